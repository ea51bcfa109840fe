/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_PROTOCOL_H
#define PK_PROTOCOL_PROTOCOL_H

#include <stddef.h>

#include "core/layout.h"
#include "model/packet.h"
#include "model/skb.h"
#include "protocol/sockets.h"
#include "protocol/stage.h"

enum pk_says { /* what a header's flags mean */
	       PK_SAYS_BEGIN = 1, /* opens a connection */
	       PK_SAYS_SETUP = 2, /* opens one, or answers that */
	       PK_SAYS_ABORT = 4, /* there is no connection, or no longer */
	       PK_SAYS_ACK = 8, /* header.ack is valid */
};

/** A packet's bytes from the protocol's header on, as far as they were read. */
struct pk_header_bytes {
	const uint8_t *bytes;
	const bool *known; /* one per byte; NULL: all are known */
	size_t len;
};

/** A part of the header that an event carries in a field of this name (docs/arming.md). */
struct pk_header_word {
	const char *name; /* "th_seq" */
	uint8_t at, size; /* bytes, from the start of the header */
	bool needed; /* the others are meaningless without it */
};

#define PK_MAX_HEADER_WORDS 8
#define PK_MAX_BUILT 20 /* bytes of a header that build() writes */

/** Members of the skb's control block that copy header fields. */
enum pk_cb_member { PK_CB_SEQ, PK_CB_END_SEQ, PK_CB_ACK_SEQ, PK_CB_FLAGS, PK_NR_CB_MEMBERS };

#define PK_TRIGGER_TIMEOUT "rto"

/** A function that causes a retransmission. */
struct pk_trigger {
	const char *func, *within; /* WITHIN: only if called from this function; NULL: any */
	const char *word, *text; /* "rto", "retransmission timeout" */
	/* for triggers by ACKs: the trigger if no timeout preceded, and if one did; NULL: no
	 * difference */
	const struct pk_trigger *by_ack, *after_timeout;
};

/** How a packet ended, according to its socket. */
struct pk_end {
	enum pk_outcome outcome; /* PK_OUT_UNKNOWN: the socket does not say */
	const char *detail; /* the evidence, a static string */
};

/**
 * A protocol: everything in which it differs from others. A new one is a file with such a struct
 * and a line in protocol.c. None of its functions reads the dump: decode/ reads headers, sockets
 * and control blocks through the rows named here. Members up to WORDS are required; later ones may
 * be NULL, and then their question is not asked.
 */
struct pk_protocol {
	const char *name; /* "tcp" */
	const char *title; /* "TCP" */
	const char *prefix; /* of its function names: what such a function drops was its packet */
	/** Its functions also belong to this protocol: what they send counts as LIKE's until its
	 *  header is read. */
	const struct pk_protocol *like;
	/* a tunnel's function of this one may send that instead, around its packet (FOU, GUE) */
	const struct pk_protocol *wrapped_in;
	bool fclones; /* the only protocol that sends from skbuff_fclone_cache */
	/** Each packet is a message of its own, by design never numbered, acknowledged, merged or
	 *  read in parts. What TCP's numbers, flags and queues imply about each other is then not
	 *  asked. */
	bool datagrams;
	/** kfree_skb without a reason is a drop, because successful packets end in consume_skb. */
	bool frees_are_drops;
	/** A packet in a socket queue ends in consume_skb only if it was read. */
	bool read_ends_in_consume;
	/** Packets that its receive function took live until their data was read, and end in
	 *  consume_skb whatever became of that. */
	bool keeps;
	/** Whether HEADER's packet has data and nothing else, as far as known; NULL: not asked. */
	bool (*is_data)(const struct pk_header *header);
	/** IPsec: the header has an SPI and a number. A packet is transformed in place, and its
	 *  contents continue in the same skb on the same device. */
	bool in_place;
	/** What may follow right behind its header, as part of the same packet: then only functions tell
	 *  that it does, and pk_header_wrap() makes it that packet's header. */
	const struct pk_protocol *carries;
	/** parse() also reads beyond HEADER_MAX, and gets all bytes that surely belong to the
	 *  packet. */
	bool parses_behind;
	/* in IP's header; above 255: the type in Ethernet's, and what it carries was a frame of a device above */
	uint16_t number;
	uint8_t family; /* IP version, 4 or 6; 0: either */
	bool portless; /* its addresses are IP's alone */

	/* The path: functions and tracepoints of this protocol alone (path_stages.c has the shared
	 * ones). */
	const struct pk_stage *stages; /* ends with a NULL name */
	/** Hooks of BPF programs that only its packets reach, by their first words; ends with NULL.
	 *  analysis/explain/probe_path.c has the shared ones. */
	const char *const *programs;

	/** Functions around a transmission that say why a packet is sent again. For one name the
	 *  most certain comes first; ends with a NULL func. */
	const struct pk_trigger *triggers;

	/** Functions that people pass to `probes`, recorded in every capsule; ends with NULL. */
	const char *const *asked;

	/* The header. */
	uint8_t header_min, header_max; /* bytes */
	uint8_t one_segment; /* this many bytes of payload are never split */
	uint16_t late_flags; /* flags that a packet may get on its way down; no others change */
	/** Take ports, numbers and flags from BYTES as far as known, and the payload if the header
	 *  tells of it. RET_LEN: bytes of the header, 0 if unknown. False: not this protocol's;
	 *  *HEADER may have been changed. */
	bool (*parse)(const struct pk_header_bytes *bytes, struct pk_header *header,
		      uint32_t *ret_len);
	/** The reverse: write HEADER_MIN bytes, zero at first, with what HEADER knows, and set
	 *  those bits in KNOWN. If KNOWN is NULL, also invent the rest so that readers show no
	 *  nonsense. Port 0 is unknown. */
	void (*build)(const struct pk_header *header, uint8_t *bytes, uint8_t *known);
	/* "checksums (0)": what build() invents without KNOWN; NULL: nothing */
	const char *not_built;
	const struct pk_header_word *words; /* PK_MAX_HEADER_WORDS, or ends with a NULL name */

	/** Zero the LEN bytes of contents after HEADER, except what parse() reads; NULL: zero
	 *  all. */
	void (*clear)(const struct pk_header *header, uint8_t *bytes, size_t len);

	/* Flags. */
	unsigned (*says)(unsigned flags); /* PK_SAYS_* */
	const char *(*flags_text)(unsigned flags, char *buf, unsigned size); /* needs 12 bytes */
	const char *refusal; /* the name of its refusal: "RST" */
	/** What an error says of the packet whose header it quotes: "port unreachable"; NULL: it
	 *  quotes none. FLAGS must be known. */
	const char *(*error)(unsigned flags);
	/** How a packet without payload ended after doing its work. PURGED: when its socket
	 *  closed. */
	const char *(*consumed)(unsigned flags, bool purged);

	/* Sequence numbers, which wrap; only for headers whose seq is known. */
	/** Numbers that FLAGS take up, besides the payload's. */
	uint32_t (*flag_numbers)(unsigned flags);
	/** How far TO is ahead of FROM. */
	uint32_t (*distance)(uint32_t from, uint32_t to);
	/** A is at or after B. */
	bool (*reached)(uint32_t a, uint32_t b);
	/** Whether full sockets A and B may be the two ends of one connection: each has received no more
	 *  than the other sent, and no less than the other knows of. */
	bool (*ends_fit)(const struct pk_sock *a, const struct pk_sock *b);
	/** A_LEN numbers from A and B_LEN numbers from B overlap; with both lengths 0: A equals
	 *  B. */
	bool (*overlap)(uint32_t a, uint32_t a_len, uint32_t b, uint32_t b_len);

	/* What packets of one connection say about each other; false if what they need is
	 * unknown. */
	/** ACK says that all of SENT has arrived. */
	bool (*acknowledges)(const struct pk_header *ack, const struct pk_header *sent);
	/** ANSWER refuses BEGIN, which opens a connection. */
	bool (*refuses)(const struct pk_header *answer, const struct pk_header *begin);
	/** PROBE asks whether the peer is alive, and ANSWER confirms it. */
	bool (*answers_probe)(const struct pk_header *answer, const struct pk_header *probe);
	bool (*may_be_probe)(const struct pk_header *header);
	/** ONE and NEXT, with the same socket addresses, are too far apart for one connection.
	 *  AGAINST: NEXT goes in the opposite direction. */
	bool (*is_elsewhere)(const struct pk_header *one, const struct pk_header *next,
			     bool against);

	/* Sockets; NULL: they are not reported, or do not say how packets ended. */
	const struct pk_protocol_sockets *sockets;
	/** How data with HEADER, whose numbers end before END, ended, by the receiver's or sender's
	 *  numbers. */
	struct pk_end (*received)(const struct pk_sock *sock, const struct pk_header *header,
				  uint32_t end);
	struct pk_end (*sent)(const struct pk_sock *sock, const struct pk_header *header,
			      uint32_t end);
	/** SOCK, since it was last opened, may have sent HEADER. */
	bool (*may_have_sent)(const struct pk_sock *sock, const struct pk_header *header);
	/** A socket whose state was FROM and is TO begins a life: of another connection, or as a
	 *  listener. */
	bool (*life_begins)(uint64_t from, uint64_t to);
	/** STATE is a listener's. */
	bool (*listens)(uint64_t state);
	/** Drop reason of events for a socket closed with unread data (6.11 and later). */
	const char *unread_reason;

	/* The skb's control block. NULL: it copies no header fields. */
	const enum pk_row_id *cb; /* PK_NR_CB_MEMBERS */
	/** Fill HEADER from CB, which was read in full. FLAGS_KNOWN: its flags could be read,
	 *  too. */
	void (*by_cb)(const struct pk_skb_cb *cb, bool flags_known, struct pk_header *header);
	/** The socket member that becomes the next header's ack, and its name in pkttrace-arm's
	 *  probes. */
	const struct pk_sock_word {
		const char *name;
		enum pk_row_id row;
	} * next_ack;
};

extern const struct pk_protocol pk_tcp, pk_udp, pk_icmp, pk_icmp6, pk_gre, pk_ipip, pk_sit, pk_sctp,
	pk_esp, pk_udplite, pk_dccp, pk_macsec;

/** What headings say is shown without -P. */
#define PK_TITLES "TCP"
/** Bytes that hold the names or titles of all protocols, with commas. */
#define PK_TITLES_MAX 128
/** All protocols; ends with NULL. Packets whose bytes nobody saw count as the first one's. */
extern const struct pk_protocol *const pk_protocols[];

struct pk_ctx;
/** Its packets are shown. */
bool pk_protocol_is_shown(const struct pk_ctx *ctx, const struct pk_protocol *protocol);
/** A packet with HEADER is shown: its protocol's are, or those of what carries it. */
bool pk_header_is_shown(const struct pk_ctx *ctx, const struct pk_header *header);
/** Its packets are told apart from those of other protocols. If only the first is shown, the rest
 *  need not be told apart from each other. CTX NULL: all are known. */
bool pk_protocol_is_known(const struct pk_ctx *ctx, const struct pk_protocol *protocol);
/** Titles of what is shown: "TCP", "UDP, ICMP". Returns BUF. */
const char *pk_protocols_titles(const struct pk_ctx *ctx, char *buf, size_t size);
/** The same as -P names them: "tcp,udp". Returns BUF. */
const char *pk_protocols_list(const struct pk_ctx *ctx, char *buf, size_t size);
/** Other protocols than the first are shown. */
bool pk_protocols_several(const struct pk_ctx *ctx);
/** Parse LIST ("udp,icmp" or "all"), including socket families (sockets.h), into the bits of
 *  pk_ctx.protocols. False: an unknown name. */
bool pk_protocols_parse(const char *list, unsigned *ret_protocols);
/** Show every protocol. Returns what was shown before, for pk_ctx.protocols to be set back to. */
unsigned pk_protocols_show_all(struct pk_ctx *ctx);

/** Lookups; NULL: not in pk_protocols[]. */
const struct pk_protocol *pk_protocol_by_number(uint16_t number);
/** The same, only among those known (pk_protocol_is_known()). */
const struct pk_protocol *pk_protocol_known_by_number(const struct pk_ctx *ctx, uint16_t number);
/** The one of this type in Ethernet's header, only among those known; NULL: it is IP's, or none that is listed. */
const struct pk_protocol *pk_link_known_by_type(const struct pk_ctx *ctx, uint64_t type);
/** One of those is known. */
bool pk_link_any_known(const struct pk_ctx *ctx);
/** Its header is Ethernet's, not behind IP's. */
static inline bool pk_protocol_is_link(const struct pk_protocol *protocol)
{
	return protocol->number > UINT8_MAX;
}
const struct pk_protocol *pk_protocol_of(const struct pk_header *header);
const struct pk_protocol *pk_protocol_of_sock(const struct pk_sock *sock);
/** The state of SOCK as /proc/net shows it: "ESTABLISHED", ..., "UNKNOWN". */
const char *pk_sock_state_name(const struct pk_sock *sock);

/** The LEN bytes from AT are known. */
bool pk_bytes_known(const struct pk_header_bytes *bytes, size_t at, size_t len);
/** Their value in network byte order; they must be known. */
uint32_t pk_bytes_be(const struct pk_header_bytes *bytes, size_t at, size_t len);
/** Write SIZE bytes of VALUE at AT, in network byte order, and mark them in KNOWN (unless NULL). */
void pk_bytes_put(uint8_t *bytes, uint8_t *known, size_t at, uint32_t value, size_t size);
/** The ports that a header begins with, source first: from its BYTES, whose first 4 are known, and into them. */
void pk_ports_parse(const struct pk_header_bytes *bytes, struct pk_header *header);
void pk_ports_build(const struct pk_header *header, uint8_t *bytes, uint8_t *known);

/** HEADER's flags, known or not, mean one of WHAT (PK_SAYS_*). */
bool pk_header_says(const struct pk_header *header, unsigned what);
/** Take ID and WORD (flags and offset) of IP's fragment fields. Whole datagrams have neither. */
void pk_header_fragment_v4(uint32_t id, uint32_t word, struct pk_header *header);
void pk_header_fragment_v6(uint32_t id, uint32_t word, struct pk_header *header);
/** Where the address of IPv6's final destination is, which is the protocol's, while the packet is on its way to one before:
 * counted from the routing header that begins with the four bytes FIRST. 0: IP's own has it; -1: of a kind that is not known. */
int pk_header_routed_to(const uint8_t first[4]);
/** The reverse: the word in IPv4's header. */
uint32_t pk_header_fragment_word_v4(const struct pk_header *header);
#define PK_FRAGMENT_HEADER 8 /* bytes of IPv6's fragment header */
/** The reverse for IPv6: PK_FRAGMENT_HEADER bytes; marks the known ones in KNOWN (unless NULL). */
void pk_header_fragment_build_v6(const struct pk_header *header, uint8_t *bytes, uint8_t *known);
/** HEADER belongs to a fragment without the protocol's header, hence without ports. */
bool pk_header_is_headless(const struct pk_header *header);
/** The protocol has ports, and HEADER is not a headless fragment. The tuple must be known. */
bool pk_header_has_ports(const struct pk_header *header);
/** HEADER is of a packet that carries another protocol's (pk_protocol.carries): it becomes that one's, with the
 *  first below it. False: it carries none, or cannot. */
bool pk_header_wrap(struct pk_header *header);
/** HEADER may be of what carries MINE, of which a function or another header told that it is its
 *  protocol's. */
bool pk_header_is_carried(const struct pk_header *mine, const struct pk_header *header);
/** The protocol in IP's header. */
const struct pk_protocol *pk_header_outermost(const struct pk_header *header);
/** Bytes of all headers behind IP's, at least and at most. */
uint32_t pk_header_len_min(const struct pk_header *header);
uint32_t pk_header_len_max(const struct pk_header *header);
/** pk_protocol.build() of all of them. */
void pk_header_build(const struct pk_header *header, uint8_t *bytes, uint8_t *known);
/** Both belong to one datagram: equal IP id, addresses and protocol. */
bool pk_headers_same_datagram(const struct pk_header *a, const struct pk_header *b);
/** HEADER's flags, which must be known, in the protocol's letters. BUF needs 12 bytes. Returns
 *  BUF. */
const char *pk_flags_text(const struct pk_header *header, char *buf, unsigned size);
/** What HEADER, an error, says of the packet it quotes; NULL: it quotes none, or flags unknown. */
const char *pk_header_error(const struct pk_header *header);
/** QUOTED, an error's copy of a header, is HEADER: they agree in something unique among packets of
 *  the same addresses and ports. */
bool pk_header_is_quoted(const struct pk_header *header, const struct pk_header *quoted);
/** For HEADER of ICMP or ICMPv6 with known flags. */
unsigned pk_icmp_type(const struct pk_header *header);
unsigned pk_icmp_code(const struct pk_header *header);
/** Numbers that HEADER takes up, as far as payload and flags are known. */
uint32_t pk_header_numbers(const struct pk_header *header);
/** The number after HEADER's last; false: unknown. */
bool pk_header_end(const struct pk_header *header, uint32_t *ret_end);
/** How far TO begins after FROM; both numbers must be known. */
uint32_t pk_header_distance(const struct pk_header *from, const struct pk_header *to);
/** OUTER's payload includes the byte NUMBER; its numbers must be known. */
bool pk_header_holds(const struct pk_header *outer, uint32_t number);
/** OUTER's payload includes the byte just before NEXT begins; both numbers must be known. */
bool pk_header_holds_before(const struct pk_header *outer, const struct pk_header *next);
/** The number after HEADER's payload, not counting flags; number and payload must be known. */
uint32_t pk_header_payload_end(const struct pk_header *header);
bool pk_begins_connection(const struct pk_header *header);
/** Take over HEADER into PACKET if it is more certain than what is known. */
void pk_header_take(struct pk_packet *packet, const struct pk_header *header,
		    enum pk_tuple_source source);
/** It was read from the dump and proven to be the protocol's. */
static inline bool pk_header_proven(const struct pk_header *header)
{
	return header->tuple_known && (!header->unproven || header->ports_known);
}
/** Both identify their packet, and not as the same one. */
bool pk_headers_differ(const struct pk_header *a, const struct pk_header *b);
/** Both identify their packet, as the same one or its retransmission; what acknowledges something else is another. */
bool pk_headers_agree(const struct pk_header *a, const struct pk_header *b);
/** They agree in all that both have: no retransmission with more or less data, nor an ACK before data of the same number. */
bool pk_headers_equal(const struct pk_header *a, const struct pk_header *b);

/* The protocol's functions of the same names; false, or nothing, if it has none. */
bool pk_acknowledges(const struct pk_header *ack, const struct pk_header *sent);
bool pk_refuses(const struct pk_header *answer, const struct pk_header *begin);
bool pk_may_be_probe(const struct pk_header *header);
bool pk_answers_probe(const struct pk_header *answer, const struct pk_header *probe);
bool pk_is_elsewhere(const struct pk_header *one, const struct pk_header *next, bool against);
bool pk_may_have_sent(const struct pk_sock *sock, const struct pk_header *header);
/** SOCK may be NULL. */
struct pk_end pk_end_received(const struct pk_sock *sock, const struct pk_header *header);
struct pk_end pk_end_sent(const struct pk_sock *sock, const struct pk_header *header);
/** The header as far as the control block of an skb on a queue of SOCK tells it. */
struct pk_header pk_cb_header(const struct pk_sock *sock, const struct pk_skb_cb *cb);

#endif
