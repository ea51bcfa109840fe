// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * accounts ports HOST PORT NR: connects NR times, and prints each local port, or why there was none. What is connected stays.
 * accounts unread PORT NR SIZE: binds NR UDP sockets from PORT on, and sends each datagrams until it holds SIZE bytes of
 *	data. Nobody reads them.
 *
 * What stays is held by a child, whose PID is printed, until the machine dies.
 */
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address(const char *host, int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};

	if (inet_pton(AF_INET, host, &at.sin_addr) != 1)
		errx(2, "%s", host);
	return at;
}

static void hold(void)
{
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child) {
		printf("pid %d\n", child);
		exit(child < 0);
	}
	close(STDOUT_FILENO); /* who reads it comes to its end */
	for (;;)
		pause();
}

static void use_ports(const char *host, int port, int nr)
{
	struct sockaddr_in to = address(host, port), own;

	while (nr--) {
		socklen_t len = sizeof(own);
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		if (connect(fd, (struct sockaddr *)&to, sizeof(to)))
			printf("%d error %s\n", port,
			       errno == EADDRNOTAVAIL ? "EADDRNOTAVAIL" : strerror(errno));
		else if (!getsockname(fd, (struct sockaddr *)&own, &len))
			printf("%d port %d\n", port, ntohs(own.sin_port));
	}
}

static void fill(int port, int nr, int size)
{
	static const char bytes[1000];
	int sender = socket(AF_INET, SOCK_DGRAM, 0);

	for (int i = 0; i < nr; i++) {
		struct sockaddr_in at = address("127.0.0.1", port + i);
		int fd = socket(AF_INET, SOCK_DGRAM, 0);

		if (bind(fd, (struct sockaddr *)&at, sizeof(at)))
			err(1, "bind");
		for (int sent = 0; sent < size; sent += (int)sizeof(bytes))
			if (sendto(sender, bytes, sizeof(bytes), 0, (struct sockaddr *)&at,
				   sizeof(at)) < 0)
				err(1, "sendto");
	}
}

int main(int argc, char **argv)
{
	const struct rlimit files = {4096, 4096};

	setrlimit(RLIMIT_NOFILE, &files);
	if (argc == 5 && !strcmp(argv[1], "ports"))
		use_ports(argv[2], atoi(argv[3]), atoi(argv[4]));
	else if (argc == 5 && !strcmp(argv[1], "unread"))
		fill(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
	else
		errx(2, "usage: accounts ports HOST PORT NR | unread PORT NR SIZE");
	hold();
}
