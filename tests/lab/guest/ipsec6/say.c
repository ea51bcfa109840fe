// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * say ADDRESS WHAT: to the port of ESP in UDP (natt.c), what is none there.
 *
 *	ike	a keepalive, and a message of IKE, which begins with four zero bytes
 *	other	what looks like ESP, of an SPI that nobody has
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define PORT 4500

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* The port lies at the same place in both. */
static int reach(const char *address)
{
	struct sockaddr_storage to = {0};
	struct sockaddr_in *four = (void *)&to;
	struct sockaddr_in6 *six = (void *)&to;
	socklen_t len = sizeof(*six);
	int fd;

	if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		len = sizeof(*four);
	} else if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
		six->sin6_family = AF_INET6;
	} else {
		die(address);
	}
	four->sin_port = htons(PORT);
	fd = socket(to.ss_family, SOCK_DGRAM, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, len))
		die("say: connect");
	return fd;
}

int main(int argc, char **argv)
{
	char bytes[44];
	int fd;

	if (argc != 3)
		return 2;
	fd = reach(argv[1]);
	memset(bytes, 0x5a, sizeof(bytes));
	if (!strcmp(argv[2], "ike")) {
		memset(bytes, 0, 4);
		if (send(fd, "\xff", 1, 0) != 1)
			die("say: keepalive");
	}
	if (send(fd, bytes, sizeof(bytes), 0) != sizeof(bytes))
		die("say");
	return 0;
}
