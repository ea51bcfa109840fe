// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Type ids and string offsets continue from vmlinux to each module:
 *
 *	types	1 .. n - 1 vmlinux	n .. m - 1 a module	n .. another module
 *	strings	0 .. s - 1		s ..			s ..
 *
 * Each layer is a BTF file of its own; pk_btf_create() has checked that its parts lie inside.
 */
#include "kernel/btf_func.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "kernel/btf_internal.h"

#define MAX_LAYERS 4096
#define NONE UINT32_MAX

struct layer {
	struct pk_btf *btf;
	uint32_t start_id, start_str;
	uint32_t *hash; /* owned: FUNCs by name; first, then next by local id */
	uint32_t mask;
};

struct pk_btf_funcs {
	struct layer *layers;
	uint32_t nr_layers, word_size;
};

struct pk_btf_funcs *pk_btf_funcs_create(uint32_t word_size)
{
	struct pk_btf_funcs *funcs = calloc(1, sizeof(*funcs));

	if (funcs)
		funcs->word_size = word_size;
	return funcs;
}

void pk_btf_funcs_destroy(struct pk_btf_funcs *funcs)
{
	if (!funcs)
		return;
	for (uint32_t i = 0; i < funcs->nr_layers; i++) {
		pk_btf_destroy(funcs->layers[i].btf);
		free(funcs->layers[i].hash);
	}
	free(funcs->layers);
	free(funcs);
}

/* A string of LAYER, or of vmlinux below it. */
static const char *string(const struct pk_btf_funcs *funcs, const struct layer *layer,
			  uint32_t offset)
{
	if (offset < layer->start_str) {
		layer = &funcs->layers[0];
		if (layer->start_str)
			return "";
	} else {
		offset -= layer->start_str;
	}
	return offset < layer->btf->strings_len ? layer->btf->strings + offset : "";
}

/* Type ID as LAYER sees it, with the layer that contains it. False: void, or damage. */
static bool unpack(const struct pk_btf_funcs *funcs, const struct layer **layer, uint32_t id,
		   struct pk_btf_type *type)
{
	if (id < (*layer)->start_id)
		*layer = &funcs->layers[0];
	if (id < (*layer)->start_id || id - (*layer)->start_id >= (*layer)->btf->nr_types - 1)
		return false;
	pk_btf_unpack((*layer)->btf, id - (*layer)->start_id + 1, type);
	type->name =
		string(funcs, *layer, pk_btf_u32((*layer)->btf, (*layer)->btf->types[type->id]));
	return true;
}

/* From the last type to the first: of equal names, the kernel takes the first. */
static enum pk_status index_funcs(const struct pk_btf_funcs *funcs, struct layer *layer)
{
	uint32_t nr = layer->btf->nr_types, buckets = 1024;

	while (buckets < nr && buckets < 1u << 30)
		buckets *= 2;
	layer->mask = buckets - 1;
	layer->hash = malloc(((size_t)buckets + nr) * sizeof(*layer->hash));
	if (!layer->hash)
		return PK_NOMEM;
	memset(layer->hash, 0xff, (size_t)buckets * sizeof(*layer->hash));
	for (uint32_t id = nr - 1; id > 0; id--) {
		const struct layer *of = layer;
		struct pk_btf_type type;
		uint32_t bucket;

		if (!unpack(funcs, &of, id - 1 + layer->start_id, &type) ||
		    type.kind != PK_KIND_FUNC)
			continue;
		bucket = pk_hash_name(type.name) & layer->mask;
		layer->hash[buckets + id] = layer->hash[bucket];
		layer->hash[bucket] = id;
	}
	return PK_OK;
}

enum pk_status pk_btf_funcs_add(struct pk_btf_funcs *funcs, void *data, size_t len,
				uint32_t start_id, uint32_t start_str)
{
	struct layer layer = {.start_id = start_id, .start_str = start_str}, *layers;
	enum pk_status status;

	if (!start_id || start_id > INT32_MAX || funcs->nr_layers == MAX_LAYERS) {
		free(data);
		return PK_CORRUPT;
	}
	status = pk_btf_create(data, len, funcs->word_size, &layer.btf);
	if (status != PK_OK) {
		free(data);
		return status;
	}
	layers = realloc(funcs->layers, ((size_t)funcs->nr_layers + 1) * sizeof(*layers));
	if (!layers) {
		pk_btf_destroy(layer.btf);
		return PK_NOMEM;
	}
	funcs->layers = layers;
	layers[funcs->nr_layers] = layer;
	status = index_funcs(funcs, &layers[funcs->nr_layers]);
	if (status != PK_OK) {
		pk_btf_destroy(layer.btf);
		return status;
	}
	funcs->nr_layers++;
	return PK_OK;
}

/* FUNC, whose type is a FUNC_PROTO. */
static bool prototype(const struct pk_btf_funcs *funcs, const struct layer *layer, uint32_t local,
		      struct pk_btf_func *ret_func)
{
	struct pk_btf_type type;
	uint32_t id;

	pk_btf_unpack(layer->btf, local, &type);
	id = type.size_or_type;
	if (!unpack(funcs, &layer, id, &type) || type.kind != PK_KIND_FUNC_PROTO)
		return false;
	ret_func->layer = (uint32_t)(layer - funcs->layers);
	ret_func->proto = id;
	ret_func->nr_params = type.vlen;
	ret_func->returns = type.size_or_type;
	return true;
}

bool pk_btf_func_find(const struct pk_btf_funcs *funcs, const char *name,
		      struct pk_btf_func *ret_func)
{
	for (uint32_t i = 0; i < funcs->nr_layers; i++) {
		const struct layer *layer = &funcs->layers[i];
		uint32_t id = layer->hash[pk_hash_name(name) & layer->mask];

		for (; id != NONE; id = layer->hash[layer->mask + 1 + id]) {
			const struct layer *of = layer;
			struct pk_btf_type type;

			if (unpack(funcs, &of, id - 1 + layer->start_id, &type) &&
			    !strcmp(type.name, name))
				return prototype(funcs, layer, id, ret_func);
		}
	}
	return false;
}

static void classify(const struct pk_btf *btf, const struct pk_btf_type *type,
		     struct pk_btf_param *param)
{
	static const char *const names[PK_NR_KINDS] = {
		[PK_KIND_ARRAY] = "ARRAY",   [PK_KIND_STRUCT] = "STRUCT",
		[PK_KIND_UNION] = "UNION",   [PK_KIND_FWD] = "FWD",
		[PK_KIND_FUNC] = "FUNC",     [PK_KIND_FUNC_PROTO] = "FUNC_PROTO",
		[PK_KIND_VAR] = "VAR",	     [PK_KIND_DATASEC] = "DATASEC",
		[PK_KIND_FLOAT] = "FLOAT",   [PK_KIND_DECL_TAG] = "DECL_TAG",
		[PK_KIND_ENUM64] = "ENUM64",
	};

	switch (type->kind) {
	case PK_KIND_PTR:
		param->kind = PK_PARAM_POINTER;
		break;
	case PK_KIND_INT: /* BTF_INT_SIGNED is bit 0 of the encoding, which is bits 24 to 27 */
		param->kind =
			pk_btf_u32(btf, type->body) >> 24 & 1 ? PK_PARAM_SIGNED : PK_PARAM_UNSIGNED;
		break;
	case PK_KIND_ENUM:
		param->kind = PK_PARAM_ENUM;
		break;
	default:
		param->kind = PK_PARAM_OTHER;
		param->kind_name = names[type->kind] ? names[type->kind] : "UNKNOWN";
		param->size = type->size_or_type;
	}
}

void pk_btf_func_param(const struct pk_btf_funcs *funcs, const struct pk_btf_func *func,
		       uint32_t index, struct pk_btf_param *ret_param)
{
	const struct layer *layer = &funcs->layers[func->layer], *of = layer;
	struct pk_btf_param param = {.name = "", .kind = PK_PARAM_UNKNOWN};
	struct pk_btf_type type;
	uint32_t at, id;

	*ret_param = param;
	if (!unpack(funcs, &of, func->proto, &type) || index >= type.vlen)
		return;
	at = type.body + 8 * index;
	param.name = string(funcs, of, pk_btf_u32(of->btf, at));
	id = pk_btf_u32(of->btf, at + 4);
	for (int i = 0; i < PK_BTF_MAX_CHAIN && unpack(funcs, &of, id, &type); i++) {
		if (!pk_btf_modifies(type.kind)) {
			classify(of->btf, &type, &param);
			break;
		}
		id = type.size_or_type;
	}
	param.layer = (uint32_t)(of - funcs->layers);
	param.type = id;
	*ret_param = param;
}

/* The register's word is compared with the enumerator's 32 bits, sign-extended. */
const char *pk_btf_param_enumerator(const struct pk_btf_funcs *funcs,
				    const struct pk_btf_param *param, uint64_t value)
{
	const struct layer *layer = &funcs->layers[param->layer];
	uint64_t mask = funcs->word_size == 4 ? UINT32_MAX : UINT64_MAX;
	struct pk_btf_type type;

	if (param->kind != PK_PARAM_ENUM || !unpack(funcs, &layer, param->type, &type))
		return NULL;
	for (uint32_t i = 0; i < type.vlen; i++) {
		uint32_t at = type.body + 8 * i;
		int32_t number = (int32_t)pk_btf_u32(layer->btf, at + 4);

		if (((uint64_t)(int64_t)number & mask) == (value & mask))
			return string(funcs, layer, pk_btf_u32(layer->btf, at));
	}
	return NULL;
}
