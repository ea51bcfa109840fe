/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_SAID_H
#define PK_DECODE_DEVICE_SAID_H

#include "core/context.h"
#include "decode/printk.h"
#include "model/device_refs.h"

/** Read what the log says of devices that are waited for. */
void pk_device_saids_read(struct pk_ctx *ctx, struct pk_device_saids *ret_saids);
void pk_device_saids_deinit(struct pk_device_saids *saids);
/** What is said of NAME; NULL: nothing. Borrowed. */
const struct pk_device_said *pk_device_said_of(const struct pk_device_saids *saids,
					       const char *name);
/** SAID is not older at PANIC than the kernel's interval and a half, with which the next line would have come; also if
 *  nothing tells when the machine stopped. */
bool pk_device_said_is_current(const struct pk_device_saids *saids,
			       const struct pk_device_said *said, const struct pk_panic *panic);
/** How long the device is waited for at least, in seconds, at PANIC. PK_ABSENT: the log has no panic. */
struct pk_figure pk_device_said_s(const struct pk_device_saids *saids,
				  const struct pk_device_said *said, const struct pk_panic *panic);

#endif
