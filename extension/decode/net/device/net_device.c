// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/net_device.h"

#include <string.h>

#include "core/kit.h"

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

enum pk_status pk_net_device_kind(struct pk_ctx *ctx, uint64_t addr, char *kind, size_t size)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t ops = pk_member(&r, addr, PK_R_netdev_link_ops);
	uint64_t name = ops ? pk_member(&r, ops, PK_R_link_ops_kind) : 0;

	kind[0] = '\0';
	if (name && pk_ok(&r))
		pk_try(&r, pk_read_string(ctx, name, kind, size));
	if (!pk_ok(&r))
		kind[0] = '\0';
	return r.status;
}

struct pk_net_device_iter pk_net_device_begin(struct pk_reader *r)
{
	uint64_t base = pk_offset(r, PK_R_net_dev_base), link = pk_offset(r, PK_R_netdev_list);

	return (struct pk_net_device_iter){.nets = pk_netns_begin(r), .base = base, .link = link};
}

static void leave_net(struct pk_net_device_iter *iter)
{
	pk_list_end(&iter->list);
	if (!pk_ok(&iter->r))
		pk_warn(iter->r.ctx, "devices of namespace %llx: %s",
			(unsigned long long)iter->net.addr, pk_error(iter->r.ctx));
	iter->within = false;
}

bool pk_net_device_next(struct pk_net_device_iter *iter, struct pk_net_device *ret_device)
{
	const struct pk_reader *r = iter->nets.list.r;
	uint64_t node = iter->within && pk_ok(r) ? pk_list_next(&iter->list) : 0, addr;

	while (!node) {
		if (iter->within)
			leave_net(iter);
		if (!pk_netns_next(&iter->nets, &iter->net))
			return false;
		iter->within = true;
		iter->r = (struct pk_reader){.ctx = r->ctx};
		iter->list = pk_list_begin(&iter->r, iter->net.addr + iter->base, true);
		node = pk_list_next(&iter->list);
	}
	addr = node - iter->link;
	*ret_device = (struct pk_net_device){.addr = addr};
	pk_net_device_name(r->ctx, addr, ret_device->name);
	ret_device->net = pk_member_or_zero(r->ctx, addr, PK_R_netdev_net);
	ret_device->netns = ret_device->net == iter->net.addr ? iter->net.inum : 0;
	ret_device->ifindex = (uint32_t)pk_member_or_zero(r->ctx, addr, PK_R_netdev_ifindex);
	return true;
}

void pk_net_device_end(struct pk_net_device_iter *iter)
{
	if (iter->within)
		leave_net(iter);
	pk_netns_end(&iter->nets);
}

enum pk_status pk_net_device_master(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_master)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t uppers = pk_member_at(&r, addr, PK_R_netdev_upper);
	uint64_t link = pk_offset(&r, PK_R_adjacent_list), master = 0;

	pk_list_for_each (node, &r, uppers) {
		if (pk_member(&r, node - link, PK_R_adjacent_master))
			master = pk_member(&r, node - link, PK_R_adjacent_dev);
		if (master)
			break;
	}
	if (!pk_ok(&r))
		return r.status;
	*ret_master = master;
	return master ? PK_OK : pk_none(ctx, PK_ABSENT);
}

enum pk_status pk_net_device_uppers(struct pk_ctx *ctx, uint64_t addr,
				    bool (*fn)(uint64_t upper, void *arg), void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t uppers = pk_member_at(&r, addr, PK_R_netdev_upper);
	uint64_t link = pk_offset(&r, PK_R_adjacent_list);

	pk_list_for_each (node, &r, uppers) {
		uint64_t upper = pk_member(&r, node - link, PK_R_adjacent_dev);

		if (!pk_ok(&r) || !fn(upper, arg))
			break;
	}
	return r.status;
}

enum pk_status pk_net_device_above(struct pk_ctx *ctx, uint64_t addr, uint64_t net)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t uppers = pk_member_at(&r, addr, PK_R_netdev_upper);
	uint64_t link = pk_offset(&r, PK_R_adjacent_list);

	pk_list_for_each (node, &r, uppers) {
		uint64_t device = pk_member(&r, node - link, PK_R_adjacent_dev);

		if (pk_member(&r, device, PK_R_netdev_net) != net)
			pk_try(&r, pk_none(ctx, PK_ABSENT));
	}
	return r.status;
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
	struct pk_reader r = {.ctx = ctx};
	uint64_t word = ctx->target->facts.word_size, info, group, parts, found = 0;

	info = pk_member(&r, addr, PK_R_netdev_vlan_info);
	group = pk_offset(&r, PK_R_vlan_info_grp);
	parts = pk_offset(&r, PK_R_vlan_group_devices);
	for (uint32_t i = 0; pk_ok(&r) && info && i < VLAN_PROTOCOLS * VLAN_PARTS; i++) {
		bool any = id == PK_ANY_VLAN;
		uint64_t part = 0;

		if (!any && i % VLAN_PARTS != id / VLANS_PER_PART)
			continue;
		part = pk_pointer(&r, info + group + parts + i * word);
		if (part)
			pk_try(&r, only_device(ctx, part, any ? 0 : id % VLANS_PER_PART,
					       any ? VLANS_PER_PART : 1, &found));
	}
	if (!pk_ok(&r))
		return r.status;
	*ret_device = found;
	return found ? PK_OK : pk_none(ctx, PK_ABSENT);
}

enum pk_status pk_net_device_software(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_xmit)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t ops;
	uint64_t hardware = pk_member(&r, addr, PK_R_netdev_parent);

	if (pk_ok(&r) && hardware)
		return pk_none(ctx, PK_ABSENT);
	ops = pk_member(&r, addr, PK_R_netdev_ops);
	pk_try(&r, pk_member_uint(ctx, ops, PK_R_netdev_start_xmit, ret_xmit));
	return pk_ok(&r) && !*ret_xmit ? pk_none(ctx, PK_ABSENT) : r.status;
}

/* The drivers of pairs: what one end sends, the other receives in the same skb. */
static enum pk_status peer_read(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_peer)
{
	static const struct {
		const char *xmit, *module;
		enum pk_row_id peer;
	} pairs[] = {{"veth_xmit", "veth", PK_R_veth_peer}, {"netkit_xmit", "", PK_R_netkit_peer}};
	uint64_t xmit, priv;
	struct pk_symbol symbol;
	enum pk_status status = pk_net_device_software(ctx, addr, &xmit);

	if (status == PK_OK)
		status = pk_symbol_at(ctx, xmit, &symbol);
	if (status != PK_OK)
		return status;
	pk_strip_suffixes(symbol.name);
	for (size_t i = 0; i < PK_ARRAY_SIZE(pairs); i++) {
		if (strcmp(symbol.name, pairs[i].xmit) != 0 ||
		    (symbol.module[0] && strcmp(symbol.module, pairs[i].module) != 0))
			continue;
		status = pk_net_device_private(ctx, addr, &priv);
		if (status == PK_OK)
			status = pk_member_uint(ctx, priv, pairs[i].peer, ret_peer);
		return status == PK_OK && !*ret_peer ? pk_none(ctx, PK_ABSENT) : status;
	}
	return pk_none(ctx, PK_ABSENT);
}

enum pk_status pk_net_device_peer(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_peer)
{
	uint64_t back, peer;
	enum pk_status status = peer_read(ctx, addr, &peer);

	if (status == PK_OK)
		status = peer_read(ctx, peer, &back);
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
