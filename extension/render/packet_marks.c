// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/packet_private.h"

#include <string.h>

bool pk_worth_a_mark(const struct pk_probe *probe)
{
	/* The tracer's own hooks are on every line; only foreign ftrace_ops are worth a mark. */
	return (probe->kind != PK_PROBE_FTRACE_OPS && probe->kind != PK_PROBE_FGRAPH) ||
	       probe->module[0];
}

const char *pk_short_owner(const struct pk_probe *probe)
{
	const char *slash = strrchr(probe->owner, '/');

	if (slash && slash[1])
		return slash + 1;
	if (probe->module[0])
		return probe->module;
	return probe->owner[0] ? probe->owner : probe->handler_name;
}

static char kind_letter(enum pk_probe_kind kind)
{
	static const char letters[PK_NR_PROBE_KINDS + 1] = "krjfuogtblnT";

	return kind < PK_NR_PROBE_KINDS ? letters[kind] : '?';
}

static bool mark_probe(const struct pk_probe *probe, void *arg)
{
	struct pk_probe_marks *marks = arg;
	size_t len = strlen(marks->text);

	if (!pk_worth_a_mark(probe))
		return true;
	marks->nr++;
	if (marks->out)
		pk_out_str(marks->out, NULL, NULL, pk_short_owner(probe));
	else if (len + 24 < sizeof(marks->text))
		snprintf(marks->text + len, sizeof(marks->text) - len, "%s[%c %.40s]",
			 len ? " " : "  ", kind_letter(probe->kind), pk_short_owner(probe));
	return true;
}

void pk_find_marks(const struct pk_packet_style *style, const struct pk_call_name *name,
		   struct pk_probe_marks *marks)
{
	if (style->probes && name && name->symbol.size)
		pk_probes_on_function(style->probes, name->symbol.addr, name->symbol.size, false,
				      mark_probe, marks);
}
