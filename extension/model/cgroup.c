// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/figure.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* docker-ID.scope, cri-containerd-ID.scope, or the ID alone: 64 digits, no more. */
static bool take_id(const char *part, size_t len, char *id)
{
	size_t digits = 0;

	for (size_t i = 0; i < len; i++) {
		digits = isxdigit((unsigned char)part[i]) ? digits + 1 : 0;
		if (digits != PK_CONTAINER_ID ||
		    (i + 1 < len && isxdigit((unsigned char)part[i + 1])))
			continue;
		memcpy(id, part + i + 1 - PK_CONTAINER_ID, PK_CONTAINER_ID);
		id[PK_CONTAINER_ID] = '\0';
		return true;
	}
	return false;
}

/* What stands between BEFORE and BEHIND. */
static bool take_name(const char *part, size_t len, const char *before, const char *behind,
		      char *name)
{
	size_t from = strlen(before), end = strlen(behind);

	if (len <= from + end || strncmp(part, before, from) != 0 ||
	    strncmp(part + len - end, behind, end) != 0)
		return false;
	snprintf(name, PK_CONTAINER_ID + 1, "%.*s", (int)(len - from - end), part + from);
	return true;
}

void pk_cgroup_find_container(struct pk_cgroup *cgroup)
{
	cgroup->container[0] = '\0';
	for (const char *part = cgroup->path; *part;) {
		size_t len = strcspn(part, "/");

		if (!take_id(part, len, cgroup->container) &&
		    !take_name(part, len, "lxc.payload.", "", cgroup->container))
			take_name(part, len, "machine-", ".scope", cgroup->container);
		part += len + (part[len] == '/');
	}
}
