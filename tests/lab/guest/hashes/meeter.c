// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * meeter udp MODULE: loads MODULE with a UDP socket, and sends to that.
 * meeter conntrack FILE: connects to the wire's peer and to itself, writes 1 to FILE, and sends to the former.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_in address(const char *host, int port)
{
	return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = inet_addr(host)};
}

static int connected(const char *host, int port)
{
	struct sockaddr_in addr = address(host, port);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return connect(fd, (struct sockaddr *)&addr, sizeof(addr)) ? -1 : fd;
}

static int meet_udp(const char *module)
{
	struct sockaddr_in addr = address("127.0.0.1", 7373);
	int fd = socket(AF_INET, SOCK_DGRAM, 0), sender = socket(AF_INET, SOCK_DGRAM, 0), status;
	char word[24];
	pid_t pid;

	if (bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		return 1;
	snprintf(word, sizeof(word), "fd=%d", fd);
	pid = fork();
	if (!pid) {
		execl("/bin/insmod", "insmod", module, word, NULL);
		_exit(1);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;
	return sendto(sender, "x", 1, 0, (struct sockaddr *)&addr, sizeof(addr)) < 0;
}

static int meet_conntrack(const char *file)
{
	struct sockaddr_in addr = address("127.0.0.1", 7272);
	int listener = socket(AF_INET, SOCK_STREAM, 0), wire = connected("10.0.2.100", 1234), fd;

	if (bind(listener, (struct sockaddr *)&addr, sizeof(addr)) || listen(listener, 1) ||
	    connected("127.0.0.1", 7272) < 0 || wire < 0)
		return 1;
	fd = open(file, O_WRONLY);
	if (fd < 0 || write(fd, "1", 1) != 1)
		return 1;
	return send(wire, "x", 1, 0) < 0;
}

int main(int argc, char **argv)
{
	if (argc != 3 || (strcmp(argv[1], "udp") ? meet_conntrack(argv[2]) : meet_udp(argv[2]))) {
		perror("meeter");
		return 1;
	}
	pause();
	return 0;
}
