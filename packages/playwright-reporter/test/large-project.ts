import { config } from './fixture-project.ts';
import { spec } from './sent-run.ts';

/** Files with a hundred tests each. */
export const MANY_TESTS = { files: 4, testsPerFile: 100 };

/** A title with control characters and half a character. */
export const ODD_TITLE = 'bell \u0007, esc \u001B[31m, nul \u0000, half \uD800';

/** Lines of one test's output: far more than the limit for one test. */
export const LINES = 2_000;

/** Node's format for frames of a module on a share, and of a module with a slash in its name. */
const HOSTILE_STACK = `Error: thrown elsewhere
    at pay (file://host/share/x.js:1:2)
    at cart (file:///a%2Fb.js:3:4)`;

const MANY_FILES = Object.fromEntries(
  Array.from({ length: MANY_TESTS.files }, (_, file) => [
    `many-${file}.spec.js`,
    `import { test } from '@playwright/test';
for (let index = 0; index < ${MANY_TESTS.testsPerFile}; index++) {
  test('test ' + index, async () => {
    if (index === 0) await new Promise((resolve) => setTimeout(resolve, 500));
  });
}`,
  ]),
);

const ATTACHES = `await test.info().attach('basket', { body: 'tea', contentType: 'text/plain' });`;

/** Test files that do not affect each other. */
const FILES: Record<string, string> = {
  ...MANY_FILES,
  'before.js': `module.exports = class {
  onTestEnd(test) {
    if (test.title === 'goes on') test.annotations.push(null);
  }
};
`,
  'shop.spec.js': spec({
    'adds up': `throw Object.assign(new Error('thrown elsewhere'), { stack: ${JSON.stringify(HOSTILE_STACK)} });`,
    'goes on': '',
  }),
  // Few tests, because each failed test costs a new worker.
  'odd.spec.js': spec({
    'holds odd values': `const itself = { n: 1 };
itself.self = itself;
expect.soft(itself).toEqual({ n: 2 });
expect.soft({ n: 1n }).toEqual({ n: 2n });
expect.soft({ toJSON() { throw new Error('no'); } }).toEqual({});
expect.soft({ get a() { throw new Error('no'); } }).toEqual({ b: 1 });
throw undefined;`,
    [ODD_TITLE]: `process.stdout.write(Buffer.from([0, 27, 159, 255, 10]));
throw new Error('\\u0000 \\ud800');`,
  }),
  'dies.spec.js': spec({ 'kills its worker': `process.kill(process.pid, 'SIGKILL');` }),
  'talks.spec.js': spec({
    'is silent': '',
    talks: `console.log('hello');`,
    'talks very much': `test.setTimeout(120_000);
console.error('careful');
for (let line = 0; line < ${LINES}; line++) console.log('x'.repeat(1_000) + line);
new Function('throw new Error("tired")')();`,
  }),
  'climbs.spec.js': spec({
    climbs: `const down = (n) => test.step('level ' + n, () => (n < 12 ? down(n + 1) : null));
await down(1);
for (let i = 0; i < 1200; i++) await test.step('step ' + i, () => {});
await test.step('the last one', () => { throw new Error('fell'); });`,
  }),
  'paints.spec.js': `${spec({
    paints: `const fs = require('fs');
const path = test.info().outputPath('picture.png');
fs.writeFileSync(path, 'pixels ' + test.info().retry);
await test.info().attach('picture', { path, contentType: 'image/png' });
${ATTACHES}
test.info().attachments.push({ name: 'gone', contentType: 'text/plain', path: '/nope/x.txt' });
expect(1).toBe(2);`,
    'passes with one': ATTACHES,
  })}test.describe.configure({ retries: 1 });
`,
  'stock.spec.js': spec({ fills: `throw new Error('no');`, empties: '' }),
  'sells.spec.js': spec({ sells: '' }),
};

const BLOCKED = ['stock.spec.js', 'sells.spec.js'];

/** Its files. The project `shop` depends on the project `stock`, which fails. */
export function largeProject(reporters: readonly unknown[]): Record<string, string> {
  return {
    ...FILES,
    'playwright.config.js': configWith(reporters),
    'without.config.js': configWith([]),
  };
}

function configWith(reporters: readonly unknown[]): string {
  return config({
    reporter: [['dot'], ['./before.js'], ...reporters],
    projects: [
      { testIgnore: BLOCKED },
      { name: 'stock', testMatch: 'stock.spec.js' },
      { name: 'shop', testMatch: 'sells.spec.js', dependencies: ['stock'] },
    ],
  });
}
