/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SAID_H
#define PK_DECODE_SAID_H

#include "decode/printk.h"
#include "model/skb.h"

/** What a line of the log names by address, where that is proven. */
struct pk_said_names {
	char func
		[128]; /* who called skb_put() or skb_push(), as "name+0x1/0x2 [module]"; "": not named */
	uint64_t skb; /* the sk_buff; 0: not known */
};

/** What SAID names: of skb_panic(), the caller, and SKB (its address is 0 if there is none) if the line has its head and
 *  its data. */
void pk_said_names_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			const struct pk_skb *skb, struct pk_said_names *ret_names);

#endif
