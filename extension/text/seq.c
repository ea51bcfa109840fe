// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/seq.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void pk_seq_fill(struct pk_seq *seq, char c, long nr)
{
	size_t room = PK_SEQ_MAX - 1 - seq->len, len = nr > 0 ? (size_t)nr : 0;

	if (len > room) {
		seq->full = true;
		len = room;
	}
	memset(seq->text + seq->len, c, len);
	seq->len += len;
	seq->text[seq->len] = '\0';
}

void pk_seq_printf(struct pk_seq *seq, const char *fmt, ...)
{
	size_t room = PK_SEQ_MAX - seq->len;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(seq->text + seq->len, room, fmt, args);
	va_end(args);
	if (len < 0)
		return;
	if ((size_t)len >= room) {
		seq->full = true;
		len = (int)room - 1;
	}
	seq->len += (size_t)len;
}

void pk_seq_duration(struct pk_seq *seq, uint64_t ns)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%" PRIu64, ns / 1000);

	if (len < 7) {
		char decimals[4];

		snprintf(decimals, sizeof(decimals), "%03u", (unsigned)(ns % 1000));
		len += snprintf(text + len, sizeof(text) - (size_t)len, ".%.*s", 7 - len, decimals);
	}
	pk_seq_puts(seq, text);
	pk_seq_puts(seq, " us ");
	pk_seq_fill(seq, ' ', 8 - len);
}

void pk_seq_cut(struct pk_seq *seq, size_t len)
{
	if (len < seq->len) {
		seq->len = len;
		seq->text[len] = '\0';
	}
}
