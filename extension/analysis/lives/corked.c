// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A datagram that several calls wrote (UDP_CORK, MSG_MORE). The call that sends it is a packet's; those before it sent
 * nothing. Where probes told whose socket each call was for and how much it wrote, the calls since that socket's last
 * datagram are the ones that wrote this one, if what they wrote adds up to it.
 */
#include "analysis/lives/outcome.h"
#include "core/kit.h"

#include <stdlib.h>

/* Of one socket: calls that sent nothing since its last datagram. */
struct waiting {
	struct pk_packet **calls;
	size_t nr, room;
	uint64_t bytes;
};

static void waiting_free(void *arg)
{
	struct waiting *waiting = arg;

	free(waiting->calls);
	free(waiting);
}

static void take_calls(struct pk_packet *packet, const struct waiting *waiting)
{
	const struct pk_packet *first = waiting->calls[0];
	struct pk_corked *corked = pk_packet_pool_alloc(packet->pool, sizeof(*corked));

	if (!corked)
		return;
	corked->writes = (uint32_t)waiting->nr + packet->work->tx.written_known;
	corked->since_ns = first->first_ns;
	corked->pid = first->trail.nr_pieces ? first->trail.pieces[0].pid : 0;
	packet->corked = corked;
	for (size_t i = 0; i < waiting->nr; i++)
		pk_trail_take(packet, waiting->calls[i]);
	packet->first_ns = first->first_ns;
	packet->pos = first->pos;
	packet->left_complete &= first->left_complete;
}

/* PACKET was sent by a call for its socket. */
static void sent(const struct pk_packet_set *set, struct pk_packet *packet,
		 const struct waiting *waiting)
{
	uint64_t own = packet->work->tx.written_known ? packet->work->tx.written : 0;

	if (!packet->header.len_known || own == packet->header.payload_len)
		return;
	if (waiting->nr && waiting->bytes + own == packet->header.payload_len)
		take_calls(packet, waiting);
	else if (!set->whole) /* the others may lie before the window */
		packet->left_complete = false;
}

static bool walk(const struct pk_packet_set *set, struct pk_hash *socks)
{
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		const struct pk_packet_work *work = packet->work;
		struct waiting *waiting;

		if (packet->dir != PK_TX || !work->tx.call_told)
			continue;
		waiting = pk_hash_obtain(socks, packet->sk, sizeof(*waiting));
		if (!waiting)
			return false;
		if (packet->skb || work->wire_seen || work->dropped || !work->tx.written_known) {
			sent(set, packet, waiting);
			waiting->nr = 0;
			waiting->bytes = 0;
			continue;
		}
		if (!pk_grow(waiting->calls, waiting->nr, waiting->room))
			return false;
		waiting->calls[waiting->nr++] = packet;
		waiting->bytes += work->tx.written;
	}
	return true;
}

void pk_join_writes(struct pk_engine *engine)
{
	struct pk_hash socks = {0};

	if (!walk(engine->set, &socks))
		engine->out_of_memory = true;
	pk_hash_deinit(&socks, waiting_free);
}
