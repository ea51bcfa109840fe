/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_FRAG_QUEUE_H
#define PK_MODEL_FRAG_QUEUE_H

#include "model/figure.h"
#include "model/tuple.h"

#define PK_MAX_HOLES 16

/** Bytes of a datagram, behind IP's headers, that have not come. */
struct pk_hole {
	uint32_t from, to; /* TO is not among them; 0: how long the datagram is, is not known */
};

/** A datagram of which some fragments have come (struct inet_frag_queue). */
struct pk_frag_queue {
	uint64_t addr, net;
	struct pk_tuple tuple; /* without ports */
	uint32_t id; /* in IPv4's header, or in that of IPv6's fragment */
	uint8_t protocol; /* IPv4's; 0: not part of the key */
	uint32_t user; /* who puts it together */
	char user_name[64]; /* "IP_DEFRAG_CONNTRACK_IN"; "": not known */
	uint32_t have; /* bytes that have come */
	uint32_t len; /* of the datagram */
	bool len_known; /* the last fragment has come; else LEN is where the bytes end that have */
	bool holes_known; /* its fragments could be read, and are in order */
	uint32_t nr_holes; /* the first PK_MAX_HOLES are in HOLES */
	struct pk_hole holes[PK_MAX_HOLES];
	uint32_t nr_skbs;
	struct pk_figure left_ns; /* when it is given up, from when the machine died on; signed */
	struct pk_figure
		waited_ns; /* since its first fragment came, if nobody has changed the time to wait */
};

/** "bytes 1480-2959, 4440 and on": what has not come. Returns BUF. */
const char *pk_holes_text(const struct pk_frag_queue *queue, char *buf, unsigned size);

#endif
