// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * mutants CAPSULE FIRST COUNT [JSON]: real dumps with damaged memory.
 *
 * A target between the capsule and the commands changes what reads return: bits, whole words, pointers
 * that point to themselves or elsewhere, pages of garbage or zeroes, reads that fail. What is changed
 * follows from the mutant's number and the address alone, so that a mutant is the same each
 * time. Every command runs on every mutant, in a child of its own; a signal, a sanitizer's
 * report, more than TIME_LIMIT seconds or MEMORY_LIMIT MiB is a failure and prints the mutant's number:
 *
 *	build/asan/mutants sample-vmcores/61-unarmed/capsule 17 1
 *
 * With JSON, what the commands print with -j is appended to that file, after a line "== COMMAND" each.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command/command.h"
#include "command/export.h"
#include "target/capsule/capsule.h"

#define TIME_LIMIT 60 /* seconds for all commands, under sanitizers and on a busy machine */
#define MEMORY_LIMIT 1024 /* MiB, the sanitizers' shadow and the capsule included */

enum damage {
	FLIP_BITS,
	GARBAGE_WORDS,
	STRAY_POINTERS,
	SELF_POINTERS,
	LARGE_NUMBERS,
	GARBAGE_PAGES,
	ZERO_PAGES,
	MISSING_PAGES,
	NR_DAMAGES
};
static const char *const damage_names[NR_DAMAGES] = {
	"flipped bits",	 "garbage words",    "stray pointers",	"pointers to themselves",
	"large numbers", "pages of garbage", "pages of zeroes", "missing pages"};

struct mutant {
	struct pk_target target; /* first: it is a target */
	struct pk_target *inner;
	uint64_t seed;
	enum damage damage;
	uint64_t rate; /* one word (page) of so many */
};

/* splitmix64's finalizer: every input bit reaches every output bit. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

static uint64_t fate(const struct mutant *mutant, uint64_t unit)
{
	return mix(mutant->seed * 0x9e3779b97f4a7c15ull + mix(unit));
}

/* The word at WORD becomes (old & ~*KEEP_NOT) ^ value, bytewise. */
static uint64_t new_word(const struct mutant *mutant, uint64_t word, uint64_t random,
			 bool *ret_flip)
{
	*ret_flip = false;
	switch (mutant->damage) {
	case FLIP_BITS:
		*ret_flip = true;
		return 1ull << (random % 64);
	case STRAY_POINTERS:
		return (word & ~0xffffffull) | (random & 0xfffff8);
	case SELF_POINTERS:
		return word - 8 * (random % 4);
	case LARGE_NUMBERS:
		return random % 2 ? 0x7fffffff7fffffffull : 0xffffffffffffffffull;
	default:
		return random;
	}
}

static void damage_word(const struct mutant *mutant, uint64_t word, uint64_t addr, uint8_t *buf,
			size_t len)
{
	uint64_t random = fate(mutant, word), value;
	bool flip;

	if (random % mutant->rate)
		return;
	value = new_word(mutant, word, mix(random), &flip);
	for (unsigned i = 0; i < 8; i++) {
		uint64_t at = word + i;
		uint8_t byte = value >> (8 * i);

		if (at >= addr && at - addr < len)
			buf[at - addr] = flip ? buf[at - addr] ^ byte : byte;
	}
}

static void damage_page(const struct mutant *mutant, uint64_t page, uint64_t addr, uint8_t *buf,
			size_t len)
{
	if (fate(mutant, page) % mutant->rate)
		return;
	for (uint64_t at = page < addr ? addr : page; at - page < 4096 && at - addr < len; at++)
		buf[at - addr] = mutant->damage == ZERO_PAGES ? 0 : (uint8_t)mix(at ^ mutant->seed);
}

static bool page_is_missing(const struct mutant *mutant, uint64_t addr, size_t len)
{
	for (uint64_t page = addr & ~4095ull; page - (addr & ~4095ull) < len + (addr & 4095);
	     page += 4096)
		if (!(fate(mutant, page) % mutant->rate))
			return true;
	return false;
}

static enum pk_status mutant_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct mutant *mutant = (struct mutant *)target;
	enum pk_status status;

	if (mutant->damage == MISSING_PAGES && page_is_missing(mutant, addr, len))
		return PK_UNREADABLE;
	status = mutant->inner->ops->read(mutant->inner, addr, buf, len);
	if (status != PK_OK || mutant->damage == MISSING_PAGES)
		return status;
	if (mutant->damage == GARBAGE_PAGES || mutant->damage == ZERO_PAGES)
		for (uint64_t page = addr & ~4095ull;
		     page - (addr & ~4095ull) < len + (addr & 4095); page += 4096)
			damage_page(mutant, page, addr, buf, len);
	else
		for (uint64_t word = addr & ~7ull; word - (addr & ~7ull) < len + (addr & 7);
		     word += 8)
			damage_word(mutant, word, addr, buf, len);
	return PK_OK;
}

/* Everything but memory is the inner target's own answer. */
#define PASS(name, params, args)                                                                   \
	static enum pk_status mutant_##name params                                                 \
	{                                                                                          \
		struct pk_target *inner = ((struct mutant *)target)->inner;                        \
                                                                                                   \
		return inner->ops->name args;                                                      \
	}
PASS(symbol, (struct pk_target * target, const char *name, uint64_t *addr), (inner, name, addr))
PASS(symbols_named, (struct pk_target * target, const char *name, pk_symbol_fn fn, void *arg),
     (inner, name, fn, arg))
PASS(symbol_at, (struct pk_target * target, uint64_t addr, struct pk_symbol *symbol),
     (inner, addr, symbol))
PASS(type_size, (struct pk_target * target, const char *type, uint64_t *size), (inner, type, size))
PASS(member,
     (struct pk_target * target, const char *type, const char *path, struct pk_member *member),
     (inner, type, path, member))
PASS(enumerator, (struct pk_target * target, const char *name, int64_t *value),
     (inner, name, value))
PASS(enum_name, (struct pk_target * target, const char *tag, int64_t value, char *buf, size_t size),
     (inner, tag, value, buf, size))
PASS(percpu_offset, (struct pk_target * target, int cpu, uint64_t *offset), (inner, cpu, offset))
PASS(cpumask, (struct pk_target * target, enum pk_cpumask_kind kind, struct pk_cpumask *mask),
     (inner, kind, mask))
PASS(regs, (struct pk_target * target, int cpu, struct pk_regs *regs), (inner, cpu, regs))
PASS(panic_cpu, (struct pk_target * target, int *cpu), (inner, cpu))
PASS(virt_to_page, (struct pk_target * target, uint64_t addr, uint64_t *page), (inner, addr, page))

static const struct pk_target_ops mutant_ops = {
	.name = "mutant",
	.read = mutant_read,
	.symbol = mutant_symbol,
	.symbols_named = mutant_symbols_named,
	.symbol_at = mutant_symbol_at,
	.type_size = mutant_type_size,
	.member = mutant_member,
	.enumerator = mutant_enumerator,
	.enum_name = mutant_enum_name,
	.percpu_offset = mutant_percpu_offset,
	.cpumask = mutant_cpumask,
	.regs = mutant_regs,
	.panic_cpu = mutant_panic_cpu,
	.virt_to_page = mutant_virt_to_page,
};

static void breed(struct mutant *mutant, struct pk_target *inner, uint64_t number)
{
	static const uint64_t word_rates[] = {64, 512, 4096, 32768}, page_rates[] = {2, 8, 32, 128};
	uint64_t kind = (number + number / NR_DAMAGES) % 4;

	mutant->target.ops = &mutant_ops;
	mutant->target.facts = inner->facts;
	mutant->inner = inner;
	mutant->seed = number;
	mutant->damage = number % NR_DAMAGES;
	mutant->rate = mutant->damage >= GARBAGE_PAGES ? page_rates[kind] : word_rates[kind];
}

#define MAX_WORDS 5
typedef const char *const command_words[MAX_WORDS];

static void run_command(struct mutant *mutant, command_words words, FILE *out)
{
	static struct pk_ctx ctx;
	char *argv[MAX_WORDS + 2] = {(char *)"pkttrace"};
	int argc = 1;

	for (; argc < MAX_WORDS + 1 && words[argc - 1]; argc++)
		argv[argc] = (char *)words[argc - 1];
	if (!pk_subcommand_find(argv[1]))
		return;
	fprintf(stderr, "mutant %llu: %s\n", (unsigned long long)mutant->seed, argv[1]);
	pk_ctx_init(&ctx, &mutant->target);
	pk_command_run(&ctx, argc, argv, out);
	pk_ctx_deinit(&ctx);
}

static void run_json(struct mutant *mutant, const char *file)
{
	static const char *const commands[][MAX_WORDS] = {
		{"verdict", "-j"},
		{"last", "-n", "50", "-j"},
		{"show", "-v", "-j"},
		{"flows", "-j"},
		{"inflight", "-j"},
		{"probes", "-v", "-j"},
		{"probes", "-p", "-j"},
		{"tracers", "-j"},
		{"trace", "-n", "200", "-j"},
		{"trace", "-S", "-j"},
		{"layout", "-j"},
	};
	FILE *out = fopen(file, "a");

	if (!out) {
		perror(file);
		exit(2);
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		fprintf(out, "==");
		for (int word = 0; word < MAX_WORDS && commands[i][word]; word++)
			fprintf(out, " %s", commands[i][word]);
		fprintf(out, "\n");
		run_command(mutant, commands[i], out);
	}
	fclose(out);
}

/* What `pkttrace export` writes to a file goes to OUT: no path is opened. */
static void run_exports(struct mutant *mutant, FILE *out)
{
	static const struct pk_exporter *const exporters[] = {&pk_export_trace_dat, &pk_export_pcapng,
							      &pk_export_perfetto};
	static const struct pk_export_options options = {.payload = true, .level = 1};
	static struct pk_ctx ctx;

	for (size_t i = 0; i < sizeof(exporters) / sizeof(exporters[0]); i++) {
		fprintf(stderr, "mutant %llu: export -t %s\n", (unsigned long long)mutant->seed,
			exporters[i]->type);
		pk_ctx_init(&ctx, &mutant->target);
		exporters[i]->run(&ctx, &options, out, out);
		pk_ctx_deinit(&ctx);
	}
}

static void run_commands(struct pk_target *inner, uint64_t number, const char *json)
{
	static const char *const commands[][MAX_WORDS] = {{"verdict"},
						  {"last", "-n", "all", "-t"},
						  {"last", "-n", "5", "-j"},
						  {"show", "-v"},
						  {"flows", "-v"},
						  {"inflight"},
						  {"probes", "-v"},
						  {"probes", "tcp_v4_rcv"},
						  {"probes", "-p"},
						  {"tracers", "-v"},
						  {"trace", "-F", "-n", "2000"},
						  {"trace", "-a"},
						  {"trace", "-o", "latency-format", "-n", "2000"},
						  {"trace", "-o", "raw", "-n", "500"},
						  {"trace", "-o", "hex", "-n", "500"},
						  {"trace", "-o", "bin", "-n", "500"},
						  {"trace", "-o",
						   "latency-format,verbose,sym-addr,sym-userobj",
						   "-n", "500"},
						  {"trace", "-T"},
						  {"trace", "-S"},
						  {"last", "-n", "20", "tcp[13] & 2 != 0 or vlan"},
						  {"layout"}};
	struct mutant mutant;
	FILE *null;

	breed(&mutant, inner, number);
	if (json) {
		run_json(&mutant, json);
		return;
	}
	null = fopen("/dev/null", "w");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		run_command(&mutant, commands[i], null);
	run_exports(&mutant, null);
	fclose(null);
}

/* The last lines of what the child said. */
static void complain(FILE *said)
{
	char line[400];

	rewind(said);
	while (fgets(line, sizeof(line), said))
		if (strstr(line, "ERROR") || strstr(line, "runtime error") ||
		    !strncmp(line, "    #", 5))
			printf("# %s", line);
}

static bool survives(struct pk_target *inner, uint64_t number, const char *json)
{
	FILE *said = tmpfile();
	struct rusage usage;
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		dup2(fileno(said), STDERR_FILENO);
		alarm(TIME_LIMIT);
		run_commands(inner, number, json);
		exit(0); /* not _exit: leaks are reported on the way out */
	}
	if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
		printf("# mutant %llu: %s\n", (unsigned long long)number, strerror(errno));
		status = -1;
	} else if (status) {
		printf("# mutant %llu (%s): %s %d\n", (unsigned long long)number,
		       damage_names[number % NR_DAMAGES], WIFSIGNALED(status) ? "signal" : "status",
		       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
		complain(said);
	} else if (usage.ru_maxrss >> 10 > MEMORY_LIMIT) {
		printf("# mutant %llu: %ld MiB\n", (unsigned long long)number,
		       usage.ru_maxrss >> 10);
		status = -1;
	}
	fclose(said);
	return !status;
}

int main(int argc, char **argv)
{
	unsigned long long first, count, failed = 0;
	struct pk_target *inner;
	time_t begin = time(NULL);
	char error[256];

	if (argc != 4 && argc != 5) {
		fprintf(stderr, "usage: mutants CAPSULE FIRST COUNT [JSON]\n");
		return 2;
	}
	first = strtoull(argv[2], NULL, 0);
	count = strtoull(argv[3], NULL, 0);
	if (pk_capsule_open(argv[1], &inner, error, sizeof(error)) != PK_OK) {
		printf("not ok 1 - %s\n", error);
		return 1;
	}
	for (unsigned long long number = first; number < first + count; number++)
		failed += !survives(inner, number, argc > 4 ? argv[4] : NULL);
	pk_capsule_close(inner);
	printf("%s 1 - %s: %llu of %llu mutants from %llu on survived, %lld s\n",
	       failed ? "not ok" : "ok", argv[1], count - failed, count, first,
	       (long long)(time(NULL) - begin));
	return failed != 0;
}
