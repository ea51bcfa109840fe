// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/trace_dat_private.h"

void pk_dat_bytes(struct pk_dat *dat, const void *bytes, size_t len)
{
	fwrite(bytes, 1, len, dat->fp);
}

void pk_dat_uint(struct pk_dat *dat, uint64_t value, unsigned size)
{
	bool big_endian = dat->ctx->target->facts.big_endian;

	for (unsigned i = 0; i < size; i++)
		fputc((int)(value >> 8 * (big_endian ? size - 1 - i : i) & 0xff), dat->fp);
}

long pk_dat_open(struct pk_dat *dat, unsigned size)
{
	long where = ftell(dat->fp);

	pk_dat_uint(dat, 0, size);
	return where;
}

void pk_dat_fill_in(struct pk_dat *dat, long where, uint64_t value, unsigned size)
{
	if (!fseek(dat->fp, where, SEEK_SET))
		pk_dat_uint(dat, value, size);
	fseek(dat->fp, 0, SEEK_END);
}

void pk_dat_close(struct pk_dat *dat, long where, unsigned size)
{
	pk_dat_fill_in(dat, where, (uint64_t)(ftell(dat->fp) - where) - size, size);
}
