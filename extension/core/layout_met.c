// SPDX-License-Identifier: GPL-3.0-or-later
/* Made by `tests/lab/met --write`: names of the layout table that a real kernel has had, and which. */
#include "core/kit.h"
#include "core/layout.h"

#include <stdlib.h>
#include <string.h>

static const char *const met[] = {
	"BPF_MAP_TYPE_CPUMAP", /* 5.10 6.1 6.12 7.2 */
	"BPF_MAP_TYPE_DEVMAP", /* 5.10 6.1 6.12 7.2 */
	"BPF_MAP_TYPE_DEVMAP_HASH", /* 5.10 6.1 6.12 7.2 */
	"BPF_MAP_TYPE_PROG_ARRAY", /* 5.10 6.1 6.12 7.2 */
	"BPF_MAP_TYPE_SOCKHASH", /* 5.10 6.1 6.12 7.2 */
	"BPF_MAP_TYPE_SOCKMAP", /* 5.10 6.1 6.12 7.2 */
	"BPF_MAP_TYPE_STRUCT_OPS", /* 5.10 6.1 6.12 7.2 */
	"EVENT_FILE_FL_ENABLED_BIT", /* 5.10 6.1 6.12 7.2 */
	"EVENT_FILE_FL_SOFT_DISABLED_BIT", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_ARG", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_COMM", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_DATA", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_DEREF", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_EDATA", /* 6.12 7.2 */
	"FETCH_OP_END", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_FOFFS", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_IMM", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_LP_ARRAY", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_MOD_BF", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_REG", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_RETVAL", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_STACK", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_STACKP", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_ST_EDATA", /* 6.12 7.2 */
	"FETCH_OP_ST_MEM", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_ST_RAW", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_ST_STRING", /* 5.10 6.1 6.12 7.2 */
	"FETCH_OP_TP_ARG", /* 6.1 6.12 7.2 */
	"FETCH_OP_UDEREF", /* 5.10 6.1 6.12 7.2 */
	"FILTER_COMM", /* 5.10 6.1 6.12 7.2 */
	"FILTER_CPU", /* 5.10 6.1 6.12 7.2 */
	"FILTER_DYN_STRING", /* 5.10 6.1 6.12 7.2 */
	"FILTER_PTR_STRING", /* 5.10 6.1 6.12 7.2 */
	"FILTER_RDYN_STRING", /* 6.1 6.12 7.2 */
	"FILTER_STATIC_STRING", /* 5.10 6.1 6.12 7.2 */
	"FILTER_TRACE_FN", /* 5.10 6.1 6.12 7.2 */
	"FORMAT_STATE_NUM", /* 7.2 */
	"FTRACE_FL_CALL_OPS", /* 6.12 7.2 */
	"FTRACE_FL_CALL_OPS_EN", /* 6.12 7.2 */
	"FTRACE_FL_DIRECT", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_DIRECT_EN", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_DISABLED", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_ENABLED", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_IPMODIFY", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_MODIFIED", /* 6.12 7.2 */
	"FTRACE_FL_REGS", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_REGS_EN", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_TOUCHED", /* 6.12 7.2 */
	"FTRACE_FL_TRAMP", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_FL_TRAMP_EN", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_ADDING", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_ALLOC_TRAMP", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_DELETED", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_DIRECT", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_DYNAMIC", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_ENABLED", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_GRAPH", /* 7.2 */
	"FTRACE_OPS_FL_INITIALIZED", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_IPMODIFY", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_MODIFYING", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_PERMANENT", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_PID", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_RCU", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_RECURSION", /* 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_RECURSION_SAFE", /* 5.10 */
	"FTRACE_OPS_FL_REMOVING", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_SAVE_REGS", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_STUB", /* 5.10 6.1 6.12 7.2 */
	"FTRACE_OPS_FL_SUBOP", /* 6.12 7.2 */
	"FTRACE_OPS_FL_TRACE_ARRAY", /* 5.10 6.1 6.12 7.2 */
	"ICMP_MIB_CSUMERRORS", /* 5.10 6.1 6.12 7.2 */
	"ICMP_MIB_INERRORS", /* 5.10 6.1 6.12 7.2 */
	"ICMP_MIB_INMSGS", /* 5.10 6.1 6.12 7.2 */
	"ICMP_MIB_OUTERRORS", /* 5.10 6.1 6.12 7.2 */
	"ICMP_MIB_OUTMSGS", /* 5.10 6.1 6.12 7.2 */
	"ICMP_MIB_RATELIMITGLOBAL", /* 6.1 6.12 7.2 */
	"ICMP_MIB_RATELIMITHOST", /* 6.1 6.12 7.2 */
	"NAPI_STATE_DISABLE", /* 5.10 6.1 6.12 7.2 */
	"NAPI_STATE_MISSED", /* 5.10 6.1 6.12 7.2 */
	"NAPI_STATE_SCHED", /* 5.10 6.1 6.12 7.2 */
	"NAPI_STATE_THREADED", /* 6.1 6.12 7.2 */
	"NETDEV_PCPU_STAT_DSTATS", /* 6.1 6.12 7.2 */
	"NETDEV_PCPU_STAT_TSTATS", /* 6.1 6.12 7.2 */
	"PGTY_slab", /* 6.12 7.2 */
	"PG_slab", /* 5.10 6.1 */
	"Qdisc:bstats.bytes", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:bstats.packets", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:cpu_bstats", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:cpu_qstats", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:defer_list", /* 7.2 */
	"Qdisc:flags", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:gso_skb", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:handle", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:hash", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:ops", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:parent", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:privdata", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:q", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:q.qlen", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:qstats.backlog", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:qstats.drops", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:qstats.overlimits", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:qstats.requeues", /* 5.10 6.1 6.12 7.2 */
	"Qdisc:skb_bad_txq", /* 5.10 6.1 6.12 7.2 */
	"Qdisc_ops:id", /* 5.10 6.1 6.12 7.2 */
	"SKB_DROP_REASON_MAX", /* 6.1 6.12 7.2 */
	"TRACE_ARRAY_FL_LAST_BOOT", /* 7.2 */
	"TRACE_BLK", /* 5.10 6.1 6.12 7.2 */
	"TRACE_BPRINT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_BPUTS", /* 5.10 6.1 6.12 7.2 */
	"TRACE_BRANCH", /* 5.10 6.1 6.12 7.2 */
	"TRACE_CTX", /* 5.10 6.1 6.12 7.2 */
	"TRACE_EVENT_FL_EPROBE", /* 6.1 6.12 7.2 */
	"TRACE_EVENT_FL_FPROBE", /* 6.12 7.2 */
	"TRACE_EVENT_FL_IGNORE_ENABLE", /* 5.10 6.1 6.12 7.2 */
	"TRACE_EVENT_FL_KPROBE", /* 5.10 6.1 6.12 7.2 */
	"TRACE_EVENT_FL_TRACEPOINT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_EVENT_FL_TRACEPOINT_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_EVENT_FL_UPROBE", /* 5.10 6.1 6.12 7.2 */
	"TRACE_FLAG_BH_OFF", /* 6.1 6.12 7.2 */
	"TRACE_FLAG_HARDIRQ", /* 5.10 6.1 6.12 7.2 */
	"TRACE_FLAG_IRQS_NOSUPPORT", /* 5.10 6.1 6.12 */
	"TRACE_FLAG_NEED_RESCHED_LAZY", /* 6.12 7.2 */
	"TRACE_FLAG_NMI", /* 5.10 6.1 6.12 7.2 */
	"TRACE_FLAG_SOFTIRQ", /* 5.10 6.1 6.12 7.2 */
	"TRACE_FN", /* 5.10 6.1 6.12 7.2 */
	"TRACE_FUNC_REPEATS", /* 6.1 6.12 7.2 */
	"TRACE_GRAPH_ENT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_GRAPH_RET", /* 5.10 6.1 6.12 7.2 */
	"TRACE_GRAPH_RETADDR_ENT", /* 7.2 */
	"TRACE_HWLAT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_ANNOTATE_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_BIN_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_BITMASK_LIST_BIT", /* 7.2 */
	"TRACE_ITER_CONTEXT_INFO_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_DISPLAY_GRAPH_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_FIELDS_BIT", /* 6.12 7.2 */
	"TRACE_ITER_HASH_PTR_BIT", /* 6.1 6.12 7.2 */
	"TRACE_ITER_HEX_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_IRQ_INFO_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_LATENCY_FMT_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_PRINTK_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_PRINTK_MSGONLY_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_PRINT_PARENT_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_RAW_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_RECORD_TGID_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_SYM_ADDR_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_SYM_OFFSET_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_SYM_USEROBJ_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_ITER_VERBOSE_BIT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_MMIO_MAP", /* 5.10 6.1 6.12 7.2 */
	"TRACE_MMIO_RW", /* 5.10 6.1 6.12 7.2 */
	"TRACE_OSNOISE", /* 6.1 6.12 7.2 */
	"TRACE_PRINT", /* 5.10 6.1 6.12 7.2 */
	"TRACE_RAW_DATA", /* 5.10 6.1 6.12 7.2 */
	"TRACE_STACK", /* 5.10 6.1 6.12 7.2 */
	"TRACE_TIMERLAT", /* 6.1 6.12 7.2 */
	"TRACE_USER_STACK", /* 5.10 6.1 6.12 7.2 */
	"TRACE_WAKE", /* 5.10 6.1 6.12 7.2 */
	"VQ_LAYOUT_PACKED@virtio_ring", /* 7.2 */
	"VQ_LAYOUT_PACKED_IN_ORDER@virtio_ring", /* 7.2 */
	"VQ_LAYOUT_SPLIT@virtio_ring", /* 7.2 */
	"__LINK_STATE_DORMANT", /* 5.10 6.1 6.12 7.2 */
	"__LINK_STATE_NOCARRIER", /* 5.10 6.1 6.12 7.2 */
	"__LINK_STATE_PRESENT", /* 5.10 6.1 6.12 7.2 */
	"__LINK_STATE_START", /* 5.10 6.1 6.12 7.2 */
	"__QUEUE_STATE_DRV_XOFF", /* 5.10 6.1 6.12 7.2 */
	"__QUEUE_STATE_FROZEN", /* 5.10 6.1 6.12 7.2 */
	"__QUEUE_STATE_STACK_XOFF", /* 5.10 6.1 6.12 7.2 */
	"__TRACE_LAST_TYPE", /* 5.10 6.1 6.12 7.2 */
	"__end_init_stack", /* 6.12 7.2 */
	"__end_init_task", /* 5.10 6.1 */
	"__ftrace_graph_entry", /* 5.10 6.1 */
	"__gtod_offset", /* 5.10 6.1 6.12 7.2 */
	"__irqentry_text_end", /* 5.10 6.1 6.12 7.2 */
	"__irqentry_text_start", /* 5.10 6.1 6.12 7.2 */
	"__sched_clock_offset", /* 5.10 6.1 6.12 7.2 */
	"__sched_clock_stable", /* 5.10 6.1 6.12 7.2 */
	"__softirq_pending", /* 7.2 */
	"__start_BTF", /* 5.10 6.1 6.12 7.2 */
	"__start___trace_bprintk_fmt", /* 5.10 6.1 6.12 7.2 */
	"__start___tracepoint_str", /* 5.10 6.1 6.12 7.2 */
	"__start___tracepoints_ptrs", /* 5.10 6.1 6.12 7.2 */
	"__start_init_stack", /* 6.12 7.2 */
	"__start_init_task", /* 5.10 6.1 */
	"__start_orc_unwind", /* 5.10 6.1 6.12 7.2 */
	"__start_orc_unwind_ip", /* 5.10 6.1 6.12 7.2 */
	"__stop_BTF", /* 5.10 6.1 6.12 7.2 */
	"__stop___trace_bprintk_fmt", /* 5.10 6.1 6.12 7.2 */
	"__stop___tracepoint_str", /* 5.10 6.1 6.12 7.2 */
	"__stop___tracepoints_ptrs", /* 5.10 6.1 6.12 7.2 */
	"__stop_orc_unwind_ip", /* 5.10 6.1 6.12 7.2 */
	"_end", /* 5.10 6.1 6.12 7.2 */
	"_stext", /* 5.10 6.1 6.12 7.2 */
	"act_bpf_ops", /* 5.10 6.1 6.12 7.2 */
	"aggr_pre_handler", /* 5.10 6.1 6.12 7.2 */
	"arch_rethook_trampoline", /* 6.1 6.12 7.2 */
	"arp_tbl", /* 5.10 6.1 6.12 7.2 */
	"blk_io_trace2:action", /* 7.2 */
	"blk_io_trace2:bytes", /* 7.2 */
	"blk_io_trace2:device", /* 7.2 */
	"blk_io_trace2:error", /* 7.2 */
	"blk_io_trace2:pdu_len", /* 7.2 */
	"blk_io_trace2:sector", /* 7.2 */
	"blk_io_trace:action", /* 5.10 6.1 6.12 */
	"blk_io_trace:bytes", /* 5.10 6.1 6.12 */
	"blk_io_trace:device", /* 5.10 6.1 6.12 */
	"blk_io_trace:error", /* 5.10 6.1 6.12 */
	"blk_io_trace:pdu_len", /* 5.10 6.1 6.12 */
	"blk_io_trace:sector", /* 5.10 6.1 6.12 */
	"blk_op_name", /* 5.10 6.1 6.12 7.2 */
	"blk_tracer_flags", /* 5.10 6.1 6.12 7.2 */
	"bonding@bonding:bond_stats", /* 6.1 6.12 7.2 */
	"bpf_array:ptrs", /* 5.10 6.1 6.12 7.2 */
	"bpf_cgroup_link:cgroup", /* 5.10 6.1 6.12 7.2 */
	"bpf_cgroup_link:type", /* 5.10 6.1 6.12 */
	"bpf_cpu_map:cpu_map", /* 5.10 6.1 6.12 7.2 */
	"bpf_cpu_map_entry:prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_dtab:dev_index_head", /* 5.10 6.1 6.12 7.2 */
	"bpf_dtab:n_buckets", /* 5.10 6.1 6.12 7.2 */
	"bpf_dtab:netdev_map", /* 5.10 6.1 6.12 7.2 */
	"bpf_dtab_netdev:dev", /* 5.10 6.1 6.12 7.2 */
	"bpf_dtab_netdev:idx", /* 5.10 6.1 6.12 7.2 */
	"bpf_dtab_netdev:index_hlist", /* 5.10 6.1 6.12 7.2 */
	"bpf_dtab_netdev:xdp_prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_iter_link:tinfo", /* 5.10 6.1 6.12 7.2 */
	"bpf_iter_reg:target", /* 5.10 6.1 6.12 7.2 */
	"bpf_iter_target_info:reg_info", /* 5.10 6.1 6.12 7.2 */
	"bpf_kprobe_multi_link:fp", /* 6.12 7.2 */
	"bpf_link:attach_type", /* 7.2 */
	"bpf_link:id", /* 5.10 6.1 6.12 7.2 */
	"bpf_link:prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_link:type", /* 5.10 6.1 6.12 7.2 */
	"bpf_link_fops", /* 5.10 6.1 6.12 7.2 */
	"bpf_link_fops_poll", /* 6.12 7.2 */
	"bpf_map:id", /* 5.10 6.1 6.12 7.2 */
	"bpf_map:map_type", /* 5.10 6.1 6.12 7.2 */
	"bpf_map:max_entries", /* 5.10 6.1 6.12 7.2 */
	"bpf_map:name", /* 5.10 6.1 6.12 7.2 */
	"bpf_map_fops", /* 5.10 6.1 6.12 7.2 */
	"bpf_mprog_bundle:cp_items", /* 6.12 7.2 */
	"bpf_mprog_entry:fp_items", /* 6.12 7.2 */
	"bpf_mprog_entry:parent", /* 6.12 7.2 */
	"bpf_netns_link:net", /* 5.10 6.1 6.12 7.2 */
	"bpf_netns_link:type", /* 5.10 6.1 6.12 */
	"bpf_perf_link:perf_file", /* 6.1 6.12 7.2 */
	"bpf_prog:aux", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog:bpf_func", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog:jited_len", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog:type", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_array:items", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_array_item:prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_aux:attach_func_name", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_aux:id", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_aux:ksym.name", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_aux:name", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_aux:prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_aux:tramp_hlist", /* 5.10 */
	"bpf_prog_fops", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_list:link", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_list:node", /* 5.10 6.1 6.12 7.2 */
	"bpf_prog_list:prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_raw_event_map:tp", /* 5.10 6.1 6.12 7.2 */
	"bpf_raw_tp_link:btp", /* 5.10 6.1 6.12 7.2 */
	"bpf_raw_tp_link:link", /* 5.10 6.1 6.12 7.2 */
	"bpf_shtab:progs", /* 5.10 6.1 6.12 7.2 */
	"bpf_stab:progs", /* 5.10 6.1 6.12 7.2 */
	"bpf_struct_ops:name", /* 5.10 6.1 6.12 7.2 */
	"bpf_struct_ops:type", /* 5.10 6.1 */
	"bpf_struct_ops_desc:st_ops", /* 6.12 7.2 */
	"bpf_struct_ops_desc:type", /* 6.12 7.2 */
	"bpf_struct_ops_map:funcs_cnt", /* 6.12 7.2 */
	"bpf_struct_ops_map:kvalue", /* 5.10 6.1 6.12 7.2 */
	"bpf_struct_ops_map:links", /* 6.1 6.12 7.2 */
	"bpf_struct_ops_map:progs", /* 5.10 */
	"bpf_struct_ops_map:st_ops", /* 5.10 6.1 */
	"bpf_struct_ops_map:st_ops_desc", /* 6.12 7.2 */
	"bpf_struct_ops_value:common.state", /* 6.12 7.2 */
	"bpf_struct_ops_value:data", /* 5.10 6.1 6.12 7.2 */
	"bpf_struct_ops_value:state", /* 5.10 6.1 */
	"bpf_tracing_link:tgt_prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_tramp_image:image", /* 5.10 6.1 6.12 7.2 */
	"bpf_tramp_link:link.prog", /* 6.1 6.12 7.2 */
	"bpf_tramp_link:tramp_hlist", /* 6.1 6.12 */
	"bpf_tramp_node:link", /* 7.2 */
	"bpf_tramp_node:tramp_hlist", /* 7.2 */
	"bpf_trampoline:cur_image", /* 5.10 6.1 6.12 7.2 */
	"bpf_trampoline:extension_prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_trampoline:func.addr", /* 5.10 6.1 6.12 7.2 */
	"bpf_trampoline:hlist", /* 5.10 6.1 6.12 */
	"bpf_trampoline:hlist_key", /* 7.2 */
	"bpf_trampoline:progs_hlist", /* 5.10 6.1 6.12 7.2 */
	"bpf_uprobe:consumer.handler", /* 6.12 7.2 */
	"bpf_uprobe:offset", /* 6.12 7.2 */
	"bpf_uprobe_multi_link:cnt", /* 6.12 7.2 */
	"bpf_uprobe_multi_link:link", /* 6.12 7.2 */
	"bpf_uprobe_multi_link:path.dentry", /* 6.12 7.2 */
	"bpf_uprobe_multi_link:path.mnt", /* 6.12 7.2 */
	"bpf_uprobe_multi_link:uprobes", /* 6.12 7.2 */
	"bpf_xdp_entity:link", /* 5.10 6.1 6.12 7.2 */
	"bpf_xdp_entity:prog", /* 5.10 6.1 6.12 7.2 */
	"bpf_xdp_link:dev", /* 5.10 6.1 6.12 7.2 */
	"bprint_entry:buf", /* 5.10 6.1 6.12 7.2 */
	"bprint_entry:fmt", /* 5.10 6.1 6.12 7.2 */
	"bprint_entry:ip", /* 5.10 6.1 6.12 7.2 */
	"bputs_entry:ip", /* 5.10 6.1 6.12 7.2 */
	"bputs_entry:str", /* 5.10 6.1 6.12 7.2 */
	"btf:data", /* 5.10 6.1 6.12 7.2 */
	"btf:data_size", /* 5.10 6.1 6.12 7.2 */
	"btf:kernel_btf", /* 6.1 6.12 7.2 */
	"btf:start_id", /* 6.1 6.12 7.2 */
	"btf:start_str_off", /* 6.1 6.12 7.2 */
	"btf_idr", /* 5.10 6.1 6.12 7.2 */
	"btf_type:info", /* 5.10 6.1 6.12 7.2 */
	"buffer_data_page:data", /* 5.10 6.1 6.12 7.2 */
	"buffer_page:entries", /* 5.10 6.1 6.12 7.2 */
	"buffer_page:list", /* 5.10 6.1 6.12 7.2 */
	"buffer_page:order", /* 6.12 7.2 */
	"buffer_page:page", /* 5.10 6.1 6.12 7.2 */
	"buffer_page:read", /* 5.10 6.1 6.12 7.2 */
	"buffer_page:real_end", /* 5.10 6.1 6.12 7.2 */
	"buffer_page:write", /* 5.10 6.1 6.12 7.2 */
	"cea_exception_stacks", /* 5.10 6.1 6.12 7.2 */
	"cea_exception_stacks:DB_stack", /* 5.10 6.1 6.12 7.2 */
	"cea_exception_stacks:DF_stack", /* 5.10 6.1 6.12 7.2 */
	"cea_exception_stacks:MCE_stack", /* 5.10 6.1 6.12 7.2 */
	"cea_exception_stacks:NMI_stack", /* 5.10 6.1 6.12 7.2 */
	"cgroup:bpf.progs", /* 5.10 6.1 6.12 7.2 */
	"cgroup:kn", /* 5.10 6.1 6.12 7.2 */
	"cgroup:self.children", /* 5.10 6.1 6.12 7.2 */
	"cgroup:self.sibling", /* 5.10 6.1 6.12 7.2 */
	"cgroup_root:cgrp", /* 5.10 6.1 6.12 7.2 */
	"cgrp_dfl_root", /* 5.10 6.1 6.12 7.2 */
	"clocksource:mult", /* 5.10 6.1 6.12 7.2 */
	"clocksource:shift", /* 5.10 6.1 6.12 7.2 */
	"clocksource_jiffies", /* 5.10 6.1 6.12 7.2 */
	"ctx_switch_entry:next_cpu", /* 5.10 6.1 6.12 7.2 */
	"ctx_switch_entry:next_pid", /* 5.10 6.1 6.12 7.2 */
	"ctx_switch_entry:next_prio", /* 5.10 6.1 6.12 7.2 */
	"ctx_switch_entry:next_state", /* 5.10 6.1 6.12 7.2 */
	"ctx_switch_entry:prev_pid", /* 5.10 6.1 6.12 7.2 */
	"ctx_switch_entry:prev_prio", /* 5.10 6.1 6.12 7.2 */
	"ctx_switch_entry:prev_state", /* 5.10 6.1 6.12 7.2 */
	"current_task", /* 5.10 6.1 7.2 */
	"dentry:d_alias", /* 7.2 */
	"dentry:d_hash.pprev", /* 5.10 6.1 6.12 7.2 */
	"dentry:d_name.name", /* 5.10 6.1 6.12 7.2 */
	"dentry:d_op", /* 5.10 6.1 6.12 7.2 */
	"dentry:d_parent", /* 5.10 6.1 6.12 7.2 */
	"dentry:d_u.d_alias", /* 5.10 6.1 6.12 */
	"dentry_operations:d_dname", /* 5.10 6.1 6.12 7.2 */
	"dev_fetch_sw_netstats", /* 5.10 6.1 6.12 7.2 */
	"dev_lstats_read", /* 5.10 6.1 6.12 7.2 */
	"direct_functions", /* 5.10 6.1 6.12 7.2 */
	"drop_reason_list:n_reasons", /* 6.12 7.2 */
	"drop_reason_list:reasons", /* 6.12 7.2 */
	"drop_reasons", /* 6.1 6.12 7.2 */
	"drop_reasons_by_subsys", /* 6.12 7.2 */
	"dyn_event:list", /* 5.10 6.1 6.12 7.2 */
	"dyn_event:ops", /* 5.10 6.1 6.12 7.2 */
	"dyn_event_list", /* 5.10 6.1 6.12 7.2 */
	"dyn_ftrace:flags", /* 5.10 6.1 6.12 7.2 */
	"dyn_ftrace:ip", /* 5.10 6.1 6.12 7.2 */
	"enable_trigger_data:file", /* 5.10 6.1 6.12 7.2 */
	"eprobe_dyn_event_ops", /* 6.1 6.12 7.2 */
	"errname", /* 5.10 6.1 6.12 7.2 */
	"event_class_syscall_enter", /* 5.10 6.1 6.12 7.2 */
	"event_command:name", /* 5.10 6.1 6.12 7.2 */
	"event_filter:filter_string", /* 5.10 6.1 6.12 7.2 */
	"event_probe_data:count", /* 5.10 6.1 6.12 7.2 */
	"event_probe_data:file", /* 5.10 6.1 6.12 7.2 */
	"event_trigger_data:cmd_ops", /* 5.10 6.1 6.12 7.2 */
	"event_trigger_data:count", /* 5.10 6.1 6.12 7.2 */
	"event_trigger_data:filter_str", /* 5.10 6.1 6.12 7.2 */
	"event_trigger_data:list", /* 5.10 6.1 6.12 7.2 */
	"event_trigger_data:paused", /* 5.10 6.1 6.12 7.2 */
	"event_trigger_data:private_data", /* 5.10 6.1 6.12 7.2 */
	"fdtable:fd", /* 5.10 6.1 6.12 7.2 */
	"fdtable:max_fds", /* 5.10 6.1 6.12 7.2 */
	"fetch_insn:data", /* 5.10 6.1 6.12 7.2 */
	"fetch_insn:offset", /* 5.10 6.1 6.12 7.2 */
	"fetch_insn:op", /* 5.10 6.1 6.12 7.2 */
	"fetch_insn:param", /* 5.10 6.1 6.12 7.2 */
	"fetch_insn:size", /* 5.10 6.1 6.12 7.2 */
	"fgraph_array", /* 6.12 7.2 */
	"fgraph_max_depth", /* 5.10 6.1 6.12 7.2 */
	"fgraph_ops:entryfunc", /* 5.10 6.1 6.12 7.2 */
	"fgraph_ops:idx", /* 6.12 7.2 */
	"fgraph_ops:ops", /* 6.12 7.2 */
	"fgraph_ops:private", /* 6.12 7.2 */
	"fgraph_ops:retfunc", /* 5.10 6.1 6.12 7.2 */
	"fgraph_stub", /* 6.12 7.2 */
	"file:f_mode", /* 5.10 6.1 6.12 7.2 */
	"file:f_op", /* 5.10 6.1 6.12 7.2 */
	"file:f_path.dentry", /* 5.10 6.1 6.12 7.2 */
	"file:f_path.mnt", /* 5.10 6.1 6.12 7.2 */
	"file:private_data", /* 5.10 6.1 6.12 7.2 */
	"files_struct:fdt", /* 5.10 6.1 6.12 7.2 */
	"filled_random_ptr_key", /* 6.1 6.12 7.2 */
	"fprobe:entry_handler", /* 6.12 7.2 */
	"fprobe:exit_handler", /* 6.12 7.2 */
	"fprobe:flags", /* 6.12 7.2 */
	"fprobe:nmissed", /* 6.12 7.2 */
	"fprobe:ops", /* 6.12 */
	"fprobe_hlist:array", /* 7.2 */
	"fprobe_hlist:fp", /* 7.2 */
	"fprobe_hlist:hlist", /* 7.2 */
	"fprobe_hlist:size", /* 7.2 */
	"fprobe_hlist_node:addr", /* 7.2 */
	"fprobe_table", /* 7.2 */
	"fq_codel_flow:head", /* 6.1 6.12 7.2 */
	"fq_codel_sched_data:flows", /* 6.1 6.12 7.2 */
	"fq_codel_sched_data:flows_cnt", /* 6.1 6.12 7.2 */
	"fqdir:high_thresh", /* 5.10 6.1 6.12 7.2 */
	"fqdir:mem", /* 5.10 6.1 6.12 7.2 */
	"fqdir:rhashtable.nelems", /* 5.10 6.1 6.12 7.2 */
	"ftrace_call", /* 5.10 6.1 6.12 7.2 */
	"ftrace_caller", /* 5.10 6.1 6.12 7.2 */
	"ftrace_common_fields", /* 5.10 6.1 6.12 7.2 */
	"ftrace_disabled", /* 5.10 6.1 6.12 7.2 */
	"ftrace_enabled", /* 5.10 6.1 6.12 7.2 */
	"ftrace_entry:args", /* 7.2 */
	"ftrace_entry:ip", /* 5.10 6.1 6.12 7.2 */
	"ftrace_entry:parent_ip", /* 5.10 6.1 6.12 7.2 */
	"ftrace_event_field:filter_type", /* 5.10 6.1 6.12 7.2 */
	"ftrace_event_field:is_signed", /* 5.10 6.1 6.12 7.2 */
	"ftrace_event_field:len", /* 6.1 6.12 7.2 */
	"ftrace_event_field:link", /* 5.10 6.1 6.12 7.2 */
	"ftrace_event_field:name", /* 5.10 6.1 6.12 7.2 */
	"ftrace_event_field:offset", /* 5.10 6.1 6.12 7.2 */
	"ftrace_event_field:size", /* 5.10 6.1 6.12 7.2 */
	"ftrace_event_field:type", /* 5.10 6.1 6.12 7.2 */
	"ftrace_events", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_entry:direct", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_entry:hlist", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_entry:ip", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_probe:data", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_probe:list", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_probe:ops", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_probe:ops.func_hash", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_probe:probe_ops", /* 5.10 6.1 6.12 7.2 */
	"ftrace_func_probe:tr", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_caller", /* 5.10 */
	"ftrace_graph_ent_entry:args", /* 7.2 */
	"ftrace_graph_ent_entry:graph_ent.depth", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_ent_entry:graph_ent.func", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_entry", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_hash", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_notrace_hash", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_ret_entry:calltime", /* 7.2 */
	"ftrace_graph_ret_entry:ret.calltime", /* 5.10 6.1 6.12 */
	"ftrace_graph_ret_entry:ret.depth", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_ret_entry:ret.func", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_ret_entry:ret.overrun", /* 5.10 6.1 6.12 7.2 */
	"ftrace_graph_ret_entry:ret.rettime", /* 5.10 6.1 6.12 */
	"ftrace_graph_ret_entry:rettime", /* 7.2 */
	"ftrace_graph_return", /* 5.10 6.1 6.12 7.2 */
	"ftrace_hash:buckets", /* 5.10 6.1 6.12 7.2 */
	"ftrace_hash:count", /* 5.10 6.1 6.12 7.2 */
	"ftrace_hash:size_bits", /* 5.10 6.1 6.12 7.2 */
	"ftrace_list_end", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:flags", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:func", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:func_hash", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:list", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:next", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:private", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:saved_func", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:subop_list", /* 6.12 7.2 */
	"ftrace_ops:trampoline", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops:trampoline_size", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops_hash:filter_hash", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops_hash:notrace_hash", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ops_list", /* 5.10 6.1 6.12 7.2 */
	"ftrace_page:index", /* 5.10 6.1 6.12 7.2 */
	"ftrace_page:next", /* 5.10 6.1 6.12 7.2 */
	"ftrace_page:records", /* 5.10 6.1 6.12 7.2 */
	"ftrace_pages_start", /* 5.10 6.1 6.12 7.2 */
	"ftrace_regs_call", /* 5.10 6.1 6.12 7.2 */
	"ftrace_regs_caller", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ret_stack:calltime", /* 5.10 6.1 6.12 */
	"ftrace_ret_stack:func", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ret_stack:ret", /* 5.10 6.1 6.12 7.2 */
	"ftrace_ret_stack:retp", /* 5.10 6.1 6.12 7.2 */
	"ftrace_trace_arrays", /* 5.10 6.1 6.12 7.2 */
	"func_repeats_entry:bottom_delta_ts", /* 6.1 6.12 7.2 */
	"func_repeats_entry:count", /* 6.1 6.12 7.2 */
	"func_repeats_entry:ip", /* 6.1 6.12 7.2 */
	"func_repeats_entry:parent_ip", /* 6.1 6.12 7.2 */
	"func_repeats_entry:top_delta_ts", /* 6.1 6.12 7.2 */
	"funcgraph_ops", /* 5.10 6.1 6.12 7.2 */
	"gfpflag_names", /* 5.10 6.1 6.12 7.2 */
	"global_ops", /* 5.10 6.1 6.12 7.2 */
	"global_trace", /* 5.10 6.1 6.12 7.2 */
	"gnet_stats_basic_packed:bytes", /* 5.10 */
	"gnet_stats_basic_packed:packets", /* 5.10 */
	"gnet_stats_basic_sync:bytes", /* 6.1 6.12 7.2 */
	"gnet_stats_basic_sync:packets", /* 6.1 6.12 7.2 */
	"gnet_stats_queue:backlog", /* 5.10 6.1 6.12 7.2 */
	"gnet_stats_queue:drops", /* 5.10 6.1 6.12 7.2 */
	"gnet_stats_queue:overlimits", /* 5.10 6.1 6.12 7.2 */
	"gnet_stats_queue:qlen", /* 5.10 6.1 6.12 7.2 */
	"gnet_stats_queue:requeues", /* 5.10 6.1 6.12 7.2 */
	"graph_ops", /* 5.10 6.1 6.12 7.2 */
	"gro_cell:napi", /* 5.10 6.1 6.12 7.2 */
	"gro_cell:napi_skbs", /* 5.10 6.1 6.12 7.2 */
	"hardirq_stack_ptr", /* 5.10 6.1 7.2 */
	"htb_sched@sch_htb:direct_queue", /* 6.1 6.12 7.2 */
	"hwlat_entry:count", /* 5.10 6.1 6.12 7.2 */
	"hwlat_entry:duration", /* 5.10 6.1 6.12 7.2 */
	"hwlat_entry:nmi_count", /* 5.10 6.1 6.12 7.2 */
	"hwlat_entry:nmi_total_ts", /* 5.10 6.1 6.12 7.2 */
	"hwlat_entry:outer_duration", /* 5.10 6.1 6.12 7.2 */
	"hwlat_entry:seqnum", /* 5.10 6.1 6.12 7.2 */
	"hwlat_entry:timestamp.tv_nsec", /* 5.10 6.1 6.12 7.2 */
	"hwlat_entry:timestamp.tv_sec", /* 5.10 6.1 6.12 7.2 */
	"icmp6type2name", /* 5.10 6.1 6.12 */
	"icmpmibmap", /* 5.10 6.1 6.12 7.2 */
	"idr:idr_rt.xa_head", /* 5.10 6.1 6.12 7.2 */
	"inet_connection_sock:icsk_accept_queue.qlen", /* 5.10 6.1 6.12 7.2 */
	"inet_connection_sock:icsk_ack.lrcvtime", /* 5.10 6.1 6.12 7.2 */
	"inet_connection_sock:icsk_backoff", /* 5.10 6.1 6.12 7.2 */
	"inet_connection_sock:icsk_pending", /* 5.10 6.1 6.12 7.2 */
	"inet_connection_sock:icsk_retransmits", /* 5.10 6.1 6.12 7.2 */
	"inet_ehash_bucket:chain", /* 5.10 6.1 6.12 7.2 */
	"inet_hashinfo:ehash", /* 5.10 6.1 6.12 7.2 */
	"inet_hashinfo:ehash_mask", /* 5.10 6.1 6.12 7.2 */
	"inet_hashinfo:lhash2", /* 5.10 6.1 6.12 7.2 */
	"inet_hashinfo:lhash2_mask", /* 5.10 6.1 6.12 7.2 */
	"inet_hashinfo:listening_hash", /* 5.10 */
	"inet_listen_hashbucket:nulls_head", /* 5.10 6.1 6.12 7.2 */
	"inet_request_sock:ir_mark", /* 5.10 6.1 6.12 7.2 */
	"inet_sock:pinet6", /* 5.10 6.1 6.12 7.2 */
	"inet_timewait_death_row:hashinfo", /* 5.10 6.1 6.12 7.2 */
	"inet_timewait_death_row:sysctl_max_tw_buckets", /* 5.10 6.1 6.12 7.2 */
	"inet_timewait_death_row:tw_count", /* 5.10 */
	"inet_timewait_death_row:tw_refcount", /* 6.1 6.12 7.2 */
	"inet_timewait_sock:tw_mark", /* 5.10 6.1 6.12 7.2 */
	"inet_timewait_sock:tw_substate", /* 5.10 6.1 6.12 7.2 */
	"init_task", /* 5.10 6.1 6.12 7.2 */
	"inode:i_dentry", /* 5.10 6.1 6.12 7.2 */
	"inode:i_ino", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:chaintoolong", /* 6.1 6.12 7.2 */
	"ip_conntrack_stat:clash_resolve", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:drop", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:early_drop", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:error", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:found", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:insert", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:insert_failed", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:invalid", /* 5.10 6.1 6.12 7.2 */
	"ip_conntrack_stat:search_restart", /* 5.10 6.1 6.12 7.2 */
	"ipv4_devconf:data", /* 5.10 6.1 6.12 7.2 */
	"ipv6_pinfo:daddr", /* 7.2 */
	"irq_stat", /* 5.10 6.1 6.12 7.2 */
	"jiffies", /* 5.10 6.1 6.12 7.2 */
	"kernfs_node:__parent", /* 7.2 */
	"kernfs_node:name", /* 5.10 6.1 6.12 7.2 */
	"kernfs_node:parent", /* 5.10 6.1 6.12 */
	"klp_func:new_func", /* 5.10 6.1 6.12 7.2 */
	"klp_func:node", /* 5.10 6.1 6.12 7.2 */
	"klp_func:nop", /* 5.10 6.1 6.12 7.2 */
	"klp_func:old_func", /* 5.10 6.1 6.12 7.2 */
	"klp_func:old_name", /* 5.10 6.1 6.12 7.2 */
	"klp_func:patched", /* 5.10 6.1 6.12 7.2 */
	"klp_func:transition", /* 5.10 6.1 6.12 7.2 */
	"klp_object:func_list", /* 5.10 6.1 6.12 7.2 */
	"klp_object:node", /* 5.10 6.1 6.12 7.2 */
	"klp_patch:list", /* 5.10 6.1 6.12 7.2 */
	"klp_patch:mod", /* 5.10 6.1 6.12 7.2 */
	"klp_patch:obj_list", /* 5.10 6.1 6.12 7.2 */
	"klp_patches", /* 5.10 6.1 6.12 7.2 */
	"klp_transition_patch", /* 5.10 6.1 6.12 7.2 */
	"kmem_cache:cpu_sheaves", /* 7.2 */
	"kmem_cache:cpu_slab", /* 5.10 6.1 6.12 */
	"kmem_cache:name", /* 5.10 6.1 6.12 7.2 */
	"kmem_cache:node", /* 5.10 6.1 6.12 */
	"kmem_cache:object_size", /* 5.10 6.1 6.12 7.2 */
	"kmem_cache:offset", /* 5.10 6.1 6.12 7.2 */
	"kmem_cache:per_node[0].barn", /* 7.2 */
	"kmem_cache:random", /* 5.10 6.1 6.12 7.2 */
	"kmem_cache:red_left_pad", /* 5.10 6.1 6.12 7.2 */
	"kmem_cache:size", /* 5.10 6.1 6.12 7.2 */
	"kmem_cache_cpu:freelist", /* 5.10 6.1 6.12 */
	"kprobe:addr", /* 5.10 6.1 6.12 7.2 */
	"kprobe:flags", /* 5.10 6.1 6.12 7.2 */
	"kprobe:hlist", /* 5.10 6.1 6.12 7.2 */
	"kprobe:list", /* 5.10 6.1 6.12 7.2 */
	"kprobe:nmissed", /* 5.10 6.1 6.12 7.2 */
	"kprobe:opcode", /* 5.10 6.1 6.12 7.2 */
	"kprobe:post_handler", /* 5.10 6.1 6.12 7.2 */
	"kprobe:pre_handler", /* 5.10 6.1 6.12 7.2 */
	"kprobe_dispatcher", /* 5.10 6.1 6.12 7.2 */
	"kprobe_table", /* 5.10 6.1 6.12 7.2 */
	"kprobes_all_disarmed", /* 5.10 6.1 6.12 7.2 */
	"kretprobe:entry_handler", /* 5.10 6.1 6.12 7.2 */
	"kretprobe:handler", /* 5.10 6.1 6.12 7.2 */
	"kretprobe:kp", /* 5.10 6.1 6.12 7.2 */
	"kretprobe:maxactive", /* 5.10 6.1 6.12 7.2 */
	"kretprobe:nmissed", /* 5.10 6.1 6.12 7.2 */
	"kretprobe:rh", /* 6.1 6.12 7.2 */
	"kretprobe_dispatcher", /* 5.10 6.1 6.12 7.2 */
	"kretprobe_inst_table", /* 5.10 */
	"kretprobe_instance:fp", /* 5.10 */
	"kretprobe_instance:hlist", /* 5.10 */
	"kretprobe_instance:node", /* 6.1 6.12 7.2 */
	"kretprobe_instance:ret_addr", /* 5.10 */
	"kretprobe_instance:rp", /* 5.10 */
	"kretprobe_instance:task", /* 5.10 */
	"kretprobe_trampoline", /* 5.10 */
	"ksoftirqd", /* 5.10 6.1 6.12 7.2 */
	"last_ftrace_enabled", /* 5.10 6.1 6.12 7.2 */
	"link_idr", /* 5.10 6.1 6.12 7.2 */
	"linux_banner", /* 5.10 6.1 6.12 7.2 */
	"log_buf", /* 5.10 6.1 6.12 7.2 */
	"log_buf_len", /* 5.10 6.1 6.12 7.2 */
	"macvlan_dev@macvlan:pcpu_stats", /* 5.10 6.1 6.12 7.2 */
	"map_idr", /* 5.10 6.1 6.12 7.2 */
	"maple_arange_64", /* 6.1 6.12 7.2 */
	"maple_arange_64:pivot", /* 6.1 6.12 7.2 */
	"maple_arange_64:slot", /* 6.1 6.12 7.2 */
	"maple_leaf_64", /* 6.1 6.12 7.2 */
	"maple_range_64", /* 6.1 6.12 7.2 */
	"maple_range_64:pivot", /* 6.1 6.12 7.2 */
	"maple_range_64:slot", /* 6.1 6.12 7.2 */
	"mini_Qdisc:filter_list", /* 5.10 6.1 6.12 7.2 */
	"mm_struct:mm_mt.ma_root", /* 6.1 6.12 7.2 */
	"mm_struct:mmap", /* 5.10 */
	"module:arch.num_orcs", /* 5.10 6.1 6.12 7.2 */
	"module:arch.orc_unwind", /* 5.10 6.1 6.12 7.2 */
	"module:arch.orc_unwind_ip", /* 5.10 6.1 6.12 7.2 */
	"module:core_layout.base", /* 5.10 6.1 */
	"module:core_layout.size", /* 5.10 6.1 */
	"module:list", /* 5.10 6.1 6.12 7.2 */
	"module:mem", /* 6.12 7.2 */
	"module:name", /* 5.10 6.1 6.12 7.2 */
	"module:num_tracepoints", /* 5.10 6.1 6.12 7.2 */
	"module:taints", /* 5.10 6.1 6.12 7.2 */
	"module:tracepoints_ptrs", /* 5.10 6.1 6.12 7.2 */
	"module_memory:base", /* 6.12 7.2 */
	"module_memory:size", /* 6.12 7.2 */
	"modules", /* 5.10 6.1 6.12 7.2 */
	"mount:mnt", /* 5.10 6.1 6.12 7.2 */
	"mount:mnt_mountpoint", /* 5.10 6.1 6.12 7.2 */
	"mount:mnt_parent", /* 5.10 6.1 6.12 7.2 */
	"mptcp_snmp_list", /* 6.1 6.12 7.2 */
	"napi_alloc_cache", /* 5.10 6.1 6.12 7.2 */
	"napi_alloc_cache:skb_cache", /* 5.10 6.1 6.12 7.2 */
	"napi_alloc_cache:skb_count", /* 5.10 6.1 6.12 7.2 */
	"napi_gro_cb:frag0", /* 5.10 6.1 6.12 7.2 */
	"napi_struct:dev_list", /* 5.10 6.1 6.12 7.2 */
	"napi_struct:gro.hash", /* 7.2 */
	"napi_struct:gro.rx_list", /* 7.2 */
	"napi_struct:gro_hash", /* 5.10 6.1 6.12 */
	"napi_struct:irq", /* 6.12 7.2 */
	"napi_struct:napi_id", /* 5.10 6.1 6.12 7.2 */
	"napi_struct:poll", /* 5.10 6.1 6.12 7.2 */
	"napi_struct:poll_list", /* 5.10 6.1 6.12 7.2 */
	"napi_struct:poll_owner", /* 5.10 6.1 6.12 7.2 */
	"napi_struct:rx_list", /* 5.10 6.1 6.12 */
	"napi_struct:state", /* 5.10 6.1 6.12 7.2 */
	"napi_struct:weight", /* 5.10 6.1 6.12 7.2 */
	"nd_tbl", /* 5.10 6.1 6.12 7.2 */
	"neigh_hash_table:hash_buckets", /* 5.10 6.1 6.12 */
	"neigh_hash_table:hash_heads", /* 7.2 */
	"neigh_hash_table:hash_shift", /* 5.10 6.1 6.12 7.2 */
	"neigh_table:entries", /* 5.10 6.1 6.12 7.2 */
	"neigh_table:gc_entries", /* 5.10 6.1 6.12 7.2 */
	"neigh_table:gc_thresh3", /* 5.10 6.1 6.12 7.2 */
	"neigh_table:key_len", /* 5.10 6.1 6.12 7.2 */
	"neigh_table:nht", /* 5.10 6.1 6.12 7.2 */
	"neighbour:arp_queue", /* 5.10 6.1 6.12 7.2 */
	"neighbour:arp_queue.qlen", /* 5.10 6.1 6.12 7.2 */
	"neighbour:arp_queue_len_bytes", /* 5.10 6.1 6.12 7.2 */
	"neighbour:dev", /* 5.10 6.1 6.12 7.2 */
	"neighbour:ha", /* 5.10 6.1 6.12 7.2 */
	"neighbour:hash", /* 7.2 */
	"neighbour:next", /* 5.10 6.1 6.12 */
	"neighbour:nud_state", /* 5.10 6.1 6.12 7.2 */
	"neighbour:primary_key", /* 5.10 6.1 6.12 7.2 */
	"neighbour:probes", /* 5.10 6.1 6.12 7.2 */
	"net:bpf.progs", /* 5.10 6.1 6.12 7.2 */
	"net:core.prot_inuse", /* 5.10 6.1 6.12 7.2 */
	"net:core.sock_inuse", /* 5.10 */
	"net:ct.count", /* 5.10 */
	"net:ct.stat", /* 5.10 6.1 6.12 7.2 */
	"net:dev_base_head", /* 5.10 6.1 6.12 7.2 */
	"net:gen", /* 5.10 6.1 6.12 7.2 */
	"net:ipv4.devconf_all", /* 5.10 6.1 6.12 7.2 */
	"net:ipv4.fqdir", /* 5.10 6.1 6.12 7.2 */
	"net:ipv4.sysctl_ip_default_ttl", /* 5.10 6.1 6.12 7.2 */
	"net:ipv4.sysctl_tcp_retries1", /* 5.10 6.1 6.12 7.2 */
	"net:ipv4.tcp_death_row", /* 5.10 6.1 6.12 7.2 */
	"net:ipv6.fqdir", /* 5.10 6.1 6.12 7.2 */
	"net:list", /* 5.10 6.1 6.12 7.2 */
	"net:mib.icmp_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.icmpmsg_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.icmpv6_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.icmpv6msg_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.ip_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.ipv6_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.mptcp_statistics", /* 6.1 6.12 7.2 */
	"net:mib.net_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.tcp_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.udp_statistics", /* 5.10 6.1 6.12 7.2 */
	"net:mib.udp_stats_in6", /* 5.10 6.1 6.12 7.2 */
	"net:mib.udplite_statistics", /* 5.10 6.1 6.12 */
	"net:mib.udplite_stats_in6", /* 5.10 6.1 6.12 */
	"net:nf.hooks_ipv4", /* 5.10 6.1 6.12 7.2 */
	"net:nf.hooks_ipv6", /* 5.10 6.1 6.12 7.2 */
	"net:ns.inum", /* 5.10 6.1 6.12 7.2 */
	"net_bridge:stats", /* 5.10 */
	"net_device:_tx", /* 5.10 6.1 6.12 7.2 */
	"net_device:addr_len", /* 5.10 6.1 6.12 7.2 */
	"net_device:adj_list.lower", /* 5.10 6.1 6.12 7.2 */
	"net_device:adj_list.upper", /* 5.10 6.1 6.12 7.2 */
	"net_device:carrier_down_count", /* 5.10 6.1 6.12 7.2 */
	"net_device:carrier_up_count", /* 5.10 6.1 6.12 7.2 */
	"net_device:core_stats", /* 6.1 6.12 7.2 */
	"net_device:dev_addr", /* 5.10 6.1 6.12 7.2 */
	"net_device:dev_list", /* 5.10 6.1 6.12 7.2 */
	"net_device:flags", /* 5.10 6.1 6.12 7.2 */
	"net_device:gflags", /* 5.10 6.1 6.12 7.2 */
	"net_device:ifindex", /* 5.10 6.1 6.12 7.2 */
	"net_device:ingress_queue", /* 5.10 6.1 6.12 7.2 */
	"net_device:lstats", /* 5.10 6.1 6.12 7.2 */
	"net_device:miniq_egress", /* 5.10 6.1 */
	"net_device:miniq_ingress", /* 5.10 6.1 */
	"net_device:mtu", /* 5.10 6.1 6.12 7.2 */
	"net_device:name", /* 5.10 6.1 6.12 7.2 */
	"net_device:napi_list", /* 5.10 6.1 6.12 7.2 */
	"net_device:nd_net", /* 5.10 6.1 6.12 7.2 */
	"net_device:nd_net.net", /* 5.10 6.1 6.12 7.2 */
	"net_device:netdev_ops", /* 5.10 6.1 6.12 7.2 */
	"net_device:num_rx_queues", /* 5.10 6.1 6.12 7.2 */
	"net_device:num_tx_queues", /* 5.10 6.1 6.12 7.2 */
	"net_device:operstate", /* 5.10 6.1 6.12 7.2 */
	"net_device:pcpu_stat_type", /* 6.1 6.12 7.2 */
	"net_device:priv", /* 6.12 7.2 */
	"net_device:promiscuity", /* 5.10 6.1 6.12 7.2 */
	"net_device:qdisc", /* 5.10 6.1 6.12 7.2 */
	"net_device:qdisc_hash", /* 5.10 6.1 6.12 7.2 */
	"net_device:real_num_tx_queues", /* 5.10 6.1 6.12 7.2 */
	"net_device:rtnl_link_ops", /* 5.10 6.1 6.12 7.2 */
	"net_device:rx_dropped", /* 5.10 */
	"net_device:rx_nohandler", /* 5.10 */
	"net_device:state", /* 5.10 6.1 6.12 7.2 */
	"net_device:stats", /* 5.10 6.1 6.12 7.2 */
	"net_device:tcx_egress", /* 6.12 7.2 */
	"net_device:tcx_ingress", /* 6.12 7.2 */
	"net_device:tx_dropped", /* 5.10 */
	"net_device:tx_queue_len", /* 5.10 6.1 6.12 7.2 */
	"net_device:vlan_info", /* 5.10 6.1 6.12 7.2 */
	"net_device:watchdog_timeo", /* 5.10 6.1 6.12 7.2 */
	"net_device:xdp_prog", /* 5.10 6.1 6.12 7.2 */
	"net_device:xdp_state", /* 5.10 6.1 6.12 7.2 */
	"net_device_core_stats:rx_dropped", /* 6.1 6.12 7.2 */
	"net_device_core_stats:rx_nohandler", /* 6.1 6.12 7.2 */
	"net_device_core_stats:tx_dropped", /* 6.1 6.12 7.2 */
	"net_device_ops:ndo_get_stats", /* 5.10 6.1 6.12 7.2 */
	"net_device_ops:ndo_get_stats64", /* 5.10 6.1 6.12 7.2 */
	"net_device_ops:ndo_start_xmit", /* 5.10 6.1 6.12 7.2 */
	"net_generic:ptr", /* 5.10 6.1 6.12 7.2 */
	"net_generic:s.len", /* 5.10 6.1 6.12 7.2 */
	"net_hotdata", /* 6.12 7.2 */
	"net_hotdata:max_backlog", /* 6.12 7.2 */
	"net_hotdata:skb_defer_nodes", /* 7.2 */
	"net_hotdata:skbuff_cache", /* 6.12 7.2 */
	"net_hotdata:skbuff_fclone_cache", /* 6.12 7.2 */
	"net_namespace_list", /* 5.10 6.1 6.12 7.2 */
	"netdev_adjacent:dev", /* 5.10 6.1 6.12 7.2 */
	"netdev_adjacent:list", /* 5.10 6.1 6.12 7.2 */
	"netdev_adjacent:master", /* 5.10 6.1 6.12 7.2 */
	"netdev_adjacent:private", /* 5.10 6.1 6.12 7.2 */
	"netdev_max_backlog", /* 5.10 6.1 */
	"netdev_queue:dql.limit", /* 5.10 6.1 6.12 7.2 */
	"netdev_queue:dql.num_completed", /* 5.10 6.1 6.12 7.2 */
	"netdev_queue:dql.num_queued", /* 5.10 6.1 6.12 7.2 */
	"netdev_queue:qdisc", /* 5.10 6.1 6.12 7.2 */
	"netdev_queue:qdisc_sleeping", /* 5.10 6.1 6.12 7.2 */
	"netdev_queue:state", /* 5.10 6.1 6.12 7.2 */
	"netdev_queue:trans_start", /* 5.10 6.1 6.12 7.2 */
	"netdev_queue:trans_timeout", /* 5.10 6.1 6.12 7.2 */
	"netem_sched_data@sch_netem:t_head", /* 6.1 6.12 7.2 */
	"netem_sched_data@sch_netem:t_root", /* 6.1 6.12 7.2 */
	"netkit_link:dev", /* 6.12 7.2 */
	"netkit_link:location", /* 6.12 */
	"nf_hook_entries:hooks", /* 5.10 6.1 6.12 7.2 */
	"nf_hook_entries:num_hook_entries", /* 5.10 6.1 6.12 7.2 */
	"nf_hook_entry:hook", /* 5.10 6.1 6.12 7.2 */
	"nf_hook_entry:priv", /* 5.10 6.1 6.12 7.2 */
	"nf_hook_ops:priority", /* 5.10 6.1 6.12 7.2 */
	"no_hash_pointers", /* 6.1 6.12 7.2 */
	"node_barn:sheaves_full", /* 7.2 */
	"nr_node_ids", /* 5.10 6.1 6.12 7.2 */
	"optimized_kprobe:list", /* 5.10 6.1 6.12 7.2 */
	"optimized_kprobe:optinsn.insn", /* 5.10 6.1 6.12 7.2 */
	"orc_entry:bp_offset", /* 5.10 6.1 6.12 7.2 */
	"orc_entry:bp_reg", /* 5.10 6.1 6.12 7.2 */
	"orc_entry:end", /* 5.10 6.1 */
	"orc_entry:sp_offset", /* 5.10 6.1 6.12 7.2 */
	"orc_entry:sp_reg", /* 5.10 6.1 6.12 7.2 */
	"orc_entry:type", /* 5.10 6.1 6.12 7.2 */
	"osnoise_data", /* 6.12 */
	"osnoise_data:tainted", /* 6.12 */
	"osnoise_entry:hw_count", /* 6.1 6.12 7.2 */
	"osnoise_entry:irq_count", /* 6.1 6.12 7.2 */
	"osnoise_entry:max_sample", /* 6.1 6.12 7.2 */
	"osnoise_entry:nmi_count", /* 6.1 6.12 7.2 */
	"osnoise_entry:noise", /* 6.1 6.12 7.2 */
	"osnoise_entry:runtime", /* 6.1 6.12 7.2 */
	"osnoise_entry:softirq_count", /* 6.1 6.12 7.2 */
	"osnoise_entry:thread_count", /* 6.1 6.12 7.2 */
	"page:compound_head", /* 5.10 6.1 6.12 */
	"page:compound_info", /* 7.2 */
	"page:flags", /* 5.10 6.1 6.12 7.2 */
	"page:freelist", /* 5.10 */
	"page:objects", /* 5.10 */
	"page:page_type", /* 5.10 6.1 6.12 7.2 */
	"page:slab_cache", /* 5.10 */
	"panic", /* 5.10 6.1 6.12 7.2 */
	"pcpu_dstats:rx_bytes", /* 6.1 6.12 7.2 */
	"pcpu_dstats:rx_drops", /* 6.1 6.12 7.2 */
	"pcpu_dstats:rx_packets", /* 6.1 6.12 7.2 */
	"pcpu_dstats:tx_bytes", /* 6.1 6.12 7.2 */
	"pcpu_dstats:tx_drops", /* 6.1 6.12 7.2 */
	"pcpu_dstats:tx_packets", /* 6.1 6.12 7.2 */
	"pcpu_hot", /* 6.12 */
	"pcpu_hot:current_task", /* 6.12 */
	"pcpu_hot:hardirq_stack_ptr", /* 6.12 */
	"pcpu_hot:softirq_pending", /* 6.12 */
	"pcpu_lstats:bytes", /* 5.10 6.1 6.12 7.2 */
	"pcpu_lstats:packets", /* 5.10 6.1 6.12 7.2 */
	"pcpu_sw_netstats:rx_bytes", /* 5.10 6.1 6.12 7.2 */
	"pcpu_sw_netstats:rx_packets", /* 5.10 6.1 6.12 7.2 */
	"pcpu_sw_netstats:tx_bytes", /* 5.10 6.1 6.12 7.2 */
	"pcpu_sw_netstats:tx_packets", /* 5.10 6.1 6.12 7.2 */
	"percpu_counter:count", /* 5.10 6.1 6.12 7.2 */
	"percpu_counter:counters", /* 5.10 6.1 6.12 7.2 */
	"perf_event:attr.config", /* 5.10 6.1 6.12 7.2 */
	"perf_event:attr.type", /* 5.10 6.1 6.12 7.2 */
	"perf_event:cpu", /* 5.10 6.1 6.12 7.2 */
	"perf_event:pmu", /* 5.10 6.1 6.12 7.2 */
	"perf_event:prog", /* 5.10 6.1 6.12 7.2 */
	"perf_event:tp_event", /* 5.10 6.1 6.12 7.2 */
	"perf_fops", /* 5.10 6.1 6.12 7.2 */
	"pfifo_fast_priv:q", /* 5.10 6.1 6.12 7.2 */
	"pfifo_fast_priv:q[0].ring", /* 5.10 6.1 6.12 7.2 */
	"pmu:name", /* 5.10 6.1 6.12 7.2 */
	"prb", /* 5.10 6.1 6.12 7.2 */
	"prb_desc:state_var", /* 5.10 6.1 6.12 7.2 */
	"prb_desc:text_blk_lpos.begin", /* 5.10 6.1 6.12 7.2 */
	"prb_desc:text_blk_lpos.next", /* 5.10 6.1 6.12 7.2 */
	"pre_handler_kretprobe", /* 5.10 6.1 6.12 7.2 */
	"preempt_dynamic_full", /* 6.1 6.12 7.2 */
	"preempt_dynamic_lazy", /* 6.12 7.2 */
	"preempt_dynamic_mode", /* 6.1 6.12 7.2 */
	"preempt_dynamic_none", /* 6.1 6.12 7.2 */
	"preempt_dynamic_voluntary", /* 6.1 6.12 7.2 */
	"preempt_model_str", /* 7.2 */
	"prepare_ftrace_return", /* 5.10 6.1 6.12 7.2 */
	"print_entry:buf", /* 5.10 6.1 6.12 7.2 */
	"print_entry:ip", /* 5.10 6.1 6.12 7.2 */
	"printk_info:facility", /* 5.10 6.1 6.12 7.2 */
	"printk_info:text_len", /* 5.10 6.1 6.12 7.2 */
	"printk_info:ts_nsec", /* 5.10 6.1 6.12 7.2 */
	"printk_ringbuffer:desc_ring.count_bits", /* 5.10 6.1 6.12 7.2 */
	"printk_ringbuffer:desc_ring.descs", /* 5.10 6.1 6.12 7.2 */
	"printk_ringbuffer:desc_ring.head_id", /* 5.10 6.1 6.12 7.2 */
	"printk_ringbuffer:desc_ring.infos", /* 5.10 6.1 6.12 7.2 */
	"printk_ringbuffer:desc_ring.tail_id", /* 5.10 6.1 6.12 7.2 */
	"printk_ringbuffer:text_data_ring.data", /* 5.10 6.1 6.12 7.2 */
	"printk_ringbuffer:text_data_ring.size_bits", /* 5.10 6.1 6.12 7.2 */
	"probe_arg:code", /* 5.10 6.1 6.12 7.2 */
	"probe_arg:comm", /* 5.10 6.1 6.12 7.2 */
	"probe_arg:name", /* 5.10 6.1 6.12 7.2 */
	"probe_entry_arg:code", /* 6.12 7.2 */
	"prog_idr", /* 5.10 6.1 6.12 7.2 */
	"prot_inuse:all", /* 6.1 6.12 7.2 */
	"prot_inuse:val", /* 5.10 6.1 6.12 7.2 */
	"proto:inuse_idx", /* 5.10 6.1 6.12 7.2 */
	"proto:memory_allocated", /* 5.10 6.1 6.12 7.2 */
	"proto:memory_pressure", /* 5.10 6.1 6.12 7.2 */
	"proto:name", /* 5.10 6.1 6.12 7.2 */
	"proto:orphan_count", /* 5.10 6.1 6.12 */
	"proto:sockets_allocated", /* 5.10 6.1 6.12 7.2 */
	"proto:sysctl_mem", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:ax", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:bp", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:cx", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:di", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:dx", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:ip", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:r10", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:r13", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:r8", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:r9", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:si", /* 5.10 6.1 6.12 7.2 */
	"pt_regs:sp", /* 5.10 6.1 6.12 7.2 */
	"ptr_key", /* 5.10 6.1 6.12 7.2 */
	"ptr_ring:consumer_head", /* 5.10 6.1 6.12 7.2 */
	"ptr_ring:queue", /* 5.10 6.1 6.12 7.2 */
	"ptr_ring:size", /* 5.10 6.1 6.12 7.2 */
	"raw_data_entry:buf", /* 5.10 6.1 6.12 7.2 */
	"raw_data_entry:id", /* 5.10 6.1 6.12 7.2 */
	"raw_prot", /* 5.10 6.1 6.12 7.2 */
	"rawv6_prot", /* 5.10 6.1 6.12 7.2 */
	"rb_node:rb_left", /* 5.10 6.1 6.12 7.2 */
	"rb_node:rb_right", /* 5.10 6.1 6.12 7.2 */
	"rb_root:rb_node", /* 5.10 6.1 6.12 7.2 */
	"receive_queue@virtio_net:stats.bytes", /* 6.1 6.12 7.2 */
	"receive_queue@virtio_net:stats.drops", /* 6.1 6.12 7.2 */
	"receive_queue@virtio_net:stats.packets", /* 6.1 6.12 7.2 */
	"rethook:data", /* 6.1 6.12 7.2 */
	"rethook_node:frame", /* 6.1 6.12 7.2 */
	"rethook_node:llist", /* 6.1 6.12 7.2 */
	"rethook_node:ret_addr", /* 6.1 6.12 7.2 */
	"rethook_node:rethook", /* 6.1 6.12 7.2 */
	"return_to_handler", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_expanded", /* 5.10 6.1 */
	"ring_buffer_per_cpu:commit_overrun", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:commit_page", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:committing", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:dropped_events", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:entries", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:entries_bytes", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:head_page", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:last_overrun", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:lost_events", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:nr_pages", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:overrun", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:read", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:read_bytes", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:reader_page", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_per_cpu:tail_page", /* 5.10 6.1 6.12 7.2 */
	"ring_buffer_swap_cpu", /* 5.10 */
	"rq:curr", /* 5.10 6.1 6.12 7.2 */
	"rq:idle", /* 5.10 6.1 6.12 7.2 */
	"rtnl_link_ops:kind", /* 5.10 6.1 6.12 7.2 */
	"runqueues", /* 5.10 6.1 6.12 7.2 */
	"saved_cmdlines_buffer:cmdline_num", /* 5.10 6.1 6.12 7.2 */
	"saved_cmdlines_buffer:map_cmdline_to_pid", /* 5.10 6.1 6.12 7.2 */
	"saved_cmdlines_buffer:map_pid_to_cmdline", /* 5.10 6.1 6.12 7.2 */
	"saved_cmdlines_buffer:saved_cmdlines", /* 5.10 6.1 6.12 7.2 */
	"savedcmd", /* 5.10 6.1 6.12 7.2 */
	"sched_clock_data", /* 5.10 6.1 6.12 7.2 */
	"sched_clock_data:tick_gtod", /* 5.10 6.1 6.12 7.2 */
	"sched_clock_data:tick_raw", /* 5.10 6.1 6.12 7.2 */
	"sd_flow_limit:count", /* 5.10 6.1 6.12 7.2 */
	"send_queue@virtio_net:stats.bytes", /* 6.1 6.12 7.2 */
	"send_queue@virtio_net:stats.packets", /* 6.1 6.12 7.2 */
	"send_queue@virtio_net:stats.tx_timeouts", /* 6.1 6.12 7.2 */
	"send_queue@virtio_net:vq", /* 6.1 6.12 7.2 */
	"seqcount_raw_spinlock_t", /* 5.10 6.1 6.12 7.2 */
	"signal_struct:thread_head", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:cb", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:cloned", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:csum_offset", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:csum_start", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:data", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:data_len", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:dev", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:encapsulation", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:end", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:fclone", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:head", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:inner_network_header", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:ip_summed", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:len", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:mac_header", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:mark", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:network_header", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:next", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:pkt_type", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:pp_recycle", /* 6.1 6.12 7.2 */
	"sk_buff:protocol", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:rbnode", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:sk", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:skb_iif", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:tail", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:transport_header", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:truesize", /* 5.10 6.1 6.12 7.2 */
	"sk_buff:users", /* 5.10 6.1 6.12 7.2 */
	"sk_buff_head:next", /* 5.10 6.1 6.12 7.2 */
	"sk_buff_head:qlen", /* 5.10 6.1 6.12 7.2 */
	"sk_filter:prog", /* 5.10 6.1 6.12 7.2 */
	"sk_psock_progs:msg_parser", /* 5.10 6.1 6.12 7.2 */
	"sk_psock_progs:skb_parser", /* 5.10 */
	"sk_psock_progs:skb_verdict", /* 5.10 6.1 6.12 7.2 */
	"sk_psock_progs:stream_parser", /* 6.1 6.12 7.2 */
	"sk_psock_progs:stream_verdict", /* 6.1 6.12 7.2 */
	"skb_defer_node:defer_list", /* 7.2 */
	"skb_shared_info:dataref", /* 5.10 6.1 6.12 7.2 */
	"skb_shared_info:frag_list", /* 5.10 6.1 6.12 7.2 */
	"skb_shared_info:frags", /* 5.10 6.1 6.12 7.2 */
	"skb_shared_info:frags[0].bv_len", /* 5.10 6.1 */
	"skb_shared_info:frags[0].len", /* 6.12 7.2 */
	"skb_shared_info:gso_segs", /* 5.10 6.1 6.12 7.2 */
	"skb_shared_info:gso_size", /* 5.10 6.1 6.12 7.2 */
	"skb_shared_info:gso_type", /* 5.10 6.1 6.12 7.2 */
	"skb_shared_info:nr_frags", /* 5.10 6.1 6.12 7.2 */
	"skbuff_fclone_cache", /* 5.10 6.1 */
	"skbuff_head_cache", /* 5.10 6.1 */
	"slab:freelist", /* 6.1 6.12 7.2 */
	"slab:objects", /* 6.1 6.12 7.2 */
	"slab:slab_cache", /* 6.1 6.12 7.2 */
	"slab_sheaf:barn_list", /* 7.2 */
	"slab_sheaf:objects", /* 7.2 */
	"slab_sheaf:size", /* 7.2 */
	"slave@bonding:slave_stats", /* 6.1 6.12 7.2 */
	"slub_percpu_sheaves:main", /* 7.2 */
	"slub_percpu_sheaves:rcu_free", /* 7.2 */
	"slub_percpu_sheaves:spare", /* 7.2 */
	"snmp4_ipextstats_list", /* 5.10 6.1 6.12 7.2 */
	"snmp4_ipstats_list", /* 5.10 6.1 6.12 7.2 */
	"snmp4_net_list", /* 5.10 6.1 6.12 7.2 */
	"snmp4_tcp_list", /* 5.10 6.1 6.12 7.2 */
	"snmp4_udp_list", /* 5.10 6.1 6.12 7.2 */
	"snmp6_icmp6_list", /* 5.10 6.1 6.12 7.2 */
	"snmp6_ipstats_list", /* 5.10 6.1 6.12 7.2 */
	"snmp6_udp6_list", /* 5.10 6.1 6.12 7.2 */
	"snmp6_udplite6_list", /* 5.10 6.1 6.12 */
	"snmp_mib:entry", /* 5.10 6.1 6.12 7.2 */
	"snmp_mib:name", /* 5.10 6.1 6.12 7.2 */
	"sock:__sk_common.skc_prot", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_ack_backlog", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_backlog.head", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_drops", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_error_queue", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_filter", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_lock.owned", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_mark", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_max_ack_backlog", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_receive_queue", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_reuseport_cb", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_send_head", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_socket", /* 5.10 6.1 6.12 7.2 */
	"sock:sk_write_queue", /* 5.10 6.1 6.12 7.2 */
	"sock:tcp_rtx_queue", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_bound_dev_if", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_daddr", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_dport", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_family", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_net", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_nulls_node", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_num", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_rcv_saddr", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_state", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_v6_daddr", /* 5.10 6.1 6.12 7.2 */
	"sock_common:skc_v6_rcv_saddr", /* 5.10 6.1 6.12 7.2 */
	"sock_reuseport:prog", /* 5.10 6.1 6.12 7.2 */
	"socket:sk", /* 5.10 6.1 6.12 7.2 */
	"socket_alloc:vfs_inode", /* 5.10 6.1 6.12 7.2 */
	"socket_file_ops", /* 5.10 6.1 6.12 7.2 */
	"softnet_data", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:backlog", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:completion_queue", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:defer_list", /* 6.1 6.12 */
	"softnet_data:drop_counters.drops0", /* 7.2 */
	"softnet_data:drop_counters.drops1", /* 7.2 */
	"softnet_data:dropped", /* 5.10 6.1 6.12 */
	"softnet_data:flow_limit", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:input_pkt_queue", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:input_pkt_queue.qlen", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:poll_list", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:process_queue", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:process_queue.qlen", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:processed", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:received_rps", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:time_squeeze", /* 5.10 6.1 6.12 7.2 */
	"softnet_data:xfrm_backlog", /* 5.10 6.1 6.12 7.2 */
	"softnet_seq_show", /* 5.10 6.1 6.12 7.2 */
	"stack_dump_trace", /* 5.10 6.1 6.12 7.2 */
	"stack_entry:caller", /* 5.10 6.1 6.12 7.2 */
	"stack_entry:size", /* 5.10 6.1 6.12 7.2 */
	"stack_trace_index", /* 5.10 6.1 6.12 7.2 */
	"stack_trace_max_size", /* 5.10 6.1 6.12 7.2 */
	"stack_trace_nr_entries", /* 5.10 6.1 6.12 7.2 */
	"stack_tracer_enabled", /* 5.10 6.1 6.12 7.2 */
	"struct Qdisc", /* 5.10 6.1 6.12 7.2 */
	"struct blk_io_trace", /* 5.10 6.1 6.12 */
	"struct blk_io_trace2", /* 7.2 */
	"struct bpf_prog_array_item", /* 5.10 6.1 6.12 7.2 */
	"struct bpf_uprobe", /* 6.12 7.2 */
	"struct bpf_xdp_entity", /* 5.10 6.1 6.12 7.2 */
	"struct buffer_page", /* 5.10 6.1 6.12 7.2 */
	"struct dyn_ftrace", /* 5.10 6.1 6.12 7.2 */
	"struct fetch_insn", /* 5.10 6.1 6.12 7.2 */
	"struct fprobe_hlist_node", /* 7.2 */
	"struct fq_codel_flow", /* 6.1 6.12 7.2 */
	"struct ftrace_event_field", /* 5.10 6.1 6.12 7.2 */
	"struct ftrace_func_entry", /* 5.10 6.1 6.12 7.2 */
	"struct ftrace_ret_stack", /* 5.10 6.1 6.12 7.2 */
	"struct gro_list", /* 5.10 6.1 6.12 7.2 */
	"struct inet_ehash_bucket", /* 5.10 6.1 6.12 7.2 */
	"struct inet_listen_hashbucket", /* 5.10 6.1 6.12 7.2 */
	"struct irq_stack", /* 5.10 6.1 6.12 7.2 */
	"struct module_memory", /* 6.12 7.2 */
	"struct net_device", /* 5.10 6.1 6.12 7.2 */
	"struct netdev_queue", /* 5.10 6.1 6.12 7.2 */
	"struct nf_hook_entry", /* 5.10 6.1 6.12 7.2 */
	"struct orc_entry", /* 5.10 6.1 6.12 7.2 */
	"struct page", /* 5.10 6.1 6.12 7.2 */
	"struct prb_desc", /* 5.10 6.1 6.12 7.2 */
	"struct printk_info", /* 5.10 6.1 6.12 7.2 */
	"struct probe_arg", /* 5.10 6.1 6.12 7.2 */
	"struct pt_regs", /* 5.10 6.1 6.12 7.2 */
	"struct receive_queue@virtio_net", /* 6.1 6.12 7.2 */
	"struct ring_buffer_per_cpu", /* 5.10 6.1 6.12 7.2 */
	"struct send_queue@virtio_net", /* 6.1 6.12 7.2 */
	"struct sk_buff", /* 5.10 6.1 6.12 7.2 */
	"struct skb_defer_node", /* 7.2 */
	"struct snmp_mib", /* 5.10 6.1 6.12 7.2 */
	"struct tc_action", /* 5.10 6.1 6.12 7.2 */
	"struct trace_entry", /* 5.10 6.1 6.12 7.2 */
	"struct trace_event_call", /* 5.10 6.1 6.12 7.2 */
	"struct trace_mod_entry", /* 7.2 */
	"struct tracepoint_func", /* 5.10 6.1 6.12 7.2 */
	"struct tracer_opt", /* 5.10 6.1 6.12 7.2 */
	"struct veth_rq@veth", /* 6.1 6.12 7.2 */
	"struct vring_desc_state_packed@virtio_ring", /* 6.1 6.12 7.2 */
	"struct vring_desc_state_split@virtio_ring", /* 6.1 6.12 7.2 */
	"struct vring_packed_desc@virtio_ring", /* 6.1 6.12 7.2 */
	"struct vring_used_elem@virtio_ring", /* 6.1 6.12 7.2 */
	"synth_event:call", /* 6.1 6.12 7.2 */
	"synth_event:class", /* 6.1 6.12 7.2 */
	"synth_event:devent", /* 6.1 6.12 7.2 */
	"synth_event:fields", /* 6.1 6.12 7.2 */
	"synth_event:n_fields", /* 6.1 6.12 7.2 */
	"synth_event:name", /* 6.1 6.12 7.2 */
	"synth_event_ops", /* 6.1 6.12 7.2 */
	"synth_field:name", /* 6.1 6.12 7.2 */
	"synth_field:type", /* 6.1 6.12 7.2 */
	"syscall_metadata:args", /* 5.10 6.1 6.12 7.2 */
	"syscall_metadata:enter_event", /* 5.10 6.1 6.12 7.2 */
	"syscall_metadata:enter_fields", /* 5.10 6.1 6.12 7.2 */
	"syscall_metadata:name", /* 5.10 6.1 6.12 7.2 */
	"syscall_metadata:nb_args", /* 5.10 6.1 6.12 7.2 */
	"syscall_metadata:types", /* 5.10 6.1 6.12 7.2 */
	"syscall_metadata:user_arg_is_str", /* 7.2 */
	"syscall_metadata:user_arg_size", /* 7.2 */
	"syscall_metadata:user_mask", /* 7.2 */
	"syscall_trace_enter:args", /* 5.10 6.1 6.12 7.2 */
	"syscall_trace_exit:ret", /* 5.10 6.1 6.12 7.2 */
	"sysctl_tcp_max_orphans", /* 5.10 6.1 6.12 7.2 */
	"task_struct:__state", /* 6.1 6.12 7.2 */
	"task_struct:comm", /* 5.10 6.1 6.12 7.2 */
	"task_struct:cpu", /* 5.10 */
	"task_struct:curr_ret_stack", /* 5.10 6.1 6.12 7.2 */
	"task_struct:files", /* 5.10 6.1 6.12 7.2 */
	"task_struct:flags", /* 5.10 6.1 6.12 7.2 */
	"task_struct:kretprobe_instances.first", /* 6.1 6.12 7.2 */
	"task_struct:migration_disabled", /* 6.1 6.12 7.2 */
	"task_struct:mm", /* 5.10 6.1 6.12 7.2 */
	"task_struct:on_cpu", /* 5.10 6.1 6.12 7.2 */
	"task_struct:pid", /* 5.10 6.1 6.12 7.2 */
	"task_struct:ret_stack", /* 5.10 6.1 6.12 7.2 */
	"task_struct:rethooks.first", /* 6.1 6.12 7.2 */
	"task_struct:signal", /* 5.10 6.1 6.12 7.2 */
	"task_struct:stack", /* 5.10 6.1 6.12 7.2 */
	"task_struct:state", /* 5.10 */
	"task_struct:tasks", /* 5.10 6.1 6.12 7.2 */
	"task_struct:tgid", /* 5.10 6.1 6.12 7.2 */
	"task_struct:thread.sp", /* 5.10 6.1 6.12 7.2 */
	"task_struct:thread_group", /* 5.10 6.1 */
	"task_struct:thread_info.cpu", /* 6.1 6.12 7.2 */
	"task_struct:thread_node", /* 5.10 6.1 6.12 7.2 */
	"tc_action:ops", /* 5.10 6.1 6.12 7.2 */
	"tc_action:tcfa_bindcnt", /* 5.10 6.1 6.12 7.2 */
	"tc_action:tcfa_index", /* 5.10 6.1 6.12 7.2 */
	"tc_action_net:idrinfo", /* 5.10 6.1 6.12 7.2 */
	"tc_action_net:ops", /* 5.10 6.1 6.12 7.2 */
	"tcf_idrinfo:action_idr", /* 5.10 6.1 6.12 7.2 */
	"tcf_proto:next", /* 5.10 6.1 6.12 7.2 */
	"tcf_proto:ops", /* 5.10 6.1 6.12 7.2 */
	"tcf_proto:prio", /* 5.10 6.1 6.12 7.2 */
	"tcf_proto:root", /* 5.10 6.1 6.12 7.2 */
	"tcf_proto_ops:kind", /* 5.10 6.1 6.12 7.2 */
	"tcp_congestion_ops:name", /* 5.10 6.1 6.12 7.2 */
	"tcp_hashinfo", /* 5.10 6.1 6.12 7.2 */
	"tcp_orphan_count", /* 5.10 6.1 6.12 7.2 */
	"tcp_prot", /* 5.10 6.1 6.12 7.2 */
	"tcp_skb_cb:ack_seq", /* 5.10 6.1 6.12 7.2 */
	"tcp_skb_cb:end_seq", /* 5.10 6.1 6.12 7.2 */
	"tcp_skb_cb:seq", /* 5.10 6.1 6.12 7.2 */
	"tcp_skb_cb:tcp_flags", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:bytes_acked", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:copied_seq", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:out_of_order_queue", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:rcv_nxt", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:rcv_wnd", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:rcv_wup", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:snd_nxt", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:snd_una", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:snd_wnd", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:total_retrans", /* 5.10 6.1 6.12 7.2 */
	"tcp_sock:write_seq", /* 5.10 6.1 6.12 7.2 */
	"tcpv6_prot", /* 5.10 6.1 6.12 7.2 */
	"tcx_entry:bundle", /* 6.12 7.2 */
	"tcx_entry:miniq", /* 6.12 7.2 */
	"tcx_link:dev", /* 6.12 7.2 */
	"tcx_link:location", /* 6.12 */
	"tgid_map", /* 5.10 6.1 6.12 7.2 */
	"tgid_map_max", /* 5.10 6.1 6.12 7.2 */
	"thread_info:cpu", /* 6.1 6.12 7.2 */
	"timekeeper:offs_boot", /* 5.10 6.1 6.12 7.2 */
	"timekeeper:tkr_mono.shift", /* 5.10 6.1 6.12 7.2 */
	"timekeeper:tkr_mono.xtime_nsec", /* 5.10 6.1 6.12 7.2 */
	"timekeeper:xtime_sec", /* 5.10 6.1 6.12 7.2 */
	"timekeeper_data", /* 7.2 */
	"timerlat_entry:context", /* 6.1 6.12 7.2 */
	"timerlat_entry:seqnum", /* 6.1 6.12 7.2 */
	"timerlat_entry:timer_latency", /* 6.1 6.12 7.2 */
	"timerlat_lat_context", /* 6.12 7.2 */
	"tk_core", /* 5.10 6.1 6.12 */
	"tk_data:timekeeper", /* 7.2 */
	"trace_adjust_address", /* 7.2 */
	"trace_array:allocated_snapshot", /* 5.10 6.1 6.12 7.2 */
	"trace_array:array_buffer.buffer", /* 5.10 6.1 6.12 7.2 */
	"trace_array:array_buffer.cpu", /* 5.10 6.1 6.12 7.2 */
	"trace_array:array_buffer.data", /* 5.10 6.1 6.12 7.2 */
	"trace_array:array_buffer.time_start", /* 5.10 6.1 6.12 7.2 */
	"trace_array:clock_id", /* 5.10 6.1 6.12 7.2 */
	"trace_array:current_trace", /* 5.10 6.1 6.12 7.2 */
	"trace_array:current_trace_flags", /* 7.2 */
	"trace_array:data_delta", /* 6.12 */
	"trace_array:enter_syscall_files", /* 5.10 6.1 6.12 7.2 */
	"trace_array:events", /* 5.10 6.1 6.12 7.2 */
	"trace_array:exit_syscall_files", /* 5.10 6.1 6.12 7.2 */
	"trace_array:filtered_no_pids", /* 5.10 6.1 6.12 7.2 */
	"trace_array:filtered_pids", /* 5.10 6.1 6.12 7.2 */
	"trace_array:flags", /* 5.10 6.1 6.12 7.2 */
	"trace_array:func_probes", /* 5.10 6.1 6.12 7.2 */
	"trace_array:function_no_pids", /* 5.10 6.1 6.12 7.2 */
	"trace_array:function_pids", /* 5.10 6.1 6.12 7.2 */
	"trace_array:list", /* 5.10 6.1 6.12 7.2 */
	"trace_array:max_buffer.buffer", /* 5.10 6.1 6.12 */
	"trace_array:max_buffer.cpu", /* 5.10 6.1 6.12 */
	"trace_array:max_buffer.data", /* 5.10 6.1 6.12 */
	"trace_array:max_buffer.time_start", /* 5.10 6.1 6.12 */
	"trace_array:max_latency", /* 5.10 6.1 6.12 */
	"trace_array:module_delta", /* 7.2 */
	"trace_array:name", /* 5.10 6.1 6.12 7.2 */
	"trace_array:ops", /* 5.10 6.1 6.12 7.2 */
	"trace_array:range_addr_start", /* 6.12 7.2 */
	"trace_array:ring_buffer_expanded", /* 6.12 7.2 */
	"trace_array:scratch", /* 7.2 */
	"trace_array:snapshot_buffer.buffer", /* 7.2 */
	"trace_array:snapshot_buffer.cpu", /* 7.2 */
	"trace_array:snapshot_buffer.data", /* 7.2 */
	"trace_array:snapshot_buffer.time_start", /* 7.2 */
	"trace_array:text_delta", /* 6.12 7.2 */
	"trace_array:trace_flags", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:comm", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:critical_end", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:critical_start", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:nice", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:pid", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:policy", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:rt_priority", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:saved_latency", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:skipped_entries", /* 5.10 6.1 6.12 7.2 */
	"trace_array_cpu:uid.val", /* 5.10 6.1 6.12 7.2 */
	"trace_bprintk_fmt:fmt", /* 5.10 6.1 6.12 7.2 */
	"trace_bprintk_fmt:list", /* 5.10 6.1 6.12 7.2 */
	"trace_bprintk_fmt_list", /* 5.10 6.1 6.12 7.2 */
	"trace_buffer:buffers", /* 5.10 6.1 6.12 7.2 */
	"trace_buffer:record_disabled", /* 5.10 6.1 6.12 7.2 */
	"trace_buffer:remote", /* 7.2 */
	"trace_buffer:subbuf_order", /* 6.12 7.2 */
	"trace_check_vprintf", /* 6.1 */
	"trace_clocks", /* 5.10 6.1 6.12 7.2 */
	"trace_entry:flags", /* 5.10 6.1 6.12 7.2 */
	"trace_entry:pid", /* 5.10 6.1 6.12 7.2 */
	"trace_entry:preempt_count", /* 5.10 6.1 6.12 7.2 */
	"trace_entry:type", /* 5.10 6.1 6.12 7.2 */
	"trace_eprobe:devent", /* 6.1 6.12 7.2 */
	"trace_eprobe:event_name", /* 6.1 6.12 7.2 */
	"trace_eprobe:event_system", /* 6.1 6.12 7.2 */
	"trace_eprobe:tp", /* 6.1 6.12 7.2 */
	"trace_eprobe:tp.event", /* 6.1 6.12 7.2 */
	"trace_event_call:class", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:data", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:event.type", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:flags", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:list", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:name", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:print_fmt", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:prog_array", /* 5.10 6.1 6.12 7.2 */
	"trace_event_call:tp", /* 5.10 6.1 6.12 7.2 */
	"trace_event_class:fields", /* 5.10 6.1 6.12 7.2 */
	"trace_event_class:get_fields", /* 5.10 6.1 6.12 7.2 */
	"trace_event_class:system", /* 5.10 6.1 6.12 7.2 */
	"trace_event_file:event_call", /* 5.10 6.1 6.12 7.2 */
	"trace_event_file:filter", /* 5.10 6.1 6.12 7.2 */
	"trace_event_file:flags", /* 5.10 6.1 6.12 7.2 */
	"trace_event_file:list", /* 5.10 6.1 6.12 7.2 */
	"trace_event_file:tr", /* 5.10 6.1 6.12 7.2 */
	"trace_event_file:triggers", /* 5.10 6.1 6.12 7.2 */
	"trace_fprobe:devent", /* 6.12 7.2 */
	"trace_fprobe:fp", /* 6.12 7.2 */
	"trace_fprobe:fp.exit_handler", /* 6.12 7.2 */
	"trace_fprobe:fp.nr_maxactive", /* 6.12 */
	"trace_fprobe:symbol", /* 6.12 7.2 */
	"trace_fprobe:tp", /* 6.12 7.2 */
	"trace_fprobe:tp.event", /* 6.12 7.2 */
	"trace_fprobe:tpoint", /* 6.12 */
	"trace_fprobe:tprobe", /* 7.2 */
	"trace_fprobe_ops", /* 6.12 7.2 */
	"trace_iterator:fmt", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:devent", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:devent.list", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:nhit", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:rp.handler", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:rp.kp", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:rp.kp.addr", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:rp.kp.offset", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:rp.maxactive", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:symbol", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:tp", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe:tp.event", /* 5.10 6.1 6.12 7.2 */
	"trace_kprobe_ops", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_map:map.len", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_map:map.map_id", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_map:map.opcode", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_map:map.phys", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_map:map.virt", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_rw:rw.map_id", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_rw:rw.opcode", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_rw:rw.pc", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_rw:rw.phys", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_rw:rw.value", /* 5.10 6.1 6.12 7.2 */
	"trace_mmiotrace_rw:rw.width", /* 5.10 6.1 6.12 7.2 */
	"trace_mod_entry:mod_addr", /* 7.2 */
	"trace_module_delta:delta", /* 7.2 */
	"trace_options", /* 5.10 6.1 6.12 7.2 */
	"trace_pid_list:pid_max", /* 5.10 */
	"trace_pid_list:pids", /* 5.10 */
	"trace_pid_list:upper", /* 6.1 6.12 7.2 */
	"trace_probe:args", /* 5.10 6.1 6.12 7.2 */
	"trace_probe:entry_arg", /* 6.12 7.2 */
	"trace_probe:event", /* 5.10 6.1 6.12 7.2 */
	"trace_probe:list", /* 5.10 6.1 6.12 7.2 */
	"trace_probe:nr_args", /* 5.10 6.1 6.12 7.2 */
	"trace_probe_event:call", /* 5.10 6.1 6.12 7.2 */
	"trace_probe_event:flags", /* 5.10 6.1 6.12 7.2 */
	"trace_scratch:entries", /* 7.2 */
	"trace_scratch:nr_entries", /* 7.2 */
	"trace_types", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:consumer", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:consumer.ret_handler", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:devent", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:devent.list", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:filename", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:nhit", /* 5.10 6.1 */
	"trace_uprobe:nhits", /* 6.12 7.2 */
	"trace_uprobe:offset", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:ref_ctr_offset", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:tp", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe:tp.event", /* 5.10 6.1 6.12 7.2 */
	"trace_uprobe_ops", /* 5.10 6.1 6.12 7.2 */
	"tracepoint:funcs", /* 5.10 6.1 6.12 7.2 */
	"tracepoint:name", /* 5.10 6.1 6.12 7.2 */
	"tracepoint_func:data", /* 5.10 6.1 6.12 7.2 */
	"tracepoint_func:func", /* 5.10 6.1 6.12 7.2 */
	"tracepoint_ptr_t", /* 5.10 6.1 6.12 7.2 */
	"tracer:flags", /* 5.10 6.1 6.12 7.2 */
	"tracer:name", /* 5.10 6.1 6.12 7.2 */
	"tracer:next", /* 5.10 6.1 6.12 7.2 */
	"tracer:print_max", /* 5.10 6.1 6.12 7.2 */
	"tracer:use_max_tr", /* 5.10 6.1 6.12 */
	"tracer_flags", /* 5.10 6.1 6.12 7.2 */
	"tracer_flags:opts", /* 5.10 6.1 6.12 7.2 */
	"tracer_flags:val", /* 5.10 6.1 6.12 7.2 */
	"tracer_opt:bit", /* 5.10 6.1 6.12 7.2 */
	"tracer_opt:name", /* 5.10 6.1 6.12 7.2 */
	"tracing_thresh", /* 5.10 6.1 6.12 7.2 */
	"trampoline_key_table", /* 7.2 */
	"trampoline_table", /* 5.10 6.1 6.12 */
	"tun_file@tun:tx_ring", /* 6.1 6.12 7.2 */
	"tun_struct@tun:dev", /* 6.1 6.12 7.2 */
	"tun_struct@tun:numqueues", /* 6.1 6.12 7.2 */
	"tun_struct@tun:rx_frame_errors", /* 6.1 6.12 7.2 */
	"tun_struct@tun:tfiles", /* 6.1 6.12 7.2 */
	"udp_prot", /* 5.10 6.1 6.12 7.2 */
	"udplite_prot", /* 5.10 6.1 6.12 */
	"udplitev6_prot", /* 5.10 6.1 6.12 */
	"udpv6_prot", /* 5.10 6.1 6.12 7.2 */
	"union trace_synth_field:as_dynamic", /* 6.12 7.2 */
	"uprobe:consumers", /* 5.10 6.1 6.12 7.2 */
	"uprobe:inode", /* 5.10 6.1 6.12 7.2 */
	"uprobe:offset", /* 5.10 6.1 6.12 7.2 */
	"uprobe:rb_node", /* 5.10 6.1 6.12 7.2 */
	"uprobe_consumer:cons_node", /* 6.12 7.2 */
	"uprobe_consumer:handler", /* 5.10 6.1 6.12 7.2 */
	"uprobe_consumer:next", /* 5.10 6.1 */
	"uprobe_consumer:ret_handler", /* 5.10 6.1 6.12 7.2 */
	"uprobe_dispatcher", /* 5.10 6.1 6.12 7.2 */
	"uprobes_tree", /* 5.10 6.1 6.12 7.2 */
	"uretprobe_dispatcher", /* 5.10 6.1 6.12 7.2 */
	"userstack_entry:caller", /* 5.10 6.1 6.12 7.2 */
	"userstack_entry:tgid", /* 5.10 6.1 6.12 7.2 */
	"veth_priv@veth:dropped", /* 6.1 6.12 7.2 */
	"veth_priv@veth:peer", /* 6.1 6.12 7.2 */
	"veth_priv@veth:rq", /* 6.1 6.12 7.2 */
	"veth_rq@veth:stats.vs.peer_tq_xdp_xmit_err", /* 6.1 6.12 7.2 */
	"veth_rq@veth:stats.vs.rx_drops", /* 6.1 6.12 7.2 */
	"veth_rq@veth:stats.vs.xdp_bytes", /* 6.1 6.12 7.2 */
	"veth_rq@veth:stats.vs.xdp_packets", /* 6.1 6.12 7.2 */
	"veth_rq@veth:stats.vs.xdp_tx_err", /* 6.1 6.12 7.2 */
	"veth_rq@veth:xdp_ring", /* 6.1 6.12 7.2 */
	"vfsmount:mnt_root", /* 5.10 6.1 6.12 7.2 */
	"virtnet_info@virtio_net:dev", /* 6.1 6.12 7.2 */
	"virtnet_info@virtio_net:max_queue_pairs", /* 6.1 6.12 7.2 */
	"virtnet_info@virtio_net:rq", /* 6.1 6.12 7.2 */
	"virtnet_info@virtio_net:sq", /* 6.1 6.12 7.2 */
	"vlan_dev_priv:vlan_pcpu_stats", /* 5.10 6.1 6.12 7.2 */
	"vlan_group:vlan_devices_arrays", /* 5.10 6.1 6.12 7.2 */
	"vlan_info:grp", /* 5.10 6.1 6.12 7.2 */
	"vlan_pcpu_stats:rx_bytes", /* 5.10 6.1 6.12 7.2 */
	"vlan_pcpu_stats:rx_errors", /* 5.10 6.1 6.12 7.2 */
	"vlan_pcpu_stats:rx_multicast", /* 5.10 6.1 6.12 7.2 */
	"vlan_pcpu_stats:rx_packets", /* 5.10 6.1 6.12 7.2 */
	"vlan_pcpu_stats:tx_bytes", /* 5.10 6.1 6.12 7.2 */
	"vlan_pcpu_stats:tx_dropped", /* 5.10 6.1 6.12 7.2 */
	"vlan_pcpu_stats:tx_packets", /* 5.10 6.1 6.12 7.2 */
	"vm_area_struct:vm_end", /* 5.10 6.1 6.12 7.2 */
	"vm_area_struct:vm_file", /* 5.10 6.1 6.12 7.2 */
	"vm_area_struct:vm_next", /* 5.10 */
	"vm_area_struct:vm_start", /* 5.10 6.1 6.12 7.2 */
	"vmaflag_names", /* 5.10 6.1 6.12 7.2 */
	"vmemmap_base", /* 5.10 6.1 6.12 7.2 */
	"vring_desc_state_packed@virtio_ring:data", /* 6.1 6.12 7.2 */
	"vring_desc_state_packed@virtio_ring:num", /* 6.1 6.12 7.2 */
	"vring_desc_state_split@virtio_ring:data", /* 6.1 6.12 7.2 */
	"vring_packed_desc@virtio_ring:flags", /* 6.1 6.12 7.2 */
	"vring_packed_desc@virtio_ring:id", /* 6.1 6.12 7.2 */
	"vring_used@virtio_ring:idx", /* 6.1 6.12 7.2 */
	"vring_used@virtio_ring:ring", /* 6.1 6.12 7.2 */
	"vring_used_elem@virtio_ring:id", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:last_used_idx", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:layout", /* 7.2 */
	"vring_virtqueue@virtio_ring:packed.desc_state", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:packed.vring.desc", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:packed.vring.num", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:packed_ring", /* 6.1 6.12 */
	"vring_virtqueue@virtio_ring:split.desc_state", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:split.vring.num", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:split.vring.used", /* 6.1 6.12 7.2 */
	"vring_virtqueue@virtio_ring:vq", /* 6.1 6.12 7.2 */
	"xa_node:slots", /* 5.10 6.1 6.12 7.2 */
	"xen_hypercall_names", /* 5.10 6.1 6.12 7.2 */
	"zone_cond_name", /* 5.10 6.1 6.12 7.2 */
};

static int compare(const void *key, const void *entry)
{
	return strcmp(key, *(const char *const *)entry);
}

bool pk_layout_met(const char *name)
{
	return bsearch(name, met, PK_ARRAY_SIZE(met), sizeof(met[0]), compare) != NULL;
}
