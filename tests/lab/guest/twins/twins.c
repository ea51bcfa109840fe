// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * twins: connections that are equal to another namespace's, but for what is in them.
 *
 *   twins serve ADDRESS PORT SIZE                     answer each connection: read SIZE bytes, write SIZE, for ever
 *   twins talk ADDRESS FROM TO_ADDRESS PORT SIZE NR   at the next full second, from this address and port: write SIZE bytes
 *                                                     and read as many, NR times; then close
 *   twins keep ADDRESS FROM TO_ADDRESS PORT SIZE NR   the same, and stay connected
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static char payload[4096];

static int fail(const char *what)
{
	perror(what);
	return 1;
}

static struct sockaddr_in place(const char *address, const char *port)
{
	struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};

	inet_pton(AF_INET, address, &place.sin_addr);
	return place;
}

static int bound(const struct sockaddr_in *where)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return bind(fd, (const struct sockaddr *)where, sizeof(*where)) ? -1 : fd;
}

static int read_all(int fd, size_t size)
{
	while (size) {
		ssize_t got = read(fd, payload, size);

		if (got <= 0)
			return 0;
		size -= (size_t)got;
	}
	return 1;
}

static int serve(const struct sockaddr_in *where, size_t size)
{
	int listener = bound(where), fd;

	if (listener < 0 || listen(listener, 8))
		return fail("listen");
	while ((fd = accept(listener, NULL, NULL)) >= 0) {
		if (fork()) {
			close(fd);
			continue;
		}
		while (read_all(fd, size) && write(fd, payload, size) == (ssize_t)size)
			;
		return 0;
	}
	return fail("accept");
}

static int talk(const struct sockaddr_in *from, const struct sockaddr_in *to, size_t size, int nr,
		int keep)
{
	struct timespec at;
	int fd = bound(from);

	if (fd < 0)
		return fail("bind");
	clock_gettime(CLOCK_REALTIME, &at);
	at = (struct timespec){.tv_sec = at.tv_sec + 2};
	clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &at, NULL);
	if (connect(fd, (const struct sockaddr *)to, sizeof(*to)))
		return fail("connect");
	while (nr-- > 0)
		if (write(fd, payload, size) != (ssize_t)size || !read_all(fd, size))
			return fail("talk");
	while (keep)
		pause();
	return 0;
}

int main(int argc, char **argv)
{
	struct sockaddr_in from, to;

	if (argc < 5)
		return 2;
	from = place(argv[2], argv[3]);
	if (!strcmp(argv[1], "serve"))
		return serve(&from, (size_t)atoi(argv[4]));
	if (argc < 8)
		return 2;
	to = place(argv[4], argv[5]);
	return talk(&from, &to, (size_t)atoi(argv[6]), atoi(argv[7]), !strcmp(argv[1], "keep"));
}
