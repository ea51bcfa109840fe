// SPDX-License-Identifier: GPL-3.0-or-later
/* Arguments of traced calls. */
#include "text/entry.h"

void pk_kt_function_args(struct pk_kt *kt, const uint8_t *args, uint64_t ip)
{
	(void)args;
	(void)ip;
	pk_seq_puts(&kt->seq, "()");
}
