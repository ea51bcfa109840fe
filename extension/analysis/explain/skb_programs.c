// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/skbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/net/netfilter/netfilter.h"
#include "decode/probe/probe.h"
#include "decode/task/task.h"

struct walk {
	struct pk_ctx *ctx;
	pk_skb_program_fn fn;
	void *arg;
};

static void tell_bpf(struct walk *walk, struct pk_skb_program *program, uint64_t prog)
{
	bool tail = false;

	program->status =
		pk_bpf_changes(walk->ctx, prog, program->changes, sizeof(program->changes), &tail);
	if (program->status == PK_OK && tail)
		program->status = PK_UNSUPPORTED;
	walk->fn(program, walk->arg);
}

/* --- of devices ---------------------------------------------------------------------------------------- */

static void of_device(struct walk *walk, const struct pk_net_device *device, bool sends)
{
	struct pk_device one = {.addr = device->addr, .net = device->net};
	struct pk_devices devices = {.list = &one, .nr = 1};

	memcpy(one.name, device->name, sizeof(one.name));
	pk_device_programs_read(walk->ctx, &devices);
	for (size_t i = 0; i < one.nr_programs; i++) {
		const struct pk_program_place *place = &one.programs[i];
		struct pk_skb_program program = {0};

		if (!strstr(place->hook, "egress") != !sends)
			continue;
		snprintf(program.what, sizeof(program.what), "BPF %u, %s %s", place->id,
			 place->hook, device->name);
		tell_bpf(walk, &program, place->prog);
	}
	free(one.programs);
}

/* skb_iif is set where the device's programs run, and forgotten in another namespace. */
static const struct pk_net_device *came_through(const struct pk_queued_packets *memory,
						const struct pk_skb *skb, uint64_t net)
{
	return skb->iif && net ? pk_find(memory->devices, memory->nr_devices,
					 it->net == net && it->ifindex == skb->iif)
			       : NULL;
}

/* --- of cgroups ---------------------------------------------------------------------------------------- */

/* PATH is OF, or below it. */
static bool is_in(const char *path, const char *of)
{
	size_t len = strlen(of);

	if (!strcmp(of, "/"))
		return true;
	return !strncmp(path, of, len) && (!path[len] || path[len] == '/');
}

static void of_cgroup(struct walk *walk, uint64_t sock, bool sends)
{
	const char *hook = sends ? "cgroup_inet_egress " : "cgroup_inet_ingress ";
	const struct pk_probe_list *list;
	struct pk_cgroup cgroup;
	uint64_t addr;

	if (!sock || !pk_has(walk->ctx, PK_R_sock_cgroup) ||
	    pk_member_uint(walk->ctx, sock, PK_R_sock_cgroup, &addr) != PK_OK || !addr ||
	    pk_cgroup_read(walk->ctx, addr, &cgroup) != PK_OK ||
	    pk_probes_load(walk->ctx, &list) != PK_OK)
		return;
	for (uint32_t i = 0; i < list->nr; i++) {
		const struct pk_probe *probe = &list->probes[i];
		struct pk_skb_program program = {0};

		if (probe->kind != PK_PROBE_BPF ||
		    strncmp(probe->target.name, hook, strlen(hook)) != 0 ||
		    !is_in(cgroup.path, probe->target.name + strlen(hook)))
			continue;
		snprintf(program.what, sizeof(program.what), "%.12s, %.48s", probe->owner,
			 probe->target.name);
		tell_bpf(walk, &program, probe->object);
	}
}

/* --- of nft -------------------------------------------------------------------------------------------- */

static void visit_chain(const struct pk_nft_change *change, void *arg)
{
	struct walk *walk = arg;
	struct pk_skb_program program = {.nft = true, .status = change->status};

	snprintf(program.what, sizeof(program.what), "%s %.24s %.24s",
		 change->family ? change->family : "?", change->table, change->chain);
	snprintf(program.changes, sizeof(program.changes), "%s%s%s", change->bytes ? " bytes" : "",
		 change->addresses ? " addresses" : "", change->options ? " options" : "");
	memmove(program.changes, program.changes + (program.changes[0] == ' '),
		sizeof(program.changes) - 1);
	walk->fn(&program, walk->arg);
}

void pk_skb_programs_walk(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			  const struct pk_placed_skb *skb, pk_skb_program_fn fn, void *arg)
{
	struct walk walk = {ctx, fn, arg};
	const struct pk_place *place = pk_queued_place(memory, skb->addr);
	const struct pk_net_device *device = pk_queued_device_at(memory, skb->state.skb.dev);
	bool sends = place ? place->dir == PK_TX : skb->state.device_sends;
	const struct pk_net_device *in =
		came_through(memory, &skb->state.skb, device ? device->net : 0);

	if (in)
		of_device(&walk, in, false);
	if (device && sends)
		of_device(&walk, device, true);
	of_cgroup(&walk, skb->state.skb.sk, sends);
	if (device && device->net)
		pk_nft_changes_walk(ctx, device->net, visit_chain, &walk);
}

/* --- of those that a trace says were asked -------------------------------------------------------------- */

static void append(char *buf, size_t size, uint32_t id, const char *where)
{
	const size_t len = strlen(buf);

	if (id)
		snprintf(buf + len, size - len, "%sBPF %u%s%s", len ? ", " : "", id,
			 where[0] ? ", " : "", where);
}

static void asked_of_device(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			    const struct pk_program_asked *asked, enum pk_program_of of, char *buf,
			    size_t size)
{
	const struct pk_net_device *device = NULL;
	struct pk_device one = {0};
	struct pk_devices devices = {.list = &one, .nr = 1};

	for (size_t i = 0; i < memory->nr_devices; i++) {
		const struct pk_net_device *it = &memory->devices[i];

		if (strcmp(it->name, asked->dev) != 0 ||
		    (asked->netns && it->netns != asked->netns))
			continue;
		if (device)
			return; /* two of one name */
		device = it;
	}
	if (!device)
		return;
	one.addr = device->addr;
	one.net = device->net;
	memcpy(one.name, device->name, sizeof(one.name));
	pk_device_programs_read(ctx, &devices);
	for (size_t i = 0; i < one.nr_programs; i++) {
		const struct pk_program_place *place = &one.programs[i];
		const bool xdp = !strcmp(place->hook, "xdp");
		char where[48];

		if (xdp != (of == PK_ASKED_XDP) ||
		    (!xdp && !strstr(place->hook, "egress") == asked->sends))
			continue;
		snprintf(where, sizeof(where), "%s %s", place->hook, device->name);
		append(buf, size, place->id, where);
	}
	free(one.programs);
}

static uint32_t id_of(struct pk_ctx *ctx, uint64_t prog)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t aux = pk_member(&r, prog, PK_R_bpf_prog_aux), id;

	id = pk_member(&r, aux, PK_R_bpf_aux_id);
	return pk_ok(&r) ? (uint32_t)id : 0;
}

/* A filter of classic BPF has no ID. */
static void asked_of_sock(struct pk_ctx *ctx, uint64_t sock, char *buf, size_t size)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t filter = sock ? pk_member(&r, sock, PK_R_sk_filter) : 0, prog;
	uint32_t id;

	if (!filter || !pk_ok(&r))
		return;
	prog = pk_member(&r, filter, PK_R_sk_filter_prog);
	id = pk_ok(&r) ? id_of(ctx, prog) : 0;
	if (id)
		append(buf, size, id, "");
	else
		snprintf(buf, size, "classic BPF");
}

/* Programs of the root's are for every socket's packets; others for those of a socket whose cgroup is known. */
static void asked_of_cgroup(struct pk_ctx *ctx, const struct pk_program_asked *asked, char *buf,
			    size_t size)
{
	const char *hook = asked->sends ? "cgroup_inet_egress " : "cgroup_inet_ingress ";
	const struct pk_probe_list *list;
	struct pk_cgroup cgroup = {0};
	bool known = false;
	uint64_t addr;

	if (asked->sock && pk_has(ctx, PK_R_sock_cgroup) &&
	    pk_member_uint(ctx, asked->sock, PK_R_sock_cgroup, &addr) == PK_OK && addr)
		known = pk_cgroup_read(ctx, addr, &cgroup) == PK_OK;
	if (pk_probes_load(ctx, &list) != PK_OK)
		return;
	for (uint32_t i = 0; i < list->nr; i++) {
		const struct pk_probe *probe = &list->probes[i];
		const char *path = probe->target.name + strlen(hook);

		if (probe->kind != PK_PROBE_BPF ||
		    strncmp(probe->target.name, hook, strlen(hook)) != 0)
			continue;
		if (!known && strcmp(path, "/") != 0) {
			buf[0] = '\0'; /* it may be one of these, or none */
			return;
		}
		if (!known || is_in(cgroup.path, path))
			append(buf, size, id_of(ctx, probe->object), path);
	}
}

void pk_programs_asked(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		       const struct pk_program_asked *asked, enum pk_program_of of, char *buf,
		       size_t size)
{
	buf[0] = '\0';
	if (of == PK_ASKED_CGROUP)
		asked_of_cgroup(ctx, asked, buf, size);
	else if (of == PK_ASKED_SOCKET)
		asked_of_sock(ctx, asked->sock, buf, size);
	else
		asked_of_device(ctx, memory, asked, of, buf, size);
}
