/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_CONNTRACK_H
#define PK_MODEL_CONNTRACK_H

#include "model/figure.h"
#include "model/tuple.h"

#define PK_CONNTRACKS_MAX 4 /* listed per socket: more than one only with zones */

/* Bits of nf_conn.status (include/uapi/linux/netfilter/nf_conntrack_common.h). */
enum pk_conntrack_bit {
	PK_CT_EXPECTED,
	PK_CT_SEEN_REPLY,
	PK_CT_ASSURED,
	PK_CT_CONFIRMED,
	PK_CT_SRC_NAT,
	PK_CT_DST_NAT,
	PK_CT_SEQ_ADJUST,
	PK_CT_SRC_NAT_DONE,
	PK_CT_DST_NAT_DONE,
	PK_CT_DYING,
	PK_CT_FIXED_TIMEOUT,
	PK_CT_TEMPLATE,
	PK_CT_NAT_CLASH,
	PK_CT_HELPER,
	PK_CT_OFFLOAD,
	PK_CT_HW_OFFLOAD,
	PK_NR_CT_BITS
};

/** An entry of the connection tracker, found by the tuple that a socket sends. */
struct pk_conntrack {
	uint64_t addr; /* struct nf_conn */
	bool replies; /* the socket sends REPLY, otherwise ORIGINAL */
	/* As packets of each direction are before NAT changes them. */
	struct pk_tuple original, reply;
	struct pk_figure status; /* bits: enum pk_conntrack_bit */
	/* The tracker's own, as /proc/net/nf_conntrack has it; NULL: the protocol has none, or it is not known. */
	const char *state;
	struct pk_figure left_ms; /* until it expires; 0: it has expired. Absent: it does not run */
	struct pk_figure mark, zone;
};

/** What an skb itself points to. */
struct pk_tracked {
	const char *info; /* "IP_CT_NEW": what the packet was to the entry; static */
	struct pk_conntrack entry; /* REPLIES: the packet is a reply */
};

struct pk_conntracks {
	/* PK_OK: LIST is all there is. PK_ABSENT: no tracker, or the socket has no peer. Entries of
	 * LIST hold in any case. */
	enum pk_status status;
	unsigned nr;
	struct pk_conntrack list[PK_CONNTRACKS_MAX];
};

/** How many entries of a namespace were found, each where it was found first. */
struct pk_conntrack_census {
	uint64_t net;
	uint64_t in_table, in_lists; /* lists: of unconfirmed and dying ones */
	uint64_t by_skbs; /* that packets lead to */
	uint64_t masters; /* that others were expected by */
	uint64_t idle; /* dying ones of a list (up to 5.18) that nothing was found to keep */
};

bool pk_conntrack_has(const struct pk_conntrack *conntrack, enum pk_conntrack_bit bit);
/** The other direction's tuple is not simply the reversed one. */
bool pk_conntrack_is_translated(const struct pk_conntrack *conntrack);
/** "SEEN_REPLY", as IPS_SEEN_REPLY. */
const char *pk_conntrack_bit_name(enum pk_conntrack_bit bit);

#endif
