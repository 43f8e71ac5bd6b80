"use strict";
// Details on request: of lines of source and of options.

(() => {
  const { element, thousands, many } = confcov;
  const pane = document.getElementById("details");
  const pageOf = (file) => file.replace(/[^]/gu, (c) => {
    if (/[a-z0-9.-]/i.test(c)) return c;
    if (c === "/") return "__";
    return [...new TextEncoder().encode(c)].map((b) => "_" + b.toString(16).padStart(2, "0")).join("");
  });
  const link = (file, line) => element("a", { href: `${confcov.root}source/${encodeURI(pageOf(file))}.html#L${line}` }, `${file}:${line}`);
  const item = (name, ...content) => [element("dt", {}, name), element("dd", {}, ...content)];
  confcov.linkTo = link;

  // names lists names, the first few at once.
  function names(list, few = 6) {
    if (list.length <= few + 1) return [list.join(", ")];
    return [element("details", {}, element("summary", {}, list.slice(0, few).join(", ") + ` and ${list.length - few} more`), list.slice(few).join(", "))];
  }

  // Source.
  const source = document.getElementById("source");
  let current = null, data = null, search = null, model = null;

  async function showLine(row, focus) {
    const n = row.id.slice(1);
    try {
      const name = "source-" + pageOf(source.dataset.file);
      [data, search, model] = await Promise.all([confcov.load(name), confcov.load("search"), confcov.model.ready()]);
    } catch (error) { confcov.say(error); return; }
    current?.removeAttribute("aria-current");
    current = row;
    row.setAttribute("aria-current", "true");
    const groups = data.lines[n] ?? [];
    pane.replaceChildren(element("h2", {}, `${data.file}:${n}`), element("pre", { class: "quote" }, row.cells[2].textContent.trim()), ...groups.map(group));
    confcov.open("details");
    if (focus) row.scrollIntoView({ block: "nearest" });
    under();
  }

  function group([name, k, d, why]) {
    const box = element("section", { class: "group", "data-k": k >= 0 ? k : null }, element("h3", {}, name));
    if (d < 0) {
      box.append(element("p", { class: "never" }, model.data.never));
      if (why >= 0) box.append(element("dl", {}, ...item("why", data.why[why])));
      return box;
    }
    const x = data.details[d], tests = confcov.numbers(x.t).map((i) => search.tests[i]);
    const settings = (packed) => confcov.numbers(packed).map((i) => data.settings[i]);
    const text = (pairs, between) => pairs.map(([n, v]) => n + "=" + v).join(between);
    const list = element("dl", {}, ...item("when", element("code", { class: "formula" }, x.f), x.s !== "-" ? ` ${x.s} of the configurations` : ""));
    if (x.l?.length) list.append(...item("least", x.b + " it:", element("ul", { class: "least" }, ...x.l.map((s) => element("li", {}, element("code", {}, text(settings(s), ",\u200b")))))));
    else if (x.b) list.append(...item("least", x.b + " it, in too many ways to be listed"));
    list.append(...item("tests", `${tests.length} of ${search.tests.length}: `, ...names(tests)), ...(x.x ? item("", x.x) : []));
    if (x.r) {
      const c = settings(x.c), quoted = c.map(([n, v]) => (n + "=" + v).replaceAll("'", "\\x27").replaceAll(" ", "\\x20")).join(", ");
      const command = x.r + (c.length ? ` --config '${quoted}'` : "");
      const copy = element("button", { type: "button", onclick: () => confcov.copy(copy, command) }, "Copy");
      list.append(...item("try", element("code", { class: "command" }, command), " ", copy, " ",
        element("a", { class: "use", href: "#" + confcov.fragmentOf(c, true) }, "set these options")));
    }
    box.append(list);
    return box;
  }

  // under says, where options are set, what the groups that are shown are with these settings, and by which tests.
  async function under() {
    for (const old of pane.querySelectorAll(".under")) old.remove();
    if (!confcov.some || !pane.querySelector("[data-k]")) return;
    let m;
    try { m = await confcov.model.tests(); } catch (error) { confcov.say(error); return; }
    const { can } = m.now();
    for (const old of pane.querySelectorAll(".under")) old.remove();
    for (const box of pane.querySelectorAll("[data-k]")) {
      const k = Number(box.dataset.k), v = can[m.classes[k].condition], certain = [], possible = [];
      for (const t of m.tests) {
        for (let i = 0; i < t.classes.length; i += 2) {
          if (t.classes[i] !== k) continue;
          const c = can[t.classes[i + 1]];
          if (c === confcov.model.CERTAIN) certain.push(t.name);
          else if (c === confcov.model.POSSIBLE) possible.push(t.name);
        }
      }
      const word = { 2: "certain", 3: "possible" }[v] ?? "excluded";
      box.querySelector("h3").after(element("p", { class: "under " + word }, element("b", {}, word), " with these settings",
        certain.length ? element("span", {}, "; every configuration: ", ...names(certain, 4)) : "",
        possible.length ? element("span", {}, "; some configurations: ", ...names(possible, 4)) : ""));
    }
  }
  document.addEventListener("settings", under);

  function move(by, wanted) {
    const rows = [...source.rows].filter(wanted);
    if (rows.length === 0) return;
    let i = rows.findIndex((r) => current && r.sectionRowIndex >= current.sectionRowIndex);
    if (current && i >= 0 && rows[i] === current) i += by;
    else if (by < 0) i = i < 0 ? rows.length - 1 : i - 1;
    const row = rows[Math.max(0, Math.min(rows.length - 1, i < 0 ? (current ? rows.length - 1 : 0) : i))];
    showLine(row, true);
    confcov.write(row.id);
  }

  if (source) {
    source.addEventListener("click", (e) => {
      const row = e.target.closest("tr");
      if (!row || row.dataset.g === undefined || String(getSelection()) !== "") return;
      showLine(row, false);
      if (!e.target.closest("a")) confcov.write(row.id);
    });
    document.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea, .side")) return;
      const any = (r) => r.dataset.g !== undefined;
      const looking = current && !document.getElementById("side").hidden; // else arrows scroll the page
      if (e.key === "ArrowDown" && looking) move(1, any);
      else if (e.key === "ArrowUp" && looking) move(-1, any);
      else if (e.key === "n") move(1, (r) => r.classList.contains("n") && r.querySelector(".m button"));
      else if (e.key === "p") move(-1, (r) => r.classList.contains("n") && r.querySelector(".m button"));
      else return;
      e.preventDefault();
    });
  }

  // Options.
  async function showOption(name) {
    let list;
    try { list = await confcov.load("options"); } catch (error) { confcov.say(error); return; }
    const o = list.find((x) => x.name === name);
    if (!o) return;
    for (const row of document.querySelectorAll("tr[data-option]")) {
      if (row.dataset.option === name) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    const m = await confcov.model.ready();
    const total = m.criteria.map((c, i) => `${thousands(o.decides[i])} of ${thousands(c.total)} ${c.plural}`);
    const content = element("dl", {}, ...item("domain", o.domain), ...item("default", o.default), ...item("decides", total.join(", ")));
    content.append(...item("values", ...(o.values.length ? [element("ul", {}, ...o.values.map(([text, value]) => element("li", {},
      element("code", {}, text), " ", element("a", { class: "use", href: "#" + confcov.fragmentOf([...confcov.settings.filter((s) => s[0] !== name), [name, value]], confcov.defaults) }, "set"))))]
      : ["coverage tells none apart"])));
    if (o.reads.length) {
      const places = o.reads.map(([file, line, func]) => element("li", {}, link(file, line), " ", element("small", {}, func + "()")));
      content.append(...item("read at", many(places.length, "branch").replace("branchs", "branches"), element("ul", { class: "places" }, ...places)));
    } else content.append(...item("read at", "no branch that is known"));
    if (o.files.length) {
      content.append(...item("lines in", element("ul", {}, ...o.files.map(([file, n]) => element("li", {},
        element("a", { href: `${confcov.root}source/${encodeURI(pageOf(file))}.html` }, file), ` ${thousands(n)}`)))));
    }
    if (o.tests?.length) content.append(...item("set by tests", ...names(o.tests)));
    content.append(...item("interactions", o.interactions));
    pane.replaceChildren(element("h2", {}, name), content);
    confcov.open("details");
  }

  const here = (place) => {
    if (place.option !== null && document.body.dataset.page === "options") showOption(place.option);
    else if (place.place && source) {
      const row = document.getElementById(place.place);
      if (row?.dataset.g !== undefined) showLine(row, false).then(() => row.scrollIntoView({ block: "center" }));
      else row?.scrollIntoView({ block: "center" });
    } else if (place.place) document.getElementById(place.place)?.scrollIntoView({ block: "center" });
  };
  document.addEventListener("place", (e) => here(e.detail));
  here(confcov.parseFragment(location.hash));
})();
