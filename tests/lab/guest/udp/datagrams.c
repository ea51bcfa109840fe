// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * datagrams WHAT ADDRESS PORT [COUNT [SIZE [RCVBUF]]]: one thing that UDP can do, for a trace that shows it.
 *
 *	serve	answers whatever comes, for ever
 *	talk	sends and waits for the answer, COUNT times
 *	options	the same, with eight bytes of options in IPv4's header
 *	send	the same without waiting: nobody may be there
 *	hold	COUNT datagrams to a socket that nobody reads; its owner stays
 *	filter	the same to a socket whose filter takes none
 *	cork	three writes in one datagram; and a socket that stays corked
 *	close	COUNT datagrams to a socket that is closed unread
 *
 * SIZE may be 0. All but "serve" end as soon as all is sent; what stays is a child's.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

struct plan {
	struct sockaddr_storage to;
	socklen_t len;
	unsigned count, size, rcvbuf;
};

static char bytes[65536];

static void die(const char *what)
{
	fprintf(stderr, "datagrams: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void address(const char *text, const char *port, struct plan *plan)
{
	struct sockaddr_in *four = (void *)&plan->to;
	struct sockaddr_in6 *six = (void *)&plan->to;

	plan->len = sizeof(*six);
	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		plan->len = sizeof(*four);
	} else if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
		six->sin6_family = AF_INET6;
	} else {
		die(text);
	}
	four->sin_port = htons((unsigned short)atoi(port)); /* at the same place in both */
}

static int open_socket(const struct plan *plan, bool bound)
{
	struct timeval second = {.tv_sec = 1};
	int fd = socket(plan->to.ss_family, SOCK_DGRAM, 0);

	if (fd < 0)
		die("socket");
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof(second));
	if (bound && plan->rcvbuf)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &plan->rcvbuf, sizeof(plan->rcvbuf));
	if (bound ? bind(fd, (const void *)&plan->to, plan->len)
		  : connect(fd, (const void *)&plan->to, plan->len))
		die(bound ? "bind" : "connect");
	return fd;
}

static void send_all(int fd, const struct plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (send(fd, bytes, plan->size + i, 0) < 0 && errno != ECONNREFUSED)
			die("send");
}

static void serve(const struct plan *plan)
{
	int fd = open_socket(plan, true);

	for (;;) {
		struct sockaddr_storage from;
		socklen_t len = sizeof(from);
		ssize_t got = recvfrom(fd, bytes, sizeof(bytes), 0, (void *)&from, &len);

		if (got >= 0)
			sendto(fd, bytes, (size_t)got, 0, (void *)&from, len);
	}
}

static void talk(const struct plan *plan, const void *options, socklen_t len)
{
	int fd = open_socket(plan, false);

	if (len && setsockopt(fd, IPPROTO_IP, IP_OPTIONS, options, len))
		die("options");
	for (unsigned i = 0; i < plan->count; i++)
		if (send(fd, bytes, plan->size + i, 0) < 0 ||
		    recv(fd, bytes, sizeof(bytes), 0) < 0)
			die("talk");
}

/* A socket at the address, with what is sent to it; neither is closed. */
static int fill(const struct plan *plan, bool filtered)
{
	struct sock_filter none[] = {{BPF_RET | BPF_K, 0, 0, 0}};
	struct sock_fprog program = {1, none};
	int fd = open_socket(plan, true);

	if (filtered && setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program)))
		die("filter");
	send_all(open_socket(plan, false), plan);
	return fd;
}

static void cork(const struct plan *plan)
{
	int fd = open_socket(plan, false), on = 1, off = 0;

	setsockopt(fd, IPPROTO_UDP, UDP_CORK, &on, sizeof(on));
	for (int i = 0; i < 3; i++)
		if (send(fd, bytes, plan->size, 0) < 0)
			die("cork");
	setsockopt(fd, IPPROTO_UDP, UDP_CORK, &off, sizeof(off));
	if (send(fd, bytes, plan->size, MSG_MORE) < 0)
		die("more");
}

static void run(const char *what, const struct plan *plan)
{
	if (!strcmp(what, "serve"))
		serve(plan);
	else if (!strcmp(what, "talk"))
		talk(plan, NULL, 0);
	else if (!strcmp(what, "options"))
		talk(plan, "\1\1\1\1\1\1\1\1", 8);
	else if (!strcmp(what, "send"))
		send_all(open_socket(plan, false), plan);
	else if (!strcmp(what, "hold"))
		fill(plan, false);
	else if (!strcmp(what, "filter"))
		fill(plan, true);
	else if (!strcmp(what, "cork"))
		cork(plan);
	else if (!strcmp(what, "close"))
		close(fill(plan, false));
	else
		die(what);
}

static bool stays(const char *what)
{
	return !strcmp(what, "hold") || !strcmp(what, "filter") || !strcmp(what, "cork");
}

int main(int argc, char **argv)
{
	struct plan plan = {.count = 1, .size = 100};
	int ready[2];
	char byte;

	if (argc < 4)
		return 2;
	address(argv[2], argv[3], &plan);
	plan.count = argc > 4 ? (unsigned)atoi(argv[4]) : plan.count;
	plan.size = argc > 5 ? (unsigned)atoi(argv[5]) : plan.size;
	plan.rcvbuf = argc > 6 ? (unsigned)atoi(argv[6]) : 0;
	if (!stays(argv[1])) {
		run(argv[1], &plan);
		return 0;
	}
	if (pipe(ready))
		die("pipe");
	if (!fork()) {
		run(argv[1], &plan);
		if (write(ready[1], "", 1) != 1)
			die("write");
		for (;;)
			pause();
	}
	close(ready[1]);
	return read(ready[0], &byte, 1) != 1;
}
