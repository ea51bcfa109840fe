// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `pkttrace export -t html`: a page that draws what the commands say. Each part is a command with -j, run as a user would
 * run it, and named in the page: nothing is in it that no command says.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lives/packets.h"
#include "command/command.h"
#include "command/export.h"
#include "command/parts.h"
#include "core/kit.h"
#include "core/printable.h"
#include "decode/trace/clock.h"
#include "protocol/protocol.h"
#include "render/formats.h"
#include "render/out.h"

#define PACKETS 1000 /* where nothing says how many */
#define LINES 20 /* of a path: so many packets are some 4 MB then */
#define MAX_WORDS 16
#define MAX_COMMAND 6144

/* Parts of the page in its order. */
struct part {
	const char *name;
	const char *words; /* the subcommand and its options, between blanks */
	/* CHOSEN: the export's own options; NEWEST: as many of the newest as it shows; OF_SOCKETS:
	 * what of the filter chooses sockets */
	enum { ALL, CHOSEN, NEWEST, OF_SOCKETS } packets;
};

static const struct part parts[] = {
	{"verdict", "verdict -j", ALL},	      {"findings", "findings -j", ALL},
	{"newest", "show -j", ALL},	      {"packets", "last -j", CHOSEN},
	{"flows", "flows -o -j", OF_SOCKETS}, {"inflight", "inflight -j", ALL},
	{"probes", "probes -j", ALL},	      {"probed", "probes -p -j", NEWEST},
	{"tracers", "tracers -j", ALL},	      {"devices", "devices -j", ALL},
	{"counters", "counters -j", ALL},     {"dropped", "drops --by second,reason -j", ALL},
	{"latency", "latency -j", ALL},	      {"consumers", "consumers -j", ALL},
	{"log", "log -n 40 -j", ALL},
};

/* A part's command. What is not of a literal lies in it, or in the export's own argv. */
struct words {
	char *argv[MAX_WORDS + 1];
	int argc;
	char text[64], number[16];
	char expression[sizeof(((struct pk_filter_request *)0)->text)];
};

static void add_option(struct words *words, char *option, char *value)
{
	if (!value)
		return;
	words->argv[words->argc++] = option;
	words->argv[words->argc++] = value;
	words->argv[words->argc] = NULL;
}

/* What of an export's filter chooses sockets. */
static void add_filter(struct words *words, const struct pk_choice *choice)
{
	static char sock[] = "-k", mark[] = "-m", function[] = "-f", may_match[] = "-u";
	const struct pk_filter_request *filter = &choice->filter;

	add_option(words, sock, filter->sock);
	add_option(words, mark, filter->mark);
	add_option(words, function, filter->function);
	if (choice->may_match)
		words->argv[words->argc++] = may_match;
	snprintf(words->expression, sizeof(words->expression), "%s", filter->text);
	if (*words->expression)
		words->argv[words->argc++] = words->expression;
	words->argv[words->argc] = NULL;
}

static char *count_of(const struct pk_choice *choice, char number[16])
{
	snprintf(number, 16, choice->n == PK_EVERY_PACKET ? "all" : "%u", choice->n);
	return number;
}

static void make_words(const struct part *part, const struct pk_choice *choice, struct words *words)
{
	static char count[] = "-n";
	char *rest = words->text;

	words->argc = 0;
	snprintf(words->text, sizeof(words->text), "%s", part->words);
	while ((words->argv[words->argc] = strtok_r(rest, " ", &rest)))
		words->argc++;
	if (part->packets == NEWEST)
		add_option(words, count, count_of(choice, words->number));
	else if (part->packets == OF_SOCKETS)
		add_filter(words, choice);
}

static void quote_option(char *line, size_t size, const char *option, const char *value)
{
	pk_words_quote(line, size, option);
	pk_words_quote(line, size, value);
}

/* As a user would type it for the same packets. */
static void name_choice(const struct pk_choice *choice, char *line, size_t size)
{
	char number[16];
	size_t len;

	snprintf(number, sizeof(number), "%d", LINES);
	quote_option(line, size, "-l", number);
	quote_option(line, size, "-n", count_of(choice, number));
	if (choice->after_panic)
		pk_words_quote(line, size, "--after-panic");
	if (choice->may_match)
		pk_words_quote(line, size, "-u");
	len = strlen(line);
	snprintf(line + len, size - len, "%s%s", *choice->filter.quoted ? " " : "",
		 choice->filter.quoted);
}

static void name_command(const struct pk_ctx *ctx, const struct part *part,
			 const struct pk_choice *choice, char *line, size_t size)
{
	char protocols[PK_TITLES_MAX];
	struct words words;
	unsigned all;

	make_words(part, choice, &words);
	snprintf(line, size, "pkttrace");
	for (int i = 0; i < words.argc; i++)
		pk_words_quote(line, size, words.argv[i]);
	if (ctx->instance)
		quote_option(line, size, "-i", ctx->instance);
	if (ctx->protocols)
		quote_option(line, size, "-P",
			     pk_protocols_parse("all", &all) && all == ctx->protocols
				     ? "all"
				     : pk_protocols_list(ctx, protocols, sizeof(protocols)));
	if (part->packets == CHOSEN)
		name_choice(choice, line, size);
}

/* By the context's own table, as for a capsule: this file is below the commands. */
static const struct pk_subcommand *find(const struct pk_ctx *ctx, const char *words)
{
	const struct pk_subcommand *const *sub = ctx->commands->list;
	size_t len = strcspn(words, " ");

	while (*sub && (strlen((*sub)->name) != len || strncmp((*sub)->name, words, len)))
		sub++;
	return *sub;
}

static int run_words(struct pk_ctx *ctx, const struct part *part, const struct pk_choice *choice,
		     FILE *fp)
{
	const struct pk_subcommand *sub = find(ctx, part->words);
	struct words words;

	make_words(part, choice, &words);
	return sub ? sub->run(ctx, words.argc, words.argv, fp) : 1;
}

/* What a command cannot do it says in its part, and the others are not touched by it. */
static bool run_part(struct pk_ctx *ctx, const struct part *part, const struct pk_choice *choice,
		     FILE *fp)
{
	FILE *printable = pk_printable_stream(fp, false);
	FILE *complaints = ctx->complaints;
	bool failed = !printable;

	if (!printable)
		return false;
	ctx->complaints = NULL; /* the page shows them where they belong */
	pk_none(ctx, PK_OK);
	if (part->packets != CHOSEN)
		failed = run_words(ctx, part, choice, printable) != 0;
	else if (pk_last_print(ctx, choice, LINES, printable) != PK_OK)
		failed = pk_failure(ctx, printable, "last", PK_OK);
	ctx->last_boot = NULL;
	ctx->complaints = complaints;
	return !fclose(printable) && !failed;
}

static enum pk_status put_command(struct pk_ctx *ctx, struct pk_html *html, const struct part *part,
				  const struct pk_choice *choice)
{
	char command[MAX_COMMAND];
	bool done;
	FILE *fp;

	name_command(ctx, part, choice, command, sizeof(command));
	fp = pk_html_part_begin(html, part->name, command);
	if (!fp)
		return pk_fail(ctx, PK_NOMEM, "html: %s", part->name);
	done = run_part(ctx, part, choice, fp);
	if (!pk_html_part_end(html, part->name, !done))
		return pk_fail(ctx, PK_IO, "html: %s cannot be written", part->name);
	return PK_OK;
}

/* A command that takes no -i and no -P is run, and named, without. */
static enum pk_status put_part(struct pk_ctx *ctx, struct pk_html *html, const struct part *part,
			       const struct pk_choice *choice)
{
	const struct pk_subcommand *sub = find(ctx, part->words);
	const char *instance = ctx->instance;
	unsigned protocols = ctx->protocols;
	enum pk_status status;

	if (!sub || !sub->of_packets) {
		ctx->instance = NULL;
		ctx->protocols = 0;
	}
	status = put_command(ctx, html, part, choice);
	ctx->instance = instance;
	ctx->protocols = protocols;
	return status;
}

/* What is in the page whatever the filter. */
static const char *unchosen(const struct pk_choice *choice)
{
	const struct pk_filter_request *filter = &choice->filter;

	return filter->sock || filter->mark || filter->function || *filter->text
		       ? "findings, the packet it died with, those in flight, devices, counters, "
			 "drops over time, latency, consumers and the log"
		       : "flows, findings, the packet it died with, those in flight, devices, "
			 "counters, drops over time, latency, consumers and the log";
}

/* What no command says: who wrote this, of what, and when by the wall clock it died. */
static enum pk_status put_page(struct pk_ctx *ctx, struct pk_html *html,
			       const struct pk_choice *choice)
{
	const char *slash = strrchr(ctx->target->facts.dump_file, '/');
	FILE *fp = pk_html_part_begin(html, "page", "");
	struct pk_out out;
	uint64_t wall;

	if (!fp)
		return pk_fail(ctx, PK_NOMEM, "html: page");
	pk_out_init(&out, fp, &pk_out_json_ops);
	pk_out_object_begin(&out, NULL);
	pk_out_str(&out, "version", NULL, PK_VERSION);
	pk_out_word(&out, "dump", NULL, slash ? slash + 1 : ctx->target->facts.dump_file);
	pk_out_word(&out, "machine", NULL, ctx->target->facts.machine);
	if (ctx->target->facts.redacted[0])
		pk_out_str(&out, "redacted", NULL, ctx->target->facts.redacted);
	if (choice->filter.any) {
		pk_out_str(&out, "filter", NULL, choice->filter.words);
		pk_out_str(&out, "unchosen", NULL, unchosen(choice));
	}
	if (pk_wall_clock(ctx, &wall) == PK_OK)
		pk_out_ns(&out, "wall_ns", NULL, wall);
	else
		pk_out_null(&out, "wall_ns");
	pk_out_array_begin(&out, "warnings");
	for (unsigned i = 0; i < ctx->nr_warnings; i++)
		pk_out_str(&out, NULL, NULL, ctx->warnings[i]);
	pk_out_array_end(&out);
	pk_out_object_end(&out);
	pk_out_deinit(&out);
	return pk_html_part_end(html, "page", out.failed)
		       ? PK_OK
		       : pk_fail(ctx, PK_IO, "html: it cannot be written");
}

static enum pk_status run(struct pk_ctx *ctx, const struct pk_export_options *options, FILE *fp,
			  FILE *log)
{
	struct pk_html html;
	enum pk_status status = PK_OK;

	if (options->choice->filter.any)
		fprintf(log, "the filter chooses packets: %s are of the whole machine\n",
			unchosen(options->choice));
	pk_html_begin(&html, fp);
	pk_packets_keep(ctx);
	for (size_t i = 0; i < PK_ARRAY_SIZE(parts) && status == PK_OK; i++) {
		if (ctx->progress)
			ctx->progress("commands written", i);
		status = put_part(ctx, &html, &parts[i], options->choice);
	}
	pk_packets_let_go(ctx);
	if (status == PK_OK)
		status = put_page(ctx, &html, options->choice);
	pk_html_end(&html);
	if (status == PK_OK && ferror(fp))
		status = pk_fail(ctx, PK_IO, "html: it cannot be written");
	return status;
}

const struct pk_exporter pk_export_html = {
	.type = "html",
	.summary = "a page for a browser: one file, without network",
	.takes_packets = true,
	.packets = PACKETS,
	.holds = "addresses, ports, names of programs and devices, kernel addresses, the end of "
		 "the kernel log; no payload",
	.run = run,
};
