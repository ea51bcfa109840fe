// SPDX-License-Identifier: GPL-3.0-or-later
/* What those who decide on a packet say by what they return. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/explain/judges.h"

static void words(void **state)
{
	static const struct {
		enum pk_judge_kind kind;
		int64_t value;
		const char *word;
	} said[] = {
		{PK_JUDGE_HOOK, 0, "dropped"}, /* NF_DROP, also with an error above it */
		{PK_JUDGE_NFT, -65536, "dropped"},
		{PK_JUDGE_NFT, 1, "passed"},
		{PK_JUDGE_XTABLES, 2, "stolen"},
		{PK_JUDGE_NFT, 5 << 16 | 3, "queued"}, /* to queue 5 */
		{PK_JUDGE_HOOK, 4, "repeated"},
		{PK_JUDGE_HOOK, 5, "passed"}, /* NF_STOP */
		{PK_JUDGE_HOOK, 6, NULL},
		{PK_JUDGE_CGROUP, 0, "passed"},
		{PK_JUDGE_CGROUP, 1, "dropped"}, /* NET_XMIT_DROP */
		{PK_JUDGE_CGROUP, 2, "passed"}, /* NET_XMIT_CN */
		{PK_JUDGE_CGROUP, -1, "dropped"},
		{PK_JUDGE_CGROUP, 3, NULL},
		{PK_JUDGE_SOCKET, 0, "passed"},
		{PK_JUDGE_SOCKET, -1, "dropped"},
		{PK_JUDGE_SOCKET, 5, "dropped"}, /* SKB_DROP_REASON_SOCKET_FILTER */
		{PK_JUDGE_TC, -1, "passed"},
		{PK_JUDGE_TC, 0, "passed"},
		{PK_JUDGE_TC, 1, "passed"},
		{PK_JUDGE_TC, 2, "dropped"},
		{PK_JUDGE_TC, 3, "passed"},
		{PK_JUDGE_TC, 4, "stolen"},
		{PK_JUDGE_TC, 5, "stolen"},
		{PK_JUDGE_TC, 6, NULL}, /* TC_ACT_REPEAT */
		{PK_JUDGE_TC, 7, "redirected"},
		{PK_JUDGE_TC, 8, "stolen"},
		{PK_JUDGE_TC, 9, NULL},
		{PK_JUDGE_XDP, 2, "passed"},
		{PK_JUDGE_XDP, 1, NULL}, /* of what was sent elsewhere, too */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		const char *word = pk_judge_word(said[i].kind, said[i].value);

		if (!said[i].word)
			assert_null(word);
		else
			assert_string_equal(word, said[i].word);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(words)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
