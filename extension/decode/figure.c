// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/figure.h"

#include <string.h>

#include "core/reader.h"

struct pk_figure pk_figure_member(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id)
{
	struct pk_figure figure = {.status = PK_ABSENT};

	if (base)
		figure.status = pk_member_uint(ctx, base, id, &figure.value);
	return figure;
}

#define RT_MUTEX_HAS_WAITERS 1u /* a bit of the owner's address (kernel/locking/rtmutex_common.h) */

struct pk_figure pk_figure_spinlock(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id)
{
	struct pk_figure figure = pk_figure_member(ctx, base, id);
	uint64_t offset;

	if (figure.status != PK_UNSUPPORTED || pk_row_offset(ctx, id, &offset) != PK_OK)
		return figure;
	if (pk_has(ctx, PK_R_spinlock_raw))
		return pk_figure_member(ctx, base + offset, PK_R_spinlock_raw);
	if (!pk_has(ctx, PK_R_spinlock_owner))
		return figure;
	figure = pk_figure_member(ctx, base + offset, PK_R_spinlock_owner);
	figure.value &= ~(uint64_t)RT_MUTEX_HAS_WAITERS;
	return figure;
}

struct pk_figure pk_figure_at(struct pk_ctx *ctx, uint64_t addr, uint32_t size)
{
	struct pk_figure figure = {.status = PK_ABSENT};

	if (addr)
		figure.status = pk_read_uint(ctx, addr, size, &figure.value);
	return figure;
}

struct pk_figure pk_figure_symbol(struct pk_ctx *ctx, enum pk_row_id id, uint32_t size)
{
	uint64_t addr;
	enum pk_status status = pk_row_value(ctx, id, &addr);

	return status == PK_OK ? pk_figure_at(ctx, addr, size) : pk_figure_none(status);
}

static enum pk_status cpu_words(struct pk_ctx *ctx, uint64_t addr, uint32_t size, size_t nr,
				uint64_t *words)
{
	uint8_t bytes[8 * PK_WORDS_MAX];
	enum pk_status status = pk_read(ctx, addr, bytes, nr * size);

	for (size_t i = 0; status == PK_OK && i < nr; i++)
		words[i] += (uint64_t)pk_sint(ctx, bytes + i * size, size);
	return status;
}

enum pk_status pk_percpu_words(struct pk_ctx *ctx, uint64_t addr, uint32_t size, size_t nr,
			       uint64_t *ret_words)
{
	uint64_t words[PK_WORDS_MAX] = {0}, offset;
	struct pk_cpumask possible;
	bool known = pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible) == PK_OK;
	enum pk_status status = PK_OK;

	if (nr > PK_WORDS_MAX)
		return pk_fail(ctx, PK_CORRUPT, "%zu counters", nr);
	for (uint32_t cpu = 0; status == PK_OK && cpu < ctx->target->facts.nr_cpu_ids; cpu++) {
		if (known && !pk_cpumask_test(&possible, cpu))
			continue;
		status = pk_percpu_offset(ctx, cpu, &offset);
		if (status == PK_OK)
			status = cpu_words(ctx, addr + offset, size, nr, words);
		if (status != PK_OK)
			status = pk_wrap(ctx, status, "counters of CPU %u", cpu);
	}
	if (status == PK_OK)
		memcpy(ret_words, words, nr * sizeof(*words));
	return status;
}

struct pk_figure pk_figure_percpu(struct pk_ctx *ctx, uint64_t addr, uint32_t size)
{
	struct pk_figure figure = {.status = PK_ABSENT};

	if (addr)
		figure.status = pk_percpu_words(ctx, addr, size, 1, &figure.value);
	return figure;
}

struct pk_figure pk_figure_counter(struct pk_ctx *ctx, uint64_t addr)
{
	struct pk_figure count = pk_figure_member(ctx, addr, PK_R_percpu_counter_count), cpus;
	uint64_t counters;
	enum pk_status status;

	if (count.status != PK_OK)
		return count;
	/* On one CPU it is only the number. */
	if (!pk_has(ctx, PK_R_percpu_counter_counters))
		return count;
	status = pk_member_uint(ctx, addr, PK_R_percpu_counter_counters, &counters);
	if (status != PK_OK)
		return pk_figure_none(status);
	cpus = pk_figure_percpu(ctx, counters, 4);
	cpus.value += count.value;
	return cpus;
}

struct pk_figure pk_figure_positive(struct pk_figure figure)
{
	if ((int64_t)figure.value < 0)
		figure.value = 0;
	return figure;
}

bool pk_figure_bit(struct pk_ctx *ctx, const struct pk_figure *figure, enum pk_row_id bit)
{
	uint64_t number;

	return figure->status == PK_OK && pk_has(ctx, bit) &&
	       pk_row_value(ctx, bit, &number) == PK_OK && number < 64 &&
	       (figure->value >> number & 1);
}

/* clocksource_jiffies counts in jiffies: its mult and shift tell how many ns one has. */
enum pk_status pk_hz_read(struct pk_ctx *ctx, uint64_t *ret_hz)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t ns;
	uint64_t clock = pk_value(&r, PK_R_clocksource_jiffies);
	uint64_t mult = pk_member(&r, clock, PK_R_clocksource_mult);
	uint64_t shift = pk_member(&r, clock, PK_R_clocksource_shift);

	if (!pk_ok(&r))
		return r.status;
	ns = shift < 32 ? mult >> shift : 0;
	if (ns < 100000 || ns > 100000000)
		return pk_fail(ctx, PK_CORRUPT, "a jiffy of %llu ns", (unsigned long long)ns);
	*ret_hz = (1000000000 + ns / 2) / ns;
	return PK_OK;
}

struct pk_figure pk_jiffies_read(struct pk_ctx *ctx, uint64_t *ret_hz)
{
	struct pk_figure now =
		pk_figure_symbol(ctx, PK_R_jiffies_symbol, ctx->target->facts.word_size);
	enum pk_status status = pk_hz_read(ctx, ret_hz);

	if (now.status == PK_OK)
		now.status = status;
	return now;
}
