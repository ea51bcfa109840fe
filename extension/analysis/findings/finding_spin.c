// SPDX-License-Identifier: GPL-3.0-or-later
/* Spinlocks in words: which object's lock a CPU waits for, and which CPU has it. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "core/reader.h"
#include "decode/slab.h"
#include "decode/task/locks.h"

/* An object with a lock at a known place. */
struct known {
	const char *words;
	const struct pk_device *device;
	const struct pk_qdisc_counts *qdisc;
	const struct pk_sock *sock;
	size_t queue;
	uint64_t object;
};

static bool is_member(struct pk_ctx *ctx, uint64_t object, enum pk_row_id row, uint64_t addr)
{
	uint64_t offset;

	return pk_has(ctx, row) && pk_row_offset(ctx, row, &offset) == PK_OK &&
	       addr == object + offset;
}

static bool find_qdisc(const struct pk_scene *scene, uint64_t addr, struct known *known)
{
	static const struct {
		enum pk_row_id row;
		const char *root, *other;
	} locks[] = {
		{PK_R_qdisc_lock, "the root lock", "the lock"},
		{PK_R_qdisc_busylock, "the busylock", "the busylock"},
		{PK_R_qdisc_seqlock, "the seqlock", "the seqlock"},
	};

	for (size_t i = 0; i < scene->devices.nr; i++)
		for (size_t j = 0; j < scene->devices.list[i].nr_qdiscs; j++)
			for (size_t k = 0; k < PK_ARRAY_SIZE(locks); k++) {
				known->qdisc = &scene->devices.list[i].qdiscs[j];
				known->device = &scene->devices.list[i];
				known->object = known->qdisc->addr;
				known->words = known->qdisc->root ? locks[k].root : locks[k].other;
				if (is_member(scene->ctx, known->object, locks[k].row, addr))
					return true;
			}
	known->qdisc = NULL;
	return false;
}

static bool find_queue(const struct pk_scene *scene, uint64_t addr, struct known *known)
{
	uint64_t queues, size;

	if (!pk_has(scene->ctx, PK_R_netdev_tx) ||
	    pk_row_value(scene->ctx, PK_R_netdev_queue_size, &size) != PK_OK)
		return false;
	for (size_t i = 0; i < scene->devices.nr; i++) {
		known->device = &scene->devices.list[i];
		if (pk_member_uint(scene->ctx, known->device->addr, PK_R_netdev_tx, &queues) !=
		    PK_OK)
			continue;
		for (known->queue = 0; known->queue < known->device->nr_queues; known->queue++) {
			known->object = queues + known->queue * size;
			known->words = "the transmit lock";
			if (is_member(scene->ctx, known->object, PK_R_netdev_queue_lock, addr))
				return true;
		}
	}
	return false;
}

static bool find_sock(const struct pk_scene *scene, uint64_t addr, struct known *known)
{
	static const struct {
		enum pk_row_id row;
		const char *words;
	} locks[] = {
		{PK_R_sk_slock, "the lock"},
		{PK_R_sk_receive_queue_lock, "the receive queue's lock"},
	};
	uint64_t offset;

	for (size_t i = 0; scene->memory && i < PK_ARRAY_SIZE(locks); i++) {
		if (!pk_has(scene->ctx, locks[i].row) ||
		    pk_row_offset(scene->ctx, locks[i].row, &offset) != PK_OK)
			continue;
		known->sock = pk_hash_get(&scene->memory->socks, addr - offset);
		known->object = addr - offset;
		known->words = locks[i].words;
		if (known->sock)
			return true;
	}
	return false;
}

static bool find_known(const struct pk_scene *scene, uint64_t addr, struct known *known)
{
	*known = (struct known){.words = NULL};
	return find_qdisc(scene, addr, known) || find_queue(scene, addr, known) ||
	       find_sock(scene, addr, known);
}

static bool is_lock(uint64_t addr, const void *arg)
{
	struct known known;

	return find_known(arg, addr, &known);
}

static void name_known(const struct known *known, struct pk_words *words)
{
	pk_words_add(words, "%s of ", known->words);
	if (known->qdisc)
		pk_words_add(words, "qdisc %.15s %x: of %.15s", known->qdisc->id,
			     known->qdisc->handle >> 16, known->device->name);
	else if (known->sock)
		pk_words_add_tuple(words, &known->sock->tuple);
	else
		pk_words_add(words, "queue %zu of %.15s", known->queue, known->device->name);
}

static void name_read(const struct pk_scene *scene, struct pk_spin *spin)
{
	struct pk_words words = {.len = 0};
	struct pk_slab_object object;
	char name[64], cache[32];
	struct known known;

	pk_lock_name_read(scene->ctx, spin->lock, name, cache);
	if (find_known(scene, spin->lock, &known)) {
		spin->object = known.object;
		name_known(&known, &words);
	} else if (name[0]) {
		pk_words_add(&words, "%s", name);
	} else {
		pk_words_add(&words, "%llx", (unsigned long long)spin->lock);
		if (cache[0])
			pk_words_add(&words, " (in an object of %s)", cache);
	}
	if (!spin->object && cache[0] && pk_slab_lookup(scene->ctx, spin->lock, &object) == PK_OK)
		spin->object = object.start;
	snprintf(spin->name, sizeof(spin->name), "%.127s", words.text);
}

/* --- who has it ----------------------------------------------------------------------------------------- */

/* A task keeps its CPU while it holds a spinlock. If the registers or stack of only one CPU have the lock or its object, that CPU
 * likely holds it. */
static void holder_search(const struct pk_scene *scene, int cpu, struct pk_spin *spin)
{
	const uint64_t addrs[] = {spin->lock, spin->object};
	struct pk_symbol func;
	struct pk_cpumask active;
	unsigned nr = 0;

	if (pk_cpumask_get(scene->ctx, PK_CPUS_ACTIVE, &active) != PK_OK) {
		spin->holder_unjudged = true;
		return;
	}
	for (int i = 0; i < PK_MAX_CPUS && i < (int)scene->ctx->target->facts.nr_cpu_ids; i++) {
		enum pk_status status = PK_ABSENT;

		if (i != cpu && pk_cpumask_test(&active, (unsigned)i))
			status = pk_cpu_work_holds(scene->ctx, i, addrs, PK_ARRAY_SIZE(addrs),
						   &func);
		if (status != PK_OK) {
			spin->holder_unjudged |= status != PK_ABSENT;
			continue;
		}
		nr++;
		spin->holder = i;
		spin->holder_func = func;
	}
	if (nr != 1 || spin->holder_unjudged)
		spin->holder = -1;
}

static void holder_func_read(const struct pk_scene *scene, struct pk_spin *spin)
{
	struct pk_cpu_work work;

	spin->certain = true;
	if (pk_cpu_work_read(scene->ctx, spin->holder, &scene->devices, &work) == PK_OK)
		spin->holder_func = work.func;
}

static void holder_read(const struct pk_scene *scene, int cpu, struct pk_spin *spin)
{
	if (pk_spinlock_owner(scene->ctx, spin->lock, &spin->holder) == PK_OK)
		holder_func_read(scene, spin);
	else
		holder_search(scene, cpu, spin);
}

void pk_spin_read(const struct pk_scene *scene, int cpu, const struct pk_cpu_work *work,
		  struct pk_spin *ret_spin)
{
	struct pk_lock_wait wait;

	*ret_spin = (struct pk_spin){.holder = -1};
	if (!pk_spins_inheriting(work->func.name)) {
		ret_spin->status =
			pk_spinlock_of(scene->ctx, cpu, work->registers, work->nr_registers,
				       is_lock, scene, &ret_spin->lock);
		if (ret_spin->status != PK_OK)
			return;
		name_read(scene, ret_spin);
		holder_read(scene, cpu, ret_spin);
		return;
	}
	ret_spin->status = PK_ABSENT;
	if (!pk_lock_wait_inherited(scene->ctx, &work->task, &wait))
		return;
	ret_spin->status = PK_OK;
	ret_spin->lock = wait.lock;
	name_read(scene, ret_spin);
	if (wait.owner_status != PK_OK || !wait.owner.on_cpu)
		return;
	ret_spin->holder = wait.owner.cpu;
	holder_func_read(scene, ret_spin);
}

void pk_spin_tell(const struct pk_spin *spin, struct pk_words *words)
{
	const struct pk_symbol *func = &spin->holder_func;

	if (spin->status == PK_ABSENT)
		pk_words_add(words, ", spins for a lock that is not known");
	else if (spin->status != PK_OK)
		pk_words_add(words, "; which lock it spins for is not judged");
	if (spin->status != PK_OK)
		return;
	pk_words_add(words, ", spins for %.100s", spin->name);
	if (spin->holder >= 0) {
		pk_words_add(words, ", %sheld by CPU %d", spin->certain ? "" : "likely ",
			     spin->holder);
		if (func->name[0])
			pk_words_add(words, " in %.40s%s%.20s%s", func->name,
				     func->module[0] ? " [" : "", func->module,
				     func->module[0] ? "]" : "");
	} else if (spin->holder_unjudged) {
		pk_words_add(words, "; who has it is not judged");
	}
}

void pk_spin_show(const struct pk_spin *spin, struct pk_finding *finding)
{
	if (spin->status != PK_OK)
		return;
	pk_finding_shows_addr(finding, "lock", spin->lock);
	pk_finding_shows(finding, "lock_name", "%.47s", spin->name);
	if (spin->holder < 0)
		return;
	pk_finding_shows(finding, spin->certain ? "holder_cpu" : "likely_holder_cpu", "%d",
			 spin->holder);
	if (spin->holder_func.name[0])
		pk_finding_shows(finding, "holder_function", "%.47s", spin->holder_func.name);
}
