import type { McpServer } from '@modelcontextprotocol/server';
import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { z } from 'zod';
import { buildQuestion } from '../../../asking/question.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { addTool } from '../add-tool.ts';
import { toProjectFlags, refuseUnknownProject, type Asking } from '../asking.ts';
import { buildTestFacts } from '../execution-facts.ts';
import { cutText, pickFittingItems, describeLeftOut, type ToolAnswer } from '../tool-answer.ts';
import {
  branchInput,
  fromInput,
  buildLimitInput,
  projectInput,
  searchInput,
} from '../tool-inputs.ts';

const input = z.strictObject({
  project: projectInput,
  branch: branchInput,
  search: searchInput.describe('In title and file'),
  owner: z.string().min(1).max(1_000).optional().describe('Only tests of this owner'),
  sort: z
    .enum(['rate', 'score', 'impact'])
    .default('impact')
    .describe('impact: what costs most time; rate: flaky runs / runs; score: how sure'),
  from: fromInput,
  limit: buildLimitInput(10, 50),
  cursor: z.string().max(500).optional().describe('nextCursor of the answer before'),
});

export function addListFlakyTests(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'list_flaky_tests',
    title: 'Flaky tests',
    description:
      'Tests that passed and failed on the same code, with how often, what it costs, and since which commit. Use it ' +
      'to choose what to fix first, or to check whether a failure of now is a known flake. For one test, use ' +
      'get_test_history.',
    input,
    answer: (typed) => listFlakyTests(asking, typed),
  });
}

async function listFlakyTests(
  asking: Asking,
  { project, branch, from, ...filters }: z.output<typeof input>,
): Promise<ToolAnswer> {
  const flags = { ...toProjectFlags(project), branch, from };
  const { filters: shared } = await buildQuestion(flags, asking.askedAt());
  const client = await asking.connect();
  const page = await client.flakyTests.list.query({ ...shared, ...filters });
  if (page.items.length === 0) await refuseUnknownProject(client, project);
  const shown = pickFittingItems(page.items.map(buildFlakyFacts));
  return {
    facts: [
      page.items.length === 0
        ? 'No flaky test with at least 5 counted runs. With few runs, an earlier from may help.'
        : `${formatCount(shown.length, 'flaky test')}.`,
      ...describeLeftOut(
        page.items.length - shown.length,
        'tests',
        'Use a smaller limit and the cursor.',
      ),
      ...(page.nextCursor === null
        ? []
        : ['There are more. Call list_flaky_tests with the cursor.']),
    ],
    data: {
      project: shared.project ?? 'all',
      countedExecutions: page.source,
      tests: shown,
      nextCursor: page.nextCursor,
    },
  };
}

function buildFlakyFacts(test: FlakyTest) {
  return {
    ...buildTestFacts(test),
    project: test.project,
    state: test.state,
    flakinessRate: Number(test.flakinessRate.toFixed(3)),
    confidence95: [test.confidence.low, test.confidence.high].map((one) => Number(one.toFixed(3))),
    runs: test.runs,
    flakyRuns: test.flakyRuns,
    failures: test.failures,
    wastedMs: test.wastedMs,
    impactMsPerWeek: Math.round(test.impact),
    since: test.since,
    lastFlakyAt: test.lastFlakyAt,
    // Letters of outcomes are shorter than words, but a model would have to guess them.
    recent: test.recent.slice(-10).join(' '),
    causes: test.fingerprints.map(({ fingerprint, pattern, count }) => ({
      fingerprint,
      count,
      pattern: cutText(pattern, 200),
    })),
  };
}
