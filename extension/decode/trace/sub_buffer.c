// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/sub_buffer.h"

/*
 * struct buffer_data_page, all kernels 3.10 .. 7.2:
 *
 *	0       8        8+word   (aligned 8)
 *	| time_stamp | commit | data ...................................... |
 *	                        0        next       commit      write   capacity
 *	                        |--------- committed ---|--- tail ---|
 *
 * commit: bits 0..29 bytes of committed data, bit 30 a count of missed events stands behind the
 * data, bit 31 events were missed before this page. Both bits are set when a page is handed to user
 * space; in memory only mmap-ed readers (6.10+) and invalidated persistent pages (7.x) carry them.
 * The flags are ints in the kernel, so bit 31 arrives sign-extended in a 64-bit commit.
 *
 * Each record begins with a 32-bit word, type_len:5 and time_delta:27. Little-endian machines have
 * type_len in the low bits, big-endian ones in the high bits.
 *
 *	type_len  record             bytes            time
 *	0         data, long         4 + array[0]     += delta     payload array[1].., array[0] counts itself
 *	1..28     data, short        4 + 4 * type_len += delta     payload array[0]..
 *	29        end of page        -                             delta == 0
 *	29        discarded, filler  4 + array[0]     ignored      delta != 0
 *	30        time extend        8                += (array[0] << 27) + delta
 *	31        absolute stamp     8                =  (array[0] << 27) + delta, 59 bits
 *
 * The delta of a discarded event: the kernel's own readers (rb_update_read_stamp(),
 * rb_update_iter_read_stamp()) ignore it, its page validator adds it unless it is the placeholder 1,
 * libtraceevent always adds it. We ignore it, because times that equal those of the kernel's trace
 * file are what everything else here is checked against.
 */
enum {
	TYPE_LONG = 0,
	TYPE_PADDING = 29,
	TYPE_TIME_EXTEND = 30,
	TYPE_TIME_STAMP = 31,
};

#define HEADER PK_RECORD_HEADER
#define COMMIT_MASK 0x3fffffffu
#define MISSED_EVENTS (1u << 31)
#define MISSED_STORED (1u << 30)
#define DELTA_BITS 27
#define STAMP_MSB (0xf8ull << 56) /* what an absolute stamp has no room for */

static uint64_t load(const struct pk_sub_buffer *sub, const uint8_t *bytes, size_t size)
{
	return pk_bytes_uint(bytes, size, sub->big_endian);
}

enum pk_status pk_sub_buffer_init(struct pk_sub_buffer *sub, const uint8_t *bytes, size_t size,
				  size_t data_offset, size_t word, size_t write, bool big_endian,
				  bool aligned_8)
{
	struct pk_sub_buffer new = {.bytes = bytes, .size = size, .data = data_offset};
	size_t capacity;
	uint64_t commit;

	if ((word != 4 && word != 8) || data_offset < 8 + word || size < data_offset)
		return PK_CORRUPT;
	capacity = size - data_offset;
	new.big_endian = big_endian;
	new.aligned_8 = aligned_8;
	new.page_ts = load(&new, bytes, 8);
	commit = load(&new, bytes + 8, word);
	new.commit = commit &COMMIT_MASK;
	if (new.commit > capacity)
		return PK_CORRUPT;
	new.missed = commit &MISSED_EVENTS;
	new.missed_stored = (commit & MISSED_STORED) && capacity - new.commit >= word;
	if (new.missed_stored)
		new.missed_count = load(&new, bytes + data_offset + new.commit, word);
	new.write = write > capacity ? capacity : write;
	if (new.write < new.commit)
		new.write = new.commit;
	new.ts = new.page_ts;
	*sub = new;
	return PK_OK;
}

struct header {
	unsigned type_len;
	uint32_t delta;
	uint32_t extra; /* array[0]; 0 for short records */
	size_t total; /* bytes of the record with its header */
};

/* The header at NEXT, whose record must end at or before LIMIT. Everything is compared as what is
 * left, so that no sum can wrap. In variables of its own: read from a struct, what was just written there is waited for. */
static enum pk_status read_header(const struct pk_sub_buffer *sub, size_t limit, struct header *ret)
{
	const uint8_t *at = sub->bytes + sub->data + sub->next;
	size_t left = limit - sub->next;
	uint32_t word, delta, extra = 0;
	unsigned type_len;
	size_t total = 0;

	if (left < HEADER)
		return PK_CORRUPT;
	word = (uint32_t)load(sub, at, HEADER);
	type_len = sub->big_endian ? word >> DELTA_BITS : word & 31;
	delta = sub->big_endian ? word & ((1u << DELTA_BITS) - 1) : word >> 5;
	if (type_len > TYPE_LONG && type_len < TYPE_PADDING) {
		total = HEADER + 4 * type_len;
	} else if (type_len != TYPE_PADDING || delta) {
		if (left < 2 * HEADER)
			return PK_CORRUPT;
		extra = (uint32_t)load(sub, at + HEADER, 4);
		total = 2 * HEADER;
		if (type_len < TYPE_TIME_EXTEND) {
			if (extra > left - HEADER || extra < 4)
				return PK_CORRUPT;
			total = HEADER + (size_t)extra;
		}
	}
	if (total > left || total % (sub->aligned_8 ? 8 : 4))
		return PK_CORRUPT;
	*ret = (struct header){
		.type_len = type_len, .delta = delta, .extra = extra, .total = total};
	return PK_OK;
}

/* 59 bits of an absolute stamp, the rest from the time before it (rb_fix_abs_ts(), 6.1+). */
static uint64_t whole_stamp(uint64_t stamp, uint64_t before)
{
	if (before & STAMP_MSB) {
		stamp |= before & STAMP_MSB;
		if (stamp < before)
			stamp += 1ull << 59;
	}
	return stamp;
}

static enum pk_status advance_time(struct pk_sub_buffer *sub, const struct header *header)
{
	uint64_t delta = header->delta, ts;

	if (header->type_len == TYPE_PADDING)
		return PK_OK;
	if (header->type_len >= TYPE_TIME_EXTEND)
		delta += (uint64_t)header->extra << DELTA_BITS;
	ts = header->type_len == TYPE_TIME_STAMP ? whole_stamp(delta, sub->ts) : sub->ts + delta;
	if (ts < sub->ts)
		return PK_CORRUPT;
	sub->ts = ts;
	return PK_OK;
}

uint32_t pk_sub_buffer_skip_short(struct pk_sub_buffer *sub)
{
	size_t at = sub->next, total;
	uint64_t ts = sub->ts;
	uint32_t nr = 0;

	for (; (total = pk_sub_buffer_short_at(sub, at, &ts)); at += total)
		nr++;
	sub->next = at;
	sub->ts = ts;
	return nr;
}

enum pk_status pk_sub_buffer_next_any(struct pk_sub_buffer *sub, struct pk_record *ret_record)
{
	while (sub->next < sub->write) {
		bool uncommitted = sub->next >= sub->commit;
		size_t at = sub->next, skip;
		struct header header;
		enum pk_status status;
		size_t limit = uncommitted ? sub->write : sub->commit;

		/* One header: PK_OK with total 0 is the end of the page. */
		status = read_header(sub, limit, &header);
		if (status == PK_OK && header.total)
			status = advance_time(sub, &header);

		if (status != PK_OK && !uncommitted)
			return status;
		if (status != PK_OK || !header.total) {
			sub->torn = status != PK_OK;
			sub->next = sub->write;
			return PK_ABSENT;
		}
		sub->next += header.total;
		if (header.type_len >= TYPE_PADDING)
			continue;
		skip = header.type_len == TYPE_LONG ? 2 * HEADER : HEADER;
		*ret_record = (struct pk_record){
			.ts = sub->ts,
			.offset = at,
			.data = sub->bytes + sub->data + at + skip,
			.len = header.total - skip,
			.uncommitted = uncommitted,
		};
		return PK_OK;
	}
	return PK_ABSENT;
}
