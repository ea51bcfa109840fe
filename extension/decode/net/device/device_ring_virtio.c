// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A virtqueue as its driver sees it. For each buffer it keeps what it was given with it (here: an skb, with marks
 * in the lower bits), by the number of its first descriptor, until it has seen that the device used it:
 *
 *	split	desc_state[id].data	used->ring[last_used_idx ..  used->idx - 1] names those used and not seen
 *	packed	desc_state[id].data	desc[last_used_idx ..], as long as both flags equal the wrap counter
 *
 * virtio_net looks when it sends the next packet, or is polled: the last packets of an idle machine stand here.
 */
#include <stdlib.h>
#include <string.h>

#include "decode/figure.h"
#include "decode/net/device/device_private.h"

#define MAX_PAIRS 32768 /* virtqueue pairs that the specification allows */
#define MAX_NUM 32768 /* entries of a queue */
#define WRAP_BIT 15 /* of last_used_idx, where the counter has no member of its own */
#define FLAG_AVAIL 7
#define FLAG_USED 15

/* One virtqueue. */
struct queue {
	struct pk_ring_walk *walk;
	uint64_t addr; /* of struct vring_virtqueue */
	uint64_t vq, napi; /* of a receive queue */
	bool in_order; /* the device names the last of a batch only */
	uint64_t num;
	uint64_t entry, data; /* size of an entry of desc_state, and where its pointer is */
	uint8_t *state; /* owned: desc_state, NUM entries */
	uint8_t *used; /* owned: 1 where the device is done with the buffer */
	bool used_known;
	uint64_t nr_used; /* buffers that the device is done with */
};

static bool u16_at(struct queue *queue, uint64_t addr, uint64_t *ret_value)
{
	return pk_read_uint(queue->walk->ctx, addr, 2, ret_value) == PK_OK;
}

/* Rings are little-endian, but for old devices of big-endian machines: what those said is not looked at. */
static bool readable(const struct queue *queue)
{
	return !queue->walk->ctx->target->facts.big_endian && !queue->in_order;
}

static void split_used(struct queue *queue)
{
	struct pk_ctx *ctx = queue->walk->ctx;
	uint64_t used = pk_ring_optional(queue->walk, queue->addr, PK_R_vring_split_used);
	uint64_t last, idx, size, ring, inside, id;

	if (!used || !readable(queue) ||
	    pk_member_uint(ctx, queue->addr, PK_R_vring_last_used, &last) != PK_OK ||
	    pk_member_uint(ctx, used, PK_R_vring_used_idx, &idx) != PK_OK ||
	    pk_row_offset(ctx, PK_R_vring_used_ring, &ring) != PK_OK ||
	    pk_row_value(ctx, PK_R_vring_used_elem_size, &size) != PK_OK ||
	    pk_row_offset(ctx, PK_R_vring_used_elem_id, &inside) != PK_OK ||
	    ((idx - last) & 0xffff) > queue->num)
		return;
	queue->nr_used = (idx - last) & 0xffff;
	for (; last != idx; last = (last + 1) & 0xffff) {
		if (pk_read_uint(ctx, used + ring + (last & (queue->num - 1)) * size + inside, 4,
				 &id) != PK_OK ||
		    id >= queue->num)
			return;
		queue->used[id] = 1;
	}
	queue->used_known = true;
}

static bool packed_start(struct queue *queue, uint64_t *ret_at, bool *ret_wrap)
{
	struct pk_ctx *ctx = queue->walk->ctx;
	uint64_t wrap;

	if (pk_member_uint(ctx, queue->addr, PK_R_vring_last_used, ret_at) != PK_OK)
		return false;
	if (pk_has(ctx, PK_R_vring_packed_wrap)) {
		if (pk_member_uint(ctx, queue->addr, PK_R_vring_packed_wrap, &wrap) != PK_OK)
			return false;
		*ret_wrap = wrap & 1;
	} else {
		*ret_wrap = *ret_at >> WRAP_BIT & 1;
		*ret_at &= (1u << WRAP_BIT) - 1;
	}
	return *ret_at < queue->num;
}

static void packed_used(struct queue *queue)
{
	struct pk_ctx *ctx = queue->walk->ctx;
	uint64_t desc = pk_ring_optional(queue->walk, queue->addr, PK_R_vring_packed_desc);
	uint64_t at, size, id_at, flags_at, nr_at, id, flags, nr;
	bool wrap;

	if (!desc || !readable(queue) || !packed_start(queue, &at, &wrap) ||
	    pk_row_value(ctx, PK_R_vring_packed_desc_size, &size) != PK_OK ||
	    pk_row_offset(ctx, PK_R_vring_packed_desc_id, &id_at) != PK_OK ||
	    pk_row_offset(ctx, PK_R_vring_packed_desc_flags, &flags_at) != PK_OK ||
	    pk_row_offset(ctx, PK_R_vring_packed_state_num, &nr_at) != PK_OK ||
	    nr_at + 2 > queue->entry)
		return;
	for (uint64_t done = 0; done < queue->num; done += nr) {
		if (!u16_at(queue, desc + at * size + flags_at, &flags) ||
		    !u16_at(queue, desc + at * size + id_at, &id))
			return;
		if ((flags >> FLAG_AVAIL & 1) != wrap || (flags >> FLAG_USED & 1) != wrap)
			break;
		if (id >= queue->num)
			return;
		nr = pk_uint(ctx, queue->state + id * queue->entry + nr_at, 2);
		if (!nr || nr > queue->num)
			return;
		queue->used[id] = 1;
		queue->nr_used++;
		at += nr;
		if (at >= queue->num) {
			at -= queue->num;
			wrap = !wrap;
		}
	}
	queue->used_known = true;
}

static void tell(struct queue *queue)
{
	struct pk_ring_walk *walk = queue->walk;

	for (uint64_t i = 0; i < queue->num && !walk->stopped; i++) {
		uint64_t value = pk_uint(walk->ctx, queue->state + i * queue->entry + queue->data,
					 walk->ctx->target->facts.word_size);

		walk->ring.wait = !queue->used_known ? PK_RING_UNKNOWN
				  : queue->used[i]   ? PK_RING_SENT
						     : PK_RING_TO_SEND;
		pk_ring_pointer(walk, value);
	}
}

/* Which of the layouts; false if it cannot be told. */
static bool find_layout(struct queue *queue, bool *ret_packed)
{
	struct pk_ctx *ctx = queue->walk->ctx;
	uint64_t layout, split, packed, packed_in_order;

	if (!pk_has(ctx, PK_R_vring_layout)) {
		*ret_packed = pk_ring_optional(queue->walk, queue->addr, PK_R_vring_is_packed) != 0;
		return true;
	}
	if (pk_member_uint(ctx, queue->addr, PK_R_vring_layout, &layout) != PK_OK ||
	    pk_row_value(ctx, PK_R_vring_layout_split, &split) != PK_OK ||
	    pk_row_value(ctx, PK_R_vring_layout_packed, &packed) != PK_OK ||
	    pk_row_value(ctx, PK_R_vring_layout_packed_in_order, &packed_in_order) != PK_OK)
		return false;
	queue->in_order = layout != split && layout != packed;
	*ret_packed = layout == packed || layout == packed_in_order;
	return true;
}

static bool read_state(struct queue *queue, bool is_packed)
{
	struct pk_ctx *ctx = queue->walk->ctx;
	uint64_t state, num;

	if (pk_member_uint(ctx, queue->addr,
			   is_packed ? PK_R_vring_packed_num : PK_R_vring_split_num,
			   &num) != PK_OK ||
	    pk_member_uint(ctx, queue->addr,
			   is_packed ? PK_R_vring_packed_state : PK_R_vring_split_state,
			   &state) != PK_OK ||
	    pk_row_value(ctx,
			 is_packed ? PK_R_vring_packed_state_size : PK_R_vring_split_state_size,
			 &queue->entry) != PK_OK ||
	    pk_row_offset(ctx,
			  is_packed ? PK_R_vring_packed_state_data : PK_R_vring_split_state_data,
			  &queue->data) != PK_OK)
		return false;
	if (!num || num > MAX_NUM || (!is_packed && num & (num - 1)) || queue->entry > 256 ||
	    queue->data + ctx->target->facts.word_size > queue->entry) {
		pk_fail(ctx, PK_CORRUPT, "a virtqueue of %llu entries", (unsigned long long)num);
		return false;
	}
	queue->num = num;
	queue->state = malloc(num * queue->entry);
	queue->used = calloc(num, 1);
	return queue->state && queue->used &&
	       pk_read(ctx, state, queue->state, num * queue->entry) == PK_OK;
}

static void describe(const struct queue *queue, bool is_packed)
{
	struct pk_ctx *ctx = queue->walk->ctx;
	struct pk_ring shape = {
		.size = {PK_OK, queue->num},
		.free = pk_figure_member(ctx, queue->addr, PK_R_vring_num_free),
		.done = {queue->used_known ? PK_OK : PK_UNREADABLE, queue->nr_used},
		.indexes = {{"last_used_idx",
			     pk_figure_member(ctx, queue->addr, PK_R_vring_last_used)},
			    {is_packed ? "next_avail_idx" : "avail_idx",
			     pk_figure_member(ctx, queue->addr,
					      is_packed ? PK_R_vring_packed_avail
							: PK_R_vring_split_avail)}},
		.nr_indexes = 2,
		.vq = queue->vq,
		.napi = queue->napi,
		.interrupts_off = pk_figure_member(ctx, queue->addr,
						   is_packed ? PK_R_vring_packed_flags
							     : PK_R_vring_split_flags),
	};

	shape.interrupts_off.value &= 1;
	pk_ring_begin(queue->walk, &shape);
}

static void queue_walk(struct pk_ring_walk *walk, uint64_t vq, uint64_t inside, uint64_t napi)
{
	struct queue queue = {.walk = walk, .addr = vq - inside, .vq = napi ? vq : 0, .napi = napi};
	bool is_packed;

	if (find_layout(&queue, &is_packed)) {
		if (!read_state(&queue, is_packed)) {
			pk_ring_warn(walk);
		} else {
			(is_packed ? packed_used : split_used)(&queue);
			describe(&queue, is_packed);
			if (!walk->ring.receive) /* buffers to be filled are no packets */
				tell(&queue);
		}
	}
	free(queue.state);
	free(queue.used);
}

struct virtnet_rows {
	enum pk_row_id queues, size, vq;
};

static void queues_walk(struct pk_ring_walk *walk, uint64_t priv, const struct virtnet_rows *rows)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t queues = pk_ring_optional(walk, priv, rows->queues), size, inside, vq;
	uint64_t nr = pk_ring_optional(walk, priv, PK_R_virtnet_pairs), napi = 0;

	if (!queues || !pk_has(ctx, PK_R_vring_vq) ||
	    pk_row_value(ctx, rows->size, &size) != PK_OK ||
	    pk_row_offset(ctx, PK_R_vring_vq, &inside) != PK_OK)
		return;
	if (walk->ring.receive && pk_has(ctx, PK_R_virtnet_rq_napi) &&
	    pk_row_offset(ctx, PK_R_virtnet_rq_napi, &napi) == PK_OK)
		napi += queues;
	for (uint64_t i = 0; i < nr && i < MAX_PAIRS && !walk->stopped; i++) {
		walk->ring.queue = (unsigned)i;
		vq = pk_ring_optional(walk, queues + i * size, rows->vq);
		if (vq)
			queue_walk(walk, vq, inside, napi ? napi + i * size : 0);
	}
}

void pk_ring_virtio_walk(struct pk_ring_walk *walk, uint64_t priv)
{
	static const struct virtnet_rows sent = {PK_R_virtnet_sq, PK_R_virtnet_sq_size,
						 PK_R_virtnet_sq_vq};
	static const struct virtnet_rows received = {PK_R_virtnet_rq, PK_R_virtnet_rq_size,
						     PK_R_virtnet_rq_vq};

	if (pk_ring_optional(walk, priv, PK_R_virtnet_dev) != walk->ring.device.addr)
		return;
	queues_walk(walk, priv, &sent);
	walk->ring.receive = true;
	if (walk->begin)
		queues_walk(walk, priv, &received);
}
