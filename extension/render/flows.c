// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/flows.h"

#include "protocol/protocol.h"
#include "render/owners.h"
#include "render/sock_info.h"
#include "render/tuple.h"

void pk_render_flow_heading(struct pk_out *out, bool several)
{
	if (several)
		pk_out_text(out, "%-5s ", "PROTO");
	pk_out_text(out, "%-12s %-26s %-26s %8s %8s %8s %6s %6s  %-10s %-16s  %s\n", "STATE",
		    "LOCAL", "REMOTE", "RX_QUEUE", "TX_QUEUE", "PACKETS", "DROPS", "RETRAN",
		    "NETNS", "SOCK", "QUEUES: SKBS (BYTES)");
}

static void render_count(struct pk_out *out, const char *key, const char *text, bool known,
			 uint64_t value, int width)
{
	pk_out_uint_if(out, key, text, known, value);
	if (!known)
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
	pk_render_tuple(out, tuple);
}

static void render_notes(struct pk_out *out, const struct pk_sock_queues *queues)
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

static void render_queues(struct pk_out *out, const struct pk_sock_queues *queues)
{
	pk_out_object_begin(out, "queues");
	for (int i = 0; i < PK_NR_SOCK_QUEUES; i++)
		pk_out_uint_if(out, pk_sock_queue_name(i), NULL, queues->status[i] == PK_OK,
			       queues->count[i]);
	pk_out_object_end(out);
	pk_out_object_begin(out, "queue_bytes");
	for (int i = 0; i < PK_NR_SOCK_QUEUES; i++) {
		pk_out_uint_if(out, pk_sock_queue_name(i), NULL, queues->status[i] == PK_OK,
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

static void render_skb(struct pk_out *out, const struct pk_sock *sock,
		       const struct pk_queued_skb *queued)
{
	const struct pk_skb *skb = &queued->skb;
	struct pk_header header = pk_cb_header(sock, &skb->cb);
	bool known = queued->readable && skb->cb_valid && header.seq_known &&
		     queued->queue != PK_QUEUE_ERROR;
	bool len_known = known || (queued->readable && pk_protocol_of_sock(sock)->datagrams);
	char flags[12];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "queue", "    %-8s", pk_sock_queue_name(queued->queue));
	pk_out_addr(out, "skb", " %llx", queued->addr);
	if (!queued->readable)
		pk_out_text(out, "  unreadable");
	pk_out_uint_if(out, "seq", "  seq %llu", known, skb->cb.seq);
	pk_out_uint_if(out, "end_seq", "..%llu", known, skb->cb.end_seq);
	pk_out_uint_if(out, "len", "  len %llu", len_known, queued->bytes);
	pk_out_str(out, "flags", "  [%s]",
		   known ? pk_flags_text(&header, flags, sizeof(flags)) : NULL);
	pk_out_uint_if(out, "mark", skb->mark ? "  mark 0x%llx" : NULL, queued->readable,
		       skb->mark);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_skbs(struct pk_out *out, const struct pk_sock *sock,
			const struct pk_sock_queues *queues)
{
	pk_out_array_begin(out, "skbs");
	for (size_t i = 0; i < queues->nr; i++)
		render_skb(out, sock, &queues->list[i]);
	pk_out_array_end(out);
	if (queues->cut)
		pk_out_text(out, "    .. and more\n");
}

/* What is of the socket alone, not of its packets. */
static void render_facts(struct pk_out *out, const struct pk_sock *sock)
{
	bool full = sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN;

	pk_out_uint(out, "mark", NULL, sock->mark);
	pk_out_uint_if(out, "inode", NULL, full, sock->inode);
	pk_out_uint_if(out, "sk_drops", NULL, full, sock->drops);
	pk_out_uint_if(out, "total_retrans", NULL, full, sock->total_retrans);
	pk_out_bool_if(out, "owned", full, sock->owned);
	pk_out_uint_if(out, "max_backlog", NULL, sock->kind == PK_SOCK_LISTEN, sock->max_backlog);
}

static void render_reasons(struct pk_out *out, const struct pk_sock_reasons *reasons)
{
	pk_out_array_begin(out, "reasons");
	for (unsigned i = 0; i < reasons->nr; i++) {
		pk_out_object_begin(out, NULL);
		pk_out_str(out, "reason", NULL, reasons->list[i].name);
		pk_out_str(out, "text", "    %s\n", reasons->list[i].text);
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

void pk_render_flow(struct pk_out *out, const struct pk_flow *flow)
{
	const struct pk_flow_counts *counts = &flow->counts;
	const struct pk_sock *sock = &flow->sock;

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "protocol", flow->several ? "%-5s " : NULL,
		   pk_protocol_of_sock(sock)->name);
	pk_out_str(out, "state", "%-12s", pk_sock_state_name(sock));
	render_endpoints(out, sock);
	pk_out_uint(out, "rx_queue", " %8llu", sock->rx_queue);
	pk_out_uint(out, "tx_queue", " %8llu", sock->tx_queue);
	render_count(out, "packets", " %8llu", counts->known, counts->packets, 8);
	render_count(out, "drops", " %6llu", counts->known, counts->drops, 6);
	render_count(out, "retransmits", " %6llu", counts->known, counts->retransmits, 6);
	pk_out_uint_if(out, "netns", "  %-10llu", sock->netns, sock->netns);
	if (!sock->netns)
		pk_out_text(out, "  %-10s", "-");
	pk_out_addr(out, "sk", " %llx", sock->addr);
	render_facts(out, sock);
	render_queues(out, &flow->queues);
	if (sock->owned)
		pk_out_text(out, "  locked by a process");
	pk_render_owners(out, flow->owners, flow->owners_known, flow->verbose);
	pk_out_text(out, "\n");
	if (flow->info) {
		pk_render_sock_info(out, sock, flow->info);
		render_reasons(out, &flow->reasons);
	}
	if (flow->verbose || pk_out_whole(out))
		render_skbs(out, sock, &flow->queues);
	pk_out_object_end(out);
}
