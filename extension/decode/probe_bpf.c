// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/idr.h"
#include "decode/list.h"
#include "decode/probe_collect.h"

/*
 * prog_idr holds every loaded program, link_idr (5.7 and later) every link. Where a program sits:
 *
 *   on a function     trampoline_table[1024] -> bpf_trampoline { func.addr, progs_hlist[3] }; what
 *                     hangs there is the program's aux (5.10), a bpf_tramp_link (5.19), a
 *                     bpf_tramp_node (7.x)
 *   on a trace event  trace_event_call.prog_array: listed by the kprobe and tracepoint sources
 *   elsewhere         by the type of its link
 *
 * Each program is listed at least once, so that the list equals `bpftool prog`.
 */
#define TRAMPOLINE_TABLE_SIZE 1024 /* 1 << TRAMPOLINE_HASH_BITS, a #define */
#define MAX_PROGS 16384

static bool load_prog(uint64_t addr, void *arg)
{
	struct pk_collect *collect = arg;
	struct pk_ctx *ctx = collect->ctx;
	struct pk_target *target = ctx->target;
	struct pk_bpf_prog *progs, *prog;
	uint64_t aux, offset;
	char type[64] = "";

	if (collect->nr_progs == MAX_PROGS)
		return false;
	/* A damaged tree may hold it twice. */
	if (pk_collect_prog(collect, addr))
		return true;
	if (pk_member_uint(ctx, addr, PK_R_bpf_prog_aux, &aux) != PK_OK) {
		pk_warn(ctx, "bpf_prog %" PRIx64 ": %s", addr, ctx->error);
		return true;
	}
	progs = realloc(collect->progs, (collect->nr_progs + 1) * sizeof(*progs));
	if (!progs)
		return false;
	collect->progs = progs;
	prog = memset(&progs[collect->nr_progs++], 0, sizeof(*prog));
	prog->addr = addr;
	prog->id = (uint32_t)pk_collect_uint(collect, aux, PK_R_bpf_aux_id);
	prog->type = (uint32_t)pk_collect_uint(collect, addr, PK_R_bpf_prog_type);
	prog->text = pk_collect_uint(collect, addr, PK_R_bpf_prog_func);
	prog->size = pk_collect_uint(collect, addr, PK_R_bpf_prog_jited_len) & 0xffffffff;
	/* The JIT's symbol; an interpreted program has only its user's name. */
	if (pk_has(ctx, PK_R_bpf_aux_ksym_name) &&
	    pk_row_offset(ctx, PK_R_bpf_aux_ksym_name, &offset) == PK_OK)
		pk_read_string(ctx, aux + offset, prog->name, sizeof(prog->name));
	if (!prog->name[0] && pk_has(ctx, PK_R_bpf_aux_name) &&
	    pk_row_offset(ctx, PK_R_bpf_aux_name, &offset) == PK_OK)
		pk_read_string(ctx, aux + offset, prog->name, 17);
	if (target->ops->enum_name(target, "bpf_prog_type", prog->type, type, sizeof(type)) ==
		    PK_OK &&
	    !strncmp(type, "BPF_PROG_TYPE_", 14)) {
		snprintf(prog->type_name, sizeof(prog->type_name), "%.31s", type + 14);
		for (char *c = prog->type_name; *c; c++)
			*c = (char)tolower((unsigned char)*c);
	} else {
		snprintf(prog->type_name, sizeof(prog->type_name), "type %u", prog->type);
	}
	return true;
}

enum pk_status pk_collect_bpf_progs(struct pk_collect *collect)
{
	uint64_t idr;
	enum pk_status status = pk_row_value(collect->ctx, PK_R_prog_idr, &idr);

	return status == PK_OK ? pk_idr_walk(collect->ctx, idr, load_prog, collect) : status;
}

/* ==== where they sit ==== */

struct bpf {
	struct pk_collect *collect;
	uint64_t trampoline_link;
	/* the list of programs of a trampoline that is being walked */
	uint64_t node_offset, func, trampoline, image;
	const char *how;
};

/* The program of one node in progs_hlist, whatever the node is in this kernel. */
static uint64_t node_prog(struct bpf *bpf, uint64_t node)
{
	struct pk_collect *collect = bpf->collect;
	uint64_t link;

	if (pk_has(collect->ctx, PK_R_bpf_aux_tramp_hlist))
		return pk_collect_uint(collect, node - bpf->node_offset, PK_R_bpf_aux_prog);
	if (pk_has(collect->ctx, PK_R_bpf_tramp_link_hlist))
		return pk_collect_uint(collect, node - bpf->node_offset, PK_R_bpf_tramp_link_prog);
	link = pk_collect_uint(collect, node - bpf->node_offset, PK_R_bpf_tramp_node_link);
	return pk_collect_uint(collect, link, PK_R_bpf_link_prog);
}

static bool report_node(uint64_t node, void *arg)
{
	struct bpf *bpf = arg;
	struct pk_bpf_prog *prog = pk_collect_prog(bpf->collect, node_prog(bpf, node));
	struct pk_probe *probe;

	if (!prog) {
		pk_warn(bpf->collect->ctx,
			"bpf_trampoline %" PRIx64 ": a program that prog_idr lacks",
			bpf->trampoline);
		return true;
	}
	probe = pk_collect_add_prog(bpf->collect, prog);
	if (!probe)
		return false;
	if (bpf->func)
		pk_collect_target(bpf->collect, probe, bpf->func);
	pk_collect_detail(probe, "%s, trampoline %" PRIx64, bpf->how, bpf->image);
	return true;
}

static bool read_trampoline(uint64_t node, void *arg)
{
	static const char *const how[] = {"fentry", "fexit", "modify_return"};
	struct bpf *bpf = arg;
	struct pk_collect *collect = bpf->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t progs, image;

	if (pk_row_offset(ctx, PK_R_bpf_trampoline_progs, &progs) != PK_OK)
		return false;
	bpf->trampoline = node - bpf->trampoline_link;
	bpf->func = pk_collect_uint(collect, bpf->trampoline, PK_R_bpf_trampoline_addr);
	image = pk_collect_uint(collect, bpf->trampoline, PK_R_bpf_trampoline_image);
	bpf->image = pk_collect_uint(collect, image, PK_R_bpf_tramp_image_image);
	for (unsigned i = 0; i < 3; i++) {
		bpf->how = how[i];
		if (pk_hlist_walk(ctx, bpf->trampoline + progs + i * ctx->target->facts.word_size,
				  report_node, bpf) != PK_OK)
			pk_warn(ctx, "programs of bpf_trampoline %" PRIx64 ": %s", bpf->trampoline,
				ctx->error);
	}
	return !collect->full;
}

static void read_trampolines(struct bpf *bpf)
{
	struct pk_ctx *ctx = bpf->collect->ctx;
	uint64_t table = pk_collect_symbol(bpf->collect, PK_R_trampoline_table);
	enum pk_row_id row = pk_has(ctx, PK_R_bpf_aux_tramp_hlist)    ? PK_R_bpf_aux_tramp_hlist
			     : pk_has(ctx, PK_R_bpf_tramp_link_hlist) ? PK_R_bpf_tramp_link_hlist
								      : PK_R_bpf_tramp_node_hlist;

	if (!table || pk_row_offset(ctx, row, &bpf->node_offset) != PK_OK ||
	    pk_row_offset(ctx, PK_R_bpf_trampoline_hlist, &bpf->trampoline_link) != PK_OK)
		return;
	for (unsigned i = 0; i < TRAMPOLINE_TABLE_SIZE && !bpf->collect->full; i++)
		if (pk_hlist_walk(ctx, table + i * ctx->target->facts.word_size, read_trampoline,
				  bpf) != PK_OK)
			pk_warn(ctx, "trampoline_table[%u]: %s", i, ctx->error);
}

static void link_place(struct bpf *bpf, uint64_t link, struct pk_probe *probe)
{
	struct pk_ctx *ctx = bpf->collect->ctx;
	struct pk_target *target = ctx->target;
	int64_t type = (int64_t)pk_collect_uint(bpf->collect, link, PK_R_bpf_link_type);
	uint64_t offset, tp, name;
	char text[64] = "", tracepoint[96];

	if (target->ops->enum_name(target, "bpf_link_type", type, text, sizeof(text)) != PK_OK ||
	    strncmp(text, "BPF_LINK_TYPE_", 14)) {
		snprintf(probe->target.name, sizeof(probe->target.name), "link type %d", (int)type);
		return;
	}
	memmove(text, text + 14, strlen(text + 14) + 1);
	for (char *c = text; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	snprintf(probe->target.name, sizeof(probe->target.name), "%s", text);
	if (strcmp(text, "raw_tracepoint") ||
	    pk_row_offset(ctx, PK_R_bpf_raw_tp_link_link, &offset) != PK_OK)
		return;
	tp = pk_collect_uint(bpf->collect,
			     pk_collect_uint(bpf->collect, link - offset, PK_R_bpf_raw_tp_link_btp),
			     PK_R_bpf_raw_event_map_tp);
	name = pk_collect_uint(bpf->collect, tp, PK_R_tracepoint_name);
	if (name && pk_read_string(ctx, name, tracepoint, sizeof(tracepoint)) == PK_OK)
		snprintf(probe->target.name, sizeof(probe->target.name), "raw_tracepoint %s",
			 tracepoint);
}

static bool read_link(uint64_t link, void *arg)
{
	struct bpf *bpf = arg;
	struct pk_collect *collect = bpf->collect;
	struct pk_bpf_prog *prog =
		pk_collect_prog(collect, pk_collect_uint(collect, link, PK_R_bpf_link_prog));
	struct pk_probe *probe;

	/* What a trampoline or a trace event showed already says more than its link does. */
	if (!prog || prog->listed)
		return true;
	probe = pk_collect_add_prog(collect, prog);
	if (!probe)
		return false;
	link_place(bpf, link, probe);
	pk_collect_detail(probe, "link %u",
			  (unsigned)pk_collect_uint(collect, link, PK_R_bpf_link_id));
	return true;
}

enum pk_status pk_collect_bpf(struct pk_collect *collect)
{
	struct bpf bpf = {.collect = collect};
	uint64_t links = pk_collect_symbol(collect, PK_R_link_idr);
	enum pk_status status = PK_OK;

	if (!collect->nr_progs)
		return PK_OK;
	read_trampolines(&bpf);
	if (links)
		status = pk_idr_walk(collect->ctx, links, read_link, &bpf);
	for (uint32_t i = 0; i < collect->nr_progs; i++) {
		struct pk_probe *probe;

		if (collect->progs[i].listed)
			continue;
		probe = pk_collect_add_prog(collect, &collect->progs[i]);
		if (!probe)
			break;
		pk_collect_detail(probe, "place not found");
	}
	return status;
}
