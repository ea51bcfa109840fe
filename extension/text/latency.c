// SPDX-License-Identifier: GPL-3.0-or-later
/* The header of latency-format: print_trace_header(). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "text/entry.h"

#define RULE "# --------------------------------------------------------------------\n"
#define COMM_LEN 16

/* CPUs that were online before the panic took some offline: those are still active. */
unsigned pk_kt_online_cpus(struct pk_kt *kt)
{
	struct pk_cpumask mask;
	unsigned nr = 0;

	if (pk_cpumask_get(kt->ctx, PK_CPUS_ACTIVE, &mask) != PK_OK &&
	    pk_cpumask_get(kt->ctx, PK_CPUS_ONLINE, &mask) != PK_OK) {
		pk_warn(kt->ctx, "which CPUs were online is not known: the header says 0");
		return 0;
	}
	for (unsigned cpu = 0; cpu < PK_MAX_CPUS; cpu++)
		nr += pk_cpumask_test(&mask, cpu);
	return nr;
}

/* Events of CPU from before the buffer's start, which are not shown. Of a CPU that is not shown at all it is
 * the number that the kernel found when its file was last read. */
static uint64_t skipped_of_cpu(struct pk_kt *kt, uint32_t cpu)
{
	uint64_t skipped;
	enum pk_status status;

	if (kt->cpus[cpu].cursor)
		return kt->cpus[cpu].skipped;
	status = pk_instance_skipped(kt->ctx, kt->instance, kt->second_buffer, (int)cpu, &skipped);
	/* what a capsule lacks is said in the end */
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(kt->ctx, "the header counts hidden entries of a CPU, too: %s",
			pk_error(kt->ctx));
	return status == PK_OK ? skipped : 0;
}

/* get_total_entries(): of all CPUs, whichever are shown. A CPU whose oldest events are hidden was never
 * emptied: nothing of it counts as overwritten. */
void pk_kt_totals(struct pk_kt *kt, uint64_t *ret_entries, uint64_t *ret_total)
{
	uint64_t entries = 0, total = 0;

	for (uint32_t cpu = 0; cpu < kt->nr_cpus; cpu++) {
		uint64_t skipped = skipped_of_cpu(kt, cpu);
		struct pk_cpu_stats stats;

		if (pk_trace_counters(kt->trace, (int)cpu, &stats) != PK_OK || !stats.readable)
			continue;
		entries += stats.entries - (skipped < stats.entries ? skipped : stats.entries);
		total += skipped ? stats.entries -
					   (skipped < stats.entries ? skipped : stats.entries)
				 : stats.entries + stats.overrun;
	}
	*ret_entries = entries;
	*ret_total = total;
}

/* The mode of a kernel that can change it at boot (PREEMPT_DYNAMIC): index into the names below, NR_MODES if it
 * is none of them, -1: a kernel that cannot. */
#define NR_MODES 4
static int dynamic_mode(struct pk_kt *kt)
{
	static const enum pk_row_id rows[NR_MODES] = {
		PK_R_preempt_dynamic_none, PK_R_preempt_dynamic_voluntary,
		PK_R_preempt_dynamic_full, PK_R_preempt_dynamic_lazy};
	uint64_t symbol, mode;
	int i = 0;

	if (pk_row_value(kt->ctx, PK_R_preempt_dynamic_mode, &symbol) != PK_OK ||
	    pk_read_uint(kt->ctx, symbol, 4, &mode) != PK_OK)
		return -1;
	while (i < NR_MODES &&
	       !(pk_has(kt->ctx, rows[i]) && pk_layout_get(kt->ctx, rows[i])->value == mode))
		i++;
	return i;
}

enum preemption { PREEMPT_NOT, PREEMPT_FULL, PREEMPT_RT };

/*
 * The banner says whether the kernel preempts. One that does not is built with PREEMPT_NONE or
 * PREEMPT_VOLUNTARY, which leave no trace in memory: distributions take the latter.
 */
static enum preemption banner_preemption(struct pk_kt *kt)
{
	char banner[512] = "";
	uint64_t symbol;

	if (pk_row_value(kt->ctx, PK_R_linux_banner, &symbol) == PK_OK &&
	    pk_read_string(kt->ctx, symbol, banner, sizeof(banner)) != PK_OK)
		banner[0] = '\0';
	if (strstr(banner, " PREEMPT_RT "))
		return PREEMPT_RT;
	return strstr(banner, " PREEMPT ") ? PREEMPT_FULL : PREEMPT_NOT;
}

bool pk_kt_is_rt(struct pk_kt *kt)
{
	return banner_preemption(kt) == PREEMPT_RT;
}

/* preempt_model_str(), since "sched: Add a helper to return preemption model string" (6.15). */
static void print_model_str(struct pk_kt *kt, int mode)
{
	static const char *const modes[NR_MODES + 1] = {"none", "voluntary", "full", "lazy",
							"undef"};
	enum preemption banner = banner_preemption(kt);

	if (mode >= 0)
		pk_seq_printf(&kt->seq, "PREEMPT%s(%s)%s", banner == PREEMPT_RT ? "_{RT," : "",
			      modes[mode], banner == PREEMPT_RT ? "}" : "");
	else
		pk_seq_puts(&kt->seq, banner == PREEMPT_RT     ? "PREEMPT_RT"
				      : banner == PREEMPT_FULL ? "PREEMPT"
							       : "VOLUNTARY");
}

static void print_model(struct pk_kt *kt)
{
	static const char *const modes[NR_MODES + 1] = {"server", "desktop", "preempt", "lazy",
							"unknown"};
	static const char *const built[] = {
		[PREEMPT_NOT] = "desktop", [PREEMPT_FULL] = "preempt", [PREEMPT_RT] = "preempt_rt"};
	int mode = dynamic_mode(kt);

	if (pk_has(kt->ctx, PK_R_preempt_model_str))
		print_model_str(kt, mode);
	else
		pk_seq_puts(&kt->seq, mode >= 0 ? modes[mode] : built[banner_preemption(kt)]);
}

/* The struct trace_array_cpu of the CPU that the buffer names: who was seen at its longest latency. */
struct latency {
	uint64_t cpu, critical_start, critical_end, saved, nice, policy, rt_priority, pid, uid;
	char comm[COMM_LEN + 1];
};

static void read_latency(struct pk_kt *kt, struct latency *latency)
{
	const struct {
		enum pk_row_id row;
		uint64_t *value;
	} fields[] = {{PK_R_lat_critical_start, &latency->critical_start},
		      {PK_R_lat_critical_end, &latency->critical_end},
		      {PK_R_lat_saved_latency, &latency->saved},
		      {PK_R_lat_nice, &latency->nice},
		      {PK_R_lat_policy, &latency->policy},
		      {PK_R_lat_rt_priority, &latency->rt_priority},
		      {PK_R_lat_pid, &latency->pid},
		      {PK_R_lat_uid, &latency->uid}};
	struct pk_ctx *ctx = kt->ctx;
	uint64_t data, offset;

	memset(latency, 0, sizeof(*latency));
	if (pk_member_uint(ctx, kt->instance->addr,
			   kt->second_buffer ? PK_R_trace_array_snapshot_cpu
					     : PK_R_trace_array_buffer_cpu,
			   &latency->cpu) != PK_OK)
		latency->cpu = 0;
	if (latency->cpu >= PK_MAX_CPUS ||
	    pk_instance_cpu_data(kt->ctx, kt->instance, kt->second_buffer, (int)latency->cpu,
				 &data) != PK_OK)
		return;
	for (size_t i = 0; i < PK_ARRAY_SIZE(fields); i++)
		if (!pk_has(ctx, fields[i].row) ||
		    pk_member_uint(ctx, data, fields[i].row, fields[i].value) != PK_OK)
			*fields[i].value = 0;
	if (pk_row_offset(ctx, PK_R_lat_comm, &offset) == PK_OK &&
	    pk_read_string(ctx, data + offset, latency->comm, sizeof(latency->comm)) != PK_OK)
		latency->comm[0] = '\0';
}

void pk_kt_latency_header(struct pk_kt *kt)
{
	struct pk_seq *seq = &kt->seq;
	uint64_t entries, total;
	struct latency latency;

	pk_kt_totals(kt, &entries, &total);
	read_latency(kt, &latency);
	pk_seq_printf(seq, "# %s latency trace v1.1.5 on %s\n" RULE, kt->instance->tracer,
		      kt->ctx->target->facts.release);
	pk_seq_printf(seq, "# latency: %" PRIu64 " us, #%" PRIu64 "/%" PRIu64 ", CPU#%d | (M:",
		      latency.saved / 1000, entries, total, (int)latency.cpu);
	print_model(kt);
	pk_seq_printf(seq, " VP:0, KP:0, SP:0 HP:0 #P:%u)\n", pk_kt_online_cpus(kt));
	pk_seq_printf(seq,
		      "#    -----------------\n"
		      "#    | task: %.16s-%d (uid:%d nice:%" PRId64 " policy:%" PRId64
		      " rt_prio:%" PRId64 ")\n"
		      "#    -----------------\n",
		      latency.comm, (int)latency.pid, (int)latency.uid, (int64_t)latency.nice,
		      (int64_t)latency.policy, (int64_t)latency.rt_priority);
	if (latency.critical_start) {
		uint32_t options = kt->options;

		/* Where interrupts or preemption went off and came back on. */
		kt->options = kt->header_options;
		pk_seq_puts(&kt->seq, "#  => started at: ");
		pk_kt_ip(kt, latency.critical_start);
		pk_seq_puts(&kt->seq, "\n#  => ended at:   ");
		pk_kt_ip(kt, latency.critical_end);
		pk_seq_puts(&kt->seq, "\n#\n");
		kt->options = options;
	}
	pk_seq_puts(seq, "#\n");
}
