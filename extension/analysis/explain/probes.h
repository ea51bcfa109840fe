/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_EXPLAIN_PROBES_H
#define PK_ANALYSIS_EXPLAIN_PROBES_H

#include "analysis/lives/packets.h"
#include "core/arena.h"
#include "core/context.h"
#include "model/probe.h"

/** Whether PROBE sees packets being shown: it hooks something (a function, also by its filter, an
 *  event, or a place in the stack) in the stages table. Probes that only carry others do not
 *  count. */
bool pk_probe_on_path(struct pk_ctx *ctx, const struct pk_probe *probe);
/** Who armed a probe on the path, judged by its owner. */
enum pk_probe_armer {
	PK_ARMED_BY_NONE, /* off the path, foreign code (which nobody arms), or the kernel's own */
	PK_ARMED_BY_USER, /* a probe or a function tracer, through tracefs or perf */
	PK_ARMED_BY_SCRIPT, /* a probe of pkttrace-arm */
	PK_ARMED_EVENT, /* one of the kernel's own events, enabled */
};
enum pk_probe_armer pk_probe_armer(struct pk_ctx *ctx, const struct pk_probe *probe);
/** OWNER is a trace event of pkttrace-arm. */
bool pk_probe_is_ours(const char *owner);
/** Whether event NAME ("SYSTEM:NAME" or "SYSTEM/NAME") is on the path. */
bool pk_event_on_path(const struct pk_ctx *ctx, const char *name);
/** Whether that is unknown: the function has no name in the dump, or the filter was unreadable. */
bool pk_probe_path_unknown(struct pk_ctx *ctx, const struct pk_probe *probe);
/** Number of functions in its filter that are in the table; 0 without a filter. */
uint32_t pk_probe_path_functions(struct pk_ctx *ctx, const struct pk_probe *probe);

struct pk_probe_totals {
	/* MACHINERY is not included in the others */
	uint32_t probes, on_path, foreign, foreign_on_path, machinery;
};

struct pk_probe_totals pk_probe_totals(struct pk_ctx *ctx, const struct pk_probe_list *list);

#define PK_PROBE_TIMES 65536

/** A probed function on the paths of the last packets. */
struct pk_probed_function {
	struct pk_symbol symbol;
	uint32_t packets; /* number of paths that it is on */
	uint64_t calls; /* recorded on those */
	/** ns in probe machinery (such as kprobe_ftrace_handler, with its callees) inside these
	 *  calls, as far as the function graph recorded it: all probes on the function together,
	 *  without interrupts. ftrace callbacks are never traced, so their time is missing. */
	uint64_t handler_ns, handler_max_ns;
	uint64_t handler_calls; /* calls with such time; 0: no times are known */
	/* ns, of the first PK_PROBE_TIMES calls: a single stall does not move it */
	uint64_t handler_median_ns;
	const struct pk_probe **probes; /* owned array */
	uint64_t *events; /* owned: events of each probe in the trace; UINT64_MAX: it makes none */
	uint32_t nr_probes, room_probes;
};

struct pk_probe_use {
	struct pk_probed_function *functions; /* owned; those with most handler time first */
	uint32_t nr;
	uint32_t packets; /* examined */
	/* ns of all their paths by the function graph; HANDLER_NS 0: machinery was not traced */
	uint64_t total_ns, handler_ns;
};

/** Probes on the functions that the newest N packets of SET went through, except those on all functions, and
 *  the tracer that recorded the paths. */
enum pk_status pk_probe_use_read(struct pk_ctx *ctx, const struct pk_packet_set *set, uint32_t n,
				 const struct pk_probe_list *probes, struct pk_probe_use *ret_use);
void pk_probe_use_deinit(struct pk_probe_use *use);

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
