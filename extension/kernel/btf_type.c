// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/btf_internal.h"

bool pk_btf_has_id(const struct pk_btf *btf, uint32_t id)
{
	if (btf->base && id < btf->start_id)
		return id != 0; /* the base ends where this begins */
	return id >= btf->start_id && id - btf->start_id < btf->nr_types - 1;
}

void pk_btf_unpack(const struct pk_btf *btf, uint32_t id, struct pk_btf_type *type)
{
	size_t at;
	uint32_t info;

	if (id < btf->start_id)
		btf = btf->base;
	at = btf->types[id - btf->start_id + 1];
	info = pk_btf_u32(btf, at + 4);
	type->btf = btf;
	type->id = id;
	type->name = pk_btf_string(btf, pk_btf_u32(btf, at));
	type->kind = info >> 24 & 0x7f;
	type->flag = info >> 31;
	type->vlen = info & 0xffffff; /* 16 bits up to 7.1, the others were 0 */
	type->size_or_type = pk_btf_u32(btf, at + 8);
	type->body = (uint32_t)at + 12;
}
