// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Skbs that are in use, and on no queue that is known: grouped by what tells who had them.
 */
#include "analysis/explain/skbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"

#define MAX_GROUPS 256 /* what is beyond adds up in the last */
#define MAX_OBJECTS 32767 /* of a slab */
#define MAX_LOST (1u << 24)

struct reading {
	struct pk_ctx *ctx;
	const struct pk_queued_packets *memory;
	struct pk_address_set *found;
	struct pk_skb_memory *held;
	uint64_t size; /* of the cache's objects */
};

/* The name of its protocol, if SK is a socket in use. */
static void read_sock(struct pk_ctx *ctx, uint64_t sk, char *name, size_t size)
{
	struct pk_slab_object object;
	uint64_t proto, offset;

	name[0] = '\0';
	if (!sk || pk_slab_lookup(ctx, sk, &object) != PK_OK || object.inside ||
	    object.state == PK_SLAB_FREE)
		return;
	proto = pk_member_or_zero(ctx, sk, PK_R_skc_prot);
	if (!proto || pk_row_offset(ctx, PK_R_proto_name, &offset) != PK_OK ||
	    pk_read_string(ctx, proto + offset, name, size) != PK_OK)
		name[0] = '\0';
}

static struct pk_lost_skbs describe(const struct reading *reading, uint64_t addr)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_lost_skbs lost = {.skbs = 1, .example = addr};
	const struct pk_net_device *device;
	char name[PK_FUNCTION_NAME_MAX];
	struct pk_skb skb;

	if (pk_skb_read(ctx, addr, &skb) != PK_OK)
		return lost;
	lost.destructor = pk_member_or_zero(ctx, addr, PK_R_skb_destructor);
	if (lost.destructor)
		snprintf(lost.destructor_name, sizeof(lost.destructor_name), "%.95s",
			 pk_function_name(ctx, lost.destructor, name, sizeof(name)));
	device = pk_queued_device_at(reading->memory, skb.dev);
	if (device)
		memcpy(lost.dev, device->name, sizeof(lost.dev));
	lost.protocol = skb.protocol;
	read_sock(ctx, skb.sk, lost.sock, sizeof(lost.sock));
	return lost;
}

static bool is_alike(const struct pk_lost_skbs *a, const struct pk_lost_skbs *b)
{
	return a->destructor == b->destructor && a->protocol == b->protocol &&
	       !strcmp(a->dev, b->dev) && !strcmp(a->sock, b->sock);
}

static void add(struct reading *reading, uint64_t addr)
{
	struct pk_skb_memory *held = reading->held;
	struct pk_lost_skbs lost = describe(reading, addr);

	for (size_t i = 0; i < held->nr_lost; i++)
		if (i == MAX_GROUPS - 1 || is_alike(&held->lost[i], &lost)) {
			held->lost[i].skbs++;
			return;
		}
	if (!pk_grow(held->lost, held->nr_lost, held->room_lost)) {
		held->lost_status = PK_NOMEM;
		return;
	}
	if (held->nr_lost == MAX_GROUPS - 1)
		lost = (struct pk_lost_skbs){
			.destructor_name = "(others)", .skbs = 1, .example = addr};
	held->lost[held->nr_lost++] = lost;
}

static void consider(struct reading *reading, const struct pk_slab_object *object)
{
	if (object->state == PK_SLAB_UNKNOWN)
		reading->held->lost_unknown++;
	if (object->state == PK_SLAB_ALLOCATED &&
	    pk_address_set_add(reading->found, object->start, MAX_LOST))
		add(reading, object->start);
}

static void visit_guarded(uint64_t start, void *arg)
{
	struct reading *reading = arg;
	struct pk_slab_object object;

	if (pk_slab_lookup(reading->ctx, start, &object) == PK_OK)
		consider(reading, &object);
}

/* Asked by its last byte, an object is the Ith wherever debugging puts a red zone. */
static bool visit_slab(uint64_t base, uint64_t nr, void *arg)
{
	struct reading *reading = arg;
	struct pk_slab_object object;

	for (uint64_t i = 0; i < nr && i < MAX_OBJECTS; i++) {
		if (pk_slab_lookup(reading->ctx, base + (i + 1) * reading->size - 1, &object) !=
		    PK_OK)
			break;
		consider(reading, &object);
	}
	return reading->held->lost_status == PK_OK;
}

static int by_skbs(const void *a, const void *b)
{
	const struct pk_lost_skbs *x = a, *y = b;

	return x->skbs != y->skbs ? (x->skbs < y->skbs ? 1 : -1)
				  : strcmp(x->destructor_name, y->destructor_name);
}

/* The struct kmem_cache is allocated like any, but the first ones of all. */
static enum pk_status cache_walk(struct reading *reading, const struct pk_slab_count *count)
{
	const uint64_t mapped[] = {count->addr, reading->memory->nr ? reading->memory->list[0]->skb
								    : count->addr};
	enum pk_status status = PK_UNSUPPORTED;

	reading->size = count->size.value;
	for (size_t i = 0; i < PK_ARRAY_SIZE(mapped) && status == PK_UNSUPPORTED; i++)
		status = pk_slabs_walk(reading->ctx, mapped[i], count->addr, count->slabs.value,
				       visit_slab, reading);
	if (status == PK_OK)
		status = pk_kfence_walk(reading->ctx, count->addr, visit_guarded, reading);
	if (status != PK_OK)
		pk_warn(reading->ctx, "slabs of %s: %s", count->asked, pk_error(reading->ctx));
	return status;
}

/* Not OK: what of the cache is lost is not known, or not all of it. */
static enum pk_status cache_lost(struct reading *reading, const struct pk_slab_count *count)
{
	if (count->users.status != PK_OK)
		return count->users.status;
	if (!pk_slab_is_unshared(count))
		return PK_OK;
	if (count->slabs.status != PK_OK)
		return count->slabs.status;
	return count->size.status == PK_OK && count->size.value ? cache_walk(reading, count)
								: PK_CORRUPT;
}

void pk_skb_lost_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		      struct pk_address_set *found, struct pk_skb_memory *held)
{
	struct reading reading = {.ctx = ctx, .memory = memory, .found = found, .held = held};

	held->lost_status = PK_OK;
	for (size_t i = 0; held->lost_status == PK_OK && i < held->nr_caches; i++) {
		enum pk_status status = held->caches[i].kind == PK_OBJECT_OTHER
						? PK_OK
						: cache_lost(&reading, &held->caches[i]);

		if (status != PK_OK)
			held->lost_status = status == PK_ABSENT ? PK_UNSUPPORTED : status;
	}
	if (!held->nr_caches)
		held->lost_status = PK_UNSUPPORTED;
	if (held->nr_lost)
		qsort(held->lost, held->nr_lost, sizeof(*held->lost), by_skbs);
}
