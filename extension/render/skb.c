// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include "render/out.h"

#define NOT_SET 0xffff

static void render_buffer(struct pk_out *out, const struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;

	pk_out_uint(out, "len", "  len %llu", skb->len);
	pk_out_uint(out, "data_len", "  data_len %llu", skb->data_len);
	pk_out_uint(out, "truesize", "  truesize %llu\n", skb->truesize);
	pk_out_addr(out, "head", "  head %llx", skb->head);
	pk_out_addr(out, "data", "  data %llx", skb->data);
	pk_out_uint(out, "tail", "  tail %llu", skb->tail);
	pk_out_uint(out, "end", "  end %llu\n", skb->end);
	pk_out_uint_if(out, "mac_header", "  mac %llu", skb->mac_header != NOT_SET,
		       skb->mac_header);
	pk_out_uint_if(out, "network_header", "  network %llu", skb->network_header != NOT_SET,
		       skb->network_header);
	pk_out_uint_if(out, "transport_header", "  transport %llu",
		       skb->transport_header != NOT_SET, skb->transport_header);
	pk_out_text(out, "\n");
}

static void render_shared(struct pk_out *out, const struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;

	pk_render_figure(out, "nr_frags", "  frags ", &state->nr_frags, "");
	pk_render_figure(out, "frags_len", " of ", &state->frags_len, " byte(s)");
	pk_render_figure(out, "frag_list_nr", "  frag_list ", &state->list_nr, "");
	pk_render_figure(out, "frag_list_len", " of ", &state->list_len, " byte(s)");
	pk_render_figure(out, "dataref", "  dataref ", &state->dataref, "");
	pk_out_text(out, "\n");
	pk_out_uint_if(out, "gso_size", "  gso_size %llu", skb->gso_known, skb->gso_size);
	pk_out_uint_if(out, "gso_segs", "  gso_segs %llu", skb->gso_known, skb->gso_segs);
	pk_render_figure(out, "gso_type", "  gso_type ", &state->gso_type, "");
	pk_render_figure(out, "pp_recycle", "  pp_recycle ", &state->pp_recycle, "");
	pk_out_text(out, "\n");
}

static void render_checksum(struct pk_out *out, const struct pk_skb_state *state)
{
	bool known = state->ip_summed.status == PK_OK;

	pk_out_str(out, "ip_summed", "  ip_summed %s",
		   known ? pk_checksum_name(state->ip_summed.value) : NULL);
	if (!known)
		pk_out_text(out, "  ip_summed %s", pk_status_name(state->ip_summed.status));
	if (known && state->ip_summed.value == PK_CHECKSUM_PARTIAL) {
		pk_render_figure(out, "csum_start", "  csum_start ", &state->csum_start, "");
		pk_render_figure(out, "csum_offset", "  csum_offset ", &state->csum_offset, "");
	} else {
		pk_out_null(out, "csum_start");
		pk_out_null(out, "csum_offset");
	}
	pk_out_text(out, "\n");
}

static void render_ip(struct pk_out *out, const char *key, const struct pk_ip_header *header)
{
	const struct pk_tuple *tuple = &header->tuple;
	char source[64], dest[64];
	const char *name = pk_ip_protocol_name(header->protocol);

	if (!header->valid) {
		pk_out_null(out, key);
		return;
	}
	if (tuple->sport || tuple->dport) {
		pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, source, sizeof(source));
		pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, dest, sizeof(dest));
	} else {
		pk_address_text(tuple->family, tuple->saddr, source, sizeof(source));
		pk_address_text(tuple->family, tuple->daddr, dest, sizeof(dest));
	}
	PK_OUT_OBJECT(out, key);
	pk_out_text(out, "  %s ", key);
	pk_out_uint(out, "family", "IPv%llu", tuple->family);
	pk_out_str(out, "source", " %s", source);
	pk_out_str(out, "destination", " > %s", dest);
	pk_out_word(out, "protocol_name", " %s", name);
	pk_out_uint(out, "protocol", name[0] ? NULL : " protocol %llu", header->protocol);
	pk_out_uint(out, "hops", ", ttl %llu", header->hops);
	pk_out_uint_if(out, "ip_len", ", %llu byte(s)", header->ip_len, header->ip_len);
	pk_out_uint_if(out, "spi", header->spi_known ? ", ESP SPI %#llx" : NULL, header->spi_known,
		       header->spi);
	pk_out_uint_if(out, "esp_number", header->spi_known ? " number %llu" : NULL,
		       header->spi_known, header->esp_number);
	pk_out_bool(out, "fragment", header->fragment);
	pk_out_text(out, "%s\n", header->fragment ? ", a later fragment" : "");
}

/* --- its way ------------------------------------------------------------------------------------------- */

static void render_hook(struct pk_out *out, const struct pk_skb_hook *hook)
{
	const struct pk_probe *probe = hook->probe;

	PK_OUT_OBJECT(out, NULL);
	pk_out_str(out, "by", hook->on_stack ? "  on the %s" : "  in the %s",
		   hook->on_stack ? "stack" : "trace");
	pk_out_str(out, "func", ": %s", hook->func.name);
	pk_out_word(out, "module", " [%s]", hook->func.module);
	pk_out_str(out, "how", NULL, !probe ? "module" : hook->called ? "called" : "attached");
	pk_out_text(out, "%s",
		    !probe	   ? ", of a module"
		    : hook->called ? ", called by a "
				   : ", with a ");
	pk_out_str(out, "kind", "%s", probe ? pk_probe_kind_name(probe->kind) : NULL);
	pk_out_word(out, "owner", " of %s", probe ? probe->owner : "");
	pk_out_word(out, "handler",
		    hook->called || !probe || !probe->foreign ? NULL : ", handler %s",
		    probe ? probe->handler_name : "");
	pk_out_bool_if(out, "foreign", probe, probe && probe->foreign);
	pk_out_text(out, "\n");
}

/* These hooks were attached at the end: when the packet passed, others may have been. */
static void render_hooks(struct pk_out *out, const struct pk_skb_hooks *hooks)
{
	bool known = hooks && (hooks->packet_id[0] || hooks->cpu >= 0);

	pk_out_word(out, "packet", "  packet %s of the trace\n", hooks ? hooks->packet_id : "");
	pk_out_int_if(out, "cpu", NULL, hooks && hooks->cpu >= 0, hooks ? hooks->cpu : 0);
	if (!known) {
		pk_out_null(out, "hooks");
		if (hooks)
			pk_out_text(out, "  neither trace nor stack tells which hooks it passed\n");
		return;
	}
	pk_out_array_begin(out, "hooks");
	for (uint32_t i = 0; i < hooks->nr; i++)
		render_hook(out, &hooks->list[i]);
	pk_out_array_end(out);
	if (!hooks->nr)
		pk_out_text(out,
			    "  no hook is on the functions that it is known to have been in\n");
	if (hooks->incomplete)
		pk_out_text(out, "  not all of its path could be read\n");
}

void pk_render_skb(struct pk_out *out, const struct pk_skb_view *view)
{
	const struct pk_skb_state *state = view->state;
	char text[192];

	PK_OUT_RECORD(out, "skb");
	pk_out_addr(out, "skb", "skb %llx", state->skb.addr);
	pk_out_word(out, "where", "  %s", view->where);
	if (view->whole || pk_out_whole(out)) {
		bool known;
		const struct pk_skb *skb;

		pk_out_text(out, "\n");
		known = state->slab_status == PK_OK;
		pk_out_text(out, "  object ");
		pk_out_str(out, "cache", "%s", known ? state->slab.cache : NULL);
		pk_out_str(out, "slab_state", ", %s",
			   known ? (state->slab.state == PK_SLAB_ALLOCATED ? "allocated"
				    : state->slab.state == PK_SLAB_FREE	   ? "free"
									   : "not known")
				 : NULL);
		if (!known)
			pk_out_text(out, "of no known slab (%s)",
				    pk_status_name(state->slab_status));
		pk_out_uint(out, "users", "  users %llu", state->skb.users);
		pk_out_bool(out, "cloned", state->skb.cloned);
		pk_out_uint_if(out, "fclone", NULL, state->skb.fclone_known, state->skb.fclone);
		pk_out_text(out, "%s\n", state->skb.cloned ? "  cloned" : "");
		skb = &state->skb;
		pk_out_addr(out, "sk", skb->sk ? "  sk %llx" : NULL, skb->sk);
		pk_out_word(out, "dev", "  dev %s", skb->dev_name);
		pk_out_uint_if(out, "iif", "  iif %llu", skb->iif, skb->iif);
		pk_out_uint(out, "mark", skb->mark ? "  mark 0x%llx" : NULL, skb->mark);
		pk_out_uint(out, "ethertype", "  protocol 0x%04llx\n", skb->protocol);
		render_buffer(out, state);
		render_shared(out, state);
		render_checksum(out, state);
		render_ip(out, "outer", &state->outer);
		render_ip(out, "inner", &state->inner);
		pk_render_sectag(out, &state->skb.header, "  MACsec ");
		pk_out_text(out, state->skb.header.sectag.known ? "\n" : "");

		if (!state->faults) {
			pk_out_text(out, state->unjudged != PK_OK
						 ? "  not all of it could be read; what was "
						   "contradicts nothing\n"
						 : "  consistent\n");
		}
	} else {
		pk_out_text(out, "  len %u%s\n", state->skb.len,
			    state->faults	       ? "  MANGLED"
			    : state->unjudged != PK_OK ? "  not all of it could be read"
						       : "");
	}
	pk_out_array_begin(out, "faults");
	for (unsigned i = 0; i < PK_NR_SKB_FAULTS; i++) {
		if (!(state->faults >> i & 1))
			continue;
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "fault", "  MANGLED (%s): ", pk_skb_fault_name(i));
		pk_out_str(out, "text", "%s\n", pk_skb_fault_text(state, i, text, sizeof(text)));
	}
	pk_out_array_end(out);
	pk_out_bool(out, "consistent", !state->faults && state->unjudged == PK_OK);
	pk_out_bool(out, "judged", state->unjudged == PK_OK);
	render_hooks(out, view->hooks);
}

void pk_render_skbs_alike(struct pk_out *out, const struct pk_skbs_alike *alike)
{
	if (alike->nr > 1)
		pk_out_text(out, "%llu x  %s  len %u, the first: skb %llx\n",
			    (unsigned long long)alike->nr, alike->where, alike->len,
			    (unsigned long long)alike->first);
	else
		pk_out_text(out, "skb %llx  %s  len %u\n", (unsigned long long)alike->first,
			    alike->where, alike->len);
}
