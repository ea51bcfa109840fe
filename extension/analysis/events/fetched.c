// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/facts.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/fetch.h"

/*
 * A fetch begins at a function's argument, of which the stages table knows what it is, or at a tracepoint's field, and
 * follows pointers:
 *
 *	$arg1			the packet
 *	+112($arg1):u32		sk_buff.len
 *	+20(+208($arg1)):x32	sk_buff.data, 20 bytes behind: of IP's header or the one behind, as the function has it
 *	+0(+16($arg1)):string	sk_buff.dev, net_device.name
 *	-20($arg3):u8		the protocol's header, 20 bytes before: of IP's
 *
 * What it stores is then a word, or a piece of the header. Bytes that are loaded by the CPU and stored again lie in
 * the event in the order in which they lay in the packet.
 */
enum base { NONE, SKB, SOCK, DEVICE, DATA, FRAG0, HEADER };

struct value {
	enum base base;
	int word; /* that the pointer itself is; -1 */
};

static bool is_word(const char *role, size_t len, const char *name)
{
	return strlen(name) == len && !strncmp(role, name, len);
}

/* The function's argument INDEX, by the stages table. */
static struct value argument(const struct pk_stage *stage, uint32_t index)
{
	static const struct {
		const char *role;
		struct value value;
	} roles[] = {
		{"skb", {SKB, PK_W_SKB}},	  {"new", {SKB, PK_W_NEW}},
		{"old", {SKB, PK_W_OLD}},	  {"p", {SKB, PK_W_P}},
		{"sk", {SOCK, PK_W_SK}},	  {"tw", {NONE, PK_W_TW}},
		{"clone_it", {NONE, PK_W_CLONE}}, {"dev", {DEVICE, -1}},
		{"size", {NONE, PK_W_LEN}},	  {"th", {HEADER, -1}},
	};
	const char *role = stage && stage->args ? stage->args : "";
	size_t len;

	while (index-- && *role) {
		role += strcspn(role, " ");
		role += *role == ' ';
	}
	len = strcspn(role, " ");
	for (size_t i = 0; i < PK_ARRAY_SIZE(roles); i++)
		if (is_word(role, len, roles[i].role))
			return roles[i].value;
	return (struct value){NONE, -1};
}

/* A field of a tracepoint, by the kernel's own name for it. */
static struct value field(const char *name)
{
	static const bool plain[PK_NR_WORDS] = {
		[PK_W_LEN] = true,	[PK_W_DATA_LEN] = true, [PK_W_PROTOCOL] = true,
		[PK_W_GSO_SEGS] = true, [PK_W_DEV] = true,	[PK_W_RC] = true,
		[PK_W_ERR] = true,	[PK_W_LOCATION] = true, [PK_W_REASON] = true,
		[PK_W_NOFF] = true,
	};
	int word = !strcmp(name, "network_offset") ? PK_W_NOFF : pk_word_of(name, NULL);

	if (word == PK_W_SKB || word == PK_W_SK)
		return (struct value){word == PK_W_SKB ? SKB : SOCK, word};
	return (struct value){NONE, word >= 0 && plain[word] ? word : -1};
}

static bool is_at(struct pk_ctx *ctx, enum pk_row_id row, int32_t offset)
{
	uint64_t at;

	return offset >= 0 && pk_has(ctx, row) && pk_row_offset(ctx, row, &at) == PK_OK &&
	       at == (uint64_t)offset;
}

static bool is_in_cb(struct pk_ctx *ctx, enum pk_row_id row, int32_t offset)
{
	uint64_t cb;

	return pk_row_offset(ctx, PK_R_skb_cb, &cb) == PK_OK && offset >= (int64_t)cb &&
	       is_at(ctx, row, offset - (int32_t)cb);
}

/* What the pointer OFFSET behind BASE points to. */
static enum base followed(struct pk_ctx *ctx, enum base base, int32_t offset)
{
	if (base != SKB)
		return NONE;
	if (is_at(ctx, PK_R_skb_data, offset))
		return DATA;
	if (is_at(ctx, PK_R_skb_dev, offset))
		return DEVICE;
	return is_in_cb(ctx, PK_R_napi_gro_cb_frag0, offset) ? FRAG0 : NONE;
}

struct member {
	enum base base;
	enum pk_row_id row;
	enum pk_word word;
};

static int same_size(struct pk_ctx *ctx, enum pk_row_id row, uint32_t size, enum pk_word word)
{
	return pk_layout_get(ctx, row)->member.size == size ? (int)word : -1;
}

/* A control block is the protocol's where that sends, and where its receive function has filled it. */
static int member_of_cb(struct pk_ctx *ctx, const struct pk_stage *stage, int32_t offset,
			uint32_t size)
{
	static const enum pk_word words[PK_NR_CB_MEMBERS] = {
		[PK_CB_SEQ] = PK_W_CB_SEQ,
		[PK_CB_END_SEQ] = PK_W_CB_END_SEQ,
		[PK_CB_ACK_SEQ] = PK_NR_WORDS,
		[PK_CB_FLAGS] = PK_W_CB_FLAGS,
	};
	const struct pk_protocol *protocol = stage ? pk_stage_protocol(stage) : NULL;

	if (!protocol || !protocol->cb ||
	    (stage->act != PK_ACT_TX_OWN && stage->act != PK_ACT_RX_DO))
		return -1;
	for (int i = 0; i < PK_NR_CB_MEMBERS; i++)
		if (words[i] != PK_NR_WORDS && is_in_cb(ctx, protocol->cb[i], offset) &&
		    same_size(ctx, protocol->cb[i], size, words[i]) >= 0)
			return (int)words[i];
	return -1;
}

/* The word that SIZE bytes OFFSET behind BASE are; -1. */
static int member(struct pk_ctx *ctx, const struct pk_stage *stage, enum base base, int32_t offset,
		  uint32_t size)
{
	static const struct member members[] = {
		{SKB, PK_R_skb_len, PK_W_LEN},		 {SKB, PK_R_skb_data_len, PK_W_DATA_LEN},
		{SKB, PK_R_skb_protocol, PK_W_PROTO_BE}, {SKB, PK_R_skb_mark, PK_W_MARK},
		{SKB, PK_R_skb_dev, PK_W_NETDEV},	 {SKB, PK_R_skb_head, PK_W_HEAD},
		{SKB, PK_R_skb_data, PK_W_DATA},	 {SKB, PK_R_skb_network_header, PK_W_NH},
	};
	const struct pk_protocol *protocol = stage ? pk_stage_protocol(stage) : NULL;

	for (size_t i = 0; i < PK_ARRAY_SIZE(members); i++)
		if (members[i].base == base && is_at(ctx, members[i].row, offset) &&
		    same_size(ctx, members[i].row, size, members[i].word) >= 0)
			return members[i].word;
	if (base == SKB)
		return member_of_cb(ctx, stage, offset, size);
	return base == SOCK && protocol && protocol->next_ack &&
			       is_at(ctx, protocol->next_ack->row, offset)
		       ? same_size(ctx, protocol->next_ack->row, size, PK_W_NEXT_ACK)
		       : -1;
}

/* Every word has a size of its own; less is a part of it. */
static bool is_whole(struct pk_ctx *ctx, int word, uint32_t size)
{
	static const uint8_t sizes[PK_NR_WORDS] = {
		[PK_W_CLONE] = 1,
		[PK_W_PROTOCOL] = 2,
		[PK_W_GSO_SEGS] = 2,
	};
	static const bool pointers[PK_NR_WORDS] = {
		[PK_W_SKB] = true, [PK_W_SK] = true, [PK_W_NEW] = true,	   [PK_W_OLD] = true,
		[PK_W_P] = true,   [PK_W_TW] = true, [PK_W_NETDEV] = true, [PK_W_LOCATION] = true,
	};

	if (word >= 0 && pointers[word])
		return size == ctx->target->facts.word_size;
	return size >= (word >= 0 && sizes[word] ? sizes[word] : 4);
}

static void set_word(struct pk_plan *plan, int word, const struct pk_field *where)
{
	if (word >= 0 && !plan->word[word])
		plan->word[word] = where;
}

static unsigned layer_of(const struct pk_plan *plan, enum base base)
{
	if (base == FRAG0 || base == HEADER)
		return base == FRAG0 ? PK_AT_IP : PK_AT_OWN;
	return plan->stage ? plan->stage->marks & PK_AT_MASK : 0;
}

/* One argument may read the page that GRO looks into, another the skb's own buffer, or the header that the function is
 * given: the first kind stands. */
static void add_piece(struct pk_plan *plan, const struct pk_fetch *fetch,
		      const struct pk_field *where, enum base base, int of)
{
	enum pk_pieces_by by = base == FRAG0	? PK_BY_FRAG0
			       : base == HEADER ? PK_BY_HEADER
						: PK_BY_DATA;
	unsigned layer = layer_of(plan, base);
	uint64_t bytes = (uint64_t)fetch->size * fetch->count;

	if (!layer || plan->nr_pieces == PK_MAX_PIECES || !bytes || bytes > PK_HEADER_ROOM ||
	    (plan->nr_pieces && (plan->by != by || plan->header_of != of)))
		return;
	if (!plan->pieces)
		plan->pieces = calloc(PK_MAX_PIECES, sizeof(*plan->pieces));
	if (!plan->pieces)
		return;
	plan->layer = layer;
	plan->by = by;
	plan->header_of = of;
	plan->pieces[plan->nr_pieces++] =
		(struct pk_header_piece){where, fetch->offset, (uint32_t)bytes};
}

static struct value begin(const struct pk_plan *plan, const struct pk_fetch *fetch)
{
	if (fetch->from == PK_FETCH_ARG)
		return argument(plan->stage, fetch->arg);
	if (fetch->from == PK_FETCH_FIELD)
		return field(fetch->field);
	if (fetch->from == PK_FETCH_RETVAL && plan->stage && plan->stage->act == PK_ACT_ALLOC)
		return (struct value){SKB, PK_W_SKB};
	return (struct value){NONE, -1};
}

/* Nothing tells what it is: a register in the middle of a function, an argument that the table does not know. */
static bool is_unknown(const struct pk_plan *plan, const struct pk_fetch *fetch, struct value value)
{
	if (fetch->nr_derefs || fetch->what != PK_FETCH_VALUE || value.word >= 0 ||
	    value.base != NONE)
		return false;
	return fetch->from == PK_FETCH_UNKNOWN || fetch->from == PK_FETCH_RETVAL ||
	       (fetch->from == PK_FETCH_ARG && (!plan->stage || !plan->stage->args));
}

static void plan_fetch(struct pk_ctx *ctx, struct pk_plan *plan, const struct pk_fetch *fetch,
		       const struct pk_field *where)
{
	struct value value = begin(plan, fetch);
	enum base base = value.base;
	bool is_word = where->size == ctx->target->facts.word_size;

	if (fetch->from == PK_FETCH_RETVAL && fetch->what == PK_FETCH_VALUE && !fetch->nr_derefs)
		plan->retval = where;
	if (is_unknown(plan, fetch, value)) {
		if (is_word && plan->nr_plain < PK_MAX_PLAIN_POINTERS)
			plan->plain[plan->nr_plain++] = where;
		return;
	}
	if (ctx->screen.unseen && is_word && fetch->from == PK_FETCH_ARG && !fetch->nr_derefs &&
	    fetch->what == PK_FETCH_VALUE && plan->nr_asked < PK_MAX_PLAIN_POINTERS)
		plan->asked[plan->nr_asked++] = where;
	for (uint32_t i = 0; i < fetch->nr_derefs; i++)
		base = followed(ctx, base, fetch->derefs[i]);
	if (fetch->what == PK_FETCH_VALUE && !fetch->nr_derefs &&
	    is_whole(ctx, value.word, fetch->size))
		set_word(plan, value.word, where);
	/* A text, behind a device or a tracepoint's own field. */
	if (fetch->what == PK_FETCH_STRING && fetch->count == 1 &&
	    (base == DEVICE ? is_at(ctx, PK_R_netdev_name, fetch->offset)
			    : !fetch->nr_derefs && value.word == PK_W_DEV))
		set_word(plan, PK_W_DEV, where);
	/* At its return a function may have changed all of it. */
	if (fetch->what != PK_FETCH_MEMORY || plan->is_return)
		return;
	if (base == DATA || base == FRAG0 || base == HEADER)
		add_piece(plan, fetch, where, base, value.word);
	else if (fetch->count == 1)
		set_word(plan, member(ctx, plan->stage, base, fetch->offset, fetch->size), where);
}

bool pk_plan_by_fetches(struct pk_ctx *ctx, const struct pk_format_probe *probe,
			struct pk_plan *plan)
{
	struct pk_fetch *fetches;
	uint32_t nr;

	if (pk_fetches_read(ctx, probe, &fetches, &nr) != PK_OK)
		return false;
	for (uint32_t i = 0; i < nr; i++) {
		const struct pk_field *where = pk_format_field(plan->format, fetches[i].name);

		if (where)
			plan_fetch(ctx, plan, &fetches[i], where);
	}
	free(fetches);
	return true;
}
