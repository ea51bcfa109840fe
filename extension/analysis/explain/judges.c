// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who decided on a packet, and how: chains of nft, the connection tracker, programs of BPF.
 *
 * A call on the packet's path tells who was asked. What the call returned tells the answer, if that was recorded; else what came
 * next does: netfilter asks a hook's functions one after the other until one does not accept, and a packet that is
 * refused is in no function of its path afterwards. The rest is not known.
 *
 * nf_hook_slow() asks the functions of the hook's list in memory, one by one. The list has nft's chain beside each: so a chain is
 * named if the functions that were called are the first of the list.
 */
#include "analysis/explain/judges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/skbs.h"
#include "analysis/lives/namespaces.h"
#include "core/kit.h"
#include "decode/probe/probe.h"
#include "decode/task/task.h"
#include "protocol/protocol.h"

struct pk_judge_maker {
	struct pk_ctx *ctx;
	struct pk_queued_packets memory; /* with LOADED */
	bool loaded;
	struct pk_nf_rules rules;
	struct pk_conntrack_table table;
};

struct pk_judge_maker *pk_judge_maker_create(struct pk_ctx *ctx)
{
	struct pk_judge_maker *maker = calloc(1, sizeof(*maker));

	if (maker)
		maker->ctx = ctx;
	return maker;
}

void pk_judge_maker_destroy(struct pk_judge_maker *maker)
{
	if (!maker)
		return;
	if (maker->loaded)
		pk_queued_deinit(&maker->memory);
	pk_nf_rules_deinit(&maker->rules);
	pk_conntrack_table_deinit(&maker->table);
	free(maker);
}

/* --- what it said -------------------------------------------------------------------------------------- */

static const char *word_of_hook(int64_t value)
{
	/* NF_DROP, ... NF_STOP; above are the number of a queue and an error */
	static const char *const words[] = {"dropped", "passed",   "stolen",
					    "queued",  "repeated", "passed"};
	const uint64_t low = (uint64_t)value & 0xff;

	return low < PK_ARRAY_SIZE(words) ? words[low] : NULL;
}

static const char *word_of_tc(int64_t value)
{
	switch (value) {
	case -1: /* TC_ACT_UNSPEC: the next one decides */
	case 0:
	case 1:
	case 3:
		return "passed";
	case 2:
		return "dropped";
	case 4:
	case 5:
	case 8:
		return "stolen";
	case 7:
		return "redirected";
	default:
		return NULL;
	}
}

const char *pk_judge_word(enum pk_judge_kind kind, int64_t value)
{
	switch (kind) {
	case PK_JUDGE_CGROUP: /* NET_XMIT_DROP; NET_XMIT_CN goes on */
		return value == 0 || value == 2	 ? "passed"
		       : value < 0 || value == 1 ? "dropped"
						 : NULL;
	case PK_JUDGE_SOCKET: /* an error; of 7.2 a drop reason's number */
		return value ? "dropped" : "passed";
	case PK_JUDGE_TC:
		return word_of_tc(value);
	case PK_JUDGE_XDP: /* XDP_PASS */
		return value == 2 ? "passed" : NULL;
	default:
		return word_of_hook(value);
	}
}

/* All of them return an int or an unsigned int. */
static void judge_by_value(struct pk_judgement *judgement, const struct pk_path *path, uint32_t at)
{
	const struct pk_asked *asked = &path->asked[at];

	/* What the hook's function calls returns the same. */
	for (uint32_t i = at + 1; !asked->returned && i < path->nr_asked; i++)
		if (path->asked[i].call->parent == path->asked[at].call &&
		    pk_judge_kind_of(path->asked[i].call) == judgement->kind)
			asked = &path->asked[i];
	if (!asked->returned)
		return;
	judgement->returned = true;
	judgement->value = (int32_t)asked->value;
	judgement->verdict = pk_judge_word(judgement->kind, judgement->value);
	judgement->how = "returned";
}

/* CALL is on the packet's path, and is made only if nobody refused the packet: freeing it, or asking somebody else, is no sign. */
static bool goes_on(const struct pk_packet *packet, const struct pk_call *call)
{
	static const char *const other[] = {"free", "skb", "irq", "netfilter", "complete"};
	const struct pk_stage *stage =
		call->kind == PK_CALL_PLAIN && call->name ? call->name->stage : NULL;

	if (!stage || stage->act == PK_ACT_TX_OTHER || call->implied)
		return false;
	/* what TCP does after a clone was refused, it does to the original */
	if (packet->dir == PK_TX && strcmp(stage->stage, "ip") != 0 &&
	    strcmp(stage->stage, "neigh") != 0 && strcmp(stage->stage, "qdisc") != 0 &&
	    strcmp(stage->stage, "driver") != 0)
		return false;
	return !pk_any(PK_ARRAY_SIZE(other), i, !strcmp(stage->stage, other[i]));
}

/* Whether a call of PATH that goes on began after AROUND, of piece PIECE. */
static bool went_on(const struct pk_packet *packet, const struct pk_path *path, uint32_t piece,
		    const struct pk_call *around)
{
	for (uint32_t i = piece; i < path->nr_pieces; i++) {
		const struct pk_call *root = path->pieces[i].root;
		const struct pk_call *next = i == piece ? pk_call_next(around, root, false) : root;

		while (next) {
			bool down = next->kind == PK_CALL_PLAIN &&
				    !(next->name && next->name->stage &&
				      next->name->stage->act == PK_ACT_TX_OTHER);

			if (goes_on(packet, next))
				return true;
			next = pk_call_next(next, root, down);
		}
	}
	return false;
}

/* The next function that its caller asked; *RET_FREES, *RET_QUEUES: what was called between is what a refusal, or a queue to
 * user space calls. */
static const struct pk_call *next_asked(const struct pk_call *call, bool *ret_frees,
					bool *ret_queues)
{
	for (const struct pk_call *next = call->next; next; next = next->next) {
		if (next->kind != PK_CALL_PLAIN || !next->name)
			continue;
		*ret_queues |= !strcmp(next->name->symbol.name, "nf_queue");
		*ret_frees |= pk_stage_is(next->name->stage, "free");
		if (pk_judge_kind_of(next))
			return next;
	}
	return NULL;
}

/* What refuses a packet itself, and says that it has taken it, frees it first (since 6.4's kfree_skb_reason() by hooks). */
static bool frees_within(const struct pk_call *call)
{
	for (const struct pk_call *next = call->child; next;
	     next = pk_call_next(next, call, next->kind == PK_CALL_PLAIN))
		if (next->kind == PK_CALL_PLAIN && next->name &&
		    pk_stage_is(next->name->stage, "free"))
			return true;
	return false;
}

static void decide(struct pk_judgement *judgement, const char *verdict, const char *how)
{
	judgement->verdict = verdict;
	judgement->how = how;
}

static void judge_by_next(struct pk_judgement *judgement, const struct pk_packet *packet,
			  const struct pk_path *path, const struct pk_asked *asked)
{
	const struct pk_call *call = asked->call;
	const struct pk_call *around = pk_calls_hooks(call->parent) ? call->parent : call;
	const char *reason = packet->drop ? packet->drop->reason_name : "";
	bool frees = false, queues = false, lost = packet->events_lost;
	bool more = around != call && next_asked(call, &frees, &queues);

	if (call->open && !more)
		return; /* it had not returned */
	if (queues)
		decide(judgement, "queued", "went-on");
	else if (more && !frees)
		decide(judgement, "passed", "went-on");
	else if (judgement->kind == PK_JUDGE_CGROUP && call->next &&
		 call->next->kind == PK_CALL_PLAIN && call->next->name &&
		 !strcmp(call->next->name->symbol.name, "security_sock_rcv_skb"))
		decide(judgement, "passed", "went-on");
	else if (!lost && went_on(packet, path, asked->piece, around))
		decide(judgement, "passed", "went-on");
	else if (around != call && !more && packet->outcome == PK_OUT_DROPPED &&
		 (frees || frees_within(call)))
		decide(judgement, "dropped", "freed");
	else if ((judgement->kind == PK_JUDGE_CGROUP && !strcmp(reason, "BPF_CGROUP_EGRESS")) ||
		 (judgement->kind == PK_JUDGE_SOCKET && !strcmp(reason, "SOCKET_FILTER")))
		decide(judgement, "dropped", "reason");
}

/* --- who it was ---------------------------------------------------------------------------------------- */

static const struct pk_queued_packets *memory_of(struct pk_judge_maker *maker)
{
	if (!maker->loaded)
		pk_queued_load(maker->ctx, &maker->memory);
	maker->loaded = true;
	return &maker->memory;
}

/* Of nf_hook_slow() the function whose hook it is: what walks a list may be between the two. */
static const char *hook_around(const struct pk_call *call, uint8_t *ret_family, uint8_t *ret_hook)
{
	for (call = call->parent; call && call->name; call = call->parent) {
		const char *word = pk_nf_hook_of(call->name->symbol.name, ret_family, ret_hook);

		if (word || strncmp(call->name->symbol.name, "nf_hook", strlen("nf_hook")) != 0)
			return word;
	}
	return NULL;
}

/* CALL's number among the functions that its caller asked, if these are the first of LIST. */
static const struct pk_nf_hook *hook_of(const struct pk_call *call, const struct pk_nf_hook *list,
					unsigned nr)
{
	const struct pk_nf_hook *found = NULL;
	unsigned at = 0;

	for (const struct pk_call *one = call->parent->child; one; one = one->next) {
		if (!pk_judge_kind_of(one))
			continue;
		if (at == nr || one->name->symbol.addr != list[at].func)
			return NULL;
		if (one == call)
			found = &list[at];
		at++;
	}
	return found;
}

/* What NET has at the hook around CALL, if that fits all that was called there; *RET_PRIV 0: it does not. False: it is not known
 * what NET has there. */
static bool chain_at(struct pk_judge_maker *maker, const struct pk_judgement *judgement,
		     uint64_t net, uint8_t family, unsigned number, uint64_t *ret_priv)
{
	struct pk_nf_hook list[PK_NF_HOOKS_MAX];
	const struct pk_nf_hook *hook;
	enum pk_status status;
	unsigned nr;

	*ret_priv = 0;
	status = pk_nf_hooks_read(maker->ctx, net, family, number, list, &nr);
	if (status != PK_OK)
		return status == PK_ABSENT;
	hook = hook_of(judgement->call, list, nr);
	*ret_priv = hook ? hook->priv : 0;
	return true;
}

/* Of an unknown namespace: the only one whose hook fits. One that cannot be read might fit, too. */
static uint64_t only_chain(struct pk_judge_maker *maker, const struct pk_judgement *judgement,
			   uint8_t family, unsigned number, uint64_t *ret_net)
{
	const struct pk_queued_packets *memory = &maker->memory;
	uint64_t found = 0;

	for (size_t i = 0; i < memory->nr_devices; i++) {
		const uint64_t net = memory->devices[i].net;
		uint64_t chain;

		if (!net || net == *ret_net || strcmp(memory->devices[i].name, "lo") != 0)
			continue; /* each has one */
		if (!chain_at(maker, judgement, net, family, number, &chain) || (chain && found))
			return 0;
		if (chain) {
			found = chain;
			*ret_net = net;
		}
	}
	return found;
}

static void name_chain(struct pk_judge_maker *maker, uint64_t net, struct pk_judgement *judgement)
{
	const struct pk_nft_drops *chain;
	uint8_t family, number;
	uint64_t addr;

	judgement->hook = hook_around(judgement->call->parent, &family, &number);
	if (!judgement->hook || judgement->kind != PK_JUDGE_NFT)
		return;
	if (!net)
		addr = only_chain(maker, judgement, family, number, &net);
	else if (!chain_at(maker, judgement, net, family, number, &addr))
		return;
	chain = addr ? pk_nf_chain_of(maker->ctx, &maker->rules, net, addr) : NULL;
	if (!chain || !chain->family)
		return;
	judgement->family = chain->family;
	judgement->table = chain->table;
	judgement->chain = chain->chain;
}

static void name_programs(struct pk_judge_maker *maker, const struct pk_packet *packet,
			  struct pk_judgement *judgement)
{
	const struct pk_sock *sock = pk_queued_sock(&maker->memory, packet);
	const struct pk_program_asked asked = {
		.netns = packet->netns,
		.dev = packet->dev,
		.sock = sock && sock->addr == packet->sk ? sock->addr : 0,
		.sends = packet->dir == PK_TX,
	};

	pk_programs_asked(maker->ctx, &maker->memory, &asked,
			  judgement->kind == PK_JUDGE_CGROUP   ? PK_ASKED_CGROUP
			  : judgement->kind == PK_JUDGE_SOCKET ? PK_ASKED_SOCKET
			  : judgement->kind == PK_JUDGE_TC     ? PK_ASKED_TC
							       : PK_ASKED_XDP,
			  judgement->program, sizeof(judgement->program));
}

/* --- all of it ----------------------------------------------------------------------------------------- */

static void find_entries(struct pk_judge_maker *maker, const struct pk_packet *packet, uint64_t net,
			 struct pk_judgements *judgements)
{
	const struct pk_header *header = &packet->header;
	const struct pk_sock sock = {
		.kind = PK_SOCK_FULL,
		.protocol = (uint8_t)pk_header_outermost(header)->number,
		.tuple = header->tuple,
		.net = net,
	};

	judgements->tracked = true;
	judgements->entries.status = PK_ABSENT;
	if (net && header->tuple_known && header->protocol && pk_header_has_ports(header) &&
	    !header->fragment)
		pk_conntracks_of(maker->ctx, &maker->table, &sock, &judgements->entries);
}

/* On the ring's clock: that of the piece's beginning. */
static uint64_t time_of(const struct pk_path_piece *piece, const struct pk_call *call)
{
	return call->start < piece->root->start
		       ? piece->piece->start
		       : piece->piece->start + (call->start - piece->root->start);
}

/* What only passes on what others said, or asked nobody. */
static bool is_idle(const struct pk_judgement *judgement)
{
	return judgement->kind == PK_JUDGE_SOCKET && !judgement->program[0] &&
	       (!judgement->verdict || strcmp(judgement->verdict, "dropped") != 0);
}

enum pk_status pk_judgements_of(struct pk_judge_maker *maker, const struct pk_packet *packet,
				const struct pk_path *path, struct pk_judgements *ret_judgements)
{
	struct pk_judgements all = {0};
	uint64_t net;

	*ret_judgements = all;
	if (!path->nr_asked || maker->ctx->last_boot)
		return PK_OK;
	net = pk_nf_net_of(maker->ctx, memory_of(maker), packet);
	for (uint32_t i = 0; i < path->nr_asked; i++) {
		const struct pk_asked *asked = &path->asked[i];
		struct pk_judgement judgement = {.kind = pk_judge_kind_of(asked->call),
						 .call = asked->call};
		const bool at_hook = pk_calls_hooks(asked->call->parent);

		if (!judgement.kind ||
		    (!at_hook && judgement.kind < PK_JUDGE_CGROUP && i && asked->call->parent &&
		     pk_judge_kind_of(asked->call->parent)))
			continue; /* the hook's function has it */
		judgement.ts = time_of(&path->pieces[asked->piece], asked->call);
		judge_by_value(&judgement, path, i);
		if (!judgement.verdict || !strcmp(judgement.verdict, "stolen"))
			judge_by_next(&judgement, packet, path, asked);
		if (at_hook)
			name_chain(maker, net, &judgement);
		if (judgement.kind >= PK_JUDGE_CGROUP)
			name_programs(maker, packet, &judgement);
		if (judgement.kind == PK_JUDGE_CONNTRACK && !all.tracked)
			find_entries(maker, packet, net, &all);
		if (is_idle(&judgement))
			continue;
		if (!pk_grow(all.list, all.nr, all.room)) {
			pk_judgements_deinit(&all);
			return pk_fail(maker->ctx, PK_NOMEM, "verdicts");
		}
		all.list[all.nr++] = judgement;
	}
	*ret_judgements = all;
	return PK_OK;
}

void pk_judgements_deinit(struct pk_judgements *judgements)
{
	free(judgements->list);
	*judgements = (struct pk_judgements){0};
}

/* --- for a capsule --------------------------------------------------------------------------------------- */

#define ASK_MAX 20000 /* entries of the tracker, and sockets, that are asked for */

static void ask_hooks(struct pk_judge_maker *maker, uint64_t net)
{
	struct pk_nf_hook list[PK_NF_HOOKS_MAX];
	struct pk_symbol symbol;
	unsigned nr;

	for (unsigned at = 0; at < 2 * PK_NF_HOOKS; at++) {
		if (pk_nf_hooks_read(maker->ctx, net, at & 1 ? 6 : 4, at / 2, list, &nr) != PK_OK)
			continue;
		for (unsigned i = 0; i < nr; i++)
			if (pk_symbol_at(maker->ctx, list[i].func, &symbol) == PK_OK &&
			    !strncmp(symbol.name, "nft_do_chain_", strlen("nft_do_chain_")))
				(void)pk_nf_chain_of(maker->ctx, &maker->rules, net, list[i].priv);
	}
}

struct asking {
	struct pk_judge_maker *maker;
	unsigned nr;
};

static bool ask_entry(const struct pk_conntrack_node *node, void *arg)
{
	struct asking *asking = arg;
	const struct pk_sock sock = {
		.kind = PK_SOCK_FULL, .protocol = node->protocol, .tuple = node->tuple, .net = 1};
	struct pk_conntracks entries;

	pk_conntracks_of(asking->maker->ctx, &asking->maker->table, &sock, &entries);
	return ++asking->nr < ASK_MAX;
}

void pk_judges_ask(struct pk_ctx *ctx)
{
	struct pk_judge_maker *maker = pk_judge_maker_create(ctx);
	const struct pk_queued_packets *memory = maker ? memory_of(maker) : NULL;
	struct asking asking = {.maker = maker};
	const struct pk_sock *sock;
	char program[64];
	size_t at = 0;

	for (size_t i = 0; memory && i < memory->nr_devices; i++) {
		const struct pk_program_asked asked = {.netns = memory->devices[i].netns,
						       .dev = memory->devices[i].name};

		if (!strcmp(memory->devices[i].name, "lo"))
			ask_hooks(maker, memory->devices[i].net);
		pk_programs_asked(ctx, memory, &asked, PK_ASKED_TC, program, sizeof(program));
		(void)pk_device_keeps(ctx, &memory->devices[i]);
	}
	while (memory && asking.nr++ < ASK_MAX && (sock = pk_hash_next(&memory->socks, &at))) {
		const struct pk_program_asked asked = {.dev = "", .sock = sock->addr};

		if (sock->kind != PK_SOCK_FULL)
			continue;
		pk_programs_asked(ctx, memory, &asked, PK_ASKED_SOCKET, program, sizeof(program));
		pk_programs_asked(ctx, memory, &asked, PK_ASKED_CGROUP, program, sizeof(program));
	}
	asking.nr = 0;
	if (memory)
		(void)!pk_conntracks_walk(ctx, ask_entry, &asking);
	pk_judge_maker_destroy(maker);
}
