/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_DEVICES_H
#define PK_RENDER_DEVICES_H

#include "model/device.h"
#include "render/out.h"

struct pk_device_view {
	const struct pk_device *device;
	const char *master; /* its name; NULL: none */
	const char *active; /* of a bond: name of the device that it sends by; NULL: none */
	const char *lower[PK_MAX_LINKS]; /* DEVICE->nr_lower names; NULL: unknown */
	const char *xdp_name; /* name of its program; NULL: none */
	bool verbose; /* every queue, qdisc and NAPI context, every counter */
};

/** A device with what slows it down: stopped queues, qdiscs with a backlog or drops. */
void pk_render_device(struct pk_out *out, const struct pk_device_view *view);

/** Behind the last of DEVICES: whose rings are not known, and what to do. Text only. */
void pk_render_rings_lacking(struct pk_out *out, const struct pk_devices *devices);

#endif
