// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Initiators of iSCSI, and what they wait for:
 *
 *	sesslist -> iscsi_cls_session.dd_data -> iscsi_session {leadconn; cmds[cmds_max] -> iscsi_task; host}
 *	iscsi_session.leadconn -> iscsi_conn.dd_data -> iscsi_tcp_conn.dd_data -> iscsi_sw_tcp_conn.sock
 *	iscsi_task.sc -> scsi_cmnd, behind its struct request
 *	host -> Scsi_Host.__devices -> scsi_device.request_queue -> hardware queues -> tags -> request, of each tag
 *
 * A task that is neither free nor completed has no answer yet. A request without a task waits in the block layer until
 * the session takes commands again. Transports that are not libiscsi's have their state alone.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/figure.h"
#include "decode/list.h"

#define TASKS_MAX 65536 /* of a session; libiscsi allows 4096 */
#define TAGS_MAX 1048576 /* of all devices */
#define QUEUE_DEPTH_MAX 10240 /* BLK_MQ_MAX_DEPTH */
#define OPCODE_MASK 0x3f

struct walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	struct pk_reader *r; /* ALL's */
	struct pk_consumers *consumers;
	uint64_t request_size;
	uint64_t free, completed, requeued, in_flight;
	uint64_t tags_left;
	struct pk_hash requests; /* that are of a task, or listed */
	uint64_t session; /* whose devices are walked: struct iscsi_cls_session */
	uint64_t lun, queue; /* of the device: its number, struct request_queue */
};

/* --- tasks ----------------------------------------------------------------------------------------------- */

/* By RFC 7143: what the initiator asks that is no SCSI command. */
static const char *opcode_name(unsigned opcode)
{
	static const char *const names[] = {"ping", NULL, "task-management", "login",
					    "text", NULL, "logout"};

	return opcode < PK_ARRAY_SIZE(names) ? names[opcode] : NULL;
}

static void read_pdu(struct walk *walk, uint64_t task, struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint64_t hdr = pk_member(r, task, PK_R_iscsi_task_hdr);
	unsigned opcode = pk_number(r, hdr, 1) & OPCODE_MASK;
	uint64_t ping = pk_member(r, call->transport, PK_R_iscsi_conn_ping);
	uint64_t sent = pk_member(r, call->transport, PK_R_iscsi_conn_last_ping);

	call->age_ms = pk_figure_none(pk_ok(r) ? PK_ABSENT : r->status);
	if (!pk_ok(r))
		return;
	call->waiters_status = PK_ABSENT;
	if (opcode_name(opcode))
		snprintf(call->procedure, sizeof(call->procedure), "%s", opcode_name(opcode));
	else
		snprintf(call->procedure, sizeof(call->procedure), "opcode-%02x", opcode);
	if (ping == task)
		call->age_ms = call->sent_ms = pk_consumer_since_jiffies(walk->all, sent);
}

/* Eight bytes, in pairs, the highest last: scsilun_to_int(). */
static uint64_t lun_of(const uint8_t bytes[8])
{
	uint64_t lun = 0;

	for (unsigned i = 0; i < 8; i += 2)
		lun |= (uint64_t)(bytes[i] << 8 | bytes[i + 1]) << (i * 8);
	return lun;
}

static void read_request(struct walk *walk, uint64_t rq, bool is_begun,
			 struct pk_consumer_call *call)
{
	uint64_t op = pk_member(walk->r, rq, PK_R_request_op);

	if (!pk_ok(walk->r))
		return;
	pk_consumer_name_op(call, op);
	pk_try(walk->r, pk_consumer_request_read(walk->all, rq, is_begun, call));
}

static void read_command(struct walk *walk, uint64_t task, uint64_t sc,
			 struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint8_t lun[8];
	/* scsi_cmd_to_rq(): before 5.15 it was a pointer. */
	uint64_t rq = pk_reader_has(r, PK_R_scsi_cmnd_request)
			      ? pk_member(r, sc, PK_R_scsi_cmnd_request)
			      : sc - walk->request_size;

	if (!pk_load(r, pk_member_at(r, task, PK_R_iscsi_task_lun), lun, sizeof(lun)))
		return;
	call->lun = lun_of(lun);
	call->request = rq;
	if (!pk_hash_put(&walk->requests, rq, walk))
		pk_try(r, pk_fail(walk->ctx, PK_NOMEM, "requests"));
	read_request(walk, rq, true, call);
}

static void read_task(struct walk *walk, const struct pk_consumer *conn, uint64_t task)
{
	struct pk_reader *r = walk->r;
	struct pk_consumer_call *call;
	uint64_t state = pk_member(r, task, PK_R_iscsi_task_state);
	uint64_t sc = pk_member(r, task, PK_R_iscsi_task_sc);
	uint64_t owner = pk_member(r, task, PK_R_iscsi_task_conn);
	uint8_t tag[4];

	if (!pk_ok(r) || state == walk->free || state == walk->completed || state == walk->requeued)
		return;
	if (owner != conn->addr) {
		pk_try(r, pk_fail(walk->ctx, PK_CORRUPT, "it is of connection %llx",
				  (unsigned long long)owner));
		return;
	}
	call = pk_consumer_call_add(walk->all, task);
	if (!call)
		return;
	call->transport = conn->addr;
	call->controller = conn->controller;
	if (!pk_load(r, pk_member_at(r, task, PK_R_iscsi_task_wire_itt), tag, sizeof(tag)))
		return;
	/* As it stands in packets: numbers there are written as their bytes follow one another. */
	call->xid = (uint32_t)pk_bytes_uint(tag, sizeof(tag), true);
	if (sc)
		read_command(walk, task, sc, call);
	else
		read_pdu(walk, task, call);
}

static void walk_tasks(struct walk *walk, uint64_t session, const struct pk_consumer *conn)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t nr = pk_member(walk->r, session, PK_R_iscsi_session_nr_cmds);
	uint64_t cmds = pk_member(walk->r, session, PK_R_iscsi_session_cmds);

	if (nr > TASKS_MAX)
		pk_try(walk->r, pk_fail(walk->ctx, PK_LIMIT, "%llu tasks", (unsigned long long)nr));
	for (uint64_t i = 0; pk_ok(walk->r) && i < nr; i++) {
		uint64_t task = pk_pointer(walk->r, cmds + i * word);
		enum pk_status status;

		if (task)
			read_task(walk, conn, task);
		status = walk->r->status;
		pk_consumer_check(walk->all, "iSCSI task", cmds + i * word);
		if (status == PK_NOMEM || status == PK_LIMIT)
			return;
	}
}

/* --- what waits in the block layer ----------------------------------------------------------------------- */

/* Of each tag there is one request, which counts references while somebody has it. */
static void read_waiting(struct walk *walk, uint64_t rq)
{
	struct pk_consumer_call *call;
	uint64_t queue = pk_member(walk->r, rq, PK_R_request_queue);
	uint64_t ref = pk_member(walk->r, rq, PK_R_request_ref);
	uint64_t state = pk_member(walk->r, rq, PK_R_request_state);

	if (!pk_ok(walk->r) || queue != walk->queue || !ref || pk_hash_get(&walk->requests, rq))
		return;
	call = pk_consumer_call_add(walk->all, rq);
	if (!call)
		return;
	if (!pk_hash_put(&walk->requests, rq, walk)) {
		pk_try(walk->r, pk_fail(walk->ctx, PK_NOMEM, "requests"));
		return;
	}
	call->controller = walk->session;
	call->lun = walk->lun;
	call->request = rq;
	read_request(walk, rq, state == walk->in_flight, call);
}

static void walk_tags(struct walk *walk, uint64_t tags)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t nr = pk_member(walk->r, tags, PK_R_blk_tags_nr), rq;
	uint64_t rqs = pk_member(walk->r, tags, PK_R_blk_tags_static);

	if (nr > QUEUE_DEPTH_MAX || nr > walk->tags_left)
		pk_try(walk->r, pk_fail(walk->ctx, PK_LIMIT, "%llu tags", (unsigned long long)nr));
	if (!pk_ok(walk->r))
		return;
	walk->tags_left -= nr;
	for (unsigned tag = 0; tag < nr && pk_ok(walk->r); tag++) {
		rq = pk_pointer(walk->r, rqs + (uint64_t)tag * word);
		if (rq)
			read_waiting(walk, rq);
	}
}

/* Each CPU has a software queue, which leads to its hardware queue: iSCSI by TCP has one for all. */
static void walk_queue(struct walk *walk)
{
	struct pk_reader *r = walk->r;
	uint64_t percpu = pk_member(r, walk->queue, PK_R_queue_ctx);
	uint64_t hctxs = pk_offset(r, PK_R_blk_ctx_hctxs), offset, hctx, tags, last = 0;
	struct pk_cpumask cpus;

	pk_try(r, pk_cpumask_get(walk->ctx, PK_CPUS_POSSIBLE, &cpus));
	for (int cpu = 0; cpu < PK_MAX_CPUS && pk_ok(r); cpu++) {
		if (!pk_cpumask_test(&cpus, cpu) ||
		    !pk_try(r, pk_percpu_offset(walk->ctx, cpu, &offset)))
			continue;
		hctx = pk_pointer(r, percpu + offset + hctxs);
		if (!hctx || hctx == last)
			continue;
		last = hctx;
		/* A queue with a scheduler has tags of its own. Other requests of the host's tags are other
		 * devices'. */
		tags = pk_member(r, hctx, PK_R_blk_hctx_tags);
		hctx = pk_member(r, hctx, PK_R_blk_hctx_sched_tags);
		if (hctx)
			walk_tags(walk, hctx);
		if (tags)
			walk_tags(walk, tags);
	}
}

static void walk_devices(struct walk *walk, struct pk_controller *session, uint64_t host)
{
	struct pk_reader *r = walk->r;
	uint64_t devices = pk_member_at(r, host, PK_R_scsi_host_devices);
	uint64_t link = pk_offset(r, PK_R_scsi_device_link);
	uint64_t no = pk_member(r, host, PK_R_scsi_host_no);
	enum pk_status status;

	if (!pk_ok(r))
		return;
	session->host = (struct pk_figure){.status = PK_OK, .value = no};
	pk_list_for_each (node, r, devices) {
		walk->lun = pk_member(r, node - link, PK_R_scsi_device_lun);
		walk->queue = pk_member(r, node - link, PK_R_scsi_device_queue);
		if (walk->queue)
			walk_queue(walk);
		status = r->status;
		pk_consumer_check(walk->all, "SCSI device", node - link);
		if (status == PK_NOMEM || status == PK_LIMIT)
			break;
	}
}

/* --- connections ----------------------------------------------------------------------------------------- */

static void read_socket(struct walk *walk, struct pk_consumer *conn)
{
	struct pk_reader *r = walk->r;
	const struct pk_tuple *tuple = &conn->sock.tuple;
	uint64_t tcp = pk_member(r, conn->addr, PK_R_iscsi_conn_data), sw_tcp, owner, sock;

	if (!tcp)
		return;
	owner = pk_member(r, tcp, PK_R_iscsi_tcp_conn_conn);
	sw_tcp = pk_member(r, tcp, PK_R_iscsi_tcp_conn_data);
	if (owner != conn->addr)
		pk_try(r, pk_fail(walk->ctx, PK_CORRUPT, "its TCP part is of connection %llx",
				  (unsigned long long)owner));
	sock = pk_member(r, sw_tcp, PK_R_iscsi_sw_tcp_sock);
	pk_try(r, pk_consumer_read_socket(walk->ctx, sock, conn));
	/* A target may have sent it elsewhere than to the address that it was given. */
	if (!pk_ok(r) || !conn->sk || !tuple->family || !tuple->dport)
		return;
	conn->family = tuple->family;
	conn->port = tuple->dport;
	memcpy(conn->server, tuple->daddr, sizeof(conn->server));
}

/* As sysfs has them. */
static const char *connection_state(struct pk_ctx *ctx, uint64_t cls)
{
	static const struct pk_consumer_word words[] = {{PK_R_iscsi_conn_up, "up"},
							{PK_R_iscsi_conn_down, "down"},
							{PK_R_iscsi_conn_failed, "failed"},
							{PK_R_iscsi_conn_bound, "bound"}};
	struct pk_figure state = pk_figure_member(ctx, cls, PK_R_iscsi_cls_conn_state);

	return pk_consumer_word_of(ctx, words, PK_ARRAY_SIZE(words), &state);
}

/* iscsi_check_transport_timeouts() pings where it heard of nothing for recv_timeout, and gives up ping_timeout later. */
static void read_pings(struct walk *walk, uint64_t addr, struct pk_controller *session)
{
	uint64_t cls = pk_member(walk->r, addr, PK_R_iscsi_conn_cls);
	uint64_t received = pk_member(walk->r, addr, PK_R_iscsi_conn_last_recv);
	uint64_t ping = pk_member(walk->r, addr, PK_R_iscsi_conn_ping);
	uint64_t sent = pk_member(walk->r, addr, PK_R_iscsi_conn_last_ping);

	if (!pk_ok(walk->r))
		return;
	session->connection_state = connection_state(walk->ctx, cls);
	session->received_ms = pk_consumer_since_jiffies(walk->all, received);
	if (ping)
		session->ping_ms = pk_consumer_since_jiffies(walk->all, sent);
	session->keep_alive_s = pk_figure_member(walk->ctx, addr, PK_R_iscsi_conn_recv_timeout);
	session->aborts = pk_figure_member(walk->ctx, addr, PK_R_iscsi_conn_aborts);
}

/* The caller's SESSION is good until the next controller is added: none is, below. */
static void read_connection(struct walk *walk, struct pk_controller *session, uint64_t libiscsi,
			    uint64_t addr)
{
	struct pk_consumer *conn;
	uint64_t owner = pk_member(walk->r, addr, PK_R_iscsi_conn_session);
	uint64_t id = pk_member(walk->r, addr, PK_R_iscsi_conn_id);
	char text[64];
	uint64_t port;

	if (owner != libiscsi)
		pk_try(walk->r, pk_fail(walk->ctx, PK_CORRUPT, "it is of session %llx",
					(unsigned long long)owner));
	read_pings(walk, addr, session);
	conn = pk_ok(walk->r) ? pk_consumer_add(walk->all, addr) : NULL;
	if (!conn)
		return;
	conn->kind = "iscsi";
	conn->controller = session->addr;
	conn->queue = (uint32_t)id;
	/* The address that the session was given; it may be a name. Blanks stand behind one
	 * that was redacted. */
	pk_try(walk->r, pk_consumer_read_name(walk->ctx, conn->addr, PK_R_iscsi_conn_address, text,
					      sizeof(text), &session->server_addr));
	port = pk_member(walk->r, conn->addr, PK_R_iscsi_conn_port);
	if (pk_ok(walk->r)) {
		text[strcspn(text, " ")] = '\0';
		if (inet_pton(AF_INET, text, conn->server) == 1)
			conn->family = 4;
		else if (inet_pton(AF_INET6, text, conn->server) == 1)
			conn->family = 6;
		conn->port = (uint16_t)port;
	}

	if (pk_ok(walk->r) && !strcmp(session->transport, "tcp")) {
		conn->protocol = pk_consumer_tcp()->name;
		read_socket(walk, conn);
	}
	pk_consumer_check(walk->all, "iSCSI connection", addr);
	session->nr_queues = 1;
	session->family = conn->family;
	session->port = conn->port;
	memcpy(session->server, conn->server, sizeof(session->server));
	walk_tasks(walk, libiscsi, conn);
}

/* --- sessions -------------------------------------------------------------------------------------------- */

/* As iscsi_session_state_name() has them for sysfs. */
static const char *class_state(struct pk_ctx *ctx, const struct pk_figure *state)
{
	static const struct pk_consumer_word words[] = {{PK_R_iscsi_cls_logged_in, "LOGGED_IN"},
							{PK_R_iscsi_cls_failed, "FAILED"},
							{PK_R_iscsi_cls_free, "FREE"}};

	return pk_consumer_word_of(ctx, words, PK_ARRAY_SIZE(words), state);
}

static const char *library_state(struct pk_ctx *ctx, const struct pk_figure *state)
{
	static const struct pk_consumer_word words[] = {
		{PK_R_iscsi_state_free, "free"},
		{PK_R_iscsi_state_logged_in, "logged in"},
		{PK_R_iscsi_state_failed, "failed"},
		{PK_R_iscsi_state_terminate, "terminated"},
		{PK_R_iscsi_state_in_recovery, "in recovery"},
		{PK_R_iscsi_state_recovery_failed, "recovery failed"},
		{PK_R_iscsi_state_logging_out, "logging out"},
	};

	return pk_consumer_word_of(ctx, words, PK_ARRAY_SIZE(words), state);
}

/* It was logged in; iscsi_conn_failure() or what follows it has taken its connection away. */
static struct pk_figure is_lost(const struct pk_controller *session)
{
	const char *state = session->library_state;
	struct pk_figure lost = {.status = PK_OK};

	if (state)
		lost.value = !strcmp(state, "failed") || !strcmp(state, "in recovery") ||
			     !strcmp(state, "recovery failed");
	else if (session->state)
		lost.value = !strcmp(session->state, "FAILED");
	else
		lost.status = session->state_value.status == PK_OK ? PK_UNSUPPORTED
								   : session->state_value.status;
	return lost;
}

static void read_library(struct walk *walk, struct pk_controller *session, uint64_t libiscsi)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader *r = walk->r;
	struct pk_figure state = pk_figure_member(ctx, libiscsi, PK_R_iscsi_session_state);
	uint64_t host, conn;

	pk_try(r, pk_consumer_read_name(ctx, libiscsi, PK_R_iscsi_session_target, session->nqn,
					sizeof(session->nqn), &session->nqn_addr));
	session->library_state = library_state(ctx, &state);
	session->lost = is_lost(session);
	pk_try(r, pk_consumer_read_name(ctx, libiscsi, PK_R_iscsi_session_initiator,
					session->initiator, sizeof(session->initiator),
					&session->initiator_addr));
	host = pk_member(r, libiscsi, PK_R_iscsi_session_host);
	conn = pk_member(r, libiscsi, PK_R_iscsi_session_conn);
	if (!pk_ok(r))
		return;
	session->aborting = pk_figure_member(ctx, libiscsi, PK_R_iscsi_session_tmf);
	if (session->aborting.status == PK_OK) {
		struct pk_reader own = {.ctx = ctx};

		session->aborting.value =
			session->aborting.value == pk_value(&own, PK_R_iscsi_tmf_queued);
		session->aborting.status = own.status;
	}
	if (conn)
		read_connection(walk, session, libiscsi, conn);
	if (host)
		walk_devices(walk, session, host);
}

static void read_session(struct walk *walk, struct pk_controller *session)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t sid = pk_member(walk->r, session->addr, PK_R_iscsi_cls_sid);
	uint64_t transport = pk_member(walk->r, session->addr, PK_R_iscsi_cls_transport);
	uint64_t libiscsi = pk_member(walk->r, session->addr, PK_R_iscsi_cls_data), owner, at;

	if (!pk_ok(walk->r))
		return;
	session->instance = (uint32_t)sid;
	session->state_value = pk_figure_member(ctx, session->addr, PK_R_iscsi_cls_state);
	session->state = class_state(ctx, &session->state_value);
	session->recovery_s = pk_figure_member(ctx, session->addr, PK_R_iscsi_cls_recovery);
	session->lost = is_lost(session);
	pk_try(walk->r, pk_consumer_read_name(ctx, transport, PK_R_iscsi_transport_name,
					      session->transport, sizeof(session->transport), &at));
	/* Drivers that do it all by themselves have something else there. */
	if (pk_ok(walk->r) && libiscsi && pk_has(ctx, PK_R_iscsi_session_cls) &&
	    pk_member_uint(ctx, libiscsi, PK_R_iscsi_session_cls, &owner) == PK_OK &&
	    owner == session->addr)
		read_library(walk, session, libiscsi);
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_iscsi(struct pk_consumer_walk *all)
{
	struct pk_reader *r = &all->r;
	struct walk walk = {.all = all,
			    .ctx = all->ctx,
			    .r = r,
			    .consumers = all->consumers,
			    .tags_left = TAGS_MAX};
	uint64_t list = pk_value(r, PK_R_iscsi_sessions), link = pk_offset(r, PK_R_iscsi_cls_link);

	/* What only libiscsi's sessions need: without that module there is none of them. */
	if (pk_reader_has(r, PK_R_iscsi_session_cls)) {
		walk.request_size = pk_value(r, PK_R_request_size);
		walk.in_flight = pk_value(r, PK_R_mq_rq_in_flight);
		walk.free = pk_value(r, PK_R_iscsi_task_free);
		walk.completed = pk_value(r, PK_R_iscsi_task_completed);
		walk.requeued = pk_value(r, PK_R_iscsi_task_requeued);
	}
	if (!pk_ok(r))
		return r->status;
	pk_consumer_clocks(all);
	pk_list_for_each (node, r, list) {
		struct pk_controller *session = pk_controller_add(all, node - link);

		walk.session = node - link;
		if (session)
			read_session(&walk, session);
		pk_consumer_check(all, "iSCSI session", walk.session);
		if (!session)
			break;
	}
	pk_consumer_check(all, "iSCSI sessions", list);
	pk_hash_deinit(&walk.requests, NULL);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_iscsi = {"iSCSI", read_iscsi};
