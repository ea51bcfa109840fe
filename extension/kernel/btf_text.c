// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "kernel/btf_internal.h"

/* C text of a type, inside out: DECL collects what stands around the name, BASE what comes first. */
struct decl {
	char base[PK_TYPE_NAME_MAX];
	char around[PK_TYPE_NAME_MAX];
};

static void put_front(struct decl *decl, const char *text)
{
	size_t len = strlen(text), old = strlen(decl->around);

	if (len + old >= sizeof(decl->around))
		return;
	memmove(decl->around + len, decl->around, old + 1);
	memcpy(decl->around, text, len);
}

static void put_back(struct decl *decl, const char *text)
{
	size_t len = strlen(decl->around);

	snprintf(decl->around + len, sizeof(decl->around) - len, "%s", text);
}

static void parenthesize(struct decl *decl)
{
	if (decl->around[0] != '*')
		return;
	put_front(decl, "(");
	put_back(decl, ")");
}

static void put_params(const struct pk_btf *btf, const struct pk_btf_type *proto, int depth,
		       struct decl *decl)
{
	char text[PK_TYPE_NAME_MAX];

	put_back(decl, "(");
	for (uint32_t i = 0; i < proto->vlen && strlen(decl->around) + 1 < sizeof(decl->around);
	     i++) {
		uint32_t name = pk_btf_u32(proto->btf, proto->body + 8 * i),
			 id = pk_btf_u32(proto->btf, proto->body + 8 * i + 4);

		if (depth == 2 || (!id && !name))
			snprintf(text, sizeof(text), "...");
		else
			pk_btf_type_text(btf, id, depth + 1, text, sizeof(text));
		put_back(decl, i ? ", " : "");
		put_back(decl, text);
	}
	put_back(decl, proto->vlen ? ")" : "void)");
}

/* DWARF's names of integers (which BTF took over) as C programmers write them. */
static const char *plain_name(const char *name)
{
	static const char *const names[][2] = {
		{"long unsigned int", "unsigned long"},
		{"short unsigned int", "unsigned short"},
		{"long long unsigned int", "unsigned long long"},
		{"long int", "long"},
		{"short int", "short"},
		{"long long int", "long long"},
		{"_Bool", "bool"},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i][0]))
			return names[i][1];
	return name;
}

static void put_base(struct decl *decl, const char *tag, const struct pk_btf_type *type)
{
	char qualifiers[PK_TYPE_NAME_MAX];

	memcpy(qualifiers, decl->base, sizeof(qualifiers));
	snprintf(decl->base, sizeof(decl->base), "%.31s%s%.*s", qualifiers, tag,
		 PK_TYPE_NAME_MAX - 48, type->name[0] ? plain_name(type->name) : "{...}");
}

static void put_qualifier(const struct pk_btf *btf, const struct pk_btf_type *type,
			  struct decl *decl)
{
	static const char *const words[] = {
		[PK_KIND_VOLATILE] = "volatile ", [PK_KIND_CONST] = "const "};
	struct pk_btf_type next;

	if (type->kind != PK_KIND_VOLATILE && type->kind != PK_KIND_CONST)
		return;
	if (pk_btf_has_id(btf, type->size_or_type)) {
		pk_btf_unpack(btf, type->size_or_type, &next);
		if (next.kind == PK_KIND_PTR) {
			put_front(decl, words[type->kind]);
			put_front(decl, " ");
			return;
		}
	}
	if (strlen(decl->base) + strlen(words[type->kind]) < 31)
		strcat(decl->base, words[type->kind]);
}

/* One layer of the type; false at the innermost. */
static bool put_layer(const struct pk_btf *btf, const struct pk_btf_type *type, int depth,
		      struct decl *decl)
{
	char text[16];

	switch (type->kind) {
	case PK_KIND_PTR:
		put_front(decl, "*");
		return true;
	case PK_KIND_ARRAY:
		parenthesize(decl);
		snprintf(text, sizeof(text), "[%u]", pk_btf_u32(type->btf, type->body + 8));
		put_back(decl, text);
		return true;
	case PK_KIND_FUNC_PROTO:
		parenthesize(decl);
		put_params(btf, type, depth, decl);
		return true;
	case PK_KIND_VOLATILE:
	case PK_KIND_CONST:
	case PK_KIND_RESTRICT:
	case PK_KIND_TYPE_TAG:
		put_qualifier(btf, type, decl);
		return true;
	case PK_KIND_STRUCT:
		put_base(decl, "struct ", type);
		return false;
	case PK_KIND_UNION:
		put_base(decl, "union ", type);
		return false;
	case PK_KIND_FWD:
		put_base(decl, type->flag ? "union " : "struct ", type);
		return false;
	case PK_KIND_ENUM:
	case PK_KIND_ENUM64:
		put_base(decl, "enum ", type);
		return false;
	default:
		put_base(decl, "", type);
		return false;
	}
}

void pk_btf_type_text(const struct pk_btf *btf, uint32_t id, int depth, char *buf, size_t size)
{
	struct decl decl = {"", ""};
	struct pk_btf_type type = {.name = "void"};

	for (int i = 0; i < PK_BTF_MAX_CHAIN; i++) {
		if (!pk_btf_has_id(btf, id)) {
			type.name = "void";
			put_base(&decl, "", &type);
			break;
		}
		pk_btf_unpack(btf, id, &type);
		if (!put_layer(btf, &type, depth, &decl))
			break;
		id = type.size_or_type;
		if (type.kind == PK_KIND_ARRAY)
			id = pk_btf_u32(type.btf, type.body);
	}
	snprintf(buf, size, "%s%s%s", decl.base, decl.around[0] ? " " : "", decl.around);
}
