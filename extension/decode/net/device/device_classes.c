// SPDX-License-Identifier: GPL-3.0-or-later
/*
 *	qdisc_priv()	clhash.hash[hashsize] -> X_class { common { classid, hnode }, parent, bstats, leaf }
 */
#include "decode/net/device/device.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/device_private.h"

#define MAX_CLASSES 65536 /* what the minor number can tell apart */
#define MAX_BUCKETS (1u << 17)
#define MAX_DEPTH 16 /* htb has 8; hfsc's are as deep as they are set up */

/* A discipline's own structs. NR_ROWS: it has none such. */
struct discipline {
	const char *id;
	enum pk_row_id hash, common, leaf, bytes, packets;
	enum pk_row_id parent, level, drops, overlimits;
};

#define NONE PK_NR_ROWS

static const struct discipline disciplines[] = {
	{"htb", PK_R_htb_classes, PK_R_htb_class_common, PK_R_htb_class_leaf, PK_R_htb_class_bytes,
	 PK_R_htb_class_packets, PK_R_htb_class_parent, PK_R_htb_class_level, PK_R_htb_class_drops,
	 PK_R_htb_class_overlimits},
	{"hfsc", PK_R_hfsc_classes, PK_R_hfsc_class_common, PK_R_hfsc_class_leaf,
	 PK_R_hfsc_class_bytes, PK_R_hfsc_class_packets, PK_R_hfsc_class_parent,
	 PK_R_hfsc_class_level, PK_R_hfsc_class_drops, PK_R_hfsc_class_overlimits},
	{"drr", PK_R_drr_classes, PK_R_drr_class_common, PK_R_drr_class_leaf, PK_R_drr_class_bytes,
	 PK_R_drr_class_packets, NONE, NONE, NONE, NONE},
	{"qfq", PK_R_qfq_classes, PK_R_qfq_class_common, PK_R_qfq_class_leaf, PK_R_qfq_class_bytes,
	 PK_R_qfq_class_packets, NONE, NONE, NONE, NONE},
};

/* A class, and the classids that lead to it from the qdisc on. */
struct placed {
	struct pk_qdisc_class class;
	uint32_t path[MAX_DEPTH + 1];
};

struct reading {
	struct pk_ctx *ctx;
	const struct discipline *discipline;
	uint64_t common; /* offset */
	bool counted_by_card;
	struct placed *list;
	size_t nr, room;
};

static uint32_t classid_of(struct reading *reading, uint64_t class)
{
	struct pk_figure id =
		pk_figure_member(reading->ctx, class + reading->common, PK_R_class_common_id);

	if (id.status == PK_UNREADABLE)
		pk_warn(reading->ctx, "the handle of the class at %llx is not in the dump",
			(unsigned long long)class);
	return id.status == PK_OK ? (uint32_t)id.value : 0;
}

/* The classes above CLASS: their classids, the nearest first. */
static unsigned parents_read(struct reading *reading, uint64_t class, uint32_t ids[MAX_DEPTH])
{
	unsigned nr = 0;

	while (nr < MAX_DEPTH && reading->discipline->parent != NONE) {
		struct pk_figure above =
			pk_figure_member(reading->ctx, class, reading->discipline->parent);

		if (above.status != PK_OK || !above.value)
			break;
		class = above.value;
		ids[nr++] = classid_of(reading, class);
	}
	return nr;
}

static void place_read(struct reading *reading, struct placed *placed)
{
	uint32_t above[MAX_DEPTH];
	unsigned nr = parents_read(reading, placed->class.addr, above);

	placed->class.classid = classid_of(reading, placed->class.addr);
	placed->class.parent = nr ? above[0] : 0;
	placed->class.depth = nr;
	for (unsigned i = 0; i < nr; i++)
		placed->path[i] = above[nr - 1 - i];
	placed->path[nr] = placed->class.classid;
}

static struct pk_figure own(struct reading *reading, uint64_t class, enum pk_row_id id)
{
	return id == NONE ? pk_figure_none(PK_ABSENT) : pk_figure_member(reading->ctx, class, id);
}

/* What waits is in the leaf; so are the other counters of disciplines that keep none. */
static void leaf_read(struct reading *reading, struct pk_qdisc_class *class)
{
	const struct discipline *discipline = reading->discipline;
	struct pk_figure leaf = pk_figure_member(reading->ctx, class->addr, discipline->leaf);
	struct pk_qdisc_counts counts = {.addr = leaf.value};
	struct pk_figure handle;

	if (leaf.status != PK_OK || !leaf.value) {
		class->qlen = class->backlog = leaf;
		return;
	}
	handle = pk_figure_member(reading->ctx, leaf.value, PK_R_qdisc_handle);
	class->leaf = handle.status == PK_OK ? (uint32_t)handle.value : 0;
	pk_qdisc_counts_read(reading->ctx, &counts);
	class->qlen = counts.qlen;
	class->backlog = counts.backlog;
	if (discipline->drops == NONE) {
		class->drops = counts.drops;
		class->overlimits = counts.overlimits;
	}
}

static void class_read(struct reading *reading, struct pk_qdisc_class *class)
{
	const struct discipline *discipline = reading->discipline;
	uint64_t addr = class->addr;

	class->level = own(reading, addr, discipline->level);
	class->bytes = own(reading, addr, discipline->bytes);
	class->packets = own(reading, addr, discipline->packets);
	if (reading->counted_by_card)
		class->bytes = class->packets = pk_figure_none(PK_UNSUPPORTED);
	class->drops = own(reading, addr, discipline->drops);
	class->overlimits = own(reading, addr, discipline->overlimits);
	if (class->level.status == PK_OK && class->level.value)
		class->qlen = class->backlog = (struct pk_figure){PK_OK, 0};
	else
		leaf_read(reading, class);
	if (discipline->hash != PK_R_htb_classes) {
		class->prio = class->rate = class->ceil = class->lent = class->borrowed =
			pk_figure_none(PK_ABSENT);
		return;
	}
	class->prio = own(reading, addr, PK_R_htb_class_prio);
	class->rate = own(reading, addr, PK_R_htb_class_rate);
	class->ceil = own(reading, addr, PK_R_htb_class_ceil);
	class->lent = own(reading, addr, PK_R_htb_class_lends);
	class->borrowed = own(reading, addr, PK_R_htb_class_borrows);
}

static enum pk_status classes_read(struct reading *reading, uint64_t private)
{
	const uint32_t word = reading->ctx->target->facts.word_size;
	struct pk_ctx *ctx = reading->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t hash = pk_member_at(&r, private, reading->discipline->hash), buckets, nr, link;
	struct placed *placed;

	reading->common = pk_offset(&r, reading->discipline->common);
	link = reading->common + pk_offset(&r, PK_R_class_common_node);
	buckets = pk_member(&r, hash, PK_R_class_hash_buckets);
	nr = pk_member(&r, hash, PK_R_class_hash_size);
	if (nr > MAX_BUCKETS)
		return pk_fail(ctx, PK_CORRUPT, "%llu buckets of classes", (unsigned long long)nr);
	for (uint64_t i = 0; pk_ok(&r) && i < nr; i++)
		pk_hlist_for_each (node, &r, buckets + i * word) {
			if (reading->nr == MAX_CLASSES ||
			    !pk_grow(reading->list, reading->nr, reading->room))
				return pk_fail(ctx, PK_LIMIT, "more than %zu classes", reading->nr);
			placed = &reading->list[reading->nr++];
			*placed = (struct placed){.class.addr = node - link};
			memcpy(placed->class.kind, reading->discipline->id,
			       strlen(reading->discipline->id));
			place_read(reading, placed);
			class_read(reading, &placed->class);
		}
	return r.status;
}

static int by_place(const void *a, const void *b)
{
	const struct placed *one = a, *other = b;

	for (unsigned i = 0; i <= MAX_DEPTH; i++)
		if (one->path[i] != other->path[i])
			return one->path[i] < other->path[i] ? -1 : 1;
	return 0;
}

static enum pk_status qdisc_read(struct pk_ctx *ctx, struct pk_device *device, uint64_t addr,
				 const struct discipline *discipline)
{
	struct reading reading = {.ctx = ctx, .discipline = discipline};
	struct pk_figure offload;
	enum pk_status status = PK_UNSUPPORTED;
	uint64_t private;
	size_t room;

	if (pk_qdisc_private(ctx, addr, &private)) {
		offload = pk_figure_member(ctx, private, PK_R_htb_offload);
		reading.counted_by_card = discipline->hash == PK_R_htb_classes &&
					  offload.status == PK_OK && offload.value;
		status = classes_read(&reading, private);
	}
	room = device->nr_classes;
	if (reading.nr)
		qsort(reading.list, reading.nr, sizeof(*reading.list), by_place);
	for (size_t i = 0; i < reading.nr; i++)
		if (pk_grow(device->classes, device->nr_classes, room))
			device->classes[device->nr_classes++] = reading.list[i].class;
	free(reading.list);
	return status;
}

void pk_device_classes_read(struct pk_ctx *ctx, struct pk_device *device)
{
	device->classes_status = PK_ABSENT;
	for (size_t i = 0; i < device->nr_qdiscs; i++) {
		const struct pk_qdisc_counts *qdisc = &device->qdiscs[i];
		enum pk_status status;

		for (size_t j = 0; j < PK_ARRAY_SIZE(disciplines); j++) {
			if (strcmp(qdisc->id, disciplines[j].id))
				continue;
			status = qdisc_read(ctx, device, qdisc->addr, &disciplines[j]);
			if (device->classes_status == PK_OK || device->classes_status == PK_ABSENT)
				device->classes_status =
					status == PK_ABSENT ? PK_UNSUPPORTED : status;
			if (status != PK_OK && status != PK_NOT_CAPTURED &&
			    status != PK_UNSUPPORTED)
				pk_warn(ctx, "classes of %s on %s: %s", qdisc->id, device->name,
					pk_error(ctx));
		}
	}
}
