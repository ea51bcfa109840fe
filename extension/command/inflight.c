// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace inflight`: the calls that every CPU and task held open at the panic, with their packets. */
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "analysis/lives/packets.h"
#include "analysis/lives/same_packet.h"
#include "command/command.h"
#include "command/options.h"
#include "decode/net/skb/skb.h"
#include "decode/printk.h"
#include "decode/task/stack.h"
#include "decode/task/task.h"
#include "protocol/stage.h"
#include "render/out.h"
#include "render/views.h"

struct survey {
	struct pk_ctx *ctx;
	struct pk_out *out;
	struct pk_panic panic;
	uint64_t current[PK_MAX_CPUS]; /* task of each CPU */
	uint32_t nr_cpus;
	int only_cpu; /* -1: every one */
	bool verbose;
	struct pk_packet_set set; /* the trace's end, if ASKED */
	bool asked;
};

/* The id by which `last` knows the packet of SKB, if it had not ended; "" if none. */
static void packet_id(struct survey *survey, uint64_t skb, char *buf, size_t size)
{
	const struct pk_packet *packet;

	buf[0] = '\0';
	if (!survey->asked && pk_packets_last(survey->ctx, 1, NULL, &survey->set) != PK_OK)
		survey->set = (struct pk_packet_set){0};
	survey->asked = true;
	survey->ctx->last_boot = NULL; /* the stacks are of this boot */
	packet = pk_packet_at(survey->ctx, &survey->set, skb);
	if (packet && packet->outcome == PK_OUT_IN_FLIGHT)
		pk_packet_id(packet, buf, size);
}

/* NULL: none waits, or memory is out. */
static struct pk_busy_waiting *waiting_of(struct survey *survey,
					  const struct pk_stack_packet *packet)
{
	struct pk_busy_waiting *waiting =
		packet->nr_waiting ? calloc(packet->nr_waiting, sizeof(*waiting)) : NULL;

	for (uint32_t i = 0; waiting && i < packet->nr_waiting; i++) {
		packet_id(survey, packet->waiting[i].skb, waiting[i].id, sizeof(waiting[i].id));
		if (pk_skb_read(survey->ctx, packet->waiting[i].skb, &waiting[i].fields) != PK_OK)
			memset(&waiting[i].fields, 0, sizeof(waiting[i].fields));
		if (pk_symbol_at(survey->ctx, packet->waiting[i].func, &waiting[i].func) != PK_OK)
			strcpy(waiting[i].func.name, "?");
	}
	return waiting;
}

/* Each frame's function; false: none of them is on the path. */
static bool name_frames(struct pk_ctx *ctx, const struct pk_open_calls *calls,
			struct pk_symbol *funcs, bool *on_path)
{
	bool any = false;

	for (size_t i = 0; i < calls->nr; i++) {
		if (pk_symbol_at(ctx, calls->frames[i].func, &funcs[i]) != PK_OK)
			memset(&funcs[i], 0, sizeof(funcs[i]));
		on_path[i] = funcs[i].name[0] && pk_stage_is_path(ctx, funcs[i].name);
		any |= on_path[i];
	}
	return any;
}

static void show_calls(struct survey *survey, const struct pk_open_calls *calls,
		       const struct pk_stack_packet *packet, bool path_only)
{
	size_t room = calls->nr ? calls->nr : 1;
	struct pk_busy_waiting *waiting = NULL;
	struct pk_symbol *funcs = calloc(room, sizeof(*funcs));
	bool *on_path = calloc(room, sizeof(*on_path));
	enum pk_call_role *roles = calloc(room, sizeof(*roles));
	char id[48] = "";
	struct pk_busy busy = {.calls = calls,
			       .funcs = funcs,
			       .on_path = on_path,
			       .roles = roles,
			       .unfolded = survey->verbose,
			       .panic_known = survey->panic.found,
			       .panic_ns = survey->panic.ring_ns,
			       .packet = packet};

	if (funcs && on_path && roles &&
	    (name_frames(survey->ctx, calls, funcs, on_path) || !path_only)) {
		pk_call_roles(survey->ctx, calls, roles);
		if (packet) {
			packet_id(survey, packet->skb, id, sizeof(id));
			busy.packet_id = id[0] ? id : NULL;
			busy.waiting = waiting = waiting_of(survey, packet);
		}
		pk_render_busy(survey->out, &busy);
	}
	free(funcs);
	free(on_path);
	free(roles);
	free(waiting);
}

static void show_cpu(struct survey *survey, int cpu)
{
	struct pk_stack_packet packet;
	struct pk_open_calls calls;
	bool found;

	if (pk_open_calls_of_cpu(survey->ctx, cpu, &calls) != PK_OK) {
		pk_warn(survey->ctx, "%s", pk_error(survey->ctx));
		return;
	}
	survey->current[cpu] = calls.task.addr;
	found = pk_stack_packet_find(survey->ctx, cpu, pk_stage_is_path, &packet) == PK_OK;
	show_calls(survey, &calls, found ? &packet : NULL, false);
	pk_open_calls_deinit(&calls);
}

/* A task that waits in the middle of a packet's path. */
static void show_task(struct survey *survey, const struct pk_task *task)
{
	struct pk_open_calls calls;
	enum pk_status status;

	for (uint32_t cpu = 0; cpu < survey->nr_cpus; cpu++)
		if (survey->current[cpu] == task->addr)
			return;
	if (!task->pid)
		return; /* the idle task of a CPU that is not online */
	status = pk_open_calls_of_task(survey->ctx, task, &calls);
	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(survey->ctx, "%s", pk_error(survey->ctx));
	if (status != PK_OK)
		return;
	show_calls(survey, &calls, NULL, true);
	pk_open_calls_deinit(&calls);
}

/* CPUs that ever ran something: a possible CPU without a task is none of this machine's. */
static enum pk_status show_all(struct survey *survey)
{
	struct pk_cpumask present;
	struct pk_ctx *ctx = survey->ctx;
	struct pk_reader r = {.ctx = ctx};

	if (pk_cpumask_get(ctx, PK_CPUS_PRESENT, &present) != PK_OK)
		memset(&present, 0xff, sizeof(present));
	for (uint32_t cpu = 0; cpu < survey->nr_cpus; cpu++)
		if (pk_cpumask_test(&present, cpu) &&
		    (survey->only_cpu < 0 || survey->only_cpu == (int)cpu))
			show_cpu(survey, cpu);
	if (survey->only_cpu < 0)
		pk_task_for_each (task, &r) {
			show_task(survey, &task);
			if (survey->out->failed)
				break;
		}
	return r.status;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	const char *cpu_text = NULL;
	bool json = false, verbose = false;
	const struct pk_option options[] = {{'j', "json", .set = &json},
					    {'v', "verbose", .set = &verbose},
					    {'c', "cpu", .value = &cpu_text},
					    {0}};
	uint64_t cpu;
	int only_cpu = -1;
	struct survey *survey;
	struct pk_out out;
	enum pk_status status;
	bool failed;

	if (pk_options_read(argc, argv, options, 0, pk_complaints(ctx, fp)))
		return 2;
	if (cpu_text && (!pk_parse_uint(cpu_text, PK_MAX_CPUS - 1, &cpu) ||
			 cpu >= ctx->target->facts.nr_cpu_ids))
		return pk_misuse(pk_complaints(ctx, fp), argv[0],
				 "no CPU \"%s\"; there are: 0 to %u", cpu_text,
				 ctx->target->facts.nr_cpu_ids - 1);
	if (cpu_text)
		only_cpu = (int)cpu;
	survey = calloc(1, sizeof(*survey));
	if (!survey)
		return pk_failure(ctx, fp, "inflight", pk_fail(ctx, PK_NOMEM, "out of memory"));
	pk_output_begin(ctx, &out, fp, json);
	survey->ctx = ctx;
	survey->out = &out;
	survey->only_cpu = only_cpu;
	survey->verbose = verbose;
	survey->nr_cpus = ctx->target->facts.nr_cpu_ids;
	if (survey->nr_cpus > PK_MAX_CPUS)
		survey->nr_cpus = PK_MAX_CPUS;
	if (pk_panic_find(ctx, &survey->panic) != PK_OK)
		survey->panic.found = false;
	status = show_all(survey);
	pk_out_text(&out,
		    "*: on a packet's path; !: where an interrupt stopped it; ~: folded (-v)\n");
	pk_packet_set_deinit(&survey->set);
	free(survey);
	failed = out.failed;
	pk_out_deinit(&out);
	return status != PK_OK ? pk_failure(ctx, fp, "inflight", status) : failed;
}

static const char *const recorded_inflight[] = {"", "-P all", NULL};

const struct pk_subcommand pk_subcommand_inflight = {
	.name = "inflight",
	.usage = "[-i INSTANCE] [-P LIST] [-j] [-v] [-c CPU]",
	.summary = "what every CPU and task had open at the panic",
	.run = run,
	.of_packets = true,
	.recorded = recorded_inflight,
};
