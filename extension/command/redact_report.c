// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The lines of an oops or a warning that only the kernel's own words are in: its backtrace, registers and modules.
 *
 *	 tcp_data_queue+0x29/0xef0			a place
 *	 ? before.cold+0x27/0x59 [crashmod]		one on the stack by chance; a module
 *	RAX: 0000000000000000 RBX: ffff8f42c3793b00	words of registers
 *	Modules linked in: crashmod(OE) sch_netem
 *
 * Of such a line everything stays but the words of registers that pk_redact_words() clears as well, and what is no module's name.
 */
#include <ctype.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "command/redact.h"

#define BETWEEN " \t:()<>?[]-+/|,=#" /* words */
/* Of a selector, an error code, a taint: too few for an address. Behind 0x: of an offset in a function. */
#define SHORT_DIGITS 4
#define OFFSET_DIGITS 6
#define FLAGS_DIGITS 8
#define WORD_DIGITS 16
#define COMM 15 /* of a name so many bytes are kept */

static const char modules[] = "Modules linked in:";

/* What is printed between places and numbers, by dump_stack(), show_regs() and print_modules(). */
static const char words[] = " Call Trace trace TASK IRQ NMI SOFTIRQ EOI EOE cut here end "
			    "unreliable RIP RSP RAX RBX RCX RDX RSI RDI RBP FS GS knlGS "
			    "CS DS ES CR0 CR2 CR3 CR4 DR0 DR1 DR2 DR3 DR6 DR7 PKRU pc lr sp NIP LR "
			    "CTR REGS CFAR DAR DSISR PAR IRQMASK Modules "
			    "linked in last unloaded ";
/* Behind these stands a register of flags. */
static const char flag_words[] = " EFLAGS ORIG_RAX pstate MSR XER CR ";

struct word {
	char *text;
	size_t len;
	bool flags; /* a register's, by the word before */
};

static bool is_one_of(const struct word *word, const char *list)
{
	for (const char *at = list; (at = memmem(at, strlen(at), word->text, word->len)); at++)
		if (at[-1] == ' ' && at[word->len] == ' ')
			return true;
	return false;
}

/* R8 to R15, x0 to x30, GPR00 to GPR28. */
static bool is_numbered_register(const struct word *word)
{
	size_t letters = !memcmp(word->text, "GPR", word->len < 3 ? word->len : 3) ? 3 : 1;

	return word->len > letters && word->len <= letters + 2 &&
	       (letters == 3 || *word->text == 'R' || *word->text == 'x') &&
	       strspn(word->text + letters, "0123456789") >= word->len - letters;
}

/* Digits of a number in WORD, behind its 0x; 0: it is none. */
static size_t digits_of(const struct word *word)
{
	size_t prefix = word->len > 2 && !memcmp(word->text, "0x", 2) ? 2 : 0;

	for (size_t i = prefix; i < word->len; i++)
		if (!isxdigit((unsigned char)word->text[i]))
			return 0;
	return word->len - prefix;
}

static void redact_number(struct pk_redaction *redaction, const struct word *word, size_t digits)
{
	char text[WORD_DIGITS + 1] = "";
	uint64_t value;

	if (digits <= SHORT_DIGITS || (digits < word->len && digits <= OFFSET_DIGITS) ||
	    (word->flags && digits <= FLAGS_DIGITS))
		return;
	if (digits == WORD_DIGITS) {
		memcpy(text, word->text + word->len - digits, digits);
		value = htole64(strtoull(text, NULL, 16));
		if (!value)
			return;
		pk_redact_words(redaction, (uint8_t *)&value, sizeof(value), false);
		if (value)
			return;
	}
	pk_redact_cross_out((uint8_t *)word->text, word->len);
}

/* The LEN bytes at LINE, without its end. CHANGE: else it is only judged. False: something else stands there, too. */
static bool walk(struct pk_redaction *redaction, char *line, size_t len, bool change)
{
	const bool lists =
		len >= sizeof(modules) - 1 && !memcmp(line, modules, sizeof(modules) - 1);
	bool is_report = false, flags = false;

	for (size_t at = 0, end; at < len; at = end) {
		struct word word = {.text = line + at, .flags = flags};
		size_t digits;

		for (end = at; end < len && (isalnum((unsigned char)line[end]) ||
					     line[end] == '_' || line[end] == '.');)
			end++;
		word.len = end - at;
		if (!word.len) {
			if (!strchr(BETWEEN, line[end++]))
				return false;
			continue;
		}
		digits = digits_of(&word);
		flags = is_one_of(&word, flag_words);
		if ((end + 2 < len && !memcmp(line + end, "+0x", 3) &&
		     !isdigit((unsigned char)*word.text)) ||
		    flags || is_one_of(&word, words) || is_numbered_register(&word)) {
			is_report = true;
		} else if (digits) {
			if (change)
				redact_number(redaction, &word, digits);
		} else if (lists || (at && line[at - 1] == '[')) {
			if (change && !(at && line[at - 1] == '(') &&
			    !pk_private_is_kept(&redaction->map, word.text,
						word.len < COMM ? word.len : COMM))
				pk_redact_cross_out((uint8_t *)word.text, word.len);
		} else {
			return false;
		}
	}
	return is_report;
}

bool pk_redact_report_line(struct pk_redaction *redaction, char *line, size_t len, bool code)
{
	static const char code_line[] = "Code: ";

	if (code && len >= sizeof(code_line) && !memcmp(line, code_line, sizeof(code_line) - 1))
		return true;
	if (len && line[len - 1] == '\n')
		len--;
	if (!walk(redaction, line, len, false))
		return false;
	walk(redaction, line, len, true);
	return true;
}
