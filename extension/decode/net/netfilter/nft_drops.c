// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What a chain of nft can drop by: rules whose last word is a drop, those that jump to a chain with such a rule, and those with
 * an expression of which it is not known that it gives no verdict. A rule is its expressions, in order:
 *
 *	meta, payload		fill a register: from the packet's bytes, or from what is known of it
 *	cmp			compares one: if it differs, the rule is over
 *	immediate		fills a register; register 0 is the verdict
 *
 * Only the comparison of a register that was just filled is kept as a condition: fewer conditions prove less.
 */
#include "decode/net/netfilter/netfilter.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"

#define MAX_RULES 100000 /* looked at for one chain, those of jumps each time */
#define MAX_JUMPS 16 /* NFT_JUMP_STACK_SIZE */
#define NAME_SIZE 256 /* NFT_NAME_MAXLEN */
#define MAP 0x8 /* NFT_SET_MAP */

enum { VERDICT_REGISTER = 0 };
enum { META_NFPROTO = 15, META_L4PROTO = 16 }; /* NFT_META_* */
enum { BASE_NETWORK = 1, BASE_TRANSPORT = 2 }; /* NFT_PAYLOAD_*_HEADER */
enum { CMP_EQ = 0, CMP_NEQ = 1 }; /* NFT_CMP_* */
/* NF_DROP and NF_ACCEPT, and NFT_CONTINUE to NFT_RETURN as 32 bits */
enum { DROP = 0, ACCEPT = 1 };
#define CONTINUE 0xffffffffu
#define BREAK 0xfffffffeu
#define JUMP 0xfffffffdu
#define GOTO 0xfffffffcu
#define RETURN 0xfffffffbu

/* What an expression does, by the name of its operations. */
enum act {
	UNKNOWN, /* may give a verdict, or change the packet */
	HARMLESS, /* neither */
	PAYLOAD,
	META,
	CMP,
	CMP_FAST,
	IMMEDIATE,
	LOOKUP,
	REJECT, /* drops */
	/* What follows gives no verdict that is known here, and changes the packet. */
	SET_BYTES,
	SET_ADDRESS,
	SET_OPTION,
};

static const struct {
	const char *prefix;
	enum act act;
} acts[] = {
	{"nft_payload_ops", PAYLOAD},
	{"nft_payload_fast_ops", PAYLOAD},
	{"nft_meta_get_ops", META},
	{"nft_cmp_ops", CMP},
	{"nft_cmp_fast_ops", CMP_FAST},
	{"nft_cmp16_fast_ops", HARMLESS},
	{"nft_imm", IMMEDIATE},
	{"nft_lookup_ops", LOOKUP},
	{"nft_reject_", REJECT},
	{"nft_counter_ops", HARMLESS},
	{"nft_bitwise_", HARMLESS},
	{"nft_byteorder_ops", HARMLESS},
	{"nft_range_ops", HARMLESS},
	{"nft_log_ops", HARMLESS},
	{"nft_limit_", HARMLESS},
	{"nft_meta_set_ops", HARMLESS},
	{"nft_ct_get_", HARMLESS},
	{"nft_rt_get_ops", HARMLESS},
	{"nft_socket_ops", HARMLESS},
	{"nft_last_ops", HARMLESS},
	{"nft_quota_ops", HARMLESS},
	{"nft_notrack_ops", HARMLESS},
	{"nft_fib", HARMLESS},
	{"nft_exthdr_ipv6_ops", HARMLESS},
	{"nft_exthdr_tcp_ops", HARMLESS},
	{"nft_exthdr_ipv4_ops", HARMLESS},
	{"nft_payload_set_ops", SET_BYTES},
	{"nft_nat_", SET_ADDRESS},
	{"nft_masq_", SET_ADDRESS},
	{"nft_redir_", SET_ADDRESS},
	{"nft_exthdr_tcp_set_ops", SET_OPTION},
	{"nft_exthdr_tcp_strip_ops", SET_OPTION},
};

/* Where a register's bytes are from. */
struct loaded {
	bool known;
	uint64_t reg;
	enum pk_nft_part_of of;
	uint32_t offset, len;
};

typedef void (*expr_fn)(struct pk_reader *r, enum act act, uint64_t data, void *arg);

/* What one walk over a chain's rules needs. */
struct walk {
	struct pk_ctx *ctx;
	uint64_t inactive, link, rule_data, expr_data;
	uint32_t rules; /* visited so far */
	struct pk_nft_drops *drops;
	/* of the rules that jumped here, from the base chain on */
	struct pk_nft_drop above[MAX_JUMPS];
	unsigned depth;
	const char *chain;
	uint32_t rule; /* of this chain */
	struct loaded loaded;
	struct pk_nft_drop current;
	bool drops_it; /* the rule drops, or may */
	unsigned changes; /* 1 << enum act */
	enum pk_status status;
};

static enum act act_by_name(const char *name)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(acts); i++)
		if (!strncmp(name, acts[i].prefix, strlen(acts[i].prefix)))
			return acts[i].act;
	return UNKNOWN;
}

static bool names(struct pk_ctx *ctx, uint64_t addr, struct pk_symbol *ret_symbol)
{
	return pk_symbol_at(ctx, addr, ret_symbol) == PK_OK && ret_symbol->addr == addr;
}

/* Without KALLSYMS_ALL no variable has a name; the function that dumps the expression has one: nft_cmp_dump() is of
 * nft_cmp_ops, and nft_immediate_dump() of nft_imm_ops. */
static enum act act_of(struct pk_ctx *ctx, uint64_t operations)
{
	static const char dump[] = "_dump";
	struct pk_symbol symbol;
	uint64_t function;
	size_t len;

	if (names(ctx, operations, &symbol))
		return act_by_name(symbol.name);
	if (!pk_has(ctx, PK_R_nft_expr_ops_dump) ||
	    pk_member_uint(ctx, operations, PK_R_nft_expr_ops_dump, &function) != PK_OK ||
	    !names(ctx, function, &symbol))
		return UNKNOWN;
	len = strlen(symbol.name);
	if (len < strlen(dump) || strcmp(symbol.name + len - strlen(dump), dump) != 0)
		return UNKNOWN;
	strcpy(symbol.name + len - strlen(dump), "_ops");
	return act_by_name(symbol.name);
}

static void exprs_walk(const struct walk *walk, struct pk_reader *r, uint64_t rule, expr_fn fn,
		       void *arg)
{
	uint64_t len = pk_member(r, rule, PK_R_nft_listed_len);

	for (uint64_t at = 0, size; pk_ok(r) && at < len; at += size) {
		const uint64_t expr = rule + walk->rule_data + at;
		uint64_t operations = pk_member(r, expr, PK_R_nft_expr_ops);

		size = pk_member(r, operations, PK_R_nft_expr_ops_size);
		if (size < walk->expr_data || size > len - at || !size)
			pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "an expression of %llu bytes",
					  (unsigned long long)size));
		if (pk_ok(r))
			fn(r, act_of(r->ctx, operations), expr + walk->expr_data, arg);
	}
}

/* --- conditions ---------------------------------------------------------------------------------------- */

static void load_payload(struct walk *walk, struct pk_reader *r, uint64_t data)
{
	uint64_t base = pk_member(r, data, PK_R_nft_payload_base);
	uint64_t offset = pk_member(r, data, PK_R_nft_payload_offset);
	uint64_t len = pk_member(r, data, PK_R_nft_payload_len);
	uint64_t reg = pk_member(r, data, PK_R_nft_payload_dreg);

	walk->loaded = (struct loaded){
		.known = pk_ok(r) && (base == BASE_NETWORK || base == BASE_TRANSPORT),
		.reg = reg,
		.of = base == BASE_NETWORK ? PK_NFT_NETWORK : PK_NFT_TRANSPORT,
		.offset = (uint32_t)offset,
		.len = (uint32_t)len,
	};
}

static void load_meta(struct walk *walk, struct pk_reader *r, uint64_t data)
{
	uint64_t key = pk_member(r, data, PK_R_nft_meta_key);
	uint64_t reg = pk_member(r, data, PK_R_nft_meta_dreg);

	walk->loaded = (struct loaded){
		.known = pk_ok(r) && (key == META_NFPROTO || key == META_L4PROTO),
		.reg = reg,
		.of = key == META_NFPROTO ? PK_NFT_NFPROTO : PK_NFT_L4PROTO,
		.len = 1,
	};
}

static struct pk_nft_condition *condition_add(struct walk *walk, uint64_t reg)
{
	struct pk_nft_drop *drop = &walk->current;
	struct pk_nft_condition *condition;

	if (!walk->loaded.known || walk->loaded.reg != reg ||
	    drop->nr_conditions == PK_NFT_CONDITIONS_MAX)
		return NULL;
	condition = &drop->conditions[drop->nr_conditions];
	*condition = (struct pk_nft_condition){
		.of = walk->loaded.of, .offset = walk->loaded.offset, .len = walk->loaded.len};
	return condition;
}

static void compare(struct walk *walk, struct pk_reader *r, uint64_t data)
{
	uint64_t reg = pk_member(r, data, PK_R_nft_cmp_sreg);
	uint64_t len = pk_member(r, data, PK_R_nft_cmp_len);
	uint64_t op = pk_member(r, data, PK_R_nft_cmp_op);
	uint64_t at = pk_member_at(r, data, PK_R_nft_cmp_data);
	struct pk_nft_condition *condition = pk_ok(r) ? condition_add(walk, reg) : NULL;

	if (!condition || len > condition->len || len > PK_NFT_VALUE_MAX ||
	    (op != CMP_EQ && op != CMP_NEQ))
		return;
	condition->len = (uint32_t)len;
	condition->negated = op == CMP_NEQ;
	memset(condition->mask, 0xff, len);
	walk->current.nr_conditions += pk_load(r, at, condition->value, len);
}

/* Of at most four bytes; the mask is as they are in memory. */
static void compare_fast(struct walk *walk, struct pk_reader *r, uint64_t data)
{
	uint64_t reg, inverted, value, mask;
	struct pk_nft_condition *condition;

	if (!pk_has(r->ctx, PK_R_nft_cmp_fast_mask) || !pk_has(r->ctx, PK_R_nft_cmp_fast_inv))
		return;
	reg = pk_member(r, data, PK_R_nft_cmp_fast_sreg);
	inverted = pk_member(r, data, PK_R_nft_cmp_fast_inv);
	value = pk_member_at(r, data, PK_R_nft_cmp_fast_data);
	mask = pk_member_at(r, data, PK_R_nft_cmp_fast_mask);
	condition = pk_ok(r) ? condition_add(walk, reg) : NULL;
	if (!condition)
		return;
	condition->len = condition->len < 4 ? condition->len : 4;
	condition->negated = inverted;
	pk_load(r, value, condition->value, condition->len);
	walk->current.nr_conditions += pk_load(r, mask, condition->mask, condition->len);
}

/* --- what a rule does ---------------------------------------------------------------------------------- */

static enum pk_status chain_walk(struct walk *walk, uint64_t chain);

static void jump(struct walk *walk, struct pk_reader *r, uint64_t data)
{
	struct pk_nft_drop current = walk->current;
	const uint32_t rule = walk->rule;
	const bool drops_it = walk->drops_it;
	const char *name = walk->chain;
	uint64_t chain = pk_member(r, data, PK_R_nft_immediate_chain);

	if (walk->depth == MAX_JUMPS)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "more than %u jumps", MAX_JUMPS));
	if (!pk_ok(r))
		return;
	walk->above[walk->depth++] = current;
	pk_try(r, chain_walk(walk, chain));
	walk->depth--;
	walk->current = current;
	walk->rule = rule;
	walk->chain = name;
	walk->drops_it = drops_it;
	walk->loaded.known = false;
}

static void immediate(struct walk *walk, struct pk_reader *r, uint64_t data)
{
	uint64_t reg = pk_member(r, data, PK_R_nft_immediate_dreg), code;

	walk->loaded.known &= walk->loaded.reg != reg;
	if (!pk_ok(r) || reg != VERDICT_REGISTER)
		return;
	code = pk_member(r, data, PK_R_nft_immediate_code);
	if (code == JUMP || code == GOTO)
		jump(walk, r, data);
	else
		walk->drops_it |=
			code != ACCEPT && code != CONTINUE && code != BREAK && code != RETURN;
}

/* By itself, or by a chain that it leads to. */
static void note_unsure(struct walk *walk)
{
	walk->drops_it = walk->current.unsure = true;
}

/* A map may have any verdict. */
static void lookup(struct walk *walk, struct pk_reader *r, uint64_t data)
{
	uint64_t set = pk_member(r, data, PK_R_nft_lookup_set);

	if (pk_member(r, set, PK_R_nft_set_flags) & MAP)
		note_unsure(walk);
	walk->loaded.known = false;
}

static void visit_expr(struct pk_reader *r, enum act act, uint64_t data, void *arg)
{
	static void (*const known[])(struct walk *, struct pk_reader *, uint64_t) = {
		[PAYLOAD] = load_payload,  [META] = load_meta,	    [CMP] = compare,
		[CMP_FAST] = compare_fast, [IMMEDIATE] = immediate, [LOOKUP] = lookup,
	};
	struct walk *walk = arg;

	if (act < PK_ARRAY_SIZE(known) && known[act]) {
		known[act](walk, r, data);
		return;
	}
	/* it may change the register */
	walk->loaded.known = false;
	walk->drops_it |= act == REJECT;
	if (act == UNKNOWN || act > REJECT)
		note_unsure(walk);
}

static void take_above(const struct walk *walk, struct pk_nft_drop *drop)
{
	for (unsigned i = 0; i < walk->depth; i++)
		for (unsigned j = 0; j < walk->above[i].nr_conditions &&
				     drop->nr_conditions < PK_NFT_CONDITIONS_MAX;
		     j++)
			drop->conditions[drop->nr_conditions++] = walk->above[i].conditions[j];
}

static void rule_walk(struct walk *walk, struct pk_reader *r, uint64_t rule)
{
	struct pk_nft_drops *drops = walk->drops;

	walk->current = (struct pk_nft_drop){.chain = walk->chain, .rule = ++walk->rule};
	walk->loaded.known = walk->drops_it = false;
	walk->current.handle = pk_member(r, rule, PK_R_nft_listed_handle);
	exprs_walk(walk, r, rule, visit_expr, walk);
	if (!pk_ok(r) || !walk->drops_it)
		return;
	take_above(walk, &walk->current);
	if (pk_grow(drops->list, drops->nr, drops->room))
		drops->list[drops->nr++] = walk->current;
	else
		pk_try(r, pk_fail(r->ctx, PK_NOMEM, "rules of nft"));
}

/* --- chains -------------------------------------------------------------------------------------------- */

static enum pk_status rules_walk(struct walk *walk, uint64_t chain,
				 void (*fn)(struct walk *walk, struct pk_reader *r, uint64_t rule))
{
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t rules = pk_member_at(&r, chain, PK_R_nft_chain_rules);

	pk_list_for_each (node, &r, rules) {
		const uint64_t rule = node - walk->link;
		uint64_t mask = pk_member(&r, rule, PK_R_nft_listed_genmask);

		if (pk_ok(&r) && walk->rules++ == MAX_RULES)
			pk_try(&r, pk_fail(walk->ctx, PK_LIMIT, "more than %u rules", MAX_RULES));
		if (pk_ok(&r) && !(mask & walk->inactive))
			fn(walk, &r, rule);
		if (walk->status != PK_OK)
			break;
	}
	if (walk->status == PK_OK)
		walk->status = r.status;
	return walk->status;
}

static const char *name_at(struct walk *walk, uint64_t object, enum pk_row_id row)
{
	struct pk_reader r = {.ctx = walk->ctx};
	char name[NAME_SIZE], *kept;
	uint64_t addr = pk_member(&r, object, row);

	pk_try(&r, pk_read_string(walk->ctx, addr, name, sizeof(name)));
	kept = pk_ok(&r) ? pk_arena_alloc(&walk->drops->texts, strlen(name) + 1) : NULL;
	if (!kept && walk->status == PK_OK)
		walk->status = pk_ok(&r) ? pk_fail(walk->ctx, PK_NOMEM, "names of nft") : r.status;
	return kept ? strcpy(kept, name) : NULL;
}

static enum pk_status chain_walk(struct walk *walk, uint64_t chain)
{
	walk->rule = 0;
	walk->chain = name_at(walk, chain, PK_R_nft_chain_name);
	return walk->chain ? rules_walk(walk, chain, rule_walk) : walk->status;
}

static enum pk_status begin(struct pk_ctx *ctx, uint64_t net, struct walk *walk)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t generation;

	walk->ctx = ctx;
	walk->rule_data = pk_offset(&r, PK_R_nft_listed_data);
	walk->expr_data = pk_offset(&r, PK_R_nft_expr_data);
	walk->link = pk_offset(&r, PK_R_nft_rule_link);
	generation = pk_member(&r, net, PK_R_net_nft_gencursor);
	if (generation > 1 || !walk->expr_data)
		pk_try(&r, pk_fail(ctx, PK_UNSUPPORTED, "an unknown form of nft's rules"));
	walk->inactive = pk_ok(&r) ? 1ull << generation : 0;
	return r.status;
}

static enum pk_status base_read(struct walk *walk, uint64_t chain)
{
	struct pk_nft_drops *drops = walk->drops;
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t table = pk_member(&r, chain, PK_R_nft_chain_table), family, policy;

	if (!(pk_member(&r, chain, PK_R_nft_chain_flags) & PK_NFT_CHAIN_BASE))
		pk_try(&r, pk_fail(walk->ctx, PK_CORRUPT, "chain %llx is no base chain",
				   (unsigned long long)chain));
	policy = pk_member(&r, chain - pk_offset(&r, PK_R_nft_base_chain), PK_R_nft_base_policy);
	family = pk_member(&r, table, PK_R_nft_table_family);
	if (!pk_ok(&r))
		return r.status;
	drops->policy = policy == DROP;
	drops->family = pk_nft_family_name(family);
	drops->table = name_at(walk, table, PK_R_nft_table_name);
	return walk->status;
}

void pk_nft_drops_read(struct pk_ctx *ctx, uint64_t net, uint64_t chain,
		       struct pk_nft_drops *ret_drops)
{
	struct walk walk = {.drops = ret_drops};
	enum pk_status status;

	*ret_drops = (struct pk_nft_drops){.status = PK_OK};
	status = begin(ctx, net, &walk);
	if (status == PK_OK)
		status = base_read(&walk, chain);
	if (status == PK_OK) {
		ret_drops->chain = name_at(&walk, chain, PK_R_nft_chain_name);
		status = walk.status == PK_OK ? chain_walk(&walk, chain) : walk.status;
	}
	ret_drops->status = status;
}

void pk_nft_drops_deinit(struct pk_nft_drops *drops)
{
	free(drops->list);
	pk_arena_deinit(&drops->texts);
	*drops = (struct pk_nft_drops){0};
}

/* --- does any change a header? ------------------------------------------------------------------------- */

static void must_be_known(struct pk_reader *r, enum act act, uint64_t data, void *arg)
{
	(void)data;
	(void)arg;
	if (act == UNKNOWN || act > REJECT)
		pk_try(r, pk_none(r->ctx, PK_UNSUPPORTED));
}

static void look_at_rule(struct walk *walk, struct pk_reader *r, uint64_t rule)
{
	exprs_walk(walk, r, rule, must_be_known, NULL);
}

bool pk_nft_leaves_headers(struct pk_ctx *ctx, uint64_t net)
{
	struct pk_nft_ruleset ruleset;
	struct walk walk = {0};
	enum pk_status status;

	pk_nft_ruleset_read(ctx, net, &ruleset);
	status = ruleset.status == PK_OK ? begin(ctx, net, &walk) : ruleset.status;
	for (size_t i = 0; i < ruleset.nr_chains && status == PK_OK; i++)
		status = rules_walk(&walk, ruleset.chains[i].item.addr, look_at_rule);
	pk_nft_ruleset_deinit(&ruleset);
	return status == PK_OK;
}

/* --- what does? ---------------------------------------------------------------------------------------- */

static void note_change(struct pk_reader *r, enum act act, uint64_t data, void *arg)
{
	struct walk *walk = arg;

	(void)r;
	(void)data;
	walk->changes |= 1u << act;
}

static void look_for_changes(struct walk *walk, struct pk_reader *r, uint64_t rule)
{
	exprs_walk(walk, r, rule, note_change, walk);
}

static void tell_changes(const struct pk_nft_ruleset *ruleset, const struct pk_nft_table *table,
			 struct walk *walk, pk_nft_change_fn fn, void *arg)
{
	for (size_t i = 0; i < table->chains.nr; i++) {
		const struct pk_nft_chain *chain = &ruleset->chains[table->chains.first + i];
		struct pk_nft_change change = {.family = pk_nft_family_name(table->family),
					       .table = table->item.name,
					       .chain = chain->item.name};

		walk->changes = 0;
		walk->status = PK_OK;
		change.status = rules_walk(walk, chain->item.addr, look_for_changes);
		change.bytes = walk->changes & 1u << SET_BYTES;
		change.addresses = walk->changes & 1u << SET_ADDRESS;
		change.options = walk->changes & 1u << SET_OPTION;
		if (change.status != PK_OK || walk->changes >> SET_BYTES)
			fn(&change, arg);
	}
}

enum pk_status pk_nft_changes_walk(struct pk_ctx *ctx, uint64_t net, pk_nft_change_fn fn, void *arg)
{
	struct pk_nft_ruleset ruleset;
	struct walk walk = {0};
	enum pk_status status;

	pk_nft_ruleset_read(ctx, net, &ruleset);
	status = ruleset.status == PK_OK ? begin(ctx, net, &walk) : ruleset.status;
	for (size_t i = 0; i < ruleset.nr_tables && status == PK_OK; i++)
		if (!(ruleset.tables[i].flags & PK_NFT_TABLE_DORMANT))
			tell_changes(&ruleset, &ruleset.tables[i], &walk, fn, arg);
	pk_nft_ruleset_deinit(&ruleset);
	return status;
}
