// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sleepers -l PORT: takes connections, and reads what comes.
 * sleepers -w PEER PORT: connects, prints its end's port, and writes 3000 bytes once WRITE_NOW is there.
 * sleepers PEER PORT: tasks that sleep on sockets, one a call, each with a name of its own. Over loopback, but for the
 * connect, which nobody at PEER answers. Prints "NAME PID" once all are about to sleep; they stay.
 */
#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int listening(struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t len = sizeof(*at);

	*at = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (fd < 0 || bind(fd, (struct sockaddr *)at, sizeof(*at)) || listen(fd, 5) ||
	    getsockname(fd, (struct sockaddr *)at, &len))
		err(1, "listen");
	return fd;
}

/* Two ends of a connection. */
static void pair(int *near, int *far)
{
	struct sockaddr_in at;
	int fd = listening(&at);

	*near = socket(AF_INET, SOCK_STREAM, 0);
	if (*near < 0 || connect(*near, (struct sockaddr *)&at, sizeof(at)) ||
	    (*far = accept(fd, NULL, NULL)) < 0)
		err(1, "pair");
	close(fd);
}

static void in_accept(void)
{
	struct sockaddr_in at;

	accept(listening(&at), NULL, NULL);
}

static void in_recv(void)
{
	int near, far;
	char byte;

	pair(&near, &far);
	recv(near, &byte, 1, 0);
}

static void in_send(void)
{
	static char bytes[1 << 20];
	int near, far;

	pair(&near, &far);
	while (send(near, bytes, sizeof(bytes), 0) > 0)
		;
}

static void in_poll(void)
{
	struct pollfd fds;
	int far;

	pair(&fds.fd, &far);
	fds.events = POLLIN;
	poll(&fds, 1, -1);
}

static void in_select(void)
{
	int near, far;
	fd_set set;

	pair(&near, &far);
	FD_ZERO(&set);
	FD_SET(near, &set);
	select(near + 1, &set, NULL, NULL, NULL);
}

static void in_epoll(void)
{
	struct epoll_event event = {.events = EPOLLIN};
	int ep = epoll_create1(0), near, far;

	pair(&near, &far);
	if (epoll_ctl(ep, EPOLL_CTL_ADD, near, &event))
		err(1, "epoll_ctl");
	epoll_wait(ep, &event, 1, -1);
}

/* It is watched, and its task sleeps elsewhere. */
static void watched(void)
{
	struct epoll_event event = {.events = EPOLLIN};
	int ep = epoll_create1(0), near, far;

	pair(&near, &far);
	if (epoll_ctl(ep, EPOLL_CTL_ADD, near, &event))
		err(1, "epoll_ctl");
	pause();
}

static struct sockaddr_in peer;

static void in_connect(void)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	connect(fd, (struct sockaddr *)&peer, sizeof(peer));
}

#define WRITE_NOW "/tmp/write-now"

static void take(int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(fd, (struct sockaddr *)&at, sizeof(at)) || listen(fd, 9))
		err(1, "listen");
	for (;;) {
		int to = accept(fd, NULL, NULL);
		char bytes[4096];

		if (to >= 0 && !fork())
			while (read(to, bytes, sizeof(bytes)) > 0)
				;
	}
}

/* Not before WRITE_NOW is there: then the way to the peer is broken. */
static void write_late(void)
{
	struct sockaddr_in mine;
	socklen_t len = sizeof(mine);
	char bytes[3000] = "";
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (connect(fd, (struct sockaddr *)&peer, sizeof(peer)) ||
	    getsockname(fd, (struct sockaddr *)&mine, &len))
		err(1, "connect");
	printf("%s %d\n", inet_ntoa(peer.sin_addr), ntohs(mine.sin_port));
	fflush(stdout);
	while (access(WRITE_NOW, F_OK))
		usleep(50000);
	if (write(fd, bytes, sizeof(bytes)) != sizeof(bytes))
		err(1, "write");
	pause();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*sleep)(void);
	} all[] = {
		{"in-accept", in_accept}, {"in-recv", in_recv},	  {"in-send", in_send},
		{"in-poll", in_poll},	  {"in-select", in_select}, {"in-epoll", in_epoll},
		{"watched", watched},	  {"in-connect", in_connect},
	};

	if (argc == 3 && !strcmp(argv[1], "-l"))
		take(atoi(argv[2]));
	if (argc == 4)
		argv++;
	else if (argc != 3)
		errx(2, "PEER PORT");
	peer = (struct sockaddr_in){.sin_family = AF_INET,
				    .sin_port = htons((unsigned short)atoi(argv[2])),
				    .sin_addr.s_addr = inet_addr(argv[1])};
	if (argc == 4)
		write_late();
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		pid_t pid = fork();

		if (!pid) {
			prctl(PR_SET_NAME, all[i].name);
			all[i].sleep();
			_exit(1);
		}
		printf("%s %d\n", all[i].name, (int)pid);
	}
	fflush(stdout);
	return 0;
}
