// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/flows.h"

#include <stdlib.h>
#include <string.h>

#include "decode/net/skb.h"
#include "decode/net/sock.h"
#include "protocol/protocol.h"

#define MAX_LISTED 65536 /* skbs of one connection */

struct queued {
	enum pk_sock_queue queue;
	uint64_t addr;
	bool readable;
	struct pk_skb skb;
};

/* What the queues of one socket hold. */
struct queues {
	struct pk_ctx *ctx;
	struct queued *list; /* owned; the first NR */
	size_t nr, room;
	uint64_t count[PK_NR_SOCK_QUEUES], bytes[PK_NR_SOCK_QUEUES];
	bool cut; /* not all of them are in LIST */
	enum pk_status status[PK_NR_SOCK_QUEUES]; /* not PK_OK: the counts are of a part */
};

/* Bytes of the stream that an skb stands for: SYN and FIN take a sequence number and no byte. Reading
 * and coalescing move data and len, never the sequence numbers. */
static uint64_t stream_bytes(const struct pk_skb *skb, enum pk_sock_queue queue)
{
	if (queue == PK_QUEUE_ERROR || !skb->cb_valid)
		return skb->len;
	if (queue == PK_QUEUE_BACKLOG && skb->header_valid)
		return skb->payload_len;
	return (uint32_t)(skb->cb_end_seq - skb->cb_seq - pk_tcp.flag_numbers(skb->cb_flags));
}

static bool collect(uint64_t addr, enum pk_sock_queue queue, void *arg)
{
	struct queues *queues = arg;
	struct queued queued = {.queue = queue, .addr = addr};

	queues->count[queue]++;
	queued.readable = pk_skb_read(queues->ctx, addr, &queued.skb) == PK_OK;
	if (!queued.readable)
		pk_warn(queues->ctx, "queued skb %llx: %s", (unsigned long long)addr,
			queues->ctx->error);
	if (queued.readable)
		queues->bytes[queue] += stream_bytes(&queued.skb, queue);
	if (queues->nr == queues->room && queues->room < MAX_LISTED) {
		size_t room = queues->room ? 2 * queues->room : 16;
		struct queued *grown = realloc(queues->list, room * sizeof(*grown));

		if (grown) {
			queues->list = grown;
			queues->room = room;
		}
	}
	if (queues->nr < queues->room)
		queues->list[queues->nr++] = queued;
	else
		queues->cut = true;
	return true;
}

void pk_render_flow_heading(struct pk_out *out)
{
	pk_out_text(out, "%-12s %-26s %-26s %8s %8s %8s %6s %6s  %-10s %-16s  %s\n", "STATE",
		    "LOCAL", "REMOTE", "RX_QUEUE", "TX_QUEUE", "PACKETS", "DROPS", "RETRAN",
		    "NETNS", "SOCK", "QUEUES: SKBS (BYTES)");
}

static void render_count(struct pk_out *out, const char *key, const char *text, bool known,
			 uint64_t value, int width)
{
	if (known) {
		pk_out_uint(out, key, text, value);
		return;
	}
	pk_out_null(out, key);
	pk_out_text(out, " %*s", width, "-");
}

static void render_endpoints(struct pk_out *out, const struct pk_sock *sock)
{
	const struct pk_tuple *tuple = &sock->tuple;
	char text[64];

	pk_out_text(
		out, " %-26s",
		pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, text, sizeof(text)));
	if (sock->kind == PK_SOCK_LISTEN)
		pk_out_text(out, " %-26s", "*");
	else
		pk_out_text(out, " %-26s",
			    pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, text,
					     sizeof(text)));
	pk_out_uint(out, "family", NULL, tuple->family);
	pk_out_uint(out, "socket_family", NULL, sock->socket_family);
	pk_out_str(out, "saddr", NULL,
		   pk_address_text(tuple->family, tuple->saddr, text, sizeof(text)));
	pk_out_uint(out, "sport", NULL, tuple->sport);
	pk_out_str(out, "daddr", NULL,
		   pk_address_text(tuple->family, tuple->daddr, text, sizeof(text)));
	pk_out_uint(out, "dport", NULL, tuple->dport);
}

static void render_known(struct pk_out *out, const char *key, bool known, uint64_t value)
{
	if (known)
		pk_out_uint(out, key, NULL, value);
	else
		pk_out_null(out, key);
}

static void render_notes(struct pk_out *out, const struct queues *queues)
{
	char notes[256] = "";
	size_t len = 0;

	for (int i = 0; i < PK_NR_SOCK_QUEUES && len < sizeof(notes); i++)
		if (queues->status[i] != PK_OK)
			len += (size_t)snprintf(notes + len, sizeof(notes) - len, "%s%s queue: %s",
						len ? "; " : "", pk_sock_queue_name(i),
						pk_status_name(queues->status[i]));
	pk_out_str(out, "notes", NULL, len ? notes : NULL);
}

static void render_queues(struct pk_out *out, const struct queues *queues)
{
	pk_out_object_begin(out, "queues");
	for (int i = 0; i < PK_NR_SOCK_QUEUES; i++)
		render_known(out, pk_sock_queue_name(i), queues->status[i] == PK_OK,
			     queues->count[i]);
	pk_out_object_end(out);
	pk_out_object_begin(out, "queue_bytes");
	for (int i = 0; i < PK_NR_SOCK_QUEUES; i++) {
		render_known(out, pk_sock_queue_name(i), queues->status[i] == PK_OK,
			     queues->bytes[i]);
		if (queues->count[i])
			pk_out_text(out, "  %s %llu (%llu)", pk_sock_queue_name(i),
				    (unsigned long long)queues->count[i],
				    (unsigned long long)queues->bytes[i]);
		if (queues->status[i] != PK_OK)
			pk_out_text(out, "  %s %s", pk_sock_queue_name(i),
				    pk_status_name(queues->status[i]));
	}
	pk_out_object_end(out);
	render_notes(out, queues);
}

static void render_skb(struct pk_out *out, const struct queued *queued)
{
	const struct pk_skb *skb = &queued->skb;
	bool known = queued->readable && skb->cb_valid && queued->queue != PK_QUEUE_ERROR;
	char flags[12];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "queue", "    %-8s", pk_sock_queue_name(queued->queue));
	pk_out_addr(out, "skb", " %llx", queued->addr);
	if (!queued->readable)
		pk_out_text(out, "  unreadable");
	if (known) {
		pk_out_uint(out, "seq", "  seq %llu", skb->cb_seq);
		pk_out_uint(out, "end_seq", "..%llu", skb->cb_end_seq);
		pk_out_uint(out, "len", "  len %llu", stream_bytes(skb, queued->queue));
		pk_out_str(out, "flags", "  [%s]",
			   pk_tcp_flags_text(skb->cb_flags, flags, sizeof(flags)));
	} else {
		pk_out_null(out, "seq");
		pk_out_null(out, "end_seq");
		pk_out_null(out, "len");
		pk_out_null(out, "flags");
	}
	if (queued->readable)
		pk_out_uint(out, "mark", skb->mark ? "  mark 0x%llx" : NULL, skb->mark);
	else
		pk_out_null(out, "mark");
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_skbs(struct pk_out *out, const struct pk_flow_style *style,
			const struct queues *queues)
{
	if (!out->json && !style->verbose)
		return;
	pk_out_array_begin(out, "skbs");
	for (size_t i = 0; i < queues->nr; i++)
		render_skb(out, &queues->list[i]);
	pk_out_array_end(out);
	if (queues->cut)
		pk_out_text(out, "    .. and more\n");
}

/* What is of the socket alone, not of its packets. */
static void render_facts(struct pk_out *out, const struct pk_sock *sock)
{
	bool full = sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN;

	pk_out_uint(out, "mark", NULL, sock->mark);
	if (full) {
		pk_out_uint(out, "inode", NULL, sock->inode);
		pk_out_uint(out, "sk_drops", NULL, sock->drops);
		pk_out_uint(out, "total_retrans", NULL, sock->total_retrans);
		pk_out_bool(out, "owned", sock->owned);
	} else {
		pk_out_null(out, "inode");
		pk_out_null(out, "sk_drops");
		pk_out_null(out, "total_retrans");
		pk_out_null(out, "owned");
	}
	if (sock->kind == PK_SOCK_LISTEN)
		pk_out_uint(out, "max_backlog", NULL, sock->max_backlog);
	else
		pk_out_null(out, "max_backlog");
}

void pk_render_flow(struct pk_out *out, struct pk_ctx *ctx, const struct pk_flow_style *style,
		    const struct pk_sock *sock)
{
	struct pk_flow_counts counts = {0};
	struct queues queues = {.ctx = ctx};

	if (style->count)
		style->count(sock, &counts, style->arg);
	if (sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN)
		for (int i = 0; i < PK_NR_SOCK_QUEUES; i++)
			queues.status[i] = pk_sock_queue_walk(ctx, sock->addr, i, collect, &queues);
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "state", "%-12s", pk_sock_state_name(sock->shown_state));
	render_endpoints(out, sock);
	pk_out_uint(out, "rx_queue", " %8llu", sock->rx_queue);
	pk_out_uint(out, "tx_queue", " %8llu", sock->tx_queue);
	render_count(out, "packets", " %8llu", counts.known, counts.packets, 8);
	render_count(out, "drops", " %6llu", counts.known, counts.drops, 6);
	render_count(out, "retransmits", " %6llu", counts.known, counts.retransmits, 6);
	if (sock->netns) {
		pk_out_uint(out, "netns", "  %-10llu", sock->netns);
	} else {
		pk_out_null(out, "netns");
		pk_out_text(out, "  %-10s", "-");
	}
	pk_out_addr(out, "sk", " %llx", sock->addr);
	render_facts(out, sock);
	render_queues(out, &queues);
	if (sock->owned)
		pk_out_text(out, "  owned by a process");
	pk_out_text(out, "\n");
	render_skbs(out, style, &queues);
	pk_out_object_end(out);
	free(queues.list);
}
