// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader.h"

#include "core/bytes.h"

uint64_t pk_member(struct pk_reader *r, uint64_t base, enum pk_row_id id)
{
	uint64_t value = 0;

	pk_try(r, pk_member_uint(r->ctx, base, id, &value));
	return value;
}

uint64_t pk_offset(struct pk_reader *r, enum pk_row_id id)
{
	uint64_t offset = 0;

	pk_try(r, pk_row_offset(r->ctx, id, &offset));
	return offset;
}

uint64_t pk_member_or(struct pk_reader *r, uint64_t base, enum pk_row_id id, uint64_t otherwise)
{
	return pk_reader_has(r, id) ? pk_member(r, base, id) : otherwise;
}

uint64_t pk_member_at(struct pk_reader *r, uint64_t base, enum pk_row_id id)
{
	uint64_t offset = pk_offset(r, id);

	return r->status == PK_OK ? base + offset : 0;
}

uint64_t pk_value(struct pk_reader *r, enum pk_row_id id)
{
	uint64_t value = 0;

	pk_try(r, pk_row_value(r->ctx, id, &value));
	return value;
}

uint64_t pk_pointer(struct pk_reader *r, uint64_t addr)
{
	return pk_number(r, addr, r->ctx->target->facts.word_size);
}

uint64_t pk_number(struct pk_reader *r, uint64_t addr, size_t size)
{
	uint64_t value = 0;

	pk_try(r, pk_read_uint(r->ctx, addr, size, &value));
	return value;
}

uint64_t pk_network_number(struct pk_reader *r, uint64_t addr, size_t size)
{
	uint8_t bytes[8] = {0};

	pk_load(r, addr, bytes, size);
	return pk_bytes_uint(bytes, size, true);
}

bool pk_load(struct pk_reader *r, uint64_t addr, void *buf, size_t len)
{
	return pk_try(r, pk_read(r->ctx, addr, buf, len));
}

bool pk_reader_has(struct pk_reader *r, enum pk_row_id id)
{
	return r->status == PK_OK && pk_has(r->ctx, id);
}
