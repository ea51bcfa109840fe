// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * IPsec's encapsulating security payload:
 *
 *	0	SPI		the receiver's state
 *	4	number		counts what that state was sent
 *	8	what it carries, encrypted; in transport mode without IP's header
 *
 * What is sent is made ESP in place, and what was received goes on in the same skb, on the same device: in tunnel mode it comes in
 * once more, in transport mode a worker hands it to its protocol.
 */
#include "protocol/ipsec.h"

#include "core/kit.h"
#include "protocol/protocol.h"
#include "protocol/stage_rows.h"

#define HEADER_SIZE 8

static bool parse(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	/* An SPI of 0 is nobody's. */
	if (!pk_bytes_known(bytes, 0, HEADER_SIZE) || !pk_bytes_be(bytes, 0, 4))
		return false;
	header->tuple.sport = header->tuple.dport = 0;
	header->spi = pk_bytes_be(bytes, 0, 4);
	header->esp_number = pk_bytes_be(bytes, 4, 4);
	header->spi_known = true;
	header->protocol = pk_esp.number;
	*ret_len = HEADER_SIZE;
	return true;
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	if (!header->spi_known)
		return;
	pk_bytes_put(bytes, known, 0, header->spi, 4);
	pk_bytes_put(bytes, known, 4, header->esp_number, 4);
}

static const struct pk_stage stages[] = {
	/* receive */
	M("xfrm4_esp_rcv", "esp", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V4),
	M("xfrm6_esp_rcv", "esp", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V6),
	F("xfrm4_rcv", "esp", RX),
	F("xfrm6_rcv", "esp", RX),
	F("xfrm4_rcv_encap", "esp", RX),
	F("xfrm6_rcv_spi", "esp", RX),
	A("xfrm_input", "esp", RX, RX_WRAPPED, NULL),
	F("xfrm_input_resume", "esp", RX),
	F("esp_input", "esp", RX),
	F("esp6_input", "esp", RX),
	F("esp_input_done2", "esp", RX),
	F("esp6_input_done2", "esp", RX),
	F("xfrm4_transport_finish", "esp", RX),
	F("xfrm6_transport_finish", "esp", RX),
	M("xfrm_trans_queue", "esp", RX, RX_INNER, "skb", PK_AT_IP | PK_FOREIGN),
	A("xfrm_trans_reinject", "esp", RX, RX_INNER_RUN, NULL),
	F("__xfrm_policy_check", "policy", RX),
	/* send */
	F("xfrm4_output", "esp", TX),
	F("xfrm6_output", "esp", TX),
	F("xfrm_output", "esp", TX),
	F("xfrm_output2", "esp", TX),
	M("xfrm_output_resume", "esp", TX, TX_TRANSFORM, "sk skb", PK_AT_IP | PK_FOREIGN),
	A("esp_output", "esp", TX, TX_TRANSFORMED, NULL),
	A("esp6_output", "esp", TX, TX_TRANSFORMED, NULL),
	F("esp_output_head", "esp", TX),
	F("esp6_output_head", "esp", TX),
	F("esp_output_tail", "esp", TX),
	F("esp6_output_tail", "esp", TX),
	F("xdst_queue_output", "policy", TX),
	F("xfrm_policy_queue_process", "policy", TX),
	{0},
};

static const char *const asked[] = {
	"xfrm4_esp_rcv", "xfrm6_esp_rcv", "xfrm_input", "xfrm_output",
	"esp_input",	 "esp_output",	  NULL,
};

const struct pk_protocol pk_esp = {
	.name = "esp",
	.title = "ESP",
	.prefix = "esp",
	.datagrams = true,
	.frees_are_drops = true,
	.in_place = true,
	.number = 50,
	.portless = true,
	.stages = stages,
	.asked = asked,
	.header_min = HEADER_SIZE,
	.header_max = HEADER_SIZE,
	.parse = parse,
	.build = build,
};

const char *pk_xfrm_mode_name(unsigned mode)
{
	static const char *const names[] = {"transport",  "tunnel", "ro",
					    "in_trigger", "beet",   "iptfs"};

	return mode < PK_ARRAY_SIZE(names) ? names[mode] : NULL;
}

const char *pk_xfrm_encap_name(unsigned type)
{
	static const char *const names[] = {
		[1] = "espinudp-nonike", [2] = "espinudp", [7] = "espintcp"};

	return type < PK_ARRAY_SIZE(names) ? names[type] : NULL;
}

const char *pk_xfrm_state_name(unsigned state)
{
	static const char *const names[] = {"void", "acquire", "valid", "error", "expired", "dead"};

	return state < PK_ARRAY_SIZE(names) ? names[state] : NULL;
}

const char *pk_xfrm_protocol_name(unsigned protocol)
{
	enum { AH = 51, COMP = 108, ROUTE2 = 43, HAO = 60 };

	switch (protocol) {
	case AH:
		return "ah";
	case COMP:
		return "comp";
	case ROUTE2:
		return "route2";
	case HAO:
		return "hao";
	default:
		return protocol == pk_esp.number ? pk_esp.name : NULL;
	}
}
