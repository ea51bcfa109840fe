// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Where the sockets of connection-oriented protocols lie (include/net/inet_hashtables.h):
 *
 *	inet_hashinfo.ehash[ehash_mask + 1]	connections, time-wait socks, requests (4.4 and later)
 *	inet_hashinfo.listening_hash[32]	listeners, up to 5.18
 *	inet_hashinfo.lhash2[lhash2_mask + 1]	listeners, where the former is gone
 */
#include "protocol/inet_sock.h"

const struct pk_sock_array pk_inet_sock_arrays[PK_INET_SOCK_ARRAYS] = {
	{"connections", PK_R_hash_ehash, PK_R_hash_ehash_mask, PK_R_ehash_bucket_size,
	 PK_R_ehash_chain, PK_NR_ROWS, PK_NR_ROWS},
	{"connections", PK_R_hash_ehash, PK_R_hash_ehash_mask, PK_R_ehash_bucket_size,
	 PK_R_ehash_twchain, PK_R_ehash_twchain, PK_NR_ROWS},
	{"listeners", PK_R_hash_listening, PK_NR_ROWS, PK_R_listen_bucket_size,
	 PK_R_listen_bucket_head, PK_R_hash_listening, PK_NR_ROWS},
	{"listeners", PK_R_hash_lhash2, PK_R_hash_lhash2_mask, PK_R_listen_bucket_size,
	 PK_R_listen_bucket_head, PK_NR_ROWS, PK_R_hash_listening},
};

static const char *const connection_lookups[] = {
	"__inet_lookup_established", "__inet6_lookup_established", "__inet_check_established",
	"__inet6_check_established", NULL};

static const char *const listener_lookups[] = {"inet_lhash2_lookup", "inet6_lhash2_lookup",
					       "__inet_lookup_listener", "inet6_lookup_listener",
					       NULL};

/* While there was listening_hash, lhash2 had a node of its own (icsk_listen_portaddr_node). */
const struct pk_sock_chains pk_inet_sock_chains[PK_INET_SOCK_CHAINS] = {
	{{"connections", PK_R_hash_ehash, PK_R_hash_ehash_mask, PK_R_ehash_bucket_size,
	  PK_R_ehash_chain, PK_NR_ROWS, PK_R_ehash_twchain},
	 PK_R_skc_node,
	 connection_lookups,
	 true},
	{{"listeners", PK_R_hash_lhash2, PK_R_hash_lhash2_mask, PK_R_listen_bucket_size,
	  PK_R_listen_bucket_head, PK_NR_ROWS, PK_R_hash_listening},
	 PK_R_skc_node,
	 listener_lookups,
	 false},
};
