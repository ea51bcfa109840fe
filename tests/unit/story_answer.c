// SPDX-License-Identifier: GPL-3.0-or-later
#include "story_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ask.h"
#include "protocol/protocol.h"

struct answer {
	FILE *out;
	const struct fake_trace *trace;
	const struct pk_packet_set *set;
	bool times;
};

static void say_func(const struct answer *answer, uint64_t addr)
{
	struct pk_symbol symbol;
	char buf[FAKE_NAME_MAX];

	if (pk_symbol_at(fake_trace_ctx((struct fake_trace *)answer->trace), addr, &symbol) ==
	    PK_OK)
		fprintf(answer->out, "%s", symbol.name);
	else
		fprintf(answer->out, "%s", fake_trace_word(answer->trace, addr, buf));
}

/* "  KEYWORD ", or ", " before all but the first of a line's items. */
static void say_item(const struct answer *answer, const char *keyword, uint32_t i)
{
	if (i)
		fprintf(answer->out, ", ");
	else
		fprintf(answer->out, "  %s ", keyword);
}

static void say_protocol(const struct answer *answer, const struct pk_header *header)
{
	const struct pk_protocol *protocol = pk_protocol_by_number(header->protocol),
				 *below = pk_protocol_by_number(header->below);

	if (protocol)
		fprintf(answer->out, " %s", protocol->name);
	else if (header->protocol)
		fprintf(answer->out, " protocol %u", header->protocol);
	if (header->below)
		fprintf(answer->out, " in %s", below ? below->name : "?");
}

static void say_numbers(const struct answer *answer, const struct pk_header *header)
{
	char flags[64];

	if (header->flags_known)
		fprintf(answer->out, " %s", pk_flags_text(header, flags, sizeof(flags)));
	if (header->seq_known)
		fprintf(answer->out, " %u", header->seq);
	if (header->len_known)
		fprintf(answer->out, "+%u", header->payload_len);
	if (header->ack_known && pk_protocol_of(header) && header->ack)
		fprintf(answer->out, " ack %u", header->ack);
	if (header->spi_known)
		fprintf(answer->out, " spi %#x number %u", header->spi, header->esp_number);
	if (header->sectag.known)
		fprintf(answer->out, " pn %u", header->sectag.pn);
	if (header->tunnel_id_known)
		fprintf(answer->out, " id %u", header->tunnel_id);
}

/* A host's ports begin with its number: 10.0.0.2 or fd00::2 has 2002. What is another is said. */
static void say_end(const struct answer *answer, uint8_t family, const uint8_t *addr, uint16_t port)
{
	const uint8_t v4[16] = {10, 0, 0, port / 1000}, v6[16] = {0xfd, [15] = port / 1000};
	char buf[64];

	if (memcmp(addr, family == 6 ? v6 : v4, 16))
		fprintf(answer->out, "%s", pk_endpoint_text(family, addr, port, buf, sizeof(buf)));
	else
		fprintf(answer->out, "%u", port);
}

static void say_header(const struct answer *answer, const struct pk_header *header)
{
	say_protocol(answer, header);
	const struct pk_tuple *tuple = &header->tuple;

	if (header->tuple_known) {
		fprintf(answer->out, tuple->family == 6 ? " v6 " : " ");
		say_end(answer, tuple->family, tuple->saddr, tuple->sport);
		fprintf(answer->out, ">");
		say_end(answer, tuple->family, tuple->daddr, tuple->dport);
	} else {
		fprintf(answer->out, " ?");
	}
	say_numbers(answer, header);
}

/* Packets of the set have numbers, by which others name them. */
static void say_number_of(const struct answer *answer, const struct pk_packet *packet)
{
	for (uint32_t i = 0; packet && i < answer->set->nr; i++)
		if (answer->set->packets[i] == packet)
			fprintf(answer->out, " %u", i + 1);
}

static void say_first_line(const struct answer *answer, const struct pk_packet *packet, uint32_t i)
{
	const char *source = pk_tuple_source_name(packet->tuple_from);
	char buf[PK_DETAIL_MAX];

	fprintf(answer->out, "%u: %s %s (%s)", i + 1, pk_direction_name(packet->dir),
		fake_trace_word(answer->trace, packet->skb, buf),
		pk_identity_name(packet->pointer));
	if (packet->generation_known)
		fprintf(answer->out, " gen %d", packet->generation);
	say_header(answer, &packet->header);
	if (packet->header.tuple_known || packet->identity || source)
		fprintf(answer->out, " (%s, %s)", pk_identity_name(packet->identity),
			source ? source : "unknown");
	fprintf(answer->out, " x%u", packet->trail.nr_frames);
	if (packet->segs)
		fprintf(answer->out, " of %u", packet->segs);
	fprintf(answer->out, " %s%s%s", packet->events_lost ? "lossy " : "",
		packet->retransmit ? "retransmit " : "", pk_outcome_name(packet->outcome));
	if (pk_packet_detail(packet, buf, sizeof(buf))[0])
		fprintf(answer->out, ": %s", buf);
	if (packet->first_ns || packet->last_ns)
		fprintf(answer->out, " @%llu..%llu", (unsigned long long)packet->first_ns,
			(unsigned long long)packet->last_ns);
	fprintf(answer->out, "\n");
}

static void say_way(const struct answer *answer, const struct pk_packet *packet)
{
	static const char *const complete[] = {"", ", not complete", ", complete"};
	const char *last = strrchr(packet->way, ' ');

	if (packet->way[0] || packet->way_complete)
		fprintf(answer->out, "  way %s%s\n", packet->way, complete[packet->way_complete]);
	if (strcmp(packet->dev, last ? last + 1 : packet->way) != 0)
		fprintf(answer->out, "  device %s\n", packet->dev);
}

static void say_socket(const struct answer *answer, const struct pk_packet *packet)
{
	char buf[FAKE_NAME_MAX];

	if (packet->sk) {
		fprintf(answer->out, "  socket ");
		say_func(answer, packet->sk);
		fprintf(answer->out, "\n");
	}
	if (packet->orig_skb)
		fprintf(answer->out, "  original %s\n",
			fake_trace_word(answer->trace, packet->orig_skb, buf));
	if (packet->netns)
		fprintf(answer->out, "  namespace %u\n", packet->netns);
	if (packet->connection)
		fprintf(answer->out, "  connection %#x\n", packet->connection);
	if (packet->mark_known && packet->mark)
		fprintf(answer->out, "  mark %u\n", packet->mark);
}

static void say_calls(const struct answer *answer, const struct pk_trail *trail)
{
	for (uint32_t i = 0; i < trail->nr_pieces; i++) {
		const struct pk_piece *piece = &trail->pieces[i];

		say_item(answer, "calls", i);
		if (piece->func)
			say_func(answer, piece->func);
		else
			fprintf(answer->out, "event");
		fprintf(answer->out, "%s%s (%s)", piece->open ? "~" : "", piece->cut ? "!" : "",
			pk_identity_name(piece->how));
		for (unsigned k = 0; piece->under && piece->under[k]; k++) {
			fprintf(answer->out, " in ");
			say_func(answer, piece->under[k]);
		}
		if (answer->times)
			fprintf(answer->out, " %llu..%llu", (unsigned long long)piece->start,
				(unsigned long long)piece->end);
	}
	if (trail->nr_pieces)
		fprintf(answer->out, "\n");
}

static void say_steps(const struct answer *answer, const struct pk_trail *trail)
{
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];

		say_item(answer, "events", i);
		fprintf(answer->out, "%s", step->name);
		for (unsigned k = 0; step->callers && k < PK_STEP_CALLERS && step->callers[k];
		     k++) {
			fprintf(answer->out, " in ");
			say_func(answer, step->callers[k]);
		}
	}
	if (trail->nr_steps)
		fprintf(answer->out, "\n");
}

static void say_frames(const struct answer *answer, const struct pk_packet *packet)
{
	char buf[FAKE_NAME_MAX];

	for (uint32_t i = 0; i < packet->trail.nr_frames; i++) {
		const struct pk_wire_frame *frame = &packet->trail.frames[i];

		say_item(answer, "frames", i);
		fprintf(answer->out, "%s%s%s", fake_trace_word(answer->trace, frame->skb, buf),
			packet->dir == PK_TX && !frame->sent ? "?" : "",
			frame->dropped ? " dropped" : "");
		if (frame->header.tuple_known)
			fprintf(answer->out, ":%u+%u", frame->header.seq,
				frame->header.payload_len);
	}
	if (packet->trail.nr_frames)
		fprintf(answer->out, "\n");
}

static void say_edges(const struct answer *answer, const struct pk_trail *trail)
{
	char buf[FAKE_NAME_MAX];

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];

		say_item(answer, "edges", i);
		fprintf(answer->out, "%s %s (%s)", pk_edge_name(edge->kind),
			fake_trace_word(answer->trace, edge->to_skb, buf),
			pk_identity_name(edge->how));
		say_number_of(answer, edge->to);
	}
	if (trail->nr_edges)
		fprintf(answer->out, "\n");
}

static void say_copies(const struct answer *answer, const struct pk_packet *packet)
{
	char buf[PK_DETAIL_MAX];
	uint32_t i = 0;

	for (const struct pk_copy *copy = packet->copies; copy; copy = copy->next) {
		say_item(answer, "copies", i++);
		fprintf(answer->out, "%s %s", pk_edge_name(copy->kind),
			fake_trace_word(answer->trace, copy->packet->skb, buf));
		fprintf(answer->out, " %s", pk_outcome_name(copy->packet->outcome));
		if (copy->packet->drop && copy->packet->drop->location) {
			fprintf(answer->out, " at ");
			say_func(answer, copy->packet->drop->location);
		}
	}
	if (i)
		fprintf(answer->out, "\n");
}

static void say_drop(const struct answer *answer, const struct pk_drop *drop)
{
	if (!drop)
		return;
	fprintf(answer->out, "  kfree_skb");
	if (drop->location) {
		fprintf(answer->out, " at ");
		say_func(answer, drop->location);
	}
	if (drop->reason_known)
		fprintf(answer->out, " reason %u %s", drop->reason, drop->reason_name);
	fprintf(answer->out, "\n");
	if (!drop->hooks)
		return;
	fprintf(answer->out, "  hook");
	for (uint32_t i = 0; i < drop->hooks->nr; i++) {
		fprintf(answer->out, " ");
		say_func(answer, drop->hooks->funcs[i]);
	}
	for (unsigned i = 0; i < 2 && drop->hooks->callers[i]; i++) {
		fprintf(answer->out, " in ");
		say_func(answer, drop->hooks->callers[i]);
	}
	fprintf(answer->out, "\n");
}

static void say_cause(const struct answer *answer, const char *of, const struct pk_cause *cause)
{
	if (!cause->kind)
		return;
	fprintf(answer->out, "  %s %s %s: ", of, cause->trigger ? cause->trigger : "-",
		cause->kind);
	/* An ID is of the ring's pages: "#ID". */
	for (const char *text = cause->text; *text; text++) {
		fputc(*text, answer->out);
		if (*text == '#') {
			fputs("ID", answer->out);
			text += strspn(text + 1, "0123456789abcdefm.");
		}
	}
	say_number_of(answer, cause->packet);
	fputc('\n', answer->out);
}

static void say_rest(const struct answer *answer, const struct pk_packet *packet)
{
	say_copies(answer, packet);
	say_drop(answer, packet->drop);
	if (packet->causes) {
		say_cause(answer, "again", &packet->causes->sent_again);
		say_cause(answer, "dropped", &packet->causes->dropped);
	}
	if (packet->quoted) {
		fprintf(answer->out, "  quotes");
		say_header(answer, packet->quoted);
		fprintf(answer->out, "\n");
	}
	if (packet->icmp_error)
		fprintf(answer->out, "  error %s\n", packet->icmp_error);
	if (packet->corked)
		fprintf(answer->out, "  writes %u\n", packet->corked->writes);
	if (packet->from_memory || packet->timeless || packet->in_func_by_stack)
		fprintf(answer->out, "  by%s%s%s\n", packet->from_memory ? " memory" : "",
			packet->timeless ? " timeless" : "",
			packet->in_func_by_stack ? " stack" : "");
}

static void say_set(const struct answer *answer)
{
	const struct pk_packet_set *set = answer->set;

	if (set->of_others)
		fprintf(answer->out, "others: %u\n", set->of_others);
	if (set->undecided_rx || set->undecided_tx)
		fprintf(answer->out, "undecided: rx %u tx %u\n", set->undecided_rx,
			set->undecided_tx);
	if (set->lost || set->lost_unknown)
		fprintf(answer->out,
			"lost: %llu%s of %llu events until %llu, complete since %llu\n",
			(unsigned long long)set->lost, set->lost_unknown ? " and more" : "",
			(unsigned long long)set->events, (unsigned long long)set->newest_ns,
			(unsigned long long)set->complete_since);
}

char *story_answer(const struct fake_trace *trace, const struct pk_packet_set *set, bool times)
{
	struct answer answer = {.trace = trace, .set = set, .times = times};
	char *text;
	size_t size;

	answer.out = open_memstream(&text, &size);
	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];

		say_first_line(&answer, packet, i);
		say_way(&answer, packet);
		say_socket(&answer, packet);
		say_calls(&answer, &packet->trail);
		say_steps(&answer, &packet->trail);
		say_frames(&answer, packet);
		say_edges(&answer, &packet->trail);
		say_rest(&answer, packet);
	}
	if (!set->nr)
		fprintf(answer.out, "none\n");
	say_set(&answer);
	fclose(answer.out);
	return text;
}
