// SPDX-License-Identifier: GPL-3.0-or-later
/* What memory has of packets and around them, for formats with retis' sections. */
#include <stdlib.h>
#include <string.h>

#include "analysis/lives/same_packet.h"
#include "command/export.h"
#include "core/kit.h"
#include "decode/net/device/net_device.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"
#include "decode/task/task.h"
#include "decode/trace/event_format.h"

/* What a kernel or a capsule does not have is missing without a word. */
static void complain(struct pk_ctx *ctx, const char *what, enum pk_status status)
{
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(ctx, "%s: %s", what, pk_error(ctx));
}

static void add_cookie(struct pk_ctx *ctx, const struct pk_netns *net,
		       struct pk_retis_around *around)
{
	uint64_t cookie, *kept;

	if (!net->inum || !pk_has(ctx, PK_R_net_cookie) ||
	    pk_member_uint(ctx, net->addr, PK_R_net_cookie, &cookie) != PK_OK || !cookie)
		return;
	kept = pk_hash_obtain(&around->cookies, net->inum, sizeof(*kept));
	if (kept)
		*kept = cookie;
}

/* A pid may have had another task before. Where the trace has a name for the pid, that is the one of its events. */
static void add_task(struct pk_ctx *ctx, const struct pk_task *task, struct pk_retis_around *around)
{
	char comm[32];
	struct pk_task *kept;

	if (task->pid <= 0 || pk_comm_saved(ctx, task->pid, comm, sizeof(comm)) != PK_OK ||
	    strncmp(comm, task->comm, sizeof(task->comm)))
		return;
	kept = pk_hash_obtain(&around->tasks, (uint64_t)task->pid, sizeof(*kept));
	if (kept)
		*kept = *task;
}

void pk_retis_around_load(struct pk_ctx *ctx, struct pk_retis_around *around)
{
	struct pk_reader r = {.ctx = ctx};

	*around = (struct pk_retis_around){0};
	pk_netns_for_each (net, &r)
		add_cookie(ctx, &net, around);
	complain(ctx, "network namespaces", r.status);
	r = (struct pk_reader){.ctx = ctx};
	pk_net_device_for_each (device, &r) {
		struct pk_retis_device *kept =
			pk_grow(around->devices, around->nr_devices, around->room_devices)
				? &around->devices[around->nr_devices++]
				: NULL;

		if (!kept)
			break;
		*kept = (struct pk_retis_device){device.addr, device.netns, device.ifindex, ""};
		memcpy(kept->name, device.name, sizeof(kept->name));
	}
	complain(ctx, "devices", r.status);
	r = (struct pk_reader){.ctx = ctx};
	pk_task_for_each (task, &r)
		add_task(ctx, &task, around);
	complain(ctx, "tasks", r.status);
}

void pk_retis_around_deinit(struct pk_retis_around *around)
{
	free(around->devices);
	pk_hash_deinit(&around->cookies, free);
	pk_hash_deinit(&around->tasks, free);
}

static bool is_live(struct pk_ctx *ctx, uint64_t skb)
{
	struct pk_slab_object object;

	return pk_slab_lookup(ctx, skb, &object) != PK_OK ||
	       (object.state != PK_SLAB_FREE && pk_skb_begins(ctx, &object));
}

bool pk_held_read(struct pk_ctx *ctx, const struct pk_packet_set *set,
		  const struct pk_packet *packet, struct pk_held *ret_held)
{
	bool newest = packet->from_memory ||
		      (packet->generation_known && packet->generation == 0 && !packet->freed_ns);

	if (set->of_last_boot || !packet->skb || !newest || !is_live(ctx, packet->skb) ||
	    (!packet->from_memory && !pk_still_is(ctx, set, packet, packet->skb, NULL)) ||
	    pk_skb_read(ctx, packet->skb, &ret_held->skb) != PK_OK)
		return false;
	pk_skb_meta_read(ctx, &ret_held->skb, &ret_held->meta);
	return true;
}
