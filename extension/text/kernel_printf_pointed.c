// SPDX-License-Identifier: GPL-3.0-or-later
/* What %p.. prints of the bytes that a pointer leads to. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "text/kernel_printf.h"

#define AF_INET_NR 2
#define AF_INET6_NR 10

static void ip4_text(char *buf, size_t size, const uint8_t *addr, bool padded)
{
	snprintf(buf, size, padded ? "%03u.%03u.%03u.%03u" : "%u.%u.%u.%u", addr[0], addr[1],
		 addr[2], addr[3]);
}

/* The longest run of zero words, the first of equals, if longer than one. */
static int longest_run(const uint8_t *addr, int words, int *ret_len)
{
	int best = -1, best_len = 1;

	for (int i = 0; i < words; i++) {
		int len = 0;

		while (i + len < words && !addr[2 * (i + len)] && !addr[2 * (i + len) + 1])
			len++;
		if (len > best_len) {
			best = i;
			best_len = len;
		}
	}
	*ret_len = best_len;
	return best;
}

/* v4-mapped addresses and ISATAP ones end in dotted form. */
static bool ends_in_ip4(const uint8_t *addr)
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

	return !memcmp(addr, mapped, 12) ||
	       ((addr[8] | 2) == 2 && !addr[9] && addr[10] == 0x5e && addr[11] == 0xfe);
}

static void ip6_compressed(char *buf, size_t size, const uint8_t *addr)
{
	bool ip4 = ends_in_ip4(addr), colon = false;
	int words = ip4 ? 6 : 8, run_len, run = longest_run(addr, words, &run_len);
	size_t at = 0;

	buf[0] = '\0';
	for (int i = 0; i < words; i++) {
		if (i == run) {
			at += (size_t)snprintf(buf + at, size - at, colon || !i ? "::" : ":");
			colon = false;
			i += run_len - 1;
			continue;
		}
		at += (size_t)snprintf(buf + at, size - at, "%s%x", colon ? ":" : "",
				       addr[2 * i] << 8 | addr[2 * i + 1]);
		colon = true;
	}
	if (ip4) {
		at += (size_t)snprintf(buf + at, size - at, "%s", colon ? ":" : "");
		ip4_text(buf + at, size - at, addr + 12, false);
	}
}

static void ip6_text(char *buf, size_t size, const uint8_t *addr, const char *flags, bool colons)
{
	size_t at = 0;

	if (strchr(flags, 'c')) {
		ip6_compressed(buf, size, addr);
		return;
	}
	for (int i = 0; i < 8; i++)
		at += (size_t)snprintf(buf + at, size - at, "%s%02x%02x", i && colons ? ":" : "",
				       addr[2 * i], addr[2 * i + 1]);
}

/* The letters behind %pI4 and %pIS: h and l turn the bytes around on a little-endian machine. */
static void ip4_ordered(const struct pk_ctx *ctx, char *buf, size_t size, const uint8_t *addr,
			const char *flags, bool padded)
{
	bool little = !ctx->target->facts.big_endian, turn = false;
	uint8_t turned[4] = {addr[3], addr[2], addr[1], addr[0]};

	for (; *flags; flags++) {
		if (*flags == 'h' || *flags == 'l')
			turn = *flags == 'l' || little;
		else if (*flags == 'n' || *flags == 'b')
			turn = false;
	}
	ip4_text(buf, size, turn ? turned : addr, padded);
}

static unsigned big16(const uint8_t *bytes)
{
	return (unsigned)bytes[0] << 8 | bytes[1];
}

/* struct sockaddr: family in the machine's order, port in the network's. */
static enum pk_status sockaddr_text(struct pk_ctx *ctx, char *buf, size_t size, const uint8_t *sa,
				    size_t len, const struct pk_spec *spec)
{
	uint64_t family = len >= 2 ? pk_uint(ctx, sa, 2) : 0;
	size_t need = family == AF_INET6_NR ? 28 : 8;

	if (len >= 2 && family != AF_INET_NR && family != AF_INET6_NR) {
		snprintf(buf, size, "(einval)");
		return PK_OK;
	}
	if (len < need)
		return pk_fail(ctx, PK_CORRUPT, "a socket address of %zu bytes", len);
	if (family == AF_INET6_NR) {
		const char *flags = spec->ext + 2;
		bool port = strchr(flags, 'p'), flow = strchr(flags, 'f'),
		     scope = strchr(flags, 's');
		bool more = port || flow || scope;
		char addr[48];

		/* struct sockaddr_in6: [address]:port/flow%scope, the brackets if anything
		 * follows. */
		ip6_text(addr, sizeof(addr), sa + 8, spec->ext[0] == 'I' ? flags : "",
			 spec->ext[0] == 'I');
		snprintf(buf, size, "%s%s%s", more ? "[" : "", addr, more ? "]" : "");
		if (port)
			snprintf(buf + strlen(buf), size - strlen(buf), ":%u", big16(sa + 2));
		if (flow)
			snprintf(buf + strlen(buf), size - strlen(buf), "/%u",
				 (big16(sa + 4) << 16 | big16(sa + 6)) & 0x0fffffff);
		if (scope)
			snprintf(buf + strlen(buf), size - strlen(buf), "%%%u",
				 (unsigned)pk_uint(ctx, sa + 24, 4));
		return PK_OK;
	}
	ip4_ordered(ctx, buf, size, sa + 4, spec->ext + 2, spec->ext[0] == 'i');
	if (strchr(spec->ext + 2, 'p'))
		snprintf(buf + strlen(buf), size - strlen(buf), ":%u", big16(sa + 2));
	return PK_OK;
}

/* [mM], then F (dashes) or R (from the end), then U (capitals; 6.17). */
static void mac_text(char *buf, size_t size, const uint8_t *mac, const char *ext)
{
	const char *sep = ext[0] == 'm' ? "" : ext[1] == 'F' ? "-" : ":";
	bool reverse = ext[1] == 'R', upper = ext[1] == 'U' || (ext[1] && ext[2] == 'U');
	size_t at = 0;

	for (int i = 0; i < 6; i++)
		at += (size_t)snprintf(buf + at, size - at, upper ? "%s%02X" : "%s%02x",
				       i ? sep : "", mac[reverse ? 5 - i : i]);
}

static void uuid_text(char *buf, size_t size, const uint8_t *uuid, char kind)
{
	static const uint8_t little[] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
	bool le = kind == 'l' || kind == 'L', upper = kind == 'B' || kind == 'L';
	size_t at = 0;

	for (int i = 0; i < 16; i++)
		at += (size_t)snprintf(buf + at, size - at, upper ? "%s%02X" : "%s%02x",
				       i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
				       uuid[le ? little[i] : i]);
}

/* %*ph: the width is the number of bytes, 64 at most. */
static enum pk_status print_hex(struct pk_ctx *ctx, struct pk_seq *seq, const struct pk_spec *spec,
				const uint8_t *bytes, size_t len)
{
	char sep = spec->ext[1] == 'C'	 ? ':'
		   : spec->ext[1] == 'D' ? '-'
		   : spec->ext[1] == 'N' ? 0
					 : ' ';
	size_t nr = spec->width > 0 ? (size_t)spec->width : 1;

	if (!spec->width)
		return PK_OK;
	if (nr > 64)
		nr = 64;
	if (nr > len)
		return pk_fail(ctx, PK_CORRUPT, "%zu bytes to print of %zu", nr, len);
	for (size_t i = 0; i < nr; i++) {
		if (i && sep)
			pk_seq_putc(seq, sep);
		pk_seq_printf(seq, "%02x", bytes[i]);
	}
	return PK_OK;
}

/* %*pb: the width is the number of bits, words of 32 from the highest one on. Longs of the machine. */
static enum pk_status print_bitmap(struct pk_ctx *ctx, struct pk_seq *seq,
				   const struct pk_spec *spec, const uint8_t *bytes)
{
	unsigned word = ctx->target->facts.word_size,
		 bits = spec->width > 0 ? (unsigned)spec->width : 0;
	unsigned top = bits % 32 ? bits % 32 : 32;

	for (unsigned at = (bits + 31) / 32; at--; top = 32) {
		uint64_t value = pk_uint(ctx, bytes + at * 4 / word * word, word);

		value = value >> (at * 32 % (8 * word)) & (0xffffffffu >> (32 - top));
		pk_seq_printf(seq, "%0*llx", (int)(top + 3) / 4, (unsigned long long)value);
		if (at)
			pk_seq_putc(seq, ',');
	}
	return PK_OK;
}

static bool test_bit(const struct pk_ctx *ctx, const uint8_t *bytes, unsigned bit)
{
	unsigned word = ctx->target->facts.word_size;

	return pk_uint(ctx, bytes + bit / (8 * word) * word, word) >> bit % (8 * word) & 1;
}

/* %*pbl: ranges of bits. */
static enum pk_status print_bitmap_list(struct pk_ctx *ctx, struct pk_seq *seq,
					const struct pk_spec *spec, const uint8_t *bytes)
{
	unsigned bits = spec->width > 0 ? (unsigned)spec->width : 0, end;
	const char *comma = "";

	for (unsigned bit = 0; bit < bits; bit = end) {
		end = bit + 1;
		if (!test_bit(ctx, bytes, bit))
			continue;
		while (end < bits && test_bit(ctx, bytes, end))
			end++;
		pk_seq_printf(seq, "%s%u", comma, bit);
		if (end - bit > 1)
			pk_seq_printf(seq, "-%u", end - 1);
		comma = ",";
	}
	return PK_OK;
}

/* %p4cc: four characters, the least significant first, and the number. */
static void fourcc_text(char *buf, size_t size, uint32_t code)
{
	char text[5];

	for (int i = 0; i < 4; i++) {
		unsigned char c = (unsigned char)((i < 3 ? code : code & 0x7fffffff) >> 8 * i);

		text[i] = c >= ' ' && c <= '~' ? (char)c : '.';
	}
	text[4] = '\0';
	snprintf(buf, size, "%s %s-endian (0x%08x)", text, code >> 31 ? "big" : "little", code);
}

/* %ptT of a time64_t: YYYY-mm-ddTHH:MM:SS, or a part of it; s: a space between. */
static enum pk_status time_text(struct pk_ctx *ctx, char *buf, size_t size, const uint8_t *bytes,
				const char *ext)
{
	time_t seconds = (time_t)pk_sint(ctx, bytes, 8);
	bool day = ext[2] != 't', clock = ext[2] != 'd', raw = strchr(ext + 2, 'r');
	bool space = strchr(ext + 2, 's');
	struct tm tm;
	char date[32] = "", sep[2] = "";

	if (!gmtime_r(&seconds, &tm))
		return pk_fail(ctx, PK_CORRUPT, "a time of %lld s", (long long)seconds);
	if (day)
		snprintf(date, sizeof(date), "%04d-%02d-%02d", tm.tm_year + (raw ? 0 : 1900),
			 tm.tm_mon + (raw ? 0 : 1), tm.tm_mday);
	if (day && clock)
		sep[0] = space ? ' ' : 'T';
	snprintf(buf, size, "%s%s", date, sep);
	if (clock)
		snprintf(buf + strlen(buf), size - strlen(buf), "%02d:%02d:%02d", tm.tm_hour,
			 tm.tm_min, tm.tm_sec);
	return PK_OK;
}

/* %*pE without letters: what is no printable character, and the backslash, escaped. */
static enum pk_status print_escaped(struct pk_seq *seq, const struct pk_spec *spec,
				    const uint8_t *bytes)
{
	static const char from[] = "\n\r\t\v\f\\\a\033\"", to[] = "nrtvf\\ae\"";
	int nr = spec->width < 0 ? 1 : spec->width;

	for (int i = 0; i < nr; i++) {
		const char *found = bytes[i] ? strchr(from, bytes[i]) : NULL;

		if (bytes[i] >= ' ' && bytes[i] <= '~' && bytes[i] != '\\' && bytes[i] != '"')
			pk_seq_putc(seq, (char)bytes[i]);
		else if (found)
			pk_seq_printf(seq, "\\%c", to[found - from]);
		else if (!bytes[i])
			pk_seq_puts(seq, "\\0");
		else
			pk_seq_printf(seq, "\\%03o", bytes[i]);
	}
	return PK_OK;
}

bool pk_spec_is_pointed(const struct pk_spec *spec)
{
	return spec->conv == 'p' && spec->ext[0] && strchr("IiMmUhbENa4tG", spec->ext[0]);
}

bool pk_spec_supported(const struct pk_spec *spec)
{
	if (spec->conv != 'p' || !spec->ext[0])
		return true;
	if (pk_spec_is_pointed(spec)) {
		/* The letters that mean something to this file; kernels print "(%pI?)" and the
		 * like for others. */
		switch (spec->ext[0]) {
		case 'I':
		case 'i':
			return spec->ext[1] && strchr("46S", spec->ext[1]);
		case 'E':
			return !spec->ext[1];
		case 'N':
			return spec->ext[1] == 'F';
		case '4':
			return !strcmp(spec->ext, "4cc");
		case 't':
			return spec->ext[1] == 'T';
		case 'G':
			return spec->ext[1] == 'g' || spec->ext[1] == 'v';
		default:
			return true;
		}
	}
	if ((spec->ext[0] == 'k' || spec->ext[0] == 'u') && spec->ext[1] == 's')
		return true;
	return strchr("xeKSsBFf", spec->ext[0]) && strcmp(spec->ext, "SR");
}

size_t pk_spec_pointed(const struct pk_spec *spec, unsigned word)
{
	size_t width = spec->width > 0 ? (size_t)spec->width : 0;

	switch (spec->ext[0]) {
	case 'I':
	case 'i':
		return spec->ext[1] == '6' ? 16 : spec->ext[1] == '4' ? 4 : 28;
	case 'M':
	case 'm':
		return 6;
	case 'h':
		return !spec->width ? 0 : !width ? 1 : width < 64 ? width : 64;
	case 'b':
		return (width + 8 * word - 1) / (8 * word) * word;
	case 'E':
		return !spec->width ? 0 : !width ? 1 : width;
	case 'G':
		return spec->ext[1] == 'g' ? 4 : word;
	case '4':
		return 4;
	case 'U':
		return 16;
	default: /* N a t */
		return 8;
	}
}

/* %pGg, %pGv: names by a table of the kernel, which ends with a NULL name. */
static enum pk_status print_flag_names(struct pk_ctx *ctx, struct pk_seq *seq,
				       const struct pk_spec *spec, uint64_t flags)
{
	struct pk_reader r = {.ctx = ctx};
	unsigned word = ctx->target->facts.word_size;
	uint64_t mask, name;
	char text[64];
	uint64_t at = pk_value(&r, spec->ext[1] == 'g' ? PK_R_gfpflag_names : PK_R_vmaflag_names);

	for (unsigned i = 0; pk_ok(&r) && flags && i < 256; i++, at += 2 * word) {
		mask = pk_pointer(&r, at);
		name = pk_pointer(&r, at + word);
		if (!pk_ok(&r) || !name)
			break;
		if ((flags & mask) != mask)
			continue;
		pk_try(&r, pk_read_string(ctx, name, text, sizeof(text)));
		flags &= ~mask;
		if (pk_ok(&r))
			pk_seq_printf(seq, "%s%s", text, flags ? "|" : "");
	}
	if (pk_ok(&r) && flags)
		pk_seq_printf(seq, "0x%llx", (unsigned long long)flags);
	return r.status;
}

enum pk_status pk_print_pointed(struct pk_ctx *ctx, struct pk_seq *seq, const struct pk_spec *spec,
				const uint8_t *bytes, size_t len)
{
	unsigned word = ctx->target->facts.word_size;
	bool is_sockaddr = (spec->ext[0] == 'I' || spec->ext[0] == 'i') && spec->ext[1] == 'S';
	char buf[128];
	enum pk_status status = PK_OK;

	if (!pk_spec_is_pointed(spec))
		return pk_fail(ctx, PK_UNSUPPORTED, "the address of a field");
	if (!is_sockaddr && pk_spec_pointed(spec, word) > len)
		return pk_fail(ctx, PK_CORRUPT, "%%p%s of %zu bytes", spec->ext, len);
	switch (spec->ext[0]) {
	case 'h':
		return print_hex(ctx, seq, spec, bytes, len);
	case 'b':
		return spec->ext[1] == 'l' ? print_bitmap_list(ctx, seq, spec, bytes)
					   : print_bitmap(ctx, seq, spec, bytes);
	case 'E':
		return print_escaped(seq, spec, bytes);
	case 'G':
		return print_flag_names(ctx, seq, spec,
					pk_uint(ctx, bytes, spec->ext[1] == 'g' ? 4 : word));
	case 'M':
	case 'm':
		mac_text(buf, sizeof(buf), bytes, spec->ext);
		break;
	case 'U':
		uuid_text(buf, sizeof(buf), bytes, spec->ext[1]);
		break;
	case 'N':
	case 'a':
		snprintf(buf, sizeof(buf), "0x%016llx", (unsigned long long)pk_uint(ctx, bytes, 8));
		pk_seq_puts(seq, buf);
		return PK_OK;
	case '4':
		fourcc_text(buf, sizeof(buf), (uint32_t)pk_uint(ctx, bytes, 4));
		break;
	case 't':
		status = time_text(ctx, buf, sizeof(buf), bytes, spec->ext);
		break;
	default:
		if (is_sockaddr)
			status = sockaddr_text(ctx, buf, sizeof(buf), bytes, len, spec);
		else if (spec->ext[1] == '4')
			ip4_ordered(ctx, buf, sizeof(buf), bytes, spec->ext + 2,
				    spec->ext[0] == 'i');
		else
			ip6_text(buf, sizeof(buf), bytes, spec->ext[0] == 'I' ? spec->ext + 2 : "",
				 spec->ext[0] == 'I');
	}
	if (status == PK_OK)
		pk_print_string(seq, spec, buf, sizeof(buf));
	return status;
}
