// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <string.h>

#include "render/out.h"

#define SHOWN_OWNERS 2 /* of a socket, on a line */
#define OWNER_MAX 64 /* bytes of one owner's text */

void pk_render_inode(struct pk_out *out, uint64_t inode)
{
	bool known = inode != PK_INODE_UNKNOWN;

	pk_out_uint_if(out, "inode", " %-8llu", known, inode);
	if (!known)
		pk_out_text(out, " %-8s", "-");
}

void pk_render_identity(struct pk_out *out, const struct pk_sock_identity *identity)
{
	pk_out_figure(out, "uid", NULL, &identity->uid);
	pk_out_figure(out, "cookie", NULL, &identity->cookie);
	pk_out_figure(out, "shutdown", NULL, &identity->shutdown);
}

/* NULL: none that is known. */
static const char *container_of(const struct pk_sock_owner *owner)
{
	return owner->cgroup && owner->cgroup->container[0] ? owner->cgroup->container : NULL;
}

void pk_render_owners(struct pk_out *out, const struct pk_sock_owner *owners, bool known)
{
	if (!known) {
		pk_out_null(out, "owners");
		return;
	}
	PK_OUT_ARRAY(out, "owners");
	for (const struct pk_sock_owner *owner = owners; owner; owner = owner->next) {
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "comm", NULL, owner->comm);
		pk_out_int(out, "pid", NULL, owner->pid);
		pk_out_uint(out, "fd", NULL, owner->fd);
		pk_out_str(out, "cgroup", NULL, owner->cgroup ? owner->cgroup->path : NULL);
		pk_out_str(out, "container", NULL, container_of(owner));
	}
}

const char *pk_owners_text(const struct pk_sock_owner *owners, bool verbose, char *buf, size_t size)
{
	size_t len = 0;
	unsigned nr = 0;

	buf[0] = '\0';
	for (const struct pk_sock_owner *owner = owners; owner; owner = owner->next, nr++) {
		if (nr >= SHOWN_OWNERS && !verbose)
			continue;
		if (size - len < 2 * OWNER_MAX) {
			strcpy(buf + len, "  ..");
			return buf;
		}
		len += (size_t)snprintf(buf + len, OWNER_MAX, "  %s[%d] fd %u", owner->comm,
					owner->pid, owner->fd);
		if (verbose && container_of(owner))
			len += (size_t)snprintf(buf + len, size - len, " container %.12s",
						container_of(owner));
	}
	if (nr > SHOWN_OWNERS && !verbose)
		snprintf(buf + len, size - len, "  and %u more", nr - SHOWN_OWNERS);
	return buf;
}
