/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PARTS_H
#define PK_COMMAND_PARTS_H

#include <stdio.h>

#include "analysis/explain/socks.h"
#include "analysis/lives/filter.h"
#include "command/packets.h"
#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "protocol/protocol.h"
#include "render/out.h"

/** The references of the devices called NAME (NULL: of all), listed ones and those that are waited for. PK_USAGE: there is
 *  none called so. VERBOSE: with whole stacks of those who took them. */
enum pk_status pk_device_refs_show(struct pk_ctx *ctx, struct pk_out *out, const char *name,
				   bool verbose);

/** The sockets of PROTOCOL that send or receive TUPLE, as `flows -M -o` prints them. NETNS, if not NULL: the namespaces of its
 *  source and its destination alone; 0: unknown, and no socket is known to be that end's. */
enum pk_status pk_flows_of(struct pk_ctx *ctx, struct pk_out *out,
			   const struct pk_protocol *protocol, const struct pk_tuple *tuple,
			   const uint32_t netns[2]);

/** Print what `last -j` prints for CHOICE, with paths folded to LINES. On failure the error text
 *  says why. */
enum pk_status pk_last_print(struct pk_ctx *ctx, const struct pk_choice *choice, uint32_t lines,
			     FILE *fp);

/** Print the sockets of the families named by -P whose address matches FILTER (NULL: any); with INFO,
 *  their memory, and why their queues are not empty. An error of one family is kept while the others
 *  are printed. */
enum pk_status pk_local_socks_show(struct pk_ctx *ctx, struct pk_out *out,
				   const struct pk_packet_filter *filter,
				   struct pk_sock_readers *readers, bool verbose, bool info);

/** What `routes` lists beside routes, by its word. */
struct pk_net_list;
/** "neigh", "addr", "fdb", "vlan"; NULL: no such word. */
const struct pk_net_list *pk_net_list_find(const char *word);

struct pk_net_list_request {
	const struct pk_net_list *list;
	bool only4, only6, verbose;
	uint32_t inum; /* of this namespace; 0: of all */
};
enum pk_status pk_net_list_show(struct pk_ctx *ctx, struct pk_out *out,
				const struct pk_net_list_request *request);

/** Print SCTP's associations and endpoints that match FILTER (NULL: any) by address, or by what
 *  they would send and receive. ALONE: nothing else was asked for, so a kernel without SCTP is an
 *  error. */
enum pk_status pk_sctp_show(struct pk_ctx *ctx, struct pk_out *out,
			    const struct pk_packet_filter *filter,
			    const struct pk_sock_owners *owners, bool verbose, bool alone);

/** Print the IPsec states that match FILTER (NULL: any) by address. ALONE: nothing else was asked
 *  for, so a kernel without IPsec is an error. */
enum pk_status pk_xfrm_show(struct pk_ctx *ctx, struct pk_out *out,
			    const struct pk_packet_filter *filter, bool alone);

/** What `pkttrace trace` was asked for. Strings are argv's. */
struct pk_trace_options {
	const char *instance; /* NULL: the top one */
	const char *overrides; /* -o; NULL: none */
	const char *function; /* -f with -T: a function, or "@FILE"; NULL: none */
	int cpu; /* PK_ALL_CPUS */
	int pid; /* -p with -T; -1: all */
	uint64_t newest; /* 0: all */
	bool all, snapshot, json, fields, stats, threads;
};

/** -T: print the calls of TRACE (buffer or snapshot of INSTANCE) by thread (trace_threads.c). */
enum pk_status pk_trace_threads(struct pk_ctx *ctx, struct pk_out *out,
				const struct pk_trace_options *options,
				const struct pk_instance *instance, struct pk_trace *trace);

#endif
