// SPDX-License-Identifier: GPL-3.0-or-later
#define _FILE_OFFSET_BITS 64
#include "target/kdumpfile/dump.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 *	header		"makedumpfile", padded to 16; type, version (64 bits each); padded to 4096
 *	pieces		{ offset, size } (64 bits each), size bytes
 *	the end		offset -1
 *
 * All numbers are big-endian, on every machine.
 */
#define SIGNATURE "makedumpfile"
#define HEADER 4096
#define MAX_PIECE (1u << 30)
#define BUFFER (1u << 16)

/* Sparse: a piece may lie far after the others, but no dump is larger than this. */
#define MAX_OFFSET (1ll << 46)

bool pk_flattened_is(int fd)
{
	char bytes[sizeof(SIGNATURE) - 1];

	return pread(fd, bytes, sizeof(bytes), 0) == sizeof(bytes) &&
	       !memcmp(bytes, SIGNATURE, sizeof(bytes));
}

static bool read_all(int fd, void *buf, size_t len)
{
	uint8_t *to = buf;

	while (len) {
		ssize_t got = read(fd, to, len);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		len -= (size_t)got;
	}
	return true;
}

static enum pk_status copy_piece(int from, int to, int64_t offset, int64_t size)
{
	uint8_t buffer[BUFFER];

	while (size > 0) {
		size_t len = size < (int64_t)sizeof(buffer) ? (size_t)size : sizeof(buffer);

		if (!read_all(from, buffer, len))
			return PK_CORRUPT;
		if (pwrite(to, buffer, len, offset) != (ssize_t)len)
			return PK_IO;
		offset += (int64_t)len;
		size -= (int64_t)len;
	}
	return PK_OK;
}

static enum pk_status copy_pieces(int from, int to)
{
	int64_t head[2];

	if (lseek(from, HEADER, SEEK_SET) != HEADER)
		return PK_CORRUPT;
	while (read_all(from, head, sizeof(head))) {
		int64_t offset = (int64_t)be64toh((uint64_t)head[0]),
			size = (int64_t)be64toh((uint64_t)head[1]);
		enum pk_status status;

		if (offset == -1)
			return PK_OK;
		if (offset < 0 || offset > MAX_OFFSET || size < 0 || size > MAX_PIECE)
			return PK_CORRUPT;
		status = copy_piece(from, to, offset, size);
		if (status != PK_OK)
			return status;
	}
	return PK_CORRUPT;
}

enum pk_status pk_flattened_rearrange(int fd, int *ret_fd, char *error, size_t size)
{
	const char *folder = getenv("TMPDIR");
	enum pk_status status;
	int to;

	if (!folder || !*folder)
		folder = "/var/tmp";
	to = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (to < 0) {
		snprintf(error, size, "a flattened dump needs room in %.200s: %s", folder,
			 strerror(errno));
		return PK_IO;
	}
	status = copy_pieces(fd, to);
	if (status == PK_IO)
		snprintf(error, size, "a flattened dump needs room in %.200s: %s", folder,
			 strerror(errno));
	else if (status != PK_OK)
		snprintf(error, size,
			 "the flattened dump is cut or damaged; makedumpfile -R may mend it");
	if (status == PK_OK)
		*ret_fd = to;
	else
		close(to);
	return status;
}
