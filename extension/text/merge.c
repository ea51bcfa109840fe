// SPDX-License-Identifier: GPL-3.0-or-later
/* The CPUs' events in order of time. */
#include "text/private.h"

/* The next event that the kernel's reader would see. */
void pk_kt_advance(struct pk_kt *kt, struct pk_kt_cpu *cpu)
{
	enum pk_status status;

	while ((status = pk_cursor_step(cpu->cursor, &cpu->next)) == PK_OK) {
		if (cpu->next->consumed || cpu->next->uncommitted)
			continue;
		if (cpu->next->ts >= kt->time_start)
			return;
		cpu->skipped++;
	}
	cpu->next = NULL;
	if (status != PK_ABSENT)
		pk_warn(kt->ctx, "the events of a CPU end early: %s", pk_error(kt->ctx));
}

/* A CPU that went on has a stale key, never a later one: it is put right when it comes to the top. */
struct pk_kt_cpu *pk_kt_earliest(struct pk_kt *kt)
{
	uint64_t key;
	uint32_t id;

	while (pk_loser_tree_first(&kt->merge, &key, &id)) {
		struct pk_kt_cpu *cpu = &kt->cpus[id];

		if (!cpu->next)
			pk_loser_tree_end(&kt->merge);
		else if (cpu->next->ts == key)
			return cpu;
		else
			pk_loser_tree_rekey(&kt->merge, cpu->next->ts);
	}
	return NULL;
}

bool pk_kt_merge_some(struct pk_kt *kt, unsigned index, unsigned nr)
{
	pk_loser_tree_deinit(&kt->merge);
	if (!pk_loser_tree_init(&kt->merge, kt->nr_cpus))
		return false;
	for (unsigned cpu = index; cpu < kt->nr_cpus; cpu += nr)
		if (kt->cpus[cpu].next)
			pk_loser_tree_enter(&kt->merge, cpu, kt->cpus[cpu].next->ts);
	pk_loser_tree_play(&kt->merge);
	return true;
}
