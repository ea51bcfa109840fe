// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

static void show_probe(struct pk_out *out, const struct pk_probe *probe, uint64_t events)
{
	char text[2 * PK_SYMBOL_NAME_MAX];

	PK_OUT_OBJECT(out, NULL);
	pk_out_str(out, "kind", "    %-12s", pk_probe_kind_name(probe->kind));
	pk_out_str(out, "target", "%s", pk_probe_target_text(probe, text, sizeof(text)));
	pk_out_addr(out, "object", NULL, probe->object);
	pk_out_word(out, "handler", "  %s", probe->handler_name);
	pk_out_word(out, "module", " [%s]", probe->module);
	pk_out_word(out, "owner", "  %s", probe->owner);
	pk_out_bool(out, "foreign", probe->foreign);
	pk_out_text(out, "%s", probe->foreign ? "  FOREIGN" : "");
	pk_out_uint_if(out, "events", "  %llu event(s) in the trace", events != UINT64_MAX, events);
	pk_out_text(out, "\n");
}

static void show_function(struct pk_out *out, const struct pk_probed_function *function)
{
	PK_OUT_RECORD(out, "probed");
	pk_out_str(out, "func", "%s", function->symbol.name);
	pk_out_word(out, "module", " [%s]", function->symbol.module);
	pk_out_addr(out, "addr", NULL, function->symbol.addr);
	pk_out_uint(out, "packets", "  in %llu packet(s)", function->packets);
	pk_out_uint(out, "calls", "  %llu call(s)", function->calls);
	/* For all handlers on the function together. The time is known only if the function
	 * graph has their calls within the function's. */
	pk_out_keys(out, "handler_calls handler_ns handler_median_ns handler_max_ns time_from");
	if (function->handler_calls) {
		pk_out_uint(out, "handler_calls", NULL, function->handler_calls);
		pk_out_uint(out, "handler_ns", NULL, function->handler_ns);
		pk_out_uint(out, "handler_median_ns", NULL, function->handler_median_ns);
		pk_out_uint(out, "handler_max_ns", NULL, function->handler_max_ns);
		pk_out_str(out, "time_from", NULL, "function_graph");
		pk_out_text(out,
			    "  handlers took %.1f us in %llu of them, median %.2f, at most %.2f",
			    (double)function->handler_ns / 1000,
			    (unsigned long long)function->handler_calls,
			    (double)function->handler_median_ns / 1000,
			    (double)function->handler_max_ns / 1000);
	}

	pk_out_text(out, "\n");
	PK_OUT_ARRAY(out, "by_probe");
	for (uint32_t i = 0; i < function->nr_probes; i++)
		show_probe(out, function->probes[i], function->events[i]);
}

void pk_render_probe_use(struct pk_out *out, const struct pk_probe_use *use)
{
	for (uint32_t i = 0; i < use->nr; i++)
		show_function(out, &use->functions[i]);
	if (use->nr)
		pk_out_text(out, "\n");
	pk_out_text(out, "%u probed functions in the paths of %u packet(s)", use->nr, use->packets);
	if (use->handler_ns && use->total_ns)
		pk_out_text(out,
			    "; by the function graph probes took %.1f us of %.1f (%.1f %%), "
			    "interrupts not counted",
			    (double)use->handler_ns / 1000, (double)use->total_ns / 1000,
			    100.0 * (double)use->handler_ns / (double)use->total_ns);
	else
		pk_out_text(out, "; what their handlers took was not recorded");
	pk_out_text(out, "\n");
}
