import { SvcClientError } from '@svc/client';
import { expect, it } from 'vitest';
import { explainComparison } from './explain-comparison.ts';

const explain = (code: 'BAD_REQUEST' | 'NOT_FOUND', message: string) =>
  explainComparison(new SvcClientError(code, message));

it.each([
  [
    'head: Execution 01a2 is still running: 3 of 4 parts are missing.',
    'The head is still running',
    'So far, 3 of 4 parts are missing. The comparison appears when it is finished.',
  ],
  [
    'head: Must be another execution than `base`: both are web #43, 01a2.',
    'Base and head are the same execution',
    'Choose another base or another head.',
  ],
  [
    "head: Must be of the same project as `base`: 'web' is not 'api'.",
    'Base and head are of different projects',
    'Only executions of one project have tests in common. Choose another one.',
  ],
  [
    "project: Name the project in which 'latest' and 'latest' are looked up: there are several.",
    'Choose a project first',
    "'latest' and a branch are looked up in one project, and there are several.",
  ],
  ['base: Its results were deleted.', 'These two cannot be compared', 'Its results were deleted.'],
])('says %s in words', (message, title, detail) => {
  expect(explain('BAD_REQUEST', message)).toMatchObject({ title, detail });
});

it('says which side was not found, without telling a foreign execution from none', () => {
  expect(explain('NOT_FOUND', "base: There is no execution '01a2'.")).toEqual({
    title: 'The base was not found',
    detail: 'It may have been deleted, or the link is of another organization. Choose another one.',
    mayPass: false,
  });
  const ofBranch = "head: There is no execution that counts for 'branch:x' in project 'web'.";
  expect(explain('NOT_FOUND', ofBranch)?.detail).toBe(
    "There is no execution that counts for 'branch:x' in project 'web'.",
  );
});

it('waits only for a running execution', () => {
  const running = 'base: Execution 01a2 is still running: 1 of 2 parts is missing.';
  expect(explain('BAD_REQUEST', running)).toMatchObject({
    mayPass: true,
    detail: 'So far, 1 of 2 parts is missing. The comparison appears when it is finished.',
  });
  expect(explainComparison(new SvcClientError('SERVICE_UNAVAILABLE', 'x'))).toBeNull();
  expect(explainComparison(new Error('x'))).toBeNull();
});
