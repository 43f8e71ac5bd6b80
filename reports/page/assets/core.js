"use strict";
// What all pages need: loading data, settings in the fragment of the address, colours, and the panel at the side.

const confcov = (() => {
  const root = document.body.dataset.root;
  const loads = new Map(); // by name: what is loaded, or being loaded

  // load returns a promise of the value of data/NAME.js. A page from a file cannot fetch; it can run scripts.
  function load(name) {
    let entry = loads.get(name);
    if (!entry) {
      entry = {};
      entry.promise = new Promise((resolve, reject) => {
        entry.resolve = resolve;
        const script = document.createElement("script");
        script.src = root + "data/" + encodeURIComponent(name) + ".js";
        script.onerror = () => reject(new Error("data/" + name + ".js is missing: write the report again"));
        document.head.append(script);
      });
      loads.set(name, entry);
    }
    return entry.promise;
  }

  function receive(name, value) { loads.get(name)?.resolve(value); }

  // numbers unpacks integers, see numbers in data.go.
  function numbers(text) {
    const bytes = atob(text), out = [];
    let n = 0, factor = 1;
    for (let i = 0; i < bytes.length; i++) {
      const b = bytes.charCodeAt(i);
      n += (b & 127) * factor;
      if (b & 128) factor *= 128;
      else { out.push(n); n = 0; factor = 1; }
    }
    return out;
  }

  // element makes an element: element("a", {href: "x"}, "text", another).
  function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
      else if (value === true) e.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) e.setAttribute(key, value);
    }
    e.append(...children.filter((c) => c !== null && c !== undefined && c !== false));
    return e;
  }

  const thousands = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
  function percent(n, total) {
    if (!total) return "–";
    const p = 100 * n / total;
    if (n < total && p >= 99.95) return ">99.9%";
    if (n > 0 && p < 0.05) return "<0.1%";
    return p.toFixed(1) + "%";
  }
  const many = (n, what) => thousands(n) + " " + what + (n === 1 ? "" : "s");

  // The fragment of an address is #PART&PART: set=a=1,b=0 are settings, else=defaults gives all other options their defaults, option=NAME is an option,
  // and anything else is a place on the page.
  function parseFragment(text) {
    const out = { settings: [], defaults: false, option: null, place: null };
    for (const part of text.replace(/^#/, "").split("&")) {
      const [key, ...rest] = part.split("="), value = rest.join("=");
      try {
        if (key === "set") {
          for (const s of value.split(",").filter(Boolean)) {
            const [name, v] = s.split("=").map(decodeURIComponent);
            out.settings.push([name, v ?? ""]);
          }
        } else if (key === "else") out.defaults = value === "defaults";
        else if (key === "option") out.option = decodeURIComponent(value);
        else if (part) out.place = decodeURIComponent(part);
      } catch { /* nothing of ours is written so */ }
    }
    return out;
  }

  const fragmentOf = (settings, defaults) => [
    settings.length > 0 && "set=" + settings.map(([name, value]) => encodeURIComponent(name) + "=" + encodeURIComponent(value)).join(","),
    defaults && "else=defaults",
  ].filter(Boolean).join("&");

  // settings are what is set: [name, value] pairs; with defaults, all other options have their defaults, else they are open. Who draws anything that
  // depends on them is told by "settings" events of the document.
  let { settings, defaults } = parseFragment(location.hash);
  const key = () => fragmentOf(settings, defaults);
  const ours = (part) => part.startsWith("set=") || part.startsWith("else=");

  function write(part) {
    const text = [part, key()].filter(Boolean).join("&");
    const url = text ? "#" + text : location.pathname + location.search;
    try { history.replaceState(null, "", url); } catch { if (text) location.replace("#" + text); }
  }

  function set(list, others = defaults) {
    const before = key();
    [settings, defaults] = [list, others];
    if (key() === before) return;
    const now = parseFragment(location.hash);
    write(now.option !== null ? "option=" + encodeURIComponent(now.option) : now.place);
    document.dispatchEvent(new CustomEvent("settings"));
  }

  window.addEventListener("hashchange", () => {
    const now = parseFragment(location.hash), before = key();
    if (location.hash.slice(1).split("&").some(ours)) {
      ({ settings, defaults } = now);
      if (key() !== before) document.dispatchEvent(new CustomEvent("settings"));
    } else write(now.option !== null ? "option=" + encodeURIComponent(now.option) : now.place); // settings stay until they are cleared
    document.dispatchEvent(new CustomEvent("place", { detail: now }));
  });

  // Links to other pages of the report carry the settings on.
  function carry(event) {
    const a = event.target.closest?.("a[href]");
    const href = a?.getAttribute("href");
    if (!href || /^[a-z]+:/i.test(href) || a.classList.contains("use")) return;
    const [page, fragment = ""] = href.split("#");
    if (page === "") return; // of this page: hashchange keeps them
    if (a.dataset.own === undefined) a.dataset.own = String(fragment.split("&").some(ours));
    if (a.dataset.own === "true") return;
    const rest = fragment.split("&").filter((p) => p && !ours(p)).join("&");
    const text = [rest, key()].filter(Boolean).join("&");
    a.setAttribute("href", page + (text ? "#" + text : ""));
  }
  for (const type of ["mouseover", "focusin", "touchstart", "click"]) document.addEventListener(type, carry, { capture: true, passive: true });

  // The panel at the side.
  const side = document.getElementById("side"), button = document.getElementById("settings-button");
  const tabs = { settings: document.getElementById("tab-settings"), details: document.getElementById("tab-details") };
  const panels = { settings: document.getElementById("settings"), details: document.getElementById("details") };
  let opener = null;

  function open(which) {
    if (side.hidden) opener = document.activeElement;
    side.hidden = false;
    document.body.classList.add("with-side");
    button.setAttribute("aria-expanded", String(which === "settings"));
    for (const name of Object.keys(tabs)) {
      tabs[name].setAttribute("aria-selected", String(name === which));
      tabs[name].tabIndex = name === which ? 0 : -1;
      panels[name].hidden = name !== which;
    }
    document.dispatchEvent(new CustomEvent("side", { detail: which }));
  }

  function close() {
    side.hidden = true;
    document.body.classList.remove("with-side");
    button.setAttribute("aria-expanded", "false");
    if (opener?.isConnected) opener.focus();
    opener = null;
  }

  button.addEventListener("click", () => {
    if (!side.hidden && !panels.settings.hidden) close();
    else { open("settings"); tabs.settings.focus(); }
  });
  for (const name of Object.keys(tabs)) {
    tabs[name].addEventListener("click", () => open(name));
    tabs[name].addEventListener("keydown", (e) => {
      if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
      const other = name === "settings" ? "details" : "settings";
      open(other);
      tabs[other].focus();
    });
  }
  document.getElementById("side-close").addEventListener("click", close);
  document.addEventListener("keydown", (e) => { if (e.key === "Escape" && !side.hidden && !e.defaultPrevented) close(); });

  // On a narrow window the pages are a row that scrolls.
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });

  // Dark and light.
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  document.getElementById("theme-button").addEventListener("click", () => {
    const theme = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try { localStorage.setItem("confcov-theme", theme); } catch { /* then it holds for this page */ }
  });

  // say tells what went wrong where nobody can miss it.
  function say(error) {
    const active = document.getElementById("active");
    active.hidden = false;
    active.replaceChildren(element("b", { class: "bad" }, error.message ?? String(error)));
  }

  // copy copies text, and says so on the button.
  async function copy(button, text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // from a file, or not allowed
      const area = element("textarea", { class: "sr" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    const before = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 1200);
  }

  return {
    root, load, receive, numbers, element, thousands, percent, many, parseFragment, fragmentOf, set, open, close, say, copy, write,
    get settings() { return settings; }, get defaults() { return defaults; }, get some() { return defaults || settings.length > 0; }, get fragment() { return key(); },
  };
})();
window.confcov = confcov;
