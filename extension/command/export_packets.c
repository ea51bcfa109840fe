// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace export -t pcapng` and `-t perfetto`: the packets of the whole trace. */
#include <inttypes.h>

#include "command/export.h"
#include "core/printable.h"
#include "decode/probe/probe.h"
#include "decode/trace/wall_clock.h"
#include "render/pcapng.h"
#include "render/perfetto.h"

struct loaded {
	struct pk_packet_set set;
	const struct pk_probe_list *probes;
	struct pk_packet_style style;
};

static enum pk_status load(struct pk_ctx *ctx, struct loaded *loaded)
{
	enum pk_status status = pk_packets_last(ctx, PK_EVERY_PACKET, NULL, &loaded->set);

	if (status != PK_OK)
		return status;
	if (pk_probes_load(ctx, &loaded->probes) != PK_OK) {
		pk_warn(ctx, "probes are not marked: %s", ctx->error);
		loaded->probes = NULL;
	}
	loaded->style = (struct pk_packet_style){.set = &loaded->set, .probes = loaded->probes};
	return PK_OK;
}

/* The last tick told the wall clock; the panic's time on the trace's clock is that of the last tick too. Where there
 * is no trace, nothing is on its clock. */
static int64_t wall_offset(struct pk_ctx *ctx, const struct pk_packet_set *set, FILE *log)
{
	uint64_t wall;

	if (!set->panic_known && set->events) {
		fprintf(log, "times are the trace's clock: the panic's time on it is not known\n");
		return 0;
	}
	if (pk_wall_clock(ctx, &wall) != PK_OK) {
		pk_print(log, "times are the trace's clock: %s\n", ctx->error);
		return 0;
	}
	return (int64_t)(wall - pk_packet_set_end(set));
}

static enum pk_status run_pcapng(struct pk_ctx *ctx, const struct pk_export_options *options,
				 FILE *fp, FILE *log)
{
	struct pk_pcapng_totals totals;
	struct loaded loaded;
	enum pk_status status = load(ctx, &loaded);

	(void)options;
	if (status != PK_OK)
		return status;
	status = pk_pcapng_write(ctx, &loaded.style, wall_offset(ctx, &loaded.set, log), fp,
				 &totals);
	pk_packet_set_deinit(&loaded.set);
	if (status != PK_OK)
		return status;
	fprintf(log, "%u packets on %u devices", totals.packets, totals.interfaces);
	if (totals.looped)
		fprintf(log, "; %u receiving halves of looped ones are not repeated",
			totals.looped);
	if (totals.nameless)
		fprintf(log, "; %u without a known tuple are left out", totals.nameless);
	fputc('\n', log);
	return PK_OK;
}

static enum pk_status run_perfetto(struct pk_ctx *ctx, const struct pk_export_options *options,
				   FILE *fp, FILE *log)
{
	struct pk_perfetto_totals totals;
	struct loaded loaded;
	enum pk_status status = load(ctx, &loaded);

	(void)options;
	if (status != PK_OK)
		return status;
	status = pk_perfetto_write(ctx, &loaded.style, fp, &totals);
	pk_packet_set_deinit(&loaded.set);
	if (status == PK_OK)
		fprintf(log, "%u packets, %" PRIu64 " calls and events on %u tracks\n",
			totals.packets, totals.slices, totals.tracks);
	return status;
}

const struct pk_exporter pk_export_pcapng = {
	.type = "pcapng",
	.summary = "the packets, for Wireshark",
	.run = run_pcapng,
};

const struct pk_exporter pk_export_perfetto = {
	.type = "perfetto",
	.summary = "the packets' calls, for ui.perfetto.dev",
	.run = run_perfetto,
};
