// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/files.h"

#include <inttypes.h>
#include <stdlib.h>

#define MESSAGES_PER_LINE 16
/* of softnet_stat; then the backlog and the CPU (5.10), then its two parts (6.5) */
#define OLD_COLUMNS 11
#define MAX_COLUMNS 15

const char *pk_net_file_name(enum pk_net_file file)
{
	static const char *const names[PK_NR_NET_FILES] = {
		[PK_NET_SNMP] = "snmp",		  [PK_NET_NETSTAT] = "netstat",
		[PK_NET_SNMP6] = "snmp6",	  [PK_NET_SOCKSTAT] = "sockstat",
		[PK_NET_SOCKSTAT6] = "sockstat6", [PK_NET_SOFTNET_STAT] = "softnet_stat",
	};

	return file < PK_NR_NET_FILES ? names[file] : "unknown";
}

static void value_write(const struct pk_counter *counter, FILE *fp)
{
	if (counter->is_signed)
		fprintf(fp, "%" PRId64, (int64_t)counter->value);
	else
		fprintf(fp, "%" PRIu64, counter->value);
}

/* Two lines: the names, and the values. */
static void pair_write(enum pk_mib mib, const struct pk_counter *list, size_t nr, FILE *fp)
{
	fprintf(fp, "%s:", pk_mib_name(mib));
	for (size_t i = 0; i < nr; i++)
		fprintf(fp, " %s", list[i].name);
	fprintf(fp, "\n%s:", pk_mib_name(mib));
	for (size_t i = 0; i < nr; i++) {
		putc(' ', fp);
		value_write(&list[i], fp);
	}
	putc('\n', fp);
}

static void pairs_write(const struct pk_net_counters *net, enum pk_mib mib, FILE *fp)
{
	const struct pk_mib_table *table = &net->mibs[mib];
	size_t most = mib == PK_MIB_ICMPMSG ? MESSAGES_PER_LINE : table->nr;

	for (size_t i = 0; table->status == PK_OK && i < table->nr; i += most)
		pair_write(mib, table->list + i, table->nr - i < most ? table->nr - i : most, fp);
}

static void rows_write(const struct pk_net_counters *net, enum pk_mib mib, FILE *fp)
{
	const struct pk_mib_table *table = &net->mibs[mib];

	for (size_t i = 0; table->status == PK_OK && i < table->nr; i++) {
		fprintf(fp, "%-32s\t", table->list[i].name);
		value_write(&table->list[i], fp);
		putc('\n', fp);
	}
}

/* Each group, and whether every kernel has it. */
static const struct {
	enum pk_net_file file;
	enum pk_mib mib;
	bool always;
} groups[] = {
	{PK_NET_SNMP, PK_MIB_IP, true},		  {PK_NET_SNMP, PK_MIB_ICMP, true},
	{PK_NET_SNMP, PK_MIB_ICMPMSG, true},	  {PK_NET_SNMP, PK_MIB_TCP, true},
	{PK_NET_SNMP, PK_MIB_UDP, true},	  {PK_NET_SNMP, PK_MIB_UDPLITE, false},
	{PK_NET_NETSTAT, PK_MIB_TCPEXT, true},	  {PK_NET_NETSTAT, PK_MIB_IPEXT, true},
	{PK_NET_NETSTAT, PK_MIB_MPTCPEXT, false}, {PK_NET_SNMP6, PK_MIB_IP6, true},
	{PK_NET_SNMP6, PK_MIB_ICMP6, true},	  {PK_NET_SNMP6, PK_MIB_ICMP6MSG, true},
	{PK_NET_SNMP6, PK_MIB_UDP6, true},	  {PK_NET_SNMP6, PK_MIB_UDPLITE6, false},
};
#define NR_GROUPS (sizeof(groups) / sizeof(groups[0]))

static enum pk_status groups_write(struct pk_ctx *ctx, enum pk_net_file file,
				   const struct pk_net_counters *net, FILE *fp)
{
	for (size_t i = 0; i < NR_GROUPS; i++) {
		enum pk_status status = net->mibs[groups[i].mib].status;

		if (groups[i].file == file && status != PK_OK &&
		    (groups[i].always || status != PK_ABSENT))
			return pk_fail(ctx, status, "counters of %s: %s",
				       pk_mib_name(groups[i].mib), pk_status_name(status));
	}
	for (size_t i = 0; i < NR_GROUPS; i++)
		if (groups[i].file == file && file == PK_NET_SNMP6)
			rows_write(net, groups[i].mib, fp);
		else if (groups[i].file == file)
			pairs_write(net, groups[i].mib, fp);
	return PK_OK;
}

static enum pk_status need(struct pk_ctx *ctx, const char *what, const struct pk_figure *figure)
{
	return figure->status == PK_OK ? PK_OK
				       : pk_fail(ctx, figure->status, "%s: %s", what,
						 pk_status_name(figure->status));
}

static enum pk_status needs(struct pk_ctx *ctx, const struct pk_net_counters *net,
			    const struct pk_frags *frags, const enum pk_inet_proto *protos,
			    size_t nr)
{
	enum pk_status status = need(ctx, "fragments", &frags->queues);

	if (status == PK_OK)
		status = need(ctx, "memory of fragments", &frags->memory);
	for (size_t i = 0; status == PK_OK && i < nr; i++)
		status = need(ctx, "sockets in use", &net->inuse[protos[i]]);
	return status;
}

static void inuse_write(const struct pk_net_counters *net, const char *name,
			enum pk_inet_proto proto, FILE *fp)
{
	if (net->inuse[proto].status == PK_OK)
		fprintf(fp, "%s: inuse %d\n", name, (int)net->inuse[proto].value);
}

static void frags_write(const char *name, const struct pk_frags *frags, FILE *fp)
{
	fprintf(fp, "%s: inuse %u memory %" PRIu64 "\n", name, (unsigned)frags->queues.value,
		frags->memory.value);
}

static enum pk_status sockstat_write(struct pk_ctx *ctx, const struct pk_net_counters *net,
				     const struct pk_host_counters *host, FILE *fp)
{
	static const enum pk_inet_proto protos[] = {PK_PROTO_TCP, PK_PROTO_UDP, PK_PROTO_RAW};
	const struct {
		const char *what;
		const struct pk_figure *figure;
	} figures[] = {{"sockets", &net->sockets},
		       {"orphans", &host->tcp_orphans},
		       {"TIME_WAIT sockets", &net->time_wait},
		       {"TCP sockets", &host->tcp_sockets},
		       {"TCP memory", &host->tcp_allocated},
		       {"UDP memory", &host->udp_allocated}};
	enum pk_status status = needs(ctx, net, &net->frags, protos, 3);

	for (size_t i = 0; status == PK_OK && i < sizeof(figures) / sizeof(figures[0]); i++)
		status = need(ctx, figures[i].what, figures[i].figure);
	if (status != PK_OK)
		return status;
	fprintf(fp, "sockets: used %d\n", (int)net->sockets.value);
	fprintf(fp, "TCP: inuse %d orphan %d tw %d alloc %d mem %" PRId64 "\n",
		(int)net->inuse[PK_PROTO_TCP].value, (int)host->tcp_orphans.value,
		(int)net->time_wait.value, (int)host->tcp_sockets.value,
		(int64_t)host->tcp_allocated.value);
	fprintf(fp, "UDP: inuse %d mem %" PRId64 "\n", (int)net->inuse[PK_PROTO_UDP].value,
		(int64_t)host->udp_allocated.value);
	inuse_write(net, "UDPLITE", PK_PROTO_UDPLITE, fp);
	inuse_write(net, "RAW", PK_PROTO_RAW, fp);
	frags_write("FRAG", &net->frags, fp);
	return PK_OK;
}

static enum pk_status sockstat6_write(struct pk_ctx *ctx, const struct pk_net_counters *net,
				      FILE *fp)
{
	static const enum pk_inet_proto protos[] = {PK_PROTO_TCP6, PK_PROTO_UDP6, PK_PROTO_RAW6};
	enum pk_status status = needs(ctx, net, &net->frags6, protos, 3);

	if (status != PK_OK)
		return status;
	inuse_write(net, "TCP6", PK_PROTO_TCP6, fp);
	inuse_write(net, "UDP6", PK_PROTO_UDP6, fp);
	inuse_write(net, "UDPLITE6", PK_PROTO_UDPLITE6, fp);
	inuse_write(net, "RAW6", PK_PROTO_RAW6, fp);
	frags_write("FRAG6", &net->frags6, fp);
	return PK_OK;
}

static enum pk_status softnet_needs(struct pk_ctx *ctx, const struct pk_host_counters *host)
{
	if (!host->nr_cpus)
		return pk_fail(ctx, PK_ABSENT, "no CPU's softnet_data");
	if (host->softnet_columns < OLD_COLUMNS || host->softnet_columns > MAX_COLUMNS)
		return pk_fail(ctx, PK_UNSUPPORTED,
			       "how many columns this kernel prints is not known");
	for (size_t i = 0; i < host->nr_cpus; i++) {
		const struct pk_softnet_cpu *cpu = &host->cpus[i];
		const struct pk_figure *figures[] = {&cpu->processed, &cpu->dropped,
						     &cpu->time_squeeze, &cpu->input_qlen,
						     &cpu->process_qlen};

		for (size_t j = 0; cpu->online && j < sizeof(figures) / sizeof(figures[0]); j++)
			if (figures[j]->status != PK_OK)
				return pk_fail(ctx, figures[j]->status,
					       "softnet_data of CPU %u: %s", cpu->cpu,
					       pk_status_name(figures[j]->status));
	}
	return PK_OK;
}

static uint32_t known(const struct pk_figure *figure)
{
	return figure->status == PK_OK ? (uint32_t)figure->value : 0;
}

static enum pk_status softnet_write(struct pk_ctx *ctx, const struct pk_host_counters *host,
				    FILE *fp)
{
	enum pk_status status = softnet_needs(ctx, host);

	for (size_t i = 0; status == PK_OK && i < host->nr_cpus; i++) {
		const struct pk_softnet_cpu *cpu = &host->cpus[i];
		const uint32_t input = known(&cpu->input_qlen), process = known(&cpu->process_qlen);
		const uint32_t columns[MAX_COLUMNS] = {known(&cpu->processed),
						       known(&cpu->dropped),
						       known(&cpu->time_squeeze),
						       [9] = known(&cpu->received_rps),
						       known(&cpu->flow_limit),
						       input + process,
						       cpu->cpu,
						       input,
						       process};

		for (unsigned j = 0; cpu->online && j < host->softnet_columns; j++)
			fprintf(fp, "%08x%s", columns[j],
				j + 1 < host->softnet_columns ? " " : "\n");
	}
	return status;
}

enum pk_status pk_net_file_write(struct pk_ctx *ctx, enum pk_net_file file,
				 const struct pk_net_counters *net,
				 const struct pk_host_counters *host, FILE *fp)
{
	switch (file) {
	case PK_NET_SNMP:
	case PK_NET_NETSTAT:
	case PK_NET_SNMP6:
		return groups_write(ctx, file, net, fp);
	case PK_NET_SOCKSTAT:
		return sockstat_write(ctx, net, host, fp);
	case PK_NET_SOCKSTAT6:
		return sockstat6_write(ctx, net, fp);
	case PK_NET_SOFTNET_STAT:
		return softnet_write(ctx, host, fp);
	case PK_NR_NET_FILES:
		break;
	}
	return pk_fail(ctx, PK_USAGE, "no such file");
}
