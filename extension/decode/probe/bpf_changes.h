/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_BPF_CHANGES_H
#define PK_DECODE_BPF_CHANGES_H

#include "core/context.h"

/**
 * What the struct bpf_prog at PROG may change of a packet, by the helpers that it calls: "skb_pull_data, skb_change_head". "": it calls
 * none. RET_TAIL: it ends in programs that are not known here (a tail call). XDP programs write bytes without a helper, too.
 */
enum pk_status pk_bpf_changes(struct pk_ctx *ctx, uint64_t prog, char *buf, size_t size,
			      bool *ret_tail);

#endif
