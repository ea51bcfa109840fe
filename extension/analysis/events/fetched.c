// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/facts.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/fetch.h"
#include "protocol/macsec.h"

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
	int word = !strcmp(name, "network_offset") ? PK_W_NOFF : pk_word_of(name, NULL);

	switch (word) {
	case PK_W_SKB:
		return (struct value){SKB, word};
	case PK_W_SK:
		return (struct value){SOCK, word};
	case PK_W_LEN:
	case PK_W_DATA_LEN:
	case PK_W_PROTOCOL:
	case PK_W_GSO_SEGS:
	case PK_W_DEV:
	case PK_W_RC:
	case PK_W_ERR:
	case PK_W_LOCATION:
	case PK_W_REASON:
	case PK_W_NOFF:
		return (struct value){NONE, word};
	default:
		return (struct value){NONE, -1};
	}
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
	switch (word) {
	case PK_W_SKB:
	case PK_W_SK:
	case PK_W_NEW:
	case PK_W_OLD:
	case PK_W_P:
	case PK_W_TW:
	case PK_W_NETDEV:
	case PK_W_LOCATION:
		return size == ctx->target->facts.word_size;
	case PK_W_CLONE:
		return size >= 1;
	case PK_W_PROTOCOL:
	case PK_W_GSO_SEGS:
		return size >= 2;
	default:
		return size >= 4;
	}
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

	if (is_unknown(plan, fetch, value)) {
		if (where->size == ctx->target->facts.word_size &&
		    plan->nr_plain < PK_MAX_PLAIN_POINTERS)
			plan->plain[plan->nr_plain++] = where;
		return;
	}
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

/* The packet's bytes that an event has, counted from where skb->data stood. */
#define BEFORE 64 /* of them lie before that */

struct image {
	const struct pk_protocol *protocol; /* whose header may lie there */
	int64_t linear; /* so many bytes of the packet lie there, from skb->data on; -1: not known */
	uint8_t bytes[PK_HEADER_ROOM];
	bool known[PK_HEADER_ROOM];
};

/* Behind those the buffer has what an earlier packet left there, or zeros. frag0 is a page if there are none, else
 * skb->data. A header that a function is given lies in one piece. */
static int64_t linear_len(struct pk_ctx *ctx, const struct pk_plan *plan,
			  const struct pk_event *event)
{
	uint32_t len = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_LEN, 0);
	uint32_t data_len = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_DATA_LEN, UINT32_MAX);

	if (!plan->word[PK_W_LEN] || !plan->word[PK_W_DATA_LEN] || plan->by == PK_BY_HEADER ||
	    (plan->by == PK_BY_FRAG0 && data_len >= len))
		return -1;
	return data_len < len ? len - data_len : 0;
}

static void read_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event, struct image *image)
{
	memset(image, 0, sizeof(*image));
	image->linear = linear_len(ctx, plan, event);
	for (unsigned i = 0; i < plan->nr_pieces; i++) {
		const struct pk_header_piece *piece = &plan->pieces[i];
		const uint8_t *bytes;
		uint32_t len;

		if (pk_event_bytes(ctx, event, piece->field, &bytes, &len) != PK_OK ||
		    len != piece->len)
			continue;
		for (uint32_t k = 0; k < len; k++) {
			int64_t at = (int64_t)piece->offset + k + BEFORE;

			if (at < 0 || at >= PK_HEADER_ROOM ||
			    (image->linear >= 0 && at - BEFORE >= image->linear))
				continue;
			image->bytes[at] = bytes[k];
			image->known[at] = true;
		}
	}
}

static bool has(const struct image *image, int at, unsigned len)
{
	at += BEFORE;
	if (at < 0 || at + (int)len > PK_HEADER_ROOM)
		return false;
	for (unsigned i = 0; i < len; i++)
		if (!image->known[at + (int)i])
			return false;
	return true;
}

static uint32_t be(const struct image *image, int at, unsigned len)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < len; i++)
		value = value << 8 | image->bytes[at + BEFORE + (int)i];
	return value;
}

/* A byte that is known, and not this: its mask. */
static bool contradicts(const struct image *image, int at, uint8_t mask, uint8_t value)
{
	return has(image, at, 1) && (be(image, at, 1) & mask) != value;
}

/* IP's header, of VERSION and without anything between it and the protocol's but options and IPv6's header of a fragment, at
 * AT. */
struct ip {
	int at;
	int next; /* where the number of what follows is */
	int source,
		dest; /* where they are: of IPv6, a routing header may have the final destination */
	unsigned version; /* 0: none that is known */
	bool proven; /* the bytes, or the function, say that it is this and that the protocol follows */
	unsigned between; /* bytes of the headers of options and fragment */
	struct pk_header fragment; /* what is said of that, and nothing else */
};

/* Next headers. */
enum { HOP_BY_HOP = 0, ROUTING = 43, FRAGMENT = 44, DESTINATION = 60 };
#define FRAGMENT_SIZE 8

static unsigned ip_len(const struct ip *ip)
{
	return (ip->version == 4 ? 20 : 40) + ip->between;
}

static bool addresses_known(const struct image *image, const struct ip *ip)
{
	unsigned size = ip->version == 4 ? 4 : 16;

	return has(image, ip->source, size) && has(image, ip->dest, size);
}

/* The routing header at BEHIND has the final destination, if the packet is not there yet. */
static void follow_route(const struct image *image, int behind, struct ip *ip)
{
	int routed =
		has(image, behind, 4) ? pk_header_routed_to(&image->bytes[behind + BEFORE]) : -1;

	if (routed < 0)
		ip->version = 0;
	else if (routed)
		ip->dest = behind + routed;
}

/* IPv6's options, each with the next header and its length in 8 bytes beyond the first 8: a tunnel says there how deep another
 * may be inside it, and who asks for multicast that routers shall look. */
static void pass_options(const struct image *image, struct ip *ip)
{
	int behind = ip->at + 40;
	uint32_t number;

	while (has(image, ip->next, 1) && has(image, behind, 2)) {
		number = be(image, ip->next, 1);
		if (number != HOP_BY_HOP && number != ROUTING && number != DESTINATION)
			break;
		if (number == ROUTING)
			follow_route(image, behind, ip);
		ip->next = behind;
		behind += 8 * ((int)be(image, behind + 1, 1) + 1);
	}
	ip->between = (unsigned)(behind - ip->at - 40);
}

/* A later fragment has no header but IP's. Without the number, which says whose it is, it is none that is known; nor is one
 * of a stream. */
static void fragment_at(const struct image *image, struct ip *ip)
{
	bool datagrams = image->protocol->datagrams;
	int at = ip->at;

	if (ip->version == 4 && datagrams && has(image, at + 4, 4)) {
		pk_header_fragment_v4(be(image, at + 4, 2), be(image, at + 6, 2), &ip->fragment);
	} else if (ip->version == 4) {
		if (contradicts(image, at + 6, 0x1f, 0) || contradicts(image, at + 7, 0xff, 0))
			ip->version = 0;
	} else if (datagrams && has(image, ip->next, 1) && be(image, ip->next, 1) == FRAGMENT &&
		   has(image, at + 40 + (int)ip->between, FRAGMENT_SIZE)) {
		at += 40 + (int)ip->between;
		ip->next = at;
		ip->between += FRAGMENT_SIZE;
		pk_header_fragment_v6(be(image, at + 4, 4), be(image, at + 2, 2), &ip->fragment);
	}
}

/* IPv4's options: its first byte says how many words of 4 bytes the header has, five of them its own. */
static void count_options(const struct image *image, struct ip *ip)
{
	uint32_t words = has(image, ip->at, 1) ? be(image, ip->at, 1) & 0xf : 5;

	if (words < 5)
		ip->version = 0;
	else
		ip->between = 4 * (words - 5);
}

static struct ip ip_at(const struct image *image, int at, unsigned version)
{
	const struct pk_protocol *protocol = image->protocol;
	bool four = version == 4;
	struct ip ip = {.at = at,
			.next = at + (four ? 9 : 6),
			.source = at + (four ? 12 : 8),
			.dest = at + (four ? 16 : 24),
			.version = version};

	if (four)
		count_options(image, &ip);
	else
		pass_options(image, &ip);
	fragment_at(image, &ip);
	if (protocol->family && protocol->family != version)
		ip.version = 0;
	if (contradicts(image, at, 0xf0, four ? 0x40 : 0x60) ||
	    contradicts(image, ip.next, 0xff, protocol->number) || !addresses_known(image, &ip))
		ip.version = 0;
	ip.proven = ip.version && has(image, at, 1) && has(image, ip.next, 1) &&
		    (!protocol->datagrams || !four || has(image, at + 6, 2));
	return ip;
}

/* What is proven, of two that may be. */
static struct ip better(struct ip one, struct ip other)
{
	if (!one.version || (other.proven && !one.proven))
		return other;
	/* Both would do, and nothing says which. */
	if (other.version && one.proven == other.proven)
		one.version = 0;
	return one;
}

/* FAMILY: 4 or 6, by the event's own word for it; 0: it has none. */
static struct ip either_ip(const struct image *image, int at4, int at6, unsigned family)
{
	struct ip four = ip_at(image, at4, 4), six = ip_at(image, at6, 6);

	if (family == 4)
		return four;
	return family == 6 ? six : better(four, six);
}

/* The type in Ethernet's header, where the event has it; 0: it has not. */
static unsigned type_of(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event)
{
	uint64_t protocol = 0;

	if (plan->word[PK_W_PROTOCOL])
		protocol = pk_facts_word(ctx, plan, event, PK_W_PROTOCOL, 0) & 0xffff;
	else if (plan->word[PK_W_PROTO_BE])
		protocol = pk_facts_word(ctx, plan, event, PK_W_PROTO_BE, 0) & 0xffff;
	else
		return 0;
	if (!plan->word[PK_W_PROTOCOL] && !ctx->target->facts.big_endian)
		protocol = __builtin_bswap16((uint16_t)protocol);
	return (unsigned)protocol;
}

/* The protocol above the link, where the event has it: 4, 6, 0 for unknown, 1 for another. */
static unsigned family_of(struct pk_ctx *ctx, const struct pk_plan *plan,
			  const struct pk_event *event)
{
	unsigned type = type_of(ctx, plan, event);

	if (!plan->word[PK_W_PROTOCOL] && !plan->word[PK_W_PROTO_BE])
		return 0;
	if (pk_is_vlan_type(type))
		return 0; /* a VLAN's tag is before it */
	return type == 0x0800 ? 4 : type == 0x86dd ? 6 : 1;
}

/* Bytes of link header before IP's: by the event, else by the header's own type. -1: not known. */
static int link_len(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		    const struct image *image)
{
	if (plan->word[PK_W_NOFF])
		return (int)(int32_t)pk_facts_word(ctx, plan, event, PK_W_NOFF, 0);
	if (plan->word[PK_W_HEAD] && plan->word[PK_W_DATA] && plan->word[PK_W_NH])
		return (int)(int32_t)(pk_facts_word(ctx, plan, event, PK_W_HEAD, 0) +
				      pk_facts_word(ctx, plan, event, PK_W_NH, 0) -
				      pk_facts_word(ctx, plan, event, PK_W_DATA, 0));
	if (has(image, 12, 2) && (be(image, 12, 2) == 0x0800 || be(image, 12, 2) == 0x86dd))
		return 14;
	return -1;
}

static struct ip behind_link(struct pk_ctx *ctx, const struct pk_plan *plan,
			     const struct pk_event *event, const struct image *image,
			     unsigned family)
{
	static const int usual[] = {14, 0, 18}; /* Ethernet; none; with a VLAN's tag */
	int len = link_len(ctx, plan, event, image);
	struct ip ip = {0};

	if (len >= 0 && len < PK_HEADER_ROOM)
		return either_ip(image, len, len, family);
	for (size_t i = 0; i < PK_ARRAY_SIZE(usual); i++) {
		struct ip other = either_ip(image, usual[i], usual[i], family);

		if (other.proven || (!i && !ip.version))
			ip = ip.proven ? ip : other;
	}
	return ip;
}

/* IP's header of VERSION that ends where the protocol's begins. */
static struct ip ip_before(const struct image *image, unsigned version)
{
	int size = version == 4 ? 20 : 40, step = version == 4 ? 4 : 8;

	for (int at = -size; at >= -BEFORE; at -= step) {
		struct ip ip = ip_at(image, at, version);

		if (ip.version && at + (int)ip_len(&ip) == 0)
			return ip;
	}
	return (struct ip){0};
}

/* Before the protocol's header, with its function's word for it. */
static struct ip before_own(struct pk_ctx *ctx, const struct pk_plan *plan,
			    const struct pk_event *event, const struct image *image,
			    unsigned family)
{
	unsigned marks = plan->stage->marks;
	unsigned only = marks & PK_ONLY_V4 ? 4 : marks & PK_ONLY_V6 ? 6 : family;
	struct ip ip = only == 4 || only == 6 ? ip_before(image, only)
					      : better(ip_before(image, 4), ip_before(image, 6));
	uint64_t before;

	/* What follows is the function's word. */
	ip.proven |= ip.version == 4 && has(image, ip.at, 1);
	if (!ip.version || !plan->word[PK_W_HEAD] || !plan->word[PK_W_DATA] || !plan->word[PK_W_NH])
		return ip;
	before = pk_facts_word(ctx, plan, event, PK_W_DATA, 0) -
		 pk_facts_word(ctx, plan, event, PK_W_HEAD, 0) -
		 pk_facts_word(ctx, plan, event, PK_W_NH, 0);
	ip.proven = before == ip_len(&ip);
	if (!ip.proven)
		ip.version = 0;
	return ip;
}

static bool read_own(const struct image *image, int at, struct pk_header *header, uint32_t *ret_len)
{
	const struct pk_protocol *protocol = image->protocol;
	int64_t sure = image->linear > at + protocol->header_min ? image->linear - at
								 : protocol->header_min;
	struct pk_header_bytes behind;

	at += BEFORE;
	if (at < 0 || at >= PK_HEADER_ROOM)
		return false;
	behind = (struct pk_header_bytes){image->bytes + at, image->known + at,
					  (size_t)(PK_HEADER_ROOM - at)};
	if ((protocol->parses_behind || protocol->carries) && sure < PK_HEADER_ROOM - at)
		behind.len = (size_t)sure;
	return protocol->parse(&behind, header, ret_len);
}

static void read_addresses(const struct image *image, const struct ip *ip, struct pk_header *header)
{
	unsigned size = ip->version == 4 ? 4 : 16;

	header->tuple.family = (uint8_t)ip->version;
	memcpy(header->tuple.saddr, &image->bytes[ip->source + BEFORE], size);
	memcpy(header->tuple.daddr, &image->bytes[ip->dest + BEFORE], size);
	header->tuple_known = true;
	header->unproven = !ip->proven;
	header->ip_id_known = ip->version == 4 && has(image, ip->at + 4, 2);
	header->ip_id = header->ip_id_known ? be(image, ip->at + 4, 2) : 0;
	if (!ip->fragment.ip_id_known)
		return;
	header->ip_id = ip->fragment.ip_id;
	header->ip_id_known = true;
	header->fragment = ip->fragment.fragment;
	header->frag_more = ip->fragment.frag_more;
	header->frag_at = ip->fragment.frag_at;
}

/* The header at AT that HEADER, an error, is about: of IP as much as it takes to prove itself, and what there is of the
 * protocol's. */
static void read_quoted(const struct pk_ctx *ctx, struct image *image, int at,
			struct pk_header *ret_quoted)
{
	for (int i = 0; pk_protocols[i]; i++) {
		struct pk_header header = {0};
		uint32_t len;
		struct ip ip;

		if (!pk_protocol_is_known(ctx, pk_protocols[i]))
			continue;
		image->protocol = pk_protocols[i];
		ip = either_ip(image, at, at, 0);
		if (!ip.version || !ip.proven || pk_header_is_headless(&ip.fragment) ||
		    !read_own(image, at + (int)ip_len(&ip), &header, &len))
			continue;
		read_addresses(image, &ip, &header);
		*ret_quoted = header;
		return;
	}
}

/* Bytes behind IP's header, by its own length, else (big TCP leaves a zero there) the skb's, where that begins at
 * the next header. 0: not known. */
static uint32_t segment_len(struct pk_ctx *ctx, const struct pk_plan *plan,
			    const struct pk_event *event, const struct image *image,
			    const struct ip *ip)
{
	uint32_t len = 0;

	if (ip->version == 4 && has(image, ip->at + 2, 2))
		len = be(image, ip->at + 2, 2) >= 20 ? be(image, ip->at + 2, 2) - 20 : 0;
	else if (ip->version == 6 && has(image, ip->at + 4, 2))
		len = be(image, ip->at + 4, 2);
	if (!len && plan->layer == PK_AT_OWN && plan->by == PK_BY_DATA && plan->word[PK_W_LEN])
		len = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_LEN, 0);
	return len > ip->between ? len - ip->between : 0;
}

/* What IP says of it is enough for a fragment: only the first one has more, and the probe may not reach so far. */
static bool read_fragment(const struct image *image, const struct ip *ip, struct pk_header *header,
			  uint32_t *ret_len)
{
	*ret_len = 0;
	if (!ip->fragment.fragment || !ip->proven)
		return false;
	*header = (struct pk_header){.protocol = image->protocol->number};
	return true;
}

/* Of a fragment's payload the protocol's own length says nothing. RET_HEADER: its addresses are known. */
static void measure_fragment(uint32_t len, uint32_t header_len, struct pk_header *ret_header)
{
	ret_header->len_known = len >= header_len && len <= UINT16_MAX && len;
	ret_header->payload_len = ret_header->len_known ? len - header_len : 0;
	ret_header->frag_len = ret_header->len_known ? (uint16_t)len : 0;
}

/* All zeros if IMAGE can be no header of PROTOCOL's. RET_BEHIND: where its payload begins. */
static void header_of_protocol(struct pk_ctx *ctx, const struct pk_plan *plan,
			       const struct pk_event *event, unsigned family,
			       const struct pk_protocol *protocol, struct image *image,
			       struct pk_header *ret_header, int *ret_behind)
{
	bool is_own = plan->layer == PK_AT_OWN;
	struct pk_header header = {0};
	struct ip ip;
	uint32_t len, header_len;

	memset(ret_header, 0, sizeof(*ret_header));
	image->protocol = protocol;
	ip = is_own			 ? before_own(ctx, plan, event, image, family)
	     : plan->layer == PK_AT_LINK ? behind_link(ctx, plan, event, image, family)
					 : either_ip(image, 0, 0, family);
	if (!ip.version && !is_own)
		return;
	if ((pk_header_is_headless(&ip.fragment) ||
	     !read_own(image, is_own ? 0 : ip.at + (int)ip_len(&ip), &header, &header_len)) &&
	    !read_fragment(image, &ip, &header, &header_len))
		return;
	header.ports_known = is_own || ip.proven;
	if (ip.version)
		read_addresses(image, &ip, &header);
	len = segment_len(ctx, plan, event, image, &ip);
	if (header.fragment) {
		measure_fragment(len, header_len, &header);
	} else if (!header.len_known) {
		header.len_known =
			(header_len || !protocol->header_max) && len >= header_len && len;
		header.payload_len = header.len_known ? len - header_len : 0;
	}
	*ret_header = header;
	*ret_behind = (is_own ? 0 : ip.at + (int)ip_len(&ip)) + (int)header_len;
}

/* The tag of a frame that the event's own type says is MACsec's. What goes down begins with Ethernet's header, which must
 * say the same; what comes up begins behind its type. */
static void read_sectag(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event, const struct image *image,
			struct pk_header *ret_header, int *ret_behind)
{
	enum { ETHERNET = 14, TAG = 6, SCI = 8 }; /* bytes */
	int at = plan->layer == PK_AT_LINK ? ETHERNET : 0;
	size_t from = (size_t)(at + BEFORE);
	const struct pk_header_bytes tag = {image->bytes + from, image->known + from,
					    PK_HEADER_ROOM - from};

	if (plan->by != PK_BY_DATA || plan->layer == PK_AT_OWN ||
	    pk_link_known_by_type(ctx, type_of(ctx, plan, event)) != &pk_macsec)
		return;
	if (at ? !has(image, at - 2, 2) || be(image, at - 2, 2) != pk_macsec.number
	       : has(image, -2, 2) && be(image, -2, 2) != pk_macsec.number)
		return;
	pk_macsec_parse(&tag, ret_header);
	*ret_behind = at + TAG + (ret_header->sectag.sci_known ? SCI : 0);
}

/* RET_BEHIND: where what follows the header begins, counted from where the pieces are counted from. */
static void header_of_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			     const struct pk_event *event, struct image *image,
			     struct pk_header *ret_header, int *ret_behind)
{
	const struct pk_protocol *own = plan->stage && !(plan->stage->marks & PK_FOREIGN)
						? pk_stage_protocol(plan->stage)
						: NULL;
	unsigned family = family_of(ctx, plan, event);
	struct pk_header header = {0};
	int behind = 0;

	memset(ret_header, 0, sizeof(*ret_header));
	*ret_behind = 0;
	read_pieces(ctx, plan, event, image);
	if (family == 1)
		read_sectag(ctx, plan, event, image, ret_header, ret_behind);
	/* In a function that all share the bytes say whose it is. Where they prove nothing, it may be the first's. */
	for (int i = 0; family != 1 && pk_protocols[i]; i++) {
		if ((own && own != pk_protocols[i]) || !pk_protocol_is_known(ctx, pk_protocols[i]))
			continue;
		header_of_protocol(ctx, plan, event, family, pk_protocols[i], image, &header,
				   &behind);
		if (!i || own || pk_header_proven(&header)) {
			*ret_header = header;
			*ret_behind = behind;
		}
		if (pk_header_proven(&header))
			break;
	}
}

void pk_header_by_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			 const struct pk_event *event, struct pk_header *ret_header,
			 struct pk_header *ret_quoted)
{
	struct image image;
	int behind;

	memset(ret_quoted, 0, sizeof(*ret_quoted));
	header_of_pieces(ctx, plan, event, &image, ret_header, &behind);
	if (pk_header_proven(ret_header) && pk_header_error(ret_header))
		read_quoted(ctx, &image, behind, ret_quoted);
}

bool pk_pieces_payload(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       struct pk_header *ret_header, int *ret_begin)
{
	struct image image;

	header_of_pieces(ctx, plan, event, &image, ret_header, ret_begin);
	return ret_header->sectag.known || pk_header_proven(ret_header) ||
	       (plan->layer == PK_AT_OWN && ret_header->ports_known);
}
