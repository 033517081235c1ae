import { isNotFound, needsCommit } from '../../errors/error-code.ts';
import type { SvcClient } from '@svc/client';
import type { Execution } from '@svc/contract/executions/executions';
import type { Gate } from '@svc/contract/gate/gate';
import { detectCiRun } from '@svc/reporter-core/facts/ci-facts';
import { InvalidArgumentError, Option } from 'commander';
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
import { addNotes } from '../../flags/help-layout.ts';
import { parseCount, isTyped } from '../../flags/option-values.ts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { listCiRunExecutions, type CurrentCiRun } from './ci-run-executions.ts';
import { explainUndecided, combineVerdicts } from './gate-verdict.ts';
import { waitForGates, type AskedGates } from './wait-for-gates.ts';
import type { Answer } from '../../terminal/answer.ts';
import {
  parseExecutionReference,
  resolveExecution,
  buildUnknownExecutionError,
} from '../../asking/execution-reference.ts';
import type { ShownGate } from './gate-row-lines.ts';
import { computeLongestList, formatGates, renderGatesMarkdown } from './gate-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

// Long enough for the other jobs of a balanced CI run.
const DEFAULT_WAIT_SECONDS = 300;

/** `svc gate [execution]`. */
export const declareGate: DeclareCommand = (command, run) => {
  command
    .description(
      'Whether an execution is good enough to merge: whether every failure is excused, by a ' +
        'quarantine entry for this failure of this test, or as a known flake if the organization ' +
        'allows it. Exit codes: 0 passes, 1 fails, 5 undecided.',
    )
    .argument(
      '[execution]',
      'a number (812), an id, latest, or branch:NAME; default: in CI all executions of this CI run, elsewhere latest',
    )
    .addOption(
      new Option(
        '--wait [seconds]',
        `wait until it is decided, by default up to ${DEFAULT_WAIT_SECONDS} s`,
      ).argParser(parseSeconds),
    )
    .option(
      '--expect <n>',
      'in CI without an execution: undecided while fewer executions of this CI run are there',
      parseCount,
    )
    .action((reference: string | undefined) =>
      run(command, (invocation, flags: GateFlags) => {
        const jsonLimit = isTyped(command, 'limit') ? flags.limit : Infinity;
        return runGate(invocation, reference, { ...flags, jsonLimit });
      }),
    );
  addMarkdownOption(addLimitOption(addProjectOptions(command), { text: LIMIT_TEXT }));
  addNotes(command, ...NOTES);
  addExamples(
    command,
    'svc gate latest',
    'svc gate --wait 600 --expect 3',
    'svc gate 812 --project web --wait 600',
  );
};

const NOTES = [
  'In CI without an execution, svc judges the executions that the jobs have sent so far. It waits for missing parts ' +
    'of these, but cannot know of a job that has sent nothing: --expect says how many executions there must be. Jobs ' +
    'whose reporters have the same SVC_NAME and the same framework send one execution together. With a key that may ' +
    'only upload, it judges what this key sent: use one key in all jobs.',
];

const LIMIT_TEXT = 'how many entries of each list; without it, --json has all of them';

interface GateFlags extends ProjectFlags {
  /** True for the default. */
  wait?: number | true;
  expect?: number;
  limit: number;
}

async function runGate(
  invocation: Invocation,
  typed: string | undefined,
  flags: GateFlags & { jsonLimit: number },
): Promise<Answer> {
  const client = await connect(invocation, undefined, RETRY_BUDGET_MS);
  const current = typed === undefined ? await detectCurrentCiRun(invocation) : undefined;
  if (flags.expect !== undefined && current === undefined) throw expectNeedsCiRun(typed);
  if (current !== undefined) await sayWhatKeySees(client, invocation);
  const judged =
    current === undefined
      ? await prepareExecutionGate(invocation, client, { typed: typed ?? 'latest', flags })
      : prepareCiRunGates(invocation, client, { current, flags });
  const waitMs = flags.wait === true ? DEFAULT_WAIT_SECONDS * 1000 : (flags.wait ?? 0) * 1000;
  const answer = await waitForGates(judged, { waitMs, invocation });
  const { gates, incomplete } = answer;
  const verdict = combineVerdicts(answer);
  const shown = gates.map((one) => buildShownGate(one, { ...judged, typed, flags }));
  const limited = gates.map((one) => limitLists(one, flags.jsonLimit));
  const isOpen = verdict === 'undecided' && (gates.length === 0 || incomplete !== undefined);
  return {
    data:
      current === undefined
        ? limited[0]
        : { verdict, incomplete: incomplete ?? null, gates: limited },
    text: (look) => formatGates(shown, look),
    markdown: () => renderGatesMarkdown(shown),
    exitStatus: EXIT_STATUS_OF[verdict],
    ...(isOpen && { reasons: [`undecided: ${incomplete ?? explainUndecided(answer)}`] }),
  };
}

// A key's limit is per minute, and a CI run may have more executions than that.
const RETRY_BUDGET_MS = 120_000;

function expectNeedsCiRun(typed: string | undefined): CommandError {
  if (typed !== undefined) {
    return new CommandError(
      `'${typed}' and --expect cannot be combined`,
      'leave out one of them: --expect counts the executions of a CI run',
    );
  }
  return new CommandError(
    '--expect counts the executions of a CI run, and svc knows of none here',
    'leave it out, or run svc gate in a job of a CI system that numbers its runs',
  );
}

function limitLists(one: Gate, limit: number): Gate {
  const { blocking, excused } = one;
  return { ...one, blocking: blocking.slice(0, limit), excused: excused.slice(0, limit) };
}

const EXIT_STATUS_OF = { pass: 0, fail: 1, undecided: 5 } as const;

interface Judged extends AskedGates {
  choiceNote: string | undefined;
  /** The executions that the server listed meanwhile, by id. */
  known: ReadonlyMap<string, Execution>;
}

/** The one execution that the reference means. */
async function prepareExecutionGate(
  invocation: Invocation,
  client: SvcClient,
  { typed, flags }: { typed: string; flags: GateFlags },
): Promise<Judged> {
  const known = new Map<string, Execution>();
  const { list, ...others } = createLookUps(client, invocation);
  const { id, choiceNote } = await resolveExecution(parseExecutionReference(typed), {
    ...(await resolveProjectScope(flags, invocation)),
    command: `svc gate ${quoteShellWord(typed)}`,
    ...others,
    list: async (query) => {
      const found = await list(query);
      for (const execution of found) known.set(execution.id, execution);
      return found;
    },
  });
  return {
    list: async () => ({ ids: [id] }),
    ask: (one) =>
      client.gate.get.query({ id: one }).catch((error: unknown) => {
        throw isNotFound(error) ? buildUnknownExecutionError(id) : error;
      }),
    choiceNote,
    known,
  };
}

/** Undefined outside of CI, and in a CI system that does not name its runs. */
async function detectCurrentCiRun({
  env,
  directory,
}: Invocation): Promise<CurrentCiRun | undefined> {
  const run = detectCiRun(env);
  if (run?.ci.runId === undefined) return undefined;
  const { readGitWorkTree } = await import('../../invocation/git-work-tree.ts');
  return { ci: run.ci, commit: run.git.commit ?? readGitWorkTree(directory).commit };
}

/** Several keys in one CI run are a way to a gate that passes although a job failed. */
async function sayWhatKeySees(client: SvcClient, { printer }: Invocation): Promise<void> {
  const { credential } = await client.whoami.get.query({});
  if (credential.kind !== 'apiKey' || credential.scope !== 'ingest') return;
  printer.warn(
    'this key may only upload, so svc judges the executions that it sent, and no others',
  );
}

/** All executions of a CI run: the jobs may have sent several, and more may arrive while svc waits. */
function prepareCiRunGates(
  { world }: Invocation,
  client: SvcClient,
  { current, flags }: { current: CurrentCiRun; flags: GateFlags },
): Judged {
  const { project, expect } = flags;
  const { clock } = world;
  const known = new Map<string, Execution>();
  return {
    list: async () => {
      const { executions, isWhole } = await listCiRunExecutions(client, current, {
        project,
        clock,
      }).catch((error: unknown) => {
        throw toListRefusal(error);
      });
      for (const execution of executions) known.set(execution.id, execution);
      return {
        ids: executions.map(({ id }) => id),
        incomplete: isWhole ? formatMissingExecutions(executions.length, expect) : TOO_MANY,
      };
    },
    ask: (id) => client.gate.get.query({ id }),
    choiceNote: undefined,
    known,
  };
}

/** A key that may only upload lists executions that it sent, and only those of one commit: that of the CI run. */
function toListRefusal(error: unknown): unknown {
  if (!needsCommit(error)) return error;
  return new CommandError(
    'this key may only upload, and finds executions only in a CI run with a commit',
    'write the id or the address of one that this key sent, or use a key with the scope full',
    3,
  );
}

const TOO_MANY = 'The commit has too many executions to find all of this CI run.';

function formatMissingExecutions(count: number, expected = 0): string | undefined {
  if (count >= expected) return undefined;
  return `${count} of ${expected} expected executions ${count === 1 ? 'has' : 'have'} arrived.`;
}

function buildShownGate(
  one: Gate,
  { choiceNote, known, typed, flags }: Judged & { typed: string | undefined; flags: GateFlags },
): ShownGate {
  const { executionNumber, project } = one;
  const git = known.get(one.executionId)?.git;
  const place = [git?.branch, git?.commit?.slice(0, 7)].filter((part) => part !== undefined);
  const ofProject = `${executionNumber} --project ${quoteShellWord(project)}`;
  const again = typed === undefined ? `svc gate ${ofProject}` : `svc gate ${quoteShellWord(typed)}`;
  const more = formatFlags(typed === undefined ? {} : flags, { limit: computeLongestList(one) });
  return makeTerminalSafe({
    gate: one,
    place: place.length === 0 ? undefined : place.join(' '),
    choiceNote,
    limit: flags.limit,
    moreCommand: `${again} ${more}`,
    showCommand: `svc executions show ${ofProject}`,
  });
}

/** @throws InvalidArgumentError for what is not a number of seconds from 1 to a day. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds from 1 to 86400.');
}
