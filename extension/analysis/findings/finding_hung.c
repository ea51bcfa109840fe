// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A rule about tasks that hang: what they wait for, who has it, what that one waits for, to the end. Tasks whose chains
 * have the same end are one finding.
 */
#include "analysis/findings/finding_rules.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/task/locks.h"
#include "decode/task/task.h"
#include "decode/task/watchdog.h"

#define MAX_UNWOUND 256 /* stacks; the tasks behind one lock need but one */
#define MAX_OTHERS 32
#define TOLD_LINKS 4 /* in the sentence: of more, the ends */

/* Tasks whose chains end alike. */
struct group {
	size_t chosen; /* index of the hung task whose chain is the longest */
	unsigned links; /* of that chain */
	uint64_t nr, longest_s;
};

struct groups {
	const struct pk_scene *scene;
	struct pk_lock_waits waits;
	struct pk_hash by_end; /* index in LIST + 1 */
	struct group *list; /* owned */
	size_t nr, room;
	size_t *of; /* owned; of each hung task, its group's index + 1; 0: not looked at */
	uint64_t unlooked;
};

/* A finding that is being told. */
struct tale {
	struct pk_judge *judge;
	const struct groups *groups;
	const struct group *group;
	struct pk_lock_chain chain;
	struct pk_words words;
	enum pk_status ran; /* of WORK, of the owner that runs */
	struct pk_cpu_work work;
	char ready_in[64]; /* where the owner was that is ready to run; "" if unknown */
	int rcu_cpu; /* which holds up the grace period that the chain ends in; -1: none is known */
};

/* --- locks in words ------------------------------------------------------------------------------------- */

static const char *purpose_of(const char *name)
{
	static const struct {
		const char *name, *words;
	} known[] = {
		{"rtnl_mutex", "network configuration"},
		{"pernet_ops_rwsem", "making and ending network namespaces"},
		{"net_rwsem", "the list of network namespaces"},
		{"genl_mutex", "generic netlink"},
		{"cb_lock", "generic netlink"},
		{"cgroup_mutex", "cgroups"},
		{"cpu_hotplug_lock", "CPUs that come and go"},
		{"event_mutex", "trace events"},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(known); i++)
		if (!strcmp(known[i].name, name))
			return known[i].words;
	return NULL;
}

static void add_lock_name(const struct pk_scene *scene, const struct pk_lock_wait *wait,
			  struct pk_words *words)
{
	const struct pk_device *device = pk_scene_device(scene, wait->lock);
	const char *purpose = purpose_of(wait->name);
	const struct pk_sock *sock = NULL;

	if (wait->kind == PK_LOCK_SOCK)
		sock = pk_hash_get(&scene->memory->socks, wait->lock);
	if (sock)
		pk_words_add_tuple(words, &sock->tuple);
	else if (wait->name[0])
		pk_words_add(words, "%.50s", wait->name);
	else
		pk_words_add(words, "%llx", (unsigned long long)wait->lock);
	if (purpose)
		pk_words_add(words, " (%s)", purpose);
	else if (device)
		pk_words_add(words, " of device %.15s", device->name);
	else if (!sock && wait->cache[0])
		pk_words_add(words, " (in an object of %.31s)", wait->cache);
}

/* --- the sentence --------------------------------------------------------------------------------------- */

static void add_call(struct pk_words *words, const char *func, const char *module)
{
	if (func[0])
		pk_words_add(words, " in %.50s%s%.20s%s", func, module[0] ? " [" : "", module,
			     module[0] ? "]" : "");
}

static void add_not_judged(struct pk_words *words, const struct pk_lock_wait *wait)
{
	if (!wait->unwound)
		pk_words_add(words,
			     "; its stack cannot be unwound: what it waits for is not judged");
}

/* Whoever waits for the end of a grace period waits for the one in progress, at least. */
static void add_rcu(struct tale *tale, const struct pk_lock_wait *wait)
{
	const struct pk_scene *scene = tale->groups->scene;
	const struct pk_rcu *rcu = &scene->rcu;
	struct pk_rcu_period period = {.expedited = wait->expedited && rcu->expedited.in_progress};
	struct pk_cpu_tale cpu;

	if (!wait->event || strcmp(wait->event, PK_WAITS_FOR_RCU) != 0 ||
	    !(period.expedited || rcu->normal.in_progress))
		return;
	pk_rcu_holdouts_read(scene->ctx, &period);
	pk_rcu_tell(scene, &period, &cpu, &tale->words);
	tale->rcu_cpu = cpu.cpu;
	if (period.nr > 1)
		pk_words_add(&tale->words, "; also by %zu other(s)", period.nr - 1);
	free(period.holdouts);
}

static void add_sleep(struct pk_words *words, const struct pk_lock_wait *wait)
{
	if (wait->event)
		pk_words_add(words, ", which waits for %s", wait->event);
	else if (wait->call[0])
		pk_words_add(words, ", which sleeps");
	add_call(words, wait->call, wait->module);
	add_not_judged(words, wait);
}

/* Whom a lock that ends the chain names. */
static void add_end_of_lock(struct pk_words *words, const struct pk_lock_wait *wait)
{
	if (wait->readers && wait->owner_status == PK_OK)
		pk_words_add(words, ", last read by %.15s (PID %d)", wait->owner.comm,
			     wait->owner.pid);
	else if (wait->owner_status == PK_ABSENT &&
		 (wait->kind == PK_LOCK_SOCK || wait->kind == PK_LOCK_PERCPU_RWSEM))
		pk_words_add(words, "; who holds it memory does not say");
	else if (wait->owner_status != PK_OK && wait->owner_status != PK_ABSENT)
		pk_words_add(words, "; who holds it cannot be read");
}

static void add_lock(struct tale *tale, const struct pk_lock_wait *wait)
{
	pk_words_add(&tale->words, "%s ", pk_lock_kind_name(wait->kind));
	add_lock_name(tale->groups->scene, wait, &tale->words);
}

/* Links in the middle of a long chain are counted. */
static bool is_told(const struct pk_lock_chain *chain, unsigned at)
{
	return chain->nr <= TOLD_LINKS || at < 2 || at + 1 == chain->nr;
}

static void add_owners(struct tale *tale)
{
	const struct pk_lock_chain *chain = &tale->chain;
	struct pk_words *words = &tale->words;

	for (unsigned i = 1; i < chain->nr; i++) {
		const struct pk_chain_link *link = &chain->links[i];

		if (!is_told(chain, i)) {
			if (i == 2)
				pk_words_add(words, " and, through %u other task(s), the last",
					     chain->nr - 3);
			continue;
		}
		pk_words_add(words, ", held by %.15s (PID %d)", link->task.comm, link->task.pid);
		if (i + 1 == chain->nr && chain->end == PK_CHAIN_RUNS) {
			pk_words_add(&tale->words, ", which runs");
			if (link->task.cpu >= 0)
				pk_words_add(&tale->words, " on CPU %d", link->task.cpu);
			if (tale->ran == PK_OK)
				add_call(&tale->words, tale->work.func.name,
					 tale->work.func.module);
			else if (tale->ran == PK_UNSUPPORTED)
				pk_words_add(&tale->words,
					     "; its stack cannot be unwound: where is not judged");
		} else if (i + 1 == chain->nr && chain->end == PK_CHAIN_READY) {
			pk_words_add(words, ", which is ready to run");
			add_call(words, tale->ready_in, "");
			pk_words_add(words, " and has no CPU");
		} else if (link->wait && link->wait->lock) {
			pk_words_add(words, ", which waits for ");
			add_lock(tale, link->wait);
			if (i + 1 == chain->nr && chain->end == PK_CHAIN_LOCK)
				add_call(words, link->wait->call, link->wait->module);
		} else if (link->wait) {
			add_sleep(words, link->wait);
			add_rcu(tale, link->wait);
		}
	}
	if (chain->end == PK_CHAIN_LOCK)
		add_end_of_lock(words, chain->links[chain->nr - 1].wait);
	if (chain->end == PK_CHAIN_CIRCLE) {
		pk_words_add(words, ", held by %.15s: a circle",
			     chain->links[chain->circle].task.comm);
	}
}

static void tell(struct tale *tale)
{
	const struct pk_lock_wait *wait = tale->chain.links[0].wait;
	struct pk_words *words = &tale->words;

	if (!wait)
		return;
	if (wait->call[0])
		pk_words_add(words, " in %.50s", wait->call);
	if (wait->system_call[0])
		pk_words_add(words, " (%.20s)", wait->system_call);
	if (wait->lock) {
		pk_words_add(words, ", for ");
		add_lock(tale, wait);
		add_owners(tale);
	} else if (wait->event) {
		pk_words_add(words, ", for %s", wait->event);
		add_rcu(tale, wait);
	}
	if (!wait->lock)
		add_not_judged(words, wait);
}

/* --- evidence ------------------------------------------------------------------------------------------- */

static void show_wait(struct pk_finding *finding, const struct pk_lock_wait *wait,
		      const struct pk_lock_wait *owners)
{
	if (wait->call[0])
		pk_finding_shows(finding, "call", "%.47s", wait->call);
	if (wait->system_call[0])
		pk_finding_shows(finding, "system_call", "%.47s", wait->system_call);
	if (!wait->lock) {
		if (wait->event)
			pk_finding_shows(finding, "waits for", "%s", wait->event);
		return;
	}
	pk_finding_shows(finding, "waits for", "%s", pk_lock_kind_name(wait->kind));
	pk_finding_shows_addr(finding, wait->kind == PK_LOCK_SOCK ? "sock" : "lock", wait->lock);
	if (wait->name[0])
		pk_finding_shows(finding, "lock_name", "%.47s", wait->name);
	if (wait->waiters)
		pk_finding_shows_uint(finding, "waiting", wait->waiters);
	if (wait->owner_status != PK_OK)
		return;
	pk_finding_shows(finding, wait->readers ? "reader_comm" : "owner_comm", "%s",
			 wait->owner.comm);
	pk_finding_shows(finding, wait->readers ? "reader_pid" : "owner_pid", "%d",
			 wait->owner.pid);
	if (wait->taken_in[0])
		pk_finding_shows(finding, "taken_in", "%.47s", wait->taken_in);
	if (owners && owners->call[0])
		pk_finding_shows(finding, wait->readers ? "reader_call" : "owner_call", "%.47s",
				 owners->call);
}

static void link_fill(const struct tale *tale, unsigned at, struct pk_finding_link *link)
{
	const struct pk_chain_link *from = &tale->chain.links[at];
	const bool last = at + 1 == tale->chain.nr, runs = last && tale->chain.end == PK_CHAIN_RUNS;
	const struct pk_lock_wait *wait = from->wait;
	struct pk_words name = {.len = 0};

	*link = (struct pk_finding_link){.task = from->task.addr,
					 .pid = from->task.pid,
					 .state = "unknown",
					 .cpu = runs ? from->task.cpu : -1};
	memcpy(link->comm, from->task.comm, sizeof(link->comm));
	if (runs || (last && tale->chain.end == PK_CHAIN_READY))
		link->state = pk_chain_end_name(tale->chain.end);
	if (runs && tale->ran == PK_OK) {
		snprintf(link->call, sizeof(link->call), "%.63s", tale->work.func.name);
		memcpy(link->module, tale->work.func.module, sizeof(link->module));
	}
	if (last && tale->chain.end == PK_CHAIN_READY)
		memcpy(link->call, tale->ready_in, sizeof(link->call));
	if (!wait)
		return;
	memcpy(link->call, wait->call, sizeof(link->call));
	memcpy(link->module, wait->module, sizeof(link->module));
	link->waits_for = wait->lock ? pk_lock_kind_name(wait->kind) : wait->event;
	link->state = link->waits_for ? "waits" : wait->call[0] ? "sleeps" : "unknown";
	link->lock = wait->lock;
	link->waiting = wait->waiters;
	if (!wait->lock)
		return;
	add_lock_name(tale->groups->scene, wait, &name);
	snprintf(link->lock_name, sizeof(link->lock_name), "%.95s", name.text);
}

static void show_chain(const struct tale *tale, struct pk_finding *finding)
{
	const struct pk_lock_wait *last = tale->chain.links[tale->chain.nr - 1].wait;

	if (!finding || !tale->chain.links[0].wait || !tale->chain.links[0].wait->lock)
		return;
	finding->chain = calloc(tale->chain.nr, sizeof(*finding->chain));
	if (!finding->chain)
		return;
	while (finding->nr_chain < tale->chain.nr) {
		link_fill(tale, (unsigned)finding->nr_chain, &finding->chain[finding->nr_chain]);
		finding->nr_chain++;
	}
	if (tale->chain.nr > 1)
		pk_finding_shows(finding, "chain ends", "%s",
				 tale->chain.end == PK_CHAIN_LOCK
					 ? pk_lock_kind_name(last->kind)
					 : pk_chain_end_name(tale->chain.end));
}

static void show_others(const struct tale *tale, struct pk_finding *finding)
{
	const struct pk_hung_tasks *hung = &tale->groups->scene->hung;
	const size_t own = (size_t)(tale->group - tale->groups->list) + 1;
	size_t room = tale->group->nr - 1 < MAX_OTHERS ? tale->group->nr - 1 : MAX_OTHERS;

	if (!finding || !room)
		return;
	finding->others = calloc(room, sizeof(*finding->others));
	for (size_t i = 0; finding->others && i < hung->nr && finding->nr_others < room; i++) {
		struct pk_finding_other *other = &finding->others[finding->nr_others];
		const struct pk_task *task = &hung->list[i].task;

		if (tale->groups->of[i] != own ||
		    pk_lock_chain_find(&tale->chain, task->addr) < tale->chain.nr)
			continue;
		snprintf(other->name, sizeof(other->name), "%.15s (PID %d), for %llu s", task->comm,
			 task->pid, (unsigned long long)hung->list[i].blocked_s);
		other->addr = task->addr;
		other->is_task = true;
		finding->nr_others++;
	}
}

/* --- check_hung_task() ---------------------------------------------------------------------------------- */

/* The last reader, whom the chain does not follow, may sleep, too. */
static const struct pk_lock_wait *owner_wait(struct groups *groups,
					     const struct pk_lock_chain *chain)
{
	const struct pk_lock_wait *wait = chain->links[0].wait;

	if (chain->nr > 1)
		return chain->links[1].wait;
	if (!wait || !wait->lock || wait->owner_status != PK_OK || wait->owner.on_cpu)
		return NULL;
	return pk_lock_wait_of(groups->scene->ctx, &groups->waits, &wait->owner, true);
}

static struct pk_finding *find(const struct tale *tale, const struct pk_hung_task *hung)
{
	const struct pk_lock_wait *wait = tale->chain.links[0].wait;
	const struct pk_chain_link *last = &tale->chain.links[tale->chain.nr - 1];
	const struct group *group = tale->group;
	char more[32] = "inflight";

	if (wait && wait->lock && wait->kind == PK_LOCK_SOCK &&
	    pk_hash_get(&tale->groups->scene->memory->socks, wait->lock))
		snprintf(more, sizeof(more), "flows -v");
	if (tale->chain.end == PK_CHAIN_RUNS && last->task.cpu >= 0)
		snprintf(more, sizeof(more), "inflight -c %d", last->task.cpu);
	if (tale->rcu_cpu >= 0)
		snprintf(more, sizeof(more), "inflight -c %d", tale->rcu_cpu);
	if (group->nr == 1)
		return pk_judge_found(tale->judge, more, "%.15s (PID %d) has hung for %llu s%s",
				      hung->task.comm, hung->task.pid,
				      (unsigned long long)hung->blocked_s, tale->words.text);
	return pk_judge_found(tale->judge, more,
			      "%llu tasks have hung, for %llu s at most: %.15s (PID %d)%s",
			      (unsigned long long)group->nr, (unsigned long long)group->longest_s,
			      hung->task.comm, hung->task.pid, tale->words.text);
}

static void ready_read(struct tale *tale, const struct pk_task *task)
{
	struct pk_sleepers sleepers = {0};
	const struct pk_sleep *sleep = pk_sleep_of(tale->groups->scene->ctx, &sleepers, task);

	if (sleep)
		memcpy(tale->ready_in, sleep->call, sizeof(tale->ready_in));
	pk_sleepers_deinit(&sleepers);
}

static void find_hung(struct pk_judge *judge, struct groups *groups, const struct group *group)
{
	const struct pk_scene *scene = judge->scene;
	const struct pk_hung_task *hung = &scene->hung.list[group->chosen];
	struct tale tale = {
		.judge = judge, .groups = groups, .group = group, .ran = PK_ABSENT, .rcu_cpu = -1};
	const struct pk_lock_chain *chain = &tale.chain;
	const struct pk_task *last;
	struct pk_finding *finding;

	pk_lock_chain_read(scene->ctx, &groups->waits, &hung->task, &tale.chain);
	for (unsigned i = 0; i < chain->nr; i++)
		if (chain->links[i].wait)
			pk_lock_wait_of(scene->ctx, &groups->waits, &chain->links[i].task, true);
	last = &chain->links[chain->nr - 1].task;
	if (chain->end == PK_CHAIN_RUNS && last->cpu >= 0)
		tale.ran = pk_cpu_work_read(scene->ctx, last->cpu, &scene->devices, &tale.work);
	if (chain->end == PK_CHAIN_READY)
		ready_read(&tale, last);
	tell(&tale);
	finding = find(&tale, hung);
	pk_finding_shows_uint(finding, "blocked_s", hung->blocked_s);
	pk_finding_shows_uint(finding, "limit_s", scene->hung.limit_s.value);
	if (group->nr > 1)
		pk_finding_shows_uint(finding, "tasks", group->nr);
	pk_finding_shows(finding, "comm", "%s", hung->task.comm);
	pk_finding_shows(finding, "pid", "%d", hung->task.pid);
	pk_finding_shows_addr(finding, "task", hung->task.addr);
	if (chain->links[0].wait)
		show_wait(finding, chain->links[0].wait, owner_wait(groups, chain));
	if (tale.rcu_cpu >= 0)
		pk_finding_shows_uint(finding, "rcu_cpu", (uint64_t)tale.rcu_cpu);
	show_chain(&tale, finding);
	show_others(&tale, finding);
}

static void group_task(struct groups *groups, size_t at)
{
	const struct pk_hung_task *hung = &groups->scene->hung.list[at];
	struct pk_lock_chain chain;
	struct group *group;
	uint64_t key;
	size_t index;

	if (groups->waits.nr_unwound >= MAX_UNWOUND &&
	    !pk_hash_get(&groups->waits.of_task, hung->task.addr)) {
		groups->unlooked++;
		return;
	}
	pk_lock_chain_read(groups->scene->ctx, &groups->waits, &hung->task, &chain);
	key = pk_lock_chain_key(&chain);
	index = (size_t)(uintptr_t)pk_hash_get(&groups->by_end, key);
	if (!index) {
		if (!pk_grow(groups->list, groups->nr, groups->room) ||
		    !pk_hash_put(&groups->by_end, key, (void *)(uintptr_t)(groups->nr + 1)))
			return;
		index = ++groups->nr;
		groups->list[index - 1] = (struct group){.chosen = at};
	}
	groups->of[at] = index;
	group = &groups->list[index - 1];
	group->nr++;
	if (chain.nr > group->links ||
	    (chain.nr == group->links && hung->blocked_s > group->longest_s)) {
		group->chosen = at;
		group->links = chain.nr;
	}
	if (hung->blocked_s > group->longest_s)
		group->longest_s = hung->blocked_s;
}

static void find_groups(struct pk_judge *judge)
{
	const struct pk_hung_tasks *hung = &judge->scene->hung;
	struct groups groups = {.scene = judge->scene};

	groups.of = calloc(hung->nr + 1, sizeof(*groups.of));
	for (size_t i = 0; groups.of && i < hung->nr; i++)
		group_task(&groups, i);
	for (size_t i = 0; i < groups.nr; i++)
		find_hung(judge, &groups, &groups.list[i]);
	if (groups.unlooked) {
		struct pk_finding *finding = pk_judge_found(
			judge, "inflight", "%llu more task(s) have hung; what for is not judged",
			(unsigned long long)groups.unlooked);

		pk_finding_shows_uint(finding, "tasks", groups.unlooked);
	}
	pk_lock_waits_deinit(&groups.waits);
	pk_hash_deinit(&groups.by_end, NULL);
	free(groups.list);
	free(groups.of);
}

void pk_judge_hung_tasks(struct pk_judge *judge)
{
	const struct pk_hung_tasks *hung = &judge->scene->hung;

	if (!pk_judge_knows(judge, hung->lack, &hung->limit_s))
		return;
	if (hung->nr)
		find_groups(judge);
	for (uint64_t i = 0; i < hung->unread; i++)
		pk_judge_unknown(judge, "task", PK_UNREADABLE);
	for (uint64_t i = 0; i < hung->others; i++)
		pk_judge_clear(judge);
}
