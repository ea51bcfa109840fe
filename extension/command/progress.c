// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/command.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* One terminal, one command at work on it: what a signal handler needs cannot be elsewhere. */
static struct {
	const char *volatile what; /* a literal */
	volatile uint64_t done;
	volatile sig_atomic_t at_work, hidden; /* hidden: others draw on the terminal */
	volatile sig_atomic_t width; /* of the line that stands there; 0: none */
	volatile uint64_t seconds;
	FILE *fp;
	bool is_file;
	struct sigaction before;
} screen;

static char stream_buffer[1 << 16];

static void note(const char *what, uint64_t done)
{
	screen.what = what;
	screen.done = done;
}

/* No stdio in a signal handler. */
static char *put_text(char *to, char *end, const char *text)
{
	while (*text && to < end)
		*to++ = *text++;
	return to;
}

static char *put_number(char *to, char *end, uint64_t value)
{
	char digits[21];
	size_t nr = sizeof(digits);

	digits[--nr] = '\0';
	do
		digits[--nr] = (char)('0' + value % 10);
	while (value /= 10);
	return put_text(to, end, digits + nr);
}

static void draw(const char *line, size_t len)
{
	if (write(STDERR_FILENO, line, len) < 0)
		screen.hidden = 1; /* no terminal any more */
}

static void tick(int sig)
{
	char line[160], *to = line, *end = line + sizeof(line);
	const char *what = screen.what;
	int saved = errno;
	sig_atomic_t width;

	(void)sig;
	screen.seconds++;
	if (screen.hidden || !screen.at_work)
		return;
	to = put_text(to, end, "\rpkttrace: ");
	to = put_number(to, end, screen.seconds);
	to = put_text(to, end, " s");
	if (what) {
		to = put_text(to, end, ", ");
		to = put_number(to, end, screen.done);
		to = put_text(to, end, " ");
		to = put_text(to, end, what);
	}
	to = put_text(to, end, " (Ctrl-C stops)");
	width = (sig_atomic_t)(to - line) - 1;
	for (sig_atomic_t i = width; i < screen.width && to < end; i++) /* what a longer one left */
		*to++ = ' ';
	screen.width = width;
	draw(line, (size_t)(to - line));
	errno = saved;
}

static void take_away(void)
{
	char line[160];
	size_t width =
		(size_t)screen.width < sizeof(line) - 2 ? (size_t)screen.width : sizeof(line) - 2;

	if (!width)
		return;
	screen.width = 0;
	line[0] = '\r';
	memset(line + 1, ' ', width);
	line[width + 1] = '\r';
	draw(line, width + 2);
}

static ssize_t put(void *cookie, const char *bytes, size_t len)
{
	(void)cookie;
	if (!screen.is_file) {
		screen.hidden = 1; /* before the line goes: the timer does not bring it back */
		take_away();
	}
	return fwrite(bytes, 1, len, screen.fp) == len ? (ssize_t)len : 0;
}

static void set_timer(bool on)
{
	struct itimerval timer = {{on, 0}, {on, 0}};
	struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};

	if (on)
		sigaction(SIGALRM, &action, &screen.before);
	setitimer(ITIMER_REAL, &timer, NULL);
	if (!on)
		sigaction(SIGALRM, &screen.before, NULL);
}

FILE *pk_progress_begin(struct pk_ctx *ctx, FILE *fp)
{
	static const cookie_io_functions_t functions = {.write = put};
	struct stat stat;
	FILE *out;

	if (screen.at_work) { /* a capsule is made by commands in a context of their own */
		ctx->progress = note;
		return fp;
	}
	if (!isatty(STDERR_FILENO))
		return fp;
	out = fopencookie(NULL, "w", functions);
	if (!out)
		return fp;
	setvbuf(out, stream_buffer, _IOFBF, sizeof(stream_buffer));
	memset(&screen, 0, sizeof(screen));
	screen.fp = fp;
	screen.is_file = fileno(fp) >= 0 && !fstat(fileno(fp), &stat) && !isatty(fileno(fp)) &&
			 !S_ISFIFO(stat.st_mode) && !S_ISSOCK(stat.st_mode);
	screen.at_work = 1;
	ctx->progress = note;
	set_timer(true);
	return out;
}

int pk_progress_end(struct pk_ctx *ctx, FILE *out, FILE *fp)
{
	int failed;

	if (out == fp)
		return 0;
	failed = fclose(out);
	set_timer(false);
	screen.at_work = 0;
	take_away();
	ctx->progress = NULL;
	return failed;
}
