/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_STAGE_ROWS_H
#define PK_PROTOCOL_STAGE_ROWS_H

/* Macros for stage tables: F a function on the path, A one that acts on a packet, M with marks; H one on the path
 * that takes a packet from one of its holders and gives it to another. */

#include <stddef.h>

#include "protocol/stage.h"

#define RX PK_SIDE_RX
#define TX PK_SIDE_TX
#define BOTH PK_SIDE_BOTH
#define M(name, stage, side, act, args, marks)                                                     \
	{                                                                                          \
		name, stage, side, PK_ACT_##act, args, marks, 0, PK_HOLDER_SAME                    \
	}
#define H(name, stage, side, args, marks, from, to)                                                \
	{                                                                                          \
		name, stage, side, PK_ACT_NONE, args, marks, from, PK_HOLDER_##to                  \
	}
/* Sets of holders. */
#define IN(holder) (1u << PK_HOLDER_##holder)
#define ANYBODY (~0u)
#define NOBODY 0u /* it makes the packet */
#define TAKEN_UP (IN(RECEIVE) | IN(XFRM) | IN(FRAGMENTS) | IN(USER_QUEUE))
#define ARRIVED (TAKEN_UP | IN(DRIVER) | IN(GRO) | IN(CPU_BACKLOG))
#define UNREAD (IN(PROTOCOL) | IN(SOCK_BACKLOG) | IN(OFO_QUEUE))
#define HANDED_DOWN (IN(PROTOCOL) | IN(XFRM) | IN(USER_QUEUE) | IN(RECEIVE))
#define QUEUEING (IN(IP_OUTPUT) | IN(NEIGHBOUR) | IN(DRIVER_TX) | IN(RECEIVE))
#define A(name, stage, side, act, args) M(name, stage, side, act, args, 0)
#define F(name, stage, side) M(name, stage, side, NONE, NULL, 0)

#endif
