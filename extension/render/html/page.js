// SPDX-License-Identifier: GPL-3.0-or-later
// The page: its parts in order, its keys, and what is shown of the packet and connection that somebody chose.
"use strict";

// What goes wrong is told in the page, and counted for tests.
function watchErrors() {
	const say = (text) => {
		document.documentElement.dataset.errors = Number(document.documentElement.dataset.errors || 0) + 1;
		document.body.prepend(el("p", {class: "error"}, text));
	};

	window.addEventListener("error", (event) => say(`This page has an error: ${event.message}`));
	window.addEventListener("unhandledrejection", (event) => say(`This page has an error: ${event.reason}`));
	document.addEventListener("securitypolicyviolation", (event) => say(`Blocked: ${event.violatedDirective} ${event.blockedURI}`));
}

function section(id, title, parts, ...content) {
	const complaints = parts.filter((part) => part.failed).map((part) => el("p", {class: "note bad"},
		part.complaints.join("\n") || `${part.command || part.name} did not answer`));

	return el("section", {id, "aria-labelledby": `${id}-title`}, el("header", {}, el("h2", {id: `${id}-title`}, title),
		parts.map(commandLine)), complaints, content);
}

function switchTheme() {
	const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
	const now = root.dataset.theme || (dark ? "dark" : "light");

	root.dataset.theme = now === "dark" ? "light" : "dark";
}

function navigation(sections) {
	return el("nav", {"aria-label": "parts"}, el("strong", {}, "pkttrace"),
		sections.map(([id, title, count]) => el("a", {href: `#${id}`}, title,
			count ? el("span", {class: "count"}, countText(count)) : null)),
		el("div", {class: "switches"}, button("light / dark", "switch colours (t)", switchTheme),
			button("all rows", "draw every row of every list: for printing, and the browser's own search (w)", () => drawWhole(!whole)),
			button("print", "print, or save as PDF", () => { drawWhole(true); window.print(); })),
		el("p", {class: "keys"}, el("kbd", {}, "s"), " search all ", el("kbd", {}, "/"), " packets ", el("kbd", {}, "j"), el("kbd", {}, "k"), " next, previous ",
			el("kbd", {}, "t"), " colours ", el("kbd", {}, "w"), " all rows"));
}

function listenForKeys(focusPackets) {
	document.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
			if (event.key === "Escape")
				event.target.blur();
			return;
		}
		if (event.key === "t")
			switchTheme();
		else if (event.key === "w")
			drawWhole(!whole);
		else if (event.key === "/") {
			event.preventDefault();
			document.getElementById("words").focus();
		} else if (event.key === "s") {
			event.preventDefault();
			document.getElementById("everywhere").focus();
		} else if ((event.key === "j" || event.key === "k") && !event.target.closest(".list"))
			focusPackets(event);
	});
}

// The packet that is shown before anybody chose one, and why it is this one.
function firstPacket(data) {
	const bad = [...data.packets].reverse().find((packet) => endKind(packet) === "bad");

	if (data.died())
		return [data.died(), "Shown because the panicking CPU was handling it. Choose another one below."];
	if (bad)
		return [bad, "Shown because it is the newest packet that was dropped; no packet is known that a CPU died with. Choose another one below."];
	return [data.newest ?? data.packets.at(-1), "Shown because it is the newest; none was dropped, and no packet is known that a CPU died with."];
}

function draw() {
	const data = new Data(), page = document.getElementById("page");
	const shownPacket = el("div", {});
	const open = (packet, why) => {
		shownPacket.replaceChildren(...(typeof why === "string" ? [el("p", {class: "note chosen"}, why)] : []), packetView(data, packet, open));
		const key = connectionOf(packet);
		if (key && story)
			story.show(key);
	};
	const story = connectionsView(data, open);
	const [first, why] = firstPacket(data);
	const openFlow = (flow) => {
		story.show(...data.connectionsOf(flow).map((connection) => connection.key));
		document.getElementById("sequence").scrollIntoView();
	};
	const openSocket = (flow) => {
		const row = [...document.querySelectorAll("tr.flow")].find((one) => one.dataset.sk === flow.sk);
		document.querySelectorAll("tr.flow.current").forEach((one) => one.classList.remove("current"));
		row?.classList.add("current");
		// After the link's own jump to the section.
		setTimeout(() => row?.scrollIntoView({block: "center"}));
	};
	const drops = data.packets.filter((packet) => packet.outcome === "dropped").length;
	const unknown = unknownLines(data).length;
	const parts = (...names) => names.map(data.part);
	const sections = [
		["death", "What died", 0, section("death", "What died", parts("verdict"), deathView(data))],
		["findings", "Findings", data.findings.length, section("findings", "Findings", parts("findings"), findingsView(data, openSocket))],
		["packet", "Packet", 0, section("packet", "One packet", [], shownPacket)],
		["packets", "Packets", data.packets.length, section("packets", "Packets", parts("packets"), packetsView(data, open))],
		["sequence", "Sequence", data.connections.size, section("sequence", "One connection", [], story.node)],
		["cpus", "CPUs", (data.verdict.cpus || []).length, section("cpus", "CPUs", parts("packets"), timelineView(data, open))],
		["flows", "Flows", data.flows.length, section("flows", "Flows and their queues", parts("flows"), flowsView(data, openFlow))],
		["drops", "Drops", drops, section("drops", "Drops by reason and place", parts("dropped", "packets", "devices"), dropsView(data, open))],
		["latency", "Latency", 0, section("latency", "How long packets took", parts("latency"), latencyView(data, open))],
		["consumers", "Consumers", data.part("consumers").records.filter((record) => record.kind).length,
			section("consumers", "Users of the network in the kernel", parts("consumers"), consumersView(data, openSocket))],
		["hooks", "Hooks", data.probes.length, section("hooks", "Who hooked what", parts("probes", "probed"), hooksView(data))],
		["stacks", "Stacks", 0, section("stacks", "What CPUs held open", parts("inflight"), inflightView(data, open))],
		["log", "Log", 0, section("log", "The end of the kernel's log", parts("log"), logView(data))],
		["unknown", "Not known", unknown, section("unknown", "What is not known", [], unknownView(data))],
		["data", "Data", 0, section("data", "The data of this page", [], el("p", {class: "note"},
			"JSON Lines, a part for each command; they stand in the source of this page as well."), dataView(data))],
	];

	document.title = seen(`${data.panic.reason ?? "pkttrace"} - ${data.verdict.kernel ?? ""}`);
	page.replaceChildren(el("header", {class: "title"}, el("p", {class: "small"}, [data.page.dump, data.verdict.hostname, data.verdict.kernel,
		data.page.wall_ns ? wallText(data.page.wall_ns) : null].filter((word) => word).join("  ·  ")),
	el("h1", {}, data.panic.reason ?? "No panic message"),
	...(data.page.redacted ? [el("p", {class: "note"}, `Redacted: ${data.page.redacted}.`)] : []),
	...(data.page.filter ? [el("p", {class: "note"}, `Packets are those of "${data.page.filter}"; ${data.page.unchosen} are of the whole machine.`)] : [])),
	searchView(data, open, (flow) => data.connectionsOf(flow).length ? openFlow(flow) : openSocket(flow)), ...sections.map((entry) => entry[3]),
	el("footer", {class: "small"}, `pkttrace ${data.page.version ?? ""}. This file loads nothing from elsewhere.`));
	document.body.prepend(navigation(sections));
	if (first)
		open(first, why);
	// What it died in is the end of its path.
	if (data.died())
		shownPacket.querySelectorAll(".calls").forEach((calls) => { calls.scrollTop = calls.scrollHeight; });
	listenForKeys((event) => {
		const list = document.querySelector(".list.packets");

		list.focus();
		list.dispatchEvent(new KeyboardEvent("keydown", {key: event.key}));
	});
	for (const list of lists)
		list.go(list.current, true);
	document.documentElement.dataset.drawn = Math.round(performance.now());
}

watchErrors();
draw();
if (whole)
	drawWhole(true);
window.addEventListener("beforeprint", () => drawWhole(true));
