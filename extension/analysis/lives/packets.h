/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PACKETS_H
#define PK_ANALYSIS_PACKETS_H

#include "analysis/lives/filter.h"
#include "core/context.h"
#include "decode/printk.h"
#include "decode/trace/ring_buffer.h"
#include "model/packet.h"
#include "protocol/protocol.h"

/** What tells that a row of an act handled some packet. */
#define PK_TOLD_BY_EVENT 1 /* an event, which is switched on and recorded for every packet */
#define PK_TOLD_BY_CALL 2 /* calls were recorded: whose each is, the calls around it say */

/** Packets, oldest first, and what the pass over the trace saw. Owned by the caller. */
struct pk_packet_set {
	struct pk_packet_pool *pool; /* owned: memory of the packets; NULL: none yet */
	/* owned; sorted by first_ns, then position; packets in flight follow all that began before
	 * the panic, the panicking CPU's last */
	struct pk_packet **packets;
	uint32_t nr, room;
	/* this many at the start are only queued in memory, of unknown time */
	uint32_t from_memory;
	uint64_t since, until; /* ring ns: the window that was read */
	bool whole; /* the window covers all that the buffers hold */
	uint64_t events; /* number decoded */
	/* counted events lost inside the window, or before a CPU's first event in it */
	uint64_t lost;
	bool lost_unknown; /* more were lost, but not counted */
	uint64_t oldest_ns, newest_ns; /* of the events in the window */
	/* ring ns from which on no CPU's events are missing; 0: from the start */
	uint64_t complete_since;
	uint32_t of_others; /* packets known to be of protocols that are not shown */
	uint32_t undecided_rx, undecided_tx; /* skbs of unknown protocol */
	bool too_many; /* it ends before the newest packet: memory is limited */
	bool silent; /* of ends nothing is recorded but drops, by the settings (pkttrace-arm --lean) */
	bool in_ticks; /* the ring's clock does not count nanoseconds (counter, x86-tsc) */
	/* the previous boot's: unrelated to this machine's memory, stacks and panic */
	bool of_last_boot;
	/* the panic, on the ring's clock */
	struct pk_panic panic;
	bool panic_known;
	uint64_t panic_ns;
	int panic_cpu; /* -1: none */
	/* When the machine died, so that newer events came after: the panic's time, else its
	 * call. */
	bool died_known;
	uint64_t died_ns;
	uint64_t panic_call_ns; /* when panic() or the like was called in the trace; 0: never */
	bool ran_until_panic; /* tracing was on up to the panic, which the newest events reach */
	bool tracing_on;
	uint8_t told
		[PK_NR_ACTS]; /* by act: PK_TOLD_*; by events: pk_told_read() (explain/path.h) */
	bool kept; /* it is the context's: deinit leaves it */
};

#define PK_MAX_PACKETS 100000

/** The instance to take packets from: ctx->instance or, if that is NULL, the top one, or the
 *  fullest one if the top one is nearly empty (pkttrace-arm --instance, trace-cmd -B). A warning
 *  names other instances with events. PK_ABSENT: no tracing in this kernel; PK_USAGE: no instance
 *  of that name. */
enum pk_status pk_packets_instance(struct pk_ctx *ctx, struct pk_instance *ret_instance);

#define PK_EVERY_PACKET UINT32_MAX

/** Time of the panic on the trace's clock, or of the newest event if unknown; 0: neither is
 *  known. */
static inline uint64_t pk_packet_set_end(const struct pk_packet_set *set)
{
	return set->panic_known ? set->panic_ns : set->newest_ns;
}

/** Nanoseconds to add to the trace's clock to get CLOCK_REALTIME, assuming that the last tick,
 *  which set the wall clock, was at the panic. PK_ABSENT: the panic's time on the trace's clock is
 *  unknown. */
enum pk_status pk_packet_set_wall(struct pk_ctx *ctx, const struct pk_packet_set *set,
				  int64_t *ret_offset);

/** The newest N packets that match FILTER (NULL: all), with all that belongs to them. Reads
 *  backwards in growing windows until they include where those packets begin, so the cost does not
 *  depend on the size of the buffers. The set may hold more (older) packets than N: the caller
 *  takes the tail. If the trace names no packet, the one that the panicking stack was handling is
 *  found in memory. PK_ABSENT: no tracing in this kernel, and nothing on the stacks. */
enum pk_status pk_packets_last(struct pk_ctx *ctx, uint32_t n,
			       const struct pk_packet_filter *filter,
			       struct pk_packet_set *ret_set);
/** Most sub-buffers that a summary reads: some seconds of work, however large the buffers are; and that the verdict reads,
 *  which everybody waits for first: a fifth of a second, and all of two CPUs with 8 MB each. */
#define PK_SUMMARY_PAGES 65536
#define PK_VERDICT_PAGES 4608
/** All packets of the newest PAGES sub-buffers; set->whole says whether that was everything. */
enum pk_status pk_packets_recent(struct pk_ctx *ctx, uint64_t pages, struct pk_packet_set *ret_set);
/** The same, so that pk_filter_match() can judge FILTER's functions; no packet is left out. NULL:
 *  none. */
enum pk_status pk_packets_recent_through(struct pk_ctx *ctx, uint64_t pages,
					 const struct pk_packet_filter *filter,
					 struct pk_packet_set *ret_set);
/** Until pk_packets_let_go(), or the context's end, CTX keeps the sets of whole windows, and gives
 *  them again to who asks the same: for commands that run one after the other, as a capsule's do. */
void pk_packets_keep(struct pk_ctx *ctx);
void pk_packets_let_go(struct pk_ctx *ctx);
void pk_packet_set_deinit(struct pk_packet_set *set);
/** A new packet in SET's pool, not yet in its list. NULL: out of memory. */
struct pk_packet *pk_packet_set_make(struct pk_packet_set *set);
/** The same, appended to its list. */
struct pk_packet *pk_packet_set_add(struct pk_packet_set *set);
/** Put packets in flight after all that began before the panic, as pk_packet_set.packets says. */
void pk_packet_set_order(struct pk_packet_set *set);
/** PACKET began after the machine had died, if that time is known. */
bool pk_packet_after_panic(const struct pk_packet_set *set, const struct pk_packet *packet);
/** Whether PACKET matches FILTER (NULL: yes), including its age, which is unknown for packets from
 *  memory. */
enum pk_match pk_packet_set_match(const struct pk_packet_set *set,
				  const struct pk_packet_filter *filter,
				  const struct pk_packet *packet);
/** Whether to show PACKET. */
bool pk_packet_set_wants(const struct pk_packet_set *set, const struct pk_packet_filter *filter,
			 const struct pk_packet *packet);
/** The packet in flight on the panicking CPU; without a panic, the newest in flight. NULL: none. */
const struct pk_packet *pk_packet_of_panic(const struct pk_packet_set *set);
/** Index of the packet with ID (as pk_packet_id() writes it, or a unique end of it); -1: none; -2:
 *  several. */
int64_t pk_packet_find(const struct pk_packet_set *set, const char *id);

#endif
