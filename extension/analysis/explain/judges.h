/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_JUDGES_H
#define PK_ANALYSIS_JUDGES_H

#include "analysis/explain/cause.h"
#include "analysis/explain/path.h"
#include "analysis/lives/queued_packets.h"
#include "decode/net/netfilter/netfilter.h"

/** Who decides on packets, by the function that asks it. */
enum pk_judge_kind {
	PK_JUDGE_NONE,
	PK_JUDGE_NFT, /* a base chain of nftables */
	PK_JUDGE_XTABLES, /* a table of iptables or ip6tables */
	PK_JUDGE_CONNTRACK,
	PK_JUDGE_HOOK_BPF, /* a program of BPF at a hook of netfilter */
	PK_JUDGE_HOOK, /* another function of a hook */
	PK_JUDGE_CGROUP, /* programs of the socket's cgroups */
	PK_JUDGE_SOCKET, /* the socket's filter */
	PK_JUDGE_TC, /* a classifier's program */
	PK_JUDGE_XDP,
	PK_NR_JUDGES
};

/** Whether CALL is of nf_hook_slow(), which calls a hook's functions one after the other. */
bool pk_calls_hooks(const struct pk_call *call);
/** PK_JUDGE_NONE: CALL decides nothing. */
enum pk_judge_kind pk_judge_kind_of(const struct pk_call *call);
/** What a function of KIND said by returning VALUE: "passed", "dropped", ..., static; NULL: VALUE does not tell. */
const char *pk_judge_word(enum pk_judge_kind kind, int64_t value);

/** What one of them said of a packet. */
struct pk_judgement {
	enum pk_judge_kind kind;
	const struct pk_call *call; /* of the path */
	uint64_t ts; /* ring ns of its call */
	const char *hook; /* netfilter's: "input"; static; NULL: not at a hook, or unknown */
	/* nft's base chain; FAMILY NULL: none, or unknown. Any bytes; the maker's */
	const char *family, *table, *chain;
	/* of BPF: "BPF 18, tc ingress veth0", of several "BPF 3, BPF 5"; "": unknown. Any bytes */
	char program[64];
	bool returned;
	int64_t value; /* with RETURNED */
	/* "passed", "dropped", "stolen", "queued", "repeated", "redirected"; static; NULL: not known */
	const char *verdict;
	/* how VERDICT is known: "returned"; "went-on": what comes after it was called; "freed": within the hook, when no other
	 * was asked; "reason": the kernel's own for the drop; static */
	const char *how;
};

struct pk_judgements {
	struct pk_judgement *list; /* owned */
	uint32_t nr, room;
	bool tracked; /* the connection tracker was asked */
	/* with TRACKED: of its addresses and ports, as they are at the end */
	struct pk_conntracks entries;
};

struct pk_judge_maker;

/** What memory has is read when the first packet asks for it. NULL: out of memory. */
struct pk_judge_maker *pk_judge_maker_create(struct pk_ctx *ctx);
void pk_judge_maker_destroy(struct pk_judge_maker *maker);
/**
 * Who decided on PACKET, and how, as far as the calls of PATH tell. Chains, programs and entries are those of the dump: of a packet
 * long ago they may have been others. PK_NOMEM.
 */
enum pk_status pk_judgements_of(struct pk_judge_maker *maker, const struct pk_packet *packet,
				const struct pk_path *path, struct pk_judgements *ret_judgements);
/** Ask memory all that the verdicts on any packet rest on, for a capsule. */
void pk_judges_ask(struct pk_ctx *ctx);
void pk_judgements_deinit(struct pk_judgements *judgements);

#endif
