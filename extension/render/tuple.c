// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/tuple.h"

void pk_render_addresses(struct pk_out *out, const struct pk_tuple *tuple)
{
	char text[64];

	pk_out_str(out, "saddr", NULL,
		   pk_address_text(tuple->family, tuple->saddr, text, sizeof(text)));
	pk_out_str(out, "daddr", NULL,
		   pk_address_text(tuple->family, tuple->daddr, text, sizeof(text)));
}

void pk_render_tuple(struct pk_out *out, const struct pk_tuple *tuple)
{
	char text[64];

	pk_out_str(out, "saddr", NULL,
		   pk_address_text(tuple->family, tuple->saddr, text, sizeof(text)));
	pk_out_uint(out, "sport", NULL, tuple->sport);
	pk_out_str(out, "daddr", NULL,
		   pk_address_text(tuple->family, tuple->daddr, text, sizeof(text)));
	pk_out_uint(out, "dport", NULL, tuple->dport);
}
