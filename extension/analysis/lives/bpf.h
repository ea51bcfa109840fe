/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_BPF_H
#define PK_ANALYSIS_BPF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whether something matches a filter; with unknown parts it may. */
enum pk_match { PK_MATCH_NO, PK_MATCH_MAY, PK_MATCH_YES };

/** The conjunction of two matches. */
static inline enum pk_match pk_match_and(enum pk_match a, enum pk_match b)
{
	return a < b ? a : b;
}

/** "no", "may", "yes", for text and JSON. Static. */
const char *pk_match_name(enum pk_match match);

/** One instruction of a classic BPF program, laid out as libpcap's struct bpf_insn. */
struct pk_bpf_insn {
	uint16_t code;
	uint8_t jt, jf;
	uint32_t k;
};

#define PK_BPF_MAX_INSNS 65536
#define PK_PARTIAL_BYTES 128 /* Ethernet, IP and TCP with all its options: 118 with a VLAN tag */

/**
 * A frame that is known only in part. Bytes beyond BYTES are unknown; the length of the whole is
 * between the two lengths, inclusive. The filter sees the whole frame, as if nothing had been cut
 * off.
 */
struct pk_partial_frame {
	uint8_t bytes[PK_PARTIAL_BYTES];
	uint8_t known[PK_PARTIAL_BYTES]; /* bits of BYTES that are known */
	uint32_t min_len, max_len; /* bytes */
};

/**
 * What the filter program says of the frame: YES or NO only if it says so for every value of the
 * unknown bits and length. MAY can be too cautious (each value is tracked alone, as known bits and
 * a range), but YES and NO are never wrong.
 *
 * Reads the program once, because classic BPF only jumps forwards. A program that jumps backwards
 * or past its end, or has an unknown instruction, gives MAY.
 */
enum pk_match pk_bpf_match(const struct pk_bpf_insn *insns, size_t nr,
			   const struct pk_partial_frame *frame);
/** Whether the program compares anything with VALUE. */
bool pk_bpf_compares(const struct pk_bpf_insn *insns, size_t nr, uint32_t value);

#endif
