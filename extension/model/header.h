/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_HEADER_H
#define PK_MODEL_HEADER_H

#include "model/tuple.h"

#define PK_MAX_CHUNKS 4 /* of a packet's, the first ones */

/** What a packet's header (or its shadow in a control block) said. Only the protocol knows what flags and numbers mean. */
struct pk_header {
	struct pk_tuple tuple;
	uint8_t protocol; /* in IP's header; 0: its bytes were not seen (pk_protocol_of()) */
	uint16_t flags; /* the protocol's */
	uint32_t ip_id; /* in IPv4's header; of a fragment, in IPv6's */
	uint32_t seq, ack;
	uint32_t payload_len; /* bytes */
	uint16_t checksum; /* as the header has it: of what is sent, hardware may finish it */
	uint16_t query, query_seq; /* ICMP: the query's id and number */
	/* With FRAGMENT: these bytes of what lies behind IP's headers. Ports and what else the protocol has are
	 * known of the first alone, and payload_len is of this fragment. */
	uint16_t frag_at, frag_len;
	/* SCTP: its verification tag, and the first chunks by type, where they begin behind its header (which may be behind its
	 * payload: there is none then) and where the last of them ends; the number of the first that has data, and where
	 * that chunk begins. */
	uint32_t vtag, tsn, tsn_at;
	uint32_t chunk_at[PK_MAX_CHUNKS], chunks_end;
	uint8_t chunks[PK_MAX_CHUNKS], nr_chunks;
	uint32_t spi, esp_number; /* IPsec: whose state it is for, and its number there */
	bool vtag_known : 1, tsn_known : 1, spi_known : 1;
	bool tuple_known : 1, seq_known : 1, ack_known : 1, flags_known : 1, len_known : 1;
	bool checksum_known : 1, query_known : 1, ip_id_known : 1;
	bool fragment : 1, frag_more : 1; /* FRAG_MORE: others follow it */
	bool ports_known : 1; /* of TUPLE, where its addresses are not: IP's header is longer than was read */
	bool unproven : 1; /* addresses, and without PORTS_KNOWN all of it: bytes that lie where they would, no more */
};

#endif
