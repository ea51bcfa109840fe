/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_IPSEC_H
#define PK_PROTOCOL_IPSEC_H

#include "protocol/protocol.h"

/** Words of `ip xfrm state`; NULL: unknown. */
const char *pk_xfrm_mode_name(unsigned mode);
const char *pk_xfrm_protocol_name(unsigned protocol);
const char *pk_xfrm_encap_name(unsigned type);
/** XFRM_STATE_* in lower case; NULL: unknown. */
const char *pk_xfrm_state_name(unsigned state);

/** Bits of TCI. */
#define PK_MACSEC_VERSION 0x80 /* of another layout */
#define PK_MACSEC_SCI 0x20 /* the tag has an SCI */
#define PK_MACSEC_ENCRYPTED 0x08
/** The association number, in the byte that TCI begins. */
#define PK_MACSEC_AN 0x03

/** Take the SecTAG in BYTES, which begin behind the type of Ethernet's header. False: it is not all known, or of another
 *  version; *HEADER is as it was. */
bool pk_macsec_parse(const struct pk_header_bytes *bytes, struct pk_header *header);

#endif
