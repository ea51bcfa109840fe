// SPDX-License-Identifier: GPL-3.0-or-later
/* Which functions and tracepoints are on the path, by whatever name the compiler left them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "protocol/protocol.h"
#include "protocol/stage.h"

/* In the table of all, a protocol's function stands for those that do not know the protocol. */
static void find_function(const struct pk_stage *stage, const struct pk_protocol *protocol)
{
	const struct pk_stage *found = pk_stage_of_function(NULL, stage->name);

	if (found != stage)
		assert_true(!protocol && found && pk_stage_protocol(found));
}

static void find_rows(const struct pk_stage *stage, const struct pk_protocol *protocol,
		      unsigned *number)
{
	for (; stage->name; stage++) {
		const char *slash = strchr(stage->name, '/');
		char system[64];

		if (slash) {
			snprintf(system, sizeof(system), "%.*s", (int)(slash - stage->name),
				 stage->name);
			assert_ptr_equal(pk_stage_of_event(NULL, system, slash + 1), stage);
			assert_ptr_equal(pk_stage_of_tracepoint(NULL, slash + 1), stage);
		} else {
			find_function(stage, protocol);
		}
		assert_ptr_equal(pk_stage_protocol(stage), protocol);
		assert_int_equal(pk_stage_number(stage), ++*number);
	}
}

static void finds_every_row_of_the_tables(void **state)
{
	unsigned number = 0;

	(void)state;
	for (int i = 0; pk_protocols[i]; i++)
		find_rows(pk_protocols[i]->stages, pk_protocols[i], &number);
	find_rows(pk_path_stages, NULL, &number);
}

static void a_protocol_is_another_to_those_that_do_not_know_it(void **state)
{
	static const struct {
		const char *function;
		enum pk_stage_act known, other;
	} rows[] = {
		{"udp_rcv", PK_ACT_RX_OWN, PK_ACT_RX_OTHER},
		{"udpv6_sendmsg", PK_ACT_TX_CONTROL, PK_ACT_TX_OTHER},
		{"icmp_rcv", PK_ACT_RX_OWN, PK_ACT_RX_OTHER},
		{"icmp6_send", PK_ACT_TX_CONTROL, PK_ACT_TX_OTHER},
		{"tcp_v4_rcv", PK_ACT_RX_OWN, PK_ACT_RX_OWN},
	};
	struct pk_ctx ctx = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ctx.protocols = 0;
		assert_int_equal(pk_stage_of_function(&ctx, rows[i].function)->act, rows[i].other);
		assert_true(pk_protocols_parse("tcp", &ctx.protocols));
		assert_int_equal(pk_stage_of_function(&ctx, rows[i].function)->act, rows[i].other);
		assert_true(pk_protocols_parse("icmp6", &ctx.protocols));
		assert_int_equal(pk_stage_of_function(&ctx, rows[i].function)->act, rows[i].known);
	}
	ctx.protocols = 0;
	assert_null(pk_stage_of_function(&ctx, "udp_queue_rcv_skb"));
	assert_false(pk_stage_is_path(&ctx, "ping_rcv"));
}

struct armed {
	char globs[256][64];
	int nr;
};

/* pkttrace-arm does not arm SCTP, whose functions see no other protocol's packets. */
static void is_armed(const struct pk_stage *stage, const struct pk_protocol *protocol, void *arg)
{
	const struct armed *armed = arg;
	int i;

	if (strchr(stage->name, '/') || protocol == &pk_sctp)
		return;
	for (i = 0; i < armed->nr && fnmatch(armed->globs[i], stage->name, 0); i++)
		;
	if (i == armed->nr)
		print_message("%s is in no glob of scripts/arm/narrow\n", stage->name);
	assert_int_not_equal(i, armed->nr);
}

/* What would be missed there is a packet that begins in another's skb, or one taken for another. */
static void the_narrow_graph_has_all_that_changes_a_packet(void **state)
{
	FILE *fp = fopen("scripts/arm/narrow", "r");
	struct armed armed = {{"__copy_skb_header"}, 1}; /* by a probe */
	char line[128];

	(void)state;
	assert_non_null(fp);
	while (fgets(line, sizeof(line), fp)) {
		assert_in_range(armed.nr, 1, 255);
		if (line[0] != '#' && sscanf(line, "%63s", armed.globs[armed.nr]) == 1)
			armed.nr++;
	}
	fclose(fp);
	assert_in_range(armed.nr, 50, 255);
	for (enum pk_stage_act act = PK_ACT_NONE + 1; act < PK_NR_ACTS; act++)
		pk_stages_each(act, is_armed, &armed);
}

static void strips_what_the_compiler_added(void **state)
{
	static const char *const suffixes[] = {"",
					       ".isra.0",
					       ".part.1",
					       ".constprop.0",
					       ".cold",
					       ".constprop.0.isra.0",
					       ".isra.0.cold",
					       ".part.12.isra.3"};
	char name[64];

	(void)state;
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		snprintf(name, sizeof(name), "tcp_v4_rcv%s", suffixes[i]);
		assert_non_null(pk_stage_of_function(NULL, name));
		assert_int_equal(pk_stage_of_function(NULL, name)->act, PK_ACT_RX_OWN);
	}
}

static void other_names_are_none(void **state)
{
	static const char *const names[] = {
		"", ".", ".isra.0", "tcp_v4_rc", "tcp_v4_rcv2", "xtcp_v4_rcv", "kfree"};

	(void)state;
	assert_null(pk_stage_protocol(NULL));
	assert_int_equal(pk_stage_number(NULL), 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_null(pk_stage_of_function(NULL, names[i]));
		assert_false(pk_stage_is_path(NULL, names[i]));
	}
	/* A tracepoint's name alone is no function, and the other way round. */
	assert_null(pk_stage_of_function(NULL, "net_dev_queue"));
	assert_null(pk_stage_of_event(NULL, "net", "tcp_v4_rcv"));
	assert_null(pk_stage_of_event(NULL, "skb", "net_dev_queue"));
	assert_null(pk_stage_of_event(NULL, "", "net_dev_queue"));
}

static void names_longer_than_any_are_none(void **state)
{
	char name[4096];

	(void)state;
	memset(name, 'a', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	assert_null(pk_stage_of_function(NULL, name));
	name[100] = '.';
	assert_null(pk_stage_of_function(NULL, name));
	assert_null(pk_stage_of_event(NULL, name, name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_every_row_of_the_tables),
		cmocka_unit_test(a_protocol_is_another_to_those_that_do_not_know_it),
		cmocka_unit_test(the_narrow_graph_has_all_that_changes_a_packet),
		cmocka_unit_test(strips_what_the_compiler_added),
		cmocka_unit_test(other_names_are_none),
		cmocka_unit_test(names_longer_than_any_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
