// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * net.xfrm.state_all	all states of a namespace, newest first (xfrm_state.km.all). Whoever lists them right now has an entry
 *			of his own there, which counts as dead.
 */
#include "decode/net/ipsec/xfrm.h"

#include <stddef.h>
#include <string.h>

#include "core/kit.h"
#include "decode/net/device/net_device.h"
#include "model/figure.h"
#include "protocol/protocol.h"

enum { STATE_DEAD = 5, UDP_ENCAP_ESPINUDP = 2 };

/* A number of SIZE bytes of struct pk_xfrm_state. */
struct number {
	enum pk_row_id row;
	size_t to, size;
};

#define NUMBER(row, member)                                                                        \
	{                                                                                          \
		PK_R_##row, offsetof(struct pk_xfrm_state, member),                                \
			sizeof(((struct pk_xfrm_state *)NULL)->member)                             \
	}

static const struct number numbers[] = {
	NUMBER(xfrm_proto, protocol),
	NUMBER(xfrm_mode, mode),
	NUMBER(xfrm_reqid, reqid),
	NUMBER(xfrm_window, window),
	NUMBER(xfrm_bytes, bytes),
	NUMBER(xfrm_packets, packets),
	NUMBER(xfrm_sent, sent),
	NUMBER(xfrm_received, received),
	NUMBER(xfrm_too_old, too_old),
	NUMBER(xfrm_replayed, replayed),
	NUMBER(xfrm_not_authentic, not_authentic),
};

/* The name of the algorithm that ROW's pointer leads to. */
static void read_name(struct pk_reader *r, uint64_t addr, enum pk_row_id row, enum pk_row_id name,
		      char buf[PK_XFRM_NAME])
{
	uint64_t algorithm = pk_member(r, addr, row);

	if (algorithm)
		pk_load(r, pk_member_at(r, algorithm, name), buf, PK_XFRM_NAME);
	buf[PK_XFRM_NAME - 1] = '\0';
}

/* Numbers of 64 bits, or with a larger window. */
static void read_extended(struct pk_reader *r, struct pk_xfrm_state *state)
{
	uint64_t esn = pk_member_or(r, state->addr, PK_R_xfrm_esn, 0);

	if (!esn)
		return;
	state->sent = pk_member(r, esn, PK_R_xfrm_esn_sent);
	state->sent |= pk_member(r, esn, PK_R_xfrm_esn_sent_high) << 32;
	state->received = pk_member(r, esn, PK_R_xfrm_esn_received);
	state->received |= pk_member(r, esn, PK_R_xfrm_esn_received_high) << 32;
	state->window = (uint32_t)pk_member(r, esn, PK_R_xfrm_esn_window);
}

/* A pointer, NULL where IP itself carries it. */
static void read_encap(struct pk_reader *r, struct pk_xfrm_state *state)
{
	bool swap = !r->ctx->target->facts.big_endian; /* ports are in network order */
	uint64_t encap = pk_member_or(r, state->addr, PK_R_xfrm_encap, 0);
	uint16_t sport, dport;

	if (!encap)
		return;
	state->encap = (uint8_t)pk_member(r, encap, PK_R_xfrm_encap_type);
	sport = (uint16_t)pk_member(r, encap, PK_R_xfrm_encap_sport);
	dport = (uint16_t)pk_member(r, encap, PK_R_xfrm_encap_dport);
	state->encap_sport = swap ? __builtin_bswap16(sport) : sport;
	state->encap_dport = swap ? __builtin_bswap16(dport) : dport;
}

static void read_addresses(struct pk_reader *r, struct pk_xfrm_state *state)
{
	size_t len;

	state->family = pk_family_of(pk_member(r, state->addr, PK_R_xfrm_family));
	len = state->family == 4 ? 4 : 16;
	state->spi = (uint32_t)pk_network_number(r, pk_member_at(r, state->addr, PK_R_xfrm_spi), 4);
	pk_load(r, pk_member_at(r, state->addr, PK_R_xfrm_saddr), state->saddr, len);
	pk_load(r, pk_member_at(r, state->addr, PK_R_xfrm_daddr), state->daddr, len);
}

static void read_state(struct pk_reader *r, struct pk_xfrm_state *state)
{
	read_addresses(r, state);
	for (size_t i = 0; pk_ok(r) && i < PK_ARRAY_SIZE(numbers); i++) {
		void *to = (char *)state + numbers[i].to;
		uint64_t value = pk_member(r, state->addr, numbers[i].row);

		if (numbers[i].size == sizeof(uint64_t))
			*(uint64_t *)to = value;
		else if (numbers[i].size == sizeof(uint32_t))
			*(uint32_t *)to = (uint32_t)value;
		else
			*(uint8_t *)to = (uint8_t)value;
	}
	read_extended(r, state);
	read_encap(r, state);
	read_name(r, state->addr, PK_R_xfrm_auth, PK_R_xfrm_auth_name, state->auth);
	read_name(r, state->addr, PK_R_xfrm_cipher, PK_R_xfrm_cipher_name, state->cipher);
	read_name(r, state->addr, PK_R_xfrm_aead, PK_R_xfrm_aead_name, state->aead);
}

/* False: it is none of ESP in UDP. */
static bool read_in_udp(struct pk_reader *r, struct pk_xfrm_state *state)
{
	uint64_t protocol;

	read_encap(r, state);
	if (pk_ok(r) && state->encap != UDP_ENCAP_ESPINUDP)
		return false;
	protocol = pk_member(r, state->addr, PK_R_xfrm_proto);
	if (!pk_ok(r))
		return true;
	read_addresses(r, state);
	return protocol == pk_esp.number;
}

/* False: no more are wanted. */
static bool visit(struct pk_ctx *ctx, struct pk_xfrm_state *state, bool in_udp, pk_xfrm_fn fn,
		  void *arg)
{
	struct pk_reader r = {.ctx = ctx};

	state->state = (uint8_t)pk_member(&r, state->addr, PK_R_xfrm_km_state);
	if (state->state == STATE_DEAD)
		return true;
	if (!in_udp)
		read_state(&r, state);
	else if (!read_in_udp(&r, state))
		return true;
	if (pk_ok(&r))
		return fn(state, arg);
	pk_warn(ctx, "IPsec state %llx: %s", (unsigned long long)state->addr, pk_error(ctx));
	return true;
}

/* IN_UDP: only those, and no more than that takes. */
static enum pk_status walk_all(struct pk_ctx *ctx, bool in_udp, pk_xfrm_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t head = pk_offset(&r, PK_R_net_xfrm_states), link = pk_offset(&r, PK_R_xfrm_all);

	pk_netns_for_each (net, &r) {
		struct pk_reader each = {.ctx = ctx};

		pk_list_for_each (node, &each, net.addr + head) {
			struct pk_xfrm_state state = {.addr = node - link, .netns = net.inum};

			if (!visit(ctx, &state, in_udp, fn, arg))
				return PK_OK;
		}
		if (!pk_ok(&each))
			pk_warn(ctx, "IPsec states of namespace %u: %s", net.inum, pk_error(ctx));
	}
	return r.status;
}

enum pk_status pk_xfrm_walk(struct pk_ctx *ctx, pk_xfrm_fn fn, void *arg)
{
	return walk_all(ctx, false, fn, arg);
}

enum pk_status pk_xfrm_walk_in_udp(struct pk_ctx *ctx, pk_xfrm_fn fn, void *arg)
{
	return walk_all(ctx, true, fn, arg);
}
