// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/filter.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "decode/net/device/net_device.h"

#define MAX_VNI 0xffffffu

static bool parse_outcome(const char *text, enum pk_outcome *ret_outcome)
{
	for (int i = 0; i < PK_NR_OUTCOMES; i++)
		if (!strcmp(pk_outcome_name(i), text)) {
			*ret_outcome = i;
			return true;
		}
	return false;
}

static bool parse_mark(const char *text, struct pk_packet_filter *filter)
{
	const char *slash = strchr(text, '/');
	uint64_t mark, mask = UINT32_MAX;
	char number[32];

	if (slash && slash - text >= (ptrdiff_t)sizeof(number))
		return false;
	snprintf(number, sizeof(number), "%.*s",
		 slash ? (int)(slash - text) : (int)sizeof(number) - 1, text);
	if (!pk_parse_uint(number, UINT32_MAX, &mark) ||
	    (slash && !pk_parse_uint(slash + 1, UINT32_MAX, &mask)))
		return false;
	filter->by_mark = true;
	filter->mark = (uint32_t)mark;
	filter->mark_mask = (uint32_t)mask;
	return true;
}

static bool parse_direction(const char *text, struct pk_packet_filter *filter)
{
	filter->by_dir = true;
	filter->dir = !strcmp(text, "tx") ? PK_TX : PK_RX;
	return !strcmp(text, "tx") || !strcmp(text, "rx");
}

static bool parse_small(const char *text, int *ret_number)
{
	uint64_t value;

	if (!pk_parse_uint(text, INT32_MAX, &value))
		return false;
	*ret_number = (int)value;
	return true;
}

/* AGE: seconds before the panic, as a decimal number. */
static bool parse_age(const char *text, uint64_t *ret_ns)
{
	const char *point = text + strspn(text, "0123456789");
	size_t digits = *point == '.' ? strspn(point + 1, "0123456789") : 0;
	uint64_t seconds, nano = 0;
	char whole[16];

	if (point == text || point - text >= (ptrdiff_t)sizeof(whole) || digits > 9 ||
	    (*point && (point[0] != '.' || point[1 + digits])))
		return false;
	snprintf(whole, sizeof(whole), "%.*s", (int)(point - text), text);
	seconds = strtoull(whole, NULL, 10);
	for (size_t i = 0; i < 9; i++)
		nano = nano * 10 + (uint64_t)(i < digits ? point[1 + i] - '0' : 0);
	*ret_ns = seconds * 1000000000 + nano;
	return seconds < 1000000000;
}

static bool parse_object(const char *text, uint64_t *ret_addr)
{
	return pk_parse_addr(text, ret_addr) && *ret_addr;
}

static bool parse(struct pk_packet_filter *filter, int c)
{
	switch (c) {
	case 'd':
		return parse_direction(optarg, filter);
	case PK_FILTER_SINCE:
		return parse_age(optarg, &filter->max_age);
	case PK_FILTER_UNTIL:
		return parse_age(optarg, &filter->min_age);
	case PK_FILTER_SKB:
	case 's':
		return parse_object(optarg, &filter->skb);
	case 'k':
		return parse_object(optarg, &filter->sk);
	case 'm':
		return parse_mark(optarg, filter);
	case 'p':
		return parse_small(optarg, &filter->pid);
	case 'c':
		return parse_small(optarg, &filter->cpu);
	case 'e':
		filter->by_outcome = true;
		return parse_outcome(optarg, &filter->outcome);
	default:
		return false;
	}
}

static void begin(struct pk_filter_request *request)
{
	if (!request->any)
		pk_packet_filter_init(&request->filter);
	request->any = true;
}

/* Append to what was given, cut where it does not fit. */
static void note(struct pk_filter_request *request, const char *text)
{
	size_t len = strlen(request->words);

	snprintf(request->words + len, sizeof(request->words) - len, "%s%s", len ? " " : "", text);
	pk_words_quote(request->quoted, sizeof(request->quoted), text);
}

/* "-d", "--since" */
static const char *name_of(int c, char buf[3])
{
	if (c == PK_FILTER_SINCE)
		return "--since";
	if (c == PK_FILTER_UNTIL)
		return "--until";
	if (c == PK_FILTER_NETNS)
		return "--netns";
	snprintf(buf, 3, "-%c", c == PK_FILTER_SKB ? 's' : c);
	return buf;
}

bool pk_filter_option(struct pk_filter_request *request, int c)
{
	char name[3];

	begin(request);
	note(request, name_of(c, name));
	note(request, optarg);
	if (c == 'f')
		request->function = optarg;
	else if (c == 'k')
		request->sock = optarg;
	else if (c == 'm')
		request->mark = optarg;
	if (c == PK_FILTER_NETNS) {
		uint64_t value;

		/* A number, or a name that the dump must know. */
		request->netns = NULL;
		if (!pk_parse_uint(optarg, UINT32_MAX, &value)) {
			request->netns = optarg;
			return optarg[0];
		}
		request->filter.netns = (uint32_t)value;
		return value != 0;
	}
	return c == 'f' || parse(&request->filter, c);
}

/* What option C takes. */
static const char *understood(int c, char *list, size_t size)
{
	switch (c) {
	case 'd':
		return "rx, tx";
	case PK_FILTER_SINCE:
	case PK_FILTER_UNTIL:
		return "seconds before the panic (0.25)";
	case PK_FILTER_SKB:
	case 's':
	case 'k':
		return "an address in hex";
	case 'm':
		return "MARK or MARK/MASK";
	case PK_FILTER_NETNS:
		return "a namespace's inode (4026531840) or name";
	case 'e':
		for (int i = 0; i < PK_NR_OUTCOMES; i++)
			pk_choice_add(list, size, pk_outcome_name(i));
		return list;
	default:
		return "a number";
	}
}

int pk_filter_misuse(FILE *fp, const char *sub, int c)
{
	char list[512] = "", name[3];

	return pk_misuse(fp, sub, "%s: \"%s\" is not understood; it takes: %s", name_of(c, name),
			 optarg, understood(c, list, sizeof(list)));
}

void pk_filter_show_may(struct pk_filter_request *request)
{
	begin(request);
	request->filter.may_match = true;
}

/* "inner port 80": the expression behind the word, of the packet at that end of a tunnel. */
static const char *take_level(const char *text, struct pk_packet_filter *filter)
{
	static const char *const words[] = {[PK_LEVEL_INNER] = "inner", [PK_LEVEL_OUTER] = "outer"};

	for (int level = PK_LEVEL_INNER; level <= PK_LEVEL_OUTER; level++) {
		size_t len = strlen(words[level]);

		if (strncmp(text, words[level], len) != 0 || (text[len] && text[len] != ' '))
			continue;
		filter->level = level;
		return text + len + strspn(text + len, " ");
	}
	return text;
}

/* "vni 42", maybe with "and EXPRESSION" behind it. NULL: not understood. */
static const char *take_network(const char *text, struct pk_packet_filter *filter)
{
	char number[16];
	size_t len;
	uint64_t vni;

	if (strncmp(text, "vni", 3) != 0 || (text[3] && text[3] != ' '))
		return text;
	text += 3 + strspn(text + 3, " ");
	len = strcspn(text, " ");
	if (len >= sizeof(number))
		return NULL;
	snprintf(number, sizeof(number), "%.*s", (int)len, text);
	if (!pk_parse_uint(number, MAX_VNI, &vni))
		return NULL;
	filter->by_vni = true;
	filter->vni = (uint32_t)vni;
	text += len + strspn(text + len, " ");
	if (*text && strncmp(text, "and ", 4) != 0)
		return NULL;
	return *text ? text + 4 + strspn(text + 4, " ") : text;
}

enum pk_status pk_filter_words(struct pk_ctx *ctx, struct pk_filter_request *request, int argc,
			       char **argv)
{
	unsigned nr_cpus = ctx->target->facts.nr_cpu_ids;
	char *text = request->text;
	size_t len = 0;
	enum pk_status status;
	const char *rest;

	if (request->any && request->filter.cpu >= (int64_t)nr_cpus)
		return pk_fail(ctx, PK_USAGE, "no CPU %d; there are: 0 to %u", request->filter.cpu,
			       nr_cpus - 1);
	if (request->function) {
		status = pk_function_set_make(ctx, request->function, &request->functions);
		if (status != PK_OK)
			return status;
		request->filter.functions = &request->functions;
	}
	if (request->netns) {
		status = pk_netns_find(ctx, request->netns, &request->filter.netns);
		if (status != PK_OK)
			return status;
	}
	if (optind >= argc)
		return PK_OK;
	for (int i = optind; i < argc; i++) {
		len += (size_t)snprintf(text + len, sizeof(request->text) - len, "%s%s",
					len ? " " : "", argv[i]);
		if (len >= sizeof(request->text))
			return pk_fail(ctx, PK_USAGE, "an expression of more than %zu letters",
				       sizeof(request->text) - 1);
	}
	begin(request);
	note(request, text);
	rest = take_level(text, &request->filter);
	request->asked = (size_t)(rest - text);
	rest = take_network(rest, &request->filter);
	if (!rest)
		return pk_fail(
			ctx, PK_USAGE,
			"\"%s\": vni takes a number of at most %u, and behind it `and EXPRESSION` "
			"or nothing",
			text + request->asked, MAX_VNI);
	if (request->filter.by_vni && !*rest)
		return PK_OK;
	if (!*rest)
		return pk_fail(ctx, PK_USAGE, "\"%s\" needs an expression behind it: `%s port 80`",
			       text, text);
	status = pk_pcap_compile(ctx, rest, &request->expression);
	if (status == PK_OK)
		request->filter.expression = &request->expression;
	return status;
}

void pk_filter_request_deinit(struct pk_filter_request *request)
{
	pk_expression_deinit(&request->expression);
	pk_function_set_deinit(&request->functions);
	request->any = false;
}

const struct pk_packet_filter *pk_filter_of(const struct pk_filter_request *request)
{
	return request->any ? &request->filter : NULL;
}

void pk_filter_render(struct pk_out *out, const struct pk_filter_request *request, uint64_t matched,
		      uint64_t may_match)
{
	/* What the options asked for, a program sees in the packets' own keys. */
	if (!request->any || !request->text[0])
		return;
	PK_OUT_RECORD(out, "filter");
	pk_out_str(out, "filter", NULL, request->words);
	pk_out_str(out, "expression", NULL, request->text + request->asked);
	pk_out_uint(out, "matched", NULL, matched);
	pk_out_uint(out, "may_match", NULL, may_match);
	pk_out_bool(out, "may_match_shown", request->filter.may_match);
}

void pk_filter_note(struct pk_out *out, const struct pk_filter_request *request, const char *what,
		    uint64_t may_match)
{
	if (!request->any || !may_match)
		return;
	pk_out_text(out, "%llu %s%s may match: not all that the filter tests is known of them%s\n",
		    (unsigned long long)may_match, what, may_match == 1 ? "" : "s",
		    request->filter.may_match ? "; shown with the others" : " (-u shows them)");
}
