/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FORMATS_H
#define PK_RENDER_FORMATS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/hash.h"
#include "model/task.h"
#include "render/packet_private.h"

/**
 * One HTML file: a page that draws (render/html/, embedded at build time) and the JSON Lines that
 * it draws from, each part as its command prints it with -j. No part can end its element, because
 * every '<' in it is \u003c. The page loads nothing and runs only its own script, by the hash in
 * its Content-Security-Policy.
 */
struct pk_html {
	FILE *fp; /* borrowed */
	FILE *part; /* owned while a part is open */
};

/** Write everything before the first part. */
void pk_html_begin(struct pk_html *html, FILE *fp);
/** Begin a part: the output of COMMAND ("pkttrace flows -j") goes to the returned stream until
 *  pk_html_part_end(). The file has {"part":NAME,"command":COMMAND} on a line before it, and
 *  {"part_end":NAME,"failed":FAILED} after it. NULL: out of memory. */
FILE *pk_html_part_begin(struct pk_html *html, const char *name, const char *command);
/** End the part. False: it could not be written. */
bool pk_html_part_end(struct pk_html *html, const char *name, bool failed);
/** Write everything after the last part. */
void pk_html_end(struct pk_html *html);

struct pk_retis_totals {
	uint32_t packets, without_events;
	uint64_t events;
};

struct pk_retis_device {
	uint64_t addr;
	uint32_t netns, ifindex;
	char name[16];
};

/** What memory has around packets. */
struct pk_retis_around {
	struct pk_retis_device *devices; /* owned */
	size_t nr_devices, room_devices;
	struct pk_hash cookies; /* a namespace's inode number -> uint64_t, owned */
	/* pid -> struct pk_task, owned: those that have the name that the trace has of the pid */
	struct pk_hash tasks;
};

/**
 * Packets as events of retis (retis-events/src), one JSON object per line, packet after packet: a
 * "startup" event, then one event for each call and tracepoint that handled a packet, in order of
 * time, one for its drop, and, if memory has its skb, one of the time of death without "kernel".
 * Sections: "common" (ns of the trace's clock), "kernel", "skb-tracking", "packet", "netns",
 * "skb-drop"; "dev" where the event named the device; of memory also "dev", "skb" and "ct". retis
 * names a packet by the time it was first seen and its buffer's address then, which a trace lacks:
 * "orig_head" is the packet's number in the file.
 */
struct pk_retis {
	struct pk_packet_writer base;
	const struct pk_retis_around *around; /* borrowed */
	struct pk_retis_totals totals;
	struct pk_retis_event *events; /* owned: of the packet that is being written */
	uint32_t nr, room;
};

/** AROUND is borrowed until pk_retis_deinit(). */
void pk_retis_init(struct pk_retis *w, const struct pk_packet_style *style,
		   const struct pk_retis_around *around, FILE *fp);
/** Write the startup event: the machine of FACTS, and what was redacted. WALL_OFFSET: ns to add to
 *  the trace's clock to get the wall clock. */
void pk_retis_begin(struct pk_retis *w, const struct pk_facts *facts, int64_t wall_offset);
/** The last event of PACKET without its bytes, the caller's to free; its tracking number is NUMBER.
 *  NULL: it has none, or there is no memory. */
char *pk_retis_last(struct pk_retis *w, const struct pk_packet *packet, const struct pk_path *path,
		    const struct pk_held *held, uint32_t number);
/** JSON schema of the events, as retis' own plug-in for Wireshark reads it. */
extern const char pk_retis_schema[];
void pk_retis_deinit(struct pk_retis *w);

/** Counts of what was written and what was left out. */
struct pk_pcapng_totals {
	uint32_t packets, interfaces;
	uint32_t looped; /* receiving halves left out because the sending half is written */
	uint32_t nameless; /* without a tuple: no header to write */
};

/**
 * Packets as pcapng (draft-ietf-opsawg-pcapng), each once: its known IP and TCP headers after a
 * "cooked" link header (one link type for all, as tcpdump requires), without the payload (the
 * headers give its length). Unknown fields are 0, and named in the packet's comment, which also has
 * its end and its call path. epb_packetid is its position in `last` of the same packets,
 * epb_verdict is TC_ACT_SHOT if it was dropped.
 */
struct pk_pcapng {
	struct pk_packet_writer base;
	int64_t wall_offset;
	struct pk_pcapng_totals totals;
	char (*interfaces)[16]; /* owned */
	bool with_retis;
	struct pk_retis retis; /* WITH_RETIS: makes the events in its options */
	/* owned: sending halves in the file, by their address in this program */
	struct pk_hash looped;
	/* the block being built */
	uint8_t *block; /* owned */
	uint32_t len, room;
};

/** Write the file's head. FACTS: of the dead kernel. AROUND: for retis' plug-in, each packet also gets
 *  its last event, as `retis pcap` writes it, after a block with the schema, which Wireshark counts as a
 *  packet; borrowed until pk_pcapng_deinit(). NULL: neither. WALL_OFFSET: ns to add to the trace's clock to get the wall clock. */
void pk_pcapng_init(struct pk_pcapng *w, const struct pk_packet_style *style,
		    const struct pk_facts *facts, const struct pk_retis_around *around,
		    int64_t wall_offset, FILE *fp);
/** Announce PACKET. Announce all before the first one is written, so that the receiving half of a
 *  looped one is left out. */
void pk_pcapng_expect(struct pk_pcapng *w, const struct pk_packet *packet);
void pk_pcapng_deinit(struct pk_pcapng *w);

/** Its time in the file, on the trace's clock; of a packet of unknown time that of the panic. */
uint64_t pk_pcapng_time(const struct pk_packet_set *set, const struct pk_packet *packet);

#define PK_PERFETTO_STAGES 64

struct pk_perfetto_totals {
	uint32_t packets, tracks;
	uint64_t slices;
	uint32_t too_long; /* events left out because they do not fit */
};

struct pk_perfetto_span {
	uint64_t from, to; /* ns, both included */
};

struct pk_perfetto_track {
	uint64_t uuid;
	uint32_t next; /* track of the same stage and CPU: its index + 1; 0: none */
	struct pk_perfetto_span *busy; /* owned: times with slices, in order */
	uint32_t nr, room;
};

/**
 * Packets as a Perfetto trace (protos/perfetto/trace/trace.proto): a track for each stage (napi,
 * gro, ip, tcp, ...) with one below it for each CPU, a slice for each call that handles a packet
 * there, and a flow that joins the slices of a packet. An instant event says how the packet ended.
 * Slices of a track must nest, as an end closes the newest begin. Calls for two packets may overlap,
 * on one CPU too (its task was switched, the clock stood still): then there are several tracks of
 * one name, which Perfetto draws as one.
 * Times are the trace's clock, ns. For a redacted recording, a separate track says what was
 * replaced and what was left.
 */
struct pk_perfetto {
	struct pk_packet_writer base;
	struct pk_perfetto_totals totals;
	const struct pk_facts *facts; /* of the machine */
	const char *stages[PK_PERFETTO_STAGES]; /* those with a track */
	uint32_t nr_stages;
	/* owned: [stage][cpu], first track's index + 1; the last CPU is an unknown one */
	uint32_t *cpus;
	uint32_t nr_cpus;
	struct pk_perfetto_track *tracks; /* owned */
	uint32_t nr_tracks, tracks_room;
	bool begun; /* the first packet was written */
};

/** Initialize. FACTS are borrowed until pk_perfetto_deinit(). */
void pk_perfetto_init(struct pk_perfetto *w, const struct pk_packet_style *style,
		      const struct pk_facts *facts, FILE *fp);
/** Finish the file after the last packet. */
void pk_perfetto_end(struct pk_perfetto *w);
void pk_perfetto_deinit(struct pk_perfetto *w);

#endif
