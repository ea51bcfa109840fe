// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/formats.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"
#include "protocol/protocol.h"
#include "render/packet_private.h"

#define BLOCK_SECTION 0x0a0d0d0a
#define BLOCK_INTERFACE 1
#define BLOCK_PACKET 6
#define BLOCK_CUSTOM 0x0bad
#define BYTE_ORDER_MAGIC 0x1a2b3c4d
/* "Cooked": a link header that has direction and protocol, and needs no invented addresses. All
 * devices and both families share one link type, because tcpdump reads no other files; and its
 * number is the one that libpcap uses internally, as a file of several interfaces requires (RAW,
 * 101, is 12 there). */
#define LINKTYPE_LINUX_SLL 113
#define SLL_HEADER 16

enum {
	OPT_END = 0,
	OPT_COMMENT = 1,
	OPT_CUSTOM = 2988, /* UTF-8; the first word is the number of who defines it */
	SHB_USERAPPL = 4,
	IF_NAME = 2,
	IF_TSRESOL = 9,
	EPB_FLAGS = 2,
	EPB_PACKETID = 5,
	EPB_VERDICT = 7
};
enum { EPB_INBOUND = 1, EPB_OUTBOUND = 2 };
enum {
	SLL_TO_US = 0,
	SLL_BY_US = 4,
	ARPHRD_VOID = 0xffff,
	PROTOCOL_IPV4 = 0x0800,
	PROTOCOL_IPV6 = 0x86dd
};
enum { VERDICT_TC = 1, TC_ACT_OK = 0, TC_ACT_SHOT = 2 };

/* The number by which retis marks its blocks and options. */
#define RETIS_PEN 70000

#define TREE_LINES 60
#define MAX_COMMENT 32768 /* an option has at most 65,535 bytes */
#define MAX_INTERFACES 4096

/* --- blocks: in the writer's byte order, everything padded to 32 bits --- */

static void put(struct pk_pcapng *w, const void *bytes, uint32_t len)
{
	uint32_t padded = (len + 3) & ~3u;

	if (w->len + padded > w->room) {
		uint32_t room = 2 * (w->len + padded) + 4096;
		uint8_t *block = realloc(w->block, room);

		if (!block) {
			w->base.nomem = true;
			return;
		}
		w->block = block;
		w->room = room;
	}
	memset(w->block + w->len, 0, padded);
	memcpy(w->block + w->len, bytes, len);
	w->len += padded;
}

static void put32(struct pk_pcapng *w, uint32_t value)
{
	put(w, &value, 4);
}

static void put_option(struct pk_pcapng *w, uint16_t code, const void *value, uint16_t len)
{
	uint16_t head[2] = {code, len};

	put(w, head, 4);
	put(w, value, len);
}

/* UTF-8, as the format requires. Control characters from the dump's names are replaced. */
static void put_text(struct pk_pcapng *w, uint16_t code, const char *text)
{
	char *clean = pk_printable(text, false);

	if (clean)
		put_option(w, code, clean, (uint16_t)strnlen(clean, MAX_COMMENT));
	w->base.nomem |= !clean;
	free(clean);
}

static void begin_block(struct pk_pcapng *w, uint32_t type)
{
	w->len = 0;
	put32(w, type);
	put32(w, 0); /* its length, set later */
}

static void write_block(struct pk_pcapng *w)
{
	uint32_t total = w->len + 4;

	put32(w, total);
	if (w->base.nomem)
		return;
	memcpy(w->block + 4, &total, 4);
	fwrite(w->block, 1, w->len, w->base.fp);
}

static void end_block(struct pk_pcapng *w)
{
	put32(w, OPT_END);
	write_block(w);
}

static void write_section(struct pk_pcapng *w, const struct pk_facts *facts)
{
	static const char program[] = "pkttrace " PK_VERSION;
	uint16_t version[2] = {1, 0};
	int64_t unknown = -1; /* the section's length */
	char comment[64 + sizeof(facts->redacted)];
	int len;

	begin_block(w, BLOCK_SECTION);
	put32(w, BYTE_ORDER_MAGIC);
	put(w, version, 4);
	put(w, &unknown, 8);
	len = snprintf(comment, sizeof(comment),
		       "%sackets of a dead Linux %.200s, from its trace and memory: headers only, "
		       "without payload and options",
		       w->base.style->several ? "P" : PK_TITLES " p", facts->release);
	for (int i = 0; pk_protocols[i] && (size_t)len < sizeof(comment); i++)
		if (pk_protocols[i]->not_built && (!i || w->base.style->several))
			len += snprintf(comment + len, sizeof(comment) - (size_t)len,
					"; %s of %s are not known", pk_protocols[i]->not_built,
					pk_protocols[i]->title);
	put_text(w, OPT_COMMENT, comment);
	if (facts->redacted[0]) {
		snprintf(comment, sizeof(comment), "redacted: %s", facts->redacted);
		put_text(w, OPT_COMMENT, comment);
	}
	put_option(w, SHB_USERAPPL, program, sizeof(program) - 1);
	end_block(w);
}

/* What the options of retis may hold. The block's length tells that of the text, which ends with blanks. */
static void write_retis_schema(struct pk_pcapng *w)
{
	size_t len = strlen(pk_retis_schema);

	begin_block(w, BLOCK_CUSTOM);
	put32(w, RETIS_PEN);
	put(w, pk_retis_schema, (uint32_t)len & ~3u);
	if (len & 3) {
		char rest[4] = "    ";

		memcpy(rest, pk_retis_schema + (len & ~(size_t)3), len & 3);
		put(w, rest, 4);
	}
	write_block(w);
}

static void put_retis(struct pk_pcapng *w, const struct pk_packet *packet,
		      const struct pk_path *path, uint32_t number)
{
	char *event = pk_retis_last(&w->retis, packet, path, w->base.held, number);
	size_t len = event ? strlen(event) : 0;
	uint16_t head[2] = {OPT_CUSTOM, (uint16_t)(len + 4)};
	uint32_t pen = RETIS_PEN;

	w->base.nomem |= w->retis.base.nomem;
	if (len && len <= MAX_COMMENT) {
		put(w, head, 4);
		put(w, &pen, 4);
		put(w, event, (uint32_t)len);
	}
	free(event);
}

/* Number of the interface NAME, which is described at its first use. */
static uint32_t interface_of(struct pk_pcapng *w, const char *dev)
{
	const char *name = dev[0] ? dev : "unknown";
	uint16_t link[2] = {LINKTYPE_LINUX_SLL, 0};
	uint8_t nanoseconds = 9;
	uint32_t i;

	for (i = 0; i < w->totals.interfaces; i++)
		if (!strncmp(w->interfaces[i], name, sizeof(w->interfaces[i])))
			return i;
	if (i == MAX_INTERFACES)
		return 0;
	strncpy(w->interfaces[i], name, sizeof(w->interfaces[i]));
	w->totals.interfaces++;
	begin_block(w, BLOCK_INTERFACE);
	put(w, link, 4);
	put32(w, 0); /* no length limit */
	put_text(w, IF_NAME, name);
	put_option(w, IF_TSRESOL, &nanoseconds, 1);
	end_block(w);
	return i;
}

/* --- one packet --- */

static void name_unknown(FILE *fp, const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	const struct pk_protocol *protocol = pk_protocol_of(header);
	const bool is_numbered = !protocol->datagrams, has_flags = protocol->flags_text != NULL;
	const char *const names[] = {!is_numbered || header->seq_known ? NULL : "sequence number",
				     !is_numbered || header->ack_known ? NULL
								       : "acknowledgement number",
				     !has_flags || header->flags_known ? NULL : "flags",
				     header->len_known ? NULL : "length"};
	const char *before = "not known, 0 here: ";

	for (size_t i = 0; i < PK_ARRAY_SIZE(names); i++) {
		if (!names[i])
			continue;
		fprintf(fp, "%s%s", before, names[i]);
		before = ", ";
	}
	if (before[0] == ',')
		fputc('\n', fp);
	if (packet->timeless)
		fputs("when is not known: the time is that of the panic\n", fp);
}

/* The output of `show` for it. The caller frees it. NULL: out of memory. */
static char *comment_of(struct pk_pcapng *w, const struct pk_packet *packet,
			const struct pk_path *path)
{
	struct pk_out out;
	char *text = NULL;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	if (!fp)
		return NULL;
	name_unknown(fp, packet);
	pk_out_init(&out, fp, &pk_out_text_ops);
	if (path)
		pk_render_packet_whole(&out, w->base.style, packet, path, NULL, NULL);
	pk_out_deinit(&out);
	if (fclose(fp)) {
		free(text);
		return NULL;
	}
	if (len > MAX_COMMENT) {
		for (len = MAX_COMMENT; len && (text[len] & 0xc0) == 0x80; len--)
			;
		text[len] = '\0';
	}
	return text;
}

uint64_t pk_pcapng_time(const struct pk_packet_set *set, const struct pk_packet *packet)
{
	return packet->timeless ? pk_packet_set_end(set) : packet->first_ns;
}

static void put_packet(struct pk_packet_writer *writer, const struct pk_packet *packet,
		       const struct pk_path *path, uint32_t at)
{
	struct pk_pcapng *w = (struct pk_pcapng *)writer;
	uint64_t number = at;
	uint8_t headers[SLL_HEADER + PK_HEADERS_MAX] = {0};
	uint32_t interface = interface_of(w, packet->dev);
	uint32_t len = SLL_HEADER + pk_packet_headers(packet, headers + SLL_HEADER);
	uint32_t flags = packet->dir == PK_RX ? EPB_INBOUND : EPB_OUTBOUND;
	uint64_t payload = packet->header.len_known ? packet->header.payload_len : 0;
	uint64_t ts = pk_pcapng_time(w->base.style->set, packet) + (uint64_t)w->wall_offset;
	char *comment = comment_of(w, packet, path);
	uint64_t action = packet->outcome == PK_OUT_DROPPED ? TC_ACT_SHOT : TC_ACT_OK;
	uint8_t value[9] = {VERDICT_TC};

	/* The link address is unknown: its length is 0. */
	pk_bytes_put(headers, NULL, 0, packet->dir == PK_RX ? SLL_TO_US : SLL_BY_US, 2);
	pk_bytes_put(headers, NULL, 2, ARPHRD_VOID, 2);
	pk_bytes_put(headers, NULL, 14,
		     packet->header.tuple.family == 6 ? PROTOCOL_IPV6 : PROTOCOL_IPV4, 2);
	begin_block(w, BLOCK_PACKET);
	put32(w, interface);
	put32(w, (uint32_t)(ts >> 32));
	put32(w, (uint32_t)ts);
	put32(w, len);
	put32(w, (uint32_t)(len + payload > UINT32_MAX ? UINT32_MAX : len + payload));
	put(w, headers, len);
	if (comment)
		put_option(w, OPT_COMMENT, comment, (uint16_t)strlen(comment));
	put_option(w, EPB_FLAGS, &flags, 4);
	put_option(w, EPB_PACKETID, &number, 8);
	memcpy(value + 1, &action, 8);
	if (packet->outcome != PK_OUT_UNKNOWN && packet->outcome != PK_OUT_IN_FLIGHT)
		put_option(w, EPB_VERDICT, value, sizeof(value));
	if (w->with_retis)
		put_retis(w, packet, path, w->totals.packets + 1);
	end_block(w);
	free(comment);
	w->totals.packets++;
}

void pk_pcapng_expect(struct pk_pcapng *w, const struct pk_packet *packet)
{
	if (packet->dir == PK_TX && packet->header.tuple_known &&
	    pk_has_edge(packet, PK_EDGE_LOOPBACK))
		w->base.nomem |=
			!pk_hash_put(&w->looped, (uint64_t)(uintptr_t)packet, (void *)packet);
}

/* The other half of a looped packet is written already. */
static bool second_half(const struct pk_pcapng *w, const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	if (packet->dir != PK_RX || !pk_has_edge(packet, PK_EDGE_LOOPBACK))
		return false;
	return pk_any(trail->nr_edges, i,
		      trail->edges[i].kind == PK_EDGE_LOOPBACK && trail->edges[i].to &&
			      pk_hash_get(&w->looped, (uint64_t)(uintptr_t)trail->edges[i].to));
}

static bool takes(struct pk_packet_writer *writer, const struct pk_packet *packet)
{
	struct pk_pcapng *w = (struct pk_pcapng *)writer;

	if (!packet->header.tuple_known)
		w->totals.nameless++;
	else if (second_half(w, packet))
		w->totals.looped++;
	else
		return true;
	return false;
}

void pk_pcapng_init(struct pk_pcapng *w, const struct pk_packet_style *style,
		    const struct pk_facts *facts, const struct pk_retis_around *around,
		    int64_t wall_offset, FILE *fp)
{
	*w = (struct pk_pcapng){
		.base = {.style = style,
			 .fp = fp,
			 .lines = TREE_LINES,
			 .needs_held = around,
			 .takes = takes,
			 .put = put_packet},
		.wall_offset = wall_offset,
		.with_retis = around,
		.interfaces = calloc(MAX_INTERFACES, sizeof(*w->interfaces)),
	};
	w->base.nomem = !w->interfaces;
	pk_retis_init(&w->retis, style, around, NULL);
	if (w->base.nomem)
		return;
	write_section(w, facts);
	if (around)
		write_retis_schema(w);
}

void pk_pcapng_deinit(struct pk_pcapng *w)
{
	pk_retis_deinit(&w->retis);
	pk_hash_deinit(&w->looped, NULL);
	free(w->interfaces);
	free(w->block);
}
