// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace routes neigh`, `addr`, `fdb`, `vlan`: what stands beside the routes, namespace by namespace. */
#include "command/parts.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"
#include "render/views.h"

#define MAX_LISTED (1u << 20) /* neighbours, devices */

struct showing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct pk_net_list_request *request;
	uint32_t shown; /* namespaces */
	struct pk_neigh *neighs; /* owned */
	size_t nr_neighs, room_neighs;
	enum pk_status neighs_status;
	struct pk_net_device *devices; /* owned; of one namespace by index */
	size_t nr, room;
	/* where it is now */
	uint64_t net;
	uint32_t inum;
	const struct pk_net_device *dev;
	bool headed;
};

struct pk_net_list {
	const char *word, *heading;
	enum pk_status (*of_device)(struct showing *showing); /* NULL: of neighbours */
};

static bool wants(const struct showing *showing, uint8_t family)
{
	return family == 6 ? !showing->request->only4 : !showing->request->only6;
}

/* Of a namespace that has something to list. */
static void head(struct showing *showing)
{
	if (showing->headed)
		return;
	showing->headed = true;
	pk_out_tone(showing->out, PK_TONE_HEAD);
	pk_out_text(showing->out, "netns %u: %s\n", showing->inum, showing->request->list->heading);
	pk_out_netns_told(showing->out, showing->inum);
}

static void complain(struct showing *showing, const char *of, enum pk_status status)
{
	const char *what = showing->request->list->heading;

	head(showing);
	pk_warn(showing->ctx, "namespace %u: %s%s%s: %s", showing->inum, what, of[0] ? " of " : "",
		of, status == PK_OK ? "" : pk_error(showing->ctx));
	pk_out_text(showing->out, "(%s%s%s)\n", of, of[0] ? ": " : "", pk_status_name(status));
}

/* --- neighbours -------------------------------------------------------------------------------------------- */

static bool add_neigh(const struct pk_neigh *neigh, void *arg)
{
	struct showing *showing = arg;

	if (showing->nr_neighs == MAX_LISTED ||
	    !pk_grow(showing->neighs, showing->nr_neighs, showing->room_neighs)) {
		pk_warn(showing->ctx, "only the first %zu neighbours are listed",
			showing->nr_neighs);
		return false;
	}
	showing->neighs[showing->nr_neighs++] = *neigh;
	return true;
}

/* `ip neigh` hides multicast's, which need no answer, and those that are nothing yet. */
static bool is_listed(const struct showing *showing, const struct pk_neigh *neigh)
{
	return showing->request->verbose || pk_out_whole(showing->out) || neigh->proxy ||
	       neigh->status != PK_OK || (neigh->flags & 0x10) ||
	       (neigh->state & ~(uint32_t)PK_NUD_NOARP);
}

static void show_neighs(struct showing *showing)
{
	for (size_t i = 0; i < showing->nr_neighs && !showing->out->failed; i++) {
		const struct pk_neigh *neigh = &showing->neighs[i];

		if (neigh->net != showing->net || !wants(showing, neigh->dst.family) ||
		    !is_listed(showing, neigh))
			continue;
		head(showing);
		pk_render_neigh(showing->out, showing->inum, neigh);
	}
	if (showing->neighs_status != PK_OK)
		complain(showing, "", showing->neighs_status);
}

/* --- of devices -------------------------------------------------------------------------------------------- */

static bool show_address(const struct pk_ip_address *address, void *arg)
{
	struct showing *showing = arg;

	if (!wants(showing, address->local.family))
		return true;
	head(showing);
	pk_render_ip_address(showing->out, showing->inum, showing->dev->name, showing->dev->ifindex,
			     address);
	return !showing->out->failed;
}

static enum pk_status addresses(struct showing *showing)
{
	return pk_ip_addresses_list(showing->ctx, showing->dev->addr, show_address, showing);
}

static const char *name_of(const struct showing *showing, uint32_t ifindex)
{
	for (size_t i = 0; ifindex && i < showing->nr; i++)
		if (showing->devices[i].net == showing->net &&
		    showing->devices[i].ifindex == ifindex)
			return showing->devices[i].name;
	return NULL;
}

static bool show_fdb(const struct pk_fdb_entry *entry, void *arg)
{
	struct showing *showing = arg;

	head(showing);
	pk_render_fdb_entry(showing->out, showing->inum, entry, name_of(showing, entry->via));
	return !showing->out->failed;
}

static enum pk_status fdb(struct showing *showing)
{
	return pk_fdb_list(showing->ctx, showing->dev, show_fdb, showing);
}

static bool show_vlan(const struct pk_bridge_vlan *vlan, void *arg)
{
	struct showing *showing = arg;

	head(showing);
	pk_render_bridge_vlan(showing->out, showing->inum, showing->dev->name, vlan);
	return !showing->out->failed;
}

static enum pk_status vlans(struct showing *showing)
{
	return pk_bridge_vlans_list(showing->ctx, showing->dev, show_vlan, showing);
}

static int by_index(const void *a, const void *b)
{
	const struct pk_net_device *one = a, *other = b;

	return one->ifindex < other->ifindex ? -1 : one->ifindex > other->ifindex;
}

static void show_devices(struct showing *showing)
{
	for (size_t i = 0; i < showing->nr && !showing->out->failed; i++) {
		enum pk_status status;

		showing->dev = &showing->devices[i];
		if (showing->dev->net != showing->net)
			continue;
		status = showing->request->list->of_device(showing);
		if (status != PK_OK && status != PK_ABSENT)
			complain(showing, showing->dev->name, status);
	}
}

/* --- all ---------------------------------------------------------------------------------------------------- */

static const struct pk_net_list lists[] = {
	{"neigh", "neighbours", NULL},
	{"addr", "addresses", addresses},
	{"fdb", "forwarding databases", fdb},
	{"vlan", "VLANs of bridges and their ports", vlans},
};

const struct pk_net_list *pk_net_list_find(const char *word)
{
	return pk_find(lists, PK_ARRAY_SIZE(lists), !strcmp(it->word, word));
}

enum pk_status pk_net_list_show(struct pk_ctx *ctx, struct pk_out *out,
				const struct pk_net_list_request *request)
{
	struct showing showing = {.ctx = ctx, .out = out, .request = request};
	struct pk_reader r = {.ctx = ctx};

	if (!request->list->of_device)
		showing.neighs_status = pk_neighs_list(ctx, add_neigh, &showing);
	else
		pk_net_device_for_each (device, &r) {
			if (showing.nr == MAX_LISTED ||
			    !pk_grow(showing.devices, showing.nr, showing.room)) {
				pk_warn(ctx, "more than %zu devices", showing.nr);
				break;
			}
			showing.devices[showing.nr++] = device;
		}
	if (showing.nr)
		qsort(showing.devices, showing.nr, sizeof(*showing.devices), by_index);
	pk_netns_for_each (net, &r) {
		if (out->failed)
			break;
		if (request->inum && net.inum != request->inum)
			continue;
		showing.net = net.addr;
		showing.inum = net.inum;
		showing.headed = false;
		showing.shown++;
		if (request->list->of_device)
			show_devices(&showing);
		else
			show_neighs(&showing);
	}
	if (!showing.shown)
		pk_try(&r, pk_fail(ctx, PK_USAGE, "no network namespace %u", request->inum));
	free(showing.neighs);
	free(showing.devices);
	return r.status;
}
