import { expect, it } from 'vitest';
import type { ReportedRun } from './reported-runs.ts';
import { explainRed } from './why-red.ts';

const failed: ReportedRun = {
  outcome: {
    ok: true,
    url: 'http://svc.test/executions/1',
    number: 1,
    executionId: '1',
    status: 'failed',
    accepted: { results: 1, duplicates: 0 },
    artifacts: { sent: 0, sentBytes: 0, kept: 0, leftOut: [] },
  },
  unseenCauses: [],
};

it.each<[string, ReportedRun[], string | undefined]>([
  ['its run explains it', [failed], undefined],
  ['no reporter sent a run', [], 'no svc reporter in the command has sent a run'],
  [
    'one of two reporters died',
    [failed, undefined],
    'a reporter in the command ended before its run was sent',
  ],
])('says why a command that failed stays failed, when %s', (_, runs, why) => {
  expect(explainRed({ status: 1, signal: undefined, runs })).toBe(why);
});
