// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A rule about the memory of cgroups: mem_cgroup_under_socket_pressure(). A socket of a cgroup, or of one below it, does not open its
 * receive window and sends less until mem_cgroup.socket_pressure is over (a second after reclaim went badly; newer kernels set it
 * with cgroup v2 alone), or as long as its own tcpmem is at its limit (v1).
 */
#include "analysis/findings/finding_rules.h"

#include <stdlib.h>

#include "core/context.h"
#include "core/reader.h"
#include "decode/figure.h"
#include "decode/task/task.h"

#define MAX_DEPTH 64
#define FLAGS 7 /* 6.18 and later: in the pointer to struct mem_cgroup */

/* One that sockets are charged to, or one above. */
struct memcg {
	uint64_t addr, parent;
	enum pk_status status;
	bool pressed; /* and who is below it */
	bool is_full; /* v1: tcpmem_pressure */
	int64_t left; /* jiffies */
	uint32_t sockets; /* its own, and those of whom it is the first that is under pressure */
};

struct memcgs {
	struct pk_judge *judge;
	struct pk_ctx *ctx;
	struct pk_hash known; /* address -> struct memcg, owned */
	struct pk_figure now;
	uint64_t hz;
	bool began; /* NOW is known */
};

static struct memcg *memcg_at(struct memcgs *memcgs, uint64_t addr)
{
	struct pk_reader r = {.ctx = memcgs->ctx};
	const uint64_t css = pk_member_at(&r, addr, PK_R_memcg_css);
	struct memcg *memcg = pk_hash_get(&memcgs->known, addr);
	uint64_t parent;

	if (memcg)
		return memcg;
	memcg = pk_hash_obtain(&memcgs->known, addr, sizeof(*memcg));
	if (!memcg)
		return NULL;
	memcg->addr = addr;
	memcg->left = (int64_t)(pk_member(&r, addr, PK_R_memcg_pressure) - memcgs->now.value);
	memcg->pressed = memcg->left > 0;
	memcg->is_full = pk_member_or(&r, addr, PK_R_memcg_tcp_pressure, 0);
	parent = pk_member(&r, css, PK_R_css_parent);
	memcg->parent = parent ? parent - pk_offset(&r, PK_R_memcg_css) : 0;
	memcg->status = r.status;
	return memcg;
}

/* The first from ADDR upwards that is under pressure. */
static enum pk_status add_socket(struct memcgs *memcgs, uint64_t addr)
{
	for (unsigned depth = 0; addr && depth < MAX_DEPTH; depth++) {
		struct memcg *memcg = memcg_at(memcgs, addr);
		bool pressed;

		if (!memcg)
			return pk_fail(memcgs->ctx, PK_NOMEM, "cgroups: out of memory");
		if (memcg->status != PK_OK)
			return memcg->status;
		pressed = memcg->pressed || (!depth && memcg->is_full);
		if (pressed || !depth)
			memcg->sockets++;
		if (pressed)
			return PK_OK;
		addr = memcg->parent;
	}
	return PK_OK;
}

static void tell(struct pk_judge *judge, const struct memcgs *memcgs, const struct memcg *memcg)
{
	struct pk_ctx *ctx = memcgs->ctx;
	const struct pk_figure usage = pk_figure_member(ctx, memcg->addr, PK_R_memcg_usage);
	const struct pk_figure max = pk_figure_member(ctx, memcg->addr, PK_R_memcg_max);
	struct pk_cgroup cgroup;
	struct pk_reader r = {.ctx = ctx};
	struct pk_finding *finding;
	uint64_t addr =
		pk_member(&r, pk_member_at(&r, memcg->addr, PK_R_memcg_css), PK_R_css_cgroup);

	if (!pk_ok(&r) || pk_cgroup_read(ctx, addr, &cgroup) != PK_OK)
		cgroup = (struct pk_cgroup){.path = "?"};
	finding = pk_judge_found(judge, "flows --by cgroup",
				 "the memory of cgroup %.120s is short: the receive windows of %u "
				 "socket(s) of it do not open",
				 cgroup.path, memcg->sockets);
	pk_finding_shows_uint(finding, "sockets", memcg->sockets);
	if (memcg->left > 0 && memcgs->hz)
		pk_finding_shows_uint(finding, "for ms", (uint64_t)memcg->left * 1000 / memcgs->hz);
	if (usage.status == PK_OK)
		pk_finding_shows_uint(finding, "memory.usage", usage.value);
	if (max.status == PK_OK)
		pk_finding_shows_uint(finding, "memory.max", max.value);
	pk_finding_shows_addr(finding, "mem_cgroup", memcg->addr);
	pk_finding_shows_cgroup(finding, &cgroup);
}

/* sk_under_memory_pressure(): of TCP and its like; nobody asks for datagrams'. */
static bool heeds_pressure(struct pk_ctx *ctx, uint64_t sock)
{
	struct pk_reader r = {.ctx = ctx};

	return pk_member(&r, pk_member(&r, sock, PK_R_sk_prot), PK_R_proto_memory_pressure) ||
	       !pk_ok(&r);
}

/* False: nothing can be judged. */
static bool visit_sock(const struct pk_sock *sock, void *arg)
{
	struct memcgs *memcgs = arg;
	struct pk_judge *judge = memcgs->judge;
	struct pk_figure memcg;

	if (sock->kind != PK_SOCK_FULL && sock->kind != PK_SOCK_LISTEN)
		return true;
	memcg = pk_figure_member(memcgs->ctx, sock->addr, PK_R_sock_memcg);
	if (memcg.status == PK_ABSENT) /* a kernel without CONFIG_MEMCG */
		return false;
	memcg.value &= ~(uint64_t)FLAGS;
	if (memcg.status == PK_OK && (!memcg.value || !heeds_pressure(memcgs->ctx, sock->addr)))
		return true;
	if (!memcgs->began && memcg.status == PK_OK) {
		memcgs->now = pk_jiffies_read(memcgs->ctx, &memcgs->hz);
		if (!pk_judge_knows(judge, "jiffies", &memcgs->now) || !pk_judge_stood_still(judge))
			return false;
		memcgs->began = true;
	}
	if (memcg.status == PK_OK)
		memcg.status = add_socket(memcgs, memcg.value);
	if (memcg.status != PK_OK)
		pk_judge_unknown(judge, "memory cgroups of sockets", memcg.status);
	return true;
}

void pk_judge_memcg_pressure(struct pk_judge *judge)
{
	struct memcgs memcgs = {.judge = judge, .ctx = judge->scene->ctx};
	enum pk_status status = pk_scene_socks_walk(judge->scene, visit_sock, &memcgs);
	const struct memcg *memcg;
	size_t at = 0;

	if (status != PK_OK)
		pk_judge_unknown(judge, "sockets", status);
	while ((memcg = pk_hash_next(&memcgs.known, &at)))
		if (memcg->sockets && (memcg->pressed || memcg->is_full))
			tell(judge, &memcgs, memcg);
		else if (memcg->sockets)
			pk_judge_clear(judge);
	pk_hash_deinit(&memcgs.known, free);
}
