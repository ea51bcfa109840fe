// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Classic BPF over frames that are known in part.
 *
 * A register holds a set of possible numbers, kept in two ways at once: the bits that all of them share,
 * and the range that they lie in. Ports and flags need the bits, lengths need the range. Each instruction
 * maps sets to sets that hold at least all results; where two ways through the program meet, the sets are
 * joined. So whatever the real frame was, its registers are in the sets at every instruction, and if no
 * way to "no" is open the real filter would have passed it.
 */
#include "analysis/lives/bpf.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

/* Instruction codes, as in Linux' and the BSDs' <net/bpf.h>. */
enum { LD = 0, LDX = 1, ST = 2, STX = 3, ALU = 4, JMP = 5, RET = 6, MISC = 7 };
enum { SIZE_W = 0x00, SIZE_H = 0x08, SIZE_B = 0x10 };
enum {
	MODE_IMM = 0x00,
	MODE_ABS = 0x20,
	MODE_IND = 0x40,
	MODE_MEM = 0x60,
	MODE_LEN = 0x80,
	MODE_MSH = 0xa0
};
enum {
	ADD = 0x00,
	SUB = 0x10,
	MUL = 0x20,
	DIV = 0x30,
	OR = 0x40,
	AND = 0x50,
	LSH = 0x60,
	RSH = 0x70,
	NEG = 0x80,
	MOD = 0x90,
	XOR = 0xa0
};
enum { JA = 0x00, JEQ = 0x10, JGT = 0x20, JGE = 0x30, JSET = 0x40 };
enum { SRC_X = 0x08, RET_A = 0x10, MISC_TXA = 0x80 };

#define SCRATCH 16 /* words of scratch memory */
#define MAX_PLACES 64 /* offsets that a load is tried at before its result is just unknown */

/* A set of numbers: LO..HI, all with BITS where KNOWN has ones. */
struct num {
	uint32_t lo, hi, bits, known;
};

struct state {
	bool reached;
	struct num a, x, mem[SCRATCH];
};

struct run {
	const struct pk_bpf_insn *insns;
	size_t nr;
	const struct pk_partial_frame *frame;
	struct state *states; /* owned, one an instruction: what holds before it */
	bool yes, no, odd;
};

const char *pk_match_name(enum pk_match match)
{
	static const char *const names[] = {"no", "may", "yes"};

	return names[match];
}

static const struct num anything = {0, UINT32_MAX, 0, 0};

static struct num constant(uint32_t value)
{
	return (struct num){value, value, value, UINT32_MAX};
}

static bool is_constant(const struct num *n)
{
	return n->lo == n->hi;
}

/* Ones from the highest set bit of VALUE down. */
static uint32_t below_top(uint32_t value)
{
	for (unsigned shift = 1; shift < 32; shift *= 2)
		value |= value >> shift;
	return value;
}

/* What bits say of the range, and the range of the bits. False: no number is in both. */
static bool settle(struct num *n)
{
	uint32_t shared;

	n->bits &= n->known;
	if (n->bits > n->lo)
		n->lo = n->bits;
	if ((n->bits | ~n->known) < n->hi)
		n->hi = n->bits | ~n->known;
	if (n->lo > n->hi)
		return false;
	shared = ~below_top(n->lo ^ n->hi);
	if ((n->bits ^ n->lo) & n->known & shared)
		return false;
	n->bits |= n->lo & shared;
	n->known |= shared;
	return true;
}

static struct num made(uint32_t lo, uint32_t hi, uint32_t bits, uint32_t known)
{
	struct num n = {lo, hi, bits, known};

	/* Both were right by themselves, so they have a number in common. */
	return settle(&n) ? n : anything;
}

static struct num join(const struct num *a, const struct num *b)
{
	uint32_t known = a->known & b->known & ~(a->bits ^ b->bits);

	return made(a->lo < b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi, a->bits & known,
		    known);
}

/* Bits of a sum: a carry makes unknown what it may reach. */
static struct num add(const struct num *a, const struct num *b)
{
	uint32_t unknown = ~a->known + ~b->known, sum = a->bits + b->bits;
	uint32_t known = ~(((unknown + sum) ^ sum) | ~a->known | ~b->known);

	if ((uint64_t)a->hi + b->hi > UINT32_MAX)
		return made(0, UINT32_MAX, sum & known, known);
	return made(a->lo + b->lo, a->hi + b->hi, sum & known, known);
}

static struct num subtract(const struct num *a, const struct num *b)
{
	uint32_t difference = a->bits - b->bits;
	uint32_t most = difference + ~a->known, least = difference - ~b->known;
	uint32_t known = ~((most ^ least) | ~a->known | ~b->known);

	if (a->lo < b->hi)
		return made(0, UINT32_MAX, difference & known, known);
	return made(a->lo - b->hi, a->hi - b->lo, difference & known, known);
}

static struct num multiply(const struct num *a, const struct num *b)
{
	if ((uint64_t)a->hi * b->hi > UINT32_MAX)
		return is_constant(a) && is_constant(b) ? constant(a->lo * b->lo) : anything;
	return made(a->lo * b->lo, a->hi * b->hi, 0, 0);
}

/* B is not 0. */
static struct num divide(const struct num *a, const struct num *b)
{
	uint32_t least = b->lo ? b->lo : 1;

	return made(a->lo / b->hi, a->hi / least, 0, 0);
}

static struct num modulo(const struct num *a, const struct num *b)
{
	if (is_constant(a) && is_constant(b))
		return constant(a->lo % b->lo);
	if (a->hi < (b->lo ? b->lo : 1))
		return *a;
	return made(0, a->hi < b->hi - 1 ? a->hi : b->hi - 1, 0, 0);
}

static struct num bit_and(const struct num *a, const struct num *b)
{
	uint32_t zeros = (a->known & ~a->bits) | (b->known & ~b->bits), ones = a->bits & b->bits;

	return made(0, a->hi < b->hi ? a->hi : b->hi, ones, zeros | ones);
}

static struct num bit_or(const struct num *a, const struct num *b)
{
	uint32_t zeros = a->known & ~a->bits & b->known & ~b->bits, ones = a->bits | b->bits;

	return made(a->lo > b->lo ? a->lo : b->lo, UINT32_MAX, ones, zeros | ones);
}

static struct num bit_xor(const struct num *a, const struct num *b)
{
	uint32_t known = a->known & b->known;

	return made(0, UINT32_MAX, (a->bits ^ b->bits) & known, known);
}

/* By 32 and more nothing is left; compilers do not make that. */
static struct num shift_left(const struct num *a, uint32_t by)
{
	if (by > 31)
		return constant(0);
	if ((uint64_t)a->hi << by > UINT32_MAX)
		return made(0, UINT32_MAX, a->bits << by, a->known << by | ((1u << by) - 1));
	return made(a->lo << by, a->hi << by, a->bits << by, a->known << by | ((1u << by) - 1));
}

static struct num shift_right(const struct num *a, uint32_t by)
{
	if (by > 31)
		return constant(0);
	return made(a->lo >> by, a->hi >> by, a->bits >> by, ~(~a->known >> by));
}

static void stop(struct run *run, bool passed)
{
	run->yes |= passed;
	run->no |= !passed;
}

/* The state before instruction AT also holds what STATE says. */
static void flow(struct run *run, uint64_t at, const struct state *state)
{
	struct state *to;

	if (at >= run->nr) {
		run->odd = true;
		return;
	}
	to = &run->states[at];
	if (!to->reached) {
		*to = *state;
		return;
	}
	to->a = join(&to->a, &state->a);
	to->x = join(&to->x, &state->x);
	for (int i = 0; i < SCRATCH; i++)
		to->mem[i] = join(&to->mem[i], &state->mem[i]);
}

static struct num byte_at(const struct pk_partial_frame *frame, uint64_t at)
{
	if (at >= PK_PARTIAL_BYTES)
		return made(0, 0xff, 0, ~0xffu);
	return made(0, 0xff, frame->bytes[at], frame->known[at] | ~0xffu);
}

/* SIZE bytes in network order. */
static struct num word_at(const struct pk_partial_frame *frame, uint64_t at, uint32_t size)
{
	struct num value = constant(0), byte;

	for (uint32_t i = 0; i < size; i++) {
		value = shift_left(&value, 8);
		byte = byte_at(frame, at + i);
		value = bit_or(&value, &byte);
	}
	return value;
}

/* A load of SIZE bytes at BASE + K. A frame that is too short ends the program: it is not passed. False:
 * every frame is. BASE by value: it may be the register that is loaded. */
static bool load(struct run *run, struct num base, uint32_t k, uint32_t size, struct num *ret_value)
{
	const struct pk_partial_frame *frame = run->frame;
	uint64_t from = (uint64_t)base.lo + k, to = (uint64_t)base.hi + k;
	bool any = false;

	if (to + size > frame->min_len)
		run->no = true;
	if (from + size > frame->max_len)
		return false;
	*ret_value = size == 4 ? anything : made(0, (1u << 8 * size) - 1, 0, 0);
	if (to - from >= MAX_PLACES)
		return true;
	for (uint64_t at = from; at <= to && at + size <= frame->max_len; at++) {
		struct num value = word_at(frame, at, size);
		uint32_t offset = (uint32_t)(at - k);

		if ((offset ^ base.bits) & base.known)
			continue;
		*ret_value = any ? join(ret_value, &value) : value;
		any = true;
	}
	return true;
}

static uint32_t size_of(uint16_t code)
{
	return (code & 0x18) == SIZE_W ? 4 : (code & 0x18) == SIZE_H ? 2 : 1;
}

static struct num frame_len(const struct run *run)
{
	return made(run->frame->min_len, run->frame->max_len, 0, 0);
}

/* LD and LDX. False: the program ends here. */
static bool load_insn(struct run *run, const struct pk_bpf_insn *insn, struct state *state)
{
	struct num *to = (insn->code & 7) == LD ? &state->a : &state->x, zero = constant(0), byte,
		   low;

	switch (insn->code & 0xe0) {
	case MODE_IMM:
		*to = constant(insn->k);
		return true;
	case MODE_ABS:
		return load(run, zero, insn->k, size_of(insn->code), to);
	case MODE_IND:
		return load(run, state->x, insn->k, size_of(insn->code), to);
	case MODE_MEM:
		run->odd |= insn->k >= SCRATCH;
		*to = insn->k < SCRATCH ? state->mem[insn->k] : anything;
		return true;
	case MODE_LEN:
		*to = frame_len(run);
		return true;
	case MODE_MSH:
		low = constant(0xf);
		if (!load(run, zero, insn->k, 1, &byte))
			return false;
		byte = bit_and(&byte, &low);
		*to = shift_left(&byte, 2);
		return true;
	default:
		run->odd = true;
		return false;
	}
}

static struct num shifted(const struct num *a, const struct num *by, bool left)
{
	if (!is_constant(by))
		return anything;
	return left ? shift_left(a, by->lo) : shift_right(a, by->lo);
}

/* Division by 0 ends the program as not passed. False: every way does. */
static bool divide_insn(struct run *run, const struct num *by, struct num *a, bool rest)
{
	if (!by->lo)
		run->no = true;
	if (!by->hi)
		return false;
	*a = rest ? modulo(a, by) : divide(a, by);
	return true;
}

static bool alu_insn(struct run *run, const struct pk_bpf_insn *insn, struct state *state)
{
	static struct num (*const plain[])(const struct num *a, const struct num *b) = {
		[ADD >> 4] = add,   [SUB >> 4] = subtract, [MUL >> 4] = multiply,
		[OR >> 4] = bit_or, [AND >> 4] = bit_and,  [XOR >> 4] = bit_xor,
	};
	struct num by = insn->code & SRC_X ? state->x : constant(insn->k), zero = constant(0);
	uint16_t how = insn->code & 0xf0;
	struct num *a = &state->a;

	switch (how) {
	case DIV:
	case MOD:
		return divide_insn(run, &by, a, how == MOD);
	case LSH:
	case RSH:
		*a = shifted(a, &by, how == LSH);
		return true;
	case NEG:
		*a = subtract(&zero, a);
		return true;
	default:
		run->odd |= how > XOR;
		if (how <= XOR)
			*a = plain[how >> 4](a, &by);
		return how <= XOR;
	}
}

/* A single bit of K's that is set, or bits that are all clear. */
static bool narrow_bits(struct num *a, uint32_t k, bool set)
{
	if (set ? !(k & ~(a->known & ~a->bits)) : a->bits & k)
		return false;
	if (!set || !(k & (k - 1)))
		a->known |= k;
	if (set && !(k & (k - 1)))
		a->bits |= k;
	return settle(a);
}

/* What A can be where it compares so with the constant K; false: nothing. */
static bool narrow(struct num *a, uint16_t how, uint32_t k, bool holds)
{
	uint64_t from = (uint64_t)k + (how == JGT);
	uint64_t lo = holds ? from : 0, hi = !holds ? from - 1 : how == JEQ ? k : UINT32_MAX;

	if (how == JSET)
		return narrow_bits(a, k, holds);
	if (how == JEQ && !holds) {
		if (is_constant(a) && a->lo == k)
			return false;
		a->lo += a->lo == k;
		a->hi -= a->hi == k;
		return settle(a);
	}
	if (lo > hi || hi > UINT32_MAX)
		return false;
	a->lo = a->lo > lo ? a->lo : (uint32_t)lo;
	a->hi = a->hi < hi ? a->hi : (uint32_t)hi;
	return settle(a);
}

/* Against X, which may be many: only what the ranges and bits leave no doubt of. */
static void compare(const struct num *a, uint16_t how, const struct num *x, bool *ret_true,
		    bool *ret_false)
{
	uint32_t zeros = (a->known & ~a->bits) | (x->known & ~x->bits);

	*ret_true = *ret_false = true;
	switch (how) {
	case JEQ:
		*ret_true = a->lo <= x->hi && x->lo <= a->hi &&
			    !((a->bits ^ x->bits) & a->known & x->known);
		*ret_false = !(is_constant(a) && is_constant(x) && a->lo == x->lo);
		break;
	case JGT:
		*ret_true = a->hi > x->lo;
		*ret_false = a->lo <= x->hi;
		break;
	case JGE:
		*ret_true = a->hi >= x->lo;
		*ret_false = a->lo < x->hi;
		break;
	default:
		*ret_true = ~zeros != 0;
		*ret_false = !(a->bits & x->bits);
	}
}

static void jump_insn(struct run *run, size_t at, const struct pk_bpf_insn *insn,
		      const struct state *state)
{
	uint16_t how = insn->code & 0xf0;
	bool can[2];

	if (how == JA) {
		flow(run, (uint64_t)at + 1 + insn->k, state);
		return;
	}
	if (how > JSET) {
		run->odd = true;
		return;
	}
	if (insn->code & SRC_X)
		compare(&state->a, how, &state->x, &can[1], &can[0]);
	for (int holds = 0; holds < 2; holds++) {
		struct state next = *state;

		if (insn->code & SRC_X ? can[holds] : narrow(&next.a, how, insn->k, holds))
			flow(run, (uint64_t)at + 1 + (holds ? insn->jt : insn->jf), &next);
	}
}

static void return_insn(struct run *run, const struct pk_bpf_insn *insn, const struct state *state)
{
	struct num value = (insn->code & 0x18) == RET_A ? state->a : constant(insn->k);

	if (value.hi)
		stop(run, true);
	if (!value.lo)
		stop(run, false);
}

static void store_insn(struct run *run, const struct pk_bpf_insn *insn, struct state *state)
{
	if (insn->k >= SCRATCH)
		run->odd = true;
	else
		state->mem[insn->k] = (insn->code & 7) == ST ? state->a : state->x;
}

static void step(struct run *run, size_t at)
{
	const struct pk_bpf_insn *insn = &run->insns[at];
	struct state state = run->states[at];
	bool goes_on = true;

	switch (insn->code & 7) {
	case LD:
	case LDX:
		goes_on = load_insn(run, insn, &state);
		break;
	case ST:
	case STX:
		store_insn(run, insn, &state);
		break;
	case ALU:
		goes_on = alu_insn(run, insn, &state);
		break;
	case JMP:
		jump_insn(run, at, insn, &state);
		return;
	case RET:
		return_insn(run, insn, &state);
		return;
	case MISC:
		if (insn->code & MISC_TXA)
			state.a = state.x;
		else
			state.x = state.a;
		break;
	}
	if (goes_on)
		flow(run, (uint64_t)at + 1, &state);
}

enum pk_match pk_bpf_match(const struct pk_bpf_insn *insns, size_t nr,
			   const struct pk_partial_frame *frame)
{
	struct run run = {.insns = insns, .nr = nr, .frame = frame};

	if (!nr || nr > PK_BPF_MAX_INSNS || frame->min_len > frame->max_len)
		return PK_MATCH_MAY;
	run.states = calloc(nr, sizeof(*run.states));
	if (!run.states)
		return PK_MATCH_MAY;
	/* Both registers begin as 0; scratch memory does not in every interpreter. */
	run.states[0] = (struct state){.reached = true, .a = constant(0), .x = constant(0)};
	for (int i = 0; i < SCRATCH; i++)
		run.states[0].mem[i] = anything;
	for (size_t at = 0; at < nr; at++)
		if (run.states[at].reached)
			step(&run, at);
	free(run.states);
	if (run.odd || run.yes == run.no)
		return PK_MATCH_MAY;
	return run.yes ? PK_MATCH_YES : PK_MATCH_NO;
}

bool pk_bpf_compares(const struct pk_bpf_insn *insns, size_t nr, uint32_t value)
{
	return pk_any(nr, i,
		      (insns[i].code & 7) == JMP && (insns[i].code & 0xf0) == JEQ &&
			      insns[i].k == value);
}
