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

static enum pk_status read_bytes(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id row, void *bytes,
				 size_t len)
{
	uint64_t offset;
	enum pk_status status = pk_row_offset(ctx, row, &offset);

	return status == PK_OK ? pk_read(ctx, addr + offset, bytes, len) : status;
}

/* The name of the algorithm that ROW's pointer leads to. */
static enum pk_status read_name(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id row,
				enum pk_row_id name, char buf[PK_XFRM_NAME])
{
	uint64_t algorithm;
	enum pk_status status = pk_member_uint(ctx, addr, row, &algorithm);

	if (status == PK_OK && algorithm)
		status = read_bytes(ctx, algorithm, name, buf, PK_XFRM_NAME);
	buf[PK_XFRM_NAME - 1] = '\0';
	return status;
}

/* Numbers of 64 bits, or with a larger window. */
static enum pk_status read_extended(struct pk_ctx *ctx, struct pk_xfrm_state *state)
{
	uint64_t esn, sent, sent_high, received, received_high, window;
	enum pk_status status = pk_has(ctx, PK_R_xfrm_esn)
					? pk_member_uint(ctx, state->addr, PK_R_xfrm_esn, &esn)
					: PK_ABSENT;

	if (status == PK_ABSENT || (status == PK_OK && !esn))
		return PK_OK;
	if (status == PK_OK)
		status = pk_member_uints(ctx, esn,
					 PK_WANTED({PK_R_xfrm_esn_sent, &sent},
						   {PK_R_xfrm_esn_sent_high, &sent_high},
						   {PK_R_xfrm_esn_received, &received},
						   {PK_R_xfrm_esn_received_high, &received_high},
						   {PK_R_xfrm_esn_window, &window}));
	if (status != PK_OK)
		return status;
	state->sent = sent_high << 32 | sent;
	state->received = received_high << 32 | received;
	state->window = (uint32_t)window;
	return PK_OK;
}

/* A pointer, NULL where IP itself carries it. */
static enum pk_status read_encap(struct pk_ctx *ctx, struct pk_xfrm_state *state)
{
	bool swap = !ctx->target->facts.big_endian; /* ports are in network order */
	uint64_t encap, type, sport, dport;
	enum pk_status status = pk_has(ctx, PK_R_xfrm_encap)
					? pk_member_uint(ctx, state->addr, PK_R_xfrm_encap, &encap)
					: PK_ABSENT;

	if (status == PK_ABSENT || (status == PK_OK && !encap))
		return PK_OK;
	if (status == PK_OK)
		status = pk_member_uints(ctx, encap,
					 PK_WANTED({PK_R_xfrm_encap_type, &type},
						   {PK_R_xfrm_encap_sport, &sport},
						   {PK_R_xfrm_encap_dport, &dport}));
	if (status != PK_OK)
		return status;
	state->encap = (uint8_t)type;
	state->encap_sport = swap ? __builtin_bswap16((uint16_t)sport) : (uint16_t)sport;
	state->encap_dport = swap ? __builtin_bswap16((uint16_t)dport) : (uint16_t)dport;
	return PK_OK;
}

static enum pk_status read_addresses(struct pk_ctx *ctx, struct pk_xfrm_state *state)
{
	uint8_t spi[4];
	uint64_t family;
	size_t len;
	enum pk_status status = pk_member_uint(ctx, state->addr, PK_R_xfrm_family, &family);

	if (status != PK_OK)
		return status;
	state->family = pk_family_of(family);
	len = state->family == 4 ? 4 : 16;
	status = read_bytes(ctx, state->addr, PK_R_xfrm_spi, spi, sizeof(spi));
	if (status == PK_OK)
		status = read_bytes(ctx, state->addr, PK_R_xfrm_saddr, state->saddr, len);
	if (status == PK_OK)
		status = read_bytes(ctx, state->addr, PK_R_xfrm_daddr, state->daddr, len);
	if (status == PK_OK)
		state->spi = (uint32_t)spi[0] << 24 | (uint32_t)spi[1] << 16 |
			     (uint32_t)spi[2] << 8 | spi[3];
	return status;
}

static enum pk_status read_state(struct pk_ctx *ctx, struct pk_xfrm_state *state)
{
	enum pk_status status = read_addresses(ctx, state);

	for (size_t i = 0; status == PK_OK && i < PK_ARRAY_SIZE(numbers); i++) {
		void *to = (char *)state + numbers[i].to;
		uint64_t value = 0;

		status = pk_member_uint(ctx, state->addr, numbers[i].row, &value);
		if (numbers[i].size == sizeof(uint64_t))
			*(uint64_t *)to = value;
		else if (numbers[i].size == sizeof(uint32_t))
			*(uint32_t *)to = (uint32_t)value;
		else
			*(uint8_t *)to = (uint8_t)value;
	}
	if (status == PK_OK)
		status = read_extended(ctx, state);
	if (status == PK_OK)
		status = read_encap(ctx, state);
	if (status == PK_OK)
		status = read_name(ctx, state->addr, PK_R_xfrm_auth, PK_R_xfrm_auth_name,
				   state->auth);
	if (status == PK_OK)
		status = read_name(ctx, state->addr, PK_R_xfrm_cipher, PK_R_xfrm_cipher_name,
				   state->cipher);
	if (status == PK_OK)
		status = read_name(ctx, state->addr, PK_R_xfrm_aead, PK_R_xfrm_aead_name,
				   state->aead);
	return status;
}

/* RET_WANTED: false if it is none of ESP in UDP. */
static enum pk_status read_in_udp(struct pk_ctx *ctx, struct pk_xfrm_state *state, bool *ret_wanted)
{
	uint64_t protocol;
	enum pk_status status = read_encap(ctx, state);

	*ret_wanted = status != PK_OK || state->encap == UDP_ENCAP_ESPINUDP;
	if (status != PK_OK || !*ret_wanted)
		return status;
	status = pk_member_uint(ctx, state->addr, PK_R_xfrm_proto, &protocol);
	if (status != PK_OK)
		return status;
	*ret_wanted = protocol == pk_esp.number;
	return read_addresses(ctx, state);
}

/* False: no more are wanted. */
static bool visit(struct pk_ctx *ctx, struct pk_xfrm_state *state, bool in_udp, pk_xfrm_fn fn,
		  void *arg)
{
	uint64_t km_state = 0;
	bool wanted = true;
	enum pk_status status = pk_member_uint(ctx, state->addr, PK_R_xfrm_km_state, &km_state);

	if (status == PK_OK && km_state == STATE_DEAD)
		return true;
	state->state = (uint8_t)km_state;
	if (status == PK_OK)
		status = in_udp ? read_in_udp(ctx, state, &wanted) : read_state(ctx, state);
	if (!wanted)
		return true;
	if (status == PK_OK)
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
