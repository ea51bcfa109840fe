/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_DEVICE_H
#define PK_MODEL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/target.h"
#include "model/figure.h"
#include "model/ref_tracker.h"
#include "model/task.h"

/** The counters of `ip -s link`, in the order of structs rtnl_link_stats64 and net_device_stats. */
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
	/* PK_UNSUPPORTED: the driver's own function computes them from private data */
	enum pk_status status;
	char maker[64]; /* that function; "": the kernel itself */
	char lacks[64]; /* its module, if the dump does not have the types that it needs; else "" */
	uint64_t values[PK_NR_LINK_STATS];
	/* Drops by the stack before or after the driver: included above, and known without it. */
	struct pk_figure rx_dropped, tx_dropped, rx_nohandler;
};

struct pk_tx_queue {
	unsigned index;
	struct pk_figure state;
	bool stopped_by_driver, stopped_by_stack, frozen; /* by STATE */
	struct pk_figure trans_start; /* jiffies of the last transmission */
	struct pk_figure idle_ms; /* since then */
	struct pk_figure timeouts; /* by the watchdog */
	struct pk_figure dql_queued, dql_completed, dql_limit; /* bytes */
	struct pk_figure qdisc; /* address of what it feeds from now */
};

/** What will make a qdisc send the packets that wait in it. */
enum pk_wake {
	PK_WAKE_IDLE, /* none waits, or another qdisc is above it */
	PK_WAKE_UNKNOWN,
	PK_WAKE_RUNNING, /* a CPU is at work on it */
	PK_WAKE_SCHEDULED, /* it is to be run: by a CPU's NET_TX softirq, or a worker */
	PK_WAKE_TIMER,
	PK_WAKE_DEVICE, /* the driver will, when it starts the transmit queue again */
	PK_WAKE_DOWN, /* no transmit queue feeds from it: the device is down */
	PK_WAKE_MISSING, /* nothing */
};

/** "due in 1.5 s", "due in 40 days", "0.2 s overdue"; MS: from the end. */
const char *pk_due_text(int64_t ms, char buf[48]);
const char *pk_wake_name(enum pk_wake wake); /* "scheduled"; for programs */

struct pk_qdisc_counts {
	uint64_t addr;
	char id[16]; /* "" if unreadable */
	uint32_t handle, parent;
	bool root, ingress;
	struct pk_figure qlen, backlog, drops, requeues, overlimits, bytes, packets;
	/* Filled in by pk_device_wakes_read(). */
	enum pk_wake wake;
	const char *wake_lack; /* PK_WAKE_UNKNOWN: what is not known; static */
	enum pk_status wake_status; /* and why; PK_OK: WAKE_LACK is itself the reason */
	bool stamped; /* its timer is that of its packets' own times to send: fq, etf */
	bool lockless; /* its packets come and go without a lock */
	int wake_cpu; /* PK_WAKE_SCHEDULED: on whose list it is; -1: on none that is known */
	/* its own timer, in ms from the end; negative: overdue; PK_ABSENT: none is armed */
	struct pk_figure due_ms;
};

/** A class of htb, hfsc, drr or qfq. Classes of other qdiscs (prio's bands, mq's queues) are leaf
 *  qdiscs. */
struct pk_qdisc_class {
	uint64_t addr;
	char kind[16];
	uint32_t classid, parent; /* PARENT 0: directly below the qdisc */
	uint32_t leaf; /* handle of the qdisc below it; 0: none, or a default one */
	unsigned depth;
	struct pk_figure level, prio, rate, ceil; /* htb; bytes per second; level 0 is a leaf */
	struct pk_figure bytes, packets, drops, overlimits, qlen, backlog, lent, borrowed;
};

struct pk_napi {
	uint64_t addr;
	struct pk_figure state;
	bool scheduled, missed, disabled, threaded; /* by STATE */
	struct pk_figure weight, id, irq;
	int poll_owner; /* CPU that is polling it (busy polling, netpoll); -1: none */
	int list_cpu; /* CPU on whose list of those to be polled it is; -1: none */
	char poll[64]; /* poll function; "" if unknown */
};

/** What an skb in a device's ring is waiting for. */
enum pk_ring_wait {
	PK_RING_TO_SEND, /* the device has not reported that it took it */
	/* the device has finished with it; the driver will free it at its next chance */
	PK_RING_SENT,
	PK_RING_UNKNOWN, /* either of the two: the device's report is unreadable */
	PK_RING_TO_READ, /* tun: the program behind the device has not read it */
	PK_RING_TO_POLL, /* veth: sent by its peer, not received yet */
	PK_RING_REDIRECTED, /* ifb: will be sent or received once its tasklet runs */
	PK_RING_TO_SHAKE_HANDS, /* wireguard: the peer has not agreed on a key */
	/* wireguard: no worker has taken it, one is at work on it (its bytes may be changed), the work is
	 * done, or was in vain */
	PK_RING_TO_ENCRYPT,
	PK_RING_ENCRYPTING,
	PK_RING_ENCRYPTED,
	PK_RING_NOT_ENCRYPTED,
	PK_RING_TO_DECRYPT,
	PK_RING_DECRYPTING,
	PK_RING_DECRYPTED,
	PK_RING_NOT_DECRYPTED,
	PK_RING_HANDSHAKE, /* wireguard: a message of a handshake came, and no worker has taken it */
	PK_NR_RING_WAITS
};

const char *pk_ring_wait_name(enum pk_ring_wait wait); /* "to send" */

#define PK_RING_INDEXES 3

#define PK_RING_MODULES 2 /* that one driver's rings need the types of */

/** A ring of a device: of its driver (virtio_net, cards), or of packets on their way to a
 *  reader or poller (tun, veth, ifb, wireguard). */
struct pk_ring {
	const char *driver;
	bool receive;
	unsigned queue;
	struct pk_figure size, free; /* entries */
	/* Buffers that the device has given back, and the driver has not taken; PK_ABSENT: there are
	 * none such. */
	struct pk_figure done;
	struct {
		const char *name; /* the kernel's */
		struct pk_figure value;
	} indexes[PK_RING_INDEXES];
	size_t nr_indexes;
	uint64_t skbs[PK_NR_RING_WAITS]; /* by what they wait for */
	/* Of a receive ring of virtio_net; else 0. */
	uint64_t vq, napi; /* struct virtqueue, struct napi_struct */
	struct pk_figure interrupts_off; /* the driver has asked the device for none */
	/* Filled in by pk_device_ring_wakes_read(). */
	enum pk_wake wake; /* PK_WAKE_IDLE: nothing is to be taken, or it is not known who does */
	const char *wake_lack; /* as in struct pk_qdisc_counts */
	enum pk_status wake_status;
	unsigned
		irq; /* PK_WAKE_MISSING: the interrupt that is disabled; 0: the device is to send none */
};

/** A counter of the driver's own, as `ethtool -S` shows it. */
struct pk_driver_stat {
	const char *side; /* "rx", "tx": of QUEUE; NULL: of the device */
	unsigned queue;
	char name[33];
	uint64_t value;
};

/** What ties an interrupt to the device. */
enum pk_irq_join {
	PK_IRQ_MSI, /* an MSI of the underlying hardware */
	PK_IRQ_NAPI, /* belongs to one of its NAPI contexts */
	PK_IRQ_DEV_ID, /* its handler gets the device as dev_id */
	PK_IRQ_LINE /* the line of its PCI device, which has no MSIs; others may share it */
};

const char *pk_irq_join_name(enum pk_irq_join by); /* "MSI", "NAPI", "dev_id", "line" */

struct pk_irq {
	unsigned number;
	enum pk_irq_join by;
	char name[128]; /* its handlers, as in /proc/interrupts; "" if none */
	enum pk_status affinity_status, effective_status, counts_status;
	struct pk_cpumask affinity, effective;
	struct pk_figure depth; /* 0: enabled */
	uint64_t dev_id; /* what its handler is called with; 0: none, or it has several */
	uint32_t *counts; /* owned; by CPU number */
	uint32_t nr_counts;
};

/** A BPF program attached to the device. */
struct pk_program_place {
	uint64_t prog; /* struct bpf_prog */
	uint32_t id, link; /* LINK 0: attached without a link */
	char name[17];
	const char *hook; /* "xdp", "tc ingress", "tcx egress" .. */
	const char *mode; /* XDP only: "generic", "native", "offloaded"; otherwise NULL */
	bool filter; /* a clsact filter, at PRIO */
	unsigned prio;
};

/** What a bond is set to do, and does (drivers/net/bonding). */
struct pk_bond {
	enum pk_status status; /* PK_ABSENT: it is no bond */
	struct pk_figure mode, miimon, arp_interval; /* ms; 0: not monitored so */
	uint64_t active; /* device that it sends by; 0: none, or of this mode several do */
};

/** What a team does (drivers/net/team): teamd, or who else speaks generic netlink, has set it up. */
struct pk_team {
	enum pk_status status; /* PK_ABSENT: it is no team */
	char mode[32]; /* "activebackup", "roundrobin", ... */
	uint64_t active; /* activebackup: device that it sends by; 0: none, or not known */
};

/** What a device is in the bond, team or bridge that is its master. */
struct pk_port {
	const char *of; /* "bond", "team", "bridge"; NULL: in none */
	enum pk_status status; /* PK_OK: what follows was read, each for itself */
	/* bond, and of a team LINK; see pk_bond_link_name() */
	struct pk_figure link, failures;
	bool active; /* bond, team: traffic goes by it; bridge: it forwards */
	/* 802.3ad: PK_ABSENT in other modes. PARTNER is all zeroes where nobody speaks LACP at the other end. */
	struct pk_figure aggregator, actor_state, partner_state, aggregator_ports;
	bool aggregator_active;
	uint8_t partner[6];
	struct pk_figure state, number, cost; /* bridge; STATE: see pk_bridge_state_name() */
};

const char *pk_bond_mode_name(uint64_t mode); /* "active-backup"; "?" */
const char *pk_bond_link_name(uint64_t link); /* "up", "going down", "down", "going back"; "?" */
const char *pk_bridge_state_name(uint64_t state); /* "forwarding"; "?" */

#define PK_MAX_LINKS 32 /* lower devices that are kept */

struct pk_device {
	uint64_t addr, net;
	uint32_t netns; /* 0 if unknown */
	char name[16], kind[24]; /* "" if unknown or none */
	struct pk_figure ifindex, flags, operstate, mtu, tx_queue_len, promiscuity, carrier_changes;
	bool carrier; /* from its state bits, part of FLAGS */
	bool present; /* from its state bits: the driver has not detached it */
	uint8_t address[32];
	uint32_t address_len; /* bytes; 0: none, or unknown */
	uint64_t master; /* 0: none */
	/* Filled in by pk_device_ports_read(). */
	struct pk_bond bond;
	struct pk_team team;
	struct pk_figure stp; /* of a bridge; PK_ABSENT: it is none */
	struct pk_port port;
	uint64_t lower[PK_MAX_LINKS];
	size_t nr_lower, nr_lower_all;
	unsigned depth; /* in the tree of devices */
	struct pk_figure watchdog_ms;
	struct pk_figure xdp; /* address of its program; 0: none */
	struct pk_link_stats stats;
	struct pk_tx_queue *queues; /* owned, as are all arrays below */
	size_t nr_queues;
	struct pk_qdisc_counts *qdiscs;
	size_t nr_qdiscs;
	struct pk_napi *napis;
	size_t nr_napis;
	/* Filled in by pk_device_classes_read(). */
	/* PK_ABSENT: no qdisc has classes; PK_OK: the list is complete */
	enum pk_status classes_status;
	struct pk_qdisc_class *classes; /* each after its parent */
	size_t nr_classes;
	/* Filled in by pk_device_programs_read(). */
	enum pk_status programs_status; /* PK_OK: the list is complete */
	struct pk_program_place *programs; /* at each hook in running order */
	size_t nr_programs;
	/* Filled in by pk_device_rings_read(). */
	struct pk_ring *rings;
	size_t nr_rings;
	/* modules whose types the dump lacks: its rings are not known */
	const char *rings_lack[PK_RING_MODULES];
	unsigned nr_rings_lack;
	/* Filled in by pk_device_driver_stats_read(). */
	/* PK_ABSENT: the driver has none; PK_UNSUPPORTED: it has, and they are not known */
	enum pk_status driver_stats_status;
	struct pk_driver_stat *driver_stats;
	size_t nr_driver_stats;
	/* Filled in by pk_device_irqs_read(). */
	/* the underlying hardware; "": none, or unknown */
	char parent_bus[16], parent_dev[32];
	enum pk_status irqs_status; /* PK_OK: all interrupts that can be tied to it are listed */
	struct pk_irq *irqs;
	size_t nr_irqs;
};

/* Bits of pk_device.flags, as `ip link` shows them (include/uapi/linux/if.h). */
#define PK_IFF_UP 0x1
#define PK_IFF_RUNNING 0x40
#define PK_IFF_PROMISC 0x100
#define PK_IFF_ALLMULTI 0x200
#define PK_IFF_LOWER_UP 0x10000
#define PK_IFF_DORMANT 0x20000

/** Name of flag I, "UP"; NULL past the last. */
const char *pk_device_flag_name(unsigned i);
const char *pk_operstate_name(uint64_t operstate); /* "UP"; "?" */

struct pk_devices {
	struct pk_device *list; /* owned; each after the devices below it */
	size_t nr;
};

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

/** A page_pool: pages that a driver recycles. */
struct pk_page_pool {
	uint64_t addr;
	struct pk_figure id; /* as the kernel's messages and netlink have it */
	uint64_t netdev; /* 0: none, or this kernel keeps none */
	char dev[16]; /* of NETDEV, if that is a device now; "" */
	uint32_t ifindex; /* with DEV */
	uint64_t net; /* with DEV; 0 if unknown */
	char parent[48]; /* the struct device that its memory is mapped for; "" */
	struct pk_figure napi_id; /* 0: no NAPI context uses it */
	struct pk_figure order; /* 2^ORDER pages each */
	struct pk_figure held, released; /* pages so far, of 32 bits */
	struct pk_figure inflight; /* signed: HELD - RELEASED, those that are its own now */
	struct pk_figure cached, in_ring; /* of these, kept for the next allocation */
	struct pk_figure users; /* 0: it is being shut down */
	/* since when it has been, if it waits for pages; PK_ABSENT: it does not */
	struct pk_figure shutdown_ms;
};

struct pk_page_pools {
	enum pk_status status; /* not PK_OK: the list is incomplete or empty */
	bool all; /* the kernel lists all; otherwise those that XDP's memory models know */
	struct pk_page_pool *list; /* owned */
	size_t nr, room;
};

#endif
