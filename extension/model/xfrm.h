/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_XFRM_H
#define PK_MODEL_XFRM_H

#include <stdint.h>

#define PK_XFRM_NAME 64 /* bytes of an algorithm's name, CRYPTO_MAX_ALG_NAME */

/** An IPsec state: one direction between two hosts. Keys are never read. */
struct pk_xfrm_state {
	uint64_t addr; /* struct xfrm_state */
	uint32_t netns; /* ns inode number; 0 if unknown */
	uint8_t family; /* 4 or 6; 0: neither */
	uint8_t saddr[16], daddr[16]; /* network order */
	uint8_t protocol; /* in IP's header */
	uint8_t mode, state; /* XFRM_MODE_*, XFRM_STATE_* */
	uint32_t spi, reqid;
	uint8_t encap; /* UDP_ENCAP_*, TCP_ENCAP_*; 0: in IP */
	uint16_t encap_sport, encap_dport; /* with ENCAP */
	uint64_t sent, received; /* newest sequence numbers */
	uint32_t window; /* size of the replay window, in numbers */
	uint64_t bytes, packets; /* in its direction */
	uint32_t too_old, replayed, not_authentic; /* refused packets */
	/* Names of algorithms; "" if none. An AEAD algorithm does both jobs. */
	char cipher[PK_XFRM_NAME], auth[PK_XFRM_NAME], aead[PK_XFRM_NAME];
};

/** Which packets IPsec protects. */
struct pk_xfrm_policy {
	uint64_t addr; /* struct xfrm_policy */
	uint8_t family; /* 4 or 6; 0: neither */
	uint8_t saddr[16], daddr[16]; /* network order */
	uint8_t saddr_len, daddr_len; /* of the prefixes, in bits */
};

#endif
