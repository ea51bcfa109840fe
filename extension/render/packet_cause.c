// SPDX-License-Identifier: GPL-3.0-or-later
/* Why a packet was sent again, or dropped. */
#include "render/packet_private.h"

static void render_cause(struct pk_out *out, const char *key, const char *text,
			 const struct pk_cause *cause, bool again)
{
	char id[64];

	if (!cause || !cause->kind) {
		pk_out_null(out, key);
		return;
	}
	PK_OUT_OBJECT(out, key);
	if (again)
		pk_out_str(out, "trigger", NULL, cause->trigger);
	pk_out_str(out, "kind", NULL, cause->kind);
	pk_out_str(out, "text", text, cause->text);
	if (again) {
		pk_out_str(out, "packet", NULL,
			   cause->packet ? pk_packet_id(cause->packet, id, sizeof(id)) : NULL);
	} else {
		const struct pk_nf_verdict *verdict = cause->verdict;
		const bool chain = verdict && verdict->family, rule = chain && verdict->rule;

		if (!verdict) {
			pk_out_null(out, "netfilter");
		} else {
			PK_OUT_OBJECT(out, "netfilter");
			pk_out_str(out, "hook", NULL, verdict->hook);
			pk_out_str(out, "function", NULL, verdict->func);
			pk_out_str(out, "family", NULL, verdict->family);
			pk_out_str(out, "table", NULL, chain ? verdict->table : NULL);
			pk_out_str(out, "chain", NULL, chain ? verdict->chain : NULL);
			pk_out_str(out, "by", NULL, verdict->by);
			pk_out_str(out, "rule_chain", NULL, rule ? verdict->rule_chain : NULL);
			pk_out_uint_if(out, "rule", NULL, rule, verdict->rule);
			pk_out_uint_if(out, "handle", NULL, rule, verdict->handle);
		}
	}
}

void pk_render_packet_causes(struct pk_out *out, const struct pk_packet *packet, bool text)
{
	const struct pk_causes *causes = packet->causes;

	render_cause(out, "retransmit_cause", text ? "    sent again: %s\n" : NULL,
		     causes ? &causes->sent_again : NULL, true);
	render_cause(out, "drop_cause", text ? "    dropped: %s\n" : NULL,
		     causes ? &causes->dropped : NULL, false);
}

const char *pk_packet_cause(const struct pk_packet *packet)
{
	const struct pk_causes *causes = packet->causes;

	if (!causes)
		return NULL;
	return causes->dropped.kind ? causes->dropped.text : causes->sent_again.text;
}
