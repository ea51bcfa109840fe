// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode/list.h"
#include "decode/probe/probe_collect.h"
#include "decode/task/task.h"

/*
 * cgrp_dfl_root.cgrp, and below each cgroup self.children -> cgroup.self.sibling. What is attached to a cgroup
 * itself (not what it inherits): cgroup.bpf.progs[hook] -> struct bpf_prog_list { node, prog, link }, by
 * list_heads up to 5.19 and by hlist_heads after. Those with a link were listed by it.
 */
#define MAX_DEPTH 64 /* the kernel's own limit is CGROUP_MAX_DEPTH, INT_MAX */
#define MAX_CGROUPS 65536
#define MAX_HOOKS 64

struct cgroups {
	struct pk_collect *collect;
	uint64_t progs, stride, nr_hooks, node, children, sibling;
	unsigned depth, nr;
	/* being walked */
	uint64_t cgroup;
	unsigned hook;
};

const char *pk_cgroup_path(struct pk_collect *collect, uint64_t cgroup, char *buf, size_t size)
{
	struct pk_cgroup found;

	if (pk_cgroup_read(collect->ctx, cgroup, &found) == PK_OK)
		snprintf(buf, size, "%.*s", (int)size - 1, found.path);
	else
		snprintf(buf, size, "?");
	return buf;
}

/* By the kernel's own number of the hook; before 5.15 that is the number in the system call. The hooks of
 * security modules have one name for their first and one for their last. */
static void hook_name(struct cgroups *cgroups, char *buf, size_t size)
{
	struct pk_collect *collect = cgroups->collect;
	int64_t first, last;

	if (pk_enumerator(collect->ctx, "CGROUP_LSM_START", &first) == PK_OK &&
	    pk_enumerator(collect->ctx, "CGROUP_LSM_END", &last) == PK_OK &&
	    cgroups->hook >= first && cgroups->hook <= last)
		snprintf(buf, size, "lsm_cgroup");
	else if (!pk_collect_enum(collect, "cgroup_bpf_attach_type", cgroups->hook, "", '_', buf,
				  size) &&
		 !pk_collect_enum(collect, "bpf_attach_type", cgroups->hook, "BPF_", '_', buf,
				  size))
		snprintf(buf, size, "cgroup hook %u", cgroups->hook);
}

static void read_prog(struct cgroups *cgroups, uint64_t node)
{
	struct pk_collect *collect = cgroups->collect;
	uint64_t entry = node - cgroups->node,
		 link = pk_collect_uint(collect, entry, PK_R_bpf_prog_list_link);
	uint64_t addr = pk_collect_uint(collect, entry, PK_R_bpf_prog_list_prog);
	struct pk_bpf_prog *prog;
	char hook[64], path[256];

	prog = pk_collect_prog(collect,
			       link ? pk_collect_uint(collect, link, PK_R_bpf_link_prog) : addr);
	if (!prog) {
		pk_warn(collect->ctx,
			"cgroup %" PRIx64 ": a program missing from prog_idr, %" PRIx64,
			cgroups->cgroup, link ? link : addr);
		return;
	}
	if (link && prog->listed)
		return;
	hook_name(cgroups, hook, sizeof(hook));
	pk_collect_prog_at(collect, prog, "%s %s", hook,
			   pk_cgroup_path(collect, cgroups->cgroup, path, sizeof(path)));
}

/* The heads of all hooks in one reading: most are empty, and machines have thousands of cgroups. */
static void read_hooks(struct cgroups *cgroups, uint64_t cgroup)
{
	struct pk_ctx *ctx = cgroups->collect->ctx;
	size_t word = ctx->target->facts.word_size;
	bool hlist = cgroups->stride == word;
	uint8_t heads[MAX_HOOKS * 16];

	cgroups->cgroup = cgroup;
	if (pk_read(ctx, cgroup + cgroups->progs, heads, cgroups->nr_hooks * cgroups->stride) !=
	    PK_OK) {
		pk_warn(ctx, "programs of cgroup %" PRIx64 ": %s", cgroup, pk_error(ctx));
		return;
	}
	for (cgroups->hook = 0; cgroups->hook < cgroups->nr_hooks; cgroups->hook++) {
		struct pk_reader r = {.ctx = ctx};
		uint64_t head = cgroup + cgroups->progs + cgroups->hook * cgroups->stride;
		uint64_t first = pk_uint(ctx, heads + cgroups->hook * cgroups->stride, word);

		if (!first || first == head)
			continue;
		PK_ADDRESS_LOOP (pk_list, node, pk_list_begin(&r, head, !hlist)) {
			read_prog(cgroups, node);
			if (cgroups->collect->full)
				break;
		}
		if (!pk_ok(&r))
			pk_warn(ctx, "programs of cgroup %" PRIx64 ": %s", cgroup, pk_error(ctx));
	}
}

static void walk(struct cgroups *cgroups, uint64_t cgroup)
{
	struct pk_ctx *ctx = cgroups->collect->ctx;
	struct pk_reader r = {.ctx = ctx};

	if (++cgroups->nr > MAX_CGROUPS || cgroups->depth == MAX_DEPTH) {
		pk_warn(ctx,
			"the cgroups below %" PRIx64 " are not looked at: too many, or too deep",
			cgroup);
		return;
	}
	read_hooks(cgroups, cgroup);
	cgroups->depth++;
	pk_list_for_each (node, &r, cgroup + cgroups->children) {
		walk(cgroups, node - cgroups->sibling);
		if (cgroups->nr >= MAX_CGROUPS || cgroups->collect->full)
			break;
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "cgroups below %" PRIx64 ": %s", cgroup, pk_error(ctx));
	cgroups->depth--;
}

enum pk_status pk_collect_bpf_cgroups(struct pk_collect *collect)
{
	struct cgroups cgroups = {.collect = collect};
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	const struct pk_member *progs;
	uint64_t root = pk_value(&r, PK_R_cgrp_dfl_root);
	uint64_t cgroup = pk_offset(&r, PK_R_cgroup_root_cgrp);

	cgroups.progs = pk_offset(&r, PK_R_cgroup_bpf_progs);
	cgroups.node = pk_offset(&r, PK_R_bpf_prog_list_node);
	cgroups.children = pk_offset(&r, PK_R_cgroup_children);
	cgroups.sibling = pk_offset(&r, PK_R_cgroup_sibling);
	if (!pk_ok(&r))
		return r.status;
	progs = &pk_layout_get(ctx, PK_R_cgroup_bpf_progs)->member;
	if (!progs->elements || progs->elements > MAX_HOOKS)
		return pk_fail(ctx, PK_UNSUPPORTED, "cgroup.bpf.progs has %" PRIu64 " hooks",
			       progs->elements);
	cgroups.nr_hooks = progs->elements;
	cgroups.stride = progs->size / progs->elements;
	if (cgroups.stride != ctx->target->facts.word_size &&
	    cgroups.stride != 2 * ctx->target->facts.word_size)
		return pk_fail(ctx, PK_UNSUPPORTED,
			       "cgroup.bpf.progs has hooks of %" PRIu64 " bytes", cgroups.stride);
	walk(&cgroups, root + cgroup);
	return PK_OK;
}
