// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/path.h"

#include <stdlib.h>
#include <string.h>

/* Anchored patterns of what is not worth a line, by class (tried on real traces). */
static const char *const noise_patterns[PK_NR_NOISES] = {
	[PK_NOISE_IRQ] =
		"irq_(enter|exit)\\w*|__irq_exit_rcu|(__)?sysvec_\\w+|(__)?common_interrupt|"
		"handle_edge_irq|do_IRQ|smp_apic_timer_interrupt|preempt_schedule_irq|"
		"(raw_)?irqentry_\\w+|exc_\\w+|asm_\\w+|el[01][ht]?_(64_)?(irq|fiq|interrupt)\\w*|"
		"do_interrupt_handler|gic_handle_irq|generic_handle_domain_irq|handle_irq_desc|"
		"handle_(percpu_devid|fasteoi)_irq|arch_timer_handler_\\w+|ipi_handler|"
		"do_handle_IPI|arm64_preempt_schedule_irq",
	[PK_NOISE_PROBE] = "(kprobe|kretprobe|__kretprobe|fprobe|rethook|__rethook|arch_rethook|"
			   "objpool)_\\w+|el1_(dbg|brk64)|do_debug_exception|"
			   "(do_el1_)?brk(64|_handler)|call_break_hook|single_step_handler|aggr_("
			   "pre|post)_handler|pre_handler_kretprobe|get_kprobe|"
			   "optimized_callback|opt_pre_handler|trampoline_handler|trace_call_bpf|"
			   "bpf_trampoline_\\w+|"
			   "__bpf_prog_(enter|exit)\\w*|(copy|strncpy)_from_kernel_nofault\\w*",
	[PK_NOISE_LOCK] = "_raw_(spin|read|write)_\\w+|__raw_\\w+|(__)?mutex_\\w+|down_\\w+|"
			  "up_(read|write)|(native_)?queued_\\w+|__lock_sock_fast|lock_sock_nested",
	[PK_NOISE_RCU] = "(__)?rcu_\\w+|(__)?call_rcu\\w*|kvfree_call_rcu|(__)?srcu_\\w+",
	[PK_NOISE_PREEMPT] = "preempt_\\w+|migrate_(en|dis)able|__local_bh_(en|dis)able_ip|"
			     "_{0,2}cond_resched|__might_\\w+",
	[PK_NOISE_TIME] = "ktime_\\w+|read_(hpet|tsc)|(kvm_clock|pvclock|timekeeping|jiffies)_\\w+|"
			  "(sched|local)_clock\\w*|tcp_mstamp_refresh|tcp_clock_ns",
	[PK_NOISE_TIMER] = "(__)?mod_timer\\w*|sk_(reset|stop)_timer|del_timer|timer_\\w+|"
			   "__timer_\\w+|lock_timer_base|calc_wheel_index|enqueue_timer|"
			   "detach_if_pending|internal_add_timer|(__)?hrtimer_\\w+|tick_\\w+|"
			   "clockevents_\\w+|lapic_\\w+",
	[PK_NOISE_SCHED] =
		"update_(rq_clock|curr|load_avg|cfs_group)\\w*|(en|de)queue_(task|entity)\\w*|"
		"(psi|ttwu|sched|__sched|account|cpuacct|vruntime|entity|call_function)_\\w+|"
		"check_preempt_\\w+|wakeup_preempt\\w*|select_(task_rq|idle)\\w*|resched_curr\\w*|"
		"place_entity|__update_load_avg\\w*|set_next_\\w+|put_prev_\\w+|pick_next_\\w+|"
		"native_send_\\w+|smp_\\w+|idle_cpu|(__)?raise_softirq\\w*",
	[PK_NOISE_ALLOC] = "(__)?kmem_cache_\\w+|(__)?k[mzv]\\w*alloc\\w*|kv?free|_{0,3}slab_\\w+|"
			   "(__)?memcg_\\w+|obj_cgroup_\\w+|(__)?mod_\\w+|page_frag_\\w+|"
			   "(__)?alloc_pages\\w*|get_page_from_freelist|free_unref\\w*|"
			   "(__)?put_page|folio_\\w+|__pcs_\\w+|free_to_pcs\\w*|refill_\\w+|"
			   "rmqueue\\w*|dma_\\w+",
	[PK_NOISE_LSM] =
		"(security|apparmor|selinux|smack|tomoyo|bpf_lsm|aa|cap|landlock|ima|evm)_\\w+",
	[PK_NOISE_ACCT] = "mem_cgroup_\\w+|__sk_mem_\\w+|sk_mem_\\w+|sk_forced_mem_\\w+|"
			  "(__)?fsnotify\\w*|(__)?fget\\w*|fput\\w*|(trace|tracing|perf|ftrace|__"
			  "traceiter)_\\w+",
};

static enum pk_noise noise_of(const struct pk_call_names *names, const char *func)
{
	for (int i = 1; i < PK_NOISE_OTHER; i++)
		if (names->noise_ready[i] && !regexec(&names->noise[i], func, 0, NULL, 0))
			return i;
	return PK_NOISE_NONE;
}

void pk_call_names_init(struct pk_call_names *names, struct pk_ctx *ctx)
{
	*names = (struct pk_call_names){.ctx = ctx};
	for (int i = 1; i < PK_NOISE_OTHER; i++) {
		char pattern[1024] = "^(";

		strncat(pattern, noise_patterns[i], sizeof(pattern) - 8);
		strcat(pattern, ")$");
		names->noise_ready[i] =
			!regcomp(&names->noise[i], pattern, REG_EXTENDED | REG_NOSUB);
	}
}

void pk_call_names_deinit(struct pk_call_names *names)
{
	for (int i = 1; i < PK_NOISE_OTHER; i++)
		if (names->noise_ready[i])
			regfree(&names->noise[i]);
	pk_hash_deinit(&names->by_func, free);
}

const struct pk_call_name *pk_call_name(struct pk_call_names *names, uint64_t func)
{
	struct pk_call_name *name = pk_hash_get(&names->by_func, func);

	if (name)
		return name;
	name = pk_hash_obtain(&names->by_func, func, sizeof(*name));
	if (!name)
		return NULL;
	name->func = func;
	name->known = pk_symbol_at(names->ctx, func, &name->symbol) == PK_OK;
	if (!name->known) {
		memset(&name->symbol, 0, sizeof(name->symbol));
		name->symbol.addr = func;
		pk_symbolize(names->ctx, func, name->symbol.name, sizeof(name->symbol.name));
	}
	pk_strip_suffixes(name->symbol.name);
	name->stage = pk_stage_of_function(names->ctx, name->symbol.name);
	name->noise = name->stage ? PK_NOISE_NONE : noise_of(names, name->symbol.name);
	return name;
}
