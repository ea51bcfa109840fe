/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_SCTP_H
#define PK_PROTOCOL_SCTP_H

#include "model/sctp.h"
#include "protocol/protocol.h"

/* Between sctp.c and sctp_stages.c. */
extern const struct pk_stage pk_sctp_stages[];

/** Chunks of HEADER that are known, the first ones: none behind its payload, and of what is not known to be so long the
 *  first alone. */
unsigned pk_sctp_nr_chunks(const struct pk_header *header);
/** Those are all. */
bool pk_sctp_chunks_whole(const struct pk_header *header);
/** "DATA", "INIT_ACK"; NULL: no type that is known. */
const char *pk_sctp_chunk_name(unsigned type);
/** Of an association, as /proc/net/sctp/assocs numbers it: "ESTABLISHED"; "UNKNOWN". Of an endpoint: "LISTEN". */
const char *pk_sctp_state_name(const struct pk_sctp *sctp);

#endif
