/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_TCP_H
#define PK_PROTOCOL_TCP_H

#include "protocol/protocol.h"

/* Shared by tcp.c, tcp_sock.c and tcp_stages.c. */
extern const struct pk_stage pk_tcp_stages[];
extern const struct pk_protocol_sockets pk_tcp_sockets;
extern const struct pk_info_word pk_tcp_words[]; /* ends with a NULL key */
/** pk_protocol_sockets.reasons. */
void pk_tcp_reasons(const struct pk_sock *sock, const struct pk_sock_limits *limits,
		    const struct pk_sock_info *info, struct pk_sock_reasons *reasons);

enum {
	PK_TCP_FIN = 0x01,
	PK_TCP_SYN = 0x02,
	PK_TCP_RST = 0x04,
	PK_TCP_PUSH = 0x08,
	PK_TCP_ACK = 0x10,
	PK_TCP_URG = 0x20,
	PK_TCP_ECE = 0x40,
	PK_TCP_CWR = 0x80
};

static inline bool pk_tcp_reached(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) >= 0;
}

bool pk_tcp_ends_fit(const struct pk_sock *a, const struct pk_sock *b); /* pk_protocol.ends_fit */
struct pk_end pk_tcp_received(const struct pk_sock *sock, const struct pk_header *header,
			      uint32_t end);
struct pk_end pk_tcp_sent(const struct pk_sock *sock, const struct pk_header *header, uint32_t end);
bool pk_tcp_may_have_sent(const struct pk_sock *sock, const struct pk_header *header);
bool pk_tcp_life_begins(uint64_t from, uint64_t to);
bool pk_tcp_listens(uint64_t state);

#endif
