// SPDX-License-Identifier: GPL-3.0-or-later
/* Writes a recording as a capsule file. The format is drawn in wire.h. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "core/kit.h"
#include "target/capsule/opened.h"
#include "target/capsule/record.h"

/* In every manifest: which of other people's data a capsule contains. */
static const char privacy[] = "Holds kernel memory that the decoders read, byte for byte: trace "
			      "buffers whole, packet headers "
			      "(and up to the bytes that stand next to them in one read), socket "
			      "and task structures, task names, "
			      "the kernel log, addresses and ports of connections, and all words "
			      "of the stacks that were in use, "
			      "whatever they hold. Packet payload only where \"payload\" is true, "
			      "and where a trace event itself "
			      "recorded some.";

struct range {
	uint64_t addr, len;
	uint8_t status;
};

/* Blocks in address order, and totals from walking them. */
struct plan {
	struct pk_block **blocks; /* owned array, borrowed blocks */
	size_t nr_blocks;
	struct range *ranges; /* owned: of memory, in order of address */
	size_t nr_ranges, room;
	uint64_t bytes, failed_bytes, answer_bytes;
	/* owned array, sorted by key, without those that SYMS gives */
	const struct pk_record_answer **answers;
	size_t nr_answers;
	const struct pk_bytes *symbols; /* section SYMS; empty: no list */
	uint64_t filling; /* bytes of section FILL */
	char *manifest; /* owned; ends in a newline */
	size_t manifest_len;
	struct pk_bytes facts;
};

/* Which bytes of word WORD are in the state of the byte that is its bit BIT: 0 if known, a status if failed, -1 if
 * nothing is recorded of it. */
static uint64_t same_state(const struct pk_block *block, size_t word, unsigned bit, int *ret_state)
{
	uint64_t known = block->bits ? block->bits->known[word] : ~0ull;
	uint64_t failed = block->bits ? block->bits->failed[word] : 0;

	if (known >> bit & 1) {
		*ret_state = PK_OK;
		return known;
	}
	if (failed >> bit & 1) {
		*ret_state = block->status;
		return failed;
	}
	*ret_state = -1;
	return ~known & ~failed;
}

/* The end of the run of bytes in one state that begins at AT. */
static size_t run_end(const struct pk_block *block, size_t at, int *ret_state)
{
	int state;
	uint64_t others = ~same_state(block, at / 64, at % 64, ret_state) >> at % 64;

	while (!others) {
		at = (at / 64 + 1) * 64;
		if (at == PK_BLOCK_SIZE)
			return at;
		others = ~same_state(block, at / 64, 0, &state);
		if (state != *ret_state)
			return at;
	}
	return at + (size_t)__builtin_ctzll(others);
}

/* Adds a run of bytes, joined with the range before it where that ends there in the same state. */
static bool add_run(struct plan *plan, uint64_t addr, uint64_t len, uint8_t status)
{
	struct range *last = plan->nr_ranges ? &plan->ranges[plan->nr_ranges - 1] : NULL;

	if (status == PK_OK)
		plan->bytes += len;
	else
		plan->failed_bytes += len;
	if (last && last->addr + last->len == addr && last->status == status &&
	    last->len + len <= UINT32_MAX) {
		last->len += len;
		return true;
	}
	if (!pk_grow(plan->ranges, plan->nr_ranges, plan->room))
		return false;
	plan->ranges[plan->nr_ranges++] = (struct range){addr, len, status};
	return true;
}

static int compare_blocks(const void *a, const void *b)
{
	uint64_t x = (*(struct pk_block *const *)a)->addr, y = (*(struct pk_block *const *)b)->addr;

	return (x > y) - (x < y);
}

static int compare_answers(const void *a, const void *b)
{
	const struct pk_record_answer *x = *(const struct pk_record_answer *const *)a;
	const struct pk_record_answer *y = *(const struct pk_record_answer *const *)b;

	return pk_key_compare(x->bytes, x->key_len, y->bytes, y->key_len);
}

static bool plan_answers(struct plan *plan, struct pk_recorder *rec)
{
	plan->answers = calloc(rec->nr_answers + 1, sizeof(*plan->answers));
	if (!plan->answers)
		return false;
	for (size_t i = 0; i < rec->nr_answers; i++) {
		const struct pk_record_answer *answer = &rec->answers[i];

		if (pk_symbol_table_gives(&rec->list, answer->bytes, answer->key_len,
					  answer->bytes + answer->key_len, answer->value_len))
			continue;
		plan->answers[plan->nr_answers++] = answer;
		plan->answer_bytes +=
			PK_ANSWER_HEADER + answer->key_len + (uint64_t)answer->value_len;
	}
	qsort(plan->answers, plan->nr_answers, sizeof(*plan->answers), compare_answers);
	return true;
}

static bool plan_memory(struct plan *plan, const struct pk_recorder *rec)
{
	plan->blocks = calloc(rec->nr_blocks + 1, sizeof(*plan->blocks));
	if (!plan->blocks)
		return false;
	for (size_t i = 0; i < rec->block_room; i++)
		if (rec->blocks[i])
			plan->blocks[plan->nr_blocks++] = rec->blocks[i];
	qsort(plan->blocks, plan->nr_blocks, sizeof(*plan->blocks), compare_blocks);
	for (size_t i = 0; i < plan->nr_blocks; i++) {
		const struct pk_block *block = plan->blocks[i];
		int state;

		for (size_t at = 0, end; at < PK_BLOCK_SIZE; at = end) {
			end = run_end(block, at, &state);
			if (state >= 0 &&
			    !add_run(plan, block->addr + at, end - at, (uint8_t)state))
				return false;
		}
	}
	return true;
}

static json_t *answers_by_kind(const struct plan *plan)
{
	static const struct {
		enum pk_question kind;
		const char *name;
	} kinds[] = {
		{PK_ANSWER_SYMBOL_AT, "symbols_by_address"},
		{PK_ANSWER_SYMBOL, "symbols_by_name"},
		{PK_ANSWER_SYMBOLS, "symbols_all_of_a_name"},
		{PK_ANSWER_TYPE_SIZE, "type_sizes"},
		{PK_ANSWER_MEMBER, "members"},
		{PK_ANSWER_ENUMERATOR, "enumerators"},
		{PK_ANSWER_ENUM_NAME, "enumerator_names"},
		{PK_ANSWER_PERCPU, "percpu_offsets"},
		{PK_ANSWER_CPUMASK, "cpumasks"},
		{PK_ANSWER_REGS, "registers"},
		{PK_ANSWER_PANIC_CPU, "panic_cpu"},
		{PK_ANSWER_PAGE, "struct_pages"},
	};
	uint64_t counts[256] = {0};
	json_t *object = json_object();

	for (size_t i = 0; i < plan->nr_answers; i++)
		counts[plan->answers[i]->bytes[0]]++;
	for (size_t i = 0; i < PK_ARRAY_SIZE(kinds); i++)
		json_object_set_new(object, kinds[i].name, json_integer(counts[kinds[i].kind]));
	return object;
}

static json_t *bytes_by_source(const struct pk_recorder *rec)
{
	json_t *object = json_object();

	for (unsigned i = 0; i < rec->nr_sources; i++)
		if (rec->sources[i].bytes)
			json_object_set_new(object, rec->sources[i].name,
					    json_integer(rec->sources[i].bytes));
	return object;
}

static bool plan_manifest(struct plan *plan, const struct pk_recorder *rec, bool payload,
			  const struct pk_facts *facts)
{
	json_t *json =
		json_pack("{s:i, s:s, s:s+, s:s, s:s, s:b, s:{s:I, s:I, s:I}, s:I, s:o, s:o, s:s}",
			  "format", 1, "made_by", "pkttrace " PK_VERSION, "kernel", facts->release,
			  "", "machine", facts->machine, "dump", facts->dump_file, "payload",
			  payload, "memory", "ranges", (json_int_t)plan->nr_ranges, "bytes",
			  (json_int_t)plan->bytes, "failed_bytes", (json_int_t)plan->failed_bytes,
			  "symbols", (json_int_t)rec->list.nr, "answers", answers_by_kind(plan),
			  "bytes_by_first_reader", bytes_by_source(rec), "privacy", privacy);
	char *text;

	if (json && facts->redacted[0])
		json_object_set_new(json, "redacted", json_string(facts->redacted));
	text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	if (!text)
		return false;
	plan->manifest_len = strlen(text) + 1;
	plan->manifest = malloc(plan->manifest_len + 1);
	if (plan->manifest)
		snprintf(plan->manifest, plan->manifest_len + 1, "%s\n", text);
	free(text);
	return plan->manifest != NULL;
}

/* Drops the folders of the dump's path, which are private, and replaces all but printable ASCII. */
static struct pk_facts public_facts(const struct pk_facts *facts)
{
	struct pk_facts copy = *facts;
	const char *slash = strrchr(facts->dump_file, '/');
	char *texts[] = {copy.release, copy.machine, copy.dump_file, copy.redacted};

	memset(copy.dump_file, 0, sizeof(copy.dump_file));
	strcpy(copy.dump_file, slash ? slash + 1 : facts->dump_file);
	for (size_t i = 0; i < PK_ARRAY_SIZE(texts); i++)
		for (char *c = texts[i]; *c; c++)
			if (*c < 0x20 || *c > 0x7e)
				*c = '?';
	return copy;
}

static bool plan_init(struct plan *plan, struct pk_recorder *rec, bool payload)
{
	struct pk_facts facts = public_facts(&rec->target.facts);

	memset(plan, 0, sizeof(*plan));
	plan->symbols = &rec->symbols;
	pk_wire_put_facts(&plan->facts, &facts);
	return plan_memory(plan, rec) && plan_answers(plan, rec) &&
	       plan_manifest(plan, rec, payload, &facts) && !plan->facts.failed;
}

static void plan_deinit(struct plan *plan)
{
	free(plan->blocks);
	free(plan->ranges);
	free(plan->answers);
	free(plan->manifest);
	pk_bytes_deinit(&plan->facts);
}

/* How much of it a reader keeps. */
static uint64_t kept_size(const struct plan *plan)
{
	return plan->manifest_len + plan->facts.len + plan->nr_ranges * PK_RANGE_SIZE +
	       plan->bytes + plan->answer_bytes + plan->symbols->len;
}

static uint64_t body_size(const struct plan *plan)
{
	return (5 + !!plan->symbols->len + !!plan->filling) * PK_SECTION_HEADER + kept_size(plan) +
	       plan->filling;
}

/* --- the compressed stream ---------------------------------------------------------------------- */

#define SINK_ROOM (64u << 10)

struct sink {
	ZSTD_CCtx *zstd;
	FILE *fp;
	uint8_t *out, *in; /* owned; a call per number would cost more than compressing it */
	size_t room, in_len;
	uint64_t written;
	const char *failed; /* the error; nothing is written after it */
};

static bool sink_init(struct sink *sink, FILE *fp, int level, uint64_t size)
{
	memset(sink, 0, sizeof(*sink));
	sink->fp = fp;
	sink->room = ZSTD_CStreamOutSize();
	sink->out = malloc(sink->room);
	sink->in = malloc(SINK_ROOM);
	sink->zstd = ZSTD_createCCtx();
	if (!sink->out || !sink->in || !sink->zstd)
		return false;
	if (!level)
		level = -1; /* to zstd, 0 is its default, and what is below is faster still */
	return !ZSTD_isError(ZSTD_CCtx_setParameter(sink->zstd, ZSTD_c_compressionLevel, level)) &&
	       !ZSTD_isError(ZSTD_CCtx_setParameter(sink->zstd, ZSTD_c_checksumFlag, 1)) &&
	       !ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(sink->zstd, size));
}

static void sink_deinit(struct sink *sink)
{
	free(sink->out);
	free(sink->in);
	ZSTD_freeCCtx(sink->zstd);
}

static void sink_push(struct sink *sink, ZSTD_EndDirective end)
{
	ZSTD_inBuffer in = {sink->in, sink->in_len, 0};
	size_t left;

	sink->in_len = 0;
	do {
		ZSTD_outBuffer out = {sink->out, sink->room, 0};

		if (sink->failed)
			return;
		left = ZSTD_compressStream2(sink->zstd, &out, &in, end);
		if (ZSTD_isError(left))
			sink->failed = ZSTD_getErrorName(left);
		else if (fwrite(sink->out, 1, out.pos, sink->fp) != out.pos)
			sink->failed = strerror(errno);
		sink->written += out.pos;
	} while (in.pos < in.size || (end == ZSTD_e_end && left));
}

static void sink_put(struct sink *sink, const void *data, size_t len)
{
	const uint8_t *bytes = data;

	while (len) {
		size_t room = SINK_ROOM - sink->in_len, piece = len < room ? len : room;

		memcpy(sink->in + sink->in_len, bytes, piece);
		sink->in_len += piece;
		bytes += piece;
		len -= piece;
		if (sink->in_len == SINK_ROOM)
			sink_push(sink, ZSTD_e_continue);
	}
}

static void sink_uint(struct sink *sink, uint64_t value, unsigned size)
{
	uint8_t raw[8];

	for (unsigned i = 0; i < size; i++)
		raw[i] = value >> (8 * i);
	sink_put(sink, raw, size);
}

static void sink_section(struct sink *sink, const char *tag, uint64_t len)
{
	sink_put(sink, tag, 4);
	sink_uint(sink, 0, 4);
	sink_uint(sink, len, 8);
}

static void sink_ranges(struct sink *sink, const struct plan *plan)
{
	sink_section(sink, "RANG", plan->nr_ranges * PK_RANGE_SIZE);
	for (size_t i = 0; i < plan->nr_ranges; i++) {
		sink_uint(sink, plan->ranges[i].addr, 8);
		sink_uint(sink, plan->ranges[i].len, 4);
		sink_uint(sink, plan->ranges[i].status, 4);
	}
}

/* Bytes of one block. */
static void sink_bytes(struct sink *sink, struct pk_target *inner, const struct pk_block *block,
		       uint64_t addr, size_t len)
{
	uint8_t bytes[PK_BLOCK_SIZE];

	if (block->data)
		sink_put(sink, block->data + (addr - block->addr), len);
	else if (inner->ops->read(inner, addr, bytes, len) == PK_OK)
		sink_put(sink, bytes, len);
	else if (!sink->failed)
		sink->failed = "memory that could be read cannot be read again";
}

static void sink_memory(struct sink *sink, const struct plan *plan, struct pk_target *inner)
{
	struct pk_block *const *block = plan->blocks;

	sink_section(sink, "MEMO", plan->bytes);
	for (size_t i = 0; i < plan->nr_ranges; i++) {
		const struct range *range = &plan->ranges[i];
		uint64_t addr = range->addr, left = range->len;

		while (range->status == PK_OK && left && !sink->failed) {
			size_t piece = PK_BLOCK_SIZE - addr % PK_BLOCK_SIZE;

			if (piece > left)
				piece = left;
			while ((*block)->addr + PK_BLOCK_SIZE <= addr)
				block++;
			sink_bytes(sink, inner, *block, addr, piece);
			addr += piece;
			left -= piece;
		}
	}
}

static void sink_answers(struct sink *sink, const struct plan *plan)
{
	sink_section(sink, "ANSW", plan->answer_bytes);
	for (size_t i = 0; i < plan->nr_answers; i++) {
		const struct pk_record_answer *answer = plan->answers[i];

		sink_uint(sink, answer->key_len, 4);
		sink_uint(sink, answer->value_len, 4);
		sink_put(sink, answer->bytes, (size_t)answer->key_len + answer->value_len);
	}
}

static void sink_symbols(struct sink *sink, const struct plan *plan)
{
	if (!plan->symbols->len)
		return;
	sink_section(sink, "SYMS", plan->symbols->len);
	sink_put(sink, plan->symbols->data, plan->symbols->len);
}

/* Noise that does not compress (xorshift64), the same every time. */
static void sink_filling(struct sink *sink, const struct plan *plan)
{
	uint64_t word = 0x9e3779b97f4a7c15ull;

	if (plan->filling)
		sink_section(sink, "FILL", plan->filling);
	for (uint64_t i = 0; i < plan->filling && !sink->failed; i += 8) {
		word ^= word << 13;
		word ^= word >> 7;
		word ^= word << 17;
		sink_uint(sink, word, 8);
	}
}

/* *RET_SIZE: bytes of the file. */
static enum pk_status write_planned(const struct plan *plan, const struct pk_recorder *rec,
				    int level, FILE *fp, uint64_t *ret_size, char *error,
				    size_t size)
{
	struct sink sink;
	enum pk_status status = PK_OK;

	if (fputs(PK_CAPSULE_FIRST_LINE, fp) < 0 || fputs(plan->manifest, fp) < 0) {
		snprintf(error, size, "%s", strerror(errno));
		return PK_IO;
	}
	if (!sink_init(&sink, fp, level, body_size(plan))) {
		snprintf(error, size, "out of memory for compression");
		sink_deinit(&sink);
		return PK_NOMEM;
	}
	sink_section(&sink, "MANI", plan->manifest_len);
	sink_put(&sink, plan->manifest, plan->manifest_len);
	sink_section(&sink, "FACT", plan->facts.len);
	sink_put(&sink, plan->facts.data, plan->facts.len);
	sink_ranges(&sink, plan);
	sink_memory(&sink, plan, rec->inner);
	sink_answers(&sink, plan);
	sink_symbols(&sink, plan);
	sink_filling(&sink, plan);
	sink_push(&sink, ZSTD_e_end);
	if (!sink.failed && fflush(fp))
		sink.failed = strerror(errno);
	if (sink.failed) {
		snprintf(error, size, "%s", sink.failed);
		status = PK_IO;
	}
	*ret_size = sizeof(PK_CAPSULE_FIRST_LINE) - 1 + plan->manifest_len + sink.written;
	sink_deinit(&sink);
	return status;
}

/* A file that compresses better than a reader accepts (memory of zeroes) is written again, with
 * noise added. */
static enum pk_status write_file(struct plan *plan, const struct pk_recorder *rec, int level,
				 FILE *fp, char *error, size_t size)
{
	uint64_t written = 0;
	enum pk_status status = write_planned(plan, rec, level, fp, &written, error, size);

	if (status != PK_OK || kept_size(plan) <= pk_capsule_kept_max(written))
		return status;
	plan->filling = (kept_size(plan) - PK_CAPSULE_FLOOR) / PK_CAPSULE_RATIO / 8 * 8 + 64;
	if (!fseek(fp, 0, SEEK_SET))
		return write_planned(plan, rec, level, fp, &written, error, size);
	snprintf(error, size, "it packs too well to be written to a pipe: name a file");
	return PK_LIMIT;
}

enum pk_status pk_recorder_write(struct pk_target *target, bool payload, int level, FILE *fp,
				 char *error, size_t size)
{
	struct pk_recorder *rec = (struct pk_recorder *)target;
	enum pk_status status;
	struct plan plan;

	if (rec->failed || !plan_init(&plan, rec, payload)) {
		snprintf(error, size, "out of memory: the recording is not whole");
		if (!rec->failed)
			plan_deinit(&plan);
		return PK_NOMEM;
	}
	if (body_size(&plan) > PK_CAPSULE_BODY_MAX) {
		snprintf(error, size, "%llu MiB were read, a capsule holds at most %llu",
			 (unsigned long long)(body_size(&plan) >> 20), PK_CAPSULE_BODY_MAX >> 20);
		status = PK_LIMIT;
	} else {
		status = write_file(&plan, rec, level, fp, error, size);
	}
	plan_deinit(&plan);
	return status;
}
