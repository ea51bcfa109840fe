/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PACKET_ID_H
#define PK_COMMAND_PACKET_ID_H

#include "analysis/packets.h"

/** An ID as a user gives it, or an end of it: "#" may stand before it. RET_ID lies in WORD. PK_USAGE: too short. */
enum pk_status pk_packet_id_read(struct pk_ctx *ctx, const char *word, const char **ret_id);
/** The packet of SET that ID names; PK_ABSENT: none, or more than one. */
enum pk_status pk_packet_by_id(struct pk_ctx *ctx, const struct pk_packet_set *set, const char *id,
			       const struct pk_packet **ret_packet);

#endif
