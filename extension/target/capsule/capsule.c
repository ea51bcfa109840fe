// SPDX-License-Identifier: GPL-3.0-or-later
/* Reading a capsule: a hostile file in, a target out. The format is drawn in wire.h. */
#include "target/capsule/capsule.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "target/capsule/wire.h"

#define MAX_FILE (1ull << 30) /* compressed bytes; a body at its limit is smaller */
#define MAX_NESTED_SYMBOLS 16 /* ranges that are looked at before "no symbol here" */

struct range {
	uint64_t addr;
	uint32_t len;
	uint32_t status;
	const uint8_t *bytes; /* in the body; NULL unless status is PK_OK */
};

struct answer {
	const uint8_t *key, *value; /* in the body */
	uint32_t key_len, value_len;
};

struct capsule {
	struct pk_target target; /* first: the capsule is a target */
	uint8_t *body; /* owned: everything decompressed */
	size_t body_len;
	char *manifest; /* owned */
	struct range *ranges;
	size_t nr_ranges;
	struct answer *answers;
	size_t nr_answers;
};

/* Where parsing stands, with the place for the complaint. */
struct parser {
	struct capsule *capsule;
	char *error;
	size_t error_size;
};

static enum pk_status __attribute__((format(printf, 3, 4)))
bad(struct parser *parser, enum pk_status status, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(parser->error, parser->error_size, fmt, args);
	va_end(args);
	return status;
}

/* --- questions ---------------------------------------------------------------------------------- */

static const struct capsule *capsule_of(const struct pk_target *target)
{
	return (const struct capsule *)target;
}

/* Index of the first range that ends after ADDR. */
static size_t range_after(const struct capsule *capsule, uint64_t addr)
{
	size_t low = 0, high = capsule->nr_ranges;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct range *range = &capsule->ranges[middle];

		if (range->addr <= addr && addr - range->addr >= range->len)
			low = middle + 1;
		else if (range->addr > addr)
			high = middle;
		else
			return middle;
	}
	return low;
}

/* A failure that was recorded within the bytes asked for goes before "not captured": the recorded
 * read failed as a whole, so its good parts need not be there. */
static enum pk_status capsule_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	const struct capsule *capsule = capsule_of(target);
	uint8_t *to = buf;
	uint64_t at = addr, left = len;
	bool gap = false;

	if (len && addr + (len - 1) < addr)
		return PK_NOT_CAPTURED;
	for (size_t i = range_after(capsule, addr); left && i < capsule->nr_ranges; i++) {
		const struct range *range = &capsule->ranges[i];
		uint64_t inside, piece;

		if (range->addr > at) {
			if (range->addr - at >= left)
				break;
			gap = true;
			left -= range->addr - at;
			at = range->addr;
		}
		if (range->status != PK_OK)
			return range->status;
		inside = at - range->addr;
		piece = range->len - inside < left ? range->len - inside : left;
		memcpy(to + (at - addr), range->bytes + inside, piece);
		at += piece;
		left -= piece;
	}
	return left || gap ? PK_NOT_CAPTURED : PK_OK;
}

/* Index of the first answer whose key is greater than KEY. */
static size_t answer_after(const struct capsule *capsule, const uint8_t *key, size_t len)
{
	size_t low = 0, high = capsule->nr_answers;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct answer *answer = &capsule->answers[middle];

		if (pk_key_compare(answer->key, answer->key_len, key, len) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The status of an answer; VIEW is left at what follows it. */
static enum pk_status open_value(const struct answer *answer, struct pk_view *view)
{
	*view = (struct pk_view){answer->value, answer->value_len, false};
	return pk_get_uint(view, 1);
}

/* Looks the key up and frees it. PK_OK: VIEW is at the answer. */
static enum pk_status ask(const struct pk_target *target, struct pk_bytes *key,
			  struct pk_view *view)
{
	const struct capsule *capsule = capsule_of(target);
	enum pk_status status = PK_NOT_CAPTURED;
	size_t after = key->failed ? 0 : answer_after(capsule, key->data, key->len);

	if (key->failed) {
		status = PK_NOMEM;
	} else if (after) {
		const struct answer *answer = &capsule->answers[after - 1];

		if (!pk_key_compare(answer->key, answer->key_len, key->data, key->len))
			status = open_value(answer, view);
	}
	pk_bytes_deinit(key);
	return status;
}

static enum pk_status ask_text(const struct pk_target *target, enum pk_answer kind,
			       const char *text, struct pk_view *view)
{
	struct pk_bytes key = {0};

	pk_put_uint(&key, kind, 1);
	pk_put(&key, text, strlen(text));
	return ask(target, &key, view);
}

static enum pk_status ask_number(const struct pk_target *target, enum pk_answer kind,
				 uint64_t number, unsigned size, struct pk_view *view)
{
	struct pk_bytes key = {0};

	pk_put_uint(&key, kind, 1);
	pk_put_key_uint(&key, number, size);
	return ask(target, &key, view);
}

/* What a capsule holds of a number: STATUS, then the number. */
static enum pk_status number(enum pk_status status, struct pk_view *view, unsigned size,
			     uint64_t *ret_value)
{
	uint64_t value;

	if (status != PK_OK)
		return status;
	value = pk_get_uint(view, size);
	if (view->bad)
		return PK_CORRUPT;
	*ret_value = value;
	return PK_OK;
}

static enum pk_status capsule_symbol(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	struct pk_view view;
	enum pk_status status = ask_text(target, PK_ANSWER_SYMBOL, name, &view);

	return number(status, &view, 8, ret_addr);
}

static enum pk_status capsule_symbols_named(struct pk_target *target, const char *name,
					    pk_symbol_fn fn, void *arg)
{
	struct pk_view view;
	enum pk_status status = ask_text(target, PK_ANSWER_SYMBOLS, name, &view);
	uint64_t nr;

	if (status != PK_OK)
		return status;
	nr = pk_get_uint(&view, 4);
	if (nr > PK_SYMBOLS_NAMED_MAX)
		return PK_CORRUPT;
	while (nr-- && !view.bad) {
		struct pk_symbol symbol;

		pk_wire_get_symbol(&view, &symbol);
		if (view.bad || !fn(&symbol, arg))
			break;
	}
	return view.bad ? PK_CORRUPT : PK_OK;
}

/* Symbols do not nest, but a byte without a symbol may have been asked for within the span that
 * another answer claims: look back a little. */
static enum pk_status capsule_symbol_at(struct pk_target *target, uint64_t addr,
					struct pk_symbol *ret_symbol)
{
	const struct capsule *capsule = capsule_of(target);
	uint8_t key[9] = {PK_ANSWER_SYMBOL_AT};
	size_t i;

	for (unsigned byte = 0; byte < 8; byte++)
		key[1 + byte] = addr >> (56 - 8 * byte);
	i = answer_after(capsule, key, sizeof(key));
	for (unsigned back = 0; i && back < MAX_NESTED_SYMBOLS; back++) {
		const struct answer *answer = &capsule->answers[--i];
		bool exact = !pk_key_compare(answer->key, answer->key_len, key, sizeof(key));
		enum pk_status status;
		struct pk_symbol symbol;
		struct pk_view view;

		if (answer->key[0] != PK_ANSWER_SYMBOL_AT)
			break;
		status = open_value(answer, &view);
		if (status != PK_OK && exact)
			return status;
		if (status != PK_OK)
			continue;
		pk_wire_get_symbol(&view, &symbol);
		if (view.bad)
			return PK_CORRUPT;
		if (exact || (symbol.addr <= addr && addr - symbol.addr < symbol.size)) {
			*ret_symbol = symbol;
			return PK_OK;
		}
	}
	return PK_NOT_CAPTURED;
}

static enum pk_status capsule_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	const struct capsule *capsule = capsule_of(target);
	static const uint8_t before = PK_ANSWER_SYMBOL_AT;
	struct pk_view view;

	for (size_t i = answer_after(capsule, &before, 1); i < capsule->nr_answers; i++) {
		const struct answer *answer = &capsule->answers[i];
		struct pk_symbol symbol;

		if (answer->key[0] != PK_ANSWER_SYMBOL_AT)
			break;
		if (open_value(answer, &view) != PK_OK)
			continue;
		pk_wire_get_symbol(&view, &symbol);
		if (view.bad)
			return PK_CORRUPT;
		if (!fn(&symbol, arg))
			break;
	}
	return PK_OK;
}

static enum pk_status capsule_functions_of_file(struct pk_target *target, const char *file, pk_symbol_fn fn,
						void *arg)
{
	(void)target;
	(void)file;
	(void)fn;
	(void)arg;
	return PK_NOT_CAPTURED;
}

static enum pk_status capsule_type_size(struct pk_target *target, const char *type,
					uint64_t *ret_size)
{
	struct pk_view view;
	enum pk_status status = ask_text(target, PK_ANSWER_TYPE_SIZE, type, &view);
	uint64_t size = 0;

	status = number(status, &view, 8, &size);
	if (status == PK_OK && size > 1u << 30)
		return PK_CORRUPT;
	if (status == PK_OK)
		*ret_size = size;
	return status;
}

static enum pk_status capsule_member(struct pk_target *target, const char *type, const char *path,
				     struct pk_member *ret_member)
{
	struct pk_bytes key = {0};
	struct pk_member member;
	enum pk_status status;
	struct pk_view view;

	pk_put_uint(&key, PK_ANSWER_MEMBER, 1);
	pk_put(&key, type, strlen(type) + 1);
	pk_put(&key, path, strlen(path));
	status = ask(target, &key, &view);
	if (status != PK_OK)
		return status;
	pk_wire_get_member(&view, &member);
	if (view.bad)
		return PK_CORRUPT;
	*ret_member = member;
	return PK_OK;
}

static enum pk_status capsule_enumerator(struct pk_target *target, const char *name,
					 int64_t *ret_value)
{
	struct pk_view view;
	enum pk_status status = ask_text(target, PK_ANSWER_ENUMERATOR, name, &view);
	uint64_t value = 0;

	status = number(status, &view, 8, &value);
	if (status == PK_OK)
		*ret_value = (int64_t)value;
	return status;
}

static enum pk_status capsule_enum_name(struct pk_target *target, const char *tag, int64_t value,
					char *buf, size_t size)
{
	char name[PK_SYMBOL_NAME_MAX];
	struct pk_bytes key = {0};
	enum pk_status status;
	struct pk_view view;

	pk_put_uint(&key, PK_ANSWER_ENUM_NAME, 1);
	pk_put(&key, tag, strlen(tag) + 1);
	pk_put_key_uint(&key, (uint64_t)value, 8);
	status = ask(target, &key, &view);
	if (status != PK_OK)
		return status;
	pk_get_text(&view, name, sizeof(name));
	if (view.bad)
		return PK_CORRUPT;
	snprintf(buf, size, "%s", name);
	return PK_OK;
}

static enum pk_status capsule_percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset)
{
	struct pk_view view;
	enum pk_status status = ask_number(target, PK_ANSWER_PERCPU, (uint32_t)cpu, 4, &view);

	return number(status, &view, 8, ret_offset);
}

static enum pk_status capsule_cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
				      struct pk_cpumask *ret_mask)
{
	struct pk_view view;
	enum pk_status status = ask_number(target, PK_ANSWER_CPUMASK, kind, 1, &view);
	struct pk_cpumask mask;

	if (status != PK_OK)
		return status;
	pk_wire_get_cpumask(&view, &mask);
	if (view.bad)
		return PK_CORRUPT;
	*ret_mask = mask;
	return PK_OK;
}

static enum pk_status capsule_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs)
{
	struct pk_view view;
	enum pk_status status = ask_number(target, PK_ANSWER_REGS, (uint32_t)cpu, 4, &view);
	struct pk_regs regs;

	if (status != PK_OK)
		return status;
	pk_wire_get_regs(&view, &regs);
	if (view.bad)
		return PK_CORRUPT;
	*ret_regs = regs;
	return PK_OK;
}

static enum pk_status capsule_panic_cpu(struct pk_target *target, int *ret_cpu)
{
	struct pk_view view;
	enum pk_status status = ask_number(target, PK_ANSWER_PANIC_CPU, 0, 0, &view);
	uint64_t cpu = 0;

	status = number(status, &view, 4, &cpu);
	if (status == PK_OK && cpu >= PK_MAX_CPUS)
		return PK_CORRUPT;
	if (status == PK_OK)
		*ret_cpu = (int)cpu;
	return status;
}

static enum pk_status capsule_virt_to_page(struct pk_target *target, uint64_t addr,
					   uint64_t *ret_page)
{
	uint64_t page = addr & ~((uint64_t)target->facts.page_size - 1);
	struct pk_view view;
	enum pk_status status = ask_number(target, PK_ANSWER_PAGE, page, 8, &view);

	return number(status, &view, 8, ret_page);
}

static const struct pk_target_ops capsule_ops = {
	.name = "capsule",
	.read = capsule_read,
	.symbol = capsule_symbol,
	.symbols_named = capsule_symbols_named,
	.symbols_all = capsule_symbols_all,
	.functions_of_file = capsule_functions_of_file,
	.symbol_at = capsule_symbol_at,
	.type_size = capsule_type_size,
	.member = capsule_member,
	.enumerator = capsule_enumerator,
	.enum_name = capsule_enum_name,
	.percpu_offset = capsule_percpu_offset,
	.cpumask = capsule_cpumask,
	.regs = capsule_regs,
	.panic_cpu = capsule_panic_cpu,
	.virt_to_page = capsule_virt_to_page,
};

/* --- opening ------------------------------------------------------------------------------------ */

/* What stands where the format's number should be. */
static enum pk_status bad_format(struct parser *parser, const char *text, size_t len)
{
	unsigned long long format = 0;
	size_t digits = 0;

	while (digits < len && digits < 9 && text[digits] >= '0' && text[digits] <= '9')
		format = 10 * format + (unsigned)(text[digits++] - '0');
	if (!digits || digits == len || text[digits] != '\n' || format <= PK_CAPSULE_FORMAT)
		return bad(parser, PK_CORRUPT, "a capsule whose format cannot be read");
	return bad(parser, PK_UNSUPPORTED,
		   "a capsule of format %llu, made by a newer pkttrace: version " PK_VERSION
		   " reads format %d",
		   format, PK_CAPSULE_FORMAT);
}

/* The first two lines: which format, and the manifest. VIEW is left at the compressed frame. */
static enum pk_status parse_head(struct parser *parser, struct pk_view *view)
{
	static const char first[] = PK_CAPSULE_FIRST_LINE, word[] = PK_CAPSULE_WORD;
	const uint8_t *line, *end;

	if (view->len < sizeof(first) - 1 || memcmp(view->data, word, sizeof(word) - 1))
		return bad(parser, PK_CORRUPT, "not a capsule");
	if (memcmp(view->data, first, sizeof(first) - 1))
		return bad_format(parser, (const char *)view->data + sizeof(word) - 1, view->len - sizeof(word) + 1);
	pk_get(view, sizeof(first) - 1);
	end = memchr(view->data, '\n',
		     view->len < PK_CAPSULE_MANIFEST_MAX ? view->len : PK_CAPSULE_MANIFEST_MAX);
	if (!end || memchr(view->data, '\0', end - view->data))
		return bad(parser, PK_CORRUPT, "the manifest has no end");
	line = pk_get(view, end + 1 - view->data);
	parser->capsule->manifest = strndup((const char *)line, end - line);
	return parser->capsule->manifest ? PK_OK : bad(parser, PK_NOMEM, "out of memory");
}

/* The frame must say its size, and that size is a promise that it may not exceed. Memory grows with
 * what really comes out, so that a lie in a small file costs nothing. */
static enum pk_status inflate(struct parser *parser, ZSTD_DCtx *zstd, struct pk_view *view,
			      uint64_t size)
{
	struct capsule *capsule = parser->capsule;
	ZSTD_inBuffer in = {view->data, view->len, 0};
	size_t room = 0, left = 1;

	while (left) {
		ZSTD_outBuffer out;

		if (capsule->body_len == room) {
			uint8_t *grown;

			room = room ? 2 * room : 1 << 16;
			if (room > size)
				room = size + 1; /* one byte more shows a frame that lied */
			grown = room > capsule->body_len ? realloc(capsule->body, room) : NULL;
			if (!grown)
				return bad(parser, PK_NOMEM, "out of memory at %zu bytes", room);
			capsule->body = grown;
		}
		out = (ZSTD_outBuffer){capsule->body, room, capsule->body_len};
		left = ZSTD_decompressStream(zstd, &out, &in);
		if (ZSTD_isError(left))
			return bad(parser, PK_CORRUPT, "damaged: %s", ZSTD_getErrorName(left));
		if (out.pos > size)
			return bad(parser, PK_CORRUPT, "holds more than it says");
		if (left && out.pos == capsule->body_len && in.pos == in.size)
			return bad(parser, PK_CORRUPT, "cut short");
		capsule->body_len = out.pos;
	}
	if (capsule->body_len != size || in.pos != in.size)
		return bad(parser, PK_CORRUPT,
			   "%zu bytes where %llu were announced, %zu after the end",
			   capsule->body_len, (unsigned long long)size, in.size - in.pos);
	return PK_OK;
}

static enum pk_status decompress(struct parser *parser, struct pk_view *view, uint64_t max)
{
	unsigned long long size = ZSTD_getFrameContentSize(view->data, view->len);
	enum pk_status status;
	ZSTD_DCtx *zstd;

	if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || !size)
		return bad(parser, PK_CORRUPT, "no zstd frame with a size after the manifest");
	if (size > max)
		return bad(parser, PK_LIMIT, "%llu bytes of content, more than the limit of %llu",
			   size, (unsigned long long)max);
	zstd = ZSTD_createDCtx();
	if (!zstd)
		return bad(parser, PK_NOMEM, "out of memory");
	status = inflate(parser, zstd, view, size);
	ZSTD_freeDCtx(zstd);
	return status;
}

enum section { SECTION_MANI, SECTION_FACT, SECTION_RANG, SECTION_MEMO, SECTION_ANSW, NR_SECTIONS };
static const char section_tags[NR_SECTIONS][5] = {"MANI", "FACT", "RANG", "MEMO", "ANSW"};

static enum pk_status find_sections(struct parser *parser, struct pk_view *sections)
{
	struct pk_view view = {parser->capsule->body, parser->capsule->body_len, false};

	while (view.len) {
		const uint8_t *tag = pk_get(&view, 4);
		uint64_t len;
		int known = -1;

		pk_get(&view, 4);
		len = pk_get_uint(&view, 8);
		if (view.bad || len > view.len)
			return bad(parser, PK_CORRUPT, "a section ends past the end");
		for (int i = 0; i < NR_SECTIONS; i++)
			if (!memcmp(tag, section_tags[i], 4))
				known = i;
		if (known >= 0 && sections[known].data)
			return bad(parser, PK_CORRUPT, "two sections %s", section_tags[known]);
		if (known >= 0)
			sections[known] = (struct pk_view){view.data, len, false};
		pk_get(&view, len);
	}
	for (int i = 0; i < NR_SECTIONS; i++)
		if (!sections[i].data)
			return bad(parser, PK_CORRUPT, "no section %s", section_tags[i]);
	return PK_OK;
}

static enum pk_status parse_ranges(struct parser *parser, struct pk_view view,
				   struct pk_view memory)
{
	struct capsule *capsule = parser->capsule;
	uint64_t free_from = 0; /* first address that the next range may have */
	bool full = false; /* a range reached the end of the address space */
	size_t nr = view.len / PK_RANGE_SIZE;

	if (view.len % PK_RANGE_SIZE)
		return bad(parser, PK_CORRUPT, "half a range");
	capsule->ranges = calloc(nr + 1, sizeof(*capsule->ranges));
	if (!capsule->ranges)
		return bad(parser, PK_NOMEM, "out of memory for %zu ranges", nr);
	for (size_t i = 0; i < nr; i++) {
		struct range *range = &capsule->ranges[i];

		range->addr = pk_get_uint(&view, 8);
		range->len = pk_get_uint(&view, 4);
		range->status = pk_get_uint(&view, 4);
		if (!range->len || full || range->addr < free_from ||
		    range->addr + (range->len - 1) < range->addr)
			return bad(parser, PK_CORRUPT, "range %zu overlaps or is out of order", i);
		free_from = range->addr + range->len;
		full = !free_from;
		if (range->status > PK_IO)
			return bad(parser, PK_CORRUPT, "range %zu has no status", i);
		if (range->status == PK_OK)
			range->bytes = pk_get(&memory, range->len);
	}
	if (memory.bad || memory.len)
		return bad(parser, PK_CORRUPT, "ranges and memory do not agree");
	capsule->nr_ranges = nr;
	return PK_OK;
}

static size_t count_answers(struct pk_view view)
{
	size_t nr = 0;

	while (view.len && !view.bad) {
		uint64_t key_len = pk_get_uint(&view, 4), value_len = pk_get_uint(&view, 4);

		pk_get(&view, key_len + value_len);
		nr++;
	}
	return view.bad ? 0 : nr;
}

static enum pk_status parse_answers(struct parser *parser, struct pk_view view)
{
	struct capsule *capsule = parser->capsule;
	size_t nr = count_answers(view);

	if (!nr && view.len)
		return bad(parser, PK_CORRUPT, "an answer ends past the end");
	capsule->answers = calloc(nr + 1, sizeof(*capsule->answers));
	if (!capsule->answers)
		return bad(parser, PK_NOMEM, "out of memory for %zu answers", nr);
	for (size_t i = 0; i < nr; i++) {
		struct answer *answer = &capsule->answers[i];
		const struct answer *before = answer - !!i;

		answer->key_len = pk_get_uint(&view, 4);
		answer->value_len = pk_get_uint(&view, 4);
		answer->key = pk_get(&view, answer->key_len);
		answer->value = pk_get(&view, answer->value_len);
		if (!answer->key_len || !answer->value_len || answer->value[0] > PK_IO)
			return bad(parser, PK_CORRUPT, "answer %zu is empty", i);
		if (i &&
		    pk_key_compare(before->key, before->key_len, answer->key, answer->key_len) >= 0)
			return bad(parser, PK_CORRUPT, "answer %zu is out of order", i);
	}
	capsule->nr_answers = nr;
	return PK_OK;
}

static enum pk_status parse_body(struct parser *parser)
{
	struct capsule *capsule = parser->capsule;
	struct pk_view sections[NR_SECTIONS] = {{0}};
	const struct pk_view *manifest = &sections[SECTION_MANI];
	size_t len = strlen(capsule->manifest);
	enum pk_status status = find_sections(parser, sections);

	if (status != PK_OK)
		return status;
	if (manifest->len != len + 1 || memcmp(manifest->data, capsule->manifest, len))
		return bad(parser, PK_CORRUPT, "the manifest is not the one that was written");
	pk_wire_get_facts(&sections[SECTION_FACT], &capsule->target.facts);
	if (sections[SECTION_FACT].bad)
		return bad(parser, PK_CORRUPT, "facts that cannot be");
	status = parse_ranges(parser, sections[SECTION_RANG], sections[SECTION_MEMO]);
	if (status != PK_OK)
		return status;
	return parse_answers(parser, sections[SECTION_ANSW]);
}

enum pk_status pk_capsule_parse(const void *bytes, size_t len, uint64_t max_body,
				struct pk_target **ret_target, char *error, size_t size)
{
	struct capsule *capsule = calloc(1, sizeof(*capsule));
	struct parser parser = {capsule, error, size};
	struct pk_view view = {bytes, len, false};
	enum pk_status status;

	if (!capsule)
		return bad(&parser, PK_NOMEM, "out of memory");
	capsule->target.ops = &capsule_ops;
	status = parse_head(&parser, &view);
	if (status == PK_OK)
		status = decompress(&parser, &view, max_body);
	if (status == PK_OK)
		status = parse_body(&parser);
	if (status != PK_OK) {
		pk_capsule_close(&capsule->target);
		return status;
	}
	*ret_target = &capsule->target;
	return PK_OK;
}

/* The whole file, however it comes (a pipe has no size). */
static enum pk_status slurp(struct parser *parser, FILE *fp, struct pk_bytes *bytes)
{
	uint8_t piece[1 << 14];
	size_t got;

	while ((got = fread(piece, 1, sizeof(piece), fp))) {
		pk_put(bytes, piece, got);
		if (bytes->failed)
			return bad(parser, PK_NOMEM, "out of memory");
		if (bytes->len > MAX_FILE)
			return bad(parser, PK_LIMIT, "larger than any capsule");
	}
	return ferror(fp) ? bad(parser, PK_IO, "%s", strerror(errno)) : PK_OK;
}

enum pk_status pk_capsule_open(const char *path, struct pk_target **ret_target, char *error,
			       size_t size)
{
	struct parser parser = {NULL, error, size};
	struct pk_bytes bytes = {0};
	FILE *fp = fopen(path, "rb");
	enum pk_status status;
	char why[200];

	if (!fp)
		return bad(&parser, PK_IO, "%s: %s", path, strerror(errno));
	parser = (struct parser){NULL, why, sizeof(why)};
	status = slurp(&parser, fp, &bytes);
	fclose(fp);
	if (status == PK_OK)
		status = pk_capsule_parse(bytes.data, bytes.len, PK_CAPSULE_BODY_MAX, ret_target,
					  why, sizeof(why));
	pk_bytes_deinit(&bytes);
	if (status != PK_OK)
		snprintf(error, size, "%s: %s", path, why);
	return status;
}

void pk_capsule_close(struct pk_target *target)
{
	struct capsule *capsule = (struct capsule *)target;

	free(capsule->body);
	free(capsule->manifest);
	free(capsule->ranges);
	free(capsule->answers);
	free(capsule);
}

const char *pk_capsule_manifest(const struct pk_target *target)
{
	return capsule_of(target)->manifest;
}
