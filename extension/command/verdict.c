// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace` alone: the verdict, on one screen. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/explain/history.h"
#include "analysis/explain/probes.h"
#include "analysis/findings/findings.h"
#include "analysis/lives/packets.h"
#include "command/command.h"
#include "command/options.h"
#include "decode/printk.h"
#include "decode/probe/probe.h"
#include "decode/task/stack.h"
#include "decode/task/task.h"
#include "decode/trace/clock.h"
#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer.h"
#include "protocol/protocol.h"
#include "render/out.h"
#include "render/packet.h"
#include "render/views.h"

/* How much is shown, from all to least: on a terminal as much as fits in SCREEN_LINES. */
static const struct shown {
	unsigned abnormal, probes, findings, cpus; /* at most */
	bool counts; /* with each CPU's events, and how sure the packets are */
} shown_at[] = {{5, 6, 4, 8, true},
		{5, 6, 4, 0, false},
		{3, 3, 3, 0, false},
		{2, 1, 2, 0, false},
		{1, 1, 1, 0, false}};

#define MAX_ABNORMAL 5
#define SCREEN_LINES 39 /* and the prompt's */

#define MAX_OTHERS 32 /* protocols */
#define BUSY_CPUS 64 /* whose stacks are looked at */

/* Packets of a protocol that the verdict's others are not of. */
struct other_protocol {
	const struct pk_protocol *protocol;
	uint32_t packets, dropped;
};

struct verdict {
	struct pk_ctx *ctx;
	struct shown shown;
	struct pk_instance top;
	bool has_trace; /* the kernel has tracing, TOP is filled */
	struct pk_trace *trace; /* NULL: buffers never used, or none */
	struct pk_packet_set set;
	struct pk_packet_tally tally; /* of SET */
	const struct pk_probe_list *probes; /* NULL: could not be listed */
	struct pk_probe_totals totals;
	struct pk_fault fault; /* of the panic, if it is an oops */
	/* Of FAULT's object, else of the free one in NAMES: its end alone. */
	struct pk_history history;
	struct pk_said_names names; /* in the first line of the accident */
	struct pk_task task; /* on the panicking CPU */
	bool task_known;
	struct pk_stack_packet stack;
	enum pk_status stack_status; /* of STACK; PK_ABSENT: no packet is handled there */
	uint32_t after_panic; /* of TALLY's packets */
	uint32_t dropped; /* up to the panic */
	char off_reason[160];
	struct other_protocol others[MAX_OTHERS];
	unsigned nr_others;
	int busy_cpu; /* another CPU than the panicking one that was handling a packet; -1: none is known */
	struct pk_stack_packet busy;
	struct pk_findings findings; /* of memory alone */
};

static const struct pk_packet *last_on_panic_cpu(const struct verdict *verdict)
{
	const struct pk_packet_set *set = &verdict->set;

	for (uint32_t i = set->of_last_boot ? 0 : set->nr; i-- > 0;) {
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
	return verdict->probes &&
	       pk_any(verdict->probes->nr, i, strstr(verdict->probes->probes[i].owner, "traceoff"));
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
	else if (set->of_last_boot)
		snprintf(text, size, "it holds the previous boot's events");
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

static void gather_packets(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;
	enum pk_status status = pk_packets_recent(ctx, PK_VERDICT_PAGES, &verdict->set);

	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(ctx, "packets: %s", pk_error(ctx));
	ctx->last_boot = NULL; /* all but the packets is of this boot */
	if (status != PK_OK || verdict->set.of_last_boot) {
		if (pk_panic_cpu(ctx, &verdict->set.panic_cpu) != PK_OK)
			verdict->set.panic_cpu = -1;
		if (pk_panic_find(ctx, &verdict->set.panic) != PK_OK)
			verdict->set.panic.found = false;
	}
	for (uint32_t i = verdict->set.from_memory; i < verdict->set.nr; i++) {
		const struct pk_packet *packet = verdict->set.packets[i];
		bool after_panic = pk_packet_after_panic(&verdict->set, packet);

		pk_packet_tally_add(&verdict->tally, packet);
		verdict->after_panic += after_panic;
		verdict->dropped += !after_panic && packet->outcome == PK_OUT_DROPPED;
	}
}

static void count_other(struct verdict *verdict, const struct pk_packet *packet, bool dropped)
{
	const struct pk_protocol *protocol = pk_protocol_of(&packet->header);
	unsigned at = 0;

	while (at < verdict->nr_others && verdict->others[at].protocol != protocol)
		at++;
	if (at == MAX_OTHERS)
		return;
	if (at == verdict->nr_others)
		verdict->others[verdict->nr_others++] =
			(struct other_protocol){.protocol = protocol};
	verdict->others[at].packets++;
	verdict->others[at].dropped += dropped;
}

/* What is not shown is said to be there. Only a trace that has such packets is read once more; of what could not be read
 * then, who asks for them is told. */
static void gather_others(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;
	unsigned warnings = ctx->nr_warnings, missing = ctx->nr_missing;
	struct pk_packet_set set = {0};

	if (ctx->protocols || !verdict->set.of_others || verdict->set.of_last_boot)
		return;
	pk_protocols_show_all(ctx);
	if (pk_packets_recent(ctx, PK_VERDICT_PAGES, &set) != PK_OK)
		set.nr = 0;
	for (uint32_t i = set.from_memory; i < set.nr; i++) {
		const struct pk_packet *packet = set.packets[i];

		if (packet->header.protocol && pk_protocol_of(&packet->header) != pk_protocols[0] &&
		    !pk_packet_after_panic(&set, packet))
			count_other(verdict, packet, packet->outcome == PK_OUT_DROPPED);
	}
	pk_packet_set_deinit(&set);
	while (ctx->nr_warnings > warnings)
		free(ctx->warnings[--ctx->nr_warnings]);
	ctx->nr_missing = missing;
	ctx->protocols = 0;
	ctx->last_boot = NULL;
}

static void gather_trace(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;

	verdict->has_trace = pk_packets_instance(ctx, &verdict->top) == PK_OK;
	if (verdict->has_trace && verdict->top.expanded &&
	    pk_trace_open(ctx, &verdict->top, false, &verdict->trace) != PK_OK) {
		pk_warn(ctx, "trace: %s", pk_error(ctx));
		verdict->trace = NULL;
	}
	find_off_reason(verdict);
}

/* Where the panicking CPU handles none, another may; of many CPUs the first are looked at. */
static void gather_busy(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;
	struct pk_cpumask present;
	int nr_cpus = (int)ctx->target->facts.nr_cpu_ids;

	verdict->busy_cpu = -1;
	if (verdict->stack_status == PK_OK || pk_packet_of_panic(&verdict->set))
		return;
	if (pk_cpumask_get(ctx, PK_CPUS_PRESENT, &present) != PK_OK)
		memset(&present, 0xff, sizeof(present));
	for (int cpu = 0; cpu < nr_cpus && cpu < BUSY_CPUS && verdict->busy_cpu < 0; cpu++)
		if (cpu != verdict->set.panic_cpu && pk_cpumask_test(&present, (unsigned)cpu) &&
		    pk_stack_packet_find(ctx, cpu, pk_stage_is_path, &verdict->busy) == PK_OK &&
		    verdict->busy.unwound)
			verdict->busy_cpu = cpu;
}

/* An object may be a packet of any protocol, which waits somewhere. */
static void gather_history(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;
	unsigned shown;
	uint64_t addr = verdict->fault.object_addr;

	for (unsigned i = 0; i < verdict->names.nr && !addr; i++)
		addr = verdict->names.objects[i].freed;
	if (!addr)
		return;
	shown = pk_protocols_show_all(ctx);
	pk_history_end_read(ctx, addr, PK_VERDICT_PAGES, &verdict->history);
	ctx->protocols = shown;
}

static void gather(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;
	int cpu;

	gather_packets(verdict);
	gather_others(verdict);
	gather_trace(verdict);
	if (pk_probes_load(ctx, &verdict->probes) == PK_OK)
		verdict->totals = pk_probe_totals(ctx, verdict->probes);
	else
		verdict->probes = NULL;
	cpu = verdict->set.panic_cpu;
	verdict->stack_status = PK_ABSENT;
	if (cpu >= 0) {
		verdict->task_known = pk_cpu_task(verdict->ctx, cpu, &verdict->task) == PK_OK;
		verdict->stack_status =
			pk_stack_packet_find(verdict->ctx, cpu, pk_stage_is_path, &verdict->stack);
	}
	pk_fault_find(ctx, &verdict->set.panic, &verdict->stack.fields, &verdict->fault);
	pk_said_names_read(ctx, &verdict->set.panic.said, &verdict->stack.fields, &verdict->names);
	gather_history(verdict);
	gather_busy(verdict);
	if (pk_findings_read(ctx, NULL, &verdict->findings) != PK_OK)
		pk_warn(ctx, "%s", pk_error(ctx));
}

static void show_task(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_task *task = &verdict->task;

	if (verdict->set.panic_cpu < 0) {
		pk_out_text(out, "     CPU: not known\n");
		return;
	}
	pk_out_int(out, "cpu", "     CPU: %lld  ", verdict->set.panic_cpu);
	if (!verdict->task_known) {
		pk_out_text(out, "its task could not be read\n");
		return;
	}
	pk_out_int(out, "pid", "PID: %lld", task->pid);
	pk_out_text(out, "  TASK: %llx", (unsigned long long)task->addr);
	pk_out_str(out, "comm", "  COMMAND: \"%s\"\n", task->comm);
}

/* HISTORY is of OBJECT, which is free. */
static bool is_of(const struct pk_history *history, const struct pk_said_object *object)
{
	return object->freed && history->addr == object->freed;
}

/* A line of the log besides the panic's, in JSON. */
static void put_line(struct pk_out *out, const char *key, const struct pk_log_said *said,
		     const struct pk_panic *panic, const struct pk_said_names *names,
		     const struct pk_history *history)
{
	if (!said->known)
		return;
	PK_OUT_OBJECT(out, key);
	pk_out_keys(out, names ? "ts_ns before_ns caller_cpu caller_pid text func skb objects"
			       : "ts_ns before_ns caller_cpu caller_pid text");
	pk_out_ns(out, "ts_ns", NULL, said->ts_nsec);
	pk_out_int_if(out, "before_ns", NULL, panic->found,
		      (int64_t)(panic->ts_nsec - said->ts_nsec));
	pk_render_log_caller(out, said->has_caller, said->by_cpu, said->caller);
	pk_out_str(out, "text", NULL, said->text);
	if (names) {
		pk_out_word(out, "func", NULL, names->func[0] ? names->func : said->place);
		pk_out_addr(out, "skb", NULL, names->skb);
		PK_OUT_ARRAY(out, "objects");
		for (unsigned i = 0; i < names->nr; i++) {
			const struct pk_said_object *object = &names->objects[i];

			PK_OUT_OBJECT(out, NULL);
			pk_out_keys(out, "addr object netns more freed");
			pk_out_addr(out, "addr", NULL, object->addr);
			pk_out_str(out, "object", NULL, object->what);
			pk_out_netns(out, "netns", NULL, object->netns);
			pk_out_str(out, "more", NULL, object->more);
			if (is_of(history, object))
				pk_render_freed(out, history);
		}
	}
}

/* How the accident began, where panic()'s own line does not say; and what was earlier, which is no cause. */
static void show_log(struct pk_out *out, const struct verdict *verdict)
{
	const struct pk_panic *panic = &verdict->set.panic;
	const struct pk_said_names *names = &verdict->names;
	const struct pk_log_said *said = &panic->said, *earlier = &panic->earlier;
	const struct pk_packet_style style = {.set = &verdict->set};

	put_line(out, "first_line", said, panic, names, &verdict->history);
	put_line(out, "earlier", earlier, panic, NULL, NULL);
	if (said->known) {
		pk_out_text(out, "     LOG: %s\n", said->text);
		pk_out_text(out, "          first line of the accident");
		if (said->has_caller)
			pk_out_text(out, ", by %s %u", said->by_cpu ? "CPU" : "thread",
				    said->caller);
		if (panic->ts_nsec > said->ts_nsec)
			pk_out_text(out, ", %.6f s before", (panic->ts_nsec - said->ts_nsec) / 1e9);
		pk_out_text(out, ": pkttrace log -a\n");
		if (names->func[0])
			pk_out_text(out, "          called from %s\n", names->func);
		else if (said->place[0])
			pk_out_text(out, "          in %s\n", said->place);
		if (names->skb)
			pk_out_text(
				out,
				"          of skb %llx, by its head and data: pkttrace skb %llx\n",
				(unsigned long long)names->skb, (unsigned long long)names->skb);
		for (unsigned i = 0; i < names->nr; i++) {
			const struct pk_said_object *object = &names->objects[i];

			pk_out_text(out, "          %s", object->what);
			if (object->netns)
				pk_out_text(out, " in netns %u", object->netns);
			pk_out_netns_told(out, object->netns);
			pk_out_text(out, ": pkttrace %s\n", object->more);
			if (is_of(&verdict->history, object) && !verdict->fault.object_addr)
				pk_render_freed_line(out, &verdict->history, &style);
		}
	}
	if (earlier->known && panic->found)
		pk_out_text(out, " EARLIER: %.6f s before: %s\n",
			    (panic->ts_nsec - earlier->ts_nsec) / 1e9, earlier->text);
	else if (earlier->known)
		pk_out_text(out, " EARLIER: at %.6f s of the log: %s\n", earlier->ts_nsec / 1e9,
			    earlier->text);
}

/* A capsule that was recorded before it was asked for says nothing. */
static void show_host(struct pk_ctx *ctx, struct pk_out *out)
{
	struct pk_host host;
	bool named;

	pk_host_read(ctx, &host);
	named = host.domain.status == PK_OK && host.domain.text[0] &&
		strcmp(host.domain.text, "(none)") != 0;
	if (host.node.status == PK_OK)
		pk_out_text(out, "    HOST: ");
	else if (host.node.status != PK_ABSENT && host.node.status != PK_NOT_CAPTURED)
		pk_out_text(out, "    HOST: %s\n", pk_status_name(host.node.status));
	pk_out_str(out, "hostname", "%s", host.node.status == PK_OK ? host.node.text : NULL);
	pk_out_str(out, "domain", named ? ", domain %s" : NULL,
		   host.domain.status == PK_OK ? host.domain.text : NULL);
	if (host.node.status == PK_OK)
		pk_out_text(out, "\n");
}

/* UTC at the last tick; jiffies since boot. */
static void show_when(struct pk_ctx *ctx, struct pk_out *out)
{
	struct pk_figure up = pk_uptime_ms(ctx);
	uint64_t wall, seconds = up.value / 1000;
	bool known = pk_wall_clock(ctx, &wall) == PK_OK;
	char date[32] = "?";
	struct tm tm;

	if (known && gmtime_r(&(time_t){(time_t)(wall / 1000000000)}, &tm))
		(void)!strftime(date, sizeof(date), "%F %T UTC", &tm);
	pk_out_ns_if(out, "wall_ns", NULL, known, wall);
	pk_out_figure(out, "uptime_ms", NULL, &up);
	if (known)
		pk_out_text(out, "    DATE: %s", date);
	if (up.status != PK_OK) {
		if (known)
			pk_out_text(out, "\n");
		return;
	}
	pk_out_text(out, known ? ", UPTIME: " : "  UPTIME: ");
	if (seconds >= 86400)
		pk_out_text(out, "%llu day(s), ", (unsigned long long)(seconds / 86400));
	pk_out_text(out, "%02u:%02u:%02u\n", (unsigned)(seconds / 3600 % 24),
		    (unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
}

/* The protocol of the packet on the panicking CPU's stack, which is not shown; NULL: there is none, or its frames prove too little. */
static const struct pk_protocol *hidden_protocol(const struct verdict *verdict)
{
	const struct pk_stack_packet *stack = &verdict->stack;

	return verdict->stack_status == PK_OK && stack->protocol && stack->unwound &&
			       stack->evidence <= PK_STACK_FRAME
		       ? pk_protocol_by_number(stack->protocol)
		       : NULL;
}

/* Where no packet is shown. */
static void show_place(const struct verdict *verdict, struct pk_out *out)
{
	const struct pk_stack_packet *stack = &verdict->stack;
	const struct pk_protocol *protocol = hidden_protocol(verdict);

	if (protocol) {
		pk_out_addr(out, "skb", "it was handling skb %llx,", stack->skb);
		pk_out_text(out, " of %s, in ", protocol->title);
	} else {
		pk_out_text(out, stack->unwound ? "it was in " : "it may have been in ");
	}
	pk_out_str(out, "func", "%s", stack->func.name);
	if (protocol)
		pk_out_text(out, "\n");
	else
		pk_out_text(out, stack->unwound
					 ? ", a function that handles packets; which one is not "
					   "known\n"
					 : ", a function that handles packets: its stack cannot be "
					   "unwound\n");
}

static void show_death(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	const struct pk_panic *panic = &verdict->set.panic;
	const struct pk_packet_style style = {.set = &verdict->set};
	char id[64], detail[PK_DETAIL_MAX];

	pk_out_str(out, "kernel", "  KERNEL: %s", verdict->ctx->target->facts.release);
	pk_out_text(out, " (%s)\n", verdict->ctx->target->facts.machine);
	show_host(verdict->ctx, out);
	show_when(verdict->ctx, out);
	if (verdict->ctx->target->facts.redacted[0])
		pk_out_str(out, "redacted", "REDACTED: %s\n", verdict->ctx->target->facts.redacted);
	pk_out_text(out, "   PANIC: ");
	PK_OUT_OBJECT(out, "panic");
	pk_out_keys(
		out,
		"reason fault first_line earlier cpu pid comm packet skb func busy_cpu busy_func");
	pk_out_tone(out, PK_TONE_BAD);
	pk_out_str(out, "reason", "%s", panic->found ? panic->reason : NULL);
	pk_out_tone(out, PK_TONE_PLAIN);
	if (panic->found)
		pk_out_text(out, "\n");
	if (!panic->found && panic->log != PK_OK && panic->log != PK_ABSENT)
		pk_out_text(out, "not known: the kernel's log is %s\n", pk_status_name(panic->log));
	else if (!panic->found)
		pk_out_text(out, "no panic in the kernel's log\n");
	/* What panic() was called from says more than the instruction that an interrupt had
	 * stopped. */
	if (panic->ip_text[0] &&
	    (is_oops(panic->reason) || strncmp(panic->reason, "Kernel panic", 12)))
		pk_out_text(out, "      IP: %s\n", panic->ip_text);
	pk_render_fault(out, &verdict->fault, &verdict->history, &style);
	show_log(out, verdict);
	show_task(verdict, out);
	pk_out_text(out, "  PACKET: ");
	if (packet) {
		pk_out_text(out, verdict->set.panic_cpu < 0 ? "in flight:" : "it was handling");
		pk_out_str(out, "packet", " #%s, ", pk_packet_id(packet, id, sizeof(id)));
		pk_out_text(out, "%s\n", pk_packet_detail(packet, detail, sizeof(detail)));
	} else if (verdict->set.panic_cpu < 0) {
		pk_out_text(out, "not known, and neither is the CPU it died on\n");
	} else if (verdict->stack_status == PK_ABSENT) {
		pk_out_text(out, "it was not handling one\n");
	} else if (verdict->stack_status != PK_OK) {
		pk_out_text(out, "not known: the stack of its CPU could not be read\n");
	}
	if (packet)
		pk_out_addr(out, "skb", NULL, packet->skb);
	if (verdict->stack_status == PK_OK && packet)
		pk_out_str(out, "func", NULL, verdict->stack.func.name);
	else if (verdict->stack_status == PK_OK)
		show_place(verdict, out);

	if (verdict->busy_cpu >= 0) {
		pk_out_int(out, "busy_cpu", "          CPU %lld was in", verdict->busy_cpu);
		pk_out_str(out, "busy_func", " %s, a function that handles packets\n",
			   verdict->busy.func.name);
	}
}

/* How old the newest event was. */
static void show_age(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet_set *set = &verdict->set;

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

static void show_trace(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet_set *set = &verdict->set;
	const struct pk_instance *top = &verdict->top;

	pk_out_word(out, "off_reason", NULL, verdict->off_reason);
	pk_out_ns_if(out, "panic_ns", NULL, set->panic_known, set->panic_ns);
	pk_out_ns_if(out, "complete_since_ns", NULL, set->events, set->complete_since);
	if (!verdict->has_trace) {
		pk_out_text(
			out,
			"   TRACE: this kernel has no ring-buffer tracing, or it cannot be read\n");
		return;
	}
	pk_out_text(out, "   TRACE: %s%s%s", top->name[0] ? "instance " : "", top->name,
		    top->name[0] ? " (the top one holds nothing), " : "");
	pk_out_str(out, "tracer", "tracer %s, ", top->tracer);
	pk_out_str(out, "clock", "clock %s, ", top->clock);
	pk_out_bool(out, "tracing_on", top->tracing_on);
	if (!top->expanded || !set->events) {
		pk_out_text(out, top->expanded && verdict->ctx->nr_missing
					 ? "no event could be read: the dump lacks pages, perhaps "
					   "of its buffers\n"
					 : "nothing recorded: nobody had armed it\n");
		return;
	}
	pk_out_text(out, "%s\n", top->tracing_on ? "on until the end" : verdict->off_reason);
	if (set->silent) {
		pk_out_bool(out, "ends_recorded", false);
		pk_out_text(
			out,
			"          of ends it has drops alone, as with pkttrace-arm --lean: many "
			"are unknown\n");
	}
	if (verdict->ctx->target->facts.nr_cpu_ids > 1 &&
	    (!strcmp(top->clock, "local") || !strcmp(top->clock, "x86-tsc")))
		pk_out_text(out,
			    "          stamps of different CPUs may be skewed on this clock\n");
	show_age(verdict, out);
}

static void show_findings(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_findings *findings = &verdict->findings;
	unsigned unjudged = 0;

	for (size_t i = 0; i < findings->nr_rules; i++)
		unjudged += findings->rules[i].unjudged > 0;

	pk_out_text(out, "\nFindings in memory:");
	pk_out_text(out, findings->nr ? "\n" : " none");
	pk_out_array_begin(out, "findings");
	for (size_t i = 0; i < findings->nr; i++)
		if (i < verdict->shown.findings || pk_out_whole(out))
			pk_render_finding(out, &findings->list[i], true, false);
	pk_out_array_end(out);
	if (findings->nr > verdict->shown.findings)
		pk_out_text(out, "  and %zu more: pkttrace findings\n",
			    findings->nr - verdict->shown.findings);
	if (unjudged)
		pk_out_text(out, "%s%u of %zu rule(s) could not judge all: pkttrace findings",
			    findings->nr ? "  " : "; ", unjudged, findings->nr_rules);
	if (unjudged || !findings->nr)
		pk_out_text(out, "\n");
	pk_out_uint(out, "rules_unjudged", NULL, unjudged);
}

static void show_last(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	struct pk_packet_style style = {.set = &verdict->set,
					.probes = verdict->probes,
					.several = pk_protocols_several(verdict->ctx)};
	struct pk_packet_list list;

	if (!packet)
		packet = last_on_panic_cpu(verdict);
	if (!packet)
		return;
	pk_out_text(out, verdict->set.panic_cpu >= 0 ? "\nThe panicking CPU's last packet:\n"
						     : "\nThe newest packet in flight:\n");
	pk_packet_list_begin(&list, out, &style, &packet, 1);
	pk_render_packet_heading(&list);
	pk_render_packet_row(&list, packet);
	/* What an AGE is counted from, where it is no panic. */
	if (!verdict->set.panic_known && verdict->set.events)
		pk_out_text(out, "        ages count back from the newest event: when the panic "
				 "was is not known on the trace's clock, or there was none\n");
}

static void show_abnormal(struct verdict *verdict, struct pk_out *out)
{
	struct pk_packet_style style = {.set = &verdict->set,
					.probes = verdict->probes,
					.several = pk_protocols_several(verdict->ctx),
					.explained = true};
	const struct pk_packet *found[MAX_ABNORMAL];
	struct pk_packet_list list;
	uint32_t nr;
	char id[48], detail[PK_DETAIL_MAX];
	const struct pk_packet_set *set = &verdict->set;

	/* The newest packets of the trace that did not end well, newest last; at most
	 * MAX_ABNORMAL. What memory alone knows of waits in a queue: flows has it. */
	nr = 0;
	for (uint32_t i = set->nr; i-- > set->from_memory && nr < verdict->shown.abnormal;)
		if (pk_outcome_abnormal(set->packets[i]) &&
		    !pk_packet_after_panic(set, set->packets[i]))
			found[nr++] = set->packets[i];
	for (uint32_t i = 0; i < nr / 2; i++) {
		const struct pk_packet *other = found[i];

		found[i] = found[nr - 1 - i];
		found[nr - 1 - i] = other;
	}

	if (nr)
		pk_out_text(out, "\nRecent abnormal packets:\n");
	pk_packet_list_begin(&list, out, &style, found, nr);
	PK_OUT_ARRAY(out, "abnormal");
	for (uint32_t i = 0; i < nr; i++) {
		pk_packet_detail(found[i], detail, sizeof(detail));
		PK_OUT_OBJECT(out, NULL);
		pk_render_packet_row(&list, found[i]);
		pk_out_str(out, "id", NULL, pk_packet_id(found[i], id, sizeof(id)));
		pk_out_str(out, "outcome", NULL, pk_outcome_name(found[i]->outcome));
		pk_out_text(out, "        ");
		pk_out_word(out, "outcome_detail", "%s", detail);
		pk_out_bool(out, "retransmit", found[i]->retransmit);
		pk_out_text(out, "\n");
	}
}

static const char *hook_owner(const struct pk_probe *probe)
{
	const char *holder = probe->kind == PK_PROBE_BPF ? strstr(probe->detail, "held by ") : NULL;

	return holder ? holder : probe->owner[0] ? probe->owner : probe->detail;
}

static void show_more(struct pk_out *out, uint32_t more)
{
	if (more)
		pk_out_text(out, "  and %u more: pkttrace probes\n", more);
}

#define ARMED_HEADING "Armed on the " PK_TITLES " path:\n"

/* What somebody armed on the path through the kernel's own tracing. */
struct armed {
	struct pk_out *out;
	unsigned most; /* that are shown */
	uint32_t nr; /* of a user's; shown so far */
	uint32_t script, events; /* of pkttrace-arm; of the kernel's own */
};

static void show_one_armed(struct armed *armed, const char *kind, const char *target,
			   const char *owner)
{
	struct pk_out *out = armed->out;

	pk_out_object_begin(out, NULL);
	if (!armed->nr)
		pk_out_text(out, ARMED_HEADING);
	if (armed->nr < armed->most)
		pk_out_text(out, "  %-11s %-24s %s\n", kind, target, owner);
	pk_out_str(out, "kind", NULL, kind);
	pk_out_str(out, "target", NULL, target);
	pk_out_str(out, "owner", NULL, owner);
	pk_out_object_end(out);
	armed->nr++;
}

static void show_armed(struct verdict *verdict, struct pk_out *out)
{
	struct armed armed;
	char target[160];
	const struct pk_formats *formats;
	char owner[160];

	armed = (struct armed){.out = out, .most = verdict->shown.probes};
	for (uint32_t i = 0; i < verdict->probes->nr; i++) {
		const struct pk_probe *probe = &verdict->probes->probes[i];
		enum pk_probe_armer armer = pk_probe_armer(verdict->ctx, probe);

		armed.script += armer == PK_ARMED_BY_SCRIPT;
		armed.events += armer == PK_ARMED_EVENT;
		if (armer == PK_ARMED_BY_USER)
			show_one_armed(&armed, pk_probe_kind_name(probe->kind),
				       pk_probe_target_text(probe, target, sizeof(target)),
				       probe->owner);
	}
	/* They sit behind the events, and are no probes of the list. */
	if (pk_formats_load(verdict->ctx, &formats) == PK_OK) {
		for (uint32_t i = 0; i < pk_formats_nr(formats); i++) {
			const struct pk_format *format = pk_formats_at(formats, i);

			if (format->kind != PK_FORMAT_EPROBE || !format->probe_symbol ||
			    !pk_event_on_path(verdict->ctx, format->probe_symbol))
				continue;
			snprintf(owner, sizeof(owner), "trace event %.60s/%.60s", format->system,
				 format->name);
			if (pk_probe_is_ours(owner))
				armed.script++;
			else
				show_one_armed(&armed, "eprobe", format->probe_symbol, owner);
		}
	}

	show_more(out, armed.nr > armed.most ? armed.nr - armed.most : 0);
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

static void show_hooks(struct verdict *verdict, struct pk_out *out)
{
	uint32_t nr = 0;

	if (!verdict->probes) {
		pk_out_text(out, "\nHooks: could not be listed\n");
		return;
	}
	/* What this kernel was not built with. */
	pk_out_text(out, "\nOut-of-tree hooks on the " PK_TITLES " path:");
	for (uint32_t i = 0; i < verdict->probes->nr; i++) {
		const struct pk_probe *probe = &verdict->probes->probes[i];

		if (!probe->foreign || probe->machinery || !pk_probe_on_path(verdict->ctx, probe))
			continue;
		if (nr++ < verdict->shown.probes) {
			char target[160];

			if (nr == 1)
				pk_out_text(out, "\n");
			pk_out_text(out, "  %-11s %-24s %s%s%s%s  %s\n",
				    pk_probe_kind_name(probe->kind),
				    pk_probe_target_text(probe, target, sizeof(target)),
				    probe->handler_name, probe->module[0] ? " [" : "",
				    probe->module, probe->module[0] ? "]" : "", hook_owner(probe));
		}
	}
	if (!nr)
		pk_out_text(out, verdict->probes->nr_unread ? " none known: not all could be read\n"
							    : " none\n");
	show_more(out, nr > verdict->shown.probes ? nr - verdict->shown.probes : 0);
	PK_OUT_ARRAY(out, "armed");
	show_armed(verdict, out);
}

static void show_cpu(struct pk_out *out, uint32_t cpu, const struct pk_cpu_stats *stats,
		     bool in_text)
{
	bool known = stats->readable;

	PK_OUT_OBJECT(out, NULL);
	pk_out_uint(out, "cpu", in_text ? "%5llu" : NULL, cpu);
	pk_out_uint_if(out, "held", in_text ? " %10llu" : NULL, known, stats->entries);
	pk_out_uint_if(out, "overrun", in_text ? " %10llu" : NULL, known, stats->overrun);
	pk_out_uint_if(out, "commit_overrun", NULL, known, stats->commit_overrun);
	pk_out_uint_if(out, "dropped", in_text ? " %10llu" : NULL, known, stats->dropped);
	pk_out_str(out, "note", in_text ? " %s" : NULL,
		   known ? NULL : pk_status_name(stats->status));
	pk_out_ns_if(out, "oldest_ns", NULL, known && stats->oldest_known, stats->oldest_ns);
	pk_out_ns_if(out, "newest_ns", NULL, known && stats->newest_known, stats->newest_ns);
	if (in_text)
		pk_out_text(out, "\n");
}

/* The first CPUs each, the others' sum. */
static void show_cpus(struct verdict *verdict, struct pk_out *out)
{
	unsigned long long held = 0, overrun = 0, dropped = 0;
	unsigned shown = 0, others = 0;

	pk_out_text(out, "\n");
	if (verdict->trace && verdict->shown.counts)
		pk_out_text(out, "%5s %10s %10s %10s\n", "CPU", "EVENTS", "OVERRUN", "DROPPED");
	pk_out_array_begin(out, "cpus");
	for (uint32_t cpu = 0; verdict->trace && cpu < pk_trace_nr_cpus(verdict->trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_stats(verdict->trace, (int)cpu, &stats) != PK_OK)
			continue;
		show_cpu(out, cpu, &stats, shown++ < verdict->shown.cpus);
		if (shown <= verdict->shown.cpus)
			continue;
		others++;
		held += stats.readable ? stats.entries : 0;
		overrun += stats.readable ? stats.overrun : 0;
		dropped += stats.readable ? stats.dropped : 0;
	}
	pk_out_array_end(out);
	if (others && verdict->shown.counts)
		pk_out_text(out, "%5s %10llu %10llu %10llu  (of %u CPUs: pkttrace trace -S)\n",
			    "more", held, overrun, dropped, others);
}

static void show_packets(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet_set *set = &verdict->set;
	const struct pk_packet_tally *tally = &verdict->tally;
	bool whole = set->whole || !set->events, undecided = set->undecided_rx || set->undecided_tx;
	char titles[PK_TITLES_MAX], queued[256], more[256];

	PK_OUT_OBJECT(out, "packet_counts");
	pk_protocols_titles(verdict->ctx, titles, sizeof(titles));
	snprintf(queued, sizeof(queued), "Queued %s packets not in the trace: %%llu\n", titles);
	snprintf(more, sizeof(more), "more that may be %s: %%llu received", titles);
	pk_out_text(out, "%s packets%s:", titles, whole ? "" : " in the newest part of the trace");
	pk_out_uint(out, "rx", " %llu received", tally->rx);
	pk_out_uint(out, "tx", ", %llu sent", tally->packets - tally->rx);
	pk_out_uint(out, "in_flight", ", %llu in flight", tally->in_flight);
	pk_out_uint(out, "abnormal", ", %llu abnormal", tally->abnormal);
	pk_out_uint(out, "dropped", NULL, verdict->dropped);
	pk_out_uint(out, "unknown", tally->unknown ? ", %llu of unknown end" : NULL,
		    tally->unknown);
	pk_out_text(out, "\n");
	pk_out_uint_if(out, "after_panic",
		       verdict->after_panic ? "%llu of them came after the panic: pkttrace last "
					      "--after-panic\n"
					    : NULL,
		       set->died_known, verdict->after_panic);
	pk_out_uint(out, "in_memory", set->from_memory ? queued : NULL, set->from_memory);
	pk_out_uint(out, "undecided_rx", undecided ? more : NULL, set->undecided_rx);
	pk_out_uint(out, "undecided_tx",
		    undecided ? ", %llu sent (neither a function graph nor a probe names their "
				"protocol)\n"
			      : NULL,
		    set->undecided_tx);
	pk_out_bool(out, "whole_trace", whole);
}

static void show_counts(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet_set *set = &verdict->set;
	const struct pk_packet_tally *tally = &verdict->tally;

	show_cpus(verdict, out);
	if (set->complete_since && set->panic_known && set->complete_since < set->panic_ns)
		pk_out_text(out, "every CPU's trace is whole from T-%.6f on\n",
			    (set->panic_ns - set->complete_since) / 1e9);
	show_packets(verdict, out);
	/* "Not shown: 120 UDP (30 dropped), 4 ICMP: pkttrace -P all" */
	pk_out_array_begin(out, "other_protocols");
	for (unsigned i = 0; i < verdict->nr_others; i++) {
		const struct other_protocol *other = &verdict->others[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "protocol", NULL, other->protocol->name);
		pk_out_text(out, i ? ", " : "not shown: ");
		pk_out_uint(out, "packets", "%llu ", other->packets);
		pk_out_text(out, "%s", other->protocol->title);
		pk_out_uint(out, "dropped", other->dropped ? " (%llu dropped)" : NULL,
			    other->dropped);
	}
	pk_out_array_end(out);
	if (verdict->nr_others)
		pk_out_text(out, ": pkttrace -P all\n");
	if (!verdict->shown.counts) {
		pk_out_text(out, "not shown for want of lines: counts (pkttrace --wide)\n");
		return;
	}
	pk_out_text(out, tally->packets ? "identity (addresses):" : "");
	pk_render_identities(out, "identity_counts", tally->of_identity);
	pk_out_text(out, tally->packets ? "; pointer (sk_buff):" : "");
	pk_render_identities(out, "pointer_counts", tally->of_pointer);
	pk_out_text(out, tally->packets ? "\n" : "");
	if (!verdict->probes)
		return;
	PK_OUT_OBJECT(out, "probe_counts");
	pk_out_uint(out, "total", "probes: %llu", verdict->totals.probes);
	pk_out_uint(out, "on_path", ", on the " PK_TITLES " path %llu\n", verdict->totals.on_path);
	pk_out_uint(out, "foreign", NULL, verdict->totals.foreign_on_path);
}

/* " -P all -i one", as this command was asked. */
static void name_asked(const struct pk_ctx *ctx, char *words, size_t size)
{
	char list[PK_TITLES_MAX], text[160] = "";
	unsigned all;

	if (ctx->protocols) {
		pk_words_quote(text, sizeof(text), "-P");
		pk_words_quote(text, sizeof(text),
			       pk_protocols_parse("all", &all) && all == ctx->protocols
				       ? "all"
				       : pk_protocols_list(ctx, list, sizeof(list)));
	}
	if (ctx->instance) {
		pk_words_quote(text, sizeof(text), "-i");
		pk_words_quote(text, sizeof(text), ctx->instance);
	}
	snprintf(words, size, "%s%s", text[0] ? " " : "", text);
}

static void show_next(struct verdict *verdict, struct pk_out *out, const struct pk_packet *packet)
{
	const struct pk_protocol *hidden = packet ? NULL : hidden_protocol(verdict);
	char id[64], asked[PK_TITLES_MAX + 160] = "";

	name_asked(verdict->ctx, asked, sizeof(asked));
	pk_out_text(out, "Next: ");
	if (hidden) {
		pk_out_text(out, "pkttrace -P %s   (the packet it died with)\n", hidden->name);
		return;
	}
	if (packet)
		pk_out_text(out, "pkttrace show %s%s   (the packet %s)\n",
			    pk_packet_id(packet, id, sizeof(id)), asked,
			    verdict->set.panic_cpu >= 0 ? "it died with" : "in flight");
	else if (verdict->busy_cpu >= 0)
		pk_out_text(out, "pkttrace inflight -c %d%s   (what CPU %d was doing)\n",
			    verdict->busy_cpu, asked, verdict->busy_cpu);
	else if (verdict->findings.nr)
		pk_out_text(out, "pkttrace findings   (what shows them, and what to ask next)\n");
	else if (verdict->set.nr)
		pk_out_text(out, "pkttrace last%s   (the last packets and how they ended)\n",
			    asked);
	else
		pk_out_text(out,
			    "pkttrace flows -v%s   (connections and what stood in their queues)\n",
			    asked);
}

static void show(struct verdict *verdict, struct pk_out *out)
{
	const struct pk_packet *packet = pk_packet_of_panic(&verdict->set);
	struct pk_ctx *ctx = verdict->ctx;

	PK_OUT_RECORD(out, "verdict");
	pk_out_uint(out, "schema", NULL, PK_JSON_VERSION);
	pk_out_keys(out, "kernel hostname domain wall_ns uptime_ms tracer clock tracing_on "
			 "off_reason panic_ns "
			 "complete_since_ns "
			 "panic findings rules_unjudged cpus packet_counts abnormal "
			 "identity_counts pointer_counts probe_counts armed other_protocols");
	show_death(verdict, out, packet);
	show_trace(verdict, out);
	show_findings(verdict, out);
	show_last(verdict, out, packet);
	show_abnormal(verdict, out);
	show_hooks(verdict, out);
	show_counts(verdict, out);
	show_next(verdict, out, packet);
	PK_OUT_ARRAY(out, "warnings");
	for (unsigned i = 0; i < ctx->nr_warnings; i++)
		pk_out_str(out, NULL, NULL, ctx->warnings[i]);
}

/* Lines of the verdict on the terminal. 0: not known. */
static unsigned lines_on_screen(struct verdict *verdict)
{
	struct pk_ctx *ctx = verdict->ctx;
	struct pk_screen screen = {.columns = ctx->screen.columns};
	char *text = NULL;
	size_t len = 0;
	FILE *fp = open_memstream(&text, &len);
	FILE *wrapped = fp ? pk_wrapped_stream(fp, screen) : NULL;
	struct pk_out out;
	unsigned lines = 0;

	if (wrapped) {
		pk_output_begin(ctx, &out, wrapped, false);
		show(verdict, &out);
		pk_out_deinit(&out);
		fclose(wrapped);
	}
	if (fp)
		fclose(fp);
	for (size_t i = 0; wrapped && i < len; i++)
		lines += text[i] == '\n';
	free(text);
	return lines;
}

/* Warnings come below, of one or two lines each. */
static void fit(struct verdict *verdict)
{
	unsigned room =
		SCREEN_LINES - 2 * (verdict->ctx->nr_warnings < 4 ? verdict->ctx->nr_warnings : 4);

	for (size_t i = 0; i < PK_ARRAY_SIZE(shown_at); i++) {
		verdict->shown = shown_at[i];
		if (!verdict->ctx->screen.columns || lines_on_screen(verdict) <= room)
			break;
	}
}

static int run_verdict(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct verdict verdict = {.ctx = ctx};
	struct pk_out out;
	bool json = false;
	const struct pk_option options[] = {{'j', NULL, .set = &json}, {0}};

	if (pk_options_read(argc, argv, options, 0, pk_complaints(ctx, fp)))
		return 2;
	gather(&verdict);
	if (json)
		verdict.shown = shown_at[0];
	else
		fit(&verdict);
	pk_output_begin(ctx, &out, fp, json);
	show(&verdict, &out);
	pk_out_deinit(&out);
	if (verdict.trace)
		pk_trace_close(verdict.trace);
	pk_packet_set_deinit(&verdict.set);
	pk_findings_deinit(&verdict.findings);
	pk_history_deinit(&verdict.history);
	return 0;
}

static const char *const recorded_verdict[] = {"", "-P all", NULL};

const struct pk_subcommand pk_subcommand_verdict = {
	.name = "verdict",
	.usage = "[-i INSTANCE] [-P LIST] [-j]",
	.summary = "what killed the machine, and was it handling a packet",
	.run = run_verdict,
	.of_packets = true,
	.recorded = recorded_verdict,
};
