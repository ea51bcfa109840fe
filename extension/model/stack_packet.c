// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stack_packet.h"

const char *pk_stack_evidence_text(enum pk_stack_evidence evidence)
{
	switch (evidence) {
	case PK_STACK_NOWHERE:
		break;
	case PK_STACK_ARGUMENT:
		return "argument register of the function";
	case PK_STACK_REGISTER:
		return "register of the function";
	case PK_STACK_FRAME:
		return "frame of the function";
	case PK_STACK_INNER:
		return "frame of a function that it called";
	case PK_STACK_OUTER:
		return "frame of the function, which called others";
	}
	return "not found";
}
