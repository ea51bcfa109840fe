/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_REDACT_PAYLOAD_H
#define PK_COMMAND_REDACT_PAYLOAD_H

#include "analysis/events/facts.h"
#include "core/hash.h"
#include "decode/net/skb/skb_header.h"

/* What lies behind the headers of a packet of which a recording has bytes. */

/** Zero the LEN bytes of contents after WIRE's headers, except what tells more of the headers. */
void pk_payload_clear(const struct pk_wire_header *wire, uint8_t *bytes, size_t len);

/** What events of probes have of packets. Initialize with pk_payload_init(). */
struct pk_payload {
	struct pk_ctx *ctx;
	struct pk_plans plans; /* owned */
	struct pk_hash programs; /* struct pk_format_probe -> its fetches, owned */
};

enum pk_status pk_payload_init(struct pk_ctx *ctx, const struct pk_formats *formats,
			       struct pk_payload *ret_payload);
void pk_payload_deinit(struct pk_payload *payload);

/**
 * Zero the payload in ENTRY, a probe's event of FORMAT. Fields that read one object are looked at together: one may have
 * the headers, and another what is behind them. Arrays in which no header begins, or of which nothing tells where they
 * were read, become zero as a whole. Fields that are TAKEN stay. EVENT has the bytes as they were recorded. Returns the
 * number of bytes that became zero.
 */
uint64_t pk_payload_clear_event(struct pk_payload *payload, const struct pk_format *format,
				const struct pk_event *event, uint8_t *entry,
				bool (*taken)(const struct pk_field *field));

#endif
