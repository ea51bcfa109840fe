/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_CONSUMER_H
#define PK_MODEL_CONSUMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/figure.h"
#include "model/sock.h"

enum pk_consumer_kind {
	PK_CONSUMER_RPC,
	PK_CONSUMER_NVME,
	PK_CONSUMER_ISCSI,
	PK_NR_CONSUMER_KINDS
};

/** A task that sleeps until a call has its answer. */
struct pk_call_waiter {
	uint64_t task; /* struct task_struct */
	int32_t pid; /* of the thread */
	char comm[16];
	char call[64], system_call[64]; /* as in struct pk_sock_waiter; "" not known */
};

/** What a consumer asked its server for, and has no answer to. */
struct pk_consumer_call {
	enum pk_consumer_kind kind;
	/* RPC: struct rpc_task; NVMe: struct request, or struct bio that has none; iSCSI: struct iscsi_task, or
	 * struct request that has none */
	uint64_t addr;
	uint64_t transport; /* struct pk_consumer.addr; 0: it has none yet */
	uint64_t
		controller; /* NVMe, iSCSI: struct pk_controller.addr; 0: several that it may go by */
	uint64_t sector, bytes; /* NVMe, iSCSI: where on the disk, and how many */
	uint64_t request,
		lun; /* iSCSI: struct request, 0 if it is no SCSI command; the logical unit */
	uint32_t id, client; /* RPC: tk_pid, cl_clid, which name it in debugfs; NVMe, iSCSI: tag */
	uint32_t
		xid; /* as the wire has it, in host order; 0: it has no request yet; NVMe: command identifier; iSCSI: ITT */
	char program[32]; /* "nfs" */
	uint32_t version;
	char procedure[32]; /* "GETATTR", "read"; "" not known */
	uint32_t flags; /* tk_flags */
	int32_t status; /* tk_status */
	int32_t owner; /* process that made it, which need not wait */
	struct pk_figure age_ms; /* since it was made */
	struct pk_figure sends; /* RPC: how often it was sent */
	struct pk_figure sent_ms; /* since it was sent last; PK_ABSENT: not yet */
	struct pk_figure
		late; /* 1: older than the kernel lets it become before it says so; else 0 */
	enum pk_status waiters_status;
	struct pk_call_waiter *waiters; /* owned */
	size_t nr_waiters, room_waiters;
};

/** Something inside the kernel that uses a socket: a transport, the calls that it has not got answers to. */
struct pk_consumer {
	const char *kind; /* "rpc", "nvme-tcp", "iscsi"; static */
	uint64_t
		addr; /* RPC: struct rpc_xprt; NVMe: struct nvme_tcp_queue; iSCSI: struct iscsi_conn */
	uint64_t controller; /* NVMe, iSCSI: struct pk_controller.addr */
	uint32_t
		queue; /* NVMe: its number; 0 is for administration. iSCSI: that of the connection */
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
	size_t nr_calls, nr_late, nr_waiters; /* of the calls of its own; each task once */
	struct pk_figure oldest_ms; /* of its calls; PK_ABSENT: none */
};

/** A host's end of an NVMe association, which has queues, or of an iSCSI session, which has a connection. */
struct pk_controller {
	enum pk_consumer_kind kind;
	uint64_t addr; /* struct nvme_ctrl; struct iscsi_cls_session */
	uint32_t instance; /* nvme%u; session%u */
	uint64_t nqn_addr;
	char nqn[224]; /* of the subsystem, or of the target; "" not known */
	const char *state; /* as sysfs has it: "live", "LOGGED_IN"; static; NULL: not known */
	struct pk_figure state_value;
	struct pk_figure lost; /* 1: it was live, and is not connected; else 0 */
	struct pk_figure reconnects; /* NVMe: that failed since it was */
	struct pk_figure keep_alive_s; /* iSCSI: of silence, before it pings */
	uint8_t family, server[16]; /* as of a consumer */
	uint16_t port;
	size_t nr_queues, nr_calls, nr_late,
		nr_waiters; /* of all its queues, and what waits for one */
	/* iSCSI alone */
	char transport[16]; /* "tcp", "iser" */
	char initiator[224];
	uint64_t initiator_addr, server_addr; /* of the texts; 0: none */
	const char *library_state, *connection_state; /* static; NULL: not known */
	struct pk_figure received_ms; /* since anything came from the target */
	struct pk_figure
		ping_ms; /* since the ping that has no answer yet; PK_ABSENT: none is out */
	struct pk_figure aborting; /* 1: task management was sent, and has no answer; else 0 */
	struct pk_figure aborts; /* of commands, since it was made */
	struct pk_figure
		recovery_s; /* that it waits for another connection before it fails commands */
	struct pk_figure host; /* host%u of SCSI */
};

struct pk_consumers {
	struct {
		enum pk_status
			status; /* PK_ABSENT: this kernel has none; another failure: what is listed is not all */
		char lack[160]; /* what failed; "" */
	} kinds[PK_NR_CONSUMER_KINDS];
	struct pk_consumer *list; /* owned */
	size_t nr, room;
	struct pk_consumer_call *calls; /* owned; of all, in the kernel's order */
	size_t nr_calls, room_calls;
	struct pk_controller *controllers; /* owned */
	size_t nr_controllers, room_controllers;
};

/** "RPC transports": what is missing where KIND's status says so. */
const char *pk_consumer_kind_text(enum pk_consumer_kind kind);
/** "connected bound"; bits without a name as numbers. Returns BUF. */
const char *pk_rpc_state_text(uint64_t state, bool new_bits, char *buf, size_t size);
/** That at ADDR; NULL: none. */
struct pk_controller *pk_controller_at(const struct pk_consumers *consumers, uint64_t addr);
struct pk_consumer *pk_consumer_at(const struct pk_consumers *consumers, uint64_t addr);
void pk_consumers_deinit(struct pk_consumers *consumers);

#endif
