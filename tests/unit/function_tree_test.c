// SPDX-License-Identifier: GPL-3.0-or-later
/* Call trees out of the function tracer's entries, as text: "a(b c(d))". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/events/function_tree.h"

/* Functions are letters. Entries are words "[+]fp": f was called from p; capital contexts come before them
 * ("S:", "H:", "P:"); "f[pqr]" has a stack trace, innermost caller first; "e" is where the kernel is entered. */
struct drawing {
	char text[512];
	size_t len;
	bool after_child;
};

static void draw(struct drawing *drawing, const char *what)
{
	drawing->len += (size_t)snprintf(drawing->text + drawing->len,
					 sizeof(drawing->text) - drawing->len, "%s", what);
}

static void changed(void *arg, const struct pk_tree_frame *frame, uint32_t depth, bool left)
{
	struct drawing *drawing = arg;
	char name[8];

	(void)depth;
	if (left) {
		draw(drawing, ")");
		return;
	}
	snprintf(name, sizeof(name), "%s%s%c(", frame->loose ? "?" : "", frame->implied ? "~" : "",
		 (char)frame->func);
	draw(drawing, name);
}

static const char *tree_of(const char *story, bool filtered)
{
	static struct drawing drawing;
	struct pk_function_tree *tree = calloc(1, sizeof(*tree));
	struct pk_function_entry entry = {.filtered = filtered};
	uint64_t chain[16];

	memset(&drawing, 0, sizeof(drawing));
	for (const char *at = story; *at; at += strcspn(at, " ") + (strchr(at, ' ') != NULL)) {
		if (at[1] == ':') {
			entry.context = *at == 'H'   ? PK_CTX_HARDIRQ
					: *at == 'S' ? PK_CTX_SOFTIRQ
						     : PK_CTX_PROCESS;
			continue;
		}
		entry.func = (uint64_t)at[0];
		entry.nr_chain = 0;
		if (at[1] == '[')
			for (const char *c = at + 2; *c != ']'; c++)
				chain[entry.nr_chain++] = (uint64_t)*c;
		entry.chain = chain;
		entry.parent.func = entry.nr_chain ? chain[0] : (uint64_t)at[1];
		entry.parent.entry = entry.parent.func == 'e';
		pk_function_tree_enter(tree, &entry, changed, &drawing);
	}
	free(tree);
	return drawing.text;
}

#define expect(story, tree) assert_string_equal(tree_of(story, false), tree)
#define expect_filtered(story, tree) assert_string_equal(tree_of(story, true), tree)

static void callers_nest(void **state)
{
	(void)state;
	expect("ae ba cb db fa", "~e(a(b(c()d())f(");
	expect("ae ba cb da", "~e(a(b(c())d(");
}

/* The same function again and again: each call is its own. */
static void siblings_and_recursion(void **state)
{
	(void)state;
	expect("ae ba ba ba", "~e(a(b()b()b(");
	expect("ae aa aa ba", "~e(a(a(a(b(");
}

/* a calls b, which jumps into c: c came from a. */
static void a_tail_call_is_a_sibling(void **state)
{
	(void)state;
	expect("ae ba ca da", "~e(a(b()c()d(");
}

/* u is not traced: its calls make it, once; where it was called from is the innermost frame. */
static void an_untraced_caller_is_implied(void **state)
{
	(void)state;
	expect("ae ba cu du ea", "~e(a(b(~u(c()d()))e(");
}

/* A new system call begins at the bottom. */
static void entries_of_the_kernel_end_all(void **state)
{
	(void)state;
	expect("ae ba cb fe gf", "~e(a(b(c()))f(g(");
	expect("ab cd fe", "~b(a(~d(c())))~e(f(");
}

/* In a filtered trace an unknown caller may have nothing to do with what was called last. */
static void a_filter_makes_it_loose(void **state)
{
	(void)state;
	expect_filtered("ab cd", "~b(a(?~d(c(");
	/* but what was called from a is still found: a cannot have been called again unseen */
	expect_filtered("ab cd fa", "~b(a(?~d(c())f(");
}

/* u called c; d may have been called since u ended, so f may be of another call of u: all that is open stays so. */
static void an_earlier_untraced_caller_does_not_lure(void **state)
{
	(void)state;
	expect_filtered("ab cu du", "~b(a(?~u(c()d(");
	expect_filtered("ab cu dv fu gd", "~b(a(?~u(c(?~v(d(?~u(f())g(");
}

static void interrupts_stand_on_what_they_hit(void **state)
{
	(void)state;
	expect("ae ba H: hi jh P: cb", "~e(a(b(~i(h(j()))c(");
	/* entry code runs before its context is counted */
	expect("ae ba qi rq H: hi kh S: si P: ca", "~e(a(b(~i(q(r())h(k())s()))c(");
}

/* i is implied in the interrupted context; the interrupt that calls from another i does not leave its own. */
static void implied_frames_below_do_not_lure(void **state)
{
	(void)state;
	expect("ae ba cu H: hg jh ku", "~e(a(b(~u(c(~g(h(j(~u(k(");
}

/* A stack trace says all: what is not in it is over, what is missing is put in. */
static void stack_traces_settle_it(void **state)
{
	(void)state;
	expect_filtered("a[ue] b[vaue] c[xyaue] d[ue]", "~e(~u(a(~v(b())~y(~x(c())))d(");
}

/* However many calls came before, the newest are the same: FIRST of them. */
static void fill(struct pk_function_tree *tree, uint64_t first, struct drawing *drawing)
{
	for (uint64_t i = first; i < 2000; i++) {
		struct pk_function_entry entry = {
			.func = 2 * i, .parent = {.func = 2 * i + 1}, .filtered = true};

		drawing->len = 0;
		pk_function_tree_enter(tree, &entry, changed, drawing);
		assert_true(tree->nr && tree->nr <= PK_TREE_DEPTH);
		assert_int_equal(tree->frames[tree->nr - 1].func, 2 * i);
	}
}

static void no_end_of_unknown_callers(void **state)
{
	struct pk_function_tree *tree = calloc(2, sizeof(*tree));
	struct drawing drawing = {0};

	(void)state;
	for (uint64_t first = 1; first < 200; first++) {
		memset(tree, 0, 2 * sizeof(*tree));
		fill(&tree[0], 1, &drawing);
		fill(&tree[1], first, &drawing);
		for (uint32_t i = 1; i <= PK_TREE_DEPTH / 2; i++)
			assert_memory_equal(&tree[0].frames[tree[0].nr - i],
					    &tree[1].frames[tree[1].nr - i], sizeof(*tree->frames));
	}
	free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(callers_nest),
		cmocka_unit_test(siblings_and_recursion),
		cmocka_unit_test(a_tail_call_is_a_sibling),
		cmocka_unit_test(an_untraced_caller_is_implied),
		cmocka_unit_test(entries_of_the_kernel_end_all),
		cmocka_unit_test(a_filter_makes_it_loose),
		cmocka_unit_test(an_earlier_untraced_caller_does_not_lure),
		cmocka_unit_test(interrupts_stand_on_what_they_hit),
		cmocka_unit_test(implied_frames_below_do_not_lure),
		cmocka_unit_test(stack_traces_settle_it),
		cmocka_unit_test(no_end_of_unknown_callers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
