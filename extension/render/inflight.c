// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <string.h>

#include "protocol/protocol.h"
#include "render/out.h"

/* A call that began after the panic has no age before it. */
static void render_open(struct pk_out *out, const struct pk_busy *busy,
			const struct pk_open_frame *frame)
{
	bool known = busy->panic_known && frame->calltime,
	     after = known && frame->calltime > busy->panic_ns;
	uint64_t open_ns = busy->panic_ns - frame->calltime;

	pk_out_uint_if(out, "open_ns", NULL, known && !after, open_ns);
	if (known && !after)
		pk_out_text(out, " %14.3f", open_ns / 1000.0);
	else
		pk_out_text(out, " %14s", after ? "after" : "-");
	pk_out_bool_if(out, "after_panic", known, after);
}

static void render_frame(struct pk_out *out, const struct pk_busy *busy, size_t depth)
{
	const struct pk_open_frame *frame = &busy->calls->frames[depth];
	const struct pk_symbol *func = &busy->funcs[depth];

	PK_OUT_OBJECT(out, NULL);
	pk_out_uint(out, "depth", "  %4llu", depth);
	render_open(out, busy, frame);
	pk_out_text(out, " %c ", frame->interrupted ? '!' : busy->on_path[depth] ? '*' : ' ');
	if (func->name[0])
		pk_out_str(out, "func", "%s", func->name);
	else
		pk_out_addr(out, "func", "%llx", frame->func);
	pk_out_word(out, "module", " [%s]", func->module);
	pk_out_uint_if(out, "offset", "+0x%llx", frame->pc, frame->pc - frame->func);
	pk_out_bool(out, "on_path", busy->on_path[depth]);
	pk_out_bool(out, "interrupted", frame->interrupted);
	pk_out_str(out, "role", NULL, pk_call_role_name(busy->roles[depth]));
	pk_out_text(out, "\n");
}

/* Text: one line for the frames of one role from DEPTH on. Returns their number. */
static size_t render_fold(struct pk_out *out, const struct pk_busy *busy, size_t depth)
{
	static const char *const texts[] = {
		[PK_ROLE_PROBE] = "of ftrace and the probes",
		[PK_ROLE_STOP] = "that stop this CPU",
		[PK_ROLE_PANIC] = "of the panic",
	};
	enum pk_call_role role = busy->roles[depth];
	size_t nr = 1;

	while (depth + nr < busy->calls->nr && busy->roles[depth + nr] == role)
		nr++;
	pk_out_text(out, "  %4zu", depth);
	render_open(out, busy, &busy->calls->frames[depth]);
	pk_out_text(out, "   ~%zu %s\n", nr, texts[role]);
	return nr;
}

static void render_header(struct pk_out *out, const struct pk_skb *skb)
{
	const struct pk_header *header = &skb->header;
	char from[64], to[64], flags[12];

	if (!skb->header_valid) {
		pk_out_keys(out, "saddr sport daddr dport seq ack flags payload_len");
		if (skb->header_unreadable)
			pk_out_text(out, "  header unreadable");
		if (header->sectag.known)
			pk_render_sectag(out, header, "  MACsec ");
		return;
	}
	pk_header_endpoints(header, from, to, sizeof(from));
	pk_out_text(out, "  %s > %s", from, to);
	pk_render_tuple(out, &header->tuple, pk_header_has_ports(header));
	pk_out_str(out, "flags", "  [%s]",
		   header->flags_known ? pk_flags_text(header, flags, sizeof(flags)) : NULL);
	pk_out_uint_if(out, "seq", " seq %llu", header->seq_known, header->seq);
	pk_out_uint_if(out, "ack", " ack %llu", header->ack_known, header->ack);
	pk_out_uint(out, "payload_len", " len %llu", header->payload_len);
	if (!header->spi_known)
		return;
	pk_out_uint(out, "spi", " SPI %#llx", header->spi);
	pk_out_uint(out, "esp_number", " number %llu", header->esp_number);
	pk_out_str(out, "carried_by", header->below ? " in %s" : NULL,
		   header->below ? pk_header_outermost(header)->name : NULL);
}

void pk_render_busy(struct pk_out *out, const struct pk_busy *busy)
{
	const struct pk_open_calls *calls = busy->calls;
	size_t depth = 0;
	const struct pk_stack_packet *packet = busy->packet;

	PK_OUT_RECORD(out, "inflight");
	pk_out_int(out, "pid", "PID: %lld  ", calls->task.pid);
	pk_out_addr(out, "task", "TASK: %llx  ", calls->task.addr);
	pk_out_int_if(out, "cpu", "CPU: %lld  ", calls->cpu >= 0, calls->cpu);
	if (calls->cpu < 0)
		pk_out_text(out, "CPU: -  ");
	pk_out_str(out, "comm", "COMMAND: \"%s\"\n", calls->task.comm);
	pk_out_str(out, "context", "  %s context", pk_call_context_name(calls->context));
	pk_out_str(out, "source", ", %s\n", pk_call_source_name(calls->source));
	if (calls->nr)
		pk_out_text(out, "  %5s %13s   FUNCTION\n", "DEPTH", "OPEN us");
	pk_out_array_begin(out, "frames");
	while (depth < busy->calls->nr) {
		if (pk_out_whole(out) || busy->unfolded || busy->roles[depth] == PK_ROLE_WORK)
			render_frame(out, busy, depth++);
		else
			depth += render_fold(out, busy, depth);
	}
	pk_out_array_end(out);
	/* "packet" is its ID in `last` and `show`; "memory" is what only the stack tells. */
	pk_out_str(out, "packet", "  packet %s\n", busy->packet_id);
	if (!packet || !packet->skb) {
		pk_out_null(out, "memory");
	} else {
		PK_OUT_OBJECT(out, "memory");
		pk_out_addr(out, "skb", "  skb %llx", packet->skb);
		pk_out_addr(out, "sk", packet->sk ? "  sock %llx" : NULL, packet->sk);
		pk_out_str(out, "dir", "  %s",
			   packet->sk_matches ? packet->is_tx ? "tx" : "rx" : NULL);
		render_header(out, &packet->fields);
		pk_out_str(out, "func", "\n  in %s", packet->func.name);
		pk_out_str(out, "found_in", "  (pointer found in: %s)\n",
			   pk_stack_evidence_text(packet->evidence));
	}

	pk_out_array_begin(out, "waiting");
	for (uint32_t i = 0; busy->waiting && i < busy->packet->nr_waiting; i++) {
		const struct pk_busy_waiting *waiting = &busy->waiting[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_word(out, "packet", "  waits: packet %s", waiting->id);
		if (!waiting->id[0])
			pk_out_text(out, "  waits:");
		pk_out_addr(out, "skb", "  skb %llx", busy->packet->waiting[i].skb);
		render_header(out, &waiting->fields);
		pk_out_str(out, "func", "\n  on a list of %s\n", waiting->func.name);
	}
	pk_out_array_end(out);
	pk_out_text(out, "\n");
}
