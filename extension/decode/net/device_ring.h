/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_RING_H
#define PK_DECODE_DEVICE_RING_H

#include "core/context.h"
#include "decode/net/net_device.h"

/** What an skb in a device's ring is waiting for. */
enum pk_ring_wait {
	PK_RING_TO_SEND, /* the device has not reported that it took it */
	/* the device has finished with it; the driver will free it at its next chance */
	PK_RING_SENT,
	PK_RING_UNKNOWN, /* either of the two: the device's report is unreadable */
	PK_RING_TO_READ, /* tun: the program behind the device has not read it */
	PK_RING_TO_POLL, /* veth: sent by its peer, not received yet */
	PK_RING_REDIRECTED, /* ifb: will be sent or received once its tasklet runs */
	PK_RING_TO_SHAKE_HANDS, /* wireguard: the peer has not agreed on a key */
	/* wireguard: no worker has taken it, one is at work on it (its bytes may be changed), the work is
	 * done, or was in vain */
	PK_RING_TO_ENCRYPT,
	PK_RING_ENCRYPTING,
	PK_RING_ENCRYPTED,
	PK_RING_NOT_ENCRYPTED,
	PK_RING_TO_DECRYPT,
	PK_RING_DECRYPTING,
	PK_RING_DECRYPTED,
	PK_RING_NOT_DECRYPTED,
	PK_RING_HANDSHAKE /* wireguard: a message of a handshake came, and no worker has taken it */
};

struct pk_device_ring {
	struct pk_net_device device;
	const char *driver; /* "virtio_net" */
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

#endif
