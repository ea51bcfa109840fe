/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PACKET_ID_H
#define PK_COMMAND_PACKET_ID_H

#include "analysis/lives/packets.h"

/** Parse an ID, or the end of one, optionally after "#". RET_ID points into WORD. PK_USAGE: too
 *  short. */
enum pk_status pk_packet_id_read(struct pk_ctx *ctx, const char *word, const char **ret_id);
/** The packet of SET with that ID; PK_ABSENT: none, or several. */
enum pk_status pk_packet_by_id(struct pk_ctx *ctx, const struct pk_packet_set *set, const char *id,
			       const struct pk_packet **ret_packet);

#endif
