// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about what inside the kernel uses sockets: RPC, and so NFS. */
#include "analysis/finding_rules.h"

#include <stdio.h>
#include <strings.h>

#define TASKS_SHOWN 3

/* Its oldest call that is late. */
static const struct pk_consumer_call *worst_call(const struct pk_consumers *consumers,
						 const struct pk_consumer *consumer)
{
	const struct pk_consumer_call *worst = NULL;

	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		if (call->transport == consumer->addr && call->late.status == PK_OK &&
		    call->late.value && (!worst || call->age_ms.value > worst->age_ms.value))
			worst = call;
	}
	return worst;
}

static void show_waiters(struct pk_finding *finding, const struct pk_consumers *consumers,
			 const struct pk_consumer *consumer)
{
	unsigned shown = 0;

	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		for (size_t j = 0; call->transport == consumer->addr && j < call->nr_waiters; j++)
			if (shown++ < TASKS_SHOWN)
				pk_finding_shows(finding, "task", "%.15s[%d]",
						 call->waiters[j].comm, call->waiters[j].pid);
	}
}

static void show_transport(struct pk_finding *finding, const struct pk_consumer *consumer)
{
	char state[48];

	pk_finding_shows_addr(finding, "xprt", consumer->addr);
	if (consumer->state.status == PK_OK)
		pk_finding_shows(finding, "state", "%s",
				 pk_rpc_state_text(consumer->state.value, consumer->new_bits, state,
						   sizeof(state)));
	if (consumer->netns)
		pk_finding_shows_uint(finding, "netns", consumer->netns);
	if (!consumer->sk)
		return;
	pk_finding_shows_addr(finding, "sk", consumer->sk);
	if (consumer->sock_status == PK_OK)
		pk_finding_shows(finding, "packets", "pkttrace last 'port %u and port %u'",
				 consumer->sock.tuple.sport, consumer->port);
}

static void found_hung(struct pk_judge *judge, const struct pk_consumer *consumer,
		       const struct pk_consumer_call *call)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;
	bool is_nfs = !strcasecmp(call->program, "nfs");
	struct pk_finding *finding;
	char server[64], age[48] = "", waiters[48] = "";

	if (call->age_ms.status == PK_OK)
		snprintf(age, sizeof(age), " for %llu s",
			 (unsigned long long)call->age_ms.value / 1000);
	if (consumer->nr_waiters)
		snprintf(waiters, sizeof(waiters), "; %zu task%s", consumer->nr_waiters,
			 consumer->nr_waiters == 1 ? " waits" : "s wait");
	finding =
		pk_judge_found(judge, "consumers -v",
			       "the %s transport to %s has had %zu request%s without an answer%s%s",
			       is_nfs		  ? "NFS"
			       : call->program[0] ? call->program
						  : "RPC",
			       pk_endpoint_text(consumer->family, consumer->server, consumer->port,
						server, sizeof(server)),
			       consumer->nr_late, consumer->nr_late == 1 ? "" : "s", age, waiters);
	pk_finding_shows_uint(finding, "late", consumer->nr_late);
	pk_finding_shows_uint(finding, "calls", consumer->nr_calls);
	pk_finding_shows(finding, "procedure", "%.40s", call->procedure);
	pk_finding_shows(finding, "xid", "0x%08x", call->xid);
	if (call->age_ms.status == PK_OK)
		pk_finding_shows_uint(finding, "age_ms", call->age_ms.value);
	if (call->sends.status == PK_OK)
		pk_finding_shows_uint(finding, "sends", call->sends.value);
	show_waiters(finding, consumers, consumer);
	show_transport(finding, consumer);
}

/* rpc_check_timeout(): xprt_adjust_timeout() finds rq_majortimeo passed, and the server is said not to respond. */
void pk_judge_transports(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;

	if (consumers->status == PK_ABSENT)
		return;
	if (consumers->status != PK_OK)
		pk_judge_unknown(judge, "RPC transports", consumers->status);
	if (!consumers->nr || !pk_judge_stood_still(judge))
		return;
	for (size_t i = 0; i < consumers->nr; i++) {
		const struct pk_consumer_call *call = worst_call(consumers, &consumers->list[i]);

		if (call)
			found_hung(judge, &consumers->list[i], call);
		else
			pk_judge_clear(judge);
	}
	for (size_t i = 0; i < consumers->nr_calls; i++)
		if (consumers->calls[i].transport && consumers->calls[i].late.status != PK_OK)
			pk_judge_unknown(judge, "jiffies", consumers->calls[i].late.status);
}
