// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Opening a capsule: a hostile file in, a target out. The format is drawn in wire.h.
 *
 * The file is read and unpacked piece by piece, and only known sections are kept. Together they may
 * take PK_CAPSULE_FLOOR, and PK_CAPSULE_RATIO times the file's size; what is built on them takes
 * less than half of that again.
 */
#include "core/kit.h"
#include "target/capsule/capsule.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "target/capsule/opened.h"
#include "target/capsule/wire.h"

/* A capsule being opened, and where to put the error. */
struct opening {
	struct pk_capsule *capsule;
	FILE *fp;
	const char *path; /* NULL: bytes in memory */
	uint64_t size, max_body; /* bytes of the file; accepted bytes of content */
	ZSTD_DCtx *zstd;
	ZSTD_inBuffer in; /* in RAW */
	bool ended; /* end of frame reached */
	char *error;
	size_t error_size;
	uint8_t raw[1 << 14];
};

static enum pk_status __attribute__((format(printf, 3, 4)))
bad(struct opening *opening, enum pk_status status, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(opening->error, opening->error_size, fmt, args);
	va_end(args);
	return status;
}

/* --- the first two lines --------------------------------------------------------------------------- */

/* The number that ends the first line. */
static enum pk_status read_format(struct opening *opening)
{
	unsigned long long format = 0;
	int c, digits = 0;

	while ((c = getc(opening->fp)) >= '0' && c <= '9' && digits++ < 9)
		format = 10 * format + (unsigned)(c - '0');
	if (!digits || c != '\n' || format < PK_CAPSULE_FORMAT)
		return bad(opening, PK_CORRUPT, "a capsule whose format cannot be read");
	if (format == PK_CAPSULE_FORMAT)
		return PK_OK;
	return bad(opening, PK_UNSUPPORTED,
		   "a capsule of format %llu, made by a newer pkttrace: version " PK_VERSION
		   " reads format %d",
		   format, PK_CAPSULE_FORMAT);
}

/* Reads nothing else of the file before these words were found. */
static enum pk_status read_head(struct opening *opening)
{
	static const char word[] = PK_CAPSULE_WORD;
	uint8_t bytes[PK_STRANGER_HEAD];
	size_t len = fread(bytes, 1, sizeof(word) - 1, opening->fp);
	enum pk_status status;
	struct pk_bytes line = {0};
	int c;

	if (ferror(opening->fp))
		return bad(opening, PK_IO, "%s", strerror(errno));
	if (len < sizeof(word) - 1 || memcmp(bytes, word, len)) {
		char what[256];

		len += fread(bytes + len, 1, sizeof(bytes) - len, opening->fp);
		if (!len)
			return bad(opening, PK_CORRUPT, "an empty file");
		if (!pk_stranger(bytes, len, opening->path, what, sizeof(what)))
			return bad(opening, PK_CORRUPT,
				   "not a capsule, nor a dump of a kind that is known");
		return bad(opening, PK_CORRUPT, "%s", what);
	}
	status = read_format(opening);
	if (status != PK_OK)
		return status;
	while ((c = getc(opening->fp)) != EOF && c && c != '\n' &&
	       line.len < PK_CAPSULE_MANIFEST_MAX)
		pk_put_uint(&line, (uint64_t)c, 1);
	pk_put_uint(&line, 0, 1);
	opening->capsule->manifest = (char *)line.data;
	if (line.failed)
		return bad(opening, PK_NOMEM, "out of memory");
	return c == '\n' ? PK_OK : bad(opening, PK_CORRUPT, "the manifest has no end");
}

/* --- the frame ------------------------------------------------------------------------------------- */

static enum pk_status fill(struct opening *opening)
{
	opening->in = (ZSTD_inBuffer){opening->raw,
				      fread(opening->raw, 1, sizeof(opening->raw), opening->fp), 0};
	if (opening->in.size)
		return PK_OK;
	if (ferror(opening->fp))
		return bad(opening, PK_IO, "%s", strerror(errno));
	return bad(opening, PK_CORRUPT, "cut short");
}

/* The frame's next LEN bytes. 0: the rest of the frame must be its end. */
static enum pk_status unpack(struct opening *opening, void *to, size_t len)
{
	ZSTD_outBuffer out = {to, len, 0};
	enum pk_status status;
	size_t left;

	while (!opening->ended && (!len || out.pos < len)) {
		size_t before = out.pos + opening->in.pos;

		left = ZSTD_decompressStream(opening->zstd, &out, &opening->in);
		if (ZSTD_isError(left)) {
			if (ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge)
				return bad(opening, PK_LIMIT,
					   "needs a window of more than %d MiB to unpack",
					   1 << (PK_CAPSULE_WINDOW_LOG - 20));
			if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation)
				return bad(opening, PK_NOMEM, "out of memory");
			return bad(opening, PK_CORRUPT, "damaged: %s", ZSTD_getErrorName(left));
		}
		opening->ended = !left;
		if (opening->ended || out.pos + opening->in.pos != before)
			continue;
		if (opening->in.pos < opening->in.size)
			return bad(opening, PK_CORRUPT, "is longer than its size field");
		status = fill(opening);
		if (status != PK_OK)
			return status;
	}
	return out.pos == len ? PK_OK : bad(opening, PK_CORRUPT, "is shorter than its size field");
}

static enum pk_status skip(struct opening *opening, uint64_t len)
{
	uint8_t piece[1 << 12];
	enum pk_status status = PK_OK;

	for (size_t now; len && status == PK_OK; len -= now) {
		now = len < sizeof(piece) ? len : sizeof(piece);
		status = unpack(opening, piece, now);
	}
	return status;
}

/* The size of the content, which the frame must announce. */
static enum pk_status begin_frame(struct opening *opening, uint64_t *ret_size)
{
	enum pk_status status;
	unsigned long long size;

	opening->zstd = ZSTD_createDCtx();
	if (!opening->zstd || ZSTD_isError(ZSTD_DCtx_setParameter(
				      opening->zstd, ZSTD_d_windowLogMax, PK_CAPSULE_WINDOW_LOG)))
		return bad(opening, PK_NOMEM, "out of memory");
	status = fill(opening);
	if (status != PK_OK)
		return status;
	size = ZSTD_getFrameContentSize(opening->in.src, opening->in.size);
	if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || !size)
		return bad(opening, PK_CORRUPT, "no zstd frame with a size after the manifest");
	if (size > opening->max_body)
		return bad(opening, PK_LIMIT, "%llu bytes of content, more than the limit of %llu",
			   size, (unsigned long long)opening->max_body);
	*ret_size = size;
	return PK_OK;
}

/* --- sections -------------------------------------------------------------------------------------- */

static const char section_tags[PK_NR_SECTIONS][5] = {"MANI", "FACT", "RANG",
						     "MEMO", "ANSW", "SYMS"};

static int section_of(const uint8_t *tag)
{
	for (int i = 0; i < PK_NR_SECTIONS; i++)
		if (!memcmp(tag, section_tags[i], 4))
			return i;
	return -1;
}

/* KEPT: bytes of the known sections so far. */
static enum pk_status read_section(struct opening *opening, int id, uint64_t len, uint64_t *kept)
{
	struct pk_capsule *capsule = opening->capsule;

	if (id < 0)
		return skip(opening, len);
	if (capsule->sections[id].data)
		return bad(opening, PK_CORRUPT, "two sections %s", section_tags[id]);
	*kept += len;
	if (*kept > pk_capsule_kept_max(opening->size))
		return bad(opening, PK_LIMIT,
			   "would take %llu bytes of memory, more than a file of %llu bytes may",
			   (unsigned long long)*kept, (unsigned long long)opening->size);
	capsule->sections[id].data = malloc(len + 1);
	capsule->sections[id].len = len;
	if (!capsule->sections[id].data)
		return bad(opening, PK_NOMEM, "out of memory for %llu bytes",
			   (unsigned long long)len);
	return len ? unpack(opening, capsule->sections[id].data, len) : PK_OK;
}

static enum pk_status read_sections(struct opening *opening, uint64_t left)
{
	uint64_t kept = 0;
	enum pk_status status = PK_OK;

	while (left && status == PK_OK) {
		uint8_t header[PK_SECTION_HEADER];
		uint64_t len;

		if (left < sizeof(header))
			return bad(opening, PK_CORRUPT, "a section ends past the end");
		status = unpack(opening, header, sizeof(header));
		if (status != PK_OK)
			return status;
		left -= sizeof(header);
		len = pk_bytes_uint(header + 8, 8, false);
		if (len > left)
			return bad(opening, PK_CORRUPT, "a section ends past the end");
		status = read_section(opening, section_of(header), len, &kept);
		left -= len;
	}
	if (status != PK_OK)
		return status;
	status = unpack(opening, NULL, 0);
	if (status == PK_OK && (opening->in.pos < opening->in.size || getc(opening->fp) != EOF))
		return bad(opening, PK_CORRUPT, "has data past its end");
	return status;
}

static struct pk_view view_of(const struct pk_capsule *capsule, enum pk_section id)
{
	return (struct pk_view){capsule->sections[id].data, capsule->sections[id].len, false};
}

static enum pk_status check_range(struct opening *opening, const struct pk_range *range,
				  size_t index, const struct pk_range *before)
{
	if (!range->len || range->addr + (range->len - 1) < range->addr ||
	    (index && (range->addr <= before->addr || range->addr - before->addr < before->len)))
		return bad(opening, PK_CORRUPT, "range %zu overlaps or is out of order", index);
	if (range->status > PK_IO)
		return bad(opening, PK_CORRUPT, "range %zu has no status", index);
	return PK_OK;
}

static enum pk_status index_ranges(struct opening *opening)
{
	struct pk_capsule *capsule = opening->capsule;
	struct pk_range range = {0}, before;
	uint64_t at = 0;
	size_t nr = capsule->sections[PK_SECTION_RANG].len / PK_RANGE_SIZE;

	if (capsule->sections[PK_SECTION_RANG].len % PK_RANGE_SIZE)
		return bad(opening, PK_CORRUPT, "half a range");
	capsule->memory_at = calloc(nr + 1, sizeof(*capsule->memory_at));
	if (!capsule->memory_at)
		return bad(opening, PK_NOMEM, "out of memory for %zu ranges", nr);
	for (size_t i = 0; i < nr; i++) {
		enum pk_status status;

		before = range;
		pk_capsule_range(capsule, i, &range);
		status = check_range(opening, &range, i, &before);
		if (status != PK_OK)
			return status;
		capsule->memory_at[i] = (uint32_t)at;
		at += range.status == PK_OK ? range.len : 0;
		if (at > capsule->sections[PK_SECTION_MEMO].len)
			break;
	}
	if (at != capsule->sections[PK_SECTION_MEMO].len)
		return bad(opening, PK_CORRUPT, "ranges and memory do not agree");
	capsule->nr_ranges = nr;
	return PK_OK;
}

static size_t count_answers(struct pk_view view)
{
	size_t nr = 0;

	while (view.len && !view.bad) {
		uint64_t key_len = pk_get_uint(&view, 4), value_len = pk_get_uint(&view, 4);

		if (!key_len || !value_len)
			return 0;
		pk_get(&view, key_len + value_len);
		nr++;
	}
	return view.bad ? 0 : nr;
}

static enum pk_status index_answers(struct opening *opening)
{
	struct pk_capsule *capsule = opening->capsule;
	struct pk_view view = view_of(capsule, PK_SECTION_ANSW);
	size_t nr = count_answers(view);
	struct pk_capsule_answer answer, before = {0};
	uint64_t at = 0;

	if (!nr && view.len)
		return bad(opening, PK_CORRUPT, "an answer is empty or ends past the end");
	capsule->answer_at = calloc(nr + 1, sizeof(*capsule->answer_at));
	if (!capsule->answer_at)
		return bad(opening, PK_NOMEM, "out of memory for %zu answers", nr);
	for (size_t i = 0; i < nr; i++) {
		capsule->answer_at[i] = (uint32_t)at;
		pk_capsule_answer(capsule, i, &answer);
		if (answer.value[0] > PK_IO)
			return bad(opening, PK_CORRUPT, "answer %zu has no status", i);
		if (i &&
		    pk_key_compare(before.key, before.key_len, answer.key, answer.key_len) >= 0)
			return bad(opening, PK_CORRUPT, "answer %zu is out of order", i);
		at += PK_ANSWER_HEADER + (uint64_t)answer.key_len + answer.value_len;
		before = answer;
	}
	capsule->nr_answers = nr;
	return PK_OK;
}

static enum pk_status check_sections(struct opening *opening)
{
	struct pk_capsule *capsule = opening->capsule;
	struct pk_view manifest = view_of(capsule, PK_SECTION_MANI),
		       facts = view_of(capsule, PK_SECTION_FACT);
	size_t len = strlen(capsule->manifest);

	for (int i = 0; i < PK_SECTION_SYMS; i++)
		if (!capsule->sections[i].data)
			return bad(opening, PK_CORRUPT, "no section %s", section_tags[i]);
	if (manifest.len != len + 1 || memcmp(manifest.data, capsule->manifest, len))
		return bad(opening, PK_CORRUPT, "the manifest is not the one that was written");
	pk_wire_get_facts(&facts, &capsule->target.facts);
	return facts.bad ? bad(opening, PK_CORRUPT, "facts that cannot be") : PK_OK;
}

static enum pk_status index_symbols(struct opening *opening)
{
	struct pk_view view = view_of(opening->capsule, PK_SECTION_SYMS);
	enum pk_status status;

	if (!view.data)
		return PK_OK;
	status = pk_symbol_table_init(&opening->capsule->symbols, view.data, view.len);
	return status == PK_OK ? status
			       : bad(opening, status, "its symbols are %s", pk_status_name(status));
}

static enum pk_status read_all(struct opening *opening)
{
	enum pk_status (*const steps[])(struct opening *) = {check_sections, index_ranges,
							     index_answers, index_symbols};
	uint64_t size = 0;
	enum pk_status status = read_head(opening);

	if (status == PK_OK)
		status = begin_frame(opening, &size);
	if (status == PK_OK)
		status = read_sections(opening, size);
	for (size_t i = 0; i < PK_ARRAY_SIZE(steps) && status == PK_OK; i++)
		status = steps[i](opening);
	return status;
}

/* --- opening --------------------------------------------------------------------------------------- */

static enum pk_status open_stream(FILE *fp, const char *path, uint64_t file_size, uint64_t max_body,
				  struct pk_target **ret_target, char *error, size_t size)
{
	struct opening *opening = calloc(1, sizeof(*opening));
	struct pk_capsule *capsule = calloc(1, sizeof(*capsule));
	enum pk_status status = PK_NOMEM;

	if (opening && capsule) {
		capsule->target.ops = &pk_capsule_ops;
		opening->capsule = capsule;
		opening->fp = fp;
		opening->path = path;
		opening->size = file_size;
		opening->max_body = max_body;
		opening->error = error;
		opening->error_size = size;
		status = read_all(opening);
		ZSTD_freeDCtx(opening->zstd);
	} else {
		snprintf(error, size, "out of memory");
	}
	free(opening);
	if (status == PK_OK)
		*ret_target = &capsule->target;
	else if (capsule)
		pk_capsule_close(&capsule->target);
	return status;
}

enum pk_status pk_capsule_parse(const void *bytes, size_t len, uint64_t max_body,
				struct pk_target **ret_target, char *error, size_t size)
{
	FILE *fp = len ? fmemopen((void *)bytes, len, "rb") : NULL;
	enum pk_status status;

	if (!fp) {
		snprintf(error, size, "%s", len ? "out of memory" : "an empty file");
		return len ? PK_NOMEM : PK_CORRUPT;
	}
	status = open_stream(fp, NULL, len, max_body, ret_target, error, size);
	fclose(fp);
	return status;
}

/* A pipe would block, and has no size to bound what it unpacks to. */
static const char *unfit(const struct stat *info)
{
	if (S_ISDIR(info->st_mode))
		return "a folder: name the dump in it (pkttrace-triage reads a folder of dumps)";
	if (S_ISFIFO(info->st_mode))
		return "a pipe: a capsule is a file";
	return S_ISREG(info->st_mode) ? NULL : "a device or socket: a capsule is a file";
}

static FILE *open_file(const char *path, struct stat *info)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY |
				    O_CLOEXEC); /* does not wait for a pipe's writer */
	FILE *fp = fd < 0 || fstat(fd, info) ? NULL : fdopen(fd, "rb");

	if (!fp && fd >= 0)
		close(fd);
	return fp;
}

enum pk_status pk_capsule_open(const char *path, struct pk_target **ret_target, char *error,
			       size_t size)
{
	struct stat info;
	FILE *fp = open_file(path, &info);
	enum pk_status status = PK_IO;
	char why[1024] = "";

	if (!fp)
		snprintf(why, sizeof(why), "%s", strerror(errno));
	else if (unfit(&info))
		snprintf(why, sizeof(why), "%s", unfit(&info));
	else
		status = open_stream(fp, path, (uint64_t)info.st_size, PK_CAPSULE_BODY_MAX,
				     ret_target, why, sizeof(why));
	if (fp)
		fclose(fp);
	if (status != PK_OK)
		snprintf(error, size, "%s: %s", path, why);
	return status;
}

void pk_capsule_close(struct pk_target *target)
{
	struct pk_capsule *capsule = (struct pk_capsule *)target;

	for (int i = 0; i < PK_NR_SECTIONS; i++)
		free(capsule->sections[i].data);
	pk_symbol_table_deinit(&capsule->symbols);
	free(capsule->manifest);
	free(capsule->memory_at);
	free(capsule->answer_at);
	free(capsule);
}
