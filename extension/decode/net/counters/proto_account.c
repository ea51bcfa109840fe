// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * struct proto.memory_allocated	pages that sockets of the protocol have reserved, in whole
 * struct proto.per_cpu_fw_alloc	int of each CPU: pages that it has not added there yet
 *
 * A socket has what it reserved as sk_forward_alloc, and as what it charged: sk_rmem_alloc of what it received, sk_wmem_queued
 * of what it is to send. Both may be more than it charged (errors that it has not read, data that was not copied), never less.
 */
#include "core/reader.h"
#include "decode/figure.h"
#include "decode/net/counters/net_counters.h"

#define INT 4

void pk_proto_account_begin(struct pk_ctx *ctx, enum pk_row_id proto,
			    struct pk_proto_account *ret_account)
{
	struct pk_proto_account account = {.sockets.status = PK_ABSENT};
	struct pk_reader r = {.ctx = ctx};
	uint64_t prot = pk_value(&r, proto);
	struct pk_figure reserves = {.status = PK_OK};

	account.memory_allocated = pk_member(&r, prot, PK_R_proto_memory_allocated);
	account.sockets_allocated = pk_member(&r, prot, PK_R_proto_sockets_allocated);
	if (pk_reader_has(&r, PK_R_proto_per_cpu_alloc))
		reserves =
			pk_figure_percpu(ctx, pk_member(&r, prot, PK_R_proto_per_cpu_alloc), INT);
	account.counted = pk_figure_none(pk_ok(&r) ? reserves.status : r.status);
	if (pk_ok(&r) && reserves.status == PK_OK)
		account.counted =
			pk_figure_at(ctx, account.memory_allocated, ctx->target->facts.word_size);
	account.counted.value += reserves.value;
	account.counted = pk_figure_positive(account.counted);
	if (pk_ok(&r) && account.sockets_allocated)
		account.sockets =
			pk_figure_positive(pk_figure_counter(ctx, account.sockets_allocated));
	*ret_account = account;
}

enum pk_status pk_proto_accounts_add(struct pk_ctx *ctx, struct pk_proto_account *accounts,
				     size_t nr, uint64_t sk)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t prot = pk_member(&r, sk, PK_R_sk_prot);
	uint64_t memory = pk_member(&r, prot, PK_R_proto_memory_allocated);
	uint64_t sockets = pk_member(&r, prot, PK_R_proto_sockets_allocated);

	for (size_t i = 0; pk_ok(&r) && memory && i < nr; i++) {
		int64_t bytes;

		if (accounts[i].memory_allocated != memory)
			continue;
		bytes = (int64_t)pk_member(&r, sk, PK_R_sk_forward_alloc) +
			(int64_t)pk_member(&r, sk, PK_R_sk_rmem_alloc) +
			(int64_t)pk_member(&r, sk, PK_R_sk_wmem_queued);
		accounts[i].found += sockets == accounts[i].sockets_allocated;
		accounts[i].bytes += bytes > 0 ? (uint64_t)bytes : 0;
	}
	return r.status;
}
