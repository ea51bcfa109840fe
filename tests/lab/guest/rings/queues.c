// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * queues: what the samples of full queues need beyond traffic and tc.
 *
 *   queues gro DEV           switch GRO of DEV on, and
 *   queues no-tso DEV        TSO of its peer off: a veth then receives through a ring and NAPI
 *   queues udp HOST PORT NR SIZE   send NR datagrams of SIZE bytes (IPv4)
 *   queues hog CPU           never let anything else run on CPU again
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

static int feature(const char *dev, unsigned cmd, unsigned on)
{
	struct ethtool_value value = {.cmd = cmd, .data = on};
	struct ifreq request = {.ifr_data = (char *)&value};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", dev);
	if (fd >= 0 && !ioctl(fd, SIOCETHTOOL, &request))
		return 0;
	perror(dev);
	return 1;
}

static int udp(const char *host, int port, int nr, int size)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
	static char bytes[1400];
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0 || inet_pton(AF_INET, host, &to.sin_addr) != 1 || size > (int)sizeof(bytes))
		return 1;
	for (int i = 0; i < nr; i++)
		if (sendto(fd, bytes, size, 0, (struct sockaddr *)&to, sizeof(to)) != size) {
			perror(host);
			return 1;
		}
	return 0;
}

static int hog(int cpu)
{
	struct sched_param most = {.sched_priority = 99};
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) || sched_setscheduler(0, SCHED_FIFO, &most)) {
		perror("hog");
		return 1;
	}
	for (volatile unsigned long i = 0;; i++)
		;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "gro"))
		return feature(argv[2], ETHTOOL_SGRO, 1);
	if (argc == 3 && !strcmp(argv[1], "no-tso"))
		return feature(argv[2], ETHTOOL_STSO, 0);
	if (argc == 6 && !strcmp(argv[1], "udp"))
		return udp(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
	if (argc == 3 && !strcmp(argv[1], "hog"))
		return hog(atoi(argv[2]));
	fprintf(stderr, "usage: queues gro DEV | no-tso DEV | udp HOST PORT NR SIZE | hog CPU\n");
	return 2;
}
