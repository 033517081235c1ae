import { capitalize } from '@svc/contract/zod-free/capitalize';
import { describeComparison } from '@svc/analysis/compare/comparison-words';
import { pickLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { McpServer } from '@modelcontextprotocol/server';
import type {
  ComparedDuration,
  ComparedTest,
  Comparison,
  NotRunReason,
} from '@svc/contract/executions/compare';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { CauseRow } from '@svc/analysis/causes/cause-groups';
import { z } from 'zod';
import { CommandError } from '../../../errors/exit.ts';
import { groupComparedTests } from '@svc/analysis/compare/compared-causes';
import { compareWith } from '../../compare/compare-with.ts';
import { parseExecutionReference } from '../../../asking/execution-reference.ts';
import { addTool } from '../add-tool.ts';
import { createExecutionFinder, type Asking } from '../asking.ts';
import { buildErrorFacts } from '../error-facts.ts';
import { buildExecutionFacts, buildTestFacts } from '../execution-facts.ts';
import { pickFittingItems, describeLeftOut, type ToolAnswer } from '../tool-answer.ts';
import { executionInput, buildLimitInput, projectInput } from '../tool-inputs.ts';
import { buildCauseFacts, countFailuresIn } from '../failure-facts.ts';

const MOST_LISTED = 50;

const input = z.strictObject({
  base: executionInput.describe('What was good, such as "branch:main". The same forms as head'),
  head: executionInput,
  project: projectInput,
  limit: buildLimitInput(10, MOST_LISTED).describe('How many causes or tests each list names'),
});
type Input = z.output<typeof input>;

export function addCompareExecutions(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'compare_executions',
    title: 'Compare two executions',
    description:
      'What changed from one test run to another: regressions by cause with their errors, what still fails, what was fixed, ' +
      'new and newly flaky tests, slower ones, and tests that did not run. Use it to see whether a change broke ' +
      'something, which a list of failures does not show.',
    input,
    answer: (typed) => compareExecutions(asking, typed),
  });
}

async function compareExecutions(asking: Asking, typed: Input): Promise<ToolAnswer> {
  const { client, find, scopeOf } = await createExecutionFinder(asking, typed.project);
  // Not all results of a running execution have come.
  const finished = { status: ['passed', 'failed', 'interrupted'] satisfies ExecutionStatus[] };
  const head = await find(typed.head, finished);
  const { comparison, choiceNote } = await compareWith(client, {
    base: parseExecutionReference(typed.base),
    head,
    scope: scopeOf(typed.base, finished),
    query: { limit: typed.limit },
    same: () =>
      new CommandError(
        `'${typed.base}' and '${typed.head}' are the same execution`,
        'choose two numbers that list_executions shows',
      ),
  });
  return buildComparisonAnswer(comparison, typed.limit, {
    base: choiceNote,
    head: head.choiceNote,
  });
}

/** Characters of each list. The most important one has the most. */
const ROOM = {
  regressions: 8_000,
  newFailing: 3_000,
  stillFailing: 3_000,
  newlyFlaky: 1_500,
  improvements: 1_000,
  notRun: 1_000,
  slower: 1_000,
} as const;

function buildComparisonAnswer(
  comparison: Comparison,
  limit: number,
  choiceNotes: { base: string | undefined; head: string | undefined },
): ToolAnswer {
  const { base, head, baseChoice, summary } = comparison;
  const { lists, listed } = fitLists(comparison, limit);
  const names = Object.keys(lists) as (keyof typeof lists)[];
  return {
    facts: [
      `${capitalize(describeComparison(comparison).text)}.`,
      ...formatMissingBaseFacts(comparison),
      ...names.flatMap((name) =>
        describeLeftOut(
          summary[name] - listed[name],
          `in ${name}`,
          proposeRemedy(name, lists[name].length >= limit && limit < MOST_LISTED),
        ),
      ),
    ],
    data: {
      base: buildExecutionFacts(base),
      head: buildExecutionFacts(head),
      taken: choiceNotes,
      baseChoice,
      summary,
      ...lists,
    },
  };
}

/** The lists as far as there is room, and how many tests each one stands for. */
function fitLists(comparison: Comparison, limit: number) {
  const fingerprints = new Set<string>();
  const byCause = groupComparedTests(comparison);
  const failing = (rows: readonly CauseRow<ComparedTest>[], room: number) =>
    fitFailures(rows.slice(0, limit), { room, fingerprints });
  const gone = byCause.improvements.rows.slice(0, limit);
  const lists = {
    regressions: failing(byCause.regressions.rows, ROOM.regressions),
    newFailing: failing(byCause.newFailing.rows, ROOM.newFailing),
    stillFailing: failing(byCause.stillFailing.rows, ROOM.stillFailing),
    newlyFlaky: failing(comparison.newlyFlaky.map(toCauseRow), ROOM.newlyFlaky),
    improvements: pickFittingItems(gone.map(buildImprovementFacts), ROOM.improvements),
    notRun: pickFittingItems(comparison.notRun.map(buildNotRunFacts), ROOM.notRun),
    slower: pickFittingItems(comparison.performance.slower.map(buildSlowerFacts), ROOM.slower),
  };
  const listed = {
    regressions: countFailuresIn(byCause.regressions.rows.slice(0, lists.regressions.length)),
    newFailing: countFailuresIn(byCause.newFailing.rows.slice(0, lists.newFailing.length)),
    stillFailing: countFailuresIn(byCause.stillFailing.rows.slice(0, lists.stillFailing.length)),
    newlyFlaky: lists.newlyFlaky.length,
    improvements: countFailuresIn(gone.slice(0, lists.improvements.length)),
    notRun: lists.notRun.length,
    slower: lists.slower.length,
  };
  return { lists, listed };
}

/** Without the branch: facts have no text from uploads. */
function formatMissingBaseFacts({ base, head, baseChoice }: Comparison): string[] {
  if (baseChoice === 'after-head') {
    return [
      `The base is #${base.number}, which began after the head: the branch has no earlier whole CI run. What broke or was fixed on the branch since then counts as a change.`,
    ];
  }
  if (baseChoice !== 'base-commit-missing') return [];
  const commit = head.git.baseCommit?.slice(0, 12);
  return [
    `The base is #${base.number}, the newest before the head: its suite has no earlier whole CI run of the branch at the base commit ${commit}.`,
  ];
}

const OF_HEAD = new Set(['regressions', 'newFailing', 'stillFailing']);

/** What to call for the rest. A list that has no room for more does not grow with the limit. */
function proposeRemedy(name: string, isAtLimit: boolean): string {
  const ways = [
    ...(isAtLimit ? ['use a larger limit'] : []),
    ...(OF_HEAD.has(name) ? ['call get_failures for the head'] : []),
  ];
  const sentence = ways.join(', or ');
  return sentence === '' ? '' : `${capitalize(sentence)}.`;
}

/** The first entries that fit. `sameErrorAsAbove` means only errors that are in the answer. */
export function fitFailures(
  rows: readonly CauseRow<ComparedTest>[],
  { room, fingerprints }: { room: number; fingerprints: Set<string> },
) {
  const tried = new Set(fingerprints);
  const shown = pickFittingItems(
    rows.map((row) => buildFailingFacts(row, tried)),
    room,
  );
  for (const { fingerprint } of shown) if (fingerprint !== null) fingerprints.add(fingerprint);
  return shown;
}

function toCauseRow(item: ComparedTest): CauseRow<ComparedTest> {
  return { kind: 'test', item, cause: null };
}

const ERROR_CHARACTERS = 500;

/** A test, or a cause of several tests, with its error. */
function buildFailingFacts(row: CauseRow<ComparedTest>, fingerprints: Set<string>) {
  const tests = row.kind === 'test' ? [row.item] : row.items;
  const fingerprint = row.kind === 'test' ? row.item.fingerprint : row.cause.fingerprint;
  const error = tests.find((test) => test.error !== null)?.error;
  const isKnown = fingerprint !== null && fingerprints.has(fingerprint);
  if (fingerprint !== null) fingerprints.add(fingerprint);
  const facts =
    row.kind === 'test' ? buildOutcomeFacts(row.item) : buildCauseFacts(row, buildOutcomeFacts);
  return {
    ...facts,
    fingerprint,
    ...pickLabelFields(row.kind === 'test' ? row.item : row.cause),
    sameErrorAsAbove: isKnown ? true : undefined,
    error: !error || isKnown ? undefined : buildErrorFacts(error, ERROR_CHARACTERS),
  };
}

function buildOutcomeFacts(test: ComparedTest) {
  const otherError = 'otherError' in test && test.otherError === true ? true : undefined;
  return { ...buildTestFacts(test), before: test.base?.status, now: test.head?.status, otherError };
}

function buildImprovementFacts(row: CauseRow<ComparedTest>) {
  return row.kind === 'test' ? buildTestFacts(row.item) : buildCauseFacts(row, buildTestFacts);
}

function buildNotRunFacts(test: ComparedTest & { reason: NotRunReason }) {
  return { ...buildTestFacts(test), reason: test.reason };
}

function buildSlowerFacts(test: ComparedDuration) {
  return {
    ...buildTestFacts(test),
    beforeMs: test.base?.durationMs,
    nowMs: test.head?.durationMs,
  };
}
