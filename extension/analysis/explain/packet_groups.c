// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/packet_groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/task/task.h"
#include "protocol/protocol.h"

static unsigned column_of(const struct pk_groups *groups, const struct pk_sample *sample)
{
	uint64_t span = groups->end > groups->begin ? groups->end - groups->begin : 1;
	uint64_t at = sample->ts > groups->begin ? sample->ts - groups->begin : 0;
	unsigned column = PK_GROUP_COLUMNS - 1;

	if (!groups->measures)
		return pk_share(at, span, PK_GROUP_COLUMNS);
	while (column && sample->value < pk_group_column_ns(column))
		column--;
	return column;
}

/* --- the text of a key -------------------------------------------------------------------------------- */

#define TEXT_MAX 512

static const char *reason(const struct pk_sample *sample, char *buf)
{
	const struct pk_packet *part = sample->part;

	if (part->drop && part->drop->reason_name[0] &&
	    strcmp(part->drop->reason_name, "NOT_SPECIFIED") != 0)
		return part->drop->reason_name;
	if (part->causes && part->causes->dropped.text)
		return part->causes->dropped.text;
	return pk_packet_detail(part, buf, PK_DETAIL_MAX);
}

static const char *place(struct pk_ctx *ctx, const struct pk_sample *sample, char *buf)
{
	const struct pk_drop *drop = sample->part->drop;
	struct pk_symbol symbol;

	if (!drop || !drop->location)
		return NULL;
	if (pk_symbol_at(ctx, drop->location, &symbol) == PK_OK)
		snprintf(buf, TEXT_MAX, "%s", symbol.name);
	else
		snprintf(buf, TEXT_MAX, "%#" PRIx64, drop->location);
	return buf;
}

static const char *flow(const struct pk_packet *packet, char *buf)
{
	const struct pk_tuple *tuple = &packet->header.tuple;
	char from[64], to[64];

	if (!packet->header.tuple_known)
		return NULL;
	if (pk_header_has_ports(&packet->header)) {
		pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, from, sizeof(from));
		pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, to, sizeof(to));
	} else {
		pk_address_text(tuple->family, tuple->saddr, from, sizeof(from));
		pk_address_text(tuple->family, tuple->daddr, to, sizeof(to));
	}
	snprintf(buf, TEXT_MAX, "%s > %s", from, to);
	return buf;
}

static const char *number(uint64_t value, char *buf)
{
	snprintf(buf, TEXT_MAX, "%" PRIu64, value);
	return buf;
}

/* "": its cgroup is not known. */
static const char *read_cgroup(struct pk_groups *groups, int32_t pid)
{
	struct pk_reader r = {.ctx = groups->ctx};
	struct pk_cgroup *cgroup = malloc(sizeof(*cgroup));
	const char *path = "";
	uint64_t task, addr;

	if (!groups->tasks_read)
		pk_task_for_each (each, &r)
			if (!pk_hash_put(&groups->tasks, (uint64_t)each.pid,
					 (void *)(uintptr_t)each.addr))
				break;
	groups->tasks_read = true;
	task = (uintptr_t)pk_hash_get(&groups->tasks, (uint64_t)pid);
	if (cgroup && task && pk_cgroup_of_task(groups->ctx, task, &addr) == PK_OK && addr &&
	    pk_cgroup_read(groups->ctx, addr, cgroup) == PK_OK)
		path = cgroup->path;
	path = pk_texts_keep(&groups->texts, path);
	free(cgroup);
	return path;
}

static const char *cgroup(struct pk_groups *groups, int32_t pid)
{
	const char *path;

	if (pid <= 0)
		return NULL;
	path = pk_hash_get(&groups->cgroups, (uint64_t)pid);
	if (!path) {
		path = read_cgroup(groups, pid);
		groups->failed |=
			!path || !pk_hash_put(&groups->cgroups, (uint64_t)pid, (void *)path);
	}
	return path && path[0] ? path : NULL;
}

/* -1: unknown, or KEY is no number's. */
static int64_t number_of(const struct pk_groups *groups, const struct pk_sample *sample,
			 enum pk_group_key key)
{
	switch (key) {
	case PK_BY_NETNS:
		return sample->packet->netns ? (int64_t)sample->packet->netns : -1;
	case PK_BY_SECOND:
		return groups->set->in_ticks || sample->ts > groups->end
			       ? -1
			       : (int64_t)((groups->end - sample->ts) / 1000000000);
	case PK_BY_CPU:
		return sample->cpu;
	default:
		return -1;
	}
}

/* NULL: unknown. */
static const char *text_of(struct pk_groups *groups, const struct pk_sample *sample,
			   enum pk_group_key key, char buf[TEXT_MAX])
{
	const struct pk_packet *packet = sample->packet;
	int64_t nr = number_of(groups, sample, key);

	switch (key) {
	case PK_BY_REASON:
		return reason(sample, buf);
	case PK_BY_PLACE:
		return place(groups->ctx, sample, buf);
	case PK_BY_DEV:
		return packet->dev[0] ? packet->dev : NULL;
	case PK_BY_FLOW:
		return flow(packet, buf);
	case PK_BY_PROTOCOL:
		return packet->header.protocol ? pk_protocol_of(&packet->header)->name : NULL;
	case PK_BY_STAGE:
		return sample->stage;
	case PK_BY_CGROUP:
		return cgroup(groups, sample->task);
	default:
		return nr >= 0 ? number((uint64_t)nr, buf) : NULL;
	}
}

/* --- the groups --------------------------------------------------------------------------------------- */

void pk_groups_init(struct pk_groups *groups, struct pk_ctx *ctx, const struct pk_packet_set *set,
		    const struct pk_group_by *by, uint64_t begin, bool measures)
{
	*groups = (struct pk_groups){.ctx = ctx,
				     .by = *by,
				     .set = set,
				     .begin = begin,
				     .end = pk_packet_set_end(set),
				     .measures = measures};
}

/* The texts' addresses are the key: each text is kept once. */
static struct pk_group *find(struct pk_groups *groups, const char *const *texts)
{
	size_t size = groups->by.nr * sizeof(*texts);
	uint64_t key = pk_hash_bytes(PK_HASH_BEGIN, texts, size);
	struct pk_group *group;
	uintptr_t place;

	while ((place = (uintptr_t)pk_hash_get(&groups->index, key))) {
		group = &groups->list[place - 1];
		if (!memcmp(group->texts, texts, size))
			return group;
		key++;
	}
	if (!pk_grow(groups->list, groups->nr, groups->room))
		return NULL;
	if (!pk_hash_put(&groups->index, key, (void *)(uintptr_t)(groups->nr + 1)))
		return NULL;
	group = &groups->list[groups->nr++];
	*group = (struct pk_group){.oldest_ns = UINT64_MAX};
	memcpy(group->texts, texts, size);
	return group;
}

void pk_groups_add(struct pk_groups *groups, const struct pk_sample *sample)
{
	const char *texts[PK_NR_GROUP_KEYS] = {0};
	char buf[TEXT_MAX];
	struct pk_group *group;

	for (unsigned i = 0; i < groups->by.nr; i++) {
		const char *text = text_of(groups, sample, groups->by.keys[i], buf);

		texts[i] = text ? pk_texts_keep(&groups->texts, text) : NULL;
		groups->failed |= text && !texts[i];
	}
	group = find(groups, texts);
	if (!group ||
	    (groups->measures && !pk_grow(group->values, group->nr_values, group->room_values))) {
		groups->failed = true;
		return;
	}
	if (groups->measures)
		group->values[group->nr_values++] = sample->value;
	if (!group->count || sample->ts >= group->newest.ts)
		group->newest = *sample;
	if (!group->count || sample->value >= group->largest.value)
		group->largest = *sample;
	if (sample->ts < group->oldest_ns)
		group->oldest_ns = sample->ts;
	group->count++;
	group->columns[column_of(groups, sample)]++;
	groups->total++;
}

static int by_text(const char *a, const char *b)
{
	if (!a || !b)
		return !a - !b; /* what is not known comes last */
	return strcmp(a, b);
}

static int by_number(const char *a, const char *b)
{
	if (a && b && strlen(a) != strlen(b))
		return strlen(a) < strlen(b) ? -1 : 1;
	return by_text(a, b);
}

/* ARG: of the groups whether the first key is the second. */
static int by_count(const void *a, const void *b, void *arg)
{
	const struct pk_groups *groups = arg;
	const struct pk_group *x = a, *y = b;
	int order = 0;

	if (groups->by.keys[0] == PK_BY_SECOND)
		order = by_number(y->texts[0], x->texts[0]);
	else if (groups->by.keys[0] == PK_BY_STAGE)
		order = x->newest.rank < y->newest.rank ? -1 : x->newest.rank > y->newest.rank;
	if (order)
		return order;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	for (unsigned i = 0; i < groups->by.nr && !order; i++)
		order = by_text(x->texts[i], y->texts[i]);
	return order;
}

void pk_groups_finish(struct pk_groups *groups)
{
	for (size_t i = 0; i < groups->nr; i++)
		if (groups->list[i].nr_values)
			qsort(groups->list[i].values, groups->list[i].nr_values, sizeof(uint64_t),
			      pk_by_number);
	if (groups->nr)
		qsort_r(groups->list, groups->nr, sizeof(*groups->list), by_count, groups);
}

void pk_groups_deinit(struct pk_groups *groups)
{
	for (size_t i = 0; i < groups->nr; i++)
		free(groups->list[i].values);
	free(groups->list);
	pk_texts_deinit(&groups->texts);
	pk_hash_deinit(&groups->index, NULL);
	pk_hash_deinit(&groups->tasks, NULL);
	pk_hash_deinit(&groups->cgroups, NULL);
	*groups = (struct pk_groups){.ctx = groups->ctx};
}
