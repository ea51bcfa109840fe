/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_DROP_WORDS_H
#define PK_PROTOCOL_DROP_WORDS_H

/** What a drop reason of this name ("QDISC_DROP") means, in words; NULL: none are known. */
const char *pk_drop_reason_words(const char *reason);
/** Why the function FUNC frees packets as dropped, where that is known; NULL: it is not, or not known. */
const char *pk_drop_place_words(const char *func);

#endif
