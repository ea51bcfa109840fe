// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/packet_private.h"

#include <string.h>

#include "decode/trace/comm.h"

struct tree {
	struct pk_out *out;
	struct pk_ctx *ctx;
	const struct pk_packet_style *style;
	const struct pk_path *path;
	uint64_t origin; /* offsets count from here, ns */
	uint64_t fold_limit; /* folds above it are named by class */
};

/* As function_graph marks durations. */
static char duration_mark(uint64_t ns)
{
	static const struct {
		uint64_t above;
		char mark;
	} marks[] = {{1000000000, '$'}, {100000000, '@'}, {10000000, '*'},
		     {1000000, '#'},	{100000, '!'},	  {10000, '+'}};

	for (unsigned i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (ns > marks[i].above)
			return marks[i].mark;
	return ' ';
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
	len = (size_t)snprintf(buf, size, "  ~%u %.1f", call->folded_calls,
			       call->folded_ns / 1000.0);
	if (call->folded_ns <= tree->fold_limit)
		return;
	pk_call_noise(call, times);
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

/* us from the packet's beginning to NS. */
static double at_us(const struct tree *tree, uint64_t ns)
{
	return ns > tree->origin ? (ns - tree->origin) / 1000.0 : 0;
}

/* When it began and how long it took; a call that only its callee tells of began some time before. */
static void times(const struct tree *tree, const struct pk_call *call)
{
	double at = at_us(tree, call->start);

	if (call->implied)
		pk_out_text(tree->out, "%10s %11s", "-", "-");
	else if (call->by_entry)
		pk_out_text(tree->out, "%10.1f %11s", at, "-");
	else
		pk_out_text(tree->out, "%10.1f %c%10.2f", at, duration_mark(call->dur),
			    call->dur / 1000.0);
}

static void call_line(const struct tree *tree, const struct pk_call *first,
		      const struct pk_call *last, unsigned indent, const char *names,
		      const char *marks)
{
	char fold[96];
	uint64_t irq = 0;

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
	struct pk_probe_marks marks = {0};
	char names[4 * 80];
	size_t len;

	len = (size_t)snprintf(names, sizeof(names), "%.70s",
			       call->name ? call->name->symbol.name : "?");
	pk_find_marks(tree->style, call->name, &marks);
	for (int links = 1; links < 4 && !marks.nr && last->folded_ns <= tree->fold_limit;
	     links++) {
		const struct pk_call *child = only_shown_child(last);

		if (!child || child->kind != PK_CALL_PLAIN)
			break;
		len += (size_t)snprintf(names + len, sizeof(names) - len, " > %.70s",
					child->name ? child->name->symbol.name : "?");
		last = child;
		pk_find_marks(tree->style, child->name, &marks);
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
		struct pk_probe_marks marks = {0};

		pk_find_marks(tree->style, call->name, &marks);
		call_line(tree, call, call, indent, call->name ? call->name->symbol.name : "?",
			  marks.text);
	}
	for (const struct pk_call *child = last->child; child; child = child->next)
		if (child->shown && indent < 60)
			call_tree(tree, child, indent + 1);
}

static void span_line(struct pk_out *out, struct pk_ctx *ctx, const struct pk_piece *irq,
		      const struct pk_path *path, uint32_t at)
{
	const struct pk_piece *piece = path->pieces[at].piece;
	uint64_t begin = pk_path_begin(path, at);
	char comm[32];

	if (pk_comm_saved(ctx, piece->pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	pk_out_text(out, "  %-8s CPU %d  PID %d \"%s\"", pk_context_name(piece->context),
		    piece->cpu, piece->pid, comm);
	if (irq && begin >= irq->start) {
		struct pk_symbol symbol = {.name = "?"};

		pk_symbol_at(ctx, irq->func, &symbol);
		pk_strip_suffixes(symbol.name);
		pk_out_text(out, "   announced by %s at -%.1f us", symbol.name,
			    (begin - irq->start) / 1000.0);
	}
	if (at && begin > pk_path_end(path, at - 1))
		pk_out_text(out, "   after %.1f us", (begin - pk_path_end(path, at - 1)) / 1000.0);
	for (int i = 0; i < PK_PIECE_UNDER && piece->under[i]; i++) {
		struct pk_symbol symbol;

		if (pk_symbol_at(ctx, piece->under[i], &symbol) != PK_OK)
			break;
		pk_strip_suffixes(symbol.name);
		pk_out_text(out, "%s%s", i ? " < " : "   under ", symbol.name);
	}
	pk_out_text(out, "\n");
}

static void tuple_line(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_packet *packet)
{
	char when[40], from[64], to[64], flags[16], id[64], way[2 * PK_WAY_MAX];
	const struct pk_header *header = &packet->header;

	pk_packet_endpoints(packet, from, to, sizeof(from));
	pk_out_text(out, "#%s %s %s  %s > %s  [%s]", pk_packet_id(packet, id, sizeof(id)),
		    packet->dir == PK_RX ? "RX" : "TX",
		    pk_packet_way(packet, " > ", 2 * PK_WAY_MAX, way), from, to,
		    pk_packet_flags(header, flags, sizeof(flags)));
	if (header->seq_known)
		pk_out_text(out, " seq %u", header->seq);
	if (header->ack_known && header->flags & 0x10)
		pk_out_text(out, " ack %u", header->ack);
	if (header->len_known)
		pk_out_text(out, " len %u", header->payload_len);
	pk_out_text(out, "  %s  %s\n", pk_outcome_name(packet->outcome),
		    pk_packet_began(style, packet, when, sizeof(when)));
}

static void who_line(struct pk_out *out, const struct pk_packet *packet)
{
	const char *source = pk_tuple_source_name(packet->tuple_from);

	if (packet->skb)
		pk_out_text(out, "    skb %llx", (unsigned long long)packet->skb);
	else
		pk_out_text(out, "    skb ?");
	if (packet->skb && packet->generation_known)
		pk_out_text(out, " (%s pointer, gen %lld)", pk_identity_name(packet->pointer),
			    (long long)packet->generation);
	else if (packet->skb)
		pk_out_text(out, " (%s pointer)", pk_identity_name(packet->pointer));
	if (packet->orig_skb && packet->orig_skb != packet->skb)
		pk_out_text(out, "  original %llx", (unsigned long long)packet->orig_skb);
	if (packet->sk)
		pk_out_text(out, "  sk %llx", (unsigned long long)packet->sk);
	if (packet->mark_known && packet->mark)
		pk_out_text(out, "  mark %#x", packet->mark);
	if (packet->header.tuple_known)
		pk_out_text(out, "  identity %s%s%s%s\n", pk_identity_name(packet->identity),
			    source ? " (tuple from " : "", source ? source : "", source ? ")" : "");
	else
		pk_out_text(out, "  identity none: nothing names its addresses\n");
	if (packet->events_lost)
		pk_out_text(out,
			    "    events were lost between its own: something may be missing\n");
}

static void wire_lines(struct pk_out *out, const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	if (trail->nr_frames < 2)
		return;
	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		const struct pk_wire_frame *frame = &trail->frames[i];
		char flags[16];

		pk_out_text(out, "    .%u skb %llx", i + 1, (unsigned long long)frame->skb);
		if (frame->header.tuple_known)
			pk_out_text(out, "  [%s] seq %u len %u",
				    pk_packet_flags(&frame->header, flags, sizeof(flags)),
				    frame->header.seq, frame->header.payload_len);
		else
			pk_out_text(out, "  %u bytes, header not recorded", frame->len);
		pk_out_text(out, "\n");
	}
}

static void edge_lines(struct pk_out *out, const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];
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
	char detail[PK_DETAIL_MAX];

	pk_out_text(out, "  END %s: %s.", pk_outcome_name(packet->outcome),
		    pk_packet_detail(packet, detail, sizeof(detail)));
	if (path->by_entry) {
		pk_out_text(out, " %u calls by their entries alone (%u folded): no durations",
			    path->calls, path->folded_calls);
	} else if (path->calls) {
		pk_out_text(out, " %.1f us = %.1f shown + %.1f folded (%u calls)",
			    path->total_ns / 1000.0, path->shown_ns / 1000.0,
			    path->folded_ns / 1000.0, path->folded_calls);
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
			pk_out_text(out, "; probes took %.1f us of it (%llu %%)",
				    path->probe_ns / 1000.0,
				    (unsigned long long)(path->probe_ns * 100 / path->total_ns));
	} else if (!packet->from_memory) {
		pk_out_text(out, " No function frames of it were recorded");
	}
	pk_out_text(out, "\n");
}

/* By the stack trace that was recorded with the event. */
static void callers(const struct tree *tree, const struct pk_step *step)
{
	for (int i = 0; step->callers && i < PK_STEP_CALLERS && step->callers[i]; i++) {
		struct pk_symbol symbol;

		if (pk_symbol_at(tree->ctx, step->callers[i], &symbol) != PK_OK)
			break;
		pk_strip_suffixes(symbol.name);
		pk_out_text(tree->out, "%s%s", i ? " < " : "   in ", symbol.name);
	}
}

/* What there is of a span where no frames are: its events, by name. */
static void step_lines(const struct tree *tree, const struct pk_packet *packet, uint32_t at)
{
	const struct pk_trail *trail = &packet->trail;
	const struct pk_piece *piece = &trail->pieces[at];
	const struct pk_call *next =
		at + 1 < tree->path->nr_pieces ? tree->path->pieces[at + 1].root : NULL;
	bool told = pk_goes_on(trail, at);

	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];
		const char *slash = strchr(step->name, '/');

		if (!pk_step_in(trail, piece, step))
			continue;
		told = true;
		/* Up to 5.10 a function's probe comes before its frame, which follows. */
		if (next && next->name && !strcmp(next->name->symbol.name, step->name))
			continue;
		pk_out_text(tree->out, "%10.1f %11s  %s", at_us(tree, step->ts), "-",
			    slash ? slash + 1 : step->name);
		callers(tree, step);
		pk_out_text(tree->out, "\n");
	}
	if (!told)
		pk_out_text(tree->out, "%10.1f  %10.2f  events only, no frames recorded\n",
			    at_us(tree, piece->start), (piece->end - piece->start) / 1000.0);
}

/* A frame that was seen when packets were joined, and is not found again by its time. */
static void lost_frame_line(const struct tree *tree, struct pk_ctx *ctx,
			    const struct pk_piece *piece)
{
	struct pk_symbol symbol = {.name = "?"};

	if (pk_symbol_at(ctx, piece->func, &symbol) == PK_OK)
		pk_strip_suffixes(symbol.name);
	pk_out_text(tree->out,
		    "%10.1f  %10.2f  %s  (its calls cannot be told apart: the trace's clock stood "
		    "still)\n",
		    at_us(tree, piece->start), (piece->end - piece->start) / 1000.0, symbol.name);
}

void pk_render_packet_tree(struct pk_out *out, struct pk_ctx *ctx,
			   const struct pk_packet_style *style, const struct pk_packet *packet,
			   const struct pk_path *path)
{
	struct tree tree = {
		.out = out, .ctx = ctx, .style = style, .path = path, .origin = packet->first_ns};

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

		if (!before || !pk_same_span(before, piece->piece))
			span_line(out, ctx, i ? NULL : packet->trail.irq, path, i);
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
