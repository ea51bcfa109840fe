// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

void pk_render_waiters(struct pk_out *out, const struct pk_sock_waiters *waiters, bool text)
{
	if (waiters->status != PK_OK) {
		pk_out_null(out, "waiting");
		return;
	}
	pk_out_array_begin(out, "waiting");
	for (unsigned i = 0; i < waiters->nr; i++) {
		const struct pk_sock_waiter *waiter = &waiters->list[i];
		const char *call = waiter->call[0] ? waiter->call : NULL;
		const char *system_call = waiter->system_call[0] ? waiter->system_call : NULL;

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "how", text ? "    waits: %s" : NULL, pk_waiting_name(waiter->how));
		pk_out_str(out, "comm", text && waiter->pid ? "  %s" : NULL,
			   waiter->pid ? waiter->comm : NULL);
		pk_out_int_if(out, "pid", text && waiter->pid ? "[%lld]" : NULL, waiter->pid,
			      waiter->pid);
		pk_out_str(out, "system_call", text && system_call ? " in %s" : NULL, system_call);
		pk_out_str(out, "call", text && call ? " (%s)" : NULL, call);
		pk_out_str(out, "wakes", text && !waiter->pid ? "  %s" : NULL, waiter->wakes);
		if (text)
			pk_out_text(out, "\n");
	}
	pk_out_array_end(out);
	if (waiters->cut && text)
		pk_out_text(out, "    waits: .. and more\n");
}
