// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Expressions of a print_fmt: C as far as TP_printk() uses it.
 *
 *	expression := condition of binary operators over unary ones, casts, REC->field, field[index], literals,
 *	              variables of the kernel, helper(field), helper(expression, {value, "text"}, ..),
 *	              ({ declarations; statements; expression; })
 *
 * The text comes from the dump and may be anything: nesting, nodes and lengths are bounded, and what is not
 * understood is PK_UNSUPPORTED, never guessed.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "text/print_fmt_private.h"

static uint32_t fail_node(struct pk_parser *p, const char *what)
{
	pk_parse_fail(p, PK_UNSUPPORTED, what);
	return PK_NO_NODE;
}

/* --- trees ------------------------------------------------------------------------------------ */

static unsigned depth_of(const struct pk_parser *p, uint32_t node)
{
	return node < p->fmt->nr_nodes ? p->fmt->nodes[node].depth : 0;
}

static bool reserve(struct pk_parser *p)
{
	struct pk_print_fmt *fmt = p->fmt;
	uint32_t cap = fmt->cap_nodes ? 2 * fmt->cap_nodes : 16;
	struct pk_node *nodes;

	if (fmt->nr_nodes < fmt->cap_nodes)
		return true;
	if (cap > PK_MAX_NODES)
		return pk_parse_fail(p, PK_LIMIT, "too much");
	nodes = realloc(fmt->nodes, cap * sizeof(*nodes));
	if (!nodes)
		return pk_parse_fail(p, PK_NOMEM, "an expression");
	if (!fmt->nr_nodes)
		nodes[fmt->nr_nodes++] = (struct pk_node){.depth = 0}; /* PK_NO_NODE */
	fmt->nodes = nodes;
	fmt->cap_nodes = cap;
	return true;
}

uint32_t pk_parse_add(struct pk_parser *p, struct pk_node node)
{
	unsigned depth = depth_of(p, node.a);

	if (p->status != PK_OK || !reserve(p)) {
		free(node.text);
		return PK_NO_NODE;
	}
	if (depth_of(p, node.b) > depth)
		depth = depth_of(p, node.b);
	if (depth_of(p, node.c) > depth)
		depth = depth_of(p, node.c);
	if (depth >= PK_MAX_DEPTH) {
		free(node.text);
		pk_parse_fail(p, PK_LIMIT, "too deep");
		return PK_NO_NODE;
	}
	node.depth = (uint16_t)(depth + 1);
	p->fmt->nodes[p->fmt->nr_nodes] = node;
	return p->fmt->nr_nodes++;
}

#define NODE(k, ...) ((struct pk_node){.kind = k, __VA_ARGS__})

static uint32_t add_number(struct pk_parser *p, uint64_t value, uint8_t size, bool is_signed)
{
	return pk_parse_add(p,
			    NODE(PK_N_INT, .value = value, .size = size, .is_signed = is_signed));
}

/* --- fields ----------------------------------------------------------------------------------- */

/* "unsigned char[4]", "__data_loc u32[]": the size of one element; 0 if the type's words do not say it. */
static uint32_t element_size(const struct pk_parser *p, const struct pk_field *field)
{
	static const struct {
		const char *word;
		uint8_t size;
	} words[] = {{"char", 1},   {"u8", 1},	     {"uint8_t", 1},	{"s8", 1},
		     {"bool", 1},   {"short", 2},    {"16", 2},		{"64", 8},
		     {"loff_t", 8}, {"sector_t", 8}, {"dma_addr_t", 8}, {"long", 0},
		     {"*", 0},	    {"32", 4},	     {"int", 4},	{"pid_t", 4}};
	char type[64];

	snprintf(type, sizeof(type), "%.*s", (int)strcspn(field->type, "["), field->type);
	for (size_t i = 0; i < PK_ARRAY_SIZE(words); i++)
		if (strstr(type, words[i].word))
			return words[i].size ? words[i].size : p->ctx->target->facts.word_size;
	return 0;
}

static bool is_integer(const struct pk_field *field)
{
	return field->where == PK_FIELD_PLAIN && !strchr(field->type, '[') &&
	       (field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8);
}

/* What a "u32 *" or "const char *" in the record leads to. */
static uint32_t pointed_size(const struct pk_parser *p, const struct pk_field *field)
{
	const char *star = strchr(field->type, '*');
	char type[64];

	if (!star)
		return 0;
	if (star != strrchr(field->type, '*'))
		return p->ctx->target->facts.word_size;
	snprintf(type, sizeof(type), "%.*s", (int)(star - field->type), field->type);
	return strstr(type, "void") ? 1 : element_size(p, &(struct pk_field){.type = type});
}

static uint32_t add_field(struct pk_parser *p, const struct pk_field *field)
{
	struct pk_node node = {.offset = field->offset,
			       .len = field->size,
			       .elem = element_size(p, field),
			       .elem_signed = field->is_signed};

	if (is_integer(field)) {
		node.kind = PK_N_FIELD;
		node.size = (uint8_t)field->size;
		node.is_signed = field->is_signed;
		node.elem = pointed_size(p, field);
	} else {
		node.kind = field->where == PK_FIELD_PLAIN ? PK_N_ARRAY : PK_N_DYNAMIC;
		node.is_rel = field->where == PK_FIELD_REL_LOC;
	}
	return pk_parse_add(p, node);
}

/* REC->field.member: of a field that is a struct, or a typedef of one. Up to 4.9 a ktime_t was "union ktime { s64 tv64; }". */
static uint32_t add_field_member(struct pk_parser *p, const struct pk_field *field)
{
	char path[PK_MAX_WORD] = "";
	struct pk_member member;
	struct pk_field part = *field;

	while (pk_lex_is_op(p, '.')) {
		pk_lex_next(p);
		if (p->token != PK_T_WORD || strlen(path) + strlen(p->word) + 2 > sizeof(path))
			return fail_node(p, "a member of what a field holds");
		strcat(path, path[0] ? "." : "");
		strcat(path, p->word);
		pk_lex_next(p);
	}
	if (!strcmp(path, "tv64") && field->size == 8) {
		part.is_signed = true;
		return add_field(p, &part);
	}
	if (pk_member_find(p->ctx, field->type, path, &member) != PK_OK || member.bit_size ||
	    member.offset + member.size > field->size)
		return fail_node(p, "a member of what a field holds");
	part.offset += (uint32_t)member.offset;
	part.size = (uint32_t)member.size;
	part.is_signed = member.is_signed;
	part.type = member.type;
	return add_field(p, &part);
}

/* Fields of struct trace_entry, which no event lists: "common_pid", or "ent.pid" of __entry. */
static uint32_t add_common(struct pk_parser *p, const char *name)
{
	static const struct {
		const char *name;
		enum pk_row_id row;
	} common[] = {{"type", PK_R_trace_entry_type},
		      {"flags", PK_R_trace_entry_flags},
		      {"preempt_count", PK_R_trace_entry_preempt_count},
		      {"pid", PK_R_trace_entry_pid}};

	for (size_t i = 0; i < PK_ARRAY_SIZE(common); i++) {
		const struct pk_row_value *row;

		if (strcmp(common[i].name, name))
			continue;
		row = pk_layout_get(p->ctx, common[i].row);
		if (row->state != PK_ROW_FOUND)
			return fail_node(p, "a common field that is not known");
		return pk_parse_add(p, NODE(PK_N_FIELD, .offset = (uint32_t)row->member.offset,
					    .size = (uint8_t)row->member.size,
					    .is_signed = row->member.is_signed));
	}
	return fail_node(p, "no such field");
}

static uint32_t parse_record(struct pk_parser *p)
{
	const struct pk_field *field;
	char name[PK_MAX_WORD];

	if (!pk_lex_expect(p, PK_OP('-', '>')))
		return PK_NO_NODE;
	if (p->token != PK_T_WORD)
		return fail_node(p, "no such field");
	field = pk_format_field(p->format, p->word);
	memcpy(name, p->word, sizeof(name));
	pk_lex_next(p);
	if (field)
		return pk_lex_is_op(p, '.') && field->where == PK_FIELD_PLAIN
			       ? add_field_member(p, field)
			       : add_field(p, field);
	if (!strncmp(name, "common_", 7))
		return add_common(p, name + 7);
	if (strcmp(name, "ent") || !pk_lex_is_op(p, '.'))
		return fail_node(p, "no such field before this");
	pk_lex_next(p);
	memcpy(name, p->word, sizeof(name));
	pk_lex_next(p);
	return add_common(p, name);
}

/* --- calls ------------------------------------------------------------------------------------ */

enum field_call { GET_BYTES, GET_LEN, GET_BITMASK };

/* Helpers whose argument is the name of a field. Those of 3.10 .. 7.2, with their __get_rel_ forms (5.17). */
static const struct {
	const char *name;
	enum field_call call;
} field_calls[] = {
	{"__get_str", GET_BYTES},
	{"__get_rel_str", GET_BYTES},
	{"__get_stacktrace", GET_BYTES},
	{"__get_dynamic_array", GET_BYTES},
	{"__get_rel_dynamic_array", GET_BYTES},
	{"__get_sockaddr", GET_BYTES},
	{"__get_sockaddr_rel", GET_BYTES},
	{"__get_rel_sockaddr", GET_BYTES},
	{"__get_dynamic_array_len", GET_LEN},
	{"__get_rel_dynamic_array_len", GET_LEN},
	{"__get_bitmask", GET_BITMASK},
	{"__get_rel_bitmask", GET_BITMASK},
	{"__get_cpumask", GET_BITMASK},
	{"__get_rel_cpumask", GET_BITMASK},
};

static const struct {
	const char *name;
	enum pk_func func;
	unsigned least; /* arguments */
	uint8_t size; /* what its only argument is made, without a sign; 0: as it is */
} funcs[] = {
	{"__print_symbolic", PK_F_SYMBOLIC, 1, 0},
	{"__print_symbolic_u64", PK_F_SYMBOLIC, 1, 0},
	{"__print_symbolic64", PK_F_SYMBOLIC, 1, 0},
	{"__print_flags", PK_F_FLAGS, 2, 0},
	{"__print_flags_u64", PK_F_FLAGS, 2, 0},
	{"__print_hex", PK_F_HEX, 2, 0},
	{"__print_hex_str", PK_F_HEX_STR, 2, 0},
	{"__print_array", PK_F_ARRAY, 3, 0},
	{"__print_hex_dump", PK_F_HEX_DUMP, 7, 0},
	{"__print_ns_to_secs", PK_F_NS_TO_SECS, 1, 0},
	{"__print_ns_without_secs", PK_F_NS_WITHOUT_SECS, 1, 0},
	{"__builtin_expect", PK_F_EXPECT, 2, 0},
	{"__builtin_constant_p", PK_F_CONSTANT_P, 1, 0},
	{"__builtin_clzll", PK_F_CLZ, 1, 0},
	{"__builtin_ctz", PK_F_CTZ, 1, 4},
	{"__builtin_ctzll", PK_F_CTZ, 1, 8},
	{"__builtin_ffs", PK_F_FFS, 1, 4},
	{"__builtin_ffsll", PK_F_FFS, 1, 8},
	{"ffs", PK_F_FFS, 1, 4},
	{"__sw_hweight32", PK_F_POPCOUNT, 1, 4},
	{"__arch_hweight32", PK_F_POPCOUNT, 1, 4},
	{"__arch_hweight64", PK_F_POPCOUNT, 1, 8},
	{"__builtin_popcount", PK_F_POPCOUNT, 1, 4},
	{"__builtin_popcountll", PK_F_POPCOUNT, 1, 8},
	{"__ilog2_u32", PK_F_LOG2, 1, 0},
	{"__ilog2_u64", PK_F_LOG2, 1, 0},
	{"__order_base_2", PK_F_ORDER, 1, 0},
};

/* What turns bytes around: always, or from or to an order that is not the machine's. FROM is given a pointer, whatever its
 * alignment. */
enum swap_when { SWAP, SWAP_BIG, SWAP_LITTLE };
static const struct {
	const char *name;
	uint8_t size;
	enum swap_when when;
	bool from;
} swaps[] = {
#define SWAPS(n, size)                                                                             \
	{"__fswab" #n, size, SWAP, false}, {"__swab" #n, size, SWAP, false},                       \
		{"swab" #n, size, SWAP, false}, {"__builtin_bswap" #n, size, SWAP, false},         \
		{"__swab" #n "p", size, SWAP, true}, {"swab" #n "p", size, SWAP, true},            \
		{"__be" #n "_to_cpu", size, SWAP_BIG, false},                                      \
		{"be" #n "_to_cpu", size, SWAP_BIG, false},                                        \
		{"__cpu_to_be" #n, size, SWAP_BIG, false},                                         \
		{"cpu_to_be" #n, size, SWAP_BIG, false},                                           \
		{"__be" #n "_to_cpup", size, SWAP_BIG, true},                                      \
		{"be" #n "_to_cpup", size, SWAP_BIG, true},                                        \
		{"__get_unaligned_be" #n, size, SWAP_BIG, true},                                   \
		{"get_unaligned_be" #n, size, SWAP_BIG, true},                                     \
		{"__le" #n "_to_cpu", size, SWAP_LITTLE, false},                                   \
		{"le" #n "_to_cpu", size, SWAP_LITTLE, false},                                     \
		{"__cpu_to_le" #n, size, SWAP_LITTLE, false},                                      \
		{"cpu_to_le" #n, size, SWAP_LITTLE, false},                                        \
		{"__le" #n "_to_cpup", size, SWAP_LITTLE, true},                                   \
		{"le" #n "_to_cpup", size, SWAP_LITTLE, true},                                     \
		{"__get_unaligned_le" #n, size, SWAP_LITTLE, true},                                \
	{                                                                                          \
		"get_unaligned_le" #n, size, SWAP_LITTLE, true                                     \
	}
	SWAPS(16, 2),
	SWAPS(32, 4),
	SWAPS(64, 8),
#undef SWAPS
	{"ntohs", 2, SWAP_BIG, false},
	{"htons", 2, SWAP_BIG, false},
	{"ntohl", 4, SWAP_BIG, false},
	{"htonl", 4, SWAP_BIG, false},
	{"__constant_htons", 2, SWAP_BIG, false},
	{"__constant_htonl", 4, SWAP_BIG, false},
};

/* string_choices.h: each is one text if its argument is true, another if not. */
static const struct {
	const char *name, *yes, *no;
} choices[] = {
	{"str_assert_deassert", "assert", "deassert"},
	{"str_enable_disable", "enable", "disable"},
	{"str_enabled_disabled", "enabled", "disabled"},
	{"str_hi_lo", "hi", "lo"},
	{"str_high_low", "high", "low"},
	{"str_input_output", "input", "output"},
	{"str_on_off", "on", "off"},
	{"str_read_write", "read", "write"},
	{"str_true_false", "true", "false"},
	{"str_up_down", "up", "down"},
	{"str_yes_no", "yes", "no"},
};

static uint32_t parse_string(struct pk_parser *p)
{
	char *text;
	size_t len;

	if (!pk_lex_strings(p, &text, &len))
		return PK_NO_NODE;
	return pk_parse_add(p, NODE(PK_N_TEXT, .text = text, .value = len));
}

/* In a text's place: some tables bring their own end. */
static uint32_t parse_null(struct pk_parser *p)
{
	uint32_t node = pk_parse_expression(p);

	if (node != PK_NO_NODE && p->fmt->nodes[node].kind == PK_N_CAST)
		node = p->fmt->nodes[node].a;
	if (node == PK_NO_NODE || p->fmt->nodes[node].kind != PK_N_INT || p->fmt->nodes[node].value)
		return fail_node(p, "no text");
	return PK_NO_NODE;
}

/* { value, "text" }, with or without a comma behind; { } is a table's end, as C makes NULL of it. */
static uint32_t parse_pair(struct pk_parser *p)
{
	uint32_t value, text = PK_NO_NODE;

	pk_lex_next(p);
	if (pk_lex_is_op(p, '}')) {
		pk_lex_next(p);
		return pk_parse_add(p, NODE(PK_N_PAIR, .a = PK_NO_NODE));
	}
	value = pk_parse_expression(p);
	if (!pk_lex_expect(p, ','))
		return PK_NO_NODE;
	text = p->token == PK_T_STRING ? parse_string(p) : parse_null(p);
	if (pk_lex_is_op(p, ','))
		pk_lex_next(p);
	if (!pk_lex_expect(p, '}'))
		return PK_NO_NODE;
	return pk_parse_add(p, NODE(PK_N_PAIR, .a = value, .b = text));
}

/* Arguments up to CLOSE, a comma before it allowed; *RET_NR counts them. Each is a node of its own, because
 * it is linked to the one behind it. */
static uint32_t parse_list(struct pk_parser *p, uint16_t close, unsigned *ret_nr)
{
	uint32_t first = PK_NO_NODE, last = PK_NO_NODE, node;
	unsigned depth = 0;

	for (*ret_nr = 0; !pk_lex_is_op(p, close); (*ret_nr)++) {
		if (last != PK_NO_NODE && !pk_lex_expect(p, ','))
			return PK_NO_NODE;
		if (last != PK_NO_NODE && pk_lex_is_op(p, close))
			break;
		node = pk_lex_is_op(p, '{') ? parse_pair(p) : pk_parse_expression(p);
		if (node != PK_NO_NODE && p->nr_locals) /* a local's node may be listed twice */
			node = pk_parse_add(p, p->fmt->nodes[node].text ? NODE(PK_N_COND, .a = node,
									       .b = node, .c = node)
									: p->fmt->nodes[node]);
		if (node == PK_NO_NODE)
			return PK_NO_NODE;
		if (depth_of(p, node) > depth)
			depth = depth_of(p, node);
		if (last == PK_NO_NODE)
			first = node;
		else
			p->fmt->nodes[last].next = node;
		last = node;
	}
	pk_lex_next(p);
	if (first != PK_NO_NODE) /* the call stands as deep as its deepest argument */
		p->fmt->nodes[first].depth = (uint16_t)depth;
	return first;
}

static uint32_t parse_field_call(struct pk_parser *p, enum field_call call)
{
	const struct pk_field *field;
	uint32_t node;

	if (p->token != PK_T_WORD)
		return fail_node(p, "no field");
	field = pk_format_field(p->format, p->word);
	if (!field)
		return fail_node(p, "no such field");
	if (call == GET_LEN && field->where == PK_FIELD_PLAIN)
		return fail_node(p, "the length of an array that is not dynamic");
	pk_lex_next(p);
	node = add_field(p, field);
	if (node != PK_NO_NODE && call == GET_LEN)
		p->fmt->nodes[node].kind = PK_N_DYNAMIC_LEN;
	if (pk_lex_is_op(p, '[')) { /* of a probe's array of strings: each has a place of its own */
		uint32_t index;

		pk_lex_next(p);
		index = pk_parse_expression(p);
		if (index == PK_NO_NODE || !pk_lex_expect(p, ']') ||
		    p->fmt->nodes[index].kind != PK_N_INT ||
		    p->fmt->nodes[index].value > UINT16_MAX)
			return fail_node(p, "an element of a field");
		p->fmt->nodes[node].offset += 4 * (uint32_t)p->fmt->nodes[index].value;
		p->fmt->nodes[node].kind = PK_N_DYNAMIC;
	}
	if (!pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	if (call == GET_BITMASK)
		node = pk_parse_add(p, NODE(PK_N_CALL, .func = PK_F_BITMASK, .a = node));
	return node;
}

/* __print_dynamic_array(field, size of an element), 7.x: the array's name, then an expression. */
static uint32_t parse_dynamic_array(struct pk_parser *p)
{
	const struct pk_field *field =
		p->token == PK_T_WORD ? pk_format_field(p->format, p->word) : NULL;
	uint32_t array, size;

	if (!field)
		return fail_node(p, "no such field");
	pk_lex_next(p);
	array = add_field(p, field);
	if (!pk_lex_expect(p, ','))
		return PK_NO_NODE;
	size = pk_parse_expression(p);
	if (size == PK_NO_NODE || !pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	p->fmt->nodes[array].next = size;
	return pk_parse_add(p, NODE(PK_N_CALL, .func = PK_F_DYNAMIC_ARRAY, .a = array));
}

static uint32_t add_text(struct pk_parser *p, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		pk_parse_fail(p, PK_NOMEM, "an expression");
	return pk_parse_add(p, NODE(PK_N_TEXT, .text = copy, .value = strlen(text)));
}

static uint32_t parse_choice(struct pk_parser *p, const char *yes, const char *no)
{
	uint32_t test = pk_parse_expression(p);

	if (test == PK_NO_NODE || !pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	return pk_parse_add(
		p, NODE(PK_N_COND, .a = test, .b = add_text(p, yes), .c = add_text(p, no)));
}

/* SWAPS[INDEX](expression): as wide as its name says, without a sign. */
static uint32_t parse_swap(struct pk_parser *p, size_t index)
{
	uint8_t size = swaps[index].size;
	bool big = p->ctx->target->facts.big_endian;
	uint32_t node = pk_parse_expression(p);

	if (node == PK_NO_NODE || !pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	if (swaps[index].from) {
		node = pk_parse_add(p, NODE(PK_N_CAST, .a = node, .elem = size, .is_rel = true,
					    .size = (uint8_t)p->ctx->target->facts.word_size));
		node = pk_parse_add(p, NODE(PK_N_UNARY, .op = '*', .a = node));
	} else {
		node = pk_parse_add(p, NODE(PK_N_CAST, .a = node, .size = size));
	}
	if (swaps[index].when != SWAP && (swaps[index].when == SWAP_BIG) == big)
		return node;
	return pk_parse_add(p, NODE(PK_N_CALL, .func = PK_F_SWAB, .a = node, .size = size));
}

/* __builtin_choose_expr(constant, expression, expression) */
static uint32_t parse_choose(struct pk_parser *p)
{
	uint32_t node[3];

	for (unsigned i = 0; i < 3; i++) {
		if (i && !pk_lex_expect(p, ','))
			return PK_NO_NODE;
		node[i] = pk_parse_expression(p);
		if (node[i] == PK_NO_NODE)
			return PK_NO_NODE;
	}
	if (!pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	return pk_parse_add(p, NODE(PK_N_COND, .a = node[0], .b = node[1], .c = node[2]));
}

/* __builtin_types_compatible_p(type, type): as far as size, sign and what is pointed to tell them apart. */
static uint32_t parse_compatible(struct pk_parser *p)
{
	struct pk_ctype types[2];

	for (unsigned i = 0; i < 2; i++)
		if ((i && !pk_lex_expect(p, ',')) || !pk_type_parse(p, &types[i]))
			return PK_NO_NODE;
	if (!pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	return add_number(
		p,
		types[0].size == types[1].size && types[0].is_signed == types[1].is_signed &&
			types[0].is_pointer == types[1].is_pointer &&
			types[0].elem == types[1].elem && !strcmp(types[0].tag, types[1].tag),
		4, true);
}

/* __builtin_offsetof(struct x, member) */
static uint32_t parse_offsetof(struct pk_parser *p)
{
	struct pk_member member;
	struct pk_ctype type;
	char path[2 * PK_MAX_WORD] = "";

	if (!pk_type_parse(p, &type) || !pk_lex_expect(p, ','))
		return PK_NO_NODE;
	while (p->token == PK_T_WORD && strlen(path) + strlen(p->word) + 2 < sizeof(path)) {
		strcat(path, p->word);
		pk_lex_next(p);
		if (!pk_lex_is_op(p, '.'))
			break;
		strcat(path, ".");
		pk_lex_next(p);
	}
	if (!pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	if (!type.tag[0] || pk_member_find(p->ctx, type.tag, path, &member) != PK_OK)
		return fail_node(p, "a member that is not known");
	return add_number(p, member.offset, (uint8_t)p->ctx->target->facts.word_size, false);
}

static const struct {
	const char *name;
	uint32_t (*parse)(struct pk_parser *p);
} builtins[] = {
	{"__builtin_choose_expr", parse_choose},
	{"__builtin_types_compatible_p", parse_compatible},
	{"__builtin_offsetof", parse_offsetof},
	{"offsetof", parse_offsetof},
};

static uint32_t parse_helper(struct pk_parser *p, const struct pk_helper *helper)
{
	unsigned nr;
	uint32_t args = parse_list(p, ')', &nr);

	if (p->status == PK_OK && nr != helper->nr_args)
		return fail_node(p, "another number of arguments");
	return pk_parse_add(p, NODE(PK_N_HELPER, .helper = helper, .a = args));
}

static uint32_t parse_call(struct pk_parser *p, const char *name)
{
	const struct pk_helper *helper = pk_helper_find(name);
	unsigned nr;
	uint32_t args;

	for (size_t i = 0; i < PK_ARRAY_SIZE(field_calls); i++) {
		if (strcmp(field_calls[i].name, name))
			continue;
		pk_lex_next(p);
		return parse_field_call(p, field_calls[i].call);
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(funcs); i++) {
		if (strcmp(funcs[i].name, name))
			continue;
		pk_lex_next(p);
		args = parse_list(p, ')', &nr);
		if (nr < funcs[i].least)
			return fail_node(p, "too few arguments");
		if (funcs[i].size)
			args = pk_parse_add(p, NODE(PK_N_CAST, .a = args, .size = funcs[i].size));
		return pk_parse_add(p, NODE(PK_N_CALL, .func = funcs[i].func, .a = args));
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(choices); i++) {
		if (strcmp(choices[i].name, name))
			continue;
		pk_lex_next(p);
		return parse_choice(p, choices[i].yes, choices[i].no);
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(swaps); i++) {
		if (strcmp(swaps[i].name, name))
			continue;
		pk_lex_next(p);
		return parse_swap(p, i);
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(builtins); i++) {
		if (strcmp(builtins[i].name, name))
			continue;
		pk_lex_next(p);
		return builtins[i].parse(p);
	}
	if (strcmp(name, "__print_dynamic_array") && !helper)
		return fail_node(p, "a function that is not reproduced");
	pk_lex_next(p);
	return helper ? parse_helper(p, helper) : parse_dynamic_array(p);
}

/* --- names ------------------------------------------------------------------------------------ */

static struct pk_local *find_local(struct pk_parser *p, const char *name)
{
	for (unsigned i = p->nr_locals; i--;)
		if (!strcmp(p->locals[i].name, name))
			return &p->locals[i];
	return NULL;
}

static uint32_t parse_local(struct pk_parser *p, const struct pk_local *local)
{
	uint32_t node = local->is_seq ? p->seq_text : local->node;

	if (local->tag[0] && pk_lex_is_op(p, '.')) {
		struct pk_target *target = p->ctx->target;
		struct pk_member member;

		/* A member of a union that a statement expression declared and filled: a
		 * bit-field of its word. */
		pk_lex_next(p);
		if (p->token != PK_T_WORD || local->node == PK_NO_NODE ||
		    target->facts.big_endian ||
		    pk_member_find(p->ctx, local->tag, p->word, &member) != PK_OK)
			return fail_node(p, "a member that is not known");
		pk_lex_next(p);
		if (!member.bit_size) {
			member.bit_size = (uint32_t)(8 * member.size);
			member.bit_offset = 0;
		}
		if (member.offset > 8 || member.bit_size > 64)
			return fail_node(p, "a member too far");
		return pk_parse_add(p, NODE(PK_N_BITS, .a = local->node,
					    .value = 8 * member.offset + member.bit_offset,
					    .size = (uint8_t)member.bit_size));
	}
	return node == PK_NO_NODE ? fail_node(p, "a variable without a value before this") : node;
}

/* Variables of the kernel that print_fmts use. Their values are those at the crash: what depends on jiffies
 * is older by the time that passed since the trace was read. */
static uint32_t add_variable(struct pk_parser *p, const char *name)
{
	static const struct {
		const char *name;
		enum pk_row_id row;
		bool is_signed, of_pages; /* a struct page * */
	} variables[] = {{"jiffies", PK_R_jiffies_symbol, false, false},
			 {"vmemmap_base", PK_R_vmemmap_base_symbol, false, false},
			 {"vmemmap", PK_R_vmemmap_symbol, false, true},
			 {"memstart_addr", PK_R_memstart_addr_symbol, true, false}};
	uint64_t addr, size = 0;

	for (size_t i = 0; i < PK_ARRAY_SIZE(variables); i++)
		if (!strcmp(variables[i].name, name) &&
		    pk_row_value(p->ctx, variables[i].row, &addr) == PK_OK &&
		    (!variables[i].of_pages ||
		     pk_row_value(p->ctx, PK_R_page_struct_size, &size) == PK_OK))
			return pk_parse_add(p,
					    NODE(PK_N_VARIABLE, .value = addr,
						 .size = (uint8_t)p->ctx->target->facts.word_size,
						 .is_signed = variables[i].is_signed,
						 .elem = (uint32_t)size));
	return PK_NO_NODE;
}

/* A word that is no field: the kernel replaced the enumerators it exported, the others are asked for. */
static uint32_t parse_word(struct pk_parser *p)
{
	struct pk_target *target = p->ctx->target;
	const struct pk_local *local;
	char name[PK_MAX_WORD];
	int64_t value;
	uint64_t begin;
	uint32_t node;

	memcpy(name, p->word, sizeof(name));
	pk_lex_next(p);
	local = find_local(p, name);
	if (local)
		return parse_local(p, local);
	if (!strcmp(name, "REC") || !strcmp(name, "__entry"))
		return parse_record(p);
	if (pk_lex_is_op(p, '('))
		return parse_call(p, name);
	if (!strcmp(name, "true") || !strcmp(name, "false"))
		return add_number(p, name[0] == 't', 4, true);
	if (!strcmp(name, "NULL") || !strcmp(name, "p")) /* p: the sequence that helpers write to */
		return add_number(p, 0, (uint8_t)target->facts.word_size, false);
	if (pk_enumerator(p->ctx, name, &value) == PK_OK || pk_constant_find(name, &value))
		return add_number(p, (uint64_t)value, value == (int32_t)value ? 4 : 8, true);
	if (!strcmp(name, "_stext") && pk_row_value(p->ctx, PK_R_kernel_start, &begin) == PK_OK)
		return add_number(p, begin, (uint8_t)target->facts.word_size,
				  false); /* an array: its address */
	node = add_variable(p, name);
	return node != PK_NO_NODE ? node : fail_node(p, "an unknown name before this");
}

static uint32_t parse_char(struct pk_parser *p)
{
	char value;

	p->at = pk_lex_char(p->at + 1, &value);
	if (*p->at != '\'')
		return fail_node(p, "a character");
	p->at++;
	pk_lex_next(p);
	return add_number(p, (uint64_t)(int64_t)value, 4, true);
}

/* --- statement expressions -------------------------------------------------------------------- */

/* "= { "a", "b" }" */
static uint32_t parse_table(struct pk_parser *p)
{
	unsigned nr;
	uint32_t first;

	pk_lex_next(p);
	first = parse_list(p, '}', &nr);
	if (p->status != PK_OK)
		return PK_NO_NODE;
	return pk_parse_add(p, NODE(PK_N_TABLE, .a = first, .value = nr));
}

static bool parse_initializer(struct pk_parser *p, const struct pk_ctype *type,
			      struct pk_local *local)
{
	pk_lex_next(p);
	if (pk_lex_is_op(p, '{')) {
		local->node = parse_table(p);
	} else if (p->token == PK_T_WORD && !strcmp(p->word, "trace_seq_buffer_ptr")) {
		local->is_seq = true;
		pk_lex_next(p);
		if (!pk_lex_expect(p, '('))
			return false;
		local->node = pk_parse_expression(p);
		return pk_lex_expect(p, ')');
	} else {
		local->node = pk_parse_expression(p);
		if (local->node != PK_NO_NODE && !type->is_pointer && !type->is_auto &&
		    !type->tag[0])
			local->node = pk_parse_add(p, NODE(PK_N_CAST, .a = local->node,
							   .size = type->size,
							   .is_signed = type->is_signed));
	}
	return local->node != PK_NO_NODE;
}

/* One variable: type name [= value]; */
static bool parse_declaration(struct pk_parser *p)
{
	struct pk_ctype type;
	struct pk_local local = {.node = PK_NO_NODE};

	if (!pk_type_parse(p, &type))
		return false;
	if (p->token != PK_T_WORD || p->nr_locals == PK_MAX_LOCALS)
		return pk_parse_fail(p, PK_UNSUPPORTED, "a declaration");
	memcpy(local.name, p->word, sizeof(local.name));
	memcpy(local.tag, type.tag, sizeof(local.tag));
	pk_lex_next(p);
	if (pk_lex_is_op(p, '[')) {
		pk_lex_next(p);
		if (!pk_lex_is_op(p, ']') && pk_parse_expression(p) == PK_NO_NODE)
			return false;
		if (!pk_lex_expect(p, ']'))
			return false;
	}
	if (pk_lex_is_op(p, '=') && !parse_initializer(p, &type, &local))
		return false;
	p->locals[p->nr_locals++] = local;
	return true;
}

/* trace_seq_printf(p, "format", ..): once, into the variable that trace_seq_buffer_ptr() filled. */
static bool parse_seq_printf(struct pk_parser *p)
{
	uint32_t index = p->fmt->nr_texts;
	char *literal;
	size_t len;

	pk_lex_next(p);
	if (!pk_lex_expect(p, '(') || pk_parse_expression(p) == PK_NO_NODE ||
	    !pk_lex_expect(p, ','))
		return false;
	if (p->token != PK_T_STRING || index == PK_MAX_TEXTS || p->seq_text != PK_NO_NODE)
		return pk_parse_fail(p, PK_UNSUPPORTED, "a format");
	p->fmt->nr_texts++;
	if (!pk_lex_strings(p, &literal, &len) || !p->format_string(p, literal, len, index) ||
	    !pk_lex_expect(p, ')'))
		return false;
	p->seq_text = pk_parse_add(p, NODE(PK_N_PRINTF, .value = index));
	return p->seq_text != PK_NO_NODE;
}

/* "role.word = expression": the whole of a union. "s = expression": a variable. */
static bool parse_assignment(struct pk_parser *p, struct pk_local *local)
{
	pk_lex_next(p);
	if (local->tag[0]) {
		if (!pk_lex_expect(p, '.') || p->token != PK_T_WORD)
			return pk_parse_fail(p, PK_UNSUPPORTED, "an assignment");
		pk_lex_next(p);
	}
	if (!pk_lex_expect(p, '='))
		return false;
	local->node = pk_parse_expression(p);
	return local->node != PK_NO_NODE;
}

/* "= ", no "==". */
static bool is_assigned(const struct pk_parser *p)
{
	return pk_lex_ahead(p, '=') && strncmp(p->at + strspn(p->at, " \t\n"), "==", 2) != 0;
}

/* "role.word =" */
static bool is_filled(const struct pk_parser *p)
{
	const char *at = p->at + strspn(p->at, " \t\n");

	if (*at != '.')
		return false;
	at++;
	at += strspn(at, " \t\n");
	while (isalnum((unsigned char)*at) || *at == '_')
		at++;
	at += strspn(at, " \t\n");
	return at[0] == '=' && at[1] != '=';
}

/* The lexer stands before a literal until somebody reads it. */
static bool skip_token(struct pk_parser *p)
{
	char *text;
	size_t len;

	if (p->token == PK_T_CHAR)
		return parse_char(p) != PK_NO_NODE;
	if (p->token != PK_T_STRING) {
		pk_lex_next(p);
		return p->status == PK_OK;
	}
	if (!pk_lex_strings(p, &text, &len))
		return false;
	free(text);
	return true;
}

/* Past (..), [..] or {..} at the current token, with all that is in it. */
static bool skip_group(struct pk_parser *p)
{
	unsigned open = 0;

	do {
		if (p->token == PK_T_END)
			return pk_parse_fail(p, PK_UNSUPPORTED, "an open parenthesis");
		open += pk_lex_is_op(p, '(') || pk_lex_is_op(p, '[') || pk_lex_is_op(p, '{');
		open -= pk_lex_is_op(p, ')') || pk_lex_is_op(p, ']') || pk_lex_is_op(p, '}');
		if (!skip_token(p))
			return false;
	} while (open);
	return true;
}

/* What the variables were given, at one place of a block. */
struct values {
	uint32_t nodes[PK_MAX_LOCALS];
};

static struct values values_of(const struct pk_parser *p)
{
	struct values values;

	for (unsigned i = 0; i < PK_MAX_LOCALS; i++)
		values.nodes[i] = p->locals[i].node;
	return values;
}

static void values_set(struct pk_parser *p, const struct values *values, unsigned nr)
{
	for (unsigned i = 0; i < nr; i++)
		p->locals[i].node = values->nodes[i];
}

/* What they are after either of two ways. One without a value is none that can be run: a PK_N_PAIR. */
static void values_join(struct pk_parser *p, uint32_t test, const struct values *yes,
			struct values *no, unsigned nr)
{
	for (unsigned i = 0; i < nr; i++) {
		uint32_t a = yes->nodes[i], b = no->nodes[i];

		if (a == b)
			continue;
		if (a == PK_NO_NODE)
			a = pk_parse_add(p, NODE(PK_N_PAIR, .a = PK_NO_NODE));
		if (b == PK_NO_NODE)
			b = pk_parse_add(p, NODE(PK_N_PAIR, .a = PK_NO_NODE));
		no->nodes[i] = pk_parse_add(p, NODE(PK_N_COND, .a = test, .b = a, .c = b));
	}
}

static bool parse_statement(struct pk_parser *p, uint32_t *value);

/* if (test) statement [else statement] */
static bool parse_if(struct pk_parser *p)
{
	struct values before, yes, no;
	unsigned nr = p->nr_locals;
	uint32_t test, value;

	pk_lex_next(p);
	if (!pk_lex_expect(p, '('))
		return false;
	test = pk_parse_expression(p);
	before = values_of(p);
	if (test == PK_NO_NODE || !pk_lex_expect(p, ')') || !parse_statement(p, &value))
		return false;
	yes = values_of(p);
	values_set(p, &before, nr);
	if (p->token == PK_T_WORD && !strcmp(p->word, "else")) {
		pk_lex_next(p);
		if (!parse_statement(p, &value))
			return false;
	}
	no = values_of(p);
	values_join(p, test, &yes, &no, nr);
	values_set(p, &no, nr);
	return p->status == PK_OK;
}

#define MAX_ARMS 64

/* One way through a switch: the test that leads there (PK_NO_NODE: none but default), and what it makes of the variables. */
struct arm {
	uint32_t test;
	bool is_default;
	struct values values;
};

/* "case 1: case 2: default:" */
static bool parse_labels(struct pk_parser *p, uint32_t value, struct arm *arm)
{
	*arm = (struct arm){.test = PK_NO_NODE};
	while (p->token == PK_T_WORD && (!strcmp(p->word, "case") || !strcmp(p->word, "default"))) {
		bool is_case = p->word[0] == 'c';
		uint32_t test;

		pk_lex_next(p);
		arm->is_default |= !is_case;
		if (is_case) {
			test = pk_parse_expression(p);
			if (test == PK_NO_NODE)
				return false;
			test = pk_parse_add(
				p, NODE(PK_N_BINARY, .op = PK_OP('=', '='), .a = value, .b = test));
			arm->test =
				arm->test == PK_NO_NODE
					? test
					: pk_parse_add(p, NODE(PK_N_BINARY, .op = PK_OP('|', '|'),
							       .a = arm->test, .b = test));
		}
		if (!pk_lex_expect(p, ':'))
			return false;
	}
	return arm->is_default || arm->test != PK_NO_NODE ||
	       pk_parse_fail(p, PK_UNSUPPORTED, "a switch");
}

static bool at_break(const struct pk_parser *p)
{
	return p->token == PK_T_WORD && !strcmp(p->word, "break");
}

/* Statements up to "break;" or the switch's end. What would fall through into the next arm is not understood. */
static bool parse_arm(struct pk_parser *p, uint32_t value, const struct values *before, unsigned nr,
		      struct arm *arm)
{
	uint32_t ignored;

	if (!parse_labels(p, value, arm))
		return false;
	values_set(p, before, nr);
	while (!at_break(p) && !pk_lex_is_op(p, '}')) {
		if (p->token == PK_T_WORD &&
		    (!strcmp(p->word, "case") || !strcmp(p->word, "default")))
			return pk_parse_fail(p, PK_UNSUPPORTED, "a way that falls through");
		if (!parse_statement(p, &ignored))
			return false;
	}
	arm->values = values_of(p);
	if (!at_break(p))
		return true;
	pk_lex_next(p);
	return pk_lex_expect(p, ';');
}

/* switch (expression) { .. }: its arms exclude each other. */
static bool parse_switch(struct pk_parser *p)
{
	struct arm *arms = calloc(MAX_ARMS, sizeof(*arms));
	struct values before = values_of(p), after = before;
	unsigned nr = p->nr_locals, nr_arms = 0;
	uint32_t value = PK_NO_NODE;
	bool good = arms != NULL;

	pk_lex_next(p);
	good = good && pk_lex_expect(p, '(') && (value = pk_parse_expression(p)) != PK_NO_NODE &&
	       pk_lex_expect(p, ')') && pk_lex_expect(p, '{');
	while (good && !pk_lex_is_op(p, '}')) {
		good = nr_arms < MAX_ARMS && parse_arm(p, value, &before, nr, &arms[nr_arms]);
		nr_arms += good;
	}
	for (unsigned i = 0; i < nr_arms; i++)
		if (arms[i].is_default)
			after = arms[i].values;
	for (unsigned i = nr_arms; good && i--;)
		if (!arms[i].is_default)
			values_join(p, arms[i].test, &arms[i].values, &after, nr);
	values_set(p, &after, nr);
	free(arms);
	pk_lex_next(p);
	return good ? p->status == PK_OK : pk_parse_fail(p, PK_UNSUPPORTED, "a switch");
}

static bool parse_block(struct pk_parser *p, uint32_t *value);

/* do { if (!(condition)) __compiletime_assert_1(); } while (0): for the compiler. Anything else that loops is not understood. */
static bool parse_do(struct pk_parser *p)
{
	const char *begin = p->at;
	const char *check;

	pk_lex_next(p);
	if (!pk_lex_is_op(p, '{') || !skip_group(p))
		return false;
	check = strstr(begin, "__compiletime_assert");
	if (!check || check > p->at || p->token != PK_T_WORD || strcmp(p->word, "while"))
		return pk_parse_fail(p, PK_UNSUPPORTED, "a loop");
	pk_lex_next(p);
	return skip_group(p) && pk_lex_expect(p, ';');
}

static bool is_assertion(const struct pk_parser *p)
{
	return p->token == PK_T_WORD &&
	       (!strcmp(p->word, "_Static_assert") || !strcmp(p->word, "static_assert"));
}

/* One that ends with a semicolon. *VALUE is changed by one that is an expression. */
static bool parse_simple(struct pk_parser *p, uint32_t *value)
{
	struct pk_local *local = p->token == PK_T_WORD ? find_local(p, p->word) : NULL;
	bool good;

	if (p->token == PK_T_END)
		return pk_parse_fail(p, PK_UNSUPPORTED, "an open block");
	if (pk_lex_is_op(p, ';')) {
		pk_lex_next(p);
		return true;
	}
	if (is_assertion(p)) {
		pk_lex_next(p);
		good = skip_group(p);
	} else if (local && (is_assigned(p) || (local->tag[0] && is_filled(p)))) {
		good = parse_assignment(p, local);
	} else if (!local && pk_type_begins(p)) {
		good = parse_declaration(p);
	} else if (p->token == PK_T_WORD && !strcmp(p->word, "trace_seq_printf")) {
		good = parse_seq_printf(p);
	} else {
		*value = pk_parse_expression(p);
		good = *value != PK_NO_NODE;
	}
	return good && pk_lex_expect(p, ';');
}

static bool parse_statement(struct pk_parser *p, uint32_t *value)
{
	bool good;

	if (++p->nesting > PK_MAX_DEPTH)
		return pk_parse_fail(p, PK_LIMIT, "too deep");
	if (pk_lex_is_op(p, '{'))
		good = parse_block(p, value);
	else if (p->token == PK_T_WORD && !strcmp(p->word, "if"))
		good = parse_if(p);
	else if (p->token == PK_T_WORD && !strcmp(p->word, "switch"))
		good = parse_switch(p);
	else if (p->token == PK_T_WORD && !strcmp(p->word, "do"))
		good = parse_do(p);
	else
		good = parse_simple(p, value);
	p->nesting--;
	return good && p->status == PK_OK;
}

/* { .. }: variables of its own end with it. */
static bool parse_block(struct pk_parser *p, uint32_t *value)
{
	unsigned outer = p->nr_locals;
	bool good = true;

	pk_lex_next(p);
	while (good && !pk_lex_is_op(p, '}'))
		good = parse_statement(p, value);
	p->nr_locals = outer;
	pk_lex_next(p);
	return good;
}

/* ({ .. }): what its last expression is. Expressions have no effects, so the others only must parse. */
static uint32_t parse_statements(struct pk_parser *p)
{
	uint32_t node = PK_NO_NODE, outer_text = p->seq_text;
	bool good;

	p->seq_text = PK_NO_NODE;
	good = parse_block(p, &node);
	p->seq_text = outer_text;
	return good && node != PK_NO_NODE ? node : fail_node(p, "a block without a value");
}

/* --- expressions ------------------------------------------------------------------------------ */

/* Of an array all of it, of a string its NUL too. 0: not known. */
static uint64_t size_of_value(struct pk_parser *p, uint32_t index)
{
	const struct pk_node *node = &p->fmt->nodes[index];
	struct pk_ctype type;

	if (node->kind == PK_N_ARRAY)
		return node->len;
	if (node->kind == PK_N_TEXT)
		return node->value + 1;
	return pk_type_of(p, index, &type) ? type.size : 0;
}

static uint32_t parse_sizeof(struct pk_parser *p)
{
	struct pk_ctype type;
	uint64_t size, nr = 1;

	pk_lex_next(p);
	if (!pk_lex_expect(p, '('))
		return PK_NO_NODE;
	if (p->token == PK_T_WORD && !strcmp(p->word, "struct") && pk_lex_ahead(p, '{')) {
		const char *at;

		/* sizeof(struct { int:(..); }), and with a _Static_assert(): nothing, if it
		 * compiles (BUILD_BUG_ON_ZERO()). */
		pk_lex_next(p);
		at = p->at + strspn(p->at, " \t\n");
		if (strncmp(at, "int:", 4) && strncmp(at, "int :", 5) &&
		    strncmp(at, "_Static_assert", 14))
			return fail_node(p, "a type without a name");
		if (!skip_group(p) || !pk_lex_expect(p, ')'))
			return PK_NO_NODE;
		return add_number(p, 0, 8, false);
	}
	if (!pk_type_begins(p)) {
		uint32_t node = pk_parse_expression(p);

		size = node == PK_NO_NODE ? 0 : size_of_value(p, node);
		if (!size || !pk_lex_expect(p, ')'))
			return fail_node(p, "sizeof of this");
		return add_number(p, size, 8, false);
	}
	if (!pk_type_parse(p, &type))
		return fail_node(p, "sizeof before this");
	if (pk_lex_is_op(p, '[')) {
		pk_lex_next(p);
		nr = p->token == PK_T_NUMBER ? p->number : 0;
		pk_lex_next(p);
		if (!nr || nr > UINT16_MAX || !pk_lex_expect(p, ']'))
			return fail_node(p, "sizeof of this");
	}
	if (!pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	size = type.size;
	if (type.tag[0] && pk_type_size(p->ctx, type.tag, &size) != PK_OK)
		return fail_node(p, "the size of a type that is not known");
	return add_number(p, nr * size, 8, false);
}

static uint32_t parse_primary(struct pk_parser *p)
{
	uint32_t node;

	if (p->token == PK_T_NUMBER) {
		node = add_number(p, p->number, p->size, p->is_signed);
		pk_lex_next(p);
		return node;
	}
	if (p->token == PK_T_STRING)
		return parse_string(p);
	if (p->token == PK_T_CHAR)
		return parse_char(p);
	if (p->token == PK_T_WORD)
		return strcmp(p->word, "sizeof") ? parse_word(p) : parse_sizeof(p);
	if (!pk_lex_is_op(p, '('))
		return fail_node(p, "something unexpected");
	pk_lex_next(p);
	node = pk_lex_is_op(p, '{') ? parse_statements(p) : pk_parse_expression(p);
	while (node != PK_NO_NODE && pk_lex_is_op(p, ',')) { /* "a, b" is b */
		pk_lex_next(p);
		node = pk_parse_expression(p);
	}
	return pk_lex_expect(p, ')') ? node : PK_NO_NODE;
}

/* ".member" of (type){ .member = value } is the value. */
static bool parse_filled_member(struct pk_parser *p, uint32_t node)
{
	const struct pk_node *literal = &p->fmt->nodes[node];

	pk_lex_next(p);
	if (literal->kind != PK_N_CAST || !literal->text || p->token != PK_T_WORD ||
	    strcmp(literal->text, p->word))
		return pk_parse_fail(p, PK_UNSUPPORTED, "a member of what a field holds");
	pk_lex_next(p);
	return true;
}

static uint32_t parse_suffixes(struct pk_parser *p, uint32_t node)
{
	uint32_t index;

	while (node != PK_NO_NODE && (pk_lex_is_op(p, '[') || pk_lex_is_op(p, '.'))) {
		if (pk_lex_is_op(p, '.')) {
			if (!parse_filled_member(p, node))
				return PK_NO_NODE;
			continue;
		}
		pk_lex_next(p);
		index = pk_parse_expression(p);
		if (!pk_lex_expect(p, ']'))
			return PK_NO_NODE;
		node = pk_parse_add(p, NODE(PK_N_INDEX, .a = node, .b = index));
	}
	if (pk_lex_is_op(p, PK_OP('-', '>')))
		return fail_node(p, "a member of what a field holds");
	return node;
}

/* (type){ value } or (type){ .member = value }, behind the parenthesis: the value. */
static uint32_t parse_literal(struct pk_parser *p, const struct pk_ctype *type)
{
	char name[PK_MAX_WORD] = "";
	struct pk_ctype own = *type;
	char *text = NULL;
	uint32_t node;

	pk_lex_next(p);
	if (pk_lex_is_op(p, '.')) {
		pk_lex_next(p);
		if (p->token != PK_T_WORD)
			return fail_node(p, "a member");
		memcpy(name, p->word, sizeof(name));
		pk_lex_next(p);
		if (!pk_lex_expect(p, '='))
			return PK_NO_NODE;
	}
	node = pk_parse_expression(p);
	if (pk_lex_is_op(p, ','))
		pk_lex_next(p);
	if (node == PK_NO_NODE || !pk_lex_expect(p, '}'))
		return PK_NO_NODE;
	if (type->tag[0] && !pk_type_of(p, node, &own))
		return fail_node(p, "a struct's value");
	if (name[0] && !(text = strdup(name)))
		pk_parse_fail(p, PK_NOMEM, "an expression");
	return pk_parse_add(p, NODE(PK_N_CAST, .a = node, .size = own.size, .text = text,
				    .is_signed = own.is_signed, .elem = own.elem,
				    .elem_signed = own.elem_signed, .is_rel = own.is_pointer));
}

/* (type []){ a, b }, at the bracket. */
static uint32_t parse_literal_array(struct pk_parser *p)
{
	if (!skip_group(p) || !pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	return pk_lex_is_op(p, '{') ? parse_table(p) : fail_node(p, "a cast to an array");
}

static uint32_t parse_unary(struct pk_parser *p);

static uint32_t parse_cast(struct pk_parser *p)
{
	struct pk_ctype type;
	uint32_t node;

	pk_lex_next(p);
	if (!pk_type_parse(p, &type))
		return PK_NO_NODE;
	if (pk_lex_is_op(p, '['))
		return parse_suffixes(p, parse_literal_array(p));
	if (!pk_lex_expect(p, ')'))
		return PK_NO_NODE;
	if (pk_lex_is_op(p, '{'))
		return parse_suffixes(p, parse_literal(p, &type));
	if (type.tag[0])
		return fail_node(p, "a struct's value");
	node = parse_unary(p);
	if (node == PK_NO_NODE)
		return node;
	return pk_parse_add(p, NODE(PK_N_CAST, .a = node, .size = type.size,
				    .is_signed = type.is_signed, .elem = type.elem,
				    .elem_signed = type.elem_signed, .is_rel = type.is_pointer));
}

static uint32_t parse_unary(struct pk_parser *p)
{
	uint16_t op = p->op;
	uint32_t node;

	if (p->token == PK_T_OP &&
	    (op == '-' || op == '+' || op == '~' || op == '!' || op == '&' || op == '*')) {
		if (++p->nesting > PK_MAX_DEPTH)
			return fail_node(p, "too deep");
		pk_lex_next(p);
		node = parse_unary(p);
		p->nesting--;
		return node == PK_NO_NODE ? node
					  : pk_parse_add(p, NODE(PK_N_UNARY, .op = op, .a = node));
	}
	if (!pk_type_follows(p))
		return parse_suffixes(p, parse_primary(p));
	if (++p->nesting > PK_MAX_DEPTH)
		return fail_node(p, "too deep");
	node = parse_cast(p);
	p->nesting--;
	return node;
}

static int precedence(const struct pk_parser *p)
{
	static const struct {
		uint16_t op;
		int level;
	} levels[] = {
		{PK_OP('|', '|'), 1},
		{PK_OP('&', '&'), 2},
		{'|', 3},
		{'^', 4},
		{'&', 5},
		{PK_OP('=', '='), 6},
		{PK_OP('!', '='), 6},
		{'<', 7},
		{'>', 7},
		{PK_OP('<', '='), 7},
		{PK_OP('>', '='), 7},
		{PK_OP('<', '<'), 8},
		{PK_OP('>', '>'), 8},
		{'+', 9},
		{'-', 9},
		{'*', 10},
		{'/', 10},
		{'%', 10},
	};

	if (p->token != PK_T_OP)
		return 0;
	for (size_t i = 0; i < PK_ARRAY_SIZE(levels); i++)
		if (levels[i].op == p->op)
			return levels[i].level;
	return 0;
}

static uint32_t parse_binary(struct pk_parser *p, int least)
{
	uint32_t left = parse_unary(p), right;
	int level;

	while (left != PK_NO_NODE && (level = precedence(p)) >= least) {
		uint16_t op = p->op;

		pk_lex_next(p);
		right = parse_binary(p, level + 1); /* at most as many levels as there are */
		if (right == PK_NO_NODE)
			return right;
		left = pk_parse_add(p, NODE(PK_N_BINARY, .op = op, .a = left, .b = right));
	}
	return left;
}

uint32_t pk_parse_expression(struct pk_parser *p)
{
	uint32_t test, yes, no;

	if (++p->nesting > PK_MAX_DEPTH)
		return fail_node(p, "too deep");
	test = parse_binary(p, 1);
	if (test != PK_NO_NODE && pk_lex_is_op(p, '?')) {
		pk_lex_next(p);
		yes = pk_lex_is_op(p, ':') ? test : pk_parse_expression(p); /* a ?: b */
		if (!pk_lex_expect(p, ':'))
			return PK_NO_NODE;
		no = pk_parse_expression(p);
		if (yes == PK_NO_NODE || no == PK_NO_NODE)
			return PK_NO_NODE;
		test = pk_parse_add(p, NODE(PK_N_COND, .a = test, .b = yes, .c = no));
	}
	p->nesting--;
	return test;
}
