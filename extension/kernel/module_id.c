// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "kernel/internal.h"
#include "kernel/kernel.h"

/*
 * Does a module's debuginfo, which `mod -s` or `mod -S` read, belong to the module in the dump?
 * crash takes any object of the module's name. The loaded module has its build-id in the notes that
 * /sys/module/NAME/notes shows; struct module has a copy since 5.14 where
 * CONFIG_STACKTRACE_BUILD_ID is set ("module: add printk formats to add module build ID to
 * stacktraces").
 *
 *	module.notes_attrs -> attrs[]: struct bin_attribute { attr.name, size, private: the note }
 *	up to 6.13:  notes = how many there are
 *	since then:  grp.bin_attrs -> pointers to them, the last is NULL
 *	             ("module: sysfs: Add notes attributes through attribute_group")
 */

#define MAX_NOTES 64
#define MAX_NOTE 1024 /* bytes */

static bool read_member(struct pk_target *target, uint64_t base, const char *type, const char *path,
			uint64_t *ret_value)
{
	struct pk_member member;
	uint8_t bytes[8];

	if (pk_kernel_member(target, type, path, &member) != PK_OK || member.size > sizeof(bytes) ||
	    pk_kernel_read(target, base + member.offset, bytes, member.size) != PK_OK)
		return false;
	*ret_value = pk_facts_uint(&target->facts, bytes, member.size);
	return true;
}

/* The value of one attribute, if it is the build ID note. */
static bool read_note(struct pk_target *target, uint64_t attribute, char *text, size_t size)
{
	static const char wanted[] = ".note.gnu.build-id";
	uint64_t name, len, note;
	char found[sizeof(wanted)];
	uint8_t bytes[MAX_NOTE];

	return read_member(target, attribute, "struct bin_attribute", "attr.name", &name) &&
	       pk_kernel_read(target, name, found, sizeof(found)) == PK_OK &&
	       !memcmp(found, wanted, sizeof(found)) &&
	       read_member(target, attribute, "struct bin_attribute", "size", &len) &&
	       len <= sizeof(bytes) &&
	       read_member(target, attribute, "struct bin_attribute", "private", &note) &&
	       pk_kernel_read(target, note, bytes, len) == PK_OK &&
	       pk_build_id_of_notes(bytes, len, text, size);
}

static void read_notes(struct pk_target *target, uint64_t module, char *text, size_t size)
{
	static const char notes_attrs[] = "struct module_notes_attrs";
	uint32_t word = target->facts.word_size;
	uint64_t notes, pointers, attribute_size, count = MAX_NOTES;
	struct pk_member attributes;
	bool counted;

	if (!read_member(target, module, "struct module", "notes_attrs", &notes) || !notes ||
	    pk_kernel_member(target, notes_attrs, "attrs", &attributes) != PK_OK ||
	    pk_kernel_type_size(target, "struct bin_attribute", &attribute_size) != PK_OK)
		return;
	counted = read_member(target, notes, notes_attrs, "notes", &count);
	if (!counted && !read_member(target, notes, notes_attrs, "grp.bin_attrs", &pointers))
		return;
	for (uint64_t i = 0; i < count && i < MAX_NOTES; i++) {
		uint64_t attribute = notes + attributes.offset + i * attribute_size;
		uint64_t pointer =
			0; /* a word of the dead machine, in its order: only whether it is one counts */

		if (!counted &&
		    (pk_kernel_read(target, pointers + i * word, &pointer, word) != PK_OK ||
		     !pointer))
			return;
		if (read_note(target, attribute, text, size))
			return;
	}
}

void pk_kernel_module_id(struct pk_target *target, uint64_t module, char *text, size_t size)
{
	struct pk_member member;
	uint8_t id[64];

	if (pk_kernel_member(target, "struct module", "build_id", &member) == PK_OK &&
	    member.size && member.size <= sizeof(id) &&
	    pk_kernel_read(target, module + member.offset, id, member.size) == PK_OK)
		pk_build_id_put(text, size, id, member.size);
	if (!text[strspn(text, "0")]) { /* none, or never filled in */
		text[0] = '\0';
		read_notes(target, module, text, size);
	}
}
