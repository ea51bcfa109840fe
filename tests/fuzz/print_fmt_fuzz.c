// SPDX-License-Identifier: GPL-3.0-or-later
/* A print_fmt that may be anything, over a record that may be anything: the input up to its first NUL is the
 * text, the rest the record. Neither may reach outside the record, recurse without end, or take long. */
#include <stdlib.h>
#include <string.h>

#include "fake_target.h"
#include "text/print_fmt.h"

#define RECORD 128

#define MEMORY 0xffff000000001000ull

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct fake_member members[] = {
	{.type = "struct trace_entry", .path = "pid", .offset = 4, .size = 4, .is_signed = true},
	{.type = "union role", .path = "level", .size = 4, .bit_offset = 2, .bit_size = 4},
};

static struct pk_field fields[] = {
	{.name = "u",
	 .type = "u32",
	 .offset = 8,
	 .size = 4,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "s",
	 .type = "int",
	 .offset = 12,
	 .size = 4,
	 .is_signed = true,
	 .where = PK_FIELD_PLAIN},
	{.name = "p",
	 .type = "void *",
	 .offset = 16,
	 .size = 8,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "str",
	 .type = "__data_loc char[]",
	 .offset = 24,
	 .size = 4,
	 .is_signed = true,
	 .where = PK_FIELD_DATA_LOC},
	{.name = "rel",
	 .type = "__rel_loc u32[]",
	 .offset = 28,
	 .size = 4,
	 .is_signed = false,
	 .where = PK_FIELD_REL_LOC},
	{.name = "a",
	 .type = "__u8[28]",
	 .offset = 32,
	 .size = 28,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "w",
	 .type = "u16[4]",
	 .offset = 60,
	 .size = 8,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
};

static void run(struct pk_ctx *ctx, const struct pk_print_fmt *fmt, const struct pk_event *event)
{
	struct pk_symbols *symbols = calloc(1, sizeof(*symbols));
	struct pk_print_env env = {.ctx = ctx, .symbols = symbols, .hashes = true};
	struct pk_seq seq;

	pk_symbols_init(symbols, ctx);
	pk_seq_reset(&seq);
	pk_print_fmt_run(fmt, &env, event, &seq);
	pk_print_fmt_run_args(fmt, &env, event, &seq);
	env.eats_string = env.bitmask_list = true;
	pk_print_fmt_run(fmt, &env, event, &seq);
	if (seq.len >= PK_SEQ_MAX || seq.text[seq.len])
		abort();
	pk_symbols_deinit(symbols);
	free(symbols);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t text_len = strnlen((const char *)data, size), rest = size - text_len;
	uint32_t len = rest < RECORD ? (uint32_t)rest : RECORD;
	struct pk_format format = {.fields = fields, .nr_fields = ARRAY_SIZE(fields)};
	char *text = malloc(text_len + 1);
	uint8_t *record = malloc(len ? len : 1);
	struct pk_event event = {.data = record, .len = len};
	struct pk_print_fmt *fmt;
	struct fake_target fake;
	struct pk_ctx ctx;

	memcpy(text, data, text_len);
	text[text_len] = '\0';
	memcpy(record, data + text_len, len);
	fake_target_init(&fake);
	fake_members(&fake, members, ARRAY_SIZE(members));
	fake_map(&fake, MEMORY, 4096);
	fake_put_string(&fake, MEMORY + 64, "text");
	fake_symbol(&fake, "jiffies", MEMORY, 8);
	fake_symbol(&fake, "vmemmap_base", MEMORY, 8);
	fake_type(&fake, "struct page", 64);
	fake_type(&fake, "pteval_t", 8);
	pk_ctx_init(&ctx, &fake.target);
	if (pk_print_fmt_compile(&ctx, &format, text, &fmt) == PK_OK) {
		run(&ctx, fmt, &event);
		pk_print_fmt_destroy(fmt);
	}
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
	free(record);
	free(text);
	return 0;
}
