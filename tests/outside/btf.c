// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * btf FILE: answers of our reader of BTF about the types of a 64-bit kernel, a line for each question of standard input:
 *
 *	member TAB type TAB path	->	bit TAB bits TAB size	(bits: 0 if it is no bit-field)
 *	size TAB type			->	size
 *	enum TAB name			->	value
 *
 * or the name of the status that it ends with. Little-endian.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/btf.h"

static void *read_file(const char *path, size_t *ret_len)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;
	long len = -1;

	if (file && !fseek(file, 0, SEEK_END))
		len = ftell(file);
	if (len >= 0) {
		rewind(file);
		data = malloc((size_t)len + 1);
	}
	if (data && fread(data, 1, (size_t)len, file) != (size_t)len) {
		free(data);
		data = NULL;
	}
	if (file)
		fclose(file);
	*ret_len = (size_t)len;
	return data;
}

static void answer(const struct pk_btf *btf, const char *what, const char *type, const char *path)
{
	struct pk_member member;
	enum pk_status status = PK_USAGE;
	uint64_t size;
	int64_t value;

	if (!strcmp(what, "member")) {
		status = pk_btf_member(btf, type, path, &member);
		if (status == PK_OK)
			printf("%llu\t%u\t%llu\n",
			       (unsigned long long)(8 * member.offset + member.bit_offset),
			       member.bit_size, (unsigned long long)member.size);
	} else if (!strcmp(what, "size")) {
		status = pk_btf_type_size(btf, type, &size);
		if (status == PK_OK)
			printf("%llu\n", (unsigned long long)size);
	} else if (!strcmp(what, "enum")) {
		status = pk_btf_enumerator(btf, type, &value);
		if (status == PK_OK)
			printf("%lld\n", (long long)value);
	}
	if (status != PK_OK)
		printf("%s\n", pk_status_name(status));
}

int main(int argc, char **argv)
{
	size_t len, room = 0;
	void *data = argc > 1 ? read_file(argv[1], &len) : NULL;
	char *line = NULL;
	struct pk_btf *btf;

	if (!data) {
		fprintf(stderr, "usage: btf FILE <QUESTIONS\n");
		return 2;
	}
	if (pk_btf_create(data, len, 8, &btf) != PK_OK) {
		fprintf(stderr, "%s: not opened\n", argv[1]);
		free(data);
		return 1;
	}
	while (getline(&line, &room, stdin) > 0) {
		char *what = strtok(line, "\t\n"), *type = strtok(NULL, "\t\n"),
		     *path = strtok(NULL, "\t\n");

		answer(btf, what ? what : "", type ? type : "", path ? path : "");
	}
	free(line);
	pk_btf_destroy(btf);
	return 0;
}
