// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "kernel_image.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_SIZE (4u << 20)
#define PERCPU_STEP 0x10000ull
#define FUNCTION_SIZE 0x100
#define MAX_HEX 4096 /* bytes */
#define MAX_WORDS 256

/* Where a kernel of each machine has what is drawn. */
struct kernel_machine {
	const char *name; /* of facts.machine */
	bool big_endian;
	uint64_t direct; /* begin of the mapping of all memory */
	uint64_t arena;
	uint64_t percpu; /* CPU 0's area; a per-CPU symbol's address lies in it */
	uint64_t vmemmap, text, module_text;
};

static const struct kernel_machine machines[] = {
	{"x86_64", false, 0xffff880000000000, 0xffff880000100000, 0xffff880001000000,
	 0xffffea0000000000, 0xffffffff81000000, 0xffffffffa0000000},
	{"aarch64", false, 0xffff000000000000, 0xffff000000100000, 0xffff000001000000,
	 0xfffffc0000000000, 0xffff800010000000, 0xffff800008000000},
	/* No address tells by itself that it is the kernel's: they begin at 0. */
	{"s390x", true, 0, 0x2000000, 0x3000000, 0x3d100000000, 0x100000, 0x3ff80000000},
};

struct kernel_object {
	char name[64], type[72];
	uint64_t addr, size; /* of one */
	bool percpu;
};

struct builder {
	struct kernel_image *image;
	const char *file;
	char *text;
	int line;
	uint64_t page, at,
		time; /* of the sub-buffer that events go to: its address, where the next goes, its clock */
	uint64_t page_object; /* struct buffer_page */
	unsigned nr_events;
};

static void die(const struct builder *builder, const char *what, const char *word)
{
	fprintf(stderr, "%s:%d: %s: %s\n", builder->file, builder->line, what, word);
	abort();
}

static struct kernel_object *find_object(const struct kernel_image *image, const char *name,
					 size_t len)
{
	for (size_t i = 0; i < image->nr_objects; i++)
		if (strlen(image->objects[i].name) == len &&
		    !memcmp(image->objects[i].name, name, len))
			return &image->objects[i];
	return NULL;
}

static uint64_t page_size(const struct kernel_image *image)
{
	return image->fake.target.facts.page_size;
}

/* Zeroed memory of the arena. Two machine words stand between objects: off by one reads nobody's. */
static uint64_t allocate(struct kernel_image *image, uint64_t size, uint64_t align)
{
	uint64_t addr = (image->next_data + align - 1) / align * align;

	image->next_data = addr + size + 16;
	if (image->next_data > image->machine->arena + ARENA_SIZE)
		abort();
	return addr;
}

static uint64_t place_string(struct kernel_image *image, const char *text)
{
	uint64_t addr = allocate(image, strlen(text) + 1, 8);

	fake_put_string(&image->fake, addr, text);
	return addr;
}

/* ---- what a word stands for: NAME[.PATH], NAME[2].PATH, NAME@1.PATH ---- */

struct place {
	uint64_t addr;
	struct pk_member member; /* of the path; the whole object without one */
};

static struct place find_place(const struct builder *builder, const char *word)
{
	size_t len = strcspn(word, ".[@");
	const struct kernel_object *object = find_object(builder->image, word, len);
	struct place place = {0};
	const char *path = word + len;

	if (!object)
		die(builder, "no such object", word);
	place.addr = object->addr;
	place.member.size = object->size;
	if (*path == '[')
		place.addr += strtoull(path + 1, (char **)&path, 0) * object->size, path++;
	else if (*path == '@')
		place.addr += strtoull(path + 1, (char **)&path, 0) * PERCPU_STEP;
	if (*path == '.') {
		if (kernel_types_member(builder->image->types, object->type, path + 1,
					&place.member) != PK_OK)
			die(builder, object->type, path);
		place.addr += place.member.offset;
	} else if (*path) {
		die(builder, "what is behind the name", path);
	}
	return place;
}

static bool symbol_address(const struct kernel_image *image, const char *name, uint64_t *ret_addr)
{
	for (size_t i = 0; i < image->fake.nr_symbols; i++)
		if (!strcmp(image->fake.symbols[i].name, name)) {
			*ret_addr = image->fake.symbols[i].addr;
			return true;
		}
	return false;
}

/* What an earlier line, perhaps of an included file, put there. */
static uint64_t value_at(const struct builder *builder, const char *word)
{
	struct place place = find_place(builder, word);
	struct pk_target *target = &builder->image->fake.target;
	uint8_t bytes[8];

	if (place.member.size > sizeof(bytes) ||
	    target->ops->read(target, place.addr, bytes, place.member.size) != PK_OK)
		die(builder, "no number", word);
	return pk_bytes_uint(bytes, place.member.size, target->facts.big_endian);
}

static uint64_t term_value(const struct builder *builder, const char *term)
{
	bool big_endian = builder->image->fake.target.facts.big_endian;
	int64_t number;
	uint64_t value;
	char *end;

	if (*term == '&')
		return find_place(builder, term + 1).addr;
	if (!strncmp(term, "was:", 4))
		return value_at(builder, term + 4);
	if (!strncmp(term, "swap:", 5))
		return __builtin_bswap64(find_place(builder, term + 5).addr);
	if (!strncmp(term, "be16:", 5)) {
		uint16_t number16 = (uint16_t)strtoul(term + 5, NULL, 0);

		return big_endian ? number16 : __builtin_bswap16(number16);
	}
	if (!strncmp(term, "site:", 5)) {
		if (!symbol_address(builder->image, term + 5, &value))
			die(builder, "no such function", term);
		return value + builder->image->site;
	}
	if (!strncmp(term, "ip:", 3)) {
		struct in_addr in;

		if (!inet_aton(term + 3, &in))
			die(builder, "no address", term);
		return pk_bytes_uint(&in, sizeof(in), big_endian);
	}
	if (!strncmp(term, "sizeof:", 7)) {
		char type[80];

		snprintf(type, sizeof(type), "struct %s", term + 7);
		if (kernel_types_size(builder->image->types, type, &value) != PK_OK)
			die(builder, "no such type", term);
		return value;
	}
	value = strtoull(term, &end, 0);
	if (end != term && !*end)
		return value;
	if (kernel_types_enumerator(builder->image->types, term, &number) == PK_OK)
		return (uint64_t)number;
	if (!symbol_address(builder->image, term, &value))
		die(builder, "neither a number nor a name", term);
	return value;
}

/* TERM+TERM|TERM^TERM, from left to right, with ~ before one. */
static uint64_t value_of(const struct builder *builder, const char *word)
{
	uint64_t value = 0;
	char sign = '+';

	for (;;) {
		size_t len = strcspn(word, "+|^");
		char term[72];
		uint64_t one;
		bool inverted = *word == '~';

		if (len >= sizeof(term))
			die(builder, "a long word", word);
		snprintf(term, sizeof(term), "%.*s", (int)(len - inverted), word + inverted);
		one = term_value(builder, term);
		if (inverted)
			one = ~one;
		value = sign == '|' ? value | one : sign == '^' ? value ^ one : value + one;
		if (!word[len])
			return value;
		sign = word[len];
		word += len + 1;
	}
}

/* ---- memory ---- */

static void put_member(const struct builder *builder, uint64_t base, const char *type,
		       const char *path, uint64_t value)
{
	struct pk_member member;

	if (kernel_types_member(builder->image->types, type, path, &member) != PK_OK)
		die(builder, type, path);
	fake_put(&builder->image->fake, base + member.offset, member.size > 8 ? 8 : member.size,
		 value);
}

static size_t read_hex(const struct builder *builder, const char *hex, uint8_t *bytes, size_t room)
{
	size_t len = 0;

	for (; hex[0] && hex[1]; hex += 2) {
		char pair[3] = {hex[0], hex[1], 0};

		if (len == room)
			die(builder, "too long", hex);
		bytes[len++] = (uint8_t)strtoul(pair, NULL, 16);
	}
	return len;
}

static void put_hex(const struct builder *builder, uint64_t addr, const char *hex, uint64_t room)
{
	uint8_t bytes[MAX_HEX];
	size_t len = read_hex(builder, hex, bytes, room < sizeof(bytes) ? room : sizeof(bytes));

	fake_put_bytes(&builder->image->fake, addr, bytes, len);
}

static void put_bits(const struct builder *builder, const struct place *place, uint64_t value)
{
	const struct pk_member *member = &place->member;
	struct pk_target *target = &builder->image->fake.target;
	uint8_t bytes[8] = {0};
	uint64_t unit, mask = (1ull << member->bit_size) - 1;

	target->ops->read(target, place->addr, bytes, member->size);
	unit = pk_bytes_uint(bytes, member->size, target->facts.big_endian);
	unit = (unit & ~(mask << member->bit_offset)) | (value & mask) << member->bit_offset;
	fake_put(&builder->image->fake, place->addr, member->size, unit);
}

static void put_bits_at(const struct builder *builder, uint64_t base, const char *type,
			const char *path, uint64_t value)
{
	struct place place = {0};

	if (kernel_types_member(builder->image->types, type, path, &place.member) != PK_OK)
		die(builder, type, path);
	place.addr = base + place.member.offset;
	put_bits(builder, &place, value);
}

/* "a \"b\"" -> "a "b" */
static void unquote(char *word)
{
	char *to = word + 1;

	for (const char *from = word + 1; from[1]; from++) {
		if (*from == '\\')
			from++;
		*to++ = *from == 'n' && from[-1] == '\\' ? '\n' : *from;
	}
	*to = '\0';
}

/* WORD into PLACE: "text" is copied into arrays, and pointed to by all else; hex:0011 are bytes. */
static void put(const struct builder *builder, const struct place *place, char *word)
{
	struct kernel_image *image = builder->image;
	const struct pk_member *member = &place->member;

	if (*word == '"') {
		unquote(word);
		if (member->is_array)
			fake_put_string(&image->fake, place->addr, word + 1);
		else
			fake_put(&image->fake, place->addr, 8, place_string(image, word + 1));
	} else if (!strncmp(word, "hex:", 4)) {
		put_hex(builder, place->addr, word + 4,
			member->is_array && !member->size ? MAX_HEX : member->size);
	} else if (member->bit_size) {
		put_bits(builder, place, value_of(builder, word));
	} else if (member->size == 1 || member->size == 2 || member->size == 4 ||
		   member->size == 8) {
		fake_put(&image->fake, place->addr, member->size, value_of(builder, word));
	} else {
		die(builder, "no number fits there", word);
	}
}

/* Words may be "quoted with blanks"; # begins a comment. */
static int split(char *line, char **words)
{
	int nr = 0;

	for (;;) {
		bool quoted = false;

		line += strspn(line, " \t");
		if (!*line || *line == '#' || nr == MAX_WORDS)
			return nr;
		words[nr++] = line;
		for (; *line && (quoted || !strchr(" \t", *line)); line++)
			quoted ^= *line == '"' && line[-1] != '\\';
		if (*line)
			*line++ = '\0';
	}
}

/* ---- statements ---- */

static char *slurp(const char *folder, const char *name)
{
	char path[512], *text = NULL;
	size_t len = 0;
	FILE *from, *to = open_memstream(&text, &len);

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	from = fopen(path, "r");
	if (!from || !to) {
		perror(path);
		abort();
	}
	for (int c; (c = getc(from)) != EOF;)
		putc(c, to);
	fclose(from);
	fclose(to);
	return text;
}

static void read_types(struct kernel_image *image, const char *folder, const char *name)
{
	char *text = slurp(folder, name);

	kernel_types_read(image->types, name, text);
	free(text);
}

static struct kernel_object *new_object(const struct builder *builder, const char *name,
					const char *type)
{
	struct kernel_image *image = builder->image;
	struct kernel_object *object;
	uint64_t size = 8;

	if (strcmp(type, "*") && kernel_types_size(image->types, type, &size) != PK_OK)
		die(builder, "no such type", type);
	image->objects = realloc(image->objects, (image->nr_objects + 1) * sizeof(*image->objects));
	object = &image->objects[image->nr_objects++];
	memset(object, 0, sizeof(*object));
	snprintf(object->name, sizeof(object->name), "%s", name);
	snprintf(object->type, sizeof(object->type), "%s", type);
	object->size = size;
	return object;
}

static void add_object(struct builder *builder, char **words, int nr, const char *kind)
{
	struct kernel_image *image = builder->image;
	bool percpu = !strcmp(kind, "percpu");
	bool bare = nr > 3 && !isdigit((unsigned char)words[3][0]) && strcmp(words[2], "*");
	struct kernel_object *object;
	char type[72];
	uint64_t size, elements = 1;
	int at = 2;

	/* var NAME struct foo [N], var NAME atomic_t [N], var NAME * [N] */
	if (nr < 3)
		die(builder, "what type", words[0]);
	snprintf(type, sizeof(type), "%s", words[at++]);
	if (!strcmp(type, "struct") || !strcmp(type, "union") || bare)
		snprintf(type + strlen(type), sizeof(type) - strlen(type), " %s", words[at++]);
	if (nr > at)
		elements = strtoull(words[at], NULL, 0);
	object = new_object(builder, words[1], type);
	size = object->size;
	object->percpu = percpu;
	if (percpu) {
		object->addr = image->next_percpu;
		image->next_percpu += (size * elements + 127) & ~63ull;
	} else {
		object->addr = allocate(image, size * elements,
					!strcmp(kind, "aligned") ? page_size(image) : 64);
	}
	if (!strcmp(kind, "var") || percpu)
		fake_symbol(&image->fake, object->name, object->addr, size * elements);
}

/* view NAME STRUCT ADDRESS: a struct that lies in another's bytes, as TCP's control block in skb->cb. */
static void add_view(struct builder *builder, char **words)
{
	char type[72];
	uint64_t addr = value_of(builder, words[3]);

	snprintf(type, sizeof(type), "struct %s", words[2]);
	new_object(builder, words[1], type)->addr = addr;
}

/* entry SITE HEX: what functions begin with, and at which offset ftrace patches. */
static void set_entry(struct builder *builder, char **words)
{
	struct kernel_image *image = builder->image;

	image->site = strtoull(words[1], NULL, 0);
	image->entry_len = read_hex(builder, words[2], image->entry, sizeof(image->entry));
}

static void add_functions(struct builder *builder, char **words, int nr, const char *module)
{
	struct kernel_image *image = builder->image;
	uint64_t *at = module ? &image->next_module : &image->next_text;

	if (!image->entry_len)
		die(builder, "what do functions begin with", words[0]);
	for (int i = 0; i < nr; i++, *at += FUNCTION_SIZE) {
		fake_map(&image->fake, *at, FUNCTION_SIZE);
		fake_put_bytes(&image->fake, *at, image->entry, image->entry_len);
		if (module)
			fake_module_symbol(&image->fake, module, words[i], *at, FUNCTION_SIZE);
		else
			fake_symbol(&image->fake, words[i], *at, FUNCTION_SIZE);
	}
}

/* HEAD LINK OBJECT ...: list_heads from HEAD through each OBJECT.LINK and back; LINK - says that it stands with
 * each object. */
static void make_list(struct builder *builder, char **words, int nr)
{
	struct fake_target *fake = &builder->image->fake;
	uint64_t head = find_place(builder, words[1]).addr, last = head;

	for (int i = 3; i < nr; i++) {
		char link[200];
		uint64_t addr;

		snprintf(link, sizeof(link), strcmp(words[2], "-") ? "%s.%s" : "%s", words[i],
			 words[2]);
		addr = find_place(builder, link).addr;
		fake_put(fake, last, 8, addr);
		fake_put(fake, addr + 8, 8, last);
		last = addr;
	}
	fake_put(fake, last, 8, head);
	fake_put(fake, head + 8, 8, last);
}

/* END FIRST LINK OBJECT ...: a first pointer, then each OBJECT.LINK; the last one is END. With "self" the
 * pointers lead to the objects, else to their links. */
static void make_chain(struct builder *builder, char **words, int nr, bool self)
{
	struct fake_target *fake = &builder->image->fake;
	uint64_t from = find_place(builder, words[2]).addr;

	for (int i = 4; i < nr; i++) {
		char link[200];
		uint64_t addr;

		snprintf(link, sizeof(link), "%s.%s", words[i], words[3]);
		addr = find_place(builder, link).addr;
		fake_put(fake, from, 8, self ? find_place(builder, words[i]).addr : addr);
		from = addr;
	}
	fake_put(fake, from, 8, value_of(builder, words[1]));
}

/* text ADDRESS "...": without a NUL behind it. */
static void put_text(struct builder *builder, char **words)
{
	unquote(words[2]);
	fake_put_bytes(&builder->image->fake, value_of(builder, words[1]), words[2] + 1,
		       strlen(words[2] + 1));
}

/* slab OBJECT CACHE NR FREE: the page that begins with OBJECT belongs to that struct kmem_cache, has NR objects, and
 * a freelist that begins with FREE. */
static void make_slab(struct builder *builder, char **words)
{
	struct kernel_image *image = builder->image;
	uint64_t addr = find_place(builder, words[1]).addr, page;
	bool split = false; /* struct slab stands apart from struct page */
	struct pk_member member;
	int64_t flag;

	image->ops.virt_to_page(&image->fake.target, addr, &page);
	fake_map(&image->fake, page, image->fake.page_struct_size);
	if (kernel_types_enumerator(image->types, "PG_slab", &flag) == PK_OK)
		put_member(builder, page, "struct page", "flags", 1ull << flag);
	split = kernel_types_member(image->types, "struct slab", "slab_cache", &member) == PK_OK;
	put_member(builder, page, split ? "struct slab" : "struct page", "slab_cache",
		   find_place(builder, words[2]).addr);
	put_member(builder, page, split ? "struct slab" : "struct page", "freelist",
		   value_of(builder, words[4]));
	put_bits_at(builder, page, split ? "struct slab" : "struct page", "objects",
		    value_of(builder, words[3]));
}

/* code FUNCTION[+OFFSET] HEX: what stands there instead of the nop of a patch site. */
static void put_code(struct builder *builder, char **words)
{
	put_hex(builder, value_of(builder, words[1]), words[2], FUNCTION_SIZE);
}

/* page BUFFER_PAGE TIME: a sub-buffer; the lines with + are its events. */
static void begin_page(struct builder *builder, char **words)
{
	uint64_t size = page_size(builder->image);

	builder->page = allocate(builder->image, size, size);
	builder->page_object = find_place(builder, words[1]).addr;
	builder->time = value_of(builder, words[2]);
	builder->at = 16;
	builder->nr_events = 0;
	put_member(builder, builder->page, "struct buffer_data_page", "time_stamp", builder->time);
	put_member(builder, builder->page_object, "struct buffer_page", "page", builder->page);
}

static void end_page(struct builder *builder)
{
	put_member(builder, builder->page, "struct buffer_data_page", "commit", builder->at - 16);
	put_member(builder, builder->page_object, "struct buffer_page", "write", builder->at - 16);
	put_member(builder, builder->page_object, "struct buffer_page", "entries",
		   builder->nr_events);
}

/* struct ring_buffer_event { u32 type_len:5, time_delta:27; }: on big-endian machines the type is at the top. */
static void put_event_header(const struct builder *builder, uint64_t type_len, uint64_t delta)
{
	struct fake_target *fake = &builder->image->fake;

	fake_put(fake, builder->page + builder->at, 4,
		 fake->target.facts.big_endian ? type_len << 27 | delta : delta << 5 | type_len);
}

/* +DELTA TYPE MEMBER=VALUE ... [tail=hex:..|tail="text"]: one record, in the long form where it is long. */
static void add_event(struct builder *builder, char **words, int nr)
{
	struct kernel_image *image = builder->image;
	uint64_t delta = strtoull(words[0] + 1, NULL, 0), size, header = 4, base, tail = 0;
	char type[80];

	snprintf(type, sizeof(type), "struct %s", words[1]);
	if (kernel_types_size(image->types, type, &size) != PK_OK)
		die(builder, "no such type", type);
	for (int i = 2; i < nr; i++)
		if (!strncmp(words[i], "tail=\"", 6))
			tail = strlen(words[i]) - 7 + 1;
		else if (!strncmp(words[i], "tail=hex:", 9))
			tail = (strlen(words[i]) - 9) / 2;
	size = (size + tail + 3) & ~3ull;
	if (size > 112)
		header = 8;
	if (builder->at + header + size > page_size(image))
		die(builder, "the page is full", words[1]);
	put_event_header(builder, header == 4 ? size / 4 : 0, delta);
	if (header == 8)
		fake_put(&image->fake, builder->page + builder->at + 4, 4, size + 4);
	base = builder->page + builder->at + header;
	for (int i = 2; i < nr; i++) {
		char *value = strchr(words[i], '=');
		struct place place = {.addr = base + size - ((tail + 3) & ~3ull),
				      .member = {.is_array = true}};

		if (!value)
			die(builder, "no =", words[i]);
		*value++ = '\0';
		if (!strcmp(words[i], "tail")) {
			uint64_t bare;

			kernel_types_size(image->types, type, &bare);
			place.addr = base + bare;
			put(builder, &place, value);
			continue;
		}
		if (kernel_types_member(image->types, type, words[i], &place.member) != PK_OK)
			die(builder, type, words[i]);
		place.addr = base + place.member.offset;
		put(builder, &place, value);
	}
	builder->at += header + size;
	builder->nr_events++;
	end_page(builder);
}

/* OBJECT.PATH = VALUE [, PATH = VALUE]: the paths behind commas are of the same object. */
static void assign(struct builder *builder, char **words, int nr)
{
	size_t object = strcspn(words[0], ".");
	char first[200];

	snprintf(first, sizeof(first), "%s", words[0]);
	for (int i = 0; i + 2 < nr; i += 3) {
		char place[400], *value = words[i + 2];
		struct place found;

		if (strcmp(words[i + 1], "="))
			die(builder, "expected =", words[i + 1]);
		if (i)
			snprintf(place, sizeof(place), "%.*s.%s", (int)object, first, words[i]);
		else
			snprintf(place, sizeof(place), "%s", first);
		if (value[strlen(value) - 1] == ',')
			value[strlen(value) - 1] = '\0';
		found = find_place(builder, place);
		put(builder, &found, value);
	}
}

/* machine NAME [PAGE]: PAGE bytes are a page. */
static void set_machine(struct builder *builder, char **words, int nr)
{
	struct kernel_image *image = builder->image;
	struct fake_target *fake = &image->fake;
	const struct kernel_machine *machine = machines;
	const char *name = words[1];

	while (machine < machines + ARRAY_SIZE(machines) && strcmp(machine->name, name))
		machine++;
	if (machine == machines + ARRAY_SIZE(machines) || image->machine)
		die(builder, "which machine", name);
	image->machine = machine;
	snprintf(fake->target.facts.machine, sizeof(fake->target.facts.machine), "%s", name);
	fake->target.facts.big_endian = machine->big_endian;
	if (nr > 2)
		fake->target.facts.page_size = (uint32_t)strtoul(words[2], NULL, 0);
	image->types = kernel_types_new(machine->big_endian);
	image->next_data = machine->arena;
	image->next_percpu = machine->percpu;
	image->next_text = machine->text;
	image->next_module = machine->module_text;
	fake->page_offset = machine->direct;
	fake->direct_size = 1ull << 32;
	fake->vmemmap = machine->vmemmap;
	fake_map(fake, machine->arena, ARENA_SIZE);
}

static void fact(struct builder *builder, char **words, int nr)
{
	struct kernel_image *image = builder->image;

	if (!strcmp(words[0], "machine")) {
		set_machine(builder, words, nr);
	} else if (!strcmp(words[0], "entry")) {
		set_entry(builder, words);
	} else if (!strcmp(words[0], "release")) {
		snprintf(image->fake.target.facts.release, sizeof(image->fake.target.facts.release),
			 "%s", words[1]);
	} else if (!strcmp(words[0], "cpus")) {
		unsigned nr = (unsigned)strtoul(words[1], NULL, 0);

		fake_cpus(&image->fake, nr);
		for (unsigned cpu = 0; cpu < nr; cpu++)
			image->fake.percpu[cpu] = cpu * PERCPU_STEP;
	} else {
		image->fake.panic_cpu = (int)strtol(words[1], NULL, 0);
	}
}

/* What a line asks for. Objects, functions and facts come first, so that a line may name what stands below it. */
enum pass { PASS_DECLARE, PASS_FILL };

static void read_file(struct kernel_image *image, const char *folder, const char *name,
		      enum pass pass);

static bool is_declaration(const char *verb)
{
	static const char *const verbs[] = {"machine", "entry",	  "release", "cpus",   "panic_cpu",
					    "var",     "obj",	  "aligned", "percpu", "view",
					    "func",    "modfunc", "types"};

	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (!strcmp(verb, verbs[i]))
			return true;
	return false;
}

static void declare(struct builder *builder, const char *folder, char **words, int nr)
{
	const char *verb = words[0];

	if (!builder->image->machine && strcmp(verb, "machine") && strcmp(verb, "include"))
		die(builder, "the machine comes first", verb);
	if (!strcmp(verb, "var") || !strcmp(verb, "obj") || !strcmp(verb, "aligned") ||
	    !strcmp(verb, "percpu"))
		add_object(builder, words, nr, verb);
	else if (!strcmp(verb, "func"))
		add_functions(builder, words + 1, nr - 1, NULL);
	else if (!strcmp(verb, "modfunc"))
		add_functions(builder, words + 2, nr - 2, words[1]);
	else if (!strcmp(verb, "view") && nr == 4)
		add_view(builder, words);
	else if (!strcmp(verb, "types"))
		read_types(builder->image, folder, words[1]);
	else if (!strcmp(verb, "include"))
		read_file(builder->image, folder, words[1], PASS_DECLARE);
	else if (is_declaration(verb))
		fact(builder, words, nr);
}

static void fill(struct builder *builder, const char *folder, char **words, int nr)
{
	const char *verb = words[0];

	if (is_declaration(verb))
		return;
	if (!strcmp(verb, "include"))
		read_file(builder->image, folder, words[1], PASS_FILL);
	else if (!strcmp(verb, "list"))
		make_list(builder, words, nr);
	else if (!strcmp(verb, "chain") || !strcmp(verb, "objects"))
		make_chain(builder, words, nr, !strcmp(verb, "objects"));
	else if (!strcmp(verb, "text") && nr == 3)
		put_text(builder, words);
	else if (!strcmp(verb, "slab") && nr == 5)
		make_slab(builder, words);
	else if (!strcmp(verb, "code") && nr == 3)
		put_code(builder, words);
	else if (!strcmp(verb, "page"))
		begin_page(builder, words);
	else if (*verb == '+')
		add_event(builder, words, nr);
	else if (nr >= 3 && !strcmp(words[1], "="))
		assign(builder, words, nr);
	else
		die(builder, "no such statement", verb);
}

static void read_file(struct kernel_image *image, const char *folder, const char *name,
		      enum pass pass)
{
	struct builder builder = {.image = image, .file = name};
	char *text = slurp(folder, name), *at = text;

	while (at) {
		char *line = strsep(&at, "\n"), *words[MAX_WORDS];
		int nr = split(line, words);

		builder.line++;
		if (nr && pass == PASS_DECLARE)
			declare(&builder, folder, words, nr);
		else if (nr)
			fill(&builder, folder, words, nr);
	}
	free(text);
}

static struct kernel_image *image_of(struct pk_target *target)
{
	return (struct kernel_image *)target;
}

static enum pk_status type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	return kernel_types_size(image_of(target)->types, type, ret_size);
}

static enum pk_status member(struct pk_target *target, const char *type, const char *path,
			     struct pk_member *ret_member)
{
	return kernel_types_member(image_of(target)->types, type, path, ret_member);
}

static enum pk_status enumerator(struct pk_target *target, const char *name, int64_t *ret_value)
{
	return kernel_types_enumerator(image_of(target)->types, name, ret_value);
}

static enum pk_status enum_name(struct pk_target *target, const char *tag, int64_t value, char *buf,
				size_t size)
{
	return kernel_types_enum_name(image_of(target)->types, tag, value, buf, size);
}

void kernel_image_init(struct kernel_image *image, const char *folder)
{
	memset(image, 0, sizeof(*image));
	fake_target_init(&image->fake);
	image->ops = *image->fake.target.ops;
	image->ops.type_size = type_size;
	image->ops.member = member;
	image->ops.enumerator = enumerator;
	image->ops.enum_name = enum_name;
	image->fake.target.ops = &image->ops;
	read_file(image, folder, "memory", PASS_DECLARE);
	for (uint32_t cpu = 0; cpu < image->fake.target.facts.nr_cpu_ids; cpu++)
		fake_map(&image->fake, image->machine->percpu + cpu * PERCPU_STEP, PERCPU_STEP);
	kernel_types_size(image->types, "struct page", &image->fake.page_struct_size);
	read_file(image, folder, "memory", PASS_FILL);
}

void kernel_image_deinit(struct kernel_image *image)
{
	kernel_types_free(image->types);
	free(image->objects);
	fake_target_deinit(&image->fake);
}

int run_images(const char *group, const char *pattern, void (*test)(void **state))
{
	struct CMUnitTest *tests;
	glob_t found;
	int failed;

	if (glob(pattern, 0, NULL, &found)) {
		fprintf(stderr, "no %s\n", pattern);
		return 1;
	}
	tests = calloc(found.gl_pathc, sizeof(*tests));
	assert_non_null(tests);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char *path = found.gl_pathv[i];
		size_t len = strlen(path);

		if (path[len - 1] == '/')
			path[len - 1] = '\0';
		tests[i] = (struct CMUnitTest){strrchr(path, '/') + 1, test, NULL, NULL, path};
	}
	failed = _cmocka_run_group_tests(group, tests, found.gl_pathc, NULL, NULL);
	free(tests);
	globfree(&found);
	return failed;
}
