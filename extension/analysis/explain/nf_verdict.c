// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Which rule of netfilter dropped a packet.
 *
 * The function around nf_hook_slow() tells the hook, the packet's device or socket the namespace. There memory has the functions
 * of that hook, in the order of their calls. What the trace has of nf_hook_slow()'s calls must be the first of them, one by one:
 * then the last of those is the one that dropped it, and nft's has its chain beside it. So of two chains at a hook, one is told
 * from the other by how many were called.
 *
 * Of the chain's rules it is the only one that can drop; or the only one of those whose conditions the packet's header does not
 * contradict, if nothing in that namespace can have changed the header before; or, without any, its policy.
 */
#include "analysis/explain/cause.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lives/namespaces.h"
#include "analysis/lives/queued_packets.h"
#include "core/kit.h"
#include "decode/net/netfilter/netfilter.h"
#include "model/packet.h"
#include "protocol/protocol.h"

enum { PREROUTING, INPUT, FORWARD, OUTPUT, POSTROUTING };

static const char *const hook_names[PK_NF_HOOKS] = {"prerouting", "input", "forward", "output",
						    "postrouting"};

/* Whose hook a function passes. */
static const struct caller {
	const char *func;
	uint8_t family, hook;
} callers[] = {
	{"ip_rcv", 4, PREROUTING},
	{"ip_sublist_rcv", 4, PREROUTING},
	{"ip_list_rcv", 4, PREROUTING},
	{"ip_local_deliver", 4, INPUT},
	{"ip_forward", 4, FORWARD},
	{"__ip_local_out", 4, OUTPUT},
	{"raw_sendmsg", 4, OUTPUT},
	{"ip_output", 4, POSTROUTING},
	{"ip_mc_output", 4, POSTROUTING},
	{"ipv6_rcv", 6, PREROUTING},
	{"ip6_sublist_rcv", 6, PREROUTING},
	{"ipv6_list_rcv", 6, PREROUTING},
	{"ip6_input", 6, INPUT},
	{"ip6_forward", 6, FORWARD},
	{"__ip6_local_out", 6, OUTPUT},
	{"ip6_xmit", 6, OUTPUT},
	{"ndisc_send_skb", 6, OUTPUT},
	{"mld_sendpack", 6, OUTPUT},
	{"rawv6_sendmsg", 6, OUTPUT},
	{"ip6_output", 6, POSTROUTING},
};

/* Functions of hooks that leave a packet's header alone. Those of nft may not: pk_nft_leaves_headers(). */
static const char *const harmless[] = {
	"nft_do_chain", "ipv4_conntrack_", "ipv6_conntrack_", "ipv4_confirm", "nf_confirm",
	"apparmor_",	"selinux_",	   "smack_",	      "ipv6_defrag",  "accept_all",
};

/* The same for a namespace, by family. */
struct net_rules {
	bool leaves[2];
};

/* --- which hook ---------------------------------------------------------------------------------------- */

static bool function_at(struct pk_ctx *ctx, uint64_t addr, struct pk_symbol *ret_symbol)
{
	return addr && pk_symbol_at(ctx, addr, ret_symbol) == PK_OK;
}

static const struct caller *caller_named(const char *func)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(callers); i++)
		if (!strcmp(func, callers[i].func))
			return &callers[i];
	return NULL;
}

const char *pk_nf_hook_of(const char *func, uint8_t *ret_family, uint8_t *ret_hook)
{
	const struct caller *caller = caller_named(func);

	if (!caller)
		return NULL;
	*ret_family = caller->family;
	*ret_hook = caller->hook;
	return hook_names[caller->hook];
}

/* Between the two may be what walks a list, or is not inlined here. */
static const struct caller *caller_of(struct pk_ctx *ctx, const struct pk_hook_calls *calls)
{
	for (unsigned i = 0; i < PK_ARRAY_SIZE(calls->callers); i++) {
		const struct caller *found;
		struct pk_symbol symbol;

		if (!function_at(ctx, calls->callers[i], &symbol))
			return NULL;
		pk_strip_suffixes(symbol.name);
		found = caller_named(symbol.name);
		if (found)
			return found;
		if (strncmp(symbol.name, "nf_hook", strlen("nf_hook")) != 0)
			return NULL;
	}
	return NULL;
}

/* Of the socket that sent or took it, else of its device, if that is the only one of its name in the packet's namespace, or
 * anywhere if that is not known. What was sent may have passed one of another namespace: then the way has several. */
uint64_t pk_nf_net_of(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		      const struct pk_packet *packet)
{
	const struct pk_sock *sock = pk_queued_sock(memory, packet);
	const struct pk_net_device *found = NULL;

	if (sock && sock->addr == packet->sk)
		return sock->net;
	if (!packet->dev[0] || (packet->dir == PK_TX && strchr(packet->way, ' ')))
		return 0;
	for (size_t i = 0; i < memory->nr_devices; i++) {
		if (strcmp(memory->devices[i].name, packet->dev) != 0 ||
		    (packet->netns && memory->devices[i].netns != packet->netns))
			continue;
		if (found)
			return 0;
		found = &memory->devices[i];
	}
	return found && pk_device_keeps(ctx, found) ? found->net : 0;
}

/* The last one called. Those before it must have been the first of LIST. */
static const struct pk_nf_hook *hook_called(struct pk_ctx *ctx, const struct pk_hook_calls *calls,
					    const struct pk_nf_hook *list, unsigned nr)
{
	struct pk_symbol symbol;

	if (calls->nr > nr)
		return NULL;
	for (uint32_t i = 0; i < calls->nr; i++)
		if (!function_at(ctx, calls->funcs[i], &symbol) || symbol.addr != list[i].func)
			return NULL;
	return &list[calls->nr - 1];
}

/* --- which rule ---------------------------------------------------------------------------------------- */

static bool hooks_are_harmless(struct pk_ctx *ctx, uint64_t net, uint8_t family)
{
	struct pk_nf_hook list[PK_NF_HOOKS_MAX];

	for (unsigned hook = 0; hook < PK_NF_HOOKS; hook++) {
		unsigned nr;

		if (pk_nf_hooks_read(ctx, net, family, hook, list, &nr) != PK_OK)
			return false;
		for (unsigned i = 0; i < nr; i++) {
			struct pk_symbol symbol;
			size_t j = 0;

			if (!function_at(ctx, list[i].func, &symbol))
				return false;
			while (j < PK_ARRAY_SIZE(harmless) &&
			       strncmp(symbol.name, harmless[j], strlen(harmless[j])) != 0)
				j++;
			if (j == PK_ARRAY_SIZE(harmless))
				return false;
		}
	}
	return true;
}

static bool leaves_headers(struct pk_ctx *ctx, struct pk_nf_rules *rules, uint64_t net,
			   uint8_t family)
{
	struct net_rules *mine = pk_hash_get(&rules->nets, net);

	if (!mine) {
		mine = pk_hash_obtain(&rules->nets, net, sizeof(*mine));
		if (!mine)
			return false;
		if (pk_nft_leaves_headers(ctx, net)) {
			mine->leaves[0] = hooks_are_harmless(ctx, net, 4);
			mine->leaves[1] = hooks_are_harmless(ctx, net, 6);
		}
	}
	return mine->leaves[family == 6];
}

const struct pk_nft_drops *pk_nf_chain_of(struct pk_ctx *ctx, struct pk_nf_rules *rules,
					  uint64_t net, uint64_t chain)
{
	struct pk_nft_drops *drops = pk_hash_get(&rules->chains, chain);

	if (drops)
		return drops;
	drops = calloc(1, sizeof(*drops));
	if (!drops)
		return NULL;
	pk_nft_drops_read(ctx, net, chain, drops);
	if (!pk_hash_put(&rules->chains, chain, drops)) {
		pk_nft_drops_deinit(drops);
		free(drops);
		return NULL;
	}
	return drops;
}

#define BYTES_MAX 64

/* What a condition may look at, with the bits that are known. */
struct view {
	uint8_t bytes[PK_NFT_TRANSPORT + 1][BYTES_MAX], known[PK_NFT_TRANSPORT + 1][BYTES_MAX];
};

static void view_make(const struct pk_header *header, struct view *view)
{
	const struct pk_tuple *tuple = &header->tuple;
	const uint16_t number = pk_header_outermost(header)->number;
	const bool four = tuple->family == 4;
	const size_t len = four ? 4 : 16, at = four ? 12 : 8;
	uint8_t *network = view->bytes[PK_NFT_NETWORK], *known = view->known[PK_NFT_NETWORK];

	memset(view, 0, sizeof(*view));
	pk_bytes_put(view->bytes[PK_NFT_NFPROTO], view->known[PK_NFT_NFPROTO], 0, four ? 2 : 10, 1);
	pk_bytes_put(view->bytes[PK_NFT_L4PROTO], view->known[PK_NFT_L4PROTO], 0, number, 1);
	if (four)
		pk_bytes_put(network, known, 9, number, 1);
	memcpy(network + at, tuple->saddr, len);
	memcpy(network + at + len, tuple->daddr, len);
	memset(known + at, 0xff, 2 * len);
	if (pk_header_has_ports(header)) {
		uint8_t *own = view->bytes[PK_NFT_TRANSPORT];

		pk_bytes_put(own, view->known[PK_NFT_TRANSPORT], 0, tuple->sport, 2);
		pk_bytes_put(own, view->known[PK_NFT_TRANSPORT], 2, tuple->dport, 2);
	}
}

/* Some bit that must be equal is not; or all that must not be equal are known, and are. */
static bool is_contradicted(const struct pk_nft_condition *condition, const struct view *view)
{
	const uint8_t *bytes = view->bytes[condition->of], *known = view->known[condition->of];
	bool equal = true;

	for (uint32_t i = 0; i < condition->len; i++) {
		const uint32_t at = condition->offset + i;
		const uint8_t mask = condition->mask[i];

		if (at >= BYTES_MAX)
			return false;
		if (mask & known[at] & (bytes[at] ^ condition->value[i]))
			return !condition->negated;
		equal &= (mask & known[at]) == mask;
	}
	return condition->negated && equal;
}

static bool may_drop(const struct pk_nft_drop *drop, const struct view *view)
{
	return pk_all(drop->nr_conditions, i, !is_contradicted(&drop->conditions[i], view));
}

static const char *kept(struct pk_packet *packet, const char *text)
{
	char *copy = pk_packet_pool_alloc(packet->pool, strlen(text) + 1);

	return copy ? strcpy(copy, text) : NULL;
}

static void take_rule(struct pk_packet *packet, const struct pk_nft_drop *drop, const char *by,
		      struct pk_nf_verdict *verdict)
{
	verdict->rule_chain = kept(packet, drop->chain);
	if (!verdict->rule_chain)
		return;
	verdict->by = by;
	verdict->rule = drop->rule;
	verdict->handle = drop->handle;
}

static void find_rule(struct pk_packet *packet, const struct pk_nft_drops *drops, bool by_header,
		      struct pk_nf_verdict *verdict)
{
	const struct pk_nft_drop *found = NULL;
	struct view view;
	unsigned nr = 0;

	if (!drops->nr && drops->policy) {
		verdict->by = "policy";
		return;
	}
	if (drops->policy)
		return;
	if (drops->nr == 1 && !drops->list[0].unsure) {
		take_rule(packet, &drops->list[0], "only-drop", verdict);
		return;
	}
	if (!by_header || !pk_header_proven(&packet->header) || !packet->header.tuple_known ||
	    !packet->header.protocol)
		return;
	view_make(&packet->header, &view);
	for (size_t i = 0; i < drops->nr; i++)
		if (may_drop(&drops->list[i], &view)) {
			found = &drops->list[i];
			nr++;
		}
	if (nr == 1 && !found->unsure)
		take_rule(packet, found, "only-match", verdict);
}

/* --- all of it ----------------------------------------------------------------------------------------- */

static bool is_filter_of_nft(const char *func)
{
	return !strncmp(func, "nft_do_chain_", strlen("nft_do_chain_"));
}

static void find_chain(struct pk_engine *engine, struct pk_nf_rules *rules,
		       struct pk_packet *packet, const struct caller *caller,
		       struct pk_nf_verdict *verdict)
{
	struct pk_ctx *ctx = engine->ctx;
	const uint64_t net = pk_nf_net_of(ctx, engine->memory, packet);
	const struct pk_nft_drops *drops;
	struct pk_nf_hook list[PK_NF_HOOKS_MAX];
	const struct pk_nf_hook *hook;
	unsigned nr;

	if (!net || !is_filter_of_nft(verdict->func) ||
	    pk_nf_hooks_read(ctx, net, caller->family, caller->hook, list, &nr) != PK_OK)
		return;
	hook = hook_called(ctx, packet->drop->hooks, list, nr);
	drops = hook ? pk_nf_chain_of(ctx, rules, net, hook->priv) : NULL;
	if (!drops || drops->status != PK_OK || !drops->family || (!drops->nr && !drops->policy))
		return;
	verdict->table = kept(packet, drops->table);
	verdict->chain = kept(packet, drops->chain);
	if (!verdict->table || !verdict->chain)
		return;
	verdict->family = drops->family;
	find_rule(packet, drops, drops->nr > 1 && leaves_headers(ctx, rules, net, caller->family),
		  verdict);
}

static bool is_hooks_drop(struct pk_ctx *ctx, const struct pk_drop *drop)
{
	struct pk_symbol symbol;

	if (drop->reason_name[0] && strcmp(drop->reason_name, "NOT_SPECIFIED") != 0)
		return !strcmp(drop->reason_name, "NETFILTER_DROP");
	if (!function_at(ctx, drop->location, &symbol))
		return false;
	pk_strip_suffixes(symbol.name);
	return !strcmp(symbol.name, "nf_hook_slow");
}

const struct pk_nf_verdict *pk_nf_verdict_of(struct pk_engine *engine, struct pk_nf_rules *rules,
					     struct pk_packet *packet)
{
	struct pk_ctx *ctx = engine->ctx;
	const struct pk_drop *drop = packet->drop;
	const struct caller *caller;
	struct pk_nf_verdict *verdict;
	struct pk_symbol symbol;

	if (!drop || !drop->hooks || ctx->last_boot || !is_hooks_drop(ctx, drop))
		return NULL;
	caller = caller_of(ctx, drop->hooks);
	if (!caller || !function_at(ctx, drop->hooks->funcs[drop->hooks->nr - 1], &symbol))
		return NULL;
	verdict = pk_packet_pool_alloc(packet->pool, sizeof(*verdict));
	if (!verdict)
		return NULL;
	verdict->hook = hook_names[caller->hook];
	verdict->func = kept(packet, symbol.name);
	if (!verdict->func)
		return NULL;
	find_chain(engine, rules, packet, caller, verdict);
	return verdict;
}

static void free_drops(void *value)
{
	pk_nft_drops_deinit(value);
	free(value);
}

void pk_nf_rules_deinit(struct pk_nf_rules *rules)
{
	pk_hash_deinit(&rules->chains, free_drops);
	pk_hash_deinit(&rules->nets, free);
}

static void say_rule(const struct pk_nf_verdict *verdict, char *text, size_t size)
{
	if (!verdict->by) {
		snprintf(text, size, "which of its rules is not known");
		return;
	}
	if (!verdict->rule) {
		snprintf(text, size, "by its policy: none of its rules drops");
		return;
	}
	snprintf(text, size, "rule %u (handle %llu)%s%s, %s", verdict->rule,
		 (unsigned long long)verdict->handle,
		 strcmp(verdict->rule_chain, verdict->chain) ? " of chain " : "",
		 strcmp(verdict->rule_chain, verdict->chain) ? verdict->rule_chain : "",
		 strcmp(verdict->by, "only-drop") ? "the only one that drops and may match"
						  : "the only one that drops");
}

void pk_nf_verdict_say(const struct pk_nf_verdict *verdict, char *text, size_t size)
{
	const size_t len = strlen(text);
	char rule[400];

	if (!verdict->family) {
		snprintf(text + len, size - len, ": hook %s, %s", verdict->hook, verdict->func);
		return;
	}
	say_rule(verdict, rule, sizeof(rule));
	snprintf(text + len, size - len, ": hook %s, nft %s %s %s, %s", verdict->hook,
		 verdict->family, verdict->table, verdict->chain, rule);
}
