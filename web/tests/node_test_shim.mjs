// Replaces node:test, node:assert/strict and package_files.mjs in a browser, so that
// package_test.mjs runs there unchanged (web/tests/package_page.mjs).

const same = (a, b) => Object.is(a, b) || (typeof a === "object" && typeof b === "object" && a && b &&
  Array.isArray(a) === Array.isArray(b) && Object.keys(a).length === Object.keys(b).length &&
  Object.keys(a).every((key) => key in b && same(a[key], b[key])));
const shown = (value) => JSON.stringify(value) ?? `${value}`;
const holds = (is, message) => { if (!is) throw new Error(message); };

export default {
  ok: (value, message = `not ${shown(value)}`) => holds(value, message),
  equal: (a, b, message = `${shown(a)} is not ${shown(b)}`) => holds(Object.is(a, b), message),
  deepEqual: (a, b, message = `${shown(a)} is not ${shown(b)}`) => holds(same(a, b), message),
  match: (text, pattern) => holds(pattern.test(text), `${text} has no ${pattern}`),
  fail: (message) => holds(false, message),
  async rejects(promise, wanted) {
    const error = await promise.then(() => holds(false, "it was done"), (thrown) => thrown);
    const is = wanted instanceof RegExp ? wanted.test(error.message)
      : wanted.prototype instanceof Error ? error instanceof wanted : wanted(error);
    holds(is, `it failed otherwise: ${error}`);
  },
};

const tests = [], last = [];
export const test = (name, f) => tests.push([name, f]);
export const after = (f) => last.push(f);
export async function run() {
  for (const [name, f] of tests) {
    try {
      await f();
    } catch (error) {
      throw new Error(`${name}: ${error.stack}`);
    }
  }
  for (const f of last) await f();
  return tests.map(([name]) => name);
}

export const gioulPackage = () => import("/index.js");
export const bytesOf = async (name) => new Uint8Array(await (await fetch(`/${name}`)).arrayBuffer());
