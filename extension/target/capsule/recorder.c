// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/capsule/record.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"

#define MAX_FAILED_READ (16u << 20) /* longer ones are a decoder's mistake: the rest is lost */

static struct pk_recorder *recorder(struct pk_target *target)
{
	return (struct pk_recorder *)target;
}

/* --- memory ---------------------------------------------------------------------------------- */

static size_t block_slot(struct pk_block *const *blocks, size_t room, uint64_t addr)
{
	size_t slot = (addr / PK_BLOCK_SIZE * 0x9e3779b97f4a7c15ull >> 20) & (room - 1);

	while (blocks[slot] && blocks[slot]->addr != addr)
		slot = (slot + 1) & (room - 1);
	return slot;
}

static bool grow_blocks(struct pk_recorder *rec)
{
	size_t room = rec->block_room ? 2 * rec->block_room : 256;
	struct pk_block **grown = calloc(room, sizeof(*grown));

	if (!grown)
		return false;
	for (size_t i = 0; i < rec->block_room; i++)
		if (rec->blocks[i])
			grown[block_slot(grown, room, rec->blocks[i]->addr)] = rec->blocks[i];
	free(rec->blocks);
	rec->blocks = grown;
	rec->block_room = room;
	return true;
}

static void block_destroy(struct pk_block *block)
{
	if (!block)
		return;
	free(block->bits);
	free(block->data);
	free(block);
}

static struct pk_block *block_create(uint64_t addr, bool keeps_data)
{
	struct pk_block *block = calloc(1, sizeof(*block));

	if (!block)
		return NULL;
	block->addr = addr;
	block->bits = calloc(1, sizeof(*block->bits));
	block->data = keeps_data ? malloc(PK_BLOCK_SIZE) : NULL;
	if (block->bits && (block->data || !keeps_data))
		return block;
	block_destroy(block);
	return NULL;
}

static struct pk_block *block_at(struct pk_recorder *rec, uint64_t addr)
{
	struct pk_block *block;
	size_t slot;

	if (2 * rec->nr_blocks >= rec->block_room && !grow_blocks(rec)) {
		rec->failed = true;
		return NULL;
	}
	slot = block_slot(rec->blocks, rec->block_room, addr);
	if (rec->blocks[slot])
		return rec->blocks[slot];
	block = block_create(addr, rec->inner->facts.is_live);
	if (!block) {
		rec->failed = true;
		return NULL;
	}
	rec->blocks[slot] = block;
	rec->nr_blocks++;
	return block;
}

static bool all_known(const struct pk_block_bits *bits)
{
	return !pk_any(PK_BLOCK_WORDS, i, ~bits->known[i]);
}

/* The bits of word WORD that stand for bytes from AT up to END of the block. */
static uint64_t word_mask(size_t word, size_t at, size_t end)
{
	uint64_t mask = ~0ull;

	if (at > 64 * word)
		mask <<= at - 64 * word;
	if (end < 64 * (word + 1))
		mask &= ~0ull >> (64 * (word + 1) - end);
	return mask;
}

/* How many bits of WORD are set. (The compiler's own is a function of its library where the CPU's is not to be relied on.) */
static uint64_t nr_set(uint64_t word)
{
	word -= word >> 1 & 0x5555555555555555ull;
	word = (word & 0x3333333333333333ull) + (word >> 2 & 0x3333333333333333ull);
	word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0full;
	return word * 0x0101010101010101ull >> 56;
}

static void record_good(struct pk_recorder *rec, struct pk_block *block, size_t at,
			const uint8_t *bytes, size_t len)
{
	struct pk_block_bits *bits = block->bits;
	uint64_t added = 0;

	if (block->data)
		memcpy(block->data + at, bytes, len);
	if (!bits)
		return;
	for (size_t word = at / 64; 64 * word < at + len; word++) {
		uint64_t mask = word_mask(word, at, at + len);

		added += nr_set(mask & ~bits->known[word]);
		bits->known[word] |= mask;
		bits->failed[word] &= ~mask;
	}
	rec->bytes += added;
	rec->sources[rec->source].bytes += added;
	if (added && all_known(bits)) {
		free(bits);
		block->bits = NULL;
	}
}

static void record_failed(struct pk_block *block, size_t at, size_t len, enum pk_status status)
{
	struct pk_block_bits *bits = block->bits;

	if (!bits)
		return;
	block->status = status;
	for (size_t word = at / 64; 64 * word < at + len; word++)
		bits->failed[word] |= word_mask(word, at, at + len) & ~bits->known[word];
}

static void record_bytes(struct pk_recorder *rec, uint64_t addr, const uint8_t *bytes, size_t len)
{
	while (len) {
		size_t at = addr % PK_BLOCK_SIZE;
		size_t piece = len < PK_BLOCK_SIZE - at ? len : PK_BLOCK_SIZE - at;
		struct pk_block *block = block_at(rec, addr - at);

		if (!block)
			return;
		record_good(rec, block, at, bytes, piece);
		addr += piece;
		bytes += piece;
		len -= piece;
	}
}

/* A failed read does not say which page is missing: try each block alone, so that a later read of
 * the good part does not fail from the capsule. */
static void record_failure(struct pk_recorder *rec, uint64_t addr, size_t len, enum pk_status whole)
{
	uint8_t scratch[PK_BLOCK_SIZE];
	bool found = false;
	uint64_t start = addr;

	if (len > MAX_FAILED_READ)
		len = MAX_FAILED_READ;
	for (size_t left = len; left;) {
		size_t at = addr % PK_BLOCK_SIZE;
		size_t piece = left < PK_BLOCK_SIZE - at ? left : PK_BLOCK_SIZE - at;
		enum pk_status status = rec->inner->ops->read(rec->inner, addr, scratch, piece);
		struct pk_block *block;

		if (status != PK_OK && status != PK_NOT_CAPTURED && status != PK_NOMEM) {
			block = block_at(rec, addr - at);
			if (block)
				record_failed(block, at, piece, status);
			found = true;
		}
		addr += piece;
		left -= piece;
	}
	if (!found && len <= PK_BLOCK_SIZE - start % PK_BLOCK_SIZE) {
		struct pk_block *block = block_at(rec, start - start % PK_BLOCK_SIZE);

		if (block)
			record_failed(block, start % PK_BLOCK_SIZE, len, whole);
	}
}

static enum pk_status rec_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->read(rec->inner, addr, buf, len);

	if (addr + len < addr)
		return status;
	if (status == PK_OK)
		record_bytes(rec, addr, buf, len);
	else if (status != PK_NOT_CAPTURED && status != PK_NOMEM)
		record_failure(rec, addr, len, status);
	return status;
}

/* --- other answers ---------------------------------------------------------------------------- */

/* The slot that holds the key, or the free one where it belongs. */
static size_t answer_slot(const struct pk_recorder *rec, const uint32_t *index, size_t room,
			  const uint8_t *key, size_t len)
{
	size_t slot = pk_hash_bytes(PK_HASH_BEGIN, key, len) & (room - 1);

	while (index[slot]) {
		const struct pk_record_answer *answer = &rec->answers[index[slot] - 1];

		if (!pk_key_compare(answer->bytes, answer->key_len, key, len))
			break;
		slot = (slot + 1) & (room - 1);
	}
	return slot;
}

static bool grow_answers(struct pk_recorder *rec)
{
	size_t room = rec->answer_room ? 2 * rec->answer_room : 256, index_room = 2 * room;
	struct pk_record_answer *grown = realloc(rec->answers, room * sizeof(*grown));
	uint32_t *index;

	if (!grown)
		return false;
	rec->answers = grown;
	index = calloc(index_room, sizeof(*index));
	if (!index)
		return false;
	for (size_t i = 0; i < rec->nr_answers; i++)
		index[answer_slot(rec, index, index_room, grown[i].bytes, grown[i].key_len)] =
			i + 1;
	free(rec->answer_index);
	rec->answer_index = index;
	rec->index_room = index_room;
	rec->answer_room = room;
	return true;
}

/* Takes over BYTES: the key, then the value. False: the key has an answer already, which stays. */
static bool record_answer(struct pk_recorder *rec, struct pk_bytes *bytes, size_t key_len)
{
	uint8_t *data = bytes->data;
	size_t slot;

	if (bytes->failed || bytes->len > UINT32_MAX || rec->nr_answers >= UINT32_MAX - 1 ||
	    (rec->nr_answers == rec->answer_room && !grow_answers(rec))) {
		rec->failed = true;
		pk_bytes_deinit(bytes);
		return false;
	}
	slot = answer_slot(rec, rec->answer_index, rec->index_room, data, key_len);
	if (rec->answer_index[slot]) {
		pk_bytes_deinit(bytes);
		return false;
	}
	rec->answers[rec->nr_answers] = (struct pk_record_answer){
		.bytes = data, .key_len = key_len, .value_len = bytes->len - key_len};
	rec->answer_index[slot] = ++rec->nr_answers;
	rec->sources[rec->source].bytes += bytes->len;
	return true;
}

static bool worth_keeping(enum pk_status status)
{
	return status != PK_NOT_CAPTURED && status != PK_NOMEM;
}

/* The key of a question about one or two texts. */
static struct pk_bytes text_key(enum pk_question kind, const char *first, const char *second)
{
	struct pk_bytes bytes = {0};

	pk_put_uint(&bytes, kind, 1);
	pk_put(&bytes, first, strlen(first));
	if (second) {
		pk_put_uint(&bytes, 0, 1);
		pk_put(&bytes, second, strlen(second));
	}
	return bytes;
}

static struct pk_bytes number_key(enum pk_question kind, uint64_t number, unsigned size)
{
	struct pk_bytes bytes = {0};

	pk_put_uint(&bytes, kind, 1);
	pk_put_key_uint(&bytes, number, size);
	return bytes;
}

/* Records a status, and the number if the status is PK_OK. */
static void record_number(struct pk_recorder *rec, struct pk_bytes key, enum pk_status status,
			  uint64_t number, unsigned size)
{
	size_t key_len = key.len;

	if (!worth_keeping(status)) {
		pk_bytes_deinit(&key);
		return;
	}
	pk_put_uint(&key, status, 1);
	if (status == PK_OK)
		pk_put_uint(&key, number, size);
	record_answer(rec, &key, key_len);
}

static enum pk_status rec_symbol(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->symbol(rec->inner, name, ret_addr);

	record_number(rec, text_key(PK_ANSWER_SYMBOL, name, NULL), status,
		      status == PK_OK ? *ret_addr : 0, 8);
	return status;
}

struct symbols {
	struct pk_bytes bytes;
	uint32_t nr;
};

static bool collect_symbol(const struct pk_symbol *symbol, void *arg)
{
	struct symbols *symbols = arg;

	pk_wire_put_symbol(&symbols->bytes, symbol);
	return ++symbols->nr < PK_SYMBOLS_NAMED_MAX;
}

/* Asks for all of them, even if the caller stops after the first. */
static enum pk_status rec_symbols_named(struct pk_target *target, const char *name, pk_symbol_fn fn,
					void *arg)
{
	struct pk_recorder *rec = recorder(target);
	struct symbols symbols = {0};
	struct pk_bytes answer = text_key(PK_ANSWER_SYMBOLS, name, NULL);
	size_t key_len = answer.len;
	enum pk_status status =
		rec->inner->ops->symbols_named(rec->inner, name, collect_symbol, &symbols);
	struct pk_view view = {symbols.bytes.data, symbols.bytes.len, false};

	pk_put_uint(&answer, status, 1);
	pk_put_uint(&answer, symbols.nr, 4);
	pk_put(&answer, symbols.bytes.data, symbols.bytes.len);
	answer.failed |= symbols.bytes.failed;
	if (worth_keeping(status))
		record_answer(rec, &answer, key_len);
	else
		pk_bytes_deinit(&answer);
	for (uint32_t i = 0; status == PK_OK && i < symbols.nr; i++) {
		struct pk_symbol symbol;

		pk_wire_get_symbol(&view, &symbol);
		if (view.bad || !fn(&symbol, arg))
			break;
	}
	pk_bytes_deinit(&symbols.bytes);
	return status;
}

static bool ignore_symbol(const struct pk_symbol *symbol, void *arg)
{
	(void)symbol;
	(void)arg;
	return true;
}

/* Not recorded: there are hundreds of thousands. */
static enum pk_status rec_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	struct pk_target *inner = recorder(target)->inner;

	return inner->ops->symbols_all ? inner->ops->symbols_all(inner, fn, arg) : PK_UNSUPPORTED;
}

/* Not recorded: debuginfo is not part of a capsule. */
static enum pk_status rec_functions_of_file(struct pk_target *target, const char *file,
					    pk_symbol_fn fn, void *arg)
{
	struct pk_target *inner = recorder(target)->inner;

	return inner->ops->functions_of_file ? inner->ops->functions_of_file(inner, file, fn, arg)
					     : PK_UNSUPPORTED;
}

/* The next user may name a function of the trace (`last -f tcp_ack`): asks for the name, too. */
static enum pk_status rec_symbol_at(struct pk_target *target, uint64_t addr,
				    struct pk_symbol *ret_symbol)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->symbol_at(rec->inner, addr, ret_symbol);
	uint64_t start = addr;
	struct pk_bytes answer;
	size_t key_len;

	if (!worth_keeping(status))
		return status;
	if (status == PK_OK && ret_symbol->addr <= addr &&
	    addr - ret_symbol->addr < ret_symbol->size)
		start = ret_symbol->addr;
	/* Every event of a trace asks this. */
	if (pk_hash_get(&rec->places, start))
		return status;
	(void)!pk_hash_put(&rec->places, start, rec);
	if (status == PK_OK && start == ret_symbol->addr &&
	    pk_symbol_table_settles(&rec->list, start, ret_symbol))
		return status;
	answer = number_key(PK_ANSWER_SYMBOL_AT, start, 8);
	key_len = answer.len;
	pk_put_uint(&answer, status, 1);
	if (status == PK_OK)
		pk_wire_put_symbol(&answer, ret_symbol);
	if (record_answer(rec, &answer, key_len) && status == PK_OK) {
		uint64_t by_name;

		(void)!rec_symbol(target, ret_symbol->name, &by_name);
		(void)!rec_symbols_named(target, ret_symbol->name, ignore_symbol, NULL);
	}
	return status;
}

static enum pk_status rec_type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->type_size(rec->inner, type, ret_size);

	record_number(rec, text_key(PK_ANSWER_TYPE_SIZE, type, NULL), status,
		      status == PK_OK ? *ret_size : 0, 8);
	return status;
}

static enum pk_status rec_member(struct pk_target *target, const char *type, const char *path,
				 struct pk_member *ret_member)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->member(rec->inner, type, path, ret_member);
	struct pk_bytes answer;
	size_t key_len;

	if (!worth_keeping(status))
		return status;
	answer = text_key(PK_ANSWER_MEMBER, type, path);
	key_len = answer.len;
	pk_put_uint(&answer, status, 1);
	if (status == PK_OK)
		pk_wire_put_member(&answer, ret_member);
	record_answer(rec, &answer, key_len);
	return status;
}

static enum pk_status rec_enumerator(struct pk_target *target, const char *name, int64_t *ret_value)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->enumerator(rec->inner, name, ret_value);

	record_number(rec, text_key(PK_ANSWER_ENUMERATOR, name, NULL), status,
		      status == PK_OK ? (uint64_t)*ret_value : 0, 8);
	return status;
}

static enum pk_status rec_enum_name(struct pk_target *target, const char *tag, int64_t value,
				    char *buf, size_t size)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->enum_name(rec->inner, tag, value, buf, size);
	struct pk_bytes answer;
	size_t key_len;

	if (!worth_keeping(status))
		return status;
	answer = text_key(PK_ANSWER_ENUM_NAME, tag, "");
	pk_put_key_uint(&answer, (uint64_t)value, 8);
	key_len = answer.len;
	pk_put_uint(&answer, status, 1);
	if (status == PK_OK)
		pk_put_text(&answer, buf);
	record_answer(rec, &answer, key_len);
	return status;
}

static enum pk_status rec_percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->percpu_offset(rec->inner, cpu, ret_offset);

	record_number(rec, number_key(PK_ANSWER_PERCPU, (uint32_t)cpu, 4), status,
		      status == PK_OK ? *ret_offset : 0, 8);
	return status;
}

static enum pk_status rec_cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
				  struct pk_cpumask *ret_mask)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->cpumask(rec->inner, kind, ret_mask);
	struct pk_bytes answer;
	size_t key_len;

	if (!worth_keeping(status))
		return status;
	answer = number_key(PK_ANSWER_CPUMASK, kind, 1);
	key_len = answer.len;
	pk_put_uint(&answer, status, 1);
	if (status == PK_OK)
		pk_wire_put_cpumask(&answer, ret_mask);
	record_answer(rec, &answer, key_len);
	return status;
}

static enum pk_status rec_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->regs(rec->inner, cpu, ret_regs);
	struct pk_bytes answer;
	size_t key_len;

	if (!worth_keeping(status))
		return status;
	answer = number_key(PK_ANSWER_REGS, (uint32_t)cpu, 4);
	key_len = answer.len;
	pk_put_uint(&answer, status, 1);
	if (status == PK_OK)
		pk_wire_put_regs(&answer, ret_regs);
	record_answer(rec, &answer, key_len);
	return status;
}

static enum pk_status rec_panic_cpu(struct pk_target *target, int *ret_cpu)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->panic_cpu(rec->inner, ret_cpu);

	record_number(rec, number_key(PK_ANSWER_PANIC_CPU, 0, 0), status,
		      status == PK_OK ? (uint32_t)*ret_cpu : 0, 4);
	return status;
}

/* Recorded once per page, because all its addresses share a struct page. */
static enum pk_status rec_virt_to_page(struct pk_target *target, uint64_t addr, uint64_t *ret_page)
{
	struct pk_recorder *rec = recorder(target);
	enum pk_status status = rec->inner->ops->virt_to_page(rec->inner, addr, ret_page);
	uint64_t page = addr & ~((uint64_t)target->facts.page_size - 1);

	record_number(rec, number_key(PK_ANSWER_PAGE, page, 8), status,
		      status == PK_OK ? *ret_page : 0, 8);
	return status;
}

static const struct pk_target_ops recorder_ops = {
	.name = "recorder",
	.read = rec_read,
	.symbol = rec_symbol,
	.symbols_named = rec_symbols_named,
	.symbols_all = rec_symbols_all,
	.functions_of_file = rec_functions_of_file,
	.symbol_at = rec_symbol_at,
	.type_size = rec_type_size,
	.member = rec_member,
	.enumerator = rec_enumerator,
	.enum_name = rec_enum_name,
	.percpu_offset = rec_percpu_offset,
	.cpumask = rec_cpumask,
	.regs = rec_regs,
	.panic_cpu = rec_panic_cpu,
	.virt_to_page = rec_virt_to_page,
};

/* Omits a list that INNER does not have whole: its gaps would be wrong answers. */
static bool list_symbols(struct pk_recorder *rec)
{
	enum pk_status status = pk_wire_put_symbols(&rec->symbols, rec->inner);

	if (status == PK_OK)
		status = pk_symbol_table_init(&rec->list, rec->symbols.data, rec->symbols.len);
	if (status != PK_OK) {
		pk_symbol_table_deinit(&rec->list);
		pk_bytes_deinit(&rec->symbols);
	}
	return status != PK_NOMEM;
}

struct pk_target *pk_recorder_create(struct pk_target *inner)
{
	struct pk_recorder *rec = calloc(1, sizeof(*rec));

	if (!rec)
		return NULL;
	rec->target.ops = &recorder_ops;
	rec->target.facts = inner->facts;
	rec->inner = inner;
	rec->sources[0].name = "other";
	rec->nr_sources = 1;
	if (!list_symbols(rec)) {
		pk_recorder_destroy(&rec->target);
		return NULL;
	}
	return &rec->target;
}

void pk_recorder_destroy(struct pk_target *target)
{
	struct pk_recorder *rec = recorder(target);

	for (size_t i = 0; i < rec->block_room; i++)
		block_destroy(rec->blocks[i]);
	for (size_t i = 0; i < rec->nr_answers; i++)
		free(rec->answers[i].bytes);
	free(rec->blocks);
	free(rec->answers);
	free(rec->answer_index);
	pk_hash_deinit(&rec->places, NULL);
	pk_symbol_table_deinit(&rec->list);
	pk_bytes_deinit(&rec->symbols);
	free(rec);
}

void pk_recorder_source(struct pk_target *target, const char *source)
{
	struct pk_recorder *rec = recorder(target);

	for (unsigned i = 0; i < rec->nr_sources; i++) {
		if (!strcmp(rec->sources[i].name, source)) {
			rec->source = i;
			return;
		}
	}
	if (rec->nr_sources == PK_MAX_SOURCES) {
		rec->source = 0;
		return;
	}
	rec->source = rec->nr_sources++;
	rec->sources[rec->source] = (struct pk_source){.name = source};
}

void pk_recorder_totals(struct pk_target *target, uint64_t *ret_bytes, uint64_t *ret_answers)
{
	*ret_bytes = recorder(target)->bytes;
	*ret_answers = recorder(target)->nr_answers;
}
