// SPDX-License-Identifier: GPL-3.0-or-later
#include "damage.h"

#include <inttypes.h>
#include <string.h>

#define PAGE 4096ull

static const char *const spread_names[NR_SPREADS] = {"",
						     "flipped bits",
						     "garbage words",
						     "stray pointers",
						     "pointers to themselves",
						     "large numbers",
						     "pages of garbage",
						     "pages of zeroes",
						     "missing pages",
						     "absent names"};
static const char *const place_names[NR_PLACE_KINDS] = {"set",	"garbage", "zero", "other",
							"swap", "missing", "cut"};

const char *spread_name(enum spread spread)
{
	return spread_names[spread];
}

bool spread_is_of_pages(enum spread spread)
{
	return spread == GARBAGE_PAGES || spread == ZERO_PAGES || spread == MISSING_PAGES;
}

uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

void place_print(const struct place *place, FILE *fp)
{
	fprintf(fp, "%s %" PRIx64, place_names[place->kind], place->addr);
	if (place->kind == PLACE_SET)
		fprintf(fp, " %u", place->size);
	if (place->kind != PLACE_ZERO && place->kind < PLACE_MISSING)
		fprintf(fp, " %" PRIx64, place->value);
}

bool place_scan(const char *text, struct place *ret_place)
{
	struct place place = {.size = 8};
	unsigned size = 8;
	char name[16];

	if (sscanf(text, "%15s %" SCNx64, name, &place.addr) != 2)
		return false;
	while (place.kind < NR_PLACE_KINDS && strcmp(name, place_names[place.kind]))
		place.kind++;
	if (place.kind == PLACE_SET &&
	    sscanf(text, "%*s %*x %u %" SCNx64, &size, &place.value) != 2)
		return false;
	if (place.kind != PLACE_SET && place.kind != PLACE_ZERO && place.kind < PLACE_MISSING)
		if (sscanf(text, "%*s %*x %" SCNx64, &place.value) != 1)
			return false;
	place.size = size > 8 ? 8 : size;
	*ret_place = place;
	return place.kind < NR_PLACE_KINDS;
}

/* --- damage that is spread ------------------------------------------------------------------- */

static uint64_t fate(const struct damaged *damaged, uint64_t unit)
{
	return mix(damaged->seed * 0x9e3779b97f4a7c15ull + mix(unit));
}

static uint64_t new_word(const struct damaged *damaged, uint64_t word, uint64_t random,
			 bool *ret_flip)
{
	*ret_flip = false;
	switch (damaged->spread) {
	case FLIP_BITS:
		*ret_flip = true;
		return 1ull << (random % 64);
	case STRAY_POINTERS:
		return (word & ~0xffffffull) | (random & 0xfffff8);
	case SELF_POINTERS:
		return word - 8 * (random % 4);
	case LARGE_NUMBERS:
		return random % 2 ? 0x7fffffff7fffffffull : 0xffffffffffffffffull;
	default:
		return random;
	}
}

static void spread_word(const struct damaged *damaged, uint64_t word, uint64_t addr, uint8_t *buf,
			size_t len)
{
	uint64_t random = fate(damaged, word), value;
	bool flip;

	if (random % damaged->rate)
		return;
	value = new_word(damaged, word, mix(random), &flip);
	for (unsigned i = 0; i < 8; i++) {
		uint64_t at = word + i;
		uint8_t byte = value >> (8 * i);

		if (at >= addr && at - addr < len)
			buf[at - addr] = flip ? buf[at - addr] ^ byte : byte;
	}
}

/* Calls FN for the part of each page that lies within the read. */
static void fill_page(uint64_t page, uint64_t addr, uint8_t *buf, size_t len, uint64_t seed,
		      bool zero)
{
	for (uint64_t at = page < addr ? addr : page; at - page < PAGE && at - addr < len; at++)
		buf[at - addr] = zero ? 0 : (uint8_t)mix(at ^ seed);
}

static bool page_is_missing(const struct damaged *damaged, uint64_t addr, size_t len)
{
	for (uint64_t page = addr & ~(PAGE - 1); page - (addr & ~(PAGE - 1)) < len + addr % PAGE;
	     page += PAGE)
		if (!(fate(damaged, page) % damaged->rate))
			return true;
	return false;
}

static void spread_damage(const struct damaged *damaged, uint64_t addr, uint8_t *buf, size_t len)
{
	if (damaged->spread == GARBAGE_PAGES || damaged->spread == ZERO_PAGES) {
		for (uint64_t page = addr & ~(PAGE - 1);
		     page - (addr & ~(PAGE - 1)) < len + addr % PAGE; page += PAGE)
			if (!(fate(damaged, page) % damaged->rate))
				fill_page(page, addr, buf, len, damaged->seed,
					  damaged->spread == ZERO_PAGES);
		return;
	}
	for (uint64_t word = addr & ~7ull; word - (addr & ~7ull) < len + (addr & 7); word += 8)
		spread_word(damaged, word, addr, buf, len);
}

/* --- damage at places -------------------------------------------------------------------------- */

static bool place_overlaps(const struct place *place, uint64_t addr, size_t len)
{
	uint64_t page = place->addr & ~(PAGE - 1), begin = page, end = page + PAGE;

	if (place->kind == PLACE_SET) {
		begin = place->addr;
		end = place->addr + place->size;
	} else if (place->kind == PLACE_CUT) {
		begin = place->addr;
	}
	if (place->kind == PLACE_SWAP && addr < (place->value | (PAGE - 1)) &&
	    (place->value & ~(PAGE - 1)) < addr + len)
		return true;
	return addr < end && begin < addr + len;
}

/* Byte by byte: what the other page has not, stays. */
static void put_other_page(const struct damaged *damaged, const struct place *place, uint64_t addr,
			   uint8_t *buf, size_t len)
{
	uint64_t page = place->addr & ~(PAGE - 1), other = place->value & ~(PAGE - 1);

	for (uint64_t at = page < addr ? addr : page; at - page < PAGE && at - addr < len; at++)
		damaged->inner->ops->read(damaged->inner, other + (at - page), &buf[at - addr], 1);
}

static void put_place(const struct damaged *damaged, const struct place *place, uint64_t addr,
		      uint8_t *buf, size_t len)
{
	const struct place back = {.addr = place->value, .value = place->addr};

	switch (place->kind) {
	case PLACE_SET:
		for (unsigned i = 0; i < place->size; i++)
			if (place->addr + i >= addr && place->addr + i - addr < len)
				buf[place->addr + i - addr] = place->value >> (8 * i);
		break;
	case PLACE_SWAP:
		put_other_page(damaged, &back, addr, buf, len);
		put_other_page(damaged, place, addr, buf, len);
		break;
	case PLACE_OTHER:
		put_other_page(damaged, place, addr, buf, len);
		break;
	default:
		fill_page(place->addr & ~(PAGE - 1), addr, buf, len, place->value,
			  place->kind == PLACE_ZERO);
	}
}

static void write_down(struct read_log *log, uint64_t addr, size_t len)
{
	if (log && log->nr < log->max && len && len <= UINT32_MAX)
		log->spans[log->nr++] = (struct read_span){addr, (uint32_t)len};
}

static enum pk_status damaged_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct damaged *damaged = (struct damaged *)target;
	enum pk_status status;

	if (damaged->spread == MISSING_PAGES && page_is_missing(damaged, addr, len)) {
		damaged->failed_read = true;
		return PK_UNREADABLE;
	}
	status = damaged->inner->ops->read(damaged->inner, addr, buf, len);
	if (status != PK_OK)
		return status;
	write_down(damaged->log, addr, len);
	for (unsigned i = 0; i < damaged->nr_places; i++) {
		const struct place *place = &damaged->places[i];

		if (!place_overlaps(place, addr, len))
			continue;
		if (place->kind == PLACE_MISSING || place->kind == PLACE_CUT) {
			damaged->failed_read = true;
			return PK_UNREADABLE;
		}
		damaged->changed_read = true;
		put_place(damaged, place, addr, buf, len);
	}
	if (damaged->spread > SPREAD_NONE && damaged->spread < MISSING_PAGES)
		spread_damage(damaged, addr, buf, len);
	return PK_OK;
}

/* --- everything but memory is the inner target's own answer, unless its name is absent ------------ */

static bool is_absent(const struct damaged *damaged, const char *name, const char *more)
{
	uint64_t hash = damaged->seed;

	if (damaged->spread != ABSENT_NAMES)
		return false;
	for (; *name; name++)
		hash = mix(hash + (uint8_t)*name);
	for (; *more; more++)
		hash = mix(hash + 256 + (uint8_t)*more);
	return !(hash % damaged->rate);
}

#define PASS(name, params, args, absent)                                                           \
	static enum pk_status damaged_##name params                                                \
	{                                                                                          \
		struct damaged *damaged = (struct damaged *)target;                                \
		struct pk_target *inner = damaged->inner;                                          \
                                                                                                   \
		if (absent)                                                                        \
			return PK_ABSENT;                                                          \
		return inner->ops->name args;                                                      \
	}
PASS(symbol, (struct pk_target * target, const char *name, uint64_t *addr), (inner, name, addr),
     is_absent(damaged, name, ""))
PASS(symbols_named, (struct pk_target * target, const char *name, pk_symbol_fn fn, void *arg),
     (inner, name, fn, arg), is_absent(damaged, name, ""))
PASS(symbols_all, (struct pk_target * target, pk_symbol_fn fn, void *arg), (inner, fn, arg), false)
PASS(functions_of_file, (struct pk_target * target, const char *file, pk_symbol_fn fn, void *arg),
     (inner, file, fn, arg), false)
PASS(symbol_at, (struct pk_target * target, uint64_t addr, struct pk_symbol *symbol),
     (inner, addr, symbol), false)
PASS(type_size, (struct pk_target * target, const char *type, uint64_t *size), (inner, type, size),
     is_absent(damaged, type, ""))
PASS(member,
     (struct pk_target * target, const char *type, const char *path, struct pk_member *member),
     (inner, type, path, member), is_absent(damaged, type, "") || is_absent(damaged, type, path))
PASS(enumerator, (struct pk_target * target, const char *name, int64_t *value),
     (inner, name, value), is_absent(damaged, name, ""))
PASS(enum_name, (struct pk_target * target, const char *tag, int64_t value, char *buf, size_t size),
     (inner, tag, value, buf, size), is_absent(damaged, tag, ""))
PASS(percpu_offset, (struct pk_target * target, int cpu, uint64_t *offset), (inner, cpu, offset),
     false)
PASS(cpumask, (struct pk_target * target, enum pk_cpumask_kind kind, struct pk_cpumask *mask),
     (inner, kind, mask), false)
PASS(regs, (struct pk_target * target, int cpu, struct pk_regs *regs), (inner, cpu, regs), false)
PASS(panic_cpu, (struct pk_target * target, int *cpu), (inner, cpu), false)
PASS(virt_to_page, (struct pk_target * target, uint64_t addr, uint64_t *page), (inner, addr, page),
     false)

static const struct pk_target_ops damaged_ops = {
	.name = "damaged",
	.read = damaged_read,
	.symbol = damaged_symbol,
	.symbols_named = damaged_symbols_named,
	.symbols_all = damaged_symbols_all,
	.functions_of_file = damaged_functions_of_file,
	.symbol_at = damaged_symbol_at,
	.type_size = damaged_type_size,
	.member = damaged_member,
	.enumerator = damaged_enumerator,
	.enum_name = damaged_enum_name,
	.percpu_offset = damaged_percpu_offset,
	.cpumask = damaged_cpumask,
	.regs = damaged_regs,
	.panic_cpu = damaged_panic_cpu,
	.virt_to_page = damaged_virt_to_page,
};

void damaged_init(struct damaged *damaged, struct pk_target *inner)
{
	*damaged = (struct damaged){.target = {.ops = &damaged_ops, .facts = inner->facts},
				    .inner = inner};
}
