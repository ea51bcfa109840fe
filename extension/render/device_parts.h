/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_DEVICE_PARTS_H
#define PK_RENDER_DEVICE_PARTS_H

#include "render/devices.h"

/* The parts of pk_render_device() that do not belong to a queue. */

/** "1:10", "1:" */
const char *pk_handle_text(uint32_t handle, char buf[16]);
/** Begins a line of VIEW. */
void pk_render_device_margin(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_rings(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_driver_stats(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_classes(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_programs(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_irqs(struct pk_out *out, const struct pk_device_view *view);

#endif
