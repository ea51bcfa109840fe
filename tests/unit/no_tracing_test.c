// SPDX-License-Identifier: GPL-3.0-or-later
/* A real dump as it would be of a kernel built without tracing, and of one with an absent symbol. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "command/command.h"
#include "target/capsule/capsule.h"

#define CAPSULE "sample-vmcores/61-unarmed/capsule"

struct machine {
	struct pk_target *target;
	struct pk_target_ops ops;
	const struct pk_target_ops *inner;
	const char *const *symbols, *const *types; /* beginnings of what is hidden */
};

static struct machine machine;

static bool hidden(const char *const *beginnings, const char *name)
{
	for (; *beginnings; beginnings++)
		if (!strncmp(name, *beginnings, strlen(*beginnings)))
			return true;
	return false;
}

static enum pk_status symbol(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	if (hidden(machine.symbols, name))
		return PK_ABSENT;
	return machine.inner->symbol(target, name, ret_addr);
}

static enum pk_status symbols_named(struct pk_target *target, const char *name, pk_symbol_fn fn,
				    void *arg)
{
	if (hidden(machine.symbols, name))
		return PK_ABSENT;
	return machine.inner->symbols_named(target, name, fn, arg);
}

static enum pk_status type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	if (hidden(machine.types, type))
		return PK_ABSENT;
	return machine.inner->type_size(target, type, ret_size);
}

static enum pk_status member(struct pk_target *target, const char *type, const char *path,
			     struct pk_member *ret_member)
{
	if (hidden(machine.types, type))
		return PK_ABSENT;
	return machine.inner->member(target, type, path, ret_member);
}

static void machine_open(const char *const *symbols, const char *const *types)
{
	char error[256];

	if (pk_capsule_open(CAPSULE, &machine.target, error, sizeof(error)) != PK_OK)
		fail_msg("%s", error);
	machine.inner = machine.target->ops;
	machine.ops = *machine.inner;
	machine.ops.symbol = symbol;
	machine.ops.symbols_named = symbols_named;
	machine.ops.type_size = type_size;
	machine.ops.member = member;
	machine.target->ops = &machine.ops;
	machine.symbols = symbols;
	machine.types = types;
}

static void machine_close(void)
{
	machine.target->ops = machine.inner;
	pk_capsule_close(machine.target);
}

/* What "pkttrace WORD" prints; to be freed. */
static char *run(const char *word)
{
	char *argv[] = {(char *)"pkttrace", (char *)word, NULL}, *text = NULL;
	struct pk_ctx *ctx = malloc(sizeof(*ctx));
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	pk_ctx_init(ctx, machine.target);
	pk_command_warm(ctx, 2, argv);
	pk_command_run(ctx, 2, argv, fp);
	pk_ctx_deinit(ctx);
	free(ctx);
	fclose(fp);
	return text;
}

static void expect(const char *word, const char *part)
{
	char *text = run(word);
	const char *at = strstr(text, part);

	if (!at || strstr(at + 1, part))
		fail_msg("\"%s\" does not say \"%s\" once:\n%s", word, part, text);
	free(text);
}

static const char *const nothing[] = {NULL};

static void test_no_tracing(void **state)
{
	static const char *const symbols[] = {"ftrace_",  "global_trace", "trace_", "ring_buffer",
					      "tracing_", "kprobe",	  NULL};
	static const char *const types[] = {"struct trace_",
					    "struct ring_buffer",
					    "struct buffer_",
					    "struct ftrace_",
					    "struct kprobe",
					    "struct tracer",
					    NULL};
	static const char *const words[] = {"last", "show", "flows", "inflight", "trace", NULL};
	static const char sentence[] = "this kernel was built without tracing";

	(void)state;
	machine_open(symbols, types);
	for (int i = 0; words[i]; i++)
		expect(words[i], sentence);
	expect("verdict", "TRACE: this kernel has no ring-buffer tracing");
	/* ... and what memory alone tells is told */
	expect("verdict", "PACKET: it was handling #m.");
	expect("show", "tcp_data_queue, by the panicking CPU's stack");
	expect("flows", "STATE        LOCAL ");
	expect("flows", "receive 1 (7000)"); /* what nobody read */
	expect("inflight", "in tcp_data_queue  (pointer found in");
	expect("probes", "ipv4 POST_ROUTING, netns 4026531840");
	machine_close();
}

static void test_never_used(void **state)
{
	(void)state;
	machine_open(nothing, nothing);
	expect("verdict", "nothing recorded: nobody had armed it");
	expect("trace", "tracing was never used");
	machine_close();
}

/* Whichever symbol a kernel lacks, the verdict still names the machine and its death. */
static void test_absent_symbols(void **state)
{
	char name[128];
	const char *symbols[] = {name, NULL};

	(void)state;
	machine_open(symbols, nothing);
	for (int id = 0; id < PK_NR_ROWS; id++) {
		if (pk_row(id)->kind != PK_ROW_SYMBOL)
			continue;
		snprintf(name, sizeof(name), "%s", pk_row(id)->names);
		expect("verdict", "KERNEL: 6.1.0-");
	}
	machine_close();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_tracing),
		cmocka_unit_test(test_never_used),
		cmocka_unit_test(test_absent_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
