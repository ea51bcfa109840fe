// SPDX-License-Identifier: GPL-3.0-or-later
/* Which names of the layout table a real kernel has had; the rest is called unverified. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "core/layout.h"
#include "fake_target.h"

/* Every name that is looked up is found again if it is in the table: the table is sorted. */
static void names_that_were_met(void **state)
{
	(void)state;
	assert_true(pk_layout_met("trace_array:array_buffer.buffer"));
	assert_true(pk_layout_met("ftrace_trace_arrays"));
	assert_true(pk_layout_met("struct sk_buff"));
	assert_true(pk_layout_met("TRACE_FN"));
	assert_false(pk_layout_met("trace_array:trace_buffer.buffer"));
	assert_false(pk_layout_met("struct log"));
	assert_false(pk_layout_met(""));
}

static void layout_says_so(void **state)
{
	static const struct fake_member members[] = {
		{.type = "struct inet_ehash_bucket", .path = "chain", .size = 8},
		{.type = "struct inet_ehash_bucket", .path = "twchain", .offset = 8, .size = 8},
	};
	char command[] = "pkttrace", layout[] = "layout", net[] = "net",
	     *argv[] = {command, layout, net, NULL};
	struct fake_target fake;
	struct pk_ctx ctx;
	char *text = NULL;
	size_t len = 0;
	FILE *fp = open_memstream(&text, &len);

	(void)state;
	assert_non_null(fp);
	fake_target_init(&fake);
	fake_members(&fake, members, ARRAY_SIZE(members));
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_command_run(&ctx, 3, argv, fp), 0);
	fclose(fp);
	assert_non_null(
		strstr(text, "inet_ehash_bucket:chain                          +0, 8 bytes\n"));
	assert_non_null(strstr(
		text,
		"inet_ehash_bucket:twchain                        +8, 8 bytes  unverified\n"));
	assert_non_null(strstr(
		text, "\n1 found as no kernel in pkttrace's samples has them: unverified\n"));
	free(text);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_that_were_met),
		cmocka_unit_test(layout_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
