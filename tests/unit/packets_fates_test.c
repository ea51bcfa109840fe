// SPDX-License-Identifier: GPL-3.0-or-later
/* Fates that no single event tells: data that was kept nothing of, pruned, coalesced, freed later or left unread;
 * SYNs that nobody answered; probes of a quiet peer (traces as fake_trace.h tells them). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* A kernel whose drops have reasons, and resets, too. */
static const struct fake_enum reasons[] = {
	{"skb_drop_reason", "SKB_DROP_REASON_NOT_SPECIFIED", 2},
	{"skb_drop_reason", "SKB_DROP_REASON_TCP_OLD_SEQUENCE", 30},
	{"skb_drop_reason", "SKB_DROP_REASON_MAX", 99},
	{"sk_rst_reason", "SK_RST_REASON_TCP_ABORT_ON_CLOSE", 7},
	{"sk_rst_reason", "SK_RST_REASON_TCP_ABORT_ON_LINGER", 8},
};

static void with_reasons(const char *story, unsigned show, const char *packets)
{
	struct fake_trace *trace = fake_trace_new();

	fake_enums(fake_trace_target(trace), reasons, ARRAY_SIZE(reasons));
	fake_trace_run(trace, story, true);
	assert_string_equal(fake_trace_text(trace, show), packets);
	fake_trace_free(trace);
}

#define FREES "has p:skb_release_head_state skb\n"

/* A packet comes in on CPU 0; INSIDE is what TCP's receive function does with it. */
#define COMES(skb, tcp, inside)                                                                    \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=" skb " len=50\n"                                         \
	"  tcp_v4_rcv {\n"                                                                         \
	"    p:tcp_v4_rcv skb=" skb " tcp=" tcp "\n" inside "  }\n"                                \
	"}\n"
#define QUEUED "    tcp_queue_rcv;\n"
#define COALESCED(skb)                                                                             \
	"    kfree_skb_partial {\n"                                                                \
	"      p:skb_release_head_state skb=" skb "\n"                                             \
	"    }\n"
#define READ(skb, len) "cpu 1 pid 100\nskb/skb_copy_datagram_iovec skbaddr=" skb " len=" len "\n"
#define GOES(skb, tcp)                                                                             \
	"__tcp_transmit_skb {\n"                                                                   \
	"  net/net_dev_queue skbaddr=" skb " len=66 name=eth0\n"                                   \
	"  e:net/net_dev_start_xmit skb=" skb " tcp=" tcp "\n"                                     \
	"  net/net_dev_start_xmit skbaddr=" skb " len=66 protocol=0x800 name=eth0\n"               \
	"  net/net_dev_xmit skbaddr=" skb " rc=0 name=eth0\n"                                      \
	"}\n"

/* Nobody recorded whether the driver took it: it gives back what it has sent as well as what it cannot send. */
static void what_a_driver_frees_later_is_not_dropped(void **state)
{
#define GIVEN_BACK(at)                                                                             \
	FREES "cpu 0 pid 100\n"                                                                    \
	      "__tcp_transmit_skb {\n"                                                             \
	      "  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10\n"                            \
	      "}\n"                                                                                \
	      "cpu 0 softirq\n"                                                                    \
	      "skb/kfree_skb skbaddr=A location=&" at "\n"                                         \
	      "p:skb_release_head_state skb=A\n"

	(void)state;
	expect(GIVEN_BACK("nf_hook_slow"), FAKE_SHOW_DETAIL,
	       "tx A gen -1 1001>2002 PA 100+10 exact x0 dropped: no reason recorded at "
	       "nf_hook_slow+0x0/0x100\n");
	expect(GIVEN_BACK("net_tx_action"), FAKE_SHOW_DETAIL,
	       "tx A gen -1 1001>2002 PA 100+10 exact x0 unknown: no event of a device's queue or "
	       "driver was recorded\n");
}

/* No reason, no data: what tcp_v4_rcv itself lets go of behind tcp_add_backlog is dropped all the same. */
static void a_full_backlog_drops_a_fin_and_an_ack(void **state)
{
	(void)state;
	expect(FREES COMES(
		       "A", "1001>2002,FA,100,7,0",
		       "    tcp_add_backlog;\n    skb/kfree_skb skbaddr=A location=&tcp_v4_rcv\n")
		       COMES("B", "1001>2002,A,101,7,0",
			     "    tcp_add_backlog;\n    skb/kfree_skb skbaddr=B "
			     "location=&tcp_v4_rcv\n"),
	       0,
	       "rx A gen 0 1001>2002 FA 100+0 exact x0 dropped\n"
	       "rx B gen 0 1001>2002 A 101+0 exact x0 dropped\n");
}

/* Freed by the functions above it once the socket's owner took it up, a FIN did its work. */
static void a_fin_out_of_the_backlog_is_consumed(void **state)
{
	(void)state;
	expect(FREES COMES("A", "1001>2002,FA,100,7,0",
			   "    tcp_add_backlog;\n") "cpu 1 pid 100\n"
						     "__release_sock {\n"
						     "  tcp_v4_do_rcv {\n"
						     "    p:tcp_v4_do_rcv sk=0x5000 skb=A\n"
						     "    skb/kfree_skb skbaddr=A "
						     "location=&tcp_v4_do_rcv\n"
						     "  }\n"
						     "}\n",
	       0, "rx A gen 0 1001>2002 FA 100+0 exact x0 consumed\n");
}

#define SYN_TAKEN "    tcp_conn_request;\n"
#define SYN_FREED "    p:skb_release_head_state skb=A\n"

static void a_syn_that_nobody_answers_is_dropped(void **state)
{
	(void)state;
	expect(FREES "has e:net/net_dev_start_xmit skb tcp=3003>1001,A,1,1,0\n" GOES(
		       "Z", "3003>1001,A,1,1,0")
		       COMES("A", "1001>2002,S,100,0,0", SYN_TAKEN SYN_FREED),
	       FAKE_SHOW_DETAIL,
	       "tx Z gen 0 3003>1001 A 1+0 exact x1 sent: net_dev_xmit rc 0\n"
	       "rx A gen -1 1001>2002 S 100+0 exact x0 dropped: never answered: its listener did "
	       "not take it\n");
}

/* Answered, or where it is not seen what goes out, or while TCP still has it. */
static void a_syn_is_dropped_only_if_an_answer_would_have_been_seen(void **state)
{
	(void)state;
	expect(FREES GOES("Z", "3003>1001,A,1,1,0")
		       COMES("A", "1001>2002,S,100,0,0", SYN_TAKEN SYN_FREED)
			       GOES("B", "2002>1001,SA,7,101,0"),
	       0,
	       "tx Z gen 0 3003>1001 A 1+0 exact x1 sent\n"
	       "rx A gen -1 1001>2002 S 100+0 exact x0 consumed\n"
	       "tx B gen 0 2002>1001 SA 7+0 exact x1 sent\n");
	expect(FREES COMES("A", "1001>2002,S,100,0,0", SYN_TAKEN SYN_FREED), 0,
	       "rx A gen -1 1001>2002 S 100+0 exact x0 consumed\n");
	expect(FREES GOES("Z", "3003>1001,A,1,1,0") COMES("A", "1001>2002,S,100,0,0", SYN_TAKEN), 0,
	       "tx Z gen 0 3003>1001 A 1+0 exact x1 sent\n"
	       "rx A gen 0 1001>2002 S 100+0 exact x0 consumed\n");
}

#define FREED_IN(func, skb)                                                                        \
	"    " func " {\n"                                                                         \
	"      __kfree_skb {\n"                                                                    \
	"        p:skb_release_head_state skb=" skb "\n"                                           \
	"      }\n"                                                                                \
	"    }\n"

/* 5.10's tcp_drop() is silent. What goes behind queued data is freed by kfree_skb_partial(), which this trace shows. */
static void data_that_was_kept_nothing_of_is_dropped(void **state)
{
	(void)state;
	expect(FREES COMES("A", "1001>2002,PA,100,7,10", QUEUED)
		       COMES("B", "1001>2002,PA,110,7,10", COALESCED("B"))
			       COMES("C", "1001>2002,PA,110,7,10", FREED_IN("tcp_data_queue", "C")),
	       FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown: entered the receive queue; no "
	       "reader of it was recorded\n"
	       "rx B gen -1 1001>2002 PA 110+10 exact x0 merged: into the skb before it in the "
	       "receive queue\n"
	       "rx C gen -1 1001>2002 PA 110+10 exact x0 dropped: nothing of it was kept: freed by "
	       "tcp_data_queue\n");
}

/* Where that function is not traced, its bytes may have gone into another skb. */
static void data_freed_where_coalescing_is_not_traced_is_unknown(void **state)
{
	(void)state;
	expect(FREES COMES("C", "1001>2002,PA,110,7,10", FREED_IN("tcp_data_queue", "C")), 0,
	       "rx C gen -1 1001>2002 PA 110+10 exact x0 unknown\n");
}

static void what_is_pruned_is_dropped(void **state)
{
	(void)state;
	expect(FREES COMES("A", "1001>2002,PA,200,7,10", "    tcp_data_queue_ofo;\n") COMES(
		       "B", "1001>2002,PA,100,7,10",
		       "    tcp_prune_ofo_queue {\n      p:skb_release_head_state skb=A\n    }\n"),
	       FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 PA 200+10 exact x0 dropped: pruned from the out-of-order "
	       "queue\n"
	       "rx B gen 0 1001>2002 PA 100+10 exact x0 unknown: no reader, queue or free of it "
	       "was recorded\n");
}

/* What tcp_validate_incoming frees without a word does not fit; but a reset that was taken ended well. */
static void what_does_not_fit_is_dropped(void **state)
{
	(void)state;
	expect(FREES COMES("A", "1001>2002,PA,900,7,10", FREED_IN("tcp_validate_incoming", "A"))
		       COMES("B", "1001>2002,R,100,7,0",
			     "    tcp_validate_incoming {\n      tcp_reset;\n      __kfree_skb {\n"
			     "        p:skb_release_head_state skb=B\n      }\n    }\n"),
	       0,
	       "rx A gen -1 1001>2002 PA 900+10 exact x0 dropped\n"
	       "rx B gen -1 1001>2002 R 100+0 exact x0 consumed\n");
}

/* On a kernel whose drops have reasons: no frames, freed in the softirq that brought it. */
static void data_freed_on_receipt_went_into_another_skb(void **state)
{
	(void)state;
	with_reasons(
		FREES "cpu 0 softirq\n"
		      "net/netif_receive_skb skbaddr=A len=50\n"
		      "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		      "net/netif_receive_skb skbaddr=B len=50\n"
		      "p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10\n"
		      "p:skb_release_head_state skb=B\n",
		FAKE_SHOW_EDGES,
		"rx A gen 0 1001>2002 PA 100+10 exact x0 unknown\n"
		"rx B gen -1 1001>2002 PA 110+10 exact x0 merged {coalesced-into A derived}\n");
}

#define COMES_BARE(skb, tcp)                                                                       \
	"net/netif_receive_skb skbaddr=" skb " len=50\n"                                           \
	"p:tcp_v4_rcv skb=" skb " tcp=" tcp "\n"
#define FREED(skb) "p:skb_release_head_state skb=" skb "\n"

/* Nor is it where a reader in the kernel (a sockmap's, iSCSI's) reads in that softirq: what it would have gone into was
 * freed before it came, or there was none. */
static void data_freed_on_receipt_finds_no_skb_to_go_into(void **state)
{
	(void)state;
	with_reasons(FREES "cpu 0 softirq\n" COMES_BARE("A", "1001>2002,PA,100,7,10") FREED("A")
			     COMES_BARE("B", "1001>2002,PA,110,7,10") FREED("B"),
		     FAKE_SHOW_EDGES,
		     "rx A gen -1 1001>2002 PA 100+10 exact x0 unknown\n"
		     "rx B gen -1 1001>2002 PA 110+10 exact x0 unknown\n");
	with_reasons(FREES "cpu 0 softirq\n" COMES_BARE("S", "1001>2002,S,99,0,0") FREED("S")
			     COMES_BARE("A", "1001>2002,PA,100,7,10") FREED("A"),
		     FAKE_SHOW_EDGES,
		     "rx S gen -1 1001>2002 S 99+0 exact x0 consumed\n"
		     "rx A gen -1 1001>2002 PA 100+10 exact x0 unknown\n");
}

/* Frames show that reader, and the other one, which a worker calls. What the first took in is read with it. */
static void data_is_read_in_the_kernel(void **state)
{
	(void)state;
	with_reasons(
		FREES COMES("A", "1001>2002,PA,100,7,10",
			    QUEUED "    tcp_data_ready {\n      tcp_read_sock {\n" FREED(
				    "A") "      }\n    }\n") COMES("B", "1001>2002,PA,110,7,10",
								   QUEUED)
			COMES("C", "1001>2002,PA,120,7,10",
			      COALESCED("C")) "cpu 1 pid 100\ntcp_read_sock {\n" FREED("B") "}\n",
		FAKE_SHOW_EDGES | FAKE_SHOW_DETAIL,
		"rx A gen -1 1001>2002 PA 100+10 exact x0 delivered: taken off the queue by "
		"a reader in the kernel\n"
		"rx B gen -1 1001>2002 PA 110+10 exact x0 delivered: taken off the queue by "
		"a reader in the kernel\n"
		"rx C gen -1 1001>2002 PA 120+10 exact x0 delivered {coalesced-into B "
		"derived}: through the skb that it was coalesced into\n");
}

/* The worker that writes what a sockmap redirected to another socket frees it as if it were dropped. */
static void what_a_sockmap_handed_on_is_delivered(void **state)
{
	(void)state;
	with_reasons(
		FREES COMES("A", "1001>2002,PA,100,7,10", QUEUED) COMES(
			"B", "1001>2002,PA,110,7,10",
			QUEUED) "cpu 1 pid 100\n"
				"skb/kfree_skb skbaddr=A location=&sk_psock_backlog "
				"reason=2\n" FREED(
					"A") "skb/kfree_skb skbaddr=B location=&sk_psock_destroy "
					     "reason=2\n" FREED("B"),
		0,
		"rx A gen -1 1001>2002 PA 100+10 exact x0 delivered\n"
		"rx B gen -1 1001>2002 PA 110+10 exact x0 dropped\n");
}

/* Without frames the event says which packet it answers; a reset of the machine's own accord answers none. */
static void a_reset_names_what_it_answers(void **state)
{
	(void)state;
	with_reasons(
		FREES "cpu 0 softirq\n" COMES_BARE(
			"A",
			"1001>2002,PA,100,7,10") "p:tcp_timewait_state_process tw=0x5000 skb=A\n"
						 "tcp/tcp_send_reset skbaddr=A family=2 saddr=2 "
						 "daddr=1 sport=2002 "
						 "dport=1001 reason=1\n"
						 "skb/kfree_skb skbaddr=A location=&tcp_v4_rcv "
						 "reason=2\n" FREED("A"),
		0, "rx A gen -1 1001>2002 PA 100+10 exact x0 dropped\n");
	with_reasons(
		FREES "cpu 0 softirq\n" COMES_BARE(
			"A", "1001>2002,A,100,7,0") "p:tcp_timewait_state_process tw=0x5000 skb=A\n"
						    "tcp/tcp_send_reset skbaddr=0 family=2 saddr=2 "
						    "daddr=1 sport=2002 "
						    "dport=1001 reason=1\n"
						    "skb/kfree_skb skbaddr=A location=&tcp_v4_rcv "
						    "reason=2\n" FREED("A"),
		0, "rx A gen -1 1001>2002 A 100+0 exact x0 consumed\n");
}

/* 7.2 frees what was read, or thrown away, later and on another CPU's behalf: in a softirq that is not its own. */
static void a_deferred_free_merges_nothing(void **state)
{
	(void)state;
	with_reasons(FREES COMES("A", "1001>2002,PA,100,7,10", QUEUED)
			     COMES("B", "1001>2002,PA,110,7,10",
				   QUEUED) "cpu 0 softirq\n"
					   "net_rx_action {\n"
					   "  p:skb_release_head_state skb=B\n"
					   "}\n",
		     0,
		     "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown\n"
		     "rx B gen -1 1001>2002 PA 110+10 exact x0 unknown\n");
}

/* In the backlog, data goes into the newest that was put there, not into what was queued last. */
static void data_is_coalesced_into_the_backlogs_tail(void **state)
{
	(void)state;
	expect(FREES COMES("A", "1001>2002,PA,100,7,10", "    tcp_add_backlog;\n")
		       COMES("B", "1001>2002,PA,300,7,10", QUEUED)
			       COMES("C", "1001>2002,PA,110,7,10",
				     "    tcp_add_backlog {\n" COALESCED("C") "    }\n"),
	       FAKE_SHOW_EDGES,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown\n"
	       "rx B gen 0 1001>2002 PA 300+10 exact x0 unknown\n"
	       "rx C gen -1 1001>2002 PA 110+10 exact x0 merged {coalesced-into A derived}\n");
}

#define THREE_COME                                                                                 \
	FREES COMES("A", "1001>2002,PA,100,7,10", QUEUED)                                          \
		COMES("B", "1001>2002,PA,110,7,10", QUEUED)                                        \
			COMES("C", "1001>2002,PA,120,7,10", COALESCED("C"))
#define RESETS(reason)                                                                             \
	"cpu 1 pid 100\n" GOES(                                                                    \
		"R", "2002>1001,RA,7,130,0") "tcp/tcp_send_reset skbaddr=0 family=2 saddr=2 "      \
					     "daddr=1 sport=2002 dport=1001 reason=" reason "\n"
#define LATER "cpu 0 softirq\np:skb_release_head_state skb=A\np:skb_release_head_state skb=B\n"

/* The kernel says why it resets: data was there that nobody had read. The frees come later. */
static void a_reset_says_what_was_closed_unread(void **state)
{
	(void)state;
	with_reasons(READ("Q", "5") THREE_COME READ("A", "10") RESETS("7") LATER, FAKE_SHOW_DETAIL,
		     "rx A gen -1 1001>2002 PA 100+10 exact x0 delivered: skb_copy_datagram_iovec "
		     "len 10\n"
		     "rx B gen -1 1001>2002 PA 110+10 exact x0 dropped: unread when its socket was "
		     "closed: so says the "
		     "reset that was sent\n"
		     "rx C gen -1 1001>2002 PA 120+10 exact x0 dropped: unread when its socket was "
		     "closed, in the skb "
		     "that it was coalesced into\n"
		     "tx R gen 0 2002>1001 RA 7+0 exact x1 sent: net_dev_xmit rc 0\n");
}

/* The skb was read, with what it had been given, up to a part of it. */
static void what_was_coalesced_behind_what_was_read_is_unread(void **state)
{
	(void)state;
	with_reasons(THREE_COME READ("A", "10") READ("B", "10") RESETS("7") LATER, 0,
		     "rx A gen -1 1001>2002 PA 100+10 exact x0 delivered\n"
		     "rx B gen -1 1001>2002 PA 110+10 exact x0 delivered\n"
		     "rx C gen -1 1001>2002 PA 120+10 exact x0 dropped\n"
		     "tx R gen 0 2002>1001 RA 7+0 exact x1 sent\n");
	with_reasons(THREE_COME READ("A", "10") READ("B", "20") RESETS("7") LATER, 0,
		     "rx A gen -1 1001>2002 PA 100+10 exact x0 delivered\n"
		     "rx B gen -1 1001>2002 PA 110+10 exact x0 delivered\n"
		     "rx C gen -1 1001>2002 PA 120+10 exact x0 delivered\n"
		     "tx R gen 0 2002>1001 RA 7+0 exact x1 sent\n");
}

/* Another reason says nothing of the data; nor does this one where no readers are seen, but of the newest. */
static void a_reset_says_no_more_than_its_reason(void **state)
{
	(void)state;
	with_reasons(THREE_COME READ("A", "10") RESETS("8") LATER, 0,
		     "rx A gen -1 1001>2002 PA 100+10 exact x0 delivered\n"
		     "rx B gen -1 1001>2002 PA 110+10 exact x0 unknown\n"
		     "rx C gen -1 1001>2002 PA 120+10 exact x0 merged\n"
		     "tx R gen 0 2002>1001 RA 7+0 exact x1 sent\n");
	with_reasons(FREES COMES("A", "1001>2002,PA,100,7,10", QUEUED)
			     COMES("B", "1001>2002,PA,110,7,10", QUEUED) RESETS("7") LATER,
		     0,
		     "rx A gen -1 1001>2002 PA 100+10 exact x0 unknown\n"
		     "rx B gen -1 1001>2002 PA 110+10 exact x0 dropped\n"
		     "tx R gen 0 2002>1001 RA 7+0 exact x1 sent\n");
}

#define KEEPALIVE                                                                                  \
	COMES("A", "1001>2002,A,99,7,0",                                                           \
	      "    skb/kfree_skb skbaddr=A location=&tcp_drop reason=30\n")

/* One before the next byte: thrown away, and answered with the number that is wanted. */
static void a_keepalive_that_is_answered_ended_well(void **state)
{
	(void)state;
	with_reasons(FREES KEEPALIVE GOES("B", "2002>1001,A,7,100,0"), FAKE_SHOW_DETAIL,
		     "rx A gen 0 1001>2002 A 99+0 exact x0 consumed: a keepalive or window probe, "
		     "answered by ack 100\n"
		     "tx B gen 0 2002>1001 A 7+0 exact x1 sent: net_dev_xmit rc 0\n");
}

/* Not answered; answered with another number; behind data that is what was answered. */
static void another_old_ack_is_dropped(void **state)
{
	(void)state;
	with_reasons(FREES KEEPALIVE, 0, "rx A gen 0 1001>2002 A 99+0 exact x0 dropped\n");
	with_reasons(FREES KEEPALIVE GOES("B", "2002>1001,A,7,140,0"), 0,
		     "rx A gen 0 1001>2002 A 99+0 exact x0 dropped\n"
		     "tx B gen 0 2002>1001 A 7+0 exact x1 sent\n");
	with_reasons(FREES KEEPALIVE COMES("C", "1001>2002,PA,99,7,1", QUEUED)
			     GOES("B", "2002>1001,A,7,100,0"),
		     0,
		     "rx A gen 0 1001>2002 A 99+0 exact x0 dropped\n"
		     "rx C gen 0 1001>2002 PA 99+1 exact x0 unknown\n"
		     "tx B gen 0 2002>1001 A 7+0 exact x1 sent\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_driver_frees_later_is_not_dropped),
		cmocka_unit_test(a_full_backlog_drops_a_fin_and_an_ack),
		cmocka_unit_test(a_fin_out_of_the_backlog_is_consumed),
		cmocka_unit_test(a_syn_that_nobody_answers_is_dropped),
		cmocka_unit_test(a_syn_is_dropped_only_if_an_answer_would_have_been_seen),
		cmocka_unit_test(data_that_was_kept_nothing_of_is_dropped),
		cmocka_unit_test(data_freed_where_coalescing_is_not_traced_is_unknown),
		cmocka_unit_test(what_is_pruned_is_dropped),
		cmocka_unit_test(what_does_not_fit_is_dropped),
		cmocka_unit_test(data_freed_on_receipt_went_into_another_skb),
		cmocka_unit_test(data_freed_on_receipt_finds_no_skb_to_go_into),
		cmocka_unit_test(data_is_read_in_the_kernel),
		cmocka_unit_test(what_a_sockmap_handed_on_is_delivered),
		cmocka_unit_test(a_reset_names_what_it_answers),
		cmocka_unit_test(a_deferred_free_merges_nothing),
		cmocka_unit_test(data_is_coalesced_into_the_backlogs_tail),
		cmocka_unit_test(a_reset_says_what_was_closed_unread),
		cmocka_unit_test(what_was_coalesced_behind_what_was_read_is_unread),
		cmocka_unit_test(a_reset_says_no_more_than_its_reason),
		cmocka_unit_test(a_keepalive_that_is_answered_ended_well),
		cmocka_unit_test(another_old_ack_is_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
