// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/history.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/trace/clock.h"
#include "decode/trace/event_format.h"

/* The tracepoints of mm/slub.c and slab_common.c; those of a node went into the others in 6.1 (mm/slab_common: unify NUMA
 * and UMA version of tracepoints). */
static bool is_slab_event(const struct pk_format *format, const char *const *names)
{
	if (format->kind != PK_FORMAT_TRACEPOINT || strcmp(format->system, "kmem") != 0)
		return false;
	while (*names && strcmp(format->name, *names) != 0)
		names++;
	return *names;
}

bool pk_tells_allocation(const struct pk_format *format)
{
	static const char *const names[] = {"kmem_cache_alloc", "kmem_cache_alloc_node", "kmalloc",
					    "kmalloc_node", NULL};

	return is_slab_event(format, names);
}

bool pk_tells_free(const struct pk_format *format)
{
	static const char *const names[] = {"kmem_cache_free", "kfree", NULL};

	return is_slab_event(format, names);
}

static bool is_in(const struct pk_history_reader *reader, uint64_t value)
{
	return value - reader->start < reader->size;
}

/* A probe's values stand anywhere in its entry. */
static bool may_name(const struct pk_history_reader *reader, const struct pk_event *event)
{
	uint32_t word = reader->ctx->target->facts.word_size;

	for (uint32_t i = 0; i + word <= event->len; i++) {
		uint64_t value = pk_uint(reader->ctx, event->data + i, word);

		if (is_in(reader, value) || value == reader->slab)
			return true;
	}
	return false;
}

static void name_function(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size)
{
	char name[PK_FUNCTION_NAME_MAX];

	snprintf(buf, size, "%.*s", (int)size - 1, pk_function_name(ctx, addr, name, sizeof(name)));
}

/* Where the graph tracer has hooked the return, it says that instead of who called. */
static void name_caller(struct pk_ctx *ctx, uint64_t addr, struct pk_mention *mention)
{
	addr = pk_last_boot_function(ctx, addr);
	name_function(ctx, addr, mention->where, sizeof(mention->where));
	if (!strcmp(mention->where, "return_to_handler") ||
	    !strcmp(mention->where, "ftrace_graph_caller"))
		mention->where[0] = '\0';
}

/* --- what it says --------------------------------------------------------------------------------------- */

static void ends_or_begins(struct pk_history_word *word, enum pk_history_step step)
{
	word->step = step;
	word->mention.kind = step >= PK_STEP_DEFERRED ? PK_MENTION_ENDED : PK_MENTION_BEGAN;
}

static void judge_skb(const struct pk_stage *stage, struct pk_history_word *word)
{
	switch (stage ? stage->act : PK_ACT_NONE) {
	case PK_ACT_COPY_HEADER:
		ends_or_begins(word, PK_STEP_COPIED);
		break;
	case PK_ACT_DEFER_FREE:
		ends_or_begins(word, PK_STEP_DEFERRED);
		break;
	case PK_ACT_EV_DROP:
	case PK_ACT_EV_CONSUME:
		ends_or_begins(word, PK_STEP_SAID);
		break;
	case PK_ACT_FREE:
		ends_or_begins(word, PK_STEP_RELEASED);
		break;
	case PK_ACT_EV_TX_DONE:
		word->late = true;
		break;
	default:
		/* Other functions of a free come after that. */
		word->late = pk_stage_is(stage, "free");
		break;
	}
}

/* EVENT NULL: FACTS are of a call's arguments. */
static void judge_facts(const struct pk_history_reader *reader, const struct pk_event_facts *facts,
			const struct pk_event *event, struct pk_history_word *word)
{
	const struct pk_stage *stage = facts->stage;
	uint64_t value = word->mention.value;
	bool is_return = facts->plan && facts->plan->is_return;

	word->by_role = value == facts->skb || value == facts->skb2 || value == facts->sk;
	word->is_sock = value == facts->sk;
	word->late = is_return || !word->by_role;
	if (is_return && stage && stage->act == PK_ACT_ALLOC)
		ends_or_begins(word, PK_STEP_RETURNED);
	else if (!is_return && value == facts->skb)
		judge_skb(stage, word);
	else if (!is_return && value == facts->sk && stage && stage->act == PK_ACT_SOCK_END)
		ends_or_begins(word, PK_STEP_SAID);
	else if (!is_return && value == facts->sk)
		word->weak = event && pk_facts_begin_life(reader->ctx, facts, event);
}

static void judge_slab(const struct pk_history_reader *reader, const struct pk_format *format,
		       struct pk_history_word *word)
{
	word->late = true;
	if (word->mention.value != reader->slab)
		return; /* of another object that was there then */
	if (pk_tells_allocation(format))
		ends_or_begins(word, PK_STEP_ALLOCATED);
	else
		ends_or_begins(word, PK_STEP_FREED);
}

/* --- where it says so ------------------------------------------------------------------------------------ */

static bool find_field(const struct pk_history_reader *reader, const struct pk_event *event,
		       const struct pk_format *format, struct pk_history_word *word)
{
	bool of_slab = pk_tells_allocation(format) || pk_tells_free(format);
	uint32_t size = reader->ctx->target->facts.word_size;
	uint64_t value;

	for (uint32_t i = 0; i < format->nr_fields; i++) {
		const struct pk_field *field = &format->fields[i];

		if (field->size != size || strchr(field->type, '[') ||
		    pk_event_uint(reader->ctx, event, field, &value) != PK_OK ||
		    !(is_in(reader, value) || (of_slab && value == reader->slab)))
			continue;
		word->mention.value = value;
		snprintf(word->mention.role, sizeof(word->mention.role), "%.31s", field->name);
		return true;
	}
	return false;
}

static void find_caller(const struct pk_history_reader *reader, const struct pk_event *event,
			const struct pk_format *format, struct pk_mention *mention)
{
	static const char *const names[] = {"call_site", "location", "__probe_ret_ip"};
	uint64_t addr;

	for (size_t i = 0; i < PK_ARRAY_SIZE(names); i++) {
		const struct pk_field *field = pk_format_field(format, names[i]);

		if (!field || pk_event_uint(reader->ctx, event, field, &addr) != PK_OK || !addr)
			continue;
		name_caller(reader->ctx, addr, mention);
		return;
	}
}

static void name_event(const struct pk_format *format, const struct pk_event_facts *facts,
		       struct pk_mention *mention)
{
	bool is_return = facts && facts->plan->is_return;
	const char *symbol = format->probe_symbol;

	if (format->kind == PK_FORMAT_TRACEPOINT)
		snprintf(mention->name, sizeof(mention->name), "%.40s/%.50s", format->system,
			 format->name);
	else
		snprintf(mention->name, sizeof(mention->name), "%.80s%s",
			 facts && facts->stage ? facts->stage->name
			 : symbol	       ? symbol
					       : format->name,
			 is_return ? " returned" : "");
}

static bool read_formatted(const struct pk_history_reader *reader, const struct pk_event *event,
			   struct pk_history_word *word)
{
	const struct pk_format *format = pk_format_by_id(reader->formats, event->type);
	struct pk_event_facts facts;
	bool known;

	if (!format || !find_field(reader, event, format, word))
		return false;
	known = pk_facts_read(reader->ctx, reader->plans, event, &facts) == PK_OK;
	if (pk_tells_allocation(format) || pk_tells_free(format))
		judge_slab(reader, format, word);
	else if (known)
		judge_facts(reader, &facts, event, word);
	else
		word->late = true;
	name_event(format, known ? &facts : NULL, &word->mention);
	find_caller(reader, event, format, &word->mention);
	return true;
}

/* Arguments of a call of the function at ADDR. */
static bool read_call(const struct pk_history_reader *reader, uint64_t addr, const uint8_t *args,
		      uint32_t nr_args, struct pk_history_word *word)
{
	uint64_t size = reader->ctx->target->facts.word_size;
	struct pk_event_facts facts;
	uint32_t at = 0;

	while (at < nr_args && !is_in(reader, pk_uint(reader->ctx, args + at * size, size)))
		at++;
	if (at == nr_args)
		return false;
	word->mention.value = pk_uint(reader->ctx, args + at * size, size);
	word->late = true;
	snprintf(word->mention.role, sizeof(word->mention.role), "argument %u", at + 1);
	if (pk_facts_of_call(reader->ctx, pk_plans_stage_at(reader->ctx, reader->plans, addr), args,
			     nr_args, &facts))
		judge_facts(reader, &facts, NULL, word);
	name_function(reader->ctx, addr, word->mention.name, sizeof(word->mention.name));
	return true;
}

static bool read_return(const struct pk_history_reader *reader, const struct pk_graph_event *graph,
			struct pk_history_word *word)
{
	const struct pk_stage *stage;

	if (!graph->has_retval || !is_in(reader, graph->retval))
		return false;
	stage = pk_plans_stage_at(reader->ctx, reader->plans, graph->func);
	word->mention.value = graph->retval;
	word->late = true;
	if (stage && stage->act == PK_ACT_ALLOC)
		ends_or_begins(word, PK_STEP_RETURNED);
	snprintf(word->mention.role, sizeof(word->mention.role), "returned");
	name_function(reader->ctx, graph->func, word->mention.name, sizeof(word->mention.name));
	return true;
}

static bool read_function(const struct pk_history_reader *reader, const struct pk_event *event,
			  struct pk_history_word *word)
{
	struct pk_function_call call;
	struct pk_graph_event graph;

	if (pk_graph_call(reader->ctx, event, &graph) == PK_OK) {
		if (!graph.is_entry)
			return read_return(reader, &graph, word);
		if (graph.retaddr)
			name_caller(reader->ctx, graph.retaddr, &word->mention);
		return read_call(reader, graph.func, graph.args, graph.nr_args, word);
	}
	if (pk_function_call(reader->ctx, event, &call) != PK_OK)
		return false;
	name_caller(reader->ctx, call.parent_ip, &word->mention);
	return read_call(reader, call.ip, call.args, call.nr_args, word);
}

bool pk_history_event(const struct pk_history_reader *reader, const struct pk_event *event,
		      struct pk_history_word *ret_word)
{
	struct pk_history_word word = {
		.mention = {
			.ts = event->ts, .pos = event->pos, .cpu = event->cpu, .pid = event->pid}};

	if (!may_name(reader, event) ||
	    (!read_function(reader, event, &word) && !read_formatted(reader, event, &word)))
		return false;
	word.mention.context = pk_event_context(&reader->flags, event);
	if (pk_comm_saved(reader->ctx, event->pid, word.mention.comm, sizeof(word.mention.comm)) !=
	    PK_OK)
		snprintf(word.mention.comm, sizeof(word.mention.comm), "<...>");
	*ret_word = word;
	return true;
}
