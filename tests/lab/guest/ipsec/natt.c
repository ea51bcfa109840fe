// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * natt serve: a socket of each family on port 4500, where the kernel takes ESP out of UDP, and which no policy asks for ESP
 * itself. Ends when it has them; a child keeps them.
 * natt say ADDRESS: what comes there beside ESP: a keepalive, and a message of IKE, which begins with four zero bytes.
 */
#include <arpa/inet.h>
#include <linux/in.h>
#include <linux/udp.h>
#include <linux/xfrm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PORT 4500
#define V6_XFRM_POLICY 35 /* IPV6_XFRM_POLICY */

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void bypass(int fd, int family, int dir)
{
	struct xfrm_userpolicy_info policy = {.sel.family = family, .dir = dir, .action = XFRM_POLICY_ALLOW};
	int rc = family == AF_INET ? setsockopt(fd, IPPROTO_IP, IP_XFRM_POLICY, &policy, sizeof(policy))
				   : setsockopt(fd, IPPROTO_IPV6, V6_XFRM_POLICY, &policy, sizeof(policy));

	if (rc)
		die("natt: policy");
}

static void serve(int family)
{
	struct sockaddr_storage any = {.ss_family = family};
	int fd = socket(family, SOCK_DGRAM, 0), one = 1, type = UDP_ENCAP_ESPINUDP;

	/* The port lies at the same place in both. */
	((struct sockaddr_in *)&any)->sin_port = htons(PORT);
	if (family == AF_INET6 && setsockopt(fd, IPPROTO_IPV6, 26 /* IPV6_V6ONLY */, &one, sizeof(one)))
		die("natt: v6only");
	if (bind(fd, (struct sockaddr *)&any,
		 family == AF_INET ? sizeof(struct sockaddr_in) : 28 /* sockaddr_in6 */) ||
	    setsockopt(fd, IPPROTO_UDP, UDP_ENCAP, &type, sizeof(type)))
		die("natt: socket");
	bypass(fd, family, XFRM_POLICY_IN);
	bypass(fd, family, XFRM_POLICY_OUT);
}

static void say(const char *address)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(PORT)};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	char ike[44] = {0};

	memset(ike + 4, 0x5a, sizeof(ike) - 4);
	if (inet_pton(AF_INET, address, &to.sin_addr) != 1 || connect(fd, (struct sockaddr *)&to, sizeof(to)) ||
	    send(fd, "\xff", 1, 0) != 1 || send(fd, ike, sizeof(ike), 0) != sizeof(ike))
		die("natt: say");
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "say")) {
		say(argv[2]);
		return 0;
	}
	if (argc != 2 || strcmp(argv[1], "serve"))
		return 2;
	serve(AF_INET);
	serve(AF_INET6);
	if (!fork())
		for (;;)
			pause();
	return 0;
}
