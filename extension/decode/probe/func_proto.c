// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/probe/fetch.h"

#include <inttypes.h>
#include <stdlib.h>

#include "decode/tables.h"

#define MAX_BTF (256u << 20) /* a distribution kernel has 4 to 10 MB */

static enum pk_status add(struct pk_ctx *ctx, struct pk_btf_funcs *funcs, uint64_t addr,
			  uint64_t len, uint32_t start_id, uint32_t start_str)
{
	enum pk_status status;
	void *data;

	if (!len || len > MAX_BTF)
		return pk_fail(ctx, PK_CORRUPT, "BTF of %" PRIu64 " bytes", len);
	data = malloc(len);
	if (!data)
		return pk_fail(ctx, PK_NOMEM, "BTF of %" PRIu64 " bytes", len);
	status = pk_read(ctx, addr, data, len);
	if (status != PK_OK) {
		free(data);
		return status;
	}
	status = pk_btf_funcs_add(funcs, data, len, start_id, start_str);
	if (status != PK_OK)
		return pk_fail(ctx, status, "BTF at %" PRIx64 " is damaged or in an unknown format",
			       addr);
	return PK_OK;
}

struct walk {
	struct pk_ctx *ctx;
	struct pk_btf_funcs *funcs;
};

/* struct btf of a module continues another one's numbers; those of programs and of vmlinux do not. */
static bool add_module(uint64_t btf, void *arg)
{
	struct walk *walk = arg;
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t data, size, start_id, start_str, kernel = 1;

	start_id = pk_member(&r, btf, PK_R_btf_start_id);
	if (pk_ok(&r) && !start_id)
		return true;
	if (pk_reader_has(&r, PK_R_btf_kernel_btf))
		kernel = pk_member(&r, btf, PK_R_btf_kernel_btf);
	if (pk_ok(&r) && !kernel)
		return true;
	start_str = pk_member(&r, btf, PK_R_btf_start_str_off);
	data = pk_member(&r, btf, PK_R_btf_data);
	size = pk_member(&r, btf, PK_R_btf_data_size);
	pk_try(&r, add(ctx, walk->funcs, data, size, (uint32_t)start_id, (uint32_t)start_str));
	if (!pk_ok(&r))
		pk_warn(ctx, "functions of a module: %s", pk_error(ctx));
	return true;
}

enum pk_status pk_func_protos_load(struct pk_ctx *ctx, struct pk_btf_funcs **ret_funcs)
{
	struct pk_reader r = {.ctx = ctx};
	struct walk walk = {ctx, pk_btf_funcs_create(ctx->target->facts.word_size)};
	uint64_t stop, idr;
	uint64_t start = pk_value(&r, PK_R_btf_start);

	if (!walk.funcs)
		return pk_fail(ctx, PK_NOMEM, "parameters of functions");
	stop = pk_value(&r, PK_R_btf_stop);
	pk_try(&r, add(ctx, walk.funcs, start, stop > start ? stop - start : 0, 1, 0));
	if (!pk_ok(&r)) {
		pk_btf_funcs_destroy(walk.funcs);
		return r.status;
	}
	if (pk_has(ctx, PK_R_btf_start_id) && pk_row_value(ctx, PK_R_btf_idr, &idr) == PK_OK &&
	    pk_idr_walk(ctx, idr, add_module, &walk) != PK_OK)
		pk_warn(ctx, "functions of modules: %s", pk_error(ctx));
	*ret_funcs = walk.funcs;
	return PK_OK;
}
