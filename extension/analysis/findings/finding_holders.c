// SPDX-License-Identifier: GPL-3.0-or-later
/* Whose things are that fill a limit: those of one namespace, cgroup, address or process are counted, and the most are named. */
#include "analysis/findings/finding_rules.h"

#include <stdlib.h>

#include "analysis/explain/socks.h"
#include "core/context.h"
#include "core/kit.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/sock/sock.h"
#include "decode/task/task.h"
#include "protocol/protocol.h"

/* Things with one key. */
struct tally {
	struct share {
		uint64_t key;
		uint32_t nr;
		const void *of; /* borrowed: the first one's */
	} * list; /* owned */
	size_t nr, room;
	struct pk_hash index; /* key -> place + 1 */
};

static void tally_add(struct tally *tally, uint64_t key, const void *of)
{
	const uintptr_t at = (uintptr_t)pk_hash_get(&tally->index, key);

	if (at) {
		tally->list[at - 1].nr++;
		return;
	}
	if (!pk_grow(tally->list, tally->nr, tally->room) ||
	    !pk_hash_put(&tally->index, key, (void *)(uintptr_t)(tally->nr + 1)))
		return;
	tally->list[tally->nr++] = (struct share){key, 1, of};
}

/* Of equals the one with the smallest key. */
static struct share tally_most(const struct tally *tally)
{
	struct share most = {0};

	for (size_t i = 0; i < tally->nr; i++) {
		const struct share *one = &tally->list[i];

		if (one->nr > most.nr || (one->nr == most.nr && one->key < most.key))
			most = *one;
	}
	return most;
}

static void tally_deinit(struct tally *tally)
{
	pk_hash_deinit(&tally->index, NULL);
	free(tally->list);
}

/* --- orphans -------------------------------------------------------------------------------------------------- */

static bool is_orphan(struct pk_ctx *ctx, const struct pk_sock *sock, enum pk_status *status)
{
	struct pk_figure orphaned;

	if (pk_protocol_of_sock(sock)->datagrams)
		return false;
	orphaned = pk_sock_orphaned(ctx, sock);
	if (orphaned.status != PK_OK && orphaned.status != PK_ABSENT)
		*status = orphaned.status;
	return orphaned.status == PK_OK && orphaned.value;
}

void pk_holders_of_orphans(const struct pk_scene *scene, struct pk_holders *ret_holders)
{
	struct tally nets = {.list = NULL}, cgroups = {.list = NULL};
	struct pk_holders *holders = ret_holders;
	enum pk_status status = PK_OK;
	const struct pk_sock *sock;
	struct share most;
	size_t at = 0;

	*holders = (struct pk_holders){.words = {.len = 0}};
	while ((sock = pk_hash_next(&scene->memory->socks, &at))) {
		uint64_t cgroup;

		if (!is_orphan(scene->ctx, sock, &status))
			continue;
		holders->found++;
		if (sock->netns)
			tally_add(&nets, sock->netns, sock);
		cgroup = pk_sock_cgroup(scene->ctx, sock);
		if (cgroup)
			tally_add(&cgroups, cgroup, sock);
	}
	most = tally_most(&nets);
	holders->netns = (uint32_t)most.key;
	holders->of_netns = most.nr;
	most = tally_most(&cgroups);
	holders->of_cgroup = most.nr;
	if (most.nr && pk_cgroup_read(scene->ctx, most.key, &holders->cgroup) != PK_OK)
		holders->cgroup.path[0] = '\0';
	if (status != PK_OK || scene->memory->socks_missing)
		pk_words_add(&holders->words, "; whose they are is not judged: not all were read");
	else if (holders->of_netns)
		pk_words_add(&holders->words, "; %u of them in namespace %u", holders->of_netns,
			     holders->netns);
	if (holders->words.len && status == PK_OK && holders->cgroup.path[0])
		pk_words_add(&holders->words, ", %u of cgroup %.80s", holders->of_cgroup,
			     holders->cgroup.path);
	tally_deinit(&nets);
	tally_deinit(&cgroups);
}

/* --- tracked connections --------------------------------------------------------------------------------------- */

struct tracking {
	const struct pk_scene *scene;
	uint64_t net, tuples;
	struct pk_hash socks; /* hash of what a socket sends -> its address */
	struct pk_sock_owners owners;
	struct tally sources, processes;
	struct pk_tuple *tuples_seen; /* owned: the first of each source */
	size_t nr_seen, room_seen;
	uint64_t found;
};

/* Without padding, and in the order of one end and the other. */
static uint64_t tuple_key(uint64_t net, const struct pk_tuple *tuple, bool turned)
{
	const uint8_t *addrs[] = {tuple->saddr, tuple->daddr};
	const uint16_t ports[] = {tuple->sport, tuple->dport};
	uint64_t hash = pk_hash_bytes(PK_HASH_BEGIN, &net, sizeof(net));

	for (unsigned i = 0; i < 2; i++) {
		hash = pk_hash_bytes(hash, addrs[i ^ turned], tuple->family == 6 ? 16 : 4);
		hash = pk_hash_bytes(hash, &ports[i ^ turned], sizeof(ports[0]));
	}
	return hash;
}

static uint64_t source_key(const struct pk_tuple *tuple)
{
	return pk_hash_bytes(PK_HASH_BEGIN, tuple->saddr, tuple->family == 6 ? 16 : 4);
}

static void add_source(struct tracking *tracking, const struct pk_tuple *tuple)
{
	const uint64_t key = source_key(tuple);

	if (!pk_hash_get(&tracking->sources.index, key)) {
		if (!pk_grow(tracking->tuples_seen, tracking->nr_seen, tracking->room_seen))
			return;
		tracking->tuples_seen[tracking->nr_seen++] = *tuple;
	}
	tally_add(&tracking->sources, key, NULL);
}

/* The original direction of each: who began it. A local socket sends so, or, having been asked, the other way. */
static bool visit_node(const struct pk_conntrack_node *node, void *arg)
{
	struct tracking *tracking = arg;
	const struct pk_sock_owner *owner = NULL;
	uintptr_t sock;
	uint64_t net;

	if (node->dir ||
	    pk_member_uint(tracking->scene->ctx, node->addr - tracking->tuples, PK_R_ct_net,
			   &net) != PK_OK ||
	    net != tracking->net)
		return true;
	tracking->found++;
	add_source(tracking, &node->tuple);
	for (unsigned turned = 0; turned < 2 && !owner; turned++) {
		sock = (uintptr_t)pk_hash_get(&tracking->socks,
					      tuple_key(net, &node->tuple, turned));
		owner = sock ? pk_sock_owners_of(&tracking->owners, sock) : NULL;
	}
	if (owner)
		tally_add(&tracking->processes, (uint32_t)owner->pid, owner);
	return true;
}

static bool index_sock(const struct pk_sock *sock, void *arg)
{
	struct tracking *tracking = arg;
	const uint64_t key = tuple_key(sock->net, &sock->tuple, false);

	if (sock->net != tracking->net || !sock->tuple.family || pk_hash_get(&tracking->socks, key))
		return true;
	return pk_hash_put(&tracking->socks, key, (void *)(uintptr_t)sock->addr);
}

static void tell_source(const struct tracking *tracking, struct pk_holders *holders)
{
	const struct share most = tally_most(&tracking->sources);

	for (size_t i = 0; i < tracking->nr_seen && most.nr; i++) {
		const struct pk_tuple *tuple = &tracking->tuples_seen[i];

		if (source_key(tuple) != most.key)
			continue;
		pk_address_text(tuple->family, tuple->saddr, holders->address,
				sizeof(holders->address));
		holders->of_address = most.nr;
		pk_words_add(&holders->words, "; %u of them from %s", most.nr, holders->address);
		return;
	}
}

static void tell_process(const struct tracking *tracking, struct pk_holders *holders)
{
	const struct share most = tally_most(&tracking->processes);
	const struct pk_sock_owner *owner = most.of;

	if (!owner)
		return;
	holders->pid = owner->pid;
	memcpy(holders->comm, owner->comm, sizeof(holders->comm));
	holders->of_process = most.nr;
	if (owner->cgroup)
		holders->cgroup = *owner->cgroup;
	pk_words_add(&holders->words, "; %u of %.15s[%d]", most.nr, owner->comm, owner->pid);
}

void pk_holders_of_conntracks(const struct pk_scene *scene, uint64_t net,
			      struct pk_holders *ret_holders)
{
	struct tracking tracking = {.scene = scene, .net = net};
	enum pk_status status = pk_row_offset(scene->ctx, PK_R_ct_tuples, &tracking.tuples);

	*ret_holders = (struct pk_holders){.words = {.len = 0}};
	pk_sock_owners_load(scene->ctx, &tracking.owners);
	pk_scene_socks_walk(scene, index_sock, &tracking);
	if (status == PK_OK)
		status = pk_conntracks_walk(scene->ctx, visit_node, &tracking);
	ret_holders->found = tracking.found;
	if (status != PK_OK)
		pk_words_add(&ret_holders->words, "; whose they are is not judged: %s",
			     pk_status_name(status));
	tell_source(&tracking, ret_holders);
	tell_process(&tracking, ret_holders);
	pk_sock_owners_deinit(&tracking.owners);
	pk_hash_deinit(&tracking.socks, NULL);
	tally_deinit(&tracking.sources);
	tally_deinit(&tracking.processes);
	free(tracking.tuples_seen);
}

void pk_finding_shows_cgroup(struct pk_finding *finding, const struct pk_cgroup *cgroup)
{
	if (cgroup->path[0])
		pk_finding_shows(finding, "cgroup", "%.47s", cgroup->path);
	if (cgroup->container[0])
		pk_finding_shows(finding, "container", "%.47s", cgroup->container);
}

void pk_finding_shows_holders(struct pk_finding *finding, const struct pk_holders *holders)
{
	pk_finding_shows_uint(finding, "found", holders->found);
	if (holders->of_netns) {
		pk_finding_shows_uint(finding, "of netns", holders->netns);
		pk_finding_shows_uint(finding, "in it", holders->of_netns);
	}
	if (holders->of_address)
		pk_finding_shows(finding, "from", "%s: %u", holders->address, holders->of_address);
	if (holders->pid) {
		pk_finding_shows_uint(finding, "pid", (uint64_t)holders->pid);
		pk_finding_shows_uint(finding, "by it", holders->of_process);
	}
	pk_finding_shows_cgroup(finding, &holders->cgroup);
}
