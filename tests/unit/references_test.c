// SPDX-License-Identifier: GPL-3.0-or-later
/* What a function's code refers to, on each architecture whose code is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "arch/arch.h"
#include "fake_target.h"

#define TEXT 0xffffffff81000000ull
#define CALLER (TEXT + 0x1000)
#define CALLED (TEXT + 0x2040)
#define DATA (TEXT + 0x5a38)

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
};

static void draw(struct machine *m, const char *arch, const uint8_t *code, size_t len)
{
	memset(m, 0, sizeof(*m));
	fake_target_init(&m->fake);
	strcpy(m->fake.target.facts.machine, arch);
	fake_symbol(&m->fake, "_stext", TEXT, 16);
	fake_symbol(&m->fake, "_end", TEXT + 0x1000000, 16);
	fake_symbol(&m->fake, "caller", CALLER, len);
	fake_map(&m->fake, CALLER, 4096);
	for (size_t i = 0; i < len; i++)
		fake_put(&m->fake, CALLER + i, 1, code[i]);
	pk_ctx_init(&m->ctx, &m->fake.target);
}

static bool is_target(uint64_t target, void *arg)
{
	return target == *(const uint64_t *)arg;
}

static bool refers(struct machine *m, uint64_t target)
{
	return pk_arch_refers(&m->ctx, CALLER, is_target, &target) == PK_OK;
}

static void done(struct machine *m)
{
	pk_ctx_deinit(&m->ctx);
	fake_target_deinit(&m->fake);
}

/* nop; call CALLED; mov $DATA,%rsi; ret */
static void x86_64(void **state)
{
	static const uint8_t code[] = {0x90, 0xe8, 0x3a, 0x10, 0x00, 0x00, 0x48,
				       0xc7, 0xc6, 0x38, 0x5a, 0x00, 0x81, 0xc3};
	struct machine m;

	(void)state;
	draw(&m, "x86_64", code, sizeof(code));
	assert_true(refers(&m, CALLED));
	assert_true(refers(&m, DATA));
	assert_false(refers(&m, CALLED + 4));
	done(&m);
}

/* bl CALLED; adrp x1, DATA; add x1, x1, :lo12:DATA; adrp x2; add x3, x1: not of one register */
static void aarch64(void **state)
{
	static const uint8_t code[] = {0x10, 0x04, 0x00, 0x94, 0x21, 0x00, 0x00, 0x90, 0x21, 0xe0,
				       0x28, 0x91, 0x22, 0x00, 0x00, 0x90, 0x23, 0xe4, 0x28, 0x91};
	struct machine m;

	(void)state;
	draw(&m, "aarch64", code, sizeof(code));
	assert_true(refers(&m, CALLED));
	assert_true(refers(&m, DATA));
	assert_false(refers(&m, DATA + 1));
	done(&m);
}

/* bl CALLED; nop */
static void ppc64le(void **state)
{
	static const uint8_t code[] = {0x41, 0x10, 0x00, 0x48, 0x00, 0x00, 0x00, 0x60};
	struct machine m;

	(void)state;
	draw(&m, "ppc64le", code, sizeof(code));
	assert_true(refers(&m, CALLED));
	assert_false(refers(&m, CALLED + 4));
	done(&m);
}

/* larl %r1,DATA; brasl %r14,CALLED */
static void s390x(void **state)
{
	static const uint8_t code[] = {0xc0, 0x10, 0x00, 0x00, 0x25, 0x1c,
				       0xc0, 0xe5, 0x00, 0x00, 0x08, 0x1d};
	struct machine m;

	(void)state;
	draw(&m, "s390x", code, sizeof(code));
	assert_true(refers(&m, DATA));
	assert_true(refers(&m, CALLED));
	assert_false(refers(&m, CALLED + 2));
	done(&m);
}

/* What ends in a call ends in a jump there. */
static void a_jump_at_the_end(void **state)
{
	static const struct {
		const char *arch;
		uint8_t code[6];
		size_t len;
	} jumps[] = {
		{"x86_64", {0xe9, 0x3b, 0x10, 0x00, 0x00}, 5}, /* jmp */
		{"aarch64", {0x10, 0x04, 0x00, 0x14}, 4}, /* b */
		{"ppc64le", {0x40, 0x10, 0x00, 0x48}, 4}, /* b */
		{"s390x", {0xc0, 0xf4, 0x00, 0x00, 0x08, 0x20}, 6}, /* jg */
	};
	struct machine m;

	(void)state;
	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++) {
		draw(&m, jumps[i].arch, jumps[i].code, jumps[i].len);
		assert_true(refers(&m, CALLED));
		done(&m);
	}
}

/* Of what is not understood nothing is said, nor of a function that is not there. */
static void unknown(void **state)
{
	static const uint8_t code[] = {0xe8, 0x3b, 0x10, 0x00, 0x00};
	struct machine m;

	(void)state;
	draw(&m, "sparc64", code, sizeof(code));
	assert_false(refers(&m, CALLED));
	done(&m);
	draw(&m, "x86_64", code, 0);
	assert_false(refers(&m, CALLED));
	done(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(x86_64),
		cmocka_unit_test(aarch64),
		cmocka_unit_test(ppc64le),
		cmocka_unit_test(s390x),
		cmocka_unit_test(a_jump_at_the_end),
		cmocka_unit_test(unknown),
	};

	return cmocka_run_group_tests_name("references", tests, NULL, NULL);
}
