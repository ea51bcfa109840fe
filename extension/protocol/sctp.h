/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_SCTP_H
#define PK_PROTOCOL_SCTP_H

#include "model/sctp.h"
#include "protocol/protocol.h"

/* Shared by sctp.c and sctp_stages.c. */
extern const struct pk_stage pk_sctp_stages[];

/** Number of HEADER's known leading chunks. Chunks past its payload do not count; if its length is
 *  unknown, only the first does. */
unsigned pk_sctp_nr_chunks(const struct pk_header *header);
/** The known chunks are all there are. */
bool pk_sctp_chunks_whole(const struct pk_header *header);
/** "DATA", "INIT_ACK"; NULL if unknown. */
const char *pk_sctp_chunk_name(unsigned type);
/** An association's state as numbered in /proc/net/sctp/assocs: "ESTABLISHED", "UNKNOWN"; of an
 *  endpoint: "LISTEN". */
const char *pk_sctp_state_name(const struct pk_sctp *sctp);

#endif
