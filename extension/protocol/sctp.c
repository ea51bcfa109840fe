// SPDX-License-Identifier: GPL-3.0-or-later
/*
 *	0	source port	destination port
 *	4	verification tag		the receiver's; 0 in a packet with INIT
 *	8	checksum			CRC32c, which the device may add
 *	12	chunks, each padded to 4 bytes:
 *		0	type	flags	length		of header and value, without the padding
 *		4	TSN				of DATA and I_DATA: the number of what it carries
 */
#include "protocol/sctp.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"

#define HEADER_SIZE 12
#define CHUNK_HEADER 4

enum { CHUNK_DATA = 0, CHUNK_I_DATA = 64 };

struct chunk {
	unsigned type;
	const char *name;
	const char *letters; /* at most six: the column's */
};

static const struct chunk chunks[] = {
	{CHUNK_DATA, "DATA", "data"},
	{1, "INIT", "init"},
	{2, "INIT_ACK", "initak"},
	{3, "SACK", "sack"},
	{4, "HEARTBEAT", "hb"},
	{5, "HEARTBEAT_ACK", "hback"},
	{6, "ABORT", "abort"},
	{7, "SHUTDOWN", "shut"},
	{8, "SHUTDOWN_ACK", "shutak"},
	{9, "ERROR", "error"},
	{10, "COOKIE_ECHO", "cookie"},
	{11, "COOKIE_ACK", "ckack"},
	{12, "ECNE", "ecne"},
	{13, "CWR", "cwr"},
	{14, "SHUTDOWN_COMPLETE", "shutok"},
	{15, "AUTH", "auth"},
	{CHUNK_I_DATA, "I_DATA", "idata"},
	{128, "ASCONF_ACK", "asack"},
	{130, "RE_CONFIG", "reconf"},
	{132, "PAD", "pad"},
	{192, "FORWARD_TSN", "fwdtsn"},
	{193, "ASCONF", "asconf"},
	{194, "I_FORWARD_TSN", "ifwdts"},
};

static const struct chunk *chunk_of(unsigned type)
{
	return pk_find(chunks, PK_ARRAY_SIZE(chunks), it->type == type);
}

const char *pk_sctp_chunk_name(unsigned type)
{
	const struct chunk *chunk = chunk_of(type);

	return chunk ? chunk->name : NULL;
}

static bool has_tsn(unsigned type)
{
	return type == CHUNK_DATA || type == CHUNK_I_DATA;
}

/* The chunk AT bytes behind the header; false: what lies there is none, or not known. */
static bool read_chunk(const struct pk_header_bytes *bytes, uint32_t at, struct pk_header *header)
{
	size_t from = HEADER_SIZE + (size_t)at;
	uint32_t type, len;

	if (!pk_bytes_known(bytes, from, CHUNK_HEADER))
		return false;
	type = pk_bytes_be(bytes, from, 1);
	len = pk_bytes_be(bytes, from + 2, 2);
	if (len < CHUNK_HEADER)
		return false;
	if (!header->nr_chunks)
		header->flags = (uint16_t)(type << 8 | pk_bytes_be(bytes, from + 1, 1));
	if (has_tsn(type) && !header->tsn_known && pk_bytes_known(bytes, from + 4, 4)) {
		header->tsn = pk_bytes_be(bytes, from + 4, 4);
		header->tsn_known = true;
		header->tsn_at = at;
	}
	header->chunks[header->nr_chunks] = (uint8_t)type;
	header->chunk_at[header->nr_chunks++] = at;
	header->chunks_end = at + ((len + 3) & ~3u);
	return true;
}

static bool parse(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	/* No port is 0. */
	if (!pk_bytes_known(bytes, 0, 4) || !pk_bytes_be(bytes, 0, 2) || !pk_bytes_be(bytes, 2, 2))
		return false;
	pk_ports_parse(bytes, header);
	header->vtag_known = pk_bytes_known(bytes, 4, 4);
	header->vtag = header->vtag_known ? pk_bytes_be(bytes, 4, 4) : 0;
	header->tsn_known = false;
	header->nr_chunks = 0;
	header->chunks_end = 0;
	while (header->nr_chunks < PK_MAX_CHUNKS && read_chunk(bytes, header->chunks_end, header))
		;
	header->flags_known = header->nr_chunks;
	header->protocol = pk_sctp.number;
	*ret_len = HEADER_SIZE;
	return true;
}

unsigned pk_sctp_nr_chunks(const struct pk_header *header)
{
	unsigned nr = 0;

	if (!header->len_known)
		return header->nr_chunks > 0;
	while (nr < header->nr_chunks && header->chunk_at[nr] < header->payload_len)
		nr++;
	return nr;
}

bool pk_sctp_chunks_whole(const struct pk_header *header)
{
	return header->len_known && header->nr_chunks && header->chunks_end >= header->payload_len;
}

static bool is_data(const struct pk_header *header)
{
	unsigned nr = pk_sctp_nr_chunks(header);

	for (unsigned i = 0; i < nr; i++)
		if (!has_tsn(header->chunks[i]))
			return false;
	return pk_sctp_chunks_whole(header);
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	pk_ports_build(header, bytes, known);
	if (header->vtag_known)
		pk_bytes_put(bytes, known, 4, header->vtag, 4);
}

/* An INIT's value has addresses, a DATA's what somebody wrote. */
static void clear(const struct pk_header *header, uint8_t *bytes, size_t len)
{
	size_t from = 0;

	for (unsigned i = 0; i < header->nr_chunks && header->chunk_at[i] < len; i++) {
		if (from < header->chunk_at[i])
			memset(bytes + from, 0, header->chunk_at[i] - from);
		from = header->chunk_at[i] + CHUNK_HEADER + (has_tsn(header->chunks[i]) ? 4 : 0);
	}
	if (from < len)
		memset(bytes + from, 0, len - from);
}

/* "init", "sack", "77" */
static const char *text(unsigned flags, char *buf, unsigned size)
{
	const struct chunk *chunk = chunk_of(flags >> 8);

	if (chunk)
		snprintf(buf, size, "%s", chunk->letters);
	else
		snprintf(buf, size, "%u", flags >> 8);
	return buf;
}

const char *pk_sctp_state_name(const struct pk_sctp *sctp)
{
	static const char *const names[] = {
		"CLOSED",	    "COOKIE_WAIT",   "COOKIE_ECHOED",	  "ESTABLISHED",
		"SHUTDOWN_PENDING", "SHUTDOWN_SENT", "SHUTDOWN_RECEIVED", "SHUTDOWN_ACK_SENT",
	};

	if (!sctp->is_association)
		return "LISTEN";
	return sctp->state < PK_ARRAY_SIZE(names) ? names[sctp->state] : "UNKNOWN";
}

const struct pk_protocol pk_sctp = {
	.name = "sctp",
	.title = "SCTP",
	.prefix = "sctp_",
	.datagrams = true,
	.keeps = true,
	.is_data = is_data,
	.parses_behind = true,
	.number = 132,
	.stages = pk_sctp_stages,
	.header_min = HEADER_SIZE,
	.header_max = HEADER_SIZE,
	.parse = parse,
	.build = build,
	.not_built = "chunks and checksums (0)",
	.clear = clear,
	.flags_text = text,
	.refusal = "ABORT",
};
