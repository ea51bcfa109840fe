// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/command.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command/options.h"
#include "core/kit.h"
#include "core/printable.h"
#include "decode/missing.h"
#include "decode/trace/ring_buffer.h"
#include "protocol/protocol.h"
#include "protocol/sockets.h"

/* In the order of `pkttrace help`. The first runs when no subcommand is named. */
/* clang-format off */
static const struct pk_subcommand *const subcommands[] = {
	&pk_subcommand_verdict,
	&pk_subcommand_last,
	&pk_subcommand_show,
	&pk_subcommand_story,
	&pk_subcommand_flows,
	&pk_subcommand_inflight,
	&pk_subcommand_drops,
	&pk_subcommand_latency,
	&pk_subcommand_findings,
	&pk_subcommand_skb,
	&pk_subcommand_history,
	&pk_subcommand_consumers,
	&pk_subcommand_devices,
	&pk_subcommand_routes,
	&pk_subcommand_counters,
	&pk_subcommand_probes,
	&pk_subcommand_tracers,
	&pk_subcommand_trace,
	&pk_subcommand_log,
	&pk_subcommand_export,
	&pk_subcommand_layout,
	NULL,
};
/* clang-format on */
#define NR_SUBCOMMANDS (PK_ARRAY_SIZE(subcommands) - 1)

const struct pk_commands pk_commands = {.list = subcommands, .run = pk_command_run};

const struct pk_subcommand *pk_subcommand_at(unsigned index)
{
	return index < NR_SUBCOMMANDS ? subcommands[index] : NULL;
}

const struct pk_subcommand *pk_subcommand_find(const char *name)
{
	for (unsigned i = 0; i < NR_SUBCOMMANDS; i++)
		if (!strcmp(subcommands[i]->name, name))
			return subcommands[i];
	return NULL;
}

/* Also among other letters ("-vj"). A wrong guess costs no more than where the warnings go. */
static bool asks_json(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], "--json") ||
		    (argv[i][0] == '-' && argv[i][1] != '-' && strchr(argv[i], 'j')))
			return true;
	return false;
}

/* WORD among the options, wherever it stands. */
static bool asks(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], word))
			return true;
	return false;
}

/* Help or the version: no kernel is needed for them. "-h" is an option of its own in front, or behind a subcommand. */
static bool asks_about_program(int argc, char **argv)
{
	int first = argc > 2 && argv[1][0] != '-' ? 2 : 1;

	return asks(argc, argv, "--version") || asks(argc, argv, "--help") ||
	       (argc > 1 && (!strcmp(argv[1], "help") || !strcmp(argv[first], "-h")));
}

static int no_subcommand(const struct pk_ctx *ctx, const char *name, FILE *fp)
{
	char names[256] = "help";

	for (unsigned i = 0; i < NR_SUBCOMMANDS; i++)
		pk_choice_add(names, sizeof(names), subcommands[i]->name);
	pk_print(ctx->apart ? stderr : fp,
		 "pkttrace: no subcommand \"%s\"; there are: %s (see: pkttrace help)\n", name,
		 names);
	return 2;
}

/* What crash and its gdb know of this kernel may be of another: every answer says so. */
static void warn_of_vmlinux(struct pk_ctx *ctx)
{
	const struct pk_facts *facts = &ctx->target->facts;

	if (facts->build_id[0] && facts->vmlinux_id[0] &&
	    strcmp(facts->build_id, facts->vmlinux_id))
		pk_warn(ctx,
			"vmlinux is of another build (build-id %s) than the kernel in the dump "
			"(build-id %s): addresses and types may be wrong",
			facts->vmlinux_id, facts->build_id);
}

static bool warn_of_module(const struct pk_debuginfo *info, void *arg)
{
	if (info->file_id[0] && info->module_id[0] && strcmp(info->file_id, info->module_id))
		pk_warn(arg,
			"%s (build-id %s) is of another build than module %s in the dump (build-id "
			"%s): "
			"what its debuginfo says may be wrong",
			info->file, info->file_id, info->module, info->module_id);
	return true;
}

/* An option with an argument that stands among any others. */
struct common_option {
	const char *brief, *lengthy; /* "-i", "--instance=" */
};

static const struct common_option of_instance = {"-i", "--instance="};
static const struct common_option of_protocols = {"-P", "--protocol="};

static bool is_option(const struct common_option *option, const char *word)
{
	size_t len = strlen(option->lengthy) - 1;

	return !strcmp(word, option->brief) ||
	       (strlen(word) == len && !strncmp(word, option->lengthy, len));
}

/* Takes OPTION out of the words; RET_VALUE: its last argument, or unchanged. False: it has no argument. */
static bool take_option(const struct common_option *option, int *argc, char **argv,
			const char **ret_value)
{
	const char *lengthy = option->lengthy;
	int kept = 1;

	for (int i = 1; i < *argc; i++) {
		if (!strcmp(argv[i], "--")) {
			while (i < *argc)
				argv[kept++] = argv[i++];
		} else if (!strncmp(argv[i], lengthy, strlen(lengthy))) {
			*ret_value = argv[i] + strlen(lengthy);
		} else if (is_option(option, argv[i])) {
			if (++i == *argc)
				return false;
			*ret_value = argv[i];
		} else {
			argv[kept++] = argv[i];
		}
	}
	if (kept < *argc)
		argv[kept] = NULL;
	*argc = kept;
	return true;
}

/* What all commands of packets take; a code other than 0: FP says what is wrong. */
static int take_common(struct pk_ctx *ctx, const struct pk_subcommand *sub, int *argc, char **argv,
		       FILE *fp)
{
	const char *protocols = NULL;

	ctx->instance = NULL;
	ctx->protocols = 0;
	if (!sub->of_packets)
		return 0;
	if (!take_option(&of_instance, argc, argv, &ctx->instance))
		return pk_misuse(pk_complaints(ctx, fp), sub->name, "option -i needs an argument");
	if (!take_option(&of_protocols, argc, argv, &protocols))
		return pk_misuse(pk_complaints(ctx, fp), sub->name, "option -P needs an argument");
	if (protocols && (!pk_protocols_parse(protocols, &ctx->protocols) ||
			  (pk_local_any_shown(ctx) && !sub->of_local))) {
		char names[256] = "";

		for (unsigned i = 0; pk_protocols[i]; i++)
			pk_choice_add(names, sizeof(names), pk_protocols[i]->name);
		pk_choice_add(names, sizeof(names), "all");
		for (int family = 0; sub->of_local && family < PK_NR_LOCAL; family++)
			pk_choice_add(names, sizeof(names), pk_local_family_name(family));
		return pk_misuse(fp, sub->name,
				 "-P: \"%s\" is not understood; it takes a list of: %s", protocols,
				 names);
	}
	return 0;
}

/* Nothing that SUB prints, by whatever call, reaches a terminal but as text. */
static int run_printable(struct pk_ctx *ctx, const struct pk_subcommand *sub, int argc, char **argv,
			 FILE *fp)
{
	FILE *printable = pk_printable_stream(fp, ctx->screen.tones);
	int code;

	if (!printable)
		return pk_failure(ctx, fp, sub->name, PK_NOMEM);
	code = sub->run(ctx, argc, argv, printable);
	if (fclose(printable) && !code)
		code = 1;
	return code;
}

/* NULL: any line fits. */
static FILE *fitting_stream(struct pk_screen screen, FILE *fp)
{
	return screen.columns || screen.tones ? pk_wrapped_stream(fp, screen) : NULL;
}

/* A terminal's lines fit it, but those that a kernel wrote so and those for programs. */
static int run_wrapped(struct pk_ctx *ctx, const struct pk_subcommand *sub, int argc, char **argv,
		       FILE *fp)
{
	bool fits = sub->verbatim || asks_json(argc, argv);
	FILE *wrapped = fits ? NULL : fitting_stream(ctx->screen, fp);
	int code = run_printable(ctx, sub, argc, argv, wrapped ? wrapped : fp);

	if (wrapped && fclose(wrapped) && !code)
		code = 1;
	return code;
}

/* Takes a switch out of the words that any subcommand may have; what is left of them. */
static int take_switch(const char *name, bool *ret_given, int argc, char **argv)
{
	int kept = 1, i = 1;

	*ret_given = false;
	for (; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], name))
			*ret_given = true;
		else
			argv[kept++] = argv[i];
	while (i < argc)
		argv[kept++] = argv[i++];
	if (kept < argc)
		argv[kept] = NULL;
	return kept;
}

#define LEAST_COLUMNS 40
#define MOST_COLUMNS 1000

/* Of the terminal behind FP; 0: there is none, or nobody knows. */
static int terminal_columns(const struct pk_ctx *ctx, FILE *fp)
{
	int fd = ctx->pager ? STDOUT_FILENO : fileno(fp);
	const char *given = getenv("COLUMNS");
	struct winsize size = {0};
	uint64_t columns;

	if (fd < 0 || !isatty(fd))
		return 0;
	if (!given || !pk_parse_uint(given, MOST_COLUMNS, &columns))
		columns = ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
	return columns >= LEAST_COLUMNS && columns <= MOST_COLUMNS ? (int)columns : 0;
}

/* No pager of crash's is sure to show them. no-color.org: what is not empty wants none. */
static bool shows_colours(const struct pk_ctx *ctx, FILE *fp)
{
	const char *unwanted = getenv("NO_COLOR"), *term = getenv("TERM");

	return !ctx->pager && isatty(fileno(fp)) && !(unwanted && unwanted[0]) && term && term[0] &&
	       strcmp(term, "dumb") != 0;
}

/* What a capsule did not hold of what this command asked. */
static void warn_of_unanswered(struct pk_ctx *ctx)
{
	bool older;
	unsigned long nr = pk_unanswered(ctx, &older);

	if (nr && older)
		pk_warn(ctx,
			"this capsule was recorded by an older pkttrace: %lu of today's questions "
			"have no "
			"answer (try the dump)",
			nr);
	else if (nr)
		pk_warn(ctx,
			"this capsule does not hold the memory of %lu answer%s that the command "
			"needs "
			"(try the dump)",
			nr, nr == 1 ? "" : "s");
}

/* What went wrong, once the results are out: errors as they came (TEXT; NULL: they are among the results), then warnings. */
static void complain(struct pk_ctx *ctx, const char *text, bool json, bool wide, FILE *fp)
{
	struct pk_screen screen = {.columns = wide || json ? 0 : terminal_columns(ctx, fp)};
	FILE *wrapped = fitting_stream(screen, fp), *to = wrapped ? wrapped : fp;

	if (text)
		fputs(text, to);
	pk_print_warnings(ctx, to, json);
	if (wrapped)
		fclose(wrapped);
}

static int run_command(struct pk_ctx *ctx, const struct pk_subcommand *sub, int argc, char **argv,
		       bool *ret_wide, FILE *fp)
{
	struct pk_instance instance;
	enum pk_status status;
	FILE *progress;
	int code;

	code = take_common(ctx, sub, &argc, argv, pk_complaints(ctx, fp));
	if (code)
		return code;
	argc = take_switch("--warnings", &ctx->all_warnings, argc, argv);
	argc = take_switch("--wide", ret_wide, argc, argv);
	ctx->screen.columns = *ret_wide ? 0 : terminal_columns(ctx, fp);
	ctx->screen.tones = !sub->verbatim && !asks_json(argc, argv) && shows_colours(ctx, fp);
	if (ctx->instance && (status = pk_instance_named(ctx, ctx->instance, &instance)) != PK_OK)
		return pk_failure(ctx, fp, sub->name, status);
	progress = pk_progress_begin(ctx, fp);
	if (ctx->target->facts.is_live)
		pk_warn(ctx, "a live system: memory changes while it is read, so an answer may "
			     "contradict itself");
	warn_of_vmlinux(ctx);
	/* Where names are printed, some are bare addresses then. */
	if (ctx->target->facts.symbols_lack[0])
		pk_warn(ctx, "symbols: %s", ctx->target->facts.symbols_lack);
	/* Modules' debuginfo comes and goes with crash's `mod`. */
	pk_module_debuginfo(ctx, warn_of_module, ctx);
	ctx->raw = ctx->pager || isatty(fileno(fp)) ? NULL : progress;
	code = run_wrapped(ctx, sub, argc, argv, progress);
	ctx->raw = NULL;
	if (pk_progress_end(ctx, progress, fp) && !code)
		code = 1;
	return code;
}

static int run(struct pk_ctx *ctx, const struct pk_subcommand *sub, int argc, char **argv, FILE *fp)
{
	bool json = asks_json(argc, argv), wide = false;
	char *text = NULL;
	size_t size;
	int code;

	pk_none(ctx, PK_OK);
	ctx->complaints = ctx->apart ? open_memstream(&text, &size) : NULL;
	code = run_command(ctx, sub, argc, argv, &wide, fp);
	if (fflush(fp) && !code) /* none stands in the middle of a line */
		code = 1;
	if (ctx->complaints)
		fclose(ctx->complaints);
	ctx->complaints = NULL;
	pk_missing_diagnose(ctx);
	warn_of_unanswered(ctx);
	complain(ctx, text, json, wide, ctx->apart || json ? stderr : fp);
	free(text);
	/* A warning belongs to the command that met the damage: the next one starts without. */
	for (unsigned i = 0; i < ctx->nr_warnings; i++)
		free(ctx->warnings[i]);
	ctx->nr_warnings = 0;
	ctx->nr_warnings_dropped = 0;
	ctx->nr_missing = 0;
	ctx->all_warnings = false;
	ctx->instance = NULL; /* it lies in the caller's words */
	ctx->protocols = 0;
	ctx->last_boot = NULL;
	if (fflush(fp) && !code)
		code = 1;
	return code;
}

/* "-i one last" is "last -i one". */
static void subcommand_first(int argc, char **argv)
{
	char *sub;

	if (argc < 4 || (!is_option(&of_instance, argv[1]) && !is_option(&of_protocols, argv[1])) ||
	    !pk_subcommand_find(argv[3]))
		return;
	sub = argv[3];
	argv[3] = argv[2];
	argv[2] = argv[1];
	argv[1] = sub;
}

int pk_command_run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	const struct pk_subcommand *sub = pk_subcommand_find("verdict");

	ctx->commands = &pk_commands;
	subcommand_first(argc, argv);
	if (asks_about_program(argc, argv)) {
		if (asks(argc, argv, "--version"))
			return fprintf(fp, "pkttrace %s\n", PK_VERSION) < 0;
		if (!strcmp(argv[1], "help"))
			return pk_help_print(&pk_commands, argc > 2 ? argv[2] : NULL, fp);
		if (argv[1][0] != '-' && !pk_subcommand_find(argv[1]))
			return no_subcommand(ctx, argv[1], fp);
		return pk_help_print(&pk_commands, argv[1][0] == '-' ? NULL : argv[1], fp);
	}
	if (argc > 1 && argv[1][0] != '-') {
		sub = pk_subcommand_find(argv[1]);
		if (!sub)
			return no_subcommand(ctx, argv[1], fp);
		return run(ctx, sub, argc - 1, argv + 1, fp);
	}
	if (!sub) {
		fprintf(fp, "pkttrace: which subcommand? (see: pkttrace help)\n");
		return 2;
	}
	argv[0] = (char *)sub->name;
	return run(ctx, sub, argc, argv, fp);
}

void pk_command_warm(struct pk_ctx *ctx, int argc, char **argv)
{
	/* Everything else joins all subjects sooner or later. A capsule's answers cost nothing, and what it lacks is to be
	 * told by the command that asks. */
	if (!ctx->target->ops->unanswered && !asks_about_program(argc, argv))
		pk_layout_warm(ctx, NULL);
}
