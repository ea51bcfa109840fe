# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the tests in guests share: a root for QEMU with busybox and pkttrace-arm, booted once. Source it in the top folder.
# shellcheck disable=SC2034,SC2154

for tool in qemu-system-x86_64 busybox cpio gcc python3; do
	command -v $tool >/dev/null || { echo "ok 1 - guests # SKIP no $tool"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
done
T=$(mktemp -d) || exit 2
trap 'rm -rf "$T"' EXIT
passed=0 failed=0

judge() {
	if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
	[ "$1" = ok ] || printf 'not '
	echo "ok $((passed + failed)) - $2"
}

# modules of a guest with virtio, in the order in which they must be loaded
modules='virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci failover net_failover virtio_net virtio_blk'

# initramfs KERNEL WORK: a root that runs the script WORK and leaves /tmp/out on the disk
initramfs() {
	root=$T/root
	rm -rf "$root"
	mkdir -p "$root/bin" "$root/mod" "$root/proc" "$root/sys" "$root/dev" "$root/run" "$root/tmp"
	cp "$(command -v busybox)" "$root/bin/busybox"
	for applet in $(busybox --list); do
		[ -e "$root/bin/$applet" ] || ln -s busybox "$root/bin/$applet"
	done
	n=0
	for module in $modules; do
		file=$(find "$1/lib/modules" -name "$module.ko" -o -name "$module.ko.xz" | head -n 1)
		[ -n "$file" ] || continue
		n=$((n + 1))
		case $file in
		*.xz) xz -dc "$file" >"$root/mod/$n.ko" ;;
		*) cp "$file" "$root/mod/$n.ko" ;;
		esac
	done
	for program in traffic kill-at; do
		gcc -O2 -static -o "$root/bin/$program" "tests/arm/$program.c" || exit 1
	done
	cp -r scripts/pkttrace-arm scripts/arm "$root/bin"
	cp "$2" "$root/work"
	cat >"$root/init" <<'INIT'
#!/bin/busybox sh
export PATH=/bin
mount -t proc p /proc
mount -t sysfs s /sys
mount -t devtmpfs d /dev
mount -t tmpfs t /tmp
mount -t tmpfs t /run
mount -t tracefs n /sys/kernel/tracing
for n in 1 2 3 4 5 6 7 8 9; do [ -e /mod/$n.ko ] && insmod /mod/$n.ko; done
sleep 1
mkdir /tmp/out
echo # behind what the firmware printed
sh /work 2>&1
cd /tmp/out
tar cf /dev/vda . && sync && echo "CHECK ok the guest came to its end"
poweroff -f
INIT
	chmod +x "$root/init"
}

# boot KERNEL: leaves the console in $T/console, frames of the wire in $T/wire.pcap, /tmp/out in $T/out. With a thread for each
# CPU, one sometimes never comes back from text that the other patches.
# With GUEST_ICOUNT (a shift, as in -icount) its clock counts instructions: what else the host does changes nothing.
boot() {
	(cd "$root" && find . | cpio -o -H newc --quiet) | gzip -1 >"$T/initramfs"
	truncate -s 256M "$T/disk"
	timeout "${GUEST_SECONDS:-900}" qemu-system-x86_64 -accel tcg,thread="${GUEST_THREADS:-single}" \
		${GUEST_ICOUNT:+-icount "shift=$GUEST_ICOUNT,sleep=off"} -cpu qemu64 -m 1024 -smp 2 -no-reboot -nographic \
		-kernel "$1/bzImage" -initrd "$T/initramfs" -append "console=ttyS0 quiet panic=-1 no_hash_pointers" \
		-netdev user,id=n,restrict=on,guestfwd=tcp:10.0.2.100:1234-cmd:cat -device virtio-net-pci,netdev=n \
		-object filter-dump,id=f,netdev=n,file="$T/wire.pcap" \
		-drive file="$T/disk",format=raw,if=virtio </dev/null 2>&1 | stdbuf -oL tr -d '\r' >"$T/console"
	mkdir -p "$T/out"
	tar xf "$T/disk" -C "$T/out" 2>/dev/null
}

# guest_checks SUITE: the guest's own lines "CHECK ok|FAILED what"
guest_checks() {
	sed -n 's/^CHECK //p' "$T/console" >"$T/checks"
	while read -r result what; do judge "$result" "$1: $what"; done <"$T/checks"
	grep -q 'came to its end' "$T/checks" || judge FAILED "$1: the guest came to its end"
}
