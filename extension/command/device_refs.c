// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace devices -r`: who holds a device. */
#include "command/parts.h"

#include <string.h>

#include "analysis/explain/skbs.h"
#include "decode/net/device/device.h"
#include "decode/net/device/net_device.h"
#include "render/views.h"

struct choice {
	struct pk_ctx *ctx;
	const char *name; /* NULL: all */
	struct pk_ref_accounts accounts;
	enum pk_status status;
};

static bool is_chosen(const struct choice *choice, uint64_t addr)
{
	char name[16];

	if (!choice->name)
		return true;
	pk_net_device_name(choice->ctx, addr, name);
	return !strcmp(name, choice->name);
}

static const struct pk_device_said *said_of(const struct pk_device_saids *saids,
					    const struct pk_device_waits *waits,
					    const struct pk_device_refs *refs,
					    const struct pk_panic *panic)
{
	const struct pk_device_said *said = pk_device_said_of(saids, refs->name);

	return said && pk_device_wait_of(waits, refs->addr) &&
			       pk_device_said_is_current(saids, said, panic)
		       ? said
		       : NULL;
}

/* Of each namespace that has a device of those that are shown, once. */
static void show_nets(struct pk_ctx *ctx, struct pk_out *out,
		      const struct pk_ref_accounts *accounts, bool verbose)
{
	struct pk_address_set seen = {.slots = NULL};

	for (size_t i = 0; i < accounts->nr && !out->failed; i++) {
		struct pk_net_refs refs = {.net = accounts->list[i].net,
					   .netns = accounts->list[i].netns};

		if (!pk_address_set_add(&seen, refs.net, accounts->nr))
			continue;
		pk_ref_tracker_read(ctx, refs.net, PK_R_net_refcnt_tracker, &refs.counted);
		pk_ref_tracker_read(ctx, refs.net, PK_R_net_notrefcnt_tracker, &refs.others);
		if (refs.counted.status != PK_ABSENT || refs.others.status != PK_ABSENT)
			pk_render_net_refs(out, &refs, verbose);
		pk_ref_tracker_deinit(&refs.counted);
		pk_ref_tracker_deinit(&refs.others);
	}
	pk_address_set_deinit(&seen);
}

enum pk_status pk_device_refs_show(struct pk_ctx *ctx, struct pk_out *out, const char *name,
				   bool verbose)
{
	struct choice choice = {.ctx = ctx, .name = name};
	struct pk_device_waits waits;
	struct pk_reader r = {.ctx = ctx};

	pk_net_device_for_each (device, &r)
		if (is_chosen(&choice, device.addr))
			pk_try(&r, pk_ref_account_add(ctx, device.addr, &choice.accounts));
	choice.status = r.status;
	pk_device_waits_read(ctx, &waits);
	/* Who waits for a device has taken it from its namespace's list. */
	for (size_t i = 0; choice.status == PK_OK && i < waits.nr; i++)
		if (is_chosen(&choice, waits.list[i].device) &&
		    !pk_ref_account_of(&choice.accounts, waits.list[i].device))
			choice.status = pk_ref_account_add(choice.ctx, waits.list[i].device,
							   &choice.accounts);
	if (choice.status == PK_OK && name && !choice.accounts.nr)
		choice.status = pk_fail(ctx, PK_USAGE, "no device \"%s\"", name);
	if (choice.status == PK_OK) {
		struct pk_device_saids saids;
		struct pk_panic panic;

		pk_device_holders_search(ctx, &choice.accounts);
		pk_device_saids_read(ctx, &saids);
		if (pk_panic_find(ctx, &panic) != PK_OK)
			panic.found = false;
		for (size_t i = 0; i < choice.accounts.nr && !out->failed; i++) {
			struct pk_device_refs_view view = {.refs = &choice.accounts.list[i],
							   .accounts = &choice.accounts,
							   .waits = &waits,
							   .last = i + 1 == choice.accounts.nr,
							   .verbose = verbose};

			view.wait = pk_device_wait_of(&waits, view.refs->addr);
			view.said = said_of(&saids, &waits, view.refs, &panic);
			view.for_s = view.said ? pk_device_said_s(&saids, view.said, &panic)
					       : pk_figure_none(PK_ABSENT);
			pk_render_device_refs(out, &view);
		}
		show_nets(ctx, out, &choice.accounts, verbose);
		pk_device_saids_deinit(&saids);
		if (waits.unlooked)
			pk_out_text(out,
				    "%llu task(s) that may wait for a device are not judged: their "
				    "stacks cannot be unwound\n",
				    (unsigned long long)waits.unlooked);
	}
	pk_device_waits_deinit(&waits);
	pk_ref_accounts_deinit(&choice.accounts);
	return choice.status;
}
