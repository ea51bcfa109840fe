// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/out.h"

#include <inttypes.h>
#include <string.h>

#define PLURAL "(s)" /* in what stands behind a figure, as in a format */

static const char *figure_text(const struct pk_figure *figure, char *buf, size_t size)
{
	if (figure->status == PK_OK)
		snprintf(buf, size, "%" PRIu64, figure->value);
	else if (figure->status == PK_ABSENT)
		snprintf(buf, size, "-");
	else
		snprintf(buf, size, "%s", pk_status_name(figure->status));
	return buf;
}

void pk_out_figure(struct pk_out *out, const char *key, const char *text,
		   const struct pk_figure *figure)
{
	pk_out_uint_if(out, key, text, figure->status == PK_OK, figure->value);
}

void pk_out_flag(struct pk_out *out, const char *key, const struct pk_figure *figure)
{
	pk_out_bool_if(out, key, figure->status == PK_OK, figure->value);
}

void pk_render_figure(struct pk_out *out, const char *key, const char *before,
		      const struct pk_figure *figure, const char *behind)
{
	bool one = figure->status == PK_OK && figure->value == 1;
	const char *plural = strstr(behind, PLURAL);
	int noun = plural ? (int)(plural - behind) : (int)strlen(behind);
	char text[32];

	pk_out_figure(out, key, NULL, figure);
	pk_out_text(out, "%s%s%.*s%s%s", before, figure_text(figure, text, sizeof(text)), noun,
		    behind, plural && !one ? "s" : "", plural ? plural + strlen(PLURAL) : "");
}

void pk_render_noted_stack(struct pk_out *out, const struct pk_noted_stack *stack)
{
	PK_OUT_ARRAY(out, "stack");
	for (unsigned i = 0; i < stack->nr; i++)
		pk_out_str(out, NULL, NULL, stack->funcs[i]);
}

void pk_render_column(struct pk_out *out, const char *key, const struct pk_figure *figure,
		      int width)
{
	char text[32];

	pk_out_figure(out, key, NULL, figure);
	pk_out_text(out, " %*s", width, figure_text(figure, text, sizeof(text)));
}

const char *pk_duration(uint64_t ns, char *buf, size_t size)
{
	if (ns < 1000000)
		snprintf(buf, size, "%.1f us", ns / 1e3);
	else if (ns < 1000000000)
		snprintf(buf, size, "%.2f ms", ns / 1e6);
	else
		snprintf(buf, size, "%.3f s", ns / 1e9);
	return buf;
}
