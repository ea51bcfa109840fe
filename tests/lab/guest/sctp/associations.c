// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * associations WHAT ADDRESS PORT [COUNT [SIZE [RCVBUF]]]: one thing that SCTP can do, for a trace that shows it.
 *
 *	serve	answers whatever comes, for ever, an association after the other
 *	talk	COUNT messages of SIZE bytes, each answered; then it is shut down
 *	keep	the same, and both ends stay
 *	refused	nobody is there: ABORT, or no answer
 *	abort	a message, and the end without a shutdown
 *	burst	COUNT messages at once, and their answers
 *	hold	COUNT messages to a socket that nobody reads, as many as go; both ends stay
 *	many	a socket for many associations, with two that send COUNT messages; all stay
 *
 * What stays is a child's.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define MAX_SIZE 65536
#define NODELAY 3 /* SCTP_NODELAY */

struct plan {
	struct sockaddr_storage to;
	socklen_t len;
	unsigned count, size, rcvbuf;
};

static char bytes[MAX_SIZE];

static void die(const char *what)
{
	fprintf(stderr, "associations: %s: %s\n", what, strerror(errno));
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

static int open_socket(const struct plan *plan, int type)
{
	struct timeval patience = {.tv_sec = 3};
	int fd = socket(plan->to.ss_family, type, IPPROTO_SCTP), one = 1;

	if (fd < 0)
		die("socket");
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
	setsockopt(fd, IPPROTO_SCTP, NODELAY, &one, sizeof(one));
	return fd;
}

static int open_listener(const struct plan *plan, int type)
{
	int fd = open_socket(plan, type);

	if (plan->rcvbuf)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &plan->rcvbuf, sizeof(plan->rcvbuf));
	if (bind(fd, (const void *)&plan->to, plan->len) || listen(fd, 8))
		die("listen");
	return fd;
}

/* Only the address that the route begins at. All that this machine has are a peer's, else: it asks each whether it is there. */
static void bind_source(int fd, const struct plan *plan)
{
	struct sockaddr_storage from;
	socklen_t len = sizeof(from);
	int probe = socket(plan->to.ss_family, SOCK_DGRAM, 0);

	if (connect(probe, (const void *)&plan->to, plan->len) ||
	    getsockname(probe, (void *)&from, &len))
		die("source");
	close(probe);
	((struct sockaddr_in *)&from)->sin_port = 0;
	if (bind(fd, (const void *)&from, len))
		die("bind");
}

/* Of IPv4, with all addresses. */
static int open_client(const struct plan *plan)
{
	int fd = open_socket(plan, SOCK_STREAM);

	if (plan->to.ss_family == AF_INET6)
		bind_source(fd, plan);
	if (connect(fd, (const void *)&plan->to, plan->len))
		die("connect");
	return fd;
}

static void serve(const struct plan *plan)
{
	const struct timeval forever = {0};
	int listener = open_listener(plan, SOCK_STREAM);

	if (fork())
		return;
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		ssize_t got;

		if (fd < 0)
			continue;
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &forever, sizeof(forever));
		while ((got = recv(fd, bytes, sizeof(bytes), 0)) > 0)
			if (send(fd, bytes, (size_t)got, MSG_NOSIGNAL) < 0)
				break;
		close(fd);
	}
}

static void take(int fd, size_t wanted)
{
	while (wanted) {
		ssize_t got = recv(fd, bytes, sizeof(bytes), 0);

		if (got <= 0 || (size_t)got > wanted)
			die("answer");
		wanted -= (size_t)got;
	}
}

static int talk(const struct plan *plan, unsigned at_once)
{
	int fd = open_client(plan);

	for (unsigned i = 0; i < plan->count;) {
		size_t sum = 0;

		for (unsigned k = 0; k < at_once && i < plan->count; k++, i++) {
			if (send(fd, bytes, plan->size + i, 0) < 0)
				die("send");
			sum += plan->size + i;
		}
		take(fd, sum);
	}
	return fd;
}

static void refused(const struct plan *plan)
{
	int fd = open_socket(plan, SOCK_STREAM);

	if (!connect(fd, (const void *)&plan->to, plan->len))
		die("somebody is there");
	close(fd);
}

static void abort_it(const struct plan *plan)
{
	struct linger none = {.l_onoff = 1, .l_linger = 0};
	int fd = open_client(plan);

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
	if (send(fd, bytes, plan->size, 0) < 0)
		die("send");
	take(fd, plan->size);
	close(fd);
}

/* As many as go without waiting. */
static void send_all(int fd, const struct plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (send(fd, bytes, plan->size + i, MSG_DONTWAIT) < 0)
			break;
}

static void hold(const struct plan *plan)
{
	int listener = open_listener(plan, SOCK_STREAM), fd = open_client(plan);

	if (accept(listener, NULL, NULL) < 0)
		die("accept");
	send_all(fd, plan);
}

static void many(const struct plan *plan)
{
	open_listener(plan, SOCK_SEQPACKET);
	for (int i = 0; i < 2; i++)
		send_all(open_client(plan), plan);
}

static void stay(void)
{
	if (fork())
		exit(0);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	struct plan plan = {.count = 1, .size = 100};
	const char *what = argc > 3 ? argv[1] : "";

	if (argc < 4)
		return 2;
	address(argv[2], argv[3], &plan);
	if (argc > 4)
		plan.count = (unsigned)atoi(argv[4]);
	if (argc > 5)
		plan.size = (unsigned)atoi(argv[5]);
	if (argc > 6)
		plan.rcvbuf = (unsigned)atoi(argv[6]);
	if (!strcmp(what, "serve")) {
		serve(&plan);
	} else if (!strcmp(what, "talk")) {
		close(talk(&plan, 1));
	} else if (!strcmp(what, "burst")) {
		close(talk(&plan, plan.count));
	} else if (!strcmp(what, "keep")) {
		talk(&plan, 1);
		stay();
	} else if (!strcmp(what, "refused")) {
		refused(&plan);
	} else if (!strcmp(what, "abort")) {
		abort_it(&plan);
	} else if (!strcmp(what, "hold")) {
		hold(&plan);
		stay();
	} else if (!strcmp(what, "many")) {
		many(&plan);
		stay();
	} else {
		return 2;
	}
	return 0;
}
