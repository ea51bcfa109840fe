/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_FAULT_H
#define PK_MODEL_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/skb.h"

/** What a pointer was, that an oops followed. */
enum pk_bad_pointer {
	PK_BAD_UNJUDGED, /* a kernel address like others */
	PK_BAD_NULL,
	PK_BAD_SMALL, /* a number below a page */
	PK_BAD_LIST_POISON, /* what list_del() leaves in an entry */
	PK_BAD_FREE_POISON, /* what the slab debugging writes over freed objects, */
	PK_BAD_NEW_POISON, /* over objects that were not written yet, */
	PK_BAD_REDZONE, /* and around objects; */
	PK_BAD_PAGE_POISON, /* page poisoning, over free pages */
	PK_BAD_ERROR, /* ERR_PTR() */
	PK_BAD_USER,
	PK_BAD_NON_CANONICAL,
	/* what the slab allocator was to free, and complained of: */
	PK_BAD_FREED_AGAIN, /* an object that is free */
	PK_BAD_NO_OBJECT, /* an sk_buff's head, which is in no slab */
};

/** Words of JSON. */
extern const char *const pk_bad_pointer_names[];

/** The bad pointer of an oops, from the kernel's own lines about it. */
struct pk_fault {
	bool known; /* the kernel printed the address, or a register has what was to be freed */
	uint64_t addr;
	enum pk_bad_pointer kind; /* of VALUE */
	/* the register that was followed, if the instruction says so and ADDR is VALUE + OFFSET; else "", and VALUE is
	 * ADDR */
	char reg[8];
	uint64_t value;
	int64_t offset;
	int64_t from_poison; /* VALUE from POISON, which is list poison */
	uint64_t poison;
	/* where REG's value was read from, if an instruction before says so and it is still there: FROM_REG + FROM_OFFSET, in
	 * the slab object FROM; "": not known */
	char from_reg[8];
	int64_t from_offset;
	struct pk_slab_object from;
	/* where VALUE is poison or no address: a register that points into a slab object that is free, or "" */
	char free_reg[8];
	struct pk_slab_object freed;
	uint64_t skb; /* whose head VALUE is; 0: none is known */
	/* An address in a slab object whose history may say more: of FROM, of FREE_REG's object, or VALUE itself; 0: none. */
	uint64_t object_addr;
};

#endif
