// SPDX-License-Identifier: GPL-3.0-or-later
/* Running a compiled print_fmt over a record, with C's conversions of integers. */
#include <stdio.h>
#include <string.h>

#include "text/print_fmt_private.h"

#define STRING_ROOM 4096
#define PAIR(a, b) (256 * (a) + (b))

struct value {
	enum { INT, BYTES, TEXT } kind;
	uint64_t v; /* INT: extended to 64 bits as its type says */
	uint8_t size, elem; /* elem: BYTES of an array, size of one */
	bool is_signed; /* of the integer, or of an element */
	const uint8_t *bytes; /* BYTES, TEXT */
	uint32_t len;
};

struct run {
	const struct pk_print_fmt *fmt;
	struct pk_print_env *env;
	const struct pk_event *event;
	struct pk_seq scratch; /* texts that helpers make, until the line is done */
};

static struct value integer(uint64_t v, uint8_t size, bool is_signed)
{
	unsigned drop = 64 - 8 * (size < 8 ? size : 8);

	if (drop)
		v = is_signed ? (uint64_t)((int64_t)(v << drop) >> drop) : v << drop >> drop;
	return (struct value){.kind = INT, .v = v, .size = size, .is_signed = is_signed};
}

static enum pk_status eval(struct run *run, uint32_t index, struct value *ret);

static enum pk_status eval_int(struct run *run, uint32_t index, struct value *ret)
{
	struct value value;
	enum pk_status status = eval(run, index, &value);

	if (status == PK_OK && value.kind != INT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "arithmetic on an address");
	if (status == PK_OK)
		*ret = value;
	return status;
}

static struct value promote(struct value value)
{
	return value.size < 4 ? integer(value.v, 4, true) : value;
}

/* "unsigned char[4]", "u32[16]": the size of one element by the count in the brackets. */
static uint8_t element_size(const struct pk_field *field)
{
	static const struct {
		const char *word;
		uint8_t size;
	} words[] = {{"char", 1}, {"u8", 1},   {"s8", 1}, {"short", 2}, {"16", 2},
		     {"64", 8},	  {"long", 8}, {"32", 4}, {"int", 4}};
	char type[64];

	snprintf(type, sizeof(type), "%.*s", (int)strcspn(field->type, "["), field->type);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(type, words[i].word))
			return words[i].size;
	return 0;
}

static enum pk_status eval_bytes(struct run *run, const struct pk_field *field, struct value *ret)
{
	struct value value = {
		.kind = BYTES, .elem = element_size(field), .is_signed = field->is_signed};
	enum pk_status status =
		pk_event_bytes(run->env->ctx, run->event, field, &value.bytes, &value.len);

	if (status == PK_OK)
		*ret = value;
	return status;
}

static enum pk_status eval_field(struct run *run, const struct pk_field *field, struct value *ret)
{
	uint64_t v;
	enum pk_status status = pk_event_uint(run->env->ctx, run->event, field, &v);

	if (status == PK_UNSUPPORTED)
		return eval_bytes(run, field, ret);
	if (status == PK_OK)
		*ret = integer(v, (uint8_t)field->size, field->is_signed);
	return status;
}

static enum pk_status load(struct run *run, const struct value *array, uint64_t index,
			   struct value *ret)
{
	struct pk_ctx *ctx = run->env->ctx;
	uint8_t size = array->elem;

	if (array->kind != BYTES || (size != 1 && size != 2 && size != 4 && size != 8))
		return pk_fail(ctx, PK_UNSUPPORTED, "what a pointer leads to");
	if (index >= array->len / size)
		return pk_fail(ctx, PK_CORRUPT, "element %llu of %u bytes",
			       (unsigned long long)index, array->len);
	*ret = integer(pk_uint(ctx, array->bytes + index * size, size), size, array->is_signed);
	return PK_OK;
}

static enum pk_status eval_unary(struct run *run, const struct pk_node *node, struct value *ret)
{
	const struct pk_node *of = &run->fmt->nodes[node->a];
	struct value value;
	enum pk_status status;

	if (node->op == '&') {
		if (of->kind != PK_N_FIELD)
			return pk_fail(run->env->ctx, PK_UNSUPPORTED,
				       "the address of an expression");
		return eval_bytes(run, of->field, ret);
	}
	status = eval(run, node->a, &value);
	if (status != PK_OK)
		return status;
	if (node->op == '*')
		return load(run, &value, 0, ret);
	if (value.kind != INT && node->op == '!') {
		*ret = integer(0, 4, true);
		return PK_OK;
	}
	if (value.kind != INT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "arithmetic on an address");
	if (node->op == '!') {
		*ret = integer(!value.v, 4, true);
		return PK_OK;
	}
	value = promote(value);
	*ret = integer(node->op == '-'	 ? -value.v
		       : node->op == '~' ? ~value.v
					 : value.v,
		       value.size, value.is_signed);
	return PK_OK;
}

static bool is_true(const struct value *value)
{
	return value->kind != INT || value->v;
}

static enum pk_status divide(struct run *run, uint16_t op, struct value a, struct value b,
			     struct value *ret)
{
	uint64_t v;

	if (!b.v)
		return pk_fail(run->env->ctx, PK_CORRUPT, "a division by zero");
	if (a.is_signed && b.v == UINT64_MAX)
		v = op == '/' ? -a.v : 0; /* the one quotient that does not fit */
	else if (a.is_signed)
		v = op == '/' ? (uint64_t)((int64_t)a.v / (int64_t)b.v)
			      : (uint64_t)((int64_t)a.v % (int64_t)b.v);
	else
		v = op == '/' ? a.v / b.v : a.v % b.v;
	*ret = integer(v, a.size, a.is_signed);
	return PK_OK;
}

/* The left operand's type is the result's; a count as wide as that shifts everything out. */
static struct value shift(uint16_t op, struct value a, uint64_t count)
{
	uint64_t v;

	if (count >= 8u * a.size)
		v = op == PAIR('>', '>') && a.is_signed && (int64_t)a.v < 0 ? UINT64_MAX : 0;
	else if (op == PAIR('<', '<'))
		v = a.v << count;
	else
		v = a.is_signed ? (uint64_t)((int64_t)a.v >> count) : a.v >> count;
	return integer(v, a.size, a.is_signed);
}

static bool compare(uint16_t op, const struct value *a, const struct value *b)
{
	bool less = a->is_signed ? (int64_t)a->v < (int64_t)b->v : a->v < b->v;

	switch (op) {
	case '<':
		return less;
	case '>':
		return !less && a->v != b->v;
	case PAIR('<', '='):
		return less || a->v == b->v;
	case PAIR('>', '='):
		return !less;
	case PAIR('=', '='):
		return a->v == b->v;
	default:
		return a->v != b->v;
	}
}

static enum pk_status calculate(struct run *run, uint16_t op, struct value a, struct value b,
				struct value *ret)
{
	uint8_t size;
	bool is_signed;

	a = promote(a);
	b = promote(b);
	if (op == PAIR('<', '<') || op == PAIR('>', '>')) {
		*ret = shift(op, a, b.v);
		return PK_OK;
	}
	size = a.size > b.size ? a.size : b.size;
	is_signed = (a.size < size || a.is_signed) && (b.size < size || b.is_signed);
	a = integer(a.v, size, is_signed);
	b = integer(b.v, size, is_signed);
	switch (op) {
	case '/':
	case '%':
		return divide(run, op, a, b, ret);
	case '+':
		a.v += b.v;
		break;
	case '-':
		a.v -= b.v;
		break;
	case '*':
		a.v *= b.v;
		break;
	case '&':
		a.v &= b.v;
		break;
	case '|':
		a.v |= b.v;
		break;
	case '^':
		a.v ^= b.v;
		break;
	default:
		*ret = integer(compare(op, &a, &b), 4, true);
		return PK_OK;
	}
	*ret = integer(a.v, size, is_signed);
	return PK_OK;
}

static enum pk_status eval_binary(struct run *run, const struct pk_node *node, struct value *ret)
{
	bool logical = node->op == PAIR('&', '&') || node->op == PAIR('|', '|');
	struct value a, b;
	enum pk_status status;

	if (logical) {
		status = eval(run, node->a, &a);
		if (status == PK_OK && is_true(&a) == (node->op == PAIR('&', '&')))
			status = eval(run, node->b, &a);
		if (status == PK_OK)
			*ret = integer(is_true(&a), 4, true);
		return status;
	}
	status = eval_int(run, node->a, &a);
	if (status == PK_OK)
		status = eval_int(run, node->b, &b);
	return status == PK_OK ? calculate(run, node->op, a, b, ret) : status;
}

static enum pk_status eval_cast(struct run *run, const struct pk_node *node, struct value *ret)
{
	struct value value;
	enum pk_status status = eval(run, node->a, &value);

	if (status != PK_OK)
		return status;
	if (value.kind == INT) {
		*ret = integer(value.v, node->size, !node->pointee && node->is_signed);
		return PK_OK;
	}
	if (!node->pointee)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "the address of a field");
	value.elem = node->pointee;
	value.is_signed = node->is_signed;
	*ret = value;
	return PK_OK;
}

/* --- helpers ---------------------------------------------------------------------------------- */

static struct value made_text(struct run *run, size_t begin)
{
	struct value text = {.kind = TEXT,
			     .bytes = (const uint8_t *)run->scratch.text + begin,
			     .len = (uint32_t)(run->scratch.len - begin)};

	pk_seq_put(&run->scratch, "", 1);
	return text;
}

/* The name of a value, 0x.. for one that has none. */
static enum pk_status eval_symbolic(struct run *run, const struct pk_node *node, struct value *ret)
{
	const struct pk_node *nodes = run->fmt->nodes, *pair = NULL;
	size_t begin = run->scratch.len;
	struct value value, key;
	enum pk_status status = eval_int(run, node->a, &value);

	for (uint32_t at = nodes[node->a].next; status == PK_OK && at != PK_NO_NODE;
	     at = nodes[at].next) {
		if (nodes[at].kind != PK_N_PAIR)
			return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a table by name");
		if (nodes[at].b == PK_NO_NODE)
			break;
		status = eval_int(run, nodes[at].a, &key);
		if (status == PK_OK && key.v == value.v) {
			pair = &nodes[at];
			break;
		}
	}
	if (status != PK_OK)
		return status;
	if (pair)
		pk_seq_puts(&run->scratch, nodes[pair->b].text);
	else
		pk_seq_printf(&run->scratch, "0x%llx", (unsigned long long)value.v);
	*ret = made_text(run, begin);
	return PK_OK;
}

/* Names of the bits that are set, what is left of them as 0x... */
static enum pk_status eval_flags(struct run *run, const struct pk_node *node, struct value *ret)
{
	const struct pk_node *nodes = run->fmt->nodes, *delim = &nodes[nodes[node->a].next];
	size_t begin = run->scratch.len;
	struct value value, mask;
	enum pk_status status = eval_int(run, node->a, &value);

	if (status == PK_OK && delim->kind != PK_N_TEXT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a delimiter by name");
	for (uint32_t at = delim->next; status == PK_OK && at != PK_NO_NODE && value.v;
	     at = nodes[at].next) {
		if (nodes[at].kind != PK_N_PAIR)
			return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a table by name");
		if (nodes[at].b == PK_NO_NODE)
			break;
		status = eval_int(run, nodes[at].a, &mask);
		if (status != PK_OK || (value.v & mask.v) != mask.v)
			continue;
		value.v &= ~mask.v;
		if (run->scratch.len > begin)
			pk_seq_puts(&run->scratch, delim->text);
		pk_seq_puts(&run->scratch, nodes[nodes[at].b].text);
	}
	if (status != PK_OK)
		return status;
	if (value.v)
		pk_seq_printf(&run->scratch, "%s0x%llx",
			      run->scratch.len > begin ? delim->text : "",
			      (unsigned long long)value.v);
	*ret = made_text(run, begin);
	return PK_OK;
}

/* Address and count, the first two arguments of helpers that print arrays. */
static enum pk_status eval_array_args(struct run *run, const struct pk_node *node,
				      struct value *ret_array, uint64_t *ret_count)
{
	const struct pk_node *nodes = run->fmt->nodes;
	struct value array, count;
	enum pk_status status = eval(run, node->a, &array);

	if (status == PK_OK)
		status = eval_int(run, nodes[node->a].next, &count);
	if (status == PK_OK && array.kind != BYTES)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "what a pointer leads to");
	if (status != PK_OK)
		return status;
	*ret_array = array;
	*ret_count = count.is_signed && (int64_t)count.v < 0 ? 0 : count.v;
	return PK_OK;
}

static enum pk_status eval_hex(struct run *run, const struct pk_node *node, struct value *ret)
{
	size_t begin = run->scratch.len;
	struct value array;
	uint64_t count;
	enum pk_status status = eval_array_args(run, node, &array, &count);

	if (status == PK_OK && count > array.len)
		return pk_fail(run->env->ctx, PK_CORRUPT, "an array past its entry");
	if (status != PK_OK)
		return status;
	for (uint64_t i = 0; i < count; i++)
		pk_seq_printf(&run->scratch, "%s%02x", i && node->func == PK_F_HEX ? " " : "",
			      array.bytes[i]);
	*ret = made_text(run, begin);
	return PK_OK;
}

static enum pk_status eval_array(struct run *run, const struct pk_node *node, struct value *ret)
{
	const struct pk_node *nodes = run->fmt->nodes;
	size_t begin = run->scratch.len;
	struct value array, size, value;
	uint64_t count;
	enum pk_status status = eval_array_args(run, node, &array, &count);

	if (status == PK_OK)
		status = eval_int(run, nodes[nodes[node->a].next].next, &size);
	if (status != PK_OK)
		return status;
	array.elem = size.v < 255 ? (uint8_t)size.v : 255;
	array.is_signed = false;
	pk_seq_putc(&run->scratch, '{');
	for (uint64_t i = 0; i < count; i++) {
		status = load(run, &array, i, &value);
		if (status != PK_OK)
			return status;
		pk_seq_printf(&run->scratch, "%s0x%llx", i ? "," : "", (unsigned long long)value.v);
	}
	pk_seq_putc(&run->scratch, '}');
	*ret = made_text(run, begin);
	return PK_OK;
}

static enum pk_status eval_call(struct run *run, const struct pk_node *node, struct value *ret)
{
	struct value value;
	enum pk_status status;

	switch (node->func) {
	case PK_F_GET_BYTES:
		return eval_bytes(run, node->field, ret);
	case PK_F_GET_LEN:
		status = eval_bytes(run, node->field, &value);
		if (status == PK_OK)
			*ret = integer(value.len, 4, true);
		return status;
	case PK_F_SYMBOLIC:
		return eval_symbolic(run, node, ret);
	case PK_F_FLAGS:
		return eval_flags(run, node, ret);
	case PK_F_ARRAY:
		return eval_array(run, node, ret);
	default:
		return eval_hex(run, node, ret);
	}
}

static enum pk_status eval_index(struct run *run, const struct pk_node *node, struct value *ret)
{
	struct value array, index;
	enum pk_status status = eval(run, node->a, &array);

	if (status == PK_OK)
		status = eval_int(run, node->b, &index);
	return status == PK_OK ? load(run, &array, index.v, ret) : status;
}

/* "a ?: b" shares its first two nodes, which are run once. */
static enum pk_status eval_cond(struct run *run, const struct pk_node *node, struct value *ret)
{
	struct value value;
	enum pk_status status = eval(run, node->a, &value);

	if (status != PK_OK)
		return status;
	if (!is_true(&value))
		return eval(run, node->c, ret);
	if (node->b != node->a)
		return eval(run, node->b, ret);
	*ret = value;
	return PK_OK;
}

/* Recursion is as deep as the tree, which the compiler bounds by PK_MAX_DEPTH. */
static enum pk_status eval(struct run *run, uint32_t index, struct value *ret)
{
	const struct pk_node *node = &run->fmt->nodes[index];

	switch (node->kind) {
	case PK_N_INT:
		*ret = integer(node->value, node->size, node->is_signed);
		return PK_OK;
	case PK_N_TEXT:
		*ret = (struct value){.kind = TEXT,
				      .bytes = (const uint8_t *)node->text,
				      .len = (uint32_t)node->value};
		return PK_OK;
	case PK_N_FIELD:
		return eval_field(run, node->field, ret);
	case PK_N_UNARY:
		return eval_unary(run, node, ret);
	case PK_N_BINARY:
		return eval_binary(run, node, ret);
	case PK_N_COND:
		return eval_cond(run, node, ret);
	case PK_N_CAST:
		return eval_cast(run, node, ret);
	case PK_N_INDEX:
		return eval_index(run, node, ret);
	case PK_N_CALL:
		return eval_call(run, node, ret);
	default:
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a table out of place");
	}
}

/* --- pieces ----------------------------------------------------------------------------------- */

static enum pk_status print_text(struct run *run, const struct pk_spec *spec,
				 const struct value *value, struct pk_seq *seq)
{
	char text[STRING_ROOM];
	enum pk_status status;

	if (value->kind != INT) {
		pk_print_string(seq, spec, (const char *)value->bytes, value->len);
		return PK_OK;
	}
	if (!value->v) {
		pk_print_string(seq, spec, "(null)", 6);
		return PK_OK;
	}
	status = pk_read_string(run->env->ctx, value->v, text, sizeof(text));
	if (status == PK_OK)
		pk_print_string(seq, spec, text, sizeof(text));
	return status;
}

static enum pk_status print_pointer(struct run *run, const struct pk_spec *spec,
				    const struct value *value, struct pk_seq *seq)
{
	struct pk_print_env *env = run->env;
	unsigned word = env->ctx->target->facts.word_size;

	if (value->kind != INT)
		return pk_print_pointed(env->ctx, seq, spec, value->bytes, value->len);
	if (spec->ext[0] && strchr("IiMmUh", spec->ext[0])) {
		if (value->v)
			return pk_fail(env->ctx, PK_UNSUPPORTED, "%%p%s of memory", spec->ext);
		pk_print_string(seq, spec, "(null)", 6);
		return PK_OK;
	}
	/* NULL and error numbers are never hashed */
	if (!spec->ext[0] && env->hashes && value->v && value->v < UINT64_MAX - 4095)
		env->saw_hash = true;
	pk_print_pointer(seq, spec, env->symbols, value->v, word);
	return PK_OK;
}

static enum pk_status print_value(struct run *run, const struct pk_spec *spec,
				  const struct value *value, struct pk_seq *seq)
{
	bool is_signed = spec->conv == 'd' || spec->conv == 'i';
	char c;

	if (spec->conv == 's')
		return print_text(run, spec, value, seq);
	if (spec->conv == 'p')
		return print_pointer(run, spec, value, seq);
	if (value->kind != INT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "an address as a number");
	if (spec->conv == 'c') {
		c = (char)value->v;
		if (!spec->left)
			pk_seq_fill(seq, ' ', spec->width - 1);
		pk_seq_putc(seq, c);
		if (spec->left)
			pk_seq_fill(seq, ' ', spec->width - 1);
		return PK_OK;
	}
	pk_print_number(seq, spec, integer(value->v, spec->size, is_signed).v);
	return PK_OK;
}

/* A count given as an argument; a negative width means left. */
static enum pk_status star(struct run *run, uint32_t node, bool is_width, struct pk_spec *spec)
{
	struct value value;
	enum pk_status status = eval_int(run, node, &value);
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

static enum pk_status print_piece(struct run *run, const struct pk_piece *piece, struct pk_seq *seq)
{
	struct pk_spec spec = piece->spec;
	struct value value;
	enum pk_status status = PK_OK;

	if (!spec.conv)
		return PK_OK;
	if (spec.conv == '%') {
		pk_seq_putc(seq, '%');
		return PK_OK;
	}
	if (piece->width != PK_NO_NODE)
		status = star(run, piece->width, true, &spec);
	if (status == PK_OK && piece->precision != PK_NO_NODE)
		status = star(run, piece->precision, false, &spec);
	if (status == PK_OK)
		status = eval(run, piece->arg, &value);
	return status == PK_OK ? print_value(run, &spec, &value, seq) : status;
}

static enum pk_status run_pieces(const struct pk_print_fmt *fmt, struct pk_print_env *env,
				 const struct pk_event *event, bool args_only, struct pk_seq *seq)
{
	struct run run = {.fmt = fmt, .env = env, .event = event};
	bool quiet = args_only;
	enum pk_status status = PK_OK;

	pk_seq_reset(&run.scratch);
	for (uint32_t i = 0; i < fmt->nr_pieces && status == PK_OK; i++) {
		const struct pk_piece *piece = &fmt->pieces[i];
		const char *text = fmt->literal + piece->text;
		size_t len = piece->len;

		if (quiet) {
			const char *end = memchr(text, ')', len);

			if (!end)
				continue;
			quiet = false;
			len -= (size_t)(end + 1 - text);
			text = end + 1;
		}
		pk_seq_put(seq, text, len);
		status = print_piece(&run, piece, seq);
	}
	if (status == PK_OK && (seq->full || run.scratch.full))
		return pk_fail(env->ctx, PK_LIMIT, "a longer line than the kernel's");
	return status;
}

enum pk_status pk_print_fmt_run(const struct pk_print_fmt *fmt, struct pk_print_env *env,
				const struct pk_event *event, struct pk_seq *seq)
{
	return run_pieces(fmt, env, event, false, seq);
}

enum pk_status pk_print_fmt_run_args(const struct pk_print_fmt *fmt, struct pk_print_env *env,
				     const struct pk_event *event, struct pk_seq *seq)
{
	return run_pieces(fmt, env, event, true, seq);
}
