// SPDX-License-Identifier: GPL-3.0-or-later
/* A rule about devices that cannot go, and the namespaces that wait for them. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "decode/net/device/device.h"

#define TOLD_HOLDERS 3 /* in the sentence */
#define TOLD_TAKERS 2

static const struct pk_device_refs *refs_of(const struct pk_scene *scene, uint64_t device)
{
	return pk_ref_account_of(&scene->references, device);
}

/* What others hold of the device; 0: unknown. */
static uint64_t held(const struct pk_device_refs *refs)
{
	uint64_t own = refs->holders[PK_REF_OWN].nr;

	return refs->count.status == PK_OK && refs->count.value > own ? refs->count.value - own : 0;
}

static void add_holders(const struct pk_device_refs *refs, struct pk_words *words)
{
	struct pk_figure left = pk_refs_unexplained(refs);
	unsigned nr = 0;

	for (int i = PK_REF_OWN + 1; i < PK_NR_REFS; i++)
		if (refs->holders[i].nr && nr++ < TOLD_HOLDERS)
			pk_words_add(words, "%s%llu by %s", nr > 1 ? ", " : ": ",
				     (unsigned long long)refs->holders[i].nr, pk_ref_kind_name(i));
	if (nr > TOLD_HOLDERS)
		pk_words_add(words, " and others");
	if (left.status == PK_OK && left.value)
		pk_words_add(words, "%s%llu by nobody known", nr ? ", " : ": ",
			     (unsigned long long)left.value);
}

/* References that the function NAME took, by the stacks from number FROM on. */
static uint64_t taken_in(const struct pk_ref_stacks *taken, size_t from, const char *name)
{
	uint64_t nr = 0;
	char other[96];

	for (size_t i = from; i < taken->nr; i++) {
		pk_ref_taker_name(&taken->list[i], other);
		nr += strcmp(name, other) ? 0 : taken->list[i].nr;
	}
	return nr;
}

/* Who took them, as the kernel tracks it: also of those that were named by holder. */
static void add_tracked(const struct pk_ref_tracker *tracker, struct pk_words *words)
{
	const struct pk_ref_stacks *taken = &tracker->taken;
	unsigned nr = 0;

	if (tracker->status != PK_OK)
		return;
	for (size_t i = 0; i < taken->nr; i++) {
		char func[96];

		pk_ref_taker_name(&taken->list[i], func);
		if (taken_in(taken, 0, func) != taken_in(taken, i, func)) /* told before */
			continue;
		if (nr++ == TOLD_TAKERS) {
			pk_words_add(words, " and others");
			return;
		}
		pk_words_add(words, "%s%llu in %s", nr > 1 ? ", " : "; taken: ",
			     (unsigned long long)taken_in(taken, i, func),
			     func[0] ? func : "a place that is not known");
	}
}

static void add_behind(const struct pk_device_waits *waits, struct pk_words *words)
{
	if (waits->nr_nets)
		pk_words_add(words, "; %zu other namespace(s) wait(-s) for that worker",
			     waits->nr_nets);
	if (waits->nr_tasks)
		pk_words_add(words, "; %zu task(s) wait(-s) behind it for pernet_ops_rwsem",
			     waits->nr_tasks);
}

static void show_behind(const struct pk_device_waits *waits, struct pk_finding *finding)
{
	if (!finding || !waits->nr_tasks)
		return;
	finding->others = calloc(waits->nr_tasks, sizeof(*finding->others));
	for (size_t i = 0; finding->others && i < waits->nr_tasks; i++) {
		struct pk_finding_other *other = &finding->others[finding->nr_others++];

		snprintf(other->name, sizeof(other->name), "%.15s (PID %d)", waits->tasks[i].comm,
			 waits->tasks[i].pid);
		other->addr = waits->tasks[i].addr;
		other->is_task = true;
	}
}

static void tell(struct pk_judge *judge, const struct pk_device_said *said,
		 const struct pk_device_wait *wait, bool alone)
{
	const struct pk_scene *scene = judge->scene;
	const struct pk_device_refs *refs = refs_of(scene, wait->device);
	struct pk_figure for_s = pk_device_said_s(&scene->saids, said, &scene->panic);
	struct pk_words words = {.len = 0};
	struct pk_finding *finding;
	char more[64], since[48] = "";
	struct pk_figure left;

	if (!refs)
		return;
	if (alone && for_s.status == PK_OK)
		snprintf(since, sizeof(since), " for %llu s", (unsigned long long)for_s.value);
	snprintf(more, sizeof(more), "devices -r %.15s", said->name);
	add_holders(refs, &words);
	add_tracked(&refs->tracker, &words);
	pk_words_add(&words, "; %.15s (PID %d) waits%s", wait->task.comm, wait->task.pid,
		     wait->ends_net ? " to end its namespace" : "");
	if (wait->ends_net)
		add_behind(&scene->waits, &words);
	finding = pk_judge_found(judge, more, "%.15s cannot go%s: %llu reference(s) held%s",
				 said->name, since, (unsigned long long)held(refs), words.text);
	if (finding && !alone)
		finding->sure = PK_SURE_LIKELY; /* the log may mean the other one of that name */
	pk_finding_shows_uint(finding, "refcount", refs->count.value);
	left = pk_refs_unexplained(refs);
	for (int i = 0; i < PK_NR_REFS; i++)
		if (refs->holders[i].nr)
			pk_finding_shows_uint(finding, pk_ref_kind_name(i), refs->holders[i].nr);
	if (left.status == PK_OK)
		pk_finding_shows_uint(finding, "nobody known", left.value);
	if (refs->tracker.status == PK_OK)
		pk_finding_shows_uint(finding, "tracked", refs->tracker.taken.total);
	if (pk_refs_overput(refs))
		pk_finding_shows_uint(finding, "put too often", pk_refs_overput(refs));
	if (since[0])
		pk_finding_shows_uint(finding, "for_s", for_s.value);
	if (refs->netns)
		pk_finding_shows_uint(finding, "netns", refs->netns);
	pk_finding_shows(finding, "comm", "%s", wait->task.comm);
	pk_finding_shows(finding, "pid", "%d", wait->task.pid);
	pk_finding_shows(finding, "call", "%.47s", wait->call);
	if (wait->ends_net)
		pk_finding_shows_uint(finding, "namespaces behind", scene->waits.nr_nets);
	pk_finding_shows_addr(finding, "net_device", refs->addr);
	if (wait->ends_net)
		show_behind(&scene->waits, finding);
}

/* The devices of that name that somebody waits for; of a pointer that is none any more the count says nothing. */
static void judge_name(struct pk_judge *judge, const struct pk_device_said *said)
{
	const struct pk_device_waits *waits = &judge->scene->waits;
	enum pk_status own = judge->scene->references.searched[PK_REF_OWN];
	size_t nr = 0;

	for (size_t i = 0; i < waits->nr; i++) {
		const struct pk_device_refs *refs = refs_of(judge->scene, waits->list[i].device);

		nr += refs && !strcmp(refs->name, said->name);
	}
	for (size_t i = 0; i < waits->nr; i++) {
		const struct pk_device_refs *refs = refs_of(judge->scene, waits->list[i].device);

		if (!refs || strcmp(refs->name, said->name) != 0 ||
		    !pk_judge_knows(judge, "pcpu_refcnt", &refs->count))
			continue;
		if (own != PK_OK && own != PK_ABSENT)
			pk_judge_unknown(judge, "references of its own", own);
		else if (held(refs))
			tell(judge, said, &waits->list[i], nr == 1);
		else /* the last one is gone: it is about to go */
			pk_judge_clear(judge);
	}
	if (!nr)
		pk_judge_unknown(judge, "who waits for a device, as the log says", waits->status);
}

/* netdev_wait_allrefs(): the kernel complains if the count of a device that was unregistered is not what it is to be after
 * netdev_unregister_timeout_secs, and again as often. */
void pk_judge_references(struct pk_judge *judge)
{
	const struct pk_scene *scene = judge->scene;

	if (scene->saids.status != PK_OK)
		pk_judge_unknown(judge, "kernel log", scene->saids.status);
	for (size_t i = 0; i < scene->saids.nr; i++)
		if (pk_device_said_is_current(&scene->saids, &scene->saids.list[i], &scene->panic))
			judge_name(judge, &scene->saids.list[i]);
		else
			pk_judge_clear(judge);
}
