/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_REDACT_H
#define PK_COMMAND_REDACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/events/facts.h"
#include "command/export.h"
#include "core/context.h"
#include "core/hash.h"
#include "decode/net/skb/skb.h"
#include "decode/task/task.h"

/**
 * What stands for what in a redacted dump: for each value that was met one substitute of the same kind and length, in
 * order of discovery. The same dump gives the same substitutes each time.
 */
enum pk_private {
	PK_PRIVATE_V4, /* 4 bytes, network order: 198.18.0.0/15 (RFC 2544) */
	PK_PRIVATE_V6, /* 16: 2001:db8::/32 (RFC 3849) */
	PK_PRIVATE_MAC, /* 6: locally administered */
	PK_PRIVATE_TASK, /* 16, NULs behind the name: task-1 */
	PK_PRIVATE_PATH, /* 8: a hash of the path of a Unix socket */
	PK_NR_PRIVATE
};

struct pk_private_entry {
	uint8_t from[16], to[16];
};

struct pk_private_map {
	struct pk_private_entry *list[PK_NR_PRIVATE]; /* owned */
	uint32_t nr[PK_NR_PRIVATE], room[PK_NR_PRIVATE];
	struct pk_hash index[PK_NR_PRIVATE]; /* number + 1 by hash */
	uint8_t begins[PK_NR_PRIVATE][65536 / 8]; /* some value begins with these two bytes */
	struct pk_hash kept; /* names that stay: by hash */
	bool failed; /* out of memory, or of substitutes */
};

void pk_private_deinit(struct pk_private_map *map);
/** VALUE is one that nobody else may see; what says nothing of a machine (loopback, broadcast, names of kernel threads)
 *  is not taken. An IPv6 address that is an IPv4 one goes to those. Number of its substitute from 1 on, 0: none. */
uint32_t pk_private_add(struct pk_private_map *map, enum pk_private kind, const void *value);
/** A device or module has this name: a task that is called so is the kernel's, or says no more than they do. */
void pk_private_keep(struct pk_private_map *map, const char *name);
/** It was said so of the LEN bytes of text at NAME, or they are fewer and end in a NUL. */
bool pk_private_is_kept(const struct pk_private_map *map, const void *name, size_t len);
/** The substitute of VALUE; NULL: it has none. Valid until the next one is added. */
const uint8_t *pk_private_find(const struct pk_private_map *map, enum pk_private kind,
			       const void *value);
static inline bool pk_private_may_begin(const struct pk_private_map *map, enum pk_private kind,
					const uint8_t *bytes)
{
	return map->begins[kind][bytes[0] << 5 | bytes[1] >> 3] >> (bytes[1] & 7) & 1;
}
/** As a comm: at most 15 bytes of NAME, then NULs. */
void pk_private_comm(const void *name, size_t len, uint8_t ret_comm[16]);

/* Substitutes written into bytes: where it is known what stands there, and where it is not. */

#define PK_PRIVATE_PAGE 4096

/** Words of four bytes of a page that events have: what they hold is known, and is not looked for by its value. */
struct pk_event_words {
	bool of_event[PK_PRIVATE_PAGE / 4];
};

struct pk_redaction {
	struct pk_private_map map;
	struct pk_host host; /* as it was */
	/* owned: names of hosts that were replaced in the fields that hold them, the machine's own and its containers' */
	char (*hosts)[PK_HOST_NAME_SIZE];
	size_t nr_hosts, room_hosts;
	bool big_endian;
	struct pk_ctx *ctx; /* of the recording; it tells which machine that is */
	const struct pk_arch *arch;
	/* the kernel's own image: addresses in it are not taken for numbers */
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

/** Replace every value that MAP holds in the LEN bytes of memory at ADDR, whose type is not known: in network order, IPv4
 *  addresses also in the other byte order, comms, and addresses as text. STEP: how kernel addresses are aligned there, 8 or 4. */
void pk_redact_unknown(struct pk_redaction *redaction, uint64_t addr, uint8_t *bytes, size_t len,
		       unsigned step);
/** Text that the kernel wrote: all addresses in it, known or not, names of tasks, and those of hosts that were replaced before. */
void pk_redact_line(struct pk_redaction *redaction, char *text, size_t len);
/** A line of a backtrace, of registers or of modules: what may be an address or a name is crossed out. CODE: what it says behind
 *  "Code:" is the kernel's own, and stays. False: it is none of these, and nothing was changed. */
bool pk_redact_report_line(struct pk_redaction *redaction, char *line, size_t len, bool code);
/** The LEN bytes at TEXT but the ends of lines become 'x'. */
void pk_redact_cross_out(uint8_t *text, size_t len);
/** The same up to the first NUL, as of a text that nothing is known of. */
void pk_redact_text(struct pk_redaction *redaction, uint8_t *text, size_t len);
/** The bytes of a name of the host's become TO; one that says nothing stays. */
void pk_redact_host(struct pk_redaction *redaction, uint8_t bytes[PK_HOST_NAME_SIZE],
		    const char *to);
/** The string at TEXT, an address that was met, with ROOM bytes for it and its NUL; false: it is none, or has no room. */
bool pk_redact_address(struct pk_redaction *redaction, char *text, size_t room);
/** Words of a stack: zero, but for the kernel's addresses and small numbers. */
void pk_redact_words(struct pk_redaction *redaction, uint8_t *bytes, size_t len, bool big_endian);
/** The comm in the SIZE bytes at COMM: a name that ends with a NUL. */
void pk_redact_comm(struct pk_redaction *redaction, uint8_t *comm, size_t size);
/** The path of a Unix socket, with the NUL or the first byte that says that it is abstract. */
void pk_redact_path(struct pk_redaction *redaction, uint8_t *path, size_t len);

/**
 * `export --redact`: what is written is made of a recording (target/capsule) from which addresses and names were taken
 * first, so no exporter sees one.
 */

/** CTX is of the opened recording. Everything in it that REDACTION->map is to know; nothing is changed. */
void pk_redact_collect(struct pk_ctx *ctx, struct pk_redaction *redaction);
/** What stands where it is known, changed in place; CTX is used no more afterwards, as it has read it before. */
void pk_redact_known(struct pk_ctx *ctx, struct pk_redaction *redaction);

/** False: on this machine's architecture it cannot be done. */
bool pk_export_redactable(const struct pk_ctx *ctx);
/** What EXPORTER writes of such a recording of CTX's dump; what was taken out and what was left is told to LOG. */
enum pk_status pk_export_redacted(struct pk_ctx *ctx, const struct pk_exporter *exporter,
				  const struct pk_export_options *options, FILE *fp, FILE *log);

/* What lies behind the headers of a packet, where the recording has bytes of it. */

/** Zero the LEN bytes of contents after WIRE's headers, except what tells more of the headers. */
void pk_payload_clear(const struct pk_wire_header *wire, uint8_t *bytes, size_t len);

/** What events of probes have of packets. Initialize with pk_payload_init(). */
struct pk_payload {
	struct pk_ctx *ctx;
	struct pk_plans plans; /* owned */
	struct pk_hash programs; /* struct pk_format_probe -> its fetches, owned */
};

enum pk_status pk_payload_init(struct pk_ctx *ctx, const struct pk_formats *formats,
			       struct pk_payload *ret_payload);
void pk_payload_deinit(struct pk_payload *payload);

/**
 * Zero the payload in ENTRY, a probe's event of FORMAT. Fields that read one object are looked at together: one may have
 * the headers, and another what is behind them. Arrays in which no header begins, or whose place in the packet is not known,
 * become zero as a whole. Fields that are TAKEN stay. EVENT has the bytes as they were recorded. Returns the number of bytes
 * that became zero.
 */
uint64_t pk_payload_clear_event(struct pk_payload *payload, const struct pk_format *format,
				const struct pk_event *event, uint8_t *entry,
				bool (*taken)(const struct pk_field *field));

#endif
