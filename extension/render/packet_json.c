// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/packet_private.h"

#include <string.h>

#include "decode/trace/comm.h"

static void json_tuple(struct pk_out *out, const struct pk_header *header)
{
	char text[64];

	if (!header->tuple_known) {
		pk_out_null(out, "family");
		pk_out_null(out, "saddr");
		pk_out_null(out, "sport");
		pk_out_null(out, "daddr");
		pk_out_null(out, "dport");
		return;
	}
	pk_out_uint(out, "family", NULL, header->tuple.family);
	pk_out_str(out, "saddr", NULL,
		   pk_address_text(header->tuple.family, header->tuple.saddr, text, sizeof(text)));
	pk_out_uint(out, "sport", NULL, header->tuple.sport);
	pk_out_str(out, "daddr", NULL,
		   pk_address_text(header->tuple.family, header->tuple.daddr, text, sizeof(text)));
	pk_out_uint(out, "dport", NULL, header->tuple.dport);
}

static void json_uint(struct pk_out *out, const char *key, bool known, uint64_t value)
{
	if (known)
		pk_out_uint(out, key, NULL, value);
	else
		pk_out_null(out, key);
}

static void json_numbers(struct pk_out *out, const struct pk_header *header)
{
	char flags[16];

	json_uint(out, "seq", header->seq_known, header->seq);
	json_uint(out, "ack", header->ack_known, header->ack);
	pk_out_str(out, "flags", NULL,
		   header->flags_known ? pk_tcp_flags_text(header->flags, flags, sizeof(flags))
				       : NULL);
	json_uint(out, "payload_len", header->len_known, header->payload_len);
}

static void json_frames(struct pk_out *out, const struct pk_trail *trail)
{
	pk_out_array_begin(out, "frames");
	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		pk_out_object_begin(out, NULL);
		json_numbers(out, &trail->frames[i].header);
		pk_out_addr(out, "skb", NULL, trail->frames[i].skb);
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

static void json_stages(struct pk_out *out, const struct pk_call *root, const char **last)
{
	const struct pk_call *call = root;

	/* Distinct neighbours, in order of the calls that are shown. */
	for (; call; call = pk_call_next(call, root, call->kind == PK_CALL_PLAIN)) {
		const struct pk_stage *stage = call->name ? call->name->stage : NULL;

		if (call->kind == PK_CALL_PLAIN && call->shown && stage &&
		    (!*last || strcmp(*last, stage->stage))) {
			pk_out_str(out, NULL, NULL, stage->stage);
			*last = stage->stage;
		}
	}
}

/* The interrupt's time is shared with whatever else it announced: it is no part of the path. */
static void json_irq_span(struct pk_out *out, struct pk_ctx *ctx, const struct pk_piece *irq)
{
	char comm[32];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "context", NULL, pk_context_name(irq->context));
	pk_out_int(out, "cpu", NULL, irq->cpu);
	pk_out_int(out, "pid", NULL, irq->pid);
	pk_out_str(out, "comm", NULL,
		   pk_comm_saved(ctx, irq->pid, comm, sizeof(comm)) == PK_OK ? comm : NULL);
	pk_out_ns(out, "start_ns", NULL, irq->start);
	pk_out_ns(out, "end_ns", NULL, irq->end);
	pk_out_array_begin(out, "stages");
	pk_out_str(out, NULL, NULL, "irq");
	pk_out_array_end(out);
	pk_out_object_end(out);
}

static void json_steps(struct pk_out *out, const struct pk_trail *trail,
		       const struct pk_piece *piece, const char **last)
{
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];

		if (!pk_step_in(trail, piece, step) || (*last && !strcmp(*last, step->stage)))
			continue;
		pk_out_str(out, NULL, NULL, step->stage);
		*last = step->stage;
	}
}

static void json_spans(struct pk_out *out, struct pk_ctx *ctx, const struct pk_packet *packet,
		       const struct pk_path *path)
{
	const struct pk_trail *trail = &packet->trail;

	pk_out_array_begin(out, "spans");
	if (trail->irq)
		json_irq_span(out, ctx, trail->irq);
	for (uint32_t i = 0; i < trail->nr_pieces;) {
		const struct pk_piece *piece = &trail->pieces[i];
		const char *last = NULL;
		char comm[32];
		uint32_t j = i;

		while (j + 1 < trail->nr_pieces && pk_same_span(piece, &trail->pieces[j + 1]))
			j++;
		pk_out_object_begin(out, NULL);
		pk_out_str(out, "context", NULL, pk_context_name(piece->context));
		pk_out_int(out, "cpu", NULL, piece->cpu);
		pk_out_int(out, "pid", NULL, piece->pid);
		pk_out_str(out, "comm", NULL,
			   pk_comm_saved(ctx, piece->pid, comm, sizeof(comm)) == PK_OK ? comm
										       : NULL);
		pk_out_ns(out, "start_ns", NULL, path ? pk_path_begin(path, i) : piece->start);
		if (trail->pieces[j].open || trail->pieces[j].by_entry)
			pk_out_null(out, "end_ns");
		else
			pk_out_ns(out, "end_ns", NULL,
				  path ? pk_path_end(path, j) : trail->pieces[j].end);
		pk_out_array_begin(out, "stages");
		for (uint32_t k = i; path && k <= j; k++)
			if (path->pieces[k].root)
				json_stages(out, path->pieces[k].root, &last);
			else if (!path->pieces[k].piece->func)
				json_steps(out, trail, path->pieces[k].piece, &last);
		pk_out_array_end(out);
		pk_out_object_end(out);
		i = j + 1;
	}
	pk_out_array_end(out);
}

static void json_call(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_call *call, int64_t depth)
{
	struct pk_probe_marks marks = {.out = out};
	char id[64];

	pk_out_object_begin(out, NULL);
	pk_out_int(out, "depth", NULL, depth);
	pk_out_str(out, "func", NULL, call->name ? call->name->symbol.name : NULL);
	pk_out_str(out, "module", NULL,
		   call->name && call->name->symbol.module[0] ? call->name->symbol.module : NULL);
	if (call->implied)
		pk_out_null(out, "start_ns");
	else
		pk_out_ns(out, "start_ns", NULL, call->start);
	if (call->open || call->by_entry)
		pk_out_null(out, "dur_ns");
	else
		pk_out_uint(out, "dur_ns", NULL, call->dur);
	pk_out_uint(out, "folded", NULL, call->folded_calls);
	if (call->by_entry)
		pk_out_null(out, "folded_ns");
	else
		pk_out_uint(out, "folded_ns", NULL, call->folded_ns);
	pk_out_str(out, "packet", NULL,
		   call->other ? pk_packet_id(call->other, id, sizeof(id)) : NULL);
	pk_out_bool(out, "interrupt", call->kind == PK_CALL_IRQ);
	pk_out_array_begin(out, "probes");
	if (call->kind == PK_CALL_PLAIN)
		pk_find_marks(style, call->name, &marks);
	pk_out_array_end(out);
	pk_out_object_end(out);
}

static void json_tree(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_call *call, int64_t depth)
{
	json_call(out, style, call, depth);
	if (call->kind != PK_CALL_PLAIN || depth > 600)
		return;
	for (const struct pk_call *child = call->child; child; child = child->next)
		if (child->shown)
			json_tree(out, style, child, depth + 1);
}

static void json_path(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_path *path)
{
	if (!path) {
		pk_out_null(out, "path");
		pk_out_null(out, "time");
		return;
	}
	pk_out_array_begin(out, "path");
	for (uint32_t i = 0; i < path->nr_pieces; i++)
		if (path->pieces[i].root)
			json_tree(out, style, path->pieces[i].root, 0);
	pk_out_array_end(out);
	if (path->by_entry) {
		pk_out_null(out, "time");
		return;
	}
	pk_out_object_begin(out, "time");
	pk_out_uint(out, "total_ns", NULL, path->total_ns);
	pk_out_int(out, "shown_ns", NULL, path->shown_ns);
	pk_out_uint(out, "folded_ns", NULL, path->folded_ns);
	pk_out_uint(out, "interrupt_ns", NULL, path->irq_ns);
	pk_out_uint(out, "nested_ns", NULL, path->nested_ns);
	pk_out_object_end(out);
}

/* Distinct owners of the probes on the shown calls. */
static void json_probes(struct pk_out *out, const struct pk_packet_style *style,
			const struct pk_path *path)
{
	const char *seen[64];
	unsigned nr = 0;

	pk_out_array_begin(out, "probes");
	for (uint32_t i = 0; path && style->probes && i < style->probes->nr; i++) {
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
	pk_out_array_end(out);
}

static void json_edges(struct pk_out *out, const struct pk_trail *trail)
{
	pk_out_array_begin(out, "edges");
	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];
		char to[64] = "";

		if (edge->to)
			pk_packet_id(edge->to, to, sizeof(to));
		else if (edge->to_skb)
			snprintf(to, sizeof(to), "0x%llx", (unsigned long long)edge->to_skb);
		pk_out_object_begin(out, NULL);
		pk_out_str(out, "kind", NULL, pk_edge_name(edge->kind));
		pk_out_str(out, "to", NULL, to[0] ? to : NULL);
		pk_out_str(out, "how", NULL, pk_identity_name(edge->how));
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

static void json_devices(struct pk_out *out, const char *way)
{
	pk_out_array_begin(out, "devices");
	while (*way) {
		size_t len = strcspn(way, " ");
		char dev[PK_WAY_MAX];

		snprintf(dev, sizeof(dev), "%.*s", (int)len, way);
		pk_out_str(out, NULL, NULL, dev);
		way += len + (way[len] == ' ');
	}
	pk_out_array_end(out);
}

void pk_packet_json(struct pk_out *out, struct pk_ctx *ctx, const struct pk_packet_style *style,
		    const struct pk_packet *packet, const struct pk_path *path)
{
	const struct pk_packet_set *set = style->set;
	char id[64], detail[PK_DETAIL_MAX];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "id", NULL, pk_packet_id(packet, id, sizeof(id)));
	pk_out_str(out, "dir", NULL, pk_direction_name(packet->dir));
	/* What the panicking stack was handling is of the panic's moment; since when others were queued is not
	 * known. */
	if (packet->timeless || (packet->from_memory && !set->panic_known)) {
		pk_out_null(out, "first_ns");
		pk_out_null(out, "last_ns");
	} else {
		pk_out_ns(out, "first_ns", NULL, packet->first_ns);
		pk_out_ns(out, "last_ns", NULL, packet->last_ns);
	}
	if (set->panic_known && !packet->timeless)
		pk_out_int(out, "before_panic_ns", NULL,
			   (int64_t)(set->panic_ns - packet->first_ns));
	else
		pk_out_null(out, "before_panic_ns");
	pk_out_addr(out, "skb", NULL, packet->skb);
	if (packet->generation_known)
		pk_out_int(out, "generation", NULL, packet->generation);
	else
		pk_out_null(out, "generation");
	pk_out_addr(out, "orig_skb", NULL, packet->orig_skb);
	pk_out_addr(out, "sk", NULL, packet->sk);
	json_uint(out, "netns", packet->netns != 0, packet->netns);
	pk_out_str(out, "dev", NULL, packet->dev[0] ? packet->dev : NULL);
	json_devices(out, packet->way);
	json_uint(out, "mark", packet->mark_known, packet->mark);
	json_tuple(out, &packet->header);
	json_numbers(out, &packet->header);
	json_uint(out, "segs", packet->segs != 0, packet->segs);
	json_frames(out, &packet->trail);
	pk_out_str(out, "identity", NULL, pk_identity_name(packet->identity));
	pk_out_str(out, "pointer", NULL, pk_identity_name(packet->pointer));
	pk_out_str(out, "tuple_from", NULL, pk_tuple_source_name(packet->tuple_from));
	pk_out_str(out, "outcome", NULL, pk_outcome_name(packet->outcome));
	pk_out_str(out, "outcome_detail", NULL,
		   packet->detail && packet->detail[0]
			   ? pk_packet_detail(packet, detail, sizeof(detail))
			   : NULL);
	pk_out_str(out, "drop_reason", NULL,
		   packet->outcome == PK_OUT_DROPPED && packet->drop && packet->drop->reason_name[0]
			   ? packet->drop->reason_name
			   : NULL);
	pk_out_bool(out, "retransmit", packet->retransmit);
	json_spans(out, ctx, packet, path);
	json_path(out, style, path);
	json_probes(out, style, path);
	json_edges(out, &packet->trail);
	json_uint(out, "lost_before", !packet->events_lost, 0);
	pk_out_object_end(out);
}
