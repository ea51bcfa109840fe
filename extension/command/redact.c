// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `export --redact`: the dump is recorded as for a capsule, addresses and names are taken out of the recording, and what
 * is asked for is written from that.
 */
#include "command/redact.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/arch.h"
#include "core/printable.h"
#include "protocol/protocol.h"
#include "target/capsule/capsule.h"
#include "target/capsule/opened.h"

/* The recording, as it is: in memory only, and nobody else's to open. */
static enum pk_status record(struct pk_ctx *ctx, struct pk_target **ret_capsule)
{
	const struct pk_export_options options = {.level = 1, .redact = true};
	int fd = memfd_create("recording", MFD_CLOEXEC);
	FILE *fp = fd < 0 ? NULL : fdopen(fd, "w+b"), *null = fopen("/dev/null", "w");
	char path[32], error[256];
	enum pk_status status = PK_IO;

	if (!fp || !null)
		status = pk_fail(ctx, PK_IO, "redact: %s", strerror(errno));
	else
		status = pk_export_capsule.run(ctx, &options, fp, null);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (status == PK_OK && fflush(fp))
		status = pk_fail(ctx, PK_IO, "redact: %s", strerror(errno));
	if (status == PK_OK) {
		status = pk_capsule_open(path, ret_capsule, error, sizeof(error));
		if (status != PK_OK)
			status = pk_fail(ctx, status, "redact: %s", error);
	}
	if (fp)
		fclose(fp);
	else if (fd >= 0)
		close(fd);
	if (null)
		fclose(null);
	return status;
}

static enum pk_status find(struct pk_ctx *ctx, const char *name, uint64_t *ret_addr)
{
	return ctx->target->ops->symbol(ctx->target, name, ret_addr);
}

static const struct pk_event_words *events_at(const struct pk_redaction *redaction, uint64_t addr)
{
	return pk_hash_get(&redaction->trace_pages, addr / PK_PRIVATE_PAGE);
}

#define LEAST_GAP 16 /* bytes: what is shorter is the ring buffer's own, stamps and lengths */

/* What no event has of a page of a trace buffer may be an older one. Numbers of eight bytes stand there at multiples of four. */
static void redact_gaps(struct pk_redaction *redaction, const struct pk_event_words *words,
			uint64_t addr, uint8_t *bytes, size_t len)
{
	const bool *of_event = words->of_event + addr % PK_PRIVATE_PAGE / 4;

	for (size_t at = 0; at < len;) {
		size_t gap = 0;

		while (at + gap < len && !of_event[(at + gap) / 4])
			gap += 4;
		gap = gap > len - at ? len - at : gap;
		if (gap >= LEAST_GAP)
			pk_redact_unknown(redaction, addr + at, bytes + at, gap, 4);
		at += gap ? gap : 4;
	}
}

/* A stretch of what was recorded: a page of a trace buffer at a time, all else in one piece. */
static void redact_range(uint64_t addr, uint8_t *bytes, size_t len, void *arg)
{
	struct pk_redaction *redaction = arg;

	while (len) {
		const struct pk_event_words *words = events_at(redaction, addr);
		size_t piece = PK_PRIVATE_PAGE - addr % PK_PRIVATE_PAGE;

		while (!words && piece < len && !events_at(redaction, addr + piece))
			piece += PK_PRIVATE_PAGE;
		piece = piece > len ? len : piece;
		if (words)
			redact_gaps(redaction, words, addr, bytes, piece);
		else
			pk_redact_unknown(redaction, addr, bytes, piece, 8);
		addr += piece;
		bytes += piece;
		len -= piece;
	}
}

static void tell(const struct pk_redaction *redaction, char *text, size_t size)
{
	const uint32_t *nr = redaction->map.nr;
	size_t len;

	snprintf(
		text, size,
		"%u addresses, %u hardware addresses, %u names of programs and %u of sockets%s are "
		"replaced in %llu places; %llu texts, %llu words of stacks and %llu bytes of "
		"payload "
		"are overwritten; left are ports, sizes, times, numbers of processes and "
		"sequences, "
		"checksums (of the packets as they were), names of the kernel, its modules, "
		"devices, namespaces, cgroups and nft's tables, probes, their filters and files",
		nr[PK_PRIVATE_V4] + nr[PK_PRIVATE_V6], nr[PK_PRIVATE_MAC], nr[PK_PRIVATE_TASK],
		nr[PK_PRIVATE_PATH], redaction->nr_hosts ? ", and the host's," : "",
		(unsigned long long)redaction->places, (unsigned long long)redaction->texts,
		(unsigned long long)redaction->words, (unsigned long long)redaction->payload);
	len = strlen(text);
	if (redaction->pointers)
		snprintf(text + len, size - len, ", %llu words that may be two addresses",
			 (unsigned long long)redaction->pointers);
}

static enum pk_status redact(struct pk_ctx *ctx, struct pk_target *capsule,
			     struct pk_redaction *redaction)
{
	struct pk_ctx *own = malloc(sizeof(*own));
	uint64_t begin, end;

	if (!own)
		return pk_fail(ctx, PK_NOMEM, "redact");
	pk_ctx_init(own, capsule);
	pk_protocols_show_all(own);
	redaction->big_endian = capsule->facts.big_endian;
	redaction->ctx = own;
	redaction->arch = pk_arch(own);
	if (find(own, "_text", &redaction->text_begin) != PK_OK ||
	    find(own, "_end", &redaction->text_end) != PK_OK)
		redaction->text_begin = redaction->text_end = 0;
	pk_redact_collect(own, redaction);
	pk_redact_known(own, redaction);
	/* The kernel's own code, tables of symbols and types are everybody's, and large: chance
	 * would find addresses there. */
	if (find(own, "_text", &begin) != PK_OK || find(own, "__end_rodata", &end) != PK_OK ||
	    begin > end)
		begin = end = 0;
	pk_capsule_edit(own->target, 0, begin, redact_range, redaction);
	pk_capsule_edit(own->target, end, UINT64_MAX, redact_range, redaction);
	pk_ctx_deinit(own);
	free(own);
	if (redaction->map.failed)
		return pk_fail(ctx, PK_LIMIT, "redact: out of memory, or of substitutes");
	tell(redaction, capsule->facts.redacted, sizeof(capsule->facts.redacted));
	snprintf(capsule->facts.dump_file, sizeof(capsule->facts.dump_file), "redacted");
	return PK_OK;
}

static enum pk_status write_from(struct pk_ctx *ctx, struct pk_target *capsule,
				 const struct pk_exporter *exporter,
				 const struct pk_export_options *options, FILE *fp, FILE *log)
{
	struct pk_ctx *own = malloc(sizeof(*own));
	enum pk_status status;

	if (!own)
		return pk_fail(ctx, PK_NOMEM, "redact");
	pk_ctx_init(own, capsule);
	own->progress = ctx->progress;
	own->instance = ctx->instance;
	own->protocols = ctx->protocols;
	own->commands = ctx->commands;
	status = exporter->run(own, options, fp, log);
	if (status != PK_OK)
		status = pk_fail(ctx, status, "%s", pk_error(own));
	else
		pk_print(log, "redacted: %s\n", capsule->facts.redacted);
	pk_ctx_deinit(own);
	free(own);
	return status;
}

bool pk_export_redactable(const struct pk_ctx *ctx)
{
	const struct pk_arch *arch = pk_arch_of_machine(ctx->target->facts.machine);

	return arch && arch->kernel_top;
}

enum pk_status pk_export_redacted(struct pk_ctx *ctx, const struct pk_exporter *exporter,
				  const struct pk_export_options *options, FILE *fp, FILE *log)
{
	struct pk_redaction *redaction;
	struct pk_target *capsule;
	enum pk_status status;

	if (!pk_export_redactable(ctx))
		return pk_fail(ctx, PK_UNSUPPORTED,
			       "redact: on %s the kernel's addresses cannot be told from numbers",
			       ctx->target->facts.machine);
	status = record(ctx, &capsule);
	if (status != PK_OK)
		return status;
	redaction = calloc(1, sizeof(*redaction));
	status = redaction ? redact(ctx, capsule, redaction) : pk_fail(ctx, PK_NOMEM, "redact");
	if (status == PK_OK)
		status = write_from(ctx, capsule, exporter, options, fp, log);
	if (redaction) {
		pk_private_deinit(&redaction->map);
		pk_hash_deinit(&redaction->trace_pages, free);
		free(redaction->hosts);
		free(redaction);
	}
	pk_capsule_close(capsule);
	return status;
}
