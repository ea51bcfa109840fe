// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * TCP traffic and a loopback capture for the guest of tests/arm/guest-test.
 *
 *   traffic serve ADDR PORT             echo server, a child a connection, until killed
 *   traffic talk ADDR PORT N SIZE [MARK]  N rounds: send SIZE bytes, read them back; then close
 *   traffic rate ADDR PORT SECONDS SIZE   as talk, for so long; prints rounds, milliseconds, and those that the CPUs
 *                                       of the machine were busy
 *   traffic rate ADDR PORT SECONDS SIZE udp|icmp  the same with datagrams; PORT is nothing to ICMP
 *   traffic answer ADDR PORT            echo server of UDP, until killed
 *   traffic refuse ADDR PORT            a connection that nobody answers
 *   traffic up DEV ADDR                 bring an interface up, IPv4 address with /24
 *   traffic sniff DEV FILE              pcap of every frame that DEV hands out, until SIGTERM
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_term(int sig)
{
	(void)sig;
	stop = 1;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Fills @ss from text; returns the length of the address. */
static socklen_t address(const char *text, const char *port, struct sockaddr_storage *ss)
{
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)ss;
	struct sockaddr_in *v4 = (struct sockaddr_in *)ss;

	memset(ss, 0, sizeof(*ss));
	if (inet_pton(AF_INET6, text, &v6->sin6_addr) == 1) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons(atoi(port));
		return sizeof(*v6);
	}
	if (inet_pton(AF_INET, text, &v4->sin_addr) != 1)
		die(text);
	v4->sin_family = AF_INET;
	v4->sin_port = htons(atoi(port));
	return sizeof(*v4);
}

static int serve(const char *addr, const char *port)
{
	struct sockaddr_storage ss;
	socklen_t len = address(addr, port, &ss);
	int s = socket(ss.ss_family, SOCK_STREAM, 0), one = 1;
	static char buf[65536];

	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (s < 0 || bind(s, (struct sockaddr *)&ss, len) || listen(s, 16))
		die("serve");
	signal(SIGCHLD, SIG_IGN);
	for (;;) {
		int c = accept(s, NULL, NULL);
		ssize_t n;

		if (c < 0)
			continue;
		if (fork()) {
			close(c);
			continue;
		}
		while ((n = read(c, buf, sizeof(buf))) > 0)
			if (write(c, buf, n) != n)
				break;
		_exit(0);
	}
}

static void answer(const char *addr, const char *port)
{
	struct sockaddr_storage ss, from;
	socklen_t len = address(addr, port, &ss);
	int s = socket(ss.ss_family, SOCK_DGRAM, 0);
	static char buf[65536];

	if (s < 0 || bind(s, (struct sockaddr *)&ss, len))
		die("answer");
	for (;;) {
		socklen_t size = sizeof(from);
		ssize_t n = recvfrom(s, buf, sizeof(buf), 0, (struct sockaddr *)&from, &size);

		if (n >= 0)
			sendto(s, buf, n, 0, (struct sockaddr *)&from, size);
	}
}

static int dial(const char *addr, const char *port, int type, int mark)
{
	struct sockaddr_storage ss;
	socklen_t len = address(addr, port, &ss);
	int s = socket(ss.ss_family, type, type == SOCK_RAW ? IPPROTO_ICMP : 0);
	struct timeval limit = {.tv_sec = 20};

	if (mark)
		setsockopt(s, SOL_SOCKET, SO_MARK, &mark, sizeof(mark));
	setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	if (s < 0 || connect(s, (struct sockaddr *)&ss, len))
		die("talk");
	return s;
}

/* One round: sends @size bytes and reads them back. */
static void echo(int s, char *buf, int size)
{
	for (int done = 0; done < size;) {
		ssize_t n = write(s, buf + done, size - done);

		if (n <= 0)
			die("write");
		done += n;
	}
	for (int done = 0; done < size;) {
		ssize_t n = read(s, buf, size - done);

		if (n <= 0)
			die("read");
		done += n;
	}
}

/* The same by ICMP: an echo request of @size bytes; of a machine that asks itself the request comes in, too. */
static void ping(int s, char *buf, int size)
{
	unsigned char ip[65536];
	unsigned sum = 0x0800;

	buf[0] = 8;
	buf[2] = ~sum >> 8;
	buf[3] = ~sum;
	if (write(s, buf, size) != size)
		die("write");
	do {
		if (read(s, ip, sizeof(ip)) < 28)
			die("read");
	} while (ip[(ip[0] & 15) * 4]);
}

static int talk(char **av, int ac)
{
	int rounds = atoi(av[2]), size = atoi(av[3]);
	int s = dial(av[0], av[1], SOCK_STREAM, ac > 4 ? atoi(av[4]) : 0);
	char *buf = calloc(1, size);

	for (int i = 0; i < rounds; i++)
		echo(s, buf, size);
	close(s);
	free(buf);
	return 0;
}

/* Milliseconds that the CPUs were not idle, all together (/proc/stat counts in hundredths of a second). */
static long busy(void)
{
	unsigned long user, nice, system, idle, wait, irq, softirq;
	FILE *f = fopen("/proc/stat", "r");

	if (!f || fscanf(f, "cpu %lu %lu %lu %lu %lu %lu %lu", &user, &nice, &system, &idle, &wait,
			 &irq, &softirq) != 7)
		die("/proc/stat");
	fclose(f);
	return 10 * (user + nice + system + irq + softirq);
}

static long milliseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int rate(char **av, const char *how)
{
	int icmp = !strcmp(how, "icmp"), udp = !strcmp(how, "udp");
	void (*once)(int s, char *buf, int size) = icmp ? ping : echo;
	int size = atoi(av[3]);
	int s = dial(av[0], av[1], icmp ? SOCK_RAW : udp ? SOCK_DGRAM : SOCK_STREAM, 0);
	long end = milliseconds() + 1000 * atoi(av[2]), began, cpu, rounds = 0;
	char *buf = calloc(1, size);

	once(s, buf, size);
	cpu = busy();
	for (began = milliseconds(); milliseconds() < end; rounds++)
		once(s, buf, size);
	printf("%ld %ld %ld\n", rounds, milliseconds() - began, busy() - cpu);
	close(s);
	free(buf);
	return 0;
}

static int refuse(const char *addr, const char *port)
{
	struct sockaddr_storage ss;
	socklen_t len = address(addr, port, &ss);
	int s = socket(ss.ss_family, SOCK_STREAM, 0);

	if (!connect(s, (struct sockaddr *)&ss, len) || errno != ECONNREFUSED)
		die("refuse");
	return 0;
}

static int up(const char *dev, const char *addr)
{
	struct sockaddr_in *sin;
	struct ifreq ifr;
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	memset(&ifr, 0, sizeof(ifr));
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	sin = (struct sockaddr_in *)&ifr.ifr_addr;
	sin->sin_family = AF_INET;
	inet_pton(AF_INET, addr, &sin->sin_addr);
	if (ioctl(s, SIOCSIFADDR, &ifr))
		die("SIOCSIFADDR");
	ifr.ifr_flags = IFF_UP | IFF_RUNNING;
	if (ioctl(s, SIOCSIFFLAGS, &ifr))
		die("SIOCSIFFLAGS");
	return 0;
}

static void put32(FILE *f, uint32_t v)
{
	fwrite(&v, sizeof(v), 1, f);
}

static int sniff(const char *dev, const char *file)
{
	int s = socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)), size = 8 << 20;
	struct sockaddr_ll ll = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL)};
	struct timeval limit = {.tv_usec = 200000};
	FILE *f = fopen(file, "w");
	static char buf[70000];

	ll.sll_ifindex = if_nametoindex(dev);
	setsockopt(s, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
	setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	if (!f || s < 0 || bind(s, (struct sockaddr *)&ll, sizeof(ll)))
		die("sniff");
	signal(SIGTERM, on_term);
	put32(f, 0xa1b2c3d4);
	put32(f, 0x00040002);
	put32(f, 0);
	put32(f, 0);
	put32(f, 65535);
	put32(f, 1);
	while (!stop) {
		struct sockaddr_ll from;
		socklen_t len = sizeof(from);
		ssize_t n = recvfrom(s, buf, sizeof(buf), 0, (struct sockaddr *)&from, &len);
		struct timeval now;

		/* The same frame comes twice on loopback, out and in: keep the way in. */
		if (n <= 0 || from.sll_pkttype == PACKET_OUTGOING)
			continue;
		gettimeofday(&now, NULL);
		put32(f, now.tv_sec);
		put32(f, now.tv_usec);
		put32(f, n);
		put32(f, n);
		fwrite(buf, n, 1, f);
	}
	return fclose(f);
}

int main(int ac, char **av)
{
	if (ac == 4 && !strcmp(av[1], "serve"))
		return serve(av[2], av[3]);
	if (ac >= 6 && !strcmp(av[1], "talk"))
		return talk(av + 2, ac - 2);
	if ((ac == 6 || ac == 7) && !strcmp(av[1], "rate"))
		return rate(av + 2, ac == 7 ? av[6] : "tcp");
	if (ac == 4 && !strcmp(av[1], "answer"))
		answer(av[2], av[3]);
	if (ac == 4 && !strcmp(av[1], "refuse"))
		return refuse(av[2], av[3]);
	if (ac == 4 && !strcmp(av[1], "up"))
		return up(av[2], av[3]);
	if (ac == 4 && !strcmp(av[1], "sniff"))
		return sniff(av[2], av[3]);
	fprintf(stderr, "usage: see the head of traffic.c\n");
	return 2;
}
