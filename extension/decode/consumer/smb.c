// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Clients of SMB (cifs.ko), and what they wait for:
 *
 *	cifs_tcp_ses_list -> TCP_Server_Info {ssocket, dstaddr, tcpStatus; request_q, response_q}
 *	                     pending_mid_q -> mid_q_entry {mid, command, when_alloc; callback, callback_data}
 *
 * What an answer calls tells who waits: the callbacks of synchronous commands wake the task in callback_data, those of
 * others wake none. A task without a command waits in one of two queues: request_q, until the server grants credits;
 * response_q, until there is a connection again.
 */
#include <stdio.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/figure.h"
#include "decode/list.h"

#define MSEC_PER_SEC 1000
#define NEGOTIATE_MS 20000 /* server_unresponsive(): of a negotiation */
#define INTERVALS 3 /* the same: of a connection, in units of its echo_interval */
#define STATE_SUBMITTED 2

struct walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	struct pk_reader *r; /* ALL's */
	/* offsets */
	uint64_t link, addr, mids, mid_link, requests, responses;
	bool is_smb1;
};

/* --- commands -------------------------------------------------------------------------------------------- */

/* SMB_COM_*, by MS-CIFS 2.2.2.1, as far as the client sends them. */
static const struct pk_consumer_number smb1_names[] = {
	{0x00, "CREATE_DIRECTORY"},
	{0x01, "DELETE_DIRECTORY"},
	{0x04, "CLOSE"},
	{0x05, "FLUSH"},
	{0x06, "DELETE"},
	{0x07, "RENAME"},
	{0x08, "QUERY_INFORMATION"},
	{0x09, "SETATTR"},
	{0x24, "LOCKING_ANDX"},
	{0x29, "COPY"},
	{0x2b, "ECHO"},
	{0x2d, "OPEN_ANDX"},
	{0x2e, "READ_ANDX"},
	{0x2f, "WRITE_ANDX"},
	{0x32, "TRANSACTION2"},
	{0x33, "TRANSACTION2_SECONDARY"},
	{0x34, "FIND_CLOSE2"},
	{0x71, "TREE_DISCONNECT"},
	{0x72, "NEGOTIATE"},
	{0x73, "SESSION_SETUP_ANDX"},
	{0x74, "LOGOFF_ANDX"},
	{0x75, "TREE_CONNECT_ANDX"},
	{0xa0, "NT_TRANSACT"},
	{0xa1, "NT_TRANSACT_SECONDARY"},
	{0xa2, "NT_CREATE_ANDX"},
	{0xa4, "NT_CANCEL"},
	{0xa5, "NT_RENAME"},
};

/* By MS-SMB2 2.2.1.2, or of SMB 1. */
static void name_command(struct pk_consumer_call *call, unsigned command, bool is_smb1)
{
	static const char *const names[] = {
		"NEGOTIATE",	 "SESSION_SETUP", "LOGOFF",   "TREE_CONNECT", "TREE_DISCONNECT",
		"CREATE",	 "CLOSE",	  "FLUSH",    "READ",	      "WRITE",
		"LOCK",		 "IOCTL",	  "CANCEL",   "ECHO",	      "QUERY_DIRECTORY",
		"CHANGE_NOTIFY", "QUERY_INFO",	  "SET_INFO", "OPLOCK_BREAK"};

	const char *name = NULL;

	if (is_smb1)
		name = pk_consumer_word_at(smb1_names, PK_ARRAY_SIZE(smb1_names), command);
	else if (command < PK_ARRAY_SIZE(names))
		name = names[command];
	if (name)
		snprintf(call->procedure, sizeof(call->procedure), "%s", name);
	else if (is_smb1)
		snprintf(call->procedure, sizeof(call->procedure), "SMB1-0x%02x", command);
	else
		snprintf(call->procedure, sizeof(call->procedure), "command-%u", command);
}

/* MID_*, which are macros: the same numbers in 5.10 and 7.2. */
static const char *mid_state_name(uint64_t state)
{
	switch (state) {
	case 1:
		return "allocated";
	case STATE_SUBMITTED:
		return "submitted";
	case 4:
		return "response received";
	case 8:
		return "to be sent again";
	case 0x10:
		return "response malformed";
	case 0x20:
		return "shutdown";
	default:
		return NULL;
	}
}

/* Parts of a compound have callbacks of their own, the last of which wakes; who gave up waiting put another there. */
static bool wakes_task(const char *callback)
{
	static const char *const names[] = {"cifs_wake_up_task", "cifs_compound_callback",
					    "cifs_compound_last_callback", NULL};

	return pk_arch_names(names, callback);
}

static void read_waiter(struct walk *walk, struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint64_t callback = pk_member(r, call->addr, PK_R_smb_mid_callback);
	uint64_t data = pk_member(r, call->addr, PK_R_smb_mid_data);
	struct pk_symbol symbol;

	call->waiters_status = PK_ABSENT;
	if (pk_try(r, pk_symbol_at(walk->ctx, callback, &symbol)) &&
	    (symbol.addr != callback || !wakes_task(symbol.name)))
		return;
	pk_try(r, pk_consumer_waiter_add(walk->all, call, data));
	call->waiters_status = r->status;
	if (r->status == PK_ABSENT)
		r->status = PK_OK;
}

/* server_unresponsive() asks how long the server has been silent: it is so for each command that was sent before. */
static struct pk_figure is_late(const struct pk_consumer *server,
				const struct pk_consumer_call *call)
{
	struct pk_figure late = server->silent_ms;

	if (late.status != PK_OK || server->limit_ms.status != PK_OK ||
	    call->age_ms.status != PK_OK)
		return pk_figure_none(late.status != PK_OK ? late.status : server->limit_ms.status);
	late.value =
		late.value > server->limit_ms.value && call->age_ms.value > server->limit_ms.value;
	return late;
}

static void read_mid(struct walk *walk, const struct pk_consumer *server,
		     struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint64_t sent = 0, command, pid, made, state;

	call->message = pk_member(r, call->addr, PK_R_smb_mid_number);
	command = pk_member(r, call->addr, PK_R_smb_mid_command);
	pid = pk_member(r, call->addr, PK_R_smb_mid_pid);
	made = pk_member(r, call->addr, PK_R_smb_mid_made);
	state = pk_member(r, call->addr, PK_R_smb_mid_state);
	if (pk_reader_has(r, PK_R_smb_mid_sent))
		sent = pk_member(r, call->addr, PK_R_smb_mid_sent);
	if (!pk_ok(r))
		return;
	if (walk->ctx->target->facts.big_endian)
		command = __builtin_bswap16((uint16_t)command);
	call->transport = server->addr;
	call->owner = (int32_t)pid;
	call->flags = (uint32_t)state;
	call->state = mid_state_name(state);
	name_command(call, (unsigned)command, walk->is_smb1);
	call->age_ms = pk_consumer_since_jiffies(walk->all, made);
	if (sent)
		call->sent_ms = pk_consumer_since_jiffies(walk->all, sent);
	if (state == STATE_SUBMITTED)
		call->late = is_late(server, call);
	read_waiter(walk, call);
}

/* --- servers --------------------------------------------------------------------------------------------- */

static const struct pk_consumer_word states[] = {
	{PK_R_smb_new, "new"},
	{PK_R_smb_good, "good"},
	{PK_R_smb_exiting, "exiting"},
	{PK_R_smb_need_reconnect, "connecting again"},
	{PK_R_smb_need_negotiate, "connected, not negotiated"},
	{PK_R_smb_in_negotiate, "negotiating"},
};

static bool is_state(const struct walk *walk, const struct pk_consumer *server, enum pk_row_id id)
{
	uint64_t value;

	return server->state.status == PK_OK && pk_has(walk->ctx, id) &&
	       pk_row_value(walk->ctx, id, &value) == PK_OK && value == server->state.value;
}

/* As server_unresponsive() has it: silence counts from the last answer, in a negotiation from its begin. */
static void read_silence(struct walk *walk, struct pk_consumer *server)
{
	bool negotiates = is_state(walk, server, PK_R_smb_in_negotiate);
	enum pk_row_id id = negotiates && pk_has(walk->ctx, PK_R_smb_server_negotiates)
				    ? PK_R_smb_server_negotiates
				    : PK_R_smb_server_answered;
	uint64_t since = pk_member(walk->r, server->addr, id);
	uint64_t interval = pk_member(walk->r, server->addr, PK_R_smb_server_interval);

	if (!pk_ok(walk->r))
		return;
	server->silent_ms = pk_consumer_since_jiffies(walk->all, since);
	if (negotiates)
		server->limit_ms = (struct pk_figure){.status = PK_OK, .value = NEGOTIATE_MS};
	else if (walk->all->hz && (is_state(walk, server, PK_R_smb_good) ||
				   is_state(walk, server, PK_R_smb_need_negotiate)))
		server->limit_ms =
			(struct pk_figure){.status = PK_OK,
					   .value = INTERVALS * (uint64_t)(uint32_t)interval *
						    MSEC_PER_SEC / walk->all->hz};
}

/* Of these, some came with a release, others with CONFIG_CIFS_STATS2. */
static struct pk_figure number_if(struct walk *walk, const struct pk_consumer *server,
				  enum pk_row_id id)
{
	return pk_has(walk->ctx, id) ? pk_figure_member(walk->ctx, server->addr, id)
				     : pk_figure_none(PK_ABSENT);
}

static void read_server(struct walk *walk, struct pk_consumer *server)
{
	struct pk_reader *r = walk->r;
	uint64_t protocol, sock, rdma;
	struct pk_smb *smb = &server->smb;
	uint64_t credits;

	server->state = pk_figure_member(walk->ctx, server->addr, PK_R_smb_server_status);
	server->state_word =
		pk_consumer_word_of(walk->ctx, states, PK_ARRAY_SIZE(states), &server->state);
	server->lost = server->state;
	if (server->state.status == PK_OK && !server->state_word)
		server->lost = pk_figure_none(PK_UNSUPPORTED);
	else if (server->state.status == PK_OK)
		server->lost.value = is_state(walk, server, PK_R_smb_need_reconnect);
	pk_try(r, pk_consumer_read_server(walk->ctx, server->addr + walk->addr, server));
	pk_try(r, pk_consumer_read_name(walk->ctx, server->addr, PK_R_smb_server_name, server->name,
					sizeof(server->name), &server->name_addr));
	if (!pk_ok(r))
		return;
	pk_try(walk->r, pk_member_uints(walk->ctx, server->addr,
					PK_WANTED({PK_R_smb_server_dialect, &smb->dialect},
						  {PK_R_smb_server_credits, &credits},
						  {PK_R_smb_server_in_flight, &smb->in_flight},
						  {PK_R_smb_server_instance, &smb->instance},
						  {PK_R_smb_server_users, &smb->users},
						  {PK_R_smb_server_security, &smb->security})));
	if (pk_ok(walk->r))
		smb->credits = (int32_t)credits;
	smb->id = number_if(walk, server, PK_R_smb_server_id);
	smb->in_send = number_if(walk, server, PK_R_smb_server_in_send);
	smb->waiting = number_if(walk, server, PK_R_smb_server_waiting);
	if (pk_ok(r))
		read_silence(walk, server);
	protocol = pk_member(r, pk_member(r, server->addr, PK_R_smb_server_values),
			     PK_R_smb_values_protocol);
	if (!pk_ok(r))
		return;
	walk->is_smb1 = !protocol;
	sock = pk_member(r, server->addr, PK_R_smb_server_socket);
	rdma = pk_member(r, server->addr, PK_R_smb_server_rdma);
	if (!pk_ok(r) || rdma)
		return;
	server->protocol = pk_consumer_tcp()->name;
	pk_try(r, pk_consumer_read_socket(walk->ctx, sock, server));
}

static bool walk_server(struct walk *walk, uint64_t addr)
{
	struct pk_consumer *server = pk_consumer_add(walk->all, addr);
	struct pk_consumer_call *call;

	if (server) {
		server->kind = "smb";
		read_server(walk, server);
	}
	pk_consumer_check(walk->all, "SMB server", addr);
	if (!server)
		return false;
	pk_list_for_each (node, walk->r, addr + walk->mids) {
		call = pk_consumer_call_add(walk->all, node - walk->mid_link);
		if (call)
			read_mid(walk, server, call);
		pk_consumer_check(walk->all, "SMB command", call ? node - walk->mid_link : node);
		if (!call)
			break;
	}
	pk_consumer_check(walk->all, "commands of SMB server", addr);
	/* In response_q are those too who wait for a command. */
	pk_consumer_wait_read(walk->all, addr, addr + walk->requests, "credits");
	if (is_state(walk, server, PK_R_smb_need_reconnect))
		pk_consumer_wait_read(walk->all, addr, addr + walk->responses, "a connection");
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_smb(struct pk_consumer_walk *all)
{
	struct pk_reader *r = &all->r;
	struct walk walk = {.all = all, .ctx = all->ctx, .r = r};
	uint64_t list = pk_value(r, PK_R_smb_servers);

	pk_try(r, pk_row_offsets(all->ctx, PK_WANTED({PK_R_smb_server_link, &walk.link},
						     {PK_R_smb_server_addr, &walk.addr},
						     {PK_R_smb_server_mids, &walk.mids},
						     {PK_R_smb_server_requests, &walk.requests},
						     {PK_R_smb_server_responses, &walk.responses},
						     {PK_R_smb_mid_link, &walk.mid_link})));
	if (!pk_ok(r))
		return r->status;
	pk_consumer_clocks(all);
	pk_list_for_each (node, r, list)
		if (!walk_server(&walk, node - walk.link))
			break;
	pk_consumer_check(all, "SMB servers", list);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_smb = {"SMB", read_smb};
