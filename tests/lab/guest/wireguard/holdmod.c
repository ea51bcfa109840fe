// SPDX-License-Identifier: GPL-2.0-only
/*
 * holdmod: functions of a worker that from now on return at once, so that what waits for them waits on.
 *
 *   insmod holdmod.ko
 *   echo FUNCTION >/sys/module/holdmod/parameters/hold
 *
 * The licence is the kernel's, since this is linked with it.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>

#define MAX_HELD 8

static struct kprobe held[MAX_HELD];
static char names[MAX_HELD][KSYM_NAME_LEN];
static unsigned int nr_held;

static noinline notrace void nothing(void)
{
	barrier();
}

static int return_at_once(struct kprobe *probe, struct pt_regs *regs)
{
	instruction_pointer_set(regs, (unsigned long)nothing);
	return 1;
}

static int hold(const char *value, const struct kernel_param *param)
{
	int rc;

	if (nr_held == MAX_HELD || strscpy(names[nr_held], value, KSYM_NAME_LEN) < 0)
		return -ENOSPC;
	held[nr_held].symbol_name = strim(names[nr_held]);
	held[nr_held].pre_handler = return_at_once;
	rc = register_kprobe(&held[nr_held]);
	if (!rc)
		nr_held++;
	return rc;
}

static const struct kernel_param_ops ops = {.set = hold};
module_param_cb(hold, &ops, NULL, 0200);

static int __init begin(void)
{
	return 0;
}
module_init(begin);

/* Without an exit it stays: nobody may return into what is gone. */
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("pkttrace lab: workers that do nothing");
