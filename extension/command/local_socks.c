// SPDX-License-Identifier: GPL-3.0-or-later
/* What `pkttrace flows -P unix,netlink,packet,raw` lists. */
#include "command/local_socks.h"

#include "decode/net/local_sock.h"
#include "decode/net/netlink_queue.h"
#include "decode/net/sock_waiters.h"
#include "protocol/local.h"
#include "render/local_sock.h"

struct listing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct pk_packet_filter *filter;
	const struct pk_sock_owners *owners;
	bool verbose;
	unsigned nr;
	struct pk_sleepers sleepers;
};

static bool show(const struct pk_local_sock *sock, void *arg)
{
	struct listing *listing = arg;
	const struct pk_sock_owner *owners = pk_sock_owners_of(listing->owners, sock->addr);
	bool known = owners || (listing->owners->status == PK_OK && listing->owners->whole);
	bool whole = listing->verbose || pk_out_whole(listing->out);
	struct pk_local_sock_more more;

	if (listing->filter && listing->filter->sk && listing->filter->sk != sock->addr)
		return true;
	if (whole) {
		pk_sock_waiters_at(listing->ctx, &listing->sleepers, sock->addr, &more.waiters);
		pk_netlink_messages_read(listing->ctx, sock, &more.messages);
	}
	pk_render_local_sock(listing->out, sock, whole ? &more : NULL, owners, known,
			     listing->verbose);
	listing->nr++;
	return !listing->out->failed;
}

enum pk_status pk_local_socks_show(struct pk_ctx *ctx, struct pk_out *out,
				   const struct pk_packet_filter *filter,
				   const struct pk_sock_owners *owners, bool verbose)
{
	struct listing listing = {
		.ctx = ctx, .out = out, .filter = filter, .owners = owners, .verbose = verbose};
	enum pk_status first = PK_OK;

	pk_render_local_heading(out);
	for (int family = 0; family < PK_NR_LOCAL; family++) {
		enum pk_status status = PK_OK;

		listing.nr = 0;
		if (!pk_local_is_shown(ctx, family))
			continue;
		status = pk_local_socks_walk(ctx, family, show, &listing);
		if (status != PK_OK)
			pk_warn(ctx, "%s sockets: %s", pk_local_family_name(family), pk_error(ctx));
		else if (!listing.nr)
			pk_out_text(out, "(no %s socket)\n", pk_local_family_name(family));
		first = first == PK_OK ? status : first;
	}
	pk_sleepers_deinit(&listing.sleepers);
	return first;
}
