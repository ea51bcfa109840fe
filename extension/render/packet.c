// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/packet.h"

#include <string.h>

#include "decode/comm.h"
#include "decode/probe.h"

/* Ages count from the panic, or from the newest event where the two clocks cannot be compared. */
static uint64_t age_origin(const struct pk_packet_set *set)
{
	return set->panic_known ? set->panic_ns : set->newest_ns;
}

const char *pk_packet_time(const struct pk_packet_style *style, uint64_t ns, char *buf, size_t size)
{
	uint64_t origin = age_origin(style->set);
	uint64_t value = style->absolute ? ns : ns > origin ? ns - origin : origin - ns;

	snprintf(buf, size, "%s%llu.%06llu", style->absolute ? "" : ns > origin ? "T+" : "T-",
		 (unsigned long long)(value / 1000000000), (unsigned long long)(value / 1000 % 1000000));
	return buf;
}

static const char *time_of(const struct pk_packet_style *style, const struct pk_packet *packet, char *buf,
			   size_t size)
{
	return packet->timeless ? "?" : pk_packet_time(style, packet->first_ns, buf, size);
}

static void endpoints(const struct pk_packet *packet, char *from, char *to, size_t size)
{
	const struct pk_tuple *tuple = &packet->header.tuple;

	snprintf(from, size, "?");
	snprintf(to, size, "?");
	if (!packet->header.tuple_known)
		return;
	pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, from, (unsigned)size);
	pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, to, (unsigned)size);
}

static const char *flags_text(const struct pk_header *header, char *buf, unsigned size)
{
	if (!header->flags_known)
		snprintf(buf, size, "?");
	else
		pk_tcp_flags_text(header->flags, buf, size);
	return buf;
}

void pk_render_identities(struct pk_out *out, const struct pk_packet_tally *tally)
{
	for (int i = PK_NR_IDENTITIES; i-- > 0;)
		if (tally->of_identity[i])
			pk_out_text(out, " %u %s", tally->of_identity[i], pk_identity_name(i));
}

void pk_render_packet_heading(struct pk_out *out, const struct pk_packet_style *style)
{
	pk_out_text(out, "%14s  %-3s %-8s %-21s   %-21s %-6s %10s %6s  %-8s %-13s %s\n",
		    style->absolute ? "TIME" : "AGE", "DIR", "DEV", "SOURCE", "DESTINATION", "FLAGS",
		    "SEQ", "LEN", "IDENTITY", "END", "ID");
}

static void packet_line(struct pk_out *out, const struct pk_packet_style *style,
			const struct pk_packet *packet)
{
	char when[40], from[64], to[64], flags[16], id[64], seq[16] = "?", len[16] = "?";
	const struct pk_header *header = &packet->header;

	endpoints(packet, from, to, sizeof(from));
	if (header->seq_known)
		snprintf(seq, sizeof(seq), "%u", header->seq);
	if (header->len_known)
		snprintf(len, sizeof(len), "%u", header->payload_len);
	pk_out_text(out, "%14s  %-3s %-8s %-21s > %-21s %-6s %10s %6s  %-8s %-13s %s%s\n",
		    time_of(style, packet, when, sizeof(when)),
		    pk_direction_name(packet->dir), packet->dev[0] ? packet->dev : "?", from, to,
		    flags_text(header, flags, sizeof(flags)), seq, len,
		    pk_identity_name(packet->identity), pk_outcome_name(packet->outcome),
		    pk_packet_id(packet, id, sizeof(id)), packet->retransmit ? "  retransmit" : "");
}

/* Probes on a function: the names that its line is marked with. */
struct probe_marks {
	struct pk_out *out; /* JSON: an open array; NULL for text */
	char text[200];
	unsigned nr;
};

static bool worth_a_mark(const struct pk_probe *probe)
{
	/* The tracer's own hooks are on every line; only a stranger's ftrace_ops says something. */
	return (probe->kind != PK_PROBE_FTRACE_OPS && probe->kind != PK_PROBE_FGRAPH) ||
	       probe->module[0];
}

static const char *short_owner(const struct pk_probe *probe)
{
	const char *slash = strrchr(probe->owner, '/');

	if (slash && slash[1])
		return slash + 1;
	if (probe->module[0])
		return probe->module;
	return probe->owner[0] ? probe->owner : probe->handler_name;
}

static char kind_letter(enum pk_probe_kind kind)
{
	static const char letters[PK_NR_PROBE_KINDS] = "krjfuogtblnT";

	return kind < PK_NR_PROBE_KINDS ? letters[kind] : '?';
}

static bool mark_probe(const struct pk_probe *probe, void *arg)
{
	struct probe_marks *marks = arg;
	size_t len = strlen(marks->text);

	if (!worth_a_mark(probe))
		return true;
	marks->nr++;
	if (marks->out)
		pk_out_str(marks->out, NULL, NULL, short_owner(probe));
	else if (len + 24 < sizeof(marks->text))
		snprintf(marks->text + len, sizeof(marks->text) - len, "%s[%c %.40s]", len ? " " : "  ",
			 kind_letter(probe->kind), short_owner(probe));
	return true;
}

static void find_marks(const struct pk_packet_style *style, const struct pk_call_name *name,
		       struct probe_marks *marks)
{
	if (style->probes && name && name->symbol.size)
		pk_probes_on_function(style->probes, name->symbol.addr, name->symbol.size, false,
				      mark_probe, marks);
}

/* The tree. */

struct tree {
	struct pk_out *out;
	struct pk_ctx *ctx;
	const struct pk_packet_style *style;
	const struct pk_path *path;
	uint64_t origin;    /* offsets count from here, ns */
	uint64_t fold_limit; /* folds above it are named by class */
};

static char duration_mark(uint64_t ns)
{
	return ns > 1000000000 ? '$' : ns > 100000000 ? '@' : ns > 10000000 ? '*'
	       : ns > 1000000  ? '#' : ns > 100000    ? '!' : ns > 10000    ? '+' : ' ';
}

static void fold_text(const struct tree *tree, const struct pk_call *call, char *buf, size_t size)
{
	uint64_t left = call->folded_ns, times[PK_NR_NOISES];
	size_t len;

	buf[0] = '\0';
	if (!call->folded_calls)
		return;
	if (call->by_entry) {
		snprintf(buf, size, "  ~%u", call->folded_calls);
		return;
	}
	len = (size_t)snprintf(buf, size, "  ~%u %.1f", call->folded_calls, call->folded_ns / 1000.0);
	if (call->folded_ns <= tree->fold_limit)
		return;
	memcpy(times, call->noise_ns, sizeof(times));
	for (int i = 0; i < 2; i++) {
		int most = 0;

		for (int noise = 1; noise < PK_NR_NOISES; noise++)
			if (times[noise] > times[most])
				most = noise;
		if (!times[most] || times[most] * 5 < left || len + 12 > size)
			break;
		len += (size_t)snprintf(buf + len, size - len, "%c%s", i ? '/' : ' ',
					pk_noise_name(most));
		times[most] = 0;
	}
}

static const struct pk_call *only_shown_child(const struct pk_call *call)
{
	const struct pk_call *found = NULL;

	for (const struct pk_call *child = call->child; child; child = child->next) {
		if (child->kind == PK_CALL_IRQ)
			return NULL;
		if (!child->shown)
			continue;
		if (found)
			return NULL;
		found = child;
	}
	return found;
}

/* When it began and how long it took; a call that only its callee tells of began some time before. */
static void times(const struct tree *tree, const struct pk_call *call)
{
	double at = (call->start - tree->origin) / 1000.0;

	if (call->implied)
		pk_out_text(tree->out, "%10s %11s", "-", "-");
	else if (call->by_entry)
		pk_out_text(tree->out, "%10.1f %11s", at, "-");
	else
		pk_out_text(tree->out, "%10.1f %c%10.2f", at, duration_mark(call->dur), call->dur / 1000.0);
}

static void call_line(const struct tree *tree, const struct pk_call *first, const struct pk_call *last,
		      unsigned indent, const char *names, const char *marks)
{
	char fold[96];
	uint64_t irq = 0;

	(void)last;
	fold_text(tree, last, fold, sizeof(fold));
	for (const struct pk_call *child = last->child; child; child = child->next)
		if (child->kind == PK_CALL_IRQ && !child->shown)
			irq += child->dur;
	times(tree, first);
	pk_out_text(tree->out, "  %*s%s%s%s%s", 2 * (int)indent, "", names, marks, fold,
		    first->open ? "  (open)" : "");
	if (irq)
		pk_out_text(tree->out, "  !irq %.1f", irq / 1000.0);
	pk_out_text(tree->out, "\n");
}

static void other_line(const struct tree *tree, const struct pk_call *call, unsigned indent)
{
	char id[64] = "";

	if (call->other)
		pk_packet_id(call->other, id, sizeof(id));
	times(tree, call);
	pk_out_text(tree->out, "  %*s%s%s%s%s\n", 2 * (int)indent, "",
		    call->kind == PK_CALL_IRQ ? "!irq " : "",
		    call->name ? call->name->symbol.name : "?", call->other ? "  => #" : "", id);
}

/* One line for a chain of up to four calls of which each is the only thing shown in the one before. */
static const struct pk_call *chain(const struct tree *tree, const struct pk_call *call,
				   unsigned indent)
{
	const struct pk_call *last = call;
	struct probe_marks marks = {0};
	char names[4 * 80];
	size_t len;

	len = (size_t)snprintf(names, sizeof(names), "%.70s", call->name ? call->name->symbol.name : "?");
	find_marks(tree->style, call->name, &marks);
	for (int links = 1; links < 4 && !marks.nr && last->folded_ns <= tree->fold_limit; links++) {
		const struct pk_call *child = only_shown_child(last);

		if (!child || child->kind != PK_CALL_PLAIN)
			break;
		len += (size_t)snprintf(names + len, sizeof(names) - len, " > %.70s",
					child->name ? child->name->symbol.name : "?");
		last = child;
		find_marks(tree->style, child->name, &marks);
	}
	call_line(tree, call, last, indent, names, marks.text);
	return last;
}

static void call_tree(const struct tree *tree, const struct pk_call *call, unsigned indent)
{
	const struct pk_call *last;

	if (call->kind != PK_CALL_PLAIN) {
		other_line(tree, call, indent);
		return;
	}
	last = tree->style->verbose ? call : chain(tree, call, indent);
	if (tree->style->verbose) {
		struct probe_marks marks = {0};

		find_marks(tree->style, call->name, &marks);
		call_line(tree, call, call, indent, call->name ? call->name->symbol.name : "?",
			  marks.text);
	}
	for (const struct pk_call *child = last->child; child; child = child->next)
		if (child->shown && indent < 60)
			call_tree(tree, child, indent + 1);
}

static bool same_span(const struct pk_piece *a, const struct pk_piece *b)
{
	return a->context == b->context && a->cpu == b->cpu && a->pid == b->pid;
}

static void span_line(struct pk_out *out, struct pk_ctx *ctx, const struct pk_piece *irq,
		      const struct pk_piece *piece, const struct pk_piece *before)
{
	char comm[32];

	if (pk_comm_saved(ctx, piece->pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	pk_out_text(out, "  %-8s CPU %d  PID %d \"%s\"", pk_context_name(piece->context), piece->cpu,
		    piece->pid, comm);
	if (irq && piece->start >= irq->start) {
		struct pk_symbol symbol = {.name = "?"};

		ctx->target->ops->symbol_at(ctx->target, irq->func, &symbol);
		pk_strip_suffixes(symbol.name);
		pk_out_text(out, "   announced by %s at -%.1f us", symbol.name,
			    (piece->start - irq->start) / 1000.0);
	}
	if (before && piece->start > before->end)
		pk_out_text(out, "   after %.1f us", (piece->start - before->end) / 1000.0);
	for (int i = 0; i < PK_PIECE_UNDER && piece->under[i]; i++) {
		struct pk_symbol symbol;

		if (ctx->target->ops->symbol_at(ctx->target, piece->under[i], &symbol) != PK_OK)
			break;
		pk_strip_suffixes(symbol.name);
		pk_out_text(out, "%s%s", i ? " < " : "   under ", symbol.name);
	}
	pk_out_text(out, "\n");
}

static void tuple_line(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_packet *packet)
{
	char when[40], from[64], to[64], flags[16], id[64];
	const struct pk_header *header = &packet->header;

	endpoints(packet, from, to, sizeof(from));
	pk_out_text(out, "#%s %s %s  %s > %s  [%s]", pk_packet_id(packet, id, sizeof(id)),
		    packet->dir == PK_RX ? "RX" : "TX", packet->dev[0] ? packet->dev : "?", from, to,
		    flags_text(header, flags, sizeof(flags)));
	if (header->seq_known)
		pk_out_text(out, " seq %u", header->seq);
	if (header->ack_known && header->flags & 0x10)
		pk_out_text(out, " ack %u", header->ack);
	if (header->len_known)
		pk_out_text(out, " len %u", header->payload_len);
	pk_out_text(out, "  %s  %s\n", pk_outcome_name(packet->outcome),
		    time_of(style, packet, when, sizeof(when)));
}

static void who_line(struct pk_out *out, const struct pk_packet *packet)
{
	const char *source = pk_tuple_source_name(packet->tuple_from);

	if (packet->skb)
		pk_out_text(out, "    skb %llx", (unsigned long long)packet->skb);
	else
		pk_out_text(out, "    skb ?");
	if (packet->generation_known)
		pk_out_text(out, " (gen %lld)", (long long)packet->generation);
	if (packet->orig_skb && packet->orig_skb != packet->skb)
		pk_out_text(out, "  original %llx", (unsigned long long)packet->orig_skb);
	if (packet->sk)
		pk_out_text(out, "  sk %llx", (unsigned long long)packet->sk);
	if (packet->mark_known && packet->mark)
		pk_out_text(out, "  mark %#x", packet->mark);
	pk_out_text(out, "  identity %s%s%s%s\n", pk_identity_name(packet->identity),
		    source ? " (tuple from " : "", source ? source : "", source ? ")" : "");
	if (packet->lost_before)
		pk_out_text(out, "    events were lost between its own: something may be missing\n");
}

static void wire_lines(struct pk_out *out, const struct pk_packet *packet)
{
	if (packet->nr_frames < 2)
		return;
	for (uint32_t i = 0; i < packet->nr_frames; i++) {
		const struct pk_wire_frame *frame = &packet->frames[i];
		char flags[16];

		pk_out_text(out, "    .%u skb %llx", i + 1, (unsigned long long)frame->skb);
		if (frame->header.tuple_known)
			pk_out_text(out, "  [%s] seq %u len %u", flags_text(&frame->header, flags, sizeof(flags)),
				    frame->header.seq, frame->header.payload_len);
		else
			pk_out_text(out, "  %u bytes, header not recorded", frame->len);
		pk_out_text(out, "\n");
	}
}

static void edge_lines(struct pk_out *out, const struct pk_packet *packet)
{
	for (uint32_t i = 0; i < packet->nr_edges; i++) {
		const struct pk_edge *edge = &packet->edges[i];
		char id[64];

		pk_out_text(out, "    %s", pk_edge_name(edge->kind));
		if (edge->to_skb)
			pk_out_text(out, " skb %llx", (unsigned long long)edge->to_skb);
		if (edge->to)
			pk_out_text(out, " #%s", pk_packet_id(edge->to, id, sizeof(id)));
		pk_out_text(out, " (%s)\n", pk_identity_name(edge->how));
	}
}

static void end_line(struct pk_out *out, const struct pk_packet *packet, const struct pk_path *path)
{
	pk_out_text(out, "  END %s: %s.", pk_outcome_name(packet->outcome), packet->outcome_detail);
	if (path->by_entry) {
		pk_out_text(out, " %u calls by their entries alone (%u folded): no durations", path->calls,
			    path->folded_calls);
	} else if (path->calls) {
		pk_out_text(out, " %.1f us = %.1f shown + %.1f folded (%u calls)", path->total_ns / 1000.0,
			    path->shown_ns / 1000.0, path->folded_ns / 1000.0, path->folded_calls);
		if (path->irq_ns)
			pk_out_text(out, " + %.1f interrupts", path->irq_ns / 1000.0);
		if (path->nested_ns)
			pk_out_text(out, " + %.1f other packets", path->nested_ns / 1000.0);
		pk_out_text(out, "\n      folded:");
		for (int noise = 1; noise < PK_NR_NOISES; noise++)
			if (path->noise_ns[noise])
				pk_out_text(out, " %s %.1f", pk_noise_name(noise),
					    path->noise_ns[noise] / 1000.0);
		pk_out_text(out, "; %u raw calls", path->calls);
		if (path->probe_ns && path->total_ns)
			pk_out_text(out, "; probes took %.1f us of it (%llu %%)", path->probe_ns / 1000.0,
				    (unsigned long long)(path->probe_ns * 100 / path->total_ns));
	} else if (!packet->from_memory) {
		pk_out_text(out, " No function frames of it were recorded");
	}
	pk_out_text(out, "\n");
}

/* Events without frames follow one another in pieces of one span: they are told of together, by the first. */
static bool goes_on(const struct pk_packet *packet, size_t at)
{
	const struct pk_piece *piece = &packet->pieces[at];

	return at && !piece->func && !piece[-1].func && same_span(piece, &piece[-1]);
}

/* Up to the spans before and after: a free, say, makes no span of its own. */
static bool step_in(const struct pk_packet *packet, const struct pk_piece *piece,
		    const struct pk_step *step)
{
	size_t at = (size_t)(piece - packet->pieces), last = at;

	while (last + 1 < packet->nr_pieces && goes_on(packet, last + 1))
		last++;
	return !goes_on(packet, at) && step->cpu == piece->cpu && step->pid == piece->pid &&
	       (step->ts >= piece->start || !at || step->ts > piece[-1].end) &&
	       (step->ts <= packet->pieces[last].end || last + 1 == packet->nr_pieces ||
		step->ts < packet->pieces[last + 1].start);
}

/* By the stack trace that was recorded with the event. */
static void callers(const struct tree *tree, const struct pk_step *step)
{
	for (int i = 0; i < PK_STEP_CALLERS && step->callers[i]; i++) {
		struct pk_symbol symbol;

		if (tree->ctx->target->ops->symbol_at(tree->ctx->target, step->callers[i], &symbol) != PK_OK)
			break;
		pk_strip_suffixes(symbol.name);
		pk_out_text(tree->out, "%s%s", i ? " < " : "   in ", symbol.name);
	}
}

/* What there is of a span where no frames are: its events, by name. */
static void step_lines(const struct tree *tree, const struct pk_packet *packet, uint32_t at)
{
	const struct pk_piece *piece = &packet->pieces[at];
	const struct pk_call *next = at + 1 < tree->path->nr_pieces ? tree->path->pieces[at + 1].root : NULL;
	bool told = goes_on(packet, at);

	for (uint32_t i = 0; i < packet->nr_steps; i++) {
		const struct pk_step *step = &packet->steps[i];
		const char *slash = strchr(step->name, '/');

		if (!step_in(packet, piece, step))
			continue;
		told = true;
		/* Up to 5.10 a function's probe comes before its frame, which follows. */
		if (next && next->name && !strcmp(next->name->symbol.name, step->name))
			continue;
		pk_out_text(tree->out, "%10.1f %11s  %s",
			    ((double)step->ts - (double)tree->origin) / 1000.0, "-",
			    slash ? slash + 1 : step->name);
		callers(tree, step);
		pk_out_text(tree->out, "\n");
	}
	if (!told)
		pk_out_text(tree->out, "%10.1f  %10.2f  events only, no frames recorded\n",
			    ((double)piece->start - (double)tree->origin) / 1000.0,
			    (piece->end - piece->start) / 1000.0);
}

/* A frame that was seen when packets were joined, and is not found again by its time. */
static void lost_frame_line(const struct tree *tree, struct pk_ctx *ctx, const struct pk_piece *piece)
{
	struct pk_symbol symbol = {.name = "?"};

	if (ctx->target->ops->symbol_at(ctx->target, piece->func, &symbol) == PK_OK)
		pk_strip_suffixes(symbol.name);
	pk_out_text(tree->out, "%10.1f  %10.2f  %s  (its calls cannot be told apart: the trace's clock stood still)\n",
		    ((double)piece->start - (double)tree->origin) / 1000.0,
		    (piece->end - piece->start) / 1000.0, symbol.name);
}

void pk_render_packet_tree(struct pk_out *out, struct pk_ctx *ctx,
			   const struct pk_packet_style *style, const struct pk_packet *packet,
			   const struct pk_path *path)
{
	struct tree tree = {.out = out, .ctx = ctx, .style = style, .path = path, .origin = packet->first_ns};

	tree.fold_limit = path->total_ns * 3 / 100 > 10000 ? path->total_ns * 3 / 100 : 10000;
	tuple_line(out, style, packet);
	who_line(out, packet);
	wire_lines(out, packet);
	if (style->verbose)
		edge_lines(out, packet);
	if (path->nr_pieces)
		pk_out_text(out, "%10s %11s\n", "at us", "dur us");
	for (uint32_t i = 0; i < path->nr_pieces; i++) {
		const struct pk_path_piece *piece = &path->pieces[i];
		const struct pk_piece *before = i ? path->pieces[i - 1].piece : NULL;

		if (!before || !same_span(before, piece->piece))
			span_line(out, ctx, i || !packet->irq_known ? NULL : &packet->irq,
				  piece->piece, before);
		if (piece->root)
			call_tree(&tree, piece->root, 0);
		else if (piece->piece->func)
			lost_frame_line(&tree, ctx, piece->piece);
		else
			step_lines(&tree, packet, i);
		if (piece->truncated)
			pk_out_text(out, "%23s (more than %u calls: the rest is left out)\n", "",
				    PK_MAX_CALLS);
	}
	end_line(out, packet, path);
}

/* JSON. */

static void json_tuple(struct pk_out *out, const struct pk_header *header)
{
	char text[64];

	if (!header->tuple_known) {
		pk_out_null(out, "family");
		pk_out_null(out, "saddr");
		pk_out_null(out, "sport");
		pk_out_null(out, "daddr");
		pk_out_null(out, "dport");
		return;
	}
	pk_out_uint(out, "family", NULL, header->tuple.family);
	pk_out_str(out, "saddr", NULL,
		   pk_address_text(header->tuple.family, header->tuple.saddr, text, sizeof(text)));
	pk_out_uint(out, "sport", NULL, header->tuple.sport);
	pk_out_str(out, "daddr", NULL,
		   pk_address_text(header->tuple.family, header->tuple.daddr, text, sizeof(text)));
	pk_out_uint(out, "dport", NULL, header->tuple.dport);
}

static void json_uint(struct pk_out *out, const char *key, bool known, uint64_t value)
{
	if (known)
		pk_out_uint(out, key, NULL, value);
	else
		pk_out_null(out, key);
}

static void json_numbers(struct pk_out *out, const struct pk_header *header)
{
	char flags[16];

	json_uint(out, "seq", header->seq_known, header->seq);
	json_uint(out, "ack", header->ack_known, header->ack);
	pk_out_str(out, "flags", NULL,
		   header->flags_known ? pk_tcp_flags_text(header->flags, flags, sizeof(flags)) : NULL);
	json_uint(out, "payload_len", header->len_known, header->payload_len);
}

static void json_frames(struct pk_out *out, const struct pk_packet *packet)
{
	pk_out_array_begin(out, "frames");
	for (uint32_t i = 0; i < packet->nr_frames; i++) {
		pk_out_object_begin(out, NULL);
		json_numbers(out, &packet->frames[i].header);
		pk_out_addr(out, "skb", NULL, packet->frames[i].skb);
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

static void json_stages(struct pk_out *out, const struct pk_call *root, const char **last)
{
	const struct pk_call *call = root;

	/* Distinct neighbours, in order of the calls that are shown. */
	for (; call; call = pk_call_next(call, root, call->kind == PK_CALL_PLAIN)) {
		const struct pk_stage *stage = call->name ? call->name->stage : NULL;

		if (call->kind == PK_CALL_PLAIN && call->shown && stage && (!*last || strcmp(*last, stage->stage))) {
			pk_out_str(out, NULL, NULL, stage->stage);
			*last = stage->stage;
		}
	}
}

/* The interrupt's time is shared with whatever else it announced: it is no part of the path. */
static void json_irq_span(struct pk_out *out, struct pk_ctx *ctx, const struct pk_piece *irq)
{
	char comm[32];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "context", NULL, pk_context_name(irq->context));
	pk_out_int(out, "cpu", NULL, irq->cpu);
	pk_out_int(out, "pid", NULL, irq->pid);
	pk_out_str(out, "comm", NULL,
		   pk_comm_saved(ctx, irq->pid, comm, sizeof(comm)) == PK_OK ? comm : NULL);
	pk_out_ns(out, "start_ns", NULL, irq->start);
	pk_out_ns(out, "end_ns", NULL, irq->end);
	pk_out_array_begin(out, "stages");
	pk_out_str(out, NULL, NULL, "irq");
	pk_out_array_end(out);
	pk_out_object_end(out);
}

static void json_steps(struct pk_out *out, const struct pk_packet *packet,
		       const struct pk_piece *piece, const char **last)
{
	for (uint32_t i = 0; i < packet->nr_steps; i++) {
		const struct pk_step *step = &packet->steps[i];

		if (!step_in(packet, piece, step) || (*last && !strcmp(*last, step->stage)))
			continue;
		pk_out_str(out, NULL, NULL, step->stage);
		*last = step->stage;
	}
}

static void json_spans(struct pk_out *out, struct pk_ctx *ctx, const struct pk_packet *packet,
		       const struct pk_path *path)
{
	pk_out_array_begin(out, "spans");
	if (packet->irq_known)
		json_irq_span(out, ctx, &packet->irq);
	for (uint32_t i = 0; i < packet->nr_pieces;) {
		const struct pk_piece *piece = &packet->pieces[i];
		const char *last = NULL;
		char comm[32];
		uint32_t j = i;

		while (j + 1 < packet->nr_pieces && same_span(piece, &packet->pieces[j + 1]))
			j++;
		pk_out_object_begin(out, NULL);
		pk_out_str(out, "context", NULL, pk_context_name(piece->context));
		pk_out_int(out, "cpu", NULL, piece->cpu);
		pk_out_int(out, "pid", NULL, piece->pid);
		pk_out_str(out, "comm", NULL,
			   pk_comm_saved(ctx, piece->pid, comm, sizeof(comm)) == PK_OK ? comm : NULL);
		pk_out_ns(out, "start_ns", NULL, piece->start);
		if (packet->pieces[j].open || packet->pieces[j].by_entry)
			pk_out_null(out, "end_ns");
		else
			pk_out_ns(out, "end_ns", NULL, packet->pieces[j].end);
		pk_out_array_begin(out, "stages");
		for (uint32_t k = i; path && k <= j; k++)
			if (path->pieces[k].root)
				json_stages(out, path->pieces[k].root, &last);
			else if (!path->pieces[k].piece->func)
				json_steps(out, packet, path->pieces[k].piece, &last);
		pk_out_array_end(out);
		pk_out_object_end(out);
		i = j + 1;
	}
	pk_out_array_end(out);
}

static void json_call(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_call *call, int64_t depth)
{
	struct probe_marks marks = {.out = out};
	char id[64];

	pk_out_object_begin(out, NULL);
	pk_out_int(out, "depth", NULL, depth);
	pk_out_str(out, "func", NULL, call->name ? call->name->symbol.name : NULL);
	pk_out_str(out, "module", NULL,
		   call->name && call->name->symbol.module[0] ? call->name->symbol.module : NULL);
	if (call->implied)
		pk_out_null(out, "start_ns");
	else
		pk_out_ns(out, "start_ns", NULL, call->start);
	if (call->open || call->by_entry)
		pk_out_null(out, "dur_ns");
	else
		pk_out_uint(out, "dur_ns", NULL, call->dur);
	pk_out_uint(out, "folded", NULL, call->folded_calls);
	if (call->by_entry)
		pk_out_null(out, "folded_ns");
	else
		pk_out_uint(out, "folded_ns", NULL, call->folded_ns);
	pk_out_str(out, "packet", NULL, call->other ? pk_packet_id(call->other, id, sizeof(id)) : NULL);
	pk_out_bool(out, "interrupt", call->kind == PK_CALL_IRQ);
	pk_out_array_begin(out, "probes");
	if (call->kind == PK_CALL_PLAIN)
		find_marks(style, call->name, &marks);
	pk_out_array_end(out);
	pk_out_object_end(out);
}

static void json_tree(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_call *call, int64_t depth)
{
	json_call(out, style, call, depth);
	if (call->kind != PK_CALL_PLAIN || depth > 600)
		return;
	for (const struct pk_call *child = call->child; child; child = child->next)
		if (child->shown)
			json_tree(out, style, child, depth + 1);
}

static void json_path(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_path *path)
{
	if (!path) {
		pk_out_null(out, "path");
		pk_out_null(out, "time");
		return;
	}
	pk_out_array_begin(out, "path");
	for (uint32_t i = 0; i < path->nr_pieces; i++)
		if (path->pieces[i].root)
			json_tree(out, style, path->pieces[i].root, 0);
	pk_out_array_end(out);
	if (path->by_entry) {
		pk_out_null(out, "time");
		return;
	}
	pk_out_object_begin(out, "time");
	pk_out_uint(out, "total_ns", NULL, path->total_ns);
	pk_out_int(out, "shown_ns", NULL, path->shown_ns);
	pk_out_uint(out, "folded_ns", NULL, path->folded_ns);
	pk_out_uint(out, "interrupt_ns", NULL, path->irq_ns);
	pk_out_uint(out, "nested_ns", NULL, path->nested_ns);
	pk_out_object_end(out);
}

/* Distinct owners of the probes on the shown calls. */
static void json_probes(struct pk_out *out, const struct pk_packet_style *style,
			const struct pk_path *path)
{
	const char *seen[64];
	unsigned nr = 0;

	pk_out_array_begin(out, "probes");
	for (uint32_t i = 0; path && style->probes && i < style->probes->nr; i++) {
		const struct pk_probe *probe = &style->probes->probes[i];
		bool on = false, known = false;

		if (!worth_a_mark(probe) || !probe->addr)
			continue;
		for (uint32_t c = 0; c < path->nr_chunks && !on; c++) {
			uint32_t used = c + 1 == path->nr_chunks ? path->used_in_chunk : 1024;

			for (uint32_t k = 0; k < used && !on; k++) {
				const struct pk_call_name *name = path->chunks[c][k].name;

				on = name && path->chunks[c][k].kind == PK_CALL_PLAIN &&
				     probe->addr >= name->symbol.addr &&
				     probe->addr - name->symbol.addr < name->symbol.size;
			}
		}
		for (unsigned k = 0; k < nr; k++)
			known |= !strcmp(seen[k], short_owner(probe));
		if (on && !known && nr < 64) {
			seen[nr++] = short_owner(probe);
			pk_out_str(out, NULL, NULL, short_owner(probe));
		}
	}
	pk_out_array_end(out);
}

static void json_edges(struct pk_out *out, const struct pk_packet *packet)
{
	pk_out_array_begin(out, "edges");
	for (uint32_t i = 0; i < packet->nr_edges; i++) {
		const struct pk_edge *edge = &packet->edges[i];
		char to[64] = "";

		if (edge->to)
			pk_packet_id(edge->to, to, sizeof(to));
		else if (edge->to_skb)
			snprintf(to, sizeof(to), "0x%llx", (unsigned long long)edge->to_skb);
		pk_out_object_begin(out, NULL);
		pk_out_str(out, "kind", NULL, pk_edge_name(edge->kind));
		pk_out_str(out, "to", NULL, to[0] ? to : NULL);
		pk_out_str(out, "how", NULL, pk_identity_name(edge->how));
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

static void packet_json(struct pk_out *out, struct pk_ctx *ctx, const struct pk_packet_style *style,
			const struct pk_packet *packet, const struct pk_path *path)
{
	const struct pk_packet_set *set = style->set;
	char id[64];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "id", NULL, pk_packet_id(packet, id, sizeof(id)));
	pk_out_str(out, "dir", NULL, pk_direction_name(packet->dir));
	/* What the panicking stack was handling is of the panic's moment; since when others were queued is not
	 * known. */
	if (packet->timeless || (packet->from_memory && !set->panic_known)) {
		pk_out_null(out, "first_ns");
		pk_out_null(out, "last_ns");
	} else {
		pk_out_ns(out, "first_ns", NULL, packet->first_ns);
		pk_out_ns(out, "last_ns", NULL, packet->last_ns);
	}
	if (set->panic_known && !packet->timeless)
		pk_out_int(out, "before_panic_ns", NULL, (int64_t)(set->panic_ns - packet->first_ns));
	else
		pk_out_null(out, "before_panic_ns");
	pk_out_addr(out, "skb", NULL, packet->skb);
	if (packet->generation_known)
		pk_out_int(out, "generation", NULL, packet->generation);
	else
		pk_out_null(out, "generation");
	pk_out_addr(out, "orig_skb", NULL, packet->orig_skb);
	pk_out_addr(out, "sk", NULL, packet->sk);
	json_uint(out, "netns", packet->netns != 0, packet->netns);
	pk_out_str(out, "dev", NULL, packet->dev[0] ? packet->dev : NULL);
	json_uint(out, "mark", packet->mark_known, packet->mark);
	json_tuple(out, &packet->header);
	json_numbers(out, &packet->header);
	json_uint(out, "segs", packet->segs != 0, packet->segs);
	json_frames(out, packet);
	pk_out_str(out, "identity", NULL, pk_identity_name(packet->identity));
	pk_out_str(out, "tuple_from", NULL, pk_tuple_source_name(packet->tuple_from));
	pk_out_str(out, "outcome", NULL, pk_outcome_name(packet->outcome));
	pk_out_str(out, "outcome_detail", NULL, packet->outcome_detail[0] ? packet->outcome_detail : NULL);
	pk_out_str(out, "drop_reason", NULL,
		   packet->outcome == PK_OUT_DROPPED && packet->drop_reason_name[0]
			   ? packet->drop_reason_name
			   : NULL);
	pk_out_bool(out, "retransmit", packet->retransmit);
	json_spans(out, ctx, packet, path);
	json_path(out, style, path);
	json_probes(out, style, path);
	json_edges(out, packet);
	json_uint(out, "lost_before", packet->lost_before != PK_LOST_UNKNOWN, packet->lost_before);
	pk_out_object_end(out);
}

void pk_render_packet(struct pk_out *out, struct pk_ctx *ctx, const struct pk_packet_style *style,
		      const struct pk_packet *packet, const struct pk_path *path)
{
	if (out->json)
		packet_json(out, ctx, style, packet, path);
	else
		packet_line(out, style, packet);
}
