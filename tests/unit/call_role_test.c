// SPDX-License-Identifier: GPL-3.0-or-later
/* Which open calls are the panic's, a probe's, or those by which a CPU was stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/explain/path.h"
#include "fake_target.h"

#define TEXT 0xffffffff81000000ull
#define MAX_CALLS 16

/* CALLS, outermost first; one with a "!" was stopped by an interrupt. A letter each: Work, pRobe, Stop, Panic. */
static void expect(const char *calls, const char *roles)
{
	static struct fake_target fake;
	static struct pk_ctx ctx;
	struct pk_open_frame frames[MAX_CALLS] = {0};
	struct pk_open_calls open = {.frames = frames};
	enum pk_call_role found[MAX_CALLS];
	char copy[512], text[MAX_CALLS + 1] = "", *save = NULL;

	fake_target_init(&fake);
	strcpy(copy, calls);
	for (char *name = strtok_r(copy, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
		char *stopped = strchr(name, '!');

		if (stopped)
			*stopped = '\0';
		frames[open.nr].interrupted = stopped;
		frames[open.nr].func = TEXT + 256 * open.nr;
		fake_symbol(&fake, name, frames[open.nr++].func, 256);
	}
	pk_ctx_init(&ctx, &fake.target);
	pk_call_roles(&ctx, &open, found);
	for (size_t i = 0; i < open.nr; i++)
		text[i] = "WRSP"[found[i]];
	assert_string_equal(text, roles);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

static void roles(void **state)
{
	(void)state;
	expect("do_idle tcp_v4_rcv", "WW");
	/* a probe's handler panics */
	expect("tcp_v4_rcv ftrace_regs_call arch_ftrace_ops_list_func kprobe_ftrace_handler "
	       "aggr_pre_handler my_pre panic "
	       "__crash_kexec delay_tsc",
	       "WRRRRWPPP");
	expect("tcp_v4_rcv asm_exc_int3 exc_int3 do_int3 kprobe_int3_handler my_pre panic",
	       "WRRRRWP");
	/* an oops: with the exception it came through */
	expect("tcp_data_queue asm_exc_page_fault exc_page_fault oops_end.cold panic delay_tsc",
	       "WPPPPP");
	expect("tcp_data_queue page_fault do_page_fault no_context oops_end crash_kexec", "WPPPPP");
	/* a page fault that is served is work */
	expect("tcp_recvmsg asm_exc_page_fault exc_page_fault do_user_addr_fault handle_mm_fault",
	       "WWWWW");
	expect("write_sysrq_trigger sysrq_handle_crash panic", "WWP");
	/* stopped by the panicking CPU */
	expect("tcp_v4_rcv asm_sysvec_reboot sysvec_reboot __sysvec_reboot stop_this_cpu", "WSSSS");
	expect("ip_rcv asm_exc_nmi exc_nmi default_do_nmi nmi_handle crash_nmi_callback "
	       "native_halt",
	       "WSSSSSS");
	/* through an interrupt's common handlers, which are a stop's only if a call is known to have been stopped */
	expect("ip_rcv! tcp_v4_rcv! common_irq handle_irq ipi_handler stop_this_cpu", "WWSSSS");
	expect("ip_rcv common_irq handle_irq ipi_handler stop_this_cpu", "WWWWS");
	expect("ip_rcv! common_irq panic", "WWP");
	/* ftrace at a function's entry */
	expect("ip_rcv ftrace_graph_func prepare_ftrace_return function_graph_enter "
	       "trace_graph_entry",
	       "WRRRR");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(roles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
