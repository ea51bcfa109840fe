// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * SCTP's header and chunks from any bytes; and its tables as a hostile dump may hold them: associations and an endpoint are
 * drawn, then the input overwrites words. Four bytes a write: which word, and a pointer into the drawing or a number.
 */
#include <stdlib.h>
#include <string.h>

#include "decode/net/sock/sock.h"
#include "fake_sctp.h"
#include "protocol/sctp.h"

#define WORDS (0x9000 / 8)

static void parse(const uint8_t *data, size_t size)
{
	const struct pk_header_bytes bytes = {data, NULL, size};
	struct pk_header header;
	uint32_t len;

	memset(&header, 0, sizeof(header));
	if (!pk_sctp.parse(&bytes, &header, &len))
		return;
	header.len_known = true;
	header.payload_len = size > len ? (uint32_t)(size - len) : 0;
	if (header.nr_chunks > PK_MAX_CHUNKS || pk_sctp_nr_chunks(&header) > header.nr_chunks)
		abort();
	for (unsigned i = 0; i < pk_sctp_nr_chunks(&header); i++)
		if (header.chunk_at[i] >= header.payload_len)
			abort();
	pk_sctp_chunks_whole(&header);
	pk_sctp.is_data(&header);
}

static bool take(const struct pk_sctp *sctp, void *arg)
{
	unsigned *nr = arg;

	if (sctp->local.nr > PK_SCTP_ADDRESSES || sctp->peer.nr > PK_SCTP_ADDRESSES ||
	    ++*nr > 1u << 16)
		abort();
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fake_target fake;
	struct pk_ctx ctx;
	unsigned nr = 0;

	if (size > 4 * 64)
		return 0;
	parse(data, size);
	fake_sctp_init(&fake);
	for (unsigned i = 0; i < 2; i++) {
		fake_sctp_association(&fake, i);
		fake_put(&fake, SCTP_TABLE + 64 + 8 * i, 8, SCTP_PATH(i) + PATH_NODE);
	}
	fake_sctp_endpoint(&fake);
	for (; size >= 4; data += 4, size -= 4) {
		uint64_t value = data[2] & 1 ? FAKE_SCTP + 8 * ((data[2] << 8 | data[3]) % WORDS)
					     : (uint64_t)data[3] << (data[2] >> 2);

		fake_put(&fake, FAKE_SCTP + 8 * ((data[0] << 8 | data[1]) % WORDS), 8, value);
	}
	pk_ctx_init(&ctx, &fake.target);
	(void)!pk_sctp_walk(&ctx, take, &nr);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
	return 0;
}
