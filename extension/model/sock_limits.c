// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sock_limits.h"

uint32_t pk_window_left(const struct pk_sock *sock, uint64_t window)
{
	int32_t left = (int32_t)(sock->snd_una + (uint32_t)window - sock->snd_nxt);

	return left > 0 ? (uint32_t)left : 0;
}

bool pk_window_is_open(const struct pk_sock *sock, const struct pk_sock_limits *limits)
{
	uint64_t wanted = limits->unsent < limits->mss.value ? limits->unsent : limits->mss.value;

	return pk_window_left(sock, limits->snd_wnd.value) >= wanted;
}
