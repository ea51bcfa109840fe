/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_PRIVATE_H
#define PK_RENDER_PACKET_PRIVATE_H

#include <stdint.h>
#include <stdio.h>

#include "model/packet.h"
#include "model/skb.h"
#include "protocol/protocol.h"
#include "render/out.h"
#include "render/packet.h"

/* Shared by a packet's line (packet.c), its facts (packet_whole.c) and its path (packet_tree.c). */

/** "eth1 > br0 > v0", with BETWEEN instead of " > "; if longer than LIMIT, without the middle ones.
 *  Returns BUF. */
const char *pk_packet_way(const struct pk_packet *packet, const char *between, size_t limit,
			  char buf[2 * PK_WAY_MAX]);
/** When PACKET began, in the form of pk_packet_time(); "?" if unknown. */
const char *pk_packet_began(const struct pk_packet_style *style, const struct pk_packet *packet,
			    char *buf, size_t size);
/** The same by the trace's clock, where the form is the wall clock. */
const char *pk_packet_age(const struct pk_packet_style *style, const struct pk_packet *packet,
			  char *buf, size_t size);
void pk_packet_endpoints(const struct pk_packet *packet, char *from, char *to, size_t size);
/** "SP.U", "?" if the flags are unknown, "-" if the protocol has none. BUF of at least 16 bytes.
 *  Returns BUF. */
const char *pk_packet_flags(const struct pk_header *header, char *buf, unsigned size);

#define PK_FRAGMENT_TEXT 64
/** "fragment 1480-2959 of 4097": the bytes of the datagram that are in HEADER's fragment. Returns
 *  BUF. */
const char *pk_fragment_text(const struct pk_header *header, char buf[PK_FRAGMENT_TEXT]);

/** Columns for PK_CELL_WHEN, and for PK_CELL_AGE, which only a wall clock has beside it. */
struct pk_column pk_packet_when_column(const struct pk_packet_style *style);
struct pk_column pk_packet_age_column(const struct pk_packet_style *style);

/** What a packet's line may show, in this order; help/last.txt explains it. A list has the two
 *  endpoints, a story the way between them. */
enum pk_packet_cell {
	PK_CELL_WHEN,
	PK_CELL_AGE, /* beside the wall clock */
	PK_CELL_DIR,
	PK_CELL_PROTO,
	PK_CELL_DEV,
	PK_CELL_NETNS, /* where several namespaces have the packet's addresses */
	PK_CELL_SOURCE,
	PK_CELL_DEST,
	PK_CELL_WAY,
	PK_CELL_FLAGS,
	PK_CELL_SEQ,
	PK_CELL_ACK,
	PK_CELL_WIN,
	PK_CELL_LEN,
	PK_CELL_IDENTITY,
	PK_CELL_END,
	PK_CELL_ID,
	PK_CELL_WHY,
	PK_CELLS
};
_Static_assert(PK_CELLS <= PK_TABLE_COLUMNS, "a table has room for them");

struct pk_packet_cells {
	char when[40], age[40], from[64], to[64], flags[16], id[64], seq[32], ack[16], win[16],
		len[16], netns[16], slow[64];
	char way[2 * PK_WAY_MAX], fragment[PK_FRAGMENT_TEXT];
	const char *of[PK_CELLS]; /* a table's row */
};

/** Fill all cells; PK_CELL_WAY is "". */
void pk_packet_cells_fill(struct pk_packet_cells *cells, const struct pk_packet_style *style,
			  const struct pk_packet *packet);

/** Piece AT of TRAIL continues the frameless span before it: the first piece shows both. */
bool pk_goes_on(const struct pk_trail *trail, size_t at);
/** STEP of TRAIL is shown with PIECE, one of its pieces. */
bool pk_step_in(const struct pk_trail *trail, const struct pk_piece *piece,
		const struct pk_step *step);

/** The names of the probes on a function, which mark its line. */
struct pk_probe_marks {
	struct pk_out *out; /* an open array, and no TEXT; NULL: none */
	char text[200];
	unsigned nr;
};

/** PROBE is shown on a path. The tracer's own hooks are not: they are on every function. */
bool pk_worth_a_mark(const struct pk_probe *probe);
/** Who attached PROBE, in one word; valid as long as PROBE. */
const char *pk_short_owner(const struct pk_probe *probe);
/** Add the marks of every probe on the function NAME. */
void pk_find_marks(const struct pk_packet_style *style, const struct pk_call_name *name,
		   struct pk_probe_marks *marks);

/** What PACKET is joined to: an ICMP error and the packet that it is about, a tunnel's packet and
 *  its content. */
void pk_render_packet_joins(struct pk_out *out, const struct pk_packet_style *style,
			    const struct pk_packet *packet);

/** Why PACKET was sent again, or dropped. TEXT: with a line of text for each. */
void pk_render_packet_causes(struct pk_out *out, const struct pk_packet *packet, bool text);
/** Why PACKET was dropped, or else sent again, as a sentence; NULL: neither. */
const char *pk_packet_cause(const struct pk_packet *packet);

/** Who held PACKET, for pk_render_packet_whole(). */
void pk_packet_holdings(struct pk_out *out, const struct pk_packet *packet,
			const struct pk_holdings *holdings);

/** Who decided on PACKET, for pk_render_packet_whole(). */
void pk_packet_verdicts(struct pk_out *out, const struct pk_packet *packet,
			const struct pk_judgements *judgements);

/** The spans and calls of PATH, for pk_render_packet_whole(). */
void pk_packet_tree(struct pk_out *out, const struct pk_packet_style *style,
		    const struct pk_packet *packet, const struct pk_path *path);

#define PK_HEADERS_MAX                                                                             \
	(40 + PK_FRAGMENT_HEADER +                                                                 \
	 PK_MAX_BUILT) /* IPv6, a fragment's, and the protocol's, without options */

/** The known IP and protocol headers of PACKET, whose tuple is known: in network order, without
 *  options; unknown fields are 0. IP's length includes the payload, which is not written. Returns
 *  the number of bytes. */
uint32_t pk_packet_headers(const struct pk_packet *packet, uint8_t ret_bytes[PK_HEADERS_MAX]);

/** A packet's skb as memory has it. */
struct pk_held {
	struct pk_skb skb;
	struct pk_skb_meta meta;
};

/** A file of packets being written. Whoever has the packets and reads their paths passes them one
 *  by one. */
struct pk_packet_writer { /* the first member of each format's own struct */
	const struct pk_packet_style *style;
	FILE *fp;
	uint32_t lines; /* number of lines to fold paths to, as for pk_path_make() */
	bool needs_paths; /* a packet with an unreadable path ends the file */
	bool needs_held; /* HELD is to be looked for */
	bool nomem; /* out of memory: nothing more is written */
	const struct pk_held *held; /* of the next packet; borrowed; NULL: memory has none of it */
	/** PACKET belongs in the file. Asked once per packet. */
	bool (*takes)(struct pk_packet_writer *writer, const struct pk_packet *packet);
	/** Write PACKET, number NUMBER in the set. PATH: NULL if unreadable. */
	void (*put)(struct pk_packet_writer *writer, const struct pk_packet *packet,
		    const struct pk_path *path, uint32_t number);
};

#endif
