// SPDX-License-Identifier: GPL-3.0-or-later
/* Random filter programs over frames that are known in part: what is said of such a frame is said of each whole one that it
 * can be, by an interpreter that knows nothing of parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/lives/bpf.h"

#define FRAME_LEN 8 /* bytes; a load may reach past them */
#define MAX_UNKNOWN 7 /* bits of a frame */
#define MAX_INSNS 12
#define ROUNDS 20000
#define TOLD 19180

enum { LD_H = 0x28, LD_B = 0x30, LD_H_IND = 0x48, LD_B_IND = 0x50, LD_LEN = 0x80, LD_MEM = 0x60 };
enum { LDX_IMM = 0x01, LDX_LEN = 0x81, LDX_MSH = 0xb1, LDX_MEM = 0x61, ST = 0x02, STX = 0x03 };
enum { TAX = 0x07, TXA = 0x87, RET_K = 0x06, RET_A = 0x16, JA = 0x05, JEQ = 0x15, SRC_X = 0x08 };

static uint32_t seed;

static uint32_t dice(uint32_t sides)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % sides;
}

/* Small, a bit, all but some, or a number with both. */
static uint32_t constant(void)
{
	switch (dice(4)) {
	case 0:
		return dice(9);
	case 1:
		return 1u << dice(32);
	case 2:
		return UINT32_MAX << dice(32);
	default:
		return dice(0x20000);
	}
}

static uint32_t operate(unsigned how, uint32_t a, uint32_t by, bool *ret_ends)
{
	*ret_ends = (how == 3 || how == 9) && !by;
	switch (how) {
	case 0:
		return a + by;
	case 1:
		return a - by;
	case 2:
		return a * by;
	case 3:
		return by ? a / by : 0;
	case 4:
		return a | by;
	case 5:
		return a & by;
	case 6:
		return by < 32 ? a << by : 0;
	case 7:
		return by < 32 ? a >> by : 0;
	case 8:
		return -a;
	case 9:
		return by ? a % by : 0;
	default:
		return a ^ by;
	}
}

static bool holds(unsigned how, uint32_t a, uint32_t by)
{
	return how == 1 ? a == by : how == 2 ? a > by : how == 3 ? a >= by : (a & by) != 0;
}

static bool load(const uint8_t *frame, uint64_t at, unsigned size, uint32_t *ret_value)
{
	*ret_value = 0;
	if (at + size > FRAME_LEN)
		return false;
	for (unsigned i = 0; i < size; i++)
		*ret_value = *ret_value << 8 | frame[at + i];
	return true;
}

/* Whether the program passes FRAME, whose bytes are all known. */
static bool passes(const struct pk_bpf_insn *insns, const uint8_t *frame)
{
	uint32_t a = 0, x = 0, mem = 0, value;
	bool ends = false;

	for (const struct pk_bpf_insn *insn = insns;; insn++) {
		uint32_t by = insn->code & SRC_X ? x : insn->k;

		switch (insn->code) {
		case LD_H:
		case LD_B:
			if (!load(frame, insn->k, insn->code == LD_H ? 2 : 1, &a))
				return false;
			continue;
		case LD_H_IND:
		case LD_B_IND:
			if (!load(frame, (uint64_t)x + insn->k, insn->code == LD_H_IND ? 2 : 1, &a))
				return false;
			continue;
		case LDX_MSH:
			if (!load(frame, insn->k, 1, &value))
				return false;
			x = (value & 0xf) * 4;
			continue;
		case LD_LEN:
			a = FRAME_LEN;
			continue;
		case LDX_LEN:
			x = FRAME_LEN;
			continue;
		case LDX_IMM:
			x = insn->k;
			continue;
		case LD_MEM:
			a = mem;
			continue;
		case LDX_MEM:
			x = mem;
			continue;
		case ST:
			mem = a;
			continue;
		case STX:
			mem = x;
			continue;
		case TAX:
			x = a;
			continue;
		case TXA:
			a = x;
			continue;
		case JA:
			insn += insn->k;
			continue;
		case RET_K:
			return insn->k;
		case RET_A:
			return a;
		}
		if ((insn->code & 7) == (JEQ & 7)) {
			insn += holds(insn->code >> 4, a, by) ? insn->jt : insn->jf;
			continue;
		}
		a = operate(insn->code >> 4, a, by, &ends);
		if (ends)
			return false;
	}
}

static uint16_t compared(void)
{
	return (uint16_t)((1 + dice(4)) << 4 | (dice(4) ? 0 : SRC_X) | (JEQ & 7));
}

/* Scratch memory is written before it is read; the last three say no, yes, and what A is. */
static void make_program(struct pk_bpf_insn *insns)
{
	static const uint16_t loads[] = {LD_H, LD_B, LD_B, LD_H_IND, LD_B_IND, LD_LEN};
	static const uint16_t others[] = {LDX_IMM, LDX_LEN, LDX_MSH, LDX_MEM, LD_MEM,
					  ST,	   STX,	    TAX,     TXA};
	unsigned last = MAX_INSNS - 3;

	insns[0] = (struct pk_bpf_insn){.code = loads[dice(3)], .k = dice(3)};
	insns[1] = (struct pk_bpf_insn){.code = ST};
	for (unsigned i = 2; i < last; i++) {
		unsigned left = last - i - 1, kind = dice(10);

		insns[i] = (struct pk_bpf_insn){.k = constant()};
		if (kind < 2) {
			insns[i].code = others[dice(9)];
			if (insns[i].code == LDX_MSH)
				insns[i].k = dice(FRAME_LEN);
			else if (insns[i].code != LDX_IMM)
				insns[i].k = 0;
		} else if (kind < 3) {
			insns[i].code = loads[dice(6)];
			insns[i].k = dice(FRAME_LEN + 1);
		} else if (kind < 5 && left) {
			insns[i].code = compared();
			insns[i].jt = (uint8_t)dice(left + 1);
			insns[i].jf = (uint8_t)dice(left + 1);
		} else if (kind < 6 && left && !dice(4)) {
			insns[i].code = JA;
			insns[i].k = dice(left + 1);
		} else {
			insns[i].code = (uint16_t)(dice(11) << 4 | (dice(3) ? 0 : SRC_X) | 4);
			insns[i].k = dice(2) ? dice(12) : insns[i].k;
		}
	}
	insns[last - 1] = (struct pk_bpf_insn){compared(), (uint8_t)(1 + dice(2)), 0, constant()};
	insns[last] = (struct pk_bpf_insn){.code = RET_K};
	insns[last + 1] = (struct pk_bpf_insn){.code = RET_K, .k = 1};
	insns[last + 2] = (struct pk_bpf_insn){.code = RET_A};
}

/* Its unknown bits: number and place in the frame. */
static unsigned make_frame(struct pk_partial_frame *frame, unsigned *bits)
{
	unsigned nr = 1 + dice(MAX_UNKNOWN);

	memset(frame, 0, sizeof(*frame));
	frame->min_len = frame->max_len = FRAME_LEN;
	for (unsigned i = 0; i < FRAME_LEN; i++) {
		frame->bytes[i] = (uint8_t)(dice(2) ? dice(256) : dice(8));
		frame->known[i] = 0xff;
	}
	for (unsigned i = 0; i < nr; i++) {
		bits[i] = dice(8 * (dice(4) ? 2 : FRAME_LEN));
		frame->known[bits[i] / 8] &= (uint8_t) ~(1u << bits[i] % 8);
		frame->bytes[bits[i] / 8] &= frame->known[bits[i] / 8];
	}
	return nr;
}

static void what_is_said_is_right(void **state)
{
	unsigned decided = 0, told = 0, random = 0;

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct pk_bpf_insn insns[MAX_INSNS];
		struct pk_partial_frame frame;
		unsigned bits[MAX_UNKNOWN], nr, yes = 0;
		enum pk_match match;

		seed = round + 1;
		make_program(insns);
		nr = make_frame(&frame, bits);
		for (unsigned value = 0; value < 1u << nr; value++) {
			uint8_t whole[FRAME_LEN];

			memcpy(whole, frame.bytes, sizeof(whole));
			for (unsigned i = 0; i < nr; i++)
				whole[bits[i] / 8] |= (uint8_t)((value >> i & 1) << bits[i] % 8);
			yes += passes(insns, whole);
		}
		match = pk_bpf_match(insns, MAX_INSNS, &frame);
		if ((match == PK_MATCH_YES && yes != 1u << nr) || (match == PK_MATCH_NO && yes))
			fail_msg("round %u: \"%s\", and of %u frames it passes %u", round,
				 pk_match_name(match), 1u << nr, yes);
		random += yes && yes != 1u << nr;
		decided += !yes || yes == 1u << nr;
		told += match != PK_MATCH_MAY;
	}
	/* as many as it told when this was written, or more: each is tracked alone, so some must stay "may" */
	assert_true(random > ROUNDS / 100 && decided >= told);
	assert_in_range(told, TOLD, decided);
}

static enum pk_match match_of(const struct pk_bpf_insn *insns, size_t nr)
{
	const struct pk_partial_frame frame = {.min_len = FRAME_LEN, .max_len = FRAME_LEN};

	return pk_bpf_match(insns, nr, &frame);
}

static void programs_that_are_none(void **state)
{
	const struct pk_bpf_insn yes = {.code = RET_K, .k = 1};
	const struct pk_bpf_insn past_end[] = {{.code = JA, .k = 1}, yes};
	const struct pk_bpf_insn without_end[] = {{.code = LDX_IMM}};
	const struct pk_bpf_insn no_memory[] = {{.code = LD_MEM, .k = 16}, yes};
	const struct pk_bpf_insn not_stored[] = {{.code = ST, .k = 16}, yes};
	const struct pk_bpf_insn no_jump[] = {{.code = 0x55}, yes};
	const struct pk_bpf_insn no_operation[] = {{.code = 0xb4}, yes};
	const struct pk_bpf_insn no_load[] = {{.code = 0xe0}, yes};

	(void)state;
	assert_int_equal(match_of(&yes, 1), PK_MATCH_YES);
	assert_int_equal(match_of(&yes, 0), PK_MATCH_MAY);
	assert_int_equal(match_of(past_end, 2), PK_MATCH_MAY);
	assert_int_equal(match_of(without_end, 1), PK_MATCH_MAY);
	assert_int_equal(match_of(no_memory, 2), PK_MATCH_MAY);
	assert_int_equal(match_of(not_stored, 2), PK_MATCH_MAY);
	assert_int_equal(match_of(no_jump, 2), PK_MATCH_MAY);
	assert_int_equal(match_of(no_operation, 2), PK_MATCH_MAY);
	assert_int_equal(match_of(no_load, 2), PK_MATCH_MAY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_said_is_right),
					   cmocka_unit_test(programs_that_are_none)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
