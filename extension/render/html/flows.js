// SPDX-License-Identifier: GPL-3.0-or-later
// Connections and listeners: a table to sort, with what waits in their queues as bars.
"use strict";

const FLOW_COLUMNS = [
	["State", (flow) => flow.state], ["Local", source], ["Remote", (flow) => flow.dport ? destination(flow) : "*"],
	["Receive queue", (flow) => flow.rx_queue ?? -1, "bar"], ["Send queue", (flow) => flow.tx_queue ?? -1, "bar"],
	["Packets", (flow) => flow.packets ?? -1, "num"], ["Drops", (flow) => flow.drops ?? -1, "num"],
	["Retrans.", (flow) => flow.retransmits ?? -1, "num"], ["Owner", (flow) => (flow.owners || []).map((owner) =>
		`${owner.comm} (${owner.pid})`).join(", "), "tight"],
];

function queueBar(value, most) {
	return el("td", {class: "bar"}, el("span", {class: "num"}, value < 0 ? "?" : countText(value)),
		el("span", {class: "track"}, value > 0
			? styled(el("span", {class: "fill"}), {width: `${Math.max(2, value / most * 100)}%`}) : null));
}

function flowRow(flow, most, open) {
	const reasons = (flow.reasons || []).map((reason) => el("div", {class: "reason"}, tag("open", reason.reason), " ", reason.text));
	const cells = FLOW_COLUMNS.map(([name, value, kind]) => kind === "bar" ? queueBar(value(flow), most)
		: el("td", {class: `${kind || ""} ${name === "Drops" && value(flow) > 0 ? "bad" : ""}`},
			value(flow) === -1 ? "?" : value(flow), name === "Remote" ? reasons : null));

	return el("tr", {class: "flow", "data-sk": flow.sk, tabindex: "0", on: {click: () => open(flow),
		keydown: (event) => event.key === "Enter" && open(flow)}}, cells);
}

function flowsView(data, open) {
	const most = Math.max(1, ...data.flows.map((flow) => Math.max(flow.rx_queue ?? 0, flow.tx_queue ?? 0)));
	const body = el("tbody", {});
	let by = null, down = true;
	const draw = () => {
		const flows = [...data.flows];
		if (by)
			flows.sort((a, b) => (by[1](a) > by[1](b) ? 1 : by[1](a) < by[1](b) ? -1 : 0) * (down ? -1 : 1));
		body.replaceChildren(...flows.map((flow) => flowRow(flow, most, open)));
	};
	const heads = FLOW_COLUMNS.map((column) => el("th", {scope: "col", class: column[2] === "num" ? "num" : "", "aria-sort": "none"},
		button(column[0], "sort by it", (event) => {
			down = by === column ? !down : true;
			by = column;
			for (const head of heads)
				head.setAttribute("aria-sort", head === event.target.closest("th") ? down ? "descending" : "ascending" : "none");
			draw();
		})));

	draw();
	return el("div", {class: "scroll"}, el("table", {class: "flows"}, el("thead", {}, el("tr", {}, heads)), body));
}
