// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Servers of Ceph for the lab guest (protocol of messenger 1, no authentication), as far as a client needs one to get stuck:
 *
 *	cephpeer mute ADDRESS PORT			greets, and says nothing more
 *	cephpeer deaf ADDRESS PORT			an OSD or MDS: accepts the connection, and answers no message
 *	cephpeer osd ADDRESS PORT SILENT		has an image of RBD, of zeros. Falls silent once the file SILENT is there.
 *	cephpeer monitor ADDRESS PORT OSD MDS SILENT	hands out its maps: one OSD at port OSD, with a pool "pool"; if MDS is not 0,
 *							one MDS there. Falls silent once the file SILENT is there.
 *	cephpeer read FILE				reads past the page cache
 *	cephpeer mount SOURCE TARGET OPTIONS		mounts a file system
 *	cephpeer map OPTIONS				maps an image of RBD: OPTIONS as for /sys/bus/rbd/add_single_major
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#define BANNER "ceph v027"
#define ADDR_BYTES 136 /* struct ceph_entity_addr as the banner has it */
#define CONNECT_BYTES 33
#define HEADER_BYTES 53
#define FOOTER_BYTES 21
#define OP_BYTES 38
#define GLOBAL_ID 4100 /* of a monitor's client, with its port */

/* NOSRCADDR, SUBSCRIBE2, RECONNECT_SEQ, PGID64, PGPOOL3, OSDENC, MSG_AUTH, MSGR_KEEPALIVE2, MON_STATEFUL_SUB */
#define FEATURES                                                                                   \
	(1ull << 1 | 1ull << 4 | 1ull << 6 | 1ull << 9 | 1ull << 11 | 1ull << 13 | 1ull << 23 |    \
	 1ull << 42 | 1ull << 57)

#define FEATURE_MONENC (1ull << 15) /* of clients since 5.11, which read another map of monitors */

enum tag { TAG_READY = 1, TAG_CLOSE = 6, TAG_MSG, TAG_ACK, TAG_KEEPALIVE, TAG_KEEPALIVE2 = 14 };

enum message {
	MON_MAP = 4,
	SUBSCRIBE = 15,
	AUTH = 17,
	AUTH_REPLY = 18,
	MDS_MAP = 21,
	OSD_MAP = 41,
	OSD_OP = 42,
	OSD_REPLY = 43,
};

static struct sockaddr_in own;
static unsigned osd_port, mds_port;
static const char *silent;
static uint64_t client_features;

/* --- little-endian text ---------------------------------------------------------------------------------- */

struct text {
	uint8_t bytes[1 << 19];
	size_t len;
};

static void put(struct text *text, const void *bytes, size_t len)
{
	if (text->len + len > sizeof(text->bytes))
		abort();
	memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
}

static void put_uint(struct text *text, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		put(text, &(uint8_t){(uint8_t)(i < 8 ? value >> 8 * i : 0)}, 1);
}

static void put_text(struct text *text, const struct text *part)
{
	put_uint(text, part->len, 4);
	put(text, part->bytes, part->len);
}

/* As older releases encode it: type, nonce, and a sockaddr_storage whose family is big-endian. */
static void put_addr(struct text *text, unsigned port)
{
	uint8_t bytes[ADDR_BYTES] = {0};

	bytes[9] = AF_INET;
	bytes[10] = (uint8_t)(port >> 8);
	bytes[11] = (uint8_t)port;
	memcpy(bytes + 12, &own.sin_addr, 4);
	put(text, bytes, sizeof(bytes));
}

static void put_fsid(struct text *text)
{
	uint8_t fsid[16] = "pkttrace-lab";

	fsid[14] = (uint8_t)(ntohs(own.sin_port) >> 8);
	fsid[15] = (uint8_t)ntohs(own.sin_port);
	put(text, fsid, sizeof(fsid));
}

static uint32_t crc32c(const uint8_t *bytes, size_t len)
{
	uint32_t crc = 0;

	while (len--) {
		crc ^= *bytes++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
	}
	return crc;
}

/* --- a connection ---------------------------------------------------------------------------------------- */

static void get(int fd, void *buf, size_t len)
{
	for (uint8_t *at = buf; len;) {
		ssize_t done = read(fd, at, len);

		if (done <= 0)
			exit(0);
		at += done;
		len -= (size_t)done;
	}
}

static void send_all(int fd, const struct text *text)
{
	if (write(fd, text->bytes, text->len) != (ssize_t)text->len)
		exit(0);
}

static void skip(int fd, size_t len)
{
	uint8_t byte;

	while (len--)
		get(fd, &byte, 1);
}

static uint64_t uint_at(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;

	while (size--)
		value = value << 8 | bytes[size];
	return value;
}

static void stay_silent(void)
{
	for (;;)
		pause();
}

static void greet(int fd)
{
	struct text text = {0};

	put(&text, BANNER, strlen(BANNER));
	put_addr(&text, ntohs(own.sin_port));
	put_addr(&text, 0);
	send_all(fd, &text);
	skip(fd, strlen(BANNER) + ADDR_BYTES);
}

static void accept_connection(int fd, bool lossy)
{
	uint8_t request[CONNECT_BYTES];
	struct text reply = {0};

	get(fd, request, sizeof(request));
	client_features = uint_at(request, 8);
	skip(fd, uint_at(request + 28, 4)); /* authorizer */
	put_uint(&reply, TAG_READY, 1);
	put_uint(&reply, FEATURES, 8);
	put_uint(&reply, 1, 4); /* global sequence */
	put_uint(&reply, uint_at(request + 16, 4) + 1, 4); /* connection's sequence */
	put_uint(&reply, uint_at(request + 20, 4), 4); /* protocol's version */
	put_uint(&reply, 0, 4);
	put_uint(&reply, lossy, 1);
	send_all(fd, &reply);
}

static void answer(int fd, enum message type, uint64_t tid, const struct text *front,
		   const struct text *data)
{
	static uint64_t sequence;
	static struct text text;

	text.len = 0;
	put_uint(&text, TAG_MSG, 1);
	put_uint(&text, ++sequence, 8);
	put_uint(&text, tid, 8);
	put_uint(&text, type, 2);
	put_uint(&text, 127, 2); /* priority */
	put_uint(&text, 1, 2); /* version */
	put_uint(&text, front->len, 4);
	put_uint(&text, 0, 4);
	put_uint(&text, data->len, 4);
	put_uint(&text, 0, 2);
	put_uint(&text, 1, 1); /* from a monitor */
	put_uint(&text, 0, 8);
	put_uint(&text, 1, 2);
	put_uint(&text, 0, 2);
	put_uint(&text, crc32c(text.bytes + 1, text.len - 1), 4);
	put(&text, front->bytes, front->len);
	put(&text, data->bytes, data->len);
	put_uint(&text, crc32c(front->bytes, front->len), 4);
	put_uint(&text, 0, 4 + 4); /* other checksums */
	put_uint(&text, 0, 8); /* signature */
	put_uint(&text, 3, 1); /* complete, data without a checksum */
	send_all(fd, &text);
}

static void say(int fd, enum message type, const struct text *front)
{
	static const struct text nothing;

	answer(fd, type, 0, front, &nothing);
}

/* --- what a monitor says --------------------------------------------------------------------------------- */

static void say_auth(int fd)
{
	struct text front = {0};

	put_uint(&front, 1, 4); /* none */
	put_uint(&front, 0, 4);
	put_uint(&front, GLOBAL_ID + ntohs(own.sin_port), 8);
	put_uint(&front, 0, 4);
	put_uint(&front, 0, 4);
	say(fd, AUTH_REPLY, &front);
}

static void say_monitors(int fd)
{
	struct text map = {0}, whole = {0}, front = {0};
	bool is_new = client_features & FEATURE_MONENC;

	put_fsid(&map);
	put_uint(&map, 1, 4); /* epoch */
	put_uint(&map, 1, 4);
	if (is_new) {
		put_uint(&map, 1, 4);
		put(&map, "a", 1);
	} else {
		put_uint(&map, 1, 1); /* a monitor, number 0 */
		put_uint(&map, 0, 8);
	}
	put_addr(&map, ntohs(own.sin_port));
	put_uint(&whole, is_new ? 3 : 1, 1); /* version */
	put_uint(&whole, is_new ? 3 : 0, 1);
	if (is_new)
		put_text(&whole, &map);
	else
		put(&whole, map.bytes, map.len);
	put_text(&front, &whole);
	say(fd, MON_MAP, &front);
}

static void put_pool(struct text *map)
{
	struct text pool = {0};

	put_uint(&pool, 1, 1); /* replicated */
	put_uint(&pool, 1, 1); /* size */
	put_uint(&pool, 0, 1);
	put_uint(&pool, 2, 1); /* rjenkins */
	put_uint(&pool, 1, 4); /* PGs */
	put_uint(&pool, 1, 4);
	for (int i = 0; i < 4 + 4 + 4 + 8 + 4 + 4 + 4 + 8 + 8 + 4; i++)
		put_uint(&pool, 0, 1);
	put_uint(map, 1, 4);
	put_uint(map, 1, 8); /* its number */
	put_uint(map, 5, 1);
	put_uint(map, 5, 1);
	put_text(map, &pool);
	put_uint(map, 1, 4);
	put_uint(map, 1, 8);
	put_uint(map, 4, 4);
	put(map, "pool", 4);
}

/* Without a rule of CRUSH: its only PG is at the OSD for now (pg_temp). */
static void put_osds(struct text *map)
{
	put_uint(map, 1, 4); /* greatest pool */
	put_uint(map, 0, 4);
	put_uint(map, 1, 4); /* OSDs */
	put_uint(map, 1, 4);
	put_uint(map, 3, 1); /* exists, up */
	put_uint(map, 1, 4);
	put_uint(map, 0x10000, 4); /* in */
	put_uint(map, 1, 4);
	put_addr(map, osd_port);
	put_uint(map, 1, 4);
	put_uint(map, 1, 1);
	put_uint(map, 1, 8);
	put_uint(map, 0, 4);
	put_uint(map, 0xffffffff, 4);
	put_uint(map, 1, 4);
	put_uint(map, 0, 4);
}

static void put_crush(struct text *map)
{
	put_uint(map, 7 * 4, 4);
	put_uint(map, 0x10000, 4);
	put_uint(map, 0, 8); /* buckets, rules */
	put_uint(map, 1, 4); /* devices */
	put_uint(map, 0, 8 + 4); /* names */
}

static void say_osds(int fd)
{
	struct text map = {0}, front = {0};

	put_uint(&map, 6, 2); /* version */
	put_fsid(&map);
	put_uint(&map, 1, 4); /* epoch */
	put_uint(&map, 0, 8 + 8);
	put_pool(&map);
	put_osds(&map);
	put_crush(&map);
	put_fsid(&front);
	put_uint(&front, 0, 4); /* incremental maps */
	put_uint(&front, 1, 4);
	put_uint(&front, 1, 4);
	put_text(&front, &map);
	say(fd, OSD_MAP, &front);
}

static void say_mds(int fd)
{
	struct text map = {0}, front = {0};

	put_uint(&map, 1, 1); /* version */
	put_uint(&map, 1, 1);
	put_uint(&map, 2, 4); /* epoch; a file system without MDSs has 1 */
	put_uint(&map, 0, 4 + 4 + 4); /* client's epoch, last failure, root */
	put_uint(&map, 60, 4); /* session's timeout */
	put_uint(&map, 300, 4);
	put_uint(&map, 1ull << 40, 8);
	put_uint(&map, 1, 4); /* most ranks */
	put_uint(&map, 1, 4);
	put_uint(&map, 77, 8);
	put_uint(&map, 1, 1); /* version */
	put_uint(&map, 77, 8);
	put_uint(&map, 1, 4);
	put(&map, "a", 1);
	put_uint(&map, 0, 4); /* rank */
	put_uint(&map, 1, 4);
	put_uint(&map, 13, 4); /* active */
	put_uint(&map, 1, 8);
	put_addr(&map, mds_port);
	put_uint(&map, 0, 8);
	put_uint(&map, 0xffffffff, 4);
	put_uint(&map, 0, 4);
	put_uint(&map, 1, 4); /* data pools */
	put_uint(&map, 1, 8);
	put_uint(&map, 0xffffffffffffffff, 8);
	put_fsid(&front);
	put_uint(&front, 2, 4);
	put_text(&front, &map);
	say(fd, MDS_MAP, &front);
}

/* --- what an OSD says ------------------------------------------------------------------------------------ */

static void put_string(struct text *text, const char *string)
{
	put_uint(text, strlen(string), 4);
	put(text, string, strlen(string));
}

/* What a method of the class rbd gives, by its name in the request. */
static void put_result(struct text *data, const struct text *request)
{
	const uint8_t *at = request->bytes;
	const size_t len = request->len;

	if (memmem(at, len, "get_id", 6)) {
		put_string(data, "1001");
	} else if (memmem(at, len, "get_object_prefix", 17)) {
		put_string(data, "rbd_data.1001");
	} else if (memmem(at, len, "get_size", 8)) {
		put_uint(data, 22, 1); /* objects of 4 MiB */
		put_uint(data, 64 << 20, 8);
	} else if (memmem(at, len, "get_features", 12)) {
		put_uint(data, 0, 8 + 8);
	} else if (memmem(at, len, "get_snapcontext", 15)) {
		put_uint(data, 0, 8 + 4);
	}
}

/* The only operation of a request stands behind the object's name and their number; an extent in it has offset and length. */
static void say_result(int fd, uint64_t tid, const struct text *front, const struct text *request)
{
	static struct text reply, data;
	const uint8_t *oid = memmem(front->bytes, front->len, "rbd_", 4), *op;
	size_t length;

	if (!oid)
		return;
	length = uint_at(oid - 4, 4);
	op = oid + length + 2;
	reply.len = data.len = 0;
	if (uint_at(op, 2) == 0x1201)
		put_uint(&data, 0, uint_at(op + 6 + 8, 8));
	else
		put_result(&data, request);
	put(&reply, oid - 4, 4 + length);
	put_uint(&reply, 1, 1); /* PG 1.0 */
	put_uint(&reply, 1, 8);
	put_uint(&reply, 0, 4);
	put_uint(&reply, 0xffffffff, 4);
	put_uint(&reply, 5, 8); /* done, on disk */
	put_uint(&reply, 0, 4); /* result */
	put_uint(&reply, 0, 12);
	put_uint(&reply, 1, 4); /* epoch */
	put_uint(&reply, 1, 4); /* operations */
	put(&reply, op, OP_BYTES - 4);
	put_uint(&reply, data.len, 4);
	put_uint(&reply, 0, 4); /* attempt */
	put_uint(&reply, 0, 4); /* result of the operation */
	answer(fd, OSD_REPLY, tid, &reply, &data);
}

static void get_text(int fd, struct text *text, size_t len)
{
	if (len > sizeof(text->bytes))
		exit(1);
	get(fd, text->bytes, len);
	text->len = len;
}

static void hear_message(int fd, bool is_monitor)
{
	static struct text front, data;
	uint8_t header[HEADER_BYTES];
	unsigned type;

	get(fd, header, sizeof(header));
	type = (unsigned)uint_at(header + 16, 2);
	get_text(fd, &front, uint_at(header + 22, 4));
	skip(fd, uint_at(header + 26, 4));
	get_text(fd, &data, uint_at(header + 30, 4));
	skip(fd, FOOTER_BYTES);
	if (!is_monitor) {
		if (type == OSD_OP && silent)
			say_result(fd, uint_at(header + 8, 8), &front, &data);
		return;
	}
	if (type == AUTH) {
		say_auth(fd);
	} else if (type == SUBSCRIBE) {
		say_monitors(fd);
		say_osds(fd);
		if (mds_port)
			say_mds(fd);
	}
}

static void hear(int fd, bool is_monitor)
{
	struct text answer = {0};
	uint8_t tag, stamp[8];

	get(fd, &tag, 1);
	if (silent && !access(silent, F_OK))
		stay_silent();
	switch (tag) {
	case TAG_MSG:
		hear_message(fd, is_monitor);
		return;
	case TAG_ACK:
		skip(fd, 8);
		return;
	case TAG_KEEPALIVE:
		return;
	case TAG_KEEPALIVE2:
		get(fd, stamp, sizeof(stamp));
		put_uint(&answer, TAG_KEEPALIVE2 + 1, 1);
		put(&answer, stamp, sizeof(stamp));
		send_all(fd, &answer);
		return;
	default:
		exit(0);
	}
}

static void serve(int fd, const char *role)
{
	bool is_monitor = !strcmp(role, "monitor");

	greet(fd);
	if (!strcmp(role, "mute"))
		stay_silent();
	accept_connection(fd, true);
	for (;;)
		hear(fd, is_monitor);
}

static int listen_as(const char *role)
{
	int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

	setpgid(0, 0); /* so that it can be killed with its connections */
	signal(SIGCHLD, SIG_IGN);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fd, (struct sockaddr *)&own, sizeof(own)) || listen(fd, 64)) {
		perror("cephpeer");
		return 1;
	}
	for (;;) {
		int connection = accept(fd, NULL, NULL);

		if (connection >= 0 && !fork()) {
			close(fd);
			serve(connection, role);
		}
		close(connection);
	}
}

static int read_file(const char *file)
{
	void *page;
	int fd = open(file, O_RDONLY | O_DIRECT);

	if (fd < 0 || posix_memalign(&page, 4096, 4096) || pread(fd, page, 4096, 8 << 20) < 0) {
		perror(file);
		return 1;
	}
	return 0;
}

static int map_image(const char *options)
{
	int fd = open("/sys/bus/rbd/add_single_major", O_WRONLY);

	if (fd < 0 || write(fd, options, strlen(options)) < 0) {
		perror("cephpeer: rbd");
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "map"))
		return map_image(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "read"))
		return read_file(argv[2]);
	if (argc == 5 && !strcmp(argv[1], "mount")) {
		if (mount(argv[2], argv[3], "ceph", 0, argv[4]))
			perror("cephpeer: mount");
		return 1;
	}
	if (argc != 4 && argc != 5 && argc != 7)
		return 2;
	own = (struct sockaddr_in){.sin_family = AF_INET,
				   .sin_port = htons((uint16_t)atoi(argv[3]))};
	inet_pton(AF_INET, argv[2], &own.sin_addr);
	if (argc == 5)
		silent = argv[4];
	if (argc == 7) {
		osd_port = (unsigned)atoi(argv[4]);
		mds_port = (unsigned)atoi(argv[5]);
		silent = argv[6];
	}
	return listen_as(argv[1]);
}
