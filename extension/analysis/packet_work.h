/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PACKET_WORK_H
#define PK_ANALYSIS_PACKET_WORK_H

#include <stdbool.h>
#include <stdint.h>

/** A step of a received packet from device to device, of a function whose name says no more than that. */
enum pk_up {
	PK_UP_DEVICE, /* an event named the next device */
	PK_UP_VLAN,
	PK_UP_MASTER,
	PK_UP_BRIDGE,
};
#define PK_UP_BITS 2
#define PK_UPS_MAX 7 /* one more: there were too many */

/** What analysis notes of a packet on its way to how it ended; of no use afterwards. */
struct pk_packet_work {
	/* IS_OWN: of a protocol that is told of; IS_OTHER: of another */
	bool is_own : 1, is_other : 1, is_own_gro : 1, delivered : 1, coalesced : 1,
		coalesced_in_backlog : 1, backlogged : 1, acked : 1, purged : 1, timewait : 1,
		dropped : 1;
	bool wire_seen : 1, queue_seen : 1, xmit_ok : 1, freed : 1, refused : 1, copied : 1,
		looped : 1, control : 1, neigh_wait : 1, clone_needed : 1;
	bool freed_on_receipt : 1, framed : 1, rx_queued : 1, handshake : 1, nothing_kept : 1,
		answered : 1, closed_unread : 1, requeued : 1, rejected : 1, unkept : 1, pruned : 1,
		backlog_full : 1, reset_taken : 1, taken : 1;
	bool driven : 1, completed : 1,
		driver_dropped : 1; /* tx: a driver was given it; freed it then; says that
							     * it dropped it */
	bool fills : 1; /* rx: while it was handled, data that waited behind it was merged */
	bool through_backlog : 1; /* rx: BACKLOGGED was set at some time */
	bool first_unknown : 1; /* tx: of a window that begins earlier it may be a retransmit */
	bool kept : 1; /* rx: tcp_data_queue() was given it, and put it into a queue */
	bool probe_answered : 1; /* rx: it has nothing new, and was answered by an ACK that says so */
	bool consumed : 1; /* rx, a datagram: consume_skb, in the softirq that brought it */
	bool was_read : 1; /* rx, a datagram: consume_skb by its reader */
	bool read_in_kernel : 1; /* rx: a reader in the kernel was done with it, maybe in the softirq that brought it */
	bool freed_by_task : 1; /* rx: in a process, not in the softirq that brought it */
	bool absorbed : 1; /* another packet has all of it */
	bool carries : 1; /* tx: a tunnel's outer packet */
	bool enclosed : 1; /* tx: made another packet in place: no device was given it */
	bool neigh_left : 1; /* tx: with NEIGH_WAIT, it may be one of those that a neighbour's answer let out */
	bool replaced : 1; /* tx: IP cut or copied its skb, and used it up: the copies are the packet now */
	bool by_drop : 1; /* it counts as dropped because kfree_skb told of it */
	bool headless : 1; /* rx: it came in before the first event: its frames are what was merged into it */
	bool has_frames : 1; /* its trail has wire frames */
	bool reassembled : 1; /* rx, a fragment: its skb became that of the whole datagram */
	bool is_copy : 1; /* rx: of WHOLE, for a socket (copies.c) */
	bool is_segment : 1; /* such a one that WHOLE was cut into */
	bool says_unread : 1; /* tx: a reset whose reason is that its socket was closed with data that
			       * nobody had read */
	/* rx: the first probe of a function of its protocol's that gets a packet once, and the function's stage;
	 * tx: the event that first told of its start in a driver. 0: none */
	uint16_t once_stage;
	uint32_t once_probe;
	uint32_t serial; /* in order of their first events */
	uint32_t birth_serial;
	uint32_t nr_copies; /* of it, for sockets (copies.c) */
	struct pk_packet *
		whole; /* a fragment's: the datagram that has all of it; a copy's: what it is of; NULL */
	union {
		struct {
			uint64_t delivered_len;
			uint32_t
				receive_probe; /* the first event above GRO: number of its format */
			/* how it came up through devices: PK_UP_*, the first in the lowest bits */
			uint32_t ups : 14, nr_ups : 4, vlan : 12, vlan_known : 1;
			uint32_t probe_ack; /* with PROBE_ANSWERED: the number that was asked for */
			uint64_t clone_of; /* address of what it was cloned from; 0 */
			uint32_t clone_life; /* of that address: lives that had ended there */
			uint64_t
				netdev; /* skb->dev at the protocol's door: the last of those devices */
		} rx;
		struct {
			uint64_t queue_len;
			uint32_t
				nr_queued; /* on its last device: its parts, where a device above made them */
			/* a probe named the socket of the call that sends, and how much it writes */
			uint32_t call_told : 1, written_known : 1;
			uint32_t written;
			uint64_t
				transformed; /* address of what of it is made another packet now; 0 */
			/* segments that a queue cut it into and keeps; the first's number there */
			uint32_t nr_cut, cut_place;
		} tx;
	};
};

#endif
