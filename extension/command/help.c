// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/command.h"

#include <stdbool.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"
#include "protocol/protocol.h"
#include "protocol/stage.h"

#define SUMMARY "last packets of a dead kernel, their call paths and hooks"
#define OVERVIEW "overview"
#define PATH "path"
#define HELP_COLUMNS 80
#define USAGE "[SUBCOMMAND [OPTION ...] [ARGUMENT ...]]"

/* build/gen/help_lines.h holds one macro a topic, each a list of strings: HELP_overview, ... */
#include "help_lines.h"

#define TOPIC(name) static char *lines_##name[] = {HELP_##name NULL};
HELP_TOPICS
#undef TOPIC

struct topic {
	const char *name;
	char **lines;
};

static const struct topic topics[] = {
#define TOPIC(name) {#name, lines_##name},
	HELP_TOPICS
#undef TOPIC
};
#define NR_TOPICS PK_ARRAY_SIZE(topics)

/* crash's form: name, summary, synopsis, then the body. */
char *pk_command_help[] = {"pkttrace", SUMMARY, USAGE, HELP_ALL NULL};

static const struct topic *find(const char *name)
{
	return pk_find(topics, NR_TOPICS, !strcmp(it->name, name));
}

/* "pkttrace NAME USAGE", broken before an option where a line gets too long. */
static void print_synopsis(const char *name, const char *usage, FILE *fp)
{
	int column = fprintf(fp, "  pkttrace %s", name);

	while (*usage) {
		int len = 0, depth = 0;

		for (; usage[len] && (depth || usage[len] != ' '); len++)
			depth += (usage[len] == '[') - (usage[len] == ']');
		if (column + 1 + len > HELP_COLUMNS)
			column = fprintf(fp, "\n     ") - 1;
		column += fprintf(fp, " %.*s", len, usage);
		usage += len + (usage[len] == ' ');
	}
	fprintf(fp, "\n");
}

static void print_subcommands(const struct pk_commands *commands, FILE *fp)
{
	for (const struct pk_subcommand *const *sub = commands->list; *sub; sub++)
		fprintf(fp, "  %-9s %s\n", (*sub)->name, (*sub)->summary);
}

static const struct pk_subcommand *find_subcommand(const struct pk_commands *commands,
						   const char *name)
{
	const struct pk_subcommand *const *sub = commands->list;

	while (*sub && strcmp((*sub)->name, name))
		sub++;
	return *sub;
}

void pk_help_page(const struct pk_commands *commands, const char *usage, FILE *fp)
{
	fprintf(fp, "pkttrace - %s\n\n%s\nSUBCOMMANDS\n", SUMMARY, usage);
	print_subcommands(commands, fp);
	fprintf(fp,
		"\nREAD ON\n"
		"  pkttrace help SUBCOMMAND   its options, with examples\n"
		"  pkttrace help " OVERVIEW "     ages, ratings, names, terminals, exit status\n"
		"  pkttrace help " PATH "         what each function does to a packet\n"
		"  man pkttrace               all of it; in crash: help pkttrace\n"
		"  docs/tasks.md              six common questions, with what to type\n"
		"                             (installed in share/doc/pkttrace)\n");
}

struct listing {
	FILE *fp;
	unsigned column;
};

static void print_row(const struct pk_stage *stage, const struct pk_protocol *protocol, void *arg)
{
	struct listing *listing = arg;
	char word[128];
	unsigned len = (unsigned)snprintf(word, sizeof(word), "%s%s%s%s%s%s", stage->name,
					  protocol ? " (" : "", protocol ? protocol->name : "",
					  protocol ? ")" : "", stage->to ? " > " : "",
					  pk_holder_name(stage->to));

	if (!listing->column || listing->column + 2 + len > HELP_COLUMNS)
		listing->column = (unsigned)fprintf(listing->fp, "%s    %s",
						    listing->column ? ",\n" : "", word);
	else
		listing->column += (unsigned)fprintf(listing->fp, ", %s", word);
}

static void print_holders(const char *word, unsigned holders, FILE *fp)
{
	unsigned column = (unsigned)fprintf(fp, "    %s", word);

	for (enum pk_holder at = 1; at < PK_NR_HOLDERS; at++) {
		const char *name = pk_holder_name(at);

		if (!(holders & 1u << at))
			continue;
		if (column + 1 + strlen(name) > HELP_COLUMNS)
			column = (unsigned)fprintf(fp, "\n      ") - 1;
		column += (unsigned)fprintf(fp, " %s", name);
	}
	fprintf(fp, "\n");
}

/* Whom a packet goes from and to by a row. */
static void print_moves(unsigned from, enum pk_holder to, FILE *fp)
{
	if (!to)
		return;
	print_holders(!from	    ? "makes it, to"
		      : from == ~0u ? "from whoever has it, to"
				    : "from",
		      from && from != ~0u ? from : 1u << to, fp);
	if (from && from != ~0u)
		print_holders("to", 1u << to, fp);
}

/* The tables themselves, so that what is said of a function cannot differ from what is done by it. */
static void print_path(FILE *fp)
{
	fprintf(fp,
		"\nThe functions and tracepoints that make a packet's path, and what each does to\n"
		"it. Others are shown where they were traced, and prove nothing. Whoever has the\n"
		"packet keeps it, unless \"to\" names another; \" > \" is the same of one "
		"function.\n");
	for (unsigned at = 1; at <= PK_NR_ACTS; at++) {
		struct listing listing = {fp, 0};
		enum pk_stage_act act = at % PK_NR_ACTS; /* what changes nothing comes last */

		fprintf(fp, "\n  %s\n", pk_stage_act_words(act));
		print_moves(pk_stage_from(&(struct pk_stage){.act = act}),
			    pk_stage_to(&(struct pk_stage){.act = act}), fp);
		pk_stages_each(act, print_row, &listing);
		fprintf(fp, "\n");
	}
}

int pk_help_print(const struct pk_commands *commands, const char *name, FILE *fp)
{
	const struct pk_subcommand *sub = name ? find_subcommand(commands, name) : NULL;
	const struct topic *topic = name ? find(name) : NULL;

	if (!name) {
		pk_help_page(commands, "usage: pkttrace " USAGE "\n", fp);
		return 0;
	}
	if (!strcmp(name, PATH)) {
		print_path(fp);
		return 0;
	}
	if (!sub && !topic) {
		pk_print(fp, "pkttrace: no help on \"%s\"; there is help on:\n", name);
		print_subcommands(commands, fp);
		fprintf(fp, "  %-9s %s\n", OVERVIEW, "what all of them have in common");
		fprintf(fp, "  %-9s %s\n", PATH, "what each function does to a packet");
		return 2;
	}
	if (sub) {
		fprintf(fp, "\nNAME\n  pkttrace %s - %s\n\nSYNOPSIS\n", name, sub->summary);
		print_synopsis(name, sub->usage, fp);
	} else {
		fprintf(fp, "\nNAME\n  pkttrace - %s\n\nSYNOPSIS\n  pkttrace %s\n", SUMMARY, USAGE);
	}
	fprintf(fp, "\nDESCRIPTION\n");
	if (topic) {
		char *const *lines = topic->lines;

		for (; *lines; lines++)
			fprintf(fp, "%s\n", *lines);
	}
	fprintf(fp, "\n");
	return 0;
}

/* troff reads '.' and '\'' at a line's start, backslashes and minus signs anywhere. */
static void man_text(const char *text, FILE *fp)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", fp);
	for (; *text; text++) {
		if (*text == '\\')
			fputs("\\e", fp);
		else if (*text == '-')
			fputs("\\-", fp);
		else
			fputc(*text, fp);
	}
	fputc('\n', fp);
}

/* Indented lines (option tables, sessions) keep their shape, the others flow; headings have no indent at all. */
static void man_body(char *const *lines, FILE *fp)
{
	bool verbatim = false;

	for (; *lines; lines++) {
		bool heading = **lines && **lines != ' ';
		const char *text =
			*lines + (**lines && !heading ? 2 : 0); /* without the indent of help */
		bool indented = *text == ' ';

		if (heading) {
			fprintf(fp, "%s.PP\n.B %s\n", verbatim ? ".fi\n.RE\n" : "", text);
			verbatim = false;
			continue;
		}
		if (!**lines && verbatim && lines[1] && !strncmp(lines[1], "   ", 3))
			fputc('\n', fp);
		if (!**lines && (verbatim || !lines[1]))
			continue;
		if (verbatim && !indented)
			fputs(".fi\n.RE\n.PP\n", fp);
		if (!verbatim && indented)
			fputs(".PP\n.RS 2\n.nf\n", fp);
		verbatim = indented;
		if (!**lines)
			fputs(".PP\n", fp);
		else
			man_text(text, fp);
	}
	if (verbatim)
		fputs(".fi\n.RE\n", fp);
}

void pk_help_man(const struct pk_commands *commands, FILE *fp)
{
	fprintf(fp, ".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n"
		    ".\\\" Made from the program's own help by `pkttrace --man`: do not edit.\n"
		    ".TH PKTTRACE 8 \"\" \"pkttrace " PK_VERSION "\" \"Kernel crash analysis\"\n"
		    ".SH NAME\npkttrace \\- " SUMMARY "\n.SH SYNOPSIS\n"
		    ".nf\ncrash> extend pkttrace.so\ncrash> pkttrace ");
	man_text(USAGE, fp);
	fprintf(fp, "$ pkttrace VMCORE|CAPSULE ");
	man_text(USAGE, fp);
	fprintf(fp, "$ pkttrace VMCORE1 VMCORE2 ... \\-\\- ");
	man_text(USAGE, fp);
	fprintf(fp, "$ pkttrace VMCORE|CAPSULE \\-\\-shell\n");
	fprintf(fp, ".fi\n.SH DESCRIPTION\n");
	if (find(OVERVIEW))
		man_body(find(OVERVIEW)->lines, fp);
	fprintf(fp, ".SH SUBCOMMANDS\n");
	for (unsigned i = 0; commands->list[i]; i++) {
		const struct pk_subcommand *sub = commands->list[i];
		const struct topic *topic = find(sub->name);

		fprintf(fp, ".SS \"%s ", sub->name);
		for (const char *c = sub->usage; *c; c++)
			fputs(*c == '-' ? "\\-" : *c == '"' ? "\\(dq" : (char[]){*c, 0}, fp);
		fprintf(fp, "\"\n");
		man_text(sub->summary, fp);
		fprintf(fp, ".PP\n");
		if (topic)
			man_body(topic->lines, fp);
	}
	fprintf(fp,
		".SH \"SEE ALSO\"\n.BR crash (8),\n.BR makedumpfile (8),\n.BR trace\\-cmd (1)\n");
}
