// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/skb/skb.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/net/ipsec/xfrm.h"
#include "decode/slab.h"
#include "protocol/ipsec.h"

#define MAX_SKB_SIZE 4096
#define MAX_HEADER 256 /* IP with extension headers, the protocol's with options */
#define NOT_SET 0xffff

/* A copy of a struct sk_buff. */
struct copy {
	uint8_t bytes[MAX_SKB_SIZE];
	size_t size;
};

enum pk_status pk_skb_size(struct pk_ctx *ctx, uint64_t *ret_size)
{
	return pk_row_value(ctx, PK_R_sk_buff_size, ret_size);
}

bool pk_skb_begins(struct pk_ctx *ctx, const struct pk_slab_object *object)
{
	uint64_t size;

	if (object->kind == PK_OBJECT_SKB_FCLONE && object->inside)
		return pk_skb_size(ctx, &size) == PK_OK && object->inside == size;
	return (object->kind == PK_OBJECT_SKB || object->kind == PK_OBJECT_SKB_FCLONE) &&
	       !object->inside;
}

/* An object of skbuff_fclone_cache is struct sk_buff_fclones: two of them, and a count behind. */
uint64_t pk_skb_around(struct pk_ctx *ctx, const struct pk_slab_object *object)
{
	uint64_t size;
	bool pair = object->kind == PK_OBJECT_SKB_FCLONE;

	if ((!pair && object->kind != PK_OBJECT_SKB) || pk_skb_size(ctx, &size) != PK_OK || !size ||
	    object->inside / size > pair)
		return 0;
	return object->start + object->inside / size * size;
}

static uint64_t optional(struct pk_ctx *ctx, const struct copy *copy, enum pk_row_id id)
{
	uint64_t value;

	if (!pk_has(ctx, id) || pk_struct_uint(ctx, copy->bytes, copy->size, id, &value) != PK_OK)
		return 0;
	return value;
}

/* Header offsets are u16, or u32 (3.10 on 64 bit): all ones is "not set" in either. */
static uint16_t header_offset(struct pk_ctx *ctx, const struct copy *copy, enum pk_row_id id)
{
	uint64_t value = NOT_SET;

	if (pk_has(ctx, id))
		pk_struct_uint(ctx, copy->bytes, copy->size, id, &value);
	return value >= NOT_SET ? NOT_SET : value;
}

static enum pk_status read_required(struct pk_ctx *ctx, const struct copy *copy, struct pk_skb *skb)
{
	struct {
		enum pk_row_id id;
		uint64_t value;
	} rows[] = {{PK_R_skb_sk, 0},	{PK_R_skb_len, 0},     {PK_R_skb_data_len, 0},
		    {PK_R_skb_head, 0}, {PK_R_skb_data, 0},    {PK_R_skb_tail, 0},
		    {PK_R_skb_end, 0},	{PK_R_skb_protocol, 0}};
	bool offsets;

	for (size_t i = 0; i < PK_ARRAY_SIZE(rows); i++) {
		enum pk_status status =
			pk_struct_uint(ctx, copy->bytes, copy->size, rows[i].id, &rows[i].value);

		if (status != PK_OK)
			return status;
	}
	skb->sk = rows[0].value;
	skb->len = rows[1].value;
	skb->data_len = rows[2].value;
	skb->head = rows[3].value;
	skb->data = rows[4].value;
	/* Offsets on 64 bit (NET_SKBUFF_DATA_USES_OFFSET), pointers on 32 bit. */
	offsets = !pk_layout_get(ctx, PK_R_skb_tail)->member.is_pointer;
	skb->tail = offsets ? rows[5].value : rows[5].value - skb->head;
	skb->end = offsets ? rows[6].value : rows[6].value - skb->head;
	/* Network order in a u16 that was read in the dump's order. */
	skb->protocol =
		ctx->target->facts.big_endian ? rows[7].value : __builtin_bswap16(rows[7].value);
	return PK_OK;
}

/* The name of the device, if DEV is one: in TCP's trees the word is a link of the tree instead. */
static void read_dev(struct pk_ctx *ctx, struct pk_skb *skb)
{
	struct pk_slab_object object;
	char name[sizeof(skb->dev_name)];
	uint64_t offset;

	if (!skb->dev || !pk_has(ctx, PK_R_netdev_name) ||
	    pk_row_offset(ctx, PK_R_netdev_name, &offset) != PK_OK)
		return;
	if (pk_slab_lookup(ctx, skb->dev, &object) == PK_OK && object.kind != PK_OBJECT_OTHER)
		return;
	if (skb->dev > UINT64_MAX - offset ||
	    pk_read(ctx, skb->dev + offset, name, sizeof(name)) != PK_OK ||
	    !memchr(name, '\0', sizeof(name)) || !name[0])
		return;
	for (const char *c = name; *c; c++)
		if (!isgraph((unsigned char)*c))
			return;
	memcpy(skb->dev_name, name, strlen(name) + 1);
}

/* Of the protocols the first that keeps something there: whose skb it is, the control block does not say. */
static const enum pk_row_id *cb_rows(void)
{
	for (const struct pk_protocol *const *protocol = pk_protocols; *protocol; protocol++)
		if ((*protocol)->cb)
			return (*protocol)->cb;
	return NULL;
}

static void read_control_block(struct pk_ctx *ctx, const struct copy *copy, struct pk_skb *skb)
{
	const enum pk_row_id *rows = cb_rows();
	uint64_t value[PK_NR_CB_MEMBERS], offset;
	const struct pk_member *cb;

	if (!rows || pk_row_offset(ctx, PK_R_skb_cb, &offset) != PK_OK || offset > copy->size)
		return;
	cb = &pk_layout_get(ctx, PK_R_skb_cb)->member;
	if (cb->size > copy->size - offset)
		return;
	for (int i = 0; i < PK_NR_CB_MEMBERS; i++)
		if (!pk_has(ctx, rows[i]) ||
		    pk_struct_uint(ctx, copy->bytes + offset, copy->size - offset, rows[i],
				   &value[i]) != PK_OK)
			return;
	skb->cb = (struct pk_skb_cb){.seq = value[PK_CB_SEQ],
				     .end_seq = value[PK_CB_END_SEQ],
				     .ack_seq = value[PK_CB_ACK_SEQ],
				     .flags = value[PK_CB_FLAGS]};
	skb->cb_valid = true;
}

static void read_shared_info(struct pk_ctx *ctx, struct pk_skb *skb)
{
	uint64_t base = skb->head + skb->end, size, segs;

	if (!pk_has(ctx, PK_R_shinfo_gso_size) || !pk_has(ctx, PK_R_shinfo_gso_segs) ||
	    pk_member_uint(ctx, base, PK_R_shinfo_gso_size, &size) != PK_OK ||
	    pk_member_uint(ctx, base, PK_R_shinfo_gso_segs, &segs) != PK_OK)
		return;
	skb->gso_size = (uint16_t)size;
	skb->gso_segs = (uint16_t)segs;
	skb->gso_known = true;
}

uint32_t pk_skb_segs(const struct pk_skb *skb)
{
	if (!skb->gso_known)
		return 0;
	if (!skb->gso_size)
		return 1;
	if (skb->gso_segs || !skb->header_valid)
		return skb->gso_segs;
	return (skb->header.payload_len + skb->gso_size - 1) / skb->gso_size;
}

/* Header offsets agree with each other and with the header that was found. Before IP has looked
 * at a packet, its transport offset is not set or still equals the network offset. */
static bool transport_agrees(const struct pk_skb *skb, const struct pk_wire_header *wire)
{
	/* Reassembly of IPv6 leaves it at the fragment's own header. */
	return wire->header.fragment || skb->transport_header == NOT_SET ||
	       skb->transport_header == skb->network_header ||
	       skb->transport_header == skb->network_header + wire->offset;
}

/*
 * The headers in the linear part. An skb that TCP has queued to send never had its offsets set
 * (network 0, transport unset): what stands in its buffer is of the last transmission, not its own.
 */
static void read_header(struct pk_ctx *ctx, struct pk_skb *skb)
{
	struct pk_wire_header wire;
	uint8_t bytes[MAX_HEADER];
	uint32_t held, room, linear;
	enum pk_status status;

	if (!skb->network_header || skb->network_header == NOT_SET ||
	    skb->network_header >= skb->tail || skb->tail > skb->end)
		return;
	room = skb->tail - skb->network_header;
	held = room < sizeof(bytes) ? room : sizeof(bytes);
	status = pk_read(ctx, skb->head + skb->network_header, bytes, held);
	skb->header_unreadable = status == PK_UNREADABLE;
	if (status != PK_OK)
		return;
	if (!pk_wire_header_parse(ctx, bytes, held, &wire) || !transport_agrees(skb, &wire))
		return;
	linear = room;
	if ((wire.header.tuple.family == 4 ? 0x0800 : 0x86dd) != skb->protocol && skb->protocol)
		return;
	if (wire.ip_len > (uint64_t)linear + skb->data_len)
		return;
	if (!wire.ip_len && (uint64_t)linear + skb->data_len < wire.headers_len)
		return;
	skb->header_valid = true;
	skb->header = wire.header;
	if (!wire.header.len_known) {
		skb->header.len_known = true;
		skb->header.payload_len =
			(wire.ip_len ? wire.ip_len : linear + skb->data_len) - wire.headers_len;
	}
	pk_xfrm_unveil(ctx, &skb->header);
}

/* Ethernet's header must say what the skb says: that begins the frame on its way down and has been passed on its way up. */
static void read_sectag(struct pk_ctx *ctx, struct pk_skb *skb)
{
	enum { ETHERNET = 14, TAG = 14 };
	uint8_t bytes[ETHERNET + TAG];
	struct pk_header_bytes tag = {bytes + ETHERNET, NULL, 0};
	uint32_t held;

	if (skb->protocol != pk_macsec.number || skb->mac_header == NOT_SET ||
	    skb->tail < skb->mac_header + (uint32_t)ETHERNET || skb->tail > skb->end)
		return;
	held = skb->tail - skb->mac_header;
	held = held < sizeof(bytes) ? held : sizeof(bytes);
	if (pk_read(ctx, skb->head + skb->mac_header, bytes, held) != PK_OK ||
	    pk_bytes_uint(bytes + ETHERNET - 2, 2, true) != pk_macsec.number)
		return;
	tag.len = held - ETHERNET;
	pk_macsec_parse(&tag, &skb->header);
}

bool pk_skb_came_in(struct pk_ctx *ctx, uint64_t addr)
{
	uint64_t iif;

	return pk_has(ctx, PK_R_skb_iif) &&
	       pk_member_uint(ctx, addr, PK_R_skb_iif, &iif) == PK_OK && iif;
}

enum pk_status pk_skb_read(struct pk_ctx *ctx, uint64_t addr, struct pk_skb *ret_skb)
{
	struct pk_skb skb = {.addr = addr};
	struct copy copy;
	uint64_t size;
	enum pk_status status = pk_skb_size(ctx, &size);

	if (ctx->last_boot)
		return pk_fail(ctx, PK_ABSENT, "skb %llx is of the previous boot",
			       (unsigned long long)addr);
	if (status != PK_OK)
		return status;
	if (size > sizeof(copy.bytes))
		return pk_fail(ctx, PK_CORRUPT, "struct sk_buff of %llu bytes",
			       (unsigned long long)size);
	copy.size = size;
	status = pk_read(ctx, addr, copy.bytes, size);
	if (status == PK_OK)
		status = read_required(ctx, &copy, &skb);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "skb %llx", (unsigned long long)addr);
	skb.dev = optional(ctx, &copy, PK_R_skb_dev);
	skb.nfct = optional(ctx, &copy, PK_R_skb_nfct);
	skb.iif = optional(ctx, &copy, PK_R_skb_iif);
	skb.truesize = optional(ctx, &copy, PK_R_skb_truesize);
	skb.users = optional(ctx, &copy, PK_R_skb_users);
	skb.mark = optional(ctx, &copy, PK_R_skb_mark);
	skb.pkt_type = optional(ctx, &copy, PK_R_skb_pkt_type);
	skb.cloned = optional(ctx, &copy, PK_R_skb_cloned);
	skb.fclone = optional(ctx, &copy, PK_R_skb_fclone);
	skb.fclone_known = pk_has(ctx, PK_R_skb_fclone);
	skb.network_header = header_offset(ctx, &copy, PK_R_skb_network_header);
	skb.transport_header = header_offset(ctx, &copy, PK_R_skb_transport_header);
	skb.mac_header = header_offset(ctx, &copy, PK_R_skb_mac_header);
	read_control_block(ctx, &copy, &skb);
	/* A buffer that contradicts itself is not followed: the skb may be free or overwritten. */
	if (skb.head && skb.tail <= skb.end && skb.data >= skb.head &&
	    skb.data - skb.head <= skb.end) {
		read_dev(ctx, &skb);
		read_shared_info(ctx, &skb);
		read_header(ctx, &skb);
		if (!skb.header_valid)
			read_sectag(ctx, &skb);
	}
	*ret_skb = skb;
	return PK_OK;
}

void pk_skb_meta_read(struct pk_ctx *ctx, const struct pk_skb *skb, struct pk_skb_meta *ret_meta)
{
	bool bounded = skb->head && skb->tail <= skb->end && skb->data >= skb->head &&
		       skb->data - skb->head <= skb->end;
	uint64_t shared = bounded ? skb->head + skb->end : 0;
	struct pk_figure tagged = pk_figure_member(ctx, skb->addr, PK_R_skb_vlan_present);
	struct pk_skb_meta meta = {
		.hash = pk_figure_member(ctx, skb->addr, PK_R_skb_hash),
		.ip_summed = pk_figure_member(ctx, skb->addr, PK_R_skb_ip_summed),
		.csum = pk_figure_member(ctx, skb->addr, PK_R_skb_csum),
		.csum_level = pk_figure_member(ctx, skb->addr, PK_R_skb_csum_level),
		.priority = pk_figure_member(ctx, skb->addr, PK_R_skb_priority),
		.nohdr = pk_figure_member(ctx, skb->addr, PK_R_skb_nohdr),
		.dataref = pk_figure_member(ctx, shared, PK_R_shinfo_dataref),
		.nr_frags = pk_figure_member(ctx, shared, PK_R_shinfo_nr_frags),
		.gso_type = pk_figure_member(ctx, shared, PK_R_shinfo_gso_type),
		.gso_flags = pk_figure_member(ctx, shared, PK_R_shinfo_flags),
	};

	meta.vlan_tci = pk_figure_none(tagged.status == PK_OK ? PK_ABSENT : tagged.status);
	meta.vlan_proto = meta.vlan_tci;
	if (tagged.status == PK_OK && tagged.value) {
		meta.vlan_tci = pk_figure_member(ctx, skb->addr, PK_R_skb_vlan_tci);
		meta.vlan_proto = pk_figure_member(ctx, skb->addr, PK_R_skb_vlan_proto);
		if (!ctx->target->facts.big_endian)
			meta.vlan_proto.value = __builtin_bswap16((uint16_t)meta.vlan_proto.value);
	}
	*ret_meta = meta;
}

/* NAMES: address of an array of NR string pointers. */
static enum pk_status reason_string(struct pk_ctx *ctx, uint64_t names, uint64_t nr, uint64_t index,
				    char *buf, size_t size)
{
	uint64_t string;
	enum pk_status status;

	if (index >= nr)
		return pk_fail(ctx, PK_ABSENT, "drop reason %llu of %llu",
			       (unsigned long long)index, (unsigned long long)nr);
	status = pk_read_ptr(ctx, names + index * ctx->target->facts.word_size, &string);
	if (status != PK_OK)
		return status;
	if (!string)
		return pk_fail(ctx, PK_ABSENT, "drop reason %llu has no name",
			       (unsigned long long)index);
	return pk_read_string(ctx, string, buf, size);
}

/* 6.4 and later: the high half is a subsystem, each with a list of its own (modules register). */
static enum pk_status reason_by_subsystem(struct pk_ctx *ctx, uint32_t reason, char *buf,
					  size_t size)
{
	struct pk_reader r = {.ctx = ctx};
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t list, names, nr;
	uint64_t table = pk_value(&r, PK_R_drop_reasons_by_subsys);

	if (reason >> 16 > 255)
		return pk_fail(ctx, PK_ABSENT, "drop reason %u is of no subsystem", reason);
	list = pk_pointer(&r, table + (reason >> 16) * (uint64_t)word);
	if (pk_ok(&r) && !list)
		return pk_fail(ctx, PK_ABSENT, "drop reason %u is of no subsystem", reason);
	names = pk_member(&r, list, PK_R_drop_list_reasons);
	nr = pk_member(&r, list, PK_R_drop_list_nr);
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "drop reason %u", reason);
	return reason_string(ctx, names, nr, reason & 0xffff, buf, size);
}

static enum pk_status reason_by_enum(struct pk_ctx *ctx, uint32_t reason, char *buf, size_t size)
{
	static const char prefix[] = "SKB_DROP_REASON_";
	char name[PK_TYPE_NAME_MAX];
	const char *text = name;
	enum pk_status status = pk_enum_name(ctx, "skb_drop_reason", reason, name, sizeof(name));

	if (status != PK_OK)
		return pk_fail(ctx, status, "drop reason %u: %s", reason, pk_status_name(status));
	if (!strncmp(name, prefix, sizeof(prefix) - 1))
		text += sizeof(prefix) - 1;
	if (!strcmp(text, "MAX")) /* the count of reasons is none */
		return pk_fail(ctx, PK_ABSENT, "drop reason %u is past the last one", reason);
	if (strlen(text) >= size)
		return pk_fail(ctx, PK_LIMIT, "drop reason %s does not fit", text);
	memcpy(buf, text, strlen(text) + 1);
	return PK_OK;
}

enum pk_status pk_drop_reason_name(struct pk_ctx *ctx, uint32_t reason, char *buf, size_t size)
{
	uint64_t names, nr;

	if (pk_has(ctx, PK_R_drop_reasons_by_subsys) && pk_has(ctx, PK_R_drop_list_nr) &&
	    reason_by_subsystem(ctx, reason, buf, size) == PK_OK)
		return PK_OK;
	if (!pk_has(ctx, PK_R_drop_reasons_by_subsys) && pk_has(ctx, PK_R_drop_reasons) &&
	    pk_has(ctx, PK_R_drop_reason_max) &&
	    pk_row_value(ctx, PK_R_drop_reasons, &names) == PK_OK &&
	    pk_row_value(ctx, PK_R_drop_reason_max, &nr) == PK_OK &&
	    reason_string(ctx, names, nr, reason, buf, size) == PK_OK)
		return PK_OK;
	return reason_by_enum(ctx, reason, buf, size);
}
