/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BTF_H
#define PK_KERNEL_BTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/target.h"

/**
 * The kernel's BTF type data. Every kernel with CONFIG_DEBUG_INFO_BTF carries it in memory, between
 * __start_BTF and __stop_BTF: all structs, unions, enums and typedefs of vmlinux. A question takes
 * well under a microsecond; a debugger takes tens of milliseconds.
 */
struct pk_btf;

/**
 * Index LEN bytes of BTF at DATA, which come from malloc(); on success *RET_BTF owns them, on
 * failure the caller still does. PK_CORRUPT: not BTF, or contradictory. PK_UNSUPPORTED: it contains
 * a kind of type whose size this program does not know.
 */
enum pk_status pk_btf_create(void *data, size_t len, uint32_t word_size, struct pk_btf **ret_btf);
/**
 * The same for a module's BTF, which continues BASE: type ids and string offsets start where
 * vmlinux's end ("split BTF", 5.11). BASE is borrowed and must outlive it. PK_CORRUPT also if
 * START_ID and START_STR (btf.start_id, btf.start_str_off) are not the end of BASE. The module's
 * own types are searched first, then BASE's, because types that are equal in both are kept in BASE
 * only.
 */
enum pk_status pk_btf_create_split(void *data, size_t len, const struct pk_btf *base,
				   uint32_t start_id, uint32_t start_str, struct pk_btf **ret_btf);
/** Where split BTF on top of this one begins: its first type id and first string offset. */
void pk_btf_end(const struct pk_btf *btf, uint32_t *ret_id, uint32_t *ret_str);
/** NULL is fine. */
void pk_btf_destroy(struct pk_btf *btf);

/* As in pk_target_ops. If several structs share a name, the first that has an answer counts. */
enum pk_status pk_btf_type_size(const struct pk_btf *btf, const char *type, uint64_t *ret_size);
enum pk_status pk_btf_member(const struct pk_btf *btf, const char *type, const char *path,
			     struct pk_member *ret_member);
enum pk_status pk_btf_enumerator(const struct pk_btf *btf, const char *name, int64_t *ret_value);
enum pk_status pk_btf_enum_name(const struct pk_btf *btf, const char *tag, int64_t value, char *buf,
				size_t size);

/**
 * Describe a bit-field of WIDTH bits starting at bit BIT of the struct, in the compiler's order
 * (from the most significant bit on BIG_ENDIAN machines). On entry MEMBER->size is the size in
 * bytes of the declared type. The storage unit is the naturally aligned integer of that size, if it
 * holds the bits and lies inside STRUCT_SIZE bytes; otherwise the smallest that does. False: no
 * integer does.
 */
bool pk_bitfield(struct pk_member *member, uint64_t bit, uint32_t width, uint64_t struct_size,
		 bool big_endian);

#endif
