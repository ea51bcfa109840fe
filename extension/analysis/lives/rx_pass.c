// SPDX-License-Identifier: GPL-3.0-or-later
/* The pass of a list: several skbs that go up through each layer in turn, in their order. */
#include "analysis/lives/rx.h"

#include <string.h>

struct pk_packet *pk_rx_of(struct pk_engine *engine, struct pk_object *object)
{
	if (!object->rx) {
		object->rx = pk_packet_new(engine, PK_RX);
		if (object->rx) {
			object->rx->skb = object->addr;
			object->rx->work->birth_serial = (uint32_t)object->ends;
			/* a sending half that is cut itself may yet turn out to be told of */
			object->rx->left_complete =
				object->birth_seen || (object->tx && object->tx->left_complete);
		}
	}
	return object->rx;
}

struct pk_pass *pk_rx_pass_of(struct pk_engine *engine)
{
	return &engine->passes[engine->event.cpu];
}

bool pk_rx_pass_is_framed(struct pk_engine *engine)
{
	return pk_frame_with(engine, PK_ACT_RX_PASS) || pk_frame_with(engine, PK_ACT_RX_L2) ||
	       pk_frame_with(engine, PK_ACT_RX_CORE);
}

void pk_rx_pass_add(struct pk_engine *engine, uint64_t skb, bool alone)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	if ((alone || pass->taken) && !pk_rx_pass_is_framed(engine)) {
		pass->nr = 0;
		pass->taken = false;
	}
	if (pass->nr < PK_PASS_ROOM)
		pass->skb[pass->nr++] = skb;
}

void pk_rx_pass_remove(struct pk_engine *engine, uint64_t skb)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	for (uint32_t i = 0; i < pass->nr; i++)
		if (pass->skb[i] == skb) {
			memmove(&pass->skb[i], &pass->skb[i + 1],
				(pass->nr - i - 1) * sizeof(pass->skb[0]));
			pass->nr--;
			return;
		}
}

void pk_rx_pass_wait(struct pk_engine *engine, uint64_t skb)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	if (pass->nr_later < PK_PASS_ROOM)
		pass->later[pass->nr_later++] = skb;
}

void pk_rx_pass_resume(struct pk_engine *engine)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	memcpy(pass->skb, pass->later, pass->nr_later * sizeof(pass->later[0]));
	pass->nr = pass->nr_later;
	pass->nr_later = 0;
}

struct pk_packet *pk_rx_pass_first(struct pk_engine *engine)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	while (pass->nr) {
		struct pk_object *object = pk_object_get(engine, pass->skb[0], false);

		if (object && object->rx && !object->rx->work->copied &&
		    !object->rx->work->is_other)
			return object->rx;
		pk_rx_pass_remove(engine, pass->skb[0]);
	}
	return NULL;
}
