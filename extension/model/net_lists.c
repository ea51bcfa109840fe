// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/net_lists.h"

#include <stdio.h>

#include "model/figure.h"

/* ARPHRD_*: of these, iproute2's ll_addr_n2a() writes the address as one of IP. */
static bool is_tunnel(uint16_t type)
{
	return type == 768 || type == 776 || type == 778; /* TUNNEL, SIT, IPGRE */
}

static bool is_tunnel6(uint16_t type)
{
	return type == 769 || type == 823; /* TUNNEL6, IP6GRE */
}

const char *pk_lladdr_text(uint16_t type, const uint8_t *bytes, uint32_t len,
			   char text[PK_LLADDR_TEXT])
{
	size_t at = 0;

	text[0] = '\0';
	if (len == 4 && is_tunnel(type))
		return pk_address_text(4, bytes, text, PK_LLADDR_TEXT);
	if (len == 16 && is_tunnel6(type))
		return pk_address_text(6, bytes, text, PK_LLADDR_TEXT);
	for (uint32_t i = 0; i < len && i < PK_LLADDR; i++)
		at += (size_t)snprintf(text + at, PK_LLADDR_TEXT - at, "%s%02x", i ? ":" : "",
				       bytes[i]);
	return text;
}

/* In the order of iproute2's ifa_flag_data. PERMANENT, bit 7, is told where it is missing. */
const char *pk_ip_address_flag_name(uint8_t family, unsigned i)
{
	static const char *const names[] = {"secondary",     "nodad",	 "optimistic",
					    "dadfailed",     "home",	 "deprecated",
					    "tentative",     "dynamic",	 "mngtmpaddr",
					    "noprefixroute", "autojoin", "stable-privacy"};

	if (!i && family == 6)
		return "temporary";
	return i < sizeof(names) / sizeof(*names) ? names[i] : NULL;
}
