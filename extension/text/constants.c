// SPDX-License-Identifier: GPL-3.0-or-later
/* Constants of devices and protocols that print_fmts name. The kernel has them as enumerators, but of modules (whose
 * types are not among vmlinux's) or of enums that no variable has; their values are written in specifications
 * and in the interface to programs, so they are the same in all releases. */
#include <string.h>

#include "core/kit.h"
#include "text/print_fmt_private.h"

static const struct {
	const char *name;
	int64_t value;
} constants[] = {
	/* enum nvme_ana_state and kin: NVMe specification */
	{"NVME_AER_ERROR", 0},
	{"NVME_AER_SMART", 1},
	{"NVME_AER_NOTICE", 2},
	{"NVME_AER_CSS", 6},
	{"NVME_AER_VS", 7},
	/* VMX instruction errors: Intel's manual */
	{"VMXERR_VMCALL_IN_VMX_ROOT_OPERATION", 1},
	{"VMXERR_VMLAUNCH_NONCLEAR_VMCS", 4},
	{"VMXERR_VMRESUME_NONLAUNCHED_VMCS", 5},
	{"VMXERR_VMRESUME_AFTER_VMXOFF", 6},
	{"VMXERR_ENTRY_INVALID_CONTROL_FIELD", 7},
	{"VMXERR_ENTRY_INVALID_HOST_STATE_FIELD", 8},
	{"VMXERR_ENTRY_EVENTS_BLOCKED_BY_MOV_SS", 26},
	/* linux/l2tp.h */
	{"L2TP_PWTYPE_NONE", 0},
	{"L2TP_PWTYPE_ETH_VLAN", 4},
	{"L2TP_PWTYPE_ETH", 5},
	{"L2TP_PWTYPE_PPP", 7},
	{"L2TP_PWTYPE_PPP_AC", 8},
	{"L2TP_PWTYPE_IP", 11},
	{"L2TP_ENCAPTYPE_UDP", 0},
	{"L2TP_ENCAPTYPE_IP", 1},
	/* bits of rpc_task.tk_runstate: the same since 4.x */
	{"RPC_TASK_RUNNING", 0},
	{"RPC_TASK_QUEUED", 1},
	{"RPC_TASK_ACTIVE", 2},
	{"RPC_TASK_NEED_XMIT", 3},
	{"RPC_TASK_NEED_RECV", 4},
	{"RPC_TASK_MSG_PIN_WAIT", 5},
};

bool pk_constant_find(const char *name, int64_t *ret_value)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(constants); i++)
		if (!strcmp(constants[i].name, name)) {
			*ret_value = constants[i].value;
			return true;
		}
	return false;
}
