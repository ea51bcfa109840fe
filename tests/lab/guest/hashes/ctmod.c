// SPDX-License-Identifier: GPL-2.0-only
/*
 * ctmod: tracks the connections of IPv4. When 1 is written to its parameter bend, the bucket of conntrack in which a connection
 * to port 1234 is gets a circle of the two entries of one to port 7272. It says "pkttrace-loop: how=hash ...". The
 * licence is the kernel's, since this is linked with it.
 */
#include <linux/module.h>
#include <linux/netfilter.h>
#include <linux/rculist_nulls.h>
#include <net/net_namespace.h>
#include <net/netfilter/nf_conntrack.h>
#include <net/netfilter/nf_conntrack_core.h>

/* The entry of a connection to PORT, in direction DIR, and its bucket. */
static struct nf_conntrack_tuple_hash *entry_of(u16 port, int dir, unsigned int *bucket)
{
	struct nf_conntrack_tuple_hash *h;
	struct hlist_nulls_node *node;

	for (*bucket = 0; *bucket < nf_conntrack_htable_size; ++*bucket)
		hlist_nulls_for_each_entry_rcu(h, node, &nf_conntrack_hash[*bucket], hnnode) {
			const struct nf_conntrack_tuple *t =
				nf_ct_tuple(nf_ct_tuplehash_to_ctrack(h), IP_CT_DIR_ORIGINAL);

			if (NF_CT_DIRECTION(h) == dir && t->dst.protonum == IPPROTO_TCP &&
			    t->dst.u.tcp.port == htons(port))
				return h;
		}
	return NULL;
}

static int bend(const char *value, const struct kernel_param *param)
{
	struct nf_conntrack_tuple_hash *met, *one, *two;
	unsigned int bucket, other;

	local_bh_disable();
	met = entry_of(1234, IP_CT_DIR_ORIGINAL, &bucket);
	one = entry_of(7272, IP_CT_DIR_ORIGINAL, &other);
	two = entry_of(7272, IP_CT_DIR_REPLY, &other);
	if (met && one && two) {
		hlist_nulls_del_rcu(&one->hnnode);
		hlist_nulls_del_rcu(&two->hnnode);
		pr_emerg("pkttrace-loop: how=hash table=conntrack_entries bucket=%u entries=%px,%px\n",
			 bucket, one, two);
		one->hnnode.next = &two->hnnode;
		two->hnnode.next = &one->hnnode;
		WRITE_ONCE(nf_conntrack_hash[bucket].first, &one->hnnode);
	}
	local_bh_enable();
	return met && one && two ? 0 : -ENOENT;
}

static const struct kernel_param_ops bend_ops = {.set = bend};
module_param_cb(bend, &bend_ops, NULL, 0200);

static int __init ct_init(void)
{
	return nf_ct_netns_get(&init_net, NFPROTO_IPV4);
}

module_init(ct_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes a chain of conntrack circular, for the pkttrace lab");
