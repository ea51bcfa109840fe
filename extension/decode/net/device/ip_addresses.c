// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Addresses of devices, as `ip addr` has them (inet_fill_ifaddr(), inet6_fill_ifaddr()):
 *
 *	net_device.ip_ptr	in_device, its addresses chained by ifa_next
 *	net_device.ip6_ptr	inet6_dev, its addresses in a list
 */
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"

#define FOREVER UINT32_MAX /* INFINITY_LIFE_TIME */
#define PERMANENT 0x80 /* IFA_F_PERMANENT */
#define IPV6_HOST                                                                                  \
	0x10 /* IPV6_ADDR_LOOPBACK, _LINKLOCAL, _SITELOCAL: IFA_HOST, IFA_LINK, IFA_SITE */
#define IPV6_LINK 0x20
#define IPV6_SITE 0x40
#define SCOPE_SITE 200

static void prefix_read(struct pk_reader *r, uint64_t addr, uint8_t family, uint64_t length,
			struct pk_prefix *ret_prefix)
{
	const size_t size = family == 6 ? 16 : 4;

	if (length > 8 * size)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "address %llx: a prefix of %llu bits",
				  (unsigned long long)addr, (unsigned long long)length));
	if (pk_load(r, addr, ret_prefix->bytes, size)) {
		ret_prefix->family = family;
		ret_prefix->length = (uint8_t)length;
	}
}

static bool is_zero(const struct pk_prefix *prefix)
{
	static const uint8_t none[16];

	return !memcmp(prefix->bytes, none, sizeof(none));
}

static uint32_t left(uint32_t of, uint64_t past)
{
	return of == FOREVER ? FOREVER : of > past ? of - (uint32_t)past : 0;
}

/* What is left of VALID and PREFERRED seconds, which were set at STAMP. */
static void lifetimes(struct pk_reader *r, uint64_t stamp, uint32_t valid, uint32_t preferred,
		      struct pk_ip_address *address)
{
	uint64_t hz = 0, past;
	const struct pk_figure now = pk_jiffies_read(r->ctx, &hz);

	if (!pk_try(r, now.status) || !hz)
		return;
	past = (now.value - stamp) / hz;
	address->ages = true;
	address->preferred_s = left(preferred, past);
	address->valid_s = preferred == FOREVER ? valid : left(valid, past);
}

static void v4_read(struct pk_ctx *ctx, uint64_t addr, struct pk_ip_address *address)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t offset;
	uint32_t valid, preferred;

	prefix_read(&r, pk_member_at(&r, addr, PK_R_ifaddr_local), 4,
		    pk_member(&r, addr, PK_R_ifaddr_prefixlen), &address->local);
	prefix_read(&r, pk_member_at(&r, addr, PK_R_ifaddr_address), 4, 0, &address->peer);
	if (!memcmp(address->peer.bytes, address->local.bytes, 4) || is_zero(&address->peer))
		address->peer.family = 0;
	prefix_read(&r, pk_member_at(&r, addr, PK_R_ifaddr_broadcast), 4, 0, &address->broadcast);
	if (is_zero(&address->broadcast))
		address->broadcast.family = 0;
	address->scope = (uint8_t)pk_member(&r, addr, PK_R_ifaddr_scope);
	address->flags = (uint32_t)pk_member(&r, addr, PK_R_ifaddr_flags);
	address->metric = (uint32_t)pk_member_or(&r, addr, PK_R_ifaddr_metric, 0);
	address->protocol = (uint8_t)pk_member_or(&r, addr, PK_R_ifaddr_protocol, 0);
	offset = pk_offset(&r, PK_R_ifaddr_label);
	pk_load(&r, addr + offset, address->label, sizeof(address->label) - 1);
	valid = (uint32_t)pk_member(&r, addr, PK_R_ifaddr_valid);
	preferred = (uint32_t)pk_member(&r, addr, PK_R_ifaddr_preferred);
	if (!(address->flags & PERMANENT))
		lifetimes(&r, pk_member(&r, addr, PK_R_ifaddr_stamp), valid, preferred, address);
	address->status = r.status;
}

/* rt_scope() */
static uint8_t scope6(uint64_t scope)
{
	if (scope & IPV6_HOST)
		return PK_SCOPE_HOST;
	if (scope & IPV6_LINK)
		return PK_SCOPE_LINK;
	return scope & IPV6_SITE ? SCOPE_SITE : 0;
}

static void v6_read(struct pk_ctx *ctx, uint64_t addr, struct pk_ip_address *address)
{
	struct pk_reader r = {.ctx = ctx};
	uint32_t valid, preferred;

	prefix_read(&r, pk_member_at(&r, addr, PK_R_ifaddr6_address), 6,
		    pk_member(&r, addr, PK_R_ifaddr6_prefixlen), &address->local);
	prefix_read(&r, pk_member_at(&r, addr, PK_R_ifaddr6_peer), 6, 0, &address->peer);
	if (is_zero(&address->peer))
		address->peer.family = 0;
	address->scope = scope6(pk_member(&r, addr, PK_R_ifaddr6_scope));
	address->flags = (uint32_t)pk_member(&r, addr, PK_R_ifaddr6_flags);
	address->metric = (uint32_t)pk_member_or(&r, addr, PK_R_ifaddr6_metric, 0);
	address->protocol = (uint8_t)pk_member_or(&r, addr, PK_R_ifaddr6_protocol, 0);
	valid = (uint32_t)pk_member(&r, addr, PK_R_ifaddr6_valid);
	preferred = (uint32_t)pk_member(&r, addr, PK_R_ifaddr6_preferred);
	if (!(address->flags & PERMANENT) || preferred != FOREVER)
		lifetimes(&r, pk_member(&r, addr, PK_R_ifaddr6_stamp), valid, preferred, address);
	address->status = r.status;
}

static enum pk_status v4_list(struct pk_ctx *ctx, uint64_t dev, pk_ip_address_fn fn, void *arg,
			      bool *stopped)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_cycle cycle = {0};
	const uint64_t owner = pk_member(&r, dev, PK_R_netdev_ip);
	uint64_t addr = owner ? pk_member(&r, owner, PK_R_in_device_list) : 0;

	while (pk_ok(&r) && addr && !*stopped) {
		struct pk_ip_address address = {.addr = addr, .local.family = 4};

		if (pk_cycle_closed(&cycle, addr))
			return pk_fail(ctx, PK_CORRUPT, "the addresses loop at %llx",
				       (unsigned long long)addr);
		v4_read(ctx, addr, &address);
		*stopped = !fn(&address, arg);
		addr = pk_member(&r, addr, PK_R_ifaddr_next);
	}
	return r.status;
}

static enum pk_status v6_list(struct pk_ctx *ctx, uint64_t dev, pk_ip_address_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	const uint64_t owner = pk_member(&r, dev, PK_R_netdev_ip6);
	uint64_t head, link;

	if (!owner)
		return r.status;
	head = pk_member_at(&r, owner, PK_R_inet6_dev_list);
	link = pk_offset(&r, PK_R_ifaddr6_link);
	pk_list_for_each (node, &r, head) {
		struct pk_ip_address address = {.addr = node - link, .local.family = 6};

		v6_read(ctx, address.addr, &address);
		if (!fn(&address, arg))
			break;
	}
	return r.status;
}

enum pk_status pk_ip_addresses_list(struct pk_ctx *ctx, uint64_t dev, pk_ip_address_fn fn,
				    void *arg)
{
	bool stopped = false;
	enum pk_status status = v4_list(ctx, dev, fn, arg, &stopped), six;

	if (stopped)
		return status;
	six = v6_list(ctx, dev, fn, arg);
	return status == PK_OK ? six : status;
}
