// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The compiler of print_fmt: C expressions as far as TP_printk() uses them.
 *
 *	print_fmt := string+ { "," expression }
 *	expression := condition of binary operators over unary ones, casts, REC->field, field[index], literals,
 *	              helper(field) and helper(expression, {value, "text"}, ..)
 *
 * The text comes from the dump and may be anything: nesting, nodes and lengths are bounded, and what is not
 * understood is PK_UNSUPPORTED, never guessed.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/print_fmt_private.h"

#define MAX_WORD 128

enum token { T_END, T_WORD, T_NUMBER, T_STRING, T_CHAR, T_OP };

struct parser {
	struct pk_ctx *ctx;
	const struct pk_format *format;
	struct pk_print_fmt *fmt;
	const char *at, *begin; /* of the current token, in the source */
	enum token token;
	char word[MAX_WORD]; /* T_WORD */
	uint64_t number;
	uint8_t size; /* of a T_NUMBER */
	bool is_signed;
	uint16_t op; /* T_OP */
	unsigned nesting;
	enum pk_status status; /* the first failure */
};

static bool fail(struct parser *p, enum pk_status status, const char *what)
{
	if (p->status == PK_OK)
		p->status = (pk_fail)(p->ctx, status, "%s at \"%.24s\"", what, p->begin);
	p->token = T_END;
	return false;
}

static uint32_t fail_node(struct parser *p, const char *what)
{
	fail(p, PK_UNSUPPORTED, what);
	return PK_NO_NODE;
}

/* --- words ------------------------------------------------------------------------------------ */

static void lex_word(struct parser *p)
{
	size_t len = 0;

	while (isalnum((unsigned char)*p->at) || *p->at == '_') {
		if (len == MAX_WORD - 1) {
			fail(p, PK_UNSUPPORTED, "a long word");
			return;
		}
		p->word[len++] = *p->at++;
	}
	p->word[len] = '\0';
	p->token = T_WORD;
}

/* A constant has the first type that holds it: int, unsigned (not for decimals), long, unsigned long. */
static void lex_number(struct parser *p)
{
	bool decimal = *p->at != '0' || !isalnum((unsigned char)p->at[1]), uns = false,
	     wide = false;
	char *end;

	p->number = strtoull(p->at, &end, 0);
	p->at = end;
	for (; *p->at && strchr("uUlL", *p->at); p->at++) {
		uns |= *p->at == 'u' || *p->at == 'U';
		wide |= *p->at == 'l' || *p->at == 'L';
	}
	if (isalnum((unsigned char)*p->at) || *p->at == '_' || *p->at == '.') {
		fail(p, PK_UNSUPPORTED, "a number");
		return;
	}
	p->size = 8;
	p->is_signed = !uns && p->number <= INT64_MAX;
	if (!wide && p->number <= INT32_MAX)
		p->size = 4;
	else if (!wide && p->number <= UINT32_MAX && (uns || !decimal)) {
		p->size = 4;
		p->is_signed = false;
	}
	p->token = T_NUMBER;
}

static void lex_op(struct parser *p)
{
	static const char *const pairs[] = {"->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};

	p->token = T_OP;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		if (strncmp(p->at, pairs[i], 2))
			continue;
		p->op = (uint16_t)(256 * pairs[i][0] + pairs[i][1]);
		p->at += 2;
		return;
	}
	p->op = (uint8_t)*p->at++;
}

static void next(struct parser *p)
{
	if (p->status != PK_OK) {
		p->token = T_END;
		return;
	}
	while (isspace((unsigned char)*p->at))
		p->at++;
	p->begin = p->at;
	if (!*p->at)
		p->token = T_END;
	else if (isalpha((unsigned char)*p->at) || *p->at == '_')
		lex_word(p);
	else if (isdigit((unsigned char)*p->at))
		lex_number(p);
	else if (*p->at == '"')
		p->token = T_STRING;
	else if (*p->at == '\'')
		p->token = T_CHAR;
	else
		lex_op(p);
}

static bool is_op(const struct parser *p, uint16_t op)
{
	return p->token == T_OP && p->op == op;
}

#define PAIR(a, b) (256 * (a) + (b))

static bool expect(struct parser *p, uint16_t op)
{
	if (!is_op(p, op))
		return fail(p, PK_UNSUPPORTED, "something unexpected");
	next(p);
	return true;
}

static const char *read_digits(const char *at, int base, int max, unsigned *ret_value)
{
	unsigned value = 0;

	for (; max && isxdigit((unsigned char)*at); max--, at++) {
		int digit = isdigit((unsigned char)*at) ? *at - '0' : (*at | 32) - 'a' + 10;

		if (digit >= base)
			break;
		value = value * (unsigned)base + (unsigned)digit;
	}
	*ret_value = value;
	return at;
}

/* One character of a literal, its escapes resolved; AT stands on it. */
static const char *read_char(const char *at, char *ret_char)
{
	static const char from[] = "ntrabfve", to[] = "\n\t\r\a\b\f\v\033";
	const char *found;
	unsigned value;

	if (*at != '\\') {
		*ret_char = *at;
		return *at ? at + 1 : at;
	}
	at++;
	if (*at == 'x' || (*at >= '0' && *at <= '7')) {
		at = *at == 'x' ? read_digits(at + 1, 16, 2, &value)
				: read_digits(at, 8, 3, &value);
		*ret_char = (char)value;
		return at;
	}
	found = *at ? strchr(from, *at) : NULL;
	*ret_char = found ? to[found - from] : *at;
	return *at ? at + 1 : at;
}

/* Adjacent string literals, as one; the caller owns *RET_TEXT. */
static bool read_strings(struct parser *p, char **ret_text, size_t *ret_len)
{
	char *text = malloc(strlen(p->at) + 1);
	size_t len = 0;

	if (!text)
		return fail(p, PK_NOMEM, "a string");
	while (p->token == T_STRING) {
		p->at++;
		while (*p->at && *p->at != '"')
			p->at = read_char(p->at, &text[len++]);
		if (!*p->at) {
			free(text);
			return fail(p, PK_UNSUPPORTED, "an open string");
		}
		p->at++;
		next(p);
	}
	text[len] = '\0';
	*ret_text = realloc(text, len + 1);
	if (!*ret_text)
		*ret_text = text;
	*ret_len = len;
	return true;
}

/* --- trees ------------------------------------------------------------------------------------ */

static unsigned depth_of(const struct parser *p, uint32_t node)
{
	return node < p->fmt->nr_nodes ? p->fmt->nodes[node].depth : 0;
}

static bool reserve(struct parser *p)
{
	struct pk_print_fmt *fmt = p->fmt;
	uint32_t cap = fmt->cap_nodes ? 2 * fmt->cap_nodes : 16;
	struct pk_node *nodes;

	if (fmt->nr_nodes < fmt->cap_nodes)
		return true;
	if (cap > PK_MAX_NODES)
		return fail(p, PK_LIMIT, "too much");
	nodes = realloc(fmt->nodes, cap * sizeof(*nodes));
	if (!nodes)
		return fail(p, PK_NOMEM, "an expression");
	if (!fmt->nr_nodes)
		nodes[fmt->nr_nodes++] = (struct pk_node){.depth = 0}; /* PK_NO_NODE */
	fmt->nodes = nodes;
	fmt->cap_nodes = cap;
	return true;
}

static uint32_t add(struct parser *p, struct pk_node node)
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
		fail(p, PK_LIMIT, "too deep");
		return PK_NO_NODE;
	}
	node.depth = (uint16_t)(depth + 1);
	p->fmt->nodes[p->fmt->nr_nodes] = node;
	return p->fmt->nr_nodes++;
}

#define NODE(k, ...) ((struct pk_node){.kind = k, __VA_ARGS__})

static uint32_t parse_condition(struct parser *p);

static uint32_t add_number(struct parser *p, uint64_t value, uint8_t size, bool is_signed)
{
	return add(p, NODE(PK_N_INT, .value = value, .size = size, .is_signed = is_signed));
}

/* --- types ------------------------------------------------------------------------------------ */

static const struct type_word {
	const char *name;
	uint8_t size; /* 0: a long; 255: says nothing of the size */
	bool is_signed;
} type_words[] = {
	{"u8", 1, false},	   {"__u8", 1, false},
	{"uint8_t", 1, false},	   {"bool", 1, false},
	{"s8", 1, true},	   {"__s8", 1, true},
	{"char", 1, true},	   {"u16", 2, false},
	{"__u16", 2, false},	   {"uint16_t", 2, false},
	{"__be16", 2, false},	   {"__le16", 2, false},
	{"umode_t", 2, false},	   {"s16", 2, true},
	{"__s16", 2, true},	   {"short", 2, true},
	{"u32", 4, false},	   {"__u32", 4, false},
	{"uint32_t", 4, false},	   {"__be32", 4, false},
	{"__le32", 4, false},	   {"dev_t", 4, false},
	{"gfp_t", 4, false},	   {"s32", 4, true},
	{"__s32", 4, true},	   {"int32_t", 4, true},
	{"int", 4, true},	   {"pid_t", 4, true},
	{"unsigned", 4, false},	   {"u64", 8, false},
	{"__u64", 8, false},	   {"uint64_t", 8, false},
	{"__be64", 8, false},	   {"__le64", 8, false},
	{"sector_t", 8, false},	   {"dma_addr_t", 8, false},
	{"phys_addr_t", 8, false}, {"resource_size_t", 8, false},
	{"s64", 8, true},	   {"__s64", 8, true},
	{"int64_t", 8, true},	   {"loff_t", 8, true},
	{"ktime_t", 8, true},	   {"long", 0, true},
	{"ssize_t", 0, true},	   {"size_t", 0, false},
	{"uintptr_t", 0, false},   {"signed", 4, true},
	{"void", 1, false},	   {"const", 255, false},
	{"volatile", 255, false},  {"struct", 1, false},
	{"union", 1, false},	   {"enum", 4, false},
};

static const struct type_word *find_type(const char *word)
{
	for (size_t i = 0; i < sizeof(type_words) / sizeof(type_words[0]); i++)
		if (!strcmp(type_words[i].name, word))
			return &type_words[i];
	return NULL;
}

struct type {
	uint8_t size, pointee; /* pointee: 0 if no pointer, else the size of what it points to */
	bool is_signed, pointee_signed;
};

/* A type's words and stars; the current token is its first word. "long long" is 8 bytes everywhere. */
static bool parse_type(struct parser *p, struct type *ret_type)
{
	uint8_t word = (uint8_t)p->ctx->target->facts.word_size;
	struct type type = {.size = 4, .is_signed = true};
	bool uns = false;
	unsigned longs = 0, stars = 0;
	const struct type_word *found;

	for (; p->token == T_WORD && (found = find_type(p->word)); next(p)) {
		if (!strcmp(p->word, "struct") || !strcmp(p->word, "union") ||
		    !strcmp(p->word, "enum"))
			next(p); /* its tag */
		if (found->size == 255)
			continue;
		uns |= !strcmp(found->name, "unsigned");
		longs += !strcmp(found->name, "long");
		if (strcmp(found->name, "unsigned") && strcmp(found->name, "signed") &&
		    !(found->size == 4 && type.size != 4)) /* "long int" */
			type.size = found->size ? found->size : word;
		type.is_signed = found->is_signed && !uns;
	}
	if (longs > 1)
		type.size = 8;
	for (; is_op(p, '*') || (p->token == T_WORD && !strcmp(p->word, "const")); next(p))
		stars += is_op(p, '*');
	if (stars) {
		type.pointee = stars > 1 ? word : type.size;
		type.pointee_signed = stars == 1 && type.is_signed;
		type.size = word;
		type.is_signed = false;
	}
	*ret_type = type;
	return p->status == PK_OK;
}

/* --- expressions ------------------------------------------------------------------------------ */

static const struct func_name {
	const char *name;
	enum pk_func func;
} funcs[] = {
	{"__get_str", PK_F_GET_BYTES},
	{"__get_rel_str", PK_F_GET_BYTES},
	{"__get_dynamic_array", PK_F_GET_BYTES},
	{"__get_rel_dynamic_array", PK_F_GET_BYTES},
	{"__get_sockaddr", PK_F_GET_BYTES},
	{"__get_sockaddr_rel", PK_F_GET_BYTES},
	{"__get_rel_sockaddr", PK_F_GET_BYTES},
	{"__get_dynamic_array_len", PK_F_GET_LEN},
	{"__get_rel_dynamic_array_len", PK_F_GET_LEN},
	{"__print_symbolic", PK_F_SYMBOLIC},
	{"__print_symbolic_u64", PK_F_SYMBOLIC},
	{"__print_flags", PK_F_FLAGS},
	{"__print_flags_u64", PK_F_FLAGS},
	{"__print_hex", PK_F_HEX},
	{"__print_hex_str", PK_F_HEX_STR},
	{"__print_array", PK_F_ARRAY},
};

static uint32_t parse_string(struct parser *p)
{
	char *text;
	size_t len;

	if (!read_strings(p, &text, &len))
		return PK_NO_NODE;
	return add(p, NODE(PK_N_TEXT, .text = text, .value = len));
}

/* In a text's place: some tables bring their own end. */
static uint32_t parse_null(struct parser *p)
{
	uint32_t node = parse_condition(p);

	if (node != PK_NO_NODE && p->fmt->nodes[node].kind == PK_N_CAST)
		node = p->fmt->nodes[node].a;
	if (node == PK_NO_NODE || p->fmt->nodes[node].kind != PK_N_INT || p->fmt->nodes[node].value)
		return fail_node(p, "no text");
	return PK_NO_NODE;
}

static uint32_t parse_pair(struct parser *p)
{
	uint32_t value, text;

	next(p);
	value = parse_condition(p);
	if (!expect(p, ','))
		return PK_NO_NODE;
	text = p->token == T_STRING ? parse_string(p) : parse_null(p);
	if (!expect(p, '}'))
		return PK_NO_NODE;
	return add(p, NODE(PK_N_PAIR, .a = value, .b = text));
}

/* Arguments up to the closing parenthesis; *RET_NR counts them. */
static uint32_t parse_args(struct parser *p, unsigned *ret_nr)
{
	uint32_t first = PK_NO_NODE, last = PK_NO_NODE, node;
	unsigned depth = 0;

	for (*ret_nr = 0; !is_op(p, ')'); (*ret_nr)++) {
		if (last != PK_NO_NODE && !expect(p, ','))
			return PK_NO_NODE;
		node = is_op(p, '{') ? parse_pair(p) : parse_condition(p);
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
	next(p);
	if (first != PK_NO_NODE) /* the call stands as deep as its deepest argument */
		p->fmt->nodes[first].depth = (uint16_t)depth;
	return first;
}

static uint32_t parse_field_call(struct parser *p, enum pk_func func)
{
	const struct pk_field *field;

	if (p->token != T_WORD)
		return fail_node(p, "no field");
	field = pk_format_field(p->format, p->word);
	if (!field)
		return fail_node(p, "no such field");
	next(p);
	if (!expect(p, ')'))
		return PK_NO_NODE;
	return add(p, NODE(PK_N_CALL, .func = func, .field = field));
}

static uint32_t parse_call(struct parser *p, const char *name)
{
	static const unsigned least[] = {[PK_F_SYMBOLIC] = 1,
					 [PK_F_FLAGS] = 2,
					 [PK_F_HEX] = 2,
					 [PK_F_HEX_STR] = 2,
					 [PK_F_ARRAY] = 3};
	unsigned nr;
	uint32_t args;

	for (size_t i = 0; i < sizeof(funcs) / sizeof(funcs[0]); i++) {
		enum pk_func func = funcs[i].func;

		if (strcmp(funcs[i].name, name))
			continue;
		next(p);
		if (func == PK_F_GET_BYTES || func == PK_F_GET_LEN)
			return parse_field_call(p, func);
		args = parse_args(p, &nr);
		if (nr < least[func])
			return fail_node(p, "too few arguments");
		return add(p, NODE(PK_N_CALL, .func = func, .a = args));
	}
	return fail_node(p, "a function that is not reproduced");
}

static uint32_t parse_record(struct parser *p)
{
	const struct pk_field *field;

	if (!expect(p, PAIR('-', '>')))
		return PK_NO_NODE;
	field = p->token == T_WORD ? pk_format_field(p->format, p->word) : NULL;
	if (!field)
		return fail_node(p, "no such field");
	next(p);
	return add(p, NODE(PK_N_FIELD, .field = field));
}

/* A word that is no field: the kernel replaced the enumerators it exported, the others are asked for. */
static uint32_t parse_word(struct parser *p)
{
	struct pk_target *target = p->ctx->target;
	char name[MAX_WORD];
	int64_t value;

	memcpy(name, p->word, sizeof(name));
	next(p);
	if (!strcmp(name, "REC") || !strcmp(name, "__entry"))
		return parse_record(p);
	if (is_op(p, '('))
		return parse_call(p, name);
	if (!strcmp(name, "true") || !strcmp(name, "false"))
		return add_number(p, name[0] == 't', 4, true);
	if (!strcmp(name, "NULL"))
		return add_number(p, 0, (uint8_t)target->facts.word_size, false);
	if (target->ops->enumerator && target->ops->enumerator(target, name, &value) == PK_OK)
		return add_number(p, (uint64_t)value, value == (int32_t)value ? 4 : 8, true);
	return fail_node(p, "an unknown name before this");
}

static uint32_t parse_sizeof(struct parser *p)
{
	struct type type;

	next(p);
	if (!expect(p, '(') || p->token != T_WORD || !find_type(p->word) ||
	    !strcmp(p->word, "struct") || !strcmp(p->word, "union"))
		return fail_node(p, "sizeof of this");
	if (!parse_type(p, &type) || !expect(p, ')'))
		return PK_NO_NODE;
	return add_number(p, type.size, 8, false);
}

static uint32_t parse_char(struct parser *p)
{
	char value;

	p->at = read_char(p->at + 1, &value);
	if (*p->at != '\'')
		return fail_node(p, "a character");
	p->at++;
	next(p);
	return add_number(p, (uint64_t)(int64_t)value, 4, true);
}

static uint32_t parse_primary(struct parser *p)
{
	uint32_t node;

	if (p->token == T_NUMBER) {
		node = add_number(p, p->number, p->size, p->is_signed);
		next(p);
		return node;
	}
	if (p->token == T_STRING)
		return parse_string(p);
	if (p->token == T_CHAR)
		return parse_char(p);
	if (p->token == T_WORD)
		return strcmp(p->word, "sizeof") ? parse_word(p) : parse_sizeof(p);
	if (!is_op(p, '('))
		return fail_node(p, "something unexpected");
	next(p);
	node = parse_condition(p);
	return expect(p, ')') ? node : PK_NO_NODE;
}

static uint32_t parse_postfix(struct parser *p)
{
	uint32_t node = parse_primary(p), index;

	while (node != PK_NO_NODE && is_op(p, '[')) {
		next(p);
		index = parse_condition(p);
		if (!expect(p, ']'))
			return PK_NO_NODE;
		node = add(p, NODE(PK_N_INDEX, .a = node, .b = index));
	}
	if (is_op(p, '.') || is_op(p, PAIR('-', '>')))
		return fail_node(p, "a member of what a field holds");
	return node;
}

static uint32_t parse_unary(struct parser *p);

/* After a parenthesis: is it a cast? */
static bool begins_type(const struct parser *p)
{
	const char *at = p->at;
	char word[MAX_WORD];
	size_t len = 0;

	if (!is_op(p, '('))
		return false;
	while (isspace((unsigned char)*at))
		at++;
	while ((isalnum((unsigned char)*at) || *at == '_') && len < MAX_WORD - 1)
		word[len++] = *at++;
	word[len] = '\0';
	return find_type(word) != NULL;
}

static uint32_t parse_cast(struct parser *p)
{
	struct type type;
	uint32_t node;

	next(p);
	if (!parse_type(p, &type) || !expect(p, ')'))
		return PK_NO_NODE;
	node = parse_unary(p);
	if (node == PK_NO_NODE)
		return node;
	return add(p, NODE(PK_N_CAST, .a = node, .size = type.size, .pointee = type.pointee,
			   .is_signed = type.pointee ? type.pointee_signed : type.is_signed));
}

static uint32_t parse_unary(struct parser *p)
{
	uint16_t op = p->op;
	uint32_t node;

	if (p->token == T_OP &&
	    (op == '-' || op == '+' || op == '~' || op == '!' || op == '&' || op == '*')) {
		if (++p->nesting > PK_MAX_DEPTH)
			return fail_node(p, "too deep");
		next(p);
		node = parse_unary(p);
		p->nesting--;
		return node == PK_NO_NODE ? node : add(p, NODE(PK_N_UNARY, .op = op, .a = node));
	}
	if (!begins_type(p))
		return parse_postfix(p);
	if (++p->nesting > PK_MAX_DEPTH)
		return fail_node(p, "too deep");
	node = parse_cast(p);
	p->nesting--;
	return node;
}

static int precedence(const struct parser *p)
{
	static const struct {
		uint16_t op;
		int level;
	} levels[] = {
		{PAIR('|', '|'), 1},
		{PAIR('&', '&'), 2},
		{'|', 3},
		{'^', 4},
		{'&', 5},
		{PAIR('=', '='), 6},
		{PAIR('!', '='), 6},
		{'<', 7},
		{'>', 7},
		{PAIR('<', '='), 7},
		{PAIR('>', '='), 7},
		{PAIR('<', '<'), 8},
		{PAIR('>', '>'), 8},
		{'+', 9},
		{'-', 9},
		{'*', 10},
		{'/', 10},
		{'%', 10},
	};

	if (p->token != T_OP)
		return 0;
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (levels[i].op == p->op)
			return levels[i].level;
	return 0;
}

static uint32_t parse_binary(struct parser *p, int least)
{
	uint32_t left = parse_unary(p), right;
	int level;

	while (left != PK_NO_NODE && (level = precedence(p)) >= least) {
		uint16_t op = p->op;

		next(p);
		right = parse_binary(p, level + 1); /* at most as many levels as there are */
		if (right == PK_NO_NODE)
			return right;
		left = add(p, NODE(PK_N_BINARY, .op = op, .a = left, .b = right));
	}
	return left;
}

static uint32_t parse_condition(struct parser *p)
{
	uint32_t test, yes, no;

	if (++p->nesting > PK_MAX_DEPTH)
		return fail_node(p, "too deep");
	test = parse_binary(p, 1);
	if (test != PK_NO_NODE && is_op(p, '?')) {
		next(p);
		yes = is_op(p, ':') ? test : parse_condition(p); /* a ?: b */
		if (!expect(p, ':'))
			return PK_NO_NODE;
		no = parse_condition(p);
		if (yes == PK_NO_NODE || no == PK_NO_NODE)
			return PK_NO_NODE;
		test = add(p, NODE(PK_N_COND, .a = test, .b = yes, .c = no));
	}
	p->nesting--;
	return test;
}

/* --- the format string ------------------------------------------------------------------------ */

static uint32_t parse_arg(struct parser *p)
{
	return expect(p, ',') ? parse_condition(p) : PK_NO_NODE;
}

static bool bind_args(struct parser *p, struct pk_piece *piece, bool star_width,
		      bool star_precision)
{
	if (!pk_spec_supported(&piece->spec))
		return fail(p, PK_UNSUPPORTED, "a conversion of pointers that is not reproduced");
	if (piece->spec.conv == '%')
		return true;
	if (star_width && (piece->width = parse_arg(p)) == PK_NO_NODE)
		return false;
	if (star_precision && (piece->precision = parse_arg(p)) == PK_NO_NODE)
		return false;
	piece->arg = parse_arg(p);
	return piece->arg != PK_NO_NODE;
}

static bool split_format(struct parser *p)
{
	struct pk_print_fmt *fmt = p->fmt;
	size_t at = 0, begin = 0;
	uint32_t room = 1;

	for (size_t i = 0; i < fmt->literal_len; i++)
		room += fmt->literal[i] == '%';
	fmt->pieces = calloc(room, sizeof(*fmt->pieces));
	if (!fmt->pieces)
		return fail(p, PK_NOMEM, "a format");
	while (at < fmt->literal_len) {
		struct pk_piece piece = {.text = begin};
		bool star_width, star_precision;
		size_t took;

		if (fmt->literal[at] != '%') {
			at++;
			continue;
		}
		piece.len = at - begin;
		took = pk_spec_parse(fmt->literal + at + 1, fmt->literal_len - at - 1,
				     p->ctx->target->facts.word_size, &piece.spec, &star_width,
				     &star_precision);
		if (!took)
			return fail(p, PK_UNSUPPORTED, "a conversion");
		if (!bind_args(p, &piece, star_width, star_precision))
			return false;
		fmt->pieces[fmt->nr_pieces++] = piece;
		at = begin = at + 1 + took;
	}
	fmt->pieces[fmt->nr_pieces++] =
		(struct pk_piece){.text = begin, .len = fmt->literal_len - begin};
	return true;
}

enum pk_status pk_print_fmt_compile(struct pk_ctx *ctx, const struct pk_format *format,
				    const char *text, struct pk_print_fmt **ret_fmt)
{
	struct pk_print_fmt *fmt = calloc(1, sizeof(*fmt));
	struct parser p = {.ctx = ctx, .format = format, .fmt = fmt, .at = text, .begin = text};

	if (!fmt)
		return pk_fail(ctx, PK_NOMEM, "print_fmt");
	next(&p);
	if (p.token != T_STRING)
		fail(&p, PK_UNSUPPORTED, "no format string");
	else if (read_strings(&p, &fmt->literal, &fmt->literal_len) && split_format(&p) &&
		 p.token != T_END)
		fail(&p, PK_UNSUPPORTED, "more than the format takes");
	if (p.status != PK_OK) {
		pk_print_fmt_destroy(fmt);
		return p.status;
	}
	*ret_fmt = fmt;
	return PK_OK;
}

bool pk_print_fmt_is_used(const struct pk_format *format)
{
	return format->kind != PK_FORMAT_BUILTIN && format->kind != PK_FORMAT_SYSCALL &&
	       format->kind != PK_FORMAT_SYNTHETIC;
}

void pk_print_fmt_destroy(struct pk_print_fmt *fmt)
{
	if (!fmt)
		return;
	for (uint32_t i = 0; i < fmt->nr_nodes; i++)
		free(fmt->nodes[i].text);
	free(fmt->nodes);
	free(fmt->pieces);
	free(fmt->literal);
	free(fmt);
}

/* --- by event type ---------------------------------------------------------------------------- */

struct pk_print_fmts {
	struct pk_print_fmt *fmts[65536]; /* owned, by event type */
	bool tried[65536];
};

struct pk_print_fmts *pk_print_fmts_create(void)
{
	return calloc(1, sizeof(struct pk_print_fmts));
}

void pk_print_fmts_destroy(struct pk_print_fmts *fmts)
{
	for (unsigned i = 0; fmts && i < 65536; i++)
		pk_print_fmt_destroy(fmts->fmts[i]);
	free(fmts);
}

const struct pk_print_fmt *pk_print_fmts_get(struct pk_print_fmts *fmts, struct pk_ctx *ctx,
					     const struct pk_format *format)
{
	if (!fmts->tried[format->id]) {
		fmts->tried[format->id] = true;
		if (!format->print_fmt)
			pk_warn(ctx, "event %s: its print_fmt cannot be read", format->name);
		else if (pk_print_fmt_compile(ctx, format, format->print_fmt,
					      &fmts->fmts[format->id]) != PK_OK)
			pk_warn(ctx, "event %s: its text is not reproduced: %s", format->name,
				ctx->error);
	}
	return fmts->fmts[format->id];
}
