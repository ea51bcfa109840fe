// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Clients of Ceph (libceph.ko), their connections, and what waits for them:
 *
 *	sock.sk_user_data -> ceph_connection {ops, sock, peer_addr, out_queue, out_sent}	sk_data_ready: ceph_sock_data_ready()
 *		in ceph_mon_client.con, ceph_osd.o_con or ceph_mds_session.s_con, by its ops
 *	rbd_client_list -> rbd_client.client
 *	ceph_fs_type.fs_supers -> super_block.s_fs_info -> ceph_fs_client {client, mdsc}
 *	ceph_client {monc: con; osdc: osds -> ceph_osd}; ceph_mds_client.sessions[] -> ceph_mds_session
 *
 * A client of RBD is in that list only when a monitor has let it in: before, its connection's socket alone leads to it. All of
 * a client's connections, with a socket or without, are found from it. Who waits for a monitor sleeps in auth_wq.
 */
#include "decode/consumer/consumer_private.h"

#include <stdio.h>
#include <string.h>

#include "core/bytes.h"
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/sock/sock.h"
#include "decode/tables.h"
#include "decode/trace/clock.h"

#define CLIENTS_MAX 1024
#define SESSIONS_MAX 4096 /* MDSs of a file system */
#define FSID_BYTES 16
/* CEPH_MONC_HUNT_INTERVAL: of a monitor, times hunt_mult; then another is asked */
#define HUNT_MS 3000
#define SILENCE_MS 30000 /* CEPH_MONC_PING_TIMEOUT */
#define FEATURE_KEEPALIVE2 42
#define MSEC_PER_SEC 1000
#define NSEC_PER_MSEC 1000000

struct walk {
	struct pk_ceph_walk ceph;
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	struct pk_reader *r; /* ALL's */
	struct pk_address_set seen; /* clients, and those that are none */
	uint64_t monc, osdc, mon_con, osd_con, osd_link, osd_requests; /* offsets */
	struct pk_figure wall_ms; /* when the machine died */
};

/* --- a connection ---------------------------------------------------------------------------------------- */

/* CEPH_CON_S_*, macros, which were CON_STATE_* until 5.10. */
static const char *state_name(struct pk_ctx *ctx, uint64_t state)
{
	static const char *const names[] = {[1] = "closed",
					    [2] = "to be opened",
					    [3] = "waiting for a banner",
					    [4] = "connecting",
					    [5] = "waiting for a banner",
					    [6] = "waiting for a banner",
					    [7] = "waiting for a hello",
					    [8] = "authenticating",
					    [9] = "authenticating",
					    [10] = "connecting",
					    [11] = "connecting again",
					    [12] = "open",
					    [13] = "standby"};
	static const char *const old[] = {
		[1] = "closed",	    [2] = "to be opened", [3] = "waiting for a banner",
		[4] = "connecting", [5] = "open",	  [6] = "standby"};

	if (pk_has(ctx, PK_R_ceph_con_v1))
		return state < PK_ARRAY_SIZE(names) ? names[state] : NULL;
	return state < PK_ARRAY_SIZE(old) ? old[state] : NULL;
}

/* con_fault() sets the delay of the next attempt; a connection that is made has none. */
static void read_state(struct walk *walk, struct pk_consumer *con)
{
	struct pk_figure delay = pk_figure_member(walk->ctx, con->addr, PK_R_ceph_con_delay);

	con->state = pk_figure_member(walk->ctx, con->addr, PK_R_ceph_con_state);
	if (con->state.status == PK_OK)
		con->state_word = state_name(walk->ctx, con->state.value);
	con->lost = con->state;
	if (con->state.status == PK_OK && !con->state_word)
		con->lost = pk_figure_none(PK_UNSUPPORTED);
	else if (con->state.status == PK_OK)
		con->lost = delay;
	if (con->lost.status == PK_OK)
		con->lost.value = delay.value && strcmp(con->state_word, "open") != 0 &&
				  strcmp(con->state_word, "standby") != 0 &&
				  strcmp(con->state_word, "closed") != 0;
}

/* The one at ADDR, of the client that is walked; its place in the list, which may move. NUMBER: row of HOLDER's member. */
static struct pk_consumer *add_connection(struct walk *walk, const char *role, uint64_t addr,
					  uint64_t holder, enum pk_row_id number)
{
	struct pk_reader *r = walk->r;
	struct pk_consumer *con = pk_consumer_add(walk->all, addr);
	uint64_t value, server, sock, queued, sent;

	if (!con) {
		pk_consumer_check(walk->all, "Ceph connection", addr);
		return NULL;
	}
	con->kind = "ceph";
	con->protocol = pk_consumer_tcp()->name;
	con->controller = walk->ceph.client;
	con->ceph.role = role;
	read_state(walk, con);
	value = pk_member(r, holder, number);
	con->ceph.number = (int32_t)value;
	server = pk_member_at(r, addr, PK_R_ceph_con_addr);
	pk_try(r, pk_consumer_read_server(walk->ctx, server, con));
	sock = pk_member(r, addr, PK_R_ceph_con_sock);
	pk_try(r, pk_consumer_read_socket(walk->ctx, sock, con));
	queued = pk_member_at(r, addr, PK_R_ceph_con_queued);
	sent = pk_member_at(r, addr, PK_R_ceph_con_sent);
	con->ceph.receives = pk_member(r, addr, PK_R_ceph_con_incoming) != 0;
	pk_list_for_each (node, r, queued)
		con->ceph.queued++;
	pk_list_for_each (node, r, sent)
		con->ceph.sent++;
	pk_consumer_check(walk->all, "Ceph connection", addr);
	return con;
}

/* --- the monitor ----------------------------------------------------------------------------------------- */

/*
 * A client hunts from its first moment on, in which ceph_osdc_init() starts a timer of osd_idle_ttl. That is started again
 * with a fourth of it: if more is left, it runs for the first time. Either is rounded by up to a second.
 */
static struct pk_figure hunting_ms(struct walk *walk, uint64_t client)
{
	const struct pk_consumer_walk *all = walk->all;
	unsigned shift = 64 - 8 * walk->ctx->target->facts.word_size;
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t options = pk_member(&r, client, PK_R_ceph_client_options), hz = all->hz;
	uint64_t ttl = pk_member(&r, options, PK_R_ceph_options_idle);
	uint64_t expires = pk_member(&r, client + walk->osdc, PK_R_ceph_osdc_idle);
	struct pk_figure ms = all->now_jiffies;
	int64_t left;

	pk_try(&r, ms.status == PK_OK && !hz ? PK_ABSENT : ms.status);
	if (!pk_ok(&r))
		return pk_figure_none(r.status);
	left = (int64_t)((expires - ms.value) << shift) >> shift; /* the past is negative */
	if (ttl > INT32_MAX || left > (int64_t)(ttl + hz))
		return pk_figure_none(PK_CORRUPT);
	if (left < (int64_t)(ttl / 4 + hz))
		left = (int64_t)(ttl / 4 + hz);
	left += (int64_t)hz / 4;
	ms.value = left < (int64_t)ttl ? (ttl - (uint64_t)left) * MSEC_PER_SEC / hz : 0;
	return ms;
}

static void judge_monitor(struct walk *walk, struct pk_controller *client, struct pk_consumer *mon,
			  uint64_t monc)
{
	uint64_t hunts = pk_member(walk->r, monc, PK_R_ceph_mon_hunting);
	uint64_t had = pk_member(walk->r, monc, PK_R_ceph_mon_had), opened, times;

	if (!pk_ok(walk->r)) {
		mon->lost = pk_figure_none(walk->r->status);
		return;
	}
	mon->ceph.is_hunted = hunts != 0;
	mon->ceph.was_let_in = had != 0;
	if (!hunts) {
		uint64_t features = pk_member(walk->r, mon->addr, PK_R_ceph_con_features);
		uint64_t answered = pk_member(walk->r, mon->addr, PK_R_ceph_con_answered);

		/* ceph_con_keepalive_expired(): only peers with this feature answer, by a stamp
		 * of the wall clock. */
		if (pk_ok(walk->r) && (features >> FEATURE_KEEPALIVE2 & 1) && answered) {
			answered *= MSEC_PER_SEC;
			mon->limit_ms = (struct pk_figure){.status = PK_OK, .value = SILENCE_MS};
			mon->silent_ms = walk->wall_ms;
			if (mon->silent_ms.status == PK_OK)
				mon->silent_ms.value = walk->wall_ms.value > answered
							       ? walk->wall_ms.value - answered
							       : 0;
		}

		return;
	}
	if (had) {
		mon->lost = (struct pk_figure){.status = PK_OK, .value = 1};
	} else {
		client->hunts_ms = hunting_ms(walk, client->addr);
		mon->lost = client->hunts_ms;
		if (mon->lost.status == PK_OK)
			mon->lost.value = mon->lost.value > HUNT_MS;
	}
	/* __open_session() notes the time there, and delayed_work() goes on to another monitor. */
	opened = pk_member(walk->r, monc, PK_R_ceph_mon_opened);
	times = pk_member(walk->r, monc, PK_R_ceph_mon_times);
	if (!pk_ok(walk->r))
		return;
	mon->silent_ms = pk_consumer_since_jiffies(walk->all, opened);
	mon->limit_ms =
		(struct pk_figure){.status = PK_OK, .value = HUNT_MS * (uint64_t)(uint32_t)times};
}

static void read_monitor(struct walk *walk, struct pk_controller *client)
{
	struct pk_consumers *consumers = walk->all->consumers;
	struct pk_reader *r = walk->r;
	uint64_t monc = client->addr + walk->monc, wait, nr;
	struct pk_consumer *mon =
		add_connection(walk, "mon", monc + walk->mon_con, monc, PK_R_ceph_mon_number);

	if (!mon)
		return;
	judge_monitor(walk, client, mon, monc);
	pk_ceph_mon_requests(&walk->ceph, mon->addr, pk_member_at(r, monc, PK_R_ceph_mon_requests));
	wait = pk_member_at(r, client->addr, PK_R_ceph_client_wait);
	if (!pk_consumer_check(walk->all, "Ceph monitor", monc))
		return;
	nr = consumers->nr_calls;
	pk_consumer_wait_read(walk->all, mon->addr, wait, "the monitor's maps");
	if (consumers->nr_calls > nr)
		consumers->calls[nr].controller = client->addr;
}

/* --- OSDs ------------------------------------------------------------------------------------------------ */

static void read_osds(struct walk *walk, uint64_t client)
{
	struct pk_reader *r = walk->r;
	uint64_t osds = pk_member_at(r, client + walk->osdc, PK_R_ceph_osdc_osds);
	uint64_t homeless = pk_member_at(r, client + walk->osdc, PK_R_ceph_osdc_homeless);
	uint64_t options = pk_member(r, client, PK_R_ceph_client_options);
	uint64_t keepalive = pk_member(r, options, PK_R_ceph_options_keepalive);
	struct pk_consumer *con;

	if (pk_ok(r))
		walk->ceph.keepalive = keepalive;
	pk_rbtree_for_each (node, r, osds) {
		uint64_t osd = node - walk->osd_link;

		con = add_connection(walk, "osd", osd + walk->osd_con, osd, PK_R_ceph_osd_number);
		if (!con)
			break;
		if (walk->all->hz && keepalive < UINT32_MAX)
			con->limit_ms = (struct pk_figure){
				.status = PK_OK, .value = keepalive * MSEC_PER_SEC / walk->all->hz};
		pk_ceph_osd_requests(&walk->ceph, con->addr, osd + walk->osd_requests);
		pk_consumer_check(walk->all, "requests to OSD", osd);
	}
	pk_ceph_osd_requests(&walk->ceph, 0, homeless + walk->osd_requests);
	pk_consumer_check(walk->all, "OSDs of Ceph client", client);
}

/* --- MDSs ------------------------------------------------------------------------------------------------ */

static const struct pk_consumer_word session_states[] = {
	{PK_R_ceph_mds_new, "new"},
	{PK_R_ceph_mds_opening, "opening"},
	{PK_R_ceph_mds_open, "open"},
	{PK_R_ceph_mds_hung, "hung"},
	{PK_R_ceph_mds_closing, "closing"},
	{PK_R_ceph_mds_closed, "closed"},
	{PK_R_ceph_mds_restarting, "restarting"},
	{PK_R_ceph_mds_reconnecting, "reconnecting"},
	{PK_R_ceph_mds_rejected, "rejected"},
};

static void read_mds(struct walk *walk, uint64_t session)
{
	struct pk_figure state = pk_figure_member(walk->ctx, session, PK_R_ceph_mds_state);
	uint64_t at = pk_member_at(walk->r, session, PK_R_ceph_mds_con);
	struct pk_consumer *con =
		at ? add_connection(walk, "mds", at, session, PK_R_ceph_mds_number) : NULL;

	if (!con) {
		pk_try(walk->r, walk->ctx->error.status);
		return;
	}
	con->ceph.session = pk_consumer_word_of(walk->ctx, session_states,
						PK_ARRAY_SIZE(session_states), &state);
	con->ceph.is_hung = con->ceph.session && !strcmp(con->ceph.session, "hung");
	pk_try(walk->r, state.status);
}

static void read_mdss(struct walk *walk, uint64_t fsc)
{
	unsigned word = walk->ctx->target->facts.word_size;
	struct pk_reader *r = walk->r;
	uint64_t mdsc = pk_member(r, fsc, PK_R_ceph_fs_mdsc), sessions, nr, session;

	if (!mdsc)
		return;
	sessions = pk_member(r, mdsc, PK_R_ceph_mdsc_sessions);
	nr = pk_member(r, mdsc, PK_R_ceph_mdsc_nr);
	if (nr > SESSIONS_MAX)
		pk_try(r, pk_fail(walk->ctx, PK_CORRUPT, "%llu sessions", (unsigned long long)nr));
	for (uint64_t i = 0; i < nr && pk_ok(r); i++) {
		session = pk_pointer(r, sessions + i * word);
		if (session)
			read_mds(walk, session);
	}
	pk_ceph_mds_requests(&walk->ceph, pk_member_at(r, mdsc, PK_R_ceph_mdsc_requests));
}

/* --- clients --------------------------------------------------------------------------------------------- */

static void read_identity(struct walk *walk, struct pk_controller *client)
{
	struct pk_reader *r = walk->r;
	uint8_t fsid[FSID_BYTES];
	char *text = client->nqn;
	uint64_t has_fsid = pk_member(r, client->addr, PK_R_ceph_client_has_fsid), auth;

	client->net = pk_member(r, client->addr, PK_R_ceph_client_net);
	auth = pk_member(r, client->addr + walk->monc, PK_R_ceph_mon_auth);
	client->entity = pk_member(r, auth, PK_R_ceph_auth_id);
	if (!pk_load(r, pk_member_at(r, client->addr, PK_R_ceph_client_fsid), fsid, sizeof(fsid)))
		return;
	for (unsigned i = 0; has_fsid && i < FSID_BYTES; i++)
		text += sprintf(text, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
				fsid[i]);
}

/* What holds the client points back to it; that is not read where the module's types are unknown. */
static bool is_held(struct walk *walk, uint64_t holder, enum pk_row_id back, uint64_t client)
{
	uint64_t value;

	return holder && pk_has(walk->ctx, back) &&
	       pk_member_uint(walk->ctx, holder, back, &value) == PK_OK && value == client;
}

static void read_client(struct walk *walk, uint64_t addr)
{
	struct pk_controller *client = pk_controller_add(walk->all, addr);
	uint64_t holder = client ? pk_member(walk->r, addr, PK_R_ceph_client_private) : 0;

	if (client) {
		walk->ceph.client = addr;
		read_identity(walk, client);
	}
	pk_consumer_check(walk->all, "Ceph client", addr);
	if (!client)
		return;
	client->netns = (uint32_t)pk_member_or_zero(walk->ctx, client->net, PK_R_net_inum);
	read_monitor(walk, client);
	read_osds(walk, addr);
	if (is_held(walk, holder, PK_R_rbd_client_client, addr))
		client->holder = "rbd";
	if (!is_held(walk, holder, PK_R_ceph_fs_client, addr))
		return;
	client->holder = "cephfs";
	read_mdss(walk, holder);
	pk_consumer_check(walk->all, "MDSs of Ceph client", addr);
}

/* A client, if the reader has not failed on the way to it from WHAT at FROM. Its monitor client points back to it. */
static void take_client(struct walk *walk, uint64_t addr, const char *what, uint64_t from)
{
	uint64_t back;

	if (!pk_consumer_check(walk->all, what, from) ||
	    !pk_address_set_add(&walk->seen, addr, CLIENTS_MAX))
		return;
	back = pk_member(walk->r, addr + walk->monc, PK_R_ceph_mon_client);
	if (back != addr)
		pk_try(walk->r, pk_fail(walk->ctx, PK_CORRUPT, "its monitor's client is %llx",
					(unsigned long long)back));
	if (pk_consumer_check(walk->all, "Ceph client", addr))
		read_client(walk, addr);
}

/* --- where clients are found ----------------------------------------------------------------------------- */

/* What holds a connection, by its operations. */
static const struct holder {
	const char *ops;
	enum pk_row_id con;
	enum pk_row_id steps[3]; /* pointers to the client; PK_NR_ROWS: there already */
} holders[] = {
	{"mon_con_ops", PK_R_ceph_mon_con, {PK_R_ceph_mon_client, PK_NR_ROWS}},
	{"osd_con_ops", PK_R_ceph_osd_con, {PK_R_ceph_osd_osdc, PK_R_ceph_osdc_client, PK_NR_ROWS}},
	{"mds_con_ops",
	 PK_R_ceph_mds_con,
	 {PK_R_ceph_mds_mdsc, PK_R_ceph_mdsc_client, PK_R_ceph_fs_client}},
};

static uint64_t client_of(struct walk *walk, uint64_t con)
{
	const struct holder *holder = NULL;
	struct pk_reader *r = walk->r;
	struct pk_symbol symbol;
	uint64_t ops = pk_member(r, con, PK_R_ceph_con_ops), at;

	if (!pk_try(r, pk_symbol_at(walk->ctx, ops, &symbol)))
		return 0;
	for (size_t i = 0; i < PK_ARRAY_SIZE(holders); i++)
		if (symbol.addr == ops && !strcmp(symbol.name, holders[i].ops))
			holder = &holders[i];
	if (!holder) {
		pk_try(r, pk_fail(walk->ctx, PK_UNSUPPORTED, "unknown operations"));
		return 0;
	}
	at = con - pk_offset(r, holder->con);
	for (unsigned i = 0; i < 3 && holder->steps[i] != PK_NR_ROWS; i++)
		at = pk_member(r, at, holder->steps[i]);
	return at;
}

static bool visit_sock(const struct pk_sock *sock, void *arg)
{
	struct walk *walk = arg;
	struct pk_reader *r = walk->r;
	uint64_t ready, ours, con, socket, sk;

	if (sock->kind != PK_SOCK_FULL ||
	    pk_row_value(walk->ctx, PK_R_ceph_data_ready, &ours) != PK_OK ||
	    pk_member_uint(walk->ctx, sock->addr, PK_R_sk_data_ready, &ready) != PK_OK ||
	    ready != ours)
		return true;
	con = pk_member(r, sock->addr, PK_R_sk_user_data);
	socket = pk_member(r, con, PK_R_ceph_con_sock);
	sk = socket ? pk_member(r, socket, PK_R_socket_sk) : 0;
	/* Without a socket it is just being closed. */
	if (!pk_ok(r) || (socket && sk == sock->addr))
		take_client(walk, client_of(walk, con), "Ceph connection of socket", sock->addr);
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_ceph(struct pk_consumer_walk *all)
{
	struct pk_reader *r = &all->r;
	struct pk_ctx *ctx = all->ctx;
	struct walk walk = {.ceph = {.all = all, .ctx = ctx}, .all = all, .ctx = ctx, .r = r};
	uint64_t link, list, fsc;

	pk_value(r, PK_R_ceph_data_ready);
	pk_try(r, pk_row_offsets(ctx, PK_WANTED({PK_R_ceph_client_monc, &walk.monc},
						{PK_R_ceph_client_osdc, &walk.osdc},
						{PK_R_ceph_mon_con, &walk.mon_con},
						{PK_R_ceph_osd_con, &walk.osd_con},
						{PK_R_ceph_osd_link, &walk.osd_link},
						{PK_R_ceph_osd_requests, &walk.osd_requests})));
	if (!pk_ok(r))
		return r->status;
	pk_consumer_clocks(all);
	walk.wall_ms.status = pk_wall_clock(ctx, &walk.wall_ms.value);
	walk.wall_ms.value /= NSEC_PER_MSEC;
	if (pk_has(ctx, PK_R_ceph_images) && pk_has(ctx, PK_R_rbd_client_link)) {
		list = pk_value(r, PK_R_ceph_images);
		link = pk_offset(r, PK_R_rbd_client_link);
		pk_list_for_each (node, r, list)
			take_client(&walk, pk_member(r, node - link, PK_R_rbd_client_client),
				    "client of RBD", node);
		pk_consumer_check(all, "clients of RBD", list);
	}
	if (pk_has(ctx, PK_R_ceph_fs_type) && pk_has(ctx, PK_R_ceph_fs_client)) {
		list = pk_member_at(r, pk_value(r, PK_R_ceph_fs_type), PK_R_fs_type_supers);
		link = pk_offset(r, PK_R_super_block_link);
		pk_hlist_for_each (node, r, list) {
			fsc = pk_member(r, node - link, PK_R_super_block_info);
			if (fsc || !pk_ok(r))
				take_client(&walk, pk_member(r, fsc, PK_R_ceph_fs_client),
					    "Ceph file system", node);
		}
		pk_consumer_check(all, "Ceph file systems", list);
	}
	pk_try(r, pk_socks_walk(ctx, visit_sock, &walk));
	pk_consumer_check(all, "sockets of Ceph", 0);
	pk_address_set_deinit(&walk.seen);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_ceph = {"Ceph", read_ceph};
