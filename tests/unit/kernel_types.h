/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KERNEL_TYPES_H
#define KERNEL_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/target.h"

/**
 * Types of a kernel, read from C declarations (struct, union, enum, typedef; members with pointers, arrays,
 * bit-fields, function pointers, anonymous structs and unions; `} __packed;`) and laid out as gcc does for
 * machines of 64 bits, whose bit-fields begin at the top if they are big-endian. What a declaration names through a pointer need not be declared.
 *
 * A mistake in the text aborts with its place: tests bring their own.
 */
struct kernel_types;

struct kernel_types *kernel_types_new(bool big_endian);
void kernel_types_free(struct kernel_types *types);
/** Read declarations. NAME stands in complaints. */
void kernel_types_read(struct kernel_types *types, const char *name, const char *text);

/** As the target's operations of the same names. TYPE as in C: "struct sk_buff", "atomic_t". */
enum pk_status kernel_types_size(const struct kernel_types *types, const char *type,
				 uint64_t *ret_size);
/** PATH may go through anonymous members and have indices ("q[1].next"). */
enum pk_status kernel_types_member(const struct kernel_types *types, const char *type,
				   const char *path, struct pk_member *ret_member);
enum pk_status kernel_types_enumerator(const struct kernel_types *types, const char *name,
				       int64_t *ret_value);
enum pk_status kernel_types_enum_name(const struct kernel_types *types, const char *tag,
				      int64_t value, char *buf, size_t size);

#endif
