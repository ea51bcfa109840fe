// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <string.h>

#include "protocol/protocol.h"
#include "render/out.h"

struct view {
	struct pk_out *out;
	const struct pk_consumers *consumers;
	bool verbose;
};

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

	pk_out_figure(out, key, NULL, ms);
	if (text && ms->status == PK_OK)
		pk_out_str(out, NULL, text, seconds(ms, buf));
}

static void render_late(struct pk_out *out, const struct pk_consumer_call *call)
{
	pk_out_flag(out, "late", &call->late);
	if (call->late.status == PK_OK && call->late.value)
		pk_out_str(out, NULL, ", %s", "LATE");
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

static void render_transport(const struct view *view, const struct pk_consumer *consumer)
{
	struct pk_out *out = view->out;
	char state[128];

	PK_OUT_RECORD(out, "transport");
	pk_out_str(out, "kind", "%s", consumer->kind);
	pk_out_word(out, "protocol", " %s", consumer->protocol ? consumer->protocol : "");
	render_server(out, consumer->family, consumer->server, consumer->port);
	pk_out_str(out, "state", ": %s",
		   consumer->state.status == PK_OK
			   ? pk_rpc_state_text(consumer->state.value, consumer->new_bits, state,
					       sizeof(state))
			   : NULL);
	pk_out_figure(out, "state_bits", NULL, &consumer->state);
	pk_out_uint(out, "calls", "; calls %llu", consumer->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", consumer->nr_late);
	render_ms(out, "oldest_ms", ", the oldest %s s", &consumer->oldest_ms);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", consumer->nr_waiters);
	pk_out_addr(out, "xprt", "\n    xprt %llx", consumer->addr);
	pk_out_netns(out, "netns", ", netns %llu", consumer->netns);
	render_socket(out, consumer);
	pk_out_text(out, "\n");
}

static void render_waiters(const struct view *view, const struct pk_consumer_call *call)
{
	struct pk_out *out = view->out;
	const bool verbose = view->verbose;

	if (call->waiters_status != PK_OK) {
		pk_out_null(out, "waiting");
		return;
	}
	PK_OUT_ARRAY(out, "waiting");
	for (size_t i = 0; i < call->nr_waiters; i++) {
		const struct pk_call_waiter *waiter = &call->waiters[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "comm", verbose ? "        waits: %s" : NULL, waiter->comm);
		pk_out_int(out, "pid", verbose ? "[%lld]" : NULL, waiter->pid);
		pk_out_word(out, "system_call", verbose ? " in %s" : NULL, waiter->system_call);
		pk_out_word(out, "call", verbose ? " (%s)" : NULL, waiter->call);
		if (verbose)
			pk_out_text(out, "\n");
	}
}

/* Who waits without a call. OWNER: the key of the transport's address. */
static void render_wait(const struct view *view, const struct pk_consumer_call *call,
			const char *what, const char *owner)
{
	struct pk_out *out = view->out;

	PK_OUT_RECORD(out, what);
	pk_out_addr(out, owner, NULL, call->transport);
	pk_out_str(out, "waits_for", "    without a call, waiting for %s", call->waits_for);
	if (call->waiters_status == PK_OK)
		pk_out_text(out, ": tasks %zu", call->nr_waiters);
	pk_out_text(out, "\n");
	render_waiters(view, call);
}

static void render_call(const struct view *view, const struct pk_consumer_call *call)
{
	struct pk_out *out = view->out;

	PK_OUT_RECORD(out, "call");
	pk_out_addr(out, "transport", NULL, call->transport);
	pk_out_str(out, "program", "    %s", call->program[0] ? call->program : NULL);
	pk_out_uint(out, "version", " v%llu", call->version);
	pk_out_word(out, "procedure", " %s", call->procedure);
	pk_out_uint_if(out, "xid", "  xid %08llx", call->transport, call->xid);
	render_ms(out, "age_ms", "  %s s old", &call->age_ms);
	pk_out_figure(out, "sends", ", sent %llu time(s)", &call->sends);
	render_ms(out, "sent_ms", ", last %s s ago", &call->sent_ms);
	render_late(out, call);
	pk_out_int(out, "owner_pid", "  by process %lld", call->owner);
	pk_out_uint(out, "client_id", view->verbose ? "  client %llu" : NULL, call->client);
	pk_out_uint(out, "task_id", view->verbose ? " task %llu" : NULL, call->id);
	pk_out_addr(out, "task", view->verbose ? " at %llx" : NULL, call->addr);
	pk_out_uint(out, "task_flags", view->verbose ? ", flags 0x%llx" : NULL, call->flags);
	pk_out_int(out, "status", view->verbose ? ", status %lld" : NULL, call->status);
	pk_out_text(out, "\n");
	render_waiters(view, call);
}

/* --- NVMe by TCP ----------------------------------------------------------------------------------------- */

static void render_controller(const struct view *view, const struct pk_controller *controller)
{
	struct pk_out *out = view->out;

	PK_OUT_RECORD(out, "controller");
	pk_out_str(out, "kind", "%s", "nvme-tcp");
	pk_out_uint(out, "controller", " nvme%llu", controller->instance);
	render_server(out, controller->family, controller->server, controller->port);
	pk_out_str(out, "state", ": %s", controller->state);
	pk_out_flag(out, "lost", &controller->lost);
	pk_out_figure(out, "reconnects", ", reconnects that failed %llu", &controller->reconnects);
	pk_out_figure(out, "keep_alive_s", ", keep-alive %llu s", &controller->keep_alive_s);
	pk_out_uint(out, "nr_queues", "; queues %llu", controller->nr_queues);
	pk_out_uint(out, "requests", ", requests %llu", controller->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", controller->nr_late);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", controller->nr_waiters);
	pk_out_word(out, "nqn", "\n    %s", controller->nqn);
	pk_out_addr(out, "ctrl", ", ctrl %llx", controller->addr);
	pk_out_text(out, "\n");
}

static void render_queue(const struct view *view, const struct pk_consumer *queue)
{
	struct pk_out *out = view->out;
	const struct pk_controller *controller =
		pk_controller_at(view->consumers, queue->controller);

	PK_OUT_RECORD(out, "queue");
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
}

static void render_request(const struct view *view, const struct pk_consumer_call *call)
{
	struct pk_out *out = view->out;
	const struct pk_controller *controller =
		pk_controller_at(view->consumers, call->controller);
	const struct pk_consumer *queue =
		call->transport ? pk_consumer_at(view->consumers, call->transport) : NULL;

	PK_OUT_RECORD(out, "request");
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
	render_late(out, call);
	pk_out_addr(out, "request", view->verbose && queue ? "  at %llx" : NULL,
		    queue ? call->addr : 0);
	pk_out_addr(out, "bio", view->verbose && !queue ? "  at %llx" : NULL,
		    queue ? 0 : call->addr);
	pk_out_text(out, "\n");
	render_waiters(view, call);
}

/* --- iSCSI ----------------------------------------------------------------------------------------------- */

static void render_session(const struct view *view, const struct pk_controller *session)
{
	struct pk_out *out = view->out;

	PK_OUT_RECORD(out, "session");
	pk_out_str(out, "kind", "%s", "iscsi");
	pk_out_word(out, "transport", " %s", session->transport);
	pk_out_uint(out, "session", " session%llu", session->instance);
	render_server(out, session->family, session->server, session->port);
	pk_out_str(out, "state", ": %s", session->state);
	pk_out_str(out, "library_state", " (%s)", session->library_state);
	pk_out_flag(out, "lost", &session->lost);
	pk_out_figure(out, "recovery_s", ", recovery within %llu s", &session->recovery_s);
	pk_out_flag(out, "aborting", &session->aborting);
	if (session->aborting.status == PK_OK && session->aborting.value)
		pk_out_str(out, NULL, ", %s", "an abort without an answer");
	pk_out_figure(out, "aborts", ", aborts %llu", &session->aborts);
	pk_out_uint(out, "requests", "; requests %llu", session->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", session->nr_late);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", session->nr_waiters);
	pk_out_word(out, "target", "\n    %s", session->nqn);
	pk_out_word(out, "initiator", " by %s", session->initiator);
	pk_out_figure(out, "host", ", host%llu", &session->host);
	pk_out_addr(out, "cls_session", ", session %llx", session->addr);
	pk_out_text(out, "\n");
}

static void render_connection(const struct view *view, const struct pk_consumer *conn)
{
	struct pk_out *out = view->out;
	const struct pk_controller *session = pk_controller_at(view->consumers, conn->controller);

	PK_OUT_RECORD(out, "connection");
	pk_out_uint(out, "session", NULL, session->instance);
	pk_out_uint(out, "cid", "    connection %llu", conn->queue);
	pk_out_str(out, "state", ": %s", session->connection_state);
	pk_out_uint(out, "requests", ", requests %llu", conn->nr_calls);
	pk_out_uint(out, "nr_late", ", late %llu", conn->nr_late);
	render_ms(out, "oldest_ms", ", the oldest %s s", &conn->oldest_ms);
	pk_out_uint(out, "waiters", ", tasks that wait %llu", conn->nr_waiters);
	render_ms(out, "received_ms", ", the target's last bytes %s s ago", &session->received_ms);
	render_ms(out, "ping_ms", ", a ping without an answer for %s s", &session->ping_ms);
	pk_out_figure(out, "ping_after_s", NULL, &session->keep_alive_s);
	pk_out_addr(out, "conn", ", at %llx", conn->addr);
	render_socket(out, conn);
	if (!conn->sk)
		pk_out_text(out, ", no socket");
	pk_out_text(out, "\n");
}

static void render_command(const struct view *view, const struct pk_consumer_call *call)
{
	struct pk_out *out = view->out;
	const struct pk_controller *session = pk_controller_at(view->consumers, call->controller);
	bool has_task = call->transport != 0;

	PK_OUT_RECORD(out, "command");
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
	render_late(out, call);
	pk_out_addr(out, "task", view->verbose && has_task ? "  task %llx" : NULL,
		    has_task ? call->addr : 0);
	pk_out_addr(out, "request", view->verbose && call->request ? "  request %llx" : NULL,
		    call->request);
	pk_out_text(out, "\n");
	render_waiters(view, call);
}

/* --- SMB ------------------------------------------------------------------------------------------------- */

static void render_smb_server(const struct view *view, const struct pk_consumer *server)
{
	struct pk_out *out = view->out;
	const struct pk_smb *smb = &server->smb;
	bool asked = server->nr_calls > 0, limited = server->limit_ms.status == PK_OK;

	PK_OUT_RECORD(out, "smb_connection");
	pk_out_str(out, "kind", "%s", server->kind);
	pk_out_word(out, "protocol", " %s", server->protocol ? server->protocol : "");
	render_server(out, server->family, server->server, server->port);
	pk_out_str(out, "state", ": %s", server->state_word);
	pk_out_figure(out, "state_number", NULL, &server->state);
	pk_out_flag(out, "lost", &server->lost);
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
	pk_out_figure(out, "connection_id", "connection 0x%llx, ", &smb->id);
	pk_out_uint(out, "dialect", "dialect 0x%llx", smb->dialect);
	pk_out_int(out, "credits", ", credits %lld", smb->credits);
	pk_out_uint(out, "in_flight", ", on the wire %llu", smb->in_flight);
	pk_out_figure(out, "in_send", ", being sent %llu", &smb->in_send);
	pk_out_figure(out, "credit_waiters", ", without credits %llu", &smb->waiting);
	pk_out_uint(out, "connects", ", instance %llu", smb->instance);
	pk_out_uint(out, "users", NULL, smb->users);
	pk_out_uint(out, "security_mode", NULL, smb->security);
	pk_out_addr(out, "server_info", "\n    at %llx", server->addr);
	render_socket(out, server);
	if (!server->sk)
		pk_out_text(out, ", no socket");
	pk_out_text(out, "\n");
}

static void render_smb_command(const struct view *view, const struct pk_consumer_call *call)
{
	struct pk_out *out = view->out;

	PK_OUT_RECORD(out, "smb_command");
	pk_out_addr(out, "server_info", NULL, call->transport);
	pk_out_word(out, "command", "    %s", call->procedure);
	pk_out_uint(out, "message", "  message %llu", call->message);
	render_ms(out, "age_ms", "  %s s old", &call->age_ms);
	render_ms(out, "sent_ms", ", sent %s s ago", &call->sent_ms);
	pk_out_str(out, "state", ", %s", call->state);
	pk_out_uint(out, "state_number", NULL, call->flags);
	render_late(out, call);
	pk_out_int(out, "owner_pid", "  by process %lld", call->owner);
	pk_out_addr(out, "mid", view->verbose ? "  at %llx" : NULL, call->addr);
	pk_out_text(out, "\n");
	render_waiters(view, call);
}

/* --- RDS ------------------------------------------------------------------------------------------------- */

static void render_rds_path(const struct view *view, const struct pk_consumer *path)
{
	struct pk_out *out = view->out;
	char address[64];

	PK_OUT_RECORD(out, "rds_connection");
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
	pk_out_figure(out, "state_number", NULL, &path->state);
	pk_out_flag(out, "lost", &path->lost);
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
}

static void render_rds_message(const struct view *view, const struct pk_consumer_call *call)
{
	struct pk_out *out = view->out;

	PK_OUT_RECORD(out, "rds_message");
	pk_out_addr(out, "tcp_connection", NULL, call->transport);
	pk_out_uint(out, "message", "    message %llu", call->message);
	pk_out_uint(out, "bytes", ", %llu byte(s)", call->bytes);
	pk_out_uint(out, "local_port", "  port %llu", call->sport);
	pk_out_uint(out, "port", " to %llu", call->dport);
	pk_out_str(out, "state", ", %s", call->state);
	pk_out_addr(out, "rds_sock", view->verbose ? "  of %llx" : NULL, call->request);
	pk_out_addr(out, "rds_message", view->verbose ? "  at %llx" : NULL, call->addr);
	pk_out_text(out, "\n");
	render_waiters(view, call);
}

/* One of its other paths, in which nothing is. */
static bool is_idle(const struct pk_consumer *path)
{
	return path->rds.path && !path->nr_calls && path->lost.status == PK_OK && !path->lost.value;
}

/* --- Ceph ------------------------------------------------------------------------------------------------ */

static void render_ceph_client(const struct view *view, const struct pk_controller *client)
{
	struct pk_out *out = view->out;

	PK_OUT_RECORD(out, "ceph_client");
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
}

static void render_ceph_connection(const struct view *view, const struct pk_consumer *con)
{
	struct pk_out *out = view->out;
	const struct pk_ceph *ceph = &con->ceph;
	bool is_monitor = !strcmp(ceph->role, "mon");

	PK_OUT_RECORD(out, "ceph_connection");
	pk_out_addr(out, "client", NULL, con->controller);
	pk_out_str(out, "role", "    %s", ceph->role);
	pk_out_int(out, "number", "%lld", ceph->number);
	render_server(out, con->family, con->server, con->port);
	pk_out_str(out, "state", ": %s", con->state_word);
	pk_out_figure(out, "state_number", NULL, &con->state);
	pk_out_str(out, "session_state", ", session %s", ceph->session);
	pk_out_bool_if(out, "hunting", is_monitor, ceph->is_hunted);
	if (ceph->is_hunted)
		pk_out_text(out, ", %s", ceph->was_let_in ? "hunting again" : "hunting");
	pk_out_flag(out, "lost", &con->lost);
	render_ms(out, "silent_ms", ceph->is_hunted ? " for %s s" : ", last answer %s s ago",
		  &con->silent_ms);
	pk_out_figure(out, "limit_ms", NULL, &con->limit_ms);
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
}

static void render_ceph_request(const struct view *view, const struct pk_consumer_call *call)
{
	struct pk_out *out = view->out;
	bool is_osd = call->asked && !strcmp(call->asked, "osd");

	PK_OUT_RECORD(out, "ceph_request");
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
	pk_out_figure(out, "sends", ", sent %llu time(s)", &call->sends);
	render_ms(out, "sent_ms", ", last %s s ago", &call->sent_ms);
	pk_out_str(out, "state", ", %s", call->state);
	render_late(out, call);
	pk_out_addr(out, "request", view->verbose ? "  at %llx" : NULL, call->addr);
	pk_out_addr(out, "block_request",
		    view->verbose && call->request ? ", for request %llx" : NULL, call->request);
	pk_out_text(out, "\n");
	render_waiters(view, call);
}

/* --- all kinds ------------------------------------------------------------------------------------------- */

/* How a kind is shown: each controller with its consumers, or each consumer, with the calls of each behind it; then calls
 * that have no consumer yet. */
struct kind {
	const char *none; /* there is none */
	void (*controller)(const struct view *view, const struct pk_controller *controller);
	void (*consumer)(const struct view *view, const struct pk_consumer *consumer);
	void (*call)(const struct view *view, const struct pk_consumer_call *call);
	const char *wait; /* who waits without a call: what that is */
	const char *owner; /* and the key of its consumer */
	const char *unplaced; /* above calls without a controller and a consumer */
	bool (*is_idle)(const struct pk_consumer *consumer); /* shown only with -v; NULL: none is */
};

static const struct kind kinds[PK_NR_CONSUMER_KINDS] = {
	[PK_CONSUMER_RPC] = {.none = "no RPC transport",
			     .consumer = render_transport,
			     .call = render_call,
			     .unplaced = "calls without a request yet"},
	[PK_CONSUMER_NVME] = {.none = "no NVMe controller by TCP",
			      .controller = render_controller,
			      .consumer = render_queue,
			      .call = render_request},
	[PK_CONSUMER_ISCSI] = {.none = "no iSCSI session",
			       .controller = render_session,
			       .consumer = render_connection,
			       .call = render_command},
	[PK_CONSUMER_SMB] = {.none = "no SMB connection",
			     .consumer = render_smb_server,
			     .call = render_smb_command,
			     .wait = "smb_wait",
			     .owner = "server_info"},
	[PK_CONSUMER_RDS] = {.none = "no RDS connection by TCP",
			     .consumer = render_rds_path,
			     .call = render_rds_message,
			     .wait = "rds_wait",
			     .owner = "tcp_connection",
			     .is_idle = is_idle},
	[PK_CONSUMER_CEPH] = {.none = "no Ceph client",
			      .controller = render_ceph_client,
			      .consumer = render_ceph_connection,
			      .call = render_ceph_request,
			      .wait = "ceph_wait",
			      .owner = "connection"},
};

static void render_calls(const struct view *view, enum pk_consumer_kind kind, uint64_t controller,
			 uint64_t consumer)
{
	const struct kind *as = &kinds[kind];
	size_t nr = 0;

	for (size_t i = 0; i < view->consumers->nr_calls; i++) {
		const struct pk_consumer_call *call = &view->consumers->calls[i];

		if (call->kind != kind || call->controller != controller ||
		    call->transport != consumer)
			continue;
		if (!nr++ && !controller && !consumer && as->unplaced)
			pk_out_text(view->out, "%s:\n", as->unplaced);
		if (call->waits_for)
			render_wait(view, call, as->wait, as->owner);
		else
			as->call(view, call);
	}
}

/* Those of CONTROLLER; 0: of a kind that has none. */
static void render_consumers_of(const struct view *view, enum pk_consumer_kind kind,
				uint64_t controller)
{
	for (size_t i = 0; i < view->consumers->nr; i++) {
		const struct pk_consumer *consumer = &view->consumers->list[i];

		if (consumer->type != kind || consumer->controller != controller ||
		    (kinds[kind].is_idle && kinds[kind].is_idle(consumer) && !view->verbose &&
		     !pk_out_whole(view->out)))
			continue;
		kinds[kind].consumer(view, consumer);
		render_calls(view, kind, controller, consumer->addr);
	}
	render_calls(view, kind, controller, 0);
}

static void say_none(struct pk_out *out, const struct pk_consumers *consumers)
{
	if (consumers->nr || consumers->nr_calls || consumers->nr_controllers)
		return;
	for (unsigned i = 0; i < PK_NR_CONSUMER_KINDS; i++)
		if (consumers->kinds[i].status == PK_OK) {
			pk_out_text(out, "(%s)\n", kinds[i].none);
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
	const struct view view = {out, consumers, verbose};

	for (unsigned kind = 0; kind < PK_NR_CONSUMER_KINDS; kind++) {
		for (size_t i = 0; i < consumers->nr_controllers; i++) {
			const struct pk_controller *controller = &consumers->controllers[i];

			if (controller->kind != kind)
				continue;
			kinds[kind].controller(&view, controller);
			render_consumers_of(&view, kind, controller->addr);
		}
		if (kinds[kind].controller)
			render_calls(&view, kind, 0, 0);
		else
			render_consumers_of(&view, kind, 0);
	}
	say_none(out, consumers);
}
