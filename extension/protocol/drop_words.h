/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_DROP_WORDS_H
#define PK_PROTOCOL_DROP_WORDS_H

/** Explanation of the drop reason named REASON ("QDISC_DROP"), a static string; NULL: unknown. */
const char *pk_drop_reason_words(const char *reason);
/** Why FUNC drops packets, a static string; NULL: it drops none, or the reason is unknown. */
const char *pk_drop_place_words(const char *func);

#endif
