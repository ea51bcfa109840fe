/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PROBE_H
#define PK_MODEL_PROBE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
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

/* State bits. pk_probe_state_name() has one word for each, for text and JSON. */
enum pk_probe_state {
	PK_PROBE_DISABLED = 1 << 0,
	PK_PROBE_GONE = 1 << 1, /* its module's text was freed */
	PK_PROBE_OPTIMIZED = 1 << 2, /* a jump, not a breakpoint */
	PK_PROBE_ON_FTRACE = 1 << 3, /* fires through ftrace */
	PK_PROBE_AGGREGATE = 1 << 4, /* one of several on its address */
	/* the records say armed and the text does not, or vice versa */
	PK_PROBE_UNCONFIRMED = 1 << 5,
};

/** Where a probe is attached. */
struct pk_probe_target {
	uint64_t addr; /* of the symbol; 0 if none */
	const char *name; /* "" if none, or many */
	const char *module; /* "" for vmlinux */
};

/* Longest texts of a probe, in bytes with the NUL. */
#define PK_PROBE_OWNER_MAX 160
#define PK_PROBE_DETAIL_MAX 256

/** One attached probe. There may be tens of thousands with equal or short texts, so the list keeps
 *  each text once. Texts are never NULL; pk_probe_text() sets them. */
struct pk_probe {
	struct pk_probe_list *list;
	enum pk_probe_kind kind;
	uint64_t object; /* address of struct kprobe, ftrace_ops, ... */
	uint64_t place; /* struct sock, for a BPF program on a socket; otherwise 0 */
	uint64_t addr; /* effective address that is hooked; 0 if it hooks many (see filter) */
	struct pk_probe_target target; /* symbol at addr */
	uint64_t offset; /* addr - target.addr */
	uint64_t handler; /* address of the function called; 0 if none */
	const char *handler_name; /* symbol name without an offset; "" if none */
	const char *module; /* module of the handler; "" for the kernel itself */
	/* "trace event kprobes/pk_rx4", "instance foo", "perf", "kprobe-core", module name ... */
	const char *owner;
	const char *detail; /* one more line: filter counts, flags by name, trampolines */
	uint32_t state; /* PK_PROBE_* bits */
	uint32_t order; /* when it was found: the order of the kernel's own listing of its kind */
	bool hits_known, misses_known;
	uint64_t hits, misses;
	/* not part of the distribution's kernel: out-of-tree module, BPF, livepatch, patched
	 * text, code that nothing the kernel lists owns */
	bool foreign;
	bool stray; /* its handler is in no function, module or BPF program that is known */
	/* only carries other probes of this list (kprobe_ftrace_ops, graph_ops, ...) */
	bool machinery;
	bool all_functions; /* ftrace_ops without a filter: every traceable function */
	bool filter_unknown; /* not all of its filter could be read: it hooks others, too */
	uint64_t *filter; /* owned, sorted: addresses hooked by an ops or fprobe with a filter */
	uint32_t nr_filter;
	uint64_t *notrace; /* owned, sorted */
	uint32_t nr_notrace;
};

struct pk_probe_list {
	struct pk_probe *probes; /* owned; sorted by kind, then addr */
	uint32_t nr, room;
	uint32_t *by_addr; /* owned: indices of the probes with an address, sorted by it */
	uint32_t nr_by_addr;
	uint32_t *many; /* owned: indices of the probes with a filter or on all functions */
	uint32_t nr_many;
	struct pk_texts texts; /* of all probes */
	bool texts_failed; /* memory ran out: some texts are missing */
	uint32_t nr_unread; /* kinds that could not be read: more probes may exist */
};

/** Frees what LIST owns, not LIST itself. */
void pk_probe_list_deinit(struct pk_probe_list *list);
/** Append a zeroed probe of KIND with empty texts, valid until the next call; NULL: out of memory.
 *  LIST must not move afterwards. */
struct pk_probe *pk_probe_list_add(struct pk_probe_list *list, enum pk_probe_kind kind);
/** Format *TEXT, a text of PROBE, cut to SIZE bytes with the NUL (at most PK_SYMBOL_NAME_MAX). If
 *  memory runs out, it is unchanged and the list notes that. */
void pk_probe_text(struct pk_probe *probe, const char **text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void pk_probe_vtext(struct pk_probe *probe, const char **text, size_t size, const char *fmt,
		    va_list args) __attribute__((format(printf, 4, 0)));
/** Sort by kind and address and build the indices. Call it once, after adding all probes. False:
 *  out of memory (the list is still valid, the indices are empty). */
bool pk_probe_list_finish(struct pk_probe_list *list);
/** How many of the sorted ADDRS[0..NR) are in [START, END). */
uint32_t pk_addrs_in_range(const uint64_t *addrs, uint32_t nr, uint64_t start, uint64_t end);

const char *
pk_probe_kind_name(enum pk_probe_kind kind); /* "kprobe", "ftrace_ops", "text-patch", ... */
/** Word for one state bit: "disabled", "gone", "optimized", "ftrace", "aggregate",
 *  "unconfirmed". */
const char *pk_probe_state_name(uint32_t bit);

/** Whether PROBE is on the function [FUNC, FUNC + SIZE), enabled or not: by its address (allowing
 *  for pk_arch.entry and the patch site's offset), or by a filter. ALL: an ops on all functions
 *  counts too. SIZE 0 counts as 16 bytes. */
bool pk_probe_covers(const struct pk_probe *probe, uint64_t func, uint64_t size, bool all);

typedef bool (*pk_probe_fn)(const struct pk_probe *probe, void *arg);
/** Call FN for the probes that fire for the function [FUNC, FUNC + SIZE): on its address (allowing
 *  for pk_arch.entry and the patch site's offset), inside it, or by a filter. Only with ALL: an ops
 *  on all functions, and the kernel's own function_graph, which is on whatever it traced. Never:
 *  disabled or gone probes, and machinery. Costs two binary searches, plus one per probe with a
 *  filter. */
void pk_probes_on_function(const struct pk_probe_list *list, uint64_t func, uint64_t size, bool all,
			   pk_probe_fn fn, void *arg);

#endif
