// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * stalled -l PORT: takes connections, and reads nothing.
 * stalled PEER PORT [BYTES [DEVICE]]: connects, bound to DEVICE; when /tmp/go is there, writes 3000 bytes, or BYTES. Prints its
 *	end's port.
 * stalled -flood PEER NR: sends NR datagrams that nobody waits for.
 */
#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int take(uint16_t port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(fd, (struct sockaddr *)&at, sizeof(at)) || listen(fd, 8))
		err(1, "listen");
	while (accept(fd, NULL, NULL) >= 0)
		;
	return 1;
}

static int flood(const char *peer, int nr)
{
	static const char bytes[64];
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(9)};
	int fd = socket(AF_INET, SOCK_DGRAM, 0), room = 1 << 24;

	if (inet_pton(AF_INET, peer, &at.sin_addr) != 1 ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof(room)))
		err(1, "%s", peer);
	while (nr-- > 0)
		if (sendto(fd, bytes, sizeof(bytes), 0, (struct sockaddr *)&at, sizeof(at)) < 0)
			err(1, "sendto");
	return 0;
}

int main(int argc, char **argv)
{
	static const char bytes[1 << 20];
	size_t room = 3000;
	struct sockaddr_in at = {.sin_family = AF_INET};
	socklen_t len = sizeof(at);
	int fd;

	if (argc == 3 && !strcmp(argv[1], "-l"))
		return take((uint16_t)atoi(argv[2]));
	if (argc == 4 && !strcmp(argv[1], "-flood"))
		return flood(argv[2], atoi(argv[3]));
	if (argc < 3)
		errx(2, "usage: stalled -l PORT | PEER PORT [BYTES [DEVICE]] | -flood PEER NR");
	if (argc > 3)
		room = strtoul(argv[3], NULL, 0);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	at.sin_port = htons((uint16_t)atoi(argv[2]));
	if (inet_pton(AF_INET, argv[1], &at.sin_addr) != 1 ||
	    (argc > 4 && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, argv[4], strlen(argv[4]) + 1)) ||
	    connect(fd, (struct sockaddr *)&at, sizeof(at)) || getsockname(fd, (struct sockaddr *)&at, &len))
		err(1, "%s", argv[1]);
	printf("%s %d\n", argv[1], ntohs(at.sin_port));
	fflush(stdout);
	while (access("/tmp/go", F_OK))
		usleep(100000);
	if (room > sizeof(bytes) || write(fd, bytes, room) < 0)
		err(1, "write");
	for (;;)
		pause();
}
