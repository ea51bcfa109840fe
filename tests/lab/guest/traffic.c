// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * traffic: drives TCP in the lab's guest, by a plan given on the command line, and prints what it
 * did.
 *
 *   traffic PLAN...         run the plans at once, each in a process of its own
 *   traffic -s              be a peer on standard input/output (the host's end of a QEMU guestfwd)
 *   traffic -l PORT         be a peer for every connection to PORT, for ever
 *   traffic -c HOST PORT    connect, talk, say how it went (the host's end of a QEMU hostfwd)
 *   traffic -t              print the time: nanoseconds since 1970, nanoseconds since boot
 *
 * A plan is WHERE/WHAT[,key=value...]:
 *
 *   WHERE  wire    10.0.2.100:1234, behind the virtio card
 *          lo4 lo6 127.0.0.1 and ::1, the peer is a child of this process
 *          ns4 ns6 10.9.0.2 and fd09::2, a peer behind a veth pair
 *   WHAT   echo    count times: send size bytes, read them back
 *          put     send bytes, the peer reads them all
 *          get     the peer sends bytes, we read them all
 *          half    send bytes, shut down our half, the peer then sends bytes and closes
 *          refused connect to a port where nobody listens
 *          rst     the peer resets the connection after bytes
 *          abort   we reset the connection after bytes
 *          unread  the peer sends bytes, which we leave in the receive queue (held)
 *          unsent  send bytes to a peer that does not read, until the send buffer is full (held)
 *          filtered  the peer sends bytes that a filter on our socket refuses, all of them (held)
 *          idle    echo once, then stay connected (held)
 *   keys   count, size (of a write), bytes, delay (ms between writes), start (ms before
 *          connecting), times (connections, one after the other)
 *
 * A held connection stays open until the machine dies; the program returns when everything else is
 * done. Each connection prints one JSON line when it ends (or is held): plan, pid, both ends, bytes
 * each way, how it ended.
 *
 * The peer is told what to do by the first line it reads: "echo", "sink", "hold", "send N", "keep
 * N", "late N", "reset N".
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WIRE_PORT 1234
#define NS_PORT 4321
#define CLOSED_PORT 9
#define CHUNK_MAX 65536

struct plan {
	const char *text;
	char where[8];
	char what[16];
	long count, size, bytes, delay, start, times;
};

struct result {
	long sent, received;
	const char *end;
	bool held;
};

static char payload[CHUNK_MAX];

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static int print_time(void)
{
	struct timespec real, boot;

	clock_gettime(CLOCK_REALTIME, &real);
	clock_gettime(CLOCK_BOOTTIME, &boot);
	printf("%lld %lld\n", (long long)real.tv_sec * 1000000000 + real.tv_nsec,
	       (long long)boot.tv_sec * 1000000000 + boot.tv_nsec);
	return 0;
}

static void sleep_ms(long ms)
{
	struct timespec ts = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

	while (ms > 0 && nanosleep(&ts, &ts) && errno == EINTR)
		;
}

/* Returns the bytes sent: fewer than asked for when the peer is gone. */
static long send_all(int fd, long bytes, long chunk, long delay)
{
	long done = 0;

	if (chunk <= 0 || chunk > CHUNK_MAX)
		chunk = CHUNK_MAX;
	while (done < bytes) {
		long left = bytes - done;
		ssize_t n = write(fd, payload, (size_t)(left < chunk ? left : chunk));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		done += n;
		if (done < bytes)
			sleep_ms(delay);
	}
	return done;
}

/* Reads until bytes have come, or (bytes < 0) until the peer closes; ret_error is 0 at its end. */
static long receive(int fd, long bytes, int *ret_error)
{
	static char buf[CHUNK_MAX];
	long done = 0;

	*ret_error = 0;
	while (bytes < 0 || done < bytes) {
		size_t want =
			bytes < 0 || bytes - done > CHUNK_MAX ? CHUNK_MAX : (size_t)(bytes - done);
		ssize_t n = read(fd, buf, want);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			*ret_error = errno;
		if (n <= 0)
			break;
		done += n;
	}
	return done;
}

static void reset(int fd)
{
	struct linger linger = {.l_onoff = 1, .l_linger = 0};

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
	close(fd);
}

/* --- the peer --- */

static void echo(int in, int out)
{
	static char buf[CHUNK_MAX];
	ssize_t n;

	while ((n = read(in, buf, sizeof(buf))) > 0) {
		for (ssize_t done = 0; done < n;) {
			ssize_t w = write(out, buf + done, (size_t)(n - done));

			if (w <= 0)
				return;
			done += w;
		}
	}
}

/* Serves one connection by its first line. */
static void serve(int in, int out)
{
	char line[64];
	size_t len = 0;
	long number = 0;
	int error;

	while (len < sizeof(line) - 1) {
		if (read(in, line + len, 1) != 1)
			return;
		if (line[len] == '\n')
			break;
		len++;
	}
	line[len] = '\0';
	sscanf(line, "%*s %ld", &number);

	if (!strncmp(line, "echo", 4)) {
		echo(in, out);
	} else if (!strncmp(line, "sink", 4)) {
		receive(in, -1, &error);
	} else if (!strncmp(line, "send", 4)) {
		send_all(out, number, CHUNK_MAX, 0);
		shutdown(out, SHUT_WR);
		receive(in, -1, &error);
	} else if (!strncmp(line, "keep", 4)) {
		send_all(out, number, CHUNK_MAX, 0);
		receive(in, -1, &error);
	} else if (!strncmp(line, "late", 4)) {
		receive(in, -1, &error);
		send_all(out, number, CHUNK_MAX, 0);
	} else if (!strncmp(line, "reset", 5)) {
		receive(in, number, &error);
		reset(out);
		if (in != out)
			reset(in);
		return;
	} else if (!strncmp(line, "hold", 4)) {
		while (1)
			pause();
	}
	close(out);
}

static int listen_on(const struct sockaddr *addr, socklen_t len)
{
	int one = 1;
	int fd = socket(addr->sa_family, SOCK_STREAM, 0);

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(fd, addr, len) || listen(fd, 64)) {
		close(fd);
		return -1;
	}
	return fd;
}

static void serve_for_ever(int listener)
{
	while (1) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0)
			continue;
		if (fork() == 0) {
			close(listener);
			serve(fd, fd);
			_exit(0);
		}
		close(fd);
	}
}

static int listen_main(const char *port)
{
	struct sockaddr_in6 any = {.sin6_family = AF_INET6,
				   .sin6_port = htons((uint16_t)atoi(port))};
	int fd = listen_on((struct sockaddr *)&any, sizeof(any));

	if (fd < 0) {
		perror("traffic: listen");
		return 1;
	}
	serve_for_ever(fd);
	return 0;
}

/* --- the client --- */

static bool parse_plan(const char *text, struct plan *ret_plan)
{
	struct plan plan = {.text = text, .count = 1, .size = 1000, .bytes = 10000, .times = 1};
	char copy[256];
	char *save, *word;

	if (strlen(text) >= sizeof(copy) ||
	    sscanf(text, "%7[^/]/%15[^,]", plan.where, plan.what) != 2)
		return false;
	strcpy(copy, text);
	strtok_r(copy, ",", &save);
	while ((word = strtok_r(NULL, ",", &save))) {
		static const char *const names[] = {"count", "size",  "bytes",
						    "delay", "start", "times"};
		long *values[] = {&plan.count, &plan.size,  &plan.bytes,
				  &plan.delay, &plan.start, &plan.times};
		char *equal = strchr(word, '=');
		bool known = false;

		if (!equal)
			return false;
		*equal = '\0';
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			if (!strcmp(word, names[i])) {
				*values[i] = atol(equal + 1);
				known = true;
			}
		}
		if (!known)
			return false;
	}
	*ret_plan = plan;
	return true;
}

/* Fills in the peer's address; on loopback also starts the peer, on a port the kernel chooses. */
static socklen_t find_peer(const struct plan *plan, struct sockaddr_storage *ret_addr)
{
	struct sockaddr_storage storage = {0};
	struct sockaddr_in *in4 = (struct sockaddr_in *)&storage;
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&storage;
	bool six = plan->where[strlen(plan->where) - 1] == '6';
	bool refused = !strcmp(plan->what, "refused");
	socklen_t len = six ? sizeof(*in6) : sizeof(*in4);
	uint16_t port = refused ? CLOSED_PORT : NS_PORT;
	const char *host;

	if (!strcmp(plan->where, "wire")) {
		host = "10.0.2.100";
		port = refused ? CLOSED_PORT : WIRE_PORT;
	} else if (!strncmp(plan->where, "ns", 2)) {
		host = six ? "fd09::2" : "10.9.0.2";
	} else {
		host = six ? "::1" : "127.0.0.1";
	}
	storage.ss_family = six ? AF_INET6 : AF_INET;
	inet_pton(storage.ss_family, host, six ? (void *)&in6->sin6_addr : (void *)&in4->sin_addr);

	if (!strncmp(plan->where, "lo", 2) && !refused) {
		int listener = listen_on((struct sockaddr *)&storage, len);

		if (listener < 0)
			return 0;
		getsockname(listener, (struct sockaddr *)&storage, &len);
		if (fork() == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			serve_for_ever(listener);
		}
		close(listener);
	} else if (six) {
		in6->sin6_port = htons(port);
	} else {
		in4->sin_port = htons(port);
	}
	*ret_addr = storage;
	return len;
}

static const char *ending(int error)
{
	return error == 0	     ? "closed"
	       : error == ECONNRESET ? "reset"
	       : error == EPIPE	     ? "reset"
				     : strerror(error);
}

static void command(int fd, struct result *res, const char *word, long number)
{
	char line[64];
	int len = snprintf(line, sizeof(line), "%s %ld\n", word, number);

	if (write(fd, line, (size_t)len) == len)
		res->sent += len;
}

static void run_echo(const struct plan *plan, int fd, struct result *res)
{
	int error = 0;

	command(fd, res, "echo", 0);
	for (long i = 0; i < plan->count && !error; i++) {
		long n = send_all(fd, plan->size, CHUNK_MAX, 0);

		res->sent += n;
		res->received += receive(fd, n, &error);
		sleep_ms(plan->delay);
	}
	res->end = ending(error);
}

static void run_unsent(const struct plan *plan, int fd, struct result *res)
{
	command(fd, res, "hold", 0);
	for (long i = 0; res->sent < plan->bytes; i++) {
		ssize_t n =
			send(fd, payload, (size_t)(plan->size < CHUNK_MAX ? plan->size : CHUNK_MAX),
			     MSG_DONTWAIT);

		if (n <= 0)
			break;
		res->sent += n;
		sleep_ms(plan->delay);
	}
	res->end = "held";
	res->held = true;
}

/* Waits until the peer's bytes have arrived (or stopped coming), without reading them. */
static void run_unread(const struct plan *plan, int fd, struct result *res)
{
	static char buf[CHUNK_MAX];
	ssize_t seen = -1;

	command(fd, res, "keep", plan->bytes);
	while (1) {
		ssize_t n;

		sleep_ms(100);
		n = recv(fd, buf, sizeof(buf), MSG_PEEK | MSG_DONTWAIT);
		if (n > 0 && n == seen)
			break;
		seen = n;
	}
	res->end = "held";
	res->held = true;
}

/* From here on the socket takes nothing, not even what acknowledges our own line. */
static void run_filtered(const struct plan *plan, int fd, struct result *res)
{
	struct sock_filter refuse[] = {BPF_STMT(BPF_RET | BPF_K, 0)};
	struct sock_fprog program = {.len = 1, .filter = refuse};

	if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program))) {
		res->end = strerror(errno);
		return;
	}
	command(fd, res, "keep", plan->bytes);
	sleep_ms(plan->delay + 500);
	res->end = "held";
	res->held = true;
}

static void run(const struct plan *plan, int fd, struct result *res)
{
	int error = 0;

	if (!strcmp(plan->what, "echo") || !strcmp(plan->what, "idle")) {
		run_echo(plan, fd, res);
		res->held = !strcmp(plan->what, "idle");
		if (res->held)
			res->end = "held";
	} else if (!strcmp(plan->what, "put")) {
		command(fd, res, "sink", 0);
		res->sent += send_all(fd, plan->bytes, plan->size, plan->delay);
		shutdown(fd, SHUT_WR);
		receive(fd, -1, &error);
		res->end = ending(error);
	} else if (!strcmp(plan->what, "get")) {
		command(fd, res, "send", plan->bytes);
		res->received = receive(fd, -1, &error);
		res->end = ending(error);
	} else if (!strcmp(plan->what, "half")) {
		command(fd, res, "late", plan->bytes);
		res->sent += send_all(fd, plan->bytes, plan->size, plan->delay);
		shutdown(fd, SHUT_WR);
		res->received = receive(fd, -1, &error);
		res->end = ending(error);
	} else if (!strcmp(plan->what, "rst")) {
		command(fd, res, "reset", plan->bytes);
		res->sent += send_all(fd, plan->bytes, plan->size, plan->delay);
		res->received = receive(fd, -1, &error);
		res->end = ending(error);
	} else if (!strcmp(plan->what, "abort")) {
		command(fd, res, "sink", 0);
		res->sent += send_all(fd, plan->bytes, plan->size, plan->delay);
		reset(fd);
		res->end = "aborted";
	} else if (!strcmp(plan->what, "unread")) {
		run_unread(plan, fd, res);
	} else if (!strcmp(plan->what, "unsent")) {
		run_unsent(plan, fd, res);
	} else if (!strcmp(plan->what, "filtered")) {
		run_filtered(plan, fd, res);
	} else {
		res->end = "unknown plan";
	}
}

static void print_end(const char *key, const struct sockaddr_storage *addr)
{
	char host[INET6_ADDRSTRLEN] = "";
	const struct sockaddr_in *in4 = (const struct sockaddr_in *)addr;
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)addr;

	if (addr->ss_family == AF_INET6)
		inet_ntop(AF_INET6, &in6->sin6_addr, host, sizeof(host));
	else
		inet_ntop(AF_INET, &in4->sin_addr, host, sizeof(host));
	printf(",\"%saddr\":\"%s\",\"%sport\":%u", key, host, key,
	       ntohs(addr->ss_family == AF_INET6 ? in6->sin6_port : in4->sin_port));
}

static void connect_once(const struct plan *plan)
{
	struct sockaddr_storage peer, self = {0};
	struct result res = {.end = ""};
	socklen_t len = find_peer(plan, &peer);
	socklen_t self_len = sizeof(self);
	double begin = now();
	int one = 1;
	int fd = socket(peer.ss_family, SOCK_STREAM, 0);

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	if (!len || fd < 0 || connect(fd, (struct sockaddr *)&peer, len))
		res.end = errno == ECONNREFUSED ? "refused" : strerror(errno);
	getsockname(fd, (struct sockaddr *)&self, &self_len);
	if (!*res.end)
		run(plan, fd, &res);

	printf("{\"plan\":\"%s\",\"pid\":%d", plan->text, (int)getpid());
	print_end("s", &self);
	print_end("d", &peer);
	printf(",\"sent\":%ld,\"received\":%ld,\"end\":\"%s\",\"begin\":%.6f,\"seconds\":%.6f}\n",
	       res.sent, res.received, res.end, begin, now() - begin);
	fflush(stdout);
	if (!res.held)
		close(fd);
}

/* Runs a plan. A held connection is kept by a child: this process ends when it stands. */
static void run_plan(const struct plan *plan)
{
	static const char *const held[] = {"unread", "unsent", "filtered", "idle"};
	int done[2];
	char byte;

	for (size_t i = 0; i < sizeof(held) / sizeof(held[0]); i++) {
		if (strcmp(plan->what, held[i]))
			continue;
		if (pipe(done) == 0 && fork() == 0) {
			close(done[0]);
			for (long n = 0; n < plan->times; n++)
				connect_once(plan);
			/* A byte, not the end of file: the loopback peer has inherited the pipe. */
			if (write(done[1], "", 1) != 1)
				perror("traffic: pipe");
			while (1)
				pause();
		}
		close(done[1]);
		if (read(done[0], &byte, 1) != 1)
			perror("traffic: pipe");
		close(done[0]);
		return;
	}
	for (long n = 0; n < plan->times; n++)
		connect_once(plan);
}

static int connect_main(const char *host, const char *port)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
	struct result res = {0};
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int error = 0;

	inet_pton(AF_INET, host, &addr.sin_addr);
	if (fd < 0 || connect(fd, (struct sockaddr *)&addr, sizeof(addr))) {
		perror("traffic: connect");
		return 1;
	}
	command(fd, &res, "late", 3000);
	res.sent += send_all(fd, 5000, 1000, 0);
	shutdown(fd, SHUT_WR);
	res.received = receive(fd, -1, &error);
	printf("sent %ld received %ld %s\n", res.sent, res.received, ending(error));
	return 0;
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < sizeof(payload); i++)
		payload[i] = (char)('a' + i % 26);

	if (argc == 2 && !strcmp(argv[1], "-t"))
		return print_time();
	if (argc == 2 && !strcmp(argv[1], "-s")) {
		serve(0, 1);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "-l"))
		return listen_main(argv[2]);
	if (argc == 4 && !strcmp(argv[1], "-c"))
		return connect_main(argv[2], argv[3]);

	for (int i = 1; i < argc; i++) {
		struct plan plan;

		if (!parse_plan(argv[i], &plan)) {
			fprintf(stderr, "traffic: bad plan: %s\n", argv[i]);
			return 2;
		}
		if (fork() == 0) {
			sleep_ms(plan.start);
			run_plan(&plan);
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	return 0;
}
