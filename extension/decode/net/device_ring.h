/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_RING_H
#define PK_DECODE_DEVICE_RING_H

#include "core/context.h"
#include "decode/net/net_device.h"

/** What an skb in a device's ring waits for. */
enum pk_ring_wait {
	PK_RING_TO_SEND, /* the device has not said that it took it */
	PK_RING_SENT, /* the device is done with it, the driver has not freed it: it does at its next chance */
	PK_RING_UNKNOWN, /* one of the two: what the device said cannot be read */
	PK_RING_TO_READ, /* tun: the program behind the device has not read it */
	PK_RING_TO_POLL, /* veth: sent by its peer, not received yet */
	PK_RING_REDIRECTED /* ifb: to be sent on, or to be taken in, once its tasklet runs */
};

struct pk_device_ring {
	struct pk_net_device device;
	const char *driver; /* "virtio_net" */
	unsigned queue; /* of the device */
	enum pk_ring_wait wait;
};

typedef bool (*pk_device_ring_fn)(uint64_t skb, const struct pk_device_ring *ring, void *arg);

/**
 * Every skb in the rings of devices whose driver is known (virtio_net, vmxnet3, ena, veth, tun, ifb) and whose
 * types the dump has. Drivers put other things into their rings too (XDP frames): what does not lie in a slab
 * of skbs is none. PK_ABSENT: this kernel has no list of devices.
 */
enum pk_status pk_device_rings_walk(struct pk_ctx *ctx, pk_device_ring_fn fn, void *arg);

#endif
