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
