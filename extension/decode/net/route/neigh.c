// SPDX-License-Identifier: GPL-3.0-or-later
/* Neighbours and proxies as neigh_dump_info() lists them: neigh_table.nht, neigh_table.phash_buckets. */
#include "decode/net/route/route.h"

#include <string.h>

#include "decode/list.h"
#include "decode/net/device/net_device.h"

#define PROXY_CHAINS 16 /* PNEIGH_HASHMASK + 1 */
#define VALID 0xde /* NUD_VALID: it has an address */

struct listing {
	struct pk_ctx *ctx;
	pk_neigh_fn fn;
	void *arg;
	bool stopped;
};

static void device_read(struct pk_reader *r, uint64_t dev, struct pk_neigh *neigh)
{
	uint64_t len;

	pk_net_device_name(r->ctx, dev, neigh->dev);
	neigh->ifindex = (uint32_t)pk_member(r, dev, PK_R_netdev_ifindex);
	neigh->type = (uint16_t)pk_member(r, dev, PK_R_netdev_type);
	len = pk_member(r, dev, PK_R_netdev_addr_len);
	if (len > sizeof(neigh->lladdr))
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "%s has addresses of %llu bytes", neigh->dev,
				  (unsigned long long)len));
	neigh->lladdr_len = pk_ok(r) ? (uint32_t)len : 0;
}

static bool visit_neighbour(const struct pk_neighbour *entry, void *arg)
{
	struct listing *listing = arg;
	struct pk_reader r = {.ctx = listing->ctx};
	struct pk_neigh neigh = {.addr = entry->addr,
				 .net = entry->net,
				 .dst.family = entry->key_len == 16 ? 6 : 4,
				 .dst.length = (uint8_t)(8 * entry->key_len),
				 .queued = entry->queued,
				 .probes = entry->probes};

	memcpy(neigh.dst.bytes, entry->key, entry->key_len);
	if (pk_try(&r, entry->state.status))
		neigh.state = (uint32_t)entry->state.value;
	device_read(&r, pk_member(&r, entry->addr, PK_R_neigh_dev), &neigh);
	neigh.has_lladdr = neigh.state & VALID;
	if (neigh.has_lladdr)
		pk_load(&r, pk_member_at(&r, entry->addr, PK_R_neigh_ha), neigh.lladdr,
			neigh.lladdr_len);
	neigh.flags = (uint32_t)pk_member(&r, entry->addr, PK_R_neigh_flags);
	neigh.protocol = (uint8_t)pk_member_or(&r, entry->addr, PK_R_neigh_protocol, 0);
	neigh.status = entry->key_len ? r.status : PK_UNREADABLE;
	listing->stopped = !listing->fn(&neigh, listing->arg);
	return !listing->stopped;
}

static void visit_proxy(struct listing *listing, uint64_t addr, uint8_t family)
{
	struct pk_reader r = {.ctx = listing->ctx};
	struct pk_neigh neigh = {.addr = addr,
				 .dst.family = family,
				 .dst.length = family == 6 ? 128 : 32,
				 .queued.status = PK_ABSENT,
				 .probes.status = PK_ABSENT,
				 .proxy = true};
	uint64_t dev;

	pk_load(&r, pk_member_at(&r, addr, PK_R_pneigh_key), neigh.dst.bytes, neigh.dst.length / 8);
	neigh.net = pk_member(&r, addr, PK_R_pneigh_net);
	dev = pk_member(&r, addr, PK_R_pneigh_dev);
	if (dev)
		device_read(&r, dev, &neigh);
	neigh.flags = (uint32_t)pk_member(&r, addr, PK_R_pneigh_flags);
	neigh.protocol = (uint8_t)pk_member_or(&r, addr, PK_R_pneigh_protocol, 0);
	neigh.status = r.status;
	listing->stopped = !listing->fn(&neigh, listing->arg);
}

static enum pk_status proxies_list(struct listing *listing, enum pk_row_id table, uint8_t family)
{
	struct pk_reader r = {.ctx = listing->ctx};
	const uint32_t word = listing->ctx->target->facts.word_size;
	const uint64_t chains = pk_member(&r, pk_value(&r, table), PK_R_neigh_table_proxies);

	for (unsigned i = 0; chains && pk_ok(&r) && i < PROXY_CHAINS; i++) {
		uint64_t addr = pk_pointer(&r, chains + (uint64_t)i * word);

		for (unsigned n = 0; addr && pk_ok(&r) && !listing->stopped; n++) {
			if (n == PK_LIST_MAX)
				return pk_fail(listing->ctx, PK_CORRUPT,
					       "the chain of proxies loops at %llx",
					       (unsigned long long)addr);
			visit_proxy(listing, addr, family);
			addr = pk_member(&r, addr, PK_R_pneigh_next);
		}
	}
	return r.status;
}

enum pk_status pk_neighs_list(struct pk_ctx *ctx, pk_neigh_fn fn, void *arg)
{
	static const struct {
		enum pk_row_id row;
		uint8_t family;
	} tables[] = {{PK_R_arp_tbl, 4}, {PK_R_nd_tbl, 6}};
	struct listing listing = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status status = pk_neighbours_list(ctx, visit_neighbour, &listing);

	for (int i = 0; i < 2 && status == PK_OK && !listing.stopped; i++)
		if (pk_has(ctx, tables[i].row))
			status = proxies_list(&listing, tables[i].row, tables[i].family);
	return status;
}
