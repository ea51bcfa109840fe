// SPDX-License-Identifier: GPL-2.0-only
/*
 * starvemod: a real-time thread has CPU 1 for good while ksoftirqd is to run there, so that interrupts leave softirqs to it
 * (ksoftirqd_running()): timers that are due are not run, though the CPU schedules.
 *
 * A timer's callback wakes the thread and takes so long that the next tick raises the softirq anew: it is ksoftirqd's then. Behind it are
 * due: the keepalive timer of a socket, and one of this module; two others are none: one that is deferrable, and one that is due in an
 * hour. many=N adds so many of this module's. It says what it makes, and when: "pkttrace-starve: ...". The licence is the kernel's, since this is linked with it.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/sched.h>
#include <linux/timer.h>
#include <net/net_namespace.h>
#include <net/sock.h>

static unsigned int many;
module_param(many, uint, 0444);

static DECLARE_COMPLETION(starve_go);

static unsigned long starved;

/* It gives way to those of a higher class, as the watchdog's is. */
static noinline void starve_spins(void)
{
	for (;;) {
		WRITE_ONCE(starved, starved + 1);
		if (need_resched())
			cond_resched();
	}
}

static int starve_thread(void *unused)
{
	sched_set_fifo(current);
	wait_for_completion(&starve_go);
	pr_emerg("pkttrace-starve: how=runs cpu=%d task=%s pid=%d func=starve_spins\n",
		 raw_smp_processor_id(), current->comm, current->pid);
	starve_spins();
	return 0;
}

static void starve_first_fn(struct timer_list *timer)
{
	complete(&starve_go);
	mdelay(30);
}

static void starve_due_fn(struct timer_list *timer)
{
	pr_emerg("pkttrace-starve: how=ran\n");
}

static DEFINE_TIMER(starve_first, starve_first_fn);
static DEFINE_TIMER(starve_due, starve_due_fn);
static DEFINE_TIMER(starve_in_an_hour, starve_due_fn);
static struct timer_list starve_deferrable;

static void add_on_1(struct timer_list *timer, unsigned long jiffies_from_now)
{
	timer->expires = jiffies + jiffies_from_now;
	add_timer_on(timer, 1);
}

static int __init starvemod_init(void)
{
	struct task_struct *thread = kthread_create(starve_thread, NULL, "starves");
	struct timer_list *more = kvcalloc(many, sizeof(*more), GFP_KERNEL);
	struct socket *sock;
	struct timer_list *keepalive;
	unsigned int i;

	if (!more || IS_ERR(thread) || sock_create_kern(&init_net, AF_INET, SOCK_STREAM, IPPROTO_TCP, &sock))
		return -ENOMEM;
	kthread_bind(thread, 1);
	wake_up_process(thread);
	schedule_timeout_uninterruptible(HZ / 4);
	timer_setup(&starve_deferrable, starve_due_fn, TIMER_DEFERRABLE);
	keepalive = &sock->sk->sk_timer;
	sock_hold(sock->sk);
	pr_emerg("pkttrace-starve: how=due timer=%px func=tcp_keepalive_timer sk=%px other=%px deferrable=%px later=%px\n",
		 keepalive, sock->sk, &starve_due, &starve_deferrable, &starve_in_an_hour);
	pr_emerg("pkttrace-starve: how=many timers=%u\n", many);
	add_on_1(&starve_first, HZ / 4);
	add_on_1(keepalive, 2 * HZ);
	add_on_1(&starve_due, 3 * HZ);
	for (i = 0; i < many; i++) {
		timer_setup(&more[i], starve_due_fn, 0);
		add_on_1(&more[i], 3 * HZ + i % 512);
	}
	add_on_1(&starve_deferrable, 2 * HZ);
	add_on_1(&starve_in_an_hour, 3600 * HZ);
	return 0;
}
module_init(starvemod_init);

static void __exit starvemod_exit(void)
{
}
module_exit(starvemod_exit);

MODULE_DESCRIPTION("starves softirqs");
MODULE_LICENSE("GPL");
