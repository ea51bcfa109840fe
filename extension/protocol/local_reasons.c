// SPDX-License-Identifier: GPL-3.0-or-later
/* Why something waits in a unix, netlink, packet or raw socket, by what the kernel asks before it queues more. */
#include "protocol/sockets.h"

#define LL(x) ((unsigned long long)(x))

static bool known(const struct pk_figure *figure)
{
	return figure->status == PK_OK;
}

static void not_read(const struct pk_local_state *state, const char *what,
		     struct pk_sock_reasons *reasons)
{
	if (known(&state->queued) && state->queued.value)
		pk_sock_reason_add(reasons, "not-read", "%llu %s%s to be read",
				   LL(state->queued.value), what,
				   state->queued.value == 1 ? " waits" : "s wait");
}

/* unix_recvq_full(): one more than the backlog may wait. */
static bool is_full(const struct pk_figure *queued, const struct pk_figure *most)
{
	return known(queued) && known(most) && queued->value > most->value;
}

static void unix_queue(const struct pk_local_sock *sock, const struct pk_local_state *state,
		       struct pk_sock_reasons *reasons)
{
	if (pk_local_is_listener(sock)) {
		if (is_full(&state->queued, &state->most))
			pk_sock_reason_add(reasons, "accept-queue-full",
					   "%llu connection%s to be accepted, the backlog is %llu: "
					   "others wait to connect",
					   LL(state->queued.value),
					   state->queued.value == 1 ? " waits" : "s wait",
					   LL(state->most.value));
		return;
	}
	not_read(state, pk_local_is_stream(sock) ? "skb" : "datagram", reasons);
	/* A stream has no such limit; and who is connected with each other, never waits for that. */
	if (!pk_local_is_stream(sock) && is_full(&state->queued, &state->most))
		pk_sock_reason_add(
			reasons, "receive-queue-full",
			"its receive queue is full (%llu datagram(s), the most is %llu): "
			"senders wait",
			LL(state->queued.value), LL(state->most.value + 1));
}

static void unix_reasons(const struct pk_local_sock *sock, const struct pk_local_state *state,
			 struct pk_sock_reasons *reasons)
{
	unix_queue(sock, state, reasons);
	if (known(&state->peer_closed) && state->peer_closed.value)
		pk_sock_reason_add(reasons, "peer-closed", "its peer was closed");
	else if (!pk_local_is_stream(sock) && !state->mutual &&
		 is_full(&state->peer_queued, &state->peer_most))
		pk_sock_reason_add(
			reasons, "peer-queue-full",
			"its peer's receive queue is full (%llu datagram(s), the most is "
			"%llu): it cannot send",
			LL(state->peer_queued.value), LL(state->peer_most.value + 1));
	/* Who connects allocates what the other end will be, and charges it for the request. */
	if (!sock->inode && sock->peer)
		pk_sock_reason_add(reasons, "not-accepted", "nobody has accepted it yet");
	else if (sock->inode && sock->tx_queue)
		pk_sock_reason_add(reasons, "not-taken",
				   "what it sent is not read: %u byte(s) of memory",
				   sock->tx_queue);
	pk_send_buffer_reason(&state->info, reasons);
}

/* netlink_attachskb(), netlink_broadcast_deliver(), netlink_overrun() */
static void netlink_reasons(const struct pk_local_sock *sock, const struct pk_local_state *state,
			    struct pk_sock_reasons *reasons)
{
	(void)sock;
	not_read(state, "skb", reasons);
	if (known(&state->congested) && state->congested.value)
		pk_sock_reason_add(reasons, "congested",
				   "it overran, messages were lost: nothing more comes before all "
				   "that waits was read");
	pk_receive_buffer_reason(&state->info, &state->newest, false,
				 "multicasts are lost, other senders wait", reasons);
}

/* packet_rcv(), tpacket_rcv() */
static void packet_reasons(const struct pk_local_sock *sock, const struct pk_local_state *state,
			   struct pk_sock_reasons *reasons)
{
	(void)sock;
	not_read(state, "packet", reasons);
	pk_receive_buffer_reason(&state->info, &state->newest, true, "what comes is dropped",
				 reasons);
	if (known(&state->ring_full) && state->ring_full.value)
		pk_sock_reason_add(reasons, "ring-full",
				   "its ring is full: its reader has not given back what is next, "
				   "what comes is dropped");
	pk_send_buffer_reason(&state->info, reasons);
}

/* sock_queue_rcv_skb() */
static void raw_reasons(const struct pk_local_sock *sock, const struct pk_local_state *state,
			struct pk_sock_reasons *reasons)
{
	not_read(state, "packet", reasons);
	pk_receive_buffer_reason(&state->info, &state->newest, true, "what comes is dropped",
				 reasons);
	if (sock->tx_queue)
		pk_sock_reason_add(reasons, "not-sent",
				   "what it sent is still on this host: %u byte(s) of memory",
				   sock->tx_queue);
	pk_send_buffer_reason(&state->info, reasons);
}

void pk_local_reasons(const struct pk_local_sock *sock, const struct pk_local_state *state,
		      struct pk_sock_reasons *reasons)
{
	static void (*const families[PK_NR_LOCAL])(const struct pk_local_sock *sock,
						   const struct pk_local_state *state,
						   struct pk_sock_reasons *reasons) = {
		[PK_LOCAL_UNIX] = unix_reasons,
		[PK_LOCAL_NETLINK] = netlink_reasons,
		[PK_LOCAL_PACKET] = packet_reasons,
		[PK_LOCAL_RAW] = raw_reasons,
	};

	families[sock->family](sock, state, reasons);
	if (known(&state->error) && state->error.value)
		pk_sock_reason_add(reasons, "error", "its next call gets error %llu",
				   LL(state->error.value));
}
