// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, uint64_t addr)
{
	fprintf(stderr, "fake target: %s at %llx\n", what, (unsigned long long)addr);
	abort();
}

static void *grow(void *array, size_t *nr, size_t more, size_t size)
{
	array = realloc(array, (*nr + more) * size);
	if (!array)
		die("out of memory", 0);
	memset((char *)array + *nr * size, 0, more * size);
	*nr += more;
	return array;
}

static struct fake_target *fake_of(struct pk_target *target)
{
	return (struct fake_target *)target;
}

static struct fake_range *range_at(struct fake_target *fake, uint64_t addr)
{
	for (size_t i = 0; i < fake->nr_ranges; i++)
		if (addr >= fake->ranges[i].addr &&
		    addr - fake->ranges[i].addr < fake->ranges[i].len)
			return &fake->ranges[i];
	return NULL;
}

static enum pk_status fake_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct fake_target *fake = fake_of(target);
	uint8_t *out = buf;

	fake->nr_reads++;
	fake->bytes_read += len;
	while (len) {
		struct fake_range *range = range_at(fake, addr);
		size_t piece;

		if (!range)
			return PK_UNREADABLE;
		piece = range->len - (addr - range->addr);
		if (piece > len)
			piece = len;
		memcpy(out, range->bytes + (addr - range->addr), piece);
		out += piece;
		addr += piece;
		len -= piece;
	}
	return PK_OK;
}

static enum pk_status fake_symbols_named(struct pk_target *target, const char *name,
					 pk_symbol_fn fn, void *arg)
{
	struct fake_target *fake = fake_of(target);
	bool found = false;

	for (size_t i = 0; i < fake->nr_symbols; i++) {
		if (strcmp(fake->symbols[i].name, name))
			continue;
		found = true;
		if (!fn(&fake->symbols[i], arg))
			break;
	}
	return found ? PK_OK : PK_ABSENT;
}

static bool take_first(const struct pk_symbol *symbol, void *arg)
{
	*(uint64_t *)arg = symbol->addr;
	return false;
}

static enum pk_status fake_symbol_value(struct pk_target *target, const char *name,
					uint64_t *ret_addr)
{
	return fake_symbols_named(target, name, take_first, ret_addr);
}

static enum pk_status fake_symbol_at(struct pk_target *target, uint64_t addr,
				     struct pk_symbol *ret_symbol)
{
	struct fake_target *fake = fake_of(target);

	for (size_t i = 0; i < fake->nr_symbols; i++) {
		const struct pk_symbol *symbol = &fake->symbols[i];

		if (addr >= symbol->addr &&
		    addr - symbol->addr < (symbol->size ? symbol->size : 1)) {
			*ret_symbol = *symbol;
			return PK_OK;
		}
	}
	return PK_ABSENT;
}

static enum pk_status fake_type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	struct fake_target *fake = fake_of(target);

	if (fake->type_status != PK_OK)
		return fake->type_status;
	for (size_t i = 0; i < fake->nr_sizes; i++) {
		if (!strcmp(fake->sizes[i].type, type)) {
			*ret_size = fake->sizes[i].size;
			return PK_OK;
		}
	}
	return PK_ABSENT;
}

static enum pk_status fake_member_find(struct pk_target *target, const char *type, const char *path,
				       struct pk_member *ret_member)
{
	struct fake_target *fake = fake_of(target);

	if (fake->type_status != PK_OK)
		return fake->type_status;
	for (size_t i = 0; i < fake->nr_members; i++) {
		const struct fake_member *row = &fake->members[i];

		if (strcmp(row->type, type) || strcmp(row->path, path))
			continue;
		*ret_member = (struct pk_member){
			.offset = row->offset,
			.size = row->size,
			.bit_offset = row->bit_offset,
			.bit_size = row->bit_size,
			.elements = row->elements,
			.is_pointer = row->is_pointer,
			.is_array = row->is_array,
			.is_signed = row->is_signed,
		};
		snprintf(ret_member->type, sizeof(ret_member->type), "%s",
			 row->type_text ? row->type_text : "");
		return PK_OK;
	}
	return PK_ABSENT;
}

static enum pk_status fake_enumerator(struct pk_target *target, const char *name,
				      int64_t *ret_value)
{
	struct fake_target *fake = fake_of(target);

	if (fake->type_status != PK_OK)
		return fake->type_status;
	for (size_t i = 0; i < fake->nr_enums; i++) {
		if (!strcmp(fake->enums[i].name, name)) {
			*ret_value = fake->enums[i].value;
			return PK_OK;
		}
	}
	return PK_ABSENT;
}

static enum pk_status fake_enum_name(struct pk_target *target, const char *tag, int64_t value,
				     char *buf, size_t size)
{
	struct fake_target *fake = fake_of(target);

	if (fake->type_status != PK_OK)
		return fake->type_status;
	for (size_t i = 0; i < fake->nr_enums; i++) {
		const struct fake_enum *row = &fake->enums[i];

		if (row->tag && !strcmp(row->tag, tag) && row->value == value) {
			snprintf(buf, size, "%s", row->name);
			return PK_OK;
		}
	}
	return PK_ABSENT;
}

static enum pk_status fake_percpu(struct pk_target *target, int cpu, uint64_t *ret_offset)
{
	if (cpu < 0 || cpu >= (int)target->facts.nr_cpu_ids || cpu >= 64)
		return PK_ABSENT;
	*ret_offset = fake_of(target)->percpu[cpu];
	return PK_OK;
}

static enum pk_status fake_cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
				   struct pk_cpumask *ret_mask)
{
	*ret_mask = fake_of(target)->masks[kind];
	return PK_OK;
}

static enum pk_status fake_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs)
{
	struct fake_target *fake = fake_of(target);

	if (cpu < 0 || cpu >= 64 || !fake->has_regs[cpu])
		return PK_ABSENT;
	*ret_regs = fake->regs[cpu];
	return PK_OK;
}

static enum pk_status fake_panic_cpu(struct pk_target *target, int *ret_cpu)
{
	struct fake_target *fake = fake_of(target);

	if (fake->panic_cpu < 0)
		return PK_ABSENT;
	*ret_cpu = fake->panic_cpu;
	return PK_OK;
}

static enum pk_status fake_virt_to_page(struct pk_target *target, uint64_t addr, uint64_t *ret_page)
{
	struct fake_target *fake = fake_of(target);

	if (addr < fake->page_offset || addr - fake->page_offset >= fake->direct_size)
		return PK_ABSENT;
	*ret_page = fake->vmemmap +
		    (addr - fake->page_offset) / target->facts.page_size * fake->page_struct_size;
	return PK_OK;
}

static const struct pk_target_ops fake_ops = {
	.name = "fake",
	.read = fake_read,
	.symbol = fake_symbol_value,
	.symbols_named = fake_symbols_named,
	.symbol_at = fake_symbol_at,
	.type_size = fake_type_size,
	.member = fake_member_find,
	.enumerator = fake_enumerator,
	.enum_name = fake_enum_name,
	.percpu_offset = fake_percpu,
	.cpumask = fake_cpumask,
	.regs = fake_regs,
	.panic_cpu = fake_panic_cpu,
	.virt_to_page = fake_virt_to_page,
};

bool fake_big_endian;

void fake_store(void *to, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((uint8_t *)to)[fake_big_endian ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

void fake_target_init(struct fake_target *fake)
{
	memset(fake, 0, sizeof(*fake));
	fake->target.ops = &fake_ops;
	snprintf(fake->target.facts.release, sizeof(fake->target.facts.release), "0.0.0-fake");
	snprintf(fake->target.facts.machine, sizeof(fake->target.facts.machine), "x86_64");
	fake->target.facts.word_size = 8;
	fake->target.facts.big_endian = fake_big_endian;
	fake->target.facts.page_size = 4096;
	fake->panic_cpu = -1;
	fake_cpus(fake, 1);
}

void fake_target_deinit(struct fake_target *fake)
{
	for (size_t i = 0; i < fake->nr_ranges; i++)
		free(fake->ranges[i].bytes);
	free(fake->ranges);
	free(fake->symbols);
	free(fake->members);
	free(fake->enums);
	free(fake->sizes);
	memset(fake, 0, sizeof(*fake));
}

uint8_t *fake_map(struct fake_target *fake, uint64_t addr, size_t len)
{
	struct fake_range *range;

	for (size_t i = 0; i < fake->nr_ranges; i++)
		if (addr < fake->ranges[i].addr + fake->ranges[i].len &&
		    fake->ranges[i].addr < addr + len)
			die("mapped twice", addr);
	fake->ranges = grow(fake->ranges, &fake->nr_ranges, 1, sizeof(*fake->ranges));
	range = &fake->ranges[fake->nr_ranges - 1];
	range->addr = addr;
	range->len = len;
	range->bytes = calloc(1, len ? len : 1);
	if (!range->bytes)
		die("out of memory", addr);
	return range->bytes;
}

void fake_unmap(struct fake_target *fake, uint64_t addr)
{
	struct fake_range *range = range_at(fake, addr);

	if (!range || range->addr != addr)
		die("no range begins", addr);
	free(range->bytes);
	*range = fake->ranges[--fake->nr_ranges];
}

void fake_put_bytes(struct fake_target *fake, uint64_t addr, const void *bytes, size_t len)
{
	struct fake_range *range = range_at(fake, addr);

	if (!range || len > range->len - (addr - range->addr))
		die("writing unmapped memory", addr);
	memcpy(range->bytes + (addr - range->addr), bytes, len);
}

void fake_put(struct fake_target *fake, uint64_t addr, size_t size, uint64_t value)
{
	uint8_t bytes[8];

	for (size_t i = 0; i < size; i++)
		bytes[fake->target.facts.big_endian ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
	fake_put_bytes(fake, addr, bytes, size);
}

void fake_put_string(struct fake_target *fake, uint64_t addr, const char *text)
{
	fake_put_bytes(fake, addr, text, strlen(text) + 1);
}

void fake_put_list(struct fake_target *fake, const uint64_t *nodes, unsigned nr)
{
	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, nodes[i], 8, nodes[(i + 1) % nr]);
		fake_put(fake, nodes[i] + 8, 8, nodes[(i + nr - 1) % nr]);
	}
}

void fake_string(struct fake_target *fake, uint64_t addr, const char *text)
{
	/* Up to the 64-byte boundary behind it: strings are read in such pieces. */
	fake_map(fake, addr, ((addr + strlen(text)) | 63) + 1 - addr);
	fake_put_string(fake, addr, text);
}

void fake_module_symbol(struct fake_target *fake, const char *module, const char *name,
			uint64_t addr, uint64_t size)
{
	struct pk_symbol *symbol;

	fake->symbols = grow(fake->symbols, &fake->nr_symbols, 1, sizeof(*fake->symbols));
	symbol = &fake->symbols[fake->nr_symbols - 1];
	symbol->addr = addr;
	symbol->size = size;
	symbol->type = 't';
	snprintf(symbol->name, sizeof(symbol->name), "%s", name);
	snprintf(symbol->module, sizeof(symbol->module), "%s", module);
}

void fake_symbol(struct fake_target *fake, const char *name, uint64_t addr, uint64_t size)
{
	fake_module_symbol(fake, "", name, addr, size);
}

void fake_members(struct fake_target *fake, const struct fake_member *rows, size_t nr)
{
	fake->members = grow(fake->members, &fake->nr_members, nr, sizeof(*fake->members));
	memcpy(&fake->members[fake->nr_members - nr], rows, nr * sizeof(*rows));
}

void fake_enums(struct fake_target *fake, const struct fake_enum *rows, size_t nr)
{
	fake->enums = grow(fake->enums, &fake->nr_enums, nr, sizeof(*fake->enums));
	memcpy(&fake->enums[fake->nr_enums - nr], rows, nr * sizeof(*rows));
}

void fake_type(struct fake_target *fake, const char *type, uint64_t size)
{
	fake->sizes = grow(fake->sizes, &fake->nr_sizes, 1, sizeof(*fake->sizes));
	fake->sizes[fake->nr_sizes - 1] = (struct fake_size){type, size};
}

void fake_cpus(struct fake_target *fake, unsigned nr)
{
	fake->target.facts.nr_cpu_ids = nr;
	memset(fake->masks, 0, sizeof(fake->masks));
	for (size_t kind = 0; kind < ARRAY_SIZE(fake->masks); kind++)
		for (unsigned cpu = 0; cpu < nr; cpu++)
			pk_cpumask_set(&fake->masks[kind], cpu);
}

int fake_machine_teardown(void **state)
{
	struct fake_machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}
