/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_EXPLAIN_SKBS_H
#define PK_ANALYSIS_EXPLAIN_SKBS_H

#include "analysis/explain/path.h"
#include "analysis/lives/queued_packets.h"
#include "core/context.h"
#include "decode/list.h"
#include "model/device.h"
#include "model/probe.h"
#include "model/skb.h"
#include "model/skb_state.h"

/** An skb that is queued or being handled, with its state. */
struct pk_placed_skb {
	uint64_t addr;
	char where[256]; /* "waits in the receive queue of ..." */
	bool handled; /* by CPU, according to its stack */
	int cpu;
	bool changing; /* may be inconsistent: a CPU handles it, or a task owns its socket */
	enum pk_status status; /* not PK_OK: STATE is invalid */
	struct pk_skb_state state;
};

/** False stops. */
typedef bool (*pk_placed_skb_fn)(const struct pk_placed_skb *skb, void *arg);

/** Every queued skb. */
void pk_queued_skbs_walk(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			 pk_placed_skb_fn fn, void *arg);
/** Every skb that a CPU's stack certainly holds. Returns the number of CPUs whose stacks could not
 *  be searched. */
uint32_t pk_held_skbs_walk(struct pk_ctx *ctx, pk_placed_skb_fn fn, void *arg);
/** The addresses of all these; the caller frees *RET_ADDRS. PK_NOMEM. */
enum pk_status pk_placed_skbs(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			      uint64_t **ret_addrs, size_t *ret_nr);
/** The skb at ADDR, with its place in MEMORY, if it has one. */
void pk_placed_skb_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory, uint64_t addr,
			struct pk_placed_skb *ret_skb);

/** A program of BPF on an skb's way, or a chain of nft in its namespace that changes packets: as they were at the end, when others may
 *  have been there as the packet passed. */
struct pk_skb_program {
	bool nft;
	char what[64]; /* "BPF 18, tc egress veth0", "ip nat postrouting"; may contain any bytes */
	enum pk_status status; /* not PK_OK: what it changes is not known completely */
	char changes[96]; /* "skb_pull_data", "addresses"; "": nothing */
};

typedef void (*pk_skb_program_fn)(const struct pk_skb_program *program, void *arg);
/** Visit those of SKB: what its device runs on what it sends, what the last device that it came through runs on what it receives, what
 *  its socket's cgroup runs. Of what cannot be read nothing is told. */
void pk_skb_programs_walk(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			  const struct pk_placed_skb *skb, pk_skb_program_fn fn, void *arg);

enum pk_program_of { PK_ASKED_TC, PK_ASKED_XDP, PK_ASKED_CGROUP, PK_ASKED_SOCKET };

/** Of whose packet programs were asked. */
struct pk_program_asked {
	uint32_t netns; /* 0: unknown */
	const char *dev;
	uint64_t sock; /* 0: unknown, or gone */
	bool sends;
};

/** Into BUF the programs that are attached there, "BPF 3, tc ingress eth0"; "" if none is, or if it is not known which. */
void pk_programs_asked(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		       const struct pk_program_asked *asked, enum pk_program_of of, char *buf,
		       size_t size);

/** A function on an skb's way that is not the kernel's alone. */
struct pk_skb_hook {
	struct pk_symbol func;
	const struct pk_probe *probe; /* NULL: only the function itself is a module's */
	bool called; /* PROBE called FUNC, which ran; otherwise PROBE is on FUNC at the end */
	bool on_stack; /* of the CPU that handles it; otherwise from the trace */
};

/** What is known of one skb's way. Memory does not tell the hooks of a queued skb that no trace
 *  has. */
struct pk_skb_hooks {
	char packet_id[48]; /* its packet in the trace; "": none is known */
	bool incomplete; /* the path in the trace could not be read completely */
	int cpu; /* CPU of the unwound stack; -1: none handles it, or its stack cannot be unwound */
	/* owned; each function once: those of the trace first, in the order of entry */
	struct pk_skb_hook *list;
	uint32_t nr, room;
};

/** Sources for the hooks of several skbs, so that the trace is read once for all. */
struct pk_skb_ways {
	struct pk_ctx *ctx;
	const struct pk_queued_packets *memory; /* borrowed */
	const struct pk_probe_list *probes; /* borrowed; NULL: they could not be listed */
	struct pk_packet_set set; /* with MAKER */
	struct pk_hash newest; /* skb -> its newest packet of SET, borrowed */
	struct pk_path_maker *maker; /* owned; NULL: no trace */
};

/** Prepare for the NR skbs at SKBS, which are sorted here. What cannot be read is left out with a
 *  warning; WAYS is valid in any case. */
void pk_skb_ways_open(struct pk_ctx *ctx, const struct pk_queued_packets *memory, uint64_t *skbs,
		      size_t nr, struct pk_skb_ways *ret_ways);
void pk_skb_ways_close(struct pk_skb_ways *ways);

/** SKB must be one that WAYS was opened for. Probes and symbol names are borrowed. What cannot be
 *  read is left out with a warning. */
void pk_skb_hooks_read(const struct pk_skb_ways *ways, const struct pk_placed_skb *skb,
		       struct pk_skb_hooks *ret_hooks);
void pk_skb_hooks_deinit(struct pk_skb_hooks *hooks);

/** Count the slab caches of skbs and sockets, and the skbs in use by who holds them: queues of
 *  every protocol's and family's sockets, qdiscs, drivers, CPUs (analysis/lives/queued_packets.h), and functions on
 *  CPUs' stacks. LOST: also read all slabs, to group what was found nowhere. */
void pk_skb_memory_read(struct pk_ctx *ctx, bool lost, struct pk_skb_memory *ret_held);
void pk_skb_memory_deinit(struct pk_skb_memory *held);

/** Read every slab of the skbs' caches of HELD that nobody shares, and group what is in use there and
 *  not in FOUND (objects). MEMORY: for devices. */
void pk_skb_lost_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		      struct pk_address_set *found, struct pk_skb_memory *held);

/** Search all that may hold a device of ACCOUNTS, which have been begun: what the device itself leads to, neighbours,
 *  routes, dsts of sockets of every protocol and of queued skbs, packet sockets, queues to user space. */
void pk_device_holders_search(struct pk_ctx *ctx, struct pk_ref_accounts *accounts);

#endif
