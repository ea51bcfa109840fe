// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Stacks, shadow stacks, task lists and unwind tables as a hostile dump may hold them. The input is
 * split: first the machine's variant, then the unwind table, the shadow stack, the task, and the stack.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "decode/task/stack.h"
#include "decode/task/task.h"
#include "fake_net.h"

#define TEXT 0xffffffff81000000ull
#define STACK 0xffffc90000000000ull
#define TASK_AT (FAKE_GLOBALS + 0xd000)
#define CURRENT (FAKE_GLOBALS + 0xc000)
#define ORC_IPS (FAKE_GLOBALS + 0xe000)
#define ORC (FAKE_GLOBALS + 0xe100)
#define RET_STACK (FAKE_GLOBALS + 0xf000)

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "stack", 16, .size = 8},
	{"struct task_struct", "tasks", 24, .size = 16},
	{"struct task_struct", "comm", 40, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "curr_ret_stack", 64, .size = 4, .is_signed = true},
	{"struct ftrace_ret_stack", "ret", 0, .size = 8},
	{"struct ftrace_ret_stack", "func", 8, .size = 8},
	{"struct ftrace_ret_stack", "retp", 16, .size = 8},
	{"struct fgraph_ops", "idx", 0, .size = 4},
	{"struct pt_regs", "r13", 16, .size = 8},
	{"struct pt_regs", "bp", 32, .size = 8},
	{"struct pt_regs", "r10", 56, .size = 8},
	{"struct pt_regs", "cx", 88, .size = 8},
	{"struct pt_regs", "dx", 96, .size = 8},
	{"struct pt_regs", "si", 104, .size = 8},
	{"struct pt_regs", "di", 112, .size = 8},
	{"struct pt_regs", "ip", 128, .size = 8},
	{"struct pt_regs", "sp", 152, .size = 8},
	{"struct orc_entry", "sp_offset", 0, .size = 2, .is_signed = true},
	{"struct orc_entry", "bp_offset", 2, .size = 2, .is_signed = true},
	{"struct orc_entry", "sp_reg", 4, .size = 4, .bit_offset = 0, .bit_size = 4},
	{"struct orc_entry", "bp_reg", 4, .size = 4, .bit_offset = 4, .bit_size = 4},
	{"struct orc_entry", "type", 4, .size = 4, .bit_offset = 8, .bit_size = 3},
};

static bool is_path(const struct pk_ctx *ctx, const char *func)
{
	(void)ctx;
	return func[0] == 't';
}

static bool see_frame(const struct pk_open_frame *frame, void *arg)
{
	if (++*(unsigned *)arg > 4096 || !frame->from_shadow)
		abort();
	return true;
}

/* Copy the next LEN bytes of the input (or what is left) to ADDR. */
static void take(struct fake_target *fake, uint64_t addr, size_t len, const uint8_t **data,
		 size_t *size)
{
	if (len > *size)
		len = *size;
	fake_put_bytes(fake, addr, *data, len);
	*data += len;
	*size -= len;
}

static void draw(struct fake_target *fake, const uint8_t *data, size_t size)
{
	static const char *const names[] = {"panic", "tcp_ack", "do_idle", "return_to_handler"};
	struct fake_member ret_stack = {"struct task_struct", "ret_stack", 72, .size = 8,
					.is_pointer = true};
	uint8_t variant = data[0];

	data++;
	size--;
	ret_stack.type_text = variant & 1 ? "unsigned long *" : "struct ftrace_ret_stack *";
	fake_map(fake, TEXT, 0x1000);
	fake_map(fake, STACK, 0x4000);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_members(fake, &ret_stack, 1);
	fake_type(fake, "struct ftrace_ret_stack", 24);
	fake_type(fake, "struct pt_regs", 168);
	fake_type(fake, "struct irq_stack", 0x1000);
	fake_type(fake, "union thread_union", 0x1000);
	for (int i = 0; i < 4; i++)
		fake_symbol(fake, names[i], TEXT + 256 * i, 256);
	fake_symbol(fake, "init_task", TASK_AT, 256);
	fake_symbol(fake, "current_task", CURRENT, 8);
	fake_symbol(fake, "hardirq_stack_ptr", CURRENT + 8, 8);
	fake_symbol(fake, "funcgraph_ops", CURRENT + 16, 8);
	if (variant & 2) {
		fake_type(fake, "struct orc_entry", 6);
		fake_symbol(fake, "__start_orc_unwind_ip", ORC_IPS, 4);
		fake_symbol(fake, "__stop_orc_unwind_ip", ORC_IPS + 16, 4);
		fake_symbol(fake, "__start_orc_unwind", ORC, 6);
	}
	for (int i = 0; i < 4; i++)
		fake_put(fake, ORC_IPS + 4 * i, 4, (uint32_t)(TEXT + 256 * i - (ORC_IPS + 4 * i)));
	take(fake, ORC, 24, &data, &size);
	take(fake, RET_STACK, 256, &data, &size);
	take(fake, TASK_AT + 64, 4, &data, &size);
	fake_put(fake, TASK_AT + 16, 8, STACK);
	fake_put(fake, TASK_AT + 24, 8, TASK_AT + 24);
	fake_put(fake, TASK_AT + 72, 8, RET_STACK);
	fake_put(fake, CURRENT, 8, TASK_AT);
	fake_put(fake, CURRENT + 8, 8, STACK + 0x3ff8);
	fake->has_regs[0] = variant & 4;
	fake->regs[0] = (struct pk_regs){
		.ip = TEXT + 32, .sp = STACK + (variant & 8 ? 0x3800 : 0x800), .fp = STACK + 0x900};
	take(fake, STACK + 0x800, 0x800, &data, &size);
	take(fake, STACK + 0x3800, 0x800, &data, &size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_reader r = {.ctx = &ctx};
	struct pk_stack_packet packet;
	struct pk_open_calls calls;

	if (!size)
		return 0;
	fake_net_init(&fake);
	draw(&fake, data, size);
	pk_ctx_init(&ctx, &fake.target);
	pk_task_for_each (task, &r) {
		unsigned nr = 0;

		pk_shadow_stack_walk(&ctx, &task, see_frame, &nr);
	}
	pk_stack_packet_find(&ctx, 0, is_path, &packet);
	if (pk_open_calls_of_cpu(&ctx, 0, &calls) == PK_OK)
		pk_open_calls_deinit(&calls);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
	return 0;
}
