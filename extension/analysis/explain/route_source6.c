// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The source of a packet of IPv6 that is given none: ipv6_dev_get_saddr(), which goes by RFC 6724. Every address that may be
 * it gets a mark for each rule; the first rule by which two differ decides, and the address that was first.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/socks.h"
#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"

#define MAX_LABELS 4096
#define NO_LABEL UINT32_MAX /* IPV6_ADDR_LABEL_DEFAULT */
#define RULES 8

/* Flags of an address (include/uapi/linux/if_addr.h) */
#define TEMPORARY 0x01
#define OPTIMISTIC 0x04
#define HOME 0x10
#define DEPRECATED 0x20
#define TENTATIVE 0x40

/* Kinds of addresses (include/net/ipv6.h), and scopes */
#define LOOPBACK 0x0010
#define MAPPED 0x1000
#define COMPATIBLE 0x0080
#define LINK_LOCAL 0x02
#define SITE_LOCAL 0x05
#define GLOBAL 0x0e

struct label {
	struct pk_prefix prefix;
	uint32_t index, kind, label; /* INDEX, KIND 0: any */
};

/* Which address is the best so far. */
struct choice {
	struct pk_reader r;
	struct label *labels; /* owned */
	size_t nr_labels, room_labels;
	const uint8_t *dst;
	uint32_t out, label; /* the device that sends, and the destination's label */
	int scope;
	/* the device whose addresses are looked at */
	uint32_t index;
	bool prefers_temporary;
	bool found, odd; /* ODD: what decides is not looked at here */
	struct pk_prefix best;
	int marks[RULES];
};

/* __ipv6_addr_type(): the kind, of those that labels tell apart, and the scope. */
static uint32_t kind_of(const uint8_t *bytes, int *ret_scope)
{
	static const uint8_t nothing[15];

	*ret_scope = GLOBAL;
	if (bytes[0] == 0xff)
		*ret_scope = bytes[1] & 0xf;
	else if (bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80)
		*ret_scope = LINK_LOCAL;
	else if (bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0xc0)
		*ret_scope = SITE_LOCAL;
	else if (!memcmp(bytes, nothing, 15) && bytes[15] == 1)
		*ret_scope = LINK_LOCAL;
	if (!memcmp(bytes, nothing, 10) && bytes[10] == 0xff && bytes[11] == 0xff)
		return MAPPED;
	if (memcmp(bytes, nothing, 12) != 0)
		return 0;
	return *ret_scope == LINK_LOCAL ? LOOPBACK : COMPATIBLE;
}

/* ipv6_addr_label(): the first that fits. */
static uint32_t label_of(const struct choice *choice, const uint8_t *bytes, uint32_t index)
{
	int scope;
	const uint32_t kind = kind_of(bytes, &scope);
	const struct label *label =
		pk_find(choice->labels, choice->nr_labels,
			(!it->index || it->index == index) && (!it->kind || it->kind == kind) &&
				pk_prefix_covers(&it->prefix, bytes));

	return label ? label->label : NO_LABEL;
}

static void labels_read(struct choice *choice, uint64_t net)
{
	struct pk_reader *r = &choice->r;
	const uint64_t head = pk_member_at(r, net, PK_R_net_addr_labels);
	const uint64_t link = pk_offset(r, PK_R_addr_label_link);

	if (!pk_ok(r))
		return;
	pk_hlist_for_each (node, r, head) {
		const uint64_t at = node - link;
		struct label label = {
			.prefix = {.family = 6,
				   .length = (uint8_t)pk_member(r, at, PK_R_addr_label_length)},
			.index = (uint32_t)pk_member(r, at, PK_R_addr_label_index),
			.kind = (uint32_t)pk_member(r, at, PK_R_addr_label_kind),
			.label = (uint32_t)pk_member(r, at, PK_R_addr_label_label)};

		pk_load(r, pk_member_at(r, at, PK_R_addr_label_prefix), label.prefix.bytes, 16);
		if (label.prefix.length > 128 || choice->nr_labels == MAX_LABELS)
			pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "the table of address labels"));
		else if (pk_grow(choice->labels, choice->nr_labels, choice->room_labels))
			choice->labels[choice->nr_labels++] = label;
	}
}

static bool is_orchid(const uint8_t *bytes)
{
	return bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0 && bytes[3] >> 4 == 1;
}

static int common_bits(const uint8_t *a, const uint8_t *b, int most)
{
	int bits = 0;

	while (bits < most && !((a[bits / 8] ^ b[bits / 8]) & 0x80 >> bits % 8))
		bits++;
	return bits;
}

/* ipv6_get_saddr_eval(): all but rule 0, and 4, which is about home addresses. */
static void mark(const struct choice *choice, const struct pk_ip_address *address, int marks[RULES])
{
	const uint8_t *bytes = address->local.bytes;
	int scope;
	const uint32_t kind = kind_of(bytes, &scope);
	int n = 0;

	marks[n++] = !memcmp(bytes, choice->dst, 16);
	marks[n++] = scope >= choice->scope ? -scope : scope - 128;
	marks[n++] = kind || !(address->flags & DEPRECATED);
	marks[n++] = !choice->out || choice->out == choice->index;
	marks[n++] = label_of(choice, bytes, choice->index) == choice->label;
	marks[n++] = !(address->flags & TEMPORARY) != choice->prefers_temporary;
	marks[n++] = is_orchid(bytes) == is_orchid(choice->dst);
	marks[n++] = common_bits(bytes, choice->dst, address->local.length);
}

static bool look_at_address(const struct pk_ip_address *address, void *arg)
{
	struct choice *choice = arg;
	int marks[RULES], n = 0;

	if (address->local.family != 6 || !pk_try(&choice->r, address->status))
		return pk_ok(&choice->r);
	if (address->flags & (OPTIMISTIC | HOME))
		choice->odd = true;
	if (address->flags & TENTATIVE || address->local.bytes[0] == 0xff)
		return true;
	mark(choice, address, marks);
	while (choice->found && n < RULES && marks[n] == choice->marks[n])
		n++;
	if (choice->found && (n == RULES || marks[n] < choice->marks[n]))
		return true;
	choice->found = true;
	choice->best = address->local;
	choice->best.length = 128;
	memcpy(choice->marks, marks, sizeof(marks));
	return true;
}

/* __ipv6_dev_get_saddr() */
static void look_at_device(struct choice *choice, uint64_t dev)
{
	struct pk_reader *r = &choice->r;
	const uint64_t six = pk_member(r, dev, PK_R_netdev_ip6);

	if (!six)
		return;
	choice->index = (uint32_t)pk_member(r, dev, PK_R_netdev_ifindex);
	choice->prefers_temporary = (int32_t)pk_member(r, six, PK_R_inet6_dev_tempaddr) >= 2;
	if (pk_ok(r))
		pk_try(r, pk_ip_addresses_list(r->ctx, dev, look_at_address, choice));
}

/* l3mdev_master_dev_rcu(): the VRF that it is, or belongs to. */
static uint64_t vrf_of(struct pk_reader *r, uint64_t dev)
{
	uint64_t master = dev;
	char kind[8];

	for (int i = 0; i < 2 && master && pk_ok(r); i++) {
		pk_net_device_kind(r->ctx, master, kind, sizeof(kind));
		if (!strcmp(kind, "vrf"))
			return master;
		if (!i && pk_net_device_master(r->ctx, dev, &master) != PK_OK)
			return 0;
	}
	return 0;
}

static void look_at_all(struct choice *choice, const struct pk_route_look *look, uint64_t dev)
{
	struct pk_reader *r = &choice->r, devices = {.ctx = r->ctx};
	const uint64_t vrf = vrf_of(r, dev);

	/* Of equal addresses theirs come first. */
	if (vrf) {
		look_at_device(choice, dev);
		look_at_device(choice, vrf);
	}
	pk_net_device_for_each (device, &devices)
		if (device.net == look->net && vrf_of(r, device.addr) == vrf)
			look_at_device(choice, device.addr);
	pk_try(r, devices.status);
}

void pk_route_source6(struct pk_route_look *look, uint64_t dev, struct pk_prefix *ret_src)
{
	struct choice choice = {.r = {.ctx = look->ctx}, .dst = look->flow->dst.bytes};
	struct pk_reader *r = &choice.r;
	const uint64_t six = pk_member(r, dev, PK_R_netdev_ip6);
	const bool own = six && pk_member_or(r, six, PK_R_inet6_dev_own_only, 0);

	labels_read(&choice, look->net);
	kind_of(choice.dst, &choice.scope);
	choice.out = (uint32_t)pk_member(r, dev, PK_R_netdev_ifindex);
	choice.label = label_of(&choice, choice.dst, choice.out);
	if (own || choice.dst[0] == 0xff || choice.scope <= LINK_LOCAL)
		look_at_device(&choice, dev);
	else
		look_at_all(&choice, look, dev);
	if (pk_ok(r) && choice.found && !choice.odd)
		*ret_src = choice.best;
	free(choice.labels);
}
