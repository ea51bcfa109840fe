// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/said.h"

#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"

/* The number behind MARK; 0: it is not there. */
static uint64_t number(const char *text, const char *mark)
{
	const char *at = strstr(text, mark);

	return at ? strtoull(at + strlen(mark), NULL, 16) : 0;
}

/* skb_panic() prints "text:%px len:%d put:%d head:%px data:%px tail:%#lx end:%#lx dev:%s" of the skb after the
 * change. */
void pk_said_names_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			const struct pk_skb *skb, struct pk_said_names *ret_names)
{
	const bool of_skb = said->known && (strstr(said->text, "skb_over_panic: text:") ||
					    strstr(said->text, "skb_under_panic: text:"));
	uint64_t caller = of_skb ? number(said->text, " text:") : 0;
	uint64_t head = of_skb ? number(said->text, " head:") : 0;

	*ret_names = (struct pk_said_names){.skb = 0};
	if (pk_arch_is_kernel(ctx, caller))
		pk_symbolize(ctx, caller, ret_names->func, sizeof(ret_names->func));
	if (!strncmp(ret_names->func, "0x", 2)) /* in no symbol */
		ret_names->func[0] = '\0';
	if (head && skb->addr && skb->head == head && skb->data == number(said->text, " data:"))
		ret_names->skb = skb->addr;
}
