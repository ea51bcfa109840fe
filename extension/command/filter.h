/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_FILTER_H
#define PK_COMMAND_FILTER_H

#include "analysis/lives/filter.h"
#include "command/options.h"
#include "core/context.h"
#include "render/out.h"

/** Options of filters without a letter. Subcommands use numbers below these. */
enum { PK_FILTER_SINCE = 16, PK_FILTER_UNTIL, PK_FILTER_SKB, PK_FILTER_NETNS };

/** What a command's words select, for every command that takes a filter. Zero-initialize it. */
struct pk_filter_request {
	struct pk_packet_filter filter;
	bool any; /* something was chosen, and FILTER is valid */
	struct pk_expression expression; /* owned */
	/* -f, -k, -m and the expression choose sockets too. As given, from argv; NULL, "": not */
	char *function, *sock, *mark;
	const char *netns; /* a name, as given; NULL: none */
	char text[4096];
	size_t asked; /* where TEXT goes on behind "inner" and "outer" */
	struct pk_function_set functions; /* owned: what -f selects */
	char words[512]; /* as given, for JSON */
	char quoted[4608]; /* the same, quoted for a shell */
};

/** Take one option other than -u, with its word in optarg; false: not understood. */
bool pk_filter_option(struct pk_filter_request *request, int c);
/** -u: also what may match. */
void pk_filter_show_may(struct pk_filter_request *request);
/** "pkttrace SUB: -C: ... is not understood", with what would be, on FP. Returns 2. */
int pk_filter_misuse(FILE *fp, const char *sub, int c);
/** The words after the options (none: no expression). PK_USAGE, PK_ABSENT: the context says why. */
enum pk_status pk_filter_words(struct pk_ctx *ctx, struct pk_filter_request *request, int argc,
			       char **argv);
void pk_filter_request_deinit(struct pk_filter_request *request);
/** The filter for a set of packets; NULL: all packets. */
const struct pk_packet_filter *pk_filter_of(const struct pk_filter_request *request);

/** If there is an expression: how many packets matched, and how many may have, as an object. No
 *  text. */
void pk_filter_render(struct pk_out *out, const struct pk_filter_request *request, uint64_t matched,
		      uint64_t may_match);
/** The same as text, if any may match. WHAT: "packet". */
void pk_filter_note(struct pk_out *out, const struct pk_filter_request *request, const char *what,
		    uint64_t may_match);

/**
 * Compile TEXT (pcap-filter(7)) with libpcap, which is loaded only for this. Names of hosts and
 * ports are looked up on the machine that runs this, as tcpdump does. PK_ABSENT: no libpcap.
 * PK_USAGE: libpcap rejects the expression; the error says why.
 */
enum pk_status pk_pcap_compile(struct pk_ctx *ctx, const char *text,
			       struct pk_expression *ret_expression);

#endif
