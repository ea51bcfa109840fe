// SPDX-License-Identifier: GPL-3.0-or-later
/* What a line of the log names by address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "decode/said.h"
#include "fake_target.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(names)};

	return cmocka_run_group_tests_name("said", tests, NULL, NULL);
}
