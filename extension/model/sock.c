// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sock.h"

#include "core/kit.h"

const char *pk_sock_state_name(uint8_t state)
{
	/* include/net/tcp_states.h; the numbers are part of the interface to user space. */
	static const char *const names[] = {
		[1] = "ESTABLISHED",	 [2] = "SYN_SENT",  [3] = "SYN_RECV", [4] = "FIN_WAIT1",
		[5] = "FIN_WAIT2",	 [6] = "TIME_WAIT", [7] = "CLOSE",    [8] = "CLOSE_WAIT",
		[9] = "LAST_ACK",	 [10] = "LISTEN",   [11] = "CLOSING", [12] = "NEW_SYN_RECV",
		[13] = "BOUND_INACTIVE",
	};

	if (state >= PK_ARRAY_SIZE(names) || !names[state])
		return "UNKNOWN";
	return names[state];
}

const char *pk_sock_queue_name(enum pk_sock_queue queue)
{
	static const char *const names[PK_NR_SOCK_QUEUES] = {
		[PK_QUEUE_RECEIVE] = "receive", [PK_QUEUE_WRITE] = "write",
		[PK_QUEUE_RTX] = "rtx",		[PK_QUEUE_OFO] = "ofo",
		[PK_QUEUE_BACKLOG] = "backlog", [PK_QUEUE_ERROR] = "error",
	};

	return queue < PK_NR_SOCK_QUEUES ? names[queue] : "unknown";
}
