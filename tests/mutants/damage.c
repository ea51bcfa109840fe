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
						     "absent names",
						     "wrong answers"};
static const char *const place_names[NR_PLACE_KINDS] = {
	"set", "garbage", "zero", "other", "swap", "missing", "cut", "lie", "fact"};

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

static bool has_value(enum place_kind kind)
{
	return kind != PLACE_ZERO && kind != PLACE_MISSING && kind != PLACE_CUT;
}

void place_print(const struct place *place, FILE *fp)
{
	fprintf(fp, "%s %" PRIx64, place_names[place->kind], place->addr);
	if (place->kind == PLACE_SET)
		fprintf(fp, " %u", place->size);
	if (has_value(place->kind))
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
	if (place.kind != PLACE_SET && place.kind < NR_PLACE_KINDS && has_value(place.kind))
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

	if (place->kind >= PLACE_LIE)
		return false;
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

/* --- everything but memory is the inner target's own answer, unless its name is absent or it is a lie -- */

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

/* What the answer to KEY is told by; 0: the truth. */
static uint64_t lie_to(const struct damaged *damaged, uint64_t key)
{
	struct ask_log *asks = damaged->asks;

	if (asks && asks->nr < asks->max)
		asks->keys[asks->nr++] = key;
	for (unsigned i = 0; i < damaged->nr_places; i++)
		if (damaged->places[i].kind == PLACE_LIE && damaged->places[i].addr == key)
			return damaged->places[i].value | 1;
	if (damaged->spread == WRONG_ANSWERS && !(fate(damaged, key) % damaged->rate))
		return mix(fate(damaged, key)) | 1;
	return 0;
}

/* A question NAME, with its PARAMS and the inner target's ARGS; ABSENT if so; else if it is to be a lie by the key made of KEY,
 * LIE makes it of the true answer. */
#define ASK(name, params, args, absent, key, make)                                                 \
	static enum pk_status damaged_##name params                                                \
	{                                                                                          \
		struct damaged *damaged = (struct damaged *)target;                                \
		struct pk_target *inner = damaged->inner;                                          \
		enum pk_status status;                                                             \
		uint64_t lie;                                                                      \
                                                                                                   \
		if (absent)                                                                        \
			return PK_ABSENT;                                                          \
		status = inner->ops->name args;                                                    \
		lie = lie_to(damaged, key);                                                        \
		return status == PK_OK && lie ? make : status;                                     \
	}
ASK(symbol, (struct pk_target * target, const char *name, uint64_t *addr), (inner, name, addr),
    is_absent(damaged, name, ""), ask_key(ASK_SYMBOL, name, "", 0), lie_of_symbol(inner, lie, addr))
ASK(type_size, (struct pk_target * target, const char *type, uint64_t *size), (inner, type, size),
    is_absent(damaged, type, ""), ask_key(ASK_SIZE, type, "", 0), lie_of_size(lie, size))
ASK(member,
    (struct pk_target * target, const char *type, const char *path, struct pk_member *member),
    (inner, type, path, member), is_absent(damaged, type, "") || is_absent(damaged, type, path),
    ask_key(ASK_MEMBER, type, path, 0), lie_of_member(lie, member))
ASK(enumerator, (struct pk_target * target, const char *name, int64_t *value), (inner, name, value),
    is_absent(damaged, name, ""), ask_key(ASK_ENUMERATOR, name, "", 0),
    lie_of_enumerator(lie, value))
ASK(enum_name, (struct pk_target * target, const char *tag, int64_t value, char *buf, size_t size),
    (inner, tag, value, buf, size), is_absent(damaged, tag, ""),
    ask_key(ASK_ENUM_NAME, tag, "", (uint64_t)value), lie_of_enum_name(lie, buf, size))
ASK(percpu_offset, (struct pk_target * target, int cpu, uint64_t *offset), (inner, cpu, offset),
    false, ask_key(ASK_PERCPU, "", "", (uint64_t)cpu), lie_of_address(lie, offset))
ASK(cpumask, (struct pk_target * target, enum pk_cpumask_kind kind, struct pk_cpumask *mask),
    (inner, kind, mask), false, ask_key(ASK_MASK, "", "", kind), lie_of_mask(lie, mask))
ASK(regs, (struct pk_target * target, int cpu, struct pk_regs *regs), (inner, cpu, regs), false,
    ask_key(ASK_REGS, "", "", (uint64_t)cpu), lie_of_regs(lie, regs))
ASK(panic_cpu, (struct pk_target * target, int *cpu), (inner, cpu), false,
    ask_key(ASK_PANIC_CPU, "", "", 0), lie_of_cpu(lie, cpu))
ASK(virt_to_page, (struct pk_target * target, uint64_t addr, uint64_t *page), (inner, addr, page),
    false, ask_key(ASK_PAGE, "", "", addr), lie_of_address(lie, page))

/* A symbol is called something else, or lies elsewhere, however it is asked for. */
static void rename_symbol(const struct damaged *damaged, struct pk_symbol *symbol)
{
	uint64_t lie = lie_to(damaged, ask_key(ASK_NAME, symbol->name, "", 0));

	if (lie)
		lie_of_name(lie, symbol);
}

static enum pk_status damaged_symbol_at(struct pk_target *target, uint64_t addr,
					struct pk_symbol *symbol)
{
	struct damaged *damaged = (struct damaged *)target;
	enum pk_status status = damaged->inner->ops->symbol_at(damaged->inner, addr, symbol);

	if (status == PK_OK)
		rename_symbol(damaged, symbol);
	return status;
}

struct listener {
	const struct damaged *damaged;
	pk_symbol_fn fn;
	void *arg;
};

static bool hear(const struct pk_symbol *symbol, void *arg)
{
	const struct listener *listener = arg;
	struct pk_symbol changed = *symbol;

	rename_symbol(listener->damaged, &changed);
	return listener->fn(&changed, listener->arg);
}

static enum pk_status damaged_symbols_named(struct pk_target *target, const char *name,
					    pk_symbol_fn fn, void *arg)
{
	struct damaged *damaged = (struct damaged *)target;

	if (is_absent(damaged, name, ""))
		return PK_ABSENT;
	return damaged->inner->ops->symbols_named(damaged->inner, name, hear,
						  &(struct listener){damaged, fn, arg});
}

static enum pk_status damaged_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	struct damaged *damaged = (struct damaged *)target;
	struct damaged silent = *damaged;

	silent.asks = NULL; /* there are too many */
	return damaged->inner->ops->symbols_all(damaged->inner, hear,
						&(struct listener){&silent, fn, arg});
}

static enum pk_status damaged_functions_of_file(struct pk_target *target, const char *file,
						pk_symbol_fn fn, void *arg)
{
	struct pk_target *inner = ((struct damaged *)target)->inner;

	return inner->ops->functions_of_file(inner, file, fn, arg);
}

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

void damaged_set_facts(struct damaged *damaged)
{
	for (unsigned i = 0; i < damaged->nr_places; i++)
		if (damaged->places[i].kind == PLACE_FACT)
			lie_of_fact(damaged->places[i].addr, damaged->places[i].value,
				    &damaged->target.facts);
	for (uint64_t fact = 0; damaged->spread == WRONG_ANSWERS && fact < NR_FACTS; fact++)
		if (!(fate(damaged, fact) % damaged->rate))
			lie_of_fact(fact, mix(fate(damaged, fact)), &damaged->target.facts);
}
