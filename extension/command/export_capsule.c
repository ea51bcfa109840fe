// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A capsule is made by running every command and export, with the options that it names for this
 * (struct pk_subcommand), against a recorder, with the output thrown away: whatever it asks for is then in the file.
 * To that come the counts of every trace buffer, and the layout table whole.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/judges.h"
#include "analysis/lives/packets.h"
#include "command/command.h"
#include "command/export.h"

#include "core/kit.h"
#include "core/printable.h"
#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"
#include "decode/trace/clock.h"
#include "decode/trace/ring_buffer.h"
#include "target/capsule/record.h"

#define MAX_WORDS 10
#define MAX_LINE 128
#define MAX_LINEAR (1u << 16) /* bytes of an skb's linear data: more is no skb */
#define MAX_PAYLOAD_SKBS 65536

/* `probes FUNC` for those that people ask about, whether or not anything is on them; each protocol has more. */
static const char *const functions[] = {
	"__netif_receive_skb_core",
	"napi_gro_receive",
	"ip_rcv",
	"ipv6_rcv",
	"ip_queue_xmit",
	"__ip_queue_xmit",
	"inet6_csk_xmit",
	"ip_output",
	"ip6_output",
	"__dev_queue_xmit",
	"dev_hard_start_xmit",
	"nf_hook_slow",
	"kfree_skb",
	"kfree_skb_reason",
	"__kfree_skb",
	NULL,
};

/* --- trace buffers --------------------------------------------------------------------------------- */

static void record_instance(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	for (int snapshot = 0; snapshot <= instance->has_snapshot; snapshot++) {
		struct pk_trace *trace;
		struct pk_cpu_stats stats;
		uint64_t value;

		if (snapshot)
			(void)!pk_instance_snapshot_time(ctx, instance, &value);
		if (pk_trace_open(ctx, instance, snapshot, &trace) != PK_OK)
			continue;
		for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(trace); cpu++) {
			(void)!pk_trace_stats(trace, cpu, &stats);
			(void)!pk_instance_skipped(ctx, instance, snapshot, (int)cpu, &value);
		}
		pk_trace_close(trace);
	}
}

/* --- payload, when asked for ------------------------------------------------------------------------ */

struct addresses {
	uint64_t *addrs; /* owned */
	size_t nr, room;
};

static bool remember_skb(uint64_t skb, enum pk_sock_queue queue, void *arg)
{
	struct addresses *list = arg;

	(void)queue;
	if (list->nr == MAX_PAYLOAD_SKBS || !pk_grow(list->addrs, list->nr, list->room))
		return false;
	list->addrs[list->nr++] = skb;
	return true;
}

struct payload {
	struct pk_ctx *ctx;
	struct addresses skbs;
};

static bool remember_queued(const struct pk_sock *sock, void *arg)
{
	struct payload *payload = arg;

	for (int queue = 0; sock->kind == PK_SOCK_FULL && queue < PK_NR_SOCK_QUEUES; queue++)
		(void)!pk_sock_queue_walk(payload->ctx, sock, queue, remember_skb, &payload->skbs);
	return true;
}

/* The linear data of every skb that a socket has queued. */
static void record_payload(struct pk_ctx *ctx)
{
	struct payload payload = {.ctx = ctx};

	(void)!pk_socks_walk(ctx, remember_queued, &payload);
	for (size_t i = 0; i < payload.skbs.nr; i++) {
		uint64_t addr = payload.skbs.addrs[i];
		static const uint32_t piece = 256;
		uint8_t scratch[256];
		struct pk_skb skb;

		if (pk_skb_read(ctx, addr, &skb) != PK_OK || skb.end > MAX_LINEAR)
			continue;
		for (uint32_t at = 0; at < skb.end; at += piece)
			(void)!pk_read(ctx, skb.head + at, scratch,
				       skb.end - at < piece ? skb.end - at : piece);
	}
	free(payload.skbs.addrs);
}

/* --- commands ----------------------------------------------------------------------------------------- */

/* One recording: a context of its own, since what the session has cached would not be asked again. */
struct recording {
	struct pk_ctx *ctx;
	const struct pk_commands *commands;
	FILE *null;
	bool redact;
	struct pk_target *inner; /* that is recorded */
	uint64_t nr; /* commands so far */
};

/* OPTIONS are words with blanks between them. */
static void record_command(struct recording *recording, const char *name, const char *options)
{
	char line[MAX_LINE], *argv[MAX_WORDS + 1] = {(char *)"pkttrace"}, *rest = line;
	int argc = 1;

	snprintf(line, sizeof(line), "%s %s", name, options);
	while (argc < MAX_WORDS && (argv[argc] = strtok_r(rest, " ", &rest)))
		argc++;
	argv[argc] = NULL;
	if (recording->ctx->progress)
		recording->ctx->progress("commands recorded", ++recording->nr);
	pk_recorder_source(recording->ctx->target, name);
	recording->commands->run(recording->ctx, argc, argv, recording->null);
}

/* Without a name, a command takes the instance that holds most: what each of the others holds is asked too. */
static void record_of_instance(struct recording *recording, const struct pk_instance *instance)
{
	const struct pk_subcommand *sub;
	char options[MAX_LINE];

	for (unsigned i = 0; (sub = recording->commands->list[i]); i++)
		for (const char *const *line = sub->recorded; sub->of_packets && *line; line++) {
			snprintf(options, sizeof(options), "--instance=%s %s", instance->name,
				 *line);
			record_command(recording, sub->name, options);
		}
}

static void record_functions(struct recording *recording, const char *const *names)
{
	for (; names && *names; names++)
		record_command(recording, "probes", *names);
}

static void record_lines(struct recording *recording, const struct pk_subcommand *sub)
{
	if (recording->redact && sub->unredacted)
		return;
	for (const char *const *line = sub->recorded; *line; line++)
		record_command(recording, sub->name, *line);
}

static unsigned long unanswered(const struct recording *recording)
{
	bool older;

	if (!recording->inner->ops->unanswered)
		return 0;
	return recording->inner->ops->unanswered(recording->inner, &older);
}

/* False: this is a capsule that was made without payload, and a capsule of it cannot have any. */
static bool record_all(struct recording *recording, bool payload)
{
	struct pk_ctx *ctx = recording->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t wall;
	const struct pk_subcommand *sub;
	struct pk_instance usual; /* that commands without a name have asked */
	bool usual_known;
	char options[MAX_LINE];

	pk_recorder_source(ctx->target, "layout");
	pk_layout_warm(ctx, NULL);
	pk_recorder_source(ctx->target, "trace buffers");
	pk_instance_for_each (instance, &r)
		record_instance(ctx, &instance);
	(void)!pk_wall_clock(ctx, &wall); /* a page has it, also where no packet needs it */
	/* Every packet first: the others' windows are of those that are kept then
	 * (pk_packets_keep()). */
	record_lines(recording, &pk_subcommand_last);
	for (unsigned i = 0; (sub = recording->commands->list[i]); i++)
		if (sub != &pk_subcommand_last)
			record_lines(recording, sub);
	for (uint32_t cpu = 0; cpu < recording->ctx->target->facts.nr_cpu_ids; cpu++) {
		snprintf(options, sizeof(options), "-F trace_stat/function%u", cpu);
		record_command(recording, "tracers", options);
	}
	pk_recorder_source(ctx->target, "verdicts");
	if (!recording->redact) /* it would name who is in no other answer */
		pk_judges_ask(ctx);
	record_functions(recording, functions);
	for (int i = 0; pk_protocols[i]; i++)
		record_functions(recording, pk_protocols[i]->asked);
	usual_known = pk_packets_instance(ctx, &usual) == PK_OK;
	pk_instance_for_each (instance, &r)
		if (!usual_known || instance.addr != usual.addr)
			record_of_instance(recording, &instance);
	if (!payload)
		return true;
	pk_recorder_source(ctx->target, "payload");
	(void)unanswered(recording);
	record_payload(ctx);
	return !unanswered(recording);
}

static enum pk_status write_capsule(struct pk_ctx *ctx, struct pk_target *recorder,
				    const struct pk_export_options *options, FILE *fp, FILE *log)
{
	uint64_t bytes, answers;
	char error[256];
	enum pk_status status = pk_recorder_write(recorder, options->payload, options->level, fp,
						  error, sizeof(error));

	if (status != PK_OK)
		return pk_fail(ctx, status, "capsule: %s", error);
	pk_recorder_totals(recorder, &bytes, &answers);
	pk_print(log, "%llu bytes of memory, %llu other answers\n", (unsigned long long)bytes,
		 (unsigned long long)answers);
	return PK_OK;
}

static enum pk_status run(struct pk_ctx *ctx, const struct pk_export_options *options, FILE *fp,
			  FILE *log)
{
	struct pk_target *recorder = pk_recorder_create(ctx->target);
	struct recording recording = {.ctx = malloc(sizeof(*recording.ctx)),
				      .null = fopen("/dev/null", "w"),
				      .commands = ctx->commands,
				      .redact = options->redact,
				      .inner = ctx->target};
	enum pk_status status;

	if (recorder && recording.ctx && recording.null) {
		pk_ctx_init(recording.ctx, recorder);
		recording.ctx->progress = ctx->progress;
		recording.ctx->screen.unseen = true;
		pk_packets_keep(recording.ctx);
		status = record_all(&recording, options->payload)
				 ? write_capsule(ctx, recorder, options, fp, log)
				 : pk_fail(ctx, PK_NOT_CAPTURED,
					   "packet payload is not captured in this capsule");
		pk_ctx_deinit(recording.ctx);
	} else {
		status = pk_fail(ctx, recording.null ? PK_NOMEM : PK_IO, "capsule: %s",
				 recording.null ? "out of memory" : "/dev/null cannot be opened");
	}
	if (recording.null)
		fclose(recording.null);
	free(recording.ctx);
	if (recorder)
		pk_recorder_destroy(recorder);
	return status;
}

const struct pk_exporter pk_export_capsule = {
	.type = "capsule",
	.summary = "everything that the commands read, to open with the standalone pkttrace",
	.holds = "kernel memory: the whole trace, packet headers, sockets, stacks and the kernel "
		 "log, with addresses, ports and names; payload where an event recorded some",
	.payload = ", and that of the packets on sockets' queues",
	.run = run,
};
