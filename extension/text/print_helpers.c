// SPDX-License-Identifier: GPL-3.0-or-later
/* The helpers that ftrace itself lends to print_fmts: __print_symbolic() and kin. */
#include <stdio.h>
#include <string.h>

#include "text/print_fmt_private.h"

#define NS_PER_S 1000000000ull

/* Tables stand as pairs behind the helper's first arguments, up to one without a text. */
static enum pk_status next_pair(struct pk_run *run, uint32_t *at, struct pk_value *ret_key,
				const struct pk_node **ret_text)
{
	const struct pk_node *nodes = run->fmt->nodes, *pair = &nodes[*at];

	*ret_text = NULL;
	if (*at == PK_NO_NODE)
		return PK_OK;
	if (pair->kind != PK_N_PAIR)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a table by name");
	if (pair->b == PK_NO_NODE)
		return PK_OK;
	*at = pair->next;
	*ret_text = &nodes[pair->b];
	return pk_eval_int(run, pair->a, ret_key);
}

/* The name of a value, 0x.. for one that has none. Compared as unsigned long. */
static enum pk_status eval_symbolic(struct pk_run *run, const struct pk_node *node,
				    struct pk_value *ret)
{
	uint32_t at = run->fmt->nodes[node->a].next;
	size_t begin = run->scratch->len;
	const struct pk_node *text;
	struct pk_value value, key;
	enum pk_status status = pk_eval_int(run, node->a, &value);

	while (status == PK_OK) {
		status = next_pair(run, &at, &key, &text);
		if (status != PK_OK || !text)
			break;
		if (key.v != value.v)
			continue;
		if (text->value) {
			*ret = (struct pk_value){.kind = PK_V_TEXT,
						 .bytes = (const uint8_t *)text->text,
						 .len = (uint32_t)text->value};
			return PK_OK;
		}
		break; /* an empty name counts as none */
	}
	if (status != PK_OK)
		return status;
	pk_seq_printf(run->scratch, "0x%llx", (unsigned long long)value.v);
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

/* Names of the bits that are set, what is left of them as 0x... */
static enum pk_status eval_flags(struct pk_run *run, const struct pk_node *node,
				 struct pk_value *ret)
{
	const struct pk_node *nodes = run->fmt->nodes, *delim = &nodes[nodes[node->a].next], *text;
	uint32_t at = delim->next;
	size_t begin = run->scratch->len;
	bool first = true;
	struct pk_value value, mask;
	enum pk_status status = pk_eval_int(run, node->a, &value);

	if (status == PK_OK && delim->kind != PK_N_TEXT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a delimiter by name");
	while (status == PK_OK && value.v) {
		status = next_pair(run, &at, &mask, &text);
		if (status != PK_OK || !text)
			break;
		if ((value.v & mask.v) != mask.v)
			continue;
		value.v &= ~mask.v;
		if (!first)
			pk_seq_put(run->scratch, delim->text, delim->value);
		first = false;
		pk_seq_put(run->scratch, text->text, text->value);
	}
	if (status != PK_OK)
		return status;
	if (value.v)
		pk_seq_printf(run->scratch, "%s0x%llx", first ? "" : delim->text,
			      (unsigned long long)value.v);
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

/* --- arrays ----------------------------------------------------------------------------------- */

/* Address and count, the first two arguments of helpers that print arrays. */
static enum pk_status array_args(struct pk_run *run, const struct pk_node *node,
				 struct pk_value *ret_array, uint64_t *ret_count)
{
	struct pk_value array, count;
	enum pk_status status = pk_eval(run, node->a, &array);

	if (status == PK_OK)
		status = pk_eval_int(run, run->fmt->nodes[node->a].next, &count);
	if (status == PK_OK && array.kind != PK_V_BYTES)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "what a pointer leads to");
	if (status != PK_OK)
		return status;
	*ret_array = array;
	count = pk_value_int(count.v, 4, true); /* int buf_len, int count */
	*ret_count = (int64_t)count.v < 0 ? 0 : count.v;
	return PK_OK;
}

static enum pk_status eval_hex(struct pk_run *run, const struct pk_node *node, struct pk_value *ret)
{
	static const char digits[] = "0123456789abcdef";
	size_t begin = run->scratch->len;
	struct pk_value array;
	uint64_t count;
	enum pk_status status = array_args(run, node, &array, &count);

	if (status == PK_OK && count > array.len)
		return pk_fail(run->env->ctx, PK_CORRUPT, "an array past its entry");
	if (status != PK_OK)
		return status;
	for (uint64_t i = 0; i < count && !run->scratch->full; i++) {
		if (i && node->func == PK_F_HEX)
			pk_seq_putc(run->scratch, ' ');
		pk_seq_putc(run->scratch, digits[array.bytes[i] >> 4]);
		pk_seq_putc(run->scratch, digits[array.bytes[i] & 15]);
	}
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

/* trace_print_array_seq(): an element of another size than 1, 2, 4 or 8 prints its first byte, with a
 * complaint, and bytes from there on. */
static enum pk_status print_array(struct pk_run *run, struct pk_value array, uint64_t count,
				  uint64_t size, struct pk_value *ret)
{
	uint64_t len, at = 0, step = size;
	size_t begin = run->scratch->len;
	struct pk_value value;
	const char *comma = "";

	if (!size || count > array.len / size)
		return pk_fail(run->env->ctx, PK_CORRUPT, "an array past its entry");
	len = count * size;
	pk_seq_putc(run->scratch, '{');
	while (at < len && !run->scratch->full) {
		if (step != 1 && step != 2 && step != 4 && step != 8) {
			pk_seq_printf(run->scratch, "BAD SIZE:%llu 0x%x", (unsigned long long)step,
				      array.bytes[at]);
			step = 1;
		} else {
			value = pk_value_int(pk_uint(run->env->ctx, array.bytes + at, step),
					     (uint8_t)step, false);
			pk_seq_printf(run->scratch, "%s0x%llx", comma, (unsigned long long)value.v);
		}
		comma = ",";
		at += step;
	}
	pk_seq_putc(run->scratch, '}');
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

static enum pk_status eval_array(struct pk_run *run, const struct pk_node *node,
				 struct pk_value *ret)
{
	const struct pk_node *nodes = run->fmt->nodes;
	struct pk_value array, size;
	uint64_t count;
	enum pk_status status = array_args(run, node, &array, &count);

	if (status == PK_OK)
		status = pk_eval_int(run, nodes[nodes[node->a].next].next, &size);
	return status == PK_OK ? print_array(run, array, count, size.v, ret) : status;
}

static enum pk_status eval_dynamic_array(struct pk_run *run, const struct pk_node *node,
					 struct pk_value *ret)
{
	struct pk_value array, size;
	enum pk_status status = pk_eval(run, node->a, &array);

	if (status == PK_OK)
		status = pk_eval_int(run, run->fmt->nodes[node->a].next, &size);
	if (status == PK_OK && (!size.v || array.kind != PK_V_BYTES))
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "an array without a size");
	return status == PK_OK ? print_array(run, array, array.len / size.v, size.v, ret) : status;
}

static enum pk_status eval_bitmask(struct pk_run *run, const struct pk_node *node,
				   struct pk_value *ret)
{
	struct pk_spec spec = {.conv = 'p', .ext = "b", .precision = -1};
	size_t begin = run->scratch->len;
	struct pk_value bits;
	enum pk_status status = pk_eval(run, node->a, &bits);

	if (status != PK_OK)
		return status;
	spec.width = (int)(8 * bits.len);
	if (run->env->bitmask_list)
		spec.ext[1] = 'l';
	status = pk_print_pointed(run->env->ctx, run->scratch, &spec, bits.bytes, bits.len);
	if (status == PK_OK)
		*ret = pk_value_made(run, begin);
	return status;
}

/* --- __print_hex_dump() ----------------------------------------------------------------------- */

enum { DUMP_PREFIX_NONE, DUMP_PREFIX_ADDRESS, DUMP_PREFIX_OFFSET };

struct dump {
	const char *prefix;
	uint64_t prefix_type, row, group, len;
	bool ascii;
	const uint8_t *bytes;
};

/* One line as hex_dump_to_buffer() makes it: groups as integers of the machine's order, then characters. */
static void dump_row(struct pk_run *run, const struct dump *dump, const uint8_t *bytes,
		     unsigned len)
{
	unsigned group = len % dump->group ? 1 : (unsigned)dump->group, row = (unsigned)dump->row;
	unsigned column = row * 2 + row / group + 1;
	size_t begin = run->scratch->len;

	for (unsigned at = 0; at < len; at += group)
		pk_seq_printf(run->scratch, "%s%0*llx", at ? " " : "", (int)(2 * group),
			      (unsigned long long)pk_uint(run->env->ctx, bytes + at, group));
	if (!dump->ascii)
		return;
	pk_seq_fill(run->scratch, ' ', (long)column - (long)(run->scratch->len - begin));
	for (unsigned i = 0; i < len; i++)
		pk_seq_putc(run->scratch,
			    bytes[i] >= ' ' && bytes[i] <= '~' ? (char)bytes[i] : '.');
}

static enum pk_status dump_rows(struct pk_run *run, const struct dump *dump, struct pk_value *ret)
{
	size_t begin = run->scratch->len;

	pk_seq_putc(run->scratch, '\n');
	for (uint64_t at = 0; at < dump->len && !run->scratch->full; at += dump->row) {
		uint64_t rest = dump->len - at;

		pk_seq_puts(run->scratch, dump->prefix);
		if (dump->prefix_type == DUMP_PREFIX_OFFSET)
			pk_seq_printf(run->scratch, "%.8llx: ", (unsigned long long)at);
		dump_row(run, dump, dump->bytes + at,
			 (unsigned)(rest < dump->row ? rest : dump->row));
		pk_seq_putc(run->scratch, '\n');
	}
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

/* (prefix, its type, bytes a row, bytes a group, buffer, length, with characters) */
static enum pk_status eval_hex_dump(struct pk_run *run, const struct pk_node *node,
				    struct pk_value *ret)
{
	struct pk_value args[7];
	struct dump dump;
	enum pk_status status = PK_OK;
	uint32_t at = node->a;

	for (unsigned i = 0; status == PK_OK && i < 7; i++, at = run->fmt->nodes[at].next)
		status = pk_eval(run, at, &args[i]);
	if (status != PK_OK)
		return status;
	if (args[0].kind != PK_V_TEXT || args[4].kind != PK_V_BYTES ||
	    args[1].v == DUMP_PREFIX_ADDRESS) /* of the buffer that was copied from */
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a dump of memory");
	if (args[5].v > args[4].len)
		return pk_fail(run->env->ctx, PK_CORRUPT, "an array past its entry");
	dump = (struct dump){.prefix = (const char *)args[0].bytes,
			     .prefix_type = args[1].v,
			     .row = args[2].v == 32 ? 32 : 16,
			     .group = args[3].v,
			     .bytes = args[4].bytes,
			     .len = args[5].v,
			     .ascii = args[6].v != 0};
	if (dump.group != 2 && dump.group != 4 && dump.group != 8)
		dump.group = 1;
	return dump_rows(run, &dump, ret);
}

/* --- numbers ---------------------------------------------------------------------------------- */

static enum pk_status eval_ns(struct pk_run *run, const struct pk_node *node, struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status = pk_eval_int(run, node->a, &value);

	if (status != PK_OK)
		return status;
	if (node->func == PK_F_NS_TO_SECS)
		*ret = pk_value_int(value.v / NS_PER_S, 8, false);
	else
		*ret = pk_value_int(value.v % NS_PER_S, 4, false);
	return PK_OK;
}

static int log2_of(uint64_t value)
{
	return value ? 63 - __builtin_clzll(value) : -1;
}

static enum pk_status eval_log2(struct pk_run *run, const struct pk_node *node,
				struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status = pk_eval_int(run, node->a, &value);
	int result = 0;

	if (status != PK_OK)
		return status;
	if (node->func == PK_F_CLZ)
		result = 63 - log2_of(value.v);
	else if (node->func == PK_F_LOG2)
		result = log2_of(value.v);
	else if (node->func == PK_F_CTZ)
		result = value.v ? __builtin_ctzll(value.v) : 64;
	else if (node->func == PK_F_FFS)
		result = __builtin_ffsll((long long)value.v);
	else if (node->func == PK_F_POPCOUNT)
		for (uint64_t left = value.v; left; left &= left - 1)
			result++;
	else if (value.v > 1)
		result = log2_of(value.v - 1) + 1;
	*ret = pk_value_int((uint64_t)(int64_t)result, 4, true);
	return PK_OK;
}

static enum pk_status eval_swab(struct pk_run *run, const struct pk_node *node,
				struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status = pk_eval_int(run, node->a, &value);

	if (status == PK_OK)
		*ret = pk_value_int(__builtin_bswap64(value.v) >> (64 - 8 * node->size), node->size,
				    false);
	return status;
}

enum pk_status pk_eval_call(struct pk_run *run, const struct pk_node *node, struct pk_value *ret)
{
	switch (node->func) {
	case PK_F_SYMBOLIC:
		return eval_symbolic(run, node, ret);
	case PK_F_FLAGS:
		return eval_flags(run, node, ret);
	case PK_F_HEX:
	case PK_F_HEX_STR:
		return eval_hex(run, node, ret);
	case PK_F_ARRAY:
		return eval_array(run, node, ret);
	case PK_F_DYNAMIC_ARRAY:
		return eval_dynamic_array(run, node, ret);
	case PK_F_HEX_DUMP:
		return eval_hex_dump(run, node, ret);
	case PK_F_BITMASK:
		return eval_bitmask(run, node, ret);
	case PK_F_NS_TO_SECS:
	case PK_F_NS_WITHOUT_SECS:
		return eval_ns(run, node, ret);
	case PK_F_EXPECT:
		return pk_eval(run, node->a, ret);
	case PK_F_CONSTANT_P: /* only what is one is written out so */
		*ret = pk_value_int(1, 4, true);
		return PK_OK;
	case PK_F_CLZ:
	case PK_F_LOG2:
	case PK_F_ORDER:
	case PK_F_CTZ:
	case PK_F_FFS:
	case PK_F_POPCOUNT:
		return eval_log2(run, node, ret);
	case PK_F_SWAB:
		return eval_swab(run, node, ret);
	}
	return pk_fail(run->env->ctx, PK_UNSUPPORTED, "a helper that is not known");
}
