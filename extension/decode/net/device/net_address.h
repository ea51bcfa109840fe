/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_ADDRESS_H
#define PK_DECODE_NET_ADDRESS_H

#include "core/context.h"

/** FAMILY: 4 or 6; ADDRESS: 4 or 16 bytes in network order. False stops. */
typedef bool (*pk_net_address_fn)(uint8_t family, const uint8_t *address, void *arg);

/** Visit the addresses of the device at DEV. What cannot be read costs a warning. */
void pk_net_addresses_walk(struct pk_ctx *ctx, uint64_t dev, pk_net_address_fn fn, void *arg);

#endif
