// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/stage.h"

#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "core/hash.h"
#include "protocol/protocol.h"
#include "protocol/stage_rows.h"

/* Linear probing over an index built on the first call; the tables are constant, so the index is too. What stands in a
 * protocol's table and in that of all is the protocol's, where that is known. */
#define INDEX_SIZE (2 * PK_MAX_STAGES)
static struct entry {
	const struct pk_stage *stage;
	const struct pk_protocol *protocol;
	unsigned number;
} stage_index[INDEX_SIZE];
static unsigned nr_indexed;

/* Rows that do not fit would not be found: a test looks for all of them. */
static void index_table(const struct pk_stage *stage, const struct pk_protocol *protocol)
{
	for (; stage->name && nr_indexed < PK_MAX_STAGES; stage++) {
		unsigned at = pk_hash_name(stage->name) % INDEX_SIZE;

		while (stage_index[at].stage)
			at = (at + 1) % INDEX_SIZE;
		stage_index[at] = (struct entry){stage, protocol, ++nr_indexed};
	}
}

static void build_index(void)
{
	if (nr_indexed)
		return;
	for (const struct pk_protocol *const *protocol = pk_protocols; *protocol; protocol++)
		index_table((*protocol)->stages, *protocol);
	index_table(pk_path_stages, NULL);
}

static bool is_known(const struct pk_ctx *ctx, const struct entry *entry)
{
	return !entry->protocol || pk_protocol_is_known(ctx, entry->protocol);
}

static const struct pk_stage *find(const struct pk_ctx *ctx, const char *name)
{
	build_index();
	for (unsigned at = pk_hash_name(name) % INDEX_SIZE; stage_index[at].stage;
	     at = (at + 1) % INDEX_SIZE)
		if (!strcmp(stage_index[at].stage->name, name) && is_known(ctx, &stage_index[at]))
			return stage_index[at].stage;
	return NULL;
}

/* STAGE is a row of the tables; or NULL, of a function that is in none, which has neither a protocol nor a number. */
static const struct entry *entry_of(const struct pk_stage *stage)
{
	static const struct entry none;
	unsigned at;

	if (!stage)
		return &none;
	at = pk_hash_name(stage->name) % INDEX_SIZE;
	while (stage_index[at].stage && stage_index[at].stage != stage)
		at = (at + 1) % INDEX_SIZE;
	return &stage_index[at];
}

/* A tracepoint by its name alone: those of the tables have different ones. */
const struct pk_stage *pk_stage_of_tracepoint(const struct pk_ctx *ctx, const char *name)
{
	build_index();
	for (unsigned at = 0; at < INDEX_SIZE; at++) {
		const struct pk_stage *stage = stage_index[at].stage;
		const char *slash = stage ? strchr(stage->name, '/') : NULL;

		if (slash && !strcmp(slash + 1, name) && is_known(ctx, &stage_index[at]))
			return stage;
	}
	return NULL;
}

/* What a tracepoint calls for its probe events (6.6 and later). */
#define PROBESTUB "__probestub_"

const struct pk_stage *pk_stage_of_function(const struct pk_ctx *ctx, const char *symbol)
{
	char name[PK_SYMBOL_NAME_MAX];

	if (!strncmp(symbol, PROBESTUB, strlen(PROBESTUB)))
		return pk_stage_of_tracepoint(ctx, symbol + strlen(PROBESTUB));

	if (!strchr(symbol, '.'))
		return find(ctx, symbol);
	snprintf(name, sizeof(name), "%s", symbol);
	pk_strip_suffixes(name);
	return find(ctx, name);
}

const struct pk_stage *pk_stage_of_event(const struct pk_ctx *ctx, const char *system,
					 const char *event)
{
	char name[PK_SYMBOL_NAME_MAX];

	snprintf(name, sizeof(name), "%s/%s", system, event);
	return find(ctx, name);
}

const char *pk_stage_act_words(enum pk_stage_act act)
{
	static const char *const words[] = {
#define ACT(name, words, from, to) words,
#include "protocol/stage_acts.def"
#undef ACT
	};

	return words[act];
}

unsigned pk_stage_from(const struct pk_stage *stage)
{
	static const unsigned from[] = {
#define ACT(name, words, from, to) from,
#include "protocol/stage_acts.def"
#undef ACT
	};

	return stage->to ? stage->from : from[stage->act];
}

enum pk_holder pk_stage_to(const struct pk_stage *stage)
{
	static const enum pk_holder to[] = {
#define ACT(name, words, from, to) PK_HOLDER_##to,
#include "protocol/stage_acts.def"
#undef ACT
	};

	return stage->to ? stage->to : to[stage->act];
}

/* Of each holder, by one row more with each round. */
unsigned pk_holder_reach(enum pk_holder holder)
{
	unsigned reach = 0, before = 1u << holder;

	build_index();
	while (reach != before) {
		reach = before;
		for (unsigned at = 0; at < INDEX_SIZE; at++) {
			const struct pk_stage *stage = stage_index[at].stage;

			if (stage && pk_stage_to(stage) && pk_stage_from(stage) & reach)
				before |= 1u << pk_stage_to(stage);
		}
	}
	return reach;
}

static void
rows_each(const struct pk_stage *stage, const struct pk_protocol *protocol, enum pk_stage_act act,
	  void (*fn)(const struct pk_stage *stage, const struct pk_protocol *protocol, void *arg),
	  void *arg)
{
	for (; stage->name; stage++)
		if (stage->act == act)
			fn(stage, protocol, arg);
}

void pk_stages_each(enum pk_stage_act act,
		    void (*fn)(const struct pk_stage *stage, const struct pk_protocol *protocol,
			       void *arg),
		    void *arg)
{
	rows_each(pk_path_stages, NULL, act, fn, arg);
	for (const struct pk_protocol *const *protocol = pk_protocols; *protocol; protocol++)
		rows_each((*protocol)->stages, *protocol, act, fn, arg);
}

bool pk_stage_is(const struct pk_stage *stage, const char *name)
{
	return stage && !strcmp(stage->stage, name);
}

bool pk_stage_is_path(const struct pk_ctx *ctx, const char *func)
{
	return pk_stage_of_function(ctx, func) != NULL;
}

unsigned pk_stage_number(const struct pk_stage *stage)
{
	return entry_of(stage)->number;
}

const struct pk_protocol *pk_stage_protocol(const struct pk_stage *stage)
{
	return entry_of(stage)->protocol;
}
