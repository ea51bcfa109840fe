// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"
#include "render/packet_private.h"

#include <string.h>

#define MAX_INDENT 60 /* of a line */
#define MAX_DEPTH 600 /* of an object: a damaged trace can nest to any depth */

struct tree {
	struct pk_out *out;
	const struct pk_packet_style *style;
	const struct pk_path *path;
	const struct pk_protocol *protocol; /* the packet's */
	uint64_t origin; /* offsets are relative to this time, ns */
	uint64_t fold_limit; /* folds above it are named by class */
};

/* The kernel's function_graph duration marks. */
static char duration_mark(uint64_t ns)
{
	static const struct {
		uint64_t above;
		char mark;
	} marks[] = {{1000000000, '$'}, {100000000, '@'}, {10000000, '*'},
		     {1000000, '#'},	{100000, '!'},	  {10000, '+'}};

	for (unsigned i = 0; i < PK_ARRAY_SIZE(marks); i++)
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

/* us from the packet's first event to NS. */
static double at_us(const struct tree *tree, uint64_t ns)
{
	return ns > tree->origin ? (ns - tree->origin) / 1000.0 : 0;
}

/* Start and duration of CALL. One that is known only from its callee began some time before
 * that. */
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
	pk_out_text(tree->out, "  %*s%s", 2 * (int)indent, "", names);
	if (marks[0]) {
		pk_out_tone(tree->out, PK_TONE_MARK);
		pk_out_text(tree->out, "%s", marks);
		pk_out_tone(tree->out, PK_TONE_PLAIN);
	}
	pk_out_text(tree->out, "%s%s", fold, first->open ? "  (open)" : "");
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

/* One line for a chain of up to four calls, each the only one shown in its caller; verbose: one
 * call. */
static const struct pk_call *chain(const struct tree *tree, const struct pk_call *call,
				   unsigned indent)
{
	const struct pk_call *last = call;
	struct pk_probe_marks marks = {0};
	int most = tree->style->verbose ? 1 : 4;
	char names[PK_SYMBOL_NAME_MAX];
	size_t len;

	len = (size_t)snprintf(names, sizeof(names), "%.*s", most == 1 ? PK_SYMBOL_NAME_MAX : 70,
			       call->name ? call->name->symbol.name : "?");
	pk_find_marks(tree->style, call->name, &marks);
	for (int links = 1; links < most && !marks.nr && last->folded_ns <= tree->fold_limit;
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

/* A call as an object. */
static void call_fields(const struct tree *tree, const struct pk_call *call, int64_t depth)
{
	struct pk_out *out = tree->out;
	struct pk_probe_marks marks = {.out = out};
	char id[64];

	PK_OUT_OBJECT(out, NULL);
	pk_out_int(out, "depth", NULL, depth);
	pk_out_str(out, "func", NULL, call->name ? call->name->symbol.name : NULL);
	pk_out_str(out, "module", NULL,
		   call->name && call->name->symbol.module[0] ? call->name->symbol.module : NULL);
	pk_out_ns_if(out, "start_ns", NULL, !call->implied, call->start);
	pk_out_uint_if(out, "dur_ns", NULL, !call->open && !call->by_entry, call->dur);
	pk_out_uint(out, "folded", NULL, call->folded_calls);
	pk_out_uint_if(out, "folded_ns", NULL, !call->by_entry, call->folded_ns);
	pk_out_str(out, "packet", NULL,
		   call->other ? pk_packet_id(call->other, id, sizeof(id)) : NULL);
	pk_out_bool(out, "interrupt", call->kind == PK_CALL_IRQ);
	PK_OUT_ARRAY(out, "probes");
	if (call->kind == PK_CALL_PLAIN)
		pk_find_marks(tree->style, call->name, &marks);
}

/* TOLD: the end of a chain whose line includes CALL; NULL: CALL has no line yet. */
static void show_call(const struct tree *tree, const struct pk_call *call, int64_t depth,
		      unsigned indent, const struct pk_call *told)
{
	call_fields(tree, call, depth);
	if (!told && indent <= MAX_INDENT && call->kind != PK_CALL_PLAIN)
		other_line(tree, call, indent);
	else if (!told && indent <= MAX_INDENT)
		told = chain(tree, call, indent);
	if (call->kind != PK_CALL_PLAIN || depth > MAX_DEPTH)
		return;
	if (told == call)
		told = NULL;
	for (const struct pk_call *child = call->child; child; child = child->next)
		if (child->shown)
			show_call(tree, child, depth + 1, told ? indent : indent + 1, told);
}

static void call_stages(struct pk_out *out, const struct pk_call *root,
			const struct pk_protocol *protocol, const char **last)
{
	const struct pk_call *call = root;

	/* No stage twice in a row; in the order of the shown calls. */
	for (; call; call = pk_call_next(call, root, call->kind == PK_CALL_PLAIN)) {
		const char *title;

		if (call->kind != PK_CALL_PLAIN || !call->shown || !call->name ||
		    !call->name->stage)
			continue;
		title = pk_stage_title(call->name->stage, protocol);
		if (!*last || strcmp(*last, title) != 0) {
			pk_out_str(out, NULL, NULL, title);
			*last = title;
		}
	}
}

static void step_stages(struct pk_out *out, const struct pk_trail *trail,
			const struct pk_piece *piece, const char **last)
{
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];

		if (!pk_step_in(trail, piece, step) || (*last && !strcmp(*last, step->stage)))
			continue;
		pk_out_str(out, NULL, NULL, step->stage);
		*last = step->stage;
	}
}

/* Context, CPU and task of a span. */
static void show_who(struct pk_out *out, const struct pk_piece *piece,
		     const struct pk_path_task *task, bool told)
{
	pk_out_str(out, "context", told ? "  %-8s" : NULL, pk_context_name(piece->context));
	pk_out_int(out, "cpu", told ? " CPU %lld" : NULL, piece->cpu);
	pk_out_int(out, "pid", told ? "  PID %lld" : NULL, piece->pid);
	pk_out_str(out, "comm", told ? " \"%s\"" : NULL, task->known ? task->comm : NULL);
	if (told && !task->known)
		pk_out_text(out, " \"<...>\"");
}

/* The interrupt also serves whatever else it announced: its time is not part of the path. */
static void show_irq(const struct tree *tree, const struct pk_piece *irq)
{
	struct pk_out *out = tree->out;

	PK_OUT_OBJECT(out, NULL);
	show_who(out, irq, &tree->path->irq_task, false);
	pk_out_ns(out, "start_ns", NULL, irq->start);
	pk_out_ns(out, "end_ns", NULL, irq->end);
	PK_OUT_ARRAY(out, "stages");
	pk_out_str(out, NULL, NULL, "irq");
}

static void show_stages(const struct tree *tree, const struct pk_trail *trail,
			const struct pk_path_span *span)
{
	const struct pk_path_piece *piece = &tree->path->pieces[span->first];
	const char *last = NULL;

	PK_OUT_ARRAY(tree->out, "stages");
	for (uint32_t i = 0; i < span->nr; i++, piece++)
		if (piece->root)
			call_stages(tree->out, piece->root, tree->protocol, &last);
		else if (!piece->piece->func)
			step_stages(tree->out, trail, piece->piece, &last);
}

static void name_functions(struct pk_out *out, const char *what,
			   const struct pk_call_name *const *names, int nr)
{
	for (int i = 0; i < nr && names[i]; i++)
		pk_out_text(out, "%s%s", i ? " < " : what, names[i]->symbol.name);
}

static const char *name_or_none(const struct pk_call_name *name)
{
	return name && name->known ? name->symbol.name : "?";
}

static void show_span(const struct tree *tree, const struct pk_trail *trail,
		      const struct pk_path_span *span)
{
	const struct pk_path *path = tree->path;
	uint32_t at = span->first, last = at + span->nr - 1;
	const struct pk_piece *irq = at ? NULL : trail->irq;
	uint64_t begin = pk_path_begin(path, at);
	struct pk_out *out = tree->out;

	PK_OUT_ARRAY(out, "spans");
	PK_OUT_OBJECT(out, NULL);
	show_who(out, path->pieces[at].piece, &span->task, true);
	pk_out_ns(out, "start_ns", NULL, begin);
	pk_out_ns_if(out, "end_ns", NULL,
		     !trail->pieces[last].open && !trail->pieces[last].by_entry,
		     pk_path_end(path, last));
	show_stages(tree, trail, span);
	if (irq && begin >= irq->start)
		pk_out_text(out, "   announced by %s at -%.1f us", name_or_none(path->irq),
			    (begin - irq->start) / 1000.0);
	if (at && begin > pk_path_end(path, at - 1))
		pk_out_text(out, "   after %.1f us", (begin - pk_path_end(path, at - 1)) / 1000.0);
	name_functions(out, "   under ", span->under, PK_PIECE_UNDER);
	pk_out_text(out, "\n");
}

/* A span without frames: its events, by name. */
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
		/* Up to 5.10 a function's probe precedes its frame, which is the next piece. */
		if (next && next->name && !strcmp(next->name->symbol.name, step->name))
			continue;
		pk_out_text(tree->out, "%10.1f %11s  %s", at_us(tree, step->ts), "-",
			    slash ? slash + 1 : step->name);
		name_functions(tree->out, "   in ", tree->path->callers[i], PK_STEP_CALLERS);
		pk_out_text(tree->out, "\n");
	}
	if (!told)
		pk_out_text(tree->out, "%10.1f  %10.2f  events only, no frames recorded\n",
			    at_us(tree, piece->start), (piece->end - piece->start) / 1000.0);
}

/* A frame that was seen when packets were joined, but not found again by its time. */
static void lost_frame_line(const struct tree *tree, const struct pk_path_piece *lost)
{
	const struct pk_piece *piece = lost->piece;

	pk_out_text(tree->out,
		    "%10.1f  %10.2f  %s  (its calls cannot be told apart: the trace's clock stood "
		    "still)\n",
		    at_us(tree, piece->start), (piece->end - piece->start) / 1000.0,
		    name_or_none(lost->lost));
}

static void show_piece(const struct tree *tree, const struct pk_packet *packet, uint32_t at)
{
	const struct pk_path_piece *piece = &tree->path->pieces[at];

	if (piece->root) {
		pk_out_array_begin(tree->out, "path");
		show_call(tree, piece->root, 0, 0, NULL);
		pk_out_array_end(tree->out);
	} else if (piece->piece->func) {
		lost_frame_line(tree, piece);
	} else {
		step_lines(tree, packet, at);
	}
	if (piece->truncated)
		pk_out_text(tree->out, "%23s (more than %u call(s): the rest is left out)\n", "",
			    PK_MAX_CALLS);
}

void pk_packet_tree(struct pk_out *out, const struct pk_packet_style *style,
		    const struct pk_packet *packet, const struct pk_path *path)
{
	struct tree tree = {.out = out,
			    .style = style,
			    .path = path,
			    .protocol = pk_protocol_of(&packet->header),
			    .origin = packet->first_ns};

	tree.fold_limit = path->total_ns * 3 / 100 > 10000 ? path->total_ns * 3 / 100 : 10000;
	pk_out_array_begin(out, "spans");
	if (packet->trail.irq)
		show_irq(&tree, packet->trail.irq);
	pk_out_array_end(out);
	pk_out_array_begin(out, "path");
	pk_out_array_end(out);
	if (path->nr_pieces)
		pk_out_text(out, "%10s %11s\n", "at us", "dur us");
	for (uint32_t i = 0; i < path->nr_spans; i++) {
		const struct pk_path_span *span = &path->spans[i];

		show_span(&tree, &packet->trail, span);
		for (uint32_t k = 0; k < span->nr; k++)
			show_piece(&tree, packet, span->first + k);
	}
}
