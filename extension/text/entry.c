// SPDX-License-Identifier: GPL-3.0-or-later
/* Built-in entry types and what the kernel registered to print each: the arrays of struct trace_event in
 * trace_output.c and the tracers. mmiotrace's entries are in none: only its tracer prints them. */
#include "text/entry.h"

const struct pk_kt_entry pk_kt_entries[] = {
	{PK_R_TRACE_FN,
	 {pk_kt_function, pk_kt_function_raw, pk_kt_function_hex, pk_kt_function_bin}},
	{PK_R_TRACE_CTX, {pk_kt_switch, pk_kt_switch_raw, pk_kt_switch_hex, pk_kt_switch_bin}},
	{PK_R_TRACE_WAKE, {pk_kt_switch, pk_kt_switch_raw, pk_kt_switch_hex, pk_kt_switch_bin}},
	{PK_R_TRACE_STACK, {pk_kt_stack, NULL, NULL, NULL}},
	{PK_R_TRACE_USER_STACK, {pk_kt_user_stack, NULL, NULL, NULL}},
	{PK_R_TRACE_BPUTS, {pk_kt_bputs, pk_kt_bputs_raw, NULL, NULL}},
	{PK_R_TRACE_BPRINT, {pk_kt_bprint, pk_kt_bprint_raw, NULL, NULL}},
	{PK_R_TRACE_PRINT, {pk_kt_print, pk_kt_print_raw, NULL, NULL}},
	{PK_R_TRACE_HWLAT, {pk_kt_hwlat, pk_kt_hwlat_raw, NULL, NULL}},
	{PK_R_TRACE_OSNOISE, {pk_kt_osnoise, pk_kt_osnoise_raw, NULL, NULL}},
	{PK_R_TRACE_TIMERLAT, {pk_kt_timerlat, pk_kt_timerlat_raw, NULL, NULL}},
	{PK_R_TRACE_RAW_DATA, {pk_kt_raw_data, pk_kt_raw_data, NULL, NULL}},
	{PK_R_TRACE_FUNC_REPEATS, {pk_kt_repeats, pk_kt_repeats_raw, NULL, NULL}},
	{PK_R_TRACE_BRANCH, {pk_kt_branch, NULL, NULL, NULL}},
	{PK_R_TRACE_GRAPH_ENT, {pk_kt_graph_event, NULL, NULL, NULL}},
	{PK_R_TRACE_GRAPH_RETADDR_ENT, {pk_kt_graph_event, NULL, NULL, NULL}},
	{PK_R_TRACE_GRAPH_RET, {pk_kt_graph_event, NULL, NULL, NULL}},
	{PK_R_TRACE_BLK, {pk_kt_blk, NULL, NULL, pk_kt_blk_bin}},
	{.type = PK_NR_ROWS},
};
