/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_CONSUMER_H
#define PK_MODEL_CONSUMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/figure.h"
#include "model/sock.h"

/** A task that sleeps until a call has its answer. */
struct pk_call_waiter {
	int32_t pid; /* of the thread */
	char comm[16];
	char call[64], system_call[64]; /* as in struct pk_sock_waiter; "" not known */
};

/** What a consumer asked its server for, and has no answer to. */
struct pk_consumer_call {
	uint64_t addr; /* RPC: struct rpc_task */
	uint64_t transport; /* struct pk_consumer.addr; 0: it has none yet */
	uint32_t id, client; /* RPC: tk_pid, cl_clid, which name it in debugfs */
	uint32_t xid; /* as the wire has it, in host order; 0: it has no request yet */
	char program[32]; /* "nfs" */
	uint32_t version;
	char procedure[32]; /* "GETATTR"; "" not known */
	uint32_t flags; /* tk_flags */
	int32_t status; /* tk_status */
	int32_t owner; /* process that made it, which need not wait */
	struct pk_figure age_ms; /* since it was made */
	struct pk_figure sends; /* how often it was sent */
	struct pk_figure sent_ms; /* since it was sent last; PK_ABSENT: not yet */
	struct pk_figure
		late; /* 1: older than the kernel lets it become before it says so; else 0 */
	enum pk_status waiters_status;
	struct pk_call_waiter *waiters; /* owned */
	size_t nr_waiters, room_waiters;
};

/** Something inside the kernel that uses a socket: a transport, the calls that it has not got answers to. */
struct pk_consumer {
	const char *kind; /* "rpc"; static */
	uint64_t addr; /* RPC: struct rpc_xprt */
	const char *protocol; /* "tcp"; NULL: none that has a socket, or not known */
	uint8_t family; /* of the server: 4, 6; 0 not known */
	uint8_t server[16];
	uint16_t port;
	uint64_t net;
	uint32_t netns; /* 0: not known */
	struct pk_figure state; /* bits: pk_rpc_state_text() */
	bool new_bits; /* it has the bits of 5.14 and later */
	uint64_t sk; /* 0: none now, or not known */
	enum pk_status sock_status; /* PK_OK: SOCK is that one */
	struct pk_sock sock;
	size_t nr_calls, nr_late, nr_waiters; /* of the calls of its own */
	struct pk_figure oldest_ms; /* of its calls; PK_ABSENT: none */
};

struct pk_consumers {
	enum pk_status
		status; /* PK_ABSENT: this kernel has none; another failure: what is listed is not all */
	char lack[160]; /* what failed; "" */
	struct pk_consumer *list; /* owned */
	size_t nr, room;
	struct pk_consumer_call *calls; /* owned; of all, in the kernel's order */
	size_t nr_calls, room_calls;
};

/** "connected bound"; bits without a name as numbers. Returns BUF. */
const char *pk_rpc_state_text(uint64_t state, bool new_bits, char *buf, size_t size);
void pk_consumers_deinit(struct pk_consumers *consumers);

#endif
