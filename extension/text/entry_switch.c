// SPDX-License-Identifier: GPL-3.0-or-later
/* Context switches and wake-ups as the latency tracers write them. */
#include "core/kit.h"
#include "text/entry.h"

#include <stdio.h>

#include "decode/trace/event_format.h"

struct task_switch {
	uint64_t prev_pid, next_pid, next_cpu, prev_prio, prev_state, next_prio, next_state;
	char prev_letter, next_letter;
};

/* task_index_to_char(), the same since 4.14. The kernel does not look whether the index is one. */
static bool state_letter(uint64_t state, char *ret_letter)
{
	static const char letters[] = "RSDTtXZPI";

	if (state >= sizeof(letters) - 1)
		return false;
	*ret_letter = letters[state];
	return true;
}

static bool read_switch(struct pk_kt *kt, const struct pk_event *event, struct task_switch *task)
{
	const struct pk_kt_wanted wanted[] = {
		{PK_R_ctx_switch_prev_pid, &task->prev_pid},
		{PK_R_ctx_switch_next_pid, &task->next_pid},
		{PK_R_ctx_switch_next_cpu, &task->next_cpu},
		{PK_R_ctx_switch_prev_prio, &task->prev_prio},
		{PK_R_ctx_switch_prev_state, &task->prev_state},
		{PK_R_ctx_switch_next_prio, &task->next_prio},
		{PK_R_ctx_switch_next_state, &task->next_state},
	};

	return pk_kt_members(kt, event, wanted, 7) &&
	       state_letter(task->prev_state, &task->prev_letter) &&
	       state_letter(task->next_state, &task->next_letter);
}

bool pk_kt_switch(struct pk_kt *kt, const struct pk_event *event)
{
	bool wake = pk_kt_is_type(kt, event, PK_R_TRACE_WAKE);
	struct task_switch task;
	char comm[32];

	if (!read_switch(kt, event, &task))
		return false;
	if (pk_comm_saved(kt->ctx, (int32_t)task.next_pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	pk_seq_printf(&kt->seq, " %7d:%3d:%c %s [%03d] %7d:%3d:%c %s\n", (int)task.prev_pid,
		      (int)task.prev_prio, task.prev_letter, wake ? "  +" : "==>",
		      (int)task.next_cpu, (int)task.next_pid, (int)task.next_prio, task.next_letter,
		      comm);
	return true;
}

bool pk_kt_switch_raw(struct pk_kt *kt, const struct pk_event *event)
{
	struct task_switch task;

	if (!read_switch(kt, event, &task))
		return false;
	pk_seq_printf(&kt->seq, "%d %d %c %d %d %d %c\n", (int)task.prev_pid, (int)task.prev_prio,
		      pk_kt_is_type(kt, event, PK_R_TRACE_WAKE) ? '+' : task.prev_letter,
		      (int)task.next_cpu, (int)task.next_pid, (int)task.next_prio,
		      task.next_letter);
	return true;
}

/* The letters stand in a char and an int there. */
bool pk_kt_switch_hex(struct pk_kt *kt, const struct pk_event *event)
{
	bool wake = pk_kt_is_type(kt, event, PK_R_TRACE_WAKE);
	struct task_switch task;

	if (!read_switch(kt, event, &task))
		return false;
	pk_kt_put_value(kt, PK_FORM_HEX, task.prev_pid, 4);
	pk_kt_put_value(kt, PK_FORM_HEX, task.prev_prio, 1);
	pk_kt_put_value(kt, PK_FORM_HEX, (uint8_t)(wake ? '+' : task.prev_letter), 1);
	pk_kt_put_value(kt, PK_FORM_HEX, task.next_cpu, 4);
	pk_kt_put_value(kt, PK_FORM_HEX, task.next_pid, 4);
	pk_kt_put_value(kt, PK_FORM_HEX, task.next_prio, 1);
	pk_kt_put_value(kt, PK_FORM_HEX, (uint8_t)task.next_letter, 4);
	return true;
}

bool pk_kt_switch_bin(struct pk_kt *kt, const struct pk_event *event)
{
	static const enum pk_row_id rows[] = {
		PK_R_ctx_switch_prev_pid,   PK_R_ctx_switch_prev_prio, PK_R_ctx_switch_prev_state,
		PK_R_ctx_switch_next_cpu,   PK_R_ctx_switch_next_pid,  PK_R_ctx_switch_next_prio,
		PK_R_ctx_switch_next_state,
	};

	return pk_all(PK_ARRAY_SIZE(rows), i, pk_kt_put_member(kt, event, PK_FORM_BIN, rows[i]));
}
