// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace export -t pcapng`, `-t retis-pcapng`, `-t perfetto` and `-t retis`: the packets of the whole trace. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/export.h"
#include "core/printable.h"
#include "decode/probe/probe.h"
#include "protocol/protocol.h"
#include "render/formats.h"

struct loaded {
	struct pk_packet_set set;
	struct pk_chosen chosen;
	const struct pk_probe_list *probes;
	struct pk_packet_style style;
	struct pk_retis_around around;
};

/* A capsule that is recorded holds what may be asked of any of them. */
static void load_memory(struct pk_ctx *ctx, struct loaded *loaded)
{
	struct pk_held held;

	pk_retis_around_load(ctx, &loaded->around);
	for (uint32_t i = 0; ctx->screen.unseen && i < loaded->set.nr; i++)
		pk_held_read(ctx, &loaded->set, loaded->set.packets[i], &held);
}

static enum pk_status load(struct pk_ctx *ctx, const struct pk_choice *choice,
			   struct loaded *loaded)
{
	enum pk_status status = pk_choice_load(ctx, choice, &loaded->set);

	if (status != PK_OK)
		return status;
	status = pk_choose(ctx, choice, &loaded->set, &loaded->chosen);
	if (status != PK_OK) {
		pk_packet_set_deinit(&loaded->set);
		return status;
	}
	if (pk_probes_load(ctx, &loaded->probes) != PK_OK) {
		pk_warn(ctx, "probes are not marked: %s", pk_error(ctx));
		loaded->probes = NULL;
	}
	loaded->style = (struct pk_packet_style){.set = &loaded->set,
						 .probes = loaded->probes,
						 .several = pk_protocols_several(ctx)};
	loaded->around = (struct pk_retis_around){0};
	return PK_OK;
}

static void loaded_deinit(struct loaded *loaded)
{
	pk_retis_around_deinit(&loaded->around);
	pk_chosen_deinit(&loaded->chosen);
	pk_packet_set_deinit(&loaded->set);
}

static void tell_may_match(const struct loaded *loaded, const struct pk_choice *choice, FILE *log)
{
	if (loaded->chosen.may_match && !choice->may_match)
		pk_print(log,
			 "%u packet(s) may match: not all that the filter tests is known of them "
			 "(-u "
			 "takes them)\n",
			 loaded->chosen.may_match);
}

static int64_t wall_offset(struct pk_ctx *ctx, const struct pk_packet_set *set, FILE *log)
{
	int64_t offset;

	if (pk_packet_set_wall(ctx, set, &offset) == PK_OK)
		return offset;
	pk_print(log, "times are the trace's clock: %s\n", pk_error(ctx));
	return 0;
}

static enum pk_status put_packet(struct pk_ctx *ctx, struct pk_path_maker *maker,
				 struct pk_packet_writer *writer, const struct pk_packet *packet,
				 uint32_t at)
{
	struct pk_path path;
	struct pk_held held;
	enum pk_status status;

	writer->held = NULL;
	if (writer->needs_held && pk_held_read(ctx, writer->style->set, packet, &held))
		writer->held = &held;
	if (!writer->takes(writer, packet))
		return PK_OK;
	status = pk_path_make(maker, packet, writer->lines, &path);
	if (status != PK_OK && writer->needs_paths)
		return status;
	if (status != PK_OK)
		pk_warn(ctx, "%s", pk_error(ctx));
	writer->put(writer, packet, status == PK_OK ? &path : NULL, at);
	if (status == PK_OK)
		pk_path_deinit(&path);
	return PK_OK;
}

static enum pk_status put_packets(struct pk_ctx *ctx, struct pk_packet_writer *writer,
				  const struct pk_chosen *chosen, const char *format)
{
	struct pk_path_maker *maker;
	enum pk_status status = pk_path_maker_create(ctx, writer->style->set, &maker);

	if (status != PK_OK)
		return status;
	for (uint32_t i = 0; status == PK_OK && i < chosen->nr; i++) {
		if (writer->nomem || ferror(writer->fp))
			break;
		status = put_packet(ctx, maker, writer, chosen->packets[i], i);
		if (ctx->progress && !(i & 0xfff))
			ctx->progress("packets written", i);
	}
	pk_path_maker_destroy(maker);
	if (status == PK_OK && writer->nomem)
		status = pk_fail(ctx, PK_NOMEM, "%s: out of memory", format);
	if (status == PK_OK && ferror(writer->fp))
		status = pk_fail(ctx, PK_IO, "%s: %s", format, strerror(errno));
	return status;
}

/* Readers of captures expect times in order: what only memory knows of stands where its time is, at the end. */
static int by_capture_time(const void *a, const void *b, void *set)
{
	const struct pk_packet *one = *(const struct pk_packet *const *)a,
			       *other = *(const struct pk_packet *const *)b;
	uint64_t x = pk_pcapng_time(set, one), y = pk_pcapng_time(set, other);
	char id[64], of_other[64];

	if (x == y)
		return strcmp(pk_packet_id(one, id, sizeof(id)),
			      pk_packet_id(other, of_other, sizeof(of_other)));
	return x < y ? -1 : 1;
}

static enum pk_status write_pcapng(struct pk_ctx *ctx, const struct pk_export_options *options,
				   bool with_retis, FILE *fp, FILE *log)
{
	struct pk_pcapng file;
	struct loaded loaded;
	enum pk_status status = load(ctx, options->choice, &loaded);

	if (status != PK_OK)
		return status;
	if (with_retis)
		load_memory(ctx, &loaded);
	pk_pcapng_init(&file, &loaded.style, &ctx->target->facts,
		       with_retis ? &loaded.around : NULL, wall_offset(ctx, &loaded.set, log), fp);
	qsort_r(loaded.chosen.packets, loaded.chosen.nr, sizeof(*loaded.chosen.packets),
		by_capture_time, &loaded.set);
	for (uint32_t i = 0; i < loaded.chosen.nr; i++)
		pk_pcapng_expect(&file, loaded.chosen.packets[i]);
	status = put_packets(ctx, &file.base, &loaded.chosen, "pcapng");
	pk_pcapng_deinit(&file);
	tell_may_match(&loaded, options->choice, log);
	loaded_deinit(&loaded);
	if (status == PK_OK) {
		const struct pk_pcapng_totals *totals = &file.totals;

		pk_print(log, "%u packet(s) on %u device(s)", totals->packets, totals->interfaces);
		if (totals->looped)
			pk_print(log, "; %u receiving halves of looped ones are not repeated",
				 totals->looped);
		if (totals->nameless)
			pk_print(log, "; %u without a known tuple are left out", totals->nameless);
		fputc('\n', log);
	}
	return status;
}

static enum pk_status run_pcapng(struct pk_ctx *ctx, const struct pk_export_options *options,
				 FILE *fp, FILE *log)
{
	return write_pcapng(ctx, options, false, fp, log);
}

static enum pk_status run_retis_pcapng(struct pk_ctx *ctx, const struct pk_export_options *options,
				       FILE *fp, FILE *log)
{
	return write_pcapng(ctx, options, true, fp, log);
}

static enum pk_status run_perfetto(struct pk_ctx *ctx, const struct pk_export_options *options,
				   FILE *fp, FILE *log)
{
	struct pk_perfetto file;
	struct loaded loaded;
	enum pk_status status = load(ctx, options->choice, &loaded);

	if (status != PK_OK)
		return status;
	pk_perfetto_init(&file, &loaded.style, &ctx->target->facts, fp);
	status = put_packets(ctx, &file.base, &loaded.chosen, "perfetto");
	pk_perfetto_end(&file);
	pk_perfetto_deinit(&file);
	tell_may_match(&loaded, options->choice, log);
	loaded_deinit(&loaded);
	if (file.totals.too_long)
		pk_warn(ctx, "perfetto: a packet's event is too long and left out");
	if (status == PK_OK)
		pk_print(log, "%u packet(s), %" PRIu64 " calls and events on %u track(s)\n",
			 file.totals.packets, file.totals.slices, file.totals.tracks);
	return status;
}

static enum pk_status run_retis(struct pk_ctx *ctx, const struct pk_export_options *options,
				FILE *fp, FILE *log)
{
	struct pk_retis file;
	struct loaded loaded;
	enum pk_status status = load(ctx, options->choice, &loaded);

	if (status != PK_OK)
		return status;
	load_memory(ctx, &loaded);
	pk_retis_init(&file, &loaded.style, &loaded.around, fp);
	pk_retis_begin(&file, &ctx->target->facts, wall_offset(ctx, &loaded.set, log));
	status = put_packets(ctx, &file.base, &loaded.chosen, "retis");
	pk_retis_deinit(&file);
	tell_may_match(&loaded, options->choice, log);
	loaded_deinit(&loaded);
	if (status == PK_OK)
		pk_print(log, "%" PRIu64 " event(s) of %u packet(s); %u have none\n",
			 file.totals.events, file.totals.packets - file.totals.without_events,
			 file.totals.without_events);
	return status;
}

const struct pk_exporter pk_export_pcapng = {
	.type = "pcapng",
	.summary = "the packets, for Wireshark",
	.takes_packets = true,
	.holds = "addresses, ports, names of programs and devices, kernel addresses; no payload",
	.run = run_pcapng,
};

const struct pk_exporter pk_export_retis_pcapng = {
	.type = "retis-pcapng",
	.summary = "the same, for Wireshark with retis' plug-in",
	.takes_packets = true,
	.holds = "addresses, ports, names of programs and devices, kernel addresses; no payload",
	.run = run_retis_pcapng,
};

const struct pk_exporter pk_export_perfetto = {
	.type = "perfetto",
	.summary = "the packets' calls, for ui.perfetto.dev",
	.takes_packets = true,
	.holds = "addresses and ports; no payload",
	.run = run_perfetto,
};

const struct pk_exporter pk_export_retis = {
	.type = "retis",
	.summary = "the packets' events, for retis",
	.takes_packets = true,
	.holds = "addresses, ports, names of programs and devices, kernel addresses; no payload",
	.run = run_retis,
};
