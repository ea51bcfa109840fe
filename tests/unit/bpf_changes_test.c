// SPDX-License-Identifier: GPL-3.0-or-later
/* What a BPF program may change of a packet, by the helpers that it calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "decode/probe/probe.h"
#include "fake_net.h"

#define BASE (FAKE_GLOBALS + 0x8000) /* __bpf_call_base */
#define PULL (BASE + 0x100)
#define HEAD (BASE - 0x40) /* a helper may lie before it */
#define HASH (BASE + 0x140)
#define PROG (FAKE_DIRECT + 0x1000)
#define INSN(n) (PROG + 64 + 8 * (uint64_t)(n))

static const struct fake_member members[] = {
	{"struct bpf_prog", "len", 4, .size = 4},
	{"struct bpf_prog", "insnsi", 64, .size = 0, .is_array = true},
};

static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_symbol(fake, "__bpf_call_base", BASE, 16);
	fake_symbol(fake, "bpf_skb_pull_data", PULL, 64);
	fake_symbol(fake, "bpf_skb_change_head", HEAD, 64);
	fake_symbol(fake, "bpf_get_hash_recalc", HASH, 64);
	*state = machine;
	return 0;
}

static void put(struct fake_machine *machine, unsigned n, uint8_t code, uint8_t registers,
		int64_t imm)
{
	fake_put(&machine->fake, INSN(n), 8,
		 code | (uint64_t)registers << 8 | (uint64_t)(uint32_t)imm << 32);
	fake_put(&machine->fake, PROG + 4, 4, n + 1);
}

static void assert_changes(struct fake_machine *machine, const char *changes, bool tail)
{
	char text[96];
	bool has_tail;

	assert_int_equal(pk_bpf_changes(&machine->ctx, PROG, text, sizeof(text), &has_tail), PK_OK);
	assert_string_equal(text, changes);
	assert_int_equal(has_tail, tail);
}

static void helpers(void **state)
{
	struct fake_machine *machine = *state;

	put(machine, 0, 0x85, 0, HASH - BASE);
	put(machine, 1, 0x85, 0x10, PULL - BASE); /* a function of the program itself */
	put(machine, 2, 0x85, 0x20, PULL - BASE); /* one of the kernel by its number */
	put(machine, 3, 0xb7, 0, PULL - BASE); /* no call */
	put(machine, 4, 0x85, 0, PULL - BASE + 4); /* no beginning */
	put(machine, 5, 0x95, 0, 0);
	assert_changes(machine, "", false);
	put(machine, 6, 0x85, 0, (int64_t)HEAD - (int64_t)BASE);
	assert_changes(machine, "skb_change_head", false);
	put(machine, 7, 0x85, 0, PULL - BASE);
	put(machine, 8, 0xf5, 0, 0);
	assert_changes(machine, "skb_pull_data, skb_change_head", true);
	/* The last of many. */
	put(machine, 0, 0, 0, 0);
	for (unsigned n = 0; n < 700; n++)
		put(machine, n, 0xb7, 0, 0);
	put(machine, 700, 0x85, 0, PULL - BASE);
	assert_changes(machine, "skb_pull_data", false);
}

static void damaged(void **state)
{
	struct fake_machine *machine = *state;
	char text[96];
	bool tail;

	put(machine, 0, 0x95, 0, 0);
	fake_put(&machine->fake, PROG + 4, 4, 1000001);
	assert_int_equal(pk_bpf_changes(&machine->ctx, PROG, text, sizeof(text), &tail),
			 PK_CORRUPT);
	fake_put(&machine->fake, PROG + 4, 4, 1000000); /* beyond what is there */
	assert_int_equal(pk_bpf_changes(&machine->ctx, PROG, text, sizeof(text), &tail),
			 PK_UNREADABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(helpers, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damaged, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
