/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_INFLIGHT_H
#define PK_RENDER_INFLIGHT_H

#include "model/open_calls.h"
#include "model/stack_packet.h"
#include "render/out.h"

/** A packet on a list in a function's local variable. */
struct pk_busy_waiting {
	char id[48]; /* ID of its packet in the trace; "" if none */
	struct pk_skb fields;
	struct pk_symbol func; /* whose variable it is */
};

/** What a CPU, or a task that is not running, was in the middle of. */
struct pk_busy {
	const struct pk_open_calls *calls;
	const struct pk_symbol *funcs; /* one per frame; no name: unknown */
	const bool *on_path; /* one per frame: the function handles packets */
	const enum pk_call_role *roles; /* one per frame */
	bool unfolded; /* text: show the frames of probes and of the panic, too */
	bool panic_known;
	uint64_t panic_ns; /* on the local clock, as pk_open_frame.calltime */
	const struct pk_stack_packet *packet; /* NULL: none */
	const char *packet_id; /* ID of its packet in the trace; NULL: none */
	const struct pk_busy_waiting *waiting; /* one per PACKET->waiting; NULL: none */
};

/** A CPU's or task's open calls, innermost last, with the packet it was handling. */
void pk_render_busy(struct pk_out *out, const struct pk_busy *busy);

#endif
