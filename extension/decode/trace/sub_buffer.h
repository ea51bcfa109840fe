/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SUB_BUFFER_H
#define PK_DECODE_SUB_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/status.h"

/**
 * A cursor over the bytes of one sub-buffer (struct buffer_data_page). Pure: bytes in, records out.
 * It knows neither target nor kernel, so it can be fuzzed and fed with drawn images.
 */
struct pk_sub_buffer {
	const uint8_t *bytes; /* borrowed: starts with buffer_data_page */
	size_t size; /* bytes held: PAGE_SIZE << order */
	size_t data; /* offsetof(struct buffer_data_page, data) */
	size_t commit; /* committed data bytes, without flags, clamped to the page */
	size_t write; /* written data bytes (>= commit if a writer was interrupted) */
	bool big_endian;
	/* 64-bit values must be aligned on this architecture: lengths round up to 8 */
	bool aligned_8;
	uint64_t page_ts;
	bool missed; /* commit bit 31 */
	bool missed_stored; /* commit bit 30: the count follows the data */
	uint64_t missed_count;
	/* position */
	size_t next; /* data offset of the next header */
	uint64_t ts; /* time of the record last returned */
	bool torn; /* the uncommitted tail ended in bytes that are not a complete record */
};

struct pk_record {
	uint64_t ts;
	size_t offset; /* of the header in the data */
	const uint8_t *data; /* payload; borrowed */
	size_t len;
	bool uncommitted; /* at or past the commit index */
};

/** WORD: bytes of a long. WRITE: buffer_page.write & 0xfffff if known, else 0. PK_CORRUPT: SIZE
 *  cannot hold a header, or commit exceeds the page (then nothing is set up). */
enum pk_status pk_sub_buffer_init(struct pk_sub_buffer *sub, const uint8_t *bytes, size_t size,
				  size_t data_offset, size_t word, size_t write, bool big_endian,
				  bool aligned_8);

#define PK_RECORD_HEADER 4u /* bytes: the type_len:5, time_delta:27 word */
#define PK_RECORD_SHORT 28u /* type_len of the longest short record; the shortest has 1 */

/** The committed short record whose header is at data offset AT, as nearly all are: its length with the
 *  header, and *TS moves on to its time. 0: it is something else, damaged, or the end. */
static inline size_t pk_sub_buffer_short_at(const struct pk_sub_buffer *sub, size_t at,
					    uint64_t *ts)
{
	uint32_t word;
	size_t total;

	if (at >= sub->commit || sub->commit - at < PK_RECORD_HEADER || sub->big_endian)
		return 0;
	word = (uint32_t)pk_bytes_uint(sub->bytes + sub->data + at, PK_RECORD_HEADER, false);
	total = PK_RECORD_HEADER + 4 * (word & 31);
	if ((word & 31) - 1 >= PK_RECORD_SHORT || total > sub->commit - at ||
	    (sub->aligned_8 && total % 8) || *ts + (word >> 5) < *ts)
		return 0;
	*ts += word >> 5;
	return total;
}

/** Pass over the committed records of the short form up to the first that is not one, is damaged, or
 *  is the end. Returns how many; ts is that of the last. */
uint32_t pk_sub_buffer_skip_short(struct pk_sub_buffer *sub);

/** pk_sub_buffer_next() of any record. */
enum pk_status pk_sub_buffer_next_any(struct pk_sub_buffer *sub, struct pk_record *ret_record);

/** Next data record. PK_ABSENT: end of the page. PK_CORRUPT: a length leaves the page, or time goes
 *  backwards; earlier records are valid, and NEXT is the offset of the offending header. Bytes
 *  beyond the commit index that do not parse are not corrupt, because a writer was interrupted
 *  there: the page ends and TORN is set. */
static inline enum pk_status pk_sub_buffer_next(struct pk_sub_buffer *sub,
						struct pk_record *ret_record)
{
	size_t at = sub->next, total = pk_sub_buffer_short_at(sub, at, &sub->ts);

	if (!total)
		return pk_sub_buffer_next_any(sub, ret_record);
	sub->next = at + total;
	*ret_record = (struct pk_record){
		.ts = sub->ts,
		.offset = at,
		.data = sub->bytes + sub->data + at + PK_RECORD_HEADER,
		.len = total - PK_RECORD_HEADER,
	};
	return PK_OK;
}

#endif
