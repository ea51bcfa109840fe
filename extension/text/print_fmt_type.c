// SPDX-License-Identifier: GPL-3.0-or-later
/* C types in a print_fmt's source: words of the language and the kernel's usual names by a table, the rest as the
 * dump's own types. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "text/print_fmt_private.h"

static const struct type_word {
	const char *name;
	uint8_t size; /* 0: a long; 255: says nothing of the size */
	bool is_signed;
} type_words[] = {
	{"u8", 1, false},
	{"__u8", 1, false},
	{"uint8_t", 1, false},
	{"bool", 1, false},
	{"blk_status_t", 1, false},
	{"u_int8_t", 1, false},
	{"u_char", 1, false},
	{"int8_t", 1, true},
	{"s8", 1, true},
	{"__s8", 1, true},
	{"char", 1, true},
	{"u16", 2, false},
	{"__u16", 2, false},
	{"uint16_t", 2, false},
	{"__be16", 2, false},
	{"__le16", 2, false},
	{"umode_t", 2, false},
	{"sa_family_t", 2, false},
	{"__sum16", 2, false},
	{"ushort", 2, false},
	{"u_int16_t", 2, false},
	{"int16_t", 2, true},
	{"s16", 2, true},
	{"__s16", 2, true},
	{"short", 2, true},
	{"u32", 4, false},
	{"__u32", 4, false},
	{"uint32_t", 4, false},
	{"__be32", 4, false},
	{"__le32", 4, false},
	{"dev_t", 4, false},
	{"gfp_t", 4, false},
	{"fmode_t", 4, false},
	{"blk_opf_t", 4, false},
	{"slab_flags_t", 4, false},
	{"vm_fault_t", 4, false},
	{"uid_t", 4, false},
	{"gid_t", 4, false},
	{"uint", 4, false},
	{"u_int32_t", 4, false},
	{"__wsum", 4, false},
	{"__poll_t", 4, false},
	{"OM_uint32", 4, false},
	{"s32", 4, true},
	{"__s32", 4, true},
	{"int32_t", 4, true},
	{"int", 4, true},
	{"pid_t", 4, true},
	{"clockid_t", 4, true},
	{"dma_cookie_t", 4, true},
	{"__kernel_rwf_t", 4, true},
	{"rwf_t", 4, true},
	{"unsigned", 4, false},
	{"u64", 8, false},
	{"__u64", 8, false},
	{"uint64_t", 8, false},
	{"__be64", 8, false},
	{"__le64", 8, false},
	{"sector_t", 8, false},
	{"dma_addr_t", 8, false},
	{"phys_addr_t", 8, false},
	{"resource_size_t", 8, false},
	{"s64", 8, true},
	{"__s64", 8, true},
	{"int64_t", 8, true},
	{"loff_t", 8, true},
	{"ktime_t", 8, true},
	{"time64_t", 8, true},
	{"blkcnt_t", 8, false},
	{"long", 0, true},
	{"ssize_t", 0, true},
	{"size_t", 0, false},
	{"uintptr_t", 0, false},
	{"ulong", 0, false},
	{"pgoff_t", 0, false},
	{"ino_t", 0, false},
	{"vm_flags_t", 0, false},
	{"off_t", 0, true},
	{"ptrdiff_t", 0, true},
	{"signed", 4, true},
	{"_Bool", 1, false},
	{"void", 1, false},
	{"const", 255, false},
	{"volatile", 255, false},
	{"static", 255, false},
	{"struct", 1, false},
	{"union", 1, false},
	{"enum", 4, false},
};

static const struct type_word *find_word(const char *word)
{
	return pk_find(type_words, PK_ARRAY_SIZE(type_words), !strcmp(it->name, word));
}

/* A typedef of the dump. Its size is known, not its sign: those of the kernel's that print_fmts cast to and
 * that are not in the table above are unsigned (pteval_t and kin). */
static bool find_typedef(const struct pk_parser *p, const char *word, uint8_t *ret_size)
{
	uint64_t size;

	if (pk_type_size(p->ctx, word, &size) != PK_OK ||
	    (size != 1 && size != 2 && size != 4 && size != 8))
		return false;
	*ret_size = (uint8_t)size;
	return true;
}

static bool is_typeof(const char *word)
{
	return !strcmp(word, "typeof") || !strcmp(word, "__typeof__") ||
	       !strcmp(word, "__typeof") || !strcmp(word, "typeof_unqual") ||
	       !strcmp(word, "__typeof_unqual__");
}

static bool is_type(const struct pk_parser *p, const char *word)
{
	uint8_t size;

	return find_word(word) || is_typeof(word) || !strcmp(word, "__auto_type") ||
	       find_typedef(p, word, &size);
}

bool pk_type_begins(const struct pk_parser *p)
{
	return p->token == PK_T_WORD && is_type(p, p->word);
}

bool pk_type_follows(const struct pk_parser *p)
{
	const char *at = p->at;
	char word[PK_MAX_WORD];
	size_t len = 0;

	if (!pk_lex_is_op(p, '('))
		return false;
	while (isspace((unsigned char)*at))
		at++;
	while ((isalnum((unsigned char)*at) || *at == '_') && len < PK_MAX_WORD - 1)
		word[len++] = *at++;
	word[len] = '\0';
	if (!len || isdigit((unsigned char)word[0]))
		return false;
	if (find_word(word) || is_typeof(word))
		return true;
	while (isspace((unsigned char)*at))
		at++;
	return (*at == ')' || *at == '*') && is_type(p, word);
}

/* "struct x": only its name matters, and its size if it is pointed to. */
static bool parse_tag(struct pk_parser *p, struct pk_ctype *type)
{
	char word[16];
	int len;

	snprintf(word, sizeof(word), "%.15s", p->word);
	pk_lex_next(p);
	if (p->token != PK_T_WORD)
		return pk_parse_fail(p, PK_UNSUPPORTED, "a type without a name");
	if (!strcmp(word, "enum"))
		return true;
	len = snprintf(type->tag, sizeof(type->tag), "%s %s", word, p->word);
	if (len < 0 || (size_t)len >= sizeof(type->tag))
		return pk_parse_fail(p, PK_UNSUPPORTED, "a long word");
	return true;
}

/* typeof(type) or typeof(expression); the current token is the word. */
static bool parse_typeof(struct pk_parser *p, struct pk_ctype *type)
{
	uint32_t node;

	pk_lex_next(p);
	if (!pk_lex_expect(p, '('))
		return false;
	if (++p->nesting > PK_MAX_DEPTH)
		return pk_parse_fail(p, PK_LIMIT, "too deep");
	if (pk_type_begins(p)) {
		if (!pk_type_parse(p, type))
			return false;
	} else {
		node = p->expression(p);
		if (node == PK_NO_NODE || !pk_type_of(p, node, type))
			return pk_parse_fail(p, PK_UNSUPPORTED, "the type of this");
	}
	p->nesting--;
	return pk_lex_expect(p, ')');
}

/* Its words: "unsigned long", "const struct x", typeof(x). "long long" is 8 bytes everywhere. */
static bool parse_words(struct pk_parser *p, struct pk_ctype *type)
{
	unsigned longs = 0;
	bool uns = false, named = false;

	while (p->token == PK_T_WORD) {
		const struct type_word *found = find_word(p->word);

		if (!named && !found && is_typeof(p->word)) {
			if (!parse_typeof(p, type))
				return false;
			named = true;
			continue;
		}
		type->is_auto |= !named && !strcmp(p->word, "__auto_type");
		if (!found && !type->is_auto && (named || !find_typedef(p, p->word, &type->size)))
			break;
		if (!found && type->is_auto && named)
			break;
		if (!found)
			type->is_signed = false;
		if (found &&
		    (!strcmp(p->word, "struct") || !strcmp(p->word, "union") ||
		     !strcmp(p->word, "enum")) &&
		    !parse_tag(p, type))
			return false;
		if (found && found->size != 255) {
			uint8_t word = (uint8_t)p->ctx->target->facts.word_size;

			uns |= !strcmp(found->name, "unsigned");
			longs += !strcmp(found->name, "long");
			if (strcmp(found->name, "unsigned") && strcmp(found->name, "signed") &&
			    !(found->size == 4 && type->size != 4)) /* "long int" */
				type->size = found->size ? found->size : word;
			type->is_signed = found->is_signed && !uns;
		}
		named |= !found || found->size != 255;
		pk_lex_next(p);
	}
	if (longs > 1)
		type->size = 8;
	return true;
}

bool pk_type_parse(struct pk_parser *p, struct pk_ctype *ret_type)
{
	struct pk_ctype type = {.size = 4, .is_signed = true};
	unsigned stars = 0;

	if (!parse_words(p, &type))
		return false;
	for (; pk_lex_is_op(p, '*') || (p->token == PK_T_WORD && !strcmp(p->word, "const"));
	     pk_lex_next(p))
		stars += pk_lex_is_op(p, '*');
	if (stars) {
		struct pk_target *target = p->ctx->target;
		uint8_t word = (uint8_t)target->facts.word_size;
		uint64_t size = type.size;

		/* What a pointer leads to: with two stars another pointer. */
		if (stars > 1)
			size = word;
		else if (type.tag[0] && pk_type_size(p->ctx, type.tag, &size) != PK_OK)
			size = 0;
		type.elem = size <= UINT32_MAX ? (uint32_t)size : 0;
		type.elem_signed = stars == 1 && type.is_signed;
		type.size = word;
		type.is_signed = false;
		type.is_pointer = true;
		type.tag[0] = '\0';
	}
	*ret_type = type;
	return p->status == PK_OK;
}

/* --- of expressions --------------------------------------------------------------------------- */

static struct pk_ctype integer(uint8_t size, bool is_signed)
{
	return (struct pk_ctype){.size = size, .is_signed = is_signed};
}

static struct pk_ctype pointer(struct pk_parser *p, uint32_t elem, bool elem_signed)
{
	return (struct pk_ctype){.size = (uint8_t)p->ctx->target->facts.word_size,
				 .is_pointer = true,
				 .elem = elem,
				 .elem_signed = elem_signed};
}

static struct pk_ctype promoted(struct pk_ctype type)
{
	return type.size < 4 && !type.is_pointer ? integer(4, true) : type;
}

/* C's usual arithmetic conversions. */
static struct pk_ctype common_type(struct pk_ctype a, struct pk_ctype b)
{
	a = promoted(a);
	b = promoted(b);
	if (a.is_pointer || b.is_pointer)
		return a.is_pointer ? a : b;
	if (a.size != b.size)
		return a.size > b.size ? a : b;
	return a.is_signed ? b : a;
}

/* A constant expression. */
static bool is_constant(struct pk_parser *p, uint32_t index)
{
	const struct pk_node *node = &p->fmt->nodes[index];

	if (++p->typed > PK_MAX_STEPS)
		return false;
	switch (node->kind) {
	case PK_N_INT:
		return true;
	case PK_N_UNARY:
		return node->op != '&' && node->op != '*' && is_constant(p, node->a);
	case PK_N_CAST:
		return is_constant(p, node->a);
	case PK_N_BINARY:
		return is_constant(p, node->a) && is_constant(p, node->b);
	default:
		return false;
	}
}

/* In "8 ? (void *)((long)(x) * 0l) : (int *)8" the kernel asks whether x is a constant: then the pointer is NULL, and takes
 * the other's type; else it makes void of both. */
static bool type_of_choice(struct pk_parser *p, const struct pk_node *node,
			   struct pk_ctype *ret_type)
{
	const struct pk_node *yes = &p->fmt->nodes[node->b];
	struct pk_ctype a, b;

	if (!pk_type_of(p, node->b, &a) || !pk_type_of(p, node->c, &b))
		return false;
	if (a.is_pointer && b.is_pointer && a.elem == 1 && yes->kind == PK_N_CAST)
		*ret_type = is_constant(p, yes->a) ? b : a;
	else
		*ret_type = common_type(a, b);
	return true;
}

static bool type_of_binary(struct pk_parser *p, const struct pk_node *node,
			   struct pk_ctype *ret_type)
{
	struct pk_ctype a, b;

	if (strchr("+-*/%&|^", node->op & 0xff) && node->op < 256) {
		if (!pk_type_of(p, node->a, &a) || !pk_type_of(p, node->b, &b))
			return false;
		*ret_type = node->op == '-' && a.is_pointer && b.is_pointer
				    ? integer((uint8_t)p->ctx->target->facts.word_size, true)
				    : common_type(a, b);
		return true;
	}
	if (node->op == PK_OP('<', '<') || node->op == PK_OP('>', '>')) {
		if (!pk_type_of(p, node->a, &a))
			return false;
		*ret_type = promoted(a);
		return true;
	}
	*ret_type = integer(4, true);
	return true;
}

static bool type_of_unary(struct pk_parser *p, const struct pk_node *node,
			  struct pk_ctype *ret_type)
{
	struct pk_ctype type;

	if (node->op == '!') {
		*ret_type = integer(4, true);
		return true;
	}
	if (!pk_type_of(p, node->a, &type))
		return false;
	if (node->op == '&')
		*ret_type = pointer(p, type.size, type.is_signed);
	else if (node->op == '*')
		*ret_type = integer((uint8_t)type.elem, type.elem_signed);
	else
		*ret_type = promoted(type);
	return node->op != '*' || (type.is_pointer && type.elem && type.elem <= 8);
}

static bool type_of_call(const struct pk_node *node, struct pk_ctype *ret_type)
{
	switch (node->func) {
	case PK_F_SWAB:
		*ret_type = integer(node->size, false);
		return true;
	case PK_F_CONSTANT_P:
	case PK_F_CLZ:
	case PK_F_CTZ:
	case PK_F_FFS:
	case PK_F_POPCOUNT:
	case PK_F_LOG2:
	case PK_F_ORDER:
		*ret_type = integer(4, true);
		return true;
	default:
		return false;
	}
}

bool pk_type_of(struct pk_parser *p, uint32_t index, struct pk_ctype *ret_type)
{
	const struct pk_node *node = &p->fmt->nodes[index];
	struct pk_ctype array;

	if (++p->typed > PK_MAX_STEPS)
		return false;
	switch (node->kind) {
	case PK_N_INT:
		*ret_type = integer(node->size, node->is_signed);
		return true;
	case PK_N_FIELD:
	case PK_N_VARIABLE:
		*ret_type = node->elem ? pointer(p, node->elem, node->elem_signed)
				       : integer(node->size, node->is_signed);
		return true;
	case PK_N_CAST:
		*ret_type = node->is_rel ? pointer(p, node->elem, node->elem_signed)
					 : integer(node->size, node->is_signed);
		return true;
	case PK_N_TEXT:
		*ret_type = pointer(p, 1, true);
		return true;
	case PK_N_ARRAY:
	case PK_N_DYNAMIC:
		*ret_type = pointer(p, node->elem, node->elem_signed);
		return true;
	case PK_N_DYNAMIC_LEN:
		*ret_type = integer(4, true);
		return true;
	case PK_N_BITS:
		*ret_type = integer(node->size > 32 ? 8 : 4, false);
		return true;
	case PK_N_UNARY:
		return type_of_unary(p, node, ret_type);
	case PK_N_BINARY:
		return type_of_binary(p, node, ret_type);
	case PK_N_COND:
		return type_of_choice(p, node, ret_type);
	case PK_N_INDEX:
		if (!pk_type_of(p, node->a, &array) || !array.elem || array.elem > 8)
			return false;
		*ret_type = integer((uint8_t)array.elem, array.elem_signed);
		return true;
	case PK_N_CALL:
		return type_of_call(node, ret_type);
	default:
		return false;
	}
}
