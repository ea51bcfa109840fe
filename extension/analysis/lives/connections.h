/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CONNECTIONS_H
#define PK_ANALYSIS_CONNECTIONS_H

#include "analysis/lives/packets.h"
#include "analysis/lives/queued_packets.h"

/**
 * Tell connections with equal addresses and ports apart (pk_packet.connection): two containers may have such. A packet whose
 * namespace is unknown, and that is joined with no known one, belongs to an unknown connection.
 *
 * Needs namespaces; may be done again when packets were added to SET. False: out of memory.
 */
bool pk_settle_connections(const struct pk_queued_packets *memory, struct pk_packet_set *set);

#endif
