// SPDX-License-Identifier: GPL-3.0-or-later
/* BTF as a hostile dump may hold it. The input is a whole image (seeds: of the kind that btf_test.c
 * draws); where it does not begin as one, it is the types and strings behind a good header. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/btf.h"
#include "kernel/btf_func.h"

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

static void *copy_of(const uint8_t *image, size_t len)
{
	void *copy = malloc(len);

	if (!copy)
		abort();
	return memcpy(copy, image, len);
}

/* The parameters of functions, of a kernel and of a module that continues it: both are IMAGE. */
static void question_funcs(const uint8_t *image, size_t len)
{
	static const char *const names[] = {"", "a", "b", "f", "func", "tcp_v4_rcv"};
	struct pk_btf_funcs *funcs = pk_btf_funcs_create(8);
	struct pk_btf_param param;
	struct pk_btf_func func;
	size_t sum = 0;

	if (!funcs)
		return;
	pk_btf_funcs_add(funcs, copy_of(image, len), len, 1, 0);
	pk_btf_funcs_add(funcs, copy_of(image, len), len, image[len - 2] % 16, image[len / 2] % 32);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!pk_btf_func_find(funcs, names[i], &func))
			continue;
		for (uint32_t at = 0; at <= func.nr_params; at++) {
			const char *name;

			pk_btf_func_param(funcs, &func, at, &param);
			sum += strlen(param.name);
			sum += param.kind_name ? strlen(param.kind_name) : 0;
			name = pk_btf_param_enumerator(funcs, &param, at);
			sum += name ? strlen(name) : 0;
		}
	}
	if (sum == SIZE_MAX)
		abort();
	pk_btf_funcs_destroy(funcs);
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
	question_funcs(image, len);
	if (pk_btf_create(image, len, 8, &btf) != PK_OK) {
		free(image);
		return 0;
	}
	question(btf);
	pk_btf_destroy(btf);
	return 0;
}
