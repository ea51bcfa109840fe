/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_WORDS_H
#define PK_TARGET_CRASH_WORDS_H

/**
 * crash cuts a line at blanks and knows double quotes at a word's beginning alone: puts quoted words together as a
 * shell does. ARGV, with room for ARGC words, gets the new words, which are never freed. Returns how many; -1: a
 * quote is not closed, or no memory (*RET_WHY says which).
 */
int pk_crash_words(int argc, char **argv, const char **ret_why);

#endif
