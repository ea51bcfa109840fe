/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_H
#define PK_DECODE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "core/hash.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/printk.h"
#include "model/device.h"
#include "model/ref_tracker.h"

/** Every device of every namespace with its queues, qdiscs and NAPI contexts. Each follows the
 *  devices below it, or has depth 0. PK_ABSENT: this kernel has no list of devices. Damage costs a
 *  warning. */
enum pk_status pk_devices_read(struct pk_ctx *ctx, struct pk_devices *ret_devices);
/** The same, but only names and the tree for devices not called NAME; NULL: everything for all. */
enum pk_status pk_devices_read_named(struct pk_ctx *ctx, const char *name,
				     struct pk_devices *ret_devices);
/** Fill in on which CPU's list each NAPI context waits to be polled. */
void pk_device_polls_read(struct pk_ctx *ctx, struct pk_devices *devices);
/** Fill in what will make each qdisc of DEVICES send what waits in it. The end's time is that of the
 *  last tick. */
void pk_device_wakes_read(struct pk_ctx *ctx, struct pk_devices *devices);
/** Fill in who will take what each receive ring of DEVICES holds; their rings and interrupts must have been read. */
void pk_device_ring_wakes_read(struct pk_ctx *ctx, struct pk_devices *devices);
/** Fill in what each of DEVICES is as a bond or bridge, or in one. */
void pk_device_ports_read(struct pk_ctx *ctx, struct pk_devices *devices);
void pk_devices_deinit(struct pk_devices *devices);
/** The device at ADDR; NULL: none. Borrowed from DEVICES. */
const struct pk_device *pk_device_at(const struct pk_devices *devices, uint64_t addr);

/** Read the classes of DEVICE's qdiscs, which must have been read: as a tree, siblings ordered by
 *  classid. */
void pk_device_classes_read(struct pk_ctx *ctx, struct pk_device *device);

/** Fill in the counters of DEVICE's own driver. What was read before an error stays. */
void pk_device_driver_stats_read(struct pk_ctx *ctx, struct pk_device *device);

/** Read the underlying hardware of each of DEVICES, and the interrupts proven to belong to it;
 *  names of interrupts prove nothing. */
void pk_device_irqs_read(struct pk_ctx *ctx, struct pk_devices *devices);

/** Statistics of the device at ADDR, summed up as the kernel's dev_get_stats() does. */
void pk_device_stats_read(struct pk_ctx *ctx, uint64_t addr, struct pk_link_stats *ret_stats);

/** A search for holders of the devices of ACCOUNTS. */
struct pk_ref_search {
	struct pk_ctx *ctx;
	struct pk_ref_accounts *accounts; /* borrowed */
	struct pk_hash by_addr; /* index of an account + 1 */
	struct pk_address_set dsts; /* those that were met */
};

/** Begin an account of the device at ADDR: its name, state and count. */
enum pk_status pk_ref_account_add(struct pk_ctx *ctx, uint64_t addr,
				  struct pk_ref_accounts *accounts);
/** The account of the device at ADDR; NULL: none. Borrowed, valid until another is added. */
struct pk_device_refs *pk_ref_account_of(const struct pk_ref_accounts *accounts, uint64_t addr);
void pk_ref_accounts_deinit(struct pk_ref_accounts *accounts);

/** No account may be added once a search has begun. */
void pk_ref_search_init(struct pk_ref_search *search, struct pk_ctx *ctx,
			struct pk_ref_accounts *accounts);
void pk_ref_search_deinit(struct pk_ref_search *search);

/** HOLDER has one reference to the device at ADDR, which need not be one of the accounts'. */
void pk_ref_found(struct pk_ref_search *search, uint64_t addr, enum pk_ref_kind kind,
		  uint64_t holder);
/** The struct dst_entry at DST (0: none) was found; HOLDER has it. */
void pk_ref_dst_found(struct pk_ref_search *search, uint64_t dst, enum pk_ref_kind kind,
		      uint64_t holder);
/** All holders but sockets, skbs and user queues. What cannot be read is in the accounts' SEARCHED. */
void pk_refs_search(struct pk_ref_search *search);
/** Holders of KIND were not all searched, for STATUS; with PK_OK nothing is changed. */
void pk_refs_failed(struct pk_ref_search *search, enum pk_ref_kind kind, enum pk_status status);

struct pk_device_ring {
	struct pk_net_device device;
	const char *driver; /* "virtio_net" */
	bool receive; /* a ring of the receive side */
	unsigned queue; /* number of the device's queue; wireguard: of the peer, 0 with HANDSHAKE */
	enum pk_ring_wait wait;
};

typedef bool (*pk_device_ring_fn)(uint64_t skb, const struct pk_device_ring *ring, void *arg);

/**
 * Visit every skb in the rings of devices with a known driver (virtio_net, veth, tun, ifb, wireguard, and
 * those of device_ring_cards.c) whose types the dump has. Rings also hold other things (XDP frames), so only
 * objects in a slab of skbs count. PK_ABSENT: this kernel has no list of devices.
 */
enum pk_status pk_device_rings_walk(struct pk_ctx *ctx, pk_device_ring_fn fn, void *arg);
/** Fill in the rings of DEVICES. */
void pk_device_rings_read(struct pk_ctx *ctx, struct pk_devices *devices);

/** Read what the log says of devices that are waited for. */
void pk_device_saids_read(struct pk_ctx *ctx, struct pk_device_saids *ret_saids);
void pk_device_saids_deinit(struct pk_device_saids *saids);
/** What is said of NAME; NULL: nothing. Borrowed. */
const struct pk_device_said *pk_device_said_of(const struct pk_device_saids *saids,
					       const char *name);
/** SAID is not older at PANIC than the kernel's interval and a half, with which the next line would have come; also if
 *  nothing tells when the machine stopped. */
bool pk_device_said_is_current(const struct pk_device_saids *saids,
			       const struct pk_device_said *said, const struct pk_panic *panic);
/** How long the device is waited for at least, in seconds, at PANIC. PK_ABSENT: the log has no panic. */
struct pk_figure pk_device_said_s(const struct pk_device_saids *saids,
				  const struct pk_device_said *said, const struct pk_panic *panic);

/** Unregistered devices that tasks wait for in netdev_run_todo(), and what stands behind the worker that ends namespaces.
 *  A device is named only if that function's unwound frame leads to it: by its list of devices, whose ring closes, or
 *  by a pointer to one that was taken from that list. Unlisted devices are found by no other way. */
void pk_device_waits_read(struct pk_ctx *ctx, struct pk_device_waits *ret_waits);
void pk_device_waits_deinit(struct pk_device_waits *waits);
/** The wait for the device at ADDR; NULL: none. Borrowed. */
const struct pk_device_wait *pk_device_wait_of(const struct pk_device_waits *waits, uint64_t addr);

/** Read all page pools that can be found. A damaged one costs a warning. */
void pk_page_pools_read(struct pk_ctx *ctx, struct pk_page_pools *ret_pools);
void pk_page_pools_deinit(struct pk_page_pools *pools);

/** A queueing discipline that holds packets. */
struct pk_qdisc {
	uint64_t addr;
	char id[16]; /* "pfifo_fast", "fq_codel", ... */
	struct pk_net_device device;
};

typedef bool (*pk_qdisc_skb_fn)(uint64_t skb, const struct pk_qdisc *qdisc, void *arg);

/**
 * Visit every skb in a qdisc of any device: in the qdisc's own lists (fifos; gso_skb and
 * skb_bad_txq hold what was dequeued and not sent), and where pfifo_fast, fq_codel, fq, netem, htb,
 * cake, sfq, fq_pie, hhf, choke, skbprio and etf keep more. Leaf qdiscs of multi-queue roots and
 * classes are included. If a qdisc counts packets that this kernel's types do not lead to (a
 * module's types are not in vmlinux's BTF), a warning says how many.
 */
enum pk_status pk_qdiscs_walk(struct pk_ctx *ctx, pk_qdisc_skb_fn fn, void *arg);
/** Address of the private data of the struct Qdisc at QDISC (qdisc_priv()). False: unknown. */
bool pk_qdisc_private(struct pk_ctx *ctx, uint64_t qdisc, uint64_t *ret_private);

/** Where a CPU keeps packets between the driver and the protocols, and after them. */
enum pk_softnet_queue {
	PK_SOFTNET_INPUT, /* input_pkt_queue: accepted by netif_rx or RPS, not processed yet */
	PK_SOFTNET_PROCESS, /* process_queue: the part being processed */
	PK_SOFTNET_GRO, /* held by GRO, waiting for more segments */
	PK_SOFTNET_GRO_PASS, /* napi_struct.rx_list: finished by GRO, not passed up yet */
	PK_SOFTNET_COMPLETION, /* completion_queue: sent, to be freed */
	PK_SOFTNET_DEFER, /* delivered elsewhere, to be freed by this CPU (5.19) */
	PK_SOFTNET_XFRM, /* xfrm_backlog: on the way out, encrypted or to be encrypted (4.17) */
	PK_SOFTNET_CELL, /* gro_cell.napi_skbs: came out of a tunnel, before GRO */
	PK_NR_SOFTNET_QUEUES
};

typedef bool (*pk_softnet_fn)(uint64_t skb, int cpu, enum pk_softnet_queue queue, void *arg);

/** Visit every skb on every possible CPU's queues in queue order. GRO comes from the NAPI contexts
 *  being polled there, then, with CPU -1, from all others of every device. Damage ends that queue
 *  with a warning. PK_ABSENT: no softnet_data. */
enum pk_status pk_softnet_walk(struct pk_ctx *ctx, pk_softnet_fn fn, void *arg);

const char *pk_softnet_queue_name(enum pk_softnet_queue queue); /* "input_pkt_queue", ... */

/** What the tracker has that member DIR of the object at ADDR is. What cannot be read is in the STATUS of a part. */
void pk_ref_tracker_read(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id dir,
			 struct pk_ref_tracker *ret_tracker);
void pk_ref_tracker_deinit(struct pk_ref_tracker *tracker);

#endif
