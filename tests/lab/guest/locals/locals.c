// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * locals: tasks that sleep on unix and netlink sockets, one a call, each with a name of its own; and a netlink socket whose
 * messages nobody reads, beside one of the same group that is read here. Prints "NAME PID INODE" for each (the socket's
 * inode), and "message TYPE LEN FLAGS SEQ PID" for what the second one was sent. All stay.
 */
#include <err.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static unsigned long inode_of(int fd)
{
	struct stat stat;

	if (fstat(fd, &stat))
		err(1, "fstat");
	return stat.st_ino;
}

/* A child of this name sleeps in CALL on FD. */
static void sleeper(const char *name, void (*call)(int fd), int fd)
{
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		prctl(PR_SET_NAME, name);
		call(fd);
		pause();
		_exit(0);
	}
	printf("%s %d %lu\n", name, pid, inode_of(fd));
}

static void receive(int fd)
{
	char bytes[256];

	recv(fd, bytes, sizeof(bytes), 0);
}

/* Until the peer, which nobody reads, takes no more. */
static void send_much(int fd)
{
	static char bytes[4096];

	while (send(fd, bytes, sizeof(bytes), 0) > 0)
		;
}

static void take(int fd)
{
	accept(fd, NULL, NULL);
}

static int one_of_pair(int type, int *peer)
{
	int fds[2];

	if (socketpair(AF_UNIX, type, 0, fds))
		err(1, "socketpair");
	*peer = fds[1];
	return fds[0];
}

static int listener(void)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "/tmp/locals"};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof(at)) || listen(fd, 3))
		err(1, "listen");
	return fd;
}

static int netlink(unsigned groups)
{
	struct sockaddr_nl at = {.nl_family = AF_NETLINK, .nl_groups = groups};
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof(at)))
		err(1, "netlink");
	return fd;
}

static void print_messages(int fd)
{
	static char bytes[65536];
	ssize_t len;

	while ((len = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0)
		for (struct nlmsghdr *at = (void *)bytes; NLMSG_OK(at, len); at = NLMSG_NEXT(at, len))
			printf("message %u %u %u %u %u\n", at->nlmsg_type, at->nlmsg_len,
			       at->nlmsg_flags, at->nlmsg_seq, at->nlmsg_pid);
}

int main(void)
{
	int peers[3], unread, read;

	sleeper("unix-recv", receive, one_of_pair(SOCK_STREAM, &peers[0]));
	sleeper("unix-send", send_much, one_of_pair(SOCK_STREAM, &peers[1]));
	sleeper("unix-seq-recv", receive, one_of_pair(SOCK_SEQPACKET, &peers[2]));
	sleeper("unix-accept", take, listener());
	sleeper("netlink-recv", receive, netlink(0));
	unread = netlink(RTMGRP_LINK | RTMGRP_IPV4_IFADDR);
	read = netlink(RTMGRP_LINK | RTMGRP_IPV4_IFADDR);
	printf("unread %d %lu\n", getpid(), inode_of(unread));
	if (system("ip link add nl0 type veth peer name nl1 && ip addr add 10.66.0.1/24 dev nl0 && ip link set nl0 up"))
		errx(1, "ip");
	sleep(1);
	print_messages(read);
	close(read);
	fflush(stdout);
	if (daemon(1, 1))
		err(1, "daemon");
	pause();
}
