// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/out.h"

#include <stdio.h>

#include "protocol/ipsec.h"

void pk_render_addresses(struct pk_out *out, const struct pk_tuple *tuple)
{
	char text[64];

	pk_out_str(out, "saddr", NULL,
		   pk_address_text(tuple->family, tuple->saddr, text, sizeof(text)));
	pk_out_str(out, "daddr", NULL,
		   pk_address_text(tuple->family, tuple->daddr, text, sizeof(text)));
}

void pk_render_tuple(struct pk_out *out, const struct pk_tuple *tuple, bool has_ports)
{
	char text[64];

	pk_out_str(out, "saddr", NULL,
		   pk_address_text(tuple->family, tuple->saddr, text, sizeof(text)));
	pk_out_uint_if(out, "sport", NULL, has_ports, tuple->sport);
	pk_out_str(out, "daddr", NULL,
		   pk_address_text(tuple->family, tuple->daddr, text, sizeof(text)));
	pk_out_uint_if(out, "dport", NULL, has_ports, tuple->dport);
}

void pk_tuple_endpoints(const struct pk_tuple *tuple, bool has_ports, char *from, char *to,
			size_t size)
{
	if (has_ports) {
		pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, from, (unsigned)size);
		pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, to, (unsigned)size);
	} else {
		pk_address_text(tuple->family, tuple->saddr, from, (unsigned)size);
		pk_address_text(tuple->family, tuple->daddr, to, (unsigned)size);
	}
}

void pk_header_endpoints(const struct pk_header *header, char *from, char *to, size_t size)
{
	if (header->tuple_known) {
		pk_tuple_endpoints(&header->tuple, pk_header_has_ports(header), from, to, size);
	} else {
		snprintf(from, size, "?");
		snprintf(to, size, "?");
	}
}

/* SCI as `ip macsec` writes it. */
void pk_render_sectag(struct pk_out *out, const struct pk_header *header, const char *before)
{
	const struct pk_sectag *tag = &header->sectag;
	char sci[17];

	if (!tag->known) {
		pk_out_null(out, "sectag");
		return;
	}
	snprintf(sci, sizeof(sci), "%016llx", (unsigned long long)tag->sci);
	pk_out_text(out, "%s", before);
	PK_OUT_OBJECT(out, "sectag");
	pk_out_uint(out, "an", "AN %llu", tag->tci_an & PK_MACSEC_AN);
	pk_out_uint(out, "pn", " PN %llu", tag->pn);
	pk_out_str(out, "sci", tag->sci_known ? " SCI %s" : NULL, tag->sci_known ? sci : NULL);
	pk_out_bool(out, "encrypted", tag->tci_an & PK_MACSEC_ENCRYPTED);
	pk_out_uint(out, "short_len", NULL, tag->short_len);
}
