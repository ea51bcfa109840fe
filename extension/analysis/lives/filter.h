/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FILTER_H
#define PK_ANALYSIS_FILTER_H

#include <stddef.h>

#include "analysis/events/function_tree.h"
#include "analysis/lives/bpf.h"
#include "model/packet.h"
#include "model/sock.h"

/** An event whose packet somebody wants to know. */
struct pk_watched {
	uint64_t ts; /* ring clock */
	struct pk_event_pos pos;
	/* Borrowed from the set that the packets are in, which may have dropped them since. NULL: none is known. */
	const struct pk_packet *packet; /* that the event's skb is */
	const struct pk_packet *handled; /* in whose calls the event was recorded */
};

/** Such events, in order of time. */
struct pk_packet_watch {
	struct pk_watched *list; /* borrowed */
	size_t nr;
};

struct pk_engine;
struct pk_event_facts;

/** Forget the answers: the trace is read once more. */
void pk_watch_begin(struct pk_packet_watch *watch);
/** Answer for the engine's current event, if it is watched. FACTS: what it says; NULL: nothing about packets. */
void pk_watch_event(struct pk_engine *engine, const struct pk_event_facts *facts);

/**
 * A pcap-filter expression, compiled for Ethernet (pcap-filter(7), DLT_EN10MB).
 *
 *
 * It is applied to the header that can be reconstructed of a packet: Ethernet with unknown
 * addresses (zeros on "lo"), IP without options or extension headers, unfragmented, and TCP with
 * unknown options. Lengths include the Ethernet header, as tcpdump's do. A packet that GRO merged
 * or TSO will cut is one frame, as tcpdump on that machine saw it. VLAN tags are not recorded,
 * which only matters to an expression that asks for them; packets of "lo" have none.
 */
struct pk_expression {
	char *text; /* owned */
	struct pk_bpf_insn *insns; /* owned */
	size_t nr;
};

/** Frees what EXPRESSION owns. */
void pk_expression_deinit(struct pk_expression *expression);

/** Which packets are wanted: all fields that are set must match. Begin with
 *  pk_packet_filter_init(). */
struct pk_packet_filter {
	bool by_dir;
	enum pk_direction dir;
	const char *id; /* the packet's ID, or the end of it; NULL: any */
	uint64_t skb, sk; /* 0: any */
	/* Borrowed, ascending: skb addresses, one of which the packet must have had. The newest N
	 * packets are then the newest N of each address. NULL: any. */
	const uint64_t *skbs;
	size_t nr_skbs;
	int cpu; /* -1: any */
	int32_t pid; /* -1: any */
	bool by_mark;
	uint32_t mark, mark_mask;
	uint32_t netns; /* inode of a namespace; 0: any */
	bool by_outcome;
	enum pk_outcome outcome;
	const struct pk_expression *expression; /* borrowed; NULL: none */
	bool by_vni;
	uint32_t vni; /* number of VXLAN's or Geneve's network */
	enum pk_filter_level {
		PK_LEVEL_OWN,
		PK_LEVEL_INNER, /* EXPRESSION and VNI apply to the packet inside */
		PK_LEVEL_OUTER, /* ... to the packet around it */
	} level;
	struct pk_function_set *functions; /* borrowed: its path has one of these; NULL: any */
	bool may_match; /* include packets that may match */
	bool to_panic; /* exclude what came after the panic (pk_packet_after_panic()) */
	/* Time from its start to the panic, ns (pk_packet_set_match()). */
	uint64_t max_age, min_age;
	/* Borrowed; excludes no packet: events whose packets are asked for. NULL: none. */
	struct pk_packet_watch *watch;
};

void pk_packet_filter_init(struct pk_packet_filter *filter);
/** Whether PACKET matches, ignoring its age. MAY: the fields asked for are unknown. */
enum pk_match pk_filter_match(const struct pk_packet_filter *filter,
			      const struct pk_packet *packet);
/** PACKET's ID, or an end of it. */
bool pk_packet_id_ends_in(const struct pk_packet *packet, const char *end);
/** Whether ADDR is one of FILTER's skbs. */
bool pk_filter_has_skb(const struct pk_packet_filter *filter, uint64_t addr);
/** Whether its path matches -f. MAY: none of its functions was recorded. */
enum pk_match pk_filter_match_functions(const struct pk_packet_filter *filter,
					const struct pk_packet *packet);
/** Whether SOCK, or a packet that it sends or receives, matches by sk, mark and expression. */
enum pk_match pk_filter_match_sock(const struct pk_packet_filter *filter,
				   const struct pk_sock *sock);

/** The known part of the frame of a packet with HEADER on DEV ("" if unknown). Assumes FAMILY (4 or
 *  6); TAGGED: with a VLAN tag. */
void pk_partial_frame_make(const struct pk_header *header, const char *dev, uint8_t family,
			   bool tagged, struct pk_partial_frame *ret_frame);
/** Apply EXPRESSION to all frames that a packet with HEADER on DEV can have been. */
enum pk_match pk_expression_match(const struct pk_expression *expression,
				  const struct pk_header *header, const char *dev);

#endif
