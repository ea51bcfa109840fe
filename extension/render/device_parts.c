// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/layout.h"
#include "render/out.h"

const char *pk_handle_text(uint32_t handle, char buf[16])
{
	if (handle & 0xffff)
		snprintf(buf, 16, "%x:%x", handle >> 16, handle & 0xffff);
	else
		snprintf(buf, 16, "%x:", handle >> 16);
	return buf;
}

void pk_render_device_margin(struct pk_out *out, const struct pk_device_view *view)
{
	pk_out_text(out, "%*s", (int)(2 * view->device->depth + 4), "");
}

/* Begins an array, and says so if it is incomplete. False: nothing of it is known. */
static bool begin(struct pk_out *out, const struct pk_device_view *view, const char *key,
		  enum pk_status status, size_t nr)
{
	if (status != PK_OK && !nr) {
		pk_out_null(out, key);
		if (status != PK_ABSENT && view->verbose) {
			pk_render_device_margin(out, view);
			pk_out_text(out, "%s: %s\n", key, pk_status_name(status));
		}
		return false;
	}
	if (status != PK_OK) {
		pk_render_device_margin(out, view);
		pk_out_text(out, "%s: not all, %s\n", key, pk_status_name(status));
	}
	pk_out_array_begin(out, key);
	return true;
}

/* --- rings --------------------------------------------------------------------------------------------- */

static void render_ring(struct pk_out *out, const struct pk_device_view *view,
			const struct pk_ring *ring)
{
	PK_OUT_OBJECT(out, NULL);
	pk_render_device_margin(out, view);
	pk_out_str(out, "side", "%s ring", ring->receive ? "rx" : "tx");
	pk_out_uint(out, "queue", " %llu", ring->queue);
	pk_out_str(out, "driver", " (%s)", ring->driver);
	pk_out_figure(out, "size", "  %llu entries", &ring->size);
	pk_out_figure(out, "free", ", %llu free", &ring->free);
	pk_out_figure(out, "done", ring->done.value ? ", %llu given back by the device" : NULL,
		      &ring->done);
	pk_out_array_begin(out, "indexes");
	for (size_t i = 0; i < ring->nr_indexes; i++) {
		const struct pk_figure *value = &ring->indexes[i].value;

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "name", i ? ", %s" : "  %s", ring->indexes[i].name);
		pk_render_figure(out, "value", " ", value, "");
	}
	pk_out_array_end(out);
	pk_out_array_begin(out, "skbs");
	for (int i = 0; i < PK_NR_RING_WAITS; i++) {
		if (!ring->skbs[i])
			continue;
		PK_OUT_OBJECT(out, NULL);
		pk_out_uint(out, "number", "  %llu", ring->skbs[i]);
		pk_out_str(out, "state", " %s", pk_ring_wait_name((enum pk_ring_wait)i));
	}
	pk_out_array_end(out);
	/* Who takes what stands in a receive ring. */
	if (ring->napi) {
		pk_out_str(out, "wake", NULL, pk_wake_name(ring->wake));
		if (ring->wake == PK_WAKE_UNKNOWN)
			pk_out_text(out, "  who takes them: not known (%s%s%s)", ring->wake_lack,
				    ring->wake_status ? ": " : "",
				    ring->wake_status ? pk_status_name(ring->wake_status) : "");
		else if (ring->wake == PK_WAKE_SCHEDULED)
			pk_out_text(out, "  NAPI is to take them");
		else if (ring->wake == PK_WAKE_TIMER)
			pk_out_text(out, "  NAPI's timer runs");
		else if (ring->wake == PK_WAKE_DEVICE)
			pk_out_text(out, "  its interrupt is enabled");
		else if (ring->wake == PK_WAKE_MISSING)
			pk_out_text(out, "  NOTHING TAKES THEM: its interrupt is off");
	}

	pk_out_text(out, "\n");
}

/* Something in it waits for somebody. */
static bool has_skbs(const struct pk_ring *ring)
{
	for (int i = 0; i < PK_NR_RING_WAITS; i++)
		if (ring->skbs[i])
			return true;
	return ring->done.status == PK_OK && ring->done.value;
}

void pk_render_device_rings(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;

	pk_out_array_begin(out, "rings");
	for (size_t i = 0; i < device->nr_rings; i++)
		if (view->verbose || pk_out_whole(out) || has_skbs(&device->rings[i]))
			render_ring(out, view, &device->rings[i]);
	pk_out_array_end(out);
	PK_OUT_ARRAY(out, "rings_lack");
	for (unsigned i = 0; i < device->nr_rings_lack; i++)
		pk_out_str(out, NULL, NULL, device->rings_lack[i]);
}

/* A device before the one at LAST lacks its module NR, too. */
static bool is_told(const struct pk_devices *devices, size_t last, unsigned nr)
{
	for (size_t i = 0; i < last; i++)
		for (unsigned j = 0; j < devices->list[i].nr_rings_lack; j++)
			if (!strcmp(devices->list[i].rings_lack[j],
				    devices->list[last].rings_lack[nr]))
				return true;
	return false;
}

void pk_render_rings_lacking(struct pk_out *out, const struct pk_devices *devices)
{
	bool any = false;

	for (size_t i = 0; i < devices->nr; i++)
		for (unsigned j = 0; j < devices->list[i].nr_rings_lack; j++) {
			if (is_told(devices, i, j))
				continue;
			pk_out_text(out,
				    any ? ", %s" : "Rings not known: the dump has no types of %s",
				    devices->list[i].rings_lack[j]);
			any = true;
		}
	if (any)
		pk_out_text(out, " (for each: " PK_GIVE_TYPES ")\n", "MODULE", "MODULE");
}

/* --- the driver's own counters ------------------------------------------------------------------------- */

void pk_render_device_driver_stats(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;
	bool any = false;

	if (!begin(out, view, "driver_stats", device->driver_stats_status, device->nr_driver_stats))
		return;
	for (size_t i = 0; i < device->nr_driver_stats; i++) {
		const struct pk_driver_stat *stat = &device->driver_stats[i];

		if (!pk_out_whole(out) && (!view->verbose || !stat->value))
			continue;
		if (!any)
			pk_render_device_margin(out, view);
		pk_out_text(out, any ? ", " : "the driver counts: ");
		any = true;
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "side", "%s", stat->side);
		pk_out_uint_if(out, "queue", " %llu ", stat->side, stat->queue);
		pk_out_str(out, "name", "%s", stat->name);
		pk_out_uint(out, "value", " %llu", stat->value);
	}
	if (any)
		pk_out_text(out, "\n");
	pk_out_array_end(out);
}

/* --- classes ------------------------------------------------------------------------------------------- */

static void render_class(struct pk_out *out, const struct pk_device_view *view,
			 const struct pk_qdisc_class *class)
{
	char id[16], parent[16], leaf[16];
	bool below = class->depth > 0;

	PK_OUT_OBJECT(out, NULL);
	pk_render_device_margin(out, view);
	pk_out_text(out, "%*s", (int)(2 * class->depth), "");
	pk_out_uint(out, "depth", NULL, class->depth);
	pk_out_str(out, "kind", "class %s", class->kind);
	pk_out_str(out, "classid", " %s", pk_handle_text(class->classid, id));
	pk_out_str(out, "parent", " parent %s",
		   below ? pk_handle_text(class->parent, parent) : NULL);
	pk_out_text(out, "%s", below ? "" : " root");
	pk_out_str(out, "leaf", " leaf %s", class->leaf ? pk_handle_text(class->leaf, leaf) : NULL);
	pk_out_figure(out, "level", NULL, &class->level);
	pk_out_figure(out, "prio", "  prio %llu", &class->prio);
	pk_out_figure(out, "rate", "  rate %llu", &class->rate);
	pk_out_figure(out, "ceil", " ceil %llu byte(s)/s", &class->ceil);
	pk_render_figure(out, "qlen", "  qlen ", &class->qlen, "");
	pk_render_figure(out, "backlog", "  backlog ", &class->backlog, "");
	pk_render_figure(out, "drops", "  drops ", &class->drops, "");
	pk_render_figure(out, "overlimits", "  overlimits ", &class->overlimits, "");
	pk_render_figure(out, "packets", "  sent ", &class->packets, " packet(s)");
	pk_render_figure(out, "bytes", ", ", &class->bytes, " byte(s)");
	pk_out_figure(out, "lent", NULL, &class->lent);
	pk_out_figure(out, "borrowed", NULL, &class->borrowed);
	pk_out_addr(out, "class", "  %llx", class->addr);
	pk_out_text(out, "\n");
}

static bool nonzero(const struct pk_figure *figure)
{
	return figure->status == PK_OK && figure->value;
}

static bool in_trouble(const struct pk_qdisc_class *class)
{
	return nonzero(&class->qlen) || nonzero(&class->drops);
}

void pk_render_device_classes(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;

	if (!begin(out, view, "classes", device->classes_status, device->nr_classes))
		return;
	for (size_t i = 0; i < device->nr_classes; i++)
		if (view->verbose || pk_out_whole(out) || in_trouble(&device->classes[i]))
			render_class(out, view, &device->classes[i]);
	pk_out_array_end(out);
}

/* --- programs ------------------------------------------------------------------------------------------ */

void pk_render_device_programs(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;

	if (!begin(out, view, "programs", device->programs_status, device->nr_programs))
		return;
	for (size_t i = 0; i < device->nr_programs; i++) {
		const struct pk_program_place *place = &device->programs[i];

		PK_OUT_OBJECT(out, NULL);
		pk_render_device_margin(out, view);
		pk_out_str(out, "hook", "program on %s", place->hook);
		pk_out_str(out, "mode", ", %s", place->mode);
		pk_out_uint_if(out, "prio", ", priority %llu", place->filter, place->prio);
		pk_out_uint(out, "id", ": BPF %llu", place->id);
		pk_out_word(out, "name", " %s", place->name);
		pk_out_uint_if(out, "link", ", link %llu", place->link, place->link);
		pk_out_text(out, "\n");
	}
	pk_out_array_end(out);
}

/* --- interrupts ---------------------------------------------------------------------------------------- */

/* Like the kernel's %*pbl: "0-3,8". */
static void render_cpus(struct pk_out *out, const char *key, const char *text,
			enum pk_status status, const struct pk_cpumask *mask)
{
	char *list = NULL;
	size_t size;
	FILE *fp = status == PK_OK ? open_memstream(&list, &size) : NULL;
	const char *before = "";

	for (unsigned cpu = 0; fp && cpu < PK_MAX_CPUS; cpu++) {
		unsigned last = cpu;

		if (!pk_cpumask_test(mask, cpu))
			continue;
		while (last + 1 < PK_MAX_CPUS && pk_cpumask_test(mask, last + 1))
			last++;
		fprintf(fp, last > cpu ? "%s%u-%u" : "%s%u", before, cpu, last);
		before = ",";
		cpu = last;
	}
	if (fp)
		fclose(fp);
	pk_out_str(out, key, text, list);
	free(list);
}

static void render_irq(struct pk_out *out, const struct pk_device_view *view,
		       const struct pk_irq *irq)
{
	PK_OUT_OBJECT(out, NULL);
	pk_render_device_margin(out, view);
	pk_out_uint(out, "irq", "irq %llu", irq->number);
	pk_out_word(out, "name", " %s", irq->name);
	pk_out_str(out, "by", "  (%s)", pk_irq_join_name(irq->by));
	pk_out_figure(out, "depth", irq->depth.value ? "  DISABLED (depth %llu)" : NULL,
		      &irq->depth);

	if (irq->counts_status != PK_OK) {
		pk_out_null(out, "counts");
		pk_out_text(out, "  counts %s", pk_status_name(irq->counts_status));
	} else {
		PK_OUT_ARRAY(out, "counts");
		for (uint32_t cpu = 0; cpu < irq->nr_counts; cpu++) {
			if (!irq->counts[cpu])
				continue;
			PK_OUT_OBJECT(out, NULL);
			pk_out_uint(out, "cpu", "  CPU %llu", cpu);
			pk_out_uint(out, "count", ": %llu", irq->counts[cpu]);
		}
	}

	render_cpus(out, "affinity", "  affinity %s", irq->affinity_status, &irq->affinity);
	render_cpus(out, "effective_affinity", "  effective %s", irq->effective_status,
		    &irq->effective);
	pk_out_text(out, "\n");
}

void pk_render_device_irqs(struct pk_out *out, const struct pk_device_view *view)
{
	const struct pk_device *device = view->device;

	if (!begin(out, view, "irqs", device->irqs_status, device->nr_irqs))
		return;
	for (size_t i = 0; i < device->nr_irqs; i++)
		if (view->verbose || pk_out_whole(out))
			render_irq(out, view, &device->irqs[i]);
	pk_out_array_end(out);
}
