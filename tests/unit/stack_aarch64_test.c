// SPDX-License-Identifier: GPL-3.0-or-later
/* Stacks of an arm64 CPU that died: frame records, exceptions, signed addresses, and the packet that lies on them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "decode/task/stack.h"
#include "decode/task/task.h"
#include "fake_stack.h"

#define TEXT 0xffff800008010000ull
#define STACK 0xffff80000a000000ull /* of the task, 16 KiB */
#define IRQ (STACK + 0x8000) /* 16 KiB */
#define OVERFLOW (STACK + 0x10000) /* 4 KiB of per-CPU memory */
#define SDEI (STACK + 0x18000) /* 16 KiB; the critical one's next to it */
#define SDEI_CRITICAL (SDEI + 0x4000)
#define VMCOREINFO (FAKE_GLOBALS + 0xa000)

#define FUNC(f) (TEXT + 256 * (uint64_t)(f))

static const char *const names[NR_FUNCS] = {
	"panic",       "__delay",	    "tcp_data_queue",
	"ip_rcv",      "net_rx_action",	    "do_idle",
	"el1h_64_irq", "return_to_handler", "__kretprobe_trampoline"};

#define REGS_SIZE 336
#define AT_SP 248
#define AT_PC 256
#define AT_PSTATE 264
#define AT_RECORD 288

static const struct fake_member members[] = {
	{"struct task_struct", "kretprobe_instances.first", 80, .size = 8, .is_pointer = true},
	{"struct task_struct", "thread.cpu_context.fp", 88, .size = 8},
	{"struct task_struct", "thread.cpu_context.pc", 96, .size = 8},
	{"struct kretprobe_instance", "llist", 16, .size = 8},
	{"struct kretprobe_instance", "ret_addr", 32, .size = 8, .is_pointer = true},
	{"struct kretprobe_instance", "fp", 40, .size = 8, .is_pointer = true},
	{"struct pt_regs", "regs", 0, .size = 248, .is_array = true, .elements = 31},
	{"struct pt_regs", "sp", AT_SP, .size = 8},
	{"struct pt_regs", "pc", AT_PC, .size = 8},
	{"struct pt_regs", "pstate", AT_PSTATE, .size = 8},
	{"struct pt_regs", "stackframe", AT_RECORD, .size = 16},
};

static const struct fake_member meta_members[] = {
	{"struct frame_record_meta", "type", 16, .size = 8},
};

static const struct fake_stack_kind kind = {
	.machine = "aarch64",
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
	fake_map(fake, IRQ, 0x4000);
	fake_symbol(fake, "irq_stack_ptr", FAKE_CURRENT + 8, 8);
	fake_put(fake, FAKE_CURRENT + 8, 8, IRQ);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	fake_stack_deinit(*state);
	return 0;
}

/* Where FUNC goes on after its bl to CALLED. */
static uint64_t after(struct fake_target *fake, enum func func, enum func called)
{
	uint64_t pc = FUNC(func) + 64 + 8 * called;

	fake_put(fake, pc - 4, 4, 0x94000000 | ((FUNC(called) - (pc - 4)) / 4 & 0x3ffffff));
	return pc;
}

static void record(struct fake_target *fake, uint64_t at, uint64_t fp, uint64_t lr)
{
	fake_put(fake, at, 8, fp);
	fake_put(fake, at + 8, 8, lr);
}

/* struct pt_regs in kernel mode at ADDR. */
static void saved(struct fake_target *fake, uint64_t addr, uint64_t pc, uint64_t sp, uint64_t fp,
		  uint64_t lr)
{
	fake_put(fake, addr + 8 * 29, 8, fp);
	fake_put(fake, addr + 8 * 30, 8, lr);
	fake_put(fake, addr + AT_SP, 8, sp);
	fake_put(fake, addr + AT_PC, 8, pc);
	fake_put(fake, addr + AT_PSTATE, 8, 0x60400005);
}

/* panic <- tcp_data_queue <- ip_rcv <- do_idle, with a stale return address in panic's frame. */
static void draw_plain(struct fake_stack *machine)
{
	struct fake_target *fake = &machine->fake;

	fake_stack_regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	record(fake, STACK + 0x3000, STACK + 0x3040, after(fake, DATA_QUEUE, PANIC));
	fake_put(fake, STACK + 0x3018, 8, after(fake, NET_RX, IP_RCV)); /* stale */
	record(fake, STACK + 0x3040, STACK + 0x3080, after(fake, IP_RCV, DATA_QUEUE));
	record(fake, STACK + 0x3080, STACK + 0x30c0, after(fake, IDLE, IP_RCV));
	record(fake, STACK + 0x30c0, 0, 0);
}

static const enum func plain[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};

static void records_are_followed(void **state)
{
	struct fake_stack *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	fake_stack_expect(machine, plain, 4);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.frames[1].slot, STACK + 0x3008);
	assert_int_equal(image.frames[1].source, PK_FRAME_UNWOUND);
	pk_stack_image_deinit(&image);
	record(&machine->fake, STACK + 0x3080, 0, FUNC(IDLE) + 64 + 8 * IP_RCV);
	fake_stack_expect(machine, plain, 4);
}

/* cpu_switch_to() left frame pointer and return address in the task: no frame on its stack has them. */
static void a_task_that_sleeps(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;
	struct pk_task task = {.addr = FAKE_CURRENT + 0x800,
			       .pid = 7,
			       .sp = STACK + 0x3000,
			       .stack = STACK,
			       .stack_size = 0x4000};

	fake_put(fake, task.addr + 88, 8, STACK + 0x3000);
	fake_put(fake, task.addr + 96, 8, after(fake, DATA_QUEUE, PANIC));
	record(fake, STACK + 0x3000, STACK + 0x3040, after(fake, IP_RCV, DATA_QUEUE));
	record(fake, STACK + 0x3040, 0, after(fake, IDLE, IP_RCV));
	assert_int_equal(pk_stack_image_of_sleeper(&machine->ctx, &task, &image), PK_OK);
	assert_true(image.unwound);
	assert_int_equal(image.nr_frames, 3);
	assert_int_equal(image.frames[0].func, FUNC(DATA_QUEUE));
	assert_int_equal(image.frames[1].func, FUNC(IP_RCV));
	assert_int_equal(image.frames[2].func, FUNC(IDLE));
	pk_stack_image_deinit(&image);
	task.on_cpu = true;
	assert_int_equal(pk_stack_image_of_sleeper(&machine->ctx, &task, &image), PK_ABSENT);
	task.on_cpu = false;
	task.addr = 0xdead000000000000ull;
	assert_int_equal(pk_stack_image_of_sleeper(&machine->ctx, &task, &image), PK_UNREADABLE);
}

static void a_record_that_leads_back_ends_it(void **state)
{
	struct fake_stack *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	record(&machine->fake, STACK + 0x3080, STACK + 0x3000, FUNC(IDLE) + 72);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_false(image.unwound);
	pk_stack_image_deinit(&image);
}

static void without_registers_it_is_scanned(void **state)
{
	static const enum func funcs[] = {DATA_QUEUE, NET_RX, IP_RCV, IDLE};
	struct fake_stack *machine = *state;

	draw_plain(machine);
	machine->fake.has_regs[0] = false;
	fake_put(&machine->fake, STACK + 0x3020, 8, FUNC(HANDLER) + 64); /* no bl before it */
	fake_stack_expect_scanned(machine, funcs, 4);
}

static void from_the_interrupt_stack_to_the_tasks(void **state)
{
	static const enum func funcs[] = {PANIC, NET_RX, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	fake_stack_regs(fake, FUNC(PANIC) + 32, IRQ + 0x3e00);
	record(fake, IRQ + 0x3e00, IRQ + 0x3f00, after(fake, NET_RX, PANIC));
	record(fake, IRQ + 0x3f00, STACK + 0x3800, after(fake, IDLE, NET_RX));
	record(fake, STACK + 0x3800, 0, 0);
	fake_stack_expect(machine, funcs, 3);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.words[0].slot, IRQ + 0x3e00);
	assert_int_equal(image.words[image.nr_words - 1].slot, STACK + 0x3ff8);
	pk_stack_image_deinit(&image);
}

/* A kernel that ran out of its stack saves registers on another: the stack pointer that they have is in no stack. */
static void from_the_overflow_stack_to_the_tasks(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR, DATA_QUEUE, IP_RCV, IDLE};
	uint64_t top = OVERFLOW + 0x1000, at = top - REGS_SIZE, frame = OVERFLOW + 0xd00;
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	fake_map(fake, OVERFLOW, 0x1000);
	fake_symbol(fake, "overflow_stack", OVERFLOW, 0x1000);
	fake_stack_regs(fake, FUNC(PANIC) + 32, frame);
	record(fake, frame, at + AT_RECORD, after(fake, VECTOR, PANIC));
	saved(fake, at, FUNC(DATA_QUEUE) + 8, STACK - 48, STACK + 0x10,
	      after(fake, IP_RCV, DATA_QUEUE));
	record(fake, at + AT_RECORD, STACK + 0x10, FUNC(DATA_QUEUE) + 8);
	record(fake, STACK + 0x10, STACK + 0x40, after(fake, IDLE, IP_RCV));
	record(fake, STACK + 0x40, 0, 0);
	fake_stack_expect(machine, funcs, 5);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.frames[2].interrupted);
	assert_int_equal(image.saved[0].sp, STACK - 48);
	assert_int_equal(image.words[0].slot, frame);
	pk_stack_image_deinit(&image);
}

/* The firmware's call begins a record that has the interrupted instruction, and saves no registers on a stack. One that is
 * critical comes in the middle of another. */
static void from_the_firmwares_stacks_to_the_tasks(void **state)
{
	static const enum func funcs[] = {PANIC, NET_RX, VECTOR, DATA_QUEUE, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	fake_map(fake, SDEI, 0x8000);
	fake_symbol(fake, "sdei_stack_normal_ptr", FAKE_CURRENT + 24, 8);
	fake_symbol(fake, "sdei_stack_critical_ptr", FAKE_CURRENT + 32, 8);
	fake_put(fake, FAKE_CURRENT + 24, 8, SDEI);
	fake_put(fake, FAKE_CURRENT + 32, 8, SDEI_CRITICAL);
	fake_stack_regs(fake, FUNC(PANIC) + 32, SDEI_CRITICAL + 0x3f00);
	record(fake, SDEI_CRITICAL + 0x3f00, SDEI_CRITICAL + 0x3ff0, after(fake, NET_RX, PANIC));
	record(fake, SDEI_CRITICAL + 0x3ff0, SDEI + 0x3ff0, FUNC(VECTOR) + 8);
	record(fake, SDEI + 0x3ff0, STACK + 0x3800, FUNC(DATA_QUEUE) + 8);
	record(fake, STACK + 0x3800, STACK + 0x3840, after(fake, IDLE, DATA_QUEUE));
	record(fake, STACK + 0x3840, 0, 0);
	fake_stack_expect(machine, funcs, 5);
	/* without the one in the middle the records lead nowhere */
	fake_put(fake, FAKE_CURRENT + 24, 8, 0);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_false(image.unwound);
	pk_stack_image_deinit(&image);
}

/* panic <- its vector <- __delay, which ip_rcv called and which has no record <- do_idle */
static void draw_interrupted(struct fake_target *fake, uint64_t lr)
{
	uint64_t at = STACK + 0x3020;

	fake_stack_regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	record(fake, STACK + 0x3000, at + AT_RECORD, after(fake, VECTOR, PANIC));
	saved(fake, at, FUNC(LEAF) + 8, STACK + 0x3200, STACK + 0x3200, lr);
	record(fake, at + AT_RECORD, STACK + 0x3200, FUNC(LEAF) + 8);
	record(fake, STACK + 0x3200, STACK + 0x3240, after(fake, IDLE, IP_RCV));
	record(fake, STACK + 0x3240, 0, 0);
}

static void expect_interrupted(struct fake_stack *machine)
{
	static const enum func funcs[] = {PANIC, VECTOR, LEAF, IP_RCV, IDLE};
	struct pk_stack_image image;

	fake_stack_expect(machine, funcs, 5);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.frames[2].interrupted);
	assert_int_equal(image.frames[2].slot, STACK + 0x3020 + AT_PC);
	assert_int_equal(image.frames[3].slot, STACK + 0x3020 + 8 * 30);
	assert_int_equal(image.nr_saved, 1);
	assert_int_equal(image.saved[0].addr, STACK + 0x3020);
	assert_int_equal(image.saved[0].sp, STACK + 0x3200);
	assert_int_equal(image.saved[0].frame, 2);
	pk_stack_image_deinit(&image);
}

static void what_was_interrupted_has_its_caller_in_x30(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_interrupted(fake, after(fake, IP_RCV, LEAF));
	expect_interrupted(machine);
}

static void newer_kernels_mark_registers(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_members(fake, meta_members, ARRAY_SIZE(meta_members));
	draw_interrupted(fake, after(fake, IP_RCV, LEAF));
	record(fake, STACK + 0x3020 + AT_RECORD, 0, 0);
	fake_put(fake, STACK + 0x3020 + AT_RECORD + 16, 8, 2);
	fake_put(fake, STACK + 0x3250, 8, 1);
	expect_interrupted(machine);
}

/* __delay runs, and has no record: ip_rcv, whose record x29 still points to, is in x30. The shadow stack has both. */
static void what_runs_has_its_caller_in_x30(void **state)
{
	static const enum func funcs[] = {LEAF, IP_RCV, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_open_calls calls;

	fake_stack_regs(fake, FUNC(LEAF) + 8, STACK + 0x3080);
	fake->regs[0].lr = after(fake, IP_RCV, LEAF);
	record(fake, STACK + 0x3080, STACK + 0x30c0, after(fake, IDLE, IP_RCV));
	record(fake, STACK + 0x30c0, 0, 0);
	fake_stack_expect(machine, funcs, 3);
	fake_put(fake, FAKE_TASK + 64, 4, 1);
	fake_put(fake, FAKE_TASK + 72, 8, FAKE_RET_STACK);
	for (int i = 0; i < 2; i++) {
		uint64_t at = FAKE_RET_STACK + 32 * (uint64_t)i;

		fake_put(fake, at, 8, i ? fake->regs[0].lr : after(fake, IDLE, IP_RCV));
		fake_put(fake, at + 8, 8, FUNC(i ? LEAF : IP_RCV) + 4);
		fake_put(fake, at + 16, 8, 1000 + i);
		fake_put(fake, at + 24, 8, i ? STACK + 0x3080 : STACK + 0x30c0);
	}
	assert_int_equal(pk_open_calls_of_cpu(&machine->ctx, 0, &calls), PK_OK);
	assert_int_equal(calls.nr, 3);
	assert_int_equal(calls.frames[1].func, FUNC(IP_RCV));
	assert_int_equal(calls.frames[1].calltime, 1000);
	assert_int_equal(calls.frames[2].func, FUNC(LEAF));
	assert_int_equal(calls.frames[2].calltime, 1001);
	pk_open_calls_deinit(&calls);
	/* both return to the tracer */
	fake->regs[0].lr = FUNC(HANDLER);
	fake_put(fake, STACK + 0x3088, 8, FUNC(HANDLER));
	fake_stack_expect(machine, funcs, 3);
}

/* x30 is in the record already, or of a call that the function itself made. */
static void a_caller_is_not_told_twice(void **state)
{
	static const enum func funcs[] = {PANIC, VECTOR, LEAF, IDLE};
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_interrupted(fake, after(fake, IDLE, IP_RCV));
	fake_stack_expect(machine, funcs, 4);
	draw_interrupted(fake, after(fake, LEAF, PANIC));
	fake_stack_expect(machine, funcs, 4);
}

static void signed_addresses_are_stripped(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t lr;

	draw_plain(machine);
	fake_symbol(fake, "vmcoreinfo_data", FAKE_CURRENT + 16, 8);
	fake_put(fake, FAKE_CURRENT + 16, 8, VMCOREINFO);
	fake_put_string(fake, VMCOREINFO,
			"OSRELEASE=6.1\nNUMBER(KERNELPACMASK)=0xff7f000000000000\n");
	for (uint64_t at = STACK + 0x3008; at < STACK + 0x30c0; at += 0x40) {
		assert_int_equal(pk_read_uint(&machine->ctx, at, 8, &lr), PK_OK);
		fake_put(fake, at, 8, (lr & ~0xff7f000000000000) | 0x5a2b000000000000);
	}
	fake_stack_expect(machine, plain, 4);
}

/* The graph tracer notes x29 as it was at the function's entry: the record's other word. */
static void draw_shadow(struct fake_target *fake)
{
	fake_put(fake, FAKE_TASK + 64, 4, 0);
	fake_put(fake, FAKE_TASK + 72, 8, FAKE_RET_STACK);
	fake_put(fake, FAKE_RET_STACK, 8, after(fake, IDLE, IP_RCV));
	fake_put(fake, FAKE_RET_STACK + 8, 8, FUNC(IP_RCV) + 4);
	fake_put(fake, FAKE_RET_STACK + 16, 8, 1000);
	fake_put(fake, FAKE_RET_STACK + 24, 8, STACK + 0x30c0);
}

static void the_graph_tracers_returns_are_put_right(void **state)
{
	struct fake_stack *machine = *state;
	struct pk_open_calls calls;

	draw_plain(machine);
	draw_shadow(&machine->fake);
	fake_put(&machine->fake, STACK + 0x3088, 8, FUNC(HANDLER));
	fake_stack_expect(machine, plain, 4);
	assert_int_equal(pk_open_calls_of_cpu(&machine->ctx, 0, &calls), PK_OK);
	assert_int_equal(calls.nr, 4);
	assert_int_equal(calls.frames[1].func, FUNC(IP_RCV));
	assert_int_equal(calls.frames[1].calltime, 1000);
	pk_open_calls_deinit(&calls);
	/* of another frame: not this one's */
	fake_put(&machine->fake, FAKE_RET_STACK + 24, 8, STACK + 0x3080);
	assert_int_equal(pk_open_calls_of_cpu(&machine->ctx, 0, &calls), PK_OK);
	assert_int_equal(calls.frames[0].func, FUNC(HANDLER));
	pk_open_calls_deinit(&calls);
}

static void a_kretprobe_has_the_return(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_plain(machine);
	fake_put(fake, STACK + 0x3088, 8, FUNC(TRAMPOLINE));
	fake_put(fake, FAKE_TASK + 80, 8, FAKE_RET_STACK + 0x810);
	fake_put(fake, FAKE_RET_STACK + 0x810, 8, 0);
	fake_put(fake, FAKE_RET_STACK + 0x820, 8, after(fake, IDLE, IP_RCV));
	fake_put(fake, FAKE_RET_STACK + 0x828, 8, STACK + 0x30c0);
	fake_stack_expect(machine, plain, 4);
}

static struct pk_stack_packet packet_find(struct fake_stack *machine)
{
	struct pk_stack_packet packet;

	assert_int_equal(pk_stack_packet_find(&machine->ctx, 0, fake_stack_is_path, &packet),
			 PK_OK);
	return packet;
}

/* tcp_data_queue kept SKB in a register, which panic() saved behind its record; OTHER was its caller's. */
static void what_the_function_held_comes_before_its_callers(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	draw_plain(machine);
	fake_put(fake, STACK + 0x3018, 8, skb);
	fake_put(fake, STACK + 0x3050, 8, other);
	packet = packet_find(machine);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	assert_int_equal(packet.evidence, PK_STACK_FRAME);
	assert_int_equal(packet.skb, skb);
}

/* A probe's breakpoint at tcp_data_queue's first instruction: x1 is the packet. */
static void a_kprobe_at_its_first_instruction(void **state)
{
	struct fake_stack *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1),
		 at = STACK + 0x3020;
	struct pk_stack_packet packet;

	fake_stack_regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	record(fake, STACK + 0x3000, at + AT_RECORD, after(fake, VECTOR, PANIC));
	saved(fake, at, FUNC(DATA_QUEUE), STACK + 0x3200, STACK + 0x3200,
	      after(fake, IP_RCV, DATA_QUEUE));
	fake_put(fake, at + 8, 8, skb);
	fake_put(fake, at + 8 * 20, 8, other);
	record(fake, at + AT_RECORD, STACK + 0x3200, FUNC(DATA_QUEUE));
	record(fake, STACK + 0x3200, STACK + 0x3240, after(fake, IDLE, IP_RCV));
	record(fake, STACK + 0x3240, 0, 0);
	packet = packet_find(machine);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	assert_int_equal(packet.evidence, PK_STACK_ARGUMENT);
	assert_int_equal(packet.skb, skb);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(records_are_followed),
		TEST(a_task_that_sleeps),
		TEST(a_record_that_leads_back_ends_it),
		TEST(without_registers_it_is_scanned),
		TEST(from_the_interrupt_stack_to_the_tasks),
		TEST(from_the_overflow_stack_to_the_tasks),
		TEST(from_the_firmwares_stacks_to_the_tasks),
		TEST(what_was_interrupted_has_its_caller_in_x30),
		TEST(newer_kernels_mark_registers),
		TEST(what_runs_has_its_caller_in_x30),
		TEST(a_caller_is_not_told_twice),
		TEST(signed_addresses_are_stripped),
		TEST(the_graph_tracers_returns_are_put_right),
		TEST(a_kretprobe_has_the_return),
		TEST(what_the_function_held_comes_before_its_callers),
		TEST(a_kprobe_at_its_first_instruction),
	};

	return cmocka_run_group_tests_name("arm64 stacks", tests, NULL, NULL);
}
