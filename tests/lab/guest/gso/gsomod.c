// SPDX-License-Identifier: GPL-2.0-only
/*
 * gsomod: sends a UDP packet that is to be cut into segments by each of six devices, which must have a qdisc that keeps it.
 *
 *	whole	SKB_GSO_FRAGLIST as GRO makes it: the head is a segment, and so is each skb in its frag_list
 *	pulled	the same; a program on its way pulls a part of the list into the head
 *	uneven	the same, but that the second of its list is too short
 *	merged	GRO's other way: the list is cut at gso_size
 *	shared	the same, with a smaller gso_size: no segment but the first begins with an skb
 *	copied	the same, but that the kernel knows that it cannot trust it (SKB_GSO_DODGY)
 *
 * It says how each waits: "pkttrace-gso: dev=... skb=... ...". only=DEVICE,... are the only ones: it says how each is sent, and
 * the devices leave it to the kernel to cut. The licence is the kernel's, since this is linked with it.
 */
#include <linux/etherdevice.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/udp.h>
#include <net/net_namespace.h>

static char *only = "";
module_param(only, charp, 0444);

#define MSS 1000
#define NR_LIST 3
#define HEADERS (ETH_HLEN + sizeof(struct iphdr) + sizeof(struct udphdr))

struct plan {
	const char *dev;
	unsigned int gso_type, gso_size;
	unsigned int lens[NR_LIST];
};

static const struct plan plans[] = {
	{"whole", SKB_GSO_UDP_L4 | SKB_GSO_FRAGLIST, MSS, {MSS, MSS, 300}},
	{"pulled", SKB_GSO_UDP_L4 | SKB_GSO_FRAGLIST, MSS, {MSS, MSS, 300}},
	{"uneven", SKB_GSO_UDP_L4 | SKB_GSO_FRAGLIST, MSS, {MSS, 900, 300}},
	{"merged", SKB_GSO_UDP_L4, MSS, {MSS, MSS, 300}},
	{"shared", SKB_GSO_UDP_L4, 900, {MSS, MSS, 300}},
	{"copied", SKB_GSO_UDP_L4 | SKB_GSO_DODGY, 900, {MSS, MSS, 300}},
};

static void put_headers(struct sk_buff *skb, struct net_device *device, unsigned int payload)
{
	struct ethhdr *eth = skb_put_zero(skb, ETH_HLEN);
	struct iphdr *ip;
	struct udphdr *udp;

	skb_reset_mac_header(skb);
	eth_broadcast_addr(eth->h_dest);
	ether_addr_copy(eth->h_source, device->dev_addr);
	eth->h_proto = htons(ETH_P_IP);
	skb_set_network_header(skb, skb->len);
	ip = skb_put_zero(skb, sizeof(*ip));
	ip->version = 4;
	ip->ihl = 5;
	ip->ttl = 64;
	ip->protocol = IPPROTO_UDP;
	ip->saddr = htonl(0x0a5a0001);
	ip->daddr = htonl(0x0a5a0002);
	ip->tot_len = htons(sizeof(*ip) + sizeof(*udp) + payload);
	skb_set_transport_header(skb, skb->len);
	udp = skb_put_zero(skb, sizeof(*udp));
	udp->source = udp->dest = htons(9);
	udp->len = htons(sizeof(*udp) + payload);
	skb->protocol = htons(ETH_P_IP);
	skb->dev = device;
	if (!*only)
		return;
	skb->ip_summed = CHECKSUM_PARTIAL;
	skb->csum_start = skb_transport_header(skb) - skb->head;
	skb->csum_offset = offsetof(struct udphdr, check);
	device->features &= ~(NETIF_F_GSO_UDP_L4 | NETIF_F_GSO_FRAGLIST);
}

static int put_list(struct sk_buff *head, const struct plan *plan)
{
	struct sk_buff **next = &skb_shinfo(head)->frag_list;
	int i;

	for (i = 0; i < NR_LIST; i++) {
		struct sk_buff *skb = alloc_skb(plan->lens[i] + 64, GFP_KERNEL);

		if (!skb)
			return -ENOMEM;
		skb_reserve(skb, 64);
		skb_put_zero(skb, plan->lens[i]);
		*next = skb;
		next = &skb->next;
		head->len += skb->len;
		head->data_len += skb->len;
		head->truesize += skb->truesize;
	}
	return 0;
}

static struct sk_buff *packet(const struct plan *plan, struct net_device *device)
{
	unsigned int room = LL_RESERVED_SPACE(device), payload = MSS;
	struct sk_buff *skb = alloc_skb(room + HEADERS + MSS, GFP_KERNEL);
	int i;

	if (!skb)
		return NULL;
	for (i = 0; i < NR_LIST; i++)
		payload += plan->lens[i];
	skb_reserve(skb, room);
	put_headers(skb, device, payload);
	skb_put_zero(skb, MSS);
	skb_shinfo(skb)->gso_size = plan->gso_size;
	skb_shinfo(skb)->gso_type = plan->gso_type;
	skb_shinfo(skb)->gso_segs = DIV_ROUND_UP(payload, plan->gso_size);
	if (!put_list(skb, plan))
		return skb;
	kfree_skb(skb);
	return NULL;
}

/* Its qdisc has it, and will for minutes. */
static void say(const struct plan *plan, const struct sk_buff *skb)
{
	unsigned int nr = 0, first = 0;
	const struct sk_buff *each;

	skb_walk_frags(skb, each) {
		first = first ? first : each->len;
		nr++;
	}
	pr_emerg("pkttrace-gso: dev=%s skb=%px gso_size=%u head=%zu list=%u first=%u\n", plan->dev,
		 skb, skb_shinfo(skb)->gso_size, skb_pagelen(skb) - HEADERS, nr, first);
}

static int send(const struct plan *plan)
{
	struct net_device *device = dev_get_by_name(&init_net, plan->dev);
	struct sk_buff *skb;
	int rc;

	if (!device)
		return -ENODEV;
	skb = packet(plan, device);
	if (skb && *only)
		say(plan, skb);
	rc = skb ? dev_queue_xmit(skb) : -ENOMEM;
	if (!rc && !*only)
		say(plan, skb);
	dev_put(device);
	return rc;
}

static int __init gsomod_init(void)
{
	size_t i;
	int rc = 0;

	for (i = 0; i < ARRAY_SIZE(plans) && !rc; i++)
		if (!*only || strstr(only, plans[i].dev))
			rc = send(&plans[i]);
	return rc;
}
module_init(gsomod_init);

static void __exit gsomod_exit(void)
{
}
module_exit(gsomod_exit);

MODULE_DESCRIPTION("sends packets that cannot be cut");
MODULE_LICENSE("GPL");
