// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * System calls, as trace_syscalls.c prints them:
 *
 *	sys_read(fd: 3, buf: 7ffe.., count: 400)                        up to 6.17
 *	sys_read(fd: 3, buf: 0x7ffe.. (68:65:79) "hey", count: 0x400)   since: numbers marked, what the program's
 *	                                                                memory held copied behind the arguments
 *	sys_read -> 0x3
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "text/print_fmt.h"
#include "text/private.h"

#define MAX_ARGS 6
#define MAX_NAME 64
#define MAX_FLAGS 24
#define ACCESS_MODE 3 /* O_ACCMODE */
#define TMPFILE 020000000 /* __O_TMPFILE, which O_TMPFILE adds to O_DIRECTORY */

/** openat's flags. */
struct open_flags {
	struct {
		uint64_t mask;
		char name[16];
	} flags[MAX_FLAGS];
	unsigned nr;
	uint64_t create, directory;
};

/** What the kernel knows of a system call (struct syscall_metadata). */
struct syscall {
	bool known;
	bool user_data; /* this kernel copies what arguments lead to */
	bool is_open; /* openat's own printer */
	char name[MAX_NAME], args[MAX_ARGS][MAX_NAME], types[MAX_ARGS][MAX_NAME];
	uint64_t nr_args, user_mask;
	int64_t size_arg; /* which argument is the size of what is copied; negative: it is a string */
	bool is_string;
	struct open_flags open; /* of openat */
};

static bool read_names(struct pk_ctx *ctx, uint64_t meta, enum pk_row_id row, uint64_t nr,
		       char names[MAX_ARGS][MAX_NAME])
{
	uint64_t word = ctx->target->facts.word_size, table, name;

	if (nr && pk_member_uint(ctx, meta, row, &table) != PK_OK)
		return false;
	return !pk_any(nr, i,
		       pk_read_ptr(ctx, table + i * word, &name) != PK_OK ||
			       pk_read_string(ctx, name, names[i], MAX_NAME) != PK_OK);
}

static bool read_user_data(struct pk_ctx *ctx, uint64_t meta, struct syscall *call)
{
	uint64_t mask, size, is_string;

	call->size_arg = -1;
	if (!pk_has(ctx, PK_R_syscall_user_mask))
		return true;
	if (pk_member_uint(ctx, meta, PK_R_syscall_user_mask, &mask) != PK_OK ||
	    pk_member_uint(ctx, meta, PK_R_syscall_user_arg_size, &size) != PK_OK ||
	    pk_member_uint(ctx, meta, PK_R_syscall_user_arg_is_str, &is_string) != PK_OK)
		return false;
	call->user_data = true;
	call->user_mask = mask;
	call->size_arg = (int8_t)size;
	call->is_string = is_string != 0;
	return true;
}

/* Their numbers differ by machine; the print_fmt has them as { 0x40, "O_CREAT" }, all but O_TMPFILE, which comes
 * first. */
static void read_open_flags(const struct pk_format *format, struct open_flags *open)
{
	const char *at = strstr(format->print_fmt, "__print_flags");
	unsigned long mask;
	char name[16];

	snprintf(open->flags[open->nr++].name, sizeof(name), "O_TMPFILE");
	for (; at && (at = strchr(at, '{')) && open->nr < MAX_FLAGS; at++) {
		if (sscanf(at, "{ 0x%lx, \"%15[A-Z_]\" }", &mask, name) != 2)
			continue;
		open->flags[open->nr].mask = mask;
		snprintf(open->flags[open->nr++].name, sizeof(name), "%.15s", name);
		if (!strcmp(name, "O_CREAT"))
			open->create = mask;
		else if (!strcmp(name, "O_DIRECTORY"))
			open->directory = mask;
	}
	open->flags[0].mask = TMPFILE | open->directory;
}

static void read_syscall(struct pk_ctx *ctx, const struct pk_format *format, struct syscall *call)
{
	uint64_t meta, name;

	if (pk_member_uint(ctx, format->call, PK_R_event_call_data, &meta) != PK_OK ||
	    pk_member_uint(ctx, meta, PK_R_syscall_name, &name) != PK_OK ||
	    pk_read_string(ctx, name, call->name, sizeof(call->name)) != PK_OK ||
	    pk_member_uint(ctx, meta, PK_R_syscall_nb_args, &call->nr_args) != PK_OK ||
	    call->nr_args > MAX_ARGS ||
	    !read_names(ctx, meta, PK_R_syscall_args, call->nr_args, call->args) ||
	    !read_names(ctx, meta, PK_R_syscall_types, call->nr_args, call->types) ||
	    !read_user_data(ctx, meta, call)) {
		pk_warn(ctx, "event %s: its system call: %s", format->name, pk_error(ctx));
		return;
	}
	/* The printer came with a print_fmt of its own, which has the flags' names. */
	call->is_open = !strcmp(call->name, "sys_openat") && call->nr_args == 4 &&
			format->print_fmt && strstr(format->print_fmt, "\"O_CLOEXEC\"");
	if (call->is_open)
		read_open_flags(format, &call->open);
	call->known = true;
}

static const struct syscall *find_syscall(struct pk_kt *kt, const struct pk_format *format)
{
	void **slot = pk_print_fmts_slot(kt->fmts, format->id);
	struct syscall *call = *slot;

	if (!call) {
		*slot = call = calloc(1, sizeof(*call));
		if (call)
			read_syscall(kt->ctx, format, call);
	}
	return call && call->known ? call : NULL;
}

/* --- what was copied from the program ----------------------------------------------------------- */

/* Behind the arguments a u32 for each argument that leads to something: where, and how long. */
static bool user_bytes(struct pk_kt *kt, const struct pk_event *event, uint64_t at,
		       const uint8_t **ret_bytes, uint32_t *ret_len)
{
	uint32_t where, offset, len;

	if (at > event->len || event->len - at < 4)
		return false;
	where = (uint32_t)pk_uint(kt->ctx, event->data + at, 4);
	offset = where & 0xffff;
	len = where >> 16;
	if (offset > event->len || len > event->len - offset)
		return false;
	*ret_bytes = event->data + offset;
	*ret_len = len;
	return true;
}

static bool is_printable(uint8_t c)
{
	return c >= ' ' && c <= '~';
}

/* (68:65:79) "hey", "..." where the program had more. */
static void print_buffer(struct pk_seq *seq, const uint8_t *bytes, uint32_t len, int64_t size)
{
	const char *more = len < size ? ", ..." : "";
	bool printable = false;

	pk_seq_puts(seq, " (");
	for (uint32_t i = 0; i < len; i++) {
		printable |= is_printable(bytes[i]);
		pk_seq_printf(seq, "%s%02x", i ? ":" : "", bytes[i]);
	}
	pk_seq_printf(seq, "%s)", more);
	if (!printable)
		return;
	pk_seq_puts(seq, " \"");
	for (uint32_t i = 0; i < len; i++)
		pk_seq_putc(seq, is_printable(bytes[i]) ? (char)bytes[i] : '.');
	pk_seq_printf(seq, "\"%s", *more ? "..." : "");
}

static bool print_user_data(struct pk_kt *kt, const struct pk_event *event,
			    const struct syscall *call, const uint64_t *args, uint64_t *at)
{
	const uint8_t *bytes;
	uint32_t len;

	if (!user_bytes(kt, event, *at, &bytes, &len))
		return false;
	*at += 4;
	if (call->size_arg < 0 || call->is_string) {
		pk_seq_printf(&kt->seq, " \"%.*s\"", (int)len, (const char *)bytes);
		return true;
	}
	if ((uint64_t)call->size_arg >= call->nr_args)
		return false;
	print_buffer(&kt->seq, bytes, len, (int32_t)args[call->size_arg]);
	return true;
}

/* --- openat ------------------------------------------------------------------------------------- */

static void print_open_flags(struct pk_seq *seq, const struct open_flags *open, int32_t bits)
{
	uint64_t flags = (uint64_t)(int64_t)bits;
	const char *bar = "";

	if (!(bits & ACCESS_MODE)) {
		pk_seq_puts(seq, bits ? "O_RDONLY|" : "O_RDONLY");
		if (!bits)
			return;
	}
	for (unsigned i = 0; i < open->nr && flags; i++) {
		if ((flags & open->flags[i].mask) != open->flags[i].mask)
			continue;
		flags &= ~open->flags[i].mask;
		pk_seq_printf(seq, "%s%s", bar, open->flags[i].name);
		bar = "|";
	}
	if (flags)
		pk_seq_printf(seq, "%s0x%" PRIx64, bar, flags);
}

/* sys_openat(dfd: 3, filename: 94 "x", flags: O_RDONLY|O_CREAT, mode: 0644): the mode only where it counts. */
static bool print_open(struct pk_kt *kt, const struct pk_event *event, const struct syscall *call,
		       const uint64_t *args, uint64_t at)
{
	bool more = args[2] & (call->open.create | TMPFILE | call->open.directory);

	for (unsigned i = 0; i < (more ? 4 : 3); i++) {
		pk_seq_puts(&kt->seq, i ? ", " : "");
		if (i == 2) {
			pk_seq_puts(&kt->seq, "flags: ");
			print_open_flags(&kt->seq, &call->open, (int32_t)args[2]);
			continue;
		}
		pk_seq_printf(&kt->seq, i == 3 ? "%s: 0%03o" : "%s: ", call->args[i],
			      (unsigned)args[i]);
		if (i < 2)
			pk_seq_printf(&kt->seq, "%" PRIu64, args[i]);
		if (i < 2 && (call->user_mask >> i & 1) &&
		    !print_user_data(kt, event, call, args, &at))
			return false;
	}
	return true;
}

/* --- entry and exit ----------------------------------------------------------------------------- */

static bool print_args(struct pk_kt *kt, const struct pk_event *event, const struct syscall *call,
		       const uint64_t *args, uint64_t at)
{
	for (unsigned i = 0; i < call->nr_args; i++) {
		const char *base = call->user_data && args[i] < 10 ? "%s: %" PRIu64
				   : call->user_data		   ? "%s: 0x%" PRIx64
								   : "%s: %" PRIx64;

		pk_seq_puts(&kt->seq, i ? ", " : "");
		if (pk_kt_has(kt, PK_KT_VERBOSE))
			pk_seq_printf(&kt->seq, "%s ", call->types[i]);
		pk_seq_printf(&kt->seq, base, call->args[i], args[i]);
		if ((call->user_mask >> i & 1) && !print_user_data(kt, event, call, args, &at))
			return false;
	}
	return true;
}

bool pk_kt_syscall(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format)
{
	const struct syscall *call = find_syscall(kt, format);
	uint64_t ret;

	if (!call)
		return false;
	if (!strncmp(format->name, "sys_enter_", 10)) {
		uint64_t word = kt->ctx->target->facts.word_size, at, args[MAX_ARGS];
		bool done;

		if (pk_row_offset(kt->ctx, PK_R_syscall_enter_args, &at) != PK_OK ||
		    at > event->len || call->nr_args * word > event->len - at)
			return false;
		for (uint64_t i = 0; i < call->nr_args; i++, at += word)
			args[i] = pk_uint(kt->ctx, event->data + at, word);
		pk_seq_printf(&kt->seq, "%s(", call->name);
		if (call->is_open && !pk_kt_has(kt, PK_KT_VERBOSE))
			done = print_open(kt, event, call, args, at);
		else
			done = print_args(kt, event, call, args, at);
		pk_seq_puts(&kt->seq, ")\n");
		return done;
	}
	if (pk_struct_uint(kt->ctx, event->data, event->len, PK_R_syscall_exit_ret, &ret) != PK_OK)
		return false;
	pk_seq_printf(&kt->seq, "%s -> 0x%" PRIx64 "\n", call->name, ret);
	return true;
}
