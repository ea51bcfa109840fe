// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/counters.h"

#include <string.h>

#include "core/kit.h"

const char *pk_mib_name(enum pk_mib mib)
{
	static const char *const names[PK_NR_MIBS] = {
		[PK_MIB_IP] = "Ip",
		[PK_MIB_ICMP] = "Icmp",
		[PK_MIB_ICMPMSG] = "IcmpMsg",
		[PK_MIB_TCP] = "Tcp",
		[PK_MIB_UDP] = "Udp",
		[PK_MIB_UDPLITE] = "UdpLite",
		[PK_MIB_TCPEXT] = "TcpExt",
		[PK_MIB_IPEXT] = "IpExt",
		[PK_MIB_MPTCPEXT] = "MPTcpExt",
		[PK_MIB_IP6] = "Ip6",
		[PK_MIB_ICMP6] = "Icmp6",
		[PK_MIB_ICMP6MSG] = "Icmp6Msg",
		[PK_MIB_UDP6] = "Udp6",
		[PK_MIB_UDPLITE6] = "UdpLite6",
	};

	return mib < PK_NR_MIBS ? names[mib] : "unknown";
}

const struct pk_counter *pk_mib_find(const struct pk_mib_table *mibs, enum pk_mib group,
				     const char *name)
{
	const struct pk_mib_table *table = &mibs[group];

	return table->status == PK_OK ? pk_find(table->list, table->nr, !strcmp(it->name, name))
				      : NULL;
}

const char *pk_conntrack_stat_name(enum pk_conntrack_stat stat)
{
	static const char *const names[PK_NR_CT_STATS] = {
		[PK_CT_FOUND] = "found",
		[PK_CT_INVALID] = "invalid",
		[PK_CT_INSERT] = "insert",
		[PK_CT_INSERT_FAILED] = "insert_failed",
		[PK_CT_CLASH_RESOLVE] = "clash_resolve",
		[PK_CT_DROP] = "drop",
		[PK_CT_EARLY_DROP] = "early_drop",
		[PK_CT_ERROR] = "error",
		[PK_CT_SEARCH_RESTART] = "search_restart",
		[PK_CT_CHAINTOOLONG] = "chaintoolong",
	};

	return stat < PK_NR_CT_STATS ? names[stat] : "unknown";
}

const char *pk_nud_name(uint64_t state)
{
	static const char *const names[] = {"INCOMPLETE", "REACHABLE", "STALE", "DELAY",
					    "PROBE",	  "FAILED",    "NOARP", "PERMANENT"};

	if (!state)
		return "NONE";
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (state == 1u << i)
			return names[i];
	return "?";
}

const char *pk_softirq_name(unsigned i)
{
	static const char *const names[PK_NR_SOFTIRQS] = {
		"HI",	    "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
		"IRQ_POLL", "TASKLET", "SCHED",	 "HRTIMER", "RCU"};

	return i < PK_NR_SOFTIRQS ? names[i] : "?";
}
