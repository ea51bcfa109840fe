// SPDX-License-Identifier: GPL-3.0-or-later
/* What is set on functions and pids: filters, and commands on functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/trace/tracing.h"

/* Up to 3.13 there was one filter for all: it is listed with the top instance. */
static enum pk_status ops_of(struct pk_ctx *ctx, const struct pk_instance *instance,
			     uint64_t *ret_ops)
{
	enum pk_status status;

	if (!pk_has(ctx, PK_R_trace_array_ops) && pk_has(ctx, PK_R_ftrace_ops_filter_hash) &&
	    !instance->name[0])
		return pk_row_value(ctx, PK_R_setup_global_ops, ret_ops);
	status = pk_member_uint(ctx, instance->addr, PK_R_trace_array_ops, ret_ops);
	if (status == PK_OK && !*ret_ops)
		return pk_fail(ctx, PK_ABSENT, "the instance has no ftrace_ops");
	return status;
}

static enum pk_status hash_of(struct pk_ctx *ctx, const struct pk_instance *instance,
			      enum pk_func_file file, uint64_t *ret_hash)
{
	bool graph = file == PK_FUNC_GRAPH || file == PK_FUNC_GRAPH_NOTRACE;
	uint64_t ops, symbol;
	enum pk_status status;
	bool filter = file == PK_FUNC_FILTER;
	uint64_t hashes;

	if (graph) {
		status = pk_row_value(ctx,
				      file == PK_FUNC_GRAPH ? PK_R_probe_ftrace_graph_hash
							    : PK_R_probe_ftrace_graph_notrace_hash,
				      &symbol);
		return status == PK_OK ? pk_read_ptr(ctx, symbol, ret_hash) : status;
	}
	status = ops_of(ctx, instance, &ops);
	if (status != PK_OK)
		return status;
	/* The hash of OPS that FILE stands for: in the ops themselves up to 3.16. */
	if (pk_has(ctx, PK_R_ftrace_ops_filter_hash))
		return pk_member_uint(ctx, ops,
				      filter ? PK_R_ftrace_ops_filter_hash
					     : PK_R_ftrace_ops_notrace_hash,
				      ret_hash);
	status = pk_member_uint(ctx, ops, PK_R_ftrace_ops_func_hash, &hashes);
	if (status != PK_OK)
		return status;
	return pk_member_uint(ctx, hashes,
			      filter ? PK_R_ftrace_ops_hash_filter : PK_R_ftrace_ops_hash_notrace,
			      ret_hash);
}

enum pk_status pk_func_file_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				 enum pk_func_file file, struct pk_func_set *ret_set)
{
	static const char *const names[] = {"set_ftrace_filter", "set_ftrace_notrace",
					    "set_graph_function", "set_graph_notrace"};
	uint64_t hash;
	enum pk_status status = hash_of(ctx, instance, file, &hash);

	if (status == PK_OK)
		status = pk_func_set_read(ctx, hash, PK_FUNC_ALONE, ret_set);
	return status == PK_OK ? PK_OK : pk_wrap(ctx, status, "%s", names[file]);
}

struct probe_walk {
	struct pk_ctx *ctx;
	pk_func_probe_fn fn;
	void *arg;
	bool stopped;
};

/* Commands are known by their ops' symbols: traceoff_probe_ops, traceoff_count_probe_ops,
 * event_enable_probe_ops (whose command is enable_event), ... */
static void name_command(struct pk_ctx *ctx, uint64_t probe_ops, struct pk_func_probe *probe)
{
	static const char tail[] = "_probe_ops", counted[] = "_count";
	struct pk_symbol symbol;
	size_t len;

	if (pk_symbol_at(ctx, probe_ops, &symbol) != PK_OK || symbol.addr != probe_ops ||
	    (len = strlen(symbol.name)) <= strlen(tail) ||
	    strcmp(symbol.name + len - strlen(tail), tail)) {
		snprintf(probe->command, sizeof(probe->command), "0x%llx",
			 (unsigned long long)probe_ops);
		return;
	}
	len -= strlen(tail);
	if (len > strlen(counted) &&
	    !strncmp(symbol.name + len - strlen(counted), counted, strlen(counted))) {
		probe->limited = true;
		len -= strlen(counted);
	}
	if (!strncmp(symbol.name, "event_", 6))
		snprintf(probe->command, sizeof(probe->command), "%.*s_event", (int)(len - 6),
			 symbol.name + 6);
	else
		snprintf(probe->command, sizeof(probe->command), "%.*s", (int)len, symbol.name);
}

/* What is kept for each function: the count itself, or for commands that switch an event, a struct
 * event_probe_data {file, count, ..}, counted or not. */
static enum pk_status read_value(struct pk_ctx *ctx, uint64_t value, struct pk_func_probe *probe)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t file;

	probe->count = value;
	if (strcmp(probe->command, "enable_event") && strcmp(probe->command, "disable_event"))
		return PK_OK;
	file = pk_member(&r, value, PK_R_func_probe_event_file);
	probe->count = pk_member(&r, value, PK_R_func_probe_event_count);
	if (pk_ok(&r))
		pk_event_file_name(ctx, file, probe->event, sizeof(probe->event));
	return r.status;
}

static enum pk_status read_probe(struct probe_walk *walk, uint64_t addr)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_func_set functions = {0}, counts = {0};
	struct pk_func_probe probe = {0};
	uint64_t probe_ops, hashes, hash, data = 0;
	bool keeps;
	enum pk_status status;

	if ((status = pk_member_uint(ctx, addr, PK_R_ftrace_func_probe_probe_ops, &probe_ops)) !=
		    PK_OK ||
	    (status = pk_member_uint(ctx, addr, PK_R_func_probe_func_hash, &hashes)) != PK_OK ||
	    (status = pk_member_uint(ctx, hashes, PK_R_ftrace_ops_hash_filter, &hash)) != PK_OK ||
	    (status = pk_func_set_read(ctx, hash, PK_FUNC_ALONE, &functions)) != PK_OK)
		return status;
	name_command(ctx, probe_ops, &probe);
	keeps = probe.limited || strstr(probe.command, "_event");
	if (keeps)
		status = pk_member_uint(ctx, addr, PK_R_func_probe_data, &data);
	if (status == PK_OK && keeps)
		status = pk_func_set_read(ctx, data, PK_FUNC_MAPPED, &counts);
	for (uint32_t i = 0; status == PK_OK && i < functions.nr && !walk->stopped; i++) {
		int64_t index = pk_func_set_find(&counts, functions.ips[i]);

		probe.ip = functions.ips[i];
		probe.count = 0;
		if (index >= 0)
			status = read_value(ctx, counts.values[index], &probe);
		if (status != PK_OK)
			break;
		walk->stopped = !walk->fn(&probe, walk->arg);
	}
	pk_func_set_deinit(&functions);
	pk_func_set_deinit(&counts);
	return status;
}

/*
 * Up to 4.11 a command is on one function, and what it keeps is its own:
 *
 *   ftrace_func_hash[128] -> struct ftrace_func_probe { node, ops, ip, data }
 */
#define FUNC_HASH_SIZE 128 /* 1 << FTRACE_FUNC_HASH_BITS, a #define */

static void take_hashed(struct probe_walk *walk, uint64_t addr)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t probe_ops, data;
	struct pk_func_probe probe = {0};
	enum pk_status status;

	if ((status = pk_member_uint(ctx, addr, PK_R_ftrace_func_probe_ops, &probe_ops)) == PK_OK &&
	    (status = pk_member_uint(ctx, addr, PK_R_func_probe_ip, &probe.ip)) == PK_OK &&
	    (status = pk_member_uint(ctx, addr, PK_R_func_probe_data, &data)) == PK_OK) {
		name_command(ctx, probe_ops, &probe);
		if (probe.limited || strstr(probe.command, "_event"))
			status = read_value(ctx, data, &probe);
	}
	if (status != PK_OK)
		pk_warn(ctx, "function command %llx: %s", (unsigned long long)addr, pk_error(ctx));
	else
		walk->stopped = !walk->fn(&probe, walk->arg);
}

static enum pk_status walk_hash(struct probe_walk *walk)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t hash = pk_value(&r, PK_R_ftrace_func_hash);
	uint64_t link = pk_offset(&r, PK_R_func_probe_node);

	for (unsigned i = 0; pk_ok(&r) && i < FUNC_HASH_SIZE && !walk->stopped; i++) {
		struct pk_reader chain = {.ctx = ctx};

		pk_hlist_for_each (node, &chain, hash + i * ctx->target->facts.word_size) {
			take_hashed(walk, node - link);
			if (walk->stopped)
				break;
		}
		if (!pk_ok(&chain))
			pk_warn(ctx, "ftrace_func_hash[%u]: %s", i, pk_error(ctx));
	}
	return pk_ok(&r) ? PK_OK : pk_wrap(ctx, r.status, "commands on functions");
}

enum pk_status pk_func_probes_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				   pk_func_probe_fn fn, void *arg)
{
	struct probe_walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, link;

	if (!pk_has(ctx, PK_R_trace_array_func_probes) && pk_has(ctx, PK_R_ftrace_func_hash) &&
	    !instance->name[0])
		return walk_hash(&walk);
	head = pk_member_at(&r, instance->addr, PK_R_trace_array_func_probes);
	link = pk_offset(&r, PK_R_func_probe_list);
	/* not initialised where the instance has no function tracing */
	if (!pk_pointer(&r, head) && pk_ok(&r))
		return PK_OK;
	pk_list_for_each (node, &r, head) {
		if (read_probe(&walk, node - link) != PK_OK)
			pk_warn(ctx, "function command %llx: %s", (unsigned long long)(node - link),
				pk_error(ctx));
		if (walk.stopped)
			break;
	}
	return pk_ok(&r) ? PK_OK : pk_wrap(ctx, r.status, "commands on functions");
}

struct pids {
	struct pk_ctx *ctx;
	uint32_t *pids; /* owned */
	uint32_t nr, room;
};

static enum pk_status add_pid(struct pids *pids, uint64_t pid)
{
	if (pids->nr == PK_SETUP_MAX_PIDS)
		return pk_fail(pids->ctx, PK_CORRUPT, "more than %d pids", PK_SETUP_MAX_PIDS);
	if (!pk_grow(pids->pids, pids->nr, pids->room))
		return pk_fail(pids->ctx, PK_NOMEM, "%u pids", pids->nr);
	pids->pids[pids->nr++] = (uint32_t)pid;
	return PK_OK;
}

/* NR bits of memory at ADDR; the first one is pid FIRST. */
static enum pk_status add_bits(struct pids *pids, uint64_t addr, uint64_t nr, uint64_t first)
{
	uint64_t word = pids->ctx->target->facts.word_size, bits;
	enum pk_status status = PK_OK;

	for (uint64_t at = 0; status == PK_OK && at < nr; at += 8 * word) {
		status = pk_read_uint(pids->ctx, addr + at / 8, word, &bits);
		for (unsigned bit = 0; status == PK_OK && bit < 8 * word && at + bit < nr; bit++)
			if (bits >> bit & 1)
				status = add_pid(pids, first + at + bit);
	}
	return status;
}

#define PID_CHUNKS 256 /* UPPER1_SIZE, UPPER2_SIZE */
#define PID_BITS 16384 /* LOWER_SIZE: both have been these numbers since 5.16 */

static enum pk_status add_chunks(struct pids *pids, uint64_t upper)
{
	uint64_t word = pids->ctx->target->facts.word_size, chunk, lower;
	enum pk_status status = PK_OK;

	for (uint64_t i = 0; status == PK_OK && i < PID_CHUNKS; i++) {
		status = pk_read_ptr(pids->ctx, upper + i * word, &chunk);
		for (uint64_t k = 0; status == PK_OK && chunk && k < PID_CHUNKS; k++) {
			status = pk_read_ptr(pids->ctx, chunk + k * word, &lower);
			if (status == PK_OK && lower)
				status = add_bits(pids, lower, PID_BITS,
						  (i * PID_CHUNKS + k) * PID_BITS);
		}
	}
	return status;
}

enum pk_status pk_pid_file_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				enum pk_pid_file file, uint32_t **ret_pids, uint32_t *ret_nr)
{
	struct pk_reader r = {.ctx = ctx};
	static const enum pk_row_id members[] = {
		PK_R_trace_array_event_pids, PK_R_trace_array_event_no_pids,
		PK_R_trace_array_function_pids, PK_R_trace_array_function_no_pids};
	struct pids pids = {.ctx = ctx};
	uint64_t offset, max, bitmap;
	uint64_t list = pk_member(&r, instance->addr, members[file]);

	*ret_pids = NULL;
	*ret_nr = 0;
	if (!pk_ok(&r) || !list)
		return r.status;
	if (pk_has(ctx, PK_R_pid_list_upper)) {
		offset = pk_offset(&r, PK_R_pid_list_upper);
		pk_try(&r, add_chunks(&pids, list + offset));
	} else {
		max = pk_member(&r, list, PK_R_pid_list_max);
		bitmap = pk_member(&r, list, PK_R_pid_list_pids);
		if (pk_ok(&r) && max > 4u << 20) /* PID_MAX_LIMIT */
			r.status = pk_fail(ctx, PK_CORRUPT, "a pid list of %llu pids",
					   (unsigned long long)max);
		pk_try(&r, add_bits(&pids, bitmap, max, 0));
	}
	if (!pk_ok(&r)) {
		free(pids.pids);
		return pk_wrap(ctx, r.status, "pid filter");
	}
	*ret_pids = pids.pids;
	*ret_nr = pids.nr;
	return PK_OK;
}
