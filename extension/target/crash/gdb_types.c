// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/crash/gdb.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "kernel/btf.h"

/*
 * One `ptype /o` a struct, kept as a tree. gdb prints (10 and 16 differ in the width of columns; the
 * comment marks are drawn as /- and -/ here):
 *
 *   /- offset    |  size -/  type = struct kprobe {
 *   /-    0      |    16 -/    struct hlist_node {         a named struct inside, with its members
 *   /-    0      |     8 -/        struct hlist_node *next;
 *                                } hlist;                    its name; none: unnamed
 *   /-   96: 0   |     4 -/    unsigned int boostable : 1; byte: bit
 *   /-                 1 -/    unsigned char opcode;       in a union: size only
 *   /- XXX  4-byte hole  -/
 *                              /- total size (bytes):  128 -/
 *
 * Typedefs and arrays of structs are not opened: a path through them asks for their type. From gdb 12
 * on a struct that ends in a flexible array has no columns at all: then each member is measured with
 * an expression.
 */

#define MAX_DEPTH 32 /* of nested structs, and of types that a path crosses */
#define ROOT (-1)

struct node {
	char *name; /* "" if unnamed */
	char *type; /* C text without the name: "struct hlist_node", "char [48]" */
	size_t type_len; /* length of TYPE up to the dimension that an index removed; 0: all of it */
	uint64_t offset, size, elements;
	uint32_t bit, width; /* of a bit-field: width is 0 for others */
	bool pointer, array;
	bool blind; /* gdb printed no columns: offset and size are unknown */
	int parent; /* index, or ROOT */
};

struct known {
	struct known *next;
	enum pk_status status;
	uint64_t size;
	struct node *nodes;
	int nr_nodes, room_nodes;
	char name[];
};

struct pk_gdb_types {
	struct known *known; /* structs, each with its tree */
	struct known *bases; /* typedefs and enums; size is their enum nature */
	struct known *numbers; /* requests that yield a number; size is the number */
};

struct pk_gdb_types *pk_gdb_types_create(void)
{
	return calloc(1, sizeof(struct pk_gdb_types));
}

static void free_list(struct known *known)
{
	while (known) {
		struct known *next = known->next;

		for (int i = 0; i < known->nr_nodes; i++) {
			free(known->nodes[i].name);
			free(known->nodes[i].type);
		}
		free(known->nodes);
		free(known);
		known = next;
	}
}

void pk_gdb_types_destroy(struct pk_gdb_types *types)
{
	if (!types)
		return;
	free_list(types->known);
	free_list(types->bases);
	free_list(types->numbers);
	free(types);
}

static struct known *find_known(struct known *known, const char *name)
{
	while (known && strcmp(known->name, name))
		known = known->next;
	return known;
}

static struct known *new_known(struct known **list, const char *name)
{
	struct known *known = calloc(1, sizeof(*known) + strlen(name) + 1);

	if (!known)
		return NULL;
	strcpy(known->name, name);
	known->next = *list;
	*list = known;
	return known;
}

/* Only C names go out, because gdb and the shell-like parts of its commands interpret other
 * text. */
static bool c_spelling(const char *text)
{
	return *text &&
	       !text[strspn(text,
			    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ")];
}

static char *ask(const char *fmt, const char *text)
{
	char request[256];

	if (!c_spelling(text) ||
	    snprintf(request, sizeof(request), fmt, text) >= (int)sizeof(request))
		return NULL;
	return pk_gdb_ask(request);
}

static char *trim(char *text)
{
	size_t len;

	text += strspn(text, " \t");
	len = strlen(text);
	while (len && isspace((unsigned char)text[len - 1]))
		text[--len] = '\0';
	return text;
}

static struct node *add_node(struct known *known, int parent)
{
	struct node *node;

	if (!pk_grow(known->nodes, known->nr_nodes, known->room_nodes))
		return NULL;
	node = &known->nodes[known->nr_nodes++];
	memset(node, 0, sizeof(*node));
	node->parent = parent;
	return node;
}

/* Split a declaration ("void (*func)(int)", "char cb[48]", "u8 cloned : 1") into name and type. */
static bool split(char *text, struct node *node)
{
	char *colon = strstr(text, " : "), *name, *end;
	char type[PK_TYPE_NAME_MAX];

	if (colon) {
		node->width = (uint32_t)strtoul(colon + 3, NULL, 10);
		*colon = '\0';
	}
	name = strstr(text, "(*");
	node->pointer = name != NULL;
	if (name) {
		name += strspn(name, "(*");
		end = name + strcspn(name, "[)");
	} else {
		end = text + strcspn(text, "[");
		while (end > text && end[-1] == ' ')
			end--;
		name = end;
		while (name > text && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
			name--;
		node->pointer = name > text && name[-1] == '*' && *end != '[';
	}
	if (*end == '[') {
		node->array = true;
		node->pointer = false;
		node->elements = strtoull(end + 1, NULL, 10);
	}
	/* "u8 data[]" is an array of no elements, as "[0]" is */
	snprintf(type, sizeof(type), "%.*s%s%s", (int)(name - text), text,
		 !strncmp(end, "[]", 2) ? "[0" : "", end + !strncmp(end, "[]", 2));
	node->name = strndup(name, end - name);
	node->type = strdup(trim(type));
	return node->name && node->type;
}

struct parser {
	struct known *known;
	int open[MAX_DEPTH]; /* nodes of the structs that are open, outermost first */
	int depth; /* 0 before "type = struct X {" */
};

static bool parse_member(struct parser *parser, const char *columns, char *text)
{
	int parent = parser->open[parser->depth - 1];
	struct node *node = add_node(parser->known, parent);
	size_t len = strlen(text);

	if (!node)
		return false;
	node->blind = !columns;
	if (columns) {
		const char *bar = strchr(columns, '|');
		char *end;

		/* " 96: 0 | 4 " between the comment marks; a union's member has only a size. */
		if (bar) {
			node->offset = strtoull(columns, &end, 10);
			if (*end == ':')
				node->bit = (uint32_t)strtoul(end + 1, NULL, 10);
		}
		node->size = strtoull(bar ? bar + 1 : columns, NULL, 10);
	}
	if ((!columns || !strchr(columns, '|')) && parent != ROOT)
		node->offset = parser->known->nodes[parent].offset;
	if (text[len - 1] == ';') {
		text[len - 1] = '\0';
		return split(text, node);
	}
	/* "struct hlist_node {" */
	text[len - 1] = '\0';
	node->type = strdup(trim(text));
	if (!node->type || parser->depth == MAX_DEPTH)
		return false;
	parser->open[parser->depth++] = parser->known->nr_nodes - 1;
	return true;
}

/* "} hlist;", "} *pointer;", "} array[4];" */
static bool parse_close(struct parser *parser, char *text)
{
	struct node *node, rest = {0};
	bool ok;

	if (--parser->depth <= 0)
		return true;
	node = &parser->known->nodes[parser->open[parser->depth]];
	text[strcspn(text, ";")] = '\0';
	ok = split(trim(text + 1), &rest);
	if (ok) {
		node->name = rest.name;
		node->array = rest.array;
		node->pointer = rest.pointer;
		node->elements = rest.elements;
		rest.name = NULL;
	}
	free(rest.name);
	free(rest.type);
	return ok;
}

static bool parse_line(struct parser *parser, char *line)
{
	char *columns = NULL, *text = trim(line), *end;
	size_t len;

	if (!strncmp(text, "/*", 2)) {
		end = strstr(text, "*/");
		if (!end)
			return true;
		*end = '\0';
		columns = text + 2;
		text = trim(end + 2);
		columns += strspn(columns, " ");
		if (!strncmp(columns, "total size (bytes):", 19) && parser->depth == 1)
			parser->known->size = strtoull(columns + 19, NULL, 10);
	}
	len = strlen(text);
	if (!len)
		return true;
	if (!parser->depth) {
		if (text[len - 1] == '{')
			parser->open[parser->depth++] = ROOT;
		return true;
	}
	if (*text == '}')
		return parse_close(parser, text);
	if (text[len - 1] == ';' || text[len - 1] == '{')
		return parse_member(parser, columns, text);
	return true;
}

static enum pk_status parse_type(struct known *known, char *text)
{
	struct parser parser = {.known = known};

	while (text) {
		char *line = strsep(&text, "\n");

		if (!parse_line(&parser, line))
			return PK_NOMEM;
	}
	/* "type = int" opens nothing */
	return known->nr_nodes ? PK_OK : PK_ABSENT;
}

/* Before 5.6 ("ring-buffer: Rename ring_buffer to trace_buffer") perf had a struct ring_buffer too:
 * for this name, gdb searches this function's file first. */
static const char *scope_of(const char *type)
{
	return strcmp(type, "struct ring_buffer") ? NULL : "ring_buffer_lock_reserve";
}

/* The entry is made after the answer, because Ctrl-C may abort the question (see gdb.h). */
static struct known *get_type(struct pk_gdb_types *types, const char *name)
{
	struct known *known = find_known(types->known, name);
	char *text;

	if (known)
		return known;
	pk_gdb_scope(scope_of(name));
	text = ask("ptype /o %s", name);
	pk_gdb_scope(NULL);
	known = new_known(&types->known, name);
	if (known && text)
		known->status = parse_type(known, text);
	else if (known)
		known->status = pk_gdb_works() ? PK_ABSENT : PK_UNSUPPORTED;
	free(text);
	return known;
}

/* gdb's answer as a number; any other answer is remembered as a failure. */
static enum pk_status ask_number(struct pk_gdb_types *types, const char *request,
				 int64_t *ret_value)
{
	struct known *known = find_known(types->numbers, request);
	char *answer, *end;

	if (!known) {
		answer = pk_gdb_ask(request);
		known = new_known(&types->numbers, request);
		if (!known) {
			free(answer);
			return PK_NOMEM;
		}
		known->status = pk_gdb_works() ? PK_ABSENT : PK_UNSUPPORTED;
		errno = 0;
		known->size = answer ? (uint64_t)strtoll(answer, &end, 10) : 0;
		if (answer && end > answer && !*trim(end) && !errno)
			known->status = PK_OK;
		free(answer);
	}
	if (known->status == PK_OK)
		*ret_value = (int64_t)known->size;
	return known->status;
}

enum pk_status pk_gdb_type_size(struct pk_gdb_types *types, const char *type, uint64_t *ret_size)
{
	struct known *known = find_known(types->known, type);
	char request[2 * PK_TYPE_NAME_MAX];
	int64_t value;
	enum pk_status status;

	if (known && known->status == PK_OK && known->size) {
		*ret_size = known->size;
		return PK_OK;
	}
	if (!c_spelling(type))
		return PK_ABSENT;
	snprintf(request, sizeof(request), "output/d sizeof(%.*s)", PK_TYPE_NAME_MAX, type);
	pk_gdb_scope(scope_of(type));
	status = ask_number(types, request, &value);
	pk_gdb_scope(NULL);
	if (status == PK_OK)
		*ret_size = (uint64_t)value;
	return status;
}

static int find_child(const struct known *known, int parent, const char *name, size_t len,
		      int depth)
{
	for (int i = parent + 1; i < known->nr_nodes && depth < MAX_DEPTH; i++) {
		const struct node *node = &known->nodes[i];
		int inner;

		if (node->parent != parent || !node->name)
			continue;
		if (node->name[0] ? !strncmp(node->name, name, len) && !node->name[len] : false)
			return i;
		inner = node->name[0] ? ROOT : find_child(known, i, name, len, depth + 1);
		if (inner != ROOT)
			return inner;
	}
	return ROOT;
}

/* The type without arrays and qualifiers: "const struct a [4]" is "struct a". */
static void base_of(const char *type, char *base, size_t size)
{
	static const char *const words[] = {"const ", "volatile "};

	for (size_t i = 0; i < 2; i++)
		if (!strncmp(type, words[i], strlen(words[i]))) {
			type += strlen(words[i]);
			i = (size_t)-1;
		}
	snprintf(base, size, "%.*s", (int)strcspn(type, "[*("), type);
	trim(base);
}

static bool signed_word(const char *base)
{
	static const char *const words[] = {"char",	     "signed char", "short",	 "int",
					    "long",	     "long long",   "short int", "long int",
					    "long long int", NULL};

	for (const char *const *word = words; *word; word++)
		if (!strcmp(base, *word))
			return true;
	return false;
}

enum nature { PLAIN, SIGNED, POINTER };

/* What a typedef or enum resolves to. An enum is signed if gdb shows a negative value. */
static enum nature nature_of_answer(char *answer)
{
	char *text = answer ? trim(answer) : "";
	size_t len = strlen(text);

	if (strncmp(text, "type = ", 7))
		return PLAIN;
	text += 7;
	len -= 7;
	if (strstr(text, "(*") || (len && text[len - 1] == '*'))
		return POINTER;
	if (signed_word(text) || (!strncmp(text, "enum", 4) && strstr(text, " = -")))
		return SIGNED;
	return PLAIN;
}

static enum nature nature_of(struct pk_gdb_types *types, const char *type)
{
	char base[PK_TYPE_NAME_MAX];
	struct known *known;
	char *answer;

	base_of(type, base, sizeof(base));
	if (signed_word(base))
		return SIGNED;
	if (!strncmp(base, "unsigned ", 9) || !strncmp(base, "struct ", 7) ||
	    !strncmp(base, "union ", 6) || !strcmp(base, "struct") || !strcmp(base, "union"))
		return PLAIN;
	known = find_known(types->bases, base);
	if (known)
		return (enum nature)known->size;
	answer = ask("ptype %s", base);
	known = new_known(&types->bases, base);
	if (known)
		known->size = nature_of_answer(answer);
	free(answer);
	return known ? (enum nature)known->size : PLAIN;
}

/* Offset and size of PATH in TYPE, for members without columns. */
static enum pk_status measure(struct pk_gdb_types *types, const char *type, const char *path,
			      struct node *node)
{
	char request[4 * PK_TYPE_NAME_MAX];
	int64_t offset, size;
	enum pk_status status;

	/* gdb does not tell where in its unit a bit-field lies; and the caller adds indices
	 * itself */
	if (node->width || strchr(path, '[') || strlen(path) > PK_TYPE_NAME_MAX)
		return PK_UNSUPPORTED;
	snprintf(request, sizeof(request), "output/d (long)&((%s *)0)->%s", type, path);
	status = ask_number(types, request, &offset);
	if (status != PK_OK)
		return status;
	snprintf(request, sizeof(request), "output/d sizeof(((%s *)0)->%s)", type, path);
	/* a flexible array has no size */
	if (ask_number(types, request, &size) != PK_OK)
		size = 0;
	node->offset = (uint64_t)offset;
	node->size = (uint64_t)size;
	return PK_OK;
}

static bool describe(struct pk_gdb_types *types, const struct known *known, const struct node *node,
		     uint64_t base, struct pk_member *ret_member)
{
	bool outer = strchr(node->type, '*') != NULL; /* a pointer, or an array of them */
	enum nature nature = outer ? PLAIN : nature_of(types, node->type);
	struct pk_member member = {
		.offset = base + node->offset,
		.size = node->size,
		.elements = node->elements,
		.is_pointer = node->pointer || (nature == POINTER && !node->array),
		.is_array = node->array,
		.is_signed = nature == SIGNED,
	};

	snprintf(member.type, sizeof(member.type), "%.*s",
		 node->type_len ? (int)node->type_len : -1, node->type);
	if (node->width && !pk_bitfield(&member, 8 * (base + node->offset) + node->bit, node->width,
					base + known->size, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		return false;
	*ret_member = member;
	return true;
}

/* "[3]" at *PATH moves BASE to that element. NODE becomes the element, unless that is an array. Of a flexible array the
 * first element can be passed through, where it is a struct. */
static bool step_index(struct node *node, const char **path, uint64_t *base)
{
	const char *dimension = strchr(node->type, '[');
	uint64_t index, size;
	char *end;

	if (**path != '[')
		return true;
	index = strtoull(*path + 1, &end, 10);
	if (!strncmp(end, "].", 2) && !index && node->array && !node->elements) {
		*path = end + 1;
		return true;
	}
	if (*end != ']' || !node->elements || index >= node->elements)
		return false;
	size = node->size / node->elements;
	*base += index * size;
	*path = end + 1;
	if (dimension && !strchr(dimension + 1, '[')) {
		while (dimension > node->type && dimension[-1] == ' ')
			dimension--;
		node->type_len = (size_t)(dimension - node->type);
		node->pointer = dimension > node->type && dimension[-1] == '*';
		node->size = size;
		node->elements = 0;
		node->array = false;
	}
	return true;
}

/* A step on the path: the type it has reached, and where that starts in the first type. */
struct walk {
	struct known *known;
	int at; /* node inside known, or ROOT */
	uint64_t base;
	const char *inside; /* the part of the path from where KNOWN was entered */
};

/* Resolves the next component of PATH, from WALK on. *RET_NODE is a copy with offset and size. */
static enum pk_status step(struct pk_gdb_types *types, struct walk *walk, const char **path,
			   struct node *ret_node)
{
	size_t len = strcspn(*path, ".[");
	char prefix[PK_TYPE_NAME_MAX];
	enum pk_status status = PK_OK;

	walk->at = find_child(walk->known, walk->at, *path, len, 0);
	if (walk->at == ROOT)
		return PK_ABSENT;
	*ret_node = walk->known->nodes[walk->at];
	*path += len;
	if (ret_node->blind) {
		snprintf(prefix, sizeof(prefix), "%.*s", (int)(*path - walk->inside), walk->inside);
		status = measure(types, walk->known->name, prefix, ret_node);
	}
	if (status == PK_OK && !step_index(ret_node, path, &walk->base))
		status = PK_ABSENT;
	return status;
}

enum pk_status pk_gdb_member(struct pk_gdb_types *types, const char *type, const char *path,
			     struct pk_member *ret_member)
{
	struct walk walk = {get_type(types, type), ROOT, 0, path};
	char name[PK_TYPE_NAME_MAX];

	for (int i = 0; i < MAX_DEPTH; i++) {
		struct node node;
		enum pk_status status;

		if (!walk.known)
			return PK_NOMEM;
		if (walk.known->status != PK_OK)
			return walk.known->status;
		status = step(types, &walk, &path, &node);
		if (status != PK_OK)
			return status;
		if (!*path)
			return describe(types, walk.known, &node, walk.base, ret_member)
				       ? PK_OK
				       : PK_CORRUPT;
		path++;
		/* opened in place; otherwise a type to look up */
		if (walk.at + 1 < walk.known->nr_nodes &&
		    walk.known->nodes[walk.at + 1].parent == walk.at)
			continue;
		walk.base += node.offset;
		base_of(node.type, name, sizeof(name));
		walk.known = get_type(types, name);
		walk.at = ROOT;
		walk.inside = path;
	}
	return PK_ABSENT;
}

enum pk_status pk_gdb_enumerator(struct pk_gdb_types *types, const char *name, int64_t *ret_value)
{
	char request[2 * PK_TYPE_NAME_MAX];

	if (!c_spelling(name))
		return PK_ABSENT;
	snprintf(request, sizeof(request), "output/d %.*s", PK_TYPE_NAME_MAX, name);
	return ask_number(types, request, ret_value);
}

/* gdb prints the name, or the number, or names joined with "|". */
enum pk_status pk_gdb_enum_name(struct pk_gdb_types *types, const char *tag, int64_t value,
				char *buf, size_t size)
{
	char text[PK_TYPE_NAME_MAX], *answer, *name;
	enum pk_status status = PK_ABSENT;

	(void)types;
	if (!strncmp(tag, "enum ", 5))
		tag += 5;
	if (!c_spelling(tag) || snprintf(text, sizeof(text), "output (enum %s)%lld", tag,
					 (long long)value) >= (int)sizeof(text))
		return PK_ABSENT;
	answer = pk_gdb_ask(text);
	if (!answer)
		return pk_gdb_works() ? PK_ABSENT : PK_UNSUPPORTED;
	name = trim(answer);
	if (c_spelling(name) && !isdigit((unsigned char)*name) && !strchr(name, ' ')) {
		snprintf(buf, size, "%s", name);
		status = PK_OK;
	}
	free(answer);
	return status;
}
