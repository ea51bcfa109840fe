// SPDX-License-Identifier: GPL-3.0-or-later
/* Bytes that claim to begin an IP header. What is accepted must lie inside them. */
#include <stdint.h>
#include <stdlib.h>

#include "decode/net/skb_header.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pk_tcp_header header;

	if (pk_tcp_header_parse(data, size, &header) &&
	    (header.tcp_offset + 20 > size || header.headers_len < header.tcp_offset + 20 ||
	     (header.ip_len && header.headers_len > header.ip_len) || !header.tuple.sport ||
	     (header.tuple.family != 4 && header.tuple.family != 6)))
		abort();
	return 0;
}
