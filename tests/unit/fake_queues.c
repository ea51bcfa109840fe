// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_queues.h"

static const struct fake_member members[] = {
	{"struct net", "dev_base_head", 200, .size = 16},
	{"struct net_device", "dev_list", 16, .size = 16},
	{"struct net_device", "napi_list", 32, .size = 16},
	{"struct net_device", "ifindex", DEVICE_IFINDEX, .size = 4},
	{"struct net_device", "nd_net", DEVICE_NET, .size = 8},
	{"struct net_device", "_tx", 48, 8, .is_pointer = true},
	{"struct net_device", "num_tx_queues", 56, .size = 4},
	{"struct net_device", "qdisc", 64, 8, .is_pointer = true},
	{"struct net_device", "qdisc_hash", 72, 16, .is_array = true, .elements = 2},
	{"struct netdev_queue", "qdisc", 8, 8, .is_pointer = true},
	{"struct Qdisc", "ops", Q_OPS, 8, .is_pointer = true},
	{"struct Qdisc", "hash", Q_HASH, .size = 16},
	{"struct Qdisc", "gso_skb", Q_GSO, .size = 24},
	{"struct Qdisc", "q", Q_LIST, .size = 24},
	{"struct Qdisc", "q.qlen", Q_LIST + 16, .size = 4},
	{"struct Qdisc", "skb_bad_txq", Q_BAD, .size = 24},
	{"struct Qdisc", "privdata", Q_PRIVATE, .is_array = true},
	{"struct Qdisc_ops", "id", 8, 16, .is_array = true, .elements = 16},
	{"struct pfifo_fast_priv", "q", 0, 3 * RING_SIZE, .is_array = true, .elements = 3},
	{"struct pfifo_fast_priv", "q[0].ring", 0, .size = RING_SIZE},
	{"struct ptr_ring", "consumer_head", 0, .size = 4},
	{"struct ptr_ring", "size", 4, .size = 4},
	{"struct ptr_ring", "queue", 8, 8, .is_pointer = true},
	{"struct fq_codel_sched_data", "flows", 0, 8, .is_pointer = true},
	{"struct fq_codel_sched_data", "flows_cnt", 8, .size = 4},
	{"struct fq_codel_flow", "head", 0, 8, .is_pointer = true},
	{"struct neigh_table", "nht", 8, 8, .is_pointer = true},
	{"struct neigh_hash_table", "hash_buckets", 0, 8, .is_pointer = true},
	{"struct neigh_hash_table", "hash_shift", 8, .size = 4},
	{"struct neighbour", "next", 0, 8, .is_pointer = true},
	{"struct neighbour", "arp_queue", 16, .size = 24},
	{"struct neighbour", "dev", 40, 8, .is_pointer = true},
	{"struct napi_struct", "dev_list", 0, .size = 16},
	{"struct napi_struct", "gro_hash", 16, 24, .is_array = true, .elements = 1},
	{"struct softnet_data", "input_pkt_queue", 0, .size = 24},
	{"struct net_hotdata", "skb_defer_nodes", 0, 8, .is_pointer = true},
	{"struct skb_defer_node", "defer_list", 0, .size = 8},
};

static void draw_qdisc(struct fake_target *fake, int n, const char *id)
{
	fake_put(fake, QDISC(n) + Q_OPS, 8, OPS(n));
	fake_put_string(fake, OPS(n) + 8, id);
	fake_net_queue(fake, QDISC(n) + Q_GSO, NULL, 0);
	fake_net_queue(fake, QDISC(n) + Q_BAD, NULL, 0);
}

static void draw_device(struct fake_target *fake)
{
	uint64_t list = FAKE_INIT_NET + 200;

	fake_put(fake, list, 8, DEVICE + 16);
	fake_put(fake, list + 8, 8, DEVICE + 16);
	fake_put(fake, DEVICE + 16, 8, list);
	fake_put(fake, DEVICE + 24, 8, list);
	fake_put_string(fake, DEVICE, "eth0");
	fake_put(fake, DEVICE + 32, 8, NAPI);
	fake_put(fake, DEVICE + 40, 8, NAPI);
	fake_put(fake, NAPI, 8, DEVICE + 32);
	fake_put(fake, NAPI + 8, 8, DEVICE + 32);
	fake_put(fake, NAPI + 16, 8, NAPI + 16);
	fake_put(fake, DEVICE + 48, 8, QUEUES);
	fake_put(fake, DEVICE + 56, 4, 2);
	for (int i = 0; i < 2; i++)
		fake_put(fake, QUEUES + 32 * (uint64_t)i + 8, 8, QDISC(i));
	draw_qdisc(fake, 0, "pfifo_fast");
	draw_qdisc(fake, 1, "fq_codel");
	draw_qdisc(fake, 2, "htb"); /* known by its handle alone */
	fake_put(fake, DEVICE + 80, 8, QDISC(2) + Q_HASH);
}

static void draw_rest(struct fake_target *fake)
{
	fake_net_queue(fake, SOFTNET, NULL, 0);
	fake_net_queue(fake, NEIGH + 16, NULL, 0);
	fake_put(fake, NEIGH + 40, 8, DEVICE);
	fake_put(fake, TABLE + 8, 8, HASH);
	fake_put(fake, HASH, 8, BUCKETS);
	fake_put(fake, HASH + 8, 4, 1);
	fake_put(fake, BUCKETS + 8, 8, NEIGH);
	fake_put(fake, HOTDATA, 8, DEFER_NODES);
	fake_put(fake, NR_NODES, 4, 2);
}

void fake_queues_init(struct fake_target *fake)
{
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct netdev_queue", 32);
	fake_type(fake, "struct fq_codel_flow", 16);
	fake_type(fake, "struct gro_list", 24);
	fake_type(fake, "struct skb_defer_node", 64);
	fake_symbol(fake, "softnet_data", SOFTNET, 256);
	fake_symbol(fake, "arp_tbl", TABLE, 64);
	fake_symbol(fake, "net_hotdata", HOTDATA, 64);
	fake_symbol(fake, "nr_node_ids", NR_NODES, 4);
	draw_device(fake);
	draw_rest(fake);
}
