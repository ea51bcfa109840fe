// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * again DEVICE WHAT: the first ESP frame that DEVICE sends from now on is sent once more, by this program.
 *
 *	replay	as it was
 *	broken	with the number that comes next to be taken, and a byte of its integrity check changed
 *	spi	with an SPI that nobody has
 *
 * It says "ready" when it looks, and ends when it has sent.
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <netpacket/packet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ETH_ALL 3
#define MAX_FRAME 2048
#define IP_AT 14
#define ESP 50

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Where ESP's header begins; 0: it is none. */
static size_t esp_at(const unsigned char *frame, size_t len)
{
	unsigned type = len > IP_AT + 40 ? frame[12] << 8 | frame[13] : 0;

	if (type == 0x0800 && frame[IP_AT + 9] == ESP)
		return IP_AT + (frame[IP_AT] & 15) * 4;
	return type == 0x86dd && frame[IP_AT + 6] == ESP ? IP_AT + 40 : 0;
}

static void change(unsigned char *frame, size_t at, size_t len, const char *what)
{
	if (!strcmp(what, "spi")) {
		frame[at] ^= 0x40;
	} else if (!strcmp(what, "broken")) {
		frame[at + 6] += 1; /* 256 numbers ahead */
		frame[len - 1] ^= 0xff;
	}
}

int main(int argc, char **argv)
{
	static unsigned char frame[MAX_FRAME];
	struct sockaddr_ll where = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_ALL)};
	struct timeval patience = {10, 0};
	ssize_t len;
	size_t at = 0;
	int fd;

	if (argc != 3)
		return 2;
	where.sll_ifindex = (int)if_nametoindex(argv[1]);
	fd = socket(AF_PACKET, SOCK_RAW, htons(ETH_ALL));
	if (fd < 0 || !where.sll_ifindex || bind(fd, (void *)&where, sizeof(where)))
		die(argv[1]);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	puts("ready");
	fflush(stdout);
	while (!at) {
		struct sockaddr_ll from;
		socklen_t from_len = sizeof(from);

		len = recvfrom(fd, frame, sizeof(frame), 0, (void *)&from, &from_len);
		if (len < 0)
			die("no ESP frame");
		if (from.sll_pkttype == PACKET_OUTGOING)
			at = esp_at(frame, (size_t)len);
	}
	usleep(100000);
	change(frame, at, (size_t)len, argv[2]);
	if (send(fd, frame, (size_t)len, 0) != len)
		die("send");
	return 0;
}
