import { createHash } from 'node:crypto';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import type { IngestBody, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { Step, TestError } from '@svc/contract/executions/test-errors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { readExecution, upload } from '../../test/make.ts';
import { ingestBodies } from '../../test/uploads/ingest-bodies.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

it('reads back accepted uploads as the contract promises', async () => {
  await fc.assert(
    fc.asyncProperty(ingestBodies, async (body) => {
      const answer = await upload(server, body);
      const { id, number, url, results, artifacts, ...detail } = await readExecution(
        server,
        answer,
      );
      expect({ executionId: id, number, url }).toEqual({
        executionId: answer.executionId,
        number: answer.number,
        url: answer.url,
      });
      expect(answer.accepted).toEqual({ results: body.results.length, duplicates: 0 });
      expect(answer.ignoredFields).toBe(0);
      expect(detail).toEqual({ key: id, ...expectedExecution(body) });
      const resultIds = results.map((result) => result.id);
      expect(resultIds).toEqual(resultIds.toSorted());
      const ofResults = results.map(({ artifactIds, furtherFingerprints = [], ...result }) => {
        // The tests of fingerprints check which errors are alike.
        const all = [result.fingerprint, ...furtherFingerprints];
        expect(new Set(all).size).toBe(all.length);
        return {
          ...without(result, 'id'),
          artifacts: artifactIds.map((wanted) => artifactOf(artifacts, wanted)),
        };
      });
      expect(ofResults).toEqual(body.results.map((result) => expectedResult(body, result)));
    }),
    { numRuns: 250 },
  );
}, 60_000);

function artifactOf(artifacts: ExecutionDetail['artifacts'], wanted: string) {
  const { attempt, name, kind, contentType, sizeBytes, sha256, state, url } =
    artifacts.find(({ id }) => id === wanted) ?? {};
  return { attempt, name, kind, contentType, sizeBytes, sha256, state, url };
}

function without<Facts extends object>(facts: Facts, key: keyof Facts): Partial<Facts> {
  return Object.fromEntries(
    Object.entries(facts).filter(([name]) => name !== key),
  ) as Partial<Facts>;
}

// Below is a second, plain implementation of the contract that uses no code of the server.

const clean = (text: string) =>
  text.replaceAll(
    /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    '\uFFFD',
  );
const orNull = (text: string | undefined) =>
  text === undefined || text === '' ? null : clean(text);
const utc = (at: string | undefined) => (at === undefined ? null : new Date(at).toISOString());

/** The value with every text cleaned; undefined fields are neither sent nor returned. */
function cleanAll<Value>(value: Value): Value;
function cleanAll(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [clean(key), cleanAll(inner)]),
  );
}

function expectedStep({ startedAt, steps, ...step }: Step): Step {
  return {
    ...cleanAll(step),
    ...(startedAt === undefined ? {} : { startedAt: new Date(startedAt).toISOString() }),
    ...(steps === undefined ? {} : { steps: steps.map(expectedStep) }),
  };
}

const expectedErrors = (errors: TestError[] = []) => cleanAll(errors);

function expectedExecution({ execution, files = [], results }: IngestBody) {
  const { startedAt, durationMs, shard, errors = [] } = execution;
  const began = Date.parse(startedAt);
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const isRunning = shard !== undefined && shard.total > 1;
  const isFailed =
    errors.length > 0 ||
    files.some((file) => file.errors?.length) ||
    count('failed') + count('timedOut') > 0 ||
    execution.status === 'failed';
  return {
    ...(execution.key === undefined ? {} : { key: clean(execution.key) }),
    project: projectOf(execution),
    name: orNull(execution.name),
    framework: clean(execution.framework),
    frameworkVersion: orNull(execution.frameworkVersion),
    reporter: cleanAll(execution.reporter),
    status: isRunning ? 'running' : isFailed ? 'failed' : execution.status,
    startedAt: utc(startedAt),
    finishedAt: isRunning ? null : new Date(began + durationMs).toISOString(),
    durationMs,
    classification: null,
    totals: {
      tests: results.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      timedOut: count('timedOut'),
      interrupted: count('interrupted'),
      flaky: results.filter(isFlaky).length,
    },
    attempt: execution.ci?.runAttempt ?? 1,
    previousAttemptId: null,
    legs: execution.leg === undefined ? [] : [clean(execution.leg)],
    git: cleanAll(execution.git ?? {}),
    ci: ciOf(cleanAll(execution.ci ?? {})),
    environment: cleanAll(execution.environment ?? {}),
    tags: [...new Set(cleanAll(execution.tags ?? []))],
    shards: { expected: shard?.total ?? 1, received: 1, carried: 0 },
    partial: [...new Set(execution.partial ?? [])],
    hasFileErrors: files.some((file) => (file.errors ?? []).length > 0),
    excused: 0,
    resultsExpiredAt: null,
    errors: expectedErrors(errors),
    files: files.map(expectedFile),
  };
}

function projectOf({ project, git }: IngestBody['execution']): string {
  return clean(
    project ?? /([^/:]+?)(?:\.git)?[/:]*$/.exec(git?.repository ?? '')?.[1] ?? 'default',
  );
}

function expectedFile({ file, variant, durationMs, errors, stdout, stderr }: IngestFile) {
  return {
    file: pathOf(file),
    variant: orNull(variant),
    durationMs,
    errors: expectedErrors(errors),
    stdout: orNull(stdout),
    stderr: orNull(stderr),
  };
}

const pathOf = (file: string) =>
  clean(file)
    .replaceAll('\\', '/')
    .replaceAll(/\/+/g, '/')
    .replace(/^(?:\.\/)+/, '');

const isFailure = ({ status }: { status: string }) => status === 'failed' || status === 'timedOut';

function isFlaky({ status, attempts = [] }: IngestResult): boolean {
  return status === 'passed' && attempts.at(-1)?.status === 'passed' && attempts.some(isFailure);
}

function partOf({ shard, leg }: IngestBody['execution']) {
  if (shard === undefined && leg === undefined) return null;
  return { shard: shard ?? null, leg: orNull(leg) };
}

function expectedResult({ execution }: IngestBody, result: IngestResult) {
  const titlePath = cleanAll(result.titlePath);
  const variant = orNull(result.variant);
  const file = pathOf(result.file);
  const identity = [projectOf(execution), variant ?? '', file, ...titlePath].join('\0');
  const { status, durationMs, startedAt, attempts = [], artifacts = [] } = result;
  const told = attempts.length > 0 ? attempts : [{ status, durationMs, startedAt }];
  return {
    testId: createHash('sha256').update(identity).digest('hex').slice(0, 32),
    title: titlePath.at(-1),
    titlePath,
    suite: titlePath.length > 1 ? titlePath.slice(0, -1).join(' › ') : null,
    file,
    line: result.line ?? null,
    column: result.column ?? null,
    variant,
    status,
    flaky: isFlaky(result),
    classification: null,
    confidence: null,
    expectedFailure: result.expectedFailure ?? false,
    retries: told.length - 1,
    durationMs,
    startedAt: utc(startedAt),
    attempts: told.map((attempt, index) => expectedAttempt(attempt, index, result)),
    tags: cleanAll(result.tags ?? []),
    annotations: cleanAll(result.annotations ?? []),
    owner: orNull(result.owner),
    fingerprint:
      isFailure(result) || isFlaky(result)
        ? (expect.stringMatching(/^fp2:[0-9a-f]{32}$/) as string)
        : null,
    part: partOf(execution),
    artifacts: artifacts.map((artifact) => ({
      attempt: null,
      sha256: null,
      ...cleanAll(without(artifact, 'clientId')),
      state: 'pending',
      url: null,
    })),
  };
}

type Attempt = NonNullable<IngestResult['attempts']>[number];

function expectedAttempt(attempt: Attempt, index: number, result: IngestResult) {
  const { status, durationMs, startedAt, errors, steps = [], stdout, stderr } = attempt;
  const isOnly = result.attempts?.length === 1;
  const saysNothing =
    isOnly &&
    status === result.status &&
    durationMs === result.durationMs &&
    !errors?.length &&
    !steps.length &&
    !stdout &&
    !stderr;
  return {
    index: index + 1,
    status,
    durationMs,
    // A single attempt without own facts has the result's start time.
    startedAt: utc(startedAt ?? (saysNothing ? result.startedAt : undefined)),
    errors: expectedErrors(errors),
    steps: steps.map(expectedStep),
    stdout: orNull(stdout),
    stderr: orNull(stderr),
  };
}

/** Removes an address that a browser would not open. */
function ciOf<Ci extends { url?: string | undefined }>({ url, ...facts }: Ci) {
  return { ...facts, ...(url !== undefined && /^https?:/i.test(url) && { url }) };
}
