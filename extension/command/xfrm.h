/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_XFRM_H
#define PK_COMMAND_XFRM_H

#include "analysis/lives/filter.h"
#include "render/out.h"

/** Print the IPsec states that match FILTER (NULL: any) by address. ALONE: nothing else was asked
 *  for, so a kernel without IPsec is an error. */
enum pk_status pk_xfrm_show(struct pk_ctx *ctx, struct pk_out *out,
			    const struct pk_packet_filter *filter, bool alone);

#endif
