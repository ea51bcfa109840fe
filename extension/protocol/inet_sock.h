/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_INET_SOCK_H
#define PK_PROTOCOL_INET_SOCK_H

#include "protocol/sockets.h"

#define PK_INET_SOCK_ARRAYS 4
/** The hash tables of struct inet_hashinfo, which TCP and DCCP each have one of. */
extern const struct pk_sock_array pk_inet_sock_arrays[PK_INET_SOCK_ARRAYS];
#define PK_INET_SOCK_CHAINS 10
/** Those that a lookup of a socket or of a port walks. */
extern const struct pk_sock_chains pk_inet_sock_chains[PK_INET_SOCK_CHAINS];

#endif
