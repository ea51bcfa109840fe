// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * IEEE 802.1AE. A frame of the device above, encrypted, behind the addresses of Ethernet's header:
 *
 *	0	0x88e5		the type in Ethernet's header
 *	2	TCI, AN		whether an SCI follows; which of its secure associations
 *	3	short length
 *	4	PN		counts what that association was sent
 *	8	SCI		the sender's channel: its MAC address and port, if TCI says so
 *
 * It has no IP header, so no addresses, no ports, and nothing behind it. That an skb is one, its Ethernet type alone
 * tells. Its tag is read where a probe has the frame's first bytes, or the skb is still in memory.
 */
#include "protocol/ipsec.h"

#define ETH_P_MACSEC 0x88e5

bool pk_macsec_parse(const struct pk_header_bytes *bytes, struct pk_header *header)
{
	bool has_sci;

	if (!pk_bytes_known(bytes, 0, 6) || pk_bytes_be(bytes, 0, 1) & PK_MACSEC_VERSION)
		return false;
	has_sci = pk_bytes_be(bytes, 0, 1) & PK_MACSEC_SCI;
	if (has_sci && !pk_bytes_known(bytes, 6, 8))
		return false;
	header->protocol = pk_macsec.number;
	header->sectag = (struct pk_sectag){
		.tci_an = (uint8_t)pk_bytes_be(bytes, 0, 1),
		.short_len = pk_bytes_be(bytes, 1, 1) & 0x3f,
		.pn = pk_bytes_be(bytes, 2, 4),
		.known = true,
		.sci_known = has_sci,
	};
	if (has_sci)
		header->sectag.sci =
			(uint64_t)pk_bytes_be(bytes, 6, 4) << 32 | pk_bytes_be(bytes, 10, 4);
	return true;
}

/* Not behind IP's header. */
static bool parse(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	(void)bytes;
	(void)header;
	(void)ret_len;
	return false;
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	(void)header;
	(void)bytes;
	(void)known;
}

static const struct pk_stage stages[] = {{0}};
static const char *const asked[] = {NULL};

const struct pk_protocol pk_macsec = {
	.name = "macsec",
	.title = "MACsec",
	.prefix = "macsec_",
	.datagrams = true,
	.frees_are_drops = true,
	.number = ETH_P_MACSEC,
	.portless = true,
	.stages = stages,
	.asked = asked,
	.parse = parse,
	.build = build,
};
