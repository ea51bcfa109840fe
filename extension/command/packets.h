/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PACKETS_H
#define PK_COMMAND_PACKETS_H

#include "analysis/lives/packets.h"
#include "command/filter.h"
#include "command/options.h"
#include "render/packet.h"

/** Which packets `last` or an export of packets is asked for. Zero-initialize it except for N; free
 *  with pk_filter_request_deinit() on FILTER. */
struct pk_choice {
	uint32_t n; /* number of newest matching packets; PK_EVERY_PACKET */
	bool after_panic; /* also those that came after the panic */
	struct pk_filter_request filter;
	const char *count; /* -n as it was given, argv's; NULL */
	bool may_match; /* -u */
};

#define PK_CHOICE_USAGE                                                                            \
	"[-n N|all] [--after-panic] [--since AGE] [--until AGE] [-u] [-d rx|tx] [-k SOCK] "        \
	"[-m MARK[/MASK]] [--netns NETNS] [-p PID] [-c CPU] [-e OUTCOME] [-f FUNC|@FILE]"

/** Rows of a struct pk_option table. Whoever uses them has -s for himself: pk_option of "skb" is to
 *  be added. */
#define PK_CHOICE_OPTIONS(choice)                                                                  \
	{'a', "after-panic", .set = &(choice)->after_panic},                                       \
		{'n', NULL, .value = &(choice)->count}, {'u', NULL, .set = &(choice)->may_match},  \
		{PK_FILTER_SINCE, "since", .filter = &(choice)->filter},                           \
		{PK_FILTER_UNTIL, "until", .filter = &(choice)->filter},                           \
		{PK_FILTER_NETNS, "netns", .filter = &(choice)->filter},                           \
		{'d', NULL, .filter = &(choice)->filter},                                          \
		{'k', NULL, .filter = &(choice)->filter},                                          \
		{'m', NULL, .filter = &(choice)->filter},                                          \
		{'p', NULL, .filter = &(choice)->filter},                                          \
		{'c', NULL, .filter = &(choice)->filter},                                          \
		{'e', NULL, .filter = &(choice)->filter},                                          \
	{                                                                                          \
		'f', NULL, .filter = &(choice)->filter                                             \
	}

/** COUNT as -n takes it; NULL leaves *RET_N. 2 after a complaint on FP. */
int pk_choice_count(const char *count, uint32_t *ret_n, const char *sub, FILE *fp);
/** What the options mean, after pk_options_read(); 2 after a complaint on FP. */
int pk_choice_read(struct pk_choice *choice, const char *sub, FILE *fp);
/** Whether anything was chosen. */
bool pk_choice_given(const struct pk_choice *choice);

/** Run a command that reports all protocols unless -P names some: take the filter's words behind its options, and SHOW. */
int pk_choice_run(struct pk_ctx *ctx, struct pk_choice *choice, int argc, char **argv, FILE *fp,
		  enum pk_status (*show)(struct pk_ctx *ctx, const void *request, FILE *fp),
		  const void *request);

/** Load the set from which CHOICE is made. */
enum pk_status pk_choice_load(struct pk_ctx *ctx, const struct pk_choice *choice,
			      struct pk_packet_set *ret_set);

/** The newest packets that match, oldest first. */
struct pk_chosen {
	const struct pk_packet **packets; /* owned array; the packets belong to the set */
	uint32_t nr;
	uint32_t matched, may_match; /* of those and all newer ones */
	uint32_t after_panic; /* that were left out for it */
};

enum pk_status pk_choose(struct pk_ctx *ctx, const struct pk_choice *choice,
			 const struct pk_packet_set *set, struct pk_chosen *ret_chosen);
void pk_chosen_deinit(struct pk_chosen *chosen);

/** Parse an ID, or the end of one, optionally after "#". RET_ID points into WORD. PK_USAGE: too
 *  short. */
enum pk_status pk_packet_id_read(struct pk_ctx *ctx, const char *word, const char **ret_id);
/** The packet of SET with that ID; PK_ABSENT: none, or several. */
enum pk_status pk_packet_by_id(struct pk_ctx *ctx, const struct pk_packet_set *set, const char *id,
			       const struct pk_packet **ret_packet);

/** The style for packets of SET: with the probes on their paths, if known; ABSOLUTE (-A): times of the trace clock; WALL (-W): of
 *  the wall clock, with a warning if they are unknown. */
void pk_packet_style_init(struct pk_packet_style *style, struct pk_ctx *ctx,
			  const struct pk_packet_set *set, bool absolute, bool wall);

#endif
