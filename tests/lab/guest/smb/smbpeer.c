// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * smbpeer serve PORT FILE: an SMB server, dialect 2.1, in which every name is a directory. While FILE exists it answers
 * nothing; if that begins during a connection, nobody can connect again.
 * smbpeer mount SOURCE DIR OPTIONS: mount(2) of type cifs.
 */
#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#define MESSAGE_MAX 65536
#define HEADER 64

enum { NEGOTIATE, SESSION_SETUP, TREE_CONNECT = 3, CREATE = 5, CLOSE = 6, ECHO = 13, QUERY_INFO = 16 };
#define MORE_PROCESSING 0xc0000016u
#define NOT_SUPPORTED 0xc00000bbu
#define INFO_FILE 1
#define DIRECTORY 0x10
#define CREDITS 7 /* more than one command of a few parts, less than two */

struct session {
	unsigned nr_setups, nr_trees;
};

static void put(uint8_t *at, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

static unsigned get(const uint8_t *at, unsigned size)
{
	unsigned value = 0;

	for (unsigned i = 0; i < size; i++)
		value |= (unsigned)at[i] << 8 * i;
	return value;
}

/* The body of an answer begins at OUT. Returns its length. */
static unsigned negotiate(uint8_t *out)
{
	put(out, 65, 2);
	put(out + 2, 1, 2); /* signing is possible */
	put(out + 4, 0x0210, 2);
	for (unsigned at = 28; at < 40; at += 4)
		put(out + at, 65536, 4);
	put(out + 56, HEADER + 64, 2); /* no security blob: NTLMSSP as it is */
	return 64;
}

/* The first one is a challenge; the second makes a guest of everybody. */
static unsigned session_setup(uint8_t *out, unsigned nr)
{
	uint8_t *blob = out + 8;

	put(out, 9, 2);
	put(out + 2, nr ? 1 : 0, 2);
	put(out + 4, HEADER + 8, 2);
	if (nr)
		return 9;
	put(out + 6, 56, 2);
	memcpy(blob, "NTLMSSP", 8);
	put(blob + 8, 2, 4);
	put(blob + 16, 56, 4);
	put(blob + 20, 0xe2898235, 4);
	memcpy(blob + 24, "challeng", 8);
	put(blob + 44, 56, 4);
	return 8 + 56;
}

static unsigned tree_connect(uint8_t *out, unsigned type)
{
	put(out, 16, 2);
	out[2] = (uint8_t)type;
	put(out + 12, 0x1f01ff, 4);
	return 16;
}

static unsigned create(uint8_t *out)
{
	put(out, 89, 2);
	put(out + 4, 1, 4);
	put(out + 56, DIRECTORY, 4);
	put(out + 64, 1, 8); /* the file's number, of 16 bytes */
	put(out + 72, 1, 8);
	return 88;
}

static unsigned close_file(uint8_t *out)
{
	put(out, 60, 2);
	put(out + 56, DIRECTORY, 4);
	return 60;
}

/* FileAllInformation: times, attributes, sizes, links, ... */
static unsigned query_info(uint8_t *out)
{
	put(out, 9, 2);
	put(out + 2, HEADER + 8, 2);
	put(out + 4, 104, 4);
	put(out + 8 + 32, DIRECTORY, 4);
	put(out + 8 + 56, 1, 4);
	out[8 + 61] = 1;
	put(out + 8 + 64, 7, 8);
	return 8 + 104;
}

static unsigned refuse(uint8_t *out)
{
	put(out - HEADER + 8, NOT_SUPPORTED, 4);
	put(out, 9, 2);
	return 9;
}

static unsigned answer_body(struct session *session, const uint8_t *in, uint8_t *out)
{
	switch (get(in + 12, 2)) {
	case NEGOTIATE:
		return negotiate(out);
	case SESSION_SETUP:
		put(out - HEADER + 8, session->nr_setups ? 0 : MORE_PROCESSING, 4);
		put(out - HEADER + 40, 0x1234, 8);
		return session_setup(out, session->nr_setups++);
	case TREE_CONNECT: /* the first one is of IPC$, a pipe */
		put(out - HEADER + 36, session->nr_trees + 1, 4);
		return tree_connect(out, session->nr_trees++ ? 1 : 2);
	case CREATE:
		return create(out);
	case CLOSE:
		return close_file(out);
	case ECHO:
		put(out, 4, 2);
		return 4;
	case QUERY_INFO:
		return in[HEADER + 2] == INFO_FILE ? query_info(out) : refuse(out);
	default:
		return refuse(out);
	}
}

/* One command of a message. Returns false if the client is gone. */
static int answer(int sock, struct session *session, const uint8_t *in)
{
	uint8_t out[4 + 512] = {0}, *header = out + 4;
	unsigned size;

	memcpy(header, in, HEADER);
	put(header + 8, 0, 4);
	put(header + 14, get(in + 12, 2) == NEGOTIATE ? CREDITS : 1, 2);
	put(header + 16, 1, 4);
	put(header + 20, 0, 4);
	size = HEADER + answer_body(session, in, header + HEADER);
	out[2] = (uint8_t)(size >> 8);
	out[3] = (uint8_t)size;
	return send(sock, out, size + 4, 0) > 0;
}

static int receive(int sock, uint8_t *buf, size_t size)
{
	return recv(sock, buf, size, MSG_WAITALL) == (ssize_t)size;
}

static void talk(int sock, int listener, const char *silence)
{
	static uint8_t in[MESSAGE_MAX];
	struct session session = {0};
	unsigned size, at, next;

	while (receive(sock, in, 4)) {
		size = (unsigned)in[1] << 16 | (unsigned)in[2] << 8 | in[3];
		if (size > sizeof(in) || !receive(sock, in, size))
			break;
		if (!access(silence, F_OK)) {
			if (session.nr_trees)
				close(listener);
			continue;
		}
		if (size < HEADER) /* SMB 1 */
			break;
		for (at = 0, next = 1; next && at + HEADER + 8 <= size; at += next) {
			next = get(in + at + 20, 4);
			if (next > size || !answer(sock, &session, in + at))
				break;
		}
	}
	close(sock);
}

static int serve(unsigned port, const char *silence)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1, sock;

	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(listener, (struct sockaddr *)&addr, sizeof(addr)) || listen(listener, 4))
		err(1, "port %u", port);
	while ((sock = accept(listener, NULL, NULL)) >= 0)
		talk(sock, listener, silence);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "serve"))
		return serve((unsigned)atoi(argv[2]), argv[3]);
	if (argc != 5 || strcmp(argv[1], "mount") != 0)
		errx(2, "usage: smbpeer serve PORT FILE | mount SOURCE DIR OPTIONS");
	if (mount(argv[2], argv[3], "cifs", 0, argv[4]))
		err(1, "mount %s", argv[2]);
	return 0;
}
