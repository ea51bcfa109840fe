// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sleeper PEER PORT [MODULE]: connects; when /tmp/go is there, writes 3000 bytes, loads MODULE, which stops the connection's timer, and
 *	writes no more. Prints its end's port.
 * sleeper -at SECONDS PEER: sends a datagram whose time to send is that far away.
 */
#include <arpa/inet.h>
#include <err.h>
#include <linux/net_tstamp.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SO_TXTIME
#define SO_TXTIME 61
#endif

static struct sockaddr_in address(const char *peer, const char *port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};

	if (inet_pton(AF_INET, peer, &at.sin_addr) != 1)
		errx(2, "%s", peer);
	return at;
}

static int load(const char *module, int fd)
{
	char word[16];
	int status;
	pid_t pid = fork();

	if (!pid) {
		snprintf(word, sizeof(word), "fd=%d", fd);
		execl("/bin/insmod", "insmod", module, "how=timer", word, NULL);
		_exit(1);
	}
	return waitpid(pid, &status, 0) == pid && !status ? 0 : -1;
}

static int stamped(const char *seconds, const char *peer)
{
	struct sock_txtime clock = {.clockid = CLOCK_MONOTONIC};
	struct sockaddr_in at = address(peer, "9");
	struct iovec bytes = {"late", 4};
	char control[CMSG_SPACE(sizeof(uint64_t))] = "";
	struct msghdr message = {.msg_name = &at,
				 .msg_namelen = sizeof(at),
				 .msg_iov = &bytes,
				 .msg_iovlen = 1,
				 .msg_control = control,
				 .msg_controllen = sizeof(control)};
	struct cmsghdr *stamp = CMSG_FIRSTHDR(&message);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct timespec now;
	uint64_t ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ns = ((uint64_t)now.tv_sec + strtoul(seconds, NULL, 0)) * 1000000000 + (uint64_t)now.tv_nsec;
	stamp->cmsg_level = SOL_SOCKET;
	stamp->cmsg_type = SO_TXTIME;
	stamp->cmsg_len = CMSG_LEN(sizeof(ns));
	memcpy(CMSG_DATA(stamp), &ns, sizeof(ns));
	if (setsockopt(fd, SOL_SOCKET, SO_TXTIME, &clock, sizeof(clock)) ||
	    sendmsg(fd, &message, 0) != 4)
		err(1, "%s", peer);
	return 0;
}

int main(int argc, char **argv)
{
	static const char bytes[3000];
	struct sockaddr_in at;
	socklen_t len = sizeof(at);
	int fd;

	if (argc == 4 && !strcmp(argv[1], "-at"))
		return stamped(argv[2], argv[3]);
	if (argc < 3)
		errx(2, "usage: sleeper PEER PORT [MODULE] | -at SECONDS PEER");
	at = address(argv[1], argv[2]);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (connect(fd, (struct sockaddr *)&at, sizeof(at)) ||
	    getsockname(fd, (struct sockaddr *)&at, &len))
		err(1, "%s", argv[1]);
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	while (access("/tmp/go", F_OK))
		usleep(100000);
	if (write(fd, bytes, sizeof(bytes)) < 0 || (argc > 3 && load(argv[3], fd)))
		err(1, "%s", argc > 3 ? argv[3] : "write");
	for (;;)
		pause();
}
