// SPDX-License-Identifier: GPL-3.0-or-later
/* What the tracers of hardware and operating system noise measured. */
#include "core/kit.h"
#include "text/entry.h"

#include <inttypes.h>

struct hwlat {
	uint64_t duration, outer_duration, nmi_total_ts, sec, nsec, nmi_count, seqnum, count;
};

static bool read_hwlat(struct pk_kt *kt, const struct pk_event *event, struct hwlat *hwlat)
{
	const struct pk_kt_wanted wanted[] = {
		{PK_R_hwlat_duration, &hwlat->duration},
		{PK_R_hwlat_outer_duration, &hwlat->outer_duration},
		{PK_R_hwlat_nmi_total_ts, &hwlat->nmi_total_ts},
		{PK_R_hwlat_tv_sec, &hwlat->sec},
		{PK_R_hwlat_tv_nsec, &hwlat->nsec},
		{PK_R_hwlat_nmi_count, &hwlat->nmi_count},
		{PK_R_hwlat_seqnum, &hwlat->seqnum},
	};

	return pk_kt_members(kt, event, wanted, 7);
}

bool pk_kt_hwlat(struct pk_kt *kt, const struct pk_event *event)
{
	struct hwlat hwlat;

	if (!read_hwlat(kt, event, &hwlat))
		return false;
	pk_seq_printf(&kt->seq,
		      "#%-5" PRIu64 " inner/outer(us): %4" PRIu64 "/%-5" PRIu64 " ts:%" PRId64
		      ".%09" PRId64,
		      hwlat.seqnum, hwlat.duration, hwlat.outer_duration, (int64_t)hwlat.sec,
		      (int64_t)hwlat.nsec);
	if (pk_has(kt->ctx, PK_R_hwlat_count)) {
		if (!pk_kt_member(kt, event, PK_R_hwlat_count, &hwlat.count))
			return false;
		pk_seq_printf(&kt->seq, " count:%d", (int)hwlat.count);
	}
	if (hwlat.nmi_count) {
		/* where sched_clock() is the generic one an NMI must not ask it */
		if (!pk_has(kt->ctx, PK_R_sched_clock_suspend))
			pk_seq_printf(&kt->seq, " nmi-total:%" PRIu64, hwlat.nmi_total_ts);
		pk_seq_printf(&kt->seq, " nmi-count:%" PRIu64, hwlat.nmi_count);
	}
	pk_seq_putc(&kt->seq, '\n');
	return true;
}

bool pk_kt_hwlat_raw(struct pk_kt *kt, const struct pk_event *event)
{
	struct hwlat hwlat;

	if (!read_hwlat(kt, event, &hwlat))
		return false;
	pk_seq_printf(&kt->seq, "%" PRIu64 " %" PRId64 " %" PRId64 " %09" PRId64 " %" PRIu64 "\n",
		      hwlat.duration, (int64_t)hwlat.outer_duration, (int64_t)hwlat.sec,
		      (int64_t)hwlat.nsec, hwlat.seqnum);
	return true;
}

struct osnoise {
	uint64_t noise, runtime, max_sample;
	uint64_t counts[5]; /* hw, nmi, irq, softirq, thread */
};

static bool read_osnoise(struct pk_kt *kt, const struct pk_event *event, struct osnoise *osnoise)
{
	const struct pk_kt_wanted wanted[] = {
		{PK_R_osnoise_noise, &osnoise->noise},
		{PK_R_osnoise_runtime, &osnoise->runtime},
		{PK_R_osnoise_max_sample, &osnoise->max_sample},
		{PK_R_osnoise_hw_count, &osnoise->counts[0]},
		{PK_R_osnoise_nmi_count, &osnoise->counts[1]},
		{PK_R_osnoise_irq_count, &osnoise->counts[2]},
		{PK_R_osnoise_softirq_count, &osnoise->counts[3]},
		{PK_R_osnoise_thread_count, &osnoise->counts[4]},
	};

	return pk_kt_members(kt, event, wanted, 8);
}

/* The share of time that was available has five decimals. do_div() divides by 32 bits. */
bool pk_kt_osnoise(struct pk_kt *kt, const struct pk_event *event)
{
	struct osnoise osnoise;
	uint64_t ratio;

	if (!read_osnoise(kt, event, &osnoise) || !(uint32_t)osnoise.runtime)
		return false;
	ratio = (osnoise.runtime - osnoise.noise) * 10000000 / (uint32_t)osnoise.runtime;
	pk_seq_printf(&kt->seq, "%" PRIu64 " %10" PRIu64 " %3" PRIu64 ".%05" PRIu64 " %7" PRIu64,
		      osnoise.runtime, osnoise.noise, ratio / 100000, ratio % 100000,
		      osnoise.max_sample);
	for (int i = 0; i < 5; i++)
		pk_seq_printf(&kt->seq, " %6" PRIu64, osnoise.counts[i]);
	pk_seq_putc(&kt->seq, '\n');
	return true;
}

bool pk_kt_osnoise_raw(struct pk_kt *kt, const struct pk_event *event)
{
	struct osnoise osnoise;

	if (!read_osnoise(kt, event, &osnoise))
		return false;
	pk_seq_printf(&kt->seq, "%" PRId64 " %" PRIu64 " %" PRIu64, (int64_t)osnoise.runtime,
		      osnoise.noise, osnoise.max_sample);
	for (int i = 0; i < 5; i++)
		pk_seq_printf(&kt->seq, " %" PRIu64, osnoise.counts[i]);
	pk_seq_putc(&kt->seq, '\n');
	return true;
}

struct timerlat {
	uint64_t seqnum, context, latency;
};

static bool read_timerlat(struct pk_kt *kt, const struct pk_event *event, struct timerlat *timerlat)
{
	const struct pk_kt_wanted wanted[] = {
		{PK_R_timerlat_seqnum, &timerlat->seqnum},
		{PK_R_timerlat_context, &timerlat->context},
		{PK_R_timerlat_latency, &timerlat->latency},
	};

	return pk_kt_members(kt, event, wanted, 3);
}

/* A kernel without a table of contexts knows two; the table's end is not checked. */
bool pk_kt_timerlat(struct pk_kt *kt, const struct pk_event *event)
{
	static const char *const contexts[] = {"irq", "thread", "user-ret"};
	struct timerlat timerlat;

	if (!read_timerlat(kt, event, &timerlat))
		return false;
	if (!pk_has(kt->ctx, PK_R_timerlat_lat_context))
		timerlat.context = timerlat.context != 0;
	if (timerlat.context >= PK_ARRAY_SIZE(contexts))
		return false;
	pk_seq_printf(&kt->seq, "#%-5" PRIu64 " context %6s timer_latency %9" PRIu64 " ns\n",
		      timerlat.seqnum, contexts[timerlat.context], timerlat.latency);
	return true;
}

bool pk_kt_timerlat_raw(struct pk_kt *kt, const struct pk_event *event)
{
	struct timerlat timerlat;

	if (!read_timerlat(kt, event, &timerlat))
		return false;
	pk_seq_printf(&kt->seq, "%" PRIu64 " %d %" PRIu64 "\n", timerlat.seqnum,
		      (int)timerlat.context, timerlat.latency);
	return true;
}

/* The two tracers' captions: for a kernel with PREEMPT_RT, and for others. They stay the same whatever the
 * options say. */
struct captions {
	const char *rt, *other;
};

static void print_captions(struct pk_kt *kt, const struct captions *captions)
{
	pk_seq_puts(&kt->seq, pk_kt_is_rt(kt) ? captions->rt : captions->other);
}

static bool is_tainted(struct pk_kt *kt)
{
	uint64_t symbol, tainted;

	return pk_row_value(kt->ctx, PK_R_osnoise_data, &symbol) == PK_OK &&
	       pk_has(kt->ctx, PK_R_osnoise_data_tainted) &&
	       pk_member_uint(kt->ctx, symbol, PK_R_osnoise_data_tainted, &tainted) == PK_OK &&
	       tainted;
}

#define RT_FLAGS                                                                                   \
	"#                                _-------=> irqs-off\n"                                   \
	"#                               / _------=> need-resched\n"                               \
	"#                              | / _-----=> need-resched-lazy\n"                          \
	"#                              || / _----=> hardirq/softirq\n"                            \
	"#                              ||| / _---=> preempt-depth\n"                              \
	"#                              |||| / _--=> preempt-lazy-depth\n"                         \
	"#                              ||||| / _-=> migrate-disable\n"
#define FLAGS                                                                                      \
	"#                                _-----=> irqs-off\n"                                     \
	"#                               / _----=> need-resched\n"                                 \
	"#                              | / _---=> hardirq/softirq\n"                              \
	"#                              || / _--=> preempt-depth\n"
#define NOISE "NOISE  %% OF CPU  NOISE    +-----------------------------+\n"
#define COUNTERS "AVAILABLE  IN US     HW    NMI    IRQ   SIRQ THREAD\n"
#define COUNTER_BARS "|    |            |      |      |      |      |      |\n"

/* print_osnoise_headers(): its percent sign is doubled, for a printf that it does not call. */
void pk_kt_osnoise_header(struct pk_kt *kt)
{
	static const struct captions captions = {
		RT_FLAGS
		"#                              |||||| /                                           "
		"    "
		"MAX\n"
		"#                              ||||| /                                            "
		" "
		"SINGLE      Interference counters:\n"
		"#                              |||||||               RUNTIME      " NOISE
		"#           TASK-PID      CPU# |||||||   TIMESTAMP    IN US       IN US  " COUNTERS
		"#              | |         |   |||||||      |           |            "
		" " COUNTER_BARS,
		FLAGS
		"#                              ||| / _-=> migrate-disable                         "
		"MAX\n"
		"#                              |||| /     delay                                   "
		"SINGLE      Interference counters:\n"
		"#                              |||||               RUNTIME      " NOISE
		"#           TASK-PID      CPU# |||||   TIMESTAMP    IN US       IN US  " COUNTERS
		"#              | |         |   |||||      |           |            "
		" " COUNTER_BARS};

	if (is_tainted(kt))
		pk_seq_puts(&kt->seq, "# osnoise is tainted!\n");
	print_captions(kt, &captions);
}

/* print_timerlat_headers() */
void pk_kt_timerlat_header(struct pk_kt *kt)
{
	static const struct captions captions = {
		RT_FLAGS
		"#                              |||||| /\n"
		"#                              |||||||             ACTIVATION\n"
		"#           TASK-PID      CPU# |||||||   TIMESTAMP    ID            CONTEXT"
		"                LATENCY\n"
		"#              | |         |   |||||||      |         |                  |"
		"                       |\n",
		FLAGS "#                              ||| / _-=> migrate-disable\n"
		      "#                              |||| /     delay\n"
		      "#                              |||||            ACTIVATION\n"
		      "#           TASK-PID      CPU# |||||   TIMESTAMP   ID            CONTEXT"
		      "                 LATENCY\n"
		      "#              | |         |   |||||      |         |                  |"
		      "                       |\n"};

	print_captions(kt, &captions);
}
