/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_CGROUP_H
#define PK_MODEL_CGROUP_H

#define PK_CONTAINER_ID 64 /* hex digits: of Docker, containerd, CRI-O, Podman */

/** A cgroup of the unified hierarchy (cgroup v2). */
struct pk_cgroup {
	char path[512]; /* "/system.slice/ssh.service"; may contain any bytes */
	/* The container that the path names: such an ID, or LXC's or systemd-nspawn's name; "" if it names none. */
	char container[PK_CONTAINER_ID + 1];
};

/** Fill CGROUP->container by its path. Of nested containers the innermost. */
void pk_cgroup_find_container(struct pk_cgroup *cgroup);

#endif
