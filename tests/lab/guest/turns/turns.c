/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For the lab guest: TCP over sockets with options that few programs ask for.
 *
 *   turns serve PORT HOW [PEER]	accept, and send back all that comes, until killed
 *   turns ask HOST PORT BYTES HOW	send BYTES, and read them back
 *
 * HOW: plain; transparent (IP_TRANSPARENT: what TPROXY gives it); md5 (TCP_MD5SIG with PEER or HOST).
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef IP_TRANSPARENT
#define IP_TRANSPARENT 19
#endif

static int fail(const char *what)
{
	perror(what);
	return 1;
}

static int set_how(int fd, const char *how, const char *peer)
{
	struct tcp_md5sig md5 = {.tcpm_keylen = 6, .tcpm_key = "secret"};
	struct sockaddr_in *addr = (struct sockaddr_in *)&md5.tcpm_addr;
	int one = 1;

	if (!strcmp(how, "transparent"))
		return setsockopt(fd, IPPROTO_IP, IP_TRANSPARENT, &one, sizeof(one));
	if (strcmp(how, "md5"))
		return 0;
	addr->sin_family = AF_INET;
	inet_pton(AF_INET, peer, &addr->sin_addr);
	return setsockopt(fd, IPPROTO_TCP, TCP_MD5SIG, &md5, sizeof(md5));
}

static void echo(int fd)
{
	char buf[8192];
	ssize_t got;

	while ((got = read(fd, buf, sizeof(buf))) > 0)
		for (ssize_t sent = 0, n; sent < got; sent += n)
			if ((n = write(fd, buf + sent, (size_t)(got - sent))) < 0)
				return;
}

static int serve(int port, const char *how, const char *peer)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (set_how(fd, how, peer))
		return fail(how);
	if (bind(fd, (struct sockaddr *)&addr, sizeof(addr)) || listen(fd, 8))
		return fail("listen");
	for (;;) {
		int child = accept(fd, NULL, NULL);

		if (child < 0)
			return fail("accept");
		echo(child);
		close(child);
	}
}

static int ask(const char *host, int port, size_t bytes, const char *how)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char buf[8192] = "";

	inet_pton(AF_INET, host, &addr.sin_addr);
	if (set_how(fd, how, host))
		return fail(how);
	alarm(20);
	if (connect(fd, (struct sockaddr *)&addr, sizeof(addr)))
		return fail(host);
	while (bytes) {
		size_t piece = bytes < sizeof(buf) ? bytes : sizeof(buf);

		if (write(fd, buf, piece) != (ssize_t)piece)
			return fail("write");
		for (size_t got = 0; got < piece;) {
			ssize_t n = read(fd, buf, piece - got);

			if (n <= 0)
				return fail("read");
			got += (size_t)n;
		}
		bytes -= piece;
	}
	return close(fd);
}

int main(int argc, char **argv)
{
	if (argc >= 4 && !strcmp(argv[1], "serve"))
		return serve(atoi(argv[2]), argv[3], argc > 4 ? argv[4] : "");
	if (argc == 6 && !strcmp(argv[1], "ask"))
		return ask(argv[2], atoi(argv[3]), (size_t)atoi(argv[4]), argv[5]);
	fprintf(stderr, "usage: turns serve PORT HOW [PEER] | turns ask HOST PORT BYTES HOW\n");
	return 2;
}
