// SPDX-License-Identifier: GPL-3.0-or-later
/* For the lab guest: flood ADDRESS NUMBER sends datagrams of a kilobyte to port 9, where nobody listens. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
	int fd = socket(AF_INET, SOCK_DGRAM, 0), room = 1 << 22, sent = 0;
	static char bytes[1000];

	if (argc != 3 || fd < 0 || inet_pton(AF_INET, argv[1], &to.sin_addr) != 1)
		return 2;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof(room));
	for (int i = atoi(argv[2]); i > 0; i--)
		sent += sendto(fd, bytes, sizeof(bytes), MSG_DONTWAIT, (struct sockaddr *)&to,
			       sizeof(to)) == (ssize_t)sizeof(bytes);
	printf("flood: %s: %d datagrams taken\n", argv[1], sent);
	return 0;
}
