/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PERFETTO_H
#define PK_RENDER_PERFETTO_H

#include <stdint.h>
#include <stdio.h>

#include "render/packet.h"

struct pk_perfetto_totals {
	uint32_t packets, tracks;
	uint64_t slices;
};

/**
 * Write the packets of STYLE->set as a Perfetto trace (protos/perfetto/trace/trace.proto): a track a stage
 * (napi, gro, ip, tcp, ...) with one below it for each CPU, a slice a call that handles a packet there, and
 * a flow that joins the slices of each packet, up to an instant that says how it ended. Times are the
 * trace's clock, ns.
 * PK_IO: FP could not be written to.
 */
enum pk_status pk_perfetto_write(struct pk_ctx *ctx, const struct pk_packet_style *style, FILE *fp,
				 struct pk_perfetto_totals *ret_totals);

#endif
