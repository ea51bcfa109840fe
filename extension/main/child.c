// SPDX-License-Identifier: GPL-3.0-or-later
#include "main/main.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

int pk_ended(int code)
{
	/* Why an earlier write failed, errno does not say any more; what fails once mostly fails again. */
	errno = 0;
	if (!fflush(stdout) && !ferror(stdout))
		return code;
	fprintf(stderr, "pkttrace: standard output: %s\n",
		errno ? strerror(errno) : "not all could be written");
	return 1;
}

int pk_child_code(int status)
{
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	if (WTERMSIG(status) != SIGINT && WTERMSIG(status) != SIGPIPE)
		fprintf(stderr, "pkttrace: internal error (signal %d, %s): the output is cut\n",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	return 128 + WTERMSIG(status);
}
