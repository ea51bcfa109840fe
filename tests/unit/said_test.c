// SPDX-License-Identifier: GPL-3.0-or-later
/* What a line of the log names: by address, and by a device's name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <stdio.h>

#include "decode/printk.h"
#include "fake_queues.h"

#define FUNC 0xffffffff81000100ull
#define SKB 0xffff888000001000ull
#define LINE(text, data)                                                                           \
	"skbuff: skb_under_panic: text:" text " len:1582 put:162 head:ffff888000002400 data:" data \
	" tail:0x76 end:0x2c0 dev:eth0"

static void names(void **state)
{
	static const struct {
		const char *text, *func;
		uint64_t skb;
	} lines[] = {
		{LINE("ffffffff81000110", "ffff8880000023c0"), "push_it+0x10/0x40", SKB},
		/* another skb of the same buffer; a caller in no function */
		{LINE("ffffffff81000110", "ffff8880000024c0"), "push_it+0x10/0x40", 0},
		{LINE("ffffffff82000110", "ffff8880000023c0"), "", SKB},
		{LINE("0000000000000110", "ffff8880000023c0"), "", SKB},
		{"mydrv: head:ffff888000002400 data:ffff8880000023c0 text:ffffffff81000110", "", 0},
	};
	const struct pk_skb skb = {
		.addr = SKB, .head = 0xffff888000002400, .data = 0xffff8880000023c0};
	const struct pk_skb none = {.addr = 0};
	struct pk_said_names names;
	struct fake_target fake;
	struct pk_ctx ctx;

	(void)state;
	fake_target_init(&fake);
	fake_symbol(&fake, "push_it", FUNC, 0x40);
	pk_ctx_init(&ctx, &fake.target);
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct pk_log_said said = {.known = true};

		snprintf(said.text, sizeof(said.text), "%s", lines[i].text);
		pk_said_names_read(&ctx, &said, &skb, &names);
		assert_string_equal(names.func, lines[i].func);
		assert_int_equal(names.skb, lines[i].skb);
		pk_said_names_read(&ctx, &said, &none, &names);
		assert_int_equal(names.skb, 0);
		said.known = false;
		pk_said_names_read(&ctx, &said, &skb, &names);
		assert_string_equal(names.func, "");
	}
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

/* --- what memory has ------------------------------------------------------------------------------------ */

#define OTHER_NET (FAKE_INIT_NET + 0x400)
#define TWIN (FAKE_GLOBALS + 0xf000) /* eth0 of another namespace, with its queues */
#define TWIN_QUEUES (TWIN + 0x100)
#define LOG (FAKE_GLOBALS + 0xe000)
#define WATCHDOG "NETDEV WATCHDOG: eth0 (virtio_net): transmit queue 1 timed out"

#define SKC_REFCNT 120

static const struct fake_member members[] = {
	{"struct netdev_queue", "trans_timeout", 24, .size = 8},
	{"struct sock_common", "skc_refcnt", SKC_REFCNT, .size = 4},
	{"struct printk_log", "ts_nsec", 0, .size = 8},
	{"struct printk_log", "len", 8, .size = 2},
	{"struct printk_log", "text_len", 10, .size = 2},
	{"struct printk_log", "facility", 14, .size = 1},
};

static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_queues_init(fake);
	fake_put(fake, DEVICE + DEVICE_NET, 8, FAKE_INIT_NET);
	fake_net_slab(fake, FAKE_SKB, 0, 1);
	fake_net_slab(fake, FAKE_TCP, 4, 4);
	fake_net_slab(fake, FAKE_KMALLOC, 8, 1);
	*state = machine;
	return 0;
}

/* A namespace with an eth0, too. */
static void put_twin(struct fake_target *fake)
{
	fake_net_another(fake);
	fake_put_list(fake, (uint64_t[]){OTHER_NET + 200, TWIN + 16}, 2);
	fake_put_string(fake, TWIN, "eth0");
	fake_put(fake, TWIN + DEVICE_NET, 8, OTHER_NET);
	fake_put(fake, TWIN + 48, 8, TWIN_QUEUES);
	fake_put(fake, TWIN + 56, 4, 2);
}

static struct pk_said_names read_line(struct fake_machine *machine, const char *text, uint64_t dev)
{
	const struct pk_skb skb = {
		.addr = SKB, .head = 0xffff888000002400, .data = 0xffff8880000023c0, .dev = dev};
	struct pk_log_said said = {.known = true, .ts_nsec = 5};
	struct pk_said_names names;

	snprintf(said.text, sizeof(said.text), "%s", text);
	pk_said_names_read(&machine->ctx, &said, &skb, &names);
	return names;
}

static void assert_object(const struct pk_said_names *names, unsigned n, const char *what,
			  const char *more)
{
	assert_true(n < names->nr);
	assert_string_equal(names->objects[n].what, what);
	assert_string_equal(names->objects[n].more, more);
}

static void devices(void **state)
{
	static const char *const lines[] = {
		WATCHDOG,
		"virtio_net virtio0 eth0: NETDEV WATCHDOG: CPU: 1: transmit queue 1 timed out 5000 "
		"ms",
		"eth0: NETDEV WATCHDOG: CPU: 1: transmit queue 1 timed out 5000 ms",
		"unregister_netdevice: waiting for eth0 to become free. Usage count = 2",
		LINE("ffffffff81000110", "ffff8880000023c0"),
	};
	static const char *const others[] = {
		"NETDEV WATCHDOG: eth1 (virtio_net): transmit queue 1 timed out",
		"NETDEV WATCHDOG: eth0",
		"mydrv: waiting for eth0 to become free",
		"skb_over_panic: text:ffffffff81000110 len:1 put:1 dev:<NULL>",
		"NETDEV WATCHDOG:  (virtio_net): transmit queue 1 timed out",
		"NETDEV WATCHDOG: an-interface-of-a-long-name (x): transmit queue 1 timed out",
	};
	struct fake_machine *machine = *state;

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct pk_said_names names = read_line(machine, lines[i], 0);

		assert_int_equal(names.nr, 1);
		assert_object(&names, 0, "device eth0", "devices -v eth0");
		assert_int_equal(names.objects[0].addr, DEVICE);
		assert_int_equal(names.objects[0].netns, 4026531840u);
	}
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		assert_int_equal(read_line(machine, others[i], 0).nr, 0);
}

/* A name alone does not say whose it is: the watchdog's count and the skb's device do. */
static void devices_of_one_name(void **state)
{
	static const char both[] = "one of 2 devices eth0, in netns 4026532000, 4026531840";
	struct fake_machine *machine = *state;
	struct pk_said_names names;

	put_twin(&machine->fake);
	names = read_line(machine, WATCHDOG, 0);
	assert_object(&names, 0, both, "devices -v eth0");
	assert_int_equal(names.objects[0].addr, 0);
	fake_put(&machine->fake, TWIN_QUEUES + 24, 8, 1); /* of another queue */
	names = read_line(machine, WATCHDOG, 0);
	assert_object(&names, 0, both, "devices -v eth0");
	fake_put(&machine->fake, TWIN_QUEUES + 32 + 24, 8, 1);
	names = read_line(machine, WATCHDOG, 0);
	assert_object(&names, 0, "device eth0", "devices -v eth0");
	assert_int_equal(names.objects[0].addr, TWIN);
	assert_int_equal(names.objects[0].netns, 4026532000u);
	fake_put(&machine->fake, QUEUES + 32 + 24, 8, 1); /* of both */
	names = read_line(machine, WATCHDOG, 0);
	assert_object(&names, 0, both, "devices -v eth0");
	names = read_line(machine, LINE("ffffffff81000110", "ffff8880000023c0"), DEVICE);
	assert_int_equal(names.objects[0].addr, DEVICE);
	/* another skb of the same buffer */
	names = read_line(machine, LINE("ffffffff81000110", "ffff8880000024c0"), DEVICE);
	assert_object(&names, 0, both, "devices -v eth0");
}

static void objects(void **state)
{
	static const struct {
		const char *line, *what, *more; /* NULL: nothing */
	} lines[] = {
		{"list_del corruption, ffff888000000018->next is LIST_POISON1 (dead000000000100)",
		 "ffff888000000018 is 24 byte(s) into an sk_buff of skbuff_head_cache",
		 "skb ffff888000000000"},
		{"list_add corruption. prev->next should be next (0xffff888000004410), but was "
		 "0000000000000000. (prev=dead000000000122).",
		 "ffff888000004410 is 16 byte(s) into a socket of TCP",
		 "flows -o -k ffff888000004400"},
		{"mydrv: entry ffff888000008008 is bad",
		 "ffff888000008008 is 8 byte(s) into an object of kmalloc-2k",
		 "history ffff888000008000"},
		/* in no slab; a hashed pointer; more digits, letters */
		{"list_del corruption, ffff88800000c018->next is NULL", NULL, NULL},
		{"mydrv: entry 00000000abcd1234", NULL, NULL},
		{"mydrv: entry ffff8880000000188", NULL, NULL},
		{"mydrv: entry xffff888000000018", NULL, NULL},
		{"refcount_t: underflow; use-after-free.", NULL, NULL},
		/* its buffer's are none of its own */
		{"skb_over_panic: text:ffffffff81000110 head:ffff888000008000 dev:eth9", NULL,
		 NULL},
	};
	struct fake_machine *machine = *state;
	struct pk_said_names names;

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		names = read_line(machine, lines[i].line, 0);
		assert_int_equal(names.nr, lines[i].what != NULL);
		if (lines[i].what)
			assert_object(&names, 0, lines[i].what, lines[i].more);
	}
	/* Two are joined, each once. */
	names = read_line(machine,
			  "list_del corruption. prev->next should be ffff888000000018, but was "
			  "ffff888000008008. (prev=ffff888000000018) ffff888000004410",
			  0);
	assert_int_equal(names.nr, 2);
	assert_object(&names, 1, "ffff888000008008 is 8 byte(s) into an object of kmalloc-2k",
		      "history ffff888000008000");
}

static void put_log(struct fake_target *fake, const char *const *texts, size_t nr)
{
	static const char *const symbols[] = {"log_buf", "log_buf_len", "log_first_idx",
					      "log_next_idx"};
	uint64_t at = LOG + 64;

	fake_type(fake, "struct printk_log", 16);
	for (unsigned i = 0; i < ARRAY_SIZE(symbols); i++)
		fake_symbol(fake, symbols[i], LOG + 8 * i, 8);
	fake_put(fake, LOG, 8, LOG + 64);
	fake_put(fake, LOG + 8, 4, 1024);
	for (size_t i = 0; i < nr; i++) {
		size_t size = 16 + ((strlen(texts[i]) + 7) & ~7ull);

		fake_put(fake, at, 8, 4 + i);
		fake_put(fake, at + 8, 2, size);
		fake_put(fake, at + 10, 2, strlen(texts[i]));
		fake_put_bytes(fake, at + 16, texts[i], strlen(texts[i]));
		at += size;
	}
	fake_put(fake, LOG + 24, 4, at - LOG - 64);
}

/* The address is in the line after the first. */
static void a_later_line(void **state)
{
	static const char report[] = "BUG: KASAN: slab-use-after-free in tcp_rcv+0x1/0x2";
	static const char *const texts[] = {
		"Read of size 8 at addr ffff888000008008 by task earlier/1",
		report,
		"mydrv: something",
		"Read of size 8 at addr ffff888000000040 by task nginx/123",
		"Read of size 8 at addr ffff888000004410 by task later/1",
	};
	struct fake_machine *machine = *state;
	struct pk_said_names names;

	put_log(&machine->fake, texts, ARRAY_SIZE(texts));
	names = read_line(machine, report, 0);
	assert_int_equal(names.nr, 1);
	assert_object(&names, 0,
		      "ffff888000000040 is 64 byte(s) into an sk_buff of skbuff_head_cache",
		      "skb ffff888000000000");
	/* a report that has none; one that is not in the log any more */
	assert_int_equal(read_line(machine, "BUG: sleeping function", 0).nr, 0);
	assert_int_equal(read_line(machine, "BUG: KASAN: slab-out-of-bounds in f", 0).nr, 0);
}

/* Registers of the warning point into an sk_buff and a socket: the one whose count is saturated is meant. */
static void a_count(void **state)
{
	static const char line[] = "refcount_t: underflow; use-after-free.";
	static const char *const texts[] = {
		"RDI: ffff888000004400 RSI: 0000000000000001",
		line,
		"RAX: 0000000000000000 RBX: ffff888000000000 RCX: ffff888000004410",
		"RDX: ffff888000000030 RSI: ffff888000008008 RDI: ffff88800000c018",
		" ? put_it+0x1/0x2",
		" refcount_warn_saturate+0x1/0x2",
		" put_twice+0x7e/0xa0 [mydrv]",
		" call_timer_fn+0x27/0x130",
		"---[ end trace 0000000000000000 ]---",
		"RAX: 0000000000000000 RBX: ffff888000004400 RCX: ffff888000004400",
	};
	struct fake_machine *machine = *state;
	struct pk_said_names names;

	put_log(&machine->fake, texts, ARRAY_SIZE(texts));
	assert_int_equal(read_line(machine, line, 0).nr, 0);
	fake_put(&machine->fake, 0xffff888000000000 + SKB_USERS, 4, 0xc0000000);
	names = read_line(machine, line, 0);
	assert_int_equal(names.nr, 1);
	assert_string_equal(names.func, "put_twice+0x7e/0xa0 [mydrv]");
	assert_object(
		&names, 0,
		"ffff888000000000, an sk_buff of skbuff_head_cache, has the count that this is "
		"about",
		"skb ffff888000000000");
	/* another line; both */
	assert_int_equal(read_line(machine, "mydrv: underflow", 0).nr, 0);
	fake_put(&machine->fake, 0xffff888000004400 + SKC_REFCNT, 4, 0xc0000000);
	assert_int_equal(read_line(machine, line, 0).nr, 0);
	/* the socket's alone */
	fake_put(&machine->fake, 0xffff888000000000 + SKB_USERS, 4, 0xbfffffff);
	names = read_line(machine, line, 0);
	assert_object(&names, 0,
		      "ffff888000004400, a socket of TCP, has the count that this is about",
		      "flows -o -k ffff888000004400");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test_setup_teardown(devices, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(devices_of_one_name, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(objects, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_later_line, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_count, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests_name("said", tests, NULL, NULL);
}
