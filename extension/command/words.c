// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"
#include "decode/net/device/net_device.h"

static const struct pk_netns_name *netns_name(void *arg, uint32_t inum)
{
	return pk_netns_name(arg, inum);
}

void pk_output_begin(struct pk_ctx *ctx, struct pk_out *out, FILE *fp, bool json)
{
	pk_out_begin(out, fp, json, ctx->screen);
	out->names = (struct pk_out_names){netns_name, ctx};
}

void pk_choice_add(char *list, size_t size, const char *name)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%s", len ? ", " : "", name);
}

void pk_words_quote(char *line, size_t size, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_.,:/=+@%";
	const char *quote = *word && !word[strspn(word, plain)] ? "" : "'";
	size_t len = strlen(line);

	len += (size_t)snprintf(line + len, size - len, "%s%s", len ? " " : "", quote);
	for (; *word && len + 6 < size; word++)
		len += (size_t)snprintf(line + len, size - len, *word == '\'' ? "'\\''" : "%c",
					*word);
	if (len < size)
		snprintf(line + len, size - len, "%s", quote);
}

bool pk_parse_uint(const char *text, uint64_t max, uint64_t *ret_value)
{
	unsigned long long value;
	char *end;

	/* strtoull accepts spaces and signs; a number of ours begins with a digit. */
	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	value = strtoull(text, &end, 0);
	if (*end || errno || value > max)
		return false;
	*ret_value = value;
	return true;
}

bool pk_parse_addr(const char *text, uint64_t *ret_addr)
{
	unsigned long long value;
	char *end;

	if (*text == '-' || *text == '+' || *text == ' ' || !*text)
		return false;
	errno = 0;
	value = strtoull(text, &end, 16);
	if (*end || errno)
		return false;
	*ret_addr = value;
	return true;
}

FILE *pk_complaints(const struct pk_ctx *ctx, FILE *fp)
{
	return ctx->complaints ? ctx->complaints : fp;
}

int pk_misuse(FILE *fp, const char *sub, const char *fmt, ...)
{
	va_list args;

	pk_print(fp, "pkttrace %s: ", sub);
	va_start(args, fmt);
	pk_vprint(fp, fmt, args);
	va_end(args);
	fprintf(fp, " (see: pkttrace help %s)\n", sub);
	return 2;
}

int pk_failure(struct pk_ctx *ctx, FILE *fp, const char *sub, enum pk_status status)
{
	pk_print(pk_complaints(ctx, fp), "pkttrace %s: %s\n", sub,
		 pk_error(ctx)[0] ? pk_error(ctx) : pk_status_name(status));
	return status == PK_USAGE ? 2 : 1;
}
