/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_STAGE_H
#define PK_PROTOCOL_STAGE_H

#include <stdbool.h>

/**
 * The stages: which functions and tracepoints handle packets, and what each does to one. Those that all protocols share
 * stand in path_stages.c, those of one in its own table. One row a function or event, by the kernel's name with
 * compiler suffixes stripped; a new hook is one row and one test.
 */
enum pk_stage_act {
	PK_ACT_NONE = 0, /* on the path, nothing more */
	/* functions, by their frames and by probes on them */
	PK_ACT_NAPI_SCHEDULE, /* an interrupt says that frames have come */
	PK_ACT_NAPI_RUN, /* the softirq that takes them in */
	PK_ACT_GRO, /* handles one frame before or in GRO (napi_gro_receive) */
	PK_ACT_GRO_HEADER, /* sees one frame's TCP header before GRO (tcp4_gro_receive) */
	PK_ACT_GRO_MERGE, /* (p, skb): skb's data goes into p */
	PK_ACT_RX_PASS, /* one pass of a list of skbs up the stack: their order is kept */
	PK_ACT_RX_L2, /* one skb enters the protocols, alone */
	PK_ACT_RX_VLAN, /* a device's receive handler may give the skb to a device above: its VLAN of the skb's tag */
	PK_ACT_RX_MASTER, /* ... what its device is a slave of */
	PK_ACT_RX_BRIDGE, /* ... the bridge whose port it is */
	PK_ACT_RX_CORE, /* the same, but what follows may be done for a whole list */
	PK_ACT_RX_DELIVER, /* hands one skb to its protocol: the outermost frame that is its alone */
	PK_ACT_RX_OWN, /* (skb): TCP receives it */
	PK_ACT_RX_INNER, /* (skb): what it carried goes on in it, and waits for a worker */
	PK_ACT_RX_INNER_RUN, /* that worker: what waits on its CPU, in order */
	PK_ACT_RX_AGAIN, /* what it carried will come in once more, in the same skb */
	PK_ACT_RX_OTHER, /* another protocol does: takes its place in the order of a pass */
	PK_ACT_RX_DO, /* (sk, skb): with the socket; a second visit is the backlog's */
	PK_ACT_BACKLOG_ADD,
	PK_ACT_BACKLOG_RUN,
	PK_ACT_RX_QUEUE, /* into the receive queue */
	PK_ACT_RX_OFO,
	PK_ACT_RX_TW, /* (tw, skb) */
	PK_ACT_RX_HANDSHAKE, /* takes a SYN, or what answers one */
	PK_ACT_RX_DATA, /* (sk, skb): queues data, puts it behind what is queued, or frees it */
	PK_ACT_RX_PRUNE, /* throws away what waits out of order */
	PK_ACT_RX_VALIDATE, /* (sk, skb): frees what does not fit the connection's state */
	PK_ACT_RX_RESET, /* takes a reset */
	PK_ACT_COALESCE, /* its bytes went into the skb before it in the receive queue */
	PK_ACT_COPY, /* copies one skb to the reader */
	PK_ACT_RX_READ, /* gives what is queued to a reader in the kernel, and frees what that is done with */
	PK_ACT_TX_OWN, /* (sk, skb, clone_it): TCP hands one skb down */
	PK_ACT_TX_CONTROL, /* makes and sends a packet without a queued original */
	PK_ACT_TX_TUNNEL, /* sends the outer packet around what the tunnel's device was given */
	PK_ACT_TX_TRANSFORM, /* (sk, skb): one skb, a segment perhaps, before it is made another protocol's packet */
	PK_ACT_TX_TRANSFORMED, /* inside that: it is from here on */
	PK_ACT_TX_IP, /* (skb) on its way down, after NAT */
	PK_ACT_TX_OTHER, /* sends something that is not TCP: what is below is not ours */
	PK_ACT_QDISC_RUN, /* gives the driver what is queued, whoever queued it */
	PK_ACT_NEIGH_WAIT, /* the address behind the next hop is not known: may have to wait */
	PK_ACT_NEIGH_UPDATE, /* it is now: sends what waited */
	PK_ACT_RETRANSMIT, /* (sk, skb) */
	PK_ACT_ACK, /* frees acknowledged originals */
	PK_ACT_PURGE, /* frees originals of a dying connection */
	PK_ACT_CLOSE, /* throws away what nobody has read */
	PK_ACT_COPY_HEADER, /* (new, old): a clone or copy begins */
	PK_ACT_FREE, /* (skb): an object ends */
	PK_ACT_FREE_CALL, /* frees an skb with no tracepoint: whose caller has nothing to keep */
	PK_ACT_DEFER_FREE, /* (skb): freed later, elsewhere */
	PK_ACT_ALLOC, /* returns a new skb */
	/* tracepoints */
	PK_ACT_EV_FRAME, /* a wire frame arrives: napi_gro_receive_entry */
	PK_ACT_EV_RX, /* one skb above GRO: netif_receive_skb */
	PK_ACT_EV_PASS_END, /* no skb that was taken up before it goes further */
	PK_ACT_EV_RX_QUEUED, /* into a CPU's backlog: netif_rx */
	PK_ACT_EV_COPY, /* skb_copy_datagram_iovec */
	PK_ACT_EV_TX_QUEUE, /* net_dev_queue */
	PK_ACT_EV_TX_START, /* net_dev_start_xmit */
	PK_ACT_EV_TX_DONE, /* net_dev_xmit */
	PK_ACT_EV_DROP, /* kfree_skb */
	PK_ACT_EV_CONSUME, /* consume_skb */
	PK_ACT_EV_RETRANSMIT,
	PK_ACT_EV_RESET_SENT, /* skbaddr: the packet that provoked it */
	PK_ACT_EV_STATE, /* inet_sock_set_state and others that carry a socket's tuple, local first */
	PK_ACT_EV_PROBE, /* tcp_probe: an rx packet's socket, tuple, payload length */
};

#define PK_MAX_STAGES 512 /* rows of all tables: the index is sized for half load */

/** What else is to be known of a function or tracepoint. */
enum pk_stage_mark {
	/* where skb->data stands when it is called: one of these, or it is not known */
	PK_AT_LINK = 1,
	PK_AT_IP = 2,
	PK_AT_OWN = 3, /* at the protocol's header */
	PK_AT_MASK = 3,
	PK_ONLY_V4 = 4, /* it handles packets of IPv4 alone */
	PK_ONLY_V6 = 8,
	PK_FREES = 16, /* frees what it was given, unless it queued it */
	PK_REFUSES = 32, /* answers with a refusal */
	PK_ANSWERS = 64, /* answers what begins a connection */
	PK_DISCARDS = 256, /* what it frees by kfree_skb itself it has refused */
	PK_HANDS_ON = 1024, /* what it frees by kfree_skb it has handed to another socket */
	PK_FOREIGN =
		512, /* what it is given is any protocol's packet, to be carried by its own, or out of that */
	PK_ERRORS = 128, /* what it sends is an error about the packet that is being handled */
};

enum pk_stage_side { PK_SIDE_RX, PK_SIDE_TX, PK_SIDE_BOTH };

struct pk_stage {
	const char *name; /* function, or "system/event" */
	const char *
		stage; /* "napi", "gro", "l2", "ip", "tcp", "queue", "wakeup", "read", "send", ... */
	enum pk_stage_side side;
	enum pk_stage_act act;
	const char *args; /* roles of the leading arguments: "sk skb", "new old" */
	unsigned marks; /* PK_AT_*, PK_ONLY_*, ... */
};

extern const struct pk_stage pk_path_stages[]; /* ends with a NULL name */

struct pk_ctx;
struct pk_protocol;

/* Rows of protocols that CTX does not know (pk_protocol_is_known()) are none. CTX NULL: it knows all. */
/** Row of a function by its symbol (suffixes need not be stripped); NULL if it is none. */
const struct pk_stage *pk_stage_of_function(const struct pk_ctx *ctx, const char *symbol);
/** Row of a tracepoint. */
const struct pk_stage *pk_stage_of_event(const struct pk_ctx *ctx, const char *system,
					 const char *event);
/** The same by its name alone. */
const struct pk_stage *pk_stage_of_tracepoint(const struct pk_ctx *ctx, const char *event);
/** FUNC is on the path of some protocol's packets. */
bool pk_stage_is_path(const struct pk_ctx *ctx, const char *func);
/** Its row in all tables together, from 1. */
unsigned pk_stage_number(const struct pk_stage *stage);
/** Whose table it stands in; NULL: in that of all. */
const struct pk_protocol *pk_stage_protocol(const struct pk_stage *stage);

#endif
