// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>

#include "core/kit.h"
#include "render/out.h"

#define SHOWN 20

static uint64_t percent(const struct pk_sock_groups *groups, const struct pk_sock_group *group)
{
	const uint64_t all = pk_sock_group_bytes(&groups->all), bytes = pk_sock_group_bytes(group);

	if (all > UINT64_MAX / 100)
		return bytes / (all / 100);
	return all ? bytes * 100 / all : 0;
}

static const char *whose(const struct pk_sock_groups *groups, const struct pk_sock_group *group,
			 char buf[64])
{
	if (!group->known)
		return "?";
	if (groups->key == PK_SOCKS_BY_NETNS) {
		snprintf(buf, 64, "%u", group->netns);
		return buf;
	}
	if (groups->key == PK_SOCKS_BY_CGROUP && group->cgroup)
		return group->cgroup->path;
	if (!group->owner)
		return "(no process)";
	snprintf(buf, 64, "%.15s[%d]", group->owner->comm, group->owner->pid);
	return buf;
}

#define NUMBERS 7
#define ORPHANS 1
#define SHARE 3

static void row(struct pk_table *table, const struct pk_sock_groups *groups,
		const struct pk_sock_group *group, bool print)
{
	const uint64_t numbers[NUMBERS] = {
		group->sockets,		group->orphans,	 pk_sock_group_bytes(group),
		percent(groups, group), group->received, group->to_send,
		group->reserved};
	const struct pk_cgroup *cgroup = group->cgroup;
	char texts[NUMBERS][24], name[64];
	const char *cells[NUMBERS + 3];

	for (unsigned i = 0; i < NUMBERS; i++) {
		snprintf(texts[i], sizeof(texts[i]), i == SHARE ? "%llu%%" : "%llu",
			 (unsigned long long)numbers[i]);
		cells[i] = i == ORPHANS && !group->orphans ? "" : texts[i];
	}
	cells[NUMBERS] = whose(groups, group, name);
	cells[NUMBERS + 1] = cgroup ? cgroup->container : "";
	cells[NUMBERS + 2] = cgroup ? cgroup->path : "";
	if (print)
		pk_table_row(table, cells);
	else
		pk_table_measure(table, cells);
}

/* A container's ID is as long as a line: its first digits tell it. */
static void print(struct pk_out *out, const struct pk_sock_groups *groups, size_t nr)
{
	static const char *const headings[PK_NR_SOCK_KEYS] = {"PROCESS", "CGROUP", "NETNS"};
	const bool of_tasks = groups->key != PK_SOCKS_BY_NETNS;
	const struct pk_column columns[NUMBERS + 3] = {
		{"SOCKETS", "", .width = 8, .right = true},
		{"ORPHANS", " ", .width = 7, .right = true, .if_any = true},
		{"MEMORY", " ", .width = 10, .right = true},
		{"SHARE", " ", .width = 5, .right = true},
		{"RECEIVED", " ", .width = 10, .right = true, .drop = 2},
		{"TO_SEND", " ", .width = 10, .right = true, .drop = 2},
		{"RESERVED", " ", .width = 10, .right = true, .drop = 3},
		{headings[groups->key], "  ", .width = 0},
		{of_tasks ? "CONTAINER" : NULL, "  ", .if_any = true, .least = 12},
		{groups->key == PK_SOCKS_BY_PROCESS ? "CGROUP" : NULL, "  ", .if_any = true},
	};
	struct pk_table table;

	pk_table_init(&table, out, columns, NUMBERS + 3);
	for (size_t i = 0; i < nr; i++)
		row(&table, groups, &groups->list[i], false);
	pk_table_heading(&table);
	for (size_t i = 0; i < nr; i++) {
		row(&table, groups, &groups->list[i], true);
		if (groups->key == PK_SOCKS_BY_NETNS)
			pk_out_netns_told(out, groups->list[i].netns);
	}
}

void pk_render_sock_groups(struct pk_out *out, const struct pk_sock_groups *groups, bool whole)
{
	const size_t nr = whole || groups->nr < SHOWN ? groups->nr : SHOWN;

	print(out, groups, nr);
	for (size_t i = 0; i < groups->nr; i++) {
		const struct pk_sock_group *group = &groups->list[i];
		const bool by_process =
			groups->key == PK_SOCKS_BY_PROCESS && group->owner && group->known;
		const struct pk_cgroup *cgroup =
			groups->key != PK_SOCKS_BY_NETNS && group->known ? group->cgroup : NULL;

		PK_OUT_RECORD(out, "sockets");
		pk_out_str(out, "grouped_by", NULL, pk_sock_key_name(groups->key));
		pk_out_bool(out, "known", group->known);
		pk_out_str(out, "comm", NULL, by_process ? group->owner->comm : NULL);
		pk_out_int_if(out, "pid", NULL, by_process, by_process ? group->owner->pid : 0);
		pk_out_str(out, "cgroup", NULL, cgroup ? cgroup->path : NULL);
		pk_out_str(out, "container", NULL,
			   cgroup && cgroup->container[0] ? cgroup->container : NULL);
		pk_out_netns(out, "netns", NULL,
			     groups->key == PK_SOCKS_BY_NETNS ? group->netns : 0);
		pk_out_uint(out, "sockets", NULL, group->sockets);
		pk_out_uint_if(out, "orphans", NULL, !group->unknown, group->orphans);
		pk_out_uint(out, "bytes", NULL, pk_sock_group_bytes(group));
		pk_out_uint(out, "share", NULL, percent(groups, group));
		pk_out_uint(out, "received", NULL, group->received);
		pk_out_uint(out, "to_send", NULL, group->to_send);
		pk_out_uint(out, "reserved", NULL, group->reserved);
		pk_out_uint(out, "not_read", NULL, group->unread);
	}
	if (nr < groups->nr)
		pk_out_text(out, "and %zu more (-v)\n", groups->nr - nr);
	pk_out_text(out, "%llu socket(s) have %llu byte(s)\n",
		    (unsigned long long)groups->all.sockets,
		    (unsigned long long)pk_sock_group_bytes(&groups->all));
	if (groups->all.unread)
		pk_out_text(out, "not read: memory of %llu socket(s)\n",
			    (unsigned long long)groups->all.unread);
	if (groups->failed)
		pk_out_text(out, "out of memory: something is missing\n");
}
