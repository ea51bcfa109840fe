/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_NETFILTER_H
#define PK_MODEL_NETFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "model/figure.h"

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
	/* the directions that ZONE holds for, as bits: 1 << 0 original */
	struct pk_figure zone_dir;
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

/* Numbers of the kernel's interface (include/uapi/linux/netfilter/nf_tables.h). */
#define PK_NFT_NETDEV 5 /* a family */
#define PK_NFT_TABLE_DORMANT 0x1
#define PK_NFT_TABLE_OWNER 0x2
#define PK_NFT_TABLE_PERSIST 0x4
#define PK_NFT_CHAIN_BASE 0x1
#define PK_NFT_SET_ANONYMOUS 0x1
#define PK_NFT_SET_CONSTANT 0x2
#define PK_NFT_SET_MAP 0x8
#define PK_NFT_SET_OBJECT 0x40
#define PK_NFT_OBJECT_COUNTER 1
#define PK_NFT_OBJECT_QUOTA 2
#define PK_NFT_VERDICT 0xffffff00u

/** What all that nft lists by name has. */
struct pk_nft_item {
	uint64_t addr;
	uint64_t handle; /* as `nft -a` prints it */
	const char *name; /* of the ruleset; any bytes */
};

/** A part of one of the ruleset's arrays. */
struct pk_nft_part {
	size_t first, nr;
};

/** A counter of a rule, which may have several. */
struct pk_nft_counter {
	uint64_t handle; /* of the rule */
	uint64_t rule; /* its number in the chain, from 1 */
	struct pk_figure packets, bytes;
};

struct pk_nft_chain {
	struct pk_nft_item item;
	struct pk_figure use; /* rules and set elements that jump to it */
	struct pk_figure rules; /* their number */
	struct pk_nft_part counters;
	/* of a base chain only: */
	bool is_base;
	const char *type; /* "filter", of the ruleset; NULL: unknown */
	const char *hook; /* "input", static; NULL: unknown */
	struct pk_figure priority; /* signed */
	struct pk_figure policy; /* 0: drop, 1: accept */
	struct pk_nft_part devices; /* ingress and egress chains */
};

struct pk_nft_object {
	struct pk_nft_item item;
	uint32_t type;
	struct pk_figure packets, bytes; /* of a counter */
	struct pk_figure quota, used; /* bytes, of a quota; USED may have passed it */
	bool over; /* the quota matches once it is used up */
};

struct pk_nft_set {
	struct pk_nft_item item;
	const char *backend; /* "rbtree", of the ruleset: nft_set_rbtree_type; NULL: unknown */
	uint32_t flags, key_type, data_type, object_type;
	/* As the kernel counts: of an interval in an rbtree both ends, and expired elements until they are collected. */
	struct pk_figure elements;
	struct pk_figure limit; /* of ELEMENTS; absent: none */
	struct pk_figure size; /* the limit as nft prints it, which may be in intervals */
	struct pk_figure timeout_ms, gc_interval_ms; /* absent: none */
	bool full; /* nothing can be added */
};

struct pk_nft_flowtable {
	struct pk_nft_item item;
	const char *hook; /* static; NULL: unknown */
	struct pk_figure priority; /* signed */
	struct pk_figure entries; /* a flow has one for each direction */
	struct pk_nft_part devices;
};

struct pk_nft_table {
	struct pk_nft_item item;
	uint32_t family, flags;
	struct pk_figure use;
	struct pk_nft_part chains, sets, objects, flowtables;
};

/** nft's rules of a namespace, without what they match and do: what its current generation has, as `nft list` prints it. */
struct pk_nft_ruleset {
	/* PK_ABSENT: nf_tables has not been loaded. Otherwise not PK_OK: incomplete. */
	enum pk_status status;
	struct pk_nft_table *tables; /* owned, as all arrays */
	struct pk_nft_chain *chains;
	struct pk_nft_counter *counters;
	struct pk_nft_object *objects;
	struct pk_nft_set *sets;
	struct pk_nft_flowtable *flowtables;
	const char **devices; /* names; "eth*": all whose names begin so */
	size_t nr_tables, nr_chains, nr_counters, nr_objects, nr_sets, nr_flowtables, nr_devices;
	size_t room_tables, room_chains, room_counters, room_objects, room_sets, room_flowtables,
		room_devices;
	struct pk_arena texts;
};

void pk_nft_ruleset_deinit(struct pk_nft_ruleset *ruleset);

/* Words of nft; NULL: it has none for that number. */
const char *pk_nft_family_name(uint64_t family); /* "inet" */
const char *pk_nft_hook_name(uint64_t family, uint64_t hook); /* "input" */
const char *pk_nft_object_name(uint32_t type); /* "ct helper" */
const char *pk_nft_set_flag_name(unsigned bit); /* "interval" */
const char *pk_nft_type_name(uint32_t type); /* "ipv4_addr" */

#define PK_NFT_FIELDS_MAX 5
/** Types of the fields of TYPE, a key's or a value's; returns their number. */
unsigned pk_nft_fields(uint32_t type, uint32_t fields[PK_NFT_FIELDS_MAX]);

/** A queue to user space (NFQUEUE): a firewall's rule gives it packets, and a program bound to it
 *  decides on each. Figures are those of /proc/net/netfilter/nfnetlink_queue, in packets. */
struct pk_user_queue {
	uint64_t addr; /* struct nfqnl_instance */
	uint32_t inum; /* of its network namespace */
	uint16_t number; /* in the rule */
	uint32_t port; /* netlink port of the program: mostly its process ID */
	struct pk_figure waiting, limit;
	struct pk_figure dropped; /* because it was full */
	struct pk_figure unsent; /* dropped because the program's own socket was full */
	bool fails_open; /* if it is full, packets pass */
};

#endif
