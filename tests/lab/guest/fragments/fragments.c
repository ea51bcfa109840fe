// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fragments FROM TO PORT ID WHAT: a UDP datagram in fragments made by hand, of 1480 bytes each (1448 of IPv6).
 *
 *	whole		all, the last first
 *	hole		all but the second
 *	headless	all but the first
 *	endless		all but the last
 *	twice		the first one, twice
 *	overlap		the first one, and one that begins inside it
 *
 * Prints what it sends, a JSON line each.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define SIZE 4000 /* of the datagram, with UDP's header */
#define PORT 4000 /* it comes from */

struct plan {
	int fd, family;
	const char *from, *to;
	uint8_t addresses[32]; /* from, to */
	uint32_t id, step;
	struct sockaddr_storage sockaddr;
	socklen_t len;
	uint8_t datagram[SIZE];
};

static void die(const char *what)
{
	fprintf(stderr, "fragments: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void put(uint8_t *at, uint32_t value, int size)
{
	while (size--) {
		at[size] = (uint8_t)value;
		value >>= 8;
	}
}

static uint32_t sum(const uint8_t *bytes, size_t len, uint32_t sum)
{
	for (size_t i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)bytes[i] << 8 | bytes[i + 1];
	return sum;
}

static void make_datagram(struct plan *plan, int port)
{
	uint32_t total;

	for (size_t i = 8; i < SIZE; i++)
		plan->datagram[i] = (uint8_t)i;
	put(plan->datagram, PORT, 2);
	put(plan->datagram + 2, (uint32_t)port, 2);
	put(plan->datagram + 4, SIZE, 2);
	total = sum(plan->addresses, plan->family == AF_INET ? 8 : 32, IPPROTO_UDP + SIZE);
	total = sum(plan->datagram, SIZE, total);
	while (total >> 16)
		total = (total & 0xffff) + (total >> 16);
	put(plan->datagram + 6, total == 0xffff ? total : ~total & 0xffff, 2);
}

static size_t ip_header(const struct plan *plan, uint8_t *bytes, uint32_t at, uint32_t len, bool more)
{
	if (plan->family == AF_INET) {
		bytes[0] = 0x45;
		put(bytes + 2, 20 + len, 2);
		put(bytes + 4, plan->id, 2);
		put(bytes + 6, (more ? 0x2000 : 0) | at / 8, 2);
		bytes[8] = 64;
		bytes[9] = IPPROTO_UDP;
		memcpy(bytes + 12, plan->addresses, 8);
		return 20;
	}
	bytes[0] = 0x60;
	put(bytes + 4, 8 + len, 2);
	bytes[6] = IPPROTO_FRAGMENT;
	bytes[7] = 64;
	memcpy(bytes + 8, plan->addresses, 32);
	bytes[40] = IPPROTO_UDP;
	put(bytes + 42, at | more, 2);
	put(bytes + 44, plan->id, 4);
	return 48;
}

static void send_part(const struct plan *plan, uint32_t at)
{
	uint32_t len = SIZE - at < plan->step ? SIZE - at : plan->step;
	uint8_t bytes[2000] = {0};
	size_t header = ip_header(plan, bytes, at, len, at + len < SIZE);

	memcpy(bytes + header, plan->datagram + at, len);
	if (sendto(plan->fd, bytes, header + len, 0, (const void *)&plan->sockaddr, plan->len) < 0)
		die("sendto");
	printf("{\"saddr\": \"%s\", \"daddr\": \"%s\", \"id\": %u, \"at\": %u, \"len\": %u, \"more\": %d}\n",
	       plan->from, plan->to, plan->id, at, len, at + len < SIZE);
}

static void send_what(const struct plan *plan, const char *what)
{
	uint32_t step = plan->step;

	if (!strcmp(what, "whole") || !strcmp(what, "hole") || !strcmp(what, "endless"))
		for (uint32_t at = SIZE / step * step + step; at > 0;) {
			at -= step;
			if (!(at == step && !strcmp(what, "hole")) &&
			    !(at + step >= SIZE && !strcmp(what, "endless")))
				send_part(plan, at);
		}
	else if (!strcmp(what, "headless"))
		for (uint32_t at = step; at < SIZE; at += step)
			send_part(plan, at);
	else if (!strcmp(what, "twice") || !strcmp(what, "overlap"))
		for (int i = 0; i < 2; i++)
			send_part(plan, i && !strcmp(what, "overlap") ? 800 : 0);
	else
		die(what);
}

int main(int argc, char **argv)
{
	struct plan plan = {.family = AF_INET, .step = 1480};
	struct sockaddr_in *four = (void *)&plan.sockaddr;
	struct sockaddr_in6 *six = (void *)&plan.sockaddr;

	if (argc != 6)
		return 2;
	plan.from = argv[1];
	plan.to = argv[2];
	if (inet_pton(AF_INET, plan.to, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		plan.len = sizeof(*four);
		memcpy(plan.addresses + 4, &four->sin_addr, 4);
	} else if (inet_pton(AF_INET6, plan.to, &six->sin6_addr) == 1) {
		plan.family = six->sin6_family = AF_INET6;
		plan.len = sizeof(*six);
		plan.step = 1448;
		memcpy(plan.addresses + 16, &six->sin6_addr, 16);
	} else {
		die(plan.to);
	}
	if (inet_pton(plan.family, plan.from, plan.addresses) != 1)
		die(plan.from);
	plan.id = (uint32_t)strtoul(argv[4], NULL, 0);
	make_datagram(&plan, atoi(argv[3]));
	plan.fd = socket(plan.family, SOCK_RAW, IPPROTO_RAW);
	if (plan.fd < 0)
		die("socket");
	send_what(&plan, argv[5]);
	return 0;
}
