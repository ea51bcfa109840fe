// SPDX-License-Identifier: GPL-3.0-or-later
/* One packet: its identity, its end, and (packet_tree.c) its path. */
#include "render/packet_private.h"

#include <string.h>

#include "protocol/ipsec.h"
#include "protocol/sctp.h"
#include "render/out.h"
#include "render/views.h"

/* In the order of JSON. */
#define BEGINNING                                                                                  \
	"id dir first_ns last_ns before_panic_ns skb generation orig_skb sk netns saddr_netns "    \
	"daddr_netns twin dev devices "                                                            \
	"devices_complete "                                                                        \
	"mark family protocol saddr sport daddr dport seq ack flags payload_len "
#define END                                                                                        \
	"segs frames identity pointer tuple_from outcome outcome_detail drop_reason retransmit "   \
	"retransmit_cause drop_cause spans path time probes edges"

static const char keys[] = BEGINNING "window " END;
static const char keys_several[] = BEGINNING "window " END " icmp_error inner outer";
static const char keys_udp[] =
	BEGINNING "checksum tunnel_id " END " icmp_error inner outer fragment copies corked";
static const char keys_icmp[] = BEGINNING "checksum icmp_type icmp_code icmp_id icmp_seq " END
					  " icmp_error icmp_quotes inner outer fragment";

static const char keys_sctp[] =
	BEGINNING "vtag chunks chunks_whole tsn " END " icmp_error inner outer fragment";

static const char keys_esp[] =
	BEGINNING "spi esp_number carried_by " END " icmp_error inner outer fragment";

static const char keys_macsec[] =
	BEGINNING "checksum tunnel_id sectag " END " icmp_error inner outer fragment copies corked";

static const char *keys_of(const struct pk_packet_style *style, const struct pk_header *header)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);

	if (!protocol->datagrams)
		return style->several ? keys_several : keys;
	if (protocol->parses_behind)
		return keys_sctp;
	if (protocol->in_place)
		return keys_esp;
	if (protocol == &pk_macsec)
		return keys_macsec;
	return protocol->flags_text ? keys_icmp : keys_udp;
}

static void show_numbers(struct pk_out *out, const struct pk_header *header)
{
	char flags[16];

	pk_out_uint_if(out, "seq", NULL, header->seq_known, header->seq);
	pk_out_uint_if(out, "ack", NULL, header->ack_known, header->ack);
	/* ICMP has a type there, with a key of its own. */
	pk_out_str(out, "flags", NULL,
		   header->flags_known && !pk_protocol_of(header)->datagrams
			   ? pk_flags_text(header, flags, sizeof(flags))
			   : NULL);
	pk_out_uint_if(out, "payload_len", NULL, header->len_known, header->payload_len);
	if (!pk_protocol_of(header)->datagrams)
		pk_out_uint_if(out, "window", NULL, header->window_known, header->window);
}

/* TEXT: text before it; NULL: no text. */
static void show_fragment(struct pk_out *out, const struct pk_header *header, const char *text)
{
	char what[PK_FRAGMENT_TEXT];

	if (!header->fragment)
		return;
	PK_OUT_OBJECT(out, "fragment");
	pk_out_uint(out, "id", NULL, header->ip_id);
	pk_out_uint_if(out, "at", NULL, header->frag_len, header->frag_at);
	pk_out_uint_if(out, "len", NULL, header->frag_len, header->frag_len);
	pk_out_bool_if(out, "more", header->frag_len, header->frag_more);
	if (text)
		pk_out_text(out, "%s%s", text, pk_fragment_text(header, what));
}

static void show_chunks(struct pk_out *out, const struct pk_header *header)
{
	unsigned nr = pk_sctp_nr_chunks(header);
	bool whole = pk_sctp_chunks_whole(header);
	bool has_tsn = header->tsn_known && nr && header->tsn_at <= header->chunk_at[nr - 1];
	char number[16];

	pk_out_uint_if(out, "vtag", header->vtag_known ? " tag %#llx" : NULL, header->vtag_known,
		       header->vtag);
	pk_out_text(out, nr ? " chunks" : "");
	pk_out_array_begin(out, "chunks");
	for (unsigned i = 0; i < nr; i++) {
		const char *name = pk_sctp_chunk_name(header->chunks[i]);

		snprintf(number, sizeof(number), "%u", header->chunks[i]);
		pk_out_str(out, NULL, " %s", name ? name : number);
	}
	pk_out_array_end(out);
	pk_out_text(out, nr && !whole ? " ..." : "");
	pk_out_bool_if(out, "chunks_whole", nr, whole);
	pk_out_uint_if(out, "tsn", has_tsn ? " tsn %llu" : NULL, has_tsn, header->tsn);
}

/* For datagrams only. */
static void show_datagram(struct pk_out *out, const struct pk_header *header)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);

	if (!protocol->datagrams)
		return;
	if (protocol->parses_behind) {
		show_chunks(out, header);
		return;
	}
	if (protocol->in_place) {
		pk_out_uint_if(out, "spi", header->spi_known ? " SPI %#llx" : NULL,
			       header->spi_known, header->spi);
		pk_out_uint_if(out, "esp_number", header->spi_known ? " number %llu" : NULL,
			       header->spi_known, header->esp_number);
		pk_out_str(out, "carried_by", header->below ? " in %s" : NULL,
			   header->below ? pk_header_outermost(header)->name : NULL);
		return;
	}
	pk_out_uint_if(out, "checksum", header->checksum_known ? " sum %#llx" : NULL,
		       header->checksum_known, header->checksum);
	if (!protocol->flags_text) {
		pk_out_uint_if(out, "tunnel_id",
			       !header->tunnel_id_known	     ? NULL
			       : pk_header_has_ports(header) ? " network %llu"
							     : " key %llu",
			       header->tunnel_id_known, header->tunnel_id);
		if (protocol == &pk_macsec)
			pk_render_sectag(out, header, " ");
		return;
	}
	pk_out_uint_if(out, "icmp_type", header->flags_known ? " type %llu" : NULL,
		       header->flags_known, pk_icmp_type(header));
	pk_out_uint_if(out, "icmp_code", header->flags_known ? " code %llu" : NULL,
		       header->flags_known, pk_icmp_code(header));
	pk_out_uint_if(out, "icmp_id", header->query_known ? " id %llu" : NULL, header->query_known,
		       header->query);
	pk_out_uint_if(out, "icmp_seq", header->query_known ? " seq %llu" : NULL,
		       header->query_known, header->query_seq);
}

/* Only the first protocol is known, by its functions and headers, unless several are shown. */
static const char *protocol_name(const struct pk_packet_style *style,
				 const struct pk_header *header)
{
	return header->protocol || !style->several ? pk_protocol_of(header)->name : NULL;
}

static void show_devices(struct pk_out *out, const char *way)
{
	PK_OUT_ARRAY(out, "devices");
	while (*way) {
		size_t len = strcspn(way, " ");
		char dev[PK_WAY_MAX];

		snprintf(dev, sizeof(dev), "%.*s", (int)len, way);
		pk_out_str(out, NULL, NULL, dev);
		way += len + (way[len] == ' ');
	}
}

/* A packet on the panicking stack has the panic's time. Queued packets in memory have none. */
static void show_times(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_packet *packet)
{
	const struct pk_packet_set *set = style->set;
	bool known = !packet->timeless && (!packet->from_memory || set->panic_known);

	pk_out_ns_if(out, "first_ns", NULL, known, packet->first_ns);
	pk_out_ns_if(out, "last_ns", NULL, known, packet->last_ns);
	pk_out_int_if(out, "before_panic_ns", NULL, set->panic_known && !packet->timeless,
		      (int64_t)(set->panic_ns - packet->first_ns));
}

/* Of what has the addresses and ports of several connections: which of them it is of, by the namespaces of both ends. */
static void show_twin(struct pk_out *out, const struct pk_packet *packet)
{
	static const char *const keys[] = {"saddr_netns", "daddr_netns"};
	bool known = !(packet->connection & PK_CONNECTION_UNKNOWN);

	for (unsigned end = 0; end < 2; end++)
		pk_out_uint_if(out, keys[end], NULL,
			       packet->connection && known && packet->ends_netns[end],
			       packet->ends_netns[end]);
	pk_out_bool_if(out, "twin", known, packet->connection != 0);
}

static void show_identity(struct pk_out *out, const struct pk_packet *packet)
{
	bool known = packet->header.tuple_known;

	pk_out_addr(out, "skb", packet->skb ? "    skb %llx" : "    skb ?", packet->skb);
	pk_out_str(out, "pointer", packet->skb ? " (%s pointer" : NULL,
		   pk_identity_name(packet->pointer));
	pk_out_int_if(out, "generation", packet->skb ? ", gen %lld" : NULL,
		      packet->generation_known, packet->generation);
	pk_out_text(out, packet->skb ? ")" : "");
	pk_out_addr(out, "orig_skb",
		    packet->orig_skb && packet->orig_skb != packet->skb ? "  original %llx" : NULL,
		    packet->orig_skb);
	pk_out_addr(out, "sk", packet->sk ? "  sk %llx" : NULL, packet->sk);
	pk_out_netns(out, "netns", packet->connection ? "  netns %llu" : NULL, packet->netns);
	if (packet->connection && !packet->netns)
		pk_out_text(out, "  netns ?");
	show_twin(out, packet);
	pk_out_uint_if(out, "mark", packet->mark ? "  mark %#llx" : NULL, packet->mark_known,
		       packet->mark);
	pk_out_str(out, "identity", known ? "  identity %s" : NULL,
		   pk_identity_name(packet->identity));
	pk_out_str(out, "tuple_from", known ? " (tuple from %s)" : NULL,
		   pk_tuple_source_name(packet->tuple_from));
	pk_out_text(out, known ? "\n" : "  identity none: nothing names its addresses\n");
	pk_out_uint_if(out, "lost_before", NULL, !packet->events_lost, 0);
	if (packet->events_lost)
		pk_out_text(out,
			    "    events were lost between its own: something may be missing\n");
}

/* Text: only if there are several. */
static void show_frames(struct pk_out *out, const struct pk_trail *trail, bool checksums)
{
	bool told = trail->nr_frames > 1;

	PK_OUT_ARRAY(out, "frames");
	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		const struct pk_wire_frame *frame = &trail->frames[i];
		char flags[16];

		PK_OUT_OBJECT(out, NULL);
		show_numbers(out, &frame->header);
		if (checksums)
			pk_out_uint_if(out, "checksum", NULL, frame->header.checksum_known,
				       frame->header.checksum);
		if (told)
			pk_out_text(out, "    .%u", i + 1);
		pk_out_addr(out, "skb", told ? " skb %llx" : NULL, frame->skb);
		show_fragment(out, &frame->header, told ? "  " : NULL);
		if (told && frame->header.fragment)
			pk_out_text(out, "\n");
		else if (told && frame->header.tuple_known && !frame->header.seq_known)
			pk_out_text(out, "  len %u\n", frame->header.payload_len);
		else if (told && frame->header.tuple_known)
			pk_out_text(out, "  [%s] seq %u len %u\n",
				    pk_packet_flags(&frame->header, flags, sizeof(flags)),
				    frame->header.seq, frame->header.payload_len);
		else if (told)
			pk_out_text(out, "  %u byte(s), header not recorded\n", frame->len);
	}
}

/* Text: only if verbose. */
static void show_edges(struct pk_out *out, const struct pk_trail *trail, bool verbose)
{
	PK_OUT_ARRAY(out, "edges");
	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];
		char id[64] = "", to[64] = "";

		if (edge->to_skb)
			snprintf(to, sizeof(to), "0x%llx", (unsigned long long)edge->to_skb);
		if (edge->to)
			pk_packet_id(edge->to, id, sizeof(id));
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "kind", verbose ? "    %s" : NULL, pk_edge_name(edge->kind));
		if (verbose && to[0])
			pk_out_text(out, " skb %s", to + 2);
		if (verbose && id[0])
			pk_out_text(out, " #%s", id);
		pk_out_str(out, "to", NULL, id[0] ? id : to[0] ? to : NULL);
		pk_out_str(out, "how", verbose ? " (%s)\n" : NULL, pk_identity_name(edge->how));
	}
}

/* Distinct owners of the probes on the shown calls. */
static void show_probes(struct pk_out *out, const struct pk_packet_style *style,
			const struct pk_path *path)
{
	const char *seen[64];
	unsigned nr = 0;

	PK_OUT_ARRAY(out, "probes");
	for (uint32_t i = 0; style->probes && i < style->probes->nr; i++) {
		const struct pk_probe *probe = &style->probes->probes[i];
		bool on = false, known = false;

		if (!pk_worth_a_mark(probe) || !probe->addr)
			continue;
		for (uint32_t c = 0; c < path->nr_chunks && !on; c++) {
			uint32_t used = c + 1 == path->nr_chunks ? path->used_in_chunk : 1024;

			for (uint32_t k = 0; k < used && !on; k++) {
				const struct pk_call_name *name = path->chunks[c][k].name;

				on = name && path->chunks[c][k].kind == PK_CALL_PLAIN &&
				     probe->addr >= name->symbol.addr &&
				     probe->addr - name->symbol.addr < name->symbol.size;
			}
		}
		for (unsigned k = 0; k < nr; k++)
			known |= !strcmp(seen[k], pk_short_owner(probe));
		if (on && !known && nr < 64) {
			seen[nr++] = pk_short_owner(probe);
			pk_out_str(out, NULL, NULL, pk_short_owner(probe));
		}
	}
}

/* Text in us: shown and folded calls, interrupts and other packets add up to the total. */
static void show_durations(struct pk_out *out, const struct pk_path *path)
{
	pk_out_text(out, " %.1f us = %.1f shown + %.1f folded (%u call(s))",
		    path->total_ns / 1000.0, path->shown_ns / 1000.0, path->folded_ns / 1000.0,
		    path->folded_calls);
	if (path->irq_ns)
		pk_out_text(out, " + %.1f interrupts", path->irq_ns / 1000.0);
	if (path->nested_ns)
		pk_out_text(out, " + %.1f other packets", path->nested_ns / 1000.0);
	pk_out_text(out, "\n      folded:");
	for (int noise = 1; noise < PK_NR_NOISES; noise++)
		if (path->noise_ns[noise])
			pk_out_text(out, " %s %.1f", pk_noise_name(noise),
				    path->noise_ns[noise] / 1000.0);
	pk_out_text(out, "; %u raw call(s)", path->calls);
	if (path->probe_ns && path->total_ns)
		pk_out_text(out, "; probes took %.1f us of it (%llu %%)", path->probe_ns / 1000.0,
			    (unsigned long long)(path->probe_ns * 100 / path->total_ns));
}

static void show_end(struct pk_out *out, const struct pk_packet *packet, const struct pk_path *path)
{
	const char *reason =
		packet->outcome == PK_OUT_DROPPED && packet->drop ? packet->drop->reason_name : "";
	char detail[PK_DETAIL_MAX];

	pk_out_text(out, "  ");
	pk_out_tone(out, pk_outcome_tone(packet->outcome));
	pk_out_text(out, "END %s: ", pk_outcome_name(packet->outcome));
	pk_out_tone(out, PK_TONE_PLAIN);
	pk_packet_detail(packet, detail, sizeof(detail));
	pk_out_word(out, "outcome_detail", "%s", detail);
	pk_out_word(out, "drop_reason", NULL, reason);
	pk_out_text(out, ".");
	if (path->by_entry)
		pk_out_text(out, " %u call(s) by their entries alone (%u folded): no durations",
			    path->calls, path->folded_calls);
	else if (path->calls)
		show_durations(out, path);
	else if (!packet->from_memory)
		pk_out_text(out, " No function frames of it were recorded");
	pk_out_text(out, "\n");
	if (path->by_entry)
		return;
	PK_OUT_OBJECT(out, "time");
	pk_out_uint(out, "total_ns", NULL, path->total_ns);
	pk_out_int(out, "shown_ns", NULL, path->shown_ns);
	pk_out_uint(out, "folded_ns", NULL, path->folded_ns);
	pk_out_uint(out, "interrupt_ns", NULL, path->irq_ns);
	pk_out_uint(out, "nested_ns", NULL, path->nested_ns);
}

void pk_render_packet_whole(struct pk_out *out, const struct pk_packet_style *style,
			    const struct pk_packet *packet, const struct pk_path *path,
			    const struct pk_judgements *judgements,
			    const struct pk_holdings *holdings)
{
	char when[40], from[64], to[64], flags[16], id[64], way[2 * PK_WAY_MAX];
	const struct pk_header *header = &packet->header;

	PK_OUT_RECORD(out, "packet");
	pk_out_keys(out, keys_of(style, &packet->header));
	pk_packet_endpoints(packet, from, to, sizeof(from));
	pk_out_str(out, "id", "#%s", pk_packet_id(packet, id, sizeof(id)));
	pk_out_str(out, "dir", NULL, pk_direction_name(packet->dir));
	pk_out_text(out, " %s %s", packet->dir == PK_RX ? "RX" : "TX",
		    pk_packet_way(packet, " > ", 2 * PK_WAY_MAX, way));
	pk_out_word(out, "protocol", style->several ? "  %s" : NULL, protocol_name(style, header));
	pk_out_text(out, "  %s > %s  [%s]", from, to,
		    pk_packet_flags(header, flags, sizeof(flags)));
	if (header->seq_known)
		pk_out_text(out, " seq %u", header->seq);
	if (header->ack_known && pk_header_says(header, PK_SAYS_ACK))
		pk_out_text(out, " ack %u", header->ack);
	if (header->window_known)
		pk_out_text(out, " win %u", header->window);
	if (header->len_known)
		pk_out_text(out, " len %u", header->payload_len);
	show_datagram(out, header);
	show_fragment(out, header, " ");
	pk_out_text(out, "  ");
	pk_out_tone(out, pk_outcome_tone(packet->outcome));
	pk_out_str(out, "outcome", "%s", pk_outcome_name(packet->outcome));
	pk_out_tone(out, PK_TONE_PLAIN);
	pk_out_text(out, "  %s", pk_packet_began(style, packet, when, sizeof(when)));
	if (style->wall)
		pk_out_text(out, " (%s)", pk_packet_age(style, packet, when, sizeof(when)));
	pk_out_text(out, "\n");
	pk_out_word(out, "dev", NULL, packet->dev);
	show_devices(out, packet->way);
	pk_out_bool_if(out, "devices_complete", packet->way_complete != PK_ANSWER_UNKNOWN,
		       packet->way_complete == PK_ANSWER_YES);
	if (header->tuple_known) {
		pk_out_uint(out, "family", NULL, header->tuple.family);
		pk_render_tuple(out, &header->tuple, pk_header_has_ports(header));
	}
	show_numbers(out, header);
	pk_out_uint_if(out, "segs", NULL, packet->segs, packet->segs);
	pk_out_bool(out, "retransmit", packet->retransmit);
	show_times(out, style, packet);
	show_identity(out, packet);
	pk_render_packet_causes(out, packet, true);
	if (packet->tracked)
		pk_render_tracked(out, packet->tracked);
	if (style->several)
		pk_render_packet_joins(out, style, packet);
	show_frames(out, &packet->trail, pk_protocol_of(&packet->header)->datagrams);
	show_edges(out, &packet->trail, style->verbose);
	pk_packet_tree(out, style, packet, path);
	if (pk_out_whole(out))
		show_probes(out, style, path);
	show_end(out, packet, path);
	if (judgements)
		pk_packet_verdicts(out, packet, judgements);
	if (holdings)
		pk_packet_holdings(out, packet, holdings);
}
