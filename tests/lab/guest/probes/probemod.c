// SPDX-License-Identifier: GPL-3.0-or-later
#include <linux/module.h>
#include <linux/kprobes.h>
#include <linux/ftrace.h>
#include <linux/tracepoint.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/vmalloc.h>
#include <linux/mm.h>
#include <linux/version.h>
#include <net/net_namespace.h>

static noinline int pm_pre(struct kprobe *p, struct pt_regs *r)
{
	return 0;
}
static noinline int pm_pre2(struct kprobe *p, struct pt_regs *r)
{
	barrier();
	return 0;
}
static noinline void pm_post(struct kprobe *p, struct pt_regs *r, unsigned long f)
{
	barrier();
}
static int pm_ret(struct kretprobe_instance *i, struct pt_regs *r)
{
	return 0;
}
static int pm_ret_entry(struct kretprobe_instance *i, struct pt_regs *r)
{
	barrier();
	return 0;
}

static struct kprobe a1 = {.symbol_name = "tcp_v4_rcv", .pre_handler = pm_pre};
static struct kprobe a2 = {.symbol_name = "tcp_v4_rcv", .pre_handler = pm_pre2};
static struct kprobe mid = {.symbol_name = "tcp_rcv_established", .pre_handler = pm_pre};
static struct kprobe postk = {.symbol_name = "ip_rcv", .post_handler = pm_post};
static struct kprobe off = {
	.symbol_name = "tcp_close", .pre_handler = pm_pre, .flags = KPROBE_FLAG_DISABLED};
static struct kprobe offmid = {.symbol_name = "tcp_shutdown", .pre_handler = pm_pre};
static struct kretprobe ret = {.kp.symbol_name = "tcp_sendmsg",
			       .handler = pm_ret,
			       .entry_handler = pm_ret_entry,
			       .maxactive = 1,
			       .data_size = 8};

static int reg_mid(struct kprobe *p)
{
	unsigned n;
	int rc = -1;
	for (n = 6; n < 60; n++) {
		p->addr = NULL;
		p->offset = n;
		p->flags &= KPROBE_FLAG_DISABLED;
		rc = register_kprobe(p);
		if (!rc) {
			pr_info("probemod: %s+%u\n", p->symbol_name, n);
			return 0;
		}
	}
	return rc;
}

static void notrace pm_ops(unsigned long ip, unsigned long pip, struct ftrace_ops *o,
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 11, 0)
			   struct ftrace_regs *r
#else
			   struct pt_regs *r
#endif
)
{
}
static struct ftrace_ops ops = {.func = pm_ops};
static unsigned pm_hook(void *priv, struct sk_buff *skb, const struct nf_hook_state *s)
{
	return NF_ACCEPT;
}
static struct nf_hook_ops nf = {
	.hook = pm_hook, .pf = NFPROTO_IPV4, .hooknum = NF_INET_PRE_ROUTING, .priority = -123};
static void pm_tp(void *data, const struct sock *sk, const struct sk_buff *skb)
{
}
static void find_tp(struct tracepoint *tp, void *p)
{
	if (!strcmp(tp->name, "tcp_retransmit_skb"))
		pr_info("probemod: tp %d\n", tracepoint_probe_register(tp, pm_tp, NULL));
}
static noinline void pm_evil(void)
{
	barrier();
	pr_info("evil\n");
}
static char *victim = "tcp_fastopen_reset_cipher";
module_param(victim, charp, 0444);

static void patch(void)
{
	struct kprobe kp = {.symbol_name = victim, .pre_handler = pm_pre};
	struct page *page;
	unsigned char *map, code[5];
	unsigned long addr;
	int rel;
	if (register_kprobe(&kp))
		return;
	addr = (unsigned long)kp.addr;
	unregister_kprobe(&kp);
	page = pfn_to_page(__pa_symbol(addr) >> PAGE_SHIFT);
	map = vmap(&page, 1, VM_MAP, PAGE_KERNEL);
	if (!map)
		return;
	rel = (int)((unsigned long)pm_evil - addr - 5);
	code[0] = 0xe9;
	memcpy(code + 1, &rel, 4);
	memcpy(map + (addr & ~PAGE_MASK), code, 5);
	vunmap(map);
	pr_info("probemod: patched %px\n", (void *)addr);
}

static int __init pm_init(void)
{
	int n = 0;
	pr_info("probemod: a1 %d a2 %d\n", register_kprobe(&a1), register_kprobe(&a2));
	pr_info("probemod: mid %d post %d\n", reg_mid(&mid), reg_mid(&postk));
	pr_info("probemod: off %d ret %d\n", register_kprobe(&off), register_kretprobe(&ret));
	n = reg_mid(&offmid);
	if (!n)
		disable_kprobe(&offmid);
	ftrace_set_filter(&ops, "tcp_ack", 7, 1);
	ftrace_set_filter(&ops, "tcp_data_queue", 14, 0);
	pr_info("probemod: ops %d nf %d\n", register_ftrace_function(&ops),
		nf_register_net_hook(&init_net, &nf));
	for_each_kernel_tracepoint(find_tp, NULL);
	patch();
	return 0;
}
module_init(pm_init);
MODULE_LICENSE("GPL");
