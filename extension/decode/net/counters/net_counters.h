/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_COUNTERS_H
#define PK_DECODE_NET_COUNTERS_H

#include "core/context.h"
#include "model/counters.h"

/** Counters of the namespace at NET. Each figure has its own status. */
void pk_net_counters_read(struct pk_ctx *ctx, uint64_t net, uint32_t inum,
			  struct pk_net_counters *ret_counters);
void pk_net_counters_deinit(struct pk_net_counters *counters);

/** What a protocol's memory_allocated has COUNTED, in pages of the machine, which its limits are in. PK_UNSUPPORTED: its unit is
 *  not known. */
struct pk_figure pk_proto_pages(struct pk_ctx *ctx, struct pk_figure counted);
/** Memory of all sockets of the protocol whose struct proto is the symbol PROTO, and its hard limit. */
void pk_proto_memory_read(struct pk_ctx *ctx, enum pk_row_id proto,
			  struct pk_proto_memory *ret_memory);

/** Begin the account of the protocol whose struct proto is the symbol PROTO: no socket is found yet. */
void pk_proto_account_begin(struct pk_ctx *ctx, enum pk_row_id proto,
			    struct pk_proto_account *ret_account);
/** Add the struct sock at SK, which is full or listens, to that of NR ACCOUNTS that it belongs to, if any. */
enum pk_status pk_proto_accounts_add(struct pk_ctx *ctx, struct pk_proto_account *accounts,
				     size_t nr, uint64_t sk);

/** Counters of the whole machine. */
void pk_host_counters_read(struct pk_ctx *ctx, struct pk_host_counters *ret_counters);
void pk_host_counters_deinit(struct pk_host_counters *counters);

/** The SNMP counters of the namespace at NET; each group has its own status. Names are the
 *  kernel's. */
void pk_mibs_read(struct pk_ctx *ctx, uint64_t net, struct pk_mib_table ret_mibs[PK_NR_MIBS]);
void pk_mibs_deinit(struct pk_mib_table mibs[PK_NR_MIBS]);

/** 1: net.ipv6.route.max_size is a limit in this kernel; 0: the sysctl is there, and nobody asks it. */
struct pk_figure pk_routes6_limited(struct pk_ctx *ctx);

#endif
