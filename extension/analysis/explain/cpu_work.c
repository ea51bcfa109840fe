// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/cpu_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "arch/arch.h"
#include "decode/figure.h"
#include "decode/slab.h"
#include "decode/task/locks.h"
#include "decode/task/stack.h"
#include "decode/task/task.h"
#include "protocol/stage.h"

#define MAX_TIMER_BASES 3

/* Who looks at what it interrupted: the watchdogs' timers, and RCU's tick, which tells of a stall and may panic for it. */
static size_t without_watchdog(struct pk_ctx *ctx, const struct pk_open_calls *calls, size_t nr,
			       struct pk_cpu_work *work)
{
	static const char *const watchdogs[] = {"watchdog_timer_fn", "watchdog_overflow_callback",
						"watchdog_hardlockup_check", NULL};
	static const char *const ticks[] = {"rcu_sched_clock_irq", NULL};
	static const char *const detectors[] = {"watchdog_timer_fn", NULL};

	/* It may come to panic() after another CPU, and then the kernel's own word about it is lost. */
	work->accused =
		nr && nr < calls->nr && pk_cpu_look_is(ctx, calls->frames[nr - 1].func, detectors);

	for (size_t i = 0; i < nr; i++) {
		work->rcu_tick = pk_cpu_look_is(ctx, calls->frames[i].func, ticks);
		if (!work->rcu_tick && !pk_cpu_look_is(ctx, calls->frames[i].func, watchdogs))
			continue;
		while (i && !calls->frames[i - 1].interrupted)
			i--;
		return i;
	}
	return nr;
}

static size_t work_calls(struct pk_ctx *ctx, const struct pk_open_calls *calls,
			 struct pk_cpu_work *work)
{
	enum pk_call_role *roles = calloc(calls->nr + 1, sizeof(*roles));
	size_t nr = 0;

	if (!roles)
		return 0;
	pk_call_roles(ctx, calls, roles);
	while (nr < calls->nr && roles[nr] != PK_ROLE_STOP && roles[nr] != PK_ROLE_PANIC)
		nr++;
	free(roles);
	return without_watchdog(ctx, calls, nr, work);
}

static void function_read(struct pk_cpu_look *look)
{
	const struct pk_open_frame *frame = &look->calls->frames[look->nr - 1];
	struct pk_cpu_work *work = look->work;

	if (pk_symbol_at(look->ctx, frame->func, &work->func) != PK_OK)
		return;
	pk_strip_suffixes(work->func.name);
	work->offset = frame->pc ? frame->pc - frame->func : 0;
}

/* What the innermost loop over softirqs has called. */
static void softirq_read(struct pk_cpu_look *look)
{
	static const char *const loops[] = {"__do_softirq", "handle_softirqs",
					    "__softirqentry_text_start", NULL};
	struct pk_symbol symbol;

	for (size_t i = look->nr; i-- > 1;) {
		if (!pk_cpu_look_is(look->ctx, look->calls->frames[i - 1].func, loops))
			continue;
		if (pk_symbol_at(look->ctx, look->calls->frames[i].func, &symbol) != PK_OK)
			return;
		pk_strip_suffixes(symbol.name);
		snprintf(look->work->softirq, sizeof(look->work->softirq), "%.63s", symbol.name);
		return;
	}
}

/* Call I is FUNC, or what the compiler moved out of it, to FUNC.cold. */
static bool is_call_of(const struct pk_cpu_look *look, size_t i, uint64_t func)
{
	uint64_t open = look->calls->frames[i].func;
	struct pk_symbol part, whole;
	char *cold;

	if (open == func)
		return true;
	if (pk_symbol_at(look->ctx, open, &part) != PK_OK || !(cold = strstr(part.name, ".cold")) ||
	    pk_symbol_at(look->ctx, func, &whole) != PK_OK || whole.addr != func)
		return false;
	*cold = '\0';
	return !strcmp(part.name, whole.name) && !strcmp(part.module, whole.module);
}

/* --- which of several --------------------------------------------------------------------------------- */

static bool registers_hold(struct pk_cpu_look *look, uint64_t value)
{
	uint64_t values[PK_LOOK_REGISTERS];
	size_t nr = pk_cpu_look_registers(look, values, PK_LOOK_REGISTERS);

	return pk_at_hand(values, nr, value);
}

/* The words from the frames that call I made out to those that it was called from. */
static bool frames_hold(struct pk_cpu_look *look, size_t i, uint64_t value)
{
	const struct pk_open_frame *frames = look->calls->frames;
	size_t inner = i + PK_LOOK_NEAR < look->nr ? i + PK_LOOK_NEAR : look->nr - 1;
	size_t outer = i > PK_LOOK_NEAR ? i - PK_LOOK_NEAR : 0;
	size_t from =
		frames[inner].slot ? pk_stack_word_index(&look->image, frames[inner].slot) : 0;
	size_t to = pk_stack_word_index(&look->image, frames[outer].slot);

	for (size_t at = from; at < to && at < look->image.nr_words; at++)
		if (look->image.words[at].word == value)
			return true;
	return false;
}

/* FUNC is open, and OBJECT is at hand there. */
static bool works_on(struct pk_cpu_look *look, uint64_t func, uint64_t object)
{
	return func && pk_any(look->nr, i,
			      is_call_of(look, i, func) && (frames_hold(look, i, object) ||
							    (i + PK_LOOK_NEAR >= look->nr &&
							     registers_hold(look, object))));
}

/* --- NAPI ---------------------------------------------------------------------------------------------- */

/* Who polls takes a context off the list of those that wait, and its SCHED is cleared at the end only. That it has, too,
 * while it is disabled: with NPSVC. */
static bool is_polled(struct pk_ctx *ctx, const struct pk_napi *napi)
{
	uint64_t link, first;

	return napi->scheduled && !pk_figure_bit(ctx, &napi->state, PK_R_napi_state_npsvc) &&
	       pk_has(ctx, PK_R_napi_poll_list) &&
	       pk_row_offset(ctx, PK_R_napi_poll_list, &link) == PK_OK &&
	       pk_read_ptr(ctx, napi->addr + link, &first) == PK_OK && first == napi->addr + link;
}

static bool polls(struct pk_cpu_look *look, const struct pk_napi *napi)
{
	uint64_t poll;

	return is_polled(look->ctx, napi) && pk_has(look->ctx, PK_R_napi_poll) &&
	       pk_member_uint(look->ctx, napi->addr, PK_R_napi_poll, &poll) == PK_OK &&
	       works_on(look, poll, napi->addr);
}

static unsigned find_napi(struct pk_cpu_look *look, const struct pk_device *device)
{
	unsigned nr = 0;

	for (size_t i = 0; i < device->nr_napis; i++) {
		if (!polls(look, &device->napis[i]))
			continue;
		look->work->device = device;
		look->work->napi = &device->napis[i];
		nr++;
	}
	return nr;
}

/* --- qdiscs -------------------------------------------------------------------------------------------- */

static bool asks(struct pk_cpu_look *look, uint64_t qdisc)
{
	static const enum pk_row_id rows[] = {PK_R_qdisc_dequeue, PK_R_qdisc_enqueue};
	uint64_t func;

	return pk_any(2, i,
		      pk_has(look->ctx, rows[i]) &&
			      pk_member_uint(look->ctx, qdisc, rows[i], &func) == PK_OK &&
			      works_on(look, func, qdisc));
}

static unsigned find_qdisc(struct pk_cpu_look *look, const struct pk_device *device)
{
	unsigned nr = 0;

	for (size_t i = 0; i < device->nr_qdiscs; i++) {
		if (!asks(look, device->qdiscs[i].addr))
			continue;
		look->work->device = device;
		look->work->qdisc = &device->qdiscs[i];
		nr++;
	}
	return nr;
}

/* Of several that it may be none is named. */
static void device_read(struct pk_cpu_look *look, const struct pk_devices *devices)
{
	unsigned nr = 0;

	for (size_t i = 0; i < devices->nr; i++)
		nr += find_qdisc(look, &devices->list[i]);
	if (nr != 1) {
		look->work->qdisc = NULL;
		nr = 0;
		for (size_t i = 0; i < devices->nr; i++)
			nr += find_napi(look, &devices->list[i]);
	}
	if (nr != 1) {
		look->work->napi = NULL;
		look->work->device = NULL;
	}
}

/* --- timers -------------------------------------------------------------------------------------------- */

static bool is_open(const struct pk_cpu_look *look, uint64_t func)
{
	return pk_any(look->nr, i, is_call_of(look, i, func));
}

/* A CPU has some timer bases, each of which notes the timer whose callback runs. */
static void timer_read(struct pk_cpu_look *look, int cpu)
{
	struct pk_cpu_work *work = look->work;
	struct pk_ctx *ctx = look->ctx;
	uint64_t bases, offset, size, timer, func;
	struct pk_symbol symbol;

	if (!pk_has(ctx, PK_R_timer_base_running) || !pk_has(ctx, PK_R_timer_function) ||
	    pk_row_values(ctx, PK_WANTED({PK_R_timer_bases, &bases},
					 {PK_R_timer_base_size, &size})) != PK_OK ||
	    pk_percpu_offset(ctx, (uint32_t)cpu, &offset) != PK_OK)
		return;
	for (unsigned i = 0; i < MAX_TIMER_BASES; i++) {
		if (pk_member_uint(ctx, bases + offset + i * size, PK_R_timer_base_running,
				   &timer) != PK_OK ||
		    !timer || pk_member_uint(ctx, timer, PK_R_timer_function, &func) != PK_OK ||
		    !func || !is_open(look, func) || pk_symbol_at(ctx, func, &symbol) != PK_OK)
			continue;
		work->timer = timer;
		snprintf(work->callback, sizeof(work->callback), "%.63s", symbol.name);
		if (pk_slab_lookup(ctx, timer, &work->timer_in) != PK_OK)
			work->timer_in = (struct pk_slab_object){.kind = PK_OBJECT_NONE};
		return;
	}
}

/* --- the packet ---------------------------------------------------------------------------------------- */

/* A frame may hold what an earlier call left there, unless the register of what was interrupted has it too. */
static void packet_read(struct pk_cpu_look *look, int cpu)
{
	struct pk_stack_packet found;

	if (pk_stack_packet_find(look->ctx, cpu, pk_stage_is_path, &found) != PK_OK || !found.skb ||
	    !found.unwound || found.evidence > PK_STACK_FRAME ||
	    (found.evidence == PK_STACK_FRAME && !registers_hold(look, found.skb)))
		return;
	look->work->skb = found.skb;
	look->work->fields = found.fields;
}

static void spin_read(struct pk_cpu_look *look)
{
	struct pk_cpu_work *work = look->work;

	work->spins = pk_spins(work->func.name);
	if (work->spins)
		work->nr_registers =
			pk_cpu_look_registers(look, work->registers, PK_LOOK_REGISTERS);
}

/* Free CALLS, and with PK_OK the image. */
static enum pk_status look_begin(struct pk_ctx *ctx, int cpu, struct pk_open_calls *calls,
				 struct pk_cpu_look *look)
{
	enum pk_status status;

	*look = (struct pk_cpu_look){.ctx = ctx, .calls = calls, .work = look->work};
	look->nr = calls->source == PK_CALLS_UNWOUND ? work_calls(ctx, calls, look->work) : 0;
	if (look->nr)
		status = pk_stack_image_init(ctx, cpu, &look->image);
	else if (calls->source == PK_CALLS_SCANNED)
		status = pk_fail(ctx, PK_UNSUPPORTED, "CPU %d: its stack was only scanned", cpu);
	else
		status = pk_fail(ctx, PK_ABSENT, "CPU %d: no unwound stack", cpu);
	return status;
}

enum pk_status pk_cpu_work_read(struct pk_ctx *ctx, int cpu, const struct pk_devices *devices,
				struct pk_cpu_work *ret_work)
{
	struct pk_open_calls calls;
	struct pk_cpu_look look = {.work = ret_work};
	enum pk_status status = pk_open_calls_of_cpu(ctx, cpu, &calls);

	if (status != PK_OK)
		return status;
	*ret_work = (struct pk_cpu_work){.task = calls.task};
	status = look_begin(ctx, cpu, &calls, &look);
	if (status == PK_OK) {
		function_read(&look);
		softirq_read(&look);
		device_read(&look, devices);
		timer_read(&look, cpu);
		pk_cpu_lookup_read(&look, &ret_work->lookup);
		spin_read(&look);
		packet_read(&look, cpu);
		pk_stack_image_deinit(&look.image);
	}
	pk_open_calls_deinit(&calls);
	return status;
}

/* --- who has what another waits for --------------------------------------------------------------------- */

/* In an interrupt, too, that came while it waited. */
static bool waits_for_lock(struct pk_cpu_look *look)
{
	struct pk_symbol symbol;

	for (size_t i = 0; i < look->nr; i++) {
		if (pk_symbol_at(look->ctx, look->calls->frames[i].func, &symbol) != PK_OK)
			continue;
		pk_strip_suffixes(symbol.name);
		if (pk_spins(symbol.name))
			return true;
	}
	return false;
}

static bool has_one(struct pk_cpu_look *look, const uint64_t *addrs, size_t nr)
{
	uint64_t slot = look->calls->frames[look->nr - 1].slot;
	size_t at = slot ? pk_stack_word_index(&look->image, slot) : 0;
	uint64_t values[PK_LOOK_REGISTERS];
	size_t nr_values = pk_cpu_look_registers(look, values, PK_LOOK_REGISTERS);

	for (size_t i = 0; i < nr; i++)
		if (addrs[i] && pk_at_hand(values, nr_values, addrs[i]))
			return true;
	for (; at < look->image.nr_words; at++)
		for (size_t i = 0; i < nr; i++)
			if (addrs[i] && look->image.words[at].word == addrs[i])
				return true;
	return false;
}

enum pk_status pk_cpu_work_holds(struct pk_ctx *ctx, int cpu, const uint64_t *addrs, size_t nr,
				 struct pk_symbol *ret_func)
{
	struct pk_cpu_work work = {0};
	struct pk_cpu_look look = {.work = &work};
	struct pk_open_calls calls;
	enum pk_status status = pk_open_calls_of_cpu(ctx, cpu, &calls);
	bool has;

	if (status != PK_OK)
		return status;
	if (calls.context == PK_CALL_IDLE || calls.context == PK_CALL_USER)
		status = pk_none(ctx, PK_ABSENT);
	else
		status = look_begin(ctx, cpu, &calls, &look);
	if (status == PK_OK) {
		function_read(&look);
		has = !waits_for_lock(&look) && has_one(&look, addrs, nr);
		pk_stack_image_deinit(&look.image);
		if (has)
			*ret_func = work.func;
		else
			status = pk_none(ctx, PK_ABSENT);
	}
	pk_open_calls_deinit(&calls);
	return status;
}
