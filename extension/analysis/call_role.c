// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/call_role.h"

#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Names of three architectures; a star stands for any end. */

static const char *const probe_names[] = {
	"ftrace_*", "__ftrace_*", "arch_ftrace_*", "function_trace_call", "function_graph_enter*", "trace_graph_entry*",
	"trace_graph_return*", "prepare_ftrace_return", "return_to_handler", "fgraph_*", "kprobe_*", "kretprobe_*",
	"__kretprobe_*", "aggr_*_handler", "pre_handler_kretprobe", "trampoline_handler", "fprobe_*", "__fprobe_*",
	"rethook_*", "arch_rethook_*", "opt_pre_handler", "optimized_callback", "optprobe_template_*",
	/* a breakpoint that is a probe */
	"asm_exc_int3", "exc_int3", "do_int3", "int3", "brk_handler", "el1_dbg",
};

static const char *const stop_names[] = {
	"asm_sysvec_reboot", "sysvec_reboot", "__sysvec_reboot", "reboot_interrupt", "smp_reboot_interrupt",
	"stop_this_cpu", "crash_nmi_callback", "kdump_nmi_callback", "smp_stop_nmi_callback", "nmi_panic_self_stop",
	"panic_smp_self_stop", "ipi_cpu_stop", "ipi_cpu_crash_stop", "local_cpu_stop", "cpu_crash_stop",
};

static const char *const panic_names[] = {
	"panic", "vpanic", "nmi_panic", "crash_kexec", "__crash_kexec", "machine_kexec", "oops_begin", "oops_end",
	"oops_enter", "die", "die_addr", "__die", "die_kernel_fault", "page_fault_oops", "no_context",
};

/* What lies between the function that was interrupted and one of the above. */
static const char *const entry_names[] = {
	"asm_exc_*", "exc_*", "end_repeat_nmi", "nmi", "nmi_handle", "do_nmi", "default_do_nmi", "do_user_addr_fault",
	"do_kern_addr_fault", "bad_area*", "__bad_area*", "kernelmode_fixup_or_oops", "do_error_trap", "do_trap",
	"do_trap_no_signal", "handle_bug", "page_fault", "async_page_fault", "do_page_fault", "__do_page_fault",
	"do_async_page_fault", "general_protection", "do_general_protection", "invalid_op", "do_invalid_op", "error_entry",
	"el1h_64_sync*", "el1_sync", "el1_abort", "el1_da", "do_mem_abort", "do_translation_fault", "__do_kernel_fault",
	"do_bad_area",
};

const char *pk_call_role_name(enum pk_call_role role)
{
	static const char *const names[] = {"work", "probe", "stop", "panic"};

	return names[role];
}

static bool fits(const char *name, const char *pattern)
{
	const char *star = strchr(pattern, '*');
	size_t len = strlen(name), head, tail;

	if (!star)
		return !strcmp(name, pattern);
	head = star - pattern;
	tail = strlen(star + 1);
	return len >= head + tail && !strncmp(name, pattern, head) && !strcmp(name + len - tail, star + 1);
}

static bool is_one_of(const char *name, const char *const *patterns, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (fits(name, patterns[i]))
			return true;
	return false;
}

enum kind {
	KIND_OTHER, KIND_PROBE, KIND_STOP, KIND_PANIC, KIND_ENTRY
};

/* Of the kernel alone: a module may call its functions as it likes. */
static enum kind kind_of(struct pk_ctx *ctx, uint64_t func)
{
	struct pk_symbol symbol;

	if (ctx->target->ops->symbol_at(ctx->target, func, &symbol) != PK_OK || symbol.module[0])
		return KIND_OTHER;
	pk_strip_suffixes(symbol.name);
	if (is_one_of(symbol.name, probe_names, ARRAY_SIZE(probe_names)))
		return KIND_PROBE;
	if (is_one_of(symbol.name, stop_names, ARRAY_SIZE(stop_names)))
		return KIND_STOP;
	if (is_one_of(symbol.name, panic_names, ARRAY_SIZE(panic_names)))
		return KIND_PANIC;
	return is_one_of(symbol.name, entry_names, ARRAY_SIZE(entry_names)) ? KIND_ENTRY : KIND_OTHER;
}

void pk_call_roles(struct pk_ctx *ctx, const struct pk_open_calls *calls, enum pk_call_role *ret_roles)
{
	size_t entry = 0; /* where the exceptions begin that this call was reached through */

	for (size_t i = 0; i < calls->nr; i++) {
		enum kind kind = kind_of(ctx, calls->frames[i].func);

		ret_roles[i] = kind == KIND_PROBE ? PK_ROLE_PROBE : PK_ROLE_WORK;
		if (kind == KIND_STOP || kind == KIND_PANIC) {
			for (size_t j = entry; j < calls->nr; j++)
				ret_roles[j] = kind == KIND_STOP ? PK_ROLE_STOP : PK_ROLE_PANIC;
			return;
		}
		if (kind != KIND_ENTRY)
			entry = i + 1;
	}
}
