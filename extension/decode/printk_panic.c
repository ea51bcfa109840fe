// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/printk.h"
#include "decode/trace/clock.h"

/*
 * What killed the machine, as its log tells. panic() says once that it was called, and what for; an oops with a capture
 * kernel loaded may be the last words itself. From there back, lines belong to the same accident
 *
 * - of oopses, if panic()'s words are those of one, or the oops is not over ("end trace"), and no other lies between;
 * - of CPUs that are stuck, if panic()'s words say so, or nothing else is there;
 * - of reports (warnings, KASAN, hung tasks, ...), the last one by the same caller, if panic()'s words say so;
 * - of what is printed before BUG(), if the same caller has it next;
 * - of a report whose function is still called when the same caller dies: it is in the backtrace.
 *
 * Each within BURST_NS of the one after it, so that an oops that was survived yesterday is not taken for today's panic.
 * The first such line dates the accident: everything after it, panic()'s own printing included, is aftermath. Of a
 * report the machine is not dead, so that dates nothing. Everything else is earlier, and no cause.
 */
#define BURST_NS 5000000000ull
#define MAX_OPENINGS 512 /* newest ones that are kept */

struct opening {
	const struct pk_opening *row;
	struct pk_log_said line;
};

struct search {
	struct pk_ctx *ctx;
	bool callers; /* are asked for */
	struct opening *list; /* owned */
	size_t nr;
	bool cut; /* the next line of CUT_LINE's caller begins a report */
	struct pk_log_said cut_line;
	bool panicked;
};

static const struct pk_opening message = {"", .opens = PK_OPENS_REPORT};

bool pk_log_tells_accident(const struct pk_log_line *line)
{
	const struct pk_opening *row = pk_opening_of(line);

	return row && row->opens != PK_OPENS_CUT && row->opens != PK_OPENS_END;
}

static bool same_caller(const struct pk_log_said *a, const struct pk_log_said *b)
{
	return !a->has_caller || !b->has_caller ||
	       (a->by_cpu == b->by_cpu && a->caller == b->caller);
}

static struct opening *last_of(struct search *search, const struct pk_log_said *line)
{
	for (size_t i = search->nr; i-- > 0;)
		if (same_caller(&search->list[i].line, line))
			return &search->list[i];
	return NULL;
}

/* "WARNING: CPU: 0 PID: 7 at lib/f.c:28 f+0xba/0x110 [m]"; of 2025 and later "WARNING: lib/f.c:28 at f+0xba/0x110 [m], CPU#0: ..." */
static void read_place(const char *warning, struct pk_log_said *said)
{
	const char *begin = strstr(warning, "+0x");
	const char *end = begin ? strstr(begin, ", CPU#") : NULL;

	while (begin && begin > warning && begin[-1] != ' ')
		begin--;
	if (begin)
		snprintf(said->place, sizeof(said->place), "%.*s",
			 (int)(end ? end - begin : (long)strlen(begin)), begin);
}

/* WARN() with a text of its own has that first; what says where comes next, and is of the same report. */
static const struct pk_opening *of_report(struct search *search, const struct pk_opening *row,
					  const struct pk_log_said *line)
{
	static const char warning[] = "WARNING: ";
	struct opening *before;

	if (search->cut && same_caller(&search->cut_line, line)) {
		search->cut = false;
		return row && (row->opens == PK_OPENS_OOPS || row->opens == PK_OPENS_PANIC ||
			       !strncmp(row->text, warning, sizeof(warning) - 1))
			       ? row
			       : &message;
	}
	before = row && row->opens == PK_OPENS_REPORT ? last_of(search, line) : NULL;
	if (!before || before->row != &message)
		return row;
	if (!before->line.place[0] && !strncmp(line->text, warning, sizeof(warning) - 1))
		read_place(line->text, &before->line);
	return NULL;
}

static void look(struct search *search, struct pk_log_line *line)
{
	const struct pk_opening *row = pk_opening_of(line);
	struct pk_log_said said = {.known = true, .ts_nsec = line->ts_nsec};
	const char *end;

	if (line->from_user || (!row && !search->cut) ||
	    (search->panicked &&
	     (!row || (row->opens != PK_OPENS_PLACE && row->opens != PK_OPENS_FRAME))))
		return;
	if (search->callers && pk_log_origin(search->ctx, line) == PK_OK) {
		said.has_caller = line->has_caller;
		said.by_cpu = line->by_cpu;
		said.caller = line->caller;
	}
	end = memchr(line->text, '\n', line->len);
	snprintf(said.text, sizeof(said.text), "%.*s",
		 (int)(end ? end - line->text : (long)line->len), line->text);
	row = of_report(search, row, &said);
	if (!row)
		return;
	if (row->opens == PK_OPENS_CUT) {
		search->cut = true;
		search->cut_line = said;
	}
	search->panicked |= row->opens == PK_OPENS_PANIC;
	if (search->nr == MAX_OPENINGS) {
		search->nr /= 2;
		memmove(search->list, search->list + search->nr,
			search->nr * sizeof(*search->list));
	}
	search->list[search->nr++] = (struct opening){row, said};
}

/* --- which lines are of the accident -------------------------------------------------------------------- */

struct chain {
	const struct opening *list, *end, *death, *reason,
		*first; /* FIRST: of those that date it */
	const struct opening *said, *earlier; /* NULL: none */
	bool oops; /* one was taken */
	bool other_oops; /* and one was not */
	bool closed; /* one ended after what is looked at, before what was looked at last */
	bool unsure; /* whose lines they are depends on their callers */
};

static bool is_fatal(enum pk_opens opens)
{
	return opens == PK_OPENS_OOPS || opens == PK_OPENS_LOCKUP || opens == PK_OPENS_WISH;
}

static const struct opening *find_death(const struct search *search)
{
	const struct opening *death = NULL;

	for (size_t i = 0; i < search->nr; i++) {
		if (search->list[i].row->opens == PK_OPENS_PANIC)
			return &search->list[i];
		if (is_fatal(search->list[i].row->opens))
			death = &search->list[i];
	}
	return death;
}

/* The function that made this report is in the backtrace of what comes next, of the same caller: it has not returned. */
static bool is_on_stack(struct chain *chain, const struct opening *opening)
{
	const char *frame = opening->row->frame;

	if (!frame || chain->said)
		return false;
	chain->unsure = true;
	if (!same_caller(&opening->line, &chain->first->line))
		return false;
	for (const struct opening *at = chain->first; at < chain->end; at++)
		if (at->row->opens == PK_OPENS_FRAME && !strcmp(at->row->text, frame) &&
		    same_caller(&at->line, &chain->first->line))
			return true;
	return false;
}

static bool takes_report(struct chain *chain, const struct opening *opening)
{
	const struct opening *said = chain->said;

	if (is_on_stack(chain, opening))
		return true;
	if (chain->death->row->opens != PK_OPENS_PANIC ||
	    !pk_opening_led_to(opening->row, chain->death->line.text))
		return false;
	chain->unsure = true;
	/* khungtaskd lists all before it panics; of others the last one did it. */
	return same_caller(&opening->line, &chain->death->line) &&
	       (!said || (said->row == opening->row && opening->row->panic));
}

static bool takes_lead(struct chain *chain, const struct opening *opening)
{
	static const char bug[] = "kernel BUG at ";

	if (chain->closed || chain->said || strncmp(chain->first->line.text, bug, sizeof(bug) - 1))
		return false;
	chain->unsure = true;
	return same_caller(&opening->line, &chain->first->line);
}

static bool takes(struct chain *chain, const struct opening *opening)
{
	const struct opening *next = chain->said ? chain->said : chain->first;

	if (next->line.ts_nsec > opening->line.ts_nsec + BURST_NS)
		return false;
	switch (opening->row->opens) {
	case PK_OPENS_WISH:
		return true;
	case PK_OPENS_OOPS:
		if (chain->other_oops)
			return false;
		if (chain->oops || chain->death->row->opens != PK_OPENS_PANIC)
			return !chain->closed;
		return !chain->closed || pk_opening_led_to(opening->row, chain->death->line.text);
	case PK_OPENS_LOCKUP:
		return chain->death->row->opens == PK_OPENS_LOCKUP ||
		       (chain->death->row->opens == PK_OPENS_PANIC &&
			pk_opening_led_to(opening->row, chain->death->line.text));
	case PK_OPENS_LEAD:
		return takes_lead(chain, opening);
	case PK_OPENS_REPORT:
		return takes_report(chain, opening);
	default:
		return false;
	}
}

static void take(struct chain *chain, const struct opening *opening)
{
	enum pk_opens opens = opening->row->opens;

	if (opens == PK_OPENS_LEAD || opens == PK_OPENS_REPORT)
		chain->said = opening;
	if (opens != PK_OPENS_REPORT)
		chain->first = opening;
	if (opens == PK_OPENS_OOPS || opens == PK_OPENS_LOCKUP)
		chain->reason = opening;
	chain->oops |= opens == PK_OPENS_OOPS;
	chain->closed = false;
	chain->earlier = NULL; /* it came in between */
}

static void follow(struct chain *chain)
{
	const struct opening *opening = chain->death;

	chain->first = chain->reason = opening;
	chain->oops = opening->row->opens == PK_OPENS_OOPS;
	while (opening-- > chain->list) {
		enum pk_opens opens = opening->row->opens;

		if (opens == PK_OPENS_END)
			chain->closed |= same_caller(&opening->line, &chain->first->line);
		else if (opens == PK_OPENS_CUT || opens == PK_OPENS_PLACE ||
			 opens == PK_OPENS_FRAME)
			continue;
		else if (takes(chain, opening))
			take(chain, opening);
		else if (opens != PK_OPENS_WISH) {
			const struct opening *earlier = chain->earlier;

			/* The first line of the newest one. An oops has several. */
			if (!earlier || (!chain->closed && earlier->row->opens == PK_OPENS_OOPS &&
					 (opening->row->opens == PK_OPENS_OOPS ||
					  opening->row->opens == PK_OPENS_LEAD) &&
					 earlier->line.ts_nsec <= opening->line.ts_nsec + BURST_NS))
				chain->earlier = opening;
			chain->other_oops |= opens == PK_OPENS_OOPS;
			chain->closed = false;
		}
	}
}

static void tell(const struct search *search, const struct chain *chain, struct pk_panic *panic)
{
	if (chain->said)
		panic->said = chain->said->line;
	if (chain->earlier)
		panic->earlier = chain->earlier->line;
	if (!chain->death)
		return;
	panic->found = true;
	panic->ts_nsec = chain->first->line.ts_nsec;
	snprintf(panic->reason, sizeof(panic->reason), "%s", chain->reason->line.text);
	panic->of_oops = chain->reason->row->opens == PK_OPENS_OOPS;
	/* "RIP: 0010:sym+0x1/0x2 [module]" on x86, "pc : sym+0x1/0x2" on arm64. User addresses
	 * (0033) are those of the system call that the kernel was in. */
	for (const struct opening *at = chain->reason; at < search->list + search->nr; at++) {
		if (at->row->opens != PK_OPENS_PLACE)
			continue;
		snprintf(panic->ip_text, sizeof(panic->ip_text), "%s",
			 at->line.text + strlen(at->row->text));
		return;
	}
}

/* Without a death, the newest report is told. */
static enum pk_status search_log(struct search *search, struct chain *ret_chain)
{
	struct chain chain = {.list = search->list};
	struct pk_reader r = {.ctx = search->ctx};

	search->nr = 0;
	search->cut = search->panicked = false;
	pk_log_for_each (line, &r)
		look(search, &line);
	if (!pk_ok(&r))
		return r.status;
	chain.end = search->list + search->nr;
	chain.death = find_death(search);
	if (chain.death)
		follow(&chain);
	for (size_t i = 0; i < search->nr && !chain.death; i++)
		if (search->list[i].row->opens == PK_OPENS_REPORT ||
		    search->list[i].row->opens == PK_OPENS_LEAD)
			chain.earlier = &search->list[i];
	*ret_chain = chain;
	return PK_OK;
}

enum pk_status pk_panic_find(struct pk_ctx *ctx, struct pk_panic *ret_panic)
{
	struct search search = {.ctx = ctx};
	struct chain chain;
	int64_t offset = 0;
	int cpu;
	enum pk_status status = PK_OK;

	*ret_panic = (struct pk_panic){.log = PK_NOMEM};
	search.list = calloc(MAX_OPENINGS, sizeof(*search.list));
	if (!search.list)
		return pk_fail(ctx, PK_NOMEM, "kernel log");
	status = search_log(&search, &chain);
	if (status == PK_OK && chain.unsure) {
		search.callers = true;
		status = search_log(&search, &chain);
	}
	ret_panic->log = status;
	if (status != PK_OK) {
		free(search.list);
		pk_warn(ctx, "when and why it died: %s", pk_error(ctx));
		return status;
	}
	tell(&search, &chain, ret_panic);
	free(search.list);
	if (pk_panic_cpu(ctx, &cpu) != PK_OK)
		cpu = -1;
	if (pk_local_clock_offset(ctx, cpu, &offset) != PK_OK)
		pk_warn(ctx, "%s", pk_error(ctx));
	ret_panic->ring_ns = ret_panic->found ? ret_panic->ts_nsec - offset : 0;
	return PK_OK;
}
