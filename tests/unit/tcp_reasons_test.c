// SPDX-License-Identifier: GPL-3.0-or-later
/* Why data waits in a socket, by made-up numbers; and the numbers that ss derives. */
#include "protocol/tcp.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#define KNOWN(n)                                                                                   \
	{                                                                                          \
		.status = PK_OK, .value = (n)                                                      \
	}
#define UNKNOWN                                                                                    \
	{                                                                                          \
		.status = PK_UNREADABLE                                                            \
	}

/* An established connection that may send: 100 bytes are not sent yet. */
static const struct pk_sock_limits open_limits = {
	.retransmits = KNOWN(0),
	.backoff = KNOWN(0),
	.snd_wnd = KNOWN(5000),
	.rcv_wnd = KNOWN(3000),
	.packets_out = KNOWN(0),
	.sacked_out = KNOWN(0),
	.lost_out = KNOWN(0),
	.retrans_out = KNOWN(0),
	.cwnd = KNOWN(10),
	.mss = KNOWN(1460),
	.nonagle = KNOWN(PK_NAGLE_OFF),
	.throttled = KNOWN(0),
	.pending = KNOWN(PK_ICSK_RETRANS),
	.armed = KNOWN(0xffff888000001000),
	.locked = KNOWN(0),
	.repair = {.status = PK_ABSENT},
	.fastopen = KNOWN(0),
	.unsent = 100,
};

static const struct pk_sock sender = {
	.kind = PK_SOCK_FULL, .state = 1, .snd_una = 1000, .snd_nxt = 1000, .tx_queue = 100};

static void expect(const struct pk_sock *sock, const struct pk_sock_limits *limits,
		   const struct pk_sock_info *info, const char *names)
{
	struct pk_sock_reasons reasons = {0};
	char text[200] = "";

	pk_tcp_reasons(sock, limits, info, &reasons);
	for (unsigned i = 0; i < reasons.nr; i++) {
		strcat(text, i ? " " : "");
		strcat(text, reasons.list[i].name);
	}
	assert_string_equal(text, names);
}

static void sending(void **state)
{
	static const struct pk_sock_info idle = {.timer_status = PK_OK},
					 probing = {.timer_status = PK_OK,
						    .timer = PK_TIMER_PERSIST,
						    .timer_ms = 5},
					 late = {.timer_status = PK_OK,
						 .timer = PK_TIMER_ON,
						 .timer_ms = -5};
	struct pk_sock_limits limits = open_limits;
	struct pk_sock sock = sender;

	(void)state;
	expect(&sock, &limits, &idle, "");
	limits.snd_wnd.value = 99;
	expect(&sock, &limits, &idle, "window-full");
	sock.state = 2; /* SYN_SENT: no window was announced yet */
	limits.unsent = 1;
	expect(&sock, &limits, &idle, "");
	sock.state = sender.state;
	limits.unsent = open_limits.unsent;
	expect(&sock, &limits, &probing, "window-closed");
	limits.snd_wnd = (struct pk_figure)UNKNOWN;
	expect(&sock, &limits, &probing, "");
	limits = open_limits;
	limits.packets_out.value = 12;
	limits.sacked_out.value = 3;
	expect(&sock, &limits, &idle, "in-flight");
	limits.lost_out.value = limits.retrans_out.value = 1;
	limits.cwnd.value = 9;
	expect(&sock, &limits, &idle, "in-flight cwnd-full");
	limits.sacked_out.value = 13; /* more than were sent: no number to rely on */
	expect(&sock, &limits, &idle, "in-flight");
	limits = open_limits;
	limits.nonagle.value = PK_NAGLE_CORK;
	expect(&sock, &limits, &idle, "corked");
	limits.nonagle.value = 0;
	expect(&sock, &limits, &idle, "");
	limits.packets_out.value = 1;
	expect(&sock, &limits, &idle, "in-flight nagle");
	limits = open_limits;
	limits.throttled.value = PK_TSQ_THROTTLED;
	expect(&sock, &limits, &idle, "throttled");
	limits = open_limits;
	limits.unsent = 0;
	limits.retransmits.value = 4;
	expect(&sock, &limits, &late, "no-ack timer-overdue");
	sock.state = 2;
	expect(&sock, &limits, &idle, "no-answer");
}

static void receiving(void **state)
{
	static const struct pk_sock_info idle = {.timer_status = PK_ABSENT};
	struct pk_sock_limits limits = open_limits;
	struct pk_sock sock = {.kind = PK_SOCK_FULL, .state = 1, .rx_queue = 7};

	(void)state;
	expect(&sock, &limits, &idle, "not-read");
	sock.qlen[PK_QUEUE_OFO] = 2;
	sock.owned = true;
	expect(&sock, &limits, &idle, "not-read hole locked");
	sock = (struct pk_sock){.kind = PK_SOCK_LISTEN, .state = 10};
	limits.ack_backlog = limits.max_ack_backlog = (struct pk_figure)KNOWN(5);
	expect(&sock, &limits, &idle, "");
	limits.ack_backlog.value = 6;
	expect(&sock, &limits, &idle, "accept-queue-full");
	limits.syn_qlen = (struct pk_figure)KNOWN(4);
	expect(&sock, &limits, &idle, "accept-queue-full");
	limits.syn_qlen.value = 5;
	expect(&sock, &limits, &idle, "accept-queue-full syn-queue-full");
	limits.ack_backlog.value = limits.max_ack_backlog.value = limits.syn_qlen.value = 0;
	expect(&sock, &limits, &idle, "");
}

static uint64_t word(const char *key, const uint64_t *in)
{
	static const struct pk_info_clock clock = {.jiffies = 0x100000064, .hz = 250};

	for (const struct pk_info_word *row = pk_tcp_words; row->key; row++)
		if (!strcmp(row->key, key))
			return row->value(in, &clock);
	fail_msg("no word %s", key);
	return 0;
}

static void derived(void **state)
{
	(void)state;
	assert_int_equal(word("rto_us", (uint64_t[]){51}), 204000);
	assert_int_equal(word("lastsnd_ms", (uint64_t[]){0xffffffff}), 404); /* jiffies wrapped */
	assert_int_equal(word("send_bps", (uint64_t[]){10, 1460, 4876 * 8}), 23954061);
	assert_int_equal(word("send_bps", (uint64_t[]){10, 1460, 0}), PK_INFO_NONE);
	assert_int_equal(word("delivery_bps", (uint64_t[]){1, 0, 1460}), PK_INFO_NONE);
	assert_int_equal(word("notsent", (uint64_t[]){5, 9}), 0);
	assert_int_equal(word("notsent", (uint64_t[]){3, 0xfffffffe}), 5);
	assert_int_equal(word("minrtt_us", (uint64_t[]){UINT32_MAX}), PK_INFO_NONE);
	assert_int_equal(word("pacing_bps", (uint64_t[]){UINT64_MAX}), PK_INFO_NONE);
	/* the second runs since 100 jiffies */
	assert_int_equal(word("rwnd_limited_ms", (uint64_t[]){25, 50, 0, 2, 0}), 600);
	assert_int_equal(word("busy_ms", (uint64_t[]){25, 50, 0, 2, 0}), 700);
}

static bool lacks_timer(const struct pk_sock *sock, const struct pk_sock_limits *limits)
{
	struct pk_figure lacks = pk_sock_lacks_timer(sock, limits);

	assert_int_equal(lacks.status, PK_OK);
	return lacks.value;
}

/* Who has something to send has a timer, or somebody is at work. */
static void without_a_timer(void **state)
{
	static const struct pk_sock_info idle = {.timer_status = PK_OK};
	struct pk_sock_limits limits = open_limits;
	struct pk_sock sock = sender;

	(void)state;
	assert_false(lacks_timer(&sock, &limits));
	limits.pending.value = 0;
	assert_true(lacks_timer(&sock, &limits));
	expect(&sock, &limits, &idle, "no-timer");
	limits.pending.value = PK_ICSK_RETRANS;
	limits.armed.value = 0; /* named as pending, and in no wheel */
	assert_true(lacks_timer(&sock, &limits));
	sock.owned = true;
	assert_false(lacks_timer(&sock, &limits));
	sock.owned = false;
	limits.locked.value = 1;
	assert_false(lacks_timer(&sock, &limits));
	limits.locked.value = 0;
	limits.throttled.value = 1 << 3; /* the timer came while it was locked */
	assert_false(lacks_timer(&sock, &limits));
	/* What is sent must be sent again; what is not, waits for the queues of this host. */
	limits.throttled.value = PK_TSQ_THROTTLED;
	assert_false(lacks_timer(&sock, &limits));
	limits.packets_out.value = 2;
	assert_true(lacks_timer(&sock, &limits));
	limits.throttled.value = 0;
	limits.repair = (struct pk_figure)KNOWN(1);
	assert_false(lacks_timer(&sock, &limits));
	limits.repair.value = 0;
	limits.fastopen.value = 0xffff888000002000;
	assert_false(lacks_timer(&sock, &limits));
}

static void timers_of_states(void **state)
{
	struct pk_sock_limits limits = open_limits;
	struct pk_sock sock = sender;

	(void)state;
	limits.armed.value = limits.pending.value = 0;
	sock.state = 7; /* CLOSE */
	assert_false(lacks_timer(&sock, &limits));
	sock.state = 2; /* SYN_SENT: what is written goes with the answer */
	assert_false(lacks_timer(&sock, &limits));
	limits.packets_out.value = 1;
	assert_true(lacks_timer(&sock, &limits));
	sock.tx_queue = 0;
	assert_false(lacks_timer(&sock, &limits));
	sock.tx_queue = 1;
	limits.locked = (struct pk_figure)UNKNOWN;
	assert_int_equal(pk_sock_lacks_timer(&sock, &limits).status, PK_UNREADABLE);
	limits.locked = (struct pk_figure)KNOWN(0);
	limits.fastopen = (struct pk_figure)UNKNOWN;
	assert_int_equal(pk_sock_lacks_timer(&sock, &limits).status, PK_UNREADABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_timer), cmocka_unit_test(timers_of_states),
		cmocka_unit_test(sending),	   cmocka_unit_test(receiving),
		cmocka_unit_test(derived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
