// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_xfrm.h"

const struct fake_member fake_xfrm_members[XFRM_NR_MEMBERS] = {
	{"struct net", "xfrm.state_all", 64, .size = 16},
	{"struct xfrm_state", "km.all", 16, .size = 16},
	{"struct xfrm_state", "km.state", 32, .size = 1},
	{"struct xfrm_state", "id.proto", 33, .size = 1},
	{"struct xfrm_state", "props.family", 34, .size = 2},
	{"struct xfrm_state", "id.spi", 36, .size = 4},
	{"struct xfrm_state", "id.daddr", 40, .size = 16},
	{"struct xfrm_state", "props.saddr", 56, .size = 16},
	{"struct xfrm_state", "encap", 72, .size = 8},
	{"struct xfrm_encap_tmpl", "encap_type", 0, .size = 2},
	{"struct xfrm_encap_tmpl", "encap_sport", 2, .size = 2},
	{"struct xfrm_encap_tmpl", "encap_dport", 4, .size = 2},
};

void fake_xfrm_states(struct fake_target *fake, unsigned nr)
{
	fake_link(fake, XFRM_HEAD, XFRM_LINK(0));
	for (unsigned i = 0; i < nr; i++) {
		fake_link(fake, XFRM_LINK(i), i + 1 < nr ? XFRM_LINK(i + 1) : XFRM_HEAD);
		fake_put(fake, XFRM_STATE(i) + 32, 1, 1);
		fake_put(fake, XFRM_STATE(i) + 33, 1, 50);
		fake_put(fake, XFRM_STATE(i) + 34, 2, 2);
		fake_put(fake, XFRM_STATE(i) + 36, 4, __builtin_bswap32(XFRM_SPI + i));
		fake_put(fake, XFRM_STATE(i) + 40, 4, 0x0200000a);
		fake_put(fake, XFRM_STATE(i) + 56, 4, 0x0100000a);
		fake_put(fake, XFRM_STATE(i) + 72, 8, XFRM_ENCAP(i));
		fake_put(fake, XFRM_ENCAP(i), 2, 2);
		fake_put(fake, XFRM_ENCAP(i) + 2, 2, 0x9411);
		fake_put(fake, XFRM_ENCAP(i) + 4, 2, 0x9411);
	}
}
