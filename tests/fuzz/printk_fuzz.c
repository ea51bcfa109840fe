// SPDX-License-Identifier: GPL-3.0-or-later
/* The kernel log, ring or byte records by the first byte, under the fuzzer's patches (fake_patch.h). */
#include <stdlib.h>

#include "decode/printk.h"
#include "fake_log.h"
#include "fake_patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const lines[] = {"Linux version", "BUG: kernel NULL pointer dereference",
					    "RIP: 0010:tcp_ack+0x1/0x2",
					    "Kernel panic - not syncing"};
	struct pk_panic panic;
	struct fake_log log;
	struct pk_reader r = {0};
	unsigned nr = 0;

	if (!size)
		return 0;
	if (data[0] & 1)
		fake_log_ring_init(&log, 6);
	else
		fake_log_records_init(&log, 256);
	for (unsigned i = 0; i < 4; i++) {
		if (data[0] & 1)
			fake_log_ring_add(&log, 2, i, 0, lines[i]);
		else
			fake_log_records_add(&log, i, lines[i]);
	}
	fake_patch(&log.fake, data + 1, size - 1);
	r.ctx = &log.ctx;
	pk_log_for_each (line, &r) {
		volatile char last = line.len ? line.text[line.len - 1] : 0;

		(void)last;
		if (++nr > 100000)
			abort();
	}
	pk_panic_find(&log.ctx, &panic);
	fake_log_end(&log);
	return 0;
}
