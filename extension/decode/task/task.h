/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TASK_H
#define PK_DECODE_TASK_H

#include "core/context.h"
#include "core/hash.h"
#include "core/kit.h"
#include "core/reader.h"
#include "decode/list.h"
#include "model/figure.h"
#include "model/open_calls.h"
#include "model/task.h"

struct pk_task_iter {
	struct pk_reader *r;
	struct pk_address_set seen;
	uint32_t cpu; /* whose idle task is next */
	enum { PK_TASKS_IDLE, PK_TASKS_INIT, PK_TASKS_LEADERS, PK_TASKS_BACK, PK_TASKS_ENDED } at;
	uint64_t init, head, link, node; /* the list of leaders; NODE: the last one that was met */
	size_t before; /* how many were seen when the list broke off */
	struct {
		uint64_t leader, head, link, node; /* LEADER 0: none are left */
		bool met_leader; /* it is on the list of its threads, and was visited before */
	} threads;
};

struct pk_task_iter pk_task_begin(struct pk_reader *r);
bool pk_task_next(struct pk_task_iter *iter, struct pk_task *ret_task);
void pk_task_end(struct pk_task_iter *iter);

/** A loop over every task and thread, idle tasks included, from init_task's lists; crash's table is not trusted. What is
 *  damaged costs a warning. R fails if there is no list. */
#define pk_task_for_each(task, r) PK_LOOP(pk_task, task, pk_task_begin(r))

enum pk_status pk_task_read(struct pk_ctx *ctx, uint64_t addr, struct pk_task *ret_task);
/** The task that CPU was running (current_task, pcpu_hot or the run queue). */
enum pk_status pk_cpu_task(struct pk_ctx *ctx, int cpu, struct pk_task *ret_task);

typedef bool (*pk_open_frame_fn)(const struct pk_open_frame *frame, void *arg);
/** Visit the open frames of the task's shadow stack, innermost first. PK_ABSENT: it has none. */
enum pk_status pk_shadow_stack_walk(struct pk_ctx *ctx, const struct pk_task *task,
				    pk_open_frame_fn fn, void *arg);

#define PK_HOST_NAME_SIZE 65 /* __NEW_UTS_LEN and a NUL */

/** A name as `uname` prints it, and where it stands; or why there is none. Any bytes. */
struct pk_host_name {
	enum pk_status status;
	uint64_t addr;
	char text[PK_HOST_NAME_SIZE];
};

struct pk_host {
	struct pk_host_name node, domain; /* NIS's domain: "(none)" if nobody set one */
};

/** The machine's names: those of the first UTS namespace, which containers do not change. A capsule that was recorded
 *  before they were asked for is not counted as lacking an answer. */
void pk_host_read(struct pk_ctx *ctx, struct pk_host *host);

/** The struct cgroup of the unified hierarchy that the task at TASK is in. Where only cgroup v1 is used, that is its
 *  root. */
enum pk_status pk_cgroup_of_task(struct pk_ctx *ctx, uint64_t task, uint64_t *ret_cgroup);
/** Its path, as /proc/PID/cgroup has it in the first cgroup namespace, and the container that it names. PK_LIMIT: it
 *  is longer than there is room for. */
enum pk_status pk_cgroup_read(struct pk_ctx *ctx, uint64_t cgroup, struct pk_cgroup *ret_cgroup);

struct pk_open_file {
	const struct pk_task *task; /* of the process that has opened it */
	uint32_t fd;
	uint64_t file; /* struct file */
	uint64_t ops; /* its file_operations, which tell the kind of file */
};

typedef bool (*pk_open_file_fn)(const struct pk_open_file *file, void *arg); /* false stops */

/** Visit every open file of every process: task.files -> fdt -> fd[max_fds]. A file shared by
 *  processes, or open under several descriptors, is visited that often. Anything unreadable costs
 *  one warning and makes *RET_WHOLE (may be NULL) false. PK_ABSENT: this kernel's members are
 *  unknown. */
enum pk_status pk_open_files_walk(struct pk_ctx *ctx, pk_open_file_fn fn, void *arg,
				  bool *ret_whole);
/** FILE's private_data: for a socket its struct socket, for a BPF file its program. */
enum pk_status pk_open_file_data(struct pk_ctx *ctx, const struct pk_open_file *file,
				 uint64_t *ret_data);

/** Where a task sleeps: the innermost function outside the scheduler, and the system call without
 *  its prefix; "" if its stack does not tell. */
struct pk_sleep {
	char call[64], system_call[64];
};

/** Cache of the tasks asked for, because one epoll_wait() may watch a hundred thousand sockets.
 *  Zero-initialize it. */
struct pk_sleepers {
	struct pk_hash sleeps; /* by the task's address, owned */
};

/** For TASK, which is not running, by unwind tables or frame records only: nothing is guessed.
 *  Borrowed from SLEEPERS; NULL: out of memory. */
const struct pk_sleep *pk_sleep_of(struct pk_ctx *ctx, struct pk_sleepers *sleepers,
				   const struct pk_task *task);
/** TASK is asleep, and nobody has woken it. False, too, if that is not known. */
bool pk_task_sleeps(struct pk_ctx *ctx, const struct pk_task *task);
void pk_sleepers_deinit(struct pk_sleepers *sleepers);

/** Open calls of the task that CPU was running. If both its stack and its shadow stack are known
 *  they are merged: the former has every function, the latter the time of each call. Free with
 *  pk_open_calls_deinit(). */
enum pk_status pk_open_calls_of_cpu(struct pk_ctx *ctx, int cpu, struct pk_open_calls *ret_calls);
/** Open calls of a task that is not running, from its shadow stack. PK_ABSENT: it has none, or it
 *  is empty. */
enum pk_status pk_open_calls_of_task(struct pk_ctx *ctx, const struct pk_task *task,
				     struct pk_open_calls *ret_calls);

#endif
