/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_NETFILTER_NETFILTER_H
#define PK_DECODE_NET_NETFILTER_NETFILTER_H

#include <stdbool.h>

#include "core/arena.h"
#include "core/context.h"
#include "decode/tables.h"
#include "model/netfilter.h"
#include "model/packet.h"
#include "model/sock.h"

/** A node of the tracker's table: one direction of an entry, which is in it twice. */
struct pk_conntrack_node {
	uint64_t addr; /* struct nf_conntrack_tuple_hash */
	uint8_t protocol, dir;
	struct pk_tuple tuple;
};

typedef bool (*pk_conntrack_fn)(const struct pk_conntrack_node *node, void *arg);

/** The buckets of the table that all namespaces share, whose base is 0 until it is made; *RET_LINK: offset of a node's link
 *  to the next. PK_ABSENT: no tracker is loaded. */
enum pk_status pk_conntrack_locate(struct pk_ctx *ctx, struct pk_buckets *ret_buckets,
				   uint64_t *ret_link);
/** Visit the TCP, UDP and other nodes with IP addresses of all namespaces' entries. What a damaged bucket still holds is left
 *  out, and makes the result an error, as does a circle. PK_ABSENT: no tracker is loaded. */
enum pk_status pk_conntracks_walk(struct pk_ctx *ctx, pk_conntrack_fn fn, void *arg);

/** The same for the entries of namespace NET that its lists have, and the table no more or not yet: unconfirmed, dying. */
enum pk_status pk_conntracks_listed_walk(struct pk_ctx *ctx, uint64_t net, pk_conntrack_fn fn,
					 void *arg);
/** Find the entries of the namespaces of CENSUS, whose NET is filled in, in the table, in lists, by what NR SKBS lead to, and
 *  as masters of these. PK_ABSENT: no tracker is loaded. Otherwise an error says what is missing. */
enum pk_status pk_conntracks_count(struct pk_ctx *ctx, const uint64_t *skbs, size_t nr,
				   struct pk_conntrack_census *census, size_t nr_nets);

/** The nodes by their tuple, read once when the first is asked for. Start from {0}. */
struct pk_conntrack_table {
	bool loaded;
	enum pk_status status; /* PK_OK: the table was read whole */
	struct pk_conntrack_key *keys; /* owned; sorted */
	size_t nr, room;
};

void pk_conntrack_table_deinit(struct pk_conntrack_table *table);

/** The entry whose address and state an skb has (pk_skb.nfct). PK_ABSENT: it has none. PK_CORRUPT: what it points to
 *  is none. */
enum pk_status pk_conntrack_of_skb(struct pk_ctx *ctx, uint64_t nfct,
				   struct pk_tracked *ret_tracked);

/** The entries of SOCK's flow: of its namespace, with the tuple that it sends as one of their directions. */
void pk_conntracks_of(struct pk_ctx *ctx, struct pk_conntrack_table *table,
		      const struct pk_sock *sock, struct pk_conntracks *ret_conntracks);

#define PK_NF_HOOKS 5 /* prerouting, input, forward, output, postrouting */
#define PK_NF_HOOKS_MAX 64 /* functions of one hook that are read */

struct pk_nf_hook {
	uint64_t func; /* its entry */
	uint64_t priv; /* of nft's functions the chain (but for NAT's) */
};

/** What netfilter calls at HOOK for packets of FAMILY (4, 6) in the namespace NET, in order. PK_LIMIT: more than
 *  PK_NF_HOOKS_MAX. */
enum pk_status pk_nf_hooks_read(struct pk_ctx *ctx, uint64_t net, uint8_t family, unsigned hook,
				struct pk_nf_hook list[PK_NF_HOOKS_MAX], unsigned *ret_nr);

/** A chain of nftables, and one of its rules. */
struct pk_nft_place {
	const char *family; /* "inet", as nft prints it; static */
	char table[64], chain[64];
	uint64_t addr; /* struct nft_chain */
	uint32_t nr_rules;
	uint32_t rule; /* number of the rule, from 1; 0 if unknown */
	uint64_t handle; /* of RULE, as `nft -a` prints it */
};

/** Where nft_do_chain() is, judging by the NR register contents VALUES: the only chain that some of
 *  them point into, and the only rule with one pointing at it and another into it. PK_ABSENT: none,
 *  or several. */
enum pk_status pk_nft_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			     struct pk_nft_place *ret_place);

/** What nft has in the namespace NET. Damage costs a warning and what it hides; its first status is the ruleset's, which the
 *  caller frees in any case. */
void pk_nft_ruleset_read(struct pk_ctx *ctx, uint64_t net, struct pk_nft_ruleset *ret_ruleset);

/** How many elements the nft_set of SET has, whose backend and limit are known, if the kernel has counted COUNTED of them. */
struct pk_figure pk_nft_set_elements(struct pk_ctx *ctx, const struct pk_nft_set *set,
				     struct pk_figure counted);

/** What a condition compares. */
enum pk_nft_part_of {
	PK_NFT_NFPROTO, /* PF_INET or PF_INET6 */
	PK_NFT_L4PROTO,
	PK_NFT_NETWORK, /* bytes from IP's header on */
	PK_NFT_TRANSPORT, /* bytes behind it */
};

#define PK_NFT_VALUE_MAX 16 /* bytes */

/** LEN bytes at OFFSET of OF are (NEGATED: are not) VALUE in the bits of MASK. */
struct pk_nft_condition {
	enum pk_nft_part_of of;
	uint32_t offset, len;
	uint8_t value[PK_NFT_VALUE_MAX], mask[PK_NFT_VALUE_MAX];
	bool negated;
};

#define PK_NFT_CONDITIONS_MAX 8

/** A rule that drops, or of which it is not known that it does not. */
struct pk_nft_drop {
	const char *chain; /* that it is in, which the base chain may have jumped to; any bytes */
	uint32_t rule; /* from 1 */
	uint64_t handle;
	bool unsure; /* what it does is not known: it may not drop, or lead to a chain whose rule does */
	/* Of its conditions and of those of the rules that jump to it: without them it drops nothing. There may be
	 * more. */
	struct pk_nft_condition conditions[PK_NFT_CONDITIONS_MAX];
	unsigned nr_conditions;
};

/** All that a base chain can drop by. */
struct pk_nft_drops {
	enum pk_status status; /* PK_OK: LIST and POLICY are all there is */
	const char *family; /* "inet"; static */
	const char *table, *chain; /* any bytes */
	bool policy; /* it is drop */
	struct pk_nft_drop *list; /* owned */
	size_t nr, room;
	struct pk_arena texts;
};

void pk_nft_drops_read(struct pk_ctx *ctx, uint64_t net, uint64_t chain,
		       struct pk_nft_drops *ret_drops);
void pk_nft_drops_deinit(struct pk_nft_drops *drops);

/** Whether no rule of the namespace NET can change a packet's header. False too where that is not known. */
bool pk_nft_leaves_headers(struct pk_ctx *ctx, uint64_t net);

/** A chain with rules that change packets. */
struct pk_nft_change {
	enum pk_status status; /* not PK_OK: what its rules do is not known completely */
	const char *family; /* static; NULL: unknown */
	const char *table, *chain; /* any bytes; valid during the call */
	bool bytes, addresses,
		options; /* it sets bytes; translates addresses; sets or takes options of TCP */
};

typedef void (*pk_nft_change_fn)(const struct pk_nft_change *change, void *arg);
/** Visit each chain of the namespace NET that may change a packet. PK_ABSENT: it has no rules of nft. */
enum pk_status pk_nft_changes_walk(struct pk_ctx *ctx, uint64_t net, pk_nft_change_fn fn,
				   void *arg);

typedef bool (*pk_user_queue_fn)(const struct pk_user_queue *queue, void *arg); /* false stops */

/** Visit the queues of every network namespace. One that cannot be read costs a warning. PK_ABSENT:
 *  the module is not there, or its types are not. */
enum pk_status pk_user_queues_walk(struct pk_ctx *ctx, pk_user_queue_fn fn, void *arg);

/** DIR: PK_RX also for a router's packet, until it is sent on. False stops. */
typedef bool (*pk_user_queued_fn)(uint64_t skb, enum pk_direction dir, void *arg);

/** Visit what waits in QUEUE for the program's answer, oldest first. Damage costs a warning. */
void pk_user_queue_skbs_walk(struct pk_ctx *ctx, const struct pk_user_queue *queue,
			     pk_user_queued_fn fn, void *arg);

typedef void (*pk_user_queued_device_fn)(uint64_t dev, uint64_t entry, void *arg);
/** Visit the devices, with a reference to each, of what waits in QUEUE: by which it came in, and goes out. */
enum pk_status pk_user_queue_devices_walk(struct pk_ctx *ctx, const struct pk_user_queue *queue,
					  pk_user_queued_device_fn fn, void *arg);

/** A table of iptables or ip6tables, and one of its rules. */
struct pk_xt_place {
	const char *program; /* "iptables" or "ip6tables"; static */
	uint64_t addr; /* struct xt_table */
	char table[33]; /* "filter" */
	char chain[33]; /* "INPUT"; "" if unknown */
	uint32_t nr_rules; /* of CHAIN, without its policy or final return, as iptables -L */
	uint32_t rule; /* number of the rule in CHAIN, from 1; 0 if unknown */
};

/** FUNCTION is one that looks for a packet's rule: ipt_do_table() or ip6t_do_table(). */
bool pk_xt_walks(const char *function);

/** Where FUNCTION is, judging by the NR words VALUES of the interrupted registers and of its frame:
 *  it keeps the rule (struct ipt_entry) and the table. The table is the only one of that family with
 *  a rule among VALUES; without the table's own address there, none is concluded. Several rules of
 *  one chain: RULE is 0. Several chains: CHAIN is "", too. PK_ABSENT: no table, or several. */
enum pk_status pk_xt_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
			    size_t nr, struct pk_xt_place *ret_place);

#endif
