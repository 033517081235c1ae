import type { IngestAnswer, IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import type { Gate } from '@svc/contract/gate/gate';
import type { QuarantineDetail, QuarantineEntry } from '@svc/contract/gate/quarantine';
import { settleExecutions } from '../../src/executions/life-cycle/settle-executions.ts';
import { recordExcusals } from '../../src/gate/excusals/record-excusals.ts';
import type { TestApp } from '../app.ts';
import { fixedNow, testClock, timeBefore } from '../clock.ts';
import { makeRun } from '../history.ts';
import { ask, dataOf, makeUpload, readExecution, settle, upload, type Answer } from '../make.ts';

type Asker = Pick<TestApp, 'app' | 'apiKey'>;

/** Tests by title: how they failed, or null if they passed. */
export type Failures = Record<string, string | null>;

/** An upload of one execution in which tests failed with these messages, an hour ago. */
export function makeFailures(
  messages: Failures,
  {
    execution = {},
    ...facts
  }: Partial<Omit<IngestBody, 'execution'>> & {
    execution?: Partial<IngestExecution>;
  } = {},
): IngestBody {
  const failed = Object.values(messages).some((message) => message !== null);
  return makeUpload({
    results: Object.entries(messages).map(([title, message]) =>
      message === null
        ? makeRun(title, '.')
        : makeRun(title, 'f', {
            attempts: [{ status: 'failed', durationMs: 3, errors: [{ message }] }],
          }),
    ),
    execution: { status: failed ? 'failed' : 'passed', startedAt: timeBefore(1), ...execution },
    ...facts,
  });
}

/** Uploads such an execution, and rolls it up. */
export async function uploadFailures(
  server: Pick<TestApp, 'deps'>,
  to: Asker,
  body: IngestBody,
): Promise<IngestAnswer> {
  const answer = await upload(to, body);
  await settle(server);
  return answer;
}

/** Settles every execution, and records what the quarantine excused in them, as a running server does. */
export async function settleExcusals(server: Pick<TestApp, 'deps' | 'setNow'>): Promise<number> {
  await settle(server);
  const now = testClock.now();
  const before = fixedNow();
  server.setNow(new Date(now.getTime() + 60_000));
  await settleExecutions(server.deps);
  const recorded = await recordExcusals(server.deps);
  server.setNow(before);
  return recorded;
}

export async function gateOf(
  to: Asker,
  { executionId }: Pick<IngestAnswer, 'executionId'>,
): Promise<Gate> {
  return dataOf(await ask(to, { url: `/api/executions/${executionId}/gate` })) as Gate;
}

/** The first failed result of an execution. */
export async function failureIn(
  to: Asker,
  execution: IngestAnswer,
): Promise<{ testId: string; resultId: string; fingerprint: string }> {
  const { results } = await readExecution(to, execution, '?status=failed');
  const [result] = results;
  if (result === undefined) throw new Error('nothing failed');
  return { testId: result.testId, resultId: result.id, fingerprint: result.fingerprint ?? '' };
}

/** Sends a body with any method. */
export function send(
  to: Asker,
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body: object = {},
): Promise<Answer> {
  return ask(to, {
    method,
    url,
    ...(method === 'DELETE'
      ? {}
      : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  });
}

/** Adds an entry that must be accepted. */
export async function quarantine(to: Asker, body: object): Promise<QuarantineEntry> {
  return dataOf(await send(to, 'POST', '/api/quarantine', body)) as QuarantineEntry;
}

export async function readEntry(to: Asker, id: string, query = ''): Promise<QuarantineDetail> {
  return dataOf(await ask(to, { url: `/api/quarantine/${id}${query}` })) as QuarantineDetail;
}
