/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_COUNTERS_H
#define PK_MODEL_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/figure.h"

/** The groups that /proc/net/snmp, netstat and snmp6 print, in their order. */
enum pk_mib {
	PK_MIB_IP,
	PK_MIB_ICMP,
	PK_MIB_ICMPMSG,
	PK_MIB_TCP,
	PK_MIB_UDP,
	PK_MIB_UDPLITE,
	PK_MIB_TCPEXT,
	PK_MIB_IPEXT,
	PK_MIB_MPTCPEXT,
	PK_MIB_IP6,
	PK_MIB_ICMP6,
	PK_MIB_ICMP6MSG,
	PK_MIB_UDP6,
	PK_MIB_UDPLITE6,
	PK_NR_MIBS
};

const char *pk_mib_name(enum pk_mib mib); /* "TcpExt" */

struct pk_counter {
	char name[64]; /* the kernel's name; may contain any bytes */
	uint64_t value;
	bool is_signed; /* the kernel prints it signed */
};

struct pk_mib_table {
	enum pk_status status; /* PK_ABSENT: this kernel or namespace lacks the group */
	size_t nr;
	struct pk_counter *list; /* owned; in the kernel's order */
	size_t room;
};

/** The counter GROUP.NAME; NULL: it does not exist or cannot be read. Points into MIBS. */
const struct pk_counter *pk_mib_find(const struct pk_mib_table *mibs, enum pk_mib group,
				     const char *name);

enum pk_inet_proto {
	PK_PROTO_TCP,
	PK_PROTO_UDP,
	PK_PROTO_UDPLITE,
	PK_PROTO_RAW,
	PK_PROTO_TCP6,
	PK_PROTO_UDP6,
	PK_PROTO_UDPLITE6,
	PK_PROTO_RAW6,
	PK_NR_PROTOS
};

enum pk_conntrack_stat {
	PK_CT_FOUND,
	PK_CT_INVALID,
	PK_CT_INSERT,
	PK_CT_INSERT_FAILED,
	PK_CT_CLASH_RESOLVE,
	PK_CT_DROP,
	PK_CT_EARLY_DROP,
	PK_CT_ERROR,
	PK_CT_SEARCH_RESTART,
	PK_CT_CHAINTOOLONG,
	PK_NR_CT_STATS
};

const char *pk_conntrack_stat_name(enum pk_conntrack_stat stat); /* "insert_failed" */

struct pk_frags {
	struct pk_figure queues, memory, limit;
};

/** The counters of one network namespace. */
struct pk_net_counters {
	uint64_t net;
	uint32_t inum; /* 0 if unknown */
	struct pk_mib_table mibs[PK_NR_MIBS];
	struct pk_figure sockets; /* of all families */
	struct pk_figure inuse[PK_NR_PROTOS];
	struct pk_figure time_wait, time_wait_max;
	/* of IPv6: those in use, from how many on they are counted, and net.ipv6.route.max_size */
	struct pk_figure routes6, routes6_thresh, routes6_max;
	struct pk_frags frags, frags6;
	struct pk_figure conntrack;
	struct pk_figure conntrack_stats[PK_NR_CT_STATS];
};

struct pk_softnet_cpu {
	uint32_t cpu;
	bool online;
	struct pk_figure processed, dropped, time_squeeze, received_rps, flow_limit;
	struct pk_figure input_qlen, process_qlen;
	struct pk_figure pending; /* softirqs waiting to run, one bit each */
	struct pk_figure ksoftirqd; /* state of its task; 0: runnable */
};

#define PK_NR_SOFTIRQS 10
/** Name of softirq I as in /proc/softirqs: "NET_RX". */
const char *pk_softirq_name(unsigned i);

#define PK_NR_TCP_MEM 3

/** What all sockets of a protocol take together, in pages of the machine. */
struct pk_proto_memory {
	struct pk_figure pages, limit;
};

/** What a protocol counts as memory of its sockets, in pages of the machine, and what its sockets have. */
struct pk_proto_account {
	uint64_t memory_allocated,
		sockets_allocated; /* addresses of its counters; 0: it has none */
	struct pk_figure counted; /* with the reserves of CPUs */
	struct pk_figure sockets; /* counted; absent: it does not count them */
	uint64_t found, bytes; /* sockets, and what they have */
};

/** Counters of the whole machine. */
struct pk_host_counters {
	struct pk_figure tcp_sockets, tcp_orphans, tcp_max_orphans;
	struct pk_figure tcp_pages, udp_pages; /* allocated, in pages of the machine */
	struct pk_figure tcp_allocated, udp_allocated; /* the same, in the kernel's unit */
	struct pk_figure tcp_pressure; /* jiffies when it began; 0: none */
	/* pages: low, pressure, high */
	struct pk_figure tcp_mem[PK_NR_TCP_MEM], udp_mem[PK_NR_TCP_MEM];
	struct pk_figure conntrack_max, conntrack_buckets;
	struct pk_figure max_backlog;
	struct pk_softnet_cpu *cpus; /* owned; possible CPUs */
	size_t nr_cpus;
	unsigned softnet_columns; /* columns of this kernel's softnet_stat; 0 if unknown */
};

enum pk_neighbour_family { PK_NEIGHBOUR_ARP, PK_NEIGHBOUR_ND, PK_NR_NEIGHBOUR_FAMILIES };

struct pk_neighbour {
	uint64_t addr;
	enum pk_neighbour_family family;
	uint64_t net; /* namespace of its device; 0 if unknown */
	char dev[16]; /* "" if unknown */
	uint8_t key[16];
	uint32_t key_len; /* bytes, 4 or 16; 0 if unknown */
	uint8_t ha[8]; /* link-layer address, as far as it fits */
	uint32_t ha_len; /* bytes; 0 if unknown */
	struct pk_figure state; /* NUD_* */
	struct pk_figure probes, queued, queued_bytes;
};

/** One that is being asked for: a timer is to ask again, or to give it up. */
struct pk_neighbour_asked {
	struct pk_neighbour neighbour;
	struct pk_figure timer; /* timer_list.entry.pprev; 0: not armed */
	struct pk_figure lock; /* 0: nobody has its lock */
};

/* The kernel's NUD_* bits (include/net/neighbour.h, part of its ABI). */
#define PK_NUD_INCOMPLETE 0x01
#define PK_NUD_PROBE 0x10
#define PK_NUD_FAILED 0x20
const char *pk_nud_name(uint64_t state); /* "FAILED"; "?" */

struct pk_neighbour_table {
	struct pk_figure entries, limit; /* gc_thresh3 */
	/* entries that count towards LIMIT: since 5.0 without permanent ones */
	struct pk_figure limited;
};

#endif
