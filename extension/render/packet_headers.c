// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/packet_private.h"

#include <string.h>

#define FRAGMENT 44 /* IPv6's next header of a fragment */

static void ipv4_checksum(uint8_t *header)
{
	uint32_t sum = 0;

	header[10] = header[11] = 0;
	for (unsigned i = 0; i < 20; i += 2)
		sum += (uint32_t)header[i] << 8 | header[i + 1];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	pk_bytes_put(header, NULL, 10, ~sum & 0xffff, 2);
}

static void fragment(uint8_t *at, const struct pk_header *header)
{
	if (header->tuple.family == 6) {
		at[6] = FRAGMENT;
		pk_header_fragment_build_v6(header, at + 40, NULL);
		return;
	}
	pk_bytes_put(at, NULL, 4, header->ip_id_known ? header->ip_id : 0, 2);
	pk_bytes_put(at, NULL, 6, pk_header_fragment_word_v4(header), 2);
	ipv4_checksum(at);
}

/* LENGTH: of IP's payload. If the field cannot hold it (TSO, GRO), the field is 0, as in the
 * kernel. */
static uint32_t ip_header(uint8_t *at, const struct pk_tuple *tuple, uint8_t protocol,
			  uint64_t length)
{
	if (tuple->family == 6) {
		at[0] = 0x60;
		pk_bytes_put(at, NULL, 4, length > 0xffff ? 0 : (uint32_t)length, 2);
		at[6] = protocol;
		at[7] = 64;
		memcpy(at + 8, tuple->saddr, 16);
		memcpy(at + 24, tuple->daddr, 16);
		return 40;
	}
	at[0] = 0x45;
	pk_bytes_put(at, NULL, 2, length + 20 > 0xffff ? 0 : (uint32_t)length + 20, 2);
	at[8] = 64;
	at[9] = protocol;
	memcpy(at + 12, tuple->saddr, 4);
	memcpy(at + 16, tuple->daddr, 4);
	ipv4_checksum(at);
	return 20;
}

uint32_t pk_packet_headers(const struct pk_packet *packet, uint8_t ret_bytes[PK_HEADERS_MAX])
{
	const struct pk_header *header = &packet->header;
	uint32_t payload = header->len_known ? header->payload_len : 0, len;
	uint32_t own = pk_header_is_headless(header) ? 0 : pk_header_len_min(header);
	bool six = header->fragment && header->tuple.family == 6;

	memset(ret_bytes, 0, PK_HEADERS_MAX);
	len = ip_header(ret_bytes, &header->tuple, pk_header_outermost(header)->number,
			(uint64_t)own + payload + (six ? PK_FRAGMENT_HEADER : 0));
	if (header->fragment)
		fragment(ret_bytes, header);
	len += six ? PK_FRAGMENT_HEADER : 0;
	if (own)
		pk_header_build(header, ret_bytes + len, NULL);
	return len + own;
}
