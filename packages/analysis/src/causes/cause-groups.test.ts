import type { Cause } from '@svc/contract/executions/causes';
import { expect, it } from 'vitest';
import { buildCauseRows, countCauses, groupByFingerprint, mergeCauses } from './cause-groups.ts';
import { formatCauseFacts, formatCauseCount } from './cause-words.ts';

interface Failure {
  title: string;
  fingerprint: string | null;
}

const failure = (title: string, fingerprint: string | null): Failure => ({ title, fingerprint });
const fingerprintOf = ({ fingerprint }: Failure) => fingerprint;

function makeCause(fingerprint: string | null, tests: number, changes: Partial<Cause> = {}): Cause {
  const none = { pattern: null, classification: null, confidence: null };
  return { fingerprint, tests, files: 1, ...none, ...changes };
}

it('puts each failure into one row, in the order of the causes', () => {
  const rows = buildCauseRows(
    [failure('a', 'fp2:1'), failure('b', 'fp2:2'), failure('c', 'fp2:1'), failure('d', 'fp2:9')],
    { causes: { items: [makeCause('fp2:2', 1), makeCause('fp2:1', 400)] }, fingerprintOf },
  );
  expect(
    rows.map((row) =>
      row.kind === 'test'
        ? row.item.title
        : `${row.cause.tests}: ${row.items.map(({ title }) => title).join()}`,
    ),
  ).toEqual(['b', '400: a,c', 'd']);
});

it('leaves failures without a fingerprint alone, unless the server counted them together', () => {
  const failures = [failure('a', null), failure('b', null)];
  expect(groupByFingerprint(failures, fingerprintOf)).toHaveLength(2);
  const counted = buildCauseRows(failures, {
    causes: { items: [makeCause(null, 2)] },
    fingerprintOf,
  });
  expect(counted).toMatchObject([{ kind: 'cause', items: failures }]);
});

it('counts tests and files of each cause, the largest first', () => {
  const { items, total } = countCauses(
    [
      { fingerprint: 'fp2:1', testKey: 'a', file: 'x' },
      { fingerprint: 'fp2:2', testKey: 'b', file: 'x' },
      { fingerprint: 'fp2:2', testKey: 'b', file: 'x' },
      { fingerprint: 'fp2:2', testKey: 'c', file: 'y' },
    ],
    (one) => ({ ...one, pattern: null, classification: 'INFRA', confidence: 0.96 }),
  );
  expect(total).toBe(2);
  expect(items.map(({ tests, files }) => [tests, files])).toEqual([
    [2, 2],
    [1, 1],
  ]);
});

it('names the candidates of a cause with an unsure verdict', () => {
  const candidates = [
    { classification: 'REAL_BUG' as const, confidence: 0.49 },
    { classification: 'HEALABLE' as const, confidence: 0.47 },
  ];
  const unsure = { classification: null, candidates, confidence: 0.49 };
  const { items } = countCauses([{ testKey: 'a', file: 'a.test.ts' }], (one) => ({
    ...one,
    fingerprint: 'fp2:1',
    pattern: null,
    ...unsure,
  }));
  expect(items).toMatchObject([unsure]);
  expect(formatCauseFacts(makeCause('fp2:1', 2, unsure)).at(-1)).toBe(
    'unsure: real bug 49 %, healable 47 %',
  );
  // A verdict counts more than none.
  const merged = mergeCauses([
    { items: [makeCause('fp2:1', 1)], total: 1 },
    { items: [makeCause('fp2:1', 1, unsure)], total: 1 },
  ]);
  expect(merged.items).toMatchObject([unsure]);
});

it('merges the causes of two executions', () => {
  const known = { classification: 'INFRA', confidence: 0.9 } as const;
  const merged = mergeCauses([
    { items: [makeCause('fp2:1', 3), makeCause('fp2:2', 1)], total: 7 },
    { items: [makeCause('fp2:2', 9, known)], total: 1 },
  ]);
  expect(merged).toEqual({
    items: [makeCause('fp2:2', 10, known), makeCause('fp2:1', 3)],
    total: 7,
  });
});

it('says how many causes failures have, where there are fewer', () => {
  const list = (tests: number, fingerprint: string | null = 'fp2:1') => ({
    items: [makeCause(fingerprint, tests)],
    total: 1,
  });
  expect([
    formatCauseCount(434, list(434)),
    formatCauseCount(1, list(1)),
    formatCauseCount(9, list(9, null)),
  ]).toEqual([' (1 cause)', '', '']);
  const cause = makeCause('fp2:1', 434, { files: 61, classification: 'INFRA', confidence: 0.964 });
  expect(formatCauseFacts(cause)).toEqual(['434 tests in 61 files', 'INFRA 96 %']);
});

it('gives a cause the most severe label, whatever comes first', () => {
  const infra = { classification: 'INFRA', confidence: 0.9 } as const;
  const bug = { classification: 'REAL_BUG', confidence: 0.8 } as const;
  const merged = mergeCauses([
    { items: [makeCause('fp2:1', 1, infra)], total: 1 },
    { items: [makeCause('fp2:1', 1, bug)], total: 1 },
  ]);
  expect(merged).toMatchObject({ total: 1, items: [{ ...bug, tests: 2 }] });
  const { items } = countCauses([infra, bug], (label) => ({
    ...label,
    fingerprint: 'fp2:1',
    pattern: null,
    testKey: label.classification,
    file: 'a.test.ts',
  }));
  expect(items).toMatchObject([{ ...bug, tests: 2 }]);
});
