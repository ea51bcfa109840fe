// SPDX-License-Identifier: GPL-3.0-or-later
/* Folding: drawn trees, and thousands of random ones of which no nanosecond may be lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "fake_target.h"

#define MAX_CALLS 400

/* What a call may be: of the path with an effect, of the path without one, noise, or neither. */
enum { EFFECT, STAGE, NOISE, OTHER, NR_NAMES };

struct tree {
	struct pk_call_name names[NR_NAMES];
	struct pk_call calls[MAX_CALLS];
	struct pk_path_piece pieces[3];
	struct pk_packet somebody;
	struct pk_path path;
	unsigned nr;
};

static void tree_init(struct tree *tree)
{
	memset(tree, 0, sizeof(*tree));
	tree->names[EFFECT].stage = pk_stage_of_function(NULL, "tcp_v4_rcv");
	tree->names[STAGE].stage = pk_stage_of_function(NULL, "ip_rcv");
	tree->names[NOISE].noise = PK_NOISE_LOCK;
	tree->path.pieces = tree->pieces;
}

static struct pk_call *add(struct tree *tree, struct pk_call *parent, int name,
			   enum pk_call_kind kind, uint64_t dur)
{
	struct pk_call *call = &tree->calls[tree->nr++], **place;

	call->name = &tree->names[name];
	call->kind = kind;
	call->dur = dur;
	call->calls = 1;
	call->parent = parent;
	if (kind == PK_CALL_NESTED)
		call->other = &tree->somebody;
	if (!parent) {
		tree->pieces[tree->path.nr_pieces++].root = call;
		return call;
	}
	for (place = &parent->child; *place; place = &(*place)->next)
		;
	*place = call;
	for (struct pk_call *up = parent; up; up = up->parent)
		up->calls++;
	return call;
}

static uint64_t noise_ns(const struct pk_call *call, enum pk_noise noise)
{
	uint64_t ns[PK_NR_NOISES];

	pk_call_noise(call, ns);
	return ns[noise];
}

/* receive 1000 { lock 100, helper 20 { effect 5 }, work 30, odds 29 } */
static void shows_the_path_and_what_takes_time(void **state)
{
	struct tree tree;
	struct pk_call *root, *lock, *helper, *effect, *work, *odds;

	(void)state;
	tree_init(&tree);
	root = add(&tree, NULL, STAGE, PK_CALL_PLAIN, 1000);
	lock = add(&tree, root, NOISE, PK_CALL_PLAIN, 100);
	helper = add(&tree, root, OTHER, PK_CALL_PLAIN, 20);
	effect = add(&tree, helper, EFFECT, PK_CALL_PLAIN, 5);
	work = add(&tree, root, OTHER, PK_CALL_PLAIN, 30);
	odds = add(&tree, root, OTHER, PK_CALL_PLAIN, 29);
	pk_path_fold(&tree.path, 60);
	assert_false(lock->shown); /* noise, whatever it takes */
	assert_true(effect->shown);
	assert_true(helper->shown); /* holds one */
	assert_true(work->shown); /* three percent */
	assert_false(odds->shown);
	assert_int_equal(tree.path.lines, 4);
	assert_int_equal(root->folded_calls, 2);
	assert_int_equal(root->folded_ns, 129);
	assert_int_equal(noise_ns(root, PK_NOISE_LOCK), 100);
	assert_int_equal(noise_ns(root, PK_NOISE_OTHER), 29);
	assert_int_equal(tree.path.shown_ns, 1000 - 129);
	assert_int_equal(tree.path.folded_ns, 129);
	assert_int_equal(tree.path.total_ns, 1000);
	/* Without a limit all of it. */
	pk_path_fold(&tree.path, 0);
	assert_int_equal(tree.path.lines, 6);
	assert_true(lock->shown && odds->shown);
	assert_int_equal(tree.path.folded_ns, 0);
	assert_int_equal(root->folded_ns, 0);
}

static void an_open_call_is_shown(void **state)
{
	struct tree tree;
	struct pk_call *root, *lock;

	(void)state;
	tree_init(&tree);
	root = add(&tree, NULL, STAGE, PK_CALL_PLAIN, 1000);
	lock = add(&tree, root, NOISE, PK_CALL_PLAIN, 1);
	lock->open = true;
	pk_path_fold(&tree.path, 2);
	assert_true(lock->shown);
}

/* An interrupt of which nothing is known is a fold of class irq; one with a packet inside has a line.
 * Neither is the packet's own time, and nor is what lies in them. */
static void interrupts_and_packets_inside(void **state)
{
	struct tree tree;
	struct pk_call *root, *irq, *softirq, *nested;

	(void)state;
	tree_init(&tree);
	root = add(&tree, NULL, STAGE, PK_CALL_PLAIN, 1000);
	irq = add(&tree, root, OTHER, PK_CALL_IRQ, 200);
	add(&tree, irq, EFFECT, PK_CALL_IRQ, 150);
	softirq = add(&tree, root, OTHER, PK_CALL_IRQ, 70);
	softirq->other = &tree.somebody;
	nested = add(&tree, root, EFFECT, PK_CALL_NESTED, 30);
	add(&tree, nested, EFFECT, PK_CALL_NESTED, 20);
	pk_path_fold(&tree.path, 60);
	assert_false(irq->shown);
	assert_true(softirq->shown);
	assert_true(nested->shown);
	assert_int_equal(tree.path.lines, 3);
	assert_int_equal(tree.path.irq_ns, 270);
	assert_int_equal(tree.path.nested_ns, 30);
	assert_int_equal(tree.path.shown_ns, 700);
	assert_int_equal(noise_ns(root, PK_NOISE_IRQ), 200);
}

static void probe_time_is_counted_once(void **state)
{
	struct tree tree;
	struct pk_call *root, *handler;

	(void)state;
	tree_init(&tree);
	tree.names[NOISE].noise = PK_NOISE_PROBE;
	root = add(&tree, NULL, STAGE, PK_CALL_PLAIN, 1000);
	handler = add(&tree, root, NOISE, PK_CALL_PLAIN, 300);
	add(&tree, handler, NOISE, PK_CALL_PLAIN, 200);
	pk_path_fold(&tree.path, 60);
	assert_int_equal(tree.path.probe_ns, 300);
}

/* A child whose stamps reach past its parent's: the sum still is the whole. */
static void a_child_longer_than_its_parent(void **state)
{
	struct tree tree;
	struct pk_call *root;

	(void)state;
	tree_init(&tree);
	root = add(&tree, NULL, STAGE, PK_CALL_PLAIN, 100);
	add(&tree, root, NOISE, PK_CALL_PLAIN, 150);
	pk_path_fold(&tree.path, 60);
	assert_int_equal(tree.path.shown_ns, -50);
	assert_int_equal(tree.path.folded_ns, 150);
	assert_int_equal(tree.path.total_ns, 100);
}

/* Hundreds of effects, then stages, then odds: the bar rises until the lines fit, effects stay. */
static void the_bar_rises_until_the_lines_fit(void **state)
{
	struct tree tree;
	struct pk_call *root;

	(void)state;
	tree_init(&tree);
	root = add(&tree, NULL, STAGE, PK_CALL_PLAIN, 100000);
	for (int i = 0; i < 10; i++)
		add(&tree, root, EFFECT, PK_CALL_PLAIN, 1);
	for (int i = 0; i < 100; i++)
		add(&tree, root, STAGE, PK_CALL_PLAIN, 100);
	add(&tree, root, STAGE, PK_CALL_PLAIN, 2000);
	pk_path_fold(&tree.path, 200);
	assert_int_equal(tree.path.lines, 112);
	pk_path_fold(&tree.path, 60);
	assert_int_equal(tree.path.lines, 12); /* root, effects, the one of two percent */
	pk_path_fold(&tree.path, 11);
	assert_int_equal(tree.path.lines, 11);
	pk_path_fold(&tree.path, 3);
	assert_int_equal(tree.path.lines, 11); /* effects are never hidden */
}

static void grow(struct tree *tree, unsigned *seed)
{
	unsigned want = 1 + rand_r(seed) % (MAX_CALLS - 1), pieces = 1 + rand_r(seed) % 3;
	bool damaged = rand_r(seed) % 4 == 0;

	for (unsigned i = 0; i < want; i++) {
		struct pk_call *parent = i < pieces ? NULL : &tree->calls[rand_r(seed) % i];
		enum pk_call_kind kind = !parent ? PK_CALL_PLAIN : parent->kind;
		uint64_t room = 1000000, dur;

		if (parent) {
			room = parent->dur;
			for (struct pk_call *child = parent->child; child; child = child->next)
				room -= child->dur < room ? child->dur : room;
			if (kind == PK_CALL_PLAIN && rand_r(seed) % 12 == 0)
				kind = rand_r(seed) % 2 ? PK_CALL_IRQ : PK_CALL_NESTED;
		}
		dur = damaged ? (uint64_t)rand_r(seed) << 20 : room ? rand_r(seed) % room : 0;
		add(tree, parent, rand_r(seed) % NR_NAMES, kind, dur)->open =
			rand_r(seed) % 50 == 0;
	}
}

static void check_tree(const struct tree *tree)
{
	const struct pk_path *path = &tree->path;
	uint64_t total = 0, folds = 0, hidden_irq = 0, noise = 0;
	uint32_t shown = 0, folded = 0, calls = 0;

	for (unsigned i = 0; i < path->nr_pieces; i++) {
		total += path->pieces[i].root->dur;
		calls += path->pieces[i].root->calls;
	}
	for (unsigned i = 0; i < tree->nr; i++) {
		const struct pk_call *call = &tree->calls[i];
		uint64_t classes = 0;

		if (!call->shown) {
			if (call->kind == PK_CALL_IRQ && call->parent->shown &&
			    call->parent->kind == PK_CALL_PLAIN)
				hidden_irq += call->dur;
			continue;
		}
		shown++;
		assert_true(!call->parent || call->parent->shown);
		for (int class = 0; class < PK_NR_NOISES; class ++)
			classes += noise_ns(call, class);
		assert_int_equal(classes, call->folded_ns);
		folds += call->folded_ns;
		folded += call->folded_calls;
	}
	for (int class = 0; class < PK_NR_NOISES; class ++)
		noise += path->noise_ns[class];
	assert_int_equal(path->total_ns, total);
	assert_int_equal(
		(uint64_t)path->shown_ns + path->folded_ns + path->irq_ns + path->nested_ns, total);
	assert_int_equal(path->lines, shown);
	assert_int_equal(path->calls, calls);
	assert_int_equal(calls, tree->nr);
	assert_int_equal(noise, path->folded_ns);
	assert_int_equal(folds, path->folded_ns + hidden_irq);
	assert_true(folded >= path->folded_calls);
}

static void random_trees_lose_nothing(void **state)
{
	static const uint32_t limits[] = {0, 1, 10, 60, 400};
	static struct tree tree;

	(void)state;
	for (unsigned seed = 1; seed <= 2000; seed++) {
		unsigned random = seed;
		uint32_t last = 0;

		tree_init(&tree);
		grow(&tree, &random);
		for (size_t i = 1; i < ARRAY_SIZE(limits); i++) {
			pk_path_fold(&tree.path, limits[i]);
			check_tree(&tree);
			assert_true(tree.path.lines >= last); /* more room, no less shown */
			last = tree.path.lines;
		}
		pk_path_fold(&tree.path, 0);
		assert_int_equal((uint64_t)tree.path.shown_ns + tree.path.folded_ns +
					 tree.path.irq_ns + tree.path.nested_ns,
				 tree.path.total_ns);
		assert_int_equal(tree.path.folded_ns, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shows_the_path_and_what_takes_time),
		cmocka_unit_test(an_open_call_is_shown),
		cmocka_unit_test(interrupts_and_packets_inside),
		cmocka_unit_test(probe_time_is_counted_once),
		cmocka_unit_test(a_child_longer_than_its_parent),
		cmocka_unit_test(the_bar_rises_until_the_lines_fit),
		cmocka_unit_test(random_trees_lose_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
