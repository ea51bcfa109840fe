// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Classic BPF programs as damaged as can be, over a frame that is known in part: pk_bpf_match() must end
 * within memory, and a program that it understands says to the frame itself (one that the known bits allow)
 * what it claims of all such frames.
 *
 * Input: 1 byte length of the frame, 1 how far the other lengths are, 128 frame, 128 known bits, then the
 * instructions of 8 bytes.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lives/bpf.h"

#define MAX_INSNS 512
#define SCRATCH 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Registers of the program as the BSD packet filter runs it. */
struct machine {
	const uint8_t *frame; /* PK_PARTIAL_BYTES of it */
	uint32_t len, a, x, mem[SCRATCH];
};

/* False: the frame ends before that, or we do not have it. */
static bool fetch(const struct machine *m, uint64_t at, uint32_t size, uint32_t *ret)
{
	if (at + size > m->len || at + size > PK_PARTIAL_BYTES)
		return false;
	*ret = 0;
	for (uint32_t i = 0; i < size; i++)
		*ret = *ret << 8 | m->frame[at + i];
	return true;
}

static bool load(struct machine *m, const struct pk_bpf_insn *insn, bool *ret_unseen)
{
	uint32_t size = (insn->code & 0x18) == 0 ? 4 : (insn->code & 0x18) == 8 ? 2 : 1;
	uint32_t *to = (insn->code & 7) == 0 ? &m->a : &m->x;
	uint64_t at = insn->k;

	switch (insn->code & 0xe0) {
	case 0x00:
		*to = insn->k;
		return true;
	case 0x60:
		*to = m->mem[insn->k % SCRATCH];
		return true;
	case 0x80:
		*to = m->len;
		return true;
	case 0x40:
		at += m->x;
		break;
	case 0xa0:
		size = 1;
	}
	*ret_unseen = at + size <= m->len && at + size > PK_PARTIAL_BYTES;
	if (!fetch(m, at, size, to))
		return false;
	if ((insn->code & 0xe0) == 0xa0)
		*to = (*to & 0xf) * 4;
	return true;
}

/* False: a division by 0 */
static bool compute(struct machine *m, const struct pk_bpf_insn *insn)
{
	uint32_t by = insn->code & 8 ? m->x : insn->k, how = insn->code & 0xf0;

	if ((how == 0x30 || how == 0x90) && !by)
		return false;
	switch (how) {
	case 0x00:
		m->a += by;
		break;
	case 0x10:
		m->a -= by;
		break;
	case 0x20:
		m->a *= by;
		break;
	case 0x30:
		m->a /= by;
		break;
	case 0x40:
		m->a |= by;
		break;
	case 0x50:
		m->a &= by;
		break;
	case 0x60:
		m->a = by > 31 ? 0 : m->a << by;
		break;
	case 0x70:
		m->a = by > 31 ? 0 : m->a >> by;
		break;
	case 0x80:
		m->a = 0 - m->a;
		break;
	case 0x90:
		m->a %= by;
		break;
	default:
		m->a ^= by;
	}
	return true;
}

static bool compare(const struct machine *m, const struct pk_bpf_insn *insn)
{
	uint32_t with = insn->code & 8 ? m->x : insn->k;

	switch (insn->code & 0xf0) {
	case 0x10:
		return m->a == with;
	case 0x20:
		return m->a > with;
	case 0x30:
		return m->a >= with;
	default:
		return m->a & with;
	}
}

enum verdict { REFUSED, PASSED, UNSEEN };

/* The program ends inside itself: pk_bpf_match() understood it, wherever it goes. */
static enum verdict interpret(const struct pk_bpf_insn *insns, size_t nr, struct machine *m)
{
	bool unseen = false;

	for (uint64_t at = 0; at < nr; at++) {
		const struct pk_bpf_insn *insn = &insns[at];

		switch (insn->code & 7) {
		case 0:
		case 1:
			if (!load(m, insn, &unseen))
				return unseen ? UNSEEN : REFUSED;
			break;
		case 2:
		case 3:
			m->mem[insn->k % SCRATCH] = (insn->code & 7) == 2 ? m->a : m->x;
			break;
		case 4:
			if (!compute(m, insn))
				return REFUSED;
			break;
		case 5:
			at += (insn->code & 0xf0) == 0 ? insn->k
			      : compare(m, insn)       ? insn->jt
						       : insn->jf;
			break;
		case 6:
			return ((insn->code & 0x18) == 0x10 ? m->a : insn->k) ? PASSED : REFUSED;
		default:
			if (insn->code & 0x80)
				m->a = m->x;
			else
				m->x = m->a;
		}
	}
	abort(); /* beyond the end, which is never YES or NO */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct pk_bpf_insn insns[MAX_INSNS];
	size_t head = 2 + 2 * (size_t)PK_PARTIAL_BYTES, nr;
	struct pk_partial_frame frame;
	struct machine m = {0};
	enum pk_match match;
	enum verdict verdict;

	if (size < head + sizeof(*insns))
		return 0;
	nr = (size - head) / sizeof(*insns);
	nr = nr < MAX_INSNS ? nr : MAX_INSNS;
	memcpy(insns, data + head, nr * sizeof(*insns));
	m.frame = data + 2;
	m.len = data[0];
	frame.min_len = m.len - (data[1] & 15) % (m.len + 1);
	frame.max_len = m.len + (data[1] >> 4);
	memcpy(frame.known, data + 2 + PK_PARTIAL_BYTES, PK_PARTIAL_BYTES);
	for (size_t i = 0; i < PK_PARTIAL_BYTES; i++)
		frame.bytes[i] = m.frame[i] & frame.known[i];
	match = pk_bpf_match(insns, nr, &frame);
	pk_bpf_compares(insns, nr, 0x8100);
	if (match == PK_MATCH_MAY)
		return 0;
	verdict = interpret(insns, nr, &m);
	if (verdict != UNSEEN && (verdict == PASSED) != (match == PK_MATCH_YES))
		abort();
	return 0;
}
