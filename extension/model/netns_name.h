/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_NETNS_NAME_H
#define PK_MODEL_NETNS_NAME_H

#include <stdint.h>

#include "model/cgroup.h"

#define PK_NETNS_NAME_SIZE 65 /* __NEW_UTS_LEN and a NUL */

/** What people call a network namespace. Each name may be any bytes, and is "" if unknown, or if memory has several. */
struct pk_netns_name {
	uint32_t inum;
	char mounted
		[PK_NETNS_NAME_SIZE]; /* the file it is mounted on: "blue" of `ip netns add blue` */
	char host
		[PK_NETNS_NAME_SIZE]; /* the host name that its tasks see, if not the machine's: a pod's name */
	char container[PK_CONTAINER_ID + 1]; /* that its tasks' cgroup names */
};

/** The one that says most to a reader: host, else mounted, else container. NULL: none is known. */
static inline const char *pk_netns_called(const struct pk_netns_name *name)
{
	if (!name)
		return NULL;
	return name->host[0]	    ? name->host
	       : name->mounted[0]   ? name->mounted
	       : name->container[0] ? name->container
				    : NULL;
}

#endif
