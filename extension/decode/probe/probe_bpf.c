// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/probe_collect.h"
#include "decode/tables.h"

/*
 * prog_idr holds every loaded program, link_idr (5.7 and later) every link. Where a program sits:
 *
 *   on a function     trampoline_table[1024] -> bpf_trampoline { func.addr, progs_hlist[3] }; what
 *                     hangs there is the program's aux (5.10), a bpf_tramp_link (5.19), a
 *                     bpf_tramp_node (7.x)
 *   on a trace event  trace_event_call.prog_array: listed by the kprobe and tracepoint sources
 *   elsewhere         by its link, or where programs without one sit: probe_bpf_*.c
 *
 * Each program is listed at least once, so that the list equals `bpftool prog`.
 */
#define TRAMPOLINE_TABLE_SIZE 1024 /* 1 << TRAMPOLINE_HASH_BITS, a #define */
#define MAX_PROGS 16384

static bool load_prog(uint64_t addr, void *arg)
{
	struct pk_collect *collect = arg;
	struct pk_ctx *ctx = collect->ctx;
	struct pk_bpf_prog *prog;
	uint64_t aux, offset;
	char type[64] = "";

	if (collect->nr_progs == MAX_PROGS)
		return false;
	/* A damaged tree may hold it twice. */
	if (pk_collect_prog(collect, addr))
		return true;
	if (pk_member_uint(ctx, addr, PK_R_bpf_prog_aux, &aux) != PK_OK) {
		pk_warn(ctx, "bpf_prog %" PRIx64 ": %s", addr, pk_error(ctx));
		return true;
	}
	if (!pk_grow(collect->progs, collect->nr_progs, collect->room_progs))
		return false;
	prog = memset(&collect->progs[collect->nr_progs++], 0, sizeof(*prog));
	prog->addr = addr;
	prog->id = (uint32_t)pk_collect_uint(collect, aux, PK_R_bpf_aux_id);
	prog->type = (uint32_t)pk_collect_uint(collect, addr, PK_R_bpf_prog_type);
	prog->text = pk_collect_uint(collect, addr, PK_R_bpf_prog_func);
	prog->size = pk_collect_uint(collect, addr, PK_R_bpf_prog_jited_len) & 0xffffffff;
	/* The JIT's symbol; an interpreted program has only its user's name. */
	if (pk_has(ctx, PK_R_bpf_aux_ksym_name) &&
	    pk_row_offset(ctx, PK_R_bpf_aux_ksym_name, &offset) == PK_OK)
		pk_read_string(ctx, aux + offset, prog->name, sizeof(prog->name));
	if (pk_has(ctx, PK_R_bpf_aux_name) &&
	    pk_row_offset(ctx, PK_R_bpf_aux_name, &offset) == PK_OK)
		pk_read_string(ctx, aux + offset, prog->own_name, sizeof(prog->own_name));
	if (!prog->name[0])
		snprintf(prog->name, sizeof(prog->name), "%s", prog->own_name);
	if (pk_enum_name(ctx, "bpf_prog_type", prog->type, type, sizeof(type)) == PK_OK &&
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
	/* the list of programs of a trampoline that is being walked */
	uint64_t node_offset, func, trampoline, image;
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

/* From 6.0 a hook of security modules runs the programs of the task's cgroup through a program that the kernel
 * makes, in no list: __cgroup_bpf_run_lsm_sock() and its kin are its code. */
static bool is_shim(struct pk_collect *collect, uint64_t prog)
{
	uint64_t func = pk_collect_uint(collect, prog, PK_R_bpf_prog_func);
	struct pk_symbol symbol;

	return func && pk_symbol_at(collect->ctx, func, &symbol) == PK_OK &&
	       !strncmp(symbol.name, "__cgroup_bpf_run_lsm_", 21);
}

/* False: there is no room for more. */
static bool report_node(struct bpf *bpf, uint64_t node, const char *how)
{
	uint64_t addr = node_prog(bpf, node);
	struct pk_bpf_prog *prog = pk_collect_prog(bpf->collect, addr);
	struct pk_probe *probe;

	if (!prog && is_shim(bpf->collect, addr))
		return true;
	if (!prog) {
		pk_warn(bpf->collect->ctx,
			"bpf_trampoline %" PRIx64 ": a program missing from prog_idr",
			bpf->trampoline);
		return true;
	}
	probe = pk_collect_add_prog(bpf->collect, prog);
	if (!probe)
		return false;
	if (bpf->func)
		pk_collect_target(bpf->collect, probe, bpf->func);
	pk_collect_detail(probe, "%s, trampoline %" PRIx64, how, bpf->image);
	return true;
}

/* freplace: in place of a global function of another program. */
static void report_extension(struct bpf *bpf)
{
	struct pk_collect *collect = bpf->collect;
	uint64_t addr = pk_collect_uint(collect, bpf->trampoline, PK_R_bpf_trampoline_extension);
	struct pk_bpf_prog *prog = pk_collect_prog(collect, addr);
	struct pk_probe *probe = prog ? pk_collect_add_prog(collect, prog) : NULL;

	if (!probe)
		return;
	if (bpf->func)
		pk_collect_target(collect, probe, bpf->func);
	pk_collect_detail(probe, "freplace");
}

static void read_trampoline(struct bpf *bpf, uint64_t trampoline)
{
	static const char *const how[] = {"fentry", "fexit", "modify_return"};
	struct pk_collect *collect = bpf->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t progs, image;

	if (pk_row_offset(ctx, PK_R_bpf_trampoline_progs, &progs) != PK_OK)
		return;
	bpf->trampoline = trampoline;
	bpf->func = pk_collect_uint(collect, bpf->trampoline, PK_R_bpf_trampoline_addr);
	image = pk_collect_uint(collect, bpf->trampoline, PK_R_bpf_trampoline_image);
	bpf->image = pk_collect_uint(collect, image, PK_R_bpf_tramp_image_image);
	report_extension(bpf);
	for (unsigned i = 0; i < 3; i++) {
		struct pk_reader r = {.ctx = ctx};

		pk_hlist_for_each (node, &r, trampoline + progs + i * ctx->target->facts.word_size)
			if (!report_node(bpf, node, how[i]))
				break;
		if (!pk_ok(&r))
			pk_warn(ctx, "programs of bpf_trampoline %" PRIx64 ": %s", trampoline,
				pk_error(ctx));
	}
}

static void read_trampolines(struct bpf *bpf)
{
	struct pk_ctx *ctx = bpf->collect->ctx;
	uint64_t table = pk_collect_symbol(bpf->collect, PK_R_trampoline_table), link;
	enum pk_row_id row = pk_has(ctx, PK_R_bpf_aux_tramp_hlist)    ? PK_R_bpf_aux_tramp_hlist
			     : pk_has(ctx, PK_R_bpf_tramp_link_hlist) ? PK_R_bpf_tramp_link_hlist
								      : PK_R_bpf_tramp_node_hlist;

	if (!table || pk_row_offset(ctx, row, &bpf->node_offset) != PK_OK ||
	    pk_row_offset(ctx, PK_R_bpf_trampoline_hlist, &link) != PK_OK)
		return;
	for (unsigned i = 0; i < TRAMPOLINE_TABLE_SIZE && !bpf->collect->full; i++) {
		struct pk_reader r = {.ctx = ctx};

		pk_hlist_for_each (node, &r, table + i * ctx->target->facts.word_size) {
			read_trampoline(bpf, node - link);
			if (bpf->collect->full)
				break;
		}
		if (!pk_ok(&r))
			pk_warn(ctx, "trampoline_table[%u]: %s", i, pk_error(ctx));
	}
}

static const struct {
	const char *what;
	enum pk_status (*collect)(struct pk_collect *collect);
} places[] = {
	{"BPF links", pk_collect_bpf_links},
	{"BPF programs of cgroups", pk_collect_bpf_cgroups},
	{"BPF programs of devices", pk_collect_bpf_devices},
	{"BPF programs of namespaces", pk_collect_bpf_namespaces},
	{"BPF maps", pk_collect_bpf_maps},
	{"open files", pk_collect_bpf_files},
};

enum pk_status pk_collect_bpf(struct pk_collect *collect)
{
	struct bpf bpf = {.collect = collect};

	if (!collect->nr_progs)
		return PK_OK;
	read_trampolines(&bpf);
	for (size_t i = 0; i < PK_ARRAY_SIZE(places); i++) {
		enum pk_status status = places[i].collect(collect);

		/* Capsules of before these were read: the programs are there, "place not
		 * found". */
		if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
			pk_warn(collect->ctx, "%s: %s", places[i].what, pk_error(collect->ctx));
	}
	for (uint32_t i = 0; i < collect->nr_progs; i++) {
		struct pk_probe *probe;

		if (collect->progs[i].listed)
			continue;
		probe = pk_collect_add_prog(collect, &collect->progs[i]);
		if (!probe)
			break;
		pk_collect_detail(probe, "place not found");
	}
	/* Whose they are: the program of a BPF probe is its object. */
	for (uint32_t i = 0; i < collect->list->nr; i++) {
		struct pk_probe *probe = &collect->list->probes[i];
		const struct pk_bpf_prog *prog;

		if (probe->kind != PK_PROBE_BPF ||
		    !(prog = pk_collect_prog(collect, probe->object)))
			continue;
		if (prog->holder)
			pk_collect_detail(probe, "held by pid %d (%s)", prog->holder,
					  prog->holder_comm);
	}
	return PK_OK;
}
