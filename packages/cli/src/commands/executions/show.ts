import { isNotFound } from '../../errors/error-code.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import { createLookUps } from '../../asking/known-projects.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { resolveProjectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../../flags/filter-options.ts';
import { evaluateFailOn, mergeHeld, type Held } from '../../flags/fail-on.ts';
import { failOn, isTyped } from '../../flags/option-values.ts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import {
  parseExecutionReference,
  resolveExecution,
  buildUnknownExecutionError,
} from '../../asking/execution-reference.ts';
import { renderExecution } from '@svc/analysis/markdown/execution-markdown';
import { renderMarkdownCommand } from '@svc/analysis/text/markdown';
import { formatExecution, type ShownExecution } from './execution-text.ts';
import { splitOutcomes } from '@svc/analysis/executions/results-by-leg';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import type { SvcClient } from '@svc/client';

/** `svc executions show <execution>`. */
export const declareExecutionsShow: DeclareCommand = (command, run) => {
  command
    .summary('one execution, failures first')
    .description('One execution: what failed with its errors, then what was flaky.')
    .argument('<execution>', 'a number (812), an id, latest, or branch:NAME')
    .action((reference: string) =>
      run(command, (invocation, flags: ShowFlags) => {
        const jsonLimit = isTyped(command, 'limit') ? flags.limit : Infinity;
        return showExecution(invocation, reference, { ...flags, jsonLimit });
      }),
    );
  const conditions = ['failures', 'interrupted', 'flaky'] satisfies ShowFlags['failOn'];
  command.addOption(failOn(conditions, FAIL_ON_TEXT));
  addMarkdownOption(addLimitOption(addProjectOptions(command), { text: LIMIT_TEXT }));
  addExamples(
    command,
    'svc executions show latest',
    'svc executions show 812 --project web',
    'svc executions show latest --fail-on failures,interrupted',
  );
};

const LIMIT_TEXT = 'how many entries of each list; without it, --json has all of them';

const FAIL_ON_TEXT =
  'exit with 1 on failures (also errors outside tests), interrupted or flaky; repeatable';

type Condition = 'failures' | 'interrupted' | 'flaky';

interface ShowFlags extends ProjectFlags {
  failOn?: Condition[];
  limit: number;
}

/** The failures first, in full. */
async function showExecution(
  invocation: Invocation,
  referenceText: string,
  flags: ShowFlags & { jsonLimit: number },
): Promise<Answer> {
  const reference = parseExecutionReference(referenceText);
  const scope = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  const { id, choiceNote } = await resolveExecution(reference, {
    ...scope,
    command: buildTypedCommand(referenceText),
    ...createLookUps(client, invocation),
  });
  const execution = await readWholeExecution(client, id).catch((error: unknown) => {
    throw isNotFound(error) ? buildUnknownExecutionError(id) : error;
  });
  const shown = buildShownExecution(execution, { choiceNote, referenceText, flags });
  return {
    data: limitLists(execution, flags.jsonLimit),
    text: (look) => formatExecution(shown, look),
    markdown: () =>
      renderExecution(shown.execution, {
        limit: shown.limit,
        more: renderMarkdownCommand(shown.moreCommand),
      }),
    ...evaluateFailOn(flags.failOn, countConditions(execution)),
  };
}

function countConditions({
  status,
  totals,
  files,
  errors,
}: ExecutionDetail): Record<Condition, Held> {
  const failed = totals.failed + totals.timedOut;
  const broken = files.filter((file) => file.errors.length > 0).length;
  const found = mergeHeld([
    [failed, formatCount(failed, 'failed test')],
    [broken, formatCount(broken, 'file that failed', 'files that failed')],
    [errors.length, formatCount(errors.length, 'run-level error')],
  ]);
  const { interrupted, flaky } = totals;
  return {
    // A coverage threshold fails a run without any of them.
    failures: found[0] === 0 && status === 'failed' ? [1, 'the run failed'] : found,
    interrupted: mergeHeld([
      [status === 'interrupted' ? 1 : 0, 'the run was interrupted'],
      [interrupted, formatCount(interrupted, 'interrupted test')],
    ]),
    flaky: [flaky, formatCount(flaky, 'flaky test')],
  };
}

/** The first entries of each list: failures before what was interrupted, was flaky, and all others, as in the text. */
function limitLists(execution: ExecutionDetail, limit: number): ExecutionDetail {
  if (limit === Infinity) return execution;
  const { results, files, artifacts, errors } = execution;
  const { failures, interrupted, flaky } = splitOutcomes(results);
  const first = [...failures, ...interrupted, ...flaky];
  const known = new Set(first);
  const others = results.filter((result) => !known.has(result));
  const broken = files.filter((file) => file.errors.length > 0);
  const shown = [...first, ...others].slice(0, limit);
  const shownIds = new Set(shown.map(({ id }) => id));
  return {
    ...execution,
    results: shown,
    files: [...broken, ...files.filter((file) => file.errors.length === 0)].slice(0, limit),
    artifacts: artifacts.filter(({ resultId }) => shownIds.has(resultId)),
    errors: errors.slice(0, limit),
  };
}

interface Asked {
  choiceNote: string | undefined;
  referenceText: string;
  flags: ShowFlags;
}

function buildShownExecution(
  execution: ExecutionDetail,
  { choiceNote, referenceText, flags }: Asked,
): ShownExecution {
  const moreFlags = formatFlags(flags, { limit: computeLongestPart(execution) });
  return makeTerminalSafe({
    execution,
    choiceNote,
    limit: flags.limit,
    moreCommand: `${buildTypedCommand(referenceText)} ${moreFlags}`,
  });
}

/** The length of the longest part that the answer shows, for a limit that shows all. */
function computeLongestPart({ results, files, errors }: ExecutionDetail): number {
  const { failures, interrupted, flaky } = splitOutcomes(results);
  const outside = files.reduce((sum, file) => sum + file.errors.length, errors.length);
  return Math.max(failures.length, interrupted.length, flaky.length, outside, 1);
}

function buildTypedCommand(referenceText: string): string {
  return `svc executions show ${quoteShellWord(referenceText)}`;
}

/** An execution with everything that belongs to it; reads a large one in pages. */
async function readWholeExecution(client: SvcClient, id: string): Promise<ExecutionDetail> {
  const { next, ...first } = await client.executions.get.query({ id });
  if (next === undefined) return first;
  const { results, files, artifacts } = client.executions;
  return {
    ...first,
    results: await withRest(first.results, next.results, (cursor) => results.query({ id, cursor })),
    files: await withRest(first.files, next.files, (cursor) => files.query({ id, cursor })),
    artifacts: await withRest(first.artifacts, next.artifacts, (cursor) =>
      artifacts.query({ id, cursor }),
    ),
  };
}

async function withRest<Item>(
  first: readonly Item[],
  next: string | null,
  read: (cursor: string) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items = [...first];
  for (let cursor = next; cursor !== null;) {
    const page = await read(cursor);
    for (const item of page.items) items.push(item);
    cursor = page.nextCursor;
  }
  return items;
}
