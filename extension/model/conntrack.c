// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/netfilter.h"

static const char *const bit_names[PK_NR_CT_BITS] = {
	[PK_CT_EXPECTED] = "EXPECTED",
	[PK_CT_SEEN_REPLY] = "SEEN_REPLY",
	[PK_CT_ASSURED] = "ASSURED",
	[PK_CT_CONFIRMED] = "CONFIRMED",
	[PK_CT_SRC_NAT] = "SRC_NAT",
	[PK_CT_DST_NAT] = "DST_NAT",
	[PK_CT_SEQ_ADJUST] = "SEQ_ADJUST",
	[PK_CT_SRC_NAT_DONE] = "SRC_NAT_DONE",
	[PK_CT_DST_NAT_DONE] = "DST_NAT_DONE",
	[PK_CT_DYING] = "DYING",
	[PK_CT_FIXED_TIMEOUT] = "FIXED_TIMEOUT",
	[PK_CT_TEMPLATE] = "TEMPLATE",
	[PK_CT_NAT_CLASH] = "NAT_CLASH",
	[PK_CT_HELPER] = "HELPER",
	[PK_CT_OFFLOAD] = "OFFLOAD",
	[PK_CT_HW_OFFLOAD] = "HW_OFFLOAD",
};

bool pk_conntrack_has(const struct pk_conntrack *conntrack, enum pk_conntrack_bit bit)
{
	return conntrack->status.status == PK_OK && conntrack->status.value >> bit & 1;
}

bool pk_conntrack_is_translated(const struct pk_conntrack *conntrack)
{
	const struct pk_tuple reversed = pk_tuple_reversed(&conntrack->original);

	return !pk_tuple_equal(&reversed, &conntrack->reply);
}

const char *pk_conntrack_bit_name(enum pk_conntrack_bit bit)
{
	return bit_names[bit];
}
