"use strict";
// Relations between options: expressions over their values, written as package expr prints them, see explore/expr/print.go.
//
// Values are the bits of C's, as BigInts; floats are their IEEE bits. What is not known here (long doubles, choices, some conversions) makes a relation that nobody
// evaluates: it stays open.

confcov.relation = (() => {
  const ones = (w) => (1n << BigInt(w)) - 1n;
  const signed = (x, w) => BigInt.asIntN(w, x);
  const count = (y, w) => y & (w > 32 ? 63n : 31n);
  const word = (b) => b ? 1n : 0n;

  const view = new DataView(new ArrayBuffer(8));
  function float(x, w) {
    if (w === 32) { view.setUint32(0, Number(x)); return view.getFloat32(0); }
    view.setBigUint64(0, x);
    return view.getFloat64(0);
  }
  function bits(f, w) {
    if (Number.isNaN(f)) return w === 32 ? 0xFFC00000n : 0xFFF8000000000000n;
    if (w === 32) { view.setFloat32(0, f); return BigInt(view.getUint32(0)); }
    view.setFloat64(0, f);
    return view.getBigUint64(0);
  }
  // arithmetic is on floats: a NaN that goes in comes out, quiet.
  function arithmetic(w, x, y, f) {
    for (const v of [x, y]) if (v !== null && Number.isNaN(float(v, w))) return v | 1n << (w === 32 ? 22n : 51n);
    return bits(f(float(x, w), y === null ? 0 : float(y, w)), w);
  }
  function divide(x, y) {
    if (y === 0n) return x < 0n ? 1n : -1n;
    return x / y;
  }

  // The operators: of the width of the result and that of the first operand, and the operands.
  const binary = {
    add: (w, v, x, y) => x + y, sub: (w, v, x, y) => x - y, mul: (w, v, x, y) => x * y,
    udiv: (w, v, x, y) => y === 0n ? ones(w) : x / y, urem: (w, v, x, y) => y === 0n ? x : x % y,
    sdiv: (w, v, x, y) => divide(signed(x, w), signed(y, w)), srem: (w, v, x, y) => y === 0n ? x : signed(x, w) % signed(y, w),
    and: (w, v, x, y) => x & y, or: (w, v, x, y) => x | y, xor: (w, v, x, y) => x ^ y,
    shl: (w, v, x, y) => x << count(y, w), lshr: (w, v, x, y) => x >> count(y, w), ashr: (w, v, x, y) => signed(x, w) >> count(y, w),
    eq: (w, v, x, y) => word(x === y), ult: (w, v, x, y) => word(x < y), slt: (w, v, x, y) => word(signed(x, v) < signed(y, v)),
    fadd: (w, v, x, y) => arithmetic(w, x, y, (a, b) => a + b), fsub: (w, v, x, y) => arithmetic(w, x, y, (a, b) => a - b),
    fmul: (w, v, x, y) => arithmetic(w, x, y, (a, b) => a * b), fdiv: (w, v, x, y) => arithmetic(w, x, y, (a, b) => a / b),
    feq: (w, v, x, y) => word(float(x, v) === float(y, v)), flt: (w, v, x, y) => word(float(x, v) < float(y, v)), fle: (w, v, x, y) => word(float(x, v) <= float(y, v)),
  };
  const condition = new Set(["eq", "ult", "slt", "feq", "flt", "fle"]);
  const unary = {
    not: (w, v, x) => ~x, fneg: (w, v, x) => x ^ 1n << BigInt(w - 1), fsqrt: (w, v, x) => arithmetic(w, x, null, Math.sqrt),
    zext: (w, v, x) => x, sext: (w, v, x) => signed(x, v),
    fcvt: (w, v, x) => bits(float(x, v), w),
    sitof: (w, v, x) => bits(Number(signed(x, v)), w), uitof: (w, v, x) => bits(Number(x), w),
  };

  // parse returns a function of the values of options, by number, that says whether the relation holds; null if it is not to be evaluated.
  function parse(text) {
    let at = 0;
    const names = new Map();
    const match = (re) => {
      re.lastIndex = at;
      const m = re.exec(text);
      if (m) at += m[0].length;
      return m;
    };
    const need = (re) => match(re) ?? (() => { throw new Error("relation: " + text.slice(at, at + 20)); })();

    function expression() {
      match(/\s+/y);
      let m = match(/#(\d+)(=?)/y);
      if (m) {
        if (!m[2]) return names.get(m[1]);
        const e = remembered(expression());
        names.set(m[1], e);
        return e;
      }
      m = match(/o(\d+):(\d+)(\[[^\]]*\])?/y);
      if (m) {
        const option = Number(m[1]), w = Number(m[2]);
        return { w, value: (of) => of(option) & ones(w) };
      }
      m = match(/(\d+):(\d+)/y);
      if (m) {
        const constant = BigInt(m[1]);
        return { w: Number(m[2]), value: () => constant };
      }
      m = need(/\((\w+)(?::(\d+))?/y);
      const e = operation(m[1], m[2] === undefined ? 0 : Number(m[2]));
      need(/\s*\)/y);
      return e;
    }
    // remembered evaluates once for each configuration.
    function remembered(e) {
      let last = null, value = 0n;
      return { w: e.w, value: (of) => { if (last !== of) { value = e.value(of); last = of; } return value; } };
    }
    function operation(op, w) {
      if (op === "extract") {
        const offset = BigInt(need(/\s+(\d+)/y)[1]), x = expression();
        return { w, value: (of) => x.value(of) >> offset & ones(w) };
      }
      if (op === "ite") {
        const c = expression(), x = expression(), y = expression();
        return { w: x.w, value: (of) => c.value(of) ? x.value(of) : y.value(of) };
      }
      if (op === "concat") {
        const x = expression(), y = expression();
        return { w: x.w + y.w, value: (of) => x.value(of) << BigInt(y.w) | y.value(of) };
      }
      if (op in unary) {
        const x = expression(), f = unary[op];
        w ||= x.w;
        if (w === 32 && op.endsWith("itof") && x.w > 53) throw new Error("rounded twice");
        return { w, value: (of) => f(w, x.w, x.value(of)) & ones(w) };
      }
      if (!(op in binary)) throw new Error("operator " + op);
      const x = expression(), y = expression(), f = binary[op], result = condition.has(op) ? 1 : x.w;
      return { w: result, value: (of) => f(result, x.w, x.value(of), y.value(of)) & ones(result) };
    }
    try {
      const e = expression();
      if (at !== text.length) throw new Error("text after the relation");
      return (of) => e.value(of) !== 0n;
    } catch { return null; }
  }
  return { parse };
})();
