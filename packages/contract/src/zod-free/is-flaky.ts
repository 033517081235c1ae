import { isFailure } from './is-failure.ts';

interface Tried {
  status: string;
  attempts?: readonly { status: string }[] | undefined;
}

/** Whether the test passed after a failed attempt: the result passed, an attempt failed, and the last one passed. */
export function isFlaky({ status, attempts = [] }: Tried): boolean {
  if (status !== 'passed' || attempts.at(-1)?.status !== 'passed') return false;
  return attempts.some((attempt) => isFailure(attempt.status));
}
