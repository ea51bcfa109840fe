// SPDX-License-Identifier: GPL-3.0-or-later
/* What `pkttrace flows -P esp` lists. */
#include "command/parts.h"

#include <string.h>

#include "decode/net/ipsec/xfrm.h"
#include "protocol/protocol.h"
#include "render/views.h"

struct listing {
	struct pk_out *out;
	const struct pk_packet_filter *filter;
	unsigned nr;
};

/* As a socket that sends what the state is for. */
static bool fits(const struct pk_packet_filter *filter, const struct pk_xfrm_state *state)
{
	struct pk_sock sock = {.addr = state->addr,
			       .protocol = pk_esp.number,
			       .kind = PK_SOCK_FULL,
			       .netns = state->netns,
			       .tuple = {.family = state->family}};

	memcpy(sock.tuple.saddr, state->saddr, sizeof(state->saddr));
	memcpy(sock.tuple.daddr, state->daddr, sizeof(state->daddr));
	return pk_filter_match_sock(filter, &sock) == PK_MATCH_YES;
}

static bool show(const struct pk_xfrm_state *state, void *arg)
{
	struct listing *listing = arg;

	if (listing->filter && !fits(listing->filter, state))
		return true;
	if (!listing->nr++)
		pk_render_xfrm_heading(listing->out);
	pk_render_xfrm(listing->out, state);
	return !listing->out->failed;
}

enum pk_status pk_xfrm_show(struct pk_ctx *ctx, struct pk_out *out,
			    const struct pk_packet_filter *filter, bool alone)
{
	struct listing listing = {.out = out, .filter = filter};
	enum pk_status status = pk_xfrm_walk(ctx, show, &listing);

	if (status != PK_OK && !alone) {
		if (status != PK_ABSENT)
			pk_warn(ctx, "IPsec states: %s", pk_error(ctx));
		return PK_OK;
	}
	if (status == PK_OK && !listing.nr && alone)
		pk_out_text(out, "(no IPsec state%s)\n", filter ? " fits" : "");
	return status;
}
