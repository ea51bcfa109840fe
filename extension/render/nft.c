// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include "core/kit.h"
#include "render/out.h"

#define SHOWN_LINES 40 /* of a namespace, unless all are requested */

struct view {
	struct pk_out *out;
	const struct pk_nft_ruleset *ruleset;
	bool all;
	size_t lines;
};

/* Whether text has a line of it. WANTED: even if not all are requested. */
static bool has_line(struct view *view, bool wanted)
{
	return view->all || (wanted && view->lines++ < SHOWN_LINES);
}

static void render_item(struct view *view, const struct pk_nft_item *item, const char *text)
{
	pk_out_str(view->out, "name", text, item->name);
	pk_out_uint(view->out, "handle", text && view->all ? " handle %llu" : NULL, item->handle);
	pk_out_addr(view->out, "addr", NULL, item->addr);
}

static void render_number(struct view *view, const char *key, const struct pk_figure *figure)
{
	pk_out_figure(view->out, key, NULL, figure);
}

/* With LINE also in text, between BEFORE and BEHIND. */
static void render_shown(struct view *view, const char *key, const char *before,
			 const struct pk_figure *figure, const char *behind, bool line)
{
	if (line)
		pk_render_figure(view->out, key, before, figure, behind);
	else
		render_number(view, key, figure);
}

static void render_devices(struct view *view, const struct pk_nft_part *part, bool line)
{
	struct pk_out *out = view->out;

	PK_OUT_ARRAY(out, "devices");
	for (size_t i = 0; i < part->nr; i++) {
		if (line)
			pk_out_text(out, "%s", i ? "," : " device ");
		pk_out_str(out, NULL, line ? "%s" : NULL, view->ruleset->devices[part->first + i]);
	}
}

static void render_counted(struct view *view, const struct pk_figure *packets,
			   const struct pk_figure *bytes, bool line)
{
	render_shown(view, "packets", ": ", packets, " packet(s)", line);
	render_shown(view, "bytes", ", ", bytes, " byte(s)", line);
	if (line)
		pk_out_text(view->out, "\n");
}

static void render_priority(struct view *view, const struct pk_figure *priority, bool line)
{
	pk_out_int_if(view->out, "priority", line ? " priority %lld" : NULL,
		      priority->status == PK_OK, (int64_t)priority->value);
}

/* --- chains -------------------------------------------------------------------------------------------- */

static void render_counters(struct view *view, const struct pk_nft_chain *chain)
{
	struct pk_out *out = view->out;

	PK_OUT_ARRAY(out, "counters");
	for (size_t i = 0; i < chain->counters.nr; i++) {
		const struct pk_nft_counter *counter =
			&view->ruleset->counters[chain->counters.first + i];
		const bool line =
			has_line(view, counter->packets.status != PK_OK || counter->packets.value);

		PK_OUT_OBJECT(out, NULL);
		if (line)
			pk_out_text(out, "    chain %s", chain->item.name);
		pk_out_uint(out, "rule", line ? " rule %llu" : NULL, counter->rule);
		pk_out_uint(out, "handle", line ? " handle %llu" : NULL, counter->handle);
		render_counted(view, &counter->packets, &counter->bytes, line);
	}
}

static void render_policy(struct view *view, const struct pk_nft_chain *chain, bool line)
{
	static const char *const policies[] = {"drop", "accept"};
	const bool known = chain->policy.status == PK_OK && chain->policy.value < 2;

	pk_out_str(view->out, "policy", line ? " policy %s" : NULL,
		   known ? policies[chain->policy.value] : NULL);
}

static void render_base(struct view *view, const struct pk_nft_chain *chain, bool line)
{
	struct pk_out *out = view->out;

	pk_out_str(out, "type", line ? ": %s" : NULL, chain->type);
	pk_out_str(out, "hook", line ? " hook %s" : NULL, chain->hook);
	if (chain->is_base) {
		render_devices(view, &chain->devices, line);
		render_priority(view, &chain->priority, line);
		render_policy(view, chain, line);
	} else {
		pk_out_null(out, "devices");
		pk_out_null(out, "priority");
		pk_out_null(out, "policy");
	}
}

static void render_chain(struct view *view, const struct pk_nft_chain *chain)
{
	struct pk_out *out = view->out;
	const bool line = has_line(view, chain->is_base);

	PK_OUT_OBJECT(out, NULL);
	render_item(view, &chain->item, line ? "    chain %s" : NULL);
	render_base(view, chain, line);
	render_shown(view, "rules", chain->is_base ? ", rules " : ": rules ", &chain->rules, "",
		     line);
	if (line)
		pk_out_text(out, "\n");
	render_number(view, "use", &chain->use);
	render_counters(view, chain);
}

/* --- sets ---------------------------------------------------------------------------------------------- */

static void render_fields(struct view *view, const char *key, uint32_t type, const char *before,
			  bool line)
{
	uint32_t fields[PK_NFT_FIELDS_MAX];
	const unsigned nr = pk_nft_fields(type, fields);

	PK_OUT_ARRAY(view->out, key);
	for (unsigned i = 0; i < nr; i++) {
		char number[24];
		const char *name = pk_nft_type_name(fields[i]);

		if (!name)
			snprintf(number, sizeof(number), "type %u", fields[i]);
		if (line)
			pk_out_text(view->out, "%s", i ? " . " : before);
		pk_out_str(view->out, NULL, line ? "%s" : NULL, name ? name : number);
	}
}

/* What a map's keys lead to. */
static void render_values(struct view *view, const struct pk_nft_set *set, bool line)
{
	struct pk_out *out = view->out;

	if (set->flags & PK_NFT_SET_MAP && set->data_type != PK_NFT_VERDICT) {
		render_fields(view, "values", set->data_type, " : ", line);
		return;
	}
	if (!(set->flags & (PK_NFT_SET_MAP | PK_NFT_SET_OBJECT))) {
		pk_out_null(out, "values");
		return;
	}
	PK_OUT_ARRAY(out, "values");
	pk_out_str(out, NULL, line ? " : %s" : NULL,
		   set->flags & PK_NFT_SET_MAP ? "verdict" : pk_nft_object_name(set->object_type));
}

static void render_time(struct view *view, const char *key, const char *before,
			const struct pk_figure *ms, bool line)
{
	render_number(view, key, ms);
	if (line && ms->status == PK_OK)
		pk_out_text(view->out, "%s%llu.%03llu s", before,
			    (unsigned long long)ms->value / 1000,
			    (unsigned long long)ms->value % 1000);
}

/* A set that nobody adds to is as large as it is. */
static bool may_grow(const struct pk_nft_set *set)
{
	return !(set->flags & (PK_NFT_SET_ANONYMOUS | PK_NFT_SET_CONSTANT));
}

static void render_set(struct view *view, const struct pk_nft_set *set)
{
	struct pk_out *out = view->out;
	const bool is_map = set->flags & (PK_NFT_SET_MAP | PK_NFT_SET_OBJECT);
	const bool line = has_line(view, !(set->flags & PK_NFT_SET_ANONYMOUS));
	const bool limited = line && set->limit.status == PK_OK;
	const char *name;

	PK_OUT_OBJECT(out, NULL);
	render_item(view, &set->item, line ? is_map ? "    map %s" : "    set %s" : NULL);
	render_fields(view, "keys", set->key_type, " (", line);
	render_values(view, set, line);
	pk_out_str(out, "backend", line ? "), %s" : NULL, set->backend);
	if (line && !set->backend)
		pk_out_text(out, ")");
	pk_out_array_begin(view->out, "flags");
	for (unsigned bit = 0; (name = pk_nft_set_flag_name(bit)); bit++)
		if (set->flags >> bit & 1)
			pk_out_str(view->out, NULL, NULL, name);
	pk_out_array_end(view->out);
	render_shown(view, "elements", ": ", &set->elements, limited ? "" : " element(s)", line);
	pk_out_figure(out, "limit", limited ? " of %llu element(s)" : NULL, &set->limit);
	render_number(view, "size", &set->size);
	pk_out_bool(out, "full", set->full);
	if (line && set->full && may_grow(set))
		pk_out_text(out, ", FULL");
	render_time(view, "timeout_ms", ", timeout ", &set->timeout_ms, line);
	render_time(view, "gc_interval_ms", ", gc-interval ", &set->gc_interval_ms, line);
	if (line)
		pk_out_text(out, "\n");
}

/* --- objects and flowtables ---------------------------------------------------------------------------- */

static void render_quota(struct view *view, const struct pk_nft_object *object, bool line)
{
	const bool both = object->used.status == PK_OK && object->quota.status == PK_OK;

	render_shown(view, "used", ": ", &object->used, "", line);
	render_shown(view, "quota", " of ", &object->quota, " byte(s)", line);
	pk_out_bool(view->out, "over", object->over);
	if (line)
		pk_out_text(view->out, "%s\n",
			    both && object->used.value >= object->quota.value ? ", used up" : "");
}

static void render_object(struct view *view, const struct pk_nft_object *object)
{
	struct pk_out *out = view->out;
	const char *type = pk_nft_object_name(object->type);
	const bool counts = object->type == PK_NFT_OBJECT_COUNTER,
		   is_quota = object->type == PK_NFT_OBJECT_QUOTA;
	const bool line = has_line(view, counts || is_quota);
	char number[24];

	if (!type)
		snprintf(number, sizeof(number), "type %u", object->type);
	PK_OUT_OBJECT(out, NULL);
	pk_out_str(out, "type", line ? "    %s" : NULL, type ? type : number);
	render_item(view, &object->item, line ? " %s" : NULL);
	if (counts)
		render_counted(view, &object->packets, &object->bytes, line);
	else if (is_quota)
		render_quota(view, object, line);
	else if (line)
		pk_out_text(out, "\n");
}

static void render_flowtable(struct view *view, const struct pk_nft_flowtable *flowtable)
{
	struct pk_out *out = view->out;
	const bool line = has_line(view, true);

	PK_OUT_OBJECT(out, NULL);
	render_item(view, &flowtable->item, line ? "    flowtable %s" : NULL);
	pk_out_str(out, "hook", line ? ": hook %s" : NULL, flowtable->hook);
	render_devices(view, &flowtable->devices, line);
	render_priority(view, &flowtable->priority, line);
	render_shown(view, "entries", ", ", &flowtable->entries, " entries", line);
	if (line)
		pk_out_text(out, "\n");
}

/* --- tables -------------------------------------------------------------------------------------------- */

static void render_table_flags(struct view *view, uint32_t flags, bool line)
{
	static const struct {
		uint32_t flag;
		const char *name;
	} names[] = {{PK_NFT_TABLE_DORMANT, "dormant"},
		     {PK_NFT_TABLE_OWNER, "owner"},
		     {PK_NFT_TABLE_PERSIST, "persist"}};

	PK_OUT_ARRAY(view->out, "flags");
	for (size_t i = 0; i < PK_ARRAY_SIZE(names); i++)
		if (flags & names[i].flag)
			pk_out_str(view->out, NULL, line ? ", %s" : NULL, names[i].name);
}

#define EACH(view, key, array, part, function)                                                     \
	({                                                                                         \
		pk_out_array_begin((view)->out, key);                                              \
		for (size_t i_ = 0; i_ < (part).nr; i_++)                                          \
			function(view, &(view)->ruleset->array[(part).first + i_]);                \
		pk_out_array_end((view)->out);                                                     \
	})

static void render_table(struct view *view, const struct pk_nft_table *table)
{
	struct pk_out *out = view->out;
	const char *family = pk_nft_family_name(table->family);
	const bool line = has_line(view, true);
	char number[24];

	if (!family)
		snprintf(number, sizeof(number), "family %u", table->family);
	PK_OUT_OBJECT(out, NULL);
	pk_out_str(out, "family", line ? "  nft table %s" : NULL, family ? family : number);
	render_item(view, &table->item, line ? " %s" : NULL);
	render_table_flags(view, table->flags, line);
	if (line)
		pk_out_text(out, "\n");
	render_number(view, "use", &table->use);
	EACH(view, "chains", chains, table->chains, render_chain);
	EACH(view, "sets", sets, table->sets, render_set);
	EACH(view, "objects", objects, table->objects, render_object);
	EACH(view, "flowtables", flowtables, table->flowtables, render_flowtable);
}

void pk_render_nft(struct pk_out *out, const struct pk_nft_ruleset *ruleset, bool all)
{
	struct view view = {.out = out, .ruleset = ruleset, .all = all};

	if (ruleset->status != PK_OK && !ruleset->nr_tables) {
		pk_out_null(out, "nft");
		return;
	}
	pk_out_array_begin(out, "nft");
	for (size_t i = 0; i < ruleset->nr_tables; i++)
		render_table(&view, &ruleset->tables[i]);
	pk_out_array_end(out);
	if (view.lines > SHOWN_LINES)
		pk_out_text(out, "  and %zu line(s) more of nft (-v)\n", view.lines - SHOWN_LINES);
}
