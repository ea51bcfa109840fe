// SPDX-License-Identifier: GPL-3.0-or-later
/* What `pkttrace flows -P unix,netlink,packet,raw` lists. */
#include "command/parts.h"

#include "decode/net/sock/sock.h"
#include "protocol/sockets.h"
#include "render/views.h"

struct listing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct pk_packet_filter *filter;
	struct pk_sock_readers *readers;
	bool verbose, info;
	unsigned nr;
};

static void read_owners(const struct pk_sock_owners *all, const struct pk_local_sock *sock,
			const struct pk_local_sock_more *more, struct pk_local_owners *owners)
{
	owners->whole = all->status == PK_OK && all->whole;
	owners->own = pk_sock_owners_of(all, sock->addr);
	for (unsigned i = 0; more->whole && i < more->unread.nr; i++)
		owners->senders[i] = pk_sock_owners_of(all, more->unread.list[i].sender);
}

static bool show(const struct pk_local_sock *sock, void *arg)
{
	struct listing *listing = arg;
	struct pk_local_sock_more more;
	struct pk_local_owners owners;

	const struct pk_packet_filter *filter = listing->filter;

	if (filter && ((filter->sk && filter->sk != sock->addr) ||
		       (filter->netns && filter->netns != sock->netns)))
		return true;
	more.whole = listing->verbose || pk_out_whole(listing->out);
	more.judged = listing->info;
	if (more.whole) {
		struct pk_ctx *ctx = listing->ctx;

		pk_sock_waiters_at(ctx, listing->readers->sleepers, sock->addr, &more.waiters);
		pk_netlink_messages_read(ctx, sock, &more.messages);
		pk_unix_packets_read(ctx, sock, &more.unread);
	}
	if (more.judged) {
		pk_local_state_read(listing->ctx, sock, &more.state);
		more.reasons.nr = 0;
		pk_local_reasons(sock, &more.state, &more.reasons);
		pk_local_reader_reasons(listing->readers, sock, &more.state, &more.reasons);
	}
	read_owners(listing->readers->owners, sock, &more, &owners);
	pk_render_local_sock(listing->out, sock, &more, &owners, listing->verbose);
	listing->nr++;
	return !listing->out->failed;
}

enum pk_status pk_local_socks_show(struct pk_ctx *ctx, struct pk_out *out,
				   const struct pk_packet_filter *filter,
				   struct pk_sock_readers *readers, bool verbose, bool info)
{
	struct listing listing = {.ctx = ctx,
				  .out = out,
				  .filter = filter,
				  .readers = readers,
				  .verbose = verbose,
				  .info = info};
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
	return first;
}
