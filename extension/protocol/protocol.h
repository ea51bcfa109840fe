/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_PROTOCOL_H
#define PK_PROTOCOL_PROTOCOL_H

#include <stddef.h>

#include "core/layout.h"
#include "model/packet.h"
#include "model/skb.h"
#include "protocol/sockets.h"
#include "protocol/stage.h"

enum pk_says { /* by the flags of a header */
	       PK_SAYS_BEGIN = 1, /* a connection begins */
	       PK_SAYS_SETUP = 2, /* that, or the answer to it */
	       PK_SAYS_ABORT = 4, /* the connection is none */
	       PK_SAYS_ACK = 8, /* header.ack counts */
};

/** Bytes of a packet from a protocol's header on, as far as they were read. */
struct pk_header_bytes {
	const uint8_t *bytes;
	const bool *known; /* of each; NULL: all are */
	size_t len;
};

/** A part of the header that an event carries in a field of this name (docs/arming.md). */
struct pk_header_word {
	const char *name; /* "th_seq" */
	uint8_t at, size; /* bytes, from the header's beginning */
	bool needed; /* without it the others say nothing */
};

#define PK_MAX_HEADER_WORDS 8
#define PK_MAX_BUILT 20 /* bytes of a header that build() writes */

/** Members of the control block that shadow a header. */
enum pk_cb_member { PK_CB_SEQ, PK_CB_END_SEQ, PK_CB_ACK_SEQ, PK_CB_FLAGS, PK_NR_CB_MEMBERS };

#define PK_TRIGGER_TIMEOUT "rto"

/** What sends a packet again. */
struct pk_trigger {
	const char *func, *within; /* WITHIN: that is called from this one; NULL: from any */
	const char *word, *text; /* "rto", "retransmission timeout" */
	/* of what ACKs set off: where no timeout was since the one before, where one was; NULL: not asked */
	const struct pk_trigger *by_ack, *after_timeout;
};

/** How a packet ended, by its socket. */
struct pk_end {
	enum pk_outcome outcome; /* PK_OUT_UNKNOWN: the socket does not say */
	const char *detail; /* the evidence */
};

/**
 * A protocol: all that differs from one to another. A new one is a file with such a struct, a line in protocol.c. Of
 * the functions none reads the dump: headers, sockets and control blocks are read by decode/, by
 * the rows named here. Up to WORDS all must be there; what is missing behind that (NULL) is not asked.
 */
struct pk_protocol {
	const char *name; /* "tcp" */
	const char *title; /* "TCP" */
	const char *prefix; /* of its functions' names: what one of them drops was the protocol's */
	/** Its functions are those of this protocol, too: what they send is LIKE's until its header was read. */
	const struct pk_protocol *like;
	bool fclones; /* it sends from skbuff_fclone_cache, and no other does */
	/** Each packet is a message of its own: none is numbered, acknowledged, merged with another or read in parts by
	 *  design. What TCP's numbers, flags and queues say of each other is not asked. */
	bool datagrams;
	/** What kfree_skb frees without a reason was dropped: what did its work ends in consume_skb. */
	bool frees_are_drops;
	/** What stands in a queue of its sockets ends in consume_skb if it was read, and in no other case. */
	bool read_ends_in_consume;
	/** What its receive function took lives until its data was read, and ends in consume_skb whatever became of that. */
	bool keeps;
	/** HEADER's packet has data and nothing else, as far as is known of all of it; NULL: not asked. */
	bool (*is_data)(const struct pk_header *header);
	/** IPsec's: its header has an SPI and a number. A packet is made it in place, and what it carried goes on in the same
	 *  skb, on the same device. */
	bool in_place;
	/** parse() reads behind HEADER_MAX, too: it is given there what surely is of the packet's bytes. */
	bool parses_behind;
	uint8_t number; /* in IP's header */
	uint8_t family; /* of IP: 4, 6; 0: either */
	bool portless; /* its addresses are IP's alone */

	/* The path: functions and tracepoints that the protocols do not share (path_stages.c has the others). */
	const struct pk_stage *stages; /* ends with a NULL name */
	/** Places of BPF programs that see its packets, besides those of all (analysis/probe_path.c), by their first
	 *  words; ends with NULL. */
	const char *const *programs;

	/** Functions around a transmission that say why a packet is sent again, the surest of one name first; ends with a
	 *  NULL func. */
	const struct pk_trigger *triggers;

	/** Functions that people ask `probes` about: a capsule has the answers; ends with NULL. */
	const char *const *asked;

	/* The header. */
	uint8_t header_min, header_max; /* bytes */
	uint8_t one_segment; /* so many bytes of payload are never cut */
	uint16_t late_flags; /* a packet may get these on its way down, others not */
	/** Ports, numbers and flags by BYTES, as far as they are known, and the payload where the header itself tells of it;
	 *  RET_LEN: bytes of the header, 0 not known. False, and *HEADER may be changed: it is none of this protocol. */
	bool (*parse)(const struct pk_header_bytes *bytes, struct pk_header *header,
		      uint32_t *ret_len);
	/** The reverse, HEADER_MIN bytes, zeros at first: what HEADER knows, with the bits of it in KNOWN. KNOWN NULL: of
	 *  the rest, what makes a reader show no nonsense. A port of 0 is not known. */
	void (*build)(const struct pk_header *header, uint8_t *bytes, uint8_t *known);
	const char *
		not_built; /* "checksums (0)": what build() makes up without KNOWN; NULL: nothing */
	const struct pk_header_word *words; /* PK_MAX_HEADER_WORDS, or ends with a NULL name */

	/** What it carries, LEN bytes behind HEADER, made zeros but for what parse() reads there; NULL: all of it. */
	void (*clear)(const struct pk_header *header, uint8_t *bytes, size_t len);

	/* Its flags. */
	unsigned (*says)(unsigned flags); /* PK_SAYS_* */
	const char *(*flags_text)(unsigned flags, char *buf, unsigned size); /* 12 bytes do */
	const char *refusal; /* what it refuses with: "RST" */
	/** What it says of the packet whose header it quotes behind its own: "port unreachable"; NULL: it quotes none. Of
	 *  flags that are known. */
	const char *(*error)(unsigned flags);
	/** How a packet without payload ends that did what it was sent for. PURGED: when its socket was closed. */
	const char *(*consumed)(unsigned flags, bool purged);

	/* Its numbers, which wrap; asked only of a header whose seq is known. */
	/** Those that FLAGS take, besides those of payload. */
	uint32_t (*flag_numbers)(unsigned flags);
	/** So far TO lies ahead of FROM. */
	uint32_t (*distance)(uint32_t from, uint32_t to);
	/** A is B or behind it. */
	bool (*reached)(uint32_t a, uint32_t b);
	/** A_LEN numbers from A on have one in common with B_LEN from B on; with neither: they are at one place. */
	bool (*overlap)(uint32_t a, uint32_t a_len, uint32_t b, uint32_t b_len);

	/* What packets of one connection say of each other. Where they look at what is not known, they say false. */
	/** ACK says that all of SENT has come. */
	bool (*acknowledges)(const struct pk_header *ack, const struct pk_header *sent);
	/** ANSWER says that nobody was there for BEGIN, which begins a connection. */
	bool (*refuses)(const struct pk_header *answer, const struct pk_header *begin);
	/** PROBE asks whether the peer is there, and ANSWER says so. */
	bool (*answers_probe)(const struct pk_header *answer, const struct pk_header *probe);
	bool (*may_be_probe)(const struct pk_header *header);
	/** ONE and NEXT, of one socket's address, are too far apart to be of one connection. AGAINST: NEXT goes the other
	 *  way. */
	bool (*is_elsewhere)(const struct pk_header *one, const struct pk_header *next,
			     bool against);

	/* Its sockets; NULL: none that are told of, or that say how packets ended. */
	const struct pk_protocol_sockets *sockets;
	/** How data with HEADER, whose numbers go to END, ended, by the numbers of its receiver, its sender. */
	struct pk_end (*received)(const struct pk_sock *sock, const struct pk_header *header,
				  uint32_t end);
	struct pk_end (*sent)(const struct pk_sock *sock, const struct pk_header *header,
			      uint32_t end);
	/** SOCK, in this life of it, may have sent HEADER. */
	bool (*may_have_sent)(const struct pk_sock *sock, const struct pk_header *header);
	/** Of an event: a socket was closed with data unread (6.11 and later). */
	const char *unread_reason;

	/* Its control block in the skb. NULL: it shadows no header. */
	const enum pk_row_id *cb; /* PK_NR_CB_MEMBERS */
	/** What CB, which could be read whole, says of the header. FLAGS_KNOWN: those could be, too. */
	void (*by_cb)(const struct pk_skb_cb *cb, bool flags_known, struct pk_header *header);
	/** The member of its socket that the next header has as ack, and its name in pkttrace-arm's probes. */
	const struct pk_sock_word {
		const char *name;
		enum pk_row_id row;
	} * next_ack;
};

extern const struct pk_protocol pk_tcp, pk_udp, pk_icmp, pk_icmp6, pk_gre, pk_ipip, pk_sit, pk_sctp,
	pk_esp, pk_udplite, pk_dccp;

/** What is told of where nobody asks for others (-P), in headings. */
#define PK_TITLES "TCP"
/** Bytes that hold the names or titles of all protocols, with commas. */
#define PK_TITLES_MAX 128
/** All of them; ends with NULL. The first is the one of packets whose bytes nobody saw. */
extern const struct pk_protocol *const pk_protocols[];

struct pk_ctx;
/** Its packets are told of. */
bool pk_protocol_is_shown(const struct pk_ctx *ctx, const struct pk_protocol *protocol);
/** Its packets are known as such. Where the first alone is told of, the others are one to it: their packets are none
 *  that it may be mixed with. CTX NULL: all are known. */
bool pk_protocol_is_known(const struct pk_ctx *ctx, const struct pk_protocol *protocol);
/** "TCP", "UDP, ICMP": what is told of. Returns BUF. */
const char *pk_protocols_titles(const struct pk_ctx *ctx, char *buf, size_t size);
/** What -P would name them by: "tcp,udp". Returns BUF. */
const char *pk_protocols_list(const struct pk_ctx *ctx, char *buf, size_t size);
/** Packets of others than the first are told of. */
bool pk_protocols_several(const struct pk_ctx *ctx);
/** LIST, "udp,icmp" or "all", as pk_ctx.protocols has it, with families of sockets (local.h); false: a name is none of
 *  them. */
bool pk_protocols_parse(const char *list, unsigned *ret_protocols);

/** NULL: none of the list. */
const struct pk_protocol *pk_protocol_by_number(uint8_t number);
/** The same, of those that are known. */
const struct pk_protocol *pk_protocol_known_by_number(const struct pk_ctx *ctx, uint8_t number);
const struct pk_protocol *pk_protocol_of(const struct pk_header *header);
const struct pk_protocol *pk_protocol_of_sock(const struct pk_sock *sock);
/** The word for the state of SOCK, as /proc/net shows it: "ESTABLISHED", ... "UNKNOWN". */
const char *pk_sock_state_name(const struct pk_sock *sock);

/** The LEN bytes from AT on are known. */
bool pk_bytes_known(const struct pk_header_bytes *bytes, size_t at, size_t len);
/** Those, in network order; they must be known. */
uint32_t pk_bytes_be(const struct pk_header_bytes *bytes, size_t at, size_t len);
/** Write SIZE bytes of VALUE at AT, and into KNOWN (unless NULL) that they are known. */
void pk_bytes_put(uint8_t *bytes, uint8_t *known, size_t at, uint32_t value, size_t size);

/** By HEADER's flags, whether they are known or not: one of WHAT (PK_SAYS_*). */
bool pk_header_says(const struct pk_header *header, unsigned what);
/** What IP's header says of fragments: its number, and the word with flags and place. Whole datagrams have neither. */
void pk_header_fragment_v4(uint32_t id, uint32_t word, struct pk_header *header);
void pk_header_fragment_v6(uint32_t id, uint32_t word, struct pk_header *header);
/** The reverse: the word of IPv4's header. */
uint32_t pk_header_fragment_word_v4(const struct pk_header *header);
#define PK_FRAGMENT_HEADER 8 /* bytes that IPv6 has for it */
/** The reverse of IPv6: PK_FRAGMENT_HEADER bytes, and into KNOWN (unless NULL) which are. */
void pk_header_fragment_build_v6(const struct pk_header *header, uint8_t *bytes, uint8_t *known);
/** HEADER is a fragment's that lacks the protocol's header: it has no ports. */
bool pk_header_is_headless(const struct pk_header *header);
/** Its protocol has ports, and it is no fragment without them. Of a header whose tuple is known. */
bool pk_header_has_ports(const struct pk_header *header);
/** Both are (of) one datagram: IP's number, the addresses and the protocol are equal. */
bool pk_headers_same_datagram(const struct pk_header *a, const struct pk_header *b);
/** HEADER's flags, which are known, in the protocol's letters. BUF of 12 bytes. Returns BUF. */
const char *pk_flags_text(const struct pk_header *header, char *buf, unsigned size);
/** What HEADER says of the packet that it quotes; NULL: it quotes none, or its flags are not known. */
const char *pk_header_error(const struct pk_header *header);
/** QUOTED, which is all that an error says of its packet, was HEADER: something that no other packet of the same addresses
 *  and ports has is equal. */
bool pk_header_is_quoted(const struct pk_header *header, const struct pk_header *quoted);
/** Of HEADER, which is ICMP's or ICMPv6's, and whose flags are known. */
unsigned pk_icmp_type(const struct pk_header *header);
unsigned pk_icmp_code(const struct pk_header *header);
/** Numbers that HEADER takes, as far as payload and flags are known. */
uint32_t pk_header_numbers(const struct pk_header *header);
/** Behind the last number that HEADER takes; false: not known. */
bool pk_header_end(const struct pk_header *header, uint32_t *ret_end);
/** TO begins so far behind FROM; the numbers of both are known. */
uint32_t pk_header_distance(const struct pk_header *from, const struct pk_header *to);
/** The payload of OUTER has the byte at NUMBER; its numbers are known. */
bool pk_header_holds(const struct pk_header *outer, uint32_t number);
/** OUTER's payload has the byte right before NEXT begins; the numbers of both are known. */
bool pk_header_holds_before(const struct pk_header *outer, const struct pk_header *next);
/** Behind HEADER's payload, whatever else it takes; its number and payload are known. */
uint32_t pk_header_payload_end(const struct pk_header *header);
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

/* The protocol's word, by the functions of the same name above; false, or nothing, where it has none. */
bool pk_acknowledges(const struct pk_header *ack, const struct pk_header *sent);
bool pk_refuses(const struct pk_header *answer, const struct pk_header *begin);
bool pk_may_be_probe(const struct pk_header *header);
bool pk_answers_probe(const struct pk_header *answer, const struct pk_header *probe);
bool pk_is_elsewhere(const struct pk_header *one, const struct pk_header *next, bool against);
bool pk_may_have_sent(const struct pk_sock *sock, const struct pk_header *header);
/** SOCK may be NULL. */
struct pk_end pk_end_received(const struct pk_sock *sock, const struct pk_header *header);
struct pk_end pk_end_sent(const struct pk_sock *sock, const struct pk_header *header);
/** What the control block of an skb on a queue of SOCK says of its header. */
struct pk_header pk_cb_header(const struct pk_sock *sock, const struct pk_skb_cb *cb);

#endif
