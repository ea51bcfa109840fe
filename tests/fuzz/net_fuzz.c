// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Slabs, skbs, sockets and their tables as a hostile dump may hold them: a whole machine is drawn, then
 * the input overwrites words of it. Five bytes a write: where (page struct, object, global), at what
 * offset, and a pointer or number to put there.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"
#include "decode/slab.h"
#include "fake_net.h"

#define SOCK(n) (FAKE_DIRECT + 4096 + FAKE_SOCK_SIZE * (uint64_t)(n))
#define SKB(n) (FAKE_DIRECT + 256 * (uint64_t)(n))

struct walk {
	struct pk_ctx *ctx;
	unsigned long socks, skbs;
};

static bool see_skb(uint64_t addr, enum pk_sock_queue queue, void *arg)
{
	struct walk *walk = arg;
	struct pk_skb skb;
	struct pk_slab_object object;

	(void)queue;
	pk_skb_read(walk->ctx, addr, &skb);
	pk_slab_lookup(walk->ctx, addr, &object);
	if (++walk->skbs > 1u << 20)
		abort(); /* no list of this small machine is that long */
	return true;
}

static bool see_sock(const struct pk_sock *sock, void *arg)
{
	struct walk *walk = arg;

	if (++walk->socks > 1u << 16)
		abort();
	for (int queue = 0; queue < PK_NR_SOCK_QUEUES; queue++)
		pk_sock_queue_walk(walk->ctx, sock, queue, see_skb, walk);
	return true;
}

static void draw(struct fake_target *fake)
{
	const uint64_t socks[] = {SOCK(0), SOCK(1)}, listener[] = {SOCK(2)};
	const uint64_t skbs[] = {SKB(0), SKB(1)};

	fake_net_slab(fake, FAKE_SKB, 0, 1);
	fake_net_slab(fake, FAKE_TCP, 1, 2);
	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_net_sock(fake, SOCK(1), 6, 80, 40001);
	fake_net_sock(fake, SOCK(2), 10, 80, 0);
	fake_net_chain(fake, FAKE_EHASH + 8, socks, 2);
	fake_net_chain(fake, FAKE_LHASH + 8, listener, 1);
	for (unsigned i = 0; i < 4; i++)
		fake_net_skb(fake, SKB(i), FAKE_DIRECT + 0x4000 + 2048 * i, 40000, 80, 1000 * i,
			     100);
	fake_net_queue(fake, SOCK(0) + SK_RECEIVE, skbs, 2);
	fake_put(fake, SOCK(0) + SK_RTX, 8, SKB(2));
	fake_put(fake, SKB(2) + 8, 8, SKB(3));
	fake_put(fake, SKB(2) + 16, 8, 0);
	fake_put(fake, SKB(3) + 8, 8, 0);
	fake_put(fake, SKB(3) + 16, 8, 0);
	fake_put(fake, fake_net_page(0) + SLAB_FREELIST, 8, SKB(5));
	fake_put(fake, SKB(5) + 128, 8, 0);
}

static uint64_t value_of(uint8_t kind, uint8_t byte)
{
	static const uint64_t bases[] = {FAKE_DIRECT, FAKE_VMEMMAP, FAKE_GLOBALS,
					 FAKE_DIRECT + 4096};

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
		      {FAKE_VMEMMAP, 64 * 8},
		      {FAKE_GLOBALS, 0x10000},
		      {FAKE_DIRECT + 0x4000, 0x2000}};

	for (; size >= 5; data += 5, size -= 5) {
		unsigned place = data[0] & 3;
		uint64_t offset = 4 * ((data[1] << 8 | data[2]) % (places[place].len / 4 - 2));

		fake_put(fake, places[place].base + offset, data[0] & 4 ? 4 : 8,
			 value_of(data[3], data[4]));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fake_target fake;
	struct pk_ctx ctx;
	struct walk walk = {.ctx = &ctx};
	struct pk_slab_object object;
	struct pk_skb skb;

	if (size > 5 * 64)
		return 0;
	fake_net_init(&fake);
	draw(&fake);
	damage(&fake, data, size);
	pk_ctx_init(&ctx, &fake.target);
	pk_socks_walk(&ctx, see_sock, &walk);
	for (unsigned i = 0; i < 24; i++) {
		pk_slab_lookup(&ctx, FAKE_DIRECT + 512 * i, &object);
		pk_skb_read(&ctx, FAKE_DIRECT + 256 * i, &skb);
	}
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
	return 0;
}
