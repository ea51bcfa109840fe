/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_STAGE_H
#define PK_PROTOCOL_STAGE_H

#include <stdbool.h>

/**
 * The stages: which functions and tracepoints handle packets, and what each does to one. Shared
 * ones are in path_stages.c, a protocol's own in its table. One row per function or event, by the
 * kernel's name without compiler suffixes; a new hook is one row and one test.
 */
enum pk_stage_act {
	PK_ACT_NONE = 0, /* on the path, no effect */
	/* functions, seen by their frames and by probes on them */
	PK_ACT_NAPI_SCHEDULE, /* an interrupt announces frames */
	PK_ACT_NAPI_RUN, /* the softirq that takes them in */
	PK_ACT_GRO, /* handles one frame before or in GRO (napi_gro_receive) */
	PK_ACT_GRO_HEADER, /* sees one frame's TCP header before GRO (tcp4_gro_receive) */
	PK_ACT_GRO_MERGE, /* (p, skb): merges skb's data into p */
	PK_ACT_RX_PASS, /* one pass of a list of skbs up the stack, which keeps their order */
	PK_ACT_RX_L2, /* a single skb enters the protocols */
	PK_ACT_RX_VLAN, /* a receive handler may pass the skb to the VLAN device of its tag */
	PK_ACT_RX_MASTER, /* ... to the device's master */
	PK_ACT_RX_BRIDGE, /* ... to the bridge whose port it is */
	PK_ACT_RX_MACSEC, /* ... to what decrypts it, if it is one of those */
	PK_ACT_RX_CORE, /* as PK_ACT_RX_L2, but what follows may handle a whole list */
	/* hands one skb to its protocol: the outermost frame of that skb alone */
	PK_ACT_RX_DELIVER,
	PK_ACT_RX_OWN, /* (skb): TCP receives it */
	PK_ACT_RX_INNER, /* (skb): its contents continue in it, and wait for a worker */
	PK_ACT_RX_INNER_RUN, /* that worker handles what waits on its CPU, in order */
	PK_ACT_RX_WRAPPED, /* takes what the packet of another protocol carries, in place */
	PK_ACT_RX_AGAIN, /* its contents will be received again, in the same skb */
	PK_ACT_RX_OTHER, /* another protocol receives it: it takes its place in the pass's order */
	PK_ACT_RX_DO, /* (sk, skb): handled with the socket; a second visit is from the backlog */
	PK_ACT_BACKLOG_ADD,
	PK_ACT_BACKLOG_RUN,
	PK_ACT_RX_QUEUE, /* into the receive queue */
	PK_ACT_RX_OFO,
	PK_ACT_RX_TW, /* (tw, skb) */
	PK_ACT_RX_HANDSHAKE, /* handles a SYN, or the answer to one */
	PK_ACT_RX_DATA, /* (sk, skb): queues data, appends it to queued data, or frees it */
	PK_ACT_RX_PRUNE, /* discards out-of-order data */
	PK_ACT_RX_VALIDATE, /* (sk, skb): frees what does not fit the connection's state */
	PK_ACT_RX_RESET, /* handles a reset */
	PK_ACT_RX_RAW, /* gives a copy to a raw socket */
	PK_ACT_COALESCE, /* moves its bytes into the previous skb of the receive queue */
	PK_ACT_COPY, /* copies one skb to the reader */
	PK_ACT_RX_READ, /* gives what is queued to a reader in the kernel, and frees what that is done with */
	PK_ACT_TX_OWN, /* (sk, skb, clone_it): TCP hands one skb down */
	PK_ACT_TX_CONTROL, /* makes and sends a packet without a queued original */
	PK_ACT_TX_TUNNEL, /* sends the outer packet for what the tunnel device got */
	PK_ACT_TX_TRANSFORM, /* (sk, skb): an skb or segment, before another protocol wraps it */
	PK_ACT_TX_TRANSFORMED, /* inside the former: from here on it is wrapped */
	PK_ACT_TX_IP, /* (skb) on its way down, after NAT */
	PK_ACT_TX_OTHER, /* sends something else than TCP: frames below are not ours */
	PK_ACT_TX_COUNTED, /* is called for each packet of its protocol, whatever function sends it */
	PK_ACT_QDISC_RUN, /* gives queued packets to the driver, whoever queued them */
	PK_ACT_NEIGH_WAIT, /* the next hop's link address is unknown: the packet may have to wait */
	PK_ACT_NEIGH_UPDATE, /* it became known: sends what waited */
	PK_ACT_RETRANSMIT, /* (sk, skb) */
	PK_ACT_ACK, /* frees acknowledged originals */
	PK_ACT_CONNECT, /* opens a connection: sends its first packet */
	PK_ACT_SOCK_END, /* (sk): the socket's life ends; a function, and its tracepoint */
	PK_ACT_PURGE, /* frees originals of a dying connection */
	PK_ACT_CLOSE, /* discards unread data */
	PK_ACT_COPY_HEADER, /* (new, old): a clone or copy begins */
	PK_ACT_FREE, /* (skb): an object ends */
	/* frees an skb without a tracepoint; its caller has no further use for it */
	PK_ACT_FREE_CALL,
	PK_ACT_DEFER_FREE, /* (skb): freed later, elsewhere */
	PK_ACT_ALLOC, /* returns a new skb */
	/* tracepoints */
	PK_ACT_EV_FRAME, /* a wire frame arrives: napi_gro_receive_entry */
	PK_ACT_EV_RX, /* one skb above GRO: netif_receive_skb */
	PK_ACT_EV_PASS_END, /* no skb taken up before it goes any further */
	PK_ACT_EV_RX_QUEUED, /* into a CPU's backlog: netif_rx */
	PK_ACT_EV_COPY, /* skb_copy_datagram_iovec */
	PK_ACT_EV_TX_QUEUE, /* net_dev_queue */
	PK_ACT_EV_TX_START, /* net_dev_start_xmit */
	PK_ACT_EV_TX_DONE, /* net_dev_xmit */
	PK_ACT_EV_DROP, /* kfree_skb */
	PK_ACT_EV_CONSUME, /* consume_skb */
	PK_ACT_EV_RETRANSMIT,
	PK_ACT_EV_RESET_SENT, /* skbaddr: the packet that provoked the reset */
	/* inet_sock_set_state and others that carry a socket's tuple, local first */
	PK_ACT_EV_STATE,
	PK_ACT_EV_PROBE, /* tcp_probe: an rx packet's socket, tuple, payload length */
};

#define PK_MAX_STAGES 1024 /* rows of all tables: the index is sized for half load */

/** More about a function or tracepoint. */
enum pk_stage_mark {
	/* where skb->data points when it is called; none of these: unknown */
	PK_AT_LINK = 1,
	PK_AT_IP = 2,
	PK_AT_OWN = 3, /* at the protocol's header */
	PK_AT_MASK = 3,
	PK_ONLY_V4 = 4, /* handles IPv4 packets only */
	PK_ONLY_V6 = 8,
	PK_FREES = 16, /* frees what it was given, unless it queued it */
	PK_REFUSES = 32, /* answers with a refusal */
	PK_ANSWERS = 64, /* answers a connection's first packet */
	PK_DISCARDS = 256, /* packets that it frees itself by kfree_skb were refused */
	PK_HANDS_ON = 1024, /* packets that it frees by kfree_skb went to another socket */
	PK_CUTS = 2048, /* what it has cut into segments, it frees by kfree_skb */
	/* is given any protocol's packet, to wrap it in its own or to unwrap it */
	PK_FOREIGN = 512,
	PK_ERRORS = 128, /* sends an error about the packet being handled */
	PK_TELLS_READER = 8192, /* tells a socket's reader of what its queue took */
	PK_HOOKS = 16384, /* calls the functions of a netfilter hook, one after the other */
	PK_NUMBERED = 32768, /* of a tunnel in UDP whose header has the number of a network */
	PK_HANDLES =
		4096, /* does what a message of the protocol asks for, which is then freed, maybe by kfree_skb */
};

enum pk_stage_side { PK_SIDE_RX, PK_SIDE_TX, PK_SIDE_BOTH };

#define PK_STAGE_OWN "" /* that of the packet's protocol, whatever that is */

struct pk_stage {
	const char *name; /* function, or "system/event" */
	/* "napi", "gro", "l2", "ip", "tcp", "queue", "wakeup", "read", "send", ...; PK_STAGE_OWN */
	const char *stage;
	enum pk_stage_side side;
	enum pk_stage_act act;
	const char *args; /* roles of the leading arguments: "sk skb", "new old" */
	unsigned marks; /* PK_AT_*, PK_ONLY_*, ... */
};

extern const struct pk_stage pk_path_stages[]; /* ends with a NULL name */

struct pk_ctx;
struct pk_protocol;

/* Rows of protocols that CTX does not know (pk_protocol_is_known()) are not found. CTX NULL: all
 * are. */
/** Row of a function by its symbol, with or without compiler suffixes; NULL: none. */
const struct pk_stage *pk_stage_of_function(const struct pk_ctx *ctx, const char *symbol);
/** Row of a tracepoint; NULL: none. */
const struct pk_stage *pk_stage_of_event(const struct pk_ctx *ctx, const char *system,
					 const char *event);
/** The same, by event name alone. */
const struct pk_stage *pk_stage_of_tracepoint(const struct pk_ctx *ctx, const char *event);
/** Whether FUNC is on the path of some protocol's packets. */
bool pk_stage_is_path(const struct pk_ctx *ctx, const char *func);
/** Whether STAGE is that of NAME ("free"); NULL is none. */
bool pk_stage_is(const struct pk_stage *stage, const char *name);
/** Row number across all tables, from 1. */
unsigned pk_stage_number(const struct pk_stage *stage);
/** The stage for a packet of PROTOCOL. */
const char *pk_stage_title(const struct pk_stage *stage, const struct pk_protocol *protocol);
/** The protocol whose table holds the row; NULL: the shared table, or STAGE is NULL. */
const struct pk_protocol *pk_stage_protocol(const struct pk_stage *stage);

#endif
