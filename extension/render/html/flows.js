// SPDX-License-Identifier: GPL-3.0-or-later
// Connections, associations and listeners: a table to sort, with what waits in their queues as bars. Below it IPsec's states.
"use strict";

const FLOW_COLUMNS = [
	["Protocol", (flow) => flow.protocol ?? "?"], ["State", (flow) => flow.state], ["Local", localText], ["Remote", remoteText],
	["Receive queue", (flow) => flow.rx_queue, "bar"], ["Send queue", (flow) => flow.tx_queue, "bar"],
	["Packets", (flow) => flow.packets, "num"], ["Drops", (flow) => flow.drops, "num"],
	["Retrans.", (flow) => flow.retransmits, "num"], ["Owner", (flow) => (flow.owners || []).map((owner) =>
		`${owner.comm} (${owner.pid})`).join(", "), "tight"],
];

function queueBar(value, most) {
	return el("td", {class: "bar"}, el("span", {class: "num"}, countText(value)),
		el("span", {class: "track"}, value > 0
			? styled(el("span", {class: "fill"}), {width: `${Math.max(2, value / most * 100)}%`}) : null));
}

// The command says nothing of it where a protocol has no such thing; null: it is not known.
function flowText(value) {
	return value === undefined ? "-" : value ?? "?";
}

function flowRow(flow, most, open) {
	const reasons = (flow.reasons || []).map((reason) => el("div", {class: "reason"}, tag("open", reason.reason), " ", reason.text));
	const cells = FLOW_COLUMNS.map(([name, value, kind]) => kind === "bar" ? queueBar(value(flow), most)
		: el("td", {class: `${kind || ""} ${name === "Drops" && value(flow) > 0 ? "bad" : ""}`},
			flowText(value(flow)), name === "Remote" ? reasons : null));

	return el("tr", {class: "flow", "data-sk": flow.sk, tabindex: "0", on: {click: () => open(flow),
		keydown: (event) => event.key === "Enter" && open(flow)}}, cells);
}

function compared(a, b) {
	return a > b ? 1 : a < b ? -1 : 0;
}

// One way from host to host each; what it refused is counted by the reason.
function statesView(data) {
	if (!data.states.length)
		return null;
	return [el("h4", {}, "States of IPsec"), table("plain", ["Protocol", "Mode", "State", "SPI", "Source", "Destination",
		...["Packets", "Bytes", "Sent", "Received", "Too old", "Replayed", "Not authentic"].map(numHead)],
	data.states.map((state) => el("tr", {class: "state", "data-address": state.address}, cell(state.protocol), cell(state.mode),
		cell(state.state), mono(`0x${state.spi.toString(16)}`), mono(state.saddr ?? "?"), mono(state.daddr ?? "?"),
		[state.packets, state.bytes, state.sent, state.received, state.too_old, state.replayed, state.not_authentic]
			.map((count) => num(countText(count))))))];
}

function flowsView(data, open) {
	const most = Math.max(1, ...data.flows.map((flow) => Math.max(flow.rx_queue ?? 0, flow.tx_queue ?? 0)));
	const body = el("tbody", {});
	let by = null, down = true;
	const draw = () => {
		const flows = [...data.flows];
		if (by)
			flows.sort((a, b) => compared(by[1](a) ?? -1, by[1](b) ?? -1) * (down ? -1 : 1));
		body.replaceChildren(...flows.map((flow) => flowRow(flow, most, open)));
	};
	const heads = FLOW_COLUMNS.map((column) => el("th", {scope: "col", class: column[2] === "num" ? "num" : "",
		"aria-sort": "none", "data-text": column[0]},
		button(column[0], "sort by it", (event) => {
			down = by === column ? !down : true;
			by = column;
			for (const head of heads)
				head.setAttribute("aria-sort", head === event.target.closest("th") ? down ? "descending" : "ascending" : "none");
			draw();
		})));

	draw();
	return [el("div", {class: "scroll"}, el("table", {class: "flows"}, el("thead", {}, el("tr", {}, heads)), body)), statesView(data)];
}
