// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/capsule/opened.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"

/* --- writing -------------------------------------------------------------------------------------- */

struct columns {
	struct pk_bytes runs, distances, letters, names;
	char module[PK_MODULE_NAME_MAX];
	uint64_t before;
	uint32_t nr, nr_runs, in_run;
};

static void put_leb128(struct pk_bytes *bytes, uint64_t value)
{
	for (; value > 0x7f; value >>= 7)
		pk_put_uint(bytes, (value & 0x7f) | 0x80, 1);
	pk_put_uint(bytes, value, 1);
}

static void end_run(struct columns *columns)
{
	if (!columns->in_run)
		return;
	pk_put_uint(&columns->runs, columns->in_run, 4);
	pk_put_text(&columns->runs, columns->module);
	columns->nr_runs++;
	columns->in_run = 0;
}

static bool add_symbol(const struct pk_symbol *symbol, void *arg)
{
	struct columns *columns = arg;
	uint64_t distance = symbol->addr - columns->before;

	if (strcmp(columns->module, symbol->module)) {
		end_run(columns);
		memcpy(columns->module, symbol->module, sizeof(columns->module));
	}
	columns->in_run++;
	columns->before = symbol->addr;
	put_leb128(&columns->distances, distance << 1 ^ (distance >> 63 ? UINT64_MAX : 0));
	pk_put_uint(&columns->letters, (uint8_t)symbol->type, 1);
	pk_put(&columns->names, symbol->name, strlen(symbol->name) + 1);
	return ++columns->nr <= PK_MAX_SYMBOLS && !columns->names.failed;
}

enum pk_status pk_wire_put_symbols(struct pk_bytes *bytes, struct pk_target *source)
{
	struct columns columns = {.nr = 0};
	struct pk_bytes *parts[] = {&columns.runs, &columns.distances, &columns.letters,
				    &columns.names};
	enum pk_status status = PK_UNSUPPORTED;

	if (source->ops->symbols_all)
		status = source->ops->symbols_all(source, add_symbol, &columns);
	end_run(&columns);
	if (status == PK_OK && columns.nr > PK_MAX_SYMBOLS)
		status = PK_LIMIT;
	if (status == PK_OK) {
		pk_put_uint(bytes, columns.nr, 4);
		pk_put_uint(bytes, columns.nr_runs, 4);
		pk_put_uint(bytes, columns.distances.len, 4);
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(parts); i++) {
		bytes->failed |= parts[i]->failed;
		if (status == PK_OK)
			pk_put(bytes, parts[i]->data, parts[i]->len);
		pk_bytes_deinit(parts[i]);
	}
	return status == PK_OK && bytes->failed ? PK_NOMEM : status;
}

/* --- reading -------------------------------------------------------------------------------------- */

static enum pk_status read_runs(struct pk_symbol_table *table, struct pk_view *view)
{
	uint32_t first = 0;

	table->runs = calloc(table->nr_runs + 1, sizeof(*table->runs));
	if (!table->runs)
		return PK_NOMEM;
	for (uint32_t i = 0; i < table->nr_runs; i++) {
		struct pk_symbol_run *run = &table->runs[i];
		uint64_t nr = pk_get_uint(view, 4);

		run->first = first;
		pk_get_text(view, run->module, sizeof(run->module));
		if (view->bad || !nr || nr > table->nr - first)
			return PK_CORRUPT;
		first += (uint32_t)nr;
		if (!i && !run->module[0])
			table->nr_core = first;
	}
	return first == table->nr ? PK_OK : PK_CORRUPT;
}

static uint64_t get_leb128(struct pk_view *view)
{
	uint64_t value = 0, byte = 0x80;

	for (unsigned shift = 0; byte & 0x80 && !view->bad; shift += 7) {
		byte = pk_get_uint(view, 1);
		view->bad |= shift > 63 || (shift == 63 && byte > 1);
		value |= shift > 63 ? 0 : (byte & 0x7f) << shift;
	}
	return value;
}

static enum pk_status read_addresses(struct pk_symbol_table *table, struct pk_view distances)
{
	uint64_t addr = 0;

	for (uint32_t i = 0; i < table->nr; i++) {
		uint64_t zigzag = get_leb128(&distances);

		addr += zigzag >> 1 ^ (zigzag & 1 ? UINT64_MAX : 0);
		table->addrs[i] = addr;
	}
	return distances.bad || distances.len ? PK_CORRUPT : PK_OK;
}

static enum pk_status read_names(struct pk_symbol_table *table, const struct pk_view *view)
{
	size_t at = 0;

	table->names = (const char *)view->data;
	for (uint32_t i = 0; i < table->nr; i++) {
		const char *end = memchr(table->names + at, '\0', view->len - at);

		if (!end || end - (table->names + at) >= PK_SYMBOL_NAME_MAX)
			return PK_CORRUPT;
		table->name_at[i] = (uint32_t)at;
		at = (size_t)(end - table->names) + 1;
	}
	return at == view->len ? PK_OK : PK_CORRUPT;
}

enum pk_status pk_symbol_table_init(struct pk_symbol_table *table, const void *section, size_t len)
{
	struct pk_view view = {section, len, false}, distances = {0};
	enum pk_status status;

	*table = (struct pk_symbol_table){.nr = (uint32_t)pk_get_uint(&view, 4),
					  .nr_runs = (uint32_t)pk_get_uint(&view, 4)};
	distances.len = pk_get_uint(&view, 4);
	if (table->nr > PK_MAX_SYMBOLS)
		return PK_LIMIT;
	if (view.bad || table->nr > view.len || table->nr_runs > table->nr)
		return PK_CORRUPT;
	table->addrs = calloc(table->nr + 1, sizeof(*table->addrs));
	table->name_at = calloc(table->nr + 1, sizeof(*table->name_at));
	if (!table->addrs || !table->name_at)
		return PK_NOMEM;
	status = read_runs(table, &view);
	if (status != PK_OK)
		return status;
	distances.data = pk_get(&view, distances.len);
	table->letters = pk_get(&view, table->nr);
	if (view.bad)
		return PK_CORRUPT;
	status = read_addresses(table, distances);
	return status == PK_OK ? read_names(table, &view) : status;
}

void pk_symbol_table_deinit(struct pk_symbol_table *table)
{
	free(table->addrs);
	free(table->name_at);
	free(table->runs);
	free(table->by_addr);
	free(table->first);
	free(table->next);
	memset(table, 0, sizeof(*table));
}

/* --- questions ------------------------------------------------------------------------------------ */

static const char *name_of(const struct pk_symbol_table *table, uint32_t index)
{
	return table->names + table->name_at[index];
}

static int compare_addrs(const void *a, const void *b, void *arg)
{
	const struct pk_symbol_table *table = arg;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (table->addrs[x] != table->addrs[y])
		return table->addrs[x] < table->addrs[y] ? -1 : 1;
	return (x > y) - (x < y);
}

/* Indices of vmlinux's symbols in order of address. They are listed so, but for a few. */
static uint32_t *order_by_addr(struct pk_symbol_table *table)
{
	uint32_t *order = malloc((table->nr_core + 1) * sizeof(*order)), in_order = 1;

	for (uint32_t i = 0; order && i < table->nr_core; i++)
		order[i] = i;
	while (in_order < table->nr_core && table->addrs[in_order - 1] <= table->addrs[in_order])
		in_order++;
	if (order && in_order < table->nr_core)
		qsort_r(order, table->nr_core, sizeof(*order), compare_addrs, table);
	return order;
}

static uint32_t bucket_of(const struct pk_symbol_table *table, const char *name)
{
	return (uint32_t)pk_hash_bytes(table->secret, name, strlen(name)) & (table->nr_buckets - 1);
}

/* Chains of symbols by name, each in the list's order. */
static bool chain_names(struct pk_symbol_table *table)
{
	table->secret = pk_hash_secret();
	for (table->nr_buckets = 1; table->nr_buckets < table->nr;)
		table->nr_buckets *= 2;
	table->first = malloc(table->nr_buckets * sizeof(*table->first));
	table->next = malloc((table->nr + 1) * sizeof(*table->next));
	if (!table->first || !table->next) {
		free(table->first);
		free(table->next);
		table->first = table->next = NULL;
		return false;
	}
	for (uint32_t i = 0; i < table->nr_buckets; i++)
		table->first[i] = PK_NO_SYMBOL;
	for (uint32_t i = table->nr; i-- > 0;) {
		uint32_t bucket = bucket_of(table, name_of(table, i));

		table->next[i] = table->first[bucket];
		table->first[bucket] = i;
	}
	return true;
}

static bool index_table(struct pk_symbol_table *table)
{
	uint64_t addr;

	if (table->next)
		return true;
	if (!table->by_addr)
		table->by_addr = order_by_addr(table);
	if (!table->by_addr || !chain_names(table))
		return false;
	/* As pk_kallsyms_create() does. */
	table->is_all = pk_symbol_table_named(table, "init_task", &addr) == PK_OK;
	if (pk_symbol_table_named(table, "_text", &table->begin) != PK_OK &&
	    pk_symbol_table_named(table, "_stext", &table->begin) != PK_OK)
		table->begin = 0;
	if (!table->begin || pk_symbol_table_named(table, "_end", &table->end) != PK_OK)
		table->end = 0;
	return true;
}

/* The next symbol of that name from INDEX on, along its chain; PK_NO_SYMBOL. */
static uint32_t next_named(const struct pk_symbol_table *table, uint32_t index, const char *name)
{
	while (index != PK_NO_SYMBOL && strcmp(name_of(table, index), name))
		index = table->next[index];
	return index;
}

static uint32_t first_named(const struct pk_symbol_table *table, const char *name)
{
	return next_named(table, table->first[bucket_of(table, name)], name);
}

enum pk_status pk_symbol_table_named(struct pk_symbol_table *table, const char *name,
				     uint64_t *ret_addr)
{
	uint32_t index;

	if (!table->nr)
		return PK_NOT_CAPTURED;
	if (!index_table(table))
		return PK_NOMEM;
	index = first_named(table, name);
	if (index == PK_NO_SYMBOL)
		return table->is_all ? PK_ABSENT : PK_NOT_CAPTURED;
	*ret_addr = table->addrs[index];
	return PK_OK;
}

/* Up to the next higher address, or to the end of the kernel. */
static uint64_t size_from(const struct pk_symbol_table *table, uint32_t place)
{
	uint64_t addr = table->addrs[table->by_addr[place]];

	for (; place < table->nr_core; place++)
		if (table->addrs[table->by_addr[place]] > addr)
			return table->addrs[table->by_addr[place]] - addr;
	return table->end > addr ? table->end - addr : 0;
}

static const char *module_of(const struct pk_symbol_table *table, uint32_t index)
{
	size_t after = pk_first(table->nr_runs, at, table->runs[at].first <= index);

	return table->runs[after ? after - 1 : 0].module;
}

static void fill(const struct pk_symbol_table *table, uint32_t index, uint64_t size,
		 struct pk_symbol *symbol)
{
	memset(symbol, 0, sizeof(*symbol));
	symbol->addr = table->addrs[index];
	symbol->size = size;
	symbol->type = (char)table->letters[index];
	strcpy(symbol->name, name_of(table, index));
	strcpy(symbol->module, module_of(table, index));
}

/* Position in by_addr[] of the first symbol at the highest address that is not above ADDR. */
static bool place_at(const struct pk_symbol_table *table, uint64_t addr, uint32_t *ret_place)
{
	uint32_t low =
		(uint32_t)pk_first(table->nr_core, at, table->addrs[table->by_addr[at]] <= addr);

	if (!low--)
		return false;
	while (low && table->addrs[table->by_addr[low - 1]] == table->addrs[table->by_addr[low]])
		low--;
	*ret_place = low;
	return true;
}

enum pk_status pk_symbol_table_at(struct pk_symbol_table *table, uint64_t addr,
				  struct pk_symbol *ret_symbol)
{
	uint32_t place;

	if (!table->nr)
		return PK_NOT_CAPTURED;
	if (!index_table(table))
		return PK_NOMEM;
	if (addr < table->begin || addr >= table->end || !place_at(table, addr, &place))
		return PK_NOT_CAPTURED;
	fill(table, table->by_addr[place], size_from(table, place), ret_symbol);
	return PK_OK;
}

enum pk_status pk_symbol_table_all_named(struct pk_symbol_table *table, const char *name,
					 pk_symbol_fn fn, void *arg)
{
	uint64_t addr;
	enum pk_status status = pk_symbol_table_named(table, name, &addr);
	struct pk_symbol symbol;
	uint32_t index;

	if (status != PK_OK)
		return status;
	for (index = first_named(table, name); index != PK_NO_SYMBOL;
	     index = next_named(table, table->next[index], name))
		if (index >= table->nr_core)
			return PK_NOT_CAPTURED;
	for (index = first_named(table, name); index != PK_NO_SYMBOL;
	     index = next_named(table, table->next[index], name)) {
		uint32_t at;

		fill(table, index,
		     place_at(table, table->addrs[index], &at) ? size_from(table, at) : 0, &symbol);
		if (!fn(&symbol, arg))
			break;
	}
	return PK_OK;
}

bool pk_symbol_table_settles(struct pk_symbol_table *table, uint64_t addr,
			     const struct pk_symbol *answer)
{
	struct pk_symbol listed;
	uint32_t index;

	if (pk_symbol_table_at(table, addr, &listed) != PK_OK || listed.addr != answer->addr ||
	    listed.size != answer->size || listed.type != answer->type ||
	    strcmp(listed.name, answer->name) || strcmp(listed.module, answer->module))
		return false;
	index = first_named(table, listed.name);
	return index < table->nr_core &&
	       next_named(table, table->next[index], listed.name) == PK_NO_SYMBOL;
}

void pk_symbol_table_each(const struct pk_symbol_table *table, pk_symbol_fn fn, void *arg)
{
	struct pk_symbol symbol;

	for (uint32_t i = 0; i < table->nr; i++) {
		fill(table, i, 0, &symbol);
		if (!fn(&symbol, arg))
			return;
	}
}

/* --- what need not be kept ------------------------------------------------------------------------- */

struct symbols {
	struct pk_bytes bytes;
	uint32_t nr;
};

static bool collect(const struct pk_symbol *symbol, void *arg)
{
	struct symbols *symbols = arg;

	pk_wire_put_symbol(&symbols->bytes, symbol);
	return ++symbols->nr < PK_SYMBOLS_NAMED_MAX;
}

/* The list's answer to KEY, in the form in which it would have been recorded. */
static enum pk_status derive(struct pk_symbol_table *table, const uint8_t *key, size_t key_len,
			     const char *name, struct pk_bytes *value)
{
	struct symbols symbols = {.nr = 0};
	struct pk_symbol symbol;
	uint64_t addr;
	enum pk_status status;

	switch (key[0]) {
	case PK_ANSWER_SYMBOL:
		status = pk_symbol_table_named(table, name, &addr);
		if (status == PK_OK)
			pk_put_uint(value, addr, 8);
		return status;
	case PK_ANSWER_SYMBOLS:
		status = pk_symbol_table_all_named(table, name, collect, &symbols);
		pk_put_uint(value, symbols.nr, 4);
		pk_put(value, symbols.bytes.data, symbols.bytes.len);
		value->failed |= symbols.bytes.failed;
		pk_bytes_deinit(&symbols.bytes);
		return status;
	case PK_ANSWER_SYMBOL_AT:
		if (key_len != 9)
			return PK_NOT_CAPTURED;
		addr = pk_bytes_uint(key + 1, 8, true);
		status = pk_symbol_table_at(table, addr, &symbol);
		if (status == PK_OK)
			pk_wire_put_symbol(value, &symbol);
		return status == PK_OK && symbol.addr != addr ? PK_NOT_CAPTURED : status;
	default:
		return PK_NOT_CAPTURED;
	}
}

bool pk_symbol_table_gives(struct pk_symbol_table *table, const uint8_t *key, size_t key_len,
			   const uint8_t *value, size_t value_len)
{
	char name[PK_SYMBOL_NAME_MAX] = "";
	struct pk_bytes derived = {0};
	enum pk_status status;
	bool same;

	if (!table->nr || key_len > sizeof(name))
		return false;
	memcpy(name, key + 1, key_len - 1);
	status = derive(table, key, key_len, name, &derived);
	same = value[0] == status && !derived.failed && derived.len == value_len - 1 &&
	       !memcmp(derived.data ? derived.data : key, value + 1, derived.len);
	pk_bytes_deinit(&derived);
	return same;
}
