// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>

#include "protocol/protocol.h"

static void render_word(struct pk_out *out, const struct pk_info_word *word,
			const struct pk_figure *figure, const char *name, bool shown)
{
	bool known = figure->status == PK_OK;

	shown = shown && known;
	if (shown)
		pk_out_text(out, "%s", word->before);
	switch (word->form) {
	case PK_INFO_FLAG:
		pk_out_bool_if(out, word->key, known, figure->value);
		return;
	case PK_INFO_NAME:
		pk_out_str(out, word->key, shown ? "%s" : NULL, known ? name : NULL);
		break;
	case PK_INFO_US:
		pk_out_uint_if(out, word->key, NULL, known, figure->value);
		if (shown) /* ss prints a double */
			pk_out_text(out, "%g", (double)figure->value / 1000);
		break;
	default:
		pk_out_uint_if(out, word->key, shown ? "%llu" : NULL, known, figure->value);
		break;
	}
	if (shown && word->behind)
		pk_out_text(out, "%s", word->behind);
}

static bool says_something(const struct pk_info_word *word, const struct pk_figure *figure)
{
	return word->always || (figure->status == PK_OK && figure->value);
}

/* As ss has it: skmem:(r0,rb87380,...). What is not known is left out. */
static void render_memory(struct pk_out *out, const struct pk_figure *figures)
{
	const char *before = "skmem:(";

	for (unsigned i = 0; pk_sock_memory_words[i].key; i++) {
		if (figures[i].status == PK_OK) {
			pk_out_text(out, "%s", before);
			before = ",";
		}
		render_word(out, &pk_sock_memory_words[i], &figures[i], "", true);
	}
	if (*before == ',')
		pk_out_text(out, ")");
}

static void render_timer(struct pk_out *out, const struct pk_sock_info *info)
{
	static const char *const names[] = {[PK_TIMER_ON] = "on",
					    [PK_TIMER_KEEPALIVE] = "keepalive",
					    [PK_TIMER_PERSIST] = "persist"};
	bool runs = info->timer_status == PK_OK && info->timer != PK_TIMER_NONE;

	pk_out_str(out, "timer", runs ? " timer:(%s" : NULL,
		   info->timer_status == PK_OK ? runs ? names[info->timer] : "none" : NULL);
	pk_out_int_if(out, "timer_ms", ",%lldms", runs, info->timer_ms);
	pk_out_uint_if(out, "timer_tries", ",%llu)", runs, info->timer_tries);
}

/* As `ss -e` has it. */
static void show_identity(struct pk_out *out, const struct pk_sock_identity *identity,
			  uint64_t inode)
{
	const struct pk_figure *uid = &identity->uid, *cookie = &identity->cookie;
	const struct pk_figure *shut = &identity->shutdown;

	if (uid->status == PK_OK && uid->value)
		pk_out_text(out, " uid:%llu", (unsigned long long)uid->value);
	if (inode != PK_INODE_UNKNOWN)
		pk_out_text(out, " ino:%llu", (unsigned long long)inode);
	if (cookie->status == PK_OK && cookie->value)
		pk_out_text(out, " sk:%llx", (unsigned long long)cookie->value);
	if (shut->status == PK_OK)
		pk_out_text(out, " %c-%c", shut->value & PK_SHUT_RECEIVE ? '-' : '<',
			    shut->value & PK_SHUT_SEND ? '-' : '>');
}

void pk_render_sock_memory(struct pk_out *out, const struct pk_sock_info *info,
			   const struct pk_sock_identity *identity, uint64_t inode)
{
	PK_OUT_OBJECT(out, "info");
	pk_out_text(out, "    ");
	render_memory(out, info->memory);
	show_identity(out, identity, inode);
	pk_out_text(out, "\n");
}

void pk_render_reasons(struct pk_out *out, const struct pk_sock_reasons *reasons)
{
	if (!reasons) {
		pk_out_null(out, "reasons");
		return;
	}
	PK_OUT_ARRAY(out, "reasons");
	for (unsigned i = 0; i < reasons->nr; i++) {
		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "reason", NULL, reasons->list[i].name);
		pk_out_str(out, "text", "    %s\n", reasons->list[i].text);
	}
}

/* Of a protocol that has no such words, as of one of which they are not known: a line has all keys. */
static void no_words(struct pk_out *out)
{
	for (unsigned i = 0; pk_protocols[i]; i++) {
		const struct pk_protocol_sockets *sockets = pk_protocols[i]->sockets;

		for (unsigned k = 0;
		     sockets && sockets->words && k < PK_SOCK_WORDS_MAX && sockets->words[k].key;
		     k++)
			pk_out_null(out, sockets->words[k].key);
	}
}

void pk_render_sock_info(struct pk_out *out, const struct pk_sock *sock,
			 const struct pk_sock_info *info)
{
	const struct pk_protocol_sockets *sockets = pk_protocol_of_sock(sock)->sockets;

	PK_OUT_OBJECT(out, "info");
	pk_out_text(out, "    ");
	render_memory(out, info->memory);
	render_timer(out, info);
	show_identity(out, &sock->identity, sock->inode);
	if (sockets->words) {
		const struct pk_info_word *words = sockets->words;
		bool shown = false;

		for (unsigned i = 0; i < PK_SOCK_WORDS_MAX && words[i].key; i++) {
			if (!words[i].joined)
				shown = says_something(&words[i], &info->words[i]) ||
					(words[i].form != PK_INFO_FLAG && words[i + 1].joined &&
					 says_something(&words[i + 1], &info->words[i + 1]));
			render_word(out, &words[i], &info->words[i], info->name, shown);
		}
	} else {
		no_words(out);
	}
	pk_out_text(out, "\n");
}
