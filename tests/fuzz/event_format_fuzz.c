// SPDX-License-Identifier: GPL-3.0-or-later
/* Event calls under the fuzzer's patches (fake_patch.h); then every field of every format is read from
 * the rest of the input as if it were a record. */
#include <stdlib.h>
#include <string.h>

#include "decode/trace/event_format.h"
#include "fake_events.h"
#include "fake_patch.h"

#define RECORD 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_fields(struct pk_ctx *ctx, const struct pk_format *format,
			const struct pk_event *event)
{
	for (uint32_t i = 0; i < format->nr_fields; i++) {
		const uint8_t *bytes;
		uint64_t value;
		uint32_t len;

		pk_event_uint(ctx, event, &format->fields[i], &value);
		if (pk_event_bytes(ctx, event, &format->fields[i], &bytes, &len) == PK_OK &&
		    (bytes < event->data || len > event->len ||
		     bytes - event->data > (long)(event->len - len)))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct fake_enum types[] = {{NULL, "TRACE_GRAPH_ENT", 11}};
	static const struct fake_member rows[] = {
		M("ftrace_graph_ent_entry", "graph_ent.func", 8, 8),
		M("ftrace_graph_ent_entry", "graph_ent.depth", 16, 4),
		M("ftrace_graph_ent_entry", "args", 24, 0),
	};
	uint32_t len = size < RECORD ? (uint32_t)size : RECORD;
	struct fake_kernel *k = fake_kernel_new();
	const struct pk_formats *formats;
	struct pk_graph_event graph;
	uint8_t *record = malloc(len ? len : 1);
	struct pk_event event = {.data = record, .len = len, .type = 11};

	memcpy(record, data, len);
	fake_enums(&k->fake, types, ARRAY_SIZE(types));
	fake_members(&k->fake, rows, ARRAY_SIZE(rows));
	fake_kernel_four_events(k);
	fake_kernel_add_probe(k, 0, 0, "probe", 500);
	fake_kernel_add_probe(k, 1, 1, "return_probe", 501);
	fake_patch(&k->fake, data + len, size - len);
	if (pk_formats_load(&k->ctx, &formats) == PK_OK)
		for (uint32_t i = 0; i < pk_formats_nr(formats); i++)
			read_fields(&k->ctx, pk_formats_at(formats, i), &event);
	if (pk_graph_event(&k->ctx, &event, &graph) == PK_OK && graph.args &&
	    graph.args + 48 > record + len)
		abort();
	fake_kernel_free(k);
	free(record);
	return 0;
}
