// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <string.h>

#include "protocol/protocol.h"

static const char *seconds(const struct pk_figure *ms, char buf[32])
{
	snprintf(buf, 32, "%llu.%03llu", (unsigned long long)ms->value / 1000,
		 (unsigned long long)ms->value % 1000);
	return buf;
}

/* A time in ms, shown in seconds. TEXT: with a %s for them. */
static void render_ms(struct pk_out *out, const char *key, const char *text,
		      const struct pk_figure *ms)
{
	char buf[32];

	pk_out_uint_if(out, key, NULL, ms->status == PK_OK, ms->value);
	if (text && ms->status == PK_OK)
		pk_out_str(out, NULL, text, seconds(ms, buf));
}

static void render_server(struct pk_out *out, uint8_t family, const uint8_t *server, uint16_t port)
{
	char endpoint[64], address[64];

	if (family)
		pk_out_text(out, " to %s",
			    pk_endpoint_text(family, server, port, endpoint, sizeof(endpoint)));
	pk_out_str(out, "server", NULL,
		   family ? pk_address_text(family, server, address, sizeof(address)) : NULL);
	pk_out_uint_if(out, "port", NULL, family != 0, port);
}

static void render_socket(struct pk_out *out, const struct pk_consumer *consumer)
{
	bool known = consumer->sock_status == PK_OK && consumer->sk;
	const struct pk_tuple *tuple = &consumer->sock.tuple;
	char endpoint[64];

	pk_out_addr(out, "sk", consumer->sk ? ", sk %llx" : NULL, consumer->sk);
	pk_out_str(out, "sock_state", known ? " %s" : NULL,
		   known ? pk_sock_state_name(&consumer->sock) : NULL);
	if (known)
		pk_out_text(out, " from %s",
			    pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, endpoint,
					     sizeof(endpoint)));
	pk_out_uint_if(out, "local_port", NULL, known, tuple->sport);
	pk_out_uint_if(out, "tx_queue", known ? ", %llu byte(s) not acknowledged" : NULL, known,
		       consumer->sock.tx_queue);
	pk_out_uint_if(out, "rx_queue", known ? ", %llu not read" : NULL, known,
		       consumer->sock.rx_queue);
}

static void render_transport(struct pk_out *out, const struct pk_consumer *consumer)
{
	char state[128];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "transport");
	pk_out_str(out, "kind", "%s", consumer->kind);
	pk_out_word(out, "protocol", " %s", consumer->protocol ? consumer->protocol : "");
	render_server(out, consumer->family, consumer->server, consumer->port);
	pk_out_str(out, "state", ": %s",
		   consumer->state.status == PK_OK
			   ? pk_rpc_state_text(consumer->state.value, consumer->new_bits, state,
					       sizeof(state))
			   : NULL);
	pk_out_uint_if(out, "state_bits", NULL, consumer->state.status == PK_OK,
		       consumer->state.value);
	pk_out_uint(out, "calls", "; calls %llu", consumer->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", consumer->nr_late);
	render_ms(out, "oldest_ms", ", the oldest %s s", &consumer->oldest_ms);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", consumer->nr_waiters);
	pk_out_addr(out, "xprt", "\n    xprt %llx", consumer->addr);
	pk_out_netns(out, "netns", ", netns %llu", consumer->netns);
	render_socket(out, consumer);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_waiters(struct pk_out *out, const struct pk_consumer_call *call, bool verbose)
{
	if (call->waiters_status != PK_OK) {
		pk_out_null(out, "waiting");
		return;
	}
	pk_out_array_begin(out, "waiting");
	for (size_t i = 0; i < call->nr_waiters; i++) {
		const struct pk_call_waiter *waiter = &call->waiters[i];

		pk_out_object_begin(out, NULL);
		pk_out_str(out, "comm", verbose ? "        waits: %s" : NULL, waiter->comm);
		pk_out_int(out, "pid", verbose ? "[%lld]" : NULL, waiter->pid);
		pk_out_word(out, "system_call", verbose ? " in %s" : NULL, waiter->system_call);
		pk_out_word(out, "call", verbose ? " (%s)" : NULL, waiter->call);
		if (verbose)
			pk_out_text(out, "\n");
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
}

/* Who waits without a call. OWNER: the key of the transport's address. */
static void render_wait(struct pk_out *out, const struct pk_consumer_call *call, const char *what,
			const char *owner, bool verbose)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, what);
	pk_out_addr(out, owner, NULL, call->transport);
	pk_out_str(out, "waits_for", "    without a call, waiting for %s", call->waits_for);
	if (call->waiters_status == PK_OK)
		pk_out_text(out, ": tasks %zu", call->nr_waiters);
	pk_out_text(out, "\n");
	render_waiters(out, call, verbose);
	pk_out_object_end(out);
}

static void render_call(struct pk_out *out, const struct pk_consumer_call *call, bool verbose)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "call");
	pk_out_addr(out, "transport", NULL, call->transport);
	pk_out_str(out, "program", "    %s", call->program[0] ? call->program : NULL);
	pk_out_uint(out, "version", " v%llu", call->version);
	pk_out_word(out, "procedure", " %s", call->procedure);
	pk_out_uint_if(out, "xid", "  xid %08llx", call->transport, call->xid);
	render_ms(out, "age_ms", "  %s s old", &call->age_ms);
	pk_out_uint_if(out, "sends", ", sent %llu time(s)", call->sends.status == PK_OK,
		       call->sends.value);
	render_ms(out, "sent_ms", ", last %s s ago", &call->sent_ms);
	pk_out_bool_if(out, "late", call->late.status == PK_OK, call->late.value);
	if (call->late.status == PK_OK && call->late.value)
		pk_out_str(out, NULL, ", %s", "LATE");
	pk_out_int(out, "owner_pid", "  by process %lld", call->owner);
	pk_out_uint(out, "client_id", verbose ? "  client %llu" : NULL, call->client);
	pk_out_uint(out, "task_id", verbose ? " task %llu" : NULL, call->id);
	pk_out_addr(out, "task", verbose ? " at %llx" : NULL, call->addr);
	pk_out_uint(out, "task_flags", verbose ? ", flags 0x%llx" : NULL, call->flags);
	pk_out_int(out, "status", verbose ? ", status %lld" : NULL, call->status);
	pk_out_text(out, "\n");
	render_waiters(out, call, verbose);
	pk_out_object_end(out);
}

static size_t render_calls_of(struct pk_out *out, const struct pk_consumers *consumers,
			      uint64_t transport, bool verbose)
{
	size_t nr = 0;

	for (size_t i = 0; i < consumers->nr_calls; i++)
		if (consumers->calls[i].kind == PK_CONSUMER_RPC &&
		    consumers->calls[i].transport == transport) {
			if (!transport && !nr++)
				pk_out_text(out, "calls without a request yet:\n");
			render_call(out, &consumers->calls[i], verbose);
		}
	return nr;
}

/* --- NVMe by TCP ----------------------------------------------------------------------------------------- */

static void render_controller(struct pk_out *out, const struct pk_controller *controller)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "controller");
	pk_out_str(out, "kind", "%s", "nvme-tcp");
	pk_out_uint(out, "controller", " nvme%llu", controller->instance);
	render_server(out, controller->family, controller->server, controller->port);
	pk_out_str(out, "state", ": %s", controller->state);
	pk_out_bool_if(out, "lost", controller->lost.status == PK_OK, controller->lost.value);
	pk_out_uint_if(out, "reconnects", ", reconnects that failed %llu",
		       controller->reconnects.status == PK_OK, controller->reconnects.value);
	pk_out_uint_if(out, "keep_alive_s", ", keep-alive %llu s",
		       controller->keep_alive_s.status == PK_OK, controller->keep_alive_s.value);
	pk_out_uint(out, "nr_queues", "; queues %llu", controller->nr_queues);
	pk_out_uint(out, "requests", ", requests %llu", controller->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", controller->nr_late);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", controller->nr_waiters);
	pk_out_word(out, "nqn", "\n    %s", controller->nqn);
	pk_out_addr(out, "ctrl", ", ctrl %llx", controller->addr);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_queue(struct pk_out *out, const struct pk_consumers *consumers,
			 const struct pk_consumer *queue)
{
	const struct pk_controller *controller = pk_controller_at(consumers, queue->controller);

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "queue");
	pk_out_uint_if(out, "controller", NULL, controller, controller ? controller->instance : 0);
	pk_out_uint(out, "queue", "    queue %llu", queue->queue);
	pk_out_uint(out, "requests", ": requests %llu", queue->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", queue->nr_late);
	render_ms(out, "oldest_ms", ", the oldest %s s", &queue->oldest_ms);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", queue->nr_waiters);
	pk_out_addr(out, "queue_addr", ", at %llx", queue->addr);
	render_socket(out, queue);
	if (!queue->sk)
		pk_out_text(out, ", no socket");
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_request(struct pk_out *out, const struct pk_consumers *consumers,
			   const struct pk_consumer_call *call, bool verbose)
{
	const struct pk_controller *controller = pk_controller_at(consumers, call->controller);
	const struct pk_consumer *queue =
		call->transport ? pk_consumer_at(consumers, call->transport) : NULL;

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "request");
	pk_out_uint_if(out, "controller", NULL, controller, controller ? controller->instance : 0);
	pk_out_uint_if(out, "queue", NULL, queue, queue ? queue->queue : 0);
	pk_out_word(out, "command", "        %s", call->procedure);
	pk_out_uint(out, "sector", " of sector %llu", call->sector);
	pk_out_uint(out, "bytes", ", %llu byte(s)", call->bytes);
	pk_out_uint_if(out, "tag", "  tag %llu", queue, call->id);
	pk_out_uint_if(out, "cid", ", cid 0x%llx", queue, call->xid);
	if (!queue)
		pk_out_text(out, "  waits for a path");
	render_ms(out, "age_ms", "  %s s old", &call->age_ms);
	render_ms(out, "sent_ms", ", begun %s s ago", &call->sent_ms);
	pk_out_bool_if(out, "late", call->late.status == PK_OK, call->late.value);
	if (call->late.status == PK_OK && call->late.value)
		pk_out_str(out, NULL, ", %s", "LATE");
	pk_out_addr(out, "request", verbose && queue ? "  at %llx" : NULL, queue ? call->addr : 0);
	pk_out_addr(out, "bio", verbose && !queue ? "  at %llx" : NULL, queue ? 0 : call->addr);
	pk_out_text(out, "\n");
	render_waiters(out, call, verbose);
	pk_out_object_end(out);
}

static void render_requests_of(struct pk_out *out, const struct pk_consumers *consumers,
			       uint64_t controller, uint64_t queue, bool verbose)
{
	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		if (call->kind == PK_CONSUMER_NVME && call->controller == controller &&
		    call->transport == queue)
			render_request(out, consumers, call, verbose);
	}
}

/* Each controller with its queues, then requests that wait for a path, to one controller or
 * several. */
static void render_nvme(struct pk_out *out, const struct pk_consumers *consumers, bool verbose)
{
	for (size_t i = 0; i < consumers->nr_controllers; i++) {
		const struct pk_controller *controller = &consumers->controllers[i];

		if (controller->kind != PK_CONSUMER_NVME)
			continue;
		render_controller(out, controller);
		for (size_t j = 0; j < consumers->nr; j++) {
			if (consumers->list[j].controller != controller->addr)
				continue;
			render_queue(out, consumers, &consumers->list[j]);
			render_requests_of(out, consumers, controller->addr,
					   consumers->list[j].addr, verbose);
		}
		render_requests_of(out, consumers, controller->addr, 0, verbose);
	}
	render_requests_of(out, consumers, 0, 0, verbose);
}

/* --- iSCSI ----------------------------------------------------------------------------------------------- */

static void render_session(struct pk_out *out, const struct pk_controller *session)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "session");
	pk_out_str(out, "kind", "%s", "iscsi");
	pk_out_word(out, "transport", " %s", session->transport);
	pk_out_uint(out, "session", " session%llu", session->instance);
	render_server(out, session->family, session->server, session->port);
	pk_out_str(out, "state", ": %s", session->state);
	pk_out_str(out, "library_state", " (%s)", session->library_state);
	pk_out_bool_if(out, "lost", session->lost.status == PK_OK, session->lost.value);
	pk_out_uint_if(out, "recovery_s", ", recovery within %llu s",
		       session->recovery_s.status == PK_OK, session->recovery_s.value);
	pk_out_bool_if(out, "aborting", session->aborting.status == PK_OK, session->aborting.value);
	if (session->aborting.status == PK_OK && session->aborting.value)
		pk_out_str(out, NULL, ", %s", "an abort without an answer");
	pk_out_uint_if(out, "aborts", ", aborts %llu", session->aborts.status == PK_OK,
		       session->aborts.value);
	pk_out_uint(out, "requests", "; requests %llu", session->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", session->nr_late);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", session->nr_waiters);
	pk_out_word(out, "target", "\n    %s", session->nqn);
	pk_out_word(out, "initiator", " by %s", session->initiator);
	pk_out_uint_if(out, "host", ", host%llu", session->host.status == PK_OK,
		       session->host.value);
	pk_out_addr(out, "cls_session", ", session %llx", session->addr);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_connection(struct pk_out *out, const struct pk_controller *session,
			      const struct pk_consumer *conn)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "connection");
	pk_out_uint(out, "session", NULL, session->instance);
	pk_out_uint(out, "cid", "    connection %llu", conn->queue);
	pk_out_str(out, "state", ": %s", session->connection_state);
	pk_out_uint(out, "requests", ", requests %llu", conn->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", conn->nr_late);
	render_ms(out, "oldest_ms", ", the oldest %s s", &conn->oldest_ms);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", conn->nr_waiters);
	render_ms(out, "received_ms", ", the target's last bytes %s s ago", &session->received_ms);
	render_ms(out, "ping_ms", ", a ping without an answer for %s s", &session->ping_ms);
	pk_out_uint_if(out, "ping_after_s", NULL, session->keep_alive_s.status == PK_OK,
		       session->keep_alive_s.value);
	pk_out_addr(out, "conn", ", at %llx", conn->addr);
	render_socket(out, conn);
	if (!conn->sk)
		pk_out_text(out, ", no socket");
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_command(struct pk_out *out, const struct pk_consumers *consumers,
			   const struct pk_consumer_call *call, bool verbose)
{
	const struct pk_controller *session = pk_controller_at(consumers, call->controller);
	bool has_task = call->transport != 0;

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "command");
	pk_out_uint_if(out, "session", NULL, session, session ? session->instance : 0);
	pk_out_word(out, "command", "        %s", call->procedure);
	pk_out_uint_if(out, "lun", " of LUN %llu", call->request, call->lun);
	pk_out_uint_if(out, "sector", " sector %llu", call->request, call->sector);
	pk_out_uint_if(out, "bytes", ", %llu byte(s)", call->request, call->bytes);
	pk_out_uint_if(out, "itt", "  ITT 0x%llx", has_task, call->xid);
	pk_out_int_if(out, "tag", NULL, call->request, (int32_t)call->id);
	if (!has_task)
		pk_out_text(out, "  waits to be sent");
	render_ms(out, "age_ms", "  %s s old", &call->age_ms);
	render_ms(out, "sent_ms", ", begun %s s ago", &call->sent_ms);
	pk_out_bool_if(out, "late", call->late.status == PK_OK, call->late.value);
	if (call->late.status == PK_OK && call->late.value)
		pk_out_str(out, NULL, ", %s", "LATE");
	pk_out_addr(out, "task", verbose && has_task ? "  task %llx" : NULL,
		    has_task ? call->addr : 0);
	pk_out_addr(out, "request", verbose && call->request ? "  request %llx" : NULL,
		    call->request);
	pk_out_text(out, "\n");
	render_waiters(out, call, verbose);
	pk_out_object_end(out);
}

static void render_commands_of(struct pk_out *out, const struct pk_consumers *consumers,
			       uint64_t session, bool is_sent, bool verbose)
{
	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		if (call->kind == PK_CONSUMER_ISCSI && call->controller == session &&
		    (call->transport != 0) == is_sent)
			render_command(out, consumers, call, verbose);
	}
}

/* Each session with its connection and what it has sent, then what waits to be sent. */
static void render_iscsi(struct pk_out *out, const struct pk_consumers *consumers, bool verbose)
{
	for (size_t i = 0; i < consumers->nr_controllers; i++) {
		const struct pk_controller *session = &consumers->controllers[i];

		if (session->kind != PK_CONSUMER_ISCSI)
			continue;
		render_session(out, session);
		for (size_t j = 0; j < consumers->nr; j++)
			if (consumers->list[j].controller == session->addr)
				render_connection(out, session, &consumers->list[j]);
		render_commands_of(out, consumers, session->addr, true, verbose);
		render_commands_of(out, consumers, session->addr, false, verbose);
	}
}

/* --- SMB ------------------------------------------------------------------------------------------------- */

static void render_smb_server(struct pk_out *out, const struct pk_consumer *server)
{
	const struct pk_smb *smb = &server->smb;
	bool asked = server->nr_calls > 0, limited = server->limit_ms.status == PK_OK;

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "smb_connection");
	pk_out_str(out, "kind", "%s", server->kind);
	pk_out_word(out, "protocol", " %s", server->protocol ? server->protocol : "");
	render_server(out, server->family, server->server, server->port);
	pk_out_str(out, "state", ": %s", server->state_word);
	pk_out_uint_if(out, "state_number", NULL, server->state.status == PK_OK,
		       server->state.value);
	pk_out_bool_if(out, "lost", server->lost.status == PK_OK, server->lost.value);
	/* An answer is missing only where something was asked. */
	render_ms(out, "silent_ms", asked ? ", no answer for %s s" : ", last answer %s s ago",
		  &server->silent_ms);
	pk_out_uint_if(out, "limit_ms", NULL, limited, server->limit_ms.value);
	if (limited && asked)
		pk_out_text(out, " (given up after %llu)",
			    (unsigned long long)server->limit_ms.value / 1000);
	pk_out_uint(out, "nr_commands", "; commands %llu", server->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", server->nr_late);
	render_ms(out, "oldest_ms", ", the oldest %s s", &server->oldest_ms);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", server->nr_waiters);
	pk_out_word(out, "name", "\n    %s, ", server->name);
	if (!server->name[0])
		pk_out_text(out, "\n    ");
	pk_out_uint_if(out, "connection_id", "connection 0x%llx, ", smb->id.status == PK_OK,
		       smb->id.value);
	pk_out_uint(out, "dialect", "dialect 0x%llx", smb->dialect);
	pk_out_int(out, "credits", ", credits %lld", smb->credits);
	pk_out_uint(out, "in_flight", ", on the wire %llu", smb->in_flight);
	pk_out_uint_if(out, "in_send", ", being sent %llu", smb->in_send.status == PK_OK,
		       smb->in_send.value);
	pk_out_uint_if(out, "credit_waiters", ", without credits %llu",
		       smb->waiting.status == PK_OK, smb->waiting.value);
	pk_out_uint(out, "connects", ", instance %llu", smb->instance);
	pk_out_uint(out, "users", NULL, smb->users);
	pk_out_uint(out, "security_mode", NULL, smb->security);
	pk_out_addr(out, "server_info", "\n    at %llx", server->addr);
	render_socket(out, server);
	if (!server->sk)
		pk_out_text(out, ", no socket");
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_smb_command(struct pk_out *out, const struct pk_consumer_call *call,
			       bool verbose)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "smb_command");
	pk_out_addr(out, "server_info", NULL, call->transport);
	pk_out_word(out, "command", "    %s", call->procedure);
	pk_out_uint(out, "message", "  message %llu", call->message);
	render_ms(out, "age_ms", "  %s s old", &call->age_ms);
	render_ms(out, "sent_ms", ", sent %s s ago", &call->sent_ms);
	pk_out_str(out, "state", ", %s", call->state);
	pk_out_uint(out, "state_number", NULL, call->flags);
	pk_out_bool_if(out, "late", call->late.status == PK_OK, call->late.value);
	if (call->late.status == PK_OK && call->late.value)
		pk_out_str(out, NULL, ", %s", "LATE");
	pk_out_int(out, "owner_pid", "  by process %lld", call->owner);
	pk_out_addr(out, "mid", verbose ? "  at %llx" : NULL, call->addr);
	pk_out_text(out, "\n");
	render_waiters(out, call, verbose);
	pk_out_object_end(out);
}

/* Each connection with its commands, then who waits to make one. */
static void render_smb(struct pk_out *out, const struct pk_consumers *consumers, bool verbose)
{
	for (size_t i = 0; i < consumers->nr; i++) {
		if (consumers->list[i].type != PK_CONSUMER_SMB)
			continue;
		render_smb_server(out, &consumers->list[i]);
		for (size_t j = 0; j < consumers->nr_calls; j++) {
			const struct pk_consumer_call *call = &consumers->calls[j];

			if (call->kind != PK_CONSUMER_SMB ||
			    call->transport != consumers->list[i].addr)
				continue;
			if (call->waits_for)
				render_wait(out, call, "smb_wait", "server_info", verbose);
			else
				render_smb_command(out, call, verbose);
		}
	}
}

/* --- RDS ------------------------------------------------------------------------------------------------- */

static void render_rds_path(struct pk_out *out, const struct pk_consumer *path)
{
	char address[64];

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "rds_connection");
	pk_out_str(out, "kind", "%s", path->kind);
	pk_out_str(out, "protocol", " %s", path->protocol);
	pk_out_str(out, "local", " from %s",
		   path->family ? pk_address_text(path->family, path->rds.local, address,
						  sizeof(address))
				: NULL);
	pk_out_str(out, "server", " to %s",
		   path->family
			   ? pk_address_text(path->family, path->server, address, sizeof(address))
			   : NULL);
	pk_out_uint(out, "path_number", NULL, path->rds.path);
	if (path->rds.path)
		pk_out_text(out, " path %llu", (unsigned long long)path->rds.path);
	pk_out_str(out, "state", ": %s", path->state_word);
	pk_out_uint_if(out, "state_number", NULL, path->state.status == PK_OK, path->state.value);
	pk_out_bool_if(out, "lost", path->lost.status == PK_OK, path->lost.value);
	pk_out_uint(out, "nr_messages", "; messages %llu", path->nr_calls);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", path->nr_waiters);
	pk_out_uint(out, "tos", ", tos %llu", path->rds.tos);
	pk_out_uint(out, "next_sent", ", next to send %llu", path->rds.next_sent);
	pk_out_uint(out, "next_received", ", to receive %llu", path->rds.next_received);
	pk_out_addr(out, "connection", "\n    connection %llx", path->rds.connection);
	pk_out_addr(out, "tcp_connection", ", at %llx", path->addr);
	pk_out_netns(out, "netns", ", netns %llu", path->netns);
	render_socket(out, path);
	if (!path->sk)
		pk_out_text(out, ", no socket");
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_rds_message(struct pk_out *out, const struct pk_consumer_call *call,
			       bool verbose)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "rds_message");
	pk_out_addr(out, "tcp_connection", NULL, call->transport);
	pk_out_uint(out, "message", "    message %llu", call->message);
	pk_out_uint(out, "bytes", ", %llu byte(s)", call->bytes);
	pk_out_uint(out, "local_port", "  port %llu", call->sport);
	pk_out_uint(out, "port", " to %llu", call->dport);
	pk_out_str(out, "state", ", %s", call->state);
	pk_out_addr(out, "rds_sock", verbose ? "  of %llx" : NULL, call->request);
	pk_out_addr(out, "rds_message", verbose ? "  at %llx" : NULL, call->addr);
	pk_out_text(out, "\n");
	render_waiters(out, call, verbose);
	pk_out_object_end(out);
}

/* One of its other paths, in which nothing is. */
static bool is_idle(const struct pk_consumer *path)
{
	return path->rds.path && !path->nr_calls && path->lost.status == PK_OK && !path->lost.value;
}

/* Each path of a connection with its messages. */
static void render_rds(struct pk_out *out, const struct pk_consumers *consumers, bool verbose)
{
	for (size_t i = 0; i < consumers->nr; i++) {
		if (consumers->list[i].type != PK_CONSUMER_RDS)
			continue;
		if (is_idle(&consumers->list[i]) && !verbose && !pk_out_whole(out))
			continue;
		render_rds_path(out, &consumers->list[i]);
		for (size_t j = 0; j < consumers->nr_calls; j++) {
			const struct pk_consumer_call *call = &consumers->calls[j];

			if (call->kind != PK_CONSUMER_RDS ||
			    call->transport != consumers->list[i].addr)
				continue;
			if (call->waits_for)
				render_wait(out, call, "rds_wait", "tcp_connection", verbose);
			else
				render_rds_message(out, call, verbose);
		}
	}
}

/* --- Ceph ------------------------------------------------------------------------------------------------ */

static void render_ceph_client(struct pk_out *out, const struct pk_controller *client)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "ceph_client");
	pk_out_str(out, "kind", "%s", "ceph");
	pk_out_str(out, "holder", " %s", client->holder);
	pk_out_uint_if(out, "entity", " client%llu", client->entity, client->entity);
	pk_out_word(out, "fsid", " of %s", client->nqn);
	if (!client->entity)
		pk_out_text(out, ": no monitor has let it in");
	render_ms(out, "hunting_ms", ", for at least %s s", &client->hunts_ms);
	pk_out_uint(out, "requests", "; requests %llu", client->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", client->nr_late);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", client->nr_waiters);
	pk_out_addr(out, "client", "\n    at %llx", client->addr);
	pk_out_netns(out, "netns", ", netns %llu", client->netns);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_ceph_connection(struct pk_out *out, const struct pk_consumer *con)
{
	const struct pk_ceph *ceph = &con->ceph;
	bool is_monitor = !strcmp(ceph->role, "mon");

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "ceph_connection");
	pk_out_addr(out, "client", NULL, con->controller);
	pk_out_str(out, "role", "    %s", ceph->role);
	pk_out_int(out, "number", "%lld", ceph->number);
	render_server(out, con->family, con->server, con->port);
	pk_out_str(out, "state", ": %s", con->state_word);
	pk_out_uint_if(out, "state_number", NULL, con->state.status == PK_OK, con->state.value);
	pk_out_str(out, "session_state", ", session %s", ceph->session);
	pk_out_bool_if(out, "hunting", is_monitor, ceph->is_hunted);
	if (ceph->is_hunted)
		pk_out_text(out, ", %s", ceph->was_let_in ? "hunting again" : "hunting");
	pk_out_bool_if(out, "lost", con->lost.status == PK_OK, con->lost.value);
	render_ms(out, "silent_ms", ceph->is_hunted ? " for %s s" : ", last answer %s s ago",
		  &con->silent_ms);
	pk_out_uint_if(out, "limit_ms", NULL, con->limit_ms.status == PK_OK, con->limit_ms.value);
	pk_out_uint(out, "requests", "; requests %llu", con->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", con->nr_late);
	render_ms(out, "oldest_ms", ", the oldest %s s", &con->oldest_ms);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", con->nr_waiters);
	pk_out_uint(out, "queued", ", messages to be sent %llu", ceph->queued);
	pk_out_uint(out, "sent", ", not acknowledged %llu", ceph->sent);
	pk_out_bool_if(out, "receives", true, ceph->receives);
	if (ceph->receives)
		pk_out_text(out, ", one comes in");
	pk_out_addr(out, "connection", "\n        at %llx", con->addr);
	render_socket(out, con);
	if (!con->sk)
		pk_out_text(out, ", no socket");
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

static void render_ceph_request(struct pk_out *out, const struct pk_consumer_call *call,
				bool verbose)
{
	bool is_osd = call->asked && !strcmp(call->asked, "osd");

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, "ceph_request");
	pk_out_addr(out, "client", NULL, call->controller);
	pk_out_addr(out, "connection", NULL, call->transport);
	pk_out_str(out, "role", NULL, call->asked);
	pk_out_word(out, "operation", "        %s", call->procedure);
	pk_out_uint(out, "tid", "  tid %llu", call->message);
	pk_out_uint_if(out, "pool", ", PG %llu", is_osd, call->pool);
	pk_out_uint_if(out, "pg", ".%llx", is_osd, call->pg);
	pk_out_uint_if(out, "sector", ", of sector %llu", call->request, call->sector);
	pk_out_uint_if(out, "bytes", ", %llu byte(s)", call->request, call->bytes);
	if (!call->transport && call->asked)
		pk_out_text(out, "  waits for an %s", is_osd ? "OSD" : "MDS");
	render_ms(out, "age_ms", "  %s s old", &call->age_ms);
	pk_out_uint_if(out, "sends", ", sent %llu time(s)", call->sends.status == PK_OK,
		       call->sends.value);
	render_ms(out, "sent_ms", ", last %s s ago", &call->sent_ms);
	pk_out_str(out, "state", ", %s", call->state);
	pk_out_bool_if(out, "late", call->late.status == PK_OK, call->late.value);
	if (call->late.status == PK_OK && call->late.value)
		pk_out_str(out, NULL, ", %s", "LATE");
	pk_out_addr(out, "request", verbose ? "  at %llx" : NULL, call->addr);
	pk_out_addr(out, "block_request", verbose && call->request ? ", for request %llx" : NULL,
		    call->request);
	pk_out_text(out, "\n");
	render_waiters(out, call, verbose);
	pk_out_object_end(out);
}

static void render_ceph_requests_of(struct pk_out *out, const struct pk_consumers *consumers,
				    uint64_t client, uint64_t con, bool verbose)
{
	for (size_t i = 0; i < consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &consumers->calls[i];

		if (call->kind != PK_CONSUMER_CEPH || call->controller != client ||
		    call->transport != con)
			continue;
		if (call->waits_for)
			render_wait(out, call, "ceph_wait", "connection", verbose);
		else
			render_ceph_request(out, call, verbose);
	}
}

/* Each client with its connections and what was sent to each, then what has nobody to be sent to. */
static void render_ceph(struct pk_out *out, const struct pk_consumers *consumers, bool verbose)
{
	for (size_t i = 0; i < consumers->nr_controllers; i++) {
		const struct pk_controller *client = &consumers->controllers[i];

		if (client->kind != PK_CONSUMER_CEPH)
			continue;
		render_ceph_client(out, client);
		for (size_t j = 0; j < consumers->nr; j++) {
			if (consumers->list[j].controller != client->addr)
				continue;
			render_ceph_connection(out, &consumers->list[j]);
			render_ceph_requests_of(out, consumers, client->addr,
						consumers->list[j].addr, verbose);
		}
		render_ceph_requests_of(out, consumers, client->addr, 0, verbose);
	}
}

static void say_none(struct pk_out *out, const struct pk_consumers *consumers)
{
	static const char *const texts[PK_NR_CONSUMER_KINDS] = {
		[PK_CONSUMER_RPC] = "no RPC transport",
		[PK_CONSUMER_NVME] = "no NVMe controller by TCP",
		[PK_CONSUMER_ISCSI] = "no iSCSI session",
		[PK_CONSUMER_SMB] = "no SMB connection",
		[PK_CONSUMER_RDS] = "no RDS connection by TCP",
		[PK_CONSUMER_CEPH] = "no Ceph client"};

	if (consumers->nr || consumers->nr_calls || consumers->nr_controllers)
		return;
	for (unsigned i = 0; i < PK_NR_CONSUMER_KINDS; i++)
		if (consumers->kinds[i].status == PK_OK) {
			pk_out_text(out, "(%s)\n", texts[i]);
			return;
		}
	for (unsigned i = 0; i < PK_NR_CONSUMER_KINDS; i++)
		if (consumers->kinds[i].status != PK_ABSENT)
			return;
	pk_out_text(out, "(no RPC, no NVMe by TCP, no iSCSI, no SMB, no RDS by TCP and no Ceph in "
			 "this kernel)\n");
}

void pk_render_consumers(struct pk_out *out, const struct pk_consumers *consumers, bool verbose)
{
	for (size_t i = 0; i < consumers->nr; i++) {
		if (consumers->list[i].type != PK_CONSUMER_RPC)
			continue;
		render_transport(out, &consumers->list[i]);
		render_calls_of(out, consumers, consumers->list[i].addr, verbose);
	}
	render_calls_of(out, consumers, 0, verbose);
	render_nvme(out, consumers, verbose);
	render_iscsi(out, consumers, verbose);
	render_smb(out, consumers, verbose);
	render_rds(out, consumers, verbose);
	render_ceph(out, consumers, verbose);
	say_none(out, consumers);
}
