// SPDX-License-Identifier: GPL-3.0-or-later
/* Preloaded: each fiftieth page that libkdumpfile uncompresses faults, as its version 0.5.1 does now and then on good ones. Appends a
 * letter to the file $FAULTS for each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int lzo1x_decompress_safe(const unsigned char *from, unsigned long from_len, unsigned char *to,
			  unsigned long *to_len, void *work)
{
	static int (*real)(const unsigned char *, unsigned long, unsigned char *, unsigned long *,
			   void *);
	/* The same thread reads a page once more: that is no fiftieth. */
	static __thread unsigned calls;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "lzo1x_decompress_safe");
	if (++calls % 50 == 0) {
		int fd = open(getenv("FAULTS"), O_WRONLY | O_APPEND | O_CREAT, 0600);

		if (fd < 0 || write(fd, "x", 1) != 1)
			abort();
		close(fd);
		raise(SIGSEGV);
	}
	return real(from, from_len, to, to_len, work);
}
