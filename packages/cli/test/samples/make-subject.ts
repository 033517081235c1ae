import type { NothingFound } from '../../src/wording/no-executions-lines.ts';

/** A question about project web on all branches of the last 30 days. */
export function makeSubject(changes: Partial<NothingFound> = {}): NothingFound {
  return {
    project: 'web',
    takenFrom: undefined,
    branch: undefined,
    window: 'last 30 days',
    isFiltered: false,
    serverUrl: 'http://localhost:4400',
    command: 'svc flaky',
    nearProject: undefined,
    ...changes,
  };
}
