// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/probe_collect.h"

/*
 * SystemTap compiles a script to a module, whose probes have one handler for all: which of the script's probe
 * points a kprobe is, the module's own tables tell (runtime/linux/kprobes.c of SystemTap, and what its
 * translator writes):
 *
 *   stap_kprobe_probes[]	{ .., probe, entry_probe, kprobe }		kprobe -> the struct kprobe or kretprobe
 *   stap_probes[]		{ index, ph, cond_enabled:1, [location, derivation,] pp, .. }
 *
 * Such a module has no types that a dump knows, and the size of what stands before these members differs from
 * script to script. But the last three of the first are neighbours in every release, and each proves
 * itself: kprobe is the address that is asked about, probe leads to an index, a function of this module, and a
 * text. So every such neighbourhood of the module's data is collected once.
 *
 * A text is an array within the struct, or, where the lengths of a script's probe points differ much, a pointer.
 * location ("script.stp:2:1") and derivation (" from: ..") are there in modules that were made with -t.
 */
#define MAX_AREA (16u << 20) /* of a module's memory that is searched */
#define MAX_LINKS (1u << 20) /* two pointers into the module beside each other are not rare */
#define MAX_INDEX 1000000 /* probes of a script */
#define TEXT_MAX 161 /* of a probe point, as it is shown */
#define HEAD_MAX 1024 /* of a struct stap_probe */

static int by_object(const void *left, const void *right)
{
	const struct pk_stap_link *a = left, *b = right;

	return a->object < b->object ? -1 : a->object > b->object;
}

static bool within(const struct pk_module *module, uint64_t addr)
{
	return pk_any(module->nr_areas, i, addr - module->areas[i].base < module->areas[i].size);
}

static bool add_link(struct pk_collect *collect, uint64_t object, uint64_t probe)
{
	struct pk_stap *stap = &collect->stap;

	if (stap->nr == MAX_LINKS)
		return false;
	if (!pk_grow(stap->links, stap->nr, stap->room))
		return false;
	stap->links[stap->nr++] = (struct pk_stap_link){object, probe};
	return true;
}

/* A page that is not in the dump costs what lies in it. */
static void search_page(struct pk_collect *collect, const struct pk_module *module, uint64_t base,
			size_t len)
{
	struct pk_ctx *ctx = collect->ctx;
	size_t word = ctx->target->facts.word_size;
	uint8_t page[4096];
	uint64_t last[2] = {0, 0};

	/* The two words before the page belong to what ends in it. */
	for (unsigned i = 0; i < 2; i++)
		if (!within(module, base - (2 - i) * word) ||
		    pk_read_ptr(ctx, base - (2 - i) * word, &last[i]) != PK_OK)
			last[i] = 0;
	if (pk_read(ctx, base, page, len) != PK_OK)
		return;
	for (size_t at = 0; at + word <= len; at += word) {
		uint64_t value = pk_uint(ctx, page + at, word);

		if (within(module, value) && within(module, last[0]) &&
		    (!last[1] || within(module, last[1])) && !add_link(collect, value, last[0]))
			return;
		last[0] = last[1];
		last[1] = value;
	}
}

/* Once a module. */
static void load(struct pk_collect *collect, const struct pk_module *module)
{
	struct pk_stap *stap = &collect->stap;

	for (uint32_t i = 0; i < stap->nr_modules; i++)
		if (stap->modules[i] == module->addr)
			return;
	if (stap->nr_modules == PK_STAP_MODULES)
		return;
	stap->modules[stap->nr_modules++] = module->addr;
	for (uint32_t i = 0; i < module->nr_areas; i++) {
		uint64_t size = module->areas[i].size;

		if (size > MAX_AREA)
			size = MAX_AREA;
		for (uint64_t at = 0; at < size; at += 4096)
			search_page(collect, module, module->areas[i].base + at,
				    size - at < 4096 ? size - at : 4096);
	}
	if (stap->nr)
		qsort(stap->links, stap->nr, sizeof(*stap->links), by_object);
}

/* Length of the text at AT that ends with a NUL before END; 0: it is none. */
static size_t text_at(const uint8_t *bytes, size_t at, size_t end)
{
	size_t len = 0;

	while (at + len < end && isprint(bytes[at + len]))
		len++;
	return at + len < end && !bytes[at + len] && len > 1 ? len : 0;
}

/* "script.stp:12:1". */
static bool is_location(const char *text)
{
	const char *end = text + strlen(text);
	unsigned nr = 0;

	while (nr < 2) {
		const char *colon = end;

		while (colon > text && isdigit((unsigned char)colon[-1]))
			colon--;
		if (colon == end || colon == text || colon[-1] != ':')
			return false;
		end = colon - 1;
		nr++;
	}
	return true;
}

/* The text that begins at *AT, or that a pointer there leads to; *AT moves behind it. */
static bool next_text(struct pk_collect *collect, const struct pk_module *module,
		      const uint8_t *bytes, size_t len, size_t *at, char *text)
{
	size_t word = collect->ctx->target->facts.word_size;

	for (; *at < len; (*at)++) {
		size_t here = text_at(bytes, *at, len);
		uint64_t pointer = 0;

		if (here) {
			snprintf(text, TEXT_MAX, "%.*s",
				 (int)(here < TEXT_MAX ? here : TEXT_MAX - 1),
				 (const char *)bytes + *at);
			*at += here;
			return true;
		}
		if (*at % word == 0 && *at + word <= len)
			pointer = pk_uint(collect->ctx, bytes + *at, word);
		if (pointer && within(module, pointer) &&
		    pk_read_string(collect->ctx, pointer, text, TEXT_MAX) == PK_OK &&
		    isprint((unsigned char)text[0])) {
			*at += word;
			return true;
		}
	}
	return false;
}

/* What the script calls the probe at ADDR, a struct stap_probe: "script.stp:2:1 kprobe.function(\"f\")". */
static bool read_point(struct pk_collect *collect, const struct pk_module *module, uint64_t addr,
		       char *point, size_t size)
{
	struct pk_ctx *ctx = collect->ctx;
	size_t word = ctx->target->facts.word_size, len = HEAD_MAX, at = 2 * word + 4;
	char text[TEXT_MAX], location[60] = "";
	uint8_t bytes[HEAD_MAX];
	struct pk_symbol symbol;

	while (len > at && pk_read(ctx, addr, bytes, len) != PK_OK)
		len /= 2;
	if (len <= at || pk_uint(ctx, bytes, word) > MAX_INDEX ||
	    !within(module, pk_uint(ctx, bytes + word, word)) ||
	    pk_symbol_at(ctx, pk_uint(ctx, bytes + word, word), &symbol) != PK_OK)
		return false;
	while (next_text(collect, module, bytes, len, &at, text)) {
		if (is_location(text)) {
			snprintf(location, sizeof(location), "%.58s ", text);
		} else if (text[0] != ' ' && strncmp(text, "from: ", 6)) {
			snprintf(point, size, "%s%s", location, text);
			return true;
		}
	}
	return false;
}

void pk_collect_systemtap(struct pk_collect *collect, uint64_t object, struct pk_probe *probe)
{
	const struct pk_module *module = pk_module_named(&collect->modules, probe->module);
	struct pk_stap *stap = &collect->stap;
	char point[TEXT_MAX + 64];
	size_t low;

	if (!module || !pk_systemtap_handler(probe))
		return;
	load(collect, module);
	low = pk_first(stap->nr, at, stap->links[at].object < object);
	/* A link of the kernel's hash may point to the kprobe, too: only the table's leads to a text. */
	for (; low < stap->nr && stap->links[low].object == object; low++) {
		if (read_point(collect, module, stap->links[low].probe, point, sizeof(point))) {
			pk_collect_detail(probe, "probe point %.190s", point);
			return;
		}
	}
	pk_collect_detail(probe, "probe point not found");
}
