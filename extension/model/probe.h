/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PROBE_H
#define PK_MODEL_PROBE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/texts.h"
#include "core/target.h"

enum pk_probe_kind {
	PK_PROBE_KPROBE,
	PK_PROBE_KRETPROBE,
	PK_PROBE_JPROBE,
	PK_PROBE_FPROBE,
	PK_PROBE_UPROBE,
	PK_PROBE_FTRACE_OPS,
	PK_PROBE_FGRAPH,
	PK_PROBE_TRACEPOINT,
	PK_PROBE_BPF,
	PK_PROBE_LIVEPATCH,
	PK_PROBE_NETFILTER,
	PK_PROBE_TEXT_PATCH,
	PK_NR_PROBE_KINDS
};

/* State bits; each has one word in text and JSON (pk_probe_state_name). */
enum pk_probe_state {
	PK_PROBE_DISABLED = 1 << 0,
	PK_PROBE_GONE = 1 << 1, /* its module's text was freed */
	PK_PROBE_OPTIMIZED = 1 << 2, /* a jump, not a breakpoint */
	PK_PROBE_ON_FTRACE = 1 << 3, /* fires through ftrace */
	PK_PROBE_AGGREGATE = 1 << 4, /* one of several on its address */
	PK_PROBE_UNCONFIRMED = 1 << 5, /* records say armed, the text does not (or the reverse) */
};

/** Where a probe sits. */
struct pk_probe_target {
	uint64_t addr; /* of the symbol; 0 if there is none */
	const char *name; /* "" if none or many */
	const char *module; /* "" for vmlinux */
};

/* Longest texts of a probe, with their end. */
#define PK_PROBE_OWNER_MAX 160
#define PK_PROBE_DETAIL_MAX 256

/** One thing that is attached. Tens of thousands may be, whose texts are the same or short: they are kept once, by the
 *  list the probe is in, and are never NULL. pk_probe_text() sets them. */
struct pk_probe {
	struct pk_probe_list *list;
	enum pk_probe_kind kind;
	uint64_t object; /* address of struct kprobe, ftrace_ops, ... */
	uint64_t place; /* of a socket's BPF program: struct sock; else 0 */
	uint64_t addr; /* effective address that is hooked; 0 when it hooks many (see filter) */
	struct pk_probe_target target; /* symbol at addr */
	uint64_t offset; /* addr - target.addr */
	uint64_t handler; /* function that is called; 0 if none */
	const char *handler_name; /* "sym+0x.." free; "" if none */
	const char *module; /* module of the handler; "" for the kernel itself */
	const char *
		owner; /* "trace event kprobes/pk_rx4", "instance foo", "perf", "kprobe-core", module name ... */
	const char *detail; /* one line more: filter counts, flags by name, trampolines */
	uint32_t state; /* PK_PROBE_* bits */
	uint32_t
		order; /* in which it was found: the order of the kernel's own listing of its kind */
	bool hits_known, misses_known;
	uint64_t hits, misses;
	bool foreign; /* not the distribution's kernel: out-of-tree module, BPF, livepatch, patched text */
	bool machinery; /* only carries other probes of this list (kprobe_ftrace_ops, graph_ops, ...) */
	bool all_functions; /* ftrace_ops without a filter: every traceable function */
	bool filter_unknown; /* it could not be read: which functions it hooks is not known */
	uint64_t *filter; /* owned: hooked addresses of an ops or fprobe with a filter, sorted */
	uint32_t nr_filter;
	uint64_t *notrace; /* owned, sorted */
	uint32_t nr_notrace;
};

struct pk_probe_list {
	struct pk_probe *probes; /* owned; sorted by kind, then addr */
	uint32_t nr, room;
	uint32_t *by_addr; /* owned: indices of the probes with an addr, sorted by it */
	uint32_t nr_by_addr;
	uint32_t *many; /* owned: indices of the probes with a filter or on all functions */
	uint32_t nr_many;
	struct pk_texts texts; /* of all probes */
	bool texts_failed; /* memory ran out: some are missing */
	uint32_t
		nr_unread; /* kinds that could not be looked at: others than those listed may be there */
};

/** Frees what LIST owns, not LIST itself. */
void pk_probe_list_deinit(struct pk_probe_list *list);
/** A new probe of KIND at the end of LIST, all zeros and empty texts, valid until the next call; NULL without memory. LIST
 *  stays where it is from then on. */
struct pk_probe *pk_probe_list_add(struct pk_probe_list *list, enum pk_probe_kind kind);
/** *TEXT, a text of PROBE, is what FMT makes, cut to SIZE bytes with its end (at most PK_SYMBOL_NAME_MAX). Without memory it
 *  stays, and the list says so. */
void pk_probe_text(struct pk_probe *probe, const char **text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void pk_probe_vtext(struct pk_probe *probe, const char **text, size_t size, const char *fmt,
		    va_list args) __attribute__((format(printf, 4, 0)));
/** Sort by kind and address and build the indices. To be called once, when all are in.
 *  False without memory (the list is still sound, the indices are empty). */
bool pk_probe_list_finish(struct pk_probe_list *list);
/** Number of the sorted ADDRS[0..NR) that lie in [START, END). */
uint32_t pk_addrs_in_range(const uint64_t *addrs, uint32_t nr, uint64_t start, uint64_t end);

const char *
pk_probe_kind_name(enum pk_probe_kind kind); /* "kprobe", "ftrace_ops", "text-patch", ... */
/** Word for one state bit: "disabled", "gone", "optimized", "ftrace", "aggregate", "unconfirmed". */
const char *pk_probe_state_name(uint32_t bit);

/** PROBE is on the function [FUNC, FUNC + SIZE), enabled or not: by its address (pk_arch.entry and site offsets
 *  allowed for), or by a filter that names it. ALL: also an ops on all functions. SIZE 0 counts as 16. */
bool pk_probe_covers(const struct pk_probe *probe, uint64_t func, uint64_t size, bool all);

typedef bool (*pk_probe_fn)(const struct pk_probe *probe, void *arg);
/** The probes that fire for the function [FUNC, FUNC + SIZE): on its address (pk_arch.entry and site offsets
 *  allowed for), inside it, or by a filter that names it. An ops on all functions counts only if ALL, and
 *  so does the kernel's own function_graph, which is on whatever it traced. Left out: what is disabled
 *  or gone, and what only carries other probes of the list (machinery). Costs two binary searches, and
 *  one more for each probe with a filter. */
void pk_probes_on_function(const struct pk_probe_list *list, uint64_t func, uint64_t size, bool all,
			   pk_probe_fn fn, void *arg);

#endif
