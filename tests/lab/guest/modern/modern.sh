# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
#
# What recipes with parts="packets modern" share: io_uring, TLS in the kernel, a proxy in a sockmap, and networks whose
# packets BPF programs redirect or XDP programs see.

BPFFS=/sys/fs/bpf

index_of() { cat "/sys/class/net/$1/ifindex"; }

# pair NET HERE THERE NETNS WORDS: a veth pair, 10.9.NET.1 and .2
pair() {
	ip link add "$2" type veth peer name "$3" netns "$4" &&
		ip addr add "10.9.$1.1/24" dev "$2" &&
		ip link set "$2" up &&
		ip netns exec "$4" ip addr add "10.9.$1.2/24" dev "$3" &&
		ip netns exec "$4" ip link set "$3" up
}

# ingress DEVICE HELPER TARGET: IPv4 that comes in is redirected to TARGET
ingress() {
	/lab/modern -redirect "$2" "$(index_of "$3")" "$BPFFS/$1" &&
		tc qdisc add dev "$1" clsact &&
		tc filter add dev "$1" ingress protocol ip bpf da pinned "$BPFFS/$1"
}

# network_redirect: namespaces n1 and n2, whose packets pass IP here in neither direction: n1's leave by
# bpf_redirect_neigh(), n2's come in at once by bpf_redirect_peer()
network_redirect() {
	ip netns add n1 && ip netns add n2 &&
		pair 71 n1h n1e n1 && pair 72 n2h n2e n2 &&
		ip netns exec n1 ip route add default via 10.9.71.1 &&
		ip netns exec n2 ip route add default via 10.9.72.1 &&
		echo 1 >/proc/sys/net/ipv4/ip_forward &&
		ingress n1h 152 n2h && ingress n2h 155 n1h &&
		capture - n1h n1e && capture - n2h n2e && capture n2 n2e n2h &&
		stacked n2e n1h && stacked n2h n1e || return
	ip netns exec n2 traffic -l 4321 &
}

# network_xdp: 10.9.73.0 with a program in the drivers of both ends, 10.9.74.0 with one before the stack
network_xdp() {
	/lab/modern -xdp 2 $BPFFS/pass &&
		pair 73 xd0 xd1 peer && pair 74 xg0 xg1 peer &&
		ip link set dev xd0 xdpdrv pinned $BPFFS/pass &&
		in_peer mount -t bpf bpf $BPFFS &&
		ip link set dev xg0 xdpgeneric pinned $BPFFS/pass &&
		capture - xd0 xd1 && capture peer xd1 xd0 && capture - xg0 xg1 && capture peer xg1 xg0
}

modern_networks() {
	mount -t bpf bpf $BPFFS || return
	network_redirect || return
	network_xdp || return
	/lab/modern -sockmap 10.9.0.1 7000 10.9.0.2 4321 &
	/lab/modern -verdict 10.9.0.1 7001 10.9.0.2 4321 &
	in_peer /lab/modern -tls 10.9.0.2 4433 &
	/lab/modern -tls 127.0.0.1 4433 &
	sleep 1
}

modern_plans() {
	/lab/modern ns4/uring,host=10.9.0.2,size=3000 ns4/tls,host=10.9.0.2,bytes=60000
	attempt /lab/modern ns4/uringzc,host=10.9.0.2,size=20000,count=4
	/lab/modern ns4/tlsecho,host=10.9.0.2,port=4433,size=4000 lo4/tlsecho,host=127.0.0.1,port=4433,size=20000
	in_peer /lab/talk sockmap/echo,host=10.9.0.1,port=7000,count=4,size=2000
	in_peer /lab/talk sockmap/get,host=10.9.0.1,port=7000,bytes=30000
	in_peer /lab/talk sockmap/echo,host=10.9.0.1,port=7001,count=4,size=2000
	in_peer /lab/talk sockmap/get,host=10.9.0.1,port=7001,bytes=30000
	ip netns exec n1 /lab/talk redirect/echo,host=10.9.72.2,count=3 redirect/put,host=10.9.72.2,bytes=40000,size=10000 \
		redirect/get,host=10.9.72.2,bytes=40000
	/lab/talk xdp/echo,host=10.9.73.2,count=3 xdp/get,host=10.9.73.2,bytes=40000 \
		xdp/echo,host=10.9.74.2,count=3 xdp/get,host=10.9.74.2,bytes=40000
}

modern_traffic() {
	modern_plans >>"$truth/traffic.jsonl"
}
