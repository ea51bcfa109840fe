// SPDX-License-Identifier: GPL-3.0-or-later
/* Lives of skb addresses. */
#include "analysis/engine.h"

#include <stdlib.h>
#include <string.h>

struct pk_object *pk_object_get(struct pk_engine *engine, uint64_t addr, bool create)
{
	struct pk_object *object;

	if (!addr)
		return NULL;
	object = pk_hash_get(&engine->objects, addr);
	if (object || !create)
		return object;
	object = calloc(1, sizeof(*object));
	if (!object || !pk_hash_put(&engine->objects, addr, object)) {
		free(object);
		engine->out_of_memory = true;
		return NULL;
	}
	object->addr = addr;
	object->alive = true;
	return object;
}

void pk_object_end(struct pk_object *object)
{
	if (!object || !object->alive)
		return;
	object->alive = false;
	object->ends++;
}

struct pk_object *pk_object_birth(struct pk_engine *engine, uint64_t addr)
{
	struct pk_object *object = pk_object_get(engine, addr, true);
	struct pk_packet *before;
	uint64_t serial;
	int64_t ends;

	if (!object)
		return NULL;
	/* An end that no event told of: the address could not begin again otherwise. */
	if (object->alive && (object->rx || object->tx || object->birth_seen))
		pk_object_end(object);
	ends = object->ends;
	serial = object->serial;
	before = object->answered || object->is_original || !object->tx ? object->before
									: object->tx;
	memset(object, 0, sizeof(*object));
	object->addr = addr;
	object->ends = ends;
	object->serial = serial;
	object->before = before;
	object->alive = true;
	object->birth_seen = true;
	return object;
}
