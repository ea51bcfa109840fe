// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/path.h"

#include "arch/arch.h"

/* Names that all architectures share; their own are in struct pk_arch. */

static const char *const probe_names[] = {
	"ftrace_*",
	"__ftrace_*",
	"arch_ftrace_*",
	"function_trace_call",
	"function_graph_enter*",
	"trace_graph_entry*",
	"trace_graph_return*",
	"prepare_ftrace_return",
	"return_to_handler",
	"fgraph_*",
	"kprobe_*",
	"kretprobe_*",
	"__kretprobe_*",
	"aggr_*_handler",
	"pre_handler_kretprobe",
	"trampoline_handler",
	"fprobe_*",
	"__fprobe_*",
	"rethook_*",
	"arch_rethook_*",
	"opt_pre_handler",
	"optimized_callback",
	"optprobe_template_*",
	NULL,
};

static const char *const stop_names[] = {
	"crash_nmi_callback",  "kdump_nmi_callback",  "smp_stop_nmi_callback",
	"nmi_panic_self_stop", "panic_smp_self_stop", NULL,
};

static const char *const panic_names[] = {
	"panic",
	"vpanic",
	"nmi_panic",
	"crash_kexec",
	"__crash_kexec",
	"machine_kexec",
	"oops_begin",
	"oops_end",
	"oops_enter",
	"die",
	"die_addr",
	"__die",
	"die_kernel_fault",
	"page_fault_oops",
	"no_context",
	NULL,
};

enum kind { KIND_OTHER, KIND_PROBE, KIND_STOP, KIND_PANIC, KIND_ENTRY };

/* Of the kernel alone: a module may call its functions as it likes. */
static enum kind kind_of(struct pk_ctx *ctx, uint64_t func)
{
	const struct pk_arch *arch = pk_arch(ctx);
	struct pk_symbol symbol;

	if (pk_symbol_at(ctx, func, &symbol) != PK_OK || symbol.module[0])
		return KIND_OTHER;
	pk_strip_suffixes(symbol.name);
	if (pk_arch_names(probe_names, symbol.name) ||
	    (arch && pk_arch_names(arch->breakpoints, symbol.name)))
		return KIND_PROBE;
	if (pk_arch_names(stop_names, symbol.name) ||
	    (arch && pk_arch_names(arch->stops, symbol.name)))
		return KIND_STOP;
	if (pk_arch_names(panic_names, symbol.name))
		return KIND_PANIC;
	return arch && pk_arch_names(arch->exceptions, symbol.name) ? KIND_ENTRY : KIND_OTHER;
}

/* Where the interrupt begins that call AT is in, behind the call that it stopped: some architectures come to what stops a CPU
 * through their common handlers. FOUND if no call is known to have been stopped. */
static size_t interrupt_begins(const struct pk_open_calls *calls, size_t at, size_t found)
{
	for (size_t i = at; i-- > 0;)
		if (calls->frames[i].interrupted)
			return i + 1 < found ? i + 1 : found;
	return found;
}

void pk_call_roles(struct pk_ctx *ctx, const struct pk_open_calls *calls,
		   enum pk_call_role *ret_roles)
{
	size_t entry = 0; /* where the exceptions begin that this call was reached through */

	for (size_t i = 0; i < calls->nr; i++) {
		enum kind kind = kind_of(ctx, calls->frames[i].func);

		ret_roles[i] = kind == KIND_PROBE ? PK_ROLE_PROBE : PK_ROLE_WORK;
		if (kind == KIND_STOP)
			entry = interrupt_begins(calls, i, entry);
		if (kind == KIND_STOP || kind == KIND_PANIC) {
			for (size_t j = entry; j < calls->nr; j++)
				ret_roles[j] = kind == KIND_STOP ? PK_ROLE_STOP : PK_ROLE_PANIC;
			return;
		}
		if (kind != KIND_ENTRY)
			entry = i + 1;
	}
}
