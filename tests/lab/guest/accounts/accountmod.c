// SPDX-License-Identifier: GPL-2.0-only
/*
 * accountmod: makes what the kernel counts differ from what there is.
 *
 *   insmod accountmod.ko
 *   echo PORT >/sys/module/accountmod/parameters/leak	takes a reference to each tracked connection to PORT of the writer's
 *							namespace, and deletes it: it is counted, and in no table
 *   echo PAGES >/sys/module/accountmod/parameters/raise	UDP's memory grows by that, which no socket has
 *
 *   echo 1 >/sys/module/accountmod/parameters/press	the memory of the writer's cgroup is short for a thousand seconds, to its sockets
 *   echo PORT >/sys/module/accountmod/parameters/drift	connects to it, and counts 64 MiB of sent packets that there are not
 *
 * It prints what it did: "pkttrace-accounts: leaked=NR", "pkttrace-accounts: raised=PAGES from=PAGES", "... pressed=ADDRESS",
 * "... drifted=ADDRESS bytes=NR". The licence is the kernel's,
 * since this is linked with it.
 */
#include <linux/in.h>
#include <linux/memcontrol.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <linux/version.h>
#include <net/net_namespace.h>
#include <net/netfilter/nf_conntrack.h>
#include <net/netfilter/nf_conntrack_core.h>
#include <net/sock.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 17, 0) /* "netfilter: conntrack: convert to refcount_t api" */
#define CT_TAKE atomic_inc_not_zero
#else
#define CT_TAKE refcount_inc_not_zero
#endif

static struct nf_conn *taken[64];

static unsigned int take(u16 port)
{
	struct nf_conntrack_tuple_hash *h;
	struct hlist_nulls_node *node;
	unsigned int nr = 0, i;

	rcu_read_lock();
	for (i = 0; i < nf_conntrack_htable_size; i++) {
		hlist_nulls_for_each_entry_rcu(h, node, &nf_conntrack_hash[i], hnnode) {
			struct nf_conn *ct = nf_ct_tuplehash_to_ctrack(h);

			if (NF_CT_DIRECTION(h) != IP_CT_DIR_ORIGINAL ||
			    !net_eq(nf_ct_net(ct), current->nsproxy->net_ns) ||
			    h->tuple.dst.u.all != htons(port) || nr == ARRAY_SIZE(taken))
				continue;
			if (CT_TAKE(&ct->ct_general.use))
				taken[nr++] = ct;
		}
	}
	rcu_read_unlock();
	return nr;
}

static int set_leak(const char *val, const struct kernel_param *kp)
{
	unsigned int nr, i;
	u16 port;

	if (kstrtou16(val, 0, &port))
		return -EINVAL;
	nr = take(port);
	for (i = 0; i < nr; i++)
		nf_ct_delete(taken[i], 0, 0);
	pr_emerg("pkttrace-accounts: leaked=%u\n", nr);
	return 0;
}

static int set_raise(const char *val, const struct kernel_param *kp)
{
	struct socket *sock;
	long pages, from;
	int rc = kstrtol(val, 0, &pages);

	if (!rc)
		rc = sock_create_kern(&init_net, AF_INET, SOCK_DGRAM, IPPROTO_UDP, &sock);
	if (rc)
		return rc;
	from = atomic_long_read(sock->sk->sk_prot->memory_allocated);
	atomic_long_add(pages, sock->sk->sk_prot->memory_allocated);
	pr_emerg("pkttrace-accounts: raised=%ld from=%ld\n", pages, from);
	sock_release(sock);
	return 0;
}

#define DRIFT (64u << 20)

static struct socket *drifted;

static int set_drift(const char *val, const struct kernel_param *kp)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	u16 port;
	int rc;

	if (drifted || kstrtou16(val, 0, &port))
		return -EINVAL;
	rc = sock_create_kern(&init_net, AF_INET, SOCK_STREAM, IPPROTO_TCP, &drifted);
	if (rc)
		return rc;
	to.sin_port = htons(port);
	rc = kernel_connect(drifted, (void *)&to, sizeof(to), 0);
	if (rc)
		return rc;
	refcount_add(DRIFT, &drifted->sk->sk_wmem_alloc);
	pr_emerg("pkttrace-accounts: drifted=%px bytes=%u\n", drifted->sk, DRIFT);
	return 0;
}

static int set_press(const char *val, const struct kernel_param *kp)
{
	struct mem_cgroup *memcg;

	rcu_read_lock();
	memcg = mem_cgroup_from_task(current);
	if (memcg) {
		WRITE_ONCE(memcg->socket_pressure, jiffies + 1000 * HZ);
		pr_emerg("pkttrace-accounts: pressed=%px\n", memcg);
	}
	rcu_read_unlock();
	return memcg ? 0 : -ENOENT;
}

module_param_call(drift, set_drift, NULL, NULL, 0200);
module_param_call(press, set_press, NULL, NULL, 0200);
module_param_call(leak, set_leak, NULL, NULL, 0200);
module_param_call(raise, set_raise, NULL, NULL, 0200);

static int __init accountmod_init(void)
{
	return 0;
}

module_init(accountmod_init);
MODULE_DESCRIPTION("makes what the kernel counts differ from what there is");
MODULE_LICENSE("GPL");
