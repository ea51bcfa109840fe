/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_IP_HEADER_H
#define PK_DECODE_IP_HEADER_H

#include <stddef.h>

#include "model/skb_state.h"

/** Parse the IP header in LEN bytes, whatever protocol it carries, with the ports of protocols that
 *  begin with them. RET_HEADER->valid: it is one. Pure. */
void pk_ip_header_parse(const uint8_t *bytes, size_t len, struct pk_ip_header *ret_header);

#endif
