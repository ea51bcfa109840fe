// SPDX-License-Identifier: GPL-3.0-or-later
/* What a protocol says of packets together, and of a packet and its socket. */
#include "protocol/protocol.h"

bool pk_acknowledges(const struct pk_header *ack, const struct pk_header *sent)
{
	const struct pk_protocol *protocol = pk_protocol_of(sent);

	return protocol->acknowledges && protocol->acknowledges(ack, sent);
}

bool pk_refuses(const struct pk_header *answer, const struct pk_header *begin)
{
	const struct pk_protocol *protocol = pk_protocol_of(begin);

	return protocol->refuses && protocol->refuses(answer, begin);
}

bool pk_may_be_probe(const struct pk_header *header)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);

	return protocol->may_be_probe && protocol->may_be_probe(header);
}

bool pk_answers_probe(const struct pk_header *answer, const struct pk_header *probe)
{
	const struct pk_protocol *protocol = pk_protocol_of(probe);

	return protocol->answers_probe && protocol->answers_probe(answer, probe);
}

bool pk_is_elsewhere(const struct pk_header *one, const struct pk_header *next, bool against)
{
	const struct pk_protocol *protocol = pk_protocol_of(one);

	return protocol->is_elsewhere && protocol->is_elsewhere(one, next, against);
}

bool pk_may_have_sent(const struct pk_sock *sock, const struct pk_header *header)
{
	const struct pk_protocol *protocol = pk_protocol_of_sock(sock);

	return protocol->may_have_sent && protocol->may_have_sent(sock, header);
}

struct pk_end pk_end_received(const struct pk_sock *sock, const struct pk_header *header)
{
	const struct pk_protocol *protocol = sock ? pk_protocol_of_sock(sock) : NULL;
	uint32_t end;

	if (!protocol || !protocol->received || !pk_header_end(header, &end))
		return (struct pk_end){0};
	return protocol->received(sock, header, end);
}

struct pk_end pk_end_sent(const struct pk_sock *sock, const struct pk_header *header)
{
	const struct pk_protocol *protocol = sock ? pk_protocol_of_sock(sock) : NULL;
	uint32_t end;

	if (!protocol || !protocol->sent || !pk_header_end(header, &end))
		return (struct pk_end){0};
	return protocol->sent(sock, header, end);
}

struct pk_header pk_cb_header(const struct pk_sock *sock, const struct pk_skb_cb *cb)
{
	const struct pk_protocol *protocol = pk_protocol_of_sock(sock);
	struct pk_header header = {.protocol = protocol->number};

	if (protocol->by_cb)
		protocol->by_cb(cb, true, &header);
	return header;
}
