/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_TRACE_H
#define FAKE_TRACE_H

#include "analysis/lives/packets.h"
#include "fake_target.h"

/**
 * A trace told as text, and the packets that the engine makes of it as text again.
 *
 *	cpu 0 softirq                       where the next lines happen: cpu N [pid P] [softirq|hardirq|nmi]
 *	net_rx_action {                     a function begins; depth is counted per task
 *	  net/napi_gro_receive_entry skbaddr=A len=60 name=eth0        a tracepoint
 *	  p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10                 a kprobe of that function
 *	  e:net/netif_receive_skb skb=A udp=1001>2002                  an eprobe; r: a kretprobe
 *	  ip_rcv;                           begins and ends at once
 *	}                                   the innermost function of this task ends
 *	returned                            it returned, and its exit event comes later, at the "}"
 *	f:tcp_ack <- tcp_v4_do_rcv          the function tracer's entry; a value after it is an argument
 *	stack: tcp_ack tcp_v4_do_rcv        the kernel stack of the event before, innermost first
 *	unfiltered                          the function tracer traces every function
 *	filtered net/net_dev_xmit           of these events the instance records some
 *	silent                              no end but drops is recorded, by the settings (pkttrace-arm --lean)
 *	tracer nop                          the recorded buffer's tracer (function_graph)
 *	by calls                            packets come in as calls of TCP's receive function, no event names one
 *	at 5000                             time of the next event, ns
 *	every 20000                         ns from one event to the next (10)
 *	clock stands                        the ring's stamps, while the CPU's clock goes on; "clock runs": again
 *	lost 7                              events lost before the next one; "lost ?": nobody counted (in a ring buffer: always)
 *	others silent                       until "others heard" the other CPU's events are lost (to the engine; a ring buffer knows)
 *	every switch of sched/sched_switch  that event is recorded whenever a task leaves its CPU
 *	has p:skb_release_head_state skb    a format of which no event is in the trace
 *	# words                             a remark
 *
 * An event's format has the fields that the story gives it anywhere, of 8 bytes each (addresses and names are arrays). &NAME is the
 * address of what fake_trace_name() named so, else of that function. A..Z are skbs, A+ lies a struct sk_buff behind A. tcp= (tcp6=, udp=)
 * are header words: SPORT>DPORT,FLAGS,SEQ,ACK,LEN; port N00x belongs to host N: 10.0.0.N, fd00::N. esp= is a packet's bytes, of
 * ESP in UDP from port 4500 of host FROM to that of TO: FROM>TO,SPI (hexadecimal),NUMBER. frag= is a fragment's, of UDP's datagram 7:
 * SPORT>DPORT,AT,LEN,MORE (0 in the last).
 *
 * A packet as text is a line:
 *
 *	rx A gen 0 1001>2002 PA 100+10 exact x1 delivered
 *
 * direction, skb, generation (if known), ports, flags, sequence and length, identity (with no ports: the
 * pointer's certainty), wire frames,
 * "lossy" if events were lost between its own, outcome; what SHOW asks for follows.
 */
struct fake_trace;

enum fake_trace_show {
	FAKE_SHOW_EDGES = 1, /* {gro-merged B exact} */
	FAKE_SHOW_PIECES =
		2, /* (tcp_v4_rcv nested); "event" where no frame was recorded; ~ if open */
	FAKE_SHOW_FRAMES = 4, /* [A:100+10 B:110+10] */
	FAKE_SHOW_DETAIL = 8, /* : the outcome's evidence */
	FAKE_SHOW_ID = 16, /* in front: the packet's id */
};

#define FAKE_NAME_MAX 24

/** An empty trace on a machine with fake_net's network and two CPUs. */
struct fake_trace *fake_trace_new(void);
void fake_trace_free(struct fake_trace *trace);
/** Run STORY through the engine, and once more for each of several wrong clocks of CPU 1, where there must be no more packets and
 *  no other names. Once a trace. RAN_UNTIL_PANIC as in struct pk_packet_set. */
void fake_trace_run(struct fake_trace *trace, const char *story, bool ran_until_panic);
/** What is wrong with STORY, which can be told otherwise, and in which of its lines, from 1; NULL: nothing. */
const char *fake_trace_mistake(struct fake_trace *trace, const char *story, unsigned *ret_line);
/** As fake_trace_run(), and what was wrong by another clock; NULL: nothing. */
const char *fake_trace_try(struct fake_trace *trace, const char *story, bool ran_until_panic);
/** In stories told from now on NAME is the object at ADDR, which an skb "A" is, else "&NAME". */
void fake_trace_name(struct fake_trace *trace, const char *name, uint64_t addr);
/** Address of what was so named; 0: nothing was. */
uint64_t fake_trace_named(const struct fake_trace *trace, const char *name);
/** A word for ADDR: its name, the skb's ("A+"), or a number; "-" for 0. Returns BUF. */
const char *fake_trace_word(const struct fake_trace *trace, uint64_t addr, char buf[FAKE_NAME_MAX]);
/** Write STORY into ring buffers of PAGES pages a CPU instead, for pk_packets_last() and the like. */
void fake_trace_record(struct fake_trace *trace, const char *story, unsigned pages);
/** Of what was recorded, CPU's oldest PAGES sub-buffers were overwritten. */
void fake_trace_overwrite(struct fake_trace *trace, unsigned cpu, unsigned pages);
const struct pk_packet_set *fake_trace_set(const struct fake_trace *trace);
struct fake_target *fake_trace_target(struct fake_trace *trace);
struct pk_ctx *fake_trace_ctx(struct fake_trace *trace);
/** A packet a line, oldest first, from the packet number FROM on. Borrowed until the next call. */
const char *fake_trace_set_text(struct fake_trace *trace, const struct pk_packet_set *set,
				uint32_t from, unsigned show);
/** Address of the function NAME, in stories told from now on. */
uint64_t fake_trace_func(struct fake_trace *trace, const char *name);
/** Address of the skb "A", "B+", ... that has no name in memory. */
uint64_t fake_trace_skb(const char *name);

#endif
