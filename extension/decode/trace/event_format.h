/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_EVENT_FORMAT_H
#define PK_DECODE_EVENT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "model/event.h"

/**
 * Event formats in the dump: ftrace_events, and the class and fields of each trace_event_call.
 * Never from debuginfo, because the fields of a running kernel are those in memory, dynamic events
 * included.
 */
enum pk_field_where {
	PK_FIELD_PLAIN, /* at offset */
	/* u32 at offset: low 16 bits offset from the entry's start, high 16 length */
	PK_FIELD_DATA_LOC,
	PK_FIELD_REL_LOC, /* the same, offset counted from the end of that u32 */
};

struct pk_field {
	char *name, *type; /* owned by the format */
	uint32_t offset, size; /* bytes; size 0: up to the end of the entry */
	/* elements, if the type names a constant ("char[TASK_COMM_LEN]"); 0: unknown */
	uint32_t len;
	bool is_signed;
	enum pk_field_where where;
	int32_t filter; /* FILTER_* in the dump's numbers: how event filters treat it */
};

enum pk_format_kind {
	PK_FORMAT_BUILTIN,
	PK_FORMAT_TRACEPOINT,
	PK_FORMAT_SYSCALL,
	PK_FORMAT_KPROBE,
	PK_FORMAT_KRETPROBE,
	PK_FORMAT_UPROBE,
	PK_FORMAT_EPROBE,
	PK_FORMAT_FPROBE,
	PK_FORMAT_SYNTHETIC,
	PK_FORMAT_OTHER
};

/** A probe behind an event; several may share one. */
struct pk_format_probe {
	uint64_t tp; /* struct trace_probe; 0 if unknown */
	uint64_t addr; /* probed address; 0: none, or unknown */
};

#define PK_FORMAT_PROBES 16

struct pk_format {
	uint16_t id; /* trace_entry.type */
	uint64_t call; /* struct trace_event_call */
	char *system, *name, *print_fmt; /* owned; print_fmt may be NULL if unreadable */
	enum pk_format_kind kind;
	uint64_t probe_addr; /* kprobe-like dynamic events: probed address; otherwise 0 */
	char *probe_symbol; /* owned: the symbol as the user wrote it; NULL: none */
	bool on_tracepoint; /* an fprobe event on a tracepoint, named by PROBE_SYMBOL */
	struct pk_format_probe *probes; /* owned; the first PK_FORMAT_PROBES */
	uint32_t nr_probes; /* the true number, which may be larger */
	struct pk_field *fields; /* declaration order; without the common ones */
	uint32_t nr_fields;
};

struct pk_formats; /* cached in the context */

/** All formats of the dump, cached in and owned by the context. A broken one is skipped with a
 *  warning. */
enum pk_status pk_formats_load(struct pk_ctx *ctx, const struct pk_formats **ret_formats);
uint32_t pk_formats_nr(const struct pk_formats *formats);
const struct pk_format *pk_formats_at(const struct pk_formats *formats, uint32_t index);
/** Its kind, for which its fields need not be read. */
enum pk_format_kind pk_formats_kind(const struct pk_formats *formats, uint32_t index);
const struct pk_format *pk_format_by_id(const struct pk_formats *formats,
					uint16_t id); /* NULL: no such */
const struct pk_format *pk_format_by_name(const struct pk_formats *formats, const char *system,
					  const char *name);
const struct pk_field *pk_format_field(const struct pk_format *format, const char *name); /* NULL */

/** The fields that every entry begins with (common_type, ...), as a format without a name: this
 *  kernel's struct trace_entry. NULL if unreadable. */
const struct pk_format *pk_formats_common(const struct pk_formats *formats);
/** Offsets of the bytes that PREEMPT_RT's patches add to struct trace_entry, which has SIZE bytes. 0: it has none. */
uint64_t pk_entry_preempt_lazy_count(struct pk_ctx *ctx, uint64_t size);
uint64_t pk_entry_migrate_disable(struct pk_ctx *ctx, uint64_t size);

/** Integer value of FIELD in EVENT, sign-extended if signed. PK_CORRUPT: it is beyond the entry.
 *  PK_UNSUPPORTED: not an integer. */
enum pk_status pk_event_uint(struct pk_ctx *ctx, const struct pk_event *event,
			     const struct pk_field *field, uint64_t *ret_value);
/** Bytes of FIELD in EVENT (arrays, dynamic data), borrowed from the event; lengths are checked. */
enum pk_status pk_event_bytes(struct pk_ctx *ctx, const struct pk_event *event,
			      const struct pk_field *field, const uint8_t **ret_bytes,
			      uint32_t *ret_len);

/** EVENT as function-graph entry or exit, in any of the kernel's layouts. PK_ABSENT: another type.
 *  PK_CORRUPT: too short for its type. */
enum pk_status pk_graph_event(struct pk_ctx *ctx, const struct pk_event *event,
			      struct pk_graph_event *ret_graph);
/** Of the same as much as every call and return has. */
enum pk_status pk_graph_place(struct pk_ctx *ctx, const struct pk_event *event,
			      struct pk_graph_place *ret_place);
/** EVENT as function-tracer entry (TRACE_FN). Errors as pk_graph_event(). */
enum pk_status pk_function_event(struct pk_ctx *ctx, const struct pk_event *event, uint64_t *ret_ip,
				 uint64_t *ret_parent_ip);

/** comm of PID as the kernel's trace file prints it: from saved cmdlines, "<idle>" for 0, "<...>"
 *  if not saved. PK_ABSENT: the trace is of the previous boot. BUF needs 17 bytes. */
enum pk_status pk_comm_saved(struct pk_ctx *ctx, int32_t pid, char *buf, size_t size);

typedef bool (*pk_comm_fn)(int32_t pid, const char *comm, void *arg); /* false stops */
/** Visit every saved pid with its comm, as the file saved_cmdlines lists them. PK_ABSENT: none were
 *  saved. */
enum pk_status pk_comms_walk(struct pk_ctx *ctx, pk_comm_fn fn, void *arg);
/** Where the comms are in memory: NR of them, 16 bytes each. */
enum pk_status pk_comms_place(struct pk_ctx *ctx, uint64_t *ret_addr, uint32_t *ret_nr);
/** Some pid's comm is in SLOT. The kernel does not clear those that it has not used yet: they have what their pages had. */
bool pk_comms_uses(struct pk_ctx *ctx, uint32_t slot);

/* Addresses of functions are translated to this boot (pk_last_boot_function()). */

/** A complete function-tracer entry (TRACE_FN). */
struct pk_function_call {
	uint64_t ip; /* after the function's entry instruction (pk_arch.entry), if it has one */
	uint64_t parent_ip; /* return address into the caller */
	const uint8_t *args; /* func-args: register words, borrowed from the event; NULL: none */
	uint32_t nr_args;
};

/** EVENT as a call. PK_ABSENT: another type. PK_CORRUPT: too short for its type. */
enum pk_status pk_function_call(struct pk_ctx *ctx, const struct pk_event *event,
				struct pk_function_call *ret_call);
/** As pk_graph_event(), with FUNC translated to this boot. */
enum pk_status pk_graph_call(struct pk_ctx *ctx, const struct pk_event *event,
			     struct pk_graph_event *ret_graph);
/** EVENT as a kernel stack (TRACE_STACK): addresses as recorded, one word each, innermost first,
 *  borrowed from the event. They end with the record, or at an address of all ones. PK_ABSENT:
 *  another type. PK_CORRUPT: too short for its type. */
enum pk_status pk_stack_event(struct pk_ctx *ctx, const struct pk_event *event,
			      const uint8_t **ret_callers, uint32_t *ret_nr);
/** Whether INSTANCE's function tracer has a filter (set_ftrace_filter). True if unknown, as for the
 *  previous boot. */
bool pk_functions_filtered(struct pk_ctx *ctx, const struct pk_instance *instance);

#endif
