// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace` alone: the verdict, on one screen. */
#include <stdlib.h>
#include <string.h>

#include "analysis/packets.h"
#include "analysis/probe_path.h"
#include "protocol/stage.h"
#include "command/command.h"
#include "command/options.h"
#include "decode/trace/event_format.h"
#include "decode/probe/probe.h"
#include "decode/trace/ring_buffer.h"
#include "decode/task/stack_packet.h"
#include "decode/task/task.h"
#include "render/out.h"
#include "render/packet.h"
#include "render/probes.h"

#define SHOWN_ABNORMAL 5 /* packets */
#define SHOWN_PROBES 6

struct verdict {
	struct pk_ctx *ctx;
	struct pk_instance top;
	bool has_trace; /* the kernel has tracing, TOP is filled */
	struct pk_trace *trace; /* NULL: buffers never used, or none */
	struct pk_packet_set set;
	struct pk_packet_tally tally; /* of SET */
	const struct pk_probe_list *probes; /* NULL: could not be listed */
	struct pk_probe_totals totals;
	struct pk_task task; /* on the panicking CPU */
	bool task_known;
	struct pk_stack_packet stack;
	bool stack_known;
	uint32_t after_panic; /* of TALLY's packets */
	char off_reason[160];
};

static const struct pk_packet *last_on_panic_cpu(const struct verdict *verdict)
{
	const struct pk_packet_set *set = &verdict->set;

	for (uint32_t i = set->nr; i-- > 0;) {
		const struct pk_trail *trail = &set->packets[i]->trail;

		for (uint32_t j = 0;
		     j < trail->nr_pieces && !pk_packet_after_panic(set, set->packets[i]); j++)
			if (trail->pieces[j].cpu == set->panic_cpu)
				return set->packets[i];
	}
	return NULL;
}

static bool is_oops(const char *reason)
{
	return !strncmp(reason, "BUG:", 4) || strstr(reason, "Oops") ||
	       strstr(reason, "general protection") || strstr(reason, "Unable to handle") ||
	       strstr(reason, "NULL pointer");
}

static bool has_traceoff(const struct verdict *verdict)
{
	for (uint32_t i = 0; verdict->probes && i < verdict->probes->nr; i++)
		if (strstr(verdict->probes->probes[i].owner, "traceoff"))
			return true;
	return false;
}

/* Why tracing was off, from what was going on when its newest event was written. */
static void find_off_reason(struct verdict *verdict)
{
	const struct pk_packet_set *set = &verdict->set;
	char *text = verdict->off_reason;
	size_t size = sizeof(verdict->off_reason);

	if (!verdict->has_trace || verdict->top.tracing_on)
		return;
	if (!set->events)
		snprintf(text, size, "%s",
			 verdict->ctx->nr_missing ? "off; what it recorded could not be read"
						  : "off, and nothing was ever recorded");
	else if (set->ran_until_panic && is_oops(set->panic.reason))
		snprintf(text, size, "the oops turned it off");
	else if (set->ran_until_panic && has_traceoff(verdict))
		snprintf(text, size, "a traceoff trigger turned it off at the panic");
	else if (set->ran_until_panic)
		snprintf(text, size, "turned off at about the time of the panic");
	else if (set->panic_known)
		snprintf(text, size,
			 "turned off %.3f s before the panic (by a user, a trigger, a WARN or an "
			 "earlier oops)",
			 (set->panic_ns - set->newest_ns) / 1e9);
	else
		snprintf(text, size, "turned off before the panic, it is not known when");
}

static enum pk_status gather(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;
	enum pk_status status = pk_packets_recent(ctx, PK_SUMMARY_PAGES, &verdict->set);

	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(ctx, "packets: %s", ctx->error);
	if (status != PK_OK) {
		verdict->set.panic_cpu = -1;
		if (pk_panic_cpu(ctx, &verdict->set.panic_cpu) != PK_OK)
			verdict->set.panic_cpu = -1;
		if (pk_panic_find(ctx, &verdict->set.panic) != PK_OK)
			verdict->set.panic.found = false;
	}
	for (uint32_t i = verdict->set.from_memory; i < verdict->set.nr; i++) {
		pk_packet_tally_add(&verdict->tally, verdict->set.packets[i]);
		verdict->after_panic +=
			pk_packet_after_panic(&verdict->set, verdict->set.packets[i]);
	}
	verdict->has_trace = pk_packets_instance(ctx, &verdict->top) == PK_OK;
	if (verdict->has_trace && verdict->top.expanded &&
	    pk_trace_open(ctx, &verdict->top, false, &verdict->trace) != PK_OK) {
		pk_warn(ctx, "trace: %s", ctx->error);
		verdict->trace = NULL;
	}
	if (pk_probes_load(ctx, &verdict->probes) == PK_OK)
		verdict->totals = pk_probe_totals(ctx, verdict->probes);
	else
		verdict->probes = NULL;
	if (verdict->set.panic_cpu >= 0) {
		int cpu = verdict->set.panic_cpu;

		verdict->task_known = pk_cpu_task(ctx, cpu, &verdict->task) == PK_OK;
		verdict->stack_known =
			pk_stack_packet_find(ctx, cpu, pk_stage_is_path, &verdict->stack) == PK_OK;
	}
	find_off_reason(verdict);
	return PK_OK;
}

/* Text. */

static void say_death(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	const struct pk_panic *panic = &verdict->set.panic;
	char id[64], detail[PK_DETAIL_MAX];

	pk_out_text(out, "  KERNEL: %s (%s)\n", verdict->ctx->target->facts.release,
		    verdict->ctx->target->facts.machine);
	pk_out_text(out, "   PANIC: %s\n",
		    panic->found ? panic->reason : "no panic in the kernel's log");
	/* What panic() was called from says more than the instruction that an interrupt had stopped. */
	if (panic->ip_text[0] &&
	    (is_oops(panic->reason) || strncmp(panic->reason, "Kernel panic", 12)))
		pk_out_text(out, "      IP: %s\n", panic->ip_text);
	if (verdict->set.panic_cpu < 0)
		pk_out_text(out, "     CPU: not known\n");
	else if (verdict->task_known)
		pk_out_text(out, "     CPU: %d  PID: %d  TASK: %llx  COMMAND: \"%.16s\"\n",
			    verdict->set.panic_cpu, verdict->task.pid,
			    (unsigned long long)verdict->task.addr, verdict->task.comm);
	else
		pk_out_text(out, "     CPU: %d  its task could not be read\n",
			    verdict->set.panic_cpu);
	if (packet)
		pk_out_text(out, "  PACKET: %s #%s, %s\n",
			    verdict->set.panic_cpu < 0 ? "in flight:" : "it was handling",
			    pk_packet_id(packet, id, sizeof(id)),
			    pk_packet_detail(packet, detail, sizeof(detail)));
	else if (verdict->stack_known)
		pk_out_text(
			out,
			"  PACKET: it was in %s, a function that handles packets; which one is not "
			"known\n",
			verdict->stack.func.name);
	else
		pk_out_text(out, "  PACKET: it was not handling one\n");
}

static void say_trace(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet_set *set = &verdict->set;
	const struct pk_instance *top = &verdict->top;

	if (!verdict->has_trace) {
		pk_out_text(
			out,
			"   TRACE: this kernel has no ring-buffer tracing, or it cannot be read\n");
		return;
	}
	pk_out_text(out, "   TRACE: %s%s%stracer %s, clock %s, ", top->name[0] ? "instance " : "",
		    top->name, top->name[0] ? " (the top one holds nothing), " : "", top->tracer,
		    top->clock);
	if (!top->expanded || !set->events) {
		pk_out_text(out, top->expanded && verdict->ctx->nr_missing
					 ? "no event could be read: the dump lacks pages, perhaps "
					   "of its buffers\n"
					 : "nothing recorded: nobody had armed it\n");
		return;
	}
	pk_out_text(out, "%s\n", top->tracing_on ? "on until the end" : verdict->off_reason);
	if (!strcmp(top->clock, "local") || !strcmp(top->clock, "x86-tsc"))
		pk_out_text(out,
			    "          stamps of different CPUs may be skewed on this clock\n");
	if (set->panic_known && set->newest_ns < set->panic_ns)
		pk_out_text(out, "          newest event %.6f s before the panic\n",
			    (set->panic_ns - set->newest_ns) / 1e9);
	else if (set->panic_known)
		pk_out_text(out, "          newest event %.6f s after the panic began\n",
			    (set->newest_ns - set->panic_ns) / 1e9);
	else
		pk_out_text(out,
			    "          how old the newest event was is not known on this clock%s\n",
			    set->in_ticks ? ": ages are in its ticks" : "");
}

static void say_last(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	struct pk_packet_style style = {.set = &verdict->set, .probes = verdict->probes};

	if (!packet)
		packet = last_on_panic_cpu(verdict);
	if (!packet)
		return;
	pk_out_text(out, "\nThe panicking CPU's last packet:\n");
	pk_render_packet_heading(out, &style);
	pk_render_packet(out, verdict->ctx, &style, packet, NULL);
}

/* The newest packets of the trace that did not end well, newest last; at most SHOWN_ABNORMAL. What memory alone
 * knows of waits in a queue: flows has it. */
static uint32_t find_abnormal(const struct verdict *verdict,
			      const struct pk_packet *found[SHOWN_ABNORMAL])
{
	const struct pk_packet_set *set = &verdict->set;
	uint32_t nr = 0;

	for (uint32_t i = set->nr; i-- > set->from_memory && nr < SHOWN_ABNORMAL;)
		if (pk_outcome_abnormal(set->packets[i]) &&
		    !pk_packet_after_panic(set, set->packets[i]))
			found[nr++] = set->packets[i];
	for (uint32_t i = 0; i < nr / 2; i++) {
		const struct pk_packet *other = found[i];

		found[i] = found[nr - 1 - i];
		found[nr - 1 - i] = other;
	}
	return nr;
}

static void say_abnormal(struct verdict *verdict, struct pk_out *out)
{
	struct pk_packet_style style = {.set = &verdict->set, .probes = verdict->probes};
	const struct pk_packet *found[SHOWN_ABNORMAL];
	uint32_t nr = find_abnormal(verdict, found);
	char detail[PK_DETAIL_MAX];

	if (!nr)
		return;
	pk_out_text(out, "\nThe last that did not end well, and why:\n");
	for (uint32_t i = 0; i < nr; i++) {
		pk_render_packet(out, verdict->ctx, &style, found[i], NULL);
		pk_out_text(out, "        %s\n",
			    pk_packet_detail(found[i], detail, sizeof(detail)));
	}
}

static void json_abnormal(const struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet *found[SHOWN_ABNORMAL];
	uint32_t nr = find_abnormal(verdict, found);
	char id[48], detail[PK_DETAIL_MAX];

	pk_out_array_begin(out, "abnormal");
	for (uint32_t i = 0; i < nr; i++) {
		pk_out_object_begin(out, NULL);
		pk_out_str(out, "id", NULL, pk_packet_id(found[i], id, sizeof(id)));
		pk_out_str(out, "outcome", NULL, pk_outcome_name(found[i]->outcome));
		pk_out_str(out, "outcome_detail", NULL,
			   found[i]->detail && found[i]->detail[0]
				   ? pk_packet_detail(found[i], detail, sizeof(detail))
				   : NULL);
		pk_out_bool(out, "retransmit", found[i]->retransmit);
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

static const char *hook_owner(const struct pk_probe *probe)
{
	const char *holder = probe->kind == PK_PROBE_BPF ? strstr(probe->detail, "held by ") : NULL;

	return holder ? holder : probe->owner[0] ? probe->owner : probe->detail;
}

static void say_hook(struct pk_out *out, const struct pk_probe *probe)
{
	char target[160];

	pk_out_text(out, "  %-11s %-32s %s%s%s%s  %s\n", pk_probe_kind_name(probe->kind),
		    pk_probe_target_text(probe, target, sizeof(target)), probe->handler_name,
		    probe->module[0] ? " [" : "", probe->module, probe->module[0] ? "]" : "",
		    hook_owner(probe));
}

static void say_more(struct pk_out *out, uint32_t more)
{
	if (more)
		pk_out_text(out, "  and %u more: pkttrace probes\n", more);
}

/* What this kernel was not built with. */
static void say_foreign(struct verdict *verdict, struct pk_out *out)
{
	uint32_t nr = 0;

	pk_out_text(out, "\nOut-of-tree hooks on the TCP path:");
	for (uint32_t i = 0; i < verdict->probes->nr; i++) {
		const struct pk_probe *probe = &verdict->probes->probes[i];

		if (!probe->foreign || probe->machinery || !pk_probe_on_path(verdict->ctx, probe))
			continue;
		if (nr++ < SHOWN_PROBES) {
			if (nr == 1)
				pk_out_text(out, "\n");
			say_hook(out, probe);
		}
	}
	if (!nr)
		pk_out_text(out, " none\n");
	say_more(out, nr > SHOWN_PROBES ? nr - SHOWN_PROBES : 0);
}

#define ARMED_HEADING "\nArmed on the TCP path:\n"

/* What somebody armed on the TCP path through the kernel's own tracing. */
struct armed {
	struct pk_out *out;
	uint32_t nr; /* of a user's; shown so far */
	uint32_t script, events; /* of pkttrace-arm; of the kernel's own */
};

static void show_armed(struct armed *armed, const char *kind, const char *target, const char *owner)
{
	struct pk_out *out = armed->out;

	pk_out_object_begin(out, NULL);
	if (!armed->nr)
		pk_out_text(out, ARMED_HEADING);
	if (armed->nr < SHOWN_PROBES)
		pk_out_text(out, "  %-11s %-32s %s\n", kind, target, owner);
	pk_out_str(out, "kind", NULL, kind);
	pk_out_str(out, "target", NULL, target);
	pk_out_str(out, "owner", NULL, owner);
	pk_out_object_end(out);
	armed->nr++;
}

/* They sit behind the events, and are no probes of the list. */
static void show_event_probes(struct verdict *verdict, struct armed *armed)
{
	const struct pk_formats *formats;
	char owner[160];

	if (pk_formats_load(verdict->ctx, &formats) != PK_OK)
		return;
	for (uint32_t i = 0; i < pk_formats_nr(formats); i++) {
		const struct pk_format *format = pk_formats_at(formats, i);

		if (format->kind != PK_FORMAT_EPROBE || !format->probe_symbol ||
		    !pk_event_on_path(format->probe_symbol))
			continue;
		snprintf(owner, sizeof(owner), "trace event %.60s/%.60s", format->system,
			 format->name);
		if (pk_probe_is_ours(owner))
			armed->script++;
		else
			show_armed(armed, "eprobe", format->probe_symbol, owner);
	}
}

static struct armed each_armed(struct verdict *verdict, struct pk_out *out)
{
	struct armed armed = {.out = out};
	char target[160];

	for (uint32_t i = 0; i < verdict->probes->nr; i++) {
		const struct pk_probe *probe = &verdict->probes->probes[i];
		enum pk_probe_armer armer = pk_probe_armer(verdict->ctx, probe);

		armed.script += armer == PK_ARMED_BY_SCRIPT;
		armed.events += armer == PK_ARMED_EVENT;
		if (armer == PK_ARMED_BY_USER)
			show_armed(&armed, pk_probe_kind_name(probe->kind),
				   pk_probe_target_text(probe, target, sizeof(target)),
				   probe->owner);
	}
	show_event_probes(verdict, &armed);
	return armed;
}

static void say_armed(struct verdict *verdict, struct pk_out *out)
{
	struct armed armed = each_armed(verdict, out);

	say_more(out, armed.nr > SHOWN_PROBES ? armed.nr - SHOWN_PROBES : 0);
	if (!armed.script && !armed.events)
		return;
	if (!armed.nr)
		pk_out_text(out, ARMED_HEADING);
	pk_out_text(out, "  ");
	if (armed.script)
		pk_out_text(out, "pkttrace-arm: %u probe%s%s", armed.script,
			    armed.script == 1 ? "" : "s", armed.events ? "; " : "");
	if (armed.events)
		pk_out_text(out, "%u trace event%s of the kernel", armed.events,
			    armed.events == 1 ? "" : "s");
	pk_out_text(out, "\n");
}

static void say_hooks(struct verdict *verdict, struct pk_out *out)
{
	if (!verdict->probes) {
		pk_out_text(out, "\nHooks: could not be listed\n");
		return;
	}
	say_foreign(verdict, out);
	say_armed(verdict, out);
}

static void say_counts(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet_set *set = &verdict->set;
	const struct pk_packet_tally *tally = &verdict->tally;

	pk_out_text(out, "\n");
	if (verdict->trace)
		pk_out_text(out, "%5s %10s %10s %10s\n", "CPU", "EVENTS", "OVERRUN", "DROPPED");
	for (uint32_t cpu = 0; verdict->trace && cpu < pk_trace_nr_cpus(verdict->trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_stats(verdict->trace, (int)cpu, &stats) != PK_OK)
			continue;
		if (!stats.readable)
			pk_out_text(out, "%5u %s\n", cpu, pk_status_name(stats.status));
		else
			pk_out_text(out, "%5u %10llu %10llu %10llu\n", cpu,
				    (unsigned long long)stats.entries,
				    (unsigned long long)stats.overrun,
				    (unsigned long long)stats.dropped);
	}
	if (set->complete_since && set->panic_known && set->complete_since < set->panic_ns)
		pk_out_text(out, "every CPU's trace is whole from T-%.6f on\n",
			    (set->panic_ns - set->complete_since) / 1e9);
	pk_out_text(out,
		    "TCP packets%s: %u received, %u sent, %u in flight, %u that did not end well",
		    set->whole || !set->events ? "" : " in the newest part of the trace", tally->rx,
		    tally->packets - tally->rx, tally->in_flight, tally->abnormal);
	pk_out_text(out, tally->unknown ? ", %u of unknown end\n" : "\n", tally->unknown);
	if (verdict->after_panic)
		pk_out_text(out, "%u of them came after the panic: pkttrace last --after-panic\n",
			    verdict->after_panic);
	if (set->from_memory)
		pk_out_text(out, "TCP packets that memory alone knows of, on queues: %u\n",
			    set->from_memory);
	if (set->undecided_rx || set->undecided_tx)
		pk_out_text(out,
			    "more that may be TCP: %u received, %u sent (neither a function graph "
			    "nor a "
			    "probe names their protocol)\n",
			    set->undecided_rx, set->undecided_tx);
	if (tally->packets) {
		pk_out_text(out, "identity (addresses):");
		pk_render_identities(out, tally->of_identity);
		pk_out_text(out, "; pointer (sk_buff):");
		pk_render_identities(out, tally->of_pointer);
		pk_out_text(out, "\n");
	}
	if (verdict->probes)
		pk_out_text(out, "probes: %u, on the TCP path %u\n", verdict->totals.probes,
			    verdict->totals.on_path);
}

static void say_next(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	char id[64];

	pk_out_text(out, "\nNext: ");
	if (packet)
		pk_out_text(out, "pkttrace show %s   (the packet it died with)\n",
			    pk_packet_id(packet, id, sizeof(id)));
	else if (verdict->set.nr)
		pk_out_text(out, "pkttrace last   (the last packets and how they ended)\n");
	else
		pk_out_text(out,
			    "pkttrace flows -v   (connections and what stood in their queues)\n");
}

/* JSON. */

static void json_cpus(struct verdict *verdict, struct pk_out *out)
{
	pk_out_array_begin(out, "cpus");
	for (uint32_t cpu = 0; verdict->trace && cpu < pk_trace_nr_cpus(verdict->trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_stats(verdict->trace, (int)cpu, &stats) != PK_OK)
			continue;
		pk_out_object_begin(out, NULL);
		pk_out_uint(out, "cpu", NULL, cpu);
		if (stats.readable) {
			pk_out_uint(out, "held", NULL, stats.entries);
			pk_out_uint(out, "overrun", NULL, stats.overrun);
			pk_out_uint(out, "commit_overrun", NULL, stats.commit_overrun);
			pk_out_uint(out, "dropped", NULL, stats.dropped);
		} else {
			pk_out_null(out, "held");
			pk_out_null(out, "overrun");
			pk_out_null(out, "commit_overrun");
			pk_out_null(out, "dropped");
		}
		pk_out_str(out, "notes", NULL,
			   stats.readable ? NULL : pk_status_name(stats.status));
		if (stats.readable && stats.oldest_known)
			pk_out_ns(out, "oldest_ns", NULL, stats.oldest_ns);
		else
			pk_out_null(out, "oldest_ns");
		if (stats.readable && stats.newest_known)
			pk_out_ns(out, "newest_ns", NULL, stats.newest_ns);
		else
			pk_out_null(out, "newest_ns");
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

static void json_panic(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	const struct pk_packet_set *set = &verdict->set;
	char id[64];

	pk_out_object_begin(out, "panic");
	pk_out_str(out, "reason", NULL, set->panic.found ? set->panic.reason : NULL);
	if (set->panic_cpu >= 0)
		pk_out_int(out, "cpu", NULL, set->panic_cpu);
	else
		pk_out_null(out, "cpu");
	if (verdict->task_known)
		pk_out_int(out, "pid", NULL, verdict->task.pid);
	else
		pk_out_null(out, "pid");
	if (verdict->task_known) {
		char comm[17];

		snprintf(comm, sizeof(comm), "%.16s", verdict->task.comm);
		pk_out_str(out, "comm", NULL, comm);
	} else {
		pk_out_null(out, "comm");
	}
	pk_out_str(out, "packet", NULL, packet ? pk_packet_id(packet, id, sizeof(id)) : NULL);
	pk_out_str(out, "func", NULL, verdict->stack_known ? verdict->stack.func.name : NULL);
	pk_out_object_end(out);
}

static void json_counts(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet_set *set = &verdict->set;
	const struct pk_packet_tally *tally = &verdict->tally;

	pk_out_object_begin(out, "packets");
	pk_out_uint(out, "rx", NULL, tally->rx);
	pk_out_uint(out, "tx", NULL, tally->packets - tally->rx);
	pk_out_uint(out, "in_flight", NULL, tally->in_flight);
	pk_out_uint(out, "unknown", NULL, tally->unknown);
	if (set->died_known)
		pk_out_uint(out, "after_panic", NULL, verdict->after_panic);
	else
		pk_out_null(out, "after_panic");
	pk_out_uint(out, "in_memory", NULL, set->from_memory);
	pk_out_uint(out, "undecided_rx", NULL, set->undecided_rx);
	pk_out_uint(out, "undecided_tx", NULL, set->undecided_tx);
	pk_out_bool(out, "whole_trace", set->whole || !set->events);
	pk_out_object_end(out);
	json_abnormal(verdict, out);
	pk_out_object_begin(out, "identity");
	for (int i = PK_NR_IDENTITIES; i-- > 0;)
		pk_out_uint(out, pk_identity_name(i), NULL, tally->of_identity[i]);
	pk_out_object_end(out);
	pk_out_object_begin(out, "pointer");
	for (int i = PK_NR_IDENTITIES; i-- > 0;)
		pk_out_uint(out, pk_identity_name(i), NULL, tally->of_pointer[i]);
	pk_out_object_end(out);
	if (!verdict->probes) {
		pk_out_null(out, "probes");
		pk_out_null(out, "armed");
		return;
	}
	pk_out_object_begin(out, "probes");
	pk_out_uint(out, "total", NULL, verdict->totals.probes);
	pk_out_uint(out, "on_path", NULL, verdict->totals.on_path);
	pk_out_object_end(out);
	pk_out_array_begin(out, "armed");
	each_armed(verdict, out);
	pk_out_array_end(out);
}

static void print_json(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	const struct pk_packet_set *set = &verdict->set;
	struct pk_ctx *ctx = verdict->ctx;

	pk_out_object_begin(out, NULL);
	pk_out_uint(out, "schema", NULL, PK_JSON_VERSION);
	pk_out_str(out, "kernel", NULL, ctx->target->facts.release);
	pk_out_str(out, "tracer", NULL, verdict->has_trace ? verdict->top.tracer : NULL);
	pk_out_str(out, "clock", NULL, verdict->has_trace ? verdict->top.clock : NULL);
	if (verdict->has_trace)
		pk_out_bool(out, "tracing_on", verdict->top.tracing_on);
	else
		pk_out_null(out, "tracing_on");
	pk_out_str(out, "off_reason", NULL, verdict->off_reason[0] ? verdict->off_reason : NULL);
	if (set->panic_known)
		pk_out_ns(out, "panic_ns", NULL, set->panic_ns);
	else
		pk_out_null(out, "panic_ns");
	if (set->events)
		pk_out_ns(out, "complete_since_ns", NULL, set->complete_since);
	else
		pk_out_null(out, "complete_since_ns");
	json_panic(verdict, out, packet);
	json_cpus(verdict, out);
	json_counts(verdict, out);
	pk_out_array_begin(out, "warnings");
	for (unsigned i = 0; i < ctx->nr_warnings; i++)
		pk_out_str(out, NULL, NULL, ctx->warnings[i]);
	pk_out_array_end(out);
	pk_out_object_end(out);
}

static int run_verdict(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct verdict verdict = {.ctx = ctx};
	const struct pk_packet *packet;
	struct pk_out out;
	bool json = false;
	int c;

	pk_options_start();
	while ((c = pk_options_next(argc, argv, "j", NULL, fp)) != -1) {
		if (c == '?')
			return 2;
		json = true;
	}
	if (optind < argc)
		return pk_misuse(fp, argv[0], "\"%s\" is too much", argv[optind]);
	gather(&verdict);
	packet = pk_packet_of_panic(&verdict.set);
	pk_out_init(&out, fp, json);
	if (json) {
		print_json(&verdict, &out, packet);
	} else {
		say_death(&verdict, &out, packet);
		say_trace(&verdict, &out);
		say_last(&verdict, &out, packet);
		say_abnormal(&verdict, &out);
		say_hooks(&verdict, &out);
		say_counts(&verdict, &out);
		say_next(&verdict, &out, packet);
	}
	pk_out_deinit(&out);
	if (verdict.trace)
		pk_trace_close(verdict.trace);
	pk_packet_set_deinit(&verdict.set);
	return 0;
}

static const char *const recorded_verdict[] = {"", NULL};

const struct pk_subcommand pk_subcommand_verdict = {
	.name = "verdict",
	.usage = "[-i INSTANCE] [-j]",
	.summary = "what killed the machine, and was it handling a packet",
	.run = run_verdict,
	.of_packets = true,
	.recorded = recorded_verdict,
};
