// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/protocol.h"

#include <string.h>

#include "core/bytes.h"

bool pk_bytes_known(const struct pk_header_bytes *bytes, size_t at, size_t len)
{
	if (at > bytes->len || len > bytes->len - at)
		return false;
	for (size_t i = 0; bytes->known && i < len; i++)
		if (!bytes->known[at + i])
			return false;
	return true;
}

uint32_t pk_bytes_be(const struct pk_header_bytes *bytes, size_t at, size_t len)
{
	return (uint32_t)pk_bytes_uint(bytes->bytes + at, len, true);
}

void pk_bytes_put(uint8_t *bytes, uint8_t *known, size_t at, uint32_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		bytes[at + i] = (uint8_t)(value >> 8 * (size - 1 - i));
	if (known)
		memset(known + at, 0xff, size);
}

void pk_ports_parse(const struct pk_header_bytes *bytes, struct pk_header *header)
{
	header->tuple.sport = (uint16_t)pk_bytes_be(bytes, 0, 2);
	header->tuple.dport = (uint16_t)pk_bytes_be(bytes, 2, 2);
}

void pk_ports_build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	if (header->tuple_known && header->tuple.sport)
		pk_bytes_put(bytes, known, 0, header->tuple.sport, 2);
	if (header->tuple_known && header->tuple.dport)
		pk_bytes_put(bytes, known, 2, header->tuple.dport, 2);
}
