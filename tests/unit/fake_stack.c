// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/task/stack.h"
#include "fake_stack.h"

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "stack", 16, .size = 8},
	{"struct task_struct", "tasks", 24, .size = 16},
	{"struct task_struct", "comm", 40, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "curr_ret_stack", 64, .size = 4, .is_signed = true},
	{"struct task_struct", "ret_stack", 72, .size = 8, .is_pointer = true,
	 .type_text = "struct ftrace_ret_stack *"},
	{"struct ftrace_ret_stack", "ret", 0, .size = 8},
	{"struct ftrace_ret_stack", "func", 8, .size = 8},
	{"struct ftrace_ret_stack", "calltime", 16, .size = 8},
	{"struct ftrace_ret_stack", "retp", 24, .size = 8},
};

void fake_stack_init(struct fake_stack *machine, const struct fake_stack_kind *kind)
{
	struct fake_target *fake = &machine->fake;

	machine->kind = kind;
	(kind->big_endian ? fake_net_init_big_endian : fake_net_init)(fake);
	strcpy(fake->target.facts.machine, kind->machine);
	fake_map(fake, kind->text, 256 * NR_FUNCS);
	fake_map(fake, kind->stack, FAKE_STACK_SIZE);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_members(fake, kind->members, kind->nr_members);
	fake_type(fake, "struct pt_regs", kind->regs_size);
	fake_type(fake, "struct ftrace_ret_stack", 32);
	fake_type(fake, "union thread_union", FAKE_STACK_SIZE);
	for (int f = 0; f < NR_FUNCS; f++)
		fake_symbol(fake, kind->names[f], kind->text + 256 * (uint64_t)f, 256);
	fake_symbol(fake, "current_task", FAKE_CURRENT, 8);
	fake_put(fake, FAKE_CURRENT, 8, FAKE_TASK);
	fake_put(fake, FAKE_TASK, 4, 42);
	fake_put(fake, FAKE_TASK + 8, 4, 1);
	fake_put(fake, FAKE_TASK + 16, 8, kind->stack);
	fake_put(fake, FAKE_TASK + 64, 4, UINT32_MAX);
	fake_put_string(fake, FAKE_TASK + 40, "victim");
	pk_ctx_init(&machine->ctx, &fake->target);
}

void fake_stack_deinit(struct fake_stack *machine)
{
	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
}

void fake_stack_regs(struct fake_target *fake, uint64_t ip, uint64_t sp)
{
	fake->has_regs[0] = true;
	fake->regs[0] = (struct pk_regs){.ip = ip, .sp = sp, .fp = sp};
}

static void expect(struct fake_stack *machine, const enum func *funcs, size_t nr, bool unwound)
{
	struct pk_stack_image image;

	assert_int_equal(pk_stack_image_init(&machine->ctx, 0, &image), PK_OK);
	assert_int_equal(image.unwound, unwound);
	assert_int_equal(image.nr_frames, nr);
	for (size_t i = 0; i < nr; i++)
		assert_int_equal(image.frames[i].func,
				 machine->kind->text + 256 * (uint64_t)funcs[i]);
	pk_stack_image_deinit(&image);
}

void fake_stack_expect(struct fake_stack *machine, const enum func *funcs, size_t nr)
{
	expect(machine, funcs, nr, true);
}

void fake_stack_expect_scanned(struct fake_stack *machine, const enum func *funcs, size_t nr)
{
	expect(machine, funcs, nr, false);
}

bool fake_stack_is_path(const struct pk_ctx *ctx, const char *func)
{
	(void)ctx;
	return !strncmp(func, "tcp_", 4) || !strcmp(func, "ip_rcv");
}
