/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SOCK_LIVES_H
#define PK_ANALYSIS_SOCK_LIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/lives/packet_work.h"
#include "core/hash.h"
#include "model/packet.h"

/**
 * The lives of sockets. The kernel gives the address of a struct sock that was freed to the next
 * connection, within milliseconds. So an address in two events is one socket only inside one life.
 *
 * Told: a life begins where a state says so (inet_sock_set_state: an active open, a listener, a child
 * of one), where its first packet is sent inside tcp_connect(), or where the socket's addresses or
 * cookie are others than before; it ends in tcp_v4_destroy_sock(), which the event tcp_destroy_sock
 * and probes tell of.
 *
 * Not told: two events with one address, and no beginning or end between, are of one life only if
 * each that there was would be in the trace. That is so if all beginnings are recorded (the states),
 * or all ends, or if the function tracer traces every function and no socket's end was among them;
 * and if no event of any CPU is missing between the two. Else only a number proves it.
 *
 * Request and TIME_WAIT sockets have lives of their own at other addresses. No packet is tied to one:
 * the sk of an event is one only where the stage says (RX_TW's "tw"), and that is not read.
 */
struct pk_engine;
struct pk_event_facts;
struct pk_plan;
struct pk_seen;

/** An event that named a socket with its addresses. */
struct pk_sock_told {
	uint64_t sk;
	struct pk_tuple tuple; /* local end first; family 0: it listens */
	struct pk_sock_mention when;
};

/** That a socket ended. */
struct pk_sock_end {
	uint64_t ts, sk; /* SK 0: which is not known */
	int cpu;
};

struct pk_sock_lives {
	struct pk_hash socks; /* address -> its newest life */
	struct pk_sock_told *told; /* owned, grows; in order of the events */
	uint32_t nr_told, room_told;
	struct pk_sock_end *ended; /* owned, grows; in order of time */
	uint32_t nr_ended, room_ended;
	uint32_t ends; /* calls that ended some socket, so far */
};

/** Before, and after, what the current event says of packets is taken: a life begins before, and ends after. */
void pk_sock_event(struct pk_engine *engine, const struct pk_event_facts *facts);
void pk_sock_event_done(struct pk_engine *engine, const struct pk_event_facts *facts);
/** Events of PLAN are recorded: what of SEEN they are. */
void pk_sock_lives_enabled(struct pk_seen *seen, const struct pk_plan *plan);
/** A function of PK_ACT_SOCK_END was called, of which socket is not known. */
void pk_sock_ended_somewhere(struct pk_engine *engine);
/** The current event, with FACTS, is of PACKET and its socket. */
void pk_sock_names(struct pk_engine *engine, struct pk_packet *packet,
		   const struct pk_event_facts *facts);
/** PACKET, and the current event of SK, are not of one life: SK is another address, or a life has begun since. */
bool pk_sock_is_another(struct pk_engine *engine, const struct pk_packet *packet, uint64_t sk);
/** Note that PACKET's socket has ended since, if that was told. */
void pk_settle_sock_life(struct pk_engine *engine, struct pk_packet *packet);
/** Name packets without a header by their socket's other packets, what events said of it, and the live socket. */
void pk_name_by_sockets(struct pk_engine *engine);
void pk_sock_lives_deinit(struct pk_sock_lives *lives);

#endif
