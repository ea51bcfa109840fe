// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_sctp.h"

#define ASOC "struct sctp_association@sctp"
#define LINK "struct sctp_transport@sctp"
#define NUMBER(name, n)                                                                            \
	{                                                                                          \
		ASOC, name, ASOC_NUMBERS + 4 * (n), .size = 4                                      \
	}

static const struct fake_member members[] = {
	{"struct sctp_globals@sctp", "ep_hashtable", 0, 8, .is_pointer = true},
	{"struct sctp_globals@sctp", "ep_hashsize", 8, .size = 4},
	{"struct sctp_globals@sctp", "transport_hashtable.ht.tbl", 16, 8, .is_pointer = true},
	{"struct sctp_hashbucket@sctp", "chain", 8, 8, .is_pointer = true},
	{"struct sctp_endpoint@sctp", "node", EP_NODE, .size = 16},
	{"struct sctp_ep_common@sctp", "sk", BASE_SK, 8, .is_pointer = true},
	{"struct sctp_ep_common@sctp", "bind_addr.port", BASE_PORT, .size = 2},
	{"struct sctp_ep_common@sctp", "bind_addr.address_list", BASE_ADDRESSES, .size = 16},
	{"struct sctp_sockaddr_entry@sctp", "list", 0, .size = 16},
	{"struct sctp_sockaddr_entry@sctp", "a", 32, .size = 28},
	{"struct sctp_sockaddr_entry@sctp", "valid", 61, .size = 1},
	{"struct sctp_sock@sctp", "type", 900, .size = 4},
	{LINK, "transports", PATH_LIST, .size = 16},
	{LINK, "node", PATH_NODE, .size = 16},
	{LINK, "node.next", PATH_NODE + 8, 8, .is_pointer = true},
	{LINK, "asoc", PATH_ASOC, 8, .is_pointer = true},
	{LINK, "ipaddr", PATH_PEER, .size = 28},
	{LINK, "saddr", PATH_LOCAL, .size = 28},
	{LINK, "cwnd", 104, .size = 4},
	{LINK, "flight_size", 108, .size = 4},
	{ASOC, "peer.transport_addr_list", ASOC_PATHS, .size = 16},
	{ASOC, "peer.primary_path", ASOC_PRIMARY, 8, .is_pointer = true},
	{ASOC, "peer.primary_addr", ASOC_PRIMARY_ADDRESS, .size = 28},
	{ASOC, "hbinterval", 200, .size = 8},
	NUMBER("assoc_id", 0),
	NUMBER("state", 1),
	NUMBER("c.my_vtag", 2),
	NUMBER("c.peer_vtag", 3),
	NUMBER("peer.port", 4),
	NUMBER("peer.rwnd", 5),
	NUMBER("rwnd", 6),
	NUMBER("sndbuf_used", 7),
	NUMBER("rmem_alloc", 8),
	NUMBER("stream.incnt", 9),
	NUMBER("stream.outcnt", 10),
	NUMBER("max_retrans", 11),
	NUMBER("init_retries", 12),
	NUMBER("shutdown_retries", 13),
	NUMBER("rtx_data_chunks", 14),
	NUMBER("outqueue.out_qlen", 15),
	NUMBER("outqueue.outstanding_bytes", 16),
	{"struct sock", "sk_wmem_alloc", 908, .size = 4},
	{"struct sock", "sk_wmem_queued", 912, .size = 4},
	{"struct sock", "sk_sndbuf", 916, .size = 4},
	{"struct sock", "sk_rcvbuf", 920, .size = 4},
	{"struct bucket_table", "size", 0, .size = 4},
	{"struct bucket_table", "buckets", 64, .size = 0, .is_array = true},
};

/* A list of one node. */
static void ring(struct fake_target *fake, uint64_t head, uint64_t node)
{
	fake_put(fake, head, 8, node);
	fake_put(fake, head + 8, 8, node);
	fake_put(fake, node, 8, head);
	fake_put(fake, node + 8, 8, head);
}

/* 10.0.0.LAST */
static void address(struct fake_target *fake, uint64_t at, uint8_t last)
{
	const uint8_t bytes[4] = {10, 0, 0, last};

	fake_put(fake, at, 2, 2);
	fake_put_bytes(fake, at + 4, bytes, 4);
}

/* What both have: port 5000 of 10.0.0.1. */
static void draw_base(struct fake_target *fake, uint64_t addr, unsigned n, uint8_t state)
{
	fake_net_sock(fake, SCTP_SOCK(n), state, 5000, 0);
	fake_put(fake, SCTP_SOCK(n) + 900, 4, 2);
	fake_put(fake, addr + BASE_SK, 8, SCTP_SOCK(n));
	fake_put(fake, addr + BASE_PORT, 2, 5000);
	ring(fake, addr + BASE_ADDRESSES, SCTP_LOCAL(n));
	address(fake, SCTP_LOCAL(n) + 32, 1);
	fake_put(fake, SCTP_LOCAL(n) + 61, 1, 1);
}

/* To 10.0.0.2, by one path. */
void fake_sctp_association(struct fake_target *fake, unsigned n)
{
	uint64_t addr = SCTP_ASSOCIATION(n), path = SCTP_PATH(n);

	draw_base(fake, addr, n, 1);
	ring(fake, addr + ASOC_PATHS, path + PATH_LIST);
	fake_put(fake, addr + ASOC_PRIMARY, 8, path);
	address(fake, addr + ASOC_PRIMARY_ADDRESS, 2);
	for (unsigned i = 0; i < 17; i++)
		fake_put(fake, addr + ASOC_NUMBERS + 4 * i, 4, 100 * n + i);
	fake_put(fake, addr + 200, 8, 7500);
	fake_put(fake, path + PATH_ASOC, 8, addr);
	address(fake, path + PATH_PEER, 2);
	address(fake, path + PATH_LOCAL, 1);
	fake_put(fake, path + 104, 4, 4380);
}

void fake_sctp_endpoint(struct fake_target *fake)
{
	draw_base(fake, SCTP_ENDPOINT, 3, 10);
	fake_put(fake, SCTP_EP_TABLE + 2 * 16 + 8, 8, SCTP_ENDPOINT + EP_NODE);
}

void fake_sctp_init(struct fake_target *fake)
{
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct sctp_hashbucket@sctp", 16);
	fake_map(fake, FAKE_SCTP, 0x10000);
	fake_symbol(fake, "sctp_globals", FAKE_SCTP, 64);
	fake_put(fake, FAKE_SCTP, 8, SCTP_EP_TABLE);
	fake_put(fake, FAKE_SCTP + 8, 4, 4);
	fake_put(fake, FAKE_SCTP + 16, 8, SCTP_TABLE);
	fake_put(fake, SCTP_TABLE, 4, 2);
	fake_put(fake, SCTP_TABLE + 64, 8, SCTP_TABLE + 64 + 1);
	fake_put(fake, SCTP_TABLE + 72, 8, SCTP_TABLE + 72 + 1);
}
