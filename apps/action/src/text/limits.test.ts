import { formatNumber } from '@svc/contract/zod-free/amounts';
import { expect, it } from 'vitest';
import { makeReport } from '../../test/make-report.ts';
import { buildAnnotations } from './annotations.ts';
import { renderComment } from './comment.ts';
import { renderSummary } from './summary.ts';

// More failures than any of the texts has room for, in characters of three bytes.
const HUGE = makeReport({ failures: 3_000, message: '…'.repeat(5_000) });
const MARKER = '<!-- marker -->';

it('keeps the summary below 1 MiB, and says what is left out', () => {
  const text = renderSummary(HUGE, []);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  const shown = text.split('<details>').length - 1;
  expect(shown).toBeGreaterThan(20);
  expect(text).toContain(
    `… and ${formatNumber(3_000 - shown)} more failures: [shop \\#1](http://svc.example/1)`,
  );
});

it('keeps the comment below 65,000 characters, and says what is left out', () => {
  const text = renderComment(HUGE, { marker: MARKER, wasRed: false });
  expect(text.length).toBeLessThan(65_000);
  expect(text.startsWith(MARKER)).toBe(true);
  const shown = text.split('<details>').length - 1;
  expect(shown).toBeGreaterThan(5);
  expect(text).toContain(`… and ${formatNumber(3_000 - shown)} more failures: [shop`);
  // The flaky tests behind them have room too.
  expect(text).toContain('#### Flaky: 1');
});

it('stays within both limits with hundreds of executions, legs and notes, and names the first', () => {
  const [execution] = HUGE.executions;
  if (execution === undefined) throw new Error('the sample has an execution');
  const executions = Array.from({ length: 500 }, (_, index) => ({
    ...execution,
    label: `package-${index} #7`,
    legs: [`${index} ${'x'.repeat(190)}`],
    uncompared: `no finished execution of ${'a long branch '.repeat(20)}`,
  }));
  const gate = {
    verdict: 'fail' as const,
    why: executions.map(({ label }) => `A file of ${label} failed to load.`),
    excused: 1,
    blocking: 500,
    others: 0,
    expiring: executions.map(({ label }) => ({ title: label, expiresAt: '2030-01-01' })),
  };
  const report = { ...HUGE, executions, gate, notes: executions.map(({ label }) => label) };
  const comment = renderComment(report, { marker: MARKER, wasRed: false });
  expect(comment.length).toBeLessThan(65_000);
  expect(Buffer.byteLength(renderSummary(report, []))).toBeLessThan(1024 * 1024);
  expect(comment).toContain('| … and 480 more executions | 1,440,480 | 480 |');
  expect(comment).toContain(' and 480 more legs');
  expect(comment).toContain('<br>… and 990 more notes</sub>');
  expect(comment).toContain(
    'more failures: [package-0 \\#7](http://svc.example/1), [package-1 \\#7](http://svc.example/1), [package-2 \\#7](http://svc.example/1), …\n',
  );
  expect(comment).toContain('#### Flaky: 1');
});

it('cuts a title that is a document, at a whole character', () => {
  const report = makeReport({ failures: 40, message: 'no' });
  for (const failure of report.failures) failure.titlePath = [`a${'🍵'.repeat(5_000)}`];
  const text = renderComment(report, { marker: MARKER, wasRed: false });
  expect(text.split('<details>')).toHaveLength(26);
  expect(text).toContain(`<b>a${'🍵'.repeat(149)}…</b>`);
  expect(text.isWellFormed()).toBe(true);
});

it('writes at most 10 annotations, of which the last one counts the others', () => {
  const all = buildAnnotations(HUGE, { leg: undefined, isFile: () => true });
  expect(all).toHaveLength(10);
  expect(all.at(-1)).toEqual({
    level: 'notice',
    message: '2,992 more failures, errors and flaky tests are in the summary of the job',
    properties: { title: '2,992 more' },
  });
});

it('ends no HTML and no code block in the middle', () => {
  for (const text of [
    renderSummary(HUGE, []),
    renderComment(HUGE, { marker: MARKER, wasRed: false }),
  ]) {
    expect(text.split('<details>')).toHaveLength(text.split('</details>').length);
    expect(text.match(/^```/gm)?.length).toSatisfy((count: number) => count % 2 === 0);
  }
});

it('shows the same failure of many tests once', () => {
  const report = makeReport({ failures: 40, message: 'no connection', fingerprint: 'fp2:same' });
  const text = renderComment(report, { marker: MARKER, wasRed: false });
  expect(text.split('<details>')).toHaveLength(2);
  expect(text).toContain('<b>no connection</b> · 40 tests in 1 file');
  expect(text).toContain('- and 35 more tests');
});
