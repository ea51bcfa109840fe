// SPDX-License-Identifier: GPL-3.0-or-later
#include <linux/module.h>
#include <linux/kprobes.h>
#include <linux/trace_clock.h>

/*
 * Probes whose handlers take a known time, at least: each waits so many microseconds, by the clock of the trace (a
 * CPU without KVM may calibrate udelay() wrongly). Hits are in /sys/module/slowmod/parameters.
 */
#define ENTRY_US 30 /* a kprobe at the first instruction of tcp_v4_rcv */
#define MIDDLE_US 50 /* one behind it, in tcp_rcv_established */
#define RETURN_US 40 /* a kretprobe of tcp_sendmsg, before which its entry handler waits */
#define RETURN_ENTRY_US 20

static int entry_hits, middle_hits, return_hits;
module_param(entry_hits, int, 0444);
module_param(middle_hits, int, 0444);
module_param(return_hits, int, 0444);

static void notrace wait_us(u64 us)
{
	u64 end = trace_clock_local() + us * 1000;

	while ((s64)(trace_clock_local() - end) < 0)
		cpu_relax();
}

static noinline int slow_entry(struct kprobe *p, struct pt_regs *regs)
{
	entry_hits++;
	wait_us(ENTRY_US);
	return 0;
}

static noinline int slow_middle(struct kprobe *p, struct pt_regs *regs)
{
	middle_hits++;
	wait_us(MIDDLE_US);
	return 0;
}

static int slow_return_entry(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	wait_us(RETURN_ENTRY_US);
	return 0;
}

static int slow_return(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	return_hits++;
	wait_us(RETURN_US);
	return 0;
}

static struct kprobe entry = {.symbol_name = "tcp_v4_rcv", .pre_handler = slow_entry};
static struct kprobe middle = {.symbol_name = "tcp_rcv_established", .pre_handler = slow_middle};
static struct kretprobe ret = {.kp.symbol_name = "tcp_sendmsg",
			       .handler = slow_return,
			       .entry_handler = slow_return_entry,
			       .maxactive = 16};

/* Not on ftrace's place: the first instruction behind it that can be probed. */
static int register_middle(void)
{
	unsigned int offset;
	int rc = -1;

	for (offset = 10; rc && offset < 60; offset++) {
		middle.addr = NULL;
		middle.offset = offset;
		middle.flags = 0;
		rc = register_kprobe(&middle);
	}
	return rc;
}

static int __init slow_init(void)
{
	pr_info("slowmod: entry %d middle %d return %d\n", register_kprobe(&entry), register_middle(),
		register_kretprobe(&ret));
	return 0;
}
module_init(slow_init);
MODULE_LICENSE("GPL");
