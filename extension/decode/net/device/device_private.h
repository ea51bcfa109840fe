/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_PRIVATE_H
#define PK_DECODE_DEVICE_PRIVATE_H

#include "core/context.h"
#include "decode/net/device/device.h"
#include "model/device.h"

/* Between device.c (list and properties of devices), and what is below it. */

/** Read the transmit queues, qdiscs and NAPI contexts of DEVICE, whose address and name are set. */
void pk_device_queues_read(struct pk_ctx *ctx, struct pk_device *device);
/** Read the counters of the qdisc at QDISC->addr. */
void pk_qdisc_counts_read(struct pk_ctx *ctx, struct pk_qdisc_counts *qdisc);

/** 1: the hrtimer at TIMER will call its function, or a CPU is calling it; 0: it is idle. */
struct pk_figure pk_hrtimer_armed(struct pk_ctx *ctx, uint64_t timer);

/* Between device_ring.c (devices and simple rings), device_ring_cards.c, device_ring_virtio.c, device_ring_wireguard.c, and
 * device_ring_walk.c below all. */

struct pk_ring_walk {
	struct pk_ctx *ctx;
	struct pk_device_ring ring; /* the ring being walked */
	char what[64]; /* for warnings: "ring of eth0 (virtio_net)" */
	pk_device_ring_fn fn;
	/* Told of each ring before its skbs, and of receive rings; NULL: the latter are left out. */
	void (*begin)(const struct pk_device_ring *ring, const struct pk_ring *shape, void *arg);
	/* Told of each module whose types the dump lacks, if the ring's driver needs them; or NULL. */
	void (*lacking)(const struct pk_device_ring *ring, const char *module, void *arg);
	void *arg;
	const struct pk_ring_driver *driver;
	uint64_t holder; /* of a card's rings */
	bool stopped;
	bool unread; /* it was said of a device that some entries are not known */
};

/** A driver, by the function that sends and, where it is not built in, its module: several have a start_xmit(). Of each module
 *  whose types its rings need, a row stands for all. */
struct pk_ring_driver {
	const char *driver, *xmit;
	void (*walk)(struct pk_ring_walk *walk, uint64_t priv);
	struct {
		const char *module; /* NULL: no further one */
		enum pk_row_id row;
	} types[PK_RING_MODULES];
};

/** A driver of cards, by number; NULL: there are no more. */
const struct pk_ring_driver *pk_ring_card(size_t nr);
/** Report VALUE, a ring entry that may have a driver's marks in its low bits, if it is an skb.
 *  False: stop. */
bool pk_ring_pointer(struct pk_ring_walk *walk, uint64_t value);
/** Report SKB, of a list where everything is one; ARG: struct pk_ring_walk. False: stop. */
bool pk_ring_skb(uint64_t skb, void *arg);
/** A ring begins; of SHAPE the entries and indexes count. */
void pk_ring_begin(struct pk_ring_walk *walk, const struct pk_ring *shape);
/** The same for the struct ptr_ring at RING. */
void pk_ring_begin_ptr(struct pk_ring_walk *walk, uint64_t ring);
/** Say that something of the rings could not be read: the context's error. */
void pk_ring_warn(struct pk_ring_walk *walk);
/** The pointer at ADDR; false, after a warning, if it could not be read. */
bool pk_ring_read_ptr(struct pk_ring_walk *walk, uint64_t addr, uint64_t *ret_value);
/** Member ID of the object at BASE; 0 if there is none. */
uint64_t pk_ring_optional(struct pk_ring_walk *walk, uint64_t base, enum pk_row_id id);
/** Walk the queues of virtio_net, whose struct virtnet_info is at PRIV. */
void pk_ring_virtio_walk(struct pk_ring_walk *walk, uint64_t priv);
/** Walk the queues of WireGuard, whose struct wg_device is at PRIV. */
void pk_ring_wireguard_walk(struct pk_ring_walk *walk, uint64_t priv);

#endif
