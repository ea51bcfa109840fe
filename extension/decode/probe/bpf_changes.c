// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/probe/probe.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "core/reader.h"

#define MAX_INSNS 1000000 /* BPF_COMPLEXITY_LIMIT_INSNS, which is as long as a program may be */
#define INSNS_AT_ONCE 512
#define INSN_SIZE 8 /* struct bpf_insn: code, dst_reg:4, src_reg:4, off (2), imm (4) */
#define CALL 0x85 /* BPF_JMP | BPF_CALL; with src_reg 0 the verifier made imm the helper's place */
#define TAIL_CALL 0xf5 /* BPF_JMP | BPF_TAIL_CALL */

/* bpf_helper_changes_pkt_data() of the kernel, and those that write bytes where they are. A write of a tc program to a packet makes
 * the verifier put bpf_skb_pull_data() in front of the program. */
static const char *const changing[] = {
	"bpf_skb_pull_data",	 "bpf_skb_change_head", "bpf_skb_change_tail",
	"bpf_skb_change_proto",	 "bpf_skb_adjust_room", "bpf_skb_vlan_push",
	"bpf_skb_vlan_pop",	 "bpf_skb_store_bytes", "bpf_l3_csum_replace",
	"bpf_l4_csum_replace",	 "bpf_xdp_adjust_head", "bpf_xdp_adjust_tail",
	"bpf_xdp_adjust_meta",	 "bpf_xdp_store_bytes", "bpf_lwt_xmit_push_encap",
	"bpf_lwt_in_push_encap",
};

struct changes {
	struct pk_ctx *ctx;
	uint64_t base;
	bool found[PK_ARRAY_SIZE(changing)];
	bool tail;
};

static void look_at_insn(struct changes *changes, const uint8_t *insn)
{
	bool big = changes->ctx->target->facts.big_endian;
	unsigned src = big ? insn[1] & 15 : insn[1] >> 4;

	changes->tail |= insn[0] == TAIL_CALL;
	if (insn[0] == CALL && !src) {
		uint64_t func = changes->base + (uint64_t)pk_sint(changes->ctx, insn + 4, 4);
		struct pk_symbol symbol;

		if (pk_symbol_at(changes->ctx, func, &symbol) != PK_OK || symbol.addr != func)
			return;
		for (size_t i = 0; i < PK_ARRAY_SIZE(changing); i++)
			changes->found[i] |= !strcmp(symbol.name, changing[i]);
	}
}

static enum pk_status look_at_all(struct changes *changes, uint64_t insns, uint64_t nr)
{
	uint8_t bytes[INSNS_AT_ONCE * INSN_SIZE];
	enum pk_status status = PK_OK;

	for (uint64_t at = 0; status == PK_OK && at < nr; at += INSNS_AT_ONCE) {
		uint64_t some = nr - at < INSNS_AT_ONCE ? nr - at : INSNS_AT_ONCE;

		status = pk_read(changes->ctx, insns + at * INSN_SIZE, bytes, some * INSN_SIZE);
		for (uint64_t i = 0; status == PK_OK && i < some; i++)
			look_at_insn(changes, bytes + i * INSN_SIZE);
	}
	return status;
}

enum pk_status pk_bpf_changes(struct pk_ctx *ctx, uint64_t prog, char *buf, size_t size,
			      bool *ret_tail)
{
	struct pk_reader r = {.ctx = ctx};
	struct changes changes = {.ctx = ctx};
	uint64_t nr;
	size_t used = 0;
	uint64_t insns = pk_offset(&r, PK_R_bpf_prog_insns);

	changes.base = pk_value(&r, PK_R_bpf_call_base);
	nr = pk_member(&r, prog, PK_R_bpf_prog_len);
	if (nr > MAX_INSNS)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "a BPF program of %llu instructions",
				   (unsigned long long)nr));
	pk_try(&r, look_at_all(&changes, prog + insns, nr));
	if (!pk_ok(&r))
		return r.status;
	*buf = '\0';
	for (size_t i = 0; i < PK_ARRAY_SIZE(changing); i++)
		if (changes.found[i] && used < size)
			used += (size_t)snprintf(buf + used, size - used, "%s%s", used ? ", " : "",
						 changing[i] + strlen("bpf_"));
	*ret_tail = changes.tail;
	return PK_OK;
}
