// SPDX-License-Identifier: GPL-3.0-or-later
/* Why what a socket sends does not leave this host: the device that its route goes by, the next hop, its memory. */
#include "analysis/explain/socks.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/net/counters/net_counters.h"
#include "decode/net/device/device.h"
#include "decode/net/route/route.h"
#include "decode/net/sock/sock.h"
#include "protocol/protocol.h"

/* What one socket is asked by. */
struct route {
	struct pk_ctx *ctx;
	const struct pk_sock_paths *paths;
	const struct pk_sock *sock;
	bool none; /* the socket keeps no route now */
	const struct pk_device *device; /* NULL: not known */
	const char *what; /* DEVICE is: "of its route" */
	uint8_t hop[16]; /* the next one's address */
	uint32_t hop_len; /* 4, 16; 0: not known */
	struct pk_sock_reasons *reasons;
};

/* --- the route ----------------------------------------------------------------------------------------- */

static void take_hop(struct route *route, const void *bytes, uint32_t len)
{
	memcpy(route->hop, bytes, len);
	route->hop_len = len;
}

static bool take_member(struct route *route, uint64_t base, enum pk_row_id row, uint32_t len)
{
	uint64_t offset;
	uint8_t bytes[16];

	if (pk_row_offset(route->ctx, row, &offset) != PK_OK ||
	    pk_read(route->ctx, base + offset, bytes, len) != PK_OK)
		return false;
	take_hop(route, bytes, len);
	return true;
}

/* rt_nexthop(): the gateway, of either family; else the peer itself. */
static void hop_of_v4(struct route *route, uint64_t dst)
{
	uint64_t family;

	if (pk_member_uint(route->ctx, dst, PK_R_rtable_gw_family, &family) != PK_OK)
		return;
	if (pk_family_of(family) == 4)
		take_member(route, dst, PK_R_rtable_gw4, 4);
	else if (pk_family_of(family) == 6)
		take_member(route, dst, PK_R_rtable_gw6, 16);
	else
		take_hop(route, route->sock->tuple.daddr, 4);
}

/* rt6_nexthop() */
static void hop_of_v6(struct route *route, uint64_t dst)
{
	static const uint8_t none[16];

	if (take_member(route, dst, PK_R_rt6_gateway, 16) && !memcmp(route->hop, none, 16))
		take_hop(route, route->sock->tuple.daddr, 16);
}

/* The route is given up where nothing answers. Then the peer itself may be a neighbour: the only one of that address. */
static void find_peer(struct route *route)
{
	const struct pk_sock_paths *paths = route->paths;
	const struct pk_sock *sock = route->sock;
	uint32_t len = sock->tuple.family == 4 ? 4 : 16;
	const struct pk_neighbour *found = NULL;

	for (size_t i = 0; i < paths->nr_neighbours; i++) {
		const struct pk_neighbour *entry = &paths->neighbours[i];

		if (entry->key_len != len || memcmp(entry->key, sock->tuple.daddr, len) ||
		    !entry->net || entry->net != sock->net)
			continue;
		if (found)
			return;
		found = entry;
	}
	for (size_t i = 0; found && i < paths->devices.nr; i++)
		if (paths->devices.list[i].net == found->net &&
		    !strcmp(paths->devices.list[i].name, found->dev))
			route->device = &paths->devices.list[i];
	route->what = "behind which its peer is";
	take_hop(route, sock->tuple.daddr, len);
}

static void find_route(struct route *route)
{
	uint64_t dst, device;

	if (pk_member_uint(route->ctx, route->sock->addr, PK_R_sk_dst_cache, &dst) != PK_OK)
		return;
	route->none = !dst;
	if (!dst) {
		find_peer(route);
		return;
	}
	if (pk_member_uint(route->ctx, dst, PK_R_dst_dev, &device) != PK_OK)
		return;
	route->device = pk_device_at(&route->paths->devices, device);
	if (route->sock->tuple.family == 4)
		hop_of_v4(route, dst);
	else
		hop_of_v6(route, dst);
}

/* --- the reasons ---------------------------------------------------------------------------------------- */

/* tcp_probe_timer() tries to send what the window lets: who finds a route keeps it, and who sends needs no probe. */
static bool probes_in_vain(struct route *route)
{
	struct pk_sock_limits limits;

	pk_sock_limits_read(route->ctx, route->sock, &limits);
	pk_sock_sending_read(route->ctx, route->sock, &limits);
	return limits.pending.status == PK_OK && limits.pending.value == PK_ICSK_PROBE0 &&
	       limits.backoff.status == PK_OK && limits.backoff.value && limits.unsent &&
	       limits.snd_wnd.status == PK_OK && limits.mss.status == PK_OK &&
	       pk_window_is_open(route->sock, &limits);
}

/* inet_sk_rebuild_header(), inet6_sk_rebuild_header(): whoever looks for a route in vain takes what its device can from
 * the socket. An error alone may be what a router, or the neighbour, said. */
static void no_route(struct route *route)
{
	const bool datagrams = pk_protocol_of_sock(route->sock)->datagrams; /* have no caps */
	struct pk_figure caps = pk_figure_member(route->ctx, route->sock->addr, PK_R_sk_route_caps);
	struct pk_figure error = pk_figure_member(route->ctx, route->sock->addr, PK_R_sk_err_soft);

	if (datagrams)
		return;
	if (route->none && caps.status == PK_OK && !caps.value && error.status == PK_OK &&
	    error.value)
		pk_sock_reason_add(route->reasons, "no-route",
				   "no route to its peer was found (error %llu)",
				   (unsigned long long)error.value);
	else if (route->none && probes_in_vain(route))
		pk_sock_reason_add(route->reasons, "no-route", "no route to its peer was found");
}

static bool is_down(const struct pk_device *device)
{
	return device->flags.status == PK_OK && !(device->flags.value & PK_IFF_UP);
}

static void device_down(struct route *route)
{
	const struct pk_devices *devices = &route->paths->devices;
	const struct pk_sock *sock = route->sock;

	if (route->device && is_down(route->device))
		pk_sock_reason_add(route->reasons, "device-down", "the device %s, %s, is down",
				   route->what, route->device->name);
	for (size_t i = 0; !route->device && sock->bound_dev_if && i < devices->nr; i++) {
		const struct pk_device *device = &devices->list[i];

		if (device->net == sock->net && device->ifindex.status == PK_OK &&
		    device->ifindex.value == sock->bound_dev_if && is_down(device))
			pk_sock_reason_add(route->reasons, "device-down",
					   "the device that it is bound to, %s, is down",
					   device->name);
	}
}

static void no_carrier(struct route *route)
{
	const struct pk_device *device = route->device;

	if (device && device->flags.status == PK_OK && device->flags.value & PK_IFF_UP &&
	    !device->carrier)
		pk_sock_reason_add(route->reasons, "no-carrier",
				   "the device %s, %s, has no carrier", route->what, device->name);
}

/* All queues: which of several one it takes is chosen for each packet. */
static void queue_stopped(struct route *route)
{
	const struct pk_device *device = route->device;
	size_t stopped = 0;

	for (size_t i = 0; device && i < device->nr_queues; i++)
		stopped +=
			device->queues[i].state.status == PK_OK &&
			(device->queues[i].stopped_by_driver || device->queues[i].stopped_by_stack);
	if (stopped && stopped == device->nr_queues)
		pk_sock_reason_add(
			route->reasons, "device-stopped", "the device %s, %s, takes nothing: %s",
			route->what, device->name,
			stopped == 1 ? "its queue is stopped" : "all its queues are stopped");
}

/* One of several queues' qdiscs may be another's. */
static void qdisc_asleep(struct route *route)
{
	const struct pk_device *device = route->device;

	for (size_t i = 0; device && i < device->nr_qdiscs; i++) {
		const struct pk_qdisc_counts *qdisc = &device->qdiscs[i];

		if (qdisc->wake != PK_WAKE_MISSING)
			continue;
		pk_sock_reason_add(route->reasons, "qdisc-asleep",
				   "qdisc %s of the device %s, %s, has %llu packet(s), and nothing "
				   "makes it send them",
				   qdisc->id, route->what, device->name,
				   (unsigned long long)qdisc->qlen.value);
		return;
	}
}

static void no_neighbour(struct route *route)
{
	const struct pk_sock_paths *paths = route->paths;
	char hop[64];

	for (size_t i = 0; route->device && i < paths->nr_neighbours; i++) {
		const struct pk_neighbour *entry = &paths->neighbours[i];

		if (!route->hop_len || entry->key_len != route->hop_len ||
		    memcmp(entry->key, route->hop, route->hop_len) || !entry->net ||
		    entry->net != route->device->net || strcmp(entry->dev, route->device->name) ||
		    entry->state.status != PK_OK ||
		    !(entry->state.value & (PK_NUD_INCOMPLETE | PK_NUD_FAILED)))
			continue;
		pk_sock_reason_add(
			route->reasons, "no-neighbour",
			"the neighbour %s on %s does not answer (%s)",
			pk_address_text(route->hop_len == 4 ? 4 : 6, route->hop, hop, sizeof(hop)),
			entry->dev, pk_nud_name(entry->state.value));
	}
}

/* __sk_stream_is_writeable(): a third of it must be free before a writer goes on. */
static void send_buffer(struct route *route)
{
	struct pk_figure queued =
		pk_figure_member(route->ctx, route->sock->addr, PK_R_sk_wmem_queued);
	struct pk_figure limit = pk_figure_member(route->ctx, route->sock->addr, PK_R_sk_sndbuf);
	int64_t used = (int32_t)queued.value, size = (int32_t)limit.value;

	if (pk_protocol_of_sock(route->sock)->datagrams)
		return; /* another count, and another limit: the protocol says */
	if (queued.status == PK_OK && limit.status == PK_OK && used > 0 && size > 0 &&
	    size - used < used >> 1)
		pk_sock_reason_add(route->reasons, "send-buffer-full",
				   "its send buffer is full (%lld of %lld bytes): it is not "
				   "writable, writers wait",
				   (long long)used, (long long)size);
}

/* sk_stream_alloc_skb() and sk_wmem_schedule() may say no to more; the windows are kept small. */
static void memory_pressure(struct route *route)
{
	const struct pk_protocol *protocol = pk_protocol_of_sock(route->sock);

	if (protocol->sockets->memory_pressure && route->paths->pressure)
		pk_sock_reason_add(route->reasons, "memory-pressure",
				   "%s is under memory pressure (%s)", protocol->title,
				   protocol->sockets->memory_sysctl);
}

/* __sk_mem_raise_allocated(): beyond it nothing more is received or written. */
static void memory_limit(struct route *route)
{
	const struct pk_protocol *protocol = pk_protocol_of_sock(route->sock);
	struct pk_proto_memory memory;

	if (!protocol->sockets->memory_sysctl)
		return;
	pk_proto_memory_read(route->ctx, protocol->sockets->proto, &memory);
	if (memory.pages.status == PK_OK && memory.limit.status == PK_OK && memory.limit.value &&
	    memory.pages.value >= memory.limit.value)
		pk_sock_reason_add(
			route->reasons, "memory-limit",
			"the memory of all %s sockets is at its limit (%s: %llu of %llu page(s))",
			protocol->title, protocol->sockets->memory_sysctl,
			(unsigned long long)memory.pages.value,
			(unsigned long long)memory.limit.value);
}

void pk_sock_path_reasons(struct pk_ctx *ctx, const struct pk_sock_paths *paths,
			  const struct pk_sock *sock, struct pk_sock_reasons *reasons)
{
	static void (*const all[])(struct route * route) = {
		no_route,     device_down,  no_carrier,	 queue_stopped,
		qdisc_asleep, no_neighbour, send_buffer, memory_pressure,
	};
	struct route route = {.ctx = ctx,
			      .paths = paths,
			      .sock = sock,
			      .what = "of its route",
			      .reasons = reasons};

	if (sock->kind != PK_SOCK_FULL)
		return;
	if (sock->tx_queue || sock->rx_queue || sock->drops.value)
		memory_limit(&route);
	if (!sock->tx_queue)
		return;
	find_route(&route);
	for (size_t i = 0; i < PK_ARRAY_SIZE(all); i++)
		all[i](&route);
}

/* --- what is read once --------------------------------------------------------------------------------- */

static bool keep_neighbour(const struct pk_neighbour *neighbour, void *arg)
{
	struct pk_sock_paths *paths = arg;

	if (!pk_grow(paths->neighbours, paths->nr_neighbours, paths->room_neighbours))
		return false;
	paths->neighbours[paths->nr_neighbours++] = *neighbour;
	return true;
}

void pk_sock_paths_load(struct pk_ctx *ctx, struct pk_sock_paths *ret_paths)
{
	struct pk_host_counters host;

	memset(ret_paths, 0, sizeof(*ret_paths));
	if (pk_devices_read(ctx, &ret_paths->devices) == PK_OK)
		pk_device_wakes_read(ctx, &ret_paths->devices);
	pk_neighbours_list(ctx, keep_neighbour, ret_paths);
	pk_host_counters_read(ctx, &host);
	ret_paths->pressure = host.tcp_pressure.status == PK_OK && host.tcp_pressure.value;
	pk_host_counters_deinit(&host);
}

void pk_sock_paths_deinit(struct pk_sock_paths *paths)
{
	pk_devices_deinit(&paths->devices);
	free(paths->neighbours);
}
