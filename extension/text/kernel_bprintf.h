/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_KERNEL_BPRINTF_H
#define PK_TEXT_KERNEL_BPRINTF_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "text/seq.h"
#include "text/symbol.h"

struct pk_bprintf_env {
	struct pk_ctx *ctx;
	struct pk_symbols *symbols;
	bool hashes; /* the kernel hashes %p */
	bool saw_hash; /* set if a pointer was shown that the kernel would have hashed */
};

/**
 * bstr_printf(): FMT with the LEN bytes of arguments that vbin_printf() stored at ARGS. PK_CORRUPT:
 * they end before the format does. PK_UNSUPPORTED: a conversion that the kernel does not know, or
 * that is not reproduced here. On failure SEQ holds a part.
 */
enum pk_status pk_bprintf(struct pk_bprintf_env *env, struct pk_seq *seq, const char *fmt,
			  const uint8_t *args, uint32_t len);

#endif
