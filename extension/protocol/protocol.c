// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/protocol.h"

#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "protocol/sockets.h"

const struct pk_protocol *const pk_protocols[] = {
	&pk_tcp,  &pk_udp, &pk_icmp,	&pk_icmp6, &pk_gre,    &pk_ipip, &pk_sit,
	&pk_sctp, &pk_esp, &pk_udplite, &pk_dccp,  &pk_macsec, NULL};

static unsigned bit_of(const struct pk_protocol *protocol)
{
	unsigned at = 0;

	while (pk_protocols[at] && pk_protocols[at] != protocol)
		at++;
	return 1u << at;
}

#define FIRST 1u

bool pk_protocol_is_shown(const struct pk_ctx *ctx, const struct pk_protocol *protocol)
{
	return (ctx->protocols ? ctx->protocols : FIRST) & bit_of(protocol);
}

bool pk_protocols_several(const struct pk_ctx *ctx)
{
	unsigned all = bit_of(NULL) - 1;

	return ctx->protocols & all & ~FIRST;
}

bool pk_protocol_is_known(const struct pk_ctx *ctx, const struct pk_protocol *protocol)
{
	return !ctx || protocol == pk_protocols[0] || pk_protocols_several(ctx);
}

static const char *join(const struct pk_ctx *ctx, const char *comma, bool titles, char *buf,
			size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (int i = 0; pk_protocols[i]; i++)
		if (pk_protocol_is_shown(ctx, pk_protocols[i]) && len < size)
			len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? comma : "",
						titles ? pk_protocols[i]->title
						       : pk_protocols[i]->name);
	return buf;
}

const char *pk_protocols_titles(const struct pk_ctx *ctx, char *buf, size_t size)
{
	return join(ctx, ", ", true, buf, size);
}

const char *pk_protocols_list(const struct pk_ctx *ctx, char *buf, size_t size)
{
	return join(ctx, ",", false, buf, size);
}

bool pk_protocols_parse(const char *list, unsigned *ret_protocols)
{
	unsigned found = 0;

	while (*list) {
		size_t len = strcspn(list, ",");
		bool all = len == strlen("all") && !strncmp(list, "all", len);
		unsigned before = found;

		found |= pk_local_bit(list, len);

		for (int i = 0; pk_protocols[i]; i++)
			if (all || (strlen(pk_protocols[i]->name) == len &&
				    !strncmp(pk_protocols[i]->name, list, len)))
				found |= bit_of(pk_protocols[i]);
		if (found == before)
			return false;
		list += len + (list[len] == ',');
	}
	if (found)
		*ret_protocols = found;
	return found;
}

unsigned pk_protocols_show_all(struct pk_ctx *ctx)
{
	unsigned shown = ctx->protocols;

	(void)!pk_protocols_parse("all", &ctx->protocols);
	return shown;
}

const struct pk_protocol *pk_protocol_by_number(uint16_t number)
{
	for (const struct pk_protocol *const *protocol = pk_protocols; *protocol; protocol++)
		if ((*protocol)->number == number)
			return *protocol;
	return NULL;
}

const struct pk_protocol *pk_protocol_known_by_number(const struct pk_ctx *ctx, uint16_t number)
{
	const struct pk_protocol *protocol = pk_protocol_by_number(number);

	return protocol && pk_protocol_is_known(ctx, protocol) ? protocol : NULL;
}

const struct pk_protocol *pk_link_known_by_type(const struct pk_ctx *ctx, uint64_t type)
{
	return type > UINT8_MAX && type <= UINT16_MAX
		       ? pk_protocol_known_by_number(ctx, (uint16_t)type)
		       : NULL;
}

bool pk_link_any_known(const struct pk_ctx *ctx)
{
	for (int i = 0; pk_protocols[i]; i++)
		if (pk_link_known_by_type(ctx, pk_protocols[i]->number))
			return true;
	return false;
}

static const struct pk_protocol *by_number_or_first(uint16_t number)
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

/* Here, and not in stage.c, as views ask for it, and that file asks the dump. */
const char *pk_stage_title(const struct pk_stage *stage, const struct pk_protocol *protocol)
{
	return *stage->stage ? stage->stage : protocol->name;
}
