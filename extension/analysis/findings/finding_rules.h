/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FINDING_RULES_H
#define PK_ANALYSIS_FINDING_RULES_H

#include "analysis/explain/cpu_work.h"
#include "analysis/explain/skbs.h"
#include "analysis/lives/queued_packets.h"
#include "decode/printk.h"
#include "model/consumer.h"
#include "model/counters.h"
#include "model/device.h"
#include "model/figure.h"
#include "model/finding.h"
#include "model/netfilter.h"
#include "model/stall.h"

/** Protocols whose memory is counted. */
enum { PK_ACCOUNT_TCP, PK_ACCOUNT_UDP, PK_NR_ACCOUNTS };

/** What the rules examine, read once. */
struct pk_scene {
	struct pk_ctx *ctx;
	enum pk_status devices_status;
	bool devices_missing; /* some devices, or parts of them, as warnings say */
	struct pk_devices devices;
	struct pk_host_counters host;
	struct pk_proto_account accounts[PK_NR_ACCOUNTS];
	enum pk_status nets_status;
	struct pk_net_counters *nets; /* owned */
	size_t nr_nets, room_nets;
	/* where the tracked connections of each of NETS are; PK_ABSENT: none are counted */
	enum pk_status census_status;
	struct pk_conntrack_census *census; /* owned */
	enum pk_status user_queues_status; /* PK_ABSENT: there are none */
	struct pk_user_queue *user_queues; /* owned */
	size_t nr_user_queues, room_user_queues;
	/* asked only if a namespace has too many; else PK_ABSENT */
	struct pk_figure routes6_limited;
	struct pk_neighbour_table neighbours[PK_NR_NEIGHBOUR_FAMILIES];
	enum pk_status asked_status;
	struct pk_neighbour_asked *asked; /* owned */
	size_t nr_asked, room_asked;
	const struct pk_queued_packets *memory; /* borrowed */
	struct pk_figure ran_on_ms; /* how long it ran after its panic; PK_ABSENT: no panic */
	struct pk_watchdog watchdog;
	struct pk_hung_tasks hung;
	struct pk_rcu rcu;
	struct pk_worker_pools pools;
	struct pk_late_timers timers;
	struct pk_consumers consumers;
	struct pk_page_pools page_pools;
	struct pk_panic panic;
	struct pk_device_saids saids;
	/* only if the log says that a device is waited for: who waits, and who holds it */
	struct pk_device_waits waits;
	struct pk_ref_accounts references;
};

/** Mangled skbs with their findings. The code that may have mangled them is looked up once for
 *  all. */
struct pk_mangled {
	struct pk_mangled_skb {
		size_t finding; /* index among the findings */
		struct pk_placed_skb skb;
	} * list; /* owned */
	size_t nr, room;
};

/** A rule being judged. Each thing that it examines ends in found, clear or unknown, below. */
struct pk_judge {
	const struct pk_scene *scene;
	struct pk_findings *findings;
	struct pk_rule_result *result;
	unsigned rank;
	struct pk_mangled *mangled;
};

/** A rule: what it looks for, in words, and the function that looks. */
struct pk_rule {
	const char *name;
	const char *summary;
	unsigned rank;
	void (*judge)(struct pk_judge *judge);
};

/** Apply every rule to SCENE. */
enum pk_status pk_findings_judge(const struct pk_scene *scene, struct pk_findings *ret_findings);

/** The thing is in trouble. MORE: the command that shows more. The finding is valid until the next
 *  call; NULL: out of memory, or the rule has enough findings. */
struct pk_finding *pk_judge_found(struct pk_judge *judge, const char *more, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** False: the scene has no devices, which is not judged then; that some are missing is said, too. */
bool pk_judge_knows_devices(struct pk_judge *judge);
/** The device whose struct net_device ADDR lies in; NULL: none. Borrowed. */
const struct pk_device *pk_scene_device(const struct pk_scene *scene, uint64_t addr);
/** How many packets the running CPUs may have been handling that no stack shows. */
uint64_t pk_scene_packets_handled(const struct pk_scene *scene);
/** Visit the sockets of all protocols with tables of sockets, not only of those that are shown. */
enum pk_status pk_scene_socks_walk(const struct pk_scene *scene,
				   bool (*fn)(const struct pk_sock *sock, void *arg), void *arg);
/** The next finding would only be counted: its details need not be read. */
bool pk_judge_is_full(const struct pk_judge *judge);
/** Add evidence to FINDING; NULL: does nothing. */
void pk_finding_shows(struct pk_finding *finding, const char *name, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void pk_finding_shows_uint(struct pk_finding *finding, const char *name, uint64_t value);
void pk_finding_shows_addr(struct pk_finding *finding, const char *name, uint64_t addr);
/** The thing is fine. */
void pk_judge_clear(struct pk_judge *judge);
/** The thing cannot be judged: WHAT is unknown, because of WHY; with PK_OK, WHAT is itself the
 *  reason. */
void pk_judge_unknown(struct pk_judge *judge, const char *what, enum pk_status why);
/** The machine stopped so soon after its panic that timers still tell of the time before. Otherwise
 *  the thing cannot be judged by them: a hypervisor may dump a machine that has waited in panic()
 *  for long and receives no packets. */
bool pk_judge_stood_still(struct pk_judge *judge);
/** FIGURE is known; otherwise the thing is recorded as unknown. */
bool pk_judge_knows(struct pk_judge *judge, const char *what, const struct pk_figure *figure);

/** A part of a sentence that grows. What does not fit is cut off. */
struct pk_words {
	char text[280];
	size_t len;
};
void pk_words_add(struct pk_words *words, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void pk_words_add_tuple(struct pk_words *words, const struct pk_tuple *tuple);

/** A device's name, for sentences: "(no name)" if it has none. */
const char *pk_device_called(const struct pk_device *device);
/** The command that shows more of a device. Returns MORE. */
const char *pk_device_more(const struct pk_device *device, char more[64]);
/** The device is known to be up (IFF_UP). */
bool pk_device_is_up(const struct pk_device *device);

/** Who has most of what a limit counts, in words that a sentence goes on with, and as evidence. */
struct pk_holders {
	struct pk_words words;
	uint64_t found; /* of all that are counted */
	uint32_t netns, of_netns; /* NETNS 0: none, or not known */
	struct pk_cgroup cgroup; /* path "": not known */
	uint32_t of_cgroup;
	char address[64]; /* "": of no connection */
	uint32_t of_address;
	char comm[16];
	int32_t pid; /* 0: no process */
	uint32_t of_process;
};
/** TCP's sockets that no process has and that are not done. */
void pk_holders_of_orphans(const struct pk_scene *scene, struct pk_holders *ret_holders);
/** The tracked connections of the namespace NET. */
void pk_holders_of_conntracks(const struct pk_scene *scene, uint64_t net,
			      struct pk_holders *ret_holders);
/** Its path and container, if they are known. */
void pk_finding_shows_cgroup(struct pk_finding *finding, const struct pk_cgroup *cgroup);
void pk_finding_shows_holders(struct pk_finding *finding, const struct pk_holders *holders);

/* The rules, by subject. The comment on each function names the kernel's own test. */
void pk_judge_stuck_cpus(struct pk_judge *judge);
void pk_judge_hard_cpus(struct pk_judge *judge);
void pk_judge_rcu(struct pk_judge *judge);
void pk_judge_worker_pools(struct pk_judge *judge);
void pk_judge_works_asleep(struct pk_judge *judge);
void pk_judge_late_timers(struct pk_judge *judge);
void pk_judge_hung_tasks(struct pk_judge *judge);

void pk_judge_transports(struct pk_judge *judge);

void pk_judge_tx_stopped(struct pk_judge *judge);
void pk_judge_bql_stuck(struct pk_judge *judge);
void pk_judge_no_carrier(struct pk_judge *judge);
void pk_judge_references(struct pk_judge *judge);

void pk_judge_qdisc_asleep(struct pk_judge *judge);
/** Packets in RING that are sent, and that NAPI is to free: virtio_net may free them when it sends the next. */
uint64_t pk_ring_unfreed(const struct pk_ring *ring);
void pk_judge_napi_asleep(struct pk_judge *judge);
void pk_judge_qdisc_late(struct pk_judge *judge);
void pk_judge_neighbour_asleep(struct pk_judge *judge);

void pk_judge_tcp_memory(struct pk_judge *judge);
void pk_judge_udp_memory(struct pk_judge *judge);
void pk_judge_tcp_orphans(struct pk_judge *judge);
void pk_judge_memcg_pressure(struct pk_judge *judge);
void pk_judge_time_wait(struct pk_judge *judge);
bool pk_net_has_many_routes6(const struct pk_net_counters *net);
void pk_judge_routes6(struct pk_judge *judge);
void pk_judge_fragments(struct pk_judge *judge);
void pk_judge_conntrack(struct pk_judge *judge);
void pk_judge_user_queue_full(struct pk_judge *judge);
void pk_judge_lost_user_queue(struct pk_judge *judge);
void pk_judge_backlog(struct pk_judge *judge);
void pk_judge_neighbours(struct pk_judge *judge);
void pk_judge_lost_connects(struct pk_judge *judge);
void pk_judge_lost_backlog(struct pk_judge *judge);
void pk_judge_lost_memory(struct pk_judge *judge);
void pk_judge_lost_conntrack(struct pk_judge *judge);
void pk_judge_page_pools(struct pk_judge *judge);

void pk_judge_conntrack_leaked(struct pk_judge *judge);
void pk_judge_memory_leaked(struct pk_judge *judge);
void pk_judge_sent_leaked(struct pk_judge *judge);
void pk_judge_ports(struct pk_judge *judge);

void pk_judge_accept_queue(struct pk_judge *judge);
void pk_judge_syn_queue(struct pk_judge *judge);
void pk_judge_zero_window(struct pk_judge *judge);
void pk_judge_large_lost(struct pk_judge *judge);
void pk_judge_unanswered(struct pk_judge *judge);
void pk_judge_no_timer(struct pk_judge *judge);
void pk_judge_unread(struct pk_judge *judge);

void pk_judge_queued_skbs(struct pk_judge *judge);
void pk_judge_held_skbs(struct pk_judge *judge);
/** After all rules: add the foreign code that MANGLED skbs went through as evidence to FINDINGS. */
void pk_mangled_show_hooks(const struct pk_scene *scene, const struct pk_mangled *mangled,
			   struct pk_findings *findings);

/** The spinlock that a CPU waits for, and who has it. */
struct pk_spin {
	enum pk_status status; /* of LOCK; PK_UNSUPPORTED: locks of this kernel are not known */
	uint64_t lock;
	char name[128]; /* "the root lock of qdisc fq 1: of eth0", "rtnl_msg_lock", its address */
	uint64_t object; /* in which it lies: qdisc, socket, slab object; 0: unknown */
	int holder; /* CPU; -1: unknown */
	bool certain; /* the kernel noted HOLDER; else it is the only CPU whose registers or stack have the lock or OBJECT */
	bool holder_unjudged; /* a CPU's stack cannot be unwound */
	struct pk_symbol holder_func; /* where it runs; "" if unknown */
};

/** WORK.SPINS: CPU waits for a spinlock. */
void pk_spin_read(const struct pk_scene *scene, int cpu, const struct pk_cpu_work *work,
		  struct pk_spin *ret_spin);
void pk_spin_tell(const struct pk_spin *spin, struct pk_words *words);
void pk_spin_show(const struct pk_spin *spin, struct pk_finding *finding);

/** What a CPU was doing, for a finding about it. */
struct pk_cpu_tale {
	int cpu;
	enum pk_status status; /* of WORK: as pk_cpu_work_read() */
	struct pk_cpu_work work;
	struct pk_spin spin; /* with WORK.SPINS */
};

void pk_cpu_tale_read(const struct pk_scene *scene, int cpu, struct pk_cpu_tale *ret_tale);
/** ": in FUNCTION, task ..." */
void pk_cpu_tale_tell(const struct pk_cpu_tale *tale, struct pk_words *words);
/** As evidence. */
void pk_cpu_tale_show(const struct pk_scene *scene, const struct pk_cpu_tale *tale,
		      struct pk_finding *finding);

/** ", held up by CPU 1: in FUNCTION, task ..."; nothing if PERIOD has no holdouts. RET_TALE: of that CPU; its CPU is -1 if who
 *  was told does not run. Returns its index in PERIOD's holdouts. */
size_t pk_rcu_tell(const struct pk_scene *scene, const struct pk_rcu_period *period,
		   struct pk_cpu_tale *ret_tale, struct pk_words *words);

#endif
