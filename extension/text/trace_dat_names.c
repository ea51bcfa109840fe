// SPDX-License-Identifier: GPL-3.0-or-later
/* What records name by number: functions, strings of the kernel's text, tasks. A name is a part of a line there: none
 * of its bytes may end it. */
#include <inttypes.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"
#include "decode/trace/event_format.h"
#include "text/trace_dat_private.h"

#define MAX_STRINGS (1u << 20)
#define MAX_STRING 4096

/* --- /proc/kallsyms --------------------------------------------------------------------------------- */

struct symbols {
	struct pk_dat *dat;
	uint64_t end; /* of the symbol before, where a size is known; else 0 */
};

static void put_symbol(struct pk_dat *dat, uint64_t addr, char type, const char *name,
		       const char *module)
{
	pk_print(dat->fp, "%0*" PRIx64 " %c %s", 2 * (int)dat->ctx->target->facts.word_size, addr,
		 type, name);
	if (module[0])
		pk_print(dat->fp, "\t[%s]", module);
	fputc('\n', dat->fp);
	dat->totals.symbols++;
}

/* Readers take a symbol to reach up to the next one. Where some are missing (a capsule holds those that
 * it met) each must be ended, or the next address would get its name. */
static bool add_symbol(const struct pk_symbol *symbol, void *arg)
{
	struct symbols *symbols = arg;
	struct pk_dat *dat = symbols->dat;

	if (symbols->end && symbols->end < symbol->addr)
		put_symbol(dat, symbols->end, 't', "(not-captured)", "");
	put_symbol(dat, symbol->addr, symbol->type ? symbol->type : '?', symbol->name,
		   symbol->module);
	symbols->end = symbol->size ? symbol->addr + symbol->size : 0;
	if (dat->ctx->progress && dat->totals.symbols % 4096 == 0)
		dat->ctx->progress("symbols", dat->totals.symbols);
	return !ferror(dat->fp);
}

void pk_dat_kallsyms(struct pk_dat *dat)
{
	struct symbols symbols = {.dat = dat};
	long where = pk_dat_open(dat, 4);
	enum pk_status status = PK_OK;

	if (!dat->ctx->screen.unseen) /* a capsule has them as a list of its own */
		status = pk_symbols_all(dat->ctx, add_symbol, &symbols);
	if (status == PK_NOT_CAPTURED)
		pk_warn(dat->ctx, "the file names only the functions that this capsule holds");
	else if (status != PK_OK)
		pk_warn(dat->ctx, "functions have no names in the file: the symbols are %s",
			pk_status_name(status));
	if (symbols.end)
		put_symbol(dat, symbols.end, 't', "(not-captured)", "");
	pk_dat_close(dat, where, 4);
}

/* --- printk_formats ------------------------------------------------------------------------------------ */

/* As t_show() in kernel/trace/trace_printk.c. */
static void put_string(struct pk_dat *dat, uint64_t addr)
{
	char text[MAX_STRING];

	if (!addr || pk_read_string(dat->ctx, addr, text, sizeof(text)) != PK_OK)
		return;
	fprintf(dat->fp, "0x%" PRIx64 " : \"", addr);
	for (const char *at = text; *at; at++) {
		switch (*at) {
		case '\n':
			fputs("\\n", dat->fp);
			break;
		case '\t':
			fputs("\\t", dat->fp);
			break;
		case '\\':
			fputc('\\', dat->fp);
			break;
		case '"':
			fputs("\\\"", dat->fp);
			break;
		default:
			fputc(*at, dat->fp);
		}
	}
	fputs("\"\n", dat->fp);
}

/* An array of pointers that the linker made. */
static void put_section(struct pk_dat *dat, enum pk_row_id start_row, enum pk_row_id stop_row)
{
	uint64_t at, stop, addr, word = dat->ctx->target->facts.word_size;

	if (pk_row_value(dat->ctx, start_row, &at) != PK_OK ||
	    pk_row_value(dat->ctx, stop_row, &stop) != PK_OK || stop < at ||
	    stop - at > MAX_STRINGS * word)
		return;
	for (; at < stop; at += word) {
		if (pk_read_ptr(dat->ctx, at, &addr) != PK_OK) {
			pk_warn(dat->ctx, "trace_printk formats: %s", pk_error(dat->ctx));
			return;
		}
		put_string(dat, addr);
	}
}

/* Those of modules: a list of struct trace_bprintk_fmt. */
static void put_module_strings(struct pk_dat *dat)
{
	uint64_t head, at, link, text, addr;
	struct pk_cycle cycle = {0};

	if (pk_row_value(dat->ctx, PK_R_trace_bprintk_fmt_list, &head) != PK_OK ||
	    pk_row_offset(dat->ctx, PK_R_trace_bprintk_fmt_link, &link) != PK_OK ||
	    pk_row_offset(dat->ctx, PK_R_trace_bprintk_fmt_text, &text) != PK_OK ||
	    pk_read_ptr(dat->ctx, head, &at) != PK_OK)
		return;
	for (unsigned nr = 0; at != head && nr < MAX_STRINGS && !pk_cycle_closed(&cycle, at);
	     nr++) {
		if (pk_read_ptr(dat->ctx, at - link + text, &addr) == PK_OK)
			put_string(dat, addr);
		if (pk_read_ptr(dat->ctx, at, &at) != PK_OK) {
			pk_warn(dat->ctx, "trace_printk formats of modules: %s",
				pk_error(dat->ctx));
			return;
		}
	}
}

void pk_dat_printk_formats(struct pk_dat *dat)
{
	long where = pk_dat_open(dat, 4);

	put_section(dat, PK_R_bprintk_fmt_start, PK_R_bprintk_fmt_stop);
	put_module_strings(dat);
	put_section(dat, PK_R_tracepoint_str_start, PK_R_tracepoint_str_stop);
	pk_dat_close(dat, where, 4);
}

/* --- saved_cmdlines ------------------------------------------------------------------------------------ */

static bool add_comm(int32_t pid, const char *comm, void *arg)
{
	struct pk_dat *dat = arg;

	pk_print(dat->fp, "%d %s\n", pid, comm);
	return true;
}

void pk_dat_cmdlines(struct pk_dat *dat)
{
	long where = pk_dat_open(dat, 8);

	(void)!pk_comms_walk(dat->ctx, add_comm, dat); /* its failure is a warning already */
	pk_dat_close(dat, where, 8);
}
