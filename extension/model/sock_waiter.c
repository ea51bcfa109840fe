// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sock.h"

const char *pk_waiting_name(enum pk_waiting waiting)
{
	static const char *const names[PK_NR_WAITINGS] = {"sleep", "poll", "epoll", "other"};

	return names[waiting];
}
