/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_NOTED_STACK_H
#define PK_MODEL_NOTED_STACK_H

#define PK_NOTED_FUNCS 8

/** A stack that the kernel noted when something was done: its innermost functions, innermost first, as %pS prints them. */
struct pk_noted_stack {
	char funcs[PK_NOTED_FUNCS][96];
	unsigned nr;
};

#endif
