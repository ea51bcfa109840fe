// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/tcp.h"

#include <stdio.h>

#include "core/kit.h"
#include "protocol/protocol.h"

enum {
	FIN = 0x01,
	SYN = 0x02,
	RST = 0x04,
	PUSH = 0x08,
	ACK = 0x10,
	URG = 0x20,
	ECE = 0x40,
	CWR = 0x80
};

static unsigned says(unsigned flags)
{
	bool begins = (flags & (SYN | ACK)) == SYN;
	bool only_ack = (flags & (SYN | FIN | RST | ACK)) == ACK;

	return (begins ? PK_SAYS_BEGIN : 0) | (flags & SYN ? PK_SAYS_SETUP : 0) |
	       (flags & FIN ? PK_SAYS_CLOSE : 0) | (flags & RST ? PK_SAYS_ABORT : 0) |
	       (flags & ACK ? PK_SAYS_ACK : 0) | (only_ack ? PK_SAYS_ONLY_ACK : 0);
}

static uint32_t flag_numbers(unsigned flags)
{
	return !!(flags & SYN) + !!(flags & FIN);
}

static bool reached(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) >= 0;
}

static bool overlap(uint32_t a, uint32_t a_len, uint32_t b, uint32_t b_len)
{
	if (!a_len && !b_len)
		return a == b;
	return a - b < b_len || b - a < a_len;
}

static const char *consumed(unsigned flags, bool purged)
{
	if (flags & RST)
		return "reset";
	if (flags & SYN)
		return "handshake";
	if (flags & FIN)
		return purged ? "FIN, purged at close" : "FIN";
	return "pure ACK";
}

/* tcpdump's order and letters: FSRP, then '.' for ACK, U, E, W. */
const char *pk_tcp_flags_text(unsigned flags, char *buf, unsigned size)
{
	static const struct {
		unsigned bit;
		char letter;
	} letters[] = {{FIN, 'F'}, {SYN, 'S'}, {RST, 'R'}, {PUSH, 'P'},
		       {ACK, '.'}, {URG, 'U'}, {ECE, 'E'}, {CWR, 'W'}};
	unsigned len = 0;

	for (unsigned i = 0; i < PK_ARRAY_SIZE(letters); i++)
		if (flags & letters[i].bit && len + 1 < size)
			buf[len++] = letters[i].letter;
	buf[len] = '\0';
	if (!len)
		snprintf(buf, size, "none");
	return buf;
}

const struct pk_protocol pk_tcp = {
	.name = "tcp",
	.number = 6,
	.header_min = 20,
	.header_max = 60,
	.one_segment = 8, /* TCP_MIN_GSO_SIZE */
	.late_flags =
		PUSH, /* __tcp_transmit_skb() sets it on more than one segment, after its entry */
	.stages = pk_tcp_stages,
	.says = says,
	.flag_numbers = flag_numbers,
	.reached = reached,
	.overlap = overlap,
	.consumed = consumed,
};
