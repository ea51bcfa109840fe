// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>

#include "protocol/sctp.h"

#define OWNERS_MAX 4096 /* bytes of text */

static const char keys[] =
	"protocol kind style state sk_state rx_queue tx_queue netns inode sk address assoc_id "
	"sport "
	"laddrs "
	"dport raddrs my_tag peer_tag cwnd flight unacked unsent rwnd peer_rwnd heartbeat_ms "
	"in_streams out_streams max_retrans init_retries shutdown_retries rtx_chunks wmem_alloc "
	"wmem_queued sndbuf rcvbuf owners";

void pk_render_sctp_heading(struct pk_out *out)
{
	pk_out_text(out, "%-7s %-11s %-17s %8s %8s  %-10s %-8s %-16s  %s\n", "PROTO", "STYLE",
		    "STATE", "RX_QUEUE", "TX_QUEUE", "NETNS", "INODE", "SOCK", "LOCAL <-> REMOTE");
}

/* enum sctp_socket_type */
static const char *style_name(unsigned style)
{
	return style == 2 ? "one-to-one" : style == 0 ? "one-to-many" : "peeled-off";
}

static void show_end(struct pk_out *out, const char *key, const struct pk_sctp_end *end)
{
	char text[64];

	pk_out_array_begin(out, key);
	for (unsigned i = 0; i < end->nr; i++) {
		pk_address_text(end->addresses[i].family, end->addresses[i].bytes, text,
				sizeof(text));
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "address",
			   end->addresses[i].primary && end->nr > 1 ? " *%s" : " %s", text);
		pk_out_bool(out, "primary", end->addresses[i].primary);
	}
	pk_out_array_end(out);
	if (end->nr_all > end->nr)
		pk_out_text(out, " and %u more", end->nr_all - end->nr);
}

/* The columns of /proc/net/sctp/assocs, and what is in flight. */
static void show_association(struct pk_out *out, const struct pk_sctp *sctp, uint64_t hz)
{
	pk_out_uint(out, "cwnd", "\n        cwnd %llu", sctp->cwnd);
	pk_out_uint(out, "flight", " in flight %llu", sctp->flight);
	pk_out_uint(out, "unacked", " unacked %llu", sctp->unacked);
	pk_out_uint(out, "unsent", " unsent %llu", sctp->unsent);
	pk_out_uint(out, "rwnd", " rwnd %llu", sctp->rwnd);
	pk_out_uint(out, "peer_rwnd", " peer's rwnd %llu", sctp->peer_rwnd);
	pk_out_uint(out, "my_tag", " tag %#llx", sctp->my_tag);
	pk_out_uint(out, "peer_tag", " peer's tag %#llx", sctp->peer_tag);
	pk_out_uint_if(out, "heartbeat_ms", NULL, hz, hz ? sctp->heartbeat * 1000 / hz : 0);
	pk_out_uint(out, "in_streams", NULL, sctp->in_streams);
	pk_out_uint(out, "out_streams", NULL, sctp->out_streams);
	pk_out_uint(out, "max_retrans", NULL, sctp->max_retrans);
	pk_out_uint(out, "init_retries",
		    sctp->init_retries ? " INIT sent again %llu time(s)" : NULL,
		    sctp->init_retries);
	pk_out_uint(out, "shutdown_retries",
		    sctp->shutdown_retries ? " SHUTDOWN sent again %llu time(s)" : NULL,
		    sctp->shutdown_retries);
	pk_out_uint(out, "rtx_chunks", sctp->rtx_chunks ? " chunks sent again %llu" : NULL,
		    sctp->rtx_chunks);
	pk_out_uint(out, "wmem_alloc", NULL, sctp->wmem_alloc);
	pk_out_uint(out, "wmem_queued", NULL, sctp->wmem_queued);
	pk_out_uint(out, "sndbuf", NULL, sctp->sndbuf);
	pk_out_uint(out, "rcvbuf", NULL, sctp->rcvbuf);
}

void pk_render_sctp(struct pk_out *out, const struct pk_sctp *sctp, uint64_t hz,
		    const struct pk_sock_owner *owners, bool owners_known, bool verbose)
{
	bool is_association = sctp->is_association;
	char text[OWNERS_MAX];

	PK_OUT_RECORD(out, "sctp");
	pk_out_keys(out, keys);
	pk_out_str(out, "protocol", "%-7s", pk_sctp.name);
	pk_out_str(out, "kind", NULL, is_association ? "association" : "endpoint");
	pk_out_str(out, "style", " %-11s", style_name(sctp->style));
	pk_out_str(out, "state", " %-17s", pk_sctp_state_name(sctp));
	pk_out_uint(out, "sk_state", NULL, sctp->sk_state);
	pk_out_uint_if(out, "rx_queue", " %8llu", is_association, sctp->rx_queue);
	pk_out_uint_if(out, "tx_queue", " %8llu", is_association, sctp->tx_queue);
	if (!is_association)
		pk_out_text(out, " %8s %8s", "-", "-");
	pk_out_netns(out, "netns", "  %-10llu", sctp->netns);
	if (!sctp->netns)
		pk_out_text(out, "  %-10s", "-");
	pk_render_inode(out, sctp->inode);
	pk_out_addr(out, "sk", " %llx", sctp->sk);
	pk_out_addr(out, "address", NULL, sctp->addr);
	pk_out_uint_if(out, "assoc_id", NULL, is_association, sctp->id);
	pk_out_uint(out, "sport", "  port %llu", sctp->local.port);
	show_end(out, "laddrs", &sctp->local);
	pk_out_uint_if(out, "dport", is_association ? " <-> port %llu" : NULL, is_association,
		       sctp->peer.port);
	show_end(out, "raddrs", &sctp->peer);
	if (is_association)
		show_association(out, sctp, hz);
	pk_render_owners(out, owners, owners_known);
	pk_out_text(out, "%s\n", pk_owners_text(owners, verbose, text, sizeof(text)));
}
