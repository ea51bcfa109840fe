/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PACKETS_H
#define PK_ANALYSIS_PACKETS_H

#include "analysis/filter.h"
#include "core/context.h"
#include "decode/printk.h"
#include "decode/trace/ring_buffer.h"
#include "model/packet.h"
#include "model/packet_pool.h"
#include "protocol/protocol.h"

/** Packets, oldest first, and what the run over the trace saw. Owned by the caller. */
struct pk_packet_set {
	struct pk_packet_pool *pool; /* owned: what they lie in; NULL while there is none */
	struct pk_packet **
		packets; /* owned; sorted by first_ns, then position; those in flight behind all that
				     * began before the panic, the panicking CPU's last of them */
	uint32_t nr, room;
	uint32_t
		from_memory; /* the first so many: queued in memory, of unknown time, in no trace */
	uint64_t since, until; /* ring ns: the window that was read */
	bool whole; /* it was everything that the buffers hold */
	uint64_t events; /* decoded */
	uint64_t
		lost; /* events lost inside the window, or before a CPU's first in it, where counted */
	bool lost_unknown; /* and more that nobody counted */
	uint64_t newest_ns;
	uint64_t
		complete_since; /* from here on no CPU's events are missing; 0: from the start on */
	uint32_t
		of_others; /* packets of protocols that are not told of, as far as they are known as such */
	uint32_t undecided_rx, undecided_tx; /* skbs of which nothing says whose they are */
	bool too_many; /* it ends before the newest: memory is bounded */
	bool in_ticks; /* the ring's clock counts something else than nanoseconds (counter, x86-tsc) */
	bool of_last_boot; /* of the boot before: nothing of this machine's memory, stacks or panic is theirs */
	/* the panic, on the ring's clock */
	struct pk_panic panic;
	bool panic_known;
	uint64_t panic_ns;
	int panic_cpu; /* -1: nobody */
	/* The machine died of it, so that what is newer came after: by the panic's time, else by its call in the trace. */
	bool died_known;
	uint64_t died_ns;
	uint64_t
		panic_call_ns; /* panic() or the like was called in the trace; 0: no such call is in it */
	bool ran_until_panic; /* tracing was on up to the panic (the newest events are of then) */
	bool tracing_on;
};

#define PK_MAX_PACKETS 100000

/** The instance that packets are looked for in: ctx->instance; where that is NULL, the top one, or the one that
 *  holds most where the top one holds next to nothing (pkttrace-arm --instance, trace-cmd -B). A warning names
 *  others that hold events. PK_ABSENT: no tracing in this kernel; PK_USAGE: no instance of that name. */
enum pk_status pk_packets_instance(struct pk_ctx *ctx, struct pk_instance *ret_instance);

#define PK_EVERY_PACKET UINT32_MAX

/** The panic on the trace's clock, or the newest event where that is not known; 0: there are neither. */
static inline uint64_t pk_packet_set_end(const struct pk_packet_set *set)
{
	return set->panic_known ? set->panic_ns : set->newest_ns;
}

/** What to add to the trace's clock for CLOCK_REALTIME, ns: the last tick told the wall clock, and the panic's time on
 *  the trace's clock is that of the last tick too. PK_ABSENT: the panic's time on it is not known. */
enum pk_status pk_packet_set_wall(struct pk_ctx *ctx, const struct pk_packet_set *set,
				  int64_t *ret_offset);

/** The newest N packets that FILTER (NULL: all) lets pass, with all that belongs to them. Reads
 *  backwards in growing windows until their beginnings are inside, so the cost does not depend on
 *  the size of the buffers. The set may hold more (older) packets than N: the caller takes the tail.
 *  Where the trace names no packet, the one that the panicking stack was handling is found in
 *  memory. PK_ABSENT: no tracing in this kernel and nothing on the stacks. */
enum pk_status pk_packets_last(struct pk_ctx *ctx, uint32_t n,
			       const struct pk_packet_filter *filter,
			       struct pk_packet_set *ret_set);
/** The sub-buffers that a summary reads at most: some seconds' work, whatever the buffers hold. */
#define PK_SUMMARY_PAGES 65536
/** All packets of the newest PAGES sub-buffers; set->whole says whether that was everything. */
enum pk_status pk_packets_recent(struct pk_ctx *ctx, uint64_t pages, struct pk_packet_set *ret_set);
/** The same, where pk_filter_match is to be asked for FILTER's functions; it chooses nothing here. NULL: none. */
enum pk_status pk_packets_recent_through(struct pk_ctx *ctx, uint64_t pages,
					 const struct pk_packet_filter *filter,
					 struct pk_packet_set *ret_set);
void pk_packet_set_deinit(struct pk_packet_set *set);
/** A new packet of SET's pool, which is not in its list yet. NULL: no memory. */
struct pk_packet *pk_packet_set_make(struct pk_packet_set *set);
/** The same, last in its list. */
struct pk_packet *pk_packet_set_add(struct pk_packet_set *set);
/** Who asks for the last is shown what was being handled at last, however long ago that began. */
void pk_packet_set_order(struct pk_packet_set *set);
/** PACKET began after the machine had died, where that time is known. */
bool pk_packet_after_panic(const struct pk_packet_set *set, const struct pk_packet *packet);
/** Does PACKET fit FILTER (NULL: every one does), its age too? The age of what stands in memory alone is not known. */
enum pk_match pk_packet_set_match(const struct pk_packet_set *set,
				  const struct pk_packet_filter *filter,
				  const struct pk_packet *packet);
/** Is it to be shown? */
bool pk_packet_set_wants(const struct pk_packet_set *set, const struct pk_packet_filter *filter,
			 const struct pk_packet *packet);
/** The one in flight on the CPU that panicked; where nobody panicked, the newest in flight. NULL: none. */
const struct pk_packet *pk_packet_of_panic(const struct pk_packet_set *set);
/** Index of the packet with ID text (as pk_packet_id writes, or any unique end of it); -1 none,
 *  -2 more than one. */
int64_t pk_packet_find(const struct pk_packet_set *set, const char *id);

#endif
