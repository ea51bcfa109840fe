/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_XFRM_H
#define FAKE_XFRM_H

#include "fake_net.h"

/* IPsec's states of the first namespace, for ESP in UDP to 10.0.0.2, port 4500, with SPIs from 0x7700. */

#define XFRM_HEAD (FAKE_INIT_NET + 64)
#define XFRM_STATE(n) (FAKE_GLOBALS + 0x8000 + 0x100 * (uint64_t)(n))
#define XFRM_LINK(n) (XFRM_STATE(n) + 16)
#define XFRM_ENCAP(n) (XFRM_STATE(n) + 0x80)
#define XFRM_SPI 0x7700

#define XFRM_NR_MEMBERS 12
/** The first is of struct net. */
extern const struct fake_member fake_xfrm_members[XFRM_NR_MEMBERS];
/** NR states, on a machine that has these members. */
void fake_xfrm_states(struct fake_target *fake, unsigned nr);

#endif
