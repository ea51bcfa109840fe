/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_ESP_H
#define PK_PROTOCOL_ESP_H

/** Words of `ip xfrm state`; NULL: unknown. */
const char *pk_xfrm_mode_name(unsigned mode);
const char *pk_xfrm_protocol_name(unsigned protocol);
const char *pk_xfrm_encap_name(unsigned type);
/** XFRM_STATE_* in lower case; NULL: unknown. */
const char *pk_xfrm_state_name(unsigned state);

#endif
