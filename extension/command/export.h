/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_EXPORT_H
#define PK_COMMAND_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "command/packets.h"
#include "core/context.h"
#include "render/formats.h"

struct pk_export_options {
	bool payload; /* packet data too, not headers only */
	int level; /* of compression, 0 (the fastest) to 19, where the format has it */
	const char *instance; /* that trace buffer alone; NULL: whatever there is */
	bool snapshot; /* and of it the snapshot */
	bool redact; /* what is written is made of a recording without addresses and names */
	bool force; /* a file of that name is replaced */
	const struct pk_choice *choice; /* of packets; */
};

/** One format that `pkttrace export` writes: a row in export.c's table and a file of its own. */
struct pk_exporter {
	const char *type; /* "capsule": the word after -t */
	const char *summary;
	bool takes_buffers; /* -s means something */
	bool takes_packets; /* it has packets, and they can be chosen */
	/* the newest so many where nothing is chosen; 0: all, also those after the panic */
	uint32_t packets;
	/* what of the machine is in it, so that a reader knows whom it is for; PAYLOAD: and with
	 * --with-payload, NULL: no more */
	const char *holds, *payload;
	/** Write the whole dump in this format to FP. What is worth telling goes to LOG, a line each.
	 *  On failure the context's error text says why. */
	enum pk_status (*run)(struct pk_ctx *ctx, const struct pk_export_options *options, FILE *fp,
			      FILE *log);
};

/** What memory has around packets. What cannot be read costs a warning, and is left out. */
void pk_retis_around_load(struct pk_ctx *ctx, struct pk_retis_around *around);
void pk_retis_around_deinit(struct pk_retis_around *around);
/** Read the skb of PACKET, of SET, that memory has. False: it has none, or another packet is there now. */
bool pk_held_read(struct pk_ctx *ctx, const struct pk_packet_set *set,
		  const struct pk_packet *packet, struct pk_held *ret_held);

extern const struct pk_exporter pk_export_capsule, pk_export_trace_dat, pk_export_pcapng,
	pk_export_retis_pcapng, pk_export_perfetto, pk_export_retis, pk_export_html;

#endif
