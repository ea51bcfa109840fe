/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_HEADER_H
#define PK_MODEL_HEADER_H

#include "model/figure.h"

#define PK_MAX_CHUNKS 4 /* first chunks of a packet that are kept */

/** MACsec's, behind the type of Ethernet's header. */
struct pk_sectag {
	uint64_t sci; /* channel of the sender: its MAC address and port; with SCI_KNOWN */
	uint32_t pn; /* packet number */
	uint8_t tci_an; /* TCI and AN */
	uint8_t short_len; /* length of what is shorter than 48 bytes, else 0 */
	bool known, sci_known; /* SCI_KNOWN: the tag has one */
};

/** A packet's header, or its copy in a control block. Only the protocol knows what flags and
 *  numbers mean. */
struct pk_header {
	struct pk_tuple tuple;
	/* in IP's header; above 255 an Ethernet type, of what has none; 0: not seen (pk_protocol_of()) */
	uint16_t protocol;
	uint16_t flags; /* the protocol's */
	uint32_t ip_id; /* from IPv4's header; for IPv6 from the fragment header */
	uint32_t seq, ack;
	uint32_t payload_len; /* bytes */
	uint16_t window; /* TCP: as in the header, not scaled */
	uint16_t checksum; /* as in the header; hardware may complete it on transmission */
	uint16_t query, query_seq; /* ICMP: the query's id and sequence number */
	/* With FRAGMENT: offset and length in bytes of what follows IP's headers. Only the first
	 * fragment has ports and the rest of the protocol's header; payload_len is this
	 * fragment's. */
	uint16_t frag_at, frag_len;
	/* SCTP: verification tag; types of the first chunks, where they begin after the header
	 * (past the payload: not there) and where the last ends; TSN of the first chunk with data,
	 * and where it begins. */
	uint32_t vtag, tsn, tsn_at;
	uint32_t chunk_at[PK_MAX_CHUNKS], chunks_end;
	uint8_t chunks[PK_MAX_CHUNKS], nr_chunks;
	uint32_t spi, esp_number; /* IPsec: its state's SPI, and sequence number there */
	struct pk_sectag sectag;
	uint32_t tunnel_id; /* GRE's key; the number of VXLAN's or Geneve's network */
	/* Protocol whose header stands between IP's and this one, and has the ports (UDP with ESP in
	 * it); 0: none. */
	uint8_t below;
	bool vtag_known : 1, tsn_known : 1, spi_known : 1;
	bool spi_may_be : 1; /* SPI and ESP_NUMBER are what follows, which may be anything */
	bool tunnel_id_known : 1;
	bool tunnel_id_may_be : 1; /* TUNNEL_ID is what follows UDP's header there, which may be anything */
	bool tuple_known : 1, seq_known : 1, ack_known : 1, flags_known : 1, len_known : 1;
	bool window_known : 1, checksum_known : 1, query_known : 1, ip_id_known : 1;
	bool fragment : 1, frag_more : 1; /* FRAG_MORE: not the last fragment */
	/* ports are known without addresses: IP's header is longer than was read */
	bool ports_known : 1;
	/* addresses (without PORTS_KNOWN: everything) are bytes found at the likely place, nothing
	 * more */
	bool unproven : 1;
};

#endif
