// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/figure.h"

#include <inttypes.h>

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

void pk_render_figure(struct pk_out *out, const char *key, const char *before,
		      const struct pk_figure *figure, const char *behind)
{
	char text[32];

	pk_out_uint_if(out, key, NULL, figure->status == PK_OK, figure->value);
	pk_out_text(out, "%s%s%s", before, figure_text(figure, text, sizeof(text)), behind);
}

void pk_render_column(struct pk_out *out, const char *key, const struct pk_figure *figure,
		      int width)
{
	char text[32];

	pk_out_uint_if(out, key, NULL, figure->status == PK_OK, figure->value);
	pk_out_text(out, " %*s", width, figure_text(figure, text, sizeof(text)));
}
