/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_REDACT_BYTES_H
#define PK_COMMAND_REDACT_BYTES_H

#include "command/redact_map.h"
#include "decode/task/host.h"

/* Substitutes written into bytes: where it is known what stands there, and where it is not. */

#define PK_PRIVATE_PAGE 4096

/** Words of four bytes of a page that events have: what they hold is known, and is not looked for by its value. */
struct pk_event_words {
	bool of_event[PK_PRIVATE_PAGE / 4];
};

struct pk_redaction {
	struct pk_private_map map;
	struct pk_host host; /* as it was */
	bool host_replaced;
	bool big_endian;
	struct pk_ctx *ctx; /* of the recording, and of which machine it is */
	const struct pk_arch *arch;
	/* of the kernel's own image, of which addresses are no numbers */
	uint64_t text_begin, text_end;
	/* by address / 4096: struct pk_event_words of those that events were found on */
	struct pk_hash trace_pages;
	uint64_t places; /* values that were replaced */
	uint64_t texts; /* texts that were overwritten, as nothing says what they hold */
	uint64_t words; /* words of stacks and registers that are no kernel addresses */
	uint64_t payload; /* bytes */
	/* words that may be an address of a network, and were left as kernel addresses */
	uint64_t pointers;
};

/** Every value that MAP holds, in LEN bytes of memory at ADDR of which nothing else is known: in network order, addresses
 *  of IPv4 also the other way round, comms, and addresses as text. STEP: how kernel addresses are aligned there, 8 or 4. */
void pk_redact_unknown(struct pk_redaction *redaction, uint64_t addr, uint8_t *bytes, size_t len,
		       unsigned step);
/** Text that the kernel wrote: all addresses in it, known or not, names of tasks, and the host's. */
void pk_redact_line(struct pk_redaction *redaction, char *text, size_t len);
/** All of it but the ends of lines becomes 'x', up to the first NUL. */
void pk_redact_text(struct pk_redaction *redaction, uint8_t *text, size_t len);
/** The bytes of a name of the host's become TO; one that says nothing stays. */
void pk_redact_host(struct pk_redaction *redaction, uint8_t bytes[PK_HOST_NAME_SIZE],
		    const char *to);
/** The string at TEXT, an address that was met, with ROOM bytes for it and its NUL; false: it is none, or has no room. */
bool pk_redact_address(struct pk_redaction *redaction, char *text, size_t room);
/** Words of a stack: zero, but for the kernel's addresses and small numbers. */
void pk_redact_words(struct pk_redaction *redaction, uint8_t *bytes, size_t len, bool big_endian);
/** The SIZE bytes at COMM, of which a name and NULs are a comm. */
void pk_redact_comm(struct pk_redaction *redaction, uint8_t *comm, size_t size);
/** The path of a Unix socket, with the NUL or the first byte that says that it is abstract. */
void pk_redact_path(struct pk_redaction *redaction, uint8_t *path, size_t len);

#endif
