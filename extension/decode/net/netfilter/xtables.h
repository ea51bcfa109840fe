/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_XTABLES_H
#define PK_DECODE_XTABLES_H

#include <stdbool.h>

#include "core/context.h"

/** A table of iptables or ip6tables, and one of its rules. */
struct pk_xt_place {
	const char *program; /* "iptables" or "ip6tables"; static */
	uint64_t addr; /* struct xt_table */
	char table[33]; /* "filter" */
	char chain[33]; /* "INPUT"; "" if unknown */
	uint32_t nr_rules; /* of CHAIN, without its policy or final return, as iptables -L */
	uint32_t rule; /* number of the rule in CHAIN, from 1; 0 if unknown */
};

/** FUNCTION is one that looks for a packet's rule: ipt_do_table() or ip6t_do_table(). */
bool pk_xt_walks(const char *function);

/** Where FUNCTION is, judging by the NR words VALUES of the interrupted registers and of its frame:
 *  it keeps the rule (struct ipt_entry) and the table. The table is the only one of that family with
 *  a rule among VALUES; without the table's own address there, none is concluded. Several rules of
 *  one chain: RULE is 0. Several chains: CHAIN is "", too. PK_ABSENT: no table, or several. */
enum pk_status pk_xt_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
			    size_t nr, struct pk_xt_place *ret_place);

#endif
