// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * hanger MODULE: connects to itself, loads MODULE, whose threads take the socket's lock and others, and has a
 * process sleep for each: one sends to that socket, one ("ip") sets a link. Prints their PIDs: "NAME PID".
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORT 7171

static int connected(void)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons(PORT)};
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_INET, SOCK_STREAM, 0);

	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(listener, (struct sockaddr *)&addr, sizeof(addr)) || listen(listener, 1) ||
	    connect(fd, (struct sockaddr *)&addr, sizeof(addr)) || accept(listener, NULL, NULL) < 0)
		return -1;
	return fd;
}

static int load(const char *module, int fd)
{
	char word[16];
	int status;
	pid_t pid = fork();

	if (!pid) {
		snprintf(word, sizeof(word), "fd=%d", fd);
		execl("/bin/insmod", "insmod", module, "how=locks", word, NULL);
		_exit(1);
	}
	return waitpid(pid, &status, 0) == pid && !status ? 0 : -1;
}

int main(int argc, char **argv)
{
	int fd = connected();
	pid_t pid;

	if (argc != 2 || fd < 0 || load(argv[1], fd))
		return 1;
	pid = fork();
	if (!pid) {
		prctl(PR_SET_NAME, "hang-send");
		send(fd, "x", 1, 0);
		_exit(0);
	}
	printf("hang-send %d\n", pid);
	pid = fork();
	if (!pid) {
		execl("/bin/ip", "ip", "link", "set", "lo", "mtu", "65000", NULL);
		_exit(1);
	}
	printf("ip %d\n", pid);
	fflush(stdout);
	pause();
	return 0;
}
