/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_HEADERS_H
#define PK_RENDER_PACKET_HEADERS_H

#include <stdint.h>

#include "model/packet.h"
#include "protocol/protocol.h"

#define PK_HEADERS_MAX                                                                             \
	(40 + PK_FRAGMENT_HEADER +                                                                 \
	 PK_MAX_BUILT) /* IPv6, a fragment's, and the protocol's, without options */

/** The known IP and protocol headers of PACKET, whose tuple is known: in network order, without
 *  options; unknown fields are 0. IP's length includes the payload, which is not written. Returns
 *  the number of bytes. */
uint32_t pk_packet_headers(const struct pk_packet *packet, uint8_t ret_bytes[PK_HEADERS_MAX]);

#endif
