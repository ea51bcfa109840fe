// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets stay where they are, and say what they were told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "model/packet.h"

#define PACKETS 3000 /* more than a block */

static void packets_stay_where_they_are(void **state)
{
	struct pk_packet_pool *pool = pk_packet_pool_create();
	static struct pk_packet *packets[PACKETS];
	static uint64_t *kept[PACKETS];

	(void)state;
	for (unsigned i = 0; i < PACKETS; i++) {
		packets[i] = pk_packet_pool_add(pool);
		packets[i]->skb = i;
		packets[i]->trail.pieces = calloc(1, sizeof(struct pk_piece));
		kept[i] = pk_packet_pool_alloc(pool, sizeof(**kept));
		assert_int_equal(*kept[i], 0);
		*kept[i] = i;
		if (i % 3 == 0)
			pk_packet_free(packets[i]);
	}
	for (unsigned i = 0; i < PACKETS; i++) {
		assert_int_equal(packets[i]->skb, i);
		assert_int_equal(*kept[i], i);
		assert_int_equal(!packets[i]->trail.pieces, i % 3 == 0);
	}
	assert_false(pk_packet_pool_failed(pool));
	pk_packet_pool_destroy(pool);
}

static void evidence_is_told_as_it_was_given(void **state)
{
	struct pk_packet_pool *pool = pk_packet_pool_create();
	struct pk_packet *packet = pk_packet_pool_add(pool);
	char buf[PK_DETAIL_MAX], longer[2 * PK_DETAIL_MAX];

	(void)state;
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)), "");
	assert_string_equal(packet->dev, "");
	pk_packet_explain_number(packet, "acknowledged by ack ", UINT32_MAX);
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)),
			    "acknowledged by ack 4294967295");
	pk_packet_explain_number(packet, "len ", 1ull << 40);
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)), "len 1099511627776");
	pk_packet_explain(packet, "in %s, %u %%", "100%s", 7);
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)), "in 100%s, 7 %");
	memset(longer, 'x', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	pk_packet_explain(packet, "%s", longer);
	assert_int_equal(strlen(pk_packet_detail(packet, buf, sizeof(buf))), PK_DETAIL_MAX - 1);
	pk_packet_set_dev(packet, "eth0");
	assert_string_equal(packet->dev, "eth0");
	pk_packet_pool_destroy(pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_stay_where_they_are),
		cmocka_unit_test(evidence_is_told_as_it_was_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
