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
	PK_CONSUMER_SMB,
	PK_CONSUMER_RDS,
	PK_CONSUMER_CEPH,
	PK_NR_CONSUMER_KINDS
};

/** A task that sleeps until a call is answered. */
struct pk_call_waiter {
	uint64_t task; /* struct task_struct */
	int32_t pid; /* thread ID */
	char comm[16];
	char call[64], system_call[64]; /* as in struct pk_sock_waiter; "" if unknown */
};

/** A request of a consumer to its server that has not been answered. */
struct pk_consumer_call {
	enum pk_consumer_kind kind;
	/* RPC: struct rpc_task; NVMe: struct request, or a struct bio without one; iSCSI: struct
	 * iscsi_task, or a struct request without one; SMB: struct mid_q_entry, or a wait
	 * queue; RDS: struct rds_message; Ceph: struct ceph_osd_request,
	 * ceph_mon_generic_request or ceph_mds_request */
	uint64_t addr;
	uint64_t transport; /* pk_consumer.addr; 0: none yet */
	/* NVMe, iSCSI, Ceph: pk_controller.addr; 0: it may take any of several */
	uint64_t controller;
	uint64_t sector, bytes; /* NVMe, iSCSI, Ceph: position on the disk, and length */
	/* iSCSI, Ceph: struct request; 0: not a SCSI command, not of a disk. RDS: struct rds_sock;
	 * 0: the kernel's own */
	uint64_t request;
	uint64_t lun; /* iSCSI: the logical unit */
	uint32_t id, client; /* RPC: tk_pid and cl_clid, as in debugfs; NVMe, iSCSI: tag */
	/* RPC: as on the wire, in host order; 0: no request yet. NVMe: command identifier; iSCSI:
	 * ITT */
	uint32_t xid;
	char program[32]; /* "nfs" */
	uint32_t version;
	char procedure[32]; /* "GETATTR", "read"; "" if unknown */
	/* SMB, RDS, Ceph: no call, but who waits until one can be made: for "credits", "a connection"; static;
	 * NULL: a call */
	const char *waits_for;
	uint64_t message; /* SMB, RDS, Ceph: number of the message, as in its packets */
	uint16_t sport, dport; /* RDS: of the sockets that it is from and to */
	const char *asked; /* Ceph: "osd", "mon", "mds"; static */
	uint64_t pool; /* Ceph: of a request to an OSD, and its placement group there */
	uint32_t pg;
	const char *state; /* SMB: "submitted"; RDS: "not acknowledged"; static; NULL: unknown */
	uint32_t flags; /* tk_flags */
	int32_t status; /* tk_status */
	int32_t owner; /* process that made it, which may not be waiting */
	struct pk_figure age_ms; /* since it was made */
	struct pk_figure sends; /* RPC: how often it was sent */
	struct pk_figure sent_ms; /* since it was last sent; PK_ABSENT: never sent */
	struct pk_figure late; /* 1: older than the age at which the kernel reports it; else 0 */
	enum pk_status waiters_status;
	struct pk_call_waiter *waiters; /* owned */
	size_t nr_waiters, room_waiters;
};

/** What the kernel's /proc/fs/cifs/DebugData has of an SMB connection. */
struct pk_smb {
	uint64_t dialect; /* 0x311; 0: not negotiated yet */
	int32_t credits;
	uint64_t in_flight, instance, users, security;
	/* what not every kernel has: ConnectionId, In Send, In MaxReq Wait */
	struct pk_figure id, in_send, waiting;
};

/** A path of an RDS connection: numbers as rds-info has them. */
struct pk_rds {
	uint64_t connection; /* struct rds_connection */
	uint64_t path, tos, next_sent, next_received;
	uint8_t local[16]; /* of the family that the server's address has */
};

/** A connection of Ceph's messenger, and to whom. */
struct pk_ceph {
	const char *role; /* "mon", "osd", "mds"; static */
	int32_t number; /* of the OSD, the rank of the MDS, the place of the monitor in its map */
	uint64_t queued, sent; /* messages to be sent; sent, not acknowledged */
	bool receives; /* part of a message has come */
	bool is_hunted; /* a monitor, which has not let the client in yet */
	bool was_let_in; /* this client had a monitor before */
	bool is_hung; /* an MDS, whose session the kernel calls so */
	const char *session; /* of an MDS, in the kernel's words; static; NULL: none or unknown */
};

/** A transport inside the kernel that uses a socket, and a summary of its unanswered calls. */
struct pk_consumer {
	enum pk_consumer_kind type;
	const char *kind; /* "rpc", "nvme-tcp", "iscsi", "smb", "rds", "ceph"; static */
	/* RPC: struct rpc_xprt; NVMe: struct nvme_tcp_queue; iSCSI: struct iscsi_conn; SMB: struct TCP_Server_Info;
	 * RDS: struct rds_tcp_connection, one for each path of a connection; Ceph: struct ceph_connection */
	uint64_t addr;
	uint64_t controller; /* NVMe, iSCSI, Ceph: struct pk_controller.addr */
	/* NVMe: queue number; 0 is the admin queue. iSCSI: connection number */
	uint32_t queue;
	const char *protocol; /* "tcp"; NULL: not one with a socket, or unknown */
	uint8_t family; /* of the server: 4 or 6; 0 if unknown */
	uint8_t server[16];
	uint16_t port;
	uint64_t net;
	uint32_t netns; /* 0 if unknown */
	struct pk_figure state; /* RPC: bits, for pk_rpc_state_text(); SMB, RDS, Ceph: a number */
	const char *state_word; /* SMB, RDS, Ceph: that in words; static; NULL: unknown */
	/* SMB, RDS, Ceph: 1: the kernel has given its connection up, or failed to make it, and tries again; else 0 */
	struct pk_figure lost;
	/* SMB, Ceph's monitor: since the last answer, or since negotiation began */
	struct pk_figure silent_ms;
	/* SMB, Ceph's monitor: of silence, at which the kernel gives a connection up; Ceph's OSD:
	 * of a request */
	struct pk_figure limit_ms;
	char name[64]; /* SMB: of the server; "" if unknown */
	uint64_t name_addr; /* of the text; 0: none */
	struct pk_smb smb;
	struct pk_rds rds;
	struct pk_ceph ceph;
	bool new_bits; /* STATE has the bits of 5.14 and later */
	uint64_t sk; /* 0: none now, or unknown */
	enum pk_status sock_status; /* PK_OK: SOCK was read from SK */
	struct pk_sock sock;
	size_t nr_calls, nr_late, nr_waiters; /* over its own calls; each task counts once */
	struct pk_figure oldest_ms; /* age of its oldest call; PK_ABSENT: no calls */
};

/** The host's end of an NVMe association, which has several queues, or of an iSCSI session, which has a
 *  connection; a client of a Ceph cluster, with a monitor, OSDs and MDSs. */
struct pk_controller {
	enum pk_consumer_kind kind;
	uint64_t addr; /* struct nvme_ctrl; struct iscsi_cls_session; struct ceph_client */
	uint32_t instance; /* nvme%u; session%u */
	uint64_t nqn_addr;
	char nqn[224]; /* of the subsystem or the target; Ceph: the cluster's fsid; "" if unknown */
	const char *state; /* as in sysfs: "live", "LOGGED_IN"; static; NULL if unknown */
	struct pk_figure state_value;
	struct pk_figure lost; /* 1: it was live, but is not connected now; else 0 */
	struct pk_figure reconnects; /* NVMe: failed attempts since then */
	struct pk_figure keep_alive_s; /* iSCSI: of silence before it pings */
	uint8_t family, server[16]; /* as in struct pk_consumer */
	uint16_t port;
	/* over all its queues, and calls that wait for one */
	size_t nr_queues, nr_calls, nr_late, nr_waiters;
	/* Ceph alone */
	const char *holder; /* "rbd", "cephfs"; static; NULL: unknown */
	uint64_t entity; /* client%u; 0: no monitor has let it in */
	struct pk_figure hunts_ms; /* at least so long; PK_ABSENT: it has a monitor, or had one */
	uint64_t net;
	uint32_t netns; /* 0 if unknown */
	/* iSCSI alone */
	char transport[16]; /* "tcp", "iser" */
	char initiator[224];
	uint64_t initiator_addr, server_addr; /* of the texts; 0: none */
	const char *library_state, *connection_state; /* static; NULL if unknown */
	struct pk_figure received_ms; /* since anything came from the target */
	struct pk_figure ping_ms; /* since the unanswered ping; PK_ABSENT: none is out */
	struct pk_figure aborting; /* 1: task management was sent, and has no answer; else 0 */
	struct pk_figure aborts; /* of commands, since the session began */
	struct pk_figure recovery_s; /* wait for a new connection before commands fail */
	struct pk_figure host; /* host number of SCSI */
};

struct pk_consumers {
	struct {
		/* PK_ABSENT: this kernel has none; any other failure: the list is incomplete */
		enum pk_status status;
		char lack[160]; /* what failed; "" if nothing */
	} kinds[PK_NR_CONSUMER_KINDS];
	struct pk_consumer *list; /* owned */
	size_t nr, room;
	struct pk_consumer_call *calls; /* owned; of all consumers, in the kernel's order */
	size_t nr_calls, room_calls;
	struct pk_controller *controllers; /* owned */
	size_t nr_controllers, room_controllers;
};

/** "RPC transports": what is missing if KIND failed. */
const char *pk_consumer_kind_text(enum pk_consumer_kind kind);
/** "connected bound"; bits without a name appear as numbers. Returns BUF. */
const char *pk_rpc_state_text(uint64_t state, bool new_bits, char *buf, size_t size);
/** The one at ADDR; NULL: none. Points into CONSUMERS. */
struct pk_controller *pk_controller_at(const struct pk_consumers *consumers, uint64_t addr);
struct pk_consumer *pk_consumer_at(const struct pk_consumers *consumers, uint64_t addr);
void pk_consumers_deinit(struct pk_consumers *consumers);

#endif
