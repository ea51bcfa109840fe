// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Block I/O as blktrace.c writes it into the ring buffer: a struct blk_io_trace (blk_io_trace2 since 7.0)
 * whose first 8 bytes are the struct trace_entry, then the cgroup's id if the action says so, then data of
 * the action's own.
 *
 *	action	31 (63)        16 15     9  8	    7	   0
 *		| categories     |        | cgroup | what    |
 *
 * Numbers and bits are part of the interface of blktrace(8), the same everywhere.
 */
#include "core/kit.h"
#include "text/entry.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode/trace/event_format.h"

#define HAS_CGROUP (1u << 8) /* __BLK_TA_CGROUP, __BLK_TN_CGROUP */
#define MESSAGE (2u | 1u << 26) /* BLK_TN_MESSAGE */
#define IO_TRACE_MAGIC 0x65617407 /* BLK_IO_TRACE_MAGIC | BLK_IO_TRACE_VERSION */
#define IO_TRACE_SIZE 48 /* of the first version, which is what the form bin pretends */
#define CGROUP_NAMES 4 /* TRACE_BLK_OPT_CGNAME */

enum category {
	TC_WRITE = 1 << 1,
	TC_FLUSH = 1 << 2,
	TC_SYNC = 1 << 3,
	TC_PC = 1 << 9,
	TC_AHEAD = 1 << 11,
	TC_META = 1 << 12,
	TC_DISCARD = 1 << 13,
	TC_FUA = 1 << 15,
	TC_WRITE_ZEROES = 1 << 22,
};

struct blk {
	struct pk_kt *kt;
	const struct pk_event *event;
	uint64_t sector, bytes, action, device, error;
	const uint8_t *pdu; /* behind the cgroup's id */
	uint32_t pdu_len;
	uint64_t cgroup;
};

static bool read_blk(struct pk_kt *kt, const struct pk_event *event, struct blk *blk)
{
	uint64_t pdu_len, size;
	const struct pk_kt_wanted wanted[] = {
		{PK_R_blk_sector, &blk->sector}, {PK_R_blk_bytes, &blk->bytes},
		{PK_R_blk_action, &blk->action}, {PK_R_blk_device, &blk->device},
		{PK_R_blk_error, &blk->error},	 {PK_R_blk_pdu_len, &pdu_len},
	};

	blk->kt = kt;
	blk->event = event;
	if (!pk_kt_members(kt, event, wanted, 6) ||
	    pk_row_value(kt->ctx, PK_R_blk_io_trace_size, &size) != PK_OK || size > event->len ||
	    pdu_len > event->len - size)
		return false;
	blk->pdu = event->data + size;
	blk->pdu_len = (uint32_t)pdu_len;
	if (blk->action & HAS_CGROUP) {
		if (pdu_len < 8)
			return false;
		blk->cgroup = pk_uint(kt->ctx, blk->pdu, 8);
		blk->pdu += 8;
		blk->pdu_len -= 8;
	}
	return true;
}

static bool is_message(const struct blk *blk)
{
	return (blk->action & ~(uint64_t)HAS_CGROUP) == MESSAGE;
}

/* fill_rwbs() */
static const char *rwbs(const struct blk *blk, char *buf)
{
	uint64_t tc = blk->action >> 16;
	char *at = buf;

	if (is_message(blk))
		return "N";
	if (tc & TC_FLUSH)
		*at++ = 'F';
	if (tc & TC_DISCARD)
		*at++ = 'D';
	else if (tc & (TC_WRITE_ZEROES | TC_WRITE))
		*at++ = 'W';
	else
		*at++ = blk->bytes ? 'R' : 'N';
	if (!(tc & TC_DISCARD) && (tc & TC_WRITE_ZEROES))
		*at++ = 'Z';
	if (tc & TC_FUA)
		*at++ = 'F';
	if (tc & TC_AHEAD)
		*at++ = 'A';
	if (tc & TC_SYNC)
		*at++ = 'S';
	if (tc & TC_META)
		*at++ = 'M';
	*at = '\0';
	return buf;
}

/* The option blk_cgname: names of cgroups that may be gone are not looked up here. */
static bool names_cgroups(struct pk_kt *kt)
{
	uint64_t symbol, val;

	if (!strcmp(kt->instance->tracer, "blk"))
		return pk_kt_tracer_option(kt, "blk_cgname");
	return pk_row_value(kt->ctx, PK_R_blk_tracer_flags, &symbol) == PK_OK &&
	       pk_member_uint(kt->ctx, symbol, PK_R_tracer_flags_val, &val) == PK_OK &&
	       (val & CGROUP_NAMES);
}

/* blk_log_action() and blk_log_action_classic() */
static bool print_action(const struct blk *blk, const char *act, bool classic)
{
	struct pk_seq *seq = &blk->kt->seq;
	int major = (int)(blk->device >> 20), minor = (int)(blk->device & 0xfffff);
	uint64_t ts = blk->event->ts;
	char buf[16];

	if (classic) {
		pk_seq_printf(seq, "%3d,%-3d %2d %5d.%09" PRIu64 " %5u %2s %3s ", major, minor,
			      blk->event->cpu, (int)(ts / 1000000000), ts % 1000000000,
			      (unsigned)blk->event->pid, act, rwbs(blk, buf));
		return true;
	}
	if (!(blk->action & HAS_CGROUP)) {
		pk_seq_printf(seq, "%3d,%-3d %2s %3s ", major, minor, act, rwbs(blk, buf));
		return true;
	}
	if (names_cgroups(blk->kt))
		return false;
	pk_seq_printf(seq, "%3d,%-3d %" PRIx64 ",%-" PRIx64 " %2s %3s ", major, minor,
		      blk->cgroup & UINT32_MAX, blk->cgroup >> 32, act, rwbs(blk, buf));
	return true;
}

/* blk_log_dump_pdu(): zeros at the end are left out, but for the first of them. */
static void print_pdu(const struct blk *blk)
{
	struct pk_seq *seq = &blk->kt->seq;
	uint32_t end = blk->pdu_len;

	if (!blk->pdu_len)
		return;
	while (end && !blk->pdu[end - 1])
		end--;
	pk_seq_putc(seq, '(');
	for (uint32_t i = 0; i < blk->pdu_len; i++) {
		pk_seq_printf(seq, "%s%02x", i ? " " : "", blk->pdu[i]);
		if (i == end && end != blk->pdu_len - 1) {
			pk_seq_puts(seq, " ..) ");
			return;
		}
	}
	pk_seq_puts(seq, ") ");
}

static bool is_packet(const struct blk *blk)
{
	return blk->action >> 16 & TC_PC;
}

/* "[comm" of the task that did it, by its pid */
static void print_comm(const struct blk *blk)
{
	char comm[32];

	if (pk_comm_saved(blk->kt->ctx, blk->event->pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	pk_seq_printf(&blk->kt->seq, "[%s]", comm);
}

static bool log_generic(const struct blk *blk)
{
	struct pk_seq *seq = &blk->kt->seq;

	if (is_packet(blk)) {
		pk_seq_printf(seq, "%" PRIu64 " ", blk->bytes);
		print_pdu(blk);
	} else if (blk->bytes >> 9) {
		pk_seq_printf(seq, "%" PRIu64 " + %" PRIu64 " ", blk->sector, blk->bytes >> 9);
	}
	print_comm(blk);
	pk_seq_putc(seq, '\n');
	return true;
}

static bool log_with_error(const struct blk *blk)
{
	struct pk_seq *seq = &blk->kt->seq;

	if (is_packet(blk))
		print_pdu(blk);
	else if (blk->bytes >> 9)
		pk_seq_printf(seq, "%" PRIu64 " + %" PRIu64 " ", blk->sector, blk->bytes >> 9);
	else
		pk_seq_printf(seq, "%" PRIu64 " ", blk->sector);
	pk_seq_printf(seq, "[%d]\n", (int)blk->error);
	return true;
}

static uint64_t big_endian(const uint8_t *at, unsigned size)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < size; i++)
		value = value << 8 | at[i];
	return value;
}

/* struct blk_io_trace_remap: device and sector that it came from, the device that it goes to between them */
static bool log_remap(const struct blk *blk)
{
	uint64_t device;

	if (blk->pdu_len < 16)
		return false;
	device = big_endian(blk->pdu, 4);
	pk_seq_printf(&blk->kt->seq, "%" PRIu64 " + %" PRIu64 " <- (%d,%d) %" PRIu64 "\n",
		      blk->sector, blk->bytes >> 9, (int)(device >> 20), (int)(device & 0xfffff),
		      big_endian(blk->pdu + 8, 8));
	return true;
}

static bool log_plug(const struct blk *blk)
{
	print_comm(blk);
	pk_seq_putc(&blk->kt->seq, '\n');
	return true;
}

static bool log_unplug(const struct blk *blk)
{
	if (blk->pdu_len < 8)
		return false;
	print_comm(blk);
	pk_seq_printf(&blk->kt->seq, " %" PRIu64 "\n", big_endian(blk->pdu, 8));
	return true;
}

static bool log_split(const struct blk *blk)
{
	if (blk->pdu_len < 8)
		return false;
	pk_seq_printf(&blk->kt->seq, "%" PRIu64 " / %" PRIu64 " ", blk->sector,
		      big_endian(blk->pdu, 8));
	print_comm(blk);
	pk_seq_putc(&blk->kt->seq, '\n');
	return true;
}

/* By the action's number. No bio bounces any more since 7.0, so none says that it did. */
static const struct action {
	const char *name, *long_name;
	bool (*print)(const struct blk *blk);
} actions[] = {
	[1] = {"Q", "queue", log_generic},
	[2] = {"M", "backmerge", log_generic},
	[3] = {"F", "frontmerge", log_generic},
	[4] = {"G", "getrq", log_generic},
	[5] = {"S", "sleeprq", log_generic},
	[6] = {"R", "requeue", log_with_error},
	[7] = {"D", "issue", log_generic},
	[8] = {"C", "complete", log_with_error},
	[9] = {"P", "plug", log_plug},
	[10] = {"U", "unplug_io", log_unplug},
	[11] = {"UT", "unplug_timer", log_unplug},
	[12] = {"I", "insert", log_generic},
	[13] = {"X", "split", log_split},
	[14] = {"B", "bounce", log_generic},
	[15] = {"A", "remap", log_remap},
};

/* print_one_line() */
static bool print_line(struct pk_kt *kt, const struct pk_event *event, bool classic)
{
	bool verbose = pk_kt_has(kt, PK_KT_VERBOSE);
	struct blk blk;
	unsigned what;

	if (!read_blk(kt, event, &blk))
		return false;
	what = (unsigned)(blk.action & 0xffff & ~HAS_CGROUP);
	if (is_message(&blk)) {
		if (!print_action(&blk, verbose ? "message" : "m", classic))
			return false;
		pk_seq_put(&kt->seq, (const char *)blk.pdu, blk.pdu_len);
		pk_seq_putc(&kt->seq, '\n');
		return true;
	}
	if (!what || what >= PK_ARRAY_SIZE(actions)) {
		pk_seq_printf(&kt->seq, "Unknown action %x\n", what);
		return true;
	}
	return print_action(&blk, verbose ? actions[what].long_name : actions[what].name,
			    classic) &&
	       actions[what].print(&blk);
}

bool pk_kt_blk(struct pk_kt *kt, const struct pk_event *event)
{
	return print_line(kt, event, false);
}

/* blk_trace_synthesize_old_trace(): a record of blktrace(8)'s own file. */
bool pk_kt_blk_bin(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t sector_at, len;
	struct blk blk;

	if (!read_blk(kt, event, &blk) ||
	    pk_row_offset(kt->ctx, PK_R_blk_sector, &sector_at) != PK_OK || sector_at != 16)
		return false;
	len = IO_TRACE_SIZE - sector_at + blk.pdu_len + (blk.action & HAS_CGROUP ? 8 : 0);
	if (len > event->len - sector_at)
		return false;
	pk_kt_put_value(kt, PK_FORM_BIN, IO_TRACE_MAGIC, 4);
	pk_kt_put_value(kt, PK_FORM_BIN, 0, 4);
	pk_kt_put_value(kt, PK_FORM_BIN, event->ts, 8);
	pk_seq_put(&kt->seq, (const char *)event->data + sector_at, len);
	return true;
}

bool pk_kt_blk_line(struct pk_kt *kt, const struct pk_event *event)
{
	size_t begin = kt->seq.len;

	if (!pk_kt_is_type(kt, event, PK_R_TRACE_BLK) || !pk_kt_tracer_option(kt, "blk_classic"))
		return false;
	if (!print_line(kt, event, true)) {
		pk_seq_cut(&kt->seq, begin);
		pk_kt_event_fields(kt, event);
	}
	return true;
}

void pk_kt_blk_header(struct pk_kt *kt)
{
	if (pk_kt_tracer_option(kt, "blk_classic"))
		pk_seq_puts(&kt->seq, "# DEV   CPU TIMESTAMP     PID ACT FLG\n"
				      "#  |     |     |           |   |   |\n");
}
