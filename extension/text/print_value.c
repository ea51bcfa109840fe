// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/print_fmt_private.h"

struct pk_value pk_value_int(uint64_t v, uint8_t size, bool is_signed)
{
	unsigned drop = 64 - 8 * (size < 8 ? size : 8);

	if (drop)
		v = is_signed ? (uint64_t)((int64_t)(v << drop) >> drop) : v << drop >> drop;
	return (struct pk_value){.kind = PK_V_INT, .v = v, .size = size, .is_signed = is_signed};
}

struct pk_value pk_value_made(struct pk_run *run, size_t begin)
{
	struct pk_value text = {.kind = PK_V_TEXT,
				.bytes = (const uint8_t *)run->scratch->text + begin,
				.len = (uint32_t)(run->scratch->len - begin)};

	pk_seq_putc(run->scratch, '\0');
	return text;
}

enum pk_status pk_eval_int(struct pk_run *run, uint32_t index, struct pk_value *ret)
{
	struct pk_value value;
	enum pk_status status = pk_eval(run, index, &value);

	if (status == PK_OK && value.kind != PK_V_INT)
		return pk_fail(run->env->ctx, PK_UNSUPPORTED, "arithmetic on an address");
	if (status == PK_OK)
		*ret = value;
	return status;
}

const uint8_t *pk_helper_bytes(struct pk_run *run, const struct pk_value *arg, uint32_t len)
{
	if (arg->kind == PK_V_BYTES && arg->len >= len)
		return arg->bytes;
	(pk_fail)(run->env->ctx, PK_CORRUPT, "fewer than %u bytes for a helper", len);
	return NULL;
}
