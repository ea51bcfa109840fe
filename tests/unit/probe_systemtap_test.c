// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "probe_session.h"

/*
 * A SystemTap module, drawn from what its translator writes (not from a dump): one kprobe and one kretprobe with
 * the handlers that all of a script's probes share. Strings and odd sizes in front of the members that lead to
 * the probe point, as they differ from script to script.
 */
#define HANDLER (FAKE_MODULE + 0x200)
#define RET_HANDLER (FAKE_MODULE + 0x300)
#define SCRIPT_CODE (FAKE_MODULE + 0x400)
#define KPROBES (FAKE_MODULE + 0x3fe0) /* stap_kprobes[] */
#define TABLE (FAKE_MODULE + 0x4ff8) /* stap_kprobe_probes[]: across a page */
#define POINTS (FAKE_MODULE + 0x6000) /* stap_probes[] */
#define STRINGS (FAKE_MODULE + 0x7000)
#define KPROBE_SIZE 192

static struct fake_target *begin(struct session *s)
{
	struct fake_target *fake = &s->image.fake;

	fake_probes_init(&s->image, FAKE_MODERN);
	fake_module_symbol(fake, "foreign", "enter_kprobe_probe", HANDLER, 0x40);
	fake_module_symbol(fake, "foreign", "enter_kretprobe_probe", RET_HANDLER, 0x40);
	fake_module_symbol(fake, "foreign", "probe_6376", SCRIPT_CODE, 0x40);
	return fake;
}

/* stap_kprobes[INDEX] on FUNC + 16, and its entry in the table. Returns the struct kprobe. */
static uint64_t put_kprobe(struct session *s, unsigned index, enum fake_func func, uint64_t handler,
			   uint64_t ret, uint64_t point)
{
	struct fake_target *fake = &s->image.fake;
	uint64_t kprobe = KPROBES + index * KPROBE_SIZE, entry = TABLE + index * 72,
		 addr = fake_func(func) + 16;

	fake_put(fake, kprobe + 40, 8, addr);
	fake_put(fake, kprobe + 64, 8, handler);
	fake_put(fake, kprobe + 80, 1, 0x55);
	fake_put(fake, kprobe + 128, 8, ret);
	fake_hash_kprobe(&s->image, kprobe, 5);
	fake_put(fake, addr, 1, 0xcc);
	fake_put(fake, entry, 8, 1);
	fake_put(fake, entry + 32, 8, STRINGS);
	fake_put(fake, entry + 48, 8, point);
	fake_put(fake, entry + 56, 8, ret ? point : 0);
	fake_put(fake, entry + 64, 8, kprobe);
	return kprobe;
}

/* struct stap_probe at ADDR with an array at its end. */
static void put_point(struct fake_target *fake, uint64_t addr, uint64_t index, const char *text)
{
	fake_put(fake, addr, 8, index);
	fake_put(fake, addr + 8, 8, SCRIPT_CODE);
	fake_put(fake, addr + 16, 4, 1);
	fake_put_string(fake, addr + 20, text);
}

static const struct pk_probe *the(const struct session *s, enum pk_probe_kind kind)
{
	for (uint32_t i = 0; i < s->list->nr; i++)
		if (s->list->probes[i].kind == kind)
			return &s->list->probes[i];
	fail_msg("no %s", pk_probe_kind_name(kind));
	return NULL;
}

static void points_in_arrays(void **state)
{
	struct session s;
	struct fake_target *fake = begin(&s);

	(void)state;
	put_point(fake, POINTS, 0, "kprobe.function(\"ip_rcv\")");
	put_point(fake, POINTS + 80, 1, "kprobe.function(\"tcp_ack\").return");
	/* Both in one bucket of the kernel's hash: the second points to the first. */
	put_kprobe(&s, 0, FN_IP_RCV, HANDLER, 0, POINTS);
	put_kprobe(&s, 1, FN_TCP_ACK, fake_func(FN_PRE_HANDLER_KRETPROBE), RET_HANDLER,
		   POINTS + 80);
	load(&s);
	assert_string_equal(the(&s, PK_PROBE_KPROBE)->owner, "SystemTap module foreign");
	assert_non_null(strstr(the(&s, PK_PROBE_KPROBE)->detail,
			       "probe point kprobe.function(\"ip_rcv\");"));
	assert_string_equal(the(&s, PK_PROBE_KRETPROBE)->owner, "SystemTap module foreign");
	assert_non_null(strstr(the(&s, PK_PROBE_KRETPROBE)->detail,
			       "probe point kprobe.function(\"tcp_ack\").return;"));
	assert_int_equal(s.ctx.nr_warnings, 0);
	end(&s);
}

static void points_by_pointers(void **state)
{
	struct session s;
	struct fake_target *fake = begin(&s);

	(void)state;
	put_point(fake, POINTS, 3, "");
	fake_put(fake, POINTS + 24, 8, STRINGS + 0x100);
	fake_put_string(fake, STRINGS + 0x100, "module(\"nf_nat\").function(\"*\").call");
	put_kprobe(&s, 0, FN_IP_RCV, HANDLER, 0, POINTS);
	load(&s);
	assert_non_null(strstr(the(&s, PK_PROBE_KPROBE)->detail,
			       "probe point module(\"nf_nat\").function(\"*\").call"));
	end(&s);
}

static void modules_made_for_timing(void **state)
{
	struct session s;
	struct fake_target *fake = begin(&s);

	(void)state;
	put_point(fake, POINTS, 3, "my.stp:12:1");
	fake_put_string(fake, POINTS + 34, " from: kprobe.function(\"*\")");
	fake_put_string(fake, POINTS + 90, "kprobe.function(\"ip_rcv\")");
	put_kprobe(&s, 0, FN_IP_RCV, HANDLER, 0, POINTS);
	load(&s);
	assert_non_null(strstr(the(&s, PK_PROBE_KPROBE)->detail,
			       "probe point my.stp:12:1 kprobe.function(\"ip_rcv\");"));
	end(&s);
}

/* Nothing in the module proves itself: it is said, and nothing is invented. */
static void damaged(void **state)
{
	static const struct {
		uint64_t addr;
		size_t size;
		uint64_t value;
	} damage[] = {
		{TABLE + 48, 8, FAKE_DATA}, /* not in the module */
		{TABLE + 48, 8, FAKE_MODULE + FAKE_REGION - 8}, /* ends within the struct */
		{TABLE + 64, 8, KPROBES + 8},
		{POINTS, 8, UINT64_MAX},
		{POINTS + 8, 8, FAKE_DATA},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
		struct session s;
		struct fake_target *fake = begin(&s);

		put_point(fake, POINTS, 0, "kprobe.function(\"ip_rcv\")");
		put_kprobe(&s, 0, FN_IP_RCV, HANDLER, 0, POINTS);
		fake_put(fake, damage[i].addr, damage[i].size, damage[i].value);
		load(&s);
		assert_string_equal(the(&s, PK_PROBE_KPROBE)->owner, "SystemTap module foreign");
		assert_non_null(strstr(the(&s, PK_PROBE_KPROBE)->detail, "probe point not found"));
		end(&s);
	}
}

static void other_modules_are_not_searched(void **state)
{
	const struct pk_probe *probe;
	struct session s;
	struct fake_target *fake = begin(&s);

	(void)state;
	put_point(fake, POINTS, 0, "kprobe.function(\"ip_rcv\")");
	put_kprobe(&s, 0, FN_IP_RCV, FAKE_HANDLER, 0, POINTS);
	load(&s);
	probe = the(&s, PK_PROBE_KPROBE);
	assert_string_equal(probe->owner, "module foreign");
	assert_null(strstr(probe->detail, "probe point"));
	end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_in_arrays),
		cmocka_unit_test(points_by_pointers),
		cmocka_unit_test(modules_made_for_timing),
		cmocka_unit_test(damaged),
		cmocka_unit_test(other_modules_are_not_searched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
