/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_MEMORY_H
#define PK_ANALYSIS_MEMORY_H

#include "analysis/packets.h"
#include "core/hash.h"
#include "decode/net/net_device.h"
#include "model/packet.h"
#include "model/sock.h"

/** Where an skb stands in the dead machine's memory, and what that says of its packet. */
struct pk_place {
	uint64_t skb;
	enum pk_outcome outcome;
	enum pk_direction dir;
	const struct pk_sock *sock; /* whose queue it is; borrowed; NULL: no socket's */
	enum pk_sock_queue queue; /* valid with SOCK */
	char dev[16]; /* of a qdisc or neighbour; "" */
	char text[128]; /* "stands in ..." */
	bool joined; /* a packet of the trace is known to be this */
	bool in_tree; /* skb->dev is a word of the tree that it stands in */
};

/** What memory holds now: sockets, and every queued skb with its place. */
struct pk_memory {
	struct pk_hash places; /* skb -> struct pk_place, owned */
	struct pk_hash socks; /* address -> struct pk_sock, owned */
	struct pk_hash tuples; /* pk_tuple_key of the local tuple -> struct pk_sock of SOCKS */
	struct pk_sock *listeners; /* owned */
	size_t nr_listeners, room_listeners;
	bool backlogs_known; /* of listeners: how many may wait to be accepted */
	struct pk_place **list; /* owned: the places in the order they were found in */
	size_t nr, room;
	struct pk_net_device *devices; /* owned */
	size_t nr_devices, room_devices;
	bool socks_missing, queues_missing; /* some, as warnings say */
	bool truncated; /* there were more than PK_MAX_PACKETS, or memory ran out */
};

/** Reads all of it. What cannot be read costs a warning. MEMORY is valid in any case. */
void pk_memory_load(struct pk_ctx *ctx, struct pk_memory *ret_memory);
void pk_memory_deinit(struct pk_memory *memory);

/** Connections of two protocols may have one tuple. */
uint64_t pk_tuple_key(const struct pk_protocol *protocol, const struct pk_tuple *tuple);
/** The living connection that this packet belongs to, by its tuple; NULL: none, or the tuple is not known. */
const struct pk_sock *pk_memory_sock(const struct pk_memory *memory,
				     const struct pk_packet *packet);
/** The listener that PACKET, received, came to, if its accept queue is full; NULL: none such. */
const struct pk_sock *pk_memory_full_listener(const struct pk_memory *memory,
					      const struct pk_packet *packet);
/** Is the connection of PACKET, received, still a request (SYN received, not yet established)? */
bool pk_memory_is_request(const struct pk_memory *memory, const struct pk_packet *packet);
/** The device that a received skb with this skb_iif came up from, in the namespace NET (0: not known, then it must be
 *  the only one of that index); "": not known. */
const char *pk_memory_device(const struct pk_memory *memory, uint64_t net, uint32_t ifindex);
/** Where SKB stands; NULL: in no queue that is known. */
struct pk_place *pk_memory_place(const struct pk_memory *memory, uint64_t skb);

/**
 * The places that no packet of SET is joined to become packets of SET, in front of all others: from
 * memory alone, of unknown time; what was never sent comes first. Only those of which something says whose they are. SET is one that
 * was settled against MEMORY.
 */
enum pk_status pk_memory_packets(struct pk_ctx *ctx, const struct pk_memory *memory,
				 struct pk_packet_set *set);

#endif
