// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/figure.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

bool pk_tuple_equal(const struct pk_tuple *a, const struct pk_tuple *b)
{
	return a->sport == b->sport && a->dport == b->dport && pk_tuple_same_hosts(a, b);
}

bool pk_tuple_same_hosts(const struct pk_tuple *a, const struct pk_tuple *b)
{
	unsigned len = a->family == 4 ? 4 : 16;

	return a->family == b->family && !memcmp(a->saddr, b->saddr, len) &&
	       !memcmp(a->daddr, b->daddr, len);
}

struct pk_tuple pk_tuple_reversed(const struct pk_tuple *tuple)
{
	struct pk_tuple back = {
		.family = tuple->family, .sport = tuple->dport, .dport = tuple->sport};

	memcpy(back.saddr, tuple->daddr, sizeof(back.saddr));
	memcpy(back.daddr, tuple->saddr, sizeof(back.daddr));
	return back;
}

uint8_t pk_family_of(uint64_t linux_family)
{
	return linux_family == 2 ? 4 : linux_family == 10 ? 6 : 0;
}

uint8_t pk_sockaddr_parts(uint64_t linux_family, const uint8_t *bytes, uint32_t len,
			  uint8_t *ret_addr, uint16_t *ret_port)
{
	uint8_t family = pk_family_of(linux_family);

	if (!family || len < (family == 4 ? 8 : 24))
		return 0;
	memset(ret_addr, 0, 16);
	memcpy(ret_addr, bytes + (family == 4 ? 4 : 8), family == 4 ? 4 : 16);
	*ret_port = (uint16_t)(bytes[2] << 8 | bytes[3]);
	return family;
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
