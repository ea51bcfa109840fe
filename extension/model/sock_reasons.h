/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_REASONS_H
#define PK_MODEL_SOCK_REASONS_H

#define PK_REASONS_MAX 12

/** A reason why data waits in a socket; each is derived independently of the others. */
struct pk_sock_reason {
	const char *name; /* for programs: "window-closed" */
	char text[200];
};

struct pk_sock_reasons {
	unsigned nr;
	struct pk_sock_reason list[PK_REASONS_MAX];
};

/** Append a reason; beyond PK_REASONS_MAX it is dropped. */
void pk_sock_reason_add(struct pk_sock_reasons *reasons, const char *name, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
