/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NETNS_NAMES_H
#define PK_DECODE_NETNS_NAMES_H

#include "core/context.h"
#include "model/netns_name.h"

/** Where a host name stands in memory, in PK_NETNS_NAME_SIZE bytes. It is private. */
struct pk_netns_host {
	uint64_t addr;
	uint32_t inum; /* of a namespace whose tasks see it */
};

struct pk_netns_names {
	struct pk_netns_name *list; /* owned; one of each namespace in the kernel's list */
	size_t nr, room;
	struct pk_netns_host *hosts; /* owned; an address may be there twice */
	size_t nr_hosts, room_hosts;
};

/**
 * The names of all network namespaces, read once and kept with the session; NULL: out of memory. `ip netns add` and
 * container runtimes keep a namespace alive by a mount of its nsfs file: the super block of nsfs lists its mounts in
 * every mount namespace. Host name and container are those of the tasks in it, if all have the same.
 * What cannot be read is left unnamed, without a complaint: the number says all that is needed.
 */
const struct pk_netns_names *pk_netns_names(struct pk_ctx *ctx);
/** The namespace that TEXT names, alone: by host, mount, or an ID's first twelve digits. PK_USAGE: none or several, and
 *  the error says which there are. */
enum pk_status pk_netns_find(struct pk_ctx *ctx, const char *text, uint32_t *ret_inum);
/** The names of namespace INUM; NULL: none is known. Valid as long as CTX. */
const struct pk_netns_name *pk_netns_name(struct pk_ctx *ctx, uint32_t inum);

#endif
