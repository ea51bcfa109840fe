// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Packets in memory as a hostile dump may hold them: sockets' queues, qdiscs, neighbours, softnet and GRO of a drawn
 * machine, of which the input overwrites words. Five bytes a write: which part, at what offset, and a pointer or
 * number to put there. Every walk must end, and what it finds must be printable.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lives/queued_packets.h"
#include "fake_queues.h"

#define SOCK(n) (FAKE_DIRECT + 4096 + FAKE_SOCK_SIZE * (uint64_t)(n))
#define SKB(n) (FAKE_DIRECT + 256 * (uint64_t)(n))

/* Something everywhere. */
static void draw(struct fake_target *fake)
{
	const uint64_t socks[] = {SOCK(0)}, received[] = {SKB(0)}, gso[] = {SKB(1)},
		       waits[] = {SKB(2)}, input[] = {SKB(3)};

	fake_net_slab(fake, FAKE_SKB, 0, 1);
	fake_net_slab(fake, FAKE_TCP, 1, 2);
	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_net_chain(fake, FAKE_EHASH + 8, socks, 1);
	for (unsigned i = 0; i < 8; i++)
		fake_net_skb(fake, SKB(i), FAKE_DIRECT + 0x4000 + 2048 * i, 40000, 80, 1000 * i,
			     100);
	for (unsigned i = 4; i < 8; i++)
		fake_put(fake, SKB(i), 8, 0);
	fake_net_queue(fake, SOCK(0) + SK_RECEIVE, received, 1);
	fake_put(fake, SOCK(0) + SK_RTX, 8, SKB(7));
	fake_net_queue(fake, QDISC(0) + Q_GSO, gso, 1);
	fake_net_queue(fake, NEIGH + 16, waits, 1);
	fake_net_queue(fake, SOFTNET, input, 1);
	fake_put(fake, QDISC(0) + Q_PRIVATE + 4, 4, 4);
	fake_put(fake, QDISC(0) + Q_PRIVATE + 8, 8, RING);
	fake_put(fake, RING, 8, SKB(4));
	fake_put(fake, QDISC(1) + Q_PRIVATE, 8, FLOWS);
	fake_put(fake, QDISC(1) + Q_PRIVATE + 8, 4, 3);
	fake_put(fake, FLOWS + 32, 8, SKB(5));
	fake_put(fake, DEFER_NODES, 8, SKB(6));
}

static uint64_t value_of(uint8_t kind, uint8_t byte)
{
	static const uint64_t bases[] = {FAKE_DIRECT, AT(0), FAKE_GLOBALS, FAKE_DIRECT + 4096};

	switch (kind & 7) {
	case 0:
	case 1:
	case 2:
	case 3:
		return bases[kind & 3] + 8 * (uint64_t)byte * (1 + (kind >> 3));
	case 4:
		return byte;
	case 5:
		return (uint64_t)byte << (kind >> 3);
	case 6:
		return ~(uint64_t)byte;
	default:
		return 0xdead000000000100ull + byte;
	}
}

static void damage(struct fake_target *fake, const uint8_t *data, size_t size)
{
	static const struct {
		uint64_t base, len;
	} places[] = {{FAKE_DIRECT, 0x3000},
		      {AT(0), 0x2700},
		      {FAKE_GLOBALS, 0x10000},
		      {FAKE_DIRECT + 0x4000, 0x4000}};

	for (; size >= 5; data += 5, size -= 5) {
		unsigned place = data[0] & 3;
		uint64_t offset = 4 * ((data[1] << 8 | data[2]) % (places[place].len / 4 - 2));

		fake_put(fake, places[place].base + offset, data[0] & 4 ? 4 : 8,
			 value_of(data[3], data[4]));
	}
}

static void look_at(struct pk_packet_set *set)
{
	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		char id[64];

		if (!packet->from_memory || !packet->timeless ||
		    (!packet->skb && !packet->orig_skb) || strlen(packet->dev) >= 16 ||
		    !packet->detail)
			abort();
		pk_packet_id(packet, id, sizeof(id));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pk_packet_set set = {0};
	struct pk_queued_packets memory;
	struct fake_target fake;
	struct pk_ctx ctx;

	if (size > 5 * 64)
		return 0;
	fake_net_init(&fake);
	fake_queues_init(&fake);
	fake.target.facts.nr_cpu_ids = 1;
	draw(&fake);
	damage(&fake, data, size);
	pk_ctx_init(&ctx, &fake.target);
	pk_queued_load(&ctx, &memory);
	if (pk_queued_packets_add(&ctx, &memory, &set) == PK_OK)
		look_at(&set);
	pk_queued_deinit(&memory);
	pk_packet_set_deinit(&set);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
	return 0;
}
