// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/probe/probe.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/probe_collect.h"

struct reading {
	struct pk_collect collect;
	struct pk_device *device;
	size_t room;
};

static void add(const struct pk_net_device *found_on, const struct pk_device_program *found,
		void *arg)
{
	struct reading *reading = arg;
	struct pk_device *device = reading->device;
	struct pk_program_place *place;

	(void)found_on;
	if (!pk_grow(device->programs, device->nr_programs, reading->room)) {
		device->programs_status = PK_NOMEM;
		return;
	}
	place = &device->programs[device->nr_programs++];
	*place = (struct pk_program_place){.prog = found->prog->addr,
					   .id = found->prog->id,
					   .hook = found->hook,
					   .mode = found->mode,
					   .filter = found->filter,
					   .prio = found->prio};
	memcpy(place->name, found->prog->own_name, sizeof(place->name));
	if (found->link)
		place->link =
			(uint32_t)pk_collect_uint(&reading->collect, found->link, PK_R_bpf_link_id);
}

void pk_device_programs_read(struct pk_ctx *ctx, struct pk_devices *devices)
{
	struct reading reading = {.collect.ctx = ctx};
	enum pk_status status = pk_collect_bpf_progs(&reading.collect);

	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(ctx, "BPF programs: %s", pk_error(ctx));
	for (size_t i = 0; i < devices->nr; i++) {
		struct pk_device *device = &devices->list[i];
		struct pk_net_device found = {.addr = device->addr, .net = device->net};
		enum pk_status walked = PK_OK;

		memcpy(found.name, device->name, sizeof(found.name));
		device->programs_status = status;
		reading.device = device;
		reading.room = 0;
		if (status == PK_OK)
			walked = pk_device_programs_walk(&reading.collect, &found, add, &reading);
		if (device->programs_status == PK_OK)
			device->programs_status = walked;
	}
	free(reading.collect.progs);
}
