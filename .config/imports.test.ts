import { expect, it } from 'vitest';
import { importsOf } from './imports.ts';

const LOADED = { to: './a.ts', typeOnly: false };
const TYPE_ONLY = { to: './a.ts', typeOnly: true };

it.each([
  [`import { a } from './a.ts';`, LOADED],
  [`import a, * as all from './a.ts';`, LOADED],
  [`import './a.ts';`, LOADED],
  [`import a from './a.ts' with { type: 'json' };`, LOADED],
  // The statement stays in the emitted file without its names, and loads the module.
  [`import { type A } from './a.ts';`, LOADED],
  [`import type { A } from './a.ts';`, TYPE_ONLY],
  [`import a = require('./a.ts');`, LOADED],
  [`import type a = require('./a.ts');`, TYPE_ONLY],
  [`export { a } from './a.ts';`, LOADED],
  [`export * from './a.ts';`, LOADED],
  [`export * as all from './a.ts';`, LOADED],
  [`export type { A } from './a.ts';`, TYPE_ONLY],
  [`export type * from './a.ts';`, TYPE_ONLY],
  [`const { a } = await import('./a.ts');`, LOADED],
  ['const load = () => import(`./a.ts`);', LOADED],
  [`type A = import('./a.ts').A;`, TYPE_ONLY],
  [`type A = typeof import('./a.ts');`, TYPE_ONLY],
  [`const a = require('./a.ts');`, LOADED],
  [`const path = require.resolve('./a.ts');`, LOADED],
  [`const a = createRequire(import.meta.url)('./a.ts');`, LOADED],
  [`const load = createRequire(import.meta.url); load('./a.ts');`, LOADED],
  [`const a = process.getBuiltinModule('./a.ts');`, LOADED],
  [`const a = await vi.importActual<typeof A>('./a.ts');`, LOADED],
  [`const a = await vi.importMock('./a.ts');`, LOADED],
  [`vi.mock('./a.ts', () => ({}));`, LOADED],
  [`vi.doMock('./a.ts');`, LOADED],
  [`const a = jest.requireActual('./a.ts');`, LOADED],
  [`vi.mock(import('./a.ts'));`, LOADED],
])('reads %s', (code, expected) => {
  expect(importsOf(code)).toEqual([expected]);
});

it.each([
  `// import { a } from './a.ts';`,
  "const text = `\nimport { a } from './a.ts';\n`;",
  `const text = "require('./a.ts')";`,
  `export { a };`,
  `server.mock('./a.ts');`,
  `await import(name);`,
  `toString.mock('./a.ts');`,
])('reads no import in %j', (code) => {
  expect(importsOf(code)).toEqual([]);
});

it('reads every import of a file, in their order', () => {
  const code = `import { a } from 'a';\nexport async function f(): Promise<B> {\n  await import('b');\n}\nimport 'c';\n`;
  expect(importsOf(code).map(({ to }) => to)).toEqual(['a', 'b', 'c']);
});

it('refuses a text that is no TypeScript', () => {
  expect(() => importsOf('import {')).toThrow(/./);
});
