// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/net_device.h"

#include <ctype.h>
#include <string.h>

#include "decode/list.h"

struct walk {
	struct pk_ctx *ctx;
	uint64_t net_link, base, link;
	pk_net_device_fn fn;
	void *arg;
	bool stopped;
};

void pk_net_device_name(struct pk_ctx *ctx, uint64_t addr, char name[16])
{
	uint64_t offset;

	if (!addr || !pk_has(ctx, PK_R_netdev_name) ||
	    pk_row_offset(ctx, PK_R_netdev_name, &offset) != PK_OK ||
	    pk_read(ctx, addr + offset, name, 16) != PK_OK || !memchr(name, '\0', 16)) {
		name[0] = '\0';
		return;
	}
	for (const char *c = name; *c; c++)
		if (!isgraph((unsigned char)*c)) {
			name[0] = '\0';
			return;
		}
}

static uint64_t optional(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id row)
{
	uint64_t value;

	return pk_has(ctx, row) && pk_member_uint(ctx, addr, row, &value) == PK_OK ? value : 0;
}

static bool visit_device(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_net_device device = {.addr = node - walk->link};

	pk_net_device_name(walk->ctx, device.addr, device.name);
	device.net = optional(walk->ctx, device.addr, PK_R_netdev_net);
	device.ifindex = (uint32_t)optional(walk->ctx, device.addr, PK_R_netdev_ifindex);
	walk->stopped = !walk->fn(&device, walk->arg);
	return !walk->stopped;
}

static bool visit_net(uint64_t node, void *arg)
{
	struct walk *walk = arg;

	if (pk_list_walk(walk->ctx, node - walk->net_link + walk->base, visit_device, walk) !=
	    PK_OK)
		pk_warn(walk->ctx, "devices of namespace %llx: %s",
			(unsigned long long)(node - walk->net_link), walk->ctx->error);
	return !walk->stopped;
}

enum pk_status pk_net_devices_walk(struct pk_ctx *ctx, pk_net_device_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	uint64_t head;
	enum pk_status status = pk_row_value(ctx, PK_R_net_namespace_list, &head);

	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_net_list, &walk.net_link);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_net_dev_base, &walk.base);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_netdev_list, &walk.link);
	return status == PK_OK ? pk_list_walk(ctx, head, visit_net, &walk) : status;
}
