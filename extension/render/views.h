/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_VIEWS_H
#define PK_RENDER_VIEWS_H

#include <stdint.h>

#include "analysis/explain/packet_groups.h"
#include "analysis/explain/probes.h"
#include "analysis/explain/skbs.h"
#include "analysis/explain/socks.h"
#include "analysis/explain/story.h"
#include "model/consumer.h"
#include "model/counters.h"
#include "model/device.h"
#include "model/drop_counter.h"
#include "model/fault.h"
#include "model/finding.h"
#include "model/history.h"
#include "model/local_sock.h"
#include "model/net_lists.h"
#include "model/netfilter.h"
#include "model/open_calls.h"
#include "model/patch_site.h"
#include "model/routes.h"
#include "model/sctp.h"
#include "model/skb.h"
#include "model/skb_state.h"
#include "model/sock.h"
#include "model/stack_packet.h"
#include "model/tracing.h"
#include "model/xfrm.h"
#include "render/out.h"
#include "render/packet.h"

/* --- buffer_stats.c -------------------------------------------------------------------------------- */

/** One CPU's buffer counters, in the words and order of per_cpu/cpuN/stats, or as JSON. IN_NS: the
 *  instance's clock counts nanoseconds. */
void pk_render_buffer_stats(struct pk_out *out, const struct pk_cpu_stats *stats, bool in_ns);

/* --- conntrack.c ----------------------------------------------------------------------------------- */

/** What a packet's own skb points to: the object "conntrack". */
void pk_render_tracked(struct pk_out *out, const struct pk_tracked *tracked);
/** The array "conntrack" of the innermost object; with TEXT, lines below the socket's. */
void pk_render_conntracks(struct pk_out *out, const struct pk_conntracks *conntracks, bool text);

/* --- consumers.c ----------------------------------------------------------------------------------- */

/** Each transport with its calls, then calls without a transport. VERBOSE (text): also who waits
 *  for each. */
void pk_render_consumers(struct pk_out *out, const struct pk_consumers *consumers, bool verbose);

/* --- counters.c ------------------------------------------------------------------------------------ */

struct pk_neighbours_view {
	const struct pk_neighbour *list; /* of all namespaces */
	size_t nr;
	struct pk_neighbour_table tables[PK_NR_NEIGHBOUR_FAMILIES];
};

struct pk_frag_queues_view {
	const struct pk_frag_queue *list; /* of all namespaces */
	size_t nr;
	enum pk_status status; /* not PK_OK: the list is incomplete or empty */
};

/** The whole machine's counters, and the memory of its packets. */
void pk_render_host_counters(struct pk_out *out, const struct pk_host_counters *host,
			     const struct pk_neighbours_view *neighbours,
			     const struct pk_skb_memory *held, const struct pk_page_pools *pools,
			     bool verbose);
/** Counters of a namespace: those that mean loss; with VERBOSE all that are not zero. */
void pk_render_net_counters(struct pk_out *out, const struct pk_net_counters *net,
			    const struct pk_neighbours_view *neighbours,
			    const struct pk_frag_queues_view *fragments,
			    const struct pk_nft_ruleset *nft, bool verbose);

/* --- device_refs.c --------------------------------------------------------------------------------- */

struct pk_device_refs_view {
	const struct pk_device_refs *refs;
	const struct pk_ref_accounts *accounts; /* that REFS is of */
	const struct pk_device_wait *wait; /* NULL: nobody waits for it */
	const struct pk_device_waits *waits;
	const struct pk_device_said *said; /* NULL: the log says nothing of it */
	bool last; /* of those that are shown */
	struct pk_figure for_s; /* how long it is waited for, at least */
	bool verbose; /* whole stacks of those who took references */
};

/** A device's references by holder, who waits for the last of them, and who stands behind. */
void pk_render_device_refs(struct pk_out *out, const struct pk_device_refs_view *view);
/** What the kernel's tracker has of a namespace's references: counted ones and others. */
void pk_render_net_refs(struct pk_out *out, const struct pk_net_refs *refs, bool verbose);

/* --- devices.c ------------------------------------------------------------------------------------- */

struct pk_device_view {
	const struct pk_device *device;
	const char *master; /* its name; NULL: none */
	const char *active; /* of a bond: name of the device that it sends by; NULL: none */
	const char *lower[PK_MAX_LINKS]; /* DEVICE->nr_lower names; NULL: unknown */
	const char *xdp_name; /* name of its program; NULL: none */
	bool verbose; /* every queue, qdisc and NAPI context, every counter */
};

/** A device with what slows it down: stopped queues, qdiscs with a backlog or drops. */
void pk_render_device(struct pk_out *out, const struct pk_device_view *view);

/** Behind the last of DEVICES: whose rings are not known, and what to do. Text only. */
void pk_render_rings_lacking(struct pk_out *out, const struct pk_devices *devices);

/* --- device_parts.c -------------------------------------------------------------------------------- */

/* The parts of pk_render_device() that do not belong to a queue. */

/** "1:10", "1:" */
const char *pk_handle_text(uint32_t handle, char buf[16]);
/** Begins a line of VIEW. */
void pk_render_device_margin(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_rings(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_driver_stats(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_classes(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_programs(struct pk_out *out, const struct pk_device_view *view);
void pk_render_device_irqs(struct pk_out *out, const struct pk_device_view *view);

/* --- drops.c --------------------------------------------------------------------------------------- */

/** What the trace tells of drops. */
struct pk_drops_view {
	const struct pk_groups *groups; /* NULL: the trace was not read, or there is none */
	uint32_t packets; /* that were looked at */
	uint32_t unknown; /* of these, such whose end is not known */
	const struct pk_drop_counters *counters; /* NULL: they were not asked for */
	bool filtered; /* that is why there are none */
};

/** Drops of the trace by group, then memory's counters, then what was not judged. */
void pk_render_drops(struct pk_out *out, const struct pk_packet_style *style,
		     const struct pk_drops_view *view);

/* --- event_fields.c -------------------------------------------------------------------------------- */

/** One event: the kernel's own prefix, its name, and its fields as recorded, not the text that the
 *  kernel makes of them; or as JSON ("event" of the schema). */
void pk_render_event_fields(struct pk_out *out, const struct pk_event_line *line);

/* --- fault.c --------------------------------------------------------------------------------------- */

/** A sentence about the bad pointer, where it came from and who freed that, and the object "fault" in JSON. Nothing where FAULT is not
 *  known. HISTORY: of FAULT's object, as pk_history_end_read(); not used where FAULT has none. */
void pk_render_fault(struct pk_out *out, const struct pk_fault *fault,
		     const struct pk_history *history, const struct pk_packet_style *style);
/** A line about who freed HISTORY's object, or what it is. */
void pk_render_freed_line(struct pk_out *out, const struct pk_history *history,
			  const struct pk_packet_style *style);
/** The object "freed" of JSON: who freed HISTORY's object; null where that is not known. */
void pk_render_freed(struct pk_out *out, const struct pk_history *history);

/* --- findings.c ------------------------------------------------------------------------------------ */

/** A finding with its evidence. BRIEF (text): its sentence only. */
void pk_render_finding(struct pk_out *out, const struct pk_finding *finding, bool brief,
		       bool verbose);
/** The outcome of every rule; in text only those that found nothing or could not be judged. */
void pk_render_rules(struct pk_out *out, const struct pk_findings *findings, bool verbose);

/* --- flows.c --------------------------------------------------------------------------------------- */

/** What the trace says of a connection. */
struct pk_flow_counts {
	bool known; /* otherwise nothing below is valid */
	uint64_t packets, drops, retransmits;
};

struct pk_flow {
	struct pk_sock sock;
	struct pk_flow_counts counts;
	struct pk_sock_queues queues;
	struct pk_sock_waiters waiters;
	struct pk_conntracks conntracks;
	bool owners_known; /* OWNERS is valid */
	const struct pk_sock_owner *owners; /* borrowed */
	bool several; /* several protocols are shown: each socket names its own */
	const struct pk_sock_info *info; /* borrowed; NULL: not wanted, or none for this kind */
	bool judged; /* with INFO: REASONS are those why its data waits; nothing is known of its protocol otherwise */
	struct pk_sock_reasons reasons; /* valid with INFO */
	bool verbose; /* one line for every queued skb */
};

/** A list of connections being printed. */
struct pk_flow_list {
	struct pk_column columns[PK_TABLE_COLUMNS];
	struct pk_table table; /* of COLUMNS: LIST does not move */
};

/** SEVERAL: as in struct pk_flow. COUNTED: with columns for the trace's counts. */
void pk_flow_list_begin(struct pk_flow_list *list, struct pk_out *out, bool several, bool counted);
/** Measure a future row, before the heading is printed (text only). */
void pk_flow_list_measure(struct pk_flow_list *list, const struct pk_sock *sock);
void pk_render_flow_heading(struct pk_flow_list *list);
/** One connection, with its queues as memory holds them. */
void pk_render_flow(struct pk_flow_list *list, const struct pk_flow *flow);

/* --- history.c ------------------------------------------------------------------------------------- */

/** The history of an address; STYLE prints its times. */
void pk_render_history(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_history *history);

/* --- inflight.c ------------------------------------------------------------------------------------ */

/** A packet on a list in a function's local variable. */
struct pk_busy_waiting {
	char id[48]; /* ID of its packet in the trace; "" if none */
	struct pk_skb fields;
	struct pk_symbol func; /* whose variable it is */
};

/** What a CPU, or a task that is not running, was in the middle of. */
struct pk_busy {
	const struct pk_open_calls *calls;
	const struct pk_symbol *funcs; /* one per frame; no name: unknown */
	const bool *on_path; /* one per frame: the function handles packets */
	const enum pk_call_role *roles; /* one per frame */
	bool unfolded; /* text: show the frames of probes and of the panic, too */
	bool panic_known;
	uint64_t panic_ns; /* on the local clock, as pk_open_frame.calltime */
	const struct pk_stack_packet *packet; /* NULL: none */
	const char *packet_id; /* ID of its packet in the trace; NULL: none */
	const struct pk_busy_waiting *waiting; /* one per PACKET->waiting; NULL: none */
};

/** A CPU's or task's open calls, innermost last, with the packet it was handling. */
void pk_render_busy(struct pk_out *out, const struct pk_busy *busy);

/* --- latency.c ------------------------------------------------------------------------------------- */

struct pk_latency_view {
	const struct pk_groups *groups;
	uint32_t packets; /* that were looked at */
	uint32_t incomplete; /* none of their stages has both ends in the trace */
	uint32_t lossy; /* left out: events of theirs may be lost */
	uint64_t still, back; /* stages left out: the clock stood still, went back */
	const struct pk_sample *list; /* stages one by one, the longest first */
	size_t nr;
	size_t nr_shown; /* of these, as text */
};

void pk_render_latency(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_latency_view *view);

/* --- local_sock.c ---------------------------------------------------------------------------------- */

/** The heading of their list (text only). */
void pk_render_local_heading(struct pk_out *out);
/** Who has it open, and who has the senders of MORE's unread packets open; NULL: nobody. */
struct pk_local_owners {
	bool whole; /* that is known */
	const struct pk_sock_owner *own, *senders[PK_MESSAGES_MAX];
};

/** One socket, and what of MORE was read. VERBOSE: name all owners. */
void pk_render_local_sock(struct pk_out *out, const struct pk_local_sock *sock,
			  const struct pk_local_sock_more *more,
			  const struct pk_local_owners *owners, bool verbose);

/* --- log.c ----------------------------------------------------------------------------------------- */

/** Names of the levels of printk(), as dmesg --level takes them: "emerg" to "debug"; eight. */
extern const char *const pk_log_levels[8];

/** How records are printed. */
struct pk_log_style {
	bool wall_clock; /* -T: the date in UTC instead of seconds since boot */
	bool caller; /* as kernels with CONFIG_PRINTK_CALLER print it: "[    T1]", "[    C0]" */
	int64_t wall_offset_ns; /* what makes a record's time one since 1970, if WALL_CLOCK */
};

/** In JSON, what CONFIG_PRINTK_CALLER tells: a CPU, BY_CPU, or a task; keys "caller_cpu" and "caller_pid". */
void pk_render_log_caller(struct pk_out *out, bool has_caller, bool by_cpu, uint32_t caller);
/**
 * A record as the kernel's syslog() prints it: each line of its text behind "[seconds.microseconds] ". With
 * RAW, the text's bytes as they are go there instead of OUT's stream; NULL: escaped, to OUT.
 */
void pk_render_log_line(struct pk_out *out, const struct pk_log_style *style,
			const struct pk_log_line *line, FILE *raw);

/* --- nft.c ----------------------------------------------------------------------------------------- */

/** A namespace's tables of nft. In text a line for each base chain, named set, object and flowtable, and each counter that is
 *  not zero, up to a limit; with ALL everything. */
void pk_render_nft(struct pk_out *out, const struct pk_nft_ruleset *ruleset, bool all);

/* --- owners.c -------------------------------------------------------------------------------------- */

/** JSON's `owners`: who has a socket open. KNOWN: OWNERS is complete. No text. */
void pk_render_owners(struct pk_out *out, const struct pk_sock_owner *owners, bool known);
/** Column and key "inode": a struct socket's, or PK_INODE_UNKNOWN. */
void pk_render_inode(struct pk_out *out, uint64_t inode);
/** " traffic[308] fd 5", only a few unless VERBOSE; ends with ".." if BUF is too small. Returns
 *  BUF. */
const char *pk_owners_text(const struct pk_sock_owner *owners, bool verbose, char *buf,
			   size_t size);

/** Who opened a socket, its cookie, and what was shut down (JSON only). */
void pk_render_identity(struct pk_out *out, const struct pk_sock_identity *identity);

/* --- packet_groups.c ------------------------------------------------------------------------------- */

/** All groups: a table, or a line of JSON each, of kind WHAT. */
void pk_render_groups(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_groups *groups, const char *what);

/* --- probe_use.c ----------------------------------------------------------------------------------- */

/** The probed functions on the packets' paths: a block each, or a JSON line. */
void pk_render_probe_use(struct pk_out *out, const struct pk_probe_use *use);

/* --- probes.c -------------------------------------------------------------------------------------- */

/** "tcp_v4_rcv", "tcp_v4_rcv+0x10", with " [module]"; the tracepoint's or hook's name; "317 functions";
 *  "all functions". Returns BUF. */
const char *pk_probe_target_text(const struct pk_probe *probe, char *buf, size_t size);
/** State words separated by commas, "" if none. Returns BUF. */
const char *pk_probe_state_text(const struct pk_probe *probe, char *buf, size_t size);

/** The listing as a table, foreign probes first, or one JSON line per probe. */
void pk_render_probes(struct pk_out *out, const struct pk_probe_listing *listing);
/** Text only: a line of the kinds that this kernel was built without, if any. */
void pk_render_probes_not_built_in(struct pk_out *out, const struct pk_probe_listing *listing);
/** What ftrace's record and the code bytes say about a function, on one line (text only). */
void pk_render_patch_site(struct pk_out *out, const struct pk_patch_site *site);

/* --- net_lists.c ----------------------------------------------------------------------------------- */

/** Each is a line, as `ip neigh`, `ip -o addr`, `bridge fdb` and `bridge vlan` print it. DEV: whose it is; VIA: name of
 *  the entry's own; NULL: none, or not known. */
void pk_render_neigh(struct pk_out *out, uint32_t inum, const struct pk_neigh *neigh);
void pk_render_ip_address(struct pk_out *out, uint32_t inum, const char *dev, uint32_t ifindex,
			  const struct pk_ip_address *address);
void pk_render_fdb_entry(struct pk_out *out, uint32_t inum, const struct pk_fdb_entry *entry,
			 const char *via);
void pk_render_bridge_vlan(struct pk_out *out, uint32_t inum, const char *dev,
			   const struct pk_bridge_vlan *vlan);

/* --- routes.c -------------------------------------------------------------------------------------- */

/** Each is a line, as `ip route show table all`, `ip rule` and `ip nexthop` print it. INUM: of the namespace, 0 if unknown. */
void pk_render_route(struct pk_out *out, uint32_t inum, const struct pk_route *route);
void pk_render_rule(struct pk_out *out, uint32_t inum, uint8_t family,
		    const struct pk_fib_rule *rule);
void pk_render_nexthop(struct pk_out *out, uint32_t inum, const struct pk_nexthop *nexthop);

/** Which way FLOW would go in the namespace: one of WAYS. */
void pk_render_way(struct pk_out *out, uint32_t inum, const struct pk_route_flow *flow,
		   const struct pk_route_ways *ways, const struct pk_route_way *way);

/* --- sctp.c ---------------------------------------------------------------------------------------- */

/** The heading of their list (text only). */
void pk_render_sctp_heading(struct pk_out *out);
/** One of them. HZ: jiffies per second, 0 if unknown. OWNERS may be NULL; with OWNERS_KNOWN nobody
 *  has it open then. VERBOSE: name all owners. */
void pk_render_sctp(struct pk_out *out, const struct pk_sctp *sctp, uint64_t hz,
		    const struct pk_sock_owner *owners, bool owners_known, bool verbose);

/* --- skb.c ----------------------------------------------------------------------------------------- */

struct pk_skb_view {
	const struct pk_skb_state *state;
	const char *where; /* "": location unknown */
	const struct pk_skb_hooks *hooks; /* NULL: not requested */
	bool whole; /* otherwise text shows only a line, and its faults */
};

void pk_render_skb(struct pk_out *out, const struct pk_skb_view *view);

/** Packets in memory at one place with one length, in which nothing is wrong. */
struct pk_skbs_alike {
	const char *where; /* as pk_skb_view.where */
	uint32_t len; /* bytes */
	uint64_t first, nr; /* address of the first, number of all */
};

/** A line of text for all of ALIKE. */
void pk_render_skbs_alike(struct pk_out *out, const struct pk_skbs_alike *alike);

/* --- skb_memory.c ---------------------------------------------------------------------------------- */

/** Who holds the skbs in use, and the slab caches: with VERBOSE empty ones, too. Keys of the object
 *  that OUT is in. */
void pk_render_skb_memory(struct pk_out *out, const struct pk_skb_memory *held, bool verbose);
void pk_render_page_pools(struct pk_out *out, const struct pk_page_pools *pools);

/* --- sock_groups.c --------------------------------------------------------------------------------- */

/** A line for each group, sorted; of text the first ones unless WHOLE. */
void pk_render_sock_groups(struct pk_out *out, const struct pk_sock_groups *groups, bool whole);

/* --- sock_info.c ----------------------------------------------------------------------------------- */

/** What `ss -tinm` would show for SOCK, in its words: a line of text, and the object "info". */
void pk_render_sock_info(struct pk_out *out, const struct pk_sock *sock,
			 const struct pk_sock_info *info);

/** The same, for a socket whose memory is all that is known. */
void pk_render_sock_memory(struct pk_out *out, const struct pk_sock_info *info,
			   const struct pk_sock_identity *identity, uint64_t inode);
/** Lines of text, and the array "reasons"; NULL: nobody can judge. */
void pk_render_reasons(struct pk_out *out, const struct pk_sock_reasons *reasons);

/* --- story.c --------------------------------------------------------------------------------------- */

/** A connection's packets in both directions, in order of time. STYLE says how times are
 *  printed. */
void pk_render_story(struct pk_out *out, const struct pk_packet_style *style,
		     const struct pk_story *story);

/* --- tracers.c ------------------------------------------------------------------------------------- */

/** Available tracers, and the state shared by all instances: switches, the deepest stack, the
 *  profiler. */
void pk_render_tracing(struct pk_out *out, const struct pk_tracing *tracing, bool verbose);

/** One instance: tracer, options, filters, commands, events, triggers, pids. VERBOSE: every option,
 *  and every name. */
void pk_render_instance(struct pk_out *out, const struct pk_instance_setup *setup, bool verbose);

/* --- waiters.c ------------------------------------------------------------------------------------- */

/** The key "waiting" of a socket: null if its queue could not be read. TEXT: a line for each, too. */
void pk_render_waiters(struct pk_out *out, const struct pk_sock_waiters *waiters, bool text);

/* --- xfrm.c ---------------------------------------------------------------------------------------- */

/** The heading of their list (text only). */
void pk_render_xfrm_heading(struct pk_out *out);
void pk_render_xfrm(struct pk_out *out, const struct pk_xfrm_state *state);

#endif
