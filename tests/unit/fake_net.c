// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_net.h"

#include <string.h>

static const struct fake_member members[] = {
	{"struct page", "flags", 0, .size = 8},
	{"struct page", "compound_head", 8, .size = 8},
	{"struct slab", "slab_cache", 24, 8, .is_pointer = true},
	{"struct slab", "freelist", 32, 8, .is_pointer = true},
	{"struct slab", "objects", 40, 4, .bit_offset = 16, .bit_size = 15},
	{"struct kmem_cache", "cpu_slab", 0, 8, .is_pointer = true},
	{"struct kmem_cache", "size", 24, .size = 4},
	{"struct kmem_cache", "object_size", 28, .size = 4},
	{"struct kmem_cache", "offset", CACHE_OFFSET, .size = 4},
	{"struct kmem_cache", "name", 96, 8, .is_pointer = true},
	{"struct kmem_cache", "red_left_pad", 172, .size = 4},
	{"struct kmem_cache", "random", CACHE_RANDOM, .size = 8},
	{"struct kmem_cache_cpu", "freelist", 0, 8, .is_pointer = true},
	{"struct sk_buff", "next", 0, 8, .is_pointer = true},
	{"struct sk_buff", "prev", 8, 8, .is_pointer = true},
	{"struct sk_buff", "rbnode", 0, .size = 24},
	{"struct sk_buff", "dev", SKB_DEV, 8, .is_pointer = true},
	{"struct sk_buff", "sk", SKB_SK, 8, .is_pointer = true},
	{"struct sk_buff", "cb", SKB_CB, 48, .is_array = true, .elements = 48},
	{"struct sk_buff", "_nfct", SKB_NFCT, .size = 8},
	{"struct sk_buff", "len", 112, .size = 4},
	{"struct sk_buff", "data_len", 116, .size = 4},
	{"struct sk_buff", "skb_iif", SKB_IIF, .size = 4},
	{"struct sk_buff", "cloned", 126, 1, .bit_offset = 0, .bit_size = 1},
	{"struct sk_buff", "fclone", 126, 1, .bit_offset = 2, .bit_size = 2},
	{"struct sk_buff", "mark", 168, .size = 4},
	{"struct sk_buff", "protocol", 176, .size = 2},
	{"struct sk_buff", "transport_header", 178, .size = 2},
	{"struct sk_buff", "network_header", 180, .size = 2},
	{"struct sk_buff", "mac_header", 182, .size = 2},
	{"struct sk_buff", "tail", 184, .size = 4},
	{"struct sk_buff", "end", 188, .size = 4},
	{"struct sk_buff", "head", 192, 8, .is_pointer = true},
	{"struct sk_buff", "data", 200, 8, .is_pointer = true},
	{"struct sk_buff", "truesize", 208, .size = 4},
	{"struct sk_buff", "users", SKB_USERS, .size = 4},
	{"struct skb_shared_info", "gso_size", SHINFO_GSO_SIZE, .size = 2},
	{"struct skb_shared_info", "gso_segs", SHINFO_GSO_SEGS, .size = 2},
	{"struct tcp_skb_cb", "seq", 0, .size = 4},
	{"struct tcp_skb_cb", "end_seq", 4, .size = 4},
	{"struct tcp_skb_cb", "tcp_flags", 12, .size = 1},
	{"struct tcp_skb_cb", "ack_seq", 16, .size = 4},
	{"struct net_device", "name", 0, 16, .is_array = true, .elements = 16},
	{"struct sock_common", "skc_daddr", 0, .size = 4},
	{"struct sock_common", "skc_rcv_saddr", 4, .size = 4},
	{"struct sock_common", "skc_dport", 12, .size = 2},
	{"struct sock_common", "skc_num", 14, .size = 2},
	{"struct sock_common", "skc_family", 16, .size = 2},
	{"struct sock_common", "skc_state", 18, .size = 1},
	{"struct sock_common", "skc_bound_dev_if", 20, 4, .is_signed = true},
	{"struct sock_common", "skc_nulls_node", 24, .size = 16},
	{"struct sock_common", "skc_net", 48, .size = 8},
	{"struct sock_common", "skc_v6_daddr", 56, .size = 16},
	{"struct sock_common", "skc_v6_rcv_saddr", 72, .size = 16},
	{"struct sock", "sk_lock.owned", SK_OWNED, 4, .is_signed = true},
	{"struct sock", "sk_receive_queue", SK_RECEIVE, .size = 24},
	{"struct sock", "sk_backlog.head", SK_BACKLOG, 8, .is_pointer = true},
	{"struct sock", "sk_error_queue", 136, .size = 24},
	{"struct sock", "tcp_rtx_queue", SK_RTX, .size = 8},
	{"struct sock", "sk_write_queue", SK_WRITE, .size = 24},
	{"struct sock", "sk_ack_backlog", SK_ACK_BACKLOG, .size = 4},
	{"struct tcp_sock", "rcv_nxt", TP_RCV_NXT, .size = 4},
	{"struct tcp_sock", "copied_seq", TP_COPIED, .size = 4},
	{"struct tcp_sock", "snd_una", TP_SND_UNA, .size = 4},
	{"struct tcp_sock", "snd_nxt", 232, .size = 4},
	{"struct tcp_sock", "write_seq", TP_WRITE_SEQ, .size = 4},
	{"struct tcp_sock", "bytes_acked", TP_BYTES_ACKED, .size = 8},
	{"struct tcp_sock", "out_of_order_queue", TP_OFO, .size = 8},
	{"struct inet_timewait_sock", "tw_substate", TW_SUBSTATE, .size = 1},
	{"struct sk_buff_head", "next", 0, 8, .is_pointer = true},
	{"struct sk_buff_head", "qlen", 16, .size = 4},
	{"struct rb_node", "rb_right", 8, 8, .is_pointer = true},
	{"struct rb_node", "rb_left", 16, 8, .is_pointer = true},
	{"struct inet_hashinfo", "ehash", 0, 8, .is_pointer = true},
	{"struct inet_hashinfo", "ehash_mask", 16, .size = 4},
	{"struct inet_hashinfo", "lhash2_mask", 20, .size = 4},
	{"struct inet_hashinfo", "lhash2", 24, 8, .is_pointer = true},
	{"struct inet_ehash_bucket", "chain", 0, .size = 8},
	{"struct inet_listen_hashbucket", "nulls_head", 8, .size = 8},
	{"struct net", "list", 16, .size = 16},
	{"struct net", "ns.inum", 40, .size = 4},
	{"struct net", "ipv4.tcp_death_row", 64, .size = 64},
	{"struct inet_timewait_death_row", "hashinfo", 8, 8, .is_pointer = true},
};

static const struct {
	const char *name;
	uint32_t size;
} caches[FAKE_NR_CACHES] = {
	[FAKE_SKB] = {"skbuff_head_cache", 256}, [FAKE_FCLONE] = {"skbuff_fclone_cache", 512},
	[FAKE_TCP] = {"TCP", FAKE_SOCK_SIZE},	 [FAKE_TCPV6] = {"TCPv6", FAKE_SOCK_SIZE},
	[FAKE_TW] = {"tw_sock_TCP", 256},	 [FAKE_KMALLOC] = {"kmalloc-2k", 2048},
};

struct fake_machine *fake_net_machine(const struct fake_member *members, size_t nr)
{
	static struct fake_machine machine;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(&machine.fake);
	fake_members(&machine.fake, members, nr);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	return &machine;
}

void fake_net_generic(struct fake_target *fake, const char *module, const char *name, uint64_t id,
		      uint64_t own)
{
	fake_module_symbol(fake, module, name, id, 4);
	fake_put(fake, id, 4, 3);
	fake_put(fake, FAKE_INIT_NET + 48, 8, FAKE_DIRECT);
	fake_put(fake, FAKE_DIRECT, 4, 8);
	fake_put(fake, FAKE_DIRECT + 24, 8, own);
}

void fake_net_another(struct fake_target *fake)
{
	const uint64_t net = FAKE_INIT_NET + 0x400, generic = FAKE_DIRECT + 0x800;

	fake_put(fake, FAKE_NET_LIST, 8, net + 16);
	fake_put(fake, net + 16, 8, FAKE_INIT_NET + 16);
	fake_put(fake, net + 40, 4, 4026532000u);
	fake_put(fake, net + 48, 8, generic);
	fake_put(fake, generic, 4, 8);
}

uint64_t fake_net_cache(enum fake_cache cache)
{
	return FAKE_GLOBALS + 0x1000 + 0x100 * (uint64_t)cache;
}

uint32_t fake_net_object_size(enum fake_cache cache)
{
	return caches[cache].size;
}

uint64_t fake_net_page(unsigned index)
{
	return FAKE_VMEMMAP + 64 * (uint64_t)index;
}

static void draw_caches(struct fake_target *fake)
{
	for (int i = 0; i < FAKE_NR_CACHES; i++) {
		uint64_t at = fake_net_cache(i), name = FAKE_GLOBALS + 0x2000 + 64 * (uint64_t)i;

		fake_put_string(fake, name, caches[i].name);
		/* per-CPU lists of free objects, one word a CPU, 4 KiB apart */
		fake_put(fake, at, 8, FAKE_GLOBALS + 0x8000 + 16 * (uint64_t)i);
		fake_put(fake, at + 24, 4, caches[i].size);
		fake_put(fake, at + 28, 4, caches[i].size - 8);
		fake_put(fake, at + CACHE_OFFSET, 4, caches[i].size / 2);
		fake_put(fake, at + 96, 8, name);
	}
}

static void draw_tables(struct fake_target *fake)
{
	fake_put(fake, FAKE_HASHINFO, 8, FAKE_EHASH);
	fake_put(fake, FAKE_HASHINFO + 16, 4, 3);
	fake_put(fake, FAKE_HASHINFO + 20, 4, 1);
	fake_put(fake, FAKE_HASHINFO + 24, 8, FAKE_LHASH);
	for (unsigned i = 0; i < 4; i++)
		fake_put(fake, FAKE_EHASH + 8 * i, 8, 2 * i + 1);
	for (unsigned i = 0; i < 2; i++)
		fake_put(fake, FAKE_LHASH + 16 * i + 8, 8, 2 * i + 1);
	fake_put(fake, FAKE_NET_LIST, 8, FAKE_INIT_NET + 16);
	fake_put(fake, FAKE_INIT_NET + 16, 8, FAKE_NET_LIST);
	fake_put(fake, FAKE_INIT_NET + 40, 4, 4026531840u);
	fake_put(fake, FAKE_INIT_NET + 64 + 8, 8, FAKE_HASHINFO);
}

static void init(struct fake_target *fake, bool big_endian)
{
	static const struct fake_enum enums[] = {{"pageflags", "PG_slab", 9}};

	fake_target_init(fake);
	fake->target.facts.big_endian = big_endian;
	fake_cpus(fake, 2);
	fake->percpu[1] = 0x1000;
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, "struct page", 64);
	fake_type(fake, "struct sk_buff", FAKE_SKB_SIZE);
	fake_type(fake, "struct inet_ehash_bucket", 8);
	fake_type(fake, "struct inet_listen_hashbucket", 16);
	fake_map(fake, FAKE_DIRECT, FAKE_PAGES * 4096);
	fake_map(fake, FAKE_VMEMMAP, FAKE_PAGES * 64);
	fake_map(fake, FAKE_GLOBALS, 0x10000);
	fake->page_offset = FAKE_DIRECT;
	fake->direct_size = FAKE_PAGES * 4096;
	fake->vmemmap = FAKE_VMEMMAP;
	fake->page_struct_size = 64;
	fake_symbol(fake, "tcp_hashinfo", FAKE_HASHINFO, 64);
	fake_symbol(fake, "net_namespace_list", FAKE_NET_LIST, 16);
	draw_caches(fake);
	draw_tables(fake);
}

void fake_link(struct fake_target *fake, uint64_t from, uint64_t to)
{
	fake_put(fake, from, 8, to);
	fake_put(fake, to + 8, 8, from);
}

void fake_net_init(struct fake_target *fake)
{
	init(fake, fake_big_endian);
}

void fake_net_init_big_endian(struct fake_target *fake)
{
	init(fake, true);
}

uint64_t fake_net_slab(struct fake_target *fake, enum fake_cache cache, unsigned index, unsigned nr)
{
	uint64_t head = fake_net_page(index), nr_objects = nr * 4096 / caches[cache].size;

	fake_put(fake, head, 8, 1 << 9);
	fake_put(fake, head + 24, 8, fake_net_cache(cache));
	fake_put(fake, head + 40, 4, nr_objects << 16 | nr_objects);
	for (unsigned i = 1; i < nr; i++)
		fake_put(fake, fake_net_page(index + i) + 8, 8, head | 1);
	return FAKE_DIRECT + 4096 * (uint64_t)index;
}

static void put_be(struct fake_target *fake, uint64_t addr, unsigned size, uint32_t value)
{
	for (unsigned i = 0; i < size; i++)
		fake_put(fake, addr + i, 1, value >> 8 * (size - 1 - i) & 0xff);
}

void fake_net_skb(struct fake_target *fake, uint64_t addr, uint64_t head, uint16_t sport,
		  uint16_t dport, uint32_t seq, uint32_t len)
{
	uint64_t ip = head + 78, tcp = ip + 20;

	fake_put(fake, addr + 112, 4, len);
	fake_put(fake, addr + 168, 4, 7);
	put_be(fake, addr + 176, 2, 0x0800);
	fake_put(fake, addr + 178, 2, 98);
	fake_put(fake, addr + 180, 2, 78);
	fake_put(fake, addr + 182, 2, 64);
	fake_put(fake, addr + 184, 4, 98 + 20 + len);
	fake_put(fake, addr + 188, 4, SKB_SHINFO);
	fake_put(fake, addr + 192, 8, head);
	fake_put(fake, addr + 200, 8, tcp + 20);
	fake_put(fake, addr + SKB_USERS, 4, 1);
	fake_put(fake, addr + SKB_CB, 4, seq);
	fake_put(fake, addr + SKB_CB + 4, 4, seq + len);
	fake_put(fake, addr + SKB_CB + 12, 1, 0x18);
	fake_put(fake, ip, 1, 0x45);
	put_be(fake, ip + 2, 2, 40 + len);
	fake_put(fake, ip + 9, 1, 6);
	put_be(fake, ip + 12, 4, 0x0a000001);
	put_be(fake, ip + 16, 4, 0x0a000002);
	put_be(fake, tcp, 2, sport);
	put_be(fake, tcp + 2, 2, dport);
	put_be(fake, tcp + 4, 4, seq);
	fake_put(fake, tcp + 12, 1, 0x50);
	fake_put(fake, tcp + 13, 1, 0x18);
}

void fake_net_queue(struct fake_target *fake, uint64_t head, const uint64_t *skbs, unsigned nr)
{
	uint64_t at = head;

	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, at, 8, skbs[i]);
		fake_put(fake, skbs[i] + 8, 8, at);
		at = skbs[i];
	}
	fake_put(fake, at, 8, head);
	fake_put(fake, head + 8, 8, at);
	fake_put(fake, head + 16, 4, nr);
}

void fake_net_sock(struct fake_target *fake, uint64_t addr, uint8_t state, uint16_t sport,
		   uint16_t dport)
{
	put_be(fake, addr, 4, 0x0a000001);
	put_be(fake, addr + 4, 4, 0x0a000002);
	put_be(fake, addr + 12, 2, dport);
	fake_put(fake, addr + 14, 2, sport);
	fake_put(fake, addr + 16, 2, 2);
	fake_put(fake, addr + 18, 1, state);
	fake_put(fake, addr + 48, 8, FAKE_INIT_NET);
	if (state == 6 || state == 12)
		return;
	fake_net_queue(fake, addr + SK_RECEIVE, NULL, 0);
	fake_net_queue(fake, addr + SK_WRITE, NULL, 0);
	fake_net_queue(fake, addr + 136, NULL, 0);
}

void fake_net_chain(struct fake_target *fake, uint64_t bucket, const uint64_t *socks, unsigned nr)
{
	uint64_t at = bucket;

	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, at, 8, socks[i] + 24);
		at = socks[i] + 24;
	}
	fake_put(fake, at, 8, 1);
}

uint64_t fake_net_packet(struct fake_target *fake, unsigned n)
{
	uint64_t base = FAKE_DIRECT;

	fake_net_slab(fake, FAKE_SKB, 0, 1);
	fake_net_slab(fake, FAKE_TCP, 1, 1);
	fake_net_sock(fake, base + 4096, 1, 80, 40000);
	fake_net_skb(fake, base + 256 * n, base + 0x4000 + 2048 * n, 40000, 80, 1000 * (n + 1),
		     100);
	return base + 256 * n;
}
