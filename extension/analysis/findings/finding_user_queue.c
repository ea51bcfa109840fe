// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about firewalls' queues to user space: a program that does not answer. */
#include "analysis/findings/finding_rules.h"

#define MORE "last -P all -e queued"

typedef void (*queue_fn)(struct pk_judge *judge, const struct pk_user_queue *queue);

static void queues_each(struct pk_judge *judge, queue_fn fn)
{
	const struct pk_scene *scene = judge->scene;

	if (scene->user_queues_status != PK_OK && scene->user_queues_status != PK_ABSENT)
		pk_judge_unknown(judge, "queues to user space", scene->user_queues_status);
	for (size_t i = 0; i < scene->nr_user_queues; i++)
		fn(judge, &scene->user_queues[i]);
}

static void show_queue(struct pk_finding *finding, const struct pk_user_queue *queue)
{
	pk_finding_shows_uint(finding, "queue_total", queue->waiting.value);
	pk_finding_shows_uint(finding, "queue_maxlen", queue->limit.value);
	pk_finding_shows_uint(finding, "queue_dropped", queue->dropped.value);
	pk_finding_shows_uint(finding, "queue_user_dropped", queue->unsent.value);
	pk_finding_shows_uint(finding, "netlink port", queue->port);
	pk_finding_shows_addr(finding, "nfqnl_instance", queue->addr);
	if (queue->inum)
		pk_finding_shows_uint(finding, "netns", queue->inum);
}

static bool knows_queue(struct pk_judge *judge, const struct pk_user_queue *queue)
{
	return pk_judge_knows(judge, "queue_total", &queue->waiting) &&
	       pk_judge_knows(judge, "queue_maxlen", &queue->limit) &&
	       pk_judge_knows(judge, "queue_dropped", &queue->dropped) &&
	       pk_judge_knows(judge, "queue_user_dropped", &queue->unsent);
}

/* __nfqnl_enqueue_packet(): at queue_maxlen the next packet is dropped, or passes (NFQA_CFG_F_FAIL_OPEN). */
static void judge_full(struct pk_judge *judge, const struct pk_user_queue *queue)
{
	if (!knows_queue(judge, queue))
		return;
	if (!queue->waiting.value || queue->waiting.value < queue->limit.value) {
		pk_judge_clear(judge);
		return;
	}
	show_queue(
		pk_judge_found(
			judge, MORE,
			"queue %u to user space is full: %llu packet(s) wait(-s) for the program "
			"at netlink port %u; more are %s",
			queue->number, (unsigned long long)queue->waiting.value, queue->port,
			queue->fails_open ? "let through" : "dropped"),
		queue);
}

void pk_judge_user_queue_full(struct pk_judge *judge)
{
	queues_each(judge, judge_full);
}

static void judge_lost(struct pk_judge *judge, const struct pk_user_queue *queue)
{
	struct pk_finding *finding;

	if (!knows_queue(judge, queue))
		return;
	if (!queue->dropped.value && !queue->unsent.value) {
		pk_judge_clear(judge);
		return;
	}
	finding = pk_judge_found(
		judge, MORE,
		"queue %u to user space dropped %llu packet(s): the program at netlink "
		"port %u did not keep up",
		queue->number, (unsigned long long)(queue->dropped.value + queue->unsent.value),
		queue->port);
	if (finding)
		finding->when = PK_WHEN_SINCE_BOOT;
	show_queue(finding, queue);
}

void pk_judge_lost_user_queue(struct pk_judge *judge)
{
	queues_each(judge, judge_lost);
}
