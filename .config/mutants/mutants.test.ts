import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MUTANTS } from './list/index.ts';
import { mutate, vitest, type Mutant } from './mutant.ts';
import { failedBrowserTests, failedVitestTests } from './test-report.ts';
import {
  missedMutants,
  verdictLine,
  verdictSummary,
  verdictTable,
  type JudgedMutant,
} from './verdict-table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const MUTANT: Mutant = {
  name: 'one is more than two',
  file: 'packages/a/src/a.ts',
  find: '1 < 2',
  replace: '1 > 2',
  tests: vitest('packages/a'),
};

it('has mutants whose text is once in their file, so that none of them is forgotten', () => {
  const stale = MUTANTS.filter(
    (mutant) => mutate(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant) === null,
  );
  expect(stale).toEqual([]);
});

it('gives each mutant a name of its own', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

it('names tests that exist', () => {
  const files = globSync(
    ['{packages,apps}/*/{src,test}/**/*.test.ts', 'apps/dashboard/test/**/*.spec.ts'],
    { cwd: ROOT },
  );
  const missing = MUTANTS.flatMap(({ tests: { paths } }) => paths).filter(
    (path) => !files.some((file) => file.includes(path)),
  );
  expect(missing).toEqual([]);
});

it('replaces the text where it is once', () => {
  expect(mutate('if (1 < 2) $&', MUTANT)).toBe('if (1 > 2) $&');
  expect(mutate('if (1 < 2 && 1 < 2)', MUTANT)).toBeNull();
  expect(mutate('if (2 > 1)', MUTANT)).toBeNull();
});

it('reads the failed tests of a report, and files that failed outside of theirs', () => {
  const passed = { status: 'passed', fullName: 'adds' };
  const failed = { status: 'failed', fullName: 'sums up' };
  const whole = { name: '/a.test.ts', status: 'passed', message: '', assertionResults: [passed] };
  const partly = { ...whole, name: '/b.test.ts', status: 'failed', assertionResults: [failed] };
  const unloaded = { ...partly, name: '/c.test.ts', message: 'no', assertionResults: [] };
  const notRun = { ...unloaded, name: '/d.test.ts', message: '' };
  const report = JSON.stringify({ testResults: [notRun, whole, partly, unloaded] });
  expect(failedVitestTests(report)).toEqual([
    { file: '/b.test.ts', title: 'sums up' },
    { file: '/c.test.ts', title: '' },
  ]);
});

it('reads the failed browser tests', () => {
  const text =
    '\n FAIL  dashboard  test/a.spec.ts > a page > shows it\nno it\n\n      Tests  1 passed';
  expect(failedBrowserTests(text)).toEqual([
    { file: 'test/a.spec.ts', title: 'a page > shows it' },
  ]);
  expect(failedBrowserTests('      Tests  1 passed (1)')).toEqual([]);
});

it('prints each verdict, and counts them by package', () => {
  const judged: JudgedMutant[] = [
    { mutant: MUTANT, verdict: { outcome: 'caught', by: 'a.test.ts: adds' }, seconds: 3.4 },
    { mutant: { ...MUTANT, survives: true }, verdict: { outcome: 'survived' }, seconds: 10 },
    {
      mutant: { ...MUTANT, file: 'apps/b/src/b.ts' },
      verdict: { outcome: 'could not run', why: 'error TS2304' },
      seconds: 1,
    },
  ];
  expect(judged.map(verdictLine)).toEqual([
    'caught         one is more than two (3 s)\n               a.test.ts: adds',
    'survived       one is more than two (10 s)',
    'could not run  one is more than two (1 s)\n               error TS2304',
  ]);
  expect(verdictTable(judged)).toEqual([
    'package     caught  survived  could not run',
    'packages/a       1         1              0',
    'apps/b           0         0              1',
    'all              1         1              1',
  ]);
  expect(missedMutants(judged).map(({ file }) => file)).toEqual(['apps/b/src/b.ts']);
  expect(verdictSummary(judged)).toBe('      Tests  1 failed | 1 passed | 1 skipped (3)');
});
