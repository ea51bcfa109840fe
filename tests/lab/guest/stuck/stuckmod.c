// SPDX-License-Identifier: GPL-2.0-only
/*
 * stuckmod: makes the lab's guest hang where networks do.
 *
 *   insmod stuckmod.ko how=packet dev=eth0
 *   insmod stuckmod.ko how=locks fd=5
 *
 * how	packet	a netfilter hook (LOCAL_IN) loops with the first packet that dev hands it, in softirq
 *	timer	the callback of a timer on CPU 1 loops
 *	qdisc	the qdisc "stuck" loops when it is asked for a packet (tc qdisc add dev veth0 root stuck)
 *	locks	a kernel thread holds rtnl_mutex, one the lock of the socket fd of who loads this, and one a
 *		semaphore that a fourth wants to write to
 *	chains	kernel threads hold locks that others want, which hold locks themselves: a circle of two mutexes, and
 *		chains that end with an RCU reader that loops on CPU 1, a completion, a grace period and a sleep
 *	spin	a work item on CPU 1 loops with interrupts off and has the root lock of dev's qdisc, for which two
 *		threads that send spin on CPUs 0 and 2; behind it are three more work items of CPU 1, a thread in
 *		synchronize_net() and, unless reads=0, an RCU reader that a sender preempted (preempt=full). With
 *		PREEMPT_RT, where a spinlock is one to sleep for, the first sender has the qdisc's busylock and sleeps for
 *		the root lock, the second has rtnl_mutex and sleeps for the busylock, and a thread spins on CPU 2 for a raw
 *		spinlock that the work item has, too. Nobody runs timers then
 *
 *	expedited	a kernel thread has rtnl_mutex and is in synchronize_net(), which hurries then; an RCU reader loops on CPU 1
 *
 * Before it loops it says so: "pkttrace-stuck: how=... cpu=... func=... object=...": the packet, the timer, the
 * qdisc. A thread of chains says what it holds and wants, before it waits for that:
 * "pkttrace-chain: task=... pid=... holds=... wants=...", and spin what it makes: "pkttrace-spin: ...". The licence is the kernel's, since this is linked with it.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/if_ether.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <linux/rwsem.h>
#include <linux/sched/signal.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <linux/workqueue.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include <net/sock.h>

static char *how = "packet";
module_param(how, charp, 0444);
static char *dev = "eth0";
module_param(dev, charp, 0444);
static int fd = -1;
module_param(fd, int, 0444);
static bool reads = true;
module_param(reads, bool, 0444);

static void say(const char *func, const void *object)
{
	pr_emerg("pkttrace-stuck: how=%s cpu=%d func=%s object=%px\n", how, smp_processor_id(),
		 func, object);
}

static noinline unsigned int stuck_hook(void *priv, struct sk_buff *skb,
					const struct nf_hook_state *state)
{
	if (!in_serving_softirq() || !state->in || strcmp(state->in->name, dev))
		return NF_ACCEPT;
	say(__func__, skb);
	for (;;)
		cpu_relax();
}

static const struct nf_hook_ops hook_ops = {
	.hook = stuck_hook,
	.pf = NFPROTO_IPV4,
	.hooknum = NF_INET_LOCAL_IN,
	.priority = NF_IP_PRI_LAST,
};

static noinline void stuck_timer(struct timer_list *timer)
{
	say(__func__, timer);
	for (;;)
		cpu_relax();
}

static struct timer_list timer;

static noinline struct sk_buff *stuck_dequeue(struct Qdisc *sch)
{
	if (!sch->q.qlen)
		return NULL;
	say(__func__, sch);
	for (;;)
		cpu_relax();
}

static int stuck_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	return qdisc_enqueue_tail(skb, sch);
}

static struct Qdisc_ops qdisc_ops = {
	.id = "stuck",
	.enqueue = stuck_enqueue,
	.dequeue = stuck_dequeue,
	.peek = qdisc_peek_head,
	.owner = THIS_MODULE,
};

static struct socket *sock;
static DECLARE_RWSEM(stuck_rwsem);

static void sleep_for_ever(void)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		schedule();
	}
}

static int hold_rtnl(void *unused)
{
	rtnl_lock();
	sleep_for_ever();
	return 0;
}

static int hold_socket(void *unused)
{
	lock_sock(sock->sk);
	sleep_for_ever();
	return 0;
}

static int hold_rwsem(void *unused)
{
	down_write(&stuck_rwsem);
	sleep_for_ever();
	return 0;
}

static int want_rwsem(void *unused)
{
	down_write(&stuck_rwsem);
	return 0;
}

static int hold_locks(void)
{
	int rc;

	sock = sockfd_lookup(fd, &rc);
	if (!sock)
		return rc;
	kthread_run(hold_rtnl, NULL, "holds-rtnl");
	kthread_run(hold_socket, NULL, "holds-socket");
	kthread_run(hold_rwsem, NULL, "holds-rwsem");
	schedule_timeout_uninterruptible(HZ / 2);
	kthread_run(want_rwsem, NULL, "wants-rwsem");
	return 0;
}

static DEFINE_MUTEX(chain_mutex_a);
static DEFINE_MUTEX(chain_mutex_b);
static DEFINE_MUTEX(chain_mutex_run);
static DEFINE_MUTEX(chain_mutex_rcu);
static DEFINE_MUTEX(chain_mutex_nap);
static DECLARE_RWSEM(chain_rwsem);
static DECLARE_COMPLETION(chain_done);

/* Those that only want come when all others have what they hold. */
static void wants(const char *holds, const char *what, unsigned int halves)
{
	schedule_timeout_uninterruptible(halves * HZ / 2);
	pr_emerg("pkttrace-chain: task=%s pid=%d holds=%s wants=%s\n", current->comm,
		 current->pid, holds, what);
}

static int chain_a_b(void *unused)
{
	mutex_lock(&chain_mutex_a);
	wants("chain_mutex_a", "chain_mutex_b", 1);
	mutex_lock(&chain_mutex_b);
	return 0;
}

static int chain_b_a(void *unused)
{
	mutex_lock(&chain_mutex_b);
	wants("chain_mutex_b", "chain_mutex_a", 1);
	mutex_lock(&chain_mutex_a);
	return 0;
}

static int chain_a(void *unused)
{
	wants("-", "chain_mutex_a", 2);
	mutex_lock(&chain_mutex_a);
	return 0;
}

static noinline void chain_spin(void)
{
	for (;;)
		cpu_relax();
}

static int chain_run(void *unused)
{
	mutex_lock(&chain_mutex_run);
	wants("chain_mutex_run", "cpu", 4);
	rcu_read_lock();
	chain_spin();
	return 0;
}

static int chain_sem_run(void *unused)
{
	down_write(&chain_rwsem);
	wants("chain_rwsem", "chain_mutex_run", 1);
	mutex_lock(&chain_mutex_run);
	return 0;
}

static int chain_sem(void *unused)
{
	wants("-", "chain_rwsem", 2);
	down_read(&chain_rwsem);
	return 0;
}

static int chain_rtnl(void *unused)
{
	rtnl_lock();
	wants("rtnl_mutex", "chain_done", 1);
	wait_for_completion(&chain_done);
	return 0;
}

/* The reader has begun by then. */
static int chain_rcu(void *unused)
{
	mutex_lock(&chain_mutex_rcu);
	wants("chain_mutex_rcu", "rcu", 5);
	synchronize_net();
	mutex_unlock(&chain_mutex_rcu);
	return 0;
}

static int chain_wants_rcu(void *unused)
{
	wants("-", "chain_mutex_rcu", 2);
	mutex_lock(&chain_mutex_rcu);
	return 0;
}

static int chain_nap(void *unused)
{
	mutex_lock(&chain_mutex_nap);
	wants("chain_mutex_nap", "time", 1);
	msleep(1000000);
	mutex_unlock(&chain_mutex_nap);
	return 0;
}

static int chain_wants_nap(void *unused)
{
	wants("-", "chain_mutex_nap", 2);
	mutex_lock(&chain_mutex_nap);
	return 0;
}

/* Or it may stand behind the thread that loops, and never run. */
static void detector_to_cpu_0(void)
{
	struct task_struct *task, *detector = NULL;

	rcu_read_lock();
	for_each_process(task) {
		if (!strcmp(task->comm, "khungtaskd"))
			detector = task;
	}
	rcu_read_unlock();
	if (detector)
		set_cpus_allowed_ptr(detector, cpumask_of(0));
}

static int chain_reads(void *unused)
{
	wants("reader", "cpu", 1);
	rcu_read_lock();
	chain_spin();
	return 0;
}

static int chain_hurries(void *unused)
{
	rtnl_lock();
	wants("rtnl_mutex", "rcu", 2);
	synchronize_net();
	rtnl_unlock();
	return 0;
}

struct chain_thread {
	const char *name;
	int (*func)(void *unused);
};

/* The first one has CPU 1. */
static int start_chains(const struct chain_thread *threads, unsigned int nr)
{
	struct task_struct *thread;
	unsigned int i;

	detector_to_cpu_0();
	for (i = 0; i < nr; i++) {
		thread = kthread_create(threads[i].func, NULL, "%s", threads[i].name);
		if (IS_ERR(thread))
			return PTR_ERR(thread);
		kthread_bind(thread, !i);
		wake_up_process(thread);
	}
	return 0;
}

static int make_expedited(void)
{
	static const struct chain_thread threads[] = {{"chain-run", chain_reads},
						      {"chain-hurries", chain_hurries}};

	return start_chains(threads, ARRAY_SIZE(threads));
}

static int make_chains(void)
{
	static const struct chain_thread threads[] = {
		{"chain-run", chain_run},	  {"chain-a-b", chain_a_b},
		{"chain-b-a", chain_b_a},	  {"chain-a", chain_a},
		{"chain-sem-run", chain_sem_run}, {"chain-sem", chain_sem},
		{"chain-rtnl", chain_rtnl},	  {"chain-rcu", chain_rcu},
		{"chain-wants-rcu", chain_wants_rcu}, {"chain-nap", chain_nap},
		{"chain-wants-nap", chain_wants_nap},
	};

	return start_chains(threads, ARRAY_SIZE(threads));
}

static struct net_device *spin_dev;

static bool spin_ends;

static DEFINE_RAW_SPINLOCK(spin_raw);

static void says_sleeps(const char *holds, const char *what)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		pr_emerg("pkttrace-spin: how=sleeps cpu=%d task=%s pid=%d has=%s wants=%s\n",
			 raw_smp_processor_id(), current->comm, current->pid, holds, what);
}

static noinline void spin_holds(struct Qdisc *qdisc)
{
	spinlock_t *lock = qdisc_lock(qdisc);

	spin_lock(lock);
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		raw_spin_lock(&spin_raw);
	pr_emerg("pkttrace-spin: how=holds cpu=%d func=%s lock=%px qdisc=%px id=%s\n",
		 smp_processor_id(), __func__, lock, qdisc, qdisc->ops->id);
	while (!READ_ONCE(spin_ends))
		cpu_relax();
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		raw_spin_unlock(&spin_raw);
	spin_unlock(lock);
}

static void spin_work_fn(struct work_struct *work)
{
	local_irq_disable();
	spin_holds(rcu_dereference_raw(netdev_get_tx_queue(spin_dev, 0)->qdisc));
}

static void spin_behind_fn(struct work_struct *work)
{
}

static DECLARE_WORK(spin_work, spin_work_fn);
static struct work_struct spin_behind[3];

static unsigned long nr_read;

/* With a count, so that the compiler does not make one of it and of chain_spin(). */
static noinline void spin_reads(void)
{
	for (;;) {
		WRITE_ONCE(nr_read, nr_read + 1);
		cpu_relax();
	}
}

static int spin_reader(void *unused)
{
	pr_emerg("pkttrace-spin: how=reads task=%s pid=%d\n", current->comm, current->pid);
	rcu_read_lock();
	spin_reads();
	return 0;
}

static int spin_waiter(void *unused)
{
	schedule_timeout_uninterruptible(HZ / 2);
	pr_emerg("pkttrace-spin: how=waits-rcu task=%s pid=%d\n", current->comm, current->pid);
	synchronize_net();
	return 0;
}

/* The second one finds a CPU that waits before it, and takes a place in the queue. */
static int spin_sender(void *later)
{
	struct sk_buff *skb = alloc_skb(256, GFP_KERNEL);

	sched_set_fifo(current);
	schedule_timeout_uninterruptible(later ? 2 * HZ : HZ);
	skb_reserve(skb, 64);
	skb_put_zero(skb, ETH_HLEN + 46);
	skb_reset_mac_header(skb);
	skb_set_network_header(skb, ETH_HLEN);
	skb->dev = spin_dev;
	skb->protocol = htons(ETH_P_802_3);
	if (IS_ENABLED(CONFIG_PREEMPT_RT)) {
		if (later)
			rtnl_lock();
		says_sleeps(later ? "rtnl_mutex" : "busylock", later ? "busylock" : "root-lock");
	} else {
		pr_emerg("pkttrace-spin: how=spins cpu=%d task=%s pid=%d skb=%px\n",
			 raw_smp_processor_id(), current->comm, current->pid, skb);
	}
	dev_queue_xmit(skb);
	pr_emerg("pkttrace-spin: how=sent cpu=%d\n", raw_smp_processor_id());
	return 0;
}

/* No timer will end a sleep on a CPU whose softirqs are the sender's, who sleeps. */
static int spin_for_raw(void *unused)
{
	unsigned long end = jiffies + 4 * HZ;

	while (time_before(jiffies, end))
		schedule();
	pr_emerg("pkttrace-spin: how=spins cpu=%d task=%s pid=%d raw=%px\n",
		 raw_smp_processor_id(), current->comm, current->pid, &spin_raw);
	raw_spin_lock(&spin_raw);
	return 0;
}

static void start_on(int cpu, int (*func)(void *unused), void *arg, const char *name)
{
	struct task_struct *thread = kthread_create(func, arg, "%s", name);

	if (IS_ERR(thread))
		return;
	kthread_bind(thread, cpu);
	wake_up_process(thread);
}

/* When this module is loaded, which asks all CPUs something. */
static int spin_starts(void *unused)
{
	unsigned int i;

	schedule_timeout_uninterruptible(HZ);
	schedule_work_on(1, &spin_work);
	schedule_timeout_uninterruptible(HZ / 10);
	for (i = 0; i < ARRAY_SIZE(spin_behind); i++) {
		INIT_WORK(&spin_behind[i], spin_behind_fn);
		schedule_work_on(1, &spin_behind[i]);
	}
	start_on(0, spin_waiter, NULL, "spin-waits-rcu");
	start_on(0, spin_sender, NULL, "spin-sends-0");
	start_on(2, spin_sender, spin_dev, "spin-sends-2");
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		start_on(2, spin_for_raw, NULL, "spin-raw-2");
	if (reads)
		start_on(0, spin_reader, NULL, "spin-reads");
	return 0;
}

static int make_spin(void)
{
	spin_dev = dev_get_by_name(&init_net, dev);
	if (!spin_dev)
		return -ENODEV;
	start_on(0, spin_starts, NULL, "spin-starts");
	return 0;
}

static int __init stuck_init(void)
{
	if (!strcmp(how, "packet"))
		return nf_register_net_hook(&init_net, &hook_ops);
	if (!strcmp(how, "qdisc"))
		return register_qdisc(&qdisc_ops);
	if (!strcmp(how, "locks"))
		return hold_locks();
	if (!strcmp(how, "chains"))
		return make_chains();
	if (!strcmp(how, "expedited"))
		return make_expedited();
	if (!strcmp(how, "spin"))
		return make_spin();
	timer_setup(&timer, stuck_timer, TIMER_PINNED);
	timer.expires = jiffies + HZ / 10;
	add_timer_on(&timer, 1);
	return 0;
}

module_init(stuck_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("hangs in softirq or with locks, for the pkttrace lab");
