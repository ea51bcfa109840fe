// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/stage.h"

#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "protocol/protocol.h"

/* Linear probing over an index built on the first call; the table is constant, so the index is too. */
#define INDEX_SIZE (2 * PK_MAX_STAGES)
static const struct pk_stage *stage_index[INDEX_SIZE];
static bool indexed;

static unsigned hash_name(const char *name)
{
	unsigned hash = 5381;

	while (*name)
		hash = hash * 33 + (unsigned char)*name++;
	return hash % INDEX_SIZE;
}

static void build_index(void)
{
	for (const struct pk_stage *stage = pk_tcp.stages; stage->name; stage++) {
		unsigned at = hash_name(stage->name);

		while (stage_index[at])
			at = (at + 1) % INDEX_SIZE;
		stage_index[at] = stage;
	}
	indexed = true;
}

static const struct pk_stage *find(const char *name)
{
	if (!indexed)
		build_index();
	for (unsigned at = hash_name(name); stage_index[at]; at = (at + 1) % INDEX_SIZE)
		if (!strcmp(stage_index[at]->name, name))
			return stage_index[at];
	return NULL;
}

/* A tracepoint by its name alone: those of the table have different ones. */
const struct pk_stage *pk_stage_of_tracepoint(const char *name)
{
	for (const struct pk_stage *stage = pk_tcp.stages; stage->name; stage++) {
		const char *slash = strchr(stage->name, '/');

		if (slash && !strcmp(slash + 1, name))
			return stage;
	}
	return NULL;
}

/* What a tracepoint calls for its probe events (6.6 and later). */
#define PROBESTUB "__probestub_"

const struct pk_stage *pk_stage_of_function(const char *symbol)
{
	char name[PK_SYMBOL_NAME_MAX];

	if (!strncmp(symbol, PROBESTUB, strlen(PROBESTUB)))
		return pk_stage_of_tracepoint(symbol + strlen(PROBESTUB));

	if (!strchr(symbol, '.'))
		return find(symbol);
	snprintf(name, sizeof(name), "%s", symbol);
	pk_strip_suffixes(name);
	return find(name);
}

const struct pk_stage *pk_stage_of_event(const char *system, const char *event)
{
	char name[PK_SYMBOL_NAME_MAX];

	snprintf(name, sizeof(name), "%s/%s", system, event);
	return find(name);
}

bool pk_stage_is_path(const char *func)
{
	return pk_stage_of_function(func) != NULL;
}

unsigned pk_stage_number(const struct pk_stage *stage)
{
	return (unsigned)(stage - pk_tcp.stages) + 1;
}
