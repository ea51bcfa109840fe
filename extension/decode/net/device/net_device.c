// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/net_device.h"

#include <string.h>

#include "decode/list.h"
#include "decode/net/device/netns.h"

struct walk {
	struct pk_ctx *ctx;
	uint64_t base, link;
	uint64_t net;
	uint32_t netns; /* of NET */
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
	if (strpbrk(name,
		    " \t\n\v\f\r/:")) /* dev_valid_name() has them not; control characters it has */
		name[0] = '\0';
}

void pk_net_device_kind(struct pk_ctx *ctx, uint64_t addr, char *kind, size_t size)
{
	uint64_t ops, name;

	if (pk_member_uint(ctx, addr, PK_R_netdev_link_ops, &ops) != PK_OK || !ops ||
	    pk_member_uint(ctx, ops, PK_R_link_ops_kind, &name) != PK_OK || !name ||
	    pk_read_string(ctx, name, kind, size) != PK_OK)
		kind[0] = '\0';
}

static bool visit_device(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_net_device device = {.addr = node - walk->link};

	pk_net_device_name(walk->ctx, device.addr, device.name);
	device.net = pk_member_or_zero(walk->ctx, device.addr, PK_R_netdev_net);
	device.netns = device.net == walk->net ? walk->netns : 0;
	device.ifindex = (uint32_t)pk_member_or_zero(walk->ctx, device.addr, PK_R_netdev_ifindex);
	walk->stopped = !walk->fn(&device, walk->arg);
	return !walk->stopped;
}

static bool visit_net(uint64_t net, uint32_t inum, void *arg)
{
	struct walk *walk = arg;

	walk->net = net;
	walk->netns = inum;
	if (pk_list_walk(walk->ctx, net + walk->base, visit_device, walk) != PK_OK)
		pk_warn(walk->ctx, "devices of namespace %llx: %s", (unsigned long long)net,
			pk_error(walk->ctx));
	return !walk->stopped;
}

enum pk_status pk_net_devices_walk(struct pk_ctx *ctx, pk_net_device_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status status = pk_row_offsets(
		ctx, PK_WANTED({PK_R_net_dev_base, &walk.base}, {PK_R_netdev_list, &walk.link}));

	return status == PK_OK ? pk_netns_walk(ctx, visit_net, &walk) : status;
}

/* The devices directly above the one at ADDR. RET_LINK, set before FN is called: where in an entry its list node is. */
static enum pk_status uppers_walk(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_link,
				  bool (*fn)(uint64_t node, void *arg), void *arg)
{
	uint64_t upper;
	enum pk_status status = pk_row_offsets(
		ctx, PK_WANTED({PK_R_netdev_upper, &upper}, {PK_R_adjacent_list, ret_link}));

	return status == PK_OK ? pk_list_walk(ctx, addr + upper, fn, arg) : status;
}

struct find_master {
	struct pk_ctx *ctx;
	uint64_t link, master;
	enum pk_status status;
};

static bool visit_upper(uint64_t node, void *arg)
{
	struct find_master *find = arg;
	uint64_t is_master;

	find->status =
		pk_member_uint(find->ctx, node - find->link, PK_R_adjacent_master, &is_master);
	if (find->status == PK_OK && is_master)
		find->status = pk_member_uint(find->ctx, node - find->link, PK_R_adjacent_dev,
					      &find->master);
	return find->status == PK_OK && !find->master;
}

enum pk_status pk_net_device_master(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_master)
{
	struct find_master find = {.ctx = ctx};
	enum pk_status status = uppers_walk(ctx, addr, &find.link, visit_upper, &find);

	if (status == PK_OK)
		status = find.status;
	if (status != PK_OK)
		return status;
	*ret_master = find.master;
	return find.master ? PK_OK : pk_none(ctx, PK_ABSENT);
}

struct visit_uppers {
	struct pk_ctx *ctx;
	uint64_t link;
	enum pk_status status;
	bool (*fn)(uint64_t upper, void *arg);
	void *arg;
};

static bool visit_each(uint64_t node, void *arg)
{
	struct visit_uppers *visit = arg;
	uint64_t upper;

	visit->status = pk_member_uint(visit->ctx, node - visit->link, PK_R_adjacent_dev, &upper);
	return visit->status == PK_OK && visit->fn(upper, visit->arg);
}

enum pk_status pk_net_device_uppers(struct pk_ctx *ctx, uint64_t addr,
				    bool (*fn)(uint64_t upper, void *arg), void *arg)
{
	struct visit_uppers visit = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status status = uppers_walk(ctx, addr, &visit.link, visit_each, &visit);

	return status == PK_OK ? visit.status : status;
}

struct find_elsewhere {
	struct pk_ctx *ctx;
	uint64_t link, net;
	enum pk_status status;
};

static bool visit_above(uint64_t node, void *arg)
{
	struct find_elsewhere *find = arg;
	uint64_t device, net = 0;

	find->status = pk_member_uint(find->ctx, node - find->link, PK_R_adjacent_dev, &device);
	if (find->status == PK_OK)
		find->status = pk_member_uint(find->ctx, device, PK_R_netdev_net, &net);
	if (find->status == PK_OK && net != find->net)
		find->status = pk_none(find->ctx, PK_ABSENT);
	return find->status == PK_OK;
}

enum pk_status pk_net_device_above(struct pk_ctx *ctx, uint64_t addr, uint64_t net)
{
	struct find_elsewhere find = {.ctx = ctx, .net = net};
	enum pk_status status = uppers_walk(ctx, addr, &find.link, visit_above, &find);

	return status == PK_OK ? find.status : status;
}

#define VLAN_PROTOCOLS 2 /* 802.1Q, 802.1ad: an array of parts for each */
#define VLAN_PARTS 8
#define VLANS_PER_PART 512

/* Of the devices in the part at ADDR, from number FROM on, NR of them: the only one. */
static enum pk_status only_device(struct pk_ctx *ctx, uint64_t addr, uint32_t from, uint32_t nr,
				  uint64_t *found)
{
	uint64_t word = ctx->target->facts.word_size;

	for (uint32_t i = from; i < from + nr; i++) {
		uint64_t device;
		enum pk_status status = pk_read_ptr(ctx, addr + i * word, &device);

		if (status != PK_OK)
			return status;
		if (device && *found && *found != device)
			return pk_fail(ctx, PK_ABSENT, "several VLANs");
		if (device)
			*found = device;
	}
	return PK_OK;
}

enum pk_status pk_net_device_vlan(struct pk_ctx *ctx, uint64_t addr, uint32_t id,
				  uint64_t *ret_device)
{
	uint64_t word = ctx->target->facts.word_size, info, group, parts, found = 0;
	enum pk_status status = pk_member_uint(ctx, addr, PK_R_netdev_vlan_info, &info);

	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_vlan_info_grp, &group);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_vlan_group_devices, &parts);
	for (uint32_t i = 0; status == PK_OK && info && i < VLAN_PROTOCOLS * VLAN_PARTS; i++) {
		bool any = id == PK_ANY_VLAN;
		uint64_t part = 0;

		if (!any && i % VLAN_PARTS != id / VLANS_PER_PART)
			continue;
		status = pk_read_ptr(ctx, info + group + parts + i * word, &part);
		if (status == PK_OK && part)
			status = only_device(ctx, part, any ? 0 : id % VLANS_PER_PART,
					     any ? VLANS_PER_PART : 1, &found);
	}
	if (status != PK_OK)
		return status;
	*ret_device = found;
	return found ? PK_OK : pk_none(ctx, PK_ABSENT);
}

enum pk_status pk_net_device_software(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_xmit)
{
	uint64_t hardware, ops;
	enum pk_status status = pk_member_uint(ctx, addr, PK_R_netdev_parent, &hardware);

	if (status == PK_OK && hardware)
		return pk_none(ctx, PK_ABSENT);
	if (status == PK_OK)
		status = pk_member_uint(ctx, addr, PK_R_netdev_ops, &ops);
	if (status == PK_OK)
		status = pk_member_uint(ctx, ops, PK_R_netdev_start_xmit, ret_xmit);
	return status == PK_OK && !*ret_xmit ? pk_none(ctx, PK_ABSENT) : status;
}

static enum pk_status veth_peer(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_peer)
{
	uint64_t xmit, priv;
	struct pk_symbol symbol;
	enum pk_status status = pk_net_device_software(ctx, addr, &xmit);

	if (status == PK_OK)
		status = pk_symbol_at(ctx, xmit, &symbol);
	if (status != PK_OK)
		return status;
	pk_strip_suffixes(symbol.name);
	if (strcmp(symbol.name, "veth_xmit") != 0 ||
	    (symbol.module[0] && strcmp(symbol.module, "veth") != 0))
		return pk_none(ctx, PK_ABSENT);
	status = pk_net_device_private(ctx, addr, &priv);
	if (status == PK_OK)
		status = pk_member_uint(ctx, priv, PK_R_veth_peer, ret_peer);
	return status == PK_OK && !*ret_peer ? pk_none(ctx, PK_ABSENT) : status;
}

enum pk_status pk_net_device_peer(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_peer)
{
	uint64_t back, peer;
	enum pk_status status = veth_peer(ctx, addr, &peer);

	if (status == PK_OK)
		status = veth_peer(ctx, peer, &back);
	if (status != PK_OK)
		return status;
	if (back != addr)
		return pk_none(ctx, PK_ABSENT);
	*ret_peer = peer;
	return PK_OK;
}

#define PRIV_ALIGN 32 /* NETDEV_ALIGN, up to 6.9 */

enum pk_status pk_net_device_private(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_priv)
{
	bool has = pk_has(ctx, PK_R_netdev_priv);
	uint64_t offset;
	enum pk_status status = has ? pk_row_offset(ctx, PK_R_netdev_priv, &offset)
				    : pk_row_value(ctx, PK_R_netdev_size, &offset);

	if (status != PK_OK)
		return status;
	if (!has)
		offset = (offset + PRIV_ALIGN - 1) / PRIV_ALIGN * PRIV_ALIGN;
	*ret_priv = addr + offset;
	return PK_OK;
}
