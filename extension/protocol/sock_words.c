// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/sockets.h"

/* sk_wmem_alloc_get(): the socket itself counts as one. */
static uint64_t less_one(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] ? (uint32_t)in[0] - 1 : 0;
}

#define MEMORY(key_, before_, row)                                                                 \
	.key = key_, .before = before_, .nr_rows = 1, .rows = {row}, .always = true,               \
	.listeners = true

/* sk_get_meminfo(), as ss shows it. */
const struct pk_info_word pk_sock_memory_words[] = {
	[PK_MEMORY_RECEIVED] = {MEMORY("rmem_alloc", "r", PK_R_sk_rmem_alloc)},
	[PK_MEMORY_RCVBUF] = {MEMORY("rcvbuf", "rb", PK_R_sk_rcvbuf)},
	[PK_MEMORY_SENT] = {MEMORY("wmem_alloc", "t", PK_R_sk_wmem_alloc), .value = less_one},
	[PK_MEMORY_SNDBUF] = {MEMORY("sndbuf", "tb", PK_R_sk_sndbuf)},
	[PK_MEMORY_FORWARD] = {MEMORY("forward_alloc", "f", PK_R_sk_forward_alloc)},
	[PK_MEMORY_QUEUED] = {MEMORY("wmem_queued", "w", PK_R_sk_wmem_queued)},
	[PK_MEMORY_OPTIONS] = {MEMORY("optmem", "o", PK_R_sk_omem_alloc)},
	[PK_MEMORY_BACKLOG] = {MEMORY("backlog", "bl", PK_R_sk_backlog_len)},
	[PK_MEMORY_DROPS] = {MEMORY("drops", "d", PK_R_sk_drops)},
	{0},
};
