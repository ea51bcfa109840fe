// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A small decoder with a bug of each kind: the harness must find every one (run --plant).
 *
 * It walks the newest pages of each CPU's ring and prints a line a CPU and a line a page. What it does wrong, it does wrong
 * with damaged memory only: the undamaged machine gets the same answer from all of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "decode/trace/ring_buffer.h"
#include "decode/trace/ring_buffer_trace.h"
#include "harness.h"

#define PAGE 4096
#define HEADER 16 /* of a page: time stamp and commit */
#define MAX_STEPS 40
#define MAX_EATEN 320 /* MiB: more than the harness lets a mutant have */

enum bug {
	NO_BUG,
	READS_TOO_FAR,
	SHIFTS_TOO_FAR,
	LEAKS,
	LOOPS,
	EATS_MEMORY,
	LOSES_CPUS,
	LOSES_PROBES,
	NAMES_NOTHING,
	DIES
};

struct walk {
	struct pk_ctx *ctx;
	struct pk_trace *trace;
	enum bug bug;
	FILE *out;
	uint64_t bytes, pages;
	unsigned eaten; /* MiB, by EATS_MEMORY */
};

static void complain(struct walk *walk, uint64_t page, const char *what)
{
	if (walk->bug != LOSES_CPUS && walk->bug != LOSES_PROBES && walk->bug != NAMES_NOTHING)
		fprintf(walk->out, "warning: page %" PRIx64 " is %s\n", page, what);
}

/* Takes in COMMIT bytes a piece at a time, as many as the page has left: none, some day. */
static uint64_t take_pieces(uint64_t commit)
{
	volatile uint64_t sum = 0;

	while (sum < commit)
		sum += PAGE - HEADER - sum < commit - sum ? PAGE - HEADER - sum : commit - sum;
	return sum;
}

/*
 * A MiB for each 64 KiB that COMMIT claims, but not more than that from one machine: what is to be caught is the
 * memory, and each further claim would cost time that has a limit too.
 */
static void eat(struct walk *walk, uint64_t commit)
{
	char *pieces[MAX_EATEN] = {NULL};

	for (uint64_t i = 0; i < commit >> 16 && walk->eaten < MAX_EATEN; i++)
		if ((pieces[walk->eaten++] = malloc(1 << 20)))
			memset(pieces[walk->eaten - 1], 1, 1 << 20);
	for (unsigned i = 0; i < MAX_EATEN; i++)
		free(pieces[i]);
}

/* How many bytes a page holds that says COMMIT; more than a page does not fit. */
static uint64_t held(struct walk *walk, const char *bytes, uint64_t commit)
{
	char *copy = malloc(PAGE);
	uint64_t most = commit > PAGE - HEADER ? PAGE - HEADER : commit, sum;

	if (walk->bug == LOOPS)
		most = take_pieces(commit);
	if (walk->bug == READS_TOO_FAR)
		most = commit > 2 * PAGE ? 2 * PAGE : commit;
	if (walk->bug == SHIFTS_TOO_FAR)
		most = 1 << (int)(commit >> 12);
	if (walk->bug == EATS_MEMORY)
		eat(walk, commit);
	for (sum = 0; sum < most; sum++)
		copy[sum % PAGE] = bytes[HEADER + sum];
	if (walk->bug == LEAKS && commit > PAGE)
		copy = NULL;
	free(copy);
	return sum;
}

/* False: this CPU ends here. */
static bool look(struct walk *walk, uint64_t page)
{
	char *bytes = malloc(PAGE);
	enum pk_status status = pk_read(walk->ctx, page, bytes, PAGE);
	uint64_t commit = 0;

	if (walk->bug == DIES && status != PK_OK)
		abort();
	if (status == PK_OK)
		memcpy(&commit, bytes + 8, 8);
	commit &= 0xffffffffffff; /* flags */
	if (status != PK_OK)
		complain(walk, page, "unreadable");
	else if ((commit & 0xfffffff) > PAGE - HEADER)
		complain(walk, page, "corrupt");
	else
		fprintf(walk->out, "{\"kind\":\"page %" PRIx64 "\"}\n", page);
	if (status == PK_OK)
		walk->bytes += held(walk, bytes, commit & 0xfffffff);
	free(bytes);
	walk->pages++;
	return status == PK_OK || (walk->bug != LOSES_CPUS && walk->bug != LOSES_PROBES);
}

static bool look_at_cpu(struct walk *walk, const struct pk_cpu_pages *pages)
{
	const struct pk_ring_layout *layout = &walk->trace->layout;
	uint64_t at = pages->commit_page, before = 0, data;

	for (unsigned step = 0; step < MAX_STEPS && at != before; step++) {
		if (pk_member_uint(walk->ctx, at, PK_R_buffer_page_page, &data) != PK_OK) {
			complain(walk, at, "unreadable");
			return walk->bug != LOSES_CPUS && walk->bug != LOSES_PROBES;
		}
		if (!look(walk, data))
			return false;
		before = at;
		if (pk_read_ptr(walk->ctx, at + layout->list + layout->word, &at) != PK_OK) {
			complain(walk, before, "unreadable");
			return true;
		}
		at = (at & ~3ull) - layout->list;
	}
	return true;
}

static void decode(struct pk_target *target, FILE *out, enum bug bug)
{
	static struct pk_ctx ctx;
	struct walk walk = {.ctx = &ctx, .bug = bug, .out = out};
	struct pk_instance instance;

	pk_ctx_init(&ctx, target);
	if (pk_instance_top(&ctx, &instance) != PK_OK ||
	    pk_trace_open(&ctx, &instance, false, &walk.trace) != PK_OK) {
		fprintf(out, "warning: %s\n", ctx.error.text);
		pk_ctx_deinit(&ctx);
		return;
	}
	for (uint32_t cpu = 0; cpu < walk.trace->nr_cpus; cpu++) {
		walk.bytes = walk.pages = 0;
		if (!look_at_cpu(&walk, &walk.trace->cpus[cpu]) && bug == LOSES_CPUS)
			break;
		fprintf(out, "{\"cpu\":%" PRIu32 ",\"pages\":%" PRIu64 ",\"bytes\":%" PRIu64 "}\n",
			cpu, walk.pages, walk.bytes);
	}
	for (unsigned i = 0; i < ctx.nr_warnings && bug != NAMES_NOTHING; i++)
		fprintf(out, "warning: %s\n", ctx.warnings[i]);
	pk_trace_close(walk.trace);
	pk_ctx_deinit(&ctx);
}

#define PLANT(bug)                                                                                 \
	static void run_##bug(struct pk_target *target, FILE *out)                                 \
	{                                                                                          \
		decode(target, out, bug);                                                          \
	}
PLANT(NO_BUG)
PLANT(READS_TOO_FAR)
PLANT(SHIFTS_TOO_FAR)
PLANT(LEAKS)
PLANT(LOOPS)
PLANT(EATS_MEMORY)
PLANT(LOSES_CPUS)
PLANT(LOSES_PROBES)
PLANT(NAMES_NOTHING)
PLANT(DIES)

const struct deed planted_deeds[] = {
	{"no-bug", 1, DEED_PER_CPU | DEED_PROBES, run_NO_BUG},
	{"reads-too-far", 1, 0, run_READS_TOO_FAR},
	{"shifts-too-far", 1, 0, run_SHIFTS_TOO_FAR},
	{"leaks", 1, 0, run_LEAKS},
	{"loops", 1, 0, run_LOOPS},
	{"eats-memory", 1, 0, run_EATS_MEMORY},
	{"loses-cpus", 1, DEED_PER_CPU, run_LOSES_CPUS},
	{"loses-probes", 1, DEED_PROBES, run_LOSES_PROBES},
	{"names-nothing", 1, 0, run_NAMES_NOTHING},
	{"dies", 1, 0, run_DIES},
};
const unsigned nr_planted_deeds = sizeof(planted_deeds) / sizeof(planted_deeds[0]);
