// SPDX-License-Identifier: GPL-3.0-or-later
/*
 *	irq_desc	irq_common_data.msi_desc -> msi_desc.dev	the hardware that sends it as a message
 *			action -> irqaction { dev_id, name, next }	who handles it
 *			kstat_irqs					how often, a number for each CPU
 *
 *	net_device	dev.parent -> device				that hardware, or
 *						-> parent		behind a virtio device, what carries that
 */
#include "decode/net/device/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/net/device/net_device.h"
#include "decode/tables.h"

#define MAX_IRQS 65536 /* of one device */
#define MAX_ACTIONS 64 /* that share a line */

/* By what the interrupts of a device are known; 0: it has none such. */
struct carrier {
	uint64_t hardware; /* struct device */
	uint64_t line;
	uint64_t priv;
	size_t room;
	enum pk_status status; /* why one of these is not known; PK_OK: they are */
};

struct irqs {
	struct pk_ctx *ctx;
	struct pk_devices *devices;
	struct carrier *carriers; /* one a device */
	/* why something of one could not be read, so that it is not known whose it is; PK_OK: all could */
	enum pk_status missing;
};

/* What ROW of the structure at ADDR says; 0: nothing, or it could not be read, as MISSING says then. */
static uint64_t follow(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id row,
		       enum pk_status *missing)
{
	uint64_t value = 0;
	enum pk_status status =
		addr && pk_has(ctx, row) ? pk_member_uint(ctx, addr, row, &value) : PK_OK;

	if (status == PK_OK)
		return value;
	*missing = status;
	return 0;
}

static bool text_read(struct pk_ctx *ctx, uint64_t addr, char *text, size_t size)
{
	if (addr && pk_read_string(ctx, addr, text, size) == PK_OK)
		return true;
	text[0] = '\0';
	return false;
}

static bool bus_read(struct pk_ctx *ctx, struct carrier *carrier, uint64_t hardware, char *bus,
		     size_t size)
{
	uint64_t type = follow(ctx, hardware, PK_R_hw_device_bus, &carrier->status);
	uint64_t name = follow(ctx, type, PK_R_bus_type_name, &carrier->status);
	bool read = text_read(ctx, name, bus, size);

	if (name && !read)
		carrier->status = ctx->error.status;
	return read;
}

/* The pin of a PCI device that is not told to send messages. */
static uint64_t line_of(struct pk_ctx *ctx, uint64_t hardware)
{
	struct pk_figure msi, msix;
	uint64_t offset;

	if (!pk_has(ctx, PK_R_pci_dev_device) ||
	    pk_row_offset(ctx, PK_R_pci_dev_device, &offset) != PK_OK)
		return 0;
	msi = pk_figure_member(ctx, hardware - offset, PK_R_pci_dev_msi);
	msix = pk_figure_member(ctx, hardware - offset, PK_R_pci_dev_msix);
	if (msi.status != PK_OK || msix.status != PK_OK || msi.value || msix.value)
		return 0;
	return pk_member_or_zero(ctx, hardware - offset, PK_R_pci_dev_irq);
}

static void carrier_read(struct pk_ctx *ctx, struct pk_device *device, struct carrier *carrier)
{
	uint64_t hardware = follow(ctx, device->addr, PK_R_netdev_parent, &carrier->status), name;
	char bus[16];

	if (pk_net_device_private(ctx, device->addr, &carrier->priv) != PK_OK)
		carrier->priv = 0;
	if (!hardware)
		return;
	name = follow(ctx, hardware, PK_R_hw_device_name, &carrier->status);
	if (!text_read(ctx, name, device->parent_dev, sizeof(device->parent_dev)) && name)
		pk_warn_shown(ctx, "the name of %s's hardware: %s", device->name, pk_error(ctx));
	bus_read(ctx, carrier, hardware, device->parent_bus, sizeof(device->parent_bus));
	if (!strcmp(device->parent_bus, "virtio"))
		hardware = follow(ctx, hardware, PK_R_hw_device_parent, &carrier->status);
	carrier->hardware = hardware;
	if (hardware && bus_read(ctx, carrier, hardware, bus, sizeof(bus)) && !strcmp(bus, "pci"))
		carrier->line = line_of(ctx, hardware);
}

/* --- one interrupt ----------------------------------------------------------------------------- */

static enum pk_status mask_read(struct pk_ctx *ctx, uint64_t desc, enum pk_row_id id,
				struct pk_cpumask *ret_mask)
{
	const struct pk_row_value *row = pk_layout_get(ctx, id);
	const uint32_t word = ctx->target->facts.word_size, bits = 8 * word;
	uint32_t nr = ctx->target->facts.nr_cpu_ids;
	uint64_t addr = desc + row->member.offset, value = 0;
	enum pk_status status = PK_OK;

	if (row->state != PK_ROW_FOUND)
		return row->status;
	if (row->member.is_pointer)
		status = pk_read_ptr(ctx, addr, &addr);
	else if (nr > 8 * row->member.size)
		nr = (uint32_t)(8 * row->member.size);
	if (status == PK_OK && !addr)
		return pk_none(ctx, PK_ABSENT);
	for (uint32_t cpu = 0; status == PK_OK && cpu < nr; cpu++) {
		if (cpu % bits == 0)
			status = pk_read_uint(ctx, addr + cpu / bits * word, word, &value);
		if (status == PK_OK && (value >> cpu % bits & 1))
			pk_cpumask_set(ret_mask, cpu);
	}
	return status;
}

static enum pk_status counts_read(struct pk_ctx *ctx, uint64_t desc, struct pk_irq *irq)
{
	uint64_t base, offset = 0, add, count;
	struct pk_cpumask possible;
	bool known = pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible) == PK_OK;
	enum pk_status status = pk_member_uint(ctx, desc, PK_R_irq_counts, &base);

	if (status == PK_OK && pk_has(ctx, PK_R_irqstat_count))
		status = pk_row_offset(ctx, PK_R_irqstat_count, &offset);
	irq->nr_counts = ctx->target->facts.nr_cpu_ids;
	irq->counts = calloc(irq->nr_counts + 1, sizeof(*irq->counts));
	if (!irq->counts)
		return pk_fail(ctx, PK_NOMEM, "%u CPUs", irq->nr_counts);
	for (uint32_t cpu = 0; status == PK_OK && cpu < irq->nr_counts; cpu++) {
		if (known && !pk_cpumask_test(&possible, cpu))
			continue;
		status = pk_percpu_offset(ctx, (int)cpu, &add);
		if (status == PK_OK)
			status = pk_read_uint(ctx, base + offset + add, sizeof(uint32_t), &count);
		if (status == PK_OK)
			irq->counts[cpu] = (uint32_t)count;
	}
	return status;
}

/* As /proc/irq/N/smp_affinity: what was asked for, though the next interrupt still goes where it went. */
static void affinity_read(struct pk_ctx *ctx, uint64_t desc, struct pk_irq *irq)
{
	struct pk_figure state = pk_figure_member(ctx, desc, PK_R_irq_state);
	bool moving = false;
	uint64_t pending;

	if (pk_has(ctx, PK_R_irqd_setaffinity_pending) && pk_has(ctx, PK_R_irq_pending_mask) &&
	    pk_row_value(ctx, PK_R_irqd_setaffinity_pending, &pending) == PK_OK)
		moving = state.status == PK_OK && (state.value & pending);
	irq->affinity_status = mask_read(
		ctx, desc, moving ? PK_R_irq_pending_mask : PK_R_irq_affinity, &irq->affinity);
	irq->effective_status = mask_read(ctx, desc, PK_R_irq_effective, &irq->effective);
}

/* Those who share it, ", " between. */
static void name_read(struct pk_ctx *ctx, uint64_t desc, struct pk_irq *irq)
{
	uint64_t action = pk_member_or_zero(ctx, desc, PK_R_irq_action);
	size_t len = 0;
	char name[64];

	for (unsigned i = 0; action && i < MAX_ACTIONS && len < sizeof(irq->name); i++) {
		uint64_t at = pk_member_or_zero(ctx, action, PK_R_irqaction_name);

		if (at && !text_read(ctx, at, name, sizeof(name)))
			pk_warn_shown(ctx, "the name of a handler of interrupt %u: %s", irq->number,
				      pk_error(ctx));
		else if (at)
			len += (size_t)snprintf(irq->name + len, sizeof(irq->name) - len, "%s%s",
						len ? ", " : "", name);
		action = pk_member_or_zero(ctx, action, PK_R_irqaction_next);
	}
}

static void irq_add(struct irqs *irqs, size_t i, uint64_t desc, uint64_t number,
		    enum pk_irq_join by, uint64_t dev_id)
{
	struct pk_device *device = &irqs->devices->list[i];
	struct pk_ctx *ctx = irqs->ctx;
	struct pk_irq *irq;

	/* They come by rising number: a damaged tree may hold one many times. */
	if (device->nr_irqs && device->irqs[device->nr_irqs - 1].number >= number)
		return;
	if (device->nr_irqs == MAX_IRQS ||
	    !pk_grow(device->irqs, device->nr_irqs, irqs->carriers[i].room))
		return;
	irq = &device->irqs[device->nr_irqs++];
	*irq = (struct pk_irq){.number = (unsigned)number, .by = by};
	name_read(ctx, desc, irq);
	affinity_read(ctx, desc, irq);
	irq->counts_status = counts_read(ctx, desc, irq);
	irq->depth = pk_figure_member(ctx, desc, PK_R_irq_depth);
	irq->dev_id = dev_id;
}

/* --- whose it is ------------------------------------------------------------------------------- */

static bool napi_has(const struct pk_device *device, uint64_t number)
{
	for (size_t i = 0; i < device->nr_napis; i++) {
		const struct pk_figure *irq = &device->napis[i].irq;

		if (irq->status == PK_OK && (int32_t)irq->value > 0 && irq->value == number)
			return true;
	}
	return false;
}

struct handlers {
	uint64_t dev_ids[MAX_ACTIONS];
	unsigned nr;
};

static bool called_with(const struct handlers *handlers, const struct pk_device *device,
			const struct carrier *carrier)
{
	return pk_any(handlers->nr, i,
		      handlers->dev_ids[i] && (handlers->dev_ids[i] == device->addr ||
					       handlers->dev_ids[i] == carrier->priv));
}

static void visit_irq(struct irqs *irqs, uint64_t desc)
{
	struct pk_ctx *ctx = irqs->ctx;
	uint64_t number, sender, sole = 0;
	struct handlers handlers;
	enum pk_status status = pk_member_uint(ctx, desc, PK_R_irq_number, &number);
	uint64_t action;

	if (status != PK_OK) {
		if (status != PK_NOT_CAPTURED)
			pk_warn(ctx, "irq_desc %llx: %s", (unsigned long long)desc, pk_error(ctx));
		irqs->missing = status;
		return;
	}
	action = follow(irqs->ctx, desc, PK_R_irq_action, &irqs->missing);
	for (handlers.nr = 0; action && handlers.nr < MAX_ACTIONS;) {
		handlers.dev_ids[handlers.nr++] =
			follow(irqs->ctx, action, PK_R_irqaction_dev_id, &irqs->missing);
		action = follow(irqs->ctx, action, PK_R_irqaction_next, &irqs->missing);
	}
	if (handlers.nr == 1)
		sole = handlers.dev_ids[0];
	sender = follow(ctx, follow(ctx, desc, PK_R_irq_msi_desc, &irqs->missing),
			PK_R_msi_desc_device, &irqs->missing);
	for (size_t i = 0; i < irqs->devices->nr; i++) {
		const struct pk_device *device = &irqs->devices->list[i];
		const struct carrier *carrier = &irqs->carriers[i];

		if (sender && sender == carrier->hardware)
			irq_add(irqs, i, desc, number, PK_IRQ_MSI, sole);
		else if (napi_has(device, number))
			irq_add(irqs, i, desc, number, PK_IRQ_NAPI, sole);
		else if (called_with(&handlers, device, carrier))
			irq_add(irqs, i, desc, number, PK_IRQ_DEV_ID, sole);
		else if (handlers.nr && number && number == carrier->line)
			irq_add(irqs, i, desc, number, PK_IRQ_LINE, sole);
	}
}

static bool visit_radix(uint64_t desc, void *arg)
{
	visit_irq(arg, desc);
	return true;
}

static enum pk_status visit_maple(uint64_t desc, void *arg)
{
	visit_irq(arg, desc);
	return PK_OK;
}

static enum pk_status descs_walk(struct irqs *irqs)
{
	struct pk_ctx *ctx = irqs->ctx;
	struct pk_reader r = {.ctx = ctx};
	bool maple = pk_has(ctx, PK_R_sparse_irqs);
	uint64_t tree = pk_value(&r, maple ? PK_R_sparse_irqs : PK_R_irq_desc_tree);

	if (pk_ok(&r) && !maple)
		return pk_radix_walk(ctx, tree, visit_radix, irqs);
	tree = pk_member(&r, tree, PK_R_maple_root);
	pk_try(&r, pk_maple_walk(ctx, tree, visit_maple, irqs));
	return r.status;
}

void pk_device_irqs_read(struct pk_ctx *ctx, struct pk_devices *devices)
{
	struct irqs irqs = {.ctx = ctx,
			    .devices = devices,
			    .carriers = calloc(devices->nr + 1, sizeof(*irqs.carriers))};
	enum pk_status status = PK_NOMEM;

	for (size_t i = 0; irqs.carriers && i < devices->nr; i++)
		carrier_read(ctx, &devices->list[i], &irqs.carriers[i]);
	if (irqs.carriers)
		status = descs_walk(&irqs);
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(ctx, "interrupts: %s", pk_error(ctx));
	if (status == PK_OK)
		status = irqs.missing;
	for (size_t i = 0; i < devices->nr; i++)
		devices->list[i].irqs_status =
			status == PK_OK && irqs.carriers ? irqs.carriers[i].status : status;
	/* Which device's an unreadable one is, nobody knows. */
	for (size_t i = 0; irqs.carriers && i < devices->nr; i++)
		if (irqs.carriers[i].hardware && irqs.missing != PK_OK &&
		    irqs.missing != PK_NOT_CAPTURED)
			pk_warn(ctx, "%s: its interrupts are not all known: %s",
				devices->list[i].name, pk_status_name(irqs.missing));
	free(irqs.carriers);
}
