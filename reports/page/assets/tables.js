"use strict";
// Tables that can be sorted and filtered, and show their first rows until all are asked for.

(() => {
  const { element, thousands } = confcov;

  for (const table of document.querySelectorAll("table[data-sortable], table[data-limit], table[data-more]")) {
    const body = table.tBodies[0], head = table.tHead;
    if (!body || !head) continue;
    const limit = Number(table.dataset.limit) || Infinity;
    let all = false, query = "";
    const status = document.querySelector(`[data-count="${table.id}"]`);
    const more = element("button", { type: "button", class: "all", onclick: () => { all = true; show(); } });
    table.after(more);

    function show() {
      let n = 0, hidden = 0;
      for (const row of body.rows) {
        const match = query === "" || row.textContent.toLowerCase().includes(query);
        if (match) n++;
        row.hidden = !match || (!all && n > limit);
        if (match && row.hidden) hidden++;
      }
      more.hidden = hidden === 0;
      more.textContent = `Show all ${thousands(n)}`;
      if (status) status.textContent = query === "" ? "" : n === 0 ? "nothing matches" : `${thousands(n)} of ${thousands(body.rows.length)}`;
    }

    if (table.dataset.sortable !== undefined) {
      [...head.rows[0].cells].forEach((th, column) => {
        if (th.dataset.nosort !== undefined) return;
        const button = element("button", { type: "button", onclick: () => {
          const numeric = th.classList.contains("n"), now = th.getAttribute("aria-sort");
          const up = now ? now !== "ascending" : !numeric; // numbers begin with the greatest
          for (const other of head.rows[0].cells) other.removeAttribute("aria-sort");
          th.setAttribute("aria-sort", up ? "ascending" : "descending");
          const key = (row) => { const c = row.cells[column]; return numeric ? Number(c?.dataset.v ?? c?.textContent ?? 0) : c?.textContent.trim() ?? ""; };
          const rows = [...body.rows].map((row, i) => ({ row, i, key: key(row) }));
          rows.sort((a, b) => (numeric ? a.key - b.key : a.key.localeCompare(b.key, "en", { numeric: true })) * (up ? 1 : -1) || a.i - b.i);
          body.append(...rows.map((r) => r.row));
          show();
        } }, ...th.childNodes);
        th.append(button);
      });
    }

    const filter = document.querySelector(`[data-filter="${table.id}"]`);
    if (table.id && filter) filter.addEventListener("input", () => { query = filter.value.trim().toLowerCase(); show(); });
    show();

    // The rest of what was too much for the page.
    if (table.dataset.more && Number(table.dataset.has) > body.rows.length) {
      more.hidden = false;
      const step = 500;
      let next = body.rows.length;
      const has = Number(table.dataset.has);
      more.textContent = `Show more of ${thousands(has)}`;
      more.onclick = async () => {
        try {
          const { settings, list } = await confcov.load(table.dataset.more);
          body.append(...list.slice(next, next + step).map((x) => interaction(settings, x)));
          next += step;
          more.hidden = next >= list.length;
        } catch (error) { confcov.say(error); }
      };
    }
  }

  function interaction(settings, [packed, text, file, line]) {
    const list = confcov.numbers(packed).map((i) => settings[i]);
    return element("tr", {}, element("td", { class: "n" }, text), element("td", { class: "n" }, String(list.length)),
      element("td", { class: "chips" }, element("a", { class: "use", href: "#" + confcov.fragmentOf(list) }, "set"), " ",
        ...list.flatMap(([name, value]) => [element("span", { class: "chip" }, name + "=", element("b", {}, value)), " "])),
      element("td", {}, confcov.linkTo(file, line)));
  }
})();
