// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace export`: what other programs read. Files appear whole or not at all. */
#include "command/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"
#include "command/redact.h"
#include "core/kit.h"
#include "core/printable.h"

/* 14 MB of trace: level 12 takes 0.6 s for 3.0 MB, level 19 takes 8 s for 2.5 MB; level 9 writes 1 %
 * more than 12 and needs some 40 MiB less memory. */
#define DEFAULT_LEVEL 9

static const struct pk_exporter *const exporters[] = {
	&pk_export_capsule,  &pk_export_pcapng, &pk_export_retis_pcapng, &pk_export_trace_dat,
	&pk_export_perfetto, &pk_export_retis,	&pk_export_html};

static const struct pk_exporter *find_exporter(const char *type)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(exporters); i++)
		if (!strcmp(exporters[i]->type, type))
			return exporters[i];
	return NULL;
}

/*
 * A file on its way to PATH. Only its owner may read it: it holds kernel memory. It has no name until it
 * is whole (O_TMPFILE), so that Ctrl-C leaves nothing behind; file systems that cannot do that get one
 * with a temporary name beside PATH. What stands at PATH already and is no plain file (a pipe, /dev/null) is
 * written into, never replaced; a plain file is replaced only if FORCED.
 */
struct draft {
	FILE *fp;
	char *name; /* temporary; NULL: FP is PATH itself */
	bool named;
	bool forced;
};

static bool is_special(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISREG(st.st_mode);
}

static bool is_file(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && !is_special(path);
}

static int open_unnamed(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = !slash ? strdup(".") : strndup(path, slash == path ? 1 : slash - path);
	int fd = folder ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;

	free(folder);
	return fd;
}

static bool draft_open(const char *path, struct draft *draft)
{
	int fd;

	if (is_special(path)) {
		*draft = (struct draft){.fp = fopen(path, "wb")};
		return draft->fp;
	}
	fd = open_unnamed(path);
	*draft = (struct draft){.named = fd < 0};
	if (asprintf(&draft->name, draft->named ? "%s.XXXXXX" : "%s.%d", path, (int)getpid()) < 0)
		draft->name = NULL;
	else if (draft->named)
		fd = mkstemp(draft->name);
	if (draft->name && fd >= 0)
		draft->fp = fdopen(fd, "wb");
	if (draft->fp)
		return true;
	if (fd >= 0) {
		close(fd);
		if (draft->named && draft->name)
			unlink(draft->name);
	}
	free(draft->name);
	return false;
}

/* A file that came up meanwhile stays. */
static bool take_free_name(const char *name, const char *path)
{
	if (!link(name, path)) {
		unlink(name);
		return true;
	}
	/* No hard links there. */
	return (errno == EPERM || errno == EOPNOTSUPP) && !is_file(path) && !rename(name, path);
}

/* Names what is whole; on failure errno says why. */
static bool draft_publish(struct draft *draft, const char *path)
{
	char self[32];

	if (fflush(draft->fp))
		return false;
	if (!draft->name)
		return true;
	snprintf(self, sizeof(self), "/proc/self/fd/%d", fileno(draft->fp));
	if (!draft->named) {
		unlink(draft->name); /* of a process of this number that was killed just here */
		if (linkat(AT_FDCWD, self, AT_FDCWD, draft->name, AT_SYMLINK_FOLLOW))
			return false;
		draft->named = true;
	}
	return draft->forced ? !rename(draft->name, path) : take_free_name(draft->name, path);
}

static void draft_close(struct draft *draft, bool published)
{
	fclose(draft->fp);
	if (draft->named && !published)
		unlink(draft->name);
	free(draft->name);
}

static enum pk_status export_to(struct pk_ctx *ctx, const struct pk_exporter *exporter,
				const struct pk_export_options *options, const char *path,
				FILE *log)
{
	struct draft draft;
	enum pk_status status;

	if (!options->force && is_file(path))
		return pk_fail(ctx, PK_USAGE, "%s exists already; --force replaces it", path);
	if (!draft_open(path, &draft))
		return pk_fail(ctx, PK_IO, "%s: %s", path, strerror(errno));
	draft.forced = options->force;
	status = options->redact ? pk_export_redacted(ctx, exporter, options, draft.fp, log)
				 : exporter->run(ctx, options, draft.fp, log);
	if (status == PK_OK && !draft_publish(&draft, path))
		status = pk_fail(ctx, PK_IO, "%s: %s", path, strerror(errno));
	draft_close(&draft, status == PK_OK);
	return status;
}

/* What the reader of any export should know before it is handed on. With --redact it is said where that was done. */
static void tell_privacy(const struct pk_ctx *ctx, const struct pk_exporter *exporter,
			 const struct pk_export_options *options, bool expression, FILE *log)
{
	const char *payload = options->payload && exporter->payload ? exporter->payload : "";
	bool redactable = !options->payload && !expression && pk_export_redactable(ctx);

	if (options->redact)
		return;
	if (ctx->target->facts.redacted[0])
		pk_print(log, "redacted: %s\n", ctx->target->facts.redacted);
	else
		fprintf(log, "private: it holds %s%s%s\n", exporter->holds, payload,
			redactable ? " (--redact replaces addresses and names)" : "");
}

/* False after a complaint. -s is the snapshot here: an skb has its long name only. */
static bool read_options(int argc, char **argv, FILE *fp, struct pk_export_options *options,
			 struct pk_choice *choice, const char **ret_type)
{
	const char *level_text = NULL;
	uint64_t level = DEFAULT_LEVEL;
	const struct pk_option table[] = {{'t', "type", .value = ret_type},
					  {'z', "level", .value = &level_text},
					  {'s', "snapshot", .set = &options->snapshot},
					  {1, "with-payload", .set = &options->payload},
					  {2, "force", .set = &options->force},
					  {3, "redact", .set = &options->redact},
					  PK_CHOICE_OPTIONS(choice),
					  {PK_FILTER_SKB, "skb", .filter = &choice->filter},
					  {0}};

	if (pk_options_read(argc, argv, table, PK_ANY_WORDS, fp) ||
	    pk_choice_read(choice, argv[0], fp))
		return false;
	if (level_text && !pk_parse_uint(level_text, 19, &level)) {
		pk_misuse(fp, argv[0], "levels are 0 to 19, not \"%s\"", level_text);
		return false;
	}
	options->level = (int)level;
	return true;
}

/* What would bring in again what is to be taken out. */
static int check_redaction(int argc, char **argv, FILE *fp, const struct pk_export_options *options)
{
	if (options->payload)
		return pk_misuse(fp, argv[0], "--redact: payload cannot be redacted");
	if (argc - optind > 1)
		return pk_misuse(fp, argv[0],
				 "--redact: an EXPRESSION could give away what it hides; make a "
				 "redacted capsule first, and filter that by its substitutes");
	return 0;
}

/* Options that TYPE has no use for are not ignored. */
static int check_options(struct pk_ctx *ctx, int argc, char **argv, FILE *fp, const char *type,
			 const struct pk_export_options *options)
{
	const struct pk_exporter *exporter = type ? find_exporter(type) : NULL;
	bool words = argc - optind > 1 || pk_choice_given(options->choice) || ctx->protocols;

	if (!exporter) {
		const char *sub = argv[0];
		char types[64] = "";

		for (size_t i = 0; i < PK_ARRAY_SIZE(exporters); i++)
			pk_choice_add(types, sizeof(types), exporters[i]->type);
		return type ? pk_misuse(fp, sub, "no type \"%s\"; -t takes: %s", type, types)
			    : pk_misuse(fp, sub, "which type? -t takes: %s", types);
	}
	if (options->snapshot && !exporter->takes_buffers)
		return pk_misuse(fp, argv[0], "-s does not apply to -t %s", type);
	if (argc == optind || (argc - optind > 1 && !exporter->takes_packets))
		return pk_misuse(fp, argv[0], "one FILE is needed");
	if (words && !exporter->takes_packets)
		return pk_misuse(fp, argv[0], "packets cannot be chosen for -t %s", type);
	return options->redact ? check_redaction(argc, argv, fp, options) : 0;
}

/* The words behind FILE choose packets. */
static int run_chosen(struct pk_ctx *ctx, const struct pk_exporter *exporter,
		      const struct pk_export_options *options, struct pk_choice *choice, int argc,
		      char **argv, FILE *fp)
{
	const char *path = argv[optind++]; /* the commands that an export runs move optind */
	bool expression = argc > optind;
	enum pk_status status = pk_filter_words(ctx, &choice->filter, argc, argv);
	struct stat info;

	if (!pk_choice_given(choice) && !exporter->packets)
		choice->after_panic = true;
	if (!choice->count && exporter->packets)
		choice->n = exporter->packets;
	if (status == PK_OK)
		status = export_to(ctx, exporter, options, path, fp);
	if (status != PK_OK)
		return pk_failure(ctx, fp, argv[0], status);
	tell_privacy(ctx, exporter, options, expression, fp);
	if (!stat(path, &info))
		pk_print(fp, "%s: %s of %lld bytes\n", path, exporter->type,
			 (long long)info.st_size);
	return 0;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct pk_choice choice = {.n = PK_EVERY_PACKET};
	struct pk_export_options options = {.instance = ctx->instance, .choice = &choice};
	const char *type = NULL;
	int code;

	if (!read_options(argc, argv, pk_complaints(ctx, fp), &options, &choice, &type))
		return 2;
	code = check_options(ctx, argc, argv, pk_complaints(ctx, fp), type, &options);
	if (!code)
		code = run_chosen(ctx, find_exporter(type), &options, &choice, argc, argv, fp);
	pk_filter_request_deinit(&choice.filter);
	return code;
}

/* html, perfetto and pcapng show what commands show that are recorded themselves. */
static const char *const recorded_export[] = {"-t retis-pcapng -n 1 -P all /dev/null",
					      "-t trace.dat /dev/null", NULL};

const struct pk_subcommand pk_subcommand_export = {
	.name = "export",
	.usage = "-t TYPE [-z LEVEL] [--with-payload] [--redact] [-i INSTANCE] [-s] [--force] [-P "
		 "LIST] " PK_CHOICE_USAGE " [--skb SKB] FILE [EXPRESSION]",
	.summary = "write a file that other programs read",
	.run = run,
	.of_packets = true,
	.recorded = recorded_export,
};
