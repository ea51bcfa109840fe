// SPDX-License-Identifier: GPL-3.0-or-later
/* An s390x CPU that died, big-endian: back chains, interrupts, what has no frame yet, the packet on its stacks. */
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
#include "kernel/kernel.h"

#define TEXT 0x100000ull
#define STACK 0x38000004000ull /* of the task, 16 KiB */
#define ASYNC (STACK + 0x8000)
#define LOWCORE (FAKE_GLOBALS + 0xb000)

#define FUNC(f) (TEXT + 256 * (uint64_t)(f))

static const char *const names[NR_FUNCS] = {
	"panic",	  "udelay_simple",     "tcp_data_queue",
	"ip_rcv",	  "do_irq_async",      "do_idle",
	"io_int_handler", "return_to_handler", "arch_rethook_trampoline"};

#define FRAME 160
#define R14 136 /* of what the frame's owner calls */
#define CHAIN 152
#define REGS_SIZE 200
#define AT_MASK 8
#define AT_ADDR 16
#define AT_GPRS 24
#define PSW_KERNEL 0x0704c00180000000
#define PSW_USER 0x0705000180000000

static const struct fake_member members[] = {
	{"struct task_struct", "rethooks.first", 80, .size = 8, .is_pointer = true},
	{"struct rethook_node", "llist", 16, .size = 8},
	{"struct rethook_node", "ret_addr", 32, .size = 8},
	{"struct rethook_node", "frame", 40, .size = 8},
	{"struct stack_frame", "gprs", 72, .size = 80, .is_array = true, .elements = 10},
	{"struct stack_frame", "back_chain", CHAIN, .size = 8},
	{"struct pt_regs", "gprs", AT_GPRS, .size = 128, .is_array = true, .elements = 16},
	{"struct pt_regs", "psw.mask", AT_MASK, .size = 8},
	{"struct pt_regs", "psw.addr", AT_ADDR, .size = 8},
	{"struct lowcore", "async_stack", 16, .size = 8},
};

static const struct fake_stack_kind kind = {
	.machine = "s390x",
	.big_endian = true,
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
	fake_map(fake, ASYNC, 0x4000);
	fake_type(fake, "struct stack_frame", FRAME);
	fake_symbol(fake, "lowcore_ptr", FAKE_CURRENT + 8, 8);
	fake_put(fake, FAKE_CURRENT + 8, 8, LOWCORE);
	fake_put(fake, LOWCORE + 16, 8, ASYNC + 0x4000 - FRAME - REGS_SIZE);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	fake_stack_deinit(*state);
	return 0;
}

/* Where FUNC goes on after its brasl to CALLED. */
static uint64_t after(struct fake_target *fake, enum func func, enum func called)
{
	uint64_t pc = FUNC(func) + 128 + 8 * called;

	fake_put(fake, pc - 6, 2, 0xc0e5);
	fake_put(fake, pc - 4, 4, (FUNC(called) - (pc - 6)) / 2);
	return pc;
}

/* A frame at AT, whose function was called by that of the frame at BACK, where it returns to R14. */
static void frame(struct fake_target *fake, uint64_t at, uint64_t back, uint64_t r14)
{
	fake_put(fake, at + CHAIN, 8, back);
	if (r14)
		fake_put(fake, back + R14, 8, r14);
}

/* stmg %r6,%r15,72(%r15); lgr %r14,%r15; lay %r15,-SIZE(%r15); stg %r14,152(%r15): where each is done. */
enum { ENTERED = 0, STORED = 6, MADE = 16, CHAINED = 22 };

static void prologue(struct fake_target *fake, enum func func, uint64_t size)
{
	fake_put(fake, FUNC(func), 6, 0xeb6ff0480024);
	fake_put(fake, FUNC(func) + 6, 4, 0xb90400ef);
	fake_put(fake, FUNC(func) + 10, 6,
		 0xe3f0f0000071 | (-size & 0xfff) << 16 | (-size >> 12 & 0xff) << 8);
	fake_put(fake, FUNC(func) + 16, 6, 0xe3e0f0980024);
}

/* panic <- tcp_data_queue <- ip_rcv <- do_idle, with a stale return address in panic's frame. The first frame of the
 * stack is where pt_regs stand behind it. */
static void draw_plain(struct fake_stack *machine)
{
	struct fake_target *fake = &machine->fake;

	prologue(fake, PANIC, 0x40);
	fake_stack_regs(fake, FUNC(PANIC) + 64, STACK + 0x3000);
	fake_put(fake, STACK + 0x3000 + 104, 8, after(fake, NET_RX, IP_RCV)); /* stale */
	frame(fake, STACK + 0x3000, STACK + 0x3040, after(fake, DATA_QUEUE, PANIC));
	frame(fake, STACK + 0x3040, STACK + 0x3080, after(fake, IP_RCV, DATA_QUEUE));
	frame(fake, STACK + 0x3080, STACK + 0x4000 - FRAME - REGS_SIZE, after(fake, IDLE, IP_RCV));
}

static const enum func plain[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};

static void the_back_chain_is_followed(void **state)
{
	struct fake_stack *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	fake_stack_expect(machine, plain, 4);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.frames[1].slot, STACK + 0x3040 + R14);
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
	fake_put(&machine->fake, STACK + 0x3000 + 112, 8,
		 FUNC(HANDLER) + 64); /* no call before it */
	fake_stack_expect_scanned(machine, funcs, 4);
}

/* do_irq_async called panic() on the other stack. Its frame there leads to its caller's; of older kernels to its own,
 * where the address that it returned to before is still in place. */
static void from_the_interrupt_stack_to_the_tasks(void **state)
{
	static const enum func funcs[] = {PANIC, NET_RX, IP_RCV, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = ASYNC + 0x4000 - FRAME - REGS_SIZE, own = STACK + 0x3000;
	struct pk_stack_image image;

	prologue(fake, PANIC, 0x100);
	fake_stack_regs(fake, FUNC(PANIC) + 64, base - 0x100);
	frame(fake, base - 0x100, base, after(fake, NET_RX, PANIC));
	frame(fake, base, STACK + 0x3040, after(fake, IP_RCV, NET_RX));
	frame(fake, STACK + 0x3040, STACK + 0x3080, after(fake, IDLE, IP_RCV));
	frame(fake, STACK + 0x3080, 0, 0);
	fake_stack_expect(machine, funcs, 4);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.words[0].slot, base - 0x100);
	assert_int_equal(image.words[image.nr_words - 1].slot, STACK + 0x3ff8);
	pk_stack_image_deinit(&image);
	frame(fake, base, own, after(fake, NET_RX, LEAF));
	frame(fake, own, STACK + 0x3040, 0);
	fake_stack_expect(machine, funcs, 4);
}

/* panic <- its vector <- udelay_simple at PC, r15 at SP. */
static uint64_t draw_interrupted(struct fake_target *fake, uint64_t pc, uint64_t sp, uint64_t r14,
				 uint64_t mask)
{
	uint64_t at = STACK + 0x3040, saved = at + FRAME;

	prologue(fake, PANIC, 0x40);
	fake_stack_regs(fake, FUNC(PANIC) + 64, STACK + 0x3000);
	frame(fake, STACK + 0x3000, at, after(fake, VECTOR, PANIC));
	frame(fake, at, 0, 0);
	fake_put(fake, saved + AT_MASK, 8, mask);
	fake_put(fake, saved + AT_ADDR, 8, pc);
	fake_put(fake, saved + AT_GPRS + 8 * 14, 8, r14);
	fake_put(fake, saved + AT_GPRS + 8 * 15, 8, sp);
	return saved;
}

/* udelay_simple was called with r15 = STACK + 0x3200 by ip_rcv, and that by do_idle. */
static void draw_callers(struct fake_target *fake)
{
	frame(fake, STACK + 0x3200, STACK + 0x3240, after(fake, IDLE, IP_RCV));
	frame(fake, STACK + 0x3240, 0, 0);
}

static const enum func interrupted[] = {PANIC, VECTOR, LEAF, IP_RCV, IDLE};

static void before_it_saves_r14_it_returns_there(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;
	uint64_t saved;

	prologue(fake, LEAF, 0x40);
	draw_callers(fake);
	fake_put(fake, STACK + 0x3200 + R14, 8, after(fake, NET_RX, LEAF)); /* stale */
	saved = draw_interrupted(fake, FUNC(LEAF) + ENTERED, STACK + 0x3200,
				 after(fake, IP_RCV, LEAF), PSW_KERNEL);
	fake_stack_expect(machine, interrupted, 5);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.frames[2].interrupted);
	assert_int_equal(image.frames[2].slot, saved + AT_ADDR);
	assert_int_equal(image.frames[3].slot, saved + AT_GPRS + 8 * 14);
	assert_int_equal(image.nr_saved, 1);
	assert_int_equal(image.saved[0].addr, saved);
	assert_int_equal(image.saved[0].sp, STACK + 0x3200);
	assert_int_equal(image.saved[0].frame, 2);
	pk_stack_image_deinit(&image);
}

static void while_it_makes_its_frame(void **state)
{
	static const struct {
		uint64_t pc, sp;
		bool chained;
	} steps[] = {{STORED, STACK + 0x3200, false},
		     {MADE, STACK + 0x31c0, false},
		     {CHAINED, STACK + 0x31c0, true},
		     {CHAINED + 6, STACK + 0x3200, false}, /* behind lmg, which gave it back */
		     {CHAINED + 8, STACK + 0x31c0, true}}; /* behind br: who jumps there has it */
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;

	prologue(fake, LEAF, 0x40);
	fake_put(fake, FUNC(LEAF) + CHAINED, 6, 0xeb6ff0880004); /* lmg %r6,%r15,136(%r15) */
	fake_put(fake, FUNC(LEAF) + CHAINED + 6, 2, 0x07f4);
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		draw_callers(fake);
		fake_put(fake, STACK + 0x3200 + R14, 8, after(fake, IP_RCV, LEAF));
		fake_put(fake, STACK + 0x31c0 + CHAIN, 8,
			 steps[i].chained ? STACK + 0x3200 : 0x1234);
		draw_interrupted(fake, FUNC(LEAF) + steps[i].pc, steps[i].sp,
				 steps[i].pc == CHAINED + 6 ? after(fake, IP_RCV, LEAF)
							    : STACK + 0x3200,
				 PSW_KERNEL);
		fake_stack_expect(machine, interrupted, 5);
	}
}

static void user_space_is_the_end(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR};
	struct fake_stack *machine = *state;
	struct pk_stack_image image;

	draw_interrupted(&machine->fake, 0x100040, 0x3ffffff0, 0, PSW_USER);
	fake_stack_expect(machine, funcs, 2);
	/* ... and of the registers themselves, whose numbers are a kernel stack's */
	machine->fake.regs[0].in_user = true;
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_ABSENT);
}

/* Names of registers as the dump's library has them. */
static void registers_are_taken(void **state)
{
	struct pk_regs regs = {0};

	(void)state;
	pk_regs_take(&regs, "s390x", "pswm", 4, PSW_KERNEL);
	pk_regs_take(&regs, "s390x", "pswa", 4, 1);
	pk_regs_take(&regs, "s390x", "r1", 2, 2);
	pk_regs_take(&regs, "s390x", "r14", 3, 3);
	pk_regs_take(&regs, "s390x", "r15", 3, 4);
	pk_regs_take(&regs, "s390x", "a15", 3, 5);
	pk_regs_take(&regs, "s390x", "orig_gpr2", 9, 6);
	assert_int_equal(regs.ip, 1);
	assert_int_equal(regs.sp, 4);
	assert_int_equal(regs.lr, 3);
	assert_int_equal(regs.nr_gpr, 3);
	assert_false(regs.in_user);
	pk_regs_take(&regs, "s390x", "pswm", 4, PSW_USER);
	assert_true(regs.in_user);
	/* those of another machine */
	pk_regs_take(&regs, "x86_64", "r15", 3, 7);
	assert_int_equal(regs.sp, 4);
}

/* The graph tracer notes r15 at the function's entry: the caller's frame. */
static void draw_shadow(struct fake_target *fake, unsigned nth, enum func func, uint64_t ret,
			uint64_t r15)
{
	uint64_t at = FAKE_RET_STACK + 32 * nth;

	fake_put(fake, FAKE_TASK + 64, 4, nth);
	fake_put(fake, FAKE_TASK + 72, 8, FAKE_RET_STACK);
	fake_put(fake, at, 8, ret);
	fake_put(fake, at + 8, 8, FUNC(func));
	fake_put(fake, at + 16, 8, 1000 + nth);
	fake_put(fake, at + 24, 8, r15);
}

static void the_graph_tracers_returns_are_put_right(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = STACK + 0x4000 - FRAME - REGS_SIZE;

	draw_plain(machine);
	draw_shadow(fake, 0, IP_RCV, after(fake, IDLE, IP_RCV), base);
	fake_put(fake, base + R14, 8, FUNC(HANDLER));
	fake_stack_expect(machine, plain, 4);
	/* both, one of them in r14 */
	prologue(fake, LEAF, 0x40);
	draw_callers(fake);
	draw_interrupted(fake, FUNC(LEAF) + ENTERED, STACK + 0x3200, FUNC(HANDLER), PSW_KERNEL);
	draw_shadow(fake, 0, IP_RCV, after(fake, IDLE, IP_RCV), STACK + 0x3240);
	draw_shadow(fake, 1, LEAF, after(fake, IP_RCV, LEAF), STACK + 0x3200);
	fake_put(fake, STACK + 0x3240 + R14, 8, FUNC(HANDLER));
	fake_stack_expect(machine, interrupted, 5);
}

static void a_return_probe_has_the_return(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t base = STACK + 0x4000 - FRAME - REGS_SIZE, node = FAKE_RET_STACK + 0x800;

	draw_plain(machine);
	fake_put(fake, base + R14, 8, FUNC(TRAMPOLINE));
	fake_put(fake, FAKE_TASK + 80, 8, node + 16);
	fake_put(fake, node + 32, 8, after(fake, IDLE, IP_RCV));
	fake_put(fake, node + 40, 8, base);
	fake_stack_expect(machine, plain, 4);
}

/* tcp_data_queue kept SKB in r13, which panic() saved in front of r14; OTHER was its caller's. */
static void what_the_function_held_comes_before_its_callers(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	draw_plain(machine);
	fake_put(fake, STACK + 0x3040 + R14 - 8, 8, skb);
	fake_put(fake, STACK + 0x3080 + R14 - 8, 8, other);
	assert_int_equal(pk_stack_packet_find(&machine->ctx, 0, fake_stack_is_path, &packet),
			 PK_OK);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	assert_int_equal(packet.evidence, PK_STACK_FRAME);
	assert_int_equal(packet.skb, skb);
}

/* A kprobe on ftrace's call in tcp_data_queue: r3 is the packet. The trampoline's two frames lie between. */
static void a_kprobe_on_ftrace(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR, DATA_QUEUE, IP_RCV, IDLE};
	static const uint64_t masks[] = {PSW_KERNEL,
					 0x1234}; /* it saves none where nobody asks for it */
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1),
		 at = STACK + 0x3040;
	uint64_t traced = at + 360, caller = traced + 24;
	struct pk_stack_packet packet;

	prologue(fake, PANIC, 0x40);
	fake_stack_regs(fake, FUNC(PANIC) + 64, STACK + 0x3000);
	frame(fake, STACK + 0x3000, at, after(fake, VECTOR, PANIC));
	frame(fake, at, traced, FUNC(DATA_QUEUE) + 6);
	frame(fake, traced, caller, after(fake, IP_RCV, DATA_QUEUE));
	frame(fake, caller, caller + 0x80, after(fake, IDLE, IP_RCV));
	frame(fake, caller + 0x80, 0, 0);
	fake_put(fake, at + FRAME + AT_ADDR, 8, FUNC(DATA_QUEUE) + 6);
	fake_put(fake, at + FRAME + AT_GPRS + 8 * 3, 8, skb);
	fake_put(fake, at + FRAME + AT_GPRS + 8 * 10, 8, other);
	fake_put(fake, at + FRAME + AT_GPRS + 8 * 15, 8, caller);
	for (size_t i = 0; i < ARRAY_SIZE(masks); i++) {
		fake_put(fake, at + FRAME + AT_MASK, 8, masks[i]);
		fake_stack_expect(machine, funcs, 5);
		assert_int_equal(
			pk_stack_packet_find(&machine->ctx, 0, fake_stack_is_path, &packet), PK_OK);
		assert_string_equal(packet.func.name, "tcp_data_queue");
		assert_int_equal(packet.evidence, PK_STACK_ARGUMENT);
		assert_int_equal(packet.skb, skb);
	}
}

static void arguments_are_in_five_registers(void **state)
{
	struct fake_stack *machine = *state;
	uint64_t value;

	for (unsigned i = 0; i < 16; i++)
		fake_put(&machine->fake, STACK + AT_GPRS + 8 * i, 8, 100 + i);
	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(pk_arch_argument(&machine->ctx, STACK, i, &value), PK_OK);
		assert_int_equal(value, 102 + i);
	}
	assert_int_equal(pk_arch_argument(&machine->ctx, STACK, 5, &value), PK_ABSENT);
}

/* Without its types nobody knows where. */
static void arguments_without_types(void **state)
{
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t value = 7;

	(void)state;
	fake_target_init(&fake);
	strcpy(fake.target.facts.machine, "s390x");
	fake_map(&fake, STACK, 256);
	pk_ctx_init(&ctx, &fake.target);
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(pk_arch_argument(&ctx, STACK, i, &value), PK_ABSENT);
	assert_int_equal(value, 7);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

static void instructions_of_a_patch_site(void **state)
{
	static const struct {
		uint8_t bytes[6];
		enum pk_site_kind kind;
		int64_t distance;
	} sites[] = {{{0xc0, 0x04, 0, 0, 0, 0}, PK_SITE_NOP, 0},
		     {{0xc0, 0x04, 0, 0, 1, 0}, PK_SITE_NOP, 0},
		     {{0x00, 0x02, 0, 0, 0, 0}, PK_SITE_BREAKPOINT, 0},
		     {{0xc0, 0x05, 0xff, 0xff, 0xff, 0x80}, PK_SITE_CALL, -256},
		     {{0xc0, 0xf4, 0, 0, 0, 0x80}, PK_SITE_JUMP, 256},
		     {{0xc0, 0xf4, 0, 0, 0, 9}, PK_SITE_NOP, 0},
		     {{0xc0, 0xf4, 0, 0, 0, 12}, PK_SITE_NOP, 0},
		     {{0xc0, 0xf4, 0, 0, 0, 10}, PK_SITE_JUMP, 20},
		     {{0xe3, 0x10, 0x03, 0x78, 0, 4}, PK_SITE_CALL, 0x378 - (int64_t)TEXT},
		     {{0xe3, 0x10, 0x13, 0x78, 0, 4}, PK_SITE_OTHER, 0},
		     {{0xe3, 0x10, 0x03, 0x78, 1, 4}, PK_SITE_OTHER, 0},
		     {{0xeb, 0x6f, 0xf0, 0x48, 0, 0x24}, PK_SITE_OTHER, 0}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sites); i++) {
		struct pk_site site = pk_arch_s390x.site(TEXT, sites[i].bytes);

		assert_int_equal(site.kind, sites[i].kind);
		assert_int_equal(site.target,
				 sites[i].distance ? TEXT + (uint64_t)sites[i].distance : 0);
	}
}

static void a_trampoline_leads_to_the_tracer(void **state)
{
	struct fake_stack *machine = *state;

	fake_put(&machine->fake, FUNC(LEAF), 6, 0xc01500000080);
	fake_put(&machine->fake, FUNC(LEAF) + 16, 8, FUNC(HANDLER));
	assert_int_equal(pk_arch_branch_end(&machine->ctx, FUNC(LEAF)), FUNC(HANDLER));
	fake_put(&machine->fake, FUNC(LEAF), 2, 0xc0e5);
	assert_int_equal(pk_arch_branch_end(&machine->ctx, FUNC(LEAF)), FUNC(LEAF));
}

static void a_call_takes_its_target_from_the_lowcore(void **state)
{
	struct fake_stack *machine = *state;

	fake_put(&machine->fake, LOWCORE + 0x378, 8, FUNC(HANDLER));
	assert_int_equal(pk_arch_branch_end(&machine->ctx, 0x378), FUNC(HANDLER));
	fake_put(&machine->fake, FAKE_CURRENT + 8, 8, 1ull << 62);
	assert_int_equal(pk_arch_branch_end(&machine->ctx, 0x378), 0x378);
}

/* Entries of 8 bytes at the begin of memory. */
static bool read_tables(uint64_t phys, void *buf, size_t len, void *arg)
{
	const uint64_t *entries = arg;
	uint8_t *bytes = buf;

	if (phys % 8 || phys / 8 >= 1024 || len != 8)
		return false;
	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(entries[phys / 8] >> (56 - 8 * i));
	return true;
}

/* The first entry of each table, and the fourth: 3 << 42 | 3 << 31 | 3 << 20 | 3 << 12, and large pages before. */
static void page_tables_are_walked(void **state)
{
	enum { INVALID = 0x20, R2 = 8, R3 = 4, LARGE = 0x400, PAGE_INVALID = 0x400 };
	static uint64_t entries[1024];
	struct pk_phys phys = {0, 4096, read_tables, entries};
	uint64_t found, addr = 3ull << 42 | 3ull << 31 | 3ull << 20 | 3ull << 12 | 0x123;

	(void)state;
	memset(entries, 0, sizeof(entries));
	entries[0] = INVALID | R2;
	entries[3] = 0x1000 | R2;
	entries[0x1000 / 8] = 0x80000000 | LARGE | R3;
	entries[0x1000 / 8 + 3] = 0x1800 | R3; /* bits below 4K are none of the address */
	assert_false(pk_s390x_translate(&phys, addr,
					&found)); /* a region's entry where a segment's should be */
	assert_true(pk_s390x_translate(&phys, 3ull << 42 | 0x7ffff123, &found));
	assert_int_equal(found, 0xfffff123);
	entries[0x1000 / 8] = 0x300000 | LARGE; /* segments now */
	entries[0x1000 / 8 + 3] = 0x1800 | INVALID;
	phys.root = 0x1000;
	assert_true(pk_s390x_translate(&phys, 0xfffff, &found));
	assert_int_equal(found, 0x3fffff);
	assert_false(pk_s390x_translate(&phys, 3ull << 20, &found));
	entries[0x1000 / 8 + 3] = 0x1800;
	entries[0x1800 / 8 + 3] = 0x5000;
	entries[0x1800 / 8 + 4] = 0x6000 | PAGE_INVALID;
	assert_true(pk_s390x_translate(&phys, 3ull << 20 | 0x3123, &found));
	assert_int_equal(found, 0x5123);
	assert_false(pk_s390x_translate(&phys, 3ull << 20 | 0x4123, &found));
	assert_false(pk_s390x_translate(&phys, 1ull << 31 | 3ull << 20 | 0x3123,
					&found)); /* beyond the table */
	phys.root = 0x10000; /* not in the dump */
	assert_false(pk_s390x_translate(&phys, 0, &found));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(the_back_chain_is_followed),
		TEST(a_chain_that_leads_back_ends_it),
		TEST(without_registers_it_is_scanned),
		TEST(from_the_interrupt_stack_to_the_tasks),
		TEST(before_it_saves_r14_it_returns_there),
		TEST(while_it_makes_its_frame),
		TEST(user_space_is_the_end),
		cmocka_unit_test(registers_are_taken),
		TEST(the_graph_tracers_returns_are_put_right),
		TEST(a_return_probe_has_the_return),
		TEST(what_the_function_held_comes_before_its_callers),
		TEST(a_kprobe_on_ftrace),
		TEST(arguments_are_in_five_registers),
		cmocka_unit_test(arguments_without_types),
		cmocka_unit_test(instructions_of_a_patch_site),
		TEST(a_trampoline_leads_to_the_tracer),
		TEST(a_call_takes_its_target_from_the_lowcore),
		cmocka_unit_test(page_tables_are_walked),
	};

	return cmocka_run_group_tests_name("s390x stacks", tests, NULL, NULL);
}
