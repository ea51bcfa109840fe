// SPDX-License-Identifier: GPL-3.0-or-later
/* A format's pieces: its text, and each conversion with the value of its argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/print_fmt_private.h"

#define STRING_ROOM 4096
#define LOW_ADDRESSES 4096 /* check_pointer_msg(): nothing is mapped below PAGE_SIZE */

/* NULL, a small number or an error number, which the kernel does not follow: what it prints instead. */
static const char *bad_pointer(uint64_t value, unsigned word)
{
	uint64_t errors = word == 8 ? UINT64_MAX - 4094 : UINT32_MAX - 4094;

	if (!value)
		return "(null)";
	return value < LOW_ADDRESSES || value >= errors ? "(efault)" : NULL;
}

/* error_string(): no longer than a pointer's digits. */
static void print_error(struct pk_seq *seq, const struct pk_spec *spec, const char *text,
			unsigned word)
{
	struct pk_spec limited = *spec;

	if (limited.precision < 0)
		limited.precision = 2 * (int)word;
	pk_print_string(seq, &limited, text, strlen(text));
}

static enum pk_status print_text(struct pk_run *run, const struct pk_spec *spec,
				 const struct pk_value *value, struct pk_seq *seq)
{
	unsigned word = run->env->ctx->target->facts.word_size;
	char text[STRING_ROOM];
	enum pk_status status;
	const char *bad;

	if (value->kind == PK_V_TABLE)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a table as a text");
	if (value->kind != PK_V_INT) {
		pk_print_string(seq, spec, (const char *)value->bytes, value->len);
		return PK_OK;
	}
	bad = bad_pointer(value->v, word);
	if (bad) {
		print_error(seq, spec, bad, word);
		return PK_OK;
	}
	status = pk_read_string(run->env->ctx, value->v, text, sizeof(text));
	if (status == PK_OK)
		pk_print_string(seq, spec, text, sizeof(text));
	return status;
}

static enum pk_status print_pointer(struct pk_run *run, const struct pk_spec *spec,
				    const struct pk_value *value, struct pk_seq *seq)
{
	struct pk_print_env *env = run->env;
	struct pk_spec text = *spec;

	if ((spec->ext[0] == 'u' || spec->ext[0] == 'k') && spec->ext[1] == 's') {
		text.ext[0] = '\0';
		return print_text(run, &text, value, seq);
	}
	if (value->kind == PK_V_TABLE)
		return pk_fail(env->ctx, PK_UNSUPPORTED, "a table as a pointer");
	if (value->kind != PK_V_INT)
		return pk_print_pointed(env->ctx, seq, spec, value->bytes, value->len);
	if (pk_spec_is_pointed(spec)) {
		uint64_t addr = value->v;
		struct pk_ctx *ctx = run->env->ctx;
		unsigned word = ctx->target->facts.word_size;
		const char *bad = bad_pointer(addr, word);
		uint8_t bytes[PK_POINTED_MAX];
		size_t len = pk_spec_pointed(spec, word);
		enum pk_status status;

		/* What %p.. of memory prints: as much of it as the conversion needs is read
		 * first. */
		if (!len) /* zero bytes of them: whatever the pointer is */
			return PK_OK;
		if (bad) {
			print_error(seq, spec, bad, word);
			return PK_OK;
		}
		if (len > sizeof(bytes))
			return pk_fail(ctx, PK_LIMIT, "%%p%s of %zu bytes", spec->ext, len);
		status = pk_read(ctx, addr, bytes, len);
		return status == PK_OK ? pk_print_pointed(ctx, seq, spec, bytes, len) : status;
	}
	if (pk_print_pointer(seq, spec, env->symbols, value->v, env->hashes))
		env->saw_hash = true;
	return PK_OK;
}

/* A count given as an argument; a negative width means left. */
static enum pk_status star(struct pk_run *run, uint32_t node, bool is_width, struct pk_spec *spec)
{
	struct pk_value value;
	enum pk_status status = pk_eval_int(run, node, &value);
	int count;

	if (status != PK_OK)
		return status;
	count = (int32_t)value.v;
	if (count < -PK_SEQ_MAX || count > PK_SEQ_MAX)
		return pk_fail(run->env->ctx, PK_CORRUPT, "a width of %d", count);
	if (is_width) {
		spec->left |= count < 0;
		spec->width = count < 0 ? -count : count;
	} else {
		spec->precision = count < 0 ? 0 : count;
	}
	return PK_OK;
}

static enum pk_status print_piece(struct pk_run *run, const struct pk_piece *piece,
				  struct pk_seq *seq)
{
	struct pk_spec spec = piece->spec;
	struct pk_value value;
	enum pk_status status = PK_OK;
	bool is_signed;

	if (!spec.conv)
		return PK_OK;
	if (spec.conv == '%') {
		pk_seq_putc(seq, '%');
		return PK_OK;
	}
	if (piece->plain) {
		const struct pk_node *node = &run->fmt->nodes[piece->arg];
		const struct pk_event *event = run->event;

		/* An integer of the record, by the size and sign that both it and its
		 * conversion have. */
		if (node->offset > event->len || node->size > event->len - node->offset)
			return pk_fail(run->env->ctx, PK_CORRUPT,
				       "a field at %u of an entry of %u bytes", node->offset,
				       event->len);
		value = pk_value_int(pk_uint(run->env->ctx, event->data + node->offset, node->size),
				     node->size, node->is_signed);
		pk_print_number(seq, &piece->spec,
				pk_value_int(value.v, piece->spec.size, piece->spec.conv == 'd').v);
		return PK_OK;
	}
	if (piece->width != PK_NO_NODE)
		status = star(run, piece->width, true, &spec);
	if (status == PK_OK && piece->precision != PK_NO_NODE)
		status = star(run, piece->precision, false, &spec);
	if (status == PK_OK)
		status = pk_eval(run, piece->arg, &value);
	if (status != PK_OK)
		return status;
	is_signed = spec.conv == 'd' || spec.conv == 'i';
	if (spec.conv == 's')
		return print_text(run, &spec, &value, seq);
	if (spec.conv == 'p')
		return print_pointer(run, &spec, &value, seq);
	if (value.kind != PK_V_INT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "an address as a number");
	if (spec.conv == 'c') {
		char c = (char)value.v;

		if (!spec.left)
			pk_seq_fill(seq, ' ', spec.width - 1);
		pk_seq_putc(seq, c);
		if (spec.left)
			pk_seq_fill(seq, ' ', spec.width - 1);
	} else {
		pk_print_number(seq, &spec, pk_value_int(value.v, spec.size, is_signed).v);
	}
	return PK_OK;
}

enum pk_status pk_run_text(struct pk_run *run, uint32_t index, struct pk_seq *seq)
{
	const struct pk_text *text = &run->fmt->texts[index];
	enum pk_status status = PK_OK;

	for (uint32_t i = 0; i < text->nr_pieces && status == PK_OK; i++) {
		const struct pk_piece *piece = &text->pieces[i];

		pk_seq_put(seq, text->literal + piece->text, piece->len);
		status = print_piece(run, piece, seq);
	}
	return status;
}

/* The strings that trace_check_vprintf() looks for: digits, dots and stars, no other flags. */
static bool is_checked(const struct pk_piece *piece)
{
	const struct pk_spec *spec = &piece->spec;

	return spec->conv == 's' && !spec->left && !spec->plus && !spec->space && !spec->special;
}

static enum pk_status run_eaten(struct pk_run *run, struct pk_seq *seq)
{
	const struct pk_text *text = &run->fmt->texts[0];
	enum pk_status status = PK_OK;
	bool eaten = false;

	for (uint32_t i = 0; i < text->nr_pieces && status == PK_OK; i++) {
		const struct pk_piece *piece = &text->pieces[i];

		pk_seq_put(seq, text->literal + piece->text, piece->len);
		if (eaten || !is_checked(piece)) {
			status = print_piece(run, piece, seq);
			continue;
		}
		eaten = true;
		if (!i && !piece->len) {
			run->env->cut = true;
			break;
		}
	}
	return status;
}

static enum pk_status finish(struct pk_run *run, enum pk_status status, const struct pk_seq *seq)
{
	if (status == PK_OK && (seq->full || run->scratch->full))
		return pk_fail(run->env->ctx, PK_LIMIT, "a longer line than the kernel's");
	return status;
}

enum pk_status pk_print_fmt_run(const struct pk_print_fmt *fmt, struct pk_print_env *env,
				const struct pk_event *event, struct pk_seq *seq)
{
	struct pk_seq scratch;
	struct pk_run run = {.fmt = fmt,
			     .env = env,
			     .event = event,
			     .scratch = &scratch,
			     .eval = pk_eval_node,
			     .print = pk_run_text};

	pk_seq_reset(&scratch);
	return finish(&run, env->eats_string ? run_eaten(&run, seq) : pk_run_text(&run, 0, seq),
		      seq);
}

/* --- probe events ----------------------------------------------------------------------------- */

static size_t without_quote(const char *text, size_t len, bool at_end)
{
	return len && text[at_end ? len - 1 : 0] == '"' ? 1 : 0;
}

enum pk_status pk_print_fmt_run_args(const struct pk_print_fmt *fmt, struct pk_print_env *env,
				     const struct pk_event *event, struct pk_seq *seq)
{
	const struct pk_text *text = &fmt->texts[0];
	struct pk_seq scratch;
	struct pk_run run = {.fmt = fmt,
			     .env = env,
			     .event = event,
			     .scratch = &scratch,
			     .eval = pk_eval_node,
			     .print = pk_run_text};
	enum pk_status status = PK_OK;
	bool quiet = text->len && text->literal[0] == '(', after_fault = false;

	pk_seq_reset(&scratch);
	for (uint32_t i = 0; i < text->nr_pieces && status == PK_OK; i++) {
		const struct pk_piece *piece = &text->pieces[i];
		const char *begin = text->literal + piece->text, *end = begin + piece->len;
		bool fault;
		struct pk_value value;

		if (quiet) {
			const char *close = memchr(begin, ')', piece->len);

			if (!close)
				continue;
			quiet = false;
			begin = close + 1;
		}
		/* A string that could not be read when the probe hit has no length; not its
		 * print_fmt, but the functions that print probe events say so, in place of the
		 * quotes. */
		fault = piece->spec.conv == 's' &&
			run.fmt->nodes[piece->arg].kind == PK_N_DYNAMIC &&
			pk_eval(&run, piece->arg, &value) == PK_OK && !value.len;
		if (after_fault)
			begin += without_quote(begin, (size_t)(end - begin), false);
		if (fault)
			end -= without_quote(begin, (size_t)(end - begin), true);
		pk_seq_put(seq, begin, (size_t)(end - begin));
		if (fault)
			pk_seq_puts(seq, "(fault)");
		else
			status = print_piece(&run, piece, seq);
		after_fault = fault;
	}
	return finish(&run, status, seq);
}
