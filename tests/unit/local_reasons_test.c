// SPDX-License-Identifier: GPL-3.0-or-later
/* Why something waits in a socket of another family than TCP's, by made-up numbers. */
#include "protocol/sockets.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "protocol/protocol.h"

#define KNOWN(n) ((struct pk_figure){PK_OK, (n)})
#define UNKNOWN ((struct pk_figure){PK_UNREADABLE, 0})

static void assert_names(const struct pk_sock_reasons *reasons, const char *names)
{
	char text[300] = "";

	for (unsigned i = 0; i < reasons->nr; i++) {
		strcat(text, i ? " " : "");
		strcat(text, reasons->list[i].name);
	}
	assert_string_equal(text, names);
}

static void set_memory(struct pk_sock_info *info, uint64_t received, uint64_t sent, uint64_t drops)
{
	info->memory[PK_MEMORY_RECEIVED] = KNOWN(received);
	info->memory[PK_MEMORY_RCVBUF] = KNOWN(1000);
	info->memory[PK_MEMORY_SENT] = KNOWN(sent);
	info->memory[PK_MEMORY_SNDBUF] = KNOWN(2000);
	info->memory[PK_MEMORY_DROPS] = KNOWN(drops);
}

/* An open socket of FAMILY in which nothing waits. */
static void draw(enum pk_local_family family, struct pk_local_sock *sock,
		 struct pk_local_state *state)
{
	*sock = (struct pk_local_sock){.family = family, .type = 2, .inode = 7, .state = 1};
	*state = (struct pk_local_state){.queued = KNOWN(0),
					 .most = UNKNOWN,
					 .newest = UNKNOWN,
					 .error = KNOWN(0),
					 .congested = UNKNOWN,
					 .ring_full = UNKNOWN,
					 .peer_closed = UNKNOWN,
					 .peer_queued = UNKNOWN,
					 .peer_most = UNKNOWN};
	set_memory(&state->info, 0, 0, 0);
}

static void expect(const struct pk_local_sock *sock, const struct pk_local_state *state,
		   const char *names)
{
	struct pk_sock_reasons reasons = {0};

	pk_local_reasons(sock, state, &reasons);
	assert_names(&reasons, names);
}

static void unix_sockets(void **unused)
{
	struct pk_local_sock sock;
	struct pk_local_state state;

	(void)unused;
	draw(PK_LOCAL_UNIX, &sock, &state);
	expect(&sock, &state, "");
	state.most = KNOWN(10);
	state.queued = KNOWN(10);
	expect(&sock, &state, "not-read");
	state.queued = KNOWN(11);
	expect(&sock, &state, "not-read receive-queue-full");
	sock.type = 1; /* a stream has its senders' buffers alone */
	expect(&sock, &state, "not-read");
	sock.state = 10;
	expect(&sock, &state, "accept-queue-full");
	state.most = UNKNOWN;
	expect(&sock, &state, "");
}

static void unix_peers(void **unused)
{
	struct pk_local_sock sock;
	struct pk_local_state state;

	(void)unused;
	draw(PK_LOCAL_UNIX, &sock, &state);
	sock.peer = 4096;
	sock.tx_queue = 2000;
	set_memory(&state.info, 0, 1999, 0);
	state.peer_closed = KNOWN(0);
	state.peer_queued = KNOWN(11);
	state.peer_most = KNOWN(10);
	expect(&sock, &state, "peer-queue-full not-taken");
	state.mutual = true; /* who is connected with each other, does not wait for that */
	set_memory(&state.info, 0, 2000, 0);
	expect(&sock, &state, "not-taken send-buffer-full");
	state.peer_closed = KNOWN(1);
	sock.tx_queue = 0;
	set_memory(&state.info, 0, 0, 0);
	expect(&sock, &state, "peer-closed");
	state.peer_closed = KNOWN(0);
	sock.inode = 0;
	sock.tx_queue = 768;
	expect(&sock, &state, "not-accepted");
	sock.peer = 0; /* of one that is still connecting */
	expect(&sock, &state, "");
}

static void netlink_sockets(void **unused)
{
	struct pk_local_sock sock;
	struct pk_local_state state;

	(void)unused;
	draw(PK_LOCAL_NETLINK, &sock, &state);
	state.congested = KNOWN(0);
	state.queued = KNOWN(1);
	set_memory(&state.info, 900, 0, 0);
	state.newest = KNOWN(900);
	expect(&sock, &state, "not-read"); /* nothing was dropped */
	set_memory(&state.info, 900, 0, 3);
	expect(&sock, &state, "not-read receive-buffer-short");
	state.newest = KNOWN(100);
	expect(&sock, &state, "not-read");
	state.congested = KNOWN(1);
	state.error = KNOWN(105);
	set_memory(&state.info, 1001, 0, 3);
	expect(&sock, &state, "not-read congested receive-buffer-full error");
	state.congested = UNKNOWN;
	state.error = UNKNOWN;
	state.info.memory[PK_MEMORY_RCVBUF] = UNKNOWN;
	expect(&sock, &state, "not-read");
}

static void packet_and_raw_sockets(void **unused)
{
	struct pk_local_sock sock;
	struct pk_local_state state;

	(void)unused;
	for (int family = PK_LOCAL_PACKET; family <= PK_LOCAL_RAW; family++) {
		draw(family, &sock, &state);
		set_memory(&state.info, 999, 0, 0);
		expect(&sock, &state, "");
		set_memory(&state.info, 1000, 0, 0);
		expect(&sock, &state, "receive-buffer-full");
		set_memory(&state.info, (uint64_t)-5, 2000, 0); /* in the middle of a change */
		expect(&sock, &state, "send-buffer-full");
	}
	draw(PK_LOCAL_PACKET, &sock, &state);
	state.ring_full = KNOWN(1);
	expect(&sock, &state, "ring-full");
	state.ring_full = KNOWN(0);
	expect(&sock, &state, "");
}

static void udp(void **unused)
{
	struct pk_sock sock = {.protocol = 17, .kind = PK_SOCK_FULL};
	struct pk_sock_limits limits = {.newest = UNKNOWN};
	struct pk_sock_info info = {0};
	struct pk_sock_reasons reasons = {0};

	(void)unused;
	set_memory(&info, 1000, 0, 4);
	pk_udp.sockets->reasons(&sock, &limits, &info, &reasons);
	assert_names(&reasons, "");
	set_memory(&info, 1001, 2000, 4);
	sock.qlen[PK_QUEUE_RECEIVE] = 2;
	sock.tx_queue = 2000;
	pk_udp.sockets->reasons(&sock, &limits, &info, &reasons);
	assert_names(&reasons, "not-read receive-buffer-full not-sent send-buffer-full");
	assert_string_equal(reasons.list[1].text, "its receive buffer is full (1001 of 1000 bytes, "
						  "4 dropped): what comes is dropped");
	reasons.nr = 0;
	sock.corked = 8;
	sock.owned = true;
	set_memory(&info, 800, 10, 4);
	limits.newest = KNOWN(300);
	pk_udp.sockets->reasons(&sock, &limits, &info, &reasons);
	assert_names(&reasons, "not-read receive-buffer-short corked locked");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unix_sockets),		  cmocka_unit_test(unix_peers),
		cmocka_unit_test(netlink_sockets),	  cmocka_unit_test(udp),
		cmocka_unit_test(packet_and_raw_sockets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
