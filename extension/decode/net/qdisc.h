/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_QDISC_H
#define PK_DECODE_QDISC_H

#include "core/context.h"
#include "decode/net/net_device.h"

/** A queueing discipline with packets in it. */
struct pk_qdisc {
	uint64_t addr;
	char id[16]; /* "pfifo_fast", "fq_codel", ... */
	struct pk_net_device device;
};

typedef bool (*pk_qdisc_skb_fn)(uint64_t skb, const struct pk_qdisc *qdisc, void *arg);

/**
 * Every skb that stands in a qdisc of any device: lists of the qdisc itself (fifos; what was dequeued and
 * not sent: gso_skb, skb_bad_txq), and what pfifo_fast, fq_codel, fq, netem, htb, cake, sfq, fq_pie, hhf, choke, skbprio
 * and etf keep elsewhere. Leaf qdiscs of multi-queue roots and
 * classes are found with the others. A qdisc that counts packets which lie where this kernel's types do not
 * lead (those of modules are not in its BTF) costs a warning that says how many.
 */
enum pk_status pk_qdiscs_walk(struct pk_ctx *ctx, pk_qdisc_skb_fn fn, void *arg);
/** Where the discipline of the struct Qdisc at QDISC keeps its own (qdisc_priv()). False: not known. */
bool pk_qdisc_private(struct pk_ctx *ctx, uint64_t qdisc, uint64_t *ret_private);

#endif
