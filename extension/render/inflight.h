/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_INFLIGHT_H
#define PK_RENDER_INFLIGHT_H

#include "model/open_calls.h"
#include "model/stack_packet.h"
#include "render/out.h"

/** A packet on a list in a function's local variable. */
struct pk_busy_waiting {
	char id[48]; /* of the trace's packet that it is; "" */
	struct pk_skb fields;
	struct pk_symbol func; /* whose variable it is */
};

/** What a CPU was in the middle of, or a task that is on none. */
struct pk_busy {
	const struct pk_open_calls *calls;
	const struct pk_symbol *funcs; /* a frame each; no name: not known */
	const bool *on_path; /* a frame each: it is a function that handles packets */
	const enum pk_call_role *roles; /* a frame each */
	bool unfolded; /* text: also the frames of probes and of the panic */
	bool panic_known;
	uint64_t panic_ns; /* on the local clock, as pk_open_frame.calltime */
	const struct pk_stack_packet *packet; /* NULL: none */
	const char *packet_id; /* of the trace's packet that it is; NULL */
	const struct pk_busy_waiting *waiting; /* as many as PACKET->waiting; NULL: none */
};

/** A CPU's or task's open calls, innermost last, with the packet it was handling. */
void pk_render_busy(struct pk_out *out, const struct pk_busy *busy);

#endif
