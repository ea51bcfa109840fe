/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_PRIVATE_H
#define PK_TEXT_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "core/hash.h"
#include "decode/trace/clock.h"
#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer.h"
#include "decode/trace/ring_buffer_order.h"
#include "decode/trace/tracing.h"
#include "model/event.h"
#include "text/files.h"
#include "text/kernel_trace.h"
#include "text/print_fmt_private.h"
#include "text/symbol.h"

/* Functions of helpers_*.c, for the table in helpers.c. */
#define PK_HELPER(id)                                                                              \
	enum pk_status id(struct pk_run *run, const struct pk_value *args, struct pk_value *ret)

PK_HELPER(pk_helper_nvme_admin); /* (sequence, opcode, 24 bytes from cdw10 on) */
PK_HELPER(pk_helper_nvme_nvm);
PK_HELPER(pk_helper_nvme_fabrics); /* (sequence, fabrics type, 24 bytes) */

/**
 * The letters of trace_print_lat_fmt() for a struct trace_entry's flags and counts. Which
 * flags exist depends on the kernel (enum trace_flag_type), so the table is built once per dump.
 */
struct pk_flag_letters {
	char irqs[256], resched[256], lazy[256], context[256]; /* by trace_entry.flags */
	bool migrate; /* a column counts migrate_disable(): 5.15, PREEMPT_RT's patches before */
	bool nibble; /* preempt_count's high nibble counts it: not where an entry has a byte for it */
	bool bh_off; /* TRACE_FLAG_BH_OFF: 6.1 */
	/* PREEMPT_RT's patches up to 6.1-rt, and RHEL's 5.14: need-resched-lazy and preempt-lazy-depth have columns */
	bool preempt_lazy;
};

void pk_flag_letters_init(struct pk_flag_letters *letters, struct pk_ctx *ctx);
/** The letters of EVENT into BUF. Returns their number. */
unsigned pk_flag_letters_put(const struct pk_flag_letters *letters, const struct pk_event *event,
			     char buf[PK_FLAG_LETTERS_MAX]);

#define PK_RETFUNC_DEPTH 50 /* FTRACE_RETFUNC_DEPTH: frames of a task's shadow stack */

/** Options of trace_options, one bit each in pk_kt.options, whatever their place in this kernel's. */
enum pk_kt_option {
	PK_KT_PRINT_PARENT,
	PK_KT_SYM_OFFSET,
	PK_KT_SYM_ADDR,
	PK_KT_VERBOSE,
	PK_KT_RAW,
	PK_KT_HEX,
	PK_KT_BIN,
	PK_KT_FIELDS,
	PK_KT_ANNOTATE,
	PK_KT_CONTEXT_INFO,
	PK_KT_LATENCY_FMT,
	PK_KT_RECORD_TGID,
	PK_KT_IRQ_INFO,
	PK_KT_HASH_PTR,
	PK_KT_PRINTK_MSGONLY,
	PK_KT_PRINTK,
	PK_KT_SYM_USEROBJ,
	PK_KT_DISPLAY_GRAPH,
	PK_KT_BITMASK_LIST,
	PK_KT_NR_OPTIONS
};

/** Options of function_graph, by its own table of names. */
enum pk_kt_graph_option {
	PK_KG_OVERRUN,
	PK_KG_CPU,
	PK_KG_OVERHEAD,
	PK_KG_PROC,
	PK_KG_DURATION,
	PK_KG_ABSTIME,
	PK_KG_RELTIME,
	PK_KG_IRQS,
	PK_KG_TAIL,
	PK_KG_RETVAL,
	PK_KG_RETVAL_HEX,
	PK_KG_RETADDR,
	PK_KG_NR_OPTIONS
};

/** An option of the current tracer (struct tracer_opt). */
struct pk_tracer_option {
	char name[32];
	bool on;
};

/** What function_graph's printer remembers of a CPU (struct fgraph_cpu_data). */
struct pk_kt_graph_cpu {
	int32_t last_pid; /* -1: none yet */
	int64_t depth; /* where a comment stands */
	int64_t depth_irq; /* of the interrupt whose calls are not shown, -1: none */
	uint64_t enter_funcs[PK_RETFUNC_DEPTH];
};

/** Who prints events of a type: looked up once (event.c). */
struct pk_kt_type {
	const struct pk_formats *formats; /* those that it was looked up in */
	const struct pk_kt_entry *entry; /* built-in; or */
	const struct pk_format *format; /* or none at all */
	uint16_t type;
	bool known;
};
#define PK_KT_TYPES 256 /* places, by the type's low bits */

/** A task as the columns show it (context.c). */
struct pk_kt_task {
	int32_t pid;
	uint8_t len, centred_len; /* of the texts; 0: an empty place */
	char text[36]; /* "            comm-pid     " */
	char centred[28]; /* "  comm-pid   ", function_graph's */
};
#define PK_KT_TASKS 256 /* places, by the pid's low bits */

/** One CPU's events, with a look at the one that follows. */
struct pk_kt_cpu {
	struct pk_cursor *cursor; /* owned; NULL: no buffer */
	const struct pk_event *next; /* borrowed from the cursor; NULL: there is none */
	bool started;
	uint64_t skipped; /* events older than the buffer's time_start, passed over */
	struct pk_kt_graph_cpu graph;
};

/** One listing of the kernel's text. */
struct pk_kt {
	struct pk_ctx *ctx;
	bool one_line; /* as the request has it */
	const struct pk_kernel_trace_request *request;
	const struct pk_instance *instance;
	bool second_buffer; /* TRACE is the snapshot's, or the maximum's of a latency tracer */
	struct pk_trace *trace; /* owned; NULL: a snapshot that is not allocated */
	uint64_t time_start; /* of its buffer: older events are hidden */
	const struct pk_formats *formats; /* NULL: not to be had */
	uint32_t options, graph_options; /* bits of the enums above */
	uint32_t header_options; /* for functions in the latency header */
	/* the current tracer's own */
	struct pk_tracer_option tracer_options[PK_MAX_TRACER_OPTIONS];
	unsigned nr_tracer_options;
	bool is_graph; /* the current tracer prints as function_graph */
	const struct pk_kt_entry *entries; /* how built-in types are printed: pk_kt_entries */
	/** The current tracer's own header. NULL: the default one. */
	void (*print_header)(struct pk_kt *kt);
	/** The current tracer's own printer: true if that is all there is to print. NULL: it has none. */
	bool (*print_line)(struct pk_kt *kt, const struct pk_event *event);
	bool graph_stateless; /* an entry of function_graph is being printed by another tracer */
	bool latency_file; /* opened with latency-format: TRACE_FILE_LAT_FMT, never of a snapshot */
	uint64_t index; /* of the event being printed: trace_iterator.idx */
	struct pk_flag_letters letters;
	bool overruns; /* events were overwritten: CPUs are announced */
	bool hashes; /* this kernel hashed what %p prints */
	bool hashes_in_events; /* and did so in the texts of events too */
	int cpu_width; /* digits of the highest CPU number */
	uint64_t irq_start, irq_end; /* __irqentry_text */
	struct pk_last_boot *last_boot; /* owned; where the buffer's addresses are now */
	/* owned; for arguments of calls, loaded at the first that has any */
	struct pk_btf_funcs *functions;
	bool functions_tried;
	uint64_t tgid_map, nr_tgids; /* 0: none recorded */
	struct pk_kt_cpu *cpus;
	uint32_t nr_cpus;
	/* of CPUs by their next event's time, which may have become later since */
	struct pk_loser_tree merge;
	uint8_t *entry; /* owned: the event being printed, while its CPU's cursor goes on */
	struct pk_symbols symbols;
	struct pk_print_fmts *fmts; /* compiled print_fmts, by event type */
	struct pk_kt_type types[PK_KT_TYPES];
	struct pk_kt_task tasks[PK_KT_TASKS];
	struct pk_hash asked; /* where nobody reads it: what lines were made of */
	struct pk_seq seq;
	char *out; /* owned: lines on their way to the file */
	size_t out_len;
	struct pk_kernel_trace_result result;
};

static inline bool pk_kt_has(const struct pk_kt *kt, enum pk_kt_option option)
{
	return kt->options >> option & 1;
}

static inline bool pk_kg_has(const struct pk_kt *kt, enum pk_kt_graph_option option)
{
	return kt->graph_options >> option & 1;
}

/* Options (options.c). */
/** Read what the printers go by: the dump's options, then the request's overrides. */
enum pk_status pk_kt_options_read(struct pk_kt *kt);
/** The current tracer has an option of that name, and it is on. */
bool pk_kt_tracer_option(const struct pk_kt *kt, const char *name);

/* The frame (context.c). */
void pk_kt_header(struct pk_kt *kt);
void pk_kt_buffer_started(struct pk_kt *kt, const struct pk_event *event);
/** comm-pid [cpu] flags time: of the default format and of latency-format. */
void pk_kt_context(struct pk_kt *kt, const struct pk_event *event);
/** PID and its comm, for the columns; the texts stay valid until the next task is asked for. */
const struct pk_kt_task *pk_kt_task(struct pk_kt *kt, int32_t pid);
/** pid, CPU and time as the options raw, hex and bin have them. */
void pk_kt_context_raw(struct pk_kt *kt, const struct pk_event *event);
void pk_kt_context_hex(struct pk_kt *kt, const struct pk_event *event);
void pk_kt_context_bin(struct pk_kt *kt, const struct pk_event *event);
/** The letters of trace_print_lat_fmt(). */
void pk_kt_flags(struct pk_kt *kt, const struct pk_event *event);
/** trace_find_mark(): how long NS is; ' ' for nothing of note. */
char pk_kt_mark(uint64_t ns);

/* The header of latency-format (latency.c). */
void pk_kt_latency_header(struct pk_kt *kt);
void pk_kt_totals(struct pk_kt *kt, uint64_t *ret_entries, uint64_t *ret_total);
unsigned pk_kt_online_cpus(struct pk_kt *kt);

/* function_graph (graph.c). */
void pk_kt_graph_header(struct pk_kt *kt);
/** EVENT as function_graph prints it. False: not its business, the default format has it. Takes the
 *  return of a leaf call from its CPU's events. */
bool pk_kt_graph_line(struct pk_kt *kt, const struct pk_event *event);

/** The forms in which the kernel prints an event: the members of struct trace_event_functions. */
enum pk_kt_form { PK_FORM_TRACE, PK_FORM_RAW, PK_FORM_HEX, PK_FORM_BIN, PK_NR_FORMS };

/* Events (event.c, event_type.c). */
/** Who prints events of TYPE; never NULL. */
const struct pk_kt_type *pk_kt_type(struct pk_kt *kt, uint16_t type);
/** The event's text as event->funcs->FORM() prints it, and what stands for it where no event is
 *  registered. With its newline where that form has one. */
void pk_kt_event(struct pk_kt *kt, const struct pk_event *event, enum pk_kt_form form);
/** The same as the option fields has it: print_event_fields(), newline and all. False: no event is
 *  registered. */
bool pk_kt_print_fields(struct pk_kt *kt, const struct pk_event *event);
/** "name: field=value .. (fields)": ours, not the kernel's. With its newline; counted. */
void pk_kt_event_fields(struct pk_kt *kt, const struct pk_event *event);
/** Only the message of a trace_printk() and kin (entry_print.c); false: EVENT is none. */
bool pk_kt_message_only(struct pk_kt *kt, const struct pk_event *event);

/* Events that C functions print (family_*.c): false, with nothing printed that counts, if it cannot be
 * done exactly. */
/** kprobes, kretprobes, fprobes. */
bool pk_kt_probe(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format);
bool pk_kt_eprobe(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format);
bool pk_kt_uprobe(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format);
bool pk_kt_syscall(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format);
bool pk_kt_synthetic(struct pk_kt *kt, const struct pk_event *event,
		     const struct pk_format *format);
/** user_events, by their system. */
bool pk_kt_user_event(struct pk_kt *kt, const struct pk_event *event,
		      const struct pk_format *format);

/** Step past CPU's next event. */
void pk_kt_advance(struct pk_kt *kt, struct pk_kt_cpu *cpu);
/** The CPU whose next event comes next of all; NULL: there is none. */
struct pk_kt_cpu *pk_kt_earliest(struct pk_kt *kt);
/** From now on only the events of every NR-th CPU from the INDEX-th on. False: no memory. */
bool pk_kt_merge_some(struct pk_kt *kt, unsigned index, unsigned nr);

/* Lines (lines.c), and who makes them (parallel.c). */
/* an entry is never larger than a sub-buffer, whose offsets are 16 bits */
#define PK_KT_ENTRY_MAX 65536
#define PK_KT_OUT_ROOM (64 * 1024 + PK_SEQ_MAX) /* bytes of lines on their way to the file */
#define PK_KT_PROGRESS_EVERY 0x1ffff
/** CPU's next entry, with what its printer takes of those behind it, to kt->seq. */
void pk_kt_print_next(struct pk_kt *kt, struct pk_kt_cpu *cpu);
/** LEN bytes of lines, at most PK_SEQ_MAX. False: FP takes no more. */
bool pk_kt_put(struct pk_kt *kt, const char *text, size_t len, FILE *fp);
/** What was put and stands in kt->out. False: FP takes no more. */
bool pk_kt_write_out(struct pk_kt *kt, FILE *fp);
/** All that is left, by several processes. False: this is none for them, and nothing was printed. */
bool pk_kt_print_parallel(struct pk_kt *kt, FILE *fp);

#endif
