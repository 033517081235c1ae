import type { ResultRow } from '@svc/contract/executions/execution-view';
import { expect, it } from 'vitest';
import {
  buildFailureEntries,
  listOpenableKeys,
  buildProblemEntries,
  countShownOfGroup,
  type ListEntry,
} from './list-entries.ts';

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

function drawn(entries: readonly ListEntry[]): string[] {
  return entries.map((entry) => {
    switch (entry.kind) {
      case 'class':
        return `## ${entry.label} (${entry.count})`;
      case 'group':
        return `# ${entry.text} (${entry.count}${entry.isNew ? ', new' : ''})`;
      case 'more':
        return `${entry.count} more`;
      case 'problem':
        return `! ${entry.title} at ${entry.place}`;
      case 'result':
        return entry.row.id;
    }
  });
}

const startedAt = '2026-11-20T10:00:00.000Z';
const grouping = { startedAt, shownOfGroup: 5 };
const patterns = {
  x: { pattern: 'Expected <n>\nsecond line', firstSeenAt: '2026-11-20T10:00:01.000Z' },
  y: { pattern: 'timeout', firstSeenAt: '2026-11-01T10:00:00.000Z' },
};

it('groups failures by fingerprint, folds after 5, and puts those with their own failure last', () => {
  const rows = [
    row('a', 'y'),
    row('b', 'z'),
    row('c', null),
    row('d', 'y'),
    ...Array.from({ length: 7 }, (_, index) => row(`x${index}`, 'x')),
  ];
  expect(drawn(buildFailureEntries(rows, { patterns, open: new Set(), ...grouping }))).toEqual([
    '# timeout (2)',
    'a',
    'd',
    '# Expected <n> (7, new)',
    'x0',
    'x1',
    'x2',
    'x3',
    'x4',
    '2 more',
    '# Each with a failure of its own (2)',
    'b',
    'c',
  ]);
  const open = buildFailureEntries(rows, { patterns, open: new Set(['x']), ...grouping });
  expect(listOpenableKeys(open)).toEqual('a d x0 x1 x2 x3 x4 x5 x6 b c'.split(' '));
});

it('shows as many results of a group as fill the list where there are few groups', () => {
  const rowsOf = (...fingerprints: string[]) =>
    fingerprints.flatMap((one) => [row(`${one} 1`, one), row(`${one} 2`, one)]);
  expect(countShownOfGroup(rowsOf('x'))).toBe(15);
  expect(countShownOfGroup([...rowsOf('x', 'y'), row('z', 'z'), row('none', null)])).toBe(7);
  expect(countShownOfGroup(rowsOf('v', 'w', 'x', 'y'))).toBe(5);
  expect(countShownOfGroup([])).toBe(15);
});

it('opens all groups on request', () => {
  const rows = Array.from({ length: 7 }, (_, index) => row(`x${index}`, 'x'));
  expect(
    listOpenableKeys(buildFailureEntries(rows, { patterns, open: 'all', ...grouping })),
  ).toHaveLength(7);
});

it('has no groups where no failure occurs twice', () => {
  const rows = [row('a', 'x'), row('b', 'y'), row('c', null)];
  expect(drawn(buildFailureEntries(rows, { patterns, open: new Set(), ...grouping }))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

it('lists what failed outside of tests with how many there are', () => {
  const entries = buildProblemEntries({
    errors: [{ message: '\u001b[31mcoverage\u001b[39m is low\nmore' }],
    errorsOmitted: 2,
    brokenFiles: {
      items: [
        { file: 'b.test.ts', variant: null, durationMs: 1, errors: [{ message: 'no module' }] },
      ],
      omitted: 5,
    },
  });
  expect(drawn(entries)).toEqual([
    '# Outside of tests (9)',
    '! coverage is low at the whole run',
    '! no module at b.test.ts',
  ]);
  expect(listOpenableKeys(entries)).toEqual(['run-1', 'file-1']);
  expect(buildProblemEntries({ errors: [], brokenFiles: { items: [], omitted: 0 } })).toEqual([]);
});
