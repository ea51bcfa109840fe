// SPDX-License-Identifier: GPL-3.0-or-later
/* A packet's joins to packets of other protocols: the ICMP error that answers it, the packet that
 * an error is about, the packet in a tunnel. And the skbs that it became for several sockets. */
#include "protocol/protocol.h"
#include "render/out.h"
#include "render/packet_private.h"

static void show_end_of_edge(struct pk_out *out, const struct pk_edge *edge)
{
	char id[64];

	if (edge->to)
		pk_out_text(out, " #%s\n", pk_packet_id(edge->to, id, sizeof(id)));
	else if (edge->to_skb)
		pk_out_text(out, " skb %llx\n", (unsigned long long)edge->to_skb);
	else
		pk_out_text(out, "\n");
}

/* WHAT: what the other packet is; NULL: no text. */
static void show_other(struct pk_out *out, const struct pk_header *header, const char *what)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);
	char from[64], to[64];

	pk_header_endpoints(header, from, to, sizeof(from));
	pk_out_str(out, "protocol", NULL, header->protocol ? protocol->name : NULL);
	if (header->tuple_known)
		pk_render_tuple(out, &header->tuple, pk_header_has_ports(header));
	if (what && pk_protocol_is_link(protocol)) /* it has no addresses of IP */
		pk_out_text(out, "    %s %s", what, protocol->title);
	else if (what)
		pk_out_text(out, "    %s %s %s > %s", what,
			    header->protocol ? protocol->title : "?", from, to);
}

static void show_quoted(struct pk_out *out, const struct pk_header *quoted, bool told)
{
	if (!quoted)
		return;
	PK_OUT_OBJECT(out, "icmp_quotes");
	show_other(out, quoted, told ? "quotes" : NULL);
	if (told)
		pk_out_text(out, "\n");
}

/* The packet at the other end of a tunnel's edge, as far as it is known. */
static void show_tunnel(struct pk_out *out, const struct pk_packet *packet, enum pk_edge_kind kind,
			const char *key, const char *what)
{
	const struct pk_edge *edge = pk_edge_of(packet, kind);
	char id[64];

	if (!edge)
		return;
	PK_OUT_OBJECT(out, key);
	pk_out_keys(out, "id protocol saddr sport daddr dport");
	pk_out_str(out, "id", NULL, edge->to ? pk_packet_id(edge->to, id, sizeof(id)) : NULL);
	if (edge->to)
		show_other(out, &edge->to->header, what);
	else
		pk_out_text(out, "    %s a packet not shown here,", what);
	show_end_of_edge(out, edge);
}

/* Each skb made from it for a socket, with its own end. */
static void show_copies(struct pk_out *out, const struct pk_packet *packet)
{
	char detail[PK_DETAIL_MAX];

	if (!packet->copies)
		return;
	PK_OUT_ARRAY(out, "copies");
	for (const struct pk_copy *copy = packet->copies; copy; copy = copy->next) {
		const struct pk_packet *its = copy->packet;
		const char *what = copy->kind == PK_EDGE_GSO ? "segment" : "clone";

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "kind", "    %s", what);
		pk_out_addr(out, "skb", " skb %llx", its->skb);
		pk_out_addr(out, "sk", its->sk ? "  sk %llx" : NULL, its->sk);
		pk_out_str(out, "outcome", "  %s", pk_outcome_name(its->outcome));
		pk_packet_detail(its, detail, sizeof(detail));
		pk_out_word(out, "outcome_detail", ": %s\n", detail);
		if (!detail[0])
			pk_out_text(out, "\n");
	}
}

void pk_render_packet_joins(struct pk_out *out, const struct pk_packet_style *style,
			    const struct pk_packet *packet)
{
	const struct pk_edge *answer = pk_edge_of(packet, PK_EDGE_ANSWERED_BY);
	bool told = packet->icmp_error && answer;
	const struct pk_corked *corked = packet->corked;
	char when[64];

	/* ICMPv6 errors are about IPv6 packets. */
	if (told)
		pk_out_text(out, "    answered by %s ",
			    packet->header.tuple_known && packet->header.tuple.family == 6
				    ? "ICMPv6"
				    : "ICMP");
	pk_out_str(out, "icmp_error", told ? "%s" : NULL, packet->icmp_error);
	if (told)
		show_end_of_edge(out, answer);
	show_tunnel(out, packet, PK_EDGE_ENCAPSULATED_IN, "outer", "carried by");
	show_tunnel(out, packet, PK_EDGE_CARRIES, "inner", "carries");
	if (pk_protocol_of(&packet->header)->error) {
		const struct pk_edge *about = pk_edge_of(packet, PK_EDGE_ERROR_FOR);
		const char *error = pk_header_error(&packet->header);

		/* Text: the quote only if the packet that it is about is not in the trace. */
		if (about) {
			pk_out_text(out, "    %s for", error ? error : "error");
			show_end_of_edge(out, about);
		}
		show_quoted(out, packet->quoted, !about);
	}
	show_copies(out, packet);
	if (!corked)
		return;
	PK_OUT_OBJECT(out, "corked");
	pk_out_uint(out, "writes", "    corked: %llu call(s) wrote it", corked->writes);
	pk_out_ns_if(out, "first_ns", NULL, true, corked->since_ns);
	pk_out_text(out, ", the first at %s",
		    pk_packet_time(style, corked->since_ns, when, sizeof(when)));
	pk_out_int_if(out, "pid", corked->pid ? " (PID %lld)" : NULL, corked->pid, corked->pid);
	pk_out_text(out, "\n");
}
