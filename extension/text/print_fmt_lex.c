// SPDX-License-Identifier: GPL-3.0-or-later
/* Words of a print_fmt's source. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "text/print_fmt_private.h"

bool pk_parse_fail(struct pk_parser *p, enum pk_status status, const char *what)
{
	if (p->status == PK_OK)
		p->status = (pk_fail)(p->ctx, status, "%s at \"%.24s\"", what, p->begin);
	p->token = PK_T_END;
	return false;
}

static void lex_word(struct pk_parser *p)
{
	size_t len = 0;

	while (isalnum((unsigned char)*p->at) || *p->at == '_') {
		if (len == PK_MAX_WORD - 1) {
			pk_parse_fail(p, PK_UNSUPPORTED, "a long word");
			return;
		}
		p->word[len++] = *p->at++;
	}
	p->word[len] = '\0';
	p->token = PK_T_WORD;
}

/* A constant has the first type that holds it: int, unsigned (not for decimals), long, unsigned long. */
static void lex_number(struct pk_parser *p)
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
		pk_parse_fail(p, PK_UNSUPPORTED, "a number");
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
	p->token = PK_T_NUMBER;
}

static void lex_op(struct pk_parser *p)
{
	static const char *const pairs[] = {"->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};

	p->token = PK_T_OP;
	for (size_t i = 0; i < PK_ARRAY_SIZE(pairs); i++) {
		if (strncmp(p->at, pairs[i], 2))
			continue;
		p->op = (uint16_t)(256 * pairs[i][0] + pairs[i][1]);
		p->at += 2;
		return;
	}
	p->op = (uint8_t)*p->at++;
}

void pk_lex_next(struct pk_parser *p)
{
	if (p->status != PK_OK) {
		p->token = PK_T_END;
		return;
	}
	while (isspace((unsigned char)*p->at))
		p->at++;
	p->begin = p->at;
	if (!*p->at)
		p->token = PK_T_END;
	else if (isalpha((unsigned char)*p->at) || *p->at == '_')
		lex_word(p);
	else if (isdigit((unsigned char)*p->at))
		lex_number(p);
	else if (*p->at == '"')
		p->token = PK_T_STRING;
	else if (*p->at == '\'')
		p->token = PK_T_CHAR;
	else
		lex_op(p);
}

bool pk_lex_is_op(const struct pk_parser *p, uint16_t op)
{
	return p->token == PK_T_OP && p->op == op;
}

bool pk_lex_expect(struct pk_parser *p, uint16_t op)
{
	if (!pk_lex_is_op(p, op))
		return pk_parse_fail(p, PK_UNSUPPORTED, "something unexpected");
	pk_lex_next(p);
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

const char *pk_lex_char(const char *at, char *ret_char)
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

bool pk_lex_strings(struct pk_parser *p, char **ret_text, size_t *ret_len)
{
	char *text = malloc(strlen(p->at) + 1);
	size_t len = 0;

	if (!text)
		return pk_parse_fail(p, PK_NOMEM, "a string");
	while (p->token == PK_T_STRING) {
		p->at++;
		while (*p->at && *p->at != '"')
			p->at = pk_lex_char(p->at, &text[len++]);
		if (!*p->at) {
			free(text);
			return pk_parse_fail(p, PK_UNSUPPORTED, "an open string");
		}
		p->at++;
		pk_lex_next(p);
	}
	text[len] = '\0';
	*ret_text = malloc(len + 1); /* not as long as all that follows */
	if (*ret_text)
		memcpy(*ret_text, text, len + 1);
	free(text);
	*ret_len = len;
	return *ret_text || pk_parse_fail(p, PK_NOMEM, "a string");
}

bool pk_lex_ahead(const struct pk_parser *p, char op)
{
	const char *at = p->at;

	while (isspace((unsigned char)*at))
		at++;
	return *at == op;
}
