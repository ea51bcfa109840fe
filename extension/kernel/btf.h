/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BTF_H
#define PK_KERNEL_BTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/target.h"

/**
 * The kernel's type data in BTF, as it lies in the memory of every kernel built with
 * CONFIG_DEBUG_INFO_BTF (from __start_BTF to __stop_BTF): all structs, unions, enums and typedefs
 * of vmlinux. Answers take well under a microsecond, where a debugger takes tens of milliseconds.
 */
struct pk_btf;

/**
 * Index LEN bytes of BTF at DATA, which come from malloc() and are owned by *RET_BTF on success
 * (by the caller on failure). PK_CORRUPT: not BTF, or it contradicts itself. PK_UNSUPPORTED: it
 * holds a kind of type that this program does not know the size of.
 */
enum pk_status pk_btf_create(void *data, size_t len, uint32_t word_size, struct pk_btf **ret_btf);
/**
 * The same of a module's BTF, which continues BASE: its types are numbered, its strings lie behind those of
 * vmlinux ("split BTF", 5.11 and later). BASE is borrowed and must outlive it. PK_CORRUPT also if START_ID and
 * START_STR (btf.start_id, btf.start_str_off) are not where BASE ends. Questions are answered by the module's own
 * types first, then by BASE's: a type that is the same in both is kept in BASE alone.
 */
enum pk_status pk_btf_create_split(void *data, size_t len, const struct pk_btf *base,
				   uint32_t start_id, uint32_t start_str, struct pk_btf **ret_btf);
/** Where a BTF that continues this one begins: the number of its types, the length of its strings. */
void pk_btf_end(const struct pk_btf *btf, uint32_t *ret_id, uint32_t *ret_str);
/** NULL is fine. */
void pk_btf_destroy(struct pk_btf *btf);

/* Questions, as in pk_target_ops. Several structs of one name: the first that has an answer. */
enum pk_status pk_btf_type_size(const struct pk_btf *btf, const char *type, uint64_t *ret_size);
enum pk_status pk_btf_member(const struct pk_btf *btf, const char *type, const char *path,
			     struct pk_member *ret_member);
enum pk_status pk_btf_enumerator(const struct pk_btf *btf, const char *name, int64_t *ret_value);
enum pk_status pk_btf_enum_name(const struct pk_btf *btf, const char *tag, int64_t value, char *buf,
				size_t size);

/**
 * Describe a bit-field: WIDTH bits from BIT on, counted from the start of the struct as the compiler
 * counts (from the most significant bit on BIG_ENDIAN machines). MEMBER->size says how many bytes its
 * declared type has; where an integer of that size, naturally aligned, holds the bits and lies inside
 * STRUCT_SIZE bytes, that one is the unit, else the smallest that holds them. False: no integer does.
 */
bool pk_bitfield(struct pk_member *member, uint64_t bit, uint32_t width, uint64_t struct_size,
		 bool big_endian);

#endif
