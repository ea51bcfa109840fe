/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SAID_H
#define PK_DECODE_SAID_H

#include "decode/printk.h"
#include "model/skb.h"

#define PK_SAID_OBJECTS 2

/** What a line names and memory has. */
struct pk_said_object {
	/* as the line has it; of a device's name, its struct net_device; 0: several devices have that name */
	uint64_t addr;
	char what[144]; /* "device eth0", "16 bytes into an sk_buff of skbuff_head_cache" */
	uint32_t netns; /* of a device; 0: none, or unknown */
	char more[64]; /* the command that shows more, without "pkttrace" */
};

/** What a line of the log names, where that is proven. */
struct pk_said_names {
	/* who called skb_put(), skb_push() or refcount_*(), as "name+0x1/0x2 [module]"; "": not named */
	char func[128];
	uint64_t skb; /* the sk_buff; 0: not known */
	struct pk_said_object objects[PK_SAID_OBJECTS];
	unsigned nr;
};

/** What SAID names: of skb_panic(), the caller, and SKB (its address is 0 if there is none) if the line has its head and
 *  its data; devices by their names; slab objects by addresses, which reports of KASAN and spinlocks have in a later line; of a count, the caller, and
 *  the sk_buff or socket. */
void pk_said_names_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			const struct pk_skb *skb, struct pk_said_names *ret_names);

#endif
