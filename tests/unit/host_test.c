// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decode/task/task.h"
#include "fake_target.h"

#define UTS 0xffffffff82000000ull
#define NODE (UTS + 69)
#define DOMAIN (UTS + 329)

static const struct fake_member members[] = {
	{.type = "struct uts_namespace", .path = "name.nodename", .offset = 69, .size = 65},
	{.type = "struct uts_namespace", .path = "name.domainname", .offset = 329, .size = 65},
};

static void begin(struct fake_target *fake)
{
	fake_target_init(fake);
	fake_symbol(fake, "init_uts_ns", UTS, 512);
	fake_members(fake, members, ARRAY_SIZE(members));
}

static struct pk_host read_host(struct fake_target *fake)
{
	struct pk_host host;
	struct pk_ctx ctx;

	pk_ctx_init(&ctx, &fake->target);
	pk_host_read(&ctx, &host);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(fake);
	return host;
}

static void names(void **state)
{
	struct fake_target fake;
	struct pk_host host;

	(void)state;
	begin(&fake);
	fake_map(&fake, UTS, 4096);
	fake_put_bytes(&fake, NODE, "web-7.lab", 10);
	fake_put_bytes(&fake, DOMAIN, "(none)", 7);
	host = read_host(&fake);
	assert_int_equal(host.node.status, PK_OK);
	assert_string_equal(host.node.text, "web-7.lab");
	assert_int_equal(host.node.addr, NODE);
	assert_string_equal(host.domain.text, "(none)");
}

static void no_names(void **state)
{
	struct fake_target fake;
	struct pk_host host;

	(void)state;
	fake_target_init(&fake);
	host = read_host(&fake);
	assert_int_equal(host.node.status, PK_ABSENT);
	begin(&fake);
	host = read_host(&fake);
	assert_int_equal(host.node.status, PK_UNREADABLE);
	assert_int_equal(host.domain.status, PK_UNREADABLE);
}

/* One that fills its field has no end. */
static void one_without_an_end(void **state)
{
	struct fake_target fake;
	struct pk_host host;
	char bytes[66];

	(void)state;
	begin(&fake);
	fake_map(&fake, UTS, 4096);
	memset(bytes, 'a', sizeof(bytes));
	fake_put_bytes(&fake, NODE, bytes, 65);
	fake_put_bytes(&fake, DOMAIN, bytes, 64);
	host = read_host(&fake);
	assert_int_equal(host.node.status, PK_CORRUPT);
	assert_string_equal(host.node.text, "");
	assert_int_equal(host.domain.status, PK_OK);
	assert_int_equal(strlen(host.domain.text), 64);
}

static unsigned long nr_unanswered;

static unsigned long unanswered(struct pk_target *target, bool *ret_older)
{
	unsigned long nr = nr_unanswered;

	(void)target;
	*ret_older = true;
	nr_unanswered = 0;
	return nr;
}

static enum pk_status lacks(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	(void)target;
	(void)name;
	(void)ret_addr;
	nr_unanswered++;
	return PK_NOT_CAPTURED;
}

/* A capsule that was recorded before the question counts what else it lacks, and not this. */
static void an_older_capsule(void **state)
{
	static const struct pk_target_ops ops = {.symbol = lacks, .unanswered = unanswered};
	struct pk_target target = {.ops = &ops};
	struct pk_host host;
	struct pk_ctx ctx;
	bool older;

	(void)state;
	pk_ctx_init(&ctx, &target);
	nr_unanswered = 3;
	pk_host_read(&ctx, &host);
	assert_int_equal(host.node.status, PK_NOT_CAPTURED);
	assert_int_equal(pk_unanswered(&ctx, &older), 3);
	assert_true(older);
	assert_int_equal(pk_unanswered(&ctx, &older), 0);
	pk_ctx_deinit(&ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(no_names),
		cmocka_unit_test(one_without_an_end),
		cmocka_unit_test(an_older_capsule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
