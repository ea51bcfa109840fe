// SPDX-License-Identifier: GPL-3.0-or-later
/* Buffers that are full, by what sockets of every family account for. */
#include "protocol/sockets.h"

#include <stdint.h>
#include <stdio.h>

#define LL(x) ((unsigned long long)(x))

static bool known(const struct pk_figure *figure)
{
	return figure->status == PK_OK && figure->value <= INT32_MAX;
}

/* Kernels differ: some take a last one as long as the buffer is not used up, newer ones only what fits. What neither says
 * yes to is full; what the newer ones refuse is told as it is. */
void pk_receive_buffer_reason(const struct pk_sock_info *info, const struct pk_figure *newest,
			      bool at_limit, const char *then, struct pk_sock_reasons *reasons)
{
	const struct pk_figure *used = &info->memory[PK_MEMORY_RECEIVED];
	const struct pk_figure *size = &info->memory[PK_MEMORY_RCVBUF];
	const struct pk_figure *drops = &info->memory[PK_MEMORY_DROPS];
	char dropped[40] = "";

	if (!known(used) || !known(size) || !used->value)
		return;
	if (drops->status == PK_OK)
		snprintf(dropped, sizeof(dropped), ", %llu dropped", LL(drops->value));
	if (used->value > size->value || (at_limit && used->value == size->value))
		pk_sock_reason_add(reasons, "receive-buffer-full",
				   "its receive buffer is full (%llu of %llu bytes%s): %s",
				   LL(used->value), LL(size->value), dropped, then);
	else if (known(newest) && used->value + newest->value > size->value &&
		 drops->status == PK_OK && drops->value)
		pk_sock_reason_add(reasons, "receive-buffer-short",
				   "its receive buffer has %llu byte(s) left of %llu, the last one "
				   "took %llu; %llu were dropped",
				   LL(size->value - used->value), LL(size->value),
				   LL(newest->value), LL(drops->value));
}

/* sock_alloc_send_pskb() */
void pk_send_buffer_reason(const struct pk_sock_info *info, struct pk_sock_reasons *reasons)
{
	const struct pk_figure *used = &info->memory[PK_MEMORY_SENT];
	const struct pk_figure *size = &info->memory[PK_MEMORY_SNDBUF];

	if (known(used) && known(size) && size->value && used->value >= size->value)
		pk_sock_reason_add(reasons, "send-buffer-full",
				   "its send buffer is full (%llu of %llu byte(s)): writers wait",
				   LL(used->value), LL(size->value));
}
