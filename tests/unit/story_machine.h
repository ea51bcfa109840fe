/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORY_MACHINE_H
#define STORY_MACHINE_H

#include "fake_trace.h"

/**
 * What a story's machine is, beside its trace; a line each. Without any it is a machine of two CPUs that traced until it
 * panicked, and memory has nothing of the packets.
 *
 *	protocols udp,icmp                    which the user asks for (-P); tcp
 *	tracing stopped                       before the panic
 *	times                                 the answer has when calls began and ended
 *	enum skb_drop_reason NAME 30          a value that the kernel's debug information has
 *	device eth1 hardware                  a network device, which &eth1 is in the trace. Behind its name any of: hardware;
 *	device bond0 master eth1              master LOWER; above LOWER; vlan NUMBER (of the last LOWER); kind KIND
 *	socket S 2002>1001 established        one of TCP: &S. Then any of: una= nxt= write= acked= copied= received= (numbers of
 *	                                      tcp_sock); wnd= (of the peer); backlog=N/MAX; unhashed. States: established, listen, time-wait, request
 *	skb A 1001>2002 seq=100 len=10        an skb, which A is in the trace; without ports only its control block is drawn. Then
 *	                                      any of: gso_size= gso_segs= fclone; macsec= (a frame with that number); type=
 *	                                      (skb->protocol); and where it is: "in qdisc", "in S.receive", "in S.write"
 *	task 100 nt in FUNCTION               CPU 0 runs it; its shadow stack has that function (without "in" it has none)
 *	ipsec states 1                        of ESP in UDP to 10.0.0.2, SPIs from 0x7700
 */
#define STORY_OBJECTS 8 /* of each kind, at most */

/** Zero at first. */
struct story_machine {
	bool stopped, times;
	/* what is drawn so far */
	bool drawn, queues, task, ipsec;
	unsigned pages, devices, sockets, nr_hashed, nr_listeners, queued;
	unsigned upper[STORY_OBJECTS]; /* devices on that one */
	uint64_t sock, hashed[STORY_OBJECTS], listeners[STORY_OBJECTS];
	struct {
		uint64_t head, skb;
	} queue[STORY_OBJECTS];
};

/** Draw what LINE says. NULL, or what is wrong with it (static). LINE is written to, and borrowed until TRACE is freed. */
const char *story_machine_line(struct fake_trace *trace, struct story_machine *machine, char *line);

#endif
