// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/sock/sock.h"

#include "core/reader.h"
#include "decode/figure.h"
#include "protocol/protocol.h"

#define MSEC_PER_SEC 1000
struct reading {
	struct pk_ctx *ctx;
	uint64_t sock;
	struct pk_info_clock clock;
	enum pk_status clock_status;
};

/* Such a limit grew with its member ("net: extend sk_pacing_rate to unsigned long", 4.20). */
static bool is_unlimited(struct pk_ctx *ctx, enum pk_row_id row, uint64_t value)
{
	return pk_layout_get(ctx, row)->member.size == sizeof(uint32_t) && value == UINT32_MAX;
}

static struct pk_figure read_word(const struct reading *reading, const struct pk_info_word *word)
{
	struct pk_figure figure = {.status = PK_OK};
	uint64_t in[PK_INFO_ROWS] = {0};

	for (unsigned i = 0; i < word->nr_rows; i++) {
		figure = pk_figure_member(reading->ctx, reading->sock, word->rows[i]);
		if (figure.status != PK_OK)
			return figure;
		in[i] = word->is_limit && is_unlimited(reading->ctx, word->rows[i], figure.value)
				? UINT64_MAX
				: figure.value;
	}
	figure.value = in[0];
	if (!word->value)
		return figure;
	if (reading->clock_status != PK_OK)
		return pk_figure_none(reading->clock_status);
	figure.value = word->value(in, &reading->clock);
	return figure.value == PK_INFO_NONE ? pk_figure_none(PK_ABSENT) : figure;
}

/* The figure is 1 if there is a name. */
static struct pk_figure read_name(const struct reading *reading, const struct pk_info_word *word,
				  char name[PK_SOCK_NAME_SIZE])
{
	struct pk_figure of = pk_figure_member(reading->ctx, reading->sock, word->rows[0]);
	uint64_t offset;

	if (of.status == PK_OK && !of.value)
		of.status = PK_ABSENT;
	if (of.status == PK_OK)
		of.status = pk_row_offset(reading->ctx, word->rows[1], &offset);
	if (of.status == PK_OK)
		of.status =
			pk_read_string(reading->ctx, of.value + offset, name, PK_SOCK_NAME_SIZE);
	of.value = of.status == PK_OK && name[0];
	return of;
}

static void read_words(const struct reading *reading, const struct pk_info_word *words,
		       struct pk_sock_info *info, struct pk_figure *figures)
{
	for (unsigned i = 0; i < PK_SOCK_WORDS_MAX && words[i].key; i++) {
		if (info->is_listener && !words[i].listeners)
			figures[i] = pk_figure_none(PK_ABSENT);
		else if (words[i].form == PK_INFO_NAME)
			figures[i] = read_name(reading, &words[i], info->name);
		else
			figures[i] = read_word(reading, &words[i]);
	}
}

static enum pk_status timer_at(const struct reading *reading, enum pk_row_id expires,
			       enum pk_row_id tries, struct pk_sock_info *info)
{
	struct pk_figure when = pk_figure_member(reading->ctx, reading->sock, expires);
	struct pk_figure nr = pk_figure_member(reading->ctx, reading->sock, tries);
	int64_t ms;

	if (when.status != PK_OK || nr.status != PK_OK)
		return when.status != PK_OK ? when.status : nr.status;
	if (__builtin_mul_overflow((int64_t)(when.value - reading->clock.jiffies), MSEC_PER_SEC,
				   &ms))
		return pk_fail(reading->ctx, PK_CORRUPT, "its timer expires in %lld jiffies",
			       (long long)(when.value - reading->clock.jiffies));
	info->timer_tries = nr.value;
	info->timer_ms = ms / (int64_t)reading->clock.hz;
	return reading->clock_status;
}

/* inet_sk_diag_fill() */
static enum pk_status read_timer(const struct reading *reading,
				 const struct pk_sock_timer_rows *rows, struct pk_sock_info *info)
{
	struct pk_figure pending = pk_figure_member(reading->ctx, reading->sock, rows->pending);
	struct pk_figure keepalive = pk_figure_member(reading->ctx, reading->sock, rows->keepalive);

	if (pending.status != PK_OK || reading->clock_status != PK_OK)
		return pending.status != PK_OK ? pending.status : reading->clock_status;
	info->timer = rows->of(pending.value);
	if (info->timer != PK_TIMER_NONE)
		return timer_at(reading, rows->expires,
				info->timer == PK_TIMER_ON ? rows->retransmits : rows->probes,
				info);
	if (keepalive.status != PK_OK || !keepalive.value)
		return keepalive.status;
	info->timer = PK_TIMER_KEEPALIVE;
	return timer_at(reading, rows->keepalive_expires, rows->probes, info);
}

static void read_memory(const struct reading *reading, struct pk_sock_info *info)
{
	read_words(reading, pk_sock_memory_words, info, info->memory);
	info->memory[PK_MEMORY_DROPS] = pk_sock_drops(reading->ctx, reading->sock);
}

void pk_sock_memory_read(struct pk_ctx *ctx, uint64_t addr, struct pk_sock_info *ret_info)
{
	const struct reading reading = {.ctx = ctx, .sock = addr};

	*ret_info = (struct pk_sock_info){.timer_status = PK_ABSENT};
	read_memory(&reading, ret_info);
}

void pk_sock_info_read(struct pk_ctx *ctx, const struct pk_sock *sock,
		       struct pk_sock_info *ret_info)
{
	const struct pk_protocol_sockets *sockets = pk_protocol_of_sock(sock)->sockets;
	struct reading reading = {.ctx = ctx, .sock = sock->addr};
	struct pk_figure now = pk_jiffies_read(ctx, &reading.clock.hz);

	*ret_info = (struct pk_sock_info){.is_listener = sock->kind == PK_SOCK_LISTEN,
					  .timer_status = PK_ABSENT};
	reading.clock.jiffies = now.value;
	reading.clock_status = now.status;
	read_memory(&reading, ret_info);
	if (sockets->words)
		read_words(&reading, sockets->words, ret_info, ret_info->words);
	if (sockets->timers && sock->kind == PK_SOCK_FULL)
		ret_info->timer_status = read_timer(&reading, sockets->timers, ret_info);
}

struct pk_figure pk_sock_orphaned(struct pk_ctx *ctx, const struct pk_sock *sock)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t flags, bit;

	if (sock->kind != PK_SOCK_FULL)
		return pk_figure_none(PK_ABSENT);
	flags = pk_member(&r, sock->addr, PK_R_skc_flags);
	bit = pk_value(&r, PK_R_sock_dead);
	return (struct pk_figure){r.status, bit < 64 && flags >> bit & 1};
}

uint64_t pk_sock_cgroup(struct pk_ctx *ctx, const struct pk_sock *sock)
{
	uint64_t addr;

	if ((sock->kind != PK_SOCK_FULL && sock->kind != PK_SOCK_LISTEN) ||
	    !pk_has(ctx, PK_R_sock_cgroup) ||
	    pk_member_uint(ctx, sock->addr, PK_R_sock_cgroup, &addr) != PK_OK)
		return 0;
	return addr;
}
