// SPDX-License-Identifier: GPL-3.0-or-later
/* What the kernel counts by names of its own, on each CPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "decode/figure.h"
#include "decode/net/counters/net_counters.h"
#include "fake_target.h"
#include "text/files.h"

#define NAMES 0xffff888000001000
#define TEXTS 0xffff888000002000
#define NET 0xffff888000003000
#define PERCPU 0xffff888000004000 /* CPU 1's lies 0x1000 further */
#define LIST NAMES
#define WORDS PERCPU

static const struct fake_member members[] = {
	{"struct snmp_mib", "name", 0, 8, .is_pointer = true},
	{"struct snmp_mib", "entry", 8, 4, .is_signed = true},
	{"struct net", "mib.tcp_statistics", 0, 8, .is_pointer = true},
	{"struct net", "mib.mptcp_statistics", 8, 8, .is_pointer = true},
	{"struct percpu_counter", "count", 0, 8, .is_signed = true},
	{"struct percpu_counter", "counters", 8, 8, .is_pointer = true},
};

static void put_name(struct fake_target *fake, unsigned i, const char *name, uint32_t entry)
{
	fake_put_string(fake, TEXTS + 64 * i, name);
	fake_put(fake, LIST + 16 * i, 8, TEXTS + 64 * i);
	fake_put(fake, LIST + 16 * i + 8, 4, entry);
}

static int setup(void **state)
{
	static struct fake_machine machine;
	struct fake_target *fake = &machine.fake;

	fake_target_init(fake);
	fake_cpus(fake, 2);
	fake->percpu[1] = 0x1000;
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct snmp_mib", 16);
	fake_map(fake, NAMES, 0x1000);
	fake_map(fake, TEXTS, 0x1000);
	fake_map(fake, NET, 0x1000);
	fake_map(fake, PERCPU, 0x2000);
	put_name(fake, 0, "ActiveOpens", 2);
	put_name(fake, 1, "MaxConn", 5);
	fake_put(fake, NET, 8, WORDS);
	fake_put(fake, WORDS + 16, 8, 40);
	fake_put(fake, WORDS + 0x1000 + 16, 8, 2);
	fake_put(fake, WORDS + 40, 8, UINT64_MAX);
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static uint64_t value_of(const struct pk_mib_table *mibs, enum pk_mib mib, const char *name)
{
	const struct pk_counter *counter = pk_mib_find(mibs, mib, name);

	assert_non_null(counter);
	return counter->value;
}

static void test_cpus_are_added_up(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_mib_table mibs[PK_NR_MIBS];

	fake_symbol(&machine->fake, "snmp4_tcp_list", LIST, 0x100);
	pk_mibs_read(&machine->ctx, NET, mibs);
	assert_int_equal(mibs[PK_MIB_TCP].status, PK_OK);
	assert_int_equal(mibs[PK_MIB_TCP].nr, 2);
	assert_int_equal(value_of(mibs, PK_MIB_TCP, "ActiveOpens"), 42);
	assert_int_equal(value_of(mibs, PK_MIB_TCP, "MaxConn"), UINT64_MAX);
	assert_true(pk_mib_find(mibs, PK_MIB_TCP, "MaxConn")->is_signed);
	/* A kernel without the table, and one that never counted. */
	assert_int_equal(mibs[PK_MIB_UDP].status, PK_ABSENT);
	assert_int_equal(mibs[PK_MIB_MPTCPEXT].status, PK_ABSENT);
	pk_mibs_deinit(mibs);
}

/* The kernel counts, and its compiler (LTO) left no table of names. */
static void test_counters_without_names(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_mib_table mibs[PK_NR_MIBS];

	pk_mibs_read(&machine->ctx, NET, mibs);
	assert_int_equal(mibs[PK_MIB_TCP].status, PK_UNSUPPORTED);
	assert_int_equal(mibs[PK_MIB_MPTCPEXT].status, PK_ABSENT); /* nor does it count these */
	pk_mibs_deinit(mibs);
}

/* Since 6.18 nothing ends a table but its size: what lies behind it is another one's. */
static void test_table_ends_with_its_symbol(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_mib_table mibs[PK_NR_MIBS];

	fake_symbol(&machine->fake, "snmp4_tcp_list", LIST, 16);
	fake_symbol(&machine->fake, "mptcp_snmp_list", LIST + 16, 16);
	pk_mibs_read(&machine->ctx, NET, mibs);
	assert_int_equal(mibs[PK_MIB_TCP].nr, 1);
	/* Not made yet, and printed as zeros. */
	assert_int_equal(mibs[PK_MIB_MPTCPEXT].status, PK_OK);
	assert_int_equal(value_of(mibs, PK_MIB_MPTCPEXT, "MaxConn"), 0);
	pk_mibs_deinit(mibs);
}

static void test_absurd_entries_are_corrupt(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_mib_table mibs[PK_NR_MIBS];

	fake_symbol(&machine->fake, "snmp4_tcp_list", LIST, 0x100);
	put_name(&machine->fake, 1, "Absurd", 0x7fffffff);
	pk_mibs_read(&machine->ctx, NET, mibs);
	assert_int_equal(mibs[PK_MIB_TCP].status, PK_CORRUPT);
	pk_mibs_deinit(mibs);
}

/* A sum without a CPU would be a wrong number. */
static void test_cpu_that_is_not_in_the_dump(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_mib_table mibs[PK_NR_MIBS];

	fake_symbol(&machine->fake, "snmp4_tcp_list", LIST, 0x100);
	machine->fake.percpu[1] = 0x100000;
	pk_mibs_read(&machine->ctx, NET, mibs);
	assert_int_equal(mibs[PK_MIB_TCP].status, PK_UNREADABLE);
	assert_null(pk_mib_find(mibs, PK_MIB_TCP, "ActiveOpens"));
	pk_mibs_deinit(mibs);
}

static void test_percpu_counter(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_figure figure;

	fake_put(&machine->fake, NET + 64, 8, 10);
	fake_put(&machine->fake, NET + 72, 8, WORDS + 64);
	fake_put(&machine->fake, WORDS + 64, 4, (uint32_t)-3);
	fake_put(&machine->fake, WORDS + 0x1000 + 64, 4, 1);
	figure = pk_figure_counter(&machine->ctx, NET + 64);
	assert_int_equal(figure.status, PK_OK);
	assert_int_equal(figure.value, 8);
	fake_put(&machine->fake, NET + 64, 8, 0);
	assert_int_equal(pk_figure_positive(pk_figure_counter(&machine->ctx, NET + 64)).value, 0);
}

/* Nothing is printed as the kernel's that the kernel would not have printed. */
static void test_files_are_whole_or_not_written(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_net_counters net;
	struct pk_host_counters host;
	char *text = NULL;
	size_t size = 0;
	FILE *fp = open_memstream(&text, &size);

	assert_non_null(fp);
	pk_net_counters_read(&machine->ctx, NET, 0, &net);
	pk_host_counters_read(&machine->ctx, &host);
	for (int file = 0; file < PK_NR_NET_FILES; file++)
		assert_int_not_equal(pk_net_file_write(&machine->ctx, file, &net, &host, fp),
				     PK_OK);
	fclose(fp);
	assert_int_equal(size, 0);
	free(text);
	pk_net_counters_deinit(&net);
	pk_host_counters_deinit(&host);
}

static void test_softnet_stat_columns(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_softnet_cpu cpus[2] = {{.cpu = 0, .online = true, .processed = {PK_OK, 0x1f}},
					 {.cpu = 1, .online = false}};
	struct pk_host_counters host = {.cpus = cpus, .nr_cpus = 2, .softnet_columns = 13};
	struct pk_net_counters net = {0};
	char *text = NULL;
	size_t size = 0;
	FILE *fp = open_memstream(&text, &size);

	cpus[0].input_qlen.value = 2;
	cpus[0].process_qlen.value = 3;
	assert_int_equal(pk_net_file_write(&machine->ctx, PK_NET_SOFTNET_STAT, &net, &host, fp),
			 PK_OK);
	fclose(fp);
	assert_string_equal(text, "0000001f 00000000 00000000 00000000 00000000 00000000 00000000 "
				  "00000000 00000000 00000000 00000000 00000005 00000000\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_cpus_are_added_up, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_counters_without_names, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_table_ends_with_its_symbol, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_absurd_entries_are_corrupt, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_cpu_that_is_not_in_the_dump, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_percpu_counter, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_files_are_whole_or_not_written, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_softnet_stat_columns, setup,
						fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
