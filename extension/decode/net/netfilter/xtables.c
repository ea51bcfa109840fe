// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Rules of iptables in memory (net/ipv4/netfilter/ip_tables.c):
 *
 *	xt_pernet.tables[family] -> xt_table.private -> xt_table_info {size, hook_entry[hook], entries}
 *	entries		ipt_entry {.., target_offset, next_offset, .., matches, xt_entry_target}, the next one, ...
 *
 * A built-in chain begins at its hook's entry. A user's chain begins with an entry of the target ERROR, which has
 * its name, and is no rule; so does the end of all. The last entry of a chain is its policy, or its return.
 */
#include "decode/net/netfilter/netfilter.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/task/stack.h"

#define RULES_SIZE_MAX (64u << 20)
#define TARGET_OFFSET_MIN 8 /* bytes: a damaged entry is not as small as that */
#define HOOKS 5
#define LIST_HEAD_WORDS 2
#define NAME_MAX_LEN 30 /* XT_FUNCTION_MAXNAMELEN */

struct family {
	const char *function, *program;
	unsigned number; /* NFPROTO_* */
	enum pk_row_id target_offset, next_offset;
};

static const struct family families[] = {
	{"ipt_do_table", "iptables", 2, PK_R_ipt_target_offset, PK_R_ipt_next_offset},
	{"ip6t_do_table", "ip6tables", 10, PK_R_ip6t_target_offset, PK_R_ip6t_next_offset},
};

struct walk {
	struct pk_ctx *ctx;
	const struct family *family;
	const uint64_t *values;
	size_t nr;
	uint64_t link, entries, hooks, name;
	uint64_t table, info, size; /* with a rule among VALUES */
	unsigned found; /* such tables */
};

/* The rules of one table. What they match is not read: it may be private. */
struct rules {
	const struct walk *walk;
	uint64_t base, size;
	uint64_t hooks[HOOKS]; /* offset of each chain; SIZE: none */
	uint64_t error, other; /* struct xt_target: of ERROR, and the last that was not */
	char chain[33]; /* that is walked */
	uint32_t number; /* entries of it so far, without that of ERROR */
	bool counted; /* a rule of it is in PLACE */
	unsigned found, chains; /* rules and chains that VALUES point to */
	struct pk_xt_place *place;
};

static const struct family *family_of(const char *function)
{
	return pk_find(families, PK_ARRAY_SIZE(families), !strcmp(function, it->function));
}

bool pk_xt_walks(const char *function)
{
	return family_of(function) != NULL;
}

/* --- the table ----------------------------------------------------------------------------------------- */

/* The first rule is where all begin: the function has that address whichever rule it is at. */
static bool points_behind(const struct walk *walk, uint64_t base, uint64_t size)
{
	return pk_any(walk->nr, i, walk->values[i] > base && walk->values[i] - base < size);
}

static bool holds(const struct walk *walk, uint64_t value)
{
	return pk_at_hand(walk->values, walk->nr, value);
}

static void table_look(struct walk *walk, struct pk_reader *r, uint64_t table)
{
	uint64_t info = pk_member(r, table, PK_R_xt_table_info);
	uint64_t size = pk_member(r, info, PK_R_xt_info_size), base = info + walk->entries;

	if (!pk_ok(r) || !points_behind(walk, base, size))
		return;
	walk->found++;
	if (holds(walk, table) || holds(walk, info) || holds(walk, base)) {
		walk->table = table;
		walk->info = info;
		walk->size = size;
	}
}

/* Where NET has its lists of tables, one a family. */
static struct pk_figure lists_of(struct pk_ctx *ctx, uint64_t net)
{
	struct pk_figure own;
	uint64_t offset;

	if (pk_has(ctx, PK_R_net_xt_tables) &&
	    pk_row_offset(ctx, PK_R_net_xt_tables, &offset) == PK_OK)
		return (struct pk_figure){.status = PK_OK, .value = net + offset};
	own = pk_netns_own(ctx, net, PK_R_xt_pernet_id);
	if (own.status != PK_OK || !own.value)
		return own;
	own.status = pk_row_offset(ctx, PK_R_xt_pernet_tables, &offset);
	own.value += offset;
	return own;
}

static enum pk_status find_table(struct walk *walk)
{
	struct pk_ctx *ctx = walk->ctx;
	const uint64_t head = (uint64_t)LIST_HEAD_WORDS * ctx->target->facts.word_size;
	struct pk_reader r = {.ctx = ctx};

	pk_try(&r, pk_row_offsets(ctx, PK_WANTED({PK_R_xt_table_link, &walk->link},
						 {PK_R_xt_table_name, &walk->name},
						 {PK_R_xt_info_hooks, &walk->hooks},
						 {PK_R_xt_info_entries, &walk->entries})));
	if (pk_ok(&r) && pk_layout_get(ctx, PK_R_xt_info_entries)->member.size)
		return pk_fail(ctx, PK_UNSUPPORTED, "each CPU has rules of its own");
	pk_netns_for_each (net, &r) {
		struct pk_figure lists = lists_of(ctx, net.addr);

		if (pk_try(&r, lists.status) && lists.value)
			pk_list_for_each (node, &r, lists.value + walk->family->number * head)
				table_look(walk, &r, node - walk->link);
	}
	if (walk->found != 1 || !walk->table)
		pk_try(&r,
		       pk_fail(ctx, PK_ABSENT,
			       "registers and frame point to rules of %u tables of %s, not of one",
			       walk->found, walk->family->program));
	if (walk->size > RULES_SIZE_MAX)
		pk_try(&r, pk_fail(ctx, PK_LIMIT, "rules of %llu bytes",
				   (unsigned long long)walk->size));
	return r.status;
}

/* --- its rules ----------------------------------------------------------------------------------------- */

static const char *hook_name(unsigned hook)
{
	static const char *const names[HOOKS] = {"PREROUTING", "INPUT", "FORWARD", "OUTPUT",
						 "POSTROUTING"};

	return names[hook];
}

static enum pk_status hooks_read(struct rules *rules)
{
	const struct walk *walk = rules->walk;
	struct pk_ctx *ctx = walk->ctx;
	uint64_t valid, offset;
	enum pk_status status = pk_member_uint(ctx, walk->table, PK_R_xt_table_hooks, &valid);

	for (unsigned i = 0; i < HOOKS && status == PK_OK; i++) {
		status = pk_read_uint(ctx, walk->info + walk->hooks + 4 * i, 4, &offset);
		rules->hooks[i] = status == PK_OK && valid >> i & 1 ? offset : rules->size;
	}
	return status;
}

/* Whether TARGET, in memory, is ERROR. Few are asked for, again and again. */
static enum pk_status is_error(struct rules *rules, uint64_t target, bool *ret_is)
{
	struct pk_ctx *ctx = rules->walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t offset;
	char name[32];
	uint64_t type = pk_member(&r, rules->base + target, PK_R_xt_target_type);

	if (pk_ok(&r) && type != rules->error && type != rules->other) {
		offset = pk_offset(&r, PK_R_xt_target_name);
		pk_try(&r, pk_read_string(ctx, type + offset, name, sizeof(name)));
		if (pk_ok(&r))
			*(strcmp(name, "ERROR") ? &rules->other : &rules->error) = type;
	}
	if (pk_ok(&r))
		*ret_is = type == rules->error;
	return r.status;
}

static void end_chain(struct rules *rules)
{
	struct pk_xt_place *place = rules->place;

	if (!rules->counted)
		return;
	rules->counted = false;
	place->nr_rules = rules->number - 1;
	if (place->rule > place->nr_rules) /* the policy, the return */
		place->rule = 0;
}

static void begin_chain(struct rules *rules, const char *name)
{
	end_chain(rules);
	snprintf(rules->chain, sizeof(rules->chain), "%s", name);
	rules->number = 0;
}

/* The name in the target of ERROR, which ends at END. */
static enum pk_status begin_user_chain(struct rules *rules, uint64_t target, uint64_t end)
{
	struct pk_ctx *ctx = rules->walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	char name[NAME_MAX_LEN + 1];
	uint64_t offset = pk_offset(&r, PK_R_xt_error_name);

	if (end - target < offset + NAME_MAX_LEN)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "a chain's name is behind its target"));
	pk_try(&r, pk_read_string(ctx, rules->base + target + offset, name, sizeof(name)));
	if (pk_ok(&r))
		begin_chain(rules, name);
	return r.status;
}

static void count_rule(struct rules *rules, uint64_t at)
{
	struct pk_xt_place *place = rules->place;

	rules->number++;
	if (!at || !holds(rules->walk, rules->base + at))
		return;
	place->rule = rules->found++ ? 0 : rules->number;
	rules->chains += !rules->counted;
	rules->counted = true;
	memcpy(place->chain, rules->chain, sizeof(place->chain));
}

static enum pk_status entry_read(struct rules *rules, uint64_t at, uint64_t *ret_next)
{
	const struct family *family = rules->walk->family;
	struct pk_ctx *ctx = rules->walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	bool error = false;
	uint64_t target = pk_member(&r, rules->base + at, family->target_offset);
	uint64_t next = pk_member(&r, rules->base + at, family->next_offset);

	if (pk_ok(&r) && (target < TARGET_OFFSET_MIN || target >= next || next > rules->size - at))
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "rule at %llx: target at %llu of %llu bytes",
				   (unsigned long long)(rules->base + at),
				   (unsigned long long)target, (unsigned long long)next));
	pk_try(&r, is_error(rules, at + target, &error));
	if (error)
		pk_try(&r, begin_user_chain(rules, at + target, at + next));
	if (!pk_ok(&r))
		return r.status;
	for (unsigned i = 0; i < HOOKS; i++)
		if (rules->hooks[i] == at)
			begin_chain(rules, hook_name(i));
	if (!error)
		count_rule(rules, at);
	*ret_next = at + next;
	return PK_OK;
}

static enum pk_status find_rule(struct walk *walk, struct pk_xt_place *place)
{
	struct rules rules = {.walk = walk,
			      .base = walk->info + walk->entries,
			      .size = walk->size,
			      .place = place};
	enum pk_status status = hooks_read(&rules);

	for (uint64_t at = 0; at < rules.size && status == PK_OK;)
		status = entry_read(&rules, at, &at);
	end_chain(&rules);
	if (rules.found != 1)
		rules.place->rule = 0;
	if (rules.chains != 1) {
		rules.place->chain[0] = '\0';
		rules.place->nr_rules = 0;
	}
	return status;
}

enum pk_status pk_xt_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
			    size_t nr, struct pk_xt_place *ret_place)
{
	struct walk walk = {.ctx = ctx, .family = family_of(function), .values = values, .nr = nr};
	struct pk_xt_place place = {0};
	enum pk_status status;

	if (!walk.family)
		return pk_fail(ctx, PK_ABSENT, "%s walks no rules", function);
	place.program = walk.family->program;
	status = find_table(&walk);
	if (status == PK_OK)
		status = pk_read_string(ctx, walk.table + walk.name, place.table,
					sizeof(place.table));
	if (status == PK_OK)
		status = find_rule(&walk, &place);
	if (status != PK_OK)
		return status;
	place.addr = walk.table;
	*ret_place = place;
	return PK_OK;
}
