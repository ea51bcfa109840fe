/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_QUEUED_PACKETS_H
#define PK_ANALYSIS_QUEUED_PACKETS_H

#include "analysis/lives/packets.h"
#include "core/context.h"
#include "core/hash.h"
#include "decode/net/device/net_device.h"
#include "decode/task/stack.h"
#include "model/packet.h"
#include "model/skb.h"
#include "model/sock.h"

/** Where an skb is queued in the dead machine's memory, and what that means for its packet. */
struct pk_place {
	uint64_t skb;
	enum pk_outcome outcome;
	enum pk_direction dir;
	const struct pk_sock *sock; /* owner of the queue; borrowed; NULL: not a socket's */
	enum pk_sock_queue queue; /* valid with SOCK */
	const char *holder; /* "qdiscs": who has such packets; static; NULL: sockets */
	char dev[16]; /* of a qdisc or neighbour; "" */
	char text[128]; /* "stands in ..." */
	bool joined; /* known to be a packet of the trace */
	bool changing; /* a worker may be at work on it: it may break the rules of an skb for now */
	bool in_tree; /* in an rbtree, which uses the word of skb->dev */
};

/** What memory holds at the end: sockets, and every queued skb with its place. */
struct pk_queued_packets {
	struct pk_hash places; /* skb -> struct pk_place, owned */
	struct pk_hash socks; /* address -> struct pk_sock, owned */
	/* pk_tuple_key of the local tuple, without and with the namespace -> struct pk_sock of SOCKS */
	struct pk_hash tuples;
	struct pk_sock *listeners; /* owned */
	size_t nr_listeners, room_listeners;
	bool backlogs_known; /* the listeners' limits on connections waiting for accept() */
	struct pk_place **list; /* owned: the places in the order in which they were found */
	size_t nr, room;
	struct pk_net_device *devices; /* owned */
	size_t nr_devices, room_devices;
	bool socks_missing, queues_missing; /* some were unreadable, as warnings say */
	bool truncated; /* there were more than PK_MAX_PACKETS, or memory ran out */
};

/** Read all of it. What cannot be read costs a warning; MEMORY is valid in any case. */
void pk_queued_load(struct pk_ctx *ctx, struct pk_queued_packets *ret_memory);
void pk_queued_deinit(struct pk_queued_packets *memory);

/** Key of TUPLE with PROTOCOL, because connections of two protocols may have the same tuple. */
uint64_t pk_tuple_key(const struct pk_protocol *protocol, const struct pk_tuple *tuple);
/** The live connection of PACKET by its tuple and, where several namespaces have that, its namespace; NULL: none, or they
 *  are unknown. Borrowed. */
const struct pk_sock *pk_queued_sock(const struct pk_queued_packets *memory,
				     const struct pk_packet *packet);
/** The listener that PACKET, received, reached, if its accept queue is full; otherwise NULL. In an unknown namespace, those
 *  of all must be. */
const struct pk_sock *pk_queued_full_listener(const struct pk_queued_packets *memory,
					      const struct pk_packet *packet);
/** Whether the connection of PACKET, received, is still a request (SYN received, not
 *  established). */
bool pk_queued_is_request(const struct pk_queued_packets *memory, const struct pk_packet *packet);
/** The struct net_device at ADDR; NULL: none is known there. */
static inline const struct pk_net_device *
pk_queued_device_at(const struct pk_queued_packets *memory, uint64_t addr)
{
	for (size_t i = 0; i < memory->nr_devices; i++)
		if (memory->devices[i].addr == addr)
			return &memory->devices[i];
	return NULL;
}
/** Device with index IFINDEX (an skb's skb_iif) in namespace NET (0: unknown; then the index must
 *  be unique); "" if unknown. */
const char *pk_queued_device(const struct pk_queued_packets *memory, uint64_t net,
			     uint32_t ifindex);
/** Where SKB is queued; NULL: in no known queue. */
struct pk_place *pk_queued_place(const struct pk_queued_packets *memory, uint64_t skb);

/**
 * Turn queued skbs that are not joined to a packet of SET into packets of SET, before all others:
 * from memory alone, of unknown time, those never sent first. Only those whose owner is known. SET
 * must have been settled against MEMORY.
 */
enum pk_status pk_queued_packets_add(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
				     struct pk_packet_set *set);

/**
 * Packets that CPUs' stacks hold: the panicking CPU's, those of others, and on any CPU those
 * waiting on lists in functions' local variables.
 */
struct pk_on_stack;

struct pk_stack_packets {
	struct pk_stack_packet panicking; /* of the panicking CPU */
	bool panicking_known; /* that CPU was in a function that handles packets */
	/* the others */
	struct pk_on_stack *held; /* owned */
	uint32_t nr, room;
	uint32_t unread; /* CPUs whose stacks could not be searched */
};

/** PANIC_CPU negative: unknown, or no panic. What is unreadable is left out. */
void pk_stack_packets_load(struct pk_ctx *ctx, int panic_cpu, struct pk_stack_packets *ret_list);
/** Packet I of the others: its skb, the function that handles it or whose list it is on, and its CPU.
 *  False: the pointer may be left over from an earlier call. */
bool pk_stack_packets_at(const struct pk_stack_packets *list, uint32_t i, uint64_t *ret_skb,
			 uint64_t *ret_func, int *ret_cpu);
void pk_stack_packets_deinit(struct pk_stack_packets *list);
/** SET contains all of them, or reaches back so far that those that it lacks began too long ago to be looked for. */
bool pk_stack_packets_settled(struct pk_ctx *ctx, const struct pk_stack_packets *list,
			      const struct pk_packet_set *set);
/** Mark them as in flight in SET, adding those that no trace knows as packets from memory.
 *  FUNCTIONS: of the filter; NULL: none. */
void pk_stack_packets_join(struct pk_ctx *ctx, const struct pk_stack_packets *list,
			   struct pk_function_set *functions, struct pk_packet_set *set);

struct pk_queued_packets;

/** Sockets whose protocol can carry another. All zeros: not looked for yet. */
struct pk_udp_encap_owners {
	const struct pk_sock **list; /* owned; of MEMORY; by namespace and port */
	size_t nr;
	bool loaded;
	/* the newest address that was looked for */
	uint64_t last_net; /* 0: none was */
	uint8_t last_family, last_address[16];
	bool last_is_local;
};

/**
 * HEADER, of SKB, which came in and which no socket has yet, becomes that of what it carries (pk_header_wrap()) if the socket that
 * it is for takes that out, as the kernel will: the only one of its port and address there, and the address is one of
 * that namespace.
 */
void pk_udp_encap_unveil(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			 struct pk_udp_encap_owners *takers, const struct pk_skb *skb,
			 struct pk_header *header);
void pk_udp_encap_owners_deinit(struct pk_udp_encap_owners *takers);

#endif
