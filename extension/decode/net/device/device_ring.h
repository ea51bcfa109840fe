/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_RING_H
#define PK_DECODE_DEVICE_RING_H

#include "core/context.h"
#include "decode/net/device/net_device.h"
#include "model/device.h"

struct pk_device_ring {
	struct pk_net_device device;
	const char *driver; /* "virtio_net" */
	bool receive; /* a ring of the receive side */
	unsigned queue; /* number of the device's queue; wireguard: of the peer, 0 with HANDSHAKE */
	enum pk_ring_wait wait;
};

typedef bool (*pk_device_ring_fn)(uint64_t skb, const struct pk_device_ring *ring, void *arg);

/**
 * Visit every skb in the rings of devices with a known driver (virtio_net, vmxnet3, ena, veth, tun,
 * ifb, wireguard) whose types the dump has. Rings also hold other things (XDP frames), so only
 * objects in a slab of skbs count. PK_ABSENT: this kernel has no list of devices.
 */
enum pk_status pk_device_rings_walk(struct pk_ctx *ctx, pk_device_ring_fn fn, void *arg);
/** Fill in the rings of DEVICES. */
void pk_device_rings_read(struct pk_ctx *ctx, struct pk_devices *devices);

#endif
