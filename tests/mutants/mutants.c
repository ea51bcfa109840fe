// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * mutants CAPSULE FIRST COUNT [JSON]: real dumps with damaged memory, and wrong symbols, types, enumerators and facts.
 *
 * The capsule is loaded once. Each deed (deeds.c) runs once on the undamaged machine, where its reads are written
 * down, and what else it asks. A mutant is a number: a deed, and damage (damage.h) at a few of the places that this
 * deed reads, wrong answers (lies.h) to a few of its questions, or either all over. It runs in a fork; a signal, a
 * sanitizer's report, a leak, more than TIME_LIMIT seconds of its own CPU time, more than MEMORY_LIMIT MiB or a
 * complaint of judge.c is a failure, and is printed with what plays it again alone:
 *
 *	build/asan/mutants sample-vmcores/61-unarmed/capsule 17 1
 *	build/asan/mutants --replay FILE sample-vmcores/61-unarmed/capsule
 *
 * FILE: a line with the deed, then a line a place. The second form does not depend on what is read.
 * --deeds lists the deeds and what each costs; --show prints what the mutant FIRST, or that of a file, prints;
 * --plant NAME runs a decoder with a planted bug instead.
 * With JSON, what the commands print with -j is appended to that file, after a line "== COMMAND" each.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command/command.h"
#include "harness.h"
#include "target/capsule/capsule.h"

#define TIME_LIMIT 2 /* seconds of CPU in user mode for a deed, under sanitizers */
#define SLOWER 4 /* times what the undamaged machine costs, beside it */
#define WALL_LIMIT 120 /* seconds, where a process sleeps for ever */
#define MEMORY_LIMIT 256 /* MiB above the parent's, the sanitizers' shadow included */
#define OUTPUT_LIMIT 16 /* MiB, and as much as the undamaged machine prints, so many times: */
#define LARGER 4
#define MAX_READS (1u << 20)
#define MAX_ASKS (1u << 20)
#define EXIT_COMPLAINT 3
#define EXIT_LEAK 4
#define EXIT_FLOOD 5
#define MAX_PLANTED 2 /* findings of a planted bug, then it is found */
#define PAGE 4096ull

/* Of the sanitizers' run time; not every compiler has the headers. */
size_t __sanitizer_get_current_allocated_bytes(void);
int __lsan_do_recoverable_leak_check(void);

/* Memory that one allocation may ask for is bounded as well. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=8:malloc_context_size=12:max_allocation_size_mb=512:exitcode=99";
}

static struct pk_target *inner;
static const struct deed *doing; /* deeds, or planted ones */
static unsigned nr_doing, weights;
static struct clean *cleans;
static struct read_log *log_of_reads;
static struct ask_log *log_of_asks;

/* --- the undamaged machine --------------------------------------------------------------------- */

/* What is shared costs a fork nothing. */
static void *shared(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED) {
		perror("mmap");
		exit(2);
	}
	return memory;
}

static int by_address(const void *a, const void *b)
{
	const struct read_span *x = a, *y = b;

	return x->addr != y->addr ? (x->addr < y->addr ? -1 : 1)
				  : (x->len > y->len) - (x->len < y->len);
}

static int by_length(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static int by_key(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void keep_asks(struct clean *clean)
{
	struct ask_log *log = log_of_asks;

	qsort(log->keys, log->nr, sizeof(log->keys[0]), by_key);
	clean->asks = shared((log->nr + 1) * sizeof(log->keys[0]));
	for (uint32_t i = 0; i < log->nr; i++)
		if (!i || log->keys[i] != log->keys[i - 1])
			clean->asks[clean->nr_asks++] = log->keys[i];
}

static void keep_reads(struct clean *clean)
{
	struct read_log *log = log_of_reads;
	uint32_t kept = 0;

	qsort(log->spans, log->nr, sizeof(log->spans[0]), by_address);
	for (uint32_t i = 0; i < log->nr; i++)
		if (!i || by_address(&log->spans[i], &log->spans[i - 1]))
			log->spans[kept++] = log->spans[i];
	clean->lens = shared((kept + 1) * sizeof(*clean->lens));
	for (uint32_t i = 0; i < kept; i++)
		clean->lens[i] = log->spans[i].len;
	qsort(clean->lens, kept, sizeof(*clean->lens), by_length);
	for (uint32_t i = 0; i < kept; i++)
		if (!clean->nr_lens || clean->lens[i] != clean->lens[clean->nr_lens - 1])
			clean->lens[clean->nr_lens++] = clean->lens[i];
	clean->reads = shared((kept + 1) * sizeof(log->spans[0]));
	memcpy(clean->reads, log->spans, kept * sizeof(log->spans[0]));
	clean->nr_reads = kept;
}

/* Some forms of the trace are binary: a text without zeroes can be searched. */
static char *printable(char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!text[i])
			text[i] = '.';
	return text;
}

static char *read_back(FILE *fp)
{
	long size = ftell(fp);
	char *text = shared(size + 1);

	rewind(fp);
	if (fread(text, 1, size, fp) != (size_t)size)
		perror("clean run");
	return printable(text, size);
}

/* In a child, so that the parent stays as small as it is. */
static bool observe(const struct deed *deed, struct clean *clean)
{
	FILE *out = tmpfile();
	struct rusage usage;
	int status = 0;
	pid_t child;

	fflush(stdout);
	log_of_reads->nr = log_of_asks->nr = 0;
	child = fork();
	if (!child) {
		struct damaged damaged;

		dup2(fileno(out), STDERR_FILENO);
		damaged_init(&damaged, inner);
		damaged.log = log_of_reads;
		damaged.asks = log_of_asks;
		deed_run(deed, &damaged.target, out);
		fflush(out);
		_exit(0);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status) {
		printf("# undamaged, %s: status %d\n", deed->name, status);
		return false;
	}
	fseek(out, 0, SEEK_END);
	clean->text = read_back(out);
	clean->seconds = (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
	fclose(out);
	keep_reads(clean);
	keep_asks(clean);
	return true;
}

/* --- what a number means ----------------------------------------------------------------------- */

struct mutant {
	unsigned deed;
	struct damaged damaged;
};

static uint64_t draw(uint64_t *state)
{
	return mix(*state += 0x9e3779b97f4a7c15ull);
}

/* Half of the draws begin with a length, of which a command has some dozens: one for each structure. Thousands of
 * records of one kind do not hide the one of another kind. */
static const struct read_span *draw_read(const struct clean *clean, uint64_t *state)
{
	uint32_t at = draw(state) % clean->nr_reads, begin = at;

	if (draw(state) % 2) {
		uint32_t len = clean->lens[draw(state) % clean->nr_lens];

		while (clean->reads[at].len != len)
			at = at + 1 < clean->nr_reads ? at + 1 : 0;
		return &clean->reads[at];
	}
	return &clean->reads[begin];
}

/* Inside what is read; pages of events begin with the header that matters most. */
static uint64_t draw_address(const struct clean *clean, uint64_t *state)
{
	const struct read_span *span = draw_read(clean, state);
	uint64_t len = span->len >= 2048 && !(draw(state) % 4) ? 16 : span->len;

	return span->addr + draw(state) % len;
}

static uint64_t old_word(uint64_t addr)
{
	uint64_t word = 0;

	inner->ops->read(inner, addr, &word, sizeof(word));
	return word;
}

/* A word that was a pointer, perhaps, and leads elsewhere now. */
static uint64_t draw_pointer(const struct clean *clean, uint64_t addr, uint64_t *state)
{
	switch (draw(state) % 6) {
	case 0:
		return 0;
	case 1:
		return addr;
	case 2:
		return old_word(addr) + 8 * (draw(state) % 64) - 256;
	case 3:
		return 0xffffdead00000000ull;
	case 4:
		return draw(state);
	default:
		return draw_address(clean, state) & ~7ull;
	}
}

static struct place draw_word(const struct clean *clean, uint64_t *state)
{
	struct place place = {PLACE_SET, 8, draw_address(clean, state), 0};
	static const uint32_t large[] = {0xffffffff, 0x7fffffff, 0x80000000, 0xffff, 0x10000};

	switch (draw(state) % 6) {
	case 0: /* a bit */
		place.size = 1;
		place.value = old_word(place.addr) ^ 1u << draw(state) % 8;
		break;
	case 1: /* a byte */
		place.size = 1;
		place.value = draw(state);
		break;
	case 2: /* a number */
		place.addr &= ~3ull;
		place.size = 4;
		place.value = large[draw(state) % 5];
		break;
	case 3: /* a little more or less */
		place.addr &= ~3ull;
		place.size = 4;
		place.value = old_word(place.addr) + draw(state) % 17 - 8;
		break;
	default:
		place.addr &= ~7ull;
		place.value = draw_pointer(clean, place.addr, state);
	}
	return place;
}

/* A page that is read in one piece; ADDR if a few draws find none. */
static uint64_t draw_whole_page(const struct clean *clean, uint64_t addr, uint64_t *state)
{
	for (unsigned i = 0; i < 100; i++) {
		const struct read_span *span = &clean->reads[draw(state) % clean->nr_reads];

		if (span->len == PAGE && !(span->addr % PAGE))
			return span->addr;
	}
	return addr;
}

/* Half of these are by the kind of the question: of members there are thousands, of CPU masks two. */
static struct place draw_lie(const struct clean *clean, uint64_t *state)
{
	uint32_t at = draw(state) % clean->nr_asks;

	if (!(draw(state) % 10))
		return (struct place){PLACE_FACT, 0, draw(state) % NR_FACTS, draw(state)};
	if (draw(state) % 2) {
		uint64_t kind = draw(state) % NR_QUESTIONS;

		for (uint32_t i = 0; i < clean->nr_asks; i++, at = (at + 1) % clean->nr_asks)
			if (clean->asks[at] >> 56 == kind)
				break;
	}
	return (struct place){PLACE_LIE, 0, clean->asks[at], draw(state)};
}

static struct place draw_place(const struct clean *clean, uint64_t *state)
{
	struct place place;

	if (clean->nr_asks && !(draw(state) % 3))
		return draw_lie(clean, state);
	if (draw(state) % 10 < 6)
		return draw_word(clean, state);
	place = (struct place){PLACE_GARBAGE + draw(state) % (PLACE_LIE - PLACE_GARBAGE), 0,
			       draw_address(clean, state), draw(state)};
	if (place.kind == PLACE_OTHER || place.kind == PLACE_SWAP)
		place.value = draw_address(clean, state);
	/* Half of these are pages of events, which are read whole. */
	if ((place.kind == PLACE_OTHER || place.kind == PLACE_SWAP) && draw(state) % 2) {
		place.addr = draw_whole_page(clean, place.addr, state);
		place.value = draw_whole_page(clean, place.value, state);
	}
	if (place.kind != PLACE_CUT)
		place.addr &= ~(PAGE - 1);
	return place;
}

static void draw_spread(struct damaged *damaged, uint64_t *state)
{
	static const uint64_t word_rates[] = {64, 512, 4096, 32768}, page_rates[] = {2, 8, 32, 128};
	uint64_t kind = draw(state) % 4;

	damaged->spread = 1 + draw(state) % (NR_SPREADS - 1);
	damaged->seed = draw(state);
	damaged->rate = spread_is_of_pages(damaged->spread) ? page_rates[kind] : word_rates[kind];
	if (damaged->spread == ABSENT_NAMES || damaged->spread == WRONG_ANSWERS)
		damaged->rate = 4 << 2 * kind;
}

static unsigned draw_deed(uint64_t *state)
{
	uint64_t ticket = draw(state) % weights;
	unsigned deed = 0;

	while (ticket >= doing[deed].weight)
		ticket -= doing[deed++].weight;
	return deed;
}

static void breed(struct mutant *mutant, uint64_t number)
{
	uint64_t state = mix(number + 1), way;
	const struct clean *clean;

	mutant->deed = draw_deed(&state);
	clean = &cleans[mutant->deed];
	damaged_init(&mutant->damaged, inner);
	way = draw(&state) % 20;
	if (way >= 17 || !clean->nr_reads) {
		draw_spread(&mutant->damaged, &state);
		damaged_set_facts(&mutant->damaged);
		return;
	}
	mutant->damaged.nr_places = way < 13 ? 1 : 2 + draw(&state) % (MAX_PLACES - 1);
	for (unsigned i = 0; i < mutant->damaged.nr_places; i++)
		mutant->damaged.places[i] = draw_place(clean, &state);
	damaged_set_facts(&mutant->damaged);
}

/* What --replay reads. */
static void describe(const struct mutant *mutant, FILE *fp)
{
	const struct damaged *damaged = &mutant->damaged;

	fprintf(fp, "# %s\n", doing[mutant->deed].name);
	for (unsigned i = 0; i < damaged->nr_places; i++) {
		fprintf(fp, "# ");
		place_print(&damaged->places[i], fp);
		fprintf(fp, "\n");
	}
	if (damaged->spread != SPREAD_NONE)
		fprintf(fp, "# one of %" PRIu64 ": %s\n", damaged->rate,
			spread_name(damaged->spread));
}

static bool scan_mutant(const char *path, struct mutant *mutant)
{
	FILE *fp = fopen(path, "r");
	char line[300];
	bool good = false;

	if (!fp)
		return false;
	damaged_init(&mutant->damaged, inner);
	mutant->deed = nr_doing;
	while (fgets(line, sizeof(line), fp)) {
		struct damaged *damaged = &mutant->damaged;

		line[strcspn(line, "\n")] = '\0';
		for (unsigned i = 0; i < nr_doing; i++)
			if (!strcmp(line, doing[i].name))
				mutant->deed = i;
		if (damaged->nr_places < MAX_PLACES &&
		    place_scan(line, &damaged->places[damaged->nr_places])) {
			damaged->nr_places++;
			good = mutant->deed < nr_doing;
		}
	}
	fclose(fp);
	damaged_set_facts(&mutant->damaged);
	return good;
}

/* --- one mutant's life ------------------------------------------------------------------------- */

/* The kernel's part is left out: a page fault costs 1 us here, and 30 on a guest of a busy host. WALL_LIMIT ends that. */
static void limit_time(double clean_seconds)
{
	double limit = TIME_LIMIT + SLOWER * clean_seconds;
	struct itimerval timer = {
		.it_value = {(time_t)limit, (suseconds_t)(1e6 * (limit - (double)(time_t)limit))}};

	setitimer(ITIMER_VIRTUAL, &timer, NULL);
	alarm(WALL_LIMIT);
}

/* Warnings of what prints JSON go to stderr, which is a file here. */
static char *with_stderr(char *text, size_t size)
{
	off_t more = lseek(STDERR_FILENO, 0, SEEK_END);
	char *both = calloc(1, size + (more > 0 ? more : 0) + 1);

	memcpy(both, text, size);
	if (more > 0 && pread(STDERR_FILENO, both + size, more, 0) != more)
		perror("stderr");
	return printable(both, size + (more > 0 ? more : 0));
}

/* Of the damage only what makes reads fail. */
static void keep_failures(struct damaged *damaged)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < damaged->nr_places; i++)
		if (damaged->places[i].kind == PLACE_MISSING ||
		    damaged->places[i].kind == PLACE_CUT)
			damaged->places[kept++] = damaged->places[i];
	damaged->nr_places = kept;
	damaged->failed_read = damaged->changed_read = false;
}

/* What the deed says of the damaged machine is judged. */
static int run_and_judge(struct mutant *mutant)
{
	const struct deed *deed = &doing[mutant->deed];
	char *text = NULL;
	size_t size = 0, before = __sanitizer_get_current_allocated_bytes(), held;
	FILE *out = open_memstream(&text, &size);

	deed_run(deed, &mutant->damaged.target, out);
	fclose(out);
	if (size > (OUTPUT_LIMIT << 20) + LARGER * strlen(cleans[mutant->deed].text))
		_exit(EXIT_FLOOD);
	held = __sanitizer_get_current_allocated_bytes() - before;
	/* What the text takes is not all that is still there: is it lost, or kept by something static? */
	if (held > 2 * size + 4096 && __lsan_do_recoverable_leak_check())
		_exit(EXIT_LEAK);
	return judge(deed, &cleans[mutant->deed], &mutant->damaged, with_stderr(text, size),
		     stderr);
}

/* In the child. */
static void live(struct mutant *mutant)
{
	int wrong;

	limit_time(cleans[mutant->deed].seconds);
	wrong = run_and_judge(mutant);
	/* Other bytes are another answer, and nobody can tell; was it the failed read? */
	if (wrong && mutant->damaged.failed_read && mutant->damaged.changed_read) {
		keep_failures(&mutant->damaged);
		if (ftruncate(STDERR_FILENO, 0) || lseek(STDERR_FILENO, 0, SEEK_SET))
			_exit(EXIT_COMPLAINT);
		wrong = run_and_judge(mutant);
	}
	_exit(wrong ? EXIT_COMPLAINT : 0);
}

/* The lines of what the child said that tell what happened. */
static void complain(FILE *said)
{
	char line[400];
	int left = 30;

	rewind(said);
	while (left && fgets(line, sizeof(line), said))
		if (line[0] != '\n' && line[0] != '=')
			left--, printf("# %s", line);
}

static const char *fate_of(int status, long kib, char *buf, size_t size)
{
	bool late = WIFSIGNALED(status) &&
		    (WTERMSIG(status) == SIGVTALRM || WTERMSIG(status) == SIGALRM);

	/* Memory costs time where pages are dear: whatever ended it, it had too much. */
	if (kib >> 10 > MEMORY_LIMIT && (late || !status))
		snprintf(buf, size, "%ld MiB", kib >> 10);
	else if (late)
		snprintf(buf, size, "too long");
	else if (WIFSIGNALED(status))
		snprintf(buf, size, "signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) == EXIT_LEAK)
		snprintf(buf, size, "leak");
	else if (WEXITSTATUS(status) == EXIT_FLOOD)
		snprintf(buf, size, "flood of output");
	else if (WEXITSTATUS(status) == EXIT_COMPLAINT)
		snprintf(buf, size, "wrong answer");
	else if (WEXITSTATUS(status))
		snprintf(buf, size, "sanitizer (status %d)", WEXITSTATUS(status));
	else
		return NULL;
	return buf;
}

static long own_kib(void)
{
	long pages = 0;
	FILE *fp = fopen("/proc/self/statm", "r");

	if (!fp || fscanf(fp, "%*d %ld", &pages) != 1)
		pages = 0;
	if (fp)
		fclose(fp);
	return pages * (sysconf(_SC_PAGESIZE) >> 10);
}

static bool survives(struct mutant *mutant, const char *name)
{
	static FILE *said;
	struct rusage usage;
	long held = own_kib();
	const char *why;
	char buf[60];
	int status = 0;
	pid_t child;

	if (!said)
		said = tmpfile();
	if (ftruncate(fileno(said), 0))
		perror("ftruncate");
	rewind(said);
	fflush(stdout);
	child = fork();
	if (!child) {
		dup2(fileno(said), STDERR_FILENO);
		live(mutant);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
		printf("# %s: %s\n", name, strerror(errno));
		return false;
	}
	why = fate_of(status, usage.ru_maxrss - held, buf, sizeof(buf));
	if (!why)
		return true;
	printf("# mutant %s: %s\n", name, why);
	describe(mutant, stdout);
	complain(said);
	return false;
}

/* --- JSON of damaged machines, for tests/json --------------------------------------------------- */

static void append_json(uint64_t number, const char *file)
{
	static const struct deed commands[] = {
		{"verdict -j", 0, 0, NULL},	 {"last -n 50 -j", 0, 0, NULL},
		{"show -v -j", 0, 0, NULL},	 {"flows -j", 0, 0, NULL},
		{"inflight -j", 0, 0, NULL},	 {"probes -v -j", 0, 0, NULL},
		{"probes -p -j", 0, 0, NULL},	 {"tracers -j", 0, 0, NULL},
		{"trace -n 200 -j", 0, 0, NULL}, {"trace -S -j", 0, 0, NULL},
		{"layout -j", 0, 0, NULL},
	};
	uint64_t state = mix(number + 1);
	struct damaged damaged;
	FILE *out = fopen(file, "a");

	if (!out) {
		perror(file);
		exit(2);
	}
	damaged_init(&damaged, inner);
	draw_spread(&damaged, &state);
	damaged.spread = 1 + number % (NR_SPREADS - 1);
	damaged.rate = spread_is_of_pages(damaged.spread) || damaged.spread == ABSENT_NAMES ||
				       damaged.spread == WRONG_ANSWERS
			       ? 32
			       : 512;
	damaged_set_facts(&damaged);
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		fprintf(out, "== %s\n", commands[i].name);
		fflush(out);
		if (!fork()) {
			alarm(WALL_LIMIT);
			deed_run(&commands[i], &damaged.target, out);
			fflush(out);
			_exit(0);
		}
		wait(NULL);
		fseek(out, 0, SEEK_END);
	}
	fclose(out);
}

/* --- */

static bool open_capsule(const char *capsule)
{
	char error[256];

	if (pk_capsule_open(capsule, &inner, error, sizeof(error)) == PK_OK)
		return true;
	printf("not ok 1 - %s\n", error);
	return false;
}

static bool observe_all(const char *capsule)
{
	log_of_reads = shared(sizeof(*log_of_reads) + MAX_READS * sizeof(struct read_span));
	log_of_reads->max = MAX_READS;
	log_of_asks = shared(sizeof(*log_of_asks) + MAX_ASKS * sizeof(uint64_t));
	log_of_asks->max = MAX_ASKS;
	cleans = calloc(nr_doing, sizeof(*cleans));
	for (unsigned i = 0; i < nr_doing; i++) {
		if (!observe(&doing[i], &cleans[i])) {
			printf("not ok 1 - %s: %s on the undamaged machine\n", capsule,
			       doing[i].name);
			return false;
		}
		weights += doing[i].weight;
	}
	return true;
}

static bool prepare(const char *capsule)
{
	return open_capsule(capsule) && observe_all(capsule);
}

static int list_deeds(void)
{
	for (unsigned i = 0; i < nr_doing; i++)
		printf("%-60s weight %2u %7.1f ms %6u reads %8zu bytes\n", doing[i].name,
		       doing[i].weight, 1e3 * cleans[i].seconds, cleans[i].nr_reads,
		       strlen(cleans[i].text));
	return 0;
}

static int replay(const char *path, const char *capsule)
{
	struct mutant mutant;

	if (!open_capsule(capsule))
		return 1;
	if (!scan_mutant(path, &mutant)) {
		printf("not ok 1 - %s is no mutant\n", path);
		return 1;
	}
	doing += mutant.deed; /* no other is looked at */
	mutant.deed = 0;
	nr_doing = 1;
	if (!observe_all(capsule))
		return 1;
	if (!survives(&mutant, path)) {
		printf("not ok 1 - %s on %s\n", path, capsule);
		return 1;
	}
	printf("ok 1 - %s on %s\n", path, capsule);
	return 0;
}

/* What a mutant prints, in this process: for a debugger, and to compare. */
static int show(struct mutant *mutant)
{
	describe(mutant, stdout);
	deed_run(&doing[mutant->deed], &mutant->damaged.target, stdout);
	return 0;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: mutants [--plant NAME] CAPSULE FIRST COUNT [JSON] | --deeds CAPSULE | "
		"--show CAPSULE NUMBER|FILE | --replay FILE CAPSULE\n");
	return 2;
}

int main(int argc, char **argv)
{
	unsigned long long first, count, failed = 0;
	time_t start = time(NULL);

	doing = deeds;
	nr_doing = nr_deeds;
	if (argc > 2 && !strcmp(argv[1], "--plant")) {
		nr_doing = 0;
		for (unsigned i = 0; i < nr_planted_deeds; i++)
			if (!strcmp(argv[2], planted_deeds[i].name))
				doing = &planted_deeds[i], nr_doing = 1;
		if (!nr_doing)
			return usage();
		argc -= 2;
		argv += 2;
	}
	if (argc == 3 && !strcmp(argv[1], "--deeds"))
		return prepare(argv[2]) ? list_deeds() : 1;
	if (argc == 4 && !strcmp(argv[1], "--show")) {
		struct mutant mutant;

		if (!prepare(argv[2]))
			return 1;
		if (!scan_mutant(argv[3], &mutant))
			breed(&mutant, strtoull(argv[3], NULL, 0));
		return show(&mutant);
	}
	if (argc == 4 && !strcmp(argv[1], "--replay"))
		return replay(argv[2], argv[3]);
	if (argc != 4 && argc != 5)
		return usage();
	first = strtoull(argv[2], NULL, 0);
	count = strtoull(argv[3], NULL, 0);
	if (argc > 4)
		nr_doing = 0;
	if (!prepare(argv[1]))
		return 1;
	for (unsigned long long number = first; number < first + count; number++) {
		struct mutant mutant;
		char name[40];

		if (argc > 4) {
			append_json(number, argv[4]);
			continue;
		}
		breed(&mutant, number);
		snprintf(name, sizeof(name), "%llu", number);
		failed += !survives(&mutant, name);
		if (doing != deeds && failed == MAX_PLANTED)
			count = number - first + 1;
	}
	printf("%s 1 - %s: %llu of %llu mutants from %llu on survived, %lld s\n",
	       failed ? "not ok" : "ok", argv[1], count - failed, count, first,
	       (long long)(time(NULL) - start));
	return failed != 0;
}
