// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * An sk_buff by all that it says, and the kernel's own rules for it:
 *
 *   head         data              tail            end, struct skb_shared_info
 *    |  headroom  |  len - data_len |   tailroom    |  nr_frags, frags[], frag_list, dataref, gso_*
 *
 *   len = (tail - data) + data_len,  data_len = the sum of frags[] and of the len of frag_list's
 *
 * Every call that changes one of them changes the others, so one that waits somewhere obeys them.
 */
#include "decode/net/skb/skb.h"

#include <string.h>

#include "decode/figure.h"
#include "decode/net/ipsec/xfrm.h"
#include "decode/slab.h"

#define MAX_FRAGS 64 /* CONFIG_MAX_SKB_FRAGS is at most 45 */
#define MAX_FRAG_LIST 65536
#define MAX_HEADERS 256
#define NOT_SET 0xffff
#define DATAREF_MASK 0xffff /* SKB_DATAREF_MASK: holders; above it those of the payload alone */
#define DATAREF_SHIFT 16
#define TRUESIZE_ODD 2 /* a pure ACK is accounted for so; a partial orphan was by 1 */
#define FAULT(name) (1u << PK_SKB_##name)
/* Whoever has one of these is not asked how it is cut. */
#define OF_LENGTHS                                                                                 \
	(FAULT(NO_HEAD) | FAULT(BOUNDS) | FAULT(LENGTH) | FAULT(LINEAR) | FAULT(NR_FRAGS) |        \
	 FAULT(FRAGMENTS) | FAULT(FRAG_LIST))

static const struct pk_figure zero = {PK_OK, 0};

/* include/linux/poison.h: POISON_FREE and POISON_INUSE fill slab objects. */
static bool is_poison(uint64_t value)
{
	return value == 0x6b6b6b6b6b6b6b6bull || value == 0x5a5a5a5a5a5a5a5aull;
}

static void read_poison(struct pk_skb_state *state)
{
	const uint64_t pointers[] = {state->skb.head, state->skb.data};

	for (unsigned i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++)
		if (is_poison(pointers[i]))
			state->poison = pointers[i];
}

/* --- what lies behind the buffer ----------------------------------------------------------------------- */

static void read_frags(struct pk_ctx *ctx, uint64_t shared, struct pk_skb_state *state)
{
	const struct pk_member *frags = &pk_layout_get(ctx, PK_R_shinfo_frags)->member;
	uint32_t size = (uint32_t)pk_layout_get(ctx, PK_R_shinfo_frag_len)->member.size;
	uint64_t first, stride;
	enum pk_status status = pk_row_offset(ctx, PK_R_shinfo_frag_len, &first);

	if (!pk_has(ctx, PK_R_shinfo_frags) || !frags->elements || status != PK_OK)
		return;
	state->frags_len = zero;
	state->max_frags = (struct pk_figure){PK_OK, frags->elements};
	if (state->nr_frags.status != PK_OK)
		state->frags_len.status = state->nr_frags.status;
	if (state->nr_frags.value > frags->elements || frags->elements > MAX_FRAGS)
		state->frags_len.status = PK_CORRUPT;
	stride = frags->size / frags->elements;
	for (uint64_t i = 0; state->frags_len.status == PK_OK && i < state->nr_frags.value; i++) {
		struct pk_figure one = pk_figure_at(ctx, shared + first + i * stride, size);

		state->frags_len.status = one.status;
		state->frags_len.value += one.value;
	}
}

/* PP_SIGNATURE, with POISON_POINTER_DELTA of most architectures; newer kernels keep a number in the bits between. */
static bool is_pool_page(uint64_t magic)
{
	return (magic & 0xffff00000000007cull) == 0xdead000000000040ull;
}

/* napi_pp_put_page(): a page goes back to its pool if pp_recycle is set; else its reference is dropped. Whoever else uses a
 * pool's page takes a reference of his own: with the pool's alone, that one is dropped. */
static void read_pool_page(struct pk_ctx *ctx, uint64_t shared, struct pk_skb_state *state)
{
	const struct pk_member *frags = &pk_layout_get(ctx, PK_R_shinfo_frags)->member;
	uint64_t first;

	if (state->frags_len.status != PK_OK || state->pp_recycle.status != PK_OK ||
	    state->pp_recycle.value || !pk_has(ctx, PK_R_page_pp_magic) ||
	    !pk_has(ctx, PK_R_page_refcount) || !pk_has(ctx, PK_R_shinfo_frag_page) ||
	    pk_row_offset(ctx, PK_R_shinfo_frag_page, &first) != PK_OK)
		return;
	for (uint64_t i = 0; i < state->nr_frags.value && !state->pool_page; i++) {
		struct pk_figure page =
			pk_figure_at(ctx, shared + first + i * (frags->size / frags->elements),
				     ctx->target->facts.word_size);
		struct pk_figure magic, users;

		if (page.status != PK_OK || page.value & 1) /* no page: a device's memory */
			continue;
		magic = pk_figure_member(ctx, page.value, PK_R_page_pp_magic);
		users = pk_figure_member(ctx, page.value, PK_R_page_refcount);
		if (magic.status == PK_OK && is_pool_page(magic.value) && users.status == PK_OK &&
		    users.value == 1)
			state->pool_page = page.value;
	}
}

/* Those of frag_list are chained by their next. */
static void read_frag_list(struct pk_ctx *ctx, struct pk_skb_state *state)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t skb = state->frag_list.value, len;

	r.status = state->frag_list.status;
	for (state->list_nr = zero; pk_ok(&r) && skb; state->list_nr.value++) {
		if (state->list_nr.value == MAX_FRAG_LIST)
			r.status = PK_CORRUPT;
		len = pk_member(&r, skb, PK_R_skb_len);
		skb = pk_member(&r, skb, PK_R_skb_next);
		if (pk_ok(&r))
			state->list_len.value += len;
	}
	state->list_nr.status = state->list_len.status = r.status;
}

/* --- headers ------------------------------------------------------------------------------------------- */

/* Whether or not its protocol is shown. */
static void read_esp(struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
		     struct pk_ip_header *header)
{
	struct pk_wire_header wire;

	if (!pk_wire_header_parse(NULL, bytes, len, &wire))
		return;
	pk_xfrm_unveil(ctx, &wire.header);
	header->spi_known = wire.header.spi_known;
	header->spi = wire.header.spi;
	header->esp_number = wire.header.esp_number;
}

static void read_ip(struct pk_ctx *ctx, const struct pk_skb *skb, uint64_t offset,
		    struct pk_ip_header *ret_header)
{
	uint8_t bytes[MAX_HEADERS];
	size_t held;

	if (!offset || offset == NOT_SET || offset >= skb->tail || skb->tail > skb->end)
		return;
	held = skb->tail - offset < sizeof(bytes) ? skb->tail - offset : sizeof(bytes);
	if (pk_read(ctx, skb->head + offset, bytes, held) != PK_OK)
		return;
	pk_ip_header_parse(bytes, held, ret_header);
	ret_header->offset = (uint32_t)offset;
	if (ret_header->valid)
		read_esp(ctx, bytes, held, ret_header);
}

/* What TCP has queued to send has no header yet: what its buffer holds is of another time. */
static void read_headers(struct pk_ctx *ctx, struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;
	struct pk_figure inner = pk_figure_member(ctx, skb->addr, PK_R_skb_inner_network_header);

	if (!state->bounded)
		return;
	if (skb->protocol == 0x0800 || skb->protocol == 0x86dd)
		read_ip(ctx, skb, skb->network_header, &state->outer);
	if (state->outer.valid && state->encapsulation.status == PK_OK &&
	    state->encapsulation.value && inner.status == PK_OK &&
	    inner.value > skb->network_header)
		read_ip(ctx, skb, inner.value, &state->inner);
}

/* --- the rules ----------------------------------------------------------------------------------------- */

static uint32_t object_faults(struct pk_ctx *ctx, struct pk_skb_state *state)
{
	const struct pk_slab_object *slab = &state->slab;
	uint32_t faults = 0;

	if (state->slab_status == PK_OK && slab->kind != PK_OBJECT_OTHER &&
	    !pk_skb_begins(ctx, slab))
		return FAULT(NO_OBJECT);
	if (state->slab_status == PK_OK && slab->state == PK_SLAB_FREE)
		faults |= FAULT(FREE);
	if (state->poison)
		faults |= FAULT(POISONED);
	if (pk_has(ctx, PK_R_skb_users) && !state->skb.users && !state->freeing)
		faults |= FAULT(NO_USERS);
	return faults;
}

static uint32_t buffer_faults(const struct pk_skb *skb)
{
	uint32_t faults = 0;

	if (skb->len < skb->data_len)
		faults |= FAULT(LENGTH);
	else if (skb->head + skb->tail - skb->data != skb->len - skb->data_len)
		faults |= FAULT(LINEAR);
	if (skb->truesize > TRUESIZE_ODD && skb->truesize < skb->len)
		faults |= FAULT(TRUESIZE);
	return faults;
}

static uint32_t shared_faults(struct pk_skb_state *state)
{
	uint64_t holders = state->dataref.value & DATAREF_MASK;
	uint32_t faults = 0;

	if (pk_skb_knows(state, &state->dataref) &&
	    (!holders || state->dataref.value >> DATAREF_SHIFT > holders))
		faults |= FAULT(DATAREF);
	if (pk_skb_knows(state, &state->nr_frags) && pk_skb_knows(state, &state->max_frags) &&
	    state->nr_frags.value > state->max_frags.value)
		return faults | FAULT(NR_FRAGS);
	if (state->list_len.status == PK_CORRUPT)
		return faults | FAULT(FRAG_LIST);
	if (pk_skb_knows(state, &state->frags_len) && pk_skb_knows(state, &state->list_len) &&
	    state->frags_len.value + state->list_len.value != state->skb.data_len)
		faults |= FAULT(FRAGMENTS);
	return faults;
}

/* skb_free_head(). What is not mapped directly is netlink's, which frees it itself (netlink_skb_destructor()). */
static uint32_t head_faults(struct pk_ctx *ctx, const struct pk_skb *skb)
{
	struct pk_figure frag = pk_figure_member(ctx, skb->addr, PK_R_skb_head_frag);
	bool frees;

	return frag.status == PK_OK && !frag.value &&
			       pk_slab_frees(ctx, skb->head, &frees) == PK_OK && !frees
		       ? FAULT(HEAD)
		       : 0;
}

static uint32_t pool_faults(const struct pk_skb_state *state)
{
	return state->pool_page ? FAULT(PAGE_POOL) : 0;
}

/* skb_checksum_help(): both ends lie in the linear part. */
static uint32_t checksum_faults(struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;
	uint64_t at = state->csum_start.value + state->csum_offset.value;

	if (!state->device_sends || !pk_skb_knows(state, &state->ip_summed) ||
	    state->ip_summed.value != PK_CHECKSUM_PARTIAL ||
	    !pk_skb_knows(state, &state->csum_start) || !pk_skb_knows(state, &state->csum_offset))
		return 0;
	return state->csum_start.value < skb->data - skb->head || at + 2 > skb->tail
		       ? FAULT(CHECKSUM)
		       : 0;
}

static void judge(struct pk_ctx *ctx, struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;

	state->faults = object_faults(ctx, state);
	/* Of what is no sk_buff, or none any more, nothing else means anything. */
	if (state->faults)
		return;
	if (!skb->head)
		state->faults |= FAULT(NO_HEAD);
	else if (!state->bounded)
		state->faults |= FAULT(BOUNDS);
	if (!state->faults)
		state->faults = buffer_faults(skb) | shared_faults(state) | checksum_faults(state) |
				pool_faults(state) | head_faults(ctx, skb);
	if (!(state->faults & OF_LENGTHS))
		state->faults |= pk_skb_gso_faults(ctx, state);
}

enum pk_status pk_skb_state_read(struct pk_ctx *ctx, uint64_t addr, bool freeing, bool device_sends,
				 struct pk_skb_state *ret_state)
{
	struct pk_skb_state state = {.freeing = freeing, .device_sends = device_sends};
	const struct pk_skb *skb = &state.skb;
	enum pk_status status = pk_skb_read(ctx, addr, &state.skb);
	uint64_t shared;

	if (status != PK_OK)
		return status;
	state.slab_status = pk_slab_lookup(ctx, addr, &state.slab);
	state.bounded = skb->head && skb->data >= skb->head && skb->tail <= skb->end &&
			skb->data - skb->head <= skb->tail;
	state.ip_summed = pk_figure_member(ctx, addr, PK_R_skb_ip_summed);
	state.csum_start = pk_figure_member(ctx, addr, PK_R_skb_csum_start);
	state.csum_offset = pk_figure_member(ctx, addr, PK_R_skb_csum_offset);
	state.pp_recycle = pk_figure_member(ctx, addr, PK_R_skb_pp_recycle);
	state.encapsulation = pk_figure_member(ctx, addr, PK_R_skb_encapsulation);
	read_poison(&state);
	shared = state.bounded ? state.skb.head + state.skb.end : 0;
	state.gso_type = pk_figure_member(ctx, shared, PK_R_shinfo_gso_type);
	state.nr_frags = pk_figure_member(ctx, shared, PK_R_shinfo_nr_frags);
	state.dataref = pk_figure_member(ctx, shared, PK_R_shinfo_dataref);
	state.frag_list = pk_figure_member(ctx, shared, PK_R_shinfo_frag_list);
	state.frags_len = state.max_frags = pk_figure_none(PK_ABSENT);
	if (shared) {
		read_frags(ctx, shared, &state);
		read_pool_page(ctx, shared, &state);
	}
	state.list_len = zero;
	read_frag_list(ctx, &state);
	read_headers(ctx, &state);
	judge(ctx, &state);
	*ret_state = state;
	return PK_OK;
}
