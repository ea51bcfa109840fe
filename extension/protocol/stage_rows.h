/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_STAGE_ROWS_H
#define PK_PROTOCOL_STAGE_ROWS_H

/* Macros for stage tables: F a function on the path, A one that acts on a packet, M with marks. */

#include <stddef.h>

#include "protocol/stage.h"

#define RX PK_SIDE_RX
#define TX PK_SIDE_TX
#define BOTH PK_SIDE_BOTH
#define M(name, stage, side, act, args, marks)                                                     \
	{                                                                                          \
		name, stage, side, PK_ACT_##act, args, marks                                       \
	}
#define A(name, stage, side, act, args) M(name, stage, side, act, args, 0)
#define F(name, stage, side) M(name, stage, side, NONE, NULL, 0)

#endif
