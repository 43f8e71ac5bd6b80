"use strict";
// The conditions of all elements, and what they are under settings.
//
// What a condition can be is two bits: 1 if some configuration with the settings does not satisfy it, 2 if some does. So 2 is certain, 1 excluded, 3
// possible, and 0 means that there are no such configurations.

confcov.model = (() => {
  const CERTAIN = 2, EXCLUDED = 1, POSSIBLE = 3;
  const complement = [0, 2, 1, 3];

  // diagram unpacks nodes, see nodes in data.go.
  function diagram(text, first, before) {
    const list = confcov.numbers(text), n = first + list.length / 3;
    const bit = new Int32Array(n + 1), low = new Int32Array(n + 1), high = new Int32Array(n + 1);
    if (before) { bit.set(before.bit); low.set(before.low); high.set(before.high); }
    for (let i = first + 1, k = 0; i <= n; i++) {
      const ref = (r) => r < 2 ? r : 2 * i - r + 1;
      bit[i] = list[k++];
      low[i] = ref(list[k++]);
      high[i] = ref(list[k++]);
    }
    return { n, bit, low, high };
  }

  class Model {
    constructor(data) {
      this.data = data;
      this.options = data.options;
      this.criteria = data.criteria;
      this.index = new Map(data.options.map((o, i) => [o.name, i]));
      this.relations = data.relations.map(([key, options]) => ({ holds: confcov.relation.parse(key), options }));
      this.diagram = diagram(data.nodes, 0, null);
      [this.yes, this.no] = data.conditions.map(confcov.numbers);
      this.classes = []; // {criterion, size, condition}
      data.criteria.forEach((c, i) => {
        const conditions = confcov.numbers(c.conditions);
        confcov.numbers(c.sizes).forEach((size, k) => this.classes.push({ criterion: i, size, condition: conditions[k] }));
      });
    }

    // addTests adds what data/tests.js has.
    addTests(data) {
      this.diagram = diagram(data.nodes, this.diagram.n, this.diagram);
      const [yes, no] = data.conditions.map(confcov.numbers);
      this.yes = this.yes.concat(yes);
      if (no) this.no = this.no.concat(no);
      this.tests = data.tests.map(([name, text]) => {
        const list = confcov.numbers(text), classes = [];
        for (let i = 0, k = -1; i < list.length; i += 2) {
          k += list[i] + 1;
          classes.push(k, list[i + 1]);
        }
        return { name, classes };
      });
    }

    // value returns a value of an option by its text, {code, number}; null if there is none. Of an integer that no value in the list is, the code is its own if
    // codes are one after another, or else that of the class that it is in.
    value(option, text) {
      const { values, linear } = this.options[option], listed = ([, code, , number]) => ({ code: BigInt("0x" + code), number: BigInt(number) });
      const same = values.find((v) => v[0] === text);
      if (same) return listed(same);
      let n;
      try { n = BigInt(/^0[0-7]+$/.test(text) ? "0o" + text : text.trim()); } catch { return null; }
      if (text.trim() === "") return null;
      if (linear) {
        if (n < BigInt(linear[0]) || n > BigInt(linear[1])) return null;
        const { code, number } = listed(values[0]);
        return { code: code + n - number, number: n };
      }
      const of = values.find(([, , , , ends = []]) => {
        for (let k = 0; k < ends.length; k += 2) if (BigInt(ends[k]) <= n && n <= BigInt(ends[k + 1])) return true;
        return false;
      });
      return of ? { code: listed(of).code, number: n } : null;
    }

    // now evaluates what is set.
    now() { return this.evaluate(confcov.settings, confcov.defaults); }

    // evaluate returns what each condition can be under settings, and problems with these. With defaults, other options have theirs.
    evaluate(settings, defaults) {
      const levels = this.data.levels, bits = new Uint8Array(levels + this.relations.length).fill(2), problems = [];
      const numbers = new Map(); // by option, of those that are set
      const put = (i, { code, number }) => {
        const o = this.options[i];
        for (let b = 0; b < o.bits; b++) bits[o.at + b] = Number((code >> BigInt(o.bits - 1 - b)) & 1n);
        numbers.set(i, number);
      };
      if (defaults) this.options.forEach((o, i) => put(i, this.value(i, o.values[o.default][0])));
      for (const [name, text] of settings) {
        const i = this.index.get(name);
        if (i === undefined) { problems.push(name + ": no such option"); continue; }
        const value = this.value(i, text);
        if (!value) { problems.push(`${name}=${text}: the option has no such value`); continue; }
        put(i, value);
      }
      this.relations.forEach((r, k) => {
        if (r.holds && r.options.every((o) => numbers.has(o))) bits[levels + k] = r.holds((o) => numbers.get(o)) ? 1 : 0;
      });
      const { n, bit, low, high } = this.diagram, can = new Uint8Array(n + 1);
      can[0] = 1;
      const at = (r) => r & 1 ? complement[can[r >> 1]] : can[r >> 1];
      for (let i = 1; i <= n; i++) {
        const x = bits[bit[i]];
        can[i] = x === 0 ? at(low[i]) : x === 1 ? at(high[i]) : at(low[i]) | at(high[i]);
      }
      if (!(at(this.data.domain) & 2)) problems.push("no configuration with these settings satisfies the constraints between options");
      const out = new Uint8Array(this.yes.length);
      for (let c = 0; c < out.length; c++) {
        out[c] = this.data.limited ? (at(this.yes[c]) & 2) | (at(this.no[c]) & 2 ? 1 : 0) : at(this.yes[c]);
      }
      return { can: out, problems };
    }

    // counts returns how many elements of each criterion are certain, possible and excluded.
    counts(can) {
      const out = this.criteria.map((c) => ({ certain: 0, possible: 0, excluded: 0, never: c.total, total: c.total }));
      for (const k of this.classes) {
        const c = out[k.criterion], v = can[k.condition];
        c.never -= k.size;
        if (v === CERTAIN) c.certain += k.size;
        else if (v === EXCLUDED) c.excluded += k.size;
        else if (v === POSSIBLE) c.possible += k.size;
      }
      return out;
    }

    // fewTests returns a small set of tests that covers all of a criterion that tests certainly cover, the most rewarding one first.
    fewTests(can, criterion) {
      const open = new Set(), by = [];
      this.tests.forEach((t, j) => {
        by[j] = [];
        for (let i = 0; i < t.classes.length; i += 2) {
          const k = t.classes[i];
          if (this.classes[k].criterion === criterion && can[t.classes[i + 1]] === CERTAIN) { by[j].push(k); open.add(k); }
        }
      });
      let total = 0;
      for (const k of open) total += this.classes[k].size;
      const list = [];
      while (open.size > 0) {
        let best = -1, most = 0;
        by.forEach((classes, j) => {
          let n = 0;
          for (const k of classes) if (open.has(k)) n += this.classes[k].size;
          if (n > most) { best = j; most = n; }
        });
        list.push({ name: this.tests[best].name, adds: most });
        for (const k of by[best]) open.delete(k);
      }
      return { list, total };
    }
  }

  let model = null, withTests = null;
  const ready = () => (model ??= confcov.load("model").then((data) => new Model(data)));
  const tests = () => (withTests ??= Promise.all([ready(), confcov.load("tests")]).then(([m, data]) => { m.addTests(data); return m; }));
  return { CERTAIN, EXCLUDED, POSSIBLE, ready, tests };
})();
