/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_ADDRESS_H
#define PK_DECODE_NET_ADDRESS_H

#include "core/context.h"

/** ADDRESS, of FAMILY 4 or 6 and in network order, is one of the device at DEV. What cannot be read
 *  costs a warning. */
bool pk_net_device_has_address(struct pk_ctx *ctx, uint64_t dev, uint8_t family,
			       const uint8_t *address);

#endif
