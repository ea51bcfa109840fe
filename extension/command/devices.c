// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace devices`: every network device, stacked ones as a tree. */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/parts.h"
#include "decode/net/device/device.h"
#include "decode/probe/probe.h"
#include "render/out.h"
#include "render/views.h"

struct request {
	bool json, verbose, references;
	const char *name; /* NULL: all */
};

/* NULL: it has no program, or its name cannot be read. */
static const char *xdp_name(struct pk_ctx *ctx, const struct pk_device *device, char name[16])
{
	uint64_t aux, offset;

	if (device->xdp.status != PK_OK || !device->xdp.value ||
	    pk_member_uint(ctx, device->xdp.value, PK_R_bpf_prog_aux, &aux) != PK_OK ||
	    pk_row_offset(ctx, PK_R_bpf_aux_name, &offset) != PK_OK ||
	    pk_read_string(ctx, aux + offset, name, 16) != PK_OK)
		return NULL;
	return name;
}

static const char *name_of(const struct pk_devices *devices, uint64_t addr)
{
	const struct pk_device *device = pk_device_at(devices, addr);

	return device ? device->name : NULL;
}

/* Those called NAME (NULL: all) move to RET_CHOSEN; of them a name and an address stay. */
static enum pk_status choose(struct pk_ctx *ctx, struct pk_devices *devices, const char *name,
			     struct pk_devices *ret_chosen)
{
	*ret_chosen = (struct pk_devices){.list = calloc(devices->nr + 1, sizeof(*devices->list))};
	if (!ret_chosen->list)
		return pk_fail(ctx, PK_NOMEM, "devices");
	for (size_t i = 0; i < devices->nr; i++) {
		struct pk_device *device = &devices->list[i];

		if (name && strcmp(name, device->name))
			continue;
		ret_chosen->list[ret_chosen->nr++] = *device;
		*device = (struct pk_device){.addr = device->addr};
		memcpy(device->name, ret_chosen->list[ret_chosen->nr - 1].name,
		       sizeof(device->name));
	}
	if (name && !ret_chosen->nr)
		return pk_fail(ctx, PK_USAGE, "no device \"%s\"", name);
	return PK_OK;
}

static enum pk_status show_all(struct pk_ctx *ctx, struct pk_out *out,
			       const struct request *request)
{
	struct pk_devices devices, chosen = {0};
	enum pk_status status = pk_devices_read_named(ctx, request->name, &devices);

	if (status == PK_OK)
		status = choose(ctx, &devices, request->name, &chosen);
	if (status == PK_OK) {
		for (size_t i = 0; i < chosen.nr; i++) {
			pk_device_classes_read(ctx, &chosen.list[i]);
			pk_device_driver_stats_read(ctx, &chosen.list[i]);
		}
		pk_device_ports_read(ctx, &chosen);
		pk_device_rings_read(ctx, &chosen);
		pk_device_polls_read(ctx, &chosen);
		pk_device_wakes_read(ctx, &chosen);
		pk_device_programs_read(ctx, &chosen);
		pk_device_irqs_read(ctx, &chosen);
		pk_device_ring_wakes_read(ctx, &chosen);
	}
	for (size_t i = 0; status == PK_OK && i < chosen.nr && !out->failed; i++) {
		const struct pk_device *device = &chosen.list[i];
		struct pk_device_view view = {.device = device, .verbose = request->verbose};
		char name[16];

		view.active = name_of(&devices, device->bond.active ? device->bond.active
								    : device->team.active);
		view.master = name_of(&devices, device->master);
		for (size_t j = 0; j < device->nr_lower; j++)
			view.lower[j] = name_of(&devices, device->lower[j]);
		view.xdp_name = xdp_name(ctx, device, name);
		pk_render_device(out, &view);
	}
	pk_render_rings_lacking(out, &chosen);
	pk_devices_deinit(&chosen);
	pk_devices_deinit(&devices);
	return status;
}

static int run(struct pk_ctx *ctx, int argc, char **argv, FILE *fp)
{
	struct request request = {0};
	const struct pk_option options[] = {{'j', "json", .set = &request.json},
					    {'r', "references", .set = &request.references},
					    {'v', "verbose", .set = &request.verbose},
					    {0}};
	struct pk_out out;
	enum pk_status status;
	bool failed;

	if (pk_options_read(argc, argv, options, 1, pk_complaints(ctx, fp)))
		return 2;
	if (optind < argc)
		request.name = argv[optind++];
	pk_output_begin(ctx, &out, fp, request.json);
	status = request.references ? pk_device_refs_show(ctx, &out, request.name, request.verbose)
				    : show_all(ctx, &out, &request);
	failed = out.failed;
	pk_out_deinit(&out);
	return status != PK_OK ? pk_failure(ctx, fp, "devices", status) : failed;
}

static const char *const recorded_devices[] = {"-v", "-r", NULL};

const struct pk_subcommand pk_subcommand_devices = {
	.name = "devices",
	.usage = "[-j] [-r] [-v] [DEVICE]",
	.summary = "network devices, their queues and statistics",
	.run = run,
	.recorded = recorded_devices,
};
