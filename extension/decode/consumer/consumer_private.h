/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_CONSUMER_PRIVATE_H
#define PK_DECODE_CONSUMER_PRIVATE_H

#include "core/reader.h"
#include "decode/consumer/consumer.h"
#include "decode/task/task.h"
#include "protocol/protocol.h"

/* Shared by the files of this folder, which has one file per kind of consumer. */

struct pk_consumer_walk {
	struct pk_ctx *ctx;
	struct pk_reader r; /* of one object at a time: pk_consumer_check() */
	struct pk_consumers *consumers;
	enum pk_consumer_kind kind; /* being read */
	/* at the machine's end or, if it ran on, at the panic: pk_consumer_clocks() */
	struct pk_figure now_ns, now_jiffies;
	uint64_t hz; /* valid if NOW_JIFFIES is */
	struct pk_sleepers sleepers;
	size_t nr_queued; /* entries of wait queues that were read */
};

/** A kind of consumer, in the order of enum pk_consumer_kind. */
struct pk_consumer_source {
	const char *name;
	/** Add all consumers of that kind. Failure: the kernel has none, or their types are
		 *  missing. */
	enum pk_status (*read)(struct pk_consumer_walk *walk);
};

extern const struct pk_consumer_source pk_consumer_rpc, pk_consumer_nvme, pk_consumer_iscsi,
	pk_consumer_smb, pk_consumer_rds, pk_consumer_ceph;

/** Reads the clocks of WALK, once there is something whose age is asked for. */
void pk_consumer_clocks(struct pk_consumer_walk *walk);
/** What is listed of this kind is not all from here on, because of the context's error. */
void pk_consumer_note(struct pk_consumer_walk *walk, enum pk_status status, const char *what,
		      uint64_t addr);
/** The same, if WALK's reader has failed, which then reads on. True: it has not. */
bool pk_consumer_check(struct pk_consumer_walk *walk, const char *what, uint64_t addr);
/** A new one, whose figures are absent; borrowed, good until the next. NULL: WALK's reader has failed. */
struct pk_consumer *pk_consumer_add(struct pk_consumer_walk *walk, uint64_t addr);
struct pk_consumer_call *pk_consumer_call_add(struct pk_consumer_walk *walk, uint64_t addr);
struct pk_controller *pk_controller_add(struct pk_consumer_walk *walk, uint64_t addr);
/** TASK (struct task_struct) sleeps until CALL is done. */
enum pk_status pk_consumer_waiter_add(struct pk_consumer_walk *walk, struct pk_consumer_call *call,
				      uint64_t task);
/** Milliseconds from STAMP, ktime_get() in ns, to now. */
struct pk_figure pk_consumer_since(const struct pk_consumer_walk *walk, uint64_t stamp);
/** The same from STAMP, a count of jiffies. */
struct pk_figure pk_consumer_since_jiffies(const struct pk_consumer_walk *walk, uint64_t stamp);

/** Adds who waits in the wait queue at QUEUE of TRANSPORT without a call, for WAITS_FOR; whom a call's answer wakes is left out.
 *  Nobody: nothing is added. */
void pk_consumer_wait_read(struct pk_consumer_walk *walk, uint64_t transport, uint64_t queue,
			   const char *waits_for);

/** A number of the kernel's, by the row that has its value here, and its word. */
struct pk_consumer_word {
	enum pk_row_id id;
	const char *word;
};

/** A number of a protocol's, and its word. */
struct pk_consumer_number {
	uint16_t number;
	const char *word;
};

/** The word of NUMBER; NULL: none. */
const char *pk_consumer_word_at(const struct pk_consumer_number *words, size_t nr, uint64_t number);
/** The word of FIGURE; NULL: none, or not known. */
const char *pk_consumer_word_of(struct pk_ctx *ctx, const struct pk_consumer_word *words, size_t nr,
				const struct pk_figure *figure);
/** The server, from the struct sockaddr_storage at ADDR. */
enum pk_status pk_consumer_read_server(struct pk_ctx *ctx, uint64_t addr,
				       struct pk_consumer *consumer);
/** TCP, as the protocol of a socket. */
const struct pk_protocol *pk_consumer_tcp(void);
/** The TCP socket of CONSUMER, from the struct socket at SOCK; 0: it has none. */
enum pk_status pk_consumer_read_socket(struct pk_ctx *ctx, uint64_t sock,
				       struct pk_consumer *consumer);
/** The string that the pointer of row ID of the object at BASE points to; "": none. *RET_ADDR gets its address. */
enum pk_status pk_consumer_read_name(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id,
				     char *buf, size_t size, uint64_t *ret_addr);
/** Who sleeps in the struct completion at COMPLETION waits for CALL. */
enum pk_status pk_consumer_completion_waiters(struct pk_consumer_walk *walk,
					      struct pk_consumer_call *call, uint64_t completion);
/** The same for the wait queue at QUEUE. An entry that wakes no task is passed over. */
enum pk_status pk_consumer_queue_waiters(struct pk_consumer_walk *walk,
					 struct pk_consumer_call *call, uint64_t queue);

/** What the struct request at RQ tells of CALL: tag, place and size, operation, age, who waits. IS_BEGUN: the driver has
 *  it, so its timeout counts. */
enum pk_status pk_consumer_request_read(struct pk_consumer_walk *walk, uint64_t rq, bool is_begun,
					struct pk_consumer_call *call);
/** Of that, only place, size and who waits. */
enum pk_status pk_consumer_request_waiters(struct pk_consumer_walk *walk,
					   struct pk_consumer_call *call, uint64_t rq);
/** The procedure of CALL by the flags of a bio or request (REQ_OP_*); "" for one without a word. */
void pk_consumer_name_op(struct pk_consumer_call *call, uint64_t flags);
/** Who waits for BIO waits for CALL. PK_ABSENT: something ends it of which the tasks are not known. */
enum pk_status pk_consumer_bio_waiters(struct pk_consumer_walk *walk, struct pk_consumer_call *call,
				       uint64_t bio);

/* Shared by ceph.c and ceph_request.c. */

struct pk_ceph_walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	uint64_t client; /* whose requests are walked: struct ceph_client */
	uint64_t keepalive; /* jiffies after which the client asks an OSD that owes it an answer */
};

/* Failures are those of the consumers' reader. */

/** Adds the requests of the tree at ROOT (rb_root): to the OSD at CON (struct ceph_connection; 0: to none). */
void pk_ceph_osd_requests(struct pk_ceph_walk *walk, uint64_t con, uint64_t root);
/** The same to the monitor at CON. */
void pk_ceph_mon_requests(struct pk_ceph_walk *walk, uint64_t con, uint64_t root);
/** The same to all MDSs of a file system. */
void pk_ceph_mds_requests(struct pk_ceph_walk *walk, uint64_t root);

#endif
