// SPDX-License-Identifier: GPL-3.0-or-later
/* BTF as a hostile dump may hold it. The input is a whole image (seeds: of the kind that btf_test.c
 * draws); where it does not begin as one, it is the types and strings behind a good header. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/btf.h"

static void question(const struct pk_btf *btf)
{
	static const char *const types[] = {"struct ring_buffer", "struct a", "union a", "enum a",
					    "a"};
	static const char *const paths[] = {"next", "lists[2].second", "flag", "a",
					    "a.a",  "a[1].a",	       "func"};
	struct pk_member member;
	char name[32];
	uint64_t size;
	int64_t value;

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		pk_btf_type_size(btf, types[i], &size);
		pk_btf_enum_name(btf, types[i], 1, name, sizeof(name));
		pk_btf_enumerator(btf, types[i], &value);
		for (size_t j = 0; j < sizeof(paths) / sizeof(paths[0]); j++)
			if (pk_btf_member(btf, types[i], paths[j], &member) == PK_OK &&
			    member.bit_size &&
			    member.bit_offset + member.bit_size > 8 * member.size)
				abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t start[] = {0x9f, 0xeb, 1, 0, 24, 0, 0, 0};
	struct pk_btf *btf;
	uint8_t *image;
	size_t len = size;

	if (size < 24)
		return 0;
	image = malloc(size + 24);
	if (!image)
		return 0;
	memcpy(image, data, size);
	if (data[0] != 0x9f && data[0] != 0xeb) {
		/* one byte says where the strings begin */
		uint32_t types = (uint32_t)((size - 2) * data[0] / 256) & ~3u;
		uint32_t lens[] = {0, types, types, (uint32_t)(size - 1 - types)};

		memcpy(image, start, sizeof(start));
		memcpy(image + 8, lens, sizeof(lens));
		memcpy(image + 24, data + 1, size - 1);
		len = size - 1 + 24;
		image[len - 1] = 0;
	}
	if (pk_btf_create(image, len, 8, &btf) != PK_OK) {
		free(image);
		return 0;
	}
	question(btf);
	pk_btf_destroy(btf);
	return 0;
}
