// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * nf_conntrack_hash	nf_conntrack_htable_size buckets of all namespaces together
 * bucket -> nf_conntrack_tuple_hash -> ... -> an odd "nulls" value
 * nf_conn.tuplehash[2]	both directions' nodes; each has its direction's number
 *
 * A packet is looked up by the tuple that it has before NAT changes it. So what a socket sends finds its entry by that very
 * tuple, be it the original direction's (the socket began the connection) or the reply's.
 */
#include "decode/net/netfilter/netfilter.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"
#include "core/reader.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "protocol/protocol.h"

#define MAX_NODES (1u << 23)
#define MAX_NODE_SIZE 256 /* bytes */
#define MAX_SAME 256 /* nodes with one tuple: of other namespaces, other zones */

struct pk_conntrack_key {
	uint64_t hash, addr;
};

struct walk {
	struct pk_ctx *ctx;
	uint64_t size, link; /* of a node */
	struct pk_address_set seen; /* a node is in one chain */
	enum pk_status status; /* the first failure */
	pk_conntrack_fn fn;
	void *arg;
	bool stopped;
};

static enum pk_status copy_address(struct pk_ctx *ctx, const uint8_t *bytes, uint64_t size,
				   enum pk_row_id row, uint8_t family, uint8_t *ret_addr)
{
	const size_t len = family == 4 ? 4 : 16;
	uint64_t offset;
	enum pk_status status = pk_row_offset(ctx, row, &offset);

	if (status == PK_OK && (offset > size || len > size - offset))
		status = pk_fail(ctx, PK_CORRUPT, "a tuple's address at %llu of %llu bytes",
				 (unsigned long long)offset, (unsigned long long)size);
	if (status == PK_OK)
		memcpy(ret_addr, bytes + offset, len);
	return status;
}

/* Ports are in network order. */
static uint16_t port(const struct pk_ctx *ctx, uint64_t value)
{
	return ctx->target->facts.big_endian ? (uint16_t)value
					     : (uint16_t)(value >> 8 | value << 8);
}

static enum pk_status node_parse(struct pk_ctx *ctx, uint64_t addr, const uint8_t *bytes,
				 uint64_t size, struct pk_conntrack_node *ret_node)
{
	uint64_t family, sport, dport, protocol, dir;
	enum pk_status status = pk_struct_uints(
		ctx, bytes, size,
		PK_WANTED({PK_R_ct_tuple_family, &family}, {PK_R_ct_tuple_sport, &sport},
			  {PK_R_ct_tuple_dport, &dport}, {PK_R_ct_tuple_protocol, &protocol},
			  {PK_R_ct_tuple_dir, &dir}));
	struct pk_conntrack_node node = {.addr = addr};

	if (status != PK_OK)
		return status;
	node.tuple.family = pk_family_of(family);
	if (dir > 1)
		return pk_fail(ctx, PK_CORRUPT, "direction %llu", (unsigned long long)dir);
	if (!node.tuple.family)
		return pk_fail(ctx, PK_UNSUPPORTED, "family %llu", (unsigned long long)family);
	node.tuple.sport = port(ctx, sport);
	node.tuple.dport = port(ctx, dport);
	node.protocol = (uint8_t)protocol;
	node.dir = (uint8_t)dir;
	status = copy_address(ctx, bytes, size, PK_R_ct_tuple_saddr, node.tuple.family,
			      node.tuple.saddr);
	if (status == PK_OK)
		status = copy_address(ctx, bytes, size, PK_R_ct_tuple_daddr, node.tuple.family,
				      node.tuple.daddr);
	if (status == PK_OK)
		*ret_node = node;
	return status;
}

static uint64_t node_size(struct pk_reader *r)
{
	uint64_t size = pk_value(r, PK_R_ct_tuple_size);

	if (pk_ok(r) && (!size || size > MAX_NODE_SIZE))
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "a node of %llu bytes",
				  (unsigned long long)size));
	return size;
}

static enum pk_status node_read(struct pk_ctx *ctx, uint64_t addr, uint64_t size,
				struct pk_conntrack_node *ret_node)
{
	uint8_t bytes[MAX_NODE_SIZE];
	enum pk_status status = pk_read(ctx, addr, bytes, size);

	return status == PK_OK ? node_parse(ctx, addr, bytes, size, ret_node) : status;
}

static void fails(struct walk *walk, enum pk_status status)
{
	if (walk->status == PK_OK)
		walk->status = status;
}

static bool is_end(uint64_t node)
{
	return !node || node & 1;
}

static void chain_walk(struct walk *walk, uint64_t link)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader r = {.ctx = ctx};

	while (pk_ok(&r) && !is_end(link) && !walk->stopped) {
		struct pk_conntrack_node node;

		if (walk->seen.nr == MAX_NODES) {
			r.status = pk_fail(ctx, PK_LIMIT, "more than %u nodes", MAX_NODES);
			walk->stopped = true;
		} else if (!pk_address_set_add(&walk->seen, link, MAX_NODES)) {
			r.status = pk_fail(ctx, PK_CORRUPT, "a chain of conntrack loops at %llx",
					   (unsigned long long)link);
		} else {
			pk_try(&r, node_read(ctx, link - walk->link, walk->size, &node));
			if (pk_ok(&r))
				walk->stopped = !walk->fn(&node, walk->arg);
			else if (r.status == PK_UNSUPPORTED) /* another family's */
				r.status = PK_OK;
			link = pk_pointer(&r, link);
		}
	}
	fails(walk, r.status);
}

enum pk_status pk_conntrack_locate(struct pk_ctx *ctx, struct pk_buckets *ret_buckets,
				   uint64_t *ret_link)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_figure nr = pk_figure_symbol(ctx, PK_R_nf_conntrack_htable_size, 4);
	struct pk_buckets buckets = {.nr = nr.value};
	uint64_t symbol = pk_value(&r, PK_R_nf_conntrack_hash);

	buckets.size = pk_value(&r, PK_R_nulls_head_size);
	buckets.head = pk_offset(&r, PK_R_nulls_head_first);
	*ret_link = pk_offset(&r, PK_R_ct_tuple_node);
	buckets.base = pk_pointer(&r, symbol);
	if (nr.status != PK_OK)
		pk_try(&r, pk_fail(ctx, nr.status, "nf_conntrack_htable_size is unknown"));
	if (pk_ok(&r))
		*ret_buckets = buckets;
	return r.status;
}

enum pk_status pk_conntracks_walk(struct pk_ctx *ctx, pk_conntrack_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	struct pk_reader r = {.ctx = ctx};
	struct pk_buckets buckets;
	uint64_t unreadable;

	pk_try(&r, pk_conntrack_locate(ctx, &buckets, &walk.link));
	walk.size = node_size(&r);
	if (!pk_ok(&r) || !buckets.base)
		return r.status;
	pk_bucket_for_each (bucket, &r, &buckets, &unreadable) {
		chain_walk(&walk, bucket.first);
		if (walk.stopped)
			break;
	}
	pk_address_set_deinit(&walk.seen);
	pk_try(&r, walk.status);
	if (unreadable)
		pk_try(&r, pk_fail(ctx, PK_UNREADABLE, "%llu buckets are not in the dump",
				   (unsigned long long)unreadable));
	return r.status;
}

static void list_walk(struct walk *walk, uint64_t head)
{
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t first = pk_member(&r, head, PK_R_nulls_head_first);

	if (pk_ok(&r))
		chain_walk(walk, first);
	fails(walk, r.status);
}

/* Each CPU's */
static void percpu_lists_walk(struct walk *walk, uint64_t net)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t lists = pk_member(&r, net, PK_R_net_ct_pcpu_lists), offset;
	uint64_t unconfirmed = pk_offset(&r, PK_R_ct_pcpu_unconfirmed);
	uint64_t dying = pk_offset(&r, PK_R_ct_pcpu_dying);
	struct pk_cpumask possible;

	pk_try(&r, pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible));
	for (uint32_t cpu = 0;
	     pk_ok(&r) && cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS; cpu++) {
		if (!pk_cpumask_test(&possible, cpu))
			continue;
		if (!pk_try(&r, pk_percpu_offset(ctx, (int)cpu, &offset)))
			break;
		list_walk(walk, lists + offset + unconfirmed);
		list_walk(walk, lists + offset + dying);
	}
	fails(walk, r.status);
}

enum pk_status pk_conntracks_listed_walk(struct pk_ctx *ctx, uint64_t net, pk_conntrack_fn fn,
					 void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	struct pk_reader r = {.ctx = ctx};
	struct pk_figure own;

	walk.link = pk_offset(&r, PK_R_ct_tuple_node);
	walk.size = node_size(&r);
	if (!pk_ok(&r))
		return r.status;
	if (pk_has(ctx, PK_R_net_ct_pcpu_lists)) {
		percpu_lists_walk(&walk, net);
	} else if (pk_has(ctx, PK_R_ct_net_dying)) {
		own = pk_netns_own(ctx, net, PK_R_nf_conntrack_net_id);
		if (own.status == PK_OK)
			list_walk(&walk, pk_member_at(&r, own.value, PK_R_ct_net_dying));
		fails(&walk, own.status == PK_OK ? r.status : own.status);
	}
	pk_address_set_deinit(&walk.seen);
	return walk.status;
}

/* --- by tuple ------------------------------------------------------------------------------------------- */

static uint64_t hash_of(uint8_t protocol, const struct pk_tuple *tuple)
{
	const size_t len = tuple->family == 4 ? 4 : 16;
	uint64_t hash = pk_hash_bytes(PK_HASH_BEGIN, &protocol, sizeof(protocol));

	hash = pk_hash_bytes(hash, &tuple->family, sizeof(tuple->family));
	hash = pk_hash_bytes(hash, tuple->saddr, len);
	hash = pk_hash_bytes(hash, tuple->daddr, len);
	hash = pk_hash_bytes(hash, &tuple->sport, sizeof(tuple->sport));
	return pk_hash_bytes(hash, &tuple->dport, sizeof(tuple->dport));
}

static int compare_keys(const void *a, const void *b)
{
	const struct pk_conntrack_key *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static bool add_key(const struct pk_conntrack_node *node, void *arg)
{
	struct pk_conntrack_table *table = arg;

	if (!pk_grow(table->keys, table->nr, table->room)) {
		table->status = PK_NOMEM;
		return false;
	}
	table->keys[table->nr++] = (struct pk_conntrack_key){
		.hash = hash_of(node->protocol, &node->tuple), .addr = node->addr};
	return true;
}

static void table_load(struct pk_ctx *ctx, struct pk_conntrack_table *table)
{
	enum pk_status status;

	table->loaded = true;
	table->status = PK_OK;
	status = pk_conntracks_walk(ctx, add_key, table);
	if (table->status == PK_OK)
		table->status = status;
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(ctx, "connection tracking: %s", pk_error(ctx));
	if (table->nr)
		qsort(table->keys, table->nr, sizeof(*table->keys), compare_keys);
}

void pk_conntrack_table_deinit(struct pk_conntrack_table *table)
{
	free(table->keys);
	*table = (struct pk_conntrack_table){0};
}

/* As nf_ct_expires() counts: 32 bits of jiffies, which may have wrapped. A flow that is offloaded does not expire; the time of one
 * that is not confirmed has not begun. */
static struct pk_figure left_read(struct pk_ctx *ctx, const struct pk_conntrack *conntrack)
{
	struct pk_figure end = pk_figure_member(ctx, conntrack->addr, PK_R_ct_timeout), now;
	uint64_t hz = 0;
	int32_t left;

	if (conntrack->status.status != PK_OK)
		return pk_figure_none(conntrack->status.status);
	if (pk_conntrack_has(conntrack, PK_CT_OFFLOAD) ||
	    !pk_conntrack_has(conntrack, PK_CT_CONFIRMED))
		return pk_figure_none(PK_ABSENT);
	now = pk_jiffies_read(ctx, &hz);
	if (end.status != PK_OK || now.status != PK_OK)
		return end.status != PK_OK ? end : now;
	left = (int32_t)((uint32_t)end.value - (uint32_t)now.value);
	return (struct pk_figure){PK_OK, left > 0 ? (uint64_t)left * 1000 / hz : 0};
}

static const char *state_read(struct pk_ctx *ctx, uint64_t conntrack, uint8_t number)
{
	const struct pk_protocol *protocol = pk_protocol_by_number(number);
	const char *const *name = protocol && protocol->sockets ? protocol->sockets->tracked : NULL;
	uint64_t state;

	if (!name ||
	    pk_member_uint(ctx, conntrack, protocol->sockets->tracked_state, &state) != PK_OK)
		return NULL;
	while (*name && state--)
		name++;
	return *name;
}

/* The entry that NODE is a direction of. */
static enum pk_status entry_read(struct pk_ctx *ctx, const struct pk_conntrack_node *node,
				 uint64_t size, uint64_t *ret_net, struct pk_conntrack *ret_entry)
{
	const uint64_t first = node->addr - node->dir * size;
	struct pk_reader r = {.ctx = ctx};
	struct pk_conntrack entry = {.replies = node->dir};
	struct pk_conntrack_node other;

	entry.addr = first - pk_offset(&r, PK_R_ct_tuples);
	*ret_net = pk_member(&r, entry.addr, PK_R_ct_net);
	if (!pk_try(&r, node_read(ctx, first + !node->dir * size, size, &other)))
		return r.status;
	if (other.dir == node->dir || other.protocol != node->protocol)
		return pk_fail(ctx, PK_CORRUPT, "nf_conn %llx: its directions do not fit",
			       (unsigned long long)entry.addr);
	entry.original = node->dir ? other.tuple : node->tuple;
	entry.reply = node->dir ? node->tuple : other.tuple;
	entry.status = pk_figure_member(ctx, entry.addr, PK_R_ct_status);
	entry.state = state_read(ctx, entry.addr, node->protocol);
	entry.left_ms = left_read(ctx, &entry);
	entry.mark = pk_figure_member(ctx, entry.addr, PK_R_ct_mark);
	entry.zone = pk_figure_member(ctx, entry.addr, PK_R_ct_zone);
	entry.zone_dir = pk_figure_member(ctx, entry.addr, PK_R_ct_zone_dir);
	*ret_entry = entry;
	return PK_OK;
}

/* enum ip_conntrack_info in the low bits, NFCT_INFOMASK */
#define INFO_MASK 7

enum pk_status pk_conntrack_of_skb(struct pk_ctx *ctx, uint64_t nfct,
				   struct pk_tracked *ret_tracked)
{
	static const char *const infos[INFO_MASK + 1] = {
		"IP_CT_ESTABLISHED",	   "IP_CT_RELATED",	  "IP_CT_NEW",
		"IP_CT_ESTABLISHED_REPLY", "IP_CT_RELATED_REPLY",
	};
	const uint64_t addr = nfct & ~(uint64_t)INFO_MASK;
	struct pk_tracked tracked = {.info = infos[nfct & INFO_MASK]};
	struct pk_reader r = {.ctx = ctx, .status = addr ? PK_OK : pk_none(ctx, PK_ABSENT)};
	struct pk_conntrack_node node;
	uint64_t size = node_size(&r), net, first;

	if (!tracked.info)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "state %u of a packet",
				   (unsigned)(nfct & INFO_MASK)));
	first = pk_member_at(&r, addr, PK_R_ct_tuples);
	if (pk_try(&r, node_read(ctx, first, size, &node)) && node.dir)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "nf_conn %llx: its directions do not fit",
				   (unsigned long long)addr));
	if (!pk_try(&r, entry_read(ctx, &node, size, &net, &tracked.entry)))
		return r.status;
	tracked.entry.replies = (nfct & INFO_MASK) > 2; /* IP_CT_IS_REPLY and above */
	*ret_tracked = tracked;
	return PK_OK;
}

static enum pk_status add_entry(struct pk_ctx *ctx, uint64_t addr, const struct pk_sock *sock,
				struct pk_conntracks *found)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_conntrack_node node;
	struct pk_conntrack entry;
	uint64_t size = node_size(&r), net;

	if (!pk_try(&r, node_read(ctx, addr, size, &node)))
		return r.status;
	if (node.protocol != sock->protocol || !pk_tuple_equal(&node.tuple, &sock->tuple))
		return PK_OK;
	if (!pk_try(&r, entry_read(ctx, &node, size, &net, &entry)) || net != sock->net)
		return r.status;
	if (found->nr == PK_CONNTRACKS_MAX)
		return pk_fail(ctx, PK_LIMIT, "more than %u entries of a flow", found->nr);
	found->list[found->nr++] = entry;
	return PK_OK;
}

/* The first key that is not below HASH. */
static size_t key_find(const struct pk_conntrack_table *table, uint64_t hash)
{
	return pk_first(table->nr, at, table->keys[at].hash < hash);
}

static bool has_peer(const struct pk_sock *sock)
{
	return sock->kind != PK_SOCK_LISTEN && sock->tuple.family && sock->tuple.dport && sock->net;
}

void pk_conntracks_of(struct pk_ctx *ctx, struct pk_conntrack_table *table,
		      const struct pk_sock *sock, struct pk_conntracks *ret_conntracks)
{
	struct pk_conntracks *found = ret_conntracks;
	const uint64_t hash = hash_of(sock->protocol, &sock->tuple);
	unsigned same = 0;

	found->nr = 0;
	found->status = PK_ABSENT;
	if (!has_peer(sock))
		return;
	if (!table->loaded)
		table_load(ctx, table);
	found->status = table->status;
	for (size_t i = key_find(table, hash); i < table->nr && table->keys[i].hash == hash; i++) {
		enum pk_status status = PK_OK;

		if (i && table->keys[i - 1].addr == table->keys[i].addr &&
		    table->keys[i - 1].hash == hash) /* a damaged chain led there twice */
			continue;
		status = same++ < MAX_SAME ? add_entry(ctx, table->keys[i].addr, sock, found)
					   : PK_LIMIT;
		if (status != PK_OK && found->status == PK_OK)
			found->status = status;
		if (status == PK_LIMIT)
			return;
	}
}
