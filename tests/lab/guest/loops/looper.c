// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * looper MODULE: connects to the wire's peer and to itself, loads MODULE, which bends the hash chain of the first, and
 * sends: the answer meets the chain.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int connected(const char *host, int port)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons(port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	addr.sin_addr.s_addr = inet_addr(host);
	return connect(fd, (struct sockaddr *)&addr, sizeof(addr)) ? -1 : fd;
}

static int listening(int port)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons(port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return bind(fd, (struct sockaddr *)&addr, sizeof(addr)) || listen(fd, 1) ? -1 : fd;
}

static int load(const char *module, int fd, int first, int second)
{
	char one[24], two[40];
	int status;
	pid_t pid = fork();

	if (!pid) {
		snprintf(one, sizeof(one), "fd=%d", fd);
		snprintf(two, sizeof(two), "members=%d,%d", first, second);
		execl("/bin/insmod", "insmod", module, "how=chain", one, two, NULL);
		_exit(1);
	}
	return waitpid(pid, &status, 0) == pid && !status ? 0 : -1;
}

int main(int argc, char **argv)
{
	int wire = connected("10.0.2.100", 1234), listener = listening(7272);
	int one = connected("127.0.0.1", 7272), two = accept(listener, NULL, NULL);

	if (argc != 2 || wire < 0 || one < 0 || two < 0 || load(argv[1], wire, one, two)) {
		perror("looper");
		return 1;
	}
	send(wire, "x", 1, 0);
	pause();
	return 0;
}
