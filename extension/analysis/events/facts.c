// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/facts.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/net/ipsec/xfrm.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"
#include "decode/trace/clock.h"

static bool is_probe_kind(enum pk_format_kind kind)
{
	return kind == PK_FORMAT_KPROBE || kind == PK_FORMAT_KRETPROBE ||
	       kind == PK_FORMAT_FPROBE || kind == PK_FORMAT_EPROBE;
}

/* "net/netif_receive_skb", or as somebody wrote it. */
static const struct pk_stage *stage_of_tracepoint(const struct pk_ctx *ctx, const char *symbol)
{
	const char *slash = strpbrk(symbol, "/.:");
	char system[64];

	if (!slash || (size_t)(slash - symbol) >= sizeof(system))
		return NULL;
	memcpy(system, symbol, slash - symbol);
	system[slash - symbol] = '\0';
	return pk_stage_of_event(ctx, system, slash + 1);
}

/* The stage of a probe is the probed function's, wherever in the function it sits is not asked: a
 * probe in the middle still sees that packet. An event probe stands for its tracepoint. */
static const struct pk_stage *stage_of(struct pk_ctx *ctx, const struct pk_format *format,
				       uint64_t addr)
{
	struct pk_symbol symbol;

	if (format->kind == PK_FORMAT_TRACEPOINT)
		return pk_stage_of_event(ctx, format->system, format->name);
	if (format->kind == PK_FORMAT_EPROBE)
		return format->probe_symbol ? stage_of_tracepoint(ctx, format->probe_symbol) : NULL;
	if (format->on_tracepoint && format->probe_symbol)
		return pk_stage_of_tracepoint(ctx, format->probe_symbol);
	if (addr && pk_symbol_at(ctx, addr, &symbol) == PK_OK)
		return pk_stage_of_function(ctx, symbol.name);
	return format->probe_symbol ? pk_stage_of_function(ctx, format->probe_symbol) : NULL;
}

/* What is called as pkttrace-arm calls it is what it says; a tracepoint's fields are the kernel's. */
static bool names_count(const struct pk_plan *plan)
{
	return plan->format->kind == PK_FORMAT_TRACEPOINT ||
	       (plan->is_probe && !strncmp(plan->format->name, "pk_", 3));
}

/* All words without which the others say nothing. */
static bool has_words(const struct pk_plan *plan)
{
	const struct pk_header_word *words = plan->protocol ? plan->protocol->words : NULL;

	for (int i = 0; words && i < PK_MAX_HEADER_WORDS && words[i].name; i++)
		if (words[i].needed && !plan->word[PK_W_HEADER + i])
			return false;
	return words;
}

/* A sockaddr_in6 has the port, too. */
static bool is_sockaddr(const struct pk_field *field)
{
	return field && field->size == 28;
}

/* PROBE: the one of the event's probes that is meant; NULL: none of them. */
static void plan_make(struct pk_ctx *ctx, const struct pk_format *format,
		      const struct pk_format_probe *probe, struct pk_plan *plan)
{
	plan->format = format;
	plan->is_probe = is_probe_kind(format->kind);
	plan->is_return = format->kind == PK_FORMAT_KRETPROBE ||
			  (plan->is_probe && pk_format_field(format, "__probe_ret_ip"));
	plan->addr = probe && probe->addr ? probe->addr : format->probe_addr;
	plan->stage = stage_of(ctx, format, plan->addr);
	plan->fetched = probe && pk_plan_by_fetches(ctx, probe, plan);
	for (uint32_t i = 0; i < format->nr_fields; i++) {
		const struct pk_field *field = &format->fields[i];
		int word = names_count(plan) ? pk_word_of(field->name, &plan->protocol) : -1;

		if (!strcmp(field->name, "__probe_ip") || !strcmp(field->name, "__probe_func"))
			plan->ip = field;
		if (word >= 0) {
			if (!plan->word[word])
				plan->word[word] = field;
			continue;
		}
		if (plan->is_probe && !plan->fetched && field->where == PK_FIELD_PLAIN &&
		    field->name[0] != '_' && field->size == ctx->target->facts.word_size &&
		    plan->nr_plain < PK_MAX_PLAIN_POINTERS)
			plan->plain[plan->nr_plain++] = field;
	}
	/* Up to 4.18 skb_gro_receive() gets the place that points to the skb it merges into: a list's head, or the one before it. */
	if (pk_has(ctx, PK_R_napi_gro_list))
		plan->word[PK_W_P] = NULL;
	plan->has_header = plan->nr_pieces || has_words(plan);
	plan->has_tuple =
		(plan->word[PK_W_SPORT] && plan->word[PK_W_DPORT] &&
		 (plan->word[PK_W_SADDR] || plan->word[PK_W_SADDR_V6])) ||
		(is_sockaddr(plan->word[PK_W_SADDR]) && is_sockaddr(plan->word[PK_W_DADDR]));
}

/* Several probes make one event, and each may fetch in another way. */
static void plan_probes(struct pk_ctx *ctx, struct pk_plan *plan)
{
	const struct pk_format *format = plan->format;
	uint32_t nr = format->nr_probes < PK_FORMAT_PROBES ? format->nr_probes : PK_FORMAT_PROBES;

	for (uint32_t i = 0; plan->is_probe && nr > 1 && i < nr; i++) {
		struct pk_plan *one = calloc(1, sizeof(*one));

		if (!one)
			return;
		one->number = plan->number;
		one->next = plan->next;
		plan->next = one;
		plan_make(ctx, format, &format->probes[i], one);
	}
}

static bool tells_frees(const struct pk_plan *plan)
{
	return plan->stage && plan->is_probe && plan->stage->act == PK_ACT_FREE &&
	       plan->word[PK_W_SKB];
}

static void note_plan(struct pk_ctx *ctx, struct pk_plans *plans, const struct pk_plan *plan)
{
	if (plan->filtered)
		return;
	if (tells_frees(plan)) {
		if (!plans->frees_asked)
			plans->frees_unseen = pk_frees_unseen(ctx, plan->stage->name);
		plans->frees_asked = true;
		plans->any_free |= !plans->frees_unseen;
	}
	if (plan->is_probe && plan->word[PK_W_P])
		plans->any_merge = true;
}

enum pk_status pk_plans_make(struct pk_ctx *ctx, const struct pk_formats *formats,
			     struct pk_plans *ret_plans)
{
	uint32_t nr = pk_formats_nr(formats);
	struct pk_plans plans = {.nr = nr};

	plans.plans = calloc(nr ? nr : 1, sizeof(*plans.plans));
	plans.by_type = calloc(65536, sizeof(*plans.by_type));
	if (!plans.plans || !plans.by_type) {
		pk_plans_free(&plans);
		return pk_fail(ctx, PK_NOMEM, "plans of %u event formats", nr);
	}
	for (uint32_t i = 0; i < nr; i++) {
		enum pk_format_kind kind = pk_formats_kind(formats, i);
		struct pk_plan *plan = &plans.plans[i];
		const struct pk_format *format;

		if (kind != PK_FORMAT_TRACEPOINT && !is_probe_kind(kind))
			continue; /* half of all are system calls */
		format = pk_formats_at(formats, i);
		plan->number = i + 1;
		plan_make(ctx, format, format->nr_probes == 1 ? format->probes : NULL, plan);
		plan_probes(ctx, plan);
		if (!plan->stage && !plan->has_header && !plan->is_probe)
			continue;
		plans.by_type[format->id] = plan;
		for (const struct pk_plan *one = plan; one; one = one->next)
			note_plan(ctx, &plans, one);
	}
	*ret_plans = plans;
	return PK_OK;
}

bool pk_plans_filtered(const struct pk_plans *plans, uint16_t type)
{
	const struct pk_plan *plan = plans->by_type[type];

	return plan && plan->filtered && !plan->is_probe;
}

void pk_plans_filter(struct pk_ctx *ctx, struct pk_plans *plans, uint16_t type)
{
	const struct pk_plan *plan = plans->by_type[type];

	if (!plan || plan->filtered)
		return;
	for (struct pk_plan *one = &plans->plans[plan->number - 1]; one; one = one->next)
		one->filtered = true;
	plans->any_free = plans->any_merge = false;
	for (uint32_t i = 0; i < plans->nr; i++)
		for (const struct pk_plan *one = &plans->plans[i]; one; one = one->next)
			note_plan(ctx, plans, one);
}

void pk_plans_free(struct pk_plans *plans)
{
	pk_hash_deinit(&plans->stages, NULL);
	for (uint32_t i = 0; plans->plans && i < plans->nr; i++) {
		free(plans->plans[i].pieces);
		while (plans->plans[i].next) {
			struct pk_plan *one = plans->plans[i].next;

			plans->plans[i].next = one->next;
			free(one->pieces);
			free(one);
		}
	}
	free(plans->plans);
	free(plans->by_type);
	memset(plans, 0, sizeof(*plans));
}

/* Header words are the packet's bytes loaded as an integer of the dump's byte order: undo that. */
static uint64_t net_word(struct pk_ctx *ctx, const struct pk_plan *plan,
			 const struct pk_event *event, enum pk_word word, unsigned size)
{
	uint64_t value = pk_facts_word(ctx, plan, event, word, 0);

	if (ctx->target->facts.big_endian)
		return value;
	switch (size) {
	case 2:
		return __builtin_bswap16((uint16_t)value);
	case 4:
		return __builtin_bswap32((uint32_t)value);
	default:
		return __builtin_bswap64(value);
	}
}

static void store_be(uint8_t *to, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		to[i] = (uint8_t)(value >> 8 * (size - 1 - i));
}

/* Addresses and the IP payload's length. An IPv4 header with options, or another protocol, means
 * that the words of its header lie elsewhere: then the tuple is not known. False if so. */
static bool read_ip4(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		     struct pk_header *header, uint32_t *ret_len)
{
	uint64_t total = net_word(ctx, plan, event, PK_W_IP_LEN, 2);

	if (plan->word[PK_W_IP_VHL] && pk_facts_word(ctx, plan, event, PK_W_IP_VHL, 0) != 0x45)
		return false;
	if (plan->word[PK_W_IP_P] &&
	    pk_facts_word(ctx, plan, event, PK_W_IP_P, 0) != plan->protocol->number)
		return false;
	header->tuple.family = 4;
	store_be(header->tuple.saddr, net_word(ctx, plan, event, PK_W_IP_SRC, 4), 4);
	store_be(header->tuple.daddr, net_word(ctx, plan, event, PK_W_IP_DST, 4), 4);
	*ret_len = total >= 20 ? (uint32_t)total - 20 : 0;
	return true;
}

static bool read_ip6(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		     struct pk_header *header, uint32_t *ret_len)
{
	if (plan->word[PK_W_IP6_VTC] && pk_facts_word(ctx, plan, event, PK_W_IP6_VTC, 0) >> 4 != 6)
		return false;
	if (plan->word[PK_W_IP6_NXT] &&
	    pk_facts_word(ctx, plan, event, PK_W_IP6_NXT, 0) != plan->protocol->number)
		return false;
	header->tuple.family = 6;
	store_be(header->tuple.saddr, net_word(ctx, plan, event, PK_W_IP6_SRC_HI, 8), 8);
	store_be(header->tuple.saddr + 8, net_word(ctx, plan, event, PK_W_IP6_SRC_LO, 8), 8);
	store_be(header->tuple.daddr, net_word(ctx, plan, event, PK_W_IP6_DST_HI, 8), 8);
	store_be(header->tuple.daddr + 8, net_word(ctx, plan, event, PK_W_IP6_DST_LO, 8), 8);
	*ret_len = (uint32_t)net_word(ctx, plan, event, PK_W_IP6_PLEN, 2);
	return true;
}

/* In the protocol's receive function data is at its header, and what was read right before it is IP's only if that
 * has neither options nor extension headers. */
static bool ip_is_longer(struct pk_ctx *ctx, const struct pk_plan *plan,
			 const struct pk_event *event)
{
	uint64_t ip;

	if (!plan->stage || plan->stage->act != PK_ACT_RX_OWN || !plan->word[PK_W_HEAD] ||
	    !plan->word[PK_W_DATA] || !plan->word[PK_W_NH])
		return false;
	ip = pk_facts_word(ctx, plan, event, PK_W_HEAD, 0) +
	     pk_facts_word(ctx, plan, event, PK_W_NH, 0);
	return pk_facts_word(ctx, plan, event, PK_W_DATA, 0) - ip !=
	       (plan->word[PK_W_IP6_SRC_HI] ? 40 : 20);
}

/* The words as the bytes that they were. */
static bool parse_words(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event, struct pk_header *header, uint32_t *ret_len)
{
	const struct pk_header_word *words = plan->protocol->words;
	uint8_t bytes[PK_HEADER_ROOM] = {0};
	bool known[PK_HEADER_ROOM] = {false};
	const struct pk_header_bytes all = {bytes, known, sizeof(bytes)};

	for (int i = 0; i < PK_MAX_HEADER_WORDS && words[i].name; i++) {
		if (!plan->word[PK_W_HEADER + i])
			continue;
		pk_bytes_put(bytes, NULL, words[i].at,
			     (uint32_t)net_word(ctx, plan, event, PK_W_HEADER + i, words[i].size),
			     words[i].size);
		memset(known + words[i].at, true, words[i].size);
	}
	return plan->protocol->parse(&all, header, ret_len);
}

/* The words were read behind the skb's data, whether the packet's bytes reach that far or stand in a page. */
static bool is_linear(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event)
{
	unsigned layer = plan->stage ? plan->stage->marks & PK_AT_MASK : 0;
	uint64_t need = plan->protocol->header_min;

	if (!layer || !plan->word[PK_W_LEN] || !plan->word[PK_W_DATA_LEN])
		return true;
	if (layer != PK_AT_OWN)
		need += plan->word[PK_W_IP6_SRC_HI] ? 40 : 20;
	if (layer == PK_AT_LINK)
		need += pk_facts_word(ctx, plan, event, PK_W_NOFF, 14);
	return pk_facts_word(ctx, plan, event, PK_W_LEN, 0) >=
	       pk_facts_word(ctx, plan, event, PK_W_DATA_LEN, UINT32_MAX) + need;
}

static void read_header(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event, struct pk_header *header)
{
	bool is4 = plan->word[PK_W_IP_SRC], is6 = plan->word[PK_W_IP6_SRC_HI];
	bool longer = ip_is_longer(ctx, plan, event);
	uint32_t segment = 0, header_len;

	if (!is_linear(ctx, plan, event))
		return;
	if (longer) {
		segment = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_LEN, 0);
	} else if (!(is4 && read_ip4(ctx, plan, event, header, &segment)) &&
		   !(is6 && read_ip6(ctx, plan, event, header, &segment))) {
		memset(header, 0, sizeof(*header));
		return;
	}
	/* BIG TCP: more than the 16 bits of IP's own length can say (6.3 and later leave a zero there). */
	if (!segment && plan->stage && plan->stage->act == PK_ACT_RX_OWN && plan->word[PK_W_LEN])
		segment = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_LEN, 0);
	if (!parse_words(ctx, plan, event, header, &header_len)) {
		memset(header, 0, sizeof(*header));
		return;
	}
	header->tuple_known = !longer;
	header->ports_known = true;
	if (header_len && segment >= header_len) {
		header->payload_len = segment - header_len;
		header->len_known = true;
	}
}

/* Tracepoints store addresses as byte arrays: 4 or 16 bytes, or (tcp_probe) a sockaddr_in6. */
static bool read_sock_address(struct pk_ctx *ctx, const struct pk_event *event,
			      const struct pk_field *field, uint8_t *family, uint8_t *addr,
			      uint16_t *port)
{
	const uint8_t *bytes;
	uint32_t len;

	if (!field || pk_event_bytes(ctx, event, field, &bytes, &len) != PK_OK)
		return false;
	if (len == 4 || len == 16) {
		*family = len == 4 ? 4 : 6;
		memcpy(addr, bytes, len);
		return true;
	}
	if (len < 16)
		return false;
	*family = pk_sockaddr_parts(pk_uint(ctx, bytes, 2), bytes, len, addr, port);
	return *family != 0;
}

static bool is_v4_mapped(const uint8_t *addr)
{
	static const uint8_t prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

	return !memcmp(addr, prefix, sizeof(prefix));
}

static bool is_unspecified(const uint8_t *addr)
{
	static const uint8_t zero[16];

	return !memcmp(addr, zero, sizeof(zero));
}

static void read_sock_tuple(struct pk_ctx *ctx, const struct pk_plan *plan,
			    const struct pk_event *event, struct pk_tuple *tuple)
{
	/* Without a family, as older kernels have them, both fields are filled in: that of IPv6 with mapped addresses of
	 * IPv4, that of IPv4 with 127.0.0.6, which is inet_sock's, where the socket is of IPv6. */
	uint64_t family = pk_facts_word(ctx, plan, event, PK_W_FAMILY, 10);
	bool six = family == 10 && plan->word[PK_W_SADDR_V6];
	const struct pk_field *from = plan->word[six ? PK_W_SADDR_V6 : PK_W_SADDR];
	const struct pk_field *to = plan->word[six ? PK_W_DADDR_V6 : PK_W_DADDR];
	struct pk_tuple t = {0};
	uint8_t other = 0;

	t.sport = (uint16_t)pk_facts_word(ctx, plan, event, PK_W_SPORT, 0);
	t.dport = (uint16_t)pk_facts_word(ctx, plan, event, PK_W_DPORT, 0);
	if (!read_sock_address(ctx, event, from, &t.family, t.saddr, &t.sport) ||
	    !read_sock_address(ctx, event, to, &other, t.daddr, &t.dport) || other != t.family ||
	    !t.sport || !t.dport)
		return;
	if (t.family == 6 && is_v4_mapped(t.saddr) && is_v4_mapped(t.daddr)) {
		memmove(t.saddr, t.saddr + 12, 4);
		memmove(t.daddr, t.daddr + 12, 4);
		memset(t.saddr + 4, 0, 12);
		memset(t.daddr + 4, 0, 12);
		t.family = 4;
	}
	/* A socket that is being closed has forgotten its addresses: it names no packet. */
	if (is_unspecified(t.saddr) || is_unspecified(t.daddr))
		return;
	*tuple = t;
}

static void read_dev(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		     char *dev, size_t size)
{
	const uint8_t *bytes;
	uint32_t len;

	if (!plan->word[PK_W_DEV] ||
	    pk_event_bytes(ctx, event, plan->word[PK_W_DEV], &bytes, &len) != PK_OK)
		return;
	if (len > size - 1)
		len = (uint32_t)size - 1;
	memcpy(dev, bytes, len);
	dev[len] = '\0';
	for (char *c = strchr(dev, ' '); c; c = strchr(c, ' '))
		*c = '?'; /* no device's, and between those of a way */
}

/* An skb's own address, or its control block's: any other address in one may come from a list that it is on. */
static uint64_t skb_meant(struct pk_ctx *ctx, const struct pk_slab_object *object)
{
	uint64_t skb = pk_skb_around(ctx, object), cb;

	if (!skb || skb == object->start + object->inside)
		return skb;
	return pk_row_offset(ctx, PK_R_skb_cb, &cb) == PK_OK &&
			       object->start + object->inside == skb + cb
		       ? skb
		       : 0;
}

/* Values of which nothing is known, by what they point to: an skb, a socket. Of several, none is meant for sure. */
static void read_plain(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       struct pk_event_facts *facts)
{
	uint64_t found[2] = {0};
	bool several[2] = {false};

	for (unsigned i = 0; i < plan->nr_plain; i++) {
		struct pk_slab_object object;
		uint64_t value, meant;
		bool is_sock;

		if (pk_event_uint(ctx, event, plan->plain[i], &value) != PK_OK ||
		    pk_slab_lookup(ctx, value, &object) != PK_OK)
			continue;
		is_sock = object.kind == PK_OBJECT_SOCK && value == object.start;
		meant = is_sock ? value : skb_meant(ctx, &object);
		if (!meant)
			continue;
		several[is_sock] |= found[is_sock] && found[is_sock] != meant;
		found[is_sock] = meant;
	}
	if (!facts->skb && !several[false])
		facts->skb = found[false];
	if (!facts->sk && !several[true])
		facts->sk = found[true];
}

/* What a capsule is asked of EVENT when only some protocols are looked at (read_plain()). */
static void ask_plain(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event)
{
	struct pk_slab_object object;
	uint64_t value;

	for (unsigned i = 0; i < plan->nr_asked; i++)
		if (pk_event_uint(ctx, event, plan->asked[i], &value) == PK_OK)
			(void)!pk_slab_lookup(ctx, value, &object);
}

const struct pk_stage *pk_plans_stage_at(struct pk_ctx *ctx, struct pk_plans *plans, uint64_t addr)
{
	static const struct pk_stage none; /* stands for: not on the path */
	const struct pk_stage *known = pk_hash_get(&plans->stages, addr);
	struct pk_symbol symbol;

	if (!known) {
		if (pk_symbol_at(ctx, addr, &symbol) == PK_OK)
			known = pk_stage_of_function(ctx, symbol.name);
		pk_hash_put(&plans->stages, addr, known ? (void *)known : (void *)&none);
	}
	return known == &none ? NULL : known;
}

/* Where the probe that made EVENT was hit. */
static bool place_hit(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		      uint64_t *ret_addr)
{
	uint64_t ip;

	if (!plan->ip || pk_event_uint(ctx, event, plan->ip, &ip) != PK_OK)
		return false;
	*ret_addr = pk_last_boot_function(ctx, ip);
	return true;
}

static const struct pk_stage *stage_hit(struct pk_ctx *ctx, struct pk_plans *plans,
					const struct pk_plan *plan, const struct pk_event *event)
{
	uint64_t ip;

	return place_hit(ctx, plan, event, &ip) ? pk_plans_stage_at(ctx, plans, ip) : plan->stage;
}

static bool role_is(const char *role, size_t len, const char *name)
{
	return strlen(name) == len && !strncmp(role, name, len);
}

/* Roles of the leading arguments, by the stage's own words: "sk skb clone_it". */
bool pk_facts_of_call(struct pk_ctx *ctx, const struct pk_stage *stage, const uint8_t *args,
		      uint32_t nr_args, struct pk_event_facts *ret_facts)
{
	static const struct pk_plan plan = {.is_probe = true, .number = UINT32_MAX};
	struct pk_event_facts facts = {.plan = &plan, .stage = stage, .clone_it = true};
	uint64_t word = ctx->target->facts.word_size;
	const char *role = stage && stage->args ? stage->args : "";

	for (uint32_t i = 0; i < nr_args && *role; i++) {
		uint64_t value = pk_uint(ctx, args + i * word, word);
		size_t len = strcspn(role, " ");

		if (role_is(role, len, "skb") && facts.skb)
			facts.skb2 = value; /* after "p": what is merged into that */
		else if (role_is(role, len, "skb") || role_is(role, len, "new") ||
			 role_is(role, len, "p"))
			facts.skb = value;
		else if (role_is(role, len, "old"))
			facts.skb2 = value;
		else if (role_is(role, len, "sk"))
			facts.sk = value;
		else if (role_is(role, len, "clone_it"))
			facts.clone_it = value & 0xff;
		role += len + (role[len] == ' ');
	}
	if (!facts.skb && !facts.sk)
		return false;
	*ret_facts = facts;
	return true;
}

/* The probe of PLAN that is at IP; NULL. An fprobe's event says where ftrace patches its function. */
static const struct pk_plan *plan_at(struct pk_ctx *ctx, const struct pk_plan *plan, uint64_t ip)
{
	struct pk_symbol symbol;

	if (plan->format->kind == PK_FORMAT_FPROBE && pk_symbol_at(ctx, ip, &symbol) == PK_OK)
		ip = symbol.addr;
	while (plan && plan->addr != ip)
		plan = plan->next;
	return plan;
}

/* Of the probes that make the event, the one that was hit. A probe's number is another's after a reboot: an event of the
 * boot before is a probe's of today only if it says itself that it was hit there, or, if it does not say where, if all that
 * do were hit there. */
static const struct pk_plan *plan_hit(struct pk_ctx *ctx, const struct pk_plans *plans,
				      const struct pk_event *event)
{
	const struct pk_plan *plan = plans->by_type[event->type];
	bool is_of_before = ctx->last_boot && plan && plan->format->kind >= PK_FORMAT_KPROBE;
	uint64_t ip;

	if (!plan || !(plan->next || is_of_before))
		return plan;
	if (!place_hit(ctx, plan, event, &ip))
		return is_of_before && !plans->numbers_hold ? NULL : plan;
	if (is_of_before)
		return plan_at(ctx, plan, ip);
	for (const struct pk_plan *one = plan->next; one; one = one->next)
		if (one->addr == ip)
			return one;
	return plan;
}

bool pk_plans_number_held(struct pk_ctx *ctx, const struct pk_plans *plans,
			  const struct pk_event *event, bool *ret_same)
{
	const struct pk_plan *plan = plans->by_type[event->type];
	uint64_t ip;

	if (!plan || plan->format->kind < PK_FORMAT_KPROBE || !place_hit(ctx, plan, event, &ip))
		return false;
	*ret_same = plan_at(ctx, plan, ip);
	return true;
}

enum pk_status pk_facts_read(struct pk_ctx *ctx, struct pk_plans *plans,
			     const struct pk_event *event, struct pk_event_facts *ret_facts)
{
	const struct pk_plan *plan = plan_hit(ctx, plans, event);
	struct pk_event_facts facts = {.plan = plan};

	if (!plan)
		return pk_none(ctx, PK_ABSENT);
	facts.stage = stage_hit(ctx, plans, plan, event);
	facts.skb = pk_facts_word(ctx, plan, event, PK_W_SKB, 0);
	facts.sk = pk_facts_word(ctx, plan, event, PK_W_SK, 0);
	if (plan->word[PK_W_NEW]) {
		facts.skb = pk_facts_word(ctx, plan, event, PK_W_NEW, 0);
		facts.skb2 = pk_facts_word(ctx, plan, event, PK_W_OLD, 0);
	} else if (plan->word[PK_W_P]) {
		facts.skb2 = facts.skb;
		facts.skb = pk_facts_word(ctx, plan, event, PK_W_P, 0);
	}
	if (plan->nr_plain && (!facts.skb || !facts.sk))
		read_plain(ctx, plan, event, &facts);
	ask_plain(ctx, plan, event);
	facts.clone_it = pk_facts_word(ctx, plan, event, PK_W_CLONE, 1) & 0xff;
	facts.header_of_second =
		plan->nr_pieces && plan->word[PK_W_P] && plan->header_of == PK_W_SKB;
	if (plan->nr_pieces)
		pk_header_by_pieces(ctx, plan, event, &facts.header, &facts.quoted);
	else if (plan->has_header)
		read_header(ctx, plan, event, &facts.header);
	pk_xfrm_unveil(ctx, &facts.header);
	pk_xfrm_unveil(ctx, &facts.quoted);
	if (plan->has_tuple)
		read_sock_tuple(ctx, plan, event, &facts.sock);
	if (plan->word[PK_W_CB_SEQ] && plan->word[PK_W_CB_END_SEQ]) {
		facts.cb_known = true;
		facts.cb.seq = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_CB_SEQ, 0);
		facts.cb.end_seq = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_CB_END_SEQ, 0);
		facts.cb.flags = (uint16_t)pk_facts_word(ctx, plan, event, PK_W_CB_FLAGS, 0);
	}
	if (plan->word[PK_W_MARK]) {
		facts.mark_known = true;
		facts.mark = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_MARK, 0);
	}
	read_dev(ctx, plan, event, facts.dev, sizeof(facts.dev));
	facts.netdev = pk_facts_word(ctx, plan, event, PK_W_NETDEV, 0);
	if (!facts.stage && !facts.header.tuple_known && !facts.skb && !facts.sk)
		return pk_none(ctx, PK_ABSENT);
	*ret_facts = facts;
	return PK_OK;
}
