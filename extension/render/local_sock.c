// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include "protocol/sockets.h"
#include "render/out.h"

#define OWNERS_MAX 4096 /* bytes of text */

static const char keys[] =
	"protocol type state rx_queue tx_queue sk_drops netns inode uid cookie shutdown sk refs "
	"unix_path "
	"peer peer_inode number netlink portid groups ifindex saddr daddr owners waiting messages "
	"unread info reasons max_backlog";

void pk_render_local_heading(struct pk_out *out)
{
	pk_out_text(out, "%-7s %-9s %-11s %8s %8s %6s  %-10s %-8s %-16s  %s\n", "PROTO", "TYPE",
		    "STATE", "RX_QUEUE", "TX_QUEUE", "DROPS", "NETNS", "INODE", "SOCK", "WHAT");
}

static void show_unix(struct pk_out *out, const struct pk_local_sock *sock)
{
	if (sock->path_known)
		pk_out_word(out, "unix_path", "  %s", sock->path);
	else
		pk_out_text(out, "  ?");
	pk_out_addr(out, "peer", sock->peer ? "  peer %llx" : NULL, sock->peer);
	bool known = sock->peer && sock->peer_inode != PK_INODE_UNKNOWN;

	pk_out_uint_if(out, "peer_inode", known && sock->peer_inode ? " (inode %llu)" : NULL, known,
		       sock->peer_inode);
}

static void show_netlink(struct pk_out *out, const struct pk_local_sock *sock)
{
	const char *name = pk_netlink_family_name(sock->protocol);

	pk_out_uint(out, "number", name ? NULL : "  %llu", sock->protocol);
	pk_out_str(out, "netlink", "  %s", name);
	pk_out_uint(out, "portid", " port %llu", sock->portid);
	pk_out_uint_if(out, "groups", sock->groups ? " groups %08llx" : NULL, sock->groups_known,
		       sock->groups);
}

static void show_raw(struct pk_out *out, const struct pk_local_sock *sock)
{
	char from[64], to[64];

	pk_out_uint(out, "number", "  protocol %llu", sock->protocol);
	pk_render_addresses(out, &sock->tuple);
	pk_out_text(out, " %s > %s",
		    pk_address_text(sock->tuple.family, sock->tuple.saddr, from, sizeof(from)),
		    pk_address_text(sock->tuple.family, sock->tuple.daddr, to, sizeof(to)));
}

static void show_messages(struct pk_out *out, unsigned family,
			  const struct pk_netlink_messages *messages)
{
	if (messages->status != PK_OK && !messages->nr) {
		pk_out_null(out, "messages");
		return;
	}
	pk_out_array_begin(out, "messages");
	for (unsigned i = 0; i < messages->nr; i++) {
		const struct pk_netlink_message *message = &messages->list[i];
		char name[PK_MESSAGE_NAME];

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "name", "    unread: %s",
			   pk_netlink_message_name(family, message->type, name));
		pk_out_uint(out, "type", NULL, message->type);
		pk_out_uint(out, "len", "  %llu byte(s)", message->len);
		pk_out_uint(out, "flags", "  flags %#llx", message->flags);
		pk_out_uint(out, "seq", "  seq %llu", message->seq);
		pk_out_uint(out, "pid", "  port %llu\n", message->pid);
	}
	pk_out_array_end(out);
	if (messages->cut)
		pk_out_text(out, "    unread: .. and more\n");
	else if (messages->status != PK_OK)
		pk_out_text(out, "    unread: .. the rest cannot be read\n");
}

/* Whoever has the sender's socket open still. */
static void show_packet(struct pk_out *out, const struct pk_unix_packet *packet,
			const struct pk_sock_owner *sender, bool known)
{
	bool has_pid = packet->pid.status == PK_OK, has_uid = packet->uid.status == PK_OK;
	char text[OWNERS_MAX];

	PK_OUT_OBJECT(out, NULL);
	pk_out_addr(out, "skb", "    unread: %llx", packet->skb);
	pk_out_uint(out, "len", "  %llu byte(s)", packet->len);
	pk_out_addr(out, "sender", packet->sender ? " of sock %llx" : NULL, packet->sender);
	pk_render_owners(out, sender, sender || known);
	pk_out_text(out, "%s", pk_owners_text(sender, false, text, sizeof(text)));
	pk_out_uint_if(out, "pid", has_pid ? "  sent by PID %llu" : NULL, has_pid,
		       packet->pid.value);
	pk_out_uint_if(out, "uid", has_uid ? " of user %llu" : NULL, has_uid, packet->uid.value);
	pk_out_text(out, "\n");
}

static void show_unread(struct pk_out *out, const struct pk_unix_packets *packets,
			const struct pk_local_owners *owners)
{
	if (packets->status != PK_OK && !packets->nr) {
		pk_out_null(out, "unread");
		return;
	}
	pk_out_array_begin(out, "unread");
	for (unsigned i = 0; i < packets->nr; i++)
		show_packet(out, &packets->list[i], owners->senders[i], owners->whole);
	pk_out_array_end(out);
	if (packets->cut)
		pk_out_text(out, "    unread: .. and more\n");
	else if (packets->status != PK_OK)
		pk_out_text(out, "    unread: .. the rest cannot be read\n");
}

void pk_render_local_sock(struct pk_out *out, const struct pk_local_sock *sock,
			  const struct pk_local_sock_more *more,
			  const struct pk_local_owners *owners, bool verbose)
{
	char text[OWNERS_MAX];

	PK_OUT_RECORD(out, "local_socket");
	pk_out_keys(out, keys);
	pk_out_str(out, "protocol", "%-7s", pk_local_family_name(sock->family));
	pk_out_str(out, "type", " %-9s", pk_local_type_name(sock));
	pk_out_str(out, "state", " %-11s", pk_local_state_name(sock));
	pk_out_uint_if(out, "rx_queue", " %8llu", sock->rx_known, sock->rx_queue);
	if (!sock->rx_known)
		pk_out_text(out, " %8s", "-");
	pk_out_uint(out, "tx_queue", " %8llu", sock->tx_queue);
	pk_out_uint(out, "sk_drops", " %6llu", sock->drops);
	pk_out_netns(out, "netns", "  %-10llu", sock->netns);
	if (!sock->netns)
		pk_out_text(out, "  %-10s", "-");
	pk_render_inode(out, sock->inode);
	pk_render_identity(out, &sock->identity);
	pk_out_addr(out, "sk", " %llx", sock->addr);
	pk_out_uint(out, "refs", NULL, sock->refs);
	switch (sock->family) {
	case PK_LOCAL_UNIX:
		show_unix(out, sock);
		break;
	case PK_LOCAL_NETLINK:
		show_netlink(out, sock);
		break;
	case PK_LOCAL_PACKET:
		pk_out_uint(out, "number", "  type %04llx", sock->protocol);
		pk_out_uint(out, "ifindex", sock->ifindex ? " device %llu" : NULL, sock->ifindex);
		break;
	default:
		show_raw(out, sock);
	}
	pk_render_owners(out, owners->own, owners->own || owners->whole);
	pk_out_text(out, "%s\n", pk_owners_text(owners->own, verbose, text, sizeof(text)));
	if (more->whole) {
		pk_render_waiters(out, &more->waiters, verbose);
		if (sock->family == PK_LOCAL_NETLINK)
			show_messages(out, sock->protocol, &more->messages);
		if (sock->family == PK_LOCAL_UNIX)
			show_unread(out, &more->unread, owners);
	}
	if (more->judged) {
		pk_render_sock_memory(out, &more->state.info, &sock->identity, sock->inode);
		pk_render_reasons(out, &more->reasons);
		pk_out_figure(out, "max_backlog", NULL, &more->state.most);
	}
}
