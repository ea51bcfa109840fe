/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_KERNEL_PRINTF_H
#define PK_TEXT_KERNEL_PRINTF_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "text/files.h"
#include "text/symbol.h"

/** One conversion of a kernel format string. The kernel's vsnprintf() differs from C's: "#" puts 0x
 *  before a zero, too, "0" pads even with a precision, and letters after %p say what is pointed
 *  to. */
struct pk_spec {
	bool left, plus, space, special, zero;
	int width, precision; /* -1: none given */
	uint8_t size; /* bytes of the integer, by the length modifier */
	char conv; /* d i u x X o c s p % */
	char ext[8]; /* letters after %p, "" if none */
};

/** Parse the conversion at TEXT, LEN bytes just after the "%". Returns the bytes it takes; 0:
 *  unknown to the kernel. WORD: bytes of a long. Width and precision given as "*" read as -1 and
 *  set the flags. */
size_t pk_spec_parse(const char *text, size_t len, unsigned word, struct pk_spec *ret_spec,
		     bool *ret_star_width, bool *ret_star_precision);
/** Whether %pEXT is printed here. */
bool pk_spec_supported(const struct pk_spec *spec);

void pk_print_number(struct pk_seq *seq, const struct pk_spec *spec, uint64_t value);
/** TEXT up to its NUL, at most LEN bytes. */
void pk_print_string(struct pk_seq *seq, const struct pk_spec *spec, const char *text, size_t len);
/** A pointer as a number, a symbol or an error: %p %px %pK %pe %pS %ps %pB %pF %pf. HASHES: this
 *  kernel does not show addresses; then the number is what it made of VALUE. True: its key is not
 *  known, so the address stands there after all. %pK is as with kptr_restrict 0. */
bool pk_print_pointer(struct pk_seq *seq, const struct pk_spec *spec, struct pk_symbols *symbols,
		      uint64_t value, bool hashes);

#define PK_POINTED_MAX 4096 /* most bytes of memory that %*pb and %*pE print */

/** Whether the conversion prints bytes that its pointer leads to. */
bool pk_spec_is_pointed(const struct pk_spec *spec);
/** How many bytes those are; for %pIS the maximum. */
size_t pk_spec_pointed(const struct pk_spec *spec, unsigned word);
/** What a pointer leads to, from its first LEN bytes: %pI4 %pI6c %pISpc %pM %pU %ph %pb %pE
 *  %p4cc %ptT %pGg and kin. PK_CORRUPT: it needs more bytes. PK_UNSUPPORTED: %pEXT does not print
 *  bytes. */
enum pk_status pk_print_pointed(struct pk_ctx *ctx, struct pk_seq *seq, const struct pk_spec *spec,
				const uint8_t *bytes, size_t len);

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
