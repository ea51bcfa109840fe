// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * struct proto.memory_allocated	pages that sockets of the protocol have reserved, in whole
 * struct proto.per_cpu_fw_alloc	int of each CPU: pages that it has not added there yet
 *
 * Up to 5.19 those are no pages of the machine, but SK_MEM_QUANTUM, 4096 bytes ("net: remove SK_MEM_QUANTUM and
 * SK_MEM_QUANTUM_SHIFT", of the series that gave CPUs reserves); tcp_mem has always been in pages.
 *
 * A socket has what it reserved as sk_forward_alloc, and as what it charged: sk_rmem_alloc of what it received, sk_wmem_queued
 * of what it is to send. Both may be more than it charged (errors that it has not read, data that was not copied), never less.
 */
#include "core/reader.h"
#include "decode/figure.h"
#include "decode/net/counters/net_counters.h"

#define INT 4
#define QUANTUM 4096

struct pk_figure pk_proto_pages(struct pk_ctx *ctx, struct pk_figure counted)
{
	const uint32_t page = ctx->target->facts.page_size;

	if (page <= QUANTUM || pk_has(ctx, PK_R_proto_per_cpu_alloc))
		return counted;
	/* Older kernels counted pages. The row, of 4.15, is younger than the change. */
	if (counted.status == PK_OK && !pk_has(ctx, PK_R_sk_rtx_queue))
		return pk_figure_none(PK_UNSUPPORTED);
	counted.value = (counted.value + page / QUANTUM - 1) / (page / QUANTUM);
	return counted;
}

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
	account.counted = pk_proto_pages(ctx, pk_figure_positive(account.counted));
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
