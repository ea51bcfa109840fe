// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Accesses to device memory and its mappings: lines for programs, printed by the tracer mmiotrace alone. Where
 * another tracer is current the kernel has no text for such entries.
 */
#include "text/entry.h"

#include <inttypes.h>

/* enum mm_io_opcode */
enum opcode { OP_READ = 1, OP_WRITE, OP_PROBE, OP_UNPROBE, OP_UNKNOWN };

static void print_time(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t us = (event->ts + 500) / 1000;

	pk_seq_printf(&kt->seq, "%u.%06" PRIu64 " ", (unsigned)(us / 1000000), us % 1000000);
}

static bool print_rw(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t phys, value, pc, map_id, opcode, width;
	const struct pk_kt_wanted wanted[] = {
		{PK_R_mmio_rw_phys, &phys},	{PK_R_mmio_rw_value, &value},
		{PK_R_mmio_rw_pc, &pc},		{PK_R_mmio_rw_map_id, &map_id},
		{PK_R_mmio_rw_opcode, &opcode}, {PK_R_mmio_rw_width, &width},
	};

	if (!pk_kt_members(kt, event, wanted, 6))
		return false;
	switch (opcode) {
	case OP_READ:
	case OP_WRITE:
		pk_seq_printf(&kt->seq, "%c %d ", opcode == OP_READ ? 'R' : 'W', (int)width);
		print_time(kt, event);
		pk_seq_printf(&kt->seq, "%d 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 " 0\n",
			      (int)map_id, phys, value, pc);
		break;
	case OP_UNKNOWN:
		pk_seq_puts(&kt->seq, "UNKNOWN ");
		print_time(kt, event);
		pk_seq_printf(&kt->seq, "%d 0x%" PRIx64 " %02x,%02x,%02x 0x%" PRIx64 " 0\n",
			      (int)map_id, phys, (unsigned)(value >> 16 & 0xff),
			      (unsigned)(value >> 8 & 0xff), (unsigned)(value & 0xff), pc);
		break;
	default:
		pk_seq_puts(&kt->seq, "rw what?\n");
	}
	return true;
}

static bool print_map(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t phys, virt, len, map_id, opcode;
	const struct pk_kt_wanted wanted[] = {
		{PK_R_mmio_map_phys, &phys},	 {PK_R_mmio_map_virt, &virt},
		{PK_R_mmio_map_len, &len},	 {PK_R_mmio_map_map_id, &map_id},
		{PK_R_mmio_map_opcode, &opcode},
	};

	if (!pk_kt_members(kt, event, wanted, 5))
		return false;
	switch (opcode) {
	case OP_PROBE:
		pk_seq_puts(&kt->seq, "MAP ");
		print_time(kt, event);
		pk_seq_printf(&kt->seq, "%d 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 " 0x0 0\n",
			      (int)map_id, phys, virt, len);
		break;
	case OP_UNPROBE:
		pk_seq_puts(&kt->seq, "UNMAP ");
		print_time(kt, event);
		pk_seq_printf(&kt->seq, "%d 0x0 0\n", (int)map_id);
		break;
	default:
		pk_seq_puts(&kt->seq, "map what?\n");
	}
	return true;
}

static bool print_mark(struct pk_kt *kt, const struct pk_event *event)
{
	pk_seq_puts(&kt->seq, "MARK ");
	print_time(kt, event);
	return pk_kt_message_only(kt, event);
}

void pk_kt_mmio_line(struct pk_kt *kt, const struct pk_event *event)
{
	size_t begin = kt->seq.len;
	bool done = true;

	if (pk_kt_is_type(kt, event, PK_R_TRACE_MMIO_RW))
		done = print_rw(kt, event);
	else if (pk_kt_is_type(kt, event, PK_R_TRACE_MMIO_MAP))
		done = print_map(kt, event);
	else if (pk_kt_is_type(kt, event, PK_R_TRACE_PRINT))
		done = print_mark(kt, event);
	if (!done) {
		pk_seq_cut(&kt->seq, begin);
		pk_kt_event_fields(kt, event);
	}
}
