// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/context.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

void pk_ctx_init(struct pk_ctx *ctx, struct pk_target *target)
{
	memset(ctx, 0, sizeof(*ctx));
	ctx->target = target;
}

void pk_ctx_deinit(struct pk_ctx *ctx)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(ctx->slots); i++)
		if (ctx->slots[i] && ctx->slot_free[i])
			ctx->slot_free[i](ctx->slots[i]);
	for (unsigned i = 0; i < ctx->nr_warnings; i++)
		free(ctx->warnings[i]);
	memset(ctx, 0, sizeof(*ctx));
}

enum pk_status(pk_fail)(struct pk_ctx *ctx, enum pk_status status, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	pk_vsnprint(ctx->error.text, sizeof(ctx->error.text), fmt, args);
	va_end(args);
	ctx->error.status = status;
	return status;
}

static const char *text_of(const struct pk_error *error)
{
	return error->text[0] ? error->text : pk_status_name(error->status);
}

const char *pk_error(const struct pk_ctx *ctx)
{
	return text_of(&ctx->error);
}

enum pk_status(pk_wrap)(struct pk_ctx *ctx, enum pk_status status, const char *fmt, ...)
{
	struct pk_error inner;
	va_list args;
	int len;

	if (status == PK_OK)
		return status;
	inner = ctx->error;
	va_start(args, fmt);
	len = pk_vsnprint(ctx->error.text, sizeof(ctx->error.text), fmt, args);
	va_end(args);
	if (len >= 0 && (size_t)len < sizeof(ctx->error.text))
		snprintf(ctx->error.text + len, sizeof(ctx->error.text) - len, ": %.*s",
			 (int)sizeof(inner.text) - len, text_of(&inner));
	ctx->error.status = status;
	return status;
}

void pk_warn(struct pk_ctx *ctx, const char *fmt, ...)
{
	char text[sizeof(ctx->error.text)];
	va_list args;

	va_start(args, fmt);
	pk_vsnprint(text, sizeof(text), fmt, args);
	va_end(args);
	ctx->nr_warned++;
	for (unsigned i = 0; i < ctx->nr_warnings; i++)
		if (!strcmp(ctx->warnings[i], text))
			return;
	if (ctx->nr_warnings < PK_MAX_WARNINGS) {
		ctx->warnings[ctx->nr_warnings] = strdup(text);
		if (ctx->warnings[ctx->nr_warnings]) {
			ctx->nr_warnings++;
			return;
		}
	}
	ctx->nr_warnings_dropped++;
}

/* The first few tell what kind of pages a dump lacks. NULL: too many are noted already. */
static uint8_t *note_missing(struct pk_ctx *ctx, uint64_t addr)
{
	uint64_t page =
		addr - addr % (ctx->target->facts.page_size ? ctx->target->facts.page_size : 4096);
	unsigned i = 0;

	while (i < ctx->nr_missing && ctx->missing[i] != page)
		i++;
	if (i == PK_MAX_MISSING)
		return NULL;
	if (i == ctx->nr_missing) {
		ctx->missing[i] = page;
		ctx->missing_class[i] = PK_PAGES_ANY;
		ctx->nr_missing++;
	}
	return &ctx->missing_class[i];
}

void pk_missing_is(struct pk_ctx *ctx, uint64_t addr, enum pk_page_class page_class)
{
	uint8_t *noted = note_missing(ctx, addr);

	if (noted)
		*noted = page_class;
}

enum pk_status pk_read(struct pk_ctx *ctx, uint64_t addr, void *buf, size_t len)
{
	enum pk_status status;

	if (addr + len < addr)
		return pk_fail(ctx, PK_CORRUPT, "%zu bytes at %llx wrap around", len,
			       (unsigned long long)addr);
	status = ctx->target->ops->read(ctx->target, addr, buf, len);
	if (status == PK_UNREADABLE)
		note_missing(ctx, addr);
	if (status != PK_OK)
		pk_fail(ctx, status, "%zu bytes at %llx: %s", len, (unsigned long long)addr,
			pk_status_name(status));
	return status;
}

enum pk_status pk_read_uint(struct pk_ctx *ctx, uint64_t addr, size_t size, uint64_t *ret_value)
{
	uint8_t bytes[8];
	enum pk_status status;

	if (size > sizeof(bytes))
		return pk_fail(ctx, PK_UNSUPPORTED, "an integer of %zu bytes", size);
	status = pk_read(ctx, addr, bytes, size);
	if (status == PK_OK)
		*ret_value = pk_uint(ctx, bytes, size);
	return status;
}

enum pk_status pk_read_ptr(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_value)
{
	return pk_read_uint(ctx, addr, ctx->target->facts.word_size, ret_value);
}

/* Read in pieces ending at 64-byte boundaries: the page after the string may be missing. */
enum pk_status pk_read_string(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size)
{
	size_t got = 0;

	if (!size)
		return pk_fail(ctx, PK_USAGE, "a string buffer of no bytes");
	while (got < size - 1) {
		size_t piece = 64 - ((addr + got) & 63);
		enum pk_status status;
		char *end;

		if (piece > size - 1 - got)
			piece = size - 1 - got;
		status = pk_read(ctx, addr + got, buf + got, piece);
		if (status != PK_OK)
			return pk_wrap(ctx, status, "string at %llx", (unsigned long long)addr);
		end = memchr(buf + got, '\0', piece);
		if (end)
			return PK_OK;
		got += piece;
	}
	buf[size - 1] = '\0';
	return PK_OK;
}

const char *pk_function_name(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size)
{
	struct pk_symbol symbol;

	if (ctx->target->ops->symbol_at(ctx->target, addr, &symbol) != PK_OK)
		snprintf(buf, size, "0x%" PRIx64, addr);
	else
		snprintf(buf, size, "%s%s%s%s", symbol.name, symbol.module[0] ? " [" : "",
			 symbol.module, symbol.module[0] ? "]" : "");
	return buf;
}

/* kallsyms also lists modules that do not exist. %pS does not find the kernel's own trampolines and
 * instruction slots ("__builtin__ftrace"), and prints BPF programs ("bpf") without a module. */
const char *pk_symbolize(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size)
{
	struct pk_symbol symbol;

	if (ctx->target->ops->symbol_at(ctx->target, addr, &symbol) != PK_OK ||
	    !strncmp(symbol.module, "__builtin__", 11)) {
		snprintf(buf, size, "0x%llx", (unsigned long long)addr);
		return buf;
	}
	if (!strcmp(symbol.module, "bpf"))
		symbol.module[0] = '\0';
	snprintf(buf, size, "%s+0x%llx/0x%llx%s%s%s", symbol.name,
		 (unsigned long long)(addr - symbol.addr), (unsigned long long)symbol.size,
		 symbol.module[0] ? " [" : "", symbol.module, symbol.module[0] ? "]" : "");
	return buf;
}

static bool all_digits(const char *text)
{
	while (isdigit((unsigned char)*text))
		text++;
	return !*text;
}

/* One component at a time from the end; a number belongs to the word before it. */
void pk_strip_suffixes(char *name)
{
	static const char *const words[] = {"isra", "part",	"constprop",
					    "cold", "lto_priv", "llvm"};

	for (;;) {
		char *dot = strrchr(name, '.'), *word;
		bool known = false;

		if (!dot || dot == name)
			return;
		word = dot + 1;
		if (*word && all_digits(word)) {
			*dot = '\0';
			word = strrchr(name, '.');
			if (!word || word == name) {
				*dot = '.';
				return;
			}
			word++;
		}
		for (size_t i = 0; i < PK_ARRAY_SIZE(words); i++)
			known |= !strcmp(word, words[i]);
		if (!known) {
			if (!*dot)
				*dot = '.';
			return;
		}
		word[-1] = '\0';
	}
}
