// SPDX-License-Identifier: GPL-3.0-or-later
/* Who held a packet, a line each. */
#include "render/packet_private.h"

#include <string.h>

static const char *row_name(const struct pk_stage *stage)
{
	const char *slash = strchr(stage->name, '/');

	return slash ? slash + 1 : stage->name;
}

static void show_holding(struct pk_out *out, const struct pk_packet *packet,
			 const struct pk_holding *holding, const struct pk_holding *before)
{
	bool known = holding->cpu >= 0;

	PK_OUT_OBJECT(out, NULL);
	pk_out_text(out, "%10.1f",
		    holding->since > packet->first_ns ? (holding->since - packet->first_ns) / 1000.0
						      : 0.0);
	pk_out_str(out, "holder", "  %-16s", pk_holder_name(holding->holder));
	pk_out_str(out, "by", NULL, holding->by->name);
	pk_out_text(out, "  by %s", row_name(holding->by));
	pk_out_ns(out, "since_ns", NULL, holding->since);
	pk_out_str(out, "context", known ? ", %s" : NULL,
		   known ? pk_context_name(holding->context) : NULL);
	pk_out_int_if(out, "cpu", known ? " on CPU %lld" : NULL, known, holding->cpu);
	pk_out_bool(out, "original", holding->original);
	pk_out_bool(out, "no_way", holding->no_way);
	if (holding->original)
		pk_out_text(out, "; the original");
	if (holding->no_way)
		pk_out_text(out, "; nothing in the table leads there from %s",
			    pk_holder_name(before->holder));
	pk_out_text(out, "\n");
}

void pk_packet_holdings(struct pk_out *out, const struct pk_packet *packet,
			const struct pk_holdings *holdings)
{
	if (holdings->nr)
		pk_out_text(out, "%10s  TRAIL\n", "at us");
	pk_out_array_begin(out, "trail");
	for (uint32_t i = 0; i < holdings->nr; i++)
		show_holding(out, packet, &holdings->list[i], i ? &holdings->list[i - 1] : NULL);
	pk_out_array_end(out);
	if (holdings->asked) {
		pk_out_text(out, "%12sunknown from here:", "");
		pk_out_array_begin(out, "untold");
		for (unsigned i = 0; i < holdings->nr_untold; i++) {
			pk_out_text(out, i ? "," : "");
			pk_out_text(out, " %s", row_name(holdings->untold[i]));
			pk_out_str(out, NULL, NULL, holdings->untold[i]->name);
		}
		pk_out_array_end(out);
		if (holdings->nr_untold)
			pk_out_text(out, " may have it since, and this trace does not tell%s",
				    holdings->lost_since ? "; events were lost, too" : "");
		else
			pk_out_text(out, " %s",
				    holdings->lost_since ? "events were lost since"
							 : "no row of \"help path\" that this "
							   "trace tells of took it");
		pk_out_text(out, "\n");
		pk_out_bool(out, "lost_since", holdings->lost_since);
	}
}
