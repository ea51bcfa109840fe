// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/task/task.h"

#include <string.h>

/* PK_CORRUPT: it has no end, which the kernel always gives it. */
static void read_name(struct pk_ctx *ctx, enum pk_row_id row, struct pk_host_name *name)
{
	uint64_t base, offset;

	*name = (struct pk_host_name){.status = pk_row_value(ctx, PK_R_init_uts_ns, &base)};
	if (name->status == PK_OK)
		name->status = pk_row_offset(ctx, row, &offset);
	if (name->status != PK_OK)
		return;
	name->addr = base + offset;
	name->status = pk_read(ctx, name->addr, name->text, sizeof(name->text));
	if (name->status == PK_OK && !memchr(name->text, '\0', sizeof(name->text)))
		name->status = pk_fail(ctx, PK_CORRUPT, "the host's name does not end");
	if (name->status != PK_OK)
		name->text[0] = '\0';
}

void pk_host_read(struct pk_ctx *ctx, struct pk_host *host)
{
	struct pk_told before = pk_told_begin(ctx);

	read_name(ctx, PK_R_uts_nodename, &host->node);
	read_name(ctx, PK_R_uts_domainname, &host->domain);
	pk_told_end(ctx, before); /* by the names' own status */
}
