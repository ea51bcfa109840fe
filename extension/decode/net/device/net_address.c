// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * net_device.ip_ptr	in_device, its addresses chained by ifa_next
 * net_device.ip6_ptr	inet6_dev, its addresses in a list
 */
#include "decode/net/device/net_device.h"

#include "decode/list.h"

#define MAX_ADDRESSES 65536 /* of a device */

struct walk {
	struct pk_ctx *ctx;
	enum pk_status status;
	bool stopped;
	pk_net_address_fn fn;
	void *arg;
};

static void visit(struct walk *walk, uint64_t addr, enum pk_row_id row, uint8_t family)
{
	uint8_t bytes[16];
	uint64_t offset;

	walk->status = pk_row_offset(walk->ctx, row, &offset);
	if (walk->status == PK_OK)
		walk->status = pk_read(walk->ctx, addr + offset, bytes, family == 4 ? 4 : 16);
	walk->stopped = walk->status != PK_OK || !walk->fn(family, bytes, walk->arg);
}

static enum pk_status walk_v4(struct walk *walk, uint64_t dev)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t owner, address = 0;
	enum pk_status status = pk_member_uint(ctx, dev, PK_R_netdev_ip, &owner);

	if (status == PK_OK && owner)
		status = pk_member_uint(ctx, owner, PK_R_in_device_list, &address);
	for (unsigned i = 0; status == PK_OK && address && !walk->stopped; i++) {
		if (i == MAX_ADDRESSES)
			return pk_fail(ctx, PK_CORRUPT, "more than %u addresses", i);
		visit(walk, address, PK_R_ifaddr_local, 4);
		status = walk->status;
		if (status == PK_OK && !walk->stopped)
			status = pk_member_uint(ctx, address, PK_R_ifaddr_next, &address);
	}
	return status;
}

static enum pk_status walk_v6(struct walk *walk, uint64_t dev)
{
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t owner = pk_member(&r, dev, PK_R_netdev_ip6), head, link;

	if (!owner)
		return r.status;
	head = pk_member_at(&r, owner, PK_R_inet6_dev_list);
	link = pk_offset(&r, PK_R_ifaddr6_link);
	pk_list_for_each (node, &r, head) {
		visit(walk, node - link, PK_R_ifaddr6_address, 6);
		if (walk->stopped)
			break;
	}
	return pk_ok(&r) ? walk->status : r.status;
}

void pk_net_addresses_walk(struct pk_ctx *ctx, uint64_t dev, pk_net_address_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status (*const families[])(struct walk *, uint64_t) = {walk_v4, walk_v6};

	for (unsigned i = 0; i < 2 && !walk.stopped; i++) {
		enum pk_status status = families[i](&walk, dev);

		walk.stopped &= status == PK_OK;
		if (status != PK_OK && status != PK_ABSENT)
			pk_warn(ctx, "addresses of device %llx: %s", (unsigned long long)dev,
				pk_error(ctx));
	}
}
