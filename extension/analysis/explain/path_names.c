// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/path.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/trace/event_format.h"

/* Names of ADDRS, innermost first, up to the first that has none. */
static void name_around(struct pk_call_names *names, const uint64_t *addrs, uint32_t nr,
			const struct pk_call_name **ret_names)
{
	for (uint32_t i = 0; i < nr && addrs[i]; i++) {
		const struct pk_call_name *name = pk_call_name(names, addrs[i]);

		if (!name || !name->known)
			break;
		ret_names[i] = name;
	}
}

static void name_task(struct pk_call_names *names, const struct pk_piece *piece,
		      struct pk_path_task *task)
{
	task->known =
		pk_comm_saved(names->ctx, piece->pid, task->comm, sizeof(task->comm)) == PK_OK;
}

static enum pk_status make_spans(struct pk_call_names *names, struct pk_path *path)
{
	path->spans = calloc(path->nr_pieces + 1, sizeof(*path->spans));
	if (!path->spans)
		return pk_fail(names->ctx, PK_NOMEM, "spans of %u pieces", path->nr_pieces);
	for (uint32_t i = 0; i < path->nr_pieces; i++) {
		const struct pk_piece *piece = path->pieces[i].piece;
		struct pk_path_span *span = &path->spans[path->nr_spans];

		if (i && pk_same_span(piece - 1, piece)) {
			span[-1].nr++;
			continue;
		}
		span->first = i;
		span->nr = 1;
		name_task(names, piece, &span->task);
		if (piece->under)
			name_around(names, piece->under, PK_PIECE_UNDER, span->under);
		path->nr_spans++;
	}
	return PK_OK;
}

static enum pk_status name_callers(struct pk_call_names *names, const struct pk_trail *trail,
				   struct pk_path *path)
{
	path->callers = calloc(trail->nr_steps + 1, sizeof(*path->callers));
	if (!path->callers)
		return pk_fail(names->ctx, PK_NOMEM, "callers at %u steps", trail->nr_steps);
	for (uint32_t i = 0; i < trail->nr_steps; i++)
		if (trail->steps[i].callers)
			name_around(names, trail->steps[i].callers, PK_STEP_CALLERS,
				    path->callers[i]);
	return PK_OK;
}

enum pk_status pk_path_names_find(struct pk_call_names *names, const struct pk_trail *trail,
				  struct pk_path *path)
{
	enum pk_status status = make_spans(names, path);

	for (uint32_t i = 0; i < path->nr_pieces; i++)
		if (!path->pieces[i].root && path->pieces[i].piece->func)
			path->pieces[i].lost = pk_call_name(names, path->pieces[i].piece->func);
	if (trail->irq) {
		path->irq = pk_call_name(names, trail->irq->func);
		name_task(names, trail->irq, &path->irq_task);
	}
	return status == PK_OK ? name_callers(names, trail, path) : status;
}
