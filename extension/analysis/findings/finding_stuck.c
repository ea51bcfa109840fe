// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about what does not go on: CPUs that are stuck, tasks that hang. */
#include "analysis/findings/finding_rules.h"
#include "core/printable.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/explain/cpu_work.h"
#include "decode/task/lock_wait.h"

#define ROUTE_TEXT (INET6_ADDRSTRLEN + 4)

struct words {
	char text[200];
	size_t len;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *words, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = pk_vsnprint(words->text + words->len, sizeof(words->text) - words->len, fmt, args);
	va_end(args);
	if (len > 0)
		words->len += (size_t)len;
	if (words->len >= sizeof(words->text))
		words->len = sizeof(words->text) - 1;
}

static void add_tuple(struct words *words, const struct pk_tuple *tuple)
{
	char source[64], dest[64];

	add(words, "%s > %s",
	    pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, source, sizeof(source)),
	    pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, dest, sizeof(dest)));
}

/* --- is_softlockup(): now > watchdog_touch_ts + 2 * watchdog_thresh -------------------------------------- */

static void add_device(struct words *words, const struct pk_cpu_work *work)
{
	const struct pk_qdisc_counts *qdisc = work->qdisc;

	if (work->napi)
		add(words, ", polls %.15s by %.40s", work->device->name, work->napi->poll);
	if (qdisc)
		add(words, ", works on qdisc %.15s %x: of %.15s", qdisc->id, qdisc->handle >> 16,
		    work->device->name);
	if (work->timer)
		add(words, ", runs the timer callback %.40s%s%.20s", work->callback,
		    work->timer_in.cache[0] ? " of an object of " : "", work->timer_in.cache);
}

static void add_nft(struct words *words, const struct pk_nft_place *nft)
{
	add(words, ", in nft chain %s %.24s %.24s", nft->family, nft->table, nft->chain);
	if (nft->rule)
		add(words, " (rule %u of %u)", nft->rule, nft->nr_rules);
	else
		add(words, " (%u rule(s))", nft->nr_rules);
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

static void add_route(struct words *words, const struct pk_route_place *route)
{
	char prefix[ROUTE_TEXT] = "";

	add(words, ", in route %s of table %u (", route_text(route, prefix), route->table);
	if (route->walk != PK_ROUTE_HOPS)
		add(words, "a%s chain of ", route->chain.circular ? " circular" : "");
	add(words, "%llu %s)", (unsigned long long)route->chain.nr, route_walks[route->walk].noun);
}

static void add_lookup(struct words *words, const struct pk_cpu_lookup *lookup)
{
	const struct pk_hash_place *hash = &lookup->hash;
	const struct pk_xt_place *xt = &lookup->xt;

	if (lookup->nft.addr)
		add_nft(words, &lookup->nft);
	if (xt->addr)
		add(words, ", in %s table %.20s%s%.32s", xt->program, xt->table,
		    xt->chain[0] ? ", chain " : "", xt->chain);
	if (xt->addr && xt->rule)
		add(words, " (rule %u of %u)", xt->rule, xt->nr_rules);
	else if (xt->addr && xt->chain[0])
		add(words, " (%u rule(s))", xt->nr_rules);
	if (hash->addr)
		add(words, ", in bucket %llu of %s (a%s chain of %llu)",
		    (unsigned long long)hash->bucket, hash->table,
		    hash->chain.circular ? " circular" : "", (unsigned long long)hash->chain.nr);
	if (lookup->route.addr)
		add_route(words, &lookup->route);
	if (lookup->nexthop.addr)
		add(words, ", in nexthop group %u (%u nexthop(s))", lookup->nexthop.id,
		    lookup->nexthop.nr);
}

static void describe_work(const struct pk_cpu_work *work, struct words *words)
{
	const struct pk_symbol *func = &work->func;

	add(words, ": in %.40s%s%.20s%s", func->name, func->module[0] ? " [" : "", func->module,
	    func->module[0] ? "]" : "");
	if (work->softirq[0])
		add(words, ", softirq %.30s", work->softirq);
	else
		add(words, ", task %.15s (PID %d)", work->task.comm, work->task.pid);
	add_device(words, work);
	add_lookup(words, &work->lookup);
	if (!work->skb)
		return;
	add(words, ", has packet ");
	if (work->fields.header_valid && work->fields.header.tuple_known)
		add_tuple(words, &work->fields.header.tuple);
	else
		add(words, "%llx", (unsigned long long)work->skb);
}

static void show_work(struct pk_finding *finding, const struct pk_cpu_work *work)
{
	pk_finding_shows(finding, "function", "%.38s+0x%llx", work->func.name,
			 (unsigned long long)work->offset);
	if (work->func.module[0])
		pk_finding_shows(finding, "module", "%.40s", work->func.module);
	if (work->softirq[0])
		pk_finding_shows(finding, "softirq", "%.40s", work->softirq);
	pk_finding_shows(finding, "comm", "%s", work->task.comm);
	pk_finding_shows_uint(finding, "pid", (uint32_t)work->task.pid);
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

static void find_stuck(struct pk_judge *judge, const struct pk_watched_cpu *cpu)
{
	const struct pk_scene *scene = judge->scene;
	const struct pk_figure *still = cpu->still_s.status == PK_OK ? &cpu->still_s : &cpu->said_s;
	struct words words = {.len = 0};
	struct pk_cpu_work work;
	struct pk_finding *finding;
	char more[32];
	enum pk_status status = PK_ABSENT;

	if (!pk_judge_is_full(judge))
		status = pk_cpu_work_read(scene->ctx, cpu->cpu, &scene->devices, &work);
	if (status == PK_OK)
		describe_work(&work, &words);
	else if (status == PK_UNSUPPORTED)
		add(&words, "; its stack cannot be unwound: what it was doing is not judged");
	snprintf(more, sizeof(more), "inflight -c %d", cpu->cpu);
	finding = pk_judge_found(judge, more, "CPU %d has not scheduled for %llu s%s", cpu->cpu,
				 (unsigned long long)still->value, words.text);
	pk_finding_shows_uint(finding, "cpu", (uint64_t)cpu->cpu);
	if (cpu->still_s.status == PK_OK)
		pk_finding_shows_uint(finding, "still_s", cpu->still_s.value);
	if (cpu->said_s.status == PK_OK)
		pk_finding_shows_uint(finding, "said_s", cpu->said_s.value);
	pk_finding_shows_uint(finding, "limit_s", scene->watchdog.limit_s.value);
	if (status == PK_OK) {
		show_work(finding, &work);
		show_lookup(finding, &work.lookup);
	}
	show_pending(scene, cpu->cpu, finding);
}

/* Who reset the stamp said that the CPU is well, as far as the kernel is concerned; unless that was panic(). */
void pk_judge_stuck_cpus(struct pk_judge *judge)
{
	const struct pk_watchdog *watchdog = &judge->scene->watchdog;

	if (!pk_judge_knows(judge, watchdog->lack, &watchdog->limit_s))
		return;
	for (size_t i = 0; i < watchdog->nr; i++) {
		const struct pk_watched_cpu *cpu = &watchdog->cpus[i];

		if (cpu->said_s.status == PK_OK || (!cpu->reset && cpu->still_s.status == PK_OK &&
						    cpu->still_s.value > watchdog->limit_s.value))
			find_stuck(judge, cpu);
		else if (cpu->still_s.status == PK_OK || cpu->still_s.status == PK_ABSENT)
			pk_judge_clear(judge);
		else
			pk_judge_unknown(judge, "watchdog_touch_ts", cpu->still_s.status);
	}
}

/* --- check_hung_task() --------------------------------------------------------------------------------- */

static void add_owner(struct words *words, const struct pk_lock_wait *wait)
{
	if (wait->owner_status == PK_OK)
		add(words, ", %s %.15s (PID %d)", wait->readers ? "last read by" : "held by",
		    wait->owner.comm, wait->owner.pid);
	else if (wait->kind == PK_LOCK_SOCK)
		add(words, "; who holds it memory does not say");
}

static void describe_wait(const struct pk_lock_wait *wait, const struct pk_sock *sock,
			  struct words *words)
{
	if (wait->call[0])
		add(words, " in %.50s", wait->call);
	if (wait->system_call[0])
		add(words, " (%.20s)", wait->system_call);
	if (!wait->lock)
		return;
	add(words, ", for %s ", pk_lock_kind_name(wait->kind));
	if (sock)
		add_tuple(words, &sock->tuple);
	else if (wait->name[0])
		add(words, "%.50s", wait->name);
	else
		add(words, "%llx", (unsigned long long)wait->lock);
	add_owner(words, wait);
}

static void show_wait(struct pk_finding *finding, const struct pk_lock_wait *wait,
		      const struct pk_lock_wait *owners)
{
	if (wait->call[0])
		pk_finding_shows(finding, "call", "%.47s", wait->call);
	if (wait->system_call[0])
		pk_finding_shows(finding, "system_call", "%.47s", wait->system_call);
	if (!wait->lock)
		return;
	pk_finding_shows(finding, "waits for", "%s", pk_lock_kind_name(wait->kind));
	pk_finding_shows_addr(finding, wait->kind == PK_LOCK_SOCK ? "sock" : "lock", wait->lock);
	if (wait->name[0])
		pk_finding_shows(finding, "lock_name", "%.47s", wait->name);
	if (wait->owner_status != PK_OK)
		return;
	pk_finding_shows(finding, wait->readers ? "reader_comm" : "owner_comm", "%s",
			 wait->owner.comm);
	pk_finding_shows(finding, wait->readers ? "reader_pid" : "owner_pid", "%d",
			 wait->owner.pid);
	if (owners->call[0])
		pk_finding_shows(finding, wait->readers ? "reader_call" : "owner_call", "%.47s",
				 owners->call);
}

static void find_hung(struct pk_judge *judge, const struct pk_hung_task *hung)
{
	const struct pk_scene *scene = judge->scene;
	struct words words = {.len = 0};
	struct pk_lock_wait wait = {.call = ""}, owners = {.call = ""};
	const struct pk_sock *sock = NULL;
	struct pk_finding *finding;

	if (!pk_judge_is_full(judge))
		pk_lock_wait_read(scene->ctx, &hung->task, &wait);
	if (wait.lock && wait.owner_status == PK_OK)
		pk_lock_wait_read(scene->ctx, &wait.owner, &owners);
	if (wait.lock && wait.kind == PK_LOCK_SOCK)
		sock = pk_hash_get(&scene->memory->socks, wait.lock);
	describe_wait(&wait, sock, &words);
	if (!wait.lock && !wait.unwound && !pk_judge_is_full(judge))
		add(&words, "; its stack cannot be unwound: what it waits for is not judged");
	finding = pk_judge_found(judge, sock ? "flows -v" : "inflight",
				 "%.15s (PID %d) has hung for %llu s%s", hung->task.comm,
				 hung->task.pid, (unsigned long long)hung->blocked_s, words.text);
	pk_finding_shows_uint(finding, "blocked_s", hung->blocked_s);
	pk_finding_shows_uint(finding, "limit_s", scene->hung.limit_s.value);
	pk_finding_shows(finding, "comm", "%s", hung->task.comm);
	pk_finding_shows(finding, "pid", "%d", hung->task.pid);
	pk_finding_shows_addr(finding, "task", hung->task.addr);
	show_wait(finding, &wait, &owners);
}

void pk_judge_hung_tasks(struct pk_judge *judge)
{
	const struct pk_hung_tasks *hung = &judge->scene->hung;

	if (!pk_judge_knows(judge, hung->lack, &hung->limit_s))
		return;
	for (size_t i = 0; i < hung->nr; i++)
		find_hung(judge, &hung->list[i]);
	for (uint64_t i = 0; i < hung->unread; i++)
		pk_judge_unknown(judge, "task", PK_UNREADABLE);
	for (uint64_t i = 0; i < hung->others; i++)
		pk_judge_clear(judge);
}
