"use strict";
// Colours before anything is drawn: what was chosen, else what the system prefers.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("confcov-theme"); } catch { /* not allowed from files everywhere */ }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
})();
