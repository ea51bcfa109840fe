// SPDX-License-Identifier: GPL-3.0-or-later
/* Stacks of an x86-64 CPU that died: unwound, scanned, and the packet that lies on them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/task/stack.h"
#include "decode/task/task.h"
#include "fake_net.h"
#include "protocol/protocol.h"

#define TEXT 0xffffffff81000000ull
#define STACK 0xffffc90000000000ull /* of the task, 16 KiB */
#define IRQ (STACK + 0x8000) /* 16 KiB */
#define TASK_AT (FAKE_GLOBALS + 0xd000)
#define CURRENT (FAKE_GLOBALS + 0xc000)
#define ORC_IPS (FAKE_GLOBALS + 0xe000)
#define ORC (FAKE_GLOBALS + 0xe800)
#define RET_STACK (FAKE_GLOBALS + 0xf000)

/* Functions of 256 bytes each, in this order. */
enum func {
	PANIC,
	CRASH,
	FTRACE,
	QUEUE_RCV,
	DATA_QUEUE,
	IP_RCV,
	NET_RX,
	SOFTIRQ,
	IDLE,
	HANDLER,
	COLD,
	SEGMENT,
	NR_FUNCS
};
#define FUNC(f) (TEXT + 256 * (uint64_t)(f))

static const char *const names[NR_FUNCS] = {"panic",
					    "__crash_kexec",
					    "ftrace_regs_call",
					    "tcp_queue_rcv",
					    "tcp_data_queue",
					    "ip_rcv",
					    "net_rx_action",
					    "__do_softirq",
					    "do_idle",
					    "return_to_handler",
					    "tcp_data_queue.cold",
					    "skb_segment"};

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "stack", 16, .size = 8},
	{"struct task_struct", "tasks", 24, .size = 16},
	{"struct task_struct", "comm", 40, .size = 16, .is_array = true, .elements = 16},
	{"struct pt_regs", "r13", 16, .size = 8},
	{"struct pt_regs", "bp", 32, .size = 8},
	{"struct pt_regs", "r10", 56, .size = 8},
	{"struct pt_regs", "cx", 88, .size = 8},
	{"struct pt_regs", "dx", 96, .size = 8},
	{"struct pt_regs", "si", 104, .size = 8},
	{"struct pt_regs", "di", 112, .size = 8},
	{"struct pt_regs", "ip", 128, .size = 8},
	{"struct pt_regs", "sp", 152, .size = 8},
};

static const struct fake_member orc_members[] = {
	{"struct orc_entry", "sp_offset", 0, .size = 2, .is_signed = true},
	{"struct orc_entry", "bp_offset", 2, .size = 2, .is_signed = true},
	{"struct orc_entry", "sp_reg", 4, .size = 4, .bit_offset = 0, .bit_size = 4},
	{"struct orc_entry", "bp_reg", 4, .size = 4, .bit_offset = 4, .bit_size = 4},
	{"struct orc_entry", "type", 4, .size = 4, .bit_offset = 8, .bit_size = 2},
	{"struct orc_entry", "end", 4, .size = 4, .bit_offset = 10, .bit_size = 1},
};

static const struct fake_member shadow_members[] = {
	{"struct task_struct", "curr_ret_stack", 64, .size = 4, .is_signed = true},
	{"struct task_struct", "ret_stack", 72, .size = 8, .is_pointer = true,
	 .type_text = "struct ftrace_ret_stack *"},
	{"struct ftrace_ret_stack", "ret", 0, .size = 8},
	{"struct ftrace_ret_stack", "func", 8, .size = 8},
	{"struct ftrace_ret_stack", "calltime", 16, .size = 8},
	{"struct ftrace_ret_stack", "retp", 24, .size = 8},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	unsigned nr_orc;
};

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.fake;

	machine.nr_orc = 0;
	fake_net_init(fake);
	fake_map(fake, TEXT, 256 * NR_FUNCS);
	fake_map(fake, STACK, 0x4000);
	fake_map(fake, IRQ, 0x4000);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct pt_regs", 168);
	fake_type(fake, "union thread_union", 0x4000);
	fake_type(fake, "struct irq_stack", 0x4000);
	for (int f = 0; f < NR_FUNCS; f++)
		fake_symbol(fake, names[f], FUNC(f), 256);
	fake_symbol(fake, "current_task", CURRENT, 8);
	fake_symbol(fake, "hardirq_stack_ptr", CURRENT + 8, 8);
	fake_put(fake, CURRENT, 8, TASK_AT);
	fake_put(fake, CURRENT + 8, 8, IRQ + 0x4000 - 8);
	fake_put(fake, TASK_AT, 4, 42);
	fake_put(fake, TASK_AT + 8, 4, 1);
	fake_put(fake, TASK_AT + 16, 8, STACK);
	fake_put_string(fake, TASK_AT + 40, "victim");
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

/* One entry, from FUNC on; entries must be added in ascending order. */
static void orc(struct machine *machine, enum func func, int sp_reg, int sp_offset, int type,
		int end)
{
	struct fake_target *fake = &machine->fake;
	unsigned i = machine->nr_orc++;

	if (!i) {
		fake_members(fake, orc_members, ARRAY_SIZE(orc_members));
		fake_type(fake, "struct orc_entry", 6);
		fake_symbol(fake, "__start_orc_unwind_ip", ORC_IPS, 4);
		fake_symbol(fake, "__stop_orc_unwind_ip", ORC_IPS + 4 * NR_FUNCS, 4);
		fake_symbol(fake, "__start_orc_unwind", ORC, 6);
		/* what is not drawn lies behind every address */
		for (unsigned rest = 0; rest < NR_FUNCS; rest++)
			fake_put(fake, ORC_IPS + 4 * rest, 4, 0x1000000);
	}
	fake_put(fake, ORC_IPS + 4 * i, 4, (uint32_t)(FUNC(func) - (ORC_IPS + 4 * i)));
	fake_put(fake, ORC + 6 * i, 2, (uint16_t)sp_offset);
	fake_put(fake, ORC + 6 * i + 4, 2, sp_reg | type << 8 | end << 10);
}

#define ORC_SP 5
#define ORC_CALL 0
#define ORC_REGS 1

/* A return address into FUNC at SLOT, after a call of CALLED. */
static void call(struct fake_target *fake, uint64_t slot, enum func func, enum func called)
{
	uint64_t pc = FUNC(func) + 64 + 8 * called;

	fake_put(fake, pc - 5, 1, 0xe8);
	fake_put(fake, pc - 4, 4, (uint32_t)(FUNC(called) - pc));
	fake_put(fake, slot, 8, pc);
}

static void regs(struct fake_target *fake, uint64_t ip, uint64_t sp)
{
	fake->has_regs[0] = true;
	fake->regs[0] = (struct pk_regs){.ip = ip, .sp = sp};
}

/* struct pt_regs in kernel mode at ADDR. */
static void saved(struct fake_target *fake, uint64_t addr, uint64_t ip, uint64_t sp, uint64_t di)
{
	fake_put(fake, addr + 112, 8, di);
	fake_put(fake, addr + 128, 8, ip);
	fake_put(fake, addr + 136, 8, 0x10);
	fake_put(fake, addr + 144, 8, 0x246);
	fake_put(fake, addr + 152, 8, sp);
	fake_put(fake, addr + 160, 8, 0x18);
}

static void expect(const struct pk_stack_image *image, const enum func *funcs, size_t nr)
{
	assert_int_equal(image->nr_frames, nr);
	for (size_t i = 0; i < nr; i++)
		assert_int_equal(image->frames[i].func, FUNC(funcs[i]));
}

/* panic <- tcp_data_queue <- ip_rcv <- do_idle, with a stale return address in panic's frame. */
static void draw_plain(struct machine *machine)
{
	struct fake_target *fake = &machine->fake;

	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	call(fake, STACK + 0x3008, NET_RX, QUEUE_RCV); /* stale */
	call(fake, STACK + 0x3020, DATA_QUEUE, PANIC);
	call(fake, STACK + 0x3038, IP_RCV, DATA_QUEUE);
	call(fake, STACK + 0x3050, IDLE, IP_RCV);
}

static void draw_plain_orc(struct machine *machine)
{
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, DATA_QUEUE, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IP_RCV, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
}

static void unwinding_passes_stale_addresses_by(void **state)
{
	static const enum func funcs[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	draw_plain_orc(machine);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 4);
	assert_int_equal(image.frames[1].slot, STACK + 0x3020);
	assert_int_equal(image.frames[1].source, PK_FRAME_UNWOUND);
	pk_stack_image_deinit(&image);
}

/* 7.x: 3 is the stack pointer, and a function's first entry says so. */
static void registers_may_be_numbered_anew(void **state)
{
	static const enum func funcs[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	orc(machine, PANIC, 3, 0x28, ORC_CALL, 0);
	orc(machine, DATA_QUEUE, 3, 0x18, ORC_CALL, 0);
	orc(machine, IP_RCV, 3, 0x18, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 4);
	pk_stack_image_deinit(&image);
}

static void a_scan_takes_what_follows_a_call(void **state)
{
	static const enum func funcs[] = {PANIC, NET_RX, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct pk_stack_image image;

	draw_plain(machine);
	fake_put(&machine->fake, STACK + 0x3010, 8, FUNC(SOFTIRQ) + 100); /* no call before it */
	fake_put(&machine->fake, STACK + 0x3018, 8, FUNC(SOFTIRQ));
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_false(image.unwound);
	expect(&image, funcs, 5);
	assert_int_equal(image.frames[1].source, PK_FRAME_SCANNED);
	pk_stack_image_deinit(&image);
}

static void from_the_interrupt_stack_to_the_tasks(void **state)
{
	static const enum func funcs[] = {PANIC, NET_RX, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	regs(fake, FUNC(PANIC) + 32, IRQ + 0x3f00);
	call(fake, IRQ + 0x3f80, NET_RX, PANIC);
	fake_put(fake, IRQ + 0x3ff8, 8, STACK + 0x3800);
	call(fake, STACK + 0x3800, IDLE, NET_RX);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	expect(&image, funcs, 3);
	assert_int_equal(image.words[0].slot, IRQ + 0x3f00);
	assert_int_equal(image.words[image.nr_words - 1].slot, STACK + 0x3ff8);
	pk_stack_image_deinit(&image);
}

static void stacks_that_link_to_each_other_end(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	regs(fake, FUNC(PANIC) + 32, IRQ + 0x3f00);
	fake_put(fake, IRQ + 0x3ff8, 8, STACK + 0x3800);
	fake_put(fake, STACK + 0x3ff8, 8, IRQ + 0x3000);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.nr_words, (0x100 + 0x800) / 8);
	pk_stack_image_deinit(&image);
}

/* A frame that would end outside of the stacks, or on one that the CPU is not on: what lies there is no caller. */
static void unwinding_stays_on_the_stacks(void **state)
{
	static const uint64_t outside[] = {STACK + 0x5000, IRQ + 0x3000};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_map(fake, STACK + 0x5000, 0x1000);
	for (size_t i = 0; i < ARRAY_SIZE(outside); i++) {
		struct pk_stack_image image;

		draw_plain(machine);
		machine->nr_orc = 0;
		orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
		orc(machine, DATA_QUEUE, ORC_SP, (int)(outside[i] + 8 - (STACK + 0x3028)), ORC_CALL,
		    0);
		orc(machine, IP_RCV, ORC_SP, 0x18, ORC_CALL, 0);
		orc(machine, IDLE, 0, 0, ORC_CALL, 1);
		call(fake, outside[i], IP_RCV, DATA_QUEUE);
		call(fake, outside[i] + 0x18, IDLE, IP_RCV);
		assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
		assert_false(image.unwound);
		for (size_t f = 1; f < image.nr_frames; f++)
			assert_in_range(image.frames[f].slot, STACK + 0x3000, STACK + 0x3fff);
		assert_int_equal(image.frames[1].source, PK_FRAME_UNWOUND);
		assert_int_equal(image.frames[2].source, PK_FRAME_SCANNED);
		pk_stack_image_deinit(&image);
	}
}

static void a_cpu_in_user_space(void **state)
{
	struct machine *machine = *state;
	struct pk_stack_image image;
	struct pk_open_calls calls;

	regs(&machine->fake, 0x400000, 0x7ffc00001000);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_ABSENT);
	assert_int_equal(pk_open_calls_of_cpu(&machine->ctx, 0, &calls), PK_OK);
	assert_int_equal(calls.context, PK_CALL_USER);
	assert_int_equal(calls.nr, 0);
	pk_open_calls_deinit(&calls);
}

static void a_function_without_entries_is_bridged(void **state)
{
	static const enum func funcs[] = {CRASH, PANIC, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	regs(fake, FUNC(CRASH) + 32, STACK + 0x3000);
	call(fake, STACK + 0x3010, NET_RX, QUEUE_RCV); /* calls something else */
	call(fake, STACK + 0x3040, PANIC, CRASH);
	call(fake, STACK + 0x3068, IP_RCV, PANIC);
	call(fake, STACK + 0x3080, IDLE, IP_RCV);
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, CRASH, 0, 0, ORC_CALL, 0);
	orc(machine, IP_RCV, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 4);
	pk_stack_image_deinit(&image);
}

/* A CPU in a retpoline's thunk, of which the tables say that the stack ends there: the second of the array, which has called
 * itself. In the first of a stack's functions they say so, too, and are right. */
static void a_thunk_is_bridged(void **state)
{
	static const enum func funcs[] = {FTRACE, PANIC, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	regs(fake, FUNC(FTRACE) + 44, STACK + 0x3000);
	fake_put(fake, FUNC(FTRACE) + 32, 1, 0xe8); /* itself */
	fake_put(fake, FUNC(FTRACE) + 33, 4, 7);
	fake_put(fake, STACK + 0x3000, 8, FUNC(FTRACE) + 37);
	fake_put(fake, FUNC(PANIC) + 64 - 5, 1, 0xe8);
	fake_put(fake, FUNC(PANIC) + 64 - 4, 4, (uint32_t)(FUNC(FTRACE) + 32 - (FUNC(PANIC) + 64)));
	fake_put(fake, STACK + 0x3008, 8, FUNC(PANIC) + 64);
	call(fake, STACK + 0x3030, IP_RCV, PANIC);
	call(fake, STACK + 0x3048, IDLE, IP_RCV);
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, FTRACE, 0, 0, ORC_CALL, 1);
	orc(machine, IP_RCV, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 4);
	pk_stack_image_deinit(&image);

	fake->regs[0].ip = FUNC(IDLE) + 8;
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	assert_int_equal(image.nr_frames, 1);
	pk_stack_image_deinit(&image);
}

#define COPY (TEXT + 0x10000) /* an ftrace trampoline: ftrace_caller again */
#define OPS (RET_STACK + 0x600)

static const struct fake_member ops_members[] = {
	{"struct ftrace_ops", "next", 0, .size = 8, .is_pointer = true},
	{"struct ftrace_ops", "flags", 8, .size = 8},
	{"struct ftrace_ops", "trampoline", 16, .size = 8},
	{"struct ftrace_ops", "trampoline_size", 24, .size = 8},
	{"struct module", "list", 8, .size = 16},
	{"struct module", "name", 24, .size = 56, .is_array = true, .elements = 56},
};
static const struct fake_enum ops_enums[] = {{NULL, "FTRACE_OPS_FL_SAVE_REGS", 4}};

/* kallsyms names it as if it were a module's: no module has tables for it. */
static void a_trampoline_is_unwound_as_what_it_copies(void **state)
{
	static const enum func funcs[] = {PANIC, 0, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	fake_members(fake, ops_members, ARRAY_SIZE(ops_members));
	fake_enums(fake, ops_enums, ARRAY_SIZE(ops_enums));
	fake_symbol(fake, "ftrace_caller", FUNC(FTRACE), 256);
	fake_symbol(fake, "ftrace_ops_list", OPS - 8, 8);
	fake_symbol(fake, "modules", OPS - 24, 16);
	fake_put(fake, OPS - 24, 8, OPS - 24);
	fake_put(fake, OPS - 8, 8, OPS);
	fake_put(fake, OPS, 8, 0);
	fake_put(fake, OPS + 16, 8, COPY);
	fake_put(fake, OPS + 24, 8, 128);
	fake_map(fake, COPY, 128);
	fake_module_symbol(fake, "__builtin__ftrace", "ftrace_trampoline", COPY, 128);
	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	fake_put(fake, STACK + 0x3020, 8, COPY + 64);
	call(fake, STACK + 0x3038, IP_RCV, FTRACE);
	call(fake, STACK + 0x3050, IDLE, IP_RCV);
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, FTRACE, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IP_RCV, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	assert_int_equal(image.nr_frames, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(image.frames[i].func, i == 1 ? COPY : FUNC(funcs[i]));
	pk_stack_image_deinit(&image);
}

static const struct fake_member module_members[] = {
	{"struct module", "arch.num_orcs", 80, .size = 4},
	{"struct module", "arch.orc_unwind_ip", 88, .size = 8, .is_pointer = true},
	{"struct module", "arch.orc_unwind", 96, .size = 8, .is_pointer = true},
};

/* A module that calls panic(), and its entries: as many as it has, more than memory has, none; or nowhere. No
 * frame is taken from what is no entry of its. */
static void a_modules_table_that_lies(void **state)
{
	static const struct {
		uint64_t nr, ips;
		bool unwound;
	} cases[] = {
		{2, OPS + 0x200, true}, {0xffffffff, OPS + 0x200, false}, {0, OPS + 0x200, false},
		{2, 0x1000, false},	{2, UINT64_MAX - 3, false},
	};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_members(fake, ops_members, ARRAY_SIZE(ops_members));
	fake_members(fake, module_members, ARRAY_SIZE(module_members));
	fake_symbol(fake, "modules", OPS - 24, 16);
	fake_put(fake, OPS - 24, 8, OPS + 8);
	fake_put(fake, OPS + 8, 8, OPS - 24); /* struct module at OPS */
	fake_put_string(fake, OPS + 24, "mad");
	fake_put(fake, OPS + 96, 8, OPS + 0x280);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, OPS + 0x200 + 4 * i, 4,
			 (uint32_t)(COPY + 128 * i - (OPS + 0x200 + 4 * i)));
		fake_put(fake, OPS + 0x280 + 6 * i, 2, 0x18);
		fake_put(fake, OPS + 0x280 + 6 * i + 4, 2, ORC_SP);
	}
	fake_map(fake, COPY, 256);
	fake_module_symbol(fake, "mad", "mad_hatter", COPY, 256);
	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	fake_put(fake, COPY + 64 - 5, 1, 0xe8);
	fake_put(fake, COPY + 64 - 4, 4, (uint32_t)(FUNC(PANIC) - (COPY + 64)));
	fake_put(fake, STACK + 0x3020, 8, COPY + 64);
	call(fake, STACK + 0x3038, IDLE, IP_RCV);
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct pk_stack_image image;

		fake_put(fake, OPS + 80, 4, cases[i].nr);
		fake_put(fake, OPS + 88, 8, cases[i].ips);
		assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
		assert_int_equal(image.unwound, cases[i].unwound);
		assert_int_equal(image.frames[1].func, COPY);
		assert_int_equal(image.frames[2].func, FUNC(IDLE));
		assert_int_equal(image.frames[2].source,
				 cases[i].unwound ? PK_FRAME_UNWOUND : PK_FRAME_SCANNED);
		pk_stack_image_deinit(&image);
	}
}

static void draw_shadow(struct fake_target *fake)
{
	fake_members(fake, shadow_members, ARRAY_SIZE(shadow_members));
	fake_type(fake, "struct ftrace_ret_stack", 32);
	fake_put(fake, TASK_AT + 64, 4, 1);
	fake_put(fake, TASK_AT + 72, 8, RET_STACK);
	/* ip_rcv was called by do_idle; tcp_data_queue by a tail call of ip_rcv's, on the same slot */
	fake_put(fake, RET_STACK, 8, FUNC(IDLE) + 64);
	fake_put(fake, RET_STACK + 8, 8, FUNC(IP_RCV));
	fake_put(fake, RET_STACK + 16, 8, 1000);
	fake_put(fake, RET_STACK + 24, 8, STACK + 0x3038);
	fake_put(fake, RET_STACK + 32, 8, FUNC(HANDLER));
	fake_put(fake, RET_STACK + 40, 8, FUNC(DATA_QUEUE));
	fake_put(fake, RET_STACK + 48, 8, 2000);
	fake_put(fake, RET_STACK + 56, 8, STACK + 0x3038);
}

static void the_graph_tracers_returns_are_put_right(void **state)
{
	static const enum func funcs[] = {PANIC, DATA_QUEUE, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;
	struct pk_open_calls calls;

	draw_plain(machine);
	draw_plain_orc(machine);
	draw_shadow(fake);
	fake_put(fake, STACK + 0x3038, 8, FUNC(HANDLER));
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	expect(&image, funcs, 3);
	pk_stack_image_deinit(&image);
	/* merged: what only the shadow stack has was left by a tail call */
	assert_int_equal(pk_open_calls_of_cpu(&machine->ctx, 0, &calls), PK_OK);
	assert_int_equal(calls.nr, 4);
	assert_int_equal(calls.frames[0].func, FUNC(IDLE));
	assert_int_equal(calls.frames[1].func, FUNC(IP_RCV));
	assert_int_equal(calls.frames[1].calltime, 1000);
	assert_int_equal(calls.frames[2].func, FUNC(DATA_QUEUE));
	assert_int_equal(calls.frames[2].calltime, 2000);
	assert_int_equal(calls.frames[3].func, FUNC(PANIC));
	assert_int_equal(calls.frames[3].calltime, 0);
	pk_open_calls_deinit(&calls);
}

/* Of a stack that can only be searched the shadow stack is told; its context may begin further out than what was traced. */
static void a_context_that_was_not_traced(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_open_calls calls;

	draw_plain(machine);
	draw_shadow(fake);
	fake_put(fake, STACK + 0x3008, 8, 0);
	for (int softirq = 0; softirq < 2; softirq++) {
		if (softirq)
			call(fake, STACK + 0x3060, NET_RX, IP_RCV);
		assert_int_equal(pk_open_calls_of_cpu(&machine->ctx, 0, &calls), PK_OK);
		assert_int_equal(calls.source, PK_CALLS_SHADOW);
		assert_int_equal(calls.nr, 2);
		assert_int_equal(calls.context, softirq ? PK_CALL_SOFTIRQ : PK_CALL_PROCESS);
		pk_open_calls_deinit(&calls);
	}
}

/* A function has returned to return_to_handler(), which is on its way to report that; where it took more from the stack, or
 * the shadow stack has the call no more, nobody knows who called it. */
static void what_has_just_returned_is_left(void **state)
{
	static const enum func funcs[] = {PANIC, HANDLER, IP_RCV, IDLE};
	static const uint8_t takes_16[] = {0x48, 0x83, 0xec, 0x10},
			     takes_168[] = {0x48, 0x81, 0xec, 0xa8, 0, 0, 0};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	draw_plain_orc(machine);
	orc(machine, HANDLER, 0, 0, ORC_CALL, 1);
	draw_shadow(fake);
	fake_put(fake, STACK + 0x3020, 8, FUNC(HANDLER) + 21);
	for (size_t i = 0; i < sizeof(takes_16); i++)
		fake_put(fake, FUNC(HANDLER) + i, 1, takes_16[i]);
	fake_put(fake, TASK_AT + 64, 4, 0);
	call(fake, RET_STACK, IP_RCV, DATA_QUEUE);
	fake_put(fake, RET_STACK + 24, 8, STACK + 0x3030);
	call(fake, STACK + 0x3048, IDLE, IP_RCV);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 4);
	pk_stack_image_deinit(&image);

	fake_put(fake, RET_STACK + 24, 8, STACK + 0x30c8);
	call(fake, STACK + 0x30e0, IDLE, IP_RCV);
	for (size_t i = 0; i < sizeof(takes_168); i++)
		fake_put(fake, FUNC(HANDLER) + i, 1, takes_168[i]);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 4);
	pk_stack_image_deinit(&image);

	fake_put(fake, TASK_AT + 64, 4, (uint32_t)-1);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_false(image.unwound);
	pk_stack_image_deinit(&image);
}

struct expected_call {
	uint64_t func, calltime;
};

static void expect_calls(struct machine *machine, const struct expected_call *expected, size_t nr)
{
	struct pk_open_calls calls;

	assert_int_equal(pk_open_calls_of_cpu(&machine->ctx, 0, &calls), PK_OK);
	assert_int_equal(calls.nr, nr);
	for (size_t i = 0; i < nr; i++) {
		assert_int_equal(calls.frames[i].func, expected[i].func);
		assert_int_equal(calls.frames[i].calltime, expected[i].calltime);
	}
	pk_open_calls_deinit(&calls);
}

/* ip_rcv jumped to tcp_data_queue, which the tracer does not follow: it stands before that, not last. */
static void a_tail_call_into_the_untraced_stands_where_it_was(void **state)
{
	static const struct expected_call expected[] = {
		{FUNC(IDLE), 0}, {FUNC(IP_RCV), 1000}, {FUNC(DATA_QUEUE), 0}, {FUNC(PANIC), 0}};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_plain(machine);
	draw_plain_orc(machine);
	draw_shadow(fake);
	fake_put(fake, TASK_AT + 64, 4, 0);
	fake_put(fake, STACK + 0x3038, 8, FUNC(HANDLER));
	expect_calls(machine, expected, 4);
	/* a kernel that does not record the slot: by the address it returns to */
	fake_put(fake, RET_STACK + 24, 8, 0);
	expect_calls(machine, expected, 4);
}

/* What a compiler moved out of a function is the function. */
static void a_cold_part_is_its_function(void **state)
{
	static const struct expected_call expected[] = {
		{FUNC(IDLE), 0}, {FUNC(IP_RCV), 1000}, {FUNC(COLD), 2000}, {FUNC(PANIC), 0}};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_plain(machine);
	draw_plain_orc(machine);
	orc(machine, COLD, ORC_SP, 0x18, ORC_CALL, 0);
	draw_shadow(fake);
	call(fake, STACK + 0x3020, COLD, PANIC);
	fake_put(fake, STACK + 0x3038, 8, FUNC(HANDLER));
	expect_calls(machine, expected, 4);
}

/* A return probe's instance: from 6.0 on, 5.11 on, and before. */
static const struct fake_member rethook_members[] = {
	{"struct task_struct", "rethooks.first", 80, .size = 8, .is_pointer = true},
	{"struct rethook_node", "llist", 16, .size = 8},
	{"struct rethook_node", "ret_addr", 32, .size = 8},
	{"struct rethook_node", "frame", 40, .size = 8},
};
static const struct fake_member listed_members[] = {
	{"struct task_struct", "kretprobe_instances.first", 80, .size = 8, .is_pointer = true},
	{"struct kretprobe_instance", "llist", 16, .size = 8},
	{"struct kretprobe_instance", "ret_addr", 32, .size = 8, .is_pointer = true},
	{"struct kretprobe_instance", "fp", 40, .size = 8, .is_pointer = true},
};
static const struct fake_member hashed_members[] = {
	{"struct kretprobe_instance", "hlist", 16, .size = 16},
	{"struct kretprobe_instance", "ret_addr", 32, .size = 8, .is_pointer = true},
	{"struct kretprobe_instance", "fp", 40, .size = 8, .is_pointer = true},
	{"struct kretprobe_instance", "task", 48, .size = 8, .is_pointer = true},
};

#define TRAMPOLINE FUNC(HANDLER)
#define INSTANCE(n) (RET_STACK + 0x800 + 64 * (uint64_t)(n))
#define SLOT (STACK + 0x3038)

static void instance(struct fake_target *fake, unsigned n, uint64_t ret, uint64_t frame,
		     uint64_t task)
{
	fake_put(fake, INSTANCE(n) + 16, 8, n ? INSTANCE(n - 1) + 16 : 0);
	fake_put(fake, INSTANCE(n) + 32, 8, ret);
	fake_put(fake, INSTANCE(n) + 40, 8, frame);
	fake_put(fake, INSTANCE(n) + 48, 8, task);
}

static void a_return_probes_address(struct machine *machine, const char *trampoline,
				    const struct fake_member *form, unsigned nr, uint64_t head)
{
	static const enum func funcs[] = {PANIC, DATA_QUEUE, IDLE};
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;

	draw_plain(machine);
	draw_plain_orc(machine);
	fake_members(fake, form, nr);
	fake_symbol(fake, trampoline, TRAMPOLINE, 256);
	fake_put(fake, SLOT, 8, TRAMPOLINE);
	/* Oldest first: of the caller, of two probes of this function, of another task. */
	instance(fake, 0, FUNC(NET_RX) + 64, SLOT + 0x40, TASK_AT);
	instance(fake, 1, FUNC(IDLE) + 64, SLOT, TASK_AT);
	instance(fake, 2, TRAMPOLINE, SLOT, TASK_AT);
	instance(fake, 3, FUNC(NET_RX) + 64, head == TASK_AT + 80 ? SLOT + 8 : SLOT,
		 TASK_AT + 0x100);
	fake_put(fake, head, 8, INSTANCE(3) + 16);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 3);
	pk_stack_image_deinit(&image);
}

static void a_rethook_has_the_return(void **state)
{
	a_return_probes_address(*state, "arch_rethook_trampoline", rethook_members,
				ARRAY_SIZE(rethook_members), TASK_AT + 80);
}

static void a_listed_kretprobe_has_the_return(void **state)
{
	a_return_probes_address(*state, "__kretprobe_trampoline", listed_members,
				ARRAY_SIZE(listed_members), TASK_AT + 80);
}

static void a_hashed_kretprobe_has_the_return(void **state)
{
	struct machine *machine = *state;

	fake_symbol(&machine->fake, "kretprobe_inst_table", RET_STACK + 0x400, 64 * 8);
	a_return_probes_address(machine, "kretprobe_trampoline", hashed_members,
				ARRAY_SIZE(hashed_members), RET_STACK + 0x400 + 8 * 37);
}

static bool is_path(const struct pk_ctx *ctx, const char *func)
{
	(void)ctx;
	return !strncmp(func, "tcp_", 4) || !strcmp(func, "ip_rcv") ||
	       !strcmp(func, "skb_segment") || !strcmp(func, "net_rx_action");
}

static struct pk_stack_packet packet_find(struct machine *machine)
{
	struct pk_stack_packet packet;

	assert_int_equal(pk_stack_packet_find(&machine->ctx, 0, is_path, &packet), PK_OK);
	return packet;
}

/* Two skbs and their socket in slabs. */
static void a_fault_in_the_function(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	fake_put(fake, STACK + 0x3008, 8, other); /* in panic's frame: stale */
	call(fake, STACK + 0x3020, SOFTIRQ, PANIC); /* stands for the exception's entry */
	saved(fake, STACK + 0x3028, FUNC(DATA_QUEUE) + 0x29, STACK + 0x3100, skb);
	call(fake, STACK + 0x3110, IP_RCV, DATA_QUEUE);
	fake_put(fake, STACK + 0x3118, 8, FAKE_DIRECT + 4096); /* the socket */
	call(fake, STACK + 0x3120, IDLE, IP_RCV);
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, DATA_QUEUE, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IP_RCV, ORC_SP, 0x10, ORC_CALL, 0);
	orc(machine, SOFTIRQ, ORC_SP, 0, ORC_REGS, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	packet = packet_find(machine);
	assert_true(packet.unwound);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	assert_int_equal(packet.pc, FUNC(DATA_QUEUE) + 0x29);
	assert_int_equal(packet.skb, skb);
	assert_int_equal(packet.evidence, PK_STACK_REGISTER);
	assert_int_equal(packet.sk, FAKE_DIRECT + 4096);
	assert_true(packet.sk_matches);
	assert_false(packet.is_tx);
}

/* Of the socket's own packet: sent, or one that came in again by loopback. */
static void a_clone_without_a_socket_is_sent(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb, ip = FAKE_DIRECT + 0x4000 + 78;

	a_fault_in_the_function(state);
	skb = fake_net_packet(fake, 0);
	fake_put(fake, ip + 12, 4,
		 0x0200000a); /* from the socket's end to the other, in the order of bytes */
	fake_put(fake, ip + 16, 4, 0x0100000a);
	fake_put(fake, ip + 20, 4, 0x409c5000);
	assert_true(packet_find(machine).is_tx);
	fake_put(fake, skb + SKB_IIF, 4, 1);
	assert_false(packet_find(machine).is_tx);
	fake_put(fake, skb + SKB_SK, 8, FAKE_DIRECT + 4096);
	assert_true(packet_find(machine).is_tx);
}

/* One of a protocol that is not shown: its header is read all the same. */
static void a_packet_that_is_not_shown(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_packet packet;

	a_fault_in_the_function(state);
	assert_int_equal(packet_find(machine).protocol, 6);
	fake_net_packet(fake, 0);
	fake_put(fake, FAKE_DIRECT + 0x4000 + 78 + 9, 1, 17);
	fake_put(fake, FAKE_DIRECT + 0x4000 + 78 + 24, 2, 0x7800); /* its length */
	packet = packet_find(machine);
	assert_int_equal(packet.protocol, 17);
	assert_false(packet.fields.header_valid);
}

#define GSO_SIZE_OF(n) (FAKE_DIRECT + 0x4000 + 2048 * (n) + SKB_SHINFO + SHINFO_GSO_SIZE)

/* skb_segment() has a segment that it makes in a register, and the packet that it cuts in its frame. */
static void what_is_cut_is_the_packet(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t segment = fake_net_packet(fake, 0), skb = fake_net_packet(fake, 1),
		 other = fake_net_packet(fake, 2);
	struct pk_stack_packet packet;

	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	call(fake, STACK + 0x3020, SOFTIRQ, PANIC);
	saved(fake, STACK + 0x3028, FUNC(SEGMENT) + 0x29, STACK + 0x3100, segment);
	fake_put(fake, STACK + 0x3100, 8, skb);
	fake_put(fake, STACK + 0x3108, 8, other);
	call(fake, STACK + 0x3110, IP_RCV, SEGMENT);
	call(fake, STACK + 0x3120, IDLE, IP_RCV);
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, IP_RCV, ORC_SP, 0x10, ORC_CALL, 0);
	orc(machine, SOFTIRQ, ORC_SP, 0, ORC_REGS, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	orc(machine, SEGMENT, ORC_SP, 0x18, ORC_CALL, 0);
	fake_put(fake, GSO_SIZE_OF(1), 2, 1000);
	packet = packet_find(machine);
	assert_string_equal(packet.func.name, "skb_segment");
	assert_int_equal(packet.skb, skb);
	assert_int_equal(packet.evidence, PK_STACK_FRAME);
	assert_true(packet.cut && packet.is_tx);
	/* it is in the register, too */
	fake_put(fake, STACK + 0x3028 + 24, 8, skb);
	assert_int_equal(packet_find(machine).skb, skb);
	/* Of two none is it, nor is the segment. */
	fake_put(fake, GSO_SIZE_OF(2), 2, 1000);
	packet = packet_find(machine);
	assert_int_equal(packet.skb, 0);
	assert_int_equal(packet.evidence, PK_STACK_NOWHERE);
	assert_false(packet.cut);
}

/* ip_rcv handles one packet, and two wait on a list in its frame, whose head points to them. */
static void packets_wait_on_a_list(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), first = fake_net_packet(fake, 1),
		 second = fake_net_packet(fake, 2);
	struct pk_stack_packet packet;

	draw_plain(machine);
	draw_plain_orc(machine);
	fake_put(fake, STACK + 0x3028, 8, skb); /* in tcp_data_queue's frame */
	fake_put(fake, STACK + 0x3040, 8, first); /* the head, in ip_rcv's */
	fake_put(fake, STACK + 0x3048, 8, second);
	fake_put(fake, first, 8, second);
	fake_put(fake, first + 8, 8, STACK + 0x3040);
	fake_put(fake, second, 8, STACK + 0x3040);
	fake_put(fake, second + 8, 8, first);
	packet = packet_find(machine);
	assert_int_equal(packet.skb, skb);
	assert_int_equal(packet.nr_waiting, 2);
	assert_int_equal(packet.waiting[0].skb, first);
	assert_int_equal(packet.waiting[0].func, FUNC(IP_RCV));
	assert_int_equal(packet.waiting[1].skb, second);
	/* a head that was left behind: the first points elsewhere */
	fake_put(fake, first + 8, 8, STACK + 0x3100);
	packet = packet_find(machine);
	assert_int_equal(packet.nr_waiting, 0);
}

static void a_kprobe_at_its_first_instruction(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	/* panic <- ftrace's handler, with its registers <- tcp_queue_rcv + 5 <- tcp_data_queue */
	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	call(fake, STACK + 0x3020, FTRACE, PANIC);
	saved(fake, STACK + 0x3028, FUNC(QUEUE_RCV) + 1, STACK + 0x30e0, skb);
	fake_put(fake, STACK + 0x3028 + 24, 8, other); /* another register */
	fake_put(fake, FUNC(QUEUE_RCV), 1, 0xe8);
	fake_put(fake, STACK + 0x30d8, 8, FUNC(QUEUE_RCV) + 5);
	call(fake, STACK + 0x30e0, DATA_QUEUE, QUEUE_RCV);
	call(fake, STACK + 0x30f8, IDLE, DATA_QUEUE);
	orc(machine, PANIC, ORC_SP, 0x28, ORC_CALL, 0);
	orc(machine, FTRACE, ORC_SP, 0xb8, ORC_CALL, 0);
	orc(machine, QUEUE_RCV, ORC_SP, 8, ORC_CALL, 0);
	orc(machine, DATA_QUEUE, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	packet = packet_find(machine);
	assert_string_equal(packet.func.name, "tcp_queue_rcv");
	assert_int_equal(packet.skb, skb);
	assert_int_equal(packet.evidence, PK_STACK_ARGUMENT);
}

/* tcp_data_queue kept SKB in a register, which panic() pushed; OTHER was its caller's. */
static void what_the_function_held_comes_before_its_callers(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	draw_plain(machine);
	draw_plain_orc(machine);
	fake_put(fake, STACK + 0x3018, 8, skb);
	fake_put(fake, STACK + 0x3030, 8, other);
	packet = packet_find(machine);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	assert_int_equal(packet.evidence, PK_STACK_FRAME);
	assert_int_equal(packet.skb, skb);
	fake_put(fake, STACK + 0x3018, 8, 0);
	packet = packet_find(machine);
	assert_int_equal(packet.evidence, PK_STACK_FRAME);
	assert_int_equal(packet.skb, other);
}

static void inner_frames_come_before_outer_ones(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	/* a larger frame of panic(), beyond what it pushed */
	regs(fake, FUNC(PANIC) + 32, STACK + 0x2f00);
	call(fake, STACK + 0x3020, DATA_QUEUE, PANIC);
	call(fake, STACK + 0x3038, IP_RCV, DATA_QUEUE);
	call(fake, STACK + 0x3050, IDLE, IP_RCV);
	orc(machine, PANIC, ORC_SP, 0x128, ORC_CALL, 0);
	orc(machine, DATA_QUEUE, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IP_RCV, ORC_SP, 0x18, ORC_CALL, 0);
	orc(machine, IDLE, 0, 0, ORC_CALL, 1);
	fake_put(fake, STACK + 0x2f40, 8, skb);
	fake_put(fake, STACK + 0x3040, 8, other); /* in ip_rcv's frame */
	packet = packet_find(machine);
	assert_int_equal(packet.evidence, PK_STACK_INNER);
	assert_int_equal(packet.skb, skb);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	fake_put(fake, STACK + 0x2f40, 8, 0);
	packet = packet_find(machine);
	assert_int_equal(packet.evidence, PK_STACK_OUTER);
	assert_int_equal(packet.skb, other);
	assert_string_equal(packet.func.name, "ip_rcv"); /* tcp_data_queue may have another */
	assert_int_equal(packet.pc, FUNC(IP_RCV) + 0x60);
}

/* Of a stack that is only searched nobody knows whose words are further out. */
static void a_searched_stack_has_no_outer_frames(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), other = fake_net_packet(fake, 1);
	struct pk_stack_packet packet;

	draw_plain(machine);
	fake_put(fake, STACK + 0x3008, 8, 0);
	fake_put(fake, STACK + 0x3040, 8, other); /* in ip_rcv's frame, if it is one */
	packet = packet_find(machine);
	assert_false(packet.unwound);
	assert_int_equal(packet.evidence, PK_STACK_NOWHERE);
	assert_int_equal(packet.skb, 0);
	assert_string_equal(packet.func.name, "tcp_data_queue");
	fake_put(fake, STACK + 0x3030, 8, skb);
	packet = packet_find(machine);
	assert_int_equal(packet.evidence, PK_STACK_FRAME);
	assert_int_equal(packet.skb, skb);
}

static void a_freed_skb_is_no_packet(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0);
	struct pk_stack_packet packet;

	draw_plain(machine);
	draw_plain_orc(machine);
	fake_put(fake, STACK + 0x3028, 8, skb);
	fake_put(fake, fake_net_page(0) + SLAB_FREELIST, 8, skb);
	packet = packet_find(machine);
	assert_int_equal(packet.skb, 0);
	assert_int_equal(packet.evidence, PK_STACK_NOWHERE);
}

/* To those who know MACsec its frame is a packet. */
static void a_frame_of_macsec(void **state)
{
	static const uint8_t type_and_tag[] = {0x88, 0xe5, 0x0c, 0, 0, 0, 0, 9};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t skb = fake_net_packet(fake, 0), head = FAKE_DIRECT + 0x4000;
	struct pk_stack_packet packet;

	draw_plain(machine);
	draw_plain_orc(machine);
	fake_put(fake, STACK + 0x3028, 8, skb);
	for (uint32_t i = 0; i < sizeof(type_and_tag); i++)
		fake_put(fake, head + 64 + 12 + i, 1, type_and_tag[i]);
	fake_put(fake, skb + 176, 2, 0xe588);
	assert_int_equal(packet_find(machine).skb, 0);
	assert_true(pk_protocols_parse("tcp,macsec", &machine->ctx.protocols));
	packet = packet_find(machine);
	assert_int_equal(packet.skb, skb);
	assert_int_equal(packet.fields.header.sectag.pn, 9);
	assert_false(packet.fields.header_valid);
}

static void no_path_function_no_packet(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_packet packet;

	regs(fake, FUNC(PANIC) + 32, STACK + 0x3000);
	call(fake, STACK + 0x3020, IDLE, PANIC);
	fake_put(fake, STACK + 0x3028, 8, fake_net_packet(fake, 0));
	assert_int_equal(pk_stack_packet_find(&machine->ctx, 0, is_path, &packet), PK_ABSENT);
}

/* FUNC begins with a patched call, and then saves and sets the frame pointer. */
static void put_prologue(struct fake_target *fake, enum func func)
{
	static const uint8_t text[] = {0x0f, 0x1f, 0x44, 0, 0, 0x55, 0x48, 0x89, 0xe5};

	for (size_t i = 0; i < sizeof(text); i++)
		fake_put(fake, FUNC(func) + i, 1, text[i]);
}

/* The frame at BP: its caller's, and a return address into FUNC after a call of CALLED. */
static void put_frame(struct fake_target *fake, uint64_t bp, uint64_t caller_bp, enum func func,
		      enum func called)
{
	fake_put(fake, bp, 8, caller_bp);
	call(fake, bp + 8, func, called);
}

/* As draw_plain(), with frame pointers. */
static void draw_frames(struct machine *machine)
{
	struct fake_target *fake = &machine->fake;

	for (int func = 0; func < NR_FUNCS; func++)
		if (func != FTRACE && func != HANDLER && func != COLD)
			put_prologue(fake, func);
	draw_plain(machine);
	fake->regs[0].fp = STACK + 0x3018;
	put_frame(fake, STACK + 0x3018, STACK + 0x3030, DATA_QUEUE, PANIC);
	put_frame(fake, STACK + 0x3030, STACK + 0x3048, IP_RCV, DATA_QUEUE);
	put_frame(fake, STACK + 0x3048, 0, IDLE, IP_RCV);
}

static void expect_unwound(struct machine *machine, const enum func *funcs, size_t nr)
{
	struct pk_stack_image image;

	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, nr);
	for (size_t i = 0; i < nr; i++)
		assert_int_equal(image.frames[i].source, PK_FRAME_UNWOUND);
	pk_stack_image_deinit(&image);
}

static void frame_pointers_pass_stale_addresses_by(void **state)
{
	static const enum func funcs[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};

	draw_frames(*state);
	expect_unwound(*state, funcs, 4);
}

/* Stopped around its prologue and after its epilogue a function has no frame: its caller is not left out. */
static void a_function_without_its_frame_has_a_caller(void **state)
{
	static const enum func funcs[] = {QUEUE_RCV, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_frames(machine);
	call(fake, STACK + 0x3000, DATA_QUEUE, QUEUE_RCV);
	fake->regs[0] =
		(struct pk_regs){.ip = FUNC(QUEUE_RCV), .sp = STACK + 0x3000, .fp = STACK + 0x3030};
	expect_unwound(machine, funcs, 4);
	fake->regs[0].ip = FUNC(QUEUE_RCV) + 5; /* the push is next */
	expect_unwound(machine, funcs, 4);
	fake->regs[0].ip = FUNC(QUEUE_RCV) + 6;
	fake->regs[0].sp = STACK + 0x2ff8; /* pushed */
	fake_put(fake, STACK + 0x2ff8, 8, STACK + 0x3030);
	expect_unwound(machine, funcs, 4);
	fake->regs[0].ip = FUNC(QUEUE_RCV) + 0x31;
	fake->regs[0].sp = STACK + 0x3000;
	fake_put(fake, FUNC(QUEUE_RCV) + 0x30, 2, 0xc35d); /* pop %rbp; ret */
	expect_unwound(machine, funcs, 4);
}

/* Assembly without a frame, which has pushed a register. */
static void assembly_without_a_frame_has_a_caller(void **state)
{
	static const enum func funcs[] = {FTRACE, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_frames(machine);
	call(fake, STACK + 0x3008, DATA_QUEUE, FTRACE);
	fake->regs[0] = (struct pk_regs){
		.ip = FUNC(FTRACE) + 0x20, .sp = STACK + 0x3000, .fp = STACK + 0x3030};
	expect_unwound(machine, funcs, 4);
}

/* The entry code leaves the address of the saved registers in rbp, with bit 0 set; the interrupted function may have no frame yet. */
static void an_entrys_registers_are_found_by_the_frame_pointer(void **state)
{
	static const enum func funcs[] = {PANIC, CRASH, QUEUE_RCV, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_stack_image image;
	uint64_t regs_at = IRQ + 0x3e00;

	draw_frames(machine);
	fake_put(fake, IRQ + 0x3ff8, 8, STACK + 0x3000);
	regs(fake, FUNC(PANIC) + 32, IRQ + 0x3d00);
	fake->regs[0].fp = IRQ + 0x3d10;
	put_frame(fake, IRQ + 0x3d10, regs_at | 1, CRASH, PANIC);
	saved(fake, regs_at, FUNC(QUEUE_RCV), STACK + 0x3010, 0);
	fake_put(fake, regs_at + 32, 8, STACK + 0x3030);
	call(fake, STACK + 0x3010, DATA_QUEUE, QUEUE_RCV);
	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_true(image.unwound);
	expect(&image, funcs, 6);
	assert_true(image.frames[2].interrupted);
	assert_int_equal(image.nr_saved, 1);
	assert_int_equal(image.saved[0].addr, regs_at);
	pk_stack_image_deinit(&image);
}

/* copy_thread(): a kernel thread's outermost frame points to empty registers; one of user space ends by its segment. */
static void a_thread_begins_with_encoded_registers(void **state)
{
	static const enum func funcs[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_frames(machine);
	put_frame(fake, STACK + 0x3048, (STACK + 0x3f58) | 1, IDLE, IP_RCV);
	expect_unwound(machine, funcs, 4);
	fake_put(fake, STACK + 0x3f58 + 128, 8, 0x401000);
	fake_put(fake, STACK + 0x3f58 + 136, 8, 0x33);
	fake_put(fake, STACK + 0x3f58 + 152, 8, 0x7ffc00001000);
	expect_unwound(machine, funcs, 4);
}

/* A frame pointer that leads nowhere, or round: what is left is scanned. */
static void broken_frame_pointers_are_not_followed(void **state)
{
	static const uint64_t broken[] = {0x1234567812345678, STACK + 0x3019, STACK + 0x2ff0,
					  STACK + 0x3018, STACK + 0x8000 - 8};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	for (size_t i = 0; i < ARRAY_SIZE(broken); i++) {
		struct pk_stack_image image;

		draw_frames(machine);
		put_frame(fake, STACK + 0x3018, broken[i], NET_RX, PANIC);
		assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
		assert_false(image.unwound);
		assert_int_equal(image.frames[1].func, FUNC(NET_RX));
		assert_int_equal(image.frames[1].source, PK_FRAME_UNWOUND);
		assert_int_equal(image.frames[2].source, PK_FRAME_SCANNED);
		pk_stack_image_deinit(&image);
	}
}

static void the_graph_tracers_returns_of_frames(void **state)
{
	static const enum func funcs[] = {PANIC, DATA_QUEUE, IP_RCV, IDLE};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_frames(machine);
	draw_shadow(fake);
	fake_put(fake, RET_STACK, 8, FUNC(IP_RCV) + 64 + 8 * DATA_QUEUE);
	fake_put(fake, RET_STACK + 8, 8, FUNC(DATA_QUEUE));
	fake_put(fake, RET_STACK + 24, 8, STACK + 0x3038);
	fake_put(fake, TASK_AT + 64, 4, 0);
	fake_put(fake, STACK + 0x3038, 8, FUNC(HANDLER));
	expect_unwound(machine, funcs, 4);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(unwinding_passes_stale_addresses_by),
		TEST(registers_may_be_numbered_anew),
		TEST(a_scan_takes_what_follows_a_call),
		TEST(from_the_interrupt_stack_to_the_tasks),
		TEST(stacks_that_link_to_each_other_end),
		TEST(unwinding_stays_on_the_stacks),
		TEST(a_cpu_in_user_space),
		TEST(a_function_without_entries_is_bridged),
		TEST(a_thunk_is_bridged),
		TEST(a_trampoline_is_unwound_as_what_it_copies),
		TEST(a_modules_table_that_lies),
		TEST(the_graph_tracers_returns_are_put_right),
		TEST(a_context_that_was_not_traced),
		TEST(what_has_just_returned_is_left),
		TEST(a_tail_call_into_the_untraced_stands_where_it_was),
		TEST(a_cold_part_is_its_function),
		TEST(a_rethook_has_the_return),
		TEST(a_listed_kretprobe_has_the_return),
		TEST(a_hashed_kretprobe_has_the_return),
		TEST(a_fault_in_the_function),
		TEST(a_clone_without_a_socket_is_sent),
		TEST(a_packet_that_is_not_shown),
		TEST(what_is_cut_is_the_packet),
		TEST(packets_wait_on_a_list),
		TEST(a_kprobe_at_its_first_instruction),
		TEST(what_the_function_held_comes_before_its_callers),
		TEST(inner_frames_come_before_outer_ones),
		TEST(a_searched_stack_has_no_outer_frames),
		TEST(a_freed_skb_is_no_packet),
		TEST(a_frame_of_macsec),
		TEST(no_path_function_no_packet),
		TEST(frame_pointers_pass_stale_addresses_by),
		TEST(a_function_without_its_frame_has_a_caller),
		TEST(assembly_without_a_frame_has_a_caller),
		TEST(an_entrys_registers_are_found_by_the_frame_pointer),
		TEST(a_thread_begins_with_encoded_registers),
		TEST(broken_frame_pointers_are_not_followed),
		TEST(the_graph_tracers_returns_of_frames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
