import { expect, it } from 'vitest';
import { plainLook } from '../../../test/samples/plain-look.ts';
import type { SplitPlan } from './split-plan.ts';
import { formatShard, formatSplit } from './split-text.ts';

function makePlan(changes: Partial<SplitPlan> = {}): SplitPlan {
  return {
    project: 'web',
    before: '2026-11-21T09:00:00.000Z',
    executions: 5,
    files: 5,
    knownFiles: 4,
    digest: 'b0796263',
    shards: [
      {
        index: 1,
        expectedMs: 95_000,
        files: ['src/checkout/discounts/keeps-the-discount.test.ts'],
      },
      { index: 2, expectedMs: 91_400, files: ['src/a.test.ts', 'src/b.test.ts', 'src/c.test.ts'] },
      { index: 3, expectedMs: 4_000, files: ['src/new.test.ts'] },
      { index: 4, expectedMs: 0, files: [] },
    ],
    ...changes,
  };
}

function shown(plan: SplitPlan, look = plainLook()): string {
  return `\n${formatSplit(plan, look).join('\n')}\n`;
}

it('shows all shards, and what the durations are from, at 120 and 80 columns', () => {
  expect(shown(makePlan(), plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    5 files in 4 shards
    durations of 4 of them from 5 executions of web before 2026-11-21 09:00:00 UTC; the others count as their median

    SHARD  FILES      TIME  FIRST FILE
        1      1  1 m 35 s  src/checkout/discounts/keeps-the-discount.test.ts
        2      3  1 m 31 s  src/a.test.ts
        3      1     4.0 s  src/new.test.ts
        4      0      0 ms  –
    plan b0796263. Jobs that print the same plan run each file exactly once.
    "
  `);
  expect(shown(makePlan())).toMatchInlineSnapshot(`
    "
    5 files in 4 shards
    durations of 4 of them from 5 executions of web before 2026-11-21 09:00:00
      UTC; the others count as their median

    SHARD  FILES      TIME  FIRST FILE
        1      1  1 m 35 s  src/checkout/discounts/keeps-the-discount.test.ts
        2      3  1 m 31 s  src/a.test.ts
        3      1     4.0 s  src/new.test.ts
        4      0      0 ms  –
    plan b0796263. Jobs that print the same plan run each file exactly once.
    "
  `);
});

it('fits into 40 columns', () => {
  expect(shown(makePlan(), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    5 files in 4 shards
    durations of 4 of them from 5
      executions of web before 2026-11-21
      09:00:00 UTC; the others count as
      their median

        1      1  1 m 35 s
           src/checkout/dis…discount.test.ts
        2      3  1 m 31 s
           src/a.test.ts
        3      1     4.0 s
           src/new.test.ts
        4      0      0 ms
           –
    plan b0796263. Jobs that print the
      same plan run each file exactly once.
    "
  `);
});

it('says when files are split by number', () => {
  const byNumber = makePlan().shards.map((shard) => ({ ...shard, expectedMs: null }));
  const unknown = makePlan({ knownFiles: 0, executions: 0, shards: byNumber });
  expect(shown(unknown)).toContain(
    '\nsplit by number: no duration of these files in project web before 2026-11-21\n  09:00:00 UTC\n',
  );
  const even = makePlan({ project: null, before: null, knownFiles: 0, shards: byNumber });
  expect(shown(even)).toContain('\nsplit by number (--even)\n');
});

it('describes one shard in a line', () => {
  const plan = makePlan();
  expect(plan.shards.slice(0, 1).map((shard) => formatShard(plan, shard))).toEqual([
    'shard 1 of 4: 1 of 5 files, about 1 m 35 s, the slowest 1 m 35 s; plan b0796263',
  ]);
});
