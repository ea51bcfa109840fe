// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include "core/context.h"
#include "render/out.h"

static void render_holders(struct pk_out *out, const struct pk_device_refs *refs)
{
	PK_OUT_ARRAY(out, "holders");
	for (int i = 0; i < PK_NR_REFS; i++) {
		if (!refs->holders[i].nr)
			continue;
		PK_OUT_OBJECT(out, NULL);
		pk_out_uint(out, "references", "  %6llu", refs->holders[i].nr);
		pk_out_str(out, "holder", "  %s", pk_ref_kind_name(i));
		/* The device itself tells nothing. */
		pk_out_addr(out, "example",
			    refs->holders[i].example == refs->addr ? NULL : "  %llx",
			    refs->holders[i].example);
		pk_out_text(out, "\n");
	}
}

/* --- the kernel's tracker ------------------------------------------------------------------------------- */

#define BRIEF_FUNCS 3 /* of a stack, on a line without -v */

static void render_stacks(struct pk_out *out, const char *key, const char *title,
			  const struct pk_ref_stacks *stacks, unsigned nr_funcs)
{
	if (title && stacks->total)
		pk_out_text(out, "%s", title);
	PK_OUT_ARRAY(out, key);
	for (size_t i = 0; i < stacks->nr; i++) {
		const struct pk_ref_stack *stack = &stacks->list[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_uint(out, "references", title ? "  %6llu  " : NULL, stack->nr);
		pk_out_addr(out, "example", NULL, stack->example);
		pk_render_noted_stack(out, &stack->stack);
		for (unsigned at = 0; title && at < stack->stack.nr && at < nr_funcs; at++) {
			char func[96];

			pk_noted_func_name(stack->stack.funcs[at], func);
			pk_out_text(out, "%s%s", at ? " < " : "", func);
		}
		if (title && stack->status != PK_OK)
			pk_out_text(out, "%s: %s", stack->stack.nr ? ", the rest" : "stack",
				    pk_status_name(stack->status));
		if (title)
			pk_out_text(out, "\n");
	}
}

/* OVERPUT: references that were put more often than taken. */
static void render_tracker(struct pk_out *out, const char *key, const char *words,
			   const struct pk_ref_tracker *tracker, uint64_t overput, bool verbose)
{
	const unsigned nr_funcs = verbose ? PK_NOTED_FUNCS : BRIEF_FUNCS;
	enum pk_status status = tracker->status == PK_OK ? tracker->taken.status : tracker->status;

	if (tracker->status == PK_ABSENT) {
		pk_out_null(out, key);
		return;
	}
	PK_OUT_OBJECT(out, key);
	pk_out_str(out, "lacks", NULL, status == PK_OK ? NULL : pk_status_name(status));
	pk_out_text(out, "  %s", words);
	pk_out_uint(out, "tracked", ": %llu", tracker->taken.total);
	pk_out_uint_if(out, "not_tracked", tracker->not_tracked ? ", and %llu untracked" : NULL,
		       !tracker->broken, tracker->not_tracked);
	if (tracker->broken)
		pk_out_text(out, "; of those that are not tracked more were put than taken");
	pk_out_uint(out, "put_too_often", overput ? "; %llu put too often" : NULL, overput);
	pk_out_text(out, "%s%s\n", status == PK_OK ? "" : "; not all: ",
		    status == PK_OK ? "" : pk_status_name(status));
	render_stacks(out, "taken", "", &tracker->taken, nr_funcs);
	render_stacks(out, "put", overput ? "  put before that, by\n" : NULL, &tracker->put,
		      nr_funcs);
}

void pk_render_net_refs(struct pk_out *out, const struct pk_net_refs *refs, bool verbose)
{
	PK_OUT_RECORD(out, "namespace_references");
	pk_out_netns(out, "netns", "netns %llu", refs->netns);
	pk_out_addr(out, "net", "  %llx\n", refs->net);
	render_tracker(out, "counted", "tracked by the kernel", &refs->counted, 0, verbose);
	render_tracker(out, "others", "tracked, and not counted", &refs->others, 0, verbose);
}

/* What this kernel has and could not be searched: the same for all devices of one search. Text says it once. */
static void render_not_searched(struct pk_out *out, const struct pk_device_refs_view *view)
{
	bool any = false;

	pk_out_array_begin(out, "not_searched");
	for (int i = 0; i < PK_NR_REFS; i++) {
		enum pk_status why = view->accounts->searched[i];

		if (why == PK_OK || why == PK_ABSENT)
			continue;
		pk_out_object_begin(out, NULL);
		if (view->last)
			pk_out_text(out, any ? ", " : "not searched, or not all: ");
		pk_out_str(out, "holder", view->last ? "%s" : NULL, pk_ref_kind_name(i));
		pk_out_str(out, "why", view->last ? " (%s)" : NULL, pk_status_name(why));
		pk_out_object_end(out);
		any = true;
	}
	pk_out_array_end(out);
	if (any && view->last)
		pk_out_text(out, "\n");
}

static void render_task(struct pk_out *out, const struct pk_task *task)
{
	pk_out_str(out, "comm", "%s", task->comm);
	pk_out_int(out, "pid", " (PID %lld)", task->pid);
	pk_out_addr(out, "task", NULL, task->addr);
}

static void render_behind(struct pk_out *out, const struct pk_device_refs_view *view)
{
	const bool any = view->wait && view->wait->ends_net;
	const struct pk_device_waits *waits = view->waits;

	pk_out_array_begin(out, "behind_netns");
	for (size_t i = 0; any && i < waits->nr_nets; i++) {
		PK_OUT_OBJECT(out, NULL);
		pk_out_text(out, "  behind it: a namespace that is to end");
		pk_out_netns(out, "netns", ", %llu", waits->nets[i].inum);
		pk_out_addr(out, "net", "  %llx\n", waits->nets[i].net);
	}
	pk_out_array_end(out);
	if (any && waits->nets_status != PK_OK)
		pk_out_text(out, "  behind it: namespaces that are to end: %s\n",
			    pk_status_name(waits->nets_status));
	PK_OUT_ARRAY(out, "behind_tasks");
	for (size_t i = 0; any && i < waits->nr_tasks; i++) {
		PK_OUT_OBJECT(out, NULL);
		pk_out_text(out, "  behind it: ");
		render_task(out, &waits->tasks[i]);
		pk_out_text(out, ", for pernet_ops_rwsem\n");
	}
}

void pk_render_device_refs(struct pk_out *out, const struct pk_device_refs_view *view)
{
	const struct pk_device_refs *refs = view->refs;
	const bool known = refs->reg_state.status == PK_OK;
	struct pk_figure left;
	const struct pk_device_wait *wait = view->wait;

	PK_OUT_RECORD(out, "device_references");
	pk_out_str(out, "name", "%s", refs->name[0] ? refs->name : NULL);
	if (!refs->name[0])
		pk_out_text(out, "(no name)");
	pk_out_netns(out, "netns", "  netns %llu", refs->netns);
	pk_out_addr(out, "net_device", "  %llx", refs->addr);
	pk_out_str(out, "reg_state", "  %s",
		   known ? pk_reg_state_name(refs->reg_state.value) : NULL);
	pk_render_figure(out, "refcount", "  references: ", &refs->count, "");
	pk_out_text(out, "\n");
	render_holders(out, refs);
	left = pk_refs_unexplained(refs);
	pk_out_figure(out, "unexplained", left.value ? "  %6llu  held by nobody known\n" : NULL,
		      &left);
	if (refs->count.status == PK_OK && left.status != PK_OK)
		pk_out_text(out, "  more holders were found than there are references: some were "
				 "changing\n");

	render_tracker(out, "tracker", "tracked by the kernel", &refs->tracker,
		       pk_refs_overput(refs), view->verbose);
	if (!wait) {
		pk_out_null(out, "wait");
	} else {
		PK_OUT_OBJECT(out, "wait");
		pk_out_text(out, "  waits for the last of them: ");
		render_task(out, &wait->task);
		pk_out_str(out, "call", " in %s", wait->call);
		pk_out_bool(out, "ends_netns", wait->ends_net);
		pk_out_text(out, "%s", wait->ends_net ? ", to end its namespace" : "");
		pk_out_figure(out, "for_s", ", for %llu s at least", &view->for_s);
		pk_out_uint_if(out, "said", "; the log: %llu reference(s)", view->said,
			       view->said ? view->said->count : 0);
		pk_out_text(out, "\n");
	}

	render_behind(out, view);
	render_not_searched(out, view);
}
