/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_INFO_H
#define PK_MODEL_SOCK_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "model/figure.h"

#define PK_SOCK_WORDS_MAX 72 /* words of a protocol; also of memory */
#define PK_SOCK_NAME_SIZE 17 /* TCP_CA_NAME_MAX, and a NUL */

/** Words of memory, in the order of `ss -m`. */
enum pk_memory_word {
	PK_MEMORY_RECEIVED, /* sk_rmem_alloc */
	PK_MEMORY_RCVBUF,
	PK_MEMORY_SENT, /* sk_wmem_alloc, without the socket's own */
	PK_MEMORY_SNDBUF,
	PK_MEMORY_FORWARD,
	PK_MEMORY_QUEUED,
	PK_MEMORY_OPTIONS,
	PK_MEMORY_BACKLOG,
	PK_MEMORY_DROPS
};

/** Which timer of a socket is running, as inet_diag reports it. */
enum pk_sock_timer { PK_TIMER_NONE, PK_TIMER_ON, PK_TIMER_KEEPALIVE, PK_TIMER_PERSIST };

/** The numbers behind `ss -tinm` for one socket, in the order of struct pk_info_word's lists. */
struct pk_sock_info {
	bool is_listener;
	struct pk_figure memory[PK_SOCK_WORDS_MAX], words[PK_SOCK_WORDS_MAX];
	char name[PK_SOCK_NAME_SIZE]; /* the one word that is a string; "" if unknown */
	enum pk_status timer_status; /* PK_ABSENT: this kernel or socket has no known timer */
	enum pk_sock_timer timer;
	int64_t timer_ms; /* until it expires; negative: overdue by that much */
	uint64_t timer_tries;
};

#endif
