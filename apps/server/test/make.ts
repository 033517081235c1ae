import type { ErrorBody } from '@svc/contract/errors';
import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import type {
  IngestAnswer,
  IngestBody,
  IngestExecution,
  IngestResult,
} from '@svc/contract/executions/ingest';
import type { Page } from '@svc/contract/pages';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { rebuildRollUps } from '../src/rollups/rebuild.ts';
import { rollUp } from '../src/rollups/roll-up.ts';
import type { TestApp } from './app.ts';
import { timeBefore } from './clock.ts';

/** One passed result. */
export function makeResult(facts: Partial<IngestResult> = {}): IngestResult {
  return {
    titlePath: ['cart', 'adds up'],
    file: 'src/cart.test.ts',
    status: 'passed',
    durationMs: 4,
    ...facts,
  };
}

/** A result for each title, all in one file. */
export function makeResults(...titles: string[]): IngestResult[] {
  return titles.map((title) => makeResult({ titlePath: [title] }));
}

/** An upload of one passed result, without a key of its own. */
export function makeUpload({
  execution = {},
  ...facts
}: Omit<Partial<IngestBody>, 'execution'> & {
  execution?: Partial<IngestExecution>;
} = {}): IngestBody {
  return {
    version: 1,
    execution: {
      project: 'shop',
      framework: 'vitest',
      reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
      status: 'passed',
      startedAt: timeBefore(1 / 60),
      durationMs: 1_000,
      ...execution,
    },
    results: [makeResult()],
    ...facts,
  };
}

export interface Answer {
  status: number;
  text: string;
  headers: LightMyRequestResponse['headers'];
}

/** Sends any request with the key of the organization "Default", or another key. */
export async function ask(
  { app, apiKey }: Pick<TestApp, 'app' | 'apiKey'>,
  { headers, ...request }: Omit<InjectOptions, 'headers'> & { headers?: Record<string, string> },
): Promise<Answer> {
  const response = await app.inject({
    ...request,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
  });
  return { status: response.statusCode, text: response.payload, headers: response.headers };
}

/** Sends an upload as bytes or JSON. */
export function post(
  to: Pick<TestApp, 'app' | 'apiKey'>,
  body: object | string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(to, {
    method: 'POST',
    url: '/api/ingest',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

/** The data of a successful answer; any other answer fails the test and is shown. */
export function dataOf({ status, text }: Pick<Answer, 'status' | 'text'>): unknown {
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 2_000)}`);
  return (JSON.parse(text) as { data: unknown }).data;
}

/** The error of an upload that must be refused; the answer must contain nothing else. */
export async function refusalOf(
  to: Pick<TestApp, 'app' | 'apiKey'>,
  body: object | string | Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; error: ErrorBody['error'] }> {
  return errorOf(await post(to, body, headers));
}

/** The error of an answer that contains nothing else; any other answer fails the test and is shown. */
export function errorOf({ status, text }: Pick<Answer, 'status' | 'text'>): {
  status: number;
  error: ErrorBody['error'];
} {
  const { success, error, ...rest } = JSON.parse(text) as ErrorBody;
  if (success || Object.keys(rest).length > 0) throw new Error(`not an error of ours: ${text}`);
  return { status, error };
}

/** Sends an upload that must succeed. */
export async function upload(
  to: Pick<TestApp, 'app' | 'apiKey'>,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<IngestAnswer> {
  return dataOf(await post(to, body, headers)) as IngestAnswer;
}

/** One execution from REST. */
export async function readExecution(
  from: Pick<TestApp, 'app' | 'apiKey'>,
  { executionId }: { executionId: string },
  query = '',
): Promise<ExecutionDetail> {
  const url = `/api/executions/${executionId}${query}`;
  return dataOf(await ask(from, { url })) as ExecutionDetail;
}

/** A page of executions from REST; `query` begins with a question mark. */
export async function listExecutions(
  from: Pick<TestApp, 'app' | 'apiKey'>,
  query = '',
): Promise<Page<Execution>> {
  return dataOf(await ask(from, { url: `/api/executions${query}` })) as Page<Execution>;
}

/** Rolls up all changes, as a running server does within seconds. */
export async function settle({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  while ((await rollUp(deps.database)) > 0);
}

/** Derives all roll-ups of the organization again from the stored results. */
export async function rebuild({
  deps,
  organizationId,
}: Pick<TestApp, 'deps' | 'organizationId'>): Promise<void> {
  await rebuildRollUps(deps.database, () => undefined, { organizationId });
}

/** The number of rows in every table that an upload may write. */
export async function countRows({ deps }: TestApp): Promise<Record<string, number>> {
  const counts = UPLOAD_TABLES.map(
    (table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`,
  );
  const [row] = await deps.database.query<Record<string, number>>(`SELECT ${counts.join(', ')}`);
  return row ?? {};
}

const UPLOAD_TABLES = [
  'idempotency_keys',
  'projects',
  'executions',
  'execution_uploads',
  'execution_files',
  'tests',
  'results',
  'attempts',
  'texts',
  'artifacts',
  'failing_results',
  'fingerprints',
];

/** For work that reports its errors to a callback: the test fails with them. */
export function rethrow(error: unknown): never {
  throw error;
}
