/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_WORDS_H
#define PK_TARGET_CRASH_WORDS_H

/**
 * crash splits a line at blanks, and knows double quotes only at the beginning of a word: this puts
 * quoted words together as a shell does. ARGV, with room for ARGC words, gets the new words, which
 * are never freed. Returns their number; -1: an open quote, or no memory (*RET_WHY says which).
 */
int pk_crash_words(int argc, char **argv, const char **ret_why);

#endif
