/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_XFRM_ENCAP_H
#define PK_DECODE_XFRM_ENCAP_H

#include "core/context.h"
#include "model/header.h"

/**
 * HEADER, of UDP and read from a packet, becomes that of the ESP behind it (pk_header_wrap()) if an IPsec state has its SPI,
 * destination and port, which is all that the kernel knows a received one by: the source may have moved (NAT). The
 * namespace is not compared, because packets pass through others. States are read once, when the first header may be of
 * ESP; what cannot be read costs a warning. Nothing is told of the previous boot's packets.
 */
void pk_xfrm_unveil(struct pk_ctx *ctx, struct pk_header *header);

#endif
