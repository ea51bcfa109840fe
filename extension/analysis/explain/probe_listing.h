/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PROBE_LISTING_H
#define PK_ANALYSIS_PROBE_LISTING_H

#include "analysis/explain/probe_path.h"
#include "core/texts.h"

/** Which probes to list, and in what detail. */
struct pk_probes_request {
	bool verbose; /* list the functions of filters */
	uint64_t func; /* only probes on this function; 0: all */
	uint64_t size; /* of FUNC, bytes */
	const char *event; /* or on this tracepoint ("tcp:tcp_probe", "tcp_probe"); NULL: none */
};

/** A probe with its addresses resolved. */
struct pk_listed_probe {
	const struct pk_probe *probe;
	bool path_unknown, on_path; /* pk_probe_path_unknown(), pk_probe_on_path() */
	uint32_t path_functions; /* pk_probe_path_functions() */
	/* "tcp_rcv_established, tcp_ack": a filter of two or three functions; NULL: more, or too
	 * long */
	const char *few;
	/* owned arrays: the probe's functions, "tcp_ack+0x4 [module]"; NULL unless VERBOSE */
	const char **filter, **notrace;
};

#define PK_NOT_BUILT_IN 5

struct pk_probe_listing {
	struct pk_probes_request request;
	struct pk_listed_probe *probes; /* owned */
	uint32_t nr, room;
	struct pk_probe_totals totals; /* valid if the request is for everything */
	/* kinds of probes that this kernel cannot have */
	const char *not_built_in[PK_NOT_BUILT_IN];
	uint32_t nr_not_built_in;
	struct pk_texts texts;
};

/** List what REQUEST asks for of LIST, which is borrowed. */
enum pk_status pk_probe_listing_make(struct pk_ctx *ctx, const struct pk_probe_list *list,
				     const struct pk_probes_request *request,
				     struct pk_probe_listing *ret_listing);
void pk_probe_listing_deinit(struct pk_probe_listing *listing);

#endif
