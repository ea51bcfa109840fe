// SPDX-License-Identifier: GPL-3.0-or-later
/*
 *	0	source port	destination port
 *	4	length		checksum		length: of header and payload (0 in a jumbogram, which nobody sends)
 */
#include "protocol/udp.h"

#include <string.h>

#define HEADER_SIZE 8
#define ESP_LEAST 8 /* SPI and number */
#define TUNNEL_HEADER 8 /* bytes of VXLAN's, and of Geneve's without options */
#define TUNNEL_ID 12 /* the network's number in VXLAN's and Geneve's header */

/* What may be the number of a tunnel's network, and ESP's header; a message of IKE begins with zeros there, and a keepalive has one byte. */
static void look_behind(const struct pk_header_bytes *bytes, struct pk_header *header)
{
	/* Both begin with what is never zero: VXLAN's flags, or the protocol that Geneve carries. */
	header->tunnel_id_may_be =
		pk_bytes_known(bytes, TUNNEL_ID, 3) &&
		!(pk_bytes_known(bytes, HEADER_SIZE, 4) && !pk_bytes_be(bytes, HEADER_SIZE, 4));
	if (header->tunnel_id_may_be)
		header->tunnel_id = pk_bytes_be(bytes, TUNNEL_ID, 3);
	header->spi_may_be = header->len_known && header->payload_len > ESP_LEAST &&
			     pk_bytes_known(bytes, HEADER_SIZE, ESP_LEAST) &&
			     pk_bytes_be(bytes, HEADER_SIZE, 4);
	if (!header->spi_may_be)
		return;
	header->spi = pk_bytes_be(bytes, HEADER_SIZE, 4);
	header->esp_number = pk_bytes_be(bytes, HEADER_SIZE + 4, 4);
}

static bool parse(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	bool has_len = pk_bytes_known(bytes, 4, 2);
	uint32_t len = has_len ? pk_bytes_be(bytes, 4, 2) : 0;

	/* A source port of 0 is allowed (nobody can answer it), a destination port is none. */
	if (!pk_bytes_known(bytes, 0, 4) || !pk_bytes_be(bytes, 2, 2) ||
	    (has_len && len < HEADER_SIZE))
		return false;
	pk_ports_parse(bytes, header);
	header->len_known = has_len;
	header->payload_len = has_len ? len - HEADER_SIZE : 0;
	header->checksum_known = pk_bytes_known(bytes, 6, 2);
	header->checksum = header->checksum_known ? (uint16_t)pk_bytes_be(bytes, 6, 2) : 0;
	header->protocol = pk_udp.number;
	look_behind(bytes, header);
	*ret_len = HEADER_SIZE;
	return true;
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	pk_ports_build(header, bytes, known);
	if (header->len_known && header->payload_len <= UINT16_MAX - HEADER_SIZE)
		pk_bytes_put(bytes, known, 4, header->payload_len + HEADER_SIZE, 2);
	else if (!known)
		pk_bytes_put(bytes, known, 4, HEADER_SIZE, 2);
	if (header->checksum_known)
		pk_bytes_put(bytes, known, 6, header->checksum, 2);
}

/* By port (IANA's, and Linux's first one) and by what is set, the header of VXLAN or Geneve. */
static bool is_tunnel(const struct pk_header *header, const uint8_t *bytes)
{
	static const uint8_t vxlan[] = {0x08, 0, 0, 0};
	const uint16_t to = header->tuple.dport;

	if (bytes[TUNNEL_HEADER - 1])
		return false;
	if (to == 4789 || to == 8472)
		return !memcmp(bytes, vxlan, sizeof(vxlan));
	return to == 6081 && !(bytes[0] & 0xc0) && bytes[2]; /* version 0, an EtherType */
}

/* The number of a tunnel's network is nobody's secret. */
static void clear(const struct pk_header *header, uint8_t *bytes, size_t len)
{
	size_t kept = len >= TUNNEL_HEADER && is_tunnel(header, bytes) ? TUNNEL_HEADER : 0;

	memset(bytes + kept, 0, len - kept);
}

static const char *const asked[] = {
	"udp_rcv",
	"udpv6_rcv",
	"__udp4_lib_rcv",
	"__udp6_lib_rcv",
	"udp_queue_rcv_skb",
	"udp_sendmsg",
	"udpv6_sendmsg",
	"udp_send_skb",
	"udp_recvmsg",
	"udpv6_recvmsg",
	"udp_lib_close",
	"udp_push_pending_frames",
	NULL,
};

const struct pk_protocol pk_udp = {
	.name = "udp",
	.title = "UDP",
	.prefix = "udp_",
	.datagrams = true,
	.frees_are_drops = true,
	.read_ends_in_consume = true,
	.carries = &pk_esp,
	.number = 17,
	.stages = pk_udp_stages,
	.asked = asked,
	.header_min = HEADER_SIZE,
	.header_max = HEADER_SIZE,
	.parse = parse,
	.build = build,
	.clear = clear,
	.sockets = &pk_udp_sockets,
};
