/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_TX_H
#define PK_ANALYSIS_TX_H

/* What tx.c and its parts ask of each other; nobody else does. */

#include "analysis/events/engine.h"

/* --- tx_begin.c --- */

/** NULL: out of memory. */
struct pk_packet *pk_tx_new(struct pk_engine *engine);
/** The sending packet that the current task is in the middle of, if it still wants what it lacks. */
struct pk_packet *pk_tx_current(struct pk_engine *engine);
/** By STAGE's function. */
struct pk_packet *pk_tx_begin(struct pk_engine *engine, const struct pk_stage *stage);
/** Which protocol carries INNER: its tunnel's own function around here says. NULL: none does. */
const struct pk_stage *pk_tx_tunnel_around(const struct pk_engine *engine,
					   const struct pk_packet *inner);
/** A packet that carries another. */
struct pk_packet *pk_tx_carrier(struct pk_engine *engine);
/** The wire clone is known: tie it to its packet. */
void pk_tx_attach_wire(struct pk_engine *engine, struct pk_packet *packet, struct pk_object *object,
		       enum pk_identity how);
/** INNER is made another packet, in place: the skb of OBJECT; NULL: which one is not known yet. */
struct pk_packet *pk_tx_enclose(struct pk_engine *engine, struct pk_packet *inner,
				struct pk_object *object, enum pk_identity how);
/** A function on the way of sent packets begins. */
void pk_tx_enter(struct pk_engine *engine, struct pk_frame *frame);
/** __tcp_transmit_skb(sk, skb, clone_it): the probe names the original and the socket. */
void pk_tx_transmit_probed(struct pk_engine *engine, const struct pk_event_facts *facts);

/* --- tx_sender.c --- */

/** PACKET's own header was read. Until then, what a tunnel made of another packet is of any protocol. */
void pk_tx_header_read(struct pk_packet *packet, const struct pk_header *header);
/** FACTS tell that OBJECT's skb is used up. If that was IP's cutting it into fragments, and it is what a tunnel's device had, what
 *  this task sent last carries it. */
void pk_tx_fragmented(struct pk_engine *engine, struct pk_object *object,
		      const struct pk_event_facts *facts);
/** A driver took it for good. */
bool pk_tx_driver_took(const struct pk_object *object);
/** The packet that this skb was already sent as, unless it came in again since (loopback, veth) and is
 * sent on: that is another one. Its driver's netif_rx tells of that where no event says that it came in. */
struct pk_packet *pk_tx_sent_as(const struct pk_object *object);
/** __copy_skb_header(new, old): a clone for the wire, a segment, or somebody's own copy. */
void pk_tx_copy_header(struct pk_engine *engine, const struct pk_event_facts *facts);
/** The first that is heard of an skb inside a tunnel's sending function, or after it: it is the outer packet's. */
void pk_tx_carry_on(struct pk_engine *engine, struct pk_object *object,
		    const struct pk_event_facts *facts);
/** Cut off PACKET's skb, or copied from it, before that was used up on its way to a device's queue: a segment of
 * ip_finish_output_gso(), or the copy of skb_expand_head(). */
bool pk_tx_takes_place(const struct pk_packet *packet, const struct pk_object *object);
/** Whose packet is the skb that reaches a device queue or driver. */
struct pk_packet *pk_tx_sender_of(struct pk_engine *engine, struct pk_object *object,
				  const struct pk_header *header);

/* --- tx_answer.c --- */

/** It will be tried again and counted then; or it was another packet's. */
void pk_tx_not_given(struct pk_packet *packet, struct pk_wire_frame *wire);
/** PACKET's newest frame in SKB; NULL: none. */
struct pk_wire_frame *pk_tx_last_wire_frame(struct pk_packet *packet, uint64_t skb);
/** The newest in SKB that no driver has answered for; NULL: none. */
struct pk_wire_frame *pk_tx_open_wire_frame(struct pk_packet *packet, uint64_t skb);
/** The current task gives the skb, PACKET's (NULL: another protocol's), to a driver, or to a device's queue. Probes on
 * the same place tell of it once more. */
void pk_tx_sending_begin(struct pk_engine *engine, const struct pk_event_facts *facts,
			 struct pk_packet *packet, bool driven);
/** What THREAD is giving to a driver at this address; NULL: nothing. */
struct pk_sending *pk_tx_sending_of(struct pk_thread *thread, uint64_t skb);
/** net_dev_xmit: what the driver answered. */
void pk_tx_done(struct pk_engine *engine, const struct pk_event_facts *facts);
/** Freed by others than the driver function that it is being given to: the device is done with it. */
bool pk_tx_completed(struct pk_engine *engine, const struct pk_object *object,
		     struct pk_packet *packet);

/* --- tx_frame.c --- */

/** net_dev_queue. */
void pk_tx_queued(struct pk_engine *engine, const struct pk_event_facts *facts);
/** net_dev_start_xmit, and probes on it that read the header: one occurrence, several events. */
void pk_tx_started(struct pk_engine *engine, const struct pk_event_facts *facts);
/** A probe on the driver's own function, whatever its name: the frame is the one that the driver was just given. */
void pk_tx_driver_probed(struct pk_engine *engine, const struct pk_event_facts *facts);

/* --- tx_cut.c --- */

/** Bytes, by the event; 0: it does not tell. */
uint32_t pk_tx_length_of(struct pk_engine *engine, const struct pk_event_facts *facts);
/** The driver gets a segment of PACKET, which may have been cut on another CPU. */
void pk_tx_count_segment(struct pk_engine *engine, const struct pk_packet *packet,
			 const struct pk_event_facts *facts);
/** A queue may give out several at once, which are all cut before the driver gets the first segment. */
void pk_tx_note_cut(struct pk_cut *cut, struct pk_packet *packet);
/** A segment at a fresh address: of what this CPU has cut, else of the packet that the task is sending now, else of the
 * newest one that its sequence number lies in, else of the one that has waited longest. */
struct pk_packet *pk_tx_parent_of_segment(struct pk_engine *engine, struct pk_object *object,
					  const struct pk_event_facts *facts);
/** How sure it is that a segment is PACKET's, before the driver gets it: by the order of a queue it is a guess. */
enum pk_identity pk_tx_segment_how(struct pk_engine *engine, const struct pk_packet *packet,
				   const struct pk_event_facts *facts);

#endif
