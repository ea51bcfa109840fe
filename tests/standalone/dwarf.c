// SPDX-License-Identifier: GPL-3.0-or-later
/* dwarf FILE: the types of FILE's debuginfo as BTF; prints how many of them are functions, or a status. */
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "target/kdumpfile/vmlinux.h"

/* Behind a header of four bytes, then lengths and offsets, types of 12 bytes each, with more behind some (struct btf_header,
 * struct btf_type). */
static unsigned nr_functions(const uint8_t *data)
{
	enum { INT = 1, ARRAY = 3, STRUCT, UNION, ENUM, FUNC_PROTO = 13 };
	const uint32_t *header = (const uint32_t *)data,
		       *at = header + header[1] / 4 + header[2] / 4, *end = at + header[3] / 4;
	unsigned nr = 0;

	while (at < end) {
		unsigned kind = at[1] >> 24 & 31, vlen = at[1] & 0xffff;

		nr += kind == FUNC_PROTO;
		at += 3 + (kind == INT				? 1
			   : kind == ARRAY			? 3
			   : kind == STRUCT || kind == UNION	? 3 * vlen
			   : kind == ENUM || kind == FUNC_PROTO ? 2 * vlen
								: 0);
	}
	return nr;
}

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	Dwarf *dwarf = fd >= 0 ? dwarf_begin(fd, DWARF_C_READ) : NULL;
	void *data = NULL;
	size_t len = 0;
	enum pk_status status = dwarf ? pk_dwarf_to_btf(dwarf, &data, &len) : PK_IO;

	if (status == PK_OK)
		printf("%u\n", nr_functions(data));
	else
		printf("status %d\n", (int)status);
	free(data);
	return status != PK_OK;
}
