/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_DEVICE_H
#define PK_MODEL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/figure.h"

/** The counters of `ip -s link`, in the order of struct rtnl_link_stats64 and of struct net_device_stats. */
enum pk_link_stat {
	PK_LINK_RX_PACKETS,
	PK_LINK_TX_PACKETS,
	PK_LINK_RX_BYTES,
	PK_LINK_TX_BYTES,
	PK_LINK_RX_ERRORS,
	PK_LINK_TX_ERRORS,
	PK_LINK_RX_DROPPED,
	PK_LINK_TX_DROPPED,
	PK_LINK_MULTICAST,
	PK_LINK_COLLISIONS,
	PK_LINK_RX_LENGTH_ERRORS,
	PK_LINK_RX_OVER_ERRORS,
	PK_LINK_RX_CRC_ERRORS,
	PK_LINK_RX_FRAME_ERRORS,
	PK_LINK_RX_FIFO_ERRORS,
	PK_LINK_RX_MISSED_ERRORS,
	PK_LINK_TX_ABORTED_ERRORS,
	PK_LINK_TX_CARRIER_ERRORS,
	PK_LINK_TX_FIFO_ERRORS,
	PK_LINK_TX_HEARTBEAT_ERRORS,
	PK_LINK_TX_WINDOW_ERRORS,
	PK_LINK_RX_COMPRESSED,
	PK_LINK_TX_COMPRESSED,
	PK_LINK_RX_NOHANDLER,
	PK_NR_LINK_STATS
};

const char *pk_link_stat_name(enum pk_link_stat stat); /* "rx_missed_errors" */

struct pk_link_stats {
	enum pk_status
		status; /* PK_UNSUPPORTED: the driver's own function makes them, of what it keeps */
	char maker[64]; /* that function; "": the kernel itself */
	uint64_t values[PK_NR_LINK_STATS];
	/* What the stack dropped in front of or behind the driver: a part of the above, and known without it. */
	struct pk_figure rx_dropped, tx_dropped, rx_nohandler;
};

struct pk_tx_queue {
	unsigned index;
	struct pk_figure state;
	bool stopped_by_driver, stopped_by_stack, frozen; /* by STATE */
	struct pk_figure trans_start; /* jiffies */
	struct pk_figure idle_ms; /* since then */
	struct pk_figure timeouts; /* by the watchdog */
	struct pk_figure dql_queued, dql_completed, dql_limit; /* bytes */
};

struct pk_qdisc_counts {
	uint64_t addr;
	char id[16]; /* "" if it cannot be read */
	uint32_t handle, parent;
	bool root, ingress;
	struct pk_figure qlen, backlog, drops, requeues, overlimits, bytes, packets;
};

struct pk_napi {
	uint64_t addr;
	struct pk_figure state;
	bool scheduled, missed, disabled, threaded; /* by STATE */
	struct pk_figure weight, id, irq;
	int poll_owner; /* the CPU that polls it; -1: none */
	char poll[64]; /* its function; "": not known */
};

#define PK_MAX_LINKS 32 /* devices below one that are kept */

struct pk_device {
	uint64_t addr, net;
	uint32_t netns; /* 0: not known */
	char name[16], kind[24]; /* "": not known, or none */
	struct pk_figure ifindex, flags, operstate, mtu, tx_queue_len, promiscuity, carrier_changes;
	bool carrier; /* by its state, part of FLAGS */
	bool present; /* by its state: not detached by its driver */
	uint8_t address[32];
	uint32_t address_len; /* 0: none, or not known */
	uint64_t master; /* 0: none */
	uint64_t lower[PK_MAX_LINKS];
	size_t nr_lower, nr_lower_all;
	unsigned depth; /* in the tree of devices */
	struct pk_figure watchdog_ms;
	struct pk_figure xdp; /* its program's address; 0: none */
	struct pk_link_stats stats;
	struct pk_tx_queue *queues; /* owned, as all below */
	size_t nr_queues;
	struct pk_qdisc_counts *qdiscs;
	size_t nr_qdiscs;
	struct pk_napi *napis;
	size_t nr_napis;
};

/* Of pk_device.flags, as `ip link` shows them (include/uapi/linux/if.h). */
#define PK_IFF_UP 0x1
#define PK_IFF_RUNNING 0x40
#define PK_IFF_PROMISC 0x100
#define PK_IFF_ALLMULTI 0x200
#define PK_IFF_LOWER_UP 0x10000
#define PK_IFF_DORMANT 0x20000

/** The I-th flag's name, "UP"; NULL: there are no more. */
const char *pk_device_flag_name(unsigned i);
const char *pk_operstate_name(uint64_t operstate); /* "UP"; "?" */

struct pk_devices {
	struct pk_device *list; /* owned; each behind those that it stands on */
	size_t nr;
};

#endif
