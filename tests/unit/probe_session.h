/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROBE_SESSION_H
#define PROBE_SESSION_H

#include <string.h>

#include "decode/probe/probe.h"
#include "fake_probes.h"

/** A synthetic image, and the probes that were read out of it. cmocka.h must be included before. */
struct session {
	struct fake_probes image;
	struct pk_ctx ctx;
	const struct pk_probe_list *list;
};

static inline void load(struct session *s)
{
	pk_ctx_init(&s->ctx, &s->image.fake.target);
	assert_int_equal(pk_probes_load(&s->ctx, &s->list), PK_OK);
}

static inline void end(struct session *s)
{
	pk_ctx_deinit(&s->ctx);
	fake_probes_deinit(&s->image);
}

static inline bool warned(const struct session *s, const char *text)
{
	for (unsigned i = 0; i < s->ctx.nr_warnings; i++)
		if (strstr(s->ctx.warnings[i], text))
			return true;
	return false;
}

#endif
