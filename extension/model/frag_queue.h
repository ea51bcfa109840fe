/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_FRAG_QUEUE_H
#define PK_MODEL_FRAG_QUEUE_H

#include "model/figure.h"
#include "model/tuple.h"

#define PK_MAX_HOLES 16

/** Bytes of a datagram, counted after IP's headers, that have not arrived. */
struct pk_hole {
	uint32_t from, to; /* [FROM, TO); TO 0: the datagram's length is unknown */
};

/** A datagram with only some of its fragments received (struct inet_frag_queue). */
struct pk_frag_queue {
	uint64_t addr, net;
	struct pk_tuple tuple; /* without ports */
	uint32_t id; /* from IPv4's header, or IPv6's fragment header */
	uint8_t protocol; /* IPv4's; 0: not part of the key */
	bool conntrack; /* in nf_defrag_ipv6's queues, not in IPv6's own */
	uint32_t user; /* who reassembles it */
	char user_name[64]; /* "IP_DEFRAG_CONNTRACK_IN"; "" if unknown */
	uint32_t have; /* bytes received */
	uint32_t len; /* bytes of the datagram */
	/* the last fragment arrived; otherwise LEN is the end of what was received */
	bool len_known;
	bool holes_known; /* its fragments could be read, and are in order */
	uint32_t nr_holes; /* only the first PK_MAX_HOLES are in HOLES */
	struct pk_hole holes[PK_MAX_HOLES];
	uint32_t nr_skbs;
	struct pk_figure left_ns; /* from the machine's end until it times out; signed */
	/* since its first fragment, assuming the timeout was never changed */
	struct pk_figure waited_ns;
};

/** What is missing: "bytes 1480-2959, 4440 and on", or as many as fit. SIZE is at least 64. Returns BUF. */
const char *pk_holes_text(const struct pk_frag_queue *queue, char *buf, unsigned size);

#endif
