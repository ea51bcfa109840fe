// SPDX-License-Identifier: GPL-3.0-or-later
/* A rule about what does not go on: CPUs that are stuck. */
#include "analysis/findings/finding_rules.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "decode/task/task.h"

#define ROUTE_TEXT (INET6_ADDRSTRLEN + 4)

/* --- is_softlockup(): now > watchdog_touch_ts + 2 * watchdog_thresh -------------------------------------- */

static void add_device(struct pk_words *words, const struct pk_cpu_work *work)
{
	const struct pk_qdisc_counts *qdisc = work->qdisc;

	if (work->napi)
		pk_words_add(words, ", polls %.15s by %.40s", work->device->name, work->napi->poll);
	if (qdisc)
		pk_words_add(words, ", works on qdisc %.15s %x: of %.15s", qdisc->id,
			     qdisc->handle >> 16, work->device->name);
	if (work->timer)
		pk_words_add(words, ", runs the timer callback %.40s%s%.20s", work->callback,
			     work->timer_in.cache[0] ? " of an object of " : "",
			     work->timer_in.cache);
}

static void add_nft(struct pk_words *words, const struct pk_nft_place *nft)
{
	pk_words_add(words, ", in nft chain %s %.24s %.24s", nft->family, nft->table, nft->chain);
	if (nft->rule)
		pk_words_add(words, " (rule %u of %u)", nft->rule, nft->nr_rules);
	else
		pk_words_add(words, " (%u rule(s))", nft->nr_rules);
}

/* By enum pk_route_walk. */
static const struct {
	const char *key, *noun;
} route_walks[] = {
	{"route aliases", "aliases"},	  {"routes of prefix", "routes"},
	{"route siblings", "siblings"},	  {"route exceptions", "exceptions"},
	{"route next hops", "next hops"},
};

static const char *route_text(const struct pk_route_place *route, char buf[ROUTE_TEXT])
{
	const uint32_t prefix = route->prefix;
	char address[INET6_ADDRSTRLEN];

	if (route->family == 4)
		snprintf(buf, ROUTE_TEXT, "%u.%u.%u.%u/%u", prefix >> 24, prefix >> 16 & 255,
			 prefix >> 8 & 255, prefix & 255, route->length);
	else if (inet_ntop(AF_INET6, route->prefix6, address, sizeof(address)))
		snprintf(buf, ROUTE_TEXT, "%s/%u", address, route->length);
	return buf;
}

static void add_route(struct pk_words *words, const struct pk_route_place *route)
{
	char prefix[ROUTE_TEXT] = "";

	pk_words_add(words, ", in route %s of table %u (", route_text(route, prefix), route->table);
	if (route->walk != PK_ROUTE_HOPS)
		pk_words_add(words, "a%s chain of ", route->chain.circular ? " circular" : "");
	pk_words_add(words, "%llu %s)", (unsigned long long)route->chain.nr,
		     route_walks[route->walk].noun);
}

static void add_lookup(struct pk_words *words, const struct pk_cpu_lookup *lookup)
{
	const struct pk_hash_place *hash = &lookup->hash;
	const struct pk_xt_place *xt = &lookup->xt;

	if (lookup->nft.addr)
		add_nft(words, &lookup->nft);
	if (xt->addr)
		pk_words_add(words, ", in %s table %.20s%s%.32s", xt->program, xt->table,
			     xt->chain[0] ? ", chain " : "", xt->chain);
	if (xt->addr && xt->rule)
		pk_words_add(words, " (rule %u of %u)", xt->rule, xt->nr_rules);
	else if (xt->addr && xt->chain[0])
		pk_words_add(words, " (%u rule(s))", xt->nr_rules);
	if (hash->addr)
		pk_words_add(words, ", in bucket %llu of %s (a%s chain of %llu)",
			     (unsigned long long)hash->bucket, hash->table,
			     hash->chain.circular ? " circular" : "",
			     (unsigned long long)hash->chain.nr);
	if (lookup->route.addr)
		add_route(words, &lookup->route);
	if (lookup->nexthop.addr)
		pk_words_add(words, ", in nexthop group %u (%u nexthop(s))", lookup->nexthop.id,
			     lookup->nexthop.nr);
}

static void describe_work(const struct pk_cpu_work *work, struct pk_words *words)
{
	const struct pk_symbol *func = &work->func;

	pk_words_add(words, ": in %.40s%s%.20s%s", func->name, func->module[0] ? " [" : "",
		     func->module, func->module[0] ? "]" : "");
	if (work->softirq[0])
		pk_words_add(words, ", softirq %.30s", work->softirq);
	else
		pk_words_add(words, ", task %.15s (PID %d)", work->task.comm, work->task.pid);
	add_device(words, work);
	add_lookup(words, &work->lookup);
	if (!work->skb)
		return;
	pk_words_add(words, ", has packet ");
	if (work->fields.header_valid && work->fields.header.tuple_known)
		pk_words_add_tuple(words, &work->fields.header.tuple);
	else
		pk_words_add(words, "%llx", (unsigned long long)work->skb);
}

static void show_task(struct pk_finding *finding, const struct pk_task *task)
{
	pk_finding_shows(finding, "comm", "%s", task->comm);
	pk_finding_shows_uint(finding, "pid", (uint32_t)task->pid);
}

static void show_work(struct pk_finding *finding, const struct pk_cpu_work *work)
{
	pk_finding_shows(finding, "function", "%.38s+0x%llx", work->func.name,
			 (unsigned long long)work->offset);
	if (work->func.module[0])
		pk_finding_shows(finding, "module", "%.40s", work->func.module);
	if (work->softirq[0])
		pk_finding_shows(finding, "softirq", "%.40s", work->softirq);
	show_task(finding, &work->task);
	if (work->device)
		pk_finding_shows(finding, "device", "%s", work->device->name);
	if (work->napi)
		pk_finding_shows_addr(finding, "napi", work->napi->addr);
	if (work->qdisc)
		pk_finding_shows_addr(finding, "qdisc", work->qdisc->addr);
	if (work->timer)
		pk_finding_shows_addr(finding, "timer", work->timer);
	if (work->skb)
		pk_finding_shows_addr(finding, "skb", work->skb);
}

static void show_nft(struct pk_finding *finding, const struct pk_nft_place *nft)
{
	if (!nft->addr)
		return;
	pk_finding_shows(finding, "nft chain", "%s %.19s %.19s", nft->family, nft->table,
			 nft->chain);
	if (nft->rule)
		pk_finding_shows(finding, "nft rule", "%u of %u, handle %llu", nft->rule,
				 nft->nr_rules, (unsigned long long)nft->handle);
	else
		pk_finding_shows(finding, "nft rule", "one of %u", nft->nr_rules);
}

static void show_xt(struct pk_finding *finding, const struct pk_xt_place *xt)
{
	if (!xt->addr)
		return;
	pk_finding_shows(finding, "xtables table", "%s %.32s", xt->program, xt->table);
	if (!xt->chain[0])
		return;
	pk_finding_shows(finding, "xtables chain", "%.32s", xt->chain);
	if (xt->rule)
		pk_finding_shows(finding, "xtables rule", "%u of %u", xt->rule, xt->nr_rules);
	else
		pk_finding_shows(finding, "xtables rule", "one of %u", xt->nr_rules);
}

static void show_hash(struct pk_finding *finding, const struct pk_hash_place *hash)
{
	if (!hash->addr)
		return;
	pk_finding_shows(finding, "hash table", "%s", hash->table);
	pk_finding_shows_uint(finding, "hash bucket", hash->bucket);
	pk_finding_shows(finding, "hash chain", "%llu%s", (unsigned long long)hash->chain.nr,
			 hash->chain.circular ? ", circular" : "");
	pk_finding_shows_addr(finding, "hash entry", hash->object);
}

static void show_route(struct pk_finding *finding, const struct pk_route_place *route)
{
	char prefix[ROUTE_TEXT] = "";

	if (!route->addr)
		return;
	pk_finding_shows_uint(finding, "route table", route->table);
	pk_finding_shows(finding, "route", "%s", route_text(route, prefix));
	pk_finding_shows(finding, route_walks[route->walk].key, "%llu%s",
			 (unsigned long long)route->chain.nr,
			 route->chain.circular ? ", circular" : "");
}

static void show_lookup(struct pk_finding *finding, const struct pk_cpu_lookup *lookup)
{
	show_nft(finding, &lookup->nft);
	show_xt(finding, &lookup->xt);
	show_hash(finding, &lookup->hash);
	show_route(finding, &lookup->route);
	if (lookup->nexthop.addr) {
		pk_finding_shows_uint(finding, "nexthop group", lookup->nexthop.id);
		pk_finding_shows_uint(finding, "nexthops", lookup->nexthop.nr);
	}
}

/* What it was to do besides. */
static void show_pending(const struct pk_scene *scene, int cpu, struct pk_finding *finding)
{
	for (size_t i = 0; i < scene->host.nr_cpus; i++) {
		const struct pk_softnet_cpu *softnet = &scene->host.cpus[i];

		if ((int)softnet->cpu == cpu && softnet->pending.status == PK_OK)
			pk_finding_shows(finding, "softirqs pending", "0x%llx",
					 (unsigned long long)softnet->pending.value);
	}
}

void pk_cpu_tale_read(const struct pk_scene *scene, int cpu, struct pk_cpu_tale *ret_tale)
{
	*ret_tale = (struct pk_cpu_tale){.cpu = cpu};
	ret_tale->status = pk_cpu_work_read(scene->ctx, cpu, &scene->devices, &ret_tale->work);
	if (ret_tale->status == PK_OK && ret_tale->work.spins)
		pk_spin_read(scene, cpu, &ret_tale->work, &ret_tale->spin);
}

void pk_cpu_tale_tell(const struct pk_cpu_tale *tale, struct pk_words *words)
{
	if (tale->status == PK_UNSUPPORTED && tale->work.task.pid)
		pk_words_add(words, ": task %.15s (PID %d)", tale->work.task.comm,
			     tale->work.task.pid);
	if (tale->status == PK_UNSUPPORTED)
		pk_words_add(words,
			     "; its stack cannot be unwound: what it was doing is not judged");
	if (tale->status != PK_OK)
		return;
	describe_work(&tale->work, words);
	if (tale->work.spins)
		pk_spin_tell(&tale->spin, words);
	if (tale->work.rcu_tick)
		pk_words_add(words, "; RCU's tick interrupted it");
}

void pk_cpu_tale_show(const struct pk_scene *scene, const struct pk_cpu_tale *tale,
		      struct pk_finding *finding)
{
	if (tale->status == PK_OK) {
		show_work(finding, &tale->work);
		if (tale->work.spins)
			pk_spin_show(&tale->spin, finding);
		show_lookup(finding, &tale->work.lookup);
	} else if (tale->status == PK_UNSUPPORTED) {
		show_task(finding, &tale->work.task);
	}
	show_pending(scene, tale->cpu, finding);
}

/* SECONDS: how long CPU has not done what it must do every LIMIT_S. */
static void find_cpu(struct pk_judge *judge, const struct pk_watched_cpu *cpu, const char *what,
		     uint64_t seconds, bool hard)
{
	const uint64_t limit_s = judge->scene->watchdog.limit_s.value;
	struct pk_words words = {.len = 0};
	struct pk_cpu_tale tale = {.status = PK_ABSENT, .cpu = cpu->cpu};
	struct pk_finding *finding;
	char more[32];

	if (!pk_judge_is_full(judge))
		pk_cpu_tale_read(judge->scene, cpu->cpu, &tale);
	pk_cpu_tale_tell(&tale, &words);
	snprintf(more, sizeof(more), "inflight -c %d", cpu->cpu);
	finding = pk_judge_found(judge, more, "CPU %d has %s for %llu s%s", cpu->cpu, what,
				 (unsigned long long)seconds, words.text);
	if (hard)
		pk_finding_shows_uint(finding, "tick_s", cpu->tick_s.value);
	pk_finding_shows_uint(finding, "cpu", (uint64_t)cpu->cpu);
	if (cpu->still_s.status == PK_OK)
		pk_finding_shows_uint(finding, "still_s", cpu->still_s.value);
	if (cpu->said_s.status == PK_OK)
		pk_finding_shows_uint(finding, "said_s", cpu->said_s.value);
	pk_finding_shows_uint(finding, "limit_s", hard ? limit_s / 2 : limit_s);
	pk_cpu_tale_show(judge->scene, &tale, finding);
}

/* A CPU that idles takes no timer interrupt either, except the detector's own, which makes it schedule. */
static bool is_hard(const struct pk_scene *scene, const struct pk_watched_cpu *cpu)
{
	const uint64_t thresh_s = scene->watchdog.limit_s.value / 2;
	struct pk_task task;

	if (cpu->tick_s.status != PK_OK || cpu->tick_s.value <= thresh_s)
		return false;
	if (cpu->still_s.status == PK_OK)
		return cpu->still_s.value > thresh_s;
	return cpu->still_s.status == PK_ABSENT && cpu->reset &&
	       pk_cpu_task(scene->ctx, cpu->cpu, &task) == PK_OK && task.pid;
}

/* Who reset the stamp said that the CPU is well, as far as the kernel is concerned; unless that was panic(), or who prints. */
static bool is_soft(const struct pk_scene *scene, const struct pk_watched_cpu *cpu)
{
	struct pk_cpu_work work;

	if (cpu->said_s.status == PK_OK)
		return true;
	if (cpu->still_s.status != PK_OK || cpu->still_s.value <= scene->watchdog.limit_s.value)
		return false;
	return !cpu->reset ||
	       (pk_cpu_work_read(scene->ctx, cpu->cpu, &scene->devices, &work) == PK_OK &&
		work.accused);
}

void pk_judge_stuck_cpus(struct pk_judge *judge)
{
	const struct pk_watchdog *watchdog = &judge->scene->watchdog;

	if (!pk_judge_knows(judge, watchdog->lack, &watchdog->limit_s))
		return;
	for (size_t i = 0; i < watchdog->nr; i++) {
		const struct pk_watched_cpu *cpu = &watchdog->cpus[i];

		if (is_hard(judge->scene, cpu))
			pk_judge_clear(judge); /* the rule below has it */
		else if (is_soft(judge->scene, cpu))
			find_cpu(judge, cpu, "not scheduled",
				 cpu->still_s.status == PK_OK ? cpu->still_s.value
							      : cpu->said_s.value,
				 false);
		else if (cpu->still_s.status == PK_OK || cpu->still_s.status == PK_ABSENT)
			pk_judge_clear(judge);
		else
			pk_judge_unknown(judge, "watchdog_touch_ts", cpu->still_s.status);
	}
}

/* --- is_hardlockup(): no timer interrupt for watchdog_thresh ------------------------------------------- */

/* Without a counter that interrupts all the same the kernel does not notice: by what others see of the CPU's clock. */
void pk_judge_hard_cpus(struct pk_judge *judge)
{
	const struct pk_watchdog *watchdog = &judge->scene->watchdog;

	if (!pk_judge_knows(judge, watchdog->lack, &watchdog->limit_s))
		return;
	for (size_t i = 0; i < watchdog->nr; i++) {
		const struct pk_watched_cpu *cpu = &watchdog->cpus[i];

		if (is_hard(judge->scene, cpu))
			find_cpu(judge, cpu, "taken no timer interrupt", cpu->tick_s.value, true);
		else if (cpu->tick_s.status == PK_OK)
			pk_judge_clear(judge);
		else
			pk_judge_unknown(judge, "rq.clock", cpu->tick_s.status);
	}
}
