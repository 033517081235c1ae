import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ResultRow } from '@svc/contract/executions/execution-view';
import type { Classification } from '@svc/contract/executions/outcomes';
import { expect, it } from 'vitest';
import { buildClassEntries } from './class-entries.ts';
import { listOpenableKeys, type ListEntry } from './list-entries.ts';

function row(id: string, fingerprint: string | null): ResultRow {
  return {
    id,
    testId: id,
    title: id,
    titlePath: [id],
    file: 'a.test.ts',
    line: 1,
    variant: null,
    status: 'failed',
    flaky: false,
    durationMs: 1,
    fingerprint,
    classification: null,
    confidence: null,
    part: null,
  };
}

function verdict(
  classification: Classification,
  corrected: Classification | null = null,
  confidence = 0.8,
): FailureVerdict {
  const at = '2026-11-20T10:00:00.000Z';
  return {
    classification,
    confidence,
    correctedBy: corrected && { classification: corrected, by: null, at },
  } as FailureVerdict;
}

function drawn(entries: readonly ListEntry[]): string[] {
  return entries.map((entry) => {
    if (entry.kind === 'class') return `## ${entry.label ?? 'none'} (${entry.count})`;
    if (entry.kind === 'group') return `# ${entry.text} (${entry.count})`;
    if (entry.kind === 'more') return `${entry.count} more`;
    return entry.key;
  });
}

const OPTIONS = { patterns: {}, open: new Set<string>(), startedAt: '2026-11-20T10:00:00.000Z' };
const ROWS = [row('a', 'x'), row('b', 'y'), row('c', 'x'), row('d', 'z'), row('e', 'x')];

it('groups by class, most severe first, then by fingerprint, and puts results without a verdict last', () => {
  const verdicts = new Map([
    ['a', verdict('INFRA')],
    ['b', verdict('KNOWN_FLAKE')],
    ['c', verdict('INFRA')],
    ['e', verdict('INFRA', 'REAL_BUG')],
  ]);
  const entries = buildClassEntries(ROWS, { ...OPTIONS, verdicts });
  expect(drawn(entries)).toEqual([
    '## REAL_BUG (1)',
    'e',
    '## INFRA (2)',
    '# The same failure (2)',
    'a',
    'c',
    '## KNOWN_FLAKE (1)',
    'b',
    '## none (1)',
    'd',
  ]);
  expect(listOpenableKeys(entries)).toEqual(['e', 'a', 'c', 'b', 'd']);
});

it('groups unsure verdicts below the real bugs, from rows and from newer verdicts', () => {
  const candidates = [
    { classification: 'HEALABLE' as const, confidence: 0.5 },
    { classification: 'REAL_BUG' as const, confidence: 0.4 },
  ];
  const rows = [row('a', 'x'), { ...row('b', 'y'), candidates }, row('c', 'z'), row('d', 'v')];
  const verdicts = new Map([
    ['a', verdict('HEALABLE')],
    ['c', verdict('REAL_BUG', null, 0.59)],
    ['d', verdict('REAL_BUG')],
  ]);
  expect(drawn(buildClassEntries(rows, { ...OPTIONS, verdicts }))).toEqual([
    '## REAL_BUG (1)',
    'd',
    '## unsure (2)',
    'b',
    'c',
    '## HEALABLE (1)',
    'a',
  ]);
});

it('takes the class of a row that has no newer verdict', () => {
  const rows = [row('a', 'x'), { ...row('b', 'y'), classification: 'INFRA' as const }];
  const verdicts = new Map([['a', verdict('HEALABLE')]]);
  expect(drawn(buildClassEntries(rows, { ...OPTIONS, verdicts }))).toEqual([
    '## HEALABLE (1)',
    'a',
    '## INFRA (1)',
    'b',
  ]);
});

it('has unique keys where one failure has several classes', () => {
  const rows = Array.from({ length: 40 }, (_, at) => row(String(at), 'x'));
  const verdicts = new Map(
    rows.map(({ id }, at) => [id, verdict(at % 2 === 0 ? 'INFRA' : 'HEALABLE')]),
  );
  const keys = buildClassEntries(rows, { ...OPTIONS, verdicts }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

it('has no groups of classes without any verdict', () => {
  const entries = buildClassEntries(ROWS, { ...OPTIONS, verdicts: new Map() });
  expect(entries.some(({ kind }) => kind === 'class')).toBe(false);
});

it('knows which classes have new failures, and since when the others are known', () => {
  const patterns = {
    x: { pattern: 'x', firstSeenAt: OPTIONS.startedAt },
    y: { pattern: 'y', firstSeenAt: '2026-11-18T10:00:00.000Z' },
  };
  const verdicts = new Map([
    ['a', verdict('REAL_BUG')],
    ['b', verdict('HEALABLE')],
    ['c', verdict('HEALABLE')],
    ['d', verdict('INFRA')],
  ]);
  const rows = [row('a', 'x'), row('b', 'y'), row('c', 'x'), row('d', 'z'), row('e', 'y')];
  const entries = buildClassEntries(rows, { ...OPTIONS, patterns, verdicts });
  expect(
    entries.flatMap((entry) =>
      entry.kind === 'class' ? [[entry.label, entry.newFingerprints, entry.firstSeenAt]] : [],
    ),
  ).toEqual([
    ['REAL_BUG', 1, null],
    ['HEALABLE', 1, '2026-11-18T10:00:00.000Z'],
    ['INFRA', null, null],
    [null, 0, '2026-11-18T10:00:00.000Z'],
  ]);
});
