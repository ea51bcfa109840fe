// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_consumers.h"

#include <string.h>

#define JIFFIES (FAKE_CONSUMER_GLOBALS + 0x10)
#define CLOCK (FAKE_CONSUMER_GLOBALS + 0x20)
#define TK_CORE (FAKE_CONSUMER_GLOBALS + 0x40)
#define SHIFT 4

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, 4, .is_signed = true},
	{"struct task_struct", "comm", 8, 16, .is_array = true, .elements = 16},
	{"struct task_struct", "stack", 24, 8, .is_pointer = true},
	{"struct task_struct", "tasks", 32, .size = 16},
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
	{"struct timekeeper", "tkr_mono.base", 0, 8, .is_signed = true},
	{"struct timekeeper", "tkr_mono.xtime_nsec", 8, .size = 8},
	{"struct timekeeper", "tkr_mono.shift", 16, .size = 4},
	{"struct wait_queue_head", "head", 8, .size = 16},
	{"struct wait_queue_entry", "private", 8, 8, .is_pointer = true},
	{"struct wait_queue_entry", "func", 16, 8, .is_pointer = true},
	{"struct wait_queue_entry", "entry", 24, .size = 16},
	{"struct completion", "wait.task_list", 16, .size = 16},
	{"struct swait_queue", "task", 0, 8, .is_pointer = true},
	{"struct swait_queue", "task_list", 8, .size = 16},
	{"struct socket", "sk", 8, 8, .is_pointer = true},
};

void fake_clocks(struct fake_target *fake, uint64_t nsec)
{
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 16);
	fake_symbol(fake, "tk_core", TK_CORE, 64);
	fake_put(fake, JIFFIES, 8, NOW);
	fake_put(fake, CLOCK, 4, 1000000000 / HZ);
	fake_put(fake, TK_CORE + 8, 8, NOW_NS - nsec);
	fake_put(fake, TK_CORE + 16, 8, nsec << SHIFT);
	fake_put(fake, TK_CORE + 24, 4, SHIFT);
}

void fake_thread(struct fake_target *fake, uint64_t addr, int pid, int tgid, const char *comm)
{
	fake_put(fake, addr, 4, (uint64_t)pid);
	fake_put(fake, addr + 4, 4, (uint64_t)tgid);
	fake_put_string(fake, addr + 8, comm);
}

void fake_list(struct fake_target *fake, uint64_t head)
{
	fake_put(fake, head, 8, head);
	fake_put(fake, head + 8, 8, head);
}

void fake_list_add(struct fake_target *fake, struct pk_ctx *ctx, uint64_t head, uint64_t node)
{
	uint64_t last;

	assert_int_equal(pk_read_ptr(ctx, head + 8, &last), PK_OK);
	fake_put(fake, last, 8, node);
	fake_put(fake, node, 8, head);
	fake_put(fake, node + 8, 8, last);
	fake_put(fake, head + 8, 8, node);
}

void fake_wait_entry(struct fake_target *fake, struct pk_ctx *ctx, uint64_t list, uint64_t entry,
		     uint64_t thread, uint64_t func)
{
	fake_put(fake, entry + 8, 8, thread);
	fake_put(fake, entry + 16, 8, func);
	fake_list_add(fake, ctx, list, entry + 24);
}

int fake_consumers_teardown(void **state)
{
	struct machine *machine = *state;

	pk_consumers_deinit(&machine->consumers);
	return fake_machine_teardown(state);
}

const struct pk_consumers *consumers(struct machine *machine)
{
	pk_consumers_deinit(&machine->consumers);
	pk_consumers_read(&machine->base.ctx, &machine->consumers);
	return &machine->consumers;
}

enum pk_status status_of(struct machine *machine, enum pk_consumer_kind kind)
{
	return consumers(machine)->kinds[kind].status;
}

void assert_needs_types(struct machine *machine, enum pk_consumer_kind kind)
{
	machine->base.fake.type_status = PK_UNSUPPORTED;
	assert_int_equal(status_of(machine, kind), PK_UNSUPPORTED);
	assert_int_equal(machine->consumers.nr, 0);
	assert_int_equal(machine->consumers.nr_controllers, 0);
}
