/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_NAMESPACES_H
#define PK_ANALYSIS_NAMESPACES_H

#include "analysis/events/engine.h"
#include "decode/net/device/net_device.h"

/** Every device called NAME is a tunnel's: it receives only what came out of one, and sends what it is given inside another packet. By
 *  their kinds, as `ip -d link` has them (rtnl_link_ops.kind). False: one is none, or its kind cannot be read. */
bool pk_is_tunnel(struct pk_engine *engine, const char *name);

/** Whether a program at tc's ingress may give what DEVICE receives to another device without a word. */
enum pk_answer pk_device_diverts(struct pk_ctx *ctx, const struct pk_net_device *device);

/** What DEVICE receives stays in its namespace: nothing above it is elsewhere, and no program of tc's may give it to
 *  another's device without a word. */
bool pk_device_keeps(struct pk_ctx *ctx, const struct pk_net_device *device);

/** Give packets the namespace of the end that sent or takes them, where it is proven: by the address of the last device; by
 *  a device's name that no other has; by the live socket, and by other packets of the same life of a socket; by the other
 *  half, through the pair of veths that it passed. After names by sockets. */
void pk_settle_namespaces(struct pk_engine *engine);

#endif
