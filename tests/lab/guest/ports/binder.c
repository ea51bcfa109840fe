// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * binder MODULE HOW: binds a socket to 127.0.0.1:7373, loads MODULE with it (tests/lab/guest/ports/portmod.c says what HOW does),
 * and meets what it has bent: connects to it (listeners), binds another to 7474 (ports) or to the same (owners). As HOW, "any" is
 * owners of 0.0.0.0:7373; so is "port".
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORT 7373
#define OTHER 7474

static const char *host = "127.0.0.1";

static struct sockaddr_in address(int port)
{
	return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = inet_addr(host)};
}

static int bound(int port)
{
	struct sockaddr_in addr = address(port);
	int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	return bind(fd, (struct sockaddr *)&addr, sizeof(addr)) ? -1 : fd;
}

static int load(const char *module, const char *how, int fd)
{
	char words[3][32];
	int status;
	pid_t pid = fork();

	if (!pid) {
		snprintf(words[0], sizeof(words[0]), "how=%s", how);
		snprintf(words[1], sizeof(words[1]), "fd=%d", fd);
		snprintf(words[2], sizeof(words[2]), "port=%d", OTHER);
		execl("/bin/insmod", "insmod", module, words[0], words[1], words[2], NULL);
		_exit(1);
	}
	return waitpid(pid, &status, 0) == pid && !status ? 0 : -1;
}

int main(int argc, char **argv)
{
	const char *how = argc == 3 ? argv[2] : "";
	int listens = !strcmp(how, "listeners"), fd;
	struct sockaddr_in addr;

	if (!strcmp(how, "any") || !strcmp(how, "port"))
		host = "0.0.0.0";
	if (!strcmp(how, "any"))
		how = "owners";
	addr = address(PORT);
	fd = bound(PORT);
	if (argc != 3 || fd < 0 || (listens && listen(fd, 1)) || load(argv[1], how, fd)) {
		perror("binder");
		return 1;
	}
	if (listens)
		return connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&addr, sizeof(addr)) < 0;
	return bound(strcmp(how, "ports") ? PORT : OTHER) < 0;
}
