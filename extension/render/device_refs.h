/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_DEVICE_REFS_H
#define PK_RENDER_DEVICE_REFS_H

#include "model/device_refs.h"
#include "render/out.h"

struct pk_device_refs_view {
	const struct pk_device_refs *refs;
	const struct pk_ref_accounts *accounts; /* that REFS is of */
	const struct pk_device_wait *wait; /* NULL: nobody waits for it */
	const struct pk_device_waits *waits;
	const struct pk_device_said *said; /* NULL: the log says nothing of it */
	bool last; /* of those that are shown */
	struct pk_figure for_s; /* how long it is waited for, at least */
};

/** A device's references by holder, who waits for the last of them, and who stands behind. */
void pk_render_device_refs(struct pk_out *out, const struct pk_device_refs_view *view);

#endif
