// SPDX-License-Identifier: GPL-3.0-or-later
/* What `pkttrace flows -P sctp` lists. */
#include "command/parts.h"

#include <string.h>

#include "decode/figure.h"
#include "decode/net/sock/sock.h"
#include "protocol/protocol.h"
#include "render/views.h"

struct listing {
	struct pk_out *out;
	const struct pk_packet_filter *filter;
	const struct pk_sock_owners *owners;
	uint64_t hz; /* 0: not known */
	bool verbose;
	unsigned nr;
};

static void take_address(const struct pk_sctp_end *end, unsigned at, uint8_t *family,
			 uint8_t bytes[16], uint16_t *port)
{
	*port = end->port;
	if (at >= end->nr)
		return;
	*family = end->addresses[at].family;
	memcpy(bytes, end->addresses[at].bytes, 16);
}

/* By any two of its addresses of one family. */
static bool fits(const struct pk_packet_filter *filter, const struct pk_sctp *sctp)
{
	for (unsigned i = 0; i < sctp->local.nr || !i; i++) {
		for (unsigned k = 0; k < sctp->peer.nr || !k; k++) {
			struct pk_sock sock = {
				.addr = sctp->sk, .protocol = pk_sctp.number, .netns = sctp->netns};
			struct pk_tuple *tuple = &sock.tuple;
			uint8_t family = 0;

			take_address(&sctp->local, i, &tuple->family, tuple->saddr, &tuple->sport);
			take_address(&sctp->peer, k, &family, tuple->daddr, &tuple->dport);
			sock.kind = sctp->is_association ? PK_SOCK_FULL : PK_SOCK_LISTEN;
			if ((!family || family == tuple->family) &&
			    pk_filter_match_sock(filter, &sock) == PK_MATCH_YES)
				return true;
		}
	}
	return false;
}

static bool show(const struct pk_sctp *sctp, void *arg)
{
	struct listing *listing = arg;
	const struct pk_sock_owner *owners = pk_sock_owners_of(listing->owners, sctp->sk);
	bool known = owners || (listing->owners->status == PK_OK && listing->owners->whole);

	if (listing->filter && !fits(listing->filter, sctp))
		return true;
	if (!listing->nr++)
		pk_render_sctp_heading(listing->out);
	pk_render_sctp(listing->out, sctp, listing->hz, owners, known, listing->verbose);
	return !listing->out->failed;
}

enum pk_status pk_sctp_show(struct pk_ctx *ctx, struct pk_out *out,
			    const struct pk_packet_filter *filter,
			    const struct pk_sock_owners *owners, bool verbose, bool alone)
{
	struct listing listing = {out, filter, owners, 0, verbose, 0};
	enum pk_status status;

	if (pk_hz_read(ctx, &listing.hz) != PK_OK)
		listing.hz = 0;
	status = pk_sctp_walk(ctx, show, &listing);
	if (status == PK_ABSENT && !alone)
		return PK_OK;
	if (status == PK_ABSENT)
		return pk_wrap(ctx, status, "SCTP is not loaded");
	if (status != PK_OK && !alone) {
		pk_warn(ctx, "SCTP associations: %s", pk_error(ctx));
		return PK_OK;
	}
	if (status == PK_OK && !listing.nr)
		pk_out_text(out, "(no SCTP association%s)\n", filter ? " fits" : "");
	return status;
}
