// SPDX-License-Identifier: GPL-3.0-or-later
/* direct read|write DEVICE BYTES OFFSET: one direct I/O. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	size_t len;
	ssize_t done;
	void *buf;
	int fd;

	if (argc != 5)
		errx(2, "usage: direct read|write DEVICE BYTES OFFSET");
	len = strtoul(argv[3], NULL, 0);
	fd = open(argv[2], O_RDWR | O_DIRECT);
	if (fd < 0 || posix_memalign(&buf, 4096, len))
		err(1, "%s", argv[2]);
	memset(buf, 0, len);
	done = !strcmp(argv[1], "write") ? pwrite(fd, buf, len, atol(argv[4]))
					 : pread(fd, buf, len, atol(argv[4]));
	if (done != (ssize_t)len)
		err(1, "%s", argv[2]);
	return 0;
}
