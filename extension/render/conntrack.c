// SPDX-License-Identifier: GPL-3.0-or-later
/* What the connection tracker has of a socket's flow. Marks in brackets are as `conntrack -L` prints them. */
#include "render/views.h"

#include "core/kit.h"
#include "render/out.h"

/* What the text says of the bits: as conntrack -L, and what else is not as usual. */
static void print_bits(struct pk_out *out, const struct pk_conntrack *conntrack)
{
	static const struct {
		enum pk_conntrack_bit bit;
		bool set;
		const char *word;
	} words[] = {
		{PK_CT_SEEN_REPLY, false, "[UNREPLIED]"},
		{PK_CT_ASSURED, true, "[ASSURED]"},
		{PK_CT_OFFLOAD, true, "[OFFLOAD]"},
		{PK_CT_HW_OFFLOAD, true, "[HW_OFFLOAD]"},
		{PK_CT_SRC_NAT, true, "SNAT"},
		{PK_CT_DST_NAT, true, "DNAT"},
		{PK_CT_CONFIRMED, true, "confirmed"},
		{PK_CT_CONFIRMED, false, "unconfirmed"},
		{PK_CT_DYING, true, "dying"},
		{PK_CT_EXPECTED, true, "expected"},
	};

	if (conntrack->status.status != PK_OK) {
		pk_out_text(out, "  status %s", pk_status_name(conntrack->status.status));
		return;
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(words); i++)
		if (pk_conntrack_has(conntrack, words[i].bit) == words[i].set)
			pk_out_text(out, "  %s", words[i].word);
}

static void print_tuple(struct pk_out *out, const char *name, const struct pk_tuple *tuple)
{
	char from[64], to[64];

	pk_tuple_endpoints(tuple, true, from, to, sizeof(from));
	pk_out_text(out, "      %s %s > %s\n", name, from, to);
}

static void render_tuple(struct pk_out *out, const char *key, const struct pk_tuple *tuple)
{
	PK_OUT_OBJECT(out, key);
	pk_render_tuple(out, tuple, true);
}

/* INFO: what the packet was to it; NULL: of a socket. */
static void render_entry(struct pk_out *out, const char *key, const struct pk_conntrack *conntrack,
			 const char *info, bool text)
{
	const struct pk_figure *left = &conntrack->left_ms;
	const bool has_left = left->status == PK_OK, has_mark = conntrack->mark.status == PK_OK;
	const bool has_zone = conntrack->zone.status == PK_OK;

	PK_OUT_OBJECT(out, key);
	pk_out_addr(out, "nf_conn", text ? "    conntrack %llx" : NULL, conntrack->addr);
	pk_out_str(out, "direction", text ? "  %s" : NULL,
		   conntrack->replies ? "reply" : "original");
	if (info)
		pk_out_str(out, "skb_info", text ? "  %s" : NULL, info);
	pk_out_str(out, "state", text ? "  %s" : NULL, conntrack->state);

	if (conntrack->status.status != PK_OK) {
		pk_out_null(out, "status");
	} else {
		PK_OUT_ARRAY(out, "status");
		for (int bit = 0; bit < PK_NR_CT_BITS; bit++)
			if (pk_conntrack_has(conntrack, bit))
				pk_out_str(out, NULL, NULL, pk_conntrack_bit_name(bit));
	}

	if (text)
		print_bits(out, conntrack);
	pk_out_uint_if(out, "timeout_ms", NULL, has_left, left->value);
	if (text && has_left && left->value)
		pk_out_text(out, "  timeout %llu s", (unsigned long long)left->value / 1000);
	else if (text && has_left)
		pk_out_text(out, "  expired");
	pk_out_uint_if(out, "mark", text && conntrack->mark.value ? "  mark 0x%llx" : NULL,
		       has_mark, conntrack->mark.value);
	pk_out_uint_if(out, "zone", text && conntrack->zone.value ? "  zone %llu" : NULL, has_zone,
		       conntrack->zone.value);
	if (text)
		pk_out_text(out, "\n");
	render_tuple(out, "original", &conntrack->original);
	render_tuple(out, "reply", &conntrack->reply);
	if (text && pk_conntrack_is_translated(conntrack)) {
		print_tuple(out, "original", &conntrack->original);
		print_tuple(out, "reply   ", &conntrack->reply);
	}
}

void pk_render_conntracks(struct pk_out *out, const struct pk_conntracks *conntracks, bool text)
{
	if (conntracks->status != PK_OK && !conntracks->nr) {
		pk_out_null(out, "conntracks");
		return;
	}
	pk_out_array_begin(out, "conntracks");
	for (unsigned i = 0; i < conntracks->nr; i++)
		render_entry(out, NULL, &conntracks->list[i], NULL, text);
	pk_out_array_end(out);
	if (text && conntracks->status == PK_LIMIT)
		pk_out_text(out, "    conntrack: .. and more\n");
}

void pk_render_tracked(struct pk_out *out, const struct pk_tracked *tracked)
{
	render_entry(out, "conntrack", &tracked->entry, tracked->info, true);
}
