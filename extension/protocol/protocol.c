// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/protocol.h"

const struct pk_protocol *const pk_protocols[] = {&pk_tcp, NULL};

const struct pk_protocol *pk_protocol_by_number(uint8_t number)
{
	for (const struct pk_protocol *const *protocol = pk_protocols; *protocol; protocol++)
		if ((*protocol)->number == number)
			return *protocol;
	return NULL;
}

static const struct pk_protocol *by_number_or_first(uint8_t number)
{
	const struct pk_protocol *protocol = pk_protocol_by_number(number);

	return protocol ? protocol : pk_protocols[0];
}

const struct pk_protocol *pk_protocol_of(const struct pk_header *header)
{
	return by_number_or_first(header->protocol);
}

const struct pk_protocol *pk_protocol_of_sock(const struct pk_sock *sock)
{
	return by_number_or_first(sock->protocol);
}

const char *pk_sock_state_name(const struct pk_sock *sock)
{
	const struct pk_protocol_sockets *sockets = pk_protocol_of_sock(sock)->sockets;
	uint8_t state = sock->shown_state;
	const char *name =
		sockets && state < sockets->nr_states ? sockets->states[state].name : NULL;

	return name ? name : "UNKNOWN";
}
