// SPDX-License-Identifier: GPL-3.0-or-later
#include <linux/module.h>
#include <linux/livepatch.h>
#include <net/sock.h>
static void my_enter(struct sock *sk)
{
	barrier();
}
static struct klp_func funcs[] = {{.old_name = "tcp_enter_memory_pressure", .new_func = my_enter},
				  {}};
static struct klp_object objs[] = {{.funcs = funcs}, {}};
static struct klp_patch patch = {.mod = THIS_MODULE, .objs = objs};
static int __init k_init(void)
{
	return klp_enable_patch(&patch);
}
module_init(k_init);
MODULE_LICENSE("GPL");
MODULE_INFO(livepatch, "Y");
