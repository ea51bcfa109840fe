// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>

#include "decode/list.h"
#include "decode/probe/probe_collect.h"

/*
 * klp_patches -> struct klp_patch -> obj_list -> struct klp_object (name NULL: vmlinux) ->
 * func_list -> struct klp_func. 4.12 to 4.19 had arrays in place of the two inner lists: not read
 * here, and said so.
 */
struct livepatch {
	struct pk_collect *collect;
	uint64_t patch_link, object_link, object_list, func_link, func_list;
	char patch[PK_MODULE_NAME_MAX]; /* the one being walked */
	bool transition; /* it is being applied or taken back */
};

/* False: there is no room for more. */
static bool read_func(const struct livepatch *klp, uint64_t func)
{
	struct pk_collect *collect = klp->collect;
	uint64_t old_func = pk_collect_uint(collect, func, PK_R_klp_func_old_func);
	uint64_t old_name = pk_collect_uint(collect, func, PK_R_klp_func_old_name);
	struct pk_probe *probe = pk_collect_add(collect, PK_PROBE_LIVEPATCH);
	char name[PK_SYMBOL_NAME_MAX];

	if (!probe)
		return false;
	probe->object = func;
	if (old_func)
		pk_collect_target(collect, probe, old_func);
	/* Not resolved while its module is not loaded. */
	else if (old_name && pk_read_string(collect->ctx, old_name, name, sizeof(name)) == PK_OK)
		pk_collect_target_name(probe, "%s", name);
	else
		pk_collect_detail(probe, "old function not known");
	pk_collect_handler(collect, probe, pk_collect_uint(collect, func, PK_R_klp_func_new_func));
	pk_collect_owner_text(probe, "livepatch %s", klp->patch);
	if (!(pk_collect_uint(collect, func, PK_R_klp_func_patched) & 1))
		probe->state |= PK_PROBE_DISABLED;
	if (pk_collect_uint(collect, func, PK_R_klp_func_transition) & 1 || klp->transition)
		pk_collect_detail(probe, "in transition");
	if (pk_collect_uint(collect, func, PK_R_klp_func_nop) & 1)
		pk_collect_detail(probe, "back to the original by a cumulative patch");
	return true;
}

static void read_patch(struct livepatch *klp, uint64_t patch)
{
	struct pk_ctx *ctx = klp->collect->ctx;
	struct pk_reader objects = {.ctx = ctx};
	uint64_t name;
	uint64_t mod = pk_collect_uint(klp->collect, patch, PK_R_klp_patch_mod);
	uint64_t symbol = pk_collect_symbol(klp->collect, PK_R_klp_transition_patch), current = 0;

	snprintf(klp->patch, sizeof(klp->patch), "%" PRIx64, patch);
	if (mod && pk_row_offset(ctx, PK_R_probe_module_name, &name) == PK_OK)
		pk_read_string(ctx, mod + name, klp->patch, sizeof(klp->patch));
	if (symbol)
		pk_read_ptr(ctx, symbol, &current);
	klp->transition = current == patch;
	pk_list_for_each (node, &objects, patch + klp->object_list) {
		struct pk_reader funcs = {.ctx = ctx};
		uint64_t object = node - klp->object_link;

		pk_list_for_each (func, &funcs, object + klp->func_list)
			if (!read_func(klp, func - klp->func_link))
				break;
		if (!pk_ok(&funcs))
			pk_warn(ctx, "livepatch %s, klp_object %" PRIx64 ": %s", klp->patch, object,
				pk_error(ctx));
		if (klp->collect->full)
			break;
	}
	if (!pk_ok(&objects))
		pk_warn(ctx, "livepatch %s: %s", klp->patch, pk_error(ctx));
}

enum pk_status pk_collect_livepatch(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	struct livepatch klp = {.collect = collect};
	struct pk_reader r = {.ctx = ctx};
	uint64_t head = pk_value(&r, PK_R_klp_patches);

	if (pk_pointer(&r, head) == head || !pk_ok(&r))
		return r.status;
	if (pk_row_offset(ctx, PK_R_klp_patch_list, &klp.patch_link) != PK_OK ||
	    pk_row_offset(ctx, PK_R_klp_patch_obj_list, &klp.object_list) != PK_OK ||
	    pk_row_offset(ctx, PK_R_klp_object_node, &klp.object_link) != PK_OK ||
	    pk_row_offset(ctx, PK_R_klp_object_func_list, &klp.func_list) != PK_OK ||
	    pk_row_offset(ctx, PK_R_klp_func_node, &klp.func_link) != PK_OK)
		return pk_fail(ctx, PK_UNSUPPORTED,
			       "livepatches are loaded, but their functions are not kept in lists");
	pk_list_for_each (node, &r, head) {
		read_patch(&klp, node - klp.patch_link);
		if (collect->full)
			break;
	}
	return r.status;
}
