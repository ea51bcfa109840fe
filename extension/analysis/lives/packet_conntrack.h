/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PACKET_CONNTRACK_H
#define PK_ANALYSIS_PACKET_CONNTRACK_H

#include "core/context.h"
#include "model/packet.h"
#include "model/skb.h"

/** PACKET's skb in memory is SKB: keep the connection tracker's entry that it points to, if it has one. An entry that is
 *  damaged, or of another family, costs a warning. */
void pk_packet_conntrack_read(struct pk_ctx *ctx, const struct pk_skb *skb,
			      struct pk_packet *packet);

#endif
