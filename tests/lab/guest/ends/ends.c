// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ends WHAT ...: one packet of a fate that a socket alone would not give it. Numbers are decimal.
 *
 *	ttl ADDRESS PORT HOPS [SIZE]	a datagram that may pass HOPS machines, in one piece
 *	spoof FROM ADDRESS PORT		a datagram of somebody else's
 *	short ADDRESS PORT		one whose header says that it is longer than it is
 *	reply ADDRESS ID		an ICMP echo reply that nobody asked for
 *	wrong ADDRESS ID		an ICMP echo request with a wrong checksum
 *	ask ADDRESS			an ICMP echo request of a socket that gets the answer alone
 *	vxlan ADDRESS NUMBER		a VXLAN datagram of that network
 *	encap ADDRESS PORT		a socket that takes ESP in UDP; its owner stays
 *	byte ADDRESS PORT		a keepalive of ESP in UDP
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef UDP_ENCAP
#define UDP_ENCAP 100
#endif
#define ESP_IN_UDP 2 /* UDP_ENCAP_ESPINUDP */
#define FROM_PORT 4000

struct end {
	struct sockaddr_storage to;
	socklen_t len;
	bool six;
};

static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "ends: %s: %s\n", what, strerror(errno));
	exit(1);
}

static struct end end_of(const char *text, unsigned port)
{
	struct end end = {0};
	struct sockaddr_in *four = (void *)&end.to;
	struct sockaddr_in6 *six = (void *)&end.to;

	end.six = strchr(text, ':') != NULL;
	end.len = end.six ? sizeof(*six) : sizeof(*four);
	end.to.ss_family = end.six ? AF_INET6 : AF_INET;
	must(inet_pton(end.to.ss_family, text, end.six ? (void *)&six->sin6_addr : &four->sin_addr) == 1, text);
	four->sin_port = htons((uint16_t)port); /* at the same place in both */
	return end;
}

static int open_socket(const struct end *end, int type, int protocol)
{
	struct timeval second = {.tv_sec = 1};
	int fd = socket(end->to.ss_family, type, protocol);

	must(fd >= 0, "socket");
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof(second));
	return fd;
}

static void send_to(int fd, const struct end *end, const void *bytes, size_t len)
{
	must(sendto(fd, bytes, len, 0, (const void *)&end->to, end->len) == (ssize_t)len, "send");
}

static void put(uint8_t *at, unsigned value, int size)
{
	while (size--) {
		at[size] = (uint8_t)value;
		value >>= 8;
	}
}

static unsigned checksum(const uint8_t *bytes, size_t len)
{
	unsigned sum = 0;

	for (size_t i = 0; i < len; i += 2)
		sum += (unsigned)bytes[i] << 8 | bytes[i + 1];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum & 0xffff;
}

static void ttl(const struct end *end, int hops, size_t size)
{
	static char bytes[2000];
	int fd = open_socket(end, SOCK_DGRAM, 0), whole = IP_PMTUDISC_PROBE;

	setsockopt(fd, end->six ? IPPROTO_IPV6 : IPPROTO_IP, end->six ? IPV6_UNICAST_HOPS : IP_TTL, &hops, sizeof(hops));
	setsockopt(fd, end->six ? IPPROTO_IPV6 : IPPROTO_IP, end->six ? IPV6_MTU_DISCOVER : IP_MTU_DISCOVER, &whole,
		   sizeof(whole));
	send_to(fd, end, bytes, size);
}

/* IP's header is ours; the kernel finishes its length and checksum. */
static void spoof(const char *from, const struct end *end, unsigned port)
{
	uint8_t bytes[20 + 8 + 32] = {0x45, [8] = 64, [9] = IPPROTO_UDP};
	struct end source = end_of(from, 0);

	memcpy(bytes + 12, &((struct sockaddr_in *)&source.to)->sin_addr, 4);
	memcpy(bytes + 16, &((const struct sockaddr_in *)&end->to)->sin_addr, 4);
	put(bytes + 20, FROM_PORT, 2);
	put(bytes + 22, port, 2);
	put(bytes + 24, 8 + 32, 2);
	send_to(open_socket(end, SOCK_RAW, IPPROTO_RAW), end, bytes, sizeof(bytes));
}

static void shorter(const struct end *end, unsigned port)
{
	uint8_t bytes[8 + 16] = {0};
	struct end to = *end;

	put(bytes, FROM_PORT, 2);
	put(bytes + 2, port, 2);
	put(bytes + 4, 8 + 100, 2);
	((struct sockaddr_in *)&to.to)->sin_port = 0; /* a raw socket's is a protocol */
	send_to(open_socket(end, SOCK_RAW, IPPROTO_UDP), &to, bytes, sizeof(bytes));
}

static void echo(const struct end *end, unsigned type, unsigned id, unsigned off)
{
	uint8_t bytes[8 + 32] = {(uint8_t)type};

	put(bytes + 4, id, 2);
	put(bytes + 6, 1, 2);
	put(bytes + 2, checksum(bytes, sizeof(bytes)) ^ off, 2);
	send_to(open_socket(end, SOCK_RAW, IPPROTO_ICMP), end, bytes, sizeof(bytes));
}

static void ask(const struct end *end)
{
	uint8_t bytes[8 + 32] = {end->six ? 128 : 8};
	int fd = open_socket(end, SOCK_DGRAM, end->six ? IPPROTO_ICMPV6 : IPPROTO_ICMP);

	put(bytes + 6, 1, 2);
	send_to(fd, end, bytes, sizeof(bytes));
	must(recv(fd, bytes, sizeof(bytes), 0) > 0, "answer");
}

static void vxlan(const struct end *end, unsigned number)
{
	uint8_t bytes[8 + 60] = {0x08};

	put(bytes + 4, number, 3);
	send_to(open_socket(end, SOCK_DGRAM, 0), end, bytes, sizeof(bytes));
}

static void encap(const struct end *end)
{
	int fd = open_socket(end, SOCK_DGRAM, 0), esp = ESP_IN_UDP;

	must(!bind(fd, (const void *)&end->to, end->len), "bind");
	must(!setsockopt(fd, IPPROTO_UDP, UDP_ENCAP, &esp, sizeof(esp)), "encap");
	if (!fork())
		for (;;)
			pause();
}

static unsigned number(int argc, char **argv, int i)
{
	return i < argc ? (unsigned)atoi(argv[i]) : 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";
	const bool spoofed = !strcmp(what, "spoof");
	const unsigned first = number(argc, argv, spoofed ? 4 : 3);
	struct end end;

	must(argc > (spoofed ? 4 : 2), "arguments");
	end = end_of(argv[spoofed ? 3 : 2], !strcmp(what, "vxlan") ? 4789 : spoofed || argc < 4 ? 0 : first);
	if (!strcmp(what, "ttl"))
		ttl(&end, (int)number(argc, argv, 4), argc > 5 ? number(argc, argv, 5) : 50);
	else if (spoofed)
		spoof(argv[2], &end, first);
	else if (!strcmp(what, "short"))
		shorter(&end, first);
	else if (!strcmp(what, "reply"))
		echo(&end, 0, first, 0);
	else if (!strcmp(what, "wrong"))
		echo(&end, 8, first, 0x0101);
	else if (!strcmp(what, "ask"))
		ask(&end);
	else if (!strcmp(what, "vxlan"))
		vxlan(&end, first);
	else if (!strcmp(what, "encap"))
		encap(&end);
	else if (!strcmp(what, "byte"))
		send_to(open_socket(&end, SOCK_DGRAM, 0), &end, "\xff", 1);
	else
		must(false, what);
	return 0;
}
