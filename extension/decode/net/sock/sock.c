// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/sock/sock.h"

#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/skb/skb.h"
#include "decode/tables.h"
#include "protocol/protocol.h"

#define MAX_QUEUE (1u << 22) /* skbs on one queue */

/* A member that not every kernel has; 0: this one lacks it, or it cannot be read, and then MISSED is set in *unread. */
static uint64_t optional_of(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id, uint32_t missed,
			    uint32_t *unread)
{
	uint64_t value;

	if (!pk_has(ctx, id))
		return 0;
	if (pk_member_uint(ctx, base, id, &value) == PK_OK)
		return value;
	pk_warn(ctx, "sockets: %s", pk_error(ctx));
	*unread |= missed;
	return 0;
}

static uint64_t optional(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id)
{
	uint32_t unread = 0;

	return optional_of(ctx, base, id, 0, &unread);
}

static enum pk_status read_bytes(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id,
				 uint8_t *bytes, size_t len)
{
	uint64_t offset;
	enum pk_status status = pk_row_offset(ctx, id, &offset);

	return status == PK_OK ? pk_read(ctx, base + offset, bytes, len) : status;
}

static bool is_mapped(const uint8_t *addr)
{
	static const uint8_t prefix[12] = {[10] = 0xff, [11] = 0xff};

	return !memcmp(addr, prefix, sizeof(prefix));
}

/* Before 3.13 the addresses of an IPv6 socket were in a struct of their own behind it. */
static enum pk_status ipv6_addresses(struct pk_ctx *ctx, uint64_t addr, struct pk_tuple *tuple)
{
	uint64_t base = addr;
	enum pk_row_id local = PK_R_skc_v6_rcv_saddr, remote = PK_R_skc_v6_daddr;
	enum pk_status status;

	if (!pk_has(ctx, PK_R_skc_v6_daddr) && pk_has(ctx, PK_R_ipv6_pinfo_daddr)) {
		status = pk_member_uint(ctx, addr, PK_R_inet_pinet6, &base);
		if (status != PK_OK)
			return status;
		local = PK_R_ipv6_pinfo_rcv_saddr;
		remote = PK_R_ipv6_pinfo_daddr;
	}
	status = read_bytes(ctx, base, local, tuple->saddr, 16);
	return status == PK_OK ? read_bytes(ctx, base, remote, tuple->daddr, 16) : status;
}

/* A packet of an IPv6 socket with mapped addresses is an IPv4 packet. */
static void unmap(struct pk_tuple *tuple)
{
	if (!is_mapped(tuple->saddr) && !is_mapped(tuple->daddr))
		return;
	tuple->family = 4;
	memmove(tuple->saddr, tuple->saddr + 12, 4);
	memmove(tuple->daddr, tuple->daddr + 12, 4);
	memset(tuple->saddr + 4, 0, 12);
	memset(tuple->daddr + 4, 0, 12);
}

static enum pk_status read_tuple(struct pk_ctx *ctx, uint64_t addr, struct pk_sock *sock)
{
	struct pk_tuple *tuple = &sock->tuple;
	uint8_t port[2];
	uint64_t num;
	enum pk_status status = read_bytes(ctx, addr, PK_R_skc_dport, port, sizeof(port));

	if (status == PK_OK)
		status = pk_member_uint(ctx, addr, PK_R_skc_num, &num);
	if (status != PK_OK)
		return status;
	tuple->dport = (uint16_t)(port[0] << 8 | port[1]);
	tuple->sport = num;
	tuple->family = sock->socket_family;
	if (sock->socket_family == 6) {
		status = ipv6_addresses(ctx, addr, tuple);
		unmap(tuple);
		return status;
	}
	status = read_bytes(ctx, addr, PK_R_skc_rcv_saddr, tuple->saddr, 4);
	return status == PK_OK ? read_bytes(ctx, addr, PK_R_skc_daddr, tuple->daddr, 4) : status;
}

static const struct pk_sock_state *state_of(const struct pk_protocol *protocol, uint64_t state)
{
	const struct pk_protocol_sockets *sockets = protocol->sockets;

	return sockets && state < sockets->nr_states && sockets->states[state].name
		       ? &sockets->states[state]
		       : NULL;
}

/* What every kind of socket has. */
static enum pk_status read_common(struct pk_ctx *ctx, const struct pk_protocol *protocol,
				  uint64_t addr, struct pk_sock *sock)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t family = pk_member(&r, addr, PK_R_skc_family);
	uint64_t state = pk_member(&r, addr, PK_R_skc_state);

	if (!pk_ok(&r))
		return r.status;
	if (!pk_family_of(family) || !state_of(protocol, state))
		return pk_fail(ctx, PK_CORRUPT, "family %llu, state %llu: no %s socket",
			       (unsigned long long)family, (unsigned long long)state,
			       protocol->title);
	sock->socket_family = pk_family_of(family);
	sock->state = state;
	sock->kind = state_of(protocol, state)->kind;
	sock->shown_state = state_of(protocol, state)->shown;
	if (!sock->shown_state)
		sock->shown_state = sock->state;
	sock->bound_dev_if = optional(ctx, addr, PK_R_skc_bound_dev_if);
	sock->net = optional(ctx, addr, PK_R_skc_net);
	if (sock->net)
		sock->netns = optional(ctx, sock->net, PK_R_net_inum);
	return read_tuple(ctx, addr, sock);
}

static bool count_skb(uint64_t skb, enum pk_sock_queue queue, void *arg)
{
	(void)skb;
	((uint32_t *)arg)[queue]++;
	return true;
}

static enum pk_status read_number(struct pk_ctx *ctx, const struct pk_sock_number *number,
				  struct pk_sock *sock)
{
	void *to = (char *)sock + number->to;
	uint64_t value = 0;
	enum pk_status status = PK_OK;

	if (number->missed)
		value = optional_of(ctx, sock->addr, number->row, number->missed, &sock->unread);
	else if (number->needed || pk_has(ctx, number->row))
		status = pk_member_uint(ctx, sock->addr, number->row, &value);
	if (number->size == sizeof(uint64_t))
		memcpy(to, &value, sizeof(value));
	else
		*(uint32_t *)to = (uint32_t)value;
	return status;
}

/* Where a family has two counters for each socket, the third stays 0. */
struct pk_figure pk_sock_drops(struct pk_ctx *ctx, uint64_t sk)
{
	struct pk_figure drops = pk_figure_member(ctx, sk, PK_R_sk_drops), other;
	uint64_t counters = pk_member_or_zero(ctx, sk, PK_R_sk_drop_counters);

	if (!counters)
		return drops;
	drops = pk_figure_member(ctx, counters, PK_R_drop_counter_0);
	other = pk_figure_member(ctx, counters, PK_R_drop_counter_1);
	if (drops.status == PK_OK)
		drops.status = other.status;
	drops.value = (uint32_t)(drops.value + other.value);
	return drops;
}

void pk_sock_identity_read(struct pk_ctx *ctx, uint64_t sk, struct pk_sock_identity *ret_identity)
{
	ret_identity->uid = pk_figure_member(ctx, sk, PK_R_sk_uid);
	ret_identity->cookie = pk_figure_member(ctx, sk, PK_R_skc_cookie);
	ret_identity->shutdown = pk_figure_member(ctx, sk, PK_R_sk_shutdown);
}

/* A member that this kernel has, and that cannot be read, is told. */
static bool inode_member(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id, uint64_t *ret_value)
{
	if (!pk_has(ctx, id))
		return false;
	if (pk_member_uint(ctx, base, id, ret_value) == PK_OK)
		return true;
	pk_warn(ctx, "sockets: %s", pk_error(ctx));
	return false;
}

uint64_t pk_sock_inode(struct pk_ctx *ctx, uint64_t sk)
{
	uint64_t socket = 0, offset, inode;

	if (sk && !inode_member(ctx, sk, PK_R_sk_socket, &socket))
		return PK_INODE_UNKNOWN;
	if (!socket)
		return 0;
	if (pk_row_offset(ctx, PK_R_socket_vfs_inode, &offset) != PK_OK ||
	    !inode_member(ctx, socket + offset, PK_R_inode_ino, &inode))
		return PK_INODE_UNKNOWN;
	return inode;
}

/* What waits beside those that rx_queue counts. */
static void read_handshakes(struct pk_ctx *ctx, const struct pk_sock_limit_rows *rows,
			    struct pk_sock *sock)
{
	if (!rows)
		return;
	sock->syn_queue = pk_figure_member(ctx, sock->addr, rows->requests);
	sock->syn_flooded = pk_figure_member(ctx, sock->addr, rows->requests_flooded);
}

static enum pk_status read_full(struct pk_ctx *ctx, const struct pk_protocol *protocol,
				uint64_t addr, struct pk_sock *sock)
{
	const struct pk_protocol_sockets *sockets = protocol->sockets;

	for (unsigned i = 0; i < sockets->nr_numbers; i++) {
		enum pk_status status = read_number(ctx, &sockets->numbers[i], sock);

		if (status != PK_OK)
			return status;
	}
	sockets->count(sock);
	if (sock->kind == PK_SOCK_LISTEN) {
		sock->rx_queue = optional_of(ctx, addr, PK_R_sk_ack_backlog, PK_SOCK_NO_RX_QUEUE,
					     &sock->unread);
		read_handshakes(ctx, sockets->limits, sock);
	}
	sock->max_backlog = pk_figure_or_zero(pk_figure_member(ctx, addr, PK_R_sk_max_ack_backlog));
	sock->total_retrans = (struct pk_figure){.status = PK_OK};
	if (sockets->limits && sockets->limits->total_retrans)
		sock->total_retrans = pk_figure_or_zero(
			pk_figure_member(ctx, addr, sockets->limits->total_retrans));
	sock->mark = optional_of(ctx, addr, PK_R_sk_mark, PK_SOCK_NO_MARK, &sock->unread);
	sock->owned = optional_of(ctx, addr, PK_R_sk_lock_owned, PK_SOCK_NO_OWNED, &sock->unread);
	sock->drops = pk_figure_or_zero(pk_sock_drops(ctx, addr));
	pk_sock_identity_read(ctx, addr, &sock->identity);
	sock->inode = pk_sock_inode(ctx, addr);
	for (int queue = 0; queue < PK_NR_SOCK_QUEUES; queue++)
		pk_sock_queue_walk(ctx, sock, queue, count_skb, sock->qlen);
	return PK_OK;
}

enum pk_status pk_sock_read(struct pk_ctx *ctx, const struct pk_protocol *protocol, uint64_t addr,
			    struct pk_sock *ret_sock)
{
	const struct pk_figure none = pk_figure_none(PK_ABSENT);
	struct pk_sock sock = {.addr = addr,
			       .protocol = protocol->number,
			       .identity = {none, none, none},
			       .syn_queue = none,
			       .syn_flooded = none};
	enum pk_status status;

	if (ctx->last_boot)
		return pk_fail(ctx, PK_ABSENT, "sock %llx is of the previous boot",
			       (unsigned long long)addr);
	status = read_common(ctx, protocol, addr, &sock);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "sock %llx", (unsigned long long)addr);
	switch (sock.kind) {
	case PK_SOCK_TIMEWAIT:
		sock.mark = optional_of(ctx, addr, PK_R_tw_mark, PK_SOCK_NO_MARK, &sock.unread);
		if (pk_has(ctx, PK_R_tw_substate))
			sock.shown_state = optional(ctx, addr, PK_R_tw_substate);
		break;
	case PK_SOCK_REQUEST:
		sock.mark = optional_of(ctx, addr, PK_R_ireq_mark, PK_SOCK_NO_MARK, &sock.unread);
		break;
	default:
		status = read_full(ctx, protocol, addr, &sock);
		if (status != PK_OK)
			return pk_wrap(ctx, status, "sock %llx", (unsigned long long)addr);
	}
	*ret_sock = sock;
	return PK_OK;
}

/* Queues. */

struct queue_walk {
	struct pk_address_set seen;
	enum pk_sock_queue queue;
	uint64_t sock;
	pk_skb_fn fn;
	void *arg;
};

/* Ends a walk at AT, by STATUS: what is read there contradicts itself, or cannot be read. What no kernel address could be
 * is never a page that the dump lacks. */
static enum pk_status breaks_off(struct pk_ctx *ctx, const struct queue_walk *walk, uint64_t at,
				 enum pk_status status)
{
	if (!pk_arch_is_kernel(ctx, at))
		status = PK_CORRUPT;
	pk_warn(ctx, "sock %llx: %s queue is %s at %llx after %zu skbs",
		(unsigned long long)walk->sock, pk_sock_queue_name(walk->queue),
		status == PK_CORRUPT ? "damaged" : pk_status_name(status), (unsigned long long)at,
		walk->seen.nr);
	return pk_none(ctx, status);
}

/* What the queue begins with, by member ROW at BASE. */
static enum pk_status first_node(struct pk_ctx *ctx, const struct queue_walk *walk, uint64_t base,
				 enum pk_row_id row, uint64_t *ret_node)
{
	enum pk_status status = pk_member_uint(ctx, base, row, ret_node);

	return status == PK_UNREADABLE ? breaks_off(ctx, walk, base, status) : status;
}

/* Circular (END is the sentinel) or open (END is 0) list through sk_buff.next. */
static enum pk_status list_walk(struct pk_ctx *ctx, struct queue_walk *walk, uint64_t node,
				uint64_t end)
{
	uint64_t link;
	enum pk_status status = pk_row_offset(ctx, PK_R_skb_next, &link);

	while (status == PK_OK && node != end) {
		if (!pk_address_set_add(&walk->seen, node, MAX_QUEUE))
			return breaks_off(ctx, walk, node, PK_CORRUPT);
		if (!walk->fn(node - link, walk->queue, walk->arg))
			return PK_OK;
		status = pk_read_ptr(ctx, node, &node);
		if (status != PK_OK)
			return breaks_off(ctx, walk, node, status);
	}
	return status;
}

static enum pk_status head_walk(struct pk_ctx *ctx, struct queue_walk *walk, uint64_t head)
{
	uint64_t node;
	enum pk_status status = first_node(ctx, walk, head, PK_R_skb_queue_next, &node);

	return status == PK_OK ? list_walk(ctx, walk, node, head) : status;
}

struct tree {
	struct queue_walk *walk;
	uint64_t link;
};

static bool visit_node(uint64_t node, void *arg)
{
	const struct tree *tree = arg;

	return tree->walk->fn(node - tree->link, tree->walk->queue, tree->walk->arg);
}

/* In order of sequence: leftmost first. */
static enum pk_status tree_walk(struct pk_ctx *ctx, struct queue_walk *walk, uint64_t node)
{
	struct tree tree = {.walk = walk};
	uint64_t at;
	enum pk_status status = pk_row_offset(ctx, PK_R_skb_rbnode, &tree.link);

	if (status != PK_OK)
		return status;
	status = pk_rb_nodes_walk(ctx, node, &walk->seen, MAX_QUEUE, visit_node, &tree, &at);
	return status == PK_OK ? PK_OK : breaks_off(ctx, walk, at, status);
}

static enum pk_status member_list_walk(struct pk_ctx *ctx, struct queue_walk *walk,
				       enum pk_row_id id)
{
	uint64_t offset;
	enum pk_status status = pk_row_offset(ctx, id, &offset);

	return status == PK_OK ? head_walk(ctx, walk, walk->sock + offset) : status;
}

/* One part of a list that sk_send_head divides: what was sent BEFORE it, or the rest (0: all was sent). */
static enum pk_status part_walk(struct pk_ctx *ctx, struct queue_walk *walk, enum pk_row_id id,
				bool before)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, send_head;
	uint64_t offset = pk_offset(&r, id);
	uint64_t link = pk_offset(&r, PK_R_skb_next);

	pk_try(&r, first_node(ctx, walk, walk->sock, PK_R_sk_send_head, &send_head));
	if (!pk_ok(&r))
		return r.status;
	head = walk->sock + offset;
	if (!before)
		return send_head ? list_walk(ctx, walk, send_head + link, head) : PK_OK;
	pk_try(&r, first_node(ctx, walk, head, PK_R_skb_queue_next, &offset));
	if (!pk_ok(&r))
		return r.status;
	return list_walk(ctx, walk, offset, send_head ? send_head + link : head);
}

static enum pk_status two_lists_walk(struct pk_ctx *ctx, struct queue_walk *walk,
				     const struct pk_sock_queue_form *form)
{
	enum pk_status status = member_list_walk(ctx, walk, form->only_with);

	return status == PK_OK ? member_list_walk(ctx, walk, form->row) : status;
}

static enum pk_status form_walk(struct pk_ctx *ctx, struct queue_walk *walk,
				const struct pk_sock_queue_form *form)
{
	enum pk_status status;
	uint64_t node;

	switch (form->shape) {
	case PK_SHAPE_LIST:
		return member_list_walk(ctx, walk, form->row);
	case PK_SHAPE_TWO_LISTS:
		return two_lists_walk(ctx, walk, form);
	case PK_SHAPE_BEFORE:
	case PK_SHAPE_BEHIND:
		return part_walk(ctx, walk, form->row, form->shape == PK_SHAPE_BEFORE);
	case PK_SHAPE_TREE:
		status = first_node(ctx, walk, walk->sock, form->row, &node);
		return status == PK_OK ? tree_walk(ctx, walk, node) : status;
	case PK_SHAPE_CHAIN:
		status = first_node(ctx, walk, walk->sock, form->row, &node);
		return status == PK_OK ? list_walk(ctx, walk, node, 0) : status;
	}
	return pk_fail(ctx, PK_USAGE, "no shape %d of a queue", form->shape);
}

/* NULL: no such queue. */
static const struct pk_sock_queue_form *form_of(struct pk_ctx *ctx, const struct pk_sock *sock,
						enum pk_sock_queue queue)
{
	const struct pk_sock_queue_rows *rows;

	if (queue >= PK_NR_SOCK_QUEUES)
		return NULL;
	rows = &pk_protocol_of_sock(sock)->sockets->queues[queue];
	return pk_find(rows->forms, rows->nr_forms,
		       it->only_with == PK_NR_ROWS || pk_has(ctx, it->only_with));
}

enum pk_status pk_sock_queue_walk(struct pk_ctx *ctx, const struct pk_sock *sock,
				  enum pk_sock_queue queue, pk_skb_fn fn, void *arg)
{
	struct queue_walk walk = {.queue = queue, .sock = sock->addr, .fn = fn, .arg = arg};
	const struct pk_sock_queue_form *form = form_of(ctx, sock, queue);
	enum pk_status status = form ? form_walk(ctx, &walk, form) : PK_OK;

	pk_address_set_deinit(&walk.seen);
	return status;
}

static enum pk_status list_last(struct pk_ctx *ctx, uint64_t sk, enum pk_row_id id,
				uint64_t *ret_skb)
{
	uint64_t offset;
	enum pk_status status = pk_row_offset(ctx, id, &offset);

	return status == PK_OK ? pk_skb_head_last(ctx, sk + offset, ret_skb) : status;
}

enum pk_status pk_sock_received_last(struct pk_ctx *ctx, const struct pk_sock *sock,
				     uint64_t *ret_skb)
{
	const struct pk_sock_queue_form *form = form_of(ctx, sock, PK_QUEUE_RECEIVE);
	enum pk_status status = PK_ABSENT;

	if (form)
		status = list_last(ctx, sock->addr, form->row, ret_skb);
	if (status == PK_OK && !*ret_skb && form->shape == PK_SHAPE_TWO_LISTS)
		status = list_last(ctx, sock->addr, form->only_with, ret_skb);
	return status;
}
