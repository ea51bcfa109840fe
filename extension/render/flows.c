// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/printable.h"
#include "render/views.h"

#include <inttypes.h>
#include <string.h>

#include "protocol/protocol.h"
#include "render/out.h"

enum column {
	PROTO,
	STATE,
	LOCAL,
	REMOTE,
	RX_QUEUE,
	TX_QUEUE,
	PACKETS,
	DROPS,
	RETRAN,
	NETNS,
	SOCK,
	QUEUES
};

#define NR_COLUMNS (QUEUES + 1)
#define QUEUES_MAX 4096 /* bytes of text */

struct cells {
	char local[64], remote[64], rx[24], tx[24], packets[24], drops[24], retran[24], netns[24];
	char sock[24], queues[QUEUES_MAX];
	const char *of[NR_COLUMNS];
};

static const char *number(char *buf, bool known, uint64_t value)
{
	sprintf(buf, known ? "%" PRIu64 : "-", value);
	return buf;
}

static void fill_sock(struct cells *cells, const struct pk_sock *sock)
{
	const struct pk_tuple *tuple = &sock->tuple;

	cells->of[PROTO] = pk_protocol_of_sock(sock)->name;
	cells->of[STATE] = pk_sock_state_name(sock);
	cells->of[LOCAL] = pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, cells->local,
					    sizeof(cells->local));
	cells->of[REMOTE] = "*";
	if (sock->kind != PK_SOCK_LISTEN)
		cells->of[REMOTE] = pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport,
						     cells->remote, sizeof(cells->remote));
	cells->of[RX_QUEUE] =
		number(cells->rx, !(sock->unread & PK_SOCK_NO_RX_QUEUE), sock->rx_queue);
	cells->of[TX_QUEUE] = number(cells->tx, true, sock->tx_queue);
	cells->of[PACKETS] = cells->of[DROPS] = cells->of[RETRAN] = "";
	cells->of[NETNS] = number(cells->netns, sock->netns, sock->netns);
	snprintf(cells->sock, sizeof(cells->sock), "%" PRIx64, sock->addr);
	cells->of[SOCK] = cells->sock;
	cells->of[QUEUES] = "";
}

void pk_flow_list_begin(struct pk_flow_list *list, struct pk_out *out, bool several, bool counted)
{
	const struct pk_column columns[] = {
		[PROTO] = {several ? "PROTO" : NULL, "", .width = 5, .drop = 2},
		[STATE] = {"STATE", several ? " " : "", .width = 12},
		[LOCAL] = {"LOCAL", " ", .width = 26},
		[REMOTE] = {"REMOTE", " ", .width = 26},
		[RX_QUEUE] = {"RX_QUEUE", " ", .width = 8, .right = true},
		[TX_QUEUE] = {"TX_QUEUE", " ", .width = 8, .right = true},
		[PACKETS] = {counted ? "PACKETS" : NULL, " ", .width = 8, .right = true, .drop = 4},
		[DROPS] = {counted ? "DROPS" : NULL, " ", .width = 6, .right = true, .drop = 3},
		[RETRAN] = {counted ? "RETRAN" : NULL, " ", .width = 6, .right = true, .drop = 1},
		[NETNS] = {"NETNS", "  ", .width = 10, .drop = 5},
		[SOCK] = {"SOCK", " ", .width = 16},
		[QUEUES] = {"QUEUES: SKBS (BYTES)", "  ", .width = 0},
	};

	memcpy(list->columns, columns, sizeof(columns));
	pk_table_init(&list->table, out, list->columns, NR_COLUMNS);
}

void pk_flow_list_measure(struct pk_flow_list *list, const struct pk_sock *sock)
{
	struct cells cells;

	fill_sock(&cells, sock);
	pk_table_measure(&list->table, cells.of);
}

void pk_render_flow_heading(struct pk_flow_list *list)
{
	pk_table_heading(&list->table);
}

static void render_skbs(struct pk_out *out, const struct pk_sock *sock,
			const struct pk_sock_queues *queues)
{
	pk_out_array_begin(out, "skbs");
	for (size_t i = 0; i < queues->nr; i++) {
		const struct pk_queued_skb *queued = &queues->list[i];
		const struct pk_skb *skb = &queued->skb;
		struct pk_header header = pk_cb_header(sock, &skb->cb);
		bool known = queued->readable && skb->cb_valid && header.seq_known &&
			     queued->queue != PK_QUEUE_ERROR;
		bool len_known =
			known || (queued->readable && pk_protocol_of_sock(sock)->datagrams);
		char flags[12];

		PK_OUT_OBJECT(out, NULL);
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
	}
	pk_out_array_end(out);
	if (queues->cut)
		pk_out_text(out, "    .. and more\n");
}

/* Facts of the socket alone, not of its packets. */
static void render_facts(struct pk_out *out, const struct pk_sock *sock)
{
	bool full = sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN;

	pk_out_uint_if(out, "mark", NULL, !(sock->unread & PK_SOCK_NO_MARK), sock->mark);
	pk_out_uint_if(out, "inode", NULL, full && sock->inode != PK_INODE_UNKNOWN, sock->inode);
	pk_render_identity(out, &sock->identity);
	pk_out_uint_if(out, "sk_drops", NULL, full && sock->drops.status == PK_OK,
		       sock->drops.value);
	pk_out_uint_if(out, "total_retrans", NULL, full && sock->total_retrans.status == PK_OK,
		       sock->total_retrans.value);
	pk_out_bool_if(out, "owned", full && !(sock->unread & PK_SOCK_NO_OWNED), sock->owned);
	pk_out_uint_if(out, "max_backlog", NULL,
		       sock->kind == PK_SOCK_LISTEN && sock->max_backlog.status == PK_OK,
		       sock->max_backlog.value);
	pk_out_figure(out, "syn_queue", NULL, &sock->syn_queue);
	pk_out_flag(out, "syn_flooded", &sock->syn_flooded);
}

/* Text that ends with ".." if its room is too small. */
struct text {
	char *buf;
	size_t len, size;
};

static void __attribute__((format(printf, 2, 3))) add(struct text *text, const char *fmt, ...)
{
	size_t room = text->size - text->len;
	va_list args;
	int len;

	va_start(args, fmt);
	len = pk_vsnprint(text->buf + text->len, room, fmt, args);
	va_end(args);
	if (len >= 0 && (size_t)len < room) {
		text->len += (size_t)len;
		return;
	}
	text->len = text->size - 1;
	strcpy(text->buf + text->size - sizeof(".."), "..");
}

/* Those that wait to be accepted are in RX_QUEUE; both queues have the same limit. */
static void add_handshakes(struct text *text, const struct pk_sock *sock)
{
	const struct pk_sock_limit_rows *limits = pk_protocol_of_sock(sock)->sockets->limits;

	if (sock->kind != PK_SOCK_LISTEN)
		return;
	if (limits && sock->syn_queue.status == PK_OK && sock->max_backlog.status == PK_OK)
		add(text, "  %s %llu of %llu", limits->requests_name,
		    (unsigned long long)sock->syn_queue.value,
		    (unsigned long long)sock->max_backlog.value);
	if (sock->syn_flooded.status == PK_OK && sock->syn_flooded.value)
		add(text, " (once full)");
	if (sock->drops.value)
		add(text, "  dropped %llu", (unsigned long long)sock->drops.value);
}

static void print_row(struct pk_flow_list *list, const struct pk_flow *flow)
{
	const struct pk_flow_counts *counts = &flow->counts;
	char owners[QUEUES_MAX - 512]; /* less, because queues precede them */
	struct cells cells = {.queues = ""};
	struct text text = {cells.queues, 0, sizeof(cells.queues)};
	const struct pk_sock_queues *queues = &flow->queues;

	fill_sock(&cells, &flow->sock);
	cells.of[PACKETS] = number(cells.packets, counts->known, counts->packets);
	cells.of[DROPS] = number(cells.drops, counts->known, counts->drops);
	cells.of[RETRAN] = number(cells.retran, counts->known, counts->retransmits);
	for (int i = 0; i < PK_NR_SOCK_QUEUES; i++) {
		if (queues->count[i])
			add(&text, "  %s %llu (%llu)", pk_sock_queue_name(i),
			    (unsigned long long)queues->count[i],
			    (unsigned long long)queues->bytes[i]);
		if (queues->status[i] != PK_OK)
			add(&text, "  %s %s", pk_sock_queue_name(i),
			    pk_status_name(queues->status[i]));
	}
	if (flow->sock.corked)
		add(&text, "  corked %u", flow->sock.corked);
	add_handshakes(&text, &flow->sock);
	if (flow->sock.owned)
		add(&text, "  locked by a process");
	add(&text, "%s", pk_owners_text(flow->owners, flow->verbose, owners, sizeof(owners)));
	cells.of[QUEUES] = cells.queues + (text.len ? strlen("  ") : 0);
	pk_table_row(&list->table, cells.of);
	pk_out_netns_told(list->table.out, flow->sock.netns);
}

void pk_render_flow(struct pk_flow_list *list, const struct pk_flow *flow)
{
	const struct pk_flow_counts *counts = &flow->counts;
	const struct pk_sock *sock = &flow->sock;
	struct pk_out *out = list->table.out;
	const struct pk_sock_queues *queues = &flow->queues;
	char notes[256] = "";
	size_t len = 0;

	if (!pk_out_whole(out))
		print_row(list, flow);
	PK_OUT_RECORD(out, "flow");
	pk_out_str(out, "protocol", NULL, pk_protocol_of_sock(sock)->name);
	pk_out_str(out, "state", NULL, pk_sock_state_name(sock));
	pk_out_uint(out, "family", NULL, sock->tuple.family);
	pk_out_uint(out, "socket_family", NULL, sock->socket_family);
	pk_render_tuple(out, &sock->tuple, true);
	pk_out_uint_if(out, "rx_queue", NULL, !(sock->unread & PK_SOCK_NO_RX_QUEUE),
		       sock->rx_queue);
	pk_out_uint(out, "tx_queue", NULL, sock->tx_queue);
	pk_out_uint_if(out, "packets", NULL, counts->known, counts->packets);
	pk_out_uint_if(out, "drops", NULL, counts->known, counts->drops);
	pk_out_uint_if(out, "retransmits", NULL, counts->known, counts->retransmits);
	pk_out_netns(out, "netns", NULL, sock->netns);
	pk_out_addr(out, "sk", NULL, sock->addr);
	render_facts(out, sock);
	pk_out_object_begin(out, "queue_skbs");
	for (int i = 0; i < PK_NR_SOCK_QUEUES; i++)
		pk_out_uint_if(out, pk_sock_queue_name(i), NULL, queues->status[i] == PK_OK,
			       queues->count[i]);
	pk_out_object_end(out);
	pk_out_object_begin(out, "queue_bytes");
	for (int i = 0; i < PK_NR_SOCK_QUEUES; i++) {
		pk_out_uint_if(out, pk_sock_queue_name(i), NULL, queues->status[i] == PK_OK,
			       queues->bytes[i]);
	}
	pk_out_object_end(out);
	for (int i = 0; i < PK_NR_SOCK_QUEUES && len < sizeof(notes); i++)
		if (queues->status[i] != PK_OK)
			len += (size_t)snprintf(notes + len, sizeof(notes) - len, "%s%s queue: %s",
						len ? "; " : "", pk_sock_queue_name(i),
						pk_status_name(queues->status[i]));
	pk_out_str(out, "note", NULL, len ? notes : NULL);
	if (pk_protocol_of_sock(sock)->datagrams)
		pk_out_uint(out, "corked_bytes", NULL, sock->corked);
	pk_render_owners(out, flow->owners, flow->owners_known);
	pk_render_waiters(out, &flow->waiters, flow->verbose);
	pk_render_conntracks(out, &flow->conntracks, flow->verbose);
	if (flow->info) {
		pk_render_sock_info(out, sock, flow->info);
		pk_render_reasons(out, flow->judged ? &flow->reasons : NULL);
	}
	if (flow->verbose || pk_out_whole(out))
		render_skbs(out, sock, &flow->queues);
}
