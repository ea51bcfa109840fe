/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORY_ANSWER_H
#define STORY_ANSWER_H

#include "fake_trace.h"

/**
 * What the engine makes of a trace, all of it as text: some lines a packet, oldest first.
 *
 *	1: rx A (exact) gen -1 tcp 1001>2002 PA 100+10 (exact, event) x1 delivered: skb_copy_datagram_iovec len 10 @1000..1060
 *	  way eth1 bond0, complete
 *	  calls napi_gro_receive (exact), tcp_v4_rcv~ (nested) in net_rx_action
 *	  frames A:100+10
 *	  edges gro-merged B (exact), acked-by C (derived) 3
 *
 * Number; direction; sk_buff, and how sure; its generation; protocol; ports (with an address that is not 10.0.0.N or fd00::N of
 * port N00x), flags, sequence number and length, and how sure, and by what; frames of the wire, and "of" how many segments;
 * "lossy" if events were lost between its own; end: and evidence, and @ when it was first and last seen (ns; events are 10 ns
 * apart from 1000 on). Then what is known of it, each in a line: devices; socket and namespace; outermost calls (~: not left) and
 * the calls around them; events outside of calls; frames (?: not sent); joins, and the number of the other packet; and so on. What
 * is not there is not known. With TIMES calls have when they began and ended (ns).
 */
/** Owned by the caller. */
char *story_answer(const struct fake_trace *trace, const struct pk_packet_set *set, bool times);

#endif
