/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PROBE_LISTING_H
#define PK_ANALYSIS_PROBE_LISTING_H

#include "analysis/probe_path.h"
#include "core/texts.h"

/** Which probes are listed, and how much of them. */
struct pk_probes_request {
	bool verbose; /* with the functions of filters */
	uint64_t func; /* only what is on this function; 0: everything */
	uint64_t size; /* of FUNC */
	const char *event; /* or on this tracepoint ("tcp:tcp_probe", "tcp_probe"); NULL */
};

/** A probe, with what its addresses are. */
struct pk_listed_probe {
	const struct pk_probe *probe;
	bool path_unknown, on_path; /* pk_probe_path_unknown(), pk_probe_on_path() */
	uint32_t path_functions; /* pk_probe_path_functions() */
	const char *
		few; /* "tcp_rcv_established, tcp_ack": a filter of two or three; NULL: more, or too long */
	const char **filter,
		**notrace; /* owned: the probe's functions "tcp_ack+0x4 [module]"; NULL unless VERBOSE */
};

#define PK_NOT_BUILT_IN 5

struct pk_probe_listing {
	struct pk_probes_request request;
	struct pk_listed_probe *probes; /* owned */
	uint32_t nr, room;
	struct pk_probe_totals totals; /* of everything, where everything is asked for */
	const char
		*not_built_in[PK_NOT_BUILT_IN]; /* kinds of probes that this kernel cannot have */
	uint32_t nr_not_built_in;
	struct pk_texts texts;
};

/** What of LIST, which is borrowed, REQUEST asks for. */
enum pk_status pk_probe_listing_make(struct pk_ctx *ctx, const struct pk_probe_list *list,
				     const struct pk_probes_request *request,
				     struct pk_probe_listing *ret_listing);
void pk_probe_listing_deinit(struct pk_probe_listing *listing);

#endif
