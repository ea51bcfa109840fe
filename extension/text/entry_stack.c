// SPDX-License-Identifier: GPL-3.0-or-later
/* Stacks of the kernel and of user space, taken with another event. */
#include "text/entry.h"

#define TRAMPOLINE_MARKER 0x7fffffff /* FTRACE_TRAMPOLINE_MARKER: (unsigned long)INT_MAX, 6.9 */
#define USER_STACK_ENTRIES 8 /* FTRACE_STACK_ENTRIES */

/* Callers up to the entry's end (its member size is not asked), or to an address of all ones. */
bool pk_kt_stack(struct pk_kt *kt, const struct pk_event *event)
{
	uint32_t word = kt->ctx->target->facts.word_size, len;
	const uint8_t *caller;

	if (!pk_kt_tail(kt, event, PK_R_stack_entry_caller, &caller, &len))
		return false;
	pk_seq_puts(&kt->seq, "<stack trace>\n");
	for (; len >= word; caller += word, len -= word) {
		uint64_t ip = pk_uint(kt->ctx, caller, word);

		if (ip == (word == 8 ? UINT64_MAX : UINT32_MAX))
			break;
		pk_seq_puts(&kt->seq, " => ");
		if (ip == TRAMPOLINE_MARKER)
			pk_seq_puts(&kt->seq, "[FTRACE TRAMPOLINE]");
		else
			pk_kt_ip(kt, pk_kt_adjust(kt, ip));
		pk_seq_putc(&kt->seq, '\n');
	}
	return true;
}

/* What the addresses are in the map that the task of this thread group has when the file is read. */
bool pk_kt_user_stack(struct pk_kt *kt, const struct pk_event *event)
{
	uint32_t word = kt->ctx->target->facts.word_size, len;
	const uint8_t *caller;
	uint64_t tgid;

	if (!pk_kt_member(kt, event, PK_R_userstack_tgid, &tgid) ||
	    !pk_kt_tail(kt, event, PK_R_userstack_caller, &caller, &len))
		return false;
	pk_seq_puts(&kt->seq, "<user stack trace>\n");
	for (unsigned i = 0; i < USER_STACK_ENTRIES && len >= word;
	     i++, caller += word, len -= word) {
		uint64_t ip = pk_uint(kt->ctx, caller, word);

		if (!ip)
			break;
		pk_seq_puts(&kt->seq, " => ");
		if (!pk_kt_user_ip(kt, (int32_t)tgid, ip))
			return false;
		pk_seq_putc(&kt->seq, '\n');
	}
	return true;
}
