/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CPU_WORK_H
#define PK_ANALYSIS_CPU_WORK_H

#include "arch/stack.h"
#include "core/context.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/route/route.h"
#include "decode/net/sock/sock.h"
#include "model/device.h"
#include "model/open_calls.h"
#include "model/skb.h"
#include "model/task.h"

/** A function at most this many calls away from the interrupted one may still have its values in the saved registers. */
#define PK_LOOK_NEAR 3
#define PK_LOOK_REGISTERS 128 /* words of saved registers that are looked at */

struct pk_cpu_work;

/** What a CPU's stack has: its open calls, and the words around them. */
struct pk_cpu_look {
	struct pk_ctx *ctx;
	const struct pk_open_calls *calls;
	struct pk_stack_image image; /* of the same stack: its words */
	size_t nr; /* calls of the work itself */
	struct pk_cpu_work *work; /* that is filled in */
};

/** What a packet is looked up in. ADDR 0: not there, or uncertain. */
struct pk_cpu_lookup {
	struct pk_nft_place nft;
	struct pk_xt_place xt;
	struct pk_hash_place hash;
	struct pk_route_place route;
	struct pk_nexthop_place nexthop;
};

/** FUNC is a function of NAMES, which ends with NULL. */
bool pk_cpu_look_is(struct pk_ctx *ctx, uint64_t func, const char *const *names);
/** The registers where the work was interrupted, or where the dump stopped it: their number, at most ROOM. */
size_t pk_cpu_look_registers(struct pk_cpu_look *look, uint64_t *values, size_t room);

/** Find the innermost function of each kind that looks a packet up, and in what, by the interrupted
 *  registers and the words of its frame and of those that it called. Only what is proven is filled in,
 *  and nothing of a function that is open twice. */
void pk_cpu_lookup_read(struct pk_cpu_look *look, struct pk_cpu_lookup *ret_lookup);

/** What a CPU was doing when it was stopped, from its unwound stack below the interrupt of a
 *  watchdog, of panic() or of the CPU that stopped it. Only what is proven is filled in. */
struct pk_cpu_work {
	struct pk_task task; /* current */
	struct pk_symbol func; /* innermost function */
	uint64_t offset; /* bytes into FUNC */
	char softirq[64]; /* function of the running softirq; "" if none */
	/* whose NAPI context it polls, or whose qdisc it dequeues; borrowed; NULL: none */
	const struct pk_device *device;
	const struct pk_napi *napi; /* of DEVICE; NULL: none */
	const struct pk_qdisc_counts *qdisc; /* of DEVICE; NULL: none */
	uint64_t timer; /* timer whose callback is running; 0: none */
	char callback[64]; /* of TIMER */
	struct pk_slab_object timer_in; /* object that contains TIMER; CACHE "" if unknown */
	struct pk_cpu_lookup lookup; /* what the packet is looked up in */
	bool accused; /* the soft lockup detector's timer has called panic() for that */
	bool rcu_tick; /* RCU's tick interrupted that, and has not ended */
	bool spins; /* FUNC waits for a spinlock that another CPU has */
	uint64_t registers[PK_LOOK_REGISTERS]; /* filled in only with SPINS */
	size_t nr_registers;
	uint64_t skb; /* skb being handled; 0: none, or uncertain */
	struct pk_skb fields; /* of SKB */
};

/** PK_UNSUPPORTED: its stack was only scanned, and some frames may be stale. PK_ABSENT: it has none, or it was in
 *  user space. */
enum pk_status pk_cpu_work_read(struct pk_ctx *ctx, int cpu, const struct pk_devices *devices,
				struct pk_cpu_work *ret_work);

/** Whether CPU has one of NR ADDRS in its registers or on its stack; *RET_FUNC gets its innermost function. Some of it may
 *  be left from before. PK_ABSENT: it has not, is idle or in user space, or waits for a spinlock itself.
 *  PK_UNSUPPORTED: its stack cannot be unwound. */
enum pk_status pk_cpu_work_holds(struct pk_ctx *ctx, int cpu, const uint64_t *addrs, size_t nr,
				 struct pk_symbol *ret_func);

#endif
