// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/netfilter/netfilter.h"

enum pk_status pk_nf_hooks_read(struct pk_ctx *ctx, uint64_t net, uint8_t family, unsigned hook,
				struct pk_nf_hook list[PK_NF_HOOKS_MAX], unsigned *ret_nr)
{
	enum pk_row_id heads = family == 4 ? PK_R_nf_hooks_ipv4 : PK_R_nf_hooks_ipv6;
	uint64_t at, entries, nr = 0, first, stride;
	enum pk_status status =
		pk_row_offsets(ctx, PK_WANTED({heads, &at}, {PK_R_nf_hook_entries_hooks, &first}));

	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_nf_hook_entry, &stride);
	if (status == PK_OK)
		status = pk_read_ptr(ctx, net + at + hook * ctx->target->facts.word_size, &entries);
	if (status == PK_OK && entries)
		status = pk_member_uint(ctx, entries, PK_R_nf_hook_entries_nr, &nr);
	if (status == PK_OK && nr > PK_NF_HOOKS_MAX)
		status = pk_fail(ctx, PK_LIMIT, "%llu functions of a hook", (unsigned long long)nr);
	for (uint64_t i = 0; status == PK_OK && i < nr; i++)
		status = pk_member_uints(ctx, entries + first + i * stride,
					 PK_WANTED({PK_R_nf_hook_entry_hook, &list[i].func},
						   {PK_R_nf_hook_entry_priv, &list[i].priv}));
	if (status == PK_OK)
		*ret_nr = (unsigned)nr;
	return status;
}
