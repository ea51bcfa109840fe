// SPDX-License-Identifier: GPL-2.0-only
/*
 * refmod: takes references to network devices, and never gives them back.
 *
 *   insmod refmod.ko
 *   echo "NAME NR" >/sys/module/refmod/parameters/hold	NR references to NAME of the writer's namespace
 *   echo 1 >/sys/module/refmod/parameters/pernet		a thread registers operations of namespaces
 *   echo 1 >/sys/module/refmod/parameters/say		prints each device, with the kernel's own count:
 *							"pkttrace-refs: dev=NAME at=ADDRESS held=NR refs=NR"
 *
 * Where the kernel tracks references, all but the third are tracked, and the kernel prints who took those of each device and of
 * its namespace, after "pkttrace-refs: tracked of NAME" or "of its net INUM at ADDRESS".
 *
 * The licence is the kernel's, since this is linked with it.
 */
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <net/net_namespace.h>

static struct {
	struct net_device *dev;
	char name[IFNAMSIZ];
	int nr;
#ifdef CONFIG_NET_DEV_REFCNT_TRACKER
	netdevice_tracker trackers[8];
#endif
} held[8];
static unsigned int nr_held;

#ifdef CONFIG_NET_DEV_REFCNT_TRACKER
static struct net_device *hold_first(const char *name)
{
	return netdev_get_by_name(current->nsproxy->net_ns, name, &held[nr_held].trackers[0],
				  GFP_KERNEL);
}

static void hold_one(struct net_device *dev, int i)
{
	if (i == 2)
		dev_hold(dev);
	else
		netdev_hold(dev, &held[nr_held].trackers[i], GFP_KERNEL);
}

static void say_tracked(struct net_device *dev)
{
	struct net *net = dev_net(dev);

	pr_emerg("pkttrace-refs: tracked of %s\n", dev->name);
	ref_tracker_dir_print(&dev->refcnt_tracker, 64);
	pr_emerg("pkttrace-refs: tracked of its net %u at %px\n", net->ns.inum, net);
	ref_tracker_dir_print(&net->refcnt_tracker, 64);
	ref_tracker_dir_print(&net->notrefcnt_tracker, 64);
	pr_emerg("pkttrace-refs: tracked no more\n");
}
#else
static struct net_device *hold_first(const char *name)
{
	return dev_get_by_name(current->nsproxy->net_ns, name);
}

static void hold_one(struct net_device *dev, int i)
{
	dev_hold(dev);
}

static void say_tracked(struct net_device *dev)
{
}
#endif

static int set_hold(const char *val, const struct kernel_param *kp)
{
	char name[IFNAMSIZ];
	struct net_device *dev;
	int nr, i;

	if (sscanf(val, "%15s %d", name, &nr) != 2 || nr < 1 || nr > 8 ||
	    nr_held == ARRAY_SIZE(held))
		return -EINVAL;
	dev = hold_first(name);
	if (!dev)
		return -ENODEV;
	for (i = 1; i < nr; i++)
		hold_one(dev, i);
	held[nr_held].dev = dev;
	strcpy(held[nr_held].name, name);
	held[nr_held++].nr = nr;
	return 0;
}

static struct pernet_operations refs_ops;

static int refs_register(void *unused)
{
	return register_pernet_subsys(&refs_ops);
}

static int set_pernet(const char *val, const struct kernel_param *kp)
{
	return PTR_ERR_OR_ZERO(kthread_run(refs_register, NULL, "refs-pernet"));
}

static int set_say(const char *val, const struct kernel_param *kp)
{
	unsigned int i;

	for (i = 0; i < nr_held; i++) {
		pr_emerg("pkttrace-refs: dev=%s at=%px held=%d refs=%d\n", held[i].name,
			 held[i].dev, held[i].nr, netdev_refcnt_read(held[i].dev));
		say_tracked(held[i].dev);
	}
	return 0;
}

module_param_call(hold, set_hold, NULL, NULL, 0200);
module_param_call(pernet, set_pernet, NULL, NULL, 0200);
module_param_call(say, set_say, NULL, NULL, 0200);

static int __init refs_init(void)
{
	return 0;
}

module_init(refs_init);
MODULE_DESCRIPTION("Keeps references to devices for the lab's guest");
MODULE_LICENSE("GPL");
