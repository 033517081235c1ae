import { expect, it } from 'vitest';
import type { ReferenceFailureGroup } from '../reference/answers/failures.ts';
import type { Asker } from './asker.ts';
import { MESSAGES, NO_DATABASE } from './tables.ts';
import { idOf } from './uploads.ts';

const WINDOW = { from: '2026-10-19', to: '2026-11-02', project: 'shop' };

/** Failures by fingerprint, worked out by hand; each message of the data set has its own fingerprint. */
export function holdFailures(ask: () => Asker): void {
  it('groups the failures of the shop, the most frequent first', async () => {
    const groups = await ask().failures(WINDOW);
    expect(groups).toMatchObject([
      {
        // s22 (29th), s23 and p10 (30th), p11 (31st), s24 and s25 (1st). main still has it in s26.
        count: 6,
        tests: 1,
        executions: 6,
        branches: ['main', 'fix/rounding'],
        // Four days before the end, and main ran three times since.
        phase: 'ongoing',
        onlyOn: [],
        gone: null,
        firstSeenAt: '2026-10-29T09:00:00.000Z',
        lastSeenAt: '2026-11-01T06:30:00.000Z',
        perDay: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2],
        example: {
          executionId: 's25',
          testId: idOf('pays'),
          project: 'shop',
          title: 'pays',
          file: 'src/pay.test.ts',
          line: null,
          message: MESSAGES['pays'],
        },
      },
      {
        // p5 (23rd) and p10 (30th), but neither in p6 nor in p11, the newest of their branches. First in s01.
        count: 2,
        tests: 1,
        executions: 2,
        branches: ['feat/coupons', 'fix/rounding'],
        phase: 'over',
        gone: { executionId: 'p11', at: '2026-10-31T12:00:00.000Z', branch: 'fix/rounding' },
        firstSeenAt: '2026-10-05T00:00:00.000Z',
        lastSeenAt: '2026-10-30T12:00:00.000Z',
        perDay: [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0],
        example: { executionId: 'p10', message: MESSAGES['finds'] },
      },
      {
        // s20 (25th) and p8 (27th), not in s26.
        count: 2,
        tests: 1,
        executions: 2,
        branches: ['main'],
        phase: 'over',
        gone: { executionId: 's22', at: '2026-10-29T09:00:00.000Z', branch: 'main' },
        firstSeenAt: '2026-10-25T23:30:00.000Z',
        lastSeenAt: '2026-10-27T10:00:00.000Z',
        perDay: [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0],
        example: { executionId: 'p8', message: MESSAGES['removes'] },
      },
      {
        // Two tests of p5.
        count: 2,
        tests: 2,
        executions: 1,
        branches: ['feat/coupons'],
        phase: 'over',
        firstSeenAt: '2026-10-23T09:00:00.000Z',
        lastSeenAt: '2026-10-23T09:00:00.000Z',
        perDay: [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        example: { executionId: 'p5', message: NO_DATABASE },
      },
      { count: 1, phase: 'over', example: { executionId: 'p2', message: MESSAGES['refunds'] } },
    ]);
  });

  it('sorts by the newest and by the most tests', async () => {
    const { pays, finds, removes, refunds } = MESSAGES;
    const byNewest = await ask().failures({ ...WINDOW, sort: 'newest' });
    expect(messagesOf(byNewest)).toEqual([pays, finds, removes, NO_DATABASE, refunds]);
    const byTests = await ask().failures({ ...WINDOW, sort: 'tests' });
    expect(messagesOf(byTests)).toEqual([NO_DATABASE, pays, finds, removes, refunds]);
  });

  it('reports failures that began before the window as ongoing, and finds groups by phase', async () => {
    const lately = { ...WINDOW, from: '2026-10-30' };
    expect(await ask().failures({ ...lately, phase: 'ongoing' })).toMatchObject([
      // s23, p10, p11, s24, s25.
      { count: 5, phase: 'ongoing', firstSeenAt: '2026-10-29T09:00:00.000Z', perDay: [2, 1, 2] },
    ]);
    expect(await ask().failures({ ...lately, phase: 'new' })).toEqual([]);
    expect(await ask().failures({ ...lately, phase: 'over' })).toMatchObject([
      { count: 1, example: { message: MESSAGES['finds'] } },
    ]);
  });
}

function messagesOf(groups: readonly ReferenceFailureGroup[]) {
  return groups.map(({ example }) => example.message);
}
