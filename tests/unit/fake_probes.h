/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_PROBES_H
#define FAKE_PROBES_H

#include "fake_target.h"

/**
 * A dead x86-64 machine with things attached, made from the fact sheet (no real dump).
 *
 *   text    functions of 256 bytes each, a nop5 at their start, an ftrace record for each
 *   data    kprobe_table, ftrace_ops_list, modules, ... as symbols
 *   module  foreign.ko, out of tree, with one handler
 *
 * FAKE_MODERN has the layout of 6.1, FAKE_OLD that of 3.10 (filters inside ftrace_ops, jprobes,
 * one hit counter, tracepoints by pointer).
 */
enum fake_era { FAKE_MODERN, FAKE_OLD };

#define FAKE_TEXT 0xffffffff81000000ull
#define FAKE_DATA 0xffffffff82000000ull
#define FAKE_HEAP 0xffff888000000000ull
#define FAKE_MODULE 0xffffffffc0000000ull
#define FAKE_REGION 0x10000

/* Functions by number: address FAKE_TEXT + 0x100 * n. */
enum fake_func {
	FN_TCP_V4_RCV,
	FN_TCP_ACK,
	FN_IP_RCV,
	FN_SCHEDULE,
	NR_TRACED,
	FN_AGGR_PRE_HANDLER = NR_TRACED,
	FN_PRE_HANDLER_KRETPROBE,
	FN_SETJMP_PRE_HANDLER,
	FN_KPROBE_DISPATCHER,
	FN_KRETPROBE_DISPATCHER,
	FN_FTRACE_CALLER,
	FN_FTRACE_REGS_CALLER,
	FN_KPROBE_FTRACE_HANDLER,
	FN_FUNCTION_TRACE_CALL,
	FN_TRACE_EVENT_RAW_EVENT_TCP,
	FN_POOR_PROBE,
	NR_FAKE_FUNCS
};

uint64_t fake_func(enum fake_func func);
#define FAKE_HANDLER (FAKE_MODULE + 0x100) /* my_handler [foreign] */

struct fake_probes {
	struct fake_target fake;
	enum fake_era era;
	uint64_t heap; /* next free byte */
};

/** Nothing is attached yet. */
void fake_probes_init(struct fake_probes *image, enum fake_era era);
void fake_probes_deinit(struct fake_probes *image);

uint64_t fake_alloc(struct fake_probes *image, size_t size);

/** A struct kprobe (the container of its kind, zeroed behind it) that is on no list. */
uint64_t fake_kprobe(struct fake_probes *image, uint64_t addr, uint64_t pre_handler,
		     uint32_t flags);
/** On kprobe_table[BUCKET]. */
void fake_hash_kprobe(struct fake_probes *image, uint64_t kprobe, unsigned bucket);
/** CHILD hangs off AGGREGATE's list, which is made circular on the first call. */
void fake_add_child(struct fake_probes *image, uint64_t aggregate, uint64_t child);
/** A trace event "kprobes/NAME" whose kprobe is returned; HITS on CPU 0 and twice that on CPU 1. */
uint64_t fake_trace_kprobe(struct fake_probes *image, const char *name, uint64_t addr,
			   uint64_t hits, bool registered);
/** A registered ftrace_ops whose filter names IPS[0..NR); NR 0: all functions. */
uint64_t fake_ops(struct fake_probes *image, uint64_t func, const uint64_t *ips, unsigned nr);
/** OPS is what calls TARGET directly from the only such patch site, at IP. FAKE_MODERN only. */
void fake_direct(struct fake_probes *image, uint64_t ops, uint64_t ip, uint64_t target);
/** Set the record of FUNC: flags of the image's own FTRACE_FL_* (see fake_probes.c) and counter. */
void fake_record(struct fake_probes *image, enum fake_func func, uint64_t flags);
#define FAKE_REC_ENABLED (1ull << 31)
#define FAKE_REC_REGS_EN (1ull << 29)
#define FAKE_REC_TRAMP_EN (1ull << 27)
#define FAKE_REC_DIRECT_EN (1ull << 23)
#define FAKE_REC_CALL_OPS_EN (1ull << 21)
/** FUNC begins with the 4 BYTES of an endbr64, its patch site lies behind. */
void fake_endbr(struct fake_probes *image, enum fake_func func, const uint8_t *bytes);
/** The same with NR instructions of four bytes, and SITE behind them. */
void fake_entry(struct fake_probes *image, enum fake_func func, const uint32_t *words, size_t nr,
		uint32_t site);
/** Write `e8`/`e9` to TARGET at ADDR. */
void fake_branch(struct fake_probes *image, uint64_t addr, uint8_t opcode, uint64_t target);
/** One active tracepoint NAME with a callback. */
void fake_tracepoint(struct fake_probes *image, const char *name, uint64_t func, uint64_t data);

/* FAKE_MODERN only. */

/** A loaded raw tracepoint program NAME with ID, on a link; its struct bpf_prog. */
uint64_t fake_prog(struct fake_probes *image, uint32_t id, const char *name);
/** PROG runs before FUNC, by a trampoline. */
void fake_fentry(struct fake_probes *image, uint64_t prog, uint64_t func);
/** An IPv4 PRE_ROUTING hook in the only network namespace. */
void fake_nf_hook(struct fake_probes *image, uint64_t hook, int priority);
/** The module "foreign" replaces OLD_FUNC by NEW_FUNC. */
void fake_livepatch(struct fake_probes *image, uint64_t old_func, uint64_t new_func);
/** An enabled uprobe event on FILE:OFFSET with HITS. */
void fake_uprobe(struct fake_probes *image, const char *file, uint64_t offset, uint64_t hits);

#endif
