/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_QUEUES_H
#define FAKE_QUEUES_H

#include "fake_net.h"

/**
 * Where a machine of fake_net keeps packets outside its sockets: a device with two transmit queues (qdisc 0,
 * pfifo_fast, and 1, fq_codel) and a qdisc that only its handle leads to (2, htb); one neighbour that is being
 * asked for; softnet_data and the list of deferred frees of one CPU; a NAPI context. All empty.
 */
void fake_queues_init(struct fake_target *fake);

#define AT(offset) (FAKE_GLOBALS + 0xc000 + (uint64_t)(offset))
#define DEVICE AT(0) /* eth0: two transmit queues */
#define DEVICE_IFINDEX 88
#define DEVICE_NET 96
#define QUEUES AT(0x200) /* struct netdev_queue[2], 32 bytes each */
#define QDISC(n) AT(0x400 + 0x400 * (n))
#define OPS(n) AT(0x300 + 0x20 * (n))
#define RING AT(0x1400) /* void *[4] */
#define FLOWS AT(0x1500) /* struct fq_codel_flow[3], 16 bytes each */
#define NEIGH AT(0x1600)
#define TABLE AT(0x1700)
#define HASH AT(0x1740)
#define BUCKETS AT(0x1780) /* two */
#define NAPI AT(0x1800)
#define SOFTNET AT(0x2000)
#define DEFER_NODES AT(0x2400) /* per CPU: two nodes of 64 bytes */
#define HOTDATA AT(0x2600)
#define NR_NODES AT(0x2640)

/* In struct Qdisc. */
#define Q_OPS 0
#define Q_HASH 8
#define Q_GSO 24
#define Q_LIST 48
#define Q_BAD 72
#define Q_PRIVATE 128
#define RING_SIZE 64 /* of a struct skb_array: consumer 0, size 4, queue 8 */

#endif
