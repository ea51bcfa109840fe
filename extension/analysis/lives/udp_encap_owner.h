/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_UDP_ENCAP_OWNER_H
#define PK_ANALYSIS_UDP_ENCAP_OWNER_H

#include "core/context.h"
#include "model/skb.h"

struct pk_queued_packets;

/** Sockets whose protocol can carry another. All zeros: not looked for yet. */
struct pk_udp_encap_owners {
	const struct pk_sock **list; /* owned; of MEMORY; by namespace and port */
	size_t nr;
	bool loaded;
	/* the newest address that was looked for */
	uint64_t last_net; /* 0: none was */
	uint8_t last_family, last_address[16];
	bool last_is_local;
};

/**
 * HEADER, of SKB, which came in and which no socket has yet, becomes that of what it carries (pk_header_wrap()) if the socket that
 * it is for takes that out, as the kernel will: the only one of its port and address there, and the address is one of
 * that namespace.
 */
void pk_udp_encap_unveil(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			 struct pk_udp_encap_owners *takers, const struct pk_skb *skb,
			 struct pk_header *header);
void pk_udp_encap_owners_deinit(struct pk_udp_encap_owners *takers);

#endif
