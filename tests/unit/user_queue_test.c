// SPDX-License-Identifier: GPL-3.0-or-later
/* Queues to user space: what is read of them, what waits there, and what drops and findings say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/explain/cause.h"
#include "analysis/findings/findings.h"
#include "decode/net/netfilter/netfilter.h"
#include "fake_net.h"

#define ID (FAKE_GLOBALS + 0x7000)
#define OWN (FAKE_GLOBALS + 0x8000)
#define QUEUE(n) (FAKE_GLOBALS + 0x8400 + 0x100 * (uint64_t)(n))
#define ENTRY(n) (FAKE_GLOBALS + 0x9000 + 0x100 * (uint64_t)(n))
#define SKB(n) (FAKE_DIRECT + 0x2000 + 0x1000 * (uint64_t)(n))
#define MODULE "@nfnetlink_queue"

static const struct fake_member members[] = {
	{"struct net", "gen", 48, 8, .is_pointer = true},
	{"struct net_generic", "s.len", 0, .size = 4},
	{"struct nfnl_queue_net" MODULE, "instance_table", 8, .size = 16},
	{"struct nfqnl_instance" MODULE, "hlist", 0, .size = 16},
	{"struct nfqnl_instance" MODULE, "peer_portid", 24, .size = 4},
	{"struct nfqnl_instance" MODULE, "queue_maxlen", 28, .size = 4},
	{"struct nfqnl_instance" MODULE, "queue_dropped", 32, .size = 4},
	{"struct nfqnl_instance" MODULE, "queue_user_dropped", 36, .size = 4},
	{"struct nfqnl_instance" MODULE, "queue_num", 40, .size = 2},
	{"struct nfqnl_instance" MODULE, "flags", 44, .size = 4},
	{"struct nfqnl_instance" MODULE, "queue_total", 48, .size = 4},
	{"struct nfqnl_instance" MODULE, "queue_list", 56, .size = 16},
	{"struct nf_queue_entry", "list", 0, .size = 16},
	{"struct nf_queue_entry", "skb", 16, .size = 8, .is_pointer = true},
	{"struct nf_queue_entry", "state.hook", 24, .size = 1},
	{"struct nf_queue_entry", "state.in", 32, .size = 8, .is_pointer = true},
	{"struct nf_queue_entry", "state.out", 40, .size = 8, .is_pointer = true},
};

/* Two buckets: queue 5 in the first, which is full, with a packet of each hook; queue 70000 % 65536 in the second. */
static int setup(void **state)
{
	static const uint8_t hooks[] = {1, 3, 4, 4};
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;
	uint64_t nodes[ARRAY_SIZE(hooks) + 1] = {QUEUE(0) + 56};

	fake_type(fake, "struct nfnl_queue_net" MODULE, 24);
	fake_net_generic(fake, "nfnetlink_queue", "nfnl_queue_net_id", ID, OWN);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, OWN + 8 + 8 * i, 8, QUEUE(i));
		fake_put(fake, QUEUE(i) + 24, 4, 300 + i);
		fake_put(fake, QUEUE(i) + 28, 4, i ? 1024 : 4);
		fake_put(fake, QUEUE(i) + 32, 4, i ? 0 : 11);
		fake_put(fake, QUEUE(i) + 36, 4, i ? 22 : 0);
		fake_put(fake, QUEUE(i) + 40, 2, i ? 4464 : 5);
		fake_put(fake, QUEUE(i) + 44, 4, i ? 3 : 2);
		fake_put(fake, QUEUE(i) + 48, 4, i ? 0 : 4);
		fake_put_list(fake, &(uint64_t){QUEUE(i) + 56}, 1);
	}
	for (unsigned i = 0; i < ARRAY_SIZE(hooks); i++) {
		nodes[i + 1] = ENTRY(i);
		fake_put(fake, ENTRY(i) + 16, 8, SKB(i));
		fake_put(fake, ENTRY(i) + 24, 1, hooks[i]);
		fake_put(fake, ENTRY(i) + 32, 8, i == 1 ? 0 : 0xd000 + i);
		fake_put(fake, ENTRY(i) + 40, 8, i == 0 ? 0 : 0xe000 + i);
	}
	fake_put(fake, SKB(3) + SKB_IIF, 4, 2);
	fake_put_list(fake, nodes, ARRAY_SIZE(nodes));
	*state = machine;
	return 0;
}

struct seen {
	struct pk_user_queue queues[3];
	uint64_t addrs[8];
	enum pk_direction dirs[8];
	unsigned nr, most;
};

static bool see(const struct pk_user_queue *queue, void *arg)
{
	struct seen *seen = arg;

	assert_true(seen->nr < ARRAY_SIZE(seen->queues));
	seen->queues[seen->nr++] = *queue;
	return seen->nr < seen->most;
}

static bool see_skb(uint64_t skb, enum pk_direction dir, void *arg)
{
	struct seen *seen = arg;

	assert_true(seen->nr < ARRAY_SIZE(seen->addrs));
	seen->addrs[seen->nr] = skb;
	seen->dirs[seen->nr++] = dir;
	return seen->nr < seen->most;
}

static void see_device(uint64_t dev, uint64_t entry, void *arg)
{
	struct seen *seen = arg;

	assert_true(seen->nr < ARRAY_SIZE(seen->addrs));
	assert_int_equal(entry, ENTRY(dev & 0xf));
	seen->addrs[seen->nr++] = dev;
}

static void what_is_read(void **state)
{
	struct fake_machine *machine = *state;
	struct seen seen = {.most = 9};

	assert_int_equal(pk_user_queues_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(seen.queues[0].addr, QUEUE(0));
	assert_int_equal(seen.queues[0].inum, 4026531840u);
	assert_int_equal(seen.queues[0].number, 5);
	assert_int_equal(seen.queues[0].port, 300);
	assert_int_equal(seen.queues[0].waiting.value, 4);
	assert_int_equal(seen.queues[0].limit.value, 4);
	assert_int_equal(seen.queues[0].dropped.value, 11);
	assert_int_equal(seen.queues[0].unsent.value, 0);
	assert_false(seen.queues[0].fails_open);
	assert_int_equal(seen.queues[1].number, 4464);
	assert_int_equal(seen.queues[1].unsent.value, 22);
	assert_true(seen.queues[1].fails_open);
	seen = (struct seen){.most = 1};
	assert_int_equal(pk_user_queues_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 1);
}

static void what_waits(void **state)
{
	struct fake_machine *machine = *state;
	const struct pk_user_queue queue = {.addr = QUEUE(0), .number = 5};
	struct seen seen = {.most = 9};

	pk_user_queue_skbs_walk(&machine->ctx, &queue, see_skb, &seen);
	assert_int_equal(seen.nr, 4);
	for (unsigned i = 0; i < seen.nr; i++)
		assert_int_equal(seen.addrs[i], SKB(i));
	assert_int_equal(seen.dirs[0], PK_RX);
	assert_int_equal(seen.dirs[1], PK_TX); /* LOCAL_OUT */
	assert_int_equal(seen.dirs[2],
			 PK_TX); /* POST_ROUTING of our own, and of what is forwarded */
	assert_int_equal(seen.dirs[3], PK_RX);
	seen = (struct seen){.most = 2};
	pk_user_queue_skbs_walk(&machine->ctx, &queue, see_skb, &seen);
	assert_int_equal(seen.nr, 2);

	seen = (struct seen){.most = 9};
	assert_int_equal(pk_user_queue_devices_walk(&machine->ctx, &queue, see_device, &seen),
			 PK_OK);
	assert_int_equal(seen.nr, 6);
	assert_int_equal(seen.addrs[0], 0xd000);
	assert_int_equal(seen.addrs[1], 0xe001);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void damage(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_user_queue queue = {.addr = QUEUE(0), .number = 5};
	struct seen seen = {.most = 9};

	fake_put(fake, ENTRY(1), 8, 0x1000);
	pk_user_queue_skbs_walk(&machine->ctx, &queue, see_skb, &seen);
	assert_int_equal(seen.nr, 4); /* those behind the damage backwards */
	assert_non_null(strstr(machine->ctx.warnings[0], "queue 5 to user space"));
	seen = (struct seen){.most = 9};
	assert_int_equal(pk_user_queue_devices_walk(&machine->ctx, &queue, see_device, &seen),
			 PK_UNREADABLE);

	seen = (struct seen){.most = 9};
	fake_put(fake, QUEUE(0), 8, 0x1000);
	assert_int_equal(pk_user_queues_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 1);
	assert_non_null(strstr(machine->ctx.warnings[1], "to user space"));
}

static const struct pk_drop_counter *counter_of(const struct pk_drop_counters *counters,
						const char *name)
{
	for (size_t i = 0; i < counters->nr; i++)
		if (!strcmp(counters->list[i].name, name))
			return &counters->list[i];
	fail_msg("no counter %s", name);
	return NULL;
}

static void drops(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_drop_counters counters = {0};
	const struct pk_drop_counter *full, *unsent;

	pk_drop_counters_read(&machine->ctx, &counters);
	full = counter_of(&counters, "queue_dropped");
	unsent = counter_of(&counters, "queue_user_dropped");
	assert_string_equal(full->source, "user queue");
	assert_string_equal(full->object, "NFQUEUE 5");
	assert_int_equal(full->value, 11);
	assert_int_equal(full->netns, 4026531840u);
	assert_int_equal(full->since, PK_SINCE_QUEUE);
	assert_non_null(strstr(full->meaning, "(NFQUEUE) was full"));
	assert_string_equal(unsent->object, "NFQUEUE 4464");
	assert_int_equal(unsent->value, 22);
	assert_non_null(strstr(unsent->meaning, "socket of the program"));
	pk_drop_counters_deinit(&counters);
}

static void found(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_findings findings;
	unsigned nr = 0;

	assert_int_equal(pk_findings_read(&machine->ctx, NULL, &findings), PK_OK);
	for (size_t i = 0; i < findings.nr; i++)
		if (strstr(findings.list[i].rule, "user-queue"))
			nr++;
	assert_int_equal(nr, 3); /* one is full, both dropped */
	pk_findings_deinit(&findings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_is_read, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(what_waits, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(drops, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(found, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
