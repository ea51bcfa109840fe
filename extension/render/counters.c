// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/explain/cause.h"
#include "model/figure.h"
#include "render/out.h"

/* --- the machine --------------------------------------------------------------------------------- */

static void render_mem(struct pk_out *out, const char *key, const struct pk_figure mem[])
{
	static const char *const names[PK_NR_TCP_MEM] = {"low", "pressure", "high"};

	pk_out_object_begin(out, key);
	for (int i = 0; i < PK_NR_TCP_MEM; i++)
		pk_render_figure(out, names[i], i ? "/" : " of ", &mem[i], "");
	pk_out_object_end(out);
	pk_out_text(out, " pages");
}

static void render_softnet(struct pk_out *out, const struct pk_softnet_cpu *cpu)
{
	bool known = cpu->pending.status == PK_OK, ready = cpu->ksoftirqd.status == PK_OK;
	const char *before = "  pending ";

	PK_OUT_OBJECT(out, NULL);
	pk_out_uint(out, "cpu", "%4llu", cpu->cpu);
	pk_out_bool(out, "online", cpu->online);
	pk_render_column(out, "processed", &cpu->processed, 12);
	pk_render_column(out, "dropped", &cpu->dropped, 10);
	pk_render_column(out, "time_squeeze", &cpu->time_squeeze, 10);
	pk_render_column(out, "received_rps", &cpu->received_rps, 10);
	pk_render_column(out, "flow_limit", &cpu->flow_limit, 10);
	pk_render_column(out, "input_qlen", &cpu->input_qlen, 10);
	pk_render_column(out, "process_qlen", &cpu->process_qlen, 10);
	pk_out_text(out, "%s", cpu->online ? "" : "  offline");
	/* ksoftirqd is shown if it is runnable: then softirqs exceed what the ends of
	 * interrupts can handle. */
	if (known)
		pk_out_array_begin(out, "pending");
	else
		pk_out_null(out, "pending");
	for (unsigned i = 0; known && i < PK_NR_SOFTIRQS; i++)
		if (cpu->pending.value >> i & 1) {
			pk_out_text(out, "%s", before);
			pk_out_str(out, NULL, "%s", pk_softirq_name(i));
			before = ",";
		}
	if (known)
		pk_out_array_end(out);
	pk_out_bool_if(out, "ksoftirqd_runnable", ready, !cpu->ksoftirqd.value);
	if (ready && !cpu->ksoftirqd.value)
		pk_out_text(out, "  ksoftirqd runnable");
	pk_out_text(out, "\n");
}

void pk_render_host_counters(struct pk_out *out, const struct pk_host_counters *host,
			     const struct pk_neighbours_view *neighbours,
			     const struct pk_skb_memory *held, const struct pk_page_pools *pools,
			     bool verbose)
{
	const struct pk_figure *pressure = &host->tcp_pressure;
	const struct pk_neighbour_table *arp = &neighbours->tables[PK_NEIGHBOUR_ARP];
	const struct pk_neighbour_table *nd = &neighbours->tables[PK_NEIGHBOUR_ND];

	PK_OUT_RECORD(out, "machine");
	pk_render_figure(out, "tcp_pages", "TCP memory: ", &host->tcp_pages, "");
	render_mem(out, "tcp_mem", host->tcp_mem);
	pk_out_flag(out, "tcp_pressure", pressure);
	if (pressure->status == PK_OK && pressure->value)
		pk_out_text(out, ", UNDER PRESSURE");
	pk_render_figure(out, "tcp_sockets", "; ", &host->tcp_sockets, " socket(s)");
	pk_render_figure(out, "tcp_orphans", ", orphans ", &host->tcp_orphans, "");
	pk_render_figure(out, "tcp_max_orphans", " of ", &host->tcp_max_orphans, "");
	pk_out_text(out, "\n");
	pk_render_figure(out, "udp_pages", "UDP memory: ", &host->udp_pages, "");
	render_mem(out, "udp_mem", host->udp_mem);
	pk_out_text(out, "\n");
	pk_render_figure(out, "arp_entries", "Neighbours: IPv4 ", &arp->entries, "");
	pk_render_figure(out, "arp_gc_thresh3", " of ", &arp->limit, "");
	pk_render_figure(out, "nd_entries", ", IPv6 ", &nd->entries, "");
	pk_render_figure(out, "nd_gc_thresh3", " of ", &nd->limit, "");
	pk_out_text(out, "\n");

	if (host->conntrack_max.status == PK_ABSENT) {
		pk_out_uint_if(out, "conntrack_max", NULL, false, 0);
		pk_out_uint_if(out, "conntrack_buckets", NULL, false, 0);
		pk_out_text(out, "Connection tracking: not loaded\n");
	} else {
		pk_render_figure(out, "conntrack_max", "Connection tracking: at most ",
				 &host->conntrack_max, "");
		pk_render_figure(out, "conntrack_buckets", " connections, ",
				 &host->conntrack_buckets, " bucket(s)");
		pk_out_text(out, "\n");
	}

	pk_render_figure(out, "netdev_max_backlog", "Receive path of each CPU (netdev_max_backlog ",
			 &host->max_backlog, "):");
	pk_out_text(out, "\n%4s %12s %10s %10s %10s %10s %10s %10s\n", "CPU", "PROCESSED",
		    "DROPPED", "SQUEEZED", "RPS", "FLOWLIMIT", "INPUT", "PROCESS");
	pk_out_array_begin(out, "softnet");
	for (size_t i = 0; i < host->nr_cpus; i++)
		render_softnet(out, &host->cpus[i]);
	pk_out_array_end(out);
	pk_render_skb_memory(out, held, verbose);
	pk_render_page_pools(out, pools);
}

/* --- a namespace ------------------------------------------------------------------------------------ */

static void render_sockets(struct pk_out *out, const struct pk_net_counters *net)
{
	static const struct {
		const char *key, *before;
	} protos[PK_NR_PROTOS] = {
		[PK_PROTO_TCP] = {"tcp", "; TCP "},	[PK_PROTO_TCP6] = {"tcp6", ", IPv6 "},
		[PK_PROTO_UDP] = {"udp", "; UDP "},	[PK_PROTO_UDP6] = {"udp6", ", IPv6 "},
		[PK_PROTO_UDPLITE] = {"udplite", NULL}, [PK_PROTO_UDPLITE6] = {"udplite6", NULL},
		[PK_PROTO_RAW] = {"raw", "; raw "},	[PK_PROTO_RAW6] = {"raw6", ", IPv6 "},
	};
	static const enum pk_inet_proto order[] = {
		PK_PROTO_TCP,	  PK_PROTO_TCP6,     PK_PROTO_UDP, PK_PROTO_UDP6,
		PK_PROTO_UDPLITE, PK_PROTO_UDPLITE6, PK_PROTO_RAW, PK_PROTO_RAW6};

	pk_render_figure(out, "sockets", "  sockets in use: ", &net->sockets, "");
	pk_out_object_begin(out, "inuse");
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		const struct pk_figure *inuse = &net->inuse[order[i]];

		if (protos[order[i]].before)
			pk_render_figure(out, protos[order[i]].key, protos[order[i]].before, inuse,
					 "");
		else
			pk_out_figure(out, protos[order[i]].key, NULL, inuse);
	}
	pk_out_object_end(out);
	pk_out_text(out, "\n");
	pk_render_figure(out, "time_wait", "  TIME_WAIT: ", &net->time_wait, "");
	pk_render_figure(out, "time_wait_max", " of ", &net->time_wait_max, "");
}

static void render_frags(struct pk_out *out, const char *key, const char *name,
			 const struct pk_frags *frags)
{
	PK_OUT_OBJECT(out, key);
	pk_out_text(out, "; %s: ", name);
	pk_render_figure(out, "queues", "", &frags->queues, " in ");
	pk_render_figure(out, "memory", "", &frags->memory, " of ");
	pk_render_figure(out, "limit", "", &frags->limit, " byte(s)");
}

static void render_conntrack(struct pk_out *out, const struct pk_net_counters *net)
{
	bool known = net->conntrack.status != PK_ABSENT;

	pk_out_figure(out, "conntrack_entries", NULL, &net->conntrack);
	if (known) {
		pk_out_text(out, "  conntrack: ");
		pk_render_figure(out, "conntrack_entries", "", &net->conntrack, " connection(s)");
	}
	pk_out_object_begin(out, "conntrack_stats");
	for (int i = 0; i < PK_NR_CT_STATS; i++) {
		const struct pk_figure *stat = &net->conntrack_stats[i];

		pk_out_figure(out, pk_conntrack_stat_name(i), NULL, stat);
		if (known && stat->status == PK_OK && stat->value)
			pk_out_text(out, ", %s %" PRIu64, pk_conntrack_stat_name(i), stat->value);
	}
	pk_out_object_end(out);
	if (known)
		pk_out_text(out, "\n");
}

/* Returns their number. */
static size_t render_losses(struct pk_out *out, const struct pk_net_counters *net)
{
	size_t nr = 0;

	pk_out_array_begin(out, "losses");
	for (int mib = 0; mib < PK_NR_MIBS; mib++) {
		const struct pk_mib_table *table = &net->mibs[mib];

		for (size_t i = 0; table->status == PK_OK && i < table->nr; i++) {
			const struct pk_counter_meaning *loss =
				pk_counter_meaning_of(mib, table->list[i].name);
			char name[80];

			if (!loss || !table->list[i].value)
				continue;
			snprintf(name, sizeof(name), "%s.%s", pk_mib_name(mib),
				 table->list[i].name);
			pk_out_object_begin(out, NULL);
			pk_out_str(out, "counter", "  %-32s", name);
			pk_out_uint(out, "value", " %12llu", table->list[i].value);
			pk_out_str(out, "meaning", "  %s", loss->meaning);
			pk_out_text(out, "\n");
			pk_out_object_end(out);
			nr++;
		}
	}
	pk_out_array_end(out);
	return nr;
}

static bool render_note(struct pk_out *out, const char *group, enum pk_status status)
{
	char note[64];

	if (status == PK_OK || status == PK_ABSENT)
		return false;
	snprintf(note, sizeof(note), "%s: %s", group, pk_status_name(status));
	pk_out_str(out, NULL, "  %s\n", note);
	return true;
}

static void hex_text(const uint8_t *bytes, uint32_t len, char *buf, size_t size)
{
	size_t at = 0;

	buf[0] = '\0';
	for (uint32_t i = 0; i < len && at < size; i++)
		at += (size_t)snprintf(buf + at, size - at, "%s%02x", i ? ":" : "", bytes[i]);
}

static void render_neighbour(struct pk_out *out, const struct pk_neighbour *entry)
{
	char address[64] = "", ha[32] = "";
	bool known = entry->state.status == PK_OK;

	if (entry->key_len == 4 || entry->key_len == 16)
		pk_address_text(entry->key_len == 4 ? 4 : 6, entry->key, address, sizeof(address));
	if (!known || !(entry->state.value & (PK_NUD_INCOMPLETE | PK_NUD_FAILED)))
		hex_text(entry->ha, entry->ha_len, ha, sizeof(ha));
	PK_OUT_OBJECT(out, NULL);
	pk_out_word(out, "dst", "  neighbour %s", address);
	pk_out_word(out, "dev", " dev %s", entry->dev);
	pk_out_word(out, "lladdr", " lladdr %s", ha);
	pk_out_str(out, "state", "  %s", known ? pk_nud_name(entry->state.value) : NULL);
	pk_render_figure(out, "probes", "  probes ", &entry->probes, "");
	pk_render_figure(out, "queued", "  waiting ", &entry->queued, "");
	pk_out_text(out, "\n");
	pk_out_figure(out, "queued_bytes", NULL, &entry->queued_bytes);
	pk_out_addr(out, "neighbour", NULL, entry->addr);
}

/* A wait is signed: an entry may be overdue, or the machine may have died before its time came. */
static void render_wait(struct pk_out *out, const char *key, const char *text,
			const struct pk_figure *wait)
{
	int64_t ms = (int64_t)wait->value / 1000000;

	pk_out_int_if(out, key, NULL, wait->status == PK_OK, (int64_t)wait->value);
	if (wait->status == PK_OK)
		pk_out_text(out, "%s%s%lld.%03lld s", text, ms < 0 ? "-" : "",
			    llabs((long long)ms) / 1000, llabs((long long)ms) % 1000);
}

static void render_frag_queue(struct pk_out *out, const struct pk_frag_queue *queue)
{
	const struct pk_tuple *tuple = &queue->tuple;
	char from[64], to[64], holes[512];

	PK_OUT_OBJECT(out, NULL);
	pk_out_text(out, "  datagram %s > %s",
		    pk_address_text(tuple->family, tuple->saddr, from, sizeof(from)),
		    pk_address_text(tuple->family, tuple->daddr, to, sizeof(to)));
	pk_render_addresses(out, tuple);
	pk_out_uint(out, "id", " id %llu", queue->id);
	pk_out_uint_if(out, "protocol", queue->protocol ? " protocol %llu" : NULL,
		       tuple->family == 4, queue->protocol);
	pk_out_uint(out, "user", queue->user && !queue->user_name[0] ? " of user %llu" : NULL,
		    queue->user);
	pk_out_word(out, "user_name", queue->user ? " of %s" : NULL, queue->user_name);
	pk_out_bool(out, "conntrack", queue->conntrack);
	pk_out_text(out, "%s", queue->conntrack ? " in nf_defrag_ipv6" : "");
	pk_out_uint(out, "have", ": %llu", queue->have);
	pk_out_uint_if(out, "len", queue->len_known ? " of %llu byte(s)" : NULL, queue->len_known,
		       queue->len);
	pk_out_text(out, "%s, waits for %s", queue->len_known ? "" : " bytes",
		    pk_holes_text(queue, holes, sizeof(holes)));

	if (!queue->holes_known) {
		pk_out_null(out, "missing");
	} else {
		PK_OUT_ARRAY(out, "missing");
		for (uint32_t i = 0; i < queue->nr_holes && i < PK_MAX_HOLES; i++) {
			PK_OUT_OBJECT(out, NULL);
			pk_out_uint(out, "from", NULL, queue->holes[i].from);
			pk_out_uint_if(out, "to", NULL, queue->holes[i].to, queue->holes[i].to - 1);
		}
	}

	render_wait(out, "waited_ns", "; waited ", &queue->waited_ns);
	render_wait(out, "left_ns", "; given up in ", &queue->left_ns);
	pk_out_text(out, "\n");
	pk_out_uint(out, "skbs", NULL, queue->nr_skbs);
	pk_out_addr(out, "queue", NULL, queue->addr);
}

#define SHOWN_QUEUES 10 /* unless all are requested */

static void render_frag_queues(struct pk_out *out, const struct pk_net_counters *net,
			       const struct pk_frag_queues_view *fragments, bool all)
{
	size_t nr = 0;

	if (fragments->status == PK_ABSENT) {
		pk_out_null(out, "fragments");
		return;
	}
	pk_out_array_begin(out, "fragments");
	for (size_t i = 0; i < fragments->nr; i++)
		if (fragments->list[i].net == net->net && (all || nr++ < SHOWN_QUEUES))
			render_frag_queue(out, &fragments->list[i]);
	pk_out_array_end(out);
	if (!all && nr > SHOWN_QUEUES)
		pk_out_text(out, "  and %zu datagram(s) more that wait for fragments (-v)\n",
			    nr - SHOWN_QUEUES);
}

void pk_render_net_counters(struct pk_out *out, const struct pk_net_counters *net,
			    const struct pk_neighbours_view *neighbours,
			    const struct pk_frag_queues_view *fragments,
			    const struct pk_nft_ruleset *nft, bool verbose)
{
	bool whole = verbose || pk_out_whole(out), known;
	size_t losses;

	PK_OUT_RECORD(out, "namespace");
	pk_out_addr(out, "net", "\nNamespace %llx", net->net);
	pk_out_netns(out, "netns", " (%llu):\n", net->inum);
	if (!net->inum)
		pk_out_text(out, ":\n");
	render_sockets(out, net);
	render_frags(out, "frags", "fragments", &net->frags);
	render_frags(out, "frags6", "IPv6", &net->frags6);
	pk_out_text(out, "\n");
	render_conntrack(out, net);
	losses = render_losses(out, net);
	/* Groups that this kernel has but that could not be read. */
	known = true;
	pk_out_array_begin(out, "notes");
	for (int mib = 0; mib < PK_NR_MIBS; mib++)
		known &= !render_note(out, pk_mib_name(mib), net->mibs[mib].status);
	render_note(out, "nft", nft->status);
	pk_out_array_end(out);

	if (!losses && known)
		pk_out_text(out, "  no counter of loss is above zero\n");
	if (whole) {
		/* Text only: the other counters that are not zero. */
		for (int mib = 0; mib < PK_NR_MIBS; mib++) {
			const struct pk_mib_table *table = &net->mibs[mib];

			for (size_t i = 0; table->status == PK_OK && i < table->nr; i++) {
				const struct pk_counter *counter = &table->list[i];
				char name[80];

				if (!counter->value || pk_counter_meaning_of(mib, counter->name))
					continue;
				snprintf(name, sizeof(name), "%s.%s", pk_mib_name(mib),
					 counter->name);
				pk_out_text(out, "  %-32s %12" PRId64 "\n", name,
					    (int64_t)counter->value);
			}
		}
	}
	pk_out_array_begin(out, "neighbours");
	for (size_t i = 0; i < neighbours->nr; i++) {
		const struct pk_neighbour *entry = &neighbours->list[i];
		bool bad = entry->state.status == PK_OK &&
			   (entry->state.value & (PK_NUD_INCOMPLETE | PK_NUD_FAILED));

		if (entry->net == net->net && (whole || bad))
			render_neighbour(out, entry);
	}
	pk_out_array_end(out);
	render_frag_queues(out, net, fragments, whole);
	pk_render_nft(out, nft, whole);
	PK_OUT_OBJECT(out, "counters");
	for (int mib = 0; mib < PK_NR_MIBS; mib++) {
		const struct pk_mib_table *table = &net->mibs[mib];

		if (table->status != PK_OK) {
			pk_out_null(out, pk_mib_name(mib));
			continue;
		}
		PK_OUT_OBJECT(out, pk_mib_name(mib));
		for (size_t i = 0; i < table->nr; i++) {
			const struct pk_counter *counter = &table->list[i];

			if (counter->is_signed)
				pk_out_int(out, counter->name, NULL, (int64_t)counter->value);
			else
				pk_out_uint(out, counter->name, NULL, counter->value);
		}
	}
}
