import type { SvcClient } from '@svc/client';
import type { Execution } from '@svc/contract/executions/executions';
import type { Gate } from '@svc/contract/gate/gate';
import { ciRun } from '@svc/reporter-core/facts/ci-facts';
import { InvalidArgumentError, Option } from 'commander';
import { lookUps } from '../../asking/known-projects.ts';
import { connect, type CommandContext, type CommonFlags } from '../../context/command-context.ts';
import { projectScope, type ProjectFlags } from '../../flags/filter-flags.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../../flags/filter-options.ts';
import { isTyped } from '../../flags/option-values.ts';
import { shellWord, typedFlags } from '../../flags/proposed-command.ts';
import { terminalSafe } from '@svc/reporter-core/text/terminal-text';
import { executionsOfCiRun, type CurrentCiRun } from '../../gate/ci-run-executions.ts';
import { undecidedText, verdictOfAll } from '../../gate/gate-verdict.ts';
import { waitForGates } from '../../gate/wait-for-gates.ts';
import type { Answer } from '../../output/answer.ts';
import {
  isNotFound,
  parseExecutionReference,
  resolveExecution,
  unknownExecution,
} from '../../references/execution-reference.ts';
import { gatesMarkdown } from '../../views/gate/gate-markdown.ts';
import type { ShownGate } from '../../views/gate/gate-parts.ts';
import { gatesText, longestList } from '../../views/gate/gate-text.ts';
import type { DeclareCommand } from '../declare-command.ts';

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
      ).argParser(secondsOf),
    )
    .action((reference: string | undefined) => {
      const flags = command.optsWithGlobals<GateFlags & CommonFlags>();
      const jsonLimit = isTyped(command, 'limit') ? flags.limit : Infinity;
      return run(flags, (context) => gate(context, reference, { ...flags, jsonLimit }));
    });
  addMarkdownOption(addLimitOption(addProjectOptions(command), { text: LIMIT_TEXT }));
  addExamples(
    command,
    'svc gate latest',
    'svc gate --wait',
    'svc gate 812 --project web --wait 600',
  );
};

const LIMIT_TEXT = 'how many entries of each list; without it, --json has all of them';

interface GateFlags extends ProjectFlags {
  /** True for the default. */
  wait?: number | true;
  limit: number;
}

async function gate(
  context: CommandContext,
  typed: string | undefined,
  flags: GateFlags & { jsonLimit: number },
): Promise<Answer> {
  const client = await connect(context);
  const current = typed === undefined ? currentCiRun(context) : undefined;
  const judged =
    current === undefined
      ? await judgedExecution(context, client, { typed: typed ?? 'latest', flags })
      : judgedCiRun(client, current, flags);
  const waitMs = flags.wait === true ? DEFAULT_WAIT_SECONDS * 1000 : (flags.wait ?? 0) * 1000;
  const gates = await waitForGates(judged.ask, { waitMs, printer: context.printer });
  const verdict = verdictOfAll(gates);
  const shown = gates.map((one) => shownGate(one, { ...judged, typed, flags }));
  const limited = gates.map((one) => limitedLists(one, flags.jsonLimit));
  return {
    data: current === undefined ? limited[0] : { verdict, gates: limited },
    text: (look) => gatesText(shown, look),
    markdown: (now) => gatesMarkdown(shown, now),
    exitStatus: EXIT_STATUS_OF[verdict],
    ...(gates.length === 0 && { reasons: [`undecided: ${undecidedText(gates)}`] }),
  };
}

function limitedLists(one: Gate, limit: number): Gate {
  const { blocking, excused } = one;
  return { ...one, blocking: blocking.slice(0, limit), excused: excused.slice(0, limit) };
}

const EXIT_STATUS_OF = { pass: 0, fail: 1, undecided: 5 } as const;

interface Judged {
  ask: () => Promise<Gate[]>;
  taken: string | undefined;
  /** The executions that the server listed meanwhile, by id. */
  known: ReadonlyMap<string, Execution>;
}

/** The one execution that the reference means. */
async function judgedExecution(
  context: CommandContext,
  client: SvcClient,
  { typed, flags }: { typed: string; flags: GateFlags },
): Promise<Judged> {
  const known = new Map<string, Execution>();
  const { list, unknownProject } = lookUps(client);
  const { id, taken } = await resolveExecution(parseExecutionReference(typed), {
    ...(await projectScope(flags, context)),
    command: `svc gate ${shellWord(typed)}`,
    unknownProject,
    list: async (query) => {
      const found = await list(query);
      for (const execution of found) known.set(execution.id, execution);
      return found;
    },
  });
  const ask = () =>
    client.gate.get.query({ id }).then(
      (one) => [one],
      (error: unknown) => {
        throw isNotFound(error) ? unknownExecution(id) : error;
      },
    );
  return { ask, taken, known };
}

/** Undefined outside of CI, and in a CI system that does not name its runs. */
function currentCiRun({ env }: CommandContext): CurrentCiRun | undefined {
  const run = ciRun(env);
  return run?.ci.runId === undefined ? undefined : { ci: run.ci, commit: run.git.commit };
}

/** All executions of a CI run: the jobs may have sent several, and more may arrive while svc waits. */
function judgedCiRun(client: SvcClient, current: CurrentCiRun, { project }: GateFlags): Judged {
  const known = new Map<string, Execution>();
  const ask = async () => {
    const executions = await executionsOfCiRun(client, current, project);
    for (const execution of executions) known.set(execution.id, execution);
    return Promise.all(executions.map(({ id }) => client.gate.get.query({ id })));
  };
  return { ask, taken: undefined, known };
}

function shownGate(
  one: Gate,
  { taken, known, typed, flags }: Judged & { typed: string | undefined; flags: GateFlags },
): ShownGate {
  const { executionNumber, project } = one;
  const git = known.get(one.executionId)?.git;
  const place = [git?.branch, git?.commit?.slice(0, 7)].filter((part) => part !== undefined);
  const ofProject = `${executionNumber} --project ${shellWord(project)}`;
  const again = typed === undefined ? `svc gate ${ofProject}` : `svc gate ${shellWord(typed)}`;
  const more = typedFlags(typed === undefined ? {} : flags, { limit: longestList(one) });
  return terminalSafe({
    gate: one,
    place: place.length === 0 ? undefined : place.join(' '),
    taken,
    limit: flags.limit,
    moreCommand: `${again} ${more}`,
    showCommand: `svc executions show ${ofProject}`,
  });
}

/** @throws InvalidArgumentError for what is not a number of seconds from 1 to a day. */
export function secondsOf(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds from 1 to 86400.');
}
