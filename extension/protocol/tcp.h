/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_TCP_H
#define PK_PROTOCOL_TCP_H

#include "protocol/stage.h"

/* Between tcp.c and tcp_stages.c. */
extern const struct pk_stage pk_tcp_stages[];

#endif
