// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tuple.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

bool pk_tuple_equal(const struct pk_tuple *a, const struct pk_tuple *b)
{
	unsigned len = a->family == 4 ? 4 : 16;

	return a->family == b->family && a->sport == b->sport && a->dport == b->dport &&
	       !memcmp(a->saddr, b->saddr, len) && !memcmp(a->daddr, b->daddr, len);
}

struct pk_tuple pk_tuple_reversed(const struct pk_tuple *tuple)
{
	struct pk_tuple back = {
		.family = tuple->family, .sport = tuple->dport, .dport = tuple->sport};

	memcpy(back.saddr, tuple->daddr, sizeof(back.saddr));
	memcpy(back.daddr, tuple->saddr, sizeof(back.daddr));
	return back;
}

const char *pk_address_text(uint8_t family, const uint8_t *addr, char *buf, unsigned size)
{
	if (!inet_ntop(family == 6 ? AF_INET6 : AF_INET, addr, buf, size))
		snprintf(buf, size, "?");
	return buf;
}

const char *pk_endpoint_text(uint8_t family, const uint8_t *addr, uint16_t port, char *buf,
			     unsigned size)
{
	char text[INET6_ADDRSTRLEN];

	pk_address_text(family, addr, text, sizeof(text));
	snprintf(buf, size, family == 6 ? "[%s]:%u" : "%s:%u", text, port);
	return buf;
}

/* tcpdump's order and letters: FSRP, then '.' for ACK, U, E, W. */
const char *pk_tcp_flags_text(unsigned flags, char *buf, unsigned size)
{
	static const struct {
		unsigned bit;
		char letter;
	} letters[] = {{0x01, 'F'}, {0x02, 'S'}, {0x04, 'R'}, {0x08, 'P'},
		       {0x10, '.'}, {0x20, 'U'}, {0x40, 'E'}, {0x80, 'W'}};
	unsigned len = 0;

	for (unsigned i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (flags & letters[i].bit && len + 1 < size)
			buf[len++] = letters[i].letter;
	buf[len] = '\0';
	if (!len)
		snprintf(buf, size, "none");
	return buf;
}
