/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PROBE_H
#define PK_DECODE_PROBE_H

#include "core/context.h"
#include "model/device.h"
#include "model/probe.h"

/** Every attached probe that this program can find, cached in and owned by the context. Damage
 *  costs a warning and the part after it. */
enum pk_status pk_probes_load(struct pk_ctx *ctx, const struct pk_probe_list **ret_list);

/**
 * What the struct bpf_prog at PROG may change of a packet, by the helpers that it calls: "skb_pull_data, skb_change_head". "": it calls
 * none. RET_TAIL: it ends in programs that are not known here (a tail call). XDP programs write bytes without a helper, too.
 */
enum pk_status pk_bpf_changes(struct pk_ctx *ctx, uint64_t prog, char *buf, size_t size,
			      bool *ret_tail);

/** Add to DEVICES the BPF programs attached to them. PK_ABSENT in each: the kernel has no BPF. */
void pk_device_programs_read(struct pk_ctx *ctx, struct pk_devices *devices);

#endif
