/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PACKET_WORK_H
#define PK_ANALYSIS_PACKET_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "model/packet.h"
#include "protocol/stage.h"

/** How a received packet moved from device to device, by a function that tells no more than
 *  that. */
enum pk_up {
	PK_UP_DEVICE, /* an event named the next device */
	PK_UP_VLAN,
	PK_UP_MASTER,
	PK_UP_BRIDGE,
};
#define PK_UP_BITS 2
/* No address: at the one that was told another device may stand by now. */
#define PK_NETDEV_UNKNOWN 1
#define PK_UPS_MAX 7 /* kept in UPS; NR_UPS of one more: there were too many */

/** Where a sent packet was queued below a device that had it (macsec_below.c). */
struct pk_below {
	struct pk_packet *inner; /* that the device had */
	uint64_t skb; /* in the queue */
	bool answered; /* the device has taken it: FRAME is what it was given */
	struct pk_wire_frame frame;
	const struct pk_stage *stage; /* of the event */
	struct pk_piece piece; /* the event */
};

/** When an event tied a packet to a socket, or named one (sock_lives.h). */
struct pk_sock_mention {
	uint32_t life; /* which of those at the address, from 1; 0: none was named */
	int cpu;
	uint64_t sk, ts;
	uint32_t ends; /* calls that had ended some socket */
	uint64_t serial; /* gaps.serial */
	uint64_t lost; /* gaps.newest */
	bool all_calls; /* the function tracer traces every function */
	bool silent; /* another CPU's events were missing */
	bool end_known; /* the event read a control block, whose numbers end before END */
	uint32_t end;
};

/** The analysis's notes on a packet until its end is settled; meaningless afterwards. */
struct pk_packet_work {
	/* IS_OWN: of a protocol being shown; IS_OTHER: of another */
	bool is_own : 1, is_other : 1, is_own_gro : 1, delivered : 1, coalesced : 1,
		coalesced_in_backlog : 1, backlogged : 1, acked : 1, purged : 1, timewait : 1,
		dropped : 1;
	bool wire_seen : 1, queue_seen : 1, xmit_ok : 1, freed : 1, refused : 1, copied : 1,
		looped : 1, control : 1, neigh_wait : 1, clone_needed : 1;
	bool freed_on_receipt : 1, framed : 1, rx_queued : 1, handshake : 1, nothing_kept : 1,
		answered : 1, closed_unread : 1, requeued : 1, rejected : 1, unkept : 1, pruned : 1,
		backlog_full : 1, reset_taken : 1, taken : 1;
	/* tx: given to a driver; the driver freed it; the driver said that it dropped it */
	bool driven : 1, completed : 1, driver_dropped : 1;
	bool fills : 1; /* rx: while it was handled, out-of-order data was merged */
	bool through_backlog : 1; /* rx: BACKLOGGED was set at some time */
	bool first_unknown : 1; /* tx: may be a retransmission of something before the window */
	bool kept : 1; /* rx: tcp_data_queue() got it and queued it */
	bool probe_answered : 1; /* rx: it had nothing new, and an ACK said so */
	bool consumed : 1; /* rx, datagram: consume_skb in the softirq that received it */
	bool handled : 1; /* rx, datagram: its protocol did what it asks for */
	bool unwrapped : 1; /* rx: a tunnel received what it carries */
	bool copy_queued : 1; /* rx, datagram: a raw socket has a copy */
	bool numbered : 1; /* a tunnel's own function had it, whose header has a number */
	bool copy_by_own : 1; /* with COPY_QUEUED: its protocol gave one to a socket of its own */
	bool was_read : 1; /* rx, datagram: consume_skb by its reader */
	/* rx: a reader in the kernel was done with it, maybe in the softirq that received it */
	bool read_in_kernel : 1;
	bool freed_by_task : 1; /* rx: in a process, not in the softirq that received it */
	bool absorbed : 1; /* merged into another packet */
	bool carries : 1; /* tx: a tunnel's outer packet */
	bool lost_inside : 1; /* tx: all that carries it was dropped; DROP is that of the first */
	bool enclosed : 1; /* tx: became another packet in place, and reached no device */
	bool neigh_left : 1; /* tx: with NEIGH_WAIT: a neighbour's answer may have released it */
	/* tx: IP fragmented or copied its skb, and the copies are now the packet */
	bool replaced : 1;
	/* it was cut into segments before its protocol had it (rx), before a device had it (tx) */
	bool cut : 1;
	/* the trace tells of no end but drops: what was dropped at its address may be it, or the next one there */
	bool may_be_dropped : 1;
	bool by_drop : 1; /* counts as dropped only because of kfree_skb */
	bool headless : 1; /* rx: received before the first event: its frames were merged into it */
	bool has_frames : 1; /* its trail has wire frames */
	bool reassembled : 1; /* rx, fragment: its skb became the whole datagram's */
	bool is_copy : 1; /* rx: of WHOLE, for a socket (copies.c) */
	bool is_segment : 1; /* such a copy that is a segment of WHOLE */
	/* rx: a segment of what was cut when it was sent: which of its half's numbers are its own is not known */
	bool is_piece : 1;
	bool says_unread : 1; /* tx: a reset because its socket was closed with unread data */
	bool sock_over : 1; /* its socket was told to end since, or another to begin at its address */
	struct pk_sock_mention sock;
	/* rx: the first probe on a function of its protocol that gets a packet once, and the
	 * function's stage; tx: the event that first reported its start in a driver. 0: none */
	uint16_t once_stage;
	uint32_t once_probe;
	uint32_t serial; /* in order of their first events */
	uint32_t birth_serial;
	uint32_t nr_copies; /* for sockets (copies.c) */
	/* of a fragment: the datagram with all of it; of a copy: its original; otherwise NULL */
	struct pk_packet *whole;
	union {
		struct {
			uint64_t delivered_len;
			uint32_t receive_probe; /* format number of the first event above GRO */
			/* how it moved up through devices: PK_UP_*, the first in the lowest bits */
			uint32_t ups : 14, nr_ups : 4, vlan : 12, vlan_known : 1;
			uint32_t probe_ack; /* with PROBE_ANSWERED: the number asked for */
			uint64_t clone_of; /* address of what it was cloned from; 0: none */
			uint32_t clone_life; /* lives that had ended at that address */
			/* skb->dev on entering the protocol: the last device; 0: not told */
			uint64_t netdev;
			/* gaps.serial of its first event; when it came behind other data, that of the newest
			 * event before which others were lost, or may have been */
			uint64_t begun_serial, lost_before;
		} rx;
		struct {
			uint64_t queue_len;
			uint64_t len_above; /* the same on the device before its last */
			/* on its last device: its parts, if a device above split it */
			uint32_t nr_queued;
			/* a probe told the sending call's socket, and how much it writes */
			uint32_t call_told : 1, written_known : 1;
			/* its skb was, and no event had said that a driver took it */
			uint32_t used_up : 1;
			uint32_t written;
			uint64_t waits_since; /* with NEIGH_WAIT: gaps.serial */
			/* its skb's serial when a device's queue last got it */
			uint64_t queued_at;
			/* address of the part that is being made another packet; 0: none */
			uint64_t transformed;
			struct pk_packet *source; /* what its skb is a copy of; NULL: none */
			struct pk_below *below; /* the pool's; NULL: on no device below one */
			/* segments that a queue split it into and holds; the first one's position
			 * there */
			uint32_t nr_cut, cut_place;
		} tx;
	};
};

#endif
