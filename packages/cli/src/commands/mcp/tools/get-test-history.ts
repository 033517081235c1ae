import type { McpServer } from '@modelcontextprotocol/server';
import type { TestDetail, TestRun, TestSummary } from '@svc/contract/history/tests';
import { z } from 'zod';
import { searchTests } from '../../../asking/found-tests.ts';
import { buildQuestion } from '../../../asking/question.ts';
import { CommandError } from '../../../errors/exit.ts';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { isNotFound } from '../../../asking/execution-reference.ts';
import { parseTestReference } from '../../../asking/test-reference.ts';
import { addTool } from '../add-tool.ts';
import { toProjectFlags, refuseUnknownProject, type Asking } from '../asking.ts';
import { buildTestFacts } from '../execution-facts.ts';
import { cutText, pickFittingItems, describeLeftOut, type ToolAnswer } from '../tool-answer.ts';
import { branchInput, fromInput, buildLimitInput, projectInput } from '../tool-inputs.ts';

const input = z.strictObject({
  test: z
    .string()
    .min(1)
    .max(1_000)
    .describe('A testId, or part of the title, such as "checkout › keeps the discount"'),
  project: projectInput,
  branch: branchInput,
  from: fromInput,
  limit: buildLimitInput(20, 100),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe('nextCursor of the answer before, for older runs'),
});
type Input = z.output<typeof input>;

export function addGetTestHistory(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'get_test_history',
    title: 'History of a test',
    description:
      'One test over time: whether it is flaky or broken, since which commit it fails, how often and why, how long ' +
      'it takes, and its last runs. Use it to decide whether a failure is new, and whether a retry is worth it.',
    input,
    answer: (typed) => getTestHistory(asking, typed),
  });
}

async function getTestHistory(asking: Asking, typed: Input): Promise<ToolAnswer> {
  const { test, project, branch, from } = typed;
  const flags = { ...toProjectFlags(project), branch, from };
  const { filters } = await buildQuestion(flags, asking.askedAt());
  const client = await asking.connect();
  const reference = parseTestReference(test);
  let testId = reference.kind === 'id' ? reference.testId : undefined;
  if (reference.kind !== 'id') {
    const { clock } = asking.world;
    const search = { client, filters, project: flags.project, recent: 10, clock };
    const found = await searchTests(reference, search);
    const [first, ...others] = found.items;
    if (first === undefined) {
      await refuseUnknownProject(client, project);
      throw buildNoTestError(test);
    }
    if (others.length > 0) return buildSeveralTestsAnswer(found.items);
    testId = first.testId;
  }
  const { limit, cursor } = typed;
  const detail = await client.tests.get
    // An id determines the project.
    .query({ ...filters, project: flags.project, testId: testId ?? '', recent: 0, limit, cursor })
    .catch((error: unknown) => {
      throw isNotFound(error) ? buildNoTestError(test) : error;
    });
  return buildTestAnswer(detail);
}

function buildNoTestError(test: string): CommandError {
  return new CommandError(
    `no test '${test}' in the asked time`,
    'use a shorter part of its title, an earlier from, or project "*"',
  );
}

const CHOICES = 15;

function buildSeveralTestsAnswer(tests: readonly TestSummary[]): ToolAnswer {
  const shown = pickFittingItems(
    tests.slice(0, CHOICES).map((test) => ({
      ...buildTestFacts(test),
      project: test.project,
      state: test.state,
      lastStatus: test.lastStatus,
      failures: test.failures,
      runs: test.runs,
    })),
  );
  return {
    facts: [
      `${tests.length} tests match. Call get_test_history with the testId of one of them.`,
      ...describeLeftOut(tests.length - shown.length, 'tests', 'Use a longer part of the title.'),
    ],
    data: { tests: shown },
  };
}

// Half of the answer is for the rest of the document.
const HISTORY_CHARACTERS = 10_000;
const CAUSES = 5;

function buildTestAnswer(test: TestDetail): ToolAnswer {
  const { history, fingerprints, durations } = test;
  const runs = pickFittingItems(history.items.map(buildRunFacts), HISTORY_CHARACTERS);
  return {
    facts: [
      `${formatCount(test.runs, 'counted run')}, ${formatNumber(test.failures)} failed, ${formatNumber(test.flakyRuns)} flaky. The last ${runs.length} are below.`,
      ...(history.nextCursor === null
        ? describeLeftOut(history.items.length - runs.length, 'runs', 'Use a smaller limit.')
        : ['Older runs are left out. Call get_test_history with the cursor.']),
      ...describeLeftOut(
        fingerprints.length - CAUSES,
        'causes',
        'get_failures has those of one execution.',
      ),
    ],
    data: {
      ...buildTestFacts(test),
      project: test.project,
      state: test.state,
      lastStatus: test.lastStatus,
      since: test.since,
      runs: test.runs,
      failures: test.failures,
      flakyRuns: test.flakyRuns,
      p50Ms: durations.p50Ms,
      p95Ms: durations.p95Ms,
      firstSeenAt: test.firstSeenAt,
      countedExecutions: test.source,
      causes: fingerprints.slice(0, CAUSES).map(({ pattern, ...cause }) => ({
        ...cause,
        pattern: cutText(pattern, 400),
      })),
      history: runs,
      nextCursor: history.nextCursor,
    },
  };
}

function buildRunFacts(run: TestRun) {
  return {
    execution: run.executionNumber,
    at: run.at,
    commit: run.commit?.slice(0, 12),
    branch: cutText(run.branch, 100),
    status: run.flaky ? 'flaky' : run.status,
    fingerprint: run.fingerprint,
    classification: run.classification,
    candidates: run.candidates,
    durationMs: run.durationMs,
    local: run.fromCi ? undefined : true,
    dirty: run.dirty || undefined,
  };
}
