import { describe, expect, it, vi } from 'vitest';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { config, FULL_VERSIONS } from './fixture-project.ts';
import { send, spec } from './sent-run.ts';

// Each test starts Playwright, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const TWO = { 'a.spec.js': spec({ adds: '', removes: '' }), 'b.spec.js': spec({ pays: '' }) };

describe.each(FULL_VERSIONS)('Playwright %s', (version) => {
  it('calls a run that is narrowed by file names what it is, and takes a repeated test for several results', async () => {
    const { run, body } = await send(version, {
      args: ['test', '--repeat-each=2', 'b.spec'],
      files: TWO,
    });
    expect(statuses(body)).toEqual(['pays: passed', 'pays: passed']);
    expect(body.execution).toMatchObject({ status: 'passed', partial: ['filter'] });
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 2 results to /)]);
  });

  it('distinguishes tests after the maximum of failures from tests that a failed project blocked', async () => {
    const { body } = await send(version, {
      args: ['test', '-x'],
      files: {
        'playwright.config.js': config({
          projects: [
            { name: 'stock', testMatch: 'stock.spec.js' },
            { name: 'shop', testMatch: 'shop.spec.js', dependencies: ['stock'] },
          ],
        }),
        'stock.spec.js': spec({ fills: `throw new Error('no');`, empties: '' }),
        'shop.spec.js': spec({ sells: '' }),
      },
    });
    expect(statuses(body)).toEqual([
      'fills: failed',
      'empties: interrupted (The run stopped at the first failure)',
      "sells: skipped (Project 'stock' failed)",
    ]);
    expect(body.execution).toMatchObject({ status: 'failed', partial: ['bail'] });
    expect(body.results.map(({ variant }) => variant)).toEqual(['stock', 'stock', 'shop']);
  });

  it('marks tests that the global timeout cut off as interrupted, and calls a run that is narrowed by a pattern what it is', async () => {
    const { body } = await send(version, {
      args: ['test', '--global-timeout=8000', '-g', 'is|never'],
      files: {
        'a.spec.js': spec({
          'is quick': '',
          'is slow': 'test.setTimeout(60_000); await new Promise((f) => setTimeout(f, 50_000));',
          'never starts': '',
          'left out': '',
        }),
      },
    });
    expect(statuses(body)).toEqual([
      'is quick: passed',
      'is slow: interrupted',
      'never starts: interrupted (The global time-out came first)',
    ]);
    expect(body.execution).toMatchObject({ status: 'failed', partial: ['filter', 'bail'] });
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
    expect(svcLines(run)).toEqual([
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
});
