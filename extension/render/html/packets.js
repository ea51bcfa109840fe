// SPDX-License-Identifier: GPL-3.0-or-later
// The packets, a line each: chosen by words and by end; one of them is shown whole.
"use strict";

function packetRow(data, packet) {
	const cells = [["age", ageText(packet.before_panic_ns)], ["dir", packet.dir], ["dev", packet.devices.join(">") || "?"],
		["from", sourceOf(packet)], ["to", destinationOf(packet)], ["flags", flagsText(packet)],
		["num seq", numberText(packet, packet.seq)], ["num len", packet.payload_len ?? "?"], ["identity", packet.identity]];

	return el("div", {class: `row ${packet.id === data.panic.packet ? "died" : ""}`, "data-id": packet.id},
		cells.map(([kind, text]) => el("span", {class: kind, title: ["dev", "from", "to"].includes(kind) ? text : null}, text)),
		el("span", {class: "end"}, endTag(packet), packet.retransmit ? tag("open", "retr") : null,
			el("span", {class: "why"}, packet.drop_reason ?? "")),
		el("span", {class: "id"}, packet.id));
}

function searched(packet) {
	packet.searched = packet.searched || [packet.id, packet.dir, packet.devices.join(" "), sourceOf(packet), destinationOf(packet), packet.outcome,
		packet.outcome_detail, packet.drop_reason, packet.skb, packet.sk, packet.retransmit ? "retransmit" : "",
		...packet.spans.map((span) => `${span.comm} cpu${span.cpu} ${span.context}`)].join(" ").toLowerCase();
	return packet.searched;
}

function packetsView(data, open) {
	const list = new VirtualList("packets", 22, (packet, at) => {
		const row = packetRow(data, packet);
		row.addEventListener("click", () => list.go(at));
		return row;
	});
	const ends = [...new Set(data.packets.map((packet) => packet.outcome))].sort();
	const words = el("input", {type: "search", id: "words", placeholder: "address, port, task, reason, ID", "aria-label": "words"});
	const end = el("select", {"aria-label": "end"}, el("option", {value: ""}, "every end"),
		ends.map((name) => el("option", {value: name}, name)));
	const count = el("span", {class: "count", "aria-live": "polite"});
	const update = () => {
		const wanted = words.value.toLowerCase().split(/\s+/);
		const shown = data.packets.filter((packet) => (!end.value || packet.outcome === end.value) &&
			wanted.every((word) => searched(packet).includes(word)));
		list.set(shown);
		list.go(shown.length - 1, true);
		count.textContent = `${countText(shown.length)} of ${countText(data.packets.length)}`;
	};

	words.addEventListener("input", update);
	end.addEventListener("change", update);
	list.chosen = open;
	update();
	return [el("p", {class: "tools"}, words, end, count),
		data.endIsPanic ? null : el("p", {class: "note"}, "Ages count back from the newest event: when the panic was is not known, or there was none."),
		el("div", {class: "wide"}, el("div", {class: "row heads packets"},
			["AGE", "DIR", "DEV", "SOURCE", "DESTINATION", "FLAGS", "SEQ", "LEN", "IDENTITY", "END", "ID"]
			.map((head, at) => el("span", {class: at === 6 || at === 7 ? "num" : ""}, head))),
		list.node)];
}
