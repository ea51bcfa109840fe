// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/redact.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "arch/arch.h"
#include "core/bytes.h"
#include "core/kit.h"

#define MAX_ADDRESS_TEXT 45
#define SMALL 65536 /* numbers below are sizes, flags and states, no address */

static bool is_kernel(const struct pk_redaction *redaction, uint64_t word)
{
	return word >> 52 == redaction->arch->kernel_top;
}

/* --- numbers ------------------------------------------------------------------------------------------ */

/* A.B.0.0 is a small number in a machine of little endian, as there are many. */
static const uint8_t *find_v4(const struct pk_redaction *redaction, const uint8_t *bytes)
{
	if (!pk_private_may_begin(&redaction->map, PK_PRIVATE_V4, bytes) ||
	    (!bytes[2] && !bytes[3]))
		return NULL;
	return pk_private_find(&redaction->map, PK_PRIVATE_V4, bytes);
}

/* Bytes of a kernel address, which are not looked into; 0: it is none, or as likely two addresses. */
static size_t kernel_address(struct pk_redaction *redaction, const uint8_t *bytes)
{
	uint64_t word = pk_bytes_uint(bytes, 8, redaction->big_endian);
	bool first, second;

	if (!is_kernel(redaction, word))
		return 0;
	first = find_v4(redaction, bytes);
	second = find_v4(redaction, bytes + 4);
	if (!first && !second)
		return 8;
	if ((first && second) || (word >> 32 == UINT32_MAX &&
				  (word < redaction->text_begin || word >= redaction->text_end)))
		return 0;
	redaction->pointers++;
	return 8;
}

static size_t put(struct pk_redaction *redaction, uint8_t *bytes, const uint8_t *to, size_t len)
{
	memcpy(bytes, to, len);
	redaction->places++;
	return len;
}

static size_t replace_v4(struct pk_redaction *redaction, uint64_t addr, uint8_t *bytes)
{
	uint8_t back[4] = {bytes[3], bytes[2], bytes[1], bytes[0]};
	const uint8_t *to = find_v4(redaction, bytes);

	if (to)
		return put(redaction, bytes, to, 4);
	to = addr & 3 ? NULL : find_v4(redaction, back);
	if (!to)
		return 0;
	memcpy(back, (const uint8_t[]){to[3], to[2], to[1], to[0]}, 4);
	return put(redaction, bytes, back, 4);
}

/* BYTES, which look like a task's name, are the end of a longer name that belongs to the kernel: the "ip" of "ipip". */
static bool ends_kept_name(const struct pk_redaction *redaction, const uint8_t *bytes,
			   size_t before)
{
	size_t len = 0;

	while (len < before && len < 15 && isgraph(bytes[-(ptrdiff_t)len - 1]))
		len++;
	return len && pk_private_is_kept(&redaction->map, bytes - len, len + 16);
}

/* The value that begins here, with BEFORE bytes in front of it; how many bytes it takes, 0: none does. */
static size_t replace(struct pk_redaction *redaction, uint64_t addr, uint8_t *bytes, size_t before,
		      size_t left)
{
	static const struct {
		enum pk_private kind;
		unsigned size, align;
	} kinds[] = {{PK_PRIVATE_V6, 16, 1}, {PK_PRIVATE_TASK, 16, 4}, {PK_PRIVATE_MAC, 6, 1}};

	for (size_t i = 0; i < PK_ARRAY_SIZE(kinds); i++) {
		const uint8_t *to;

		if (left < kinds[i].size || addr % kinds[i].align ||
		    !pk_private_may_begin(&redaction->map, kinds[i].kind, bytes))
			continue;
		to = pk_private_find(&redaction->map, kinds[i].kind, bytes);
		if (to && kinds[i].kind == PK_PRIVATE_TASK &&
		    ends_kept_name(redaction, bytes, before))
			continue;
		if (to)
			return put(redaction, bytes, to, kinds[i].size);
	}
	return left >= 4 && !(addr & 1) ? replace_v4(redaction, addr, bytes) : 0;
}

/* --- text --------------------------------------------------------------------------------------------- */

void pk_redact_cross_out(uint8_t *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (text[i] != '\n')
			text[i] = 'x';
}

/* Blanks behind what is shorter; what is longer cannot stand there. */
static void put_text(struct pk_redaction *redaction, uint8_t *text, size_t len, const char *to)
{
	size_t new = strlen(to);

	redaction->places++;
	if (new > len) {
		pk_redact_cross_out(text, len);
		return;
	}
	memcpy(text, to, new);
	memset(text + new, ' ', len - new);
}

/* The LEN characters are an address. False: they are none, or one that says nothing. UNKNOWN: also one that was not met. */
static bool replace_address(struct pk_redaction *redaction, uint8_t *text, size_t len, bool unknown)
{
	static const int families[] = {AF_INET, AF_INET6};
	char word[MAX_ADDRESS_TEXT + 1], to[INET6_ADDRSTRLEN];
	unsigned char mac[6];
	const uint8_t *found = NULL;

	memcpy(word, text, len);
	word[len] = '\0';
	for (int i = 0; i < 2; i++) {
		uint8_t bytes[16];

		if (inet_pton(families[i], word, bytes) != 1)
			continue;
		if (unknown)
			pk_private_add(&redaction->map, (enum pk_private)i, bytes);
		found = pk_private_find(&redaction->map, (enum pk_private)i, bytes);
		if (found)
			put_text(redaction, text, len,
				 inet_ntop(families[i], found, to, sizeof(to)));
		return found;
	}
	if (len != 17 || sscanf(word, "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx", &mac[0], &mac[1],
				&mac[2], &mac[3], &mac[4], &mac[5]) != 6)
		return false;
	if (unknown)
		pk_private_add(&redaction->map, PK_PRIVATE_MAC, mac);
	found = pk_private_find(&redaction->map, PK_PRIVATE_MAC, mac);
	if (found)
		snprintf(to, sizeof(to), "%02x:%02x:%02x:%02x:%02x:%02x", found[0], found[1],
			 found[2], found[3], found[4], found[5]);
	if (found)
		put_text(redaction, text, len, to);
	return found;
}

static bool is_of(const char *set, uint8_t c)
{
	return c && strchr(set, c);
}

bool pk_redact_address(struct pk_redaction *redaction, char *text, size_t room)
{
	static const int families[] = {AF_INET, AF_INET6};
	char to[INET6_ADDRSTRLEN];

	for (int i = 0; i < 2; i++) {
		uint8_t bytes[16];
		const uint8_t *found;

		if (inet_pton(families[i], text, bytes) != 1)
			continue;
		found = pk_private_find(&redaction->map, (enum pk_private)i, bytes);
		if (!found || !inet_ntop(families[i], found, to, sizeof(to)) || strlen(to) >= room)
			return false;
		memset(text, 0, room);
		memcpy(text, to, strlen(to));
		redaction->places++;
		return true;
	}
	return false;
}

/* Runs of characters that addresses are made of, without what stands around them. */
static void replace_texts(struct pk_redaction *redaction, uint8_t *text, size_t len,
			  const char *set, const char *around, bool unknown)
{
	for (size_t at = 0, end; at < len; at = end + 1) {
		size_t from = at, to;

		for (end = at; end < len && is_of(set, text[end]); end++)
			;
		for (to = end; to > from && is_of(around, text[to - 1]); to--)
			;
		while (from < to && is_of(around, text[from]))
			from++;
		if (to - from >= 7 && to - from <= MAX_ADDRESS_TEXT &&
		    memchr(text + from, set[0], to - from))
			replace_address(redaction, text + from, to - from, unknown);
	}
}

static void replace_all_texts(struct pk_redaction *redaction, uint8_t *text, size_t len,
			      bool unknown)
{
	replace_texts(redaction, text, len, ".0123456789", ".", unknown);
	replace_texts(redaction, text, len, ":0123456789abcdefABCDEF.", ".", unknown);
}

void pk_redact_unknown(struct pk_redaction *redaction, uint64_t addr, uint8_t *bytes, size_t len,
		       unsigned step)
{
	for (size_t at = 0; at + 1 < len;) {
		size_t done = 0;

		if (!((addr + at) % step) && len - at >= 8)
			done = kernel_address(redaction, bytes + at);
		if (!done)
			done = replace(redaction, addr + at, bytes + at, at, len - at);
		at += done ? done : 1;
	}
	replace_all_texts(redaction, bytes, len, false);
}

/* UNKNOWN: it stands where the kernel writes a task's name, and need not have been met. */
static void replace_comm(struct pk_redaction *redaction, uint8_t *text, size_t len, bool unknown)
{
	const uint8_t *to;
	uint8_t comm[16];

	if (!len || len > 15)
		return;
	pk_private_comm(text, len, comm);
	if (unknown)
		pk_private_add(&redaction->map, PK_PRIVATE_TASK, comm);
	to = pk_private_find(&redaction->map, PK_PRIVATE_TASK, comm);
	if (to)
		put_text(redaction, text, len, (const char *)to);
}

/* What follows a name in TEXT; '#' stands for a number. Its length; 0: something else follows. */
static size_t match(const char *pattern, const uint8_t *text, size_t len)
{
	size_t at = 0, digits;

	for (; *pattern; pattern++) {
		if (*pattern != '#') {
			if (at == len || text[at++] != (uint8_t)*pattern)
				return 0;
			continue;
		}
		for (digits = at; digits < len && isdigit(text[digits]); digits++)
			;
		if (digits == at)
			return 0;
		at = digits;
	}
	return at;
}

/* Names between BEFORE and BEHIND; any character may be part of one, blanks and brackets, too. */
static void replace_between(struct pk_redaction *redaction, uint8_t *text, size_t len,
			    const char *before, const char *behind)
{
	for (size_t at = 0; at < len; at++) {
		size_t begin = at + match(before, text + at, len - at), end = begin;
		size_t most = len - begin < 16 ? len - begin : 16;

		if (begin == at)
			continue;
		while (end < begin + most && !match(behind, text + end, len - end))
			end++;
		if (end == begin + most)
			continue;
		while (end > begin && text[end - 1] == ' ')
			end--;
		replace_comm(redaction, text + begin, end - begin, true);
	}
}

/* Where the kernel writes a task's name. */
static void replace_told(struct pk_redaction *redaction, uint8_t *text, size_t len)
{
	static const struct {
		const char *before, *behind;
	} places[] = {
		{"Comm: ", " Tainted: "}, /* dump_stack_print_info() */
		{"Comm: ", " Not tainted"},
		{"Comm: ", " Kdump: "},
		{"INFO: task ", ":# blocked for"}, /* hung task */
		{"task:", " state:"}, /* sched_show_task(), blanks before */
		{"Process ", " (pid: #"},
		{"Killed process # (", "), "},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(places); i++)
		replace_between(redaction, text, len, places[i].before, places[i].behind);
}

static bool is_separator(uint8_t c)
{
	return !c || strchr(" \t\n,;:=()[]{}<>'\"", c);
}

static bool host_says_nothing(const char *name)
{
	return !name[0] || !strcmp(name, "(none)") || !strncmp(name, "localhost", 9);
}

/* NAME where it is a word, with the labels that follow it, or up to its first dot. */
static void replace_host(struct pk_redaction *redaction, uint8_t *text, size_t len,
			 const char *name, size_t size)
{
	for (size_t at = 0, end; size && at + size <= len; at = end) {
		end = at + 1;
		if (memcmp(text + at, name, size) != 0 || (at && isalnum(text[at - 1])) ||
		    (at + size < len && isalnum(text[at + size])))
			continue;
		for (end = at + size; end + 1 < len && text[end] == '.' && isalnum(text[end + 1]);)
			for (end++; end < len && (isalnum(text[end]) || text[end] == '-');)
				end++;
		put_text(redaction, text + at, end - at, "host");
	}
}

void pk_redact_host(struct pk_redaction *redaction, uint8_t bytes[PK_HOST_NAME_SIZE],
		    const char *to)
{
	if (host_says_nothing((const char *)bytes))
		return;
	if (pk_grow(redaction->hosts, redaction->nr_hosts, redaction->room_hosts))
		snprintf(redaction->hosts[redaction->nr_hosts++], PK_HOST_NAME_SIZE, "%.*s",
			 PK_HOST_NAME_SIZE - 1, (const char *)bytes);
	else
		redaction->map.failed = true;
	memset(bytes, 0, PK_HOST_NAME_SIZE);
	memcpy(bytes, to, strlen(to));
	redaction->places++;
}

void pk_redact_line(struct pk_redaction *redaction, char *line, size_t len)
{
	uint8_t *text = (uint8_t *)line;

	replace_all_texts(redaction, text, len, true);
	replace_told(redaction, text, len);
	/* Names that are not one word, wherever they stand. */
	for (size_t at = 0; at < len; at++) {
		if (at && !is_separator(text[at - 1]))
			continue;
		for (size_t size = len - at < 15 ? len - at : 15; size > 1; size--) {
			if (at + size < len && !is_separator(text[at + size]))
				continue;
			replace_comm(redaction, text + at, size, false);
		}
	}
	/* Soft lockup. Last, for a name may be like this, too. */
	replace_between(redaction, text, len, "[", ":#]");
	for (size_t i = 0; i < redaction->nr_hosts; i++) {
		const char *name = redaction->hosts[i];

		replace_host(redaction, text, len, name, strlen(name));
		replace_host(redaction, text, len, name, strcspn(name, "."));
	}
}

void pk_redact_text(struct pk_redaction *redaction, uint8_t *text, size_t len)
{
	len = strnlen((const char *)text, len);
	if (len)
		redaction->texts++;
	pk_redact_cross_out(text, len);
}

/* --- where it is known what stands there --------------------------------------------------------------- */

/* Also a status may be two words of which one is an address. */
static bool is_needed(struct pk_redaction *redaction, const uint8_t *bytes, uint64_t word)
{
	const struct pk_arch *arch = redaction->arch;

	return is_kernel(redaction, word) ||
	       (arch->stack_word && arch->stack_word(redaction->ctx, word) &&
		!find_v4(redaction, bytes) && !find_v4(redaction, bytes + 4));
}

void pk_redact_words(struct pk_redaction *redaction, uint8_t *bytes, size_t len, bool big_endian)
{
	for (size_t at = 0; at + 8 <= len; at += 8) {
		uint64_t word = pk_bytes_uint(bytes + at, 8, big_endian);

		if (word < SMALL || is_needed(redaction, bytes + at, word))
			continue;
		memset(bytes + at, 0, 8);
		redaction->words++;
	}
}

/* A place that was met before. */
static bool is_substitute(const struct pk_redaction *redaction, const uint8_t *name)
{
	unsigned number;
	char again[24];

	if (sscanf((const char *)name, "task-%u", &number) != 1 ||
	    number > redaction->map.nr[PK_PRIVATE_TASK])
		return false;
	snprintf(again, sizeof(again), "task-%u", number);
	return !strcmp(again, (const char *)name);
}

void pk_redact_comm(struct pk_redaction *redaction, uint8_t *comm, size_t size)
{
	const uint8_t *to;
	uint8_t name[16];

	pk_private_comm(comm, size, name);
	if (is_substitute(redaction, name))
		return;
	pk_private_add(&redaction->map, PK_PRIVATE_TASK, name);
	to = pk_private_find(&redaction->map, PK_PRIVATE_TASK, name);
	if (!to) {
		/* behind the name may be what is left of another one */
		memset(comm + strnlen((const char *)comm, size), 0,
		       size - strnlen((const char *)comm, size));
		return;
	}
	if (size < strlen((const char *)to) + 1) {
		pk_redact_text(redaction, comm, size);
		return;
	}
	memset(comm, 0, size);
	strcpy((char *)comm, (const char *)to);
	redaction->places++;
}

void pk_redact_path(struct pk_redaction *redaction, uint8_t *path, size_t len)
{
	uint64_t hash;
	char name[16];
	size_t at = 1; /* '/', or the NUL of an abstract one */

	if (len && path[0] && !path[len - 1])
		len--;
	if (len < 2)
		return;
	hash = pk_hash_bytes(PK_HASH_BEGIN, path, len);
	snprintf(name, sizeof(name), "u%u",
		 pk_private_add(&redaction->map, PK_PRIVATE_PATH, &hash));
	if (path[0] && path[0] != '/')
		at = 0;
	memset(path + at, '-', len - at);
	memcpy(path + at, name, strlen(name) < len - at ? strlen(name) : len - at);
	redaction->places++;
}
