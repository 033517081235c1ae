import { renderShownComparison } from './shown-comparison.ts';
import type { Comparison } from '@svc/contract/executions/compare';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import { createLookUps } from '../../asking/known-projects.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { resolveProjectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../../flags/filter-options.ts';
import { evaluateFailOn, mergeHeld, type Held } from '../../flags/fail-on.ts';
import { parseDurationMs, failOn, parseShare } from '../../flags/option-values.ts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { compareWith } from './compare-with.ts';
import { parseExecutionReference, resolveExecution } from '../../asking/execution-reference.ts';
import { formatComparison } from './compare-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

const FAIL_ON_TEXT =
  'exit with 1 on regressions, new-failures (regressions and failing new tests) or flaky (newly flaky); repeatable';

const LIMIT_TEXT = 'how many tests to show per list; the summary counts all';

/** `svc compare <base> <head>`. */
export const declareCompare: DeclareCommand = (command, run) => {
  command
    .description('What broke, got fixed, became flaky or slower between base and head.')
    .argument('<base>', 'a number (812), an id, latest, or branch:NAME')
    .argument('<head>', 'the same forms')
    .action((base: string, head: string) =>
      run(command, (invocation, flags: CompareFlags) => compare(invocation, { base, head }, flags)),
    );
  const conditions = ['regressions', 'new-failures', 'flaky'] satisfies CompareFlags['failOn'];
  command
    .addOption(failOn(conditions, FAIL_ON_TEXT))
    .option(
      '--duration-threshold <share>',
      'a test is slower or faster from this change on (default: 20%)',
      parseShare,
    )
    .option(
      '--min-duration <time>',
      'and from this difference on (default: 50ms)',
      parseDurationMs,
    );
  addMarkdownOption(addLimitOption(addProjectOptions(command), { text: LIMIT_TEXT }));
  addExamples(
    command,
    'svc compare branch:main latest',
    'svc compare 811 812 --project web --markdown',
    'svc compare branch:main latest --fail-on regressions,flaky',
  );
};

interface CompareFlags extends ProjectFlags {
  failOn?: CompareCondition[];
  durationThreshold?: number;
  /** Milliseconds. */
  minDuration?: number;
  limit: number;
  json?: boolean;
}

// An execution that waits for parts cannot be compared yet.
const FINISHED: ExecutionStatus[] = ['passed', 'failed', 'interrupted'];

type CompareCondition = 'regressions' | 'new-failures' | 'flaky';

/** The two references as typed. */
interface ComparedReferences {
  base: string;
  head: string;
}

/** What changed from base to head. */
async function compare(
  invocation: Invocation,
  references: ComparedReferences,
  flags: CompareFlags,
): Promise<Answer> {
  const [baseReference, headReference] = [
    parseExecutionReference(references.base),
    parseExecutionReference(references.head),
  ];
  const scope = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  const command = buildTypedCommand(references);
  const finished = { ...scope, ...createLookUps(client, invocation), command, status: FINISHED };
  const head = await resolveExecution(headReference, finished);
  const { durationThreshold, minDuration: minDurationMs } = flags;
  const { comparison, choiceNote } = await compareWith(client, {
    base: baseReference,
    head,
    scope: finished,
    query: { durationThreshold, minDurationMs, limit: computeListLimit(flags) },
    same: () => buildSameExecutionError(references, scope.project),
  });
  const shown = makeTerminalSafe({
    comparison,
    choiceNotes: { base: choiceNote, head: head.choiceNote },
    limit: flags.limit,
    moreCommand: `${buildTypedCommand(references)} ${formatFlags(flags, {
      limit: Math.min(computeLongestPart(comparison), COMPARE_LIMITS.listedMost),
    })}`,
    showCommand: `svc executions show ${comparison.head.number} --project ${quoteShellWord(comparison.head.project)}`,
  });
  return {
    data: comparison,
    text: (look) => formatComparison(shown, look),
    markdown: () => renderShownComparison(shown),
    ...evaluateFailOn(flags.failOn, countConditions(comparison)),
  };
}

/**
 * The maximum number of tests in each list of the answer. The text counts the reasons of tests that were not run, so it
 * needs more of them than it shows.
 */
function computeListLimit({ limit, json }: CompareFlags): number {
  const wanted = json === true ? limit : Math.max(limit, COMPARE_LIMITS.listed);
  return Math.min(wanted, COMPARE_LIMITS.listedMost);
}

/** Both references name one execution, such as `latest` and its number, or the only execution of a branch. */
function buildSameExecutionError({ base, head }: ComparedReferences, project: string | undefined) {
  const which = project === undefined ? '--all-projects' : `--project ${quoteShellWord(project)}`;
  const problem = `'${base}' and '${head}' are the same execution`;
  const choice = `choose two numbers from svc executions ${which}`;
  const reference = parseExecutionReference(base);
  return new CommandError(
    problem,
    reference.kind === 'branch'
      ? `report a second execution of branch ${quoteShellWord(reference.branch)}, or ${choice}`
      : choice,
  );
}

function buildTypedCommand({ base, head }: ComparedReferences): string {
  return `svc compare ${quoteShellWord(base)} ${quoteShellWord(head)}`;
}

function computeLongestPart({ summary }: Comparison): number {
  const { regressions, improvements, stillFailing, newTests, newlyFlaky, slower, faster } = summary;
  return Math.max(regressions, improvements, stillFailing, newTests, newlyFlaky, slower + faster);
}

function countConditions({ summary }: Comparison): Record<CompareCondition, Held> {
  const regressions: Held = [summary.regressions, formatCount(summary.regressions, 'regression')];
  const newFailing: Held = [
    summary.newFailing,
    formatCount(summary.newFailing, 'new failing test'),
  ];
  return {
    regressions,
    'new-failures': mergeHeld([regressions, newFailing]),
    flaky: [summary.newlyFlaky, `${summary.newlyFlaky} newly flaky`],
  };
}
