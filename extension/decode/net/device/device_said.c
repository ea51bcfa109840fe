// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"

#define MAX_NAMES 4096
#define INT 4
#define DEFAULT_S 10 /* netdev_wait_allrefs(), up to 5.12 */
#define NSEC_PER_SEC 1000000000ull
#define NSEC_PER_SEC_AND_HALF (NSEC_PER_SEC * 3 / 2)

/* Until a run of lines is over: the next comes after EVERY_S. */
static uint64_t gap_ns(const struct pk_device_saids *saids)
{
	return (saids->every_s ? saids->every_s : 1) * NSEC_PER_SEC_AND_HALF;
}

const struct pk_device_said *pk_device_said_of(const struct pk_device_saids *saids,
					       const char *name)
{
	return pk_find(saids->list, saids->nr, !strcmp(it->name, name));
}

static struct pk_device_said *of_name(struct pk_device_saids *saids, const char *name)
{
	const struct pk_device_said *known = pk_device_said_of(saids, name);

	if (known)
		return &saids->list[known - saids->list];
	if (saids->nr == MAX_NAMES || !pk_grow(saids->list, saids->nr, saids->room))
		return NULL;
	saids->list[saids->nr] = (struct pk_device_said){.name = ""};
	snprintf(saids->list[saids->nr].name, sizeof(saids->list->name), "%s", name);
	return &saids->list[saids->nr++];
}

void pk_device_saids_read(struct pk_ctx *ctx, struct pk_device_saids *ret_saids)
{
	/* Names have no spaces (dev_valid_name()). */
	static const char format[] =
		"unregister_netdevice: waiting for %15s to become free. Usage count = %lld";
	struct pk_reader r = {.ctx = ctx};
	struct pk_figure every = pk_figure_symbol(ctx, PK_R_netdev_unregister_timeout, INT);

	*ret_saids = (struct pk_device_saids){.every_s = every.status == PK_OK ? every.value
									       : DEFAULT_S};
	pk_log_for_each (line, &r) {
		struct pk_device_said *said;
		char text[160], name[16];
		long long count;

		snprintf(text, sizeof(text), "%.*s", (int)line.len, line.text);
		if (line.from_user || sscanf(text, format, name, &count) != 2)
			continue;
		said = of_name(ret_saids, name);
		if (!said)
			break;
		if (!said->last_ns || line.ts_nsec - said->last_ns > gap_ns(ret_saids))
			said->first_ns = line.ts_nsec;
		said->last_ns = line.ts_nsec;
		said->count = (uint64_t)count;
	}
	ret_saids->status = r.status;
}

void pk_device_saids_deinit(struct pk_device_saids *saids)
{
	free(saids->list);
	*saids = (struct pk_device_saids){.status = PK_ABSENT};
}

bool pk_device_said_is_current(const struct pk_device_saids *saids,
			       const struct pk_device_said *said, const struct pk_panic *panic)
{
	return !panic->found || panic->ts_nsec < said->last_ns ||
	       panic->ts_nsec - said->last_ns <= gap_ns(saids);
}

struct pk_figure pk_device_said_s(const struct pk_device_saids *saids,
				  const struct pk_device_said *said, const struct pk_panic *panic)
{
	if (!panic->found || panic->ts_nsec < said->first_ns)
		return pk_figure_none(PK_ABSENT);
	return (struct pk_figure){PK_OK, (panic->ts_nsec - said->first_ns) / NSEC_PER_SEC +
						 saids->every_s};
}
