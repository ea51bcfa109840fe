// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/entry.h"

/* Name and file are arrays, cut and ended with a NUL when written. */
static bool text_of(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		    const char **ret_text, int *ret_len)
{
	uint64_t size = pk_has(kt->ctx, row) ? pk_layout_get(kt->ctx, row)->member.size : 0;
	const uint8_t *bytes;
	uint32_t len;

	if (!pk_kt_tail(kt, event, row, &bytes, &len) || len < size)
		return false;
	*ret_text = (const char *)bytes;
	*ret_len = (int)size;
	return true;
}

/* trace_branch_print() */
bool pk_kt_branch(struct pk_kt *kt, const struct pk_event *event)
{
	const char *func, *file;
	int func_len, file_len;
	uint64_t line, correct;

	if (!pk_kt_member(kt, event, PK_R_branch_line, &line) ||
	    !pk_kt_member(kt, event, PK_R_branch_correct, &correct) ||
	    !text_of(kt, event, PK_R_branch_func, &func, &func_len) ||
	    !text_of(kt, event, PK_R_branch_file, &file, &file_len))
		return false;
	pk_seq_printf(&kt->seq, "[%s] %.*s:%.*s:%d\n", correct ? "  ok  " : " MISS ", func_len,
		      func, file_len, file, (int)line);
	return true;
}

void pk_kt_branch_header(struct pk_kt *kt)
{
	pk_seq_puts(&kt->seq, "#           TASK-PID    CPU#    TIMESTAMP  CORRECT  FUNC:FILE:LINE\n"
			      "#              | |       |          |         |       |\n");
}
