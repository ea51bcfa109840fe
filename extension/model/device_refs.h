/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_DEVICE_REFS_H
#define PK_MODEL_DEVICE_REFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/figure.h"
#include "model/ref_tracker.h"
#include "model/task.h"

/** What keeps a reference to a network device (dev_hold()). A dst counts once, by who was found to have it first. */
enum pk_ref_kind {
	PK_REF_OWN, /* stays until the device is freed */
	PK_REF_REGISTERED,
	PK_REF_QUEUES, /* objects of its queues in sysfs */
	PK_REF_INET, /* struct in_device */
	PK_REF_INET6, /* struct inet6_dev */
	PK_REF_PARMS, /* struct neigh_parms of ARP and ND */
	PK_REF_NEIGHBOURS,
	PK_REF_QDISCS,
	PK_REF_UPPER, /* devices above */
	PK_REF_LOWER, /* devices below */
	PK_REF_VLANS, /* VLANs above once more, as their real device */
	PK_REF_BRIDGE, /* as a bridge's port */
	PK_REF_ROUTES, /* next hops of IPv4 routes */
	PK_REF_ROUTES6, /* next hops of IPv6 routes */
	PK_REF_NEXTHOPS, /* nexthop objects */
	PK_REF_DST_HOPS, /* dsts that next hops keep */
	PK_REF_DST_UNCACHED, /* dsts that no next hop keeps */
	PK_REF_DST_SOCKS,
	PK_REF_DST_SKBS,
	PK_REF_PACKET_SOCKS,
	PK_REF_USER_QUEUES, /* packets in NFQUEUE that came in or go out by it */
	PK_REF_WATCHDOG, /* the timer that looks for stuck transmit queues */
	PK_REF_LINKWATCH, /* the list of devices whose carrier has changed */
	PK_NR_REFS
};
const char *pk_ref_kind_name(enum pk_ref_kind kind); /* "next hops of IPv4 routes" */

/** The name of a device's reg_state ("unregistered"); NULL: none has this value. */
const char *pk_reg_state_name(uint64_t state);

/** A device's references, and who has them. */
struct pk_device_refs {
	uint64_t addr, net;
	uint32_t netns; /* 0 if unknown */
	char name[16]; /* "" if unknown */
	struct pk_figure reg_state;
	struct pk_figure count; /* netdev_refcnt_read() */
	struct {
		uint64_t nr, example; /* EXAMPLE: address of the first holder found */
	} holders[PK_NR_REFS];
	struct pk_ref_tracker tracker; /* owned */
};

/** Accounts of several devices, made in one walk over all that may hold one. */
struct pk_ref_accounts {
	struct pk_device_refs *list; /* owned */
	size_t nr, room;
	enum pk_status searched[PK_NR_REFS]; /* PK_ABSENT: this kernel has no such holders */
};

/** References of DEVICE that no holder found accounts for. Unknown if its count is, or if more holders were found. */
struct pk_figure pk_refs_unexplained(const struct pk_device_refs *device);
/** References that were put more often than taken, by the count and the kernel's tracker. Whoever takes one counts it before
 *  it is tracked, so one that is being taken or put is none of these. */
uint64_t pk_refs_overput(const struct pk_device_refs *device);

/** A task that waits until an unregistered device is held by nobody. */
struct pk_device_wait {
	uint64_t device;
	struct pk_task task;
	char call[64]; /* "netdev_run_todo" */
	bool ends_net; /* in cleanup_net(): for the device's namespace to end */
};

/** What the log says of a device that is waited for: "unregister_netdevice: waiting for NAME to become free. Usage count =
 *  N", in lines that follow each other. */
struct pk_device_said {
	char name[16];
	uint64_t first_ns, last_ns; /* printk's time */
	uint64_t count; /* in the last of them */
};

struct pk_device_saids {
	enum pk_status status; /* of reading the log */
	struct pk_device_said *list; /* owned; a name once: the newest run of lines */
	size_t nr, room;
	uint64_t every_s; /* how often the kernel says so, the first time after as long */
};

struct pk_behind_net {
	uint64_t net;
	uint32_t inum; /* 0 if unknown */
};

struct pk_device_waits {
	enum pk_status status; /* of the walk over tasks */
	struct pk_device_wait *list; /* owned */
	size_t nr, room;
	uint64_t unlooked; /* tasks that may wait for one: their stacks cannot be unwound */
	/* owned; namespaces that nobody uses any more: the one worker that ends them has not taken them */
	struct pk_behind_net *nets;
	size_t nr_nets, room_nets;
	enum pk_status nets_status;
	/* owned; tasks that wait for pernet_ops_rwsem, which that worker holds for reading */
	struct pk_task *tasks;
	size_t nr_tasks, room_tasks;
};

#endif
