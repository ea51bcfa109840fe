// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Where the sockets of connection-oriented protocols lie (include/net/inet_hashtables.h):
 *
 *	inet_hashinfo.ehash[ehash_mask + 1]	connections, time-wait socks, requests (4.4 and later)
 *	inet_hashinfo.listening_hash[32]	listeners, up to 5.18
 *	inet_hashinfo.lhash2[lhash2_mask + 1]	listeners, where the former is gone
 *	inet_hashinfo.bhash[bhash_size]		inet_bind_bucket: local ports
 *	inet_hashinfo.bhash2[bhash_size]	inet_bind2_bucket: ports and addresses (6.1 and later)
 */
#include "protocol/sockets.h"

const struct pk_sock_array pk_inet_sock_arrays[PK_INET_SOCK_ARRAYS] = {
	{"connections", PK_R_hash_ehash, PK_R_hash_ehash_mask, PK_R_ehash_bucket_size,
	 PK_R_ehash_chain, PK_NR_ROWS, PK_NR_ROWS, false},
	{"connections", PK_R_hash_ehash, PK_R_hash_ehash_mask, PK_R_ehash_bucket_size,
	 PK_R_ehash_twchain, PK_R_ehash_twchain, PK_NR_ROWS, false},
	{"listeners", PK_R_hash_listening, PK_NR_ROWS, PK_R_listen_bucket_size,
	 PK_R_listen_bucket_head, PK_R_hash_listening, PK_NR_ROWS, false},
	{"listeners", PK_R_hash_lhash2, PK_R_hash_lhash2_mask, PK_R_listen_bucket_size,
	 PK_R_listen_bucket_head, PK_NR_ROWS, PK_R_hash_listening, false},
};

static const char *const connection_lookups[] = {
	"__inet_lookup_established", "__inet6_lookup_established", "__inet_check_established",
	"__inet6_check_established", NULL};

static const char *const listener_lookups[] = {"inet_lhash2_lookup", "inet6_lhash2_lookup",
					       "__inet_lookup_listener", "inet6_lookup_listener",
					       NULL};

static const char *const port_lookups[] = {"inet_csk_get_port", "inet_csk_find_open_port",
					   "__inet_hash_connect", "__inet_inherit_port", NULL};

static const char *const owner_lookups[] = {"inet_csk_bind_conflict", "inet_csk_get_port",
					    "inet_csk_find_open_port", NULL};

static const char *const address_lookups[] = {"inet_bind2_bucket_find",	 "inet_csk_get_port",
					      "inet_csk_find_open_port", "__inet_hash_connect",
					      "__inet_inherit_port",	 NULL};

static const char *const address_owner_lookups[] = {"inet_bhash2_conflict",
						    "inet_csk_bind_conflict", "inet_csk_get_port",
						    "inet_csk_find_open_port", NULL};

static const struct pk_sock_inner port_owners = {PK_R_port_owners, PK_R_skc_bind_node};
static const struct pk_sock_inner port_addresses = {PK_R_port_addresses, PK_R_port_address_link};
static const struct pk_sock_inner both_owners = {PK_R_port_address_owners, PK_R_sk_bind2_node};
static const struct pk_sock_inner address_owners = {PK_R_port_address_owners, PK_R_skc_bind_node};

#define LISTENERS PK_R_listen_bucket_size, PK_R_listen_bucket_head
#define PORTS PK_R_hash_bhash, PK_R_hash_bhash_size, PK_R_bind_bucket_size, PK_R_bind_bucket_chain
#define ADDRESSES                                                                                  \
	PK_R_hash_bhash2, PK_R_hash_bhash_size, PK_R_bind_bucket_size, PK_R_bind_bucket_chain

/* A function is in each row whose chain it may walk. */
const struct pk_sock_chains pk_inet_sock_chains[PK_INET_SOCK_CHAINS] = {
	{{"connections", PK_R_hash_ehash, PK_R_hash_ehash_mask, PK_R_ehash_bucket_size,
	  PK_R_ehash_chain, PK_NR_ROWS, PK_R_ehash_twchain, false},
	 PK_R_skc_node,
	 connection_lookups,
	 PK_KEEPS_BUCKET,
	 NULL},
	{{"listeners", PK_R_hash_lhash2, PK_R_hash_lhash2_mask, LISTENERS, PK_R_hash_lhash2,
	  PK_R_icsk_listen_portaddr, false},
	 PK_R_skc_node,
	 listener_lookups,
	 PK_KEEPS_NOTHING,
	 NULL},
	{{"listeners", PK_R_hash_lhash2, PK_R_hash_lhash2_mask, LISTENERS,
	  PK_R_icsk_listen_portaddr, PK_NR_ROWS, false},
	 PK_R_icsk_listen_portaddr,
	 listener_lookups,
	 PK_KEEPS_NOTHING,
	 NULL},
	{{"listeners by port", PK_R_hash_listening, PK_NR_ROWS, LISTENERS, PK_R_hash_listening,
	  PK_NR_ROWS, false},
	 PK_R_skc_node,
	 listener_lookups + 2,
	 PK_KEEPS_NOTHING,
	 NULL},
	{{"ports", PORTS, PK_R_port_node, PK_NR_ROWS, true},
	 PK_R_port_node,
	 port_lookups,
	 PK_KEEPS_ADDRESS,
	 NULL},
	{{"sockets of a port", PORTS, PK_R_port_owners, PK_NR_ROWS, true},
	 PK_R_port_node,
	 owner_lookups,
	 PK_KEEPS_NOTHING,
	 &port_owners},
	{{"addresses of a port", PORTS, PK_R_port_addresses, PK_NR_ROWS, true},
	 PK_R_port_node,
	 owner_lookups,
	 PK_KEEPS_NOTHING,
	 &port_addresses},
	{{"ports and addresses", ADDRESSES, PK_R_hash_bhash2, PK_NR_ROWS, true},
	 PK_R_port_address_node,
	 address_lookups,
	 PK_KEEPS_NOTHING,
	 NULL},
	{{"sockets of a port and address", ADDRESSES, PK_R_sk_bind2_node, PK_NR_ROWS, true},
	 PK_R_port_address_node,
	 address_owner_lookups,
	 PK_KEEPS_NOTHING,
	 &both_owners},
	{{"sockets of a port and address", ADDRESSES, PK_R_hash_bhash2, PK_R_sk_bind2_node, true},
	 PK_R_port_address_node,
	 address_owner_lookups,
	 PK_KEEPS_NOTHING,
	 &address_owners},
};
