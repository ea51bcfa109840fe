/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_SCTP_H
#define FAKE_SCTP_H

#include "fake_net.h"

/* A drawn machine that has SCTP: a table of two buckets of paths, four of endpoints, and room for what is in them. */

#define FAKE_SCTP 0xffff900000000000ull
#define SCTP_TABLE (FAKE_SCTP + 0x100)
#define SCTP_EP_TABLE (FAKE_SCTP + 0x200)
#define SCTP_SOCK(n) (FAKE_SCTP + 0x1000 + 0x400 * (uint64_t)(n))
#define SCTP_ASSOCIATION(n) (FAKE_SCTP + 0x4000 + 0x400 * (uint64_t)(n))
#define SCTP_PATH(n) (FAKE_SCTP + 0x6000 + 0x200 * (uint64_t)(n))
#define SCTP_ENDPOINT (FAKE_SCTP + 0x7000)
#define SCTP_LOCAL(n) (FAKE_SCTP + 0x8000 + 0x80 * (uint64_t)(n))

enum { BASE_SK = 8, BASE_PORT = 16, BASE_ADDRESSES = 24, EP_NODE = 48 };
enum { PATH_LIST = 0, PATH_NODE = 16, PATH_ASOC = 32, PATH_PEER = 40, PATH_LOCAL = 72 };
enum { ASOC_PATHS = 48, ASOC_PRIMARY = 64, ASOC_PRIMARY_ADDRESS = 72, ASOC_NUMBERS = 104 };

/** fake_net_init(), and the tables, empty. */
void fake_sctp_init(struct fake_target *fake);
/** Association N, from port 5000 of 10.0.0.1 to 10.0.0.2 by path N; its numbers are 100 * N and up. In no table yet. */
void fake_sctp_association(struct fake_target *fake, unsigned n);
/** The endpoint, which listens on port 5000 of 10.0.0.1, in bucket 2. */
void fake_sctp_endpoint(struct fake_target *fake);

#endif
