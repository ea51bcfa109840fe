// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/capsule/wire.h"

#include <stdlib.h>
#include <string.h>

#define MAX_OBJECT (1ull << 30) /* no struct, offset or array of a kernel is larger */

void pk_bytes_deinit(struct pk_bytes *bytes)
{
	free(bytes->data);
	memset(bytes, 0, sizeof(*bytes));
}

void pk_put(struct pk_bytes *bytes, const void *data, size_t len)
{
	if (bytes->failed || !len)
		return;
	if (len > bytes->room - bytes->len) {
		size_t room = bytes->room ? bytes->room : 64;
		uint8_t *grown;

		while (room - bytes->len < len && room <= SIZE_MAX / 2)
			room *= 2;
		grown = room - bytes->len < len ? NULL : realloc(bytes->data, room);
		if (!grown) {
			bytes->failed = true;
			return;
		}
		bytes->data = grown;
		bytes->room = room;
	}
	memcpy(bytes->data + bytes->len, data, len);
	bytes->len += len;
}

void pk_put_uint(struct pk_bytes *bytes, uint64_t value, unsigned size)
{
	uint8_t raw[8];

	for (unsigned i = 0; i < size; i++)
		raw[i] = value >> (8 * i);
	pk_put(bytes, raw, size);
}

void pk_put_key_uint(struct pk_bytes *bytes, uint64_t value, unsigned size)
{
	uint8_t raw[8];

	for (unsigned i = 0; i < size; i++)
		raw[size - 1 - i] = value >> (8 * i);
	pk_put(bytes, raw, size);
}

void pk_put_text(struct pk_bytes *bytes, const char *text)
{
	size_t len = strlen(text);

	if (len > UINT16_MAX)
		len = UINT16_MAX;
	pk_put_uint(bytes, len, 2);
	pk_put(bytes, text, len);
}

const uint8_t *pk_get(struct pk_view *view, size_t len)
{
	const uint8_t *data = view->data;

	if (view->bad || len > view->len) {
		view->bad = true;
		return NULL;
	}
	view->data += len;
	view->len -= len;
	return data;
}

uint64_t pk_get_uint(struct pk_view *view, unsigned size)
{
	const uint8_t *data = pk_get(view, size);
	uint64_t value = 0;

	for (unsigned i = 0; data && i < size; i++)
		value |= (uint64_t)data[i] << (8 * i);
	return value;
}

void pk_get_text(struct pk_view *view, char *buf, size_t size)
{
	size_t len = pk_get_uint(view, 2);
	const uint8_t *data = pk_get(view, len);

	buf[0] = '\0';
	if (!data)
		return;
	if (len >= size || memchr(data, '\0', len)) {
		view->bad = true;
		return;
	}
	memcpy(buf, data, len);
	buf[len] = '\0';
}

enum fact_flags { FACT_BIG_ENDIAN = 1, FACT_LIVE = 2 };

void pk_wire_put_facts(struct pk_bytes *bytes, const struct pk_facts *facts)
{
	pk_put_uint(bytes,
		    (facts->big_endian ? FACT_BIG_ENDIAN : 0) | (facts->is_live ? FACT_LIVE : 0),
		    4);
	pk_put_uint(bytes, facts->word_size, 4);
	pk_put_uint(bytes, facts->page_size, 4);
	pk_put_uint(bytes, facts->nr_cpu_ids, 4);
	pk_put_text(bytes, facts->release);
	pk_put_text(bytes, facts->machine);
	pk_put_text(bytes, facts->dump_file);
	if (facts->redacted[0])
		pk_put_text(bytes, facts->redacted);
}

void pk_wire_get_facts(struct pk_view *view, struct pk_facts *facts)
{
	uint64_t flags = pk_get_uint(view, 4);

	memset(facts, 0, sizeof(*facts));
	facts->big_endian = flags & FACT_BIG_ENDIAN;
	facts->is_live = flags & FACT_LIVE;
	facts->word_size = pk_get_uint(view, 4);
	facts->page_size = pk_get_uint(view, 4);
	facts->nr_cpu_ids = pk_get_uint(view, 4);
	pk_get_text(view, facts->release, sizeof(facts->release));
	pk_get_text(view, facts->machine, sizeof(facts->machine));
	pk_get_text(view, facts->dump_file, sizeof(facts->dump_file));
	if (view->len)
		pk_get_text(view, facts->redacted, sizeof(facts->redacted));
	if ((facts->word_size != 4 && facts->word_size != 8) || facts->page_size < 1024 ||
	    facts->page_size > 1u << 20 || (facts->page_size & (facts->page_size - 1)) ||
	    facts->nr_cpu_ids > PK_MAX_CPUS)
		view->bad = true;
}

void pk_wire_put_symbol(struct pk_bytes *bytes, const struct pk_symbol *symbol)
{
	pk_put_uint(bytes, symbol->addr, 8);
	pk_put_uint(bytes, symbol->size, 8);
	pk_put_uint(bytes, (uint8_t)symbol->type, 1);
	pk_put_text(bytes, symbol->name);
	pk_put_text(bytes, symbol->module);
}

void pk_wire_get_symbol(struct pk_view *view, struct pk_symbol *symbol)
{
	memset(symbol, 0, sizeof(*symbol));
	symbol->addr = pk_get_uint(view, 8);
	symbol->size = pk_get_uint(view, 8);
	symbol->type = (char)pk_get_uint(view, 1);
	pk_get_text(view, symbol->name, sizeof(symbol->name));
	pk_get_text(view, symbol->module, sizeof(symbol->module));
	if (symbol->addr + symbol->size < symbol->addr)
		view->bad = true;
}

enum member_flags { MEMBER_POINTER = 1, MEMBER_ARRAY = 2, MEMBER_SIGNED = 4 };

void pk_wire_put_member(struct pk_bytes *bytes, const struct pk_member *member)
{
	pk_put_uint(bytes, member->offset, 8);
	pk_put_uint(bytes, member->size, 8);
	pk_put_uint(bytes, member->bit_offset, 4);
	pk_put_uint(bytes, member->bit_size, 4);
	pk_put_uint(bytes, member->elements, 8);
	pk_put_uint(bytes,
		    (member->is_pointer ? MEMBER_POINTER : 0) |
			    (member->is_array ? MEMBER_ARRAY : 0) |
			    (member->is_signed ? MEMBER_SIGNED : 0),
		    1);
	pk_put_text(bytes, member->type);
}

void pk_wire_get_member(struct pk_view *view, struct pk_member *member)
{
	uint64_t flags;

	memset(member, 0, sizeof(*member));
	member->offset = pk_get_uint(view, 8);
	member->size = pk_get_uint(view, 8);
	member->bit_offset = pk_get_uint(view, 4);
	member->bit_size = pk_get_uint(view, 4);
	member->elements = pk_get_uint(view, 8);
	flags = pk_get_uint(view, 1);
	member->is_pointer = flags & MEMBER_POINTER;
	member->is_array = flags & MEMBER_ARRAY;
	member->is_signed = flags & MEMBER_SIGNED;
	pk_get_text(view, member->type, sizeof(member->type));
	if (member->offset > MAX_OBJECT || member->size > MAX_OBJECT ||
	    member->elements > MAX_OBJECT)
		view->bad = true;
	if (member->bit_size &&
	    (member->size > 8 || member->bit_size > 64 || member->bit_offset > 63 ||
	     member->bit_offset + member->bit_size > 8 * member->size))
		view->bad = true;
}

#define MAX_GPR (sizeof(((struct pk_regs *)0)->gpr) / sizeof(uint64_t))

void pk_wire_put_regs(struct pk_bytes *bytes, const struct pk_regs *regs)
{
	uint32_t nr = regs->nr_gpr < MAX_GPR ? regs->nr_gpr : MAX_GPR;

	pk_put_uint(bytes, regs->ip, 8);
	pk_put_uint(bytes, regs->sp, 8);
	pk_put_uint(bytes, regs->fp, 8);
	pk_put_uint(bytes, nr, 4);
	for (uint32_t i = 0; i < nr; i++)
		pk_put_uint(bytes, regs->gpr[i], 8);
	if (regs->lr || regs->in_user)
		pk_put_uint(bytes, regs->lr, 8);
	if (regs->in_user)
		pk_put_uint(bytes, 1, 1);
}

void pk_wire_get_regs(struct pk_view *view, struct pk_regs *regs)
{
	memset(regs, 0, sizeof(*regs));
	regs->ip = pk_get_uint(view, 8);
	regs->sp = pk_get_uint(view, 8);
	regs->fp = pk_get_uint(view, 8);
	regs->nr_gpr = pk_get_uint(view, 4);
	if (regs->nr_gpr > MAX_GPR) {
		view->bad = true;
		regs->nr_gpr = 0;
	}
	for (uint32_t i = 0; i < regs->nr_gpr; i++)
		regs->gpr[i] = pk_get_uint(view, 8);
	if (view->len) /* older capsules end here */
		regs->lr = pk_get_uint(view, 8);
	if (view->len)
		regs->in_user = pk_get_uint(view, 1);
}

#define MASK_WORDS (PK_MAX_CPUS / 64)

void pk_wire_put_cpumask(struct pk_bytes *bytes, const struct pk_cpumask *mask)
{
	uint32_t nr = MASK_WORDS;

	while (nr && !mask->bits[nr - 1])
		nr--;
	pk_put_uint(bytes, nr, 4);
	for (uint32_t i = 0; i < nr; i++)
		pk_put_uint(bytes, mask->bits[i], 8);
}

void pk_wire_get_cpumask(struct pk_view *view, struct pk_cpumask *mask)
{
	uint64_t nr = pk_get_uint(view, 4);

	memset(mask, 0, sizeof(*mask));
	if (nr > MASK_WORDS)
		view->bad = true;
	for (uint64_t i = 0; i < nr && !view->bad; i++)
		mask->bits[i] = pk_get_uint(view, 8);
}

int pk_key_compare(const void *a, size_t a_len, const void *b, size_t b_len)
{
	int order = memcmp(a, b, a_len < b_len ? a_len : b_len);

	return order ? order : (a_len > b_len) - (a_len < b_len);
}
