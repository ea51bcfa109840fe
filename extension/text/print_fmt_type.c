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
	{"s8", 1, true},
	{"__s8", 1, true},
	{"char", 1, true},
	{"u16", 2, false},
	{"__u16", 2, false},
	{"uint16_t", 2, false},
	{"__be16", 2, false},
	{"__le16", 2, false},
	{"umode_t", 2, false},
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
	{"OM_uint32", 4, false},
	{"s32", 4, true},
	{"__s32", 4, true},
	{"int32_t", 4, true},
	{"int", 4, true},
	{"pid_t", 4, true},
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
	{"long", 0, true},
	{"ssize_t", 0, true},
	{"size_t", 0, false},
	{"uintptr_t", 0, false},
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
	for (size_t i = 0; i < PK_ARRAY_SIZE(type_words); i++)
		if (!strcmp(type_words[i].name, word))
			return &type_words[i];
	return NULL;
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

static bool is_type(const struct pk_parser *p, const char *word)
{
	uint8_t size;

	return find_word(word) || find_typedef(p, word, &size);
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
	if (find_word(word))
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

static void add_word(const struct pk_parser *p, const struct type_word *found,
		     struct pk_ctype *type, unsigned *longs, bool *uns)
{
	uint8_t word = (uint8_t)p->ctx->target->facts.word_size;

	*uns |= !strcmp(found->name, "unsigned");
	*longs += !strcmp(found->name, "long");
	if (strcmp(found->name, "unsigned") && strcmp(found->name, "signed") &&
	    !(found->size == 4 && type->size != 4)) /* "long int" */
		type->size = found->size ? found->size : word;
	type->is_signed = found->is_signed && !*uns;
}

/* What a pointer leads to: with two stars another pointer. */
static void point(struct pk_parser *p, struct pk_ctype *type, unsigned stars)
{
	struct pk_target *target = p->ctx->target;
	uint8_t word = (uint8_t)target->facts.word_size;
	uint64_t size = type->size;

	if (stars > 1)
		size = word;
	else if (type->tag[0] && pk_type_size(p->ctx, type->tag, &size) != PK_OK)
		size = 0;
	type->elem = size <= UINT32_MAX ? (uint32_t)size : 0;
	type->elem_signed = stars == 1 && type->is_signed;
	type->size = word;
	type->is_signed = false;
	type->is_pointer = true;
	type->tag[0] = '\0';
}

/* "long long" is 8 bytes everywhere. */
bool pk_type_parse(struct pk_parser *p, struct pk_ctype *ret_type)
{
	struct pk_ctype type = {.size = 4, .is_signed = true};
	unsigned longs = 0, stars = 0;
	bool uns = false, named = false;

	for (; p->token == PK_T_WORD; pk_lex_next(p)) {
		const struct type_word *found = find_word(p->word);

		if (!found && (named || !find_typedef(p, p->word, &type.size)))
			break;
		if (!found)
			type.is_signed = false;
		if (found &&
		    (!strcmp(p->word, "struct") || !strcmp(p->word, "union") ||
		     !strcmp(p->word, "enum")) &&
		    !parse_tag(p, &type))
			return false;
		if (found && found->size != 255)
			add_word(p, found, &type, &longs, &uns);
		named |= !found || found->size != 255;
	}
	if (longs > 1)
		type.size = 8;
	for (; pk_lex_is_op(p, '*') || (p->token == PK_T_WORD && !strcmp(p->word, "const"));
	     pk_lex_next(p))
		stars += pk_lex_is_op(p, '*');
	if (stars)
		point(p, &type, stars);
	*ret_type = type;
	return p->status == PK_OK;
}
