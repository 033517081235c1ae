import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { comparison, type Comparison } from '@svc/contract/executions/compare';
import { runCommand } from '@svc/reporter-core/test/projects/run-command.ts';
import { joinServer } from '@svc/server/test/server.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { joinShopServer, type ShopServer } from './shop-server.ts';

// Each test starts Vitest again, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const EXAMPLE = fileURLToPath(new URL('../../../examples/vitest', import.meta.url));
// Over what a busy machine adds to a test that takes a millisecond.
const SLOWED_MS = 1_500;
const MIN_DURATION_MS = 1_000;

let server: ShopServer;
let folder: string;
/** The example as it is: one test fails, one is flaky, three are skipped. */
let base: string;
/** A run after it that was filtered by name. */
let filtered: string;

beforeAll(async () => {
  server = await joinShopServer(joinServer);
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-compare-')));
  symlinkSync(join(EXAMPLE, 'node_modules'), join(folder, 'node_modules'));
  copyExample();
  base = await runVitest();
  filtered = await runVitest(['-t', 'counts every piece']);
});
beforeEach(copyExample);
afterAll(() => rmSync(folder, { recursive: true }));

it('shows just the test that was broken, the one that was mended, and the one that was slowed', async () => {
  edit('src/cart.ts', "country === 'DE' ? 490 : 1_290", "country === 'DE' ? 490 : 1_300");
  edit('src/cart.ts', 'Math.floor', 'Math.ceil');
  const pots = "it('knows that the pots are sold out', async () => {";
  edit(
    'src/stock.test.ts',
    pots,
    `${pots}\n    await new Promise((resolve) => setTimeout(resolve, ${SLOWED_MS}));`,
  );
  const head = await runVitest();
  const compared = await compare(head);
  expect(titles(compared)).toEqual({
    regressions: ['of 4999 cents to FR costs 1290'],
    improvements: ['rounds a discount in favour of the shop'],
    slower: ['knows that the pots are sold out'],
  });
  expect(compared.regressions[0]).toMatchObject({
    error: { message: 'AssertionError: expected 1300 to be 1290 // Object.is equality' },
    fingerprint: expect.stringMatching(/^fp2:/),
  });
  const shown = await svcCompare(head);
  expect(shown).toContain('1 regression\n  ✗ cart › shipping › of 4999 cents to FR costs 1290');
  expect(shown).toContain('AssertionError: expected 1300 to be 1290');
  expect(shown).toContain(
    '1 improvement\n  ✓ cart › total › rounds a discount in favour of the shop',
  );
  expect(shown).toContain('1 slower\n  stock › knows that the pots are sold out');
  expect(shown).not.toMatch(/newly flaky|still failing|not run|new test|removed/);
});

it.each([
  ['fails to load', "import './missing.ts';\n"],
  [
    'fails to set up',
    "import { beforeAll } from 'vitest';\nbeforeAll(() => { throw new Error('no warehouse'); });\n",
  ],
])('removes no test when a file %s, and says that its tests did not run', async (_, addition) => {
  edit('src/stock.test.ts', 'import { describe', `${addition}import { describe`);
  const head = await runVitest();
  const compared = await compare(head);
  expect(titles(compared)).toEqual({
    stillFailing: ['rounds a discount in favour of the shop'],
    notRun: expect.arrayContaining(['knows how much tea is left']) as string[],
  });
  expect(new Set(compared.notRun.map(({ file, reason }) => `${file} ${reason}`))).toEqual(
    new Set(['src/stock.test.ts file']),
  );
  expect(await svcCompare(head)).toMatch(/\d not run: src\/stock\.test\.ts failed to load/);
});

it('removes no test when the run was filtered by name, and says what it did not run', async () => {
  const compared = await compare(filtered);
  expect(compared.head.partial).toEqual(['filter']);
  expect(compared.head.totals.tests).toBe(1);
  expect(Object.keys(titles(compared))).toEqual(['notRun']);
  expect(compared.notRun.map(({ reason }) => reason)).toEqual(Array(12).fill('partial'));
  expect(await svcCompare(filtered)).toContain('12 not run');
});

it('finds no new test against a run that was filtered by name, where an earlier one knew them all', async () => {
  const head = await runVitest();
  expect(titles(await compare(head, filtered))).toEqual({
    stillFailing: ['rounds a discount in favour of the shop'],
  });
});

function copyExample(): void {
  for (const part of ['src', 'vitest.config.ts', 'package.json']) {
    cpSync(join(EXAMPLE, part), join(folder, part), { recursive: true });
  }
}

function edit(file: string, before: string, after: string): void {
  const path = join(folder, file);
  const content = readFileSync(path, 'utf8');
  if (!content.includes(before)) throw new Error(`${file} of the example has no '${before}'`);
  writeFileSync(path, content.replace(before, after));
}

/** Runs the example's tests with its own reporter; the id of the execution that it sent. */
async function runVitest(args: readonly string[] = []): Promise<string> {
  const cli = join(folder, 'node_modules/vitest/vitest.mjs');
  const { stderr } = await runCommand(cli, folder, {
    args: ['run', ...args],
    env: { SVC_URL: server.url, SVC_API_KEY: server.apiKey, SVC_PROJECT: 'example' },
  });
  const id = /^svc: sent .*\/([0-9a-f-]{36}) #\d+$/m.exec(stderr)?.[1];
  if (id === undefined) throw new Error(`nothing was sent:\n${stderr}`);
  return id;
}

async function compare(head: string, to: string = base): Promise<Comparison> {
  const query = new URLSearchParams({ base: to, head, minDurationMs: String(MIN_DURATION_MS) });
  return comparison.parse(await server.data(`compare?${query.toString()}`));
}

/** What a person sees. */
async function svcCompare(head: string): Promise<string> {
  const args = ['compare', base, head, '--min-duration', `${MIN_DURATION_MS}ms`];
  const { stdout, stderr } = await server.svc(args);
  if (stdout === '') throw new Error(stderr);
  return stdout;
}

/** The lists that hold something, each with its tests' titles. */
function titles({ performance, ...lists }: Comparison): Record<string, string[]> {
  const all = Object.entries({ ...lists, ...performance });
  return Object.fromEntries(
    all.flatMap(([name, list]) =>
      Array.isArray(list) && list.length > 0 ? [[name, list.map(({ title }) => title)]] : [],
    ),
  );
}
