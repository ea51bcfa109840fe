// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * nfspeer serve PORT: an NFS server of version 3, and of the mount protocol, on one TCP port. Its only directory has an
 * empty file of every name that is asked for. Who stops it (SIGSTOP) leaves its clients with a peer whose kernel takes
 * what they send, and which answers nothing.
 * nfspeer mount SOURCE DIR OPTIONS: mount(2) of type nfs.
 */
#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNECTIONS 16
#define RECORD_MAX 65536
#define LAST_FRAGMENT 0x80000000u
#define PROGRAM_MOUNT 100005

#define ROOT 1 /* file handle; that of a file is the beginning of its name */

/* A record, read or written word by word. */
struct record {
	uint32_t words[RECORD_MAX / 4];
	uint32_t nr, at;
};

static uint32_t get(struct record *in)
{
	return in->at < in->nr ? ntohl(in->words[in->at++]) : 0;
}

static void put(struct record *out, uint32_t word)
{
	out->words[out->nr++] = htonl(word);
}

static void put_zeros(struct record *out, unsigned nr)
{
	while (nr--)
		put(out, 0);
}

static void put_long(struct record *out, uint32_t word)
{
	put(out, 0);
	put(out, word);
}

static void skip_opaque(struct record *in)
{
	in->at += (get(in) + 3) / 4;
}

static void put_handle(struct record *out, uint32_t handle)
{
	put(out, 4);
	put(out, handle);
}

static void put_fattr(struct record *out, uint32_t handle)
{
	put(out, handle == ROOT ? 2 : 1);
	put(out, handle == ROOT ? 0755 : 0644);
	put(out, 1);
	put_zeros(out, 2);
	put_long(out, 100); /* size */
	put_long(out, 4096);
	put_zeros(out, 2);
	put_long(out, 7); /* fsid */
	put_long(out, handle);
	put_zeros(out, 6);
}

static void put_post_op(struct record *out, uint32_t handle)
{
	put(out, 1);
	put_fattr(out, handle);
}

static void answer_mount(uint32_t proc, struct record *out)
{
	if (proc != 1) /* NULL, UMNT */
		return;
	put(out, 0);
	put_handle(out, ROOT);
	put(out, 1);
	put(out, 1); /* AUTH_UNIX */
}

static void answer_fsinfo(struct record *out)
{
	for (int i = 0; i < 2; i++) {
		put(out, 16384);
		put(out, 16384);
		put(out, 4096);
	}
	put(out, 4096);
	put_long(out, 1u << 30);
	put_long(out, 1);
	put(out, 0x1b);
}

/* What stands behind the status and, in most, the attributes. */
static void answer_nfs(uint32_t proc, struct record *in, struct record *out)
{
	uint32_t handle, child;

	if (!proc)
		return;
	get(in);
	handle = get(in);
	put(out, 0);
	switch (proc) {
	case 1: /* GETATTR */
		put_fattr(out, handle);
		return;
	case 2: /* SETATTR */
		put_zeros(out, 2);
		return;
	case 3: /* LOOKUP */
		get(in);
		child = get(in);
		put_handle(out, child);
		put_post_op(out, child);
		put_post_op(out, handle);
		return;
	case 7: /* WRITE */
		put_zeros(out, 2);
		in->at += 2;
		put(out, get(in));
		put(out, 2); /* FILE_SYNC */
		put_zeros(out, 2);
		return;
	}
	put_post_op(out, handle);
	switch (proc) {
	case 4: /* ACCESS */
		put(out, 0x3f);
		break;
	case 6: /* READ: the end of the file */
		put(out, 0);
		put(out, 1);
		put(out, 0);
		break;
	case 17: /* READDIRPLUS */
		put_zeros(out, 3);
		put(out, 1);
		break;
	case 18: /* FSSTAT */
		put_zeros(out, 13);
		break;
	case 19:
		answer_fsinfo(out);
		break;
	case 20: /* PATHCONF */
		put(out, 1);
		put(out, 255);
		put_zeros(out, 4);
		break;
	}
}

static int read_all(int fd, void *buf, size_t len)
{
	for (size_t done = 0; done < len;) {
		ssize_t got = read(fd, (char *)buf + done, len - done);

		if (got <= 0)
			return -1;
		done += (size_t)got;
	}
	return 0;
}

/* A call, and its answer; -1: the connection is over. */
static int answer(int fd)
{
	static struct record in, out;
	uint32_t mark, program, proc;

	if (read_all(fd, &mark, sizeof(mark)))
		return -1;
	mark = ntohl(mark) & ~LAST_FRAGMENT;
	if (mark > RECORD_MAX || mark % 4 || read_all(fd, in.words, mark))
		return -1;
	in.nr = mark / 4;
	in.at = out.nr = 0;
	put(&out, 0); /* the mark, below */
	put(&out, get(&in));
	in.at += 2;
	program = get(&in);
	get(&in);
	proc = get(&in);
	for (int i = 0; i < 2; i++) { /* credentials, verifier */
		get(&in);
		skip_opaque(&in);
	}
	put(&out, 1); /* a reply, accepted, without a verifier, a success */
	put_zeros(&out, 4);
	if (program == PROGRAM_MOUNT)
		answer_mount(proc, &out);
	else
		answer_nfs(proc, &in, &out);
	out.words[0] = htonl(LAST_FRAGMENT | (out.nr - 1) * 4);
	return write(fd, out.words, out.nr * 4) < 0 ? -1 : 0;
}

static void serve(uint16_t port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
	struct pollfd fds[CONNECTIONS] = {{.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN}};
	nfds_t nr = 1;
	int on = 1;

	setsockopt(fds[0].fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fds[0].fd, (struct sockaddr *)&at, sizeof(at)) || listen(fds[0].fd, 8))
		err(1, "listen");
	while (poll(fds, nr, -1) > 0) {
		for (nfds_t i = nr - 1; i > 0; i--)
			if (fds[i].revents && answer(fds[i].fd)) {
				close(fds[i].fd);
				fds[i] = fds[--nr];
			}
		if (fds[0].revents && nr < CONNECTIONS)
			fds[nr++] = (struct pollfd){.fd = accept(fds[0].fd, NULL, NULL), .events = POLLIN};
	}
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "serve"))
		serve((uint16_t)atoi(argv[2]));
	else if (argc != 5 || strcmp(argv[1], "mount"))
		errx(2, "usage: nfspeer serve PORT | mount SOURCE DIR OPTIONS");
	else if (mount(argv[2], argv[3], "nfs", 0, argv[4]))
		err(1, "mount %s", argv[2]);
	return 0;
}
