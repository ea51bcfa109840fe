// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How accidents begin in the kernel's log: one table for all who ask. A row's text has the prefix with which the kernel
 * prints it; a driver's own "foo: BUG: ..." is not the kernel's.
 */
#include "decode/printk.h"

#include <string.h>

#include "core/kit.h"

/* A frame; a word that is on the stack by chance has "? " before it. */
#define DEV_WATCHDOG " dev_watchdog"

static const struct pk_opening openings[] = {
	{"sysrq: Trigger a crash", .opens = PK_OPENS_WISH}, /* 4.20 and later */
	{"sysrq: SysRq : Trigger a crash", .opens = PK_OPENS_WISH},
	{"SysRq : Trigger a crash", .opens = PK_OPENS_WISH},

	{"Kernel panic - not syncing", .opens = PK_OPENS_PANIC},

	{"BUG: unable to handle ", .opens = PK_OPENS_OOPS},
	{"BUG: Unable to handle ", .opens = PK_OPENS_OOPS}, /* powerpc */
	{"BUG: kernel NULL pointer dereference", .opens = PK_OPENS_OOPS},
	{"BUG: Kernel NULL pointer dereference", .opens = PK_OPENS_OOPS}, /* powerpc */
	{"kernel BUG at ", .opens = PK_OPENS_OOPS},
	{"Oops: ", .opens = PK_OPENS_OOPS},
	{"Internal error: ", .opens = PK_OPENS_OOPS},
	{"Unable to handle ", .opens = PK_OPENS_OOPS},
	{"general protection fault", .opens = PK_OPENS_OOPS},
	{"illegal operation: ", .opens = PK_OPENS_OOPS},
	{"addressing exception: ", .opens = PK_OPENS_OOPS},
	{"specification exception: ", .opens = PK_OPENS_OOPS},
	{"protection exception: ", .opens = PK_OPENS_OOPS},
	{"monitor event: ", .opens = PK_OPENS_OOPS},
	{"divide error", .opens = PK_OPENS_OOPS},
	{"invalid opcode", .opens = PK_OPENS_OOPS},
	{"stack segment", .opens = PK_OPENS_OOPS},
	{"double fault", .opens = PK_OPENS_OOPS},
	{"PANIC: ", .opens = PK_OPENS_OOPS},
	{"int3: ", .opens = PK_OPENS_OOPS},
	{"BUG: ", .opens = PK_OPENS_OOPS, .then = " stack guard page was hit at "},

	{"watchdog: BUG: soft lockup", .opens = PK_OPENS_LOCKUP, .panic = "softlockup: hung tasks"},
	{"NMI watchdog: BUG: soft lockup", .opens = PK_OPENS_LOCKUP,
	 .panic = "softlockup: hung tasks"},
	{"BUG: soft lockup", .opens = PK_OPENS_LOCKUP, .panic = "softlockup: hung tasks"},
	{"NMI watchdog: Watchdog detected ", .opens = PK_OPENS_LOCKUP, .panic = "LOCKUP"},
	{"watchdog: Watchdog detected ", .opens = PK_OPENS_LOCKUP, .panic = "LOCKUP"},
	{"watchdog: CPU", .opens = PK_OPENS_LOCKUP, .panic = "LOCKUP"},

	{"skbuff: skb_over_panic: ", .opens = PK_OPENS_LEAD},
	{"skbuff: skb_under_panic: ", .opens = PK_OPENS_LEAD},
	{"skb_over_panic: ", .opens = PK_OPENS_LEAD},
	{"skb_under_panic: ", .opens = PK_OPENS_LEAD},
	{"list_add corruption", .opens = PK_OPENS_LEAD},
	{"list_del corruption", .opens = PK_OPENS_LEAD},
	{"list_add double add", .opens = PK_OPENS_LEAD},
	{"usercopy: Kernel memory ", .opens = PK_OPENS_LEAD},
	{"usercopy: kernel memory ", .opens = PK_OPENS_LEAD},
	{"page dumped because: VM_BUG_ON", .opens = PK_OPENS_LEAD},

	{"INFO: task ", .opens = PK_OPENS_REPORT, .panic = "hung_task: blocked tasks",
	 .then = " blocked "},
	{"rcu: INFO: rcu", .opens = PK_OPENS_REPORT, .panic = "RCU Stall", .then = "stall"},
	{"INFO: rcu", .opens = PK_OPENS_REPORT, .panic = "RCU Stall", .then = "stall"},
	{"BUG: ",
	 .opens = PK_OPENS_REPORT}, /* KASAN, KFENCE, spinlocks, page states, atomic sleepers */
	{"BUG ", .opens = PK_OPENS_REPORT,
	 .then = "ainted"}, /* SLUB: "BUG kmalloc-64 (Not tainted): " */
	{"WARNING: CPU: ", .opens = PK_OPENS_REPORT, .then = " at "},
	{"WARNING: ", .opens = PK_OPENS_REPORT, .then = ", CPU#"}, /* of 2025 and later */
	{"WARNING: possible ", .opens = PK_OPENS_REPORT}, /* lockdep */
	{"WARNING: suspicious RCU usage", .opens = PK_OPENS_REPORT},
	{"WARNING: inconsistent lock state", .opens = PK_OPENS_REPORT},
	{"WARNING: bad unlock balance", .opens = PK_OPENS_REPORT},
	{"UBSAN: ", .opens = PK_OPENS_REPORT},
	{"refcount_t: ", .opens = PK_OPENS_REPORT},
	{"unregister_netdevice: waiting for ", .opens = PK_OPENS_REPORT},
	/* netdev_crit() ("net: don't dump stack on queue timeout"), each time; then dev_watchdog() calls the driver. */
	{": NETDEV WATCHDOG: CPU: ", .opens = PK_OPENS_REPORT, .then = "timed out",
	 .anywhere = true, .frame = DEV_WATCHDOG},
	{"NETDEV WATCHDOG: ", .opens = PK_OPENS_REPORT, .then = "timed out", .anywhere = true},

	{"------------[ cut here ]------------", .opens = PK_OPENS_CUT},
	{"---[ end trace ", .opens = PK_OPENS_END},

	{"RIP: 0010:", .opens = PK_OPENS_PLACE},
	{"RIP: e030:", .opens = PK_OPENS_PLACE},
	{"pc : ", .opens = PK_OPENS_PLACE},

	{DEV_WATCHDOG, .opens = PK_OPENS_FRAME},
};

static bool has(const char *text, size_t len, const char *words)
{
	return memmem(text, len, words, strlen(words));
}

static bool fits(const struct pk_opening *row, const char *text, size_t len)
{
	size_t size = strlen(row->text);
	bool begins = len >= size && !memcmp(text, row->text, size);

	/* "+0x1ff/0x2a0", or ".cold+0xcf/0x120" */
	if (row->opens == PK_OPENS_FRAME)
		return begins && len > size && (text[size] == '+' || text[size] == '.');
	return (begins || (row->anywhere && has(text, len, row->text))) &&
	       (!row->then || has(text, len, row->then));
}

const struct pk_opening *pk_opening_of(const struct pk_log_line *line)
{
	const char *end = memchr(line->text, '\n', line->len);
	size_t len = end ? (size_t)(end - line->text) : line->len;

	return !line->from_user
		       ? pk_find(openings, PK_ARRAY_SIZE(openings), fits(it, line->text, len))
		       : NULL;
}

/* check_panic_on_warn() is called by whoever reports; an oops panics in its own context, or kills a task that the
 * machine cannot do without. */
bool pk_opening_led_to(const struct pk_opening *row, const char *panic)
{
	static const char *const of_reports[] = {"panic_on_warn set", "system warned too often"};
	static const char *const of_oopses[] = {"Fatal exception", "Attempted to kill ", "Aiee, ",
						"Oopsed too often", "Machine halted"};
	const char *const *words = row->opens == PK_OPENS_OOPS ? of_oopses : of_reports;
	size_t nr =
		row->opens == PK_OPENS_OOPS ? PK_ARRAY_SIZE(of_oopses) : PK_ARRAY_SIZE(of_reports);

	if (row->panic)
		return strstr(panic, row->panic);
	return pk_any(nr, i, strstr(panic, words[i]));
}
