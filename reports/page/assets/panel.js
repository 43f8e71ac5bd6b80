"use strict";
// Settings: the panel in which options are set, the bar that says what they come to, and the colours and counts of the page.

(() => {
  const { element, thousands, percent, many } = confcov;
  const { CERTAIN, EXCLUDED } = confcov.model;
  const panel = document.getElementById("settings"), active = document.getElementById("active");
  const words = { [CERTAIN]: "certain", [EXCLUDED]: "excluded", 3: "possible", 0: "excluded" };

  // What the page says without settings, to be restored.
  const plain = new Map();
  function keep(node, what) {
    if (!plain.has(node)) plain.set(node, what === "html" ? node.innerHTML : what === "style" ? node.getAttribute("style") : node.textContent);
    return plain.get(node);
  }
  function text(node, value) {
    if (!node) return;
    const before = keep(node, "html");
    if (value === null) node.innerHTML = before; // what this page was written with
    else node.textContent = value;
  }
  function bar(node, counts) {
    if (!node) return;
    for (const i of node.children) {
      const before = keep(i, "style");
      i.setAttribute("style", counts === null ? before : `width:${(100 * (counts[i.className] ?? 0) / Math.max(1, counts.total)).toFixed(2)}%`);
    }
  }

  // Cards of the overview.
  function cards(counts) {
    for (const card of document.querySelectorAll(".card")) {
      const c = counts && counts[Number(card.dataset.criterion)];
      bar(card.querySelector("[data-bar]"), c);
      text(card.querySelector("[data-of]"), c && `${thousands(c.certain)} certain, ${thousands(c.possible)} possible of ${thousands(c.total)}`);
      text(card.querySelector(".big"), c && percent(c.certain, c.total));
      text(card.querySelector("[data-certain]"), c && "certain");
      text(card.querySelector("[data-certain-count]"), c && thousands(c.certain));
    }
  }

  // The table of files.
  let files = null;
  function fileCounts(m, can, list) {
    const out = m.criteria.map(() => ({ certain: 0, possible: 0, excluded: 0 }));
    for (let i = 0, k = -1; i < list.length; i += 2) {
      k += list[i] + 1;
      const c = m.classes[k];
      out[c.criterion][words[can[c.condition]]] += list[i + 1];
    }
    return out;
  }
  async function fileTable(m, can) {
    const rows = document.querySelectorAll("#files tr[data-file]");
    if (rows.length === 0) return;
    files ??= (await confcov.load("files")).map(([, list]) => confcov.numbers(list));
    for (const head of document.querySelectorAll("#files th [data-certain], #files th[data-certain]")) label(head, can ? "Certain" : null);
    for (const row of rows) {
      const counts = can && fileCounts(m, can, files[Number(row.dataset.file)]);
      const total = Number(row.cells[3]?.dataset.v ?? 0);
      if (counts) {
        const c = counts[0];
        c.total = total;
        c.never = total - c.certain - c.possible - c.excluded;
      }
      bar(row.querySelector("[data-bar]"), counts && counts[0]);
      const cell = row.querySelector("[data-certain-count]");
      text(cell, counts && thousands(counts[0].certain));
      cell.dataset.plain ??= cell.dataset.v;
      cell.dataset.v = counts ? counts[0].certain : cell.dataset.plain;
    }
  }
  function label(head, value) {
    const node = head.querySelector("button") ?? head;
    text(node, value);
  }

  // The source of a file: lines take the colour of what they are.
  const source = document.getElementById("source");
  const lines = source ? [...source.rows].filter((r) => r.dataset.k !== undefined).map((row) => ({ row, k: Number(row.dataset.k), plain: row.className })) : [];
  function recolour(m, can) {
    for (const { row, k, plain } of lines) {
      const name = can ? { [CERTAIN]: "a", [EXCLUDED]: "x", 3: "s", 0: "x" }[can[m.classes[k].condition]] : plain;
      if (row.className !== name) row.className = name;
    }
  }
  function sourceCounts(m, can) {
    const parts = document.querySelectorAll(".source-head [data-criterion]");
    if (parts.length === 0) return;
    const certain = can && m.criteria.map(() => 0);
    if (can) for (const { k } of lines) if (can[m.classes[k].condition] === CERTAIN) certain[m.classes[k].criterion]++;
    for (const p of parts) {
      let note = p.querySelector(".now");
      const i = Number(p.dataset.criterion);
      if (can && lines.length && m.classes[lines[0].k].criterion === i) {
        if (!note) { note = element("em", { class: "now" }); p.append(" ", note); }
        note.textContent = thousands(certain[i]) + " certain under the settings";
      } else note?.remove();
    }
  }

  // The table of tests, and a few tests that do as much as all.
  function testTable(m, can) {
    const rows = document.querySelectorAll("#tests tr[data-test]");
    if (rows.length === 0) return;
    for (const row of rows) {
      let n = 0;
      if (can) {
        const { classes } = m.tests[Number(row.dataset.test)];
        for (let i = 0; i < classes.length; i += 2) {
          const c = m.classes[classes[i]];
          if (c.criterion === 0 && can[classes[i + 1]] === CERTAIN) n += c.size;
        }
      }
      const cell = row.querySelector("[data-certain-count]");
      text(cell, can && thousands(n));
      cell.dataset.v = can ? n : -1;
    }
    const few = document.getElementById("few-tests");
    if (!can) { few.replaceChildren(); return; }
    few.replaceChildren(element("p", {}, fewText(m, can)));
  }
  function fewText(m, can) {
    const { list, total } = m.fewTests(can, 0);
    if (list.length === 0) return "No test certainly covers anything under these settings.";
    return `${many(list.length, "test")} ${list.length === 1 ? "covers" : "cover"} all that tests certainly cover under these settings, ${many(total, m.criteria[0].name)}: `
      + list.map((t) => `${t.name} +${thousands(t.adds)}`).join(", ") + ".";
  }

  // The bar of what is set.
  function showActive(m, result, counts) {
    const settings = confcov.settings;
    active.hidden = !confcov.some;
    if (!confcov.some) { active.replaceChildren(); return; }
    const chips = settings.slice(0, 12).map(([name, value]) => element("button", {
      type: "button", class: "chip", title: "Leave " + name + " open", onclick: () => confcov.set(settings.filter((s) => s[0] !== name)),
    }, `${name}=`, element("b", {}, value), element("span", { "aria-hidden": "true" }, " ×")));
    const c = counts[0];
    active.replaceChildren(
      settings.length > 0 ? "With " : "",
      ...chips.flatMap((c) => [c, " "]),
      settings.length > 12 ? element("button", { type: "button", class: "link", onclick: () => confcov.open("settings") }, `and ${settings.length - 12} more `) : "",
      confcov.defaults ? (settings.length > 0 ? "and the defaults otherwise" : "With the defaults") : "",
      ...result.problems.slice(0, 3).map((p) => element("b", { class: "bad" }, p + ". ")),
      element("span", { class: "sum" }, element("b", {}, thousands(c.certain)), ` ${m.criteria[0].plural} certain (${percent(c.certain, c.total)})`,
        c.possible ? `, ${thousands(c.possible)} possible` : "", `, ${thousands(c.excluded)} excluded`),
      " ", element("button", { type: "button", class: "link", onclick: () => confcov.set([], false) }, "Clear"));
  }

  // update makes the page follow the settings.
  const wantsTests = document.getElementById("tests") !== null;
  let turn = 0;
  async function update() {
    const mine = ++turn;
    try {
      if (!confcov.some && plain.size === 0 && !drawn) { active.hidden = true; recolour(null, null); return; }
      const m = await (wantsTests ? confcov.model.tests() : confcov.model.ready());
      if (mine !== turn) return;
      const start = performance.now();
      const some = confcov.some;
      const result = m.now(), counts = m.counts(result.can), can = some ? result.can : null;
      document.body.classList.toggle("with-settings", some);
      cards(some ? counts : null);
      recolour(m, can);
      sourceCounts(m, can);
      if (wantsTests) testTable(m, can);
      showActive(m, result, counts);
      drawn?.(m, result, counts);
      confcov.recolourTime = performance.now() - start;
      for (const k of document.querySelectorAll("[data-legend]")) legend(k, some);
      await fileTable(m, can);
      document.dispatchEvent(new CustomEvent("recoloured", { detail: { m, can } }));
    } catch (error) { confcov.say(error); }
  }
  function legend(node, some) {
    const first = node.querySelector(".certain").nextSibling, second = node.querySelector(".possible").nextSibling;
    first.textContent = some ? " certain with these settings " : " always ";
    second.textContent = some ? " possible " : " under some configurations ";
  }

  // The panel itself, which is made when it is opened first.
  let drawn = null;
  async function draw() {
    if (drawn) return;
    panel.replaceChildren(element("p", { class: "hint" }, "Loading…"));
    try { build(await confcov.model.ready()); } catch (error) { confcov.say(error); return; }
    update();
  }

  function build(m) {
    const order = m.options.map((o, i) => i).sort((a, b) => m.options[b].weight - m.options[a].weight || a - b);
    const controls = new Map();
    const summary = element("div", { class: "sums" });
    const problems = element("p", { class: "bad", role: "status" });
    const change = (name, value) => {
      const rest = confcov.settings.filter((s) => s[0] !== name);
      if (value !== null) rest.push([name, value]);
      rest.sort((a, b) => (m.index.get(a[0]) ?? 1e9) - (m.index.get(b[0]) ?? 1e9));
      confcov.set(rest);
    };
    const rows = order.map((i) => {
      const o = m.options[i], id = "o" + i;
      const control = o.values.length <= 3 && o.values.every((v) => v[0].length <= 6 && !v[4]) && !o.linear ? segmented(o, id, change) : listed(m, i, id, change);
      controls.set(o.name, control);
      const row = element("li", { class: o.weight ? "" : "idle", "data-name": o.name }, element("span", { class: "name", id: id + "n" }, o.name), control.node);
      return row;
    });
    const list = element("ul", { class: "options" }, ...rows);
    const filter = element("input", {
      type: "search", placeholder: `Filter ${m.options.length} options`, "aria-label": "Filter options", oninput: () => {
        const q = filter.value.trim().toLowerCase();
        for (const r of rows) r.hidden = q !== "" && !r.dataset.name.toLowerCase().includes(q);
      },
    });
    const copyLink = element("button", { type: "button", onclick: () => confcov.copy(copyLink, location.href) }, "Copy link");
    const copySettings = element("button", {
      type: "button", onclick: () => confcov.copy(copySettings, confcov.settings.map(([n, v]) => n + "=" + v).join(",")),
    }, "Copy settings");
    const presets = element("select", { "aria-label": "Configurations of the covering sets", onchange: () => choose(m, presets) },
      element("option", { value: "" }, "Configuration…"), element("option", { value: "defaults" }, "the defaults"),
      ...m.data.sets.map((s, i) => element("optgroup", { label: `all ${m.criteria[s.criterion].plural}, ${s.method}` },
        ...s.members.map((_, k) => element("option", { value: i + "," + k }, `configuration ${k + 1} of ${s.members.length}`)))));
    const others = element("input", { type: "checkbox", id: "others", onchange: () => confcov.set(confcov.settings, others.checked) });
    const tests = element("div", { class: "tests" });
    const whichTests = element("button", { type: "button", onclick: async () => {
      try {
        const t = await confcov.model.tests();
        tests.replaceChildren(element("p", {}, fewText(t, t.now().can)));
      } catch (error) { confcov.say(error); }
    } }, "Which tests?");
    panel.replaceChildren(
      element("p", { class: "hint" }, "Options that are not set are open. Certain is what every configuration with the settings covers under some test."),
      summary, problems,
      element("label", { class: "others" }, others, " The defaults for all options that are not set"),
      element("div", { class: "buttons" }, presets, element("button", { type: "button", onclick: () => confcov.set([], false) }, "All open"), copyLink, copySettings, whichTests),
      tests, filter, list,
      m.relations.length > 0 ? element("p", { class: "hint" }, "Conditions that compare options with each other are evaluated as soon as all these options are set. Until then, what depends on them is possible.") : "",
      m.relations.some((r) => !r.holds) ? element("p", { class: "hint" }, `${many(m.relations.filter((r) => !r.holds).length, "condition")} of this kind cannot be evaluated here: what depends on them stays possible.`) : "");
    drawn = (_, result, counts) => {
      const now = new Map(confcov.settings);
      for (const [name, c] of controls) c.show(now.get(name) ?? null);
      others.checked = confcov.defaults;
      list.classList.toggle("others", confcov.defaults);
      problems.textContent = result.problems.join(". ");
      tests.replaceChildren();
      summary.replaceChildren(element("table", { class: "plain" },
        element("tr", {}, element("td", {}), ...["certain", "possible", "excluded"].map((w) => element("th", { class: "n", scope: "col" }, w))),
        ...counts.map((c, i) => element("tr", {}, element("th", { scope: "row" }, m.criteria[i].plural),
          ...["certain", "possible", "excluded"].map((w) => element("td", { class: "n", "data-sum": m.criteria[i].name + "-" + w }, thousands(c[w])))))));
    };
  }

  // choose sets a configuration of a covering set.
  function choose(m, select) {
    if (select.value === "") return;
    const [i, k] = select.value.split(",").map(Number);
    confcov.set(select.value === "defaults" ? [] : m.data.sets[i].members[k], true);
    select.value = "";
  }

  // segmented is a control with a button for each value, and one for open.
  function segmented(o, id, change) {
    const buttons = [[null, "open"], ...o.values.map((v) => [v[0], v[0]])].map(([value, text]) => {
      const input = element("input", { type: "radio", name: id, onchange: () => change(o.name, value) });
      return { value, input, node: element("label", { class: value !== null && o.values[o.default][0] === value ? "default" : null, title: value === null ? "any value" : o.values[o.default][0] === value ? "the default" : "" }, input, element("span", {}, text)) };
    });
    return {
      node: element("span", { class: "segments", role: "radiogroup", "aria-labelledby": id + "n" }, ...buttons.map((b) => b.node)),
      show(value) { for (const b of buttons) b.input.checked = b.value === value; },
    };
  }

  // listed is a control with a list of values; of a number, any may be entered.
  function listed(m, i, id, change) {
    const o = m.options[i], numeric = Boolean(o.linear) || o.values.some((v) => v[4]);
    const select = element("select", { "aria-labelledby": id + "n", onchange: () => {
      if (select.value === "other") { field.hidden = false; field.focus(); } else change(o.name, select.value === "open" ? null : o.values[Number(select.value)][0]);
    } }, element("option", { value: "open" }, "open"),
      ...o.values.map((v, k) => element("option", { value: k }, v[2] && v[2] !== v[0] ? `${v[0]} (${v[2]})` : v[0])),
      numeric ? element("option", { value: "other" }, "another…") : "");
    const field = element("input", { type: "text", inputmode: "numeric", "aria-labelledby": id + "n", hidden: true, onchange: () => {
      if (!m.value(i, field.value)) { field.setAttribute("aria-invalid", "true"); return; }
      field.removeAttribute("aria-invalid");
      change(o.name, field.value.trim());
    } });
    return {
      node: element("span", { class: "listed" }, select, field),
      show(value) {
        const k = value === null ? -1 : o.values.findIndex((v) => v[0] === value);
        select.value = value === null ? "open" : k >= 0 ? String(k) : numeric ? "other" : "open";
        field.hidden = select.value !== "other";
        if (!field.hidden) field.value = value;
      },
    };
  }

  document.addEventListener("settings", update);
  document.addEventListener("side", (e) => { if (e.detail === "settings") draw(); });
  if (confcov.some) update();
  confcov.recolour = update;
})();
