import { isNotFound } from '../../../errors/error-code.ts';
import { buildUnknownExecutionError } from '../../../asking/execution-reference.ts';
import type { McpServer } from '@modelcontextprotocol/server';
import type { SvcClient } from '@svc/client';
import type { Artifact, ExecutionDetail, Result } from '@svc/contract/executions/executions';
import { z } from 'zod';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { addTool } from '../add-tool.ts';
import { createExecutionFinder, type Asking } from '../asking.ts';
import { buildErrorFacts, ERROR_ROOM } from '../error-facts.ts';
import { buildExecutionFacts } from '../execution-facts.ts';
import { buildFailureList, buildFullFailures } from '../failure-facts.ts';
import {
  ANSWER_CHARACTERS,
  pickFittingItems,
  describeLeftOut,
  toSafeJson,
  type ToolAnswer,
} from '../tool-answer.ts';
import { executionInput, buildLimitInput, offsetInput, projectInput } from '../tool-inputs.ts';

const input = z.strictObject({
  execution: executionInput,
  project: projectInput,
  testId: z
    .string()
    .regex(/^[0-9a-f]{32}$/i)
    .optional()
    .describe('Only this test, with the errors and output of every attempt in full'),
  offset: offsetInput,
  limit: buildLimitInput(10, 50),
});
type Input = z.output<typeof input>;

export function addGetFailures(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'get_failures',
    title: 'Failures of an execution',
    description:
      'What failed in one test run: the error, place, attempts, end of the output, screenshots and traces of each ' +
      'failed test, and errors outside tests. Use it to see the errors before you fix them. For why it failed and ' +
      'what to do, use analyze_execution.',
    input,
    answer: (typed) => getFailures(asking, typed),
  });
}

async function getFailures(asking: Asking, typed: Input): Promise<ToolAnswer> {
  const { client, find } = await createExecutionFinder(asking, typed.project);
  const { id, choiceNote } = await find(typed.execution);
  const execution = await client.executions.get
    .query({ id, status: ['failed', 'timedOut'] })
    .catch((error: unknown) => {
      throw isNotFound(error) ? buildUnknownExecutionError(typed.execution) : error;
    });
  const results = await listFailedResults(client, execution, typed);
  const artifacts = await readArtifacts(client, execution, results);
  const { testId, offset } = typed;
  const outside = offset === 0 && testId === undefined ? buildOutsideErrors(execution) : {};
  const shown = pickFittingItems(
    testId === undefined
      ? buildFailureList(results, artifacts)
      : buildFullFailures(results, artifacts),
    ANSWER_CHARACTERS - toSafeJson(outside).length,
  );
  const total = testId === undefined ? countFailed(execution) : results.length;
  return {
    facts: [
      ...(choiceNote === undefined ? [] : ['data.taken says which execution was taken.']),
      testId !== undefined && total === 0
        ? 'The test did not fail in this execution. get_test_history shows its runs.'
        : `${formatCount(total, 'failed result')}, ${shown.length} here.`,
      ...describeLeftOut(
        total - offset - shown.length,
        'failed results',
        `Call get_failures with offset ${offset + shown.length}.`,
      ),
      ...(testId === undefined && shown.length > 0
        ? ['Errors are cut. Call get_failures with a testId for one in full.']
        : []),
      ...(execution.status === 'running' ? ['It still runs: more failures may come.'] : []),
    ],
    data: {
      execution: buildExecutionFacts(execution),
      taken: choiceNote,
      ...outside,
      failures: shown,
    },
  };
}

function countFailed({ totals }: ExecutionDetail): number {
  return totals.failed + totals.timedOut;
}

/** The wanted part of the failed results, or those of one test. */
async function listFailedResults(
  client: SvcClient,
  execution: ExecutionDetail,
  { testId, offset, limit }: Input,
): Promise<Result[]> {
  const isWanted = (result: Result) =>
    testId === undefined || result.testId === testId.toLowerCase();
  const wanted = testId === undefined ? offset + limit : Infinity;
  const results = execution.results.filter(isWanted);
  let cursor = execution.next?.results ?? null;
  while (cursor !== null && results.length < wanted) {
    const page: { items: Result[]; nextCursor: string | null } =
      await client.executions.results.query({
        id: execution.id,
        status: ['failed', 'timedOut'],
        cursor,
      });
    results.push(...page.items.filter(isWanted));
    cursor = page.nextCursor;
  }
  return testId === undefined ? results.slice(offset, offset + limit) : results.slice(offset);
}

// A list of artifacts has 1,000 items a page. Traces of later ones are on the execution's page.
const ARTIFACT_PAGES = 10;

/** The stored artifacts of these results, by id. */
async function readArtifacts(
  client: SvcClient,
  { id, artifacts, next }: ExecutionDetail,
  results: readonly Result[],
): Promise<Map<string, Artifact>> {
  const missing = new Set(results.flatMap(({ artifactIds }) => artifactIds));
  const found = new Map<string, Artifact>();
  const take = (items: readonly Artifact[]) => {
    for (const one of items) if (missing.delete(one.id)) found.set(one.id, one);
  };
  take(artifacts);
  let cursor = next?.artifacts ?? null;
  for (let page = 0; page < ARTIFACT_PAGES && cursor !== null && missing.size > 0; page++) {
    const answer: { items: Artifact[]; nextCursor: string | null } =
      await client.executions.artifacts.query({ id, cursor });
    take(answer.items);
    cursor = answer.nextCursor;
  }
  return found;
}

const OUTSIDE_ERRORS = 5;
const OUTSIDE_CHARACTERS = 6_000;

/** Files that failed outside their tests, and errors of the run. */
function buildOutsideErrors({ files, errors, errorsOmitted = 0 }: ExecutionDetail) {
  const broken = files.filter((file) => file.errors.length > 0);
  const brokenFiles = broken.slice(0, OUTSIDE_ERRORS).map(({ file, variant, errors: its }) => ({
    file,
    variant,
    errors: its.slice(0, 2).map((error) => buildErrorFacts(error, ERROR_ROOM.one)),
  }));
  const runErrors = errors
    .slice(0, OUTSIDE_ERRORS)
    .map((error) => buildErrorFacts(error, ERROR_ROOM.one));
  const shownFiles = pickFittingItems(brokenFiles, OUTSIDE_CHARACTERS);
  const shownErrors = pickFittingItems(runErrors, OUTSIDE_CHARACTERS);
  return {
    brokenFiles: shownFiles,
    moreBrokenFiles: broken.length - shownFiles.length || undefined,
    runErrors: shownErrors,
    moreRunErrors: errors.length + errorsOmitted - shownErrors.length || undefined,
  };
}
