"use strict";
// The search field of every page: files, FILE:LINE, functions, options and tests. The key / goes to it.

(() => {
  const { element, root } = confcov;
  const field = document.getElementById("search"), box = document.getElementById("found");
  let found = [], chosen = -1, turn = 0;

  async function look() {
    const mine = ++turn, q = field.value.trim().toLowerCase();
    if (q === "") { hide(); return; }
    let data;
    try { data = await confcov.load("search"); } catch (error) { confcov.say(error); return; }
    if (mine !== turn) return;
    found = matches(data, q).slice(0, 12);
    chosen = found.length ? 0 : -1;
    draw();
  }

  function matches(data, q) {
    const out = [];
    const add = (kind, name, href) => {
      const at = name.toLowerCase().indexOf(q);
      if (at >= 0) out.push({ kind, name, href, rank: (at === 0 ? 0 : 1) + name.length / 1000 });
    };
    const place = /^(.+):(\d+)$/.exec(q);
    if (place) {
      for (const [name, page] of data.files) {
        if (name.toLowerCase() === place[1] || name.toLowerCase().endsWith("/" + place[1])) {
          out.push({ kind: "line", name: name + ":" + place[2], href: `source/${encodeURI(page)}.html#L${place[2]}`, rank: -1 });
        }
      }
    }
    for (const name of data.options) add("option", name, "options.html#option=" + encodeURIComponent(name));
    for (const [name, page] of data.files) add("file", name, `source/${encodeURI(page)}.html`);
    for (const [name, file, line] of data.functions) add("function", name, `source/${encodeURI(data.files[file][1])}.html#L${line}`);
    for (const name of data.tests) add("test", name, "tests.html#" + encodeURIComponent("test=" + name));
    return out.sort((a, b) => a.rank - b.rank);
  }

  function draw() {
    box.replaceChildren(...(found.length ? found.map((f, i) => element("li", {
      role: "option", id: "found" + i, "aria-selected": String(i === chosen), onmousedown: (e) => { e.preventDefault(); go(i); },
    }, f.name, " ", element("small", {}, f.kind))) : [element("li", { class: "none" }, "Nothing found")]));
    box.hidden = false;
    field.setAttribute("aria-expanded", "true");
    if (chosen >= 0) field.setAttribute("aria-activedescendant", "found" + chosen);
    else field.removeAttribute("aria-activedescendant");
  }

  function hide() {
    box.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }

  function go(i) {
    const [page, fragment = ""] = found[i].href.split("#");
    hide();
    field.value = "";
    location.href = root + page + "#" + [fragment, confcov.fragment].filter(Boolean).join("&");
  }

  field.addEventListener("input", look);
  field.addEventListener("blur", () => setTimeout(hide, 100));
  field.addEventListener("keydown", (e) => {
    if (e.key === "ArrowDown" && found.length) chosen = (chosen + 1) % found.length;
    else if (e.key === "ArrowUp" && found.length) chosen = (chosen + found.length - 1) % found.length;
    else if (e.key === "Enter" && chosen >= 0 && !box.hidden) { e.preventDefault(); go(chosen); return; } else if (e.key === "Escape") { hide(); e.preventDefault(); return; } else return;
    e.preventDefault();
    draw();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && !e.target.closest("input, select, textarea") && !e.ctrlKey && !e.metaKey) { e.preventDefault(); field.focus(); }
  });
})();
