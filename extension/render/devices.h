/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_DEVICES_H
#define PK_RENDER_DEVICES_H

#include "model/device.h"
#include "render/out.h"

struct pk_device_view {
	const struct pk_device *device;
	const char *master; /* its name; NULL: none */
	const char *lower[PK_MAX_LINKS]; /* as many as DEVICE->nr_lower; NULL: not known */
	const char *xdp_name; /* of its program; NULL */
	bool verbose; /* every queue, qdisc and NAPI context, every counter */
};

/** A device with what stands in its way: queues that are stopped, qdiscs with a backlog or drops. */
void pk_render_device(struct pk_out *out, const struct pk_device_view *view);

#endif
