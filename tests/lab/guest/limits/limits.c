// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * For the lab guest: sockets that fill what the kernel limits. What is to stay is held by a child until the machine
 * dies; the program returns when all is as it says.
 *
 *   limits listen HOST PORT BACKLOG	nobody accepts
 *   limits serve HOST PORT keep|close	accepts for ever; reads nothing, or until the peer closes
 *   limits connect HOST PORT N hold|later|close|FILL	N connections: held, without or with a kilobyte written to each
 *						after three seconds; closed one after the other; or held with
 *						as many bytes written to each as the kernel takes of FILL
 *   limits stall HOST PORT N	a connection that sends a little, and then N datagrams to the same host
 *   limits bind HOST PORT		a UDP socket with much room that nobody reads
 *   limits send HOST PORT N SIZE [STEP]	N datagrams; the port grows by STEP with each
 *   limits syns FROM HOST PORT N	N SYNs from FROM and the addresses after it
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void die(const char *what)
{
	fprintf(stderr, "limits: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* In the child. */
static void leave(void)
{
	pid_t child = fork();

	if (child < 0)
		die("fork");
	if (child)
		exit(0);
}

static void hold(void)
{
	leave();
	for (;;)
		pause();
}

struct place {
	union {
		struct sockaddr any;
		struct sockaddr_in four; /* the port is where IPv6's is */
		struct sockaddr_in6 six;
	};
	socklen_t len;
};

static struct place place_of(const char *host, const char *port)
{
	struct place at = {.four.sin_port = htons((uint16_t)atoi(port))};
	int six = strchr(host, ':') != NULL;

	at.any.sa_family = six ? AF_INET6 : AF_INET;
	at.len = six ? sizeof(at.six) : sizeof(at.four);
	if (inet_pton(at.any.sa_family, host, six ? (void *)&at.six.sin6_addr : (void *)&at.four.sin_addr) != 1)
		die(host);
	return at;
}

static int socket_at(const struct place *at, int type)
{
	int fd = socket(at->any.sa_family, type, 0), one = 1;

	if (fd < 0)
		die("socket");
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	return fd;
}

static int bound(const char *host, const char *port, int type)
{
	struct place at = place_of(host, port);
	int fd = socket_at(&at, type);

	if (bind(fd, &at.any, at.len))
		die("bind");
	return fd;
}

static int listening(const char *host, const char *port, int backlog)
{
	int fd = bound(host, port, SOCK_STREAM);

	if (listen(fd, backlog))
		die("listen");
	return fd;
}

static void serve(const char *host, const char *port, int closes)
{
	int fd = listening(host, port, 1000), peer;
	char byte;

	leave();
	for (;;) {
		peer = accept(fd, NULL, NULL);
		if (peer < 0 || !closes)
			continue;
		while (read(peer, &byte, 1) > 0)
			;
		close(peer);
	}
}

static void fill(int fd, long bytes)
{
	static char chunk[16384];
	ssize_t sent;

	fcntl(fd, F_SETFL, O_NONBLOCK);
	for (; bytes > 0; bytes -= sent) {
		sent = write(fd, chunk, bytes < (long)sizeof(chunk) ? (size_t)bytes : sizeof(chunk));
		if (sent <= 0)
			return;
	}
}

/* Who is not accepted is not waited for either. */
static void connects(const char *host, const char *port, int number, const char *how)
{
	struct place to = place_of(host, port);
	int fd = -1, first = -1, holds = strcmp(how, "close"), later = !strcmp(how, "later");

	while (number--) {
		fd = socket_at(&to, SOCK_STREAM);
		if (!strcmp(how, "hold"))
			fcntl(fd, F_SETFL, O_NONBLOCK);
		if (connect(fd, &to.any, to.len) && errno != EINPROGRESS)
			die("connect");
		first = first < 0 ? fd : first;
		if (!holds)
			close(fd);
		else if (strcmp(how, "hold"))
			fill(fd, atol(how));
		usleep(20000);
	}
	if (!holds)
		return;
	leave();
	if (later)
		sleep(3);
	for (int one = first; later && one <= fd; one++)
		fill(one, 1000);
	for (;;)
		pause();
}

static void unread(const char *host, const char *port)
{
	int fd = bound(host, port, SOCK_DGRAM), room = 1 << 22;

	setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room));
	hold();
}

/* A refused datagram is one of those that are wanted. */
static void send_datagrams(const char *host, const char *port, int number, size_t size, int step)
{
	struct place to = place_of(host, port);
	int fd = socket_at(&to, SOCK_DGRAM), taken = 0;
	static char bytes[60000];

	for (int i = 0; i < number; i++) {
		taken += sendto(fd, bytes, size, MSG_DONTWAIT, &to.any, to.len) >= 0;
		to.four.sin_port = htons((uint16_t)(ntohs(to.four.sin_port) + step));
	}
	printf("limits: %d of %d datagrams to %s taken\n", taken, number, host);
}

static uint32_t sum(const void *data, size_t len, uint32_t sum)
{
	const uint8_t *bytes = data;

	for (size_t i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)bytes[i] << 8 | bytes[i + 1];
	return sum;
}

static void syns(const char *from, const char *host, const char *port, int number)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
	int fd = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);
	struct {
		struct iphdr ip;
		struct tcphdr tcp;
	} packet = {.ip = {.version = 4, .ihl = 5, .ttl = 64, .protocol = IPPROTO_TCP}};
	uint32_t source, total;

	if (fd < 0 || inet_pton(AF_INET, host, &to.sin_addr) != 1 || inet_pton(AF_INET, from, &source) != 1)
		die("syns");
	packet.ip.daddr = to.sin_addr.s_addr;
	packet.tcp.dest = to.sin_port;
	packet.tcp.syn = 1;
	packet.tcp.doff = 5;
	packet.tcp.window = htons(1000);
	for (int i = 0; i < number; i++) {
		packet.ip.saddr = htonl(ntohl(source) + (uint32_t)i);
		packet.tcp.source = htons((uint16_t)(20000 + i));
		packet.tcp.seq = htonl(1000 * (uint32_t)(i + 1));
		packet.tcp.check = 0;
		total = sum(&packet.ip.saddr, 8, IPPROTO_TCP + sizeof(packet.tcp));
		total = sum(&packet.tcp, sizeof(packet.tcp), total);
		while (total >> 16)
			total = (total & 0xffff) + (total >> 16);
		packet.tcp.check = htons((uint16_t)~total);
		if (sendto(fd, &packet, sizeof(packet), 0, (struct sockaddr *)&to, sizeof(to)) < 0)
			die("sendto");
		usleep(30000);
	}
}

/* In one process: whoever is started later waits for the CPU that takes the first segment. */
static void stall(const char *host, const char *port, int number)
{
	struct place to = place_of(host, port);
	int fd = socket_at(&to, SOCK_STREAM);

	if (connect(fd, &to.any, to.len) || write(fd, "stall", 5) != 5)
		die("connect");
	usleep(300000);
	send_datagrams(host, "9", number, 100, 0);
	hold();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (argc == 5 && !strcmp(what, "listen")) {
		listening(argv[2], argv[3], atoi(argv[4]));
		hold();
	} else if (argc == 5 && !strcmp(what, "serve")) {
		serve(argv[2], argv[3], !strcmp(argv[4], "close"));
	} else if (argc == 6 && !strcmp(what, "connect")) {
		connects(argv[2], argv[3], atoi(argv[4]), argv[5]);
	} else if (argc == 4 && !strcmp(what, "bind")) {
		unread(argv[2], argv[3]);
	} else if (argc >= 6 && !strcmp(what, "send")) {
		send_datagrams(argv[2], argv[3], atoi(argv[4]), (size_t)atoi(argv[5]), argc > 6 ? atoi(argv[6]) : 0);
	} else if (argc == 5 && !strcmp(what, "stall")) {
		stall(argv[2], argv[3], atoi(argv[4]));
	} else if (argc == 6 && !strcmp(what, "syns")) {
		syns(argv[2], argv[3], argv[4], atoi(argv[5]));
	} else {
		return 2;
	}
	return 0;
}
