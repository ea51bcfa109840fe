// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace export`: what other programs read. Files appear whole or not at all. */
#include "command/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"

/* 14 MB of trace: level 12 takes 0.6 s for 3.0 MB, level 19 takes 8 s for 2.5 MB. */
#define DEFAULT_LEVEL 12

static const struct pk_exporter *const exporters[] = {&pk_export_capsule};

static const struct pk_exporter *find_exporter(const char *type)
{
	for (size_t i = 0; i < sizeof(exporters) / sizeof(exporters[0]); i++)
		if (!strcmp(exporters[i]->type, type))
			return exporters[i];
	return NULL;
}

/* A name beside PATH that nobody has; only its owner may read it: it holds kernel memory. */
static FILE *open_beside(const char *path, char **ret_temporary)
{
	char *name = NULL;
	FILE *fp;
	int fd;

	if (asprintf(&name, "%s.XXXXXX", path) < 0)
		return NULL;
	fd = mkstemp(name);
	fp = fd < 0 ? NULL : fdopen(fd, "wb");
	if (!fp) {
		if (fd >= 0) {
			close(fd);
			unlink(name);
		}
		free(name);
		return NULL;
	}
	*ret_temporary = name;
	return fp;
}

static enum pk_status export_to(struct pk_ctx *ctx, const struct pk_exporter *exporter,
				const struct pk_export_options *options, const char *path,
				FILE *log)
{
	char *temporary;
	FILE *fp = open_beside(path, &temporary);
	enum pk_status status;

	if (!fp)
		return pk_fail(ctx, PK_IO, "%s: %s", path, strerror(errno));
	status = exporter->run(ctx, options, fp, log);
	if (fclose(fp) && status == PK_OK)
		status = pk_fail(ctx, PK_IO, "%s: %s", temporary, strerror(errno));
	if (status == PK_OK && rename(temporary, path))
		status = pk_fail(ctx, PK_IO, "%s: %s", path, strerror(errno));
	if (status != PK_OK)
		unlink(temporary);
	free(temporary);
	return status;
}

static int report(const struct pk_exporter *exporter, const char *path, FILE *fp)
{
	struct stat info;

	if (!stat(path, &info))
		fprintf(fp, "%s: %s of %lld bytes\n", path, exporter->type,
			(long long)info.st_size);
	return 0;
}

struct words {
	struct pk_export_options options;
	const char *type; /* NULL: not named */
};

/* False after a complaint. */
static bool read_options(int argc, char **argv, FILE *fp, struct words *words)
{
	static const struct option longopts[] = {{"type", required_argument, NULL, 't'},
						 {"level", required_argument, NULL, 'z'},
						 {"with-payload", no_argument, NULL, 'P'},
						 {0}};
	uint64_t level;
	int c;

	*words = (struct words){.options.level = DEFAULT_LEVEL};
	pk_options_start();
	while ((c = pk_options_next(argc, argv, "t:z:", longopts, fp)) != -1) {
		switch (c) {
		case 't':
			words->type = optarg;
			break;
		case 'P':
			words->options.payload = true;
			break;
		case 'z':
			if (!pk_parse_uint(optarg, 19, &level) || !level) {
				pk_misuse(fp, argv[0], "levels are 1 to 19, not \"%s\"", optarg);
				return false;
			}
			words->options.level = (int)level;
			break;
		default:
			return false;
		}
	}
	return true;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	const struct pk_exporter *exporter;
	enum pk_status status;
	struct words words;
	const char *path;

	if (!read_options(argc, argv, fp, &words))
		return 2;
	if (!words.type)
		return pk_misuse(fp, argv[0], "which type? -t capsule");
	exporter = find_exporter(words.type);
	if (!exporter)
		return pk_misuse(fp, argv[0], "no type \"%s\"", words.type);
	if (argc - optind != 1)
		return pk_misuse(fp, argv[0], "one FILE is needed");
	path = argv[optind]; /* the commands that an export runs move optind */
	status = export_to(ctx, exporter, &words.options, path, fp);
	if (status != PK_OK)
		return pk_failure(ctx, fp, argv[0], status);
	return report(exporter, path, fp);
}

const struct pk_subcommand pk_subcommand_export = {
	.name = "export",
	.usage = "-t TYPE [-z LEVEL] [--with-payload] FILE",
	.summary = "write what the dump holds to a file that other programs read",
	.run = run,
};
