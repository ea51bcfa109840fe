/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_HEADERS_H
#define PK_RENDER_PACKET_HEADERS_H

#include <stdint.h>

#include "model/packet.h"
#include "protocol/protocol.h"

#define PK_HEADERS_MAX                                                                             \
	(40 + PK_FRAGMENT_HEADER +                                                                 \
	 PK_MAX_BUILT) /* IPv6, a fragment's, and the protocol's, without options */

/** The IP header and the protocol's that are known of PACKET, whose tuple is: in network order, without options; what is
 *  not known is 0. IP's length counts the payload, which is not there. Returns their bytes. */
uint32_t pk_packet_headers(const struct pk_packet *packet, uint8_t ret_bytes[PK_HEADERS_MAX]);

#endif
