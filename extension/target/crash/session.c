// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "defs.h"
#include "target/crash/crash.h"
#include "target/crash/internal.h"

/*
 * A library built with one crash's defs.h also loads into any other crash, but there it reads the
 * wrong fields and takes the session down. crash's layouts change even in patch releases
 * (gnu_request in 8.0.3, load_module in 8.0.4, bt_info in 8.0.6): only the same release is
 * accepted. Until the release is checked, only plain variables of crash are touched (fp, args,
 * argcnt, build_version).
 */

_Static_assert(sizeof(PK_CRASH_SERIES) > 1, "which crash is this for? make CRASH_SERIES=8.0.2");

static const struct pk_crash_command *command;
static struct pk_crash *session; /* made at the first command */

/* "8.0.2-1.el9" and "8.0.2++" are 8.0.2. */
static size_t release_len(const char *version)
{
	return strspn(version, "0123456789.");
}

static bool check_series(void)
{
	const char *running = build_version ? build_version : "";
	size_t len = release_len(PK_CRASH_SERIES);

	if (len && len == release_len(running) && !strncmp(running, PK_CRASH_SERIES, len))
		return true;
	fprintf(fp, "%s: built for crash %s, this is crash %s: build it with this crash's defs.h\n",
		command->name, PK_CRASH_SERIES, build_version ? build_version : "(unknown)");
	return false;
}

static void run_command(void)
{
	if (!check_series())
		return;
	if (!session)
		session = pk_crash_create();
	if (session)
		pk_crash_run_command(command, session);
	else
		fprintf(fp, "%s: out of memory\n", command->name);
}

static struct command_table_entry table[2];

void pk_crash_register(const struct pk_crash_command *new_command)
{
	command = new_command;
	table[0].name = (char *)command->name;
	table[0].func = run_command;
	table[0].help_data = command->help;
	table[0].flags = 0;
	register_extension(table);
	check_series();
}

void pk_crash_unregister(void)
{
	pk_crash_reap_all();
	pk_crash_destroy(session);
	session = NULL;
}
