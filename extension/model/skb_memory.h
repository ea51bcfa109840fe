/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SKB_MEMORY_H
#define PK_MODEL_SKB_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/figure.h"
#include "model/skb.h"

/** A slab cache of skbs or sockets. */
struct pk_slab_count {
	uint64_t addr; /* struct kmem_cache */
	char asked[48]; /* the name that the kernel asked for */
	char name[64]; /* kmem_cache.name: another one's, if both share a cache */
	enum pk_object_kind kind; /* PK_OBJECT_SKB, PK_OBJECT_SKB_FCLONE, or PK_OBJECT_OTHER */
	struct pk_figure users; /* kmem_cache.refcount: more than one: it is shared */
	struct pk_figure size; /* bytes from one object to the next */
	struct pk_figure slabs, objects;
	/* as /proc/slabinfo prints it: what CPUs keep for the next allocation counts, too */
	struct pk_figure active;
	struct pk_figure in_use; /* without that */
	uint64_t found; /* of skbs' caches: those that somebody holds */
};

/** Skbs that one kind of place holds. */
struct pk_skb_holder {
	char who[80]; /* "TCP sockets: receive queue"; may hold any bytes */
	uint64_t skbs; /* objects: an skb and its fast clone count as one */
};

/** Skbs in use that were found nowhere, and have the same in common. */
struct pk_lost_skbs {
	uint64_t destructor; /* 0: none */
	char destructor_name[96]; /* "sock_wfree", "free_it [module]"; "" */
	char dev[16]; /* a device that there is; "" */
	char sock[32]; /* its socket's protocol, as /proc/net/protocols has it; "" */
	uint16_t protocol; /* of Ethernet: 0x0800; 0: not set */
	uint64_t skbs;
	uint64_t example; /* one of them */
};

/** The skbs in use, and where they are. */
struct pk_skb_memory {
	struct pk_slab_count *caches; /* owned */
	size_t nr_caches, room_caches;
	uint64_t found;
	struct pk_skb_holder *holders; /* owned; those with most first */
	size_t nr_holders, room_holders;
	/* what all slabs hold of those that were found nowhere, if asked for */
	enum pk_status lost_status; /* PK_ABSENT: not asked for */
	struct pk_lost_skbs *lost; /* owned; those with most first */
	size_t nr_lost, room_lost;
	uint64_t lost_unknown; /* objects of which the slab does not tell whether they are free */
	bool incomplete; /* some places could not be read, as warnings say */
};

/** COUNT is of skbs or sockets alone. */
bool pk_slab_is_unshared(const struct pk_slab_count *count);
/** Skbs in use of COUNT's cache that were found nowhere. Absent: it has no skbs, or others share it. */
struct pk_figure pk_skbs_elsewhere(const struct pk_slab_count *count);

#endif
