// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/owners.h"

#define SHOWN_OWNERS 2 /* of a socket, in a line */

void pk_render_owners(struct pk_out *out, const struct pk_sock_owner *owners, bool known,
		      bool verbose)
{
	unsigned nr = 0;

	if (!known) {
		pk_out_null(out, "owners");
		return;
	}
	pk_out_array_begin(out, "owners");
	for (const struct pk_sock_owner *owner = owners; owner; owner = owner->next) {
		bool shown = nr++ < SHOWN_OWNERS || verbose;

		pk_out_object_begin(out, NULL);
		pk_out_str(out, "comm", shown ? "  %s" : NULL, owner->comm);
		pk_out_int(out, "pid", shown ? "[%lld]" : NULL, owner->pid);
		pk_out_uint(out, "fd", shown ? " fd %llu" : NULL, owner->fd);
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
	if (nr > SHOWN_OWNERS && !verbose)
		pk_out_text(out, "  and %u more", nr - SHOWN_OWNERS);
}
