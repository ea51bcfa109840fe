// SPDX-License-Identifier: GPL-3.0-or-later
/* A ppc64le CPU that died: back chains, exceptions, what has no frame, the packet on its stacks; far calls, page tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "arch/arch.h"
#include "arch/private.h"
#include "decode/task/stack.h"
#include "fake_stack.h"

#define TEXT 0xc000000000100000ull
#define STACK 0xc000000005000000ull /* of the task, 16 KiB */
#define SOFTIRQ (STACK + 0x8000)
#define EMERGENCY (STACK + 0x10000)
#define PACA (FAKE_GLOBALS + 0xb000)

#define FUNC(f) (TEXT + 256 * (uint64_t)(f))

static const char *const names[NR_FUNCS] = {"panic",
					    "__delay",
					    "tcp_data_queue",
					    "ip_rcv",
					    "net_rx_action",
					    "do_idle",
					    "hardware_interrupt_common",
					    "return_to_handler",
					    "__kretprobe_trampoline"};

#define REGS_SIZE 384
#define AT_NIP 256
#define AT_MSR 264
#define AT_LINK 288
#define MSR_KERNEL 0x8000000000009033
#define MSR_USER 0x800000000280f033

static const struct fake_member members[] = {
	{"struct task_struct", "kretprobe_instances.first", 80, .size = 8, .is_pointer = true},
	{"struct kretprobe_instance", "llist", 16, .size = 8},
	{"struct kretprobe_instance", "ret_addr", 32, .size = 8, .is_pointer = true},
	{"struct kretprobe_instance", "fp", 40, .size = 8, .is_pointer = true},
	{"struct pt_regs", "gpr", 0, .size = 256, .is_array = true, .elements = 32},
	{"struct pt_regs", "nip", AT_NIP, .size = 8},
	{"struct pt_regs", "msr", AT_MSR, .size = 8},
	{"struct pt_regs", "link", AT_LINK, .size = 8},
	{"struct paca_struct", "kernel_toc", 16, .size = 8},
	{"struct paca_struct", "emergency_sp", 40, .size = 8},
};

static const struct fake_stack_kind kind = {
	.machine = "ppc64le",
	.text = TEXT,
	.stack = STACK,
	.names = names,
	.members = members,
	.nr_members = ARRAY_SIZE(members),
	.regs_size = REGS_SIZE,
};

static int setup(void **state)
{
	static struct fake_stack machine;
	struct fake_target *fake = &machine.fake;

	fake_stack_init(&machine, &kind);
	fake_map(fake, SOFTIRQ, 0x4000);
	fake_map(fake, EMERGENCY, 0x4000);
	fake_symbol(fake, "softirq_ctx", FAKE_CURRENT + 8, 8);
	fake_symbol(fake, "paca_ptrs", FAKE_CURRENT + 16, 8);
	fake_put(fake, FAKE_CURRENT + 8, 8, SOFTIRQ);
	fake_put(fake, FAKE_CURRENT + 16, 8, FAKE_CURRENT + 24);
	fake_put(fake, FAKE_CURRENT + 24, 8, PACA);
	fake_put(fake, PACA + 16, 8, TEXT + 0x1000000); /* the TOC */
	fake_put(fake, PACA + 40, 8, EMERGENCY + 0x4000);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	fake_stack_deinit(*state);
	return 0;
}

static uint32_t bl(uint64_t from, uint64_t to)
{
	return 0x48000001 | ((uint32_t)(to - from) & 0x03fffffc);
}

/* Where FUNC goes on after its bl to CALLED. */
static uint64_t after(struct fake_target *fake, enum func func, enum func called)
{
	uint64_t pc = FUNC(func) + 64 + 8 * called;

	fake_put(fake, pc - 4, 4, bl(pc - 4, FUNC(called)));
	return pc;
}

/* A frame at AT, whose function was called by that of the frame at BACK, where it returns to LR. */
static void frame(struct fake_target *fake, uint64_t at, uint64_t back, uint64_t lr)
{
	fake_put(fake, at, 8, back);
	if (lr)
		fake_put(fake, back + 16, 8, lr);
}

/* panic <- tcp_data_queue <- ip_rcv <- do_idle, with a stale return address in panic's frame. */
static void draw_plain(struct fake_stack *machine)
{
	struct fake_target *fake = &machine->fake;

	fake_stack_regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	fake_put(fake, STACK + 0x3028, 8, after(fake, NET_RX, IP_RCV)); /* stale */
	frame(fake, STACK + 0x3000, STACK + 0x3040, after(fake, DATA_QUEUE, PANIC));
	frame(fake, STACK + 0x3040, STACK + 0x3080, after(fake, IP_RCV, DATA_QUEUE));
	frame(fake, STACK + 0x3080, STACK + 0x30c0, after(fake, IDLE, IP_RCV));
	frame(fake, STACK + 0x30c0, 0, 0);
}

static const enum func plain[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};

static void the_back_chain_is_followed(void **state)
{
	struct fake_stack *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	fake_stack_expect(machine, plain, 4);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.frames[1].slot, STACK + 0x3050);
	assert_int_equal(image.frames[1].source, PK_FRAME_UNWOUND);
	pk_stack_image_deinit(&image);
}

static void a_chain_that_leads_back_ends_it(void **state)
{
	struct fake_stack *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	frame(&machine->fake, STACK + 0x3080, STACK + 0x3000, 0);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_false(image.unwound);
	pk_stack_image_deinit(&image);
}

static void without_registers_it_is_scanned(void **state)
{
	static const enum func funcs[] = {NET_RX, DATA_QUEUE, IP_RCV, IDLE};
	struct fake_stack *machine = *state;

	draw_plain(machine);
	machine->fake.has_regs[0] = false;
	fake_put(&machine->fake, STACK + 0x3020, 8, FUNC(HANDLER) + 64); /* no bl before it */
	fake_stack_expect_scanned(machine, funcs, 4);
}

/* ... and from one of the paca's. */
static void from_the_softirq_stack_to_the_tasks(void **state)
{
	static const enum func funcs[] = {PANIC, NET_RX, IDLE};
	static const uint64_t stacks[] = {SOFTIRQ, EMERGENCY};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	for (size_t i = 0; i < 2; i++) {
		uint64_t at = stacks[i] + 0x3e00;

		fake_stack_regs(fake, FUNC(PANIC) + 32, at);
		frame(fake, at, at + 0x100, after(fake, NET_RX, PANIC));
		frame(fake, at + 0x100, STACK + 0x3800, after(fake, IDLE, NET_RX));
		frame(fake, STACK + 0x3800, 0, 0);
		fake_stack_expect(machine, funcs, 3);
		assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
		assert_int_equal(image.words[0].slot, at);
		assert_int_equal(image.words[image.nr_words - 1].slot, STACK + 0x3ff8);
		pk_stack_image_deinit(&image);
	}
}

struct interrupted {
	uint64_t mark, at; /* the word, and where in the frame */
	uint64_t regs; /* from the frame */
	uint64_t msr, lr;
};

static const struct interrupted usual = {0x53474552, 96, 112, MSR_KERNEL, 0};

/* panic <- its vector <- __delay at STACK + 0x3200 <- do_idle. The frame of ip_rcv, which called __delay, is SIZE bytes
 * long: without one of its own __delay has that. */
static void draw_interrupted(struct fake_target *fake, const struct interrupted *how)
{
	uint64_t at = STACK + 0x3040, saved = at + how->regs;

	fake_stack_regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	frame(fake, STACK + 0x3000, at, after(fake, VECTOR, PANIC));
	frame(fake, at, STACK + 0x3200, 0);
	fake_put(fake, at + how->at, 8, how->mark);
	fake_put(fake, saved + 8 * 1, 8, STACK + 0x3200);
	fake_put(fake, saved + AT_NIP, 8, FUNC(LEAF) + 32);
	fake_put(fake, saved + AT_MSR, 8, how->msr);
	fake_put(fake, saved + AT_LINK, 8, how->lr);
	frame(fake, STACK + 0x3200, STACK + 0x3240, after(fake, IDLE, IP_RCV));
	frame(fake, STACK + 0x3240, 0, 0);
}

static void what_has_no_frame_has_its_caller_in_lr(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR, LEAF, IP_RCV, IDLE};
	static const struct interrupted forms[] = {
		{0x53474552, 96, 112, MSR_KERNEL, 0},
		{0x7265677368657265, 96, 112, MSR_KERNEL, 0},
		{0x53474552, 32, 48, MSR_KERNEL, 0},
	};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		struct interrupted how = forms[i];
		uint64_t saved = STACK + 0x3040 + how.regs;

		fake_put(fake, STACK + 0x3040 + 32, 8, 0);
		fake_put(fake, STACK + 0x3040 + 96, 8, 0);
		how.lr = after(fake, IP_RCV, LEAF);
		draw_interrupted(fake, &how);
		fake_stack_expect(machine, funcs, 5);
		assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
		assert_true(image.frames[2].interrupted);
		assert_int_equal(image.frames[2].slot, saved + AT_NIP);
		assert_int_equal(image.frames[3].slot, saved + AT_LINK);
		assert_int_equal(image.nr_saved, 1);
		assert_int_equal(image.saved[0].addr, saved);
		assert_int_equal(image.saved[0].sp, STACK + 0x3200);
		assert_int_equal(image.saved[0].frame, 2);
		pk_stack_image_deinit(&image);
	}
}

/* __delay made the frame at STACK + 0x3200; what is behind it is ip_rcv's. */
static void what_has_a_frame_has_its_caller_in_that(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR, LEAF, IP_RCV, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct interrupted how = usual;

	fake_put(fake, FUNC(LEAF) + 16, 4, 0xf821ffc1); /* stdu r1, -64(r1) */
	how.lr = after(fake, LEAF, PANIC);
	draw_interrupted(fake, &how);
	frame(fake, STACK + 0x3200, STACK + 0x3240, after(fake, IP_RCV, LEAF));
	frame(fake, STACK + 0x3240, STACK + 0x3280, after(fake, IDLE, IP_RCV));
	frame(fake, STACK + 0x3280, 0, 0);
	fake_stack_expect(machine, funcs, 5);
	/* nothing was called yet: LR is saved, and is still in its register */
	fake_put(fake, STACK + 0x3040 + 112 + AT_LINK, 8, after(fake, IP_RCV, LEAF));
	fake_stack_expect(machine, funcs, 5);
	/* ... and is not saved yet: an older call's, or anything, is in its place */
	fake_put(fake, STACK + 0x3250, 8, after(fake, NET_RX, LEAF));
	fake_stack_expect(machine, funcs, 5);
	/* a frame that was given back: r1 is the caller's again, and LR not yet */
	fake_put(fake, FUNC(LEAF) + 24, 4, 0x38210040); /* addi r1, r1, 64 */
	fake_put(fake, STACK + 0x3040 + 112 + AT_LINK, 8, after(fake, LEAF, PANIC));
	fake_put(fake, STACK + 0x3210, 8, after(fake, IP_RCV, LEAF));
	fake_put(fake, STACK + 0x3250, 8, after(fake, IDLE, IP_RCV));
	fake_put(fake, STACK + 0x3240, 8, 0);
	fake_stack_expect(machine, funcs, 5);
}

static void user_space_is_the_end(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct interrupted how = usual;

	how.msr = MSR_USER;
	draw_interrupted(fake, &how);
	fake_put(fake, STACK + 0x3040, 8, 0x7ffff4482950);
	fake_put(fake, STACK + 0x3040 + 112 + 8, 8, 0x7ffff4482950);
	fake_stack_expect(machine, funcs, 2);
}

/* The graph tracer notes r1 at the function's entry: the caller's frame. */
static void draw_shadow(struct fake_target *fake, unsigned nth, enum func func, uint64_t ret,
			uint64_t r1)
{
	uint64_t at = FAKE_RET_STACK + 32 * nth;

	fake_put(fake, FAKE_TASK + 64, 4, nth);
	fake_put(fake, FAKE_TASK + 72, 8, FAKE_RET_STACK);
	fake_put(fake, at, 8, ret);
	fake_put(fake, at + 8, 8, FUNC(func) + 12);
	fake_put(fake, at + 16, 8, 1000 + nth);
	fake_put(fake, at + 24, 8, r1);
}

static void the_graph_tracers_returns_are_put_right(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR, LEAF, IP_RCV, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct interrupted how = usual;

	draw_plain(machine);
	draw_shadow(fake, 0, IP_RCV, after(fake, IDLE, IP_RCV), STACK + 0x30c0);
	fake_put(fake, STACK + 0x30d0, 8, FUNC(HANDLER));
	fake_stack_expect(machine, plain, 4);
	/* both, one of them in LR */
	how.lr = FUNC(HANDLER);
	draw_interrupted(fake, &how);
	draw_shadow(fake, 0, IP_RCV, after(fake, IDLE, IP_RCV), STACK + 0x3240);
	draw_shadow(fake, 1, LEAF, after(fake, IP_RCV, LEAF), STACK + 0x3200);
	fake_put(fake, STACK + 0x3250, 8, FUNC(HANDLER));
	fake_stack_expect(machine, funcs, 5);
}

/* Where on the stack is not noted: of two it is not known which. */
static void a_kretprobe_has_the_return(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t first = FAKE_RET_STACK + 0x800, second = FAKE_RET_STACK + 0x900;
	struct pk_stack_image image;

	draw_plain(machine);
	fake_put(fake, STACK + 0x30d0, 8, FUNC(TRAMPOLINE));
	fake_put(fake, FAKE_TASK + 80, 8, first + 16);
	fake_put(fake, first + 32, 8, FUNC(TRAMPOLINE)); /* another probe of the function */
	fake_put(fake, first + 16, 8, second + 16);
	fake_put(fake, second + 32, 8, after(fake, IDLE, IP_RCV));
	fake_stack_expect(machine, plain, 4);
	fake_put(fake, first + 32, 8, after(fake, NET_RX, IP_RCV));
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.frames[3].func, FUNC(TRAMPOLINE));
	pk_stack_image_deinit(&image);
}

/* tcp_data_queue kept SKB in r31, which panic() saved at the end of its frame; OTHER was its caller's. */
static void what_the_function_held_comes_before_its_callers(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	draw_plain(machine);
	fake_put(fake, STACK + 0x3038, 8, skb);
	fake_put(fake, STACK + 0x3078, 8, other);
	assert_int_equal(pk_stack_packet_find(&machine->ctx, 0, fake_stack_is_path, &packet),
			 PK_OK);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	assert_int_equal(packet.evidence, PK_STACK_FRAME);
	assert_int_equal(packet.skb, skb);
}

/* A kprobe on ftrace's call in tcp_data_queue: r4 is the packet. The trampoline's two frames lie between. */
static void a_kprobe_on_ftrace(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR, DATA_QUEUE, IP_RCV, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1),
		 at = STACK + 0x3040;
	struct pk_stack_packet packet;

	fake_stack_regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	frame(fake, STACK + 0x3000, at, after(fake, VECTOR, PANIC));
	frame(fake, at, at + 496, FUNC(DATA_QUEUE) + 16);
	frame(fake, at + 496, at + 528, after(fake, IP_RCV, DATA_QUEUE));
	fake_put(fake, at + 112 + 8 * 1, 8, at + 528);
	fake_put(fake, at + 112 + 8 * 4, 8, skb);
	fake_put(fake, at + 112 + 8 * 20, 8, other);
	fake_put(fake, at + 112 + AT_NIP, 8, FUNC(DATA_QUEUE) + 16);
	frame(fake, at + 528, at + 640, after(fake, IDLE, IP_RCV));
	frame(fake, at + 640, 0, 0);
	fake_stack_expect(machine, funcs, 5);
	assert_int_equal(pk_stack_packet_find(&machine->ctx, 0, fake_stack_is_path, &packet),
			 PK_OK);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	assert_int_equal(packet.evidence, PK_STACK_ARGUMENT);
	assert_int_equal(packet.skb, skb);
}

static void instructions_of_a_patch_site(void **state)
{
	static const struct {
		uint32_t insn;
		enum pk_site_kind kind;
		int64_t distance;
	} sites[] = {{0x60000000, PK_SITE_NOP, 0},	  {0x48000001, PK_SITE_NOP, 0},
		     {0x7fe00008, PK_SITE_BREAKPOINT, 0}, {0x4bffff01, PK_SITE_CALL, -256},
		     {0x48000100, PK_SITE_JUMP, 256},	  {0x7c0802a6, PK_SITE_OTHER, 0},
		     {0x48000103, PK_SITE_OTHER, 0}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sites); i++) {
		uint8_t bytes[4] = {(uint8_t)sites[i].insn, (uint8_t)(sites[i].insn >> 8),
				    (uint8_t)(sites[i].insn >> 16), (uint8_t)(sites[i].insn >> 24)};
		struct pk_site site = pk_arch_ppc64le.site(TEXT, bytes);

		assert_int_equal(site.kind, sites[i].kind);
		assert_int_equal(site.target,
				 sites[i].distance ? TEXT + (uint64_t)sites[i].distance : 0);
	}
}

/* By the kernel's TOC, and from a stub behind the text. */
static void far_calls_lead_to_the_tracer(void **state)
{
	static const uint32_t far[] = {0xe98d0010, 0x3d8cff00, 0x398cfff8, 0x7d8903a6, 0x4e800420};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t at = FUNC(LEAF), stub = FUNC(IDLE);

	for (size_t i = 0; i < ARRAY_SIZE(far); i++)
		fake_put(fake, at + 4 * i, 4, far[i]);
	assert_int_equal(pk_arch_branch_end(&machine->ctx, at), TEXT - 8);
	fake_put(fake, stub, 4, 0x7c0802a6);
	fake_put(fake, stub + 4, 4, bl(stub + 4, at));
	fake_put(fake, stub + 8, 4, 0x7c0803a6);
	fake_put(fake, stub + 12, 4, 0x48000100);
	assert_int_equal(pk_arch_branch_end(&machine->ctx, stub), TEXT - 8);
	fake_put(fake, stub + 4, 4, bl(stub + 4, FUNC(PANIC)));
	assert_int_equal(pk_arch_branch_end(&machine->ctx, stub), FUNC(PANIC));
	fake_put(fake, at, 4, 0xe98d0018); /* another member of the paca */
	assert_int_equal(pk_arch_branch_end(&machine->ctx, at), at);
}

/* Tables of eight entries each, wherever they are asked: at 0, 64, 128, 192. */
static bool read_tables(uint64_t phys, void *buf, size_t len, void *arg)
{
	const uint64_t *entries = arg;
	uint8_t *bytes = buf;

	if (phys % 8 || phys / 8 >= 32 || len != 8)
		return false;
	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(entries[phys / 8] >> (56 - 8 * i));
	return true;
}

#define TABLE_AT(phys) (0x8000000000000000 | (phys))
#define PAGE_AT(phys) (0xc000000000000000 | (phys) | 0x18e)

static void the_radix_tree_is_walked(void **state)
{
	/* of the root the first, and of each table the second; small addresses have low indices alone */
	uint64_t entries[32] = {TABLE_AT(0), 0}, found;
	struct pk_phys phys = {0, 65536, read_tables, entries};

	(void)state;
	entries[0] = TABLE_AT(0x100); /* a table at 256: outside */
	assert_false(pk_ppc64_translate(&phys, 0xc000000000000000, &found));
	entries[0] = 0;
	assert_false(pk_ppc64_translate(&phys, 0xc000000000000000, &found));
	/* a page of 1 GB at the second level, for the linear map */
	phys.root = 64;
	entries[8] = TABLE_AT(0); /* 1 << 39 bytes each; the next table is at 0 */
	entries[1] = PAGE_AT(0x40000000);
	assert_true(pk_ppc64_translate(&phys, 0xc000000040012345, &found));
	assert_int_equal(found, 0x40012345);
	/* down to a page of 64K, then of 4K */
	entries[0] = TABLE_AT(0x0); /* the third level is in the same table */
	entries[2] = PAGE_AT(0x7fff0000);
	assert_false(pk_ppc64_translate(&phys, 0xc000000000a00000, &found)); /* third: index 5 */
	assert_true(pk_ppc64_translate(&phys, 0xc000000000400123, &found)); /* 2M at the third */
	assert_int_equal(found, 0x7fe00123);
	assert_true(pk_ppc64_translate(&phys, 0xc000000000020456, &found));
	assert_int_equal(found, 0x7fff0456);
	phys.page_size = 4096;
	assert_true(pk_ppc64_translate(&phys, 0xc000000000002456, &found));
	assert_int_equal(found, 0x7fff0456);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(the_back_chain_is_followed),
		TEST(a_chain_that_leads_back_ends_it),
		TEST(without_registers_it_is_scanned),
		TEST(from_the_softirq_stack_to_the_tasks),
		TEST(what_has_no_frame_has_its_caller_in_lr),
		TEST(what_has_a_frame_has_its_caller_in_that),
		TEST(user_space_is_the_end),
		TEST(the_graph_tracers_returns_are_put_right),
		TEST(a_kretprobe_has_the_return),
		TEST(what_the_function_held_comes_before_its_callers),
		TEST(a_kprobe_on_ftrace),
		TEST(instructions_of_a_patch_site),
		TEST(far_calls_lead_to_the_tracer),
		cmocka_unit_test(the_radix_tree_is_walked),
	};

	return cmocka_run_group_tests_name("ppc64 stacks", tests, NULL, NULL);
}
