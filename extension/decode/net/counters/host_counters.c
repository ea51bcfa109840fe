// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/counters/net_counters.h"

#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "decode/figure.h"

#define INT 4
#define MAX_FORMAT 256

/* Of struct proto at the symbol PROT: what the pointer of row MEMBER leads to. */
static struct pk_figure proto_pointer(struct pk_ctx *ctx, enum pk_row_id prot,
				      enum pk_row_id member)
{
	uint64_t addr;
	enum pk_status status = pk_row_value(ctx, prot, &addr);
	struct pk_figure pointer;

	if (status != PK_OK)
		return pk_figure_none(status);
	pointer = pk_figure_member(ctx, addr, member);
	if (pointer.status == PK_OK && !pointer.value)
		pointer.status = PK_ABSENT;
	return pointer;
}

static struct pk_figure proto_word(struct pk_ctx *ctx, enum pk_row_id prot, enum pk_row_id member,
				   unsigned index)
{
	const uint32_t word = ctx->target->facts.word_size;
	struct pk_figure pointer = proto_pointer(ctx, prot, member);

	return pointer.status == PK_OK ? pk_figure_at(ctx, pointer.value + index * word, word)
				       : pointer;
}

static struct pk_figure allocated_read(struct pk_ctx *ctx, enum pk_row_id proto)
{
	return pk_figure_positive(proto_word(ctx, proto, PK_R_proto_memory_allocated, 0));
}

void pk_proto_memory_read(struct pk_ctx *ctx, enum pk_row_id proto,
			  struct pk_proto_memory *ret_memory)
{
	ret_memory->pages = pk_proto_pages(ctx, allocated_read(ctx, proto));
	ret_memory->limit = proto_word(ctx, proto, PK_R_proto_sysctl_mem, PK_NR_TCP_MEM - 1);
}

static struct pk_figure orphans_read(struct pk_ctx *ctx)
{
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_proto_orphan_count);
	struct pk_figure pointer;
	uint64_t addr;
	enum pk_status status;

	if (row->state == PK_ROW_FOUND) {
		pointer = proto_pointer(ctx, PK_R_tcp_prot, PK_R_proto_orphan_count);
		if (pointer.status != PK_OK)
			return pointer;
		if (strstr(row->member.type, "percpu_counter"))
			return pk_figure_positive(pk_figure_counter(ctx, pointer.value));
		return pk_figure_positive(pk_figure_percpu(ctx, pointer.value, INT));
	}
	status = pk_row_value(ctx, PK_R_tcp_orphan_count, &addr);
	return status == PK_OK ? pk_figure_positive(pk_figure_percpu(ctx, addr, INT))
			       : pk_figure_none(status);
}

/* --- softnet ----------------------------------------------------------------------------------- */

static struct pk_figure flow_limit_read(struct pk_ctx *ctx, uint64_t softnet)
{
	struct pk_figure limit = pk_figure_member(ctx, softnet, PK_R_softnet_flow_limit);

	if (limit.status == PK_OK && limit.value)
		limit = pk_figure_member(ctx, limit.value, PK_R_flow_limit_count);
	return limit;
}

static void softnet_read(struct pk_ctx *ctx, uint64_t softnet, struct pk_softnet_cpu *cpu)
{
	struct pk_figure odd;

	cpu->processed = pk_figure_member(ctx, softnet, PK_R_softnet_processed);
	cpu->dropped = pk_figure_member(ctx, softnet, PK_R_softnet_dropped);
	if (pk_has(ctx, PK_R_softnet_dropped_odd) && cpu->dropped.status == PK_OK) {
		odd = pk_figure_member(ctx, softnet, PK_R_softnet_dropped_odd);
		cpu->dropped.status = odd.status;
		cpu->dropped.value += odd.value;
	}
	cpu->dropped.value = (uint32_t)cpu->dropped.value;
	cpu->time_squeeze = pk_figure_member(ctx, softnet, PK_R_softnet_time_squeeze);
	cpu->received_rps = pk_figure_member(ctx, softnet, PK_R_softnet_received_rps);
	cpu->flow_limit = flow_limit_read(ctx, softnet);
	cpu->input_qlen = pk_figure_member(ctx, softnet, PK_R_softnet_input_qlen);
	cpu->process_qlen = pk_figure_member(ctx, softnet, PK_R_softnet_process_qlen);
}

/* The bits lie first in their place, whose width differs: all known ones fit into 16. */
static struct pk_figure pending_read(struct pk_ctx *ctx, uint64_t cpu_offset)
{
	struct pk_figure pending = {PK_ABSENT, 0};
	uint64_t base;

	if (pk_has(ctx, PK_R_softirq_pending)) {
		pending.status = pk_row_value(ctx, PK_R_softirq_pending, &base);
	} else if (pk_has(ctx, PK_R_pcpu_hot_softirq)) {
		pending.status = pk_row_value(ctx, PK_R_pcpu_hot, &base);
		return pending.status == PK_OK
			       ? pk_figure_member(ctx, base + cpu_offset, PK_R_pcpu_hot_softirq)
			       : pending;
	} else if (pk_has(ctx, PK_R_irq_stat)) {
		pending.status = pk_row_value(ctx, PK_R_irq_stat, &base);
	}
	if (pending.status != PK_OK)
		return pending;
	return pk_figure_at(ctx, base + cpu_offset,
			    ctx->target->facts.big_endian ? INT : sizeof(uint16_t));
}

static struct pk_figure ksoftirqd_read(struct pk_ctx *ctx, uint64_t cpu_offset)
{
	struct pk_figure task = {PK_ABSENT, 0};
	uint64_t base;

	task.status = pk_row_value(ctx, PK_R_ksoftirqd, &base);
	if (task.status == PK_OK)
		task = pk_figure_at(ctx, base + cpu_offset, ctx->target->facts.word_size);
	return task.status == PK_OK ? pk_figure_member(ctx, task.value, PK_R_task_state) : task;
}

/* A panic takes the CPUs that it stops out of the mask of those online: then all present ones count. */
static struct pk_cpumask running_cpus(struct pk_ctx *ctx, const struct pk_cpumask *possible)
{
	struct pk_cpumask mask;
	int cpu;

	if (pk_cpumask_get(ctx, pk_panic_cpu(ctx, &cpu) == PK_OK ? PK_CPUS_PRESENT : PK_CPUS_ONLINE,
			   &mask) != PK_OK)
		return *possible;
	return mask;
}

static unsigned columns_of(const char *format)
{
	unsigned nr = 0;

	for (; !strncmp(format, "%08x", 4); format += 4 + (format[4] == ' '))
		nr++;
	return *format == '\n' ? nr : 0;
}

struct columns {
	struct pk_ctx *ctx;
	unsigned nr;
};

static bool is_format(uint64_t target, void *arg)
{
	struct columns *columns = arg;
	char format[MAX_FORMAT];

	if (pk_read_quietly(columns->ctx, target, format, sizeof(format) - 1) != PK_OK)
		return false;
	format[sizeof(format) - 1] = '\0';
	columns->nr = columns_of(format);
	return columns->nr;
}

/* softnet_stat has got columns now and then, and nothing else changed with them: the format string that its function
 * refers to says how many this kernel prints. */
static unsigned softnet_columns(struct pk_ctx *ctx)
{
	struct columns columns = {.ctx = ctx};
	uint64_t addr;

	return pk_row_value(ctx, PK_R_softnet_seq_show, &addr) == PK_OK &&
			       pk_arch_refers(ctx, addr, is_format, &columns) == PK_OK
		       ? columns.nr
		       : 0;
}

static struct pk_figure max_backlog_read(struct pk_ctx *ctx)
{
	uint64_t hotdata;

	if (pk_has(ctx, PK_R_netdev_max_backlog) || !pk_has(ctx, PK_R_net_hotdata))
		return pk_figure_symbol(ctx, PK_R_netdev_max_backlog, INT);
	if (pk_row_value(ctx, PK_R_net_hotdata, &hotdata) != PK_OK)
		return pk_figure_none(PK_ABSENT);
	return pk_figure_member(ctx, hotdata, PK_R_hotdata_max_backlog);
}

void pk_host_counters_read(struct pk_ctx *ctx, struct pk_host_counters *ret_counters)
{
	struct pk_host_counters *host = ret_counters;
	struct pk_figure sockets;
	struct pk_cpumask possible, online;
	uint64_t softnet, offset;

	*host = (struct pk_host_counters){0};
	sockets = proto_pointer(ctx, PK_R_tcp_prot, PK_R_proto_sockets_allocated);
	host->tcp_sockets = sockets.status == PK_OK
				    ? pk_figure_positive(pk_figure_counter(ctx, sockets.value))
				    : sockets;
	host->tcp_orphans = orphans_read(ctx);
	host->tcp_max_orphans = pk_figure_symbol(ctx, PK_R_tcp_max_orphans, INT);
	host->tcp_allocated = allocated_read(ctx, PK_R_tcp_prot);
	host->udp_allocated = allocated_read(ctx, PK_R_udp_prot);
	host->tcp_pages = pk_proto_pages(ctx, host->tcp_allocated);
	host->udp_pages = pk_proto_pages(ctx, host->udp_allocated);
	host->tcp_pressure = proto_word(ctx, PK_R_tcp_prot, PK_R_proto_memory_pressure, 0);
	for (unsigned i = 0; i < PK_NR_TCP_MEM; i++) {
		host->tcp_mem[i] = proto_word(ctx, PK_R_tcp_prot, PK_R_proto_sysctl_mem, i);
		host->udp_mem[i] = proto_word(ctx, PK_R_udp_prot, PK_R_proto_sysctl_mem, i);
	}
	host->conntrack_max = pk_figure_symbol(ctx, PK_R_nf_conntrack_max, INT);
	host->conntrack_buckets = pk_figure_symbol(ctx, PK_R_nf_conntrack_htable_size, INT);
	host->max_backlog = max_backlog_read(ctx);

	if (pk_row_value(ctx, PK_R_softnet_data, &softnet) == PK_OK &&
	    pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible) == PK_OK) {
		online = running_cpus(ctx, &possible);
		host->cpus = calloc(PK_MAX_CPUS, sizeof(*host->cpus));
		for (uint32_t cpu = 0;
		     host->cpus && cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS;
		     cpu++) {
			if (!pk_cpumask_test(&possible, cpu) ||
			    pk_percpu_offset(ctx, (int)cpu, &offset) != PK_OK)
				continue;
			host->cpus[host->nr_cpus].cpu = cpu;
			host->cpus[host->nr_cpus].online = pk_cpumask_test(&online, cpu);
			host->cpus[host->nr_cpus].pending = pending_read(ctx, offset);
			host->cpus[host->nr_cpus].ksoftirqd = ksoftirqd_read(ctx, offset);
			softnet_read(ctx, softnet + offset, &host->cpus[host->nr_cpus++]);
		}
	}

	host->softnet_columns = softnet_columns(ctx);
}

void pk_host_counters_deinit(struct pk_host_counters *counters)
{
	free(counters->cpus);
	counters->cpus = NULL;
	counters->nr_cpus = 0;
}
