/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_PRINT_FMT_PRIVATE_H
#define PK_TEXT_PRINT_FMT_PRIVATE_H

#include "text/kernel_printf.h"
#include "text/print_fmt.h"

/* The compiled form, shared by the compiler (print_fmt.c) and what runs it (print_eval.c). */

#define PK_NO_NODE 0 /* the first one is never used */
#define PK_MAX_NODES 16384
#define PK_MAX_DEPTH 128 /* of a tree: running it recurses so deep, no deeper */

enum pk_node_kind {
	PK_N_INT, /* value, size, is_signed */
	PK_N_TEXT, /* a string literal: text, value its length */
	PK_N_FIELD, /* field: its value, or its bytes if it is no integer */
	PK_N_UNARY, /* op a: - + ~ ! & (address) * (what it points to) */
	PK_N_BINARY, /* a op b */
	PK_N_COND, /* a ? b : c */
	PK_N_CAST, /* (type)a: size, is_signed; pointee 1.. if a pointer */
	PK_N_INDEX, /* a[b] */
	PK_N_CALL, /* func, arguments from a on by next */
	PK_N_PAIR, /* {a, b}: an argument of __print_symbolic() and kin; no b: their end */
};

enum pk_func {
	PK_F_GET_BYTES, /* __get_str, __get_dynamic_array, __get_sockaddr and their __get_rel_ forms */
	PK_F_GET_LEN, /* __get_dynamic_array_len */
	PK_F_SYMBOLIC,
	PK_F_FLAGS,
	PK_F_HEX,
	PK_F_HEX_STR,
	PK_F_ARRAY,
};

struct pk_node {
	enum pk_node_kind kind;
	uint16_t depth;
	uint16_t op; /* a character, or two: 256 * first + second */
	enum pk_func func;
	uint32_t a, b, c, next;
	uint64_t value;
	uint8_t size, pointee;
	bool is_signed;
	const struct pk_field *field;
	char *text; /* owned */
};

/** A piece of the format: text, then a conversion (none if spec.conv is 0). */
struct pk_piece {
	size_t text, len; /* into pk_print_fmt.literal */
	struct pk_spec spec;
	uint32_t width, precision, arg; /* nodes; PK_NO_NODE */
};

struct pk_print_fmt {
	char *literal; /* owned: the format string, unescaped */
	size_t literal_len;
	struct pk_piece *pieces;
	uint32_t nr_pieces;
	struct pk_node *nodes;
	uint32_t nr_nodes, cap_nodes;
};

#endif
