// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/printk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/reader.h"

/*
 * The kernel log, 5.10 and later: struct printk_ringbuffer.
 *
 *	descs[id & mask]   state_var: | state:2 | id |   text_blk_lpos {begin, next}
 *	infos[id & mask]   seq, ts_nsec, text_len, ...
 *	data[]             blocks of | id (a long) | text .. |, at lpos & (size - 1)
 *
 * Ids run from tail_id to head_id. A descriptor belongs to a record only if its own id is the one
 * asked for, and it is readable in the states committed (1) and finalized (2). A block whose begin and
 * next lie in different rounds of the data ring was moved whole to the ring's start. Bit 0 of begin
 * says that there is no text.
 *
 * Before: records of {ts_nsec, len, text_len, ...} text, from log_first_idx to log_next_idx of log_buf;
 * len 0 says that the next one is at the start.
 */
#define MAX_COUNT_BITS 24
#define MAX_SIZE_BITS 31
#define MAX_TEXT 65536 /* text_len has 16 bits */
#define MAX_HEADER 256
#define MAX_BAD 4096 /* records that cannot be had, before the ring itself is given up */

#define LL(x) ((unsigned long long)(x))

struct ring {
	uint64_t count, descs, infos, head, tail, data_size, data;
	uint64_t desc_size, info_size;
	unsigned id_bits;
	char *text; /* room for the longest text */
	uint64_t left, bad; /* records yet to be delivered; those that could not be had */
	uint8_t info[MAX_HEADER]; /* of the record being read */
};

static enum pk_status ring_open(struct pk_ctx *ctx, struct ring *ring)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t count_bits, size_bits;
	struct {
		enum pk_row_id row;
		uint64_t *ret;
	} wanted[] = {
		{PK_R_prb_count_bits, &count_bits}, {PK_R_prb_descs, &ring->descs},
		{PK_R_prb_infos, &ring->infos},	    {PK_R_prb_head_id, &ring->head},
		{PK_R_prb_tail_id, &ring->tail},    {PK_R_prb_size_bits, &size_bits},
		{PK_R_prb_data, &ring->data},
	};
	uint64_t prb = pk_pointer(&r, pk_value(&r, PK_R_prb));

	for (size_t i = 0; i < PK_ARRAY_SIZE(wanted) && pk_ok(&r); i++)
		pk_try(&r, pk_member_uint(ctx, prb, wanted[i].row, wanted[i].ret));
	ring->desc_size = pk_value(&r, PK_R_prb_desc_size);
	ring->info_size = pk_value(&r, PK_R_printk_info_size);
	if (!pk_ok(&r))
		return r.status;
	if (count_bits > MAX_COUNT_BITS || size_bits > MAX_SIZE_BITS ||
	    ring->desc_size > MAX_HEADER || ring->info_size > MAX_HEADER)
		return pk_fail(ctx, PK_CORRUPT, "2^%llu records of 2^%llu bytes", LL(count_bits),
			       LL(size_bits));
	ring->count = 1ull << count_bits;
	ring->data_size = 1ull << size_bits;
	ring->id_bits = 8 * ctx->target->facts.word_size - 2;
	return PK_OK;
}

/* Where the text of a descriptor's block is, and how much room the block has for it. */
static enum pk_status block_text(struct pk_ctx *ctx, const struct ring *ring, const uint8_t *desc,
				 uint64_t *ret_offset, uint64_t *ret_room)
{
	uint64_t word = ctx->target->facts.word_size, begin, next, index, end;
	enum pk_status status;

	status = pk_struct_uint(ctx, desc, ring->desc_size, PK_R_prb_desc_begin, &begin);
	if (status == PK_OK)
		status = pk_struct_uint(ctx, desc, ring->desc_size, PK_R_prb_desc_next, &next);
	if (status != PK_OK)
		return status;
	*ret_offset = *ret_room = 0;
	if (begin & 1)
		return PK_OK;
	index = begin & (ring->data_size - 1);
	end = next & (ring->data_size - 1);
	if (!end && next > begin)
		end = ring->data_size;
	else if (begin / ring->data_size != next / ring->data_size)
		index = 0;
	if (end < index + word)
		return pk_fail(ctx, PK_CORRUPT, "block from %llx to %llx", LL(begin), LL(next));
	*ret_offset = index + word;
	*ret_room = end - index - word;
	return PK_OK;
}

/* printk_caller_id(): bit 31 tells a CPU from a thread. */
enum pk_status pk_log_origin(struct pk_ctx *ctx, struct pk_log_line *line)
{
	enum pk_row_id level_row =
		line->of_records ? PK_R_printk_log_level : PK_R_printk_info_level;
	enum pk_row_id caller_row =
		line->of_records ? PK_R_printk_log_caller : PK_R_printk_info_caller;
	uint64_t level = 0, caller = 0;
	enum pk_status status = PK_OK;

	line->has_level = pk_has(ctx, level_row);
	line->has_caller = pk_has(ctx, caller_row);
	if (line->has_level)
		status = pk_struct_uint(ctx, line->header, line->header_size, level_row, &level);
	if (status == PK_OK && line->has_caller)
		status = pk_struct_uint(ctx, line->header, line->header_size, caller_row, &caller);
	line->level = (uint8_t)(level & 7);
	line->by_cpu = caller >> 31 & 1;
	line->caller = (uint32_t)caller & 0x7fffffff;
	return status;
}

static enum pk_status note_facility(struct pk_ctx *ctx, struct pk_log_line *line,
				    enum pk_row_id row)
{
	uint64_t facility = 0;
	enum pk_status status = pk_has(ctx, row) ? pk_struct_uint(ctx, line->header,
								  line->header_size, row, &facility)
						 : PK_OK;

	line->from_user = facility != 0;
	return status;
}

/* PK_ABSENT: no readable record has this id. */
static enum pk_status ring_record(struct pk_ctx *ctx, struct ring *ring, uint64_t id,
				  struct pk_log_line *ret_line)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t at = id & (ring->count - 1), state, offset = 0, room = 0, len;
	uint8_t desc[MAX_HEADER], *info = ring->info;
	struct pk_log_line line = {
		.text = ring->text, .header = info, .header_size = ring->info_size};

	pk_load(&r, ring->descs + at * ring->desc_size, desc, ring->desc_size);
	pk_try(&r, pk_struct_uint(ctx, desc, ring->desc_size, PK_R_prb_desc_state_var, &state));
	if (!pk_ok(&r))
		return r.status;
	if ((state & ((1ull << ring->id_bits) - 1)) != id || state >> ring->id_bits < 1 ||
	    state >> ring->id_bits > 2)
		return pk_none(ctx, PK_ABSENT);
	pk_try(&r, block_text(ctx, ring, desc, &offset, &room));
	pk_load(&r, ring->infos + at * ring->info_size, info, ring->info_size);
	pk_try(&r,
	       pk_struct_uint(ctx, info, ring->info_size, PK_R_printk_info_ts_nsec, &line.ts_nsec));
	pk_try(&r, pk_struct_uint(ctx, info, ring->info_size, PK_R_printk_info_text_len, &len));
	pk_try(&r, note_facility(ctx, &line, PK_R_printk_info_facility));
	if (!pk_ok(&r))
		return r.status;
	line.addr = ring->data + offset;
	line.len =
		(uint32_t)(len < room ? len : room); /* the kernel cuts long texts at the block */
	if (line.len > MAX_TEXT)
		return pk_fail(ctx, PK_CORRUPT, "a text of %u bytes", line.len);
	r.status = line.len ? pk_read(ctx, ring->data + offset, ring->text, line.len) : PK_OK;
	if (pk_ok(&r))
		*ret_line = line;
	return r.status;
}

static enum pk_status ring_begin(struct pk_ctx *ctx, struct ring *ring)
{
	enum pk_status status = ring_open(ctx, ring);

	if (status != PK_OK)
		return status;
	ring->left = ((ring->head - ring->tail) & ((1ull << ring->id_bits) - 1)) + 1;
	if (ring->left > ring->count) {
		pk_warn(ctx, "kernel log: ids from %llx to %llx in a ring of %llu", LL(ring->tail),
			LL(ring->head), LL(ring->count));
		ring->left = ring->count;
	}
	return PK_OK;
}

static bool ring_next(struct pk_ctx *ctx, struct ring *ring, struct pk_log_line *ret_line)
{
	while (ring->left && ring->bad < MAX_BAD) {
		uint64_t id = (ring->head - --ring->left) & ((1ull << ring->id_bits) - 1);
		enum pk_status status = ring_record(ctx, ring, id, ret_line);

		if (status == PK_OK)
			return true;
		if (status == PK_ABSENT)
			continue;
		ring->bad++;
		pk_warn(ctx, "kernel log: record %llx: %s", LL(id), pk_error(ctx));
	}
	return false;
}

struct records {
	uint64_t buf, size, first, next, header;
	bool wrapped;
	char *text; /* room for the longest text */
	uint8_t head[MAX_HEADER]; /* of the record being read */
};

static enum pk_status records_open(struct pk_ctx *ctx, struct records *records)
{
	struct pk_reader r = {.ctx = ctx};

	records->buf = pk_pointer(&r, pk_value(&r, PK_R_log_buf));
	records->size = pk_number(&r, pk_value(&r, PK_R_log_buf_len), 4);
	records->first = pk_number(&r, pk_value(&r, PK_R_log_first_idx), 4);
	records->next = pk_number(&r, pk_value(&r, PK_R_log_next_idx), 4);
	records->header = pk_value(&r, PK_R_printk_log_size);
	if (records->header < 8 || records->header > MAX_HEADER)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "a record header of %llu bytes",
				   LL(records->header)));
	return r.status;
}

/* The record at INDEX; LEN 0 is the mark that the next one is at the start. */
static enum pk_status record_at(struct pk_ctx *ctx, struct records *records, uint64_t index,
				uint64_t *ret_len, struct pk_log_line *ret_line)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_log_line line = {.text = records->text,
				   .header = records->head,
				   .header_size = records->header,
				   .of_records = true};
	uint8_t *header = records->head;
	uint64_t len, text_len;

	if (index > records->size || records->header > records->size - index)
		return pk_fail(ctx, PK_CORRUPT, "record at %llu of %llu bytes", LL(index),
			       LL(records->size));
	pk_load(&r, records->buf + index, header, records->header);
	pk_try(&r, pk_struct_uints(ctx, header, records->header,
				   PK_WANTED({PK_R_printk_log_len, &len},
					     {PK_R_printk_log_text_len, &text_len},
					     {PK_R_printk_log_ts_nsec, &line.ts_nsec})));
	pk_try(&r, note_facility(ctx, &line, PK_R_printk_log_facility));
	if (!pk_ok(&r))
		return r.status;
	if (len && (len < records->header || text_len > len - records->header ||
		    len > records->size - index))
		return pk_fail(ctx, PK_CORRUPT, "record at %llu: length %llu, text %llu", LL(index),
			       LL(len), LL(text_len));
	line.len = (uint32_t)text_len;
	line.addr = records->buf + index + records->header;
	if (len && text_len)
		pk_load(&r, records->buf + index + records->header, records->text, text_len);
	if (!pk_ok(&r))
		return r.status;
	*ret_len = len;
	*ret_line = line;
	return PK_OK;
}

static bool records_next(struct pk_ctx *ctx, struct records *records, struct pk_log_line *ret_line)
{
	while (records->first != records->next) {
		uint64_t len = 0;
		enum pk_status status = record_at(ctx, records, records->first, &len, ret_line);

		if (status == PK_OK && !len && records->wrapped)
			status = pk_fail(ctx, PK_CORRUPT, "the records loop");
		if (status != PK_OK) {
			pk_warn(ctx, "kernel log: %s", pk_error(ctx));
			records->first = records->next;
			return false;
		}
		records->wrapped |= !len;
		records->first = len ? records->first + len : 0;
		if (len)
			return true;
	}
	return false;
}

struct pk_log {
	struct pk_ctx *ctx;
	bool of_records;
	struct ring ring;
	struct records records;
	char text[MAX_TEXT];
};

struct pk_log_line_iter pk_log_line_begin(struct pk_reader *r)
{
	struct pk_log *log = pk_ok(r) ? malloc(sizeof(*log)) : NULL;

	if (!log) {
		pk_try(r, pk_fail(r->ctx, PK_NOMEM, "kernel log"));
		return (struct pk_log_line_iter){NULL};
	}
	log->ctx = r->ctx;
	log->of_records = pk_layout_get(r->ctx, PK_R_prb)->state == PK_ROW_ABSENT;
	log->ring = (struct ring){.text = log->text};
	log->records = (struct records){.text = log->text};
	if (pk_try(r, log->of_records ? records_open(r->ctx, &log->records)
				      : ring_begin(r->ctx, &log->ring)))
		return (struct pk_log_line_iter){log};
	pk_wrap(r->ctx, r->status, "kernel log");
	free(log);
	return (struct pk_log_line_iter){NULL};
}

bool pk_log_line_next(struct pk_log_line_iter *iter, struct pk_log_line *ret_line)
{
	struct pk_log *log = iter->log;

	if (!log)
		return false;
	return log->of_records ? records_next(log->ctx, &log->records, ret_line)
			       : ring_next(log->ctx, &log->ring, ret_line);
}

void pk_log_line_end(struct pk_log_line_iter *iter)
{
	free(iter->log);
}
