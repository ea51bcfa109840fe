// SPDX-License-Identifier: GPL-2.0-only
/*
 * textmod: gives the lab's guest something to print in every way the kernel has.
 *
 *   echo N >/sys/module/textmod/parameters/go	trace_printk() with every conversion, from process,
 *						BH-off, IRQ-off, softirq and hard interrupt context, a stack
 *						dump, and N calls of textmod_probe()
 *   echo 1 >/sys/module/textmod/parameters/mmio	maps the HPET's registers, reads them
 *
 * textmod_probe() is there to be probed: its fourth argument is a struct textmod_all, whose offsets
 * the recipes name. The licence is the kernel's, since this is linked with it.
 */
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/irq_work.h>
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/uuid.h>
#if __has_include(<linux/trace_printk.h>)
#include <linux/trace_printk.h>
#endif

struct textmod_all {
	s64 neg64; /* 0 */
	u64 big; /* 8 */
	s32 neg32; /* 16 */
	u32 word; /* 20 */
	s16 neg16; /* 24 */
	u16 half; /* 26 */
	s8 neg8; /* 28 */
	u8 byte; /* 29 */
	u8 pad[2];
	u16 halves[8]; /* 32 */
	u32 words[4]; /* 48 */
	u64 bigs[2]; /* 64 */
	u8 bytes[16]; /* 80 */
	char name[16]; /* 96 */
	void *func; /* 112 */
	void *null; /* 120 */
	struct textmod_all *next; /* 128 */
};

int textmod_probe(const char *text, const char *const *list, const u8 *bytes,
		  const struct textmod_all *all, long n);

static struct textmod_all all = {
	.neg64 = -1234567890123LL,
	.big = 0xfedcba9876543210ULL,
	.neg32 = -123456,
	.word = 0xdeadbeef,
	.neg16 = -1234,
	.half = 0xbeef,
	.neg8 = -12,
	.byte = 0xa5,
	.halves = {1, 2, 0xffff, 0x8000, 5, 6, 7, 8},
	.words = {1, 0x80000000, 3, 0xffffffff},
	.bigs = {1, 0xffffffffffffffffULL},
	.bytes = {0, 1, 2, 0x7f, 0x80, 0xff, 'a', 'Z', '\n', 9, 10, 11, 12, 13, 14, 15},
	.name = "a name of 15 ch",
	.func = textmod_probe,
	.next = &all,
};

static const char *const list[] = {"first", "second \"quoted\"", "", "last"};

noinline int textmod_probe(const char *text, const char *const *strings, const u8 *bytes,
			   const struct textmod_all *everything, long n)
{
	/* Keeps its arguments and its frame whatever the compiler knows of its callers. */
	asm volatile("" : : "r"(text), "r"(strings), "r"(bytes), "r"(everything) : "memory");
	return (int)(n * -3);
}

static noinline void numbers(void)
{
	int i = -42;
	unsigned int u = 42;
	long l = -1234567890123L;
	unsigned char c = 0xe9;

	trace_printk("a constant string\n");
	trace_printk("a constant string without a newline");
	trace_printk("100%% sure\n");
	trace_printk("d %d i %i u %u x %x X %X o %o c %c\n", i, i, u, u, u, u, 'q');
	trace_printk("ld %ld lu %lu lx %lx lld %lld llx %llx llX %llX\n", l, l, l, (long long)l,
		     (unsigned long long)l, (unsigned long long)l);
	trace_printk("hd %hd hu %hu hhd %hhd hhu %hhu hhx %hhx\n", (short)-3, (unsigned short)65533,
		     (signed char)-3, c, c);
	trace_printk("zu %zu zd %zd td %td\n", sizeof(all), (ssize_t)-5, (ptrdiff_t)7);
	trace_printk("[%5d] [%-5d] [%05d] [%+d] [% d] [%#x] [%#o] [%#06x] [%.3d] [%8.3d]\n", i, i,
		     i, (int)u, (int)u, u, u, u, (int)u, (int)u);
	trace_printk("[%*d] [%-*d] [%.*s]\n", 7, i, 7, i, 3, "abcdef");
	trace_printk("last argument is a char %c\n", 'Z');
	trace_printk("mixed %c%lld%c%d%s%lld\n", 'a', 1LL, 'b', 2, "str", 3LL);
}

static noinline void strings(void)
{
	const char *text = "a string";
	const char *null = NULL;

	trace_printk("s [%s] [%12s] [%-12s] [%.3s] [%12.3s]\n", text, text, text, text, text);
	trace_printk("empty [%s] null [%s]\n", "", null);
	trace_printk("two %s and %s\n", "strings of", "odd length");
	/* Not a constant format: formatted at once (TRACE_PRINT). */
	__trace_printk(_THIS_IP_, "printed at once: %d %s\n", 7, text);
	__trace_printk(_THIS_IP_, "no newline: %d", 8);
	trace_puts("a constant put\n");
	trace_puts(text);
}

static noinline void pointers(void)
{
	static const u8 mac[6] = {0x52, 0x54, 0, 0x12, 0x34, 0x56};
	static const u8 blob[16] = {0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	__be32 ip4 = htonl(0x0a000201);
	struct in6_addr ip6 = {.in6_u.u6_addr8 = {0xfd, 9, [15] = 1}};
	struct sockaddr_in sin = {.sin_family = AF_INET, .sin_port = htons(80)};
	DECLARE_BITMAP(bits, 40) = {0x8000000f0fUL};
	guid_t guid = GUID_INIT(0x12345678, 0x9abc, 0xdef0, 1, 2, 3, 4, 5, 6, 7, 8);

	sin.sin_addr.s_addr = ip4;
	trace_printk("p %p px %px null %p px-null %px\n", &all, &all, NULL, NULL);
	trace_printk("[%20p] [%-20px]\n", &all, &all);
	trace_printk("pS %pS ps %ps pB %pB\n", textmod_probe, textmod_probe,
		     (void *)textmod_probe + 5);
	trace_printk("pS of kernel text %pS, of data %pS, of nothing %pS\n", (void *)schedule,
		     &loops_per_jiffy, (void *)0x1234);
	trace_printk("pI4 %pI4 pi4 %pi4 pI6 %pI6 pI6c %pI6c pi6 %pi6\n", &ip4, &ip4, &ip6, &ip6,
		     &ip6);
	trace_printk("pIS %pIS pISpc %pISpc\n", &sin, &sin);
	trace_printk("pM %pM pm %pm pMF %pMF pMR %pMR\n", mac, mac, mac, mac);
	trace_printk("ph %*ph phC %*phC phD %*phD phN %*phN\n", 6, blob, 6, blob, 6, blob, 16,
		     blob);
	trace_printk("pUb %pUb pUL %pUL\n", blob, &guid);
	trace_printk("pb %*pb pbl %*pbl\n", 40, bits, 40, bits);
	trace_printk("pe %pe pK %pK\n", ERR_PTR(-ENOENT), &all);
	trace_printk("pE %*pE\n", 9, "a\tb\n\"c\"\x01");
}

static void say_where(const char *where)
{
	trace_printk("%s: in_task %d irqs off %d preempt %x\n", where, !!in_task(), irqs_disabled(),
		     preempt_count());
}

static void in_tasklet(struct tasklet_struct *unused)
{
	say_where("softirq");
}

static DECLARE_TASKLET(tasklet, in_tasklet);

static void in_irq_work(struct irq_work *unused)
{
	say_where("irq_work");
	tasklet_schedule(&tasklet);
}

static struct irq_work work;

static void in_ipi(void *unused)
{
	say_where("another CPU's interrupt");
}

static void everywhere(void)
{
	unsigned long flags;

	say_where("process");
	preempt_disable();
	say_where("preemption off");
	preempt_disable();
	say_where("preemption off twice");
	preempt_enable();
	preempt_enable();
	local_bh_disable();
	say_where("bottom halves off");
	local_bh_enable();
	migrate_disable();
	say_where("migration off");
	migrate_enable();
	local_irq_save(flags);
	say_where("interrupts off");
	local_irq_restore(flags);
	irq_work_queue(&work);
	smp_call_function(in_ipi, NULL, 1);
	set_tsk_need_resched(current);
	say_where("rescheduling is due");
	msleep(20);
	trace_dump_stack(0);
}

static int go(const char *text, const struct kernel_param *unused)
{
	long n, i;

	if (kstrtol(text, 0, &n))
		return -EINVAL;
	numbers();
	strings();
	pointers();
	everywhere();
	for (i = 0; i < n; i++)
		textmod_probe(list[i & 3], list, all.bytes, &all, i - 1);
	return 0;
}

static int mmio(const char *unused, const struct kernel_param *param)
{
	void __iomem *hpet = ioremap(0xfed00000, 0x400);
	u32 config;

	if (!hpet)
		return -ENOMEM;
	config = readl(hpet + 0x10);
	writel(config, hpet + 0x10);
	pr_info("textmod: HPET %x %x, config %x %x\n", readl(hpet), readw(hpet + 4), config,
		readb(hpet + 0x10));
	iounmap(hpet);
	return 0;
}

static const struct kernel_param_ops go_ops = {.set = go};
static const struct kernel_param_ops mmio_ops = {.set = mmio};
module_param_cb(go, &go_ops, NULL, 0200);
module_param_cb(mmio, &mmio_ops, NULL, 0200);

static int __init textmod_init(void)
{
	init_irq_work(&work, in_irq_work);
	return 0;
}

static void __exit textmod_exit(void)
{
	irq_work_sync(&work);
	tasklet_kill(&tasklet);
}

module_init(textmod_init);
module_exit(textmod_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("prints into the trace in every way, for the pkttrace lab");
