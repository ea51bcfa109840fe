// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kallsyms.h"

#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "core/hash.h"
#include "core/kit.h"
#include "kernel/kallsyms_internal.h"

/*
 * How vmlinux keeps its symbols (scripts/kallsyms.c of the kernel writes this):
 *
 *   kallsyms_num_syms        u32 (4.20), before that a long: the low half is the same number
 *   kallsyms_names           one entry a symbol, in order of address:
 *                              length byte, then that many bytes, each an index into the tokens;
 *                              from 6.1 a length of 128 and more takes two bytes, low 7 bits first
 *   kallsyms_token_table     256 NUL-terminated strings, one after another
 *   kallsyms_token_index     u16[256]: where each token starts
 *   kallsyms_offsets         i32 a symbol, with kallsyms_relative_base:
 *                              ABSOLUTE_PERCPU (x86 with SMP up to 6.14): an offset >= 0 is the
 *                              address itself; below zero it is relative_base - 1 - offset
 *                              otherwise relative_base + (u32) offset;
 *                            without it (7.0, "kallsyms: Get rid of kallsyms relative base") the
 *                            distance from the place of the offset itself
 *   kallsyms_addresses       instead of the two (before 4.6, or without BASE_RELATIVE): a word each
 *
 * The first character of an expanded name is its nm letter.
 */

#define MAX_SYMS (4u << 20) /* an allyesconfig kernel has 0.6 million */
#define MAX_TEXT (256u << 20) /* of all names; a distribution kernel has 4 MB */
#define MAX_TOKENS_SIZE (64u << 10)
#define TOKEN_STEP 16 /* bytes; spare room after the tokens' text */

uint64_t pk_ks_load(const struct pk_kallsyms_source *source, const void *bytes, size_t size)
{
	return pk_bytes_uint(bytes, size, source->big_endian);
}

/* A bump allocator for text: names are never freed one by one. Offset 0 is the empty string. */
static bool text_reserve(struct pk_kallsyms *ks, size_t more)
{
	size_t want = ks->text_len + more;
	char *text;

	if (want <= ks->text_cap)
		return true;
	if (want > MAX_TEXT)
		return false;
	want += want / 2 + 4096;
	text = realloc(ks->text, want);
	if (!text)
		return false;
	ks->text = text;
	ks->text_cap = want;
	return true;
}

bool pk_ks_text(struct pk_kallsyms *ks, const char *text, size_t len, uint32_t *ret_offset)
{
	if (!text_reserve(ks, len + 1))
		return false;
	memcpy(ks->text + ks->text_len, text, len);
	ks->text[ks->text_len + len] = '\0';
	*ret_offset = (uint32_t)ks->text_len;
	ks->text_len += len + 1;
	return true;
}

bool pk_ks_reserve(struct pk_kallsyms *ks, size_t more)
{
	struct pk_ks_sym *syms;
	size_t want = ks->nr_syms + more;

	if (want <= ks->cap_syms)
		return true;
	if (want > 2 * (size_t)MAX_SYMS)
		return false;
	want += want / 4;
	syms = realloc(ks->syms, want * sizeof(*syms));
	if (!syms)
		return false;
	ks->syms = syms;
	ks->cap_syms = want;
	return true;
}

/* The compression's tokens, unpacked once: start and length of each. */
struct tokens {
	uint8_t *text;
	uint16_t start[256];
	uint16_t len[256];
};

/* Read LEN bytes page by page, as far as the dump has them: the end of the table is unknown. */
static size_t read_some(const struct pk_kallsyms_source *source, uint64_t addr, uint8_t *buf,
			size_t len)
{
	size_t got = 0;

	while (got < len) {
		size_t piece = 4096 - ((addr + got) & 4095);

		if (piece > len - got)
			piece = len - got;
		if (source->read(source->arg, addr + got, buf + got, piece) != PK_OK)
			break;
		got += piece;
	}
	return got;
}

/* Tokens are pieces of C names, stored in order. Anything else would put garbage into names, and
 * names are printed. */
static enum pk_status check_tokens(const struct tokens *tokens)
{
	size_t start = tokens->start[0];

	for (int i = 0; i < 256; i++) {
		const uint8_t *text = tokens->text + tokens->start[i];

		if (tokens->start[i] != start || tokens->len[i] >= PK_SYMBOL_NAME_MAX)
			return PK_CORRUPT;
		for (uint16_t at = 0; at < tokens->len[i]; at++)
			if (text[at] <= ' ' || text[at] > '~')
				return PK_CORRUPT;
		start += tokens->len[i] + 1u;
	}
	return PK_OK;
}

static enum pk_status read_tokens(const struct pk_kallsyms_source *source, struct tokens *tokens)
{
	uint8_t index[512];
	size_t last = 0, got;
	enum pk_status status =
		source->read(source->arg, source->token_index, index, sizeof(index));

	if (status != PK_OK)
		return status;
	for (int i = 0; i < 256; i++) {
		tokens->start[i] = (uint16_t)pk_bytes_uint(index + 2 * i, 2, source->big_endian);
		if (tokens->start[i] > last)
			last = tokens->start[i];
	}
	tokens->text = calloc(1, MAX_TOKENS_SIZE + PK_SYMBOL_NAME_MAX);
	if (!tokens->text)
		return PK_NOMEM;
	/* the last token's end is unknown; one name's length is enough for any */
	got = read_some(source, source->token_table, tokens->text, last + PK_SYMBOL_NAME_MAX);
	if (got <= last)
		return PK_UNREADABLE;
	for (int i = 0; i < 256; i++) {
		const uint8_t *text = tokens->text + tokens->start[i];

		tokens->len[i] = (uint16_t)strnlen((const char *)text, PK_SYMBOL_NAME_MAX);
	}
	return check_tokens(tokens);
}

/* A window sliding over kallsyms_names, whose length is known only after decoding. */
struct window {
	const struct pk_kallsyms_source *source;
	uint64_t addr; /* of the next byte to read into the buffer */
	size_t pos, len;
	uint8_t buf[64 << 10];
};

/* Ensure at least WANT bytes at buf + pos; false at the end of what the dump holds. */
static bool window_fill(struct window *window, size_t want)
{
	size_t rest = window->len - window->pos, got;

	if (rest >= want)
		return true;
	memmove(window->buf, window->buf + window->pos, rest);
	window->pos = 0;
	window->len = rest;
	got = read_some(window->source, window->addr, window->buf + rest,
			sizeof(window->buf) - rest);
	window->addr += got;
	window->len += got;
	if (window->source->read_ahead)
		window->source->read_ahead(window->source->arg, window->addr, sizeof(window->buf));
	return window->len >= want;
}

/* One entry of kallsyms_names, expanded into NAME ("Ttcp_v4_rcv"); false if it is cut off. */
static bool next_name(struct window *window, const struct tokens *tokens, char *name, size_t size,
		      size_t *ret_len)
{
	size_t count, len = 0;

	if (!window_fill(window, 1))
		return false;
	count = window->buf[window->pos++];
	if (count & 0x80) {
		if (!window_fill(window, 1))
			return false;
		count = (count & 0x7f) | (size_t)window->buf[window->pos++] << 7;
	}
	if (!window_fill(window, count))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint8_t token = window->buf[window->pos + i];
		size_t piece = tokens->len[token];

		/* Most tokens are short: a copy of fixed length is one instruction; the excess is
		 * overwritten. */
		if (piece <= TOKEN_STEP && size - len > TOKEN_STEP) {
			memcpy(name + len, tokens->text + tokens->start[token], TOKEN_STEP);
		} else {
			if (piece > size - 1 - len)
				piece = size - 1 - len;
			memcpy(name + len, tokens->text + tokens->start[token], piece);
		}
		len += piece;
	}
	window->pos += count;
	name[len] = '\0';
	*ret_len = len;
	return true;
}

static bool is_nm_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '?';
}

static enum pk_status read_names(struct pk_kallsyms *ks, const struct pk_kallsyms_source *source,
				 const struct tokens *tokens, size_t count)
{
	struct window *window = calloc(1, sizeof(*window));
	char name[PK_SYMBOL_NAME_MAX + 1];
	enum pk_status status = PK_OK;
	size_t len;

	if (!window)
		return PK_NOMEM;
	window->source = source;
	window->addr = source->names;
	for (size_t i = 0; i < count && status == PK_OK; i++) {
		struct pk_ks_sym *sym = &ks->syms[i];

		if (!next_name(window, tokens, name, sizeof(name), &len))
			status = PK_UNREADABLE;
		else if (len < 2 || !is_nm_letter(name[0]))
			status = PK_CORRUPT;
		else if (!pk_ks_text(ks, name + 1, len - 1, &sym->name))
			status = PK_NOMEM;
		else
			sym->type = name[0];
	}
	free(window);
	return status;
}

/* The address that the 4-byte OFFSET means, in either form. */
static uint64_t relative_addr(uint64_t base, uint32_t offset, bool percpu)
{
	if (!percpu)
		return base + offset;
	if ((int32_t)offset >= 0)
		return offset;
	return base - 1 - (int64_t)(int32_t)offset;
}

/* The configuration is unknown, so the known symbol decides; neither form fits a damaged table.
 * Without one: with ABSOLUTE_PERCPU nearly all offsets are negative, without it none is. */
static enum pk_status choose_percpu(const struct pk_kallsyms *ks,
				    const struct pk_kallsyms_source *source, uint64_t base,
				    size_t count, bool *ret_percpu)
{
	size_t negative = 0;

	for (size_t i = 0; i < count; i++) {
		uint32_t offset = (uint32_t)ks->syms[i].addr;

		negative += (int32_t)offset < 0;
		if (!source->known_name[0] ||
		    strcmp(ks->text + ks->syms[i].name, source->known_name))
			continue;
		for (int percpu = 0; percpu < 2; percpu++)
			if (relative_addr(base, offset, percpu) == source->known_addr) {
				*ret_percpu = percpu;
				return PK_OK;
			}
		return PK_CORRUPT;
	}
	*ret_percpu = negative > count / 2;
	return PK_OK;
}

/* Fill syms[].addr with COUNT integers of SIZE bytes each from ADDR. */
static enum pk_status read_column(struct pk_kallsyms *ks, const struct pk_kallsyms_source *source,
				  uint64_t addr, size_t size, size_t count)
{
	uint8_t *buf = malloc(size * count);
	enum pk_status status;

	if (!buf)
		return PK_NOMEM;
	status = source->read(source->arg, addr, buf, size * count);
	for (size_t i = 0; status == PK_OK && i < count; i++)
		ks->syms[i].addr = pk_bytes_uint(buf + i * size, size, source->big_endian);
	free(buf);
	return status;
}

static enum pk_status read_base_relative(struct pk_kallsyms *ks,
					 const struct pk_kallsyms_source *source, size_t count)
{
	uint8_t word[8];
	enum pk_status status;
	uint64_t base;
	bool percpu;

	status = source->read(source->arg, source->relative_base, word, source->word_size);
	if (status == PK_OK)
		status = read_column(ks, source, source->offsets, 4, count);
	if (status != PK_OK)
		return status;
	base = pk_bytes_uint(word, source->word_size, source->big_endian);
	status = choose_percpu(ks, source, base, count, &percpu);
	for (size_t i = 0; status == PK_OK && i < count; i++)
		ks->syms[i].addr = relative_addr(base, (uint32_t)ks->syms[i].addr, percpu);
	return status;
}

static enum pk_status read_place_relative(struct pk_kallsyms *ks,
					  const struct pk_kallsyms_source *source, size_t count)
{
	enum pk_status status = read_column(ks, source, source->offsets, 4, count);

	for (size_t i = 0; status == PK_OK && i < count; i++) {
		int32_t distance = (int32_t)ks->syms[i].addr;

		ks->syms[i].addr = source->offsets + 4 * i + (int64_t)distance;
	}
	return status;
}

/* Check that the table was read as the kernel meant it. */
static enum pk_status check_known(const struct pk_kallsyms *ks,
				  const struct pk_kallsyms_source *source, size_t count)
{
	if (!source->known_name[0])
		return PK_OK;
	for (size_t i = 0; i < count; i++)
		if (!strcmp(ks->text + ks->syms[i].name, source->known_name))
			return ks->syms[i].addr == source->known_addr ? PK_OK : PK_CORRUPT;
	return PK_OK;
}

/* The count is trusted, and memory allocated, only if the dump holds an address for the last
 * symbol. */
static enum pk_status check_count(const struct pk_kallsyms_source *source, size_t count)
{
	size_t size = source->offsets ? 4 : source->word_size;
	uint64_t column = source->offsets ? source->offsets : source->addresses;
	uint8_t bytes[8];

	if (!count || count > MAX_SYMS)
		return PK_CORRUPT;
	if (!column)
		return PK_ABSENT;
	return source->read(source->arg, column + size * (count - 1), bytes, size);
}

static enum pk_status decode(struct pk_kallsyms *ks, const struct pk_kallsyms_source *source)
{
	struct tokens tokens = {0};
	uint8_t bytes[4];
	enum pk_status status;
	size_t count;

	status = source->read(source->arg, source->num_syms, bytes, sizeof(bytes));
	if (status != PK_OK)
		return status;
	count = pk_bytes_uint(bytes, sizeof(bytes), source->big_endian);
	status = check_count(source, count);
	if (status != PK_OK)
		return status;
	if (!pk_ks_reserve(ks, count) || !text_reserve(ks, 16 * count))
		return PK_NOMEM;
	memset(ks->syms, 0, count * sizeof(*ks->syms));
	status = read_tokens(source, &tokens);
	if (status == PK_OK)
		status = read_names(ks, source, &tokens, count);
	if (status == PK_OK) {
		if (source->offsets && source->relative_base)
			status = read_base_relative(ks, source, count);
		else if (source->offsets)
			status = read_place_relative(ks, source, count);
		else
			status = read_column(ks, source, source->addresses, source->word_size,
					     count);
		status = status == PK_OK ? check_known(ks, source, count) : status;
	}
	free(tokens.text);
	if (status == PK_OK)
		ks->nr_syms = ks->nr_core = count;
	return status;
}

/* Sort by address. Aliases keep the table's order, which decides which comes first. */
static int by_addr(const void *left, const void *right, void *arg)
{
	const struct pk_ks_sym *syms = arg;
	uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;

	if (syms[l].addr != syms[r].addr)
		return syms[l].addr < syms[r].addr ? -1 : 1;
	return l < r ? -1 : l > r;
}

static enum pk_status sort_core(struct pk_kallsyms *ks)
{
	size_t in_order = 1;

	while (in_order < ks->nr_core && ks->syms[in_order].addr >= ks->syms[in_order - 1].addr)
		in_order++;
	if (in_order >= ks->nr_core)
		return PK_OK;
	ks->sorted = malloc(ks->nr_core * sizeof(*ks->sorted));
	if (!ks->sorted)
		return PK_NOMEM;
	for (size_t i = 0; i < ks->nr_core; i++)
		ks->sorted[i] = (uint32_t)i;
	qsort_r(ks->sorted, ks->nr_core, sizeof(*ks->sorted), by_addr, ks->syms);
	return PK_OK;
}

/* vmlinux's symbol number INDEX by address. */
static const struct pk_ks_sym *core_sym(const struct pk_kallsyms *ks, size_t index)
{
	return &ks->syms[ks->sorted ? ks->sorted[index] : index];
}

enum pk_status pk_kallsyms_create(const struct pk_kallsyms_source *source,
				  struct pk_kallsyms **ret_kallsyms)
{
	struct pk_kallsyms *ks = calloc(1, sizeof(*ks));
	enum pk_status status = PK_NOMEM;
	uint32_t empty;

	if (ks)
		ks->secret = pk_hash_secret();
	if (ks && pk_ks_text(ks, "", 0, &empty))
		status = decode(ks, source);
	if (status == PK_OK)
		status = sort_core(ks);
	if (status != PK_OK) {
		pk_kallsyms_destroy(ks);
		return status;
	}
	/* The kernel's own range, _stext (or _text) to _end. The kernel looks nothing up
	 * outside it, and neither must we: per-CPU symbols have small numbers for addresses. */
	if (pk_kallsyms_symbol(ks, "_text", &ks->begin) != PK_OK &&
	    pk_kallsyms_symbol(ks, "_stext", &ks->begin) != PK_OK)
		ks->begin = core_sym(ks, 0)->addr;
	if (pk_kallsyms_symbol(ks, "_end", &ks->end) != PK_OK)
		ks->end = core_sym(ks, ks->nr_core - 1)->addr + 1;
	*ret_kallsyms = ks;
	return PK_OK;
}

void pk_kallsyms_destroy(struct pk_kallsyms *ks)
{
	if (!ks)
		return;
	free(ks->text);
	free(ks->syms);
	free(ks->sorted);
	free(ks->modules);
	free(ks->hash);
	free(ks->next);
	free(ks);
}

/* Keep at least one bucket per symbol, and next[] long enough. A new number of buckets means
 * rehashing everything. */
static bool reserve_hash(struct pk_kallsyms *ks)
{
	size_t buckets = ks->hash ? ks->hash_mask + (size_t)1 : 1024;
	struct pk_ks_bucket *hash;
	uint32_t *next;

	if (ks->cap_next < ks->cap_syms) {
		next = realloc(ks->next, ks->cap_syms * sizeof(*next));
		if (!next)
			return false;
		ks->next = next;
		ks->cap_next = ks->cap_syms;
	}
	if (ks->hash && buckets >= ks->nr_syms)
		return true;
	while (buckets < ks->nr_syms)
		buckets *= 2;
	hash = realloc(ks->hash, buckets * sizeof(*hash));
	if (!hash)
		return false;
	memset(hash, 0xff, buckets * sizeof(*hash));
	ks->hash = hash;
	ks->hash_mask = (uint32_t)buckets - 1;
	ks->nr_hashed = 0;
	return true;
}

/* The suffix that clang adds to a static symbol made visible to other files (LTO). The kernel looks
 * symbols up without it and prints them with it. */
#define PROMOTED ".llvm."

static bool ends_name(const char *rest)
{
	return !*rest || (*rest == '.' && !strncmp(rest, PROMOTED, strlen(PROMOTED)));
}

static uint32_t hash_of(const struct pk_kallsyms *ks, const char *name)
{
	const char *end = name;

	while (!ends_name(end = strchrnul(end, '.')))
		end++;
	return (uint32_t)pk_hash_bytes(ks->secret, name, (size_t)(end - name)) & ks->hash_mask;
}

/* Chains follow the table: vmlinux before modules, low addresses first. Later additions (modules,
 * run-time text) go to the end. */
static bool build_hash(struct pk_kallsyms *ks)
{
	if (ks->hash && ks->nr_hashed == ks->nr_syms)
		return true;
	if (!reserve_hash(ks))
		return false;
	for (size_t i = ks->nr_hashed; i < ks->nr_syms; i++) {
		struct pk_ks_bucket *bucket = &ks->hash[hash_of(ks, ks->text + ks->syms[i].name)];

		if (bucket->first == PK_KS_NONE)
			bucket->first = (uint32_t)i;
		else
			ks->next[bucket->last] = (uint32_t)i;
		bucket->last = (uint32_t)i;
		ks->next[i] = PK_KS_NONE;
	}
	ks->nr_hashed = ks->nr_syms;
	return true;
}

/* The next symbol called NAME, with or without clang's suffix, from index FROM of its chain;
 * PK_KS_NONE if none. */
static uint32_t chain_find(const struct pk_kallsyms *ks, uint32_t from, const char *name)
{
	size_t len = strlen(name);

	for (; from != PK_KS_NONE; from = ks->next[from]) {
		const char *its = ks->text + ks->syms[from].name;

		if (!strncmp(its, name, len) && ends_name(its + len))
			return from;
	}
	return from;
}

enum pk_status pk_kallsyms_symbol(struct pk_kallsyms *ks, const char *name, uint64_t *ret_addr)
{
	uint32_t first, found;

	if (!build_hash(ks))
		return PK_NOMEM;
	first = found = chain_find(ks, ks->hash[hash_of(ks, name)].first, name);
	if (first == PK_KS_NONE)
		return PK_ABSENT;
	while (found != PK_KS_NONE && strcmp(ks->text + ks->syms[found].name, name))
		found = chain_find(ks, ks->next[found], name);
	*ret_addr = ks->syms[found == PK_KS_NONE ? first : found].addr;
	return PK_OK;
}

static void copy_text(char *to, size_t size, const char *from)
{
	size_t len = strnlen(from, size - 1);

	memcpy(to, from, len);
	to[len] = '\0';
}

static void fill(const struct pk_kallsyms *ks, const struct pk_ks_sym *sym, uint64_t size,
		 struct pk_symbol *symbol)
{
	symbol->addr = sym->addr;
	symbol->size = size;
	symbol->type = sym->type;
	copy_text(symbol->name, sizeof(symbol->name), ks->text + sym->name);
	copy_text(symbol->module, sizeof(symbol->module),
		  sym->module ? ks->modules[sym->module - 1].name : "");
}

/* Index into sorted[] of the last symbol at or before ADDR, then of its first alias. */
static bool core_find(const struct pk_kallsyms *ks, uint64_t addr, size_t *ret_index)
{
	size_t low = pk_first(ks->nr_core, at, core_sym(ks, at)->addr <= addr);

	if (!low--)
		return false;
	while (low && core_sym(ks, low - 1)->addr == core_sym(ks, low)->addr)
		low--;
	*ret_index = low;
	return true;
}

static uint64_t core_size(const struct pk_kallsyms *ks, size_t index)
{
	uint64_t addr = core_sym(ks, index)->addr;

	for (size_t i = index + 1; i < ks->nr_core; i++)
		if (core_sym(ks, i)->addr > addr)
			return core_sym(ks, i)->addr - addr;
	return ks->end > addr ? ks->end - addr : 0;
}

static const struct pk_ks_module *module_of(const struct pk_kallsyms *ks, uint64_t addr)
{
	for (size_t i = 0; i < ks->nr_modules; i++)
		for (unsigned j = 0; j < ks->modules[i].nr_ranges; j++)
			if (addr - ks->modules[i].ranges[j].base < ks->modules[i].ranges[j].size)
				return &ks->modules[i];
	return NULL;
}

/* The module range that contains ADDR. */
static void find_range(const struct pk_ks_module *module, uint64_t addr, uint64_t *ret_base,
		       uint64_t *ret_end)
{
	for (unsigned i = 0; i < module->nr_ranges; i++)
		if (addr - module->ranges[i].base < module->ranges[i].size) {
			*ret_base = module->ranges[i].base;
			*ret_end = module->ranges[i].base + module->ranges[i].size;
			return;
		}
	*ret_base = *ret_end = addr;
}

/* Assembler marks for other tools (the kernel's is_mapping_symbol()). */
static bool mapping_symbol(const char *name)
{
	if (name[0] == '.' && name[1] == 'L')
		return true;
	return name[0] == '$' && name[1] && strchr("axtd", name[1]) && (!name[2] || name[2] == '.');
}

/* As the kernel's find_kallsyms_symbol(): the nearest symbol below, first alias, ending at the
 * nearest above or at the end of text. Data lies beyond that end, so there its range counts, and a
 * symbol of another range is not near (7.x; before, the result depended on how far apart the ranges
 * lay). PK_UNREADABLE: the dump lacks its name, or some symbols, of which one may be nearer. */
static enum pk_status module_at(const struct pk_kallsyms *ks, const struct pk_ks_module *module,
				uint64_t addr, struct pk_symbol *ret_symbol)
{
	const struct pk_ks_sym *best = NULL;
	uint64_t next = module->text_end, from = 0;

	if (addr < module->ranges[0].base || addr >= module->text_end)
		find_range(module, addr, &from, &next);
	for (size_t i = module->first; i < module->first + module->count; i++) {
		const struct pk_ks_sym *sym = &ks->syms[i];

		if (mapping_symbol(ks->text + sym->name))
			continue;
		if (sym->addr >= from && sym->addr <= addr && (!best || sym->addr > best->addr))
			best = sym;
		if (sym->addr > addr && sym->addr < next)
			next = sym->addr;
	}
	if (!best)
		return module->has_holes ? PK_UNREADABLE : PK_ABSENT;
	if (!best->name || (module->has_holes && best->addr != addr))
		return PK_UNREADABLE;
	fill(ks, best, module->has_holes ? 0 : next - best->addr, ret_symbol);
	return PK_OK;
}

enum pk_status pk_kallsyms_at(struct pk_kallsyms *ks, uint64_t addr, struct pk_symbol *ret_symbol)
{
	const struct pk_ks_module *module;
	size_t index;

	if (addr >= ks->begin && addr < ks->end) {
		if (!core_find(ks, addr, &index))
			return PK_ABSENT;
		fill(ks, core_sym(ks, index), core_size(ks, index), ret_symbol);
		return PK_OK;
	}
	module = module_of(ks, addr);
	return module ? module_at(ks, module, addr, ret_symbol) : PK_ABSENT;
}

static uint64_t size_of(struct pk_kallsyms *ks, const struct pk_ks_sym *sym)
{
	struct pk_symbol at;
	size_t index;

	if (!sym->module)
		return core_find(ks, sym->addr, &index) ? core_size(ks, index) : 0;
	if (module_at(ks, &ks->modules[sym->module - 1], sym->addr, &at) == PK_OK)
		return at.size;
	return 0;
}

enum pk_status pk_kallsyms_named(struct pk_kallsyms *ks, const char *name, pk_symbol_fn fn,
				 void *arg)
{
	struct pk_symbol symbol;
	uint32_t found;
	bool more = true;

	if (!build_hash(ks))
		return PK_NOMEM;
	found = chain_find(ks, ks->hash[hash_of(ks, name)].first, name);
	if (found == PK_KS_NONE)
		return PK_ABSENT;
	while (found != PK_KS_NONE && more) {
		const struct pk_ks_sym *sym = &ks->syms[found];

		fill(ks, sym, size_of(ks, sym), &symbol);
		more = fn(&symbol, arg);
		found = chain_find(ks, ks->next[found], name);
	}
	return PK_OK;
}

void pk_kallsyms_each(struct pk_kallsyms *ks, pk_symbol_fn fn, void *arg)
{
	struct pk_symbol symbol;

	for (size_t i = 0; i < ks->nr_syms; i++) {
		if (!ks->syms[i].name)
			continue;
		fill(ks, &ks->syms[i], 0, &symbol);
		if (!fn(&symbol, arg))
			return;
	}
}

size_t pk_kallsyms_count(const struct pk_kallsyms *ks)
{
	return ks->nr_syms;
}
