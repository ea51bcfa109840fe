/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_FIGURE_H
#define PK_MODEL_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/** A number from the dump, or why there is none. Cast VALUE if it is signed. */
struct pk_figure {
	enum pk_status status; /* VALUE is valid only with PK_OK */
	uint64_t value;
};

static inline struct pk_figure pk_figure_none(enum pk_status why)
{
	return (struct pk_figure){.status = why};
}

#define PK_CONTAINER_ID 64 /* hex digits: of Docker, containerd, CRI-O, Podman */

/** A cgroup of the unified hierarchy (cgroup v2). */
struct pk_cgroup {
	char path[512]; /* "/system.slice/ssh.service"; may contain any bytes */
	/* The container that the path names: such an ID, or LXC's or systemd-nspawn's name; "" if it names none. */
	char container[PK_CONTAINER_ID + 1];
};

/** Fill CGROUP->container by its path. Of nested containers the innermost. */
void pk_cgroup_find_container(struct pk_cgroup *cgroup);

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

/** A four-tuple as the packet carries it: the source is the sender. */
struct pk_tuple {
	uint8_t family; /* 4, 6; 0 if unknown */
	uint8_t saddr[16]; /* network order; IPv4 in the first four bytes */
	uint8_t daddr[16];
	uint16_t sport; /* host order */
	uint16_t dport;
};

bool pk_tuple_equal(const struct pk_tuple *a, const struct pk_tuple *b);
/** The same, ignoring ports. */
bool pk_tuple_same_hosts(const struct pk_tuple *a, const struct pk_tuple *b);
struct pk_tuple pk_tuple_reversed(const struct pk_tuple *tuple);
/** "10.0.2.15:40001", "[::1]:443". BUF of at least 64 bytes. Returns BUF. */
const char *pk_endpoint_text(uint8_t family, const uint8_t *addr, uint16_t port, char *buf,
			     unsigned size);
/** "10.0.2.15", "::1". Returns BUF. */
const char *pk_address_text(uint8_t family, const uint8_t *addr, char *buf, unsigned size);
/** 4 or 6 for the dead Linux' AF_INET or AF_INET6, which need not be this host's; 0: neither. */
uint8_t pk_family_of(uint64_t linux_family);
/**
 * Takes apart the LEN BYTES of a struct sockaddr_in or _in6 whose first word is LINUX_FAMILY: its
 * address (16 bytes, zeros behind an IPv4 one) and port. Returns 4 or 6; 0: neither, or too short.
 */
uint8_t pk_sockaddr_parts(uint64_t linux_family, const uint8_t *bytes, uint32_t len,
			  uint8_t *ret_addr, uint16_t *ret_port);

#endif
