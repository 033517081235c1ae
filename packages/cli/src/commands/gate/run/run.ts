import type { Gate } from '@svc/contract/gate/gate';
import { DEFAULT_URL } from '@svc/reporter-core/options/server-url';
import { Option } from 'commander';
import { connect, type Invocation, type CommonFlags } from '../../../invocation/invocation.ts';
import { CommandError } from '../../../errors/exit.ts';
import { toFailure } from '../../../errors/failure.ts';
import { addExamples } from '../../../flags/filter-options.ts';
import { addNotes } from '../../../flags/help-layout.ts';
import { quoteShellWord } from '../../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { combineVerdicts, type JudgedGates } from '../gate-verdict.ts';
import { runReported, type ReportedCommand } from './reported-runs.ts';
import { waitForGates } from '../wait-for-gates.ts';
import { describeUnseenCause, explainNotTests, explainRed } from './why-red.ts';
import type { Answer } from '../../../terminal/answer.ts';
import type { DeclareCommand } from '../../../invocation/declare-command.ts';
import { parseSeconds } from '../gate.ts';
import type { ShownGate } from '../gate-row-lines.ts';
import { formatGatedRun, type ShownRun } from '../gate-text.ts';

// Long enough for roll-ups and for the analysis. Other parts may take longer: their job is `svc gate`.
const DEFAULT_WAIT_SECONDS = 120;

/** `svc run -- <command>`. */
export const declareRun: DeclareCommand = (command, run) => {
  command
    .description(
      'Runs the tests. If they fail, it asks the gate about the executions that their svc ' +
        'reporters sent, and exits with 0 if every failure is excused. In all other cases it exits ' +
        'with the exit status of the command.',
    )
    .argument('<command...>', 'the command, after --')
    .addOption(
      new Option(
        '--wait <seconds>',
        `how long to wait for the gate (default: ${DEFAULT_WAIT_SECONDS})`,
      ).argParser(parseSeconds),
    )
    .action(async (words: string[]) => {
      const flags = command.optsWithGlobals<RunFlags & CommonFlags>();
      if (flags.json === true) throw buildNoJsonError();
      let hasBegun = false;
      const body = (invocation: Invocation) => {
        hasBegun = true;
        return runTests(invocation, words, flags);
      };
      await run(command, body).catch(async (error: unknown) => {
        if (hasBegun || !(error instanceof CommandError) || flags.url !== undefined) throw error;
        // A wrong SVC_URL must not keep the tests from running.
        command.parent?.setOptionValue('url', DEFAULT_URL);
        await run(command, (invocation) =>
          runTests(invocation, words, { ...flags, settingsError: error }),
        );
      });
    });
  addNotes(command, ...NOTES);
  addExamples(
    command,
    'svc run -- npx vitest run',
    'svc run -- npx playwright test --project chromium',
    'svc run --wait 300 -- npm test',
  );
};

const NOTES = [
  "svc passes the server's address and the API key on to the reporters, as SVC_URL and SVC_API_KEY. What it " +
    'prints itself is on stderr; stdin, stdout and signals are those of the command. Run one test runner in it, and ' +
    'nothing else: if a linter, a second runner without an svc reporter, one that ends before its reporter begins, or ' +
    'a global teardown of Vitest fails in the same command, svc cannot tell. With a coverage threshold that the runner checks ' +
    'after failed tests, nothing is excused.',
  'One part of several, such as a shard: the gate judges whole executions, so it is undecided until all parts are in. Let parts run ' +
    'without svc, and ask svc gate --wait in a last job.',
];

interface RunFlags {
  wait?: number;
  url?: string;
  json?: boolean;
  /** Why there is no server to ask. */
  settingsError?: CommandError;
}

/**
 * Without `--`, svc itself would take flags of the command that it knows, such as -q.
 * @throws CommandError
 */
function refuseUnclear(words: readonly string[], args: readonly string[]): void {
  const start = args.indexOf('--');
  const remedy = 'write the whole command, and nothing else, after --: svc run -- npx vitest run';
  if (start !== -1) {
    const [extra] = words.slice(0, words.length - (args.length - start - 1));
    if (extra === undefined) return;
    throw new CommandError(`unexpected argument '${extra}' before --`, remedy);
  }
  const [program = ''] = words;
  const flag = args.slice(args.indexOf(program)).find((word) => word.startsWith('-'));
  if (flag === undefined) return;
  throw new CommandError(`it is unclear whether '${flag}' is for svc or for ${program}`, remedy);
}

function buildNoJsonError(): CommandError {
  return new CommandError(
    'svc run has no --json: stdout is that of the command',
    'leave it out, and ask svc gate latest --json afterwards',
  );
}

async function runTests(
  invocation: Invocation,
  words: readonly string[],
  flags: RunFlags,
): Promise<Answer> {
  const { args, printer } = invocation;
  refuseUnclear(words, args);
  const ended = await printer.activity.pausedDuring(() =>
    runReported(words, buildCommandEnv(invocation, flags), invocation.world),
  );
  if (ended.status === 0) return buildSilentAnswer(0);
  const decided = await decide(invocation, ended, flags);
  const shown = makeTerminalSafe({ status: ended.status, ...decided });
  return {
    data: null,
    text: (look) => formatGatedRun(shown, look),
    isForStderr: true,
    commandStatus: decided.isExcused ? 0 : ended.status,
  };
}

function buildSilentAnswer(commandStatus: number): Answer {
  return { data: null, text: () => [], commandStatus };
}

/** The environment of the command. Without a key, its reporters do nothing. */
function buildCommandEnv(
  { env, settings }: Invocation,
  { settingsError }: RunFlags,
): NodeJS.ProcessEnv {
  const { url, credential } = settings;
  if (settingsError !== undefined || credential === undefined) return env;
  return { ...env, SVC_URL: url, SVC_API_KEY: credential };
}

type Decision = Pick<ShownRun, 'isExcused' | 'gates' | 'why'>;

/** Only an answer of the gate makes a failed command pass. Nothing that goes wrong here changes its exit status. */
async function decide(
  invocation: Invocation,
  ended: ReportedCommand,
  { wait = DEFAULT_WAIT_SECONDS, settingsError }: RunFlags,
): Promise<Decision> {
  const other = explainNotTests(ended);
  if (other !== undefined) return buildRedDecision(other);
  const unseen = describeUnseenCause(ended);
  try {
    if (settingsError !== undefined) throw settingsError;
    const client = await connect(invocation);
    const why = explainRed(ended);
    if (why !== undefined) return buildRedDecision(why);
    const ids = [
      ...new Set(ended.runs.flatMap((run) => (run?.outcome.ok ? run.outcome.executionId : []))),
    ];
    const asked = {
      list: async () => ({ ids }),
      ask: (id: string) => client.gate.get.query({ id }),
    };
    const judged = await waitForGates(asked, { waitMs: wait * 1000, invocation });
    const decision = decideByGates(judged, wait);
    if (unseen === undefined || !decision.isExcused) return decision;
    return { ...decision, isExcused: false, why: `${decision.why}, but ${unseen}` };
  } catch (error) {
    return buildRedDecision(unseen ?? `the gate could not be asked: ${toFailure(error).problem}`);
  }
}

function buildRedDecision(why: string): Decision {
  return { isExcused: false, gates: [], why };
}

function decideByGates({ gates }: JudgedGates, waitSeconds: number): Decision {
  const verdict = combineVerdicts({ gates });
  const shown = gates.map(buildShownGate);
  if (verdict === 'pass') return { isExcused: true, gates: shown, why: 'every failure is excused' };
  const [missing] = gates.filter(({ undecided }) => undecided?.reason === 'missing-shards');
  if (verdict === 'fail') return { isExcused: false, gates: shown, why: 'the gate fails' };
  const later =
    missing === undefined
      ? ''
      : `. After all shards: svc gate ${missing.executionNumber} --project ${quoteShellWord(missing.project)} --wait`;
  const why = `the gate is undecided after ${waitSeconds} s${later}`;
  return { isExcused: false, gates: shown, why };
}

const SHOWN_ITEMS = 20;

function buildShownGate(gate: Gate): ShownGate {
  const ofProject = `${gate.executionNumber} --project ${quoteShellWord(gate.project)}`;
  return {
    gate,
    place: undefined,
    choiceNote: undefined,
    limit: SHOWN_ITEMS,
    moreCommand: `svc gate ${ofProject} --limit 1000`,
    showCommand: `svc executions show ${ofProject}`,
  };
}
