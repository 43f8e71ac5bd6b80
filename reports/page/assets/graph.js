"use strict";
// The graph of interactions: a node under the pointer, or with the focus, stands out with its neighbours.

for (const graph of document.querySelectorAll("svg.interactions")) {
  const edges = [...graph.querySelectorAll(".edge")], nodes = [...graph.querySelectorAll(".node")];
  const show = (node) => {
    const n = node?.dataset.n, near = new Set([n]);
    for (const e of edges) {
      const mine = e.dataset.a === n || e.dataset.b === n;
      e.classList.toggle("near", mine);
      if (mine) near.add(e.dataset.a).add(e.dataset.b);
    }
    for (const other of nodes) other.classList.toggle("near", near.has(other.dataset.n));
    graph.classList.toggle("looking", node !== null);
  };
  for (const node of nodes) {
    node.addEventListener("mouseenter", () => show(node));
    node.addEventListener("focus", () => show(node));
    node.addEventListener("blur", () => show(null));
  }
  graph.addEventListener("mouseleave", () => show(null));
}
