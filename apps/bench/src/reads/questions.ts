import type { appRouter } from '@svc/server/router';

export type Caller = ReturnType<typeof appRouter.createCaller>;

/** A request over REST, and the call of the procedure behind it. */
export interface Question {
  /** Path from /api on. */
  path: string;
  ask(caller: Caller): Promise<unknown>;
}

type InputOf<Procedure extends (input: never) => unknown> = Parameters<Procedure>[0];

export const questions = {
  whoami: (): Question => ({ path: '/api/whoami', ask: (caller) => caller.whoami.get({}) }),
  executions: (input: InputOf<Caller['executions']['list']>): Question => ({
    path: buildPath('/executions', input),
    ask: (caller) => caller.executions.list(input),
  }),
  execution: (input: InputOf<Caller['executions']['get']>): Question => ({
    path: buildPath('/executions/{id}', input),
    ask: (caller) => caller.executions.get(input),
  }),
  gate: (input: InputOf<Caller['gate']['get']>): Question => ({
    path: buildPath('/executions/{id}/gate', input),
    ask: (caller) => caller.gate.get(input),
  }),
  pullRequest: (input: InputOf<Caller['pullRequests']['get']>): Question => ({
    path: buildPath('/pull-requests/{number}', input),
    ask: (caller) => caller.pullRequests.get(input),
  }),
  metrics: (input: InputOf<Caller['metrics']['get']>): Question => ({
    path: buildPath('/metrics', input),
    ask: (caller) => caller.metrics.get(input),
  }),
  trends: (input: InputOf<Caller['trends']['get']>): Question => ({
    path: buildPath('/trends', input),
    ask: (caller) => caller.trends.get(input),
  }),
  flakyTests: (input: InputOf<Caller['flakyTests']['list']>): Question => ({
    path: buildPath('/flaky-tests', input),
    ask: (caller) => caller.flakyTests.list(input),
  }),
  tests: (input: InputOf<Caller['tests']['list']>): Question => ({
    path: buildPath('/tests', input),
    ask: (caller) => caller.tests.list(input),
  }),
  test: (input: InputOf<Caller['tests']['get']>): Question => ({
    path: buildPath('/tests/{testId}', input),
    ask: (caller) => caller.tests.get(input),
  }),
  failures: (input: InputOf<Caller['failures']['list']>): Question => ({
    path: buildPath('/failures', input),
    ask: (caller) => caller.failures.list(input),
  }),
  analyses: (input: InputOf<Caller['analyses']['list']>): Question => ({
    path: buildPath('/ci/analyses', input),
    ask: (caller) => caller.analyses.list(input),
  }),
  attention: (input: InputOf<Caller['attention']['get']>): Question => ({
    path: buildPath('/attention', input),
    ask: (caller) => caller.attention.get(input),
  }),
  compare: (input: InputOf<Caller['compare']['get']>): Question => ({
    path: buildPath('/compare', input),
    ask: (caller) => caller.compare.get(input),
  }),
};

/**
 * Replaces each `{name}` of the template by the input's value. Other values become the query string; arrays repeat
 * the name.
 */
export function buildPath(template: string, input: object): string {
  const query = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (path.includes(`{${name}}`)) {
      path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
      continue;
    }
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return query.size === 0 ? `/api${path}` : `/api${path}?${query.toString()}`;
}
