const BODIES: Record<string, string> = {
  'refers to itself': `const a = { n: 1 }; a.self = a; expect(a).toEqual({ n: 2 });`,
  'holds a BigInt': `expect({ n: 1n }).toEqual({ n: 2n });`,
  'cannot be written as JSON': `expect({ toJSON() { throw new Error('no'); } }).toEqual({});`,
  'throws when it is read': `expect({ get a() { throw new Error('no'); } }).toEqual({ b: 1 });`,
  'throws nothing': `throw undefined;`,
  'prints bytes': `process.stdout.write(Buffer.from([0, 27, 159, 255, 10])); throw new Error('no');`,
  'bell \u0007, esc \u001B[31m, nul \u0000, half \uD800': `throw new Error('\\u0000 \\ud800');`,
};

/** Failing tests with titles, values or output that are hard to read, one per line. */
export const ODD_TESTS: readonly string[] = Object.entries(BODIES).map(
  ([title, body]) => `test(${JSON.stringify(title)}, () => { ${body} });\n`,
);

/** Their `statuses`, sorted. */
export const ODD_STATUSES: readonly string[] = Object.keys(BODIES)
  .map((title) => `${title.replace('\0', '\uFFFD').toWellFormed()}: failed`)
  .sort();
