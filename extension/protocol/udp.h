/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_UDP_H
#define PK_PROTOCOL_UDP_H

#include "protocol/protocol.h"

/* Shared by udp.c, udplite.c, udp_sock.c and udp_stages.c. */
extern const struct pk_stage pk_udp_stages[];
extern const struct pk_protocol_sockets pk_udp_sockets, pk_udplite_sockets;

#endif
