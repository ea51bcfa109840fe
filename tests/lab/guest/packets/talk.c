// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * talk PLAN...: TCP in the ways that traffic.c has not: fates that need a peer of their own, and
 * kinds of connections that other machines have. Plans run one after the other, each prints a line as
 * traffic's are.
 *
 *   fates, on 127.0.0.1 with a child as the peer:
 *   lo4/closeunread  the peer closes and has read nothing of what came: it resets
 *   lo4/timewait     the peer closes first; a segment hits its TIME_WAIT, then a SYN from the same port
 *   lo4/challenge    a SYN, and resets before and inside the window, hit an established connection
 *   lo4/keepalive    nothing to say for three seconds, with keepalives
 *   lo4/urgent       a byte out of band
 *   lo4/fastopen     data in the SYN
 *   lo4/mark         SO_MARK
 *   lo4/zerowindow   a reader that sleeps while its window closes, then reads all
 *
 *   WHERE/WHAT,host=H[,port=P][,bytes=N][,size=N][,count=N][,times=N][,how=...]: to a peer that speaks
 *   traffic's protocol (WHERE is any word; WHAT echo, put or get). how: plain, sendfile, splice,
 *   zerocopy, mptcp, ipoption, dstoption
 *
 *   talk -backlog HOST PORT    be the peer of WHERE/backlog: holds its socket's lock while packets come
 *   WHERE/backlog,host=H,port=P   what fills that socket's backlog
 *   talk -mptcp HOST PORT      be a peer that speaks traffic's echo, with MPTCP
 *   talk -syns HOST PORT N     N SYNs from addresses that do not exist
 *   talk -noise N              N rounds of UDP (fragments too), ICMP, unix, netlink, raw sockets
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/userfaultfd.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "talk.h"

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif
#ifndef MSG_ZEROCOPY
#define MSG_ZEROCOPY 0x4000000
#endif
#ifndef SO_ZEROCOPY
#define SO_ZEROCOPY 60
#endif

char payload[CHUNK];

void die(const char *what)
{
	fprintf(stderr, "talk: %s: %s\n", what, strerror(errno));
	exit(1);
}

void sleep_ms(long ms)
{
	struct timespec ts = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

	while (ms > 0 && nanosleep(&ts, &ts) && errno == EINTR)
		;
}

void parse_address(const char *host, int port, struct sockaddr_storage *ret_addr, socklen_t *ret_len)
{
	struct sockaddr_in *in4 = (struct sockaddr_in *)ret_addr;
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)ret_addr;

	memset(ret_addr, 0, sizeof(*ret_addr));
	if (strchr(host, ':')) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons((uint16_t)port);
		inet_pton(AF_INET6, host, &in6->sin6_addr);
		*ret_len = sizeof(*in6);
	} else {
		in4->sin_family = AF_INET;
		in4->sin_port = htons((uint16_t)port);
		inet_pton(AF_INET, host, &in4->sin_addr);
		*ret_len = sizeof(*in4);
	}
}

struct listener listen_at(const char *host, int port, int backlog, int protocol)
{
	struct listener listener;
	int one = 1;

	parse_address(host, port, &listener.addr, &listener.len);
	listener.fd = socket(listener.addr.ss_family, SOCK_STREAM, protocol);
	if (listener.fd < 0)
		die("socket");
	setsockopt(listener.fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(listener.fd, (struct sockaddr *)&listener.addr, listener.len) || listen(listener.fd, backlog))
		die("listen");
	getsockname(listener.fd, (struct sockaddr *)&listener.addr, &listener.len);
	return listener;
}

int accept_one(const struct listener *listener)
{
	int fd = accept(listener->fd, NULL, NULL);

	if (fd < 0)
		die("accept");
	return fd;
}

static socklen_t address_len(const struct sockaddr_storage *addr)
{
	return addr->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
}

void talk_open(struct talk *talk, const struct sockaddr_storage *addr, int protocol)
{
	int one = 1;

	talk->peer = *addr;
	talk->fd = socket(addr->ss_family, SOCK_STREAM, protocol);
	if (talk->fd < 0)
		die("socket");
	setsockopt(talk->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
}

void talk_ends(struct talk *talk)
{
	socklen_t len = sizeof(talk->self);

	getsockname(talk->fd, (struct sockaddr *)&talk->self, &len);
}

bool talk_connect(struct talk *talk)
{
	if (connect(talk->fd, (struct sockaddr *)&talk->peer, address_len(&talk->peer))) {
		talk->end = errno == ECONNREFUSED ? "refused" : strerror(errno);
		return false;
	}
	talk_ends(talk);
	return true;
}

long talk_send(struct talk *talk, long bytes, long chunk, long delay)
{
	long done = 0;

	while (done < bytes) {
		long left = bytes - done;
		ssize_t n = write(talk->fd, payload, (size_t)(left < chunk ? left : chunk));

		if (n <= 0)
			break;
		done += n;
		if (done < bytes)
			sleep_ms(delay);
	}
	talk->sent += done;
	return done;
}

long talk_receive(struct talk *talk, long bytes)
{
	static char buf[CHUNK];
	long done = 0;

	talk->end = "closed";
	while (bytes < 0 || done < bytes) {
		ssize_t n = read(talk->fd, buf, bytes < 0 || bytes - done > CHUNK ? CHUNK : (size_t)(bytes - done));

		if (n < 0)
			talk->end = errno == ECONNRESET || errno == EPIPE ? "reset" : strerror(errno);
		if (n <= 0)
			break;
		done += n;
	}
	talk->received += done;
	return done;
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

void talk_print(const struct talk *talk)
{
	printf("{\"plan\":\"%s\",\"pid\":%d", talk->plan, (int)getpid());
	print_end("s", &talk->self);
	print_end("d", &talk->peer);
	printf(",\"sent\":%ld,\"received\":%ld,\"mark\":%u,\"end\":\"%s\"}\n", talk->sent, talk->received, talk->mark,
	       talk->end);
	fflush(stdout);
}

/* --- segments made by hand --- */

static uint16_t checksum(const void *data, size_t len, uint32_t sum)
{
	const uint8_t *bytes = data;

	for (size_t i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)(bytes[i] << 8 | bytes[i + 1]);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return htons((uint16_t)~sum);
}

void send_segment(const struct sockaddr_in *from, const struct sockaddr_in *to, uint32_t seq, uint32_t ack,
		  uint8_t flags)
{
	struct {
		struct iphdr ip;
		struct tcphdr tcp;
	} packet = {0};
	struct {
		uint32_t saddr, daddr;
		uint8_t zero, protocol;
		uint16_t len;
		struct tcphdr tcp;
	} pseudo = {0};
	struct sockaddr_in dest = *to;
	int fd = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);

	if (fd < 0)
		die("raw socket");
	packet.tcp.source = from->sin_port;
	packet.tcp.dest = to->sin_port;
	packet.tcp.seq = htonl(seq);
	packet.tcp.ack_seq = htonl(ack);
	packet.tcp.doff = 5;
	((uint8_t *)&packet.tcp)[13] = flags;
	packet.tcp.window = htons(1000);
	pseudo.saddr = from->sin_addr.s_addr;
	pseudo.daddr = to->sin_addr.s_addr;
	pseudo.protocol = IPPROTO_TCP;
	pseudo.len = htons(sizeof(packet.tcp));
	pseudo.tcp = packet.tcp;
	packet.tcp.check = checksum(&pseudo, sizeof(pseudo), 0);
	packet.ip.version = 4;
	packet.ip.ihl = 5;
	packet.ip.tot_len = htons(sizeof(packet));
	packet.ip.ttl = 64;
	packet.ip.protocol = IPPROTO_TCP;
	packet.ip.saddr = from->sin_addr.s_addr;
	packet.ip.daddr = to->sin_addr.s_addr;
	dest.sin_port = 0;
	if (sendto(fd, &packet, sizeof(packet), 0, (struct sockaddr *)&dest, sizeof(dest)) < 0)
		die("raw send");
	close(fd);
}

static uint32_t queue_seq(int fd, int queue)
{
	uint32_t seq = 0;
	socklen_t len = sizeof(seq);

	if (setsockopt(fd, IPPROTO_TCP, TCP_REPAIR_QUEUE, &queue, sizeof(queue)) ||
	    getsockopt(fd, IPPROTO_TCP, TCP_QUEUE_SEQ, &seq, &len))
		die("queue seq");
	return seq;
}

void sequence_numbers(int fd, uint32_t *ret_rcv_nxt, uint32_t *ret_snd_nxt)
{
	int on = 1, off = -1; /* -1: without a window probe */

	if (setsockopt(fd, IPPROTO_TCP, TCP_REPAIR, &on, sizeof(on)))
		die("TCP_REPAIR");
	*ret_rcv_nxt = queue_seq(fd, 1);
	*ret_snd_nxt = queue_seq(fd, 2);
	if (setsockopt(fd, IPPROTO_TCP, TCP_REPAIR, &off, sizeof(off)))
		die("TCP_REPAIR");
}

/* --- fates --- */

/* Starts the peer as a child: PEER serves connections of the listener until it returns. */
static struct listener with_peer(void (*peer)(const struct listener *))
{
	struct listener listener = listen_at("127.0.0.1", 0, 8, 0);

	fflush(stdout);
	if (fork() == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		peer(&listener);
		_exit(0);
	}
	close(listener.fd);
	return listener;
}

static void serve_sink(int fd)
{
	struct talk talk = {.fd = fd};

	talk_receive(&talk, -1);
	close(fd);
}

static void serve_echo(int fd)
{
	static char buf[CHUNK];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0)
		if (write(fd, buf, (size_t)n) != n)
			break;
	close(fd);
}

static void peer_echo(const struct listener *listener)
{
	while (1)
		serve_echo(accept_one(listener));
}

static void peer_unread(const struct listener *listener)
{
	int fd = accept_one(listener);

	sleep_ms(400);
	close(fd); /* with data in its receive queue: TCP answers with a reset */
}

static void fate_closeunread(struct talk *talk)
{
	struct listener listener = with_peer(peer_unread);

	talk_open(talk, &listener.addr, 0);
	if (!talk_connect(talk))
		return;
	talk_send(talk, 3000, 1000, 20);
	talk_receive(talk, -1);
	close(talk->fd);
}

static void peer_first(const struct listener *listener)
{
	for (int i = 0; i < 2; i++) {
		int fd = accept_one(listener);
		char byte;

		if (read(fd, &byte, 1) == 1 && i == 0) {
			close(fd); /* first: its end goes into TIME_WAIT */
			continue;
		}
		serve_sink(fd);
	}
}

static void fate_timewait(struct talk *talk)
{
	struct listener listener = with_peer(peer_first);
	struct sockaddr_in *self = (struct sockaddr_in *)&talk->self;
	struct talk again = *talk;
	int one = 1;

	talk_open(talk, &listener.addr, 0);
	setsockopt(talk->fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (!talk_connect(talk))
		return;
	talk_send(talk, 1, 1, 0);
	talk_receive(talk, -1);
	close(talk->fd);
	sleep_ms(100);
	talk_print(talk);
	send_segment(self, (struct sockaddr_in *)&talk->peer, 1, 1, TH_ACK | TH_FIN);
	sleep_ms(1100); /* the new SYN must be later than the old connection's timestamps */
	talk_open(&again, &listener.addr, 0);
	setsockopt(again.fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(again.fd, (struct sockaddr *)self, sizeof(*self)))
		die("bind to the port in TIME_WAIT");
	if (talk_connect(&again)) {
		talk_send(&again, 10, 10, 0);
		shutdown(again.fd, SHUT_WR);
		talk_receive(&again, -1);
	}
	close(again.fd);
	*talk = again;
}

static void fate_challenge(struct talk *talk)
{
	struct listener listener = with_peer(peer_echo);
	const struct sockaddr_in *self = (struct sockaddr_in *)&talk->self, *peer = (struct sockaddr_in *)&talk->peer;
	uint32_t rcv_nxt, snd_nxt;

	talk_open(talk, &listener.addr, 0);
	if (!talk_connect(talk))
		return;
	talk_send(talk, 100, 100, 0);
	talk_receive(talk, 100);
	sequence_numbers(talk->fd, &rcv_nxt, &snd_nxt);
	/* As if we had sent them: the peer's end meets them. */
	send_segment(self, peer, 12345, 0, TH_SYN);
	sleep_ms(700); /* challenge ACKs are limited by time */
	send_segment(self, peer, snd_nxt + 100, 0, TH_RST);
	sleep_ms(700);
	send_segment(self, peer, snd_nxt - 1000000, 0, TH_RST);
	sleep_ms(100);
	talk_send(talk, 100, 100, 0);
	talk_receive(talk, 100);
	shutdown(talk->fd, SHUT_WR);
	talk_receive(talk, -1);
	close(talk->fd);
}

static void fate_keepalive(struct talk *talk)
{
	struct listener listener = with_peer(peer_echo);
	int one = 1;

	talk_open(talk, &listener.addr, 0);
	setsockopt(talk->fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof(one));
	setsockopt(talk->fd, IPPROTO_TCP, TCP_KEEPIDLE, &one, sizeof(one));
	setsockopt(talk->fd, IPPROTO_TCP, TCP_KEEPINTVL, &one, sizeof(one));
	if (!talk_connect(talk))
		return;
	talk_send(talk, 100, 100, 0);
	talk_receive(talk, 100);
	sleep_ms(3000);
	shutdown(talk->fd, SHUT_WR);
	talk_receive(talk, -1);
	close(talk->fd);
}

static void fate_urgent(struct talk *talk)
{
	struct listener listener = with_peer(peer_echo);

	talk_open(talk, &listener.addr, 0);
	if (!talk_connect(talk))
		return;
	talk_send(talk, 100, 100, 0);
	talk_receive(talk, 100);
	if (send(talk->fd, "!", 1, MSG_OOB) != 1)
		die("MSG_OOB");
	sleep_ms(50);
	talk_send(talk, 100, 100, 0);
	talk_receive(talk, 100); /* the byte out of band is not read, and not echoed */
	shutdown(talk->fd, SHUT_WR);
	talk_receive(talk, -1);
	close(talk->fd);
}

static void peer_fastopen(const struct listener *listener)
{
	int queue = 5;

	setsockopt(listener->fd, IPPROTO_TCP, TCP_FASTOPEN, &queue, sizeof(queue));
	peer_echo(listener);
}

/* The first asks for a cookie, the second has it and sends its data in the SYN. */
static void fate_fastopen(struct talk *talk)
{
	struct listener listener = with_peer(peer_fastopen);
	struct talk first = *talk;

	sleep_ms(100);
	for (int i = 0; i < 2; i++) {
		*talk = first;
		talk_open(talk, &listener.addr, 0);
		if (sendto(talk->fd, payload, 500, MSG_FASTOPEN, (struct sockaddr *)&talk->peer,
			   address_len(&talk->peer)) != 500) {
			talk->end = strerror(errno);
			return;
		}
		talk_ends(talk);
		talk->sent += 500;
		talk_receive(talk, 500);
		shutdown(talk->fd, SHUT_WR);
		talk_receive(talk, -1);
		close(talk->fd);
		if (i == 0)
			talk_print(talk);
	}
}

static void fate_mark(struct talk *talk)
{
	struct listener listener = with_peer(peer_echo);

	talk->mark = 0x1234abcd;
	talk_open(talk, &listener.addr, 0);
	if (setsockopt(talk->fd, SOL_SOCKET, SO_MARK, &talk->mark, sizeof(talk->mark)))
		die("SO_MARK");
	if (!talk_connect(talk))
		return;
	talk_send(talk, 2000, 1000, 10);
	talk_receive(talk, 2000);
	shutdown(talk->fd, SHUT_WR);
	talk_receive(talk, -1);
	close(talk->fd);
}

static void peer_sleeper(const struct listener *listener)
{
	int fd = accept_one(listener);

	sleep_ms(1500);
	serve_sink(fd);
}

static void fate_zerowindow(struct talk *talk)
{
	struct listener listener = with_peer(peer_sleeper);

	talk_open(talk, &listener.addr, 0);
	if (!talk_connect(talk))
		return;
	talk_send(talk, 1000000, 50000, 0);
	shutdown(talk->fd, SHUT_WR);
	talk_receive(talk, -1);
	close(talk->fd);
}

/* --- a full backlog --- */

static void *resolve_later(void *arg)
{
	struct uffd_msg msg;
	int fd = *(int *)arg;
	struct uffdio_zeropage zero = {0};

	if (read(fd, &msg, sizeof(msg)) != sizeof(msg) || msg.event != UFFD_EVENT_PAGEFAULT)
		die("userfaultfd: read");
	sleep_ms(1200);
	zero.range.start = msg.arg.pagefault.address & ~4095ULL;
	zero.range.len = 4096;
	if (ioctl(fd, UFFDIO_ZEROPAGE, &zero))
		die("UFFDIO_ZEROPAGE");
	return NULL;
}

/* A page whose first touch takes more than a second: a reader that copies into it has its socket locked. */
static char *slow_page(void)
{
	static int fd;
	struct uffdio_api api = {.api = UFFD_API};
	struct uffdio_register reg = {.mode = UFFDIO_REGISTER_MODE_MISSING};
	pthread_t thread;
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	if (fd < 0 || page == MAP_FAILED || ioctl(fd, UFFDIO_API, &api))
		die("userfaultfd");
	reg.range.start = (uintptr_t)page;
	reg.range.len = 4096;
	if (ioctl(fd, UFFDIO_REGISTER, &reg) || pthread_create(&thread, NULL, resolve_later, &fd))
		die("UFFDIO_REGISTER");
	return page;
}

static int backlog_peer(const char *host, const char *port)
{
	struct listener listener = listen_at(host, atoi(port), 8, 0);
	int fd = accept_one(&listener), small = 1;
	char *page = slow_page();
	struct pollfd ready = {.fd = fd, .events = POLLIN};

	/* The window that was announced stays; what may wait gets small. */
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof(small));
	poll(&ready, 1, -1);
	if (read(fd, page, 4096) <= 0)
		die("read into the slow page");
	serve_sink(fd);
	return 0;
}

static void fill_backlog(struct talk *talk)
{
	if (!talk_connect(talk))
		return;
	sleep_ms(300);
	talk_send(talk, 1, 1, 0);
	sleep_ms(200);
	talk_send(talk, 120 * 300, 300, 2);
	shutdown(talk->fd, SHUT_WR);
	talk_receive(talk, -1);
	close(talk->fd);
}

/* --- kinds --- */

struct keys {
	char host[64], how[16];
	int port;
	long bytes, size, count, times;
};

static void say(struct talk *talk, const char *word, long number)
{
	char line[64];
	int len = snprintf(line, sizeof(line), "%s %ld\n", word, number);

	if (write(talk->fd, line, (size_t)len) == len)
		talk->sent += len;
}

static int payload_file(void)
{
	static const char name[] = "/tmp/talk-payload";
	int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);

	for (int i = 0; i < 8; i++)
		if (fd < 0 || write(fd, payload, CHUNK) != CHUNK)
			die(name);
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static void put_sendfile(struct talk *talk, long bytes)
{
	int file = payload_file();
	ssize_t n = sendfile(talk->fd, file, NULL, (size_t)bytes);

	talk->sent += n > 0 ? n : 0;
	close(file);
}

static void put_splice(struct talk *talk, long bytes)
{
	int file = payload_file(), pipes[2];

	if (pipe(pipes))
		die("pipe");
	while (bytes > 0) {
		ssize_t n = splice(file, NULL, pipes[1], NULL, (size_t)(bytes < 32768 ? bytes : 32768), 0);

		for (ssize_t out = 0; n > 0 && out < n;) {
			ssize_t m = splice(pipes[0], NULL, talk->fd, NULL, (size_t)(n - out), 0);

			if (m <= 0)
				die("splice");
			out += m;
		}
		if (n <= 0)
			break;
		talk->sent += n;
		bytes -= n;
	}
	close(file);
	close(pipes[0]);
	close(pipes[1]);
}

static void put_zerocopy(struct talk *talk, long bytes, long size)
{
	int one = 1;

	if (setsockopt(talk->fd, SOL_SOCKET, SO_ZEROCOPY, &one, sizeof(one)))
		die("SO_ZEROCOPY");
	while (bytes > 0) {
		ssize_t n = send(talk->fd, payload, (size_t)(bytes < size ? bytes : size), MSG_ZEROCOPY);

		if (n <= 0)
			die("MSG_ZEROCOPY");
		talk->sent += n;
		bytes -= n;
		sleep_ms(5);
	}
}

static void set_options(const struct talk *talk, const char *how)
{
	static const uint8_t nops[4] = {1, 1, 1, 1};
	static const uint8_t dest[8] = {0, 0, 1, 4, 0, 0, 0, 0}; /* one PadN */

	if (!strcmp(how, "ipoption") && setsockopt(talk->fd, IPPROTO_IP, IP_OPTIONS, nops, sizeof(nops)))
		die("IP_OPTIONS");
	if (!strcmp(how, "dstoption") && setsockopt(talk->fd, IPPROTO_IPV6, IPV6_DSTOPTS, dest, sizeof(dest)))
		die("IPV6_DSTOPTS");
}

static void speak(struct talk *talk, const char *what, const struct keys *keys)
{
	if (!strcmp(what, "echo")) {
		say(talk, "echo", 0);
		for (long i = 0; i < keys->count; i++) {
			long n = talk_send(talk, keys->size, CHUNK, 0);

			talk_receive(talk, n);
			sleep_ms(5);
		}
		shutdown(talk->fd, SHUT_WR);
		talk_receive(talk, -1);
	} else if (!strcmp(what, "get")) {
		say(talk, "send", keys->bytes);
		talk_receive(talk, -1);
	} else {
		say(talk, "sink", 0);
		if (!strcmp(keys->how, "sendfile"))
			put_sendfile(talk, keys->bytes);
		else if (!strcmp(keys->how, "splice"))
			put_splice(talk, keys->bytes);
		else if (!strcmp(keys->how, "zerocopy"))
			put_zerocopy(talk, keys->bytes, keys->size);
		else
			talk_send(talk, keys->bytes, keys->size, 2);
		shutdown(talk->fd, SHUT_WR);
		talk_receive(talk, -1);
	}
	close(talk->fd);
}

static void parse_keys(const char *plan, struct keys *keys)
{
	char copy[256], *save, *word;

	snprintf(copy, sizeof(copy), "%s", plan);
	strtok_r(copy, ",", &save);
	while ((word = strtok_r(NULL, ",", &save))) {
		char *value = strchr(word, '=');

		if (!value)
			die(plan);
		*value++ = '\0';
		if (!strcmp(word, "host"))
			snprintf(keys->host, sizeof(keys->host), "%s", value);
		else if (!strcmp(word, "how"))
			snprintf(keys->how, sizeof(keys->how), "%s", value);
		else if (!strcmp(word, "port"))
			keys->port = atoi(value);
		else if (!strcmp(word, "bytes"))
			keys->bytes = atol(value);
		else if (!strcmp(word, "size"))
			keys->size = atol(value);
		else if (!strcmp(word, "count"))
			keys->count = atol(value);
		else if (!strcmp(word, "times"))
			keys->times = atol(value);
	}
}

static void run_kind(const char *plan, const char *what)
{
	struct keys keys = {.port = 4321, .bytes = 10000, .size = 1000, .count = 1, .times = 1, .how = "plain"};
	struct sockaddr_storage addr;
	socklen_t len;

	parse_keys(plan, &keys);
	parse_address(keys.host, keys.port, &addr, &len);
	for (long i = 0; i < keys.times; i++) {
		struct talk talk = {.plan = plan, .end = "?"};

		talk_open(&talk, &addr, strcmp(keys.how, "mptcp") ? 0 : IPPROTO_MPTCP);
		set_options(&talk, keys.how);
		if (!strcmp(what, "backlog"))
			fill_backlog(&talk);
		else if (talk_connect(&talk))
			speak(&talk, what, &keys);
		talk_print(&talk);
	}
}

static const struct fate {
	const char *name;
	void (*run)(struct talk *talk);
} fates[] = {
	{"lo4/closeunread", fate_closeunread}, {"lo4/timewait", fate_timewait}, {"lo4/challenge", fate_challenge},
	{"lo4/keepalive", fate_keepalive}, {"lo4/urgent", fate_urgent}, {"lo4/fastopen", fate_fastopen},
	{"lo4/mark", fate_mark}, {"lo4/zerowindow", fate_zerowindow},
};

static void run_plan(const char *plan)
{
	struct talk talk = {.plan = plan, .end = "?"};
	char what[32];

	for (size_t i = 0; i < sizeof(fates) / sizeof(fates[0]); i++)
		if (!strcmp(plan, fates[i].name)) {
			fates[i].run(&talk);
			talk_print(&talk);
			return;
		}
	if (sscanf(plan, "%*[^/]/%31[^,]", what) != 1)
		die(plan);
	run_kind(plan, what);
}

/* --- peers and noise --- */

static void mptcp_peer(const char *host, const char *port)
{
	struct listener listener = listen_at(host, atoi(port), 8, IPPROTO_MPTCP);

	while (1) {
		int fd = accept_one(&listener);
		char byte = 0;

		while (read(fd, &byte, 1) == 1 && byte != '\n')
			;
		serve_echo(fd);
	}
}

static int send_syns(const char *host, const char *port, int number)
{
	struct sockaddr_storage to;
	struct sockaddr_in from;
	socklen_t len;

	parse_address(host, atoi(port), &to, &len);
	from = *(struct sockaddr_in *)&to;
	for (int i = 0; i < number; i++) {
		from.sin_addr.s_addr = (((struct sockaddr_in *)&to)->sin_addr.s_addr & htonl(0xffffff00)) |
				       htonl(60 + (uint32_t)i);
		from.sin_port = htons((uint16_t)(20000 + i));
		send_segment(&from, (struct sockaddr_in *)&to, 1000 * (uint32_t)(i + 1), 0, TH_SYN);
		sleep_ms(30);
	}
	return 0;
}

static void noise_udp(const char *host, int port, size_t size)
{
	struct sockaddr_storage addr;
	socklen_t len;
	int fd;

	parse_address(host, port, &addr, &len);
	fd = socket(addr.ss_family, SOCK_DGRAM, 0);
	if (sendto(fd, payload, size, 0, (struct sockaddr *)&addr, len) < 0)
		perror("talk: udp");
	close(fd);
}

static void noise_icmp(const char *host)
{
	struct icmphdr echo = {.type = ICMP_ECHO};
	struct sockaddr_storage addr;
	socklen_t len;
	int fd = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);

	parse_address(host, 0, &addr, &len);
	echo.checksum = checksum(&echo, sizeof(echo), 0);
	if (sendto(fd, &echo, sizeof(echo), 0, (struct sockaddr *)&addr, len) < 0)
		perror("talk: icmp");
	close(fd);
}

static void noise_local(void)
{
	struct {
		struct nlmsghdr head;
		struct rtgenmsg gen;
	} request = {.head = {.nlmsg_len = sizeof(request), .nlmsg_type = RTM_GETLINK,
			      .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP}};
	static char buf[CHUNK];
	int pair[2], fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	if (send(fd, &request, sizeof(request), 0) > 0 && recv(fd, buf, sizeof(buf), 0) < 0)
		perror("talk: netlink");
	close(fd);
	for (int type = SOCK_STREAM; type <= SOCK_DGRAM; type++) {
		if (socketpair(AF_UNIX, type, 0, pair))
			die("socketpair");
		if (write(pair[0], payload, 2000) != 2000 || read(pair[1], buf, sizeof(buf)) <= 0)
			perror("talk: unix");
		close(pair[0]);
		close(pair[1]);
	}
}

static int noise(int rounds)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct sockaddr_storage addr;
	socklen_t len;
	static char buf[CHUNK];

	parse_address("127.0.0.1", 5353, &addr, &len);
	if (bind(fd, (struct sockaddr *)&addr, len))
		die("bind");
	for (int i = 0; i < rounds; i++) {
		noise_udp("127.0.0.1", 5353, 700);
		if (recv(fd, buf, sizeof(buf), MSG_DONTWAIT) < 0)
			perror("talk: udp: recv");
		noise_udp("10.9.0.2", 5000, 8000); /* fragments, and nobody listens */
		noise_udp("::1", 5000, 300);
		noise_icmp("10.9.0.2");
		noise_local();
		sleep_ms(10);
	}
	return 0;
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	memset(payload, 'p', sizeof(payload));
	if (argc == 4 && !strcmp(argv[1], "-backlog"))
		return backlog_peer(argv[2], argv[3]);
	if (argc == 4 && !strcmp(argv[1], "-mptcp"))
		mptcp_peer(argv[2], argv[3]);
	if (argc == 5 && !strcmp(argv[1], "-syns"))
		return send_syns(argv[2], argv[3], atoi(argv[4]));
	if (argc == 3 && !strcmp(argv[1], "-noise"))
		return noise(atoi(argv[2]));
	signal(SIGCHLD, SIG_IGN);
	for (int i = 1; i < argc; i++)
		run_plan(argv[i]);
	return 0;
}
