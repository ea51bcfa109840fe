/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_CGROUP_H
#define PK_DECODE_CGROUP_H

#include "core/context.h"
#include "model/cgroup.h"

/** The struct cgroup of the unified hierarchy that the task at TASK is in. Where only cgroup v1 is used, that is its
 *  root. */
enum pk_status pk_cgroup_of_task(struct pk_ctx *ctx, uint64_t task, uint64_t *ret_cgroup);
/** Its path, as /proc/PID/cgroup has it in the first cgroup namespace, and the container that it names. PK_LIMIT: it
 *  is longer than there is room for. */
enum pk_status pk_cgroup_read(struct pk_ctx *ctx, uint64_t cgroup, struct pk_cgroup *ret_cgroup);

#endif
