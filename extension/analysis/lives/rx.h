/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_RX_H
#define PK_ANALYSIS_RX_H

/* What rx.c and its parts ask of each other; nobody else does. */

#include "analysis/events/engine.h"

/* --- rx_enter.c --- */

/** The packet that OBJECT is, which begins now if none is known; NULL: out of memory. */
struct pk_packet *pk_rx_of(struct pk_engine *engine, struct pk_object *object);
/** That of the event's CPU. */
struct pk_pass *pk_rx_pass_of(struct pk_engine *engine);
/** The functions that a pass begins and ends with are recorded. */
bool pk_rx_pass_is_framed(struct pk_engine *engine);
/** Graph filters may hide the functions that a pass begins and ends with: then it ends where the next
 * skb comes in after a protocol took one, or ALONE. */
void pk_rx_pass_add(struct pk_engine *engine, uint64_t skb, bool alone);
/** SKB goes another way. */
void pk_rx_pass_remove(struct pk_engine *engine, uint64_t skb);
/** SKB waits for a worker of this CPU, which takes one after the other. */
void pk_rx_pass_wait(struct pk_engine *engine, uint64_t skb);
/** That worker begins: what waits for it is the pass. */
void pk_rx_pass_resume(struct pk_engine *engine);
/** Without those that were sent on, or taken by another protocol. */
struct pk_packet *pk_rx_pass_first(struct pk_engine *engine);

/** A function on the way up begins, or ends. */
void pk_rx_enter(struct pk_engine *engine, struct pk_frame *frame);
void pk_rx_leave(struct pk_engine *engine, struct pk_frame *frame);
/** The outermost frame that handles this skb alone: IP's delivery above the protocol's function. */
struct pk_frame *pk_rx_own_frame(struct pk_engine *engine, struct pk_frame *frame);
/** By STAGE's protocol. What it was until then (what was sent and came in again here, or GRO's header) was another's: that
 * of the tunnel that it came out of, or of what it carries. */
void pk_rx_taken_by(struct pk_packet *packet, const struct pk_stage *stage);
/** It is of IPsec, which gives what it carried the same skb on the same device. (Its own function may not be recorded, where
 * calls nest deep.) */
bool pk_rx_carries_in_place(const struct pk_packet *packet);
/** What OUTER carried is a packet of its own from here on, which did not come in once more: it is where OUTER was. */
struct pk_packet *pk_rx_come_out(struct pk_engine *engine, struct pk_object *object,
				 struct pk_packet *outer, enum pk_identity how);
/** A worker of this CPU will hand it to its protocol. */
struct pk_packet *pk_rx_wait_outside(struct pk_engine *engine, struct pk_object *object,
				     struct pk_packet *outer, enum pk_identity how);
/** STAGE's protocol takes an skb that IPsec had: what is in it is not OUTER any more. */
bool pk_rx_takes_inner(const struct pk_packet *outer, const struct pk_stage *stage);
/** What of other packets came in before it may be lost. */
void pk_rx_note_losses(const struct pk_engine *engine, struct pk_packet *packet);

/* --- rx_arrive.c --- */

/** A frame of the wire enters GRO (napi_gro_receive_entry). */
void pk_rx_wire_frame_arrived(struct pk_engine *engine, const struct pk_event_facts *facts);
/** A probe where GRO looks at a header. */
void pk_rx_gro_header(struct pk_engine *engine, const struct pk_event_facts *facts);
/** GRO merges one skb into another. */
void pk_rx_gro_merge(struct pk_engine *engine, const struct pk_event_facts *facts);
/** A fragment is a frame of the datagram that it becomes part of, whatever its skb carries then. */
void pk_rx_note_fragment(struct pk_engine *engine, struct pk_packet *packet,
			 const struct pk_event_facts *facts);
/** netif_receive_skb and what is attached to it. The same skb may pass again on another device
 * (VLAN, bridge): it still is one packet, unless it was sent in between. */
void pk_rx_received(struct pk_engine *engine, const struct pk_event_facts *facts);

#endif
