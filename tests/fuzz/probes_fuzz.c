// SPDX-License-Identifier: GPL-3.0-or-later
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/explain/probes.h"
#include "decode/probe/probe.h"
#include "fake_probes.h"
#include "render/views.h"
#include "text/files.h"

/*
 * A machine with a bit of everything attached, damaged as the input says: each 5 bytes are an offset
 * (16 bits, in the data and then the heap), a kind, and a value. The first byte picks the layout.
 */
static void damage(struct fake_probes *image, const uint8_t *data, size_t size)
{
	static const uint64_t bases[] = {FAKE_DATA, FAKE_HEAP, FAKE_TEXT, FAKE_MODULE};

	for (; size >= 5; data += 5, size -= 5) {
		uint64_t addr = bases[data[2] & 3] + (data[0] | data[1] << 8) % (FAKE_REGION / 2);

		if (data[2] & 4) /* a pointer to somewhere in the image */
			fake_put(&image->fake, addr & ~7ull, 8, bases[data[3] & 3] + data[4] * 16);
		else
			fake_put(&image->fake, addr, 1, data[3]);
	}
}

static void attach(struct fake_probes *image)
{
	uint64_t ips[] = {fake_func(FN_TCP_V4_RCV), fake_func(FN_TCP_ACK)};
	uint64_t aggregate = fake_kprobe(image, ips[0], fake_func(FN_AGGR_PRE_HANDLER), 4);
	uint64_t ret = fake_kprobe(image, ips[1] + 8, fake_func(FN_PRE_HANDLER_KRETPROBE), 0);

	fake_hash_kprobe(image, aggregate, 1);
	fake_add_child(image, aggregate, fake_kprobe(image, ips[0], FAKE_HANDLER, 0));
	fake_add_child(image, aggregate, fake_kprobe(image, ips[0], FAKE_HANDLER, 2));
	fake_hash_kprobe(image, ret, 2);
	fake_hash_kprobe(image, fake_trace_kprobe(image, "pk_rx", ips[1], 3, true), 2);
	fake_ops(image, FAKE_HANDLER, ips, 2);
	fake_ops(image, fake_func(FN_FUNCTION_TRACE_CALL), NULL, 0);
	fake_record(image, FN_TCP_ACK, FAKE_REC_ENABLED | 2);
	fake_tracepoint(image, "sched_switch", fake_func(FN_POOR_PROBE), 0);
	if (image->era != FAKE_MODERN)
		return;
	fake_prog(image, 1, "on_link");
	fake_fentry(image, fake_prog(image, 2, "on_entry"), ips[1]);
	fake_nf_hook(image, FAKE_HANDLER, -1);
	fake_livepatch(image, fake_func(FN_IP_RCV), FAKE_HANDLER);
	fake_uprobe(image, "/bin/sh", 0x4000, 1);
}

static bool look(const struct pk_probe *probe, void *arg)
{
	*(uint64_t *)arg += probe->addr;
	return true;
}

static void print(struct pk_ctx *ctx, const struct pk_probe_list *list, bool json)
{
	struct pk_probes_request request = {.verbose = true};
	struct pk_probe_listing listing;
	FILE *null = fopen("/dev/null", "w");
	struct pk_out out;

	if (!null)
		return;
	pk_out_init(&out, null, pk_out_form(json));
	if (pk_probe_listing_make(ctx, list, &request, &listing) == PK_OK) {
		pk_render_probes(&out, &listing);
		pk_probe_listing_deinit(&listing);
	}
	if (!json) {
		pk_kprobes_list_print(ctx, list, null);
		pk_enabled_functions_print(ctx, null);
	}
	pk_out_deinit(&out);
	fclose(null);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct pk_probe_list *list;
	struct fake_probes image;
	struct pk_ctx ctx;
	uint64_t sum = 0;

	if (!size)
		return 0;
	fake_probes_init(&image, data[0] & 1 ? FAKE_OLD : FAKE_MODERN);
	attach(&image);
	damage(&image, data + 1, size - 1);
	pk_ctx_init(&ctx, &image.fake.target);
	if (pk_probes_load(&ctx, &list) == PK_OK) {
		pk_probes_on_function(list, fake_func(FN_TCP_ACK), 0x100, true, look, &sum);
		print(&ctx, list, false);
		print(&ctx, list, true);
	}
	pk_ctx_deinit(&ctx);
	fake_probes_deinit(&image);
	return 0;
}
