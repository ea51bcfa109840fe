// SPDX-License-Identifier: GPL-3.0-or-later
/* Received packets out of traces that are told line by line (fake_trace.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_trace.h"

static void expect(const char *story, unsigned show, const char *packets)
{
	struct fake_trace *trace = fake_trace_new();

	fake_trace_run(trace, story, true);
	assert_string_equal(fake_trace_text(trace, show), packets);
	fake_trace_free(trace);
}

/* One packet, alone, from the driver to its reader; every hook armed. */
static void from_the_wire_to_the_reader(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net_rx_action {\n"
	       "  napi_gro_receive {\n"
	       "    net/napi_gro_receive_entry skbaddr=A len=50 name=eth0\n"
	       "    tcp4_gro_receive {\n"
	       "      p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10\n"
	       "    }\n"
	       "  }\n"
	       "  netif_receive_skb {\n"
	       "    net/netif_receive_skb skbaddr=A len=50\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        p:tcp_v4_rcv skb=A\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "cpu 1 pid 100\n"
	       "tcp_recvmsg {\n"
	       "  skb_copy_datagram_iter {\n"
	       "    skb/skb_copy_datagram_iovec skbaddr=A len=10\n"
	       "  }\n"
	       "  p:skb_release_head_state skb=A\n"
	       "}\n",
	       FAKE_SHOW_PIECES | FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 PA 100+10 exact x1 delivered (napi_gro_receive exact) "
	       "(netif_receive_skb exact) (skb_copy_datagram_iter exact) [A:100+10]: "
	       "skb_copy_datagram_iovec len 10\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_the_wire_to_the_reader),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
