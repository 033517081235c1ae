import { expect, it } from 'vitest';
import { addReporter, type ReporterSetting } from './add-reporter.ts';

const VITEST: ReporterSetting = {
  within: 'test',
  name: 'reporters',
  reporter: '@svc/vitest-reporter',
  defaults: "'default'",
};
const JEST: ReporterSetting = {
  name: 'reporters',
  reporter: '@svc/jest-reporter',
  defaults: "'default'",
};
const PLAYWRIGHT: ReporterSetting = {
  name: 'reporter',
  reporter: '@svc/playwright-reporter',
  isWrapped: true,
  defaults: "[process.env.CI ? 'dot' : 'list']",
};

function changed(code: string, setting: ReporterSetting, isJson = false): string {
  const change = addReporter(code, setting, { isJson });
  return change.kind === 'changed' ? change.code : change.kind;
}

it.each([
  [
    'an empty object',
    'export default {};\n',
    "export default { test: { reporters: ['default', '@svc/vitest-reporter'] } };\n",
  ],
  [
    'lines with a trailing comma',
    'export default defineConfig({\n  test: {\n    globals: true, // all, of them\n  },\n});\n',
    "export default defineConfig({\n  test: {\n    globals: true, // all, of them\n    reporters: ['default', '@svc/vitest-reporter'],\n  },\n});\n",
  ],
  [
    'lines without a trailing comma, and four spaces',
    'export default defineConfig({\n    plugins: [],\n    test: {\n        globals: true // yes\n    }\n})\n',
    "export default defineConfig({\n    plugins: [],\n    test: {\n        globals: true, // yes\n        reporters: ['default', '@svc/vitest-reporter']\n    }\n})\n",
  ],
  [
    'tabs, double quotes and CRLF',
    'import { a } from "a";\r\nexport default defineConfig(({ mode }) => ({\r\n\ttest: {\r\n\t\tglobals: true,\r\n\t},\r\n}));\r\n',
    'import { a } from "a";\r\nexport default defineConfig(({ mode }) => ({\r\n\ttest: {\r\n\t\tglobals: true,\r\n\t\treporters: ["default", "@svc/vitest-reporter"],\r\n\t},\r\n}));\r\n',
  ],
  [
    'no test settings',
    "export default defineConfig({\n  plugins: ['a'],\n});\n",
    "export default defineConfig({\n  plugins: ['a'],\n  test: { reporters: ['default', '@svc/vitest-reporter'] },\n});\n",
  ],
  [
    'one line',
    'export default defineConfig({ test: { globals: true } });',
    "export default defineConfig({ test: { globals: true, reporters: ['default', '@svc/vitest-reporter'] } });",
  ],
  [
    'a reporter as text',
    "module.exports = { test: { reporters: 'verbose' } };",
    "module.exports = { test: { reporters: ['verbose', '@svc/vitest-reporter'] } };",
  ],
  [
    'reporters with options, on several lines',
    "export default {\n  test: {\n    reporters: [\n      'default',\n      ['junit', { outputFile: 'x.xml' }],\n    ],\n  },\n};\n",
    "export default {\n  test: {\n    reporters: [\n      'default',\n      ['junit', { outputFile: 'x.xml' }],\n      '@svc/vitest-reporter',\n    ],\n  },\n};\n",
  ],
  [
    'a choice for CI',
    "export default { test: { reporters: process.env.CI ? ['dot', 'github-actions'] : 'default' } };",
    "export default { test: { reporters: process.env.CI ? ['dot', 'github-actions', '@svc/vitest-reporter'] : ['default', '@svc/vitest-reporter'] } };",
  ],
  [
    'a constant with types, and mergeConfig',
    "const config = { test: { reporters: ['tree'] } } satisfies UserConfig;\nexport default mergeConfig(base, config as UserConfig);\n",
    "const config = { test: { reporters: ['tree', '@svc/vitest-reporter'] } } satisfies UserConfig;\nexport default mergeConfig(base, config as UserConfig);\n",
  ],
  [
    'a constant for the reporters',
    "const reporters = ['default'];\nexport default { test: { reporters } };\n",
    "const reporters = ['default', '@svc/vitest-reporter'];\nexport default { test: { reporters } };\n",
  ],
  [
    'a function with a return',
    'export default defineConfig(() => {\n  const env = 1;\n  return { test: { reporters: [] } };\n});\n',
    "export default defineConfig(() => {\n  const env = 1;\n  return { test: { reporters: ['@svc/vitest-reporter'] } };\n});\n",
  ],
])("adds Vitest's to %s, and changes nothing else", (_, code, expected) => {
  expect(changed(code, VITEST)).toBe(expected);
  expect(changed(expected, VITEST)).toBe('already');
});

it.each([
  ['an imported object', "import base from './base';\nexport default base;\n"],
  ['a spread, which may have reporters', 'export default { test: { ...base.test } };\n'],
  ['a spread around', 'export default { ...base };\n'],
  ['a call', 'export default { test: { reporters: reportersFor(process.env) } };\n'],
  ['several ways out', 'export default () => { if (a) return {}; return { test: {} }; };\n'],
  ['another language', 'test: [reporters]\n'],
  ['a constant of itself', 'const a = a;\nexport default a;\n'],
  ['a list of projects', "export default defineWorkspace(['packages/*']);\n"],
])('leaves %s to a person', (_, code) => {
  expect(changed(code, VITEST)).toBe('computed');
});

it("adds Jest's to the configuration of Next", () => {
  const code =
    "const config = { testEnvironment: 'jsdom' };\nmodule.exports = createJestConfig(config);\n";
  expect(changed(code, JEST)).toBe(
    code.replace("'jsdom'", "'jsdom', reporters: ['default', '@svc/jest-reporter']"),
  );
});

it.each([
  ['{}', '{ "reporters": ["default", "@svc/jest-reporter"] }'],
  [
    '{\n  "testEnvironment": "node"\n}\n',
    '{\n  "testEnvironment": "node",\n  "reporters": ["default", "@svc/jest-reporter"]\n}\n',
  ],
  [
    '{"reporters": ["default", ["jest-junit", {}]]}',
    '{"reporters": ["default", ["jest-junit", {}], "@svc/jest-reporter"]}',
  ],
])('adds Jest’s to JSON: %s', (code, expected) => {
  expect(changed(code, JEST, true)).toBe(expected);
  expect(JSON.parse(expected)).toHaveProperty('reporters');
});

it.each([
  [
    'export default defineConfig({\n  use: {},\n});\n',
    "export default defineConfig({\n  use: {},\n  reporter: [[process.env.CI ? 'dot' : 'list'], ['@svc/playwright-reporter']],\n});\n",
  ],
  [
    "export default defineConfig({ reporter: 'html' });",
    "export default defineConfig({ reporter: [['html'], ['@svc/playwright-reporter']] });",
  ],
  [
    "export default { reporter: [['list'], ['junit', { outputFile: 'r.xml' }]] };",
    "export default { reporter: [['list'], ['junit', { outputFile: 'r.xml' }], ['@svc/playwright-reporter']] };",
  ],
  [
    "export default { reporter: process.env.CI ? 'github' : [['list']] };",
    "export default { reporter: process.env.CI ? [['github'], ['@svc/playwright-reporter']] : [['list'], ['@svc/playwright-reporter']] };",
  ],
])('adds Playwright’s: %s', (code, expected) => {
  expect(changed(code, PLAYWRIGHT)).toBe(expected);
  expect(changed(expected, PLAYWRIGHT)).toBe('already');
});
