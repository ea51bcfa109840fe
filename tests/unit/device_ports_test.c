// SPDX-License-Identifier: GPL-3.0-or-later
/* What devices are in bonds, teams and bridges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device/device.h"
#include "fake_target.h"

#define BASE 0xffff888000000000ull
#define DEVICE(n) (BASE + 0x400 * (uint64_t)(n))
#define PRIV 256 /* of a device */
#define OPS(n) (BASE + 0x3000 + 64 * (uint64_t)(n))
#define KIND(n) (OPS(n) + 32)
#define SLAVE(n) (BASE + 0x4000 + 256 * (uint64_t)(n)) /* or a bridge's port */
#define INFO (BASE + 0x5000)
#define AGGREGATOR (BASE + 0x6000)

enum { BOND, BRIDGE, FIRST, SECOND, NR_DEVICES };

static const struct fake_member members[] = {
	{"struct net_device", "rtnl_link_ops", 0, 8, .is_pointer = true},
	{"struct net_device", "rx_handler_data", 8, 8, .is_pointer = true},
	{"struct net_device", "priv", PRIV, .size = 8},
	{"struct rtnl_link_ops", "kind", 8, 8, .is_pointer = true},
};

static const struct fake_member of_modules[] = {
	{"struct bonding@bonding", "params.mode", 0, .size = 4},
	{"struct bonding@bonding", "params.miimon", 4, .size = 4},
	{"struct bonding@bonding", "params.arp_interval", 8, .size = 4},
	{"struct bonding@bonding", "curr_active_slave", 16, 8, .is_pointer = true},
	{"struct slave@bonding", "dev", 0, 8, .is_pointer = true},
	{"struct slave@bonding", "link", 8, .size = 1},
	{"struct slave@bonding", "backup", 9, .size = 1, .bit_offset = 0, .bit_size = 1},
	{"struct slave@bonding", "link_failure_count", 12, .size = 4},
	{"struct slave@bonding", "ad_info", 16, 8, .is_pointer = true},
	{"struct ad_slave_info@bonding", "port.aggregator", 0, 8, .is_pointer = true},
	{"struct ad_slave_info@bonding", "port.actor_oper_port_state", 8, .size = 1},
	{"struct ad_slave_info@bonding", "port.partner_oper.port_state", 10, .size = 2},
	{"struct aggregator@bonding", "aggregator_identifier", 0, .size = 2},
	{"struct aggregator@bonding", "is_active", 2, .size = 2},
	{"struct aggregator@bonding", "num_of_ports", 4, .size = 2},
	{"struct aggregator@bonding", "partner_system", 6, .size = 6},
	{"struct team@team", "mode", 0, 8, .is_pointer = true},
	{"struct team@team", "mode_priv", 8, .size = 32, .is_array = true},
	{"struct team_mode@team", "kind", 0, 8, .is_pointer = true},
	{"struct ab_priv@team_mode_activebackup", "active_port", 0, 8, .is_pointer = true},
	{"struct team_port@team", "dev", 0, 8, .is_pointer = true},
	{"struct team_port@team", "index", 8, .size = 4, .is_signed = true},
	{"struct team_port@team", "state.linkup", 12, .size = 1},
	{"struct net_bridge@bridge", "stp_enabled", 0, .size = 4},
	{"struct net_bridge_port@bridge", "dev", 0, 8, .is_pointer = true},
	{"struct net_bridge_port@bridge", "state", 8, .size = 1},
	{"struct net_bridge_port@bridge", "port_no", 10, .size = 2},
	{"struct net_bridge_port@bridge", "path_cost", 12, .size = 4},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_device list[NR_DEVICES];
	struct pk_devices devices;
};

static void begin(struct machine *machine, bool types)
{
	struct fake_target *fake = &machine->fake;

	memset(machine, 0, sizeof(*machine));
	fake_target_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	if (types)
		fake_members(fake, of_modules, ARRAY_SIZE(of_modules));
	fake_map(fake, BASE, 0x7000);
	for (unsigned i = 0; i < NR_DEVICES; i++) {
		machine->list[i].addr = DEVICE(i);
		if (i < FIRST) {
			fake_put(fake, DEVICE(i), 8, OPS(i));
			fake_put(fake, OPS(i) + 8, 8, KIND(i));
			fake_put_string(fake, KIND(i), i == BOND ? "bond" : "bridge");
			strcpy(machine->list[i].kind, i == BOND ? "bond" : "bridge");
			continue;
		}
		machine->list[i].master = DEVICE(i - FIRST);
		fake_put(fake, DEVICE(i) + 8, 8, SLAVE(i));
		fake_put(fake, SLAVE(i), 8, DEVICE(i));
	}
	machine->devices = (struct pk_devices){machine->list, NR_DEVICES};
	pk_ctx_init(&machine->ctx, &fake->target);
}

static int setup(void **state)
{
	static struct machine machine;

	begin(&machine, true);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

static const struct pk_port *port_of(struct machine *machine, unsigned device)
{
	pk_device_ports_read(&machine->ctx, &machine->devices);
	return &machine->list[device].port;
}

static void a_bond_with_one_link(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_port *port;

	fake_put(fake, DEVICE(BOND) + PRIV, 4, 1);
	fake_put(fake, DEVICE(BOND) + PRIV + 4, 4, 100);
	fake_put(fake, DEVICE(BOND) + PRIV + 16, 8, SLAVE(FIRST));
	fake_put(fake, SLAVE(FIRST) + 8, 1, 2);
	fake_put(fake, SLAVE(FIRST) + 9, 1, 1);
	fake_put(fake, SLAVE(FIRST) + 12, 4, 3);
	port = port_of(machine, FIRST);
	assert_string_equal(pk_bond_mode_name(machine->list[BOND].bond.mode.value),
			    "active-backup");
	assert_int_equal(machine->list[BOND].bond.miimon.value, 100);
	assert_true(machine->list[BOND].bond.active == DEVICE(FIRST));
	assert_int_equal(machine->list[FIRST].bond.status, PK_ABSENT);
	assert_string_equal(port->of, "bond");
	assert_int_equal(port->status, PK_OK);
	assert_false(port->active);
	assert_string_equal(pk_bond_link_name(port->link.value), "down");
	assert_int_equal(port->failures.value, 3);
	assert_int_equal(port->aggregator.status, PK_ABSENT);
	/* of the others several links are in use, whatever stands there */
	fake_put(fake, DEVICE(BOND) + PRIV, 4, 4);
	port_of(machine, FIRST);
	assert_true(machine->list[BOND].bond.active == 0);
}

static void a_bond_that_speaks_lacp(void **state)
{
	static const uint8_t partner[] = {2, 3, 4, 5, 6, 7};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_port *port;

	fake_put(fake, DEVICE(BOND) + PRIV, 4, 4);
	fake_put(fake, SLAVE(FIRST) + 16, 8, INFO);
	fake_put(fake, INFO + 8, 1, 0x3f);
	fake_put(fake, INFO + 10, 2, 0x3d);
	port = port_of(machine, FIRST);
	assert_int_equal(port->aggregator.status, PK_ABSENT); /* none was chosen yet */
	assert_int_equal(port->actor_state.value, 0x3f);
	assert_int_equal(port->partner_state.value, 0x3d);
	fake_put(fake, INFO, 8, AGGREGATOR);
	fake_put(fake, AGGREGATOR, 2, 7);
	fake_put(fake, AGGREGATOR + 2, 2, 1);
	fake_put(fake, AGGREGATOR + 4, 2, 2);
	fake_put_bytes(fake, AGGREGATOR + 6, partner, sizeof(partner));
	port = port_of(machine, FIRST);
	assert_int_equal(port->aggregator.value, 7);
	assert_true(port->aggregator_active && port->active);
	assert_int_equal(port->aggregator_ports.value, 2);
	assert_memory_equal(port->partner, partner, sizeof(partner));
	fake_put(fake, INFO, 8, 0x1000);
	port = port_of(machine, FIRST);
	assert_int_equal(port->status, PK_OK);
	assert_int_equal(port->aggregator.status, PK_UNREADABLE);
}

static void a_bridge(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_port *port;

	fake_put(fake, DEVICE(BRIDGE) + PRIV, 4, 1);
	fake_put(fake, SLAVE(SECOND) + 8, 1, 4);
	fake_put(fake, SLAVE(SECOND) + 10, 2, 5);
	fake_put(fake, SLAVE(SECOND) + 12, 4, 2);
	port = port_of(machine, SECOND);
	assert_int_equal(machine->list[BRIDGE].stp.value, 1);
	assert_int_equal(machine->list[BOND].stp.status, PK_ABSENT);
	assert_string_equal(port->of, "bridge");
	assert_string_equal(pk_bridge_state_name(port->state.value), "blocking");
	assert_false(port->active);
	assert_int_equal(port->number.value, 5);
	assert_int_equal(port->cost.value, 2);
	fake_put(fake, SLAVE(SECOND) + 8, 1, 3);
	assert_true(port_of(machine, SECOND)->active);
	/* what leads to another device is no port of this one */
	fake_put(fake, SLAVE(SECOND), 8, DEVICE(FIRST));
	assert_int_equal(port_of(machine, SECOND)->status, PK_CORRUPT);
	fake_put(fake, DEVICE(SECOND) + 8, 8, 0x1000);
	assert_int_equal(port_of(machine, SECOND)->status, PK_UNREADABLE);
	machine->list[SECOND].master = 0;
	assert_null(port_of(machine, SECOND)->of);
}

/* Of the bond a team is made, whose mode is called MODE. */
static void make_team(struct machine *machine, const char *mode)
{
	struct fake_target *fake = &machine->fake;

	fake_put_string(fake, KIND(BOND), "team");
	strcpy(machine->list[BOND].kind, "team");
	fake_put(fake, DEVICE(BOND) + PRIV, 8, INFO);
	fake_put(fake, INFO, 8, INFO + 16);
	fake_put_string(fake, INFO + 16, mode);
	fake_put(fake, SLAVE(FIRST) + 12, 1, 1);
}

static void a_team(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_port *port;

	make_team(machine, "activebackup");
	port = port_of(machine, FIRST);
	assert_string_equal(port->of, "team");
	assert_string_equal(pk_bond_link_name(port->link.value), "up");
	assert_false(port->active); /* it sends by none */
	assert_string_equal(machine->list[BOND].team.mode, "activebackup");
	assert_true(machine->list[BOND].team.active == 0);
	assert_int_equal(machine->list[BOND].bond.status, PK_ABSENT);
	fake_put(fake, DEVICE(BOND) + PRIV + 8, 8, SLAVE(FIRST));
	assert_true(port_of(machine, FIRST)->active);
	assert_true(machine->list[BOND].team.active == DEVICE(FIRST));
	/* others send by all that are enabled */
	fake_put_string(fake, INFO + 16, "roundrobin");
	assert_true(port_of(machine, FIRST)->active);
	assert_true(machine->list[BOND].team.active == 0);
	fake_put(fake, SLAVE(FIRST) + 8, 4, UINT32_MAX);
	assert_false(port_of(machine, FIRST)->active);
	fake_put(fake, DEVICE(BOND) + PRIV, 8, 0xdead000000000000ull);
	assert_int_not_equal(port_of(machine, FIRST)->status, PK_OK);
	assert_int_not_equal(machine->list[BOND].team.status, PK_OK);
}

static void without_types(void **state)
{
	struct machine machine;

	(void)state;
	begin(&machine, false);
	assert_int_not_equal(port_of(&machine, FIRST)->status, PK_OK);
	assert_string_equal(machine.list[FIRST].port.of, "bond");
	assert_int_not_equal(machine.list[BOND].bond.status, PK_OK);
	assert_int_not_equal(machine.list[BRIDGE].stp.status, PK_OK);
	pk_ctx_deinit(&machine.ctx);
	fake_target_deinit(&machine.fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_bond_with_one_link, setup, teardown),
		cmocka_unit_test_setup_teardown(a_bond_that_speaks_lacp, setup, teardown),
		cmocka_unit_test_setup_teardown(a_bridge, setup, teardown),
		cmocka_unit_test_setup_teardown(a_team, setup, teardown),
		cmocka_unit_test(without_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
