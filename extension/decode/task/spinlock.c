// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who spins for a queued spinlock (kernel/locking/qspinlock.c). The lock is one word:
 *
 *	31        18 17   16 15     8 7      0
 *	[tail: CPU+1, node] [pending] [locked]
 *
 * The first to wait sets `pending`. Others take a node of their CPU (one for each context that may wait there), and the
 * tail names the last one's:
 *
 *	nodes[node] of CPU 3 --next--> nodes[node] of CPU 1 --next--> NULL
 *	                               ^- the tail
 *
 * In a virtual machine without help of its hypervisor, all just try until the word is 0 (x86: virt_spin_lock()).
 */
#include "decode/task/locks.h"

#include "arch/arch.h"
#include "core/reader.h"

#define LOCKED(word) ((word)&0xff)
#define PENDING(word) ((word) >> 8 & 0xff)
#define TAIL_NODE(word) ((word) >> 16 & 3)
#define TAIL_CPU(word) ((word) >> 18) /* + 1; 0: no tail */
#define NR_NODES 4 /* of a CPU: task, softirq, hardirq, NMI */
#define MAGIC 0xdead4ead

static const char *const spin_names[] = {"native_queued_spin_lock_slowpath",
					 "queued_spin_lock_slowpath",
					 "__pv_queued_spin_lock_slowpath", NULL};

/* With PREEMPT_RT: while the owner runs (rtmutex_spin_on_owner()). */
static const char *const rtlock_names[] = {"rtlock_slow*", "rtmutex_spin_on_owner", NULL};

bool pk_spins(const char *func)
{
	return pk_arch_names(spin_names, func) || pk_spins_inheriting(func);
}

bool pk_spins_inheriting(const char *func)
{
	return pk_arch_names(rtlock_names, func);
}

/* The last node of the queue in which CPU waits; 0: it waits in none. */
static uint64_t queue_end(struct pk_ctx *ctx, int cpu)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t nodes = pk_value(&r, PK_R_mcs_nodes), size = pk_value(&r, PK_R_mcs_node_size);
	uint64_t offset = 0, count, node, next;

	pk_try(&r, pk_percpu_offset(ctx, cpu, &offset));
	nodes += offset;
	count = pk_member(&r, nodes, PK_R_mcs_node_count);
	if (!pk_ok(&r) || !count || count > NR_NODES)
		return 0;
	node = nodes + (count - 1) * size;
	for (unsigned i = 0; i < PK_MAX_CPUS; i++) {
		next = pk_member(&r, node, PK_R_mcs_node_next);
		if (!pk_ok(&r))
			return 0;
		if (!next)
			return node;
		node = next;
	}
	return 0;
}

static bool is_tail(struct pk_ctx *ctx, uint32_t word, uint64_t node)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t nodes = pk_value(&r, PK_R_mcs_nodes), size = pk_value(&r, PK_R_mcs_node_size);
	uint64_t offset = 0;

	if (!node || !TAIL_CPU(word) || TAIL_CPU(word) > ctx->target->facts.nr_cpu_ids)
		return false;
	pk_try(&r, pk_percpu_offset(ctx, (int)TAIL_CPU(word) - 1, &offset));
	return pk_ok(&r) && nodes + offset + TAIL_NODE(word) * size == node;
}

struct search {
	struct pk_ctx *ctx;
	uint64_t end; /* of the queue that the CPU waits in; 0: in none */
	pk_is_lock_fn is_lock;
	const void *arg;
};

/* A word that is 1 may be anything, 0x101 hardly. */
static bool is_waited_for(const struct search *search, uint64_t addr)
{
	uint8_t bytes[4];
	uint32_t word;

	if (addr % sizeof(bytes) ||
	    pk_read_quietly(search->ctx, addr, bytes, sizeof(bytes)) != PK_OK)
		return false;
	word = (uint32_t)pk_uint(search->ctx, bytes, sizeof(bytes));
	if (is_tail(search->ctx, word, search->end))
		return true;
	if (LOCKED(word) != 1 || TAIL_CPU(word) > search->ctx->target->facts.nr_cpu_ids)
		return false;
	return PENDING(word) == 1 || (word == 1 && search->is_lock(addr, search->arg));
}

/* ppc64 has a queue of its own, with other words. */
static bool is_known(struct pk_ctx *ctx)
{
	const struct pk_row_value *nodes = pk_layout_get(ctx, PK_R_mcs_nodes);

	return nodes->state == PK_ROW_FOUND && pk_has(ctx, PK_R_mcs_node_size) &&
	       pk_layout_get(ctx, PK_R_mcs_node_count)->state == PK_ROW_FOUND &&
	       (nodes->candidate != 0 || pk_layout_get(ctx, PK_R_mcs_node_count)->candidate == 0);
}

enum pk_status pk_spinlock_of(struct pk_ctx *ctx, int cpu, const uint64_t *values, size_t nr,
			      pk_is_lock_fn is_lock, const void *arg, uint64_t *ret_lock)
{
	struct search search = {.ctx = ctx, .is_lock = is_lock, .arg = arg};
	uint64_t found = 0;

	if (!is_known(ctx))
		return pk_none(ctx, PK_UNSUPPORTED);
	search.end = queue_end(ctx, cpu);
	for (size_t i = 0; i < nr; i++) {
		if (values[i] == found || !is_waited_for(&search, values[i]))
			continue;
		if (found)
			return pk_none(ctx, PK_ABSENT);
		found = values[i];
	}
	if (!found)
		return pk_none(ctx, PK_ABSENT);
	*ret_lock = found;
	return PK_OK;
}

enum pk_status pk_spinlock_owner(struct pk_ctx *ctx, uint64_t lock, int *ret_cpu)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t magic, cpu;

	if (!pk_has(ctx, PK_R_spinlock_owner_cpu) || !pk_has(ctx, PK_R_spinlock_magic))
		return pk_none(ctx, PK_ABSENT);
	magic = pk_member(&r, lock, PK_R_spinlock_magic);
	cpu = pk_member(&r, lock, PK_R_spinlock_owner_cpu);
	if (pk_ok(&r) && ((uint32_t)magic != MAGIC || cpu >= ctx->target->facts.nr_cpu_ids))
		pk_try(&r, pk_none(ctx, PK_ABSENT));
	if (pk_ok(&r))
		*ret_cpu = (int)cpu;
	return r.status;
}
