import { expect, it } from 'vitest';
import { describeFailures, describeFigures, describeLargestCause } from './failures-sentence.ts';

function describeCase(newCauses: number, failures = 9, hasMoreNew = false): string {
  return describeFailures({ newCauses, hasMoreNew, failures, executions: 9 });
}

it('says how many causes are new', () => {
  expect(describeCase(3)).toBe('3 new causes of failure');
  expect(describeCase(1)).toBe('1 new cause of failure');
  expect(describeCase(0)).toBe('No new cause of failure');
  expect(describeCase(0, 0)).toBe('Nothing failed');
  const nothing = { newCauses: 0, hasMoreNew: false, failures: 0, executions: 0 };
  expect(describeFailures(nothing)).toBe('Nothing ran');
  expect(describeCase(100, 999, true)).toBe('100 or more new causes of failure');
});

it('says what the failures come down to', () => {
  const failures = { executions: 9, results: 99, distinctTests: 55 };
  expect(describeFigures({ failures }, { shown: 9, hasMore: false })).toBe(
    '99 failures of 55 tests have 9 causes.',
  );
  expect(describeFigures({ failures }, { shown: 25, hasMore: true })).toBe(
    '99 failures of 55 tests have more than 25 causes.',
  );
  expect(describeFigures({ failures }, null)).toBe('99 failures of 55 tests.');
  const none = { executions: 0, results: 0, distinctTests: 0 };
  expect(describeFigures({ failures: none }, null)).toBe('');
});

it('tells the cause of most failures, also when it is over', () => {
  const failures = { executions: 9, results: 464, distinctTests: 440 };
  const small = { count: 28, phase: 'new' as const, onlyOn: [], branches: [], gone: null };
  const at = '2026-11-20T10:00:00.000Z';
  const gone = { at, executionId: '1', number: 41, project: 'shop', branch: 'main' };
  const outage = { count: 436, phase: 'over' as const, onlyOn: [], branches: [], gone };
  expect(describeLargestCause({ failures }, [small, outage])).toBe(
    '436 of them have one cause. It is over.',
  );
  expect(describeLargestCause({ failures }, [small, { ...outage, gone: null }])).toBe(
    '436 of them have one cause. It was not run again.',
  );
  const onBranch = {
    ...outage,
    phase: 'ongoing' as const,
    onlyOn: ['feat/x'],
    branches: ['feat/x'],
    gone: null,
  };
  expect(describeLargestCause({ failures }, [onBranch, small])).toBe(
    '436 of them have one cause. It is ongoing only on feat/x.',
  );
  const onTwo = { ...onBranch, branches: ['feat/x', 'feat/y'] };
  expect(describeLargestCause({ failures }, [onTwo, small])).toBe(
    '436 of them have one cause. It is ongoing on feat/x.',
  );
  expect(describeLargestCause({ failures }, [outage])).toBe('');
  expect(describeLargestCause({ failures }, [small, small])).toBe('');
});
