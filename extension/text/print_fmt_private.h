/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_PRINT_FMT_PRIVATE_H
#define PK_TEXT_PRINT_FMT_PRIVATE_H

#include "text/kernel_printf.h"
#include "text/print_fmt.h"

/*
 * The compiled form, shared by the compiler and what runs it:
 *
 *	print_fmt_lex.c    words of the source
 *	print_fmt_type.c   casts and sizeof: C types by a table and by the dump's own
 *	print_fmt_parse.c  expressions, into nodes
 *	print_fmt.c        format strings, into pieces; formats by event type
 *	print_eval.c       expressions over a record
 *	print_pieces.c     conversions
 *	print_helpers.c    ftrace's own helpers: __print_symbolic() and kin
 *	helpers*.c         other functions of the kernel that print_fmts call
 */

#define PK_NO_NODE 0 /* the first one is never used */
#define PK_MAX_NODES 16384
#define PK_MAX_DEPTH 128 /* of a tree: running it recurses so deep, no deeper */
/* format strings of one print_fmt: its own, and those inside its expressions */
#define PK_MAX_TEXTS 8
#define PK_MAX_ARGS 16 /* of a function of the kernel */

#define PK_OP(a, b) (256 * (a) + (b))

enum pk_node_kind {
	PK_N_INT, /* value, size, is_signed */
	PK_N_TEXT, /* a string literal: text, value its length */
	PK_N_FIELD, /* an integer of the record: offset, size, is_signed; a pointer also elem */
	PK_N_ARRAY, /* bytes of the record: offset, len (0: up to its end); elem */
	PK_N_DYNAMIC, /* bytes that a u32 at offset leads to; is_rel; elem */
	PK_N_DYNAMIC_LEN, /* how many those are */
	PK_N_BITS, /* a bit-field of the integer a: value its first bit, size in bits */
	PK_N_UNARY, /* op a: - + ~ ! & (address) * (what it points to) */
	PK_N_BINARY, /* a op b */
	PK_N_COND, /* a ? b : c */
	PK_N_CAST, /* (type)a: size, is_signed; elem 1.. if a pointer; text: the only member that (type){..} fills */
	PK_N_INDEX, /* a[b] */
	PK_N_CALL, /* func, arguments from a on by next */
	PK_N_HELPER, /* helper, arguments from a on by next */
	PK_N_PAIR, /* {a, b}: an argument of __print_symbolic() and kin; no b: their end */
	PK_N_TABLE, /* an array of the print_fmt's own, members from a on by next */
	PK_N_PRINTF, /* text that trace_seq_printf() made: value, index of its format */
	PK_N_VARIABLE, /* a variable of the kernel: value its address, size */
};

enum pk_func {
	PK_F_SYMBOLIC,
	PK_F_FLAGS,
	PK_F_HEX,
	PK_F_HEX_STR,
	PK_F_ARRAY,
	PK_F_DYNAMIC_ARRAY, /* the array, the size of an element */
	PK_F_HEX_DUMP,
	PK_F_BITMASK,
	PK_F_NS_TO_SECS,
	PK_F_NS_WITHOUT_SECS,
	PK_F_EXPECT, /* __builtin_expect() */
	/* what ilog2() and order_base_2() of a constant are written out as */
	PK_F_CONSTANT_P,
	PK_F_CLZ,
	PK_F_LOG2,
	PK_F_ORDER,
	PK_F_FFS,
	PK_F_CTZ,
	PK_F_POPCOUNT,
	PK_F_SWAB, /* the node's size in bytes, turned around */
};

struct pk_node {
	enum pk_node_kind kind;
	uint16_t depth;
	uint16_t op; /* a character, or PK_OP() of two */
	enum pk_func func;
	uint32_t a, b, c, next;
	uint32_t offset, len;
	/* size of an element, or of what a pointer leads to; 0: unknown, or no pointer */
	uint32_t elem;
	uint64_t value;
	uint8_t size;
	bool is_signed, elem_signed, is_rel;
	const struct pk_helper *helper;
	char *text; /* owned */
};

/** A piece of a format: text, then a conversion (none if spec.conv is 0). */
struct pk_piece {
	size_t text, len; /* into pk_text.literal */
	struct pk_spec spec;
	bool plain; /* an integer of the record without width, precision and flags */
	uint32_t width, precision, arg; /* nodes; PK_NO_NODE */
};

struct pk_text {
	char *literal; /* owned: the format string, unescaped */
	size_t len;
	struct pk_piece *pieces; /* owned */
	uint32_t nr_pieces;
};

struct pk_print_fmt {
	struct pk_text texts[PK_MAX_TEXTS]; /* the first one is the event's */
	uint32_t nr_texts;
	struct pk_node *nodes;
	uint32_t nr_nodes, cap_nodes;
};

/* --- compiling -------------------------------------------------------------------------------- */

#define PK_MAX_WORD 128
#define PK_MAX_LOCALS 8

enum pk_token { PK_T_END, PK_T_WORD, PK_T_NUMBER, PK_T_STRING, PK_T_CHAR, PK_T_OP };

/** A variable of a statement expression. */
struct pk_local {
	char name[PK_MAX_WORD], tag[PK_MAX_WORD]; /* tag: "union x" of a struct, or "" */
	bool is_seq; /* where trace_seq_printf() will write */
	uint32_t node;
};

struct pk_parser {
	struct pk_ctx *ctx;
	const struct pk_format *format;
	struct pk_print_fmt *fmt;
	const char *at, *begin; /* of the current token, in the source */
	enum pk_token token;
	char word[PK_MAX_WORD]; /* PK_T_WORD */
	uint64_t number;
	uint8_t size; /* of a PK_T_NUMBER */
	bool is_signed;
	uint16_t op; /* PK_T_OP */
	unsigned nesting;
	unsigned typed; /* nodes whose type was asked for: shared ones may be very often */
	struct pk_local locals[PK_MAX_LOCALS];
	unsigned nr_locals;
	uint32_t seq_text; /* what trace_seq_printf() wrote so far; PK_NO_NODE: nothing */
	enum pk_status status; /* the first failure */
	/** pk_parse_expression(): a type may be that of an expression. */
	uint32_t (*expression)(struct pk_parser *p);
	/** pk_parse_format(): a format has expressions, and an expression may have a format. */
	bool (*format_string)(struct pk_parser *p, char *literal, size_t len, uint32_t index);
};

/** Fail with WHAT and the place in the source; the first failure stays. False. */
bool pk_parse_fail(struct pk_parser *p, enum pk_status status, const char *what);
void pk_lex_next(struct pk_parser *p);
bool pk_lex_is_op(const struct pk_parser *p, uint16_t op);
/** Pass over an operator; what else stands there fails. */
bool pk_lex_expect(struct pk_parser *p, uint16_t op);
/** A character of a literal at AT, its escapes resolved. Returns what is behind it. */
const char *pk_lex_char(const char *at, char *ret_char);
/** Adjacent string literals, as one; the caller owns *RET_TEXT. */
bool pk_lex_strings(struct pk_parser *p, char **ret_text, size_t *ret_len);
/** The next token after the current one is the operator OP. */
bool pk_lex_ahead(const struct pk_parser *p, char op);

/** A C type as far as casts, sizeof and declarations need it. */
struct pk_ctype {
	uint8_t size;
	bool is_signed;
	bool is_pointer;
	bool is_auto; /* __auto_type: that of its first value */
	uint32_t elem; /* of a pointer: size of what it leads to, 0 if unknown */
	bool elem_signed;
	char tag[PK_MAX_WORD]; /* "struct x" or "union x", no pointer to one; else "" */
};

/** After a parenthesis, the current token: does a type follow? */
bool pk_type_follows(const struct pk_parser *p);
/** The current word begins a type. */
bool pk_type_begins(const struct pk_parser *p);
/** A type's words and stars; the current token is its first word. */
bool pk_type_parse(struct pk_parser *p, struct pk_ctype *ret_type);
/** The type that C gives NODE's value. False: not known. */
bool pk_type_of(struct pk_parser *p, uint32_t node, struct pk_ctype *ret_type);

/** One expression; PK_NO_NODE with the failure noted. */
uint32_t pk_parse_expression(struct pk_parser *p);
uint32_t pk_parse_add(struct pk_parser *p, struct pk_node node);
/** Split the format string LITERAL (owned from here on), its arguments following in the source, into
 *  fmt->texts[INDEX]. */
bool pk_parse_format(struct pk_parser *p, char *literal, size_t len, uint32_t index);

/* --- running ---------------------------------------------------------------------------------- */

struct pk_value {
	enum { PK_V_INT, PK_V_BYTES, PK_V_TEXT, PK_V_TABLE } kind;
	bool is_signed, elem_signed; /* of the integer, or of an element */
	uint8_t size;
	uint32_t elem; /* PK_V_BYTES and pointers: size of an element; 0 unknown, or no pointer */
	uint32_t len; /* PK_V_BYTES, PK_V_TEXT */
	uint64_t v; /* PK_V_INT: extended to 64 bits as its type says; PK_V_TABLE: its first node */
	const uint8_t *bytes; /* PK_V_BYTES, PK_V_TEXT */
};

struct pk_run {
	const struct pk_print_fmt *fmt;
	struct pk_print_env *env;
	const struct pk_event *event;
	struct pk_seq *scratch; /* texts that helpers make, until the line is done */
	uint32_t steps; /* nodes run so far: shared ones may be run very often */
	/* An expression calls helpers and prints formats, the arguments of both are expressions: pk_eval_node(), pk_run_text(). */
	enum pk_status (*eval)(struct pk_run *run, uint32_t index, struct pk_value *ret);
	enum pk_status (*print)(struct pk_run *run, uint32_t index, struct pk_seq *seq);
};

#define PK_MAX_STEPS 100000

/** V as an integer of SIZE bytes. */
struct pk_value pk_value_int(uint64_t v, uint8_t size, bool is_signed);
/** What was put into the scratch since BEGIN, as a text. */
struct pk_value pk_value_made(struct pk_run *run, size_t begin);
static inline enum pk_status pk_eval(struct pk_run *run, uint32_t index, struct pk_value *ret)
{
	return run->eval(run, index, ret);
}
enum pk_status pk_eval_int(struct pk_run *run, uint32_t index, struct pk_value *ret);
enum pk_status pk_eval_node(struct pk_run *run, uint32_t index, struct pk_value *ret);
/** Element INDEX of an array of the record, or of the kernel's memory. */
enum pk_status pk_eval_load(struct pk_run *run, const struct pk_value *array, uint64_t index,
			    struct pk_value *ret);
/** A call of one of ftrace's helpers (print_helpers.c). */
enum pk_status pk_eval_call(struct pk_run *run, const struct pk_node *node, struct pk_value *ret);
/** Print a format and its arguments into SEQ (print_pieces.c). */
enum pk_status pk_run_text(struct pk_run *run, uint32_t index, struct pk_seq *seq);

/** A function of the kernel, other than ftrace's own, that print_fmts call (helpers.c). */
struct pk_helper {
	const char *name;
	unsigned nr_args; /* the struct trace_seq it writes to counts; PK_MAX_ARGS at most */
	enum pk_status (*run)(struct pk_run *run, const struct pk_value *args,
			      struct pk_value *ret);
};
const struct pk_helper *pk_helper_find(const char *name); /* NULL: none */
/** LEN bytes that an argument leads to; NULL (with the error set): it has not so many. */
const uint8_t *pk_helper_bytes(struct pk_run *run, const struct pk_value *arg, uint32_t len);
/** Names that are constants of devices and protocols, which the dump's types need not have. */
bool pk_constant_find(const char *name, int64_t *ret_value);

#endif
