// SPDX-License-Identifier: GPL-3.0-or-later
/* What the kernel counted of the packets that it threw away, whether anything was traced or not. */
#include "analysis/explain/cause.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/net/counters/net_counters.h"
#include "decode/net/device/device.h"
#include "decode/net/device/net_device.h"
#include "decode/net/ipsec/xfrm.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/sock/sock.h"
#include "model/figure.h"
#include "protocol/protocol.h"
#include "protocol/sockets.h"

struct collection {
	struct pk_ctx *ctx;
	struct pk_drop_counters *counters;
	uint64_t first_net; /* the initial namespace, which is as old as the machine */
};

static void unknown(struct collection *collection, const char *what, enum pk_status why)
{
	struct pk_drop_counters *counters = collection->counters;

	if (why == PK_OK || why == PK_ABSENT)
		return;
	for (size_t i = 0; i < counters->nr_unknown; i++)
		if (!strcmp(counters->unknown[i].what, what) && counters->unknown[i].why == why) {
			counters->unknown[i].nr++;
			return;
		}
	if (pk_grow(counters->unknown, counters->nr_unknown, counters->room_unknown))
		counters->unknown[counters->nr_unknown++] = (struct pk_drops_unknown){what, why, 1};
}

/* COUNTER, but for its object and its value, FIGURE. Its NAME is the kernel's. NULL: nothing to tell. */
static struct pk_drop_counter *add(struct collection *collection, struct pk_drop_counter counter,
				   const char *name, const struct pk_figure *figure)
{
	struct pk_drop_counters *counters = collection->counters;

	unknown(collection, counter.source, figure->status);
	if (figure->status != PK_OK || !figure->value)
		return NULL;
	if (!pk_grow(counters->list, counters->nr, counters->room)) {
		unknown(collection, counter.source, PK_NOMEM);
		return NULL;
	}
	counter.value = figure->value;
	snprintf(counter.name, sizeof(counter.name), "%s", name);
	counters->list[counters->nr] = counter;
	return &counters->list[counters->nr++];
}

static struct pk_figure known(uint64_t value)
{
	return (struct pk_figure){PK_OK, value};
}

/* --- a CPU's input queue ------------------------------------------------------------------------------ */

static void read_softnet(struct collection *collection)
{
	struct pk_host_counters host;

	pk_host_counters_read(collection->ctx, &host);
	for (size_t i = 0; i < host.nr_cpus; i++) {
		struct pk_drop_counter counter = {
			.source = "softnet",
			.meaning = "received: the CPU's input queue was full (netdev_max_backlog)"};

		snprintf(counter.object, sizeof(counter.object), "CPU %u", host.cpus[i].cpu);
		add(collection, counter, "dropped", &host.cpus[i].dropped);
		counter.meaning = "received: one flow had filled half of the CPU's input queue";
		add(collection, counter, "flow_limit_count", &host.cpus[i].flow_limit);
	}
	if (!host.nr_cpus)
		unknown(collection, "softnet", PK_UNREADABLE);
	pk_host_counters_deinit(&host);
}

/* --- devices and their qdiscs ------------------------------------------------------------------------- */

static const struct {
	enum pk_link_stat stat;
	const char *meaning;
} link_stats[] = {
	{PK_LINK_RX_MISSED_ERRORS, "received: the device had no free buffer"},
	{PK_LINK_RX_ERRORS, "received with an error"},
	{PK_LINK_RX_DROPPED, "received, and dropped by the driver or behind it"},
	{PK_LINK_RX_NOHANDLER, "received on a device that hands on nothing"},
	{PK_LINK_TX_ERRORS, "not sent: an error"},
	{PK_LINK_TX_DROPPED, "not sent: dropped by the driver or before it"},
};

/* Without the driver's own part, what the stack dropped before or behind it is known all the same. */
static struct pk_figure link_stat(const struct pk_link_stats *stats, enum pk_link_stat stat)
{
	if (stats->status == PK_OK)
		return known(stats->values[stat]);
	switch (stat) {
	case PK_LINK_RX_DROPPED:
		return stats->rx_dropped;
	case PK_LINK_TX_DROPPED:
		return stats->tx_dropped;
	case PK_LINK_RX_NOHANDLER:
		return stats->rx_nohandler;
	default:
		return pk_figure_none(PK_ABSENT);
	}
}

static void read_device(struct collection *collection, const struct pk_device *device)
{
	struct pk_drop_counter counter = {
		.source = "device", .since = PK_SINCE_DEVICE, .netns = device->netns};

	snprintf(counter.object, sizeof(counter.object), "%s", device->name);
	if (device->stats.status != PK_OK)
		unknown(collection, "a device's own counters", device->stats.status);
	for (size_t i = 0; i < PK_ARRAY_SIZE(link_stats); i++) {
		const struct pk_figure figure = link_stat(&device->stats, link_stats[i].stat);

		counter.meaning = link_stats[i].meaning;
		add(collection, counter, pk_link_stat_name(link_stats[i].stat), &figure);
	}
	counter.source = "qdisc";
	counter.since = PK_SINCE_QDISC;
	counter.meaning = "not sent: the queueing discipline was full, or dropped them";
	for (size_t i = 0; i < device->nr_qdiscs; i++) {
		const struct pk_qdisc_counts *qdisc = &device->qdiscs[i];

		snprintf(counter.object, sizeof(counter.object), "%s %s %x:", device->name,
			 qdisc->id[0] ? qdisc->id : "?", qdisc->handle >> 16);
		if (qdisc->ingress)
			counter.meaning = "received: a filter at ingress dropped them";
		add(collection, counter, "drops", &qdisc->drops);
	}
}

static void read_devices(struct collection *collection)
{
	struct pk_devices devices = {0};

	unknown(collection, "device", pk_devices_read(collection->ctx, &devices));
	for (size_t i = 0; i < devices.nr; i++)
		read_device(collection, &devices.list[i]);
	pk_devices_deinit(&devices);
}

/* --- a namespace's protocols -------------------------------------------------------------------------- */

static const struct {
	enum pk_conntrack_stat stat;
	const char *meaning;
} tracked[] = {
	{PK_CT_DROP, "of new connections that could not be tracked"},
	{PK_CT_INSERT_FAILED, "of new connections: another had the entry's place"},
};

static void read_net(struct collection *collection, const struct pk_netns *net)
{
	struct pk_drop_counter counter = {.source = "conntrack", .netns = net->inum};
	struct pk_net_counters counts;

	if (!collection->first_net)
		collection->first_net = net->addr;
	counter.since = net->addr == collection->first_net ? PK_SINCE_BOOT : PK_SINCE_NETNS;
	pk_net_counters_read(collection->ctx, net->addr, net->inum, &counts);
	for (size_t i = 0; i < PK_ARRAY_SIZE(tracked); i++) {
		counter.meaning = tracked[i].meaning;
		add(collection, counter, pk_conntrack_stat_name(tracked[i].stat),
		    &counts.conntrack_stats[tracked[i].stat]);
	}
	for (int group = 0; group < PK_NR_MIBS; group++) {
		const struct pk_mib_table *table = &counts.mibs[group];

		counter.source = pk_mib_name(group);
		unknown(collection, counter.source, table->status);
		for (size_t i = 0; table->status == PK_OK && i < table->nr; i++) {
			const struct pk_counter *its = &table->list[i];
			const struct pk_counter_meaning *meaning =
				pk_counter_meaning_of(group, its->name);
			const struct pk_figure figure = known(its->value);

			if (!meaning || !meaning->drops)
				continue;
			counter.meaning = meaning->meaning;
			add(collection, counter, its->name, &figure);
		}
	}
	pk_net_counters_deinit(&counts);
}

static bool read_user_queue(const struct pk_user_queue *queue, void *arg)
{
	struct pk_drop_counter counter = {
		.source = "user queue",
		.netns = queue->inum,
		.since = PK_SINCE_QUEUE,
		.meaning = "the firewall's queue to user space (NFQUEUE) was full"};

	snprintf(counter.object, sizeof(counter.object), "NFQUEUE %u", queue->number);
	add(arg, counter, "queue_dropped", &queue->dropped);
	counter.meaning = "the socket of the program behind NFQUEUE was full";
	add(arg, counter, "queue_user_dropped", &queue->unsent);
	return true;
}

static bool read_state(const struct pk_xfrm_state *state, void *arg)
{
	const struct {
		const char *name, *meaning;
		uint32_t value;
	} refused[] = {
		{"replay_window", "received by IPsec: too old for the replay window",
		 state->too_old},
		{"replay", "received by IPsec: the sequence number had come before",
		 state->replayed},
		{"integrity_failed", "received by IPsec: not authentic", state->not_authentic},
	};
	struct pk_drop_counter counter = {
		.source = "xfrm", .netns = state->netns, .since = PK_SINCE_STATE};
	char to[64];

	snprintf(counter.object, sizeof(counter.object), "%s SPI %#x",
		 pk_address_text(state->family, state->daddr, to, sizeof(to)), state->spi);
	for (size_t i = 0; i < PK_ARRAY_SIZE(refused); i++) {
		const struct pk_figure figure = known(refused[i].value);

		counter.meaning = refused[i].meaning;
		add(arg, counter, refused[i].name, &figure);
	}
	return true;
}

/* --- sockets ------------------------------------------------------------------------------------------ */

/* sk_drops: datagrams that found no room, or what a listener refused. */
static bool read_sock(const struct pk_sock *sock, void *arg)
{
	struct pk_drop_counter counter = {.source = "socket",
					  .netns = sock->netns,
					  .since = PK_SINCE_SOCKET,
					  .meaning = "received for this socket, and not taken"};
	const char *protocol = pk_protocol_of_sock(sock)->name;
	char local[64];

	if (sock->kind == PK_SOCK_LISTEN)
		counter.meaning = "connects that this listener refused";
	snprintf(counter.object, sizeof(counter.object), "%s %s", protocol,
		 pk_endpoint_text(sock->tuple.family, sock->tuple.saddr, sock->tuple.sport, local,
				  sizeof(local)));
	add(arg, counter, "sk_drops", &sock->drops);
	return true;
}

static bool read_local_sock(const struct pk_local_sock *sock, void *arg)
{
	struct pk_drop_counter counter = {.source = "socket",
					  .netns = sock->netns,
					  .since = PK_SINCE_SOCKET,
					  .meaning = "received for this socket, and not taken"};
	const struct pk_figure figure = known(sock->drops);

	snprintf(counter.object, sizeof(counter.object), "%s %llx",
		 pk_local_family_name(sock->family), (unsigned long long)sock->addr);
	add(arg, counter, "sk_drops", &figure);
	return true;
}

static void read_sockets(struct collection *collection)
{
	static const enum pk_local_family families[] = {PK_LOCAL_RAW, PK_LOCAL_PACKET};
	struct pk_ctx *ctx = collection->ctx;

	unknown(collection, "socket", pk_socks_walk(ctx, read_sock, collection));
	for (size_t i = 0; i < PK_ARRAY_SIZE(families); i++)
		unknown(collection, "socket",
			pk_local_socks_walk(ctx, families[i], read_local_sock, collection));
}

void pk_drop_counters_read(struct pk_ctx *ctx, struct pk_drop_counters *ret_counters)
{
	struct collection collection = {.ctx = ctx, .counters = ret_counters};
	struct pk_reader nets = {.ctx = ctx};

	*ret_counters = (struct pk_drop_counters){0};
	read_devices(&collection);
	read_softnet(&collection);
	pk_netns_for_each (net, &nets)
		read_net(&collection, &net);
	unknown(&collection, "SNMP", nets.status);
	unknown(&collection, "xfrm", pk_xfrm_walk(ctx, read_state, &collection));
	unknown(&collection, "user queue", pk_user_queues_walk(ctx, read_user_queue, &collection));
	read_sockets(&collection);
}

void pk_drop_counters_deinit(struct pk_drop_counters *counters)
{
	free(counters->list);
	free(counters->unknown);
	*counters = (struct pk_drop_counters){0};
}
