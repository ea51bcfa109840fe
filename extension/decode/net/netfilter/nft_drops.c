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

typedef enum pk_status (*expr_fn)(struct pk_ctx *ctx, enum act act, uint64_t data, void *arg);

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

static enum pk_status exprs_walk(const struct walk *walk, uint64_t rule, expr_fn fn, void *arg)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t len, size, operations, at = 0;
	enum pk_status status = pk_member_uint(ctx, rule, PK_R_nft_listed_len, &len);

	while (status == PK_OK && at < len) {
		const uint64_t expr = rule + walk->rule_data + at;

		status = pk_member_uint(ctx, expr, PK_R_nft_expr_ops, &operations);
		if (status == PK_OK)
			status = pk_member_uint(ctx, operations, PK_R_nft_expr_ops_size, &size);
		if (status == PK_OK && (size < walk->expr_data || size > len - at || !size))
			status = pk_fail(ctx, PK_CORRUPT, "an expression of %llu bytes",
					 (unsigned long long)size);
		if (status == PK_OK)
			status = fn(ctx, act_of(ctx, operations), expr + walk->expr_data, arg);
		at += status == PK_OK ? size : 0;
	}
	return status;
}

/* --- conditions ---------------------------------------------------------------------------------------- */

static enum pk_status load_payload(struct walk *walk, uint64_t data)
{
	uint64_t base, offset, len, reg;
	enum pk_status status = pk_member_uints(
		walk->ctx, data,
		PK_WANTED({PK_R_nft_payload_base, &base}, {PK_R_nft_payload_offset, &offset},
			  {PK_R_nft_payload_len, &len}, {PK_R_nft_payload_dreg, &reg}));

	walk->loaded.known = false;
	if (status == PK_OK && (base == BASE_NETWORK || base == BASE_TRANSPORT))
		walk->loaded = (struct loaded){
			.known = true,
			.reg = reg,
			.of = base == BASE_NETWORK ? PK_NFT_NETWORK : PK_NFT_TRANSPORT,
			.offset = (uint32_t)offset,
			.len = (uint32_t)len,
		};
	return status;
}

static enum pk_status load_meta(struct walk *walk, uint64_t data)
{
	uint64_t key, reg;
	enum pk_status status = pk_member_uints(
		walk->ctx, data, PK_WANTED({PK_R_nft_meta_key, &key}, {PK_R_nft_meta_dreg, &reg}));

	walk->loaded.known = false;
	if (status == PK_OK && (key == META_NFPROTO || key == META_L4PROTO))
		walk->loaded = (struct loaded){
			.known = true,
			.reg = reg,
			.of = key == META_NFPROTO ? PK_NFT_NFPROTO : PK_NFT_L4PROTO,
			.len = 1,
		};
	return status;
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

static enum pk_status compare(struct walk *walk, uint64_t data)
{
	uint64_t reg, len, op, at;
	struct pk_nft_condition *condition;
	enum pk_status status =
		pk_member_uints(walk->ctx, data,
				PK_WANTED({PK_R_nft_cmp_sreg, &reg}, {PK_R_nft_cmp_len, &len},
					  {PK_R_nft_cmp_op, &op}));

	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_nft_cmp_data, &at);
	if (status != PK_OK)
		return status;
	condition = condition_add(walk, reg);
	if (!condition || len > condition->len || len > PK_NFT_VALUE_MAX ||
	    (op != CMP_EQ && op != CMP_NEQ))
		return PK_OK;
	condition->len = (uint32_t)len;
	condition->negated = op == CMP_NEQ;
	memset(condition->mask, 0xff, len);
	status = pk_read(walk->ctx, data + at, condition->value, len);
	walk->current.nr_conditions += status == PK_OK;
	return status;
}

/* Of at most four bytes; the mask is as they are in memory. */
static enum pk_status compare_fast(struct walk *walk, uint64_t data)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t reg, inverted, value, mask;
	struct pk_nft_condition *condition;
	enum pk_status status;

	if (!pk_has(ctx, PK_R_nft_cmp_fast_mask) || !pk_has(ctx, PK_R_nft_cmp_fast_inv))
		return PK_OK;
	status = pk_member_uints(
		ctx, data,
		PK_WANTED({PK_R_nft_cmp_fast_sreg, &reg}, {PK_R_nft_cmp_fast_inv, &inverted}));
	if (status == PK_OK)
		status = pk_row_offsets(ctx, PK_WANTED({PK_R_nft_cmp_fast_data, &value},
						       {PK_R_nft_cmp_fast_mask, &mask}));
	if (status != PK_OK)
		return status;
	condition = condition_add(walk, reg);
	if (!condition)
		return PK_OK;
	condition->len = condition->len < 4 ? condition->len : 4;
	condition->negated = inverted;
	status = pk_read(ctx, data + value, condition->value, condition->len);
	if (status == PK_OK)
		status = pk_read(ctx, data + mask, condition->mask, condition->len);
	walk->current.nr_conditions += status == PK_OK;
	return status;
}

/* --- what a rule does ---------------------------------------------------------------------------------- */

static enum pk_status chain_walk(struct walk *walk, uint64_t chain);

static enum pk_status jump(struct walk *walk, uint64_t data)
{
	struct pk_nft_drop current = walk->current;
	const uint32_t rule = walk->rule;
	const bool drops_it = walk->drops_it;
	const char *name = walk->chain;
	uint64_t chain;
	enum pk_status status = pk_member_uint(walk->ctx, data, PK_R_nft_immediate_chain, &chain);

	if (status == PK_OK && walk->depth == MAX_JUMPS)
		status = pk_fail(walk->ctx, PK_CORRUPT, "more than %u jumps", MAX_JUMPS);
	if (status != PK_OK)
		return status;
	walk->above[walk->depth++] = current;
	status = chain_walk(walk, chain);
	walk->depth--;
	walk->current = current;
	walk->rule = rule;
	walk->chain = name;
	walk->drops_it = drops_it;
	walk->loaded.known = false;
	return status;
}

static enum pk_status immediate(struct walk *walk, uint64_t data)
{
	uint64_t reg, code;
	enum pk_status status = pk_member_uint(walk->ctx, data, PK_R_nft_immediate_dreg, &reg);

	if (status != PK_OK)
		return status;
	walk->loaded.known &= walk->loaded.reg != reg;
	if (reg != VERDICT_REGISTER)
		return PK_OK;
	status = pk_member_uint(walk->ctx, data, PK_R_nft_immediate_code, &code);
	if (status != PK_OK)
		return status;
	if (code == JUMP || code == GOTO)
		return jump(walk, data);
	walk->drops_it |= code != ACCEPT && code != CONTINUE && code != BREAK && code != RETURN;
	return PK_OK;
}

/* By itself, or by a chain that it leads to. */
static void note_unsure(struct walk *walk)
{
	walk->drops_it = walk->current.unsure = true;
}

/* A map may have any verdict. */
static enum pk_status lookup(struct walk *walk, uint64_t data)
{
	uint64_t set, flags;
	enum pk_status status = pk_member_uint(walk->ctx, data, PK_R_nft_lookup_set, &set);

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, set, PK_R_nft_set_flags, &flags);
	if (status == PK_OK && flags & MAP)
		note_unsure(walk);
	walk->loaded.known = false;
	return status;
}

static enum pk_status visit_expr(struct pk_ctx *ctx, enum act act, uint64_t data, void *arg)
{
	struct walk *walk = arg;

	(void)ctx;
	switch (act) {
	case PAYLOAD:
		return load_payload(walk, data);
	case META:
		return load_meta(walk, data);
	case CMP:
		return compare(walk, data);
	case CMP_FAST:
		return compare_fast(walk, data);
	case IMMEDIATE:
		return immediate(walk, data);
	case LOOKUP:
		return lookup(walk, data);
	default: /* it may change the register */
		walk->loaded.known = false;
		walk->drops_it |= act == REJECT;
		if (act == UNKNOWN || act > REJECT)
			note_unsure(walk);
		return PK_OK;
	}
}

static void take_above(const struct walk *walk, struct pk_nft_drop *drop)
{
	for (unsigned i = 0; i < walk->depth; i++)
		for (unsigned j = 0; j < walk->above[i].nr_conditions &&
				     drop->nr_conditions < PK_NFT_CONDITIONS_MAX;
		     j++)
			drop->conditions[drop->nr_conditions++] = walk->above[i].conditions[j];
}

static enum pk_status rule_walk(struct walk *walk, uint64_t rule)
{
	struct pk_nft_drops *drops = walk->drops;
	enum pk_status status;

	walk->current = (struct pk_nft_drop){.chain = walk->chain, .rule = ++walk->rule};
	walk->loaded.known = walk->drops_it = false;
	status = pk_member_uint(walk->ctx, rule, PK_R_nft_listed_handle, &walk->current.handle);
	if (status == PK_OK)
		status = exprs_walk(walk, rule, visit_expr, walk);
	if (status != PK_OK || !walk->drops_it)
		return status;
	if (!pk_grow(drops->list, drops->nr, drops->room))
		return pk_fail(walk->ctx, PK_NOMEM, "rules of nft");
	take_above(walk, &walk->current);
	drops->list[drops->nr++] = walk->current;
	return PK_OK;
}

/* --- chains -------------------------------------------------------------------------------------------- */

static enum pk_status rules_walk(struct walk *walk, uint64_t chain,
				 enum pk_status (*fn)(struct walk *walk, uint64_t rule))
{
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t rules = pk_member_at(&r, chain, PK_R_nft_chain_rules);

	pk_list_for_each (node, &r, rules) {
		const uint64_t rule = node - walk->link;
		uint64_t mask = pk_member(&r, rule, PK_R_nft_listed_genmask);

		if (pk_ok(&r) && walk->rules++ == MAX_RULES)
			pk_try(&r, pk_fail(walk->ctx, PK_LIMIT, "more than %u rules", MAX_RULES));
		if (!(mask & walk->inactive))
			pk_try(&r, fn(walk, rule));
		if (walk->status != PK_OK)
			break;
	}
	if (walk->status == PK_OK)
		walk->status = r.status;
	return walk->status;
}

static const char *name_at(struct walk *walk, uint64_t object, enum pk_row_id row)
{
	char name[NAME_SIZE], *kept;
	uint64_t addr;
	enum pk_status status = pk_member_uint(walk->ctx, object, row, &addr);

	if (status == PK_OK)
		status = pk_read_string(walk->ctx, addr, name, sizeof(name));
	kept = status == PK_OK ? pk_arena_alloc(&walk->drops->texts, strlen(name) + 1) : NULL;
	if (!kept && walk->status == PK_OK)
		walk->status =
			status == PK_OK ? pk_fail(walk->ctx, PK_NOMEM, "names of nft") : status;
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
	uint64_t generation;
	enum pk_status status =
		pk_row_offsets(ctx, PK_WANTED({PK_R_nft_listed_data, &walk->rule_data},
					      {PK_R_nft_expr_data, &walk->expr_data},
					      {PK_R_nft_rule_link, &walk->link}));

	if (status == PK_OK)
		status = pk_member_uint(ctx, net, PK_R_net_nft_gencursor, &generation);
	if (status == PK_OK && (generation > 1 || !walk->expr_data))
		status = pk_fail(ctx, PK_UNSUPPORTED, "an unknown form of nft's rules");
	if (status == PK_OK)
		walk->inactive = 1ull << generation;
	walk->ctx = ctx;
	return status;
}

static enum pk_status base_read(struct walk *walk, uint64_t chain)
{
	struct pk_nft_drops *drops = walk->drops;
	uint64_t table, family, policy, flags, offset;
	enum pk_status status = pk_member_uints(
		walk->ctx, chain,
		PK_WANTED({PK_R_nft_chain_table, &table}, {PK_R_nft_chain_flags, &flags}));

	if (status == PK_OK && !(flags & PK_NFT_CHAIN_BASE))
		status = pk_fail(walk->ctx, PK_CORRUPT, "chain %llx is no base chain",
				 (unsigned long long)chain);
	if (status == PK_OK)
		status = pk_row_offset(walk->ctx, PK_R_nft_base_chain, &offset);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, chain - offset, PK_R_nft_base_policy, &policy);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, table, PK_R_nft_table_family, &family);
	if (status != PK_OK)
		return status;
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

static enum pk_status must_be_known(struct pk_ctx *ctx, enum act act, uint64_t data, void *arg)
{
	(void)data;
	(void)arg;
	return act == UNKNOWN || act > REJECT ? pk_none(ctx, PK_UNSUPPORTED) : PK_OK;
}

static enum pk_status look_at_rule(struct walk *walk, uint64_t rule)
{
	return exprs_walk(walk, rule, must_be_known, NULL);
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

static enum pk_status note_change(struct pk_ctx *ctx, enum act act, uint64_t data, void *arg)
{
	struct walk *walk = arg;

	(void)ctx;
	(void)data;
	walk->changes |= 1u << act;
	return PK_OK;
}

static enum pk_status look_for_changes(struct walk *walk, uint64_t rule)
{
	return exprs_walk(walk, rule, note_change, walk);
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
