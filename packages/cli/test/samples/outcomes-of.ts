import type { Outcome } from '@svc/contract/executions/outcomes';

const OUTCOMES: Record<string, Outcome> = {
  p: 'passed',
  x: 'failed',
  f: 'flaky',
  s: 'skipped',
  i: 'interrupted',
  t: 'timedOut',
};

/** `ppfx` as passed, passed, flaky, failed. */
export function outcomesOf(letters: string): Outcome[] {
  return Array.from(letters, (letter) => {
    const outcome = OUTCOMES[letter];
    if (outcome === undefined) throw new Error(`no outcome is written ${letter}`);
    return outcome;
  });
}
