// SPDX-License-Identifier: GPL-3.0-or-later
/* Consumers of sockets inside the kernel: a table of kinds, and sums of all. */
#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "decode/consumer/consumer_private.h"

static const struct pk_consumer_source *const sources[PK_NR_CONSUMER_KINDS] = {
	[PK_CONSUMER_RPC] = &pk_consumer_rpc,	  [PK_CONSUMER_NVME] = &pk_consumer_nvme,
	[PK_CONSUMER_ISCSI] = &pk_consumer_iscsi, [PK_CONSUMER_SMB] = &pk_consumer_smb,
	[PK_CONSUMER_RDS] = &pk_consumer_rds,	  [PK_CONSUMER_CEPH] = &pk_consumer_ceph,
};

/* One that waits for several calls of a consumer is one task. */
static size_t new_waiters(struct pk_hash *seen, const struct pk_consumer_call *call)
{
	size_t nr = 0;

	for (size_t i = 0; i < call->nr_waiters; i++)
		if (!pk_hash_get(seen, call->waiters[i].task) &&
		    pk_hash_put(seen, call->waiters[i].task, (void *)call))
			nr++;
	return nr;
}

static void count_consumer(const struct pk_consumers *consumers, struct pk_consumer *consumer)
{
	struct pk_hash seen = {0};

	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		if (!call->transport || call->transport != consumer->addr)
			continue;
		consumer->nr_waiters += new_waiters(&seen, call);
		if (call->waits_for)
			continue;
		consumer->nr_calls++;
		consumer->nr_late += call->late.status == PK_OK && call->late.value;
		if (call->age_ms.status == PK_OK &&
		    (consumer->oldest_ms.status != PK_OK ||
		     call->age_ms.value > consumer->oldest_ms.value))
			consumer->oldest_ms = call->age_ms;
	}
	pk_hash_deinit(&seen, NULL);
}

static void count_controller(const struct pk_consumers *consumers, struct pk_controller *controller)
{
	struct pk_hash seen = {0};

	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		if (!call->controller || call->controller != controller->addr)
			continue;
		controller->nr_waiters += new_waiters(&seen, call);
		if (call->waits_for)
			continue;
		controller->nr_calls++;
		controller->nr_late += call->late.status == PK_OK && call->late.value;
	}
	pk_hash_deinit(&seen, NULL);
}

/* What a consumer counts is what is known: a call whose waiters could not be read has none. */
static void warn_of_unread_waiters(struct pk_ctx *ctx, const struct pk_consumers *consumers)
{
	enum pk_status why = PK_OK;
	size_t nr = 0;

	for (size_t i = 0; i < consumers->nr_calls; i++) {
		enum pk_status status = consumers->calls[i].waiters_status;

		if (status == PK_OK || status == PK_ABSENT)
			continue;
		why = status;
		nr++;
	}
	if (nr)
		pk_warn(ctx, "which tasks wait for %zu of %zu requests is not known: %s", nr,
			consumers->nr_calls, pk_status_name(why));
}

void pk_consumers_read(struct pk_ctx *ctx, struct pk_consumers *ret_consumers)
{
	struct pk_consumer_walk walk = {.ctx = ctx, .r = {.ctx = ctx}, .consumers = ret_consumers};
	enum pk_status status;

	memset(ret_consumers, 0, sizeof(*ret_consumers));
	for (unsigned i = 0; i < PK_NR_CONSUMER_KINDS; i++) {
		char *lack = ret_consumers->kinds[i].lack;

		walk.kind = i;
		walk.r.status = PK_OK;
		status = sources[i]->read(&walk);
		if (status == PK_OK)
			continue;
		ret_consumers->kinds[i].status = status;
		snprintf(lack, sizeof(ret_consumers->kinds[i].lack), "%.150s",
			 status == PK_ABSENT ? sources[i]->name : pk_error(ctx));
	}
	warn_of_unread_waiters(ctx, ret_consumers);
	for (size_t i = 0; i < ret_consumers->nr; i++)
		count_consumer(ret_consumers, &ret_consumers->list[i]);
	for (size_t i = 0; i < ret_consumers->nr_controllers; i++)
		count_controller(ret_consumers, &ret_consumers->controllers[i]);
	pk_sleepers_deinit(&walk.sleepers);
}
