/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_QDISC_H
#define PK_DECODE_QDISC_H

#include "core/context.h"
#include "decode/net/device/net_device.h"

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

#endif
