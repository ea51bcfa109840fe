// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Rings of cards, real and virtual. The private struct of a device, or what it points to, has them in an array, or pointers to
 * them in one:
 *
 *	most		each with a table of buffers, and in a buffer the skb that it was filled from
 *	mlx5_core	each with a table of what was posted, from cc to pc
 *	hv_netvsc	each with requests that the host has not answered (5.11 and later)
 *	mana		each with a list
 *	xen_netfront	each with an array of skbs and, in free entries, numbers
 *
 * Intel's and NVIDIA's drivers leave old pointers in their tables: an entry counts while its descriptor is to be watched, or
 * between the indexes.
 */
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/net/device/device_private.h"
#include "decode/net/skb/skb.h"

#define MAX_QUEUES 4096
#define MAX_ENTRIES 65536

/* The cards' own: E1000_TXD_STAT_DD, IGC_TXD_STAT_DD, IXGBE_TXD_STAT_DD. */
#define DESCRIPTOR_DONE 1u

struct card {
	struct pk_ring_driver driver;
	/* Walk one ring. False: what is at RING is none, and no queue of the device. */
	bool (*one)(struct pk_ring_walk *walk, uint64_t ring, const struct card *card);
	/* Rows; 0 (a row of the trace): this card has none. */
	enum pk_row_id holder; /* in the private struct: who has the rest */
	enum pk_row_id dev; /* who has it points back to the device */
	enum pk_row_id rings, nr; /* NR: without it there is one ring */
	enum pk_row_id
		ring_size; /* where RINGS points to them, unless its type says that it points to pointers (mana, 7.x) */
	/* of a ring */
	enum pk_row_id queue; /* its number, where that is not its place */
	enum pk_row_id table, length, entry_size, entry_skb;
	enum pk_row_id watch,
		done; /* in an entry, a pointer to a descriptor; in that, its status */
	enum pk_row_id desc,
		desc_size; /* descriptors, one an entry, where entries do not point to them */
	enum pk_row_id indexes[2];
	const char *names[2]; /* of the indexes */
	enum pk_row_id mask; /* of who has the rings: entries, less one */
	unsigned entries; /* where no row says it */
};

static bool has(struct pk_ring_walk *walk, enum pk_row_id id)
{
	return id && pk_has(walk->ctx, id);
}

static uint64_t member(struct pk_ring_walk *walk, uint64_t base, enum pk_row_id id)
{
	return id ? pk_ring_optional(walk, base, id) : 0;
}

static bool knows_size(struct pk_ring_walk *walk, const struct pk_figure *size)
{
	if (size->status != PK_OK && size->status != PK_NOT_CAPTURED)
		pk_warn(walk->ctx, "%s: its size: %s", walk->what, pk_status_name(size->status));
	return size->status == PK_OK;
}

static void begin(struct pk_ring_walk *walk, uint64_t ring, struct pk_figure size,
		  const struct card *card)
{
	struct pk_ring shape = {
		.size = size, .free = pk_figure_none(PK_ABSENT), .done = pk_figure_none(PK_ABSENT)};

	for (size_t i = 0; i < PK_ARRAY_SIZE(card->indexes) && has(walk, card->indexes[i]); i++) {
		shape.indexes[i].name = card->names[i];
		shape.indexes[i].value = pk_figure_member(walk->ctx, ring, card->indexes[i]);
		shape.nr_indexes++;
	}
	pk_ring_begin(walk, &shape);
}

/* --- tables of buffers ------------------------------------------------------------------------- */

/* Whether the card has written into the descriptor at ADDR that it is done with it. It may write for many at a time
 * (TXDCTL.WTHRESH): that it has not says nothing. */
static enum pk_ring_wait wait_of(struct pk_ring_walk *walk, uint64_t addr, enum pk_row_id done)
{
	uint64_t status;

	if (!addr || !has(walk, done) || pk_member_uint(walk->ctx, addr, done, &status) != PK_OK)
		return PK_RING_UNKNOWN;
	return status & DESCRIPTOR_DONE ? PK_RING_SENT : PK_RING_UNKNOWN;
}

static struct pk_figure table_length(struct pk_ring_walk *walk, uint64_t ring,
				     const struct card *card)
{
	struct pk_figure length = {PK_OK, card->entries};

	if (card->length)
		return pk_figure_member(walk->ctx, ring, card->length);
	if (!card->mask)
		return length;
	length = pk_figure_member(walk->ctx, walk->holder, card->mask);
	if (length.status == PK_OK)
		length.value++;
	return length;
}

static bool walk_table(struct pk_ring_walk *walk, uint64_t ring, const struct card *card)
{
	const struct pk_figure length = table_length(walk, ring, card);
	uint64_t table = member(walk, ring, card->table), size, skb, watch = 0, value;
	uint64_t descs = member(walk, ring, card->desc), desc_size;

	if (!table)
		return false;
	if (!knows_size(walk, &length) || pk_row_offset(walk->ctx, card->entry_skb, &skb) ||
	    pk_row_value(walk->ctx, card->entry_size, &size))
		return true;
	if (card->watch && pk_row_offset(walk->ctx, card->watch, &watch) != PK_OK)
		return true;
	if (card->queue)
		walk->ring.queue = (unsigned)member(walk, ring, card->queue);
	begin(walk, ring, length, card);
	for (uint64_t i = 0; i < length.value && i < MAX_ENTRIES && !walk->stopped; i++) {
		uint64_t entry = table + i * size, desc = 0;

		if (!pk_ring_read_ptr(walk, entry + skb, &value) ||
		    (card->watch && !pk_ring_read_ptr(walk, entry + watch, &desc)))
			return true;
		if (!value || (card->watch && !desc))
			continue;
		if (descs && pk_row_value(walk->ctx, card->desc_size, &desc_size) == PK_OK)
			desc = descs + i * desc_size;
		walk->ring.wait = wait_of(walk, desc, card->done);
		pk_ring_pointer(walk, value);
	}
	return true;
}

/* --- others ------------------------------------------------------------------------------------ */

/* The indexes of a window. False: one is not known, or nothing is between them. */
static bool window(struct pk_ring_walk *walk, uint64_t ring, enum pk_row_id begin,
		   enum pk_row_id end, uint16_t *ret_at, uint16_t *ret_end)
{
	uint64_t at, until;

	if (!pk_has(walk->ctx, begin) || !pk_has(walk->ctx, end))
		return false;
	if (pk_member_uints(walk->ctx, ring, PK_WANTED({begin, &at}, {end, &until})) != PK_OK) {
		pk_ring_warn(walk);
		return false;
	}
	*ret_at = (uint16_t)at;
	*ret_end = (uint16_t)until;
	return at != until;
}

/* mlx5e_poll_tx_cq(): an entry takes blocks of the ring, and has an skb or, of several packets in one, those that are next in the
 * list of skbs. */
static bool walk_mlx5(struct pk_ring_walk *walk, uint64_t ring, const struct card *card)
{
	struct pk_figure mask = pk_figure_member(walk->ctx, ring, PK_R_mlx5_mask);
	uint64_t posted = member(walk, ring, PK_R_mlx5_posted), blocks, skb;
	uint64_t fifo = member(walk, ring, PK_R_mlx5_fifo);
	uint64_t size, entry;
	uint16_t at, end;

	if (!posted || !knows_size(walk, &mask) ||
	    pk_row_value(walk->ctx, PK_R_mlx5_posted_size, &size) != PK_OK)
		return true;
	begin(walk, ring, (struct pk_figure){PK_OK, mask.value + 1}, card);
	if (!window(walk, ring, PK_R_mlx5_cc, PK_R_mlx5_pc, &at, &end))
		return true;
	while (at != end && !walk->stopped) {
		entry = posted + (at & mask.value) * size;
		if (pk_member_uints(walk->ctx, entry,
				    PK_WANTED({PK_R_mlx5_posted_skb, &skb},
					      {PK_R_mlx5_posted_blocks, &blocks})) != PK_OK) {
			pk_ring_warn(walk);
			return true;
		}
		if (!blocks || blocks > (uint16_t)(end - at)) {
			pk_warn(walk->ctx, "%s: an entry of %u blocks: the rest is not known",
				walk->what, (unsigned)blocks);
			return true;
		}
		pk_ring_pointer(walk, skb);
		at = (uint16_t)(at + blocks);
	}
	mask = pk_figure_member(walk->ctx, ring, PK_R_mlx5_fifo_mask);
	if (!fifo || !window(walk, ring, PK_R_mlx5_fifo_cc, PK_R_mlx5_fifo_pc, &at, &end) ||
	    !knows_size(walk, &mask))
		return true;
	for (; at != end && !walk->stopped; at++) {
		if (!pk_ring_read_ptr(walk, fifo + (at & mask.value) * 8, &skb))
			return true;
		pk_ring_pointer(walk, skb);
	}
	return true;
}

/* vmbus_next_request_id(): a set bit of the map says that the request is the host's; netvsc gives the skb's address for it. What
 * is collected to be sent together has no request yet. */
static bool walk_netvsc(struct pk_ring_walk *walk, uint64_t ring, const struct card *card)
{
	uint64_t channel = member(walk, ring, PK_R_netvsc_vmbus), skb, bits = 0;
	uint64_t requests = member(walk, channel, PK_R_vmbus_requests);
	uint64_t bitmap = member(walk, channel, PK_R_vmbus_bitmap);
	struct pk_figure size;

	if (!channel || !requests || !bitmap)
		return true;
	size = pk_figure_member(walk->ctx, channel, PK_R_vmbus_size);
	if (!knows_size(walk, &size))
		return true;
	begin(walk, ring, size, card);
	walk->ring.wait = PK_RING_TO_SEND;
	pk_ring_pointer(walk, member(walk, ring, PK_R_netvsc_batched));
	walk->ring.wait = PK_RING_UNKNOWN;
	for (uint64_t i = 0; i < size.value && i < MAX_ENTRIES && !walk->stopped; i++) {
		if (!(i % 64) && !pk_ring_read_ptr(walk, bitmap + i / 8, &bits))
			return true;
		if (!(bits >> i % 64 & 1))
			continue;
		if (!pk_ring_read_ptr(walk, requests + 8 * i, &skb))
			return true;
		pk_ring_pointer(walk, skb);
	}
	return true;
}

static bool walk_mana(struct pk_ring_walk *walk, uint64_t ring, const struct card *card)
{
	uint64_t pending;

	if (pk_row_offset(walk->ctx, PK_R_mana_pending, &pending) != PK_OK)
		return true;
	begin(walk, ring, pk_figure_none(PK_ABSENT), card);
	pk_skb_head_walk(walk->ctx, walk->what, ring + pending, pk_ring_skb, walk);
	return true;
}

static bool walk_xen(struct pk_ring_walk *walk, uint64_t ring, const struct card *card)
{
	const struct pk_row_value *skbs = pk_layout_get(walk->ctx, PK_R_xen_skbs);
	uint64_t skb;

	if (skbs->state != PK_ROW_FOUND)
		return true;
	begin(walk, ring, (struct pk_figure){PK_OK, skbs->member.elements}, card);
	for (uint64_t i = 0; i < skbs->member.elements && i < MAX_ENTRIES && !walk->stopped; i++)
		if (!pk_ring_read_ptr(walk, ring + skbs->member.offset + 8 * i, &skb) ||
		    !pk_ring_pointer(walk, skb))
			break;
	return true;
}

/* --- cards ------------------------------------------------------------------------------------- */

static void walk_card(struct pk_ring_walk *walk, uint64_t priv);

#define DRIVER(module, function, row)                                                              \
	.driver = {module, function, walk_card, {{module, PK_R_##row}}}
#define TABLE(card)                                                                                \
	.one = walk_table, .dev = PK_R_##card##_dev, .table = PK_R_##card##_table,                 \
	.entry_size = PK_R_##card##_entry_size, .entry_skb = PK_R_##card##_entry_skb
#define INTEL(card)                                                                                \
	TABLE(card), .length = PK_R_##card##_length,                                               \
		     .indexes = {PK_R_##card##_use, PK_R_##card##_clean},                          \
		     .names = {"next_to_use", "next_to_clean"}

static const struct card cards[] = {
	{DRIVER("vmxnet3", "vmxnet3_xmit_frame", vmxnet3_dev), TABLE(vmxnet3),
	 .length = PK_R_vmxnet3_length, .rings = PK_R_vmxnet3_tq, .nr = PK_R_vmxnet3_nr_tx},
	{DRIVER("ena", "ena_start_xmit", ena_dev), TABLE(ena), .length = PK_R_ena_length,
	 .rings = PK_R_ena_queues, .nr = PK_R_ena_nr_queues},
	{DRIVER("e1000", "e1000_xmit_frame", e1000_dev), INTEL(e1000), .rings = PK_R_e1000_rings,
	 .nr = PK_R_e1000_nr_tx, .ring_size = PK_R_e1000_ring_size, .desc = PK_R_e1000_desc,
	 .desc_size = PK_R_e1000_desc_size, .done = PK_R_e1000_done},
	{DRIVER("e1000e", "e1000_xmit_frame", e1000e_dev), INTEL(e1000e), .rings = PK_R_e1000e_ring,
	 .ring_size = PK_R_e1000e_ring_size, .desc = PK_R_e1000e_desc,
	 .desc_size = PK_R_e1000e_desc_size, .done = PK_R_e1000e_done},
	{DRIVER("igb", "igb_xmit_frame", igb_dev), INTEL(igb), .rings = PK_R_igb_tx_rings,
	 .nr = PK_R_igb_nr_tx, .watch = PK_R_igb_watch, .done = PK_R_igb_done},
	{DRIVER("igc", "igc_xmit_frame", igc_dev), INTEL(igc), .rings = PK_R_igc_rings,
	 .nr = PK_R_igc_nr_tx, .watch = PK_R_igc_watch, .done = PK_R_igc_done},
	{DRIVER("ixgbe", "ixgbe_xmit_frame", ixgbe_dev), INTEL(ixgbe), .rings = PK_R_ixgbe_rings,
	 .nr = PK_R_ixgbe_nr_tx, .watch = PK_R_ixgbe_watch, .done = PK_R_ixgbe_done},
	{DRIVER("ixgbevf", "ixgbevf_xmit_frame", ixgbevf_dev), INTEL(ixgbevf),
	 .rings = PK_R_ixgbevf_rings, .nr = PK_R_ixgbevf_nr_tx, .watch = PK_R_ixgbevf_watch,
	 .done = PK_R_ixgbevf_done},
	{DRIVER("i40e", "i40e_lan_xmit_frame", i40e_dev), INTEL(i40e), .holder = PK_R_i40e_vsi,
	 .rings = PK_R_i40e_rings, .nr = PK_R_i40e_nr_tx, .watch = PK_R_i40e_watch},
	{DRIVER("iavf", "iavf_xmit_frame", iavf_dev), INTEL(iavf), .rings = PK_R_iavf_rings,
	 .nr = PK_R_iavf_nr_tx, .ring_size = PK_R_iavf_ring_size, .watch = PK_R_iavf_watch},
	{DRIVER("ice", "ice_start_xmit", ice_dev), INTEL(ice), .holder = PK_R_ice_vsi,
	 .rings = PK_R_ice_rings, .nr = PK_R_ice_nr_tx, .watch = PK_R_ice_watch},
	{DRIVER("bnxt_en", "bnxt_start_xmit", bnxt_dev), TABLE(bnxt), .rings = PK_R_bnxt_rings,
	 .nr = PK_R_bnxt_nr_tx, .ring_size = PK_R_bnxt_ring_size, .queue = PK_R_bnxt_queue,
	 .mask = PK_R_bnxt_mask, .indexes = {PK_R_bnxt_use, PK_R_bnxt_clean},
	 .names = {"tx_prod", "tx_cons"}},
	{DRIVER("tg3", "tg3_start_xmit", tg3_dev), TABLE(tg3), .rings = PK_R_tg3_rings,
	 .nr = PK_R_tg3_nr, .entries = 512 /* TG3_TX_RING_SIZE */,
	 .indexes = {PK_R_tg3_use, PK_R_tg3_clean}, .names = {"tx_prod", "tx_cons"}},
	{DRIVER("mlx5_core", "mlx5e_xmit", mlx5_dev), .one = walk_mlx5, .dev = PK_R_mlx5_dev,
	 .rings = PK_R_mlx5_queues, .nr = PK_R_netdev_real_tx,
	 .indexes = {PK_R_mlx5_pc, PK_R_mlx5_cc}, .names = {"pc", "cc"}},
	{DRIVER("hv_netvsc", "netvsc_start_xmit", netvsc_device), .one = walk_netvsc,
	 .holder = PK_R_netvsc_device, .rings = PK_R_netvsc_channels, .nr = PK_R_netvsc_nr},
	{DRIVER("mana", "mana_start_xmit", mana_dev), .one = walk_mana, .dev = PK_R_mana_dev,
	 .rings = PK_R_mana_queues, .nr = PK_R_mana_nr, .ring_size = PK_R_mana_queue_size},
	{DRIVER("xen_netfront", "xennet_start_xmit", xen_dev), .one = walk_xen, .dev = PK_R_xen_dev,
	 .rings = PK_R_xen_queues, .nr = PK_R_netdev_real_tx, .ring_size = PK_R_xen_queue_size},
};

const struct pk_ring_driver *pk_ring_card(size_t nr)
{
	return nr < PK_ARRAY_SIZE(cards) ? &cards[nr].driver : NULL;
}

static void walk_card(struct pk_ring_walk *walk, uint64_t priv)
{
	const struct card *card = (const struct card *)walk->driver; /* its first member */
	const struct pk_row_value *rings = pk_layout_get(walk->ctx, card->rings);
	const uint64_t device = walk->ring.device.addr;
	const uint64_t word = walk->ctx->target->facts.word_size;
	uint64_t size = word, nr = 1, at, ring, none = 0;

	walk->holder = card->holder ? member(walk, priv, card->holder) : priv;
	if (!walk->holder || rings->state != PK_ROW_FOUND ||
	    (card->dev && member(walk, walk->holder, card->dev) != device) ||
	    (card->ring_size && !strstr(rings->member.type, "**") &&
	     pk_row_value(walk->ctx, card->ring_size, &size) != PK_OK))
		return;
	if (card->nr)
		nr = member(walk, card->nr == PK_R_netdev_real_tx ? device : walk->holder,
			    card->nr);
	if (rings->member.elements) {
		at = walk->holder + rings->member.offset;
		size = rings->member.size / rings->member.elements;
		nr = nr < rings->member.elements ? nr : rings->member.elements;
	} else {
		at = member(walk, walk->holder, card->rings);
	}
	for (uint64_t i = 0; at && i < nr && i < MAX_QUEUES && !walk->stopped; i++) {
		ring = at + i * size;
		if (size == word && !pk_ring_read_ptr(walk, ring, &ring))
			return;
		walk->ring.queue = (unsigned)(i - none);
		walk->ring.wait = PK_RING_UNKNOWN;
		/* tg3's first has no buffers where the others send. */
		if (ring && !card->one(walk, ring, card))
			none++;
	}
}
