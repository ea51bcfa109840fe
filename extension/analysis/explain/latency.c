// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/path.h"

#include <string.h>

#include "core/kit.h"
#include "protocol/protocol.h"

enum point {
	AT_DRIVER,
	AT_GRO,
	AT_LINK,
	AT_PROTOCOL,
	AT_SOCKET,
	AT_READER,
	AT_SEND,
	AT_QDISC,
	AT_XMIT,
	AT_COMPLETION,
	AT_ACK,
	NR_POINTS
};

/* Where a packet is in a call or event of a stage of the tables. PK_STAGE_OWN: of its protocol's. */
static const struct {
	enum pk_direction dir;
	const char *stage;
	enum point point;
} points[] = {
	{PK_RX, "napi", AT_DRIVER},	{PK_RX, "gro", AT_GRO},
	{PK_RX, "l2", AT_LINK},		{PK_RX, PK_STAGE_OWN, AT_PROTOCOL},
	{PK_RX, "queue", AT_SOCKET},	{PK_RX, "backlog", AT_SOCKET},
	{PK_RX, "read", AT_READER},	{PK_TX, "send", AT_SEND},
	{PK_TX, "skb", AT_SEND},	{PK_TX, PK_STAGE_OWN, AT_SEND},
	{PK_TX, "qdisc", AT_QDISC},	{PK_TX, "driver", AT_XMIT},
	{PK_TX, "free", AT_COMPLETION},
};

static const struct {
	const char *name;
	enum point from, to;
	enum point unless; /* this is known, too; FROM: always */
} stages[] = {
	{"driver-gro", AT_DRIVER, AT_GRO, AT_DRIVER},
	{"gro-protocol", AT_GRO, AT_PROTOCOL, AT_GRO},
	{"link-protocol", AT_LINK, AT_PROTOCOL, AT_GRO},
	{"protocol-socket", AT_PROTOCOL, AT_SOCKET, AT_PROTOCOL},
	{"socket-reader", AT_SOCKET, AT_READER, AT_SOCKET},
	{"send-qdisc", AT_SEND, AT_QDISC, AT_SEND},
	{"qdisc-driver", AT_QDISC, AT_XMIT, AT_QDISC},
	{"driver-completion", AT_XMIT, AT_COMPLETION, AT_XMIT},
	{"driver-ack", AT_XMIT, AT_ACK, AT_XMIT},
};
_Static_assert(PK_ARRAY_SIZE(stages) <= PK_LATENCY_STAGES, "there is room for them");

/* A call, or an event outside of all calls. */
struct item {
	bool known;
	uint64_t ts, end;
	int cpu;
	int32_t task;
};

struct way {
	const struct pk_packet *packet;
	const struct pk_protocol *protocol;
	struct item at[NR_POINTS];
	uint64_t answered; /* the driver's: it had returned, or said so; 0: unknown */
};

static enum point point_of(const struct way *way, const char *stage)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(points); i++)
		if (points[i].dir == way->packet->dir &&
		    !strcmp(points[i].stage[0] ? points[i].stage : way->protocol->name, stage))
			return points[i].point;
	return NR_POINTS;
}

typedef void (*item_fn)(struct way *way, enum point point, const struct item *item);

/* What a call below CALL does, it does to a packet of another's. */
static bool sends_other(const struct pk_call *call)
{
	return call->name->stage && call->name->stage->act == PK_ACT_TX_OTHER;
}

/* A driver gets whatever a queue gives it: in this call the packet, by an event that names its skb. */
static bool has_frame(const struct pk_trail *trail, const struct pk_call *call)
{
	const uint64_t dur = call->by_entry ? call->extent : call->dur;

	return pk_any(trail->nr_frames, i,
		      trail->frames[i].ts >= call->start &&
			      (call->open || trail->frames[i].ts - call->start <= dur));
}

/* Whether a call at POINT is proven to be of the packet. */
static bool is_own(const struct way *way, const struct pk_call *call, const struct pk_call *root,
		   enum point point)
{
	if (point == AT_XMIT)
		return has_frame(&way->packet->trail, call);
	return point != AT_COMPLETION || call == root;
}

static void calls_each(struct way *way, const struct pk_path_piece *piece, item_fn fn)
{
	const struct pk_call *call = piece->root;

	while (call) {
		bool plain = call->kind == PK_CALL_PLAIN && call->name;
		bool timed = !call->implied; /* else it has the time of what it called */
		bool down = plain && (call == piece->root || !sends_other(call));
		enum point point = NR_POINTS;

		if (down && timed && call->name->stage)
			point = point_of(way, pk_stage_title(call->name->stage, way->protocol));
		if (point != NR_POINTS && is_own(way, call, piece->root, point))
			fn(way, point,
			   &(struct item){
				   .known = true,
				   .ts = call->start,
				   .end = call->start +
					  (call->open || call->by_entry ? 0 : call->dur),
				   .cpu = piece->piece->cpu,
				   .task = piece->piece->context == PK_CTX_PROCESS
						   ? piece->piece->pid
						   : -1,
			   });
		call = pk_call_next(call, piece->root, down);
	}
}

/* The task in whose context a step was; an interrupt may have come while it ran. */
static int32_t task_of_step(const struct pk_trail *trail, const struct pk_step *step)
{
	for (uint32_t i = 0; i < trail->nr_pieces; i++) {
		const struct pk_piece *piece = &trail->pieces[i];

		if (!piece->func && piece->cpu == step->cpu && piece->pid == step->pid &&
		    piece->start <= step->ts && step->ts <= piece->end)
			return piece->context == PK_CTX_PROCESS ? step->pid : -1;
	}
	return -1;
}

static void items_each(struct way *way, const struct pk_path *path, item_fn fn)
{
	const struct pk_trail *trail = &way->packet->trail;

	for (uint32_t i = 0; i < path->nr_pieces; i++)
		if (path->pieces[i].root)
			calls_each(way, &path->pieces[i], fn);
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];
		const struct item item = {.known = true,
					  .ts = step->ts,
					  .end = step->ts,
					  .cpu = step->cpu,
					  .task = task_of_step(trail, step)};

		if (point_of(way, step->stage) != NR_POINTS)
			fn(way, point_of(way, step->stage), &item);
	}
}

static void take_first(struct item *to, const struct item *item)
{
	if (!to->known || item->ts < to->ts)
		*to = *item;
}

static void note(struct way *way, enum point point, const struct item *item)
{
	if (point != AT_COMPLETION && point != AT_READER)
		take_first(&way->at[point], item);
}

/* The same call may empty the backlog and read: what it does before the socket has the packet is not its reader's. */
static void note_reader(struct way *way, enum point point, const struct item *item)
{
	struct item *reader = &way->at[AT_READER];
	const struct item *socket = &way->at[AT_SOCKET];

	if (point != AT_READER)
		return;
	if (reader->known && socket->known && reader->ts < socket->ts && item->ts >= socket->ts)
		*reader = *item;
	else if (!reader->known || !socket->known || item->ts >= socket->ts)
		take_first(reader, item);
}

/* A driver's call says when it returned; of events, the next one of a driver. */
static void note_answer(struct way *way, enum point point, const struct item *item)
{
	const struct item *xmit = &way->at[AT_XMIT];
	uint64_t answered = item->ts == xmit->ts ? item->end : item->ts;

	if (point == AT_XMIT && xmit->known && answered > xmit->ts &&
	    (!way->answered || answered < way->answered))
		way->answered = answered;
}

/* What is freed while the driver has not returned is a part that it does not send. */
static void note_completion(struct way *way, enum point point, const struct item *item)
{
	if (point == AT_COMPLETION && way->answered && item->ts >= way->answered)
		take_first(&way->at[AT_COMPLETION], item);
}

/* What came in again on this machine is its receiver's to free; what was acknowledged, TCP frees. */
static bool tells_completion(const struct way *way)
{
	const struct item *ack = &way->at[AT_ACK], *completion = &way->at[AT_COMPLETION];

	return way->packet->outcome != PK_OUT_DROPPED && way->packet->outcome != PK_OUT_LOOPED &&
	       !pk_has_edge(way->packet, PK_EDGE_LOOPBACK) &&
	       !(ack->known && completion->ts >= ack->ts);
}

/* When the acknowledgement came in: of several frames that became one packet, the first that covers SENT. */
static struct item ack_time(const struct pk_packet *sent, const struct pk_packet *ack)
{
	const struct pk_protocol *protocol = pk_protocol_of(&sent->header);
	struct item item = {.known = ack->trail.nr_frames <= 1,
			    .ts = ack->first_ns,
			    .cpu = ack->pos.cpu,
			    .task = -1};

	if (item.known || !protocol->reached || !sent->header.seq_known || !sent->header.len_known)
		return item;
	for (uint32_t i = 0; i < ack->trail.nr_frames && !item.known; i++) {
		const struct pk_wire_frame *frame = &ack->trail.frames[i];

		item.known =
			frame->header.ack_known &&
			protocol->reached(frame->header.ack, pk_header_payload_end(&sent->header));
		item.ts = frame->ts;
	}
	return item;
}

/* Of what was sent again, nobody knows which transmission was acknowledged. A packet in whose call it was freed need
 * not be the one that acknowledged it. */
static void find_ack(struct way *way)
{
	const struct pk_packet *packet = way->packet;
	const struct pk_trail *trail = &packet->trail;

	if (packet->retransmit || pk_has_edge(packet, PK_EDGE_RETRANSMIT))
		return;
	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];
		struct item item;

		if (edge->kind != PK_EDGE_ACKED_BY || edge->how < PK_ID_DERIVED || !edge->to ||
		    edge->to->dir != PK_RX || edge->to->timeless)
			continue;
		item = ack_time(packet, edge->to);
		if (item.known)
			take_first(&way->at[AT_ACK], &item);
	}
}

static void find_points(struct way *way, const struct pk_path *path)
{
	const struct pk_piece *irq = way->packet->trail.irq;

	items_each(way, path, note);
	if (way->packet->dir == PK_TX) {
		find_ack(way);
		items_each(way, path, note_answer);
		items_each(way, path, note_completion);
		if (!tells_completion(way))
			way->at[AT_COMPLETION].known = false;
		return;
	}
	items_each(way, path, note_reader);
	if (irq)
		take_first(&way->at[AT_DRIVER],
			   &(struct item){
				   .known = true, .ts = irq->start, .cpu = irq->cpu, .task = -1});
}

void pk_latency_of(const struct pk_packet *packet, const struct pk_path *path,
		   struct pk_latency *ret_latency)
{
	struct way way = {.packet = packet, .protocol = pk_protocol_of(&packet->header)};
	struct pk_latency latency = {.nr = 0};

	find_points(&way, path);
	for (unsigned i = 0; i < PK_ARRAY_SIZE(stages); i++) {
		const struct item *from = &way.at[stages[i].from], *to = &way.at[stages[i].to];

		if (!from->known || !to->known ||
		    (stages[i].unless != stages[i].from && way.at[stages[i].unless].known))
			continue;
		if (to->ts <= from->ts) {
			latency.still += to->ts == from->ts;
			latency.back += to->ts < from->ts;
			continue;
		}
		latency.stages[latency.nr++] = (struct pk_latency_stage){.name = stages[i].name,
									 .rank = i,
									 .ns = to->ts - from->ts,
									 .ts = to->ts,
									 .cpu = to->cpu,
									 .task = to->task};
	}
	*ret_latency = latency;
}

enum pk_status pk_latency_measure(struct pk_path_maker *maker, const struct pk_packet *packet,
				  struct pk_latency *ret_latency)
{
	struct pk_path path;
	enum pk_status status;

	*ret_latency = (struct pk_latency){.nr = 0};
	if (packet->timeless || packet->events_lost)
		return PK_OK;
	status = pk_path_make(maker, packet, 0, &path);
	if (status != PK_OK)
		return status;
	pk_latency_of(packet, &path, ret_latency);
	pk_path_deinit(&path);
	return PK_OK;
}

const struct pk_latency_stage *pk_latency_longest(const struct pk_latency *latency)
{
	const struct pk_latency_stage *longest = NULL;

	for (unsigned i = 0; i < latency->nr; i++)
		if (!longest || latency->stages[i].ns > longest->ns)
			longest = &latency->stages[i];
	return longest;
}
