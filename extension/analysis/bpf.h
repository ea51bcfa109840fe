/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_BPF_H
#define PK_ANALYSIS_BPF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whether something fits: what is not known may. */
enum pk_match { PK_MATCH_NO, PK_MATCH_MAY, PK_MATCH_YES };

/** Both must fit. */
static inline enum pk_match pk_match_and(enum pk_match a, enum pk_match b)
{
	return a < b ? a : b;
}

/** The word for it in text and JSON: "no", "may", "yes". */
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
 * A frame of which only a part is known. What lies beyond BYTES is not known either; how long the whole
 * is lies between the two lengths, inclusive. The filter sees all of it, as if nothing had been cut off.
 */
struct pk_partial_frame {
	uint8_t bytes[PK_PARTIAL_BYTES];
	uint8_t known[PK_PARTIAL_BYTES]; /* bits of BYTES that are known */
	uint32_t min_len, max_len; /* bytes */
};

/**
 * What the filter program would say of the frame, whatever the unknown bits and the unknown length are:
 * YES and NO only if it says that for every one of them. MAY may be said of a frame that every completion of
 * would pass (values are followed as known bits and a range, each alone), never the other way round.
 *
 * Reads the program once from its beginning to its end: classic BPF jumps only forwards. A program that does
 * not (or goes beyond its end, or has an unknown instruction) says MAY.
 */
enum pk_match pk_bpf_match(const struct pk_bpf_insn *insns, size_t nr,
			   const struct pk_partial_frame *frame);
/** Does the program compare anything with VALUE? */
bool pk_bpf_compares(const struct pk_bpf_insn *insns, size_t nr, uint32_t value);

#endif
