import type { Analysis } from '@svc/contract/analysis/analyses';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { settleExecutions } from '../../src/executions/life-cycle/settle-executions.ts';
import { analyzeDueExecutions } from '../../src/analyses/due-analyses/analyze-due-executions.ts';
import type { TestApp } from '../app.ts';
import { fixedNow, testClock } from '../clock.ts';
import { ask, dataOf, rethrow, settle, type Answer } from '../make.ts';

type Asker = Pick<TestApp, 'app' | 'apiKey'>;

/** Settles and analyses every execution, as a running server does within a minute. Returns the number of analyses. */
export async function analyzeAll(server: Pick<TestApp, 'deps' | 'setNow'>): Promise<number> {
  await settle(server);
  const before = fixedNow();
  server.setNow(new Date(testClock.now().getTime() + 60_000));
  await settleExecutions(server.deps);
  server.setNow(before);
  let analyzed = 0;
  for (;;) {
    const some = await analyzeDueExecutions(server.deps, rethrow);
    if (some === 0) return analyzed;
    analyzed += some;
  }
}

/** Sends a body to POST /api/ci/analyze. */
export function askToAnalyze(to: Asker, body: object): Promise<Answer> {
  return ask(to, {
    method: 'POST',
    url: '/api/ci/analyze',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}

/** The analysis of a body that must be accepted. */
export async function analyzed(to: Asker, body: object): Promise<Analysis> {
  return dataOf(await askToAnalyze(to, body)) as Analysis;
}

/** The analysis of an execution. */
export function analysisOf(to: Asker, { executionId }: IngestAnswer): Promise<Analysis> {
  return analyzed(to, { executionId });
}

/** Gives feedback on an analysis. */
export function correct(to: Asker, id: string, body: object): Promise<Answer> {
  return ask(to, {
    method: 'POST',
    url: `/api/ci/analyses/${id}/feedback`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}
