// SPDX-License-Identifier: GPL-3.0-or-later
#include "main/main.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "command/command.h"
#include "model/packet.h"
#include "protocol/protocol.h"
#include "text/files.h"

#define MAX_WORDS 64

/* --- a line ------------------------------------------------------------------------------------------- */

struct line {
	char *words[MAX_WORDS + 1]; /* the first is the program's name */
	int nr;
	char *pipe, *file; /* what follows "|" or ">"; else NULL */
};

/* Takes TEXT apart in place. False: it cannot be, and WHY says it. */
static bool split(char *text, struct line *line, const char **why)
{
	char *from = text, *to;

	*line = (struct line){.words = {(char *)"pkttrace"}, .nr = 1};
	for (;;) {
		char quote = '\0';

		while (isspace((unsigned char)*from))
			from++;
		if (*from == '|' || *from == '>') {
			*(*from == '|' ? &line->pipe : &line->file) = from + 1;
			break;
		}
		if (!*from)
			break;
		if (line->nr == MAX_WORDS) {
			*why = "too many words";
			return false;
		}
		line->words[line->nr++] = to = from;
		for (; *from && (quote || !isspace((unsigned char)*from)); from++) {
			if (quote ? *from == quote : *from == '\'' || *from == '"')
				quote = quote ? '\0' : *from;
			else
				*to++ = *from;
		}
		if (quote) {
			*why = "a quote is not closed";
			return false;
		}
		if (*from)
			from++;
		*to = '\0';
	}
	line->words[line->nr] = NULL;
	return true;
}

static char *trimmed(char *text)
{
	size_t len;

	while (isspace((unsigned char)*text))
		text++;
	for (len = strlen(text); len && isspace((unsigned char)text[len - 1]); len--)
		;
	text[len] = '\0';
	return text;
}

/* --- a command ------------------------------------------------------------------------------------------ */

static int run_words(struct pk_ctx *ctx, const struct line *line)
{
	if (line->nr > 1 && !strcmp(line->words[1], "help"))
		return pk_help_print(&pk_commands, line->nr > 2 ? line->words[2] : NULL, stdout);
	return pk_command_run(ctx, line->nr, (char **)line->words, stdout);
}

static int run_line(struct pk_ctx *ctx, const struct line *line)
{
	FILE *pipe = NULL;
	int code;

	if (line->file && !freopen(trimmed(line->file), "w", stdout)) {
		fprintf(stderr, "pkttrace: %s: %s\n", trimmed(line->file), strerror(errno));
		return 1;
	}
	if (line->pipe) {
		pipe = popen(line->pipe, "w");
		if (!pipe || dup2(fileno(pipe), STDOUT_FILENO) < 0) {
			perror("pkttrace");
			return 1;
		}
	}
	code = pk_ended(run_words(ctx, line));
	if (pipe) {
		fclose(stdout);
		pclose(pipe);
	}
	return code;
}

/* What is still to be read belongs to the prompt: the end of a process with the same stream would set a file's position back
 * to what that has not taken yet, and the prompt would read it for ever. */
static void leave_input(void)
{
	int none = isatty(STDIN_FILENO) ? -1 : open("/dev/null", O_RDONLY);

	if (none >= 0) {
		dup2(none, STDIN_FILENO);
		close(none);
	}
}

/* Of a process of its own: a fault, or Ctrl-C, ends a command and not the prompt. 0 in the child, -1: none could be made. */
static pid_t fork_child(void)
{
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		perror("pkttrace");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		signal(SIGINT, SIG_DFL);
		leave_input();
	}
	return pid;
}

/* False: how it ended is not known. */
static bool wait_child(pid_t pid, int *ret_status)
{
	while (waitpid(pid, ret_status, 0) < 0)
		if (errno != EINTR)
			return false;
	return true;
}

static int run_child(struct pk_ctx *ctx, const struct line *line)
{
	int status;
	pid_t pid = fork_child();

	if (!pid)
		exit(run_line(ctx, line));
	if (pid < 0 || !wait_child(pid, &status))
		return 1;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT)
		fputc('\n', stderr);
	return pk_child_code(status);
}

/* --- the prompt ------------------------------------------------------------------------------------------ */

static struct pk_ctx *asked; /* readline's callbacks have no argument */

static char *next_command(const char *text, int state)
{
	static unsigned at;
	const struct pk_subcommand *sub;

	if (!state)
		at = 0;
	while ((sub = pk_subcommand_at(at++)))
		if (!strncmp(sub->name, text, strlen(text)))
			return strdup(sub->name);
	return NULL;
}

/* What a command of the kind that users type prints; the caller frees it. NULL: nothing. */
static char *output_of(int argc, char **argv)
{
	char *text = NULL;
	int fds[2], status;
	size_t size = 0;
	FILE *from;
	pid_t pid;

	if (pipe(fds) < 0)
		return NULL;
	pk_command_warm(asked, argc, argv);
	pid = fork_child();
	if (!pid) {
		dup2(fds[1], STDOUT_FILENO);
		if (!freopen("/dev/null", "w", stderr)) /* no warning into the line that is typed */
			exit(1);
		exit(pk_ended(pk_command_run(asked, argc, argv, stdout)));
	}
	close(fds[1]);
	from = fdopen(fds[0], "r");
	if (from) {
		if (getdelim(&text, &size, '\0', from) < 0) {
			free(text);
			text = NULL;
		}
		fclose(from);
	}
	if (pid > 0)
		wait_child(pid, &status);
	return text;
}

/* Words that are offered, separated by blanks and newlines: the text is the offer's own. */
static char *offered;

static char *next_word(const char *prefix, int state)
{
	static char *at;

	if (!state)
		at = offered;
	while (at && *at) {
		char *word = at + strspn(at, " \n");
		size_t len = strcspn(word, " \n");

		at = word + len;
		if (len && !strncmp(word, prefix, strlen(prefix)))
			return strndup(word, len);
	}
	return NULL;
}

/* CPU, page and offset, or that of memory: no address has two dots, and no number a letter. */
static bool is_id(const char *word, size_t len)
{
	size_t dots = 0;

	for (size_t i = 0; i < len; i++)
		dots += word[i] == '.';
	if (strspn(word, "0123456789abcdefm.") < len)
		return false;
	return dots == 2 || (dots == 1 && !strncmp(word, "m.", 2));
}

/* Only the newest packets' IDs stay of their list. */
static char *list_ids(void)
{
	char *argv[] = {(char *)"pkttrace", (char *)"last", (char *)"-P",  (char *)"all",
			(char *)"-q",	    (char *)"-n",   (char *)"200", NULL};
	char *text = output_of(7, argv), *to = text;

	for (char *word = text; word && *word;) {
		size_t len = strcspn(word, " \n");
		char *next = word + len + (word[len] != '\0');

		if (is_id(word, len) && next > word + len) {
			memmove(to, word, len);
			to += len;
			*to++ = ' ';
		}
		word = next;
	}
	if (to)
		*to = '\0';
	return text;
}

/* Of the JSON, where a name is nobody else's word; one with a blank in it is cut. */
static char *list_devices(void)
{
	static const char key[] = "\"name\":\"";
	char *argv[] = {(char *)"pkttrace", (char *)"devices", (char *)"-j", NULL};
	char *text = output_of(3, argv), *to = text, *next;

	for (char *line = text; line && *line; line = next) {
		char *name = strstr(line, key);
		size_t whole = strcspn(line, "\n"), len;

		next = line + whole + (line[whole] == '\n');
		if (!name || name > line + whole)
			continue;
		name += sizeof(key) - 1;
		len = strcspn(name, "\"\n");
		memmove(to, name, len);
		to += len;
		*to++ = '\n';
	}
	if (to)
		*to = '\0';
	return text;
}

static char *list_names(const char *(*name_of)(int i))
{
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	for (int i = 0; fp && name_of(i); i++)
		fprintf(fp, "%s\n", name_of(i));
	if (fp)
		fclose(fp);
	return text;
}

static const char *outcome_name(int i)
{
	return i < PK_NR_OUTCOMES ? pk_outcome_name(i) : NULL;
}

static const char *protocol_name(int i)
{
	int nr;

	for (nr = 0; pk_protocols[nr]; nr++)
		;
	return i < nr ? pk_protocols[i]->name : i == nr ? "all" : NULL;
}

static const char *net_file_name(int i)
{
	return i < PK_NR_NET_FILES ? pk_net_file_name(i) : NULL;
}

static const char *direction_name(int i)
{
	return i < 2 ? pk_direction_name(i) : NULL;
}

/* What may stand behind the words of LINE; NULL: nothing is known of it. The caller frees it. */
static char *offers_for(const struct line *line)
{
	const char *sub = line->nr > 1 ? line->words[1] : "", *before = line->words[line->nr - 1];

	if (!strcmp(before, "-e"))
		return list_names(outcome_name);
	if (!strcmp(before, "-P"))
		return list_names(protocol_name);
	if (!strcmp(before, "-d"))
		return list_names(direction_name);
	if (!strcmp(before, "-F") && !strcmp(sub, "counters"))
		return list_names(net_file_name);
	if (before[0] == '-')
		return NULL;
	if (!strcmp(sub, "show") || !strcmp(sub, "story"))
		return list_ids();
	return !strcmp(sub, "devices") ? list_devices() : NULL;
}

static char **complete(const char *text, int start, int end)
{
	char *typed = strndup(rl_line_buffer, (size_t)start);
	struct line line;
	const char *why;

	(void)end;
	rl_attempted_completion_over = 1;
	if (!start) {
		free(typed);
		return rl_completion_matches(text, next_command);
	}
	free(offered);
	offered = typed && split(typed, &line, &why) && !line.pipe && !line.file ? offers_for(&line)
										 : NULL;
	free(typed);
	if (offered)
		return rl_completion_matches(text, next_word);
	rl_attempted_completion_over = 0; /* a file's name */
	return NULL;
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
	interrupted = signal;
}

/*
 * Ctrl-C while a line is typed: another line. Readline calls this ten times a second while it waits, and not only when a signal
 * ends its wait: one that comes just before the wait would be seen with the next key only.
 */
static int start_over(void)
{
	if (interrupted) {
		interrupted = 0;
		rl_replace_line("", 1);
		rl_crlf();
		rl_on_new_line();
		rl_redisplay();
	}
	return 0;
}

/* The caller frees it; NULL: the end. */
static char *read_line(bool terminal)
{
	char *text = NULL;
	size_t size = 0;
	ssize_t len;

	if (terminal) {
		interrupted = 0;
		text = readline("pkttrace> ");
		if (text && *trimmed(text))
			add_history(text);
		return text;
	}
	len = getline(&text, &size, stdin);
	if (len < 0) {
		free(text);
		return NULL;
	}
	if (len && text[len - 1] == '\n')
		text[len - 1] = '\0';
	return text;
}

int pk_shell_run(struct pk_ctx *ctx)
{
	bool terminal = isatty(STDIN_FILENO);
	int code = 0;
	char *text;

	asked = ctx;
	rl_readline_name = "pkttrace";
	rl_attempted_completion_function = complete;
	rl_event_hook = start_over;
	signal(SIGINT, terminal ? on_interrupt : SIG_IGN);
	while ((text = read_line(terminal))) {
		const char *why = "";
		struct line line;

		if (!split(text, &line, &why)) {
			fprintf(stderr, "pkttrace: %s\n", why);
			code = 2;
		} else if (line.nr > 1 &&
			   (!strcmp(line.words[1], "quit") || !strcmp(line.words[1], "exit"))) {
			free(text);
			break;
		} else if (line.nr > 1) {
			pk_command_warm(ctx, line.nr, line.words);
			code = run_child(ctx, &line);
		}
		free(text);
	}
	return code;
}
