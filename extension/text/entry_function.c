// SPDX-License-Identifier: GPL-3.0-or-later
/* What the function tracer leaves: a call. */
#include "text/entry.h"

bool pk_kt_function(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t ip, parent_ip;

	if (pk_function_event(kt->ctx, event, &ip, &parent_ip) != PK_OK)
		return false;
	pk_kt_ip(kt, ip);
	if (pk_kt_has(kt, PK_KT_PRINT_PARENT) && parent_ip) {
		pk_seq_puts(&kt->seq, " <-");
		pk_kt_ip(kt, parent_ip);
	}
	pk_seq_putc(&kt->seq, '\n');
	return true;
}
