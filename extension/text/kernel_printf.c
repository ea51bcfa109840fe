// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/kernel_printf.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_WIDTH 4096

static size_t parse_flags(const char *text, size_t len, struct pk_spec *spec)
{
	size_t at = 0;

	for (; at < len; at++) {
		if (text[at] == '-')
			spec->left = true;
		else if (text[at] == '+')
			spec->plus = true;
		else if (text[at] == ' ')
			spec->space = true;
		else if (text[at] == '#')
			spec->special = true;
		else if (text[at] == '0')
			spec->zero = true;
		else
			break;
	}
	return at;
}

static size_t parse_count(const char *text, size_t len, int *ret_count, bool *ret_star)
{
	size_t at = 0;
	int count = 0;

	if (len && text[0] == '*') {
		*ret_star = true;
		return 1;
	}
	for (; at < len && isdigit((unsigned char)text[at]); at++)
		if (count < MAX_WIDTH)
			count = count * 10 + (text[at] - '0');
	if (at)
		*ret_count = count < MAX_WIDTH ? count : MAX_WIDTH;
	return at;
}

static size_t parse_size(const char *text, size_t len, unsigned word, uint8_t *ret_size)
{
	size_t at = 0;

	while (at < len && at < 2 && strchr("hlLzZt", text[at]) && (!at || text[at] == text[0]))
		at++;
	*ret_size = 4;
	if (!at)
		return 0;
	if (text[0] == 'h')
		*ret_size = at == 2 ? 1 : 2;
	else if (text[0] == 'L' || (text[0] == 'l' && at == 2))
		*ret_size = 8;
	else
		*ret_size = (uint8_t)word;
	return at;
}

size_t pk_spec_parse(const char *text, size_t len, unsigned word, struct pk_spec *ret_spec,
		     bool *ret_star_width, bool *ret_star_precision)
{
	struct pk_spec spec = {.width = -1, .precision = -1};
	bool star_width = false, star_precision = false;
	size_t at = parse_flags(text, len, &spec), ext = 0;

	at += parse_count(text + at, len - at, &spec.width, &star_width);
	if (at < len && text[at] == '.') {
		at++;
		spec.precision = 0;
		at += parse_count(text + at, len - at, &spec.precision, &star_precision);
	}
	at += parse_size(text + at, len - at, word, &spec.size);
	if (at == len || !text[at] || !strchr("diuxXocsp%", text[at]))
		return 0;
	spec.conv = text[at++];
	if (spec.conv == 'p')
		for (; at < len && isalnum((unsigned char)text[at]); at++)
			if (ext < sizeof(spec.ext) - 1)
				spec.ext[ext++] = text[at];
	*ret_spec = spec;
	*ret_star_width = star_width;
	*ret_star_precision = star_precision;
	return at;
}

bool pk_spec_supported(const struct pk_spec *spec)
{
	if (spec->conv != 'p' || !spec->ext[0])
		return true;
	if (spec->ext[0] == 'I' || spec->ext[0] == 'i')
		return spec->ext[1] && strchr("46S", spec->ext[1]);
	return strchr("xSsBFfMmUh", spec->ext[0]) && strcmp(spec->ext, "SR");
}

/* The parts from left to right: spaces, sign, prefix, zeros, digits, spaces. */
void pk_print_number(struct pk_seq *seq, const struct pk_spec *spec, uint64_t value)
{
	bool is_signed = spec->conv == 'd' || spec->conv == 'i';
	unsigned base = strchr("xXp", spec->conv) ? 16 : spec->conv == 'o' ? 8 : 10;
	const char *alphabet = spec->conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	const char *prefix = "";
	char digits[24], sign = 0;
	int nr = 0, zeros, pad;
	bool zero_pad = spec->zero && !spec->left;

	if (is_signed && (int64_t)value < 0) {
		sign = '-';
		value = -value;
	} else if (is_signed && (spec->plus || spec->space)) {
		sign = spec->plus ? '+' : ' ';
	}
	if (spec->special && base == 16)
		prefix = spec->conv == 'X' ? "0X" : "0x";
	else if (spec->special && base == 8 && value)
		prefix = "0";
	do
		digits[nr++] = alphabet[value % base];
	while (value /= base);
	zeros = spec->precision > nr ? spec->precision - nr : 0;
	pad = spec->width - nr - zeros - (int)strlen(prefix) - (sign != 0);
	if (!spec->left && !zero_pad)
		pk_seq_fill(seq, ' ', pad);
	if (sign)
		pk_seq_putc(seq, sign);
	pk_seq_puts(seq, prefix);
	pk_seq_fill(seq, '0', zeros + (zero_pad && pad > 0 ? pad : 0));
	while (nr)
		pk_seq_putc(seq, digits[--nr]);
	if (spec->left)
		pk_seq_fill(seq, ' ', pad);
}

void pk_print_string(struct pk_seq *seq, const struct pk_spec *spec, const char *text, size_t len)
{
	if (spec->precision >= 0 && len > (size_t)spec->precision)
		len = (size_t)spec->precision;
	len = strnlen(text, len);
	if (!spec->left)
		pk_seq_fill(seq, ' ', spec->width - (long)len);
	pk_seq_put(seq, text, len);
	if (spec->left)
		pk_seq_fill(seq, ' ', spec->width - (long)len);
}

void pk_print_pointer(struct pk_seq *seq, const struct pk_spec *spec, struct pk_symbols *symbols,
		      uint64_t value, unsigned word)
{
	struct pk_spec number = *spec;
	const char *text;

	if (spec->ext[0] && strchr("SsBFf", spec->ext[0])) {
		bool bare = spec->ext[0] == 's' || spec->ext[0] == 'f';

		/* %pB: the caller of what returns there */
		text = pk_symbols_text(symbols, value, bare ? PK_SYM_NAME : PK_SYM_OFFSET);
		pk_print_string(seq, spec, text, strlen(text));
		return;
	}
	if (spec->width < 0) {
		number.width = (int)(2 * word) + (spec->special ? 2 : 0);
		number.zero = true;
	}
	number.precision = -1;
	pk_print_number(seq, &number, value);
}

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

/* struct sockaddr: family in the machine's order, port in the network's. */
static enum pk_status sockaddr_text(struct pk_ctx *ctx, char *buf, size_t size, const uint8_t *sa,
				    size_t len, const struct pk_spec *spec)
{
	const char *flags = spec->ext + 2;
	bool port = strchr(flags, 'p') != NULL, colons = spec->ext[0] == 'I';
	size_t at = 0;
	uint64_t family;

	if (len < 8)
		return pk_fail(ctx, PK_CORRUPT, "a socket address of %zu bytes", len);
	if (strchr(flags, 'f') || strchr(flags, 's'))
		return pk_fail(ctx, PK_UNSUPPORTED, "%%p%s", spec->ext);
	family = pk_uint(ctx, sa, 2);
	if (family == 2) {
		ip4_text(buf, size, sa + 4, !colons);
	} else if (family == 10) {
		if (len < 24)
			return pk_fail(ctx, PK_CORRUPT, "a socket address of %zu bytes", len);
		if (port)
			buf[at++] = '[';
		ip6_text(buf + at, size - at, sa + 8, flags, colons);
		if (port)
			strcat(buf, "]");
	} else {
		snprintf(buf, size, "(einval)");
		return PK_OK;
	}
	if (port)
		snprintf(buf + strlen(buf), size - strlen(buf), ":%u", sa[2] << 8 | sa[3]);
	return PK_OK;
}

static void mac_text(char *buf, size_t size, const uint8_t *mac, const char *ext)
{
	const char *sep = ext[0] == 'm' ? "" : ext[1] == 'F' ? "-" : ":";
	bool reverse = ext[1] == 'R';
	size_t at = 0;

	for (int i = 0; i < 6; i++)
		at += (size_t)snprintf(buf + at, size - at, "%s%02x", i ? sep : "",
				       mac[reverse ? 5 - i : i]);
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

static size_t bytes_needed(const struct pk_spec *spec)
{
	switch (spec->ext[0]) {
	case 'I':
	case 'i':
		return spec->ext[1] == '6' ? 16 : 4;
	case 'M':
	case 'm':
		return 6;
	default:
		return 16;
	}
}

enum pk_status pk_print_pointed(struct pk_ctx *ctx, struct pk_seq *seq, const struct pk_spec *spec,
				const uint8_t *bytes, size_t len)
{
	char buf[80];
	enum pk_status status = PK_OK;

	if (!spec->ext[0] || !strchr("IiMmUh", spec->ext[0]))
		return pk_fail(ctx, PK_UNSUPPORTED, "the address of a field");
	if (spec->ext[0] == 'h')
		return print_hex(ctx, seq, spec, bytes, len);
	if (bytes_needed(spec) > len)
		return pk_fail(ctx, PK_CORRUPT, "%%p%s of %zu bytes", spec->ext, len);
	if (spec->ext[0] == 'M' || spec->ext[0] == 'm')
		mac_text(buf, sizeof(buf), bytes, spec->ext);
	else if (spec->ext[0] == 'U')
		uuid_text(buf, sizeof(buf), bytes, spec->ext[1]);
	else if (spec->ext[1] == '4')
		ip4_text(buf, sizeof(buf), bytes, spec->ext[0] == 'i');
	else if (spec->ext[1] == '6')
		ip6_text(buf, sizeof(buf), bytes, spec->ext + 2, spec->ext[0] == 'I');
	else
		status = sockaddr_text(ctx, buf, sizeof(buf), bytes, len, spec);
	if (status == PK_OK)
		pk_print_string(seq, spec, buf, sizeof(buf));
	return status;
}
