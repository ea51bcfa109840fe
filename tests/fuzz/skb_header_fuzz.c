// SPDX-License-Identifier: GPL-3.0-or-later
/* Bytes that claim to begin an IP header. What is accepted must lie inside them. */
#include <stdint.h>
#include <stdlib.h>

#include "decode/net/skb/skb.h"
#include "protocol/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pk_wire_header wire;
	const struct pk_tuple *tuple = &wire.header.tuple;
	uint32_t least;

	if (!pk_wire_header_parse(NULL, data, size, &wire))
		return 0;
	if (!pk_protocol_by_number(wire.header.protocol))
		abort();
	least = wire.offset;
	if (!pk_header_is_headless(&wire.header)) /* a later fragment has none of its protocol's */
		least += pk_protocol_by_number(wire.header.protocol)->header_min;
	if (least > size || wire.headers_len < least ||
	    (wire.ip_len && wire.headers_len > wire.ip_len) ||
	    (tuple->family != 4 && tuple->family != 6))
		abort();
	return 0;
}
