// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tracing.h"

#include <stdlib.h>

void pk_instance_setup_deinit(struct pk_instance_setup *setup)
{
	for (uint32_t i = 0; i < setup->nr_events; i++)
		free(setup->events[i].triggers);
	for (int i = 0; i < PK_NR_FUNC_FILES; i++)
		free(setup->functions[i].names);
	for (int i = 0; i < PK_NR_PID_FILES; i++)
		free(setup->pids[i].pids);
	free(setup->options);
	free(setup->commands);
	free(setup->events);
	free(setup->notes.names);
	pk_texts_deinit(&setup->texts);
}

void pk_tracing_deinit(struct pk_tracing *tracing)
{
	for (uint32_t i = 0; i < tracing->nr_profiles; i++) {
		free(tracing->profiles[i].profile.records);
		free(tracing->profiles[i].funcs);
	}
	free(tracing->profiles);
	free(tracing->tracers.names);
	free(tracing->notes.names);
	pk_texts_deinit(&tracing->texts);
}
