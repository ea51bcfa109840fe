// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * held: sockets of every family whose queues are stuck, each in a process of its own, of that name. Prints "NAME PID INODE" for
 * each (the socket's inode) and returns; the processes stay, each asleep where it is said below.
 */
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int need(int got, const char *what)
{
	if (got < 0)
		err(1, "%s", what);
	return got;
}

static void say(const char *name, int fd)
{
	struct stat stat;

	need(fstat(fd, &stat), "fstat");
	printf("%s %d %lu\n", name, getpid(), (unsigned long)stat.st_ino);
	fflush(stdout);
}

static void small(int fd, int option)
{
	need(setsockopt(fd, SOL_SOCKET, option, &(int){4096}, sizeof(int)), "buffer");
}

static struct sockaddr_in inet(const char *host, unsigned port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};

	inet_pton(AF_INET, host, &at.sin_addr);
	return at;
}

static int inet_socket(int type, int protocol)
{
	return need(socket(AF_INET, type | SOCK_CLOEXEC, protocol), "socket");
}

static int bound(int type, unsigned port)
{
	struct sockaddr_in at = inet("127.0.0.1", port);
	int fd = inet_socket(type, 0);

	need(bind(fd, (void *)&at, sizeof(at)), "bind");
	return fd;
}

/* To 127.0.0.1, or along FD's connection: NR times LEN bytes. */
static void send_to(int fd, unsigned port, unsigned nr, size_t len)
{
	static char bytes[65536];
	struct sockaddr_in at = inet("127.0.0.1", port);

	while (nr--)
		sendto(fd, bytes, len, MSG_DONTWAIT, (void *)&at, sizeof(at));
}

/* A process NAME does FN and is asleep behind it, away from all sockets. */
static void plant(const char *name, void (*fn)(const char *name))
{
	pid_t pid = need(fork(), "fork");

	if (pid)
		return;
	prctl(PR_SET_NAME, name);
	fn(name);
	sleep(100000);
	_exit(0);
}

/* --- UDP --- */

static void udp_full(const char *name)
{
	int fd = bound(SOCK_DGRAM, 7001), from = inet_socket(SOCK_DGRAM, 0);

	small(fd, SO_RCVBUF);
	send_to(from, 7001, 64, 500);
	close(from);
	say(name, fd);
}

/* Told once, and never read: asleep in epoll_wait(). */
static void udp_edge(const char *name)
{
	struct epoll_event event = {.events = EPOLLIN | EPOLLET};
	int fd = bound(SOCK_DGRAM, 7002), from = inet_socket(SOCK_DGRAM, 0);
	int epoll = need(epoll_create1(0), "epoll");

	need(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event), "epoll_ctl");
	send_to(from, 7002, 2, 100);
	close(from);
	epoll_wait(epoll, &event, 1, -1);
	say(name, fd);
	epoll_wait(epoll, &event, 1, -1);
}

static void udp_cork(const char *name)
{
	struct sockaddr_in at = inet("127.0.0.1", 7003);
	int fd = inet_socket(SOCK_DGRAM, 0);

	need(connect(fd, (void *)&at, sizeof(at)), "connect");
	need(setsockopt(fd, SOL_UDP, UDP_CORK, &(int){1}, sizeof(int)), "UDP_CORK");
	need(send(fd, name, 8, 0), "send");
	say(name, fd);
}

/* Nobody has that address: what is sent waits for its neighbour. */
static int udp_away(void)
{
	struct sockaddr_in at = inet("10.66.0.9", 7004);
	int fd = inet_socket(SOCK_DGRAM, 0);

	need(connect(fd, (void *)&at, sizeof(at)), "connect");
	return fd;
}

static void udp_neighbour(const char *name)
{
	int fd = udp_away();

	need(send(fd, name, 8, 0), "send");
	say(name, fd);
}

/* Asleep in send(): the buffer is full. */
static void udp_send(const char *name)
{
	int fd = udp_away();

	small(fd, SO_SNDBUF);
	say(name, fd);
	while (send(fd, name, 8, 0) > 0)
		;
}

/* --- unix --- */

static void write_on(int fd)
{
	static char bytes[4096];

	while (send(fd, bytes, sizeof(bytes), 0) > 0)
		;
}

/* NAME has the end that nobody reads; "unix-write" is asleep in send() on the other. */
static void unix_slow(const char *name)
{
	int fds[2];

	need(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), "socketpair");
	if (!need(fork(), "fork")) {
		prctl(PR_SET_NAME, "unix-write");
		setgid(1000);
		setuid(1000);
		close(fds[0]);
		say("unix-write", fds[1]);
		write_on(fds[1]);
		_exit(0);
	}
	close(fds[1]);
	say(name, fds[0]);
}

static struct sockaddr_un path(const char *name)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	snprintf(at.sun_path, sizeof(at.sun_path), "/tmp/%s", name);
	return at;
}

static int unix_bound(int type, const char *name)
{
	struct sockaddr_un at = path(name);
	int fd = need(socket(AF_UNIX, type, 0), "socket");

	need(bind(fd, (void *)&at, sizeof(at)), "bind");
	chmod(at.sun_path, 0777);
	return fd;
}

/* NAME keeps who sent; "unix-dgram-send", another user's, is asleep in send(). */
static void unix_dgram(const char *name)
{
	struct sockaddr_un at = path(name);
	int fd = unix_bound(SOCK_DGRAM, name);

	need(setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &(int){1}, sizeof(int)), "SO_PASSCRED");
	if (!need(fork(), "fork")) {
		prctl(PR_SET_NAME, "unix-dgram-send");
		close(fd);
		setgid(1000);
		setuid(1000);
		fd = need(socket(AF_UNIX, SOCK_DGRAM, 0), "socket");
		need(connect(fd, (void *)&at, sizeof(at)), "connect");
		say("unix-dgram-send", fd);
		while (send(fd, name, 8, 0) > 0)
			;
		_exit(0);
	}
	say(name, fd);
}

/* One waits to be accepted, and "unix-connect" is asleep in connect(). */
static void unix_listen(const char *name)
{
	struct sockaddr_un at = path(name);
	int fd = unix_bound(SOCK_STREAM, name);

	need(listen(fd, 0), "listen");
	if (!need(fork(), "fork")) {
		int one = need(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
		int other = need(socket(AF_UNIX, SOCK_STREAM, 0), "socket");

		prctl(PR_SET_NAME, "unix-connect");
		close(fd);
		need(connect(one, (void *)&at, sizeof(at)), "connect");
		say("unix-connect", other);
		connect(other, (void *)&at, sizeof(at));
		_exit(0);
	}
	say(name, fd);
}

/* Its peer wrote and closed. */
static void unix_gone(const char *name)
{
	int fds[2];

	need(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), "socketpair");
	need(send(fds[1], name, 5, 0), "send");
	close(fds[1]);
	say(name, fds[0]);
}

/* --- netlink, packet, raw --- */

static void netlink_over(const char *name)
{
	struct sockaddr_nl at = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK};
	int fd = need(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE), "netlink");

	small(fd, SO_RCVBUF);
	need(bind(fd, (void *)&at, sizeof(at)), "bind");
	if (system("for mtu in 1400 1410 1420 1430 1440 1450 1460 1470 1480 1490 1500; do "
		   "ip link set nl1 mtu $mtu || exit; done"))
		errx(1, "ip");
	say(name, fd);
}

static int packet(unsigned protocol)
{
	struct sockaddr_ll at = {.sll_family = AF_PACKET,
				 .sll_protocol = htons(protocol),
				 .sll_ifindex = (int)if_nametoindex("lo")};
	int fd = need(socket(AF_PACKET, SOCK_RAW, 0), "packet");

	if (protocol)
		need(bind(fd, (void *)&at, sizeof(at)), "bind");
	return fd;
}

/* Frames on lo that nothing else looks at. */
static void send_frames(unsigned protocol, unsigned nr)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET, .sll_ifindex = (int)if_nametoindex("lo"), .sll_halen = 6};
	uint8_t frame[500] = {[12] = (uint8_t)(protocol >> 8), [13] = (uint8_t)protocol};
	int fd = packet(0);

	while (nr--)
		sendto(fd, frame, sizeof(frame), 0, (void *)&to, sizeof(to));
	close(fd);
}

static void packet_full(const char *name)
{
	int fd = packet(0x88b5);

	small(fd, SO_RCVBUF);
	send_frames(0x88b5, 64);
	say(name, fd);
}

static void ring(const char *name, unsigned protocol, int version)
{
	struct tpacket_req3 req = {.tp_block_size = 4096,
				   .tp_block_nr = 2,
				   .tp_frame_size = 1024,
				   .tp_frame_nr = 8,
				   .tp_retire_blk_tov = 100};
	int fd = packet(0);
	struct sockaddr_ll at = {.sll_family = AF_PACKET,
				 .sll_protocol = htons(protocol),
				 .sll_ifindex = (int)if_nametoindex("lo")};

	need(setsockopt(fd, SOL_PACKET, PACKET_VERSION, &version, sizeof(version)), "version");
	need(setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &req,
			version == TPACKET_V3 ? sizeof(req) : sizeof(struct tpacket_req)),
	     "ring");
	need(bind(fd, (void *)&at, sizeof(at)), "bind");
	send_frames(protocol, 64);
	say(name, fd);
}

static void packet_ring2(const char *name)
{
	ring(name, 0x88b6, TPACKET_V2);
}

static void packet_ring3(const char *name)
{
	ring(name, 0x88b7, TPACKET_V3);
}

static void raw_full(const char *name)
{
	int fd = inet_socket(SOCK_RAW, 253), from = inet_socket(SOCK_RAW, 253);

	small(fd, SO_RCVBUF);
	send_to(from, 0, 64, 500);
	close(from);
	say(name, fd);
}

/* --- TCP listeners --- */

static void connect_to(unsigned port, unsigned nr)
{
	struct sockaddr_in at = inet("127.0.0.1", port);

	while (nr--)
		connect(inet_socket(SOCK_STREAM | SOCK_NONBLOCK, 0), (void *)&at, sizeof(at));
}

/* To be accepted with data only: the last ACK of a handshake leaves it half open. */
static void tcp_half(const char *name)
{
	int fd = bound(SOCK_STREAM, 7010);

	need(setsockopt(fd, SOL_TCP, TCP_DEFER_ACCEPT, &(int){600}, sizeof(int)), "defer");
	need(listen(fd, 5), "listen");
	connect_to(7010, 3);
	say(name, fd);
}

static void tcp_full(const char *name)
{
	int fd = bound(SOCK_STREAM, 7011);

	need(listen(fd, 1), "listen");
	connect_to(7011, 4);
	say(name, fd);
}

int main(void)
{
	static const struct {
		const char *name;
		void (*fn)(const char *name);
	} plants[] = {
		{"udp-full", udp_full},		{"udp-edge", udp_edge},
		{"udp-cork", udp_cork},		{"udp-neighbour", udp_neighbour},
		{"udp-send", udp_send},		{"unix-slow", unix_slow},
		{"unix-dgram", unix_dgram},	{"unix-listen", unix_listen},
		{"unix-gone", unix_gone},	{"netlink-over", netlink_over},
		{"packet-full", packet_full},	{"packet-ring2", packet_ring2},
		{"packet-ring3", packet_ring3}, {"raw-full", raw_full},
		{"tcp-half", tcp_half},		{"tcp-full", tcp_full},
	};

	for (size_t i = 0; i < sizeof(plants) / sizeof(plants[0]); i++)
		plant(plants[i].name, plants[i].fn);
}
