import { describe, expect, it } from 'vitest';
import { buildExecutionNotes, countMissingParts } from './execution-notes.ts';

const totals = {
  tests: 9,
  passed: 9,
  failed: 0,
  skipped: 0,
  flaky: 0,
  timedOut: 0,
  interrupted: 0,
};
const execution = {
  status: 'passed' as const,
  attempt: 1,
  totals,
  partial: [],
  git: {},
  ci: { provider: 'github' },
  shards: { expected: 1, received: 1, carried: 0 },
  hasFileErrors: false,
};
const notes = (facts: Partial<Parameters<typeof buildExecutionNotes>[0]>) =>
  buildExecutionNotes({ ...execution, ...facts }).map(({ text, tone }) => [text, tone]);

describe('executionNotes', () => {
  it('has nothing to say about an ordinary execution', () => {
    expect(notes({})).toEqual([]);
  });

  it('says how many parts have arrived', () => {
    const shards = { expected: 4, received: 2, carried: 1 };
    expect(notes({ shards, status: 'running' })).toEqual([['3 of 4 parts', 'accent']]);
    expect(notes({ shards, status: 'interrupted' })).toEqual([['3 of 4 parts', 'warn']]);
    expect(countMissingParts({ shards })).toBe(1);
  });

  it('says that something besides the tests failed', () => {
    expect(notes({ status: 'failed' })).toEqual([['failed outside of tests', 'fail']]);
    expect(notes({ status: 'failed', totals: { ...totals, timedOut: 1 } })).toEqual([]);
    expect(notes({ status: 'failed', hasFileErrors: true })).toEqual([
      ['a file failed to load', 'fail'],
    ]);
  });

  it('marks partial, local and repeated executions', () => {
    expect(
      notes({ partial: ['filter', 'bail'], ci: {}, git: { dirty: true }, attempt: 2 }),
    ).toEqual([
      ['filtered, stopped at a failure', ''],
      ['local, uncommitted changes', ''],
      ['attempt 2', ''],
    ]);
    expect(notes({ status: 'interrupted' })).toEqual([['cut off', 'warn']]);
  });
});
