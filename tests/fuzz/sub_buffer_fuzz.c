// SPDX-License-Identifier: GPL-3.0-or-later
/* Any bytes as a sub-buffer. The first byte chooses byte order, word and alignment, two more what
 * buffer_page.write claims. */
#include <stdlib.h>
#include <string.h>

#include "decode/trace/sub_buffer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pk_sub_buffer sub;
	struct pk_record record;
	size_t end = 0;
	uint64_t ts = 0;
	uint8_t *bytes;

	if (size < 3)
		return 0;
	bytes = malloc(size - 3 ? size - 3 : 1); /* its own block: a step too far is seen */
	memcpy(bytes, data + 3, size - 3);
	if (pk_sub_buffer_init(&sub, bytes, size - 3, 16, data[0] & 1 ? 4 : 8,
			       data[1] | data[2] << 8, data[0] & 2, data[0] & 4) == PK_OK) {
		while (pk_sub_buffer_next(&sub, &record) == PK_OK) {
			if (record.offset < end || record.ts < ts || record.data < bytes + 16 ||
			    record.data + record.len > bytes + size - 3)
				abort();
			end = record.offset + record.len;
			ts = record.ts;
		}
	}
	free(bytes);
	return 0;
}
