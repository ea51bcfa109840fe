// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_log.h"

#include <string.h>

#define M(t, p, o, s)                                                                              \
	{                                                                                          \
		.type = "struct " t, .path = p, .offset = o, .size = s                             \
	}
static const struct fake_member ring_rows[] = {
	M("printk_ringbuffer", "desc_ring.count_bits", 0, 4),
	M("printk_ringbuffer", "desc_ring.descs", 8, 8),
	M("printk_ringbuffer", "desc_ring.infos", 16, 8),
	M("printk_ringbuffer", "desc_ring.head_id", 24, 8),
	M("printk_ringbuffer", "desc_ring.tail_id", 32, 8),
	M("printk_ringbuffer", "text_data_ring.size_bits", 40, 4),
	M("printk_ringbuffer", "text_data_ring.data", 48, 8),
	M("prb_desc", "state_var", 0, 8),
	M("prb_desc", "text_blk_lpos.begin", 8, 8),
	M("prb_desc", "text_blk_lpos.next", 16, 8),
	M("printk_info", "ts_nsec", 8, 8),
	M("printk_info", "text_len", 16, 2),
	M("printk_info", "facility", 18, 1),
	M("printk_info", "caller_id", 20, 4),
};

static const struct fake_member record_rows[] = {
	M("printk_log", "ts_nsec", 0, 8),
	M("printk_log", "len", 8, 2),
	M("printk_log", "text_len", 10, 2),
	M("printk_log", "facility", 14, 1),
};

void fake_log_ring_init(struct fake_log *log, uint64_t first_id)
{
	memset(log, 0, sizeof(*log));
	fake_target_init(&log->fake);
	fake_members(&log->fake, ring_rows, ARRAY_SIZE(ring_rows));
	fake_type(&log->fake, "struct prb_desc", 24);
	fake_type(&log->fake, "struct printk_info", 32);
	fake_map(&log->fake, PRB, 64);
	fake_map(&log->fake, PRB + 0x1000, 8);
	fake_map(&log->fake, DESCS, 24 << COUNT_BITS);
	fake_map(&log->fake, INFOS, 32 << COUNT_BITS);
	fake_map(&log->fake, DATA, 1 << SIZE_BITS);
	fake_symbol(&log->fake, "prb", PRB + 0x1000, 8);
	fake_put(&log->fake, PRB + 0x1000, 8, PRB);
	fake_put(&log->fake, PRB, 4, COUNT_BITS);
	fake_put(&log->fake, PRB + 8, 8, DESCS);
	fake_put(&log->fake, PRB + 16, 8, INFOS);
	fake_put(&log->fake, PRB + 32, 8, first_id);
	fake_put(&log->fake, PRB + 40, 4, SIZE_BITS);
	fake_put(&log->fake, PRB + 48, 8, DATA);
	log->id = first_id;
	pk_ctx_init(&log->ctx, &log->fake.target);
}

void fake_log_ring_add(struct fake_log *log, unsigned state, uint64_t ts, unsigned facility,
		       const char *text)
{
	const uint64_t mask = (1 << SIZE_BITS) - 1, id_mask = (1ull << 62) - 1;
	uint64_t at = log->id & ((1 << COUNT_BITS) - 1), size = (8 + strlen(text) + 7) & ~7ull;
	uint64_t begin = log->lpos, next = begin + size, block = begin & mask;

	if (begin >> SIZE_BITS != next >> SIZE_BITS && (next & mask)) {
		next = (next & ~mask) + size; /* it does not fit: moved whole to the start */
		block = 0;
	}
	fake_put(&log->fake, DATA + block, 8, log->id);
	fake_put_bytes(&log->fake, DATA + block + 8, text, strlen(text));
	fake_put(&log->fake, DESCS + 24 * at, 8, (log->id & id_mask) | (uint64_t)state << 62);
	fake_put(&log->fake, DESCS + 24 * at + 8, 8, begin);
	fake_put(&log->fake, DESCS + 24 * at + 16, 8, next);
	fake_put(&log->fake, INFOS + 32 * at + 8, 8, ts);
	fake_put(&log->fake, INFOS + 32 * at + 16, 2, strlen(text));
	fake_put(&log->fake, INFOS + 32 * at + 18, 1, facility);
	fake_put(&log->fake, PRB + 24, 8, log->id & id_mask);
	log->id++;
	log->lpos = next;
}

#define SLOT_DATA (DATA + 0x10000)
#define SLOT_SIZE 256

void fake_log_slots_init(struct fake_log *log)
{
	fake_log_ring_init(log, 8);
	fake_map(&log->fake, SLOT_DATA, SLOT_SIZE << COUNT_BITS);
	fake_put(&log->fake, PRB + 40, 4, COUNT_BITS + 8);
	fake_put(&log->fake, PRB + 48, 8, SLOT_DATA);
}

void fake_log_slot(struct fake_log *log, unsigned index, uint64_t ts, unsigned facility,
		   uint32_t caller, const char *text)
{
	const uint64_t begin = SLOT_SIZE * index, desc = DESCS + 24 * index,
		       info = INFOS + 32 * index;

	fake_put_bytes(&log->fake, SLOT_DATA + begin + 8, text, strlen(text));
	fake_put(&log->fake, desc, 8, (8 + index) | 2ull << 62);
	fake_put(&log->fake, desc + 8, 8, begin);
	fake_put(&log->fake, desc + 16, 8, begin + SLOT_SIZE);
	fake_put(&log->fake, info + 8, 8, ts);
	fake_put(&log->fake, info + 16, 2, strlen(text));
	fake_put(&log->fake, info + 18, 1, facility);
	fake_put(&log->fake, info + 20, 4, caller);
	fake_put(&log->fake, PRB + 24, 8, 8 + index);
}

void fake_log_records_init(struct fake_log *log, size_t size)
{
	static const char *const names[] = {"log_buf", "log_buf_len", "log_first_idx",
					    "log_next_idx"};

	memset(log, 0, sizeof(*log));
	fake_target_init(&log->fake);
	fake_members(&log->fake, record_rows, ARRAY_SIZE(record_rows));
	fake_type(&log->fake, "struct printk_log", 16);
	fake_map(&log->fake, LOG_BUF, size);
	fake_map(&log->fake, GLOBALS, 64);
	for (unsigned i = 0; i < 4; i++)
		fake_symbol(&log->fake, names[i], GLOBALS + 8 * i, 8);
	fake_put(&log->fake, GLOBALS, 8, LOG_BUF);
	fake_put(&log->fake, GLOBALS + 8, 4, size);
	pk_ctx_init(&log->ctx, &log->fake.target);
}

void fake_log_records_add(struct fake_log *log, uint64_t ts, const char *text)
{
	size_t len = 16 + ((strlen(text) + 7) & ~7ull);

	fake_put(&log->fake, LOG_BUF + log->index, 8, ts);
	fake_put(&log->fake, LOG_BUF + log->index + 8, 2, len);
	fake_put(&log->fake, LOG_BUF + log->index + 10, 2, strlen(text));
	fake_put_bytes(&log->fake, LOG_BUF + log->index + 16, text, strlen(text));
	log->index += len;
	fake_put(&log->fake, GLOBALS + 24, 4, log->index);
}

void fake_log_end(struct fake_log *log)
{
	pk_ctx_deinit(&log->ctx);
	fake_target_deinit(&log->fake);
}
