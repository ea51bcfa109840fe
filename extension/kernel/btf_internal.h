/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BTF_INTERNAL_H
#define PK_KERNEL_BTF_INTERNAL_H

#include <string.h>

#include "core/target.h"
#include "kernel/btf.h"

/* The index, shared by btf.c (parsing and lookups) and btf_text.c (C text of a type). */

enum pk_btf_kind {
	PK_KIND_INT = 1,
	PK_KIND_PTR,
	PK_KIND_ARRAY,
	PK_KIND_STRUCT,
	PK_KIND_UNION,
	PK_KIND_ENUM,
	PK_KIND_FWD,
	PK_KIND_TYPEDEF,
	PK_KIND_VOLATILE,
	PK_KIND_CONST,
	PK_KIND_RESTRICT,
	PK_KIND_FUNC,
	PK_KIND_FUNC_PROTO,
	PK_KIND_VAR,
	PK_KIND_DATASEC,
	PK_KIND_FLOAT,
	PK_KIND_DECL_TAG,
	PK_KIND_TYPE_TAG,
	PK_KIND_ENUM64,
	PK_NR_KINDS,
};

/** True of what stands between a variable and its type. */
static inline bool pk_btf_modifies(enum pk_btf_kind kind)
{
	return kind == PK_KIND_TYPEDEF || kind == PK_KIND_VOLATILE || kind == PK_KIND_CONST ||
	       kind == PK_KIND_RESTRICT || kind == PK_KIND_TYPE_TAG;
}

#define PK_BTF_MAX_CHAIN 32 /* nesting of typedefs or structs; C code stays far below */

struct pk_btf {
	const struct pk_btf *base; /* borrowed; NULL: not split */
	uint32_t start_id; /* id of the first type: 1, or where the base's ids end */
	uint32_t start_str; /* offset of the first string: 0, or the length of the base's strings */
	uint8_t *data;
	const char *strings;
	size_t strings_len;
	bool swap; /* byte order differs from the host's */
	uint32_t word_size;
	uint32_t *types; /* offsets of own types in data; [1] is start_id, [0] is unused */
	uint32_t nr_types; /* own types, plus one for void */
	uint32_t *hash, *next; /* by name: structs, unions, enums, typedefs, ints */
	uint32_t hash_mask;
	struct enumerator {
		uint32_t type, index, next;
	} * enumerators;
	uint32_t *enum_hash;
	uint32_t enum_mask, nr_enumerators;
};

/* A decoded type. */
struct pk_btf_type {
	const struct pk_btf *btf; /* where it was found, the queried one or its base; see BODY */
	uint32_t id;
	const char *name; /* "" if unnamed */
	enum pk_btf_kind kind;
	bool flag;
	uint32_t vlen;
	uint32_t size_or_type;
	uint32_t body; /* offset in btf->data of what follows the common part */
};

/** Unsigned 32-bit integer at OFFSET of data; the caller has checked the bounds. */
static inline uint32_t pk_btf_u32(const struct pk_btf *btf, size_t offset)
{
	uint32_t value;

	memcpy(&value, btf->data + offset, sizeof(value));
	return btf->swap ? __builtin_bswap32(value) : value;
}
/** True if ID is a type of BTF or its base, and not void. */
bool pk_btf_has_id(const struct pk_btf *btf, uint32_t id);
/** String at OFFSET of BTF or its base; "" past the end. */
static inline const char *pk_btf_string(const struct pk_btf *btf, uint32_t offset)
{
	if (offset < btf->start_str)
		btf = btf->base;
	else
		offset -= btf->start_str;
	return offset < btf->strings_len ? btf->strings + offset : "";
}
/** Decode type ID, for which pk_btf_has_id() holds. */
void pk_btf_unpack(const struct pk_btf *btf, uint32_t id, struct pk_btf_type *type);
/** C text of type ID without a member name: "struct sk_buff *", "void (*)(int)". Pass DEPTH 0. */
void pk_btf_type_text(const struct pk_btf *btf, uint32_t id, int depth, char *buf, size_t size);

/**
 * Types that only a module has, from the BTF that the kernel keeps on its list btf_modules (5.11,
 * CONFIG_DEBUG_INFO_BTF_MODULES). Each continues vmlinux's BTF and is read on first use; most are
 * never read.
 */
struct pk_btf_modules;

/** Types of module NAME, whose struct module is at ADDR, where the kernel has no BTF of it. *RET_BTF becomes the
 *  caller's. PK_UNSUPPORTED: nobody has them. */
typedef enum pk_status (*pk_btf_ask_fn)(void *arg, const char *name, uint64_t addr,
					struct pk_btf **ret_btf);

/** BASE (vmlinux's BTF) and TARGET are borrowed. ASK is called once for a module without BTF; NULL:
 *  nobody is asked. NULL: out of memory. */
struct pk_btf_modules *pk_btf_modules_create(struct pk_target *target, const struct pk_btf *base,
					     pk_btf_ask_fn ask, void *arg);
void pk_btf_modules_destroy(struct pk_btf_modules *modules); /* NULL is fine */

/**
 * BTF of module NAME, with underscores for hyphens as in /proc/modules; borrowed. PK_ABSENT: not
 * loaded. PK_UNSUPPORTED: loaded, but the kernel has no BTF for it. PK_UNREADABLE, PK_CORRUPT:
 * damage to it, or to the list of modules or of BTF if the walk ended before finding it.
 */
enum pk_status pk_btf_modules_find(struct pk_btf_modules *modules, const char *name,
				   const struct pk_btf **ret_btf);

/**
 * Split "struct fq_flow@sch_fq" into *RET_TYPE (SIZE bytes) and *RET_MODULE, which points into
 * TEXT. False: no module is named, or the type does not fit and was cut.
 */
bool pk_btf_split_name(const char *text, char *ret_type, size_t size, const char **ret_module);

#endif
