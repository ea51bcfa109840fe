// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about what inside the kernel uses sockets: RPC, and so NFS; NVMe by TCP; iSCSI; SMB; RDS by TCP; Ceph. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define TASKS_SHOWN 3
#define RDS_TCP_PORT 16385 /* of whoever was connected to */

/* "; 2 tasks wait", the end of a sentence; "" for none. */
static void waiting_text(size_t nr, char *buf, size_t size)
{
	buf[0] = '\0';
	if (nr)
		snprintf(buf, size, "; %zu task%s", nr, nr == 1 ? " waits" : "s wait");
}

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

/* How to see those with SERVER, if that is known (FAMILY is not 0). */
static void show_packets(struct pk_finding *finding, uint8_t family, const uint8_t *server,
			 uint16_t port)
{
	char address[64];

	if (family)
		pk_finding_shows(finding, "packets", "pkttrace last 'host %s and port %u'",
				 pk_address_text(family, server, address, sizeof(address)), port);
}

/* The first tasks that wait for calls of the transport or controller at OWNER, each once. */
static void show_waiters(struct pk_finding *finding, const struct pk_consumers *consumers,
			 uint64_t owner)
{
	uint64_t shown[TASKS_SHOWN];
	size_t nr = 0, at;

	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];
		bool is_its = call->transport == owner || call->controller == owner;

		for (size_t j = 0; is_its && j < call->nr_waiters && nr < TASKS_SHOWN; j++) {
			for (at = 0; at < nr && shown[at] != call->waiters[j].task; at++)
				;
			if (at < nr)
				continue;
			shown[nr++] = call->waiters[j].task;
			pk_finding_shows(finding, "task", "%.15s[%d]", call->waiters[j].comm,
					 call->waiters[j].pid);
		}
	}
}

static void found_hung(struct pk_judge *judge, const struct pk_consumer *consumer,
		       const struct pk_consumer_call *call)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;
	bool is_nfs = !strcasecmp(call->program, "nfs");
	struct pk_finding *finding;
	char server[64], age[48] = "", waiters[48];
	char state[48];

	if (call->age_ms.status == PK_OK)
		snprintf(age, sizeof(age), " for %llu s",
			 (unsigned long long)call->age_ms.value / 1000);
	waiting_text(consumer->nr_waiters, waiters, sizeof(waiters));
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
	show_waiters(finding, consumers, consumer->addr);
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

/* rpc_check_timeout(): xprt_adjust_timeout() finds rq_majortimeo passed, and the server is said not to respond. */
static void judge_rpc(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;
	size_t nr = 0;

	for (size_t i = 0; i < consumers->nr; i++)
		nr += consumers->list[i].type == PK_CONSUMER_RPC;
	if (!nr || !pk_judge_stood_still(judge))
		return;
	for (size_t i = 0; i < consumers->nr; i++) {
		const struct pk_consumer_call *call = worst_call(consumers, &consumers->list[i]);

		if (consumers->list[i].type != PK_CONSUMER_RPC)
			continue;
		if (call)
			found_hung(judge, &consumers->list[i], call);
		else
			pk_judge_clear(judge);
	}
	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		if (call->kind == PK_CONSUMER_RPC && call->transport && call->late.status != PK_OK)
			pk_judge_unknown(judge, "jiffies", call->late.status);
	}
}

/* --- NVMe by TCP ----------------------------------------------------------------------------------------- */

static void found_controller(struct pk_judge *judge, const struct pk_controller *controller)
{
	struct pk_finding *finding;
	char server[64], tasks[48];

	waiting_text(controller->nr_waiters, tasks, sizeof(tasks));
	pk_endpoint_text(controller->family, controller->server, controller->port, server,
			 sizeof(server));
	if (controller->lost.value)
		finding = pk_judge_found(
			judge, "consumers -v",
			"the NVMe controller nvme%u to %s has lost its connection, and is %s%s",
			controller->instance, server, controller->state, tasks);
	else
		finding = pk_judge_found(judge, "consumers -v",
					 "the NVMe controller nvme%u to %s has had %zu request%s "
					 "without an answer for longer than their timeout%s",
					 controller->instance, server, controller->nr_late,
					 controller->nr_late == 1 ? "" : "s", tasks);
	pk_finding_shows(finding, "state", "%s", controller->state ? controller->state : "?");
	if (controller->reconnects.status == PK_OK)
		pk_finding_shows_uint(finding, "reconnects", controller->reconnects.value);
	pk_finding_shows_uint(finding, "requests", controller->nr_calls);
	pk_finding_shows_uint(finding, "late", controller->nr_late);
	show_waiters(finding, &judge->scene->consumers, controller->addr);
	pk_finding_shows(finding, "nqn", "%.47s", controller->nqn);
	pk_finding_shows_addr(finding, "ctrl", controller->addr);
	show_packets(finding, controller->family, controller->server, controller->port);
}

/* nvme_tcp_error_recovery() took its queues down, or blk_mq_req_expired() is true of its requests. */
static void judge_nvme(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;

	for (size_t i = 0; i < consumers->nr_controllers; i++) {
		const struct pk_controller *controller = &consumers->controllers[i];

		if (controller->kind != PK_CONSUMER_NVME)
			continue;
		if (!pk_judge_knows(judge, "state of an NVMe controller", &controller->lost))
			continue;
		if (controller->lost.value || (controller->nr_late && pk_judge_stood_still(judge)))
			found_controller(judge, controller);
		else
			pk_judge_clear(judge);
	}
}

/* --- iSCSI ----------------------------------------------------------------------------------------------- */

static const struct pk_consumer *connection_of(const struct pk_consumers *consumers,
					       const struct pk_controller *session)
{
	return pk_find(consumers->list, consumers->nr, it->controller == session->addr);
}

/* What became of a connection that is lost: the kernel waits for another one, or has given up. */
static const char *lost_text(const struct pk_controller *session, char *buf, size_t size)
{
	const char *state = session->library_state ? session->library_state : "failed";

	if (!strcmp(state, "recovery failed"))
		return "lost its connection, and given up to wait for another";
	if (session->recovery_s.status != PK_OK || (int32_t)session->recovery_s.value <= 0)
		return "lost its connection";
	snprintf(buf, size, "lost its connection, and waits up to %u s for another",
		 (uint32_t)session->recovery_s.value);
	return buf;
}

static void found_session(struct pk_judge *judge, const struct pk_controller *session)
{
	struct pk_finding *finding;
	char server[64], text[96], tasks[48];
	const struct pk_consumer *conn;

	waiting_text(session->nr_waiters, tasks, sizeof(tasks));
	pk_endpoint_text(session->family, session->server, session->port, server, sizeof(server));
	if (session->lost.value)
		finding = pk_judge_found(
			judge, "consumers -v", "the iSCSI session session%u to %s has %s%s",
			session->instance, server, lost_text(session, text, sizeof(text)), tasks);
	else
		finding = pk_judge_found(
			judge, "consumers -v",
			"the iSCSI session session%u to %s has had %zu request%s without an answer "
			"for longer than %s timeout%s%s",
			session->instance, server, session->nr_late,
			session->nr_late == 1 ? "" : "s", session->nr_late == 1 ? "its" : "their",
			session->aborting.status == PK_OK && session->aborting.value
				? ", nor one to an abort"
				: "",
			tasks);
	conn = connection_of(&judge->scene->consumers, session);
	pk_finding_shows(finding, "state", "%s", session->state ? session->state : "?");
	if (session->connection_state)
		pk_finding_shows(finding, "connection", "%s", session->connection_state);
	if (session->ping_ms.status == PK_OK)
		pk_finding_shows_uint(finding, "ping_ms", session->ping_ms.value);
	if (session->received_ms.status == PK_OK)
		pk_finding_shows_uint(finding, "received_ms", session->received_ms.value);
	if (session->aborts.status == PK_OK)
		pk_finding_shows_uint(finding, "aborts", session->aborts.value);
	pk_finding_shows_uint(finding, "requests", session->nr_calls);
	pk_finding_shows_uint(finding, "late", session->nr_late);
	show_waiters(finding, &judge->scene->consumers, session->addr);
	pk_finding_shows(finding, "target", "%.47s", session->nqn);
	pk_finding_shows_addr(finding, "session", session->addr);
	if (conn && conn->sk)
		pk_finding_shows_addr(finding, "sk", conn->sk);
	show_packets(finding, session->family, session->server, session->port);
}

/* iscsi_conn_failure() took its connection, or blk_mq_req_expired() was true of its requests. */
static void judge_iscsi(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;

	for (size_t i = 0; i < consumers->nr_controllers; i++) {
		const struct pk_controller *session = &consumers->controllers[i];

		if (session->kind != PK_CONSUMER_ISCSI)
			continue;
		if (!pk_judge_knows(judge, "state of an iSCSI session", &session->lost))
			continue;
		if (session->lost.value || (session->nr_late && pk_judge_stood_still(judge)))
			found_session(judge, session);
		else
			pk_judge_clear(judge);
	}
}

/* --- SMB ------------------------------------------------------------------------------------------------- */

static void found_smb(struct pk_judge *judge, const struct pk_consumer *server)
{
	struct pk_finding *finding;
	char address[64], tasks[48];
	const struct pk_consumer_call *call;

	waiting_text(server->nr_waiters, tasks, sizeof(tasks));
	pk_endpoint_text(server->family, server->server, server->port, address, sizeof(address));
	if (server->lost.value)
		finding = pk_judge_found(
			judge, "consumers -v",
			"the SMB connection to %s is lost, and the kernel connects again%s",
			address, tasks);
	else
		finding = pk_judge_found(
			judge, "consumers -v",
			"the SMB connection to %s has had %zu command%s without an answer for "
			"longer than the kernel waits (%llu s)%s",
			address, server->nr_late, server->nr_late == 1 ? "" : "s",
			(unsigned long long)server->limit_ms.value / 1000, tasks);
	call = worst_call(&judge->scene->consumers, server);
	pk_finding_shows(finding, "state", "%s", server->state_word ? server->state_word : "?");
	if (server->silent_ms.status == PK_OK)
		pk_finding_shows_uint(finding, "silent_ms", server->silent_ms.value);
	pk_finding_shows_uint(finding, "commands", server->nr_calls);
	pk_finding_shows_uint(finding, "late", server->nr_late);
	if (call)
		pk_finding_shows(finding, "command", "%.40s", call->procedure);
	show_waiters(finding, &judge->scene->consumers, server->addr);
	if (server->name[0])
		pk_finding_shows(finding, "name", "%.47s", server->name);
	pk_finding_shows_addr(finding, "server", server->addr);
	if (server->sk)
		pk_finding_shows_addr(finding, "sk", server->sk);
	show_packets(finding, server->family, server->server, server->port);
}

/* cifs_reconnect() has given the connection up, or server_unresponsive() is true of it. */
static void judge_smb(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;

	for (size_t i = 0; i < consumers->nr; i++) {
		const struct pk_consumer *server = &consumers->list[i];

		if (server->type != PK_CONSUMER_SMB)
			continue;
		if (!pk_judge_knows(judge, "state of an SMB connection", &server->lost))
			continue;
		if (server->lost.value || (server->nr_late && pk_judge_stood_still(judge)))
			found_smb(judge, server);
		else
			pk_judge_clear(judge);
	}
}

/* --- RDS ------------------------------------------------------------------------------------------------- */

static void found_rds(struct pk_judge *judge, const struct pk_consumer *path)
{
	struct pk_finding *finding;
	char local[64], peer[64], tasks[48];

	waiting_text(path->nr_waiters, tasks, sizeof(tasks));
	pk_address_text(path->family, path->rds.local, local, sizeof(local));
	pk_address_text(path->family, path->server, peer, sizeof(peer));
	finding = pk_judge_found(
		judge, "consumers -v",
		"the RDS connection from %s to %s has failed, and is tried again; %zu "
		"message%s in it%s",
		local, peer, path->nr_calls, path->nr_calls == 1 ? " is" : "s are", tasks);
	pk_finding_shows(finding, "state", "%s", path->state_word);
	pk_finding_shows_uint(finding, "messages", path->nr_calls);
	show_waiters(finding, &judge->scene->consumers, path->addr);
	if (path->netns)
		pk_finding_shows_uint(finding, "netns", path->netns);
	pk_finding_shows_addr(finding, "connection", path->rds.connection);
	if (path->sk)
		pk_finding_shows_addr(finding, "sk", path->sk);
	pk_finding_shows(finding, "packets", "pkttrace last 'host %s and port %u'", peer,
			 RDS_TCP_PORT);
}

/* rds_queue_reconnect() was called, and no connection was made since; what is in it waits for that. */
static void judge_rds(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;

	for (size_t i = 0; i < consumers->nr; i++) {
		const struct pk_consumer *path = &consumers->list[i];

		if (path->type != PK_CONSUMER_RDS)
			continue;
		if (!pk_judge_knows(judge, "state of an RDS connection", &path->lost))
			continue;
		if (path->lost.value && path->nr_calls)
			found_rds(judge, path);
		else
			pk_judge_clear(judge);
	}
}

/* --- Ceph ------------------------------------------------------------------------------------------------ */

#define SECOND_MS 1000

static void show_ceph(struct pk_finding *finding, const struct pk_consumers *consumers,
		      const struct pk_controller *client, const struct pk_consumer *con)
{
	const struct pk_consumer_call *call = worst_call(consumers, con);

	if (client->holder)
		pk_finding_shows(finding, "holder", "%s", client->holder);
	pk_finding_shows(finding, "state", "%s", con->state_word ? con->state_word : "?");
	if (con->ceph.session)
		pk_finding_shows(finding, "session", "%s", con->ceph.session);
	pk_finding_shows_uint(finding, "requests", con->nr_calls);
	pk_finding_shows_uint(finding, "late", con->nr_late);
	if (call)
		pk_finding_shows(finding, "operation", "%.40s", call->procedure);
	show_waiters(finding, consumers, con->addr);
	if (client->netns)
		pk_finding_shows_uint(finding, "netns", client->netns);
	pk_finding_shows_addr(finding, "client", client->addr);
	pk_finding_shows_addr(finding, "connection", con->addr);
	if (con->sk)
		pk_finding_shows_addr(finding, "sk", con->sk);
	show_packets(finding, con->family, con->server, con->port);
}

static struct pk_finding *found_hunting(struct pk_judge *judge, const struct pk_controller *client,
					const struct pk_consumer *mon, const char *server,
					const char *tasks)
{
	if (mon->ceph.was_let_in)
		return pk_judge_found(
			judge, "consumers -v",
			"a Ceph client has lost its monitor, and hunts for another: mon%d at %s%s",
			mon->ceph.number, server, tasks);
	return pk_judge_found(
		judge, "consumers -v",
		"no monitor of Ceph has let a client in for %llu s: it asks mon%d at %s%s",
		(unsigned long long)client->hunts_ms.value / SECOND_MS, mon->ceph.number, server,
		tasks);
}

static struct pk_finding *found_late(struct pk_judge *judge, const struct pk_consumer *con,
				     const char *server, const char *tasks)
{
	char limit[48] = "";

	if (con->limit_ms.status == PK_OK)
		snprintf(limit, sizeof(limit), " before it asks (%llu s)",
			 (unsigned long long)con->limit_ms.value / SECOND_MS);
	return pk_judge_found(
		judge, "consumers -v",
		"the Ceph connection to %s%d at %s has had %zu request%s without an answer for "
		"longer than the kernel waits%s%s",
		con->ceph.role, con->ceph.number, server, con->nr_late,
		con->nr_late == 1 ? "" : "s", limit, tasks);
}

static bool is_silent(const struct pk_consumer *con)
{
	return !con->ceph.is_hunted && con->silent_ms.status == PK_OK &&
	       con->limit_ms.status == PK_OK && con->silent_ms.value > con->limit_ms.value;
}

/* NULL: nothing is wrong with it. */
static struct pk_finding *found_ceph(struct pk_judge *judge, const struct pk_controller *client,
				     const struct pk_consumer *con)
{
	char server[64], tasks[48];

	waiting_text(con->nr_waiters, tasks, sizeof(tasks));
	pk_endpoint_text(con->family, con->server, con->port, server, sizeof(server));
	if (con->lost.value && con->ceph.is_hunted)
		return found_hunting(judge, client, con, server, tasks);
	if (con->lost.value)
		return pk_judge_found(judge, "consumers -v",
				      "the Ceph connection to %s%d at %s has failed, and is tried "
				      "again; %zu request%s in it%s",
				      con->ceph.role, con->ceph.number, server, con->nr_calls,
				      con->nr_calls == 1 ? " is" : "s are", tasks);
	if ((!is_silent(con) && !con->nr_late) || !pk_judge_stood_still(judge))
		return NULL;
	if (con->nr_late)
		return found_late(judge, con, server, tasks);
	return pk_judge_found(judge, "consumers -v",
			      "the Ceph monitor mon%d at %s has been silent for longer than the "
			      "kernel waits (%llu s)%s",
			      con->ceph.number, server,
			      (unsigned long long)con->limit_ms.value / SECOND_MS, tasks);
}

/* con_fault() was called, the client hunts (mon_client.c), or the kernel is about to ask what became of an answer:
 * handle_timeout() of an OSD, ceph_con_keepalive_expired() of a monitor, check_session_state() of an MDS. */
static void judge_ceph(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;

	for (size_t i = 0; i < consumers->nr; i++) {
		const struct pk_consumer *con = &consumers->list[i];
		const struct pk_controller *client;
		struct pk_finding *finding;

		if (con->type != PK_CONSUMER_CEPH)
			continue;
		client = pk_controller_at(consumers, con->controller);
		if (!client || !pk_judge_knows(judge, "state of a Ceph connection", &con->lost))
			continue;
		finding = found_ceph(judge, client, con);
		if (finding)
			show_ceph(finding, consumers, client, con);
		else
			pk_judge_clear(judge);
	}
}

void pk_judge_transports(struct pk_judge *judge)
{
	const struct pk_consumers *consumers = &judge->scene->consumers;

	for (unsigned i = 0; i < PK_NR_CONSUMER_KINDS; i++)
		if (consumers->kinds[i].status != PK_OK && consumers->kinds[i].status != PK_ABSENT)
			pk_judge_unknown(judge, pk_consumer_kind_text(i),
					 consumers->kinds[i].status);
	judge_rpc(judge);
	judge_nvme(judge);
	judge_iscsi(judge);
	judge_smb(judge);
	judge_rds(judge);
	judge_ceph(judge);
}
