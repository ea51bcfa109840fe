// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/task/task.h"

#include <string.h>

#define MAX_TASKS (1u << 22) /* PID_MAX_LIMIT */

static bool optional(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id, uint64_t *ret_value)
{
	return pk_has(ctx, id) && pk_member_uint(ctx, base, id, ret_value) == PK_OK;
}

/* The CPU lies in the task, or in the thread_info at the base of its stack. */
static int task_cpu(struct pk_ctx *ctx, const struct pk_task *task)
{
	uint64_t cpu;

	if (optional(ctx, task->addr, PK_R_task_cpu, &cpu) && cpu < PK_MAX_CPUS)
		return cpu;
	if (!pk_has(ctx, PK_R_task_cpu) && task->stack &&
	    optional(ctx, task->stack, PK_R_thread_info_cpu, &cpu) && cpu < PK_MAX_CPUS)
		return cpu;
	return -1;
}

/* THREAD_SIZE; 0 if nothing in the dump says it. */
static uint64_t thread_size(struct pk_ctx *ctx)
{
	uint64_t start, end, size;

	if (pk_has(ctx, PK_R_thread_size) && pk_row_value(ctx, PK_R_thread_size, &size) == PK_OK)
		return size;
	if (!pk_has(ctx, PK_R_init_stack_start) || !pk_has(ctx, PK_R_init_stack_end) ||
	    pk_row_value(ctx, PK_R_init_stack_start, &start) != PK_OK ||
	    pk_row_value(ctx, PK_R_init_stack_end, &end) != PK_OK)
		return 0;
	size = end - start;
	return size >= 4096 && size <= 1u << 20 && !(size & (size - 1)) ? size : 0;
}

enum pk_status pk_task_read(struct pk_ctx *ctx, uint64_t addr, struct pk_task *ret_task)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_task task = {.addr = addr, .cpu = -1};
	uint64_t value;
	uint64_t pid = pk_member(&r, addr, PK_R_task_pid);
	uint64_t tgid = pk_member(&r, addr, PK_R_task_tgid);
	uint64_t comm = pk_offset(&r, PK_R_task_comm);

	pk_load(&r, addr + comm, task.comm, sizeof(task.comm));
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "task %llx", (unsigned long long)addr);
	task.comm[sizeof(task.comm) - 1] = '\0';
	task.pid = (int32_t)pid;
	task.tgid = (int32_t)tgid;
	optional(ctx, addr, PK_R_task_stack, &task.stack);
	task.stack_size = thread_size(ctx);
	optional(ctx, addr, PK_R_task_sp, &task.sp);
	if (optional(ctx, addr, PK_R_task_on_cpu, &value))
		task.on_cpu = value != 0;
	task.cpu = task_cpu(ctx, &task);
	*ret_task = task;
	return PK_OK;
}

struct pk_task_iter pk_task_begin(struct pk_reader *r)
{
	return (struct pk_task_iter){.r = r, .init = pk_value(r, PK_R_init_task)};
}

void pk_task_end(struct pk_task_iter *iter)
{
	if (iter->at == PK_TASKS_BACK && iter->seen.nr > iter->before)
		pk_warn(iter->r->ctx, "task list: %zu tasks more from its end backwards",
			iter->seen.nr - iter->before);
	iter->at = PK_TASKS_ENDED;
	pk_address_set_deinit(&iter->seen);
}

static bool is_new(struct pk_task_iter *iter, uint64_t task)
{
	return pk_address_set_add(&iter->seen, task, MAX_TASKS);
}

/* Idle tasks are on no list: each run queue names its own. */
static uint64_t next_idle(struct pk_task_iter *iter)
{
	struct pk_ctx *ctx = iter->r->ctx;
	uint64_t runqueues, offset, idle;

	if (!pk_has(ctx, PK_R_runqueues) || !pk_has(ctx, PK_R_rq_idle) ||
	    pk_row_value(ctx, PK_R_runqueues, &runqueues) != PK_OK)
		return 0;
	while (iter->cpu < ctx->target->facts.nr_cpu_ids)
		if (pk_percpu_offset(ctx, iter->cpu++, &offset) == PK_OK &&
		    pk_member_uint(ctx, runqueues + offset, PK_R_rq_idle, &idle) == PK_OK && idle &&
		    is_new(iter, idle))
			return idle;
	return 0;
}

/* The other threads of LEADER: list_heads LINK in each, circular around HEAD. */
static void threads_begin(struct pk_task_iter *iter, uint64_t leader)
{
	struct pk_ctx *ctx = iter->r->ctx;
	uint64_t signal, head = 0, link = 0;

	if (pk_has(ctx, PK_R_signal_thread_head) && pk_has(ctx, PK_R_task_thread_node) &&
	    optional(ctx, leader, PK_R_task_signal, &signal) && signal) {
		pk_row_offset(ctx, PK_R_signal_thread_head, &head);
		pk_row_offset(ctx, PK_R_task_thread_node, &link);
		head += signal;
	} else if (pk_has(ctx, PK_R_task_thread_group)) {
		pk_row_offset(ctx, PK_R_task_thread_group, &link);
		head = leader + link;
	} else {
		return;
	}
	iter->threads.leader = leader;
	iter->threads.head = iter->threads.node = head;
	iter->threads.link = link;
	iter->threads.met_leader = false;
}

static uint64_t next_thread(struct pk_task_iter *iter)
{
	const uint64_t leader = iter->threads.leader;
	struct pk_ctx *ctx = iter->r->ctx;
	uint64_t task;
	bool again;

	while (iter->threads.leader) {
		iter->threads.leader = 0;
		if (pk_read_ptr(ctx, iter->threads.node, &iter->threads.node) != PK_OK) {
			pk_warn(ctx, "threads of task %llx: %s", (unsigned long long)leader,
				pk_error(ctx));
			break;
		}
		if (iter->threads.node == iter->threads.head)
			break;
		task = iter->threads.node - iter->threads.link;
		again = task == leader ? iter->threads.met_leader : !is_new(iter, task);
		if (again) {
			pk_warn(ctx, "threads of task %llx: the list loops at %llx",
				(unsigned long long)leader, (unsigned long long)task);
			break;
		}
		iter->threads.leader = leader;
		if (task != leader)
			return task;
		iter->threads.met_leader = true;
	}
	return 0;
}

/* 0: the list has ended, or is broken, and leaders behind the break follow. */
static uint64_t next_leader(struct pk_task_iter *iter)
{
	struct pk_reader *r = iter->r;
	uint64_t node;

	if (!iter->head) {
		iter->link = pk_offset(r, PK_R_task_tasks);
		iter->node = iter->head = iter->init + iter->link;
		if (pk_ok(r) && !pk_try(r, pk_read_ptr(r->ctx, iter->head, &node)))
			pk_wrap(r->ctx, r->status, "init_task.tasks");
		if (!pk_ok(r))
			return 0;
	} else if (pk_read_ptr(r->ctx, iter->node, &node) != PK_OK) {
		pk_warn(r->ctx, "task list breaks off after %zu tasks: %s", iter->seen.nr,
			pk_error(r->ctx));
		iter->at = PK_TASKS_BACK;
	}
	if (iter->at == PK_TASKS_LEADERS && node == iter->head)
		iter->at = PK_TASKS_ENDED;
	if (iter->at == PK_TASKS_LEADERS && !is_new(iter, node - iter->link)) {
		pk_warn(r->ctx, "task list loops at %llx after %zu tasks",
			(unsigned long long)(node - iter->link), iter->seen.nr);
		iter->at = PK_TASKS_BACK;
	}
	if (iter->at != PK_TASKS_LEADERS) {
		iter->node = iter->head;
		iter->before = iter->seen.nr;
		return 0;
	}
	iter->node = node;
	return node - iter->link;
}

/* Leaders behind a break of the list, newest first: their prev leads back to the break. */
static uint64_t next_back(struct pk_task_iter *iter)
{
	struct pk_ctx *ctx = iter->r->ctx;
	uint64_t node, behind = iter->node, next;

	if (pk_read_ptr(ctx, behind + ctx->target->facts.word_size, &node) != PK_OK ||
	    node == iter->head || pk_read_ptr(ctx, node, &next) != PK_OK || next != behind ||
	    !is_new(iter, node - iter->link))
		return 0;
	iter->node = node;
	return node - iter->link;
}

static uint64_t next_address(struct pk_task_iter *iter)
{
	uint64_t task = next_thread(iter);

	if (!task && iter->at == PK_TASKS_IDLE) {
		task = next_idle(iter);
		if (!task)
			iter->at = PK_TASKS_INIT;
	}
	if (!task && iter->at == PK_TASKS_INIT) {
		iter->at = PK_TASKS_LEADERS;
		if (is_new(iter, iter->init)) /* usually the idle task of the boot CPU already */
			return iter->init;
	}
	if (!task && (iter->at == PK_TASKS_LEADERS || iter->at == PK_TASKS_BACK)) {
		if (iter->at == PK_TASKS_LEADERS)
			task = next_leader(iter);
		if (iter->at == PK_TASKS_BACK)
			task = next_back(iter);
		if (task)
			threads_begin(iter, task);
	}
	return task;
}

bool pk_task_next(struct pk_task_iter *iter, struct pk_task *ret_task)
{
	struct pk_ctx *ctx = iter->r->ctx;
	uint64_t addr;

	while (pk_ok(iter->r) && (addr = next_address(iter))) {
		if (pk_task_read(ctx, addr, ret_task) == PK_OK)
			return true;
		pk_warn(ctx, "%s", pk_error(ctx));
	}
	return false;
}

/* Address of a per-CPU pointer's value, from any of the places that kernels keep it in. */
static enum pk_status current_task(struct pk_ctx *ctx, int cpu, uint64_t *ret_task)
{
	uint64_t offset, base;
	enum pk_status status = pk_percpu_offset(ctx, cpu, &offset);

	if (status != PK_OK)
		return pk_fail(ctx, status, "CPU %d: per-CPU offset %s", cpu,
			       pk_status_name(status));
	if (pk_has(ctx, PK_R_pcpu_hot) && pk_has(ctx, PK_R_pcpu_hot_current)) {
		pk_row_value(ctx, PK_R_pcpu_hot, &base);
		return pk_member_uint(ctx, base + offset, PK_R_pcpu_hot_current, ret_task);
	}
	if (pk_has(ctx, PK_R_current_task)) {
		pk_row_value(ctx, PK_R_current_task, &base);
		return pk_read_ptr(ctx, base + offset, ret_task);
	}
	status = pk_row_value(ctx, PK_R_runqueues, &base);
	if (status == PK_OK)
		status = pk_member_uint(ctx, base + offset, PK_R_rq_curr, ret_task);
	return status;
}

enum pk_status pk_cpu_task(struct pk_ctx *ctx, int cpu, struct pk_task *ret_task)
{
	uint64_t addr;
	enum pk_status status;

	if (cpu < 0 || (uint32_t)cpu >= ctx->target->facts.nr_cpu_ids)
		return pk_fail(ctx, PK_USAGE, "no CPU %d", cpu);
	status = current_task(ctx, cpu, &addr);
	if (status == PK_OK)
		status = pk_task_read(ctx, addr, ret_task);
	return pk_wrap(ctx, status, "CPU %d: current task", cpu);
}

/*
 * The shadow stack of the function-graph tracer.
 *
 * Up to 6.10: struct ftrace_ret_stack ret_stack[50]; curr_ret_stack is the index of the newest frame,
 * -1 when empty; inside a function of set_graph_notrace 65536 less (4.14, 4.18).
 *
 * Later: unsigned long ret_stack[4096 / sizeof(long)], used words counted by curr_ret_stack:
 *
 *	| frame | .. data of owners .. | word | frame | .. | word |   <- curr_ret_stack
 *
 * where a word's low 10 bits lead back to the frame below it: offset of the word minus the offset of
 * its frame; bits 10-11 type it (1 bitmap, 2 data). Data words end their block: bits 12-16 words - 1,
 * bits 17-20 the owner's slot.
 */
struct ret_stack {
	uint64_t base, frame_size, ret, func;
	bool has_calltime, has_retp, words;
};

#define NOTRACE_DEPTH 65536
#define OLD_MAX_FRAMES 50
#define NEW_AREA 4096ull
#define WORD_OFFSET(word) ((word)&0x3ff)
#define WORD_TYPE(word) ((word) >> 10 & 3)
#define TYPE_BITMAP 1
#define TYPE_DATA 2
#define DATA_WORDS(word) (((word) >> 12 & 0x1f) + 1)
#define DATA_OWNER(word) ((word) >> 17 & 0xf)

static enum pk_status ret_stack_find(struct pk_ctx *ctx, const struct pk_task *task,
				     struct ret_stack *stack, int64_t *ret_top)
{
	struct pk_reader r = {.ctx = ctx};
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_task_ret_stack);
	uint64_t top;

	if (row->state == PK_ROW_ABSENT)
		return pk_fail(ctx, PK_ABSENT, "this kernel has no shadow stacks");
	stack->base = pk_member(&r, task->addr, PK_R_task_ret_stack);
	top = pk_member(&r, task->addr, PK_R_task_curr_ret_stack);
	stack->frame_size = pk_value(&r, PK_R_ret_stack_size);
	stack->ret = pk_offset(&r, PK_R_ret_stack_ret);
	stack->func = pk_offset(&r, PK_R_ret_stack_func);
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "shadow stack of task %llx",
			       (unsigned long long)task->addr);
	if (!stack->base)
		return pk_fail(ctx, PK_ABSENT, "task %llx has no shadow stack",
			       (unsigned long long)task->addr);
	if (stack->frame_size < 2 || stack->frame_size > 256)
		return pk_fail(ctx, PK_CORRUPT, "struct ftrace_ret_stack of %llu bytes",
			       (unsigned long long)stack->frame_size);
	stack->has_calltime = pk_has(ctx, PK_R_ret_stack_calltime);
	stack->has_retp = pk_has(ctx, PK_R_ret_stack_retp);
	stack->words = row->member.type[0] ? !strstr(row->member.type, "ftrace_ret_stack")
					   : pk_has(ctx, PK_R_fgraph_array);
	*ret_top = (int32_t)top;
	return PK_OK;
}

static enum pk_status frame_read(struct pk_ctx *ctx, const struct ret_stack *stack, uint64_t addr,
				 struct pk_open_frame *ret_frame)
{
	const uint32_t word = ctx->target->facts.word_size;
	struct pk_open_frame frame = {.from_shadow = true, .source = PK_FRAME_SHADOW};
	uint8_t bytes[256];
	enum pk_status status = pk_read(ctx, addr, bytes, stack->frame_size);

	if (status != PK_OK)
		return status;
	if (stack->ret + word > stack->frame_size || stack->func + word > stack->frame_size)
		return pk_fail(ctx, PK_CORRUPT, "members past struct ftrace_ret_stack");
	frame.ret = pk_uint(ctx, bytes + stack->ret, word);
	frame.func = pk_uint(ctx, bytes + stack->func, word);
	if (stack->has_calltime)
		pk_struct_uint(ctx, bytes, stack->frame_size, PK_R_ret_stack_calltime,
			       &frame.calltime);
	if (stack->has_retp)
		pk_struct_uint(ctx, bytes, stack->frame_size, PK_R_ret_stack_retp, &frame.slot);
	*ret_frame = frame;
	return PK_OK;
}

static enum pk_status array_walk(struct pk_ctx *ctx, const struct pk_task *task,
				 const struct ret_stack *stack, int64_t top, pk_open_frame_fn fn,
				 void *arg)
{
	if (top < -1)
		top += NOTRACE_DEPTH;
	if (top < -1 || top >= OLD_MAX_FRAMES)
		return pk_fail(ctx, PK_CORRUPT, "task %llx: curr_ret_stack is %lld",
			       (unsigned long long)task->addr, (long long)top);
	for (int64_t i = top; i >= 0; i--) {
		struct pk_open_frame frame;
		enum pk_status status =
			frame_read(ctx, stack, stack->base + i * stack->frame_size, &frame);

		if (status != PK_OK)
			return pk_wrap(ctx, status, "task %llx: shadow frame %lld",
				       (unsigned long long)task->addr, (long long)i);
		if (!fn(&frame, arg))
			return PK_OK;
	}
	return PK_OK;
}

/* Slot of the function-graph tracer among the users of the shadow stack; -1 if not known. */
static int graph_owner(struct pk_ctx *ctx)
{
	uint64_t ops, idx;

	if (!pk_has(ctx, PK_R_funcgraph_ops) || !pk_has(ctx, PK_R_fgraph_ops_idx) ||
	    pk_row_value(ctx, PK_R_funcgraph_ops, &ops) != PK_OK)
		return -1;
	if (pk_member_uint(ctx, ops, PK_R_fgraph_ops_idx, &idx) != PK_OK) {
		pk_warn(ctx, "when open calls began is not known: %s", pk_error(ctx));
		return -1;
	}
	return idx > 15 ? -1 : (int)idx;
}

/* 7.x keeps the call time in the tracer's own data above the frame. WORDS from 0 to TOP - 1;
 * FRAME_WORDS of the frame stand at OFFSET. */
static uint64_t data_calltime(struct pk_ctx *ctx, const uint64_t *words, uint64_t top,
			      uint64_t offset, uint64_t frame_words)
{
	int owner = graph_owner(ctx);
	uint64_t at = top - 1, first = offset + frame_words;

	while (owner >= 0 && at > first && WORD_TYPE(words[at]) == TYPE_DATA) {
		uint64_t nr = DATA_WORDS(words[at]);

		if (nr > at - first)
			return 0;
		if ((int)DATA_OWNER(words[at]) == owner)
			return words[at - nr];
		at -= nr + 1;
	}
	return 0;
}

static enum pk_status words_walk(struct pk_ctx *ctx, const struct pk_task *task,
				 const struct ret_stack *stack, int64_t top, pk_open_frame_fn fn,
				 void *arg)
{
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t words[NEW_AREA / 4], offset = top;
	uint8_t bytes[NEW_AREA];
	enum pk_status status;

	if (top < 0 || (uint64_t)top > NEW_AREA / word)
		return pk_fail(ctx, PK_CORRUPT, "task %llx: curr_ret_stack is %lld",
			       (unsigned long long)task->addr, (long long)top);
	status = pk_read(ctx, stack->base, bytes, top * word);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "shadow stack of task %llx",
			       (unsigned long long)task->addr);
	for (int64_t i = 0; i < top; i++)
		words[i] = pk_uint(ctx, bytes + i * word, word);
	while (offset > 0) {
		uint64_t step = WORD_OFFSET(words[offset - 1]), above = offset;
		struct pk_open_frame frame;

		if (!step || step > offset - 1 || step * word < stack->frame_size)
			return pk_fail(ctx, PK_CORRUPT,
				       "task %llx: shadow stack word %llu leads back %llu",
				       (unsigned long long)task->addr,
				       (unsigned long long)(offset - 1), (unsigned long long)step);
		offset = offset - 1 - step;
		status = frame_read(ctx, stack, stack->base + offset * word, &frame);
		if (status != PK_OK)
			return status;
		if (!stack->has_calltime)
			frame.calltime =
				data_calltime(ctx, words, above, offset, stack->frame_size / word);
		if (!fn(&frame, arg))
			return PK_OK;
	}
	return PK_OK;
}

enum pk_status pk_shadow_stack_walk(struct pk_ctx *ctx, const struct pk_task *task,
				    pk_open_frame_fn fn, void *arg)
{
	struct ret_stack stack;
	int64_t top = 0;
	enum pk_status status = ret_stack_find(ctx, task, &stack, &top);

	if (status != PK_OK)
		return status;
	return stack.words ? words_walk(ctx, task, &stack, top, fn, arg)
			   : array_walk(ctx, task, &stack, top, fn, arg);
}
