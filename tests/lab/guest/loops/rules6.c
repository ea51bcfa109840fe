// SPDX-License-Identifier: GPL-3.0-or-later
/* rules6 NR [MATCH]: rules.c for ip6tables. */
#define IPV6
#include "rules.c"
