// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * deeds: things to trace in the lab's guest that are not TCP.
 *
 *   deeds offset NAME	prints where in this file up_work, up_string or up_leaf begins (uprobes)
 *   deeds work N	calls them N times
 *   deeds syscalls	many system calls, some of which fail
 *   deeds signals	signals to itself and to a child
 *   deeds raw FILE	writes binary markers (trace_marker_raw)
 *   deeds wake N	two processes that wake each other N times
 *   deeds hold		does some work, says so, and stays (its user stacks can be resolved afterwards)
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Most calls are made to be traced, whatever comes of them. */
#pragma GCC diagnostic ignored "-Wunused-result"

extern const char __executable_start[];

__attribute__((noinline)) long up_leaf(long n)
{
	__asm__ volatile("" : : : "memory");
	return n * 3 - 1;
}

__attribute__((noinline)) const char *up_string(const char *text, const uint16_t *halves, long n)
{
	__asm__ volatile("" : : "r"(text), "r"(halves), "r"(n) : "memory");
	return n & 1 ? text : NULL;
}

__attribute__((noinline)) long up_work(int n, const char *text, const uint16_t *halves)
{
	long sum = up_leaf(n);

	if (up_string(text, halves, n))
		sum++;
	__asm__ volatile("" : : : "memory");
	return sum;
}

static int offset(const char *name)
{
	static const struct {
		const char *name;
		uintptr_t address;
	} functions[] = {
		{"up_work", (uintptr_t)up_work},
		{"up_string", (uintptr_t)up_string},
		{"up_leaf", (uintptr_t)up_leaf},
	};
	size_t i;

	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(name, functions[i].name)) {
			printf("0x%lx\n", functions[i].address - (uintptr_t)__executable_start);
			return 0;
		}
	return 1;
}

static int work(long n)
{
	static const uint16_t halves[4] = {1, 2, 0xffff, 4};
	static const char *const texts[] = {"one", "two words", "", "a \"quoted\" one"};
	volatile long sum = 0;
	long i;

	for (i = 0; i < n; i++)
		sum += up_work((int)i - 1, texts[i & 3], halves);
	return 0;
}

static void files(void)
{
	char buf[256];
	struct stat st;
	struct iovec iov[2] = {{buf, 3}, {buf + 3, 5}};
	int fd, dup_fd, pipe_fd[2];

	mkdir("/tmp/deeds", 0755);
	fd = open("/tmp/deeds/file", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);
	dprintf(fd, "hello %d\n", 1);
	pwrite(fd, "xyz", 3, 100);
	lseek(fd, 0, SEEK_SET);
	read(fd, buf, sizeof(buf));
	pread(fd, buf, 10, 2);
	readv(fd, iov, 2);
	writev(fd, iov, 2);
	fsync(fd);
	ftruncate(fd, 10);
	fstat(fd, &st);
	fchmod(fd, 0600);
	dup_fd = dup(fd);
	fcntl(dup_fd, F_SETFD, FD_CLOEXEC);
	ioctl(fd, 0x5401, buf);
	syscall(SYS_getdents64, fd, buf, sizeof(buf));
	mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	close(dup_fd);
	close(fd);
	close(999);
	stat("/nowhere/at/all", &st);
	access("/bin/busybox", X_OK);
	symlink("file", "/tmp/deeds/link");
	readlink("/tmp/deeds/link", buf, sizeof(buf));
	rename("/tmp/deeds/link", "/tmp/deeds/other");
	link("/tmp/deeds/file", "/tmp/deeds/hard");
	chmod("/tmp/deeds/file", 0444);
	chown("/tmp/deeds/file", 1, 2);
	truncate("/tmp/deeds/file", 3);
	unlink("/tmp/deeds/other");
	unlink("/tmp/deeds/hard");
	unlink("/tmp/deeds/file");
	rmdir("/tmp/deeds");
	chdir("/tmp");
	getcwd(buf, sizeof(buf));
	open("a name with \"quotes\" and a \\ and \x01", O_RDONLY);
	open((const char *)0x1000, O_RDONLY);
	if (!pipe(pipe_fd)) {
		write(pipe_fd[1], "pipe", 4);
		read(pipe_fd[0], buf, 4);
		close(pipe_fd[0]);
		close(pipe_fd[1]);
	}
}

static void sockets(void)
{
	struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(7777)};
	struct sockaddr_un un = {.sun_family = AF_UNIX, .sun_path = "/tmp/deeds-socket"};
	struct epoll_event event = {.events = EPOLLIN};
	struct iovec iov = {"datagram", 8};
	struct msghdr msg = {.msg_iov = &iov, .msg_iovlen = 1};
	struct pollfd pfd = {.events = POLLIN};
	struct timeval tv = {0, 1000};
	socklen_t len = sizeof(in);
	char buf[64];
	int udp = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), ep = epoll_create1(EPOLL_CLOEXEC);
	int one = 1, local = socket(AF_UNIX, SOCK_STREAM, 0), pair[2];
	fd_set set;

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(udp, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	bind(udp, (struct sockaddr *)&in, sizeof(in));
	getsockname(udp, (struct sockaddr *)&in, &len);
	sendto(udp, "datagram", 8, 0, (struct sockaddr *)&in, sizeof(in));
	recvfrom(udp, buf, sizeof(buf), MSG_DONTWAIT, NULL, NULL);
	connect(udp, (struct sockaddr *)&in, sizeof(in));
	sendmsg(udp, &msg, MSG_NOSIGNAL);
	iov.iov_base = buf;
	recvmsg(udp, &msg, MSG_DONTWAIT);
	epoll_ctl(ep, EPOLL_CTL_ADD, udp, &event);
	epoll_wait(ep, &event, 1, 1);
	pfd.fd = udp;
	poll(&pfd, 1, 1);
	FD_ZERO(&set);
	FD_SET(udp, &set);
	select(udp + 1, &set, NULL, NULL, &tv);
	shutdown(udp, SHUT_RDWR);
	bind(local, (struct sockaddr *)&un, sizeof(un));
	listen(local, 1);
	unlink(un.sun_path);
	if (!socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		write(pair[0], "x", 1);
	close(udp);
	close(local);
}

static void rest(void)
{
	struct itimerval timer = {{0, 0}, {0, 1000}};
	struct timespec ts = {0, 1000000}, now;
	struct rlimit limit;
	struct utsname name;
	struct rusage usage;
	uint32_t futex = 1;
	void *memory =
		mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pid_t child;

	memset(memory, 1, 65536);
	mprotect(memory, 4096, PROT_READ);
	madvise(memory, 65536, MADV_DONTNEED);
	munmap(memory, 65536);
	sbrk(4096);
	signal(SIGALRM, SIG_IGN);
	setitimer(ITIMER_REAL, &timer, NULL);
	nanosleep(&ts, NULL);
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
	getrlimit(RLIMIT_NOFILE, &limit);
	getrusage(RUSAGE_SELF, &usage);
	uname(&name);
	getppid();
	setpgid(0, 0);
	umask(022);
	sched_yield();
	syscall(SYS_futex, &futex, 0, 2, NULL);
	syscall(SYS_futex, &futex, 1, 1, NULL);
	syscall(SYS_getrandom, &futex, 4, 0);
	syscall(SYS_membarrier, 0, 0, 0);
	syscall(SYS_mount, "none", "/nowhere", "nofs", 0, "data");
	child = fork();
	if (!child) {
		execl("/bin/nothing", "nothing", "argument", (char *)NULL);
		execl("/bin/true", "true", "argument", (char *)NULL);
		_exit(3);
	}
	waitpid(child, NULL, 0);
}

static void nothing(int signal)
{
	(void)signal;
}

static int signals(void)
{
	struct sigaction action = {.sa_handler = nothing, .sa_flags = SA_RESTART};
	pid_t child;

	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGRTMIN + 3, &action, NULL);
	raise(SIGUSR1);
	raise(SIGRTMIN + 3);
	signal(SIGUSR2, SIG_IGN);
	raise(SIGUSR2);
	child = fork();
	if (!child) {
		pause();
		_exit(0);
	}
	kill(child, SIGTERM);
	waitpid(child, NULL, 0);
	return 0;
}

static int raw(const char *path)
{
	static const struct {
		uint32_t id;
		uint8_t data[19];
	} markers = {0x12345678, {1, 2, 3, 0xff, 0x80, 'a', 'b', 0, 9}};
	int fd = open(path, O_WRONLY), failed = fd < 0;
	size_t size;

	for (size = 4; size <= sizeof(markers); size++)
		failed |= write(fd, &markers, size) < 0;
	return failed;
}

static int wake(long n)
{
	int there[2], back[2];
	signed char byte = 0; /* plain ones have no sign on arm64 */
	long i;

	if (pipe(there) || pipe(back))
		return 1;
	if (!fork()) {
		while (read(there[0], &byte, 1) == 1 && byte >= 0)
			write(back[1], &byte, 1);
		_exit(0);
	}
	for (i = 0; i < n; i++) {
		write(there[1], &byte, 1);
		read(back[0], &byte, 1);
	}
	byte = -1;
	write(there[1], &byte, 1);
	wait(NULL);
	return 0;
}

static int hold(void)
{
	work(3);
	files();
	if (fork())
		return 0;
	work(3);
	files();
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *with = argc > 2 ? argv[2] : "";

	if (!strcmp(what, "offset"))
		return offset(with);
	if (!strcmp(what, "work"))
		return work(atol(with));
	if (!strcmp(what, "raw"))
		return raw(with);
	if (!strcmp(what, "wake"))
		return wake(atol(with));
	if (!strcmp(what, "signals"))
		return signals();
	if (!strcmp(what, "hold"))
		return hold();
	if (strcmp(what, "syscalls"))
		return 2;
	files();
	sockets();
	rest();
	return 0;
}
