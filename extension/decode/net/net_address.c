// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * net_device.ip_ptr	in_device, its addresses chained by ifa_next
 * net_device.ip6_ptr	inet6_dev, its addresses in a list
 */
#include "decode/net/net_address.h"

#include <string.h>

#include "decode/list.h"

#define MAX_ADDRESSES 65536 /* of a device */

struct search {
	struct pk_ctx *ctx;
	const uint8_t *wanted;
	size_t len;
	uint64_t link; /* offset in an IPv6 address */
	enum pk_status status;
	bool found;
};

static void compare(struct search *search, uint64_t addr, enum pk_row_id row)
{
	uint8_t bytes[16];
	uint64_t offset;

	search->status = pk_row_offset(search->ctx, row, &offset);
	if (search->status == PK_OK)
		search->status = pk_read(search->ctx, addr + offset, bytes, search->len);
	search->found = search->status == PK_OK && !memcmp(bytes, search->wanted, search->len);
}

static enum pk_status search_v4(struct search *search, uint64_t dev)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t owner, address = 0;

	search->status = pk_member_uint(ctx, dev, PK_R_netdev_ip, &owner);
	if (search->status == PK_OK && owner)
		search->status = pk_member_uint(ctx, owner, PK_R_in_device_list, &address);
	for (unsigned i = 0; search->status == PK_OK && address && !search->found; i++) {
		if (i == MAX_ADDRESSES)
			return pk_fail(ctx, PK_CORRUPT, "more than %u addresses", i);
		compare(search, address, PK_R_ifaddr_local);
		if (search->status == PK_OK)
			search->status = pk_member_uint(ctx, address, PK_R_ifaddr_next, &address);
	}
	return search->status;
}

static bool visit_v6(uint64_t node, void *arg)
{
	struct search *search = arg;

	compare(search, node - search->link, PK_R_ifaddr6_address);
	return search->status == PK_OK && !search->found;
}

static enum pk_status search_v6(struct search *search, uint64_t dev)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t owner, head;
	enum pk_status status = pk_member_uint(ctx, dev, PK_R_netdev_ip6, &owner);

	if (status != PK_OK || !owner)
		return status;
	status = pk_row_offsets(
		ctx, PK_WANTED({PK_R_inet6_dev_list, &head}, {PK_R_ifaddr6_link, &search->link}));
	if (status == PK_OK)
		status = pk_list_walk(ctx, owner + head, visit_v6, search);
	return status == PK_OK ? search->status : status;
}

bool pk_net_device_has_address(struct pk_ctx *ctx, uint64_t dev, uint8_t family,
			       const uint8_t *address)
{
	struct search search = {.ctx = ctx, .wanted = address, .len = family == 4 ? 4 : 16};
	enum pk_status status = family == 4 ? search_v4(&search, dev) : search_v6(&search, dev);

	if (status != PK_OK && status != PK_ABSENT && !search.found)
		pk_warn(ctx, "addresses of device %llx: %s", (unsigned long long)dev,
			pk_error(ctx));
	return search.found;
}
