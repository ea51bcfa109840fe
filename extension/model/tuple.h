/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_TUPLE_H
#define PK_MODEL_TUPLE_H

#include <stdbool.h>
#include <stdint.h>

/** A four-tuple as the packet carries it: the source is the sender. */
struct pk_tuple {
	uint8_t family; /* 4, 6; 0 if unknown */
	uint8_t saddr[16]; /* network order; IPv4 in the first four bytes */
	uint8_t daddr[16];
	uint16_t sport; /* host order */
	uint16_t dport;
};

bool pk_tuple_equal(const struct pk_tuple *a, const struct pk_tuple *b);
/** The same, ignoring ports. */
bool pk_tuple_same_hosts(const struct pk_tuple *a, const struct pk_tuple *b);
struct pk_tuple pk_tuple_reversed(const struct pk_tuple *tuple);
/** "10.0.2.15:40001", "[::1]:443". BUF of at least 64 bytes. Returns BUF. */
const char *pk_endpoint_text(uint8_t family, const uint8_t *addr, uint16_t port, char *buf,
			     unsigned size);
/** "10.0.2.15", "::1". Returns BUF. */
const char *pk_address_text(uint8_t family, const uint8_t *addr, char *buf, unsigned size);
/** 4 or 6 for the dead Linux' AF_INET or AF_INET6, which need not be this host's; 0: neither. */
uint8_t pk_family_of(uint64_t linux_family);
/**
 * Takes apart the LEN BYTES of a struct sockaddr_in or _in6 whose first word is LINUX_FAMILY: its
 * address (16 bytes, zeros behind an IPv4 one) and port. Returns 4 or 6; 0: neither, or too short.
 */
uint8_t pk_sockaddr_parts(uint64_t linux_family, const uint8_t *bytes, uint32_t len,
			  uint8_t *ret_addr, uint16_t *ret_port);

#endif
