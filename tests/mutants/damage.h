/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/target.h"
#include "lies.h"

/**
 * A target that answers as another one does, but for memory that is damaged and answers that are wrong: at a few places, or
 * all over it at a rate, by a seed. The same damage is the same each time.
 */

/* What is wrong with one place. */
enum place_kind {
	PLACE_SET, /* SIZE bytes have VALUE */
	PLACE_GARBAGE, /* the page is random, by VALUE */
	PLACE_ZERO, /* the page is all zeroes */
	PLACE_OTHER, /* the page has the bytes of the page VALUE */
	PLACE_SWAP, /* the page and the page VALUE have each other's bytes */
	PLACE_MISSING, /* the page cannot be read */
	PLACE_CUT, /* nothing can be read from ADDR to its page's end */
	PLACE_LIE, /* the question ADDR (ask_key()) has a wrong answer, by VALUE */
	PLACE_FACT, /* the fact ADDR is wrong, by VALUE */
	NR_PLACE_KINDS
};

struct place {
	enum place_kind kind;
	uint8_t size;
	uint64_t addr, value;
};
#define MAX_PLACES 16

/* What is wrong all over memory: with one word, one page or one name of so many. */
enum spread {
	SPREAD_NONE,
	FLIP_BITS,
	GARBAGE_WORDS,
	STRAY_POINTERS,
	SELF_POINTERS,
	LARGE_NUMBERS,
	GARBAGE_PAGES,
	ZERO_PAGES,
	MISSING_PAGES,
	ABSENT_NAMES, /* symbols, types and members that this kernel does not have */
	WRONG_ANSWERS, /* to questions other than for memory */
	NR_SPREADS
};

/** One read that a command made. */
struct read_span {
	uint64_t addr;
	uint32_t len;
};

/** Where reads are written down, in memory that processes share. */
struct read_log {
	uint32_t nr, max;
	struct read_span spans[];
};

/** Where questions are written down, once or more often. */
struct ask_log {
	uint32_t nr, max;
	uint64_t keys[];
};

struct damaged {
	struct pk_target target; /* first: it is a target */
	struct pk_target *inner;
	struct place places[MAX_PLACES];
	unsigned nr_places;
	enum spread spread;
	uint64_t seed, rate;
	bool failed_read; /* something that was asked for was withheld */
	bool changed_read; /* something else than the inner target's bytes was given */
	struct read_log *log; /* NULL: reads are not written down */
	struct ask_log *asks; /* NULL: questions are not written down */
};

/** INNER is borrowed; nothing is damaged yet. */
void damaged_init(struct damaged *damaged, struct pk_target *inner);
/** The places say which facts are wrong: call it when they are all there. */
void damaged_set_facts(struct damaged *damaged);

/** One place as text ("set ADDR SIZE VALUE"), and back; false: not one. */
void place_print(const struct place *place, FILE *fp);
bool place_scan(const char *text, struct place *ret_place);
const char *spread_name(enum spread spread);
bool spread_is_of_pages(enum spread spread);

#endif
