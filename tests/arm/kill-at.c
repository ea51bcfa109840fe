// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * kill-at N WHOM PROGRAM ARGUMENT...: runs PROGRAM and kills it, with SIGKILL, right before the N-th time that it or
 * a child of it changes a file: opens one for writing, writes to it, renames, links, removes, makes a folder. Pipes and
 * devices do not count. WHOM is "main" (PROGRAM alone; its children run on), "writer" (who was about to
 * write) or "all". With N 0 nobody is killed, and the number of changes is printed.
 *
 * Exit status: that of PROGRAM, 137 if it was killed. Only the system calls in question are stopped (seccomp), so that it
 * is bearable under an emulator.
 */
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define MAX_TRACEES 256

static const int calls[] = {
	SYS_openat,    SYS_write,     SYS_pwrite64,	   SYS_writev,	 SYS_ftruncate,
	SYS_renameat,  SYS_renameat2, SYS_unlinkat,	   SYS_mkdirat,	 SYS_linkat,
	SYS_symlinkat, SYS_sendfile,  SYS_copy_file_range,
#ifdef __x86_64__
	SYS_open,      SYS_creat,     SYS_rename,	   SYS_unlink,	 SYS_mkdir,
	SYS_rmdir,     SYS_link,      SYS_symlink,	   SYS_truncate,
#endif
};

static pid_t tracees[MAX_TRACEES];
static int n_tracees;

static void die(const char *what)
{
	perror(what);
	exit(99);
}

/* Runs in the child: from here on each of @calls stops it for the tracer. */
static void watch_calls(void)
{
	struct sock_filter filter[2 * ARRAY_SIZE(calls) + 2];
	struct sock_fprog program = {.filter = filter};
	unsigned int n = 0;

	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						   offsetof(struct seccomp_data, nr));
	for (unsigned int i = 0; i < ARRAY_SIZE(calls); i++) {
		filter[n++] =
			(struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i], 0, 1);
		filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
	}
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	program.len = n;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		die("seccomp");
}

/* Is descriptor @fd of @pid a file in a file system, and not a pipe, a terminal or /dev/null? */
static int is_file(pid_t pid, unsigned long long fd)
{
	char link[64], path[PATH_MAX];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/%d/fd/%llu", pid, fd);
	n = readlink(link, path, sizeof(path) - 1);
	if (n < 0)
		return 0;
	path[n] = '\0';
	return path[0] == '/' && strncmp(path, "/dev/", 5) != 0;
}

static int is_device(pid_t pid, unsigned long long address)
{
	long word = ptrace(PTRACE_PEEKDATA, pid, (void *)(unsigned long)address, NULL);

	return !memcmp(&word, "/dev/", 5);
}

/* Does the call that @pid is about to make change a file? */
static int is_change(pid_t pid)
{
	const int writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof(info), &info) <= 0)
		die("PTRACE_GET_SYSCALL_INFO");
	switch (info.seccomp.nr) {
	case SYS_openat:
		return (info.seccomp.args[2] & writing) && !is_device(pid, info.seccomp.args[1]);
#ifdef __x86_64__
	case SYS_open:
		return (info.seccomp.args[1] & writing) && !is_device(pid, info.seccomp.args[0]);
#endif
	case SYS_write:
	case SYS_pwrite64:
	case SYS_writev:
	case SYS_ftruncate:
	case SYS_sendfile:
		return is_file(pid, info.seccomp.args[0]);
	case SYS_copy_file_range:
		return is_file(pid, info.seccomp.args[2]);
	}
	return 1;
}

static void add_tracee(pid_t pid)
{
	if (n_tracees == MAX_TRACEES)
		exit(99);
	tracees[n_tracees++] = pid;
}

static void strike(const char *whom, pid_t main_pid, pid_t writer)
{
	if (!strcmp(whom, "writer")) {
		kill(writer, SIGKILL);
		return;
	}
	kill(main_pid, SIGKILL);
	for (int i = 0; !strcmp(whom, "all") && i < n_tracees; i++)
		kill(tracees[i], SIGKILL);
}

int main(int ac, char **av)
{
	int at, seen = 0, result = 0, status;
	pid_t child, pid;

	if (ac < 4) {
		fprintf(stderr, "usage: kill-at N main|writer|all PROGRAM ARGUMENT...\n");
		return 2;
	}
	at = atoi(av[1]);
	child = fork();
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		watch_calls();
		execvp(av[3], av + 3);
		die(av[3]);
	}
	if (waitpid(child, &status, 0) != child ||
	    ptrace(PTRACE_SETOPTIONS, child, NULL,
		   (void *)(PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
			    PTRACE_O_TRACECLONE)))
		die("ptrace");
	add_tracee(child);
	ptrace(PTRACE_CONT, child, NULL, NULL);
	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		int event = status >> 16, sig = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;

		if (!WIFSTOPPED(status)) {
			if (pid == child)
				result = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
							     : WEXITSTATUS(status);
			for (int i = 0; i < n_tracees; i++)
				if (tracees[i] == pid)
					tracees[i] = tracees[--n_tracees];
			continue;
		}
		if (event == PTRACE_EVENT_SECCOMP && is_change(pid) && ++seen == at)
			strike(av[2], child, pid);
		if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
		    event == PTRACE_EVENT_CLONE) {
			unsigned long made;

			if (!ptrace(PTRACE_GETEVENTMSG, pid, NULL, &made))
				add_tracee(made);
		}
		ptrace(PTRACE_CONT, pid, NULL,
		       (void *)(long)(sig == SIGTRAP || sig == SIGSTOP ? 0 : sig));
	}
	if (!at)
		printf("%d\n", seen);
	return result;
}
