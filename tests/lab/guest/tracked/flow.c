// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * flow serve ADDRESS PORT: answers each datagram, for ever
 * flow tcp|udp ADDRESS PORT [silent]: connects, sends a line (of UDP: and waits for its answer, unless it is silent), and
 *	keeps its socket until the machine dies; its child does, so that it returns when the flow is up
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address_of(char **argv)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};

	inet_pton(AF_INET, argv[0], &to.sin_addr);
	return to;
}

static int serve(const struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct sockaddr_in from;
	socklen_t len = sizeof(from);
	char buf[2048];

	if (bind(fd, (const struct sockaddr *)at, sizeof(*at)))
		return 1;
	for (;; len = sizeof(from)) {
		ssize_t got = recvfrom(fd, buf, sizeof(buf), 0, (struct sockaddr *)&from, &len);

		if (got > 0)
			sendto(fd, buf, (size_t)got, 0, (struct sockaddr *)&from, len);
	}
}

int main(int argc, char **argv)
{
	const char *line = "hold\n";
	struct sockaddr_in to;
	char buf[64];
	int fd, udp;

	if (argc < 4)
		return 2;
	to = address_of(argv + 2);
	if (!strcmp(argv[1], "serve"))
		return serve(&to);
	udp = !strcmp(argv[1], "udp");
	fd = socket(AF_INET, udp ? SOCK_DGRAM : SOCK_STREAM, 0);
	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) || write(fd, line, strlen(line)) < 0)
		return 1;
	if (udp && argc == 4 && read(fd, buf, sizeof(buf)) <= 0)
		return 1;
	if (fork())
		return 0;
	for (;;)
		pause();
}
