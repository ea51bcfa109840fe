# SPDX-License-Identifier: GPL-3.0-or-later
"""What the captures of samples with parts=ipsec say of packets in ESP (tests/lab/guest/ipsec/ipsec.sh, ipsec6/ipsec6.sh).

In transport mode nothing is encrypted there, so that ESP's own frames tell what is in them; what comes out is no packet of a
device any more. In tunnel mode the capture of the device that received has what came out, right behind the frame.
What was sent inside ESP was given to no device: there its device is None.
"""
import ipaddress
import os
import struct

ICV = 16
TCP_PORT = 4321
PEER = {"veth0": "veth1", "veth1": "veth0"}
TUNNELS = [ipaddress.ip_network(net) for net in ("10.9.71.0/24", "fd09:71::/64", "10.9.78.0/24", "fd09:78::/64")]
TRANSPORT = (0x7000, 0x7001, 0x7010, 0x7011, 0x7200, 0x7300, 0x7500, 0x7700, 0x7701, 0x7720, 0x7721)
TUNNEL = (0x7100, 0x7101, 0x7110, 0x7111, 0x7800, 0x7801, 0x7820, 0x7821)
NATT_PORT = 4500  # of both ends
REFUSED = (0x7200, 0x7300)  # no state, another key


def has_esp(truth):
    return os.path.exists(truth + "/xfrm-state")


def in_tunnel(address):
    address = ipaddress.ip_address(address)
    return any(address in net for net in TUNNELS if net.version == address.version)


def behind_udp(frame, at):
    """ESP's length behind the UDP header there; None: it is none (a keepalive has one byte, a message of IKE begins with zeros)."""
    sport, dport, length = struct.unpack_from("!HHH", frame, at)
    if (sport, dport) != (NATT_PORT, NATT_PORT) or length < 16 or not any(frame[at + 8:at + 12]):
        return None
    return length - 8


def parse(frame):
    """(version, where ESP begins, bytes from there on) of an Ethernet frame; None: it is no ESP."""
    kind = frame[12] << 8 | frame[13]
    if kind == 0x0800 and frame[23] == 50:
        head = (frame[14] & 15) * 4
        return 4, 14 + head, struct.unpack_from("!H", frame, 16)[0] - head
    if kind == 0x0800 and frame[23] == 17:
        head = (frame[14] & 15) * 4
        length = behind_udp(frame, 14 + head)
        return (4, 14 + head + 8, length) if length else None
    if kind == 0x86DD and frame[20] == 50:
        return 6, 54, struct.unpack_from("!H", frame, 18)[0]
    if kind == 0x86DD and frame[20] == 17:
        length = behind_udp(frame, 54)
        return (6, 62, length) if length else None
    return None


def in_udp(frame):
    """It is ESP that UDP carries."""
    kind = frame[12] << 8 | frame[13]
    return (kind, frame[23] if kind == 0x0800 else frame[20]) in ((0x0800, 17), (0x86DD, 17)) and bool(parse(frame))


def uncover(frame, version, at, length):
    """(frame, bytes on the wire) of the packet in the ESP, LENGTH bytes, that is not encrypted. The capture may lack its end:
    then the ports tell whose it is, and UDP's own length how much; what else is so long has no padding."""
    data, room = frame[at + 8:at + length - ICV], length - 8 - ICV
    if len(frame) >= at + length:
        number, size = data[room - 1], room - 2 - data[room - 2]
    else:
        sport, dport, size = struct.unpack_from("!HHH", data)
        number = 17
        if not room - 5 <= size <= room - 2:
            size, number = room - 2, 6 if TCP_PORT in (sport, dport) else 1 if version == 4 else 58
    head = bytearray(frame[:at - 8 * in_udp(frame)])
    if version == 4:
        head[23], head[16:18] = number, struct.pack("!H", len(head) - 14 + size)
    else:
        head[20], head[18:20] = number, struct.pack("!H", size)
    return bytes(head) + data[:size], len(head) + size


def packets(truth, pcap):
    """Of every ESP frame that the veth pair received: (device, ns, SPI, number, source, destination, (frame, wire) of what is in
    it or None, it was taken). Those that somebody sent once more have nothing in them that was sent."""
    for device in PEER:
        seen, newest = set(), {}
        for stamp, frame, wire in pcap.read_packets("%s/%s.pcap" % (truth, device)):
            found = parse(frame)
            if not found:
                continue
            version, at, length = found
            spi, number = struct.unpack_from("!II", frame, at)
            ends = frame[26:34] if version == 4 else frame[22:54]
            half = len(ends) // 2
            known = spi in TRANSPORT or spi in TUNNEL
            again = not known or (spi, number) in seen or number > newest.get(spi, number) + 128
            seen.add((spi, number))
            if not again:
                newest[spi] = max(number, newest.get(spi, 0))
            inner = uncover(frame, version, at, length) if spi in TRANSPORT and not again else None
            yield (device, stamp, spi, number, str(ipaddress.ip_address(ends[:half])), str(ipaddress.ip_address(ends[half:])),
                   inner, not again and spi not in REFUSED)


def inner_segments(truth, pcap, read):
    """READ(frame, wire) of what was in ESP in transport mode, with iface, n and ts as others have them; "came" says that it
    came out again."""
    if not has_esp(truth):
        return
    for number, (device, stamp, _, _, _, _, inner, taken) in enumerate(packets(truth, pcap)):
        found = inner and read(*inner)
        if found:
            yield {"iface": device, "n": number, "ts": str(stamp), "inside": True, "came": taken, **found}
