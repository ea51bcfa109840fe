/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FILTER_H
#define PK_ANALYSIS_FILTER_H

#include "analysis/bpf.h"
#include "analysis/function_set.h"
#include "model/packet.h"
#include "model/sock.h"

/**
 * A pcap-filter expression, compiled for Ethernet (pcap-filter(7), DLT_EN10MB).
 *
 * It is asked of the header that a packet can be reconstructed to: an Ethernet header of unknown
 * addresses (zeros on "lo"), IP without options or extension headers, unfragmented, and TCP with unknown
 * options. Lengths count the Ethernet header, as tcpdump's do. A packet that GRO merged or that TSO cuts
 * is one frame, as tcpdump on that machine saw it. Tags of VLANs are not recorded: only an expression
 * that asks for them finds that out, and no packet of "lo" has one.
 */
struct pk_expression {
	char *text; /* owned */
	struct pk_bpf_insn *insns; /* owned */
	size_t nr;
};

/** Frees what EXPRESSION owns. */
void pk_expression_deinit(struct pk_expression *expression);

/** What of the packets is wanted: all fields that are set must fit. Begin with pk_packet_filter_init. */
struct pk_packet_filter {
	bool by_dir;
	enum pk_direction dir;
	const char *id; /* the packet with this id, or this end of it; NULL: any */
	uint64_t skb, sk; /* 0: any */
	/* Borrowed: addresses, any of which an skb of it had, ascending; the newest N packets are then the newest of each.
	 * NULL: any. */
	const uint64_t *skbs;
	size_t nr_skbs;
	int cpu; /* -1: any */
	int32_t pid; /* -1: any */
	bool by_mark;
	uint32_t mark, mark_mask;
	bool by_outcome;
	enum pk_outcome outcome;
	const struct pk_expression *expression; /* borrowed; NULL: none */
	enum pk_filter_level {
		PK_LEVEL_OWN,
		PK_LEVEL_INNER, /* EXPRESSION is of what the packet carries */
		PK_LEVEL_OUTER, /* ... of what carries it */
	} level;
	struct pk_function_set
		*functions; /* borrowed: its path went through one of these; NULL: any */
	bool may_match; /* packets that may fit are wanted too */
	bool to_panic; /* what came after the panic is not (pk_packet_after_panic) */
	/* It began so many ns before the panic, at most and at least (pk_packet_set_match). */
	uint64_t max_age, min_age;
};

void pk_packet_filter_init(struct pk_packet_filter *filter);
/** Does PACKET fit, whatever its age? MAY: what is asked for is not known of it. */
enum pk_match pk_filter_match(const struct pk_packet_filter *filter,
			      const struct pk_packet *packet);
/** ADDR is one of FILTER's skbs. */
bool pk_filter_has_skb(const struct pk_packet_filter *filter, uint64_t addr);
/** Does its path fit what -f asks for? MAY: no function of it was recorded. */
enum pk_match pk_filter_match_functions(const struct pk_packet_filter *filter,
					const struct pk_packet *packet);
/** Does SOCK, or a packet that it sends or receives, fit (by sk, mark and expression)? */
enum pk_match pk_filter_match_sock(const struct pk_packet_filter *filter,
				   const struct pk_sock *sock);

/** The frame of a packet with HEADER on device DEV ("" unknown), as far as it is known. FAMILY (4 or 6) is
 *  assumed; TAGGED: with a VLAN tag. */
void pk_partial_frame_make(const struct pk_header *header, const char *dev, uint8_t family,
			   bool tagged, struct pk_partial_frame *ret_frame);
/** EXPRESSION of the frames that a packet with HEADER on DEV can have been. */
enum pk_match pk_expression_match(const struct pk_expression *expression,
				  const struct pk_header *header, const char *dev);

#endif
