/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LIES_H
#define LIES_H

#include "core/target.h"

/** What is asked of a target, beside memory. */
enum question {
	ASK_SYMBOL,
	ASK_NAME, /* a symbol, by what it is called */
	ASK_SIZE,
	ASK_MEMBER,
	ASK_ENUMERATOR,
	ASK_ENUM_NAME,
	ASK_PERCPU,
	ASK_MASK,
	ASK_REGS,
	ASK_PANIC_CPU,
	ASK_PAGE,
	NR_QUESTIONS
};

/** splitmix64's finalizer: every input bit reaches every output bit. */
uint64_t mix(uint64_t x);
/** The question as a number, its kind in the highest byte. */
uint64_t ask_key(enum question question, const char *name, const char *more, uint64_t number);

#define NR_FACTS 7
/** FACT of FACTS becomes what LIE, any number, makes of it. */
void lie_of_fact(uint64_t fact, uint64_t lie, struct pk_facts *facts);

/** LIE makes another answer of the true one, perhaps none. */
enum pk_status lie_of_symbol(struct pk_target *inner, uint64_t lie, uint64_t *addr);
void lie_of_name(uint64_t lie, struct pk_symbol *symbol);
enum pk_status lie_of_size(uint64_t lie, uint64_t *size);
enum pk_status lie_of_member(uint64_t lie, struct pk_member *member);
enum pk_status lie_of_enumerator(uint64_t lie, int64_t *value);
enum pk_status lie_of_enum_name(uint64_t lie, char *buf, size_t size);
enum pk_status lie_of_address(uint64_t lie, uint64_t *addr);
enum pk_status lie_of_mask(uint64_t lie, struct pk_cpumask *mask);
enum pk_status lie_of_regs(uint64_t lie, struct pk_regs *regs);
enum pk_status lie_of_cpu(uint64_t lie, int *cpu);

#endif
