import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { config, FULL_VERSIONS } from './fixture-project.ts';
import { send, spec } from './sent-run.ts';

// Each test starts Playwright, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const TWO = { 'a.spec.js': spec({ adds: '', removes: '' }), 'b.spec.js': spec({ pays: '' }) };
const FAILS = `throw new Error('no');`;

describe.each(FULL_VERSIONS)('Playwright %s', (version) => {
  it.each([
    ['a pattern', ['-g', 'adds|pays'], ['adds: passed', 'pays: passed'], ['filter']],
    ['file names', ['b.spec'], ['pays: passed'], ['filter']],
    ['nothing, beside values', ['--retries', '1', '--workers=1'], undefined, undefined],
  ])('calls a run that is narrowed by %s what it is', async (_, args, expected, partial) => {
    const { body } = await send(version, { args: ['test', ...args], files: TWO });
    expect(statuses(body)).toEqual(expected ?? ['adds: passed', 'removes: passed', 'pays: passed']);
    expect(body.execution).toMatchObject({ status: 'passed' });
    expect(body.execution.partial).toEqual(partial);
  });

  it('distinguishes tests after the maximum of failures from tests that a failed project blocked', async () => {
    const files = {
      'playwright.config.js': config({
        projects: [
          { name: 'stock', testMatch: 'stock.spec.js' },
          { name: 'shop', testMatch: 'shop.spec.js', dependencies: ['stock'] },
        ],
      }),
      'stock.spec.js': spec({ fills: FAILS, empties: '' }),
      'shop.spec.js': spec({ sells: '' }),
    };
    const [whole, cut] = [
      await send(version, { files }),
      await send(version, { files, args: ['test', '-x'] }),
    ];
    const blocked = "sells: skipped (Project 'stock' failed)";
    expect(statuses(whole.body)).toEqual(['fills: failed', 'empties: passed', blocked]);
    expect(whole.body.execution).toMatchObject({ status: 'failed' });
    expect(whole.body.execution.partial).toBeUndefined();
    const never = 'empties: interrupted (The run stopped at the first failure)';
    expect(statuses(cut.body)).toEqual(['fills: failed', never, blocked]);
    expect(cut.body.execution).toMatchObject({ status: 'failed', partial: ['bail'] });
    expect(cut.body.results.map(({ variant }) => variant)).toEqual(['stock', 'stock', 'shop']);
  });

  it('marks tests that the global timeout cut off as interrupted', async () => {
    const { body } = await send(version, {
      args: ['test', '--global-timeout=8000'],
      files: {
        'a.spec.js': spec({
          'is quick': '',
          'is slow': 'test.setTimeout(60_000); await new Promise((f) => setTimeout(f, 50_000));',
          'never starts': '',
        }),
      },
    });
    expect(statuses(body)).toEqual([
      'is quick: passed',
      'is slow: interrupted',
      'never starts: interrupted (The global time-out came first)',
    ]);
    expect(body.execution).toMatchObject({ status: 'failed', partial: ['bail'] });
    expect(body.execution.errors?.[0]?.message).toMatch(/^Timed out waiting 8s for /);
  });

  it('reports a file that does not load as an error of the run, with its location', async () => {
    const { run, body } = await send(version, {
      files: { ...TWO, 'b.spec.js': `import { test } from '@playwright/test';\nnoSuchThing();\n` },
    });
    expect(body.execution).toMatchObject({
      status: 'failed',
      errors: [
        {
          message: 'ReferenceError: noSuchThing is not defined',
          location: { file: 'b.spec.js', line: 2 },
        },
      ],
    });
    expect(body.execution.partial).toBeUndefined();
    expect(statuses(body).filter((status) => !status.includes(': skipped ('))).toEqual([]);
    expect(run.stderr).not.toContain('saw no test');
  });

  it('sends a run that failed before its first test', async () => {
    const files = { 'a.spec.js': 'noSuchThing();' };
    const { run, body } = await send(version, { files });
    expect(body.results).toEqual([]);
    expect(body.execution.status).toBe('failed');
    expect(run.stderr.split('\n').filter((line) => line.startsWith('svc:'))).toEqual([
      expect.stringMatching(/^svc: sent 0 tests, \d errors? outside of test files, to /),
    ]);
  });

  it('sends a failed global setup as an error of a whole run', async () => {
    const { body } = await send(version, {
      files: {
        ...TWO,
        'playwright.config.js': config({ globalSetup: './setup.js' }),
        'setup.js': `module.exports = () => { throw new Error('no database'); };`,
      },
    });
    expect(body.execution).toMatchObject({
      status: 'failed',
      errors: [{ message: 'Error: no database' }],
    });
    expect(body.execution.partial).toBeUndefined();
    expect(statuses(body).filter((status) => !status.includes(': skipped ('))).toEqual([]);
  });

  it('takes a repeated test for several results, and warns of none', async () => {
    const { run, body } = await send(version, {
      args: ['test', '--repeat-each=2', 'b.spec'],
      files: TWO,
    });
    expect(statuses(body)).toEqual(['pays: passed', 'pays: passed']);
    expect(run.stderr.split('\n').filter((line) => line.startsWith('svc:'))).toEqual([
      expect.stringMatching(/^svc: sent 2 results to /),
    ]);
  });
});

describe.each(FULL_VERSIONS)('of a run of Playwright %s', (version) => {
  let body: IngestBody;
  beforeAll(async () => {
    const sent = await send(version, { env: { SVC_INCLUDE_OUTPUT: 'all' }, files: FOR_ONE_RUN });
    body = sent.body;
  });
  const inFile = (file: string): IngestResult[] =>
    body.results.filter((result) => result.file === file);

  it('an error in evaluated code has the place in a file that it came through', () => {
    const [error] = inFile('evaluates.spec.js')[0]?.attempts?.[0]?.errors ?? [];
    expect(error?.location?.file).toBe('evaluates.spec.js');
    expect(error?.snippet).toContain('new Function');
  });

  it('sends the output of tests by the option, and steps only of failed tests', () => {
    const [talks, fails] = inFile('talks.spec.js');
    expect(talks?.attempts).toEqual([
      expect.objectContaining({ status: 'passed', stdout: 'hello\n' }),
    ]);
    expect(talks?.attempts?.[0]?.steps).toBeUndefined();
    expect(fails?.attempts?.[0]?.steps).not.toEqual([]);
  });

  it('a wild tree of steps is cut to the contract, and keeps the step that failed', () => {
    const steps = inFile('climbs.spec.js')[0]?.attempts?.[0]?.steps ?? [];
    expect(JSON.stringify(steps).match(/"level \d+"/g)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((level) => `"level ${level}"`),
    );
    expect(JSON.stringify(steps).match(/"title"/g)).toHaveLength(1_000);
    expect(steps.find(({ error }) => error !== undefined)).toMatchObject({
      title: 'the last one',
      error: { message: 'Error: fell' },
    });
  });

  it('attachments of tests that failed are sent, from files and from memory, by attempt', () => {
    const [paints, passes] = inFile('paints.spec.js');
    const lines = (paints?.artifacts ?? []).map(({ name, kind, contentType, sizeBytes, attempt }) =>
      [attempt, name, kind, contentType, sizeBytes].join(' '),
    );
    expect(lines.filter((line) => !isContext(line))).toEqual([
      '1 picture screenshot image/png 8',
      '1 basket log text/plain 3',
      '2 picture screenshot image/png 8',
      '2 basket log text/plain 3',
    ]);
    expect(lines.filter(isContext)).toHaveLength(version === '1.40' ? 0 : 2);
    expect(passes?.artifacts ?? []).toEqual([]);
  });
});

const ATTACHES = `await test.info().attach('basket', { body: 'tea', contentType: 'text/plain' });`;

/** Files whose tests are independent of each other. */
const FOR_ONE_RUN = {
  'evaluates.spec.js': spec({ evaluates: `new Function('throw new Error("no")')();` }),
  'talks.spec.js': spec({ talks: `console.log('hello');`, fails: FAILS }),
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
};

/** Whether Playwright itself has added the line to a failed assertion, since 1.52 in tests without a page too. */
function isContext(line: string): boolean {
  return / error-context log text\/markdown /.test(line);
}
