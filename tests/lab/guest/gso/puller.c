// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * puller FILE: loads a program of tc that pulls 2000 bytes into a packet's linear part, pins it at FILE, and prints its ID. By bare
 * system calls: no library, no compiler for BPF.
 */
#include <err.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PULLED 2000

static int bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(__NR_bpf, cmd, attr, sizeof(*attr));
}

int main(int argc, char **argv)
{
	static const struct bpf_insn insns[] = {
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 2, .imm = PULLED},
		{.code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_skb_pull_data},
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0}, /* TC_ACT_OK */
		{.code = BPF_JMP | BPF_EXIT},
	};
	union bpf_attr load = {.prog_type = BPF_PROG_TYPE_SCHED_CLS,
			       .insn_cnt = sizeof(insns) / sizeof(insns[0]),
			       .insns = (unsigned long)insns,
			       .license = (unsigned long)"GPL",
			       .prog_name = "pull"};
	struct bpf_prog_info info = {0};
	union bpf_attr pin = {0}, ask = {0};
	int prog = bpf(BPF_PROG_LOAD, &load);

	if (argc != 2 || prog < 0)
		err(1, "BPF_PROG_LOAD");
	pin.pathname = (unsigned long)argv[1];
	pin.bpf_fd = (unsigned)prog;
	ask.info.bpf_fd = (unsigned)prog;
	ask.info.info_len = sizeof(info);
	ask.info.info = (unsigned long)&info;
	if (bpf(BPF_OBJ_PIN, &pin) || bpf(BPF_OBJ_GET_INFO_BY_FD, &ask))
		err(1, "%s", argv[1]);
	printf("%u\n", info.id);
	return 0;
}
