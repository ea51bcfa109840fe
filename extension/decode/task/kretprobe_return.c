// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Return addresses that return probes have taken away. Instances, newest first:
 *
 *   up to 5.10	kretprobe_inst_table[64], by task -> kretprobe_instance { ret_addr, task, fp }
 *   5.11	task_struct.kretprobe_instances -> kretprobe_instance.llist { ret_addr, fp }
 *   6.0, x86	task_struct.rethooks -> rethook_node.llist { ret_addr, frame }
 *
 * fp, frame: where on the stack the address was; 0 on ppc64 up to the rethooks of 6.13, and then only a task's single open
 * one is known. Several return probes of one function have one slot, and all but
 * one of them have taken the trampoline of another.
 */
#include "decode/task/stack.h"

#include "core/layout.h"
#include "decode/list.h"

#define TABLE_SIZE 64 /* KPROBE_TABLE_SIZE since 2.6 */

/* One of the three forms. */
struct form {
	enum pk_row_id link, task, ret, frame;
	bool has_task;
};

static const struct form hashed = {PK_R_kretprobe_instance_hlist, PK_R_kretprobe_instance_task,
				   PK_R_kretprobe_instance_ret, PK_R_kretprobe_instance_fp, true};
static const struct form listed = {PK_R_kretprobe_instance_llist, 0, PK_R_kretprobe_instance_ret,
				   PK_R_kretprobe_instance_fp, false};
static const struct form hooked = {PK_R_rethook_node_llist, 0, PK_R_rethook_node_ret,
				   PK_R_rethook_node_frame, false};

struct search {
	struct pk_ctx *ctx;
	const struct form *form;
	uint64_t task, slot, trampoline, link, ret;
	uint64_t unplaced; /* the address that an instance of no place holds */
	unsigned nr_unplaced;
};

/* The instances from FIRST on. What cannot be read is not found: the stack then says what it did before. */
static void search_list(struct search *search, uint64_t first)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_reader r = {.ctx = ctx};

	pk_hlist_for_each_from (node, &r, first) {
		uint64_t instance = node - search->link, place, value;

		if (search->form->has_task &&
		    (pk_member_uint(ctx, instance, search->form->task, &value) != PK_OK ||
		     value != search->task))
			continue;
		if (pk_member_uint(ctx, instance, search->form->frame, &place) != PK_OK ||
		    (place && place != search->slot))
			continue;
		if (pk_member_uint(ctx, instance, search->form->ret, &value) != PK_OK ||
		    value == search->trampoline)
			continue;
		if (place) {
			search->ret = value;
			break;
		}
		search->unplaced = value;
		search->nr_unplaced++;
	}
}

bool pk_kretprobe_return(struct pk_ctx *ctx, const struct pk_task *task, uint64_t slot,
			 uint64_t *pc)
{
	struct search search = {.ctx = ctx, .task = task->addr, .slot = slot};
	uint64_t where, first;

	if (!pk_has(ctx, PK_R_kretprobe_trampoline_text) ||
	    pk_row_value(ctx, PK_R_kretprobe_trampoline_text, &search.trampoline) != PK_OK ||
	    *pc != search.trampoline)
		return false;
	search.form = pk_has(ctx, PK_R_task_rethooks)	  ? &hooked
		      : pk_has(ctx, PK_R_task_kretprobes) ? &listed
							  : &hashed;
	if (pk_row_offset(ctx, search.form->link, &search.link) != PK_OK ||
	    !pk_has(ctx, search.form->ret) || !pk_has(ctx, search.form->frame))
		return false;
	if (search.form->has_task) {
		if (pk_has(ctx, search.form->task) && pk_has(ctx, PK_R_kretprobe_inst_table) &&
		    pk_row_value(ctx, PK_R_kretprobe_inst_table, &where) == PK_OK)
			for (unsigned i = 0; i < TABLE_SIZE && !search.ret; i++)
				if (pk_read_ptr(ctx, where + i * ctx->target->facts.word_size,
						&first) == PK_OK)
					search_list(&search, first);
	} else if (pk_member_uint(ctx, task->addr,
				  search.form == &hooked ? PK_R_task_rethooks
							 : PK_R_task_kretprobes,
				  &first) == PK_OK) {
		search_list(&search, first);
	}
	if (!search.ret && search.nr_unplaced == 1)
		search.ret = search.unplaced;
	if (search.ret)
		*pc = search.ret;
	return search.ret != 0;
}
