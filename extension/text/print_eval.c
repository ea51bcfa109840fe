// SPDX-License-Identifier: GPL-3.0-or-later
/* Running a compiled print_fmt's expressions over a record, with C's conversions of integers. */
#include <stdio.h>
#include <string.h>

#include "text/print_fmt_private.h"

static struct pk_value promote(struct pk_value value)
{
	return value.size < 4 ? pk_value_int(value.v, 4, true) : value;
}

/* --- the record ------------------------------------------------------------------------------- */

static enum pk_status outside(struct pk_run *run, uint64_t offset, uint64_t len)
{
	return pk_fail(run->env->ctx, PK_CORRUPT, "%llu bytes at %llu of an entry of %u",
		       (unsigned long long)len, (unsigned long long)offset, run->event->len);
}

static enum pk_status record_bytes(struct pk_run *run, const struct pk_node *node, uint64_t offset,
				   uint64_t len, struct pk_value *ret)
{
	if (offset > run->event->len || len > run->event->len - offset)
		return outside(run, offset, len);
	*ret = (struct pk_value){.kind = PK_V_BYTES,
				 .bytes = run->event->data + offset,
				 .len = (uint32_t)len,
				 .elem = node->elem,
				 .elem_signed = node->elem_signed};
	return PK_OK;
}

static enum pk_status eval_field(struct pk_run *run, const struct pk_node *node,
				 struct pk_value *ret)
{
	const struct pk_event *event = run->event;

	if (node->offset > event->len || node->size > event->len - node->offset)
		return outside(run, node->offset, node->size);
	*ret = pk_value_int(pk_uint(run->env->ctx, event->data + node->offset, node->size),
			    node->size, node->is_signed);
	ret->elem = node->elem;
	ret->elem_signed = node->elem_signed;
	return PK_OK;
}

static enum pk_status eval_array(struct pk_run *run, const struct pk_node *node,
				 struct pk_value *ret)
{
	uint32_t len = node->len;

	if (!len && node->offset <= run->event->len)
		len = run->event->len - node->offset;
	return record_bytes(run, node, node->offset, len, ret);
}

/* A u32 says where: low half the offset from the entry's start (is_rel: from the u32's end), high half how long. */
static enum pk_status eval_dynamic(struct pk_run *run, const struct pk_node *node,
				   struct pk_value *ret)
{
	uint32_t where;
	uint64_t offset;
	enum pk_status status = record_bytes(run, node, node->offset, 4, ret);

	if (status != PK_OK)
		return status;
	where = (uint32_t)pk_uint(run->env->ctx, ret->bytes, 4);
	offset = where & 0xffff;
	if (node->is_rel)
		offset += (uint64_t)node->offset + 4;
	return record_bytes(run, node, offset, where >> 16, ret);
}

/* --- memory ----------------------------------------------------------------------------------- */

enum pk_status pk_eval_load(struct pk_run *run, const struct pk_value *array, uint64_t index,
			    struct pk_value *ret)
{
	struct pk_ctx *ctx = run->env->ctx;
	uint32_t size = array->elem;
	uint64_t v;
	enum pk_status status;

	if ((size != 1 && size != 2 && size != 4 && size != 8) ||
	    (array->kind != PK_V_BYTES && array->kind != PK_V_INT))
		return pk_fail(ctx, PK_UNSUPPORTED, "what a pointer leads to");
	if (array->kind == PK_V_INT) {
		status = pk_read_uint(ctx, array->v + index * size, size, &v);
		if (status != PK_OK)
			return status;
	} else {
		if (index >= array->len / size)
			return pk_fail(ctx, PK_CORRUPT, "element %llu of %u bytes",
				       (unsigned long long)index, array->len);
		v = pk_uint(ctx, array->bytes + index * size, size);
	}
	*ret = pk_value_int(v, (uint8_t)size, array->elem_signed);
	return PK_OK;
}

static enum pk_status eval_variable(struct pk_run *run, const struct pk_node *node,
				    struct pk_value *ret)
{
	uint64_t v;
	enum pk_status status = pk_read_uint(run->env->ctx, node->value, node->size, &v);

	if (status != PK_OK)
		return status;
	*ret = pk_value_int(v, node->size, node->is_signed);
	ret->elem = node->elem;
	return PK_OK;
}

/* --- operators -------------------------------------------------------------------------------- */

/* The address of a field is where its bytes lie. */
static enum pk_status eval_address(struct pk_run *run, const struct pk_node *of,
				   struct pk_value *ret)
{
	struct pk_value array, index;
	enum pk_status status;

	if (of->kind == PK_N_FIELD)
		return record_bytes(run, of, of->offset, of->size, ret);
	if (of->kind == PK_N_ARRAY)
		return eval_array(run, of, ret);
	if (of->kind != PK_N_INDEX)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "the address of an expression");
	status = pk_eval(run, of->a, &array);
	if (status == PK_OK)
		status = pk_eval_int(run, of->b, &index);
	if (status != PK_OK)
		return status;
	if (array.kind != PK_V_BYTES || !array.elem || index.v > array.len / array.elem)
		return pk_fail(run->env->ctx, PK_CORRUPT, "the address of an element outside");
	array.bytes += index.v * array.elem;
	array.len -= (uint32_t)(index.v * array.elem);
	*ret = array;
	return PK_OK;
}

static enum pk_status eval_unary(struct pk_run *run, const struct pk_node *node,
				 struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status;

	if (node->op == '&')
		return eval_address(run, &run->fmt->nodes[node->a], ret);
	status = pk_eval(run, node->a, &value);
	if (status != PK_OK)
		return status;
	if (node->op == '*')
		return pk_eval_load(run, &value, 0, ret);
	if (value.kind != PK_V_INT && node->op == '!') {
		*ret = pk_value_int(0, 4, true);
		return PK_OK;
	}
	if (value.kind != PK_V_INT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "arithmetic on an address");
	if (node->op == '!') {
		*ret = pk_value_int(!value.v, 4, true);
		return PK_OK;
	}
	value = promote(value);
	*ret = pk_value_int(node->op == '-'   ? -value.v
			    : node->op == '~' ? ~value.v
					      : value.v,
			    value.size, value.is_signed);
	return PK_OK;
}

static bool is_true(const struct pk_value *value)
{
	return value->kind != PK_V_INT || value->v;
}

/* pointer + n, pointer - n: by elements. Inside the record it stays inside. */
static enum pk_status move_pointer(struct pk_run *run, uint16_t op, struct pk_value a,
				   struct pk_value b, struct pk_value *ret)
{
	struct pk_value swap = a;

	if (op == '+' && a.kind == PK_V_INT && !a.elem) {
		a = b;
		b = swap;
	}
	if (b.kind != PK_V_INT || b.elem || a.kind == PK_V_TEXT || !a.elem)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "arithmetic on an address");
	if (a.kind == PK_V_INT) {
		a.v = op == '+' ? a.v + b.v * a.elem : a.v - b.v * a.elem;
	} else {
		if (op == '-' || b.v > a.len / a.elem)
			return pk_fail(run->env->ctx, PK_CORRUPT, "a pointer past its entry");
		a.bytes += b.v * a.elem;
		a.len -= (uint32_t)(b.v * a.elem);
	}
	*ret = a;
	return PK_OK;
}

static enum pk_status divide(struct pk_run *run, uint16_t op, struct pk_value a, struct pk_value b,
			     struct pk_value *ret)
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
	*ret = pk_value_int(v, a.size, a.is_signed);
	return PK_OK;
}

/* The left operand's type is the result's; a count as wide as that shifts everything out. */
static struct pk_value shift(uint16_t op, struct pk_value a, uint64_t count)
{
	uint64_t v;

	if (count >= 8u * a.size)
		v = op == PK_OP('>', '>') && a.is_signed && (int64_t)a.v < 0 ? UINT64_MAX : 0;
	else if (op == PK_OP('<', '<'))
		v = a.v << count;
	else
		v = a.is_signed ? (uint64_t)((int64_t)a.v >> count) : a.v >> count;
	return pk_value_int(v, a.size, a.is_signed);
}

static bool compare(uint16_t op, const struct pk_value *a, const struct pk_value *b)
{
	bool less = a->is_signed ? (int64_t)a->v < (int64_t)b->v : a->v < b->v;

	switch (op) {
	case '<':
		return less;
	case '>':
		return !less && a->v != b->v;
	case PK_OP('<', '='):
		return less || a->v == b->v;
	case PK_OP('>', '='):
		return !less;
	case PK_OP('=', '='):
		return a->v == b->v;
	default:
		return a->v != b->v;
	}
}

static enum pk_status eval_binary(struct pk_run *run, const struct pk_node *node,
				  struct pk_value *ret)
{
	bool logical = node->op == PK_OP('&', '&') || node->op == PK_OP('|', '|');
	struct pk_value a, b;
	enum pk_status status = pk_eval(run, node->a, &a);
	uint16_t op = node->op;
	uint8_t size;
	bool is_signed;

	if (status != PK_OK)
		return status;
	if (logical) {
		if (is_true(&a) == (node->op == PK_OP('&', '&')))
			status = pk_eval(run, node->b, &a);
		if (status == PK_OK)
			*ret = pk_value_int(is_true(&a), 4, true);
		return status;
	}
	status = pk_eval(run, node->b, &b);
	if (status != PK_OK)
		return status;
	if ((a.elem || b.elem || a.kind == PK_V_BYTES) && (op == '+' || op == '-'))
		return move_pointer(run, op, a, b, ret);
	if (a.kind != PK_V_INT || b.kind != PK_V_INT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "arithmetic on an address");
	a = promote(a);
	b = promote(b);
	if (op == PK_OP('<', '<') || op == PK_OP('>', '>')) {
		*ret = shift(op, a, b.v);
		return PK_OK;
	}
	size = a.size > b.size ? a.size : b.size;
	is_signed = (a.size < size || a.is_signed) && (b.size < size || b.is_signed);
	a = pk_value_int(a.v, size, is_signed);
	b = pk_value_int(b.v, size, is_signed);
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
		*ret = pk_value_int(compare(op, &a, &b), 4, true);
		return PK_OK;
	}
	*ret = pk_value_int(a.v, size, is_signed);
	return PK_OK;
}

static enum pk_status eval_cast(struct pk_run *run, const struct pk_node *node,
				struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status = pk_eval(run, node->a, &value);

	if (status != PK_OK)
		return status;
	if (value.kind == PK_V_INT) {
		*ret = pk_value_int(value.v, node->size, node->is_signed);
	} else if (node->is_rel) {
		*ret = value;
	} else {
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "the address of a field");
	}
	if (node->is_rel) {
		ret->elem = node->elem;
		ret->elem_signed = node->elem_signed;
	}
	return PK_OK;
}

/* Of an array of the print_fmt's own: its INDEX-th member. */
static enum pk_status eval_member(struct pk_run *run, const struct pk_value *table, uint64_t index,
				  struct pk_value *ret)
{
	const struct pk_node *nodes = run->fmt->nodes;
	uint32_t at = (uint32_t)table->v;

	for (; at != PK_NO_NODE && index; index--)
		at = nodes[at].next;
	if (at == PK_NO_NODE)
		return pk_fail(run->env->ctx, PK_CORRUPT, "past the end of a table");
	return pk_eval(run, at, ret);
}

static enum pk_status eval_index(struct pk_run *run, const struct pk_node *node,
				 struct pk_value *ret)
{
	struct pk_value array, index;
	enum pk_status status = pk_eval(run, node->a, &array);

	if (status == PK_OK)
		status = pk_eval_int(run, node->b, &index);
	if (status != PK_OK)
		return status;
	if (array.kind == PK_V_TABLE)
		return eval_member(run, &array, index.v, ret);
	return pk_eval_load(run, &array, index.v, ret);
}

/* "a ?: b" shares its first two nodes, which are run once. */
static enum pk_status eval_cond(struct pk_run *run, const struct pk_node *node,
				struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status = pk_eval(run, node->a, &value);

	if (status != PK_OK)
		return status;
	if (!is_true(&value))
		return pk_eval(run, node->c, ret);
	if (node->b != node->a)
		return pk_eval(run, node->b, ret);
	*ret = value;
	return PK_OK;
}

static enum pk_status eval_bits(struct pk_run *run, const struct pk_node *node,
				struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status = pk_eval_int(run, node->a, &value);

	if (status != PK_OK)
		return status;
	value.v = node->value < 64 ? value.v >> node->value : 0;
	if (node->size < 64)
		value.v &= (1ull << node->size) - 1;
	*ret = pk_value_int(value.v, node->size > 32 ? 8 : 4, false);
	return PK_OK;
}

static enum pk_status eval_helper(struct pk_run *run, const struct pk_node *node,
				  struct pk_value *ret)
{
	struct pk_value args[PK_MAX_ARGS];
	enum pk_status status = PK_OK;
	uint32_t at = node->a;

	for (unsigned i = 0; status == PK_OK && i < node->helper->nr_args; i++) {
		status = pk_eval(run, at, &args[i]);
		at = run->fmt->nodes[at].next;
	}
	return status == PK_OK ? node->helper->run(run, args, ret) : status;
}

static enum pk_status eval_printf(struct pk_run *run, const struct pk_node *node,
				  struct pk_value *ret)
{
	size_t begin = run->scratch->len;
	enum pk_status status = run->print(run, (uint32_t)node->value, run->scratch);

	if (status == PK_OK)
		*ret = pk_value_made(run, begin);
	return status;
}

/* Recursion is as deep as the tree, which the compiler bounds by PK_MAX_DEPTH; formats inside expressions are
 * bounded by PK_MAX_TEXTS. */
enum pk_status pk_eval_node(struct pk_run *run, uint32_t index, struct pk_value *ret)
{
	const struct pk_node *node = &run->fmt->nodes[index];
	enum pk_status status;

	if (++run->steps > PK_MAX_STEPS)
		return pk_fail(run->env->ctx, PK_LIMIT, "an unterminated expression");
	switch (node->kind) {
	case PK_N_INT:
		*ret = pk_value_int(node->value, node->size, node->is_signed);
		return PK_OK;
	case PK_N_TEXT:
		*ret = (struct pk_value){.kind = PK_V_TEXT,
					 .bytes = (const uint8_t *)node->text,
					 .len = (uint32_t)node->value};
		return PK_OK;
	case PK_N_FIELD:
		return eval_field(run, node, ret);
	case PK_N_ARRAY:
		return eval_array(run, node, ret);
	case PK_N_DYNAMIC:
		return eval_dynamic(run, node, ret);
	case PK_N_DYNAMIC_LEN:
		status = eval_dynamic(run, node, ret);
		if (status == PK_OK)
			*ret = pk_value_int(ret->len, 4, true);
		return status;
	case PK_N_BITS:
		return eval_bits(run, node, ret);
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
		return pk_eval_call(run, node, ret);
	case PK_N_HELPER:
		return eval_helper(run, node, ret);
	case PK_N_TABLE:
		*ret = (struct pk_value){.kind = PK_V_TABLE, .v = node->a};
		return PK_OK;
	case PK_N_PRINTF:
		return eval_printf(run, node, ret);
	case PK_N_VARIABLE:
		return eval_variable(run, node, ret);
	case PK_N_PAIR:
		break;
	}
	return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a table out of place");
}
