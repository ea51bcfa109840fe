// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/seq.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pk_seq_reset(struct pk_seq *seq)
{
	seq->len = 0;
	seq->full = false;
	seq->text[0] = '\0';
}

void pk_seq_put(struct pk_seq *seq, const char *text, size_t len)
{
	size_t room = PK_SEQ_MAX - 1 - seq->len;

	if (len > room) {
		seq->full = true;
		len = room;
	}
	memcpy(seq->text + seq->len, text, len);
	seq->len += len;
	seq->text[seq->len] = '\0';
}

void pk_seq_putc(struct pk_seq *seq, char c)
{
	pk_seq_put(seq, &c, 1);
}

void pk_seq_puts(struct pk_seq *seq, const char *text)
{
	pk_seq_put(seq, text, strlen(text));
}

void pk_seq_fill(struct pk_seq *seq, char c, long nr)
{
	for (; nr > 0 && !seq->full; nr--)
		pk_seq_put(seq, &c, 1);
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

void pk_seq_cut(struct pk_seq *seq, size_t len)
{
	if (len < seq->len) {
		seq->len = len;
		seq->text[len] = '\0';
	}
}
