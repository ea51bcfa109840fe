// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * hostile CAPSULE NEW [WORDS]: the same machine, made by someone who knows that its names are read on a terminal. Tasks, devices, events, symbols,
 * enumerators and the release hold escape sequences, C1 controls, DEL, bytes that are no UTF-8, and a newline
 * behind which a line of ours could begin; or WORDS, for other readers than a terminal. NEW is a capsule of what the
 * commands then read.
 */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "target/capsule/capsule.h"

/* RIGHT-TO-LEFT OVERRIDE, a zero-width space, an isolate, a line separator, a byte order mark. */
static const char *unseen = "\u202e\u200b\u2066\u2028\ufeff\u200f";
static const char *evil = "\x1b]0;x\a\nFORGED \x9b\xc2\x9b\x7f\xff\r\b";

/* In memory; each becomes as much of EVIL as it has bytes, each second one of UNSEEN. */
static const char *const names[] = {"ksoftirqd", "swapper",	"kworker",     "sniff",
				    "traffic",	 "sshd",	"eth0",	       "net_dev_start_xmit",
				    "pk_copy",	 "pk_free",	"consume_skb", "printk:",
				    "crashmod",	 "Kernel panic"};

static struct pk_target *inner;

static enum pk_status evil_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	enum pk_status status = inner->ops->read(inner, addr, buf, len);

	(void)target;
	for (size_t i = 0; status == PK_OK && i < sizeof(names) / sizeof(names[0]); i++) {
		size_t size = strlen(names[i]);
		char *at = buf, *end = at + len;

		for (; (at = memmem(at, end - at, names[i], size)); at += size)
			memcpy(at, i % 2 ? unseen : evil, strnlen(i % 2 ? unseen : evil, size));
	}
	return status;
}

/* Some, so that others are still known. */
static void evil_symbol(struct pk_symbol *symbol)
{
	if (symbol->addr >> 4 & 1)
		snprintf(symbol->name + strnlen(symbol->name, 40), strlen(evil) + 1, "%s", evil);
	if (symbol->module[0])
		snprintf(symbol->module, sizeof(symbol->module), "%s", evil);
}

struct listener {
	pk_symbol_fn fn;
	void *arg;
};

static bool hear(const struct pk_symbol *symbol, void *arg)
{
	struct listener *listener = arg;
	struct pk_symbol changed = *symbol;

	evil_symbol(&changed);
	return listener->fn(&changed, listener->arg);
}

static enum pk_status evil_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	(void)target;
	return inner->ops->symbols_all(inner, hear, &(struct listener){fn, arg});
}

static enum pk_status evil_symbols_named(struct pk_target *target, const char *name,
					 pk_symbol_fn fn, void *arg)
{
	(void)target;
	return inner->ops->symbols_named(inner, name, fn, arg);
}

static enum pk_status evil_symbol_at(struct pk_target *target, uint64_t addr,
				     struct pk_symbol *ret_symbol)
{
	enum pk_status status = inner->ops->symbol_at(inner, addr, ret_symbol);

	(void)target;
	if (status == PK_OK)
		evil_symbol(ret_symbol);
	return status;
}

static enum pk_status evil_enum_name(struct pk_target *target, const char *tag, int64_t value,
				     char *buf, size_t size)
{
	enum pk_status status = inner->ops->enum_name(inner, tag, value, buf, size);

	(void)target;
	if (status == PK_OK)
		snprintf(buf + strnlen(buf, size / 2), size / 2, "%s", evil);
	return status;
}

#define PASS(op, declared, passed)                                                                 \
	static enum pk_status pass_##op declared                                                   \
	{                                                                                          \
		(void)target;                                                                      \
		return inner->ops->op passed;                                                      \
	}
PASS(symbol, (struct pk_target * target, const char *name, uint64_t *ret), (inner, name, ret))
PASS(type_size, (struct pk_target * target, const char *type, uint64_t *ret), (inner, type, ret))
PASS(member, (struct pk_target * target, const char *type, const char *path, struct pk_member *ret),
     (inner, type, path, ret))
PASS(enumerator, (struct pk_target * target, const char *name, int64_t *ret), (inner, name, ret))
PASS(percpu_offset, (struct pk_target * target, int cpu, uint64_t *ret), (inner, cpu, ret))
PASS(cpumask, (struct pk_target * target, enum pk_cpumask_kind kind, struct pk_cpumask *ret),
     (inner, kind, ret))
PASS(regs, (struct pk_target * target, int cpu, struct pk_regs *ret), (inner, cpu, ret))
PASS(panic_cpu, (struct pk_target * target, int *ret), (inner, ret))
PASS(virt_to_page, (struct pk_target * target, uint64_t addr, uint64_t *ret), (inner, addr, ret))

static const struct pk_target_ops ops = {
	.name = "hostile",
	.read = evil_read,
	.symbol = pass_symbol,
	.symbols_named = evil_symbols_named,
	.symbols_all = evil_symbols_all,
	.symbol_at = evil_symbol_at,
	.type_size = pass_type_size,
	.member = pass_member,
	.enumerator = pass_enumerator,
	.enum_name = evil_enum_name,
	.percpu_offset = pass_percpu_offset,
	.cpumask = pass_cpumask,
	.regs = pass_regs,
	.panic_cpu = pass_panic_cpu,
	.virt_to_page = pass_virt_to_page,
};

int main(int argc, char **argv)
{
	char *words[] = {
		"pkttrace", "export", "-t", "capsule", "-z", "1", argc >= 3 ? argv[2] : NULL, NULL};
	struct pk_target target = {.ops = &ops};
	static struct pk_ctx ctx;
	char error[256];
	int code;

	if (argc != 3 && argc != 4) {
		fprintf(stderr, "usage: hostile CAPSULE NEW [WORDS]\n");
		return 2;
	}
	if (argc == 4)
		evil = argv[3];
	if (pk_capsule_open(argv[1], &inner, error, sizeof(error)) != PK_OK) {
		fprintf(stderr, "hostile: %s\n", error);
		return 1;
	}
	target.facts = inner->facts;
	snprintf(target.facts.release, sizeof(target.facts.release), "6.1%s", evil);
	snprintf(target.facts.dump_file, sizeof(target.facts.dump_file), "/tmp/%s", evil);
	pk_ctx_init(&ctx, &target);
	code = pk_command_run(&ctx, 7, words, stderr);
	pk_ctx_deinit(&ctx);
	pk_capsule_close(inner);
	return code;
}
