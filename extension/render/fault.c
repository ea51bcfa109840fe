// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <stdlib.h>

#define LL(x) ((unsigned long long)(x))

/* " + 0x8", " - 0x10", or nothing. */
static const char *distance(char *buf, size_t size, int64_t offset)
{
	if (offset)
		snprintf(buf, size, " %c 0x%llx", offset < 0 ? '-' : '+', LL(llabs(offset)));
	else
		buf[0] = '\0';
	return buf;
}

/* What the pointer was: "RDI was ...", "the address was ...". */
static void say_value(const struct pk_fault *fault, char *buf, size_t size)
{
	static const char *const what[] = {
		[PK_BAD_SMALL] = "a small number and no pointer",
		[PK_BAD_FREE_POISON] = "poison of freed slab objects",
		[PK_BAD_NEW_POISON] = "poison of slab objects that nobody has written to",
		[PK_BAD_REDZONE] = "the red zone around slab objects",
		[PK_BAD_PAGE_POISON] = "poison of free pages",
		[PK_BAD_USER] = "an address of user space",
		[PK_BAD_NON_CANONICAL] = "no address",
	};
	char from[32];

	distance(from, sizeof(from), fault->from_poison);
	if (fault->kind == PK_BAD_LIST_POISON)
		snprintf(buf, size, "poison of deleted list entries (%llx%s)", LL(fault->poison),
			 from);
	else if (fault->kind == PK_BAD_ERROR)
		snprintf(buf, size, "an error number (%lld)", (long long)fault->value);
	else if (fault->kind == PK_BAD_NULL)
		snprintf(buf, size, fault->value ? "0x%llx past NULL" : "NULL", LL(fault->value));
	else
		snprintf(buf, size, "%s (%llx)", what[fault->kind], LL(fault->value));
}

static void show_sentence(struct pk_out *out, const struct pk_fault *fault)
{
	char value[128], offset[32];

	if (!fault->known)
		return;
	if (fault->kind == PK_BAD_UNJUDGED) {
		if (fault->object_addr)
			pk_out_text(out,
				    "   FAULT: %llx is in a slab object: pkttrace history %llx\n",
				    LL(fault->value), LL(fault->object_addr));
		return;
	}
	say_value(fault, value, sizeof(value));
	if (fault->reg[0])
		pk_out_text(out, "   FAULT: %s was %s", fault->reg, value);
	else
		pk_out_text(out, "   FAULT: the address was %s", value);
	if (fault->reg[0] && fault->offset)
		pk_out_text(out, " (access to %s%s)", fault->reg,
			    distance(offset, sizeof(offset), fault->offset));
	if (fault->free_reg[0])
		pk_out_text(out, "; %s points into a free object of %s", fault->free_reg,
			    fault->freed.cache);
	pk_out_text(out, "\n");
	if (fault->object_addr)
		pk_out_text(out, "          who had it: pkttrace history %llx\n",
			    LL(fault->object_addr));
}

void pk_render_fault(struct pk_out *out, const struct pk_fault *fault)
{
	bool reg = fault->reg[0], freed = fault->free_reg[0];
	char addr[24], value[24];

	show_sentence(out, fault);
	if (!fault->known)
		return;
	PK_OUT_OBJECT(out, "fault");
	pk_out_keys(out, "addr kind register value offset free_register free_object free_cache "
			 "object");
	/* 0 is an address here. */
	snprintf(addr, sizeof(addr), "0x%llx", LL(fault->addr));
	snprintf(value, sizeof(value), "0x%llx", LL(fault->value));
	pk_out_str(out, "addr", NULL, addr);
	pk_out_str(out, "kind", NULL, pk_bad_pointer_names[fault->kind]);
	pk_out_word(out, "register", NULL, fault->reg);
	pk_out_str(out, "value", NULL, reg ? value : NULL);
	pk_out_int_if(out, "offset", NULL, reg, fault->offset);
	pk_out_word(out, "free_register", NULL, fault->free_reg);
	pk_out_addr(out, "free_object", NULL, freed ? fault->freed.start : 0);
	pk_out_word(out, "free_cache", NULL, fault->freed.cache);
	pk_out_addr(out, "object", NULL, fault->object_addr);
}
