// SPDX-License-Identifier: GPL-3.0-or-later
/* What an open capsule answers. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "target/capsule/opened.h"

#include "core/kit.h"

#define MAX_NESTED_SYMBOLS 16 /* ranges tried before "no symbol here" */

/* --- questions ---------------------------------------------------------------------------------- */

static struct pk_capsule *capsule_of(struct pk_target *target)
{
	return (struct pk_capsule *)target;
}

/* Counts what the capsule lacks: the command reports it. NAMED: a symbol's, a type's, an enumerator's; others depend on what the
 * user asks about. */
static enum pk_status unanswered(struct pk_target *target, bool named)
{
	struct pk_capsule *capsule = capsule_of(target);

	capsule->nr_unanswered++;
	capsule->asked_anew |= named;
	return PK_NOT_CAPTURED;
}

static unsigned long capsule_unanswered(struct pk_target *target, bool *ret_older)
{
	struct pk_capsule *capsule = capsule_of(target);
	unsigned long nr = capsule->nr_unanswered;

	*ret_older = capsule->asked_anew;
	capsule->nr_unanswered = 0;
	capsule->asked_anew = false;
	return nr;
}

void pk_capsule_range(const struct pk_capsule *capsule, size_t index, struct pk_range *range)
{
	const uint8_t *at = capsule->sections[PK_SECTION_RANG].data + index * PK_RANGE_SIZE;

	*range = (struct pk_range){pk_bytes_uint(at, 8, false),
				   (uint32_t)pk_bytes_uint(at + 8, 4, false),
				   (uint32_t)pk_bytes_uint(at + 12, 4, false)};
}

void pk_capsule_answer(const struct pk_capsule *capsule, size_t index,
		       struct pk_capsule_answer *answer)
{
	const uint8_t *at = capsule->sections[PK_SECTION_ANSW].data + capsule->answer_at[index];

	answer->key_len = (uint32_t)pk_bytes_uint(at, 4, false);
	answer->value_len = (uint32_t)pk_bytes_uint(at + 4, 4, false);
	answer->key = at + PK_ANSWER_HEADER;
	answer->value = answer->key + answer->key_len;
}

size_t pk_capsule_range_after(const struct pk_capsule *capsule, uint64_t addr)
{
	size_t low = 0, high = capsule->nr_ranges;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct pk_range range;

		pk_capsule_range(capsule, middle, &range);
		if (range.addr <= addr && addr - range.addr >= range.len)
			low = middle + 1;
		else if (range.addr > addr)
			high = middle;
		else
			return middle;
	}
	return low;
}

/* A failure recorded within the requested bytes takes precedence over "not captured": the recorded
 * read failed as a whole, so its good parts may be missing. */
static enum pk_status capsule_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	const struct pk_capsule *capsule = capsule_of(target);
	const uint8_t *memory = capsule->sections[PK_SECTION_MEMO].data;
	uint8_t *to = buf;
	uint64_t at = addr, left = len;
	bool gap = len && addr + (len - 1) < addr;

	for (size_t i = pk_capsule_range_after(capsule, addr); left && i < capsule->nr_ranges;
	     i++) {
		struct pk_range range;
		uint64_t inside, piece;

		pk_capsule_range(capsule, i, &range);
		if (range.addr > at) {
			if (range.addr - at >= left)
				break;
			gap = true;
			left -= range.addr - at;
			at = range.addr;
		}
		if (range.status != PK_OK)
			return range.status;
		inside = at - range.addr;
		piece = range.len - inside < left ? range.len - inside : left;
		memcpy(to + (at - addr), memory + capsule->memory_at[i] + inside, piece);
		at += piece;
		left -= piece;
	}
	return left || gap ? unanswered(target, false) : PK_OK;
}

/* Index of the first answer whose key is greater than KEY. */
static size_t answer_after(const struct pk_capsule *capsule, const uint8_t *key, size_t len)
{
	struct pk_capsule_answer answer;

	return pk_first(capsule->nr_answers, at,
			(pk_capsule_answer(capsule, at, &answer),
			 pk_key_compare(answer.key, answer.key_len, key, len) <= 0));
}

/* Returns the status of an answer; VIEW is at what follows it. */
static enum pk_status open_value(const struct pk_capsule_answer *answer, struct pk_view *view)
{
	*view = (struct pk_view){answer->value, answer->value_len, false};
	return pk_get_uint(view, 1);
}

/* Looks the key up and frees it. PK_OK: VIEW is at the answer. */
static enum pk_status look_up(struct pk_target *target, struct pk_bytes *key, struct pk_view *view)
{
	const struct pk_capsule *capsule = capsule_of(target);
	size_t after = key->failed ? 0 : answer_after(capsule, key->data, key->len);
	enum pk_status status = key->failed ? PK_NOMEM : PK_NOT_CAPTURED;
	struct pk_capsule_answer answer;

	if (after) {
		pk_capsule_answer(capsule, after - 1, &answer);
		if (!pk_key_compare(answer.key, answer.key_len, key->data, key->len))
			status = open_value(&answer, view);
	}
	pk_bytes_deinit(key);
	return status;
}

static enum pk_status ask_text(struct pk_target *target, enum pk_question kind, const char *text,
			       struct pk_view *view)
{
	struct pk_bytes key = {0};

	pk_put_uint(&key, kind, 1);
	pk_put(&key, text, strlen(text));
	return look_up(target, &key, view);
}

static enum pk_status ask_number(struct pk_target *target, enum pk_question kind, uint64_t number,
				 unsigned size, struct pk_view *view)
{
	struct pk_bytes key = {0};
	enum pk_status status;

	pk_put_uint(&key, kind, 1);
	pk_put_key_uint(&key, number, size);
	status = look_up(target, &key, view);
	return status == PK_NOT_CAPTURED ? unanswered(target, false) : status;
}

/* A recorded number: its STATUS, then its value. */
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
	enum pk_status status =
		number(ask_text(target, PK_ANSWER_SYMBOL, name, &view), &view, 8, ret_addr);

	if (status == PK_NOT_CAPTURED)
		status = pk_symbol_table_named(&capsule_of(target)->symbols, name, ret_addr);
	return status == PK_NOT_CAPTURED ? unanswered(target, true) : status;
}

static enum pk_status capsule_symbols_named(struct pk_target *target, const char *name,
					    pk_symbol_fn fn, void *arg)
{
	struct pk_view view;
	enum pk_status status = ask_text(target, PK_ANSWER_SYMBOLS, name, &view);

	if (status == PK_OK) {
		uint64_t nr = pk_get_uint(&view, 4);

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
	if (status == PK_NOT_CAPTURED)
		status = pk_symbol_table_all_named(&capsule_of(target)->symbols, name, fn, arg);
	return status == PK_NOT_CAPTURED ? unanswered(target, true) : status;
}

/* Symbols do not nest, but a byte without a symbol may have been recorded within the span of
 * another answer: look back a little. */
static enum pk_status recorded_symbol_at(const struct pk_capsule *capsule, uint64_t addr,
					 struct pk_symbol *ret_symbol)
{
	uint8_t key[9] = {PK_ANSWER_SYMBOL_AT};
	size_t i;

	for (unsigned byte = 0; byte < 8; byte++)
		key[1 + byte] = addr >> (56 - 8 * byte);
	i = answer_after(capsule, key, sizeof(key));
	for (unsigned back = 0; i && back < MAX_NESTED_SYMBOLS; back++) {
		struct pk_capsule_answer answer;
		enum pk_status status;
		struct pk_symbol symbol;
		struct pk_view view;
		bool exact;

		pk_capsule_answer(capsule, --i, &answer);
		exact = !pk_key_compare(answer.key, answer.key_len, key, sizeof(key));
		if (answer.key[0] != PK_ANSWER_SYMBOL_AT)
			break;
		status = open_value(&answer, &view);
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

static enum pk_status capsule_symbol_at(struct pk_target *target, uint64_t addr,
					struct pk_symbol *ret_symbol)
{
	enum pk_status status = recorded_symbol_at(capsule_of(target), addr, ret_symbol);

	if (status == PK_NOT_CAPTURED)
		status = pk_symbol_table_at(&capsule_of(target)->symbols, addr, ret_symbol);
	return status == PK_NOT_CAPTURED ? unanswered(target, false) : status;
}

static enum pk_status capsule_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	const struct pk_capsule *capsule = capsule_of(target);

	if (!capsule->symbols.nr) {
		static const uint8_t before = PK_ANSWER_SYMBOL_AT;

		/* For capsules older than the list of symbols: those that were recorded. */
		for (size_t i = answer_after(capsule, &before, 1); i < capsule->nr_answers; i++) {
			struct pk_capsule_answer answer;
			struct pk_symbol symbol;
			struct pk_view view;

			pk_capsule_answer(capsule, i, &answer);
			if (answer.key[0] != PK_ANSWER_SYMBOL_AT)
				break;
			if (open_value(&answer, &view) != PK_OK)
				continue;
			pk_wire_get_symbol(&view, &symbol);
			if (view.bad)
				return PK_CORRUPT;
			if (!fn(&symbol, arg))
				break;
		}
		return PK_NOT_CAPTURED;
	}
	pk_symbol_table_each(&capsule->symbols, fn, arg);
	return PK_OK;
}

static enum pk_status capsule_functions_of_file(struct pk_target *target, const char *file,
						pk_symbol_fn fn, void *arg)
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
	return status == PK_NOT_CAPTURED ? unanswered(target, true) : status;
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
	status = look_up(target, &key, &view);
	if (status == PK_NOT_CAPTURED)
		return unanswered(target, true);
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
	return status == PK_NOT_CAPTURED ? unanswered(target, true) : status;
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
	status = look_up(target, &key, &view);
	if (status == PK_NOT_CAPTURED)
		return unanswered(target, false);
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

const struct pk_target_ops pk_capsule_ops = {
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
	.unanswered = capsule_unanswered,
};

const char *pk_capsule_manifest(const struct pk_target *target)
{
	return ((const struct pk_capsule *)target)->manifest;
}
