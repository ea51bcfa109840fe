/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CPU_WORK_H
#define PK_ANALYSIS_CPU_WORK_H

#include "core/context.h"
#include "decode/net/nft.h"
#include "model/device.h"
#include "model/skb.h"
#include "model/task.h"

/** What a CPU was at when it was stopped, by its unwound stack: below the interrupt of a watchdog, of panic() or of who
 *  stopped it. What cannot be proven is left out. */
struct pk_cpu_work {
	struct pk_task task; /* current */
	struct pk_symbol func; /* innermost */
	uint64_t offset; /* in it */
	char softirq[64]; /* the softirq's function that runs; "": none does */
	const struct pk_device
		*device; /* whose NAPI context it polls, or whose qdisc it asks; borrowed; NULL */
	const struct pk_napi *napi; /* of DEVICE; NULL */
	const struct pk_qdisc_counts *qdisc; /* of DEVICE; NULL */
	uint64_t timer; /* whose callback it runs; 0: none */
	char callback[64]; /* of TIMER */
	struct pk_slab_object timer_in; /* what TIMER lies in; CACHE "": not known */
	struct pk_nft_place nft; /* whose rules it goes through; ADDR 0: none, or not sure */
	uint64_t skb; /* that it handles; 0: none, or not sure */
	struct pk_skb fields; /* of SKB */
};

/** PK_ABSENT: its stack was not unwound, or it was in user space. */
enum pk_status pk_cpu_work_read(struct pk_ctx *ctx, int cpu, const struct pk_devices *devices,
				struct pk_cpu_work *ret_work);

#endif
