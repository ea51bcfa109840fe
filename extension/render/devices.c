// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <inttypes.h>
#include <string.h>

#include "core/layout.h"
#include "render/out.h"

/* --- what it is -------------------------------------------------------------------------------------- */

/* Like `ip link`: NO-CARRIER first, and no RUNNING. */
static void render_flags(struct pk_out *out, const struct pk_figure *flags)
{
	bool known = flags->status == PK_OK, any = false;
	const char *name;

	PK_OUT_ARRAY(out, "dev_flags");
	pk_out_text(out, " <");
	if (known && (flags->value & PK_IFF_UP) && !(flags->value & PK_IFF_RUNNING)) {
		pk_out_str(out, NULL, "%s", "NO-CARRIER");
		any = true;
	}
	for (unsigned i = 0; known && (name = pk_device_flag_name(i)); i++) {
		if (!(flags->value >> i & 1) || 1u << i == PK_IFF_RUNNING)
			continue;
		pk_out_str(out, NULL, any ? ",%s" : "%s", name);
		any = true;
	}
	pk_out_text(out, "%s>", known ? "" : pk_status_name(flags->status));
}

static void render_links(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;

	pk_out_str(out, "master", "  master %s", view->master);
	PK_OUT_ARRAY(out, "lower");
	for (size_t i = 0; i < device->nr_lower; i++)
		if (view->lower[i])
			pk_out_str(out, NULL, i ? ", %s" : "  on %s", view->lower[i]);
	if (device->nr_lower_all > device->nr_lower)
		pk_out_text(out, " .. and %zu more", device->nr_lower_all - device->nr_lower);
}

static void render_head(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;
	bool known = device->operstate.status == PK_OK;
	char text[3 * sizeof(device->address) + 1] = "";
	size_t len = 0;

	pk_out_text(out, "%*s", (int)(2 * device->depth), "");
	pk_out_str(out, "name", "%s", device->name[0] ? device->name : NULL);
	if (!device->name[0])
		pk_out_text(out, "(no name)");
	pk_render_figure(out, "ifindex", "  ", &device->ifindex, ":");
	render_flags(out, &device->flags);
	pk_out_str(out, "operstate", " %s",
		   known ? pk_operstate_name(device->operstate.value) : NULL);
	pk_out_bool_if(out, "carrier", known, device->carrier);
	pk_render_figure(out, "mtu", "  mtu ", &device->mtu, "");
	pk_render_figure(out, "tx_queue_len", "  qlen ", &device->tx_queue_len, "");
	pk_out_word(out, "kind", "  %s", device->kind);
	for (uint32_t i = 0; i < device->address_len; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%02x", i ? ":" : "",
					device->address[i]);
	pk_out_word(out, "address", "  %s", text);
	render_links(out, view);
	pk_out_word(out, "parent_dev", "  %s", device->parent_dev);
	pk_out_word(out, "parent_bus", " (%s)", device->parent_bus);
	pk_out_netns(out, "netns", "  netns %llu", device->netns);
	pk_out_addr(out, "net_device", "  %llx", device->addr);
	/* In text it is listed with the other programs. */
	pk_out_addr(out, "xdp", NULL, device->xdp.status == PK_OK ? device->xdp.value : 0);
	pk_out_str(out, "xdp_name", NULL, view->xdp_name);
	pk_out_figure(out, "carrier_changes", NULL, &device->carrier_changes);
	pk_out_figure(out, "promiscuity", NULL, &device->promiscuity);
	pk_out_figure(out, "watchdog_ms", NULL, &device->watchdog_ms);
	pk_out_text(out, "\n");
}

/* --- bonds, teams and bridges ----------------------------------------------------------------------------- */

static void render_bond(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_bond *bond = &view->device->bond;
	const bool known = bond->status == PK_OK && bond->mode.status == PK_OK;

	if (strcmp(view->device->kind, "bond")) {
		pk_out_null(out, "bond");
		return;
	}
	pk_render_device_margin(out, view);
	pk_out_object_begin(out, "bond");
	pk_out_str(out, "mode", "bond %s", known ? pk_bond_mode_name(bond->mode.value) : NULL);
	if (!known)
		pk_out_text(out, "bond: not known (%s)",
			    pk_status_name(bond->status ? bond->status : bond->mode.status));
	pk_out_str(out, "sends_by", ", sends by %s", bond->active ? view->active : NULL);
	pk_out_uint_if(out, "miimon", bond->miimon.value ? ", miimon %llu" : NULL,
		       known && bond->miimon.status == PK_OK, bond->miimon.value);
	pk_out_uint_if(out, "arp_interval", bond->arp_interval.value ? ", arp_interval %llu" : NULL,
		       known && bond->arp_interval.status == PK_OK, bond->arp_interval.value);
	pk_out_object_end(out);
	pk_out_text(out, "\n");
}

static void render_team(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_team *team = &view->device->team;
	const bool known = team->status == PK_OK;

	if (strcmp(view->device->kind, "team")) {
		pk_out_null(out, "team");
		return;
	}
	pk_render_device_margin(out, view);
	pk_out_object_begin(out, "team");
	pk_out_str(out, "mode", "team %s", known ? team->mode : NULL);
	if (!known)
		pk_out_text(out, "team: not known (%s)", pk_status_name(team->status));
	pk_out_str(out, "sends_by", ", sends by %s", team->active ? view->active : NULL);
	pk_out_object_end(out);
	pk_out_text(out, "\n");
}

static void render_lacp(struct pk_out *out, const struct pk_port *port)
{
	static const uint8_t nobody[sizeof(port->partner)];
	const bool known = port->aggregator.status == PK_OK;
	const bool alone = known && !memcmp(port->partner, nobody, sizeof(nobody));
	char partner[24] = "";

	for (size_t i = 0; known && i < sizeof(port->partner); i++)
		snprintf(partner + 3 * i, sizeof(partner) - 3 * i, "%02x%s", port->partner[i],
			 i + 1 < sizeof(port->partner) ? ":" : "");
	pk_out_uint_if(out, "aggregator", ", aggregator %llu", known, port->aggregator.value);
	pk_out_bool_if(out, "aggregator_active", known, port->aggregator_active);
	if (known)
		pk_out_text(out, port->aggregator_active ? " (the active one)"
							 : " (not the active one)");
	pk_out_uint_if(out, "aggregator_ports", ", of %llu port(s)",
		       known && port->aggregator_ports.status == PK_OK,
		       port->aggregator_ports.value);
	pk_out_word(out, "partner", ", partner %s", alone ? NULL : partner);
	if (alone)
		pk_out_text(out, ", NO LACP PARTNER");
	pk_out_figure(out, "actor_state", ", state %#llx", &port->actor_state);
	pk_out_figure(out, "partner_state", ", the partner's %#llx", &port->partner_state);
}

static void render_port(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_port *port = &view->device->port;
	const bool known = port->status == PK_OK, link = known && port->link.status == PK_OK;

	if (!port->of) {
		pk_out_null(out, "member_of");
		return;
	}
	pk_render_device_margin(out, view);
	pk_out_object_begin(out, "member_of");
	pk_out_str(out, "of", "in the %s", port->of);
	pk_out_str(out, "master", " %s", view->master);
	pk_out_text(out, known ? ":" : ": not known (%s)", pk_status_name(port->status));
	pk_out_bool_if(out, "active", known, port->active);
	if (strcmp(port->of, "bridge")) {
		pk_out_text(out, !known ? "" : port->active ? " active" : " backup");
		pk_out_str(out, "mii_status", ", link %s",
			   link ? pk_bond_link_name(port->link.value) : NULL);
		pk_out_uint_if(out, "failures", ", %llu failure(s)",
			       known && port->failures.status == PK_OK, port->failures.value);
		render_lacp(out, port);
	} else {
		pk_out_str(out, "state", " %s",
			   known && port->state.status == PK_OK
				   ? pk_bridge_state_name(port->state.value)
				   : NULL);
		pk_out_uint_if(out, "number", ", port %llu", known && port->number.status == PK_OK,
			       port->number.value);
		pk_out_uint_if(out, "cost", ", cost %llu", known && port->cost.status == PK_OK,
			       port->cost.value);
	}
	pk_out_object_end(out);
	pk_out_text(out, "\n");
}

static void render_bridge(struct pk_out *out, const struct pk_device_view *view)
{
	static const char *const modes[] = {"off", "kernel",
					    "user"}; /* enum of net_bridge.stp_enabled */
	const struct pk_figure *stp = &view->device->stp;
	const bool known = stp->status == PK_OK && stp->value < sizeof(modes) / sizeof(*modes);

	if (known)
		pk_render_device_margin(out, view);
	pk_out_str(out, "stp", "bridge, STP %s\n", known ? modes[stp->value] : NULL);
}

/* --- statistics ---------------------------------------------------------------------------------------- */

/* Packets and bytes always, the others if they are not zero. */
static bool worth_it(const struct pk_link_stats *stats, int stat)
{
	return stat <= PK_LINK_TX_BYTES || stats->values[stat];
}

/* --- transmit queues --------------------------------------------------------------------------------- */

static bool is_stopped(const struct pk_tx_queue *queue)
{
	return queue->stopped_by_driver || queue->stopped_by_stack || queue->frozen;
}

static uint32_t in_flight(const struct pk_tx_queue *queue)
{
	return (uint32_t)queue->dql_queued.value - (uint32_t)queue->dql_completed.value;
}

static void render_queue(struct pk_out *out, const struct pk_device_view *view,
			 const struct pk_tx_queue *queue)
{
	bool dql = queue->dql_queued.status == PK_OK && queue->dql_completed.status == PK_OK;
	bool since = queue->idle_ms.status == PK_OK;

	PK_OUT_OBJECT(out, NULL);
	pk_render_device_margin(out, view);
	pk_out_uint(out, "queue", "tx queue %llu", queue->index);
	pk_out_figure(out, "state", " state 0x%llx", &queue->state);
	pk_out_array_begin(out, "stopped_by");
	if (queue->stopped_by_driver)
		pk_out_str(out, NULL, "  stopped by the %s", "driver");
	if (queue->stopped_by_stack)
		pk_out_str(out, NULL, "  stopped by %s", "BQL");
	if (queue->frozen)
		pk_out_str(out, NULL, "  %s", "frozen");
	pk_out_array_end(out);
	pk_out_figure(out, "trans_start", NULL, &queue->trans_start);
	pk_out_uint_if(out, "idle_ms", "  last sent %llu ms before the end", since,
		       queue->idle_ms.value);
	pk_out_figure(out, "tx_timeout",
		      queue->timeouts.value ? "  watchdog fired %llu time(s)" : NULL,
		      &queue->timeouts);
	pk_out_uint_if(out, "bql_inflight", queue->dql_queued.value ? "  BQL %llu byte(s)" : NULL,
		       dql, in_flight(queue));
	pk_out_figure(out, "bql_limit", queue->dql_queued.value ? " of %llu" : NULL,
		      &queue->dql_limit);
	pk_out_text(out, "\n");
}

/* --- qdiscs ---------------------------------------------------------------------------------------------- */

/* Tenths of a second, or days where it is far away. */
static void render_due(struct pk_out *out, const struct pk_qdisc_counts *qdisc)
{
	const bool timed = qdisc->wake == PK_WAKE_TIMER;
	const int64_t ms = (int64_t)qdisc->due_ms.value;
	char text[48];

	pk_out_int_if(out, "due_ms", NULL, timed, ms);
	if (timed)
		pk_out_text(out, "  %s", pk_due_text(ms, text));
}

/* What will make it send. */
static void render_wake(struct pk_out *out, const struct pk_qdisc_counts *qdisc)
{
	static const char *const texts[] = {
		[PK_WAKE_IDLE] = "",
		[PK_WAKE_UNKNOWN] = "  what makes it send: not known",
		[PK_WAKE_RUNNING] = "  a CPU sends from it",
		[PK_WAKE_SCHEDULED] = "  to be run",
		[PK_WAKE_TIMER] = "",
		[PK_WAKE_DEVICE] = "  waits for a stopped TX queue",
		[PK_WAKE_DOWN] = "  deactivated",
		[PK_WAKE_MISSING] = "  NOTHING MAKES IT SEND",
	};

	pk_out_str(out, "wake", NULL, pk_wake_name(qdisc->wake));
	pk_out_text(out, "%s", texts[qdisc->wake]);
	if (qdisc->wake == PK_WAKE_UNKNOWN)
		pk_out_text(out, " (%s%s%s)", qdisc->wake_lack, qdisc->wake_status ? ": " : "",
			    qdisc->wake_status ? pk_status_name(qdisc->wake_status) : "");
	pk_out_int_if(out, "wake_cpu", " by CPU %lld",
		      qdisc->wake == PK_WAKE_SCHEDULED && qdisc->wake_cpu >= 0, qdisc->wake_cpu);
	render_due(out, qdisc);
}

static void render_qdisc(struct pk_out *out, const struct pk_device_view *view,
			 const struct pk_qdisc_counts *qdisc)
{
	char handle[16], parent[16];

	PK_OUT_OBJECT(out, NULL);
	pk_render_device_margin(out, view);
	pk_out_word(out, "kind", "qdisc %s", qdisc->id);
	pk_out_str(out, "handle", " %s", pk_handle_text(qdisc->handle, handle));
	pk_out_bool(out, "root", qdisc->root);
	pk_out_str(out, "parent", " parent %s",
		   qdisc->root || qdisc->ingress ? NULL : pk_handle_text(qdisc->parent, parent));
	pk_out_text(out, "%s", qdisc->root ? " root" : qdisc->ingress ? " ingress" : "");
	pk_render_figure(out, "qlen", "  qlen ", &qdisc->qlen, "");
	pk_render_figure(out, "backlog", "  backlog ", &qdisc->backlog, "");
	pk_render_figure(out, "drops", "  drops ", &qdisc->drops, "");
	pk_render_figure(out, "overlimits", "  overlimits ", &qdisc->overlimits, "");
	pk_render_figure(out, "requeues", "  requeues ", &qdisc->requeues, "");
	pk_render_figure(out, "packets", "  sent ", &qdisc->packets, " packet(s)");
	pk_render_figure(out, "bytes", ", ", &qdisc->bytes, " byte(s)");
	render_wake(out, qdisc);
	pk_out_addr(out, "qdisc", "  %llx", qdisc->addr);
	pk_out_text(out, "\n");
}

static bool above_zero(const struct pk_figure *figure)
{
	return figure->status != PK_OK || figure->value;
}

static void render_qdiscs(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;

	PK_OUT_ARRAY(out, "qdiscs");
	for (size_t i = 0; i < device->nr_qdiscs; i++) {
		const struct pk_qdisc_counts *qdisc = &device->qdiscs[i];

		if (view->verbose || pk_out_whole(out) || above_zero(&qdisc->qlen) ||
		    above_zero(&qdisc->backlog) || above_zero(&qdisc->drops))
			render_qdisc(out, view, qdisc);
	}
}

/* --- NAPI -------------------------------------------------------------------------------------------------- */

static void render_napi(struct pk_out *out, const struct pk_device_view *view,
			const struct pk_napi *napi)
{
	PK_OUT_OBJECT(out, NULL);
	pk_render_device_margin(out, view);
	pk_out_addr(out, "napi", "napi %llx", napi->addr);
	pk_out_word(out, "poll", " %s", napi->poll);
	pk_out_figure(out, "state", "  state 0x%llx", &napi->state);
	pk_out_bool_if(out, "scheduled", napi->state.status == PK_OK, napi->scheduled);
	pk_out_bool_if(out, "missed", napi->state.status == PK_OK, napi->missed);
	pk_out_bool_if(out, "disabled", napi->state.status == PK_OK, napi->disabled);
	pk_out_bool_if(out, "threaded", napi->state.status == PK_OK, napi->threaded);
	/* Disabling NAPI sets its scheduled bit, too. */
	if (napi->disabled)
		pk_out_text(out, "  disabled");
	else if (napi->scheduled)
		pk_out_text(out, "  scheduled");
	pk_out_int_if(out, "poll_owner", "  polled by CPU %lld", napi->poll_owner >= 0,
		      napi->poll_owner);
	pk_out_int_if(out, "list_cpu", "  on the list of CPU %lld", napi->list_cpu >= 0,
		      napi->list_cpu);
	pk_out_figure(out, "weight", "  weight %llu", &napi->weight);
	pk_out_figure(out, "id", NULL, &napi->id);
	pk_out_uint_if(out, "irq", NULL, napi->irq.status == PK_OK && (int64_t)napi->irq.value > 0,
		       napi->irq.value);
	pk_out_text(out, "\n");
}

void pk_render_device(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;
	const struct pk_link_stats *stats = &device->stats;
	const bool known = stats->status == PK_OK;
	const bool up = device->flags.status == PK_OK && (device->flags.value & PK_IFF_UP);

	PK_OUT_RECORD(out, "device");
	pk_out_uint(out, "depth", NULL, device->depth);
	render_head(out, view);
	render_bond(out, view);
	render_team(out, view);
	render_bridge(out, view);
	render_port(out, view);
	pk_render_device_margin(out, view);
	pk_out_word(out, "stats_by", NULL, stats->maker);
	pk_out_word(out, "stats_lack", NULL, stats->lacks);
	if (known) {
		pk_out_object_begin(out, "stats");
		for (int i = 0; i < PK_NR_LINK_STATS; i++)
			if (pk_out_whole(out) || worth_it(stats, i)) {
				pk_out_text(out, "%s%s ", i ? ", " : "", pk_link_stat_name(i));
				pk_out_uint(out, pk_link_stat_name(i), "%llu", stats->values[i]);
			}
		pk_out_object_end(out);
	} else {
		pk_out_null(out, "stats");
		if (stats->lacks[0])
			pk_out_text(out,
				    "statistics: %s's own, whose types the dump lacks "
				    "(" PK_GIVE_TYPES "); of the stack: ",
				    stats->lacks, stats->lacks, stats->lacks);
		else if (stats->status == PK_UNSUPPORTED)
			pk_out_text(out,
				    "statistics: the driver's own (%s), not in generic memory; of "
				    "the stack: ",
				    stats->maker[0] ? stats->maker : "?");
		else
			pk_out_text(out, "statistics: %s; of the stack: ",
				    pk_status_name(stats->status));
	}
	if (!known || pk_out_whole(out)) {
		PK_OUT_OBJECT(out, "stack");
		pk_render_figure(out, "rx_dropped", "rx_dropped ", &stats->rx_dropped, ", ");
		pk_render_figure(out, "tx_dropped", "tx_dropped ", &stats->tx_dropped, ", ");
		pk_render_figure(out, "rx_nohandler", "rx_nohandler ", &stats->rx_nohandler, "");
	}
	pk_out_text(out, "\n");
	pk_render_device_driver_stats(out, view);
	pk_out_array_begin(out, "queues");
	for (size_t i = 0; i < device->nr_queues; i++) {
		const struct pk_tx_queue *queue = &device->queues[i];

		if (view->verbose || pk_out_whole(out) || (up && is_stopped(queue)) ||
		    (queue->timeouts.status == PK_OK && queue->timeouts.value))
			render_queue(out, view, queue);
	}
	pk_out_array_end(out);
	pk_render_device_rings(out, view);
	render_qdiscs(out, view);
	pk_render_device_classes(out, view);
	pk_render_device_programs(out, view);
	pk_out_array_begin(out, "napis");
	for (size_t i = 0; i < device->nr_napis; i++)
		if (view->verbose || pk_out_whole(out) || (up && device->napis[i].scheduled))
			render_napi(out, view, &device->napis[i]);
	pk_out_array_end(out);
	pk_render_device_irqs(out, view);
}
