/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_PROTOCOL_H
#define PK_PROTOCOL_PROTOCOL_H

#include "model/packet.h"
#include "protocol/stage.h"

/**
 * What is different from protocol to protocol: the functions on its packets' path, what its header says, and how its
 * numbers count. TCP is the only one today; nothing outside tcp*.c knows its flags.
 */
enum pk_says { /* by the flags of a header */
	       PK_SAYS_BEGIN = 1, /* a connection begins */
	       PK_SAYS_SETUP = 2, /* that, or the answer to it */
	       PK_SAYS_CLOSE = 4, /* its sender sends no more */
	       PK_SAYS_ABORT = 8, /* the connection is none */
	       PK_SAYS_ACK = 16, /* header.ack counts */
	       PK_SAYS_ONLY_ACK = 32, /* that, and nothing else of these */
};

struct pk_protocol {
	const char *name; /* "tcp" */
	uint8_t number; /* in IP's header */
	uint8_t header_min, header_max; /* bytes */
	uint8_t one_segment; /* so many bytes of payload are never cut */
	uint16_t late_flags; /* a packet may get these on its way down, others not */
	const struct pk_stage *stages; /* ends with a NULL name */
	unsigned (*says)(unsigned flags); /* PK_SAYS_* */
	/** Numbers that FLAGS take, besides those of payload. */
	uint32_t (*flag_numbers)(unsigned flags);
	/** A is B or behind it. Numbers wrap. */
	bool (*reached)(uint32_t a, uint32_t b);
	/** A_LEN numbers from A on have one in common with B_LEN from B on; with neither: they are at one place. */
	bool (*overlap)(uint32_t a, uint32_t a_len, uint32_t b, uint32_t b_len);
	/** How a packet without payload ends that did what it was sent for. PURGED: when its socket was closed. */
	const char *(*consumed)(unsigned flags, bool purged);
};

extern const struct pk_protocol pk_tcp;

/** HEADER's protocol; the only one, until a header has a mark of it. */
static inline const struct pk_protocol *pk_protocol_of(const struct pk_header *header)
{
	(void)header;
	return &pk_tcp;
}

/** By HEADER's flags, whether they are known or not: one of WHAT (PK_SAYS_*). */
static inline bool pk_header_says(const struct pk_header *header, unsigned what)
{
	return pk_protocol_of(header)->says(header->flags) & what;
}

/** Numbers that HEADER takes, as far as payload and flags are known. */
static inline uint32_t pk_header_numbers(const struct pk_header *header)
{
	return header->payload_len + pk_protocol_of(header)->flag_numbers(header->flags);
}

/** Behind the last number that HEADER takes; false: not known. */
bool pk_header_end(const struct pk_header *header, uint32_t *ret_end);
bool pk_begins_connection(const struct pk_header *header);
/** Take HEADER for PACKET where it is surer than what is known. */
void pk_header_take(struct pk_packet *packet, const struct pk_header *header,
		    enum pk_tuple_source source);
/** It was read, and is proven to be the protocol's. */
static inline bool pk_header_proven(const struct pk_header *header)
{
	return header->tuple_known && (!header->unproven || header->ports_known);
}
/** Both say whose packet it is, and not the same. */
bool pk_headers_differ(const struct pk_header *a, const struct pk_header *b);
/** Both say it, and it is the same packet, or its repetition. */
bool pk_headers_agree(const struct pk_header *a, const struct pk_header *b);

/** TCP's flags as tcpdump's letters: "S" "S." "P." "." "F." "R" "R." "none". BUF of 12 bytes. Returns BUF. */
const char *pk_tcp_flags_text(unsigned flags, char *buf, unsigned size);

#endif
